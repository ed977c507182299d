//! `bouton stress`: looks for an input on which a program is wrong, and makes it small.

pub mod inputs;
mod shrink;
mod subject;

use std::collections::HashSet;
use std::iter::Peekable;

use self::inputs::{CaseNumbers, Grammar};
pub use self::shrink::{Known, Smaller};
use self::subject::Subject;
pub(crate) use self::subject::right_answers;
pub use self::subject::{Candidate, Ending};
use crate::data;
use crate::error::Error;
use crate::generate::random::Random;
use crate::generate::{self, Shape};
use crate::judge::judgement::Judgement;
use crate::judge::submission::Submission;
use crate::problem::Problem;
use crate::problem::layout::Layout;

/// The result of a search.
#[derive(Debug, Default)]
pub struct SearchResult {
    /// The number of rounds.
    pub rounds: u64,
    /// The number of inputs tried, up to the one that was found.
    pub inputs: u64,
    /// The number of cases that the program answered correctly before that.
    pub cases: u64,
    /// An input on which it is wrong, if one was found.
    pub found: Option<Counterexample>,
}

/// How far a search is.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// More rounds are complete.
    Search {
        /// The number of rounds.
        rounds: u64,
        /// The number of cases.
        cases: u64,
    },
    /// A failing input was found, and is going to be shrunk.
    Shrink,
}

/// A small input on which a program is wrong.
#[derive(Debug)]
pub struct Counterexample {
    /// The input.
    pub test: Candidate,
    /// Its text.
    pub input: String,
    /// What is wrong.
    pub judgement: Judgement,
    /// What is known about smaller inputs.
    pub smaller: Smaller,
}

/// The maximum cost of shrinking a failing input, as [`Subject::spent`] counts it: time decides nothing.
const SHRINK_COST: u64 = 4000;

/// The maximum number of smallest cases, which every other round tries in order; fewer if each takes a run.
const SMALLEST: usize = 20_000;
const SMALLEST_ALONE: usize = 1500;

/// The maximum number of them in one input, and the minimum in one round.
const SMALLEST_TOGETHER: usize = 500;
const SMALLEST_IN_ROUND: usize = 15;

/// The approximate number of numbers of random inputs, except for those at the limits.
const NUMBERS: usize = 2000;

/// The number of rounds tried at once, whatever the number of runs at once.
const ROUNDS_TOGETHER: u64 = 8;

/// Looks for an input on which the program is wrong, in `rounds` rounds from `seed`, with `jobs` runs at
/// once. After an interrupt, the result is what is known by then.
///
/// # Errors
/// The program cannot be started, or there is no place for temporary files.
pub fn run(
    submission: Submission<'_>,
    layout: &Layout,
    seed: u64,
    rounds: u64,
    jobs: usize,
    mut progress: impl FnMut(Step),
) -> Result<SearchResult, Error> {
    let (problem, interrupt) = (submission.problem, submission.interrupt);
    let grammar = Grammar::new(layout.clone());
    let mut subject = Subject {
        submission,
        grammar: &grammar,
        jobs,
        runs: 0,
        answered: 0,
        spent: 0,
        most_spent: u64::MAX,
        together: grammar.most_cases() > 1 && grammar.least_cases() == 1,
        right: HashSet::new(),
    };
    let mut smallest = smallest(&grammar).into_iter().peekable();
    let mut data = data::inputs(problem);
    let mut round = 0;
    while round < rounds && !interrupt.is_raised() {
        progress(Step::Search {
            rounds: round,
            cases: subject.answered,
        });
        let mut tests = Vec::new();
        // The round of each, and whether it has the smallest cases.
        let mut origins = Vec::new();
        for next in round + 1..=rounds.min(round + ROUNDS_TOGETHER) {
            round = next;
            let is_small = round % 2 == 1 && smallest.peek().is_some();
            if is_small {
                tests.extend(inputs_of_cases(&grammar, &mut smallest));
            } else {
                tests.push(match data.next() {
                    Some(input) => whole(input.cases),
                    None => random(problem, layout, &grammar, seed, round)?,
                });
            }
            origins.resize(tests.len(), (round, is_small));
        }
        let (right, failure) = subject.first_failing(&tests)?;
        let Some(failure) = failure else {
            if let Some((unfinished, _)) = origins.get(right) {
                round = unfinished - 1;
            }
            continue;
        };
        let (rounds, is_small) = origins[right];
        let (inputs, cases) = (subject.runs, subject.answered);
        progress(Step::Search { rounds, cases });
        progress(Step::Shrink);
        subject.most_spent = subject.spent + SHRINK_COST;
        let rest = if is_small || grammar.least_cases() > 1 {
            Vec::new()
        } else {
            smallest.map(|case| whole(vec![case])).collect()
        };
        let (failure, smaller) = shrink::shrink(&mut subject, failure, &rest)?;
        return Ok(SearchResult {
            rounds,
            inputs,
            cases,
            found: Some(Counterexample {
                input: failure.test.input(&grammar),
                test: failure.test,
                judgement: failure.judgement,
                smaller,
            }),
        });
    }
    progress(Step::Search {
        rounds: round,
        cases: subject.answered,
    });
    Ok(SearchResult {
        rounds: round,
        inputs: subject.runs,
        cases: subject.answered,
        found: None,
    })
}

fn whole(cases: Vec<CaseNumbers>) -> Candidate {
    Candidate {
        cases,
        ending: Ending::Whole,
    }
}

/// The smallest cases, in order: fewer numbers with a larger sum and more with a smaller one, alternating.
fn smallest(grammar: &Grammar) -> Vec<CaseNumbers> {
    let most = match grammar.most_cases() {
        1 => SMALLEST_ALONE,
        _ => SMALLEST,
    };
    let mut cases = Vec::new();
    for both in 2..=64_u64 {
        for len in 1..=both {
            let go_on = grammar.each(1, len as usize, both - len, &mut |input| {
                cases.push(input[0].clone());
                cases.len() < most
            });
            if !go_on {
                return cases;
            }
        }
    }
    cases
}

/// The inputs of a round that has the next of these cases.
fn inputs_of_cases(
    grammar: &Grammar,
    cases: &mut Peekable<impl Iterator<Item = CaseNumbers>>,
) -> Vec<Candidate> {
    let most = grammar.most_cases().min(SMALLEST_TOGETHER);
    let mut tests = Vec::new();
    while tests.len() * most < SMALLEST_IN_ROUND
        && let Some(first) = cases.next()
    {
        let mut together = vec![first];
        while together.len() < most
            && let Some(case) = cases.next_if(|case| grammar.go_together(&together[0], case))
        {
            together.push(case);
        }
        let least = together.len().max(grammar.least_cases());
        together.resize(least, together[0].clone());
        tests.push(whole(together));
    }
    tests
}

/// The shapes of the random inputs, in turn.
const SHAPES: [Shape; 12] = [
    Shape::Small,
    Shape::Random,
    Shape::Small,
    Shape::Losing,
    Shape::Max,
    Shape::Small,
    Shape::Ones,
    Shape::Winning,
    Shape::Equal,
    Shape::Small,
    Shape::Zeros,
    Shape::Single,
];

/// The random input of a round: when all of the [test data](data::inputs) has been tried.
fn random(
    problem: &Problem,
    layout: &Layout,
    grammar: &Grammar,
    seed: u64,
    round: u64,
) -> Result<Candidate, Error> {
    let mut random = Random::new(seed.wrapping_add(round.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let shape = SHAPES[(round / 2) as usize % SHAPES.len()];
    let mut draw = drawn(problem, layout, shape, random.bits())?;
    let (most, least) = (grammar.most_cases(), grammar.least_cases());
    let most = match shape {
        Shape::Max => most.min(3),
        // As many as the limits allow, if they allow for hundreds at most.
        Shape::Ones if most <= 1000 => most,
        _ => most.min(200),
    };
    let mut numbers = 0;
    let mut cases = Vec::new();
    while cases.len() < least || cases.len() < most && numbers < NUMBERS {
        let case = varied(grammar, draw.next_case()?, &mut random);
        numbers += case.len();
        cases.push(case);
    }
    let ending = match random.between(0, 7) {
        0 | 1 => Ending::NoLineEnd,
        2 if grammar.ends_with_zero() => Ending::NoZero,
        _ => Ending::Whole,
    };
    Ok(Candidate { cases, ending })
}

/// Draws cases of this shape, or small ones: not every problem has every shape.
fn drawn<'l>(
    problem: &Problem,
    layout: &'l Layout,
    shape: Shape,
    seed: u64,
) -> Result<generate::DrawnCases<'l>, Error> {
    let options = |shape| generate::GenerateOptions {
        seed,
        shape,
        ..generate::GenerateOptions::default()
    };
    generate::cases(problem, layout, options(shape))
        .or_else(|_| generate::cases(problem, layout, options(Shape::Small)))
}

/// Sorts the lists of some cases, and leaves the others as they are.
fn varied(grammar: &Grammar, case: CaseNumbers, random: &mut Random) -> CaseNumbers {
    match random.between(0, 7) {
        2 => sorted(grammar, case, false),
        3 => sorted(grammar, case, true),
        _ => case,
    }
}

/// Sorts the lists of a case, in ascending or descending order.
fn sorted(grammar: &Grammar, case: CaseNumbers, reverse: bool) -> CaseNumbers {
    let mut sorted = case.clone();
    for list in grammar.counted_lists(&case) {
        if let (Some(first), Some(last)) = (list.parts.first(), list.parts.last())
            && list.len() == list.parts.len()
        {
            let list = &mut sorted[first.start..last.end];
            list.sort_unstable();
            if reverse {
                list.reverse();
            }
        }
    }
    if grammar.is_valid(&sorted) {
        sorted
    } else {
        case
    }
}
