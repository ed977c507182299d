//! Forms of rules, inputs, piles and answers that few problems have, each with a sample of a judge.

use std::fs;
use std::path::{Path, PathBuf};

use bouton::internals::package::validators;
use bouton::internals::problem::Problem;
use bouton::internals::testdata::CaseShape;

use crate::harness::{
    Run as _, answer, bouton, compile_cpp, count_valid, folder, game_toml, generated, is_long, of_shape, own_file,
    records, some_of, texts,
};
use crate::judges::{Searches, is_answered, judged, small_inputs};

/// The problem of a file in a folder of its own, with a line `sums = "..."` if that is not empty.
fn own(folder: &Path, keys: &[String]) -> &'static Problem {
    let mut toml = game_toml([0, 1, 2, 3].map(|key| &*keys[key]));
    if let Some(sums) = keys.get(5) {
        toml.extend(["sums = \"", sums, "\"\n"]);
    }
    own_file(folder, &toml)
}

#[test]
fn samples_of_rare_forms_are_answered_and_so_are_all_small_inputs() {
    let folder = folder("forms");
    let mut searches = Searches::default();
    let count = if is_long() { 100 } else { 25 };
    for (keys, expected) in records(include_str!("tables/forms.txt")) {
        let problem = own(&folder, &keys);
        let sample = &keys[4];
        is_answered(problem, sample, &(expected + "\n"), &[sample.len(), 1]);
        for (cases, text) in small_inputs(problem, count) {
            assert_eq!(count_valid(problem, &text), cases.len() as u64, "{keys:?}");
            let right = judged(problem, &cases, &mut searches);
            is_answered(problem, &text, &right, &[text.len(), 3]);
        }
        for (seed, shape) in (0..).zip(CaseShape::all()) {
            if let Ok(input) = generated(problem, of_shape(seed, None, shape)) {
                count_valid(problem, &input);
            }
        }
    }
}

/// Checks all programs of packages of these problems, each in the folder of its name, with its own tests.
#[track_caller]
pub fn programs_are_right(folder: &Path, games: &[(PathBuf, &Problem)]) {
    let written = games.iter().flat_map(|(own, problem)| {
        [
            texts(&bouton().arg("source").arg(own).run().unwrap()).0,
            validators::input_validator(problem),
            validators::answer_validator(problem).unwrap(),
        ]
    });
    let Some(programs) = compile_cpp(&folder.join("programs"), &written.collect::<Vec<_>>()) else {
        return;
    };
    for ((own, problem), programs) in games.iter().zip(programs.chunks(3)) {
        let [solution, of_inputs, of_answers] = programs else {
            unreachable!("three of each")
        };
        let mut judged = bouton();
        judged.arg("test").arg(own);
        judged.args(["--time-limit", "100", "--"]).args(solution.words());
        let (out, err, code) = texts(&judged.run().unwrap());
        assert_eq!((&*err, code), ("", 0), "{}: {out}", problem.toml);
        for test in bouton::internals::testdata::tests(problem).take(8) {
            let (input, answers) = (own.join("in"), own.join("ans"));
            let text = String::from_utf8(test.unwrap().input).unwrap();
            fs::write(&input, &text).unwrap();
            fs::write(&answers, answer(problem, &text)).unwrap();
            let are_right = of_inputs.accepts(&[], &input) && of_answers.accepts(&[&input], &answers);
            assert!(are_right, "{}: {text:.300}", problem.toml);
        }
    }
}

#[test]
fn programs_in_cpp_know_rare_forms() {
    let folder = folder("forms-cpp");
    let table = records(include_str!("tables/forms.txt"));
    let games = some_of(15, table).enumerate().map(|(number, (keys, _))| {
        let folder = folder.join(number.to_string());
        fs::create_dir(&folder).unwrap();
        let problem = own(&folder, &keys);
        (folder, problem)
    });
    programs_are_right(&folder, &games.collect::<Vec<_>>());
}

/// What all cases have together is limited by validators, and kept by all that makes inputs.
#[test]
fn sums_over_all_cases_are_kept_by_what_is_generated_and_checked_by_validators() {
    let folder = folder("forms-sums");
    let keys = [
        "nim",
        "t:1..50 / { n:1..20 / a:1..9*n / ! }*t",
        "a",
        "A|B",
        "",
        "n<=2*10^1",
    ];
    let problem = own(&folder, &keys.map(str::to_owned));
    let sum = |input: &str| -> usize {
        let lines = input.lines().skip(1).step_by(2);
        lines.map(|line| line.parse::<usize>().unwrap()).sum()
    };
    for shape in CaseShape::all() {
        for cases in [None, Some(1), Some(20)] {
            if let Ok(input) = generated(problem, of_shape(1, cases, shape)) {
                count_valid(problem, &input);
                assert!(sum(&input) <= 20, "{input}");
            }
        }
    }
    let most = generated(problem, of_shape(1, Some(5), CaseShape::Max)).unwrap();
    assert_eq!(sum(&most), 20, "{most}");
    let all: Vec<_> = bouton::internals::testdata::tests(problem)
        .map(Result::unwrap)
        .collect();
    assert!(all.len() > 20, "{}", all.len());
    for test in all {
        count_valid(problem, std::str::from_utf8(&test.input).unwrap());
    }
    for (_, text) in small_inputs(problem, 200) {
        count_valid(problem, &text);
    }
    let too_much = "2\n11\n1 1 1 1 1 1 1 1 1 1 1\n10\n1 1 1 1 1 1 1 1 1 1\n";
    let violation = crate::harness::check_text(&problem.layout, too_much.as_bytes()).unwrap_err();
    let message = "4:1: expected the sum of n over all cases to be at most 20, found 21";
    assert_eq!(violation.to_string(), message);
    assert_eq!(answer(problem, too_much), "A\nB\n");
    let validator = [validators::input_validator(problem)];
    if let Some(validator) = compile_cpp(&folder.join("inputs"), &validator) {
        for (text, is_valid) in [(too_much, false), (&most, true)] {
            let input = folder.join("in");
            fs::write(&input, text).unwrap();
            assert_eq!(validator[0].accepts(&[], &input), is_valid, "{text}");
        }
    }
}
