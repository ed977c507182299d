//! What the command line offers, one file each.

pub mod answer;
pub mod diff;
pub mod generate;
mod json;
pub mod list;
pub mod show;
pub mod solve;
pub mod source;
pub mod split;
pub mod stress;
pub mod test;
pub mod validate;
