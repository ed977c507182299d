//! Compares answers with the right ones, case by case, and explains the first wrong one.
//!
//! ```text
//! input ──▶ the right answers ─┐
//! expected ────────────────────┼──▶ texts: are they equal? ──▶ case: which one differs? ──▶ explain
//! actual ──────────────────────┘
//! ```
//!
//! All three are read in parallel; memory grows with one answer. As long as they are equal, byte by byte,
//! many answers are compared at a time; around a difference, one answer.

mod any;
pub(crate) mod case;
mod comparison;
pub(crate) mod explain;
mod name;
mod texts;

use std::cell::LazyCell;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use crate::answer::AnswerLines;
use crate::decode::{is_white_space, words};
use crate::engine::pipe::Checkpoints;
use crate::engine::{RunOptions, answer_and_note};
use crate::error::Error;
use crate::input::Input;
use crate::judge::verdict::Verdict;
use crate::layout::Until;
use crate::output::answers::Answers;
use crate::problem::Problem;
use texts::{AnswerSpan, AnswerText};

pub(crate) use comparison::counted_cases;
pub use comparison::{Comparison, ExplainedCase};
pub use name::Name;

/// Answers to compare: bytes to read once, and their name in messages.
pub struct Answered {
    /// The name. `None` for our own answers, in which a user cannot look up a line.
    pub name: Option<Name>,
    /// The bytes.
    pub source: Box<dyn Read + Send>,
}

impl Answered {
    /// The answers in the file `path`; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let input = Input::named(path)?;
        Ok(Self {
            name: Some(Name::File(input.name.clone())),
            source: Box::new(input),
        })
    }
}

/// Compares `actual` answers with the `expected` ones, and both with the right answers to `input`. If
/// there are no actual answers, compares the expected ones with the right answers.
///
/// # Errors
/// If the input is bad, or something cannot be read.
pub fn compare(
    problem: &Problem,
    input: &mut Input,
    expected: Answered,
    actual: Option<Answered>,
    options: RunOptions,
) -> Result<Comparison, Error> {
    let (expected, actual) = if problem.answer.any {
        let actual = actual.map(|actual| with_our_moves(problem, input, actual));
        (
            with_our_moves(problem, input, expected)?,
            actual.transpose()?,
        )
    } else {
        (expected, actual)
    };
    let mut comparer = Comparer::new(problem, expected, actual);
    let name = "the right answers".to_owned();
    let mut answers = Answers::new(name, &mut comparer);
    let mut checkpoints = Checkpoints::new();
    let answered = answer_and_note(problem, input, &mut answers, options, &mut checkpoints);
    drop(answers);
    if let Some(error) = comparer.error.take() {
        return Err(error);
    }
    answered?;
    comparer.finish()?;
    comparer.result(input, &checkpoints)
}

/// The name of answers in messages: our own have none.
fn shown(name: Option<&Name>) -> String {
    name.map_or("bouton".to_owned(), Name::to_string)
}

/// Returns the same answers, but with our winning moves in place of others.
fn with_our_moves(
    problem: &Problem,
    input: &Input,
    Answered { name, source }: Answered,
) -> Result<Answered, Error> {
    let ours = any::OurMoves::new(problem, input, name.clone(), source)?;
    Ok(Answered {
        name,
        source: Box::new(ours),
    })
}

/// The answers to one case, of which at least two differ.
#[derive(Debug)]
pub struct Difference {
    /// The number of the case, counted from 1.
    pub case: u64,
    /// The right answer. Its text is `None` if there is no such case.
    pub right: Side,
    /// The expected answer.
    pub expected: Side,
    /// The actual answer. A copy of the right one if there are no actual ones.
    pub actual: Side,
}

/// What is kept of an answer that differs from another one.
#[derive(Debug, Default)]
pub struct Side {
    /// `None` if it is missing.
    pub text: Option<Vec<u8>>,
    /// Whether the text is only the beginning of the answer.
    pub is_cut: bool,
    /// The line on which it starts, counted from 1; 0 if there is none.
    pub line: u64,
    /// The number of blank lines before it.
    pub blank_lines: u64,
    /// Whether it is right, except for white space.
    pub is_right: bool,
    /// Where it first differs from another answer, if both are there.
    pub first_difference: Option<FirstDifference>,
}

/// How much is kept of a longer answer, and of a long line in which answers differ.
const KEPT: usize = 200;

/// Where an answer first differs from another one.
#[derive(Debug)]
pub struct FirstDifference {
    /// The line, counted from 1.
    pub line: u64,
    /// The number of bytes of the answer before it.
    pub at: usize,
    /// That line, or its part near the difference if it is long. Empty if the answer ends before.
    pub text: Vec<u8>,
}

impl FirstDifference {
    /// The number of bytes kept of a long line before and after the difference.
    const NEAR: usize = 40;

    /// The first difference of `answer`, which starts on `line`, at its byte `at`.
    fn new(answer: &[u8], line: u64, at: usize) -> Self {
        let line_start = memchr::memrchr(b'\n', &answer[..at]).map_or(0, |end| end + 1);
        let line_len = memchr::memchr(b'\n', &answer[at..]);
        let line_end = line_len.map_or(answer.len(), |len| at + len);
        let (mut start, mut end) = (line_start, line_end);
        if line_end - line_start > KEPT {
            // Numbers are not cut: they have at most 20 digits.
            let near = start.max(at.saturating_sub(Self::NEAR));
            let from = start.max(near.saturating_sub(20));
            let space = memchr::memrchr(b' ', &answer[from..near]);
            start = space.map_or(near, |space| from + space + 1);
            let near = end.min(at + Self::NEAR);
            let to = end.min(near + 20);
            let space = memchr::memchr(b' ', &answer[near..to]);
            end = space.map_or(near, |space| near + space);
        }
        let before: &[u8] = if start > line_start { b"... " } else { b"" };
        let after: &[u8] = if end < line_end { b" ..." } else { b"" };
        Self {
            line: line + bytecount::count(&answer[..at], b'\n') as u64,
            at,
            text: [before, &answer[start..end], after].concat(),
        }
    }
}

impl Side {
    fn of(answer: Answer<'_>, right: Answer<'_>) -> Self {
        let is_right = Likeness::of(answer, right) != Likeness::Different;
        let (text, Some(piece)) = answer else {
            return Self {
                is_right,
                ..Self::default()
            };
        };
        let bytes = text.bytes(piece);
        let is_cut = piece.is_cut || bytes.len() > LONG_ANSWER;
        let kept = if is_cut { KEPT } else { bytes.len() };
        Self {
            text: Some(bytes[..kept].to_vec()),
            is_cut,
            line: text.line_of(piece),
            blank_lines: piece.blank_lines,
            is_right,
            first_difference: None,
        }
    }
}

/// Where two answers first differ. `None` if they do not.
fn first_differences(one: Answer<'_>, other: Answer<'_>) -> Option<[FirstDifference; 2]> {
    let ((one_text, Some(one)), (other_text, Some(other))) = (one, other) else {
        return None;
    };
    let bytes = [one_text.bytes(one), other_text.bytes(other)];
    let lines = [one_text.line_of(one), other_text.line_of(other)];
    let at = common(bytes[0], bytes[1], bytes[1]);
    let are_same = trimmed_end(bytes[0]) == trimmed_end(bytes[1]);
    let first_difference = |i: usize| FirstDifference::new(bytes[i], lines[i], at);
    (!are_same).then(|| [first_difference(0), first_difference(1)])
}

/// An answer of a text, if there is one.
type Answer<'t> = (&'t AnswerText, Option<AnswerSpan>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Likeness {
    Same,
    ButForWhiteSpace,
    Different,
}

impl Likeness {
    fn of(one: Answer<'_>, other: Answer<'_>) -> Self {
        let pieces = [one.1, other.1];
        if pieces == [None, None] {
            return Self::Same;
        }
        if pieces.iter().flatten().any(|piece| piece.is_cut) {
            return Self::Different;
        }
        let [one, other] = [one, other].map(|(text, piece)| {
            let bytes = piece.map(|piece| text.bytes(piece));
            trimmed_end(bytes.unwrap_or_default())
        });
        let [before_one, before_other] = pieces.map(|piece| piece.map(|piece| piece.blank_lines));
        match Self::of_bytes(one, other) {
            Self::Same if before_one != before_other => Self::ButForWhiteSpace,
            likeness => likeness,
        }
    }

    fn of_bytes(one: &[u8], other: &[u8]) -> Self {
        if one == other {
            Self::Same
        } else if words(one).eq(words(other)) {
            Self::ButForWhiteSpace
        } else {
            Self::Different
        }
    }
}

/// Trims white space from the end.
pub(crate) fn trimmed_end(text: &[u8]) -> &[u8] {
    let last = text.iter().rposition(|&byte| !is_white_space(byte));
    &text[..last.map_or(0, |last| last + 1)]
}

fn trimmed_start(text: &[u8]) -> &[u8] {
    let first = text.iter().position(|&byte| !is_white_space(byte));
    &text[first.unwrap_or(text.len())..]
}

/// Trims white space from both ends.
pub(crate) fn trimmed(text: &[u8]) -> &[u8] {
    trimmed_start(trimmed_end(text))
}

/// Compares the words of two texts. Where line breaks differ, answers are on other lines than their
/// counterparts.
#[derive(Debug, Default)]
struct Ahead {
    /// The bytes of the longer text that have not been compared: each word is preceded by a space.
    surplus: VecDeque<u8>,
    /// Which text is longer so far.
    leader: usize,
    /// Whether they have different words.
    apart: bool,
    /// Whether the last byte of each text is in a word, which the next one may continue.
    in_word: [bool; 2],
    /// Once one is far ahead, hashes of all further bytes of each text.
    far: Option<[DefaultHasher; 2]>,
}

impl Ahead {
    const FAR: usize = 1 << 20;

    /// Adds bytes of the first or the second text, 0 or 1.
    fn add(&mut self, text: usize, bytes: &[u8]) {
        for &byte in bytes {
            if self.apart {
                return;
            }
            let in_word = !is_white_space(byte);
            if in_word && !self.in_word[text] {
                self.add_byte(text, b' ');
            }
            if in_word {
                self.add_byte(text, byte);
            }
            self.in_word[text] = in_word;
        }
    }

    fn add_byte(&mut self, text: usize, byte: u8) {
        if self.apart {
            return;
        }
        if let Some(far) = &mut self.far {
            far[text].write_u8(byte);
            return;
        }
        if self.surplus.is_empty() {
            self.leader = text;
        }
        if self.leader == text {
            self.surplus.push_back(byte);
            if self.surplus.len() > Self::FAR {
                let mut far = [DefaultHasher::new(), DefaultHasher::new()];
                for byte in self.surplus.drain(..) {
                    far[text].write_u8(byte);
                }
                self.far = Some(far);
            }
        } else if self.surplus.pop_front() != Some(byte) {
            self.apart = true;
            self.surplus = VecDeque::new();
        }
    }

    /// Whether no bytes are left to compare, or there is no need to.
    fn is_even(&self) -> bool {
        self.surplus.is_empty() && self.far.is_none()
    }

    /// Whether the texts are equal, if they end here.
    fn are_same(&self) -> bool {
        let hash = |hasher: &DefaultHasher| hasher.finish();
        let far = self.far.as_ref().map(|far| far.each_ref().map(hash));
        !self.apart && self.surplus.is_empty() && far.is_none_or(|[one, other]| one == other)
    }
}

/// The result so far of comparing the answers of two texts.
#[derive(Debug, Default)]
struct Balance {
    ahead: Ahead,
    /// The number of cases with different answers, and the first of them.
    different: u64,
    first_different: Option<Arc<Difference>>,
    /// The number of cases that differ only in white space, and the first of them.
    but_for_white_space: u64,
    first_but_for_white_space: Option<Arc<Difference>>,
}

impl Balance {
    /// Adds the answers to one case. `difference` collects what to keep of them, if they differ.
    fn add(
        &mut self,
        one: Answer<'_>,
        other: Answer<'_>,
        difference: impl FnOnce() -> Arc<Difference>,
    ) -> Likeness {
        let likeness = Likeness::of(one, other);
        if likeness != Likeness::Same || !self.ahead.is_even() {
            for (text, (answers, piece)) in [one, other].into_iter().enumerate() {
                let bytes = piece.map_or(&[][..], |piece| answers.bytes(piece));
                self.ahead.add(text, bytes);
            }
        }
        match likeness {
            Likeness::Same => {}
            Likeness::ButForWhiteSpace => {
                self.but_for_white_space += 1;
                self.first_but_for_white_space
                    .get_or_insert_with(difference);
            }
            Likeness::Different => {
                self.different += 1;
                self.first_different.get_or_insert_with(difference);
            }
        }
        likeness
    }

    /// The verdict, if the texts end here.
    fn verdict(&self) -> Verdict {
        if self.different == 0 && self.but_for_white_space == 0 {
            Verdict::Accepted
        } else if self.ahead.are_same() {
            Verdict::PresentationError
        } else {
            Verdict::WrongAnswer
        }
    }

    /// The first difference that matters for the verdict.
    fn first(&self) -> Option<&Arc<Difference>> {
        let different = self.first_different.as_ref();
        let but_for_white_space = self.first_but_for_white_space.as_ref();
        if self.verdict() != Verdict::PresentationError {
            return different;
        }
        let both = [different, but_for_white_space].into_iter().flatten();
        both.min_by_key(|difference| difference.case)
    }
}

/// The maximum number of differing cases reported.
const MAX_REPORTED: usize = 10;

/// Of an answer longer than this, 8 MiB, only the beginning is kept; one that exceeds twice the right one by
/// more is read in pieces.
const LONG_ANSWER: usize = 1 << 23;

/// Receives the right answers, and compares.
struct Comparer<'p> {
    problem: &'p Problem,
    lines: AnswerLines,
    right: AnswerText,
    expected: AnswerText,
    actual: Option<AnswerText>,
    /// The end of the last complete answer among the buffered right ones, and how far these were
    /// scanned.
    complete: usize,
    scanned: usize,
    /// The number of answers compared, and the number of right, expected and actual answers among them.
    compared: u64,
    cases: u64,
    expected_answers: u64,
    actual_answers: u64,
    actual_and_expected: Balance,
    /// The first differing cases.
    differing: Vec<u64>,
    /// Unused if there are no actual answers.
    expected_and_right: Balance,
    error: Option<Error>,
}

impl<'p> Comparer<'p> {
    fn new(problem: &'p Problem, expected: Answered, actual: Option<Answered>) -> Self {
        let lines = match problem.layout.until() {
            Until::One if !problem.answer.has_lines_of_positions() => AnswerLines::All,
            Until::One | Until::Eof | Until::Zero | Until::Count => problem.answer.lines,
        };
        Self {
            problem,
            lines,
            right: AnswerText::new(None, Box::new(io::empty())),
            expected: AnswerText::new(expected.name, expected.source),
            actual: actual.map(|actual| AnswerText::new(actual.name, actual.source)),
            complete: 0,
            scanned: 0,
            compared: 0,
            cases: 0,
            expected_answers: 0,
            actual_answers: 0,
            actual_and_expected: Balance::default(),
            differing: Vec::new(),
            expected_and_right: Balance::default(),
            error: None,
        }
    }

    /// Compares all complete right answers.
    fn advance(&mut self) -> Result<(), Error> {
        let right = self.right.seen();
        if let Some(end) = self.lines.last_end(&right[self.scanned..]) {
            self.complete = self.scanned + end;
        }
        self.scanned = right.len();
        while self.complete > 0 {
            if !self.skip_equal()? && !self.count_line() {
                self.one()?;
            }
        }
        Ok(())
    }

    /// Marks `len` bytes of right answers as compared.
    fn consumed_right(&mut self, len: usize) {
        self.complete = self.complete.saturating_sub(len);
        self.scanned = self.scanned.saturating_sub(len);
    }

    /// How many of the first `len` bytes are equal in all texts; 0 if their next bytes belong to
    /// different answers.
    fn common_len(&mut self, len: usize) -> Result<usize, Error> {
        if !(self.actual_and_expected.ahead.is_even() && self.expected_and_right.ahead.is_even()) {
            return Ok(0);
        }
        let right = &self.right.seen()[..len];
        let expected = self.expected.see(len)?;
        let actual = match &mut self.actual {
            Some(actual) => actual.see(len)?,
            None => right,
        };
        Ok(common(right, expected, actual))
    }

    /// Skips bytes that are equal in all texts.
    fn skip(&mut self, len: usize) {
        self.right.take(len);
        self.expected.take(len);
        if let Some(actual) = &mut self.actual {
            actual.take(len);
        }
        self.consumed_right(len);
    }

    /// Skips answers that are equal in all texts. Returns whether there were any.
    fn skip_equal(&mut self) -> Result<bool, Error> {
        // An answer of several lines is complete where the next one starts, in all texts.
        let len = match self.lines {
            AnswerLines::WordAndNumbers => self.right.seen().len().min(self.complete + 1),
            _ => self.complete,
        };
        let same = self.common_len(len)?;
        let right = &self.right.seen()[..same];
        let skipped = if same == len {
            self.complete
        } else {
            self.lines.start_of(right)
        };
        if skipped == 0 {
            return Ok(false);
        }
        let count = self.lines.count(&right[..skipped]);
        self.count(count);
        self.skip(skipped);
        Ok(true)
    }

    /// Counts this number of answers in all texts.
    fn count(&mut self, count: u64) {
        self.compared += count;
        self.cases += count;
        self.expected_answers += count;
        self.actual_answers += count;
    }

    /// Compares the next line of each text, if it is an answer of which only the number of differences
    /// matters from now on. Returns whether it is. With [`Comparer::one`] alone, three million wrong answers take twice
    /// as long.
    fn count_line(&mut self) -> bool {
        let ahead = &self.actual_and_expected.ahead;
        let right_ahead = &self.expected_and_right.ahead;
        let all_reported = ahead.apart && self.differing.len() == MAX_REPORTED;
        if self.lines != AnswerLines::One || !all_reported || !right_ahead.is_even() {
            return false;
        }
        let actual = self.actual.as_ref().unwrap_or(&self.right);
        let lines = [&self.right, &self.expected, actual].map(AnswerText::line_seen);
        let [Some(right), Some(expected), Some(actual)] = lines else {
            return false;
        };
        let actual_likeness = Likeness::of_bytes(actual, expected);
        let expected_likeness = Likeness::of_bytes(expected, right);
        let [is_different, is_wrong] =
            [actual_likeness, expected_likeness].map(|likeness| likeness == Likeness::Different);
        let is_first_wrong = is_wrong && self.actual.is_some() && !right_ahead.apart;
        let is_blank = [right, expected, actual].iter().any(|line| line.len() == 1);
        if [actual_likeness, expected_likeness].contains(&Likeness::ButForWhiteSpace)
            || is_first_wrong
            || is_blank
        {
            return false;
        }
        let [right, expected, actual] = [right, expected, actual].map(<[u8]>::len);
        self.right.take(right);
        self.expected.take(expected);
        if let Some(text) = &mut self.actual {
            text.take(actual);
            self.expected_and_right.different += u64::from(is_wrong);
        }
        self.actual_and_expected.different += u64::from(is_different);
        self.count(1);
        self.consumed_right(right);
        true
    }

    /// Compares the answers to the next case. Returns whether there were any.
    fn one(&mut self) -> Result<bool, Error> {
        let lines = self.lines;
        let right = self.right.answer_seen(lines);
        let right_bytes = right.map_or(&[][..], |right| self.right.bytes(right));
        let len = right_bytes.len();
        // Answers are lines with words, except that a case without positions has a blank line.
        let is_blank = right_bytes == b"\n";
        let next = |text: &mut AnswerText| {
            if is_blank {
                text.blank_line()
            } else {
                text.answer(lines, 2 * len + LONG_ANSWER)
            }
        };
        let expected = next(&mut self.expected)?;
        let actual = match &mut self.actual {
            Some(actual) => next(actual)?,
            None => right,
        };
        if right.is_none() && expected.is_none() && actual.is_none() {
            return Ok(false);
        }
        self.compared += 1;
        self.cases += u64::from(right.is_some());
        self.expected_answers += u64::from(expected.is_some());
        self.actual_answers += u64::from(actual.is_some());
        let right = (&self.right, right);
        let expected = (&self.expected, expected);
        let actual = (self.actual.as_ref().unwrap_or(&self.right), actual);
        let difference = LazyCell::new(|| {
            let mut sides = [right, expected, actual].map(|answer| Side::of(answer, right));
            if let Some([one, other]) = first_differences(expected, actual) {
                (sides[1].first_difference, sides[2].first_difference) = (Some(one), Some(other));
            } else if let Some([one, other]) = first_differences(right, expected) {
                (sides[0].first_difference, sides[1].first_difference) = (Some(one), Some(other));
            }
            let [right, expected, actual] = sides;
            Arc::new(Difference {
                case: self.compared,
                right,
                expected,
                actual,
            })
        });
        let kept = || Arc::clone(&difference);
        let likeness = self.actual_and_expected.add(actual, expected, kept);
        if likeness == Likeness::Different && self.differing.len() < MAX_REPORTED {
            self.differing.push(self.compared);
        }
        if self.actual.is_some() {
            self.expected_and_right.add(expected, right, kept);
        }
        drop(difference);
        self.consumed_right(len);
        self.rests()?;
        Ok(true)
    }

    /// Compares the rests of answers that were cut.
    fn rests(&mut self) -> Result<(), Error> {
        while let Some(piece) = self.expected.rest(self.lines)? {
            let bytes = self.expected.bytes(piece);
            self.actual_and_expected.ahead.add(1, bytes);
            if self.actual.is_some() {
                self.expected_and_right.ahead.add(0, bytes);
            }
        }
        if let Some(actual) = &mut self.actual {
            while let Some(piece) = actual.rest(self.lines)? {
                self.actual_and_expected.ahead.add(0, actual.bytes(piece));
            }
        }
        Ok(())
    }

    /// Compares the remaining answers when all right ones are known.
    fn finish(&mut self) -> Result<(), Error> {
        self.advance()?;
        self.right.end();
        while self.one()? {}
        Ok(())
    }
}

impl Write for Comparer<'_> {
    fn write(&mut self, answers: &[u8]) -> io::Result<usize> {
        self.right.push(answers);
        match self.advance() {
            Ok(()) => Ok(answers.len()),
            Err(error) => {
                self.error = Some(error);
                Err(io::ErrorKind::Other.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The length of the common prefix of three texts.
fn common(one: &[u8], other: &[u8], third: &[u8]) -> usize {
    /// Comparing many bytes at a time is faster, but wasteful where texts differ soon.
    const STEP: usize = 256;
    let len = one.len().min(other.len()).min(third.len());
    let same = |from: usize, to: usize| {
        let one = &one[from..to];
        one == &other[from..to] && one == &third[from..to]
    };
    let mut at = 0;
    while at < len && same(at, len.min(at + STEP)) {
        at = len.min(at + STEP);
    }
    while at < len && same(at, at + 1) {
        at += 1;
    }
    at
}
