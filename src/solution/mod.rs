//! Programs that answer a problem's inputs, in five languages.

pub mod parse;
pub mod print;
pub mod theory;
pub mod tree;
