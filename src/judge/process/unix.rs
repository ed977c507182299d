//! Starts a child, waits for it, says what it uses, and ends it with all that it left.

mod session;

use std::io::{self, PipeWriter, Read, pipe};
use std::mem::MaybeUninit;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, kill_process_group, setrlimit, setsid,
    waitid,
};
#[cfg(target_os = "linux")]
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{PidfdFlags, getpid, getppid, pidfd_open, set_parent_process_death_signal},
};

use super::{End, Limits, SMALL, Usage};
use crate::judge::verdict::Verdict;
use crate::words::t;

/// A running program, which leads a session.
pub(super) struct Child {
    id: Pid,
    /// The kernel counts the memory of a child from the fork on, as a copy of this process: a peak up to this may not be
    /// the program's.
    inherited: u64,
}

impl Child {
    /// Starts `command`.
    pub(super) fn start(mut command: Command, limits: &Limits) -> io::Result<Self> {
        let (mut reader, writer) = pipe()?;
        set_apart(&mut command, limits, writer);
        // The parent process may have made us ignore SIGCHLD; then exit codes of children would be lost.
        // SAFETY: the default is a valid action, and nobody has installed a handler.
        unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
        // What we hold costs a child time, and counts as its memory. Without this, the allocator keeps blocks of the sizes
        // that it has seen freed, up to 32 MiB.
        // SAFETY: this sets a parameter of the allocator, which locks itself meanwhile: blocks from 128 KiB on go back to
        // the system when they are freed, as at the start of a program.
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, 128 * 1024)
        };
        let id = Pid::from_child(&command.spawn()?);
        // The child wrote it before `exec`.
        let mut inherited = [0; size_of::<u64>()];
        reader.read_exact(&mut inherited)?;
        Ok(Self {
            id,
            // The kernel adds up its counts of all processors only now and then.
            inherited: u64::from_ne_bytes(inherited) + SMALL / 2,
        })
    }

    /// Waits for its end for about as long as this, and returns whether it has ended. It stays to be waited for.
    pub(super) fn ends_within(&self, time: Duration) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // If it cannot be asked, there is nothing to wait for either.
        let has_ended = || !matches!(waitid(WaitId::Pid(self.id), look), Ok(None));
        #[cfg(target_os = "linux")]
        if let Ok(handle) = pidfd_open(self.id, PidfdFlags::empty()) {
            let time = Timespec::try_from(time).ok();
            let _ = poll(&mut [PollFd::new(&handle, PollFlags::IN)], time.as_ref());
            return has_ended();
        }
        let start = Instant::now();
        while !has_ended() && start.elapsed() < time {
            std::thread::sleep(Duration::from_millis(1));
        }
        has_ended()
    }

    /// What it has used so far, as far as that can be seen.
    pub(super) fn usage(&self) -> Usage {
        session::usage(self.id)
    }

    /// Ends it with all that it left. Returns how it ended by itself, if it had, and what it used, of which so much was
    /// `seen` before.
    pub(super) fn end(self, seen: Usage) -> (End, Usage) {
        // The child has not been waited for, so this is still its group, even if it has ended.
        let _ = kill_process_group(self.id, Signal::KILL);
        session::kill(self.id);
        let (status, cpu, peak) = reap(self.id);
        let end = match status.signal() {
            // It may have tried to write far beyond the end of a file, which leaves no trace.
            Some(libc::SIGXFSZ) => End::Exceeded(Verdict::OutputLimitExceeded),
            Some(libc::SIGXCPU) => End::Exceeded(Verdict::TimeLimitExceeded),
            Some(signal) => End::Signal(signal),
            None => End::Exited(status.code().unwrap_or_default()),
        };
        // What was seen while it ran is the program's own; what the kernel says may be ours.
        let own = Some(peak).filter(|&peak| peak > self.inherited);
        let own = own.max(seen.peak_memory);
        let used = Usage {
            cpu: cpu.max(seen.cpu),
            peak_memory: own.or(Some(peak).filter(|&peak| peak <= SMALL)),
            is_sleeping: false,
        };
        (end, used)
    }
}

/// Puts the child into a session of its own, limits the files that it writes and its CPU time, and lets it write to
/// `inherited` how much memory it has before it becomes another program.
///
/// A session is more than a group: no process can return from it to ours, and there is no terminal to
/// ask questions on.
fn set_apart(command: &mut Command, limits: &Limits, inherited: PipeWriter) {
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
    #[cfg(target_os = "linux")]
    let judge = getpid();
    let in_child = move || {
        // If we are killed, no one is left to kill it. We may have been before it asked for that.
        #[cfg(target_os = "linux")]
        {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            if getppid() != Some(judge) {
                return Err(Errno::CHILD.into());
            }
        }
        setsid()?;
        for (resource, current, maximum) in limits {
            let [current, maximum] = [current, maximum].map(Some);
            // Where our own limit is lower, it stays.
            let _ = setrlimit(resource, Rlimit { current, maximum });
        }
        let mut used = MaybeUninit::zeroed();
        // SAFETY: the call writes to `used`, which is ours and large enough; besides, all bytes 0 are a valid `rusage`.
        let used = unsafe {
            libc::getrusage(libc::RUSAGE_SELF, used.as_mut_ptr());
            used.assume_init()
        };
        rustix::io::write(&inherited, &peak(&used).to_ne_bytes())?;
        Ok(())
    };
    // SAFETY: between fork and exec, only what is safe in a signal handler is allowed, as other threads
    // are gone and may have held locks. `in_child` makes a few system calls on what it owns; it takes
    // no lock and no memory, errors included.
    unsafe { command.pre_exec(in_child) };
}

/// Waits for `child`, which has ended or been killed: its status, its CPU time, and the most memory that
/// it had.
fn reap(child: Pid) -> (ExitStatus, Duration, u64) {
    let mut status = 0;
    let mut used = MaybeUninit::zeroed();
    let id = child.as_raw_nonzero().get();
    // SAFETY: the call writes to `status` and `used`, which are ours and large enough.
    while unsafe { libc::wait4(id, &raw mut status, 0, used.as_mut_ptr()) } != id
        && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
    {}
    // SAFETY: the call has filled it; besides, all bytes 0 are a valid `rusage`.
    let used = unsafe { used.assume_init() };
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
    };
    let cpu = time(used.ru_utime) + time(used.ru_stime);
    (ExitStatus::from_raw(status), cpu, peak(&used))
}

/// The most memory at once, in bytes.
fn peak(used: &libc::rusage) -> u64 {
    // Apple counts bytes, all others KiB.
    let unit = if cfg!(target_vendor = "apple") {
        1
    } else {
        1024
    };
    used.ru_maxrss as u64 * unit
}

/// How `signal` ends a program.
pub(super) fn ended_by(signal: i32) -> String {
    match signal_hook::low_level::signal_name(signal) {
        Some(name) => t!("killed by {signal}", signal = name),
        None => t!("killed by signal {signal}", signal),
    }
}
