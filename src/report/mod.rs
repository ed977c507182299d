//! What is written for people and for programs: the only place with words and widths.

pub mod json;
pub mod words;
