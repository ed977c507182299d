// HDU 4315 Climbing the Hill
//
// Rule: pair the people from the far end. The gap inside a pair is a pile of
// Nim, and so is the way up of a first person who is left over; Bob wins if
// the xor is 0. The king matters only if he is the first or the second.
// Compile: rustc --edition 2021 -O hdu4315.rs
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
    let people = numbers.next()?;
    let king = numbers.next()?;
    // The front one of a pair can always be followed by the other one, so a
    // pair is a pile of as many stones as there are free cells between them.
    // A first person without a partner is a pile of the cells he can climb. If
    // the king is right behind him he must not reach the top, where the king
    // would follow, so he has one cell less.
    let mut nim_sum = 0;
    let mut below = 0; // the cell of the person read before
    for i in 1..=people {
        let cell = numbers.next()?;
        if people % 2 == 1 && i == 1 {
            nim_sum ^= if king == 2 { cell - 1 } else { cell };
        } else if (people - i) % 2 == 0 {
            nim_sum ^= cell - below - 1;
        }
        below = cell;
    }
    // A king who stands first climbs to the top at once.
    Some(if king == 1 || nim_sum != 0 {
        "Alice"
    } else {
        "Bob"
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
