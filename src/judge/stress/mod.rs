//! `bouton stress`: looks for an input on which a program is wrong, and makes it small.

pub mod inputs;
mod shrink;
mod subject;

use std::iter::Peekable;
use std::sync::{Arc, Mutex, PoisonError};

use self::inputs::{CaseNumbers, Grammar};
pub use self::shrink::{Known, Smaller};
use self::subject::Subject;
pub use self::subject::{Candidate, Ending, Judge};
use crate::error::Error;
use crate::judge::judgement::Judgement;
use crate::judge::process::Snapshot;
use crate::judge::submission::{Expected, Submission};
use crate::judge::verdict::Verdict;
use crate::problem::Problem;
use crate::testdata;
use crate::testdata::Random;
use crate::testdata::{
    Shape,
    generate::{self},
};

/// The result of a search.
#[derive(Debug)]
pub struct SearchResult {
    /// The judgement on the input that was found, or else that the program is accepted.
    pub judgement: Judgement,
    /// The number of rounds.
    pub rounds: u64,
    /// The number of inputs tried, up to the one that was found.
    pub inputs: u64,
    /// The number of cases that the program answered correctly before that.
    pub cases: u64,
    /// An input on which it is wrong, if one was found.
    pub found: Option<Counterexample>,
}

impl SearchResult {
    /// The result before any input was tried.
    pub fn of(judgement: Judgement) -> Self {
        Self {
            judgement,
            rounds: 0,
            inputs: 0,
            cases: 0,
            found: None,
        }
    }
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
    submission: &Submission<'_>,
    seed: u64,
    rounds: u64,
    jobs: usize,
    progress: impl FnMut(Step) + Send,
) -> Result<SearchResult, Error> {
    let problem = submission.problem;
    let grammar = Grammar::new(problem.layout.clone());
    let judge = |test: &Candidate| {
        let input = Snapshot::of(test.input(&grammar).as_bytes())?;
        let expected = Expected {
            name: None,
            answers: &Snapshot::of(&testdata::answers(problem, &input)?)?,
        };
        submission.judge("input", &input, expected)
    };
    search(problem, &judge, seed, rounds, jobs, progress)
}

/// Looks for an input on which `judge` does not accept the program, as [`run`] does.
///
/// # Errors
/// Those of `judge`.
pub fn search(
    problem: &Problem,
    judge: &Judge<'_>,
    seed: u64,
    rounds: u64,
    jobs: usize,
    progress: impl FnMut(Step) + Send,
) -> Result<SearchResult, Error> {
    let progress = Mutex::new(progress);
    let progress = |step| progress.lock().unwrap_or_else(PoisonError::into_inner)(step);
    let mut all = Rounds::new(problem, seed);
    let grammar = Arc::clone(&all.grammar);
    let mut subject = Subject::new(judge, &grammar, jobs);
    let mut done = 0;
    while done < rounds && !subject.is_interrupted {
        progress(Step::Search {
            rounds: done,
            cases: subject.answered,
        });
        let mut tests = Vec::new();
        // The round of each, and where it comes from.
        let mut origins = Vec::new();
        for round in all
            .by_ref()
            .take((rounds - done).min(ROUNDS_TOGETHER) as usize)
        {
            let round = round?;
            done += 1;
            tests.extend(round.inputs);
            origins.resize(tests.len(), (done, round.origin));
        }
        // The tests are taken in order: those that are right are about the first ones.
        let so_far = Mutex::new((0, subject.answered));
        let (right, failure) = subject.first_failing(&tests, &|test| {
            let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            let (right, cases) = &mut *so_far;
            *right += 1;
            *cases += test.cases.len() as u64;
            let unfinished = origins.get(*right);
            progress(Step::Search {
                rounds: unfinished.map_or(done, |(round, _)| round - 1),
                cases: *cases,
            });
        })?;
        let Some(failure) = failure else {
            if let Some((unfinished, _)) = origins.get(right) {
                done = unfinished - 1;
            }
            continue;
        };
        let (rounds, origin) = origins[right];
        let (inputs, cases) = (subject.runs, subject.answered);
        progress(Step::Search { rounds, cases });
        progress(Step::Shrink);
        subject.most_spent = subject.spent + SHRINK_COST;
        let rest = if origin == Origin::Smallest || grammar.least_cases() > 1 {
            Vec::new()
        } else {
            all.smallest
                .map(|case| Candidate::whole(vec![case]))
                .collect()
        };
        let (failure, smaller) = shrink::shrink(&mut subject, failure, &rest)?;
        return Ok(SearchResult {
            rounds,
            inputs,
            cases,
            found: Some(Counterexample {
                input: failure.test.input(&grammar),
                test: failure.test,
                smaller,
            }),
            judgement: failure.judgement,
        });
    }
    progress(Step::Search {
        rounds: done,
        cases: subject.answered,
    });
    Ok(SearchResult {
        rounds: done,
        inputs: subject.runs,
        cases: subject.answered,
        ..SearchResult::of(Judgement::of(Verdict::Accepted))
    })
}

/// The inputs of a round.
pub struct Round {
    /// The inputs.
    pub inputs: Vec<Candidate>,
    /// Where they come from.
    pub origin: Origin,
}

/// Where the inputs of a round come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// They are the smallest cases, in order.
    Smallest,
    /// One of the inputs that `bouton test` uses.
    TestData,
    /// The seed.
    Random,
}

/// What a search tries, whatever the program answers, until one input fails: it goes on forever.
pub struct Rounds<'p> {
    problem: &'p Problem,
    grammar: Arc<Grammar>,
    seed: u64,
    round: u64,
    smallest: Peekable<Box<dyn Iterator<Item = CaseNumbers>>>,
    data: Box<dyn Iterator<Item = testdata::Cases> + 'p>,
}

impl<'p> Rounds<'p> {
    /// The rounds from `seed`.
    pub fn new(problem: &'p Problem, seed: u64) -> Self {
        let grammar = Arc::new(Grammar::new(problem.layout.clone()));
        let smallest: Box<dyn Iterator<Item = _>> = Box::new(smallest(Arc::clone(&grammar)));
        Self {
            problem,
            grammar,
            seed,
            round: 0,
            smallest: smallest.peekable(),
            data: Box::new(testdata::inputs(problem)),
        }
    }
}

impl Iterator for Rounds<'_> {
    type Item = Result<Round, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.round += 1;
        let is_small = self.round % 2 == 1 && self.smallest.peek().is_some();
        let (origin, inputs) = if is_small {
            let inputs = inputs_of_cases(&self.grammar, &mut self.smallest);
            (Origin::Smallest, Ok(inputs))
        } else if let Some(input) = self.data.next() {
            (Origin::TestData, Ok(vec![Candidate::whole(input.cases)]))
        } else {
            let input = random(self.problem, &self.grammar, self.seed, self.round);
            (Origin::Random, input.map(|input| vec![input]))
        };
        Some(inputs.map(|inputs| Round { inputs, origin }))
    }
}

/// The smallest cases, in order: fewer numbers with a larger sum and more with a smaller one, alternating.
fn smallest(grammar: Arc<Grammar>) -> impl Iterator<Item = CaseNumbers> {
    let most = match grammar.most_cases() {
        1 => SMALLEST_ALONE,
        _ => SMALLEST,
    };
    let sizes = (2..=64_u64).flat_map(|both| (1..=both).map(move |len| (len, both - len)));
    let cases = sizes.flat_map(move |(len, sum)| {
        let mut cases = Vec::new();
        grammar.each(1, len as usize, sum, &mut |input| {
            cases.push(input[0].clone());
            cases.len() < most
        });
        cases
    });
    cases.take(most)
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
        tests.push(Candidate::whole(together));
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

/// The random input of a round: when all of the [test data](testdata::inputs) has been tried.
fn random(problem: &Problem, grammar: &Grammar, seed: u64, round: u64) -> Result<Candidate, Error> {
    let mut random = Random::new(seed.wrapping_add(round.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let shape = SHAPES[(round / 2) as usize % SHAPES.len()];
    let mut draw = drawn(problem, shape, random.bits())?;
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
fn drawn(problem: &Problem, shape: Shape, seed: u64) -> Result<generate::DrawnCases<'_>, Error> {
    let draw = |shape| {
        let options = generate::GenerateOptions {
            seed,
            shape,
            ..generate::GenerateOptions::default()
        };
        generate::cases(problem, &problem.layout, options)
    };
    draw(shape).or_else(|_| draw(Shape::Small))
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
