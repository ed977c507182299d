//! Requests to stop, from a signal or from another thread.

use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

use crate::error::Error;
use crate::work::Interrupted;

/// Whether an [`Interrupt`] takes the next signal. All others end the program.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Returns whether a signal is to end the program. If so, removes the temporary file, and says how far the work is. A
/// signal handler calls it.
fn ends_program() -> bool {
    use std::io::Write;
    if IS_TAKEN.swap(false, Ordering::Relaxed) {
        return false;
    }
    remove_temporary();
    let mut line = [0; 128];
    let mut room = &mut line[..];
    let _ = write!(room, "{Interrupted}");
    let unused = room.len();
    let line = &line[..line.len() - unused];
    let mut stderr = std::io::stderr();
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        // Nobody may read the pipe, and the locks of the standard library may be taken.
        let mut ready = [PollFd::new(&stderr, PollFlags::OUT)];
        if poll(&mut ready, Some(&Timespec::default())) == Ok(1) {
            let _ = rustix::io::write(&mut stderr, line);
        }
    }
    #[cfg(not(unix))]
    let _ = stderr.write_all(line);
    true
}

/// A request to stop. Once raised it stays raised, and ends every run in progress and every later one.
///
/// On Unix it is a pipe that becomes readable, on Windows an event, so that any number of threads can wait
/// for it together with other events, and all wake at once.
#[derive(Debug)]
pub struct Interrupt {
    #[cfg(unix)]
    reader: std::io::PipeReader,
    #[cfg(unix)]
    writer: std::io::PipeWriter,
    /// The first signal that raised it; 0 if none did.
    #[cfg(unix)]
    signal: std::sync::Arc<std::sync::atomic::AtomicUsize>,
    /// The signal handlers that raise it.
    #[cfg(unix)]
    actions: Vec<signal_hook::SigId>,
    #[cfg(windows)]
    event: std::os::windows::io::OwnedHandle,
    #[cfg(not(any(unix, windows)))]
    raised: std::sync::atomic::AtomicBool,
}

/// The signals that ask the program to stop.
#[cfg(unix)]
pub(crate) const SIGNALS: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

#[cfg(unix)]
impl Interrupt {
    /// Creates one that only [`Interrupt::raise`] raises.
    ///
    /// # Errors
    /// If too many files are open.
    pub fn new() -> Result<Self, Error> {
        let (reader, writer) = std::io::pipe().map_err(|error| Error::io("interrupt", error))?;
        Ok(Self {
            reader,
            writer,
            signal: std::sync::Arc::default(),
            actions: Vec::new(),
        })
    }

    /// Creates one that Ctrl-C (SIGINT), SIGTERM and SIGHUP raise too. The first such signal does
    /// nothing else; a second one ends the program as usual, in case it is too busy to notice. Signals
    /// that were ignored when the program started, as under `nohup`, stay ignored.
    ///
    /// # Errors
    /// If too many files are open.
    pub fn on_signals() -> Result<Self, Error> {
        let mut interrupt = Self::new()?;
        for signal in SIGNALS {
            if is_ignored(signal) {
                continue;
            }
            let mut register = || {
                let writer = interrupt.writer.try_clone()?;
                interrupt.actions.extend([
                    signal_hook::flag::register_usize(
                        signal,
                        interrupt.signal.clone(),
                        signal as usize,
                    )?,
                    signal_hook::low_level::pipe::register(signal, writer)?,
                ]);
                Ok(())
            };
            register().map_err(|error| Error::io("interrupt", error))?;
        }
        clean_up_on_signals();
        IS_TAKEN.store(true, Ordering::Relaxed);
        Ok(interrupt)
    }

    /// Raises it.
    pub fn raise(&self) {
        // If this fails, the pipe is full of earlier requests.
        let _ = std::io::Write::write(&mut &self.writer, b"!");
    }

    /// Returns the error that reports the interruption.
    pub fn error(&self) -> Error {
        Error::Interrupted(self.signal.load(std::sync::atomic::Ordering::Relaxed) as i32)
    }

    /// Returns whether it was raised.
    pub fn is_raised(&self) -> bool {
        self.wait(std::time::Duration::ZERO)
    }

    /// Waits for as long as this, or until it is raised; whether it was. May end early.
    pub fn wait(&self, time: std::time::Duration) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let time = Timespec::try_from(time).ok();
        let mut reader = [PollFd::new(&self.reader, PollFlags::IN)];
        matches!(poll(&mut reader, time.as_ref()), Ok(1..))
    }
}

#[cfg(unix)]
impl Drop for Interrupt {
    /// Unregisters the handlers; from now on the signals end the program.
    fn drop(&mut self) {
        if !self.actions.is_empty() {
            IS_TAKEN.store(false, Ordering::Relaxed);
        }
        for &action in &self.actions {
            signal_hook::low_level::unregister(action);
        }
    }
}

#[cfg(unix)]
impl std::os::fd::AsFd for Interrupt {
    /// A descriptor that becomes readable when the interrupt is raised. It is never read.
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.reader.as_fd()
    }
}

/// Makes the signals clean up and say how far the work is before they end the program. Signals that were ignored when
/// the program started, as under `nohup`, stay ignored.
#[cfg(unix)]
pub(crate) fn clean_up_on_signals() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        for signal in SIGNALS.into_iter().filter(|&signal| !is_ignored(signal)) {
            let action = move || {
                if ends_program() {
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
            };
            // SAFETY: the action makes only async-signal-safe calls: `unlink`, `poll`, `write`, and one that
            // signal-hook documents as such. Besides, it only uses atomics and formats text in its own stack frame.
            let _ = unsafe { signal_hook::low_level::register(signal, action) };
        }
    });
}

/// Returns whether this process ignores `signal`, as its parent may have arranged.
#[cfg(unix)]
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

#[cfg(windows)]
pub(crate) use windows::clean_up_on_signals;

#[cfg(windows)]
mod windows {
    use std::io;
    use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle, RawHandle};
    use std::ptr::null;
    use std::sync::atomic::Ordering;
    use std::sync::{Once, OnceLock};
    use std::time::Duration;

    use windows_sys::Win32::Foundation::{FALSE, TRUE, WAIT_OBJECT_0};
    use windows_sys::Win32::System::Console::{
        CTRL_BREAK_EVENT, CTRL_C_EVENT, SetConsoleCtrlHandler,
    };
    use windows_sys::Win32::System::Threading::{
        CreateEventW, INFINITE, SetEvent, WaitForSingleObject,
    };
    use windows_sys::core::BOOL;

    use super::{Error, IS_TAKEN, Interrupt, ends_program};

    /// The event that Ctrl-C sets. It is never closed, since the handler may run at any time.
    static CTRL_C: OnceLock<OwnedHandle> = OnceLock::new();

    /// Makes Ctrl-C, Ctrl-Break and the closing of the console clean up and say how far the work is before they end
    /// the program.
    pub(crate) fn clean_up_on_signals() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // SAFETY: the handler may be called at any time, by any thread.
            unsafe { SetConsoleCtrlHandler(Some(on_event), TRUE) };
        });
    }

    /// Runs in a thread that the system makes. If it returns false, the program ends as usual.
    unsafe extern "system" fn on_event(event: u32) -> BOOL {
        let (false, Some(ctrl_c)) = (ends_program(), CTRL_C.get()) else {
            return FALSE;
        };
        // SAFETY: the handle is never closed.
        unsafe { SetEvent(ctrl_c.as_raw_handle()) };
        if event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT {
            // The console is closed: the system ends the program when this returns, or after some seconds.
            std::thread::sleep(Duration::from_secs(60));
        }
        TRUE
    }

    fn new_event() -> io::Result<OwnedHandle> {
        // SAFETY: nulls stand for the defaults: no name, and a handle that children do not inherit. It stays
        // set once it is.
        let event = unsafe { CreateEventW(null(), TRUE, FALSE, null()) };
        if event.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: it was just made, and has no other owner.
        Ok(unsafe { OwnedHandle::from_raw_handle(event) })
    }

    impl Interrupt {
        /// Creates one that only [`Interrupt::raise`] raises.
        ///
        /// # Errors
        /// If the system refuses.
        pub fn new() -> Result<Self, Error> {
            let event = new_event().map_err(|error| Error::io("interrupt", error))?;
            Ok(Self { event })
        }

        /// Creates one that Ctrl-C, Ctrl-Break and the closing of the console raise too. The first of these
        /// does nothing else; a second one ends the program as usual, in case it is too busy to notice.
        ///
        /// # Errors
        /// If the system refuses.
        pub fn on_signals() -> Result<Self, Error> {
            let register = || {
                let event = new_event()?;
                let event = CTRL_C.get_or_init(|| event).try_clone()?;
                clean_up_on_signals();
                IS_TAKEN.store(true, Ordering::Relaxed);
                Ok(Self { event })
            };
            register().map_err(|error| Error::io("interrupt", error))
        }

        /// Raises it.
        pub fn raise(&self) {
            // SAFETY: the handle is open.
            unsafe { SetEvent(self.event.as_raw_handle()) };
        }

        /// Returns the error that reports the interruption.
        pub fn error(&self) -> Error {
            Error::Interrupted(0)
        }

        /// Returns whether it was raised.
        pub fn is_raised(&self) -> bool {
            self.wait(Duration::ZERO)
        }

        /// Waits for as long as this, or until it is raised; whether it was.
        pub fn wait(&self, time: Duration) -> bool {
            let time = u32::try_from(time.as_millis()).unwrap_or(INFINITE);
            // SAFETY: the handle is open.
            unsafe { WaitForSingleObject(self.event.as_raw_handle(), time) == WAIT_OBJECT_0 }
        }
    }

    impl AsRawHandle for Interrupt {
        /// An event that is set when the interrupt is raised, and stays set.
        fn as_raw_handle(&self) -> RawHandle {
            self.event.as_raw_handle()
        }
    }
}

/// Systems without signals.
#[cfg(not(any(unix, windows)))]
pub(crate) fn clean_up_on_signals() {
    let _unused: fn() -> bool = ends_program;
}

/// Systems without signals.
#[cfg(not(any(unix, windows)))]
impl Interrupt {
    /// Creates one that only [`Interrupt::raise`] raises.
    ///
    /// # Errors
    /// None on this system.
    pub fn new() -> Result<Self, Error> {
        Ok(Self {
            raised: false.into(),
        })
    }

    /// Creates one that only [`Interrupt::raise`] raises: there are no signals.
    ///
    /// # Errors
    /// None on this system.
    pub fn on_signals() -> Result<Self, Error> {
        Self::new()
    }

    /// Raises it.
    pub fn raise(&self) {
        self.raised
            .store(true, std::sync::atomic::Ordering::Relaxed);
    }

    /// Returns the error that reports the interruption.
    pub fn error(&self) -> Error {
        Error::Interrupted(0)
    }

    /// Waits for as long as this; whether it was raised.
    pub fn wait(&self, time: std::time::Duration) -> bool {
        std::thread::sleep(time);
        self.is_raised()
    }

    /// Returns whether it was raised.
    pub fn is_raised(&self) -> bool {
        self.raised.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// While one exists, SIGINT, SIGTERM and SIGHUP, and Ctrl-C on Windows, remove the temporary file before they end
/// the program.
pub(crate) struct RemovedOnSignals;

/// What the system's paths consist of.
#[cfg(windows)]
type PathUnit = u16;
#[cfg(not(windows))]
type PathUnit = u8;

/// The path of the temporary file, which ends with a zero; null if there is none.
static TEMPORARY: AtomicPtr<PathUnit> = AtomicPtr::new(ptr::null_mut());

/// Removes the temporary file, if there is one. A signal handler may call it, and the allocator without memory.
pub fn remove_temporary() {
    let path = TEMPORARY.load(Ordering::Acquire);
    if path.is_null() {
        return;
    }
    // SAFETY: the path is zero-terminated and never freed.
    #[cfg(unix)]
    unsafe {
        libc::unlink(path.cast())
    };
    // SAFETY: as above.
    #[cfg(windows)]
    unsafe {
        windows_sys::Win32::Storage::FileSystem::DeleteFileW(path)
    };
}

impl RemovedOnSignals {
    /// One, before there is a file to remove.
    pub fn new() -> Self {
        clean_up_on_signals();
        Self
    }

    /// Makes `temporary` the file to remove.
    pub fn note(temporary: &Path) {
        #[cfg(windows)]
        let units = std::os::windows::ffi::OsStrExt::encode_wide(temporary.as_os_str());
        #[cfg(not(windows))]
        let units = temporary.as_os_str().as_encoded_bytes().iter().copied();
        // Leaked, since another thread may be in the handler. There is one per output file.
        let path = Box::leak(units.chain([0]).collect::<Box<_>>());
        TEMPORARY.store(path.as_mut_ptr(), Ordering::Release);
    }
}

impl Drop for RemovedOnSignals {
    fn drop(&mut self) {
        TEMPORARY.store(ptr::null_mut(), Ordering::Release);
    }
}
