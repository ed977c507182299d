//! Answers compare as by the naive comparer, however they are read, and the report does not depend on it.

use std::io::Cursor;

use bouton::internals::decode::Kernel;
use bouton::internals::engine::RunOptions;
use bouton::internals::judge::compare::{AnswerText, Comparison, compare};
use bouton::internals::problem::Problem;
use bouton::internals::report::comparison as report;

use super::answering::{Pieces, answer_chunks, file};
use super::naive_compare::Outcome;
use super::{problem, takes_long};

/// Separates the input from the changes.
const SEPARATOR: u8 = 0xff;

/// Typical mistakes in answers.
const PIECES: [&[u8]; 16] = [
    b"\n", b" ", b"\r\n", b"\t", b"\n\n", b"  ", b"Yes\n", b"No\n", b"1", b"0", b"1 2", b"W", b"L", b"-1", b"lose",
    b"x",
];

/// The bytes: the problem, how the answers are read (two bytes), what is compared; then the input, and after a
/// separator the changes to the answers, of three bytes each.
pub fn check(data: &[u8]) {
    let Some(([which, expected_most, actual_most, what], body)) = data.split_first_chunk() else {
        return;
    };
    let problem = problem(*which);
    let end = body.iter().position(|&byte| byte == SEPARATOR);
    let (input, changes) = body.split_at(end.unwrap_or(body.len()));
    if takes_long(problem, input) {
        return;
    }
    let (right, None) = answer_chunks(Kernel::best(), problem, [input]) else {
        return;
    };
    if right.len() <= 20_000 {
        let changes = changes.get(1..).unwrap_or_default();
        let most = [*expected_most, *actual_most];
        check_changed(problem, input, right.as_bytes(), changes, most, what & 1 > 0);
    }
}

/// Compares answers to `input` that are `right` but for changes, of three bytes each, with those of the naive comparer,
/// read in pieces of at most so many bytes.
pub fn check_changed(
    problem: &Problem,
    input: &[u8],
    right: &[u8],
    changes: &[u8],
    most: [u8; 2],
    has_actual: bool,
) -> Comparison {
    let mut texts = [right.to_vec(), right.to_vec()];
    for change in changes.chunks_exact(3).take(16) {
        let [how, offset, new] = *change else {
            continue;
        };
        let text = &mut texts[usize::from(how >> 7)];
        let at = usize::from(offset) * (text.len() + 1) / 256;
        change_at(text, at, how, new);
    }
    let [expected, actual] = texts;
    let actual = has_actual.then_some(actual);

    let read = |most: [u8; 2], threads| {
        let answered = |name: &str, bytes: &[u8], most: u8| {
            let most = 1 + usize::from(most) * usize::from(most);
            AnswerText::new(name.into(), Pieces(Cursor::new(bytes.to_vec()), most))
        };
        let expected = answered("expected", &expected, most[0]);
        let actual = actual.as_deref();
        let actual = actual.map(|actual| answered("actual", actual, most[1]));
        let options = RunOptions {
            threads: Some(threads),
            ..RunOptions::default()
        };
        compare(problem, &mut file(input), expected, actual, options).unwrap()
    };
    let comparison = read(most, 1);
    let naively = Outcome::naively(problem, right, &expected, actual.as_deref());
    let shown = || {
        let [input, expected] = [input, &expected].map(String::from_utf8_lossy);
        let actual = actual.as_deref().map(String::from_utf8_lossy);
        format!("{} {input:?} {expected:?} {actual:?}", problem.id)
    };
    assert_eq!(Outcome::of(&comparison), naively, "{}", shown());

    let verdict = comparison.verdict.short();
    let text = report::text(&comparison);
    // It may be colored.
    let plain = text.trim_start_matches(|c: char| !c.is_ascii_uppercase());
    assert!(plain.starts_with(verdict), "{}", shown());
    let other_way = report::text(&read([u8::MAX; 2], 2));
    assert_eq!(text, other_way, "{}", shown());
    comparison
}

/// Changes `text` at an offset.
fn change_at(text: &mut Vec<u8>, at: usize, how: u8, new: u8) {
    let end = text.len().min(at + usize::from(new % 16));
    let piece = PIECES[usize::from(new) % PIECES.len()];
    let blank = PIECES[usize::from(new) % 6];
    match how % 16 {
        0 if at < text.len() => text[at] = new,
        1 => drop(text.drain(at..end)),
        2 => text.truncate(at),
        3 => text.insert(at, new),
        4 => drop(text.splice(at..at, piece.iter().copied())),
        5 => drop(text.splice(at..end, piece.iter().copied())),
        6 => text.extend_from_slice(piece),
        7 => {
            let line = text[at..end].to_vec();
            drop(text.splice(at..at, line));
        }
        // Everywhere, as submissions do.
        8..=10 => *text = replaced(text, b'\n', blank),
        11 | 12 => *text = replaced(text, b' ', blank),
        13 => text.iter_mut().for_each(|byte| *byte ^= u8::from(*byte == new) * 0x20),
        14 => text[at..].rotate_left((end - at) / 2),
        _ => {}
    }
}

/// The text with `piece` instead of each `byte`.
fn replaced(text: &[u8], byte: u8, piece: &[u8]) -> Vec<u8> {
    let parts: Vec<_> = text.split(|&other| other == byte).collect();
    parts.join(piece)
}
