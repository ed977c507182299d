//! The keeper of a run: this program, started anew between the judge and a program under test.
//!
//! It starts the program, waits for all that this starts, kills what is left when the program ends or the judge does,
//! and reports. On Linux it is a subreaper: what loses its parent, in a session of its own or not, becomes its child.
//! In a sandbox it is the first process, from which none can get away. Elsewhere it kills the process group of the
//! program.

use std::ffi::OsString;
use std::fs;
#[cfg(target_os = "linux")]
use std::fs::File;
use std::io::{self, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;
use std::{array, env};

use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::process::*;

use super::super::{RunLimits, Usage};
#[cfg(target_os = "linux")]
use super::descendants;
#[cfg(target_os = "linux")]
use super::zygote::{self, ZYGOTE};

/// The first argument of a keeper. The second is the number of the socket that leads to the judge, who closes it to end
/// the run; then come its [`Order`] and the program.
pub(super) const KEEPER: &str = ".keeper";

/// The maximum number of processes and threads in a sandbox. A Java virtual machine needs dozens; a compiler has the
/// most. A program that has them all had more processes than the judge lets it have, and is ended at the next look.
const PROCESSES: u64 = 256;

/// The maximum number of files that each of these has open.
const FILES: u64 = 256;

/// No system has a signal of a higher number; those that it has not are refused.
const LAST_SIGNAL: i32 = 64;

/// How a program is kept.
pub(super) struct Order {
    /// The limit on each file that the program writes, in bytes, and on the CPU time of each process, in seconds.
    pub limits: [u64; 2],
    /// In a sandbox, the user as which the program runs, or 0 for the one that the keeper is.
    pub user: Option<u32>,
    /// Whether it is a compiler: some start others by way of a pair of sockets.
    pub compiles: bool,
}

impl Order {
    /// How a program with these limits is kept, in a sandbox as this user.
    pub(super) fn new(limits: &RunLimits, user: Option<u32>) -> Self {
        Self {
            // With a byte more than it may write, we can tell too much from just enough. The CPU time is for processes
            // that are not seen in /proc; the others are stopped earlier.
            limits: [limits.output.saturating_add(1), limits.cpu.as_secs().saturating_add(2)],
            user,
            compiles: limits.temporary.is_some(),
        }
    }

    /// What it is on its way.
    pub(super) fn to_text(&self) -> serde_json::Result<String> {
        serde_json::to_string(&(self.limits, self.user, self.compiles))
    }

    fn from_text(text: &[u8]) -> serde_json::Result<Self> {
        let (limits, user, compiles) = serde_json::from_slice(text)?;
        Ok(Self { limits, user, compiles })
    }
}

/// What is said at the end.
pub(in super::super) struct Report {
    /// The status of the program, or if negative the number of the error for which it was not started.
    pub status: i32,
    /// The CPU time of all processes, and the most memory of one. Those begin as copies of the keeper, which needs
    /// little.
    pub used: Usage,
}

impl Report {
    /// What it is on its way.
    pub(in super::super) const LEN: usize = 3 * 8;

    fn to_bytes(&self) -> [u8; Self::LEN] {
        let (cpu, memory) = (self.used.cpu.as_micros() as u64, self.used.peak_memory);
        let numbers = [self.status as u64, cpu, memory.unwrap_or_default()].map(u64::to_ne_bytes);
        array::from_fn(|k| numbers[k / 8][k % 8])
    }

    pub(in super::super) fn from_bytes(bytes: [u8; Self::LEN]) -> Self {
        let number = |n: usize| u64::from_ne_bytes(array::from_fn(|k| bytes[8 * n + k]));
        Self {
            status: number(0) as i32,
            used: Usage {
                cpu: Duration::from_micros(number(1)),
                peak_memory: Some(number(2)),
                ..Usage::default()
            },
        }
    }
}

/// If this process was started as a keeper, or as the zygote that forks keepers, it does that and does not return.
pub fn be_keeper() {
    let mut words = env::args_os().skip(1);
    let (Some(name), Some(judge)) = (words.next(), words.next()) else {
        return;
    };
    #[cfg(target_os = "linux")]
    let is_zygote = name == ZYGOTE;
    #[cfg(not(target_os = "linux"))]
    let is_zygote = false;
    let judge = judge.to_str().and_then(|number| number.parse::<u16>().ok());
    let Some(judge) = judge.filter(|_| is_zygote || name == KEEPER) else {
        return;
    };
    close_others_on_exec();
    // SAFETY: it is open, and nobody else uses it.
    let judge = unsafe { OwnedFd::from_raw_fd(judge.into()) };
    #[cfg(target_os = "linux")]
    if is_zygote {
        // If it fails, the judge starts its keepers.
        let _ = zygote::serve(judge);
        std::process::exit(0);
    }
    let order = words.next().unwrap_or_default();
    let words: Vec<_> = words.collect();
    keep_and_end(&judge.into(), order.as_encoded_bytes(), &words, || Ok(()));
}

/// Prepares this process, keeps the program that these words are as the text of an order says, and reports to the judge
/// how it ended. Then this process ends.
pub(super) fn keep_and_end(
    mut judge: &UnixStream,
    order: &[u8],
    words: &[OsString],
    prepare: impl FnOnce() -> io::Result<()>,
) -> ! {
    let kept = prepare().and_then(|()| keep(&Order::from_text(order)?, words, judge));
    let status = kept.unwrap_or_else(|error| -error.raw_os_error().unwrap_or(libc::EIO));
    // The judge may be gone.
    let _ = judge.write_all(&report(status).to_bytes());
    std::process::exit(0);
}

/// Runs the program that these words are until nothing is left of it, and returns its status.
///
/// In a sandbox, the program may do to its keeper what a user may do to his processes: send signals, lower limits and
/// priorities. So signals are blocked, of which the keeper takes two when it looks for them. And what it needs it has
/// before the program starts: from there on it opens no file, starts no thread, and takes no memory.
fn keep(order: &Order, words: &[OsString], judge: &UnixStream) -> io::Result<i32> {
    #[cfg(target_os = "linux")]
    settle(order)?;
    #[cfg(target_os = "linux")]
    let mut others = Others::new(order);
    mask_signals(libc::SIG_BLOCK)?;
    notify_of(judge)?;
    let program = start(order, words)?;
    let mut status = None;
    loop {
        match wait(WaitOptions::NOHANG) {
            #[cfg(target_os = "linux")]
            Ok(Some((id, stopped))) if stopped.stopped() => let_go(id, stopped),
            Ok(Some((id, ended))) if id == program => {
                status = Some(ended.as_raw());
                // No other group can have got its number so soon.
                let _ = kill_process_group(program, Signal::KILL);
            }
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => {
                if is_closed(judge) && status.is_none() {
                    let _ = kill_process_group(program, Signal::KILL);
                }
                #[cfg(target_os = "linux")]
                if is_closed(judge) || status.is_some() {
                    others.kill();
                }
                wait_for_signal();
            }
            // Nothing is left.
            Err(_) => break,
        }
    }
    // What is not known is a failure.
    Ok(status.unwrap_or(libc::SIGKILL))
}

/// Starts the program that these words are, with its limits.
fn start(order: &Order, words: &[OsString]) -> io::Result<Pid> {
    let [bytes, seconds] = order.limits;
    let mut limits = vec![
        (Resource::Fsize, bytes, bytes),
        (Resource::Cpu, seconds, seconds.saturating_add(1)),
        // Core dumps of crashing programs are not used, and writing them takes time.
        (Resource::Core, 0, 0),
    ];
    if order.user.is_some() {
        limits.push((Resource::Nproc, PROCESSES, PROCESSES));
        limits.push((Resource::Nofile, FILES, FILES));
    }
    #[cfg(target_os = "linux")]
    let mut refusals = order.user.map(|_| super::refusals::program(order.compiles));
    let mut program = Command::new(&words[0]);
    program.args(&words[1..]);
    // SAFETY: between fork and exec, this makes system calls on what it owns.
    unsafe {
        program.pre_exec(move || {
            // No process can return from a session to ours, and there is no terminal to ask questions on.
            setsid()?;
            for &(resource, current, maximum) in &limits {
                let [current, maximum] = [current, maximum].map(Some);
                // Where our own limit is lower, it stays.
                let _ = setrlimit(resource, Rlimit { current, maximum });
            }
            #[cfg(target_os = "linux")]
            if let Some(refusals) = &mut refusals {
                super::refusals::install(refusals)?;
            }
            // Whoever started the judge may ignore some, as `nohup` does, and a shell for what runs in the background.
            for signal in 1..=LAST_SIGNAL {
                libc::signal(signal, libc::SIG_DFL);
            }
            mask_signals(libc::SIG_UNBLOCK)
        })
    };
    Ok(Pid::from_child(&program.spawn()?))
}

/// Has the system send SIGIO to this process when the judge closes the socket.
fn notify_of(judge: &UnixStream) -> io::Result<()> {
    let judge = judge.as_raw_fd();
    // SAFETY: it is open, and the calls touch no memory.
    let is_set = unsafe {
        libc::fcntl(judge, libc::F_SETOWN, libc::getpid()) == 0
            && libc::fcntl(judge, libc::F_SETFL, libc::O_ASYNC | libc::O_NONBLOCK) == 0
    };
    if is_set {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Whether the judge has closed the socket.
fn is_closed(mut judge: &UnixStream) -> bool {
    judge.read(&mut [0]).is_ok()
}

/// Lets a child go on that has asked its parent to trace it, and was stopped for a signal.
#[cfg(target_os = "linux")]
fn let_go(child: Pid, stopped: WaitStatus) {
    let signal = stopped.stopping_signal().unwrap_or(0);
    let signal = if signal == libc::SIGTRAP { 0 } else { signal };
    // SAFETY: the call reads no memory.
    unsafe { libc::ptrace(libc::PTRACE_DETACH, child.as_raw_pid(), 0_usize, signal as usize) };
}

/// Waits until a child has ended, or the judge may have closed the socket.
fn wait_for_signal() {
    let (mut set, mut signal) = (MaybeUninit::uninit(), 0);
    // SAFETY: all calls get what is ours. The first one fills the set.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), libc::SIGCHLD);
        libc::sigaddset(set.as_mut_ptr(), libc::SIGIO);
        libc::sigwait(set.as_ptr(), &raw mut signal);
    }
}

/// What there is besides a keeper: in a sandbox all other processes, else its children, to which orphans belong as well.
#[cfg(target_os = "linux")]
enum Others {
    All,
    /// The list of them, and room for the numbers of those to kill.
    Children(Option<File>, Vec<i32>),
}

#[cfg(target_os = "linux")]
impl Others {
    fn new(order: &Order) -> Self {
        if order.user.is_some() {
            return Self::All;
        }
        let list = descendants::children(std::process::id() as i32).ok();
        Self::Children(list, Vec::with_capacity(descendants::MAX_KILLED))
    }

    fn kill(&mut self) {
        match self {
            // SAFETY: the call touches no memory.
            Self::All => _ = unsafe { libc::kill(-1, libc::SIGKILL) },
            Self::Children(Some(list), ids) => descendants::kill_children(list, ids, |_| true),
            Self::Children(None, _) => {}
        }
    }
}

/// Blocks all signals, or lets them come.
pub(super) fn mask_signals(how: libc::c_int) -> io::Result<()> {
    // The C library leaves out two that it does not use in a process of one thread.
    #[cfg(target_os = "linux")]
    // SAFETY: the call reads a set of this length.
    let code = unsafe {
        let all = u64::MAX;
        let len = size_of_val(&all);
        libc::syscall(
            libc::SYS_rt_sigprocmask,
            how,
            &raw const all,
            std::ptr::null::<u64>(),
            len,
        )
    };
    #[cfg(not(target_os = "linux"))]
    // SAFETY: both calls get a set that is ours, which the first one fills.
    let code = unsafe {
        let mut all = MaybeUninit::uninit();
        libc::sigfillset(all.as_mut_ptr());
        libc::sigprocmask(how, all.as_ptr(), std::ptr::null_mut())
    };
    match code {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Keeps from programs all files that are open but for the standard streams.
fn close_others_on_exec() {
    let files = fs::read_dir("/dev/fd")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|file| file.file_name().to_str()?.parse::<RawFd>().ok());
    for file in files.filter(|&file| file > 2) {
        // SAFETY: it is open, or if it is no more nothing happens.
        let _ = fcntl_setfd(unsafe { BorrowedFd::borrow_raw(file) }, FdFlags::CLOEXEC);
    }
}

/// Becomes the process to which orphans go, which programs cannot look into; and in a sandbox, who it is to be.
#[cfg(target_os = "linux")]
fn settle(order: &Order) -> io::Result<()> {
    use rustix::thread::{set_thread_gid, set_thread_groups, set_thread_uid};
    set_child_subreaper(Some(getpid()))?;
    if let Some(user) = order.user.filter(|&user| user != 0) {
        set_thread_groups(&[])?;
        set_thread_gid(Gid::from_raw(user))?;
        set_thread_uid(Uid::from_raw(user))?;
    }
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// What the children used that were waited for.
fn report(status: i32) -> Report {
    let mut used = MaybeUninit::zeroed();
    // SAFETY: the call writes to `used`, which is ours and large enough; besides, all bytes 0 are a valid `rusage`.
    let used: libc::rusage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, used.as_mut_ptr());
        used.assume_init()
    };
    let used = super::measures(&used);
    Report { status, used }
}
