//! The exact method: decodes any block, number by number, and locates the first error.
//!
//! It handles the rare steps that a kernel rejects: with an invalid byte, a number that is too large, or one with
//! dozens of leading zeros. Speed does not matter here, so it is simple.

use atoi::FromRadix10Checked;

use super::{Chunk, is_white_space};
use crate::error::{InputError, InputErrorKind};

/// Writes the numbers of `block` to `out`, and returns how many there are.
///
/// On an error, the first one in reading order, only the numbers before it are counted. A number directly followed by
/// an invalid byte is not counted, since only white space ends a number.
pub(super) fn decode(block: Chunk<'_>, out: &mut [u64]) -> (usize, Result<(), InputError<u64>>) {
    let bytes = block.bytes();
    let error = |at: usize, kind| Err(InputError { at: at as u64, kind });
    let (mut at, mut len) = (0, 0);
    let result = loop {
        at += bytes[at..].iter().take_while(|b| is_white_space(**b)).count();
        if at == bytes.len() {
            break Ok(());
        }
        let (value, digits) = u64::from_radix_10_checked(&bytes[at..]);
        let end = at + digits;
        match (value, bytes.get(end)) {
            (None, _) => break error(at, InputErrorKind::TooLarge),
            (Some(value), Some(&next)) if digits > 0 && is_white_space(next) => {
                out[len] = value;
                len += 1;
                at = end;
            }
            (Some(_), Some(&next)) => break error(end, InputErrorKind::NotANumber(next)),
            // See `Decoder::step`.
            (Some(_), None) => break error(at, InputErrorKind::Changed),
        }
    };
    (len, result)
}
