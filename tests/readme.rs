//! The sessions in the README are true: every command is run, and prints what is shown.

use std::fmt::Write as _;
use std::path::Path;

use bouton::problem::judges::JUDGES;
use bouton::problem::{embedded, ids};
use bouton::words::Language;

use crate::harness::{Run as _, command, folder};
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).unwrap()
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
    let own_game = "rule   = \"take {1,3,4}\"\ninput  = \"{ n:1..1000 / ! }+\"\n\
                        piles  = \"n\"\nanswer = \"Alice|Bob\"\n";
    std::fs::write(folder.join("my-game.toml"), own_game).unwrap();
    let wrong = "import sys\nfor line in sys.stdin:\n    piles = list(map(int, line.split()))[1:]\n    \
                     print(\"No\" if len(piles) % 2 == 0 and len(set(piles)) == 1 else \"Yes\")\n";
    std::fs::write(folder.join("mine.py"), wrong).unwrap();
    let text = read(name);
    assert!(text.lines().count() <= 120, "{name} is short");
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let drawn = command("python3")
        .arg(root.join("scripts/draw-terminal"))
        .arg("-")
        .env("BOUTON", env!("CARGO_BIN_EXE_bouton"))
        .run();
    let Ok(drawn) = drawn else {
        eprintln!("skipped: there is no python3 here");
        return;
    };
    assert!(drawn.status.success(), "{drawn:?}");
    assert!(
        String::from_utf8(drawn.stdout).unwrap() == read("scripts/terminal.svg"),
        "scripts/draw-terminal draws another picture now"
    );
}

/// A row for each judge: its name, and the numbers and titles of its problems.
fn problem_table(language: Language) -> String {
    let (judge, problems, between) = match language {
        Language::English => ("Judge", "Problems", "; "),
        Language::Chinese => ("OJ", "题目", "；"),
    };
    let mut table = format!("| {judge} | {problems} |\n|---|---|\n");
    for judge in JUDGES {
        let names =
            ids().flat_map(|(id, aliases)| std::iter::once(id).chain(aliases.iter().copied()));
        let rest = names.filter_map(|name| Some((name, name.strip_prefix(judge.prefix)?)));
        let mut rows: Vec<_> = rest
            .map(|(name, number)| (number, embedded(name).unwrap().title_in(language)))
            .collect();
        rows.sort();
        let rows: Vec<_> = rows
            .iter()
            .map(|(number, title)| {
                if number.bytes().any(|byte| byte.is_ascii_digit()) {
                    // As in P2197.
                    let prefix = if judge.name.ends_with('P') { "P" } else { "" };
                    format!("{prefix}{number} {title}")
                } else {
                    title.clone()
                }
            })
            .collect();
        let name = match (judge.name.trim_end_matches(['P', ' ']), language) {
            ("Luogu", Language::Chinese) => "洛谷",
            (name, _) => name,
        };
        writeln!(table, "| {name} | {} |", rows.join(between)).unwrap();
    }
    table
}

#[test]
fn the_readme_lists_all_problems() {
    for (name, language) in READMES
        .into_iter()
        .zip([Language::English, Language::Chinese])
    {
        let table = problem_table(language);
        let block = format!("<!-- problems: begin -->\n{table}<!-- problems: end -->");
        assert!(read(name).contains(&block), "{name} should have\n{block}");
    }
}

#[test]
fn the_table_of_scripts_has_the_first_sentence_of_each() {
    let table = read("scripts/README.md");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            table.contains(&format!("]({name})")) || name == "README.md",
            "{name}"
        );
    }
    let rows = table.lines().filter_map(|line| line.strip_prefix("| [`"));
    for row in rows {
        let (name, rest) = row.split_once("`]").unwrap();
        let sentence = rest
            .split_once(") | ")
            .unwrap()
            .1
            .strip_suffix(" |")
            .unwrap();
        let script = read(&format!("scripts/{name}"));
        let head = script
            .lines()
            .filter(|line| !line.starts_with("#!"))
            .take(6);
        let head: Vec<_> = head
            .map(|line| line.trim_matches(['#', '"', ' ']))
            .collect();
        assert!(head.join(" ").starts_with(sentence), "{name}: {sentence}");
    }
}
