//! The keeper of a run: a copy of this process between us and the program that waits for all that the program starts.
//!
//! On Linux it is a subreaper: what loses its parent, in a session of its own or not, becomes its child. So it counts
//! all, kills all, and waits until none is left, also if we are killed. Elsewhere it kills the process group of the
//! program. Init, the first process of a sandbox, is another program, but does the same there.

use std::io::{self, PipeWriter};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::*;

use super::Limits;

/// The environment variable that names the file in which init reports.
pub(super) const REPORTS: &str = "BOUTON_REPORTS";

/// What is said at the end.
#[derive(Clone, Copy)]
pub(super) struct Report {
    /// The status of the program, or [`NOT_STARTED`] and the number of the error.
    pub status: u64,
    /// The CPU time of all processes, in microseconds.
    pub cpu: u64,
    /// The most memory of one process, in bytes.
    pub peak: u64,
    /// The kernel counts the memory of a child from the fork on, as a copy of its parent: a peak up to this may not be
    /// the program's.
    pub inherited: u64,
    /// 1 if it comes from init.
    pub is_init: u64,
}

/// More than any status.
pub(super) const NOT_STARTED: u64 = 1 << 32;

impl Report {
    pub(super) const LEN: usize = 5 * 8;

    pub(super) fn from_bytes(bytes: [u8; Self::LEN]) -> Self {
        let (numbers, _) = bytes.as_chunks();
        let mut numbers = numbers.iter().map(|&number| u64::from_ne_bytes(number));
        let mut next = || numbers.next().expect("there are five");
        Self {
            status: next(),
            cpu: next(),
            peak: next(),
            inherited: next(),
            is_init: next(),
        }
    }

    pub(super) fn write(self, to: BorrowedFd<'_>) {
        let numbers = [
            self.status,
            self.cpu,
            self.peak,
            self.inherited,
            self.is_init,
        ];
        // All or nothing: a pipe takes so little at once.
        let _ = rustix::io::write(to, numbers.map(u64::to_ne_bytes).as_flattened());
    }
}

/// Lets a keeper start `command`, in a session of its own, with limits on the files that it writes and on its CPU time.
///
/// A session is more than a group: no process can return from it to ours, and there is no terminal to
/// ask questions on.
pub(super) fn put_between(command: &mut Command, limits: &Limits, reports: PipeWriter) {
    // With a byte more than it may write, we can tell too much from just enough.
    let bytes = limits.output.saturating_add(1);
    // For processes that are not seen in /proc; the others are stopped earlier.
    let seconds = limits.cpu.as_secs().saturating_add(2);
    let isolation = limits.isolation.clone();
    if isolation.is_some() {
        command.env(REPORTS, reports.as_raw_fd().to_string());
    }
    let limits = [
        (Resource::Fsize, bytes, bytes),
        (Resource::Cpu, seconds, seconds.saturating_add(1)),
        // Core dumps of crashing programs are not used, and writing them takes time.
        (Resource::Core, 0, 0),
    ];
    let judge = getpid();
    let in_child = move || {
        setsid()?;
        watch(judge)?;
        block(&[libc::SIGCHLD, libc::SIGTERM]);
        // SAFETY: this process has one thread, and both go on as the one that was forked from us does.
        match unsafe { libc::fork() } {
            -1 => return Err(io::Error::last_os_error()),
            0 => {}
            program => {
                close_all_but(reports.as_raw_fd());
                let program = Pid::from_raw(program).expect("0 was before");
                keep(program, reports.as_fd())
            }
        }
        block(&[]);
        setsid()?;
        for (resource, current, maximum) in limits {
            let [current, maximum] = [current, maximum].map(Some);
            // Where our own limit is lower, it stays.
            let _ = setrlimit(resource, Rlimit { current, maximum });
        }
        if let Some(isolation) = &isolation {
            fcntl_setfd(&reports, FdFlags::empty())?;
            isolation.enter()?;
        }
        Ok(())
    };
    // SAFETY: between fork and exec, only what is safe in a signal handler is allowed, as other threads
    // are gone and may have held locks. `in_child` makes system calls on what it owns; it takes
    // no lock and no memory, errors included.
    unsafe { command.pre_exec(in_child) };
}

/// Becomes the process to which orphans go, which programs cannot look into, and which gets a signal when `judge` ends.
#[cfg(target_os = "linux")]
fn watch(judge: Pid) -> io::Result<()> {
    set_child_subreaper(Some(getpid()))?;
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    set_parent_process_death_signal(Some(Signal::TERM))?;
    // It may have ended before that.
    if getppid() != Some(judge) {
        return Err(rustix::io::Errno::CHILD.into());
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn watch(_judge: Pid) -> io::Result<()> {
    Ok(())
}

/// A set of signals.
fn signals(numbers: &[i32]) -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: the first call makes `set` a set, to which the others add signals that exist.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for &number in numbers {
            libc::sigaddset(set.as_mut_ptr(), number);
        }
        set.assume_init()
    }
}

/// Blocks these signals, and no others.
pub(super) fn block(numbers: &[i32]) {
    extern "C" fn nothing(_signal: i32) {}
    // SAFETY: the handler does nothing; without one, some systems throw away what is blocked. The set is one.
    unsafe {
        if !numbers.is_empty() {
            libc::signal(libc::SIGCHLD, nothing as *const () as libc::sighandler_t);
        }
        libc::sigprocmask(libc::SIG_SETMASK, &signals(numbers), std::ptr::null_mut());
    }
}

/// Closes all files but one: what the judge and other runs have open must not stay so.
fn close_all_but(file: i32) {
    // SAFETY: this process is about to do nothing else but wait and write to `file`.
    unsafe {
        #[cfg(target_os = "linux")]
        if libc::syscall(libc::SYS_close_range, file + 1, u32::MAX, 0) == 0 {
            (0..file).for_each(|other| _ = libc::close(other));
            return;
        }
        let all = 0..libc::sysconf(libc::_SC_OPEN_MAX) as i32;
        all.filter(|&other| other != file)
            .for_each(|other| _ = libc::close(other));
    }
}

/// Waits for `program` and all that it leaves, which it kills, and reports. From SIGTERM on, it kills the program as
/// well.
pub(super) fn keep(program: Pid, reports: BorrowedFd<'_>) -> ! {
    let awaited = signals(&[libc::SIGCHLD, libc::SIGTERM]);
    let (mut status, mut is_over) = (None, false);
    loop {
        let mut signal = 0;
        // SAFETY: the set is one, and `signal` is ours.
        unsafe { libc::sigwait(&raw const awaited, &raw mut signal) };
        if signal == libc::SIGTERM {
            is_over = true;
            let _ = kill_process_group(program, Signal::KILL);
        }
        loop {
            let mut ended = 0;
            // SAFETY: the call writes to `ended`, which is ours.
            let id = unsafe { libc::waitpid(-1, &raw mut ended, libc::WNOHANG | ANY_CHILD) };
            if id < 0 {
                // Nothing is left.
                Report::of(status.unwrap_or_default() as u64).write(reports);
                // SAFETY: the end of a copy of a process must not do what that would do at its own.
                unsafe { libc::_exit(0) };
            } else if id == 0 {
                break;
            } else if id == program.as_raw_nonzero().get() {
                status = Some(ended);
                is_over = true;
                // No other group can have got its number so soon.
                let _ = kill_process_group(program, Signal::KILL);
            }
        }
        if is_over {
            kill_children();
        }
    }
}

#[cfg(target_os = "linux")]
const ANY_CHILD: i32 = libc::__WALL;
#[cfg(not(target_os = "linux"))]
const ANY_CHILD: i32 = 0;

/// Kills all children, to which those of the ones that die are added; in a sandbox all processes but this one.
fn kill_children() {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{Mode, OFlags, open};
        if getpid() == Pid::INIT {
            // SAFETY: the call touches no memory.
            unsafe { libc::kill(-1, libc::SIGKILL) };
            return;
        }
        let mut text = [0; 4096];
        let file = open(c"/proc/thread-self/children", OFlags::RDONLY, Mode::empty());
        let len = file.and_then(|file| rustix::io::read(file, &mut text));
        // The last number may be cut; it comes first next time.
        let (text, _) = text.split_at(len.unwrap_or(0));
        for number in text
            .split_inclusive(|&b| b == b' ')
            .filter(|number| number.ends_with(b" "))
        {
            let digits = number.iter().filter(|b| b.is_ascii_digit());
            let id = digits.fold(0, |id, digit| id * 10 + i32::from(digit - b'0'));
            let _ = Pid::from_raw(id).map(|id| kill_process(id, Signal::KILL));
        }
    }
}

impl Report {
    /// That of this process, whose children are all gone.
    pub(super) fn of(status: u64) -> Self {
        let (own, children) = (used(libc::RUSAGE_SELF), used(libc::RUSAGE_CHILDREN));
        let micros = |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
        Self {
            status,
            cpu: micros(children.ru_utime) + micros(children.ru_stime),
            peak: peak(&children),
            inherited: peak(&own),
            is_init: u64::from(getpid() == Pid::INIT),
        }
    }
}

/// What `getrusage` says.
fn used(who: i32) -> libc::rusage {
    let mut used = MaybeUninit::zeroed();
    // SAFETY: the call writes to `used`, which is ours and large enough; besides, all bytes 0 are a valid `rusage`.
    unsafe {
        libc::getrusage(who, used.as_mut_ptr());
        used.assume_init()
    }
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
