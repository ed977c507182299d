//! How far long work is: a line on a terminal while it goes on, and what a signal that ends it says.

use std::cell::LazyCell;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::input::Count;
use crate::interrupt;
use crate::threads::lock;
use crate::words::{plural, t};

/// The time before the first line on standard error, and between two.
const DELAY: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(200);

/// Whether `--quiet` was given.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Never shows a [`Meter`] from now on.
pub(crate) fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Whether nothing but errors is said.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Shows on standard error how far work is that takes longer than a second, if that is a terminal. A thread of its own
/// reads the count, so the work has nothing to do but to count.
pub(crate) struct Meter {
    /// How much is done.
    pub done: Count,
    /// Whether the line is shown. Locked while it is drawn, or must not be.
    is_shown: Arc<Mutex<bool>>,
    /// What draws, and what stops it when it is closed.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Meter {
    /// Shows what `line` says of how much is done, of `total` in all, unless it is hidden. A `total` of 0 is unknown;
    /// it is asked for when it is first shown. If a signal ends the work, `so_far` says how much is done: `after 17
    /// tests`.
    pub(crate) fn start(
        is_hidden: bool,
        total: impl FnOnce() -> u64 + Send + 'static,
        so_far: fn(u64) -> String,
        line: impl Fn(u64, u64) -> String + Send + 'static,
    ) -> Self {
        let (counted, is_shown) = (Count::default(), Arc::new(Mutex::new(false)));
        let (done, shown) = (Arc::clone(&counted), Arc::clone(&is_shown));
        interrupt::say_of_work(move || {
            // Whoever has locked it may wait for a reader, and is not waited for.
            if let Ok(mut shown) = shown.try_lock() {
                clear(&mut shown);
            }
            so_far(done.load(Ordering::Relaxed))
        });
        let mut meter = Self {
            done: Arc::clone(&counted),
            is_shown: Arc::clone(&is_shown),
            thread: None,
        };
        let is_dumb = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
        // WebAssembly has no thread that could draw.
        let cannot_draw = cfg!(target_family = "wasm") || is_dumb || !io::stderr().is_terminal();
        if is_hidden || cannot_draw || is_quiet() {
            return meter;
        }
        let (stop, stopped) = mpsc::channel();
        let show = move || {
            let total = LazyCell::new(total);
            let mut interval = DELAY;
            while stopped.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                let mut is_shown = lock(&is_shown);
                // What does not fit the line is cut off, not continued on the next one.
                let line = line(counted.load(Ordering::Relaxed), *total);
                draw(&format!("\x1b[?7l{line}\x1b[?7h"));
                *is_shown = true;
                interval = INTERVAL;
            }
            clear(&mut lock(&is_shown));
        };
        let thread = std::thread::Builder::new().spawn(show);
        meter.thread = thread.ok().map(|thread| (stop, thread));
        meter
    }

    /// Runs `write`, which writes to the same terminal, while nothing is shown.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut is_shown = lock(&self.is_shown);
        clear(&mut is_shown);
        write()
    }
}

impl Drop for Meter {
    /// Clears the line.
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.thread.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}

fn clear(is_shown: &mut bool) {
    if std::mem::take(is_shown) {
        draw("");
    }
}

/// Clears the line, and shows `text` there.
fn draw(text: &str) {
    // A terminal that is gone is no reason to stop.
    let _ = io::stderr().write_all(format!("\r\x1b[2K{text}").as_bytes());
}

/// What is said of input of which so many bytes were read.
pub(crate) fn after_reading(done: u64) -> String {
    t!("after reading {bytes}", bytes = bytes(done))
}

/// What is said of output of which so many bytes were written.
pub(crate) fn after_writing(done: u64) -> String {
    t!("after writing {bytes}", bytes = bytes(done))
}

/// The line of work on bytes.
pub(crate) fn line_of_bytes(done: u64, total: u64) -> String {
    if total == 0 {
        return bytes(done);
    }
    let percent = u128::from(done.min(total)) * 100 / u128::from(total);
    let percent = format!("{percent}%");
    t!("{percent} of {all}", percent, all = bytes(total))
}

/// A number of bytes for people.
fn bytes(count: u64) -> String {
    match count / 1_000_000 {
        0 => plural!(count, "{count} byte", "{count} bytes"),
        megabytes => format!("{megabytes} MB"),
    }
}
