//! What a program left behind when it ended.
//!
//! A process whose parent has ended is adopted by init, or on Linux by the nearest ancestor that wants
//! it. We do. So whatever a program started is a child of ours sooner or later: when all between has
//! ended, or been killed.
//!
//! Which children are left behind? Every program under test leads a session, and nobody can leave it
//! but into a new one. So it is told by the session:
//!
//! * our own: a child of somebody else in this process;
//! * that of a program that is running: it belongs there;
//! * that of the program that has just ended: it was left behind;
//! * another: it was left behind, unless it belongs to a program that is running. It does not if it
//!   started before all of those.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::Pid;

/// The programs that are running, which are the leaders of their sessions. While this is held, none is
/// started and none ends.
pub(super) fn running() -> MutexGuard<'static, Vec<Pid>> {
    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());
    #[cfg(target_os = "linux")]
    {
        // This needs Linux 3.4; if it fails, orphans are init's.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends what the program `ended` left behind, and waits for it.
#[cfg(target_os = "linux")]
pub(super) fn end(ended: Pid, running: &[Pid]) {
    use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
    // Most programs leave nothing, and one call says so.
    while has_children() {
        // The children of those that are killed here come next.
        let mut killed = false;
        for orphan in orphans(ended, running) {
            // What has gained the rights of another user cannot be killed, and is not waited for.
            if kill_process(orphan, Signal::KILL).is_ok() {
                let wait = || waitpid(Some(orphan), WaitOptions::empty());
                killed |= rustix::io::retry_on_intr(wait).is_ok();
            }
        }
        if !killed {
            break;
        }
    }
}

/// Elsewhere, orphans outside of the session's first group are lost to init.
#[cfg(not(target_os = "linux"))]
pub(super) fn end(_ended: Pid, _running: &[Pid]) {}

#[cfg(target_os = "linux")]
fn has_children() -> bool {
    is_waitable(rustix::process::WaitId::All)
}

/// Whether there are such children, running or ended.
#[cfg(target_os = "linux")]
fn is_waitable(which: rustix::process::WaitId<'_>) -> bool {
    use rustix::process::{WaitIdOptions, waitid};
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(which, look).is_ok()
}

/// The children that were left behind.
#[cfg(target_os = "linux")]
fn orphans(ended: Pid, running: &[Pid]) -> Vec<Pid> {
    use rustix::process::{WaitId, getsid};
    let ours = getsid(None).ok();
    let mut oldest_running = None;
    processes()
        // To ask whether it is a child is far cheaper than to read whose child it is.
        .filter(|&process| is_waitable(WaitId::Pid(process)))
        .filter(|&child| match getsid(Some(child)) {
            Ok(session) if session == ended => true,
            Ok(session) if Some(session) == ours || running.contains(&session) => false,
            Ok(_) => {
                let oldest = *oldest_running.get_or_insert_with(|| {
                    running.iter().filter_map(|&other| started(other)).min()
                });
                oldest.is_none_or(|oldest| started(child).is_some_and(|child| child < oldest))
            }
            Err(_) => false,
        })
        .collect()
}

/// All processes that there are.
#[cfg(target_os = "linux")]
fn processes() -> impl Iterator<Item = Pid> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

/// When a process started, in ticks of the kernel.
#[cfg(target_os = "linux")]
fn started(process: Pid) -> Option<u64> {
    let path = format!("/proc/{}/stat", process.as_raw_nonzero());
    let stat = std::fs::read_to_string(path).ok()?;
    // The second field is the name in brackets, which may hold anything; this is the 22nd.
    let (_, behind_name) = stat.rsplit_once(')')?;
    behind_name.split_ascii_whitespace().nth(19)?.parse().ok()
}
