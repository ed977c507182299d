//! How two answers differ, and what is kept of them.

use crate::decode::{is_white_space, words};

/// An answer that exceeds twice the right one by more is too long.
pub(super) const LONG_ANSWER: usize = 64 << 20;

/// The bytes that are kept of a long line before and after a difference: more than a number has.
const NEAR: usize = 50;

/// An answer of a text.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its lines, without blanks at their ends.
    pub bytes: Vec<u8>,
    /// The line on which it starts, counted from 1.
    pub line: u64,
    /// The number of blank lines before it.
    pub blank_lines: u64,
    /// Whether it is too long, and these bytes are only its beginning.
    pub is_too_long: bool,
}

/// The answers to one case, of which at least two differ.
#[derive(Debug)]
pub struct Difference {
    /// The number of the case, counted from 1.
    pub case: u64,
    /// The right answer. It is missing if there is no such case.
    pub right: Side,
    /// The expected answer.
    pub expected: Side,
    /// The actual answer. A copy of the right one if there are no actual ones.
    pub actual: Side,
}

/// One of the answers that differ.
#[derive(Debug)]
pub struct Side {
    /// `None` if it is missing.
    pub answer: Option<Answer>,
    /// Whether it is right, except for white space.
    pub is_right: bool,
    /// Where it first differs from another answer, if both are there: the number of the line counted from 1, and the
    /// line, or its part near the difference if it is long. That is empty if the answer ends before.
    pub first_difference: Option<(u64, Vec<u8>)>,
}

/// How much two answers are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    Same,
    ButForWhiteSpace,
    Different,
}

impl Likeness {
    pub(super) fn of(one: Option<&Answer>, other: Option<&Answer>) -> Self {
        if [one, other].into_iter().flatten().any(|it| it.is_too_long) {
            return Self::Different;
        }
        let [before_one, before_other] = [one, other].map(|it| it.map(|it| it.blank_lines));
        let [one, other] = [one, other].map(|it| it.map_or(&[][..], |it| trimmed_end(&it.bytes)));
        if one == other && before_one == before_other {
            Self::Same
        } else if words(one).eq(words(other)) {
            Self::ButForWhiteSpace
        } else {
            Self::Different
        }
    }
}

impl Difference {
    /// What is kept of the right, the expected and the actual answer.
    pub(super) fn new(case: u64, answers: [Option<&Answer>; 3]) -> Self {
        let differ = |&[one, other]: &[usize; 2]| {
            let text = |side: usize| answers[side].map(|answer| trimmed_end(&answer.bytes));
            text(one) != text(other)
        };
        let mut lines = [const { None }; 3];
        if let Some([one, other]) = [[1, 2], [0, 1]].into_iter().find(differ)
            && let (Some(first), Some(second)) = (answers[one], answers[other])
        {
            let at = common(&first.bytes, &[&second.bytes]);
            lines[one] = Some(first.line_near(at));
            lines[other] = Some(second.line_near(at));
        }
        let mut lines = lines.into_iter();
        let [right, expected, actual] = answers.map(|answer| Side {
            answer: answer.cloned(),
            is_right: Likeness::of(answer, answers[0]) != Likeness::Different,
            first_difference: lines.next().flatten(),
        });
        Self {
            case,
            right,
            expected,
            actual,
        }
    }
}

impl Side {
    /// The answer as text; empty if it is missing.
    pub(crate) fn text(&self) -> &[u8] {
        self.answer.as_ref().map_or(&[], |answer| &answer.bytes)
    }

    /// The line on which the answer starts, counted from 1; 0 if there is none.
    pub fn line(&self) -> u64 {
        self.answer.as_ref().map_or(0, |answer| answer.line)
    }
}

impl Answer {
    /// The line with byte `at`, without what is far from it, and its number.
    fn line_near(&self, at: usize) -> (u64, Vec<u8>) {
        let (before, behind) = self.bytes.split_at(at);
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let end = at + memchr::memchr(b'\n', behind).unwrap_or(behind.len());
        let from = start.max(at.saturating_sub(NEAR));
        let to = end.min(at + NEAR);
        let dots = |is_cut| if is_cut { &b"..."[..] } else { b"" };
        let text = [dots(from > start), &self.bytes[from..to], dots(to < end)].concat();
        let ends = bytecount::count(before, b'\n') as u64;
        (self.line + ends, text)
    }
}

/// Trims white space from the end.
pub(crate) fn trimmed_end(text: &[u8]) -> &[u8] {
    let last = text.iter().rposition(|&byte| !is_white_space(byte));
    &text[..last.map_or(0, |last| last + 1)]
}

pub(super) fn trimmed_start(text: &[u8]) -> &[u8] {
    let first = text.iter().position(|&byte| !is_white_space(byte));
    &text[first.unwrap_or(text.len())..]
}

/// Trims white space from both ends.
pub(crate) fn trimmed(text: &[u8]) -> &[u8] {
    trimmed_start(trimmed_end(text))
}

/// The length of the common prefix of a text and all others.
pub(super) fn common(one: &[u8], others: &[&[u8]]) -> usize {
    /// Comparing many bytes at a time is faster, but wasteful where texts differ soon.
    const STEP: usize = 256;
    let len = others
        .iter()
        .fold(one.len(), |len, other| len.min(other.len()));
    let same = |from: usize, to: usize| others.iter().all(|other| one[from..to] == other[from..to]);
    let mut at = 0;
    while at < len && same(at, len.min(at + STEP)) {
        at = len.min(at + STEP);
    }
    while at < len && same(at, at + 1) {
        at += 1;
    }
    at
}
