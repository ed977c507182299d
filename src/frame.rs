//! Integers become test cases.
//!
//! How a problem lays out its cases is data, a [`Framing`]; the machine that follows it is a
//! [`Framer`]. The framer pushes: it is given a slice of integers, however the input was cut, and
//! hands what is in it to a [`Sink`]. A case may arrive in any number of pieces, so no case needs to
//! fit into memory.

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
    /// There is one case.
    One,
}

/// A list of numbers, as long as a number before it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// Sizes of piles.
    Piles,
    /// How many stones a move may take.
    Takes,
    /// The cells on which people stand.
    Persons,
}

impl List {
    /// Its items, in messages.
    fn noun(self) -> &'static str {
        match self {
            Self::Piles => "piles",
            Self::Takes => "takes",
            Self::Persons => "positions",
        }
    }
}

/// A number that stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    /// Which person is the king.
    King,
    /// The only pile.
    Pile,
    /// The most stones that a move may take.
    MostTaken,
}

/// One part of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// A number that stands alone.
    Param(Param),
    /// A number that says how long a list is.
    Count(List),
    /// The list: as many numbers as its last count said.
    Numbers(List),
    /// A number that says how many positions follow; each has the fields up to [`Field::Again`].
    Positions,
    /// The end of a position; the next one starts with the field of this index.
    Again(usize),
}

impl Field {
    /// What is missing if the input ends before it.
    fn noun(self) -> &'static str {
        match self {
            Self::Param(Param::King) => "the number of the king",
            Self::Param(Param::Pile) | Self::Numbers(_) | Self::Again(_) => "the pile",
            Self::Param(Param::MostTaken) => "the largest take",
            Self::Count(List::Piles) => "the number of piles",
            Self::Count(List::Takes) => "the number of takes",
            Self::Count(List::Persons) => "the number of persons",
            Self::Positions => "the number of positions",
        }
    }
}

/// The grammar of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Framing {
    /// What comes before the number of cases, once for all of them.
    pub header: &'static [Field],
    /// What ends the cases.
    pub until: Until,
    /// The parts of a case in their order.
    pub fields: &'static [Field],
}

/// A number that its place does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Which number of the slice it is, counted from 0.
    pub index: usize,
    /// Why it is not allowed.
    pub kind: FlawKind,
}

impl Misfit {
    /// The same number in a slice that starts `before` numbers earlier.
    #[must_use]
    pub fn behind(self, before: usize) -> Self {
        Self {
            index: before + self.index,
            ..self
        }
    }
}

/// Who receives the cases.
pub trait Sink {
    /// The next numbers of a list. A list has any number of such pieces, also none.
    ///
    /// # Errors
    /// A number that is not allowed there.
    fn numbers<N: Number>(&mut self, list: List, piece: &[N]) -> Result<(), Misfit>;

    /// A number that stands alone.
    ///
    /// # Errors
    /// It is not allowed there.
    fn param(&mut self, _param: Param, _value: u64) -> Result<(), FlawKind> {
        Ok(())
    }

    /// How long the next list is.
    fn count(&mut self, _list: List, _count: u64) {}

    /// How many positions follow.
    fn positions(&mut self, _count: u64) {}

    /// The present position of the present case is complete.
    fn end_position(&mut self) {}

    /// The present case is complete.
    fn end_case(&mut self);

    /// Called often, between cases or not: the time to pass on what has gathered. It may say that it
    /// wants no more.
    fn relieve(&mut self) -> Progress {
        Progress::Open
    }

    /// Called before the work waits for somebody to write more: the time to pass on all there is. It may
    /// say that it wants no more.
    fn before_wait(&mut self) -> Progress {
        Progress::Open
    }

    /// Cases that are a number of piles and piles, that lie whole in one slice, and of which no piece
    /// was seen before. Nearly all cases come this way, so a sink may have a shorter path for them.
    ///
    /// A sink takes all of them.
    ///
    /// # Errors
    /// A number that is not allowed; its index is counted from the first number of the cases.
    #[inline(always)]
    fn whole_cases<N: Number>(&mut self, cases: &mut WholeCases<'_, N>) -> Result<(), Misfit> {
        each_whole(self, cases, Self::end_case)
    }

    /// As [`Sink::whole_cases`], for the positions of one case.
    ///
    /// # Errors
    /// As there.
    #[inline(always)]
    fn whole_positions<N: Number>(&mut self, cases: &mut WholeCases<'_, N>) -> Result<(), Misfit> {
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
) -> Result<(), Misfit> {
    let all = cases.at_most();
    while let Some((numbers, count)) = cases.next() {
        let before = all - cases.at_most() - count;
        sink.count(List::Piles, count as u64);
        let piles = sink.numbers(List::Piles, &numbers[..count]);
        piles.map_err(|misfit| misfit.behind(before))?;
        end(sink);
    }
    Ok(())
}

/// Takes no notice of the cases: for who only wants to know where they are.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Sink for Nobody {
    #[inline(always)]
    fn numbers<N: Number>(&mut self, _: List, _: &[N]) -> Result<(), Misfit> {
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

/// Whether the framer wants more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// More numbers may follow.
    Open,
    /// The cases have ended; what follows them is not input.
    Done,
}

impl Progress {
    /// Whether somebody wants more who wants no more when it `is_done`.
    pub fn unless(is_done: bool) -> Self {
        if is_done { Self::Done } else { Self::Open }
    }
}

/// The machine that follows a [`Framing`].
#[derive(Clone, Debug)]
pub struct Framer {
    framing: Framing,
    /// The fields that are being followed: those of the header, then those of the cases.
    fields: &'static [Field],
    /// The field that comes next.
    at: usize,
    /// How many cases the input announced, once that is known; one if there is only one.
    announced: Option<u64>,
    /// Cases completed.
    complete: u64,
    /// Where a case starts after so many complete ones, the machine pauses.
    pause_after: u64,
    /// What the last count of each list said.
    counts: [u64; 3],
    /// How many numbers of the present list are still to come.
    left: u64,
    /// How many positions of the present case are still to come, the present one included.
    positions: u64,
    progress: Progress,
}

/// The layout of a case that has a short path.
const SIMPLE: [Field; 2] = [Field::Count(List::Piles), Field::Numbers(List::Piles)];

impl Framer {
    /// A machine at the start of an input.
    pub fn new(framing: Framing) -> Self {
        let announced = match framing.until {
            Until::Eof | Until::Zero => Some(u64::MAX),
            Until::Count => None,
            Until::One => Some(1),
        };
        Self {
            framing,
            fields: if framing.header.is_empty() {
                framing.fields
            } else {
                framing.header
            },
            at: 0,
            announced,
            complete: 0,
            pause_after: u64::MAX,
            counts: [0; 3],
            left: 0,
            positions: 0,
            progress: Progress::Open,
        }
    }

    /// The number of the present case, counted from 1.
    pub fn case(&self) -> u64 {
        self.complete + 1
    }

    /// How many cases are complete.
    pub fn complete(&self) -> u64 {
        self.complete
    }

    /// Makes [`push`](Framer::push) end with [`FlawKind::CaseStarts`] at the number with which the next
    /// case starts after `complete` ones, to learn where that is; 2^64 - 1 is never reached. That
    /// number is not taken: pushing can go on with it. Where a 0 ends the cases, it may be this 0.
    ///
    /// `complete` must not be less than [`complete`](Framer::complete).
    pub fn pause_after(&mut self, complete: u64) {
        self.pause_after = complete;
    }

    /// From here on, only the end of the input ends the cases: what stands behind the last one is taken for
    /// another one, so that [`pause_after`](Framer::pause_after) tells where that is. It changes nothing
    /// while the number of cases is still to come.
    pub fn go_on_to_the_end(&mut self) {
        if self.announced.is_some() {
            self.framing.until = Until::Eof;
            self.announced = Some(u64::MAX);
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
    ) -> Result<Progress, Misfit> {
        let mut numbers = all;
        while self.progress == Progress::Open {
            let index = all.len() - numbers.len();
            let in_all = |misfit: Misfit| misfit.behind(index);
            if self.in_cases() {
                let Some(announced) = self.announced else {
                    let Some((&first, rest)) = numbers.split_first() else {
                        break;
                    };
                    self.announced = Some(first.into());
                    self.end_after_last_case();
                    self.enter(0);
                    numbers = rest;
                    continue;
                };
                if self.fields == SIMPLE && self.at == 0 {
                    let fewest = usize::from(self.framing.until == Until::Zero);
                    let wanted = announced.min(self.pause_after) - self.complete;
                    let mut cases = WholeCases {
                        numbers,
                        at: 0,
                        fewest,
                        left: wanted,
                    };
                    sink.whole_cases(&mut cases).map_err(in_all)?;
                    numbers = &numbers[cases.at..];
                    self.complete += wanted - cases.left;
                    self.end_after_last_case();
                    if self.progress == Progress::Done {
                        break;
                    }
                }
                if self.complete == self.pause_after
                    && self.is_between_cases()
                    && !numbers.is_empty()
                {
                    let index = all.len() - numbers.len();
                    let kind = FlawKind::CaseStarts;
                    return Err(Misfit { index, kind });
                }
            }
            if self.positions > 0 && self.starts_a_simple_position() {
                let mut cases = WholeCases {
                    numbers,
                    at: 0,
                    fewest: 0,
                    left: self.positions,
                };
                sink.whole_positions(&mut cases).map_err(in_all)?;
                numbers = &numbers[cases.at..];
                self.positions = cases.left;
                if self.positions == 0 {
                    self.enter(self.at + SIMPLE.len() + 1);
                    continue;
                }
            }
            let index = all.len() - numbers.len();
            let in_all = |misfit: Misfit| misfit.behind(index);
            match self.fields.get(self.at).copied() {
                None => {
                    if self.in_cases() {
                        sink.end_case();
                        self.complete += 1;
                        self.end_after_last_case();
                    }
                    self.fields = self.framing.fields;
                    self.enter(0);
                    // Cases without a number may be many: who pushes cannot relieve the sink meanwhile.
                    if numbers.is_empty() && sink.relieve() == Progress::Done {
                        self.progress = Progress::Done;
                    }
                }
                Some(Field::Again(start)) => {
                    sink.end_position();
                    self.positions -= 1;
                    self.enter(if self.positions > 0 {
                        start
                    } else {
                        self.at + 1
                    });
                }
                Some(Field::Numbers(_)) if self.left == 0 => self.enter(self.at + 1),
                Some(Field::Numbers(list)) => {
                    if numbers.is_empty() {
                        break;
                    }
                    let (piece, rest) = numbers.split_at(at_most(self.left, numbers.len()));
                    sink.numbers(list, piece).map_err(in_all)?;
                    self.left -= piece.len() as u64;
                    numbers = rest;
                }
                Some(field) => {
                    let Some((&first, rest)) = numbers.split_first() else {
                        break;
                    };
                    let value = first.into();
                    numbers = rest;
                    if value == 0
                        && self.at == 0
                        && self.in_cases()
                        && self.framing.until == Until::Zero
                    {
                        self.progress = Progress::Done;
                        break;
                    }
                    let mut next = self.at + 1;
                    match field {
                        Field::Param(param) => {
                            sink.param(param, value)
                                .map_err(|kind| Misfit { index, kind })?;
                        }
                        Field::Count(list) => {
                            self.counts[list as usize] = value;
                            sink.count(list, value);
                        }
                        _ => {
                            sink.positions(value);
                            self.positions = value;
                            if value == 0 {
                                let again = |field: &Field| matches!(field, Field::Again(_));
                                next += 1 + self.fields[next..]
                                    .iter()
                                    .take_while(|f| !again(f))
                                    .count();
                            }
                        }
                    }
                    self.enter(next);
                }
            }
        }
        Ok(self.progress)
    }

    /// Whether the header is behind.
    #[inline(always)]
    fn in_cases(&self) -> bool {
        std::ptr::eq(self.fields, self.framing.fields)
    }

    /// Whether no number of the present case has been seen. It may be the 0 after the last case.
    pub fn is_between_cases(&self) -> bool {
        self.in_cases()
            && self.at == 0
            && match self.fields.first() {
                // A list that is as long for every case may come first in it.
                Some(&Field::Numbers(list)) => self.left == self.counts[list as usize],
                _ => true,
            }
    }

    /// Whether the next field starts a position that has a short path.
    fn starts_a_simple_position(&self) -> bool {
        let fields = &self.fields[self.at..];
        fields.starts_with(&SIMPLE) && fields.get(SIMPLE.len()) == Some(&Field::Again(self.at))
    }

    /// Goes to the field `at`.
    fn enter(&mut self, at: usize) {
        self.at = at;
        if let Some(Field::Numbers(list)) = self.fields.get(at) {
            self.left = self.counts[*list as usize];
        }
    }

    #[inline(always)]
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
        let field = self.fields.get(self.at).copied();
        match field {
            _ if self.progress == Progress::Done => Ok(()),
            // A list that is as long for every case may come first in it.
            Some(Field::Numbers(list)) if !self.is_between_cases() => {
                let of = self.counts[list as usize];
                Err(FlawKind::EndsInsideCase {
                    read: of - self.left,
                    of,
                    what: list.noun(),
                })
            }
            Some(field) if self.at > 0 => Err(FlawKind::EndsBefore { what: field.noun() }),
            _ => match (self.framing.until, self.announced) {
                (Until::Count, Some(of)) => Err(FlawKind::EndsBetweenCases {
                    read: self.complete,
                    of,
                }),
                (Until::Count, None) if self.in_cases() && !self.framing.header.is_empty() => {
                    Err(FlawKind::EndsBefore {
                        what: "the number of cases",
                    })
                }
                _ => Ok(()),
            },
        }
    }
}

/// The smaller of `left` and `len`.
fn at_most(left: u64, len: usize) -> usize {
    usize::try_from(left).map_or(len, |left| left.min(len))
}
