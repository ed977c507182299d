//! A statement for a game that has none, made up from its rules, its layout and its limits.

use std::convert::Infallible;
use std::fmt::Write as _;

use crate::answer::Value;
use crate::game::Play;
use crate::layout::{Group, Layout, Limit, NumberItem, Once, Repeat, Role, Walker};
use crate::problem::Problem;

/// The statement in English, as `LaTeX`.
pub fn english(problem: &Problem) -> String {
    let mut input = InputDescription {
        layout: &problem.layout,
        has_coins: problem.rules.are_distinct(),
        line: Vec::new(),
        text: String::new(),
    };
    let Ok(()) = problem.layout.walk(&mut input);
    let counted = if problem.answer.has(Value::Pile) {
        "Piles are counted from $1$.\n"
    } else {
        ""
    };
    format!(
        "\\problemname{{{}}}\n\n{}Both players play perfectly.\n\n\
         \\begin{{Input}}\nThe lines of the input are:\n\\begin{{itemize}}\n{}\\end{{itemize}}\n\\end{{Input}}\n\n\
         \\begin{{Output}}\nThe answer to a case is {}.\n{counted}\\end{{Output}}\n",
        escaped(&problem.title()),
        rules(problem),
        input.text,
        escaped(&problem.answer.description()),
    )
}

/// A text in which nothing has a meaning for `LaTeX`.
pub fn escaped(text: &str) -> String {
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
pub fn limit(number: u64) -> String {
    match number.checked_ilog10() {
        Some(exponent @ 4..) if number == 10_u64.pow(exponent) => format!("10^{{{exponent}}}"),
        _ => number.to_string(),
    }
}

/// What a move is, and who wins.
fn rules(problem: &Problem) -> String {
    let rules = &problem.rules;
    let math = |hole: String| {
        let is_list = hole.contains(' ');
        if is_list {
            hole
        } else {
            format!("${}$", hole.replace('_', "\\_"))
        }
    };
    let moves = rules.move_sentence(math);
    let things = match rules.king() {
        Some(_) => "people on a hill",
        None if rules.are_distinct() => "coins on a strip",
        None => "piles of stones",
    };
    let end = match rules.play() {
        _ if rules.king().is_some() => "",
        Play::Normal => "Whoever cannot move loses.\n",
        Play::Misere => "Whoever cannot move wins: to take the last stone is to lose.\n",
    };
    let (first, rest) = moves.split_at(1);
    format!(
        "There are {things}, and two players move in turn.\n{}{rest}.\n{end}",
        first.to_uppercase()
    )
}

/// Describes an input line by line, as items of a list.
struct InputDescription<'p> {
    layout: &'p Layout,
    has_coins: bool,
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
        writeln!(self.text, "\\item {item}").expect("memory can be written");
    }
}

/// What a number, or each of a list, is, if it matters for the game.
fn meaning(role: Role, is_list: bool) -> &'static str {
    match role {
        Role::Cases => ", the number of cases",
        Role::PileCount => ", the number of piles",
        Role::TakeCount => ", how many different moves of a pile there are",
        Role::PersonCount => ", the number of persons",
        Role::Pile if is_list => ", the sizes of the piles",
        Role::Pile => ", the size of a pile",
        Role::Take => ", how many stones a move may take",
        Role::Person => ", the cells of the persons",
        Role::MinTaken => ", the least number of stones that a move may take",
        Role::Base => ", the number whose powers a move may take",
        Role::MaxTaken => ", the most stones that a move may take",
        Role::Factor => ", how many times the last move a move may take",
        Role::MaxPiles => ", the most piles that a move may change",
        Role::King => ", which person is the king",
        Role::Groups | Role::Length | Role::Other => "",
    }
}

impl Walker for InputDescription<'_> {
    type Stop = Infallible;

    fn number(&mut self, number: &NumberItem) -> Result<(), Infallible> {
        let name = self.name(number.index);
        let (low, high) = (self.limit(number.low), self.limit(number.high));
        let is_list = self.layout.length(number).is_some();
        let mut meaning = meaning(number.role, is_list).to_owned();
        if self.has_coins {
            meaning = meaning.replace("the sizes of the piles", "the cells of the coins");
            meaning = meaning.replace("piles", "coins");
        }
        let ascending = if number.ascending {
            ", each larger than the one before"
        } else if number.distinct {
            ", all different"
        } else {
            ""
        };
        self.line.push(match number.times {
            None => format!("${name}$ (${low} \\le {name} \\le {high}$){meaning}{ascending}"),
            Some(times) => format!(
                "${}$ numbers ${name}$ (each at least ${low}$ and at most ${high}$){meaning}{ascending}",
                self.name(times)
            ),
        });
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Infallible> {
        let line = std::mem::take(&mut self.line).join("; ");
        self.item(&line);
        Ok(())
    }

    fn repeat(&mut self, group: &Group, once: Once<'_, Self>) -> Result<(), Infallible> {
        let head = match group.repeat {
            Repeat::Times(times) => format!("${}$ times:", self.name(times)),
            Repeat::ToEnd => "cases up to the end of the file, each of them:".to_owned(),
            Repeat::ToEndWithBlankLines => {
                "cases up to the end of the file, with an empty line between two cases, each of them:".to_owned()
            }
            Repeat::ToZero => "one or more cases, each of them:".to_owned(),
        };
        self.item(&head);
        self.text += "\\begin{itemize}\n";
        once(self)?;
        self.text += "\\end{itemize}\n";
        Ok(())
    }

    fn zeros(&mut self, count: usize) -> Result<(), Infallible> {
        let zeros = vec!["0"; count].join(" ");
        self.line
            .push(format!("\\texttt{{{zeros}}}, which ends the input"));
        Ok(())
    }
}
