// HDU 1848 Fibonacci again and again
//
// Rule: the Grundy value of a pile is the least number that is not the
// Grundy value of a pile that a move leaves. Fibo wins unless the xor of
// the three Grundy values is 0.
// Compile: rustc --edition 2021 -O hdu1848.rs
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

/// The Grundy values of the piles up to the largest.
fn grundy_values(largest: usize) -> Vec<u32> {
    let mut values = vec![0];
    for pile in 1..=largest {
        // A bit for each Grundy value; all are small.
        let mut reached = 0u64;
        let (mut take, mut next) = (1, 2);
        while take <= pile {
            reached |= 1 << values[pile - take];
            (take, next) = (next, take + next);
        }
        values.push(reached.trailing_ones());
    }
    values
}

/// Answers one case, or None where the input ends.
fn answer(numbers: &mut impl Iterator<Item = u64>, grundy_values: &[u32]) -> Option<&'static str> {
    let first = numbers.next().filter(|&pile| pile != 0)?;
    let piles = [first, numbers.next()?, numbers.next()?];
    let sum = piles
        .iter()
        .fold(0, |sum, &pile| sum ^ grundy_values[pile as usize]);
    Some(if sum != 0 { "Fibo" } else { "Nacci" })
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let grundy_values = grundy_values(1000);
    let mut numbers = numbers(&input);
    let mut output = String::new();
    while let Some(line) = answer(&mut numbers, &grundy_values) {
        output.push_str(line);
        output.push('\n');
    }
    io::stdout().write_all(output.as_bytes())
}
