//! The data on which submissions are judged: the tests of a problem, for the limits of the name that was used, and
//! inputs from a seed.
//!
//! ```text
//! limits ──families (mistakes), draw (shapes)──▶ positions ──fill──▶ numbers of cases ──text──▶ inputs
//! ```
//!
//! A test takes no right program more than a quarter of its time limit. Only what cannot be derived is kept in
//! files: the samples, and the hacks in a problem's folder.

pub(crate) mod case_numbers;
pub(crate) mod draw;
pub(crate) mod enumerate;
mod families;
mod fill;
pub(crate) mod generate;
pub(crate) mod grammar;
pub(crate) mod input_text;
mod limits;
pub mod random;
mod shape;
pub(crate) mod split;

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::iter::{self, Peekable};

pub use self::case_numbers::{CaseNumbers, positions};
use self::case_numbers::{Together, Walked};
use self::draw::Draw;
use self::enumerate::{large, small};
use self::families::{FAMILIES, Family, makers};
use self::generate::GenerateOptions;
use self::grammar::Grammar;
use self::input_text::input;
pub use self::limits::{Bounds, Limits};
pub use self::random::Random;
pub use self::shape::CaseShape;
use crate::error::Error;
use crate::game::period::MANY;
use crate::layout::{Layout, Position, Role};
use crate::problem::Problem;

/// The maximum number of cases of an input, if the judge states no limit.
const MAX_CASES: u64 = 10_000;

/// The number of cases of most random inputs.
const FEW_CASES: u64 = 100;

/// The approximate maximum of numbers in an input of several cases, and in a random one of few or many of them.
const MAX_NUMBERS: usize = 300_000;
const FEW_NUMBERS: usize = 20_000;
const MANY_NUMBERS: usize = 100_000;

/// The approximate maximum of numbers where a judge says how many cases there may be, and a random input has all of
/// them: some 15 MB, which the slowest ways to read numbers take half of a second for.
const ALL_NUMBERS: usize = 1_500_000;

/// The approximate maximum number of inputs of a family of which a sample suffices.
const MAX_INPUTS: usize = 20;

/// The maximum [cost] of an input of several cases, in nanoseconds on a fast processor: with it a textbook program
/// takes less than a quarter of a second, which is a quarter of nearly all time limits, on a slow one too.
const MAX_COST: u64 = 60_000_000;

/// The cost of the Grundy value of a pile, without that of each take.
const TABLE_COST: u64 = 8;

/// A test without its answers, which are bouton's own.
#[derive(Clone, Debug)]
pub struct TestInput {
    /// A file name without its extension.
    pub name: String,
    /// The input.
    pub input: Vec<u8>,
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
    let hasher = RandomState::new();
    let checksum = move |text: &[u8]| hasher.hash_one(text);
    let samples = problem.samples().into_iter();
    let mut seen: HashSet<u64> = samples.map(|(input, _)| checksum(input.as_bytes())).collect();
    let generated = generated(problem).map(|Cases { name, cases }| {
        let input = input(&problem.layout, &cases);
        Ok(TestInput { name, input })
    });
    in_folder(problem).chain(generated).filter(move |test| {
        let is_new = |test: &TestInput| seen.insert(checksum(&test.input));
        test.as_ref().map_or(true, is_new)
    })
}

/// The tests written by hand: the hacks, and in a folder of the user's own all other inputs too.
fn in_folder(problem: &Problem) -> impl Iterator<Item = Result<TestInput, Error>> {
    let files = &problem.files;
    let folders = [("hacks", "hack-"), ("data/secret", "")];
    folders.into_iter().flat_map(move |(folder, prefix)| {
        files.stems(folder).into_iter().map(move |stem| {
            Ok(TestInput {
                input: files.bytes(&format!("{folder}/{stem}.in"))?,
                name: format!("{prefix}{stem}"),
            })
        })
    })
}

/// All generated inputs of `problem`. Those with small cases come first: what fails on the first one, people can read.
pub fn generated(problem: &Problem) -> impl Iterator<Item = Cases> {
    single_cases(problem).into_iter().chain(inputs(problem))
}

/// The generated inputs of `problem` but for [single cases](single_cases), in a fixed order, each made when it is asked
/// for.
pub fn inputs(problem: &Problem) -> impl Iterator<Item = Cases> {
    enum Source {
        Random(CaseShape),
        Family(&'static Family),
    }
    let (first, others) = (&FAMILIES[0], &FAMILIES[1..]);
    let shapes = CaseShape::all().filter(|shape| *shape != CaseShape::Small);
    let small = [Source::Random(CaseShape::Small), Source::Family(first)];
    let sources = small
        .into_iter()
        .chain(shapes.map(Source::Random))
        .chain(others.iter().map(Source::Family));
    let room = problem.layout.most_cases().min(MAX_CASES) * MAX_INPUTS as u64;
    let mut made = None;
    sources.flat_map(move |source| match source {
        Source::Random(shape) => random_cases(problem, shape).into_iter().collect(),
        Source::Family(family) => {
            let makers = made.get_or_insert_with(|| makers(problem, room)).iter_mut();
            let cases = makers.flat_map(|maker| maker.cases(family));
            in_inputs(problem, family.name, cases.collect())
        }
    })
}

/// What other tests are, by the start of their names.
const OTHERS: &[(&str, &str)] = &[
    ("hack", "written by hand, against a mistake that somebody made"),
    (SMALL, "one of the smallest cases"),
    (ONE_LARGE, "one of its numbers is large"),
    (SEVERAL_VALUES, "it has piles with three different Grundy values"),
    (NO_LAST_ZERO, "without the 0 after the last case"),
];
const SMALL: &str = "small";
const ONE_LARGE: &str = "one-large";
const SEVERAL_VALUES: &str = "several-values";
const NO_LAST_ZERO: &str = "no-last-zero";

/// What is in the tests of each family, in English: the start of their names, and a sentence.
pub fn sentences() -> impl Iterator<Item = (String, String)> {
    let shapes = CaseShape::all().map(|shape| (format!("random-{}", shape.name()), shape.about()));
    let families = FAMILIES.iter().map(|family| (family.name, family.about));
    let named = OTHERS.iter().copied().chain(families);
    shapes.chain(named.map(|(name, about)| (name.to_owned(), about.to_owned())))
}

/// What is in a test that is made, by its name, in English.
pub(crate) fn about(test: &str) -> Option<String> {
    Some(sentences().find(|(name, _)| is_named(test, name))?.1)
}

/// Whether a test has the name of a family, and perhaps a number behind it.
fn is_named(test: &str, family: &str) -> bool {
    let number = test.strip_prefix(family);
    number.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// What to know of a program that fails on no other tests than those like this one.
pub(crate) fn caveat(test: &str) -> Option<&'static str> {
    let family = FAMILIES.iter().find(|family| is_named(test, family.name))?;
    family.caveat.map(|caveat| caveat())
}

/// The first of these inputs without the line of zeros after its last case, as some judges' data are. `None` if there
/// is no such line.
pub(crate) fn without_zeros(problem: &Problem) -> Option<TestInput> {
    let zeros = input_text::ending(&problem.layout).len();
    let Cases { cases, .. } = inputs(problem).next().filter(|_| zeros > 0)?;
    let mut input = input(&problem.layout, &cases);
    input.truncate(input.len() - zeros);
    let name = NO_LAST_ZERO.to_owned();
    Some(TestInput { name, input })
}

/// Small cases, and those in which one number is large, where an input is one case.
fn single_cases(problem: &Problem) -> Vec<Cases> {
    /// How many small ones, and large ones: one number is close to each power of two.
    const MAX_SMALL: usize = 40;
    const MAX_LARGE: usize = 100;
    /// How many large ones where others have piles of several values, and how many these are.
    const FEWER: usize = 40;
    const MAX_SEVERAL: usize = 80;
    if problem.layout.cases().is_some() {
        return Vec::new();
    }
    let grammar = Grammar::new(problem.layout.clone());
    let limits = Limits::of(&problem.layout);
    let mut rules = problem.rules.clone();
    rules.limit(MANY);
    let mut is_soon_answered = |case: &CaseNumbers| {
        let positions = grammar.parts(case).positions;
        let mut is_known = |position: &Position| {
            for (role, values) in &position.given {
                rules.set(*role, values);
            }
            let largest = position.piles.iter().max().copied().unwrap_or(0);
            rules.largest_known(largest) == largest
        };
        positions.iter().all(&mut is_known) && cost(problem, &limits, &positions) <= MAX_COST
    };
    let named = |name: &'static str| {
        move |(number, case)| Cases {
            name: format!("{name}-{number}"),
            cases: vec![case],
        }
    };
    let several = several_values(problem, &grammar, MAX_SEVERAL);
    let most_large = if several.is_empty() { MAX_LARGE } else { FEWER };
    let small = small(&grammar, |_| true).take(MAX_SMALL);
    let large = large(&grammar).take(most_large);
    let small = (1..).zip(small).map(named(SMALL));
    let all = small
        .chain((1..).zip(large).map(named(ONE_LARGE)))
        .chain((1..).zip(several).map(named(SEVERAL_VALUES)));
    all.filter(|input| is_soon_answered(&input.cases[0])).collect()
}

/// Cases with a position whose piles have three different Grundy values, won and lost in turn: where the input gives
/// the takes, other positions seldom have.
fn several_values(problem: &Problem, grammar: &Grammar, most: usize) -> Vec<CaseNumbers> {
    /// The number of piles, which leaves few of one value.
    const PILES: Bounds = Bounds::new(3, 8);
    /// The number of tries for each case.
    const TRIES: u64 = 16;
    let Limits { count, .. } = Limits::of(&problem.layout);
    let piles = PILES.within(count);
    if problem.rules.asks_of_input().next().is_none() || piles.low > piles.high {
        return Vec::new();
    }
    let mut rules = problem.rules.clone();
    rules.limit(MANY);
    let mut has_three = |position: &Position| {
        for (role, values) in &position.given {
            rules.set(*role, values);
        }
        let largest = position.piles.iter().max().copied().unwrap_or(0);
        let is_known = rules.largest_known(largest) == largest;
        let value = |&pile: &u64| rules.game().grundy(&[pile]);
        let piles = position.piles.iter().filter(|_| is_known);
        piles.filter_map(value).collect::<HashSet<_>>().len() >= 3
    };
    let case = |seed| {
        let shapes = [CaseShape::Losing, CaseShape::Winning];
        let options = GenerateOptions {
            seed,
            shape: shapes[seed as usize % 2],
            piles: Some(piles),
            ..GenerateOptions::default()
        };
        Some(Draw::new(problem, options).ok()?.case().ok()?.case)
    };
    let cases = (0..TRIES * most as u64).filter_map(case);
    let has_several = |case: &CaseNumbers| {
        let positions = grammar.parts(case).positions;
        positions.iter().any(&mut has_three)
    };
    cases.filter(has_several).take(most).collect()
}

/// What a case that gives the subtraction set takes a textbook program: it computes the Grundy values of all piles that
/// there may be, or up to the pile if there is one alone.
fn cost(problem: &Problem, limits: &Limits, positions: &[Position]) -> u64 {
    let with_same_set = positions.chunk_by(|one, next| one.given == next.given);
    let costs = with_same_set.map(|positions| {
        let table = match positions {
            [position] if limits.count.high == 1 => position.piles.iter().sum(),
            _ => limits.sizes.high,
        };
        cost_of_table(problem, positions[0].given(Role::Take), table)
    });
    costs.fold(0, u64::saturating_add)
}

/// What the Grundy values of piles up to `table` take.
fn cost_of_table(problem: &Problem, takes: &[u64], table: u64) -> u64 {
    if takes.is_empty() {
        return 0;
    }
    // What a take leaves may be divided anywhere, and each division takes half of a nanosecond.
    let divisions = |&take: &u64| match table.saturating_sub(take) {
        _ if problem.rules.has_single_moves() => 0,
        rest => rest.saturating_mul(rest) / 4,
    };
    let tries = table.saturating_mul(TABLE_COST + takes.len() as u64);
    takes.iter().map(divisions).fold(tries, u64::saturating_add)
}

/// The most stones that all piles of an input have together, where the judge does not say how many cases there may be:
/// a program that is linear in their sum takes half of its time limit. It is none that a judge accepts where one case
/// may have more.
pub(crate) fn most_stones(problem: &Problem) -> Option<u64> {
    /// What a program does in a second.
    const STEPS: u64 = 100_000_000;
    let layout = &problem.layout;
    let has_number = layout.cases().is_none() || layout.case_count().is_some() || layout.has_sums();
    let most = (problem.time_limit().as_millis() as u64).saturating_mul(STEPS / 2000);
    let limits = Limits::of(layout);
    let positions = limits.positions.map_or(1, |positions| positions.high);
    let counts = [limits.count.high, positions];
    let of_case = counts.into_iter().fold(limits.sizes.high, u64::saturating_mul);
    Some(most).filter(|&most| !has_number && of_case <= most)
}

/// Whether the next case has room in an input of about so many numbers and such a [cost].
fn has_room(problem: &Problem, most: usize, most_cost: u64) -> impl FnMut(&Walked) -> bool {
    let limits = Limits::of(&problem.layout);
    let most_stones = most_stones(problem).unwrap_or(u64::MAX);
    let (mut numbers, mut spent, mut stones) = (0, 0, 0_u64);
    move |next| {
        numbers += next.case.len();
        let piles = next.positions.iter().flat_map(|position| &position.piles);
        stones = piles.fold(stones, |stones, &pile| stones.saturating_add(pile));
        spent = cost(problem, &limits, &next.positions).saturating_add(spent);
        numbers <= most && spent <= most_cost && stones <= most_stones
    }
}

/// The next input of these cases: `most` of them at most, those after the first as long as each `has_room`.
pub(crate) fn next_input(
    layout: &Layout,
    cases: &mut Peekable<impl Iterator<Item = Walked>>,
    most: u64,
    mut has_room: impl FnMut(&Walked) -> bool,
) -> Option<Vec<CaseNumbers>> {
    let most = layout.most_cases().min(most) as usize;
    let (mut together, mut sums) = (Vec::<CaseNumbers>::new(), Together::new(layout));
    while together.len() < most
        && let Some(next) = cases.next_if(|next| {
            let has_room = has_room(next);
            // Together can be those that have the same numbers before all cases.
            let goes_with = |one: &CaseNumbers| has_room && one.starts_with(next.head());
            together.first().is_none_or(goes_with) && sums.add(next)
        })
    {
        together.push(next.case);
    }
    // Where there have to be more, the last one again.
    let again = together.last()?.clone();
    let count = together.len().max(layout.least_cases() as usize);
    together.resize(count, again);
    Some(together)
}

/// Random cases of this shape. `None` if there are none within the limits.
fn random_cases(problem: &Problem, shape: CaseShape) -> Option<Cases> {
    let limits = Limits::of(&problem.layout);
    let gives_takes = limits.take_count.is_some();
    let divides_piles = gives_takes && !problem.rules.has_single_moves();
    let counts_cases = problem.layout.case_count().is_some();
    let (most, numbers) = match shape {
        // All that the judge allows, in large cases and in small ones.
        CaseShape::Max | CaseShape::Single if counts_cases => (u64::MAX, ALL_NUMBERS),
        // Where moves divide piles, a textbook program has time for many cases only if a take leaves little.
        CaseShape::Max if divides_piles => (MAX_CASES, MAX_NUMBERS * 5),
        CaseShape::Small | CaseShape::Max => (MAX_CASES, MANY_NUMBERS),
        _ => (FEW_CASES, FEW_NUMBERS),
    };
    let cost = match shape {
        // Of a lone pile, only who wins has to be known, which takes a few tries for each size.
        CaseShape::Max if limits.count.high == 1 => problem.time_limit().as_nanos() as u64 / 4,
        _ => MAX_COST,
    };
    let options = GenerateOptions {
        shape,
        ..GenerateOptions::default()
    };
    let mut draw = Draw::new(problem, options).ok()?;
    let mut cases = iter::from_fn(|| draw.case().ok()).peekable();
    let has_room = has_room(problem, numbers, cost);
    let cases = next_input(&problem.layout, &mut cases, most, has_room)?;
    let name = format!("random-{}", shape.name());
    Some(Cases { name, cases })
}

/// Some of `all`, evenly spread, if there are more than `most`.
fn spread<T>(all: &mut Vec<T>, most: usize) {
    let len = all.len();
    let mut indices = 0..len;
    let is_kept = |index| len <= most || (index + 1) * most / len > index * most / len;
    all.retain(|_| indices.next().is_some_and(is_kept));
}

/// Distributes cases over inputs.
fn in_inputs(problem: &Problem, name: &str, mut cases: Vec<Walked>) -> Vec<Cases> {
    let most = problem.layout.most_cases().min(MAX_CASES) as usize;
    spread(&mut cases, most * MAX_INPUTS);
    cases.sort_by(|one, other| one.head().cmp(other.head()));
    let mut cases = cases.into_iter().peekable();
    let has_room = || has_room(problem, MAX_NUMBERS, MAX_COST);
    let next = || next_input(&problem.layout, &mut cases, MAX_CASES, has_room());
    let mut inputs: Vec<_> = iter::from_fn(next).collect();
    spread(&mut inputs, MAX_INPUTS);
    let name = |number| match inputs.len() {
        1 => name.to_owned(),
        _ => format!("{name}-{number}"),
    };
    let names: Vec<_> = (1..=inputs.len()).map(name).collect();
    let pairs = names.into_iter().zip(inputs);
    pairs.map(|(name, cases)| Cases { name, cases }).collect()
}
