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

/// What the program whose first process is `program` has used; none where that cannot be read.
#[cfg(target_os = "linux")]
pub(super) fn of(program: Pid) -> Option<Usage> {
    let program = program.as_raw_nonzero().get();
    let first = Process::read(program)?;
    // Most programs are one process that computes; only otherwise are there others to look for.
    let all = if first.is_sleeping() {
        descendants(first)
    } else {
        vec![first]
    };
    let ticks: u64 = all.iter().map(|process| process.ticks).sum();
    Some(Usage {
        cpu: Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second()),
        peak_memory: all.iter().filter_map(Process::peak_memory).max()?,
        is_sleeping: all.iter().all(Process::is_sleeping),
    })
}

#[cfg(not(target_os = "linux"))]
pub(super) fn of(_program: Pid) -> Option<Usage> {
    None
}

/// The memory of this process, in bytes, that a child inherits until it executes another program.
#[cfg(target_os = "linux")]
pub(super) fn inherited_memory() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = |field| -> u64 {
        let word = statm.split_ascii_whitespace().nth(field);
        word.and_then(|word| word.parse().ok()).unwrap_or(0)
    };
    // Pages of files, and shared ones, are not resident in a child.
    pages(1).saturating_sub(pages(2)) * rustix::param::page_size() as u64
}

#[cfg(not(target_os = "linux"))]
pub(super) fn inherited_memory() -> u64 {
    0
}

/// `first` and all processes that it started, or that belong to its session.
#[cfg(target_os = "linux")]
fn descendants(first: Process) -> Vec<Process> {
    let session = first.id;
    let mut others: Vec<_> = super::orphans::processes()
        .filter(|process| process.as_raw_nonzero().get() != session)
        .filter_map(|process| Process::read(process.as_raw_nonzero().get()))
        .collect();
    let mut found = vec![first];
    let mut next = 0;
    while let Some(parent) = found.get(next).map(|process| process.id) {
        let (children, rest) = others.into_iter().partition(|process: &Process| {
            process.parent == parent || (next == 0 && process.session == session)
        });
        found.extend::<Vec<_>>(children);
        others = rest;
        next += 1;
    }
    found
}

/// A line of `/proc/ID/stat`.
#[cfg(target_os = "linux")]
struct Process {
    id: i32,
    state: u8,
    parent: i32,
    session: i32,
    /// User and system time, also of the children that it waited for.
    ticks: u64,
    threads: u64,
}

#[cfg(target_os = "linux")]
impl Process {
    fn read(id: i32) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The second field is the name in brackets, which may hold anything; the third follows it.
        let (_, after_name) = stat.rsplit_once(')')?;
        let fields: Vec<_> = after_name.split_ascii_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            id,
            state: *fields.first()?.as_bytes().first()?,
            parent: number(4)? as i32,
            session: number(6)? as i32,
            ticks: (14..=17).filter_map(number).sum(),
            threads: number(20)?,
        })
    }

    fn is_sleeping(&self) -> bool {
        let is_sleeping = |state| !matches!(state, b'R' | b'D');
        if self.threads <= 1 || !is_sleeping(self.state) {
            return is_sleeping(self.state);
        }
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.id));
        let mut threads = threads.into_iter().flatten().flatten();
        threads.all(|thread| {
            let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            let state = stat
                .rsplit_once(") ")
                .and_then(|(_, rest)| rest.bytes().next());
            state.is_none_or(is_sleeping)
        })
    }

    fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        // A process that has ended has no memory.
        let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
        Some(kibibytes.map_or(0, |number| number.parse().unwrap_or(0)) * 1024)
    }
}
