//! `bouton split` cuts inputs so that the parts are valid and have the answers of the whole.

use std::fs;
use std::path::Path;

use bouton::internals::decode::Kernel;
use bouton::internals::error::Error;
use bouton::internals::input::Count;
use bouton::internals::layout::Repeat;
use bouton::internals::problem::Problem;
use bouton::internals::testdata::{CaseShape, split};

use crate::harness::{
    self, Run as _, answer, answer_chunks, bouton, command, count_valid, folder, generated, names_in, of_shape,
    problem, problems, root, some_of, texts,
};

/// The answers to `input`, without case numbers.
fn answers(problem: &Problem, input: &str) -> String {
    let text = answer(problem, input);
    let words = text.lines().map(|line| line.rsplit(": ").next().unwrap());
    words.map(|word| word.to_owned() + "\n").collect()
}

/// Splits `text`, checks the properties of every split, and returns the parts.
fn split_well(problem: &Problem, text: &str, count: u64, folder: &Path) -> Vec<String> {
    let context = format!("{} in {count} parts: {text:.2000}", problem.id);
    let (input, out) = (folder.join("whole.txt"), folder.join("parts"));
    let _ = fs::remove_dir_all(&out);
    fs::write(&input, text).unwrap();
    let split = split::run(problem, count, &out, &input, &Count::default());
    assert!(split.is_ok(), "{context}: {split:?}");
    assert_eq!(fs::read_to_string(&input).unwrap(), text);
    let width = count.to_string().len();
    let called = (1..=count).map(|number| format!("whole-{number:0width$}.in"));
    assert!(names_in(&out).into_iter().eq(called), "{context}");
    let parts = names_in(&out).into_iter();
    let parts = parts.map(|name| fs::read_to_string(out.join(name)).unwrap());
    let parts: Vec<_> = parts.collect();
    let mut all = String::new();
    for part in &parts {
        let is_tidy = part.starts_with(|c: char| c.is_ascii_digit()) && part.ends_with('\n');
        let answers = answers(problem, part);
        assert!(is_tidy && !answers.is_empty(), "{context}: {part:?}");
        all += &answers;
    }
    assert!(all == answers(problem, text), "other answers: {context}");
    parts
}

/// The text between the header and the 0 after the last case of a valid input.
fn body<'t>(problem: &Problem, text: &'t str) -> &'t str {
    match problem.layout.cases() {
        Some(Repeat::Times(_)) => text.split_once('\n').unwrap().1,
        Some(Repeat::ToZero) => {
            let zeros = vec!["0"; problem.layout.zeros()].join(" ");
            text.strip_suffix(&format!("{zeros}\n")).unwrap()
        }
        _ => text,
    }
}

#[test]
fn the_parts_of_a_valid_input_are_valid_and_are_together_the_whole() {
    let folder = folder("split-valid");
    let divisible = problems().into_iter();
    let divisible = divisible.filter(|problem| problem.layout.cases().is_some());
    for name in some_of(9, divisible.flat_map(harness::names)) {
        let problem = problem(name);
        let cases = |text: &str| count_valid(problem, text);
        let has_blank_lines = matches!(problem.id.as_str(), "hdu1730" | "hdu2509");
        let blank_line = if has_blank_lines { "\n" } else { "" };
        for (seed, shape) in (0..27).zip(CaseShape::all().cycle()) {
            let asked = [(None, 7), (Some(5), 2), (Some(3), 3), (Some(1), 1)];
            let (case_count, count) = asked[seed as usize % 4];
            // Some are megabytes large.
            let text = generated(problem, of_shape(seed, case_count, shape)).ok();
            let Some(text) = text.filter(|text| text.len() < 1_000_000) else {
                continue;
            };
            let total = cases(&text);
            let parts = split_well(problem, &text, count.min(total), &folder);
            assert_eq!(parts.iter().map(|part| cases(part)).sum::<u64>(), total);
            let bodies: Vec<_> = parts.iter().map(|part| body(problem, part)).collect();
            let whole = body(problem, &text);
            assert_eq!(bodies.join(blank_line), whole, "{name} seed {seed}");
        }
    }
}

/// A problem, an input of it, and its parts; `|` ends a line. Whatever white space the input has, they have it too.
const SMALL: &str = "\
poj2234; 2 45 45|3 3 6 9|; 2 45 45|; 3 3 6 9|
poj2234; 1 5 1 6 1 7 1 8; 1 5 1 6|; 1 7 1 8|
poj2234; || 0\t0 ; 0|; 0|
hdu1850; 2|1 1|2|2 2|0|; 2|1 1|0|; 2|2 2|0|
hdu1850; 2 1 1 2 2 2; 2 1 1|0|; 2 2 2|0|
hdu1907; 2\r|1\r|1\r|1\r|2; 1\r|1\r|1\r|; 1\r|1\r|2|
hdu1907; 2 1 03 |1 4 xyz; 1 1 03 |; 1 1 4|
hdu1850; 02 1  1|| 2 2 2\t0 9; 02 1  1||0|; 2 2 2|0|
hdu1907; 002|1|1|0||; 1|1|1|; 1|0||
hdu2509; 2|2 2||1|3|||; 2|2 2|; 1|3|||
codingamemiserenim; 2 3|5 5|1 1|7 7|; 2 2|5 5|1 1|; 2 1|7 7|
codingamemiserenim; 0 3|; 0 2|; 0 1|
hdu1846; 2|23 2|4 3|; 1|23 2|; 1|4 3|
hdu4315; 3 3|1 2 4|2 1|100 200|; 3 3|1 2 4|; 2 1|100 200|
hdu1536; 1 1|1|1 1|2 1 2|2|1 5|0|0|; 1 1|1|1 1|0|; 2 1 2|2|1 5|0|0|";

#[test]
fn small_inputs_are_cut_as_written_here() {
    let folder = folder("split-small");
    for row in SMALL.split('\n') {
        let mut texts = row.split("; ").map(|text| text.replace('|', "\n"));
        let (id, text) = (texts.next().unwrap(), texts.next().unwrap());
        let expected: Vec<_> = texts.collect();
        let parts = split_well(problem(&id), &text, expected.len() as u64, &folder);
        assert_eq!(parts, expected, "{row:?}");
    }
}

#[test]
fn what_cannot_be_answered_is_reported_as_when_it_is_answered_and_leaves_no_parts() {
    let folder = folder("split-refused");
    let (input, out) = (folder.join("whole.txt"), folder.join("parts"));
    for (id, text) in [
        ("poj2234", "1 1\n2 1\n"),
        ("hdu1850", "1\n1\n2\n1 -"),
        ("hdu1907", "3\n1\n1\n1\n1\n"),
        ("codingamemiserenim", "2 2\n1 1\n1"),
        ("hdu4315", "1 1\n5\n2 1\n7 7\n"),
        ("hdu4315", "1 1\n5\n2 3\n7 8\n"),
    ] {
        let (_, error) = answer_chunks(Kernel::best(), problem(id), [text.as_bytes()]);
        fs::write(&input, text).unwrap();
        let split = split::run(problem(id), 2, &out, &input, &Count::default());
        let (_, message, number) = error.unwrap();
        let Error::Input { kind, case, .. } = split.unwrap_err() else {
            panic!("{id} {text:?}");
        };
        assert_eq!((kind.to_string(), case), (message, number), "{id} {text:?}");
        assert!(!out.exists());
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn what_is_lost_when_a_file_is_closed_is_an_error_and_leaves_nothing() {
    let folder = folder("late_errors");
    let (library, out) = (folder.join("late_errors.so"), folder.join("out"));
    let mut compiler = command("cc");
    compiler.args(["-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"]);
    compiler.arg(&library).arg(root().join("tests/late_errors.c"));
    assert!(compiler.run().unwrap().status.success());
    fs::write(folder.join("x.in"), "1 5\n1 0\n").unwrap();
    fs::create_dir(&out).unwrap();
    for line in [
        "split poj2234 --parts 2 --out-dir out/parts x.in",
        "poj2234 x.in -o out/x.ans",
        "poj2234 x.in --out-dir out",
        "source poj2234 -o out/x.py",
        "package poj2234 out/package",
    ] {
        let mut bouton = bouton();
        bouton.args(line.split(' ')).current_dir(&folder);
        assert!(bouton.run().unwrap().status.success(), "{line}");
        fs::remove_dir_all(&out).unwrap();
        fs::create_dir(&out).unwrap();
        bouton.env("LD_PRELOAD", &library).env("LATE_ERRORS", &out);
        let (_, error, code) = texts(&bouton.run().unwrap());
        let is_said = error.starts_with("bouton: ") && error.ends_with(": Input/output error\n");
        assert!(is_said && code == 2, "{line}: {error}");
        // Not under a temporary name either.
        assert_eq!(names_in(&out), [""; 0], "{line}");
    }
}
