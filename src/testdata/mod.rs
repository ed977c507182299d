//! The data on which submissions are judged: the tests of a problem, for the limits of the name that was used, and
//! inputs from a seed.
//!
//! ```text
//! limits ──families (mistakes), draw (shapes)──▶ positions ──fill──▶ numbers of cases ──text──▶ inputs
//! ```
//!
//! A test takes no right program more than a quarter of its time limit. Only what cannot be derived is kept in
//! files: the samples, and the hacks in a problem's folder.

mod draw;
pub mod enumerate;
mod families;
mod fill;
pub mod generate;
pub mod grammar;
mod limits;
pub mod random;
mod shape;
pub mod split;
pub(crate) mod text;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use self::draw::Draw;
use self::families::{FAMILIES, Family, TestPosition, makers, positions};
pub use self::fill::CaseNumbers;
use self::fill::{Filled, fill};
use self::generate::GenerateOptions;
use self::limits::Numbers;
pub use self::limits::{Bounds, PositionLimits};
pub use self::random::Random;
pub use self::shape::Shape;
use self::text::input;
use crate::error::Error;
use crate::layout::{Layout, Limit, Role};
use crate::problem::{Files, Problem};

/// The maximum number of cases of an input, if the judge states no limit.
const MOST_CASES: u64 = 10_000;

/// The approximate maximum of numbers in an input of several cases.
const MOST_NUMBERS: usize = 300_000;

/// The approximate maximum number of inputs of a family of which a sample suffices, and where an input has few cases.
const MOST_INPUTS: usize = 24;
const MOST_OF_FEW: usize = 16;
const FEW_CASES: u64 = 10;

/// The maximum [cost] of an input of several cases, in nanoseconds on a fast processor: with it a textbook program
/// takes less than a quarter of a second, which is a quarter of nearly all time limits, on a slow one too.
const MOST_COST: u64 = 60_000_000;

/// The cost of the Grundy value of a pile, without that of each take.
const TABLE_COST: u64 = 8;

/// The approximate maximum of numbers in a random input of a hundred cases. One of [`MOST_CASES`] has
/// proportionally more.
const RANDOM_NUMBERS: u64 = 20_000;

/// A test without its answers, which are bouton's own.
#[derive(Clone, Debug)]
pub struct TestInput {
    /// A file name without its extension.
    pub name: String,
    /// The input.
    pub input: Cow<'static, [u8]>,
}

/// An input as numbers.
#[derive(Clone, Debug)]
pub struct Cases {
    /// What it is called.
    pub name: String,
    /// Its cases, each with the numbers that come before all cases, but for how many there are.
    pub cases: Vec<Vec<u64>>,
    /// How many numbers come before all cases.
    before: usize,
}

/// The secret tests of `problem`: those in its folder, then generated ones, each made when it is asked for.
/// They are in a fixed order and always the same, and no two are equal, nor equal to a sample.
pub fn tests(problem: &Problem) -> impl Iterator<Item = Result<TestInput, Error>> + Send {
    let mut seen: HashSet<u64> = problem
        .samples()
        .iter()
        .map(|(input, _)| checksum(input.as_bytes()))
        .collect();
    let generated = inputs(problem).map(|cases| {
        Ok(TestInput {
            input: Cow::Owned(input(&problem.layout, &cases.cases, cases.before)),
            name: cases.name,
        })
    });
    in_folder(problem).chain(generated).filter(move |test| {
        let is_new = |test: &TestInput| seen.insert(checksum(&test.input));
        test.as_ref().map_or(true, is_new)
    })
}

fn checksum(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The tests written by hand.
fn in_folder(problem: &Problem) -> impl Iterator<Item = Result<TestInput, Error>> {
    paths(problem).into_iter().map(|(path, name)| {
        let input = problem.files.bytes(&path)?;
        Ok(TestInput { name, input })
    })
}

/// The paths and names of the tests written by hand: the hacks, and in a folder of the user's own all other
/// inputs too.
fn paths(problem: &Problem) -> Vec<(String, String)> {
    let mut paths = Vec::new();
    for stem in problem.files.stems("hacks", ".in") {
        paths.push((format!("hacks/{stem}.in"), format!("hack-{stem}")));
    }
    if let Files::In(_) = problem.files {
        for stem in problem.files.stems("data/secret", ".in") {
            paths.push((format!("data/secret/{stem}.in"), stem));
        }
    }
    paths
}

/// The generated inputs of `problem`, in a fixed order, each made when it is asked for.
pub fn inputs(problem: &Problem) -> impl Iterator<Item = Cases> {
    let room = problem.layout.most_cases().min(MOST_CASES);
    let mut makers = makers(problem, room * most_inputs(&problem.layout) as u64);
    let families = FAMILIES.iter().flat_map(move |family| {
        let positions = positions(family, &mut makers);
        in_inputs(problem, family, &positions)
    });
    let PositionLimits { count, sizes, .. } = PositionLimits::of(&problem.layout);
    // Where it is another shape than the random one.
    let is_other = move |shape: &Shape| match shape {
        Shape::Single => count.low < count.high,
        Shape::Equal => count.high > 1,
        Shape::Zeros => sizes.low == 0,
        _ => true,
    };
    let shapes = Shape::all().filter(is_other);
    let shapes = shapes.map(|shape| (format!("random-{}", shape.name()), shape, 100));
    let many = ("many-cases".to_owned(), Shape::Small, MOST_CASES);
    let random = shapes.chain([many]).filter_map(|(name, shape, most)| {
        random_cases(problem, &problem.layout, name, shape, most)
    });
    let large_takes = std::iter::once_with(|| {
        let (layout, name) = (with_large_takes(problem)?, "large-takes".to_owned());
        random_cases(problem, &layout, name, Shape::Random, MOST_CASES)
    });
    random.chain(large_takes.flatten()).chain(families)
}

/// The layout of cases with few takes, which leave little, and few positions. `None` if no move divides what it leaves:
/// otherwise a textbook program has time for many cases only if they are like this.
fn with_large_takes(problem: &Problem) -> Option<Layout> {
    if problem.rules.has_single_moves() {
        return None;
    }
    let mut layout = Layout::clone(&problem.layout);
    let mut numbers = layout.numbers.iter();
    let take = numbers.find(|number| number.role == Role::Take)?;
    let (take, take_count) = (take.index, take.length());
    let high = layout.numbers[take].high.number()?;
    layout.numbers[take].low = Limit::Number(high - high / 4);
    let positions = Numbers::of(&layout).positions;
    for (index, most) in [(take_count, 3), (positions, 4)] {
        let number = &mut layout.numbers[index?];
        let high = number.high.number()?.min(most);
        number.high = Limit::Number(high.max(number.low.number()?));
    }
    Some(layout)
}

fn most_inputs(layout: &Layout) -> usize {
    if layout.most_cases() > FEW_CASES {
        MOST_INPUTS
    } else {
        MOST_OF_FEW
    }
}

/// What a case takes a textbook program: it reads the numbers and, if the case gives the subtraction set, computes the
/// Grundy values of all piles that there may be, or up to the pile if there is one alone.
fn cost(problem: &Problem, limits: &PositionLimits, case: &Filled) -> u64 {
    let is_alone = limits.positions.is_none() && limits.count.high == 1;
    let table = match limits.take_count {
        None => 0,
        Some(_) if is_alone => case.largest,
        Some(_) => limits.sizes.high,
    };
    let of_pile = case.takes.len() as u64 + TABLE_COST;
    // What a take leaves may be divided anywhere, and each division takes half of a nanosecond.
    let divisions = |&take: &u64| {
        let rest = table.saturating_sub(take);
        rest.saturating_mul(rest) / 4
    };
    let all_divisions = if problem.rules.has_single_moves() {
        0
    } else {
        let each = case.takes.iter().map(divisions);
        each.fold(0, u64::saturating_add)
    };
    table
        .saturating_mul(of_pile)
        .saturating_add(all_divisions)
        .saturating_add(case.numbers.len() as u64)
}

/// An input to which cases are added as long as there is room.
struct Growing<'p> {
    problem: &'p Problem,
    limits: PositionLimits,
    input: Cases,
    /// How many numbers and which cost its cases have together.
    numbers: usize,
    cost: u64,
    /// How many cases and numbers there may be.
    most: (u64, usize),
}

impl<'p> Growing<'p> {
    /// An input without cases yet, with no more cases than `most`, and not many more `numbers`.
    fn new(problem: &'p Problem, most: u64, numbers: usize) -> Self {
        let layout = &problem.layout;
        Self {
            problem,
            limits: PositionLimits::of(layout),
            input: Cases {
                name: String::new(),
                cases: Vec::new(),
                before: 0,
            },
            numbers: 0,
            cost: 0,
            most: (layout.most_cases().min(most), numbers),
        }
    }

    /// Adds a case, or returns it if there is no room left.
    fn add(&mut self, case: Filled) -> Option<Filled> {
        let numbers = self.numbers + case.numbers.len();
        let cost = self.cost + cost(self.problem, &self.limits, &case);
        let count = self.input.cases.len() as u64;
        let is_full = count >= self.most.0 || numbers > self.most.1 || cost > MOST_COST;
        if is_full && count > 0 {
            return Some(case);
        }
        (self.numbers, self.cost) = (numbers, cost);
        self.input.before = case.before;
        self.input.cases.push(case.numbers);
        None
    }

    /// The input, with its last case again where there have to be more.
    fn end(mut self, name: String) -> Cases {
        let least = self.problem.layout.least_cases() as usize;
        let cases = &mut self.input.cases;
        let again = cases.last().cloned().into_iter().cycle();
        let missing = least.saturating_sub(cases.len());
        cases.extend(again.take(missing));
        Cases { name, ..self.input }
    }
}

/// Random cases of this shape. `None` if there are none within the limits.
fn random_cases(
    problem: &Problem,
    layout: &Layout,
    name: String,
    shape: Shape,
    most: u64,
) -> Option<Cases> {
    let options = GenerateOptions {
        seed: most,
        shape,
        ..GenerateOptions::default()
    };
    let mut draw = Draw::new(problem, layout, options).ok()?;
    let numbers = most.div_ceil(100).saturating_mul(RANDOM_NUMBERS);
    let mut input = Growing::new(problem, most, numbers as usize);
    while input.add(draw.case().ok()?).is_none() {}
    Some(input.end(name))
}

/// Some of `all`, evenly spread, if there are more than `most`.
fn spread<T>(all: &mut Vec<T>, most: usize) {
    let len = all.len();
    let mut index = 0;
    all.retain(|_| {
        index += 1;
        len <= most || index * most / len > (index - 1) * most / len
    });
}

/// Distributes positions over inputs.
fn in_inputs(problem: &Problem, &(name, _): &Family, positions: &[TestPosition]) -> Vec<Cases> {
    let layout = &problem.layout;
    let most = layout.most_cases().min(MOST_CASES) as usize;
    let most_inputs = most_inputs(layout);
    let mut filled = in_cases(problem, positions);
    spread(&mut filled, most * most_inputs);
    // Together can be those that have the same numbers before all cases.
    let mut groups: BTreeMap<Vec<u64>, Vec<Filled>> = BTreeMap::new();
    for case in filled {
        let before = case.numbers[..case.before].to_vec();
        groups.entry(before).or_default().push(case);
    }
    let new = || Growing::new(problem, MOST_CASES, MOST_NUMBERS);
    let mut inputs: Vec<Growing<'_>> = Vec::new();
    for group in groups.into_values() {
        inputs.push(new());
        for case in group {
            let full = inputs.last_mut().and_then(|input| input.add(case));
            if let Some(case) = full {
                let mut next = new();
                // The first case has room.
                next.add(case);
                inputs.push(next);
            }
        }
    }
    spread(&mut inputs, 2 * most_inputs);
    let are_several = inputs.len() > 1;
    let named = |(number, input): (usize, Growing<'_>)| {
        let numbered = format!("{name}-{}", number + 1);
        input.end(if are_several {
            numbered
        } else {
            name.to_owned()
        })
    };
    inputs.into_iter().enumerate().map(named).collect()
}

/// Distributes positions over cases.
fn in_cases(problem: &Problem, positions: &[TestPosition]) -> Vec<Filled> {
    let numbers = Numbers::of(&problem.layout);
    let limits = numbers
        .limits()
        .positions
        .unwrap_or(Bounds { low: 1, high: 1 });
    let most = usize::try_from(limits.high.max(1)).unwrap_or(usize::MAX);
    // Any number will do. That of the largest upper limits leaves most room, and cells come in either order.
    let mut cells = 0;
    let mut free = |index: usize, limits: Bounds| {
        if numbers.layout.numbers[index].role == Role::FirstCell {
            cells += 1;
            limits.low + cells / 2 % (limits.high - limits.low).saturating_add(1)
        } else if numbers.is_limit[index] {
            limits.high
        } else {
            limits.low
        }
    };
    let mut cases = Vec::new();
    for of_rule in positions.chunk_by(|one, other| one.rule == other.rule) {
        for positions in of_rule.chunks(most) {
            let piles = positions.iter().map(|position| position.piles.clone());
            let mut piles: Vec<_> = piles.flat_map(|piles| numbers.in_rows(piles)).collect();
            while !numbers.are_rows && (piles.len() as u64) < limits.low {
                piles.push(piles[0].clone());
            }
            cases.extend(fill(&numbers, &positions[0].rule, &piles, &[], &mut free));
        }
    }
    cases
}
