//! The processes below another, and what `/proc` says of them.

use std::collections::{HashMap, VecDeque};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::param::clock_ticks_per_second;
use rustix::process::{Pid, Signal, kill_process};

use super::super::{LOOK, MAX_PROCESSES, MAX_THREADS, RunLimits, State, Usage};

/// The number of processes that are killed at once.
pub(super) const MAX_KILLED: usize = 1 << 14;

/// About the time that it takes to kill one of them, and for it to end: 8 to 20 microseconds, 30 to 100 for it.
const KILLING: Duration = Duration::from_micros(50);

/// What was seen of a program's processes, of those too that have ended since.
#[derive(Default)]
pub(super) struct Seen {
    /// The CPU time of each process, by its id, in nanoseconds.
    cpu: HashMap<i32, u64>,
    /// The time for which each thread waited for a processor, in nanoseconds.
    waited: HashMap<i32, u64>,
    /// How often each thread that was runnable at the last look had begun to wait for something else.
    runnable: HashMap<i32, u64>,
}

/// A process that runs, or has ended and was not waited for.
struct Process {
    id: i32,
    /// The CPU time of itself, and of the children that it waited for, in nanoseconds.
    cpu: [u64; 2],
    children: Vec<i32>,
    /// Its threads, and what each does, as a letter.
    threads: Vec<(i32, char)>,
    /// A thread of it waits until a child has another memory than it, or has ended.
    shares_memory: bool,
}

/// The memory of a process, in bytes.
struct Memory {
    /// The most that it had.
    peak: u64,
    now: u64,
    /// What it has now that is in no file. Processes may share that, too, as long as none writes it.
    written: u64,
    /// Page tables.
    tables: u64,
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

/// The state of a process or thread, the CPU time of itself and of the children that it waited for, in nanoseconds, and
/// the number of threads.
fn stat(path: &str) -> Option<(char, [u64; 2], u64)> {
    let text = read(&format!("{path}/stat"))?;
    // Its name comes first, and may be anything.
    let (_, text) = text.rsplit_once(") ")?;
    let words: Vec<_> = text.split(' ').collect();
    let number = |at: usize| words.get(at)?.parse::<u64>().ok();
    let tick = 1_000_000_000 / clock_ticks_per_second();
    let times = [number(11)? + number(12)?, number(13)? + number(14)?].map(|ticks| ticks * tick);
    Some((text.chars().next()?, times, number(17)?))
}

/// The threads of a process, or of too many some.
fn threads(id: i32) -> Vec<i32> {
    let threads = fs::read_dir(format!("/proc/{id}/task"))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|thread| thread.file_name().to_str()?.parse().ok());
    threads.take(MAX_THREADS + 1).collect()
}

impl Process {
    /// The process of this number; `waited` gets how long its threads have waited.
    fn at(id: i32, waited: &mut HashMap<i32, u64>) -> Option<Self> {
        let (state, cpu, count) = stat(&id.to_string())?;
        let mut process = Self {
            id,
            cpu,
            children: Vec::new(),
            threads: Vec::new(),
            shares_memory: false,
        };
        let mut computed = 0;
        // There may be thousands of processes with one.
        for thread in if count == 1 { vec![id] } else { threads(id) } {
            let path = format!("{id}/task/{thread}");
            let children = read(&format!("{path}/children")).unwrap_or_default();
            let state = match count {
                1 => state,
                _ => stat(&path).map_or('X', |(state, ..)| state),
            };
            // After `vfork`, it is called a wait for a disk, too.
            let waits_for_child = state == 'D' && !children.is_empty();
            let state = if waits_for_child { 'S' } else { state };
            process.shares_memory |= waits_for_child;
            process.threads.push((thread, state));
            let children = numbers(&children).map(|id| id as i32);
            process.children.extend(children);
            let times = read(&format!("{path}/schedstat")).unwrap_or_default();
            let mut times = numbers(&times);
            computed += times.next().unwrap_or(0);
            if let Some(time) = times.next() {
                let before = waited.entry(thread).or_default();
                *before = time.max(*before);
            }
        }
        // Of hundreds that began just now, none may have had a whole tick.
        process.cpu[0] = process.cpu[0].max(computed);
        Some(process)
    }

    /// Whether a thread of it is in this state.
    fn is_any(&self, state: char) -> bool {
        self.threads.iter().any(|&(_, of_thread)| of_thread == state)
    }

    /// Whether it has ended, and only waits for its parent to collect its status.
    fn has_ended(&self) -> bool {
        self.threads.iter().all(|(_, state)| *state == 'Z')
    }

    /// Its threads that compute or wait for a processor, and how often each has begun to wait for something else.
    fn runnable(&self) -> impl Iterator<Item = (i32, u64)> {
        let runnable = self.threads.iter().filter(|(_, state)| *state == 'R');
        runnable.filter_map(|(thread, _)| {
            let status = read(&format!("{}/task/{thread}/status", self.id))?;
            Some((*thread, field(&status, "voluntary_ctxt_switches:")?))
        })
    }

    /// The memory that it has. If it has ended, it has none.
    fn memory(&self) -> Option<Memory> {
        let status = read(&format!("{}/status", self.id))?;
        let size = |name| Some(field(&status, name)? * 1024);
        let now = size("VmRSS:")? + size("VmSwap:").unwrap_or(0);
        // So much is usual; who reads memory that was never written needs nothing else.
        let tables = size("VmPTE:").unwrap_or(0).saturating_sub(1 << 20);
        Some(Memory {
            peak: now.max(size("VmHWM:")?),
            now,
            written: size("RssAnon:").unwrap_or(0) + size("VmSwap:").unwrap_or(0),
            tables,
        })
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
    /// If that is more than the limits allow in time, or they are too many, their memory does not matter.
    pub(super) fn usage(&mut self, keeper: i32, above: usize, limits: &RunLimits) -> Usage {
        let mut others = HashMap::new();
        let mut last = Process::at(keeper, &mut others);
        for _ in 1..above {
            last = last.and_then(|outer| Process::at(*outer.children.first()?, &mut others));
        }
        let Some(last) = last else {
            return Usage::default();
        };
        let (processes, are_too_many) = self.below(&last);
        let mut usage = Usage {
            cpu: self.cpu(&last, &processes),
            are_too_many,
            ..Usage::default()
        };
        if are_too_many {
            return usage;
        }
        usage.state = self.state(&last, &processes);
        if usage.state != State::Unknown && !self.waited.is_empty() {
            let waited = Duration::from_nanos(self.waited.values().sum());
            usage.busy = Some(usage.cpu + waited);
        }
        if !limits.is_over(&usage) {
            usage.peak_memory = memory(processes);
        }
        usage
    }

    /// The processes below this one, and whether they are too many: then not all of them. Those may multiply faster
    /// than we can look. Children of this one, among them orphans, do not count once they have ended: this one may be
    /// too busy to wait for them.
    fn below(&mut self, last: &Process) -> (Vec<Process>, bool) {
        let (mut ids, mut processes) = (VecDeque::from(last.children.clone()), Vec::new());
        let (mut children, mut count, mut threads) = (ids.len(), 0, 0);
        // Parents before their children: so none is counted twice, if it is waited for meanwhile.
        while let Some(id) = ids.pop_front() {
            let is_child = children > 0;
            children -= usize::from(is_child);
            let Some(process) = Process::at(id, &mut self.waited) else {
                continue;
            };
            if !(is_child && process.has_ended()) {
                count += 1;
                threads += process.threads.len();
            }
            ids.extend(&process.children);
            processes.push(process);
            if count + ids.len() - children > MAX_PROCESSES || threads > MAX_THREADS {
                return (processes, true);
            }
        }
        (processes, false)
    }

    /// The CPU time of these processes below one, and of those that were seen.
    fn cpu(&mut self, last: &Process, processes: &[Process]) -> Duration {
        // The last one above waits for orphans.
        let mut now = last.cpu[1];
        for process in processes {
            let before = self.cpu.entry(process.id).or_default();
            *before = process.cpu[0].max(*before);
            now += process.cpu.iter().sum::<u64>();
        }
        // Not all are waited for: who ignores SIGCHLD does not.
        Duration::from_nanos(now.max(self.cpu.values().sum()))
    }

    /// What the threads of these processes below one do.
    fn state(&mut self, last: &Process, processes: &[Process]) -> State {
        let runnable: HashMap<_, _> = processes.iter().flat_map(Process::runnable).collect();
        let before = std::mem::replace(&mut self.runnable, runnable);
        let is_any = |state| processes.iter().any(|it| it.is_any(state));
        let has_ended = |it: &Process| last.children.contains(&it.id) && it.has_ended();
        // A keeper may not have come to see that the program has ended; and who waits for a disk neither sleeps nor
        // computes.
        if processes.is_empty() || processes.iter().any(has_ended) || is_any('D') {
            State::Unknown
        } else if (self.runnable.iter()).any(|(id, times)| before.get(id) == Some(times)) {
            State::AlwaysRunnable
        } else if is_any('R') {
            State::Runnable
        } else {
            State::Sleeping
        }
    }
}

/// The most memory that these have at once, or one of them had, as far as is known.
fn memory(mut processes: Vec<Process>) -> Option<u64> {
    processes.retain(|process| !process.shares_memory);
    let memory: Vec<_> = processes.iter().filter_map(Process::memory).collect();
    let sum = |of: fn(&Memory) -> u64| memory.iter().map(of).sum::<u64>();
    let most = memory.iter().map(|memory| memory.peak).max()?;
    let mut at_once = sum(|memory| memory.now);
    if at_once > most {
        at_once = shares(processes).unwrap_or_else(|| sum(|memory| memory.written));
    }
    Some(most.max(at_once) + sum(|memory| memory.tables)).filter(|&most| most > 0)
}

/// The memory of all these, where what several share is counted once. That takes longer, and without end while they
/// multiply: each lets us look when it has started another one. Then `None`.
fn shares(processes: Vec<Process>) -> Option<u64> {
    let (sender, receiver) = mpsc::channel();
    let now = |process: &Process| process.memory().map(|memory| memory.now);
    let share = move |process: &Process| process.share().or(now(process));
    let sum = move || sender.send(processes.iter().filter_map(share).sum());
    thread::Builder::new().spawn(sum).ok()?;
    receiver.recv_timeout(LOOK).ok()
}

/// The file that lists the children of the first thread of a process, to which orphans go as well.
pub(super) fn children(id: i32) -> io::Result<File> {
    let mut path = [0; 40];
    write!(&mut path[..], "/proc/{id}/task/{id}/children")?;
    let len = path.iter().position(|&b| b == 0).unwrap_or(path.len());
    File::open(OsStr::from_bytes(&path[..len]))
}

/// Adds the numbers in such a file, as many as there is room for.
fn add_listed(list: &File, ids: &mut Vec<i32>) {
    let (mut text, mut start) = ([0; 4096], 0);
    while let Ok(len) = list.read_at(&mut text, start)
        // The last one may be cut.
        && let Some(end) = text[..len].iter().rposition(|&b| b == b' ')
    {
        let found = str::from_utf8(&text[..end])
            .unwrap_or_default()
            .split(' ')
            .filter_map(|id| id.parse::<i32>().ok());
        ids.extend(found.take(ids.capacity() - ids.len()));
        start += end as u64 + 1;
    }
}

/// Kills the children in this list that `is_ours` is true of, and what can be seen below them. Who is killed starts
/// nothing more: so parents come before their children, and those cannot multiply faster than they are killed. Then it
/// leaves them the time to end that it took. Takes no memory but the room in `ids`.
pub(super) fn kill_children(list: &File, ids: &mut Vec<i32>, is_ours: impl Fn(i32) -> bool) {
    ids.clear();
    add_listed(list, ids);
    ids.retain(|&id| is_ours(id));
    let mut time = Duration::ZERO;
    while let Some(id) = ids.pop() {
        time += KILLING;
        let _ = Pid::from_raw(id).map(|id| kill_process(id, Signal::KILL));
        // Else it may be seconds until it comes to end, with locks that the others wait for.
        put_first(id, true);
        if let Ok(list) = children(id) {
            add_listed(&list, ids);
        }
    }
    thread::sleep(time);
}

/// Kills our descendants but these keepers and what is in our session, and waits for them: what a program left that
/// killed its keeper. Their children become ours then. Adds what they `used`.
pub(super) fn kill_strays(keepers: &[i32], time: Duration, used: &mut Usage) {
    let Ok(list) = children(std::process::id() as i32) else {
        return;
    };
    let ours = session_of(0);
    let is_stray = |id: i32| !keepers.contains(&id) && session_of(id) != ours;
    let [mut strays, mut ids] = [(); 2].map(|()| Vec::with_capacity(MAX_KILLED));
    let start = Instant::now();
    while start.elapsed() < time {
        strays.clear();
        add_listed(&list, &mut strays);
        strays.retain(|&id| is_stray(id));
        if strays.is_empty() {
            return;
        }
        kill_children(&list, &mut ids, is_stray);
        for &id in &strays {
            if let Some((_, more)) = super::wait_for(id, libc::WNOHANG) {
                used.cpu += more.cpu;
                used.peak_memory = used.peak_memory.max(more.peak_memory);
            }
        }
    }
}

/// Has a thread, 0 for this one, run before all others, or no more, where the system lets us, as it lets root: the
/// others may be thousands. Processes that it starts do not: a keeper may be put first before it has started its
/// program. Returns whether that is done.
pub fn put_first(thread: i32, is_first: bool) -> bool {
    let first = libc::SCHED_FIFO | libc::SCHED_RESET_ON_FORK;
    let policy = if is_first { first } else { libc::SCHED_OTHER };
    let priority = i32::from(is_first);
    // SAFETY: the kernel reads a number. The function of this name does nothing in some C libraries.
    let code = unsafe { libc::syscall(libc::SYS_sched_setscheduler, thread, policy, &raw const priority) };
    code == 0
}

/// The session of a process, 0 for this one: 0 if it began outside of the container or namespace that we are in, which
/// `rustix` takes for impossible.
fn session_of(id: i32) -> i32 {
    // SAFETY: the call touches no memory.
    unsafe { libc::getsid(id) }
}
