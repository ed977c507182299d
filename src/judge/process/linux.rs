//! What Linux shows of processes in `/proc`: what a program uses, and what is left of its session.

use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use procfs::process::{Process, Stat, all_processes};
use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, getppid, kill_process, pidfd_open,
    set_parent_process_death_signal,
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

/// Kills what is left in the session of `leader`, which has not been waited for, so that no other process has its id.
/// Most of it, as a rule all, is its process group, which has been killed. To ask each process of the system for its
/// session takes 0.3 µs; to read its state in `/proc`, 50 times as long.
pub(super) fn kill_session(leader: Pid) {
    let mut killed = Vec::new();
    loop {
        let before = killed.len();
        for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let id = name.to_str().and_then(|name| name.parse().ok());
            if let Some(id) = id.and_then(Pid::from_raw)
                && id != leader
                && session(id) == leader.as_raw_nonzero().get()
                && !killed.contains(&id)
            {
                // What has gained the rights of another user cannot be killed.
                let _ = kill_process(id, Signal::KILL);
                killed.push(id);
            }
        }
        // One of them may have started another before it was killed.
        if killed.len() == before {
            return;
        }
    }
}

/// The session of a process: -1 if it is gone, 0 if that began outside of the container that we are in.
fn session(id: Pid) -> i32 {
    // SAFETY: the call takes a number and touches no memory.
    unsafe { libc::getsid(id.as_raw_nonzero().get()) }
}

fn process(id: Pid) -> Option<Process> {
    Process::new(id.as_raw_nonzero().get()).ok()
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
