//! Starts a child, waits for it, says what it uses, and ends it with all that it left.

use std::fmt;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getpid, getrlimit, kill_process_group,
    setrlimit, setsid, waitid,
};

use super::linux::{self, die_with, handle, inherited_memory, kill_session};
use super::{End, Limits, Usage};
use crate::interrupt::is_ignored;
use crate::words::t;

/// The kernel counts the memory of a child from the fork on, as a copy of this process. A peak up to our own
/// memory and this much more may not be the program's.
const INHERITED: u64 = 4 << 20;

/// Where the end of a child cannot be waited for together with something else, the interval between looks for it.
const PAUSE: Duration = Duration::from_millis(1);

/// A running program, which leads a session.
pub(super) struct Child {
    id: Pid,
    /// What can be read from when it has ended, where there is such a thing.
    handle: Option<OwnedFd>,
    /// The most that it was seen to use.
    seen: Usage,
    /// A peak up to this may not be the program's.
    inherited: u64,
    /// The limit of memory.
    memory: Option<u64>,
}

impl Child {
    /// Starts `command`.
    pub(super) fn start(mut command: Command, limits: &Limits) -> io::Result<Self> {
        set_apart(&mut command, limits);
        // The parent process may have made us ignore SIGCHLD; then exit codes of children would be lost.
        if is_ignored(libc::SIGCHLD) {
            // SAFETY: the default is a valid action, and no handler was installed before it.
            unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
        }
        keep_heap_small();
        let before = inherited_memory();
        let id = Pid::from_child(&command.spawn()?);
        Ok(Self {
            id,
            handle: handle(id),
            seen: Usage::default(),
            // Other threads make and drop test data meanwhile.
            inherited: before.max(inherited_memory()) + INHERITED,
            memory: limits.memory,
        })
    }

    /// Waits for its end for about as long as this, and returns whether it has ended. It stays to be waited for.
    pub(super) fn ends_within(&self, time: Duration) -> bool {
        if let Some(handle) = &self.handle {
            let timeout = Timespec::try_from(time).ok();
            // If this fails, because of a signal say, we only look early.
            let _ = poll(&mut [PollFd::new(handle, PollFlags::IN)], timeout.as_ref());
        } else {
            let start = Instant::now();
            while !self.has_ended() && start.elapsed() < time {
                std::thread::sleep(PAUSE);
            }
        }
        self.has_ended()
    }

    fn has_ended(&self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // If it cannot be asked, there is nothing to wait for either.
        !matches!(waitid(WaitId::Pid(self.id), look), Ok(None))
    }

    /// What it has used so far. `None` where that cannot be seen.
    pub(super) fn usage(&mut self) -> Option<Usage> {
        let now = linux::usage(self.id)?;
        self.seen = Usage {
            cpu: now.cpu.max(self.seen.cpu),
            peak_memory: now.peak_memory.max(self.seen.peak_memory),
            ..now
        };
        Some(self.seen)
    }

    /// Ends it with all that it left. Returns how it ended by itself, if it had, and what it used.
    pub(super) fn end(self) -> io::Result<(End, Usage)> {
        // The child has not been waited for, so this is still its group, even if it has ended.
        let killed = kill_process_group(self.id, Signal::KILL);
        if killed == Err(Errno::PERM) && !self.has_ended() {
            let message = t!("it runs with the rights of another user and cannot be killed");
            return Err(io::Error::other(message));
        }
        kill_session(self.id);
        let (status, cpu, peak) = reap(self.id);
        // What was seen while it ran is the program's own; what the kernel says may be ours.
        let seen = self.seen.peak_memory.filter(|&peak| peak > 0);
        let own_peak = peak.filter(|&peak| peak > self.inherited).max(seen);
        let end = match status.signal() {
            _ if self.memory.is_some() && own_peak > self.memory => End::TooMuchMemory,
            // It may have tried to write far beyond the end of a file, which leaves no trace.
            Some(libc::SIGXFSZ) => End::TooMuchOutput,
            Some(libc::SIGXCPU) => End::TimedOut,
            Some(signal) => End::Signal(signal),
            None => End::Exited(status.code().unwrap_or_default()),
        };
        let used = Usage {
            cpu: cpu.max(self.seen.cpu),
            peak_memory: own_peak.or(peak.filter(|&peak| peak <= 2 * INHERITED)),
            is_sleeping: false,
        };
        Ok((end, used))
    }
}

/// Puts the child into a session of its own, and limits the files that it writes and its CPU time.
///
/// A session is more than a group: no process can return from it to ours, and there is no terminal to
/// ask questions on.
fn set_apart(command: &mut Command, limits: &Limits) {
    // With a byte more than it may write, we can tell too much from just enough.
    let bytes = limits.output.saturating_add(1);
    // For processes that are not seen in /proc; the others are stopped earlier.
    let seconds = limits.cpu.as_secs().saturating_add(2);
    let limits = [
        (Resource::Fsize, bytes, bytes),
        (Resource::Cpu, seconds, seconds.saturating_add(1)),
        // Core dumps of crashing programs are not used, and writing them takes time.
        (Resource::Core, 0, 0),
    ];
    let limits = limits.map(|(resource, current, maximum)| {
        let at_most = |most: u64, limit: Option<u64>| Some(limit.map_or(most, |it| it.min(most)));
        let ours = getrlimit(resource);
        let limit = Rlimit {
            current: at_most(current, ours.current),
            maximum: at_most(maximum, ours.maximum),
        };
        (resource, limit)
    });
    let parent = getpid();
    let in_child = move || {
        // If we are killed, no one is left to kill it.
        die_with(parent)?;
        setsid()?;
        for (resource, limit) in limits {
            setrlimit(resource, limit)?;
        }
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
        Some(name) => f.write_str(&t!("killed by {signal}", signal = name)),
        None => f.write_str(&t!("killed by signal {signal}", signal = signal)),
    }
}
