//! Compares answers with the right ones, case by case, and explains the first wrong one.
//!
//! ```text
//! input ──▶ the right answers ─┐
//! expected ────────────────────┼──▶ texts: are they equal? ──▶ case: which one differs? ──▶ explain
//! actual ──────────────────────┘
//! ```
//!
//! All three are read in parallel; memory grows with one answer, which may have 64 MiB more than twice the right
//! one. As long as they are equal, byte by byte,
//! many answers are compared at a time; around a difference, one answer.

mod any;
pub(crate) mod case;
mod comparison;
mod difference;
pub(crate) mod explain;
mod texts;

use std::cell::LazyCell;
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
use crate::judge::name::Name;
use crate::judge::verdict::Verdict;
use crate::output::answers::Answers;
use crate::problem::Problem;
use any::OtherMoves;
use difference::{LONG_ANSWER, Likeness, common};
use texts::AnswerText;

pub(crate) use comparison::counted_cases;
pub use comparison::{Comparison, ExplainedCase};
pub use difference::{Answer, Difference, Side};
pub(crate) use difference::{trimmed, trimmed_end};

/// Answers to compare: bytes to read once, and their name in messages.
pub struct Answered {
    /// The name.
    pub name: Name,
    /// The bytes.
    pub source: Box<dyn Read + Send>,
}

impl Answered {
    /// The answers in the file `path`; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let input = Input::named(path)?;
        Ok(Self {
            name: Name::File(input.name.clone()),
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
    let again = if problem.answer.any {
        Some(input.again()?)
    } else {
        None
    };
    let mut comparer = Comparer::new(problem, expected, actual);
    if let Some(input) = &again {
        comparer.other_moves = Some(OtherMoves::new(problem, input)?);
    }
    let name = "the right answers".to_owned();
    let mut answers = Answers::new(name, &mut comparer);
    let mut checkpoints = Checkpoints::new();
    let answered = answer_and_note(problem, input, &mut answers, options, &mut checkpoints);
    drop(answers);
    if let Some(error) = comparer.error.take() {
        return Err(error);
    }
    answered?;
    comparer.texts[RIGHT].ended = true;
    comparer.advance()?;
    comparer.result(input, &checkpoints)
}

/// How two texts compare so far, apart from white space.
#[derive(Debug)]
enum Alike {
    /// They have the same words.
    Same,
    /// One has words that the other may still have: the words of both since they were the same.
    Open([Words; 2]),
    /// They differ, whatever follows.
    Different,
}

/// The words of a text from some answer on.
#[derive(Debug, Default)]
struct Words {
    hash: DefaultHasher,
    /// Whether the last byte is in a word, which the next one may continue.
    in_word: bool,
}

impl Words {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let in_word = !is_white_space(byte);
            if in_word && !self.in_word {
                self.hash.write_u8(b' ');
            }
            if in_word {
                self.hash.write_u8(byte);
            }
            self.in_word = in_word;
        }
    }
}

/// The result so far of comparing the answers of two texts.
#[derive(Debug)]
struct Pair {
    /// Which of the three texts.
    texts: [usize; 2],
    alike: Alike,
    /// The number of cases with different answers, and the first of them.
    different: u64,
    first_different: Option<Arc<Difference>>,
    /// The number of cases that differ only in white space.
    but_for_white_space: u64,
    /// The first case that differs in any way.
    first: Option<Arc<Difference>>,
}

impl Pair {
    fn new(texts: [usize; 2]) -> Self {
        Self {
            texts,
            alike: Alike::Same,
            different: 0,
            first_different: None,
            but_for_white_space: 0,
            first: None,
        }
    }

    /// Adds the answers to one case. `difference` is what to keep of them, if they differ.
    fn add(
        &mut self,
        answers: [Option<&Answer>; 3],
        difference: impl Fn() -> Arc<Difference>,
    ) -> Likeness {
        let sides = self.texts.map(|text| answers[text]);
        let likeness = Likeness::of(sides[0], sides[1]);
        match likeness {
            Likeness::Same => {}
            Likeness::ButForWhiteSpace => self.but_for_white_space += 1,
            Likeness::Different => {
                self.different += 1;
                self.first_different.get_or_insert_with(&difference);
                if matches!(self.alike, Alike::Same) {
                    self.alike = Alike::after(sides);
                }
            }
        }
        if likeness != Likeness::Same {
            self.first.get_or_insert_with(&difference);
        }
        if let Alike::Open(words) = &mut self.alike {
            for (words, answer) in words.iter_mut().zip(sides) {
                words.add(answer.map_or(&[], |answer| &answer.bytes));
            }
            if words[0].hash.finish() == words[1].hash.finish() {
                self.alike = Alike::Same;
            }
        }
        likeness
    }

    /// The verdict, if the texts end here.
    fn verdict(&self) -> Verdict {
        match self.alike {
            _ if self.first.is_none() => Verdict::Accepted,
            Alike::Same => Verdict::PresentationError,
            Alike::Open(_) | Alike::Different => Verdict::WrongAnswer,
        }
    }

    /// The first difference that matters for the verdict.
    fn first(&self) -> Option<&Arc<Difference>> {
        if self.verdict() == Verdict::PresentationError {
            self.first.as_ref()
        } else {
            self.first_different.as_ref()
        }
    }
}

impl Alike {
    /// Of texts that had the same words before these answers, which have different ones.
    fn after(answers: [Option<&Answer>; 2]) -> Self {
        if let [Some(one), Some(other)] = answers {
            let mut pairs = words(&one.bytes).zip(words(&other.bytes));
            if one.is_too_long || other.is_too_long || pairs.any(|(one, other)| one != other) {
                return Self::Different;
            }
        }
        Self::Open(Default::default())
    }
}

/// The maximum number of differing cases reported.
const MAX_REPORTED: usize = 10;

/// The indices of the texts.
const RIGHT: usize = 0;
const EXPECTED: usize = 1;
const ACTUAL: usize = 2;

/// Receives the right answers, and compares.
struct Comparer<'p> {
    problem: &'p Problem,
    lines: AnswerLines,
    /// The right answers, the expected ones, and the actual ones if there are any: else the right ones stand for them.
    texts: Vec<AnswerText>,
    /// The number of answers in each text so far, and of cases with any.
    counts: [u64; 3],
    compared: u64,
    /// The actual and the expected answers, and the expected and the right ones.
    pairs: [Pair; 2],
    /// The first cases whose actual answers differ.
    differing: Vec<u64>,
    /// Where any winning move is right.
    other_moves: Option<OtherMoves<'p>>,
    error: Option<Error>,
}

impl<'p> Comparer<'p> {
    fn new(problem: &'p Problem, expected: Answered, actual: Option<Answered>) -> Self {
        let lines = match problem.layout.cases() {
            None if !problem.answer.has_lines_of_positions() => AnswerLines::All,
            _ => problem.answer.lines,
        };
        let right = Answered {
            name: Name::Ours,
            source: Box::new(io::empty()),
        };
        let texts = [right, expected].into_iter().chain(actual);
        Self {
            problem,
            lines,
            texts: texts
                .map(|text| AnswerText::new(text.name, text.source))
                .collect(),
            counts: [0; 3],
            compared: 0,
            pairs: [[ACTUAL, EXPECTED], [EXPECTED, RIGHT]].map(Pair::new),
            differing: Vec::new(),
            other_moves: None,
            error: None,
        }
    }

    /// Compares all complete right answers, and at their end all other ones.
    fn advance(&mut self) -> Result<(), Error> {
        while self.skip_equal()? || self.one()? {}
        Ok(())
    }

    /// Skips answers that are equal in all texts. Returns whether there were any.
    fn skip_equal(&mut self) -> Result<bool, Error> {
        let is_open = |pair: &Pair| matches!(pair.alike, Alike::Open(_));
        if self.pairs.iter().any(is_open) {
            return Ok(false);
        }
        let (right, others) = self.texts.split_at_mut(1);
        let right = right[RIGHT].seen();
        for text in &mut *others {
            text.see(right.len())?;
        }
        // Without actual answers, the expected ones are the last.
        let others = [0, others.len() - 1].map(|other| others[other].seen());
        let same = &right[..common(right, &others)];
        // An answer of several lines is complete where the next one starts, in all texts.
        let len = self.lines.last_start(same).unwrap_or(0);
        if len == 0 {
            return Ok(false);
        }
        let count = self.lines.count(&same[..len]);
        for text in &mut self.texts {
            text.skip(len);
        }
        self.compared += count;
        self.counts = self.counts.map(|other| other + count);
        Ok(true)
    }

    /// Compares the answers to the next case. Returns whether there are any, and the right one is complete.
    fn one(&mut self) -> Result<bool, Error> {
        let lines = self.lines;
        let right = self.texts[RIGHT].answer_seen(lines);
        if right.is_none() && !self.texts[RIGHT].ended {
            return Ok(false);
        }
        let right_bytes = right.as_ref().map_or(&[][..], |right| &right.bytes);
        // Answers are lines with words, except that a case without positions has a blank line.
        let is_blank = right_bytes == b"\n";
        let longest = 2 * right_bytes.len() + LONG_ANSWER;
        let mut answers = [right, None, None];
        for (answer, text) in answers.iter_mut().zip(&mut self.texts).skip(EXPECTED) {
            *answer = if is_blank {
                text.blank_line()?
            } else {
                text.answer(lines, longest)?
            };
        }
        if answers.iter().all(Option::is_none) {
            return Ok(false);
        }
        self.compared += 1;
        let case = self.compared;
        if let (Some(moves), [Some(right), others @ ..]) = (&mut self.other_moves, &mut answers) {
            for answer in others.iter_mut().flatten() {
                if let Some(ours) = moves.replaced(case, &right.bytes, &answer.bytes)? {
                    answer.bytes = ours;
                }
            }
        }
        let mut answers = answers.each_ref().map(Option::as_ref);
        if self.texts.len() == ACTUAL {
            answers[ACTUAL] = answers[RIGHT];
        }
        let difference = LazyCell::new(|| Arc::new(Difference::new(case, answers)));
        let kept = || Arc::clone(&difference);
        let [likeness, _] = self.pairs.each_mut().map(|pair| pair.add(answers, kept));
        if likeness == Likeness::Different && self.differing.len() < MAX_REPORTED {
            self.differing.push(case);
        }
        for (count, answer) in self.counts.iter_mut().zip(answers) {
            *count += u64::from(answer.is_some());
        }
        Ok(true)
    }
}

impl Write for Comparer<'_> {
    fn write(&mut self, answers: &[u8]) -> io::Result<usize> {
        self.texts[RIGHT].push(answers);
        // A long answer is not scanned again with each of its pieces.
        if self.lines.last_start(answers).is_some()
            && let Err(error) = self.advance()
        {
            self.error = Some(error);
            return Err(io::ErrorKind::Other.into());
        }
        Ok(answers.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
