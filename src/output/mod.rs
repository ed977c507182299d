//! Where results go: standard output, and files that are complete or not there.
//!
//! A file is written under a temporary name beside its own and renamed when it is complete, so that
//! whatever ends the program leaves either the new file or what was there before. Only SIGKILL can leave
//! the temporary file behind, which is called `.bouton-` and some letters. What is no regular file, and
//! what is named through `/dev` or `/proc`, is written directly.

pub mod answers;
pub mod staging;

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::Error;

/// Standard output, without a buffer.
pub struct Stdout(File);

/// Standard output.
///
/// # Errors
/// It is closed, or open for reading only.
pub fn stdout() -> Result<Stdout, Error> {
    // A copy of the descriptor has neither the standard library's line buffer nor its habit of taking
    // every write to a closed descriptor for a success.
    #[cfg(unix)]
    let file = {
        use rustix::fs::{OFlags, fcntl_getfl};
        use std::os::fd::AsFd;
        let copy = io::stdout().as_fd().try_clone_to_owned();
        copy.and_then(|copy| match fcntl_getfl(&copy)? & OFlags::ACCMODE {
            OFlags::RDONLY => Err(rustix::io::Errno::BADF.into()),
            _ => Ok(File::from(copy)),
        })
    };
    #[cfg(windows)]
    let file = {
        use std::os::windows::io::AsHandle;
        io::stdout()
            .as_handle()
            .try_clone_to_owned()
            .map(File::from)
    };
    file.map(Stdout).map_err(Error::stdout)
}

impl Stdout {
    /// Makes it hold more, if it is a pipe.
    pub fn enlarge_pipe(&self) {
        crate::input::enlarge_pipe(&self.0);
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.0.write(bytes) {
                // Somebody else made the open file non-blocking; to us that is one that waits.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait_for_room(&self.0),
                result => return result,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
fn wait_for_room(file: &File) {
    use rustix::event::{PollFd, PollFlags, poll};
    // An error (a signal, say) only means that the next write is tried early.
    let _ = poll(&mut [PollFd::new(file, PollFlags::OUT)], None);
}

#[cfg(not(unix))]
fn wait_for_room(_file: &File) {
    std::thread::sleep(std::time::Duration::from_millis(1));
}

/// Makes standard input and output unusable if they are closed: reading and writing fail with EBADF, as
/// they would if nothing were there, and no file that is opened later can get into their place.
///
/// This must run before the standard library starts. That opens `/dev/null` for both directions in
/// place of closed descriptors, after which nobody can tell them from what Python and Node pass on for
/// output that nobody wants to see. The opposite direction is what gnulib's `stdopen` uses.
#[cfg(unix)]
pub extern "C" fn occupy_closed_descriptors() {
    for (descriptor, opposite) in [(0, libc::O_WRONLY), (1, libc::O_RDONLY)] {
        // SAFETY: to ask for the flags of a descriptor is harmless even if it is closed, the path ends
        // with NUL, and the descriptor that `open` gives is the lowest free one: this one, since those
        // below it are open by now. Both calls may be made before `main`.
        unsafe {
            if libc::fcntl(descriptor, libc::F_GETFD) == -1 {
                libc::open(c"/dev/null".as_ptr(), opposite);
            }
        }
    }
}

/// From now on, a write beyond the limit for the size of files (`ulimit -f`) fails instead of ending the
/// program without a word.
#[cfg(unix)]
pub fn report_file_size_limit() {
    use crate::interrupt::is_ignored;
    // A handler, unlike `SIG_IGN`, is not inherited by the programs that we run.
    if !is_ignored(libc::SIGXFSZ) {
        let _ = signal_hook::flag::register(libc::SIGXFSZ, std::sync::Arc::default());
    }
}

#[cfg(not(unix))]
pub fn report_file_size_limit() {}

/// A file for results.
pub struct Output {
    /// As it was given.
    name: String,
    target: Target,
}

enum Target {
    /// What is no regular file.
    Direct(File),
    /// A file that is to be called `path` when it is complete.
    Staged {
        file: NamedTempFile,
        path: PathBuf,
        _removed_on_signals: RemovedOnSignals,
    },
}

impl Output {
    /// Opens `path` for results, which will be there after [`Output::finish`]. Links are followed, and a
    /// file that is replaced passes its permissions on.
    ///
    /// # Errors
    /// It may not be written, or no file be made beside it.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        match Target::open(path) {
            Ok(target) => Ok(Self { name, target }),
            Err(error) => Err(Error::writing(&name, error)),
        }
    }

    /// The name as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it becomes visible only when it is finished.
    pub fn is_staged(&self) -> bool {
        matches!(self.target, Target::Staged { .. })
    }

    /// Gives the file its name, in place of what had it.
    ///
    /// # Errors
    /// That fails; then what was there is still there.
    pub fn finish(self) -> Result<(), Error> {
        match self.target {
            Target::Direct(_) => Ok(()),
            Target::Staged { file, path, .. } => match file.persist(path) {
                Ok(_) => Ok(()),
                Err(error) => Err(Error::writing(&self.name, error.error)),
            },
        }
    }

    /// Gives the file its name, unless something has it. Returns whether it did.
    ///
    /// # Errors
    /// It fails for another reason.
    pub fn finish_as_new(self) -> Result<bool, Error> {
        match self.target {
            Target::Direct(_) => Ok(false),
            Target::Staged { file, path, .. } => match file.persist_noclobber(path) {
                Ok(_) => Ok(true),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
                Err(error) => Err(Error::writing(&self.name, error.error)),
            },
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Direct(file) => file.write(bytes),
            Target::Staged { file, .. } => file.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Target {
    fn open(path: &Path) -> io::Result<Self> {
        let Some(path) = regular(path)? else {
            return File::create(path).map(Self::Direct);
        };
        // One that may not be written must not be replaced either.
        let replaced = match File::options().write(true).open(&path) {
            Ok(file) => Some(file.metadata()?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let folder = path.parent().unwrap_or(Path::new("/"));
        let removed_on_signals = RemovedOnSignals::new();
        let file = tempfile::Builder::new()
            .prefix(".bouton-")
            .make_in(folder, |temporary| {
                RemovedOnSignals::note(temporary);
                File::options().write(true).create_new(true).open(temporary)
            })?;
        if let Some(replaced) = replaced {
            pass_on(&replaced, file.as_file())?;
        }
        Ok(Self::Staged {
            file,
            path,
            _removed_on_signals: removed_on_signals,
        })
    }
}

/// The path, without links, of the regular file that `path` leads to or would make; none if it leads to
/// something else.
fn regular(path: &Path) -> io::Result<Option<PathBuf>> {
    /// As many links as Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let is_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/");
        let Some(name) = path.file_name().filter(|_| !is_folder) else {
            return Ok(None);
        };
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder.canonicalize()?,
            _ => Path::new(".").canonicalize()?,
        };
        // Such as /dev/stdout: to rename something to the file behind it would take that file from
        // whoever has it open.
        if folder == Path::new("/dev") || folder.starts_with("/proc") {
            return Ok(None);
        }
        path = folder.join(name);
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => path = folder.join(fs::read_link(&path)?),
            Ok(found) if !found.is_file() => return Ok(None),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => return Ok(Some(path)),
        }
    }
    // Too many: to open it says so.
    Ok(None)
}

/// Gives `file` the owner and the permissions of the file that it will replace.
fn pass_on(replaced: &Metadata, file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let ours = file.metadata()?;
        if (ours.uid(), ours.gid()) != (replaced.uid(), replaced.gid()) {
            // Only root may give files away; to whoever else may write it, the file will belong.
            let _ = fchown(file, Some(replaced.uid()), Some(replaced.gid()));
        }
    }
    file.set_permissions(replaced.permissions())
}

/// While there is one, SIGINT, SIGTERM and SIGHUP remove the temporary file before they end the program.
struct RemovedOnSignals;

#[cfg(unix)]
mod removed_on_signals {
    use std::ffi::{CString, c_char};
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;
    use std::ptr;
    use std::sync::Once;
    use std::sync::atomic::{AtomicPtr, Ordering};

    use super::RemovedOnSignals;
    use crate::interrupt::{SIGNALS, is_ignored};

    /// The path of the file to remove; null if there is none.
    static TEMPORARY: AtomicPtr<c_char> = AtomicPtr::new(ptr::null_mut());

    impl RemovedOnSignals {
        /// What was ignored when the program started, as `nohup` does, stays ignored.
        pub(super) fn new() -> Self {
            static ONCE: Once = Once::new();
            ONCE.call_once(|| {
                for signal in SIGNALS.into_iter().filter(|&signal| !is_ignored(signal)) {
                    // SAFETY: the action makes only calls that a signal handler may make: an atomic
                    // load, `unlink`, and what signal-hook says is such a call.
                    let _ = unsafe {
                        signal_hook::low_level::register(signal, move || {
                            let path = TEMPORARY.load(Ordering::Acquire);
                            if !path.is_null() {
                                // The path ends with NUL, and is never freed.
                                libc::unlink(path);
                            }
                            let _ = signal_hook::low_level::emulate_default_handler(signal);
                        })
                    };
                }
            });
            Self
        }

        /// It is `temporary` that will be removed.
        pub(super) fn note(temporary: &Path) {
            if let Ok(path) = CString::new(temporary.as_os_str().as_bytes()) {
                // It is not freed: another thread may be in the handler. There is one for each file of
                // results.
                TEMPORARY.store(path.into_raw(), Ordering::Release);
            }
        }
    }

    impl Drop for RemovedOnSignals {
        fn drop(&mut self) {
            TEMPORARY.store(ptr::null_mut(), Ordering::Release);
        }
    }
}

/// Elsewhere there are no signals.
#[cfg(not(unix))]
impl RemovedOnSignals {
    fn new() -> Self {
        Self
    }

    fn note(_temporary: &Path) {}
}
