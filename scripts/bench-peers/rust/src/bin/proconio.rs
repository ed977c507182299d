//! Peer: the crate that most Rust contestants read with.

use proconio::{input, is_stdin_empty};

fn main() {
    let mut game = bench_peers::Game::from_arguments();
    while !is_stdin_empty() {
        input! {
            count: usize,
            piles: [u64; count],
        }
        game.push(count as u64);
        for pile in piles {
            game.push(pile);
        }
    }
    game.finish();
}
