//! A statement for a game that has none, made up from its rules, its layout and its limits.

use std::convert::Infallible;
use std::fmt::Write as _;

use crate::frame::{Counted, Field, List, Param};
use crate::game::rules::Rules;
use crate::game::{PileRule, Play};
use crate::problem::Problem;
use crate::problem::layout::{Layout, Limit, NumberItem, Once, Repeat, Walker};

/// The statement in English, as `LaTeX`.
pub fn english(problem: &Problem) -> String {
    let mut input = InputDescription {
        layout: &problem.layout,
        fields: problem.framing.numbers().collect(),
        line: Vec::new(),
        text: String::new(),
    };
    let Ok(()) = problem.layout.walk(&mut input);
    format!(
        "\\problemname{{{}}}\n\n{}Both players play perfectly.\n\n\
         \\begin{{Input}}\nThe lines of the input are:\n\\begin{{itemize}}\n{}\\end{{itemize}}\n\\end{{Input}}\n\n\
         \\begin{{Output}}\nThe answer to a case is {}.\nPiles are counted from $1$.\n\\end{{Output}}\n",
        escaped(&problem.title()),
        rules(problem),
        input.text,
        escaped(&problem.question.description()),
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
    let named = |param: Param, number: u64| {
        let mut fields = problem.framing.numbers();
        let index = fields.position(|field| field == Field::Param(param));
        let name = index.map(|index| problem.layout.numbers()[index].name.clone());
        format!(
            "${}$",
            name.map_or_else(|| number.to_string(), |name| name.replace('_', "\\_"))
        )
    };
    let stones = "There are piles of stones, and two players move in turn.\n";
    let (moves, play) = match &problem.rules {
        Rules::Piles { rule, play } => {
            let moves = match rule {
                PileRule::Any => format!("{stones}A move takes one or more stones from a single pile.\n"),
                PileRule::Below(modulus) => {
                    let most = named(Param::MaxTaken, modulus.get() - 1);
                    format!("{stones}A move takes from $1$ to {most} stones from a single pile.\n")
                }
                PileRule::Set(subtraction_set) if subtraction_set.numbers().is_empty() => {
                    format!("{stones}A move takes stones from a single pile: one of the numbers of stones that the input allows.\n")
                }
                PileRule::Set(subtraction_set) => {
                    let subtraction_set: Vec<_> = subtraction_set.numbers().iter().map(|take| format!("${take}$")).collect();
                    format!(
                        "{stones}A move takes stones from a single pile; it may take as many as one of these numbers says: {}.\n",
                        subtraction_set.join(", ")
                    )
                }
                PileRule::Kayles => "There are rows of pins, and two players move in turn.\n\
                     A move takes one pin or two neighbours from a row; what is left of the row on the two sides of the gap are two rows then.\n"
                    .to_owned(),
            };
            (moves, play)
        }
        Rules::Moore { most, play } => {
            let most = named(Param::MaxPiles, *most);
            (
                format!(
                    "{stones}A move takes one or more stones from each of $1$ to {most} piles.\n"
                ),
                play,
            )
        }
        Rules::Hill { king } => {
            return format!(
                "Persons stand on cells of a hill; cell $0$ is the top, and has room for all of them.\n\
                 Two players move in turn.\n\
                 A move takes a person nearer to the top, but not to or beyond another person below the top.\n\
                 Person {}, counted from the top, is the king: whoever moves the king to the top wins.\n",
                named(Param::King, *king)
            );
        }
    };
    moves
        + match play {
            Play::Normal => "Whoever cannot move loses.\n",
            Play::Misere => "Whoever cannot move wins: to take the last stone is to lose.\n",
        }
}

/// Describes an input line by line, as items of a list.
struct InputDescription<'p> {
    layout: &'p Layout,
    /// What each number of the layout is.
    fields: Vec<Field>,
    /// The parts of the present line.
    line: Vec<String>,
    text: String,
}

impl InputDescription<'_> {
    fn name(&self, index: usize) -> String {
        self.layout.numbers()[index].name.replace('_', "\\_")
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

/// What a number is, if it matters for the game.
fn meaning(field: Field) -> &'static str {
    match field {
        Field::Cases => ", the number of cases",
        Field::Count(Counted::List(List::Piles), _) => ", the number of piles",
        Field::Count(Counted::List(List::SubtractionSet), _) => {
            ", how many different moves of a pile there are"
        }
        Field::Count(Counted::List(List::Persons), _) => ", the number of persons",
        Field::Param(Param::Pile) => ", the size of a pile",
        Field::Param(Param::MaxTaken) => ", the most stones that a move may take",
        Field::Param(Param::MaxPiles) => ", the most piles that a move may change",
        Field::Param(Param::King) => ", which person is the king",
        Field::Numbers(List::Piles, _) => ", the sizes of the piles",
        Field::Numbers(List::SubtractionSet, _) => ", how many stones a move may take",
        Field::Numbers(List::Persons, _) => ", the cells of the persons",
        Field::Count(Counted::List(List::Other) | Counted::Group, _)
        | Field::Param(Param::Other)
        | Field::Numbers(List::Other, _)
        | Field::Group(_)
        | Field::EndGroup(_) => "",
    }
}

impl Walker for InputDescription<'_> {
    type Stop = Infallible;

    fn number(&mut self, number: &NumberItem) -> Result<(), Infallible> {
        let name = self.name(number.index);
        let (low, high) = (self.limit(number.low), self.limit(number.high));
        let meaning = meaning(self.fields[number.index]);
        let ascending = if number.ascending {
            ", each larger than the one before"
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

    fn case_end(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn ascend_anew(&mut self, _: &NumberItem) {}

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Infallible> {
        let head = match repeat {
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
