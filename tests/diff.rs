//! Answers are compared as by a naive comparer, which has all texts in memory.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use bouton::engine::RunOptions;
use bouton::input::Input;
use bouton::judge::compare::{Answered, Comparison, Name, compare};
use bouton::judge::verdict::Verdict;
use bouton::layout::Until;
use bouton::problem::Problem;
use bouton::report::comparison::{self, text};

use crate::definition::Position;
use crate::harness::{Asked, Random, answer, asked, folder, problem, problems, row, some_of};
use crate::properties::naive_compare::Outcome;
pub use crate::properties::naive_compare::{Lines, words};

/// The report without colors.
pub fn report(comparison: &Comparison) -> String {
    anstream::adapter::strip_str(&text(comparison)).to_string()
}

/// An input and its contents.
pub struct Made {
    pub text: String,
    pub cases: Vec<Case>,
}

/// A case, and the offset of its first number.
#[derive(Default)]
pub struct Case {
    pub offset: usize,
    pub line: u64,
    /// All its numbers.
    pub numbers: Vec<u64>,
    /// The piles of its positions, or the cells of the persons.
    pub positions: Vec<Position>,
    pub subtraction_set: Vec<u64>,
    pub king: u64,
    pub most: u64,
}

impl Case {
    /// Its numbers as they are shown.
    pub fn shown(&self) -> String {
        let words: Vec<String> = self.numbers.iter().map(u64::to_string).collect();
        let left_out = match words.len() {
            0..=24 => return words.join(" "),
            25 => "1 number".to_owned(),
            len => format!("{} numbers", len - 24),
        };
        let (start, end) = (&words[..12], &words[words.len() - 12..]);
        format!(
            "{} ... ({left_out} left out) ... {}",
            start.join(" "),
            end.join(" ")
        )
    }
}

/// The size of the numbers in an input.
#[derive(Clone, Copy)]
pub struct Size {
    pub cases: u64,
    pub piles: u64,
    pub pile: u64,
}

pub const SMALL: Size = Size {
    cases: 6,
    piles: 4,
    pile: 7,
};

/// Writes numbers, separated by white space.
struct Writer<'r> {
    text: String,
    line: u64,
    spaces: &'static [&'static str],
    random: &'r mut Random,
}

impl Writer<'_> {
    fn number(&mut self, number: u64) {
        if self.spaces.len() > 1 && self.random.below(20) == 0 {
            self.text += "00";
        }
        self.text += &number.to_string();
        let space: &&str = self.random.pick(self.spaces);
        self.text += space;
        self.line += space.matches('\n').count() as u64;
    }

    /// Writes a list of numbers, preceded by its length.
    fn list(&mut self, numbers: &[u64]) -> Vec<u64> {
        let all = [&[numbers.len() as u64], numbers].concat();
        for &number in &all {
            self.number(number);
        }
        all
    }

    fn piles(&mut self, fewest: u64, size: Size) -> Position {
        let count = fewest + self.random.below(size.piles + 1 - fewest);
        (0..count)
            .map(|_| self.random.below(size.pile + 1))
            .collect()
    }
}

pub const SPACES: &[&str] = &[" ", " ", " ", "\n", "\r\n", "  ", "\n\n", "\t"];

/// Generates a random input of `problem`.
pub fn make(
    problem: &Problem,
    random: &mut Random,
    size: Size,
    spaces: &'static [&'static str],
) -> Made {
    let (id, until) = (problem.id.as_str(), problem.layout.until());
    let count = if until == Until::One { 1 } else { size.cases };
    let width = 1 + random.below(size.piles);
    let mut writer = Writer {
        text: String::new(),
        line: 1,
        spaces,
        random,
    };
    if id == "codingamemiserenim" {
        writer.number(width);
    }
    if until == Until::Count {
        writer.number(count);
    }
    let mut cases = Vec::new();
    for _ in 0..count {
        let offset = writer.text.len();
        let mut case = Case {
            offset,
            line: writer.line,
            ..Case::default()
        };
        let subtraction_set = |writer: &mut Writer<'_>| -> Vec<u64> {
            let count = 1 + writer.random.below(4);
            (0..count).map(|_| 1 + writer.random.below(6)).collect()
        };
        if let Some(row) = row(problem) {
            let mut piles = Position::new();
            let least = u64::from(until == Until::Zero);
            for is_pile in row {
                let number = if is_pile {
                    piles.push(least + writer.random.below(4 * size.pile));
                    *piles.last().unwrap()
                } else {
                    case.most = writer.random.below(size.pile);
                    case.most
                };
                writer.number(number);
                case.numbers.push(number);
            }
            case.positions = vec![piles];
            cases.push(case);
            continue;
        }
        match id {
            "codingamemiserenim" => {
                let piles: Position = (0..width)
                    .map(|_| writer.random.below(size.pile + 1))
                    .collect();
                for &pile in &piles {
                    writer.number(pile);
                }
                case.numbers.clone_from(&piles);
                case.positions = vec![piles];
            }
            "hdu1536" => {
                case.subtraction_set = subtraction_set(&mut writer);
                case.numbers = writer.list(&case.subtraction_set);
                let positions = writer.random.below(5);
                writer.number(positions);
                case.numbers.push(positions);
                for _ in 0..positions {
                    let piles = writer.piles(0, size);
                    case.numbers.extend(writer.list(&piles));
                    case.positions.push(piles);
                }
            }
            "hdu2999" => {
                case.subtraction_set = subtraction_set(&mut writer);
                case.numbers = writer.list(&case.subtraction_set);
                let mut rows = writer.piles(0, size);
                for row in &mut rows {
                    *row += 1;
                }
                case.numbers.extend(writer.list(&rows));
                case.positions = rows.into_iter().map(|row| vec![row]).collect();
            }
            "bzoj1874" => {
                let piles = writer.piles(0, size);
                case.numbers = writer.list(&piles);
                case.positions = vec![piles];
                case.subtraction_set = subtraction_set(&mut writer);
                case.subtraction_set.sort_unstable();
                case.subtraction_set.dedup();
                case.numbers.extend(writer.list(&case.subtraction_set));
            }
            "hdu1730" => {
                let piles = writer.piles(0, size);
                case.numbers = vec![piles.len() as u64, size.pile + 9];
                for pile in &piles {
                    let left = 1 + writer.random.below(4);
                    let mut cells = [left, left + pile + 1];
                    cells.rotate_left(writer.random.below(2) as usize);
                    case.numbers.extend(cells);
                }
                for &number in &case.numbers {
                    writer.number(number);
                }
                case.positions = vec![piles];
            }
            "poj1704" => {
                let mut cells: Position = Vec::new();
                for cell in writer.piles(0, size) {
                    if !cells.contains(&(cell + 1)) {
                        cells.push(cell + 1);
                    }
                }
                case.numbers = writer.list(&cells);
                case.positions = vec![cells];
            }
            "uva10404" => {
                let pile = writer.random.below(4 * size.pile);
                writer.number(pile);
                case.subtraction_set = subtraction_set(&mut writer);
                case.numbers = [vec![pile], writer.list(&case.subtraction_set)].concat();
                case.positions = vec![vec![pile]];
            }
            "hdu4315" => {
                let mut cells = writer.piles(1, size);
                cells.sort_unstable();
                cells.dedup();
                case.king = 1 + writer.random.below(cells.len() as u64);
                case.numbers = [&[cells.len() as u64, case.king], &cells[..]].concat();
                for &number in &case.numbers {
                    writer.number(number);
                }
                case.positions = vec![cells];
            }
            _ => {
                let fewest = u64::from(until == Until::Zero);
                let mut piles = writer.piles(fewest, size);
                if writer.random.below(3) == 0 && piles.len() > 1 {
                    // Lost positions are rare; this one is lost, unless all piles are ones.
                    piles[0] = piles[1..].iter().fold(0, |sum, pile| sum ^ pile);
                }
                case.numbers = writer.list(&piles);
                case.positions = vec![piles];
            }
        }
        cases.push(case);
    }
    if until == Until::Zero && writer.random.below(4) > 0 {
        writer.number(0);
    }
    Made {
        text: writer.text,
        cases,
    }
}

/// A reader that returns from 1 to `most` bytes at a time.
struct ShortReads {
    bytes: Vec<u8>,
    at: usize,
    random: Random,
    most: usize,
}

impl Read for ShortReads {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.random.below(10) == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = 1 + self.random.below(self.most as u64) as usize;
        let len = len.min(buffer.len()).min(self.bytes.len() - self.at);
        buffer[..len].copy_from_slice(&self.bytes[self.at..self.at + len]);
        self.at += len;
        Ok(len)
    }
}

/// Compares answers to an input in a file of its own.
pub struct Comparer {
    path: PathBuf,
    random: Random,
    pub threads: usize,
}

impl Comparer {
    pub fn new(name: &str) -> Self {
        Self {
            path: folder(name).join("input"),
            random: Random::new(5),
            threads: 2,
        }
    }

    pub fn input(&self, text: &str) {
        // On some file systems, overwriting a file waits for the disk.
        let _ = fs::remove_file(&self.path);
        fs::write(&self.path, text).unwrap();
    }

    /// Compares answers to the last input.
    pub fn compare(
        &mut self,
        problem: &'static Problem,
        expected: &[u8],
        actual: Option<&[u8]>,
    ) -> Comparison {
        let mut input = Input::open(&self.path).unwrap();
        "input".clone_into(&mut input.name);
        let most = *self.random.pick(&[1, 2, 7, 100, 1 << 20]);
        let mut answered = |name: &str, bytes: &[u8]| {
            // Short reads are slow.
            let most = if bytes.len() < 10_000 { most } else { 1 << 20 };
            let reads = ShortReads {
                bytes: bytes.to_vec(),
                at: 0,
                random: Random::new(self.random.next()),
                most,
            };
            Answered {
                name: Some(Name::File(name.to_owned())),
                source: Box::new(reads),
            }
        };
        let expected = answered("expected", expected);
        let actual = actual.map(|actual| answered("actual", actual));
        let options = RunOptions {
            kernel: None,
            threads: Some(self.threads),
            map: None,
        };
        compare(problem, &mut input, expected, actual, options).unwrap()
    }
}

/// The lines that say which answer to the first differing case is right, and why.
pub fn proof(comparison: &Comparison) -> Vec<String> {
    let proof = comparison::proof(comparison, comparison.first.as_ref().unwrap());
    proof.lines().map(str::to_owned).collect()
}

/// The numbers of the first differing case, as they are shown.
pub fn numbers(comparison: &Comparison) -> String {
    let report = report(comparison);
    let lines = report.lines().skip(2);
    let numbers: Vec<_> = lines.take_while(|line| line.starts_with("  ")).collect();
    numbers.join(" ")
}

const WORDS: &[&str] = &[
    "Yes",
    "No",
    "YES",
    "NO",
    "yes",
    "lose",
    "CONCEDE",
    "0",
    "1",
    "3",
    "W",
    "L",
    "WL",
    "4 0",
    "1:2",
    "1 2",
    "2 1",
    "John",
    "Case 2: Alice",
    "x",
    "\0\x01",
    "\u{e4}",
    "-1",
    "+1",
];

/// Changes something in `text` as submissions do.
pub fn mutate(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = text
        .split_inclusive(|&b| b == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let at = random.below(lines.len() as u64 + 1) as usize;
    let byte = random.below(text.len() as u64 + 1) as usize;
    let replace = |from: &[u8], to: &[u8]| -> Vec<u8> {
        let mut rest = text;
        let mut changed = Vec::new();
        while let Some((&first, behind)) = rest.split_first() {
            if rest.starts_with(from) {
                changed.extend(to);
                rest = &rest[from.len()..];
            } else {
                changed.push(first);
                rest = behind;
            }
        }
        changed
    };
    let word = random.pick(WORDS).as_bytes();
    match random.below(22) {
        0 => return replace(b"\n", b"\r\n"),
        1 => return replace(b"\n", b" \t\n"),
        2 => return replace(b" ", b"  "),
        3 => return replace(b"\n", b" "),
        4 => return replace(b"\n", b"\r"),
        5 => return text.trim_ascii_end().to_vec(),
        6 => {
            return [
                text,
                *random.pick(&[&b"\n"[..], b" ", b"\r\n\r\n", b"\n  \n\t", b"\r", b"\x0c"]),
            ]
            .concat();
        }
        7 => return Vec::new(),
        8 => return text[..byte].to_vec(),
        9 => return [&text[..byte], word, &text[byte..]].concat(),
        10 => return [&text[..byte], b"\n", &text[byte..]].concat(),
        11 => return [&text[..byte], b" ", &text[byte..]].concat(),
        12 => {
            let mut changed = text.to_vec();
            if let Some(byte) = changed.get_mut(byte) {
                *byte = random.next() as u8;
            }
            return changed;
        }
        13 => {
            let mut changed = text.to_vec();
            if let Some(byte) = changed.get_mut(byte) {
                *byte ^= 0x20;
            }
            return changed;
        }
        14 => lines.insert(at, [word, b"\n"].concat()),
        15 => lines.insert(at, b"\n".to_vec()),
        16 | 17 if at < lines.len() => lines[at] = [word, b"\n"].concat(),
        18 if at < lines.len() => drop(lines.remove(at)),
        19 if at < lines.len() => lines.insert(at, lines[at].clone()),
        20 if at < lines.len() => lines[at].insert(0, b' '),
        21 if at + 1 < lines.len() => lines.swap(at, at + 1),
        _ => {
            // The answer of a submission that has the rule wrong.
            let pairs: [(&[u8], &[u8]); 6] = [
                (b"Yes", b"No"),
                (b"W", b"L"),
                (b"L", b"W"),
                (b"Alice", b"Bob"),
                (b"1", b"2"),
                (b"first", b"second"),
            ];
            let (from, to) = random.pick(&pairs);
            return replace(from, to);
        }
    }
    lines.concat()
}

/// Changes answers a few times, often not at all, sometimes nearly all of them.
fn mutated(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    if random.below(6) == 0 {
        let lines = text.split(|&byte| byte == b'\n');
        let words = random.pick(&[["Yes", "No"], ["1", "2"], ["W", "L"], ["x", "y"]]);
        let other = |_: &[u8]| [random.pick(words).as_bytes(), b"\n"].concat();
        text = lines.flat_map(other).collect();
    }
    let changes = random.below(4);
    (0..changes).fold(text, |text, _| mutate(&text, random))
}

#[test]
fn answers_compare_as_the_naive_comparer_says_however_they_are_read() {
    let mut random = Random::new(1);
    let mut comparer = Comparer::new("diff_naive");
    let mut verdicts: HashMap<&str, u32> = HashMap::new();
    for problem in problems() {
        for _ in some_of(10, 0..200) {
            let size = Size {
                cases: if random.below(4) == 0 {
                    60
                } else {
                    random.below(15)
                },
                ..SMALL
            };
            let made = make(problem, &mut random, size, SPACES);
            comparer.input(&made.text);
            let right = answer(problem, &made.text).into_bytes();
            for _ in 0..7 {
                let expected = if random.below(2) == 0 {
                    right.clone()
                } else {
                    mutated(&right, &mut random)
                };
                let actual = match random.below(5) {
                    0 => None,
                    1 => Some(mutated(&expected, &mut random)),
                    _ => Some(mutated(&right, &mut random)),
                };
                let comparison = comparer.compare(problem, &expected, actual.as_deref());
                let naively = Outcome::naively(problem, &right, &expected, actual.as_deref());
                let [expected, actual] = [Some(expected), actual]
                    .map(|text| text.map(|text| String::from_utf8_lossy(&text).into_owned()));
                assert_eq!(
                    Outcome::of(&comparison),
                    naively,
                    "{} {:?} {expected:?} {actual:?}",
                    problem.id,
                    made.text
                );
                if let Some(first) = &comparison.first {
                    let line = first.input.as_ref().map(|input| input.location.line);
                    let of_positions = matches!(asked(problem), Asked::Lines(_));
                    let mut answered = made.cases.iter().flat_map(|case| {
                        let answers = if of_positions {
                            case.positions.len()
                        } else {
                            1
                        };
                        std::iter::repeat_n(case, answers)
                    });
                    let case = answered.nth(first.answers.case as usize - 1);
                    assert_eq!(line, case.map(|case| case.line), "{}", problem.id);
                }
                *verdicts.entry(comparison.verdict.short()).or_default() += 1;
                let short = comparison.overall().short();
                assert!(report(&comparison).starts_with(&format!("{short}: ")));
            }
        }
    }
    // The test must have seen enough of each.
    for verdict in ["AC", "PE", "WA"] {
        assert!(verdicts[verdict] > 200, "{verdicts:?}");
    }
}

#[test]
fn expected_answers_on_fewer_lines_are_right_even_where_all_others_are_wrong() {
    let mut random = Random::new(6);
    let won: Vec<bool> = (0..200).map(|_| random.below(2) == 0).collect();
    let cases = won.iter().map(|&won| if won { "1 7\n" } else { "2 7 7\n" });
    let right = won.iter().map(|&won| if won { "Yes\n" } else { "No\n" });
    let right: String = right.collect();
    let mut comparer = Comparer::new("diff_fewer_lines");
    comparer.input(&cases.collect::<String>());
    let expected = right.replacen('\n', " ", 2);
    let actual = "x\n".repeat(200);
    let comparison = comparer.compare(
        problem("poj2234"),
        expected.as_bytes(),
        Some(actual.as_bytes()),
    );
    assert_eq!((comparison.different, comparison.expected_wrong), (200, 0));
    // Except for one, of which nothing is known before the last line.
    let expected = expected.trim_end().to_owned() + "?";
    let comparison = comparer.compare(
        problem("poj2234"),
        expected.as_bytes(),
        Some(actual.as_bytes()),
    );
    assert!(comparison.expected_wrong > 0);
}

#[test]
fn the_same_words_in_the_same_order_are_a_presentation_error_and_other_words_a_wrong_answer() {
    let mut comparer = Comparer::new("diff_words");
    for (id, input, actual, verdict) in [
        ("poj2234", "2 7 7", "N O", Verdict::WrongAnswer),
        ("poj2234", "2 7 7", "N\to\n", Verdict::WrongAnswer),
        ("poj2234", "2 7 7\n1 7", "NoYes", Verdict::WrongAnswer),
        (
            "poj2234",
            "2 7 7\n1 7",
            "No Yes",
            Verdict::PresentationError,
        ),
        (
            "poj2234",
            "2 7 7\n1 7",
            "No\n\n Yes",
            Verdict::PresentationError,
        ),
        (
            "luogup1247",
            "2\n12 23",
            "1 12\n12 12",
            Verdict::WrongAnswer,
        ),
        ("luogup1247", "2\n12 23", "11 21212", Verdict::WrongAnswer),
        (
            "luogup1247",
            "2\n12 23",
            "11\n2 12\t12",
            Verdict::PresentationError,
        ),
        (
            "hdu1536",
            "1 1\n2\n1 1\n1 2\n0",
            "W L\n",
            Verdict::WrongAnswer,
        ),
        (
            "hdu1536",
            "1 1\n2\n1 1\n1 2\n0",
            " WL\n",
            Verdict::PresentationError,
        ),
    ] {
        comparer.input(input);
        let right = answer(problem(id), input);
        let comparison = comparer.compare(problem(id), right.as_bytes(), Some(actual.as_bytes()));
        assert_eq!(comparison.verdict, verdict, "{right:?} {actual:?}");
        let report = report(&comparison);
        assert!(!report.contains("has 2 letters"), "{report}");
    }
}
