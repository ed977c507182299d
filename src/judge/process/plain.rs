//! Runs a child with what every system has: it can be waited for and killed, the programs that it
//! started cannot.

use std::process::Command;
use std::time::{Duration, Instant};

use super::{End, Ended, Limits, cannot_run};
use crate::error::Error;
use crate::interrupt::Interrupt;

/// How often we look whether the child has ended.
const PAUSE: Duration = Duration::from_millis(1);

/// Runs `command` until it ends, or has to.
pub(super) fn run(
    mut command: Command,
    limits: &Limits,
    is_flooded: &dyn Fn() -> bool,
    interrupt: &Interrupt,
) -> Result<Ended, Error> {
    let name = command.get_program().to_owned();
    let trouble = |error| Error::io(&name.display().to_string(), error);
    let start = Instant::now();
    let mut child = command.spawn().map_err(|error| cannot_run(&name, error))?;
    let end = loop {
        if let Some(status) = child.try_wait().map_err(trouble)? {
            break End::Exited(status.code().unwrap_or_default());
        }
        let reason = if interrupt.is_raised() {
            End::Interrupted
        } else if is_flooded() {
            End::TooMuchOutput
        } else if start.elapsed() >= limits.wall() {
            End::TimedOut
        } else {
            std::thread::sleep(PAUSE);
            continue;
        };
        child.kill().map_err(trouble)?;
        child.wait().map_err(trouble)?;
        break reason;
    };
    Ok(Ended {
        end,
        // It cannot be had from the standard library.
        cpu: Duration::ZERO,
        wall: start.elapsed(),
        peak_memory: None,
    })
}

/// There are no signals.
pub(super) fn signal_name(_signal: i32) -> Option<&'static str> {
    None
}
