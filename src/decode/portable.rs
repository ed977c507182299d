//! The kernel for any 64-bit machine: eight bytes at a time in ordinary registers.
//!
//! A window of 64 bytes slides over the block, and always starts outside a number:
//!
//! 1. One bit per byte is set if it is a digit.
//! 2. The window ends after its last byte that is not a digit, and the next one starts there. So every
//!    number lies within one window, and no state is carried over.
//! 3. Where a bit differs from the one before, a number starts or ends. For each such pair of edges,
//!    load eight bytes from the start of the number, shift out those after its end, and convert eight
//!    digits by three multiplications. The shift leaves zero bytes in front of a shorter number, and
//!    leading zeros do not change its value.

use super::{Chunk, PADDING, is_white_space};

/// Decodes numbers of at most 8 digits. `None` if a number is longer or a byte is invalid.
pub(super) fn narrow(block: Chunk<'_>, out: &mut [u32]) -> Option<usize> {
    let mut at = 0;
    let mut len = 0;
    let mut long = 0;
    while at < block.len {
        let window = DigitWindow::new(block, at)?;
        long |= window.long;
        let bytes: &[u8; PADDING] = block.padded[at..].first_chunk()?;
        let mut edges = window.edges;
        let mut done = 0;
        // Four at a time; the next window overwrites the surplus. A loop over single numbers would end differently for
        // nearly every window, and be mispredicted each time.
        while done < window.numbers {
            let out: &mut [u32; 4] = out[len + done..].first_chunk_mut()?;
            for number in out {
                let start = take_edge(&mut edges);
                let digits = take_edge(&mut edges).wrapping_sub(start);
                *number = eight_digits(load(bytes, start), digits);
            }
            done += 4;
        }
        len += window.numbers;
        at += window.len;
    }
    (long == 0).then_some(len)
}

/// Decodes numbers of at most 24 digits that fit 64 bits. `None` if one is longer or too large, or if a byte is
/// invalid.
///
/// Inputs with long numbers mix lengths, so a branch on the length is mispredicted for every other number. So for many
/// windows at a time, the bounds of all numbers are collected; then every number gets the value of its last eight
/// digits; then those with more digits get the eight before, and so on. Each of these loops treats all its numbers
/// alike: number by number, piles up to 2^63 take 1.3 of the time of a run.
pub(super) fn wide(block: Chunk<'_>, out: &mut [u64]) -> Option<usize> {
    let bytes = block.padded;
    let mut bounds = [(0, 0); 16 * MAX_NUMBERS];
    let mut above_8 = [0; 16 * MAX_NUMBERS];
    let mut above_16 = [0; 16 * MAX_NUMBERS];
    let mut at = 0;
    let mut len = 0;
    while at < block.len {
        let mut collected = 0;
        while at < block.len
            && let Some(bounds) = bounds[collected..].first_chunk_mut::<MAX_NUMBERS>()
        {
            let window = DigitWindow::new(block, at)?;
            let mut edges = window.edges;
            // Nearly always eight suffice, or all are needed.
            let round = if window.numbers <= 8 { 8 } else { MAX_NUMBERS };
            for bound in &mut bounds[..round] {
                let start = at + take_edge(&mut edges);
                *bound = (start, at + take_edge(&mut edges));
            }
            collected += window.numbers;
            at += window.len;
        }
        let numbers = out[len..].get_mut(..collected)?;
        let bounds = &bounds[..collected];
        let mut count_8 = 0;
        for (i, (number, &(start, end))) in numbers.iter_mut().zip(bounds).enumerate() {
            *number = last_eight_digits(bytes, start, end);
            above_8[count_8] = i;
            count_8 += usize::from(end - start > 8);
        }
        let mut count_16 = 0;
        for &i in &above_8[..count_8] {
            let (start, end) = bounds[i];
            numbers[i] += last_eight_digits(bytes, start, end - 8) * 100_000_000;
            above_16[count_16] = i;
            count_16 += usize::from(end - start > 16);
        }
        for &i in &above_16[..count_16] {
            let (start, end) = bounds[i];
            if end - start > 24 {
                return None;
            }
            let high = last_eight_digits(bytes, start, end - 16).checked_mul(10_000_000_000_000_000)?;
            numbers[i] = numbers[i].checked_add(high)?;
        }
        len += collected;
    }
    Some(len)
}

/// A window has at most this many numbers.
const MAX_NUMBERS: usize = 32;

/// The numbers of at most 64 bytes.
struct DigitWindow {
    /// Bit `i` is set if exactly one of the bytes `i - 1` and `i` is a digit: at the start of a number, and just after
    /// its end.
    edges: u64,
    /// How many numbers there are.
    numbers: usize,
    /// Nonzero if a number has more than 8 digits.
    long: u64,
    /// The length up to and including the last byte that is not a digit, at most 64.
    len: usize,
}

impl DigitWindow {
    /// The window that starts at `at`. `None` if a byte is invalid, or if it has 64 digits and nothing else.
    #[inline(always)]
    fn new(block: Chunk<'_>, at: usize) -> Option<Self> {
        let left = &block.bytes()[at..];
        let digits = if let Some(window) = left.first_chunk() {
            digits(window)?
        } else {
            let mut window = [b' '; 64];
            window[..left.len()].copy_from_slice(left);
            digits(&window)?
        };
        let cut = digits.leading_ones();
        let digits = digits.checked_shl(cut)? >> cut;
        let edges = digits ^ digits << 1;
        // Bit `i` is set if that many digits start at byte `i`.
        let two = digits & digits >> 1;
        let four = two & two >> 2;
        let nine = four & four >> 4 & digits >> 8;
        Some(Self {
            edges,
            numbers: edges.count_ones() as usize / 2,
            long: nine,
            len: (64 - cut as usize).min(left.len()),
        })
    }
}

/// Removes and returns the lowest edge. Any position if there is none.
#[inline(always)]
fn take_edge(edges: &mut u64) -> usize {
    let edge = edges.trailing_zeros() as usize;
    *edges &= edges.wrapping_sub(1);
    edge
}

/// The eight bytes starting at `at`, the first in the lowest byte.
#[inline(always)]
fn load(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// The value of the first `digits` (1 to 8) bytes of `word`, all of them digits.
#[inline(always)]
fn eight_digits(word: u64, digits: usize) -> u32 {
    // For more than 8 digits the result is meaningless, and the caller discards it.
    let word = (word << (digits.wrapping_mul(8).wrapping_neg() & 63)) & 0x0f0f_0f0f_0f0f_0f0f;
    let pairs = word.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_ffff_0000_ffff;
    (fours.wrapping_mul(10_000 << 32 | 1) >> 32) as u32
}

/// The value of the last eight digits, or of all if there are fewer, of the nonempty run `start..end`.
#[inline(always)]
fn last_eight_digits(bytes: &[u8], start: usize, end: usize) -> u64 {
    let digits = (end - start).min(8);
    eight_digits(load(bytes, end - digits), digits).into()
}

/// One bit per byte of `window`: whether it is a digit. `None` if a byte is neither a digit nor white space.
#[inline(always)]
fn digits(window: &[u8; 64]) -> Option<u64> {
    // Branch-free, so that the compiler vectorizes it for any machine.
    let mut is_digit = [0; 64];
    let mut bad = 0;
    for (is_digit, &byte) in is_digit.iter_mut().zip(window) {
        *is_digit = u8::from(byte.wrapping_sub(b'0') < 10);
        bad |= !*is_digit & u8::from(byte != b' ') & u8::from(byte.wrapping_sub(b'\t') > 4);
    }
    let mut mask = 0;
    for i in 0..8 {
        // The multiplication gathers the lowest bits of the eight bytes.
        let bits = load(&is_digit, 8 * i).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask |= bits << (8 * i);
    }
    debug_assert_eq!(
        bad == 0,
        window.iter().all(|&b| b.is_ascii_digit() || is_white_space(b))
    );
    (bad == 0).then_some(mask)
}
