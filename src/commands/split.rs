//! `bouton split`: cuts an input between its cases into several inputs.

use std::path::PathBuf;

use clap::Args;

use super::answer::meter;
use super::values::{ProblemArg, positive};
use crate::answer::Fact;
use crate::error::Error;
use crate::testdata::split;
use crate::text::{say, unless_page};
use crate::words::t;

/// Cut an input at case boundaries into several valid inputs
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
#[command(override_usage = "bouton split <PROBLEM> --parts <N> --out-dir <DIR> <FILE>")]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    problem: ProblemArg,

    /// The input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Number of parts, from 1 to the number of cases
    #[arg(long, value_name = "N", value_parser = positive)]
    parts: u64,

    /// Folder for the parts, which must be new or empty
    #[arg(long, value_name = "DIR")]
    out_dir: PathBuf,
}

const DETAILS: &str = unless_page(
    "\
The parts of big.in are DIR/big-1.in to DIR/big-8.in, or DIR/big-01.in to DIR/big-12.in, so that their names \
sort correctly.

All parts have the same number of cases, or one more. The bytes of the cases are copied as they are, after what comes \
before all of them, with a new number of cases where there is one. \
DIR appears when all parts are complete; until then they are in a folder .bouton-split-* next to it.",
);

const EXAMPLES: &str = unless_page(
    "\
bouton split hdu1850 --parts 8 --out-dir parts big.in  # write parts/big-1.in to parts/big-8.in",
);

impl SplitArgs {
    /// Cuts the input.
    pub(crate) fn run(&self) -> Result<(), Error> {
        let problem = &self.problem.problem;
        let meter = meter(&[&self.file; 2].map(PathBuf::clone), 1, false);
        let done = split::run(problem, self.parts, &self.out_dir, &self.file, &meter.done);
        drop(meter);
        done?;
        if self.parts > 1 && problem.layout.limits_name_cases() {
            say(&t!(
                "the limits of {name} depend on the number of cases: parts may be outside them ('bouton validate')",
                name = problem.name
            ));
        }
        if self.parts > 1 && problem.answer.has(Fact::Case) {
            say(&t!(
                "{name} numbers its answers: those of every part start at 1",
                name = problem.name
            ));
        }
        Ok(())
    }
}
