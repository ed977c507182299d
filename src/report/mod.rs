//! What several reports share, for people and for programs.

pub mod json;
pub mod words;
