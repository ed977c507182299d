//! `bouton package`: a whole ICPC problem package.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::values::ProblemArg;
use crate::error::Error;
use crate::package::{Format, run};
use crate::report::progress::{Meter, Work};

/// Write a whole ICPC problem package: statement, data, validators, submissions
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub struct PackageArgs {
    #[command(flatten)]
    problem: ProblemArg,

    /// The package: a folder that is not there yet, or is empty
    #[arg(value_name = "DIR")]
    dir: PathBuf,

    #[arg(long, value_name = "VERSION", default_value = Format::Icpc2025.name())]
    #[arg(value_parser = PossibleValuesParser::new(Format::ALL.map(Format::name)).map(|name| named(&name)))]
    #[arg(
        help = "The version of the package format: BAPCtools reads 2025-09, Kattis problemtools 2023-07-draft"
    )]
    format: Format,
}

const DETAILS: &str = "\
The package has problem.yaml, statements, samples, secret data with answers, invalid inputs, validators of \
inputs and answers in C++, an output validator if several answers are right (any:LOSE), and the \
submissions of the problem's folder. What a folder of your own does not have is made up: a statement from \
rule and limits, a problem.yaml, a sample. Judge systems want DIR to be a name of a-z and 0-9.

DIR appears when it is complete; until then its files are in a folder .bouton-package-* beside it. The same \
version of bouton always writes the same bytes.";

const EXAMPLES: &str = "\
bouton package hdu1850 goodboy && cd goodboy && bt run  # a package, and its submissions judged by BAPCtools
bouton package poj2975 nim  # an alias, with its own limits
bouton package ./my-game mygame  # a game.toml of your own";

fn named(name: &str) -> Format {
    let mut formats = Format::ALL.into_iter();
    let format = formats.find(|format| format.name() == name);
    format.expect("clap accepts only these names")
}

impl PackageArgs {
    /// Writes the package.
    pub fn run(&self) -> Result<(), Error> {
        let _meter = Meter::start(Work::Writing, || 0);
        run(self.problem.find()?, &self.dir, self.format)
    }
}
