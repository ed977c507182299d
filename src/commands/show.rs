//! `bouton show <PROBLEM>`: what the problem is, and where to submit a program.

use clap::Args;

use super::values::ProblemArg;
use crate::error::Error;
use crate::report::{self, show::Shown};
use crate::text::unless_page;

/// Show a problem: statement, limits, samples, where to submit
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    problem: ProblemArg,

    /// Print one JSON object: id, judge, title, statement, limits, samples, elsewhere, url, shapes
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = unless_page(
    "\
bouton show hdu 1850  # show the problem in the language of the locale
bouton show P2197 --lang zh  # show it in Chinese",
);

impl ShowArgs {
    /// Writes the statement, the limits and samples, and where to submit.
    pub(crate) fn run(&self) -> Result<(), Error> {
        let shown = Shown::new(&self.problem.problem)?;
        report::write(self.json, || shown.object(), || shown.text())
    }
}
