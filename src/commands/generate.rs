//! `bouton generate`: valid input for a problem, from a seed. The same seed gives the same bytes for
//! ever: committed test data is made again from its seeds.
//!
//! The game draws the numbers of a case, the layout says what stands between them.

use std::fs::File;
use std::io::Write;

use crate::error::Error;
use crate::game::takes::Takes;
use crate::game::{Play, hill};
use crate::layout::{Item, Layout, Limit, Number, Repeat};
use crate::problems::{Game, Problem};
use crate::random::Random;

/// What cases are like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Everything within the limits, about as many positions lost as won.
    #[default]
    Random,
    /// Up to four piles of a few stones, about as many positions lost as won.
    Small,
    /// As many piles as the limits allow, and sizes close to the largest.
    Max,
    /// All piles of one stone.
    Ones,
    /// All piles of the same size.
    Equal,
    /// Half of the piles empty.
    Zeros,
    /// As few piles as the limits allow.
    Single,
    /// The player to move loses.
    Losing,
    /// The player to move wins.
    Winning,
    /// Sizes of few digits are as likely as sizes of many, about as many positions lost as won.
    Lengths,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Self; 10] = [
        Self::Random,
        Self::Small,
        Self::Max,
        Self::Ones,
        Self::Equal,
        Self::Zeros,
        Self::Single,
        Self::Losing,
        Self::Winning,
        Self::Lengths,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Small => "small",
            Self::Max => "max",
            Self::Ones => "ones",
            Self::Equal => "equal",
            Self::Zeros => "zeros",
            Self::Single => "single",
            Self::Losing => "losing",
            Self::Winning => "winning",
            Self::Lengths => "lengths",
        }
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Random => {
                "everything within the limits, about half of the positions lost (default)"
            }
            Self::Small => "up to four piles of a few stones, about half of the positions lost",
            Self::Max => "as many piles as the limits allow, and sizes close to the largest",
            Self::Ones => "piles of one stone",
            Self::Equal => "all piles of a position are of the same size",
            Self::Zeros => "half of the piles are empty (where the limits allow that)",
            Self::Single => "as few piles as the limits allow",
            Self::Losing => "the player to move loses, if the limits allow that",
            Self::Winning => "the player to move wins",
            Self::Lengths => {
                "sizes of few digits are as likely as of many, about half of the positions lost"
            }
        }
    }

    /// The shape with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name() == name)
    }

    /// Whether positions are to be lost; none if it does not matter.
    fn lost(self, random: &mut Random) -> Option<bool> {
        match self {
            Self::Losing => Some(true),
            Self::Winning => Some(false),
            Self::Random | Self::Small | Self::Max | Self::Zeros | Self::Lengths => {
                Some(random.coin())
            }
            Self::Ones | Self::Equal | Self::Single => None,
        }
    }
}

/// The least and the most that a number may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The least.
    pub low: u64,
    /// The most.
    pub high: u64,
}

impl Limits {
    fn has(self, number: u64) -> bool {
        (self.low..=self.high).contains(&number)
    }
}

/// What to generate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// What all numbers come from.
    pub seed: u64,
    /// How many cases; none: a sensible number.
    pub cases: Option<u64>,
    /// What they are like.
    pub shape: Shape,
    /// How many piles a position has; none: as the shape and the judge's limits have it.
    pub piles: Option<Limits>,
    /// The size of the largest pile that may be drawn; none: likewise.
    pub largest: Option<u64>,
}

/// Writes an input of `problem` to `out`, within the limits that `layout` has, but for those that the
/// options override.
///
/// # Errors
/// The options make no sense for the problem or with each other, a case does not fit into memory, or
/// `out` cannot be written.
pub fn run(
    problem: &Problem,
    layout: &Layout,
    options: Options,
    out: &mut impl Write,
) -> Result<(), Error> {
    let mut source = Source::new(problem, layout, options)?;
    let cases = source.cases(layout, options.cases)?;
    let mut text = Text::new(out);
    let mut values = vec![0; layout.names];
    let Some((group, repeat)) = layout.cases() else {
        source.case();
        text.items(&layout.items, &mut &source.numbers[..], &mut values)?;
        return text.flush();
    };
    for item in &layout.items {
        match item {
            Item::Number(number) if repeat == Repeat::Times(number.index) => {
                text.items(std::slice::from_ref(item), &mut &[cases][..], &mut values)?;
            }
            // Another number before the first case is that of the piles, for all cases.
            Item::Number(_) => {
                let piles = source.fixed_count();
                text.items(std::slice::from_ref(item), &mut &[piles][..], &mut values)?;
            }
            Item::Group(..) => {}
            Item::LineEnd | Item::Answer => {
                text.items(std::slice::from_ref(item), &mut &[][..], &mut values)?;
            }
        }
    }
    for case in 0..cases {
        if case > 0 && repeat == Repeat::ToEndWithBlankLines {
            text.line_end();
        }
        source.case();
        text.items(group, &mut &source.numbers[..], &mut values)?;
    }
    if repeat == Repeat::ToZero {
        text.numbers(&[0])?;
        text.line_end();
    }
    text.flush()
}

/// Draws the numbers of one case after the other, as [`run`] would write them: those that stand before
/// all cases, but for how many there are, then those of the case.
///
/// # Errors
/// The problem has no such shape.
pub fn numbers(
    problem: &Problem,
    layout: &Layout,
    options: Options,
) -> Result<impl FnMut() -> Vec<u64>, Error> {
    let mut source = Source::new(problem, layout, options)?;
    let before = layout
        .items
        .iter()
        .filter(|item| match (item, layout.cases()) {
            (Item::Number(number), Some((_, repeat))) => repeat != Repeat::Times(number.index),
            _ => false,
        });
    let before: Vec<_> = before.map(|_| source.fixed_count()).collect();
    Ok(move || {
        source.case();
        [&before[..], &source.numbers].concat()
    })
}

/// Draws the numbers of one case after the other.
struct Source {
    game: Game,
    shape: Shape,
    /// The limits of the number of piles are asked for: no shape narrows them.
    piles_asked: bool,
    /// So is the limit of their sizes.
    largest_asked: bool,
    random: Random,
    /// The limits of the numbers of a case, in order.
    limits: Vec<Limits>,
    /// The takes of a case ascend.
    takes_ascend: bool,
    /// The number of piles, if it stands before the first case.
    count: Option<u64>,
    /// The numbers of the last case.
    numbers: Vec<u64>,
    /// The worths of the piles of the last case, where the takes are numbers of the case.
    takes: Takes,
}

/// So often a position is drawn again until it is won or lost as it should be. Some cannot be: a
/// single pile is not lost.
const ATTEMPTS: usize = 50;

/// A small position has at most so many piles.
const FEW: u64 = 4;

/// Lists that may be longer than this are mostly much shorter.
const LONG: u64 = 1000;

/// With as many takes as the judges allow, the worths of all piles up to this size can be computed.
const MOST_WORTHS: u64 = 10_000_000;

/// Where the limits of the number of piles stand among those of the numbers of a case, if there is such
/// a number, and where those of the sizes.
fn places(game: Game, limits: &[Limits]) -> (Option<usize>, usize) {
    match game {
        Game::Takes if many_positions(limits) => (Some(3), 4),
        Game::Nim(_) | Game::Takes => (Some(0), 1),
        Game::UpTo => (None, 0),
        // The king stands between them.
        Game::Hill => (Some(0), 2),
    }
}

/// BZOJ 1874 has one position, before the takes: `N a M b`; HDU 1536 has many, behind them: `k s m l h`.
fn many_positions(limits: &[Limits]) -> bool {
    limits.len() == 5
}

/// Puts the limits that `options` ask for in place of the judge's, or says why they make no sense.
fn override_limits(
    limits: &mut [Limits],
    problem: &Problem,
    options: Options,
) -> Result<(), String> {
    let (id, game, shape) = (problem.id, problem.game, options.shape);
    let (count, sizes) = places(game, limits);
    if let Some(piles) = options.piles {
        if piles.low == 0 || piles.low > piles.high {
            return Err("--piles is at least 1, and has the lower number first".to_owned());
        }
        let Some(count) = count else {
            return Err(format!(
                "{id} has no --piles: every position is one pile there"
            ));
        };
        if shape == Shape::Single {
            return Err("the shape 'single' has as few piles as can be: no --piles".to_owned());
        }
        limits[count] = piles;
    }
    if let Some(largest) = options.largest {
        // Of one stone alone nothing can be left, and nobody loses.
        let least = if game == Game::UpTo { 2 } else { 1 };
        if largest < least {
            return Err(format!("--largest is at least {least} for {id}"));
        }
        if shape == Shape::Ones && game != Game::Hill {
            return Err("the shape 'ones' has piles of one stone: no --largest".to_owned());
        }
        if game == Game::Takes && largest > MOST_WORTHS {
            return Err(format!(
                "--largest is at most {MOST_WORTHS} for {id}: the worths of all piles are computed"
            ));
        }
        limits[sizes].high = largest;
        if game == Game::UpTo {
            // A move may take the whole pile, as with the judge's limits.
            limits[1].high = largest;
        }
    }
    if game == Game::Hill {
        let persons = match shape {
            Shape::Single => limits[0].low,
            Shape::Small if options.piles.is_none() => FEW,
            _ => limits[0].high,
        };
        if persons > limits[sizes].high {
            return Err(format!(
                "{persons} persons stand on as many cells: --largest is at least {persons}, or --piles smaller"
            ));
        }
    }
    Ok(())
}

/// Room for the numbers of the largest case, so that one for which there is none is told at once.
fn room(game: Game, limits: &[Limits]) -> Result<Vec<u64>, Error> {
    let piles = places(game, limits).0.map_or(1, |count| limits[count].high);
    let case = if game == Game::Takes && many_positions(limits) {
        let positions = piles.saturating_add(1).saturating_mul(limits[2].high);
        positions.saturating_add(2 + limits[0].high)
    } else {
        piles.saturating_add(2)
    };
    let mut numbers = Vec::new();
    let fits = usize::try_from(case).is_ok_and(|case| numbers.try_reserve(case).is_ok());
    if fits {
        return Ok(numbers);
    }
    let message = format!("a position of {piles} piles does not fit into memory");
    Err(Error::Usage(message))
}

impl Source {
    fn new(problem: &Problem, layout: &Layout, options: Options) -> Result<Self, Error> {
        let numbers = layout.numbers();
        let counts_cases = |number: &Number| match layout.cases() {
            Some((_, repeat)) => repeat == Repeat::Times(number.index),
            None => false,
        };
        let high = |number: &Number| match number.high {
            Limit::Number(high) => high,
            Limit::Value(index) => {
                let other = numbers.iter().find(|number| number.index == index);
                other.and_then(|other| other.high.number()).unwrap_or(0)
            }
        };
        let in_case = numbers.iter().filter(|number| !counts_cases(number));
        let mut limits: Vec<_> = in_case
            .map(|number| Limits {
                low: number.low.number().unwrap_or(0),
                high: high(number),
            })
            .collect();
        override_limits(&mut limits, problem, options).map_err(Error::Usage)?;
        let empty = match problem.game {
            Game::Nim(_) => limits[1].low == 0,
            Game::Takes => limits.last().is_some_and(|piles| piles.low == 0),
            Game::UpTo | Game::Hill => false,
        };
        let one_pile = problem.game == Game::UpTo;
        let why = match options.shape {
            Shape::Zeros if !empty => "no pile may be empty",
            Shape::Single | Shape::Equal if one_pile => "every position is one pile",
            _ => "",
        };
        if !why.is_empty() {
            let (id, shape) = (problem.id, options.shape.name());
            let message = format!("{id} has no shape '{shape}': {why} there");
            return Err(Error::Usage(message));
        }
        Ok(Self {
            game: problem.game,
            shape: options.shape,
            piles_asked: options.piles.is_some(),
            largest_asked: options.largest.is_some(),
            random: Random::new(options.seed),
            numbers: room(problem.game, &limits)?,
            limits,
            takes_ascend: numbers.iter().any(|number| number.ascending),
            count: None,
            takes: Takes::new(&[]),
        })
    }

    /// How many cases there will be if `wanted` are asked for.
    fn cases(&self, layout: &Layout, wanted: Option<u64>) -> Result<u64, Error> {
        let most = match layout.cases() {
            None => 1,
            Some((_, Repeat::Times(index))) => {
                let numbers = layout.numbers();
                let number = numbers.iter().find(|number| number.index == index);
                number.and_then(|n| n.high.number()).unwrap_or(1)
            }
            Some(_) => u64::MAX,
        };
        let long = self.limits.iter().any(|limits| limits.high > LONG) && self.longest() > LONG;
        match wanted {
            None => Ok(most.min(if long { 10 } else { 100 })),
            Some(0) => Err(Error::Usage("an input has at least 1 case".to_owned())),
            Some(cases) if cases > most => Err(Error::Usage(format!(
                "the judge's limits allow {most} {} in one input",
                if most == 1 { "case" } else { "cases" }
            ))),
            Some(cases) => Ok(cases),
        }
    }

    /// How many piles a case may have.
    fn longest(&self) -> u64 {
        match self.game {
            Game::Nim(_) | Game::Hill => self.limits[0].high,
            Game::Takes | Game::UpTo => 1,
        }
    }

    /// Draws the number of piles of all cases.
    fn fixed_count(&mut self) -> u64 {
        let count = self.pile_count(self.limits[0], None);
        self.count = Some(count);
        count
    }

    /// Draws a case.
    fn case(&mut self) {
        self.numbers.clear();
        match self.game {
            Game::Nim(play) => self.nim(play),
            Game::Takes => self.takes(),
            Game::UpTo => self.up_to(),
            Game::Hill => self.hill(),
        }
    }

    /// Draws how many piles a position has.
    fn pile_count(&mut self, limits: Limits, lost: Option<bool>) -> u64 {
        let Limits { low, high } = limits;
        match self.shape {
            Shape::Max => high,
            Shape::Single => low,
            Shape::Small if !self.piles_asked => self.random.between(low, high.min(FEW)),
            // Short lists are as likely as long ones, so that most inputs are handy.
            _ if high > LONG && !self.piles_asked => self.random.of_any_length(low, high),
            // A single pile is a win.
            Shape::Losing => self.random.between(low.max(2).min(high), high),
            _ if lost == Some(true) => self.random.between(low.max(2).min(high), high),
            _ => self.random.between(low, high),
        }
    }

    /// Adds `count` piles.
    fn draw(&mut self, count: u64, limits: Limits) {
        let Limits { low, high } = limits;
        let Self {
            random, numbers, ..
        } = self;
        let start = numbers.len();
        match self.shape {
            Shape::Random | Shape::Single | Shape::Losing | Shape::Winning => {
                random.fill(numbers, count, low, high);
            }
            Shape::Small if self.largest_asked => random.fill(numbers, count, low, high),
            Shape::Small => random.fill(numbers, count, low, high.min(7)),
            Shape::Max => {
                random.fill(numbers, count, low.max(high.saturating_sub(9)), high);
                numbers[start] = high;
            }
            Shape::Ones => numbers.extend((0..count).map(|_| 1)),
            Shape::Equal => {
                let size = random.between(low.max(1), high);
                numbers.extend((0..count).map(|_| size));
            }
            Shape::Zeros => numbers.extend((0..count).map(|_| {
                let size = random.between(low, high);
                if random.coin() { size } else { 0 }
            })),
            Shape::Lengths => {
                numbers.extend((0..count).map(|_| random.of_any_length(low, high)));
            }
        }
    }

    fn nim(&mut self, play: Play) {
        let lost = self.shape.lost(&mut self.random);
        let count = if let Some(count) = self.count {
            count
        } else {
            let count = self.pile_count(self.limits[0], lost);
            self.numbers.push(count);
            count
        };
        let (start, limits) = (self.numbers.len(), self.limits[1]);
        for _ in 0..ATTEMPTS {
            self.numbers.truncate(start);
            self.draw(count, limits);
            let Some(lost) = lost else { return };
            let piles = &mut self.numbers[start..];
            if lost {
                balance(piles, limits);
            }
            if wins(piles, play) != lost {
                return;
            }
            if lost && piles == [limits.low.max(1)] && play == Play::Normal {
                return; // It is the smallest one that cannot be lost.
            }
        }
    }

    fn takes(&mut self) {
        let many = many_positions(&self.limits);
        let (count, sizes) = if many { (0, 1) } else { (2, 3) };
        let set = self.take_set(self.limits[count], self.limits[sizes]);
        self.takes.reset(&set);
        if many {
            self.numbers.push(set.len() as u64);
            self.numbers.extend(&set);
            let Limits { low, high } = self.limits[2];
            let positions = match self.shape {
                Shape::Max => high,
                Shape::Small => self.random.between(low, 8),
                _ => self.random.between(low, high),
            };
            self.numbers.push(positions);
            for _ in 0..positions {
                self.position(self.limits[3], self.limits[4]);
            }
        } else {
            self.position(self.limits[0], self.limits[1]);
            self.numbers.push(set.len() as u64);
            self.numbers.extend(&set);
        }
    }

    /// Draws which takes there are.
    fn take_set(&mut self, count: Limits, sizes: Limits) -> Vec<u64> {
        let Limits { low, high } = count;
        let mut count = match self.shape {
            Shape::Max => high,
            Shape::Small => self.random.between(low, high.min(4)),
            Shape::Losing => self.random.between(low.max(2), high),
            // One pile is no reason for one take.
            _ => self.random.between(low, high),
        };
        let most = match self.shape {
            Shape::Small => sizes.high.min(5),
            Shape::Max => sizes.high,
            // Small takes make games that differ; large ones are hardly ever possible.
            _ if self.random.coin() => sizes.high.min(20),
            _ => sizes.high,
        };
        let mut set = Vec::new();
        if self.takes_ascend {
            // A subset of all, of this size: each is taken with the chance that keeps the size.
            count = count.min(most);
            for take in 1..=most {
                let rest = most - take + 1;
                if self.random.between(1, rest) <= count - set.len() as u64 {
                    set.push(take);
                }
            }
        } else {
            set.extend((0..count).map(|_| self.random.between(sizes.low, most)));
        }
        set
    }

    /// Adds a number of piles and the piles, for the takes of this case.
    fn position(&mut self, count: Limits, sizes: Limits) {
        let lost = self.shape.lost(&mut self.random);
        let count = self.pile_count(count, lost);
        self.numbers.push(count);
        let start = self.numbers.len();
        for _ in 0..ATTEMPTS {
            self.numbers.truncate(start);
            self.draw(count, sizes);
            let Some(lost) = lost else { return };
            let piles = &mut self.numbers[start..];
            let largest = piles.iter().max().copied().unwrap_or(0);
            // Within the limits of the problems no pile is beyond the table.
            if self.takes.cover(largest).is_err() {
                return;
            }
            let worth = |pile: u64| self.takes.worth(pile);
            let sum = |piles: &[u64]| piles.iter().fold(0, |sum, &pile| sum ^ worth(pile));
            if lost {
                // Another last pile may do.
                let (pile, rest) = piles.split_last_mut().expect("at least one pile");
                let rest = sum(rest);
                for _ in 0..ATTEMPTS {
                    if worth(*pile) == rest {
                        break;
                    }
                    let size = self.random.between(sizes.low, largest.max(sizes.low));
                    *pile = size;
                }
            }
            if (sum(piles) == 0) == lost {
                return;
            }
        }
    }

    fn up_to(&mut self) {
        let lost = self.shape.lost(&mut self.random);
        let [piles, takes] = [self.limits[0], self.limits[1]];
        let high = match self.shape {
            Shape::Small if !self.largest_asked => 12,
            _ => takes.high.min(piles.high),
        };
        let random = &mut self.random;
        let mut pile = match self.shape {
            Shape::Ones => 1,
            Shape::Max => random.between(piles.low.max(piles.high.saturating_sub(9)), piles.high),
            Shape::Lengths => random.of_any_length(piles.low, high),
            _ => random.between(piles.low, high),
        };
        // A pile of a multiple of take + 1 stones is lost; most such takes are small.
        let mut take = random.between(takes.low, high - 1);
        if lost == Some(true) && self.shape == Shape::Max {
            (pile, take) = (piles.high, piles.high - 1);
        } else if lost == Some(true) {
            if random.coin() {
                take = random.between(takes.low, take);
            }
            pile = (take + 1) * random.between(1, high / (take + 1));
        } else if lost == Some(false) && pile % (take + 1) == 0 {
            // Not a multiple either way, since take + 1 is at least 2.
            pile = if pile < high { pile + 1 } else { pile - 1 };
        } else if self.shape == Shape::Ones {
            take = random.between(takes.low, takes.high);
        }
        self.numbers.extend([pile, take]);
    }

    fn hill(&mut self) {
        let lost = self.shape.lost(&mut self.random);
        let cells = self.limits[2].high;
        let count = self.pile_count(self.limits[0], lost);
        let widest = match self.shape {
            Shape::Small if !self.largest_asked => 5.min(cells / count),
            Shape::Ones => 1,
            _ => cells / count,
        };
        // The king who is nearest to the top wins at once.
        let least = if lost == Some(true) { 2.min(count) } else { 1 };
        for _ in 0..ATTEMPTS {
            let king = self.random.between(least, count);
            self.numbers.clear();
            self.numbers.extend([count, king]);
            if self.shape == Shape::Equal {
                let gap = self.random.between(1, widest);
                self.numbers.extend((0..count).map(|_| gap));
            } else if self.shape == Shape::Lengths {
                let gaps = (0..count).map(|_| self.random.of_any_length(1, widest));
                self.numbers.extend(gaps);
            } else {
                self.random.fill(&mut self.numbers, count, 1, widest);
            }
            let positions = &mut self.numbers[2..];
            if lost == Some(true) {
                // Every other gap from the far end is a pile, of one stone less.
                let mut piles: Vec<_> = positions.iter().rev().step_by(2).map(|x| x - 1).collect();
                let sizes = Limits {
                    low: 0,
                    high: widest - 1,
                };
                balance(&mut piles, sizes);
                for (gap, pile) in positions.iter_mut().rev().step_by(2).zip(piles) {
                    *gap = pile + 1;
                }
                // But from the nearest person to the top all cells count, if he is not before the king.
                if count % 2 == 1 && king != 2 && positions[0] > 1 {
                    positions[0] -= 1;
                }
            }
            let mut sum = 0;
            for gap in positions.iter_mut() {
                sum += *gap;
                *gap = sum;
            }
            if self.shape == Shape::Max {
                // The farthest person stands as far as can be.
                for x in positions.iter_mut() {
                    *x += cells - sum;
                }
            }
            let first_wins = hill::fold(king, positions).first_wins();
            if lost.is_none_or(|lost| lost != first_wins) {
                return;
            }
        }
    }
}

/// Changes one pile so that the nim-sum is 0, if the limits allow that: the last possible one.
fn balance(piles: &mut [u64], limits: Limits) {
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    let fitting = |pile: &&mut u64| limits.has(**pile ^ sum);
    if let Some(pile) = piles.iter_mut().rev().find(fitting) {
        *pile ^= sum;
    }
}

/// Whether the player to move wins at Nim.
fn wins(piles: &[u64], play: Play) -> bool {
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    let ones = play == Play::Misere && piles.iter().all(|&pile| pile <= 1);
    (sum != 0) != ones
}

/// Once this many bytes wait, they are written.
const FULL: usize = 64 * 1024;

/// So many numbers are added between two looks at the room.
const PORTION: usize = 1024;

/// No number with its separator is longer; some more, since a copy of a fixed length is faster.
const LONGEST: usize = 24;

/// The digits of the numbers below 10000.
struct Digits {
    /// All four, the first one in the lowest byte.
    four: Box<[u32; 10_000]>,
    /// Without leading zeros and with a space behind them; the highest byte has the length of that.
    spaced: Box<[u64; 10_000]>,
}

impl Digits {
    fn new() -> Self {
        let four = |n: u32| {
            let digit = |power| n / power % 10 + u32::from(b'0');
            digit(1000) | digit(100) << 8 | digit(10) << 16 | digit(1) << 24
        };
        let spaced = |n: u32| {
            let len = 1 + n.max(1).ilog10();
            let first = u64::from(four(n) >> (32 - 8 * len));
            first | u64::from(b' ') << (8 * len) | u64::from(len + 1) << 56
        };
        let wrong = "there are 10000 of them";
        Self {
            four: (0..10_000)
                .map(four)
                .collect::<Vec<_>>()
                .try_into()
                .expect(wrong),
            spaced: (0..10_000)
                .map(spaced)
                .collect::<Vec<_>>()
                .try_into()
                .expect(wrong),
        }
    }
}

/// Where numbers are added: apart from the rest, so that the compiler keeps the length in a register.
struct Room<'b> {
    bytes: &'b mut [u8],
    len: usize,
}

impl Room<'_> {
    /// Adds a number and a space. Four digits at a time come from a table, and are copied as eight
    /// bytes: half of the time that [`itoa`] and a copy of variable length take.
    #[inline(always)]
    fn number(&mut self, number: u64, digits: &Digits) {
        let four = |n: u64| u64::from(digits.four[n as usize]);
        let spaced = |n: u64| digits.spaced[n as usize];
        let len = |spaced: u64| (spaced >> 56) as usize;
        let space = u64::from(b' ');
        if number < 10_000 {
            let first = spaced(number);
            self.add(first, len(first));
        } else if number < 100_000_000 {
            let first = spaced(number / 10_000);
            self.add(first, len(first) - 1);
            self.add(four(number % 10_000) | space << 32, 5);
        } else if number < 1_000_000_000_000 {
            let (high, low) = (number / 100_000_000, number % 100_000_000);
            let first = spaced(high);
            self.add(first, len(first) - 1);
            self.add(four(low / 10_000) | four(low % 10_000) << 32, 8);
            self.add(space, 1);
        } else {
            let mut digits = itoa::Buffer::new();
            let digits = digits.format(number).as_bytes();
            self.bytes[self.len..self.len + digits.len()].copy_from_slice(digits);
            self.len += digits.len();
            self.add(space, 1);
        }
    }

    /// Adds the lowest `len` bytes of `text`.
    #[inline(always)]
    fn add(&mut self, text: u64, len: usize) {
        self.bytes[self.len..self.len + 8].copy_from_slice(&text.to_le_bytes());
        self.len += len;
    }
}

/// Text that waits to be written. A space stands behind every number of a line until the line ends.
struct Text<'o, W> {
    buffer: Vec<u8>,
    len: usize,
    digits: Digits,
    out: &'o mut W,
    /// The line has no number yet.
    at_line_start: bool,
}

impl<'o, W: Write> Text<'o, W> {
    fn new(out: &'o mut W) -> Self {
        Self {
            buffer: vec![0; FULL + PORTION * LONGEST + LONGEST],
            len: 0,
            digits: Digits::new(),
            out,
            at_line_start: true,
        }
    }

    /// Adds `items`, whose numbers are the next of `numbers`; `values` keeps the last of each name.
    fn items(
        &mut self,
        items: &[Item],
        numbers: &mut &[u64],
        values: &mut [u64],
    ) -> Result<(), Error> {
        for item in items {
            match item {
                Item::Number(number) => {
                    let count = number.times.map_or(1, |times| values[times]);
                    let (list, rest) = numbers.split_at(count as usize);
                    self.numbers(list)?;
                    values[number.index] = list.last().copied().unwrap_or(0);
                    *numbers = rest;
                }
                Item::LineEnd => self.line_end(),
                Item::Answer => {}
                Item::Group(items, repeat) => {
                    let Repeat::Times(times) = *repeat else {
                        unreachable!("groups without a number hold whole cases");
                    };
                    for _ in 0..values[times] {
                        self.items(items, numbers, values)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn numbers(&mut self, numbers: &[u64]) -> Result<(), Error> {
        self.at_line_start = false;
        for numbers in numbers.chunks(PORTION) {
            if self.len >= FULL {
                // The last byte may be a space where a line end will stand.
                let last = self.buffer[self.len - 1];
                self.write(self.len - 1)?;
                self.buffer[0] = last;
                self.len = 1;
            }
            let mut room = Room {
                bytes: &mut self.buffer,
                len: self.len,
            };
            for &number in numbers {
                room.number(number, &self.digits);
            }
            self.len = room.len;
        }
        Ok(())
    }

    /// Ends the line, in place of the last space. There is room for that: a number is shorter than the
    /// room for it, and between two line ends that have none there is a number.
    fn line_end(&mut self) {
        self.len -= usize::from(!self.at_line_start);
        self.buffer[self.len] = b'\n';
        self.len += 1;
        self.at_line_start = true;
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.write(self.len)?;
        self.len = 0;
        self.out
            .flush()
            .map_err(|error| Error::writing("stdout", error))
    }

    fn write(&mut self, len: usize) -> Result<(), Error> {
        self.out
            .write_all(&self.buffer[..len])
            .map_err(|error| Error::writing("stdout", error))
    }
}

/// Writes an input to standard output.
///
/// # Errors
/// Those of [`run`].
pub fn to_stdout(problem: &Problem, layout: &Layout, options: Options) -> Result<(), Error> {
    let mut file: File = super::answer::stdout_file()?;
    crate::input::enlarge_pipe(&file);
    run(problem, layout, options, &mut file)
}
