//! The kernel for processors with AVX2: it scans 64 bytes at a time. Numbers of at most 4 digits are computed in place,
//! longer ones are fetched from where they end, eight or four at a time. Both begin in the same way, for every group:
//!
//! ```text
//! digit[i] = byte[i] is a digit
//! end[i]   = not digit[i], and digit[i - 1]        (i - 1 may lie in the group before)
//! ```
//!
//! Only ends are searched for. The start of a number is found from its end: it comes after the last byte that is not a
//! digit. So white space between numbers and the borders between groups cost nothing extra, and leading zeros do not
//! change a value.
//!
//! * *Which bytes are digits*: one comparison per 32 bytes, whose 32 results become the bits of a general register
//!   (*movemask*), so that a group is one `u64`. Shifts and ands of that `u64` find the ends and the numbers that are
//!   too long.
//! * *Is everything else white space*: a byte shuffle looks up, by the low four bits of each byte, the only white space
//!   with these bits. A byte that differs from it and is not a digit is invalid.
//!
//! # Numbers of at most 4 digits
//!
//! ```text
//! value[i] = byte[i] - '0' for a digit, 0 for white space
//! two[i]   = value[i - 1] + 10 * value[i - 2]      (the first alone if one of these bytes is no digit)
//! four[i]  = two[i] + 100 * two[i - 2]             (likewise)
//! for each end e, in order:
//!     number = four[e]
//! ```
//!
//! `four` is computed for all bytes. So there is no loop over the numbers, and nothing to be mispredicted.
//!
//! * *The bytes before*: loads that begin one and two bytes earlier. `two[i - 2]` comes from the register of `two` by a
//!   shift that takes in the last two bytes of the register before.
//! * *Multiplying*: a byte shuffle looks up ten times a digit, as there is no multiplication of bytes.
//! * *Halving the places*: of two bytes, at most one is an end. Where a byte is a digit, what is in its place is set to
//!   0; then a multiply-and-add of neighbours keeps the number at the end, if there is one, as 16 bits for two bytes.
//! * *Picking the numbers*: eight pairs have eight bits that say which have an end. These select a shuffle from a
//!   table, which moves the numbers at ends to the front. Eight numbers are stored; those of the next eight pairs,
//!   whose place follows from the count of the ends before, overwrite the surplus.
//!
//! # Longer numbers
//!
//! ```text
//! for each end e, in order:
//!     word   = the eight bytes in front of e       (they too may lie in the group before)
//!     set to 0 the last byte in word that is no digit, and all bytes in front of it
//!     number = the decimal value of these eight digits
//! ```
//!
//! * *The next end*: count the trailing zeros, clear the lowest bit. This is repeated for eight or four ends, whose
//!   words are loaded into registers. If there are fewer ends, the count is 64 and the remaining words are meaningless;
//!   the next group overwrites their numbers.
//! * *Cutting off what precedes a number*: the bytes of each word are reversed, so that its last digit is its lowest
//!   byte. Bytes that are not digits are marked 0xff, and 1 is subtracted from the word of marks. The borrow turns the
//!   zeros below the lowest mark into ones: the mask of the number's digits. Nothing changes above it: digits there
//!   stay 0, and marked bytes have the value 0 anyway, by a saturating subtraction (white space is less than '0').
//! * *Converting digits*: multiply-and-add of neighbours by (1, 10) makes two digits one number below 100, by (1, 100)
//!   one below 10^4, by (1, 10^4) one below 10^8.
//! * *More than 8 digits* are three words: the last eight digits, the eight before, and the eight before those. Each of
//!   the latter counts only if the word after it is all digits. Inputs with such numbers mix lengths, and three
//!   conversions of four numbers each cost less than one misprediction.
//!
//! # Measurements, in GB/s of decoding alone
//!
//! * In place, piles to 100 took an Intel Xeon (Sapphire Rapids) from 5.8 to 9.0; with a place for every byte it was
//!   8.1. It decodes six instructions a cycle, and that is the limit: half of them are about where numbers go, not what
//!   they are. So room is checked once per group, and a group is found by its number alone.
//! * Eight digits in place, as two numbers of four, took 190 instructions a group: 5.1, where words took 7.2 to 8.7.
//! * A loop over the ends of a group would run as often as there are ends, which is unpredictable, and a misprediction
//!   costs as much as six numbers. So those of 5 to 8 digits come as 8 and 2, or as 8 and 8: on the Xeon, piles to 10^7
//!   took 8.9. Long ones come as 4 and 4.
//! * The mask of the next group is computed before the longer numbers of this one. This hides the latency from vector
//!   to general registers: on Zen 4, 5.2 became 7.1 with 7 digits and 3.5 became 4.0 with long numbers.
//! * Words go from memory to vectors directly. To gather them in an array first took the same time or more.

use std::arch::x86_64::*;

use super::fold::{Lane, ROUND, Vector};
use super::groups::{BEFORE, GroupBytes, Groups, Runs, word};
use super::{Chunk, Slice, Work};

/// Decodes numbers of at most 4 digits. `None` if a number is longer or a byte is invalid, or if `out` lacks room for
/// 64 numbers more than there are.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn four_digits(block: Chunk<'_>, out: &mut [u32]) -> Option<usize> {
    let groups = Groups::new(block);
    let mut scan = Scan::<4>::new();
    let mut twos = _mm256_setzero_si256();
    let mut free = &mut *out;
    for i in 0..groups.count {
        let group = groups.get(i);
        let (ends, digits) = scan.next(group);
        let out: &mut [u32; 64] = free.first_chunk_mut()?;
        // The second byte of two stands for both. Then bits 1 to 8 of every 16 are those of eight pairs, in the order
        // of `PICK`.
        let pairs = (ends | ends << 1) & 0xaaaa_aaaa_aaaa_aaaa;
        let pairs = pairs | pairs >> 7;
        let numbers = in_place(group, 0, digits[0], &mut twos);
        pick(numbers, pairs as u32, ends as u16, out.first_chunk_mut()?);
        let len = (ends as u32).count_ones() as usize;
        let numbers = in_place(group, 32, digits[1], &mut twos);
        let out = out[len..].first_chunk_mut()?;
        pick(numbers, (pairs >> 32) as u32, (ends >> 32) as u16, out);
        free = &mut free[len + (ends >> 32).count_ones() as usize..];
    }
    let left = free.len();
    scan.is_good().then_some(out.len() - left)
}

/// Decodes numbers of at most 8 digits. `None` if a number is longer or a byte is invalid, or if `out` lacks room for
/// 32 numbers more than there are.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn eight_digits(block: Chunk<'_>, out: &mut [u32]) -> Option<usize> {
    let groups = Groups::new(block);
    let mut scan = Scan::<8>::new();
    let mut len = 0;
    let (mut next, _) = scan.next(groups.get(0));
    for i in 0..groups.count {
        let mut ends = next;
        (next, _) = scan.next(groups.get(i + 1));
        let group = groups.get(i);
        let count = ends.count_ones() as usize;
        let out: &mut [u32; 32] = out[len..].first_chunk_mut()?;
        let ([first, second, rest @ ..], _) = out.as_chunks_mut() else {
            return None;
        };
        eight_medium(group, &mut ends, first);
        if count <= 10 {
            two_medium(group, &mut ends, second);
        } else {
            eight_medium(group, &mut ends, second);
            for out in &mut rest[..count.div_ceil(8).saturating_sub(2)] {
                eight_medium(group, &mut ends, out);
            }
        }
        len += count;
    }
    scan.is_good().then_some(len)
}

/// Decodes numbers of at most 23 digits that fit 64 bits. `None` if one is longer or too large, or if a byte is
/// invalid, or if `out` lacks room for 32 numbers more than there are.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn wide(block: Chunk<'_>, out: &mut [u64]) -> Option<usize> {
    let groups = Groups::new(block);
    let mut scan = Scan::<24>::new();
    let mut too_large = _mm256_setzero_si256();
    let mut len = 0;
    let (mut next, _) = scan.next(groups.get(0));
    for i in 0..groups.count {
        let mut ends = next;
        (next, _) = scan.next(groups.get(i + 1));
        let group = groups.get(i);
        let count = ends.count_ones() as usize;
        let out: &mut [u64; 32] = out[len..].first_chunk_mut()?;
        let (out, _) = out.as_chunks_mut();
        for out in &mut out[..count.div_ceil(4).max(2)] {
            four_long(group, &mut ends, out, &mut too_large);
        }
        len += count;
    }
    let all_fit = _mm256_movemask_pd(_mm256_castsi256_pd(too_large)) == 0;
    (scan.is_good() && all_fit).then_some(len)
}

/// Finds where numbers end, group by group, and what is neither a number of at most `LIMIT` digits nor white space.
/// Only limits of 4 and 8 are checked.
struct Scan<const LIMIT: usize> {
    /// 0 in all byte positions that were invalid in any group.
    good: __m256i,
    runs: Runs<LIMIT>,
}

impl<const LIMIT: usize> Scan<LIMIT> {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new() -> Self {
        Self {
            good: _mm256_set1_epi8(-1),
            runs: Runs::default(),
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn is_good(&self) -> bool {
        _mm256_movemask_epi8(self.good) == -1 && self.runs.are_short()
    }

    /// One bit per byte of the next group: whether a number ends before it. And marks for its digits.
    #[inline]
    #[target_feature(enable = "avx2,bmi1")]
    fn next(&mut self, group: &GroupBytes) -> (u64, [__m256i; 2]) {
        let (halves, _) = group[BEFORE..].as_chunks();
        let digits = [self.digits(&halves[0]), self.digits(&halves[1])];
        let [low, high] = digits.map(|digits| u64::from(_mm256_movemask_epi8(digits) as u32));
        (self.runs.ends(high << 32 | low), digits)
    }

    /// Marks the digits.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn digits(&mut self, bytes: &[u8; 32]) -> __m256i {
        // Indexed by the low four bits of a byte: the white space with these bits, or a byte that is not one of the
        // first
        // 128. For a byte from 128 on the shuffle gives 0.
        const WHITE_SPACE: [u8; 16] = *b" \x80\x80\x80\x80\x80\x80\x80\x80\t\n\x0b\x0c\r\x80\x80";
        let bytes = load(bytes);
        let white = _mm256_cmpeq_epi8(bytes, _mm256_shuffle_epi8(load_twice(&WHITE_SPACE), bytes));
        // Only signed comparison exists: '0' is moved to -128, the least byte.
        let values = _mm256_sub_epi8(bytes, _mm256_set1_epi8((b'0' ^ 0x80) as i8));
        let digits = _mm256_cmpgt_epi8(_mm256_set1_epi8(-128 + 10), values);
        self.good = _mm256_and_si256(self.good, _mm256_or_si256(digits, white));
        digits
    }
}

/// For every two of the 32 bytes of `group` from `at` on, of which `digits` marks the digits: the number of at most
/// four digits before the end at one of them. `twos` are the numbers that two digits are, for the 32 bytes before, then
/// for these.
#[inline]
#[target_feature(enable = "avx2")]
fn in_place(group: &GroupBytes, at: usize, digits: __m256i, twos: &mut __m256i) -> __m256i {
    // Indexed by the low four bits of a digit.
    const TENS: [u8; 16] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 0, 0, 0, 0, 0, 0];
    let before = |count: usize| load(group[BEFORE + at - count..].first_chunk().expect("room"));
    let (last, second) = (before(1), before(2));
    let fewer = others(_mm256_min_epi8(last, second));
    let tens = _mm256_andnot_si256(fewer, _mm256_shuffle_epi8(load_twice(&TENS), second));
    let two = _mm256_add_epi8(values(last), tens);
    // The shift works within each half of the register.
    let halves_before = _mm256_permute2x128_si256::<0x21>(*twos, two);
    let two_before = _mm256_alignr_epi8::<14>(two, halves_before);
    *twos = two;
    let low = _mm256_andnot_si256(digits, two);
    let high = _mm256_andnot_si256(_mm256_or_si256(fewer, digits), two_before);
    _mm256_add_epi16(
        _mm256_maddubs_epi16(low, _mm256_set1_epi8(1)),
        _mm256_maddubs_epi16(high, _mm256_set1_epi8(100)),
    )
}

/// Of the `numbers` for every two bytes, stores those whose bit in `pairs` is set: of the first half, as many as `ends`
/// has.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn pick(numbers: __m256i, pairs: u32, ends: u16, out: &mut [u32; 32]) {
    let picked = |numbers, pairs: u32| {
        let pick = load_half(&PICK[(pairs as usize / 2) & 0xff]);
        _mm256_cvtepu16_epi32(_mm_shuffle_epi8(numbers, pick))
    };
    let first = picked(_mm256_castsi256_si128(numbers), pairs);
    let second = picked(_mm256_extracti128_si256::<1>(numbers), pairs >> 16);
    let len = ends.count_ones() as usize;
    store::<u32, 8>(out.first_chunk_mut().expect("room"), first);
    store::<u32, 8>(out[len..].first_chunk_mut().expect("room"), second);
}

/// Indexed by one bit for each of eight pairs of bytes, the last four in between the first four: the shuffle that moves
/// the numbers of the pairs that have one to the front.
static PICK: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut pair, mut to) = (0, 0);
        while pair < 8 {
            if bits >> (pair % 4 * 2 + pair / 4) & 1 == 1 {
                table[bits][to] = 2 * pair as u8;
                table[bits][to + 1] = 2 * pair as u8 + 1;
                to += 2;
            }
            pair += 1;
        }
        bits += 1;
    }
    table
};

/// Converts the next eight numbers of `group`, of at most 8 digits.
#[inline]
#[target_feature(enable = "avx2,bmi1")]
fn eight_medium(group: &GroupBytes, ends: &mut u64, out: &mut [u32; 8]) {
    let (a, b) = (two_words(group, ends), two_words(group, ends));
    let (c, d) = (two_words(group, ends), two_words(group, ends));
    // `eights` joins what is in the first halves, then what is in the second ones.
    let first = fours(ReversedWords::new(_mm256_set_m128i(c, a)).digits);
    let second = fours(ReversedWords::new(_mm256_set_m128i(d, b)).digits);
    store(out, eights(first, second));
}

/// Converts the next two numbers of `group`, of at most 8 digits.
#[inline]
#[target_feature(enable = "avx2,bmi1")]
fn two_medium(group: &GroupBytes, ends: &mut u64, out: &mut [u32; 8]) {
    let words = _mm256_castsi128_si256(two_words(group, ends));
    let fours = fours(ReversedWords::new(words).digits);
    store(out, eights(fours, fours));
}

/// Converts the next four numbers of `group`, of any length. Sets the highest bit of one in `too_large` if it does not
/// fit 64 bits or has more than 23 digits.
#[inline]
#[target_feature(enable = "avx2,bmi1")]
fn four_long(group: &GroupBytes, ends: &mut u64, out: &mut [u64; 4], too_large: &mut __m256i) {
    const TEN_TO_16: i64 = 10_000_000_000_000_000;
    let zero = _mm256_setzero_si256();

    let ends = [(); 4].map(|()| take_end(ends));
    let [a, b, c, d] = ends.map(|end| word::<16>(group, end, 0));
    let (first, second) = (load_halves(&a, &c), load_halves(&b, &d));
    let low = ReversedWords::new(_mm256_unpackhi_epi64(first, second));
    let middle = ReversedWords::new(_mm256_unpacklo_epi64(first, second));
    let [a, b, c, d] = ends.map(|end| eight_bytes(group, end, 16));
    let high = ReversedWords::new(_mm256_setr_epi64x(a, b, c, d));
    // All ones where the word, and those after it, are all digits.
    let low_full = low.is_full();
    let middle_full = _mm256_and_si256(low_full, middle.is_full());
    let high_full = _mm256_and_si256(middle_full, high.is_full());
    let middle = _mm256_and_si256(middle.digits, low_full);
    let high = _mm256_and_si256(high.digits, middle_full);

    // Each half of the register holds two low numbers, then two middle ones, of 32 bits each. Zeros between them make
    // them 64 bits.
    let both = eights(fours(low.digits), fours(middle));
    let low = _mm256_unpacklo_epi32(both, zero);
    let middle = _mm256_unpackhi_epi32(both, zero);
    let high = fours(high);
    let high = _mm256_unpacklo_epi32(eights(high, high), zero);

    let middle = _mm256_mul_epu32(middle, _mm256_set1_epi64x(100_000_000));
    let rest = _mm256_add_epi64(middle, low);
    // There is no 64-bit multiplication, so multiply by each half of 10^16.
    let high_low = _mm256_mul_epu32(high, _mm256_set1_epi64x(TEN_TO_16));
    let high_high = _mm256_mul_epu32(high, _mm256_set1_epi64x(TEN_TO_16 >> 32));
    let product = _mm256_add_epi64(high_low, _mm256_slli_epi64::<32>(high_high));
    let numbers = _mm256_add_epi64(product, rest);
    store(out, numbers);
    // If the high digits are at most 1844, as in 2^64 - 1, only the last sum can overflow. The rest is below 2^63, so
    // it does exactly if that clears the highest bit.
    let over = _mm256_sub_epi64(_mm256_set1_epi64x(1844), high);
    let overflows = _mm256_andnot_si256(numbers, product);
    let marks = _mm256_or_si256(_mm256_or_si256(over, overflows), high_full);
    *too_large = _mm256_or_si256(*too_large, marks);
}

/// Removes and returns the position of the lowest of `ends`; 64 if there is none.
#[inline(always)]
fn take_end(ends: &mut u64) -> usize {
    let end = ends.trailing_zeros() as usize;
    *ends &= ends.wrapping_sub(1);
    end
}

/// The eight bytes of `group` before `end`, skipping the last `skip` (at most 16).
#[inline(always)]
fn eight_bytes(group: &GroupBytes, end: usize, skip: usize) -> i64 {
    i64::from_le_bytes(word(group, end, skip))
}

/// The words before the next two ends.
#[inline]
#[target_feature(enable = "avx2,bmi1")]
fn two_words(group: &GroupBytes, ends: &mut u64) -> __m128i {
    let first = eight_bytes(group, take_end(ends), 0);
    let second = eight_bytes(group, take_end(ends), 0);
    _mm_set_epi64x(second, first)
}

/// Four words, reversed: the last byte is the lowest.
struct ReversedWords {
    /// The digits after the last byte that is not a digit; 0 elsewhere.
    digits: __m256i,
    /// Marks the bytes that are not digits.
    others: __m256i,
}

impl ReversedWords {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(words: __m256i) -> Self {
        let reversed = _mm256_shuffle_epi8(words, load_twice(&REVERSE_EIGHTS));
        let others = others(reversed);
        let number = _mm256_add_epi64(others, _mm256_set1_epi64x(-1));
        Self {
            digits: _mm256_and_si256(values(reversed), number),
            others,
        }
    }

    /// All ones in the words that are all digits.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn is_full(&self) -> __m256i {
        _mm256_cmpeq_epi64(self.others, _mm256_setzero_si256())
    }
}

/// Marks the bytes that are not digits. They are white space, or else the step is invalid.
#[inline]
#[target_feature(enable = "avx2")]
fn others(bytes: __m256i) -> __m256i {
    _mm256_cmpgt_epi8(_mm256_set1_epi8(b'0' as i8), bytes)
}

/// The values of digits, 0 for white space.
#[inline]
#[target_feature(enable = "avx2")]
fn values(bytes: __m256i) -> __m256i {
    _mm256_subs_epu8(bytes, _mm256_set1_epi8(b'0' as i8))
}

/// Converts every four digits, the last one first, to a number of 32 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn fours(digits: __m256i) -> __m256i {
    let twos = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(10 << 8 | 1));
    _mm256_madd_epi16(twos, _mm256_set1_epi32(100 << 16 | 1))
}

/// Joins every two numbers of four digits, the lower one first, to a number of 32 bits. Each half of the register holds
/// two from `first`, then two from `second`.
#[inline]
#[target_feature(enable = "avx2")]
fn eights(first: __m256i, second: __m256i) -> __m256i {
    let fours = _mm256_packus_epi32(first, second);
    _mm256_madd_epi16(fours, _mm256_set1_epi32(10_000 << 16 | 1))
}

/// A shuffle that reverses every eight bytes.
const REVERSE_EIGHTS: [u8; 16] = [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8];

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the array has as many bytes as are loaded, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_half(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the array has as many bytes as are loaded, and the load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// A register with these bytes in each half, since a shuffle moves bytes only within one.
#[inline]
#[target_feature(enable = "avx2")]
fn load_twice(bytes: &[u8; 16]) -> __m256i {
    load_halves(bytes, bytes)
}

/// A register with these two halves.
#[inline]
#[target_feature(enable = "avx2")]
fn load_halves(low: &[u8; 16], high: &[u8; 16]) -> __m256i {
    _mm256_set_m128i(load_half(high), load_half(low))
}

#[inline]
#[target_feature(enable = "avx2")]
fn store<T, const LEN: usize>(numbers: &mut [T; LEN], vector: __m256i) {
    const { assert!(size_of::<[T; LEN]>() == 32) };
    // SAFETY: the array has as many bytes as are stored, and the store needs no alignment. It holds integers, for which
    // all bit patterns are valid.
    unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), vector) }
}

/// Passes `numbers` to `work`, compiled for AVX2.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn fold<W: Work>(numbers: Slice<'_>, work: W) -> W::Result {
    // SAFETY: this runs where the processor has the instruction set.
    unsafe {
        match numbers {
            Slice::Narrow(numbers) => work.on(Lane::<_, Registers>::all(numbers)),
            Slice::Wide(numbers) => work.on(Lane::<_, Registers>::all(numbers)),
        }
    }
}

/// What is folded at once. It exists only where the processor has the instruction set, as the methods require.
#[derive(Clone, Copy)]
struct Registers([__m256i; 2]);

impl Vector for Registers {
    type Left = __m256i;

    #[inline(always)]
    unsafe fn left(count: usize) -> __m256i {
        // SAFETY: the caller promises the instructions.
        unsafe { _mm256_set1_epi32(count as i32) }
    }

    #[inline(always)]
    unsafe fn next(bytes: &[u8; ROUND], left: &mut __m256i) -> Self {
        // SAFETY: the caller promises the instructions; the array is as long as two registers.
        unsafe {
            let bytes = bytes.as_ptr().cast();
            let low = _mm256_cmpgt_epi32(*left, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
            let high = _mm256_cmpgt_epi32(*left, _mm256_setr_epi32(8, 9, 10, 11, 12, 13, 14, 15));
            *left = _mm256_sub_epi32(*left, _mm256_set1_epi32(16));
            Self([
                _mm256_and_si256(low, _mm256_loadu_si256(bytes)),
                _mm256_and_si256(high, _mm256_loadu_si256(bytes.add(1))),
            ])
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self([0, 1].map(|i| unsafe { _mm256_or_si256(self.0[i], other.0[i]) }))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self([0, 1].map(|i| unsafe { _mm256_xor_si256(self.0[i], other.0[i]) }))
    }

    #[inline(always)]
    fn xor_of_words(self) -> u64 {
        // SAFETY: see the type.
        unsafe {
            let four = _mm256_xor_si256(self.0[0], self.0[1]);
            let high = _mm256_extracti128_si256::<1>(four);
            let two = _mm_xor_si128(_mm256_castsi256_si128(four), high);
            _mm_cvtsi128_si64(_mm_xor_si128(two, _mm_unpackhi_epi64(two, two))).cast_unsigned()
        }
    }

    #[inline(always)]
    fn has(self, pattern: u64) -> bool {
        // SAFETY: see the type.
        unsafe {
            let pattern = _mm256_set1_epi64x(pattern.cast_signed());
            _mm256_testz_si256(_mm256_or_si256(self.0[0], self.0[1]), pattern) == 0
        }
    }

    #[inline(always)]
    fn count(self, pattern: u64) -> u32 {
        // SAFETY: see the type.
        unsafe {
            let pattern = _mm256_set1_epi64x(pattern.cast_signed());
            let without = self.0.map(|words| {
                let zero = _mm256_setzero_si256();
                let without = _mm256_cmpeq_epi8(_mm256_and_si256(words, pattern), zero);
                _mm256_movemask_epi8(without).count_zeros()
            });
            without[0] + without[1]
        }
    }
}
