//! `bouton validate` says what the input validators of the packages say, and where.

use std::fs;
use std::path::Path;

use crate::harness::{
    self, Random, accepts, check_text, compile_cpp, folder, names, package, problem, problems,
    records, run, some_of, texts, untidy,
};

/// All files `*.in` in a folder.
fn inputs(folder: &Path) -> Vec<Vec<u8>> {
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let inputs = paths.filter(|path| path.extension().is_some_and(|ext| ext == "in"));
    inputs.map(|path| fs::read(path).unwrap()).collect()
}

/// What is said about `input`: the message with its position, or nothing.
fn said(name: &str, input: &str) -> String {
    match check_text(&problem(name).layout, input.as_bytes()) {
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
        let said = Some(said(name, input)).filter(|said| !said.is_empty());
        assert_eq!(said.as_deref().unwrap_or("valid"), expected, "{words:?}");
    }
}

#[test]
fn an_alias_has_its_own_limits_where_they_are_known() {
    let large = "2\n1000000000 1000000000\n0\n";
    assert_eq!(said("poj2975", large), "");
    assert_eq!(
        said("hdu1850", large),
        "2:1: expected a from 1 to 1000000, found 1000000000"
    );
    let one_pile = "1\n7\n0\n";
    assert_eq!(said("poj2975", one_pile), "");
    assert_ne!(said("hdu1850", one_pile), "");
    for (input, fits) in [
        ("1\n1\n5000\n", true),
        ("1\n1\n5001\n", false),
        ("501\n", false),
    ] {
        for alias in ["poj3480", "luogup4279", "bzoj1022"] {
            assert_eq!(said(alias, input).is_empty(), fits, "{alias} {input:?}");
        }
        assert_ne!(said("hdu1907", input), "");
    }
    let subtraction_set = "1 10001\n1\n1 1\n0\n";
    assert_eq!(
        said("poj2960", subtraction_set),
        said("hdu1536", subtraction_set)
    );
    // Every alias has a layout, and other names than the problem's are no error.
    for problem in problems() {
        for name in names(problem) {
            let (sample, _) = &problem.samples()[0];
            let layout = &harness::problem(name).layout;
            assert!(check_text(layout, sample.as_bytes()).is_ok());
        }
    }
}

#[test]
fn the_exit_code_says_valid_not_valid_or_trouble() {
    let folder = folder("validate");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (good, bad) = (file("good.in", "2 45 45\n1 3\n"), file("bad.in", "2 1\n"));
    let outcome = |args: &[&str], input: &str| {
        let args = [&["validate"], args].concat();
        texts(&run(&args, input.as_bytes()))
    };
    assert_eq!(
        outcome(&["poj2234", &good], ""),
        (format!("{good}: valid, 2 cases\n"), String::new(), 0)
    );
    assert_eq!(
        outcome(&["poj2234"], "1 7\n"),
        ("stdin: valid, 1 case\n".to_owned(), String::new(), 0)
    );
    let wrong = format!("{bad}:1:4: expected a space, found the end of the line\n");
    assert_eq!(
        outcome(&["poj2234", &bad, "-", &good], "1 7\n"),
        (
            format!("{wrong}stdin: valid, 1 case\n{good}: valid, 2 cases\n"),
            String::new(),
            1
        )
    );
    let missing = folder.join("missing.in").display().to_string();
    assert_eq!(
        outcome(&["poj2234", &bad, &missing], ""),
        (
            wrong,
            format!("bouton: {missing}: No such file or directory\n"),
            2
        )
    );
    for args in [&["poj1"][..], &[]] {
        assert_eq!(outcome(args, "").2, 2);
    }
}

/// However the input is cut, what is said is the same.
#[test]
fn a_violation_is_where_it_is_wherever_reads_end() {
    let layout = &problem("hdu1536").layout;
    let text = b"2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 012\n0\n";
    let whole = check_text(layout, text);
    assert_eq!(whole.clone().unwrap_err().position.line, 5);
    for size in 1..text.len() {
        let mut rest = &text[..];
        let outcome = bouton::layout::checker::check(layout, |buffer| {
            let len = rest.len().min(size);
            buffer[..len].copy_from_slice(&rest[..len]);
            rest = &rest[len..];
            Ok(len)
        });
        assert_eq!(outcome.unwrap(), whole);
    }
}

const PIECES: &[&[u8]] = &[
    b"",
    b" ",
    b"\n",
    b"0",
    b"1",
    b"9",
    b"00",
    b"-1",
    b"x",
    b"\t",
    b"\r",
    b"\0",
    b"0\n",
    b"\n\n",
    b" 1",
    b"1 ",
    b"99999999999999999999",
    b"2147483648",
    b"\xff",
    b"+",
    b".",
];

/// `input` with some bytes removed, inserted, replaced or repeated.
fn mutate(random: &mut Random, input: &[u8]) -> Vec<u8> {
    let mut input = input.to_vec();
    for _ in 0..=random.below(2) {
        let at = random.below(input.len() as u64 + 1) as usize;
        let end = (at + random.below(3) as usize).min(input.len());
        match random.below(6) {
            0 => drop(input.drain(at..end)),
            1 => input.truncate(at),
            2 => drop(input.splice(at..end, random.pick(PIECES).iter().copied())),
            3 => drop(input.splice(at..at, random.pick(PIECES).iter().copied())),
            4 => {
                // Another digit often leaves the input valid.
                if let Some(byte) = input.get_mut(at).filter(|byte| byte.is_ascii_digit()) {
                    *byte = b'0' + random.below(10) as u8;
                }
            }
            _ => {
                let again = input[at..].to_vec();
                input.extend(again);
            }
        }
    }
    input
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
        let mut good = inputs(&package.join("data/sample"));
        good.extend(inputs(&package.join("data/secret")));
        for input in &good {
            assert!(agree(input), "{} has invalid data", problem.id);
        }
        let bad = inputs(&package.join("data/invalid_input"));
        assert!(bad.len() > 10, "{} has few invalid inputs", problem.id);
        for input in &bad {
            assert!(!agree(input), "{} has valid invalid data", problem.id);
        }
        for input in untidy(problem) {
            agree(input.as_bytes());
        }
        good.retain(|input| input.len() < 1000);
        for _ in 0..200 {
            let input = random.pick(&good);
            if agree(&mutate(&mut random, input)) {
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
    let path = folder("validate-64-bits").join("game.toml");
    let text = "rule = \"nim\"\ninput = \"n:1..9 / a:1..18446744073709551615<*n / !\"\n\
                piles = \"a\"\nanswer = \"A|B\"\n";
    fs::write(&path, text).unwrap();
    let problem = bouton::problem::find(path.to_str().unwrap())
        .unwrap()
        .unwrap();
    let said = |input: &str| match check_text(&problem.layout, input.as_bytes()) {
        Ok(_) => String::new(),
        Err(violation) => violation.to_string(),
    };
    let most = u64::MAX;
    assert_eq!(said(&format!("2\n1 {most}\n")), "");
    assert_eq!(
        said("1\n18446744073709551616\n"),
        format!("2:1: expected a from 1 to {most}, found a larger number")
    );
    assert_eq!(
        said(&format!("2\n{most} 1\n")),
        format!("2:22: expected a from 18446744073709551616, but to {most} at most, found 1")
    );
}

#[test]
fn for_programs_there_is_an_object_for_each_file() {
    let (text, _, code) = texts(&run(
        &["validate", "hdu1850", "--json", "-"],
        b"2\n1 2000000\n0\n",
    ));
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    let expected = serde_json::json!({"file": "stdin", "valid": false, "cases": null, "line": 2, "column": 3,
        "message": "expected a from 1 to 1000000, found 2000000"});
    assert_eq!((object, code), (expected, 1));
    let (text, _, code) = texts(&run(&["validate", "hdu1850", "--json"], b"2\n1 2\n0\n"));
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    let expected = serde_json::json!({"file": "stdin", "valid": true, "cases": 1, "line": null, "column": null, "message": null});
    assert_eq!((object, code), (expected, 0));
}

#[test]
fn utf16_is_named_as_such() {
    let layout = &crate::harness::problem("poj2234").layout;
    for text in [&b"\xff\xfe1\0"[..], b"\xfe\xff\x001"] {
        let violation = bouton::layout::checker::check_text(layout, text).unwrap_err();
        assert_eq!(
            violation.to_string(),
            "1:1: expected a number (M), found a UTF-16 byte-order mark"
        );
    }
    let violation = bouton::layout::checker::check_text(layout, b"\xff1").unwrap_err();
    assert_eq!(
        violation.to_string(),
        "1:1: expected a number (M), found byte 0xff"
    );
}
