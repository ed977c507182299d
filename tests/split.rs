//! `bouton split` cuts inputs so that the parts are valid and have the answers of the whole.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use bouton::decode::Kernel;
use bouton::error::Error;
use bouton::layout::Until;
use bouton::problem::Problem;
use bouton::testdata::split;
use bouton::testdata::{
    Shape,
    generate::{self, GenerateOptions},
};

use crate::harness::{
    self, Asked, Random, answer, answer_chunks, asked, case, check_text, folder, problem, problems,
    run, some_of, texts,
};
#[cfg(unix)]
use crate::harness::{Run as _, bouton, command, make_pipe};

/// The problems whose inputs have many cases.
fn divisible() -> impl Iterator<Item = &'static Problem> {
    let problems = problems().into_iter();
    problems.filter(|problem| problem.layout.until() != Until::One)
}

/// Splits `text`, and returns the names and contents of the parts, sorted by name.
fn parts(problem: &Problem, text: &str, parts: u64, folder: &Path) -> Vec<(String, String)> {
    let (input, out) = (folder.join("whole.txt"), folder.join("parts"));
    let _ = fs::remove_dir_all(&out);
    fs::write(&input, text).unwrap();
    let result = split::run(problem, parts, &out, &input);
    result.unwrap_or_else(|error| panic!("{} {parts} {text:?}: {error}", problem.id));
    assert_eq!(fs::read_to_string(&input).unwrap(), text);
    let mut names = names(&out);
    names.sort();
    let read = |name: &String| fs::read_to_string(out.join(name)).unwrap();
    names.into_iter().map(|name| (read(&name), name)).collect()
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// The answers to `input`, without case numbers.
fn answers(problem: &Problem, input: &str) -> String {
    let text = answer(problem, input);
    if !matches!(asked(problem), Asked::NumberedWinner(_)) {
        return text;
    }
    let mut words = String::new();
    for (line, number) in text.lines().zip(1..) {
        let word = line.strip_prefix(&format!("Case {number}: ")).unwrap();
        writeln!(words, "{word}").unwrap();
    }
    words
}

/// The numbers of the cases, without those before and after all cases.
fn numbers<'t>(problem: &Problem, text: &'t str) -> Vec<&'t str> {
    let mut numbers: Vec<_> = text.split_whitespace().collect();
    match problem.layout.until() {
        Until::Count => drop(numbers.drain(..problem.layout.numbers_of_head().count())),
        Until::Zero
            if numbers
                .last()
                .is_some_and(|last| last.trim_matches('0').is_empty()) =>
        {
            numbers.truncate(numbers.len() - problem.layout.zeros());
        }
        _ => {}
    }
    numbers
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
        let inner = text.strip_suffix("\r\n").or(text.strip_suffix('\n'));
        assert!(
            inner.unwrap().ends_with(|c: char| c.is_ascii_digit()),
            "{context}: {text:?}"
        );
    }
    assert!(all == answers(problem, text), "other answers: {context}");
    made.into_iter().map(|(text, _)| text).collect()
}

/// A valid input of the problem, under one of its names.
fn generated(name: &str, seed: u64, cases: Option<u64>, shape: Shape) -> Option<String> {
    let problem = problem(name);
    let options = GenerateOptions {
        seed,
        cases,
        shape,
        ..GenerateOptions::default()
    };
    let mut text = Vec::new();
    generate::run(problem, &problem.layout, options, &mut text).ok()?;
    Some(String::from_utf8(text).unwrap())
}

/// The text between the header and the 0 after the last case of a valid input.
fn body<'t>(problem: &Problem, text: &'t str) -> &'t str {
    match problem.layout.until() {
        Until::Count => text.split_once('\n').unwrap().1,
        Until::Zero => {
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
            let text = generated(name, seed as u64, case_count, shape);
            let Some(text) = text.filter(|_| !large) else {
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

/// Changes `text` to other white space, adds leading zeros, and may drop what may be missing at the end.
fn untidy(random: &mut Random, problem: &Problem, text: &str) -> String {
    let mut numbers: Vec<_> = text.split_whitespace().collect();
    let mut missing = false;
    if problem.layout.until() == Until::Zero && random.below(2) == 0 {
        numbers.truncate(numbers.len() - problem.layout.zeros());
        missing = true;
    }
    let mut text = String::new();
    let space = |random: &mut Random| {
        let mut space = String::new();
        for _ in 0..=random.below(3) {
            space += *random.pick(&[" ", "\n", "\r\n", "\t", "\u{b}", "\u{c}", "\n\n", "  "]);
        }
        space
    };
    if random.below(2) == 0 {
        text += &space(random);
    }
    for number in numbers {
        if random.below(8) == 0 {
            text += "000";
        }
        text += number;
        text += &space(random);
    }
    // If the end of the cases is marked, anything may follow.
    match problem.layout.until() {
        Until::Count if random.below(2) == 0 => {
            text += *random.pick(&["7", "7 8 9\n", "x", "12x\n", "\u{feff}", "-1 5", "00"]);
        }
        Until::Zero if !missing && random.below(2) == 0 => {
            text += *random.pick(&["x", "3 4 5 x", "0\n0\n", "99999999999999999999999"]);
        }
        _ if random.below(2) == 0 => text.truncate(text.trim_end().len()),
        _ => {}
    }
    text
}

#[test]
fn untidy_inputs_are_cut_between_the_same_numbers() {
    let folder = folder("split-untidy");
    let mut random = Random::new(5);
    for problem in divisible() {
        for seed in 0..40 {
            let cases = 1 + random.below(5);
            let tidy = generated(&problem.id, seed, Some(cases), Shape::Small).unwrap();
            let text = untidy(&mut random, problem, &tidy);
            let count = 1 + random.below(cases);
            let parts = split_well(problem, &text, count, &folder);
            let together = parts.iter().flat_map(|part| numbers(problem, part));
            let value = |number: &str| number.parse::<u64>().unwrap();
            let together: Vec<_> = together.map(value).collect();
            let whole: Vec<_> = numbers(problem, &tidy).into_iter().map(value).collect();
            assert_eq!(together, whole, "{text:?}");
        }
    }
}

#[test]
fn the_parts_of_an_input_with_crlf_have_crlf() {
    let folder = folder("split-crlf");
    for problem in divisible() {
        let tidy = generated(&problem.id, 3, Some(5), Shape::Random).unwrap();
        // It may be missing at the end.
        for text in [tidy.as_str(), tidy.strip_suffix('\n').unwrap()] {
            let text = text.replace('\n', "\r\n");
            for part in split_well(problem, &text, 3, &folder) {
                let lines = part.matches('\n').count();
                assert_eq!(part.matches("\r\n").count(), lines, "{part:?}");
                let tidy = part.replace("\r\n", "\n");
                assert!(
                    check_text(&problem.layout, tidy.as_bytes()).is_ok(),
                    "{part:?}"
                );
            }
        }
    }
}

#[test]
fn small_inputs_are_cut_as_written_here() {
    let folder = folder("split-small");
    for (id, text, expected) in [
        // The first case that starts in the second half starts the second part.
        (
            "poj2234",
            "2 45 45\n3 3 6 9\n",
            &["2 45 45\n", "3 3 6 9\n"][..],
        ),
        ("poj2234", "1 5 1 6 1 7 1 8", &["1 5 1 6\n", "1 7 1 8\n"]),
        ("poj2234", "\n\n 0\t0 ", &["0\n", "0\n"]),
        (
            "hdu1850",
            "2\n1 1\n2\n2 2\n0\n",
            &["2\n1 1\n0\n", "2\n2 2\n0\n"],
        ),
        ("hdu1850", "2\n1 1\n2\n2 2", &["2\n1 1\n0\n", "2\n2 2\n0\n"]),
        ("hdu1850", "2 1 1 2 2 2 0", &["2 1 1\n0\n", "2 2 2\n0\n"]),
        (
            "hdu1907",
            "2\r\n1\r\n1\r\n1\r\n2",
            &["1\r\n1\r\n1\r\n", "1\r\n1\r\n2\r\n"],
        ),
        ("hdu1907", "2 1 1 1 2 3 4 5", &["1\n1 1\n", "1\n1 2\n"]),
        ("hdu1907", "002\n1\n1\n0\n\n", &["1\n1\n1\n", "1\n0\n"]),
        ("hdu2509", "2\n2 2\n\n1\n3\n\n\n", &["2\n2 2\n", "1\n3\n"]),
        (
            "codingamemiserenim",
            "2 3\n5 5\n1 1\n7 7\n",
            &["2 2\n5 5\n1 1\n", "2 1\n7 7\n"],
        ),
        ("hdu1846", "2\n23 2\n4 3\n", &["1\n23 2\n", "1\n4 3\n"]),
        (
            "hdu4315",
            "3 3\n1 2 4\n2 1\n100 200\n",
            &["3 3\n1 2 4\n", "2 1\n100 200\n"],
        ),
        (
            "hdu1536",
            "1 1\n1\n1 1\n2 1 2\n2\n1 5\n0\n0\n",
            &["1 1\n1\n1 1\n0\n", "2 1 2\n2\n1 5\n0\n0\n"],
        ),
    ] {
        let parts = split_well(problem(id), text, expected.len() as u64, &folder);
        assert_eq!(parts, expected, "{id} {text:?}");
    }
}

#[test]
fn parts_differ_in_size_by_no_more_than_the_largest_cases() {
    let folder = folder("split-equal");
    let mut random = Random::new(11);
    for count in [2, 3, 40] {
        let cases: Vec<_> = (0..120_000)
            .map(|_| case(&vec![7; random.below(40) as usize]))
            .collect();
        let largest = cases.iter().map(String::len).max().unwrap();
        let text = cases.concat();
        // What follows the last case does not count.
        let followed = format!("{}\n{text}{}", cases.len(), "x 17 ".repeat(300_000));
        for (id, text) in [("poj2234", &text), ("hdu1907", &followed)] {
            let parts = split_well(problem(id), text, count, &folder);
            let sizes = parts.iter().map(String::len);
            let (least, most) = (sizes.clone().min().unwrap(), sizes.max().unwrap());
            // The number of cases differs, too.
            assert!(most - least <= 2 * largest + 5, "{id}: {least} to {most}");
        }
    }
}

#[test]
fn every_part_has_a_case_however_unequal_the_cases_are() {
    let folder = folder("split-giant");
    for (piles, ats, counts) in [
        (10_000, vec![0, 1, 4, 6, 7], vec![2, 5, 8]),
        // It is read in many pieces.
        (4_000_000, vec![0, 7], vec![3]),
    ] {
        let giant = case(&vec![1; piles]);
        for at in ats {
            let mut cases: Vec<_> = (0..7).map(|pile| case(&[pile])).collect();
            cases.insert(at, giant.clone());
            for id in ["poj2234", "hdu1907", "hdu1850"] {
                let (header, end) = match id {
                    "hdu1907" => (format!("{}\n", cases.len()), ""),
                    "hdu1850" => (String::new(), "0\n"),
                    _ => (String::new(), ""),
                };
                let text = header + &cases.concat() + end;
                for &count in &counts {
                    let parts = split_well(problem(id), &text, count, &folder);
                    if count == 8 {
                        let expected = cases.iter().map(|case| match id {
                            "hdu1907" => format!("1\n{case}"),
                            _ => format!("{case}{end}"),
                        });
                        assert!(parts.into_iter().eq(expected), "{id}: giant case {at}");
                    }
                }
            }
        }
    }
}

/// Bytes per read.
const CHUNK: usize = 2 * 1024 * 1024;

#[test]
fn a_part_may_end_where_a_read_ends() {
    let folder = folder("split-chunks");
    let piece = "2 45 45\n3 3 6 9\n1 7\n";
    // Around the middle of the text, which is around the end of the first read, there is a number, white
    // space, or leading zeros, some of it longer than a read.
    for (long, backs, count) in [
        (1, 0..12, 2),
        (9, 0..12, 2),
        (100, 0..2, 2),
        (CHUNK, 0..2, 3),
        (2 * CHUNK + 1, 0..1, 8),
    ] {
        for back in some_of(6, backs) {
            let mut before = piece.repeat((CHUNK - back) / piece.len());
            let after = before.clone();
            before += &" ".repeat(CHUNK - back - before.len());
            for case in [
                " ".repeat(long) + "1 4567",
                "0".repeat(long) + "1 4567",
                "1 ".to_owned() + &"0".repeat(long) + "4567",
            ] {
                let text = format!("{before}{case}\n{after}");
                split_well(problem("poj2234"), &text, count, &folder);
            }
        }
    }
}

#[test]
fn the_names_have_enough_digits_to_sort_in_order() {
    let folder = folder("split-names");
    let text = case(&[1]).repeat(100);
    for (count, first, last) in [
        (9, "whole-1.in", "whole-9.in"),
        (10, "whole-01.in", "whole-10.in"),
        (100, "whole-001.in", "whole-100.in"),
    ] {
        let parts = parts(problem("poj2234"), &text, count, &folder);
        assert_eq!(parts.first().unwrap().1, first);
        assert_eq!(parts.last().unwrap().1, last);
    }
}

#[test]
fn mutated_inputs_are_split_if_they_are_answered_and_reported_alike_if_not() {
    let folder = folder("split-mutated");
    let (input, out) = (folder.join("whole.txt"), folder.join("parts"));
    let mut random = Random::new(3);
    for round in 0..1500 {
        let problems: Vec<_> = divisible().collect();
        let problem = *random.pick(&problems);
        let cases = 1 + random.below(4);
        let text = generated(&problem.id, round, Some(cases), Shape::Small).unwrap();
        let mut bytes = text.into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() as u64 + 1) as usize;
            match random.below(4) {
                0 if at < bytes.len() => drop(bytes.remove(at)),
                1 if at < bytes.len() => bytes[at] = *random.pick(b"0127 \n\r"),
                2 => bytes.truncate(at),
                _ => bytes.insert(at, *random.pick(b"0127 \n\tx-")),
            }
        }
        let text = String::from_utf8(bytes).unwrap();
        let first = text.split_whitespace().next();
        if problem.id == "codingamemiserenim" && first.is_some_and(|first| first.parse() == Ok(0)) {
            // Cases without numbers can be answered, but not split.
            continue;
        }
        let kernel = Kernel::best();
        let (answered, outcome) = answer_chunks(kernel, problem, [text.as_bytes()]);
        let lines = answered.lines().count() as u64;
        // Some problems answer a case on several lines, or on none.
        let one_line = !matches!(problem.id.as_str(), "hdu2176" | "hdu1536" | "hdu2999");
        let count = 1 + random.below(if one_line { lines + 1 } else { 1 });
        match outcome {
            Ok(()) if lines >= count => drop(split_well(problem, &text, count, &folder)),
            outcome => {
                let _ = fs::remove_dir_all(&out);
                fs::write(&input, &text).unwrap();
                let error = split::run(problem, count, &out, &input).unwrap_err();
                match (outcome, error) {
                    (Err((error, number)), Error::Input { kind, case, .. }) => {
                        assert_eq!(
                            (kind, case),
                            (error.kind, number),
                            "{} {text:?}",
                            problem.id
                        );
                    }
                    (Ok(()), Error::Usage(_)) => {}
                    (_, error) => panic!("{} {text:?}: {error}", problem.id),
                }
                assert!(!out.exists());
            }
        }
    }
}

/// A folder with files to run the program on.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        Self(folder(name))
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    /// Splits into the folder `out`, and returns standard error and the exit code.
    fn split(&self, problem: &str, parts: &str, out: &str, file: &str) -> (String, i32) {
        let out = self.path(out);
        let args = ["split", problem, "--parts", parts, "--out-dir", &out, file];
        let (output, error, code) = texts(&run(&args, b"1 1\n"));
        assert_eq!(output, "");
        (error, code)
    }

    /// Checks that such a split fails with this message, and leaves no folder `out`.
    #[track_caller]
    fn fails(&self, problem: &str, parts: &str, file: &str, message: &str) {
        let message = format!("bouton: {message}\n");
        assert_eq!(self.split(problem, parts, "out", file), (message, 2));
        assert!(!self.0.join("out").exists());
    }
}

#[test]
fn the_program_says_nothing_when_it_has_split() {
    let place = Place::new("split-program");
    let input = place.file("a.b.in", "3\n5 7 9\n2\n1 1\n0\n");
    // The folder and those above it are created. An alias works too.
    assert_eq!(
        place.split("poj2975", "2", "new/out", &input),
        (String::new(), 0)
    );
    assert_eq!(
        fs::read_to_string(place.path("new/out/a.b-1.in")).unwrap(),
        "3\n5 7 9\n0\n"
    );
    assert_eq!(
        fs::read_to_string(place.path("new/out/a.b-2.in")).unwrap(),
        "2\n1 1\n0\n"
    );
    assert_eq!(names(&place.0.join("new/out")).len(), 2);
    // The parts may be next to the input, too.
    assert_eq!(place.split("hdu1850", "1", "", &input), (String::new(), 0));
    assert_eq!(
        fs::read_to_string(place.path("a.b-1.in")).unwrap(),
        "3\n5 7 9\n2\n1 1\n0\n"
    );
}

#[test]
fn numbered_answers_restart_in_every_part_and_a_note_says_so() {
    let place = Place::new("split-numbered");
    let input = place.file("a.in", "2\n1\n1\n1\n2\n");
    let note = "bouton: lightoj1253 numbers its answers: those of every part start at 1\n";
    assert_eq!(
        place.split("lightoj1253", "2", "out", &input),
        (note.to_owned(), 0)
    );
    let answers = |part: &str| {
        let part = place.path(part);
        texts(&run(&["lightoj1253", &part], b"")).0
    };
    assert_eq!(answers("out/a-1.in"), "Case 1: Bob\n");
    assert_eq!(answers("out/a-2.in"), "Case 1: Alice\n");
    assert_eq!(
        place.split("lightoj1253", "1", "one", &input),
        (String::new(), 0)
    );
}

#[test]
fn an_input_of_one_case_is_one_part() {
    let place = Place::new("split-one");
    for (id, text) in [("luogup1247", "2\n3 4\n"), ("bzoj1874", "1\n3\n1\n2\n")] {
        let input = place.file("a.in", text);
        assert_eq!(place.split(id, "1", id, &input), (String::new(), 0));
        assert_eq!(
            fs::read_to_string(place.path(&format!("{id}/a-1.in"))).unwrap(),
            text
        );
    }
    let empty = place.file("empty.in", "");
    place.fails(
        "luogup1247",
        "1",
        &empty,
        &format!("{empty} has 0 cases, too few for 1 part"),
    );
}

#[test]
fn an_input_that_cannot_be_split_is_reported_and_leaves_no_files() {
    let place = Place::new("split-cannot");
    let input = place.file("a.in", "1 1\n1 2\n1 3\n");
    let path = place.path("");
    place.fails(
        "poj2234",
        "4",
        &input,
        &format!("{input} has 3 cases, too few for 4 parts"),
    );
    place.fails(
        "poj2234",
        "18446744073709551615",
        &input,
        &format!("{input} has 3 cases, too few for 18446744073709551615 parts"),
    );
    let one = place.file("one.in", "1 1\n");
    place.fails(
        "poj2234",
        "2",
        &one,
        &format!("{one} has 1 case, too few for 2 parts"),
    );
    for text in ["", "\n\n", "0 \n"] {
        let empty = place.file("empty.in", text);
        let claims = format!("{empty} has 0 cases, too few for 1 part");
        place.fails("hdu1850", "1", &empty, &claims);
        place.fails("hdu1907", "1", &empty, &claims);
    }
    for id in ["bzoj1874", "luogup1247"] {
        place.fails(
            id,
            "2",
            &input,
            &format!("an input of {id} is one case, which cannot be split"),
        );
    }
    let none = place.file("none.in", "0 5\n");
    place.fails(
        "codingamemiserenim",
        "2",
        &none,
        &format!("the cases of {none} have no numbers, so that there is nothing to split"),
    );
    let twice = "cannot be split, which requires reading it twice: give a regular file";
    place.fails("poj2234", "1", "-", &format!("stdin {twice}"));
    place.fails("poj2234", "1", &path, &format!("{path} {twice}"));
    let missing = place.path("missing.in");
    place.fails(
        "poj2234",
        "1",
        &missing,
        &format!("{missing}: No such file or directory"),
    );

    for parts in ["0", "-1", "x", "", "1.5"] {
        let (error, code) = place.split("poj2234", parts, "out", &input);
        assert_eq!((error.lines().count(), code), (1, 2), "{parts}: {error}");
    }
    for args in [
        &["poj2234", "--parts", "2", &input][..],
        &["poj2234", "--out-dir", "out", &input],
        &["poj2234", "--parts", "2", "--out-dir", "out"],
    ] {
        let (_, error, code) = texts(&run(&[&["split"], args].concat(), b""));
        assert_eq!((error.lines().count(), code), (1, 2), "{error}");
    }
    assert_eq!(place.split("poj2234", "2", "a.in", &input).1, 2);
    assert_eq!(fs::read_to_string(&input).unwrap(), "1 1\n1 2\n1 3\n");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_reported_without_waiting_for_its_writer() {
    let place = Place::new("split-pipe");
    let pipe = place.path("pipe");
    make_pipe(pipe.as_ref());
    for pipe in [pipe.as_str(), "/dev/stdin"] {
        place.fails(
            "poj2234",
            "1",
            pipe,
            &format!(
                "{pipe} cannot be split, which requires reading it twice: give a regular file"
            ),
        );
    }
}

#[test]
fn bad_input_is_reported_as_when_it_is_answered_and_leaves_no_files() {
    let place = Place::new("split-bad");
    for (id, text) in [
        ("poj2234", "1 1\n1 x\n"),
        ("poj2234", "1 1\n2 1\n"),
        ("poj2234", "\u{feff}1 1\n"),
        ("poj2234", "1 1\n1 99999999999999999999\n"),
        ("hdu1850", "1\n1\n2\n1 -"),
        ("hdu1907", "3\n1\n1\n1\n1\n"),
        ("hdu1907", "1x"),
        ("codingamemiserenim", "2 2\n1 1\n1"),
        ("codingamemiserenim", "2"),
        ("hdu4315", "1 1\n5\n2 1\n7 7\n"),
        ("hdu4315", "1 1\n5\n2 3\n7 8\n"),
        ("hdu1536", "1 1\n1\n1 1\n1 0\n1\n1 1\n0\n"),
        ("hdu1846", "2\n23 2\n4"),
    ] {
        let input = place.file("bad.in", text);
        let (_, error, code) = texts(&run(&[id, &input], b""));
        assert_eq!(code, 2, "{id} {text:?}");
        let claims = error.trim_end().strip_prefix("bouton: ").unwrap();
        place.fails(id, "1", &input, claims);
        place.fails(id, "2", &input, claims);
    }
}

#[test]
fn parts_replace_those_of_the_same_names_but_are_never_mixed_up_with_others() {
    let place = Place::new("split-again");
    let input = place.file("a.in", &case(&[1]).repeat(20));
    let other = place.path("out/a-2.in");
    // Files with another stem do not matter, nor do files that are not parts.
    fs::create_dir(place.0.join("out")).unwrap();
    for name in ["b-7.in", "a-x.in", "a-.in", "a-7.ans", "aa-7.in", "a7.in"] {
        place.file(&format!("out/{name}"), "");
    }
    for _ in 0..2 {
        assert_eq!(
            place.split("poj2234", "2", "out", &input),
            (String::new(), 0)
        );
        assert_eq!(fs::read_to_string(&other).unwrap(), case(&[1]).repeat(10));
    }
    for parts in ["1", "10"] {
        let (error, code) = place.split("poj2234", parts, "out", &input);
        assert!(
            error.contains(
                "would be taken for one more part: remove it, or choose another --out-dir"
            ),
            "{error}"
        );
        assert_eq!(code, 2);
    }
    assert_eq!(fs::read_to_string(&other).unwrap(), case(&[1]).repeat(10));
    assert_eq!(
        place.split("poj2234", "5", "out", &input),
        (String::new(), 0)
    );
    assert_eq!(fs::read_to_string(&other).unwrap(), case(&[1]).repeat(4));
    assert_eq!(names(&place.0.join("out")).len(), 6 + 5);
}

#[test]
fn letter_case_distinguishes_parts_only_where_it_distinguishes_files() {
    let place = Place::new("split-case");
    let input = place.file("a.in", &case(&[1]).repeat(4));
    fs::create_dir(place.0.join("out")).unwrap();
    place.file("out/A-3.IN", "");
    let (error, code) = place.split("poj2234", "2", "out", &input);
    if cfg!(any(windows, target_vendor = "apple")) {
        assert!(
            error.contains("A-3.IN would be taken for one more part"),
            "{error}"
        );
        assert_eq!(code, 2);
    } else {
        assert_eq!((error.as_str(), code), ("", 0));
    }
}

#[cfg(unix)]
#[test]
fn the_input_and_anything_but_files_are_not_replaced() {
    let place = Place::new("split-replaced");
    let text = case(&[1]).repeat(4);
    let input = place.file("a-2.in", &text);
    let link = place.path("a.in");
    std::os::unix::fs::symlink(&input, &link).unwrap();
    let claims = format!(
        "bouton: {input} is the input, and would be replaced by a part of it: remove it, or choose \
         another --out-dir\n"
    );
    assert_eq!(place.split("poj2234", "2", "", &link), (claims, 2));
    assert_eq!(fs::read_to_string(&link).unwrap(), text);

    let other = place.file("b.in", &text);
    fs::create_dir(place.path("b-1.in")).unwrap();
    let claims = format!(
        "bouton: {} is not a regular file, and would be replaced by a part: remove it, or choose another \
         --out-dir\n",
        place.path("b-1.in")
    );
    assert_eq!(place.split("poj2234", "2", "", &other), (claims, 2));
    let mut left = names(&place.0);
    left.sort();
    assert_eq!(left, ["a-2.in", "a.in", "b-1.in", "b.in"]);
}

/// A file size limit acts like a full disk.
#[cfg(unix)]
#[test]
fn a_disk_that_becomes_full_leaves_the_old_parts() {
    let place = Place::new("split-full");
    let line = case(&[1; 50]);
    let input = place.file("a.in", &(case(&[1]) + &line.repeat(1000)));
    let out = place.path("out");
    fs::create_dir(&out).unwrap();
    place.file("out/a-1.in", "precious");
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let output = command("sh")
        .args(["-c", script])
        .arg(bouton().get_program())
        .args([
            "split",
            "poj2234",
            "--parts",
            "2",
            "--out-dir",
            &out,
            &input,
        ])
        .run()
        .unwrap();
    let claims = format!("bouton: {out}/a-1.in: File too large\n");
    assert_eq!(texts(&output), (String::new(), claims, 2));
    assert_eq!(names(Path::new(&out)), ["a-1.in"]);
    assert_eq!(
        fs::read_to_string(place.path("out/a-1.in")).unwrap(),
        "precious"
    );
}
