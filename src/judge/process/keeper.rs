//! The keeper of a run: this program, started anew between the judge and a program under test.
//!
//! It starts the program, waits for all that this starts, kills what is left when the program ends or the judge does,
//! and reports. On Linux it is a subreaper: what loses its parent, in a session of its own or not, becomes its child.
//! In a sandbox it is the first process, from which none can get away. Elsewhere it kills the process group of the
//! program.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::thread::Builder;
use std::time::Duration;
use std::{env, fs};

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::*;
use serde::{Deserialize, Serialize};

/// The first argument of a keeper. The second is its [`Order`]; then comes the program.
pub(super) const KEEPER: &str = ".keeper";

/// The maximum number of processes and threads in a sandbox. A Java virtual machine needs dozens.
const PROCESSES: u64 = 256;

/// How a program is kept.
#[derive(Deserialize, Serialize)]
pub(super) struct Order {
    /// The socket that leads to the judge, who closes it to end the run.
    pub judge: RawFd,
    /// The limit on each file that the program writes, in bytes, and on the CPU time of each process, in seconds.
    pub limits: [u64; 2],
    /// In a sandbox, the user as which the program runs, or 0 for the one that the keeper is.
    pub user: Option<u32>,
}

/// What is said at the end.
#[derive(Deserialize, Serialize)]
pub(super) struct Report {
    /// The status of the program, or the number of the error for which it was not started.
    pub status: Result<i32, i32>,
    /// The CPU time of all processes.
    pub cpu: Duration,
    /// The most memory of one process, in bytes. Those begin as copies of the keeper, which needs little.
    pub peak_memory: u64,
}

/// If this process was started to keep a program under test, it does that and does not return.
pub fn be_keeper() {
    let mut words = env::args_os().skip(1);
    if words.next().is_some_and(|word| word == KEEPER)
        && let Some(order) = words.next()
        && let Ok(order) = serde_json::from_slice::<Order>(order.as_encoded_bytes())
    {
        // SAFETY: it is open, and nobody else uses it.
        let judge = UnixStream::from(unsafe { OwnedFd::from_raw_fd(order.judge) });
        let status = keep(&order, &words.collect::<Vec<_>>(), &judge);
        let status = status.map_err(|error| error.raw_os_error().unwrap_or_default());
        // The judge may be gone.
        let _ = serde_json::to_vec(&report(status)).map(|report| (&judge).write_all(&report));
        std::process::exit(0);
    }
}

/// Runs the program that these words are until nothing is left of it, and returns its status.
fn keep(order: &Order, words: &[OsString], judge: &UnixStream) -> io::Result<i32> {
    close_others_on_exec();
    #[cfg(target_os = "linux")]
    settle(order)?;
    let [bytes, seconds] = order.limits;
    let mut limits = vec![
        (Resource::Fsize, bytes, bytes),
        (Resource::Cpu, seconds, seconds.saturating_add(1)),
        // Core dumps of crashing programs are not used, and writing them takes time.
        (Resource::Core, 0, 0),
    ];
    limits.extend(order.user.map(|_| (Resource::Nproc, PROCESSES, PROCESSES)));
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
            Ok(())
        })
    };
    let program = Pid::from_child(&program.spawn()?);
    let kill = move || kill_process_group(program, Signal::KILL);
    let mut ears = judge.try_clone()?;
    let listener = Builder::new().spawn(move || {
        let _ = ears.read(&mut [0]);
        kill()
    });
    if let Err(error) = listener {
        let _ = kill();
        return Err(error);
    }
    let (mut status, mut options) = (None, WaitOptions::empty());
    // When nothing is left, there is an error.
    while let Ok(ended) = wait(options) {
        options = WaitOptions::empty();
        match ended {
            Some((id, ended)) if id == program => {
                status = Some(ended.as_raw());
                // No other group can have got its number so soon.
                let _ = kill();
                options = WaitOptions::NOHANG;
            }
            Some(_) if status.is_some() => options = WaitOptions::NOHANG,
            Some(_) => {}
            // Of what is left, some may become our children only when others are killed.
            #[cfg(target_os = "linux")]
            None => drop(super::descendants::kill_children(&[])),
            #[cfg(not(target_os = "linux"))]
            None => {}
        }
    }
    Ok(status.unwrap_or_default())
}

/// Keeps from programs all files that are open but for the standard streams.
fn close_others_on_exec() {
    let files = fs::read_dir("/dev/fd").into_iter().flatten().flatten();
    let files = files.filter_map(|file| file.file_name().to_str()?.parse::<RawFd>().ok());
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
    if let Some(user) = order.user {
        if user != 0 {
            set_thread_groups(&[])?;
            set_thread_gid(Gid::from_raw(user))?;
            set_thread_uid(Uid::from_raw(user))?;
        }
        // Keys of the user would be found in that of the session.
        // SAFETY: the call touches no memory: no name is given.
        unsafe { libc::syscall(libc::SYS_keyctl, libc::KEYCTL_JOIN_SESSION_KEYRING, 0) };
    }
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// What the children used that were waited for.
fn report(status: Result<i32, i32>) -> Report {
    let mut used = MaybeUninit::zeroed();
    // SAFETY: the call writes to `used`, which is ours and large enough; besides, all bytes 0 are a valid `rusage`.
    let used: libc::rusage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, used.as_mut_ptr());
        used.assume_init()
    };
    let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    // Apple counts bytes, all others KiB.
    let unit = if cfg!(target_vendor = "apple") {
        1
    } else {
        1024
    };
    Report {
        status,
        cpu: time(used.ru_utime) + time(used.ru_stime),
        peak_memory: used.ru_maxrss as u64 * unit,
    }
}
