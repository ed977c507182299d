//! Starts a child, waits for it within limits, ends it and all that it left.

use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getrlimit, kill_process_group, setrlimit,
    setsid, waitid,
};

use super::usage::{self, Usage};
use super::{End, Ended, LOOK, Limits, cannot_run, orphans};
use crate::error::Error;
use crate::interrupt::{Interrupt, is_ignored};

/// The kernel counts the memory of a child from the fork on, as a copy of this process. A peak up to our own
/// memory and this much more may not be the program's.
const INHERITED: u64 = 4 << 20;

/// Where the end of a child cannot be waited for together with something else, it is looked for after
/// this time, then after twice as long, and so on up to [`LONGEST_PAUSE`].
const SHORTEST_PAUSE: Duration = Duration::from_micros(200);
const LONGEST_PAUSE: Duration = Duration::from_millis(10);

/// Runs `command` until it ends, or has to.
pub(super) fn run(
    mut command: Command,
    limits: &Limits,
    is_flooded: &dyn Fn() -> bool,
    interrupt: &Interrupt,
) -> Result<Ended, Error> {
    let program = command.get_program().to_owned();
    set_apart(&mut command, limits);
    // The parent process may have made us ignore SIGCHLD; then exit codes of children would be lost.
    if is_ignored(libc::SIGCHLD) {
        // SAFETY: the default is a valid action, and no handler was installed before it.
        unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
    }
    keep_heap_small();
    let mut start = Instant::now();
    let child = orphans::start(|| {
        start = Instant::now();
        command.spawn().map(|child| Pid::from_child(&child))
    });
    let child = child.map_err(|error| cannot_run(&program, error))?;
    let inherited = usage::inherited_memory() + INHERITED;
    let mut usage = Usage::default();
    let reason = wait(child, start, limits, &mut usage, is_flooded, interrupt);
    let wall = start.elapsed();
    // The child has not been waited for, so this is still its group, even if it has ended.
    let killed = kill_process_group(child, Signal::KILL);
    if killed == Err(Errno::PERM) && !has_ended(child) {
        orphans::end(child);
        return Err(Error::io(
            &program.display().to_string(),
            io::Error::other("it runs with the rights of another user and cannot be killed"),
        ));
    }
    let (status, cpu, peak_memory) = reap(child);
    orphans::end(child);

    // What was seen while it ran is the program's own; what the kernel says may be ours.
    let seen = Some(usage.peak_memory).filter(|&peak| peak > 0);
    let own_peak = peak_memory.filter(|&peak| peak > inherited).max(seen);
    let end = reason.unwrap_or_else(|| match status.signal() {
        // It may have tried to write far beyond the end of a file, which leaves no trace.
        Some(libc::SIGXFSZ) => End::TooMuchOutput,
        Some(libc::SIGXCPU) => End::TimedOut,
        Some(signal) => End::Signal(signal),
        None => End::Exited(status.code().unwrap_or_default()),
    });
    let is_over = |most| own_peak.is_some_and(|peak| peak > most);
    Ok(Ended {
        end: limits.end(end, is_over),
        cpu: cpu.max(usage.cpu),
        wall,
        peak_memory: own_peak.or(peak_memory.filter(|&peak| peak <= 2 * INHERITED)),
    })
}

/// Puts the child into a session of its own, and limits the files that it writes and its CPU time.
///
/// A session is more than a group: no process can return from it to ours, and there is no terminal to
/// ask questions on.
fn set_apart(command: &mut Command, limits: &Limits) {
    let at_most = |most: u64, limit: Option<u64>| Some(limit.map_or(most, |limit| limit.min(most)));
    // With a byte more than it may write, we can tell too much from just enough.
    let most = limits.output.saturating_add(1);
    let files = getrlimit(Resource::Fsize);
    let files = Rlimit {
        current: at_most(most, files.current),
        maximum: at_most(most, files.maximum),
    };
    // For processes that are not seen in /proc; the others are stopped earlier.
    let seconds = limits.cpu.as_secs().saturating_add(2);
    let cpu = getrlimit(Resource::Cpu);
    let cpu = Rlimit {
        current: at_most(seconds, cpu.current),
        maximum: at_most(seconds.saturating_add(1), cpu.maximum),
    };
    // Core dumps of crashing programs are not used, and writing them takes time.
    let core = Rlimit {
        current: Some(0),
        ..getrlimit(Resource::Core)
    };
    #[cfg(target_os = "linux")]
    let parent = rustix::process::getpid();
    let in_child = move || {
        // If we are killed, no one is left to kill it. (The thread that starts it waits for it.)
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{getpid, getppid, kill_process, set_parent_process_death_signal};
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent may have died just before. Nobody would receive an error, so the process ends itself.
            if getppid() != Some(parent) {
                kill_process(getpid(), Signal::KILL)?;
            }
        }
        setsid()?;
        setrlimit(Resource::Fsize, files)?;
        setrlimit(Resource::Cpu, cpu)?;
        setrlimit(Resource::Core, core)?;
        Ok(())
    };
    // SAFETY: between fork and exec, only what is safe in a signal handler is allowed, as other threads
    // are gone and may have held locks. `in_child` makes a few system calls on numbers that it owns; it takes
    // no lock and no memory, errors included.
    unsafe { command.pre_exec(in_child) };
}

/// A child starts as a copy of this process, so what we hold costs it time, and counts as its memory.
fn keep_heap_small() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| {
            // Otherwise the allocator keeps blocks of the sizes that it has seen freed, up to 32 MiB.
            // SAFETY: this sets a parameter of the allocator, which locks itself meanwhile: blocks from
            // 128 KiB on go back to the system when they are freed, as at the start of a program.
            unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, 128 * 1024) };
        });
    }
}

/// Waits for the end of `child`, which stays to be waited for, or until it must be ended: then says
/// why. Keeps what it used in `usage`.
fn wait(
    child: Pid,
    start: Instant,
    limits: &Limits,
    usage: &mut Usage,
    is_flooded: &dyn Fn() -> bool,
    interrupt: &Interrupt,
) -> Option<End> {
    let handle = handle(child);
    let (mut pause, longest) = match handle {
        Some(_) => (LOOK, LOOK),
        None => (SHORTEST_PAUSE, LONGEST_PAUSE),
    };
    let mut slept = Duration::ZERO;
    let mut last_look = Instant::now();
    loop {
        let timeout = Timespec::try_from(pause).ok();
        // If this fails, because of a signal say, we only look early.
        let mut child_fd: Vec<_> = handle
            .iter()
            .map(|child| PollFd::new(child, PollFlags::IN))
            .collect();
        let _ = poll(&mut child_fd, timeout.as_ref());
        if has_ended(child) {
            return None;
        }
        if interrupt.is_raised() {
            return Some(End::Interrupted);
        }
        if is_flooded() {
            return Some(End::TooMuchOutput);
        }
        pause = (2 * pause).min(longest);
        if last_look.elapsed() >= LOOK {
            if let Some(now) = usage::of(child) {
                if now.is_sleeping && now.cpu <= usage.cpu {
                    // More, if this process was stopped itself.
                    slept += last_look.elapsed().min(2 * LOOK);
                }
                *usage = Usage {
                    cpu: now.cpu.max(usage.cpu),
                    peak_memory: now.peak_memory.max(usage.peak_memory),
                    ..now
                };
            }
            last_look = Instant::now();
        }
        if limits.memory.is_some_and(|most| usage.peak_memory > most) {
            return Some(End::TooMuchMemory);
        }
        if limits.time_is_up(usage.cpu, slept, start.elapsed()) {
            return Some(End::TimedOut);
        }
    }
}

/// Something that can be read from when `child` has ended, where there is such a thing: Linux 5.3.
#[cfg(target_os = "linux")]
fn handle(child: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(child, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn handle(_child: Pid) -> Option<OwnedFd> {
    None
}

fn has_ended(child: Pid) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // If it cannot be asked, there is nothing to wait for either.
    !matches!(waitid(WaitId::Pid(child), look), Ok(None))
}

/// Waits for `child`, which has ended or been killed: its status, its CPU time, and the most memory that
/// it had.
fn reap(child: Pid) -> (ExitStatus, Duration, Option<u64>) {
    let child = child.as_raw_nonzero().get();
    let mut status = 0;
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: the call writes to `status` and `usage`, which are ours and large enough.
        let waited = unsafe { libc::wait4(child, &raw mut status, 0, usage.as_mut_ptr()) };
        if waited == child {
            break;
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            // Other code has waited for it, contrary to the contract; nothing is known then.
            return (ExitStatus::default(), Duration::ZERO, None);
        }
    }
    // SAFETY: the call has filled it; besides, all bytes 0 are a valid `rusage`.
    let usage = unsafe { usage.assume_init() };
    // Apple counts bytes, all others KiB.
    let unit = if cfg!(target_vendor = "apple") {
        1
    } else {
        1024
    };
    let peak = u64::try_from(usage.ru_maxrss).ok().map(|most| most * unit);
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
    };
    let cpu = time(usage.ru_utime) + time(usage.ru_stime);
    (ExitStatus::from_raw(status), cpu, peak)
}

/// Writes how `signal` ends a program.
pub(super) fn write_signal(signal: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match signal_hook::low_level::signal_name(signal) {
        Some(name) => write!(f, "killed by {name}"),
        None => write!(f, "killed by signal {signal}"),
    }
}
