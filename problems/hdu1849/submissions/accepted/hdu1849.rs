// HDU 1849 Rabbit and Grass
//
// Rule: a piece on cell x is a pile of x stones, and Rabbit wins unless the
// xor of all cells is 0.
// Compile: rustc --edition 2021 -O hdu1849.rs
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
    let pieces = numbers.next()?;
    if pieces == 0 {
        return None;
    }
    let mut nim_sum = 0;
    for _ in 0..pieces {
        nim_sum ^= numbers.next()?;
    }
    Some(if nim_sum != 0 {
        "Rabbit Win!"
    } else {
        "Grass Win!"
    })
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
