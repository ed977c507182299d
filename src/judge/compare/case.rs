//! A single case of an input: its position, and its numbers.

use std::collections::VecDeque;
use std::fmt::{self, Display, Formatter};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::decode::{Kernel, Number, is_white_space};
use crate::engine::pipe::{Checkpoint, Checkpoints, End, Pipe};
use crate::engine::window::Window;
use crate::error::{Error, InputError, InputErrorKind, Location};
use crate::game::rule::Rules;
use crate::input::{Input, LineCounter};
use crate::layout::sink::{Discard, Sink, break_if};
use crate::layout::{CountOf, Role, cells_between};
use crate::problem::Problem;
use crate::text::counted;

/// Cases with more numbers are not kept: 32 MiB.
const MAX_KEPT: u64 = 1 << 22;

/// The beginning and the end of a list of numbers; all of it if it is short.
#[derive(Clone, Debug, Default)]
pub struct Excerpt {
    /// The number of numbers.
    pub count: u64,
    /// The first ones.
    pub first: Vec<u64>,
    /// The last ones.
    pub last: VecDeque<u64>,
}

impl Excerpt {
    /// How many numbers are kept from each end of a long list. Twice as many are kept whole.
    pub(crate) const KEPT: usize = 12;

    fn add(&mut self, number: u64) {
        self.count += 1;
        if self.first.len() < 2 * Self::KEPT {
            self.first.push(number);
        }
        if self.last.len() == Self::KEPT {
            self.last.pop_front();
        }
        self.last.push_back(number);
    }

    /// Whether it has all numbers.
    pub(crate) fn is_whole(&self) -> bool {
        self.count == self.first.len() as u64
    }
}

/// The numbers on a line, without the middle of many.
impl Display for Excerpt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let line = |numbers: &mut dyn Iterator<Item = &u64>| {
            let words: Vec<_> = numbers.map(u64::to_string).collect();
            words.join(" ")
        };
        if self.is_whole() {
            return f.write_str(&line(&mut self.first.iter()));
        }
        let first = line(&mut self.first.iter().take(Self::KEPT));
        let left_out = self.count - (Self::KEPT + self.last.len()) as u64;
        let left_out = counted(left_out, "number", "numbers");
        let last = line(&mut self.last.iter());
        write!(f, "{first} ... ({left_out} left out) ... {last}")
    }
}

impl From<&[u64]> for Excerpt {
    fn from(numbers: &[u64]) -> Self {
        Self {
            count: numbers.len() as u64,
            first: numbers[..numbers.len().min(2 * Self::KEPT)].to_vec(),
            last: numbers[numbers.len().saturating_sub(Self::KEPT)..]
                .to_vec()
                .into(),
        }
    }
}

/// What a report shows of a case.
#[derive(Clone, Debug, Default)]
pub struct CaseExcerpt {
    /// The location of its first number.
    pub location: Location,
    /// The text as it is in the input. `None` if it is long.
    pub text: Option<String>,
    /// Its numbers.
    pub numbers: Excerpt,
}

/// The part of the rules that an input gives.
#[derive(Clone, Debug, Default)]
struct GivenRules {
    subtraction_set: Option<Vec<u64>>,
    /// The largest number of stones or piles in a move, or the index of the king, counted from 1.
    numbers: Vec<(Role, u64)>,
}

/// A position of a case.
#[derive(Clone, Debug, Default)]
struct Position {
    given: Arc<GivenRules>,
    piles: Vec<u64>,
}

/// A case.
#[derive(Debug)]
pub(crate) struct Case<'p> {
    /// What is shown of it.
    pub excerpt: CaseExcerpt,
    /// Whether there were too many numbers to keep.
    pub is_cut: bool,
    problem: &'p Problem,
    positions: Vec<Position>,
    /// The rules of the position that is being read.
    given: Arc<GivenRules>,
    /// The cell at one end of the pile whose other end comes next.
    first_cell: u64,
    is_complete: bool,
}

impl<'p> Case<'p> {
    fn new(problem: &'p Problem, given: Arc<GivenRules>) -> Self {
        Self {
            excerpt: CaseExcerpt::default(),
            is_cut: false,
            problem,
            // The first one is still empty.
            positions: vec![Position::default()],
            given,
            first_cell: 0,
            is_complete: false,
        }
    }

    /// The rules of its position number `index`, counted from 0.
    pub(crate) fn rules(&self, index: usize) -> Result<Rules, InputErrorKind> {
        let given = self.positions.get(index).map(|position| &position.given);
        let given = given.unwrap_or(&self.given);
        let mut rules = self.problem.rules.clone();
        if let Some(subtraction_set) = &given.subtraction_set {
            rules.set_takes(subtraction_set);
        }
        for &(role, number) in &given.numbers {
            rules.set(role, &[number]);
        }
        let largest = self.piles(index).iter().max();
        rules.cover(largest.copied().unwrap_or(0))?;
        Ok(rules)
    }

    /// The piles of position `index`, counted from 0, or the cells of the persons.
    pub(crate) fn piles(&self, index: usize) -> &[u64] {
        let position = self.positions.get(index);
        position.map_or(&[], |position| &position.piles)
    }

    fn add(&mut self, number: u64) {
        self.excerpt.numbers.add(number);
        if self.excerpt.numbers.count > MAX_KEPT {
            self.is_cut = true;
            self.positions.clear();
        }
    }

    /// Adds a pile to the position that is being read.
    fn add_pile(&mut self, pile: u64) {
        if let Some(position) = self.positions.last_mut() {
            position.piles.push(pile);
        }
    }

    /// The rules of the position that is being read, to be changed.
    fn given(&mut self) -> &mut GivenRules {
        Arc::make_mut(&mut self.given)
    }
}

/// Collects the numbers of a case.
impl Sink for Case<'_> {
    fn numbers<N: Number>(&mut self, role: Role, piece: &[N]) -> Result<(), InputError> {
        for &number in piece.iter().filter(|_| role != Role::Cases) {
            let number = number.into();
            self.add(number);
            match role {
                Role::Take => {
                    let set = &mut self.given().subtraction_set;
                    set.get_or_insert_default().push(number);
                }
                Role::Count(CountOf::Takes) => self.given().subtraction_set = Some(Vec::new()),
                Role::Pile | Role::Person => self.add_pile(number),
                Role::FirstCell => self.first_cell = number,
                // Input that was answered has no cell twice.
                Role::SecondCell => {
                    self.add_pile(cells_between(self.first_cell, number).unwrap_or(0));
                }
                Role::Parameter(_) => {
                    let numbers = &mut self.given().numbers;
                    numbers.retain(|(other, _)| *other != role);
                    numbers.push((role, number));
                }
                Role::Cases | Role::Count(_) | Role::Other => {}
            }
        }
        Ok(())
    }

    fn end_position(&mut self) {
        if let Some(position) = self.positions.last_mut() {
            position.given = Arc::clone(&self.given);
            // The next one is still empty.
            self.positions.push(Position::default());
        }
    }

    fn end_case(&mut self) {
        if !self.problem.layout.positions {
            self.end_position();
        }
        self.positions.pop();
        self.is_complete = true;
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.is_complete)
    }
}

/// Counts the positions of all cases.
struct Positions {
    /// How many come up to the one that is looked for, with that.
    left: u64,
    /// The number of the current case, counted from 1, and that of its positions so far.
    case: u64,
    position: usize,
}

impl Sink for Positions {
    fn numbers<N: Number>(&mut self, _role: Role, _piece: &[N]) -> Result<(), InputError> {
        Ok(())
    }

    fn end_position(&mut self) {
        if self.left > 0 {
            self.left -= 1;
            self.position += 1;
        }
    }

    fn end_case(&mut self) {
        if self.left > 0 {
            self.case += 1;
            self.position = 0;
        }
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.left == 0)
    }
}

/// Where position number `position`, counted from 1, of an input is that can be read again: the number of its case, and
/// its index there.
pub(crate) fn of_position(
    problem: &Problem,
    input: &Input,
    position: u64,
) -> Result<(u64, usize), Error> {
    let mut positions = Positions {
        left: position,
        case: 1,
        position: 0,
    };
    let start = Checkpoint::start(&problem.layout);
    read(&mut Window::of(input)?, start, u64::MAX, &mut positions)?;
    Ok((positions.case, positions.position.saturating_sub(1)))
}

/// Reads from `checkpoint` to the first number after `complete` complete cases, or until `sink` stops. Returns
/// where that number is, if it is there.
fn read<S: Sink>(
    window: &mut Window<'_>,
    mut checkpoint: Checkpoint,
    complete: u64,
    sink: &mut S,
) -> Result<Option<Checkpoint>, Error> {
    checkpoint.framer().pause_after(complete);
    let mut pipe = Pipe::resume(Kernel::best(), checkpoint, sink);
    Ok(match window.feed_all(&mut pipe)? {
        End::Paused(offset) => {
            let framer = pipe.checkpoint().framer().clone();
            Some(Checkpoint::at(offset, framer))
        }
        // Input that was answered has no error.
        End::Done | End::Bad(_) => None,
    })
}

/// Case `case`, counted from 1, of an input that can be read again. `None` if there are fewer.
/// `checkpoints` belong to this input.
pub(crate) fn get<'p>(
    problem: &'p Problem,
    input: &mut Input,
    checkpoints: &Checkpoints,
    case: u64,
) -> Result<Option<Case<'p>>, Error> {
    let mut window = Window::of(input)?;
    let first = || Checkpoint::start(&problem.layout);
    let before = checkpoints.before(case).cloned().unwrap_or_else(first);
    let Some(start) = read(&mut window, before, case - 1, &mut Discard)? else {
        return Ok(None);
    };
    let (offset, number) = (start.offset(), case);
    let mut case = Case::new(problem, Arc::default());
    if problem.layout.numbers_of_head().next().is_some() {
        // The header may give a part of the rules.
        read(&mut window, first(), 0, &mut case)?;
        case = Case::new(problem, case.given);
    }
    read(&mut window, start, number, &mut case)?;
    let excerpt = &mut case.excerpt;
    excerpt.text = text(&mut window, offset, excerpt.numbers.count)?;
    excerpt.location = input.position(offset, LineCounter::default(), &[])?;
    Ok(Some(case).filter(|case| case.is_complete))
}

/// The text of the next `numbers` numbers at `offset`. `None` if it is long.
fn text(window: &mut Window<'_>, offset: u64, numbers: u64) -> Result<Option<String>, Error> {
    const LONGEST: u64 = 64 * 1024;
    let mut text = Vec::new();
    while (text.len() as u64) < LONGEST {
        let bytes = window.bytes(offset + text.len() as u64, offset + LONGEST)?;
        if bytes.is_empty() {
            break;
        }
        text.extend_from_slice(bytes);
    }
    let is_cut = text.len() as u64 == LONGEST;
    let ends = (1..=text.len()).filter(|&end| {
        let is_end = text.get(end).map_or(!is_cut, |&byte| is_white_space(byte));
        !is_white_space(text[end - 1]) && is_end
    });
    let end = ends.take(numbers as usize).enumerate().last();
    let end = end.filter(|(before, _)| *before as u64 + 1 == numbers);
    Ok(end.map(|(_, end)| String::from_utf8_lossy(&text[..end]).into_owned()))
}
