//! A second implementation of tokens, and of the answers to lists of Nim piles: slow, obvious, and without any code of
//! the program.

use std::fmt::Write as _;

/// An error in an input: the offset, the program's message, and the number of the case.
pub type Trouble = (u64, String, u64);

/// How the cases of a problem end.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Announced,
    Zero,
    WithInput,
}

/// A problem whose cases are the number of piles, and these: its id, how they end, whether play is misère, and what is
/// printed if the player to move wins, and if not. Without words, it is the number of winning moves.
type Plain = (&'static str, End, bool, Option<[&'static str; 2]>);

const PLAIN: [Plain; 4] = [
    ("poj2234", End::WithInput, false, Some(["Yes", "No"])),
    ("hdu1850", End::Zero, false, None),
    ("hdu1907", End::Announced, true, Some(["John", "Brother"])),
    ("hdu2509", End::WithInput, true, Some(["Yes", "No"])),
];

/// The problems that are answered here.
pub fn plain_ids() -> impl Iterator<Item = &'static str> {
    PLAIN.iter().map(|plain| plain.0)
}

/// The numbers of an input.
type Numbers = std::vec::IntoIter<u64>;

/// Reads `input` byte by byte, up to its end or to something that is not a number.
fn numbers(input: &[u8]) -> (Numbers, Option<(u64, String)>) {
    let mut numbers = Vec::new();
    let mut number: Option<(usize, u128)> = None;
    let mut error = None;
    for at in 0..=input.len() {
        // The end of the input ends a number like white space.
        let byte = input.get(at).copied().unwrap_or(b' ');
        match byte {
            b'0'..=b'9' => {
                let (start, value) = number.unwrap_or((at, 0));
                let value = value * 10 + u128::from(byte - b'0');
                if value > u128::from(u64::MAX) {
                    let message = "number is larger than 18446744073709551615".to_owned();
                    error = Some((start as u64, message));
                    break;
                }
                number = Some((start, value));
            }
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => {
                let complete = number.take();
                numbers.extend(complete.map(|(_, value)| value as u64));
            }
            _ => {
                let found = match byte {
                    0x21..0x7f => format!("'{}'", byte as char),
                    _ => format!("byte 0x{byte:02x}"),
                };
                error = Some((at as u64, format!("expected a number, found {found}")));
                break;
            }
        }
    }
    (numbers.into_iter(), error)
}

/// The numbers of `input` alone, up to the first error.
pub fn values(input: &[u8]) -> (Vec<u64>, Option<(u64, String)>) {
    let (numbers, error) = numbers(input);
    (numbers.collect(), error)
}

/// The answers to an input of one of the plain problems, and its error. `None` if the problem is another one.
pub fn run(id: &str, input: &[u8]) -> Option<(String, Option<Trouble>)> {
    let plain = PLAIN.iter().find(|plain| plain.0 == id)?;
    let (mut numbers, error) = numbers(input);
    let mut text = String::new();
    let missing = answer_all(*plain, &mut numbers, &mut text).err();
    let trouble = missing.and_then(|message| {
        let is_over = message.is_empty();
        let end = (!is_over).then_some((input.len() as u64, message));
        let (offset, message) = error.or(end)?;
        Some((offset, message, text.lines().count() as u64 + 1))
    });
    Some((text, trouble))
}

/// Appends the answers to `text`. Where the numbers end first, that is the program's message, which is empty if the
/// input may end there.
fn answer_all(plain: Plain, numbers: &mut Numbers, text: &mut String) -> Result<(), String> {
    let announced = match plain.1 {
        End::Announced => Some(numbers.next().ok_or_else(String::new)?),
        _ => None,
    };
    let mut complete = 0;
    while announced != Some(complete) {
        let Some(count) = numbers.next() else {
            let message = |cases| match cases {
                1 => format!("input ends after {complete} of 1 case"),
                _ => format!("input ends after {complete} of {cases} cases"),
            };
            return Err(announced.map(message).unwrap_or_default());
        };
        if count == 0 && plain.1 == End::Zero {
            return Ok(());
        }
        let wanted = usize::try_from(count).unwrap();
        let piles: Vec<_> = numbers.take(wanted).collect();
        if piles.len() < wanted {
            let many = if count == 1 { "pile" } else { "piles" };
            let read = format!("{} of {count} {many} read", piles.len());
            return Err(format!("input ends inside the case: {read}"));
        }
        *text += &answer(plain, &piles);
        complete += 1;
    }
    Ok(())
}

/// The answer to a case: the player to move wins if some bit is odd, unless all piles are ones or nothing in misère
/// play.
fn answer((_, _, is_misere, words): Plain, piles: &[u64]) -> String {
    let is_odd = |bit: u32| {
        let having = piles.iter().filter(|&&pile| pile / 2_u64.pow(bit) % 2 == 1);
        having.count() % 2 == 1
    };
    let only_ones = piles.iter().all(|&pile| pile < 2);
    let wins = (0..64).any(is_odd) != (is_misere && only_ones);
    if let Some([won, lost]) = words {
        return format!("{}\n", if wins { won } else { lost });
    }
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    let winning = piles.iter().filter(|&&pile| pile ^ sum < pile);
    format!("{}\n", winning.count())
}

/// One case of the simple layout: the number of piles, then the piles.
fn case(piles: &[u64]) -> String {
    let mut text = piles.len().to_string();
    for pile in piles {
        write!(text, " {pile}").unwrap();
    }
    text + "\n"
}

/// An input of a plain problem, made of the cases.
pub fn layout(id: &str, cases: &[Vec<u64>]) -> String {
    let cases_text: String = cases.iter().map(|piles| case(piles)).collect();
    match id {
        "hdu1907" => format!("{}\n{cases_text}", cases.len()),
        "hdu1850" => format!("{cases_text}0\n"),
        _ => cases_text,
    }
}
