//! Inputs that break one rule of a layout each, made from a valid one.

use std::ops::Range;

use crate::layout::checker::check_text;
use crate::layout::{Group, Layout, NumberItem, Once, Repeat, Walker};

/// Invalid inputs by their names, each with one mistake; `sample` is valid and short.
pub(crate) fn inputs(layout: &Layout, sample: &str) -> Vec<(&'static str, String)> {
    let mut places = Places {
        tokens: tokens(sample),
        next: 0,
        values: vec![0; layout.numbers.len()],
        found: Vec::new(),
    };
    // A valid input is never at odds with its layout.
    let _ = layout.walk(&mut places);
    let numbers = places.found;
    let of_list = numbers.iter().rfind(|place| place.is_in_list);
    let Some(last) = of_list.or(numbers.last()) else {
        return Vec::new();
    };
    let number = &sample[last.range.clone()];
    let with = |text: &str| {
        let Range { start, end } = last.range;
        format!("{}{text}{}", &sample[..start], &sample[end..])
    };
    let before = sample[..last.range.start].strip_suffix(' ');
    let without = before.map_or_else(
        || with(""),
        |before| before.to_owned() + &sample[last.range.end..],
    );
    let ending = ending(layout);
    let mut inputs = vec![
        ("crlf", sample.replace('\n', "\r\n")),
        ("no_final_newline", sample.trim_end().to_owned()),
        ("blank_line_at_the_end", sample.to_owned() + "\n"),
        (
            "space_at_the_end_of_a_line",
            sample.replacen('\n', " \n", 1),
        ),
        ("tab", sample.replacen([' ', '\n'], "\t", 1)),
        ("leading_zero", with(&format!("0{number}"))),
        ("too_large", with(&(u128::from(last.high) + 1).to_string())),
        ("too_small", with(&(i128::from(last.low) - 1).to_string())),
        ("larger_than_64_bits", with("18446744073709551616")),
        ("not_a_number", with("x")),
        ("one_number_missing", without),
        ("one_number_too_many", with(&format!("{number} 1"))),
        ("two_spaces", sample.replacen(' ', "  ", 1)),
        ("line_broken_in_two", sample.replacen(' ', "\n", 1)),
        ("no_blank_line_between_cases", sample.replace("\n\n", "\n")),
        ("more_after_the_end", sample.repeat(2)),
        ("empty", String::new()),
    ];
    if let Some(first) = last.not {
        inputs.push(("not_different", with(&first.to_string())));
    }
    if last.is_ascending {
        inputs.push(("not_ascending", with(&last.low.to_string())));
    }
    if !ending.is_empty() {
        let body = sample.strip_suffix(&ending).unwrap_or(sample);
        inputs.push(("no_end", body.to_owned()));
        inputs.push(("no_case", ending.clone()));
        inputs.push(("end_too_short", body.to_owned() + "0\n"));
    }
    let first = &layout.numbers[0];
    if let (None, Some(high @ 0..=1000)) = (first.times, first.high.number()) {
        inputs.push(("count_too_large", least(layout, first, high + 1)));
    }
    // What breaks a rule of one layout may be valid in another one.
    inputs.retain(|(_, input)| check_text(layout, input.as_bytes()).is_err());
    inputs
}

/// The numbers of a text, each with its place.
fn tokens(text: &str) -> Vec<(Range<usize>, u64)> {
    let words = text.split_ascii_whitespace();
    let tokens = words.filter_map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        Some((start..start + word.len(), word.parse().ok()?))
    });
    tokens.collect()
}

/// The line that ends the cases, if there is one.
fn ending(layout: &Layout) -> String {
    match layout.cases() {
        Some(Repeat::ToZero) => vec!["0"; layout.zeros()].join(" ") + "\n",
        _ => String::new(),
    }
}

/// Where a number of an input stands, and its limits there.
struct Place {
    range: Range<usize>,
    low: u64,
    high: u64,
    is_in_list: bool,
    is_ascending: bool,
    /// What it must not be.
    not: Option<u64>,
}

/// Finds out which number of an input stands where.
struct Places {
    tokens: Vec<(Range<usize>, u64)>,
    next: usize,
    /// The last value of each number.
    values: Vec<u64>,
    found: Vec<Place>,
}

/// The input is at odds with its layout.
struct AtOdds;

impl Walker for Places {
    type Stop = AtOdds;

    fn number(&mut self, number: &NumberItem) -> Result<(), AtOdds> {
        let times = number.times.map_or(1, |times| self.values[times]);
        let (low, high) = (
            number.low.value(&self.values),
            number.high.value(&self.values),
        );
        for _ in 0..times {
            let (range, value) = self.tokens.get(self.next).cloned().ok_or(AtOdds)?;
            self.next += 1;
            self.values[number.index] = value;
            self.found.push(Place {
                range,
                low,
                high,
                is_in_list: number.times.is_some(),
                is_ascending: number.ascending,
                not: number.differs_from.map(|first| self.values[first]),
            });
        }
        Ok(())
    }

    fn repeat(&mut self, group: &Group, once: Once<'_, Self>) -> Result<(), AtOdds> {
        if let Repeat::Times(times) = group.repeat {
            return (0..self.values[times]).try_for_each(|_| once(self));
        }
        while self
            .tokens
            .get(self.next)
            .is_some_and(|&(_, value)| group.repeat != Repeat::ToZero || value > 0)
        {
            once(self)?;
        }
        Ok(())
    }
}

/// The input with the least numbers, but `value` for one of them. A group comes once, if no number says how
/// often.
fn least(layout: &Layout, number: &NumberItem, value: u64) -> String {
    let mut least = Least {
        given: (number.index, value),
        values: vec![0; layout.numbers.len()],
        last: vec![None; layout.numbers.len()],
        text: String::new(),
    };
    let Ok(()) = layout.walk(&mut least);
    least.text
}

struct Least {
    given: (usize, u64),
    values: Vec<u64>,
    /// The last value of a number that ascends.
    last: Vec<Option<u64>>,
    text: String,
}

impl Least {
    fn add(&mut self, number: u64) {
        if !(self.text.is_empty() || self.text.ends_with('\n')) {
            self.text.push(' ');
        }
        self.text += &number.to_string();
    }
}

impl Walker for Least {
    type Stop = std::convert::Infallible;

    fn number(&mut self, number: &NumberItem) -> Result<(), Self::Stop> {
        let times = number.times.map_or(1, |times| self.values[times]);
        let mut last = self.last[number.index].filter(|_| number.times.is_none());
        for _ in 0..times {
            let mut value = number.low.value(&self.values);
            if self.given.0 == number.index {
                value = self.given.1;
            }
            if let Some(last) = last.filter(|_| number.ascending) {
                value = value.max(last + 1);
            }
            if number.differs_from.map(|first| self.values[first]) == Some(value) {
                value += 1;
            }
            self.add(value);
            last = Some(value);
        }
        self.values[number.index] = last.unwrap_or(0);
        self.last[number.index] = last;
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Self::Stop> {
        self.text.push('\n');
        Ok(())
    }

    fn ascend_anew(&mut self, number: &NumberItem) {
        self.last[number.index] = None;
    }

    fn repeat(&mut self, group: &Group, once: Once<'_, Self>) -> Result<(), Self::Stop> {
        let times = group.repeat.times().map_or(1, |times| self.values[times]);
        (0..times).try_for_each(|_| once(self))
    }

    fn zeros(&mut self, count: usize) -> Result<(), Self::Stop> {
        (0..count).for_each(|_| self.add(0));
        Ok(())
    }
}
