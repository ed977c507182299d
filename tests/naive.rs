//! A second implementation of tokens, layouts and answers: slow, obvious, and without a line of the
//! program's code.

use crate::harness::case;

/// What is wrong with an input: the offset, the message of the program, and the number of the case.
pub type Trouble = (u64, String, u64);

/// Reads the numbers of `input` from the front, byte by byte, and gives each with the offset behind
/// it; then what is wrong, if anything is.
fn numbers(input: &[u8]) -> (Vec<u64>, Option<(u64, String)>) {
    let mut numbers = Vec::new();
    let mut number: Option<(usize, u128)> = None;
    for at in 0..=input.len() {
        // The end of the input ends a number as white space does.
        let byte = input.get(at).copied().unwrap_or(b' ');
        match byte {
            b'0'..=b'9' => {
                let (start, value) = number.unwrap_or((at, 0));
                let value = value * 10 + u128::from(byte - b'0');
                if value > u128::from(u64::MAX) {
                    let message = "number is larger than 18446744073709551615".to_owned();
                    return (numbers, Some((start as u64, message)));
                }
                number = Some((start, value));
            }
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => {
                numbers.extend(
                    number
                        .take()
                        .map(|(_, value)| u64::try_from(value).unwrap()),
                );
            }
            _ => {
                let found = if (0x21..0x7f).contains(&byte) {
                    format!("'{}'", byte as char)
                } else {
                    format!("byte 0x{byte:02x}")
                };
                return (
                    numbers,
                    Some((at as u64, format!("expected a number, found {found}"))),
                );
            }
        }
    }
    (numbers, None)
}

/// The answers to `input`, and what is wrong with it.
pub fn run(id: &str, input: &[u8]) -> (String, Option<Trouble>) {
    let (numbers, trouble) = numbers(input);
    let mut numbers = numbers.into_iter();
    let mut text = String::new();
    let mut complete = 0;
    let announced = if id == "hdu1907" {
        numbers.next()
    } else {
        None
    };
    let ended_early = loop {
        if announced == Some(complete) {
            return (text, None);
        }
        let Some(count) = numbers.next() else {
            break announced
                .map(|announced| format!("input ends after {complete} of {announced} cases"));
        };
        if count == 0 && id == "hdu1850" {
            return (text, None);
        }
        let piles: Vec<u64> = numbers
            .by_ref()
            .take(count.try_into().unwrap_or(usize::MAX))
            .collect();
        if (piles.len() as u64) < count {
            break Some(format!(
                "input ends inside the case: {} of {count} piles read",
                piles.len()
            ));
        }
        text += &answer(id, &[piles]);
        complete += 1;
    };
    let trouble = trouble.or(ended_early.map(|message| (input.len() as u64, message)));
    (
        text,
        trouble.map(|(offset, message)| (offset, message, complete + 1)),
    )
}

/// An input of the cases.
pub fn layout(id: &str, cases: &[Vec<u64>]) -> String {
    let cases_text: String = cases.iter().map(|piles| case(piles)).collect();
    match id {
        "hdu1907" => format!("{}\n{cases_text}", cases.len()),
        "hdu1850" => format!("{cases_text}0\n"),
        _ => cases_text,
    }
}

/// The answers to the cases.
pub fn answer(id: &str, cases: &[Vec<u64>]) -> String {
    let mut text = String::new();
    for piles in cases {
        let mut odd_bits = Vec::new();
        for bit in 0..64 {
            let with_bit = piles
                .iter()
                .filter(|&&pile| (pile / 2u64.pow(bit)) % 2 == 1)
                .count();
            if with_bit % 2 == 1 {
                odd_bits.push((bit, with_bit));
            }
        }
        let only_ones = piles.iter().all(|&pile| pile < 2);
        let normal = !odd_bits.is_empty();
        let misere = if only_ones { !normal } else { normal };
        let line = match id {
            "poj2234" => if normal { "Yes" } else { "No" }.to_owned(),
            "hdu2509" => if misere { "Yes" } else { "No" }.to_owned(),
            "hdu1907" => if misere { "John" } else { "Brother" }.to_owned(),
            "hdu1850" => odd_bits
                .last()
                .map_or(0, |&(_, with_bit)| with_bit)
                .to_string(),
            _ => panic!("no naive answer for {id}"),
        };
        text += &line;
        text += "\n";
    }
    text
}
