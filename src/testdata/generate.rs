//! Valid input for a problem, from a seed. The same seed always gives the same bytes.

use std::io::Write;
use std::sync::atomic::Ordering;

use super::draw::Draw;
use super::input_text::{FULL, InputText};
use super::limits::Bounds;
pub use super::limits::GenerateOptions;
use crate::error::Error;
use crate::input::Count;
use crate::layout::Repeat;
use crate::problem::Problem;
use crate::words::t;

/// Writes an input of `problem` to `out`, within its limits. Counts in `written` how many bytes are written.
///
/// # Errors
/// The options ask for what the limits do not allow, a case does not fit into memory, or `out` cannot be written.
pub fn run(problem: &Problem, options: GenerateOptions, out: &mut impl Write, written: &Count) -> Result<(), Error> {
    let layout = &problem.layout;
    let allowed = Bounds::new(layout.least_cases(), layout.most_cases());
    if let Some(cases) = options.cases {
        Bounds::new(cases, cases).check("--cases", t!("the number of cases"), allowed)?;
    }
    let mut draw = Draw::new(problem, options)?;
    let usual = draw.usual_cases();
    // With a limit of the sums, the cases of an input of some size are about as many as usual.
    let count = options.cases.unwrap_or(usual);
    let (cases, bytes, expected) = match options.bytes {
        None => (count, u64::MAX, count),
        Some(bytes) => (allowed.high, bytes, usual),
    };
    draw.expect_cases(expected);
    // The number of cases comes before them, and may be too small: until it is known, they wait.
    let is_endless = |repeat: Repeat| repeat.times().is_none();
    let waits = options.bytes.is_some() && !layout.cases().is_some_and(is_endless);
    let mut case = draw.case()?.case;
    let mut text = InputText::new(layout, cases, &case);
    let (head_len, mut count, mut before) = (text.bytes.len(), 1, 0);
    loop {
        text.case(&case);
        if count >= allowed.low && (count == cases || before + text.bytes.len() as u64 >= bytes) {
            break;
        }
        if text.bytes.len() >= FULL && !waits {
            out.write_all(&text.bytes).map_err(Error::stdout)?;
            before += text.bytes.len() as u64;
            written.store(before, Ordering::Relaxed);
            text.bytes.clear();
        }
        case = draw.case()?.case;
        count += 1;
    }
    if waits {
        let most = Bounds::new(1, text.bytes.len() as u64);
        Bounds::new(bytes, bytes).check("--bytes", t!("the number of bytes"), most)?;
        let known = InputText::new(layout, count, &case);
        text.bytes.splice(..head_len, known.bytes);
    }
    text.end();
    let end = out.write_all(&text.bytes).and_then(|()| out.flush());
    end.map_err(Error::stdout)
}
