//! Peer: the crate atoi; memchr finds where a block can be cut.

use atoi::FromRadix10Checked;

fn main() {
    let mut game = bench_peers::Game::from_arguments();
    bench_peers::read_blocks(|block| {
        let mut rest = block.trim_ascii_start();
        while !rest.is_empty() {
            let (number, length) = u64::from_radix_10_checked(rest);
            game.push(number.expect("a number of 64 bits"));
            rest = rest.get(length + 1..).unwrap_or_default();
            if rest.first().is_some_and(u8::is_ascii_whitespace) {
                rest = rest.trim_ascii_start();
            }
        }
    });
    game.finish();
}
