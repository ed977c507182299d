//! `bouton package`: a complete problem package.

use std::path::PathBuf;

use clap::Args;

use super::values::ProblemArg;
use crate::error::Error;
use crate::interrupt;
use crate::judge::samples;
use crate::package::{FORMATS, Format, run};
use crate::report::show::bound;
use crate::text::{MARK, say, unless_page};

/// Write a complete problem package for a judge
#[derive(Debug, Args)]
#[command(after_help = details(), after_long_help = EXAMPLES)]
pub(crate) struct PackageArgs {
    #[command(flatten)]
    problem: ProblemArg,

    /// Folder for the package, which must be new or empty
    #[arg(value_name = "DIR")]
    dir: PathBuf,

    /// Judge or format that the package is for; --help lists them; default: 2025-09
    #[arg(long, value_name = "NAME", default_value = "2025-09", ignore_case = true)]
    format: Format,
}

/// The formats, each with what has to be known of it.
fn details() -> String {
    let rows = FORMATS.iter().flat_map(|format| {
        let lines = [(format.name, format.judges), ("", format.upload), ("", format.lacks)];
        lines.into_iter().filter(|(_, line)| !line.is_empty())
    });
    let rows = rows.map(|(name, line)| format!("\n  {name:<13}  {MARK}{line}"));
    DETAILS.to_owned() + &rows.collect::<String>()
}

const DETAILS: &str = unless_page(
    "\
A package has the problem's description with its limits, statements, samples, secret data with answers, a checker \
if several answers are right, and submissions; for the ICPC, validators of inputs and answers in C++ and \
invalid inputs as well. Whatever your own folder lacks is generated: a statement from the rule and the limits, a \
description (2 s, 256 MiB), a sample, and programs that solve it. \
But for hydro and luogu, judge systems take only a DIR whose name consists of a-z and 0-9.

DIR appears when it is complete; until then its files are in a folder .bouton-package-* next to it. The same \
version of bouton always writes the same bytes.

Formats:",
);

const EXAMPLES: &str = unless_page(
    "\
bouton package hdu1850 goodboy && cd goodboy && bt run  # write a package, and let BAPCtools judge its submissions
bouton package poj2975 nim  # write a package for an alias, with its own limits
bouton package ./my-game mygame  # write a package for your own game
bouton package hdu1850 goodboy --format hydro  # write a package for another judge",
);

impl PackageArgs {
    /// Writes the package.
    pub(crate) fn run(&self) -> Result<(), Error> {
        interrupt::listen();
        if let Some(bound) = bound(&self.problem.problem) {
            say(&bound);
        }
        samples::check(&self.problem.problem)?;
        for note in run(&self.problem.problem, &self.dir, &self.format)? {
            say(&note);
        }
        Ok(())
    }
}
