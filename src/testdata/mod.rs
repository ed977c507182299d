//! The test data of a problem: inputs on which programs with a mistake fail, for the limits of the name that
//! was used.
//!
//! ```text
//! rules, limits ──positions──▶ piles ──fill──▶ numbers of cases ──▶ inputs
//! ```
//!
//! Only what cannot be derived is kept in files: the samples, and the hacks in a problem's folder.

mod draw;
mod fill;
pub mod generate;
mod hill;
mod limits;
mod positions;
pub mod random;
mod shape;
mod style;
pub mod text;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

pub use self::fill::CaseNumbers;
use self::fill::{Filled, fill};
use self::generate::GenerateOptions;
pub use self::limits::{Bounds, PositionLimits};
use self::positions::{FAMILIES, Family, TestPosition, makers};
pub use self::random::Random;
pub use self::shape::Shape;
use self::text::input;
use crate::engine;
use crate::error::Error;
use crate::input::Input;
use crate::judge::process::Snapshot;
use crate::output::answers::Answers;
use crate::problem::{Files, Problem};

/// The maximum number of cases of an input, if the judge states no limit.
const MOST_CASES: u64 = 10_000;

/// The approximate maximum of numbers in an input of several cases.
const MOST_NUMBERS: usize = 300_000;

/// The maximum number of inputs of a family of which a sample suffices.
const MOST_INPUTS: usize = 24;

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

/// The length of the longest name of a test of `problem`, without making the tests.
pub fn longest_name(problem: &Problem) -> usize {
    let written = paths(problem).into_iter().map(|(_, name)| name);
    let shapes = Shape::ALL.map(|shape| format!("random-{}", shape.name()));
    // Few families have more than 99 inputs, and those have short names.
    let families = FAMILIES.iter().map(|family| format!("{}-99", family.name));
    let names = written.chain(shapes).chain(families);
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}

/// Bouton's answers to `input`. If that is bad input, the answers of its complete cases.
///
/// # Errors
/// Too many files are open.
pub fn answers(problem: &Problem, input: &Snapshot) -> Result<Vec<u8>, Error> {
    let mut right = Vec::new();
    let mut answers = Answers::new("memory".to_owned(), &mut right);
    let mut input = Input::new("input".to_owned(), input.open()?);
    // That it is bad is reported when it is judged.
    let _ = engine::answer(
        problem,
        &mut input,
        &mut answers,
        engine::RunOptions::one_thread(),
    );
    drop(answers);
    Ok(right)
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
    let mut makers = makers(problem);
    let families = FAMILIES.iter().flat_map(move |family| {
        let positions = family.positions(&mut makers);
        in_inputs(problem, family, &positions)
    });
    let shapes = Shape::ALL.map(|shape| (format!("random-{}", shape.name()), shape, 100));
    let many = ("many-cases".to_owned(), Shape::Small, MOST_CASES);
    let random = shapes
        .into_iter()
        .chain([many])
        .filter_map(|(name, shape, most)| random(problem, name, shape, most));
    random.chain(families)
}

/// Random cases of this shape. `None` if there are none within the limits.
fn random(problem: &Problem, name: String, shape: Shape, most: u64) -> Option<Cases> {
    let options = GenerateOptions {
        seed: most,
        shape,
        ..GenerateOptions::default()
    };
    let layout = &problem.layout;
    let mut draw = generate::cases(problem, layout, options).ok()?;
    let least = layout.least_cases();
    let most_numbers = most.div_ceil(100).saturating_mul(RANDOM_NUMBERS);
    let most = layout.most_cases().min(most).max(least);
    let mut cases = Vec::new();
    let mut numbers = 0;
    while (cases.len() as u64) < least || (cases.len() as u64) < most && numbers < most_numbers {
        let case = draw.next_case().ok()?;
        numbers += case.len() as u64;
        cases.push(case);
    }
    Some(Cases {
        name,
        cases,
        before: draw.before(),
    })
}

/// Distributes positions over inputs.
fn in_inputs(problem: &Problem, family: &Family, positions: &[TestPosition]) -> Vec<Cases> {
    let layout = &problem.layout;
    let most = usize::try_from(layout.most_cases().min(MOST_CASES)).unwrap_or(usize::MAX);
    let mut filled = in_cases(problem, positions);
    if family.is_sample && filled.len() > most.saturating_mul(MOST_INPUTS) {
        let (all, kept) = (filled.len(), most * MOST_INPUTS);
        let mut index = 0;
        filled.retain(|_| {
            index += 1;
            index * kept / all > (index - 1) * kept / all
        });
    }
    // Together can be those that have the same numbers before all cases.
    let mut groups: BTreeMap<Vec<u64>, Vec<Filled>> = BTreeMap::new();
    for case in filled {
        let before = case.numbers[..case.before].to_vec();
        groups.entry(before).or_default().push(case);
    }
    let mut inputs: Vec<Cases> = Vec::new();
    for group in groups.into_values() {
        let (mut numbers, first) = (0, inputs.len());
        for case in group {
            numbers += case.numbers.len();
            match inputs[first..].last_mut() {
                Some(input) if input.cases.len() < most && numbers <= MOST_NUMBERS => {
                    input.cases.push(case.numbers);
                }
                _ => {
                    numbers = case.numbers.len();
                    inputs.push(Cases {
                        name: format!("{}-{}", family.name, inputs.len() + 1),
                        cases: vec![case.numbers],
                        before: case.before,
                    });
                }
            }
        }
    }
    for input in &mut inputs {
        let last = input.cases.last().cloned();
        let missing = (layout.least_cases() as usize).saturating_sub(input.cases.len());
        input.cases.extend(last.into_iter().cycle().take(missing));
    }
    inputs
}

/// Distributes positions over cases.
fn in_cases(problem: &Problem, positions: &[TestPosition]) -> Vec<Filled> {
    let bounds = PositionLimits::of(problem, &problem.layout);
    let Some(limits) = bounds.positions else {
        let positions = positions.iter().map(std::slice::from_ref);
        return positions
            .filter_map(|position| fill(problem, position))
            .collect();
    };
    let mut cases = Vec::new();
    for of_rule in positions.chunk_by(|one, other| one.rule == other.rule) {
        let most = usize::try_from(limits.high.max(1)).unwrap_or(usize::MAX);
        for positions in of_rule.chunks(most) {
            let mut positions = positions.to_vec();
            while (positions.len() as u64) < limits.low {
                positions.push(positions[0].clone());
            }
            cases.extend(fill(problem, &positions));
        }
    }
    cases
}
