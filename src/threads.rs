//! Sharing work among as many threads as the system grants, each on a processor of its own.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks `mutex`, poisoned or not: whoever panicked has been reported.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `work` on up to `count` threads at once, one of them the calling thread.
///
/// The system may refuse threads: because of `RLIMIT_NPROC`, a limit of the cgroup, or a lack of memory. So `work` must
/// take its portions from a common supply, and any number of calls, including one, must finish it.
pub(crate) fn share(count: usize, work: impl Fn() + Sync) {
    // Starting threads is much code, and this way it exists once.
    fn start(count: usize, work: &(dyn Fn() + Sync)) {
        std::thread::scope(|scope| {
            for _ in 1..count {
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }
    start(count, &work);
}

/// What `work` makes of each number below `count`, of as many at once as there are threads.
pub(crate) fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, made) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    share(count, || {
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && index < count
        {
            let one = work(index);
            lock(&made).insert(index, one);
        }
    });
    let made = made.into_inner().unwrap_or_else(PoisonError::into_inner);
    made.into_values().collect()
}

/// Returns a function for new threads to call: it moves the `nth` of them, counted from 1, to a processor of its own,
/// other than the one that the calling thread of `away_from_here` runs on. The scheduler may move it again later.
///
/// Linux may start a new thread on the processor of its parent. There it waits for at least one tick, 4 ms, and has
/// waited 50 ms, in which time the parent alone reads a file of 500 MB.
pub(crate) fn away_from_here() -> impl Fn(usize) + Copy {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        // That of rustix looks for the vDSO, which takes longer, and which valgrind hides: there it crashed.
        // SAFETY: the call has no arguments and no effects.
        let here = unsafe { libc::sched_getcpu() };
        move |nth| {
            let Ok(allowed) = sched_getaffinity(None) else {
                return;
            };
            let is_other = |&cpu: &usize| cpu as libc::c_int != here && allowed.is_set(cpu);
            let mut others = (0..CpuSet::MAX_CPU).filter(is_other);
            if let Some(there) = others.nth(nth - 1) {
                let mut only = CpuSet::new();
                only.set(there);
                // If this is not allowed, the thread stays where it is.
                let _ = sched_setaffinity(None, &only);
                let _ = sched_setaffinity(None, &allowed);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    |_| {}
}
