// HDU 2188 Choosing a Volunteer
//
// Rule: Rabbit wins if m + 1 divides n: Rabbit always completes the two
// donations to m + 1 yuan.
// Compile: rustc --edition 2021 -O hdu2188.rs
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
    let sum = numbers.next()?;
    let most = numbers.next()?;
    Some(if sum % (most + 1) != 0 {
        "Grass"
    } else {
        "Rabbit"
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
