// HDU 1525 Euclid's Game (also POJ 2348)
//
// Rule: while the larger number is less than twice the smaller one, there is
// only one move. Whoever first has a choice, or can reach 0, wins: he decides who
// has to go on from the remainder.
// Compile: rustc --edition 2021 -O hdu1525.rs
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

/// Does the player to move win?
fn wins(a: u64, b: u64) -> bool {
    let (mut larger, mut smaller) = (a.max(b), a.min(b));
    if smaller == 0 {
        // A 0 is no number to start with; the other player has made it.
        return false;
    }
    let mut is_first = true;
    while larger - smaller < smaller && larger != smaller {
        let left = larger - smaller;
        larger = smaller;
        smaller = left;
        is_first = !is_first;
    }
    is_first
}

/// Answers one case, or None where the input ends.
fn answer(numbers: &mut impl Iterator<Item = u64>) -> Option<&'static str> {
    let a = numbers.next()?;
    let b = numbers.next()?;
    if a == 0 {
        return None;
    }
    Some(if wins(a, b) {
        "Stan wins"
    } else {
        "Ollie wins"
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
