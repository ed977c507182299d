//! `bouton validate` says what the input validators of the packages say, and where.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use bouton::internals::layout::Repeat;
use bouton::internals::package::{self, Format, validators};
use bouton::internals::problem::Problem;
use bouton::internals::testdata::CaseShape;

use crate::corpora::mutate;
use crate::forms::programs_are_right;
use crate::harness::{
    Random, answer, check_text, compile_cpp, count_valid, folder, game_toml, generated, is_long, names, of_shape,
    own_game, problem, problems, records, run, some_of, untidy,
};
use crate::judges::small_inputs;
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

/// Limits of numbers, and inputs with what is said of them.
const DEPENDENT: &str = "\
{ n:1..9 b:1..9*n / a:0..b*n / ! }+; a; 2 3 4|3 4|1 5|5|; valid
{ n:1..9 b:1..9*n / a:0..b*n / ! }+; a; 2 3 4|4 4|; 2:1: expected a from 0 to 3, found 4
{ n:1..9 / { b:1..9 / }*n { c:3..4 a:b+1..n*20 / }*n ! }+; a; 2|3|4|3 4|3 4|; 5:3: expected a from 5 to 40, found 4
{ n:1..9 / { b:1..9 a:b+1..10^9-1 / }*n ! }+; a; 2|3 4|4 4|; 3:3: expected a from 5 to 999999999, found 4
{ n:1..9 / { k:1..3 / b:1..9*k / a:b+1..99*k / }*n ! }+; a; 2|2|3 4|4 5|1|2|2|; 7:1: expected a from 3 to 99, found 2
{ n:0..9 x:0..n-1 / a:1..2*n*n / ! }+; a; 2 1|2 4|; valid
{ n:0..9 x:0..n-1 / a:1..2*n*n / ! }+; a; 0 0||; 1:3: expected x from 0 to -1, found 0
{ n:1..9 m:2..3 x:n*m..10^2*n*1 / a:1..2*x*n / ! }+; a; 2 2 4|2 8|2 3 5|; 3:5: expected x from 6 to 200, found 5
{ n:1..9 x:1..n*n+1 / a:1..2^64-1*n / ! }+; a; 2 5|2 18446744073709551615|2 6|; 3:3: expected x from 1 to 5, found 6
{ n:1..9 / a:0..9*n / b:a+2..a+5*n / ! }+; |a-b|-1; 2|1 2|3 8|; 3:3: expected b from 4 to 7, found 8
{ n:1..9 / { a:0..9 b:a*2..a*2+5 / }*n ! }+; |a-b|-1; 2|1 2|3 12|; 3:3: expected b from 6 to 11, found 12
T:1..3 / { n:1..9 x:T..9 / a:1..x*n / ! }*T; a; 2|1 2|2|1 1|1|; 4:3: expected x from 2 to 9, found 1";

#[test]
fn limits_depend_on_numbers_before_and_on_lists_element_by_element() {
    let folder = folder("dependent-limits");
    let mut games = Vec::new();
    for (number, row) in DEPENDENT.lines().enumerate() {
        let keys: Vec<_> = row.split("; ").collect();
        let own = folder.join(number.to_string());
        fs::create_dir(&own).unwrap();
        let problem = own_game(&own, ["nim", keys[0], keys[1], "W|L"]);
        assert_eq!(said(problem, &keys[2].replace('|', "\n")), keys[3], "{row}");
        for (seed, shape) in (0..).zip(CaseShape::all()) {
            if let Ok(input) = generated(problem, of_shape(seed, Some(2), shape)) {
                count_valid(problem, &input);
            }
        }
        if number % 4 == 1 || is_long() {
            for (cases, input) in small_inputs(problem, 20) {
                assert_eq!(count_valid(problem, &input), cases.len() as u64, "{row}");
            }
        }
        // One for lists, groups and pairs each.
        if [1, 2, 9].contains(&number) {
            games.push((own, problem));
        }
    }
    programs_are_right(&folder, &games);
}

#[test]
fn names_of_other_lists_and_what_is_no_limit_are_reported_where_they_stand() {
    let folder = folder("dependent-mistakes");
    let rows = "\
{ n:1..9 m:1..9 b:1..9*n / a:0..b*m / ! }+; 43: 'b' is a list of another length: expected a number, or a list of the \
same length
{ n:1..9 b:1..9*n / a:0..b / ! }+; 36: 'b' is a list of another length: expected a number, or a list of the same length
{ n:1..9 / { b:1..9*n / a:0..b*2n / }*n ! }+; 40: 'b' is a list of another length: expected a number, or a list of \
the same length
{ n:1..9 a:0..n+y*n / ! }+; 25: expected a number up to 2^64 - 1 or an earlier name, found 'n+y'
{ n:1..9 a:0..3-5*n / ! }+; 25: expected a number up to 2^64 - 1 or an earlier name, found '3-5'
{ n:1..9 a:0..n-n*n / ! }+; 25: expected a number up to 2^64 - 1 or an earlier name, found 'n-n'";
    for row in rows.lines() {
        let (input, rest) = row.split_once("; ").unwrap();
        let path = folder.join("game.toml");
        fs::write(&path, game_toml(["nim", input, "a", "W|L"])).unwrap();
        let error = bouton::internals::problem::find(&folder).unwrap_err().to_string();
        let (column, message) = rest.split_once(": ").unwrap();
        let expected = format!("game.toml:2:{column}: {message}");
        assert!(error.ends_with(&expected), "{error}: {expected}");
    }
}

/// The judges' own samples, whatever ends their lines.
#[test]
fn the_samples_of_all_problems_are_valid_and_are_answered_as_the_judges_do() {
    for name in problems().into_iter().flat_map(names) {
        let problem = problem(name);
        for (input, answers) in problem.samples() {
            assert_eq!(said(problem, &input), "valid", "{name}: {input}");
            for input in [input.clone(), input.replace('\n', "\r\n")] {
                assert_eq!(answer(problem, &input), answers, "{name}: {input}");
            }
        }
    }
}

/// A number as statements write it: `50000`, `2·10^5`, `2^31-1`. `None` if it depends on others.
fn stated(text: &str) -> Option<u64> {
    let power = |text: &str| match text.split_once('^') {
        Some((base, exponent)) => Some(base.parse::<u64>().ok()?.pow(exponent.parse().ok()?)),
        None => text.parse().ok(),
    };
    let (text, minus) = text.strip_suffix("-1").map_or((text, 0), |text| (text, 1));
    let factors: Option<Vec<_>> = text.split('·').map(power).collect();
    Some(factors?.iter().product::<u64>() - minus)
}

#[test]
fn what_a_statement_says_of_its_limits_is_what_is_valid() {
    for problem in problems() {
        let shown = run(&["show", &problem.id, "--json"], b"").stdout;
        let shown: serde_json::Value = serde_json::from_slice(&shown).unwrap();
        let mut limits = BTreeMap::new();
        for limit in shown["limits"].as_array().unwrap() {
            let parts: Vec<_> = limit.as_str().unwrap().split(" ≤ ").collect();
            let name = parts[1].split("1, ...").next().unwrap();
            let name = name.strip_suffix("_i").unwrap_or(name).to_owned();
            limits.insert(name, (stated(parts[0]), stated(parts[2])));
        }
        let sample = problem.samples().into_iter().map(|(input, _)| input).next();
        let shape = CaseShape::all().next().unwrap();
        let small = || generated(problem, of_shape(0, Some(2), shape)).unwrap();
        let sample = sample.unwrap_or_else(small);
        let starts = sample.match_indices(|c: char| c.is_ascii_digit());
        let starts = starts.map(|(at, _)| at);
        let is_first = |&at: &usize| at == 0 || !sample.as_bytes()[at - 1].is_ascii_digit();
        let mut seen = BTreeSet::new();
        for at in starts.filter(is_first) {
            let rest = sample[at..].trim_start_matches(|c: char| c.is_ascii_digit());
            let with = |number: u64| said(problem, &format!("{}{number}{rest}", &sample[..at]));
            let refused = with(u64::MAX);
            let Some((place, name)) = refused
                .split_once(": expected ")
                .and_then(|(place, range)| Some((place, range.split_once(" from ")?.0)))
            else {
                continue;
            };
            // The end of the cases has no limits.
            let Some(&(low, high)) = limits.get(name) else {
                continue;
            };
            // Further ones may have to be larger.
            if !seen.insert(name.to_owned()) {
                continue;
            }
            let is_taken = |number| !with(number).starts_with(&format!("{place}: expected {name} "));
            let context = format!("{}: {name} at {at}", problem.id);
            if let Some(low) = low {
                assert!(is_taken(low), "{context}: {low}");
                // It may be the 0 at the end.
                let is_end = low == 1 && problem.layout.cases() == Some(Repeat::ToZero);
                let is_refused = low == 0 || is_end || !is_taken(low - 1);
                assert!(is_refused, "{context}: less than {low}");
            }
            if let Some(high) = high {
                assert!(is_taken(high), "{context}: {high}");
                assert!(!is_taken(high + 1), "{context}: more than {high}");
            }
        }
        let all: BTreeSet<_> = limits.into_keys().collect();
        assert_eq!(seen, all, "{}", problem.id);
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn the_input_validators_of_the_packages_agree_on_all_data_and_on_mutated_inputs() {
    let folder = folder("validators");
    let file = folder.join("input");
    let mut random = Random::new(5);
    let (mut valid, mut invalid) = (0, 0);
    let problems: Vec<_> = some_of(15, problems()).collect();
    let written: Vec<_> = problems
        .iter()
        .map(|problem| validators::input_validator(problem))
        .collect();
    let Some(programs) = compile_cpp(&folder.join("validators"), &written) else {
        return;
    };
    for ((problem, written), validator) in problems.into_iter().zip(written).zip(&programs) {
        let package = folder.join(&problem.id);
        package::run(problem, &package, Format::named("2025-09")).unwrap();
        let packaged = fs::read_to_string(package.join("input_validators/input_validator.cpp"));
        assert_eq!(packaged.unwrap(), written);
        let agree = |input: &[u8]| {
            fs::write(&file, input).unwrap();
            let outcome = check_text(&problem.layout, input);
            let (is_valid, shown) = (outcome.is_ok(), String::from_utf8_lossy(input));
            let is_accepted = validator.accepts(&[], &file);
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
