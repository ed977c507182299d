//! Texts as they were before a program ran.

use std::fs::File;
use std::io::{self, Read};

use super::{is_no_room, len};
use crate::error::Error;

/// A longer text is copied to temporary files, not to memory.
const MAX_IN_MEMORY: u64 = 256 << 20;

/// A copy of a text, made before a program runs: what the program does to files, its standard input included, does not
/// change it.
#[derive(Debug)]
pub struct Snapshot(File);

impl Snapshot {
    /// Copies `text`.
    ///
    /// # Errors
    /// There is no place for temporary files.
    pub fn of(text: &[u8]) -> Result<Self, Error> {
        Self::copy(&mut &*text, text.len() as u64, "memory")
    }

    /// Copies the whole of `file`, which is called `name`.
    ///
    /// # Errors
    /// It cannot be read, or there is no place for temporary files.
    pub fn of_file(file: &mut File, name: &str) -> Result<Self, Error> {
        let len = len(file);
        Self::copy(file, len, name)
    }

    /// Copies `source`, which is called `name` and has about `len` bytes.
    ///
    /// # Errors
    /// It cannot be read, or there is no place for temporary files.
    pub fn copy(source: &mut impl Read, len: u64, name: &str) -> Result<Self, Error> {
        let in_memory = (len <= MAX_IN_MEMORY).then(memory::file).flatten();
        let mut file = match in_memory {
            Some(file) => file,
            None => tempfile::tempfile().map_err(Error::temporary_file)?,
        };
        match io::copy(source, &mut file) {
            Ok(_) => Ok(Self(file)),
            Err(error) if is_no_room(&error) => Err(Error::temporary_file(error)),
            Err(error) => Err(Error::io(name, error)),
        }
    }

    /// The text from its start, for us. All such files share one position.
    ///
    /// # Errors
    /// Too many files are open.
    pub fn open(&self) -> Result<File, Error> {
        let copy = self.0.try_clone().and_then(super::rewound);
        copy.map_err(Error::temporary_file)
    }

    /// The text from its start, for a program. What is not in memory is copied once more: the program may open its
    /// standard input for writing.
    pub(super) fn for_program(&self) -> Result<File, Error> {
        match memory::sealed(&self.0) {
            Some(file) => Ok(file),
            None => Self::copy(&mut self.open()?, u64::MAX, "temporary file")?.open(),
        }
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        len(&self.0)
    }
}

/// Files in memory, which can be sealed against changes.
#[cfg(target_os = "linux")]
mod memory {
    use std::fs::File;
    use std::os::fd::AsRawFd;

    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, fcntl_get_seals, memfd_create};

    /// A new one, if there is such a thing.
    pub(super) fn file() -> Option<File> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        Some(memfd_create("input", flags).ok()?.into())
    }

    /// Seals `file` and opens it again, at its start. `None` if it cannot be sealed.
    pub(super) fn sealed(file: &File) -> Option<File> {
        let all = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        // This fails if it is sealed already.
        let _ = fcntl_add_seals(file, all);
        let is_sealed = fcntl_get_seals(file).is_ok_and(|seals| seals.contains(all));
        // To write to what is open for reading only fails at once.
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        File::open(path).ok().filter(|_| is_sealed)
    }
}

#[cfg(not(target_os = "linux"))]
mod memory {
    use std::fs::File;

    pub(super) fn file() -> Option<File> {
        None
    }

    pub(super) fn sealed(_file: &File) -> Option<File> {
        None
    }
}
