//! Integers become test cases.
//!
//! How a problem lays out its cases is data, a [`Framing`]; the machine that follows it is a
//! [`Framer`]. The framer pushes: it is given a slice of integers, however the input was cut, and
//! hands what is in it to a [`Sink`]. A case may arrive in any number of pieces, so no case needs to
//! fit into memory.

use std::ops::ControlFlow;

use crate::decode::Number;
use crate::error::{At, InputError, InputErrorKind};

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
    /// There is one case.
    One,
}

/// A list of numbers, as long as a number before it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// Sizes of piles.
    Piles,
    /// A subtraction set: how many stones a move may take.
    SubtractionSet,
    /// The cells on which people stand.
    Persons,
    /// Numbers that do not matter for the game.
    Other,
}

impl List {
    /// Its items, in messages.
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
    /// Which person is the king.
    King,
    /// A pile.
    Pile,
    /// The most stones that a move may take.
    MostTaken,
    /// The most piles that a move may reduce.
    MostPiles,
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
    /// A number that says how long a list or a group is. It is kept in this slot.
    Count(Counted, usize),
    /// The list: as many numbers as the count in this slot said.
    Numbers(List, usize),
    /// A group of fields follows, up to [`Field::Again`], as often as the count in this slot said.
    Group(usize),
    /// The end of a group that starts with the field of this index.
    Again(usize),
    /// The number of cases.
    Cases,
}

impl Field {
    /// What is missing if the input ends before it.
    fn noun(self) -> &'static str {
        match self {
            Self::Param(Param::King) => "the number of the king",
            Self::Param(Param::Pile) | Self::Numbers(..) | Self::Group(_) | Self::Again(_) => {
                "the pile"
            }
            Self::Param(Param::MostTaken) => "the largest take",
            Self::Param(Param::MostPiles) => "the number of piles that a move may reduce",
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

/// Fields in words, one after another; those of a group in brackets.
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
            Field::Param(Param::MostTaken) => "the largest take",
            Field::Param(Param::MostPiles) => "the number of piles that a move may reduce",
            Field::Param(Param::Other) => "a number",
            Field::Group(_) => "then m positions (",
            Field::Again(_) => ")",
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
    /// What comes before the first case, once for all of them.
    pub header: Vec<Field>,
    /// What ends the cases.
    pub until: Until,
    /// The parts of a case in their order.
    pub fields: Vec<Field>,
    /// Whether a group is a position of its own, of which a case has several.
    pub positions: bool,
}

/// Counts that a [`Framing`] may have.
pub const SLOTS: usize = 8;

impl Framing {
    /// What the numbers and lists of an input are, in their order, which is that of the layout.
    pub fn numbers(&self) -> impl Iterator<Item = Field> {
        let fields = self.header.iter().chain(&self.fields).copied();
        fields.filter(|field| !matches!(field, Field::Again(_) | Field::Group(_)))
    }

    /// Whether a case is a number of piles and the piles: such cases have a short path.
    fn is_simple(&self) -> bool {
        is_simple(&self.fields) && self.fields.len() == SIMPLE
    }

    /// How many numbers each case has, if they all stand alone; else 0. Such cases have a short path.
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

/// Who receives the cases.
pub trait Sink {
    /// The next numbers of a list. A list has any number of such pieces, also none.
    ///
    /// # Errors
    /// A number that is not allowed there.
    fn numbers<N: Number>(&mut self, list: List, piece: &[N]) -> Result<(), InputError>;

    /// The number of cases.
    fn cases(&mut self, _count: u64) {}

    /// A number that stands alone.
    ///
    /// # Errors
    /// It is not allowed there.
    fn param(&mut self, _param: Param, _value: u64) -> Result<(), InputErrorKind> {
        Ok(())
    }

    /// How long a list or a group will be.
    ///
    /// # Errors
    /// It is not allowed.
    fn count(&mut self, _counted: Counted, _count: u64) -> Result<(), InputErrorKind> {
        Ok(())
    }

    /// The present position of the present case is complete.
    fn end_position(&mut self) {}

    /// The present case is complete.
    fn end_case(&mut self);

    /// Called often, between cases or not: the time to pass on what has gathered. It may say that it
    /// wants no more.
    fn flush_if_full(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called before the work waits for somebody to write more: the time to pass on all there is. It may
    /// say that it wants no more.
    fn before_wait(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Cases that are a number of piles and piles, that lie whole in one slice, and of which no piece
    /// was seen before. Nearly all cases come this way, so a sink may have a shorter path for them.
    ///
    /// A sink takes all of them.
    ///
    /// # Errors
    /// A number that is not allowed; its index is counted from the first number of the cases.
    #[inline(always)]
    fn whole_cases<N: Number>(&mut self, cases: &mut WholeCases<'_, N>) -> Result<(), InputError> {
        each_whole(self, cases, Self::end_case)
    }

    /// Cases of which each has as many numbers as `fields`, all of which stand alone, that lie whole in
    /// one slice. A sink takes all of them.
    ///
    /// # Errors
    /// As [`Sink::whole_cases`].
    #[inline(always)]
    fn rows<N: Number>(&mut self, fields: &[Field], rows: &[N]) -> Result<(), InputError> {
        each_row(self, fields, rows)
    }

    /// As [`Sink::whole_cases`], for the positions of one case.
    ///
    /// # Errors
    /// As there.
    #[inline(always)]
    fn whole_positions<N: Number>(
        &mut self,
        cases: &mut WholeCases<'_, N>,
    ) -> Result<(), InputError> {
        each_whole(self, cases, Self::end_position)
    }
}

/// Hands each of `cases` to `sink` as if it had not come whole, and `end`s it.
///
/// # Errors
/// As [`Sink::whole_cases`].
#[inline(always)]
pub fn each_whole<S: Sink + ?Sized, N: Number>(
    sink: &mut S,
    cases: &mut WholeCases<'_, N>,
    end: impl Fn(&mut S),
) -> Result<(), InputError> {
    let all = cases.at_most();
    while let Some((numbers, count)) = cases.next() {
        let before = all - cases.at_most() - count;
        // The count stands before its piles.
        let counted = sink.count(Counted::List(List::Piles), count as u64);
        let index = before - 1;
        counted.map_err(|kind| InputError::at_number(index, kind))?;
        let piles = sink.numbers(List::Piles, &numbers[..count]);
        piles.map_err(|error| error.moved_by(before as u64))?;
        end(sink);
    }
    Ok(())
}

/// Hands the numbers of each of `rows` to `sink` one by one.
///
/// # Errors
/// As [`Sink::rows`].
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

/// Takes no notice of the cases: for who only wants to know where they are.
#[derive(Clone, Copy, Debug)]
pub struct Discard;

impl Sink for Discard {
    #[inline(always)]
    fn numbers<N: Number>(&mut self, _: List, _: &[N]) -> Result<(), InputError> {
        Ok(())
    }

    #[inline(always)]
    fn end_case(&mut self) {}
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

/// Why a framer takes no more numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The cases have ended; what follows them is not input.
    Done,
    /// A case starts at this number, which was not taken: see [`Framer::pause_after`].
    Paused(At),
}

/// Whether a framer takes more numbers.
pub type Flow = ControlFlow<Halt>;

/// `Break` if `done`.
pub fn break_if(done: bool) -> ControlFlow<()> {
    if done {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// The machine that follows a [`Framing`].
#[derive(Clone, Debug)]
pub struct Framer {
    framing: &'static Framing,
    /// The fields that are being followed: those of the header, then those of the cases.
    fields: &'static [Field],
    /// What ends the cases.
    until: Until,
    /// The field that comes next.
    at: usize,
    /// How many cases there are, as far as is known.
    announced: u64,
    /// Cases completed.
    complete: u64,
    /// Where a case starts after so many complete ones, the machine pauses.
    pause_after: u64,
    /// What the last count of each slot said.
    counts: [u64; SLOTS],
    /// How many numbers of the present list are still to come.
    left: u64,
    /// How many repetitions of the present group are still to come, the present one included.
    repetitions: u64,
    /// The cases have ended.
    done: bool,
    /// The cases have a short path: see [`Framing::is_simple`] and [`Framing::width`].
    is_simple: bool,
    width: usize,
}

impl Framer {
    /// A machine at the start of an input.
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

    /// The number of the present case, counted from 1.
    pub fn case(&self) -> u64 {
        self.complete + 1
    }

    /// How many cases are complete.
    pub fn complete(&self) -> u64 {
        self.complete
    }

    /// Makes [`push`](Framer::push) pause at the number with which the next case starts after `complete` ones,
    /// to learn where that is; 2^64 - 1 is never reached. That number is not taken: pushing can go on with
    /// it. Where a 0 ends the cases, it may be this 0.
    ///
    /// `complete` must not be less than [`complete`](Framer::complete).
    pub fn pause_after(&mut self, complete: u64) {
        self.pause_after = complete;
    }

    /// From here on, only the end of the input ends the cases: what stands behind the last one is taken for
    /// another one, so that [`pause_after`](Framer::pause_after) tells where that is. It changes nothing
    /// while the number of cases is still to come.
    pub fn go_on_to_the_end(&mut self) {
        if self.in_cases() {
            self.until = Until::Eof;
            self.announced = u64::MAX;
        }
    }

    /// Takes the next numbers of the input, and hands what they complete to `sink`.
    ///
    /// # Errors
    /// A number that is not allowed where it stands, or one at which to pause.
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
                    sink.whole_cases(&mut cases).map_err(in_all)?;
                    numbers = &numbers[cases.at..];
                    self.complete += most - cases.left;
                } else if self.width > 0 {
                    let rows = self.rows(numbers, most);
                    sink.rows(self.fields, rows).map_err(in_all)?;
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
                    self.end_after_last_case();
                }
                None => {
                    sink.end_case();
                    self.complete += 1;
                    self.end_after_last_case();
                    self.enter(0);
                    // Cases without a number may be many: who pushes cannot flush_if_full the sink meanwhile.
                    if numbers.is_empty() && sink.flush_if_full().is_break() {
                        self.done = true;
                    }
                }
                Some(Field::Group(slot)) => {
                    self.repetitions = self.counts[slot];
                    let again = |field: &Field| matches!(field, Field::Again(_));
                    let mut next = self.at + 1;
                    if self.repetitions == 0 {
                        next += 1 + self.fields[next..].iter().take_while(|f| !again(f)).count();
                    }
                    self.enter(next);
                }
                Some(Field::Again(start)) => {
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

    /// Of `numbers`, at the start of a case, those of whole cases: at most so many, and none that ends the
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

    /// Whether the header is behind.
    #[inline(always)]
    fn in_cases(&self) -> bool {
        std::ptr::eq(self.fields, &raw const *self.framing.fields)
    }

    /// Whether no number of the present case has been seen. It may be the 0 after the last case.
    pub fn is_between_cases(&self) -> bool {
        self.in_cases()
            && self.at == 0
            && match self.fields.first() {
                // A list that is as long for every case may come first in it.
                Some(&Field::Numbers(_, slot)) => self.left == self.counts[slot],
                _ => true,
            }
    }

    /// Whether the next field starts a position that has a short path.
    fn starts_a_simple_position(&self) -> bool {
        let fields = &self.fields[self.at..];
        is_simple(fields) && fields.get(SIMPLE) == Some(&Field::Again(self.at))
    }

    /// Leaves the header.
    fn start_cases(&mut self) {
        self.fields = &self.framing.fields;
        self.enter(0);
    }

    /// Goes to the field `at`.
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

    /// Says what is missing if the input ends here.
    ///
    /// # Errors
    /// The input ends inside a case, or before the last of the announced cases.
    pub fn finish(&self) -> Result<(), InputErrorKind> {
        let field = self.fields.get(self.at).copied();
        match field {
            _ if self.done => Ok(()),
            // A list that is as long for every case may come first in it.
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
