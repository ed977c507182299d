// HDU 3032 Nim or not Nim?
//
// Rule: the first player wins unless the xor of the values of all piles is 0. The
// value of a pile is its size, but 4k + 3 and 4k + 4 change places.
// Compile: rustc --edition 2021 -O hdu3032.rs
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

/// The value of a pile: the least number that no move from it leads to.
fn value(size: u64) -> u64 {
    match size % 4 {
        3 => size + 1,
        0 if size > 0 => size - 1,
        _ => size,
    }
}

/// Answers one case, or None where the input ends.
fn answer(numbers: &mut impl Iterator<Item = u64>) -> Option<&'static str> {
    let piles = numbers.next()?;
    let mut sum = 0;
    for _ in 0..piles {
        sum ^= value(numbers.next()?);
    }
    Some(if sum != 0 { "Alice" } else { "Bob" })
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);
    let mut output = String::new();
    for _ in 0..numbers.next().unwrap_or(0) {
        match answer(&mut numbers) {
            Some(line) => {
                output.push_str(line);
                output.push('\n');
            }
            None => break,
        }
    }
    io::stdout().write_all(output.as_bytes())
}
