// POJ 3537 Crosses and Crosses
//
// Rule: nobody may cross a cell next to a cross, or the next but one, since the
// other then completes three. So a cross takes up to five cells and leaves two
// parts: the value of so many cells is the least one that no move leads to.
// Compile: rustc --edition 2021 -O poj3537.rs
// Copyright Bouton contributors. Licence: MIT OR Apache-2.0

use std::io::{self, Read};

/// The values of all parts of up to `cells` cells.
fn values(cells: usize) -> Vec<usize> {
    let mut values = vec![0];
    for length in 1..=cells {
        let mut seen = vec![false; 2 * cells + 2];
        for at in 1..=length {
            let left = values[at.saturating_sub(3)];
            let right = values[length.saturating_sub(at + 2)];
            seen[left ^ right] = true;
        }
        let value = seen.iter().position(|&is_seen| !is_seen);
        values.push(value.unwrap());
    }
    values
}

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    if let Some(Ok(cells)) = input.split_whitespace().next().map(str::parse) {
        let wins = values(cells)[cells] != 0;
        println!("{}", if wins { 1 } else { 2 });
    }
    Ok(())
}
