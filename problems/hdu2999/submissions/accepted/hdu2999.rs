// HDU 2999 Stone Game, Why are you always there?
//
// Rule: a move takes stones out of a row and leaves two shorter rows, one of
// which may be empty. The value of a row is the least number that is not the
// xor of the values of two rows that a move leaves; a value of 0 is lost.
// Compile: rustc --edition 2021 -O hdu2999.rs
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

use std::io::{self, Read, Write};

/// The numbers of the input; anything but a digit only separates them.
fn numbers(input: &[u8]) -> impl Iterator<Item = usize> + '_ {
    input
        .split(|byte| !byte.is_ascii_digit())
        .filter(|token| !token.is_empty())
        .map(|token| {
            token
                .iter()
                .fold(0, |value, digit| value * 10 + usize::from(digit - b'0'))
        })
}

/// A count and as many numbers, or None if the input ends before.
fn list(numbers: &mut impl Iterator<Item = usize>) -> Option<Vec<usize>> {
    let count = numbers.next()?;
    let mut list = Vec::new();
    for _ in 0..count {
        list.push(numbers.next()?);
    }
    Some(list)
}

/// The value of every row up to `longest`.
fn values(set: &[usize], longest: usize) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    // The last row that reaches a value. No value is larger than its row.
    let mut reached = vec![0; 2 * (longest + 1)];
    for row in 0..=longest {
        for &take in set.iter().take_while(|&&take| take <= row) {
            let rest = row - take;
            for left in 0..=rest / 2 {
                reached[values[left] ^ values[rest - left]] = row;
            }
        }
        let least = reached.iter().position(|&last| last != row || row == 0);
        values.push(least.unwrap_or(0));
    }
    values
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);
    let mut output = String::new();
    while let Some(mut set) = list(&mut numbers) {
        set.retain(|&take| take > 0);
        set.sort_unstable();
        set.dedup();
        let Some(rows) = list(&mut numbers) else {
            break;
        };
        let values = values(&set, rows.iter().copied().max().unwrap_or(0));
        for row in rows {
            output.push_str(if values[row] != 0 { "1\n" } else { "2\n" });
        }
    }
    io::stdout().write_all(output.as_bytes())
}
