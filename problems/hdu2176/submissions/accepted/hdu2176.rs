// HDU 2176 Stones in m Piles
//
// Rule: with s the xor of all sizes, a pile of a stones has a winning move
// if a xor s is less than a, and a xor s is what the move leaves.
// Compile: rustc --edition 2021 -O hdu2176.rs
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
fn answer(numbers: &mut impl Iterator<Item = u64>) -> Option<String> {
    let count = numbers.next()?;
    if count == 0 {
        return None;
    }
    let mut piles = Vec::new();
    for _ in 0..count {
        piles.push(numbers.next()?);
    }
    let nim_sum = piles.iter().fold(0, |sum, size| sum ^ size);
    let mut lines = String::from(if nim_sum != 0 { "Yes\n" } else { "No\n" });
    for size in piles {
        let left = size ^ nim_sum;
        if left < size {
            lines.push_str(&format!("{} {}\n", size, left));
        }
    }
    Some(lines)
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);
    let mut output = String::new();
    while let Some(lines) = answer(&mut numbers) {
        output.push_str(&lines);
    }
    io::stdout().write_all(output.as_bytes())
}
