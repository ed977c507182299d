//! The sessions in the README are true: every command is run, and prints what is shown.

use std::collections::BTreeSet;

use bouton::internals::problem::judges::judge;
use bouton::internals::words::Language;
use serde_json::Value;

use crate::harness::{Run as _, command, folder, game_toml, names, problem, problems, root, run, texts};
use crate::sessions::Step;

/// The commands after `$ ` in the blocks marked `console`, in order.
fn steps(readme: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut in_session = false;
    for (index, line) in readme.lines().enumerate() {
        if line.starts_with("```") {
            in_session = line == "```console";
        } else if in_session {
            Step::add(&mut steps, index, line);
        }
    }
    steps
}

/// The README in each language.
const READMES: [&str; 2] = ["README.md", "README.zh-CN.md"];

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap()
}

/// Each command is run as a reader would, in an empty folder, and prints what is shown.
#[test]
fn every_session_of_the_readme_is_true() {
    is_true(READMES[0]);
}

#[test]
#[ignore = "long: scripts/check --long"]
fn every_session_of_the_chinese_readme_is_true() {
    is_true(READMES[1]);
}

fn is_true(name: &str) {
    let folder = folder(name);
    let own_game = game_toml(["take {1,3,4}", "{ n:1..1000 / ! }+", "n", "Alice|Bob"]);
    std::fs::write(folder.join("my-game.toml"), own_game).unwrap();
    let wrong = "import sys\nfor line in sys.stdin:\n    piles = list(map(int, line.split()))[1:]\n    \
                     print(\"Yes\" if sum(piles) % 2 == 1 else \"No\")\n";
    std::fs::write(folder.join("mine.py"), wrong).unwrap();
    let text = read(name);
    let is_row = |line: &&str| line.starts_with('|');
    let lines = text.lines().filter(|line| !is_row(line)).count();
    assert!(lines <= 110, "{name} is short");
    let steps = steps(&text);
    assert!(steps.len() >= 7, "{} commands in {name}", steps.len());
    for step in steps {
        let printed = step.run(&folder);
        // A terminal does not show exit codes.
        let shown = match printed.rsplit_once("\n[") {
            Some((shown, _)) if printed.ends_with("]\n") => shown,
            _ => &printed,
        };
        assert!(
            step.shows(shown),
            "{name}:{}: {}\n--- shown\n{}--- true\n{shown}",
            step.line,
            step.command,
            step.output
        );
    }
}

#[test]
fn the_terminal_in_the_readme_shows_what_the_commands_print() {
    let mut draw = command("python3");
    draw.arg(root().join("scripts/draw-terminal"));
    draw.env("BOUTON", env!("CARGO_BIN_EXE_bouton"));
    let (drawn, error, code) = texts(&draw.run().unwrap());
    assert_eq!(code, 0, "{error}");
    let is_same = drawn == read("scripts/terminal.svg");
    assert!(is_same, "scripts/draw-terminal draws another picture now");
}

#[test]
fn the_readme_lists_all_problems() {
    let languages = [Language::English, Language::Chinese];
    for (name, language) in READMES.into_iter().zip(languages) {
        let text = read(name);
        let table = text.split_once("<!-- problems: begin -->").unwrap().1;
        let table = table.split_once("<!-- problems: end -->").unwrap().0;
        let entries = table.lines().flat_map(|row| row.split([';', '；', '|']));
        let listed: BTreeSet<_> = entries.map(str::trim).collect();
        for id in problems().into_iter().flat_map(names) {
            let title = problem(id).title_in(language);
            let (judge, number) = judge(id).unwrap();
            let has_number = number.bytes().any(|byte| byte.is_ascii_digit());
            let p = if judge.name.ends_with('P') { "P" } else { "" };
            let number = if has_number {
                format!("{p}{number} ")
            } else {
                String::new()
            };
            let entry = number + &title;
            assert!(listed.contains(&*entry), "{name} should list {entry}");
        }
    }
}

/// A block behind whose language a file is named is a part of that file, wherever it is indented.
#[test]
fn what_the_walks_of_contributing_show_is_in_the_files_that_they_name() {
    let plain = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let text = read("CONTRIBUTING.md");
    let blocks = text.split("\n```").skip(1).step_by(2);
    let named = blocks.filter_map(|block| {
        let (head, code) = block.split_once('\n')?;
        Some((head.split_once(' ')?.1, plain(code)))
    });
    let mut count = 0;
    for (name, code) in named {
        assert!(plain(&read(name)).contains(&code), "{name} has\n{code}");
        count += 1;
    }
    assert!(count >= 2, "{count} blocks");
}

/// What `bouton solve --json` says of piles or a table by a rule.
fn solved(rule: &str, rest: &[&str]) -> Value {
    let (out, error, code) = texts(&run(&[&["solve", "--json", "--rule", rule], rest].concat(), b""));
    assert_eq!(code, 0, "{rule}: {error}");
    serde_json::from_str(&out).unwrap()
}

/// By the definition, the least value that no move leads to.
fn mex(reached: impl Iterator<Item = u64>) -> u64 {
    let reached: BTreeSet<_> = reached.collect();
    (0..=reached.len() as u64)
        .find(|value| !reached.contains(value))
        .unwrap()
}

/// It shows a rule that is there, row and file, and says what follows from these.
#[test]
fn the_rule_of_the_walk_in_contributing_does_what_the_walk_says() {
    let text = read("CONTRIBUTING.md");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "`bouton solve --rule 'take odd' 1000000000000` answers at once",
        "`take odd or split` and `ring odd` follow from the row",
    ] {
        assert!(text.contains(said), "{said}");
    }
    // Each of the takes would be visited for minutes.
    let lost = solved("take odd", &["1000000000000"]);
    assert_eq!((&lost["winner"], &lost["grundy"]), (&"second".into(), &0.into()));
    // Piles from which an odd number is taken or which are divided, and rows from which an odd number of neighbours goes.
    let (mut piles, mut rows) = (vec![0], vec![0]);
    for len in 1..=20 {
        let odd = || (1..=len).step_by(2);
        let divided = (1..len).map(|left| piles[left] ^ piles[len - left]);
        let taken = odd().map(|take| piles[len - take]);
        piles.push(mex(taken.chain(divided)));
        let pile = solved("take odd or split", &[&len.to_string()]);
        assert_eq!(pile["grundy"], piles[len], "{len}");
        let parts = |take| (0..=len - take).map(move |left| (left, len - take - left));
        let broken = odd().flat_map(parts);
        rows.push(mex(broken.map(|(left, right)| rows[left] ^ rows[right])));
        // The first move makes a row of the ring.
        let first_wins = odd().any(|take| rows[len - take] == 0);
        let winner = if first_wins { "first" } else { "second" };
        let ring = solved("ring odd", &[&len.to_string()]);
        assert_eq!(ring["winner"], winner, "{len}");
    }
}

/// What is listed lists the takes of the program that prints a move; in Python, word by word.
#[test]
fn the_rule_of_the_walk_in_contributing_has_programs_in_all_languages() {
    let folder = folder("contributing-programs");
    let listed = "for take in range(1, pile + 1, 2):";
    assert!(read("CONTRIBUTING.md").contains(listed));
    let piles = "{ n:1..5 / a:0..100*n / ! }+";
    for [rule, input, piles, answer] in [
        ["take odd", piles, "a", "take {take}|lose"],
        ["misere take odd", "{ n:1..1000 / ! }+", "n", "take {take}|lose"],
        ["take odd or split", piles, "a", "win|lose"],
    ] {
        let keys = [rule, input, piles, answer];
        std::fs::write(folder.join("game.toml"), game_toml(keys)).unwrap();
        let path = folder.to_str().unwrap();
        for language in ["c", "cpp", "rust", "python", "java"] {
            let written = run(&["source", "--lang", language, path], b"");
            let (program, error, code) = texts(&written);
            assert_eq!((&*error, code), ("", 0), "{rule} in {language}");
            assert!(program.contains("lose"), "{rule} in {language}: {program}");
            let is_python = language == "python" && rule == "take odd";
            assert!(!is_python || program.contains(listed), "{program}");
        }
    }
}
