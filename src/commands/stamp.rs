//! Whether a file is still the one that was seen before.

use std::fs;
use std::time::SystemTime;

/// What changes when somebody changes a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    /// The file's number, and when it was changed in any way: a program can set `modified`, but not that.
    #[cfg(unix)]
    changed: (u64, i64, i64),
}

impl Stamp {
    /// That of this file.
    pub fn of(file: &fs::Metadata) -> Self {
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
