//! What Linux shows of processes in `/proc`: what a program uses, and what it left behind when it ended.
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

use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use procfs::process::{Process, Stat, all_processes};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, getppid, kill_process,
    pidfd_open, set_child_subreaper, set_parent_process_death_signal, waitid, waitpid,
};

use super::Usage;

/// Something that can be read from when `child` has ended, where there is such a thing: since Linux 5.3.
pub(super) fn handle(child: Pid) -> Option<OwnedFd> {
    pidfd_open(child, PidfdFlags::empty()).ok()
}

/// Lets this process, a new child of `parent`, die with the thread that started it, and waits for it. It is called
/// between fork and exec.
pub(super) fn die_with(parent: Pid) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have died just before. Nobody would receive an error, so the process ends itself.
    if getppid() != Some(parent) {
        kill_process(getpid(), Signal::KILL)?;
    }
    Ok(())
}

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
    // This needs Linux 3.4; if it fails, orphans are init's.
    let _ = set_child_subreaper(Some(getpid()));
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
    programs.running.retain(|&other| other != program);
    programs.kill_orphans(Some(program));
}

impl Programs {
    /// Kills orphans, of `ended` and older ones, and waits for them.
    fn kill_orphans(&self, ended: Option<Pid>) {
        // Most programs leave nothing, and one call says so.
        while is_waitable(WaitId::All) {
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
        let ours = stat(getpid()).map(|stat| stat.session);
        let all = all_processes().into_iter().flatten().flatten();
        let all = all.filter_map(|process| Pid::from_raw(process.pid));
        // To ask whether it is a child is far cheaper than to read whose child it is.
        let children = all.filter(|&process| is_waitable(WaitId::Pid(process)));
        let is_orphan = |child: &Pid| {
            // It is gone; or it is waited for at this moment, where -1 stands for its session; or it began outside of the
            // container that we are in, where 0 does.
            let Some(stat) = stat(*child).filter(|stat| stat.session > 0) else {
                return false;
            };
            let session = Pid::from_raw(stat.session);
            let belongs = ours == Some(stat.session)
                || self.running.iter().any(|&leader| Some(leader) == session);
            !belongs && (session == ended || self.belongs_to_none(&stat))
        };
        children.filter(is_orphan).collect()
    }

    /// Whether a child in a session of its own can belong to no program.
    fn belongs_to_none(&self, child: &Stat) -> bool {
        let is_younger = |&program: &Pid| {
            stat(program).is_some_and(|program| program.starttime > child.starttime)
        };
        self.starting == 0 && self.running.iter().all(is_younger)
    }
}

/// Whether there are such children, running or ended.
fn is_waitable(which: WaitId<'_>) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(which, look).is_ok()
}

fn process(id: Pid) -> Option<Process> {
    Process::new(id.as_raw_nonzero().get()).ok()
}

fn stat(id: Pid) -> Option<Stat> {
    process(id)?.stat().ok()
}

/// A process, and how it was a moment ago.
type Running = (Process, Stat);

fn read(process: Process) -> Option<Running> {
    let stat = process.stat().ok()?;
    Some((process, stat))
}

/// What the program whose first process is `program` has used; none where that cannot be read.
pub(super) fn usage(program: Pid) -> Option<Usage> {
    let first = read(process(program)?)?;
    // Most programs are one process that computes; only otherwise are there others to look for.
    let all = if is_sleeping(&first) {
        descendants(first)
    } else {
        vec![first]
    };
    let used = |(_, stat): &Running| {
        // Also of the children that it waited for.
        let children = stat.cutime + stat.cstime;
        stat.utime + stat.stime + children.cast_unsigned()
    };
    let ticks: u64 = all.iter().map(used).sum();
    Some(Usage {
        cpu: Duration::from_millis(ticks * 1000 / procfs::ticks_per_second()),
        peak_memory: Some(all.iter().filter_map(peak_memory).max()?),
        is_sleeping: all.iter().all(is_sleeping),
    })
}

/// `first` and all processes that it started, or that belong to its session.
fn descendants(first: Running) -> Vec<Running> {
    let session = first.1.pid;
    let all = all_processes().into_iter().flatten().flatten();
    let others = all.filter_map(read);
    let mut others: Vec<_> = others.filter(|(_, stat)| stat.pid != session).collect();
    let mut found = vec![first];
    loop {
        let is_next = |(_, stat): &Running| {
            stat.session == session || found.iter().any(|(_, parent)| parent.pid == stat.ppid)
        };
        let next: Vec<_> = others.extract_if(.., |process| is_next(process)).collect();
        if next.is_empty() {
            return found;
        }
        found.extend(next);
    }
}

fn is_sleeping((process, stat): &Running) -> bool {
    let is_sleeping = |stat: &Stat| !matches!(stat.state, 'R' | 'D');
    if stat.num_threads <= 1 || !is_sleeping(stat) {
        return is_sleeping(stat);
    }
    let mut threads = process.tasks().into_iter().flatten().flatten();
    threads.all(|thread| thread.stat().map_or(true, |stat| is_sleeping(&stat)))
}

/// `None` if the process is gone.
fn peak_memory((process, _): &Running) -> Option<u64> {
    let status = process.status().ok()?;
    // A process that has ended has no memory.
    Some(status.vmhwm.unwrap_or(0) * 1024)
}

/// The memory of this process, in bytes, that a child inherits until it executes another program.
pub(super) fn inherited_memory() -> u64 {
    let pages = Process::myself().and_then(|process| process.statm());
    // Pages of files, and shared ones, are not resident in a child.
    pages.map_or(0, |pages| pages.resident.saturating_sub(pages.shared)) * procfs::page_size()
}
