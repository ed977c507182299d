//! `bouton validate` says what the input validators of the packages say, and where.

use std::fs;

use bouton::problem::Problem;

use crate::harness::{
    Random, accepts, check_text, compile_cpp, folder, own_game, package, problem, problems,
    records, some_of, untidy,
};
use crate::mutated::mutate;
use crate::package::ending_with;

/// What is said about `input`: the message with its position, or nothing.
fn said(problem: &Problem, input: &str) -> String {
    match check_text(&problem.layout, input.as_bytes()) {
        Ok(_) => String::new(),
        Err(violation) => violation.to_string(),
    }
}

#[test]
fn the_first_violation_is_reported_with_its_position() {
    for (words, expected) in records(include_str!("tables/violations.txt")) {
        let [name, input] = &words[..] else {
            panic!("{words:?}");
        };
        let said = Some(said(problem(name), input)).filter(|said| !said.is_empty());
        assert_eq!(said.as_deref().unwrap_or("valid"), expected, "{words:?}");
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn the_input_validators_of_the_packages_agree_on_all_data_and_on_mutated_inputs() {
    let folder = folder("validators");
    let file = folder.join("input");
    let mut random = Random::new(5);
    let (mut valid, mut invalid) = (0, 0);
    for problem in some_of(5, problems()) {
        let package = package(problem, &folder);
        let validator = package.join("input_validators/input_validator.cpp");
        let Some(validator) = compile_cpp(&validator) else {
            println!("SKIPPED: no c++ to compile the input validators with");
            return;
        };
        let agree = |input: &[u8]| {
            fs::write(&file, input).unwrap();
            let outcome = check_text(&problem.layout, input);
            assert_eq!(
                accepts(&validator, &[], &file),
                outcome.is_ok(),
                "{}: {outcome:?} for {:?}",
                problem.id,
                String::from_utf8_lossy(input)
            );
            outcome.is_ok()
        };
        let inputs = |folder: &str| {
            let files = ending_with(&package.join(folder), ".in").into_iter();
            files
                .map(|file| fs::read(file).unwrap())
                .collect::<Vec<_>>()
        };
        let mut good = inputs("data/sample");
        good.extend(inputs("data/secret"));
        for input in &good {
            assert!(agree(input), "{} has invalid data", problem.id);
        }
        let bad = inputs("data/invalid_input");
        assert!(bad.len() > 5, "{} has few invalid inputs", problem.id);
        for input in &bad {
            assert!(!agree(input), "{} has valid invalid data", problem.id);
        }
        for input in untidy(problem) {
            agree(input.as_bytes());
        }
        good.retain(|input| input.len() < 1000);
        for _ in 0..200 {
            if agree(&mutate(&mut random, &good)) {
                valid += 1;
            } else {
                invalid += 1;
            }
        }
        fs::remove_dir_all(package).unwrap();
    }
    println!("mutated inputs: {valid} valid, {invalid} not");
    assert!(valid > 60 && invalid > 300, "{valid} {invalid}");
}

#[test]
fn a_number_beyond_64_bits_is_never_valid() {
    let input = "n:1..9 / a:1..18446744073709551615<*n / !";
    let problem = own_game(&folder("validate-64-bits"), ["nim", input, "a", "A|B"]);
    let said = |input: &str| said(problem, input);
    let most = u64::MAX;
    assert_eq!(said(&format!("2\n1 {most}\n")), "");
    assert_eq!(
        said("1\n18446744073709551616\n"),
        format!("2:1: expected a from 1 to {most}, found a larger number")
    );
    assert_eq!(
        said(&format!("2\n{most} 1\n")),
        format!("2:22: expected a above {most}, found 1")
    );
}
