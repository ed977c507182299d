//! Memory does not grow with the input.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use bouton::internals::decode::Kernel;

use crate::harness::{Random, answer_chunks, plain_problems};
use crate::properties::naive;

/// The system's allocator, which counts per thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    /// Bytes allocated now, and at most; a thread may free what another one allocated.
    static BYTES: Cell<[i64; 2]> = const { Cell::new([0; 2]) };
}

// SAFETY: every call is forwarded to `System` unchanged, which upholds the contract of `GlobalAlloc`.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        let [bytes, peak] = BYTES.get();
        let bytes = bytes + layout.size() as i64;
        BYTES.set([bytes, peak.max(bytes)]);
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let [bytes, peak] = BYTES.get();
        BYTES.set([bytes - layout.size() as i64, peak]);
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The number of allocations by `work` on this thread.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// The maximum number of bytes that `work` has allocated at a time on this thread.
pub fn peak_bytes(work: impl FnOnce()) -> u64 {
    let [before, _] = BYTES.get();
    BYTES.set([before; 2]);
    work();
    (BYTES.get()[1] - before) as u64
}

#[test]
fn the_number_of_allocations_does_not_grow_with_the_number_of_cases() {
    let mut random = Random::new(9);
    for problem in plain_problems() {
        for bits in [5, 26, 64] {
            let mut pile = || 1 + random.of_length_up_to(bits) / 2;
            let cases: Vec<_> = (0..40_000).map(|_| vec![pile(), pile(), pile()]).collect();
            let few = naive::layout(&problem.id, &cases[..2000]);
            let many = naive::layout(&problem.id, &cases);
            for kernel in Kernel::available() {
                let count = |input: &str| allocations(|| drop(answer_chunks(kernel, problem, [input.as_bytes()])));
                let (few, many) = (count(&few), count(&many));
                // The answers themselves are collected in memory here, in a vector that doubles.
                let id = &problem.id;
                assert!(many <= few + 10, "{id}: {few} allocations, then {many}");
            }
        }
    }
}
