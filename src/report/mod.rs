//! What people and programs see: the only place that knows words, widths and colors.
//!
//! ```text
//! judgements, comparisons, results ──┬──▶ text, in color
//!                                    └──▶ json
//! ```

pub mod comparison;
pub(crate) mod json;
pub(crate) mod progress;
mod proof;
pub(crate) mod svg;
pub(crate) mod text;

use std::path::Path;

use anstream::ColorChoice;
use clap::{Args, ValueEnum};

use crate::error::Error;
use crate::judge::judgement::{Summary, TestResult};
use crate::judge::stress::SearchResult;

/// How reports look: the arguments that every command has.
#[derive(Clone, Copy, Debug, Args)]
pub struct ReportArgs {
    /// Do not show progress
    #[arg(short, long, global = true)]
    quiet: bool,

    #[arg(help = "When to use colors; auto means on a terminal, unless NO_COLOR is set")]
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    #[arg(hide_default_value = true)]
    color: Colors,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colors {
    Auto,
    Always,
    Never,
}

impl ReportArgs {
    /// Makes everything that this process reports look so.
    pub fn apply(self) {
        if self.quiet {
            progress::be_quiet();
        }
        match self.color {
            Colors::Auto => ColorChoice::Auto,
            Colors::Always => ColorChoice::Always,
            Colors::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// A report of tests, written to standard output in their order.
pub(crate) trait Report: Send {
    /// Writes the result of a test.
    fn result(&mut self, result: &TestResult) -> Result<(), Error>;

    /// Writes what all results come to, and the first failure.
    fn end(&mut self, tests: &Summary) -> Result<(), Error>;
}

/// What there is to report of a search for a failing input.
#[derive(Clone, Copy, Debug)]
pub struct SearchReport<'a> {
    /// The name of the program.
    pub program: &'a str,
    /// What the random inputs came from.
    pub seed: u64,
    /// The result.
    pub result: &'a SearchResult,
    /// Where the input is kept.
    pub saved: Option<&'a Path>,
    /// Whether the search was interrupted.
    pub is_interrupted: bool,
}
