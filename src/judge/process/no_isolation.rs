//! Only Linux has bubblewrap.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

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
    pub fn new(_init: &Path, _hidden: &[PathBuf]) -> Result<Self, Error> {
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
    pub(super) fn enter(&self) -> std::io::Result<()> {
        match *self {}
    }

    pub(super) fn command(&self, _command: &[OsString]) -> Command {
        match *self {}
    }
}
