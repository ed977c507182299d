//! Cuts integers into test cases.
//!
//! How a problem lays out its cases is data, a [`Framing`]; a [`Framer`] is the state machine that
//! follows it. The framer pushes: it is given slices of integers, however the input was cut, and passes
//! their contents to a [`Sink`]. A case may arrive in any number of pieces, so no case has to fit into
//! memory.

use std::ops::ControlFlow;

use crate::decode::Number;
use crate::error::{At, InputError, InputErrorKind};

/// What ends the cases of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The end of the input.
    Eof,
    /// A case whose first number is 0. Real data sometimes lacks it, so the end of the input ends the
    /// cases too.
    Zero,
    /// The input starts with the number of cases.
    Count,
    /// There is one case.
    One,
}

/// A list of numbers, whose length is given by an earlier number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// Pile sizes.
    Piles,
    /// A subtraction set: the numbers of stones that a move may take.
    SubtractionSet,
    /// The cells that persons stand on.
    Persons,
    /// Numbers that do not matter for the game.
    Other,
}

impl List {
    /// What the list consists of, in messages.
    fn noun(self) -> &'static str {
        match self {
            Self::Piles => "piles",
            Self::SubtractionSet => "takes",
            Self::Persons => "positions",
            Self::Other => "numbers",
        }
    }
}

/// A number that stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    /// The index of the king, counted from 1.
    King,
    /// A pile.
    Pile,
    /// The largest number of stones that a move may take.
    MaxTaken,
    /// The largest number of piles that a move may reduce.
    MaxPiles,
    /// A number that does not matter for the game.
    Other,
}

/// What a count counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// The numbers of a list.
    List(List),
    /// The repetitions of a group of fields.
    Group,
}

/// One part of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// A number that stands alone.
    Param(Param),
    /// A number that gives the length of a list or a group. It is stored in this slot.
    Count(Counted, usize),
    /// A list of as many numbers as the count in this slot.
    Numbers(List, usize),
    /// The start of a group of fields up to [`Field::EndGroup`], repeated as often as the count in this
    /// slot.
    Group(usize),
    /// The end of a group whose first field has this index.
    EndGroup(usize),
    /// The number of cases.
    Cases,
}

impl Field {
    /// What is missing if the input ends before this field.
    fn noun(self) -> &'static str {
        match self {
            Self::Param(Param::King) => "the number of the king",
            Self::Param(Param::Pile) | Self::Numbers(..) | Self::Group(_) | Self::EndGroup(_) => {
                "the pile"
            }
            Self::Param(Param::MaxTaken) => "the largest take",
            Self::Param(Param::MaxPiles) => "the number of piles that a move may reduce",
            Self::Param(Param::Other) => "a number",
            Self::Count(Counted::List(List::Piles), _) => "the number of piles",
            Self::Count(Counted::List(List::SubtractionSet), _) => "the number of takes",
            Self::Count(Counted::List(List::Persons), _) => "the number of persons",
            Self::Count(Counted::List(List::Other), _) => "the length of a list",
            Self::Count(Counted::Group, _) => "the number of positions",
            Self::Cases => "the number of cases",
        }
    }
}

/// Describes `fields` in order, with those of a group in brackets.
pub fn describe(fields: &[Field]) -> String {
    let mut text = String::new();
    for field in fields {
        let words = match field {
            Field::Count(Counted::List(List::Piles | List::Persons | List::Other), _) => "n",
            Field::Count(Counted::List(List::SubtractionSet), _) => "k",
            Field::Count(Counted::Group, _) => "m",
            Field::Numbers(List::Piles, _) => "n piles",
            Field::Numbers(List::Persons, _) => "the cells of n persons",
            Field::Numbers(List::SubtractionSet, _) => "k takes",
            Field::Numbers(List::Other, _) => "n numbers",
            Field::Param(Param::King) => "which person is the king",
            Field::Param(Param::Pile) => "the pile",
            Field::Param(Param::MaxTaken) => "the largest take",
            Field::Param(Param::MaxPiles) => "the number of piles that a move may reduce",
            Field::Param(Param::Other) => "a number",
            Field::Group(_) => "then m positions (",
            Field::EndGroup(_) => ")",
            Field::Cases => "T",
        };
        if !(text.is_empty() || text.ends_with('(') || words == ")") {
            text += ", ";
        }
        text += words;
    }
    text
}

/// The grammar of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Framing {
    /// The fields before the first case, once for all cases.
    pub header: Vec<Field>,
    /// What ends the cases.
    pub until: Until,
    /// The fields of a case.
    pub fields: Vec<Field>,
    /// Whether a case is several positions, one per repetition of a group.
    pub positions: bool,
}

/// How often cases or groups without numbers may come: nothing in the input says that there are so many, but a
/// count, and their answers would have no end.
pub const MOST_EMPTY: u64 = 100_000_000;

/// The number of slots for counts.
pub const SLOTS: usize = 8;

impl Framing {
    /// What the numbers and lists of an input are, in their order, which is that of the layout.
    pub fn numbers(&self) -> impl Iterator<Item = Field> {
        let fields = self.header.iter().chain(&self.fields).copied();
        fields.filter(|field| !matches!(field, Field::EndGroup(_) | Field::Group(_)))
    }

    /// Whether a case is a number of piles and the piles, for which there is a fast path.
    fn is_simple(&self) -> bool {
        is_simple(&self.fields) && self.fields.len() == SIMPLE
    }

    /// The number of numbers in each case, if the cases have no lists, and so take a fast path; else 0.
    pub fn width(&self) -> usize {
        let alone = |field: &Field| matches!(field, Field::Param(_));
        if self.fields.iter().all(alone) {
            self.fields.len()
        } else {
            0
        }
    }
}

/// Whether `fields` start with a number of piles and the piles.
fn is_simple(fields: &[Field]) -> bool {
    matches!(
        fields,
        [Field::Count(Counted::List(List::Piles), count), Field::Numbers(List::Piles, slot), ..]
            if count == slot
    )
}

/// The number of fields of a simple case or position.
const SIMPLE: usize = 2;

/// A receiver of cases.
pub trait Sink {
    /// Receives the next numbers of a list. A list arrives in any number of pieces, possibly none.
    ///
    /// # Errors
    /// If a number is invalid there.
    fn numbers<N: Number>(&mut self, list: List, piece: &[N]) -> Result<(), InputError>;

    /// Receives the number of cases.
    fn cases(&mut self, _count: u64) {}

    /// Receives a number that stands alone.
    ///
    /// # Errors
    /// If it is invalid there.
    fn param(&mut self, _param: Param, _value: u64) -> Result<(), InputErrorKind> {
        Ok(())
    }

    /// Receives the length of a list or a group.
    ///
    /// # Errors
    /// If it is invalid.
    fn count(&mut self, _counted: Counted, _count: u64) -> Result<(), InputErrorKind> {
        Ok(())
    }

    /// Ends the current position of the current case.
    fn end_position(&mut self) {}

    /// Ends the current case.
    fn end_case(&mut self);

    /// Called often, between cases or within them, to pass on what has accumulated. Returns `Break` to
    /// stop the run.
    fn flush_if_full(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called before the run waits for more input, to pass on everything. Returns `Break` to stop the
    /// run.
    fn before_wait(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A sink for the cases of another part of the input, if what it makes of them can be
    /// [added](Sink::add_part) to this one.
    fn part(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Adds what `part` has made of the next `cases`, and perhaps of the beginning of one more, which
    /// this sink continues. Leaves `part` as [`Sink::part`] returns it.
    fn add_part(&mut self, _part: &mut Self, _cases: u64)
    where
        Self: Sized,
    {
    }

    /// Receives cases that consist of a number of piles and the piles, and that lie entirely in one
    /// slice. Nearly all cases arrive this way, so a sink may have a faster path for them. It must
    /// consume all of them.
    ///
    /// # Errors
    /// If a number is invalid; its index is counted from the first number of the cases.
    #[inline(always)]
    fn whole_cases<N: Number>(&mut self, cases: &mut WholeCases<'_, N>) -> Result<(), InputError> {
        each_whole(self, cases, Self::end_case)
    }

    /// Receives cases that consist of the single numbers `fields`, and that lie entirely in one slice.
    /// It must consume all of them.
    ///
    /// # Errors
    /// As for [`Sink::whole_cases`].
    #[inline(always)]
    fn rows<N: Number>(&mut self, fields: &[Field], rows: &[N]) -> Result<(), InputError> {
        each_row(self, fields, rows)
    }

    /// Does the same as [`Sink::whole_cases`] for the positions of one case.
    ///
    /// # Errors
    /// As for [`Sink::whole_cases`].
    #[inline(always)]
    fn whole_positions<N: Number>(
        &mut self,
        cases: &mut WholeCases<'_, N>,
    ) -> Result<(), InputError> {
        each_whole(self, cases, Self::end_position)
    }
}

/// Passes each of `cases` to `sink` piece by piece, and `end`s it.
///
/// # Errors
/// As for [`Sink::whole_cases`].
#[inline(always)]
pub fn each_whole<S: Sink + ?Sized, N: Number>(
    sink: &mut S,
    cases: &mut WholeCases<'_, N>,
    end: impl Fn(&mut S),
) -> Result<(), InputError> {
    let all = cases.at_most();
    while let Some((numbers, count)) = cases.next() {
        let before = all - cases.at_most() - count;
        // The count precedes its piles.
        let counted = sink.count(Counted::List(List::Piles), count as u64);
        let index = before - 1;
        counted.map_err(|kind| InputError::at_number(index, kind))?;
        let piles = sink.numbers(List::Piles, &numbers[..count]);
        piles.map_err(|error| error.moved_by(before as u64))?;
        end(sink);
    }
    Ok(())
}

/// Passes the numbers of each of `rows` to `sink` one by one.
///
/// # Errors
/// As for [`Sink::rows`].
#[inline(always)]
pub fn each_row<S: Sink + ?Sized, N: Number>(
    sink: &mut S,
    fields: &[Field],
    rows: &[N],
) -> Result<(), InputError> {
    for (row, numbers) in rows.chunks_exact(fields.len()).enumerate() {
        for (at, (field, &number)) in fields.iter().zip(numbers).enumerate() {
            if let Field::Param(param) = *field {
                let index = row * fields.len() + at;
                let taken = sink.param(param, number.into());
                taken.map_err(|kind| InputError::at_number(index, kind))?;
            }
        }
        sink.end_case();
    }
    Ok(())
}

/// A sink that ignores the cases, to find only where they are.
#[derive(Clone, Copy, Debug)]
pub struct Discard;

impl Sink for Discard {
    #[inline(always)]
    fn numbers<N: Number>(&mut self, _: List, _: &[N]) -> Result<(), InputError> {
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
/// Each case is returned as a slice that starts with its piles, and the number of its piles. The cases
/// that follow may be read as well, which makes folds of fixed width possible.
pub struct WholeCases<'n, N> {
    numbers: &'n [N],
    /// The index of the next case.
    at: usize,
    /// 1 if a case without piles ends the cases, else 0.
    fewest: usize,
    /// How many more cases there may be according to the layout.
    left: u64,
}

impl<'n, N: Number> WholeCases<'n, N> {
    /// An upper bound of the number of cases that remain.
    #[inline(always)]
    pub fn at_most(&self) -> usize {
        self.numbers.len() - self.at
    }

    /// The number of piles in the next case.
    #[inline(always)]
    pub fn next_count(&self) -> Option<usize> {
        self.peek().map(|(_, count)| count)
    }

    /// Returns the next case, unless it has more than `longest` piles.
    #[inline(always)]
    pub fn next_up_to(&mut self, longest: usize) -> Option<(&'n [N], usize)> {
        let (numbers, count) = self.peek().filter(|(_, count)| *count <= longest)?;
        self.left -= 1;
        self.at += 1 + count;
        Some((numbers, count))
    }

    /// Returns the piles of the next four cases, if each has one.
    #[inline(always)]
    pub fn next_four_of_one(&mut self) -> Option<[N; 4]> {
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

/// Why a framer stops accepting numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The cases have ended; the rest is not input.
    Done,
    /// A case starts at this number, which was not consumed: see [`Framer::pause_after`].
    Paused(At),
}

/// Whether a framer accepts more numbers.
pub type Flow = ControlFlow<Halt>;

/// `Break` if `done`.
pub fn break_if(done: bool) -> ControlFlow<()> {
    if done {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// The state machine that follows a [`Framing`].
#[derive(Clone, Debug)]
pub struct Framer {
    framing: &'static Framing,
    /// The current fields: those of the header, then those of the cases.
    fields: &'static [Field],
    /// What ends the cases.
    until: Until,
    at: usize,
    /// The number of cases, as far as it is known.
    announced: u64,
    /// The number of complete cases.
    complete: u64,
    /// Pauses where a case starts after this many complete ones.
    pause_after: u64,
    /// The last count in each slot.
    counts: [u64; SLOTS],
    /// How many numbers of the current list remain.
    left: u64,
    /// How many repetitions of the current group remain, the current one included.
    repetitions: u64,
    /// Whether the cases have ended.
    done: bool,
    /// Whether the cases have a fast path: see [`Framing::is_simple`] and [`Framing::width`].
    is_simple: bool,
    width: usize,
}

impl Framer {
    /// A framer at the start of an input.
    pub fn new(framing: &'static Framing) -> Self {
        let mut framer = Self {
            framing,
            fields: &framing.header,
            until: framing.until,
            at: 0,
            announced: match framing.until {
                Until::Eof | Until::Zero | Until::Count => u64::MAX,
                Until::One => 1,
            },
            complete: 0,
            pause_after: u64::MAX,
            counts: [0; SLOTS],
            left: 0,
            repetitions: 0,
            done: false,
            is_simple: framing.is_simple(),
            width: framing.width(),
        };
        if framing.header.is_empty() {
            framer.start_cases();
        }
        framer
    }

    /// A framer at the start of some case, unless the cases depend on a header or there is only one.
    pub fn at_some_case(framing: &'static Framing) -> Option<Self> {
        let mut framer = Self::new(framing);
        let is_independent = framing.header.iter().all(|field| *field == Field::Cases);
        if framing.until == Until::One || !is_independent {
            return None;
        }
        framer.start_cases();
        Some(framer)
    }

    /// Continues after `part`, a framer that was at the start of some case, if this one is at the start of
    /// that case. Returns false, and does nothing, if it is not, or if the cases may end before `part` does.
    pub fn continue_after(&mut self, part: &Self) -> bool {
        let complete = self.complete.saturating_add(part.complete);
        let end = self.announced.min(self.pause_after);
        if self.done || !self.is_between_cases() || complete >= end {
            return false;
        }
        *self = Self {
            until: self.until,
            announced: self.announced,
            pause_after: self.pause_after,
            complete,
            ..part.clone()
        };
        true
    }

    /// The number of the current case, counted from 1.
    pub fn case(&self) -> u64 {
        self.complete + 1
    }

    /// The number of complete cases.
    pub fn complete(&self) -> u64 {
        self.complete
    }

    /// Makes [`push`](Framer::push) pause at the first number of the case after `complete` complete
    /// ones, to find out where it is; 2^64 - 1 is never reached. That number is not consumed, so pushing
    /// can continue with it. Where a 0 ends the cases, it may be this 0.
    ///
    /// `complete` must not be less than [`complete`](Framer::complete).
    pub fn pause_after(&mut self, complete: u64) {
        self.pause_after = complete;
    }

    /// Makes only the end of the input end the cases: whatever follows the last case is taken for
    /// another one, so that [`pause_after`](Framer::pause_after) finds where it is. Has no effect while
    /// the number of cases has not been read.
    pub fn ignore_case_end(&mut self) {
        if self.in_cases() {
            self.until = Until::Eof;
            self.announced = u64::MAX;
        }
    }

    /// Consumes the next numbers of the input, and passes what they complete to `sink`.
    ///
    /// # Errors
    /// If a number is invalid at its position.
    #[inline(always)]
    pub fn push<N: Number, S: Sink>(
        &mut self,
        all: &[N],
        sink: &mut S,
    ) -> Result<Flow, InputError> {
        let mut numbers = all;
        while !self.done {
            let index = all.len() - numbers.len();
            let in_all = |error: InputError| error.moved_by(index as u64);
            if self.at == 0 && self.in_cases() {
                // Cases without numbers may go beyond where to pause.
                let most = self
                    .announced
                    .min(self.pause_after)
                    .saturating_sub(self.complete);
                if self.is_simple {
                    let mut cases = WholeCases {
                        numbers,
                        at: 0,
                        fewest: usize::from(self.until == Until::Zero),
                        left: most,
                    };
                    let taken = sink.whole_cases(&mut cases);
                    // An error is in the last one that was taken.
                    self.complete += most - cases.left - u64::from(taken.is_err());
                    taken.map_err(in_all)?;
                    numbers = &numbers[cases.at..];
                } else if self.width > 0 {
                    let rows = self.rows(numbers, most);
                    sink.rows(self.fields, rows).map_err(|error| {
                        if let At::Number(index) = error.at {
                            self.complete += (index / self.width) as u64;
                        }
                        in_all(error)
                    })?;
                    numbers = &numbers[rows.len()..];
                    self.complete += rows.len().checked_div(self.width).unwrap_or(0) as u64;
                }
                self.end_after_last_case();
                if self.done {
                    break;
                }
                if self.complete == self.pause_after
                    && self.is_between_cases()
                    && !numbers.is_empty()
                {
                    let index = all.len() - numbers.len();
                    return Ok(Flow::Break(Halt::Paused(At::Number(index))));
                }
            }
            if self.repetitions > 0 && self.framing.positions && self.starts_a_simple_position() {
                let mut cases = WholeCases {
                    numbers,
                    at: 0,
                    fewest: 0,
                    left: self.repetitions,
                };
                sink.whole_positions(&mut cases).map_err(in_all)?;
                numbers = &numbers[cases.at..];
                self.repetitions = cases.left;
                if self.repetitions == 0 {
                    self.enter(self.at + SIMPLE + 1);
                    continue;
                }
            }
            let index = all.len() - numbers.len();
            let in_all = |error: InputError| error.moved_by(index as u64);
            match self.fields.get(self.at).copied() {
                None if !self.in_cases() => {
                    self.start_cases();
                    self.check_empty(self.fields, self.announced, index)?;
                    self.end_after_last_case();
                }
                None => {
                    sink.end_case();
                    self.complete += 1;
                    self.end_after_last_case();
                    self.enter(0);
                    // There may be many cases without numbers, and the caller cannot flush the sink
                    // meanwhile.
                    if numbers.is_empty() && sink.flush_if_full().is_break() {
                        self.done = true;
                    }
                }
                Some(Field::Group(slot)) => {
                    self.repetitions = self.counts[slot];
                    let again = |field: &Field| matches!(field, Field::EndGroup(_));
                    let mut next = self.at + 1;
                    let rest = &self.fields[next..];
                    let len = rest.iter().take_while(|field| !again(field)).count();
                    self.check_empty(&rest[..len], self.repetitions, index)?;
                    if self.repetitions == 0 {
                        next += 1 + len;
                    }
                    self.enter(next);
                }
                Some(Field::EndGroup(start)) => {
                    if self.framing.positions {
                        sink.end_position();
                    }
                    self.repetitions -= 1;
                    self.enter(if self.repetitions > 0 {
                        start
                    } else {
                        self.at + 1
                    });
                }
                Some(Field::Numbers(..)) if self.left == 0 => self.enter(self.at + 1),
                Some(Field::Numbers(list, _)) => {
                    if numbers.is_empty() {
                        break;
                    }
                    let (piece, rest) = numbers.split_at(at_most(self.left, numbers.len()));
                    sink.numbers(list, piece).map_err(in_all)?;
                    self.left -= piece.len() as u64;
                    numbers = rest;
                }
                Some(field @ (Field::Param(_) | Field::Count(..) | Field::Cases)) => {
                    let Some((&first, rest)) = numbers.split_first() else {
                        break;
                    };
                    let value = first.into();
                    numbers = rest;
                    if value == 0 && self.at == 0 && self.in_cases() && self.until == Until::Zero {
                        self.done = true;
                        break;
                    }
                    if let Field::Param(param) = field {
                        let taken = sink.param(param, value);
                        taken.map_err(|kind| InputError::at_number(index, kind))?;
                    } else if let Field::Count(counted, slot) = field {
                        self.counts[slot] = value;
                        let taken = sink.count(counted, value);
                        taken.map_err(|kind| InputError::at_number(index, kind))?;
                    } else {
                        self.announced = value;
                        sink.cases(value);
                    }
                    self.enter(self.at + 1);
                }
            }
        }
        Ok(if self.done {
            Flow::Break(Halt::Done)
        } else {
            Flow::Continue(())
        })
    }

    /// The prefix of `numbers` that consists of whole cases: at most `most`, and none that ends the
    /// cases.
    #[inline(always)]
    fn rows<'n, N: Number>(&self, numbers: &'n [N], most: u64) -> &'n [N] {
        let mut rows = at_most(most, numbers.len() / self.width);
        if self.until == Until::Zero {
            let firsts = numbers.iter().step_by(self.width).take(rows);
            rows = firsts.take_while(|&&first| first.into() != 0).count();
        }
        &numbers[..rows * self.width]
    }

    /// Whether the header is complete.
    #[inline(always)]
    fn in_cases(&self) -> bool {
        std::ptr::eq(self.fields, &raw const *self.framing.fields)
    }

    /// Whether no number of the current case has been seen. The next one may be the 0 after the last
    /// case.
    pub fn is_between_cases(&self) -> bool {
        self.in_cases()
            && self.at == 0
            && match self.fields.first() {
                // A case may begin with a list that has the same length in every case.
                Some(&Field::Numbers(_, slot)) => self.left == self.counts[slot],
                _ => true,
            }
    }

    /// Whether the next field starts a position with a fast path.
    fn starts_a_simple_position(&self) -> bool {
        let fields = &self.fields[self.at..];
        is_simple(fields) && fields.get(SIMPLE) == Some(&Field::EndGroup(self.at))
    }

    /// Checks that `fields`, which come `times` times, do so not too often if they have no numbers. `index` is
    /// that of the next number.
    fn check_empty(&self, fields: &[Field], times: u64, index: usize) -> Result<(), InputError> {
        if times <= MOST_EMPTY {
            return Ok(());
        }
        let mut is_skipped = false;
        let is_empty = fields.iter().all(|field| match *field {
            Field::Group(slot) => {
                is_skipped = self.counts[slot] == 0;
                true
            }
            Field::EndGroup(_) => {
                is_skipped = false;
                true
            }
            Field::Numbers(_, slot) => is_skipped || self.counts[slot] == 0,
            Field::Param(_) | Field::Count(..) | Field::Cases => is_skipped,
        });
        if !is_empty {
            return Ok(());
        }
        let kind = InputErrorKind::Empty {
            times: Some(times).filter(|_| self.until != Until::Eof || self.at > 0),
        };
        // After the number with which it is known how often.
        Err(InputError::at_number(index.saturating_sub(1), kind))
    }

    fn start_cases(&mut self) {
        self.fields = &self.framing.fields;
        self.enter(0);
    }

    fn enter(&mut self, at: usize) {
        self.at = at;
        if let Some(&Field::Numbers(_, slot)) = self.fields.get(at) {
            self.left = self.counts[slot];
        }
    }

    #[inline(always)]
    fn end_after_last_case(&mut self) {
        if self.announced == self.complete {
            self.done = true;
        }
    }

    /// Checks whether the input may end here.
    ///
    /// # Errors
    /// If it ends inside a case, or before the last of the announced cases.
    pub fn finish(&self) -> Result<(), InputErrorKind> {
        let field = self.fields.get(self.at).copied();
        match field {
            _ if self.done => Ok(()),
            // A case may begin with a list that has the same length in every case.
            Some(Field::Numbers(list, slot)) if !self.is_between_cases() => {
                let of = self.counts[slot];
                Err(InputErrorKind::EndsInsideCase {
                    read: of - self.left,
                    of,
                    what: list.noun(),
                })
            }
            Some(field) if self.at > 0 => Err(InputErrorKind::EndsBefore { what: field.noun() }),
            _ if self.in_cases() && self.until == Until::Count => {
                Err(InputErrorKind::EndsBetweenCases {
                    read: self.complete,
                    of: self.announced,
                })
            }
            _ => Ok(()),
        }
    }
}

/// The smaller of `left` and `len`.
fn at_most(left: u64, len: usize) -> usize {
    usize::try_from(left).map_or(len, |left| left.min(len))
}
