// BZOJ 1874 Stone Game
//
// Rule: the Grundy value of a pile is the least number that no move from it leads
// to; a move wins if the xor of all Grundy values is 0 after it.
// Compile: rustc --edition 2021 -O bzoj1874.rs
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

/// The answer to the one case, or None if the input ends inside it.
fn answer(numbers: &mut impl Iterator<Item = u64>) -> Option<String> {
    let piles = list(numbers)?;
    let set = list(numbers)?;
    let values = values(&set, piles.iter().copied().max().unwrap_or(0));
    let grundy = |pile: u64| values[pile as usize];
    let total = piles.iter().fold(0, |sum, &pile| sum ^ grundy(pile));
    for (i, &pile) in piles.iter().enumerate() {
        let others = total ^ grundy(pile);
        for &take in set.iter().filter(|&&take| 0 < take && take <= pile) {
            if grundy(pile - take) == others {
                return Some(format!("YES\n{} {}\n", i + 1, take));
            }
        }
    }
    Some("NO\n".to_string())
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);
    let output = answer(&mut numbers).unwrap_or_default();
    io::stdout().write_all(output.as_bytes())
}
