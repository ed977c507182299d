//! `bouton validate`: checks inputs against the judge's format and published limits.

use std::path::PathBuf;
use std::slice;

use clap::Args;
use serde_json::json;

use super::answer::meter;
use super::values::ProblemArg;
use crate::error::Error;
use crate::input::Input;
use crate::layout::checker::check;
use crate::report::{self, show::bound};
use crate::text::{printable, say, unless_page};
use crate::words::plural;

/// Check inputs against the judge's format and published limits
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub(crate) struct ValidateArgs {
    #[command(flatten)]
    problem: ProblemArg,

    /// Input files; "-" or none: standard input
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,

    /// Print one JSON object for each FILE; --help lists its keys
    #[arg(long)]
    json: bool,
}

const DETAILS: &str = unless_page(
    "\
Prints a line for each FILE: 'FILE: valid, 3 cases', or 'FILE:LINE:COLUMN: ' and the first violation. A file \
that cannot be read ends the run. The exit code is 0 if all are valid, and 1 if one is not.

The format is checked exactly: line ends, single spaces, no leading zeros, the judge's limits. None of this \
is required to answer an input. Where no period of the Grundy values is known for piles within the limits, \
standard error says so.

--json: an object for each FILE, with null where a key does not apply:
  {\"file\":\"a.in\",\"valid\":true,\"cases\":3,\"line\":null,\"column\":null,
   \"message\":null}
  {\"file\":\"b.in\",\"valid\":false,\"cases\":null,\"line\":2,\"column\":3,
   \"message\":\"expected a number, found 'x'\"}",
);

const EXAMPLES: &str = unless_page(
    "\
bouton validate hdu1850 big.in  # check its format and limits
bouton validate ./my-game *.in  # check inputs for your own game",
);

impl ValidateArgs {
    /// Checks the files in their order, and writes a line for each. Returns whether all are valid.
    pub(crate) fn run(&self) -> Result<bool, Error> {
        let layout = &self.problem.problem.layout;
        if let Some(bound) = bound(&self.problem.problem) {
            say(&bound);
        }
        let mut all = true;
        for file in &self.files {
            let meter = meter(slice::from_ref(file), 1, false);
            let mut input = Input::named(file)?.counted(&meter.done);
            let outcome = check(layout, &mut input);
            drop(meter);
            let outcome = outcome.map_err(|error| Error::io(&input.name, error))?;
            all &= outcome.is_ok();
            let name = printable(&input.name);
            let violation = outcome.as_ref().err();
            let object = || {
                json!({
                    "file": input.name,
                    "valid": outcome.is_ok(),
                    "cases": outcome.as_ref().ok(),
                    "line": violation.map(|violation| violation.position.line),
                    "column": violation.map(|violation| violation.position.column),
                    "message": violation.map(|violation| &violation.message),
                })
            };
            let text = || match &outcome {
                Ok(cases) => plural!(
                    cases = *cases,
                    "{name}: valid, {cases} case",
                    "{name}: valid, {cases} cases",
                    name
                ),
                Err(violation) => format!("{name}:{violation}"),
            };
            report::write(self.json, object, || text() + "\n")?;
        }
        Ok(all)
    }
}
