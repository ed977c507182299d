// HDU 2509 Be the Winner
//
// Rule: splitting a row changes nothing, so this is misere Nim: if a row is
// longer than 1, the first player wins unless the xor of all lengths is
// 0; if none is, he wins only when that xor is 0.
// Compile: rustc --edition 2021 -O hdu2509.rs
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
    let mut nim_sum = 0;
    let mut any_longer = false;
    for _ in 0..rows {
        let length = numbers.next()?;
        nim_sum ^= length;
        any_longer |= length > 1;
    }
    let first_wins = if any_longer {
        nim_sum != 0
    } else {
        nim_sum == 0
    };
    Some(if first_wins { "Yes" } else { "No" })
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
