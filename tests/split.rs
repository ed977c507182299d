//! `bouton split` cuts inputs so that the parts are valid and have the answers of the whole.

use std::fs;
use std::path::Path;

use bouton::decode::Kernel;
use bouton::error::Error;
use bouton::input::Count;
use bouton::layout::Repeat;
use bouton::problem::Problem;
use bouton::testdata::generate::GenerateOptions;
use bouton::testdata::{Shape, split};

use crate::harness::{
    self, Asked, answer, answer_chunks, asked, case, check_text, folder, generated, problem,
    problems, some_of,
};

/// The problems whose inputs have many cases.
fn divisible() -> impl Iterator<Item = &'static Problem> {
    let problems = problems().into_iter();
    problems.filter(|problem| problem.layout.cases().is_some())
}

/// Splits `text`, and returns the names and contents of the parts, sorted by name.
fn parts(problem: &Problem, text: &str, parts: u64, folder: &Path) -> Vec<(String, String)> {
    let (input, out) = (folder.join("whole.txt"), folder.join("parts"));
    let _ = fs::remove_dir_all(&out);
    fs::write(&input, text).unwrap();
    let result = split::run(problem, parts, &out, &input, &Count::default());
    result.unwrap_or_else(|error| panic!("{} {parts} {text:?}: {error}", problem.id));
    assert_eq!(fs::read_to_string(&input).unwrap(), text);
    let mut names = names(&out);
    names.sort();
    let read = |name: &String| fs::read_to_string(out.join(name)).unwrap();
    names.into_iter().map(|name| (read(&name), name)).collect()
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).collect()
}

/// The answers to `input`, without case numbers.
fn answers(problem: &Problem, input: &str) -> String {
    let text = answer(problem, input);
    if !matches!(asked(problem), Asked::NumberedWinner(_)) {
        return text;
    }
    let words = text.lines().map(|line| line.split_once(": ").unwrap().1);
    words.map(|word| word.to_owned() + "\n").collect()
}

/// Splits `text`, checks the properties of every split, and returns the parts.
fn split_well(problem: &Problem, text: &str, count: u64, folder: &Path) -> Vec<String> {
    let made = parts(problem, text, count, folder);
    assert_eq!(made.len() as u64, count);
    let shown: String = text.chars().take(2000).collect();
    let context = format!("{} in {count} parts: {shown:?}", problem.id);
    let width = count.to_string().len();
    let mut all = String::new();
    for ((text, name), number) in made.iter().zip(1..) {
        assert_eq!(*name, format!("whole-{number:0width$}.in"));
        let answers = answers(problem, text);
        assert_ne!(answers, "", "part {number} is empty: {context}");
        all += &answers;
        assert!(
            text.starts_with(|c: char| c.is_ascii_digit()),
            "{context}: {text:?}"
        );
        assert!(text.ends_with('\n'), "{context}: {text:?}");
    }
    assert!(all == answers(problem, text), "other answers: {context}");
    made.into_iter().map(|(text, _)| text).collect()
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
    let names = divisible().flat_map(harness::names);
    for name in some_of(9, names) {
        let problem = problem(name);
        let cases = |text: &str| check_text(&problem.layout, text.as_bytes());
        let has_blank_lines = matches!(problem.id.as_str(), "hdu1730" | "hdu2509");
        let blank_line = if has_blank_lines { "\n" } else { "" };
        for (seed, shape) in (0..27).zip(Shape::all().cycle()) {
            // These are some megabytes large.
            let large = shape == Shape::Max && matches!(problem.id.as_str(), "hdu2176" | "hdu1536");
            let (case_count, count) =
                [(None, 7), (Some(5), 2), (Some(3), 3), (Some(1), 1)][seed % 4];
            let options = GenerateOptions {
                seed: seed as u64,
                cases: case_count,
                shape,
                ..GenerateOptions::default()
            };
            let Some(text) = generated(problem, options).ok().filter(|_| !large) else {
                continue;
            };
            let total = cases(&text).unwrap();
            let parts = split_well(problem, &text, count.min(total), &folder);
            let sum: u64 = parts.iter().map(|part| cases(part).unwrap()).sum();
            assert_eq!(sum, total);
            let bodies: Vec<_> = parts.iter().map(|part| body(problem, part)).collect();
            let whole = body(problem, &text);
            assert_eq!(bodies.join(blank_line), whole, "{name} seed {seed}");
        }
    }
}

/// A problem, an input of it, and its parts; `|` ends a line. Whatever white space the input has, they are valid.
const SMALL: &str = "\
poj2234; 2 45 45|3 3 6 9|; 2 45 45|; 3 3 6 9|
poj2234; 1 5 1 6 1 7 1 8; 1 5|1 6|; 1 7|1 8|
poj2234; || 0\t0 ; 0|; 0|
hdu1850; 2|1 1|2|2 2|0|; 2|1 1|0|; 2|2 2|0|
hdu1850; 2 1 1 2 2 2; 2|1 1|0|; 2|2 2|0|
hdu1907; 2\r|1\r|1\r|1\r|2; 1|1|1|; 1|1|2|
hdu1907; 002|1|1|0||; 1|1|1|; 1|0||
hdu2509; 2|2 2||1|3|||; 2|2 2|; 1|3|
codingamemiserenim; 2 3|5 5|1 1|7 7|; 2 2|5 5|1 1|; 2 1|7 7|
codingamemiserenim; 0 3|; 0 2|||; 0 1||
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
        let (_, outcome) = answer_chunks(Kernel::best(), problem(id), [text.as_bytes()]);
        fs::write(&input, text).unwrap();
        let split = split::run(problem(id), 2, &out, &input, &Count::default());
        match (outcome.unwrap_err(), split.unwrap_err()) {
            ((error, number), Error::Input { kind, case, .. }) => {
                assert_eq!((kind, case), (error.kind, number), "{id} {text:?}");
            }
            (_, error) => panic!("{id} {text:?}: {error}"),
        }
        assert!(!out.exists());
    }
}

#[test]
fn the_folder_of_the_parts_must_be_new_or_empty() {
    let folder = folder("split-again");
    let (input, out) = (folder.join("a.in"), folder.join("out"));
    fs::write(&input, case(&[1]).repeat(20)).unwrap();
    fs::create_dir(&out).unwrap();
    let split = |out: &Path| split::run(problem("poj2234"), 2, out, &input, &Count::default());
    split(&out).unwrap();
    let refused = "give a new folder";
    for (used, why) in [
        (&out, refused),
        (&input, "Not a directory"),
        (&folder, refused),
    ] {
        let error = split(used).unwrap_err().to_string();
        assert!(error.ends_with(why), "{error}");
    }
    assert_eq!(names(&out).len(), 2);
    assert_eq!(names(&folder).len(), 2, "nothing is left behind");
}
