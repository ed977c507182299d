// UVa 10404 Bachet's Game
//
// Rule: with so many stones the player to move wins exactly if a move leaves a
// number of stones with which the player to move loses.
// Compile: rustc --edition 2021 -O uva10404.rs
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
fn wins(stones: usize, takes: &[usize]) -> bool {
    let mut win = vec![false; stones + 1];
    for left in 1..=stones {
        win[left] = takes
            .iter()
            .any(|&take| 0 < take && take <= left && !win[left - take]);
    }
    win[stones]
}

/// Answers one case, or None where the input ends.
fn answer(numbers: &mut impl Iterator<Item = u64>) -> Option<&'static str> {
    let stones = numbers.next()? as usize;
    let count = numbers.next()?;
    let mut takes = Vec::new();
    for _ in 0..count {
        takes.push(numbers.next()? as usize);
    }
    Some(if wins(stones, &takes) {
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
