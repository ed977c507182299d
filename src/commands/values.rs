//! The values of arguments: texts from the command line become problems, numbers, limits, kernels.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::sync::Arc;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::decode::{Kernel, is_white_space};
use crate::engine::Part;
use crate::error::{InputErrorKind, half_width};
use crate::game::rule::Rules;
use crate::problem::judges::{self, Judge};
use crate::problem::{self, Problem, names};
use crate::testdata::Bounds;
use crate::text::power;
use crate::words::t;

/// The argument PROBLEM.
#[derive(Clone, Debug, Args)]
pub(crate) struct ProblemArg {
    /// An id or alias ('bouton list' lists them), or the path of a game.toml or its folder
    #[arg(value_name = "PROBLEM", value_parser = problem())]
    pub problem: Arc<Problem>,
}

/// Finds a problem by its name or path.
pub(crate) fn problem() -> impl TypedValueParser<Value = Arc<Problem>> {
    OsStringValueParser::new().try_map(|name| match problem::find(&name) {
        Ok(Some(problem)) => Ok(problem),
        Ok(None) => Err(no_problem(&name)),
        Err(error) => Err(error.to_string()),
    })
}

/// Problems of a list.
#[derive(Clone, Debug)]
pub(crate) enum Listed {
    /// One, by this name.
    One(OsString, Arc<Problem>),
    /// Those at the judge that is called so.
    Judge(String, &'static Judge),
    /// Those whose rule has these words.
    Rule(Vec<Arc<Problem>>),
}

/// Finds problems by their name or path, their judge, or words of their rule.
pub(crate) fn problems() -> impl TypedValueParser<Value = Listed> {
    let listed = |name: &OsStr| {
        let one = match (problem::find(name).map_err(|error| error.to_string())?, name.to_str()) {
            (Some(problem), _) => return Ok(Listed::One(name.to_owned(), problem)),
            (None, Some(name)) => name,
            (None, None) => "",
        };
        if let Some(judge) = names::called(one) {
            return Ok(Listed::Judge(one.to_owned(), judge));
        }
        let fitting = |fits: fn(&Rules, &str) -> bool| {
            let all = problem::all().filter(|problem| fits(&problem.rules, one));
            all.collect::<Vec<_>>()
        };
        let mut problems = fitting(Rules::is_written);
        if problems.is_empty() {
            problems = fitting(Rules::has_words);
        }
        if problems.is_empty() {
            return Err(no_problem(name));
        }
        Ok(Listed::Rule(problems))
    };
    OsStringValueParser::new().try_map(move |name| listed(&name))
}

/// All problems of a list. A judge and a number, as in `hdu 1850`, are one problem.
pub(crate) fn listed(all: &[Listed]) -> Vec<Arc<Problem>> {
    let (mut rest, mut problems) = (all, Vec::new());
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (Listed::Judge(judge, _), [Listed::One(number, problem), after @ ..])
                if number
                    .to_str()
                    .is_some_and(|number| names::of_two_words(judge, number).is_some()) =>
            {
                problems.push(Arc::clone(problem));
                rest = after;
            }
            (Listed::One(_, problem), _) => problems.push(Arc::clone(problem)),
            (Listed::Judge(_, judge), _) => {
                let is_there = |problem: &Arc<Problem>| {
                    let mut names = problem.names();
                    names.any(|name| judges::judge(name).is_some_and(|(at, _)| at.prefix == judge.prefix))
                };
                problems.extend(problem::all().filter(is_there));
            }
            (Listed::Rule(all), _) => problems.extend(all.iter().map(Arc::clone)),
        }
    }
    problems
}

/// Says that there is no problem `name`.
pub(crate) fn no_problem(name: &OsStr) -> String {
    t!("there is no problem '{name}'", name = name.display())
}

/// A number as it stands in an input, with the same message if it is not one.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    match text.chars().find(|c| !c.is_ascii_digit()) {
        _ if text.is_empty() => Err(t!("expected a number, found nothing").to_owned()),
        Some(c) => {
            let error = match u8::try_from(c) {
                Ok(byte) if c.is_ascii() => InputErrorKind::NotANumber(byte),
                _ => InputErrorKind::NotADigit(c),
            };
            Err(or_meant(error.to_string(), power(text)))
        }
        None => text.parse().map_err(|_| InputErrorKind::TooLarge.to_string()),
    }
}

/// What is wrong with a value, and what may be meant.
fn or_meant(error: String, meant: Option<impl Display>) -> String {
    match meant {
        Some(name) => error + t!("; ") + &t!("did you mean '{name}'?", name),
        None => error,
    }
}

/// Piles: one number, or several as in a line of an input.
pub(crate) fn piles(text: &str) -> Result<Vec<u64>, String> {
    let words: Vec<_> = text
        .split(|c| u8::try_from(c).is_ok_and(is_white_space))
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        return number("").map(|pile| vec![pile]);
    }
    let piles: Result<_, String> = words.into_iter().map(number).collect();
    piles.map_err(|error| match spaced(text) {
        Some(piles) => t!("{error}: put spaces between piles: {piles}", error, piles),
        None => error,
    })
}

/// The numbers of `text` with spaces between them, if nothing else is there but signs such as commas.
fn spaced(text: &str) -> Option<String> {
    let text: String = text.chars().map(half_width).collect();
    let is_sign = |c: char| ",;:|/+_()[]{} \t".contains(c);
    let numbers: Vec<_> = text.split(is_sign).filter(|number| !number.is_empty()).collect();
    let is_number = |number: &&str| self::number(number).is_ok();
    (numbers.len() > 1 && numbers.iter().all(is_number)).then(|| numbers.join(" "))
}

/// What was taken from each of some piles: takes with commas between them, or '-' for none.
pub(crate) fn taken(text: &str) -> Result<Vec<Vec<u64>>, String> {
    let of_pile = |word: &str| match word {
        "-" => Ok(Vec::new()),
        takes => takes.split(',').map(positive).collect(),
    };
    text.split_whitespace().map(of_pile).collect()
}

/// A number of stones, piles or persons that is at least 1.
pub(crate) fn positive(text: &str) -> Result<u64, String> {
    match number(text)? {
        0 => Err(t!("it must be 1 or more").to_owned()),
        number => Ok(number),
    }
}

/// A number of threads, or of runs at once.
pub(crate) fn threads(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| t!("expected a number from 1 to {most}", most = u16::MAX))
}

/// One of several parts: `K/N`.
pub(crate) fn part(text: &str) -> Result<Part, String> {
    let parts = text.split_once('/').and_then(|(number, of)| {
        let [number, of] = [self::number(number).ok()?, self::number(of).ok()?];
        (1..=of).contains(&number).then_some(Part { number, of })
    });
    parts.ok_or_else(|| t!("expected K/N with K from 1 to N, such as 1/8").to_owned())
}

/// A number of bytes, perhaps with a unit.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.as_bytes() {
        [digits @ .., b'k' | b'K'] => (digits.len(), 1_000),
        [digits @ .., b'm' | b'M'] => (digits.len(), 1_000_000),
        [digits @ .., b'g' | b'G'] => (digits.len(), 1_000_000_000),
        all => (all.len(), 1),
    };
    let number = number(&text[..digits]).map_err(|error| match power(text) {
        None => t!("{error}: give a size such as 64K or 1G", error),
        Some(_) => error,
    })?;
    let bytes = number.checked_mul(factor);
    bytes.ok_or_else(|| InputErrorKind::TooLarge.to_string())
}

/// A number, or the least and the most as `LOW..HIGH`.
pub(crate) fn range(text: &str) -> Result<Bounds, String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    // `1-5`, `1 to 5`, `1..=5`.
    let numbers: Vec<_> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect();
    let meant = match numbers[..] {
        [low, high] if text.matches('.').count() != 1 && power(text).is_none() => Some(format!("{low}..{high}")),
        _ => None,
    };
    let number = |text| {
        number(text).map_err(|error| match power(text) {
            None => or_meant(t!("{error}: give N or LOW..HIGH", error), meant.as_ref()),
            Some(_) => error,
        })
    };
    Ok(Bounds {
        low: number(low)?,
        high: number(high)?,
    })
}

/// The kernel with this name. A variable of the environment that is set to nothing is as good as one that is not set.
pub(crate) fn kernel(name: &str) -> Result<Kernel, String> {
    let name = name.to_ascii_lowercase();
    if matches!(&*name, "auto" | "") {
        return Ok(Kernel::best());
    }
    Kernel::named(&name).ok_or_else(|| {
        let names: Vec<_> = Kernel::available().map(Kernel::name).collect();
        t!(
            "this machine has no kernel '{name}': choose auto, {names}",
            name,
            names = names.join(t!(", "))
        )
    })
}
