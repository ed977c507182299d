//! The processes below a keeper, and what `/proc` says of them: nothing, where there is none.

use std::collections::HashMap;
use std::fs;
use std::time::{Duration, Instant};

use rustix::param::clock_ticks_per_second;
use rustix::process::{Pid, Signal, WaitOptions, getsid, kill_process, waitpid};

use super::Usage;

/// A process that runs, or has ended and was not waited for.
struct Process {
    id: i32,
    /// The CPU time of itself, and of the children that it waited for.
    cpu: [Duration; 2],
    children: Vec<i32>,
    /// A thread of it computes, waits for a processor, or waits for a disk.
    is_awake: bool,
    /// A thread of it waits until a child has another memory than it, or has ended.
    shares_memory: bool,
}

impl Process {
    fn at(id: i32) -> Option<Self> {
        let (_, cpu) = stat(&format!("/proc/{id}/stat"))?;
        let mut process = Self {
            id,
            cpu,
            children: Vec::new(),
            is_awake: false,
            shares_memory: false,
        };
        for thread in fs::read_dir(format!("/proc/{id}/task"))
            .into_iter()
            .flatten()
            .flatten()
        {
            let file = |name: &str| thread.path().join(name).display().to_string();
            let Some((state, _)) = stat(&file("stat")) else {
                continue;
            };
            let children = fs::read_to_string(file("children")).unwrap_or_default();
            let before = process.children.len();
            let ids = children
                .split_whitespace()
                .filter_map(|id| id.parse::<i32>().ok());
            process.children.extend(ids);
            // After `vfork`, it is called a wait for a disk, too.
            let waits_for_child = state == 'D' && process.children.len() > before;
            process.shares_memory |= waits_for_child;
            process.is_awake |= matches!(state, 'R' | 'D') && !waits_for_child;
        }
        Some(process)
    }

    /// The most memory that it had at once, and what it has, in bytes. If it has ended, it has none.
    fn memory(&self) -> Option<[u64; 2]> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id)).ok()?;
        let value = |name: &str| kibibytes(&status, name);
        Some([value("VmHWM:")?, value("VmRSS:")?])
    }

    /// Its part of the memory that it has, where several share some.
    fn share(&self) -> Option<u64> {
        let maps = fs::read_to_string(format!("/proc/{}/smaps_rollup", self.id)).ok()?;
        kibibytes(&maps, "Pss:")
    }
}

/// The value of a line, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let value = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_suffix("kB"))?;
    Some(value.trim().parse::<u64>().ok()? * 1024)
}

/// The state of a process or a thread, and its CPU time, and that of the children that it waited for.
fn stat(file: &str) -> Option<(char, [Duration; 2])> {
    let text = fs::read(file).ok()?;
    let text = String::from_utf8_lossy(&text);
    // Its name stands before, in parentheses, and may have some itself.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?.chars().next()?;
    let times: Vec<u64> = fields
        .skip(10)
        .take(4)
        .map_while(|time| time.parse().ok())
        .collect();
    let [user, system, children_user, children_system] = times[..] else {
        return None;
    };
    let time = |ticks: u64| Duration::from_millis(ticks * 1000 / clock_ticks_per_second());
    Some((
        state,
        [time(user + system), time(children_user + children_system)],
    ))
}

/// What the processes have used that are more than `above` generations below `keeper`. `seen` has the CPU time of all
/// that were ever seen.
pub(super) fn usage(keeper: i32, above: usize, seen: &mut HashMap<i32, Duration>) -> Usage {
    let mut all = Usage::default();
    // Parents before their children: so none is counted twice, if it is waited for meanwhile.
    let (mut generation, mut depth) = (vec![keeper], 0);
    let (mut now, mut processes) = (Duration::ZERO, Vec::new());
    while !generation.is_empty() {
        let found: Vec<_> = generation
            .iter()
            .filter_map(|&id| Process::at(id))
            .collect();
        generation = found
            .iter()
            .flat_map(|process| process.children.iter().copied())
            .collect();
        depth += 1;
        if depth >= above {
            // The last one above waits for orphans.
            now += found.iter().map(|process| process.cpu[1]).sum::<Duration>();
        }
        if depth > above {
            processes.extend(found);
        }
    }
    for process in &processes {
        let before = seen.entry(process.id).or_default();
        *before = process.cpu[0].max(*before);
        now += process.cpu[0];
    }
    // Not all are waited for: who ignores SIGCHLD does not.
    all.cpu = now.max(seen.values().sum());
    // Where nothing can be seen, nothing is known.
    all.is_sleeping = !processes.is_empty() && !processes.iter().any(|process| process.is_awake);
    processes.retain(|process| !process.shares_memory);
    let memory = processes.iter().filter_map(Process::memory);
    let (mut at_once, mut most) = (0, 0);
    for [peak, now] in memory {
        most = peak.max(most);
        at_once += now;
    }
    if at_once > most {
        // What several share is counted once. That takes longer.
        let share = |process: &Process| process.share().or(process.memory().map(|[_, now]| now));
        at_once = processes.iter().filter_map(share).sum();
    }
    all.peak_memory = Some(most.max(at_once)).filter(|&most| most > 0);
    all
}

/// Kills our descendants but the keepers, and those that are in our session: what a program left that killed its
/// keeper.
pub(super) fn kill_strays(keepers: &[i32], time: Duration) {
    let start = Instant::now();
    let ours = getsid(None).ok();
    while start.elapsed() < time {
        let children = Process::at(std::process::id() as i32).map(|process| process.children);
        let strays = children.unwrap_or_default().into_iter();
        let strays = strays
            .filter(|id| !keepers.contains(id))
            .filter_map(Pid::from_raw);
        let mut strays = strays
            .filter(|&id| getsid(Some(id)).ok() != ours)
            .peekable();
        if strays.peek().is_none() {
            return;
        }
        for id in strays {
            let _ = kill_process(id, Signal::KILL);
            let _ = waitpid(Some(id), WaitOptions::NOHANG);
        }
    }
}
