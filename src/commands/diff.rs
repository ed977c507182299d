//! `bouton diff`: compares answers case by case, and explains the first wrong one.

use std::io::Write;
use std::path::Path;

use crate::engine::RunOptions;
use crate::error::Error;
use crate::input::Input;
use crate::judge::compare::{Answered, compare};
use crate::judge::verdict::Verdict;
use crate::problem::Problem;
use crate::report::json;

/// Compares the answers in `actual`, or else the right ones, with those in `expected`, and writes the
/// report to `out`. Returns whether they are accepted.
///
/// # Errors
/// If the input is bad, a file cannot be read, or `out` cannot be written.
pub fn run(
    problem: &'static Problem,
    input: &Path,
    expected: &Path,
    actual: Option<&Path>,
    options: RunOptions,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<bool, Error> {
    let files = [Some(input), Some(expected), actual];
    let stdin = Some(Path::new("-"));
    if files.into_iter().filter(|&file| file == stdin).count() > 1 {
        let message = "only one of the files can be standard input".to_owned();
        return Err(Error::Usage(message));
    }
    let input = Input::named(input)?;
    let expected = Answered::open(expected)?;
    let actual = actual.map(Answered::open).transpose()?;
    let mut input = input.into_rereadable()?;
    let comparison = compare(problem, &mut input, expected, actual, options)?;
    let verdict = comparison.overall();
    if as_json {
        let mut object = super::answer::stdout()?;
        write!(object, "{{\"verdict\":\"{}\"", verdict.short());
        json::comparison(Some(&comparison), None, &mut object);
        object.text(b"}\n");
        object.flush()?;
    } else {
        let written = comparison.write(out).and_then(|()| out.flush());
        written.map_err(Error::stdout)?;
    }
    Ok(verdict == Verdict::Accepted)
}
