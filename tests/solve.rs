//! The command `solve`.

use crate::definition::{Search, positions};
#[cfg(unix)]
use crate::harness::start;
use crate::harness::{records, run, texts};

/// Checks the output of `bouton solve` with these arguments, separated by spaces.
#[track_caller]
fn says(args: &str, expected: &str) {
    assert_eq!(
        solve(args, ""),
        (expected.to_owned(), String::new(), 0),
        "{args}"
    );
}

/// Checks the error message of `bouton solve`.
#[track_caller]
fn complains(args: &str, expected: &str) {
    let expected = format!("bouton: {expected}\n");
    assert_eq!(solve(args, ""), (String::new(), expected, 2), "{args}");
}

fn solve(args: &str, input: &str) -> (String, String, i32) {
    let args: Vec<_> = ["solve"]
        .into_iter()
        .chain(args.split_whitespace())
        .collect();
    texts(&run(&args, input.as_bytes()))
}

#[test]
fn positions_are_explained_as_the_table_says() {
    for (args, expected) in records(include_str!("tables/solutions.txt")) {
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        let said = texts(&run(&args, b""));
        assert_eq!(said, (expected + "\n", String::new(), 0), "{args:?}");
    }
}

#[test]
fn the_worked_examples_are_solved_as_the_documents_solve_them() {
    let moves = |args: &str| {
        let (text, error, code) = solve(args, "");
        assert_eq!((&error[..], code), ("", 0));
        assert!(text.starts_with("first player wins\n"));
        let moves = text.lines().filter(|line| line.starts_with("pile "));
        moves.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        moves("--misere 3 5 7"),
        [
            "pile 1: take 1 -> 2 5 7",
            "pile 2: take 1 -> 3 4 7",
            "pile 3: take 1 -> 3 5 6"
        ]
    );
    assert_eq!(moves("14 21 39"), ["pile 3: take 12 -> 14 21 27"]);
    assert!(moves("55 81 121").contains(&"pile 3: take 19 -> 55 81 102".to_owned()));
    assert!(moves("29 45 58").contains(&"pile 3: take 10 -> 29 45 48".to_owned()));
    assert_eq!(moves("3 4 5"), ["pile 1: take 2 -> 1 4 5"]);
    assert_eq!(moves("1 2 6"), ["pile 3: take 3 -> 1 2 3"]);
}

#[test]
fn stones_are_laid_out_in_two_equal_piles_or_not_at_all() {
    for stones in 2..=20 {
        let piles = if stones % 2 == 0 {
            format!("[{0},{0}]", stones / 2)
        } else {
            "null".to_owned()
        };
        says(
            &format!("--json --split {stones}"),
            &format!("{{\"piles\":{piles}}}\n"),
        );
    }
}

#[test]
fn a_count_of_two_digits_widens_its_column() {
    assert!(
        solve("--from 12 1 1 1 1 1 1 1 1 1 1 1 3", "")
            .0
            .contains("  mod 13    1 12\n")
    );
}

#[test]
fn the_first_winning_moves_in_a_long_row_of_kayles_are_listed_and_the_others_counted() {
    let (text, _, code) = solve("--kayles 1000000000000000000", "");
    assert_eq!(code, 0);
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("pile 1: "))
            .count(),
        10_000
    );
    assert!(text.ends_with("\nand 166666666666656675 more winning moves\n"));
    let (text, _, code) = solve("--kayles --json 1000000000000000000", "");
    assert_eq!(code, 0);
    assert_eq!(text.matches("\"takes\"").count(), 10_000);
    assert!(text.ends_with("],\"more\":166666666666656675}\n"));
}

#[test]
fn every_position_of_a_line_of_play_on_the_hill_can_be_solved() {
    let (line, error, _) = solve("--json --play --hill 3 1 3 6 8 12", "");
    assert_eq!(error, "");
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    let played = line["play"].as_array().unwrap();
    let crowded = |after: &&serde_json::Value| after[1] == 0;
    assert!(
        played
            .iter()
            .map(|step| &step["after"])
            .any(|after| crowded(&after))
    );
    for step in played {
        let after: Vec<_> = step["after"]
            .as_array()
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect();
        // The losing player is always the one to move after the winner's moves.
        let winner = if step["player"] == line["winner"] {
            "second\n"
        } else {
            "first\n"
        };
        let (text, error, code) = solve(&format!("--hill 3 {}", after.join(" ")), "");
        assert!(text.starts_with(winner.trim_end()), "{text}");
        assert_eq!((&error[..], code), ("", 0));
    }
}

#[test]
fn a_line_of_best_play_goes_to_the_end() {
    let (text, _, code) = solve("--max-take 1 --play 1000000000000000000", "");
    assert_eq!(code, 0);
    assert!(text.ends_with("second: pile 1: take 1 -> 999999999999999000\nand so on\n"));
    let (text, _, _) = solve("--max-take 1 --play --json 1000000000000000000", "");
    assert!(text.ends_with("\"after\":[999999999999999000]}],\"over\":false}\n"));
}

#[test]
fn a_pile_that_is_not_a_number_is_reported_as_in_any_input() {
    for (pile, reason) in [
        ("x", "expected a number, found 'x'"),
        ("-1", "expected a number, found '-'"),
        ("+1", "expected a number, found '+'"),
        ("1e3", "expected a number, found 'e'"),
        (
            "18446744073709551616",
            "number is larger than 18446744073709551615",
        ),
    ] {
        complains(
            &format!("3 {pile}"),
            &format!(
                "invalid value '{pile}' for '[PILE]...': {reason} (see 'bouton solve --help')"
            ),
        );
    }
    says(
        "--xor 18446744073709551615 000000000000000000000000001",
        "18446744073709551614\n",
    );
}

#[test]
fn a_pile_beyond_a_table_without_a_period_is_an_error() {
    let subtraction_set: Vec<_> = (0_u64..2048)
        .map(|i| (1_000_000_000 + i).to_string())
        .collect();
    let subtraction_set = subtraction_set.join(",");
    complains(
        &format!("--take {subtraction_set} 5 1000002048"),
        "PILE 2: the pile is too large: the Grundy values of piles below 524288 show no \
         period",
    );
}

#[test]
fn large_piles_are_answered_where_the_large_takes_are_out_of_reach_or_have_a_common_divisor() {
    // With the takes before the piles, and after them.
    for (id, input, answers) in [
        (
            "hdu1536",
            "2 3 90000000\n3\n1 80000003\n1 80000004\n2 3 80000005\n0\n",
            "WLW\n",
        ),
        (
            "bzoj1874",
            "1\n50000000\n2\n20000000\n40000000\n",
            "YES\n1 40000000\n",
        ),
        ("bzoj1874", "1\n50000000\n1\n60000000\n", "NO\n"),
    ] {
        let output = texts(&run(&[id], input.as_bytes()));
        assert_eq!(output, (answers.to_owned(), String::new(), 0), "{id}");
    }
}

#[test]
fn one_argument_may_have_several_piles() {
    let piles = |args: &[&str]| texts(&run(&[&["solve", "--xor"], args].concat(), b""));
    let seven = ("7\n".to_owned(), String::new(), 0);
    assert_eq!(piles(&["1 2 4"]), seven);
    assert_eq!(piles(&[" 1\t2\n", "4"]), seven);
    let (_, error, code) = piles(&["1 2 x"]);
    assert!(error.contains("expected a number, found 'x'"), "{error}");
    assert_eq!(code, 2);
    for nothing in ["", " "] {
        let (_, error, code) = piles(&["1", nothing]);
        assert!(
            error.contains("expected a number, found nothing"),
            "{error}"
        );
        assert_eq!(code, 2);
    }
    let take = |set| texts(&run(&["solve", "--json", "--take", set, "3"], b""));
    assert!(take("1, 3").0.starts_with("{\"winner\":\"first\""));
    let (_, error, _) = take("1 3");
    assert!(
        error.contains("found a space: give numbers with commas"),
        "{error}"
    );
}

#[test]
fn an_object_is_bounded_and_counts_what_it_does_not_list() {
    let (sevens, ascending): (Vec<_>, Vec<_>) = (1..=20_000)
        .map(|i| ("7".to_owned(), i.to_string()))
        .unzip();
    let line = |piles: &[String]| piles.join(" ");
    for (rules, position, moves) in [
        ("", line(&sevens) + " 3", 20_001),
        ("--misere", line(&sevens) + " 3", 20_001),
        ("--max-take 7", line(&sevens) + " 3", 20_001),
        ("--take 1,2,3,4,5,6,7", line(&sevens) + " 3", 20_001),
        ("--kayles", line(&sevens) + " 1", 0),
        ("--hill 4", line(&ascending), 0),
        ("--from 3", line(&ascending), 1),
    ] {
        let (text, error, code) = solve(&format!("--json --play {rules} {position}"), "");
        assert_eq!((&error[..], code), ("", 0), "{rules}");
        assert!(text.len() < 15_000_000, "{rules}: {} bytes", text.len());
        let object: serde_json::Value = serde_json::from_str(&text).unwrap();
        let listed = object["moves"].as_array().unwrap().len() as u64;
        let more = object["more"].as_u64().unwrap_or(0);
        if moves > 0 {
            assert_eq!(listed + more, moves, "{rules}");
        }
        // On the hill the game is over sooner.
        assert_eq!(object["over"], rules == "--hill 4", "{rules}");
        assert!(object["play"].as_array().unwrap().len() <= 50);
    }
    // With a hundred piles, all their moves fit.
    let (text, _, _) = solve(&format!("--json {} 3", line(&sevens[..100])), "");
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["moves"].as_array().unwrap().len(), 101);
    assert!(object["more"].is_null());
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    let mut child = start(&["solve", "--kayles", "--json", "1000000000000000000"]);
    drop(child.stdout.take());
    let output = texts(&child.wait_with_output().unwrap());
    assert_eq!(output, (String::new(), String::new(), 0));
}

#[test]
fn objects_for_all_small_positions_are_what_the_definition_says() {
    let mut search = Search::rule("misere take 1..3");
    for position in (1..=2).flat_map(|piles| positions(piles, 5)) {
        let winner = if search.first_wins(&position) {
            "first"
        } else {
            "second"
        };
        let mut moves = Vec::new();
        for after in search.won_by(&position) {
            let pile = (0..position.len())
                .find(|&i| position[i] != after[i])
                .unwrap();
            moves.push((pile + 1, position[pile] - after[pile], after));
        }
        moves.sort_unstable();
        let moves: Vec<_> = moves
            .iter()
            .map(|(pile, take, after)| {
                let after: Vec<_> = after.iter().map(u64::to_string).collect();
                let after = after.join(",");
                format!("{{\"pile\":{pile},\"take\":{take},\"after\":[{after}]}}")
            })
            .collect();
        let moves = moves.join(",");
        let piles: Vec<_> = position.iter().map(u64::to_string).collect();
        says(
            &format!("--json --misere --max-take 3 {}", piles.join(" ")),
            &format!("{{\"winner\":\"{winner}\",\"grundy\":null,\"moves\":[{moves}]}}\n"),
        );
    }
}

#[test]
fn huge_piles_in_great_number_are_solved_at_once() {
    let piles: Vec<_> = (0_u64..400)
        .map(|i| (1_000_000_000_000_000_000 + 7 * i).to_string())
        .collect();
    let piles = piles.join(" ");
    for rule in [
        "",
        "--misere",
        "--max-take 999999999999",
        "--take 1,2,50",
        "--from 3",
    ] {
        let (text, error, code) = solve(&format!("--json {rule} {piles} 5"), "");
        assert_eq!((&error[..], code), ("", 0), "{rule}");
        assert!(text.starts_with("{\"winner\":\""), "{rule}");
    }
}

#[test]
fn only_rules_of_single_piles_have_a_table() {
    for args in [
        "--from 2 --table 0..9",
        "--misere --table 0..9",
        "--hill 2 --table 0..9",
    ] {
        let (out, error, code) = solve(args, "");
        assert_eq!((out.as_str(), code), ("", 2), "{args}");
        assert!(
            error.contains("no Grundy values of single piles"),
            "{error}"
        );
    }
    complains(
        "--table 0..1000000",
        "--table: expected at most 1000000 sizes, as in 0..99",
    );
    complains(
        "--table 0..9 3",
        "--table is about single piles of any size: give only a rule with it",
    );
}

#[test]
fn a_position_is_explained_after_a_move_that_the_rule_allows() {
    let run = |args: &[&str]| {
        let args = ["solve"].into_iter().chain(args.iter().copied());
        texts(&run(&args.collect::<Vec<_>>(), b""))
    };
    let (out, error, code) = run(&["14", "21", "39", "--to", "14 21 27"]);
    assert_eq!((error.as_str(), code), ("", 0));
    assert!(out.starts_with("second player wins\n"), "{out}");
    let moves: &[(&[&str], &str, bool)] = &[
        (&["3", "5"], "3 6", false),
        (&["3", "5"], "2 4", false),
        (&["3", "5"], "3 5", false),
        (&["3", "5"], "3", false),
        (&["--take", "1,3,4", "10"], "8", false),
        (&["--take", "1,3,4", "10"], "6", true),
        (&["--kayles", "7"], "2 3", true),
        (&["--kayles", "7"], "2 2", false),
        (&["--from", "2", "3", "5", "6"], "1 5 0", true),
        (&["--from", "2", "3", "5", "6"], "1 4 0", false),
        (&["--rule", "wythoff", "5", "9"], "3 7", true),
        (&["--rule", "wythoff", "5", "9"], "3 6", false),
        (&["--hill", "2", "3", "7"], "3 4", true),
        (&["--hill", "2", "3", "7"], "3 2", false),
        (&["18446744073709551615"], "0", true),
    ];
    for &(position, to, is_allowed) in moves {
        let args: Vec<_> = position.iter().copied().chain(["--to", to]).collect();
        let (_, error, code) = run(&args);
        assert_eq!(code, if is_allowed { 0 } else { 2 }, "{args:?}: {error}");
    }
}

#[test]
fn a_picture_shows_the_stones_that_the_winning_move_takes() {
    let (svg, _, code) = solve("14 21 39 --svg -", "");
    assert_eq!(code, 0);
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    let count = |text: &str| svg.matches(text).count();
    // 14 + 21 + 39 stones before the move, 12 of them crossed out, and 62 after it.
    assert_eq!(count("class='stone'"), 74 + 62);
    assert_eq!(count("<g class='solution' pointer-events='none'"), 12);
    assert_eq!(count("class='odd'"), 4);
    assert!(svg.contains("First player wins"));
}

#[test]
fn pictures_stay_small_and_well_formed_for_all_rules_and_sizes() {
    let positions = [
        "18446744073709551615 1 2",
        "--rule wythoff 5 9",
        "--hill 2 3 7 12",
        "--hill 1 0 0",
        "--kayles 7 5",
        "--take 1,3,4 500 127 0",
        "--from 2 3 5 6",
        "--misere 1 1 1",
        "--misere 0",
        "0 0",
    ];
    for position in positions {
        let (svg, error, code) = solve(&format!("{position} --svg -"), "");
        assert_eq!((error.as_str(), code), ("", 0), "{position}");
        for element in ["g", "text", "svg"] {
            let [opened, closed] = [format!("<{element} "), format!("</{element}>")]
                .map(|tag| svg.matches(&tag).count());
            assert_eq!(opened, closed, "{element} in the picture of {position}");
        }
        assert!(svg.len() < 200_000, "{position}");
    }
    let many = "9 ".repeat(1000);
    let (svg, _, _) = solve(&format!("{many} --svg -"), "");
    assert!(svg.contains("+ 960 more piles") && svg.len() < 200_000);
}

#[test]
fn a_picture_of_grundy_values_shades_the_periods() {
    let (svg, _, _) = solve("--take 1,3,4 --table 0..20 --svg -", "");
    assert_eq!(svg.matches("class='period'").count(), 3);
    assert_eq!(svg.matches("<title>").count(), 1 + 21);
}
