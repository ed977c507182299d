//! An allocator that ends the program with a message and exit code 2 when memory runs out.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The system's allocator, except that it ends the program when it has no memory left.
pub(crate) struct OrExit;

// SAFETY: every call is forwarded to `System` unchanged, which upholds the contract of `GlobalAlloc`,
// and every block it returns is returned unchanged.
unsafe impl GlobalAlloc for OrExit {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of `alloc`.
        or_exit(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of `alloc_zeroed`.
        or_exit(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller upholds the contract of `realloc`.
        or_exit(unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline(always)]
fn or_exit(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        exit();
    }
    block
}

/// Ends the program without waiting for other threads. Its temporary files may remain.
#[cold]
fn exit() -> ! {
    // If this fails, the exit code remains. Whoever holds the lock of the standard library needs no memory.
    let _ = std::io::stderr().write_all(b"bouton: out of memory\n");
    // SAFETY: `_exit` may be called at any time, by any thread. It runs no destructors, so whatever
    // other threads still use stays valid until they are gone.
    #[cfg(unix)]
    unsafe {
        libc::_exit(2)
    }
    #[cfg(not(unix))]
    std::process::exit(2)
}
