//! Comparing large texts: a difference anywhere is found, its case is read again, and whatever is too
//! large to keep is not kept.

use std::io::{self, Read};
use std::ops::ControlFlow;

use bouton::decode::{Chunk, Kernel, PADDING};
use bouton::engine::pipe::{Checkpoint, Checkpoints, End, Pipe};
use bouton::input::Input;
use bouton::judge::compare::{Answered, Comparison, compare};
use bouton::judge::verdict::Verdict;
use bouton::layout::sink::Discard;

use crate::allocation::peak_bytes;
use crate::diff::{Comparer, Lines, Made, SPACES, Size, make, numbers, proof, report};
use crate::harness::{Random, answer, problem, problems, some_of};

const MIB: usize = 1 << 20;

/// The right answers to `made`, one for each case.
fn answers(id: &str, made: &Made) -> Vec<Vec<u8>> {
    let text = answer(problem(id), &made.text);
    let mut lines = Lines::new(text.as_bytes());
    let next = || lines.next(problem(id), true, None);
    let answers: Vec<_> = std::iter::from_fn(next).map(|answer| answer.text).collect();
    assert_eq!(answers.len(), made.cases.len());
    answers
}

#[test]
fn a_difference_in_any_case_of_a_large_input_is_reported_with_that_case() {
    let mut random = Random::new(3);
    let mut comparer = Comparer::new("diff_chunks");
    let ids = [
        "poj2234",
        "hdu1850",
        "hdu2176",
        "hdu1536",
        "lightoj1253",
        "hdu4315",
        "codingamemiserenim",
    ];
    for id in some_of(7, ids) {
        // Large enough for several threads and several chunks.
        let cases = match id {
            "codingamemiserenim" => 150_000,
            "hdu1536" => 30_000,
            _ => 60_000,
        };
        let size = Size {
            cases,
            piles: 24,
            pile: 9_999_999,
        };
        let made = make(problem(id), &mut random, size, &[" ", "\n", " "]);
        assert!(made.text.len() > 5 * MIB, "{id}: {}", made.text.len());
        comparer.input(&made.text);
        let mut answers = answers(id, &made);
        let expected = answers.join(&b'\n');
        let last = made.cases.len() - 1;
        let at_borders = (1..=made.text.len() / MIB).map(|border| {
            let behind = made
                .cases
                .partition_point(|case| case.offset < border * MIB);
            behind - 1
        });
        let mut checkpoints: Vec<usize> = at_borders.chain([0, 1, last]).collect();
        checkpoints.extend(checkpoints.clone().iter().map(|at| (at + 1).min(last)));
        // Instead of a case without positions, one with a position.
        let filled = |at: usize| (0..=at).rfind(|&at| !answers[at].is_empty());
        let checkpoints: Vec<usize> = checkpoints.into_iter().filter_map(filled).collect();
        for (round, at) in some_of(4, checkpoints).enumerate() {
            comparer.threads = 1 + round % 3;
            let right = std::mem::replace(&mut answers[at], b"?".to_vec());
            let actual = answers.join(&b'\n');
            answers[at] = right;
            let comparison = comparer.compare(problem(id), &expected, Some(&actual));
            let case = &made.cases[at];
            let number = at as u64 + 1;
            let first = comparison.first.as_ref().unwrap();
            assert_eq!(comparison.verdict, Verdict::WrongAnswer);
            assert_eq!(
                (comparison.different, &comparison.differing[..]),
                (1, &[number][..])
            );
            assert_eq!(comparison.cases, made.cases.len() as u64);
            assert_eq!(first.answers.case, number);
            assert_eq!(
                first.input.as_ref().unwrap().location.line,
                case.line,
                "{id} {number}"
            );
            // Cases of several lines stand as they do in the input.
            let plain = |word: &str| {
                word.parse::<u64>()
                    .map_or(word.to_owned(), |n| n.to_string())
            };
            let numbers = numbers(&comparison);
            let words: Vec<_> = numbers.split_whitespace().map(plain).collect();
            assert_eq!(words.join(" "), case.shown());
        }
        if id == "hdu1536" {
            // Some cases have no positions.
            continue;
        }
        let everywhere = answers
            .iter()
            .flat_map(|_| b"?\n")
            .copied()
            .collect::<Vec<_>>();
        let comparison = comparer.compare(problem(id), &expected, Some(&everywhere));
        assert_eq!(comparison.different, made.cases.len() as u64);
        assert_eq!(comparison.differing, (1..=10).collect::<Vec<_>>());
        let crlf = String::from_utf8(expected.clone())
            .unwrap()
            .replace('\n', " \r\n");
        let comparison = comparer.compare(problem(id), crlf.as_bytes(), Some(&expected));
        assert_eq!(
            (comparison.verdict, comparison.cases),
            (Verdict::Accepted, made.cases.len() as u64)
        );
        let on_one_line: Vec<u8> = answers.join(&b' ');
        let comparison = comparer.compare(problem(id), &expected, Some(&on_one_line));
        assert_eq!(comparison.verdict, Verdict::PresentationError, "{id}");
    }
}

#[test]
fn blanks_at_line_ends_are_forgiven_wherever_they_are() {
    let mut comparer = Comparer::new("diff_blanks");
    comparer.input(&format!("3001{}\n", " 1".repeat(3001)));
    let hdu2176 = problem("hdu2176");
    let right = "Yes\n".to_owned() + &"1 0\n".repeat(3001);
    let newlines = right.match_indices('\n').skip(1015).take(1040);
    for (at, _) in some_of(41, newlines) {
        for blank in [" ", "\r", "\t \t"] {
            let actual = [&right[..at], blank, &right[at..]].concat();
            let comparison = comparer.compare(hdu2176, right.as_bytes(), Some(actual.as_bytes()));
            assert_eq!(comparison.verdict, Verdict::Accepted, "{blank:?} at {at}");
        }
    }
}

#[test]
fn blanks_at_line_ends_are_forgiven_however_many_there_are() {
    let mut comparer = Comparer::new("diff_many_blanks");
    comparer.input("2 45 45\n4 3 3 6 9\n");
    let poj2234 = problem("poj2234");
    // As many as are read at once, a few more or less, and many more.
    for count in [262_143, 262_144, 262_145, 300_000, 524_288, 1_000_000] {
        let blanks = " \t".repeat(count / 2) + &"\r".repeat(count % 2);
        for actual in [
            format!("No\nYes\n{blanks}"),
            format!("No\nYes\n{blanks}\n"),
            format!("No\nYes{blanks}\n"),
            format!("No{blanks}\nYes{blanks}"),
            format!("No\nYes\n{blanks}\n\n{blanks}\n"),
        ] {
            for [expected, actual] in [["No\nYes\n", &actual], [&actual, "No\nYes\n"]] {
                let comparison =
                    comparer.compare(poj2234, expected.as_bytes(), Some(actual.as_bytes()));
                assert_eq!(comparison.verdict, Verdict::Accepted, "{count}");
            }
        }
        let before_a_word = |blanks: &str| format!("No\n{blanks}Yes\n");
        let one = before_a_word(&blanks);
        for other in [
            "No\nYes\n".to_owned(),
            before_a_word(&blanks[1..]),
            one.replace('\t', " "),
        ] {
            let comparison = comparer.compare(poj2234, one.as_bytes(), Some(other.as_bytes()));
            assert_eq!(comparison.verdict, Verdict::PresentationError, "{count}");
        }
    }
}

#[test]
fn every_case_is_found_from_the_last_checkpoint_before_it() {
    let mut random = Random::new(4);
    for problem in problems() {
        for round in 0..4 {
            let size = Size {
                // Enough that most checkpoints must be dropped, in some rounds.
                cases: if round < 2 { 3000 } else { 20 },
                piles: 4,
                pile: 300,
            };
            let made = make(problem, &mut random, size, SPACES);
            let bytes = made.text.as_bytes();
            let pad = |bytes: &[u8]| [bytes, &[b'7'; PADDING]].concat();
            let mut checkpoints = Checkpoints::new();
            let mut discard = Discard;
            let mut pipe = Pipe::new(Kernel::best(), &problem.layout, &mut discard);
            pipe.note(&mut checkpoints);
            let mut rest = bytes;
            while !rest.is_empty() {
                let len = (1 + random.below(7) as usize).min(rest.len());
                let padded = pad(&rest[..len]);
                if pipe.feed(Chunk::new(&padded, len)).is_break() {
                    break;
                }
                rest = &rest[len..];
            }
            for _ in 0..50 {
                let at = random.below(made.cases.len() as u64) as usize;
                let case = at as u64 + 1;
                let mut discard = Discard;
                let checkpoint = checkpoints.before(case).cloned();
                let checkpoint = checkpoint.unwrap_or_else(|| Checkpoint::start(&problem.layout));
                assert!(checkpoint.complete() < case);
                let from = checkpoint.offset() as usize;
                let mut pipe = Pipe::resume(Kernel::best(), checkpoint, &mut discard);
                pipe.checkpoint().framer().pause_after(case - 1);
                let padded = pad(&bytes[from..]);
                let flow = pipe.feed(Chunk::new(&padded, bytes.len() - from));
                let start = made.cases[at].offset as u64;
                let paused = ControlFlow::Break(End::Paused(start));
                assert_eq!(flow, paused, "{} {case}", problem.id);
                // There are a few hundred checkpoints even where there are thousands of chunks.
                let far = made.cases[at].offset - from;
                assert!(
                    far <= bytes.len() / 100 + 200,
                    "{} {case}: {far}",
                    problem.id
                );
            }
        }
    }
}

#[test]
fn a_case_of_more_piles_than_are_kept_is_too_large_to_explain_but_its_verdict_is_exact() {
    let count = (1 << 22) + 5;
    let mut comparer = Comparer::new("diff_giant");
    comparer.input(&format!("{count}{}\n", " 7".repeat(count)));
    let comparison = comparer.compare(problem("poj2234"), b"No\n", None);
    assert_eq!(comparison.verdict, Verdict::WrongAnswer);
    let numbers = numbers(&comparison);
    assert!(numbers.contains(" numbers left out) ... "), "{numbers}");
    let expected = [
        "the right answers: Yes".to_owned(),
        format!("  its {} numbers are too many to look for moves", count + 1),
    ];
    assert_eq!(proof(&comparison)[1..], expected[1..]);
    assert_eq!(
        comparer.compare(problem("poj2234"), b"Yes\n", None).verdict,
        Verdict::Accepted
    );
}

/// Compares endless answers, the pieces in turn, up to `len` bytes, with `expected`.
fn compare_flood(
    id: &str,
    input: &str,
    expected: &str,
    pieces: [&'static [u8]; 2],
    len: u64,
) -> (Comparison, u64) {
    let folder = crate::harness::folder(&format!("diff_flood_{id}"));
    let path = folder.join("input");
    std::fs::write(&path, input).unwrap();
    let mut input = Input::open(&path).unwrap();
    let options = bouton::engine::RunOptions::one_thread();
    let expected = Answered {
        name: Some("expected".into()),
        source: Box::new(io::Cursor::new(expected.to_owned().into_bytes())),
    };
    let actual = Answered {
        name: Some("actual".into()),
        source: Box::new(Flood { pieces, at: 0 }.take(len)),
    };
    let mut result = None;
    let bytes = peak_bytes(|| {
        result = Some(compare(problem(id), &mut input, expected, Some(actual), options).unwrap());
    });
    (result.unwrap(), bytes)
}

/// Yields the first piece once, then the second one forever.
struct Flood {
    pieces: [&'static [u8]; 2],
    at: usize,
}

impl Read for Flood {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let [first, again] = self.pieces;
        let rest = first.get(self.at..).filter(|rest| !rest.is_empty());
        let piece =
            rest.unwrap_or_else(|| &again[self.at.saturating_sub(first.len()) % again.len()..]);
        let len = buffer.len().min(piece.len());
        buffer[..len].copy_from_slice(&piece[..len]);
        self.at += len;
        Ok(len)
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn endless_answers_do_not_fill_the_memory() {
    const LEN: u64 = 32 << 20;
    let most = 30 << 20;
    // Pieces that are not read bit by bit.
    let again = |piece: &str| -> &'static [u8] { piece.repeat(100_000).leak().as_bytes() };
    let lists = "3\n4 4 7\n3\n1 2 3\n0\n";
    for (id, input, expected, start) in [
        ("poj2234", "2 45 45\n3 3 6 9\n", "No\nYes\n", ""),
        ("hdu2176", lists, "Yes\n4 3\n4 3\n7 0\nNo\n", "Yes\n"),
        ("luogup1247", "3\n4 4 7\n", "7 3\n4 4 0\n", ""),
    ] {
        for flood in ["\0", "17", "4 3\n"] {
            let pieces = [start.as_bytes(), again(flood)];
            let (comparison, bytes) = compare_flood(id, input, expected, pieces, LEN);
            let report = report(&comparison);
            assert_eq!(comparison.verdict, Verdict::WrongAnswer, "{id} {flood:?}");
            assert_eq!(comparison.first.as_ref().unwrap().answers.case, 1);
            assert!(bytes < most, "{id} {flood:?}: {bytes} bytes");
            assert!(report.len() < 3000, "{report}");
        }
        // Endless white space is still white space.
        for flood in [" ", "\n", "\t\r\n"] {
            let pieces = [expected.as_bytes(), again(flood)];
            let (comparison, bytes) = compare_flood(id, input, expected, pieces, LEN);
            match (id, flood) {
                (_, " ") | ("poj2234", _) => {
                    assert_eq!(comparison.verdict, Verdict::Accepted, "{flood:?}");
                }
                // What is not kept in full is not compared as closely.
                _ => assert_ne!(comparison.verdict, Verdict::WrongAnswer, "{id} {flood:?}"),
            }
            assert!(bytes < most, "{id} {flood:?}: {bytes} bytes");
        }
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn an_answer_that_is_far_too_long_is_one_answer() {
    // 40 MB after the first word, without and with newlines: the next answer is the next one.
    let long: &'static [u8] = Box::leak(vec![b'x'; 40_000_000].into_boxed_slice());
    let numbers: &'static [u8] = Box::leak(b"5 4\n".repeat(10_000_000).into_boxed_slice());
    let cases = [
        (
            "poj2234",
            "2 45 45\n3 3 6 9\n2 1 1\n",
            "No\nYes\nNo\n",
            [&b"No"[..], long, b"\nYes\nNo\n"],
        ),
        (
            "hdu2176",
            "2\n4 4\n1\n6\n2\n1 1\n0\n",
            "No\nYes\n6 0\nNo\n",
            [b"Yes\n", numbers, b"Yes\n6 0\nNo"],
        ),
        (
            "hdu2176",
            "2\n4 4\n1\n6\n2\n1 1\n0\n",
            "No\nYes\n6 0\nNo\n",
            [b"Yes", long, b"\nYes\n6 0\nNo"],
        ),
    ];
    let mut comparer = Comparer::new("diff_long");
    for (id, input, expected, actual) in cases {
        comparer.input(input);
        let comparison = comparer.compare(problem(id), expected.as_bytes(), Some(&actual.concat()));
        assert_eq!(comparison.verdict, Verdict::WrongAnswer);
        assert_eq!(
            (comparison.different, comparison.actual_answers),
            (1, 3),
            "{id}"
        );
        let shown = report(&comparison);
        assert!(shown.contains("... (too long to show)"), "{shown}");
        // Without white space they may still be equal: here all on one line, far apart.
        let (first, others) = expected.split_once('\n').unwrap();
        let others = others.replace('\n', " ");
        let spaces = vec![b' '; 20_000_000];
        let one_line = [first.as_bytes(), &spaces, others.as_bytes()].concat();
        for others in [expected.as_bytes(), &one_line] {
            let comparison = comparer.compare(problem(id), &one_line, Some(others));
            assert_ne!(comparison.verdict, Verdict::WrongAnswer);
            assert_eq!(comparison.expected_wrong, 0);
            let comparison = comparer.compare(problem(id), others, Some(&one_line));
            assert_ne!(comparison.verdict, Verdict::WrongAnswer);
            assert_eq!(comparison.expected_wrong, 0);
        }
        let wrong = [&one_line, &b"x"[..]].concat();
        for others in [expected.as_bytes(), &one_line] {
            let comparison = comparer.compare(problem(id), others, Some(&wrong));
            assert_eq!(comparison.verdict, Verdict::WrongAnswer);
        }
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn only_the_difference_of_very_long_answers_is_reported() {
    let piles = 2_000_001;
    let giant = format!("{piles}{}\n", " 4123456789".repeat(piles));
    let input = format!("1 1\n{giant}2 1 1\n3 1 1 9\n0\n");
    let all_but_one = "4123456789 0\n".repeat(piles - 1);
    let start = "Yes\n1 0\nYes\n".to_owned() + &all_but_one;
    let last = "4123456789 0\n";
    let end = "No\nYes\n9 0\n";
    let right = [&start, last, end].concat();
    let mut comparer = Comparer::new("diff_beginning");
    comparer.threads = 1;
    comparer.input(&input);
    let hdu2176 = problem("hdu2176");
    let mut compare = |actual: &str| {
        let mut comparison = None;
        let bytes = peak_bytes(|| {
            let (expected, actual) = (right.as_bytes(), Some(actual.as_bytes()));
            comparison = Some(comparer.compare(hdu2176, expected, actual));
        });
        (comparison.unwrap(), bytes)
    };
    let (comparison, bytes) = compare(&right);
    assert_eq!(
        (comparison.verdict, comparison.cases),
        (Verdict::Accepted, 4)
    );
    assert_eq!(
        (comparison.expected_answers, comparison.actual_answers),
        (4, 4)
    );
    // The piles, and the three texts of the answer, in buffers of up to twice its size.
    let room = (piles.next_power_of_two() * 3 * 8 + 6 * right.len()) as u64;
    assert!(bytes < room, "{bytes} {room}");
    let line = 4 + piles as u64;
    for (actual, case, actual_line) in [
        ([&start, "4123456789 1\n", end].concat(), 2, 3),
        ([&start, last, last, end].concat(), 2, 3),
        ([&start, end].concat(), 2, 3),
        ([&start, last, "Yes\n1 0\nYes\n9 0\n"].concat(), 3, line),
        ([&start, last, "No\nYes\n9 1\n"].concat(), 4, line + 1),
    ] {
        let (comparison, _) = compare(&actual);
        let first = comparison.first.as_ref().unwrap();
        assert_eq!(comparison.verdict, Verdict::WrongAnswer);
        assert_eq!(
            (comparison.different, &comparison.differing[..]),
            (1, &[case][..])
        );
        assert_eq!(
            (first.answers.case, first.answers.actual.line),
            (case, actual_line)
        );
        assert_eq!(
            (comparison.expected_answers, comparison.actual_answers),
            (4, 4)
        );
        assert_eq!(proof(&comparison)[0], "expected is right:");
        assert!(report(&comparison).len() < 2000);
    }
    // White space within it is found, too.
    let (comparison, _) = compare(&[&start, "4123456789  0\n", end].concat());
    let first = comparison.first.as_ref().unwrap();
    assert_eq!(
        (comparison.verdict, first.answers.case),
        (Verdict::PresentationError, 2)
    );
    // Letters, one of which is wrong, missing or surplus.
    let letters = 9_000_000;
    let input = format!(
        "1 1\n{letters}\n{}1 1\n1\n1 1\n0\n",
        "1 1\n".repeat(letters)
    );
    let right = "W".repeat(letters) + "\nW\n";
    comparer.input(&input);
    let all = &right[..letters];
    for (actual, case) in [
        (all[1..].to_owned() + "L\nW\n", 1),
        (all[1..].to_owned() + "\nW\n", 1),
        (all.to_owned() + "W\nW\n", 1),
        (all.to_owned() + "\nL\n", 2),
    ] {
        let actual = Some(actual.as_bytes());
        let comparison = comparer.compare(problem("hdu1536"), right.as_bytes(), actual);
        assert_eq!(
            (comparison.different, &comparison.differing[..]),
            (1, &[case][..])
        );
        assert_eq!((comparison.cases, comparison.actual_answers), (2, 2));
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn answers_far_ahead_are_compared_to_their_end() {
    let cases = 700_000;
    let input = "2 45 45\n3 3 6 9\n".repeat(cases / 2);
    let expected = "No\nYes\n".repeat(cases / 2);
    let mut comparer = Comparer::new("diff_ahead");
    comparer.input(&input);
    let poj2234 = problem("poj2234");
    let actual = expected.replace('\n', " ");
    let comparison = comparer.compare(poj2234, expected.as_bytes(), Some(actual.as_bytes()));
    assert_eq!(comparison.verdict, Verdict::PresentationError);
    let last = &actual[..actual.len() - 4];
    for wrong in [
        format!("{last}No"),
        format!("{last}YeS"),
        format!("{last}Ye s"),
        last.to_owned(),
        actual.clone() + "s",
        expected.replace('\n', ""),
    ] {
        for texts in [[&expected, &wrong], [&wrong, &expected]] {
            let [expected, actual] = texts.map(String::as_bytes);
            let comparison = comparer.compare(poj2234, expected, Some(actual));
            assert_eq!(comparison.verdict, Verdict::WrongAnswer);
        }
    }
}

#[test]
fn answers_far_ahead_are_compared_in_order_even_where_lines_are_the_same() {
    let quarter = 120_000;
    let mut won = [false, true].repeat(2 * quarter);
    won[2 * quarter] = true;
    let cases = won.iter().map(|&won| if won { "1 7\n" } else { "2 7 7\n" });
    let lines = won
        .iter()
        .map(|&won| if won { "Rabbit Win!\n" } else { "Grass Win!\n" });
    let lines: Vec<&str> = lines.collect();
    let mut comparer = Comparer::new("diff_ahead_in_order");
    comparer.input(&cases.collect::<String>());
    // First two answers on each line, so that the following lines correspond to answers far away, many
    // of which look the same.
    let (start, end) = lines.split_at(2 * quarter);
    let pairs = start
        .chunks(2)
        .map(|pair| pair.concat().replacen('\n', " ", 1));
    let actual = pairs.collect::<String>() + &end.concat();
    let hdu1849 = problem("hdu1849");
    let expected = lines.concat();
    let comparison = comparer.compare(hdu1849, expected.as_bytes(), Some(actual.as_bytes()));
    assert_eq!(comparison.verdict, Verdict::PresentationError);
    let at = actual.rfind("Grass").unwrap();
    let wrong = [&actual[..at], "Rabbit", &actual[at + 5..]].concat();
    let comparison = comparer.compare(hdu1849, expected.as_bytes(), Some(wrong.as_bytes()));
    assert_eq!(comparison.verdict, Verdict::WrongAnswer);
}
