//! Keeps a program apart from the rest of the system, with what Linux gives to every user: namespaces.
//!
//! ```text
//! bouton ── stand-in ── init (process 1 of the new namespace) ── the program (process 2)
//! ```
//!
//! The stand-in is what [`super::system`] starts. Init waits for the program and ends, and with it all that the
//! program left behind; then the stand-in ends as the program did. None of them but the program ever becomes
//! another executable, so none needs a file of ours.

use std::ffi::{CStr, CString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::ptr::{null, null_mut};

use rustix::process::{Resource, Rlimit, Signal, setrlimit, setsid};

use crate::error::Error;
use crate::interrupt::SIGNALS;

/// The maximum number of processes and threads. A Java virtual machine needs dozens.
const PROCESSES: u64 = 256;

/// Isolates a program: it sees only its own processes, has no network, cannot change files, and finds some
/// folders empty. At most 256 processes and threads run at once, unless they are root's.
#[derive(Clone, Debug)]
pub struct Isolation {
    hidden: Vec<CString>,
}

impl Isolation {
    /// Isolation in which the folders `hidden` are empty.
    pub(crate) fn new(hidden: &[PathBuf]) -> Result<Self, Error> {
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
            let status = shared_status()?;
            let init = fork()?;
            if init != 0 {
                stand_in(init, status);
            }
            die_with_parent()?;
            let program = fork()?;
            if program != 0 {
                be_init(program, status);
            }
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
        // are gone and may have held locks. `in_child`, and the processes that it splits off, make system
        // calls on memory that is theirs; they take no lock and no memory, errors included.
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

/// Closes our files, so that no reader waits for their ends, and our handlers of signals.
fn forget() {
    // SAFETY: the calls take numbers. No file is used from here on, and the default is a valid action.
    unsafe {
        libc::syscall(libc::SYS_close_range, 0, libc::c_uint::MAX, 0);
        for signal in SIGNALS {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

/// Where init leaves the status of the program for the stand-in: memory that both see.
fn shared_status() -> io::Result<*mut libc::c_int> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let shared = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
    // SAFETY: it makes new memory, filled with 0, which stays as long as these processes.
    let page = unsafe { libc::mmap(null_mut(), size_of::<libc::c_int>(), access, shared, -1, 0) };
    if page == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    let status = page.cast::<libc::c_int>();
    // SAFETY: the memory is ours, and large and aligned enough. There are no other writers yet.
    unsafe { status.write(libc::SIGKILL) };
    Ok(status)
}

/// Is the first process of the namespace: waits for all whose parents have ended, until `program` ends, and
/// leaves its status.
fn be_init(program: libc::pid_t, status: *mut libc::c_int) -> ! {
    forget();
    loop {
        let mut ended = 0;
        // SAFETY: `ended` is ours.
        let child = unsafe { libc::waitpid(-1, &raw mut ended, 0) };
        if child == program {
            // SAFETY: see `shared_status`; the stand-in reads it only when this process has ended.
            unsafe { status.write(ended) };
        }
        if child == program || (child < 0 && !is_interrupted()) {
            exit(0);
        }
    }
}

/// Waits for `init`, and ends as the program did.
fn stand_in(init: libc::pid_t, status: *mut libc::c_int) -> ! {
    forget();
    // SAFETY: the call takes a number. If it fails otherwise, there is nothing to wait for.
    while unsafe { libc::waitpid(init, null_mut(), 0) } < 0 && is_interrupted() {}
    // SAFETY: see `shared_status`; init has ended, and there are no other writers. If it was killed, so was
    // the program.
    let status = unsafe { status.read() };
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
    // Mounts in this namespace are visible to no other process.
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
