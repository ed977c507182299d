//! What is said of a wrong answer is true: every move, every reply and every reason is checked against the definition
//! of the game, on all small positions.

use std::collections::{BTreeSet, HashSet};

use bouton::internals::problem::Problem;

use crate::definition::{Position, Search, positions, up_to};
use crate::diff::{compared, proof};
use crate::harness::{answer, folder, numbers, own_game, records, words};

const LISTS: &str = "{ n:1..9 a:0..99*n / ! }+";
const CELLS: &str = "{ n:1..9 a:1..99*n / ! }+";
const TABLES: &str = "{ m:0..9 / { n:0..9 a:0..99*n / }*m ! }+";

/// A game by its definition, and the words in which it is explained.
struct World {
    rule: &'static str,
    search: Search,
}

impl World {
    fn new(rule: &'static str) -> Self {
        Self {
            rule,
            search: Search::rule(rule),
        }
    }

    /// The position after a move such as `pile 3: take 4 -> 3 6 5`, which must be legal.
    #[track_caller]
    fn moved(&self, from: &Position, step: &str) -> Position {
        let mut after = from.clone();
        let number = |text: &str| text.parse::<u64>().unwrap();
        let place = |number: u64| from.iter().position(|&pile| pile == number).unwrap();
        let said: Vec<_> = step.split(' ').collect();
        if let ["person", person, "climbs", "to", cell] = said[..] {
            after[number(person) as usize - 1] = number(cell);
        } else if let ["move", "the", "coin", "on", cell, "to", free] = said[..] {
            after[place(number(cell))] = number(free);
        } else if let ["subtract", part, "from", whole] = said[..] {
            after[place(number(whole))] -= number(part);
        } else if let ["divide", "pile", pile, "into", one, "and", other, left @ ..] = &said[..] {
            let pile = number(pile) as usize - 1;
            after.splice(pile..=pile, [number(one), number(other)]);
            let left = left.strip_prefix(&["->"]).unwrap_or_default();
            let left: Vec<_> = left.iter().copied().map(number).collect();
            assert_eq!(from.len() > 1, !left.is_empty(), "{step}");
            assert!(left.is_empty() || after == left, "{step}");
        } else {
            let (piles, takes) = step.split_once(": take ").unwrap();
            let (takes, left) = takes.split_once(" -> ").unwrap();
            let (piles, takes) = (numbers(piles.split_once(' ').unwrap().1), numbers(takes));
            assert!(takes.iter().all(|&take| take > 0), "{step}");
            after = numbers(left);
            if after.len() == from.len() {
                let mut expected = from.clone();
                for (&pile, take) in piles.iter().zip(&takes) {
                    expected[pile as usize - 1] -= take;
                }
                assert_eq!(after, expected, "{step}");
            }
            if self.rule.ends_with("*last") {
                after.push(takes[0]);
            }
        }
        let mut moves = self.search.moves(from).into_iter();
        let is_move = moves.any(|other| self.search.key(&other) == self.search.key(&after));
        assert!(is_move, "{from:?} {step}");
        after
    }

    /// Checks that a position is lost, and the reported reason.
    #[track_caller]
    fn is_lost(&mut self, position: &Position, reason: &str) {
        let sum = position.iter().fold(0, |sum, pile| sum ^ pile);
        let stones: u64 = position.iter().sum();
        let is_true = match reason {
            "nothing is left" if !self.rule.ends_with("*last") => stones == 0,
            "the nim-sum is 0" => sum == 0 && self.rule.ends_with("nim"),
            "an odd number of single stones is left" => position.iter().all(|&pile| pile <= 1) && stones % 2 == 1,
            "the king is at the top" => position[0] == 0,
            _ => match reason.strip_prefix("values ") {
                Some(values) => {
                    let (values, sum) = values.split_once(": nim-sum ").unwrap();
                    let all: Vec<_> = position.iter().map(|&pile| self.search.grundy(&vec![pile])).collect();
                    let is_sum = all.iter().fold(0, |sum, value| sum ^ value).to_string() == sum;
                    words(&all) == values && is_sum
                }
                None => true,
            },
        };
        let is_lost = !self.search.first_wins(position);
        assert!(is_true && is_lost, "{position:?} {reason}");
    }

    /// Checks `MOVE: REASON`, whose move must win. Returns the position after it.
    #[track_caller]
    fn wins(&mut self, from: &Position, claim: &str) -> Position {
        // The values of piles have a colon of their own.
        let values = claim.rfind(": values ");
        let (step, reason) = claim.split_at(values.or(claim.rfind(": ")).unwrap());
        let after = self.moved(from, step);
        self.is_lost(&after, &reason[": ".len()..]);
        after
    }

    /// Checks `MOVE; the reply is MOVE: REASON`, whose move must lose. Returns the position after it.
    #[track_caller]
    fn loses(&mut self, from: &Position, claim: &str) -> Position {
        let (step, reply) = claim.split_once("; ").unwrap();
        let after = self.moved(from, step);
        if let Some(reply) = reply.strip_prefix("the reply is ") {
            self.wins(&after, reply);
        } else {
            assert_eq!(reply, "that was the last stone, and whoever takes it loses");
            assert!(self.search.misere && after.iter().sum::<u64>() == 0);
        }
        after
    }

    /// Checks `PILE has the value VALUE; its moves lead to VALUES`.
    #[track_caller]
    fn reaches(&mut self, claim: &str) {
        let (pile, rest) = claim.split_once(" has the value ").unwrap();
        let (value, values) = rest.split_once("; its moves lead to ").unwrap();
        let pile = vec![pile.parse().unwrap()];
        assert_eq!(self.search.grundy(&pile).to_string(), value, "{claim}");
        let moves = self.search.moves(&pile);
        let reached: BTreeSet<_> = moves.iter().map(|after| self.search.grundy(after)).collect();
        assert_eq!(words(&Vec::from_iter(reached)), values, "{claim}");
    }

    /// Checks why a position is won or lost.
    #[track_caller]
    fn outcome(&mut self, position: &Position, claims: &[&str]) {
        let wins = self.search.first_wins(position);
        let is_over = self.search.moves(position).is_empty();
        let mut claims = claims;
        if let [others @ .., last] = claims
            && let Some(values) = last.strip_prefix("a pile of ")
        {
            self.reaches(values);
            claims = others;
        }
        match claims {
            ["the player to move wins: no move is left, and the player who takes the last stone loses"] => {
                assert!(wins && is_over);
            }
            ["the player to move loses: no move is left"] => assert!(!wins && is_over),
            [claim] => {
                let step = claim.strip_prefix("the player to move wins: ").unwrap();
                self.wins(position, step);
            }
            [every, example] => {
                let reason = every.strip_prefix("every move loses: ").unwrap();
                self.is_lost(position, reason);
                self.loses(position, example.strip_prefix("for example ").unwrap());
                assert!(!is_over, "{example}");
            }
            _ => panic!("{claims:?}"),
        }
    }
}

/// The lines below the first one of the proof that the right answer is right, and not `wrong`.
fn claims(problem: &Problem, input: &str, wrong: &str) -> String {
    let comparison = compared(problem, input, answer(problem, input), Some(wrong));
    let lines = proof(&comparison);
    assert_eq!(lines[0], "expected is right:", "{input} {wrong}");
    let lines: Vec<_> = lines[1..].iter().map(|line| line.trim_start()).collect();
    lines.join("\n")
}

#[test]
fn who_wins_is_explained_by_moves_of_each_game() {
    let folder = folder("explanations-winner");
    let ascending = |position: &Position| position[0] > 0 && position.is_sorted_by(|a, b| a < b);
    let cells = || up_to(3, 5).into_iter().filter(ascending).collect();
    for (rule, input, piles, all) in [
        ("nim", LISTS, "a", up_to(3, 3)),
        ("misere nim", LISTS, "a", up_to(3, 3)),
        ("take {1,3,4}", LISTS, "a", up_to(2, 7)),
        ("misere take 1..2", LISTS, "a", up_to(3, 3)),
        ("take squares", LISTS, "a", up_to(2, 6)),
        ("take proper divisors", LISTS, "a", up_to(2, 6)),
        ("moore 2", LISTS, "a", up_to(3, 2)),
        ("misere moore 2", LISTS, "a", up_to(3, 2)),
        ("nim or split", LISTS, "a", up_to(2, 5)),
        ("take {1,2} and split", LISTS, "a", up_to(2, 5)),
        ("split unequal", LISTS, "a", up_to(2, 6)),
        ("octal 0.137", LISTS, "a", up_to(2, 5)),
        ("coins", CELLS, "a", cells()),
        ("hill 1", CELLS, "a", cells()),
        ("wythoff", "{ a:0..9 b:0..9 / ! }+", "a b", positions(2, 5)),
        ("euclid", "{ a:0..9 b:0..9 / ! }+", "a b", positions(2, 6)),
        ("take 1..2*last", "{ a:0..99 / ! }+", "a", positions(1, 13)),
    ] {
        let problem = own_game(&folder, [rule, input, piles, "Yes|No"]);
        let mut world = World::new(rule);
        for position in all {
            let count = input.contains('n').then(|| format!("{} ", position.len()));
            let case = format!("{}{}\n", count.unwrap_or_default(), words(&position));
            let is_won = answer(problem, &case) == "Yes\n";
            let claims = claims(problem, &case, if is_won { "No\n" } else { "Yes\n" });
            world.outcome(&position, &claims.lines().collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_wrong_number_of_winning_moves_is_explained_by_all_of_them() {
    let folder = folder("explanations-count");
    for rule in ["nim", "misere nim", "take {1,3,4}", "take {1,2} and split"] {
        let problem = own_game(&folder, [rule, LISTS, "a", "{count}"]);
        let mut world = World::new(rule);
        for position in up_to(2, 5) {
            let case = format!("{} {}\n", position.len(), words(&position));
            let claims = claims(problem, &case, "99");
            let claims: Vec<_> = claims.lines().collect();
            let count = world.search.won_by(&position).len();
            if count == 0 {
                world.outcome(&position, &claims);
                continue;
            }
            let start = match count {
                1 => "1 move wins".to_owned(),
                _ => format!("{count} moves win"),
            };
            assert!(claims[0].starts_with(&start), "{claims:?}");
            let steps: HashSet<_> = claims[1..=count.min(3)].iter().collect();
            assert_eq!(steps.len(), count.min(3), "{claims:?}");
            for step in steps {
                world.wins(&position, step);
            }
            let more = (count > 3).then(|| format!("and {} more", count - 3));
            assert_eq!(claims[1 + count.min(3)..], Vec::from_iter(more));
        }
    }
}

#[test]
fn wrong_moves_and_lists_of_them_are_refuted_as_the_table_says() {
    let folder = folder("explanations-moves");
    for (words, expected) in records(include_str!("tables/proofs.txt")) {
        let [rule, form, input, wrong] = [0, 1, 2, 3].map(|word| &*words[word]);
        let layout = if form.ends_with("*m") { TABLES } else { LISTS };
        let problem = own_game(&folder, [rule, layout, "a", form]);
        assert_eq!(claims(problem, input, wrong), expected, "{words:?}");
    }
}
