//! How far long work is: a line on a terminal while it goes on.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::interrupt;
use crate::text::printable;
use crate::words::t;
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

/// The line that is shown. A `total` of 0 is unknown.
fn style(work: Work, total: u64) -> ProgressStyle {
    // Braces are the parts of a template.
    let (bytes, speed) = ("{decimal_bytes}", "{decimal_bytes_per_sec}");
    let (percent, all) = ("{percent}%", "{decimal_total_bytes}");
    let (pos, len, left, name) = ("{pos}", "{len}", "{time_left}", "{msg}");
    let cases = "{right_cases}";
    let template = match work {
        Work::Reading if total == 0 => t!("read {bytes}, {speed}", bytes = bytes, speed = speed),
        Work::Writing if total == 0 => t!("wrote {bytes}, {speed}", bytes = bytes, speed = speed),
        Work::Reading => t!(
            "read {percent} of {all}, {speed}{left}",
            percent = percent,
            all = all,
            speed = speed,
            left = left
        ),
        Work::Writing => t!(
            "wrote {percent} of {all}, {speed}{left}",
            percent = percent,
            all = all,
            speed = speed,
            left = left
        ),
        Work::Judging if total == 0 => t!("{pos} tests: {name}", pos = pos, name = name),
        Work::Judging => t!(
            "{pos} of {len} tests{left}: {name}",
            pos = pos,
            len = len,
            left = left,
            name = name
        ),
        Work::Searching => t!(
            "{pos} of {len} rounds, {cases} cases{left}",
            pos = pos,
            len = len,
            cases = cases,
            left = left
        ),
        Work::Shrinking => t!(
            "found a failing input after {cases} cases, shrinking it: {elapsed}",
            cases = cases,
            elapsed = "{elapsed}"
        ),
    };
    let style = ProgressStyle::with_template(&template).expect("the template has no mistake");
    let right_cases = |_: &ProgressState, text: &mut dyn Write| {
        let _ = write!(text, "{}", RIGHT_CASES.load(Ordering::Relaxed));
    };
    let time_left = |state: &ProgressState, text: &mut dyn Write| {
        // If nothing is done, nothing is known.
        if state.pos() > 0 {
            let left = t!(
                ", {time} left",
                time = format_args!("{:#}", HumanDuration(state.eta()))
            );
            let _ = text.write_str(&left);
        }
    };
    style
        .with_key("right_cases", right_cases)
        .with_key("time_left", time_left)
}
