//! What the Rust peers share, so that they differ only in how they read.

mod blocks;
mod game;

pub use blocks::read_blocks;
pub use game::Game;
