//! `bouton generate`: valid input for a problem, from a seed.

use crate::error::Error;
use crate::generate::{GenerateOptions, run};
use crate::output;
use crate::problem::Problem;
use crate::problem::layout::Layout;

/// Writes an input to standard output.
///
/// # Errors
/// Those of [`run`].
pub fn to_stdout(
    problem: &Problem,
    layout: &Layout,
    options: GenerateOptions,
) -> Result<(), Error> {
    let mut out = output::stdout()?;
    out.enlarge_pipe();
    run(problem, layout, options, &mut out)
}
