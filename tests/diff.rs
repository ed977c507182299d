//! Answers are compared as a naive comparer compares them, which has all texts in memory.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use bouton::compare::{Answered, Comparison, Verdict, compare};
use bouton::decode::Kernel;
use bouton::frame::Until;
use bouton::input::Input;
use bouton::problem::Problem;
use bouton::run::Options;

use crate::definition::Position;
use crate::harness::{Asked, Random, answer, asked, fixed_takes, folder, problem, problems, row};

/// An input, and what is in it.
pub struct Made {
    pub text: String,
    pub cases: Vec<Case>,
}

/// A case, and where its first number is.
#[derive(Default)]
pub struct Case {
    pub offset: usize,
    pub line: u64,
    /// All its numbers.
    pub numbers: Vec<u64>,
    /// The piles of its positions, or the cells of the persons.
    pub positions: Vec<Position>,
    pub takes: Vec<u64>,
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

/// How large the numbers of an input are.
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

/// Numbers, with white space between them.
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

    /// A list of numbers, behind their count.
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

/// A random input of `problem`.
pub fn make(
    problem: &Problem,
    random: &mut Random,
    size: Size,
    spaces: &'static [&'static str],
) -> Made {
    let (id, until) = (problem.id.as_str(), problem.framing.until);
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
        let takes = |writer: &mut Writer<'_>| -> Vec<u64> {
            let count = 1 + writer.random.below(4);
            (0..count).map(|_| 1 + writer.random.below(6)).collect()
        };
        if let Some(row) = row(problem) {
            case.takes = fixed_takes(problem);
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
                case.takes = takes(&mut writer);
                case.numbers = writer.list(&case.takes);
                let positions = writer.random.below(5);
                writer.number(positions);
                case.numbers.push(positions);
                for _ in 0..positions {
                    let piles = writer.piles(0, size);
                    case.numbers.extend(writer.list(&piles));
                    case.positions.push(piles);
                }
            }
            "bzoj1874" => {
                let piles = writer.piles(0, size);
                case.numbers = writer.list(&piles);
                case.positions = vec![piles];
                case.takes = takes(&mut writer);
                case.takes.sort_unstable();
                case.takes.dedup();
                case.numbers.extend(writer.list(&case.takes));
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
                    // Lost positions are rare; this one is, unless all piles are ones.
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

/// A text that gives from 1 to `most` bytes at a time.
struct Drips {
    bytes: Vec<u8>,
    at: usize,
    random: Random,
    most: usize,
}

impl Read for Drips {
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

/// Compares by means of a file of its own.
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
        // Some file systems wait for the disk where a file is written once more.
        let _ = fs::remove_file(&self.path);
        fs::write(&self.path, text).unwrap();
    }

    /// Compares answers to the input that was written last.
    pub fn compare(
        &mut self,
        problem: &'static Problem,
        wanted: &[u8],
        found: Option<&[u8]>,
    ) -> Comparison {
        let mut input = Input::open(&self.path).unwrap();
        "input".clone_into(&mut input.name);
        let most = *self.random.pick(&[1, 2, 7, 100, 1 << 20]);
        let mut answered = |name: &str, bytes: &[u8]| {
            // To drip takes its time.
            let most = if bytes.len() < 10_000 { most } else { 1 << 20 };
            let drips = Drips {
                bytes: bytes.to_vec(),
                at: 0,
                random: Random::new(self.random.next()),
                most,
            };
            Answered {
                name: Some(name.to_owned()),
                source: Box::new(drips),
            }
        };
        let wanted = answered("wanted", wanted);
        let found = found.map(|found| answered("found", found));
        let options = Options {
            kernel: Kernel::best(),
            threads: self.threads,
            map: None,
        };
        compare(problem, &mut input, wanted, found, options).unwrap()
    }
}

/// The report as people read it.
pub fn report(comparison: &Comparison) -> String {
    let mut text = Vec::new();
    comparison.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

const WHITE_SPACE: &[u8] = b" \t\n\x0b\x0c\r";

/// The text without white space at its end.
fn trimmed_end(mut text: &[u8]) -> &[u8] {
    while let Some((last, rest)) = text.split_last()
        && WHITE_SPACE.contains(last)
    {
        text = rest;
    }
    text
}

/// How the naive comparer takes a text of answers apart.
pub struct Lines {
    /// Without white space at their ends.
    lines: Vec<Vec<u8>>,
    next: usize,
}

/// An answer: its lines, on which line it starts, and how many blank lines stand before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub text: Vec<u8>,
    pub line: usize,
    pub blank_lines: usize,
}

pub fn without_white_space(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    text.retain(|byte| !WHITE_SPACE.contains(byte));
    text
}

impl Lines {
    pub fn new(text: &[u8]) -> Self {
        let lines = text.split(|&byte| byte == b'\n');
        let mut lines: Vec<_> = lines.map(|line| trimmed_end(line).to_vec()).collect();
        lines.pop_if(|last| last.is_empty());
        Self { lines, next: 0 }
    }

    /// The answer that comes next. A right answer is never taken for a blank line before another one.
    pub fn next(
        &mut self,
        problem: &Problem,
        is_right: bool,
        right: Option<&[u8]>,
    ) -> Option<Answer> {
        let rest = &self.lines[self.next..];
        if right == Some(b"") && !is_right {
            let line = self.next + 1;
            let is_there = rest.first().is_none_or(Vec::is_empty);
            self.next += usize::from(is_there && !rest.is_empty());
            return is_there.then_some(Answer {
                text: Vec::new(),
                line,
                blank_lines: 0,
            });
        }
        let blank_lines = rest.iter().take_while(|line| line.is_empty()).count();
        let blank_lines = if is_right { 0 } else { blank_lines };
        let rest = &rest[blank_lines..];
        if rest.is_empty() {
            self.next = self.lines.len();
            return None;
        }
        let is_numbers = |line: &Vec<u8>| {
            without_white_space(line)
                .first()
                .is_some_and(u8::is_ascii_digit)
        };
        let mut len = 1;
        match asked(problem) {
            Asked::FirstMove | Asked::MoveAndPiles => len = rest.len(),
            Asked::Leaves => {
                while let Some(filled) = rest[len..].iter().position(|line| !line.is_empty())
                    && is_numbers(&rest[len + filled])
                {
                    len += filled + 1;
                }
            }
            _ => {}
        }
        let text = trimmed_end(&rest[..len].join(&b'\n')).to_vec();
        let line = self.next + blank_lines + 1;
        self.next += blank_lines + len;
        Some(Answer {
            text,
            line,
            blank_lines,
        })
    }
}

/// How two answers compare: 0 if they are the same, 1 if they are so but for white space, 2 if not.
fn difference(one: Option<&Answer>, other: Option<&Answer>) -> u64 {
    let text = |answer: Option<&Answer>| answer.map_or(Vec::new(), |answer| answer.text.clone());
    let blank_lines = |answer: Option<&Answer>| answer.map(|answer| answer.blank_lines);
    if text(one) == text(other) && blank_lines(one) == blank_lines(other) {
        0
    } else if without_white_space(&text(one)) == without_white_space(&text(other)) {
        1
    } else {
        2
    }
}

/// What the naive comparer finds.
#[derive(Debug, PartialEq)]
struct Outcome {
    verdict: Verdict,
    cases: u64,
    different: u64,
    but_for_white_space: u64,
    differing: Vec<u64>,
    wanted_answers: u64,
    found_answers: u64,
    /// The first case that matters, and on which lines the input and the answers have it.
    first: Option<(u64, Option<u64>, u64, u64)>,
    doubtful: u64,
}

impl Outcome {
    /// What the naive comparer finds.
    fn naively(
        problem: &Problem,
        made: &Made,
        right: &[u8],
        wanted: &[u8],
        found: Option<&[u8]>,
    ) -> Self {
        let no_white = |text: &[u8]| without_white_space(text);
        let compared = found.unwrap_or(right);
        let texts_differ = no_white(wanted) != no_white(compared);
        let wanted_differs = no_white(wanted) != no_white(right);
        let mut this = Self {
            verdict: Verdict::Accepted,
            cases: made.cases.len() as u64,
            different: 0,
            but_for_white_space: 0,
            differing: Vec::new(),
            wanted_answers: 0,
            found_answers: 0,
            first: None,
            doubtful: 0,
        };
        let mut lines = [right, wanted, compared].map(Lines::new);
        for case in 1.. {
            let right = lines[0].next(problem, true, None);
            let expected = right.as_ref().map(|right| &right.text[..]);
            let wanted = lines[1].next(problem, false, expected);
            let compared = if found.is_some() {
                lines[2].next(problem, false, expected)
            } else {
                right.clone()
            };
            if right.is_none() && wanted.is_none() && compared.is_none() {
                break;
            }
            this.wanted_answers += u64::from(wanted.is_some());
            this.found_answers += u64::from(compared.is_some());
            let difference_of_texts = difference(wanted.as_ref(), compared.as_ref());
            match difference_of_texts {
                0 => {}
                1 => this.but_for_white_space += 1,
                _ => this.different += 1,
            }
            if difference_of_texts == 2 && this.differing.len() < 10 {
                this.differing.push(case);
            }
            if difference_of_texts > u64::from(texts_differ) && this.first.is_none() {
                let line = |answer: Option<&Answer>| answer.map_or(0, |answer| answer.line as u64);
                let input = made.cases.get(case as usize - 1).map(|case| case.line);
                let lines = (line(wanted.as_ref()), line(compared.as_ref()));
                this.first = Some((case, input, lines.0, lines.1));
            }
            if found.is_some() && wanted_differs {
                this.doubtful += difference(wanted.as_ref(), right.as_ref()) / 2;
            }
        }
        if this.different + this.but_for_white_space > 0 {
            this.verdict = if texts_differ {
                Verdict::WrongAnswer
            } else {
                Verdict::PresentationError
            };
        }
        this
    }

    fn of(comparison: &Comparison) -> Self {
        let first = comparison.first.as_ref().map(|first| {
            let line = first.position.map(|position| position.line);
            (first.case, line, first.wanted_line, first.found_line)
        });
        Self {
            verdict: comparison.verdict,
            cases: comparison.cases,
            different: comparison.different,
            but_for_white_space: comparison.but_for_white_space,
            differing: comparison.differing.clone(),
            wanted_answers: comparison.wanted_answers,
            found_answers: comparison.found_answers,
            first,
            doubtful: comparison.doubtful,
        }
    }
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

/// `text` with something changed that programs do to their answers.
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
            // What a program that has the rule wrong answers.
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

/// Answers with some changes, often none; sometimes hardly one is what it was.
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
        for _ in 0..200 {
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
                let wanted = if random.below(2) == 0 {
                    right.clone()
                } else {
                    mutated(&right, &mut random)
                };
                let found = match random.below(5) {
                    0 => None,
                    1 => Some(mutated(&wanted, &mut random)),
                    _ => Some(mutated(&right, &mut random)),
                };
                let comparison = comparer.compare(problem, &wanted, found.as_deref());
                let naively = Outcome::naively(problem, &made, &right, &wanted, found.as_deref());
                let [wanted, found] = [Some(wanted), found]
                    .map(|text| text.map(|text| String::from_utf8_lossy(&text).into_owned()));
                assert_eq!(
                    Outcome::of(&comparison),
                    naively,
                    "{} {:?} {wanted:?} {found:?}",
                    problem.id,
                    made.text
                );
                *verdicts.entry(comparison.verdict.short()).or_default() += 1;
                let short = comparison.verdict.short();
                assert!(report(&comparison).starts_with(&format!("{short}: ")));
            }
        }
    }
    // The test has seen enough of all of them.
    for verdict in ["AC", "PE", "WA"] {
        assert!(verdicts[verdict] > 2000, "{verdicts:?}");
    }
}

#[test]
fn wanted_answers_on_fewer_lines_are_right_even_where_all_others_are_wrong() {
    let mut random = Random::new(6);
    let won: Vec<bool> = (0..200).map(|_| random.below(2) == 0).collect();
    let cases = won.iter().map(|&won| if won { "1 7\n" } else { "2 7 7\n" });
    let right = won.iter().map(|&won| if won { "Yes\n" } else { "No\n" });
    let right: String = right.collect();
    let mut comparer = Comparer::new("diff_fewer_lines");
    comparer.input(&cases.collect::<String>());
    let wanted = right.replacen('\n', " ", 2);
    let found = "x\n".repeat(200);
    let comparison = comparer.compare(
        problem("poj2234"),
        wanted.as_bytes(),
        Some(found.as_bytes()),
    );
    assert_eq!((comparison.different, comparison.doubtful), (200, 0));
    // But for one, of which nothing is known before the last line.
    let wanted = wanted.trim_end().to_owned() + "?";
    let comparison = comparer.compare(
        problem("poj2234"),
        wanted.as_bytes(),
        Some(found.as_bytes()),
    );
    assert!(comparison.doubtful > 0);
}
