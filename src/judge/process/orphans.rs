//! What a program left behind when it ended.
//!
//! A process whose parent has ended is adopted by init, or on Linux by the nearest ancestor that wants
//! it. We do. So whatever a program started is a child of ours sooner or later: when all between has
//! ended, or been killed.
//!
//! Which children are left behind? Every program under test leads a session, and a process can leave it only
//! for a new one. So the session decides:
//!
//! * our own: a child that other code in this process started;
//! * that of a program that is running: it belongs there;
//! * that of the program that has just ended: it was left behind;
//! * another: it was left behind, unless it belongs to a program that is running, or is one that is being
//!   started. It does not if it started before all of those.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::Pid;

/// The programs under test of this process.
struct Programs {
    /// Those that are running, who lead their sessions.
    running: Vec<Pid>,
    /// The number of programs being started, whose processes are not known yet.
    starting: usize,
}

/// All of them. While this lock is held, no other thread looks for orphans.
fn programs() -> MutexGuard<'static, Programs> {
    static PROGRAMS: Mutex<Programs> = Mutex::new(Programs {
        running: Vec::new(),
        starting: 0,
    });
    PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program by `start`, which makes it the leader of a session. That takes its time, so others
/// go on meanwhile.
pub(super) fn start<E>(start: impl FnOnce() -> Result<Pid, E>) -> Result<Pid, E> {
    #[cfg(target_os = "linux")]
    {
        // This needs Linux 3.4; if it fails, orphans are init's.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }
    programs().starting += 1;
    let started = start();
    let mut programs = programs();
    programs.starting -= 1;
    match started {
        Ok(program) => programs.running.push(program),
        // Orphans may have been spared because of it.
        Err(_) => programs.kill_orphans(None),
    }
    started
}

/// Ends the processes that `program` left behind. It has ended and been waited for.
pub(super) fn end(program: Pid) {
    let mut programs = programs();
    let place = programs.running.iter().position(|&other| other == program);
    if let Some(place) = place {
        programs.running.swap_remove(place);
    }
    programs.kill_orphans(Some(program));
}

#[cfg(target_os = "linux")]
impl Programs {
    /// Kills orphans, of `ended` and older ones, and waits for them.
    fn kill_orphans(&self, ended: Option<Pid>) {
        use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
        // Most programs leave nothing, and one call says so.
        while has_children() {
            // The children of those that are killed here come next.
            let mut killed = false;
            for orphan in self.orphans(ended) {
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

    /// The children that were left behind.
    fn orphans(&self, ended: Option<Pid>) -> Vec<Pid> {
        use rustix::process::WaitId;
        let ours = session(None);
        // To ask whether it is a child is far cheaper than to read whose child it is.
        let children = processes().filter(|&process| is_waitable(WaitId::Pid(process)));
        children
            .filter(|&child| match session(Some(child)) {
                // It began outside of the container that we are in, as we did.
                None => false,
                session if session == ours => false,
                Some(session) if self.running.contains(&session) => false,
                session => session == ended || self.belongs_to_none(child),
            })
            .collect()
    }

    /// Whether `child`, in a session of its own, can belong to no program.
    fn belongs_to_none(&self, child: Pid) -> bool {
        let older = |program: &Pid| Some(started(child)? < started(*program)?);
        let older_than = |program| older(program).unwrap_or(false);
        self.starting == 0 && self.running.iter().all(older_than)
    }
}

/// Elsewhere, orphans outside of the session's first group are lost to init.
#[cfg(not(target_os = "linux"))]
impl Programs {
    fn kill_orphans(&self, _ended: Option<Pid>) {}
}

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

/// The leader of the session of `process`, or of this one. `None` if that cannot be seen from here, as it
/// is where we are the first process, or a child of it, of a container.
#[cfg(target_os = "linux")]
fn session(process: Option<Pid>) -> Option<Pid> {
    // SAFETY: the call takes and gives a number. (rustix takes its answer for a process, which 0 is not.)
    Pid::from_raw(unsafe { libc::getsid(Pid::as_raw(process)) }.max(0))
}

/// All processes that there are.
#[cfg(target_os = "linux")]
fn processes() -> impl Iterator<Item = Pid> {
    let all = procfs::process::all_processes()
        .into_iter()
        .flatten()
        .flatten();
    all.filter_map(|process| Pid::from_raw(process.pid))
}

/// When a process started, in ticks of the kernel.
#[cfg(target_os = "linux")]
fn started(process: Pid) -> Option<u64> {
    let process = procfs::process::Process::new(process.as_raw_nonzero().get());
    Some(process.ok()?.stat().ok()?.starttime)
}
