//! A second implementation of tokens, layouts and answers: slow, obvious, and without any code of the
//! program, which gives only the text of a `game.toml`.

use std::collections::HashSet;
use std::fmt::Write as _;

use bouton::problem::Problem;

use super::kinds::{Asked, asked, key, rule};

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

/// How the cases end of a problem that is answered here.
fn end(problem: &Problem) -> Option<End> {
    let [input, piles] = ["input", "piles"].map(|name| key(problem, name));
    let is_list_of_piles = rule(problem).ends_with("nim") && piles == "a";
    let more = ["hdu1846", "hdu2188", "hdu4315", "hdu1536", "bzoj1874"];
    let end = match input.rsplit(' ').next()? {
        "!" => End::OneCase,
        "}0" => End::Zero,
        "}+" | "}+/" => End::WithInput,
        _ => End::Announced,
    };
    (is_list_of_piles || more.contains(&&*problem.id)).then_some(end)
}

/// The answers to `input`, and its error.
pub fn run(id: &str, input: &[u8]) -> (String, Option<Trouble>) {
    try_run(id, input).expect("an input that the naive way can answer")
}

/// The same. `None` if it would take too long, or if the problem is not supported.
pub fn try_run(id: &str, input: &[u8]) -> Option<(String, Option<Trouble>)> {
    let problem = super::embedded(id).unwrap();
    let end = end(problem)?;
    let (mut numbers, error) = numbers(input);
    let mut text = String::new();
    let mut complete = 0;
    let Err(stop) = all_cases(problem, end, &mut numbers, &mut text, &mut complete) else {
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
    problem: &Problem,
    end: End,
    numbers: &mut Numbers,
    text: &mut String,
    complete: &mut u64,
) -> Result<(), Stop> {
    let may_end = |_| Stop::Ends(String::new());
    let width = match problem.id.as_str() {
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
        *text += &one_case(problem, *complete + 1, first, numbers)?;
        *complete += 1;
    }
}

/// The answer to the case with this number, which starts with the number `first`.
fn one_case(
    problem: &Problem,
    case: u64,
    first: u64,
    numbers: &mut Numbers,
) -> Result<String, Stop> {
    Ok(match problem.id.as_str() {
        "hdu1846" | "hdu2188" => {
            let most = numbers.one("the largest take")?;
            word(problem, u128::from(first) % (u128::from(most) + 1) > 0)
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
            word(problem, king == 1 || hill(king, &cells) != 0)
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
        _ => of_piles(problem, case, &numbers.piles(first)?),
    })
}

/// The line for who wins.
fn word(problem: &Problem, wins: bool) -> String {
    let Asked::Winner([won, lost]) = asked(problem) else {
        panic!("{} asks for more", problem.id);
    };
    (if wins { won } else { lost }) + "\n"
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

/// Whether the player to move wins Nim: some bit is odd, unless all piles are ones or nothing in misère play.
fn wins(is_misere: bool, piles: &[u64]) -> bool {
    let is_odd = |bit: u32| {
        let having = piles.iter().filter(|&&pile| pile / 2_u64.pow(bit) % 2 == 1);
        having.count() % 2 == 1
    };
    let only_ones = piles.iter().all(|&pile| pile < 2);
    (0..64).any(is_odd) != (is_misere && only_ones)
}

/// The winning moves: the index of the pile, and what is left of it.
fn moves(is_misere: bool, piles: &[u64]) -> Vec<(usize, u64)> {
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    let mut moves = Vec::new();
    for (at, &pile) in piles.iter().enumerate() {
        // Nothing else can win: what makes the nim-sum 0, or in misère play taking all, or all but one.
        let mut left = vec![pile ^ sum];
        if is_misere {
            left.extend([0, 1]);
            left.sort_unstable_by(|one, other| other.cmp(one));
            left.dedup();
            left.retain(|&left| {
                let mut after = piles.to_vec();
                after[at] = left;
                !wins(true, &after)
            });
        }
        moves.extend(
            left.into_iter()
                .filter(|&left| left < pile)
                .map(|left| (at, left)),
        );
    }
    moves
}

/// The answer to a case of Nim that consists of piles.
fn of_piles(problem: &Problem, case: u64, piles: &[u64]) -> String {
    let is_misere = rule(problem).starts_with("misere");
    let asked = asked(problem);
    if let Asked::Winner([won, lost]) | Asked::NumberedWinner([won, lost]) = &asked {
        let word = if wins(is_misere, piles) { won } else { lost };
        return match asked {
            Asked::NumberedWinner(_) => format!("Case {case}: {word}\n"),
            _ => format!("{word}\n"),
        };
    }
    let moves = moves(is_misere, piles);
    match (asked, moves.first()) {
        (Asked::WinningMoves, _) => format!("{}\n", moves.len()),
        (Asked::Leaves, None) => "No\n".to_owned(),
        (Asked::Leaves, Some(_)) => {
            let mut lines = "Yes\n".to_owned();
            for (at, left) in moves {
                writeln!(lines, "{} {left}", piles[at]).unwrap();
            }
            lines
        }
        (Asked::MoveAndPiles, None) => "lose\n".to_owned(),
        (Asked::MoveAndPiles, Some(&(at, left))) => {
            let mut after = piles.to_vec();
            after[at] = left;
            let after: Vec<String> = after.iter().map(u64::to_string).collect();
            format!("{} {}\n{}\n", piles[at] - left, at + 1, after.join(" "))
        }
        (Asked::AllMoves, None) => "CONCEDE\n".to_owned(),
        (Asked::AllMoves, Some(_)) => {
            let show = |&(at, left): &(usize, u64)| format!("{}:{}", at + 1, piles[at] - left);
            let moves: Vec<_> = moves.iter().map(show).collect();
            moves.join(" ") + "\n"
        }
        (asked, _) => panic!("say here what {asked:?} is"),
    }
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
    let problem = super::embedded(id).unwrap();
    let cases = (1..).zip(cases);
    cases
        .map(|(case, piles)| of_piles(problem, case, piles))
        .collect()
}
