//! Starts a child, waits for it, says what it uses, and ends it with all that it left.
//!
//! ```text
//! bouton ──▶ keeper ──▶ program ──▶ whatever it starts
//! bouton ──▶ keeper ──▶ bwrap ──▶ init ──▶ program ──▶ whatever it starts        (isolated)
//! ```

mod descendants;
#[cfg(target_os = "linux")]
mod init;
mod keeper;

use std::collections::HashMap;
use std::io::{self, PipeReader, Read, pipe};
use std::os::unix::process::ExitStatusExt;
use std::process::{self, Command, ExitStatus};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};

use super::{End, Limits, SMALL, Usage};
use crate::judge::verdict::Verdict;
use crate::threads::lock;
use crate::words::t;
#[cfg(target_os = "linux")]
pub(super) use init::{INIT, be_init};
use keeper::{NOT_STARTED, Report};

/// How long we wait until nothing is left of a run: what has gained the rights of another user cannot be killed.
const GONE: Duration = Duration::from_secs(5);

/// A running program, and its keeper.
pub(super) struct Child {
    keeper: process::Child,
    /// From init, if there is one, then from the keeper.
    reports: PipeReader,
    is_isolated: bool,
    /// The CPU time of each process that was seen, by its id.
    seen: HashMap<i32, Duration>,
}

/// The keepers that run. Whoever starts one reads `STARTING` until it stands here.
static KEEPERS: Mutex<Vec<i32>> = Mutex::new(Vec::new());
static STARTING: RwLock<()> = RwLock::new(());

impl Child {
    /// Starts `command`.
    pub(super) fn start(mut command: Command, limits: &Limits) -> io::Result<Self> {
        let (reports, writer) = pipe()?;
        keeper::put_between(&mut command, limits, writer);
        // The parent process may have made us ignore SIGCHLD; then exit codes of children would be lost.
        // SAFETY: the default is a valid action, and nobody has installed a handler.
        unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
        // What we hold costs a child time, and counts as its memory. Without this, the allocator keeps blocks of the
        // sizes that it has seen freed, up to 32 MiB.
        // SAFETY: this sets a parameter of the allocator, which locks itself meanwhile: blocks from 128 KiB on go back
        // to the system when they are freed, as at the start of a program.
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, 128 * 1024)
        };
        // What is left of a program that kills its keeper comes to us.
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        let starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
        let keeper = command.spawn()?;
        lock(&KEEPERS).push(keeper.id() as i32);
        drop(starting);
        // With it goes our end of the pipe, so that a report that nobody will write is not waited for.
        drop(command);
        Ok(Self {
            keeper,
            reports,
            is_isolated: limits.isolation.is_some(),
            seen: HashMap::new(),
        })
    }

    /// Waits for its end for about as long as this, and returns whether it has ended.
    pub(super) fn ends_within(&self, time: Duration) -> bool {
        let time = Timespec::try_from(time).ok();
        let mut reports = [PollFd::new(&self.reports, PollFlags::IN)];
        // If it cannot be asked, there is nothing to wait for either.
        match poll(&mut reports, time.as_ref()) {
            Err(error) => error != rustix::io::Errno::INTR,
            Ok(ready) => ready > 0,
        }
    }

    /// What it has used so far, as far as that can be seen.
    pub(super) fn usage(&mut self) -> Usage {
        let above = if self.is_isolated { 3 } else { 1 };
        descendants::usage(self.keeper.id() as i32, above, &mut self.seen)
    }

    /// Ends it with all that it left. Returns how it ended by itself, if it had, and what it used, of which so much was
    /// `seen` before.
    ///
    /// # Errors
    /// It could not be started in its sandbox.
    pub(super) fn end(mut self, seen: Usage) -> io::Result<(End, Usage)> {
        // It has not been waited for, so this is still its id. If it has ended, the signal has no effect.
        let _ = kill_process(Pid::from_child(&self.keeper), Signal::TERM);
        let mut bytes = [0; Report::LEN];
        let is_told = self.ends_within(GONE) && self.reports.read_exact(&mut bytes).is_ok();
        if !is_told {
            let _ = self.keeper.kill();
        }
        self.keeper.wait()?;
        lock(&KEEPERS).retain(|&id| id != self.keeper.id() as i32);
        if !is_told {
            let _none_starts = STARTING.write().unwrap_or_else(PoisonError::into_inner);
            descendants::kill_strays(&lock(&KEEPERS), GONE);
            return Ok((End::Signal(libc::SIGKILL), seen));
        }
        let report = Report::from_bytes(bytes);
        if let Some(error) = report.status.checked_sub(NOT_STARTED) {
            return Err(io::Error::from_raw_os_error(error as i32));
        }
        let status = ExitStatus::from_raw(report.status as i32);
        let end = match status.signal() {
            // It may have tried to write far beyond the end of a file, which leaves no trace.
            Some(libc::SIGXFSZ) => End::Exceeded(Verdict::OutputLimitExceeded),
            Some(signal) => End::Signal(signal),
            None if self.is_isolated && report.is_init == 0 => {
                return Err(io::Error::other(t!("bubblewrap (bwrap) failed")));
            }
            None => End::Exited(status.code().unwrap_or_default()),
        };
        // The kernel adds up its counts of all processors only now and then.
        let inherited = report.inherited + SMALL / 2;
        // What was seen while it ran is the program's own; what the kernel says may be ours.
        let own = Some(report.peak).filter(|&peak| peak > inherited);
        let own = own.max(seen.peak_memory);
        let used = Usage {
            cpu: Duration::from_micros(report.cpu).max(seen.cpu),
            peak_memory: own.or(Some(report.peak).filter(|&peak| peak <= SMALL)),
            is_sleeping: false,
        };
        Ok((end, used))
    }
}

/// How `signal` ends a program.
pub(super) fn ended_by(signal: i32) -> String {
    match signal_hook::low_level::signal_name(signal) {
        Some(name) => t!("killed by {signal}", signal = name),
        None => t!("killed by signal {signal}", signal),
    }
}
