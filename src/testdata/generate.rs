//! Valid input for a problem, from a seed. The same seed always gives the same bytes.

use std::io::{self, Write};

use super::draw::Draw;
use super::limits::outside;
use super::text::{InputText, ending};
use super::{Bounds, Shape};
use crate::error::Error;
use crate::layout::Layout;
use crate::problem::Problem;
use crate::words::t;

/// Once this many bytes wait, they are written.
const FULL: usize = 64 * 1024;

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
    /// How many piles a position has, within the limits; none: as the shape has it.
    pub piles: Option<Bounds>,
    /// The size of the largest pile that may be drawn, within the limits.
    pub largest: Option<u64>,
}

/// Writes an input of `problem` to `out`, within the limits that `layout` has.
///
/// # Errors
/// The options ask for what the limits do not allow, a case does not fit into memory, or `out` cannot be written.
pub fn run(
    problem: &Problem,
    layout: &Layout,
    options: GenerateOptions,
    out: &mut impl Write,
) -> Result<(), Error> {
    let allowed = Bounds {
        low: layout.least_cases(),
        high: layout.most_cases(),
    };
    let counted = layout
        .case_count()
        .map_or(t!("the number of cases"), |count| &count.name);
    if let Some(cases) = options.cases
        && !allowed.has(cases)
    {
        return Err(outside("--cases", cases, &problem.name, counted, allowed));
    }
    let draw = || Draw::new(problem, layout, options);
    let mut draw_once = draw()?;
    let (cases, bytes) = match options.bytes {
        None => (options.cases.unwrap_or(draw_once.usual_cases()), u64::MAX),
        // The number of cases comes before them, and may be too small: they are drawn twice.
        Some(bytes) if allowed.high < u64::MAX => {
            let sink = &mut io::sink();
            let (cases, written) = write(&mut draw()?, layout, allowed.high, bytes, sink)?;
            if written < bytes {
                return Err(outside("--bytes", bytes, &problem.name, counted, allowed));
            }
            (cases.max(allowed.low), u64::MAX)
        }
        Some(bytes) => (u64::MAX, bytes),
    };
    write(&mut draw_once, layout, cases, bytes, out).map(|_| ())
}

/// Writes an input of `most_cases` cases, or fewer if it has `most_bytes` bytes before. Returns their number, and that of
/// the bytes but for what follows the last case.
fn write(
    draw: &mut Draw<'_>,
    layout: &Layout,
    most_cases: u64,
    most_bytes: u64,
    out: &mut impl Write,
) -> Result<(u64, u64), Error> {
    let mut text = InputText::new(layout);
    let (mut cases, mut bytes) = (0, 0);
    while cases == 0 || cases < most_cases && bytes + (text.bytes.len() as u64) < most_bytes {
        let case = draw.case()?;
        let (before, numbers) = case.case.split_at(case.before);
        if cases == 0 {
            text.head(most_cases, before);
        }
        text.case(numbers);
        cases += 1;
        if text.bytes.len() >= FULL {
            out.write_all(&text.bytes).map_err(Error::stdout)?;
            bytes += text.bytes.len() as u64;
            text.bytes.clear();
        }
    }
    bytes += text.bytes.len() as u64;
    text.bytes.extend(ending(layout).into_bytes());
    let written = out.write_all(&text.bytes).and_then(|()| out.flush());
    written.map_err(Error::stdout)?;
    Ok((cases, bytes))
}
