//! Valid input for a problem, from a seed. The same seed always gives the same bytes: committed test data
//! is made again from its seeds.
//!
//! The game draws the numbers of a case, the layout says what stands between them.

mod any;
mod draw;
mod limits;
pub mod random;
mod shape;
pub mod text;

use std::io::Write;

use self::draw::CaseSource;
pub use self::limits::Bounds;
pub use self::shape::Shape;
use self::text::InputWriter;
use crate::error::Error;
use crate::problem::Problem;
use crate::problem::layout::Layout;

/// What to generate.
#[derive(Clone, Copy, Debug, Default)]
pub struct GenerateOptions {
    /// What all numbers come from.
    pub seed: u64,
    /// How many cases; none: a sensible number.
    pub cases: Option<u64>,
    /// What they are like.
    pub shape: Shape,
    /// How many piles a position has; none: as the shape and the judge's limits have it.
    pub piles: Option<Bounds>,
    /// The size of the largest pile that may be drawn; none: likewise.
    pub largest: Option<u64>,
}

/// Writes an input of `problem` to `out`, within the limits that `layout` has, but for those that the
/// options override.
///
/// # Errors
/// The options make no sense for the problem or with each other, a case does not fit into memory, or
/// `out` cannot be written.
pub fn run(
    problem: &Problem,
    layout: &Layout,
    options: GenerateOptions,
    out: &mut impl Write,
) -> Result<(), Error> {
    let mut source = CaseSource::new(problem, layout, options)?;
    let cases = source.cases(layout, options.cases)?;
    let before = source.before_cases(layout)?;
    let mut text = InputWriter::new(layout, out);
    text.start(cases, &before)?;
    for _ in 0..cases {
        text.case(source.case()?)?;
    }
    text.end()
}

/// Draws the numbers of one case after the other, as [`run`] would write them: those that stand before
/// all cases, but for how many there are, then those of the case.
///
/// # Errors
/// The problem has no such shape; for a case, none was found within the limits.
pub fn numbers(
    problem: &Problem,
    layout: &Layout,
    options: GenerateOptions,
) -> Result<impl FnMut() -> Result<Vec<u64>, Error>, Error> {
    let mut source = CaseSource::new(problem, layout, options)?;
    let before = source.before_cases(layout)?;
    Ok(move || Ok([&before, source.case()?].concat()))
}
