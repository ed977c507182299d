//! One case of an input: where it starts, and its numbers.

use std::collections::VecDeque;

use crate::commands::answer::SHARED_CHUNK;
use crate::decode::{Kernel, Number};
use crate::error::{Error, Flaw, FlawKind, Position};
use crate::frame::{Field, Framer, List, Misfit, Param, Progress, Sink};
use crate::game::rules::Rules;
use crate::game::takes::Takes;
use crate::game::tally::Tally;
use crate::game::{Play, Worth};
use crate::input::{ChunkBuffer, Input};
use crate::pipe::{Pipe, Places};
use crate::problems::{Game, Problem};

/// A case with more numbers is not kept: 32 MiB.
const MOST_KEPT: usize = 1 << 22;

/// Of a case with many numbers, so many at its beginning and at its end are shown.
const SHOWN: usize = 12;

/// A case.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// Where its first number starts.
    pub position: Option<Position>,
    /// The piles of each of its positions; or the cells of the persons.
    pub positions: Vec<Vec<u64>>,
    /// What a move may take.
    pub takes: Vec<u64>,
    /// Which person is the king, counted from 1.
    pub king: u64,
    /// The most stones that a move may take.
    pub most: u64,
    /// All numbers, as many as there are.
    pub numbers: u64,
    /// The first and the last of them.
    first: Vec<u64>,
    last: VecDeque<u64>,
    /// What decides Nim, even if there are too many piles to keep.
    pub tally: Tally,
    /// How many piles are larger than 1.
    pub large: u64,
    /// Whether there were too many numbers to keep them.
    pub is_cut: bool,
    complete: bool,
}

impl Case {
    /// The rules of the game that is played in it.
    ///
    /// # Errors
    /// A pile whose worth is not known.
    pub fn rules(&self, problem: &Problem) -> Result<Rules, FlawKind> {
        let worth = match problem.game {
            Game::Nim(play) => {
                return Ok(Rules::Piles {
                    worth: Worth::Any,
                    play,
                });
            }
            Game::Hill => return Ok(Rules::Hill { king: self.king }),
            Game::UpTo => Worth::up_to(self.most),
            Game::Takes => Worth::Takes(Takes::new(&self.takes)),
        };
        let mut rules = Rules::Piles {
            worth,
            play: Play::Normal,
        };
        let largest = self.positions.iter().flatten().max();
        rules
            .cover(largest.copied().unwrap_or(0))
            .map_err(|no_period| FlawKind::NoWorth {
                worths: no_period.worths,
            })?;
        Ok(rules)
    }

    /// The piles of its position number `index`, counted from 0.
    pub fn piles(&self, index: usize) -> &[u64] {
        self.positions.get(index).map_or(&[], Vec::as_slice)
    }

    /// Its numbers on a line; if there are many, without those in the middle.
    pub fn text(&self) -> String {
        abridged(&self.first, self.last.iter().copied(), self.numbers)
    }

    fn add(&mut self, number: u64) {
        self.numbers += 1;
        if self.first.len() < 2 * SHOWN {
            self.first.push(number);
        }
        if self.last.len() == SHOWN {
            self.last.pop_front();
        }
        self.last.push_back(number);
        if self.numbers > MOST_KEPT as u64 {
            self.is_cut = true;
            self.positions.clear();
        }
    }

    /// The piles of the present position.
    fn present(&mut self) -> &mut Vec<u64> {
        if self.positions.is_empty() {
            self.positions.push(Vec::new());
        }
        self.positions.last_mut().expect("there is one")
    }
}

/// Numbers on a line: all, if there are no more than `first` has, or the first ones, how many are left
/// out, and the last ones.
fn abridged(first: &[u64], last: impl Iterator<Item = u64>, count: u64) -> String {
    let text = |numbers: &mut dyn Iterator<Item = u64>| {
        let words: Vec<_> = numbers.map(|number| number.to_string()).collect();
        words.join(" ")
    };
    if count <= first.len() as u64 {
        return text(&mut first.iter().copied());
    }
    format!(
        "{} ... ({} numbers left out) ... {}",
        text(&mut first[..SHOWN].iter().copied()),
        count - 2 * SHOWN as u64,
        text(&mut { last })
    )
}

/// Numbers on a line; if there are many, without those in the middle.
pub fn numbers(numbers: &[u64]) -> String {
    let first = &numbers[..numbers.len().min(2 * SHOWN)];
    let last = &numbers[numbers.len().saturating_sub(SHOWN)..];
    abridged(first, last.iter().copied(), numbers.len() as u64)
}

/// Takes no notice of the cases.
struct Nobody;

impl Sink for Nobody {
    fn numbers<N: Number>(&mut self, _list: List, _piece: &[N]) -> Result<(), Misfit> {
        Ok(())
    }

    fn end_case(&mut self) {}
}

/// Keeps the numbers of a case.
struct Collector<'p> {
    case: Case,
    problem: &'p Problem,
}

impl Sink for Collector<'_> {
    fn numbers<N: Number>(&mut self, list: List, piece: &[N]) -> Result<(), Misfit> {
        for &number in piece {
            let number = number.into();
            self.case.add(number);
            match list {
                List::Takes => self.case.takes.push(number),
                List::Piles | List::Persons => {
                    self.case.tally.add_one(number);
                    self.case.large += u64::from(number > 1);
                    if !self.case.is_cut {
                        self.case.present().push(number);
                    }
                }
            }
        }
        Ok(())
    }

    fn param(&mut self, param: Param, value: u64) -> Result<(), FlawKind> {
        self.case.add(value);
        match param {
            Param::King => self.case.king = value,
            Param::Pile => self.case.present().push(value),
            Param::MostTaken => self.case.most = value,
        }
        Ok(())
    }

    fn count(&mut self, _list: List, count: u64) {
        self.case.add(count);
    }

    fn end_position(&mut self) {
        if !self.case.is_cut {
            self.case.present();
            // The next one has no piles yet.
            self.case.positions.push(Vec::new());
        }
    }

    fn end_case(&mut self) {
        if self.problem.framing.fields.contains(&Field::Positions) {
            self.case.positions.pop();
        } else {
            self.case.present();
        }
        self.case.complete = true;
    }
}

/// Where a case starts, and what follows its numbers from there on.
struct Start {
    offset: u64,
    position: Position,
    framer: Framer,
}

/// Finds the case number `case`, counted from 1, of an input that can be read again; none if there are
/// fewer. `places` are some of this input.
fn find(
    problem: &Problem,
    input: &mut Input,
    places: &Places,
    case: u64,
) -> Result<Option<Start>, Error> {
    let mut nobody = Nobody;
    let mut pipe = match places.before(case) {
        Some(place) => Pipe::resume_at(Kernel::best(), place, &mut nobody),
        None => Pipe::new(Kernel::best(), problem.framing, &mut nobody),
    };
    pipe.framer().pause_after(case - 1);
    let flaw = {
        let Some(chunks) = input.chunks(SHARED_CHUNK, false)? else {
            return Ok(None);
        };
        let mut buffer = ChunkBuffer::new(chunks.size());
        let mut k = pipe.offset() / SHARED_CHUNK as u64;
        loop {
            let chunk = chunks.get(k, &mut buffer);
            let chunk = chunk.map_err(|error| Error::reading(&input.name, error))?;
            match pipe.feed(chunk) {
                Ok(Progress::Open) if chunk.len() == chunks.size() => k += 1,
                // The last case may start with the last number.
                Ok(Progress::Open) => match pipe.finish() {
                    Ok(_) => return Ok(None),
                    Err(flaw) => break flaw,
                },
                Ok(Progress::Done) => return Ok(None),
                Err(flaw) => break flaw,
            }
        }
    };
    let Flaw {
        offset,
        kind: FlawKind::CaseStarts,
    } = flaw
    else {
        return Ok(None);
    };
    let mut framer = pipe.framer().clone();
    framer.pause_after(u64::MAX);
    let position = input.position(offset, &[])?;
    Ok(Some(Start {
        offset,
        position,
        framer,
    }))
}

/// Hands the numbers of one case to `sink`, until it is `done`.
fn read<S: Sink>(
    input: &mut Input,
    start: &Start,
    sink: &mut S,
    done: impl Fn(&S) -> bool,
) -> Result<(), Error> {
    let mut framer = start.framer.clone();
    let mut number = None;
    let mut push = |value: Option<u64>, sink: &mut S| {
        // What has been answered has no flaw.
        let progress = value.map(|value| framer.push(&[value], sink));
        done(sink) || progress.is_some_and(|progress| progress != Ok(Progress::Open))
    };
    input.bytes_from(start.offset, |bytes| {
        for &byte in bytes {
            if byte.is_ascii_digit() {
                let digit = u64::from(byte - b'0');
                let value: u64 = number.unwrap_or(0);
                number = Some(value.wrapping_mul(10).wrapping_add(digit));
            } else if push(number.take(), sink) {
                return false;
            }
        }
        true
    })?;
    push(number, sink);
    Ok(())
}

/// The case number `case`, counted from 1, of an input that can be read again; none if there are fewer.
/// `places` are some of this input.
///
/// # Errors
/// The input cannot be read.
pub fn get(
    problem: &Problem,
    input: &mut Input,
    places: &Places,
    case: u64,
) -> Result<Option<Case>, Error> {
    let Some(start) = find(problem, input, places, case)? else {
        return Ok(None);
    };
    let mut collector = Collector {
        case: Case::default(),
        problem,
    };
    read(input, &start, &mut collector, |sink| sink.case.complete)?;
    collector.case.position = Some(start.position);
    Ok(collector.case.complete.then_some(collector.case))
}

/// Looks for the first pile that is as `wanted`, in cases that are not kept.
struct Finder<W> {
    wanted: W,
    read: u64,
    found: Option<(u64, u64)>,
    complete: bool,
}

impl<W: Fn(u64) -> bool> Sink for Finder<W> {
    fn numbers<N: Number>(&mut self, list: List, piece: &[N]) -> Result<(), Misfit> {
        if list == List::Piles {
            for &pile in piece {
                let pile = pile.into();
                if self.found.is_none() && (self.wanted)(pile) {
                    self.found = Some((self.read, pile));
                }
                self.read += 1;
            }
        }
        Ok(())
    }

    fn end_case(&mut self) {
        self.complete = true;
    }
}

/// The first pile of case `case` that is as `wanted`, and how many come before it. `places` are some of
/// this input.
///
/// # Errors
/// The input cannot be read.
pub fn first_pile(
    problem: &Problem,
    input: &mut Input,
    places: &Places,
    case: u64,
    wanted: impl Fn(u64) -> bool,
) -> Result<Option<(u64, u64)>, Error> {
    let Some(start) = find(problem, input, places, case)? else {
        return Ok(None);
    };
    let mut finder = Finder {
        wanted,
        read: 0,
        found: None,
        complete: false,
    };
    let done = |finder: &Finder<_>| finder.found.is_some() || finder.complete;
    read(input, &start, &mut finder, done)?;
    Ok(finder.found)
}
