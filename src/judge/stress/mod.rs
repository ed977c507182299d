//! `bouton stress`: looks for an input on which a program is wrong, and makes it small.

pub mod enumerate;
pub mod inputs;
mod rounds;
mod shrink;
mod subject;

use std::time::Duration;

use self::inputs::Grammar;
pub use self::rounds::{Origin, Round, Rounds};
pub use self::shrink::{Known, Smaller};
use self::subject::Subject;
pub use self::subject::{Candidate, Ending, Judge};
use crate::engine;
use crate::error::Error;
use crate::input::Input;
use crate::interrupt::Interrupt;
use crate::judge::compare::Name;
use crate::judge::judgement::Judgement;
use crate::judge::process::Snapshot;
use crate::judge::submission::{Expected, Submission};
use crate::judge::verdict::Verdict;
use crate::problem::Problem;

/// The result of a search.
#[derive(Debug)]
pub struct SearchResult {
    /// The judgement on the input that was found, or else that the program is accepted.
    pub judgement: Judgement,
    /// The number of rounds.
    pub rounds: u64,
    /// Whether there would have been more, for which the program is too slow.
    pub is_cut: bool,
    /// The number of inputs tried, up to the one that was found.
    pub inputs: u64,
    /// The number of cases that the program answered correctly before that.
    pub cases: u64,
    /// An input on which it is wrong, if one was found.
    pub found: Option<Counterexample>,
}

impl SearchResult {
    /// The result before any input was tried.
    pub(crate) fn of(judgement: Judgement) -> Self {
        Self {
            judgement,
            rounds: 0,
            is_cut: false,
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

/// The maximum cost of the rounds, in milliseconds, if their number is not given: 500 rounds of a compiled program need
/// 5 to 20 s by this count, and a tenth of that in fact.
const ROUNDS_COST: u64 = 30_000;

/// The maximum cost of the rounds and of shrinking the failing input, in milliseconds: less than a minute.
const SEARCH_COST: u64 = 55_000;

/// What may be spent on shrinking at least. Of 61 wrong programs, the slowest to shrink takes half of it.
const SHRINK_COST: u64 = 25_000;

/// At least so many inputs are tried at once, whatever the number of runs at once.
const TESTS_TOGETHER: usize = 8;

/// The number of rounds, unless it is given.
pub(crate) const ROUNDS: u64 = 500;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions<'a> {
    /// What random inputs come from.
    pub seed: u64,
    /// The number of rounds. `None`: [`ROUNDS`], or fewer if the program is slow.
    pub rounds: Option<u64>,
    /// The number of runs at once.
    pub jobs: usize,
    /// The limit of the program's CPU time, which is what a run costs that exceeds it.
    pub time_limit: Duration,
    /// What ends it early, besides a run that was interrupted.
    pub interrupt: Option<&'a Interrupt>,
}

/// Looks for an input on which the program is wrong. After an interrupt, the result is what is known by then.
///
/// # Errors
/// The program cannot be started, or there is no place for temporary files.
pub(crate) fn run(
    submission: &Submission<'_>,
    seed: u64,
    rounds: Option<u64>,
    jobs: usize,
    progress: impl FnMut(Step),
) -> Result<SearchResult, Error> {
    let problem = submission.problem;
    let grammar = Grammar::new(problem.layout.clone());
    let judge = |test: &Candidate| {
        let text = test.input(&grammar).into_bytes();
        let input = Snapshot::of(&text)?;
        // That it is bad is reported when it is judged.
        let (answers, _) = engine::answers_to(problem, Input::from_bytes("input".to_owned(), text));
        let expected = Expected {
            name: &Name::Ours,
            answers: &Snapshot::of(&answers)?,
        };
        submission.judge("input", &input, expected)
    };
    let options = SearchOptions {
        seed,
        rounds,
        jobs,
        time_limit: submission.limits.cpu,
        interrupt: Some(submission.interrupt),
    };
    search(problem, &judge, options, progress)
}

/// Looks for an input on which `judge` does not accept the program, as [`run`] does.
///
/// # Errors
/// Those of `judge`.
pub fn search(
    problem: &Problem,
    judge: &Judge<'_>,
    options: SearchOptions<'_>,
    mut progress: impl FnMut(Step),
) -> Result<SearchResult, Error> {
    let grammar = Grammar::new(problem.layout.clone());
    let mut all = Rounds::new(problem, &grammar, options.seed);
    let mut subject = Subject::new(judge, &grammar, options);
    if options.rounds.is_none() {
        subject.allow(ROUNDS_COST, 0);
    }
    let rounds = options.rounds.unwrap_or(ROUNDS);
    let (mut begun, mut done) = (0, 0);
    while done < rounds && !subject.must_stop() {
        progress(Step::Search {
            rounds: done,
            cases: subject.answered,
        });
        let mut tests = Vec::new();
        // The round of each.
        let mut round_of = Vec::new();
        while begun < rounds
            && tests.len() < TESTS_TOGETHER
            && let Some(round) = all.next()
        {
            tests.extend(round?.inputs);
            begun += 1;
            round_of.resize(tests.len(), begun);
        }
        let (right, failure) = subject.first_failing(&tests)?;
        done = round_of.get(right).map_or(begun, |round| round - 1);
        let Some(failure) = failure else { continue };
        let (inputs, cases) = (subject.runs, subject.answered);
        progress(Step::Search {
            rounds: done + 1,
            cases,
        });
        progress(Step::Shrink);
        subject.allow(SEARCH_COST, SHRINK_COST);
        let (failure, smaller) = shrink::shrink(&mut subject, failure, all.smallest)?;
        return Ok(SearchResult {
            rounds: done + 1,
            is_cut: false,
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
        is_cut: done < rounds && !subject.is_interrupted(),
        inputs: subject.runs,
        cases: subject.answered,
        ..SearchResult::of(Judgement::of(Verdict::Accepted))
    })
}
