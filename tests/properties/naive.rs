//! A second implementation of tokens and of the answers to lists of Nim piles: slow, obvious, and without any code of
//! the program, which gives only the text of a `game.toml`.

use std::fmt::Write as _;

use bouton::problem::Problem;

use super::kinds::{Asked, asked, key, rule};

/// An error in an input: the offset, the program's message, and the number of the case.
pub type Trouble = (u64, String, u64);

/// The numbers of an input.
type Numbers = std::vec::IntoIter<u64>;

/// Why a case has no answer.
enum Stop {
    /// The numbers end; the program's message if no byte is invalid either.
    Ends(String),
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
                numbers.extend(complete.map(|(_, value)| value as u64));
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
    (numbers.into_iter(), error)
}

/// The numbers of `input` alone, up to the first error.
pub fn values(input: &[u8]) -> (Vec<u64>, Option<(u64, String)>) {
    let (numbers, error) = numbers(input);
    (numbers.collect(), error)
}

/// The next number, or `message` if there is none.
fn next(numbers: &mut Numbers, message: &str) -> Result<u64, Stop> {
    numbers.next().ok_or_else(|| Stop::Ends(message.to_owned()))
}

/// The next `count` numbers.
fn piles(numbers: &mut Numbers, count: u64) -> Result<Vec<u64>, Stop> {
    let piles: Vec<_> = numbers.take(usize::try_from(count).unwrap()).collect();
    let read = piles.len();
    if (read as u64) < count {
        let message = format!("input ends inside the case: {read} of {count} piles read");
        return Err(Stop::Ends(message));
    }
    Ok(piles)
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
    let end = match input.rsplit(' ').next()? {
        "!" => End::OneCase,
        "}0" => End::Zero,
        "}+" | "}+/" => End::WithInput,
        _ => End::Announced,
    };
    is_list_of_piles.then_some(end)
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
    let width = match problem.id.as_str() {
        "codingamemiserenim" => Some(next(numbers, "")?),
        _ => None,
    };
    let announced = match (end, width) {
        (End::Announced, None) => Some(next(numbers, "")?),
        (End::Announced, Some(_)) => {
            let message = "input ends inside the case: the number of cases is missing";
            Some(next(numbers, message)?)
        }
        _ => None,
    };
    if width == Some(0) && announced > Some(1000) {
        return Err(Stop::Unknown);
    }
    loop {
        if announced == Some(*complete) || end == End::OneCase && *complete == 1 {
            return Ok(());
        }
        let is_over = numbers.len() == 0 && width != Some(0);
        if let (true, Some(announced)) = (is_over, announced) {
            let message = format!("input ends after {complete} of {announced} cases");
            return Err(Stop::Ends(message));
        }
        let first = match width {
            Some(width) => width,
            None => next(numbers, "")?,
        };
        if first == 0 && end == End::Zero {
            return Ok(());
        }
        let piles = piles(numbers, first)?;
        *text += &of_piles(problem, *complete + 1, &piles);
        *complete += 1;
    }
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
