//! Long work: which is in progress, how far it is, and what a signal that ends it says.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::words::{plural, t};

/// How many bytes of all inputs have been read.
pub(crate) static BYTES_READ: AtomicU64 = AtomicU64::new(0);

/// How many bytes have been written to standard output and to the files of packages.
pub(crate) static BYTES_WRITTEN: AtomicU64 = AtomicU64::new(0);

/// How many tests have been judged.
pub(crate) static TESTS_JUDGED: AtomicU64 = AtomicU64::new(0);

/// How many rounds of a search are complete, and how many cases were right in them.
pub(crate) static ROUNDS: AtomicU64 = AtomicU64::new(0);
/// See [`ROUNDS`].
pub(crate) static RIGHT_CASES: AtomicU64 = AtomicU64::new(0);

/// Work that may take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Reading input: answering, comparing, validating, splitting.
    Reading,
    /// Writing what is generated.
    Writing,
    /// Judging a program on tests.
    Judging,
    /// Searching for a failing input.
    Searching,
    /// Shrinking a failing input.
    Shrinking,
}

impl Work {
    /// What grows while it goes on.
    pub(crate) fn count(self) -> &'static AtomicU64 {
        match self {
            Self::Reading => &BYTES_READ,
            Self::Writing => &BYTES_WRITTEN,
            Self::Judging => &TESTS_JUDGED,
            Self::Searching | Self::Shrinking => &ROUNDS,
        }
    }
}

/// The work in progress.
static CURRENT: Mutex<Option<Work>> = Mutex::new(None);

fn current() -> MutexGuard<'static, Option<Work>> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a line on a terminal shows how far it is, which is to be cleared.
pub(crate) static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Work begins that a signal may end, which then says how far it came.
pub(crate) fn begin(work: Work) {
    *current() = Some(work);
}

/// The work is done, and the program waits for more.
pub(crate) fn rest() {
    *current() = None;
}

/// What has been done so far: `after 17 tests`. Empty if no work has begun.
pub(crate) fn so_far() -> String {
    let Some(work) = *current() else {
        return String::new();
    };
    let count = work.count().load(Ordering::Relaxed);
    match work {
        Work::Reading => t!("after reading {bytes}", bytes = bytes(count)),
        Work::Writing => t!("after writing {bytes}", bytes = bytes(count)),
        Work::Judging => plural!(count, "after {count} test", "after {count} tests"),
        Work::Searching | Work::Shrinking => {
            plural!(count, "after {count} round", "after {count} rounds")
        }
    }
}

/// A number of bytes for people.
pub(crate) fn bytes(count: u64) -> String {
    match count {
        1_000_000_000.. => {
            let hundredths = count / 10_000_000;
            format!("{}.{:02} GB", hundredths / 100, hundredths % 100)
        }
        1_000_000.. => format!("{} MB", count / 1_000_000),
        _ => plural!(count, "{count} byte", "{count} bytes"),
    }
}
