//! Requests to stop, from a signal or from another thread.

use crate::error::Error;

/// A request to stop. Once raised it stays raised, and ends every run in progress and every later one.
///
/// On Unix it is a pipe that becomes readable, so that any number of threads can wait for it together
/// with other events, and all wake at once.
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
    #[cfg(not(unix))]
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
        let again = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        for signal in SIGNALS {
            if is_ignored(signal) {
                continue;
            }
            let mut register = || {
                let (first, then) = (again.clone(), again.clone());
                let writer = interrupt.writer.try_clone()?;
                interrupt.actions.extend([
                    signal_hook::flag::register_conditional_default(signal, first)?,
                    signal_hook::flag::register(signal, then)?,
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
    /// Unregisters the handlers; the signals do nothing from now on.
    fn drop(&mut self) {
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

/// On other systems Ctrl-C ends this program and those it runs, which share its console.
#[cfg(not(unix))]
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
