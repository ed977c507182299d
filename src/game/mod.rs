//! The games: who wins a position, and by which moves.
//!
//! Who wins is decided by a fold over the piles, and so is how many moves win at Nim; thus a case of any
//! number of piles takes constant memory. Listing winning moves takes the piles as a slice.
//!
//! * [`pile_rule`] gives the Grundy value of a pile, with the tables of [`subtraction_set`] and
//!   [`kayles`];
//! * [`tally`] and [`play`] decide from Grundy values who wins, [`moves`] by which moves;
//! * [`moore`] and [`hill`] are games in which piles are not independent;
//! * [`rules`] is the common interface of all games.

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
