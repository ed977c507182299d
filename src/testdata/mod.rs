//! The data on which submissions are judged: the tests of a problem, for the limits of the name that was used, and
//! inputs from a seed.
//!
//! ```text
//! limits ──families (mistakes), draw (shapes)──▶ positions ──fill──▶ numbers of cases ──text──▶ inputs
//! ```
//!
//! A test takes no right program more than a quarter of its time limit. Only what cannot be derived is kept in
//! files: the samples, and the hacks in a problem's folder.

pub(crate) mod draw;
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
mod walk;

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::iter::{self, Peekable};

use self::draw::Draw;
use self::families::{FAMILIES, TestPosition, makers, positions};
pub use self::fill::Decoded;
use self::fill::fill;
use self::generate::GenerateOptions;
pub use self::limits::{Bounds, Limits};
pub use self::random::Random;
pub use self::shape::Shape;
use self::text::input;
pub use self::walk::CaseNumbers;
use self::walk::Walked;
use crate::error::Error;
use crate::problem::{Files, Problem};

/// The maximum number of cases of an input, if the judge states no limit.
const MOST_CASES: u64 = 10_000;

/// The approximate maximum of numbers in an input of several cases.
const MOST_NUMBERS: usize = 300_000;

/// The approximate maximum number of inputs of a family of which a sample suffices, and where an input has few cases.
const MOST_INPUTS: usize = 22;
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
    pub cases: Vec<CaseNumbers>,
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
            input: Cow::Owned(input(&problem.layout, &cases.cases)),
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

/// The tests written by hand: the hacks, and in a folder of the user's own all other inputs too.
fn in_folder(problem: &Problem) -> impl Iterator<Item = Result<TestInput, Error>> {
    let files = &problem.files;
    let folders = match files {
        Files::In(_) => &[("hacks", "hack-"), ("data/secret", "")][..],
        Files::Embedded(_) | Files::None => &[("hacks", "hack-")],
    };
    folders.iter().flat_map(move |&(folder, prefix)| {
        let stems = files.stems(folder, ".in").into_iter();
        stems.map(move |stem| {
            Ok(TestInput {
                input: files.bytes(&format!("{folder}/{stem}.in"))?,
                name: format!("{prefix}{stem}"),
            })
        })
    })
}

/// The generated inputs of `problem`, in a fixed order, each made when it is asked for.
pub fn inputs(problem: &Problem) -> impl Iterator<Item = Cases> {
    let limits = Limits::of(&problem.layout);
    let room = problem.layout.most_cases().min(MOST_CASES) * most_inputs(problem) as u64;
    let mut makers = makers(problem, room);
    let families = FAMILIES.iter().flat_map(move |family| {
        let positions = positions(family, &mut makers);
        in_inputs(problem, family.0, &positions)
    });
    // Where it is another shape than the random one.
    let is_other = move |shape: &Shape| match shape {
        Shape::Single => limits.count.low < limits.count.high,
        Shape::Equal => limits.count.high > 1,
        Shape::Zeros => limits.sizes.low == 0,
        _ => true,
    };
    let shapes = Shape::all().filter(is_other);
    let shapes = shapes.map(|shape| (format!("random-{}", shape.name()), shape, 100));
    let many = [("many-cases".to_owned(), Shape::Small, MOST_CASES)];
    // Where moves divide piles, a textbook program has time for many cases only if a take leaves little.
    let large = (!problem.rules.has_single_moves() && limits.take_count.is_some())
        .then(|| ("large-takes".to_owned(), Shape::Max, MOST_CASES));
    let random = shapes.chain(many).chain(large);
    let random = random.filter_map(|(name, shape, most)| random_cases(problem, name, shape, most));
    random.chain(families)
}

fn most_inputs(problem: &Problem) -> usize {
    if problem.layout.most_cases() > FEW_CASES {
        MOST_INPUTS
    } else {
        MOST_OF_FEW
    }
}

/// What a case takes a textbook program: it reads the numbers and, if the case gives the subtraction set, computes the
/// Grundy values of all piles that there may be, or up to the pile if there is one alone.
fn cost(problem: &Problem, limits: &Limits, case: &[u64]) -> u64 {
    if limits.take_count.is_none() {
        return case.len() as u64;
    }
    let Decoded {
        takes, positions, ..
    } = Decoded::of(&problem.layout, case);
    let table = match positions[..] {
        [ref piles] if limits.count.high == 1 => piles.iter().sum(),
        _ => limits.sizes.high,
    };
    let of_take = |&take: &u64| match table.saturating_sub(take) {
        _ if problem.rules.has_single_moves() => table,
        // What a take leaves may be divided anywhere, and each division takes half of a nanosecond.
        rest => table.saturating_add(rest.saturating_mul(rest) / 4),
    };
    let numbers = table.saturating_mul(TABLE_COST) + case.len() as u64;
    takes.iter().map(of_take).fold(numbers, u64::saturating_add)
}

/// The next input of these cases, with as many cases, numbers and cost as it may have.
fn next_input(
    problem: &Problem,
    cases: &mut Peekable<impl Iterator<Item = Walked>>,
    (most_cases, most_numbers): (u64, usize),
) -> Option<Cases> {
    let (layout, limits) = (&problem.layout, Limits::of(&problem.layout));
    let most_cases = layout.most_cases().min(most_cases) as usize;
    let Walked { case, before, .. } = cases.next()?;
    let (mut numbers, mut spent) = (case.len(), cost(problem, &limits, &case));
    let mut together = vec![case];
    while together.len() < most_cases
        && let Some(next) = cases.next_if(|next| {
            numbers += next.case.len();
            spent += cost(problem, &limits, &next.case);
            let has_room = numbers <= most_numbers && spent <= MOST_COST;
            has_room && next.case[..before] == together[0][..before]
        })
    {
        together.push(next.case);
    }
    // Where there have to be more, the last one again.
    let again = together[together.len() - 1].clone();
    let count = together.len().max(layout.least_cases() as usize);
    together.resize(count, again);
    Some(Cases {
        name: String::new(),
        cases: together,
    })
}

/// Random cases of this shape. `None` if there are none within the limits.
fn random_cases(problem: &Problem, name: String, shape: Shape, most: u64) -> Option<Cases> {
    let options = GenerateOptions {
        seed: most,
        shape,
        ..GenerateOptions::default()
    };
    let mut draw = Draw::new(problem, &problem.layout, options).ok()?;
    let numbers = most.div_ceil(100).saturating_mul(RANDOM_NUMBERS) as usize;
    let mut cases = iter::from_fn(|| draw.case().ok()).peekable();
    let input = next_input(problem, &mut cases, (most, numbers))?;
    Some(Cases { name, ..input })
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
fn in_inputs(problem: &Problem, name: &str, positions: &[TestPosition]) -> Vec<Cases> {
    let most = problem.layout.most_cases().min(MOST_CASES) as usize;
    let mut cases = in_cases(problem, positions);
    spread(&mut cases, most * most_inputs(problem));
    // Together can be those that have the same numbers before all cases.
    cases.sort_by(|one, other| one.case[..one.before].cmp(&other.case[..other.before]));
    let mut cases = cases.into_iter().peekable();
    let inputs = iter::from_fn(|| next_input(problem, &mut cases, (MOST_CASES, MOST_NUMBERS)));
    let mut inputs: Vec<_> = inputs.collect();
    spread(&mut inputs, most_inputs(problem));
    let are_several = inputs.len() > 1;
    for (input, number) in inputs.iter_mut().zip(1..) {
        input.name = if are_several {
            format!("{name}-{number}")
        } else {
            name.to_owned()
        };
    }
    inputs
}

/// Distributes positions over cases.
fn in_cases(problem: &Problem, positions: &[TestPosition]) -> Vec<Walked> {
    let layout = &problem.layout;
    let limits = Limits::of(layout);
    let most = limits.positions.map_or(1, |limits| limits.high.max(1));
    let least = limits.positions.map_or(1, |limits| limits.low) as usize;
    let mut random = Random::new(0);
    let mut cases = Vec::new();
    for of_rule in positions.chunk_by(|(one, _), (other, _)| one == other) {
        for together in of_rule.chunks(usize::try_from(most).unwrap_or(usize::MAX)) {
            let mut piles: Vec<_> = together.iter().map(|(_, piles)| piles.clone()).collect();
            piles.resize(piles.len().max(least), piles[0].clone());
            cases.extend(fill(layout, &limits, &together[0].0, &piles, &mut random));
        }
    }
    cases
}
