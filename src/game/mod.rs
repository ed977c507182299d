//! The games: what the piles of a case say about the position.
//!
//! All questions are folds over the piles, so that a case of any number of piles takes constant
//! memory.

pub mod play;
pub mod tally;

pub use play::Play;
