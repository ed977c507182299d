// POJ 1704 Georgia and Bob
//
// Rule: pair the coins from the right; a last one on its own pairs with the
// left end. The free cells inside each pair are a pile of Nim: moving the left
// coin of a pair only adds to a pile, which the next move can undo.
// Compile: rustc --edition 2021 -O poj1704.rs
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
    let coins = numbers.next()?;
    let mut cells = Vec::new();
    for _ in 0..coins {
        cells.push(numbers.next()?);
    }
    cells.sort_by(|one, other| other.cmp(one));
    let mut nim_sum = 0;
    for pair in cells.chunks(2) {
        nim_sum ^= pair[0] - pair.get(1).unwrap_or(&0) - 1;
    }
    Some(if nim_sum != 0 {
        "Georgia will win"
    } else {
        "Bob will win"
    })
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
