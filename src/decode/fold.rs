//! Folds over decoded integers.
//!
//! A case has about ten piles. That is too few for a loop that ends where the case does: its end is mispredicted, which
//! takes as long as decoding the piles did. So a fold runs as far as the longest of many cases needs, and what does not
//! belong to its own case counts as 0.
//!
//! The loop is written once, for rounds of 64 bytes, and whoever asks says what is done with a round. A kernel says how
//! it does that in its [`Vector`], and has its numbers wrapped as [`Lane`]s of that.

use std::marker::PhantomData;
use std::ops::{BitOr, BitXor};

use super::Slice;

/// The bytes that are folded at once.
pub(super) const ROUND: usize = 64;

/// The parts of 32 bits, a number or half of one, in the longest case whose fold runs as far as others. In longer ones,
/// the end of the loop costs little beside the loop.
const MOST: usize = 256;

/// An integer as the decoder delivers it: `u32` where all numbers of a step are short, else `u64`; or a [`Lane`].
///
/// # Safety
/// The type is `u32` or `u64`, or a `repr(transparent)` wrapper of one: folds read its bytes. Where there are numbers
/// of it, the processor has the instructions of its vector.
pub unsafe trait Number: Copy + Into<u64> + 'static {
    /// What a round of numbers is folded in.
    type Vector: Vector;

    /// These numbers as plain integers.
    fn plain(numbers: &[Self]) -> Slice<'_>;
}

/// A round of numbers, as words of 64 bits.
pub trait Vector: Copy {
    /// How many parts of a case are left.
    type Left;

    /// All `count` parts of a case, at most [`MOST`].
    ///
    /// # Safety
    /// The processor must have the instructions of this vector.
    unsafe fn left(count: usize) -> Self::Left;

    /// The next parts of a case, but 0 for those that are beyond its end.
    ///
    /// # Safety
    /// As for [`left`](Self::left). Where there is a vector, the processor has them.
    unsafe fn next(bytes: &[u8; ROUND], left: &mut Self::Left) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;

    /// The xor of the words.
    fn xor_of_words(self) -> u64;

    /// Whether a word has a bit of `pattern`.
    fn has(self, pattern: u64) -> bool;

    /// How many bits of `pattern` the words have. It has at most one bit, or the same one in both halves.
    fn count(self, pattern: u64) -> u32;
}

/// A round in which all numbers are 0.
#[inline(always)]
pub(crate) fn zeros<N: Number>() -> N::Vector {
    // SAFETY: as `Number` requires, the processor has the instructions.
    unsafe { N::Vector::next(&[0; ROUND], &mut N::Vector::left(0)) }
}

/// The xor of the numbers in a round.
#[inline(always)]
pub(crate) fn xor_of<N: Number>(round: N::Vector) -> u64 {
    let xor = round.xor_of_words();
    if size_of::<N>() == 4 {
        (xor ^ xor >> 32) & 0xffff_ffff
    } else {
        xor
    }
}

/// `bits` of each number, as a pattern for a word.
#[inline(always)]
pub(crate) fn in_each<N: Number>(bits: u64) -> u64 {
    if size_of::<N>() == 4 {
        bits << 32 | bits & 0xffff_ffff
    } else {
        bits
    }
}

/// Passes the first `count` of `numbers` to `fold`. There are as many rounds for all cases with the same `longest`, if
/// that is not too long: `longest` is at least `count`, and should be the same for many cases, so that the end of the
/// fold is predicted. The numbers after those may be read, but count as 0.
///
/// # Panics
/// If there are fewer than `count` numbers.
#[inline(always)]
pub(crate) fn in_rounds<N: Number>(numbers: &[N], count: usize, longest: usize, mut fold: impl FnMut(N::Vector)) {
    let parts = size_of::<N>() / 4;
    // SAFETY: as `Number` requires, these have the layout of integers, all of whose bytes may be read.
    let bytes = unsafe { std::slice::from_raw_parts(numbers.as_ptr().cast::<u8>(), size_of_val(numbers)) };
    if longest <= MOST / parts
        && count <= longest
        && let Some(bytes) = bytes.get(..(longest * size_of::<N>()).next_multiple_of(ROUND))
    {
        // SAFETY: as `Number` requires, the processor has the instructions.
        let mut left = unsafe { N::Vector::left(count * parts) };
        for round in bytes.as_chunks().0 {
            // SAFETY: as above.
            fold(unsafe { N::Vector::next(round, &mut left) });
        }
    } else {
        let (rounds, rest) = bytes[..count * size_of::<N>()].as_chunks();
        let mut last = [0; ROUND];
        last[..rest.len()].copy_from_slice(rest);
        for round in rounds.iter().chain([&last]) {
            // SAFETY: as `Number` requires, the processor has the instructions.
            fold(unsafe { N::Vector::next(round, &mut N::Vector::left(MOST)) });
        }
    }
}

/// A number that is folded in vectors of type `V`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Lane<T, V>(T, PhantomData<V>);

impl<T, V> Lane<T, V> {
    /// These numbers as lanes.
    ///
    /// # Safety
    /// The processor must have the instructions of `V`.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    pub(super) unsafe fn all(numbers: &[T]) -> &[Self] {
        // SAFETY: `Lane` is transparent, so both slices have the same layout.
        unsafe { &*(std::ptr::from_ref(numbers) as *const [Self]) }
    }
}

impl<T: Into<u64>, V> From<Lane<T, V>> for u64 {
    #[inline(always)]
    fn from(lane: Lane<T, V>) -> Self {
        lane.0.into()
    }
}

// SAFETY: it is a transparent wrapper of a number, and made only by `all`, which requires the instructions.
unsafe impl<T: Number, V: Vector + 'static> Number for Lane<T, V> {
    type Vector = V;

    #[inline(always)]
    fn plain(numbers: &[Self]) -> Slice<'_> {
        // SAFETY: `Lane` is transparent, so both slices have the same layout.
        T::plain(unsafe { &*(std::ptr::from_ref(numbers) as *const [T]) })
    }
}

// SAFETY: it is a `u32`, and its vector needs no instructions.
unsafe impl Number for u32 {
    type Vector = Plain;

    #[inline(always)]
    fn plain(numbers: &[Self]) -> Slice<'_> {
        Slice::Narrow(numbers)
    }
}

// SAFETY: it is a `u64`, and its vector needs no instructions.
unsafe impl Number for u64 {
    type Vector = Plain;

    #[inline(always)]
    fn plain(numbers: &[Self]) -> Slice<'_> {
        Slice::Wide(numbers)
    }
}

/// A round of numbers in whatever vectors the compiler chooses.
#[derive(Clone, Copy)]
pub struct Plain([u64; ROUND / 8]);

impl Plain {
    #[inline(always)]
    fn new(bytes: &[u8; ROUND]) -> Self {
        let words = bytes.as_chunks().0;
        Self(std::array::from_fn(|i| u64::from_ne_bytes(words[i])))
    }

    #[inline(always)]
    fn with(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| operation(self.0[i], other.0[i])))
    }
}

impl Vector for Plain {
    /// Where the masks of the next parts are.
    type Left = usize;

    #[inline(always)]
    unsafe fn left(count: usize) -> usize {
        4 * (MOST - count)
    }

    #[inline(always)]
    unsafe fn next(bytes: &[u8; ROUND], left: &mut usize) -> Self {
        static MASKS: [u8; 8 * MOST] = {
            let mut masks = [0; 8 * MOST];
            let mut i = 0;
            while i < 4 * MOST {
                masks[i] = 0xff;
                i += 1;
            }
            masks
        };
        let masks = Self::new(MASKS[*left..].first_chunk().expect("a round"));
        *left += ROUND;
        Self::new(bytes).with(masks, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, BitOr::bitor)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.with(other, BitXor::bitxor)
    }

    #[inline(always)]
    fn xor_of_words(self) -> u64 {
        self.0.into_iter().fold(0, BitXor::bitxor)
    }

    #[inline(always)]
    fn has(self, pattern: u64) -> bool {
        self.0.into_iter().fold(0, BitOr::bitor) & pattern != 0
    }

    #[inline(always)]
    fn count(self, pattern: u64) -> u32 {
        let shift = pattern.trailing_zeros() % 64;
        let shifted = self.0.map(|word| word >> shift & pattern >> shift);
        let sum: u64 = shifted.iter().sum();
        (sum + (sum >> 32)) as u32
    }
}
