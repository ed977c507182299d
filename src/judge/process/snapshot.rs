//! Texts that are read again by every run.

use std::fs::{File, Metadata};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::error::{Error, usage};
use crate::judge::name::Name;
use crate::words::t;

/// A copy of a text, which no program can write: on Linux in memory and sealed, elsewhere in a file without a name that
/// is open for reading only.
#[derive(Debug)]
pub struct Snapshot {
    /// What it is called in messages.
    pub name: Name,
    file: File,
    /// What it is a copy of, if that is a file.
    original: Option<Stamp>,
}

impl Snapshot {
    /// A copy of `text`.
    ///
    /// # Errors
    /// There is no place for it.
    pub fn of(name: Name, text: &[u8]) -> Result<Self, Error> {
        let file = copy(|copy| copy.write_all(text)).map_err(Error::temporary_file)?;
        let original = None;
        Ok(Self { name, file, original })
    }

    /// A copy of a file. An empty one if it is another by now: whoever [checks](Self::check) that later does not need
    /// it.
    pub(crate) fn at(original: &Stamp) -> Result<Self, Error> {
        let name = original.path.display().to_string();
        let fails = |error| Error::io(&name, error);
        let file = if original.is_now() {
            let mut text = File::open(&original.path).map_err(fails)?;
            copy(|copy| io::copy(&mut text, copy).map(drop)).map_err(fails)?
        } else {
            copy(|_| Ok(())).map_err(fails)?
        };
        Ok(Self {
            name: Name::File(name),
            file,
            original: Some(original.clone()),
        })
    }

    /// The error that what it is a copy of is another by now, if it is.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match &self.original {
            Some(original) if !original.is_now() => {
                let file = original.path.display();
                usage(t!("{file} changed while it was judged", file))
            }
            _ => Ok(()),
        }
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
    ///
    /// # Errors
    /// The system does not say it.
    pub fn len(&self) -> Result<u64, Error> {
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

    /// Whether the file is still what it was.
    fn is_now(&self) -> bool {
        let now = self.path.metadata();
        now.is_ok_and(|file| Self::of(&self.path, &file) == *self)
    }
}
