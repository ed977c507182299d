//! Integers become test cases.
//!
//! How a problem lays out its cases is data, a [`Framing`]; the machine that follows it is a
//! [`Framer`]. The framer pushes: it is given a slice of integers, however the input was cut, and
//! hands the piles of the cases in it to a [`Sink`]. A case may arrive in any number of pieces, so
//! no case needs to fit into memory.

use std::ops::{BitAnd, BitOr, BitXor};

use crate::error::FlawKind;

/// An integer as the decoder delivers it: `u32` where all numbers of a block are short, else `u64`.
pub trait Number:
    Copy + 'static + Into<u64> + BitXor<Output = Self> + BitOr<Output = Self> + BitAnd<Output = Self>
{
    /// The number 0.
    const ZERO: Self;
    /// 16 numbers of only ones, then 16 of only zeros: a mask for the first `n` of 16 numbers
    /// starts at `16 - n`.
    const ONES_THEN_ZEROS: &'static [Self; 32];
}

/// Implements [`Number`] for an integer type.
macro_rules! number {
    ($integer:ty) => {
        impl Number for $integer {
            const ZERO: Self = 0;
            const ONES_THEN_ZEROS: &'static [Self; 32] = {
                let mut mask = [0; 32];
                let mut i = 0;
                while i < 16 {
                    mask[i] = Self::MAX;
                    i += 1;
                }
                &{ mask }
            };
        }
    };
}

number!(u32);
number!(u64);

/// What ends the cases of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The end of the input.
    Eof,
    /// A case whose first number is 0; real data sometimes lacks it, so the end of the input ends
    /// the cases too.
    Zero,
    /// The input starts with the number of cases.
    Count,
}

/// One part of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// A number that says how many piles there are.
    Count,
    /// The piles: as many numbers as the last `Count` said.
    Piles,
}

/// The grammar of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Framing {
    /// What ends the cases.
    pub until: Until,
    /// The parts of a case in their order.
    pub fields: &'static [Field],
}

/// Who receives the cases.
pub trait Sink {
    /// The next piles of the present case. A case has any number of such pieces, also none.
    fn piles<N: Number>(&mut self, piece: &[N]);

    /// The present case is complete.
    fn end_case(&mut self);

    /// A case that lies whole in one slice, and of which no piece was seen before: its piles are the
    /// first `count` of `numbers`. Most cases come this way, so a sink may have a shorter path for
    /// it. What follows the piles are other cases; that it may be read makes folds of fixed width
    /// possible.
    #[inline]
    fn whole_case<N: Number>(&mut self, numbers: &[N], count: usize) {
        self.piles(&numbers[..count]);
        self.end_case();
    }
}

/// Whether the framer wants more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// More numbers may follow.
    Open,
    /// The cases have ended; what follows them is not input.
    Done,
}

/// The machine that follows a [`Framing`].
#[derive(Clone, Debug)]
pub struct Framer {
    framing: Framing,
    /// How many cases the input announced, once that was read; only for [`Until::Count`].
    announced: Option<u64>,
    /// Cases completed.
    complete: u64,
    /// The field that comes next.
    at: usize,
    /// What the last `Count` said.
    count: u64,
    /// How many numbers of the present list are still to come.
    left: u64,
    progress: Progress,
}

impl Framer {
    /// A machine at the start of an input.
    pub fn new(framing: Framing) -> Self {
        Self {
            framing,
            announced: None,
            complete: 0,
            at: 0,
            count: 0,
            left: 0,
            progress: Progress::Open,
        }
    }

    /// The number of the present case, counted from 1.
    pub fn case(&self) -> u64 {
        self.complete + 1
    }

    /// Takes the next numbers of the input, and hands what they complete to `sink`.
    #[inline]
    pub fn push<N: Number, S: Sink>(&mut self, mut numbers: &[N], sink: &mut S) -> Progress {
        if self.framing.until == Until::Count && self.announced.is_none() {
            let Some((&announced, rest)) = numbers.split_first() else {
                return self.progress;
            };
            self.announced = Some(announced.into());
            self.end_after_last_case();
            numbers = rest;
        }
        while self.progress == Progress::Open {
            if self.at == 0 {
                numbers = self.push_whole_cases(numbers, sink);
            }
            match self.framing.fields.get(self.at) {
                None => {
                    sink.end_case();
                    self.at = 0;
                    self.complete += 1;
                    self.end_after_last_case();
                }
                Some(Field::Piles) if self.left == 0 => self.at += 1,
                Some(_) if numbers.is_empty() => break,
                Some(Field::Count) => {
                    self.count = numbers[0].into();
                    if self.at == 0 && self.count == 0 && self.framing.until == Until::Zero {
                        self.progress = Progress::Done;
                    }
                    self.left = self.count;
                    self.at += 1;
                    numbers = &numbers[1..];
                }
                Some(Field::Piles) => {
                    let piece = at_most(self.left, numbers.len());
                    sink.piles(&numbers[..piece]);
                    self.left -= piece as u64;
                    numbers = &numbers[piece..];
                }
            }
        }
        self.progress
    }

    /// The short path: cases that lie whole in `numbers`. Returns what is left of them, which
    /// starts at the start of a case.
    #[inline]
    fn push_whole_cases<'n, N: Number, S: Sink>(
        &mut self,
        mut numbers: &'n [N],
        sink: &mut S,
    ) -> &'n [N] {
        if self.framing.fields != [Field::Count, Field::Piles] {
            return numbers;
        }
        // Cases until the announced number of them is complete. Where none was announced, so many
        // that it never ends: a case has at least two bytes.
        let wanted = self.announced.unwrap_or(u64::MAX) - self.complete;
        let zero_ends = self.framing.until == Until::Zero;
        let mut found = 0;
        while let Some((&count, rest)) = numbers.split_first() {
            let count: u64 = count.into();
            if count > rest.len() as u64 || found == wanted || (zero_ends && count == 0) {
                break;
            }
            let count = count as usize;
            sink.whole_case(rest, count);
            found += 1;
            numbers = &rest[count..];
        }
        self.complete += found;
        self.end_after_last_case();
        numbers
    }

    fn end_after_last_case(&mut self) {
        if self.announced == Some(self.complete) {
            self.progress = Progress::Done;
        }
    }

    /// Says what is missing if the input ends here.
    ///
    /// # Errors
    /// The input ends inside a case, or before the last of the announced cases.
    pub fn finish(&self) -> Result<(), FlawKind> {
        if self.progress == Progress::Done {
            Ok(())
        } else if self.at > 0 {
            Err(FlawKind::EndsInsideCase {
                read: self.count - self.left,
                of: self.count,
            })
        } else if let Some(of) = self.announced {
            Err(FlawKind::EndsBetweenCases {
                read: self.complete,
                of,
            })
        } else {
            Ok(())
        }
    }
}

/// The smaller of `left` and `len`.
fn at_most(left: u64, len: usize) -> usize {
    usize::try_from(left).map_or(len, |left| left.min(len))
}
