//! Only on Linux a program forks for each input.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use super::{Run, RunLimits, Snapshot};
use crate::error::Error;
use crate::interrupt::Interrupt;

/// A running server, of which there are none.
pub(crate) enum Server {}

impl Server {
    pub(crate) fn start(_command: &[OsString], _folder: Option<&Path>, _limits: &RunLimits) -> Result<Self, Error> {
        Err(Error::temporary_file(io::ErrorKind::Unsupported.into()))
    }

    pub(crate) fn run(&mut self, _input: &Snapshot, _interrupt: &Interrupt) -> Result<Option<Run>, Error> {
        match *self {}
    }
}
