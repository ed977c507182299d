// HDU 1847 Good Luck in CET-4 Everybody!
//
// Rule: Cici wins if 3 divides n. No power of two is a multiple of 3, so
// whatever Kiki takes, 1 or 2 more cards make the number of cards left a
// multiple of 3 again.
// Compile: rustc --edition 2021 -O hdu1847.rs
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

use std::io::{self, Read, Write};

/// The numbers of the input; anything but a digit only separates them.
fn numbers(input: &[u8]) -> impl Iterator<Item = u64> + '_ {
    input
        .split(|byte| !byte.is_ascii_digit())
        .filter(|token| !token.is_empty())
        .map(|token| {
            token
                .iter()
                .fold(0, |value, digit| value * 10 + u64::from(digit - b'0'))
        })
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut output = String::new();
    for cards in numbers(&input) {
        output.push_str(if cards % 3 != 0 { "Kiki\n" } else { "Cici\n" });
    }
    io::stdout().write_all(output.as_bytes())
}
