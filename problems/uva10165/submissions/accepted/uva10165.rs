// UVa 10165 Stone Game
//
// Rule: the first player wins unless the xor of all pile sizes is 0.
// Compile: rustc --edition 2021 -O uva10165.rs
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

/// Answers one case, or None where the input ends.
fn answer(numbers: &mut impl Iterator<Item = u64>) -> Option<&'static str> {
    let piles = numbers.next().filter(|&piles| piles > 0)?;
    let mut nim_sum = 0;
    for _ in 0..piles {
        nim_sum ^= numbers.next()?;
    }
    Some(if nim_sum != 0 { "Yes" } else { "No" })
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);
    let mut output = String::new();
    while let Some(line) = answer(&mut numbers) {
        output.push_str(line);
        output.push('\n');
    }
    io::stdout().write_all(output.as_bytes())
}
