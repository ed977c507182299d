//! Texts as they were before a program ran.

use std::fs::File;
use std::io::{self, Read, Seek, Write};

use crate::error::Error;

/// A longer text is copied to temporary files, not to memory.
const MAX_IN_MEMORY: u64 = 256 << 20;

/// A copy of a text, made before a program runs: what the program does to files, its standard input
/// included, does not change it.
#[derive(Debug)]
pub struct Snapshot {
    /// The text, open for reading only if it is sealed.
    file: File,
    /// It is in memory and sealed against changes.
    #[cfg(target_os = "linux")]
    is_sealed: bool,
}

impl Snapshot {
    /// Copies `text`.
    ///
    /// # Errors
    /// There is no place for temporary files.
    pub fn of(text: &[u8]) -> Result<Self, Error> {
        Self::sealed(&mut &*text, "memory").unwrap_or_else(|| Self::on_disk(&mut &*text, "memory"))
    }

    /// Copies the whole of `file`, which is called `name`.
    ///
    /// # Errors
    /// It cannot be read, or there is no place for temporary files.
    pub fn of_file(file: &mut File, name: &str) -> Result<Self, Error> {
        if super::len(file) <= MAX_IN_MEMORY {
            if let Some(sealed) = Self::sealed(file, name) {
                return sealed;
            }
            file.rewind().map_err(|error| Error::io(name, error))?;
        }
        Self::on_disk(file, name)
    }

    /// Copies `source` to a temporary file.
    ///
    /// # Errors
    /// It cannot be read, or there is no place for temporary files.
    pub fn on_disk(source: &mut dyn Read, name: &str) -> Result<Self, Error> {
        let mut file = tempfile::tempfile().map_err(Error::temporary_file)?;
        match copy(source, &mut file) {
            Ok(()) => Ok(Self {
                file,
                #[cfg(target_os = "linux")]
                is_sealed: false,
            }),
            Err(Failed::Read(error)) => Err(Error::io(name, error)),
            Err(Failed::Write(error)) => Err(Error::temporary_file(error)),
        }
    }

    /// Copies `source` to memory; `None` if that is not possible here, and part of it may have been read.
    #[cfg(target_os = "linux")]
    fn sealed(source: &mut dyn Read, name: &str) -> Option<Result<Self, Error>> {
        use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let mut file = File::from(memfd_create("input", flags).ok()?);
        match copy(source, &mut file) {
            Ok(()) => {}
            Err(Failed::Read(error)) => return Some(Err(Error::io(name, error))),
            Err(Failed::Write(_)) => return None,
        }
        let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        fcntl_add_seals(&file, seals).ok()?;
        // To write to what is open for reading only fails at once.
        let file = reopened(&file).ok()?;
        Some(Ok(Self {
            file,
            is_sealed: true,
        }))
    }

    #[cfg(not(target_os = "linux"))]
    fn sealed(_source: &mut dyn Read, _name: &str) -> Option<Result<Self, Error>> {
        None
    }

    /// The text from its start, for us. All such files share one position.
    ///
    /// # Errors
    /// Too many files are open.
    pub fn open(&self) -> Result<File, Error> {
        let copy = || {
            let mut file = self.file.try_clone()?;
            file.rewind()?;
            Ok(file)
        };
        copy().map_err(Error::temporary_file)
    }

    /// The text from its start, for a program. What is not sealed is copied once more: the program may
    /// open its standard input for writing.
    ///
    /// # Errors
    /// There is no place for temporary files.
    pub fn for_program(&self) -> Result<File, Error> {
        #[cfg(target_os = "linux")]
        if self.is_sealed {
            return reopened(&self.file).map_err(Error::temporary_file);
        }
        Self::on_disk(&mut self.open()?, "temporary file")?.open()
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        super::len(&self.file)
    }
}

/// Opens the file again, at its start.
#[cfg(target_os = "linux")]
fn reopened(file: &File) -> io::Result<File> {
    use std::os::fd::AsRawFd;
    File::open(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// Which side of a copy failed.
enum Failed {
    Read(io::Error),
    Write(io::Error),
}

fn copy(source: &mut dyn Read, to: &mut File) -> Result<(), Failed> {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match source.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(len) => to.write_all(&buffer[..len]).map_err(Failed::Write)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Failed::Read(error)),
        }
    }
}
