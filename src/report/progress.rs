//! How far the work is: a line on a terminal that the next one replaces.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{
    HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

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
        let draw = move || {
            let waits = |time| stopped.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            if !waits(DELAY) {
                return;
            }
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let bar = bar.with_elapsed(begin.elapsed());
            bar.set_style(style(unit, total));
            if total > 0 {
                bar.set_length(total);
            }
            loop {
                let done = count.load(Ordering::Relaxed) - before;
                bar.set_position(if total > 0 { done.min(total) } else { done });
                bar.tick();
                if !waits(INTERVAL) {
                    break;
                }
            }
            bar.finish_and_clear();
        };
        Self {
            stop: Some(stop),
            thread: std::thread::Builder::new().spawn(draw).ok(),
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

#[expect(clippy::cast_precision_loss, reason = "what is shown is rounded")]
fn style(unit: Unit, total: u64) -> ProgressStyle {
    let template = match (unit, total) {
        (Unit::Bytes, 0) => "{bytes}, {rate_of_bytes}",
        (Unit::Bytes, _) => "{percent}% of {total_bytes}, {rate_of_bytes}, {time_left} left",
        (Unit::Rounds, _) => "round {pos} of {len}, {rate}, {time_left} left",
    };
    let style = ProgressStyle::with_template(template).expect("the template has no mistake");
    // The average since the start, as the second before the first line counts too.
    let rate = |state: &ProgressState| {
        state.pos() as f64 / state.elapsed().as_secs_f64().max(f64::EPSILON)
    };
    style
        .with_key(
            "rate_of_bytes",
            move |state: &ProgressState, text: &mut dyn Write| {
                let _ = write!(text, "{}/s", HumanBytes(rate(state) as u64));
            },
        )
        .with_key(
            "rate",
            move |state: &ProgressState, text: &mut dyn Write| {
                let _ = write!(text, "{:.1}/s", rate(state));
            },
        )
        .with_key(
            "time_left",
            move |state: &ProgressState, text: &mut dyn Write| {
                let left = state.len().unwrap_or(0).saturating_sub(state.pos());
                let seconds = left as f64 / rate(state).max(1e-9);
                let _ = write!(
                    text,
                    "{:#}",
                    HumanDuration(Duration::from_secs(seconds as u64))
                );
            },
        )
}
