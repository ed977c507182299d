//! The theories: how each game is won, in the small language, a file for each way to find it out.
//!
//! A theory is one file or several, of which the later ones replace the functions of the earlier ones: `sum` or
//! `misere`, what a move takes (`takes/...`), and the game. What a file defines:
//!
//! * `prepare()` makes lists, which the other parts may use;
//! * `grundy(pile)` is the Grundy value of one pile, or `wins(...)` who wins a position;
//! * `takes(pile)` yields what a move may take from a pile, the smallest number first;
//! * `options(pile, target)` yields what the moves leave of a pile that give it this value, in the order of `game`: one
//!   number or several, or all piles at once by `leave_parts(list, length)`;
//! * `claims(pile, target, parts, left, ...)` yields the so many parts, the smallest first, that somebody says a move
//!   leaves of a pile, if a move does and they have this value, and `allows(pile, take)` what a move may take: checkers
//!   need not try all moves. A file with `options` of its own has `claims` of its own, or its options are few;
//! * `moves(...)` does the same for the position that `wins` has just found to be won, whose variables it sees:
//!   `leave(index, left)`, `leave(index, left, other, more)` or `leave_all(...)`;
//! * `most_changed()` is how many piles a move may make smaller, where all moves are too many;
//! * `largest()` is the largest number that comes up, `least_take()` the smallest take, and `most_takes()` how many takes a
//!   pile has, for conditions.

include!(concat!(env!("OUT_DIR"), "/theories.rs"));

/// The text of a theory's file.
pub fn text(name: &str) -> Option<&'static str> {
    let mut files = FILES.iter();
    files.find(|file| file.0 == name).map(|file| file.1)
}

/// The names of all files.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.0)
}
