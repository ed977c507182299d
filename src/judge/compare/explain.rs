//! Why an answer is right and another one is not: the moves that prove it.

use std::collections::{BTreeMap, BTreeSet};

use super::Difference;
use crate::answer::{Claimed, Fact, Template};
use crate::decode::words;
use crate::engine::lookup::CaseLookup;
use crate::game::Change;
use crate::judge::answer_text::{Answer, first_number, letters, trimmed};
use crate::text;
use crate::words::{plural, t};

/// The maximum number of listed moves that are shown.
const MAX_MOVES_SHOWN: usize = 3;

/// The maximum number of piles that are shown after a move, and half of those of a position.
const MAX_PILES: usize = 12;

impl Difference {
    /// The right answer and a wrong one: if both others are wrong, the actual one.
    fn disputed(&self) -> [&Answer; 2] {
        let wrong = if self.is_right(&self.actual) {
            &self.expected
        } else {
            &self.actual
        };
        [&self.right, wrong]
    }

    /// The first letter of the wrong answer that is wrong or missing, counted from 0. `None` if the letters of all
    /// positions are right.
    pub(super) fn wrong_letter(&self) -> Option<usize> {
        let [right, wrong] = self.disputed().map(|it| letters(&it.bytes));
        (0..right.len()).find(|&i| wrong.get(i) != Some(&right[i]))
    }

    /// Whether the wrong answer is right but for the number of the case and for what is between its letters; where each
    /// position has a letter, as far as it goes, since the others may be on other lines.
    pub(super) fn may_be_form(&self, template: &Template) -> bool {
        let [right, wrong] = self.disputed().map(|it| {
            let mut letters = letters(&it.bytes);
            if template.has(Fact::Case) {
                letters.drain(first_number(&letters));
            }
            letters
        });
        wrong == right || template.positions.is_some() && right.starts_with(&wrong)
    }
}

impl CaseLookup<'_> {
    /// Explains why the right answer to the case is right, or to its position `index` if each has an answer of its own,
    /// and what is wrong with the wrong one: sentences.
    pub(super) fn explain(&self, answers: &Difference, index: usize) -> Vec<String> {
        let template = &self.problem.answer;
        let disputed = answers.disputed();
        let [right, wrong] = disputed.map(|it| String::from_utf8_lossy(trimmed(&it.bytes)));
        let mut proof = Vec::new();
        let [folded, ours] = [&wrong, &right].map(|answer| answer.to_ascii_lowercase());
        if disputed[1].is_too_long {
            proof.push(t!("the answer to one case is too long").to_owned());
        } else if words(folded.as_bytes()).eq(words(ours.as_bytes())) {
            proof.push(t!("letter case matters").to_owned());
        }
        if let Some(positions) = &template.positions {
            if !positions.on_lines && answers.wrong_letter().is_none() {
                let rest = t!("the letters of all positions are right, but not what is between or after them");
                proof.push(rest.to_owned());
                return proof;
            }
            let (number, mut piles) = (index + 1, text::beginning(self.piles(), 2 * MAX_PILES));
            if piles.is_empty() {
                t!("no piles").clone_into(&mut piles);
            }
            proof.push(t!("position {number}: {piles}", number, piles));
        }
        let claim = template.claim(&wrong);
        // A number that is too long is one, and a word that is too long helps nobody.
        let is_word = |found: &&str| found.len() <= 40 && !found.bytes().all(|byte| byte.is_ascii_digit());
        let found = template.not_a_number(&wrong).filter(is_word);
        if let Some(found) = found.filter(|_| !template.reads_as_lost(&wrong)) {
            proof.push(t!("expected a number, found '{found}'", found));
        }
        proof.extend(match claim.as_deref() {
            Some(moves) if template.lists_moves() && template.shows_moves() => self.list(moves),
            Some(&[one]) if one.is_whole() => self.one_move(one),
            None if !template.names_moves() && template.has(Fact::Count) => self.count(),
            _ => self.outcome(None),
        });
        proof
    }

    fn first_wins(&self) -> bool {
        self.rules().game().first_wins(self.piles())
    }

    /// Explains why the position is won or lost; if it is lost, with the reply to `tried`, or else to another move.
    fn outcome(&self, tried: Option<Change>) -> Vec<String> {
        if !self.rules().game().lists_moves(self.piles()) {
            let why = self.rules().game().why(self.piles());
            return vec![if self.first_wins() {
                t!("the player to move wins: {winning}", winning = why.sentence)
            } else {
                t!("every move loses: {why}", why = why.lost)
            }];
        }
        let Some(best) = self.rules().game().best(self.piles()) else {
            let is_over = if self.first_wins() {
                t!("the player to move wins: no move is left, and the player who takes the last stone loses")
            } else {
                t!("the player to move loses: no move is left")
            };
            return vec![is_over.to_owned()];
        };
        if self.first_wins() {
            let winning = self.winning_move(&best, self.piles());
            let wins = t!("the player to move wins: {winning}", winning);
            return [vec![wins], Vec::from_iter(self.reach(&best))].concat();
        }
        let why = self.rules().game().why(self.piles()).lost;
        let tried = tried.map_or(best, |step| vec![step]);
        let mut proof = vec![
            t!("every move loses: {why}", why),
            t!("for example {refuted}", refuted = self.refutation(&tried)),
        ];
        proof.extend(self.reach(&tried));
        proof
    }

    /// The Grundy value of the pile that a move changes, and those that its moves lead to, if there is something to say
    /// of them, and the moves are few.
    fn reach(&self, turn: &[Change]) -> Option<String> {
        const MAX_MOVES: usize = 1000;
        const MAX_VALUES: usize = 24;
        let rules = self.rules();
        let heaps = rules.game().heaps().filter(|_| rules.nim().is_none())?;
        let size = *self.piles().get(turn.first()?.pile)?;
        let value = |piles: &[u64]| heaps.standing(piles.iter().map(|&pile| (pile, 1))).nim_sum;
        let pile = [size];
        let turns: Vec<_> = rules.game().moves(&pile).take(MAX_MOVES + 1).collect();
        let values: BTreeSet<_> = turns
            .iter()
            .map(|turn| value(&rules.game().after(&pile, turn)))
            .collect();
        let shown = text::beginning(&Vec::from_iter(values), MAX_VALUES);
        let is_known = (1..=MAX_MOVES).contains(&turns.len());
        is_known.then(|| {
            t!(
                "a pile of {size} has the value {value}; its moves lead to {values}",
                size,
                value = value(&pile),
                values = shown
            )
        })
    }

    /// A winning move in `piles`, and why the position after it is lost.
    fn winning_move(&self, turn: &[Change], piles: &[u64]) -> String {
        let why = self.rules().game().why(&self.rules().game().after(piles, turn)).lost;
        t!("{step}: {why}", step = self.step(turn, piles), why)
    }

    /// A losing move, and the reply that wins.
    fn refutation(&self, turn: &[Change]) -> String {
        let mut step = self.step(turn, self.piles());
        let after = self.rules().game().after(self.piles(), turn);
        if after.len() > MAX_PILES {
            // Nobody adds up so many.
            let why = self.rules().game().why(&after).sentence;
            step = t!("{step}: {why}", step, why);
        }
        if !self.rules().game().lists_moves(&after) {
            return step;
        }
        match self.rules().game().winning(&after).next() {
            Some(reply) => t!(
                "{step}; the reply is {reply}",
                step,
                reply = self.winning_move(&reply, &after)
            ),
            None => t!("{step}; that was the last stone, and whoever takes it loses", step),
        }
    }

    /// A move in `piles`, in words.
    fn step(&self, turn: &[Change], piles: &[u64]) -> String {
        self.rules().describe(piles, turn, MAX_PILES)
    }

    /// The move that an answer claims, if there is such a move.
    fn claimed(&self, claimed: Claimed) -> Option<Change> {
        let index = match (claimed.get(Fact::Pile), claimed.get(Fact::Size)) {
            (Some(number), _) => usize::try_from(number).ok()?.checked_sub(1)?,
            (None, size) => self.piles().iter().position(|&pile| Some(pile) == size)?,
        };
        let pile = *self.piles().get(index)?;
        let take = claimed.get(Fact::Take);
        let left = claimed.get(Fact::Left).or_else(|| pile.checked_sub(take?))?;
        let take = pile.checked_sub(left).filter(|&take| take > 0)?;
        let step = Change::leave(index, pile, left);
        let is_claimed = self.problem.answer.claimed(&step, pile) == claimed;
        (is_claimed && self.rules().game().allows(self.piles(), index, take)).then_some(step)
    }

    /// Explains a wrong answer that is one move.
    fn one_move(&self, claimed: Claimed) -> Vec<String> {
        let template = &self.problem.answer;
        let Some(step) = self.claimed(claimed) else {
            let illegal = t!("there is no such move").to_owned();
            return [vec![illegal], self.outcome(None)].concat();
        };
        let after = self.rules().game().after(self.piles(), &[step]);
        if self.rules().game().first_wins(&after) {
            // If all moves lose, this one is the example.
            let refuted = self.first_wins().then(|| self.refutation(&[step]));
            return [Vec::from_iter(refuted), self.outcome(Some(step))].concat();
        }
        let first = self.rules().game().winning(self.piles()).next();
        if template.any || first.is_some_and(|first| first[0] == step) {
            return vec![t!("the move is right, but the rest of the answer is not").to_owned()];
        }
        let (step, order) = (self.step(&[step], self.piles()), template.order());
        let other = t!("{step} wins too, but the problem asks for {order}", step, order);
        [vec![other], self.outcome(None)].concat()
    }

    /// Explains a right answer that is the number of winning moves.
    fn count(&self) -> Vec<String> {
        let count = self.rules().game().count_winning(self.piles());
        if count == 0 {
            return self.outcome(None);
        }
        let first = plural!(count, "{count} move wins:", "{count} moves win:");
        let turns = self.rules().game().winning(self.piles()).take(MAX_MOVES_SHOWN);
        let mut lines = vec![first];
        lines.extend(turns.map(|turn| format!("  {}", self.winning_move(&turn, self.piles()))));
        let more = count.saturating_sub(MAX_MOVES_SHOWN as u128);
        lines.extend((more > 0).then(|| t!("  and {more} more", more)));
        vec![lines.join("\n")]
    }

    /// Explains a list of moves that is wrong: by the first that is missing, or else the first that is wrong.
    fn list(&self, claimed: &[Claimed]) -> Vec<String> {
        let template = &self.problem.answer;
        let claims = |step: &Change| template.claimed(step, self.piles()[step.pile]);
        let winning: Vec<_> = self.rules().game().winning(self.piles()).map(|turn| turn[0]).collect();
        let mut proof = Vec::new();
        if winning.is_empty() {
            proof = self.outcome(None);
            if claimed.is_empty() {
                return proof;
            }
            proof.truncate(1);
        }
        // Equal piles have equal moves: how many of each are not listed, or listed too often.
        let mut unlisted = BTreeMap::new();
        for claim in winning.iter().map(claims) {
            *unlisted.entry(claim).or_insert(0) += 1;
        }
        for &claim in claimed {
            *unlisted.entry(claim).or_insert(0) -= 1;
        }
        let missing = winning.iter().find(|step| unlisted[&claims(step)] > 0);
        let wrong = claimed.iter().find(|claim| unlisted[claim] < 0);
        proof.push(if let Some(step) = missing {
            let (claim, step) = (claims(step), self.winning_move(&[*step], self.piles()));
            let claim = template.show(claim);
            t!("{claim} is missing: {step}", claim, step)
        } else if let Some(&claim) = wrong {
            let objection = match self.claimed(claim) {
                None => t!("there is no such move").to_owned(),
                Some(step) if winning.contains(&step) => {
                    t!("it is listed more often than there are such moves").to_owned()
                }
                Some(step) => self.refutation(&[step]),
            };
            let claim = template.show(claim);
            t!("{claim} is wrong: {objection}", claim, objection)
        } else if winning.iter().map(claims).eq(claimed.iter().copied()) {
            t!("the moves are right, but the rest of the answer is not").to_owned()
        } else {
            let order = template.order();
            t!("the moves are right, but they are expected {order}", order)
        });
        proof
    }
}
