//! Requests to stop: SIGINT (Ctrl-C), SIGTERM, SIGHUP and SIGQUIT; on Windows Ctrl-C, Ctrl-Break and the closing of the
//! console.
//!
//! A thread waits for them, so what they do is ordinary code: it removes what has a temporary name, says how far the
//! work is, and ends the program as the request would have. Where work can end by itself and report what it knows, an
//! [`Interrupt`] takes the first request.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, LazyLock, Mutex, Once, OnceLock};
use std::thread::Builder;
use std::time::Duration;
use std::{env, fs, io};

use walkdir::{DirEntry, WalkDir};

use crate::error::Error;
use crate::text::say;
use crate::threads::lock;

/// A request to stop. Once raised it stays raised, and ends every run in progress and every later one.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    /// The signal that raised it, or 0 for another reason.
    signal: Arc<OnceLock<i32>>,
}

/// What requests raise. If there is nothing, they end the program.
static TAKER: OnceLock<Interrupt> = OnceLock::new();

impl Interrupt {
    /// One that the next request to stop raises. If the work does not end then, or after the third one, the program
    /// ends as usual.
    pub(crate) fn on_signals() -> Self {
        let interrupt = TAKER.get_or_init(Self::default).clone();
        listen();
        interrupt
    }

    /// Raises it.
    pub fn raise(&self) {
        let _ = self.signal.set(0);
    }

    /// Returns whether it was raised.
    pub(crate) fn is_raised(&self) -> bool {
        self.signal.get().is_some()
    }

    /// Returns the error that reports the interruption, if it was raised.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self.signal.get() {
            Some(&signal) => Err(interrupted(signal)),
            None => Ok(()),
        }
    }
}

/// What goes if the program ends early. Locked during what a request waits for; and by the thread that ends the
/// program, forever.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// While this exists, a file or folder goes if a request to stop ends the program.
#[derive(Debug)]
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    /// Calls `create`, and registers what it makes.
    pub(crate) fn register<T: AsRef<Path>>(create: impl FnOnce() -> io::Result<T>) -> io::Result<(T, Self)> {
        listen();
        wait_for_handler();
        let mut temporary = lock(&TEMPORARY);
        let made = create()?;
        let path = made.as_ref().to_owned();
        temporary.push(path.clone());
        Ok((made, Self(path)))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        lock(&TEMPORARY).retain(|path| *path != self.0);
    }
}

/// A new folder, which goes with this, or when a request to stop ends the program.
#[derive(Debug)]
pub(crate) struct TemporaryFolder(Temporary);

impl TemporaryFolder {
    /// Where such folders are made.
    pub(crate) fn new() -> io::Result<Self> {
        Self::in_folder(&env::temp_dir(), "bouton-")
    }

    /// In another folder; its name starts with `prefix`.
    pub(crate) fn in_folder(parent: &Path, prefix: &str) -> io::Result<Self> {
        let create = || tempfile::Builder::new().prefix(prefix).tempdir_in(parent);
        let (folder, temporary) = Temporary::register(create)?;
        // From here on it goes by what is below.
        let _ = folder.keep();
        Ok(Self(temporary))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        remove(self.path());
    }
}

/// Removes a file, or a folder with all that is in it, as far as that can be done.
fn remove(path: &Path) {
    if fs::remove_file(path).is_ok() || fs::remove_dir_all(path).is_ok() {
        return;
    }
    // That needs more system calls than this, one of which may have been refused.
    let entries = WalkDir::new(path).contents_first(true).into_iter();
    for path in entries.flatten().map(DirEntry::into_path) {
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir(&path));
    }
}

/// Whether a request has arrived and is not handled yet.
static HAS_ARRIVED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Waits until requests that have arrived are handled. Ctrl-C ends whatever writes our input as well, and the end of
/// that input must not be taken for its proper one.
pub(crate) fn wait_for_handler() {
    while HAS_ARRIVED.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Does what must not be left half done: requests to stop wait until it is. It does not begin after one.
pub(crate) fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    wait_for_handler();
    let _busy = lock(&TEMPORARY);
    work()
}

/// Handles a request to stop.
fn handle(signal: i32) {
    static TAKEN: AtomicU32 = AtomicU32::new(0);
    // `timeout` sends two at once, and whoever is impatient as well.
    if let Some(interrupt) = TAKER.get()
        && TAKEN.fetch_add(1, Ordering::Relaxed) < 2
    {
        let _ = interrupt.signal.set(signal);
        HAS_ARRIVED.store(false, Ordering::Relaxed);
        // Without a thread, further requests do it.
        let _ = Builder::new().spawn(move || {
            wait_for_work();
            // Whoever reports may have to wait for a reader, and ends the program if not.
            let reporter = lock(&REPORTER).take();
            if reporter.is_some_and(|reporter| reporter.send(signal).is_ok()) {
                wait_for_work();
            }
            end(signal);
        });
        return;
    }
    end(signal)
}

/// Waits for as long as work that looks at its interrupt takes to end: not all of it does, a search over moves for one.
/// On a busy machine it takes longer by the clock.
fn wait_for_work() {
    const INTERVAL: Duration = Duration::from_millis(50);
    const LONGEST: Duration = Duration::from_secs(5);
    let computed = cpu_time();
    let mut waited = Duration::ZERO;
    while waited < LONGEST && cpu_time() < computed + Duration::from_secs(1) {
        std::thread::sleep(INTERVAL);
        waited += INTERVAL;
    }
}

/// The CPU time of this process, where that is known.
fn cpu_time() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    Duration::ZERO
}

/// Removes what is temporary, and ends the program by a signal.
fn end(signal: i32) -> ! {
    let mut temporary = lock(&TEMPORARY);
    for path in temporary.drain(..) {
        remove(&path);
    }
    say(&interrupted(signal).to_string());
    end_by(signal)
}

/// Leads to a thread that reports the work in progress if it has to be ended by this signal.
static REPORTER: Mutex<Option<Sender<i32>>> = Mutex::new(None);

/// Does some work. If a request to stop ends the program that the work has not seen, `report` is called before, and
/// this does not return.
pub(crate) fn with_report<T>(report: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    /// While this exists, something may be reported.
    struct Reporting;
    impl Drop for Reporting {
        fn drop(&mut self) {
            lock(&REPORTER).take();
        }
    }
    let (sender, signals) = channel();
    *lock(&REPORTER) = Some(sender);
    std::thread::scope(|threads| {
        // Without a thread, nothing is reported.
        let _ = Builder::new().spawn_scoped(threads, move || {
            if let Ok(signal) = signals.recv() {
                report();
                end(signal);
            }
        });
        let _reporting = Reporting;
        let done = work();
        // If it is reported, the program ends.
        while lock(&REPORTER).take().is_none() {
            std::thread::park();
        }
        done
    })
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

/// Handles requests to stop from now on. Where they cannot be handled, they end the program as usual.
pub(crate) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = start_to_listen();
    });
}

/// Handles the signals that ask the program to stop in a thread of its own.
#[cfg(unix)]
fn start_to_listen() -> io::Result<()> {
    use signal_hook::iterator::backend::SignalDelivery;
    use signal_hook::iterator::exfiltrator::SignalOnly;
    use std::io::Read;
    use std::os::unix::net::UnixStream;
    let (read, write) = UnixStream::pair()?;
    let mut signals = SignalDelivery::with_pipe(read, write, SignalOnly, [0; 0])?;
    let handled = signals.handle();
    // A socket that fails says nothing of signals, but they arrive all the same.
    let mut wait = |socket: &mut UnixStream| {
        if !socket.read(&mut [0]).is_ok_and(|len| len > 0) {
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(true)
    };
    std::thread::Builder::new().spawn(move || {
        while let Ok(Some(arrived)) = signals.poll_pending(&mut wait) {
            arrived.for_each(handle);
        }
    })?;
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
        if !is_ignored(signal) {
            // First the flag: one that is set after the signal was handled would stay set.
            signal_hook::flag::register(signal, Arc::clone(&HAS_ARRIVED))?;
            handled.add_signal(signal)?;
        }
    }
    Ok(())
}

/// Returns whether this process ignores `signal`, as its parent may have arranged: under `nohup`, it goes on doing so.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action the call only writes the current one to `action`, which is ours and large enough.
    // All zeros are a valid `sigaction` too, so it may be read even if the call fails.
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}

#[cfg(windows)]
fn start_to_listen() -> io::Result<()> {
    use windows_sys::Win32::System::Console::*;

    /// Runs in a thread that the system makes.
    unsafe extern "system" fn on_event(event: u32) -> windows_sys::core::BOOL {
        handle(0);
        if event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT {
            // The console is closed: the system ends the program when this returns, or after some seconds.
            std::thread::sleep(Duration::from_secs(60));
        }
        true.into()
    }

    // SAFETY: the handler may be called at any time, by any thread.
    unsafe { SetConsoleCtrlHandler(Some(on_event), true.into()) };
    Ok(())
}

/// Other systems have no requests to stop.
#[cfg(not(any(unix, windows)))]
fn start_to_listen() -> io::Result<()> {
    let _unused: fn(i32) = handle;
    Ok(())
}

/// Makes exceeding a limit of the system an error from now on, instead of the end by a signal: a write beyond the file
/// size limit (`ulimit -f`) fails, and running out of memory ends the program with exit code 2.
#[cfg(unix)]
pub(crate) fn report_limits() {
    use signal_hook::flag::{register, register_conditional_shutdown};
    // Unlike `SIG_IGN`, a handler is not inherited by the programs that we run.
    let _ = register(libc::SIGXFSZ, Arc::default());
    let _ = register_conditional_shutdown(libc::SIGABRT, 2, Arc::new(true.into()));
}
