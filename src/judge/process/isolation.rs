//! Keeps a program apart from the rest of the system, with what Linux gives to every user: namespaces.
//!
//! ```text
//! bouton ── stand-in ─┬─ init (process 1 of the new namespace)
//!                     └─ the program (process 2)
//! ```
//!
//! The stand-in is what [`super::child`] starts. It waits for the program, ends init, and with it all that
//! the program left behind, and then ends as the program did. None of them but the program ever becomes
//! another executable, so none needs a file of ours.

use std::ffi::{CStr, CString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::ptr::null;

use rustix::process::{Resource, Rlimit, Signal, setrlimit, setsid};

use crate::error::Error;
use crate::interrupt::SIGNALS;

/// So many processes and threads it may have at once; a Java machine needs dozens.
const PROCESSES: u64 = 256;

/// Keeps a program apart: it sees no process but its own, has no network, can change no file, and does not
/// see some folders. At most 256 processes and threads may run at once, unless root runs it.
#[derive(Clone, Debug)]
pub struct Isolation {
    hidden: Vec<CString>,
}

impl Isolation {
    /// Isolation in which the folders `hidden` are empty.
    ///
    /// # Errors
    /// The system does not allow it.
    pub fn new(hidden: &[PathBuf]) -> Result<Self, Error> {
        let path = |path: &PathBuf| {
            let path = path.canonicalize().ok()?;
            CString::new(path.as_os_str().as_bytes()).ok()
        };
        let isolation = Self {
            hidden: hidden.iter().filter_map(path).collect(),
        };
        // Everything but the last step, to become this program, which there is not.
        let mut probe = Command::new("/dev/null/nothing");
        isolation.apply(&mut probe);
        match probe.spawn() {
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(isolation),
            other => {
                let error = other.map_or_else(|error| error.to_string(), |_| String::new());
                let reason = error.split(" (os error").next().unwrap_or_default();
                Err(Error::Usage(format!(
                    "--isolate: this system does not allow namespaces to its users, or is older than \
                     Linux 5.12: {reason}"
                )))
            }
        }
    }

    /// Has `command` start isolated.
    pub(super) fn apply(&self, command: &mut Command) {
        let user = rustix::process::getuid().as_raw();
        let group = rustix::process::getgid().as_raw();
        let user_map = format!("{user} {user} 1\n");
        let group_map = format!("{group} {group} 1\n");
        let hidden = self.hidden.clone();
        let in_child = move || {
            let spaces = libc::CLONE_NEWUSER
                | libc::CLONE_NEWPID
                | libc::CLONE_NEWNS
                | libc::CLONE_NEWNET
                | libc::CLONE_NEWIPC;
            // SAFETY: it changes what this process, which has one thread, shares with others; no memory.
            check(unsafe { libc::unshare(spaces) })?;
            write(c"/proc/self/setgroups", b"deny")?;
            write(c"/proc/self/uid_map", user_map.as_bytes())?;
            write(c"/proc/self/gid_map", group_map.as_bytes())?;
            let init = fork()?;
            if init == 0 {
                be_init();
            }
            let program = fork()?;
            if program != 0 {
                stand_in(init, program);
            }
            die_with_parent()?;
            // Signals to its own group must not meet the stand-in.
            setsid()?;
            narrow_view(&hidden)?;
            let processes = Rlimit {
                current: Some(PROCESSES),
                maximum: Some(PROCESSES),
            };
            setrlimit(Resource::Nproc, processes)?;
            Ok(())
        };
        // SAFETY: between fork and exec, only what is safe in a signal handler is allowed, as other threads
        // are gone and may have held locks. `in_child`, and the processes that it splits off, make system calls
        // on memory that is theirs; they take no lock and no memory, errors included.
        unsafe { command.pre_exec(in_child) };
    }
}

/// The error of the last system call if its result says that it failed.
fn check(result: libc::c_int) -> io::Result<()> {
    if result < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

fn write(path: &CStr, bytes: &[u8]) -> io::Result<()> {
    use rustix::fs::{Mode, OFlags};
    let file = rustix::fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::io::write(&file, bytes)?;
    Ok(())
}

/// Splits this process, as `fork` does, but without what the C library does besides; 0 in the new one.
fn fork() -> io::Result<libc::pid_t> {
    // SAFETY: without flags that share memory, the new process gets a copy of everything, its stack included.
    let child = unsafe { libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0) };
    check(child as libc::c_int)?;
    Ok(child as libc::pid_t)
}

fn die_with_parent() -> io::Result<()> {
    Ok(rustix::process::set_parent_process_death_signal(Some(
        Signal::KILL,
    ))?)
}

/// Forgets our files, so that nobody waits for their ends, and our handlers of signals.
fn forget() {
    // SAFETY: the calls take numbers. No file is used from here on, and the default is a valid action.
    unsafe {
        libc::syscall(libc::SYS_close_range, 0, libc::c_uint::MAX, 0);
        for signal in SIGNALS {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

/// Is the first process of the namespace. Those whose parents have ended become its children, which the kernel
/// clears away.
fn be_init() -> ! {
    if die_with_parent().is_err() {
        exit(1);
    }
    // SAFETY: it is a valid action.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
    forget();
    loop {
        // SAFETY: the call takes nothing.
        unsafe { libc::pause() };
    }
}

/// Waits for `program`, then ends all that it left, and ends as it did.
fn stand_in(init: libc::pid_t, program: libc::pid_t) -> ! {
    forget();
    let mut status = 0;
    // SAFETY: `status` is ours. If the call fails, there is nothing to wait for.
    while unsafe { libc::waitpid(program, &raw mut status, 0) } < 0 && is_interrupted() {}
    // SAFETY: the calls take numbers. Init has not been waited for, so this is still its number.
    unsafe {
        libc::kill(init, libc::SIGKILL);
        while libc::waitpid(init, std::ptr::null_mut(), 0) < 0 && is_interrupted() {}
    }
    if libc::WIFSIGNALED(status) {
        let signal = libc::WTERMSIG(status);
        // SAFETY: the default is a valid action, and the signal goes to this process.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::kill(libc::getpid(), signal);
        }
        exit(128 + signal);
    }
    exit(libc::WEXITSTATUS(status))
}

fn is_interrupted() -> bool {
    io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
}

fn exit(code: libc::c_int) -> ! {
    // SAFETY: it ends this process, and does nothing else.
    unsafe { libc::_exit(code) }
}

/// Gives the program a `/proc` of its own processes, makes folders empty, and everything unchangeable.
fn narrow_view(hidden: &[CString]) -> io::Result<()> {
    let mount = |what: &CStr, path: &CStr, flags| {
        // SAFETY: the texts end with NUL, and no data is given, which is allowed for these.
        check(unsafe { libc::mount(what.as_ptr(), path.as_ptr(), what.as_ptr(), flags, null()) })
    };
    // What is mounted here is seen by nobody else.
    mount(c"none", c"/", libc::MS_REC | libc::MS_PRIVATE)?;
    let harmless = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    mount(c"proc", c"/proc", harmless)?;
    for folder in hidden {
        mount(c"tmpfs", folder, harmless)?;
    }
    let read_only = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    // SAFETY: the text ends with NUL, and the structure has the size that is given.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            c"/".as_ptr(),
            libc::AT_RECURSIVE,
            &raw const read_only,
            size_of::<libc::mount_attr>(),
        )
    };
    check(result as libc::c_int)
}
