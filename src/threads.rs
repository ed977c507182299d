//! Sharing work among as many threads as the system grants, each on a processor of its own.

/// Calls `work` on up to `count` threads at once, one of them the calling thread.
///
/// The system may refuse threads: because of `RLIMIT_NPROC`, a limit of the cgroup, or a lack of memory.
/// So `work` must take its portions from a common supply, and any number of calls, including one, must
/// finish it.
pub fn share(count: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 1..count {
            let refused = std::thread::Builder::new()
                .spawn_scoped(scope, &work)
                .is_err();
            if refused {
                break;
            }
        }
        work();
    });
}

/// Moves this thread to the `nth` of the other processors that it may run on, and then lets it be
/// scheduled freely.
///
/// A new thread starts on the processor of its parent, until the scheduler moves it; that may take 50
/// ms, in which one processor alone has read a file of 500 MB.
#[cfg(target_os = "linux")]
pub fn move_to_processor(nth: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    let here = sched_getcpu();
    let mut others = (0..CpuSet::MAX_CPU).filter(|&cpu| cpu != here && allowed.is_set(cpu));
    if let Some(there) = others.nth(nth - 1) {
        let mut only = CpuSet::new();
        only.set(there);
        // If this is not allowed, the thread stays where it is.
        let _ = sched_setaffinity(None, &only);
        let _ = sched_setaffinity(None, &allowed);
    }
}

/// Does nothing: that new threads stay where their parent is was seen on Linux only.
#[cfg(not(target_os = "linux"))]
pub fn move_to_processor(_nth: usize) {}
