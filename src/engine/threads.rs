//! Sharing work among as many threads as the system grants.

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
