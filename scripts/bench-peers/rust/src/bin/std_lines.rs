//! Peer: what the standard library offers, `lines`, `split_ascii_whitespace` and `parse`.

use std::io::{self, BufRead};

fn main() {
    let mut game = bench_peers::Game::from_arguments();
    for line in io::stdin().lock().lines() {
        for word in line.expect("a line of text").split_ascii_whitespace() {
            game.push(word.parse().expect("a number"));
        }
    }
    game.finish();
}
