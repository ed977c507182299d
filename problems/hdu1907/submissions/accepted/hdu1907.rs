// HDU 1907 John (also POJ 3480, Luogu P4279)
//
// Rule: if a pile is larger than 1, the first player wins unless the xor of
// all pile sizes is 0; if none is, he wins only when that xor is 0.
// Compile: rustc --edition 2021 -O hdu1907.rs
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
    let piles = numbers.next()?;
    let mut nim_sum = 0;
    let mut any_larger = false;
    for _ in 0..piles {
        let size = numbers.next()?;
        nim_sum ^= size;
        any_larger |= size > 1;
    }
    let first_wins = if any_larger {
        nim_sum != 0
    } else {
        nim_sum == 0
    };
    Some(if first_wins { "John" } else { "Brother" })
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
