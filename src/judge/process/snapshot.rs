//! Texts that are read again by every run.

use std::fs::File;
use std::io::{Seek, Write};
use std::path::Path;

use crate::error::Error;
use crate::judge::name::Name;

/// A text in a file that is open for reading: one of the user's, or a temporary one without a name.
#[derive(Debug)]
pub struct Snapshot {
    /// What it is called in messages.
    pub name: Name,
    file: File,
}

impl Snapshot {
    /// A temporary file with this text.
    ///
    /// # Errors
    /// There is no place for temporary files.
    pub fn of(name: Name, text: &[u8]) -> Result<Self, Error> {
        let mut file = tempfile::tempfile().map_err(Error::temporary_file)?;
        file.write_all(text).map_err(Error::temporary_file)?;
        Ok(Self { name, file })
    }

    /// The file at `path`.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn at(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Error::io(&name, error))?;
        let name = Name::File(name);
        Ok(Self { name, file })
    }

    /// The text from its start, for reading only, where the system can open a file again that is open. Elsewhere all such
    /// files share one position.
    ///
    /// # Errors
    /// Too many files are open.
    pub fn open(&self) -> Result<File, Error> {
        #[cfg(target_os = "linux")]
        {
            use std::os::fd::AsRawFd;
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
