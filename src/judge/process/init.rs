//! Init, the first process of a sandbox: this program, started by bubblewrap.

use std::convert::Infallible;
use std::ffi::OsString;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::{env, fs, io};

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{
    DumpableBehavior, Gid, Pid, Resource, Rlimit, Uid, set_dumpable_behavior, setrlimit, setsid,
};
use rustix::thread::{set_thread_gid, set_thread_groups, set_thread_uid};

use super::keeper::{NOT_STARTED, REPORTS, Report, block, keep};

/// The first argument of init. The second is the user that it becomes, 0 for the one that it is; then comes the
/// program.
pub(in super::super) const INIT: &str = ".init";

/// The maximum number of processes and threads in a sandbox. A Java virtual machine needs dozens.
const PROCESSES: u64 = 256;

/// If this process is init, it is that and nothing else.
pub(in super::super) fn be_init() {
    let mut words = env::args_os().skip(1);
    let file = env::var(REPORTS).ok().and_then(|file| file.parse().ok());
    if let Some(word) = words.next()
        && word == INIT
        && let Some(file) = file
    {
        // SAFETY: it is open, and nobody else uses it.
        let reports = unsafe { OwnedFd::from_raw_fd(file) };
        let user = words.next().and_then(|user| user.to_str()?.parse().ok());
        let Err(error) = start_in_sandbox(
            user.unwrap_or_default(),
            &words.collect::<Vec<_>>(),
            &reports,
        );
        let number = error.raw_os_error().unwrap_or_default();
        Report::of(NOT_STARTED + number as u64).write(reports.as_fd());
        std::process::exit(0);
    }
}

/// Starts the program as this user, and keeps it.
fn start_in_sandbox(user: u32, words: &[OsString], reports: &OwnedFd) -> io::Result<Infallible> {
    for file in fs::read_dir("/proc/self/fd")?.flatten() {
        if let Some(file) = file.file_name().to_str().and_then(|file| file.parse().ok())
            && file > 2
        {
            // SAFETY: it is open, or if it is no more nothing happens.
            let file = unsafe { BorrowedFd::borrow_raw(file) };
            let _ = fcntl_setfd(file, FdFlags::CLOEXEC);
        }
    }
    if user != 0 {
        set_thread_groups(&[])?;
        set_thread_gid(Gid::from_raw(user))?;
        set_thread_uid(Uid::from_raw(user))?;
    }
    // Keys of the user would be found in that of the session.
    // SAFETY: the call touches no memory: no name is given.
    unsafe { libc::syscall(libc::SYS_keyctl, libc::KEYCTL_JOIN_SESSION_KEYRING, 0) };
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    block(&[libc::SIGCHLD, libc::SIGTERM]);
    let mut program = Command::new(&words[0]);
    program.args(&words[1..]).env_remove(REPORTS);
    // SAFETY: between fork and exec, this makes three system calls.
    unsafe {
        program.pre_exec(|| {
            block(&[]);
            setsid()?;
            let (current, maximum) = (Some(PROCESSES), Some(PROCESSES));
            Ok(setrlimit(Resource::Nproc, Rlimit { current, maximum })?)
        })
    };
    let program = Pid::from_child(&program.spawn()?);
    keep(program, reports.as_fd())
}
