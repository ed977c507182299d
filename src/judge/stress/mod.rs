//! `bouton stress`: looks for an input on which a program is wrong, and makes it small.

pub mod inputs;
mod shrink;
mod subject;

use std::time::Duration;

use self::inputs::{CaseNumbers, Grammar};
use self::subject::Subject;
pub use self::subject::{Ending, Test, right_answers};
use crate::data;
use crate::error::Error;
use crate::generate::random::Random;
use crate::generate::{self, Shape};
use crate::judge::judgement::Judgement;
use crate::judge::submission::Submission;
use crate::problem::Problem;
use crate::problem::layout::Layout;

/// What came of a search.
#[derive(Debug)]
pub struct Outcome {
    /// How many rounds there were.
    pub rounds: u64,
    /// How many cases the program answered right.
    pub cases: u64,
    /// An input on which it is wrong, if one was found.
    pub found: Option<Found>,
}

/// A small input on which a program is wrong.
#[derive(Debug)]
pub struct Found {
    /// The input.
    pub test: Test,
    /// Its text.
    pub input: String,
    /// What is wrong.
    pub judgement: Judgement,
    /// How many inputs that are not larger were tried.
    pub tried: u64,
    /// There are others, which were not tried.
    pub is_cut: bool,
}

/// A failing input is made smaller at this cost at most, as [`Subject::spent`] counts it. No clock
/// decides what is found.
const SHRINK_COST: u64 = 5000;

/// Every other round tries the smallest inputs in order, up to so many.
const SMALLEST: usize = 20_000;

/// So many of them, or as many as the limits allow, are in one input.
const SMALLEST_TOGETHER: usize = 500;

/// Random inputs have about so many numbers, if they are not to be as large as can be.
const NUMBERS: usize = 2000;

/// Looks for an input on which the program is wrong, in so many rounds from this seed, and says how far it
/// is.
///
/// # Errors
/// The program cannot be started, there is no place for temporary files, or somebody interrupted us.
pub fn run(
    submission: Submission<'_>,
    layout: &Layout,
    seed: u64,
    rounds: u64,
    mut progress: impl FnMut(u64),
) -> Result<Outcome, Error> {
    let (problem, interrupt) = (submission.problem, submission.interrupt);
    let grammar = Grammar::new(layout.clone());
    let mut subject = Subject {
        submission,
        grammar: &grammar,
        runs: 0,
        answered: 0,
        slowest: Duration::ZERO,
        spent: 0,
        most_spent: u64::MAX,
    };
    let mut smallest = Smallest::new(&grammar);
    let mut data = data::inputs(problem);
    for round in 1..=rounds {
        progress(round);
        let test = match smallest.next(&grammar) {
            Some(test) if round % 2 == 1 => test,
            _ => match data.next() {
                Some(input) => Test {
                    cases: input.cases,
                    ending: Ending::Whole,
                },
                None => random(problem, layout, &grammar, seed, round)?,
            },
        };
        if let Some(failure) = subject.run(&test)? {
            subject.most_spent = subject.spent + SHRINK_COST;
            let shrunk = shrink::shrink(&mut subject, failure)?;
            return Ok(Outcome {
                rounds: round,
                cases: subject.answered,
                found: Some(Found {
                    input: shrunk.failure.test.input(&grammar),
                    test: shrunk.failure.test,
                    judgement: shrunk.failure.judgement,
                    tried: shrunk.tried,
                    is_cut: shrunk.is_cut,
                }),
            });
        }
        if interrupt.is_raised() {
            return Err(interrupt.error());
        }
    }
    Ok(Outcome {
        rounds,
        cases: subject.answered,
        found: None,
    })
}

/// The smallest inputs, in order.
struct Smallest {
    cases: std::vec::IntoIter<CaseNumbers>,
    waiting: Option<CaseNumbers>,
}

impl Smallest {
    fn new(grammar: &Grammar) -> Self {
        let mut cases = Vec::new();
        // Fewer numbers with a larger sum and more with a smaller one, alternating.
        'all: for both in 2..=64_u64 {
            for len in 1..=both {
                let go_on = grammar.each(1, len as usize, both - len, &mut |input| {
                    cases.push(input[0].clone());
                    cases.len() < SMALLEST
                });
                if !go_on {
                    break 'all;
                }
            }
        }
        Self {
            cases: cases.into_iter(),
            waiting: None,
        }
    }

    /// An input with the next ones.
    fn next(&mut self, grammar: &Grammar) -> Option<Test> {
        let first = self.waiting.take().or_else(|| self.cases.next())?;
        let mut cases = vec![first];
        while cases.len() < grammar.most_cases().min(SMALLEST_TOGETHER) {
            match self.cases.next() {
                Some(case) if grammar.go_together(&cases[0], &case) => cases.push(case),
                other => {
                    self.waiting = other;
                    break;
                }
            }
        }
        Some(Test {
            cases,
            ending: Ending::Whole,
        })
    }
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
) -> Result<Test, Error> {
    let mut random = Random::new(seed.wrapping_add(round.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let shape = SHAPES[(round / 2) as usize % SHAPES.len()];
    let mut draw = drawn(problem, layout, shape, random.bits())?;
    let most = grammar.most_cases();
    let most = match shape {
        Shape::Max => most.min(3),
        // As many as the limits allow, if they allow for hundreds at most.
        Shape::Ones if most <= 1000 => most,
        _ => most.min(200),
    };
    let mut numbers = 0;
    let mut cases = Vec::new();
    while cases.len() < most && (numbers < NUMBERS || cases.is_empty()) {
        let case = varied(grammar, draw.next_case()?, &mut random);
        numbers += case.len();
        cases.push(case);
    }
    let ending = match random.between(0, 7) {
        0 | 1 => Ending::NoLineEnd,
        2 if grammar.ends_with_zero() => Ending::NoZero,
        _ => Ending::Whole,
    };
    Ok(Test { cases, ending })
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

/// The same case, or one whose lists are in order.
fn varied(grammar: &Grammar, case: CaseNumbers, random: &mut Random) -> CaseNumbers {
    match random.between(0, 7) {
        2 => sorted(grammar, case, false),
        3 => sorted(grammar, case, true),
        _ => case,
    }
}

/// The same case with its lists in order, or in reverse.
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
