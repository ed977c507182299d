// CodinGame misere-nim
//
// Rule: a move must leave an xor of 0 if some pile is then larger than 1,
// and an odd number of ones if none is; each pile has one such move or none.
// Compile: rustc --edition 2021 -O codingamemiserenim.rs
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

/// The answer to one position of `count` piles, or None where the input ends.
fn answer(numbers: &mut impl Iterator<Item = u64>, count: u64) -> Option<String> {
    let mut piles = Vec::new();
    for _ in 0..count {
        piles.push(numbers.next()?);
    }
    let nim_sum = piles.iter().fold(0, |sum, size| sum ^ size);
    let larger = piles.iter().filter(|&&size| size > 1).count();
    let mut moves = Vec::new();
    for (i, &size) in piles.iter().enumerate() {
        let mut left = nim_sum ^ size;
        // Among other piles of 1, what is left must make their number odd.
        if larger == usize::from(size > 1) {
            left ^= 1;
        }
        if left < size {
            moves.push(format!("{}:{}", i + 1, size - left));
        }
    }
    Some(if moves.is_empty() {
        "CONCEDE".to_string()
    } else {
        moves.join(" ")
    })
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);
    let mut output = String::new();
    let count = numbers.next().unwrap_or(0);
    let positions = numbers.next().unwrap_or(0);
    for _ in 0..positions {
        match answer(&mut numbers, count) {
            Some(line) => {
                output.push_str(&line);
                output.push('\n');
            }
            None => break,
        }
    }
    io::stdout().write_all(output.as_bytes())
}
