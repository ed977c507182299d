//! Texts that are read again by every run.

use std::fs::{File, Metadata};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::error::Error;
use crate::judge::name::Name;
use crate::words::t;

/// A copy of a text, which no program can write: on Linux in memory and sealed, elsewhere in a file without a name that
/// is open for reading only.
#[derive(Debug)]
pub struct Snapshot {
    /// What it is called in messages.
    pub name: Name,
    file: File,
}

impl Snapshot {
    /// A copy of `text`.
    ///
    /// # Errors
    /// There is no place for it.
    pub fn of(name: Name, text: &[u8]) -> Result<Self, Error> {
        let file = copy(|copy| copy.write_all(text)).map_err(Error::temporary_file)?;
        Ok(Self { name, file })
    }

    /// A copy of the file at `path`.
    ///
    /// # Errors
    /// The file cannot be read, or there is no place for the copy.
    pub fn at(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let fails = |error| Error::io(&name, error);
        let mut original = File::open(path).map_err(fails)?;
        let file = copy(|copy| io::copy(&mut original, copy).map(drop)).map_err(fails)?;
        let name = Name::File(name);
        Ok(Self { name, file })
    }

    /// The text from its start, for reading only. On other systems than Linux, all such files share one position.
    ///
    /// # Errors
    /// Too many files are open.
    pub fn open(&self) -> Result<File, Error> {
        #[cfg(target_os = "linux")]
        {
            use std::os::fd::AsRawFd;
            // A program may have forbidden it.
            let _ = rustix::fs::fchmod(&self.file, rustix::fs::Mode::RUSR);
            let again = File::open(format!("/proc/self/fd/{}", self.file.as_raw_fd()));
            if let Ok(file) = again {
                return Ok(file);
            }
        }
        let mut file = self.file.try_clone().map_err(Error::temporary_file)?;
        file.rewind().map_err(Error::temporary_file)?;
        Ok(file)
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        super::len(&self.file)
    }
}

/// A file without a name that `write` has written, and nobody can write now.
#[cfg(target_os = "linux")]
fn copy(write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut file = File::from(memfd_create("input", flags)?);
    write(&mut file)?;
    let seals = SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL;
    fcntl_add_seals(&file, seals)?;
    Ok(file)
}

#[cfg(not(target_os = "linux"))]
fn copy(write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    let mut named = tempfile::NamedTempFile::new()?;
    write(named.as_file_mut())?;
    File::open(named.path())
}

/// What a file was when it was found: a program that is judged may change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub path: PathBuf,
    len: u64,
    modified: Option<SystemTime>,
    /// Its number, and the time of the last change of what is known of it, which no program can set.
    #[cfg(unix)]
    inode: (u64, u64, i64, i64),
}

impl Stamp {
    /// That of the file at `path`.
    pub(crate) fn of(path: &Path, file: &Metadata) -> Self {
        Self {
            path: path.to_owned(),
            len: file.len(),
            modified: file.modified().ok(),
            #[cfg(unix)]
            inode: {
                use std::os::unix::fs::MetadataExt;
                (file.dev(), file.ino(), file.ctime(), file.ctime_nsec())
            },
        }
    }

    /// A copy of the file. An empty one if it is another by now: whoever checks that later does not need it.
    pub(crate) fn snapshot(&self) -> Result<Snapshot, Error> {
        let name = Name::File(self.path.display().to_string());
        match self.check() {
            Ok(()) => Snapshot::at(&self.path),
            Err(_) => Snapshot::of(name, b""),
        }
    }

    /// The error that the file is another by now, if it is.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let now = self.path.metadata().map(|file| Self::of(&self.path, &file));
        if now.is_ok_and(|now| now == *self) {
            return Ok(());
        }
        let file = self.path.display();
        Err(Error::Usage(t!("{file} changed while it was judged", file)))
    }
}
