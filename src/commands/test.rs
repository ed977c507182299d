//! `bouton test`: judges a program on test files.
//!
//! ```text
//! data ──suite──▶ tests ──judge──▶ results ──report──▶ a line each, then what they come to, or a row for each program
//! ```
//!
//! A *test case* is an input and the expected answers: a [`Test`](suite::Test) of a [`Suite`]. (What an input has many
//! of, and we call a case, are positions.) A *submission* is a program with its limits on a problem: a [`Submission`].
//! A *run* is one of them on the other: what it wrote and used is a [`Run`](process::Run), which with its verdict is a
//! [`Judgement`]; those of one submission come to a [`Summary`].

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;

use crate::commands::judging::{self, Bench, Judging};
use crate::commands::values::{self, ProblemArg};
use crate::error::{Error, usage};
use crate::interrupt::{Interrupt, with_report};
use crate::judge::judgement::{Judgement, Summary};
use crate::judge::process;
use crate::judge::samples;
use crate::judge::schedule::judge_all;
use crate::judge::submission::{Submission, link_of};
use crate::judge::suite::{self, Suite};
use crate::judge::verdict::Verdict;
use crate::report::progress::Meter;
use crate::report::text::{self, Mistakes, TextReport};
use crate::report::{self, json};
use crate::text::{columns, printable, say, unless_page};
use crate::threads::{self, lock};
use crate::words::{plural, t};

/// The maximum output of a program: this, and twice the expected answers.
const OUTPUT: u64 = 64 << 20;

/// Judge a program on test files
#[derive(Debug, Args)]
#[command(after_help = format!("{DETAILS}\n\n{}\n\n{}", judging::LIKELY, judging::HELP), after_long_help = EXAMPLES)]
pub(crate) struct TestArgs {
    #[command(flatten)]
    problem: ProblemArg,

    #[command(flatten)]
    judging: Judging,

    /// Judge on every X.in in DIR or below that has an X.ans or X.out; default: the problem's samples, hacks, and data
    /// generated up to its limits
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Number of runs at once, and of compilers of several SOURCEs; default: 1
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = values::threads)]
    jobs: u16,

    /// Stop at the first test that is not accepted
    #[arg(long)]
    first: bool,

    /// Print a line for each test, not only for failures
    #[arg(short, long, conflicts_with = "json")]
    verbose: bool,
}

const DETAILS: &str = unless_page(
    "\
The program is run once for each test, with the input on standard input; what it leaves running is killed. Without \
SOURCE and COMMAND, bouton itself is judged. A failure has a line with the verdict, the CPU time, the peak memory, \
the test, and the reason; more failures for the same reason are counted on one line. Samples come first. The failure \
with the shortest wrong case is explained at the end, as 'bouton diff' does. The exit code is 0 \
if all tests are accepted, and 1 if not.

Tests are named after what is in them: samples, hacks (inputs on which programs failed), random-SHAPE (see 'bouton \
generate --help'), and families such as every-size. A memory of - could not be measured. A program that 'slept or \
waited' did not use up its CPU time.

Several SOURCEs are judged on the same tests, one after the other, with a row for each: the verdict, the number of \
tests that are accepted, the longest CPU time, the peak memory, the program, and the failure that would be explained. \
--verbose has the lines of the tests before it. One that cannot be judged is reported, and the exit code is 2. At the \
end, the programs that are likely to have the same mistake are counted.

A program may write 64 MiB plus twice the size of the expected answers to standard output, to standard \
error, and to any file. Data that is wrong on purpose is skipped (invalid_input and the like in problem \
packages).

--json: after an object for each test, as below, there is one for all: tests (how many were run), judged (those \
without a judge error), accepted, skipped (inputs without expected answers), likely:
  {\"tests\":22,\"judged\":22,\"accepted\":21,\"skipped\":[],
   \"likely\":[{\"kind\":\"nim\"}]}
Of several SOURCEs each has one object, with these keys and: program (its name), verdict, error, cpu and memory (the \
most of all tests), failure (null, or the object of the test that would be explained):
  {\"program\":\"mine.cpp\",\"verdict\":\"AC\",\"error\":null,\"cpu\":0.003,
   \"memory\":1572864,\"failure\":null,
   \"tests\":22,\"judged\":22,\"accepted\":22,\"skipped\":[],
   \"likely\":null}",
);

const EXAMPLES: &str = unless_page(
    "\
bouton test poj2234 mine.cpp  # compile it and judge it on the problem's own tests
bouton test poj2234 mine.cpp --watch  # judge it again whenever you save it
bouton test poj2234 --jobs 4 class/*.c  # judge many programs, with a row for each
bouton test hdu1907 --data my/tests -- python3 john.py  # judge any command on your own tests
bouton test poj2234 ./a.out --time-limit 0.5 --memory-limit 16  # judge an executable with your own limits",
);

impl TestArgs {
    /// Judges the program on all tests, and writes what comes of it to standard output. Returns whether all are
    /// accepted. After an error or a signal, what is known by then has been written, where that makes sense.
    pub(crate) fn run(&self, interrupt: &Interrupt) -> Result<bool, Error> {
        let (problem, data) = (&*self.problem.problem, self.data.as_deref());
        if data.is_none() {
            samples::check(problem)?;
        }
        let sources = &self.judging.source;
        if let [first, second, ..] = &sources[..] {
            if self.judging.watch {
                return usage(t!("--watch judges one SOURCE only"));
            }
            if !first.exists() && process::find(first.as_os_str()).is_some() {
                let argument = second.display();
                let unexpected = t!("unexpected argument '{argument}' found", argument);
                return usage(unexpected + t!("; ") + t!("put your program after '--'"));
            }
        }
        let bench = self.judging.bench(problem, data, OUTPUT, interrupt)?;
        if sources.len() > 1 {
            return self.judge_each(&bench, &mut suite::suite(problem, data)?);
        }
        bench.each_time(|submission| self.judge(submission, &mut suite::suite(problem, data)?))
    }

    /// Judges the only program.
    fn judge(&self, submission: &Submission<'_>, suite: &mut Suite<'_>) -> Result<bool, Error> {
        let text = Mutex::new(TextReport::new(submission.limits.clone(), self.verbose));
        let summary = Mutex::new(Summary::default());
        // How many tests are made is not known before.
        let len = suite.tests().size_hint();
        let len = len.1.filter(|&most| most == len.0).unwrap_or(0) as u64;
        let so_far = |count: u64| plural!(count, "after {count} test", "after {count} tests");
        let meter = Meter::start(false, move || len, so_far, line);
        let (jobs, as_json) = (self.jobs.into(), self.judging.json);
        let sum_up = || {
            let summary = lock(&summary);
            let end = || {
                let failure = summary.failure.as_ref();
                let advice = self.judging.advice(submission, failure, true);
                lock(&text).end(&summary, &advice)
            };
            meter.suspend(|| report::write(as_json, || json::summary(&summary), end))
        };
        // If the program ends, that a report cannot be written makes no difference.
        with_report(
            || drop(sum_up()),
            || {
                judge_all(submission, suite, jobs, self.first, &summary, |judgement| {
                    meter.done.fetch_add(1, Ordering::Relaxed);
                    let object = || json::judgement(judgement);
                    let result = || lock(&text).result(judgement);
                    meter.suspend(|| report::write(as_json, object, result))
                })
            },
        )?;
        sum_up()?;
        drop(meter);
        submission.interrupt.check()?;
        let summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_accepted = summary.verdict() == Some(Verdict::Accepted);
        summary.error.map_or(Ok(is_accepted), Err)
    }

    /// Judges each of several programs on the same tests, and writes a row or an object for it. One that cannot be
    /// judged is reported at the end. Returns whether all were accepted on all tests.
    fn judge_each(&self, bench: &Bench<'_>, suite: &mut Suite<'_>) -> Result<bool, Error> {
        suite.keep()?;
        let sources = &self.judging.source;
        let names: Vec<_> = sources.iter().map(|source| shown(source)).collect();
        let widths = names.iter().map(|name| columns(&printable(name)));
        let (width, len) = (widths.max().unwrap_or(0), names.len() as u64);
        let so_far = |count: u64| plural!(count, "after {count} program", "after {count} programs");
        let line = |done: u64, total: u64| t!("{pos} of {len} programs", pos = done, len = total);
        let meter = Meter::start(false, move || len, so_far, line);
        let without_answers = suite.without_answers.clone();
        let all = Summary {
            without_answers,
            ..Summary::default()
        };
        let (all, mut errors) = (Mutex::new((all, Mistakes::default())), Vec::new());
        let sum_up = || {
            let (all, mistakes) = &*lock(&all);
            let print = || report::print(&text::programs(all, mistakes, names.len()));
            meter.suspend(|| if self.judging.json { Ok(()) } else { print() })
        };
        // To compile takes longer than to judge, as a rule.
        let submissions = sources
            .chunks(self.jobs.into())
            .flat_map(|sources| threads::map(sources.len(), |index| bench.submission(Some(&sources[index]))));
        let judge_each = || {
            for ((name, source), submission) in names.iter().zip(sources).zip(submissions) {
                let result = submission.and_then(|submission| self.judge_one(&submission, suite, &meter));
                // Nobody reads the reports, or a signal came: there is nothing to go on for.
                if let Err(error @ (Error::Interrupted { .. } | Error::ClosedPipe)) = result {
                    errors.push(error);
                    break;
                }
                let (tests, why) = result.unwrap_or_else(|error| not_judged(source, error));
                let object = || json::program(&source.display().to_string(), &tests);
                let row = || text::row(name, width, &tests, &why);
                meter.suspend(|| report::write(self.judging.json, object, row))?;
                meter.done.fetch_add(1, Ordering::Relaxed);
                let (all, mistakes) = &mut *lock(&all);
                mistakes.add(&tests);
                if let Some(judgement) = as_one(name, &tests) {
                    all.add(judgement);
                }
                errors.extend(tests.error);
            }
            Ok(())
        };
        with_report(|| drop(sum_up()), judge_each)?;
        sum_up()?;
        drop(meter);
        // A bad test is one for all programs.
        errors.dedup_by_key(|error| error.to_string());
        let last = errors.pop();
        for error in &errors {
            say(&error.to_string());
        }
        let (all, _) = &*lock(&all);
        last.map_or(Ok(all.count(Verdict::Accepted) == all.run()), Err)
    }

    /// Judges one of several programs. Returns what the tests come to, and why it was not accepted.
    fn judge_one(
        &self,
        submission: &Submission<'_>,
        suite: &mut Suite<'_>,
        meter: &Meter,
    ) -> Result<(Summary, Vec<String>), Error> {
        let mut text = TextReport::new(submission.limits.clone(), true);
        let jobs = self.jobs.into();
        let summary = Mutex::default();
        judge_all(submission, suite, jobs, self.first, &summary, |judgement| {
            if !self.verbose || judgement.verdict == Verdict::CompileError {
                return Ok(());
            }
            meter.suspend(|| report::print(&text.result(judgement)))
        })?;
        submission.interrupt.check()?;
        let summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
        let why = text.why(&summary);
        Ok((summary, why))
    }
}

/// What the tests of a program come to that could not be judged, and why.
fn not_judged(source: &Path, error: Error) -> (Summary, Vec<String>) {
    let why = error.to_string();
    // The row has its name already.
    let rest = why.strip_prefix(&*source.to_string_lossy());
    let rest = rest.map(|rest| rest.trim_start_matches([':', ' ']).to_owned());
    let why = [why].into_iter().chain(rest).collect();
    let summary = Summary {
        error: Some(error),
        ..Summary::default()
    };
    (summary, why)
}

/// All tests of a program as one, in a summary of programs; `None` if it was not judged.
fn as_one(program: &str, tests: &Summary) -> Option<Judgement> {
    let verdict = tests.verdict()?;
    Some(Judgement {
        test: Some(program.to_owned()),
        cpu: tests.slowest.as_ref().map_or(Duration::ZERO, |(slowest, _)| *slowest),
        peak_memory: tests.most_memory.as_ref().map(|(most, _)| *most),
        ..Judgement::of(verdict)
    })
}

/// What a submission is called in its row: a link says what it leads to.
fn shown(source: &Path) -> String {
    let name = source.display();
    match link_of(source) {
        Some(file) => format!("{name} -> {}", file.display()),
        None => name.to_string(),
    }
}

/// The line of progress.
fn line(done: u64, total: u64) -> String {
    if total == 0 {
        return plural!(done, "{done} test", "{done} tests");
    }
    t!("{pos} of {len} tests", pos = done, len = total)
}
