//! `bouton stress`: looks for an input on which a program is wrong, and shows the smallest that it found.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clap::{ArgAction, Args};

use crate::commands::judging::{self, Judging};
use crate::commands::values::{ProblemArg, number, positive, threads};
use crate::engine;
use crate::error::{Error, usage};
use crate::input::Input;
use crate::interrupt::{Interrupt, with_report};
use crate::judge::stress::{self, SearchResult};
use crate::judge::submission::Submission;
use crate::judge::verdict::Verdict;
use crate::output::{self, Output};
use crate::problem::Problem;
use crate::report::progress::Meter;
use crate::report::{self, json, text};
use crate::text::unless_page;
use crate::threads::lock;
use crate::words::{plural, t};

/// The maximum output of a program: this, and twice the right answers.
const OUTPUT: u64 = 16 << 20;

/// Search for a smallest input on which a program fails
#[derive(Debug, Args)]
#[command(
    after_help = format!("{DETAILS}\n\n{JSON}\n\n{}\n\n{}", judging::LIKELY, judging::HELP),
    after_long_help = EXAMPLES
)]
#[command(mut_args(|arg| if arg.get_id() == "source" { arg.num_args(1).action(ArgAction::Set) } else { arg }))]
pub(crate) struct StressArgs {
    #[command(flatten)]
    problem: ProblemArg,

    #[command(flatten)]
    judging: Judging,

    /// Seed of the random cases; default: 0
    #[arg(long, value_name = "N", default_value = "0", value_parser = number)]
    seed: u64,

    /// Number of inputs to try; default: 500, or fewer if the program is slow
    #[arg(long, value_name = "N", value_parser = positive)]
    rounds: Option<u64>,

    /// Number of runs at once; default: the number of processors. The result does not depend on it
    #[arg(short, long, value_name = "N", value_parser = threads)]
    jobs: Option<u16>,

    /// End the search after so much time, with what was found by then; default: the number of runs limits it
    #[arg(long, value_name = "SECONDS", value_parser = judging::seconds)]
    seconds: Option<Duration>,

    /// Save the failing input and its answers in DIR, for 'bouton test'
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
}

const DETAILS: &str = unless_page(
    "\
Each round tries an input: first small cases in order, as many in an input as may be; then inputs at the problem's \
limits, its test data, and random inputs, some of them without the final newline or the line of zeros after the last \
case. An input on which the program gives a wrong answer, crashes, or exceeds a limit twice is shrunk to a smallest \
one: fewest cases, then fewest numbers, then smallest sum, then first in lexicographic order. The report says which \
smaller inputs were given to the program, each by itself, with the end of the input as it should be and without its \
final newline or last zeros: all, or those with so many numbers up to some sum. Lengths of lists are not among these \
numbers, unless lists are in lists. The search is limited by the number of runs, not by time: the result depends only \
on the seed and the program's answers, unless the program is close to a limit. An interrupt, or --seconds, ends the \
search early, and the report shows what was found by then. On Linux, a SOURCE in Python is started once for many small \
inputs, and forks for each; where a fork is not right, the program is started as usual, and that run counts. The exit \
code is 1 if an input was found, and 0 if the program was right in all rounds.",
);

const JSON: &str = unless_page(
    "\
The JSON object is that of 'bouton test' (see below), where input is the whole failing input, file is where --save put \
it, and case counts within it. It has these additional keys: seed, rounds (up to the one that failed), inputs (how \
many were tried in all), runs and runs_cpu (how often the program was run for all this, and the CPU seconds of these \
runs), right (number of cases answered correctly before), smallest (true: no smaller input fails), likely, and if it \
is not the smallest, tried: the smaller inputs that do not fail, those of so many cases and numbers (with_lengths: \
lengths of lists are among these) up to a sum (null: all that are smaller). The verdict is null if the search was \
ended before anything failed:
  {...,\"seed\":0,\"rounds\":3,\"inputs\":40,\"runs\":42,\"runs_cpu\":0.125,
   \"right\":3,\"smallest\":false,
   \"tried\":[{\"cases\":1,\"numbers\":1,\"with_lengths\":false,\"sum\":500}],
   \"likely\":[]}",
);

const EXAMPLES: &str = unless_page(
    "\
bouton stress hdu1850 mine.cpp  # find a smallest input on which it fails
bouton stress hdu1850 --save tests mine.cpp  # and save it as a test",
);

impl StressArgs {
    /// Looks for an input on which the program is wrong, and writes what it finds to standard output.
    /// Returns whether the program was right on all.
    pub(crate) fn run(&self, interrupt: &Interrupt) -> Result<bool, Error> {
        let problem = &self.problem.problem;
        if self.judging.is_bouton() {
            return usage(t!("give a source file, an executable file, or a command after '--'"));
        }
        if let Some(folder) = &self.save {
            // It is better to know that nothing can be written there now than after the search.
            output::make_folder(folder)?;
            drop(Output::create(&free_name(folder, self.seed, b""))?);
        }
        let mut is_reported = false;
        let mut report = |result: SearchResult, advice: &str| {
            is_reported = true;
            self.report(result, advice)
        };
        let bench = self.judging.bench(problem, None, OUTPUT, interrupt)?;
        let done = bench.each_time(|submission| {
            let result = self.search(submission)?;
            let failure = Some(&result.judgement).filter(|it| it.verdict != Verdict::Accepted);
            let advice = self.judging.advice(submission, failure, false);
            let is_accepted = report(result, &advice)?;
            interrupt.check()?;
            Ok(is_accepted)
        });
        if let Err(Error::Interrupted { .. }) = done
            && self.judging.json
            && !is_reported
        {
            // While it was compiled.
            self.report(SearchResult::interrupted(self.seed), "")?;
        }
        done
    }

    /// Writes what was found to standard output, and keeps it. Returns whether the program was right.
    fn report(&self, mut result: SearchResult, advice: &str) -> Result<bool, Error> {
        let input = result.found.as_ref().map(|found| found.input.clone().into_bytes());
        let saved = input
            .zip(self.save.as_ref())
            .map(|(input, folder)| (free_name(folder, self.seed, &input), input));
        let path = saved.as_ref().map(|(path, _)| path.display().to_string());
        result.judgement.file = path;
        // What was found must not be lost if it cannot be saved.
        let text = || text::search(&result) + advice;
        report::write(self.judging.json, || json::search(&result), text)?;
        if let Some((path, input)) = saved {
            save(&self.problem.problem, &path, &input)?;
            if !self.judging.json {
                output::write_to_stdout(text::saved(&path).as_bytes())?;
            }
        }
        Ok(result.judgement.verdict == Verdict::Accepted)
    }

    fn search(&self, submission: &Submission<'_>) -> Result<SearchResult, Error> {
        let total = self.rounds.unwrap_or(stress::ROUNDS);
        let is_found = Arc::new(AtomicBool::new(false));
        let is_shrinking = Arc::clone(&is_found);
        let line = move |rounds: u64, total: u64| {
            if is_shrinking.load(Ordering::Relaxed) {
                return t!("found a failing input, shrinking it").to_owned();
            }
            t!("{pos} of {len} rounds", pos = rounds, len = total)
        };
        let so_far = |count: u64| plural!(count, "after {count} round", "after {count} rounds");
        let meter = Meter::start(false, move || total, so_far, line);
        let jobs = match self.jobs {
            Some(jobs) => jobs.into(),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let (seed, json) = (self.seed, self.judging.json);
        let known = Mutex::new(SearchResult::interrupted(seed));
        let progress = |result: SearchResult| {
            meter.done.store(result.rounds, Ordering::Relaxed);
            is_found.store(result.found.is_some(), Ordering::Relaxed);
            *lock(&known) = result;
        };
        // It is over anyway.
        let report = || {
            let known = lock(&known);
            let write = || report::write(json, || json::search(&known), || text::search(&known));
            let _ = meter.suspend(write);
        };
        let start = Instant::now();
        let is_late = || self.seconds.is_some_and(|most| start.elapsed() >= most);
        let is_over = || submission.interrupt.is_raised() || is_late();
        let search = || stress::run(submission, seed, self.rounds, jobs, &is_over, progress);
        with_report(report, search)
    }
}

/// The name of a test in `folder` that is still free, or has this input.
fn free_name(folder: &Path, seed: u64, input: &[u8]) -> PathBuf {
    let paths = (1..).map(|number| folder.join(format!("stress-{seed}-{number}.in")));
    let is_ours = |path: &PathBuf| match std::fs::read(path) {
        Ok(there) => there == input,
        Err(_) => !path.exists() && !path.with_extension("ans").exists(),
    };
    let mut paths = paths.filter(is_ours);
    paths.next().expect("there are always more numbers")
}

/// Keeps an input and the right answers to it, or neither.
fn save(problem: &Problem, path: &Path, input: &[u8]) -> Result<(), Error> {
    let named = Input::from_bytes("input".to_owned(), input);
    let (answers, _) = engine::answers_to(problem, named);
    let (mut test, mut right) = (Output::create(path)?, Output::create(&path.with_extension("ans"))?);
    test.write_whole(input)?;
    right.write_whole(&answers)?;
    // An input without answers would be no test, and so is the last to get its name.
    right.finish()?;
    test.finish()
        .inspect_err(|_| drop(std::fs::remove_file(path.with_extension("ans"))))
}
