//! Compares answers with the right ones, case by case, and explains the first that is wrong.
//!
//! ```text
//! input ──▶ the right answers ─┐
//! wanted ──────────────────────┼──▶ texts: are they equal? ──▶ case: which one differs? ──▶ explain
//! found ───────────────────────┘
//! ```
//!
//! All three are read side by side, in constant memory. As long as they are equal, byte by byte, they
//! are compared many answers at a time; around a difference, answer by answer.

pub mod case;
mod explain;
mod report;
mod texts;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::answer::Answers;
use crate::commands::answer::{Options, answer_and_note};
use crate::error::Error;
use crate::input::Input;
use crate::pipe::Places;
use crate::problems::{Problem, Question};
use texts::{Answer, Lines, Text, line_ends};

pub use report::Comparison;

/// What a judge says of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are the wanted ones. Line ends may be CRLF, and blanks at the ends of lines, blank lines
    /// at the end and a missing last line end do not matter.
    Accepted,
    /// They are the wanted ones but for white space.
    PresentationError,
    /// They are others.
    WrongAnswer,
}

impl Verdict {
    /// As judges abbreviate it.
    pub fn short(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::PresentationError => "PE",
            Self::WrongAnswer => "WA",
        }
    }

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::PresentationError => "presentation error",
            Self::WrongAnswer => "wrong answer",
        }
    }
}

/// Answers to compare: bytes to read once, and what they are called in messages.
pub struct Answered {
    /// The name.
    pub name: String,
    /// The bytes.
    pub source: Box<dyn Read + Send>,
}

impl Answered {
    /// The answers in the file `path`; `-` is standard input.
    ///
    /// # Errors
    /// It cannot be opened, or is a folder.
    pub fn open(path: &Path) -> Result<Self, Error> {
        if path == Path::new("-") {
            let name = "stdin".to_owned();
            let source = Box::new(io::stdin());
            return Ok(Self { name, source });
        }
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => Ok(Self {
                name,
                source: Box::new(file),
            }),
            Err(error) => Err(Error::reading(&name, error)),
        }
    }
}

/// Compares the answers `found` with those `wanted`, and both with the right ones to `input`. If there
/// are none `found`, the right ones are in their place.
///
/// # Errors
/// The input is bad, or something cannot be read.
pub fn compare(
    problem: &'static Problem,
    input: &mut Input,
    wanted: Answered,
    found: Option<Answered>,
    options: Options,
) -> Result<Comparison, Error> {
    let mut comparer = Comparer::new(problem, wanted, found);
    let name = "the right answers".to_owned();
    let mut answers = Answers::new(name, &mut comparer);
    let mut places = Places::new();
    let answered = answer_and_note(problem, input, &mut answers, options, &mut places);
    drop(answers);
    if let Some(error) = comparer.error.take() {
        return Err(error);
    }
    answered?;
    let finished = comparer.finish();
    finished.map_err(|trouble| trouble.error(&comparer))?;
    comparer.report(input, &places)
}

/// The answers to one case, of which at least two differ.
#[derive(Clone, Debug, Default)]
struct Difference {
    /// Which case, counted from 1.
    case: u64,
    right: Option<Vec<u8>>,
    wanted: Side,
    /// The same as what is right, if there are no others.
    found: Side,
}

impl Difference {
    /// Whether the answers of this side are right, but for white space.
    fn is_right(&self, side: &Side) -> bool {
        match (&self.right, &side.text) {
            (Some(right), Some(text)) => without_white_space(right).eq(without_white_space(text)),
            (right, text) => right.is_none() && text.is_none(),
        }
    }
}

/// One of two answers that differ.
#[derive(Clone, Debug, Default)]
struct Side {
    text: Option<Vec<u8>>,
    line: u64,
    blank_lines: u64,
}

impl Side {
    fn of(answer: Option<Answer<'_>>) -> Self {
        Self {
            text: answer.map(|answer| answer.text.to_vec()),
            line: answer.map_or(0, |answer| answer.line),
            blank_lines: answer.map_or(0, |answer| answer.blank_lines),
        }
    }
}

/// How two answers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    Same,
    ButForWhiteSpace,
    Different,
}

impl Likeness {
    fn of(wanted: Option<Answer<'_>>, found: Option<Answer<'_>>) -> Self {
        let (Some(wanted), Some(found)) = (wanted, found) else {
            let both = wanted.is_none() && found.is_none();
            return if both { Self::Same } else { Self::Different };
        };
        if wanted.text == found.text {
        } else if !without_white_space(wanted.text).eq(without_white_space(found.text)) {
            return Self::Different;
        } else if !trimmed_lines(wanted.text).eq(trimmed_lines(found.text)) {
            return Self::ButForWhiteSpace;
        }
        if wanted.blank_lines == found.blank_lines {
            Self::Same
        } else {
            Self::ButForWhiteSpace
        }
    }
}

/// The bytes that are no white space.
fn without_white_space(text: &[u8]) -> impl Iterator<Item = u8> {
    text.iter().copied().filter(|b| !b.is_ascii_whitespace())
}

/// The lines without blanks at their ends.
fn trimmed_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.trim_ascii_end().split(|&b| b == b'\n');
    lines.map(<[u8]>::trim_ascii_end)
}

/// What is left to compare of two texts without their white space: where lines are cut in other
/// places, answers stand in other lines than their like.
#[derive(Debug, Default)]
struct Ahead {
    wanted: Vec<u8>,
    found: Vec<u8>,
    /// They differ in more than white space.
    apart: bool,
}

impl Ahead {
    /// So far ahead nobody is who only forgot line ends.
    const FAR: usize = 64 << 20;

    fn add(&mut self, wanted: &[u8], found: &[u8]) {
        if self.apart {
            return;
        }
        self.wanted.extend(without_white_space(wanted));
        self.found.extend(without_white_space(found));
        let common = self.wanted.len().min(self.found.len());
        if self.wanted[..common] == self.found[..common] {
            self.wanted.drain(..common);
            self.found.drain(..common);
        } else {
            self.apart = true;
        }
        self.apart |= self.wanted.len().max(self.found.len()) > Self::FAR;
        if self.apart {
            (self.wanted, self.found) = (Vec::new(), Vec::new());
        }
    }

    /// Nothing is left to compare.
    fn is_even(&self) -> bool {
        self.wanted.is_empty() && self.found.is_empty()
    }
}

/// A text that cannot be read.
enum Trouble {
    Wanted(io::Error),
    Found(io::Error),
}

impl Trouble {
    fn error(self, comparer: &Comparer) -> Error {
        match self {
            Self::Wanted(error) => Error::reading(&comparer.wanted.name, error),
            Self::Found(error) => {
                let name = comparer.found.as_ref().map_or("", |found| &found.name);
                Error::reading(name, error)
            }
        }
    }
}

/// How many differing cases are named.
const NAMED: usize = 10;

/// Receives the right answers, and compares.
struct Comparer {
    problem: &'static Problem,
    lines: Lines,
    right: Text,
    wanted: Text,
    found: Option<Text>,
    /// The end of the last complete answer among the right ones that can be seen, as far as known.
    known: usize,
    /// How many cases were compared, and how many answers to them there were.
    cases: u64,
    wanted_answers: u64,
    found_answers: u64,
    ahead: Ahead,
    /// The first cases whose answers differ.
    differing: Vec<u64>,
    /// How many do, and how many more differ in white space.
    different: u64,
    but_for_white_space: u64,
    first_different: Option<Difference>,
    first_but_for_white_space: Option<Difference>,
    /// How many wanted answers are not right, and the first that is not.
    doubtful: u64,
    first_doubtful: Option<Difference>,
    error: Option<Error>,
}

impl Comparer {
    fn new(problem: &'static Problem, wanted: Answered, found: Option<Answered>) -> Self {
        let lines = match problem.question {
            Question::Winner { .. }
            | Question::NumberedWinner { .. }
            | Question::Letters
            | Question::WinningMoves
            | Question::AllMoves => Lines::One,
            Question::Leaves => Lines::WordAndNumbers,
            Question::FirstMove | Question::MoveAndPiles => Lines::All,
        };
        Self {
            problem,
            lines,
            right: Text::new(String::new(), Box::new(io::empty())),
            wanted: Text::new(wanted.name, wanted.source),
            found: found.map(|found| Text::new(found.name, found.source)),
            known: 0,
            cases: 0,
            wanted_answers: 0,
            found_answers: 0,
            ahead: Ahead::default(),
            differing: Vec::new(),
            different: 0,
            but_for_white_space: 0,
            first_different: None,
            first_but_for_white_space: None,
            doubtful: 0,
            first_doubtful: None,
            error: None,
        }
    }

    /// Compares all right answers that are complete.
    fn advance(&mut self) -> Result<(), Trouble> {
        loop {
            self.known = self.lines.complete(self.right.seen(), self.known);
            if self.known == 0 {
                return Ok(());
            }
            if !(self.ahead.is_even() && self.skip_equal()?) {
                self.one()?;
            }
        }
    }

    /// Skips answers that are equal in all texts; whether there were any.
    fn skip_equal(&mut self) -> Result<bool, Trouble> {
        let right = self.right.seen();
        // An answer of several lines is complete where the next one starts, in all texts.
        let len = right.len().min(match self.lines {
            Lines::WordAndNumbers => self.known + 1,
            _ => self.known,
        });
        let right = &right[..len];
        let mut same = common(right, self.wanted.see(len).map_err(Trouble::Wanted)?);
        if let Some(found) = &mut self.found {
            same = same.min(common(right, found.see(len).map_err(Trouble::Found)?));
        }
        let skipped = if same == len {
            self.known
        } else {
            self.lines.start_of(right, same)
        };
        let count = self.lines.count(&right[..skipped]);
        self.cases += count;
        self.wanted_answers += count;
        self.found_answers += count;
        let taken = line_ends(&right[..skipped]);
        self.right.take(skipped, taken);
        self.wanted.take(skipped, taken);
        if let Some(found) = &mut self.found {
            found.take(skipped, taken);
        }
        self.known -= skipped;
        Ok(skipped > 0)
    }

    /// Compares the answers to the next case; whether there were any.
    fn one(&mut self) -> Result<bool, Trouble> {
        let before = self.right.seen().len();
        let right = self.right.answer(self.lines, usize::MAX).unwrap_or(None);
        let longest = 2 * right.map_or(0, |right| right.text.len()) + (64 << 20);
        let wanted = self.wanted.answer(self.lines, longest);
        let wanted = wanted.map_err(Trouble::Wanted)?;
        let found = match &mut self.found {
            Some(found) => found.answer(self.lines, longest).map_err(Trouble::Found)?,
            None => right,
        };
        let any = right.is_some() || wanted.is_some() || found.is_some();
        if any {
            self.cases += u64::from(right.is_some());
            self.wanted_answers += u64::from(wanted.is_some());
            self.found_answers += u64::from(found.is_some());
            let difference = || Difference {
                case: self.wanted_answers.max(self.found_answers).max(self.cases),
                right: right.map(|right| right.text.to_vec()),
                wanted: Side::of(wanted),
                found: Side::of(found),
            };
            let likeness = Likeness::of(wanted, found);
            if likeness != Likeness::Same || !self.ahead.is_even() {
                let texts = [wanted, found].map(|side| side.map_or(&[][..], |side| side.text));
                self.ahead.add(texts[0], texts[1]);
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
                    if self.differing.len() < NAMED {
                        self.differing.push(difference().case);
                    }
                    self.first_different.get_or_insert_with(difference);
                }
            }
            if wanted.is_some() && Likeness::of(right, wanted) == Likeness::Different {
                self.doubtful += 1;
                self.first_doubtful.get_or_insert_with(difference);
            }
        }
        self.known = self.known.saturating_sub(before - self.right.seen().len());
        Ok(any)
    }

    /// Compares what is left when all right answers are known.
    fn finish(&mut self) -> Result<(), Trouble> {
        self.advance()?;
        self.right.end();
        while self.one()? {}
        Ok(())
    }
}

impl Write for Comparer {
    fn write(&mut self, answers: &[u8]) -> io::Result<usize> {
        self.right.push(answers);
        match self.advance() {
            Ok(()) => Ok(answers.len()),
            Err(trouble) => {
                self.error = Some(trouble.error(self));
                Err(io::ErrorKind::Other.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How many bytes two texts have in common at their beginnings.
fn common(one: &[u8], other: &[u8]) -> usize {
    const STEP: usize = 256;
    let len = one.len().min(other.len());
    let (one, other) = (&one[..len], &other[..len]);
    let steps = one.chunks(STEP).zip(other.chunks(STEP));
    let same = STEP * steps.take_while(|(one, other)| one == other).count();
    let rest = one.iter().zip(other).skip(same);
    len.min(same + rest.take_while(|(one, other)| one == other).count())
}
