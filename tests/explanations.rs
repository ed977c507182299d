//! What is said of a wrong answer is true, and all that there is to say: every move, every reply and every reason is
//! checked against the definition of the game, on all small positions.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use bouton::problem::{self, Problem};

use crate::definition::{Position, Search, positions};
use crate::diff::{compared, proof};
use crate::harness::{Random, answer, folder, kept, some_of};

/// The problem of a rule whose cases have these piles, answered like `answer`.
fn game(rule: &str, input: &str, piles: &str, answer: &str) -> &'static Problem {
    static GAMES: AtomicUsize = AtomicUsize::new(0);
    let game = GAMES.fetch_add(1, Ordering::Relaxed);
    let folder = folder(&format!("explanations-{game}"));
    let keys = [
        ("rule", rule),
        ("input", input),
        ("piles", piles),
        ("answer", answer),
    ];
    let lines = keys.map(|(key, value)| format!("{key} = \"{value}\"\n"));
    fs::write(folder.join("game.toml"), lines.concat()).unwrap();
    let found = problem::find(folder.join("game.toml").to_str().unwrap());
    kept(found.unwrap().unwrap())
}

const LISTS: &str = "{ n:1..9 a:0..99*n / ! }+";
const CELLS: &str = "{ n:1..9 a:1..99*n / ! }+";

/// Numbers as they stand in an input or a report.
fn numbers(numbers: &[u64]) -> String {
    let words: Vec<_> = numbers.iter().map(u64::to_string).collect();
    words.join(" ")
}

/// The numbers in a text.
fn read(text: &str) -> Vec<u64> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

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
        if let Some(climb) = step.strip_prefix("person ") {
            let (person, cells) = climb.split_once(" climbs from ").unwrap();
            let (below, above) = cells.split_once(" to ").unwrap();
            let person = read(person)[0] as usize - 1;
            assert_eq!(from[person], read(below)[0], "{step}");
            after[person] = read(above)[0];
        } else {
            let (piles, takes) = step.split_once(": take ").unwrap();
            let (takes, left) = takes.split_once(" -> ").unwrap();
            let (piles, takes) = (read(piles.split_once(' ').unwrap().1), read(takes));
            after = read(left);
            if after.len() == from.len() {
                let expected =
                    piles
                        .iter()
                        .zip(&takes)
                        .fold(from.clone(), |mut all, (&pile, take)| {
                            all[pile as usize - 1] -= take;
                            all
                        });
                assert_eq!(after, expected, "{step}");
            }
            if self.rule.ends_with("*last") {
                after.push(takes[0]);
            }
        }
        let key = self.search.key(&after);
        let mut moves = self.search.moves(from).into_iter();
        assert!(
            moves.any(|other| self.search.key(&other) == key),
            "{from:?} {step}"
        );
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
            "an odd number of single stones is left" => {
                position.iter().all(|&pile| pile <= 1) && stones % 2 == 1
            }
            "the king is at the top" => position[0] == 0,
            _ => true,
        };
        assert!(
            is_true && !self.search.first_wins(position),
            "{position:?} {reason}"
        );
    }

    /// Checks `MOVE: REASON`, whose move must win. Returns the position after it.
    #[track_caller]
    fn wins(&mut self, from: &Position, claim: &str) -> Position {
        let (step, reason) = claim.rsplit_once(": ").unwrap();
        let after = self.moved(from, step);
        self.is_lost(&after, reason);
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

    /// Checks why a position is won or lost. If that is shown by an example, it must be the move to `tried`, if any.
    #[track_caller]
    fn outcome(&mut self, position: &Position, claims: &[&str], tried: Option<&Position>) {
        let wins = self.search.first_wins(position);
        let is_over = self.search.moves(position).is_empty();
        match claims {
            [
                "the player to move wins: no move is left, and the player who takes the last stone loses",
            ] => {
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
                let after = self.loses(position, example.strip_prefix("for example ").unwrap());
                assert!(
                    !is_over && tried.is_none_or(|tried| *tried == after),
                    "{example}"
                );
            }
            _ => panic!("{claims:?}"),
        }
    }

    /// The position after a claimed move, if it is legal.
    fn claimed(&self, position: &Position, (pile, take): (u64, u64)) -> Option<Position> {
        let mut after = position.clone();
        let size = after.get_mut((pile as usize).wrapping_sub(1))?;
        *size = size.checked_sub(take)?;
        self.search
            .moves(position)
            .contains(&after)
            .then_some(after)
    }

    /// Checks why a claimed move is illegal.
    #[track_caller]
    fn is_illegal(&self, position: &Position, claim: (u64, u64), why: &str) {
        let (pile, take) = claim;
        let size = position.get((pile as usize).wrapping_sub(1));
        let expected = match size {
            None => format!("there is no pile {pile}"),
            Some(_) if take == 0 => "a move takes at least one stone".to_owned(),
            Some(&size) if size < take => format!("pile {pile} has only {size}, not {take}"),
            Some(_) => format!("no move takes {take} from pile {pile}"),
        };
        assert_eq!(why, expected, "{position:?}");
        assert_eq!(self.claimed(position, claim), None);
    }

    /// Checks what is said of one claimed move.
    #[track_caller]
    fn one_move(&mut self, position: &Position, claim: (u64, u64), claims: &[&str]) {
        let Some(after) = self.claimed(position, claim) else {
            self.is_illegal(position, claim, claims[0]);
            return self.outcome(position, &claims[1..], None);
        };
        if !self.search.first_wins(&after) {
            let step = claims[0].strip_suffix(
                " wins too, but the problem asks for the first pile, then the smallest take",
            );
            assert_eq!(self.moved(position, step.unwrap()), after);
            assert_eq!(claims.len(), 2);
            self.outcome(position, &claims[1..], None);
        } else if self.search.first_wins(position) {
            assert_eq!(self.loses(position, claims[0]), after);
            self.outcome(position, &claims[1..], None);
        } else {
            self.outcome(position, claims, Some(&after));
        }
    }

    /// Checks what is said of a list of claimed moves, each shown by `show`.
    #[track_caller]
    fn list(
        &mut self,
        position: &Position,
        claimed: &[(u64, u64)],
        show: impl Fn((u64, u64)) -> String,
        mut claims: &[&str],
    ) {
        let winning = self.search.winning(position).into_iter();
        let mut missing: Vec<_> = winning
            .map(|(pile, take)| (pile as u64 + 1, take))
            .collect();
        let all = missing.clone();
        if claimed.is_empty() && all.is_empty() {
            return self.outcome(position, claims, None);
        }
        if all.is_empty() {
            assert_eq!(
                claims[0].starts_with("every move loses: "),
                !self.search.moves(position).is_empty()
            );
            claims = &claims[1..];
        }
        let mut wrong = Vec::new();
        for &claim in claimed {
            match missing.iter().position(|&step| show(step) == show(claim)) {
                Some(at) => drop(missing.remove(at)),
                None => wrong.push(claim),
            }
        }
        if missing.is_empty() && wrong.is_empty() {
            assert_eq!(
                claims,
                ["the moves are right, but they are expected by pile, then by take"]
            );
            return;
        }
        let mut claims = claims.iter();
        for (what, steps) in [("missing", &missing), ("wrong", &wrong)] {
            for &step in steps.iter().take(3) {
                let start = format!("{} is {what}: ", show(step));
                let why = claims.next().unwrap().strip_prefix(&start).unwrap();
                let after = self.claimed(position, step);
                match after {
                    Some(after) if what == "missing" => {
                        let won = self.wins(position, why);
                        assert_eq!(self.search.key(&won), self.search.key(&after));
                    }
                    Some(_) if all.contains(&step) => {
                        assert_eq!(why, "it is listed more often than there are such moves");
                    }
                    Some(after) => {
                        let lost = self.loses(position, why);
                        assert_eq!(self.search.key(&lost), self.search.key(&after));
                    }
                    None if show(step).contains(':') => self.is_illegal(position, step, why),
                    None => {}
                }
            }
            match steps.len() {
                0..=3 => {}
                4 => assert_eq!(*claims.next().unwrap(), format!("and 1 more is {what}")),
                more => assert_eq!(
                    *claims.next().unwrap(),
                    format!("and {} more are {what}", more - 3)
                ),
            }
        }
        assert_eq!(claims.next(), None);
    }
}

/// The lines below the first one of the proof that `right` is right, and not `wrong`.
fn claims(problem: &Problem, input: &str, right: &str, wrong: &str) -> Vec<String> {
    let comparison = compared(problem, input, right, Some(wrong));
    let lines = proof(&comparison);
    assert_eq!(lines[0], "expected is right:", "{input} {wrong}");
    let lines = lines[1..].iter().map(|line| line.trim_start().to_owned());
    lines.collect()
}

/// Checks what is said of wrong answers to all these positions of `problem`. `check` gets what is said, if `wrong` is wrong.
fn each_wrong(
    problem: &Problem,
    all: &[Position],
    wrong: impl Fn(&Position) -> Vec<String>,
    mut check: impl FnMut(&Position, &str, &[&str]),
) {
    for position in all {
        // Of several cases, it must be the right one.
        let input = format!("1 0\n{} {}\n1 0\n", position.len(), numbers(position));
        let right = answer(problem, &input);
        let around = answer(problem, "1 0\n");
        for wrong in wrong(position) {
            let wrong = format!("{around}{wrong}\n{around}");
            if wrong != right {
                let claims = claims(problem, &input, &right, &wrong);
                let claims: Vec<_> = claims.iter().map(String::as_str).collect();
                check(position, &wrong, &claims);
            }
        }
    }
}

/// All positions of 1 to `piles` piles of at most `largest` stones.
fn up_to(piles: usize, largest: u64) -> Vec<Position> {
    (1..=piles)
        .flat_map(|piles| positions(piles, largest))
        .collect()
}

/// All claims of one move of a position, also of some that are no moves.
fn all_claims(position: &Position) -> Vec<(u64, u64)> {
    let piles = 0..=position.len() as u64 + 1;
    let takes = 0..=position.iter().max().unwrap() + 1;
    piles
        .flat_map(|pile| takes.clone().map(move |take| (pile, take)))
        .collect()
}

#[test]
fn who_wins_is_explained_by_moves_of_each_game() {
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
        let problem = game(rule, input, piles, "Yes|No");
        let mut world = World::new(rule);
        for position in all {
            let count = if input.contains('n') {
                format!("{} ", position.len())
            } else {
                String::new()
            };
            let case = format!("{count}{}\n", numbers(&position));
            let right = answer(problem, &case);
            let wrong = if right == "Yes\n" { "No\n" } else { "Yes\n" };
            let claims = claims(problem, &case, &right, wrong);
            let claims: Vec<_> = claims.iter().map(String::as_str).collect();
            world.outcome(&position, &claims, None);
        }
    }
}

#[test]
fn a_wrong_number_of_winning_moves_is_explained_by_all_of_them() {
    for rule in ["nim", "misere nim", "take {1,3,4}", "take {1,2} and split"] {
        let problem = game(rule, LISTS, "a", "{count}");
        let mut world = World::new(rule);
        let check = |position: &Position, _: &str, claims: &[&str]| {
            let count = world.search.winning_moves(position);
            if count == 0 {
                return world.outcome(position, claims, None);
            }
            let start = if count == 1 {
                "1 move wins".to_owned()
            } else {
                format!("{count} moves win")
            };
            assert!(claims[0].starts_with(&start), "{claims:?}");
            for step in &claims[1..=count.min(3)] {
                let after = world.moved(position, step);
                assert!(!world.search.first_wins(&after), "{position:?} {step}");
            }
            let more = (count > 3).then(|| format!("and {} more", count - 3));
            assert_eq!(claims[1 + count.min(3)..], Vec::from_iter(more));
        };
        each_wrong(problem, &up_to(2, 5), |_| vec!["99".to_owned()], check);
    }
}

#[test]
fn a_wrong_first_move_is_refuted_or_illegal_and_another_one_proves_who_wins() {
    for rule in ["nim", "misere nim", "take {1,3,4}", "take proper divisors"] {
        let mut world = World::new(rule);
        let all = up_to(2, 4);
        let problem = game(rule, LISTS, "a", "YES/{pile} {take}|NO");
        let wrong = |position: &Position| {
            let moves = all_claims(position).into_iter();
            let moves = moves.map(|(pile, take)| format!("YES\n{pile} {take}"));
            moves.chain(["NO".to_owned()]).collect()
        };
        each_wrong(problem, &all, wrong, |position, wrong, claims| {
            let lines: Vec<_> = wrong.lines().collect();
            let claim = lines
                .iter()
                .position(|line| *line == "YES")
                .map(|at| read(lines[at + 1]));
            match claim {
                Some(claim) => world.one_move(position, (claim[0], claim[1]), claims),
                None => world.outcome(position, claims, None),
            }
        });
    }
}

#[test]
fn of_a_wrong_list_of_moves_what_is_missing_and_what_is_wrong_is_proved() {
    let mut random = Random::new(4);
    for rule in ["nim", "misere nim", "take {1,3,4}"] {
        for form in ["{pile}:{take} ...|CONCEDE", "YES/{size} {left}/...|NO"] {
            let problem = game(rule, LISTS, "a", form);
            let by_pile = form.starts_with("{pile}");
            let mut world = World::new(rule);
            for position in some_of(3, up_to(3, 4)) {
                let show = |(pile, take): (u64, u64)| {
                    if by_pile {
                        return format!("{pile}:{take}");
                    }
                    let size = position[pile as usize - 1];
                    format!("{size} {}", size - take)
                };
                let legal = |&(pile, take): &(u64, u64)| {
                    let size = position.get((pile as usize).wrapping_sub(1));
                    size.is_some_and(|&size| take <= size)
                };
                let mut all = all_claims(&position);
                all.retain(|claim| by_pile || legal(claim));
                let winning = world.search.winning(&position);
                let winning: Vec<_> = winning
                    .iter()
                    .map(|&(pile, take)| (pile as u64 + 1, take))
                    .collect();
                for round in 0..6 {
                    // From the right list, in some order, some moves are left out, and some are added.
                    let mut claimed: Vec<_> = winning.clone();
                    if round % 2 == 1 {
                        claimed.reverse();
                    }
                    claimed.retain(|_| random.below(4) > 0 || round < 2);
                    claimed.extend((0..random.below(1 + round)).map(|_| *random.pick(&all)));
                    if claimed.is_empty() && by_pile && winning.is_empty() {
                        continue;
                    }
                    let shown: Vec<_> = claimed.iter().map(|&claim| show(claim)).collect();
                    let wrong = match (&shown[..], by_pile) {
                        ([], true) => "CONCEDE".to_owned(),
                        ([], false) => "NO".to_owned(),
                        (shown, true) => shown.join(" "),
                        (shown, false) => format!("YES\n{}", shown.join("\n")),
                    };
                    let world = &mut world;
                    each_wrong(
                        problem,
                        std::slice::from_ref(&position),
                        |_| vec![wrong.clone()],
                        |position, _, claims| {
                            world.list(position, &claimed, show, claims);
                        },
                    );
                }
            }
        }
    }
}

#[test]
fn the_first_position_whose_answer_is_wrong_is_named_and_explained() {
    let mut random = Random::new(5);
    let input = "{ m:0..9 / { n:0..9 a:0..99*n / }*m ! }+";
    let mut world = World::new("take {1,3,4}");
    for answers in ["WL*m", "(W|L)*m"] {
        let problem = game(world.rule, input, "a", answers);
        for _ in 0..40 {
            let cases: Vec<Vec<Position>> = (0..3)
                .map(|_| {
                    (0..random.below(4))
                        .map(|_| vec![random.below(9), random.below(9)])
                        .collect()
                })
                .collect();
            let line = |position: &Position| format!("{} {}\n", position.len(), numbers(position));
            let lines = cases.iter().map(|case| {
                let positions: Vec<_> = case.iter().map(line).collect();
                format!("{}\n{}", case.len(), positions.concat())
            });
            let input: String = lines.collect();
            let right = answer(problem, &input);
            // Every letter may be wrong.
            let flip = |letter: char| match (letter, random.below(4)) {
                ('W', 0) => 'L',
                ('L', 0) => 'W',
                (letter, _) => letter,
            };
            let wrong: String = right.chars().map(flip).collect();
            if wrong == right {
                continue;
            }
            let letters = |text: &str| text.replace('\n', "").into_bytes();
            let pairs = letters(&right).into_iter().zip(letters(&wrong));
            let at = pairs.take_while(|(right, wrong)| right == wrong).count();
            let mut all = cases.iter().flat_map(|case| case.iter().enumerate());
            let (index, position) = all.nth(at).unwrap();
            let claims = claims(problem, &input, &right, &wrong);
            let state = if world.search.first_wins(position) {
                "won"
            } else {
                "lost"
            };
            let which = format!("position {} is {state}: {}", index + 1, numbers(position));
            assert_eq!(claims[0], which, "{input}");
            let claims: Vec<_> = claims.iter().map(String::as_str).collect();
            world.outcome(position, &claims[1..], None);
        }
    }
}
