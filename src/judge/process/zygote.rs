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

/// The maximum length in bytes of what a keeper is told. Who has longer words is kept by one that is started for it.
const MOST_TOLD: usize = 1 << 16;

/// The standard streams of a program, and the socket of its keeper.
const FILES: usize = 4;

/// Whether a raw system call can fork: on these, its arguments or its results are others.
const CAN_FORK: bool = !cfg!(any(
    target_arch = "s390x",
    target_arch = "sparc",
    target_arch = "sparc64"
));

/// How long we wait for an answer: a program that stops it without end is ended by its own limits.
const MOST_LOOKS: u32 = 200;

/// What serves this process.
enum Zygote {
    NotStarted,
    Serving(OwnedFd),
    /// It could not be started or did not answer; or it was killed.
    Gone,
}

/// The number of the zygote, or 0.
static ID: AtomicI32 = AtomicI32::new(0);

/// Forks a keeper, and returns its number and the socket that leads to it. `None` if that cannot be, as in a sandbox, and
/// one must be started. The first call starts the zygote, which is one of the `keepers` until it fails.
pub(super) fn fork(keepers: &mut Vec<i32>, start: &Start<'_>) -> Option<(i32, UnixStream)> {
    static STATE: Mutex<Zygote> = Mutex::new(Zygote::NotStarted);
    if start.limits.isolation.is_some() || !CAN_FORK {
        return None;
    }
    let (socket, judge) = UnixStream::pair().ok()?;
    let told = told(start, &judge)?;
    let mut zygote = lock(&STATE);
    if let Zygote::NotStarted = *zygote {
        *zygote = Zygote::start(keepers).map_or(Zygote::Gone, Zygote::Serving);
    }
    let Zygote::Serving(zygote_socket) = &*zygote else {
        return None;
    };
    let [stdin, output, stderr] = start.streams.each_ref().map(AsFd::as_fd);
    let Some(id) = ask(zygote_socket, &told, &[stdin, output, stderr, judge.as_fd()]) else {
        keepers.retain(|&id| id != ID.load(Relaxed));
        end();
        *zygote = Zygote::Gone;
        return None;
    };
    // From here on it is ours. One that is not told so, since its number was lost, ends when its socket is closed.
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

/// Ends the zygote and waits for it. Who is not waited for counts as a process of the user until somebody else comes to
/// do that, and holds what we have open.
extern "C" fn end() {
    let id = ID.swap(0, Relaxed);
    if let Some(zygote) = Pid::from_raw(id) {
        let _ = kill_process(zygote, Signal::KILL);
        super::wait_for(id, 0);
    }
}

/// What a keeper is told. `None` if it is too long for that.
fn told(start: &Start<'_>, judge: &UnixStream) -> Option<Vec<u8>> {
    let order = Order::new(judge, start.limits, None).to_text().ok()?;
    let paths = [start.folder, start.limits.temporary.as_deref()];
    let paths = paths.map(|path| path.map_or(&b""[..], |path| path.as_os_str().as_bytes()));
    let words = start.words.iter().map(|word| word.as_bytes());
    let told: Vec<_> = iter::once(order.as_bytes()).chain(paths).chain(words).collect();
    let can_be_told = told.iter().all(|word| !word.contains(&0));
    Some(told.join(&0)).filter(|told| can_be_told && told.len() <= MOST_TOLD)
}

/// Tells the zygote, and returns the number of the keeper that it forks.
fn ask(socket: &OwnedFd, told: &[u8], files: &[BorrowedFd<'_>; FILES]) -> Option<i32> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES))];
    let mut message = SendAncillaryBuffer::new(&mut space);
    message.push(SendAncillaryMessage::ScmRights(files));
    sendmsg(socket, &[IoSlice::new(told)], &mut message, SendFlags::NOSIGNAL).ok()?;
    (0..MOST_LOOKS).find(|_| {
        // A program may have stopped it, and do so again.
        let _ = Pid::from_raw(ID.load(Relaxed)).map(|zygote| kill_process(zygote, Signal::CONT));
        super::is_readable_within(socket, LOOK)
    })?;
    let mut id = [0; 4];
    let (len, _) = recv(socket, &mut id, RecvFlags::DONTWAIT).ok()?;
    Some(i32::from_ne_bytes(id)).filter(|&id| len == size_of_val(&id) && id > 0)
}

/// Forks keepers until the judge at the other end of this socket ends.
///
/// As a keeper, it can be sent signals by programs, but not looked into.
pub(super) fn serve(judge: OwnedFd) -> io::Result<()> {
    keeper::mask_signals(libc::SIG_BLOCK)?;
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    // Whoever stopped it, it sees that the judge ends.
    set_parent_process_death_signal(Some(Signal::CONT))?;
    let mut told = vec![0; MOST_TOLD];
    while let Some((len, files)) = receive(&judge, &mut told)? {
        match fork_for_judge()? {
            0 => {
                // Else the judge would wait for who is killed.
                drop(judge);
                become_keeper(&told[..len], files)
            }
            id => _ = send(&judge, &id.to_ne_bytes(), SendFlags::NOSIGNAL)?,
        }
    }
    Ok(())
}

/// What the judge says next, and the files with it. `None` if there is no judge any more.
fn receive(judge: &OwnedFd, told: &mut [u8]) -> io::Result<Option<(usize, [OwnedFd; FILES])>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES))];
    let mut message = RecvAncillaryBuffer::new(&mut space);
    let text = &mut [IoSliceMut::new(told)];
    let received = recvmsg(judge, text, &mut message, RecvFlags::CMSG_CLOEXEC)?;
    let files = message.drain().filter_map(|part| match part {
        RecvAncillaryMessage::ScmRights(files) => Some(files),
        _ => None,
    });
    let files: Vec<OwnedFd> = files.flatten().collect();
    Ok(files.try_into().ok().map(|files| (received.bytes, files)))
}

/// Forks a process that is not our child but our parent's. Returns its number, and in itself 0.
fn fork_for_judge() -> io::Result<i32> {
    // SAFETY: the call gets no memory. Without a stack of its own, the new process goes on here with a copy of all, in
    // which nothing is locked, since there is but one thread.
    let id = unsafe { libc::syscall(libc::SYS_clone, libc::CLONE_PARENT | libc::SIGCHLD, 0, 0, 0, 0) };
    match id {
        -1 => Err(io::Error::last_os_error()),
        id => Ok(id as i32),
    }
}

/// Keeps the program that we were told of, and ends. The judge knows us, or it may have had another keeper started.
fn become_keeper(told: &[u8], [stdin, output, stderr, judge]: [OwnedFd; FILES]) -> ! {
    let mut judge = UnixStream::from(judge);
    if judge.read_exact(&mut [0]).is_err() {
        std::process::exit(0);
    }
    let mut told = told.split(|&b| b == 0);
    let order = told.next().and_then(|order| Order::from_text(order).ok());
    let [folder, temporary] = [(); 2].map(|()| told.next().filter(|path| !path.is_empty()).map(OsStr::from_bytes));
    let words: Vec<_> = told.map(|word| OsStr::from_bytes(word).to_owned()).collect();
    keeper::answer(&judge, || {
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
        keeper::keep(&order.ok_or(io::ErrorKind::InvalidData)?, &words, &judge)
    })
}
