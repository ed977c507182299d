//! Valid input for a problem, from a seed. The same seed always gives the same bytes.

use std::io::{self, Write};

use super::draw::Draw;
use super::text::InputWriter;
use super::{Bounds, Shape};
use crate::error::Error;
use crate::layout::Layout;
use crate::problem::Problem;

/// What to generate.
#[derive(Clone, Copy, Debug, Default)]
pub struct GenerateOptions {
    /// What all numbers come from.
    pub seed: u64,
    /// The number of cases. `None` for a sensible number.
    pub cases: Option<u64>,
    /// The input ends after the first case with which it has this number of bytes. Replaces `cases`.
    pub bytes: Option<u64>,
    /// What the cases are like.
    pub shape: Shape,
    /// How many piles a position has; none: as the shape and the judge's limits have it.
    pub piles: Option<Bounds>,
    /// The size of the largest pile that may be drawn; none: likewise.
    pub largest: Option<u64>,
}

/// Writes an input of `problem` to `out`, within the limits that `layout` has, but for those that the
/// options override. Returns the name of a number that exceeds the limits of `layout`, if one does.
///
/// # Errors
/// The options make no sense for the problem or with each other, a case does not fit into memory, or
/// `out` cannot be written.
pub fn run(
    problem: &Problem,
    layout: &Layout,
    options: GenerateOptions,
    out: &mut impl Write,
) -> Result<Option<String>, Error> {
    let is_one_case = layout.cases().is_none();
    let draw = || Draw::new(problem, layout, options);
    let (most_cases, most_bytes) = match (options.bytes, options.cases) {
        (None, Some(0)) => {
            return Err(Error::Usage("an input has at least 1 case".to_owned()));
        }
        (None, Some(2..)) if is_one_case => {
            let message = format!("an input of {} has 1 case", problem.name);
            return Err(Error::Usage(message));
        }
        (None, Some(cases)) => (cases, u64::MAX),
        (None, None) => (draw()?.usual_cases(), u64::MAX),
        (Some(_), _) if is_one_case => (1, u64::MAX),
        // The number of cases comes before them: they are drawn twice.
        (Some(bytes), _) if layout.case_count().is_some() => {
            let cases = write(&mut draw()?, layout, u64::MAX, bytes, &mut io::sink())?;
            (cases, u64::MAX)
        }
        (Some(bytes), _) => (u64::MAX, bytes),
    };
    let mut draw = draw()?;
    let cases = write(&mut draw, layout, most_cases, most_bytes, out)?;
    let too_many = layout.case_count().filter(|_| cases > layout.most_cases());
    let exceeds = too_many.map(|count| &*count.name).or(draw.exceeds());
    Ok(exceeds.map(str::to_owned))
}

/// Writes an input of `most_cases` cases, or fewer if it has `most_bytes` bytes before. Returns their number.
fn write(
    draw: &mut Draw<'_>,
    layout: &Layout,
    most_cases: u64,
    most_bytes: u64,
    out: &mut impl Write,
) -> Result<u64, Error> {
    let mut text = InputWriter::new(layout, out);
    let mut cases = 0;
    while cases == 0 || cases < most_cases && text.len() < most_bytes {
        let case = draw.case()?;
        let (before, numbers) = case.numbers.split_at(case.before);
        if cases == 0 {
            text.start(most_cases, before)?;
        }
        text.case(numbers)?;
        cases += 1;
    }
    text.end()?;
    Ok(cases)
}

/// Draws the cases that [`run`] would write, one after the other.
pub(crate) fn cases<'l>(
    problem: &Problem,
    layout: &'l Layout,
    options: GenerateOptions,
) -> Result<DrawnCases<'l>, Error> {
    Draw::new(problem, layout, options)
}

/// Cases as numbers, one after the other.
pub(crate) type DrawnCases<'l> = Draw<'l>;
