//! The kernel for processors with AVX-512 VBMI2: 64 bytes at a time.
//!
//! The plain algorithm, for every group of 64 bytes:
//!
//! ```text
//! value[i]  = byte[i] - '0' for a digit, 0 for any other byte
//! end[i]    = byte[i] is no digit, and byte[i - 1] is one      (i - 1 may lie in the group before)
//! for each end e, in order:
//!     f = the end before it                                    (it too may lie in the group before)
//!     take the eight values at e - 8 .. e, but 0 for those at or before f
//!     number = the decimal value of these eight digits
//! ```
//!
//! Between `f` and `e` there is white space, whose values are 0, and then the number. So zeros precede the digits of a
//! shorter number, however much white space there is, and neither white space nor the borders between groups cost
//! anything extra.
//!
//! How sixteen times four digits are fetched at once:
//!
//! * *compress* packs the positions of the ends to the front of a vector `ends`. Positions in this group
//!   count from 64, those in the group before from 0. The last element, which is always free since there
//!   are at most 32 ends, holds the last end of the group before.
//! * A permutation of `ends` copies each end to a lane of four bytes, and another one copies the end
//!   before it; the one before the first is in the last element.
//! * Adding -4 … -1 gives the four positions before the end, -8 … -5 the four before those. The maximum
//!   of each and the previous end replaces all positions before the number by that of a byte that is not
//!   a digit, whose value is 0. So no masks are needed.
//! * One permutation of two sources (the values of the group before and of this one) fetches all sixteen
//!   times four digits.
//!
//! How they become numbers: multiply-and-add by (10, 1) turns pairs of digits into numbers below 100, by (100, 1) into
//! numbers below 10^4; the high four times 10^4 plus the low four are a number below 10^8. Numbers of type `u64` are
//! made in the same way in lanes of eight bytes, eight at a time.
//!
//! Measurements on Zen 4, which executes two operations on 64 bytes per cycle, but only one byte permutation or
//! multiplication:
//!
//! * Numbers of at most 4 digits take half as long as those of 8, hence a function for them.
//! * Three groups are in flight at a time: while one is converted, the ends of the next and the values
//!   of the one after it are computed. This hides the latency from mask to register and back, and saves
//!   a fifth of the time.
//! * A group with more numbers than lanes needs a second round; the branch is nearly always predicted,
//!   since all groups of an input are much alike.

use std::arch::x86_64::*;

use super::fold::{Lane, ROUND, Vector};
use super::groups::{Groups, top_bits};
use super::{Chunk, Slice, Work};

/// Decodes numbers of at most `DIGITS` (4 or 8) digits. `None` if a number is longer or a byte is invalid, or if `out`
/// has room for fewer than 32 numbers per 64 bytes.
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn narrow<const DIGITS: usize>(block: Chunk<'_>, out: &mut [u32]) -> Option<usize> {
    let mut walk = GroupWalk::new(block);
    if out.len() < 32 * walk.groups.count {
        return None;
    }
    let mut widest = _mm512_setzero_si512();
    let mut len = 0;
    while let Some(view) = walk.next() {
        let lanes = load(const { &lanes_of_bytes(4) });
        let fetch = Fetch::new(lanes, &view);
        widest = _mm512_max_epi8(widest, fetch.gaps());
        // SAFETY: at most 32 numbers end in a group, so at most 32 times the number of groups before this one have been
        // written, and there is room for 32 more.
        unsafe {
            let out = out.as_mut_ptr().add(len);
            store(out, sixteen_numbers::<DIGITS>(&fetch));
            if view.ends.count > 16 {
                let fetch = Fetch::new(_mm512_add_epi8(lanes, _mm512_set1_epi8(16)), &view);
                widest = _mm512_max_epi8(widest, fetch.gaps());
                store(out.add(16), sixteen_numbers::<DIGITS>(&fetch));
            }
        }
        len += view.ends.count;
    }
    // Nearly all numbers are followed by a single byte of white space. To count digits in every group took a fifth of
    // the time on an Intel core whose other thread was busy.
    let may_be_long = _mm512_cmpgt_epi8_mask(widest, _mm512_set1_epi8(DIGITS as i8 + 1)) != 0;
    let is_good = walk.all_good() && !(may_be_long && has_longer_than(block, DIGITS));
    is_good.then_some(len)
}

/// Decodes numbers that fit 64 bits. `None` if one does not, or has more than 20 digits, or if a byte is invalid, or if
/// `out` has room for fewer than 32 numbers per 64 bytes.
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn wide(block: Chunk<'_>, out: &mut [u64]) -> Option<usize> {
    let mut walk = GroupWalk::new(block);
    if out.len() < 32 * walk.groups.count {
        return None;
    }
    let mut len = 0;
    while let Some(view) = walk.next() {
        // Every number of 19 digits fits 64 bits, so only longer ones are checked closely.
        let (before, digits) = (view.before.digits, view.group.digits);
        let long = longer_than(before, digits, 19) != 0;
        if long && longer_than(before, digits, 20) != 0 {
            return None;
        }
        let mut lanes = load(const { &lanes_of_bytes(8) });
        let mut done = 0;
        loop {
            let fetch = Fetch::new(lanes, &view);
            let numbers = eight_numbers(&fetch);
            if long {
                let too_large = u32::from(too_large(&fetch, numbers));
                if _bzhi_u32(too_large, (view.ends.count - done) as u32) != 0 {
                    return None;
                }
            }
            // SAFETY: at most 32 numbers end in a group, so at most 32 times the number of groups before this one have
            // been written, and there is room for 32 more.
            unsafe { store(out.as_mut_ptr().add(len + done), numbers) };
            done += 8;
            if done >= view.ends.count {
                break;
            }
            lanes = _mm512_add_epi8(lanes, _mm512_set1_epi8(8));
        }
        len += view.ends.count;
    }
    walk.all_good().then_some(len)
}

/// Passes `numbers` to `work`, compiled for AVX-512.
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn fold<W: Work>(numbers: Slice<'_>, work: W) -> W::Result {
    // SAFETY: this runs where the processor has the instruction set.
    unsafe {
        match numbers {
            Slice::Narrow(numbers) => work.on(Lane::<_, Register>::all(numbers)),
            Slice::Wide(numbers) => work.on(Lane::<_, Register>::all(numbers)),
        }
    }
}

/// What is folded at once. It exists only where the processor has the instruction set, as the methods require.
#[derive(Clone, Copy)]
struct Register(__m512i);

impl Vector for Register {
    type Left = __m512i;

    #[inline(always)]
    unsafe fn left(count: usize) -> __m512i {
        // SAFETY: the caller promises the instructions.
        unsafe { _mm512_set1_epi32(count as i32) }
    }

    #[inline(always)]
    unsafe fn next(bytes: &[u8; ROUND], left: &mut __m512i) -> Self {
        // SAFETY: the caller promises the instructions; the array is as long as a register.
        unsafe {
            let places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let mask = _mm512_cmpgt_epi32_mask(*left, places);
            *left = _mm512_sub_epi32(*left, _mm512_set1_epi32(16));
            Self(_mm512_maskz_loadu_epi32(mask, bytes.as_ptr().cast()))
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn xor_of_words(self) -> u64 {
        // SAFETY: see the type.
        unsafe {
            let high = _mm512_extracti64x4_epi64::<1>(self.0);
            let four = _mm256_xor_si256(_mm512_castsi512_si256(self.0), high);
            let high = _mm256_extracti128_si256::<1>(four);
            let two = _mm_xor_si128(_mm256_castsi256_si128(four), high);
            _mm_cvtsi128_si64(_mm_xor_si128(two, _mm_unpackhi_epi64(two, two))).cast_unsigned()
        }
    }

    #[inline(always)]
    fn has(self, pattern: u64) -> bool {
        // SAFETY: see the type.
        unsafe { _mm512_test_epi64_mask(self.0, _mm512_set1_epi64(pattern.cast_signed())) != 0 }
    }

    #[inline(always)]
    fn count(self, pattern: u64) -> u32 {
        // SAFETY: see the type.
        let bytes = unsafe { _mm512_test_epi8_mask(self.0, _mm512_set1_epi64(pattern.cast_signed())) };
        bytes.count_ones()
    }
}

/// A group of 64 bytes.
#[derive(Clone, Copy)]
struct ClassifiedGroup {
    /// The values of the digits, 0 for white space, at least 10 for invalid bytes.
    values: __m512i,
    /// One bit per byte: whether it is a digit.
    digits: u64,
}

impl ClassifiedGroup {
    /// Group `i` of `groups`; beyond the end, the last one or spaces.
    #[inline]
    #[target_feature(enable = "avx512vbmi")]
    fn load(groups: &Groups<'_>, i: usize) -> Self {
        // What is subtracted from each byte, indexed by its low six bits. The entry for an invalid byte is at least 10
        // from it: 32, 96, 160 or 224 if its low bits are those of no valid byte, and else 64, 128 or 192 more than a
        // digit.
        const ZEROS: [u8; 64] = {
            let mut table = [0; 64];
            let mut byte = 0;
            while byte < 64 {
                table[byte as usize] = match byte {
                    b' ' | b'\t'..=b'\r' => byte,
                    b'0'.. => b'0',
                    _ => byte + 32,
                };
                byte += 1;
            }
            table
        };
        let bytes = load(groups.bytes(i));
        let digits = _mm512_cmpgt_epi8_mask(bytes, _mm512_set1_epi8(b'/'.cast_signed()));
        let values = _mm512_sub_epi8(bytes, _mm512_permutexvar_epi8(bytes, load(&ZEROS)));
        Self { values, digits }
    }
}

/// Whether a number has more than `limit` digits (4 to 31).
#[cold]
#[target_feature(enable = "avx512vbmi,bmi1,lzcnt")]
fn has_longer_than(block: Chunk<'_>, limit: usize) -> bool {
    let groups = Groups::new(block);
    let (mut long, mut before) = (0, 0);
    for i in 0..groups.count {
        let digits = ClassifiedGroup::load(&groups, i).digits;
        long |= longer_than(before, digits, limit);
        before = digits;
    }
    long != 0
}

/// Nonzero if a number that reaches into a group with `digits`, which comes after one with `before`, or ends at its
/// start, has more than `limit` digits (4 to 31).
#[inline]
#[target_feature(enable = "bmi1,lzcnt")]
fn longer_than(before: u64, digits: u64, limit: usize) -> u64 {
    // Within the group: a remaining bit means that so many digits start there.
    let mut long = digits;
    let mut run = 1;
    while run <= limit {
        let more = run.min(limit + 1 - run);
        long &= long >> more;
        run += more;
    }
    // Across the border: digits at the end of one group and at the start of the next. The difference is negative if
    // there are too many.
    let across = before.leading_ones() + digits.trailing_ones();
    long | (limit as u64).wrapping_sub(across.into()) >> 63
}

/// Walks over the groups of a block. Three groups are in flight at a time: the work on a group builds on what was
/// computed for it while the groups before it were converted.
struct GroupWalk<'a> {
    groups: Groups<'a>,
    /// The number of groups that were returned.
    done: usize,
    /// The maximum value of each byte so far.
    highest: __m512i,
    before: ClassifiedGroup,
    group: ClassifiedGroup,
    ends: EndPositions,
    next: ClassifiedGroup,
}

/// What is needed to convert the numbers that end in a group.
struct View {
    /// The group before.
    before: ClassifiedGroup,
    group: ClassifiedGroup,
    /// Where numbers end in `group`.
    ends: EndPositions,
}

impl<'a> GroupWalk<'a> {
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,lzcnt,popcnt")]
    fn new(block: Chunk<'a>) -> Self {
        let groups = Groups::new(block);
        // A block starts outside a number, so it could be preceded by white space.
        let before = ClassifiedGroup {
            values: _mm512_setzero_si512(),
            digits: 0,
        };
        let group = ClassifiedGroup::load(&groups, 0);
        let next = ClassifiedGroup::load(&groups, 1);
        Self {
            done: 0,
            highest: _mm512_max_epu8(group.values, next.values),
            before,
            group,
            ends: EndPositions::new(&before, &group, 0),
            next,
            groups,
        }
    }

    /// Returns the next group.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,lzcnt,popcnt")]
    fn next(&mut self) -> Option<View> {
        if self.done == self.groups.count {
            return None;
        }
        let view = View {
            before: self.before,
            group: self.group,
            ends: self.ends,
        };
        let after_next = ClassifiedGroup::load(&self.groups, self.done + 2);
        self.highest = _mm512_max_epu8(self.highest, after_next.values);
        self.ends = EndPositions::new(&self.group, &self.next, self.ends.after_last);
        (self.before, self.group, self.next) = (self.group, self.next, after_next);
        self.done += 1;
        Some(view)
    }

    /// Returns whether all bytes were valid.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn all_good(&self) -> bool {
        _mm512_cmpgt_epu8_mask(self.highest, _mm512_set1_epi8(9)) == 0
    }
}

/// Where numbers end in a group.
#[derive(Clone, Copy)]
struct EndPositions {
    /// The positions after the last digits, in order, counted from 64; and in the last element the last end of the
    /// group before, counted from 0, or -1 if there is none.
    positions: __m512i,
    /// The number of ends, at most 32.
    count: usize,
    /// The number of bytes of the group after the last end; 64 if there is no end.
    after_last: usize,
}

impl EndPositions {
    /// The ends in `group`, which follows `before`, where so many bytes are after the last end.
    #[inline]
    #[target_feature(enable = "avx512vbmi2,lzcnt,popcnt")]
    fn new(before: &ClassifiedGroup, group: &ClassifiedGroup, after_last: usize) -> Self {
        // A cheap way to get a number into the last element: the 64 bytes from here on end with it.
        const LAST_ENDS: [u8; 128] = last_ends();
        const POSITIONS: [u8; 64] = counting_from_64();
        let ends = !group.digits & ((group.digits << 1) + top_bits::<1>(before.digits));
        let free = LAST_ENDS[after_last..].first_chunk().unwrap_or(&POSITIONS);
        Self {
            positions: computed_here(_mm512_mask_compress_epi8(load(free), ends, load(&POSITIONS))),
            count: ends.count_ones() as usize,
            after_last: ends.leading_zeros() as usize,
        }
    }
}

/// The same vector. The compiler would move the instructions that compute it to where it is used, behind the branches that
/// depend on the group before, so that a misprediction would wait for them too: numbers of up to 19 digits (F4) took 1.06
/// of the time (AMD Zen 5).
#[inline]
#[target_feature(enable = "avx512f")]
fn computed_here(mut vector: __m512i) -> __m512i {
    // SAFETY: there is no instruction, so no register, flag, memory or stack is used in any way.
    unsafe {
        std::arch::asm!("/* {} */", inout(zmm_reg) vector, options(nomem, nostack, preserves_flags));
    }
    vector
}

/// Fetches the digits of as many numbers as there are lanes.
struct Fetch {
    before: __m512i,
    group: __m512i,
    /// For each byte the position of the end of its number.
    end: __m512i,
    /// For each byte the position of the end before that.
    end_before: __m512i,
}

impl Fetch {
    /// `lanes` are the indices of the ends of its numbers, one for each byte.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi")]
    fn new(lanes: __m512i, view: &View) -> Self {
        // -1 is taken modulo 64: the last element.
        let before = _mm512_sub_epi8(lanes, _mm512_set1_epi8(1));
        Self {
            before: view.before.values,
            group: view.group.values,
            end: _mm512_permutexvar_epi8(lanes, view.ends.positions),
            end_before: _mm512_permutexvar_epi8(before, view.ends.positions),
        }
    }

    /// The number of bytes between the end before a number and its own, or 127 if there are more: at least one more
    /// than it has digits. Lanes without a number seem to have no wider gap.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn gaps(&self) -> __m512i {
        _mm512_subs_epi8(self.end, self.end_before)
    }

    /// Converts every four bytes to the number below 10^4 whose digits are at `steps` from the end; digits before the
    /// number count as 0.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vnni")]
    fn fours(&self, steps: &[u8; 64]) -> __m512i {
        let positions = _mm512_add_epi8(self.end, load(steps));
        let positions = _mm512_max_epi8(positions, self.end_before);
        let digits = _mm512_permutex2var_epi8(self.before, positions, self.group);
        let twos = _mm512_maddubs_epi16(digits, _mm512_set1_epi16((1 << 8) + 10));
        _mm512_madd_epi16(twos, _mm512_set1_epi32((1 << 16) + 100))
    }

    /// Converts pairs of [`fours`](Self::fours) to numbers below 10^8: four digits at `high` and four at `low`.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vnni")]
    fn eights(&self, high: &[u8; 64], low: &[u8; 64]) -> __m512i {
        _mm512_dpwssd_epi32(self.fours(low), self.fours(high), _mm512_set1_epi32(10_000))
    }
}

/// Converts sixteen numbers of at most `DIGITS` (4 or 8) digits.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vnni")]
fn sixteen_numbers<const DIGITS: usize>(fetch: &Fetch) -> __m512i {
    const HIGH: [u8; 64] = repeated([-8, -7, -6, -5]);
    const LOW: [u8; 64] = repeated([-4, -3, -2, -1]);
    if DIGITS == 4 {
        fetch.fours(&LOW)
    } else {
        fetch.eights(&HIGH, &LOW)
    }
}

/// Converts eight numbers of at most 20 digits, modulo 2^64.
#[inline]
#[target_feature(enable = "avx512bw,avx512dq,avx512vbmi,avx512vnni")]
fn eight_numbers(fetch: &Fetch) -> __m512i {
    // A lane is two numbers of 32 bits. The first (low) one has the digits 16 to 9 before the end, the second one the
    // digits 8 to 1, each with the high four first.
    const HIGH: [u8; 64] = repeated([-16, -15, -14, -13, -8, -7, -6, -5]);
    const LOW: [u8; 64] = repeated([-12, -11, -10, -9, -4, -3, -2, -1]);
    let eights = fetch.eights(&HIGH, &LOW);
    let first = _mm512_mul_epu32(eights, _mm512_set1_epi64(10i64.pow(8)));
    let second = _mm512_srli_epi64::<32>(eights);
    let sixteen = _mm512_add_epi64(first, second);
    _mm512_add_epi64(times_10_to_16(digits_beyond_16(fetch)), sixteen)
}

/// The digits 20 to 17 before the end, of eight numbers.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vnni")]
fn digits_beyond_16(fetch: &Fetch) -> __m512i {
    // The byte at the end itself has the value 0.
    fetch.fours(const { &repeated([-20, -19, -18, -17, 0, 0, 0, 0]) })
}

#[inline]
#[target_feature(enable = "avx512dq")]
fn times_10_to_16(numbers: __m512i) -> __m512i {
    _mm512_mullo_epi64(numbers, _mm512_set1_epi64(10i64.pow(16)))
}

/// One bit for each of eight numbers of at most 20 digits: whether it is 2^64 or more, so that `numbers` does not hold
/// its value.
#[inline]
#[target_feature(enable = "avx512bw,avx512dq,avx512vbmi,avx512vnni")]
fn too_large(fetch: &Fetch, numbers: __m512i) -> __mmask8 {
    // 2^64 = 1844 * 10^16 + 6744073709551616
    let high = digits_beyond_16(fetch);
    let alone = _mm512_cmpgt_epu64_mask(high, _mm512_set1_epi64(1844));
    let in_sum = _mm512_cmplt_epu64_mask(numbers, times_10_to_16(high));
    alone | in_sum
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the array has as many bytes as are loaded, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// # Safety
/// There must be room for 64 bytes at `out`.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store<T>(out: *mut T, numbers: __m512i) {
    // SAFETY: the caller provides the room, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(out.cast(), numbers) };
}

/// `steps`, repeated.
const fn repeated<const LEN: usize>(steps: [i8; LEN]) -> [u8; 64] {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = steps[i % LEN].cast_unsigned();
        i += 1;
    }
    bytes
}

/// 0, 1, …, each repeated to fill a lane of `len` bytes.
const fn lanes_of_bytes(len: usize) -> [u8; 64] {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = (i / len) as u8;
        i += 1;
    }
    bytes
}

/// 63, 63, …, 63, 62, …, 0, -1: the byte at 63 + `i` is 63 - `i`. No byte is larger than the one before, so the gaps
/// between elements that are not replaced by ends are not positive.
const fn last_ends() -> [u8; 128] {
    let mut bytes = [63; 128];
    let mut i = 64;
    while i < 128 {
        bytes[i] = 126_u8.wrapping_sub(i as u8);
        i += 1;
    }
    bytes
}

/// 64, 65, …
const fn counting_from_64() -> [u8; 64] {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = 64 + i as u8;
        i += 1;
    }
    bytes
}
