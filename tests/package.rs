//! `bouton package`: what is in a package, and whether its validators agree with bouton.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bouton::commands::diff;
use bouton::cpp;
use bouton::engine::RunOptions;
use bouton::package::{self, Format};
use bouton::problem::made_up;
use bouton::problem::statement::Language;
use bouton::problem::{self, Problem};

use crate::definition::{Position, Search};
use crate::harness::{
    self, Random, Run as _, accepts, answer, bouton, compile_cpp, folder, package, problems,
    some_of, texts,
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

#[test]
fn a_package_has_statements_data_validators_and_submissions() {
    let folder = folder("package-contents");
    let problem = harness::problem("poj2234");
    let package = package(problem, &folder);
    let files = files(&package);
    for name in [
        "problem.yaml",
        "statement/problem.en.tex",
        "statement/problem.zh.tex",
        "data/sample/1.in",
        "data/sample/1.ans",
        "data/test_group.yaml",
        "data/invalid_input/crlf.in",
        "data/invalid_input/too_large.in",
        "input_validators/input_validator.cpp",
        "answer_validators/answer_validator.cpp",
        "submissions/accepted/poj2234.c",
        "submissions/accepted/poj2234.rs",
        "submissions/brute_force/poj2234.cpp",
        "submissions/wrong_answer/misere_rule.c",
    ] {
        assert!(files.contains_key(name), "{name} is missing");
    }
    assert!(
        !files
            .keys()
            .any(|name| name.starts_with("output_validator"))
    );
    let yaml = String::from_utf8_lossy(&files["problem.yaml"]);
    assert!(
        yaml.starts_with("problem_format_version: 2025-09\n"),
        "{yaml}"
    );
    assert!(yaml.contains("\nlimits:\n  time_limit: "), "{yaml}");
    let inputs = ending_with(&package.join("data/secret"), ".in");
    assert!(inputs.len() > 5);
    for input in inputs {
        let answers = fs::read_to_string(input.with_extension("ans")).unwrap();
        let input = fs::read_to_string(input).unwrap();
        assert_eq!(answer(problem, &input), answers);
    }
}

#[test]
fn the_draft_of_2023_has_no_more_than_that_format_knows() {
    let package = folder("package-draft").join("package");
    let problem = harness::problem("hdu1847");
    package::run(problem, &package, Format::Draft2023).unwrap();
    let files = files(&package);
    let yaml = String::from_utf8_lossy(&files["problem.yaml"]);
    assert!(
        yaml.starts_with("problem_format_version: 2023-07-draft\n"),
        "{yaml}"
    );
    assert!(files.contains_key("data/testdata.yaml"));
    for start in [
        "data/invalid_input",
        "answer_validators",
        "submissions/brute_force",
    ] {
        assert!(!files.keys().any(|name| name.starts_with(start)), "{start}");
    }
}

#[test]
fn a_package_always_has_the_same_bytes() {
    let folder = folder("package-twice");
    let own = folder.join("own");
    let own = game(
        &own,
        "nim",
        "{ n:1..9 a:0..9*n / ! }+",
        "a",
        "any {pile} {take}|lose",
    );
    for problem in [
        harness::problem("hdu1850"),
        harness::problem("poj2975"),
        own,
    ] {
        let packages = [1, 2].map(|number| {
            let package = folder.join(format!("{}-{number}", problem.id));
            package::run(problem, &package, Format::Icpc2025).unwrap();
            let files = files(&package);
            fs::remove_dir_all(package).unwrap();
            files
        });
        assert!(packages[0] == packages[1], "{}", problem.name);
    }
}

#[test]
fn a_package_under_an_alias_has_the_limits_and_the_source_of_that_name() {
    let folder = folder("package-alias");
    let texts = |name: &str| {
        let package = folder.join(name);
        package::run(harness::problem(name), &package, Format::Icpc2025).unwrap();
        let text = |path: &str| fs::read_to_string(package.join(path)).unwrap();
        [
            text("problem.yaml"),
            text("statement/problem.en.tex"),
            text("statement/problem.zh.tex"),
            text("input_validators/input_validator.cpp"),
        ]
    };
    let [yaml, english, chinese, validator] = texts("poj2975");
    let source = "source:\n  name: POJ 2975\n  url: http://poj.org/problem?id=2975\n";
    assert!(yaml.contains(source), "{yaml}");
    for tex in [english, chinese] {
        assert!(tex.contains("$1 \\le M \\le 1000$"), "{tex}");
        assert!(tex.contains("$10^9$") && !tex.contains("10^6"), "{tex}");
    }
    assert!(
        validator.contains("\"a\", M_, 1, 1000000000, Any())"),
        "{validator}"
    );
    let uuid = |yaml: &str| {
        let uuid = yaml.lines().find_map(|line| line.strip_prefix("uuid: "));
        uuid.unwrap().to_owned()
    };
    let [itself, ..] = texts("hdu1850");
    let [other, ..] = texts("poj3480");
    assert!(uuid(&yaml) != uuid(&itself) && uuid(&yaml) != uuid(&other));
    assert!(itself.contains("name: HDU 1850\n"), "{itself}");
}

/// The statements are written for the problem itself.
#[test]
fn every_limit_of_an_alias_is_in_its_statements() {
    let folder = folder("package-alias-limits");
    for problem in problems() {
        for (alias, limits) in &problem.aliases {
            let Some(limits) = limits else { continue };
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
fn a_game_of_ones_own_gets_a_statement_a_problem_yaml_and_a_sample() {
    let folder = folder("package-own");
    let own = folder.join("it's_mine");
    let input = "T:1..50 / { k:1..5 n:1..100 / a:0..10^9*n / ! }*T";
    let problem = game(
        &own,
        "misere take 1..k",
        input,
        "a",
        "any {pile} {take}|I_lose",
    );
    let package = folder.join("package");
    package::run(problem, &package, Format::Icpc2025).unwrap();
    let text = |path: &str| fs::read_to_string(package.join(path)).unwrap();
    let yaml = text("problem.yaml");
    assert!(yaml.contains("\n  en: 'it''s_mine'\n"), "{yaml}");
    assert!(
        yaml.contains("\nlimits:\n  time_limit: 2\n  memory: 256\n"),
        "{yaml}"
    );
    let statement = text("statement/problem.en.tex");
    for words in [
        "\\problemname{it's\\_mine}",
        "A move takes from 1 to $k$ stones from one pile.",
        "to take the last stone is to lose",
        "\\item $T$ ($1 \\le T \\le 50$), the number of cases",
        "\\item $T$ times:\n\\begin{itemize}",
        "\\item $k$ ($1 \\le k \\le 5$), the most stones that a move may take; $n$ ($1 \\le n \\le 100$), the number of piles",
        "\\item $n$ numbers $a$ (each at least $0$ and at most $10^{9}$), the sizes of the piles",
        "with any winning move, or I lose",
    ] {
        assert!(statement.contains(words), "{words} is not in {statement}");
    }
    assert_eq!(
        answer(problem, &text("data/sample/1.in")),
        text("data/sample/1.ans")
    );
    let output_validator = package.join("output_validator/output_validator.cpp");
    assert!(output_validator.is_file());
    for name in [
        "valid_output/last_winning_move",
        "invalid_output/first_losing_move",
    ] {
        assert!(package.join(format!("data/{name}.out")).is_file(), "{name}");
    }
}

#[test]
fn a_folder_of_ones_own_keeps_what_it_has() {
    let folder = folder("package-own-folder");
    let own = folder.join("own");
    let problem = game(&own, "nim", "{ n:1..9 a:0..9*n / ! }+", "a", "Yes|No");
    let write = |path: &str, text: &str| {
        let path = own.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let yaml =
        "problem_format_version: legacy\nname: Mine\nuuid: 12345678-1234-8234-8234-123456789012\n";
    write("problem.yaml", yaml);
    write("statement/problem.en.tex", "\\problemname{Mine}\n");
    write("data/sample/first.in", "1 3\n");
    write("data/sample/first.ans", "Yes\n");
    write("hacks/small.in", "2 3 3\n");
    write("submissions/accepted/mine.py", "print('Yes')\n");
    let package = folder.join("package");
    package::run(problem, &package, Format::Icpc2025).unwrap();
    let files = files(&package);
    let text = |path: &str| String::from_utf8_lossy(&files[path]).into_owned();
    assert_eq!(text("problem.yaml"), yaml.replace("legacy", "2025-09"));
    assert_eq!(text("statement/problem.en.tex"), "\\problemname{Mine}\n");
    assert_eq!(text("data/sample/1.in"), "1 3\n");
    assert_eq!(text("submissions/accepted/mine.py"), "print('Yes')\n");
    let hack = files
        .iter()
        .find(|(_, bytes)| *bytes == b"2 3 3\n")
        .unwrap();
    assert!(hack.0.starts_with("data/secret/"), "{}", hack.0);
}

/// Every kind of layout, with names that mean something in C++, and every kind of answer.
const GAMES: [(&str, &str, &str, &str); 16] = [
    (
        "nim",
        "{ int:1..9 for:0..18446744073709551615*int / ! }+",
        "for",
        "Yes|No\"\\??!é",
    ),
    (
        "misere nim",
        "{ n:1..5 / { a:0..9 / }*n ! }+/",
        "a",
        "{pile}:{take} ...|CONCEDE",
    ),
    (
        "take s",
        "c:1..3 s:1..9*c T:1..50 / { n:1..5 a:0..20*n / ! }*T",
        "a",
        "YES/{pile} {take}|NO",
    ),
    (
        "take 1..k",
        "{ k:1..4 x:1..9 y:0..9 z:x..9 / ! }0",
        "x y z",
        "any {pile} {take}|-1",
    ),
    (
        "take {1,3,4}",
        "{ n:1..5 / { w:7..9 a:0..9 / }*n ! }0",
        "a",
        "Yes/{size} {left}/...|No",
    ),
    (
        "nim",
        "n:1..9 / a:0..9*n / !",
        "a",
        "{take} {pile}/{after}|lose",
    ),
    (
        "moore k",
        "{ n:1..5 k:1..3 / { a:0..9 / }*n ! }+",
        "a",
        "Case {case}: A_wins|Case {case}: B",
    ),
    (
        "hill k",
        "{ k:1..2 n:2..5 / { x:0..30< / }*n ! }+/",
        "x",
        "{count}",
    ),
    (
        "coins",
        "{ n:1..5 / a:1..20*n / ! }+",
        "a",
        "any {pile} {take}|lose",
    ),
    (
        "coins",
        "T:1..9 / { n:1..5 / { c:1..20 / }*n ! }*T",
        "c",
        "{pile}:{take} ...|CONCEDE",
    ),
    ("octal 0.137", "{ n:1..9 a:0..99*n / ! }+", "a", "{count}"),
    (
        "take s and split",
        "{ c:1..3 s:1..6*c / m:1..3 / { n:1..3 a:0..9*n / }*m ! }+",
        "a",
        "WL*m",
    ),
    (
        "take s and split",
        "{ c:1..3 / s:1..6*c / m:1..3 / { a:0..20 / }*m ! }0",
        "a",
        "(1|2)*m",
    ),
    ("kayles", "n:1..9 / { new:0..9*n / ! }+", "new", "{count}"),
    (
        "take s",
        "{ m:1..3 c:1..3 / s:1..6<*c / { n:0..3 a:0..9*n / }*m ! }0",
        "a",
        "WL*m",
    ),
    (
        "misere take 1..3",
        "T:1..3 n:2..3 / { b:0..n*n / ! }*T",
        "b",
        "any {pile} {take}|position_is_lost",
    ),
];

#[test]
fn the_validators_of_games_of_ones_own_accept_their_data_and_refuse_invalid_inputs() {
    let folder = folder("package-validators");
    for (number, (rule, input, piles, answer)) in some_of(12, GAMES.into_iter().enumerate()) {
        let own = folder.join(format!("own{number}"));
        let problem = game(&own, rule, input, piles, answer);
        let package = folder.join(format!("package{number}"));
        package::run(problem, &package, Format::Icpc2025).unwrap();
        let validator = |name: &str| compile_cpp(&package.join(name));
        let Some(of_inputs) = validator("input_validators/input_validator.cpp") else {
            println!("SKIPPED: no c++ to compile the validators with");
            return;
        };
        let of_answers = validator("answer_validators/answer_validator.cpp").unwrap();
        for input in ending_with(&package.join("data/secret"), ".in") {
            let answers = input.with_extension("ans");
            assert!(accepts(&of_inputs, &[], &input), "{}", input.display());
            assert!(
                accepts(&of_answers, &[&input], &answers),
                "{}",
                input.display()
            );
        }
        let invalid = ending_with(&package.join("data/invalid_input"), ".in");
        assert!(invalid.len() > 8, "{rule} {input}: {}", invalid.len());
        for input in invalid {
            assert!(!accepts(&of_inputs, &[], &input), "{}", input.display());
        }
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn validators_refuse_two_coins_on_one_cell_and_moves_over_others() {
    let folder = folder("package-coins");
    let file = |name: &str, text: &str| {
        fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    };
    for (number, layout) in [
        "{ n:1..5 / a:1..20*n / ! }+",
        "{ n:1..5 / { a:1..20 / }*n ! }+",
    ]
    .into_iter()
    .enumerate()
    {
        let problem = game(
            &folder.join(format!("own{number}")),
            "coins",
            layout,
            "a",
            "any {pile} {take}|lose",
        );
        let space = if number == 0 { " " } else { "\n" };
        let of_inputs = file("inputs.cpp", &cpp::input_validator(problem));
        let of_answers = file("answers.cpp", &cpp::answer_validator(problem));
        let (Some(of_inputs), Some(of_answers)) =
            (compile_cpp(&of_inputs), compile_cpp(&of_answers))
        else {
            println!("SKIPPED: no c++ to compile the validators with");
            return;
        };
        // In the first case the second coin cannot pass the third one, and the first coin is alone.
        let input = |second: u64| format!("3\n5{space}9{space}{second}\n2\n9{space}5\n");
        let check = |second: u64| accepts(&of_inputs, &[], &file("in", &input(second)));
        assert!(check(7) && !check(5) && !check(9), "{layout}");
        let piles = file("in", &input(7));
        let is_right = |answers: &str| accepts(&of_answers, &[&piles], &file("out", answers));
        assert!(is_right("1 3\n1 3\n"), "{}", answer(problem, &input(7)));
        for wrong in [
            "2 3\n1 3\n",
            "lose\n1 3\n",
            "1 3\n2 4\n",
            "1 5\n1 3\n",
            "1 3\nlose\n",
        ] {
            assert!(!is_right(wrong), "{wrong}");
        }
    }
}

#[test]
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
    for (rule, input, forms) in [
        ("nim", "n:1..4 / a:0..7*n / !", all),
        ("take 1..3", "a:1..20 / !", alone),
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

#[test]
#[ignore = "long: scripts/check --long"]
fn the_answer_validators_refuse_answers_that_are_damaged() {
    let folder = folder("package-answers");
    let mut random = Random::new(7);
    // One problem for each kind of answer.
    let ids = [
        "poj2234",
        "lightoj1253",
        "hdu1850",
        "hdu1536",
        "bzoj1874",
        "codingamemiserenim",
        "hdu2176",
        "luogup1247",
    ];
    for id in some_of(3, ids) {
        let problem = harness::problem(id);
        let package = package(problem, &folder);
        let validator = package.join("answer_validators/answer_validator.cpp");
        let Some(validator) = compile_cpp(&validator) else {
            println!("SKIPPED: no c++ to compile the answer validators with");
            return;
        };
        let mut small = 0;
        for input in ending_with(&package.join("data"), ".in") {
            let answers = input.with_extension("ans");
            let Ok(text) = fs::read_to_string(&answers) else {
                continue;
            };
            if text.len() > 100_000 {
                continue;
            }
            assert!(
                accepts(&validator, &[&input], &answers),
                "{}",
                input.display()
            );
            if text.len() > 2000 || small > 10 {
                continue;
            }
            small += 1;
            let at = random.below(text.len() as u64 - 1) as usize;
            let damaged = [
                text[..text.len() - 1].to_owned(),
                text.clone() + "\n",
                " ".to_owned() + &text,
                text.replacen('\n', "\r\n", 1),
                format!("{}x{}", &text[..at], &text[at..]),
                format!("{}0{}", &text[..at], &text[at..]).replacen("00", "000", 1),
                text.to_lowercase().to_uppercase() + "x",
            ];
            let file = folder.join("damaged");
            for damaged in damaged {
                fs::write(&file, &damaged).unwrap();
                // A digit more may make another number that a count could be.
                let may_be_right =
                    id == "hdu1850" && damaged.bytes().all(|b| b == b'\n' || b.is_ascii_digit());
                assert!(
                    may_be_right || !accepts(&validator, &[&input], &file),
                    "{id}: {damaged:?} for {}",
                    input.display()
                );
            }
        }
        fs::remove_dir_all(package).unwrap();
    }
}

/// The takes that a case allows, from the numbers before its piles.
type Allowed = fn(&[u64]) -> Vec<u64>;

/// Rules with single moves, in inputs of one case: what comes before the piles, and the takes.
const RULES: [(&str, &str, Allowed); 9] = [
    ("nim", "", |_| (1..=9).collect()),
    ("misere nim", "", |_| (1..=9).collect()),
    ("take 1..3", "", |_| (1..=3).collect()),
    ("misere take 1..3", "", |_| (1..=3).collect()),
    ("take {1,3,4}", "", |_| vec![1, 3, 4]),
    ("take {2,4}", "", |_| vec![2, 4]),
    ("take 1..k", "k:0..4 / ", |given| (1..=given[0]).collect()),
    ("misere take 1..k", "k:1..4 / ", |given| {
        (1..=given[0]).collect()
    }),
    ("take s", "c:1..3 s:1..6*c / ", |given| given[1..].to_vec()),
];

#[test]
#[ignore = "long: scripts/check --long"]
fn the_output_validator_accepts_each_winning_move_and_no_other_answer_as_diff_does() {
    let folder = folder("package-any-move");
    let mut random = Random::new(3);
    let (mut right, mut wrong) = (0, 0);
    let rules = some_of(4, RULES.into_iter().enumerate());
    let count = rules.len();
    for (number, (rule, given, allowed)) in rules {
        let layout = format!("{given}n:1..3 a:0..6*n / !");
        let problem = game(
            &folder.join(format!("own{number}")),
            rule,
            &layout,
            "a",
            "any {pile} {take}|no_move",
        );
        let package = folder.join(format!("package{number}"));
        package::run(problem, &package, Format::Icpc2025).unwrap();
        let validator = compile_cpp(&package.join("output_validator/output_validator.cpp"));
        let Some(validator) = validator else {
            println!("SKIPPED: no c++ to compile the output validators with");
            return;
        };
        for _ in 0..6 {
            let given: Vec<u64> = match (given.split(':').next(), random.below(3)) {
                (Some("k"), _) => vec![1 + random.below(4)],
                (Some("c"), more) => {
                    let subtraction_set =
                        (0..=more).map(|_| 1 + random.below(6)).collect::<Vec<_>>();
                    [vec![subtraction_set.len() as u64], subtraction_set].concat()
                }
                _ => Vec::new(),
            };
            let piles: Position = (0..=random.below(3)).map(|_| random.below(7)).collect();
            let takes_of_case = allowed(&given);
            let is_take = |take: u64| takes_of_case.contains(&take);
            let mut search = Search::of(rule, |name| {
                let count = usize::from(name == "s");
                given[count..].to_vec()
            });
            let input = input_of(&given, &piles);
            let mut outputs = Vec::new();
            for pile in 0..=piles.len() + 1 {
                let size = pile
                    .checked_sub(1)
                    .and_then(|index| piles.get(index))
                    .copied();
                for take in 0..=size.unwrap_or(0) + 1 {
                    let mut after = piles.clone();
                    let wins = size.is_some_and(|size| is_take(take) && take <= size) && {
                        after[pile - 1] -= take;
                        !search.first_wins(&after)
                    };
                    outputs.push((format!("{pile} {take}\n"), wins));
                }
            }
            let is_won = outputs.iter().any(|(_, is_right)| *is_right);
            outputs.push(("no move\n".to_owned(), !is_won));
            let first_right = outputs.iter().find(|(_, is_right)| *is_right);
            let first_right = first_right.unwrap().0.trim_end().to_owned();
            let more = [
                "",
                "\n",
                "x\n",
                "-1 1\n",
                "01 1\n",
                "1\n",
                "1 18446744073709551617\n",
                "no\n",
                "No move\n",
            ];
            outputs.extend(more.map(|text| (text.to_owned(), false)));
            for (before, after, is_right) in [
                ("", "", true),
                ("", "\r\n\n\n", true),
                ("", "\n1 1\n", false),
                ("", " 1\n", false),
            ] {
                outputs.push((format!("{before}{first_right}{after}"), is_right));
            }
            for (output, is_right) in outputs {
                let file = |name: &str, text: &str| {
                    let path = folder.join(name);
                    fs::write(&path, text).unwrap();
                    path
                };
                let (input, output) = (file("in", &input), file("out", &output));
                let expected = file(
                    "ans",
                    &answer(problem, &fs::read_to_string(&input).unwrap()),
                );
                let accepted = accepts(&validator, &[&input, &expected, &folder], &output);
                let options = RunOptions::one_thread();
                let mut report = Vec::new();
                let by_diff = diff::run(
                    problem,
                    &input,
                    &expected,
                    Some(&output),
                    options,
                    false,
                    &mut report,
                )
                .unwrap();
                let shown = fs::read_to_string(&output).unwrap();
                assert_eq!(
                    (accepted, by_diff),
                    (is_right, is_right),
                    "{rule} {given:?} {piles:?}: {shown:?}"
                );
                *if is_right { &mut right } else { &mut wrong } += 1;
            }
        }
        fs::remove_dir_all(package).unwrap();
    }
    println!("{right} right, {wrong} wrong");
    assert!(right > 12 * count && wrong > 60 * count);
}

/// A case: what is given of the rules, and the piles.
fn input_of(given: &[u64], piles: &[u64]) -> String {
    let line = |numbers: &[u64]| {
        let words: Vec<_> = numbers.iter().map(u64::to_string).collect();
        words.join(" ") + "\n"
    };
    let piles = line(&[&[piles.len() as u64], piles].concat());
    if given.is_empty() {
        piles
    } else {
        line(given) + &piles
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

#[test]
fn a_package_replaces_nothing_and_makes_the_folders_around_it() {
    let folder = folder("package-folder");
    let outcome = |dir: &Path| {
        let arguments = ["package", "hdu1847", dir.to_str().unwrap()];
        texts(&bouton().args(arguments).run().unwrap())
    };
    let full = folder.join("full");
    fs::create_dir(&full).unwrap();
    fs::write(full.join("mine"), "kept").unwrap();
    let message = format!(
        "bouton: {} is not empty: give a new folder\n",
        full.display()
    );
    assert_eq!(outcome(&full), (String::new(), message, 2));
    assert_eq!(files(&full).len(), 1);
    let file = full.join("mine");
    let message = format!("bouton: {} is a file: give a new folder\n", file.display());
    assert_eq!(outcome(&file), (String::new(), message, 2));
    let empty = folder.join("empty");
    fs::create_dir(&empty).unwrap();
    for dir in [empty, folder.join("a/b/c")] {
        assert_eq!(outcome(&dir), (String::new(), String::new(), 0));
        assert!(dir.join("problem.yaml").is_file());
    }
}

#[test]
fn a_generated_statement_names_the_numbers_of_stones_and_nothing_irrelevant() {
    let folder = folder("package-statement");
    for (rule, sentence) in [
        (
            "take {1,3,4}",
            "takes exactly 1, 3 or 4 stones from one pile.",
        ),
        ("take {2}", "takes exactly $2$ stones from one pile."),
        ("take {1}", "takes exactly $1$ stone from one pile."),
    ] {
        let own = game(
            &folder.join("own"),
            rule,
            "{ a:1..9 b:1..9 / ! }+",
            "a b",
            "Yes|No",
        );
        let statement = made_up::statement(own, Language::English);
        assert!(statement.contains(sentence), "{statement}");
        assert!(!statement.contains("Piles are counted"), "{statement}");
        let input = "cases to the end of the input, each: two piles a, b";
        assert_eq!(own.input(), input);
    }
}

#[test]
fn packages_of_published_problems_have_memory_for_java_and_python() {
    let folder = folder("package-memory");
    // The judges' own limits: 32 MiB, 64 MiB under another name, 512 MiB.
    for (name, memory) in [("hdu1907", 256), ("poj3480", 256), ("hackerranknim", 512)] {
        let package = folder.join(name);
        package::run(harness::problem(name), &package, Format::Icpc2025).unwrap();
        let yaml = fs::read_to_string(package.join("problem.yaml")).unwrap();
        let line = format!("\n  memory: {memory}\n");
        assert!(yaml.contains(&line), "{name}: {yaml}");
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

#[test]
fn a_package_with_invalid_data_is_not_written() {
    let folder = folder("package-invalid");
    let own = folder.join("own");
    game(&own, "nim", "{ n:1..9 a:0..9*n / ! }+", "a", "Yes|No");
    fs::create_dir(own.join("hacks")).unwrap();
    fs::write(own.join("hacks/bad.in"), "1 10\n").unwrap();
    let package = folder.join("package");
    let arguments = ["package", own.to_str().unwrap(), package.to_str().unwrap()];
    let (out, err, code) = texts(&bouton().args(arguments).run().unwrap());
    assert_eq!((&*out, code), ("", 2));
    assert!(
        err.ends_with("is not valid: 1:3: expected a from 0 to 9, found 10\n"),
        "{err}"
    );
    assert_eq!(left_in(&folder), [""; 0]);
}

#[cfg(unix)]
#[test]
fn a_package_that_cannot_be_written_to_its_end_is_not_there() {
    let folder = folder("package-too-large");
    // Files of more than a few blocks cannot be written.
    let script = "ulimit -f 8; exec \"$0\" package luogup1247 \"$1\"";
    let output = harness::command("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_bouton")])
        .arg(folder.join("package"))
        .run()
        .unwrap();
    let (out, err, code) = texts(&output);
    assert_eq!((&*out, code), ("", 2), "{err}");
    assert!(
        err.contains("/package/") && err.ends_with("File too large\n"),
        "{err}"
    );
    assert_eq!(left_in(&folder), [""; 0]);
}

#[cfg(unix)]
#[test]
#[ignore = "long: scripts/check --long"]
fn a_package_for_which_too_few_files_can_be_open_is_not_there() {
    let folder = folder("package-descriptors");
    // With fewer, it does not start; with more, it is written.
    for limit in 6..=12 {
        let package = folder.join("package");
        let script = format!("ulimit -n {limit}; exec \"$0\" package luogup1247 \"$1\"");
        let output = harness::command("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_bouton")])
            .arg(&package)
            .run()
            .unwrap();
        if output.status.success() {
            fs::remove_dir_all(&package).unwrap();
        } else {
            let (out, err, code) = texts(&output);
            assert_eq!((&*out, code), ("", 2), "{err}");
            assert!(err.ends_with(": Too many open files\n"), "{err}");
        }
        assert_eq!(left_in(&folder), [""; 0], "{limit}");
    }
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
            let expected = "bouton: interrupted after writing ";
            assert!(error.starts_with(expected), "{error}");
        }
        assert_eq!(left_in(&folder), [""; 0]);
    }
}

/// Rules, layouts and piles of games for which bouton writes a program, and answers of each.
const SOLVED: [(&str, &str, &str, &[&str]); 34] = [
    ("nim", LISTS, "a", MOVES),
    ("misere nim", LISTS, "a", &["A|B", "{pile} {take}|no"]),
    ("take 1..3", LISTS, "a", MOVES),
    (
        "misere take 1..k",
        WITH_K,
        "a",
        &["{count}", "{take} {left}|no"],
    ),
    ("take 2..k", WITH_K, "a", &["{grundy}", "{pile} {take}|no"]),
    ("take {1,3,4}", LISTS, "a", MOVES),
    (
        "take s",
        "{ k:1..4 s:1..9*k / n:1..4 a:0..30*n / ! }+/",
        "a",
        MOVES,
    ),
    (
        "take s",
        "{ k:1..4 s:1..9*k / m:1..4 / { l:1..4 a:0..30*l / }*m ! }0",
        "a",
        &["WL*m"],
    ),
    ("take primes", LISTS, "a", &["{grundy}", "{count}"]),
    (
        "take squares",
        LISTS,
        "a",
        &["{grundy}", "any {pile} {take}|no"],
    ),
    ("take powers of 3", LISTS, "a", &["{grundy}", "{count}"]),
    ("take divisors", LISTS, "a", &["{grundy}", "{count}"]),
    ("take proper divisors", LISTS, "a", &["{grundy}", "{count}"]),
    (
        "take 1..half",
        LISTS,
        "a",
        &["{grundy}", "{pile}:{take} ...|no"],
    ),
    ("nim or split", LISTS, "a", &["{grundy}", "{count}"]),
    ("take primes or split", LISTS, "a", &["{grundy}", "{count}"]),
    ("take squares and split", LISTS, "a", &["{grundy}"]),
    ("take divisors and split", LISTS, "a", &["A|B", "{count}"]),
    (
        "take powers of 2 or split",
        LISTS,
        "a",
        &["{grundy}", "{count}"],
    ),
    ("take 2..5 and split", LISTS, "a", &["{count}"]),
    ("take {1,3} and split", LISTS, "a", &["{grundy}", "{count}"]),
    ("kayles", LISTS, "a", &["{count}"]),
    ("take 1..k or split", WITH_K, "a", &["{grundy}", "{count}"]),
    ("split unequal", LISTS, "a", &["{grundy}", "{count}"]),
    ("octal 4.07", LISTS, "a", &["{grundy}", "{count}"]),
    ("octal 0.1323", LISTS, "a", MOVES),
    (
        "nim",
        "{ n:1..9 m:2..30 / { a:1..m b:1..m / }*n ! }+",
        "|a-b|-1",
        MOVES,
    ),
    ("moore k", WITH_K, "a", &["A|B"]),
    (
        "wythoff",
        "{ x:0..99 y:0..99 / ! }+",
        "x y",
        &["A|B", "{count}"],
    ),
    (
        "wythoff",
        "{ x:0..18446744073709551615 y:0..18446744073709551615 / ! }+",
        "x y",
        &["{count}"],
    ),
    (
        "euclid",
        "T:1..99 / { x:1..99 y:1..99 / ! }*T",
        "x y",
        &["{count}", "Case {case}: {pile} {take}|Case {case}: no"],
    ),
    (
        "take 1..k*last",
        "{ x:1..999 k:1..9 / ! }0",
        "x",
        &["{count}", "{take} {left}|no"],
    ),
    ("coins", LISTS, "a", &["A|B", "{pile}:{take} ...|no"]),
    (
        "hill k",
        "{ n:1..9 k:1..n / a:1..50<*n / ! }+",
        "a",
        &["A|B", "{count}"],
    ),
];
const LISTS: &str = "{ n:1..9 / a:1..30*n / ! }+";
const WITH_K: &str = "{ n:1..9 k:2..9 / a:1..30*n / ! }0";
const MOVES: &[&str] = &[
    "{count}",
    "yes/{take} {pile}/{after}|no",
    "yes/{size} {left}/...|no",
];

#[test]
fn the_program_for_a_game_of_ones_own_is_accepted_on_its_data() {
    let folder = folder("solved-games");
    let games = SOLVED
        .iter()
        .flat_map(|game| game.3.iter().map(move |answer| (game, answer)));
    for (number, ((rule, layout, piles, _), answer)) in some_of(29, games).enumerate() {
        let own = folder.join(number.to_string());
        game(&own, rule, layout, piles, answer);
        let source = own.join("solution.cpp");
        let written = bouton()
            .args(["source", "-o"])
            .args([&source, &own])
            .run()
            .unwrap();
        assert_eq!(texts(&written).2, 0, "{rule} {answer}: {written:?}");
        let Some(program) = compile_cpp(&source) else {
            println!("SKIPPED: no c++ to compile programs with");
            return;
        };
        let judged = bouton()
            .arg("test")
            .arg(&own)
            .arg("--")
            .arg(program)
            .run()
            .unwrap();
        let (out, err, code) = texts(&judged);
        assert_eq!((err.as_str(), code), ("", 0), "{rule} {answer}: {out}");
        // It is in the package.
        let package = folder.join(format!("package-{number}"));
        package::run(
            &problem::find(own.to_str().unwrap()).unwrap().unwrap(),
            &package,
            Format::Icpc2025,
        )
        .unwrap();
        let packaged = fs::read(package.join("submissions/accepted/solution.cpp")).unwrap();
        assert_eq!(packaged, fs::read(&source).unwrap());
    }
}

#[test]
fn there_is_no_program_in_rust_for_a_game_of_ones_own() {
    let own = folder("source-in-rust");
    game(&own, "nim", LISTS, "a", "A|B");
    let output = bouton()
        .args(["source", "--lang", "rust"])
        .arg(&own)
        .run()
        .unwrap();
    let (out, err, code) = texts(&output);
    assert_eq!((out.as_str(), code), ("", 2));
    assert!(
        err.contains("bouton writes it in C++ (--lang cpp)"),
        "{err}"
    );
}
