// HDU 1527 Stones in Two Piles (also POJ 1067)
//
// Rule: write the smaller pile as a sum of Fibonacci numbers 1, 2, 3, 5, 8, ...
// without two neighbours. The position is lost if the smallest of them is the
// first, third, fifth, ... of these numbers (or there is none), and if the next
// Fibonacci numbers after each of them add up to the larger pile.
// Compile: rustc --edition 2021 -O hdu1527.rs
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
    let (mut rest, larger) = (a.min(b), a.max(b));
    let mut fibonacci = vec![1, 2];
    while fibonacci[fibonacci.len() - 1] <= rest {
        let next = fibonacci[fibonacci.len() - 2] + fibonacci[fibonacci.len() - 1];
        fibonacci.push(next);
    }
    let (mut shifted, mut last) = (0, 0);
    for place in (0..fibonacci.len() - 1).rev() {
        if fibonacci[place] <= rest {
            rest -= fibonacci[place];
            shifted += fibonacci[place + 1];
            last = place;
        }
    }
    shifted != larger || last % 2 != 0
}

/// Answers one case, or None where the input ends.
fn answer(numbers: &mut impl Iterator<Item = u64>) -> Option<&'static str> {
    let a = numbers.next()?;
    let b = numbers.next()?;
    Some(if wins(a, b) { "1" } else { "0" })
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
