//! The exact method: decodes any block, number by number, and locates the first error.
//!
//! It handles the rare steps that a kernel rejects: with an invalid byte, a number that is too large, or
//! one with dozens of leading zeros. Speed does not matter here, so it is simple.

use atoi::FromRadix10Checked;

use super::{Chunk, Numbers, is_white_space};
use crate::error::{InputError, InputErrorKind};

/// Adds all numbers of `block` to `out`.
///
/// # Errors
/// The first error in reading order. The numbers before it have been added; a number directly followed
/// by an invalid byte is not one of them, since only white space ends a number.
pub(super) fn decode(block: Chunk<'_>, out: &mut Numbers) -> Result<(), InputError<u64>> {
    let bytes = block.bytes();
    let start = out.wide_len;
    let mut len = 0;
    let error = |at: usize, kind| InputError::at_byte(at as u64, kind);
    let mut at = 0;
    let result = loop {
        at += bytes[at..]
            .iter()
            .take_while(|b| is_white_space(**b))
            .count();
        if at == bytes.len() {
            break Ok(());
        }
        let (value, digits) = u64::from_radix_10_checked(&bytes[at..]);
        let end = at + digits;
        match (value, bytes.get(end)) {
            (None, _) => break Err(error(at, InputErrorKind::TooLarge)),
            (Some(value), Some(&next)) if digits > 0 && is_white_space(next) => {
                out.wide[start + len] = value;
                len += 1;
                at = end;
            }
            (Some(_), Some(&next)) => break Err(error(end, InputErrorKind::NotANumber(next))),
            // See `Decoder::step`.
            (Some(_), None) => break Err(error(at, InputErrorKind::Changed)),
        }
    };
    out.add_wide(len);
    result
}
