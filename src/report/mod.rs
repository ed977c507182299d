//! What people and programs see: the only place that knows words, widths and colors.
//!
//! ```text
//! judgements, comparisons, results ──┬──▶ text, in color
//!                                    └──▶ json
//! ```

mod board;
pub(crate) mod comparison;
pub(crate) mod json;
pub(crate) mod list;
pub(crate) mod progress;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod text;

use serde_json::Value;

use crate::error::Error;
use crate::output::write_to_stdout;
use crate::text::colored;

/// Writes to standard output an object on a line, or text in its colors.
pub(crate) fn write(as_json: bool, object: impl FnOnce() -> Value, text: impl FnOnce() -> String) -> Result<(), Error> {
    if as_json {
        write_to_stdout(format!("{}\n", object()).as_bytes())
    } else {
        print(&text())
    }
}

/// Writes text to standard output in its colors.
pub(crate) fn print(text: &str) -> Result<(), Error> {
    write_to_stdout(&colored(text))
}
