//! `bouton validate` says what the input validators of the packages say, and where.

use std::fs;

use bouton::package::{self, Format};
use bouton::problem::Problem;

use crate::corpora::mutate;
use crate::harness::{
    Random, accepts, check_text, compile_cpp, folder, own_game, problem, problems, records,
    some_of, untidy,
};
use crate::package::ending_with;

/// What is said about `input`: the message with its position, or that it is valid.
fn said(problem: &Problem, input: &str) -> String {
    let checked = check_text(&problem.layout, input.as_bytes());
    checked.map_or_else(|violation| violation.to_string(), |_| "valid".to_owned())
}

#[test]
fn the_first_violation_is_reported_with_its_position() {
    for (words, expected) in records(include_str!("tables/violations.txt")) {
        assert_eq!(said(problem(&words[0]), &words[1]), expected, "{words:?}");
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
        let package = folder.join(&problem.id);
        package::run(problem, &package, Format::Icpc2025).unwrap();
        let validator = package.join("input_validators/input_validator.cpp");
        let Some(validator) = compile_cpp(&validator) else {
            return;
        };
        let agree = |input: &[u8]| {
            fs::write(&file, input).unwrap();
            let outcome = check_text(&problem.layout, input);
            let (is_valid, shown) = (outcome.is_ok(), String::from_utf8_lossy(input));
            let is_accepted = accepts(&validator, &[], &file);
            assert_eq!(is_accepted, is_valid, "{outcome:?} for {shown:?}");
            is_valid
        };
        let inputs = |folder: &str| {
            let files = ending_with(&package.join(folder), ".in").into_iter();
            let inputs: Vec<_> = files.map(|file| fs::read(file).unwrap()).collect();
            inputs
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
            let is_valid = agree(&mutate(&mut random, &good));
            *(if is_valid { &mut valid } else { &mut invalid }) += 1;
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
    assert_eq!(said(&format!("2\n1 {most}\n")), "valid");
    let expected = format!("2:1: expected a from 1 to {most}, found a larger number");
    assert_eq!(said("1\n18446744073709551616\n"), expected);
    let expected = format!("2:22: expected a above {most}, found 1");
    assert_eq!(said(&format!("2\n{most} 1\n")), expected);
}
