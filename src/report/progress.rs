//! How far the work is: a line on a terminal that the next one replaces.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::text::mebibytes;
use super::words::printable;
use crate::error::Error;
use crate::output;

/// What fits every terminal: a wrapped line would not be cleared.
const WIDTH: usize = 72;

/// The time before the first line on standard error, and between two.
const DELAY: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(200);

/// Progress on standard output, between lines of a report.
pub struct Progress {
    /// Standard output is a terminal that can clear a line.
    is_shown: bool,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            is_shown: can_clear_lines(&io::stdout()),
        }
    }
}

/// Whether `stream` is a terminal that can clear a line.
fn can_clear_lines(stream: &impl IsTerminal) -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
    !is_dumb && stream.is_terminal()
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

/// Whether `--quiet` was given.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Never shows a [`Meter`] from now on.
pub fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// What a [`Meter`] counts.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Rounds of a search.
    Rounds,
}

/// Shows on standard error how far work is that takes longer than a second, if that is a terminal: the count, the
/// rate, and if the total is known the time left. A thread of its own reads the count, so the work has nothing to do.
pub struct Meter {
    /// Closing it stops the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Meter {
    /// Shows by how much `count` grows. A `total` of 0 is unknown; it is only asked for if it is shown.
    pub fn start(count: &'static AtomicU64, unit: Unit, total: impl FnOnce() -> u64) -> Self {
        if IS_QUIET.load(Ordering::Relaxed) || !can_clear_lines(&io::stderr()) {
            return Self {
                stop: None,
                thread: None,
            };
        }
        let total = total();
        let (stop, stopped) = mpsc::channel();
        let before = count.load(Ordering::Relaxed);
        let begin = Instant::now();
        let show = move || {
            let waits = |time| stopped.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            if !waits(DELAY) {
                return;
            }
            loop {
                let done = count.load(Ordering::Relaxed) - before;
                draw(&unit.line(done, total, begin.elapsed()));
                if !waits(INTERVAL) {
                    break;
                }
            }
            draw("");
        };
        Self {
            stop: Some(stop),
            thread: std::thread::Builder::new().spawn(show).ok(),
        }
    }
}

impl Drop for Meter {
    /// Clears the line.
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Replaces the line on standard error.
fn draw(line: &str) {
    // Work goes on where standard error is closed.
    let _ = io::stderr().write_all(format!("\x1b[K{line}\r").as_bytes());
}

impl Unit {
    /// `40% of 190.7 MiB, 95.4 MiB/s, 1 s left`
    #[expect(clippy::cast_precision_loss, reason = "what is shown is rounded")]
    fn line(self, done: u64, total: u64, elapsed: Duration) -> String {
        // The average since the start, as the second before the first line counts too.
        let rate = done as f64 / elapsed.as_secs_f64();
        let left = match (total.saturating_sub(done) as f64 / rate).round() {
            seconds if seconds < 120.0 => format!(", {seconds} s left"),
            seconds if seconds.is_finite() => format!(", {:.0} min left", seconds / 60.0),
            _ => String::new(),
        };
        match (self, total) {
            (Self::Bytes, 0) => format!("{}, {}/s", mebibytes(done), mebibytes(rate as u64)),
            (Self::Bytes, _) => {
                let (percent, rate) = (done.min(total) * 100 / total, mebibytes(rate as u64));
                format!("{percent}% of {}, {rate}/s{left}", mebibytes(total))
            }
            (Self::Rounds, _) => format!("round {done} of {total}, {rate:.1}/s{left}"),
        }
    }
}
