//! The processes below another, and what `/proc` says of them.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::thread;
use std::time::{Duration, Instant};

use rustix::param::clock_ticks_per_second;
use rustix::process::{Pid, Signal, kill_process};

use super::super::{RunLimits, State, Usage};

/// What was seen of a program's processes, of those too that have ended since.
#[derive(Default)]
pub(super) struct Seen {
    /// The CPU time of each process, by its id, in the kernel's unit.
    cpu: HashMap<i32, u64>,
    /// The time for which each thread waited for a processor, in nanoseconds.
    waited: HashMap<i32, u64>,
    /// How often each thread that was runnable at the last look had begun to wait for something else.
    runnable: HashMap<i32, u64>,
}

/// A process that runs, or has ended and was not waited for.
struct Process {
    id: i32,
    /// The CPU time of itself, and of the children that it waited for.
    cpu: [u64; 2],
    children: Vec<i32>,
    /// Its threads, and what they do, each as a letter.
    threads: Vec<i32>,
    states: String,
    /// A thread of it waits until a child has another memory than it, or has ended.
    shares_memory: bool,
}

/// What is in a file of `/proc`. It may have a name in it that is not UTF-8.
fn read(path: &str) -> Option<String> {
    let mut text = Vec::with_capacity(4096);
    let file = File::open(format!("/proc/{path}")).ok()?;
    // Its length is not known before, and asking costs as much as reading.
    file.take(u64::MAX).read_to_end(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}

fn numbers(text: &str) -> impl Iterator<Item = u64> {
    text.split_whitespace().filter_map(|word| word.parse().ok())
}

/// The state of a process or thread, the CPU time of itself and of the children that it waited for, and the number of
/// threads.
fn stat(path: &str) -> Option<(char, [u64; 2], u64)> {
    let text = read(&format!("{path}/stat"))?;
    // Its name comes first, and may be anything.
    let (_, text) = text.rsplit_once(") ")?;
    let words: Vec<_> = text.split(' ').collect();
    let number = |at: usize| words.get(at)?.parse::<u64>().ok();
    let times = [number(11)? + number(12)?, number(13)? + number(14)?];
    Some((text.chars().next()?, times, number(17)?))
}

impl Process {
    /// The process of this number; `waited` gets how long its threads have waited.
    fn at(id: i32, waited: &mut HashMap<i32, u64>) -> Option<Self> {
        let (state, cpu, threads) = stat(&id.to_string())?;
        let mut process = Self {
            id,
            cpu,
            children: Vec::new(),
            threads: Vec::new(),
            states: String::new(),
            shares_memory: false,
        };
        let threads: Vec<i32> = match threads {
            // There may be thousands of such processes.
            1 => vec![id],
            _ => (fs::read_dir(format!("/proc/{id}/task"))
                .into_iter()
                .flatten()
                .flatten())
            .filter_map(|thread| thread.file_name().to_str()?.parse().ok())
            .collect(),
        };
        for &thread in &threads {
            let path = format!("{id}/task/{thread}");
            let children = read(&format!("{path}/children")).unwrap_or_default();
            let state = match threads.len() {
                1 => state,
                _ => stat(&path).map_or('X', |(state, ..)| state),
            };
            // After `vfork`, it is called a wait for a disk, too.
            let waits_for_child = state == 'D' && !children.is_empty();
            process.shares_memory |= waits_for_child;
            process
                .states
                .push(if waits_for_child { 'S' } else { state });
            process
                .children
                .extend(numbers(&children).map(|id| id as i32));
            let times = read(&format!("{path}/schedstat"));
            if let Some(time) = times.and_then(|times| numbers(&times).nth(1)) {
                let before = waited.entry(thread).or_default();
                *before = time.max(*before);
            }
        }
        process.threads = threads;
        Some(process)
    }

    /// Its threads that compute or wait for a processor, and how often each has begun to wait for something else.
    fn runnable(&self) -> impl Iterator<Item = (i32, u64)> {
        let threads = self.threads.iter().zip(self.states.chars());
        let runnable = threads.filter(|(_, state)| *state == 'R');
        runnable.filter_map(|(thread, _)| {
            let status = read(&format!("{}/task/{thread}/status", self.id))?;
            Some((*thread, field(&status, "voluntary_ctxt_switches:")?))
        })
    }

    /// The most memory that it had at once, what it has, and page tables, in bytes. If it has ended, it has none.
    fn memory(&self) -> Option<[u64; 3]> {
        let status = read(&format!("{}/status", self.id))?;
        let size = |name| Some(field(&status, name)? * 1024);
        let now = size("VmRSS:")? + size("VmSwap:").unwrap_or(0);
        // So much is usual; who reads memory that was never written needs nothing else.
        let tables = size("VmPTE:").unwrap_or(0).saturating_sub(1 << 20);
        Some([now.max(size("VmHWM:")?), now, tables])
    }

    /// Its part of the memory that it has, where several share some.
    fn share(&self) -> Option<u64> {
        let maps = read(&format!("{}/smaps_rollup", self.id))?;
        let parts = ["Pss:", "SwapPss:"].map(|name| field(&maps, name));
        Some(parts.into_iter().flatten().sum::<u64>() * 1024)
    }
}

/// The number on the line that begins with this name; of memory, in KiB.
fn field(text: &str, name: &str) -> Option<u64> {
    let mut lines = text.lines();
    numbers(lines.find_map(|line| line.strip_prefix(name))?).next()
}

impl Seen {
    /// What the processes have used that are more than `above` generations below one, of which `keeper` is the first.
    /// If that is more time than the limits allow, their memory does not matter.
    pub(super) fn usage(&mut self, keeper: i32, above: usize, limits: &RunLimits) -> Usage {
        let mut others = HashMap::new();
        let mut last = Process::at(keeper, &mut others);
        for _ in 1..above {
            last = last.and_then(|outer| Process::at(*outer.children.first()?, &mut others));
        }
        let Some(last) = last else {
            return Usage::default();
        };
        // Parents before their children: so none is counted twice, if it is waited for meanwhile.
        let (mut generation, mut processes) = (last.children.clone(), Vec::new());
        while !generation.is_empty() {
            let found = generation.iter();
            let found = found.filter_map(|&id| Process::at(id, &mut self.waited));
            let found: Vec<_> = found.collect();
            generation = found.iter().flat_map(|it| it.children.clone()).collect();
            processes.extend(found);
        }
        // The last one above waits for orphans.
        let mut now = last.cpu[1];
        for process in &processes {
            let before = self.cpu.entry(process.id).or_default();
            *before = process.cpu[0].max(*before);
            now += process.cpu.iter().sum::<u64>();
        }
        // Not all are waited for: who ignores SIGCHLD does not.
        let ticks = now.max(self.cpu.values().sum());
        let has_ended = |it: &Process| {
            last.children.contains(&it.id) && it.states.chars().all(|state| state == 'Z')
        };
        let is_any = |states: [char; 2]| processes.iter().any(|it| it.states.contains(states));
        // A keeper may not have come to see that the program has ended.
        let is_seen = !processes.is_empty() && !processes.iter().any(has_ended);
        let cpu = Duration::from_millis(ticks * 1000 / clock_ticks_per_second());
        let waited = Duration::from_nanos(self.waited.values().sum());
        // Who waits for a disk neither sleeps nor computes.
        let is_known = is_seen && !is_any(['D'; 2]) && !self.waited.is_empty();
        let runnable: HashMap<_, _> = processes.iter().flat_map(Process::runnable).collect();
        let before = std::mem::replace(&mut self.runnable, runnable);
        let mut runnable = self.runnable.iter();
        let usage = Usage {
            cpu,
            busy: is_known.then_some(cpu + waited),
            peak_memory: None,
            state: match is_seen && !is_any(['D'; 2]) {
                false => State::Unknown,
                true if runnable.any(|(id, times)| before.get(id) == Some(times)) => {
                    State::AlwaysRunnable
                }
                true if is_any(['R'; 2]) => State::Runnable,
                true => State::Sleeping,
            },
        };
        Usage {
            peak_memory: (!limits.is_over(&usage))
                .then(|| memory(processes))
                .flatten(),
            ..usage
        }
    }
}

/// The most memory that these have at once, or one of them had, as far as is known.
fn memory(mut processes: Vec<Process>) -> Option<u64> {
    processes.retain(|process| !process.shares_memory);
    let memory: Vec<_> = processes.iter().filter_map(Process::memory).collect();
    let most = memory.iter().map(|&[peak, ..]| peak).max()?;
    let mut at_once = memory.iter().map(|&[_, now, _]| now).sum();
    if at_once > most {
        // What several share is counted once. That takes longer.
        let now = |process: &Process| process.memory().map(|[_, now, _]| now);
        let share = |process: &Process| process.share().or(now(process));
        at_once = processes.iter().filter_map(share).sum();
    }
    let tables: u64 = memory.iter().map(|&[.., tables]| tables).sum();
    Some(most.max(at_once) + tables).filter(|&most| most > 0)
}

/// Kills our descendants but these keepers and what is in our session, and waits for them: what a program left that
/// killed its keeper. Their children become ours then. Adds what they `used`.
pub(super) fn kill_strays(keepers: &[i32], time: Duration, used: &mut Usage) {
    let ours = session_of(0);
    let start = Instant::now();
    while start.elapsed() < time {
        let children = Process::at(std::process::id() as i32, &mut HashMap::new());
        let mut children = children.map_or(Vec::new(), |process| process.children);
        children.retain(|id| !keepers.contains(id) && session_of(*id) != ours);
        if children.is_empty() {
            return;
        }
        for id in children {
            let _ = Pid::from_raw(id).map(|id| kill_process(id, Signal::KILL));
            if let Some((_, more)) = super::wait_for(id, libc::WNOHANG) {
                used.cpu += more.cpu;
                used.peak_memory = used.peak_memory.max(more.peak_memory);
            }
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The session of a process, 0 for this one: 0 if it began outside of the container or namespace that we are in, which
/// `rustix` takes for impossible.
fn session_of(id: i32) -> i32 {
    // SAFETY: the call touches no memory.
    unsafe { libc::getsid(id) }
}
