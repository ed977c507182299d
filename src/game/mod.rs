//! The games: what the piles of a case say about the position.
//!
//! Who wins is a fold over the piles, and so is how many moves win at Nim, so that a case of any
//! number of piles takes constant memory. To list winning moves takes the piles as a slice.
//!
//! * [`worth`] says what a pile is worth, with the tables of [`takes`] and [`kayles`];
//! * [`tally`] and [`play`] tell from Grundy values who wins, [`moves`] by which moves;
//! * [`moore`] and [`hill`] are games in which piles do not stand alone;
//! * [`rules`] are all games behind one door.

pub mod hill;
pub mod kayles;
pub mod laying_out;
pub mod moore;
pub mod moves;
pub mod pile_rule;
pub mod play;
pub mod rules;
pub mod subtraction_set;
pub mod tally;

pub use pile_rule::PileRule;
pub use play::Play;
