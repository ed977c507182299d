//! What people and programs see: the only place that knows words, widths and colors.
//!
//! ```text
//! judgements, comparisons, results ──┬──▶ text, in color
//!                                    └──▶ json
//! ```

mod board;
pub mod comparison;
pub(crate) mod json;
pub(crate) mod list;
pub(crate) mod progress;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod text;
