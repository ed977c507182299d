//! What a [`Framer`](super::framer::Framer) passes its cases to.

use std::ops::ControlFlow;

use super::{CountOf, Role};
use crate::decode::{Kernel, Number, Slice, Work};
use crate::error::InputError;

/// A receiver of cases.
///
/// A [`Framer`](super::framer::Framer) follows the layout and calls, in the order of the input:
///
/// 1. for each number that stands alone, [`numbers`](Sink::numbers) once; for each list, any number of times, with a
///    piece of it each time. What precedes the cases comes first, and is said once.
/// 2. Where the piles come in another order than that of their names, [`place`](Sink::place) before each of them; and
///    there, or where rules stand beside piles, [`end_row`](Sink::end_row) when those that belong together have been
///    read.
/// 3. [`end_position`](Sink::end_position) after each position that is answered by itself, if a case has such.
/// 4. [`end_case`](Sink::end_case) after each case.
///
/// Cases that lie entirely in one slice, in the two layouts that nearly all problems have, come together instead: by
/// [`whole_cases`](Sink::whole_cases) or [`rows`](Sink::rows), in whose default methods the same calls are made for
/// each of them. Any of these ways may follow any other after a whole case, so a sink must not mind which it is.
///
/// An error ends the run, and is reported at its number: the index in an [`InputError`] counts from the first number of
/// the slice that was passed. What the sink has made of the cases before is kept and passed on; it is not called again.
///
/// Between these calls come [`flush_if_full`](Sink::flush_if_full), after each piece of the input, and
/// [`before_wait`](Sink::before_wait), before a read that may block. `Break` of either ends the run without an error:
/// there is nobody left to pass anything to.
///
/// With several threads, each has a sink that [`part`](Sink::part) made, and the first sink gets what they have made by
/// [`add_part`](Sink::add_part), in the order of the input.
pub trait Sink {
    /// Receives the next numbers with this role: one that stands alone, or a piece of a list, which arrives in any
    /// number of pieces, possibly none.
    ///
    /// # Errors
    /// If a number is invalid there.
    fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError>;

    /// The next number is the pile with this place among the names of the piles, where their order is not that of the
    /// input: [`end_row`](Sink::end_row) is when they are complete.
    fn place(&mut self, place: usize);

    /// Ends a row of piles, in whatever order they came, and the rules that stand beside them.
    ///
    /// # Errors
    /// If one of the piles is invalid.
    fn end_row(&mut self) -> Result<(), InputError>;

    /// Ends the current position of the current case.
    fn end_position(&mut self) {}

    /// Ends the current case.
    fn end_case(&mut self);

    /// Called often, between cases or within them, to pass on what has accumulated. Returns `Break` to stop the run.
    fn flush_if_full(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called before the run waits for more input, to pass on everything. Returns `Break` to stop the run.
    fn before_wait(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Does the `work` of passing `numbers` to a sink of this kind: here in code that all kernels share.
    fn passing<W: Work>(numbers: Slice<'_>, _kernel: Kernel, work: W) -> W::Result
    where
        Self: Sized,
    {
        numbers.pass_to(work)
    }

    /// A sink for the cases of another part of the input, if what it makes of them can be
    /// [added](Sink::add_part) to this one.
    fn part(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Adds what `part` has made of the next `cases`, and perhaps of the beginning of one more, which this sink
    /// continues. Leaves `part` as [`Sink::part`] returns it.
    fn add_part(&mut self, _part: &mut Self, _cases: u64)
    where
        Self: Sized,
    {
    }

    /// Receives cases that consist of a number of piles and the piles, and that lie entirely in one slice. Nearly all
    /// cases arrive this way, so a sink may have a faster path for them. It must consume all of them.
    ///
    /// # Errors
    /// If a number is invalid; its index is counted from the first number of the cases.
    #[inline(always)]
    fn whole_cases<N: Number>(&mut self, cases: &mut WholeCases<'_, N>) -> Result<(), InputError>
    where
        Self: Sized,
    {
        each_whole(self, cases)
    }

    /// Receives cases that consist of the single numbers `row`, and that lie entirely in one slice.
    /// It must consume all of them.
    ///
    /// # Errors
    /// As for [`Sink::whole_cases`].
    #[inline(always)]
    fn rows<N: Number>(&mut self, row: &[Role], rows: &[N]) -> Result<(), InputError>
    where
        Self: Sized,
    {
        each_row(self, row, rows)
    }
}

/// Passes each of `cases` to `sink` piece by piece.
#[inline(always)]
pub(crate) fn each_whole<S: Sink, N: Number>(sink: &mut S, cases: &mut WholeCases<'_, N>) -> Result<(), InputError> {
    let all = cases.at_most();
    while let Some((numbers, count)) = cases.next() {
        let before = all - cases.at_most() - count;
        // The count precedes its piles.
        let counted = sink.numbers(Role::Count(CountOf::Piles), Slice::Wide(&[count as u64]));
        counted.map_err(|error| error.moved_by(before - 1))?;
        let piles = sink.numbers(Role::Pile, N::plain(&numbers[..count]));
        piles.map_err(|error| error.moved_by(before))?;
        sink.end_case();
    }
    Ok(())
}

/// Passes the numbers of each of `rows` to `sink` one by one.
#[inline(always)]
pub(crate) fn each_row<S: Sink, N: Number>(sink: &mut S, row: &[Role], rows: &[N]) -> Result<(), InputError> {
    for (at, numbers) in rows.chunks_exact(row.len()).enumerate() {
        for (number, &role) in row.iter().enumerate() {
            let taken = sink.numbers(role, N::plain(&numbers[number..=number]));
            taken.map_err(|error| error.moved_by(at * row.len() + number))?;
        }
        sink.end_case();
    }
    Ok(())
}

/// A sink that ignores the cases, to find only where they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Discard;

impl Sink for Discard {
    #[inline(always)]
    fn numbers(&mut self, _: Role, _: Slice<'_>) -> Result<(), InputError> {
        Ok(())
    }

    fn place(&mut self, _: usize) {}

    fn end_row(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    #[inline(always)]
    fn end_case(&mut self) {}

    fn part(&self) -> Option<Self> {
        Some(Self)
    }
}

/// Cases that consist of a number of piles and the piles, and that lie entirely in a slice.
///
/// Each case is returned as a slice that starts with its piles, and the number of its piles. The cases that follow may
/// be read as well, which makes folds of fixed width possible.
pub struct WholeCases<'n, N> {
    numbers: &'n [N],
    /// The index of the next case.
    pub(super) at: usize,
    /// 1 if a case without piles ends the cases, else 0.
    fewest: usize,
    /// How many more cases there may be according to the layout.
    pub(super) left: u64,
}

impl<'n, N: Number> WholeCases<'n, N> {
    /// At most `left` cases with at least `fewest` piles at the start of `numbers`.
    #[inline(always)]
    pub(super) fn new(numbers: &'n [N], fewest: usize, left: u64) -> Self {
        Self {
            numbers,
            at: 0,
            fewest,
            left,
        }
    }

    /// An upper bound of the number of cases that remain.
    #[inline(always)]
    pub(crate) fn at_most(&self) -> usize {
        self.numbers.len() - self.at
    }

    /// The number of piles in the next case.
    #[inline(always)]
    pub(crate) fn next_count(&self) -> Option<usize> {
        self.peek().map(|(_, count)| count)
    }

    /// Returns the next case, unless it has more than `longest` piles.
    #[inline(always)]
    pub(crate) fn next_up_to(&mut self, longest: usize) -> Option<(&'n [N], usize)> {
        let (numbers, count) = self.peek().filter(|(_, count)| *count <= longest)?;
        self.left -= 1;
        self.at += 1 + count;
        Some((numbers, count))
    }

    /// Returns the piles of the next four cases, if each has one.
    #[inline(always)]
    pub(crate) fn next_four_of_one(&mut self) -> Option<[N; 4]> {
        let [a, b, c, d] = self.numbers[self.at..].as_chunks().0.first_chunk()?;
        // Without a branch for each.
        let others = [a, b, c, d].map(|[count, _]| (*count).into() ^ 1);
        let all_one = others.iter().fold(0, |all, other| all | other) == 0;
        if !all_one || self.left < 4 {
            return None;
        }
        self.left -= 4;
        self.at += 8;
        Some([a, b, c, d].map(|[_, pile]| *pile))
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

/// `Break` if `done`.
pub(crate) fn break_if(done: bool) -> ControlFlow<()> {
    if done {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
