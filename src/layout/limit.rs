//! The limits of a number, which may depend on numbers before it.

use super::{Group, Layout, Mistake, NumberItem, Quoted, groups, is_in_name};
use crate::words::t;

/// A limit of a number: a number, or numbers of the input, perhaps with a factor, and plus or minus a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The limit if no numbers of the input are a part of it, else a factor.
    pub(crate) factor: u64,
    /// The numbers of the input that are multiplied.
    pub(crate) names: Vec<Named>,
    /// What is added.
    pub(crate) plus: i128,
}

/// A number of the input that is a part of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Its index.
    pub index: usize,
    /// Whether the numbers of a list are limited by those of another one at the same place.
    pub by_element: bool,
}

impl Limit {
    /// Always this number.
    pub(crate) fn of(number: u64) -> Self {
        Self {
            factor: number,
            names: Vec::new(),
            plus: 0,
        }
    }

    /// The limit, where the numbers in it have these values.
    pub(crate) fn value(&self, value: impl Fn(Named) -> u64) -> i128 {
        let values = self.names.iter().map(|&named| i128::from(value(named)));
        let product = values.fold(i128::from(self.factor), i128::saturating_mul);
        product.saturating_add(self.plus)
    }

    /// The limit, if it is always the same.
    pub fn number(&self) -> Option<u64> {
        self.names.is_empty().then_some(self.factor)
    }

    /// The limit as a text: numbers and names are written like this, and stand on both sides of `times`.
    pub(crate) fn written(
        &self,
        number: impl Fn(u64) -> String,
        name: impl Fn(Named) -> String,
        times: &str,
    ) -> String {
        let is_shown = self.factor != 1 || self.names.is_empty();
        let factor = is_shown.then(|| number(self.factor));
        let names = self.names.iter().map(|&named| name(named));
        let product = factor.into_iter().chain(names).collect::<Vec<_>>().join(times);
        let plus = number(u64::try_from(self.plus.unsigned_abs()).unwrap_or(u64::MAX));
        match self.plus {
            0 => product,
            1.. => format!("{product} + {plus}"),
            _ => format!("{product} - {plus}"),
        }
    }
}

/// A number, a power such as `10^7`, a product of such and of the names of numbers `before`, and plus or minus a
/// number.
pub(super) fn parse(text: Quoted<'_>, limit: &str, before: &[NumberItem]) -> Result<Limit, Mistake> {
    if let Some(parsed) = parsed(limit, before) {
        return Ok(parsed);
    }
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let message = match limit.split_once(['e', 'E']) {
        Some((factor, power)) if is_number(factor) && is_number(power) && !power.is_empty() => {
            t!(
                "expected a power such as 10^{power}, found '{text}'",
                power,
                text = limit
            )
        }
        _ => t!(
            "expected a number up to 2^64 - 1 or an earlier name, found '{text}'",
            text = limit
        ),
    };
    text.mistake(limit, message)
}

/// `None` if it is no limit.
fn parsed(limit: &str, before: &[NumberItem]) -> Option<Limit> {
    let end = limit.rfind(['+', '-']).unwrap_or(limit.len());
    let (product, plus) = limit.split_at(end);
    let number = |text: &str| {
        let (base, exponent) = text.split_once('^').unwrap_or((text, "1"));
        let (base, exponent) = (digits(base)?, digits(exponent)?);
        base.checked_pow(u32::try_from(exponent).ok()?)
    };
    let product_of = |text: &str, names: &mut Vec<Named>| {
        text.split('*').try_fold(1_i128, |product, factor| {
            let named = before.iter().position(|number| number.name == factor);
            if let Some(index) = named {
                let by_element = false;
                names.push(Named { index, by_element });
                return Some(product);
            }
            product.checked_mul(number(factor)?)
        })
    };
    let mut names = Vec::new();
    let factor = product_of(product, &mut names)?;
    let plus = match plus.split_at_checked(1) {
        None => 0,
        Some((sign, plus)) => {
            let mut others = Vec::new();
            let plus = product_of(plus, &mut others).filter(|_| others.is_empty())?;
            let plus = i128::from(u64::try_from(plus).ok()?);
            if sign == "-" { -plus } else { plus }
        }
    };
    let (factor, plus) = match names[..] {
        [] => (factor.checked_add(plus)?, 0),
        [_, ..] => (factor, plus),
    };
    let factor = u64::try_from(factor).ok()?;
    Some(Limit { factor, names, plus })
}

/// The number that these digits are.
fn digits(text: &str) -> Option<i128> {
    let are_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| are_digits)
}

impl Layout {
    /// The least and the largest number that a limit allows.
    pub(crate) fn least(&self, limit: &Limit) -> u64 {
        let least = limit.value(|named| self.least(&self.numbers[named.index].low));
        least.clamp(0, u64::MAX.into()) as u64
    }

    /// The largest number that a limit allows.
    pub(crate) fn largest(&self, limit: &Limit) -> u64 {
        let largest = limit.value(|named| self.largest(&self.numbers[named.index].high));
        largest.clamp(0, u64::MAX.into()) as u64
    }

    /// Finds which of the names in the limits of the number with this index are lists, whose numbers limit those at the
    /// same place. They stand in `word`, where a mistake is reported.
    pub(super) fn set_names_of_limits(&mut self, index: usize, text: Quoted<'_>, word: &str) -> Result<(), Mistake> {
        let number = &self.numbers[index];
        let mut limits = [number.low.clone(), number.high.clone()];
        for named in limits.iter_mut().flat_map(|limit| &mut limit.names) {
            let Some(by_element) = self.is_named_by_element(index, named.index) else {
                let name = &self.numbers[named.index].name;
                let message = t!(
                    "'{name}' is a list of another length: expected a number, or a list of the same length",
                    name
                );
                return text.mistake(part(word, name), message);
            };
            named.by_element = by_element;
        }
        let number = &mut self.numbers[index];
        [number.low, number.high] = limits;
        Ok(())
    }

    /// Whether the number with the first index refers to the other one element by element, not to its last value.
    /// `None` if it cannot refer to it: that is a list of another length.
    pub(super) fn is_named_by_element(&self, index: usize, other: usize) -> Option<bool> {
        let [one, other] = [index, other].map(|index| &self.numbers[index]);
        let [group, group_of_other] = [one, other].map(|number| self.group_of(number.index));
        // What is repeated, as often as the number with this index says, and how many times as often.
        let length = |number: &NumberItem| number.length.map(|length| (length, number.factor));
        let start = |group: Option<&Group>| group.map(|group| group.numbers.start);
        if start(group) == start(group_of_other) {
            return match length(other) {
                None => Some(false),
                of_other => (of_other == length(one)).then_some(true),
            };
        }
        let repeated = |number: &NumberItem, group: Option<&Group>| match (group, length(number)) {
            (Some(_), Some(_)) => None,
            (Some(group), None) => Some(Some((group.times, 1))),
            (None, length) => Some(length),
        };
        match repeated(other, group_of_other)? {
            None => Some(false),
            of_other => (Some(of_other) == repeated(one, group)).then_some(true),
        }
    }

    /// The group that has the number with this index, among others.
    fn group_of(&self, index: usize) -> Option<&Group> {
        let mut groups = groups(self.head.iter().chain(&self.case));
        groups.find(|group| group.numbers.contains(&index))
    }
}

/// Where `name` stands in `word`, after the name that this is about.
fn part<'t>(word: &'t str, name: &str) -> &'t str {
    let mut parts = word.split(|c| !is_in_name(c)).skip(1);
    parts.find(|part| *part == name).unwrap_or(word)
}
