//! A second implementation of tokens, layouts and answers: slow, obvious, and without any code of the
//! program.

use std::collections::HashSet;
use std::fmt::Write as _;

/// An error in an input: the offset, the program's message, and the number of the case.
pub type Trouble = (u64, String, u64);

/// The numbers of an input, and the offset of each.
struct Numbers(std::vec::IntoIter<(u64, u64)>);

/// Why a case has no answer.
enum Stop {
    /// The numbers end; the program's message if no byte is invalid either.
    Ends(String),
    /// The number at this offset is invalid, with the program's message.
    Wrong(u64, String),
    /// It would take too long to compute.
    Unknown,
}

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
                numbers.extend(complete.map(|(start, value)| (value as u64, start as u64)));
            }
            _ => {
                let found = if (0x21..0x7f).contains(&byte) {
                    format!("'{}'", byte as char)
                } else {
                    format!("byte 0x{byte:02x}")
                };
                error = Some((at as u64, format!("expected a number, found {found}")));
                break;
            }
        }
    }
    (Numbers(numbers.into_iter()), error)
}

impl Numbers {
    /// The next number, which is `what`.
    fn one(&mut self, what: &str) -> Result<u64, Stop> {
        let missing = || Stop::Ends(format!("input ends inside the case: {what} is missing"));
        self.0.next().map(|(value, _)| value).ok_or_else(missing)
    }

    /// The next `count` numbers, which are `what`, each with its offset, as long as `check` accepts
    /// them.
    fn list(
        &mut self,
        count: u64,
        what: &str,
        mut check: impl FnMut(u64, u64) -> Result<(), Stop>,
    ) -> Result<Vec<u64>, Stop> {
        let mut values = Vec::new();
        while (values.len() as u64) < count {
            let Some((value, offset)) = self.0.next() else {
                let read = values.len();
                let message = format!("input ends inside the case: {read} of {count} {what} read");
                return Err(Stop::Ends(message));
            };
            check(value, offset)?;
            values.push(value);
        }
        Ok(values)
    }

    fn piles(&mut self, count: u64) -> Result<Vec<u64>, Stop> {
        self.list(count, "piles", |_, _| Ok(()))
    }

    /// Piles whose Grundy values are to be computed.
    fn small_piles(&mut self, count: u64) -> Result<Vec<u64>, Stop> {
        let is_small = |pile, _| {
            if pile > 1000 {
                Err(Stop::Unknown)
            } else {
                Ok(())
            }
        };
        self.list(count, "piles", is_small)
    }

    fn subtraction_set(&mut self, count: u64) -> Result<Vec<u64>, Stop> {
        self.list(count, "takes", |take, offset| {
            if take > 0 {
                return Ok(());
            }
            let message = "a move takes at least one stone, found 0".to_owned();
            Err(Stop::Wrong(offset, message))
        })
    }
}

/// The numbers of `input` alone, up to the first error.
pub fn values(input: &[u8]) -> (Vec<u64>, Option<(u64, String)>) {
    let (numbers, error) = numbers(input);
    (numbers.0.map(|(value, _)| value).collect(), error)
}

/// How the cases of a problem end.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Announced,
    Zero,
    OneCase,
    WithInput,
}

fn end(id: &str) -> Option<End> {
    Some(match id {
        "hdu1907"
        | "luogup2197"
        | "lightoj1253"
        | "hackerranknim"
        | "hackerrankmiserenim"
        | "codingamemiserenim"
        | "hdu1846" => End::Announced,
        "hdu1850" | "hdu1849" | "hdu2176" | "hdu1536" => End::Zero,
        "bzoj1874" | "luogup1247" => End::OneCase,
        "poj2234" | "hfut2014d" | "hdu2509" | "hdu4315" => End::WithInput,
        _ => return None,
    })
}

/// The answers to `input`, and its error.
pub fn run(id: &str, input: &[u8]) -> (String, Option<Trouble>) {
    try_run(id, input).expect("an input that the naive way can answer")
}

/// The same. `None` if it would take too long, or if the problem is not supported.
pub fn try_run(id: &str, input: &[u8]) -> Option<(String, Option<Trouble>)> {
    let end = end(id)?;
    let (mut numbers, error) = numbers(input);
    let mut text = String::new();
    let mut complete = 0;
    let Err(stop) = all_cases(id, end, &mut numbers, &mut text, &mut complete) else {
        return Some((text, None));
    };
    let (offset, message) = match (stop, error) {
        (Stop::Unknown, _) => return None,
        (Stop::Wrong(offset, message), _) => (offset, message),
        (Stop::Ends(_), Some(error)) => error,
        // Nothing is missing.
        (Stop::Ends(message), None) if message.is_empty() => return Some((text, None)),
        (Stop::Ends(message), None) => (input.len() as u64, message),
    };
    Some((text, Some((offset, message, complete + 1))))
}

/// Appends the answers to `text` until there are no more cases.
fn all_cases(
    id: &str,
    end: End,
    numbers: &mut Numbers,
    text: &mut String,
    complete: &mut u64,
) -> Result<(), Stop> {
    let may_end = |_| Stop::Ends(String::new());
    let width = match id {
        "codingamemiserenim" => Some(numbers.one("").map_err(may_end)?),
        _ => None,
    };
    let announced = match (end, width) {
        (End::Announced, None) => Some(numbers.one("").map_err(may_end)?),
        (End::Announced, Some(_)) => Some(numbers.one("the number of cases")?),
        _ => None,
    };
    if width == Some(0) && announced > Some(1000) {
        return Err(Stop::Unknown);
    }
    loop {
        if announced == Some(*complete) || end == End::OneCase && *complete == 1 {
            return Ok(());
        }
        let is_over = numbers.0.len() == 0 && width != Some(0);
        if let (true, Some(announced)) = (is_over, announced) {
            let message = format!("input ends after {complete} of {announced} cases");
            return Err(Stop::Ends(message));
        }
        let first = match width {
            Some(width) => width,
            None => numbers.one("").map_err(may_end)?,
        };
        if first == 0 && end == End::Zero {
            return Ok(());
        }
        *text += &one_case(id, *complete + 1, first, numbers)?;
        *complete += 1;
    }
}

/// The answer to the case with this number, which starts with the number `first`.
fn one_case(id: &str, case: u64, first: u64, numbers: &mut Numbers) -> Result<String, Stop> {
    Ok(match id {
        "hdu1846" => {
            let most = numbers.one("the largest take")?;
            let wins = u128::from(first) % (u128::from(most) + 1) > 0;
            if wins { "first\n" } else { "second\n" }.to_owned()
        }
        "hdu4315" => {
            let king = numbers.0.next();
            let missing = "input ends inside the case: the number of the king is missing";
            let (king, offset) = king.ok_or_else(|| Stop::Ends(missing.to_owned()))?;
            if king == 0 || king > first {
                let message =
                    format!("the king is person {king}, but people are numbered from 1 to {first}");
                return Err(Stop::Wrong(offset, message));
            }
            let mut last = 0;
            let cells = numbers.list(first, "positions", |cell, offset| {
                let message = || format!("expected a position larger than {last}, found {cell}");
                match cell {
                    0 if last == 0 => return Err(Stop::Unknown),
                    _ if cell <= last => return Err(Stop::Wrong(offset, message())),
                    _ => last = cell,
                }
                Ok(())
            })?;
            let wins = king == 1 || hill(king, &cells) != 0;
            if wins { "Alice\n" } else { "Bob\n" }.to_owned()
        }
        "hdu1536" => {
            let subtraction_set = numbers.subtraction_set(first)?;
            let positions = numbers.one("the number of positions")?;
            let mut letters = String::new();
            for _ in 0..positions {
                let count = numbers.one("the number of piles")?;
                let piles = numbers.small_piles(count)?;
                let grundy_values = grundy_values(&subtraction_set, &piles);
                let sum = piles
                    .iter()
                    .fold(0, |sum, &pile| sum ^ grundy_values[pile as usize]);
                letters.push(if sum == 0 { 'L' } else { 'W' });
            }
            letters + "\n"
        }
        "bzoj1874" => {
            let piles = numbers.small_piles(first)?;
            let count = numbers.one("the number of takes")?;
            let mut subtraction_set = numbers.subtraction_set(count)?;
            subtraction_set.sort_unstable();
            let grundy_values = grundy_values(&subtraction_set, &piles);
            let grundy = |pile: u64| grundy_values[pile as usize];
            let sum = piles.iter().fold(0, |sum, &pile| sum ^ grundy(pile));
            let mut moves = piles.iter().enumerate().flat_map(|(i, &pile)| {
                let possible = subtraction_set.iter().filter(move |&&take| take <= pile);
                possible.map(move |&take| (i + 1, pile, take))
            });
            let wins = |&(_, pile, take): &(usize, u64, u64)| {
                sum ^ grundy(pile) ^ grundy(pile - take) == 0
            };
            match moves.find(wins) {
                Some((pile, _, take)) => format!("YES\n{pile} {take}\n"),
                None => "NO\n".to_owned(),
            }
        }
        _ => {
            let piles = numbers.piles(first)?;
            if id == "lightoj1253" {
                format!("Case {case}: ") + &of_piles(id, &piles)?
            } else {
                of_piles(id, &piles)?
            }
        }
    })
}

/// The nim-sum of the gaps between neighbours, paired from the last one.
fn hill(king: u64, cells: &[u64]) -> u64 {
    let mut sum = 0;
    for pair in cells.rchunks(2) {
        sum ^= match *pair {
            [above, below] => below - above - 1,
            [first] if king == 2 => first - 1,
            _ => pair[0],
        };
    }
    sum
}

/// The Grundy value of every pile up to the largest: the smallest one that no move leads to.
fn grundy_values(subtraction_set: &[u64], piles: &[u64]) -> Vec<u64> {
    let largest = piles.iter().copied().max().unwrap_or(0);
    let mut grundy_values: Vec<u64> = Vec::new();
    for pile in 0..=largest {
        let possible = subtraction_set.iter().filter(|&&take| take <= pile);
        let after: HashSet<u64> = possible
            .map(|take| grundy_values[(pile - take) as usize])
            .collect();
        grundy_values.extend((0..=pile).find(|grundy| !after.contains(grundy)));
    }
    grundy_values
}

/// The answer to a case of Nim that consists of piles.
fn of_piles(id: &str, piles: &[u64]) -> Result<String, Stop> {
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    Ok(match id {
        "poj2234" | "hdu2509" | "hdu1907" | "hdu1850" => answer(id, &[piles.to_vec()]),
        "hfut2014d" | "luogup2197" => answer("poj2234", &[piles.to_vec()]),
        "hdu1849" => if sum == 0 {
            "Grass Win!\n"
        } else {
            "Rabbit Win!\n"
        }
        .to_owned(),
        "hackerranknim" => if sum == 0 { "Second\n" } else { "First\n" }.to_owned(),
        "hackerrankmiserenim" | "lightoj1253" => {
            let wins = answer("hdu1907", &[piles.to_vec()]) == "John\n";
            match (id, wins) {
                ("lightoj1253", true) => "Alice\n",
                ("lightoj1253", false) => "Bob\n",
                (_, true) => "First\n",
                (_, false) => "Second\n",
            }
            .to_owned()
        }
        "hdu2176" | "luogup1247" => {
            let winning = |&(_, &pile): &(usize, &u64)| pile ^ sum < pile;
            let mut moves = piles.iter().enumerate().filter(winning);
            if id == "luogup1247" {
                let Some((at, &pile)) = moves.next() else {
                    return Ok("lose\n".to_owned());
                };
                let mut after = piles.to_vec();
                after[at] ^= sum;
                let after: Vec<String> = after.iter().map(u64::to_string).collect();
                format!("{} {}\n{}\n", pile - (pile ^ sum), at + 1, after.join(" "))
            } else {
                let mut lines = String::new();
                for (_, pile) in moves {
                    writeln!(lines, "{pile} {}", pile ^ sum).unwrap();
                }
                if lines.is_empty() {
                    "No\n".to_owned()
                } else {
                    "Yes\n".to_owned() + &lines
                }
            }
        }
        "codingamemiserenim" => {
            let mut moves = Vec::new();
            for (at, &pile) in piles.iter().enumerate() {
                // Nothing else can win: taking all, or taking as much as makes the nim-sum 0.
                let mut left: Vec<u64> = vec![0, 1, pile ^ sum];
                left.sort_unstable_by(|one, other| other.cmp(one));
                left.dedup();
                for left in left.into_iter().filter(|&left| left < pile) {
                    let mut after = piles.to_vec();
                    after[at] = left;
                    if answer("hdu1907", &[after]) == "Brother\n" {
                        moves.push(format!("{}:{}", at + 1, pile - left));
                    }
                }
            }
            let none = if moves.is_empty() { "CONCEDE" } else { "" };
            moves.join(" ") + none + "\n"
        }
        _ => return Err(Stop::Unknown),
    })
}

/// One case of the simple layout: the number of piles, then the piles.
pub fn case(piles: &[u64]) -> String {
    let mut text = piles.len().to_string();
    for pile in piles {
        write!(text, " {pile}").unwrap();
    }
    text + "\n"
}

/// An input made of the cases.
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
