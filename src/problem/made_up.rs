//! A statement for a game that has none, made up from its rules, its layout and its limits.

mod input;

use super::Problem;
use super::statement::short;
use crate::answer::template::Piece;
use crate::answer::{Fact, VALUES, Value};
use crate::game::Play;
use crate::game::positions::PositionKind;
use crate::layout::{CountOf, Layout, NumberItem, Parameter, PileOf, Role};
use crate::words::{Language, in_language, t, word};

/// The statement in a language, as `LaTeX`.
pub fn statement(problem: &Problem, language: Language) -> String {
    in_language(language, || {
        format!(
            "\\problemname{{{}}}\n\n{}\n\
             \\begin{{Input}}\n{}\\end{{Input}}\n\n\
             \\begin{{Output}}\n{}\\end{{Output}}\n\n\
             \\section*{{{}}}\n{}",
            escaped(&problem.title_in(language)),
            rules(problem),
            input::input(problem),
            output(problem),
            t!("Limits"),
            input::limits(problem),
        )
    })
}

/// Each sentence on a line of its own.
pub(crate) fn lines(sentences: impl IntoIterator<Item = String>) -> String {
    let sentences = sentences.into_iter();
    let sentences = sentences.filter(|sentence| !sentence.is_empty());
    let line = |sentence: String| {
        let mut chars = sentence.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        let end = if sentence.ends_with([':', '：']) {
            ""
        } else {
            t!(".")
        };
        first.collect::<String>() + chars.as_str() + end + "\n"
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

/// A limit in mathematics.
fn limit(number: u64) -> String {
    let short = short(number).replace('·', " \\cdot ");
    let Some((base, exponent)) = short.split_once('^') else {
        return short;
    };
    let end = exponent.find('-').unwrap_or(exponent.len());
    let (exponent, rest) = exponent.split_at(end);
    format!("{base}^{{{exponent}}}{rest}")
}

/// A name of the input in mathematics, where letters side by side would be a product.
fn in_mathematics(name: &str) -> String {
    let name = name.replace('_', "\\_");
    match name.len() {
        1 => name,
        _ => format!("\\mathit{{{name}}}"),
    }
}

/// Whether a position is a single pile.
fn has_one_pile(layout: &Layout) -> bool {
    let mut piles = layout.numbers.iter().filter(|number| number.role.is_pile());
    let is_alone = |pile: &NumberItem| {
        pile.are_positions
            || pile.role == Role::PileOf(PileOf::UpTo)
            || pile.length.is_none()
                && layout
                    .times_of_group(pile)
                    .is_none_or(|_| layout.positions())
    };
    piles.next().is_some_and(is_alone) && piles.next().is_none()
}

/// What is played with, what a move is, and who wins.
fn rules(problem: &Problem) -> String {
    let (rules, layout) = (&problem.rules, &problem.layout);
    let math = |hole: String| {
        let named = layout.numbers.iter().find(|number| number.name == hole);
        match named.and_then(|list| Some((list, list.length?))) {
            Some((list, length)) => all_of(list, &layout.numbers[length]),
            None if hole.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_') => hole,
            None => format!("${}$", in_mathematics(&hole)),
        }
    };
    let is_only = has_one_pile(layout);
    let end = match rules.play {
        _ if rules.says_who_wins() => "",
        Play::Normal => t!("whoever cannot move loses"),
        Play::Misere => t!("whoever makes the last move loses"),
    };
    lines([
        t!(
            "{scene}, and two players take turns",
            scene = word(rules.positions.scene[usize::from(!is_only)])
        ),
        rules.move_sentence(is_only, math),
        end.to_owned(),
        t!("both players play perfectly").to_owned(),
    ])
}

/// What is to be printed.
fn output(problem: &Problem) -> String {
    let (answer, layout) = (&problem.answer, &problem.layout);
    let [mut won, lost] = [&answer.won, &answer.lost].map(|pieces| printed(pieces, layout));
    if answer.lists_moves() {
        let each = printed(&answer.each, layout);
        let each = match answer.separator {
            '\n' => t!(
                "{each} for each winning move, each on a line of its own",
                each
            ),
            _ => t!(
                "{each} for each winning move, with a space between two of them",
                each
            ),
        };
        let is_in_line = match answer.won.last() {
            Some(Piece::Literal(text)) => !text.ends_with('\n'),
            Some(Piece::Value(_)) => true,
            None => false,
        };
        won = if is_in_line {
            t!("{won} followed by {each}", won, each)
        } else {
            won + &each
        };
    }
    let only = match &answer.won[..] {
        [Piece::Value(value)] if answer.won == answer.lost => Some(*value),
        _ => None,
    };
    let is_line = !answer.names_moves() && !won.contains('\n');
    let print = match &answer.positions {
        Some(positions) if !positions.on_lines => t!(
            "print a line with a letter for each position: {won} if the first player wins it, {lost} otherwise",
            won,
            lost
        ),
        _ if let Some(value) = only => {
            t!(
                "print a line with {meaning}",
                meaning = meaning(value, problem)
            )
        }
        _ if won == lost => t!("print {won}", won),
        _ if is_line => t!(
            "print a line: {won} if the first player wins, {lost} otherwise",
            won,
            lost
        ),
        _ => t!(
            "if the first player wins, print {won}; otherwise, print {lost}",
            won,
            lost
        ),
    };
    let print = match &answer.positions {
        Some(positions) if positions.on_lines => t!("for each position, {print}", print),
        _ if layout.cases().is_some() => t!("for each case, {print}", print),
        _ => print,
    };
    let values = VALUES.iter().filter(|value| answer.has(value.fact));
    let meanings = values.map(|value| {
        let name = variable(value, layout);
        t!(
            "{name} is {meaning}",
            name,
            meaning = meaning(value, problem)
        )
    });
    let meanings = meanings.filter(|_| only.is_none());
    let meanings = meanings.reduce(|all, next| all + t!(", and ") + &next);
    let meanings = meanings.map(|meanings| t!("here {meanings}", meanings));
    lines([
        print,
        meanings.unwrap_or_default(),
        which_move(problem).to_owned(),
        what_counts(problem).to_owned(),
        grundy_value(problem).to_owned(),
    ])
}

/// What a value means.
fn meaning(value: &Value, problem: &Problem) -> String {
    let (rules, any) = (&problem.rules, problem.answer.any);
    let divides = rules.game().heaps().is_some() && !rules.has_single_moves();
    let text = in_game(value, rules.positions, any);
    let kind = rules.positions;
    match value.fact {
        Fact::After if kind.becomes_rows || any && kind.values.any_after.is_some() => {
            text.to_owned()
        }
        Fact::After if divides => t!(
            "{list}, where an emptied pile is $0$ in its place, and the parts of a divided pile stand in its place, in \
            any order",
            list = text
        ),
        Fact::After if kind.has_stones => {
            t!(
                "{list}, where an emptied pile is $0$ in its place",
                list = text
            )
        }
        _ => text.to_owned(),
    }
}

/// What a value means in positions of this kind.
fn in_game(value: &Value, PositionKind { values, .. }: &PositionKind, any: bool) -> &'static str {
    word(match value.fact {
        Fact::Pile => values.pile,
        Fact::Take => values.take,
        Fact::Size => values.size,
        Fact::Left => values.left,
        Fact::After => values.any_after.filter(|_| any).unwrap_or(values.after),
        Fact::Case | Fact::Count | Fact::Grundy | Fact::PileFromZero => value.meaning,
    })
}

/// Which of several winning moves is to be printed.
fn which_move(problem: &Problem) -> &'static str {
    let (answer, rules) = (&problem.answer, &problem.rules);
    let has_one = has_one_pile(&problem.layout);
    let [listed, first] = match rules.positions.order {
        _ if !answer.names_moves() => return "",
        _ if answer.any => return t!("if there are several winning moves, print any of them"),
        _ if answer.shows_positions() && rules.positions.in_any_order => {
            return t!(
                "of the two sizes, the smaller is printed first; a move that takes from both piles comes first, then \
                one that takes from the first pile, then one that takes from the second, unless the piles are of the \
                same size"
            );
        }
        _ if answer.shows_positions() && answer.lists_moves() => {
            return t!("the moves are in the order of their piles");
        }
        Some(order) => order.map(word),
        _ if has_one => [
            t!("the moves are in ascending order of how many stones they take"),
            t!("if there are several winning moves, print the one that takes the fewest stones"),
        ],
        _ if rules.nim().is_some() => [
            t!("the moves are in the order of their piles"),
            t!("if there are several winning moves, print the one in the first pile that has one"),
        ],
        _ => [
            t!(
                "the moves are in the order of their piles, and those of a pile in ascending order of how many stones \
                they take"
            ),
            t!(
                "if there are several winning moves, print one in the first pile that has any, and of those the one \
                that takes the fewest stones"
            ),
        ],
    };
    if answer.lists_moves() { listed } else { first }
}

/// Which moves are the same, where they are counted.
fn what_counts(problem: &Problem) -> &'static str {
    let rules = &problem.rules;
    let divides = rules.game().heaps().is_some() && !rules.has_single_moves();
    match rules.positions.has_sides {
        _ if !problem.answer.has(Fact::Count) || !divides => "",
        true => t!(
            "a move that leaves $x$ pins on the left and $y$ on the right is another one than a move that leaves $y$ \
            and $x$"
        ),
        false => {
            t!("to divide a pile into $x$ and $y$ stones, or into $y$ and $x$, is the same move")
        }
    }
}

/// What a Grundy value is, where it is asked for.
fn grundy_value(problem: &Problem) -> &'static str {
    if !problem.answer.has(Fact::Grundy) {
        return "";
    }
    t!(
        "the Grundy value of a position is the smallest integer from $0$ on that is not the Grundy value of any position \
        to which a move leads"
    )
}

/// A text with variables for its values, in a sentence.
fn printed(pieces: &[Piece], layout: &Layout) -> String {
    let pieces = pieces.iter().map(|piece| match piece {
        Piece::Literal(text) => text.split('\n').map(escaped).collect::<Vec<_>>().join("\n"),
        Piece::Value(value) => variable(value, layout),
    });
    let text = pieces.collect::<String>();
    // Variables alone, or with signs between them, need no quotes.
    let has_words = |line: &str| {
        line.split('$')
            .step_by(2)
            .any(|text| text.contains(char::is_alphanumeric))
    };
    let lines = text.split('\n').map(|line| match line {
        line if has_words(line) || !line.is_empty() && !line.contains('$') => {
            format!("\\texttt{{{line}}}")
        }
        line => line.to_owned(),
    });
    let next = |before: String, line: String| {
        if before.is_empty() {
            return line;
        }
        t!("{before}, and on the line after that {line}", before, line)
    };
    lines.reduce(next).unwrap_or_default()
}

/// The variable for a value, which no number of the input is called.
fn variable(value: &Value, layout: &Layout) -> String {
    let is_free = |name: &String| layout.numbers.iter().all(|number| number.name != *name);
    let names = [value.letter.to_owned(), value.letter.to_uppercase()];
    // No other value is called like one of these.
    let others = ('u'..='z').map(String::from);
    let name = names.into_iter().chain(others).find(is_free);
    format!("${}$", name.as_deref().unwrap_or(value.letter))
}

/// All numbers of a list.
fn all_of(list: &NumberItem, length: &NumberItem) -> String {
    let (name, mut length) = (in_mathematics(&list.name), in_mathematics(&length.name));
    if list.factor > 1 {
        length = format!("{}{length}", list.factor);
    }
    format!("${name}_1, \\dots, {name}_{{{length}}}$")
}

/// What a number is, or what several are.
fn what_is(problem: &Problem, number: &NumberItem, are_several: bool) -> &'static str {
    let is_only = has_one_pile(&problem.layout);
    match (number.role, problem.rules.positions) {
        (Role::Parameter(Parameter::MinTaken), _) if problem.layout.is_beside(number) => {
            t!("the least number of stones that a move may take from that pile")
        }
        (Role::Parameter(_), _) if problem.layout.is_beside(number) => {
            t!("the largest number of stones that a move may take from that pile")
        }
        (Role::Parameter(Parameter::Taken(_)) | Role::Other, _) if are_several => {
            t!("the numbers")
        }
        (Role::Parameter(Parameter::Factor), _) => t!("the factor"),
        (Role::Count(CountOf::Numbers), _) => meaning_of_length(problem, number.index),
        (Role::Count(CountOf::Piles), kind) => word(kind.count_of_piles),
        (Role::Count(CountOf::Groups), _) => meaning_of_groups(problem, number.index),
        (Role::Count(CountOf::Takes), _) => t!("the number of possible takes"),
        (Role::Pile, kind) => kind.size(is_only, are_several),
        (Role::FirstCell, _) if number.length.is_some() => {
            t!("the cells of the first player's pieces")
        }
        (Role::SecondCell, _) if number.length.is_some() => {
            t!("the cells of the second player's pieces")
        }
        (Role::FirstCell | Role::SecondCell, _) => t!("the two different cells of the pieces"),
        (Role::PileOf(PileOf::UpTo), _) => t!("the size of the largest pile"),
        (Role::PileOf(_), _) if are_several => t!("the numbers"),
        (Role::PileOf(_) | Role::Parameter(Parameter::Taken(_)), _) => t!("a number"),
        (Role::Person, _) if !are_several => t!("the cell of a person"),
        (Role::Take, _) if !are_several => t!("a number of stones that a move may take"),
        (role, _) => role.name(),
    }
}

/// What there is in a list that is as long as the number with this index says, and has no piles itself.
fn meaning_of_length(problem: &Problem, index: usize) -> &'static str {
    let mut numbers = problem.layout.numbers.iter();
    let list = numbers.find(|list| list.length == Some(index));
    match list.map(|list| list.role) {
        Some(Role::FirstCell) => t!("the number of rows"),
        Some(Role::PileOf(PileOf::Count(_))) => t!("the number of sizes"),
        Some(Role::PileOf(PileOf::Cells)) => t!("the number of piles"),
        _ => t!("the length of a list"),
    }
}

/// What piles follow from the numbers of a line, where they are not the sizes themselves.
fn piles_of(problem: &Problem) -> Option<String> {
    let mut numbers = problem.layout.numbers.iter();
    let (number, of) = numbers.find_map(|number| match number.role {
        Role::PileOf(of) => Some((number, of)),
        _ => None,
    })?;
    let name = in_mathematics(&number.name);
    let nth = |n: &str| format!("${name}_{n}$");
    let size = |change: String| {
        let name = input::name(&problem.layout, number);
        let size = format!("${name} {change}$");
        match problem.rules.positions.cells {
            _ if !name.ends_with("_i") => t!("the pile has {size} stones", size),
            Some(_) => t!("coin $i$ is on cell {cell}", cell = size),
            None => t!("pile $i$ has {size} stones", size),
        }
    };
    Some(match of {
        PileOf::Less(less) => size(format!("- {less}")),
        PileOf::More(more) => size(format!("+ {more}")),
        PileOf::MoreOnce(more) => t!(
            "{piles}, but equal numbers are one pile",
            piles = size(format!("+ {more}"))
        ),
        PileOf::MorePlace => size("+ i".to_owned()),
        PileOf::Count(from) => t!(
            "there are {first} piles of size {from}, {second} piles of size {next}, and so on",
            first = nth("1"),
            from = format_args!("${from}$"),
            second = nth("2"),
            next = format_args!("${}$", from + 1),
        ),
        PileOf::Cells => t!(
            "the numbers between {first} and {second} stand for the stones of the first pile, those between \
            {third} and {fourth} for the stones of the second, and so on",
            first = nth("1"),
            second = nth("2"),
            third = nth("3"),
            fourth = nth("4"),
        ),
        PileOf::UpTo => t!(
            "each pile of $1$ to {most} stones is a position, which is a game of its own",
            most = format_args!("${name}$")
        ),
    })
}

/// What the groups are that come as often as the number with this index says.
fn meaning_of_groups(problem: &Problem, index: usize) -> &'static str {
    let numbers = problem.layout.numbers.iter();
    let inside = numbers.filter(|it| problem.layout.times_of_group(it) == Some(index));
    let piles: Vec<_> = inside.filter(|number| number.role.is_pile()).collect();
    match (&piles[..], problem.rules.positions) {
        ([_, ..], _) if problem.layout.positions() => t!("the number of positions"),
        ([pile], _) if pile.length.is_some() => t!("the number of lines that follow"),
        ([pile], _) if pile.role == Role::SecondCell => t!("the number of rows"),
        ([pile], _) if pile.role == Role::Person => t!("the number of people"),
        ([_], kind) => word(kind.count_of_piles),
        ([] | [_, _, ..], _) => t!("the number of lines that follow"),
    }
}

/// What numbers may have together.
fn sums(layout: &Layout) -> impl Iterator<Item = String> {
    layout.numbers.iter().filter_map(|number| {
        let most = number.most_together?;
        Some(t!(
            "the sum of {name} over all cases is at most {most}",
            name = format_args!("${}$", in_mathematics(&number.name)),
            most = format_args!("${}$", limit(most))
        ))
    })
}
