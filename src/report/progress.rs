//! How far the work is: a line on a terminal that the next one replaces.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::words::printable;
use crate::error::Error;
use crate::output;

/// What fits every terminal: a wrapped line would not be cleared.
const WIDTH: usize = 72;

/// The time between two lines on standard error.
const INTERVAL: Duration = Duration::from_millis(100);

/// Progress on standard output, between lines of a report.
pub struct Progress {
    /// Standard output is a terminal that can clear a line.
    is_shown: bool,
}

impl Default for Progress {
    fn default() -> Self {
        let is_dumb = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
        Self {
            is_shown: io::stdout().is_terminal() && !is_dumb,
        }
    }
}

impl Progress {
    /// Shows `line` until something else is written.
    pub fn show(&self, line: &str) -> Result<(), Error> {
        let line: String = printable(line).chars().take(WIDTH).collect();
        self.write(&(line + "\r"))
    }

    /// Clears the line.
    pub fn clear(&self) -> Result<(), Error> {
        self.write("\x1b[K")
    }

    fn write(&self, text: &str) -> Result<(), Error> {
        if self.is_shown {
            output::write_to_stdout(text.as_bytes())?;
        }
        Ok(())
    }
}

/// Counts rounds on standard error, if that is a terminal. It does not matter whether it can be written.
pub struct Rounds {
    count: u64,
    is_shown: bool,
    last: Instant,
}

impl Rounds {
    /// Counts up to `count`.
    pub fn new(count: u64) -> Self {
        Self {
            count,
            is_shown: io::stderr().is_terminal(),
            last: Instant::now(),
        }
    }

    /// Shows the number of the current round, unless another one was shown just before.
    pub fn show(&mut self, round: u64) {
        if self.is_shown && self.last.elapsed() > INTERVAL {
            self.last = Instant::now();
            let _ = write!(io::stderr(), "\rround {round} of {} ", self.count);
        }
    }
}

impl Drop for Rounds {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
