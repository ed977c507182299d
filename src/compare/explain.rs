//! Why an answer is right and another one is not: the moves that prove it.

use super::Difference;
use super::case::{self, Case};
use crate::game::moves::Move;
use crate::game::rules::{self, Fold, Rules};
use crate::game::{Play, Worth};
use crate::problems::{Game, Problem, Question};

/// So many moves of a list are told.
const TOLD: usize = 3;

/// Positions with more piles are not written out after a move.
const WRITTEN_OUT: usize = 12;

/// What the answers to a case are about: a position, and what a wrong answer says of it.
struct Dispute<'a> {
    problem: &'a Problem,
    rules: &'a Rules,
    piles: &'a [u64],
    /// The wrong answer.
    wrong: &'a str,
    right: &'a str,
}

/// Explains, in lines, why the right answer to `case` is right, and what is wrong with the wrong one.
pub fn explain(problem: &Problem, case: &Case, difference: &Difference) -> Vec<String> {
    let rules = match case.rules(problem) {
        Ok(rules) => rules,
        Err(flaw) => return vec![flaw.to_string()],
    };
    let text = |text: &Option<Vec<u8>>| {
        let text = text.as_deref().unwrap_or_default();
        String::from_utf8_lossy(text).trim().to_owned()
    };
    let right = text(&difference.right);
    // If both are wrong, that of the program that was to be tested.
    let wrong = if difference.is_right(&difference.found) {
        &difference.wanted
    } else {
        &difference.found
    };
    let wrong = text(&wrong.text);
    let mut lines = Vec::new();
    let mut index = 0;
    if let Question::Letters = problem.question {
        let differs = |(right, wrong)| right != wrong;
        let letters = right.bytes().zip(wrong.bytes());
        index = letters.clone().position(differs).unwrap_or(letters.count());
        if index >= case.positions.len() {
            let (given, wanted) = (wrong.len(), right.len());
            return vec![format!("there are {wanted} positions, not {given}")];
        }
        lines.push(format!(
            "position {} is {}: {}",
            index + 1,
            if right.as_bytes()[index] == b'W' {
                "won"
            } else {
                "lost"
            },
            case::numbers(case.piles(index))
        ));
    }
    let dispute = Dispute {
        problem,
        rules: &rules,
        piles: case.piles(index),
        wrong: &wrong,
        right: &right,
    };
    dispute.explain(&mut lines);
    lines
}

/// As [`explain`], for a case of Nim with more piles than are kept; `move_in` finds the first pile
/// that satisfies a condition.
pub fn explain_giant(
    play: Play,
    case: &Case,
    first_pile: impl FnOnce(&dyn Fn(u64) -> bool) -> Option<(u64, u64)>,
) -> String {
    let sum = case.tally.nim_sum;
    if !play.first_wins(&case.tally) {
        return format!("every move loses: the nim-sum is {sum}");
    }
    let left = |pile: u64| match play {
        Play::Misere if case.large == u64::from(pile > 1) => sum ^ pile ^ 1,
        _ => sum ^ pile,
    };
    match first_pile(&|pile| left(pile) < pile) {
        Some((before, pile)) => format!(
            "the player to move wins: pile {}: take {}, which leaves {} of {pile}",
            before + 1,
            pile - left(pile),
            left(pile)
        ),
        None => "the player to move wins, since the opponent took the last stone".to_owned(),
    }
}

/// A move as an answer tells it.
type Told = (u64, u64);

impl Dispute<'_> {
    fn explain(&self, lines: &mut Vec<String>) {
        let claim = self.claim();
        match (self.problem.question, claim) {
            (Question::Winner { .. } | Question::NumberedWinner { .. }, _) => {
                self.words(lines);
                self.position(None, lines);
            }
            (Question::Letters, _) => self.position(None, lines),
            (Question::WinningMoves, _) => self.all_moves(lines),
            (_, None) => {
                lines.push(format!("an answer to {} looks otherwise", self.problem.id));
                self.position(None, lines);
            }
            (Question::FirstMove | Question::MoveAndPiles, Some(claim)) => match claim.first() {
                Some(&told) => self.one_move(told, lines),
                None => self.position(None, lines),
            },
            (Question::Leaves | Question::AllMoves, Some(claim)) => self.list(&claim, lines),
        }
    }

    /// The moves that the wrong answer tells, as pile (in the list of leaves: its size) and take (or
    /// what is left); none if it has another form than answers have.
    fn claim(&self) -> Option<Vec<Told>> {
        let pair = |line: &str, between: char| -> Option<Told> {
            let (one, other) = line.trim().split_once(between)?;
            Some((one.trim().parse().ok()?, other.trim().parse().ok()?))
        };
        let mut lines = self.wrong.lines();
        let first = lines.next().unwrap_or_default().trim();
        match (self.problem.question, first) {
            (Question::Leaves, "No")
            | (Question::FirstMove, "NO")
            | (Question::MoveAndPiles, "lose")
            | (Question::AllMoves, "CONCEDE") => lines.next().is_none().then(Vec::new),
            (Question::Leaves, "Yes") => lines.map(|line| pair(line, ' ')).collect(),
            (Question::FirstMove, "YES") => Some(vec![pair(lines.next()?, ' ')?]),
            (Question::MoveAndPiles, _) => {
                let (take, pile) = pair(first, ' ')?;
                Some(vec![(pile, take)])
            }
            (Question::AllMoves, _) => first
                .split_whitespace()
                .map(|word| pair(word, ':'))
                .collect(),
            _ => None,
        }
    }

    /// What is wrong with the words, if that is all.
    fn words(&self, lines: &mut Vec<String>) {
        let (Question::Winner { first, second } | Question::NumberedWinner { first, second }) =
            self.problem.question
        else {
            return;
        };
        let (first, second) = (first.word(), second.word());
        let word = self.wrong.rsplit(": ").next().unwrap_or_default();
        if word.is_empty() {
            return;
        }
        if self.wrong.eq_ignore_ascii_case(self.right) {
            lines.push("letter case matters".to_owned());
        } else if self.right.ends_with(&format!(": {word}")) {
            lines.push("the word is right, what is before it is not".to_owned());
        } else if word != first && word != second {
            lines.push(format!("an answer is {first} or {second}"));
        }
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        self.rules.first_wins(&self.rules.fold(piles))
    }

    /// Why the position is won or lost; if it is lost, with the reply to `tried`, or else to some move.
    fn position(&self, tried: Option<Move>, lines: &mut Vec<String>) {
        let piles = self.piles;
        if self.first_wins(piles) {
            lines.push(match self.rules.winning(piles).next() {
                Some(turn) => format!("the player to move wins: {}", self.proof(&turn)),
                None => {
                    "the player to move wins: no move is left, and the opponent made the last one"
                        .to_owned()
                }
            });
            return;
        }
        let tried = tried
            .map(|step| vec![step])
            .or_else(|| self.rules.best(piles));
        let Some(tried) = tried else {
            lines.push("the player to move loses: no move is left".to_owned());
            return;
        };
        lines.push(format!("every move loses: {}", self.reason(piles)));
        lines.push(format!("for example {}", self.refutation(&tried)));
    }

    /// A winning move, and why it wins.
    fn proof(&self, turn: &[Move]) -> String {
        let after = rules::after(self.piles, turn);
        format!("{}: {}", self.turn(turn, self.piles), self.reason(&after))
    }

    /// A losing move, and the reply that wins.
    fn refutation(&self, turn: &[Move]) -> String {
        let after = rules::after(self.piles, turn);
        let reply = self.rules.winning(&after).next();
        let reply = reply.map_or_else(
            || "and the opponent has won, with no move left".to_owned(),
            |reply| {
                let end = rules::after(&after, &reply);
                format!(
                    "the reply is {}: {}",
                    self.turn(&reply, &after),
                    self.reason(&end)
                )
            },
        );
        format!("{}; {reply}", self.turn(turn, self.piles))
    }

    /// Why a lost position is lost.
    fn reason(&self, piles: &[u64]) -> String {
        match (self.rules, self.rules.fold(piles)) {
            (Rules::Piles { worth, play }, Fold::Piles(tally)) => {
                let of = match worth {
                    Worth::Any => "",
                    _ => " of the worths",
                };
                if *play == Play::Misere && tally.union <= 1 {
                    "an odd number of single stones is left".to_owned()
                } else if piles.iter().all(|&pile| pile == 0) {
                    "nothing is left".to_owned()
                } else {
                    format!("the nim-sum{of} is {}", tally.nim_sum)
                }
            }
            (_, Fold::Hill(hill)) if hill.is_over() => "the king is at the top".to_owned(),
            (_, Fold::Hill(_)) => "the nim-sum of the gaps is 0".to_owned(),
            _ => "it is a lost position".to_owned(),
        }
    }

    /// A move in `piles`, and what is left after it.
    fn turn(&self, turn: &[Move], piles: &[u64]) -> String {
        let step = turn[0];
        let (number, size, left) = (step.pile + 1, piles[step.pile], step.left);
        if self.problem.game == Game::Hill {
            return format!("person {number} climbs from {size} to {left}");
        }
        let take = step.take;
        if piles.len() > WRITTEN_OUT {
            return format!("pile {number}: take {take}, which leaves {left} of {size}");
        }
        let after = rules::after(piles, turn);
        format!("pile {number}: take {take} -> {}", case::numbers(&after))
    }

    /// The move that takes `take` of pile `number`, counted from 1, if the rules allow it.
    fn legal(&self, number: u64, take: u64) -> Result<Move, String> {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let Some((index, &pile)) = index.and_then(|i| Some((i, self.piles.get(i)?))) else {
            return Err(format!("there is no pile {number}"));
        };
        if take == 0 {
            return Err("to take 0 is no move".to_owned());
        }
        if take > pile {
            return Err(format!("pile {number} has only {pile}, not {take}"));
        }
        if let Rules::Piles {
            worth: Worth::Takes(takes),
            ..
        } = self.rules
            && !takes.takes().contains(&take)
        {
            return Err(format!("no move takes {take}"));
        }
        Ok(Move::leave(index, pile, pile - take))
    }

    /// The wrong answer is one move.
    fn one_move(&self, (pile, take): Told, lines: &mut Vec<String>) {
        let step = match self.legal(pile, take) {
            Ok(step) => step,
            Err(why) => {
                lines.push(why);
                return self.position(None, lines);
            }
        };
        let after = rules::after(self.piles, &[step]);
        if self.first_wins(&after) {
            if self.first_wins(self.piles) {
                lines.push(self.refutation(&[step]));
            }
            return self.position(Some(step), lines);
        }
        let first = self.rules.winning(self.piles).next();
        if first.is_some_and(|first| first[0] == step) {
            lines.push("the move is right, what follows it is not".to_owned());
            if let Question::MoveAndPiles = self.problem.question {
                let piles = case::numbers(&after);
                lines.push(format!("the piles after it are {piles}"));
            }
        } else {
            let order = match self.problem.question {
                Question::FirstMove => "the first pile, and of it the smallest take",
                _ => "the first pile",
            };
            lines.push(format!(
                "{} wins too, but of several winning moves the problem asks for {order}",
                self.turn(&[step], self.piles)
            ));
            self.position(None, lines);
        }
    }

    /// The right answer is the number of winning moves.
    fn all_moves(&self, lines: &mut Vec<String>) {
        let count = self.rules.count_winning(self.piles);
        if count == 0 {
            return self.position(None, lines);
        }
        let moves = if count == 1 { "move wins" } else { "moves win" };
        let makes = if count == 1 { "it makes" } else { "each makes" };
        lines.push(format!("{count} {moves}, {makes} the nim-sum 0:"));
        for turn in self.rules.winning(self.piles).take(TOLD) {
            lines.push(format!("  {}", self.turn(&turn, self.piles)));
        }
        if count > TOLD as u128 {
            lines.push(format!("  and {} more", count - TOLD as u128));
        }
    }

    /// The wrong answer is a list of moves, and so is the right one.
    fn list(&self, claim: &[Told], lines: &mut Vec<String>) {
        let leaves = matches!(self.problem.question, Question::Leaves);
        let told = |step: &Move| {
            if leaves {
                (self.piles[step.pile], step.left)
            } else {
                (step.pile as u64 + 1, step.take)
            }
        };
        let write = |(one, other): Told| {
            let between = if leaves { ' ' } else { ':' };
            format!("{one}{between}{other}")
        };
        let winning: Vec<_> = self.rules.winning(self.piles).map(|turn| turn[0]).collect();
        if winning.is_empty() && claim.is_empty() {
            return self.position(None, lines);
        }
        let mut missing: Vec<_> = winning.iter().map(|step| (told(step), step)).collect();
        missing.sort_by_key(|&(told, _)| told);
        let mut wrong = Vec::new();
        // What is claimed more often than there are such moves is wrong.
        let mut claimed = claim.to_vec();
        claimed.sort_unstable();
        let mut rest = missing.into_iter().peekable();
        let mut missing = Vec::new();
        for &claim in &claimed {
            while let Some(unclaimed) = rest.next_if(|(told, _)| *told < claim) {
                missing.push(unclaimed);
            }
            if rest.next_if(|(told, _)| *told == claim).is_none() {
                wrong.push(claim);
            }
        }
        missing.extend(rest);
        for &(told, step) in missing.iter().take(TOLD) {
            let proof = self.proof(&[*step]);
            lines.push(format!("{} is missing: {proof}", write(told)));
        }
        more(missing.len(), "missing", lines);
        for &claim in wrong.iter().take(TOLD) {
            let (one, other) = claim;
            let step = if leaves {
                let pile = self.piles.iter().position(|&pile| pile == one);
                match pile {
                    None => Err(format!("there is no pile of {one}")),
                    Some(_) if other >= one => Err("that is no move".to_owned()),
                    Some(pile) => Ok(Move::leave(pile, one, other)),
                }
            } else {
                self.legal(one, other)
            };
            let why = match step {
                Err(why) => why,
                Ok(step) if winning.contains(&step) => {
                    "it is told more often than there are such moves".to_owned()
                }
                Ok(step) => self.refutation(&[step]),
            };
            lines.push(format!("{} is wrong: {why}", write(claim)));
        }
        more(wrong.len(), "wrong", lines);
        if missing.is_empty() && wrong.is_empty() {
            let order = if leaves {
                "in the order of the piles in the input"
            } else {
                "by pile, then by take, on one line"
            };
            lines.push(format!("the moves are right, but they are wanted {order}"));
        }
    }
}

fn more(count: usize, what: &str, lines: &mut Vec<String>) {
    if count > TOLD {
        lines.push(format!("and {} more are {what}", count - TOLD));
    }
}
