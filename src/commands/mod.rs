//! What the command line offers, one file each.

pub mod answer;
pub mod generate;
pub mod solve;
pub mod validate;
