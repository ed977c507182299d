//! A statement for a game that has none, made up from its rules, its layout and its limits.

use std::convert::Infallible;

use super::Problem;
use super::statement::short;
use crate::answer::template::Piece;
use crate::answer::{Fact, VALUES, Value};
use crate::game::Play;
use crate::game::rule::{Rules, Shape};
use crate::layout::{CountOf, Layout, Limit, NumberItem, Once, Repeat, Role, Walker};
use crate::words::{Language, in_language, t, word};

/// The statement in a language, as `LaTeX`.
pub fn statement(problem: &Problem, language: Language) -> String {
    in_language(language, || {
        let mut input = InputDescription {
            layout: &problem.layout,
            shape: problem.rules.shape(),
            line: Vec::new(),
            text: String::new(),
        };
        let Ok(()) = problem.layout.walk(&mut input);
        input.sums();
        format!(
            "\\problemname{{{}}}\n\n{}\n\
             \\begin{{Input}}\n{}\n\\begin{{itemize}}\n{}\\end{{itemize}}\n\\end{{Input}}\n\n\
             \\begin{{Output}}\n{}\\end{{Output}}\n",
            escaped(&problem.title_in(language)),
            rules(problem),
            t!("The lines of the input are:"),
            input.text,
            output(problem),
        )
    })
}

/// Each sentence on a line of its own.
fn lines(sentences: impl IntoIterator<Item = String>) -> String {
    let sentences = sentences.into_iter();
    let sentences = sentences.filter(|sentence| !sentence.is_empty());
    let line = |sentence: String| {
        let mut chars = sentence.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        first.collect::<String>() + chars.as_str() + t!(".") + "\n"
    };
    sentences.map(line).collect()
}

/// A text in which nothing has a meaning for `LaTeX`.
fn escaped(text: &str) -> String {
    let mut tex = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => tex.extend(['\\', c]),
            '~' | '^' => tex.extend(['\\', c, '{', '}']),
            '\\' => tex += "\\textbackslash{}",
            c if c.is_control() => tex.push(' '),
            _ => tex.push(c),
        }
    }
    tex
}

/// A limit, as a power of ten if it is a large one.
fn limit(number: u64) -> String {
    let short = short(number);
    match short.split_once('^') {
        Some((base, exponent)) => format!("{base}^{{{exponent}}}"),
        None => short,
    }
}

/// Whether a position is a single pile.
fn has_one_pile(layout: &Layout) -> bool {
    let mut piles = layout.numbers.iter().filter(|number| number.role.is_pile());
    let is_alone = |pile: &NumberItem| {
        pile.length.is_none()
            && layout
                .times_of_group(pile)
                .is_none_or(|_| layout.positions())
    };
    piles.next().is_some_and(is_alone) && piles.next().is_none()
}

/// What is played with, what a move is, and who wins.
fn rules(problem: &Problem) -> String {
    let rules = &problem.rules;
    let math = |hole: String| {
        let is_list = hole.contains(' ') || hole.contains('、');
        if is_list {
            hole.replace('_', "\\_")
        } else {
            format!("${}$", hole.replace('_', "\\_"))
        }
    };
    let is_only = has_one_pile(&problem.layout);
    let end = match rules.play() {
        _ if rules.says_who_wins() => "",
        Play::Normal => t!("whoever cannot move loses"),
        Play::Misere => t!("whoever cannot move wins"),
    };
    lines([
        t!(
            "{scene}, and two players take turns",
            scene = scene(rules, is_only)
        ),
        rules.move_sentence(is_only, math),
        end.to_owned(),
        t!("both players play perfectly").to_owned(),
    ])
}

/// What there is at the start.
fn scene(rules: &Rules, is_only: bool) -> &'static str {
    match (rules.shape(), is_only) {
        (Shape::Piles, true) | (Shape::PileAndTake, _) => t!("there is a pile of stones"),
        (Shape::TwoPiles, _) => t!("there are two piles of stones"),
        (Shape::Piles, false) => t!("there are several piles of stones"),
        (Shape::Pins, true) => t!("there is a row of pins, side by side"),
        (Shape::Pins, false) => {
            t!("there are several rows of pins, which stand side by side in each row")
        }
        (Shape::Numbers, _) => t!("there are two numbers"),
        (Shape::Number, _) => t!("there is a number"),
        (Shape::Ring, _) => t!("there is a ring of stones"),
        (Shape::Stairs { .. }, _) => t!("there are stones on a staircase"),
        (Shape::Distinct, _) => t!(
            "there is a strip of cells, which are numbered $1$, $2$, $3$ and so on from left to right, with coins on some of them, no two on the same cell"
        ),
        (Shape::Ascending { .. }, _) => t!(
            "there are people on a hill, each on a cell whose number is its distance from the top; the top is cell $0$"
        ),
    }
}

/// What is to be printed.
fn output(problem: &Problem) -> String {
    let answer = &problem.answer;
    let [mut won, lost, each] =
        [&answer.won, &answer.lost, &answer.each].map(|pieces| printed(pieces, &problem.layout));
    won += &each;
    won += match answer.separator {
        _ if !answer.lists_moves() => "",
        '\n' => t!(" for each winning move, each on a line of its own"),
        _ => t!(" for each winning move, with a space between two of them"),
    };
    let print = match &answer.positions {
        Some(positions) if positions.on_lines => t!(
            "for each position, print a line: {won} if the first player wins it, {lost} otherwise",
            won,
            lost
        ),
        Some(_) => t!(
            "for each case, print a line with a letter for each position: {won} if the first player wins it, {lost} otherwise",
            won,
            lost
        ),
        None if won == lost => t!("for each case, print {won}", won),
        None => t!(
            "for each case, if the first player wins, print {won}; otherwise, print {lost}",
            won,
            lost
        ),
    };
    let values = VALUES.iter().filter(|value| answer.has(value.fact));
    let meanings = values.map(|value| {
        let (name, meaning) = (variable(value, &problem.layout), word(value.meaning));
        t!("{name} is {meaning}", name, meaning)
    });
    let meanings = meanings.reduce(|all, next| all + t!(", and ") + &next);
    let meanings = meanings.map(|meanings| t!("here {meanings}", meanings));
    let which = match (answer.any, answer.lists_moves()) {
        _ if !answer.names_moves() => "",
        (true, _) => t!("any winning move is accepted"),
        (false, true) => t!(
            "the moves are in the order of their piles, and those of a pile in the order of how many stones they take"
        ),
        (false, false) => t!(
            "of several winning moves, print the one of the first pile, and of those the one that takes the fewest stones"
        ),
    };
    let divides = problem.rules.heaps().is_some() && !problem.rules.has_single_moves();
    let count = match problem.rules.shape() {
        _ if !answer.has(Fact::Count) || !divides => "",
        Shape::Pins => t!(
            "a move that leaves $x$ pins on the left and $y$ on the right is another one than a move that leaves $y$ and $x$"
        ),
        _ => t!("to divide a pile into $x$ and $y$ stones, or into $y$ and $x$, is the same move"),
    };
    lines([
        print,
        meanings.unwrap_or_default(),
        which.to_owned(),
        count.to_owned(),
    ])
}

/// A text with variables for its values, in a sentence.
fn printed(pieces: &[Piece], layout: &Layout) -> String {
    let pieces = pieces.iter().map(|piece| match piece {
        Piece::Literal(text) => text.split('\n').map(escaped).collect::<Vec<_>>().join("\n"),
        Piece::Value(value) => variable(value, layout),
    });
    on_lines(&pieces.collect::<String>())
}

/// The lines of a text, in a sentence.
fn on_lines(text: &str) -> String {
    let has_variable = |line: &str| line.replace("\\$", "").contains('$');
    let lines = text.split('\n').map(|line| {
        if line.is_empty() || has_variable(line) {
            line.replace(' ', "~")
        } else {
            format!("\\texttt{{{line}}}")
        }
    });
    let next = |before: String, line: String| {
        if before.is_empty() {
            return line;
        }
        t!("{before} and, on the next line, {line}", before, line)
    };
    lines.reduce(next).unwrap_or_default()
}

/// The variable for a value, which no number of the input is called.
fn variable(value: &Value, layout: &Layout) -> String {
    let is_taken = |number: &NumberItem| number.name == value.letter;
    let is_in_use = layout.numbers.iter().any(is_taken);
    let prime = if is_in_use { "'" } else { "" };
    format!("${}{prime}$", value.letter)
}

/// Describes an input line by line, as items of a list.
struct InputDescription<'p> {
    layout: &'p Layout,
    shape: Shape,
    /// The parts of the present line.
    line: Vec<String>,
    text: String,
}

impl InputDescription<'_> {
    fn name(&self, index: usize) -> String {
        self.layout.numbers[index].name.replace('_', "\\_")
    }

    fn limit(&self, of: Limit) -> String {
        match of {
            Limit::Number(number) => limit(number),
            Limit::Value(index) => self.name(index),
        }
    }

    fn item(&mut self, item: &str) {
        self.text.extend(["\\item ", item, "\n"]);
    }

    /// What numbers may have together.
    fn sums(&mut self) {
        let layout = self.layout;
        for number in &layout.numbers {
            let Some(most) = number.most_together else {
                continue;
            };
            let (name, most) = (self.name(number.index), limit(most));
            self.item(&t!(
                "the sum of {name} over all cases is at most {most}",
                name = format_args!("${name}$"),
                most = format_args!("${most}$")
            ));
        }
    }

    /// What a number, or each of a list, is.
    fn meaning(&self, role: Role, is_list: bool) -> &'static str {
        match (role, self.shape) {
            (Role::Count(CountOf::Piles), Shape::Distinct) => t!("the number of coins"),
            (Role::Count(CountOf::Piles), Shape::Pins) => t!("the number of rows"),
            (Role::Pile, Shape::Distinct) => t!("the cells of the coins"),
            (Role::Pile, Shape::Pins) if is_list => t!("the numbers of pins in the rows"),
            (Role::Pile, Shape::Pins) => t!("the number of pins in a row"),
            (Role::Pile, Shape::Number) => t!("the number"),
            (Role::Pile, Shape::Ring) => t!("the number of stones in the ring"),
            (Role::Pile, Shape::Numbers) => t!("one of the two numbers"),
            (Role::Pile, _) if is_list => t!("the sizes of the piles"),
            (Role::SecondCell, _) => {
                t!("another cell: the cells between the two are the stones of a pile")
            }
            (Role::Other | Role::Count(CountOf::Numbers), _) => "",
            _ => role.name(),
        }
    }
}

impl Walker for InputDescription<'_> {
    type Stop = Infallible;

    fn number(&mut self, number: &NumberItem) -> Result<(), Infallible> {
        let name = self.name(number.index);
        let (low, high) = (self.limit(number.low), self.limit(number.high));
        let limits = match number.times() {
            None => t!(
                "{name} ({limits})",
                name = format_args!("${name}$"),
                limits = format_args!("${low} \\le {name} \\le {high}$")
            ),
            Some(times) => t!(
                "{times} numbers {name} (each at least {low} and at most {high})",
                times = format_args!("${}$", self.name(times)),
                name = format_args!("${name}$"),
                low = format_args!("${low}$"),
                high = format_args!("${high}$")
            ),
        };
        let is_list = number.length.is_some();
        let order = match (number.ascending, number.distinct) {
            (true, _) => t!("each larger than the one before"),
            (false, true) => t!("all different"),
            (false, false) => "",
        };
        let mut parts = vec![&*limits, self.meaning(number.role, is_list), order];
        parts.retain(|part| !part.is_empty());
        self.line.push(parts.join(t!(": ")));
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Infallible> {
        let line = std::mem::take(&mut self.line).join(t!("; "));
        self.item(&line);
        Ok(())
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Infallible> {
        let head = match repeat {
            Repeat::Times(times) => {
                let name = format!("${}$", self.name(times));
                if self.layout.numbers[times].role == Role::Cases {
                    t!("{count} cases, each of them:", count = name)
                } else if self.layout.positions() {
                    t!("{count} positions, each of them a game of its own:", count = name)
                } else {
                    t!("{count} times:", count = name)
                }
            }
            Repeat::ToEnd => t!("cases up to the end of the file, each of them:").to_owned(),
            Repeat::ToEndWithBlankLines => t!(
                "cases up to the end of the file, with an empty line between two cases, each of them:"
            )
            .to_owned(),
            Repeat::ToZero => t!("one or more cases, each of them:").to_owned(),
        };
        self.item(&head);
        self.text += "\\begin{itemize}\n";
        once(self)?;
        self.text += "\\end{itemize}\n";
        Ok(())
    }

    fn zeros(&mut self, count: usize) -> Result<(), Infallible> {
        let zeros = format!("\\texttt{{{}}}", vec!["0"; count].join(" "));
        let end = t!("{zeros}, which ends the input and is no case", zeros);
        self.line.push(end);
        Ok(())
    }
}
