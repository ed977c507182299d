//! The command `solve`.

use crate::definition::{Search, positions};
use crate::harness::{records, run, some_of, texts};

/// What `bouton solve` prints with these arguments, separated by spaces.
#[track_caller]
fn solve(args: &str) -> String {
    let args: Vec<_> = ["solve"]
        .into_iter()
        .chain(args.split_whitespace())
        .collect();
    let (text, error, code) = texts(&run(&args, b""));
    assert_eq!((&*error, code), ("", 0), "{args:?}");
    text
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
fn stones_are_laid_out_in_two_equal_piles_or_not_at_all() {
    for stones in 2..=9 {
        let piles = if stones % 2 == 0 {
            format!("[{0},{0}]", stones / 2)
        } else {
            "null".to_owned()
        };
        let object = solve(&format!("--json --split {stones}"));
        assert_eq!(object, format!("{{\"piles\":{piles}}}\n"));
    }
}

#[test]
fn objects_for_all_small_positions_are_what_the_definition_says() {
    let mut search = Search::rule("misere take 1..3");
    for position in (1..=2).flat_map(|piles| positions(piles, 4)) {
        let first_wins = search.first_wins(&position);
        let winner = if first_wins { "first" } else { "second" };
        let moves = search.winning(&position).into_iter().map(|(pile, take)| {
            let mut after = position.clone();
            after[pile] -= take;
            serde_json::json!({ "pile": pile + 1, "take": take, "after": after })
        });
        let moves: Vec<_> = moves.collect();
        let expected = serde_json::json!({ "winner": winner, "grundy": null, "moves": moves });
        let piles: Vec<_> = position.iter().map(u64::to_string).collect();
        let object = solve(&format!("--json --misere --max-take 3 {}", piles.join(" ")));
        let object: serde_json::Value = serde_json::from_str(&object).unwrap();
        assert_eq!(object, expected, "{piles:?}");
    }
}

#[test]
fn an_object_is_bounded_and_counts_what_it_does_not_list() {
    let sevens = "7 ".repeat(20_000);
    let ascending: Vec<_> = (1..=20_000).map(|i| i.to_string()).collect();
    let ascending = ascending.join(" ");
    for (rules, position, moves) in [
        ("--misere", &format!("{sevens} 3"), 20_001),
        ("--kayles", &format!("{sevens} 1"), 0),
        ("--hill 4", &ascending, 0),
        ("--from 3", &ascending, 1),
        // With a hundred piles, all their moves fit.
        ("", &format!("{} 3", &sevens[..200]), 101),
    ] {
        let text = solve(&format!("--json --play {rules} {position}"));
        assert!(text.len() < 15_000_000, "{rules}: {} bytes", text.len());
        let object: serde_json::Value = serde_json::from_str(&text).unwrap();
        let listed = object["moves"].as_array().unwrap().len() as u64;
        let more = object["more"].as_u64().unwrap_or(0);
        assert!(
            moves == 0 || listed + more == moves,
            "{rules}: {listed}, {more}"
        );
        // Where there are many piles, the line is not the whole game but on the hill.
        let is_over = ["", "--hill 4"].contains(&rules);
        assert_eq!(object["over"], is_over, "{rules}");
    }
}

#[test]
fn a_board_has_the_columns_of_the_reason_and_a_reply_that_wins_or_makes_the_game_long() {
    for rule in ["nim", "misere nim", "take {1,3}", "wythoff", "moore 2"] {
        let mut search = Search::rule(rule);
        for position in some_of(5, positions(2, 5)) {
            let piles: Vec<_> = position.iter().map(u64::to_string).collect();
            let args = [
                &["solve", "--json", "--board", "--rule", rule],
                &*texts_of(&piles),
            ]
            .concat();
            let (text, error, code) = texts(&run(&args, b""));
            assert_eq!((&*error, code), ("", 0), "{rule}, {position:?}");
            let object: serde_json::Value = serde_json::from_str(&text).unwrap();
            let board = &object["board"];
            let numbers = |value: &serde_json::Value| -> Vec<u64> {
                serde_json::from_value(value.clone()).unwrap()
            };
            for column in board["columns"].as_array().unwrap() {
                let count = column["rows"].as_array().unwrap().len() as u64;
                let of = if rule == "moore 2" { 3 } else { 2 };
                assert_eq!(column["left"], count % of, "{rule}, {position:?}");
            }
            let legal = board["legal"].as_array().unwrap();
            let mut wins = |turn: &serde_json::Value| !search.first_wins(&numbers(&turn["after"]));
            let winning = legal.iter().filter(|turn| wins(turn)).count();
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
fn what_a_move_may_take_in_fibonacci_nim_depends_on_the_one_before() {
    let board = |args: &[&str]| -> serde_json::Value {
        let all = [
            &["solve", "--json", "--board", "--rule", "take 1..2*last"],
            args,
        ]
        .concat();
        serde_json::from_str(&texts(&run(&all, b"")).0).unwrap()
    };
    let takes = |object: &serde_json::Value| object["board"]["legal"].as_array().unwrap().len();
    assert_eq!(takes(&board(&["20"])), 19);
    assert_eq!(takes(&board(&["20", "--last", "3"])), 6);
    let after = board(&["20", "--last", "3", "--to", "15"]);
    assert_eq!((takes(&after), &after["board"]["last"]), (10, &5.into()));
    let lost: Vec<_> = [1, 2, 3, 5, 8, 13, 21, 34, 55]
        .map(|size| vec![size])
        .into();
    assert_eq!(after["board"]["lost"], serde_json::json!(lost));
}

fn texts_of(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}
