// HDU 1536 S-Nim (also POJ 2960)
//
// Rule: the Grundy value of a pile is the least number that no move from it leads
// to; the player to move wins unless the xor of all Grundy values is 0.
// Compile: rustc --edition 2021 -O hdu1536.rs
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

/// A count and as many numbers, or None if the input ends before.
fn list(numbers: &mut impl Iterator<Item = u64>) -> Option<Vec<u64>> {
    let count = numbers.next()?;
    let mut list = Vec::new();
    for _ in 0..count {
        list.push(numbers.next()?);
    }
    Some(list)
}

/// The Grundy value of every pile up to `largest`: the least number that is not the
/// Grundy value of a pile that a move leaves.
fn values(set: &[u64], largest: u64) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for pile in 0..=largest {
        // One move for each number of the set, so the Grundy value is at most its length.
        let mut reached = vec![false; set.len() + 1];
        for &take in set.iter().filter(|&&take| 0 < take && take <= pile) {
            reached[values[(pile - take) as usize]] = true;
        }
        values.push(reached.iter().take_while(|&&it| it).count());
    }
    values
}

/// Answers one case, or None where the input ends.
fn answer(numbers: &mut impl Iterator<Item = u64>) -> Option<String> {
    let set = list(numbers)?;
    if set.is_empty() {
        return None;
    }
    let count = numbers.next()?;
    let mut positions = Vec::new();
    for _ in 0..count {
        positions.push(list(numbers)?);
    }
    let values = values(&set, positions.iter().flatten().copied().max().unwrap_or(0));
    let mut line = String::new();
    for position in positions {
        let total = position
            .iter()
            .fold(0, |sum, &pile| sum ^ values[pile as usize]);
        line.push(if total != 0 { 'W' } else { 'L' });
    }
    line.push('\n');
    Some(line)
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);
    let mut output = String::new();
    while let Some(lines) = answer(&mut numbers) {
        output.push_str(&lines);
    }
    io::stdout().write_all(output.as_bytes())
}
