use std::arch::x86_64::*;

use super::fold::{FIRST_OF_16_U32, FIRST_OF_16_U64};
use super::{Block, Number, Slice, Work};

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn narrow<const DIGITS: usize>(block: Block<'_>, out: &mut [u32]) -> Option<usize> {
    let groups = Groups::new(block);
    let mut scan = Scan::new();
    let mut words = Words::<DIGITS, 1>::new();
    let mut long = 0;
    let mut len = 0;
    let mut first = 0;
    while first < groups.count {
        let last = groups.count.min(first + BATCH);
        let mut count = 0;
        for i in first..last {
            let group = groups.get(i);
            let found = scan.look(group);
            long |= longer_than(DIGITS, &found);
            count += words.gather(count, group, found.ends)?;
        }
        let mut done = 0;
        while done < count {
            let out: &mut [u32; 8] = out[len + done..].first_chunk_mut()?;
            if DIGITS == 4 {
                store(out, fours(number_only::<4>(words.load(0, done)).0));
            } else {
                let first = fours(number_only::<8>(words.load(0, done)).0);
                let second = fours(number_only::<8>(words.load(0, done + 4)).0);
                let numbers = eights(first, second);
                store(out, _mm256_permute4x64_epi64::<0b11_01_10_00>(numbers));
            }
            done += 8;
        }
        len += count;
        first = last;
    }
    (scan.is_good() && long == 0).then_some(len)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn wide(block: Block<'_>, out: &mut [u64]) -> Option<usize> {
    let groups = Groups::new(block);
    let mut scan = Scan::new();
    let mut words = Words::<8, 3>::new();
    let mut bad = _mm256_setzero_si256();
    let mut len = 0;
    let mut first = 0;
    while first < groups.count {
        let last = groups.count.min(first + BATCH);
        let mut count = 0;
        for i in first..last {
            let group = groups.get(i);
            let found = scan.look(group);
            count += words.gather(count, group, found.ends)?;
        }
        let mut done = 0;
        while done < count {
            let out: &mut [u64; 4] = out[len + done..].first_chunk_mut()?;
            let zero = _mm256_setzero_si256();
            let (low, low_ends) = number_only::<8>(words.load(0, done));
            let (mid, mid_ends) = number_only::<8>(words.load(1, done));
            let (high, high_ends) = number_only::<8>(words.load(2, done));
            let low_full = _mm256_cmpeq_epi64(low_ends, zero);
            let mid_full = _mm256_and_si256(low_full, _mm256_cmpeq_epi64(mid_ends, zero));
            let high_full = _mm256_and_si256(mid_full, _mm256_cmpeq_epi64(high_ends, zero));
            let mid = _mm256_and_si256(mid, low_full);
            let high = _mm256_and_si256(high, mid_full);
            let low_mid = eights(fours(low), fours(mid));
            let high = fours(high);
            let high = eights(high, high);
            let low = _mm256_unpacklo_epi32(low_mid, zero);
            let mid = _mm256_unpackhi_epi32(low_mid, zero);
            let high = _mm256_unpacklo_epi32(high, zero);
            let rest =
                _mm256_add_epi64(low, _mm256_mul_epu32(mid, _mm256_set1_epi64x(100_000_000)));
            let max_high = _mm256_set1_epi64x(1844);
            let max_rest = _mm256_set1_epi64x(6_744_073_709_551_615);
            let over = _mm256_or_si256(
                _mm256_cmpgt_epi64(high, max_high),
                _mm256_and_si256(
                    _mm256_cmpeq_epi64(high, max_high),
                    _mm256_cmpgt_epi64(rest, max_rest),
                ),
            );
            bad = _mm256_or_si256(bad, _mm256_or_si256(over, high_full));
            const TEN_16: i64 = 10_000_000_000_000_000;
            let high_low = _mm256_mul_epu32(high, _mm256_set1_epi64x(TEN_16));
            let high_high = _mm256_mul_epu32(high, _mm256_set1_epi64x(TEN_16 >> 32));
            let high = _mm256_add_epi64(high_low, _mm256_slli_epi64::<32>(high_high));
            store(out, _mm256_add_epi64(rest, high));
            done += 4;
        }
        len += count;
        first = last;
    }
    (scan.is_good() && _mm256_testz_si256(bad, bad) == 1).then_some(len)
}

const BATCH: usize = 32;
const BEFORE: usize = 32;
const MOST: usize = 32;
const ROOM: usize = BATCH * MOST + MOST;

type Window = [u8; BEFORE + 64];

struct Groups<'a> {
    bytes: &'a [u8],
    head: Window,
    tail: Window,
    count: usize,
}

impl<'a> Groups<'a> {
    fn new(block: Block<'a>) -> Self {
        let bytes = block.bytes();
        let count = bytes.len().div_ceil(64);
        let mut head = [b' '; BEFORE + 64];
        let len = bytes.len().min(64);
        head[BEFORE..][..len].copy_from_slice(&bytes[..len]);
        let mut tail = [b' '; BEFORE + 64];
        if count > 1 {
            let rest = &bytes[64 * (count - 1) - BEFORE..];
            tail[..rest.len()].copy_from_slice(rest);
        }
        Self {
            bytes,
            head,
            tail,
            count,
        }
    }

    #[inline(always)]
    fn get(&self, i: usize) -> &Window {
        if i == 0 {
            return &self.head;
        }
        self.bytes[64 * i - BEFORE..]
            .first_chunk()
            .unwrap_or(&self.tail)
    }
}

struct Scan {
    good: __m256i,
    others: u64,
}

struct Found {
    others_before: u64,
    others: u64,
    ends: u64,
}

impl Scan {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new() -> Self {
        Self {
            good: _mm256_set1_epi8(-1),
            others: !0,
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn is_good(&self) -> bool {
        _mm256_movemask_epi8(self.good) == -1
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn look(&mut self, group: &Window) -> Found {
        let (halves, _) = group[BEFORE..].as_chunks();
        let low = self.half(&halves[0]);
        let high = self.half(&halves[1]);
        let digits = u64::from(high) << 32 | u64::from(low);
        let others_before = self.others;
        let ends = !digits & (digits << 1 | (!others_before) >> 63);
        self.others = !digits;
        Found {
            others_before,
            others: !digits,
            ends,
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn half(&mut self, bytes: &[u8; 32]) -> u32 {
        const WHITE_SPACE: [u8; 32] = {
            let mut table = [0x80; 32];
            table[0] = b' ';
            table[16] = b' ';
            let mut byte = b'\t';
            while byte <= b'\r' {
                table[byte as usize] = byte;
                table[16 + byte as usize] = byte;
                byte += 1;
            }
            table
        };
        let bytes = load(bytes);
        let white = _mm256_cmpeq_epi8(bytes, _mm256_shuffle_epi8(load(&WHITE_SPACE), bytes));
        let values = _mm256_sub_epi8(bytes, _mm256_set1_epi8((b'0' ^ 0x80) as i8));
        let digits = _mm256_cmpgt_epi8(_mm256_set1_epi8(-128 + 10), values);
        self.good = _mm256_and_si256(self.good, _mm256_or_si256(digits, white));
        _mm256_movemask_epi8(digits) as u32
    }
}

#[inline]
#[target_feature(enable = "bmi1,bmi2,lzcnt")]
fn longer_than(limit: usize, found: &Found) -> u64 {
    let digits = !found.others;
    let two = digits & digits >> 1;
    let four = two & two >> 2;
    let inside = if limit == 4 {
        four & digits >> 4
    } else {
        four & four >> 4 & digits >> 8
    };
    let ending = u64::from(found.others_before.leading_zeros());
    let starting = u64::from(found.others.trailing_zeros());
    inside | (limit as u64).wrapping_sub(ending + starting) >> 63
}

#[repr(align(32))]
struct Words<const LEN: usize, const PARTS: usize> {
    parts: [[[u8; LEN]; ROOM]; PARTS],
}

impl<const LEN: usize, const PARTS: usize> Words<LEN, PARTS> {
    fn new() -> Self {
        Self {
            parts: [[[b' '; LEN]; ROOM]; PARTS],
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn gather(&mut self, at: usize, group: &Window, mut ends: u64) -> Option<usize> {
        if at > ROOM - MOST {
            return None;
        }
        let count = ends.count_ones() as usize;
        self.some::<12>(at, group, &mut ends);
        if count > 12 {
            self.some::<12>(at + 12, group, &mut ends);
            if count > 24 {
                self.some::<8>(at + 24, group, &mut ends);
            }
        }
        Some(count)
    }

    #[inline(always)]
    fn some<const COUNT: usize>(&mut self, at: usize, group: &Window, ends: &mut u64) {
        for i in 0..COUNT {
            let end = BEFORE + ends.trailing_zeros() as usize;
            *ends &= ends.wrapping_sub(1);
            for part in 0..PARTS {
                let start = end - (part + 1) * LEN;
                unsafe {
                    *self.parts[part].get_unchecked_mut(at + i) =
                        *group[start..].first_chunk().unwrap_unchecked();
                }
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(&self, part: usize, at: usize) -> __m256i {
        assert!(at + 32 / LEN <= ROOM);
        unsafe { _mm256_loadu_si256(self.parts[part].as_ptr().add(at).cast()) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn number_only<const LEN: usize>(words: __m256i) -> (__m256i, __m256i) {
    const fn reversed(len: usize) -> [u8; 32] {
        let mut places = [0; 32];
        let mut i = 0;
        while i < 32 {
            places[i] = ((i % 16) / len * len + len - 1 - i % len) as u8;
            i += 1;
        }
        places
    }
    let places = const { reversed(LEN) };
    let words = _mm256_shuffle_epi8(words, load(&places));
    let others = _mm256_cmpgt_epi8(_mm256_set1_epi8(b'0' as i8), words);
    let less = if LEN == 4 {
        _mm256_add_epi32(others, _mm256_set1_epi8(-1))
    } else {
        _mm256_add_epi64(others, _mm256_set1_epi8(-1))
    };
    let number = _mm256_andnot_si256(others, less);
    let values = _mm256_subs_epu8(words, _mm256_set1_epi8(b'0' as i8));
    (_mm256_and_si256(values, number), others)
}

#[inline]
#[target_feature(enable = "avx2")]
fn fours(digits: __m256i) -> __m256i {
    let twos = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(10 << 8 | 1));
    _mm256_madd_epi16(twos, _mm256_set1_epi32(100 << 16 | 1))
}

#[inline]
#[target_feature(enable = "avx2")]
fn eights(first: __m256i, second: __m256i) -> __m256i {
    let fours = _mm256_packus_epi32(first, second);
    _mm256_madd_epi16(fours, _mm256_set1_epi32(10_000 << 16 | 1))
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; 32]) -> __m256i {
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store<T, const N: usize>(numbers: &mut [T; N], vector: __m256i) {
    const { assert!(size_of::<[T; N]>() == 32) };
    unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), vector) }
}

/// Hands `numbers` to `work` as numbers that are folded here.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn fold<W: Work>(numbers: Slice<'_>, work: W) -> W::Result {
    match numbers {
        Slice::Narrow(numbers) => work.on(Lane::mark(numbers)),
        Slice::Wide(numbers) => work.on(Lane::mark(numbers)),
    }
}

/// A number that is folded in AVX2 registers. Only [`fold`] makes any.
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

macro_rules! folds {
    ($integer:ty, $lanes:literal, $first:ident, $load:ident, $shift:ident, $mask:ident, $cast:ident) => {
        impl Number for Lane<$integer> {
            #[inline(always)]
            fn xor_or(numbers: &[Self], count: usize) -> (u64, u64) {
                let (whole, rest) = numbers[..count].as_chunks::<16>();
                // SAFETY: there are lanes only where the processor has the instruction set. Each
                // load reads numbers of a whole, or those of the rest whose mask is set; what is
                // masked out is not read. The masks begin at most 16 into the 32.
                unsafe {
                    let (mut xor, mut or) = (_mm256_setzero_si256(), _mm256_setzero_si256());
                    for numbers in whole {
                        for i in 0..16 / $lanes {
                            let some = _mm256_loadu_si256(numbers.as_ptr().add(i * $lanes).cast());
                            xor = _mm256_xor_si256(xor, some);
                            or = _mm256_or_si256(or, some);
                        }
                    }
                    let masks = $first.as_ptr().add(16 - rest.len());
                    for i in 0..16 / $lanes {
                        let mask = _mm256_loadu_si256(masks.add(i * $lanes).cast());
                        let some = $load(rest.as_ptr().wrapping_add(i * $lanes).cast(), mask);
                        xor = _mm256_xor_si256(xor, some);
                        or = _mm256_or_si256(or, some);
                    }
                    let xor = combined(xor, |a, b| _mm_xor_si128(a, b));
                    let or = combined(or, |a, b| _mm_or_si128(a, b));
                    // Two numbers side by side in the narrow case, one in the wide one.
                    if $lanes == 8 {
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
                    let to_sign = _mm_cvtsi32_si128((<$integer>::BITS - 1 - bit) as i32);
                    let mut count = 0;
                    for numbers in numbers.chunks($lanes) {
                        let mask = $first.as_ptr().add(16 - numbers.len());
                        let mask = _mm256_loadu_si256(mask.cast());
                        let numbers = $load(numbers.as_ptr().cast(), mask);
                        let signs = $mask($cast($shift(numbers, to_sign)));
                        count += u64::from(signs.count_ones());
                    }
                    count
                }
            }
        }
    };
}

folds!(
    u32,
    8,
    FIRST_OF_16_U32,
    _mm256_maskload_epi32,
    _mm256_sll_epi32,
    _mm256_movemask_ps,
    _mm256_castsi256_ps
);
folds!(
    u64,
    4,
    FIRST_OF_16_U64,
    _mm256_maskload_epi64,
    _mm256_sll_epi64,
    _mm256_movemask_pd,
    _mm256_castsi256_pd
);

/// Combines the four 64-bit parts of `vector`.
#[inline(always)]
unsafe fn combined(vector: __m256i, combine: impl Fn(__m128i, __m128i) -> __m128i) -> u64 {
    // SAFETY: the caller runs where the instruction set is.
    unsafe {
        let low = _mm256_castsi256_si128(vector);
        let half = combine(low, _mm256_extracti128_si256::<1>(vector));
        _mm_cvtsi128_si64(combine(half, _mm_unpackhi_epi64(half, half))) as u64
    }
}
