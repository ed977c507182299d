//! A user's own games: rules in any framing, with every kind of answer that makes sense, against a search over the
//! moves; and the mistakes in their files.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bouton::internals::decode::Kernel;
use bouton::internals::error::Error;
use bouton::internals::input::Count;
use bouton::internals::problem::{self, Problem};
use bouton::internals::testdata::split;

use crate::definition::{Position, Search, positions, up_to};
use crate::diff::compared;
use crate::games::on_a_hill;
use crate::harness::{
    Random, answer, answer_chunks, count_valid, folder, game_toml, numbers, own_game, records, words,
};
use crate::judges::{Searches, is_answered, judged, small_inputs};
use crate::orders::is_answered_by_threads;

#[test]
fn every_rule_in_every_framing_gives_every_answer_that_the_definition_gives() {
    let folder = folder("own-games");
    let mut searches = Searches::default();
    let table = records(include_str!("tables/games.txt")).into_iter();
    let rows = table.flat_map(|(rule, rows)| {
        let rows: Vec<_> = rows.lines().map(str::to_owned).collect();
        rows.into_iter().map(move |row| (rule.join(" "), row))
    });
    for (rule, row) in rows {
        let (form, input) = row.split_once("  ").unwrap();
        let input = input.trim_start();
        let piles = if input.contains("x:") { "x y z" } else { "a" };
        let toml = game_toml([&rule, input, piles, form]);
        let problem = own_game(&folder, [&rule, input, piles, form]);
        let inputs = small_inputs(problem, 60);
        for (number, (cases, text)) in inputs.iter().enumerate() {
            assert_eq!(count_valid(problem, text), cases.len() as u64, "{toml}");
            let right = judged(problem, cases, &mut searches);
            is_answered(problem, text, &right, &[text.len(), 1, 3]);
            // Files are slower than everything else.
            if number % 10 == 3 && (cases.len() > 1 || input.ends_with('!')) {
                check_files(problem, &folder, text, &right, &toml);
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
    is_answered_by_threads(problem, folder, text, right);
    if toml.contains("{case}") || toml.contains(" !\"") {
        return;
    }
    let out = folder.join("parts");
    split::run(problem, 2, &out, &folder.join("in"), &Count::default()).unwrap();
    let parts = [1, 2].map(|part| fs::read_to_string(out.join(format!("in-{part}.in"))).unwrap());
    fs::remove_dir_all(out).unwrap();
    let answers = parts.map(|part| {
        count_valid(problem, &part);
        answer(problem, &part)
    });
    assert_eq!(answers.concat(), right, "{toml}");
}

/// The verdict on actual answers to an input, where ours are expected.
fn verdict(problem: &Problem, input: &str, actual: &str) -> &'static str {
    let comparison = compared(problem, input, answer(problem, input), Some(actual));
    comparison.verdict.short()
}

/// Cases of single numbers are answered together, like lists of the same piles.
#[test]
fn single_piles_are_answered_like_a_list_of_them() {
    let folder = folder("own-games-rows");
    let mut random = Random::new(5);
    let rules = "nim; misere nim; take 1..7; misere take 1..7; take 2..5; take {1,2,4,8}; kayles; moore 2";
    for rule in rules.split("; ") {
        let game = |input, piles| own_game(&folder, [rule, input, piles, "Left|Right"]);
        let rows = game("{ a:0..9 x:0..9 b:0..9 c:0..9 / ! }+", "a b c");
        let lists = game("{ n:0..9 a:0..9*n / ! }+", "a");
        // Narrow numbers and wide ones.
        for bits in [10, 60] {
            let case = |_| [0; 3].map(|_| random.of_length_up_to(bits));
            let cases: Vec<_> = (0..2000).map(case).collect();
            let text = |form: fn(&[u64; 3]) -> String| cases.iter().map(form).collect::<String>();
            let of_rows = text(|[a, b, c]| format!("{a} 5 {b} {c}\n"));
            let of_lists = text(|[a, b, c]| format!("3 {a} {b} {c}\n"));
            let are_alike = answer(rows, &of_rows) == answer(lists, &of_lists);
            assert!(are_alike, "{rule}, {bits} bits");
        }
    }
}

#[test]
fn inputs_of_own_games_are_answered_as_the_table_says() {
    let folder = folder("own-games-answers");
    for (words, expected) in records(include_str!("tables/own_answers.txt")) {
        let [rule, input, piles, answer, text] = [0, 1, 2, 3, 4].map(|word| &*words[word]);
        let problem = own_game(&folder, [rule, input, piles, answer]);
        for size in [1, 3, text.len()] {
            let chunks = text.as_bytes().chunks(size);
            let (mut answers, error) = answer_chunks(Kernel::best(), problem, chunks);
            if let Some((at, message, _)) = error {
                writeln!(answers, "{at}: {message}").unwrap();
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
    // Right and wrong answers to 3 3 3.
    let rows = "\
any W {count} {pile} {take}|L; W 3 2 3; W 2 2 3
any W {grundy} {pile} {take}|L; W 3 2 3; W 1 2 3
any Case {case}: {pile} {take}|L; Case 1: 3 3; Case 2: 3 3
any {pile} {take}/{after}|L; 2 3/3 0 3; 2 3/0 3 3
any {after}|L; 3 3 0; 3 3 1
any W {after} {pile} {take}|L; W 3 3 0 3 3; W 3 3 0 2 3
any {pile}|L; 3; 4
any {pile} {take}|lose; 2 3; 4 3
any {pile} {take}|lose; 2 3; 2 2
any {pile} {take}|lose; 3 3; lose";
    for row in rows.lines() {
        let [answer, other, wrong] = [0, 1, 2].map(|at| row.split("; ").nth(at).unwrap());
        let [other, wrong] = [other, wrong].map(|text| text.replace('/', "\n"));
        let problem = own_game(&folder, ["nim", "n:1..4 / a:0..7*n / !", "a", answer]);
        let input = "3\n3 3 3\n";
        let spaced = format!(" {}", other.replacen(' ', "  ", 1));
        let verdicts = [&other, &format!("{other}\r\n"), &wrong, &spaced];
        let verdicts = verdicts.map(|actual| verdict(problem, input, actual));
        assert_eq!(verdicts, ["AC", "AC", "WA", "PE"], "{answer}");
    }
}

/// What is wrong with the file `path` after writing `text` to it, without its name.
fn mistake(path: &Path, text: &str) -> String {
    fs::write(path, text).unwrap();
    let found = problem::find(path.parent().unwrap());
    found.map_or_else(|error| without_path(&error, path), |_| "no mistake".into())
}

fn without_path(error: &Error, path: &Path) -> String {
    let place = format!("{}:", path.display());
    error.to_string().replace(&place, "")
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
    let deep = "2:17: a group inside of a group of a case is not supported";
    assert_eq!(mistake(&"{ ".repeat(20_000)), deep);
    let long = "1:1: it is larger than 64 KiB";
    assert_eq!(mistake(&" ".repeat(70_000)), long);
}

/// Texts of a `problem.yaml`: the time limit in ms, the memory limit, the judge and its page, or what is wrong where.
const YAML: &str = r#"
"name: Mine"
    2000 256 own-games-yaml None
"source: HDU 1907\nlimits:\r\n  time_limit: 5 # s\r"
    5000 256 HDU 1907 None
"{\u0022limits\u0022: {\u0022time_limit\u0022: 2.5, 'memory': '300'}}"
    2500 300 own-games-yaml None
"time_limit: 5\nsource: {name: Mine, url: 'https://a.b/c'}"
    2000 256 Mine Some("https://a.b/c")
"source:\n- name: One\n  url: https://a.b/c\n- name: Two"
    2000 256 One Some("https://a.b/c")
"keywords: |\n  limits:\n    time_limit: 5\nsource:"
    2000 256 own-games-yaml None
"limits:\n  time_limit: fast"
    2:3: expected a number of seconds from 0.001 to 1000000
"name: 约翰 # 约\nlimits: {time_limit: 0}"
    2:10: expected a number of seconds
"name: a\nname: b"
    2:
"limits: 5"
    1:1: expected limits such as 'time_limit: 1'
"limits:\n\ttime_limit: 5"
    2:
"[[[[[[[[["
    2:1:
"#;

#[test]
fn problem_yaml_gives_limits_and_source_or_a_mistake_where_it_is() {
    let folder = folder("own-games-yaml");
    let toml = game_toml(["nim", "{ n:1..9 a:0..9*n / ! }+", "a", "Yes|No"]);
    fs::write(folder.join("game.toml"), toml).unwrap();
    let path = folder.join("problem.yaml");
    let said = |yaml: &str| {
        fs::write(&path, format!("{yaml}\n")).unwrap();
        match problem::find(&folder) {
            Ok(problem) => {
                let problem = problem.unwrap();
                let (seconds, memory) = (problem.time_limit(), problem.memory_limit() >> 20);
                let (judge, url) = (problem.judge_name(), problem.url());
                format!("{} {memory} {judge} {url:?}", seconds.as_millis())
            }
            Err(error) => without_path(&error, &path),
        }
    };
    for (yaml, expected) in records(YAML.trim_start()) {
        let found = said(&yaml[0]);
        assert!(found.starts_with(&expected), "{yaml:?}: {found}");
    }
}

/// The position, and the same with the parts of a pile that was divided in the other order, if `after` is one after
/// `piles`.
fn orders(piles: &[u64], after: &[u64]) -> Vec<Vec<u64>> {
    let mut orders = vec![after.to_vec()];
    for index in 0..piles.len() {
        let is_here = after.len() == piles.len() + 1
            && after[..index] == piles[..index]
            && after[index + 2..] == piles[index + 1..];
        if is_here {
            let mut other = after.to_vec();
            other.swap(index, index + 1);
            orders.push(other);
        }
    }
    orders
}

#[test]
fn positions_after_winning_moves_are_those_that_the_definition_finds() {
    let folder = folder("own-games-after");
    let rules = "kayles; octal 0.137; take 1..3 and split; take {1,2} or split; split unequal; stairs 0; stairs 1; \
                 one each; hill 1; hill 2; ring 1..2; ring {2}; wythoff; nim; misere take 1..2";
    for rule in rules.split("; ") {
        let kind = rule.split(' ').next().unwrap();
        let (input, piles, all) = match kind {
            "ring" => ("{ a:0..9 / ! }+", "a", positions(1, 9)),
            "wythoff" => ("{ a:0..9 b:0..9 / ! }+", "a b", positions(2, 9)),
            "hill" => ("{ n:2..3 / a:0..9<*n / ! }+", "a", up_to(3, 4)),
            _ => ("{ n:1..3 / a:0..9*n / ! }+", "a", up_to(3, 4)),
        };
        let is_one = |position: &Position| match kind {
            "ring" => position[0] > 0,
            "hill" => position.len() > 1 && on_a_hill(position),
            _ => true,
        };
        let answers = ["Yes/{after}/...|No", "{after}|No", "any {after}|No"];
        let [each, first, any] = answers.map(|form| own_game(&folder, [rule, input, piles, form]));
        let mut search = Search::rule(rule);
        for position in all.into_iter().filter(is_one) {
            let at = format!("{rule} {position:?}");
            let count = input.contains('n').then(|| format!("{}\n", position.len()));
            let text = format!("{}{}\n", count.unwrap_or_default(), words(&position));
            // As answers show them.
            let shown = |mut after: Position| {
                match kind {
                    "ring" => after.truncate(1),
                    "wythoff" => after.sort_unstable(),
                    _ => {}
                }
                after
            };
            let moves = search.moves(&position).into_iter();
            let (lost, won): (Vec<_>, Vec<_>) = moves.partition(|after| !search.first_wins(after));
            let mut right: Vec<_> = lost.into_iter().map(shown).collect();
            let answers = answer(each, &text);
            let mut lines = answers.lines();
            assert_eq!(lines.next() == Some("Yes"), !right.is_empty(), "{at}");
            let mut found: Vec<_> = lines.map(numbers).collect();
            let named = found.first().map_or("No".to_owned(), |after| words(after));
            assert_eq!(answer(first, &text).trim_end(), named, "{at}");
            right.sort();
            found.sort();
            if rule == "wythoff" && position[0] == position[1] {
                // Both piles are one.
                right.dedup();
            }
            assert_eq!(found, right, "{at}");
            let accepted = right.iter().flat_map(|after| orders(&position, after));
            let accepted: BTreeSet<_> = accepted.collect();
            let others = [position.clone(), vec![7; position.len()]];
            let wrong = won.into_iter().map(shown).chain(others);
            let wrong = wrong.flat_map(|after| orders(&position, &after));
            for after in wrong.chain(accepted.clone()) {
                let is_right = verdict(any, &text, &words(&after)) == "AC";
                assert_eq!(is_right, accepted.contains(&after), "{at} {after:?}");
            }
        }
    }
}

#[test]
fn an_empty_line_may_stand_anywhere_in_a_layout() {
    let folder = folder("own-games-no-numbers");
    for (input, text) in [
        ("{ n:1..3 / a:1..9*n / / ! }+", "2\n6 6\n\n1\n8\n\n"),
        ("{ / n:1..3 / a:1..9*n / ! }+", "\n2\n6 6\n\n1\n8\n"),
        (
            "T:1..9 / / { n:1..3 / / a:1..9*n / / ! }*T",
            "2\n\n2\n\n6 6\n\n1\n\n8\n\n",
        ),
    ] {
        let problem = own_game(&folder, ["nim", input, "a", "A|B"]);
        assert_eq!(answer(problem, text), "B\nA\n", "{input}");
    }
}
