//! `bouton package`: what is in a package, and whether its validators agree with bouton.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bouton::commands::diff;
use bouton::cpp;
use bouton::engine::RunOptions;
use bouton::package::{self, Format};
use bouton::problem::{self, Problem};

use crate::harness::{
    self, Run as _, accepts, answer, bouton, compile_cpp, folder, problems, records, some_of, texts,
};

/// The files in a folder and below: their paths and contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
                files.insert(name.replace('\\', "/"), fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// The names of the files of `folder` with this ending, in order.
fn ending_with(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let names = files(folder).into_keys();
    let names = names.filter(|name| name.ends_with(ending));
    names.map(|name| folder.join(name)).collect()
}

/// A game of one's own: a lone `game.toml` in a folder.
fn game(folder: &Path, rule: &str, input: &str, piles: &str, answer: &str) -> &'static Problem {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join("game.toml");
    let text =
        format!("rule = '{rule}'\ninput = '{input}'\npiles = '{piles}'\nanswer = '{answer}'\n");
    fs::write(&path, text).unwrap();
    harness::kept(problem::find(path.to_str().unwrap()).unwrap().unwrap())
}

/// The statements are written for the problem itself.
#[test]
fn every_limit_of_an_alias_is_in_its_statements() {
    let folder = folder("package-alias-limits");
    for problem in problems() {
        for bouton::problem::Alias {
            id: alias, layout, ..
        } in &problem.aliases
        {
            let Some(limits) = layout else { continue };
            let package = folder.join(alias);
            package::run(harness::problem(alias), &package, Format::Draft2023).unwrap();
            for language in ["en", "zh"] {
                let tex = package.join(format!("statement/problem.{language}.tex"));
                let tex = fs::read_to_string(tex).unwrap();
                for (old, new) in problem.layout.numbers.iter().zip(&limits.numbers) {
                    let (old, new) = (old.high.number().unwrap(), new.high.number().unwrap());
                    let short = |n: u64| match n.ilog10() {
                        exponent if exponent > 3 && 10_u64.pow(exponent) == n => {
                            format!(" {}$", format_args!("10^{exponent}"))
                        }
                        _ => format!("{n}$"),
                    };
                    let has = |n: u64| tex.contains(short(n).trim_start());
                    assert!(has(new), "{alias}: {new} is not in {tex}");
                    assert!(old == new || !has(old), "{alias}: {old} is in {tex}");
                }
            }
        }
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn the_answer_validators_accept_more_winning_moves_than_there_are_piles() {
    let folder = folder("package-many-moves");
    let takes = "{ c:1..9 s:1..10^18*c / n:1..9 a:0..10^18*n / ! }+";
    let rows = "{ n:1..9 a:0..18446744073709551615*n / ! }+";
    for (number, (rule, layout, input, expected)) in [
        // More than 2^64 moves, too.
        (
            "kayles",
            rows,
            "3 4 1 2\n1 18446744073709551615\n9 1 0 0 0 0 0 0 0 0\n3 18446744073709551615 18446744073709551615 1\n",
            "5\n",
        ),
        ("take s", takes, "3 1 3 5\n1 5\n2 7 5\n1 7\n", "3\n2\n"),
    ]
    .into_iter()
    .enumerate()
    {
        let problem = game(&folder.join(format!("own{number}")), rule, layout, "a", "{count}");
        let source = folder.join(format!("validator{number}.cpp"));
        fs::write(&source, cpp::answer_validator(problem)).unwrap();
        let Some(validator) = compile_cpp(&source) else {
            println!("SKIPPED: no c++ to compile the answer validators with");
            return;
        };
        let ours = answer(problem, input);
        assert!(ours.starts_with(expected), "{ours}");
        let [in_file, out_file] = ["in", "out"].map(|name| folder.join(name));
        fs::write(&in_file, input).unwrap();
        for (answers, is_right) in [
            (ours.clone(), true),
            (format!("0{ours}"), false),
            (ours.replacen('\n', " \n", 1), false),
            (ours.replacen('\n', "\n\n", 1), false),
        ] {
            fs::write(&out_file, &answers).unwrap();
            let accepted = accepts(&validator, &[&in_file], &out_file);
            assert_eq!(accepted, is_right, "{rule}: {answers}");
        }
    }
}

/// Forms of an answer that names moves, or not all of what they are.
const FORMS: [&str; 19] = [
    "{after}|lose",
    "any {after}|lose",
    "any W {pile}/{after}|L",
    "any {pile} {take}/{after}|L",
    "any {take} {after}|L",
    "{pile}|L",
    "any {pile}|L",
    "{take} ...|L",
    "{count} of {grundy}: {pile}:{take} ...|L",
    "any {left}|L",
    "any {size} {left}|L",
    "any {size} {size}|L",
    "any {case}: {take} {pile}|{case}: none",
    "any W{count}:{grundy}_{pile} {take}|L",
    "Case {case}: {pile} {take}|Case {case}: lose",
    "Case {case}: {grundy}|Case {case}: none",
    "{grundy} {count}|lose {grundy}",
    "any Yes {pile} {left}|Yes, but no",
    "{grundy}",
];

#[test]
#[ignore = "long: scripts/check --long"]
fn validators_of_every_form_accept_our_answers_and_no_others() {
    let folder = folder("package-forms");
    let mut others = 0;
    let is_of_move = |form: &&&str| form.contains("{pile}");
    let is_of_any = |form: &&&str| form.contains("{grundy}") && !is_of_move(form);
    let all: Vec<_> = FORMS.iter().collect();
    let alone: Vec<_> = FORMS.iter().filter(|form| !is_of_move(form)).collect();
    let split: Vec<_> = FORMS.iter().filter(is_of_any).collect();
    let coins = vec![&FORMS[1], &FORMS[7]];
    for (rule, input, forms) in [
        ("nim", "n:1..4 / a:0..7*n / !", all),
        ("take 1..3", "a:1..20 / !", alone),
        ("coins", "{ n:1..4 / { a:1..20 / }*n ! }+", coins),
        (
            "take powers of b or split",
            "{ b:1..4 n:1..4 / a:0..9*n / ! }+",
            split,
        ),
    ] {
        for form in forms {
            let problem = game(&folder.join("own"), rule, input, "a", form);
            let package = folder.join("package");
            let _ = fs::remove_dir_all(&package);
            package::run(problem, &package, Format::Icpc2025).unwrap();
            let compiled = |path: &str| {
                let source = package.join(path);
                source.exists().then(|| compile_cpp(&source)).flatten()
            };
            let Some(answers) = compiled("answer_validators/answer_validator.cpp") else {
                println!("SKIPPED: no c++ to compile the validators with");
                return;
            };
            let outputs = compiled("output_validator/output_validator.cpp");
            assert_eq!(outputs.is_some(), form.starts_with("any "), "{form}");
            for input in some_of(3, ending_with(&package.join("data/secret"), ".in")) {
                let right = input.with_extension("ans");
                let accepts = |answers_of: &Path, file: &Path| {
                    let by_answers = accepts(answers_of, &[&input], file);
                    let by_outputs = outputs
                        .as_deref()
                        .map(|validator| accepts(validator, &[&input, &right, &folder], file));
                    (by_answers, by_outputs)
                };
                let expected = (true, outputs.as_ref().map(|_| true));
                assert_eq!(
                    accepts(&answers, &right),
                    expected,
                    "{form} {}",
                    input.display()
                );
                let text = fs::read_to_string(&right).unwrap();
                let damaged = folder.join("damaged");
                // The answers of judges are written in one way only.
                for other in [
                    text[..text.len() - 1].to_owned(),
                    text.clone() + "\n",
                    " ".to_owned() + &text,
                    text.replacen('\n', "\r\n", 1),
                    text.clone() + "x",
                ] {
                    fs::write(&damaged, &other).unwrap();
                    assert!(!accepts(&answers, &damaged).0, "{form} {other:?}");
                }
                fs::write(&damaged, format!("{}9\n", text.trim_end())).unwrap();
                // Another count is not known to be wrong, but to what programs print.
                let (by_answers, by_outputs) = accepts(&answers, &damaged);
                assert!(!by_answers || form.contains("{count}"), "{form} {text}");
                assert!(!by_outputs.unwrap_or(false), "{form} {text}");
                others += 1;
            }
        }
    }
    assert!(others > 50, "{others}");
}

/// However a problem.yaml is written, that of the package says the same, and what it lacks.
#[test]
fn problem_yaml_of_a_package_has_what_the_folder_says_however_it_is_written() {
    let folder = folder("package-yaml");
    let own = folder.join("own");
    game(&own, "nim", "{ n:1..3 a:0..3*n / ! }+", "a", "Yes|No");
    for (number, (yaml, expected, has_chinese)) in [
        (
            "name: Mine\nlimits:\n    time_limit: 2\n    memory: 64\n",
            "name: Mine\nlimits:\n  time_limit: 2\n  memory: 64\n",
            false,
        ),
        (
            "limits: {time_limit: 2, memory: 64}\nname: \"a: b\"\n",
            "limits:\n  time_limit: 2\n  memory: 64\nname: \"a: b\"\n",
            false,
        ),
        (
            "name: {en: X, zh: 游戏}\nproblem_format_version: legacy\nkeywords: [a, 'b']\n",
            "name:\n  en: X\n  zh: 游戏\nkeywords:\n  - a\n  - b\n",
            true,
        ),
    ]
    .into_iter()
    .enumerate()
    {
        fs::write(own.join("problem.yaml"), yaml).unwrap();
        let problem = problem::find(&own).unwrap().unwrap();
        let package = folder.join(format!("package{number}"));
        package::run(&problem, &package, Format::Icpc2025).unwrap();
        let text = fs::read_to_string(package.join("problem.yaml")).unwrap();
        let rest = text.strip_prefix("problem_format_version: 2025-09\n");
        let rest = rest.and_then(|rest| rest.strip_prefix(expected));
        let rest = rest.unwrap_or_else(|| panic!("{text}"));
        assert!(
            rest.contains("uuid: ") && rest.contains("license: "),
            "{text}"
        );
        assert_eq!(text.matches("limits:").count(), 1, "{text}");
        let statement = package.join("statement/problem.zh.tex");
        assert_eq!(statement.exists(), has_chinese, "{text}");
    }
}

/// Rules with single moves, in inputs of one case: what comes before the piles, and that in some inputs.
const RULES: [(&str, &str, &[&str]); 11] = [
    ("nim", "", &[""]),
    ("misere nim", "", &[""]),
    ("take 1..3", "", &[""]),
    ("misere take 1..3", "", &[""]),
    ("take {1,3,4}", "", &[""]),
    ("take {2,4}", "", &[""]),
    ("misere take {2,3}", "", &[""]),
    ("misere take 2..3", "", &[""]),
    ("take 1..k", "k:1..4 / ", &["1\n", "3\n"]),
    ("misere take 1..k", "k:1..4 / ", &["1\n", "3\n"]),
    ("take s", "c:1..3 s:1..6*c / ", &["1 2\n", "3 4 1 3\n"]),
];

#[test]
#[ignore = "long: scripts/check --long"]
fn the_output_validator_accepts_each_answer_that_diff_does_and_no_other() {
    let folder = folder("package-any-move");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    for (number, (rule, given, heads)) in RULES.into_iter().enumerate() {
        let layout = format!("{given}n:1..3 a:0..6*n / !");
        let own = folder.join(format!("own{number}"));
        let problem = game(&own, rule, &layout, "a", "any {pile} {take}|no_move");
        let source = write(
            &format!("validator{number}.cpp"),
            &cpp::output_validator(problem).unwrap(),
        );
        let Some(validator) = compile_cpp(&source) else {
            println!("SKIPPED: no c++ to compile the output validators with");
            return;
        };
        let positions = ["1 0", "1 5", "2 3 3", "3 1 1 1", "3 6 5 2"];
        let inputs =
            positions.map(|piles| heads.iter().map(move |head| format!("{head}{piles}\n")));
        let (mut right, mut wrong) = (0, 0);
        for input in inputs.into_iter().flatten() {
            let ours = answer(problem, &input);
            let word = ours.trim_end();
            let moves = (0..30).map(|k| format!("{} {}\n", k / 7, k % 7));
            let others =
                "|\n|x\n|-1 1\n|01 1\n|1\n|1 18446744073709551617\n|no\n|No move\n|no move\n";
            let outputs = moves.chain(others.split('|').map(str::to_owned)).chain([
                word.to_owned(),
                format!("{word}\r\n\n\n"),
                format!("{word}\n1 1\n"),
                format!("{word} 1\n"),
            ]);
            let (in_file, expected) = (write("in", &input), write("ans", &ours));
            for output in outputs {
                let file = write("out", &output);
                let accepted = accepts(&validator, &[&in_file, &expected, &folder], &file);
                let options = RunOptions::one_thread();
                let report = &mut Vec::new();
                let by_diff = diff::run(
                    problem,
                    &in_file,
                    &expected,
                    Some(&file),
                    options,
                    false,
                    report,
                );
                assert_eq!(accepted, by_diff.unwrap(), "{rule} {input:?}: {output:?}");
                *if accepted { &mut right } else { &mut wrong } += 1;
            }
        }
        assert!(right > 14 && wrong > 150, "{rule}: {right} {wrong}");
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn the_output_validator_knows_piles_of_any_size() {
    let folder = folder("package-large-piles");
    let layout = "{ c:1..9 s:1..10^9*c / n:1..9 a:0..10^18*n / ! }+";
    let problem = game(
        &folder.join("own"),
        "take s",
        layout,
        "a",
        "any {pile} {take}|lose",
    );
    let source = folder.join("output_validator.cpp");
    fs::write(&source, cpp::output_validator(problem).unwrap()).unwrap();
    let Some(validator) = compile_cpp(&source) else {
        println!("SKIPPED: no c++ to compile the output validators with");
        return;
    };
    let input = "2 2 5\n3 1000000000000000000 1 999999999999999998\n\
                 3 3000000 6000000 12000000\n2 999999999999999999 100000000\n\
                 2 7 5\n1 3\n\
                 3 2 5 1000000\n2 100000 7\n\
                 3 2 5 1000000\n2 1000003 100000000007\n\
                 2 999999999 2\n1 5\n\
                 2 500000000 999999999\n1 500000005\n\
                 4 1 10 10 4\n2 77777777777777777 123456\n";
    let ours = answer(problem, input);
    let files = [("in", input), ("out", &ours)].map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path
    });
    let accepts = || accepts(&validator, &[&files[0], &files[1], &folder], &files[1]);
    assert!(accepts(), "{ours}");
    let lines: Vec<&str> = ours.lines().collect();
    // Each run of the validator searches for periods for seconds.
    for line in [0, lines.len() - 1] {
        let mut damaged = lines.clone();
        damaged[line] = if damaged[line] == "lose" {
            "1 2"
        } else {
            "lose"
        };
        fs::write(&files[1], damaged.join("\n")).unwrap();
        assert!(!accepts(), "{damaged:?}");
    }
}

/// What is in `folder`, but for the game.
fn left_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    names.filter(|name| name != "own").collect()
}

#[cfg(unix)]
#[test]
fn a_package_is_complete_or_not_there_whenever_a_signal_comes() {
    use crate::harness::wait_until;
    use std::os::unix::process::ExitStatusExt;
    let folder = folder("package-signal");
    let whole = folder.join("whole");
    package::run(harness::problem("hdu2176"), &whole, Format::Icpc2025).unwrap();
    let whole = files(&whole);
    fs::remove_dir_all(folder.join("whole")).unwrap();
    for signal in [libc::SIGINT, libc::SIGTERM] {
        let package = folder.join("package");
        let mut child = bouton()
            .args(["package", "hdu2176"])
            .arg(&package)
            .stderr(std::process::Stdio::piped())
            .start()
            .unwrap();
        wait_until(&mut child, || !left_in(&folder).is_empty());
        // SAFETY: to send a signal has no preconditions; the child has not been waited for, so that the
        // process is still ours.
        unsafe { libc::kill(child.id() as i32, signal) };
        let output = child.wait_with_output().unwrap();
        if output.status.success() {
            assert!(files(&package) == whole);
            fs::remove_dir_all(&package).unwrap();
        } else {
            assert_eq!(output.status.signal(), Some(signal));
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(error, "bouton: interrupted\n");
        }
        assert_eq!(left_in(&folder), [""; 0]);
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn the_programs_of_a_package_of_ones_own_accept_its_data_and_answer_them() {
    let folder = folder("package-programs");
    let games = records(include_str!("tables/packages.txt"));
    let games = games.iter().flat_map(|(words, answers)| {
        let [rule, layout, piles] = &words[..] else {
            panic!("{words:?}");
        };
        answers
            .lines()
            .map(move |answer| (rule, layout, piles, answer))
    });
    for (number, (rule, layout, piles, answer)) in some_of(31, games).enumerate() {
        let own = folder.join(format!("own{number}"));
        let problem = game(&own, rule, layout, piles, answer);
        let package = folder.join(format!("package{number}"));
        package::run(problem, &package, Format::Icpc2025).unwrap();
        let compiled = |path: &str| compile_cpp(&package.join(path));
        let Some(of_inputs) = compiled("input_validators/input_validator.cpp") else {
            println!("SKIPPED: no c++ to compile the validators with");
            return;
        };
        let of_answers = compiled("answer_validators/answer_validator.cpp").unwrap();
        for input in ending_with(&package.join("data/secret"), ".in") {
            let answers = input.with_extension("ans");
            let is_valid = accepts(&of_inputs, &[], &input);
            let is_right = accepts(&of_answers, &[&input], &answers);
            assert!(is_valid && is_right, "{rule} {answer} {}", input.display());
        }
        let invalid = ending_with(&package.join("data/invalid_input"), ".in");
        assert!(invalid.len() > 5, "{rule} {layout}: {}", invalid.len());
        for input in invalid {
            assert!(!accepts(&of_inputs, &[], &input), "{}", input.display());
        }
        let program = "submissions/accepted/solution.cpp";
        let source = texts(&bouton().arg("source").arg(&own).run().unwrap());
        let packaged = fs::read_to_string(package.join(program)).unwrap();
        assert_eq!(source, (packaged, String::new(), 0));
        let mut judged = bouton();
        judged.arg("test").arg(&own).arg("--");
        let (out, err, code) = texts(&judged.arg(compiled(program).unwrap()).run().unwrap());
        assert_eq!((err.as_str(), code), ("", 0), "{rule} {answer}: {out}");
    }
}
