//! The wish to stop, from a signal or from another thread.

use crate::error::Error;

/// The wish to stop. Once it is raised it stays so, and ends every run that goes on or is started.
///
/// On Unix it is a pipe that has something to read from then on, so that any number of threads can
/// wait for it together with something else, and all wake at once.
#[derive(Debug)]
pub struct Interrupt {
    #[cfg(unix)]
    reader: std::io::PipeReader,
    #[cfg(unix)]
    writer: std::io::PipeWriter,
    /// The first signal that raised it; 0 if none did.
    #[cfg(unix)]
    signal: std::sync::Arc<std::sync::atomic::AtomicUsize>,
    /// What signals do for it.
    #[cfg(unix)]
    actions: Vec<signal_hook::SigId>,
    #[cfg(not(unix))]
    raised: std::sync::atomic::AtomicBool,
}

/// The signals with which somebody wants us to stop.
#[cfg(unix)]
pub(crate) const SIGNALS: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

#[cfg(unix)]
impl Interrupt {
    /// One that nobody but [`Interrupt::raise`] raises.
    ///
    /// # Errors
    /// Too many files are open.
    pub fn new() -> Result<Self, Error> {
        let (reader, writer) = std::io::pipe().map_err(|error| Error::io("interrupt", error))?;
        Ok(Self {
            reader,
            writer,
            signal: std::sync::Arc::default(),
            actions: Vec::new(),
        })
    }

    /// One that Ctrl-C (SIGINT), SIGTERM and SIGHUP raise too. From now on, the first of them does
    /// nothing else; one more ends us as usual, if we are too busy to look. What was ignored when the
    /// program started, as `nohup` does, stays ignored.
    ///
    /// # Errors
    /// Too many files are open.
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
        // Should it fail, the pipe is full of earlier wishes.
        let _ = std::io::Write::write(&mut &self.writer, b"!");
    }

    /// The error that says that it was raised.
    pub fn error(&self) -> Error {
        Error::Interrupted(self.signal.load(std::sync::atomic::Ordering::Relaxed) as i32)
    }

    /// Whether it was raised.
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
    /// Signals forget it; those that it listened to do nothing from now on.
    fn drop(&mut self) {
        for &action in &self.actions {
            signal_hook::low_level::unregister(action);
        }
    }
}

#[cfg(unix)]
impl std::os::fd::AsFd for Interrupt {
    /// What can be read from as soon as it is raised, and never is.
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.reader.as_fd()
    }
}

/// Whether this process ignores `signal`, as its parent may have made it do.
#[cfg(unix)]
pub(crate) fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action the call only writes the present one to `action`, which is ours and
    // large enough. All bytes 0 are a valid `sigaction` too, so it may be read even if the call fails.
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}

/// Elsewhere Ctrl-C ends us and the programs that we run, which share our console.
#[cfg(not(unix))]
impl Interrupt {
    /// One that nobody but [`Interrupt::raise`] raises.
    ///
    /// # Errors
    /// None here.
    pub fn new() -> Result<Self, Error> {
        Ok(Self {
            raised: false.into(),
        })
    }

    /// The same: there are no signals.
    ///
    /// # Errors
    /// None here.
    pub fn on_signals() -> Result<Self, Error> {
        Self::new()
    }

    /// Raises it.
    pub fn raise(&self) {
        self.raised
            .store(true, std::sync::atomic::Ordering::Relaxed);
    }

    /// The error that says that it was raised.
    pub fn error(&self) -> Error {
        Error::Interrupted(0)
    }

    /// Waits for as long as this; whether it was raised.
    pub fn wait(&self, time: std::time::Duration) -> bool {
        std::thread::sleep(time);
        self.is_raised()
    }

    /// Whether it was raised.
    pub fn is_raised(&self) -> bool {
        self.raised.load(std::sync::atomic::Ordering::Relaxed)
    }
}
