//! `bouton generate`: valid input for a problem, from a seed.

use std::io::{self, IsTerminal};

use clap::Args;

use super::values::{ProblemArg, bytes, number, range};
use crate::error::Error;
use crate::interrupt;
use crate::output;
use crate::report::progress::{self, Meter};
use crate::testdata::{
    Bounds, CaseShape,
    generate::{self, GenerateOptions},
};
use crate::text::{MARK, unless_page};

/// Generate valid input; the same seed gives the same input
#[derive(Debug, Args)]
#[command(after_help = details(), after_long_help = EXAMPLES)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    problem: ProblemArg,

    /// Seed of the random numbers; default: 0
    #[arg(long, value_name = "N", default_value = "0", value_parser = number)]
    seed: u64,

    /// Number of cases; default: 100 (10 if they may be long), or as many as the limits allow
    #[arg(long, value_name = "N", value_parser = number)]
    cases: Option<u64>,

    /// Stop after the case that reaches this size, such as 64K, 500M or 1G
    #[arg(long, value_name = "SIZE", conflicts_with = "cases", value_parser = bytes)]
    bytes: Option<u64>,

    /// Kind of cases; --help lists the shapes; default: random
    #[arg(long, value_name = "NAME", default_value = "random", ignore_case = true)]
    shape: CaseShape,

    /// Number of piles in a position, within the limits
    #[arg(long, value_name = "N|LOW..HIGH", value_parser = range)]
    piles: Option<Bounds>,

    /// Largest pile, within the limits
    #[arg(long, value_name = "N", value_parser = number)]
    largest: Option<u64>,
}

/// The limits, and the shapes.
fn details() -> String {
    let row = |shape: CaseShape| format!("\n  {:<7}  {MARK}{}", shape.name(), shape.about());
    DETAILS.to_owned() + &CaseShape::all().map(row).collect::<String>()
}

const DETAILS: &str = unless_page(
    "\
Inputs are always within the problem's limits; for others, copy its game.toml ('bouton help game.toml') and change \
them. For a hill, piles are people, and the largest pile is the last cell.

Shapes of cases:",
);

const EXAMPLES: &str = unless_page(
    "\
bouton generate hdu1850 --seed 7 --cases 3  # generate three random cases
bouton generate poj2234 --shape losing  # generate positions that the player to move loses",
);

impl GenerateArgs {
    /// Writes an input to standard output.
    pub(crate) fn run(&self) -> Result<(), Error> {
        let mut out = output::stdout()?;
        let options = GenerateOptions {
            seed: self.seed,
            cases: self.cases,
            bytes: self.bytes,
            shape: self.shape,
            piles: self.piles,
            largest: self.largest,
        };
        out.enlarge_pipe();
        // What is generated and progress would mix on a terminal.
        let is_hidden = io::stdout().is_terminal();
        let bytes = self.bytes.unwrap_or(0);
        let meter = Meter::start(
            is_hidden,
            move || bytes,
            progress::after_writing,
            progress::line_of_bytes,
        );
        interrupt::listen();
        generate::run(&self.problem.problem, options, &mut out, &meter.done)?;
        out.finish()
    }
}
