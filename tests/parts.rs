//! `--part K/N`: if all parts of a file end well, their answers are those of the file.

use std::fs;

use bouton::internals::decode::Kernel;
use bouton::internals::engine::{Part, RunOptions};
use bouton::internals::error::Error;
use bouton::internals::input::{Count, Input};
use bouton::internals::layout::Repeat;
use bouton::internals::problem::Problem;
use bouton::internals::testdata::{CaseShape, generate};

use crate::harness::{Random, folder, is_long, of_shape, own_game, problem, problems, run, some_of, texts};
use crate::properties::answering::answer_input;

/// What the library answers, all or a part of it.
fn answer(problem: &Problem, text: &[u8], part: Option<Part>) -> (String, Option<Error>) {
    let mut input = Input::from_bytes("input".to_owned(), text.to_vec());
    let options = RunOptions {
        part,
        kernel: Some(Kernel::best()),
        ..RunOptions::one_thread()
    };
    let (answers, result) = answer_input(problem, &mut input, options);
    (answers, result.err())
}

/// Answers all of `count` parts, and returns whether all end well. Then they have the answers of the whole; and where a
/// part finds bad input, so does the whole, unless another part found it before.
fn fits(problem: &Problem, text: &[u8], count: u64) -> bool {
    let shown = String::from_utf8_lossy(text);
    let context = || format!("{} in {count} parts: {shown:.3000}", problem.id);
    let (whole, error) = answer(problem, text, None);
    let mut all = String::new();
    let mut first_error = None;
    for number in 1..=count {
        let part = Part { number, of: count };
        let (answers, error) = answer(problem, text, Some(part));
        all += &answers;
        if first_error.is_none() {
            first_error = error;
        }
    }
    match &first_error {
        None => {
            assert!(error.is_none(), "{error:?} {}", context());
            assert!(all == whole, "other answers: {}", context());
        }
        Some(Error::Part { .. }) => {}
        Some(found) => {
            let expected = error.as_ref().map(Error::to_string);
            assert_eq!(Some(found.to_string()), expected, "{}", context());
        }
    }
    first_error.is_none()
}

/// The problems whose inputs can be answered in parts.
fn divisible() -> impl Iterator<Item = &'static Problem> {
    let may_be = |problem: &&Problem| {
        let is_counted = matches!(problem.layout.cases(), None | Some(Repeat::Times(_)));
        let part = Part { number: 1, of: 1 };
        !is_counted && answer(problem, b"", Some(part)).1.is_none()
    };
    problems().into_iter().filter(may_be)
}

/// An input of a few cases, or of some more.
fn input(problem: &Problem, random: &mut Random) -> String {
    let shapes: Vec<_> = CaseShape::all().collect();
    loop {
        let cases = *random.pick(&[None, Some(3), Some(30), Some(300)]);
        let options = of_shape(random.next(), cases, *random.pick(&shapes));
        let mut text = vec![0; 50_000];
        let mut room = &mut text[..];
        if generate::run(problem, options, &mut room, &Count::default()).is_ok() {
            let left = room.len();
            return String::from_utf8_lossy(&text[..text.len() - left]).into_owned();
        }
    }
}

#[test]
fn parts_of_valid_inputs_nearly_always_fit_together() {
    let mut random = Random::new(1);
    let mut good = Vec::new();
    let (rounds, parts) = if is_long() { (100, 64) } else { (1, 8) };
    for problem in divisible() {
        for _ in 0..rounds {
            let text = input(problem, &mut random);
            good.push(fits(problem, text.as_bytes(), 1 + random.below(parts)));
        }
    }
    // Where most parts are shorter than a case, some guesses fail.
    let fitting = good.iter().filter(|&&good| good).count();
    assert!(fitting * 10 >= good.len() * 9, "{fitting} of {}", good.len());
}

#[test]
fn parts_of_other_inputs_fit_together_or_one_of_them_fails() {
    const SEPARATORS: [&str; 5] = [" ", "\n", "\r\n", "\n\n", "\t "];
    let mut random = Random::new(2);
    let mut good = Vec::new();
    for problem in some_of(12, divisible()) {
        for round in 0..if is_long() { 100 } else { 3 } {
            let text = input(problem, &mut random);
            let words = text.split_ascii_whitespace().take(2000);
            let text: String = match round % 3 {
                // Other white space.
                0 => words.flat_map(|word| [word, *random.pick(&SEPARATORS)]).collect(),
                // Numbers that are often taken for something else.
                1 => words
                    .map(|_| random.below(4).to_string() + *random.pick(&SEPARATORS))
                    .collect(),
                // A bad byte somewhere.
                _ => {
                    let at = random.below(text.len() as u64) as usize;
                    text[..at].to_owned() + "x" + &text[at..]
                }
            };
            good.push(fits(problem, text.as_bytes(), 1 + random.below(64)));
        }
    }
    assert!(good.contains(&true) && good.contains(&false));
}

/// A problem, an input, how many parts, and what the first one that fails says, if any.
const SMALL: &str = "\
poj2234; ; 3;
poj2234; 1 5; 2;
poj2234; 1 5||||||||||||; 5;
poj2234; 3 1 2|3|1 4|; 2;
hdu1850; 1|5|0|; 4;
hdu1850; 1|5|0|0|0 000|; 9;
hdu1848; 1 2 3|0 0 0|; 3;
hdu1850; 1|5|0|1|; 3; input:4:1: other parts may answer what follows the 0 that ends the cases: cut the file with 'bouton split'
hdu1848; 1 2 3|0 0 7|; 2; input:2:5: other parts may answer what follows the 0 that ends the cases: cut the file with 'bouton split'
poj2234; 1 5|2 6|; 2; input:3:1: input ends inside the case: 1 of 2 piles read (case 2)
poj2234; 1 5|x 6|; 4; input:2:1: expected a number, found 'x' (case 2)";

#[test]
fn parts_of_small_inputs_say_what_is_written_here() {
    for row in SMALL.lines() {
        let words: Vec<_> = row.split(';').map(str::trim).collect();
        let (problem, text) = (problem(words[0]), words[1].replace('|', "\n"));
        let of = words[2].parse().unwrap();
        let parts = (1..=of).map(|number| Part { number, of });
        let errors = parts.filter_map(|part| answer(problem, text.as_bytes(), Some(part)).1);
        let error = errors.map(|error| error.to_string()).next();
        assert_eq!(error.unwrap_or_default(), words[3], "{row}");
    }
}

/// The lines of cases of so many piles, one case a line.
fn lines(random: &mut Random, cases: u64, piles: u64) -> String {
    let line = |_| {
        let numbers = (0..piles).map(|_| random.below(1000).to_string() + " ");
        format!("{piles} {}\n", numbers.collect::<String>())
    };
    (0..cases).map(line).collect()
}

#[test]
fn parts_that_lie_in_one_huge_case_print_nothing() {
    let mut random = Random::new(3);
    let text = lines(&mut random, 100, 3) + &lines(&mut random, 1, 200_000) + &lines(&mut random, 100, 3);
    assert!(fits(problem("poj2234"), text.as_bytes(), 8));
    let part = Part { number: 5, of: 8 };
    assert_eq!(answer(problem("poj2234"), text.as_bytes(), Some(part)).0, "");
    // In so many lines, cases seem to begin where none does.
    let column = format!("200000\n{}", "1\n7\n".repeat(100_000));
    fits(problem("poj2234"), column.as_bytes(), 8);
}

#[test]
fn what_precedes_the_cases_is_read_by_each_part() {
    let keys = ["take 1..K", "K:1..9 / { n:1..9 / a:1..99*n / ! }0", "a", "{count}"];
    let problem = own_game(&folder("parts-head"), keys);
    let mut random = Random::new(4);
    for k in 1..=9 {
        let piles = |count| {
            (0..count)
                .flat_map(|_| [(1 + random.below(99)).to_string(), " ".to_owned()])
                .collect()
        };
        let cases = (0..900).map(|i| 1 + i % 7).map(piles).enumerate();
        let cases = cases.map(|(i, piles): (_, String)| format!("{}\n{piles}\n", 1 + i % 7));
        let text = format!("{k}\n{}0\n", cases.collect::<String>().replace(" \n", "\n"));
        for count in [2, 3, 10, 40] {
            assert!(fits(problem, text.as_bytes(), count), "{k} {count}");
        }
    }
}

#[test]
fn the_program_answers_parts_in_each_way_in_which_it_answers_files() {
    let folder = folder("parts-program");
    let (input, output) = (folder.join("input"), folder.join("output"));
    let [input, output] = [&input, &output].map(|path| path.to_str().unwrap());
    let mut random = Random::new(5);
    // The last cases are too large for the first window.
    let text = lines(&mut random, 200_000, 4) + &lines(&mut random, 60, 20_000);
    fs::write(input, &text).unwrap();
    let whole = run(&["poj2234", input], b"").stdout;
    for options in [&[][..], &["-j1"], &["-j3", "--mmap"], &["-o", output]] {
        let mut all = Vec::new();
        for part in ["1/3", "2/3", "3/3"] {
            let args = [&["poj2234", "--part", part, input], options].concat();
            let (answers, errors, code) = texts(&run(&args, b""));
            assert_eq!((&*errors, code), ("", 0), "{args:?}");
            let answers = match options {
                ["-o", _] => fs::read(output).unwrap(),
                _ => answers.into_bytes(),
            };
            assert!(!answers.is_empty(), "{args:?}");
            all.extend(answers);
        }
        assert!(all == whole, "{options:?}");
    }
}
