//! Rules as they are written: which row they are, what is in its holes, and what may be meant by what is no rule.

use std::borrow::Cow;

use super::{Make, RULES, RuleDef};
use crate::game::breaking::{MAX_DIGITS, octal_digits};
use crate::layout::{Mistake, Parameter, Role, mistake};
use crate::words::t;

/// The words of [`RuleDef::written`] that stand for something else.
pub(super) const HOLES: &[&str] = &["K", "P", "Q", "B", "k", "s", "{1,3,4}", "SET", "CODE", "G"];

/// What is in a hole of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    /// What it is: a number of this role, the set of takes, or the digits of a code.
    pub role: Role,
    /// How it is written, and its offset in the rule.
    pub text: String,
    pub offset: usize,
    /// The number or numbers; `None` if they are those of the input that have the name `text`.
    pub values: Option<Vec<u64>>,
}

impl Argument {
    /// What is in a hole, and behind it the names in it, if it is a set.
    ///
    /// # Errors
    /// The first mistake in it.
    pub(super) fn all_in(role: Role, (offset, text): Word<'_>) -> Result<Vec<Self>, Mistake> {
        let of = |role, offset, text: &str, values| Self {
            role,
            text: text.to_owned(),
            offset,
            values,
        };
        let Some(set) = set(text).filter(|_| role == Role::Take) else {
            return Ok(vec![of(role, offset, text, values(role, offset, text)?)]);
        };
        let (mut numbers, mut names, mut at) = (Vec::new(), Vec::new(), offset + 1);
        for (nth, part) in set.split(',').enumerate() {
            let found = part.trim();
            if is_name(found) {
                let start = at + part.len() - part.trim_start().len();
                let role = Role::Parameter(Parameter::Taken(nth));
                names.push(of(role, start, found, None));
                numbers.push(0);
            } else {
                numbers.push(number(at, found, role.least())?);
            }
            at += part.len() + 1;
        }
        names.insert(0, of(role, offset, text, Some(numbers)));
        Ok(names)
    }
}

/// What is in braces.
pub(super) fn set(text: &str) -> Option<&str> {
    text.strip_prefix('{')?.strip_suffix('}')
}

/// Whether this is not a number.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// A word and its offset.
type Word<'t> = (usize, &'t str);

/// The words of a rule: what stands between blanks, and `..`, `*` and sets, which may have blanks in them.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let (mut words, mut rest) = (Vec::new(), text.trim_start());
    while !rest.is_empty() {
        let len = match rest.as_bytes() {
            [b'.', b'.', ..] => 2,
            [b'*', ..] => 1,
            [b'{', ..] => rest.find('}').map_or(rest.len(), |end| end + 1),
            _ => {
                let is_end = |c: char| c == '*' || c == '{' || c.is_whitespace();
                let ends = [rest.find(".."), rest.find(is_end)];
                ends.into_iter().flatten().min().unwrap_or(rest.len())
            }
        };
        words.push((text.len() - rest.len(), &rest[..len]));
        rest = rest[len..].trim_start();
    }
    words
}

/// The holes of a rule that is `written` so.
pub(super) fn holes(written: &str) -> impl Iterator<Item = &str> {
    let words = words(written).into_iter().map(|(_, word)| word);
    words.filter(|word| HOLES.contains(word))
}

/// The row that these words fit, that of its takes, and what is in the holes of these.
pub(super) fn fitting<'t>(found: &[Word<'t>]) -> Option<(&'static RuleDef, &'static RuleDef, Vec<Word<'t>>)> {
    patterns().find_map(|(def, takes, written)| Some((def, takes, fit(&written, found)?)))
}

/// All rows, each with that of its takes, and how it is written with these.
pub(super) fn patterns() -> impl Iterator<Item = (&'static RuleDef, &'static RuleDef, Cow<'static, str>)> {
    RULES.iter().flat_map(|def| {
        let takes = RULES.iter().filter(move |takes| match def.make {
            Make::Split(_) => matches!(takes.make, Make::Takes(_)),
            Make::Game(..) | Make::Takes(_) => std::ptr::eq(*takes, def),
        });
        takes.map(move |takes| match def.make {
            Make::Split(_) => {
                let set = takes.written.trim_start_matches("take ");
                (def, takes, def.written.replace("SET", set).into())
            }
            Make::Game(..) | Make::Takes(_) => (def, takes, def.written.into()),
        })
    })
}

/// Which of these words are in the holes of a rule that is `written` so, if they fit it.
fn fit<'t>(written: &str, found: &[Word<'t>]) -> Option<Vec<Word<'t>>> {
    let pattern = words(written);
    let mut pairs = pattern.iter().zip(found);
    let is_fit = pattern.len() == found.len() && pairs.all(|((_, hole), (_, word))| fits(hole, word));
    let pairs = pattern.iter().zip(found.iter().copied());
    let holes = pairs.filter(|((_, hole), _)| HOLES.contains(hole));
    is_fit.then(|| holes.map(|(_, word)| word).collect())
}

/// Whether `word` may stand where a rule is written with `hole`, which may be a word.
pub(super) fn fits(hole: &str, word: &str) -> bool {
    match hole {
        "s" => is_name(word),
        "{1,3,4}" => set(word).is_some(),
        hole => HOLES.contains(&hole) || hole == word,
    }
}

/// The numbers that `found` in a hole says; `None` if it is the name of a number or list in the input.
fn values(role: Role, offset: usize, found: &str) -> Result<Option<Vec<u64>>, Mistake> {
    let message = match (role, found) {
        (Role::Other, _) => match octal_digits(found) {
            Some(digits) => return Ok(Some(digits)),
            None => t!(
                "expected an octal code such as 0.137 or 4.07, with up to {most} digits after the point, \
                found '{found}'",
                most = MAX_DIGITS,
                found
            ),
        },
        (Role::Parameter(Parameter::Step), "0" | "1") => {
            return Ok(Some(vec![u64::from(found == "1")]));
        }
        (Role::Parameter(Parameter::Step), _) => {
            t!("expected the step of the first pile, 0 or 1, found '{found}'", found)
        }
        _ if is_name(found) => return Ok(None),
        _ => return Ok(Some(vec![number(offset, found, role.least())?])),
    };
    mistake(offset, message)
}

/// The number that `found` says, which is at least `least`, and not 0.
fn number(offset: usize, found: &str, least: u64) -> Result<u64, Mistake> {
    let least = least.max(1);
    if let Ok(number) = found.parse()
        && number >= least
        && !found.starts_with('+')
    {
        return Ok(number);
    }
    let mut message = t!(
        "expected a number from {least} to 2^64 - 1, found '{found}'",
        least,
        found
    );
    if let Some(name) = crate::text::power(found) {
        message += t!("; ");
        message += &t!("did you mean '{name}'?", name);
    }
    mistake(offset, message)
}
