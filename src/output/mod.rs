//! Where results go: standard output, and files that are complete or not there.
//!
//! A file is written under a temporary name in the same folder and renamed when it is complete, so that however the
//! program ends, the path holds either the new file or the old one. Only SIGKILL can leave the temporary file behind,
//! which is called `.bouton-` and some letters. Anything but a regular file, and anything named through `/dev` or
//! `/proc`, is written directly.

pub(crate) mod answers;
pub(crate) mod staging;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::error::Error;
use crate::input::{duplicate, wait_a_little};
use crate::interrupt::{Temporary, uninterrupted};

/// Opens standard output.
pub(crate) fn stdout() -> Result<Output, Error> {
    // A duplicate of the descriptor bypasses the standard library's line buffer, and its habit of treating every write
    // to a closed descriptor as a success.
    let file = duplicate(&io::stdout());
    #[cfg(unix)]
    let file = file.and_then(|file| {
        use rustix::fs::{OFlags, fcntl_getfl};
        match fcntl_getfl(&file)? & OFlags::ACCMODE {
            OFlags::RDONLY => Err(rustix::io::Errno::BADF.into()),
            _ => Ok(file),
        }
    });
    Ok(Output {
        name: "stdout".to_owned(),
        file: file.map_err(Error::stdout)?,
        staged: None,
    })
}

/// Creates `folder` and its parents, unless they exist.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Error> {
    let failed = |error| Error::writing(&folder.display().to_string(), error);
    fs::create_dir_all(folder).map_err(failed)
}

/// Writes `bytes` to standard output.
pub(crate) fn write_to_stdout(bytes: &[u8]) -> Result<(), Error> {
    let mut output = stdout()?;
    output.write_whole(bytes)?;
    output.finish()
}

/// Writes `bytes` to the file `path`, which is there when all are written.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut output = Output::create(path)?;
    output.write_whole(bytes)?;
    output.finish()
}

/// Makes standard input and output unusable if they are closed: reads and writes fail with EBADF, and no file opened
/// later can take their descriptor. What is written to a closed standard error is lost.
///
/// This must run before the standard library starts. That replaces closed descriptors by `/dev/null`, opened for both
/// directions, which cannot be distinguished from the `/dev/null` that Python and Node pass to discard output. Opening
/// it for the opposite direction is what gnulib's `stdopen` does.
#[cfg(unix)]
pub extern "C" fn occupy_closed_descriptors() {
    for (descriptor, opposite) in [(0, libc::O_WRONLY), (1, libc::O_RDONLY), (2, libc::O_RDWR)] {
        // SAFETY: asking for the flags of a descriptor is harmless even if it is closed; the path is NUL-terminated;
        // and `open` returns the lowest free descriptor, which is this one, since those below it are open by now. Both
        // calls may be made before `main`.
        unsafe {
            if libc::fcntl(descriptor, libc::F_GETFD) == -1 {
                libc::open(c"/dev/null".as_ptr(), opposite);
            }
        }
    }
}

/// Makes writing to a pipe that nobody reads an error, as the standard library does where it starts the program.
#[cfg(unix)]
pub fn report_closed_pipes() {
    // SAFETY: no handler is set.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
}

/// Makes temporary files go to a folder that is there: the standard library panics when it is asked for the usual one.
#[cfg(target_os = "wasi")]
pub(crate) fn find_temporary_folder() {
    // It fails if that was done before.
    let _ = tempfile::env::override_temp_dir(Path::new("/tmp"));
}

/// Standard output, or an output file.
#[must_use = "without `finish` the file never gets its name"]
pub(crate) struct Output {
    /// The name as it was given.
    name: String,
    file: File,
    /// A regular file has a temporary name until it is complete, and then this one. Anything else is written directly.
    staged: Option<(TempPath, PathBuf, Temporary)>,
}

impl Output {
    /// Opens `path` for writing. The file is there after [`Output::finish`]. Links are followed, and the permissions of
    /// a replaced file are kept. It is an error if it may not be written, or none be created beside it.
    pub(crate) fn create(path: &Path) -> Result<Self, Error> {
        open(path).map_err(|error| Error::writing(&path.display().to_string(), error))
    }

    /// Returns the name as it was given.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the file becomes visible only when it is finished.
    pub(crate) fn is_staged(&self) -> bool {
        self.staged.is_some()
    }

    /// Writes all of these bytes.
    pub(crate) fn write_whole(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = self.write_all(bytes);
        written.map_err(|error| Error::writing(&self.name, error))
    }

    /// Renames the file to its final name, replacing what had it.
    pub(crate) fn finish(self) -> Result<(), Error> {
        close(self.file).map_err(|error| Error::writing(&self.name, error))?;
        let Some((from, to, _temporary)) = self.staged else {
            return Ok(());
        };
        let renamed = uninterrupted(|| from.persist(to));
        renamed.map_err(|error| Error::writing(&self.name, error.error))
    }

    /// Enlarges its buffer, if it is a pipe.
    pub(crate) fn enlarge_pipe(&self) {
        crate::input::enlarge_pipe(&self.file);
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.file.write(bytes) {
                // Another process made the open file non-blocking; we need writes that wait.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait_a_little(),
                written => return written,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Closes a file. Only then, some systems say that what was written is lost: those of a network, or with a quota.
pub(crate) fn close(file: File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::fd::IntoRawFd;
        // SAFETY: it is open, and nobody else uses it from here on.
        let code = unsafe { libc::close(file.into_raw_fd()) };
        let error = io::Error::last_os_error();
        if code != 0 && error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    #[cfg(not(unix))]
    drop(file);
    Ok(())
}

/// Opens `path`, or a temporary file that is to have this name.
fn open(path: &Path) -> io::Result<Output> {
    let name = path.display().to_string();
    let Some(to) = regular(path)? else {
        return Ok(Output {
            name,
            file: File::create(path)?,
            staged: None,
        });
    };
    // A file that may not be written must not be replaced either.
    let replaced = match File::options().write(true).open(&to) {
        Ok(file) => Some(file.metadata()?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = to.parent().unwrap_or(Path::new("/"));
    let (file, temporary) = Temporary::register(|| {
        let create = |path: &Path| File::options().write(true).create_new(true).open(path);
        let mut builder = tempfile::Builder::new();
        builder.prefix(".bouton-").make_in(folder, create)
    })?;
    if let Some(replaced) = replaced {
        file.as_file().set_permissions(replaced.permissions())?;
    }
    let (file, from) = file.into_parts();
    Ok(Output {
        name,
        file,
        staged: Some((from, to, temporary)),
    })
}

/// The path, without links, of the regular file that `path` leads to or would create. `None` if it leads to anything
/// else.
fn regular(path: &Path) -> io::Result<Option<PathBuf>> {
    let is_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    let path = Path::new(".").join(path);
    let (Some(folder), Some(name), false) = (path.parent(), path.file_name(), is_folder) else {
        return Ok(None);
    };
    let folder = folder.canonicalize()?;
    // Such as /dev/stdout: renaming a file over the one that it stands for would take that file from the process that
    // has it open.
    if folder == Path::new("/dev") || folder.starts_with("/proc") {
        return Ok(None);
    }
    let path = folder.join(name);
    match path.metadata() {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        // Link by link, as one may lead there; it may lead to what is not there yet.
        _ if path.is_symlink() => regular(&folder.join(path.read_link()?)),
        Ok(file) => Ok(file.is_file().then_some(path)),
        Err(_) => Ok(Some(path)),
    }
}
