//! `bouton test`: judges a program on test files.
//!
//! ```text
//! data ──suite──▶ tests ──judge──▶ results ──report──▶ a line each, then what they come to; of many programs, a row
//! each
//! ```

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;

use crate::commands::judging::{self, Judging};
use crate::commands::values::{self, ProblemArg};
use crate::error::{Error, usage};
use crate::interrupt::Interrupt;
use crate::judge::judgement::{Judgement, Summary};
use crate::judge::process::{self, Isolation};
use crate::judge::schedule::judge_all;
use crate::judge::submission::{Built, Program};
use crate::judge::suite::{self, Suite};
use crate::judge::verdict::Verdict;
use crate::output;
use crate::problem::Problem;
use crate::report::json;
use crate::report::progress::Meter;
use crate::report::text::{self, TextReport};
use crate::text::{colored, printable, say};
use crate::threads;
use crate::words::{plural, t};

/// The maximum output of a program: this, and twice the expected answers.
const OUTPUT: u64 = 64 << 20;

/// Judge a program on test files
#[derive(Debug, Args)]
#[command(after_help = format!("{DETAILS}\n\n{}", judging::HELP), after_long_help = EXAMPLES)]
pub(crate) struct TestArgs {
    #[command(flatten)]
    problem: ProblemArg,

    #[command(flatten)]
    judging: Judging,

    /// Judge on every X.in in DIR or below that has an X.ans or X.out; default: the problem's samples,
    /// hacks, and data generated up to its limits
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

const DETAILS: &str = "\
The program is run once for each test, with the input on standard input; what it leaves running is killed. Without \
SOURCE and COMMAND, bouton itself is judged. A failure has a line with the verdict, the CPU time, the peak memory, \
the test, and the reason; more failures for the same reason are counted on one line. Samples come first. The failure \
with the shortest wrong case is explained at the end, as 'bouton diff' does. The exit code is 0 \
if all tests are accepted, and 1 if not.

Tests are named after what is in them: samples, hacks (inputs on which programs failed), random-SHAPE (see 'bouton \
generate --help'), and families such as every-size. A memory of - could not be measured. A program that 'slept' waited \
for something, and did not use up its CPU time.

Several SOURCEs are judged on the same tests, one after the other, with a row for each: the verdict, the number of \
tests that are accepted, the longest CPU time, the peak memory, the program, and the failure that would be explained. \
--verbose has the lines of the tests before it. One that cannot be judged is reported, and the exit code is 2.

A program may write 64 MiB plus twice the size of the expected answers to standard output, to standard \
error, and to any file. Data that is wrong on purpose is skipped (invalid_input and the like in problem \
packages).

--json: after an object for each test, as below, there is one for all: tests (how many were run), judged (those \
without a judge error), accepted, skipped (inputs without expected answers):
  {\"tests\":22,\"judged\":22,\"accepted\":21,\"skipped\":[]}
Of several SOURCEs each has one object, with these keys and: program (its name), verdict, error, cpu and memory (the \
most of all tests), failure (null, or the object of the test that would be explained):
  {\"program\":\"mine.cpp\",\"verdict\":\"AC\",\"error\":null,\"cpu\":0.003,
   \"memory\":1572864,\"failure\":null,
   \"tests\":22,\"judged\":22,\"accepted\":22,\"skipped\":[]}";

const EXAMPLES: &str = "\
bouton test poj2234 mine.cpp  # compile it and judge it on the problem's own tests
bouton test poj2234 mine.cpp --watch  # judge it again whenever you save it
bouton test poj2234 --jobs 4 class/*.c  # judge many programs, with a row for each
bouton test hdu1907 --data my/tests -- python3 john.py  # judge any command on your own tests
bouton test poj2234 ./a.out --time-limit 0.5 --memory-limit 16  # judge an executable with your own limits";

impl TestArgs {
    /// Judges the program on all tests, and writes what comes of it to standard output. Returns whether all
    /// are accepted. After an error or a signal, what is known by then has been written, where that makes sense.
    pub(crate) fn run(&self, interrupt: &Interrupt) -> Result<bool, Error> {
        let problem = &self.problem.problem;
        let data = self.data.as_deref();
        if let [first, second, ..] = &self.judging.source[..] {
            return self.judge_each(first, second, interrupt);
        }
        let judge = |program, isolation: Option<&Isolation>| {
            let mut suite = suite::suite(problem, data)?;
            match program {
                Ok(program) => self.judge(problem, &mut suite, &program, isolation, interrupt),
                Err(messages) => {
                    let error = Judgement::compile_error(messages);
                    if self.judging.json {
                        json::write_line(&json::judgement(&error))?;
                        json::write_line(&json::summary(&Summary {
                            without_answers: suite.without_answers,
                            ..Summary::default()
                        }))?;
                    } else {
                        output::write_to_stdout(&colored(&text::compile_error(&error)))?;
                    }
                    Ok(false)
                }
            }
        };
        self.judging.each_time(problem, data, interrupt, judge)
    }

    fn judge(
        &self,
        problem: &Problem,
        suite: &mut Suite<'_>,
        program: &Program,
        isolation: Option<&Isolation>,
        interrupt: &Interrupt,
    ) -> Result<bool, Error> {
        let submission = self
            .judging
            .submission(problem, program, OUTPUT, isolation, interrupt)?;
        let mut text = TextReport::new(submission.limits.clone(), self.verbose);
        // How many tests are made is not known before.
        let len = suite.tests().size_hint();
        let len = len.1.filter(|&most| most == len.0).unwrap_or(0) as u64;
        let so_far = |count: u64| plural!(count, "after {count} test", "after {count} tests");
        let meter = Meter::start(false, move || len, so_far, line);
        let jobs = self.jobs.into();
        let summary = judge_all(&submission, suite, jobs, self.first, |judgement| {
            meter.done.fetch_add(1, Ordering::Relaxed);
            meter.suspend(|| {
                if self.judging.json {
                    json::write_line(&json::judgement(judgement))
                } else {
                    text.result(judgement)
                }
            })
        })?;
        drop(meter);
        if self.judging.json {
            json::write_line(&json::summary(&summary))?;
        } else {
            let failure = summary.failure.as_ref();
            let advice = self.judging.advice(problem, program, failure, true);
            text.end(&summary, &advice)?;
        }
        if interrupt.is_raised() {
            return Err(interrupt.error());
        }
        let all_accepted = summary.count(Verdict::Accepted) == summary.run();
        summary.error.map_or(Ok(all_accepted), Err)
    }

    /// Judges each of several programs on the same tests, and writes a row or an object for it. One that cannot be
    /// judged is reported at the end. Returns whether all were accepted on all tests.
    fn judge_each(
        &self,
        first: &Path,
        second: &Path,
        interrupt: &Interrupt,
    ) -> Result<bool, Error> {
        if self.judging.watch {
            return usage(t!("--watch judges one SOURCE only"));
        }
        if !first.exists() && process::find(first.as_os_str()).is_some() {
            let argument = second.display();
            let unexpected = t!("unexpected argument '{argument}' found", argument);
            return usage(unexpected + t!("; ") + t!("put your program after '--'"));
        }
        let (problem, data) = (&self.problem.problem, self.data.as_deref());
        let isolation = self.judging.isolation(problem, data)?;
        let mut suite = suite::suite(problem, data)?;
        suite.keep()?;
        let sources = &self.judging.source;
        let names: Vec<_> = sources
            .iter()
            .map(|source| source.display().to_string())
            .collect();
        let widths = names.iter().map(|name| printable(name).chars().count());
        let (width, len) = (widths.max().unwrap_or(0), names.len() as u64);
        let so_far = |count: u64| plural!(count, "after {count} program", "after {count} programs");
        let line = |done: u64, total: u64| t!("{pos} of {len} programs", pos = done, len = total);
        let meter = Meter::start(false, move || len, so_far, line);
        let (mut all, mut errors) = (Summary::default(), Vec::new());
        let of = |source: &PathBuf| {
            let isolation = isolation.as_ref();
            self.judging
                .program(problem, Some(source), isolation, interrupt)
        };
        // To compile takes longer than to judge, as a rule.
        let programs = sources
            .chunks(self.jobs.into())
            .flat_map(|sources| threads::map(sources.len(), |index| of(&sources[index])));
        for (name, program) in names.iter().zip(programs) {
            let result = program.and_then(|program| {
                self.judge_one(program, &mut suite, isolation.as_ref(), interrupt, &meter)
            });
            // Nobody reads the reports, or a signal came: there is nothing to go on for.
            if let Err(error @ (Error::Interrupted { .. } | Error::ClosedPipe)) = result {
                errors.push(error);
                break;
            }
            meter.suspend(|| match &result {
                _ if self.judging.json => {
                    let tests = result.as_ref().map(|(tests, _)| tests);
                    json::write_line(&json::program(name, tests))
                }
                result => {
                    output::write_to_stdout(&colored(&text::row(name, width, result.as_ref())))
                }
            })?;
            meter.done.fetch_add(1, Ordering::Relaxed);
            let error = match result {
                Ok((tests, _)) => {
                    let verdict = tests.verdict();
                    all.add(Judgement {
                        test: Some(name.clone()),
                        cpu: tests.slowest.unwrap_or_default().0,
                        peak_memory: tests.most_memory.map(|(most, _)| most),
                        ..Judgement::of(verdict)
                    });
                    tests.error
                }
                Err(error) => Some(error),
            };
            errors.extend(error);
        }
        drop(meter);
        all.without_answers = suite.without_answers;
        if !self.judging.json {
            output::write_to_stdout(&colored(&text::programs(&all)))?;
        }
        // A bad test is one for all programs.
        errors.dedup_by_key(|error| error.to_string());
        let last = errors.pop();
        for error in &errors {
            say(&error.to_string());
        }
        last.map_or(Ok(all.count(Verdict::Accepted) == all.run()), Err)
    }

    /// Judges one of several programs. Returns what the tests come to, and why it was not accepted.
    fn judge_one(
        &self,
        program: Built,
        suite: &mut Suite<'_>,
        isolation: Option<&Isolation>,
        interrupt: &Interrupt,
        meter: &Meter,
    ) -> Result<(Summary, String), Error> {
        let problem = &self.problem.problem;
        let program = match program {
            Ok(program) => program,
            Err(messages) => {
                let error = Judgement::compile_error(messages);
                let name = error.verdict.name().to_owned();
                let tests = Summary {
                    without_answers: suite.without_answers.clone(),
                    failure: Some(error),
                    ..Summary::default()
                };
                return Ok((tests, name));
            }
        };
        let submission = self
            .judging
            .submission(problem, &program, OUTPUT, isolation, interrupt)?;
        let mut text = TextReport::new(submission.limits.clone(), true);
        let summary = judge_all(
            &submission,
            suite,
            self.jobs.into(),
            self.first,
            |judgement| {
                if !self.verbose {
                    return Ok(());
                }
                meter.suspend(|| text.result(judgement))
            },
        )?;
        if interrupt.is_raised() {
            return Err(interrupt.error());
        }
        let why = text.why(&summary);
        Ok((summary, why))
    }
}

/// The line of progress.
fn line(done: u64, total: u64) -> String {
    if total == 0 {
        return plural!(done, "{done} test", "{done} tests");
    }
    t!("{pos} of {len} tests", pos = done, len = total)
}
