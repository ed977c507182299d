//! The zygote: this program, started once, which forks a keeper for each run.
//!
//! To start a keeper means to copy what is known of the judge's memory, to load this program, and to let it begin: a run of
//! a fast program takes 2.7 ms of CPU time with that, and 1.65 ms with a fork of a process as small as this one (AMD EPYC,
//! Zen 5). A keeper that was forked is a child of the judge, as one that was started.

use std::ffi::OsStr;
use std::io::{self, IoSlice, IoSliceMut, Read as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering::Relaxed;
use std::{env, iter};

use rustix::net::*;
use rustix::process::*;
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};

use super::super::{LOOK, Start, TEMPORARY};
use super::keeper::{self, Order};
use crate::threads::lock;

/// The first argument of a zygote. The second is the number of the socket that leads to the judge.
pub(super) const ZYGOTE: &str = ".zygote";

/// The maximum length of a request in bytes. A program with longer arguments gets a keeper that is started for it.
const MAX_REQUEST: usize = 1 << 16;

/// The standard streams of a program, and the socket of its keeper.
const FILES: usize = 4;

/// Whether the system call below forks: these architectures order its arguments or its results otherwise.
const CAN_FORK: bool = !cfg!(any(
    target_arch = "s390x",
    target_arch = "sparc",
    target_arch = "sparc64"
));

/// How often an answer is waited for, for [`LOOK`] each. A program that keeps stopping the zygote reaches its own limits
/// before that.
const MAX_POLLS: u32 = 200;

/// The zygote of this process.
enum Zygote {
    NotStarted,
    /// With the socket that leads to it.
    Serving(OwnedFd),
    /// It could not be started, did not answer, or was killed.
    Gone,
}

/// The process id of the zygote, or 0.
static ID: AtomicI32 = AtomicI32::new(0);

/// Forks a keeper, and returns its process id and the socket that leads to it. `None` if the zygote cannot do that, as in
/// a sandbox; then a keeper must be started. The first call starts the zygote, which is one of the `keepers` until it
/// fails.
pub(super) fn fork(keepers: &mut Vec<i32>, start: &Start<'_>) -> Option<(i32, UnixStream)> {
    static STATE: Mutex<Zygote> = Mutex::new(Zygote::NotStarted);
    if start.limits.isolation.is_some() || !CAN_FORK {
        return None;
    }
    let (socket, judge) = UnixStream::pair().ok()?;
    let request = request(start)?;
    let mut zygote = lock(&STATE);
    if let Zygote::NotStarted = *zygote {
        *zygote = Zygote::start(keepers).map_or(Zygote::Gone, Zygote::Serving);
    }
    let Zygote::Serving(zygote_socket) = &*zygote else {
        return None;
    };
    let [stdin, output, stderr] = start.streams.each_ref().map(AsFd::as_fd);
    let Some(id) = ask(zygote_socket, &request, &[stdin, output, stderr, judge.as_fd()]) else {
        keepers.retain(|&id| id != ID.load(Relaxed));
        end();
        *zygote = Zygote::Gone;
        return None;
    };
    // Now it may start the program. A keeper whose id was lost gets no such byte, and ends when its socket is closed.
    let _ = send(&socket, b".", SendFlags::NOSIGNAL);
    Some((id, socket))
}

impl Zygote {
    /// Starts it, and returns the socket that leads to it.
    fn start(keepers: &mut Vec<i32>) -> io::Result<OwnedFd> {
        let (socket, theirs) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        let (path, file) = super::keeper()?;
        let mut command = Command::new(path);
        command.args([ZYGOTE, &theirs.as_raw_fd().to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        super::start_with(&mut command, vec![theirs.as_raw_fd(), file.as_raw_fd()]);
        let id = command.spawn()?.id() as i32;
        ID.store(id, Relaxed);
        keepers.push(id);
        // SAFETY: the function is there as long as the process. It makes two system calls, and does not unwind.
        unsafe { libc::atexit(end) };
        Ok(socket)
    }
}

/// Kills the zygote and waits for it. Otherwise it would count as a process of the user until init waits for it, and keep
/// open what this process had open.
extern "C" fn end() {
    let id = ID.swap(0, Relaxed);
    if let Some(zygote) = Pid::from_raw(id) {
        let _ = kill_process(zygote, Signal::KILL);
        super::wait_for(id, 0);
    }
}

/// What a keeper needs to know, in parts with a zero byte between them. `None` if that is too long.
fn request(start: &Start<'_>) -> Option<Vec<u8>> {
    let order = Order::new(start.limits, None).to_text().ok()?;
    let paths = [start.folder, start.limits.temporary.as_deref()];
    let paths = paths.map(|path| path.map_or(&b""[..], |path| path.as_os_str().as_bytes()));
    let words = start.words.iter().map(|word| word.as_bytes());
    let parts: Vec<_> = iter::once(order.as_bytes()).chain(paths).chain(words).collect();
    let are_valid = parts.iter().all(|part| !part.contains(&0));
    Some(parts.join(&0)).filter(|request| are_valid && request.len() <= MAX_REQUEST)
}

/// Sends a request to the zygote, and returns the process id of the keeper that it forks.
fn ask(socket: &OwnedFd, request: &[u8], files: &[BorrowedFd<'_>]) -> Option<i32> {
    send_with_files(socket, request, files).ok()?;
    (0..MAX_POLLS).find(|_| {
        // A program may have stopped it, and may do so again.
        let _ = Pid::from_raw(ID.load(Relaxed)).map(|zygote| kill_process(zygote, Signal::CONT));
        super::is_readable_within(socket, LOOK)
    })?;
    let mut id = [0; 4];
    let (len, _) = recv(socket, &mut id, RecvFlags::DONTWAIT).ok()?;
    Some(i32::from_ne_bytes(id)).filter(|&id| len == size_of_val(&id) && id > 0)
}

/// Sends bytes and at most [`FILES`] open files.
pub(in super::super) fn send_with_files(socket: &impl AsFd, bytes: &[u8], files: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES))];
    let mut message = SendAncillaryBuffer::new(&mut space);
    message.push(SendAncillaryMessage::ScmRights(files));
    sendmsg(socket, &[IoSlice::new(bytes)], &mut message, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// Forks keepers until the judge at the other end of this socket ends.
///
/// Programs can send signals to it, as to a keeper, but cannot read its memory.
pub(super) fn serve(judge: OwnedFd) -> io::Result<()> {
    keeper::mask_signals(libc::SIG_BLOCK)?;
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    // When the judge ends, it goes on if a program had stopped it.
    set_parent_process_death_signal(Some(Signal::CONT))?;
    let mut request = vec![0; MAX_REQUEST];
    while let Some((len, files)) = receive(&judge, &mut request)? {
        match fork_for_judge()? {
            0 => {
                // While a copy of it is open, the judge does not see that the zygote was killed.
                drop(judge);
                become_keeper(&request[..len], files)
            }
            id => _ = send(&judge, &id.to_ne_bytes(), SendFlags::NOSIGNAL)?,
        }
    }
    Ok(())
}

/// Receives the next request, and returns its length and its files. `None` if the judge has ended.
fn receive(judge: &OwnedFd, request: &mut [u8]) -> io::Result<Option<(usize, [OwnedFd; FILES])>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES))];
    let mut message = RecvAncillaryBuffer::new(&mut space);
    let text = &mut [IoSliceMut::new(request)];
    let received = recvmsg(judge, text, &mut message, RecvFlags::CMSG_CLOEXEC)?;
    let files = message.drain().filter_map(|part| match part {
        RecvAncillaryMessage::ScmRights(files) => Some(files),
        _ => None,
    });
    let files: Vec<OwnedFd> = files.flatten().collect();
    Ok(files.try_into().ok().map(|files| (received.bytes, files)))
}

/// Forks a process that becomes a child of our parent. Returns its process id, and 0 in the new process.
fn fork_for_judge() -> io::Result<i32> {
    // SAFETY: the call gets no memory. Without a stack of its own, the new process goes on here with a copy of all, in
    // which nothing is locked, since there is but one thread.
    let id = unsafe { libc::syscall(libc::SYS_clone, libc::CLONE_PARENT | libc::SIGCHLD, 0, 0, 0, 0) };
    match id {
        -1 => Err(io::Error::last_os_error()),
        id => Ok(id as i32),
    }
}

/// Keeps the program of a request, and ends. Before the program starts, the judge confirms that it knows this keeper:
/// otherwise it may have started another one.
fn become_keeper(request: &[u8], [stdin, output, stderr, judge]: [OwnedFd; FILES]) -> ! {
    let mut judge = UnixStream::from(judge);
    if judge.read_exact(&mut [0]).is_err() {
        std::process::exit(0);
    }
    let mut parts = request.split(|&b| b == 0);
    let order = parts.next().unwrap_or_default();
    let [folder, temporary] = [(); 2].map(|()| parts.next().filter(|path| !path.is_empty()).map(OsStr::from_bytes));
    let words: Vec<_> = parts.map(|word| OsStr::from_bytes(word).to_owned()).collect();
    keeper::keep_and_end(&judge, order, &words, || {
        setsid()?;
        dup2_stdin(stdin)?;
        dup2_stdout(output)?;
        dup2_stderr(stderr)?;
        if let Some(folder) = folder {
            env::set_current_dir(folder)?;
        }
        if let Some(temporary) = temporary {
            for name in TEMPORARY {
                // SAFETY: there is one thread.
                unsafe { env::set_var(name, temporary) };
            }
        }
        Ok(())
    })
}
