//! Texts that are read again by every run.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use super::{len, rewound};
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
        let make = || {
            let mut file = tempfile::tempfile()?;
            file.write_all(text)?;
            Ok(file)
        };
        let file = make().map_err(Error::temporary_file)?;
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
        let copy = self.file.try_clone().and_then(rewound);
        copy.map_err(Error::temporary_file)
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        len(&self.file)
    }
}
