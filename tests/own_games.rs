//! A user's own games: rules in any framing, with every kind of answer that makes sense, against a search over the
//! moves; and the mistakes in their files.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bouton::decode::Kernel;
use bouton::input::Count;
use bouton::problem::{self, Problem};
use bouton::testdata::split;
use bouton::testdata::{
    Shape,
    generate::{self, GenerateOptions},
};

use clap::ValueEnum as _;

use crate::diff::compared;
use crate::harness::answer as our_answer;
use crate::harness::{
    answer_chunks, answer_parallel, check_text, folder, game_toml, own_game, records,
};
use crate::judges::{Searches, is_answered, judged};

#[test]
fn every_rule_in_every_framing_gives_every_answer_that_the_definition_gives() {
    let folder = folder("own-games");
    let mut searches = Searches::default();
    let table = records(include_str!("tables/games.txt")).into_iter();
    let rows = table.flat_map(|(rule, rows)| {
        let rows: Vec<_> = rows.lines().map(str::to_owned).collect();
        rows.into_iter().map(move |row| (rule.join(" "), row))
    });
    for ((rule, row), seed) in rows.zip(0..) {
        let (form, input) = row.split_once("  ").unwrap();
        let input = input.trim_start();
        let piles = if input.contains("x:") { "x y z" } else { "a" };
        let toml = game_toml([&rule, input, piles, form]);
        let problem = own_game(&folder, [&rule, input, piles, form]);
        let count = if input.ends_with('!') { 1 } else { 3 };
        for &shape in Shape::value_variants() {
            let options = GenerateOptions {
                seed,
                cases: (count > 1).then_some(count),
                shape,
                ..GenerateOptions::default()
            };
            let mut text = Vec::new();
            if let Err(error) = generate::run(problem, options, &mut text, &Count::default()) {
                let says = [
                    (Shape::Zeros, "no pile may be empty"),
                    (Shape::Single, "every position has 3 piles"),
                ];
                let mut says = says.iter().filter(|(of, _)| *of == shape);
                let is_impossible = says.any(|(_, says)| error.to_string().contains(says));
                assert!(is_impossible, "{error}\n{toml}");
                continue;
            }
            let checked = check_text(&problem.layout, &text);
            assert_eq!(checked, Ok(count), "{toml}{shape:?}");
            let shown = std::str::from_utf8(&text).unwrap();
            let right = judged(problem, shown, &mut searches);
            is_answered(problem, shown, &right, &[text.len(), 1, 3]);
            // Files are slower than everything else.
            if shape == Shape::Random {
                check_files(problem, &folder, shown, &right, &toml);
            }
        }
    }
}

/// Checks that threads give the same answers, that `diff` accepts them and no others, and that the parts of a split are
/// valid and have these answers.
fn check_files(problem: &Problem, folder: &Path, text: &str, right: &str, toml: &str) {
    assert_eq!(verdict(problem, text, right), "AC", "{toml}{right}");
    let fewer = &right[..right.trim_end().rfind(['\n', ' ']).unwrap_or(0)];
    assert_ne!(verdict(problem, text, fewer), "AC", "{toml}{right}{fewer}");
    let input = folder.join("in");
    fs::write(&input, text).unwrap();
    let (found, end) = answer_parallel(Kernel::best(), problem, &input, 16, 3, false);
    assert_eq!((&*found, end), (right, Ok(())), "{toml}");
    if toml.contains("{case}") || toml.contains(" !\"") {
        return;
    }
    let out = folder.join("parts");
    split::run(problem, 2, &out, &input, &Count::default()).unwrap();
    let parts = [1, 2].map(|part| fs::read(out.join(format!("in-{part}.in"))).unwrap());
    fs::remove_dir_all(out).unwrap();
    let answers = parts.map(|part| {
        let count = check_text(&problem.layout, &part);
        assert!(
            count.is_ok(),
            "{count:?} {toml}{}",
            String::from_utf8_lossy(&part)
        );
        answer_chunks(Kernel::best(), problem, [&part[..]]).0
    });
    assert_eq!(answers.concat(), right, "{toml}");
}

/// The verdict on actual answers to an input, where ours are expected.
fn verdict(problem: &Problem, input: &str, actual: &str) -> &'static str {
    let comparison = compared(problem, input, our_answer(problem, input), Some(actual));
    comparison.verdict.short()
}

#[test]
fn inputs_of_own_games_are_answered_as_the_table_says() {
    let folder = folder("own-games-answers");
    for (words, expected) in records(include_str!("tables/own_answers.txt")) {
        let [rule, input, piles, answer, text] = [0, 1, 2, 3, 4].map(|word| &*words[word]);
        let problem = own_game(&folder, [rule, input, piles, answer]);
        for size in [1, 3, text.len()] {
            let chunks = text.as_bytes().chunks(size);
            let (mut answers, end) = answer_chunks(Kernel::best(), problem, chunks);
            if let Err((error, _)) = end {
                writeln!(answers, "{}: {}", error.at, error.kind).unwrap();
            }
            assert_eq!(answers.trim_end(), expected, "{words:?} cut {size}");
        }
    }
}

#[test]
fn an_empty_line_that_belongs_to_a_case_stays_with_it() {
    let folder = folder("own-games-empty-lines");
    for (end, between) in [("}+", ""), ("}+/", "\n")] {
        let input = format!("{{ n:0..3 / a:0..7*n / ! {end}");
        let problem = own_game(&folder, ["nim", &input, "a", "A|B"]);
        let file = folder.join("all.in");
        fs::write(&file, ["0\n\n", "1\n3\n", "0\n\n"].join(between)).unwrap();
        let out = folder.join(format!("parts{}", between.len()));
        split::run(problem, 3, &out, &file, &Count::default()).unwrap();
        let parts = [1, 2, 3].map(|part| fs::read_to_string(out.join(format!("all-{part}.in"))));
        assert_eq!(parts.map(Result::unwrap), ["0\n\n", "1\n3\n", "0\n\n"]);
    }
}

/// Where any move is right, what stands beside it has to be right as well.
#[test]
fn any_winning_move_is_accepted_with_all_that_belongs_to_it_and_nothing_else() {
    let folder = folder("own-games-any");
    for (answer, other, wrong) in [
        ("any W {count} {pile} {take}|L", "W 3 2 3", "W 2 2 3"),
        ("any W {grundy} {pile} {take}|L", "W 3 2 3", "W 1 2 3"),
        (
            "any Case {case}: {pile} {take}|L",
            "Case 1: 3 3",
            "Case 2: 3 3",
        ),
        ("any {pile} {take}/{after}|L", "2 3\n3 0 3", "2 3\n0 3 3"),
        ("any {after}|L", "3 3 0", "3 3 1"),
        (
            "any W {after} {pile} {take}|L",
            "W 3 3 0 3 3",
            "W 3 3 0 2 3",
        ),
        ("any {pile}|L", "3", "4"),
        ("any {pile} {take}|lose", "2 3", "4 3"),
        ("any {pile} {take}|lose", "2 3", "2 2"),
        ("any {pile} {take}|lose", "3 3", "lose"),
    ] {
        let problem = own_game(&folder, ["nim", "n:1..4 / a:0..7*n / !", "a", answer]);
        let input = "3\n3 3 3\n";
        let spaced = format!(" {}", other.replacen(' ', "  ", 1));
        let verdicts = [other, &format!("{other}\r\n"), wrong, &spaced];
        let verdicts = verdicts.map(|actual| verdict(problem, input, actual));
        assert_eq!(verdicts, ["AC", "AC", "WA", "PE"], "{answer}");
    }
}

/// What is wrong with the file `path` after writing `text` to it, without its name.
fn mistake(path: &Path, text: &str) -> String {
    fs::write(path, text).unwrap();
    let folder = path.parent().unwrap();
    match problem::find(folder) {
        Ok(_) => "no mistake".to_owned(),
        Err(error) => error
            .to_string()
            .replace(&format!("{}:", path.display()), ""),
    }
}

/// A mistake is reported with its line and column, and what was expected.
#[test]
fn a_mistake_in_a_file_is_reported_where_it_is() {
    let path = folder("own-games-mistakes").join("game.toml");
    let keys = ["rule", "input", "piles", "answer"];
    for (words, message) in records(include_str!("tables/mistakes.txt")) {
        let mut lines = ["nim", "{ n:1..9 a:0..9*n / ! }+", "a", "A|B"];
        for change in words.chunks(3) {
            let line = keys.iter().position(|key| *key == change[0]);
            lines[line.unwrap()] = &change[2];
        }
        assert_eq!(mistake(&path, &game_toml(lines)), message, "{lines:?}");
    }
}

#[test]
fn a_file_has_a_limited_depth_and_length() {
    let path = folder("own-games-limits").join("game.toml");
    let mistake = |input: &str| mistake(&path, &game_toml(["nim", input, "a0", "W|L"]));
    assert_eq!(
        mistake(&"{ ".repeat(20_000)),
        "2:17: a group inside of a group of a case is not supported"
    );
    assert_eq!(
        mistake(&" ".repeat(70_000)),
        "1:1: it is larger than 64 KiB"
    );
}

#[test]
fn problem_yaml_gives_limits_and_source_or_a_mistake_where_it_is() {
    let folder = folder("own-games-yaml");
    let toml = game_toml(["nim", "{ n:1..9 a:0..9*n / ! }+", "a", "Yes|No"]);
    fs::write(folder.join("game.toml"), toml).unwrap();
    let path = folder.join("problem.yaml");
    for (yaml, expected) in [
        ("name: Mine", "2000 256 own-games-yaml None"),
        (
            "source: HDU 1907\nlimits:\r\n  time_limit: 5 # s\r",
            "5000 256 HDU 1907 None",
        ),
        (
            "{\"limits\": {\"time_limit\": 2.5, 'memory': '300'}}",
            "2500 300 own-games-yaml None",
        ),
        (
            "time_limit: 5\nsource: {name: Mine, url: 'https://a.b/c'}",
            "2000 256 Mine Some(\"https://a.b/c\")",
        ),
        (
            "source:\n- name: One\n  url: https://a.b/c\n- name: Two",
            "2000 256 One Some(\"https://a.b/c\")",
        ),
        (
            "keywords: |\n  limits:\n    time_limit: 5\nsource:",
            "2000 256 own-games-yaml None",
        ),
        (
            "limits:\n  time_limit: fast",
            "2:3: expected a number of seconds from 0.001 to 1000000",
        ),
        (
            "name: 约翰 # 约\nlimits: {time_limit: 0}",
            "2:10: expected a number of seconds",
        ),
        ("name: a\nname: b", "2:"),
        ("limits: 5", "1:1: expected limits such as 'time_limit: 1'"),
        ("limits:\n\ttime_limit: 5", "2:"),
        ("[[[[[[[[[", "2:1: "),
    ] {
        fs::write(&path, format!("{yaml}\n")).unwrap();
        let found = match problem::find(&folder) {
            Ok(problem) => {
                let problem = problem.unwrap();
                let (seconds, memory) = (problem.time_limit(), problem.memory_limit() >> 20);
                let (judge, url) = (problem.judge_name(), problem.url());
                format!("{} {memory} {judge} {url:?}", seconds.as_millis())
            }
            Err(error) => error
                .to_string()
                .replace(&format!("{}:", path.display()), ""),
        };
        assert!(found.starts_with(expected), "{yaml}: {found}");
    }
}
