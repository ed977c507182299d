// HDU 1730 Northcott Game
//
// Rule: the cells between the two pieces of a row are a pile of Nim. A move away
// from the other piece gains nothing: that one follows.
// Compile: rustc --edition 2021 -O hdu1730.rs
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
    let rows = numbers.next()?;
    let _length = numbers.next()?;
    let mut sum = 0;
    for _ in 0..rows {
        let (one, other) = (numbers.next()?, numbers.next()?);
        sum ^= one.max(other) - one.min(other) - 1;
    }
    Some(if sum != 0 { "I WIN!" } else { "BAD LUCK!" })
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
