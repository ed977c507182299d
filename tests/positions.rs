//! The answers to all small positions, against the search over moves; and to random large ones, against
//! the naive implementation.

use crate::definition::{self, Moves, Position, Search, positions};
use crate::harness::{Random, answer, case, plain_problems, problem};
use crate::properties::naive;

/// All positions of up to 4 piles of up to 7 stones.
fn small_positions() -> Vec<Position> {
    (0..=4).flat_map(|piles| positions(piles, 7)).collect()
}

/// Answers the positions as one input of `id`, and returns the lines.
fn answers(id: &str, all: &[Position]) -> Vec<String> {
    let header = if id == "hdu1907" {
        format!("{}\n", all.len())
    } else {
        String::new()
    };
    let cases: String = all.iter().map(|position| case(position)).collect();
    answer(problem(id), &(header + &cases))
        .lines()
        .map(str::to_owned)
        .collect()
}

fn winners_agree(id: &str, moves: Moves, misere: bool, words: [&str; 2], all: &[Position]) {
    let mut search = Search::new(moves, misere);
    let lines = answers(id, all);
    assert_eq!(lines.len(), all.len());
    for (position, line) in all.iter().zip(lines) {
        let expected = if search.first_wins(position) {
            words[0]
        } else {
            words[1]
        };
        assert_eq!(line, expected, "{id} {position:?}");
    }
}

#[test]
fn matches_game_is_won_as_the_definition_says() {
    winners_agree(
        "poj2234",
        definition::nim,
        false,
        ["Yes", "No"],
        &small_positions(),
    );
}

#[test]
fn john_is_won_as_the_definition_says() {
    winners_agree(
        "hdu1907",
        definition::nim,
        true,
        ["John", "Brother"],
        &small_positions(),
    );
}

#[test]
fn be_the_winner_is_won_as_the_definition_says_splitting_included() {
    // A split may double the number of piles, so there are fewer and smaller piles.
    let all: Vec<_> = (0..=3)
        .flat_map(|piles| positions(piles, 5))
        .chain(positions(1, 9))
        .collect();
    winners_agree("hdu2509", definition::apples, true, ["Yes", "No"], &all);
}

#[test]
fn winning_first_moves_are_as_many_as_the_definition_says() {
    let mut search = Search::new(definition::nim, false);
    let all: Vec<_> = small_positions()
        .into_iter()
        .filter(|piles| !piles.is_empty())
        .collect();
    for (position, line) in all.iter().zip(answers("hdu1850", &all)) {
        assert_eq!(
            line,
            search.winning_moves(position).to_string(),
            "{position:?}"
        );
    }
}

#[test]
fn random_large_positions_are_answered_as_by_the_naive_implementation() {
    let mut random = Random::new(7);
    for problem in plain_problems() {
        for _ in 0..300 {
            let bits = 1 + random.below(64);
            let cases: Vec<Position> = (0..=random.below(60))
                .map(|_| {
                    let piles = 1 + random.of_length_up_to(8);
                    let mut piles: Vec<_> =
                        (0..piles).map(|_| random.of_length_up_to(bits)).collect();
                    if random.below(2) == 0 {
                        // Lost positions are rare; this one is lost, unless all piles are ones.
                        let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
                        piles.push(sum);
                    }
                    piles
                })
                .collect();
            let input = naive::layout(&problem.id, &cases);
            assert_eq!(
                answer(problem, &input),
                naive::answer(&problem.id, &cases),
                "{input}"
            );
        }
    }
}
