//! The games: what the piles of a case say about the position.
//!
//! All questions are folds over the piles, so that a case of any number of piles takes constant
//! memory.

pub mod hill;
pub mod kayles;
pub mod layout;
pub mod moore;
pub mod moves;
pub mod play;
pub mod rules;
pub mod takes;
pub mod tally;
pub mod worth;

pub use play::Play;
pub use worth::Worth;
