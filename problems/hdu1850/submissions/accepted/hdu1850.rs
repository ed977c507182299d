// HDU 1850 Being a Good Boy in Spring Festival (also POJ 2975 Nim)
//
// Rule: in the highest bit that an odd number of piles have, every pile
// with that bit has exactly one winning move, and no other pile has one.
// Compile: rustc --edition 2021 -O hdu1850.rs
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
fn answer(numbers: &mut impl Iterator<Item = u64>) -> Option<u64> {
    let piles = numbers.next()?;
    if piles == 0 {
        return None;
    }
    let mut with_bit = [0; 64];
    for _ in 0..piles {
        let size = numbers.next()?;
        for (bit, count) in with_bit.iter_mut().enumerate() {
            *count += (size >> bit) & 1;
        }
    }
    // Bit b of the xor is 1 where with_bit[b] is odd.
    let top = with_bit.iter().rev().find(|&count| count % 2 == 1);
    Some(top.copied().unwrap_or(0))
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);
    let mut output = String::new();
    while let Some(moves) = answer(&mut numbers) {
        output.push_str(&format!("{}\n", moves));
    }
    io::stdout().write_all(output.as_bytes())
}
