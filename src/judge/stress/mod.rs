//! `bouton stress`: looks for an input on which a program is wrong, and makes it small.
//!
//! ```text
//! rounds (small cases, test data, random) ──▶ the first failure ──shrink──▶ a smallest one, as far as is known
//! ```
//!
//! What is found depends on the seed and the program's answers alone. Nothing is measured: effort is counted in runs.

mod rounds;
mod shrink;
mod subject;

use std::collections::HashSet;
use std::time::Duration;

pub use self::rounds::{rounds, small_rounds};
pub(crate) use self::subject::Trial;
use self::subject::{Failure, Subject};
use crate::error::Error;
use crate::input::Input;
use crate::judge::diagnosis::{Answered, Diagnosis, Likely, SMALL_CASES, Shown, small_inputs};
use crate::judge::judgement::Judgement;
use crate::judge::submission::{Submission, Trials};
use crate::judge::verdict::Verdict;
use crate::problem::Problem;
use crate::testdata::case_numbers::{CaseNumbers, positions};
use crate::testdata::grammar::{Candidate, Grammar};

/// The budgets for programs that are known to be compiled, and for others. A Python program of a few lines takes 20 to
/// 30 ms of CPU time for each run, so that all take less than a minute; one in C takes 1 to 2 ms, and 10 s.
const RUNS: [u64; 2] = [6000, 2000];

/// The number of rounds, unless it is given. Of the 97 wrong C programs in the folders of the problems, 93 fail in the
/// first 20, and the others before round 120.
pub(crate) const ROUNDS: u64 = 500;

/// How many small cases an input has at most. A run on so many takes a C program hardly longer than one on a single
/// case, and a Python program 1 ms more.
const TOGETHER: usize = 500;

/// The result of a search.
#[derive(Debug, Default)]
pub struct SearchResult {
    /// The judgement on the input that was found, or else that the program is accepted.
    pub judgement: Judgement,
    /// What the random inputs came from.
    pub seed: u64,
    /// The number of rounds, each of which tries an input.
    pub rounds: u64,
    /// Whether the budget ended before the rounds did.
    pub is_cut: bool,
    /// Whether an interrupt ended the search.
    pub is_interrupted: bool,
    /// The number of cases that the program answered correctly in these.
    pub cases: u64,
    /// The number of inputs that were tried in all.
    pub tried: u64,
    /// How often the program was run for this and to name its mistake.
    pub runs: u64,
    /// The CPU time of all these runs.
    pub cpu: Duration,
    /// An input on which it is wrong, if one was found.
    pub found: Option<Counterexample>,
    /// What it answered to the inputs that were tried, but for those before the first of these, which it answered
    /// right.
    pub answers: Vec<(Candidate, Answered)>,
    /// The mistakes that explain all answers, if one was looked for.
    pub likely: Option<Vec<Likely>>,
}

impl SearchResult {
    /// The result of a search that was ended before any input was tried.
    pub(crate) fn interrupted(seed: u64) -> Self {
        Self {
            is_interrupted: true,
            ..Self::of(seed, Judgement::of(Verdict::Accepted))
        }
    }

    /// This, with an input that was found.
    fn with(self, grammar: &Grammar, found: Failure, smaller: Smaller) -> Self {
        Self {
            found: Some(Counterexample {
                input: found.test.input(grammar),
                test: found.test,
                smaller,
            }),
            judgement: found.judgement,
            likely: Some(Vec::new()),
            ..self
        }
    }

    /// The result before any input was tried.
    fn of(seed: u64, judgement: Judgement) -> Self {
        Self {
            judgement,
            seed,
            ..Self::default()
        }
    }
}

/// A small input on which a program is wrong.
#[derive(Debug)]
pub struct Counterexample {
    /// The input.
    pub test: Candidate,
    /// Its text.
    pub input: String,
    /// What is known of smaller ones.
    pub smaller: Smaller,
}

/// What is known of the inputs that are smaller than one on which the program is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Smaller {
    /// The program was given each by itself, however it may end, and is right about all.
    NoneFails,
    /// It was given these by themselves, however they may end, and is right about them.
    Tried(Vec<Tried>),
}

/// All inputs of so many cases and numbers, with a sum up to a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// How many cases they have.
    pub cases: usize,
    /// How many numbers there are in these: without lengths of lists, unless these have to be counted.
    pub numbers: usize,
    /// Whether lengths of lists are among them, since lists in lists may share out numbers differently.
    pub with_lengths: bool,
    /// The largest sum of these numbers. `None`: these are all inputs of so many numbers that are smaller.
    pub sum: Option<u64>,
}

impl Tried {
    /// The inputs of a layer with a sum below this, the `first` of which is this. `None` if these are none.
    fn of(grammar: &Grammar, first: &Candidate, below: Option<u64>) -> Option<Self> {
        let (cases, numbers, least) = first.size();
        let lengths: Option<Vec<_>> = first.cases.iter().map(|case| grammar.lengths(case)).collect();
        let with_lengths = lengths.is_none();
        let lengths = lengths.unwrap_or_default();
        let sum: u64 = lengths.iter().map(|(_, sum)| sum).sum();
        let tried = Self {
            cases,
            numbers: numbers - lengths.iter().map(|(count, _)| count).sum::<usize>(),
            with_lengths,
            sum: below.map(|below| below.saturating_sub(1 + sum)),
        };
        below.is_none_or(|below| least < below).then_some(tried)
    }
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// What random inputs come from.
    pub seed: u64,
    /// The number of rounds. `None`: [`ROUNDS`], or fewer if these are more than the budget.
    pub rounds: Option<u64>,
    /// The number of runs at once.
    pub jobs: usize,
    /// The limit of the program's CPU time.
    pub time_limit: Duration,
    /// The budget for the search, or for shrinking what it finds: at most so many runs.
    pub runs: u64,
}

/// Looks for an input on which the program is wrong, until it `is_over`. Then, and after an interrupt, the result is
/// what is known. Tells `progress` now and then what it would be if it were over, also whenever it goes on with another
/// input that was found.
/// It is an error if the program cannot be started, or there is no place for temporary files.
pub(crate) fn run(
    submission: &Submission<'_>,
    seed: u64,
    rounds: Option<u64>,
    jobs: usize,
    is_over: &(dyn Fn() -> bool + Sync),
    mut progress: impl FnMut(SearchResult),
) -> Result<SearchResult, Error> {
    let (problem, program) = (submission.problem, &submission.program);
    if let Some(messages) = &program.errors {
        let error = Judgement::compile_error(messages.clone());
        return Ok(SearchResult {
            likely: Some(Vec::new()),
            ..SearchResult::of(seed, error)
        });
    }
    let grammar = Grammar::new(problem.layout.clone());
    let trials = Trials::new(submission);
    let trial = |test: &Candidate| trials.judge(test.input(&grammar).as_bytes());
    let options = SearchOptions {
        seed,
        rounds,
        jobs,
        time_limit: submission.limits.cpu,
        runs: if program.runs_alone() && !program.is_interpreted {
            RUNS[0]
        } else {
            RUNS[1]
        },
    };
    let mut result = search(problem, &trial, options, is_over, |mut result| {
        (result.runs, result.cpu) = trials.taken();
        progress(result);
    })?;
    if result.found.is_some() {
        let answers = std::mem::take(&mut result.answers);
        let likely = find_mistake(problem, &trial, &result, answers, &|| submission.interrupt.is_raised())?;
        if let Some(comparison) = &mut result.judgement.comparison {
            comparison.likely = Some(likely.clone());
        }
        result.likely = Some(likely);
    }
    (result.runs, result.cpu) = trials.taken();
    Ok(result)
}

/// The mistakes that explain what the program answered to all inputs that were tried, and to small cases if these are
/// few.
fn find_mistake(
    problem: &Problem,
    trial: &Trial<'_>,
    result: &SearchResult,
    answers: Vec<(Candidate, Answered)>,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Likely>, Error> {
    let mut diagnosis = Diagnosis::new(problem);
    let comparison = result.judgement.comparison.as_ref();
    let (Some(found), Some(comparison), Verdict::WrongAnswer, false) =
        (&result.found, comparison, result.judgement.verdict, is_over())
    else {
        return diagnosis.likely(None, || Ok(false));
    };
    let grammar = Grammar::new(problem.layout.clone());
    let is_found = |(test, _): &&(Candidate, Answered)| *test == found.test;
    let before = answers.iter().find(is_found).map(|(_, answered)| answered.clone());
    let rounds = self::rounds(problem, &grammar, result.seed);
    let Some(()) = add_all(&mut diagnosis, &grammar, rounds, answers, trial, is_over)? else {
        return Ok(Vec::new());
    };
    let shown = comparison.shown(&problem.answer);
    diagnosis.likely(shown, || {
        let Some(alone) = shown.and_then(|shown| alone(problem, &grammar, &found.test, shown)) else {
            return Ok(false);
        };
        let (alone, again) = (trial(&alone)?, trial(&found.test)?);
        let is_right = alone.is_some_and(|judgement| judgement.verdict == Verdict::Accepted);
        // Chance is no mistake of a kind.
        let again = again.map(|judgement| judgement.answered);
        Ok(is_right && again.is_some() && again == before)
    })
}

/// Adds the inputs of the `rounds` before the first of these `answers`, which were all right, then these, then small
/// ones until there are enough cases, also of several piles: those of a single pile, which most may be, look alike under
/// many theories. `None` if it `is_over` before.
fn add_all(
    diagnosis: &mut Diagnosis<'_>,
    grammar: &Grammar,
    rounds: impl Iterator<Item = Result<Candidate, Error>>,
    answers: Vec<(Candidate, Answered)>,
    trial: &Trial<'_>,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Result<Option<()>, Error> {
    let (mut cases, mut several) = (0, 0);
    let has_several = |case: &CaseNumbers| {
        let mut positions = positions(&grammar.layout, case).into_iter();
        positions.any(|position| position.piles.iter().filter(|&&pile| pile > 0).count() > 1)
    };
    let mut add = |test: &Candidate, answered| {
        cases += test.cases.len();
        if several < SMALL_CASES {
            several += test.cases.iter().filter(|case| has_several(case)).count();
        }
        let text = test.input(grammar).into_bytes();
        diagnosis.add(&mut Input::from_bytes("input".to_owned(), text), answered)?;
        Ok::<_, Error>((cases, several, diagnosis.is_over()))
    };
    let mut seen = (0, 0, false);
    let first = answers.first().map(|(test, _)| test.clone());
    for test in rounds {
        let test = test?;
        if first.as_ref().is_none_or(|first| *first == test) {
            break;
        }
        if is_over() {
            return Ok(None);
        }
        seen = add(&test, Answered::Right)?;
    }
    let tried: HashSet<_> = answers.iter().map(|(test, _)| test.clone()).collect();
    for (test, answered) in answers {
        if is_over() {
            return Ok(None);
        }
        seen = add(&test, answered)?;
    }
    for test in small_inputs(grammar, SMALL_CASES) {
        let (cases, several, is_known) = seen;
        if cases.min(several) >= SMALL_CASES || is_known || is_over() {
            break;
        }
        let is_wanted = cases < SMALL_CASES || test.cases.iter().any(has_several);
        if is_wanted
            && !tried.contains(&test)
            && let Some(judgement) = trial(&test)?
        {
            seen = add(&test, judgement.answered)?;
        }
    }
    Ok(Some(()))
}

/// The input that has nothing but the case that is shown, or the position, if each has an answer of its own.
fn alone(problem: &Problem, grammar: &Grammar, test: &Candidate, shown: Shown) -> Option<Candidate> {
    let case = test.cases.get(shown.case as usize - 1)?;
    let case = match problem.answer.positions {
        Some(_) => grammar.with_position(case, shown.position)?,
        None => case.clone(),
    };
    (grammar.least_cases() == 1).then(|| Candidate::whole(vec![case]))
}

/// Looks for an input on which `trial` does not accept the program, as [`run`] does, until it `is_over`.
///
/// # Errors
/// Those of `trial`.
pub fn search(
    problem: &Problem,
    trial: &Trial<'_>,
    options: SearchOptions,
    is_over: &(dyn Fn() -> bool + Sync),
    mut progress: impl FnMut(SearchResult),
) -> Result<SearchResult, Error> {
    let grammar = Grammar::new(problem.layout.clone());
    let mut subject = Subject::new(trial, &grammar, options, is_over);
    if options.rounds.is_some() {
        subject.left = u64::MAX;
    }
    let most = options.rounds.unwrap_or(ROUNDS);
    let mut all = self::rounds(problem, &grammar, options.seed).take(most as usize);
    let (mut found, mut rounds) = (None, 0);
    let so_far = |subject: &Subject<'_>, rounds, cases| SearchResult {
        rounds,
        cases,
        tried: subject.runs,
        ..SearchResult::interrupted(options.seed)
    };
    while found.is_none() && rounds < most && !subject.must_stop() {
        progress(so_far(&subject, rounds, subject.answered));
        let inputs: Vec<_> = all.by_ref().take(options.jobs).collect::<Result<_, _>>()?;
        let before = subject.runs;
        found = subject.first_failing(inputs.clone())?;
        let is_it = |input: &Candidate| found.as_ref().is_some_and(|failure| failure.test == *input);
        rounds += match inputs.iter().position(is_it) {
            Some(index) => index as u64 + 1,
            None if subject.must_stop() => subject.runs - before,
            None => inputs.len() as u64,
        };
    }
    let cases = subject.answered;
    let mut result = SearchResult {
        is_cut: rounds < most && !subject.is_interrupted,
        is_interrupted: subject.is_interrupted,
        ..so_far(&subject, rounds, cases)
    };
    if let Some(failure) = found {
        subject.left = options.runs;
        let mut progress = |subject: &Subject<'_>, found: &Failure| {
            let unknown = Smaller::Tried(Vec::new());
            progress(so_far(subject, rounds, cases).with(&grammar, found.clone(), unknown));
        };
        progress(&subject, &failure);
        let (failure, smaller) = shrink::shrink(problem, &mut subject, failure, &mut progress)?;
        (result.tried, result.is_interrupted) = (subject.runs, subject.is_interrupted);
        result = result.with(&grammar, failure, smaller);
        result.answers = std::mem::take(&mut subject.answers);
    }
    Ok(result)
}
