//! Running out of memory: one line and exit code 2, as any other trouble.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write as _;

use crate::words::t;

/// The memory of the system, without which the program ends.
#[derive(Debug)]
pub struct Memory;

/// Passes on a block, or ends the program if there is none. What is called here allocates nothing.
fn given(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        let mut error = std::io::stderr();
        let said = ["bouton: ", t!("out of memory"), "\n"];
        let _ = said.iter().try_for_each(|text| error.write_all(text.as_bytes()));
        std::process::exit(2);
    }
    block
}

// SAFETY: every call is forwarded to `System` unchanged, which upholds the contract of `GlobalAlloc`.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of `alloc`.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of `alloc_zeroed`.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, len: usize) -> *mut u8 {
        // SAFETY: the caller upholds the contract of `realloc`.
        given(unsafe { System.realloc(block, layout, len) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}
