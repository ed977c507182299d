//! WebAssembly has no processes.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::process::Command;
use std::time::Duration;

use super::{End, Limits, Usage};

/// A running program, of which there are none.
pub(super) struct Child(Infallible);

impl Child {
    pub(super) fn start(_command: Command, _limits: &Limits) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn ends_within(&self, _time: Duration) -> bool {
        match self.0 {}
    }

    pub(super) fn usage(&mut self) -> Usage {
        match self.0 {}
    }

    pub(super) fn end(self) -> (End, Usage) {
        match self.0 {}
    }
}

pub(super) fn write_signal(signal: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{signal}")
}
