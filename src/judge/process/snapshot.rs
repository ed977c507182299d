//! Texts that are read again by every run.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::len;
use crate::error::Error;

/// A text in a file that is open for reading: one of the user's, or a temporary one without a name.
#[derive(Debug)]
pub struct Snapshot(File);

impl Snapshot {
    /// A temporary file with this text.
    ///
    /// # Errors
    /// There is no place for temporary files.
    pub fn of(text: &[u8]) -> Result<Self, Error> {
        let make = || -> io::Result<File> {
            let mut file = tempfile::tempfile()?;
            file.write_all(text)?;
            Ok(file)
        };
        make().map(Self).map_err(Error::temporary_file)
    }

    /// The file at `path`.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn at(path: &Path) -> Result<Self, Error> {
        let file = File::open(path);
        let file = file.map_err(|error| Error::io(&path.display().to_string(), error))?;
        Ok(Self(file))
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
            let again = File::open(format!("/proc/self/fd/{}", self.0.as_raw_fd()));
            if let Ok(file) = again {
                return Ok(file);
            }
        }
        let copy = self.0.try_clone().and_then(super::rewound);
        copy.map_err(Error::temporary_file)
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        len(&self.0)
    }
}
