//! Only Linux has bubblewrap.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::words::t;

/// How a program is isolated: not at all.
#[derive(Clone, Debug)]
pub enum Isolation {}

impl Isolation {
    /// That it cannot be.
    ///
    /// # Errors
    /// Always.
    pub fn new(_hidden: &[PathBuf]) -> Result<Self, Error> {
        Err(Error::Usage(t!("--isolate needs Linux").to_owned()))
    }

    pub(crate) fn of(
        &self,
        _command: &[OsString],
        _is_alone: bool,
        _arguments: bool,
        _scratch: Option<&Path>,
    ) -> Result<Self, Error> {
        match *self {}
    }

    #[cfg(unix)]
    pub(super) fn command(&self, _keeper: &Path, _files: &mut Vec<i32>) -> (std::process::Command, Option<u32>) {
        match *self {}
    }
}
