//! Why an answer is right and another one is not: the moves that prove it.

use super::case::{Case, Excerpt};
use super::{Difference, Side, trimmed};
use crate::answer::{Claim, Claimed, Value};
use crate::decode::words;
use crate::game::Move;
use crate::game::rule::Rules;
use crate::problem::Problem;
use crate::text::counted;

/// The maximum number of listed moves that are kept.
const MAX_MOVES_KEPT: usize = 3;

/// The maximum number of piles that are kept with a move.
const MAX_PILES_KEPT: usize = 12;

/// Explains why the right answer to `case` is right, or to its position with an index if each has an answer of its own,
/// and what is wrong with the wrong one.
pub(crate) fn explain(
    problem: &Problem,
    case: &Case<'_>,
    position: usize,
    difference: &Difference,
) -> Vec<String> {
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
    let mut proof: Vec<_> = wrong.form().into_iter().collect();
    let mut index = position;
    if let Some(positions) = &problem.answer.positions {
        let won = problem.answer.won.literal().unwrap_or_default();
        let mut is_won = wrong.right == won;
        if !positions.on_lines {
            match wrong.letter() {
                Ok(letter) => index = letter,
                Err(why) => {
                    proof.extend(why);
                    return proof;
                }
            }
            is_won = wrong.right.as_bytes()[index] == b'W';
        }
        let (number, state) = (index + 1, if is_won { "won" } else { "lost" });
        let piles = match case.piles(index) {
            _ if case.is_cut => String::new(),
            [] => ": no piles".to_owned(),
            piles => format!(": {}", Excerpt::from(piles)),
        };
        proof.push(format!("position {number} is {state}{piles}"));
    }
    let rules = match case.rules(index) {
        Ok(rules) => rules,
        Err(no_grundy_value) => return vec![no_grundy_value.to_string()],
    };
    if case.is_cut {
        let numbers = counted(case.excerpt.numbers.count, "number", "numbers");
        proof.push(format!("its {numbers} are too many to look for moves"));
        return proof;
    }
    let dispute = Dispute {
        problem,
        rules: &rules,
        piles: case.piles(index),
    };
    proof.extend(dispute.explain(&wrong));
    proof
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
    fn form(&self) -> Option<String> {
        if self.text.is_empty() {
            return None;
        }
        let folded = |text: &str| text.to_ascii_lowercase().into_bytes();
        let [right, wrong] = [&self.right, &self.text].map(|text| folded(text));
        if !self.is_cut && words(&right).eq(words(&wrong)) {
            return Some("letter case matters".to_owned());
        }
        self.problem.answer.wrong_form(&self.text, self.is_cut)
    }

    /// The first letter that is wrong or missing, counted from 0.
    ///
    /// # Errors
    /// If no letter is known to be wrong: what is wrong instead, unless that is their form.
    fn letter(&self) -> Result<usize, Option<String>> {
        let letters = |text: &str| words(text.as_bytes()).collect::<Vec<_>>().concat();
        let (right, wrong) = (letters(&self.right), letters(&self.text));
        let known = if self.is_cut {
            right.len().min(wrong.len())
        } else {
            right.len()
        };
        let differs = (0..known).find(|&i| wrong.get(i) != Some(&right[i]));
        differs.ok_or_else(|| {
            if self.is_cut {
                let letters = counted(known as u64, "letter", "letters");
                return Some(format!("the first {letters} are right"));
            }
            let positions = counted(known as u64, "position", "positions");
            let letters = counted(wrong.len() as u64, "letter", "letters");
            (wrong.len() != known)
                .then(|| format!("the case has {positions}, the answer has {letters}"))
        })
    }

    fn claim(&self) -> Claim {
        self.problem.answer.claim(&self.text, self.is_beginning)
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
            Claim::Move(claimed) => self.one_move(claimed),
            Claim::Moves(claim) if self.problem.answer.lists_moves() => self.list(&claim),
            Claim::Moves(_) | Claim::Other => self.position(None),
        }
    }

    fn first_wins(&self, piles: &[u64]) -> bool {
        self.rules.first_wins(piles)
    }

    /// Explains why the position is won or lost; if it is lost, with the reply to `tried`, or else to
    /// another move.
    fn position(&self, tried: Option<Move>) -> Vec<String> {
        let piles = self.piles;
        let Some(best) = self.rules.best(self.piles) else {
            return vec![self.no_move_left()];
        };
        if self.first_wins(piles) {
            let winning = self.winning_move(&best, piles);
            return vec![format!("the player to move wins: {winning}")];
        }
        let tried = tried.map_or(best, |step| vec![step]);
        vec![
            self.every_move_loses(),
            format!("for example {}", self.refutation(&tried)),
        ]
    }

    fn no_move_left(&self) -> String {
        if self.first_wins(self.piles) {
            return "the player to move wins: no move is left, and the player who takes the last stone loses"
                .to_owned();
        }
        "the player to move loses: no move is left".to_owned()
    }

    fn every_move_loses(&self) -> String {
        format!("every move loses: {}", self.rules.why_lost(self.piles))
    }

    /// A winning move in `piles`, and why the position after it is lost.
    fn winning_move(&self, turn: &[Move], piles: &[u64]) -> String {
        let leaves = self.rules.why_lost(&self.rules.after(piles, turn));
        format!("{}: {leaves}", self.step(turn, piles))
    }

    /// A losing move, and the reply that wins.
    fn refutation(&self, turn: &[Move]) -> String {
        let step = self.step(turn, self.piles);
        let after = self.rules.after(self.piles, turn);
        match self.rules.winning(&after).next() {
            Some(reply) => format!("{step}; the reply is {}", self.winning_move(&reply, &after)),
            None => format!("{step}; that was the last stone, and whoever takes it loses"),
        }
    }

    /// A move in `piles`, in words.
    fn step(&self, turn: &[Move], piles: &[u64]) -> String {
        self.rules.describe(piles, turn, MAX_PILES_KEPT)
    }

    /// The pile with this number, counted from 1.
    ///
    /// # Errors
    /// There is none, in words.
    fn pile(&self, number: u64) -> Result<u64, String> {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let pile = index.and_then(|index| self.piles.get(index)).copied();
        pile.ok_or_else(|| format!("there is no pile {number}"))
    }

    /// The move that takes `take` from pile `number`, counted from 1.
    ///
    /// # Errors
    /// Why it is not legal.
    fn legal(&self, number: u64, take: u64) -> Result<Move, String> {
        let pile = self.pile(number)?;
        if take == 0 {
            return Err("a move takes at least one stone".to_owned());
        }
        if take > pile {
            return Err(format!("pile {number} has only {pile}, not {take}"));
        }
        if !self.rules.allows(self.piles, number as usize - 1, take) {
            return Err(format!("no move takes {take} from pile {number}"));
        }
        Ok(Move::leave(number as usize - 1, pile, pile - take))
    }

    /// Explains a wrong answer that is one move.
    fn one_move(&self, claimed: Claimed) -> Vec<String> {
        let (mut proof, mut tried) = (Vec::new(), None);
        match self.claimed(claimed) {
            Err(illegal) => proof.push(illegal),
            Ok(step) => {
                let after = self.rules.after(self.piles, &[step]);
                let first = self.rules.winning(self.piles).next();
                if self.first_wins(&after) {
                    // If all moves lose, this one is the example.
                    tried = Some(step);
                    if self.first_wins(self.piles) {
                        proof.push(self.refutation(&[step]));
                    }
                } else if self.problem.answer.any || first.is_some_and(|first| first[0] == step) {
                    proof.push("the move is right, but the rest of the answer is not".to_owned());
                    if self.problem.answer.has(Value::After) {
                        let piles = Excerpt::from(self.rules.shown(&after));
                        proof.push(format!("the piles after it are {piles}"));
                    }
                    return proof;
                } else {
                    let step = self.step(&[step], self.piles);
                    let order = self.problem.answer.order();
                    proof.push(format!("{step} wins too, but the problem asks for {order}"));
                }
            }
        }
        proof.extend(self.position(tried));
        proof
    }

    /// Explains a right answer that is the number of winning moves.
    fn count(&self) -> Vec<String> {
        let count = self.rules.count_winning(self.piles);
        if count == 0 {
            return self.position(None);
        }
        let (moves, makes) = match count {
            1 => ("move wins", "it makes"),
            _ => ("moves win", "each makes"),
        };
        let nim_sum = match (self.rules.grundy(self.piles), self.rules.nim()) {
            (Some(_), Some(_)) => format!(", {makes} the nim-sum 0"),
            (Some(_), None) => format!(", {makes} the nim-sum of the Grundy values 0"),
            (None, _) => String::new(),
        };
        let turns = self.rules.winning(self.piles).take(MAX_MOVES_KEPT);
        let mut lines = vec![format!("{count} {moves}{nim_sum}:")];
        lines.extend(turns.map(|turn| format!("  {}", self.step(&turn, self.piles))));
        let more = count - (lines.len() as u128 - 1);
        lines.extend((more > 0).then(|| format!("  and {more} more")));
        vec![lines.join("\n")]
    }

    /// Explains a list of moves that is wrong.
    fn list(&self, claim: &[Claimed]) -> Vec<String> {
        let template = &self.problem.answer;
        let claims = |step: &Move| template.claimed(step, self.piles[step.pile]);
        let write = |claims| template.show(claims);
        let winning: Vec<_> = self.rules.winning(self.piles).map(|turn| turn[0]).collect();
        let mut proof = Vec::new();
        if winning.is_empty() {
            if claim.is_empty() {
                return self.position(None);
            }
            proof.push(match self.rules.best(self.piles) {
                Some(_) => self.every_move_loses(),
                None => self.no_move_left(),
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
        for &(claims, step) in missing.iter().take(MAX_MOVES_KEPT) {
            let step = self.winning_move(&[*step], self.piles);
            proof.push(format!("{} is missing: {step}", write(claims)));
        }
        proof.extend(more(missing.len(), "missing"));
        for &claim in wrong.iter().take(MAX_MOVES_KEPT) {
            let objection = match self.claimed(claim) {
                Err(illegal) => illegal,
                Ok(step) if winning.contains(&step) => {
                    "it is listed more often than there are such moves".to_owned()
                }
                Ok(step) => self.refutation(&[step]),
            };
            proof.push(format!("{} is wrong: {objection}", write(claim)));
        }
        proof.extend(more(wrong.len(), "wrong"));
        if missing.is_empty() && wrong.is_empty() {
            let is_ordered = winning.iter().map(claims).eq(claim.iter().copied());
            proof.push(if is_ordered {
                "the moves are right, but the rest of the answer is not".to_owned()
            } else {
                let order = template.order();
                format!("the moves are right, but they are expected {order}")
            });
        }
        proof
    }

    /// The move that an answer claims, if it is legal.
    ///
    /// # Errors
    /// Why it is not.
    fn claimed(&self, claimed: Claimed) -> Result<Move, String> {
        let number = match (claimed.pile, claimed.size) {
            (Some(number), _) => number,
            (None, Some(size)) => {
                let index = self.piles.iter().position(|&pile| pile == size);
                index.ok_or_else(|| format!("there is no pile of {size}"))? as u64 + 1
            }
            (None, None) => 0,
        };
        let pile = self.pile(number)?;
        let is_right = claimed.size.is_none_or(|size| size == pile);
        let take = match (claimed.take, claimed.left) {
            (Some(take), left)
                if is_right && left.is_none_or(|left| left.checked_add(take) == Some(pile)) =>
            {
                take
            }
            (None, Some(left)) if is_right && left < pile => pile - left,
            (_, _) => return Err("that is not a move".to_owned()),
        };
        self.legal(number, take)
    }
}

/// How many of so many moves are not shown, if any.
fn more(moves: usize, what: &str) -> Option<String> {
    match moves.saturating_sub(MAX_MOVES_KEPT) {
        0 => None,
        1 => Some(format!("and 1 more is {what}")),
        more => Some(format!("and {more} more are {what}")),
    }
}
