//! The kernel for AArch64 processors, all of which have NEON: it scans 64 bytes at a time, and converts four or eight
//! numbers at a time.
//!
//! The algorithm is that of `avx2` for longer numbers: for each end of a number, the eight bytes before it, without
//! what precedes the number in them. How it uses the instructions:
//!
//! * *Which bytes are digits, and is everything else white space*: a table of 64 bytes has the class of
//!   each byte from tab on; for all others the lookup gives 0, which is invalid.
//! * *One bit per byte*: there is no instruction for that. So the load distributes the bytes to four
//!   registers in turn. Their highest bits are joined by *shift right and insert*: two, then four of a
//!   kind in each byte, then every two bytes are narrowed to one.
//! * *The next end*: leading zeros can be counted, trailing ones cannot, so the mask of ends is reversed
//!   once per group. If there are fewer ends than places in a round, the count is 64 and the remaining
//!   words are meaningless; the next group overwrites their numbers.
//! * *Converting digits*: the ones and the tens of four words are separated into a register each, and one
//!   multiply-and-add makes them sixteen numbers below 100, which still fit a byte. Neighbours are joined
//!   in the same way to numbers below 10^4, then below 10^8.
//!
//! The mask of the next group is computed before the numbers of this one, to hide the latency from vector to general
//! registers, and every group takes a minimum number of rounds, since the end of a loop that depends on the number of
//! ends is mispredicted. On x86-64 both gained much (see `avx2`). Here only instructions have been counted, not time.
//! Numbers of at most 4 digits take 190 a group if there are up to 16, 256 up to 24, and 320 if there are more. In
//! place, as in `avx2`, they took 207, whatever they are.

use std::arch::aarch64::*;

use super::Chunk;
use super::groups::{GroupBytes, Groups, Runs, word};

/// Decodes numbers of at most `DIGITS` (4 or 8) digits. `None` if a number is longer or a byte is invalid, or if `out`
/// lacks room for 32 numbers more than there are.
#[target_feature(enable = "neon")]
pub(super) fn narrow<const DIGITS: usize>(block: Chunk<'_>, out: &mut [u32]) -> Option<usize> {
    let groups = Groups::new(block);
    let mut check = WhiteSpaceCheck::new();
    let mut runs = Runs::<DIGITS>::default();
    let mut len = 0;
    let mut next_group = groups.get(0);
    let mut next = Ends::new(runs.ends(check.digits(next_group)));
    for i in 0..groups.count {
        let (group, mut ends) = (next_group, next);
        next_group = groups.get(i + 1);
        next = Ends::new(runs.ends(check.digits(next_group)));
        let out: &mut [u32; 32] = out[len..].first_chunk_mut()?;
        len += ends.count();
        if DIGITS == 4 {
            let (out, _) = out.as_chunks_mut();
            for (round, out) in out.iter_mut().enumerate() {
                if round >= 2 && ends.are_taken() {
                    break;
                }
                eight_short(group, &mut ends, out);
            }
        } else {
            let (out, _) = out.as_chunks_mut();
            for (round, out) in out.iter_mut().enumerate() {
                if round >= 2 && ends.are_taken() {
                    break;
                }
                four_medium(group, &mut ends, out);
            }
        }
    }
    (check.is_good() && runs.are_short()).then_some(len)
}

/// Decodes numbers of at most 23 digits that fit 64 bits. `None` if one is longer or too large, or if a byte is
/// invalid, or if `out` lacks room for 32 numbers more than there are.
#[target_feature(enable = "neon")]
pub(super) fn wide(block: Chunk<'_>, out: &mut [u64]) -> Option<usize> {
    let groups = Groups::new(block);
    let mut check = WhiteSpaceCheck::new();
    let mut runs = Runs::<24>::default();
    let mut too_large = vdupq_n_u8(0);
    let mut len = 0;
    let mut next_group = groups.get(0);
    let mut next = Ends::new(runs.ends(check.digits(next_group)));
    for i in 0..groups.count {
        let (group, mut ends) = (next_group, next);
        next_group = groups.get(i + 1);
        next = Ends::new(runs.ends(check.digits(next_group)));
        let out: &mut [u64; 32] = out[len..].first_chunk_mut()?;
        len += ends.count();
        let (out, _) = out.as_chunks_mut();
        for out in out {
            if ends.are_taken() {
                break;
            }
            four_long(group, &mut ends, out, &mut too_large);
        }
    }
    (check.is_good() && vmaxvq_u8(too_large) == 0).then_some(len)
}

/// Finds digits, and remembers whether all other bytes were white space.
struct WhiteSpaceCheck {
    /// 0 in a byte position that was invalid in some group.
    good: uint8x16_t,
    /// The table of [`Self::digits`].
    classes: uint8x16x4_t,
}

impl WhiteSpaceCheck {
    #[inline]
    #[target_feature(enable = "neon")]
    fn new() -> Self {
        const DIGIT: u8 = 0xff;
        const WHITE_SPACE: u8 = 1;
        // For the 64 bytes from tab on.
        const CLASSES: [[u8; 16]; 4] = {
            let mut classes = [[0; 16]; 4];
            let mut i = 0;
            while i < 64 {
                classes[i / 16][i % 16] = match i as u8 + b'\t' {
                    b'\t'..=b'\r' | b' ' => WHITE_SPACE,
                    b'0'..=b'9' => DIGIT,
                    _ => 0,
                };
                i += 1;
            }
            classes
        };
        let [a, b, c, d] = CLASSES;
        Self {
            good: vdupq_n_u8(0xff),
            classes: uint8x16x4_t(load(&[a]), load(&[b]), load(&[c]), load(&[d])),
        }
    }

    /// Returns whether all bytes so far were digits or white space.
    #[inline]
    #[target_feature(enable = "neon")]
    fn is_good(&self) -> bool {
        vminvq_u8(self.good) != 0
    }

    /// One bit per byte of `group`: whether it is a digit.
    #[inline]
    #[target_feature(enable = "neon")]
    fn digits(&mut self, group: &GroupBytes) -> u64 {
        let (_, bytes): (_, &[u8; 64]) = group.split_last_chunk().expect("a group is longer");
        // SAFETY: the array has as many bytes as are loaded, and the load needs no alignment.
        let bytes = unsafe { vld4q_u8(bytes.as_ptr()) };
        let [a, b, c, d] = [bytes.0, bytes.1, bytes.2, bytes.3].map(|bytes| self.classes(bytes));
        // Each of these has every fourth byte. Of each class, only the highest bit remains.
        let (first, second) = (vsriq_n_u8::<1>(b, a), vsriq_n_u8::<1>(d, c));
        let fours = vsriq_n_u8::<2>(second, first);
        let fours = vreinterpretq_u16_u8(vsriq_n_u8::<4>(fours, fours));
        vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(fours)))
    }

    /// All ones in the bytes that are digits; in others, the highest bits are 0.
    #[inline]
    #[target_feature(enable = "neon")]
    fn classes(&mut self, bytes: uint8x16_t) -> uint8x16_t {
        let classes = vqtbl4q_u8(self.classes, vsubq_u8(bytes, vdupq_n_u8(b'\t')));
        self.good = vminq_u8(self.good, classes);
        classes
    }
}

/// The bytes of a group before which numbers end, one bit each: the highest stands for the first byte.
#[derive(Clone, Copy)]
struct Ends(u64);

impl Ends {
    /// These bytes, the lowest bit for the first.
    #[inline(always)]
    fn new(ends: u64) -> Self {
        Self(ends.reverse_bits())
    }

    /// How many there are.
    #[inline(always)]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline(always)]
    fn are_taken(self) -> bool {
        self.0 == 0
    }

    /// Removes and returns the position of the first; 64 if there is none.
    #[inline(always)]
    fn take(&mut self) -> usize {
        let end = self.0.leading_zeros();
        self.0 &= !(1 << 63 >> (end % 64));
        end as usize
    }
}

/// Converts the next eight numbers of `group`, of at most 4 digits.
#[inline]
#[target_feature(enable = "neon")]
fn eight_short(group: &GroupBytes, ends: &mut Ends, out: &mut [u32; 8]) {
    let first = four_short(group, ends);
    let second = four_short(group, ends);
    let numbers = fours(twos([first, second]));
    let (low, high) = (vget_low_u16(numbers), vget_high_u16(numbers));
    let (out, _) = out.as_chunks_mut();
    store(&mut out[0], vmovl_u16(low));
    store(&mut out[1], vmovl_u16(high));
}

/// The digits of the next four numbers, of at most four digits, the last digit first.
#[inline]
#[target_feature(enable = "neon")]
fn four_short(group: &GroupBytes, ends: &mut Ends) -> uint8x16_t {
    let words = [(); 4].map(|()| word::<4>(group, ends.take(), 0));
    let reversed = vrev32q_u8(load(&words));
    let others = vreinterpretq_u32_u8(others(reversed));
    let number = vsubq_u32(others, vdupq_n_u32(1));
    vandq_u8(values(reversed), vreinterpretq_u8_u32(number))
}

/// Converts the next four numbers of `group`, of at most 8 digits.
#[inline]
#[target_feature(enable = "neon")]
fn four_medium(group: &GroupBytes, ends: &mut Ends, out: &mut [u32; 4]) {
    let words = FourWords::new(group, &[(); 4].map(|()| ends.take()), 0);
    store(out, eights(words.digits));
}

/// Converts the next four numbers of `group`, of any length. Sets bits in `too_large` if one does not fit 64 bits or
/// has more than 23 digits.
#[inline]
#[target_feature(enable = "neon")]
fn four_long(group: &GroupBytes, ends: &mut Ends, out: &mut [u64; 4], too_large: &mut uint8x16_t) {
    let ends = [(); 4].map(|()| ends.take());
    let low = FourWords::new(group, &ends, 0);
    let middle = FourWords::new(group, &ends, 8);
    let high = FourWords::new(group, &ends, 16);
    // All ones where the word, and those after it, are all digits.
    let low_full = low.are_full();
    let middle_full = both(low_full, middle.are_full());
    let high_full = both(middle_full, high.are_full());
    let low = eights(low.digits);
    let middle = eights(both(middle.digits, low_full));
    let high = eights(both(high.digits, middle_full));

    let rest = [
        vmlal_n_u32(vmovl_u32(vget_low_u32(low)), vget_low_u32(middle), 100_000_000),
        vmlal_high_n_u32(vmovl_high_u32(low), middle, 100_000_000),
    ];
    // There is no 64-bit multiplication, so multiply by each half of 10^16.
    let high_high = vmulq_n_u32(high, (TEN_TO_16 >> 32) as u32);
    let high_low = [
        vmull_n_u32(vget_low_u32(high), TEN_TO_16 as u32),
        vmull_high_n_u32(high, TEN_TO_16 as u32),
    ];
    let numbers = [
        vaddq_u64(
            rest[0],
            vaddq_u64(high_low[0], vshll_n_u32::<32>(vget_low_u32(high_high))),
        ),
        vaddq_u64(rest[1], vaddq_u64(high_low[1], vshll_high_n_u32::<32>(high_high))),
    ];
    let (out, _) = out.as_chunks_mut();
    for i in 0..2 {
        // All ones if the sum has overflowed.
        let wrapped = vcltq_u64(numbers[i], rest[i]);
        let wrapped = vreinterpretq_u8_u64(wrapped);
        *too_large = vorrq_u8(*too_large, vorrq_u8(wrapped, high_full[i]));
        store_wide(&mut out[i], numbers[i]);
    }
    // If the third word is at most this, as in 2^64 - 1, only the last sum can overflow.
    let most = (u64::MAX / TEN_TO_16) as u32;
    let over = vreinterpretq_u8_u32(vcgtq_u32(high, vdupq_n_u32(most)));
    *too_large = vorrq_u8(*too_large, over);
}

const TEN_TO_16: u64 = 10_000_000_000_000_000;

/// Four words, reversed: the last byte is the lowest.
struct FourWords {
    /// The digits after the last byte that is not a digit; 0 elsewhere.
    digits: [uint8x16_t; 2],
    /// Marks the bytes that are not digits.
    others: [uint8x16_t; 2],
}

impl FourWords {
    /// The eight bytes before each of `ends`, skipping the last `skip` (at most 16).
    #[inline]
    #[target_feature(enable = "neon")]
    fn new(group: &GroupBytes, ends: &[usize; 4], skip: usize) -> Self {
        let [a, b, c, d] = ends.map(|end| word::<8>(group, end, skip));
        let reversed = [[a, b], [c, d]].map(|words| vrev64q_u8(load(&words)));
        let others = reversed.map(|bytes| others(bytes));
        let digits = [0, 1].map(|i| {
            let number = vsubq_u64(vreinterpretq_u64_u8(others[i]), vdupq_n_u64(1));
            vandq_u8(values(reversed[i]), vreinterpretq_u8_u64(number))
        });
        Self { digits, others }
    }

    /// All ones in the words that are all digits.
    #[inline]
    #[target_feature(enable = "neon")]
    fn are_full(&self) -> [uint8x16_t; 2] {
        self.others
            .map(|others| vreinterpretq_u8_u64(vceqzq_u64(vreinterpretq_u64_u8(others))))
    }
}

/// Marks the bytes that are not digits. They are white space, or else the step is invalid.
#[inline]
#[target_feature(enable = "neon")]
fn others(bytes: uint8x16_t) -> uint8x16_t {
    vcltq_u8(bytes, vdupq_n_u8(b'0'))
}

/// The values of digits, 0 for white space.
#[inline]
#[target_feature(enable = "neon")]
fn values(bytes: uint8x16_t) -> uint8x16_t {
    vqsubq_u8(bytes, vdupq_n_u8(b'0'))
}

/// Joins every two digits, the last one first, to a number below 100.
#[inline]
#[target_feature(enable = "neon")]
fn twos([first, second]: [uint8x16_t; 2]) -> uint16x8_t {
    let ones = vuzp1q_u8(first, second);
    let tens = vuzp2q_u8(first, second);
    vreinterpretq_u16_u8(vmlaq_u8(ones, tens, vdupq_n_u8(10)))
}

/// Joins every two numbers below 100, the lower one first, to a number below 10^4.
#[inline]
#[target_feature(enable = "neon")]
fn fours(twos: uint16x8_t) -> uint16x8_t {
    let low = vandq_u16(twos, vdupq_n_u16(0xff));
    vmlaq_n_u16(low, vshrq_n_u16::<8>(twos), 100)
}

/// Converts four words of eight digits, the last one first.
#[inline]
#[target_feature(enable = "neon")]
fn eights(words: [uint8x16_t; 2]) -> uint32x4_t {
    let fours = vreinterpretq_u32_u16(fours(twos(words)));
    let low = vandq_u32(fours, vdupq_n_u32(0xffff));
    vmlaq_n_u32(low, vshrq_n_u32::<16>(fours), 10_000)
}

/// The bits that are set in both.
#[inline]
#[target_feature(enable = "neon")]
fn both(a: [uint8x16_t; 2], b: [uint8x16_t; 2]) -> [uint8x16_t; 2] {
    [vandq_u8(a[0], b[0]), vandq_u8(a[1], b[1])]
}

#[inline]
#[target_feature(enable = "neon")]
fn load<const LEN: usize, const WORDS: usize>(words: &[[u8; LEN]; WORDS]) -> uint8x16_t {
    const { assert!(LEN * WORDS == 16) };
    // SAFETY: the array has as many bytes as are loaded, and the load needs no alignment.
    unsafe { vld1q_u8(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(numbers: &mut [u32; 4], vector: uint32x4_t) {
    // SAFETY: the array has as many bytes as are stored, and the store needs no alignment.
    unsafe { vst1q_u32(numbers.as_mut_ptr(), vector) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store_wide(numbers: &mut [u64; 2], vector: uint64x2_t) {
    // SAFETY: as above.
    unsafe { vst1q_u64(numbers.as_mut_ptr(), vector) }
}
