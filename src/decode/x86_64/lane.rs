//! Numbers that are folded in the registers of a kernel.

use std::marker::PhantomData;

use super::super::{Number, Slice};

/// The folds of a kernel over numbers of type `T`: see [`Number`].
pub(super) trait Folds<T> {
    /// # Safety
    /// The processor must have the kernel's instruction set.
    ///
    /// # Panics
    /// If there are fewer than `count` numbers.
    unsafe fn xor_or(numbers: &[T], count: usize, longest: usize) -> (u64, u64);

    /// # Safety
    /// The processor must have the kernel's instruction set.
    ///
    /// # Panics
    /// If there are fewer than `count` numbers.
    unsafe fn having(numbers: &[T], count: usize, longest: usize, bit: u64) -> u64;
}

/// A number that is folded by kernel `K`. It exists only where the processor has that kernel's instruction
/// set.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Lane<T, K>(T, PhantomData<K>);

impl<T, K> Lane<T, K> {
    /// # Safety
    /// The processor must have the instruction set of `K`.
    #[inline(always)]
    pub(super) unsafe fn mark(numbers: &[T]) -> &[Self] {
        // SAFETY: `Lane` is transparent, so both slices have the same layout.
        unsafe { &*(std::ptr::from_ref(numbers) as *const [Self]) }
    }

    #[inline(always)]
    fn unmark(numbers: &[Self]) -> &[T] {
        // SAFETY: as above.
        unsafe { &*(std::ptr::from_ref(numbers) as *const [T]) }
    }
}

impl<T: Into<u64>, K> From<Lane<T, K>> for u64 {
    #[inline(always)]
    fn from(lane: Lane<T, K>) -> Self {
        lane.0.into()
    }
}

impl<T: Number, K: Folds<T> + Copy + 'static> Number for Lane<T, K> {
    #[inline(always)]
    fn plain(numbers: &[Self]) -> Slice<'_> {
        T::plain(Self::unmark(numbers))
    }

    #[inline(always)]
    fn xor_or(numbers: &[Self], count: usize, longest: usize) -> (u64, u64) {
        // SAFETY: lanes exist only where the processor has the instruction set.
        unsafe { K::xor_or(Self::unmark(numbers), count, longest) }
    }

    #[inline(always)]
    fn having(numbers: &[Self], count: usize, longest: usize, bit: u64) -> u64 {
        // SAFETY: as above.
        unsafe { K::having(Self::unmark(numbers), count, longest, bit) }
    }
}
