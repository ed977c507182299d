// HDU 2516 Stones in One Pile
//
// Rule: the second player wins exactly if n is a Fibonacci number. Otherwise n is
// a sum of Fibonacci numbers without neighbours, and the first player takes the
// smallest of them: it is less than half of the next one.
// Compile: rustc --edition 2021 -O hdu2516.rs
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
    let stones = numbers.next().filter(|&stones| stones > 0)?;
    let (mut fibonacci, mut next) = (1, 2);
    while fibonacci < stones {
        let before = fibonacci;
        fibonacci = next;
        next += before;
    }
    Some(if fibonacci != stones {
        "First win"
    } else {
        "Second win"
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
