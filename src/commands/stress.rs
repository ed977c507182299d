//! `bouton stress`: looks for an input on which a program is wrong, and shows the smallest that it found.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use crate::commands::judging::{self, Judging};
use crate::commands::values::{ProblemArg, number, positive, threads};
use crate::data;
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::judge::judgement::Judgement;
use crate::judge::process::Snapshot;
use crate::judge::stress::{self, SearchResult};
use crate::judge::submission::Program;
use crate::judge::verdict::Verdict;
use crate::output::{self, Output};
use crate::problem::Problem;
use crate::report::progress::{Meter, Unit};
use crate::report::words::colored;
use crate::report::{SearchReport, json, text};

/// The maximum output of a program: this, and twice the right answers.
const OUTPUT: u64 = 16 << 20;

/// Search for a smallest input on which a program is wrong
#[derive(Debug, Args)]
#[command(after_help = format!("{DETAILS}\n\n{JSON}\n\n{}", judging::help()), after_long_help = EXAMPLES)]
pub struct StressArgs {
    #[command(flatten)]
    problem: ProblemArg,

    #[command(flatten)]
    judging: Judging,

    /// What the random cases come from
    #[arg(long, value_name = "N", default_value = "0", value_parser = number)]
    seed: u64,

    /// How many inputs of many cases are tried; of problems with one case, 15 small ones count as one
    #[arg(long, value_name = "N", default_value = "500", value_parser = positive)]
    rounds: u64,

    /// How many runs go on at once; default: the number of processors. What is found does not depend on it
    #[arg(short, long, value_name = "N", value_parser = threads)]
    jobs: Option<u16>,

    /// Keep the input and the right answers there, for 'bouton test'
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
}

const DETAILS: &str = "\
Every other round has the smallest inputs in order, the others random ones, some of them at the problem's \
limits, some with a missing final newline. On a wrong answer, a crash, or a limit exceeded twice the smallest \
input is looked for: fewest cases, then fewest numbers, then the smallest sum of them, then the first in \
lexicographic order. The report says whether all smaller inputs were tried. What is found depends on the seed and \
on the program, not on the time that it takes, unless it is close to its time limit. The exit code is 1 then, \
and 0 if the program was right in all rounds.";

const JSON: &str = "\
The JSON object is that of 'bouton test' (see below), where input is the whole failing input, file is where \
--save kept it, and case counts within it. It has these keys besides: seed, rounds, inputs (how many of both \
there were), right (how many cases were answered right before), tried (how many smaller inputs were tried), \
smallest (true: no smaller input fails; false: one may).";

const EXAMPLES: &str = "\
bouton stress hdu1850 mine.cpp  # find a smallest input on which it is wrong
bouton stress hdu1850 --save tests mine.cpp  # and keep it as a test
bouton stress hdu1850 mine.cpp --json | jq -r .input > failing.in  # keep the input alone";

/// The current round.
static ROUND: AtomicU64 = AtomicU64::new(0);

impl StressArgs {
    /// Looks for an input on which the program is wrong, and writes what it finds to standard output.
    /// Returns whether the program was right on all.
    pub fn run(&self, interrupt: &Interrupt) -> Result<bool, Error> {
        let problem = self.problem.find()?;
        if self.judging.is_bouton() {
            return Err(Error::Usage(
                "which program? give a source file, an executable file, or a command after '--'"
                    .to_owned(),
            ));
        }
        self.judging.each_time(problem, interrupt, |program| {
            let (name, result) = match program {
                Ok(program) => (&*program.name, self.search(problem, program, interrupt)?),
                Err(messages) => ("", SearchResult::of(Judgement::compile_error(messages))),
            };
            let saved = match (&result.found, &self.save) {
                (Some(found), Some(folder)) => {
                    Some(save(problem, folder, self.seed, found.input.as_bytes())?)
                }
                _ => None,
            };
            let is_right = result.judgement.verdict == Verdict::Accepted;
            let report = SearchReport {
                program: name,
                seed: self.seed,
                result: &result,
                saved: saved.as_deref(),
                is_interrupted: is_right && interrupt.is_raised(),
            };
            if !self.judging.json {
                output::write_to_stdout(&colored(&text::search(&report)))?;
            } else if !report.is_interrupted {
                // Otherwise there is no verdict.
                json::search(&report)?;
            }
            if report.is_interrupted {
                return Err(interrupt.error());
            }
            Ok(is_right)
        })
    }

    fn search(
        &self,
        problem: &'static Problem,
        program: &Program,
        interrupt: &Interrupt,
    ) -> Result<SearchResult, Error> {
        let submission = self
            .judging
            .submission(problem, program, OUTPUT, &[], interrupt)?;
        let _meter = Meter::start(&ROUND, Unit::Rounds, || self.rounds);
        let jobs = match self.jobs {
            Some(jobs) => jobs.into(),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        stress::run(&submission, self.seed, self.rounds, jobs, |round| {
            ROUND.store(round, Ordering::Relaxed);
        })
    }
}

/// Keeps an input and the right answers to it in `folder`, under a name that is still free or has the
/// same input; says where.
fn save(problem: &Problem, folder: &Path, seed: u64, input: &[u8]) -> Result<PathBuf, Error> {
    output::make_folder(folder)?;
    let answers = data::answers(problem, &Snapshot::of(input)?)?;
    for number in 1.. {
        let path = folder.join(format!("stress-{seed}-{number}.in"));
        let answer_path = path.with_extension("ans");
        let is_there = std::fs::read(&path).is_ok_and(|there| there == input);
        if !is_there {
            if answer_path.exists() {
                continue;
            }
            if !Output::with(&path, input)?.finish_as_new()? {
                continue;
            }
        }
        Output::with(&answer_path, &answers)?.finish()?;
        return Ok(path);
    }
    unreachable!("there are always more numbers")
}
