//! What a running program uses, with all that it started: read from `/proc`.

use std::time::Duration;

use rustix::process::Pid;

/// What a program has used so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// User and system time, in steps of the kernel's clock ticks.
    pub cpu: Duration,
    /// The most memory that one of its processes had at once, in bytes.
    pub peak_memory: u64,
    /// No thread of it computes, waits for a processor, or waits for a disk.
    pub is_sleeping: bool,
}

#[cfg(target_os = "linux")]
pub(super) use linux::{inherited_memory, of};

#[cfg(not(target_os = "linux"))]
pub(super) fn of(_program: Pid) -> Option<Usage> {
    None
}

#[cfg(not(target_os = "linux"))]
pub(super) fn inherited_memory() -> u64 {
    0
}

#[cfg(target_os = "linux")]
mod linux {
    use procfs::process::{Process, Stat, all_processes};

    use super::{Duration, Pid, Usage};

    /// What the program whose first process is `program` has used; none where that cannot be read.
    pub(in super::super) fn of(program: Pid) -> Option<Usage> {
        let first = read(Process::new(program.as_raw_nonzero().get()).ok()?)?;
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
            peak_memory: all.iter().filter_map(peak_memory).max()?,
            is_sleeping: all.iter().all(is_sleeping),
        })
    }

    /// The memory of this process, in bytes, that a child inherits until it executes another program.
    pub(in super::super) fn inherited_memory() -> u64 {
        let pages = Process::myself().and_then(|process| process.statm());
        // Pages of files, and shared ones, are not resident in a child.
        pages.map_or(0, |pages| pages.resident.saturating_sub(pages.shared)) * procfs::page_size()
    }

    /// A process, and how it was a moment ago.
    type Running = (Process, Stat);

    fn read(process: Process) -> Option<Running> {
        let stat = process.stat().ok()?;
        Some((process, stat))
    }

    /// `first` and all processes that it started, or that belong to its session.
    fn descendants(first: Running) -> Vec<Running> {
        let session = first.1.pid;
        let all = all_processes().into_iter().flatten().flatten();
        let mut others: Vec<_> = all
            .filter_map(read)
            .filter(|(_, stat)| stat.pid != session)
            .collect();
        let mut found = vec![first];
        let mut next = 0;
        while let Some(parent) = found.get(next).map(|(_, stat)| stat.pid) {
            let is_child =
                |(_, stat): &Running| stat.ppid == parent || (next == 0 && stat.session == session);
            found.extend(others.extract_if(.., |process| is_child(process)));
            next += 1;
        }
        found
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
}
