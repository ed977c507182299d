//! How far long work is: a line on a terminal while it goes on.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{
    DecimalBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

use crate::interrupt;
use crate::text::printable;
use crate::work::{self, IS_SHOWN, RIGHT_CASES, Work};

/// The time before the first line on standard error, and between two.
const DELAY: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(200);

/// The maximum number of characters of a name that are shown.
const NAME_WIDTH: usize = 30;

/// Whether `--quiet` was given.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Never shows a [`Meter`] from now on.
pub(crate) fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Shows on standard error how far work is that takes longer than a second, if that is a terminal. A thread of its own
/// reads the count, so the work has nothing to do.
pub(crate) struct Meter {
    /// Hidden until there is something to show.
    bar: ProgressBar,
    /// Closing it stops the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Meter {
    /// Only remembers what the work is, in case a signal ends it.
    pub(crate) fn hidden(work: Work) -> Self {
        work::begin(work);
        // What reads does it when it takes longer.
        if work != Work::Reading {
            interrupt::listen();
        }
        Self {
            bar: ProgressBar::hidden(),
            stop: None,
            thread: None,
        }
    }

    /// Shows how far `work` is. A `total` of 0 is unknown; it is asked for in another thread, and only if it is shown.
    pub(crate) fn start(work: Work, total: impl FnOnce() -> u64 + Send + 'static) -> Self {
        let mut meter = Self::hidden(work);
        let is_dumb = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
        // WebAssembly has no thread that could draw.
        let cannot_draw = cfg!(target_family = "wasm") || is_dumb || !io::stderr().is_terminal();
        if cannot_draw || IS_QUIET.load(Ordering::Relaxed) {
            return meter;
        }
        let (stop, stopped) = mpsc::channel();
        let before = work.count().load(Ordering::Relaxed);
        let bar = meter.bar.clone();
        let begin = Instant::now();
        let draw = move || {
            let waits = |time| stopped.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            if !waits(DELAY) {
                return;
            }
            let total = total();
            let bar = bar.with_elapsed(begin.elapsed());
            bar.set_style(style(work, total));
            if total > 0 {
                bar.set_length(total);
            }
            IS_SHOWN.store(true, Ordering::Relaxed);
            bar.set_draw_target(ProgressDrawTarget::stderr());
            loop {
                let done = work.count().load(Ordering::Relaxed) - before;
                bar.update(|state| state.set_pos(if total > 0 { done.min(total) } else { done }));
                if !waits(INTERVAL) {
                    break;
                }
            }
            bar.finish_and_clear();
            IS_SHOWN.store(false, Ordering::Relaxed);
        };
        meter.stop = Some(stop);
        meter.thread = std::thread::Builder::new().spawn(draw).ok();
        meter
    }

    /// Shows `name` as that of what is done now.
    pub(crate) fn name(&self, name: &str) {
        let name: String = printable(name).chars().take(NAME_WIDTH).collect();
        self.bar.set_message(name);
    }

    /// Runs `write`, which writes to the same terminal, while nothing is shown.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
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

/// The line that is shown, if the total is known or not.
fn template(work: Work, is_total_known: bool) -> &'static str {
    match (work, is_total_known) {
        (Work::Reading, false) => "read {decimal_bytes}, {rate_of_bytes}",
        (Work::Reading, true) => {
            "read {percent}% of {decimal_total_bytes}, {rate_of_bytes}{time_left}"
        }
        (Work::Writing, false) => "wrote {decimal_bytes}, {rate_of_bytes}",
        (Work::Writing, true) => {
            "wrote {percent}% of {decimal_total_bytes}, {rate_of_bytes}{time_left}"
        }
        (Work::Judging, false) => "{pos} tests: {msg}",
        (Work::Judging, true) => "{pos} of {len} tests{time_left}: {msg}",
        (Work::Searching, _) => {
            "{pos} of {len} rounds, {right_cases} cases{rate_of_rounds}{time_left}"
        }
        (Work::Shrinking, _) => {
            "found a failing input after {right_cases} cases, shrinking it: {elapsed}"
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "what is shown is rounded")]
fn style(work: Work, total: u64) -> ProgressStyle {
    // The average since the start, as the second before the first line counts too.
    fn rate(state: &ProgressState) -> f64 {
        state.pos() as f64 / state.elapsed().as_secs_f64().max(f64::EPSILON)
    }
    let style = ProgressStyle::with_template(template(work, total > 0));
    let style = style.expect("the template has no mistake");
    let rate_of_bytes = |state: &ProgressState, text: &mut dyn Write| {
        let _ = write!(text, "{}/s", DecimalBytes(rate(state) as u64));
    };
    let rate_of_rounds = |state: &ProgressState, text: &mut dyn Write| {
        if state.pos() > 0 {
            let _ = write!(text, ", {:.1} rounds/s", rate(state));
        }
    };
    let right_cases = |_: &ProgressState, text: &mut dyn Write| {
        let _ = write!(text, "{}", RIGHT_CASES.load(Ordering::Relaxed));
    };
    let time_left = |state: &ProgressState, text: &mut dyn Write| {
        // If nothing is done, nothing is known.
        if state.pos() > 0 {
            let left = state.len().unwrap_or(0).saturating_sub(state.pos());
            let seconds = Duration::from_secs_f64(left as f64 / rate(state));
            let _ = write!(text, ", {:#} left", HumanDuration(seconds));
        }
    };
    style
        .with_key("rate_of_bytes", rate_of_bytes)
        .with_key("rate_of_rounds", rate_of_rounds)
        .with_key("right_cases", right_cases)
        .with_key("time_left", time_left)
}
