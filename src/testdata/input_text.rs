//! From numbers to the text of an input, as its layout has it.

use std::convert::Infallible;

use super::case_numbers::CaseNumbers;
use crate::layout::{Layout, NumberItem, Once, Repeat, Role, Walker};

/// The input of these cases, of which there is at least one, each with the numbers before all cases. Panics if one of
/// them is not a case.
pub(crate) fn input(layout: &Layout, cases: &[CaseNumbers]) -> Vec<u8> {
    let mut text = InputText::new(layout, cases.len() as u64, &cases[0]);
    for case in cases {
        text.case(case);
    }
    text.end();
    text.bytes
}

/// Once this many bytes wait, they are written.
pub(super) const FULL: usize = 64 * 1024;

/// What follows the last case.
pub(crate) fn ending(layout: &Layout) -> String {
    match layout.zeros() {
        0 => String::new(),
        zeros => vec!["0"; zeros].join(" ") + "\n",
    }
}

/// The text of an input so far.
pub(crate) struct InputText<'a> {
    layout: &'a Layout,
    /// How many cases there are.
    cases: u64,
    /// The last number of each name.
    values: Vec<u64>,
    /// What comes next, backwards.
    rest: Vec<u64>,
    /// How many numbers come before all cases.
    pub head: usize,
    /// No case was added yet.
    is_first: bool,
    /// The text, or what was not taken of it.
    pub bytes: Vec<u8>,
}

impl<'a> InputText<'a> {
    /// The beginning of an input of so many cases, of which `first` is one.
    pub(crate) fn new(layout: &'a Layout, cases: u64, first: &[u64]) -> Self {
        let mut text = Self {
            layout,
            cases,
            values: vec![0; layout.numbers.len()],
            rest: first.iter().rev().copied().collect(),
            head: 0,
            is_first: true,
            bytes: Vec::new(),
        };
        let Ok(()) = layout.walk_head(&mut text);
        text.head = first.len() - text.rest.len();
        text
    }

    /// Adds a case with these numbers, the first of which are those before all cases.
    pub(crate) fn case(&mut self, numbers: &[u64]) {
        if self.layout.cases() == Some(Repeat::ToEndWithBlankLines) && !self.is_first {
            self.bytes.push(b'\n');
        }
        self.is_first = false;
        self.rest.clear();
        self.rest.extend(numbers[self.head..].iter().rev());
        let Ok(()) = self.layout.walk_case(self);
    }

    /// Adds what follows the last case.
    pub(crate) fn end(&mut self) {
        self.bytes.extend(ending(self.layout).into_bytes());
    }
}

impl Walker for InputText<'_> {
    type Stop = Infallible;

    fn number(&mut self, number: &NumberItem) -> Result<(), Infallible> {
        let mut digits = itoa::Buffer::new();
        for _ in 0..number.len(&self.values) {
            let value = if number.role == Role::Cases {
                self.cases
            } else {
                self.rest.pop().expect("a case has all of its numbers")
            };
            self.values[number.index] = value;
            // A space follows each until the line ends in its place.
            self.bytes.extend(digits.format(value).as_bytes());
            self.bytes.push(b' ');
        }
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Infallible> {
        self.bytes.pop_if(|last| *last == b' ');
        self.bytes.push(b'\n');
        Ok(())
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Infallible> {
        let times = repeat.times().map_or(1, |times| self.values[times]);
        (0..times).try_for_each(|_| once(self))
    }
}
