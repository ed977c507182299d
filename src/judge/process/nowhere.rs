//! WebAssembly has no processes.

use std::io;
use std::time::Duration;

use super::{RunLimits, Start, Termination, Usage};

/// A running program, of which there are none.
pub(super) enum Child {}

impl Child {
    pub(super) fn start(_start: Start<'_>) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn ends_within(&self, _time: Duration) -> bool {
        match *self {}
    }

    pub(super) fn usage(&mut self, _limits: &RunLimits) -> Usage {
        match *self {}
    }

    pub(super) fn end(self, _seen: Usage) -> io::Result<(Termination, Usage)> {
        match self {}
    }
}

pub(super) fn ended_by(signal: i32) -> String {
    signal.to_string()
}
