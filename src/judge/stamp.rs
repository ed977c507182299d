//! Detects whether a file has been changed.

use std::fs;
use std::time::SystemTime;

/// Metadata that differs after a file was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    /// The file's number, and when it was changed in any way: a program can set `modified`, but not that.
    #[cfg(unix)]
    changed: (u64, i64, i64),
}

impl Stamp {
    /// Returns the stamp of a file.
    pub(crate) fn of(file: &fs::Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Self {
            len: file.len(),
            modified: file.modified().ok(),
            #[cfg(unix)]
            changed: (file.ino(), file.ctime(), file.ctime_nsec()),
        }
    }
}
