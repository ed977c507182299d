//! How far long work is: a line on a terminal while it goes on.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::interrupt;
use crate::words::{plural, t};
use crate::work::{self, IS_SHOWN, RIGHT_CASES, Work, bytes};

/// The time before the first line on standard error, and between two.
const DELAY: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(200);

/// Whether `--quiet` was given.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Never shows a [`Meter`] from now on.
pub(crate) fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Shows on standard error how far work is that takes longer than a second, if that is a terminal. A thread of its own
/// reads the count, so the work has nothing to do.
pub(crate) struct Meter {
    /// The name of what is done now. Locked while the line is drawn, or must not be.
    name: Arc<Mutex<String>>,
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
            name: Arc::default(),
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
        let name = Arc::clone(&meter.name);
        let begin = Instant::now();
        let show = move || {
            let waits = |time| stopped.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            if !waits(DELAY) {
                return;
            }
            let total = total();
            IS_SHOWN.store(true, Ordering::Relaxed);
            loop {
                let done = work.count().load(Ordering::Relaxed) - before;
                let name = lock(&name);
                let text = text(work, done, total, begin.elapsed());
                // What does not fit the line is cut off, not continued on the next one.
                draw(&format!("\x1b[?7l{text}\x1b[?7h"));
                drop(name);
                if !waits(INTERVAL) {
                    break;
                }
            }
            draw("");
            IS_SHOWN.store(false, Ordering::Relaxed);
        };
        meter.stop = Some(stop);
        meter.thread = std::thread::Builder::new().spawn(show).ok();
        meter
    }

    /// Runs `write`, which writes to the same terminal, while nothing is shown.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        let _name = lock(&self.name);
        if IS_SHOWN.load(Ordering::Relaxed) {
            draw("");
        }
        write()
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

fn lock(name: &Mutex<String>) -> MutexGuard<'_, String> {
    name.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Clears the line, and shows `text` there.
fn draw(text: &str) {
    // A terminal that is gone is no reason to stop.
    let _ = io::stderr().write_all(format!("\r\x1b[2K{text}").as_bytes());
}

/// What is shown of `work`. A `total` of 0 is unknown.
fn text(work: Work, done: u64, total: u64, elapsed: Duration) -> String {
    let millis = elapsed.as_millis().max(1);
    let speed = u128::from(done) * 1000 / millis;
    let speed = format!("{}/s", bytes(speed as u64));
    let cases = RIGHT_CASES.load(Ordering::Relaxed);
    let percent = u128::from(done.min(total)) * 100 / u128::from(total.max(1));
    let percent = format!("{percent}%");
    // If nothing is done, nothing is known.
    let left = u128::from(total.saturating_sub(done)) * millis / 1000;
    let left = left.checked_div(done.into()).map_or(String::new(), |left| {
        t!(", {time} left", time = time(left as u64))
    });
    match work {
        Work::Reading if total == 0 => {
            t!("read {bytes}, {speed}", bytes = bytes(done), speed = speed)
        }
        Work::Writing if total == 0 => {
            t!("wrote {bytes}, {speed}", bytes = bytes(done), speed = speed)
        }
        Work::Reading => t!(
            "read {percent} of {all}, {speed}{left}",
            percent = percent,
            all = bytes(total),
            speed = speed,
            left = left
        ),
        Work::Writing => t!(
            "wrote {percent} of {all}, {speed}{left}",
            percent = percent,
            all = bytes(total),
            speed = speed,
            left = left
        ),
        Work::Judging if total == 0 => plural!(done, "{done} test", "{done} tests"),
        Work::Judging => t!(
            "{pos} of {len} tests{left}",
            pos = done,
            len = total,
            left = left
        ),
        Work::Searching => t!(
            "{pos} of {len} rounds, {cases} cases{left}",
            pos = done,
            len = total,
            cases = cases,
            left = left
        ),
        Work::Shrinking => t!(
            "found a failing input after {cases} cases, shrinking it: {elapsed}",
            cases = cases,
            elapsed = time(elapsed.as_secs())
        ),
    }
}

/// A duration for people, rounded down: `99s`, `1m`, `99m`, `1h`.
fn time(seconds: u64) -> String {
    match seconds {
        0..100 => format!("{seconds}s"),
        100..6000 => format!("{}m", seconds / 60),
        6000.. => format!("{}h", seconds / 3600),
    }
}
