//! Requests to stop: SIGINT (Ctrl-C), SIGTERM and SIGHUP, on Windows Ctrl-C, Ctrl-Break and the closing of the console.
//!
//! A thread waits for them, so what they do is ordinary code: it removes what has a temporary name, says how far the work
//! is, and ends the program as the request would have. Where work can end by itself and report what it knows, an
//! [`Interrupt`] takes the first request.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::time::Duration;

use crate::error::Error;
use crate::text::say;
use crate::threads::lock;

/// A request to stop. Once raised it stays raised, and ends every run in progress and every later one.
#[derive(Debug, Default)]
pub struct Interrupt(Arc<Request>);

#[derive(Debug, Default)]
struct Request {
    /// The signal that raised it, or 0 for another reason.
    signal: Mutex<Option<i32>>,
    is_raised: Condvar,
    /// How many requests to stop it has taken.
    taken: AtomicU32,
}

/// So many requests are taken before the next one ends the program: whoever is impatient sends two, and what runs has to
/// be ended after the first one.
const PATIENCE: u32 = 2;

impl Request {
    fn raise(&self, signal: i32) {
        lock(&self.signal).get_or_insert(signal);
        self.is_raised.notify_all();
    }
}

/// What requests raise. If there is nothing, they end the program.
static TAKER: Mutex<Weak<Request>> = Mutex::new(Weak::new());

impl Interrupt {
    /// Creates one that only [`Interrupt::raise`] raises.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates one that the next request to stop raises, and does nothing else. The third one ends the program as usual, in
    /// case it is too busy to notice.
    pub(crate) fn on_signals() -> Self {
        let interrupt = Self::new();
        *lock(&TAKER) = Arc::downgrade(&interrupt.0);
        listen();
        interrupt
    }

    /// Raises it.
    pub fn raise(&self) {
        self.0.raise(0);
    }

    /// Returns the error that reports the interruption.
    pub(crate) fn error(&self) -> Error {
        interrupted(lock(&self.0.signal).unwrap_or(0))
    }

    /// Returns whether it was raised.
    pub fn is_raised(&self) -> bool {
        lock(&self.0.signal).is_some()
    }

    /// Waits for as long as this, or until it is raised; whether it was.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let signal = lock(&self.0.signal);
        let waited = self
            .0
            .is_raised
            .wait_timeout_while(signal, time, |signal| signal.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.is_some()
    }
}

/// What goes if the program ends early.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Held during what a request waits for; and by the thread that ends the program, forever.
static UNINTERRUPTED: Mutex<()> = Mutex::new(());

/// While this exists, a file or folder goes if a request to stop, or a lack of memory, ends the program.
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    /// Calls `create`, and registers what it makes.
    pub(crate) fn register<T: AsRef<Path>>(
        create: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<(T, Self)> {
        listen();
        uninterrupted(|| {
            let made = create()?;
            let path = made.as_ref().to_owned();
            lock(&TEMPORARY).push(path.clone());
            Ok((made, Self(path)))
        })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        lock(&TEMPORARY).retain(|path| *path != self.0);
    }
}

/// The signal of a request that has arrived and is not handled yet, or 0.
static HAS_ARRIVED: AtomicI32 = AtomicI32::new(0);

/// Waits until requests that have arrived are handled. Ctrl-C ends whatever writes our input as well, and the end of
/// that input must not be taken for its proper one.
pub(crate) fn wait_for_handler() {
    while HAS_ARRIVED.load(Ordering::Relaxed) > 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Does what must not be left half done: requests to stop wait until it is. It does not begin after one.
pub(crate) fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    wait_for_handler();
    let _busy = lock(&UNINTERRUPTED);
    work()
}

/// Removes all that is temporary, before the program ends.
fn remove_temporary(mut paths: MutexGuard<'_, Vec<PathBuf>>) {
    for path in paths.drain(..) {
        // If it cannot be removed, nothing can be done about it.
        let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
    }
}

/// Removes all that is temporary, before the program ends for lack of memory. Removes nothing if a thread holds the list at
/// that moment, since it may be the one that needs memory.
pub fn remove_temporary_without_memory() {
    if let Ok(paths) = TEMPORARY.try_lock() {
        remove_temporary(paths);
    }
}

/// Handles a request to stop.
fn handle(signal: i32) {
    let taker = lock(&TAKER).upgrade();
    if let Some(request) = taker
        && request.taken.fetch_add(1, Ordering::Relaxed) < PATIENCE
    {
        request.raise(signal);
        HAS_ARRIVED.store(0, Ordering::Relaxed);
        return;
    }
    let _forever = lock(&UNINTERRUPTED);
    remove_temporary(lock(&TEMPORARY));
    // Nobody may read what is written there.
    if takes_a_line(&io::stderr()) {
        say(&interrupted(signal).to_string());
    }
    end_by(signal)
}

/// What is said of the work in progress if it is interrupted.
type SaysSoFar = Box<dyn Fn() -> String + Send>;

static SAYS_SO_FAR: Mutex<Option<SaysSoFar>> = Mutex::new(None);

/// Sets what the final message says of the work in progress if it is interrupted, such as `after 17 tests`.
pub(crate) fn say_of_work(so_far: impl Fn() -> String + Send + 'static) {
    *lock(&SAYS_SO_FAR) = Some(Box::new(so_far));
}

fn interrupted(signal: i32) -> Error {
    let so_far = lock(&SAYS_SO_FAR);
    let so_far = so_far.as_ref().map_or_else(String::new, |so_far| so_far());
    Error::Interrupted { signal, so_far }
}

/// Ends the program by `signal`, as if it had not been caught.
pub(crate) fn end_by(signal: i32) -> ! {
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    #[cfg(windows)]
    let code = windows_sys::Win32::Foundation::STATUS_CONTROL_C_EXIT;
    #[cfg(not(windows))]
    let code = 2;
    let _ = signal;
    std::process::exit(code)
}

/// Handles requests to stop from now on.
pub(crate) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(system::listen);
}

#[cfg(unix)]
pub(crate) use system::is_ignored;
use system::takes_a_line;

#[cfg(unix)]
mod system {
    use std::io::{Read, pipe};
    use std::os::fd::IntoRawFd;
    use std::sync::atomic::Ordering;
    use std::thread::Builder;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use signal_hook::low_level;

    use super::HAS_ARRIVED;

    /// The signals that ask the program to stop.
    const SIGNALS: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

    /// Handles signals in a thread, which reads the number of each from a pipe. Without that thread, they end the program as
    /// usual. Those that were ignored when the program started, as under `nohup`, stay ignored.
    pub(super) fn listen() {
        let Ok((mut numbers, end)) = pipe() else {
            return;
        };
        let handle = move || {
            let mut number = [0];
            while numbers.read_exact(&mut number).is_ok() {
                super::handle(number[0].into());
            }
        };
        if Builder::new().spawn(handle).is_err() {
            return;
        }
        // It stays open as long as the program runs.
        let end = end.into_raw_fd();
        for signal in SIGNALS.into_iter().filter(|&signal| !is_ignored(signal)) {
            let number = signal as u8;
            let on_signal = move || {
                HAS_ARRIVED.store(signal, Ordering::Relaxed);
                // SAFETY: a byte is read, which is there during the call. Nothing can be done about a failure.
                unsafe { libc::write(end, (&raw const number).cast(), 1) };
            };
            // SAFETY: a handler of signals may do what is safe to do in one: it stores a number and calls `write`.
            let _ = unsafe { low_level::register(signal, on_signal) };
        }
    }

    /// Returns whether this process ignores `signal`, as its parent may have arranged.
    pub(crate) fn is_ignored(signal: i32) -> bool {
        let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: without a new action the call only writes the current one to `action`, which is ours and
        // large enough. All zeros are a valid `sigaction` too, so it may be read even if the call fails.
        let action = unsafe {
            libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
            action.assume_init()
        };
        action.sa_sigaction == libc::SIG_IGN
    }

    /// Returns whether a line can be written to `stderr` at once.
    pub(super) fn takes_a_line(stderr: &std::io::Stderr) -> bool {
        let mut ready = [PollFd::new(stderr, PollFlags::OUT)];
        poll(&mut ready, Some(&Timespec::default())) == Ok(1)
    }
}

#[cfg(not(unix))]
mod system {
    #[cfg(windows)]
    pub(super) fn listen() {
        use windows_sys::Win32::Foundation::TRUE;
        use windows_sys::Win32::System::Console::{
            CTRL_BREAK_EVENT, CTRL_C_EVENT, SetConsoleCtrlHandler,
        };

        /// Runs in a thread that the system makes.
        unsafe extern "system" fn on_event(event: u32) -> windows_sys::core::BOOL {
            super::handle(0);
            if event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT {
                // The console is closed: the system ends the program when this returns, or after some seconds.
                std::thread::sleep(std::time::Duration::from_secs(60));
            }
            TRUE
        }

        // SAFETY: the handler may be called at any time, by any thread.
        unsafe { SetConsoleCtrlHandler(Some(on_event), TRUE) };
    }

    /// Systems without requests to stop.
    #[cfg(not(windows))]
    pub(super) fn listen() {
        let _unused: fn(i32) = super::handle;
    }

    /// It cannot be seen, but hardly anybody leaves standard error unread there.
    pub(super) fn takes_a_line(_stderr: &std::io::Stderr) -> bool {
        true
    }
}
