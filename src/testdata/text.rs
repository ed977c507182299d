//! From numbers to the text of an input, as its layout has it.

use std::convert::Infallible;

use super::walk::{CaseNumbers, before};
use crate::layout::{Layout, NumberItem, Once, Repeat, Role, Walker};

/// The input of these cases, of which there is at least one, each with the numbers before all cases.
///
/// # Panics
/// If one of them is not a case.
pub(crate) fn input(layout: &Layout, cases: &[CaseNumbers]) -> Vec<u8> {
    let before = before(layout, &cases[0]);
    let mut text = InputText::new(layout);
    text.head(cases.len() as u64, &cases[0][..before]);
    for case in cases {
        text.case(&case[before..]);
    }
    text.bytes.extend(ending(layout).into_bytes());
    text.bytes
}

/// What follows the last case.
pub(crate) fn ending(layout: &Layout) -> String {
    match layout.cases() {
        Some(Repeat::ToZero) => vec!["0"; layout.zeros()].join(" ") + "\n",
        Some(Repeat::Times(_) | Repeat::ToEnd | Repeat::ToEndWithBlankLines) | None => {
            String::new()
        }
    }
}

/// The text of an input so far.
pub(crate) struct InputText<'a> {
    layout: &'a Layout,
    /// The last number of each name.
    values: Vec<u64>,
    /// No case was added yet.
    is_first: bool,
    /// The text, or what was not taken of it.
    pub bytes: Vec<u8>,
}

impl<'a> InputText<'a> {
    /// An input that is laid out as `layout` says.
    pub(crate) fn new(layout: &'a Layout) -> Self {
        Self {
            layout,
            values: vec![0; layout.numbers.len()],
            is_first: true,
            bytes: Vec::new(),
        }
    }

    /// Adds what precedes the first case: the number of cases, and the other numbers before it.
    pub(crate) fn head(&mut self, cases: u64, numbers: &[u64]) {
        let (layout, text, rest) = (self.layout, self, numbers);
        let Ok(()) = layout.walk_head(&mut Writing { text, cases, rest });
    }

    /// Adds a case with these numbers.
    pub(crate) fn case(&mut self, numbers: &[u64]) {
        if self.layout.cases() == Some(Repeat::ToEndWithBlankLines) && !self.is_first {
            self.bytes.push(b'\n');
        }
        self.is_first = false;
        let (layout, text, rest) = (self.layout, self, numbers);
        let Ok(()) = layout.walk_case(&mut Writing {
            text,
            cases: 0,
            rest,
        });
    }
}

/// Writes the next parts of an input.
struct Writing<'w, 'a> {
    text: &'w mut InputText<'a>,
    cases: u64,
    /// Their numbers, but for the number of cases.
    rest: &'w [u64],
}

impl Walker for Writing<'_, '_> {
    type Stop = Infallible;

    fn number(&mut self, number: &NumberItem) -> Result<(), Infallible> {
        let text = &mut *self.text;
        let cases = [self.cases];
        let list = if number.role == Role::Cases {
            &cases
        } else {
            let len = number.times.map_or(1, |times| text.values[times]);
            let (list, rest) = self.rest.split_at(len as usize);
            text.values[number.index] = list.last().copied().unwrap_or(0);
            self.rest = rest;
            list
        };
        let mut digits = itoa::Buffer::new();
        for &number in list {
            // A space follows each until the line ends in its place.
            text.bytes
                .extend_from_slice(digits.format(number).as_bytes());
            text.bytes.push(b' ');
        }
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Infallible> {
        self.text.bytes.pop_if(|last| *last == b' ');
        self.text.bytes.push(b'\n');
        Ok(())
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Infallible> {
        let values = &self.text.values;
        let times = repeat.times().map_or(1, |times| values[times]);
        (0..times).try_for_each(|_| once(self))
    }
}
