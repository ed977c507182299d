//! The processes below another, and what `/proc` says of them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use procfs::process::Process as Entry;
use procfs::ticks_per_second;
use rustix::process::*;

use super::super::Usage;

/// A process that runs, or has ended and was not waited for.
struct Process {
    entry: Entry,
    /// The CPU time of itself, and of the children that it waited for.
    cpu: [u64; 2],
    children: Vec<i32>,
    /// A thread of it computes, waits for a processor, or waits for a disk.
    is_awake: bool,
    /// A thread of it waits until a child has another memory than it, or has ended.
    shares_memory: bool,
}

impl Process {
    fn at(id: i32) -> Option<Self> {
        let entry = Entry::new(id).ok()?;
        let stat = entry.stat().ok()?;
        let (mut all, mut is_awake, mut shares_memory) = (Vec::new(), false, false);
        for thread in entry.tasks().into_iter().flatten().flatten() {
            let children = thread.children().unwrap_or_default();
            let state = thread.stat().map_or('X', |stat| stat.state);
            // After `vfork`, it is called a wait for a disk, too.
            let waits_for_child = state == 'D' && !children.is_empty();
            shares_memory |= waits_for_child;
            is_awake |= matches!(state, 'R' | 'D') && !waits_for_child;
            all.extend(children.into_iter().map(|id| id as i32));
        }
        Some(Self {
            entry,
            cpu: [
                stat.utime + stat.stime,
                (stat.cutime + stat.cstime).cast_unsigned(),
            ],
            children: all,
            is_awake,
            shares_memory,
        })
    }

    /// The most memory that it had at once, and what it has, in bytes. If it has ended, it has none.
    fn memory(&self) -> Option<[u64; 2]> {
        let status = self.entry.status().ok()?;
        Some([status.vmhwm? * 1024, status.vmrss? * 1024])
    }

    /// Its part of the memory that it has, where several share some.
    fn share(&self) -> Option<u64> {
        let maps = self.entry.smaps_rollup().ok()?.memory_map_rollup;
        let map = maps.into_iter().next()?;
        map.extension.map.get("Pss").copied()
    }
}

/// What the processes have used that are more than `above` generations below one, of which `keeper` is the first.
/// `seen` has the CPU time of all that were ever seen.
pub(super) fn usage(keeper: i32, above: usize, seen: &mut HashMap<i32, u64>) -> Usage {
    // Parents before their children: so none is counted twice, if it is waited for meanwhile.
    let mut generation = vec![keeper];
    let (mut now, mut processes) = (0, Vec::new());
    for depth in 1.. {
        let ids = generation.iter();
        let found: Vec<_> = ids.filter_map(|&id| Process::at(id)).collect();
        if found.is_empty() {
            break;
        }
        let children = found.iter().flat_map(|process| &process.children);
        generation = children.copied().collect();
        if depth >= above {
            // The last one above waits for orphans.
            now += found.iter().map(|process| process.cpu[1]).sum::<u64>();
        }
        if depth > above {
            processes.extend(found);
        }
    }
    for process in &processes {
        let before = seen.entry(process.entry.pid).or_default();
        *before = process.cpu[0].max(*before);
        now += process.cpu[0];
    }
    // Not all are waited for: who ignores SIGCHLD does not.
    let ticks = now.max(seen.values().sum());
    // Where nothing can be seen, nothing is known.
    let is_sleeping = !processes.is_empty() && !processes.iter().any(|process| process.is_awake);
    processes.retain(|process| !process.shares_memory);
    let memory: Vec<_> = processes.iter().filter_map(Process::memory).collect();
    let most = memory.iter().map(|&[peak, _]| peak).max().unwrap_or(0);
    let mut at_once = memory.iter().map(|&[_, now]| now).sum();
    if at_once > most {
        // What several share is counted once. That takes longer.
        let share = |process: &Process| process.share().or(process.memory().map(|[_, now]| now));
        at_once = processes.iter().filter_map(share).sum();
    }
    Usage {
        cpu: Duration::from_millis(ticks * 1000 / ticks_per_second()),
        peak_memory: Some(most.max(at_once)).filter(|&most| most > 0),
        is_sleeping,
    }
}

/// Kills our children, but these and those in our session, and returns which. Their children become ours then.
pub(super) fn kill_children(but: &[i32]) -> Vec<Pid> {
    let ours = session_of(0);
    let children = Process::at(getpid().as_raw_nonzero().get()).map(|process| process.children);
    let children = children.unwrap_or_default().into_iter();
    let children = children.filter(|&id| !but.contains(&id) && session_of(id) != ours);
    let kill = |id: &Pid| _ = kill_process(*id, Signal::KILL);
    children.filter_map(Pid::from_raw).inspect(kill).collect()
}

/// The session of a process, 0 for this one: 0 if it began outside of the container or namespace that we are in, which
/// `rustix` takes for impossible.
fn session_of(id: i32) -> i32 {
    // SAFETY: the call touches no memory.
    unsafe { libc::getsid(id) }
}

/// Kills our descendants but the keepers, and waits for them: what a program left that killed its keeper.
pub(super) fn kill_strays(keepers: &[i32], time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time {
        let strays = kill_children(keepers);
        if strays.is_empty() {
            return;
        }
        for id in strays {
            let _ = waitpid(Some(id), WaitOptions::NOHANG);
        }
    }
}
