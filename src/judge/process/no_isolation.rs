//! Programs cannot be kept apart from the system here.

use std::convert::Infallible;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use crate::error::Error;

/// Keeps a program apart, where that is possible: nowhere but on Linux.
#[derive(Clone, Debug)]
pub struct Isolation(Infallible);

impl Isolation {
    /// Says that this system cannot do it.
    pub(crate) fn new(_hidden: &[PathBuf]) -> Result<Self, Error> {
        Err(Error::Usage("--isolate needs Linux".to_owned()))
    }

    pub(super) fn command(&self, _program: &OsStr) -> Result<Command, Error> {
        match self.0 {}
    }
}
