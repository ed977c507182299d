// Luogu P1247 Take Matches
//
// Rule: with s the xor of all sizes, a pile of a matches has a winning move
// if a xor s is less than a, and a xor s is what the move leaves.
// Compile: rustc --edition 2021 -O luogup1247.rs
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

/// The answer to the one case, or None if the input ends inside it.
fn answer(numbers: &mut impl Iterator<Item = u64>) -> Option<String> {
    let count = numbers.next()?;
    let mut piles = Vec::new();
    for _ in 0..count {
        piles.push(numbers.next()?);
    }
    let nim_sum = piles.iter().fold(0, |sum, size| sum ^ size);
    let mut lines = match piles.iter().position(|size| (size ^ nim_sum) < *size) {
        None => return Some("lose\n".to_string()),
        Some(pile) => {
            let left = piles[pile] ^ nim_sum;
            let taken = piles[pile] - left;
            piles[pile] = left;
            format!("{} {}\n", taken, pile + 1)
        }
    };
    let after: Vec<String> = piles.iter().map(u64::to_string).collect();
    lines.push_str(&after.join(" "));
    lines.push('\n');
    Some(lines)
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);
    let output = answer(&mut numbers).unwrap_or_default();
    io::stdout().write_all(output.as_bytes())
}
