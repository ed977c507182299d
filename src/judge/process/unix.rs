//! Starts a child, waits for it, says what it uses, and ends it with all that it left.
//!
//! ```text
//! bouton ──▶ keeper ──▶ program ──▶ whatever it starts                  (on Linux forked by the zygote)
//! bouton ──▶ bwrap ──▶ keeper ──▶ program ──▶ whatever it starts        (isolated)
//! ```

#[cfg(target_os = "linux")]
mod descendants;
mod keeper;
#[cfg(target_os = "linux")]
mod refusals;
#[cfg(target_os = "linux")]
mod zygote;

use std::fs::File;
use std::io::{self, Read};
use std::mem::MaybeUninit;
use std::net::Shutdown;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{Pid, Signal, kill_process, setsid};

use super::{RunLimits, Start, Termination, Usage};
use crate::judge::verdict::Verdict;
use crate::threads::lock;
use crate::words::t;
#[cfg(target_os = "linux")]
pub use descendants::put_first;
pub(super) use keeper::Report;
pub use keeper::be_keeper;
use keeper::{KEEPER, Order};
#[cfg(target_os = "linux")]
pub(super) use zygote::send_with_files;

/// How long we wait until nothing is left of a run: what has gained the rights of another user cannot be killed.
const GONE: Duration = Duration::from_secs(5);

/// A running program, and its keeper.
pub(super) struct Child {
    keeper: i32,
    socket: UnixStream,
    is_isolated: bool,
    #[cfg(target_os = "linux")]
    seen: descendants::Seen,
}

/// The keepers that run, or what bubblewrap makes of them, and the zygote. It is locked while one is started.
static KEEPERS: Mutex<Vec<i32>> = Mutex::new(Vec::new());

/// What runs as keeper, which is open, as another file may get its name meanwhile.
static PROGRAM: OnceLock<(PathBuf, File)> = OnceLock::new();

/// Lets the `bouton` at `path` keep all runs, unless that is settled. If it never is called, this program does.
///
/// # Errors
/// It cannot be read.
pub fn keep_by(path: &Path) -> io::Result<()> {
    let file = File::open(path)?;
    // Elsewhere, an open file cannot be executed.
    let path = if cfg!(target_os = "linux") {
        format!("/proc/self/fd/{}", file.as_raw_fd()).into()
    } else {
        path.to_owned()
    };
    // Another thread may have been faster.
    let _ = PROGRAM.set((path, file));
    Ok(())
}

/// What runs as keeper, and the file in which it is.
fn keeper() -> io::Result<&'static (PathBuf, File)> {
    if PROGRAM.get().is_none() {
        keep_by(&std::env::current_exe()?)?;
    }
    Ok(PROGRAM.get().expect("it was set"))
}

/// Lets `command` start in a session of its own, with these files open, too.
pub(super) fn start_with(command: &mut Command, files: Vec<RawFd>) {
    let in_child = move || {
        setsid()?;
        for &file in &files {
            // SAFETY: whoever starts the command has it open.
            fcntl_setfd(unsafe { BorrowedFd::borrow_raw(file) }, FdFlags::empty())?;
        }
        Ok(())
    };
    // SAFETY: between fork and exec, only what is safe in a signal handler is allowed, as other threads are gone and
    // may have held locks. `in_child` makes system calls; it takes no lock and no memory, errors included.
    unsafe { command.pre_exec(in_child) };
}

/// A command that keeps a program.
fn command(start: Start<'_>, judge: &UnixStream) -> io::Result<Command> {
    let (path, file) = keeper()?;
    let mut files = vec![judge.as_raw_fd(), file.as_raw_fd()];
    let (mut command, user) = match &start.limits.isolation {
        Some(isolation) => isolation.command(path, &mut files),
        None => (Command::new(path), None),
    };
    let order = Order::new(start.limits, user).to_text()?;
    command.args([KEEPER, &judge.as_raw_fd().to_string(), &order]);
    command.args(start.words);
    start.prepare(&mut command);
    start_with(&mut command, files);
    Ok(command)
}

impl Child {
    /// Starts a program.
    pub(super) fn start(start: Start<'_>) -> io::Result<Self> {
        // The parent process may have made us ignore SIGCHLD; then exit codes of children would be lost.
        // SAFETY: the default is a valid action, and nobody has installed a handler.
        unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
        // What is left of a program that kills its keeper comes to us.
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        let is_isolated = start.limits.isolation.is_some();
        let mut keepers = lock(&KEEPERS);
        #[cfg(target_os = "linux")]
        let forked = zygote::fork(&mut keepers, &start);
        #[cfg(not(target_os = "linux"))]
        let forked = None;
        let (keeper, socket) = if let Some(forked) = forked {
            forked
        } else {
            let (socket, judge) = UnixStream::pair()?;
            (command(start, &judge)?.spawn()?.id() as i32, socket)
        };
        keepers.push(keeper);
        Ok(Self {
            keeper,
            socket,
            is_isolated,
            #[cfg(target_os = "linux")]
            seen: descendants::Seen::default(),
        })
    }

    /// Waits for its end for about as long as this, and returns whether it has ended.
    pub(super) fn ends_within(&self, time: Duration) -> bool {
        is_readable_within(&self.socket, time)
    }

    /// Sends a signal to the keeper, which was not waited for.
    fn signal(&self, signal: Signal) {
        let _ = Pid::from_raw(self.keeper).map(|keeper| kill_process(keeper, signal));
    }

    /// Lets the keeper go on, if the program has stopped it, before all that the program has started.
    fn wake(&self) {
        self.signal(Signal::CONT);
        #[cfg(target_os = "linux")]
        descendants::put_first(self.keeper, true);
    }

    /// What it has used so far, as far as that can be seen. If that is more time than the limits allow, the rest is not
    /// looked at.
    pub(super) fn usage(&mut self, limits: &RunLimits) -> Usage {
        self.wake();
        #[cfg(target_os = "linux")]
        {
            let above = if self.is_isolated { 2 } else { 1 };
            let is_first = descendants::put_first(0, true);
            let usage = self.seen.usage(self.keeper, above, limits);
            if is_first {
                descendants::put_first(0, false);
            }
            usage
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = limits;
            Usage::default()
        }
    }

    /// Ends it with all that it left. Returns how it ended by itself, if it had, and what it used, of which so much was
    /// `seen` before.
    ///
    /// # Errors
    /// It could not be started.
    pub(super) fn end(mut self, seen: Usage) -> io::Result<(Termination, Usage)> {
        let _ = self.socket.shutdown(Shutdown::Write);
        self.wake();
        let mut report = [0; Report::LEN];
        let _ = self.socket.set_read_timeout(Some(GONE));
        let report = self.socket.read_exact(&mut report).map(|()| report);
        self.signal(Signal::KILL);
        #[cfg_attr(not(target_os = "linux"), expect(unused_mut, reason = "nothing else ends"))]
        let (kept, mut used) = wait_for(self.keeper, 0).unwrap_or_default();
        let mut keepers = lock(&KEEPERS);
        keepers.retain(|&id| id != self.keeper);
        let Ok(report) = report.map(Report::from_bytes) else {
            #[cfg(target_os = "linux")]
            descendants::kill_strays(&keepers, GONE, &mut used);
            // A program can kill a keeper (bubblewrap makes an exit code of that), but not make it end by itself: then
            // none was started.
            if kept.code().is_some_and(|code| code < 128) {
                let status = kept;
                return Err(io::Error::other(if self.is_isolated {
                    t!("bubblewrap (bwrap) failed: {status}", status)
                } else {
                    t!("the process that keeps it failed: {status}", status)
                }));
            }
            return Ok((Termination::Signal(libc::SIGKILL), used.max(seen)));
        };
        drop(keepers);
        if report.status < 0 {
            return Err(io::Error::from_raw_os_error(-report.status));
        }
        Ok((report.end(), report.used.max(seen)))
    }
}

/// Waits for about as long as this until something can be read, the end too; whether it can.
pub(super) fn is_readable_within(socket: &impl AsFd, time: Duration) -> bool {
    let time = Timespec::try_from(time).ok();
    // If it cannot be asked, there is nothing to wait for either.
    match poll(&mut [PollFd::new(socket, PollFlags::IN)], time.as_ref()) {
        Err(error) => error != rustix::io::Errno::INTR,
        Ok(ready) => ready > 0,
    }
}

impl Report {
    /// How the program ended.
    pub(super) fn end(&self) -> Termination {
        let status = ExitStatus::from_raw(self.status);
        match status.signal() {
            // It may have tried to write far beyond the end of a file, which leaves no trace.
            Some(libc::SIGXFSZ) => Termination::Exceeded(Verdict::OutputLimitExceeded),
            Some(signal) => Termination::Signal(signal),
            None => Termination::Exited(status.code().unwrap_or(libc::EXIT_FAILURE)),
        }
    }
}

/// Waits for a child, with these options, and says how it ended, and what it used with all that it waited for.
fn wait_for(child: i32, options: i32) -> Option<(ExitStatus, Usage)> {
    let (mut status, mut used) = (0, MaybeUninit::zeroed());
    // SAFETY: the call writes to what is ours and large enough; all bytes 0 are a valid `rusage`, too.
    let (ended, used): (_, libc::rusage) = unsafe {
        let ended = libc::wait4(child, &raw mut status, options, used.as_mut_ptr());
        (ended, used.assume_init())
    };
    (ended == child).then(|| (ExitStatus::from_raw(status), measures(&used)))
}

/// The CPU time, and the most memory of one process.
fn measures(used: &libc::rusage) -> Usage {
    // Apple counts bytes, all others KiB.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    Usage {
        cpu: time(used.ru_utime) + time(used.ru_stime),
        peak_memory: Some(used.ru_maxrss as u64 * unit),
        ..Usage::default()
    }
}

/// How `signal` ends a program.
pub(super) fn ended_by(signal: i32) -> String {
    match signal_hook::low_level::signal_name(signal) {
        Some(name) => t!("killed by {signal}", signal = name),
        None => t!("killed by signal {signal}", signal),
    }
}
