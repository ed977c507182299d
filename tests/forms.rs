//! Forms of rules, inputs, piles and answers that few problems have, each with a sample of a judge.

use std::fs;
use std::path::{Path, PathBuf};

use bouton::internals::package::validators;
use bouton::internals::problem::Problem;
use bouton::internals::testdata::CaseShape;

use crate::harness::{
    Run as _, accepts, answer, bouton, compile_cpp, count_valid, folder, game_toml, generated,
    of_shape, own_file, records, texts,
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
    for (keys, expected) in records(include_str!("tables/forms.txt")) {
        let problem = own(&folder, &keys);
        let sample = &keys[4];
        is_answered(problem, sample, &(expected + "\n"), &[sample.len(), 1]);
        for (cases, text) in small_inputs(problem, 100) {
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

/// A program of a package, compiled in `folder`; none if there is no compiler.
fn compiled(folder: &Path, name: &str, text: &str) -> Option<PathBuf> {
    let source = folder.join(name);
    fs::write(&source, text).unwrap();
    compile_cpp(&source)
}

/// Checks the program that bouton writes for the problem with this name with its tests; whether there is a compiler.
#[track_caller]
pub fn program_is_right(folder: &Path, name: &Path) -> bool {
    let text = texts(&bouton().arg("source").arg(name).run().unwrap()).0;
    let Some(program) = compiled(folder, "solution.cpp", &text) else {
        return false;
    };
    let mut judged = bouton();
    judged.arg("test").arg(name);
    judged.args(["--time-limit", "100", "--"]).arg(program);
    let (out, err, code) = texts(&judged.run().unwrap());
    assert_eq!((&*err, code), ("", 0), "{}: {out}", name.display());
    true
}

/// Checks all programs of a package of the problem in the folder `own` with its own tests.
#[track_caller]
pub fn programs_are_right(own: &Path, problem: &Problem) {
    if !program_is_right(own, own) {
        return;
    }
    let keys = &problem.toml;
    let compiled = |name, text: String| compiled(own, name, &text).unwrap();
    let of_inputs = compiled("inputs.cpp", validators::input_validator(problem));
    let of_answers = compiled(
        "answers.cpp",
        validators::answer_validator(problem).unwrap(),
    );
    for test in bouton::internals::testdata::tests(problem).take(8) {
        let (input, answers) = (own.join("in"), own.join("ans"));
        let text = String::from_utf8(test.unwrap().input).unwrap();
        fs::write(&input, &text).unwrap();
        fs::write(&answers, answer(problem, &text)).unwrap();
        assert!(accepts(&of_inputs, &[], &input), "{keys}: {text:.300}");
        assert!(
            accepts(&of_answers, &[&input], &answers),
            "{keys}: {text:.300}"
        );
    }
}

#[test]
fn programs_in_cpp_know_rare_forms() {
    let folder = folder("forms-cpp");
    let table = records(include_str!("tables/forms.txt"));
    for (number, (keys, _)) in crate::harness::some_of(6, table).enumerate() {
        let folder = folder.join(number.to_string());
        fs::create_dir(&folder).unwrap();
        programs_are_right(&folder, own(&folder, &keys));
    }
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
    if let Some(validator) = compiled(&folder, "inputs.cpp", &validators::input_validator(problem))
    {
        for (text, is_valid) in [(too_much, false), (&most, true)] {
            let input = folder.join("in");
            fs::write(&input, text).unwrap();
            assert_eq!(accepts(&validator, &[], &input), is_valid, "{text}");
        }
    }
}
