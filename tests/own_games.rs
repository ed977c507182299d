//! A user's own games: every rule, in every framing, with every kind of answer that makes sense, against
//! a search over the moves.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use bouton::commands::diff;
use bouton::decode::Kernel;
use bouton::engine;
use bouton::error::InputErrorKind;
use bouton::problem::{self, Problem};
use bouton::testdata::split;
use bouton::testdata::{
    Shape,
    generate::{self, GenerateOptions},
};

use crate::definition::{Position, Search};
use crate::harness::answer as our_answer;
use crate::harness::{
    Run as _, answer_chunks, answer_parallel, bouton, check_text, folder, records, some_of, texts,
};

/// Rules, and where the input gives a part of them.
const RULES: [(&str, Given); 18] = [
    ("nim", Given::Nothing),
    ("misere nim", Given::Nothing),
    ("take 1..3", Given::Nothing),
    ("misere take 1..2", Given::Nothing),
    ("take {1,3,4}", Given::Nothing),
    ("moore 2", Given::Nothing),
    ("misere moore 2", Given::Nothing),
    ("kayles", Given::Nothing),
    ("octal 0.137", Given::Nothing),
    ("hill 2", Given::Nothing),
    ("take 1..k", Given::Number),
    ("misere take 1..k", Given::Number),
    ("take s", Given::SubtractionSet),
    ("take s and split", Given::SubtractionSet),
    ("take 1..k or split", Given::Number),
    ("moore k", Given::Number),
    ("misere moore k", Given::Number),
    ("hill k", Given::Number),
];

#[derive(Clone, Copy, PartialEq)]
enum Given {
    Nothing,
    Number,
    SubtractionSet,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Header,
    Before,
    Behind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Piles {
    List,
    Column,
    Alone,
    /// The header says how many each case has.
    CountInHeader,
    /// A group with a number that is not a pile.
    Table,
    /// Rows of the same length.
    Rows,
    /// Rows, each with a length of its own.
    Ragged,
    /// A case has several positions.
    Positions,
}

const PILES: [Piles; 8] = [
    Piles::List,
    Piles::Column,
    Piles::Alone,
    Piles::CountInHeader,
    Piles::Table,
    Piles::Rows,
    Piles::Ragged,
    Piles::Positions,
];

const FRAMINGS: [&str; 6] = ["}+", "}+/", "}0", "}*T", "T first", "one"];

const ANSWERS: [&str; 10] = [
    "First|Second",
    "Case {case}: Alice_wins|Case {case}: Bob",
    "{count}",
    "WL*m",
    "(Yes|No)*m",
    "YES/{pile} {take}|NO",
    "Yes/{size} {left}/...|No",
    "{pile}:{take} ...|CONCEDE",
    "{take} {pile}/{after}|lose",
    "any {pile} {take}|lose",
];

/// The input of a game, and the names of its piles. `None` if the combination makes no sense.
fn input(
    rule: &str,
    given: Given,
    place: Place,
    piles: Piles,
    framing: &str,
) -> Option<(String, &'static str)> {
    let hill = rule.starts_with("hill");
    let size = if hill { "0..9<" } else { "0..5" };
    let first = if hill { "n:2..3" } else { "n:1..3" };
    let mut header = Vec::new();
    let given = match given {
        Given::Nothing => "",
        Given::Number if hill && place == Place::Header => "k:1..2",
        Given::Number if hill => "k:1..n",
        Given::Number => "k:1..4",
        Given::SubtractionSet => "c:1..3 s:1..6*c",
    };
    let line = |words: &str| {
        if words.is_empty() {
            String::new()
        } else {
            format!("{words} / ")
        }
    };
    let (before, behind) = match place {
        Place::Header => {
            header.push(given);
            (String::new(), String::new())
        }
        Place::Before => (line(given), String::new()),
        Place::Behind => (String::new(), line(given)),
    };
    let (case, names) = match piles {
        // The king is one of the persons, so their number comes first.
        Piles::List if hill => (format!("{first} / {before}a:{size}*n / {behind}"), "a"),
        Piles::List => (format!("{before}{first} a:{size}*n / {behind}"), "a"),
        Piles::Column => (
            format!("{first} / {before}{{ a:{size} / }}*n {behind}"),
            "a",
        ),
        Piles::Alone | Piles::Table | Piles::Rows | Piles::Ragged if hill => return None,
        Piles::Alone => (format!("{before}x:1..5 y:0..5 z:2..5 / {behind}"), "x y z"),
        Piles::CountInHeader => {
            if framing == "}0" && before.is_empty() {
                return None;
            }
            header.push(first);
            (format!("{before}a:{size}*n / {behind}"), "a")
        }
        Piles::Table => (
            format!("{first} / {before}{{ w:7..9 a:{size} / }}*n {behind}"),
            "a",
        ),
        Piles::Rows => (
            format!("n:1..2 m:1..2 / {before}{{ a:{size}*m / }}*n {behind}"),
            "a",
        ),
        Piles::Ragged => (
            format!("n:1..2 / {before}{{ m:1..2 a:{size}*m / }}*n {behind}"),
            "a",
        ),
        Piles::Positions => {
            if place == Place::Behind && !given.is_empty() {
                return None;
            }
            (
                format!(
                    "{}m:1..3 / {{ {first} a:{size}*n / }}*m ",
                    if hill { String::new() } else { before }
                ),
                "a",
            )
        }
    };
    if hill && piles == Piles::Positions && place != Place::Header {
        return None;
    }
    if hill && piles == Piles::CountInHeader && place == Place::Header {
        header.reverse();
    }
    match framing {
        "}*T" => header.push("T:1..9"),
        "T first" => header.insert(0, "T:1..9"),
        _ => {}
    }
    header.retain(|words| !words.is_empty());
    let header = line(&header.join(" "));
    let close = if framing == "T first" { "}*T" } else { framing };
    Some(match framing {
        "one" => (format!("{header}{case}!"), names),
        _ => (format!("{header}{{ {case}! {close}"), names),
    })
}

/// Whether the form of answer makes sense.
fn makes_sense(rule: &str, piles: Piles, framing: &str, answer: &str) -> bool {
    let is_pile_and_take = !["moore", "hill", "kayles", "octal", "split"]
        .iter()
        .any(|game| rule.contains(game));
    match answer {
        "WL*m" | "(Yes|No)*m" => piles == Piles::Positions,
        _ if piles == Piles::Positions => false,
        "{count}" => !rule.contains("moore"),
        "{take} {pile}/{after}|lose" => is_pile_and_take && framing == "one",
        _ => is_pile_and_take || !(answer.contains("{pile}") || answer.contains("{size}")),
    }
}

/// The last values of each name: all of them for a list or a column.
type Values = HashMap<String, Vec<u64>>;

/// Reads a valid input according to its layout, without using any code of the program.
struct Reader<'t> {
    tokens: std::iter::Peekable<std::str::SplitWhitespace<'t>>,
    names: Vec<String>,
    is_positions: bool,
    values: Values,
    piles: Vec<u64>,
    positions: Vec<(Vec<u64>, Values)>,
}

impl Reader<'_> {
    fn words(&mut self, words: &[&str]) {
        let mut at = 0;
        while at < words.len() {
            let word = words[at];
            at += 1;
            if word == "{" {
                let len = matching(&words[at..]);
                let times = words[at + len].strip_prefix("}*").unwrap().to_owned();
                for _ in 0..*self.values[&times].last().unwrap() {
                    if self.is_positions {
                        self.piles.clear();
                    }
                    self.words(&words[at..at + len]);
                    if self.is_positions {
                        self.positions
                            .push((self.piles.clone(), self.values.clone()));
                    }
                }
                at += len + 1;
            } else if word != "/" && word != "!" {
                let (name, limits) = word.split_once(':').unwrap();
                let times = limits
                    .split_once('*')
                    .map_or(1, |(_, times)| *self.values[times].last().unwrap());
                let mut list = Vec::new();
                for _ in 0..times {
                    list.push(self.tokens.next().unwrap().parse().unwrap());
                }
                if self.names.iter().any(|other| other == name) {
                    self.piles.extend(&list);
                }
                self.values.insert(name.to_owned(), list);
            }
        }
    }
}

/// The index of the brace that closes a group whose opening brace `words` follow.
fn matching(words: &[&str]) -> usize {
    let mut depth = 1;
    words
        .iter()
        .position(|word| {
            depth += i32::from(*word == "{") - i32::from(word.starts_with('}'));
            depth == 0
        })
        .unwrap()
}

/// The positions of each case, with the values that were read with them.
fn cases(input: &str, names: &str, is_positions: bool, text: &str) -> Vec<Vec<(Vec<u64>, Values)>> {
    let words: Vec<_> = input.split_whitespace().collect();
    let mut reader = Reader {
        tokens: text.split_whitespace().peekable(),
        names: names.split_whitespace().map(str::to_owned).collect(),
        is_positions,
        values: Values::new(),
        piles: Vec::new(),
        positions: Vec::new(),
    };
    let last = words.last().unwrap();
    let (head, case, count): (&[&str], &[&str], _) = if *last == "!" {
        (&[], &words, Some(1))
    } else {
        // The group of the cases is the last one, and there is none before it.
        let start = words.iter().position(|word| *word == "{").unwrap();
        (&words[..start], &words[start + 1..words.len() - 1], None)
    };
    reader.words(head);
    let count = count.or_else(|| Some(reader.values[last.strip_prefix("}*")?][0]));
    let mut cases = Vec::new();
    while count.map_or(reader.tokens.peek().is_some(), |count| {
        (cases.len() as u64) < count
    }) {
        if *last == "}0" && reader.tokens.peek() == Some(&"0") {
            break;
        }
        reader.piles.clear();
        reader.positions.clear();
        reader.words(case);
        if !is_positions {
            reader
                .positions
                .push((reader.piles.clone(), reader.values.clone()));
        }
        cases.push(reader.positions.clone());
    }
    cases
}

/// The answer to a case.
fn answer(
    rule: &str,
    form: &str,
    number: usize,
    positions: &[(Vec<u64>, Values)],
    known: &mut HashMap<String, Search>,
) -> String {
    let mut text = String::new();
    for (piles, values) in positions {
        let of_rule = ["k", "s"].map(|name| values.get(name));
        let game = known
            .entry(format!("{rule} {of_rule:?}"))
            .or_insert_with(|| Search::of(rule, |name| values[name].clone()));
        let wins = game.first_wins(piles);
        match form {
            "First|Second" => text += if wins { "First\n" } else { "Second\n" },
            "Case {case}: Alice_wins|Case {case}: Bob" => {
                let word = if wins { "Alice wins" } else { "Bob" };
                writeln!(text, "Case {number}: {word}").unwrap();
            }
            "{count}" => writeln!(text, "{}", game.winning_moves(piles)).unwrap(),
            "WL*m" => text += if wins { "W" } else { "L" },
            "(Yes|No)*m" => text += if wins { "Yes\n" } else { "No\n" },
            _ => {
                let moves = game.winning(piles).into_iter();
                let moves: Vec<_> = moves.map(|(pile, take)| (pile + 1, take)).collect();
                text += &moves_text(form, piles, &moves);
            }
        }
    }
    if form == "WL*m" { text + "\n" } else { text }
}

fn moves_text(form: &str, piles: &Position, moves: &[(usize, u64)]) -> String {
    let first = moves.first().copied();
    match (form, first) {
        ("YES/{pile} {take}|NO", None) => "NO\n".to_owned(),
        ("YES/{pile} {take}|NO", Some((pile, take))) => format!("YES\n{pile} {take}\n"),
        ("any {pile} {take}|lose" | "{take} {pile}/{after}|lose", None) => "lose\n".to_owned(),
        ("any {pile} {take}|lose", Some((pile, take))) => format!("{pile} {take}\n"),
        ("Yes/{size} {left}/...|No", None) => "No\n".to_owned(),
        ("Yes/{size} {left}/...|No", Some(_)) => {
            let mut text = "Yes\n".to_owned();
            for &(pile, take) in moves {
                let size = piles[pile - 1];
                writeln!(text, "{size} {}", size - take).unwrap();
            }
            text
        }
        ("{pile}:{take} ...|CONCEDE", None) => "CONCEDE\n".to_owned(),
        ("{pile}:{take} ...|CONCEDE", Some(_)) => {
            let words: Vec<_> = moves
                .iter()
                .map(|(pile, take)| format!("{pile}:{take}"))
                .collect();
            words.join(" ") + "\n"
        }
        ("{take} {pile}/{after}|lose", Some((pile, take))) => {
            let mut after = piles.clone();
            after[pile - 1] -= take;
            let after: Vec<_> = after.iter().map(u64::to_string).collect();
            format!("{take} {pile}\n{}\n", after.join(" "))
        }
        _ => panic!("{form}"),
    }
}

fn game_toml(rule: &str, input: &str, piles: &str, answer: &str) -> String {
    format!(
        "rule   = \"{rule}\"\ninput  = \"{input}\"\npiles  = \"{piles}\"\nanswer = \"{answer}\"\n"
    )
}

/// The problem in this file after writing `text` to it.
fn problem(path: &Path, text: &str) -> &'static Problem {
    fs::write(path, text).unwrap();
    match problem::find(path.to_str().unwrap()) {
        Ok(problem) => crate::harness::kept(problem.unwrap()),
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// A different answer of the same form as the last one of `answers`.
fn with_another_last(answers: &str, form: &str) -> String {
    let other = |one: &str, another: &str| {
        let body = answers.trim_end();
        match body.strip_suffix(one) {
            Some(start) => format!("{start}{another}\n"),
            None => format!("{}{one}\n", body.strip_suffix(another).unwrap()),
        }
    };
    match form {
        "First|Second" => other("First", "Second"),
        "Case {case}: Alice_wins|Case {case}: Bob" => other("Alice wins", "Bob"),
        "WL*m" => other("W", "L"),
        "(Yes|No)*m" => other("Yes", "No"),
        _ => {
            let mut lines: Vec<_> = answers.lines().collect();
            let is_number = |line: &str| line.starts_with(|c: char| c.is_ascii_digit());
            let last = match form {
                "{count}" => (lines.pop().unwrap().parse::<u64>().unwrap() + 1).to_string(),
                "any {pile} {take}|lose" if lines.pop().unwrap() == "lose" => "1 1".to_owned(),
                "any {pile} {take}|lose" => "lose".to_owned(),
                "{pile}:{take} ...|CONCEDE" if lines.pop().unwrap() == "CONCEDE" => {
                    "1:1 2:1".to_owned()
                }
                "{pile}:{take} ...|CONCEDE" => "CONCEDE".to_owned(),
                "{take} {pile}/{after}|lose" if lines.pop().unwrap() == "lose" => {
                    "1 1\n0".to_owned()
                }
                "{take} {pile}/{after}|lose" => {
                    lines.clear();
                    "lose".to_owned()
                }
                _ => {
                    while is_number(lines.last().unwrap()) {
                        lines.pop();
                    }
                    match lines.pop().unwrap() {
                        "YES" => "NO",
                        "NO" => "YES\n1 1",
                        "Yes" => "No",
                        _ => "Yes\n1 0",
                    }
                    .to_owned()
                }
            };
            lines.push(&last);
            lines.join("\n") + "\n"
        }
    }
}

const SHAPES: [Shape; 6] = [
    Shape::Random,
    Shape::Max,
    Shape::Losing,
    Shape::Winning,
    Shape::Zeros,
    Shape::Single,
];

/// Visits every rule, in every position, with piles of every form, in every framing, with every kind of
/// answer: all games in `scripts/check --long`, and otherwise each `step`th.
fn each_game(step: usize, mut visit: impl FnMut(&str, Piles, &str, &str, &str, &str)) {
    let mut games = Vec::new();
    for (rule, given) in RULES {
        let places: &[Place] = match given {
            Given::Nothing => &[Place::Before],
            Given::Number | Given::SubtractionSet => &[Place::Header, Place::Before, Place::Behind],
        };
        for &place in places {
            for piles in PILES {
                for framing in FRAMINGS {
                    let Some((input, names)) = input(rule, given, place, piles, framing) else {
                        continue;
                    };
                    for form in ANSWERS {
                        if makes_sense(rule, piles, framing, form) {
                            games.push((rule, piles, framing, input.clone(), names, form));
                        }
                    }
                }
            }
        }
    }
    assert!(games.len() > 1000, "{}", games.len());
    for (rule, piles, framing, input, names, form) in some_of(step, games) {
        visit(rule, piles, framing, &input, names, form);
    }
}

#[test]
fn every_rule_in_every_framing_gives_every_answer_that_the_definition_gives() {
    let folder = folder("own-games");
    let path = folder.join("game.toml");
    let mut known = HashMap::new();
    let mut games = 0;
    each_game(17, |rule, piles, framing, input, names, form| {
        games += 1;
        let toml = game_toml(rule, input, names, form);
        let problem = problem(&path, &toml);
        for (seed, shape) in (games..).zip(SHAPES) {
            let options = GenerateOptions {
                seed,
                cases: (framing != "one").then_some(3),
                shape,
                ..GenerateOptions::default()
            };
            let mut text = Vec::new();
            match generate::run(problem, &problem.layout, options, &mut text) {
                Ok(()) => {}
                Err(error) if shape == Shape::Zeros => {
                    assert!(
                        error.to_string().contains("no pile may be empty"),
                        "{error}\n{toml}"
                    );
                    continue;
                }
                Err(error) if shape == Shape::Single => {
                    assert!(
                        error.to_string().contains("every position has 3 piles"),
                        "{error}\n{toml}"
                    );
                    continue;
                }
                Err(error) => panic!("{error}\n{toml}"),
            }
            let shown = String::from_utf8(text.clone()).unwrap();
            let count = if framing == "one" { 1 } else { 3 };
            assert_eq!(
                check_text(&problem.layout, &text),
                Ok(count),
                "{toml}{shown}"
            );
            let cases = cases(input, names, piles == Piles::Positions, &shown);
            assert_eq!(cases.len() as u64, count, "{toml}{shown}");
            let mut right = String::new();
            for (case, number) in cases.iter().zip(1..) {
                right += &answer(rule, form, number, case, &mut known);
            }
            for kernel in Kernel::available() {
                let (found, end) = answer_chunks(kernel, problem, [&text[..]]);
                assert_eq!((found, end), (right.clone(), Ok(())), "{toml}{shown}");
            }
            for size in [1, 3] {
                let (found, end) = answer_chunks(Kernel::best(), problem, text.chunks(size));
                assert_eq!(
                    (found, end),
                    (right.clone(), Ok(())),
                    "{toml}{shown} cut {size}"
                );
            }
            // Files are slower than everything else.
            if shape == Shape::Random && games % 3 == 0 {
                check_files(problem, &folder, &text, &right, form, &toml);
            }
        }
    });
}

/// Checks that threads give the same answers, and that `diff` accepts them and no others.
fn check_files(problem: &Problem, folder: &Path, text: &[u8], right: &str, form: &str, toml: &str) {
    let text = std::str::from_utf8(text).unwrap();
    let other = with_another_last(right, form);
    let (accepted, report) = compared(problem, folder, [text, right, &other]);
    assert!(!accepted, "{report}{toml}{right}{other}");
    let (accepted, report) = compared(problem, folder, [text, right, right]);
    assert!(accepted, "{report}{toml}{right}");
    let input = folder.join("in");
    let (found, end) = answer_parallel(Kernel::best(), problem, &input, 16, 3, false);
    assert_eq!((&*found, end), (right, Ok(())), "{toml}");
}

/// Whether `diff` accepts actual answers, and its report. Puts the input and both answers into files in `folder`.
fn compared(
    problem: &Problem,
    folder: &Path,
    [input, expected, actual]: [&str; 3],
) -> (bool, String) {
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let (input, expected) = (file("in", input), file("ans", expected));
    let mut report = Vec::new();
    let accepted = diff::run(
        problem,
        &input,
        &expected,
        Some(&file("out", actual)),
        engine::RunOptions::default(),
        false,
        &mut report,
    );
    (accepted.unwrap(), String::from_utf8(report).unwrap())
}

#[test]
fn the_shapes_losing_and_winning_keep_their_promise_where_possible() {
    let folder = folder("own-games-promises");
    let path = folder.join("game.toml");
    each_game(5, |rule, piles, framing, input, names, form| {
        if piles != Piles::List || framing == "one" || form != "First|Second" {
            return;
        }
        let toml = game_toml(rule, input, names, form);
        let problem = problem(&path, &toml);
        for (shape, word) in [(Shape::Losing, "Second"), (Shape::Winning, "First")] {
            let options = GenerateOptions {
                cases: Some(3),
                shape,
                ..GenerateOptions::default()
            };
            let mut text = Vec::new();
            generate::run(problem, &problem.layout, options, &mut text).unwrap();
            let (answers, _) = answer_chunks(Kernel::best(), problem, [&text[..]]);
            // Where a header says that moves change all piles there are, no position is lost.
            let possible =
                !rule.ends_with(" k") || !input.starts_with('k') && !input.contains(" k:1..4 / {");
            if possible {
                assert!(
                    answers.lines().all(|line| line == word),
                    "{shape:?} {answers}{toml}"
                );
            }
        }
    });
}

#[test]
fn the_parts_of_a_split_are_valid_and_have_the_same_answers() {
    let folder = folder("own-games-split");
    let path = folder.join("game.toml");
    each_game(5, |_, piles, framing, input, names, form| {
        if framing == "one" || !["First|Second", "WL*m", "(Yes|No)*m"].contains(&form) {
            return;
        }
        let rule = "nim";
        if input.contains("k:") || input.contains("s:") && piles != Piles::List {
            return;
        }
        let problem = problem(&path, &game_toml(rule, input, names, form));
        let options = GenerateOptions {
            cases: Some(5),
            ..GenerateOptions::default()
        };
        let mut text = Vec::new();
        generate::run(problem, &problem.layout, options, &mut text).unwrap();
        let (right, _) = answer_chunks(Kernel::best(), problem, [&text[..]]);
        let file = folder.join("all.in");
        fs::write(&file, &text).unwrap();
        split::run(problem, 3, &folder, &file).unwrap();
        let mut answers = String::new();
        for part in 1..=3 {
            let part = fs::read(folder.join(format!("all-{part}.in"))).unwrap();
            let count = check_text(&problem.layout, &part);
            assert!(
                count.is_ok(),
                "{count:?} {input}\n{}",
                String::from_utf8_lossy(&part)
            );
            answers += &answer_chunks(Kernel::best(), problem, [&part[..]]).0;
        }
        assert_eq!(answers, right, "{input}");
    });
}

#[test]
fn an_empty_line_that_belongs_to_a_case_stays_with_it() {
    let folder = folder("own-games-empty-lines");
    for (end, between) in [("}+", ""), ("}+/", "\n")] {
        let input = format!("{{ n:0..3 / a:0..7*n / ! {end}");
        let game = game_toml("nim", &input, "a", "A|B");
        let problem = problem(&folder.join("game.toml"), &game);
        let file = folder.join("all.in");
        fs::write(&file, ["0\n\n", "1\n3\n", "0\n\n"].join(between)).unwrap();
        split::run(problem, 3, &folder, &file).unwrap();
        let parts = [1, 2, 3].map(|part| fs::read_to_string(folder.join(format!("all-{part}.in"))));
        assert_eq!(parts.map(Result::unwrap), ["0\n\n", "1\n3\n", "0\n\n"]);
    }
}

#[test]
fn a_header_of_several_lines_with_lists_and_groups_is_repeated_for_each_part() {
    let folder = folder("own-games-header");
    let input = "q:1..3 w:1..5*q / { c:1..2 z:1..2*c / }*q T:1..4 / { n:1..9 / a:1..n*n / ! }*T";
    let path = folder.join("game.toml");
    let problem = problem(&path, &game_toml("nim", input, "a", "First|Second"));
    for seed in 0..20 {
        let options = GenerateOptions {
            seed,
            ..GenerateOptions::default()
        };
        let mut text = Vec::new();
        generate::run(problem, &problem.layout, options, &mut text).unwrap();
        assert_eq!(check_text(&problem.layout, &text), Ok(4));
        let file = folder.join("all.in");
        fs::write(&file, &text).unwrap();
        split::run(problem, 2, &folder, &file).unwrap();
        let counts = ["all-1.in", "all-2.in"].map(|part| {
            let part = fs::read(folder.join(part)).unwrap();
            check_text(&problem.layout, &part).unwrap()
        });
        assert_eq!(counts.iter().sum::<u64>(), 4);
    }
}

#[test]
fn a_statement_in_one_language_is_shown_in_every_locale() {
    for (file, locale) in [("problem.en.tex", "zh_CN.UTF-8"), ("problem.zh.tex", "C")] {
        let folder = folder("own-games-statement");
        let game = game_toml("nim", "{ n:1..9 / ! }+", "n", "A|B");
        fs::write(folder.join("game.toml"), game).unwrap();
        fs::create_dir(folder.join("statement")).unwrap();
        let statement = "\\problemname{Mine}\n\nOne pile.\n";
        fs::write(folder.join("statement").join(file), statement).unwrap();
        let path = folder.to_str().unwrap();
        let mut command = bouton();
        let output = command.env("LC_ALL", locale).args(["show", path]).run();
        let (text, ..) = texts(&output.unwrap());
        let shown = "own-games-statement: Mine\n\nOne pile.\n\n";
        assert!(text.starts_with(shown), "{text}");
        let mut command = bouton();
        let output = command.env("LC_ALL", locale).args(["list", path]).run();
        let (text, ..) = texts(&output.unwrap());
        assert!(text.contains("own-games-statement: Mine\n"), "{text}");
    }
}

#[test]
fn list_show_and_stress_know_a_file() {
    let folder = folder("own-games-tools");
    let path = folder.join("game.toml");
    let path = path.to_str().unwrap();
    let inputs = [
        ("nim", "{ x:1..9 y:1..9 z:1..9 / ! }0", "x y z"),
        (
            "take s",
            "c:1..3 T:1..50 / s:1..9*c / { n:1..5 a:0..20*n / ! }*T",
            "a",
        ),
        ("moore k", "{ n:1..5 k:1..3 / { a:0..9 / }*n ! }+", "a"),
        ("hill k", "{ k:1..2 n:2..5 / x:0..30<*n / ! }+/", "x"),
        ("coins", "{ n:1..5 / x:1..30*n / ! }+", "x"),
        ("octal 0.137", "{ n:1..5 / x:0..99*n / ! }+", "x"),
        ("split unequal", "{ x:0..99 y:0..99 / ! }+", "x y"),
    ];
    for (rule, input, piles) in inputs {
        fs::write(path, game_toml(rule, input, piles, "A|B")).unwrap();
        for args in [
            &["list", path][..],
            &["list", "--json", path, "hdu1850"],
            &["show", path],
        ] {
            let output = bouton().args(args).run().unwrap();
            let (out, err, code) = texts(&output);
            assert_eq!((&*err, code), ("", 0), "{args:?} {input}");
            assert!(out.contains("own-games-tools"), "{out}");
        }
        let own = env!("CARGO_BIN_EXE_bouton");
        let output = bouton()
            .args(["stress", path, "--rounds", "4", "--", own, path])
            .run()
            .unwrap();
        let (out, err, code) = texts(&output);
        assert_eq!((&*err, code), ("", 0), "{out}{input}");
        if cfg!(windows) {
            // There is no `sh`.
            continue;
        }
        let words = "while read line; do echo A; done";
        let output = bouton()
            .args(["stress", path, "--rounds", "4", "--", "sh", "-c", words])
            .run()
            .unwrap();
        let (out, err, code) = texts(&output);
        assert_eq!((&*err, code), ("", 1), "{out}{input}");
    }
}

/// If a move may take any number up to the maximum, the game is Nim, but only in that case.
#[test]
fn a_largest_take_of_2_64_less_1_is_forgotten_in_the_next_case() {
    let path = folder("own-games-largest-take").join("game.toml");
    let input = "{ k:1..18446744073709551615 n:1..9 a:0..9*n / ! }+";
    let problem = problem(&path, &game_toml("take 1..k", input, "a", "A|B"));
    let text = "18446744073709551615 1 3\n2 1 3\n";
    let answers = our_answer(problem, text);
    assert_eq!(answers, "A\nB\n");
}

#[test]
fn grundy_values_are_printed_beside_moves_and_piles() {
    let path = folder("own-games-grundy-moves").join("game.toml");
    let input = "n:1..9 / a:0..9*n / !";
    for (answer, expected) in [
        ("{grundy}: {pile}:{take} ...|lose", "2: 1:2 2:2 3:2\n"),
        ("{grundy}/{take} {pile}/{after}|lose", "2\n2 1\n1 3 2\n"),
        ("{grundy} {pile} {take}|lose", "2 1 2\n"),
        ("{grundy} {count}|lose", "2 3\n"),
        (
            "{count} of {grundy}: {pile}:{take} ...|lose",
            "3 of 2: 1:2 2:2 3:2\n",
        ),
    ] {
        let problem = problem(&path, &game_toml("nim", input, "a", answer));
        let answers = our_answer(problem, "3\n3 3 2\n");
        assert_eq!(answers, expected, "{answer}");
    }
}

/// The answers to an input that is cut into pieces of `size` bytes, and why it ends.
fn ends(problem: &Problem, text: &str, size: usize) -> (String, Result<(), InputErrorKind>) {
    let chunks = text.as_bytes().chunks(size);
    let (answers, end) = answer_chunks(Kernel::best(), problem, chunks);
    (answers, end.map_err(|(error, _)| error.kind))
}

#[test]
fn two_coins_on_a_cell_are_an_error_in_the_input() {
    let path = folder("own-games-coins").join("game.toml");
    let input = "{ n:1..5 / a:1..20*n / ! }+";
    for answer in ["A|B", "{count}", "{pile} {take} ...|lose"] {
        let problem = problem(&path, &game_toml("coins", input, "a", answer));
        for (text, kind) in [
            ("2\n5 3\n3\n4 1 4\n", InputErrorKind::NotFree { cell: 4 }),
            ("2\n5 3\n1\n0\n", InputErrorKind::NotFree { cell: 0 }),
        ] {
            let (answers, end) = ends(problem, text, text.len());
            assert_eq!(answers.lines().count(), 1, "{answers}");
            assert_eq!(end, Err(kind));
        }
    }
    fs::write(
        &path,
        game_toml("coins", "{ n:1..5 a:0..20*n / ! }+", "a", "A|B"),
    )
    .unwrap();
    let error = problem::find(path.to_str().unwrap())
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("3:11: coins are on cells from 1 on, but the lower limit is 0"),
        "{error}"
    );
}

#[test]
fn a_header_may_say_how_many_takes_each_case_has() {
    let path = folder("own-games-take-count").join("game.toml");
    let input = "c:1..3 / { s:1..9*c n:1..9 a:0..9*n / ! }+";
    let problem = problem(&path, &game_toml("take s", input, "a", "A|B"));
    let text = "2\n1 2 1 3\n1 3 1 3\n1 3 1 2\n";
    let answers = our_answer(problem, text);
    assert_eq!(answers, "B\nA\nB\n");
}

#[test]
fn between_cases_that_begin_with_an_empty_group_the_input_may_end() {
    let path = folder("own-games-empty-group").join("game.toml");
    for group in ["{ a:0..9 / }*n", "{ w:0..9 a:0..9 / }*n", "a:0..9*n /"] {
        let game = |end: &str| {
            game_toml(
                "nim",
                &format!("n:0..9 T:1..9 / {{ {group} x:0..9 / ! {end}"),
                "a",
                "A|B",
            )
        };
        let check = |end: &str, text: &str| ends(problem(&path, &game(end)), text, 2);
        let missing = InputErrorKind::EndsBetweenCases { read: 2, of: 6 };
        assert_eq!(
            check("}*T", "0 6\n4 1"),
            ("B\nB\n".to_owned(), Err(missing)),
            "{group}"
        );
        assert_eq!(
            check("}+", "0 6\n4 1"),
            ("B\nB\n".to_owned(), Ok(())),
            "{group}"
        );
    }
}

#[test]
fn a_number_may_say_how_long_two_lists_are() {
    let path = folder("own-games-two-lists").join("game.toml");
    let input = "{ n:1..3 / w:1..9*n / s:1..9*n / p:0..9 / ! }+";
    let problem = problem(&path, &game_toml("take s", input, "p", "A|B"));
    let answers = our_answer(problem, "2\n9 9\n1 2\n3\n");
    assert_eq!(answers, "B\n");
}

/// Each position of a case may have its own rules, which the explanation uses.
#[test]
fn diff_explains_a_position_by_its_own_rules() {
    let folder = folder("own-games-own-rules");
    let toml = game_toml(
        "take 1..k",
        "{ m:1..3 / { k:1..9 p:1..9 / }*m ! }+",
        "p",
        "WL*m",
    );
    let problem = problem(&folder.join("game.toml"), &toml);
    let (_, report) = compared(problem, &folder, ["2\n1 3\n2 3\n", "WL\n", "LL\n"]);
    assert!(report.contains("position 1 is won: 3"), "{report}");
    assert!(report.contains("pile 1: take 1 -> 2"), "{report}");
}

/// Where each position has an answer of its own, the case is found by counting positions.
#[test]
fn diff_shows_the_case_of_a_position_and_counts_positions() {
    let folder = folder("own-games-lines-of-positions");
    let input = "{ k:1..9 / m:0..3 / { p:1..9 / }*m ! }+";
    let toml = game_toml("take 1..k", input, "p", "(won|lost)*m");
    let problem = problem(&folder.join("game.toml"), &toml);
    let text = "1\n2\n1\n2\n9\n0\n2\n3\n1\n2\n3\n";
    let expected = "won\nlost\nwon\nwon\nlost\n";
    let actual = "won\nlost\nwon\nwon\nwon\n";
    let (_, report) = compared(problem, &folder, [text, expected, actual]);
    let at = folder.join("in");
    let at = at.display();
    let case = format!("case 3, {at}:7\n  2\n  3\n  1\n  2\n  3\n");
    assert!(report.contains(&case), "{report}");
    assert!(report.contains("position 3 is lost: 3"), "{report}");
    assert!(report.ends_with("1 of 5 positions differs\n"), "{report}");
    let longer = expected.to_owned() + "won\n";
    let (_, report) = compared(problem, &folder, [text, expected, &longer]);
    assert!(report.contains("has only 5 positions\n"), "{report}");
}

#[test]
fn parentheses_may_be_a_part_of_words() {
    let folder = folder("own-games-parentheses");
    let toml = game_toml("nim", "{ n:1..9 / a:0..9*n / ! }+", "a", "(A)*b|(C)");
    let problem = problem(&folder.join("game.toml"), &toml);
    assert_eq!(our_answer(problem, "1 1 2 3 3"), "(A)*b\n(C)\n");
}

/// Where any move is right, what stands beside it has to be right as well.
#[test]
fn any_winning_move_is_accepted_with_all_that_belongs_to_it_and_nothing_else() {
    let folder = folder("own-games-any");
    let verdict = |answer: &str, actual: &str| {
        let toml = game_toml("nim", "n:1..4 / a:0..7*n / !", "a", answer);
        let problem = problem(&folder.join("game.toml"), &toml);
        let input = "3\n3 3 3\n";
        let (_, report) = compared(
            problem,
            &folder,
            [input, &our_answer(problem, input), actual],
        );
        report[..2].to_owned()
    };
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
    ] {
        assert_eq!(verdict(answer, other), "AC", "{answer}");
        assert_eq!(verdict(answer, wrong), "WA", "{answer}");
        let spaced = format!(" {}", other.replacen(' ', "  ", 1));
        assert_eq!(verdict(answer, &spaced), "PE", "{answer}");
    }
}

/// What `diff` says of one wrong answer to one case of `{ n a*n }+`.
fn said_of(rule: &str, answer: &str, input: &str, actual: &str) -> String {
    let folder = folder(&format!("own-games-{}", rule.replace([' ', '.'], "-")));
    let toml = game_toml(rule, "{ n:1..4 a:0..9*n / ! }+", "a", answer);
    let problem = problem(&folder.join("game.toml"), &toml);
    compared(
        problem,
        &folder,
        [input, &our_answer(problem, input), actual],
    )
    .1
}

#[test]
fn a_move_that_changes_several_piles_is_shown_with_all_of_them() {
    let report = said_of("moore 2", "Yes|No", "3 4 2 4\n", "No\n");
    assert!(
        report.contains("piles 1 3: take 2 2 -> 2 2 2: "),
        "{report}"
    );
    let folder = folder("own-games-wythoff");
    let problem = crate::harness::problem("luogup2252");
    let (_, report) = compared(problem, &folder, ["3 3\n", "1\n", "0\n"]);
    assert!(report.contains("piles 1 2: take 3 3 -> 0 0: "), "{report}");
}

#[test]
fn single_stones_are_not_seen_where_there_are_none() {
    let report = said_of("misere take 1..3", "Yes|No", "1 5\n", "Yes\n");
    let reason =
        "every move loses: an odd number of piles has the Grundy value 1, and the others have 0\n";
    assert!(report.contains(reason), "{report}");
}

#[test]
fn what_no_move_takes_from_one_pile_it_may_take_from_another() {
    let report = said_of(
        "take proper divisors",
        "{pile} {take}|no",
        "2 1 4\n",
        "1 1\n",
    );
    assert!(report.contains("no move takes 1 from pile 1\n"), "{report}");
}

#[test]
fn a_right_list_of_moves_beside_a_wrong_number_is_said_to_be_right() {
    let report = said_of(
        "nim",
        "W {count} {pile}:{take} ...|L",
        "2 3 0\n",
        "W 2 1:3\n",
    );
    assert!(
        report.contains("the moves are right, but the rest of the answer is not"),
        "{report}"
    );
}

#[test]
fn a_factor_of_0_in_the_input_is_an_error_after_the_answers_before_it() {
    let path = folder("own-games-no-factor").join("game.toml");
    let toml = game_toml("take 1..k*last", "{ k:1..9 n:1..9 / ! }+", "n", "Y|N");
    let text = "2 5\n3 7\n0 5\n2 8\n";
    let end = Err(InputErrorKind::TakeOfZero);
    let expected = ("N\nY\n".to_owned(), end);
    assert_eq!(ends(problem(&path, &toml), text, text.len()), expected);
}

#[test]
fn diff_says_that_a_move_takes_too_much() {
    let folder = folder("own-games-too-much");
    let toml = game_toml(
        "take 1..3",
        "{ n:1..3 a:0..9*n / ! }+",
        "a",
        "any {pile} {take}|lose",
    );
    let problem = problem(&folder.join("game.toml"), &toml);
    let (_, report) = compared(problem, &folder, ["1 5\n", "1 1\n", "1 5\n"]);
    assert!(report.contains("no move takes 5"), "{report}");
}

/// A mistake is reported with its line and column, and what was expected.
#[test]
fn a_mistake_in_a_file_is_reported_where_it_is() {
    let folder = folder("own-games-mistakes");
    let path = folder.join("bad.toml");
    let keys = ["rule", "input", "piles", "answer"];
    let good = ["nim", "{ n:1..9 a:0..9*n / ! }+", "a", "A|B"];
    let text = game_toml(good[0], good[1], good[2], good[3]);
    let others = [
        (String::new(), "1:1: expected a line input = \"...\""),
        (
            text.replace("piles", "pile"),
            "3:1: there is no key 'pile': expected rule, input, piles, answer, alias",
        ),
        (
            text.replace("rule   = \"nim\"\n", ""),
            "1:1: expected a line rule = \"...\"",
        ),
        (
            text.replace("\"nim\"", "3"),
            "1:10: expected a text between quotes for 'rule'",
        ),
        (
            text.clone() + "[alias.x]\nlimit = \"n:1..2\"\n",
            "6:1: there is no key 'limit': expected limits, title or title_zh",
        ),
        (
            text.clone() + "[alias.x]\nlimits = \"b:1..2\"\n",
            "6:11: there is no 'b' in the input",
        ),
        (
            text.replace("}+", "}0") + "[alias.x]\nlimits = \"n:0..2\"\n",
            "6:11: a group that ends with a 0 starts with a number of at least 1",
        ),
    ]
    .map(|(text, message)| (text, message.to_owned()));
    let table = records(include_str!("tables/mistakes.txt"));
    let table = table.into_iter().map(|(words, message)| {
        let mut lines = good;
        for change in words.chunks(3) {
            let line = keys.iter().position(|key| *key == change[0]);
            lines[line.unwrap()] = &change[2];
        }
        let text = game_toml(lines[0], lines[1], lines[2], lines[3]);
        (text, message)
    });
    for (text, message) in table.chain(others) {
        fs::write(&path, &text).unwrap();
        let found = match problem::find(path.to_str().unwrap()) {
            Ok(_) => "no mistake".to_owned(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, format!("{}:{message}", path.display()), "{text}");
    }
}

#[test]
fn broken_toml_is_reported_with_its_line() {
    let path = folder("own-games-toml").join("game.toml");
    fs::write(&path, "rule = \"nim\"\ninput = \"n\npiles = \"a\"\n").unwrap();
    let error = problem::find(path.to_str().unwrap())
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with(&format!("{}:2:", path.display())),
        "{error}"
    );
}

/// The folder of a game with this `problem.yaml`.
fn with_yaml(name: &str, yaml: &str) -> PathBuf {
    let folder = folder(name);
    let toml = game_toml("nim", "{ n:1..9 a:0..9*n / ! }+", "a", "Yes|No");
    fs::write(folder.join("game.toml"), toml).unwrap();
    fs::write(folder.join("problem.yaml"), yaml).unwrap();
    folder
}

#[test]
fn limits_are_those_of_problem_yaml_however_it_is_written() {
    for (yaml, milliseconds, mebibytes) in [
        ("", 2000, 256),
        ("name: Mine\n", 2000, 256),
        ("limits:\n  time_limit: 5\n  memory: 300\n", 5000, 300),
        ("limits:\n    memory: 300\n    time_limit: 5\n", 5000, 300),
        ("limits:\r\n  time_limit: 5   # seconds\r\n", 5000, 256),
        ("limits: {time_limit: 2.5, memory: 256}", 2500, 256),
        ("{\"limits\": {\"time_limit\": 2.5}}", 2500, 256),
        ("---\nlimits:\n  'time_limit' : '5'\n...\n", 5000, 256),
        ("limits:\n  time_limit:\n    5\n  memory: ~\n", 5000, 256),
        ("limits:\n", 2000, 256),
        ("time_limit: 5\nname:\n  time_limit: 5\n", 2000, 256),
        ("? [limits, 1]\n: 5\nlimits:\n  time_limit: 5\n", 5000, 256),
        ("a: &a [1]\nb: *a\nlimits:\n  time_limit: 5\n", 5000, 256),
        ("keywords: |\n  limits:\n    time_limit: 5\n", 2000, 256),
    ] {
        let folder = with_yaml("own-games-yaml", yaml);
        let problem = problem::find(folder.to_str().unwrap()).unwrap().unwrap();
        assert_eq!(problem.time_limit().as_millis(), milliseconds, "{yaml}");
        assert_eq!(problem.memory_limit(), mebibytes << 20, "{yaml}");
    }
}

#[test]
fn the_source_in_problem_yaml_may_be_a_name_or_a_list() {
    for (yaml, judge, url) in [
        ("source: HDU 1907", "HDU 1907", None),
        (
            "source: {name: Mine, url: 'https://a.b/c'}",
            "Mine",
            Some("https://a.b/c"),
        ),
        (
            "source:\n- name: One\n  url: https://a.b/c\n- name: Two\n",
            "One",
            Some("https://a.b/c"),
        ),
        ("name:\n  name: x\nsource:\n", "own-games-source", None),
    ] {
        let folder = with_yaml("own-games-source", yaml);
        let problem = problem::find(folder.to_str().unwrap()).unwrap().unwrap();
        assert_eq!(problem.judge(), judge, "{yaml}");
        assert_eq!(problem.url().as_deref(), url, "{yaml}");
    }
}

#[test]
fn a_mistake_in_problem_yaml_is_reported_where_it_is() {
    let number = "expected a number of seconds from 0.001 to 1000000";
    let nested = "- ".repeat(10_000);
    for (yaml, expected) in [
        ("limits:\n  time_limit: fast\n", format!("2:15: {number}")),
        (
            "name: 约翰 # 约\nlimits: {time_limit: 0}",
            format!("2:22: {number}"),
        ),
        ("limits:\n  time_limit: [5]\n", format!("2:15: {number}")),
        (
            "a: &a 5\nlimits:\n  time_limit: *a\n",
            format!("3:15: {number}"),
        ),
        (
            "limits: 5\n",
            "1:9: expected limits such as 'time_limit: 1'".to_owned(),
        ),
        ("limits:\n\ttime_limit: 5\n", "2:".to_owned()),
        (
            "limits:\n  memory: 64\n  memory: 64\n time_limit: 5\n",
            "4:".to_owned(),
        ),
        (&"[".repeat(1000), "1:".to_owned()),
        (
            &nested,
            "1:131: lists and mappings are nested too deeply".to_owned(),
        ),
    ] {
        let folder = with_yaml("own-games-wrong-yaml", yaml);
        let path = folder.join("problem.yaml");
        let error = problem::find(folder.to_str().unwrap()).map(|_| ());
        let error = error.expect_err(yaml).to_string();
        let expected = format!("{}:{expected}", path.display());
        assert!(error.starts_with(&expected), "{expected} is not in {error}");
    }
}

#[test]
fn the_number_of_a_rule_is_shown_unless_the_input_gives_it() {
    let path = folder("own-games-number").join("game.toml");
    for (rule, words) in [
        (
            "take 1..3",
            "a move takes from 1 to 3 stones from one pile; the player who cannot move loses",
        ),
        (
            "misere take 1..2",
            "a move takes from 1 to 2 stones from one pile; whoever takes the last stone loses",
        ),
        (
            "take 1..1",
            "a move takes 1 stone from one pile; the player who cannot move loses",
        ),
        (
            "take 1..k",
            "a move takes from 1 to k stones from one pile; the player who cannot move loses",
        ),
        (
            "moore 2",
            "a move takes any number of stones from each of 1 to 2 piles; the player who cannot move loses",
        ),
        (
            "moore k",
            "a move takes any number of stones from each of 1 to k piles; the player who cannot move loses",
        ),
    ] {
        let toml = game_toml(rule, "{ n:1..9 k:1..9 / a:0..9*n / ! }+", "a", "A|B");
        fs::write(&path, toml).unwrap();
        let mut command = bouton();
        let output = command.args(["list", "--json"]).arg(&path).run();
        let (out, err, code) = texts(&output.unwrap());
        assert_eq!((&*err, code), ("", 0));
        assert!(
            out.contains(&format!("\"rule\":\"{words}\"")),
            "{rule}: {out}"
        );
    }
}

#[test]
fn a_file_that_is_not_utf8_is_reported_with_line_and_column() {
    let path = folder("own-games-utf8").join("game.toml");
    for (bytes, message) in [
        (
            &b"rule = \"nim\"\ninput = \"\xe9"[..],
            "2:10: expected UTF-8 text, found byte 0xe9",
        ),
        (
            b"\xff\xfer\0",
            "1:1: expected UTF-8 text, found a UTF-16 byte-order mark",
        ),
        (
            b"\xfe\xff\0r",
            "1:1: expected UTF-8 text, found a UTF-16 byte-order mark",
        ),
        (b"\xff", "1:1: expected UTF-8 text, found byte 0xff"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = problem::find(path.to_str().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), format!("{}:{message}", path.display()));
    }
}

#[test]
fn a_file_that_is_no_text_of_a_reasonable_size_is_not_read() {
    let folder = folder("own-games-size");
    let path = folder.join("game.toml");
    fs::write(&path, " ".repeat((1 << 20) + 1)).unwrap();
    let error = |path: &Path| {
        problem::find(path.to_str().unwrap())
            .unwrap_err()
            .to_string()
    };
    let shown = path.display();
    assert_eq!(error(&path), format!("{shown}: it is larger than 1 MiB"));
    #[cfg(unix)]
    {
        let pipe = folder.join("pipe.toml");
        crate::harness::make_pipe(&pipe);
        for path in [&pipe, Path::new("/dev/zero")] {
            let shown = path.display();
            assert_eq!(error(path), format!("{shown}: it is not a regular file"));
        }
    }
}

#[test]
fn a_layout_has_a_limited_depth_and_number_of_names() {
    let path = folder("own-games-limits").join("game.toml");
    let error = |input: &str, piles: &str| {
        fs::write(&path, game_toml("nim", input, piles, "W|L")).unwrap();
        let found = problem::find(path.to_str().unwrap());
        found.map(drop).map_err(|error| error.to_string())
    };
    let shown = path.display();
    let names = |count: usize| {
        let numbers: String = (0..count).fold(String::new(), |names, n| {
            names + "a" + &n.to_string() + ":1..9 "
        });
        format!("{{ {numbers}/ ! }}+")
    };
    assert_eq!(
        error(&"{ ".repeat(200_000), "a"),
        Err(format!(
            "{shown}:2:27: expected at most 8 groups around another"
        ))
    );
    assert_eq!(error(&names(1000), "a0"), Ok(()));
    let found = error(&names(20_000), "a0").unwrap_err();
    assert!(found.ends_with(": expected at most 1000 names"), "{found}");
}

#[test]
fn diff_accepts_any_winning_move_where_any_is_asked_for() {
    let folder = folder("own-games-any-move");
    let toml = game_toml(
        "nim",
        "{ n:1..3 a:0..9*n / ! }+",
        "a",
        "any {pile} {take}|lose",
    );
    let problem = problem(&folder.join("game.toml"), &toml);
    let input = "3 3 3 3\n2 1 1\n3 3 3 3\n";
    let accepts =
        |expected: &str, actual: &str| compared(problem, &folder, [input, expected, actual]).0;
    let ours = "1 3\nlose\n1 3\n";
    for right in [
        ours,
        "2 3\nlose\n3 3\n",
        "2 3\r\nlose\r\n3 3\r\n",
        "3 3\nlose\n2 3",
    ] {
        assert!(accepts(ours, right), "{right:?}");
        assert!(accepts(right, ours), "{right:?}");
    }
    for wrong in [
        "2 2\nlose\n3 3\n",
        "2 3\n1 1\n3 3\n",
        "2 3\nlose\n4 3\n",
        "2 3\nlose\n",
        "2 3\nlose\n3 3\n3 3\n",
        "lose\nlose\n2 3\n",
    ] {
        assert!(!accepts(ours, wrong), "{wrong:?}");
    }
}

#[test]
fn the_cells_between_two_numbers_are_a_pile() {
    let path = folder("own-games-cells").join("game.toml");
    let input = "{ n:1..3 m:2..9 / { a:1..m b:1..m / }*n ! }+";
    let text = "2 9\n1 5\n6 2\n2 9\n9 1\n3 4\n1 9\n4 8\n";
    for (answer, expected) in [
        ("A|B", "B\nA\nA\n"),
        ("{count}", "0\n1\n1\n"),
        ("{pile} {take}|no", "no\n1 7\n1 3\n"),
        ("{size} {left}: {after}|no", "no\n7 0: 0 0\n3 0: 0\n"),
        ("{grundy}", "0\n7\n3\n"),
    ] {
        let problem = problem(&path, &game_toml("nim", input, "|a-b|-1", answer));
        for size in [1, 3, text.len()] {
            let (answers, end) =
                answer_chunks(Kernel::best(), problem, text.as_bytes().chunks(size));
            assert_eq!((&*answers, end), (expected, Ok(())), "{answer}");
        }
        let (answers, end) = answer_chunks(Kernel::best(), problem, [&b"1 9\n4 4\n"[..]]);
        let error = end.unwrap_err().0;
        assert_eq!(error.kind, InputErrorKind::SameCell { cell: 4 });
        assert_eq!((&*answers, error.at), ("", 6));
        assert_eq!(check_text(&problem.layout, text.as_bytes()), Ok(3));
        let violation = check_text(&problem.layout, b"1 9\n4 4\n").unwrap_err();
        assert_eq!(
            violation.to_string(),
            "2:3: expected b to be a free cell, found 4 again"
        );
    }
}

#[test]
fn what_is_no_pair_of_cells_is_an_error_in_the_file() {
    let path = folder("own-games-no-cells").join("game.toml");
    let group = "{ n:1..3 m:2..9 / { a:1..m b:1..m / }*n ! }+";
    let pair = "expected |A-B|-1, where A and then B are single numbers of the same group";
    for (rule, input, piles, at, message) in [
        ("nim", group, "|a-b|-2", 1, pair),
        ("nim", group, "|a-b|", 1, pair),
        ("nim", group, "|b-a|-1", 1, pair),
        ("nim", group, "|m-b|-1", 1, pair),
        (
            "nim",
            "{ n:1..3 / a:1..9*n b:1..9 / ! }+",
            "|a-b|-1",
            1,
            pair,
        ),
        (
            "nim",
            "{ n:1..3 / { a:1..9< b:1..9 / }*n ! }+",
            "|a-b|-1",
            1,
            pair,
        ),
        (
            "nim",
            group,
            "|a-c|-1",
            4,
            "there is no 'c' in the input: expected one of n, m, a, b",
        ),
        (
            "nim",
            "a:1..9 b:1..9 / { c:1..9 / ! }+",
            "|a-b|-1",
            2,
            "'a' comes before the cases, but each case has piles of its own",
        ),
        (
            "wythoff",
            group,
            "|a-b|-1",
            1,
            "there is no '|a-b|-1' in the input: expected one of n, m, a, b",
        ),
    ] {
        fs::write(&path, game_toml(rule, input, piles, "A|B")).unwrap();
        let error = problem::find(path.to_str().unwrap()).unwrap_err();
        let expected = format!("3:{}: {message}", at + "piles = \"".len() + 1);
        let error = error.to_string();
        assert!(error.ends_with(&expected), "{piles}: {error}\n{expected}");
    }
}
