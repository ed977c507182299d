//! `bouton package`: a complete ICPC problem package.

use std::path::PathBuf;

use clap::Args;

use super::values::ProblemArg;
use crate::error::Error;
use crate::interrupt;
use crate::package::{Format, run};
use crate::report::show::bound;
use crate::text::say;

/// Write a complete ICPC problem package
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub(crate) struct PackageArgs {
    #[command(flatten)]
    problem: ProblemArg,

    /// Folder for the package, which must be new or empty
    #[arg(value_name = "DIR")]
    dir: PathBuf,

    #[arg(long, value_name = "VERSION", ignore_case = true)]
    #[arg(
        default_value = "2025-09",
        help = "Version of the package format: 2025-09 for BAPCtools (default), 2023-07-draft for Kattis problemtools"
    )]
    format: Format,
}

const DETAILS: &str = "\
A package has problem.yaml, statements, samples, secret data with answers, invalid inputs, validators of \
inputs and answers in C++, an output validator if several answers are right, and the submissions \
of the problem's folder. Whatever your own folder lacks is generated: a statement from the rule and the \
limits, a problem.yaml (2 s, 256 MiB), a sample, and a program that solves it. \
Judge systems take only a DIR whose name consists of a-z and 0-9.

DIR appears when it is complete; until then its files are in a folder .bouton-package-* next to it. The same \
version of bouton always writes the same bytes.";

const EXAMPLES: &str = "\
bouton package hdu1850 goodboy && cd goodboy && bt run  # write a package, and let BAPCtools judge its submissions
bouton package poj2975 nim  # write a package for an alias, with its own limits
bouton package ./my-game mygame  # write a package for your own game";

impl PackageArgs {
    /// Writes the package.
    pub(crate) fn run(&self) -> Result<(), Error> {
        interrupt::listen();
        if let Some(bound) = bound(&self.problem.problem) {
            say(&bound);
        }
        run(&self.problem.problem, &self.dir, &self.format)
    }
}
