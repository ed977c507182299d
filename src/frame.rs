//! Integers become test cases.
//!
//! How a problem lays out its cases is data, a [`Framing`]; the machine that follows it is a
//! [`Framer`]. The framer pushes: it is given a slice of integers, however the input was cut, and
//! hands the piles of the cases in it to a [`Sink`]. A case may arrive in any number of pieces, so
//! no case needs to fit into memory.

use crate::decode::Number;
use crate::error::FlawKind;

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

    /// Cases that lie whole in one slice, and of which no piece was seen before. Nearly all cases
    /// come this way, so a sink may have a shorter path for them.
    ///
    /// A sink takes all of them.
    #[inline(always)]
    fn whole_cases<N: Number>(&mut self, cases: &mut WholeCases<'_, N>) {
        for (numbers, count) in cases {
            self.piles(&numbers[..count]);
            self.end_case();
        }
    }
}

/// Cases of the simple layout, number of piles and piles, that lie whole in a slice.
///
/// Each is given as a slice of numbers of which the first so many are its piles. What follows them
/// are other cases; that it may be read makes folds of fixed width possible.
pub struct WholeCases<'n, N> {
    numbers: &'n [N],
    /// Where the next case starts.
    at: usize,
    /// 1 if a case without piles ends the cases, else 0.
    fewest: usize,
    /// How many more cases there are, as far as the layout says.
    left: u64,
}

impl<'n, N: Number> WholeCases<'n, N> {
    /// No more cases than this will come.
    #[inline(always)]
    pub fn at_most(&self) -> usize {
        self.numbers.len() - self.at
    }

    /// How many piles the next case has.
    #[inline(always)]
    pub fn next_count(&self) -> Option<usize> {
        self.peek().map(|(_, count)| count)
    }

    /// The next case, unless it has more than `longest` piles.
    #[inline(always)]
    pub fn next_up_to(&mut self, longest: usize) -> Option<(&'n [N], usize)> {
        let (numbers, count) = self.peek().filter(|(_, count)| *count <= longest)?;
        self.left -= 1;
        self.at += 1 + count;
        Some((numbers, count))
    }

    #[inline(always)]
    fn peek(&self) -> Option<(&'n [N], usize)> {
        let (&count, rest) = self.numbers[self.at..].split_first()?;
        let count = usize::try_from(count.into()).ok()?;
        (count <= rest.len() && count >= self.fewest && self.left > 0).then_some((rest, count))
    }
}

impl<'n, N: Number> Iterator for WholeCases<'n, N> {
    type Item = (&'n [N], usize);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.next_up_to(usize::MAX)
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
    #[inline(always)]
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
    #[inline(always)]
    fn push_whole_cases<'n, N: Number, S: Sink>(
        &mut self,
        numbers: &'n [N],
        sink: &mut S,
    ) -> &'n [N] {
        if self.framing.fields != [Field::Count, Field::Piles] {
            return numbers;
        }
        // Where no number of cases was announced, so many that it never ends.
        let wanted = self.announced.unwrap_or(u64::MAX) - self.complete;
        let fewest = usize::from(self.framing.until == Until::Zero);
        let mut cases = WholeCases {
            numbers,
            at: 0,
            fewest,
            left: wanted,
        };
        sink.whole_cases(&mut cases);
        self.complete += wanted - cases.left;
        self.end_after_last_case();
        &numbers[cases.at..]
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
