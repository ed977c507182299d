//! Memory that runs out ends the program as any other trouble does: with a message and the exit code 2.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator; where it has nothing left, it ends the program.
pub struct OrExit;

// SAFETY: every call is handed to `System` unchanged, which keeps the promises of `GlobalAlloc`, and so is
// every block that it returns.
unsafe impl GlobalAlloc for OrExit {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of `alloc`.
        or_exit(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of `alloc_zeroed`.
        or_exit(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the promises of `realloc`.
        or_exit(unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`.
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

/// Ends the program, without memory and without waiting for another thread.
#[cfg(unix)]
#[cold]
fn exit() -> ! {
    // Where even standard error cannot be written, the exit code remains. A line is short enough for one
    // call.
    let _ = rustix::io::write(std::io::stderr(), b"bouton: out of memory\n");
    // SAFETY: `_exit` may be called at any time, by any thread. It runs no destructors, so what other
    // threads still use stays as it is until they are gone.
    unsafe { libc::_exit(2) }
}

#[cfg(not(unix))]
#[cold]
fn exit() -> ! {
    std::process::exit(2)
}
