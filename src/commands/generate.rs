//! `bouton generate`: valid input for a problem, from a seed.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use std::io::{self, IsTerminal};
use std::sync::Arc;

use super::values::{self, bytes, number, range};
use crate::error::Error;
use crate::interrupt;
use crate::output;
use crate::problem::Problem;
use crate::report::progress::{self, Meter};
use crate::testdata::{
    Bounds, Shape,
    generate::{self, GenerateOptions},
};
use crate::words::{t, translated};

/// Generate valid input; the same seed gives the same input
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub(crate) struct GenerateArgs {
    /// An id or alias ('bouton list' lists them), or the path of a game.toml or its folder
    // With '--shape help' there need not be a problem.
    #[arg(value_name = "PROBLEM", value_parser = values::problem())]
    problem: Option<Arc<Problem>>,

    /// Seed of the random numbers; default: 0
    #[arg(long, value_name = "N", default_value = "0", value_parser = number)]
    seed: u64,

    /// Number of cases; default: 100 (10 if they may be long), or as many as the limits allow
    #[arg(long, value_name = "N", value_parser = number)]
    cases: Option<u64>,

    /// Stop after the case that reaches this size, such as 64K, 500M or 1G
    #[arg(long, value_name = "SIZE", conflicts_with = "cases", value_parser = bytes)]
    bytes: Option<u64>,

    /// Kind of cases; 'help' lists the shapes; default: random
    #[arg(long, value_name = "NAME", default_value = "random")]
    shape: String,

    /// Number of piles in a position, within the limits
    #[arg(long, value_name = "N|LOW..HIGH", value_parser = range)]
    piles: Option<Bounds>,

    /// Largest pile, within the limits
    #[arg(long, value_name = "N", value_parser = number)]
    largest: Option<u64>,
}

const DETAILS: &str = "\
Inputs are always within the problem's limits; for others, copy its game.toml ('bouton help game.toml') and change them. \
For a hill, piles are people, and the largest pile is the last cell.";

const EXAMPLES: &str = "\
bouton generate hdu1850 --seed 7 --cases 3  # generate three random cases
bouton generate poj2234 --shape losing  # generate positions that the player to move loses
bouton generate --shape help  # list the shapes";

impl GenerateArgs {
    /// Writes an input, or the list of shapes, to standard output.
    pub(crate) fn run(&self) -> Result<(), Error> {
        if self.shape.eq_ignore_ascii_case("help") {
            let shapes = Shape::all().filter_map(|shape| shape.to_possible_value());
            let line = |shape: PossibleValue| {
                let about = shape.get_help().map(ToString::to_string);
                let about = about.unwrap_or_default();
                let about = translated(&about).unwrap_or(&about);
                format!("{:<8} {about}\n", shape.get_name())
            };
            let list: String = shapes.map(line).collect();
            return output::write_to_stdout(list.as_bytes());
        }
        let mut out = output::stdout()?;
        let shape = Shape::from_str(&self.shape, true).map_err(|_| {
            let names: Vec<_> = Shape::all().map(Shape::name).collect();
            Error::Usage(t!(
                "there is no shape '{unknown}': choose {names}",
                unknown = self.shape,
                names = names.join(", ")
            ))
        })?;
        let Some(problem) = &self.problem else {
            let message = t!("give a PROBLEM ('bouton list' lists them)");
            return Err(Error::Usage(message.to_owned()));
        };
        let options = GenerateOptions {
            seed: self.seed,
            cases: self.cases,
            bytes: self.bytes,
            shape,
            piles: self.piles,
            largest: self.largest,
        };
        out.enlarge_pipe();
        // What is generated and progress would mix on a terminal.
        let is_hidden = io::stdout().is_terminal();
        let bytes = self.bytes.unwrap_or(0);
        let meter = Meter::start(
            is_hidden,
            progress::after_writing,
            move || bytes,
            progress::line_of_bytes,
        );
        interrupt::listen();
        generate::run(problem, options, &mut out, &meter.done)
    }
}
