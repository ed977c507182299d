//! The command `solve`.

use serde_json::Value;

use crate::definition::{Search, positions};
use crate::harness::{records, run, some_of, texts, words};

/// The object that `bouton solve --json` prints with these arguments.
#[track_caller]
fn solve(args: &[&str]) -> Value {
    let (text, error, code) = texts(&run(&[&["solve", "--json"], args].concat(), b""));
    assert_eq!((&*error, code), ("", 0), "{args:?}");
    assert!(text.len() < 15_000_000, "{args:?}: {} bytes", text.len());
    serde_json::from_str(&text).unwrap()
}

fn board(args: &[&str]) -> Value {
    solve(&[&["--board"], args].concat())["board"].take()
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
fn an_object_is_bounded_and_counts_what_it_does_not_list() {
    // A command line of Windows has at most 32,767 characters.
    let sevens = "7 ".repeat(10_000);
    let ascending: Vec<_> = (1..=5_000).map(|i| i.to_string()).collect();
    let ascending = ascending.join(" ");
    for (rules, position, moves) in [
        ("--misere", &format!("{sevens} 3"), 10_001),
        ("--kayles", &format!("{sevens} 1"), 0),
        ("--hill 4", &ascending, 0),
        ("--from 3", &ascending, 1),
        // With a hundred piles, all their moves fit.
        ("", &format!("{} 3", &sevens[..200]), 101),
    ] {
        let mut args = vec!["--play"];
        args.extend(rules.split_whitespace().chain([&**position]));
        let object = solve(&args);
        let listed = object["moves"].as_array().unwrap().len() as u64;
        let more = object["more"].as_u64().unwrap_or(0);
        assert!(moves == 0 || listed + more == moves, "{listed}, {more}");
        // Where there are many piles, the line is not the whole game but on the hill.
        let is_over = args.len() == 2 || args.contains(&"--hill");
        assert_eq!(object["over"], is_over, "{:?}", &args[..2]);
    }
}

#[test]
fn a_board_has_the_columns_of_the_reason_and_a_reply_that_wins_or_makes_the_game_long() {
    for rule in ["nim", "misere nim", "take {1,3}", "wythoff", "moore 2"] {
        let mut search = Search::rule(rule);
        for position in some_of(5, positions(2, 5)) {
            let board = board(&["--rule", rule, &words(&position)]);
            let numbers = |value: &Value| -> Vec<u64> { serde_json::from_value(value.clone()).unwrap() };
            for column in board["columns"].as_array().unwrap() {
                let count = column["rows"].as_array().unwrap().len() as u64;
                let of = if rule == "moore 2" { 3 } else { 2 };
                assert_eq!(column["left"], count % of, "{rule}, {position:?}");
            }
            let legal = board["legal"].as_array().unwrap();
            let mut wins = |turn: &Value| !search.first_wins(&numbers(&turn["after"]));
            let winning = legal.iter().filter(|turn| wins(turn)).count();
            for turn in legal {
                assert_eq!(turn["wins"], wins(turn), "{rule}, {position:?}: {turn}");
            }
            let reply = &board["reply"];
            assert_eq!(reply.is_null(), legal.is_empty(), "{rule}, {position:?}");
            if winning > 0 {
                assert!(wins(reply), "{rule}, {position:?}");
            } else if !legal.is_empty() {
                assert_eq!(numbers(&reply["takes"]), [1], "{rule}, {position:?}");
            }
        }
    }
}

#[test]
fn the_steps_of_misere_play_begin_with_its_end_and_those_of_moore_name_what_divides() {
    let steps = |rule, piles| board(&["--rule", rule, piles])["steps"].take();
    let first_wins = [true, false, true, false, true, false, true];
    let end = steps("misere take {2,3}", "4 5")[0].take();
    assert_eq!((&end["step"], &end["pile"]), (&"end".into(), &2.into()));
    assert_eq!(end["first_wins"], serde_json::json!(first_wins));
    let moore = steps("misere moore 2", "3 2 1");
    let search = |count| Search::rule("misere moore 2").first_wins(&vec![1; count]);
    let ends: Vec<_> = (0..7).map(search).collect();
    assert_eq!(moore[0]["first_wins"], serde_json::json!(ends));
    let balance = moore.as_array().unwrap().iter();
    let moduli: Vec<_> = balance.filter_map(|step| step["modulus"].as_u64()).collect();
    assert_eq!(moduli, [3, 3]);
    // Of two equal numbers, either may be subtracted from.
    let euclid = board(&["--rule", "euclid", "4 4"]);
    assert_eq!(euclid["legal"][1]["after"], serde_json::json!([4, 0]));
    solve(&["--board", "--rule", "euclid", "4 4", "--to", "4 0"]);
}

#[test]
fn what_a_move_may_take_in_fibonacci_nim_depends_on_the_one_before() {
    let board = |args: &[&str]| board(&[&["--rule", "take 1..2*last"], args].concat());
    let takes = |board: &Value| board["legal"].as_array().unwrap().len();
    assert_eq!(takes(&board(&["20"])), 19);
    assert_eq!(takes(&board(&["20", "--last", "3"])), 6);
    let after = board(&["20", "--last", "3", "--to", "15"]);
    assert_eq!((takes(&after), &after["last"]), (10, &5.into()));
    let lost = [1, 2, 3, 5, 8, 13, 21, 34, 55].map(|size| vec![size]);
    assert_eq!(after["lost"], serde_json::json!(lost));
}
