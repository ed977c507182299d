//! The kernel for any 64-bit machine: eight bytes at a time in ordinary registers.
//!
//! A window of 64 bytes slides over the block, and always starts outside a number:
//!
//! 1. One bit per byte says whether it is a digit.
//! 2. The window ends behind its last byte that is no digit; the next one starts there. So a number
//!    lies whole in one window, and nothing is carried from one to the next.
//! 3. Where a bit differs from that of the byte before, a number starts or ends. For each such pair
//!    of edges, load the eight bytes from the start of the number, shift out what is behind its end,
//!    and turn eight digits into a value by three multiplications. The shift leaves zero bytes in
//!    front of a shorter number, and zeros in front change no value.

use super::{Block, PADDING, is_white_space};

/// Numbers of at most 8 digits. `None` if a number is longer or a byte is bad.
pub(super) fn narrow(block: Block<'_>, out: &mut [u32]) -> Option<usize> {
    let mut at = 0;
    let mut len = 0;
    let mut long = 0;
    while at < block.len {
        let window = DigitWindow::new(block, at)?;
        long |= window.long;
        let bytes: &[u8; PADDING] = block.padded[at..].first_chunk()?;
        let mut edges = window.edges;
        let mut done = 0;
        // Four at a time, and the surplus is overwritten by the next window: a loop over single
        // numbers ends differently for nearly every window, and each time is guessed wrong.
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

/// Numbers of at most 24 digits that fit 64 bits. `None` if one is longer or too large, or if a byte
/// is bad.
///
/// Where there are long numbers, lengths are mixed, and a branch on the length is guessed wrong for
/// every other number. So for many windows at a time, first the places of all numbers are noted;
/// then all get the value of their last eight digits; then those with more digits get the eight
/// before, and so on. Each of these loops does the same for all it goes over.
pub(super) fn wide(block: Block<'_>, out: &mut [u64]) -> Option<usize> {
    let bytes = block.padded;
    let mut places = [(0, 0); 16 * MOST];
    let mut above_8 = [0; 16 * MOST];
    let mut above_16 = [0; 16 * MOST];
    let mut at = 0;
    let mut len = 0;
    while at < block.len {
        let mut noted = 0;
        while at < block.len
            && let Some(places) = places[noted..].first_chunk_mut::<MOST>()
        {
            let window = DigitWindow::new(block, at)?;
            let mut edges = window.edges;
            // Nearly always eight will do, or all.
            let round = if window.numbers <= 8 { 8 } else { MOST };
            for place in &mut places[..round] {
                let start = at + take_edge(&mut edges);
                *place = (start, at + take_edge(&mut edges));
            }
            noted += window.numbers;
            at += window.len;
        }
        let numbers = out[len..].get_mut(..noted)?;
        let places = &places[..noted];
        let mut count_8 = 0;
        for (i, (number, &(start, end))) in numbers.iter_mut().zip(places).enumerate() {
            *number = last_eight_digits(bytes, start, end);
            above_8[count_8] = i;
            count_8 += usize::from(end - start > 8);
        }
        let mut count_16 = 0;
        for &i in &above_8[..count_8] {
            let (start, end) = places[i];
            numbers[i] += last_eight_digits(bytes, start, end - 8) * 100_000_000;
            above_16[count_16] = i;
            count_16 += usize::from(end - start > 16);
        }
        for &i in &above_16[..count_16] {
            let (start, end) = places[i];
            if end - start > 24 {
                return None;
            }
            let high = last_eight_digits(bytes, start, end - 16);
            let high = high.checked_mul(10_000_000_000_000_000)?;
            numbers[i] = numbers[i].checked_add(high)?;
        }
        len += noted;
    }
    Some(len)
}

/// A window has at most so many numbers.
const MOST: usize = 32;

/// The numbers of at most 64 bytes.
struct DigitWindow {
    /// Bit `i` is set if exactly one of the bytes `i - 1` and `i` is a digit: where a number starts,
    /// and behind its end.
    edges: u64,
    /// How many there are.
    numbers: usize,
    /// Not 0 if a number has more than 8 digits.
    long: u64,
    /// Up to and with the last byte that is no digit, at most 64.
    len: usize,
}

impl DigitWindow {
    /// The window that starts at `at`. `None` if a byte is bad, or if there are 64 digits and nothing
    /// else.
    #[inline(always)]
    fn new(block: Block<'_>, at: usize) -> Option<Self> {
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
        // Bit `i` is set if so many digits start at byte `i`.
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

/// The lowest edge, which is removed. Any position if there is none.
#[inline(always)]
fn take_edge(edges: &mut u64) -> usize {
    let edge = edges.trailing_zeros() as usize;
    *edges &= edges.wrapping_sub(1);
    edge
}

/// The eight bytes from `at` on, the first one in the lowest byte.
#[inline(always)]
fn load(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// The value of the first `digits` (1 to 8) bytes of `word`, which are digits.
#[inline(always)]
fn eight_digits(word: u64, digits: usize) -> u32 {
    // For more than 8 digits the result is of no use, and the caller knows.
    let word = (word << (digits.wrapping_mul(8).wrapping_neg() & 63)) & 0x0f0f_0f0f_0f0f_0f0f;
    let pairs = word.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_ffff_0000_ffff;
    (fours.wrapping_mul(10_000 << 32 | 1) >> 32) as u32
}

/// The value of the last eight, or all, of the digits `start..end`, of which there is one at least.
#[inline(always)]
fn last_eight_digits(bytes: &[u8], start: usize, end: usize) -> u64 {
    let digits = (end - start).min(8);
    eight_digits(load(bytes, end - digits), digits).into()
}

/// One bit per byte of `window`: is it a digit? `None` if a byte is neither a digit nor white space.
#[inline(always)]
fn digits(window: &[u8; 64]) -> Option<u64> {
    // Without a branch, so that the compiler turns it into whatever vectors the machine has.
    let mut is_digit = [0; 64];
    let mut bad = 0;
    for (is_digit, &byte) in is_digit.iter_mut().zip(window) {
        *is_digit = u8::from(byte.wrapping_sub(b'0') < 10);
        bad |= !*is_digit & u8::from(byte != b' ') & u8::from(byte.wrapping_sub(b'\t') > 4);
    }
    let mut mask = 0;
    for i in 0..8 {
        // The multiplication moves the lowest bits of the eight bytes next to each other.
        let bits = load(&is_digit, 8 * i).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask |= bits << (8 * i);
    }
    debug_assert_eq!(
        bad == 0,
        window
            .iter()
            .all(|&b| b.is_ascii_digit() || is_white_space(b))
    );
    (bad == 0).then_some(mask)
}
