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
//! Between `f` and `e` there is white space, whose values are 0, and then the number. So zeros fill
//! the eight places in front of a shorter number, however much space there is, and neither space nor
//! the border between two groups costs anything extra.
//!
//! How eight numbers are fetched at once:
//!
//! * *compress* packs the positions of the ends to the front of a vector `ends`. Positions in this
//!   group count from 64, those in the group before from 0. In the free places behind them, and so
//!   in the last one, is put the last end of the group before.
//! * A permutation of `ends` repeats each end in a lane of eight bytes of its own, and another one
//!   the end before it; since there are at most 32 ends, the one "before" the first is found in the
//!   last place.
//! * Adding -8 … -1 gives the eight positions in front of the end. The larger one of each and the
//!   previous end points all places in front of the number at a byte that is no digit, whose value
//!   is 0. This takes the place of eight masks.
//! * One permutation of two sources (the values of the group before and of this one) fetches all
//!   eight times eight digits.
//!
//! How they become numbers: multiply-and-add by (10, 1) makes two digits of one byte each one number
//! below 100, by (100, 1) one below 10^4, by (10^4, 1) one below 10^8.
//!
//! What was measured on Zen 4, where the byte permutations are the bottleneck (compress 1.6 cycles,
//! permutations 1, mask to register 2):
//!
//! * With at most 4 digits in a number, 16 of them are fetched by one permutation instead of two;
//!   that is half as fast again where numbers are short, and so it has a function of its own.
//! * Three groups are under way at a time: while one is converted, the ends of the next and the
//!   values of the one after it are found. This hides the latency from mask to register and back,
//!   and takes a fifth off the time.
//! * A group with more than 16 numbers needs a second round; the branch is nearly always right,
//!   since all groups of an input are much alike.

use std::arch::asm;
use std::arch::x86_64::*;

use super::{Block, Number, Slice, Work};

/// Numbers of at most `DIGITS` (4 or 8) digits. `None` if a number is longer or a byte is bad, or if
/// `out` has room for less than 32 numbers for each 64 bytes.
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn narrow<const DIGITS: usize>(block: Block<'_>, out: &mut [u32]) -> Option<usize> {
    let groups = Groups::new(block);
    let lanes = Lanes::new(DIGITS);
    if out.len() < 32 * groups.count {
        return None;
    }
    let mut bad = _mm512_setzero_si512();
    let mut long = 0;
    let mut len = 0;

    let mut before = Group {
        values: _mm512_setzero_si512(),
        others: !0,
    };
    let mut group = groups.load(0, &mut bad);
    let mut ends = Ends::new(&before, &group, NO_END);
    let mut next = groups.load(1, &mut bad);
    for i in 0..groups.count {
        let after_next = groups.load(i + 2, &mut bad);
        let next_ends = Ends::new(&group, &next, ends.last);
        long |= longer_than(DIGITS, &before, &group);
        // SAFETY: at most 32 numbers end in a group, so that fewer than 32 times the number of
        // groups have been written, and there is room for 32 times that.
        unsafe {
            let out = out.as_mut_ptr().add(len);
            convert::<DIGITS>(&lanes, &before, &group, &ends, out);
            if ends.count > 16 {
                convert::<DIGITS>(&lanes.sixteen_on(), &before, &group, &ends, out.add(16));
            }
        }
        len += ends.count;
        (before, group, ends, next) = (group, next, next_ends, after_next);
    }
    let good = _mm512_test_epi8_mask(bad, bad) == 0 && long == 0;
    good.then_some(len)
}

/// Hands `numbers` to `work` as numbers that are folded here.
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn fold<W: Work>(numbers: Slice<'_>, work: W) -> W::Result {
    match numbers {
        Slice::Narrow(numbers) => work.on(Lane::mark(numbers)),
        Slice::Wide(numbers) => work.on(Lane::mark(numbers)),
    }
}

/// A number that is folded in AVX-512 registers. Only [`fold`] makes any.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Lane<T>(T);

impl<T> Lane<T> {
    #[inline(always)]
    fn mark(numbers: &[T]) -> &[Self] {
        // SAFETY: `Lane` is transparent, so that both slices have the same layout.
        unsafe { &*(std::ptr::from_ref(numbers) as *const [Self]) }
    }
}

impl From<Lane<u32>> for u64 {
    #[inline(always)]
    fn from(lane: Lane<u32>) -> Self {
        lane.0.into()
    }
}

impl From<Lane<u64>> for u64 {
    #[inline(always)]
    fn from(lane: Lane<u64>) -> Self {
        lane.0
    }
}

/// Implements the folds for one width: masked loads take what the last whole register leaves. Up to
/// two registers of numbers have no loop and so no branch that depends on how many there are.
macro_rules! folds {
    ($integer:ty, $lanes:literal, $mask:ty, $load:ident, $having:ident, $splat:ident) => {
        impl Number for Lane<$integer> {
            #[inline(always)]
            fn xor_or(numbers: &[Self], count: usize) -> (u64, u64) {
                let (pairs, rest) = numbers[..count].as_chunks::<{ 2 * $lanes }>();
                // SAFETY: there are lanes only where the processor has the instruction set. Each
                // load reads `$lanes` of the numbers of a pair, or as many of the rest as the mask
                // has bits; what is masked out is not read.
                unsafe {
                    let (mut xor, mut or) = (_mm512_setzero_si512(), _mm512_setzero_si512());
                    for pair in pairs {
                        let first = _mm512_loadu_si512(pair.as_ptr().cast());
                        let second = _mm512_loadu_si512(pair.as_ptr().add($lanes).cast());
                        xor = _mm512_ternarylogic_epi64::<XOR>(xor, first, second);
                        or = _mm512_ternarylogic_epi64::<OR>(or, first, second);
                    }
                    let mask = _bzhi_u32(!0, rest.len() as u32);
                    let first = $load(mask as $mask, rest.as_ptr().cast());
                    let second = $load(
                        (mask >> $lanes) as $mask,
                        rest.as_ptr().wrapping_add($lanes).cast(),
                    );
                    xor = _mm512_ternarylogic_epi64::<XOR>(xor, first, second);
                    or = _mm512_ternarylogic_epi64::<OR>(or, first, second);
                    let xor = combined(xor, |a, b| _mm_xor_si128(a, b));
                    let or = combined(or, |a, b| _mm_or_si128(a, b));
                    // Two numbers side by side in the narrow case, one in the wide one.
                    if $lanes == 16 {
                        (
                            (xor ^ xor >> 32) & 0xffff_ffff,
                            (or | or >> 32) & 0xffff_ffff,
                        )
                    } else {
                        (xor, or)
                    }
                }
            }

            #[inline(always)]
            fn having_bit(numbers: &[Self], bit: u32) -> u64 {
                // SAFETY: as above.
                unsafe {
                    let bit = $splat(1 << bit);
                    let mut count = 0;
                    for numbers in numbers.chunks($lanes) {
                        let mask = _bzhi_u32(!0, numbers.len() as u32);
                        let numbers = $load(mask as $mask, numbers.as_ptr().cast());
                        count += u64::from($having(numbers, bit).count_ones());
                    }
                    count
                }
            }
        }
    };
}

/// The truth tables of three-way xor and or.
const XOR: i32 = 0b1001_0110;
const OR: i32 = 0b1111_1110;

folds!(
    u32,
    16,
    u16,
    _mm512_maskz_loadu_epi32,
    _mm512_test_epi32_mask,
    _mm512_set1_epi32
);
folds!(
    u64,
    8,
    u8,
    _mm512_maskz_loadu_epi64,
    _mm512_test_epi64_mask,
    _mm512_set1_epi64
);

/// Combines the eight 64-bit parts of `vector`.
#[inline(always)]
unsafe fn combined(vector: __m512i, combine: impl Fn(__m128i, __m128i) -> __m128i) -> u64 {
    // SAFETY: the caller runs where the instruction set is.
    unsafe {
        let low = _mm512_castsi512_si128(vector);
        let quarter = combine(
            combine(low, _mm512_extracti32x4_epi32::<1>(vector)),
            combine(
                _mm512_extracti32x4_epi32::<2>(vector),
                _mm512_extracti32x4_epi32::<3>(vector),
            ),
        );
        _mm_cvtsi128_si64(combine(quarter, _mm_unpackhi_epi64(quarter, quarter))) as u64
    }
}

/// "The end before" where there is none: the values there are 0, as it must be.
const NO_END: u64 = 63;

/// A block in groups of 64 bytes.
struct Groups<'a> {
    bytes: &'a [u8],
    /// What is left of the block behind the last whole group, and spaces.
    tail: [u8; 64],
    /// How many groups there are, the one of the tail included.
    count: usize,
}

/// 64 bytes.
#[derive(Clone, Copy)]
struct Group {
    /// The values of the digits, 0 for other bytes.
    values: __m512i,
    /// One bit per byte: it is no digit.
    others: u64,
}

impl<'a> Groups<'a> {
    fn new(block: Block<'a>) -> Self {
        let bytes = block.bytes();
        let rest = bytes.as_chunks::<64>().1;
        let mut tail = [b' '; 64];
        tail[..rest.len()].copy_from_slice(rest);
        Self {
            bytes,
            tail,
            count: bytes.len().div_ceil(64),
        }
    }

    /// The group `i`; the tail for all beyond it. Sets bits in `bad` if a byte is bad.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn load(&self, i: usize, bad: &mut __m512i) -> Group {
        // For a byte that is no digit, the entry at its low four bits is the white space that has
        // these bits, or a byte that is none of the first 128. A byte from 128 on gets a 0.
        const WHITE_SPACE: [u8; 16] = {
            let mut table = [0x80; 16];
            table[0] = b' ';
            let mut byte = b'\t';
            while byte <= b'\r' {
                table[byte as usize] = byte;
                byte += 1;
            }
            table
        };
        let group = self.bytes.as_chunks().0.get(i).unwrap_or(&self.tail);
        // SAFETY: both arrays have as many bytes as are loaded, and loads need no alignment.
        let (bytes, table) = unsafe {
            let table = _mm_loadu_si128(WHITE_SPACE.as_ptr().cast());
            (
                _mm512_loadu_si512(group.as_ptr().cast()),
                _mm512_broadcast_i32x4(table),
            )
        };
        let digits = _mm512_sub_epi8(bytes, _mm512_set1_epi8(b'0' as i8));
        let others = _mm512_cmpge_epu8_mask(digits, _mm512_set1_epi8(10));
        let white = _mm512_shuffle_epi8(table, bytes);
        *bad = _mm512_or_si512(*bad, _mm512_maskz_sub_epi8(others, bytes, white));
        // Subtracting from itself under the mask saves its complement.
        let values = _mm512_mask_sub_epi8(digits, others, digits, digits);
        Group { values, others }
    }
}

/// The highest bit, as the lowest. In assembler, since the compiler would join this shift and the one
/// that it is added to into one `shld`, which takes longer than both.
#[inline(always)]
fn top_bit(mut mask: u64) -> u64 {
    // SAFETY: the instruction changes its register and the flags, nothing else.
    unsafe { asm!("shr {0}, 63", inout(reg) mask, options(pure, nomem, nostack)) };
    mask
}

/// Where numbers end in a group.
#[derive(Clone, Copy)]
struct Ends {
    /// The positions behind the last digits, in order, counted from 64; in all places behind them
    /// the last end of the group before, counted from 0.
    positions: __m512i,
    /// How many there are, at most 32.
    count: usize,
    /// The last one, counted from 0; -1 if there is none.
    last: u64,
}

impl Ends {
    /// The ends in `group`, which follows `before` with the last end `last_before`.
    #[inline]
    #[target_feature(enable = "avx512vbmi2,lzcnt,popcnt")]
    fn new(before: &Group, group: &Group, last_before: u64) -> Self {
        const POSITIONS: [u8; 64] = counting_from(64);
        let digits = !group.others;
        let ends = group.others & (digits << 1 | top_bit(!before.others));
        // SAFETY: the array has as many bytes as are loaded.
        let positions = unsafe { _mm512_loadu_si512(POSITIONS.as_ptr().cast()) };
        let free = _mm512_set1_epi8(last_before as i8);
        Self {
            positions: _mm512_mask_compress_epi8(free, ends, positions),
            count: ends.count_ones() as usize,
            last: 63u64.wrapping_sub(u64::from(ends.leading_zeros())),
        }
    }
}

/// Not 0 if a number that reaches into `group`, or ends at its start, has more than `limit` (4 or 8)
/// digits.
#[inline]
#[target_feature(enable = "bmi1,lzcnt")]
fn longer_than(limit: usize, before: &Group, group: &Group) -> u64 {
    let digits = !group.others;
    let two = digits & digits >> 1;
    let four = two & two >> 2;
    let inside = if limit == 4 {
        four & digits >> 4
    } else {
        four & four >> 4 & digits >> 8
    };
    // Across the border: digits at the end of the one and at the start of the other. The difference
    // is negative if there are too many.
    let ending = u64::from(before.others.leading_zeros());
    let starting = u64::from(group.others.trailing_zeros());
    inside | (limit as u64).wrapping_sub(ending + starting) >> 63
}

/// Which of the ends goes to which bytes.
#[derive(Clone, Copy)]
struct Lanes {
    /// For each byte of 8 times 8 (16 times 4) the place of its end.
    first: __m512i,
    /// The same for the other eight ends.
    second: __m512i,
    /// As `first` and `second`, the place of the end before that.
    before_first: __m512i,
    before_second: __m512i,
    /// For each byte, what leads from the end to its digit: -8 … -1 (-4 … -1).
    steps: __m512i,
}

impl Lanes {
    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn new(digits: usize) -> Self {
        // `pack` in `convert` takes four numbers of the one and four of the other vector in turn.
        const FIRST: [u8; 64] = repeated(&[0, 1, 4, 5, 8, 9, 12, 13]);
        const SECOND: [u8; 64] = repeated(&[2, 3, 6, 7, 10, 11, 14, 15]);
        const ALL: [u8; 64] = repeated(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        const EIGHT: [u8; 64] = repeated_counting(8);
        const FOUR: [u8; 64] = repeated_counting(4);
        let (first, second, steps) = if digits == 4 {
            (&ALL, &ALL, &FOUR)
        } else {
            (&FIRST, &SECOND, &EIGHT)
        };
        // SAFETY: the arrays have as many bytes as are loaded.
        let [first, second, steps] = [first, second, steps]
            .map(|bytes| unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) });
        // -1 is taken modulo 64: the last place.
        let one = _mm512_set1_epi8(1);
        Self {
            first,
            second,
            before_first: _mm512_sub_epi8(first, one),
            before_second: _mm512_sub_epi8(second, one),
            steps,
        }
    }

    /// The same for the ends from the sixteenth on.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn sixteen_on(&self) -> Self {
        let sixteen = _mm512_set1_epi8(16);
        Self {
            first: _mm512_add_epi8(self.first, sixteen),
            second: _mm512_add_epi8(self.second, sixteen),
            before_first: _mm512_add_epi8(self.before_first, sixteen),
            before_second: _mm512_add_epi8(self.before_second, sixteen),
            steps: self.steps,
        }
    }
}

/// The digits of the numbers whose ends are at `places`, right-aligned in 8 (4) bytes each.
#[inline]
#[target_feature(enable = "avx512vbmi")]
fn fetch(
    places: __m512i,
    places_before: __m512i,
    steps: __m512i,
    before: &Group,
    group: &Group,
    ends: &Ends,
) -> __m512i {
    let end = _mm512_permutexvar_epi8(places, ends.positions);
    let end_before = _mm512_permutexvar_epi8(places_before, ends.positions);
    let positions = _mm512_max_epi8(_mm512_add_epi8(end, steps), end_before);
    _mm512_permutex2var_epi8(before.values, positions, group.values)
}

/// Writes sixteen numbers of `group` to `out`.
///
/// # Safety
/// There must be room for sixteen numbers at `out`.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi")]
unsafe fn convert<const DIGITS: usize>(
    lanes: &Lanes,
    before: &Group,
    group: &Group,
    ends: &Ends,
    out: *mut u32,
) {
    let first = fetch(
        lanes.first,
        lanes.before_first,
        lanes.steps,
        before,
        group,
        ends,
    );
    let numbers = if DIGITS == 4 {
        fours(first)
    } else {
        let second = fetch(
            lanes.second,
            lanes.before_second,
            lanes.steps,
            before,
            group,
            ends,
        );
        let fours = _mm512_packus_epi32(fours(first), fours(second));
        _mm512_madd_epi16(fours, _mm512_set1_epi32(1 << 16 | 10_000))
    };
    // SAFETY: the caller provides the room, and stores need no alignment.
    unsafe { _mm512_storeu_si512(out.cast(), numbers) };
}

/// Every four digits become a number.
#[inline]
#[target_feature(enable = "avx512bw")]
fn fours(digits: __m512i) -> __m512i {
    let twos = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(1 << 8 | 10));
    _mm512_madd_epi16(twos, _mm512_set1_epi32(1 << 16 | 100))
}

/// Each of `places` as often as it takes to fill 64 bytes.
const fn repeated(places: &[u8]) -> [u8; 64] {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = places[i * places.len() / 64];
        i += 1;
    }
    bytes
}

/// `-len` … `-1`, again and again.
const fn repeated_counting(len: usize) -> [u8; 64] {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = (i % len) as u8;
        bytes[i] = bytes[i].wrapping_sub(len as u8);
        i += 1;
    }
    bytes
}

/// `first`, `first + 1`, …
const fn counting_from(first: u8) -> [u8; 64] {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = first + i as u8;
        i += 1;
    }
    bytes
}
