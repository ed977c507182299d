//! Systems without processes, such as WebAssembly.

use std::fmt;
use std::process::Command;

use super::{Ended, Limits, cannot_run};
use crate::error::Error;
use crate::interrupt::Interrupt;

/// Says that `command` cannot be run.
pub(super) fn run(
    command: Command,
    _limits: &Limits,
    _is_flooded: &dyn Fn() -> bool,
    _interrupt: &Interrupt,
) -> Result<Ended, Error> {
    let error = std::io::ErrorKind::Unsupported.into();
    Err(cannot_run(command.get_program(), error))
}

/// Writes `signal`, of which there are none.
pub(super) fn write_signal(signal: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "killed by signal {signal}")
}
