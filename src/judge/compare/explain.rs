//! Why an answer is right and another one is not: the moves that prove it.

use super::case::{self, Case};
use super::{Difference, Side, trimmed, without_white_space};
use crate::game::moves::Move;
use crate::game::rules::{self, Fold, Rules};
use crate::game::{PileRule, Play};
use crate::problem::Problem;
use crate::question::{Claim, Reported};
use crate::report::words::counted;

/// The maximum number of listed moves that are shown.
const MAX_MOVES_SHOWN: usize = 3;

/// The maximum number of piles that are written out after a move.
const WRITTEN_OUT: usize = 12;

/// The reply to the last move in misère play.
const LAST_STONE: &str = "that was the last stone, and whoever takes it loses";

/// Explains, line by line, why the right answer to `case` is right, and what is wrong with the wrong
/// one.
pub fn explain(problem: &Problem, case: &Case, difference: &Difference) -> Vec<String> {
    // If both are wrong, the actual answer is explained.
    let wrong = if difference.actual.is_right {
        &difference.expected
    } else {
        &difference.actual
    };
    let text = |side: &Side| {
        let bytes = trimmed(side.text.as_deref().unwrap_or_default());
        String::from_utf8_lossy(bytes).into_owned()
    };
    let wrong = WrongAnswer {
        problem,
        right: text(&difference.right),
        text: text(wrong),
        is_beginning: wrong.is_cut,
        is_cut: wrong.is_cut || difference.right.is_cut,
    };
    let mut lines = wrong.form();
    let mut index = 0;
    if problem.question.has_positions() {
        match wrong.letter() {
            Ok(letter) => index = letter,
            Err(why) => {
                lines.push(why);
                return lines;
            }
        }
        let wins = wrong.right.as_bytes()[index] == b'W';
        let (number, state) = (index + 1, if wins { "won" } else { "lost" });
        let piles = match case.piles(index) {
            _ if case.is_cut => String::new(),
            [] => ": no piles".to_owned(),
            piles => format!(": {}", case::numbers(piles)),
        };
        lines.push(format!("position {number} is {state}{piles}"));
    }
    let rules = match case.rules(problem, index) {
        Ok(rules) => rules,
        Err(no_grundy_value) => return vec![no_grundy_value.to_string()],
    };
    if case.is_cut {
        lines.push(format!(
            "its {} are too many to look for moves",
            counted(case.numbers, "number", "numbers")
        ));
        return lines;
    }
    let dispute = Dispute {
        problem,
        rules: &rules,
        piles: case.piles(index),
    };
    lines.extend(dispute.explain(&wrong));
    lines
}

/// A wrong answer. The text is empty if it is missing.
struct WrongAnswer<'a> {
    problem: &'a Problem,
    right: String,
    text: String,
    /// Whether the text is only the beginning of a longer answer.
    is_beginning: bool,
    /// Whether one of the two is only the beginning of a longer answer.
    is_cut: bool,
}

impl WrongAnswer<'_> {
    /// Explains a malformed answer.
    fn form(&self) -> Vec<String> {
        if self.text.is_empty() {
            return Vec::new();
        }
        let folded = |text: &str| text.to_ascii_lowercase().into_bytes();
        let [right, wrong] = [&self.right, &self.text].map(|text| folded(text));
        if !self.is_cut && without_white_space(&right).eq(without_white_space(&wrong)) {
            return vec!["letter case matters".to_owned()];
        }
        let question = &self.problem.question;
        let line = question.wrong_form(&self.text, &self.right, self.is_cut);
        line.into_iter().collect()
    }

    /// The first letter that is wrong or missing, counted from 0.
    ///
    /// # Errors
    /// If no letter is known to be wrong: the text says what is wrong instead.
    fn letter(&self) -> Result<usize, String> {
        let letters = |text: &str| without_white_space(text.as_bytes()).collect::<Vec<_>>();
        let (right, wrong) = (letters(&self.right), letters(&self.text));
        let known = if self.is_cut {
            right.len().min(wrong.len())
        } else {
            right.len()
        };
        let differs = (0..known).find(|&i| wrong.get(i) != Some(&right[i]));
        differs.ok_or_else(|| {
            if self.is_cut {
                return format!(
                    "the first {} are right",
                    counted(known as u64, "letter", "letters")
                );
            }
            let positions = counted(known as u64, "position", "positions");
            let letters = counted(wrong.len() as u64, "letter", "letters");
            format!("the case has {positions}, the answer has {letters}")
        })
    }

    fn claim(&self) -> Claim {
        self.problem.question.claim(&self.text, self.is_beginning)
    }
}

/// A position about whose moves the answers disagree.
struct Dispute<'a> {
    problem: &'a Problem,
    rules: &'a Rules,
    piles: &'a [u64],
}

impl Dispute<'_> {
    fn explain(&self, wrong: &WrongAnswer<'_>) -> Vec<String> {
        match wrong.claim() {
            Claim::Count => self.count(),
            Claim::Move(reported) => self.one_move(reported),
            Claim::Moves(claim) if self.problem.question.lists_moves() => self.list(&claim),
            Claim::Moves(_) | Claim::Other => self.position(None),
        }
    }

    fn is_hill(&self) -> bool {
        matches!(self.rules, Rules::Hill { .. })
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        self.rules.first_wins(&self.rules.fold(piles))
    }

    /// Explains why the position is won or lost; if it is lost, with the reply to `tried`, or else to
    /// another move.
    fn position(&self, tried: Option<Move>) -> Vec<String> {
        let piles = self.piles;
        let Some(best) = self.rules.best(piles) else {
            return vec![no_move_is_left(self.first_wins(piles)).to_owned()];
        };
        if self.first_wins(piles) {
            return vec![format!("the player to move wins: {}", self.proof(&best))];
        }
        let tried = tried.map_or(best, |step| vec![step]);
        vec![
            format!("every move loses: {}", self.reason(piles)),
            format!("for example {}", self.refutation(&tried)),
        ]
    }

    /// A winning move, and why it wins.
    fn proof(&self, turn: &[Move]) -> String {
        let after = rules::after(self.piles, turn);
        format!("{}: {}", self.turn(turn, self.piles), self.reason(&after))
    }

    /// A losing move, and the reply that wins.
    fn refutation(&self, turn: &[Move]) -> String {
        let after = rules::after(self.piles, turn);
        let reply = match self.rules.winning(&after).next() {
            None => LAST_STONE.to_owned(),
            Some(reply) => {
                let end = rules::after(&after, &reply);
                let (reply, why) = (self.turn(&reply, &after), self.reason(&end));
                format!("the reply is {reply}: {why}")
            }
        };
        format!("{}; {reply}", self.turn(turn, self.piles))
    }

    /// Why a position is lost.
    fn reason(&self, piles: &[u64]) -> String {
        if !self.is_hill() && piles.iter().all(|&pile| pile == 0) {
            return "nothing is left".to_owned();
        }
        reason(self.rules, &self.rules.fold(piles))
    }

    /// Formats a move in `piles`, and what remains after it.
    fn turn(&self, turn: &[Move], piles: &[u64]) -> String {
        let step = turn[0];
        let number = step.pile + 1;
        if self.is_hill() {
            let (from, to) = (piles[step.pile], step.left);
            return format!("person {number} climbs from {from} to {to}");
        }
        if piles.len() > WRITTEN_OUT {
            return taken(step);
        }
        let after = case::numbers(&rules::after(piles, turn));
        format!("pile {number}: take {} -> {after}", step.take)
    }

    /// The move that takes `take` from pile `number`, counted from 1, if it is legal.
    fn legal(&self, number: u64, take: u64) -> Result<Move, String> {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let pile = index.and_then(|index| self.piles.get(index)).copied();
        legal(self.rules, number, pile, take)
    }

    /// Explains a wrong answer that is one move.
    fn one_move(&self, (pile, take): Reported) -> Vec<String> {
        let step = match self.legal(pile, take) {
            Ok(step) => step,
            Err(why) => return [vec![why], self.position(None)].concat(),
        };
        let after = rules::after(self.piles, &[step]);
        if self.first_wins(&after) {
            // If all moves lose, this one is the example.
            let refuted = self.first_wins(self.piles);
            let refutation = refuted.then(|| self.refutation(&[step]));
            return refutation
                .into_iter()
                .chain(self.position(Some(step)))
                .collect();
        }
        let first = self.rules.winning(self.piles).next();
        if first.is_some_and(|first| first[0] == step) {
            let mut lines = vec!["the move is right, but what follows it is not".to_owned()];
            if self.problem.question.shows_piles_after() {
                let piles = case::numbers(&after);
                lines.push(format!("the piles after it are {piles}"));
            }
            return lines;
        }
        let wins_too = wins_too(self.problem, &self.turn(&[step], self.piles));
        [vec![wins_too], self.position(None)].concat()
    }

    /// Explains a right answer that is the number of winning moves.
    fn count(&self) -> Vec<String> {
        let count = self.rules.count_winning(self.piles);
        if count == 0 {
            return self.position(None);
        }
        let turns = self.rules.winning(self.piles).take(MAX_MOVES_SHOWN);
        winning_moves(
            self.rules,
            count,
            turns.map(|turn| self.turn(&turn, self.piles)),
        )
    }

    /// Explains a list of moves that is wrong.
    fn list(&self, claim: &[Reported]) -> Vec<String> {
        let question = &self.problem.question;
        let leaves = question.reports_sizes();
        let claims = |step: &Move| question.to_reported(step, self.piles[step.pile]);
        let write = |claims| question.write_reported(claims);
        let winning: Vec<_> = self.rules.winning(self.piles).map(|turn| turn[0]).collect();
        let mut lines = Vec::new();
        if winning.is_empty() {
            if claim.is_empty() {
                return self.position(None);
            }
            lines.push(match self.rules.best(self.piles) {
                Some(_) => format!("every move loses: {}", self.reason(self.piles)),
                None => no_move_is_left(self.first_wins(self.piles)).to_owned(),
            });
        }
        let mut rest: Vec<_> = winning.iter().map(|step| (claims(step), step)).collect();
        rest.sort_by_key(|&(claims, _)| claims);
        let mut rest = rest.into_iter().peekable();
        let mut claimed = claim.to_vec();
        claimed.sort_unstable();
        // A move claimed more often than it exists is wrong.
        let (mut missing, mut wrong) = (Vec::new(), Vec::new());
        for &claim in &claimed {
            while let Some(unclaimed) = rest.next_if(|(claims, _)| *claims < claim) {
                missing.push(unclaimed);
            }
            if rest.next_if(|(claims, _)| *claims == claim).is_none() {
                wrong.push(claim);
            }
        }
        missing.extend(rest);
        for &(claims, step) in missing.iter().take(MAX_MOVES_SHOWN) {
            let proof = self.proof(&[*step]);
            lines.push(format!("{} is missing: {proof}", write(claims)));
        }
        lines.extend(more(missing.len(), "missing"));
        for &claim in wrong.iter().take(MAX_MOVES_SHOWN) {
            let (one, other) = claim;
            let step = if leaves {
                let pile = self.piles.iter().position(|&pile| pile == one);
                match pile {
                    None => Err(format!("there is no pile of {one}")),
                    Some(_) if other >= one => Err("that is not a move".to_owned()),
                    Some(pile) => self.legal(pile as u64 + 1, one - other),
                }
            } else {
                self.legal(one, other)
            };
            let why = match step {
                Err(why) => why,
                Ok(step) if winning.contains(&step) => TOO_OFTEN.to_owned(),
                Ok(step) => self.refutation(&[step]),
            };
            lines.push(format!("{} is wrong: {why}", write(claim)));
        }
        lines.extend(more(wrong.len(), "wrong"));
        if missing.is_empty() && wrong.is_empty() {
            lines.push(in_other_order(self.problem));
        }
        lines
    }
}

/// The objection to a right move in a list.
const TOO_OFTEN: &str = "it is listed more often than there are such moves";

/// The move that takes `take` from the pile `number`, counted from 1, which has `pile` stones, if it
/// exists and the move is legal.
fn legal(rules: &Rules, number: u64, pile: Option<u64>, take: u64) -> Result<Move, String> {
    let Some(pile) = pile else {
        return Err(format!("there is no pile {number}"));
    };
    if take == 0 {
        return Err("a move takes at least one stone".to_owned());
    }
    if take > pile {
        return Err(format!("pile {number} has only {pile}, not {take}"));
    }
    if let Rules::Piles { rule, .. } = rules
        && !rule.allows(take)
    {
        return Err(format!("no move takes {take}"));
    }
    Ok(Move::leave(number as usize - 1, pile, pile - take))
}

/// Reports `count` winning moves, and the first of them.
fn winning_moves(rules: &Rules, count: u128, first: impl Iterator<Item = String>) -> Vec<String> {
    let (moves, makes) = if count == 1 {
        ("move wins", "it makes")
    } else {
        ("moves win", "each makes")
    };
    let why = match rules {
        Rules::Piles {
            rule,
            play: Play::Normal,
        } => format!(", {makes} the nim-sum{} 0", of(rule)),
        Rules::Piles { .. } | Rules::Moore { .. } | Rules::Hill { .. } => String::new(),
    };
    let mut lines = vec![format!("{count} {moves}{why}:")];
    lines.extend(first.map(|turn| format!("  {turn}")));
    if count > MAX_MOVES_SHOWN as u128 {
        lines.push(format!("  and {} more", count - MAX_MOVES_SHOWN as u128));
    }
    lines
}

/// Objects to a winning move that is not the one asked for.
fn wins_too(problem: &Problem, turn: &str) -> String {
    let order = problem.question.order();
    format!("{turn} wins too, but the problem asks for {order}")
}

/// Objects to the order of a list of right moves.
fn in_other_order(problem: &Problem) -> String {
    let order = problem.question.order();
    format!("the moves are right, but they are expected {order}")
}

/// Reports the number of moves that are not shown.
fn more(count: usize, what: &str) -> Option<String> {
    let more = count
        .checked_sub(MAX_MOVES_SHOWN)
        .filter(|&more| more > 0)?;
    let verb = if more == 1 { "is" } else { "are" };
    Some(format!("and {more} more {verb} {what}"))
}

fn no_move_is_left(wins: bool) -> &'static str {
    if wins {
        "the player to move wins: no move is left, and the player who takes the last stone loses"
    } else {
        "the player to move loses: no move is left"
    }
}

/// Explains why a position is lost, from the fold over its piles.
fn reason(rules: &Rules, fold: &Fold) -> String {
    match (rules, fold) {
        (Rules::Piles { rule, play }, Fold::Piles(tally)) => {
            if *play == Play::Misere && tally.union <= 1 {
                return "an odd number of single stones is left".to_owned();
            }
            format!("the nim-sum{} is {}", of(rule), tally.nim_sum)
        }
        (_, Fold::Hill(hill)) if hill.is_over() => "the king is at the top".to_owned(),
        (_, Fold::Hill(_)) => "the nim-sum of the gaps is 0".to_owned(),
        _ => "it is a lost position".to_owned(),
    }
}

/// The numbers whose nim-sum decides, if it is not the piles.
fn of(rule: &PileRule) -> &'static str {
    match rule {
        PileRule::Any => "",
        PileRule::Below(_) | PileRule::Set(_) | PileRule::Kayles => " of the Grundy values",
    }
}

/// Formats a move and what remains of its pile.
fn taken(step: Move) -> String {
    let Move {
        pile, take, left, ..
    } = step;
    let number = pile + 1;
    format!(
        "pile {number}: take {take}, which leaves {left} of {}",
        take + left
    )
}
