//! Why an answer about a position is right that has more piles than are kept: they are read again, a few
//! times.

use std::collections::HashMap;

use super::explain::{
    LAST_STONE, TOLD, TOO_OFTEN, WrongAnswer, in_other_order, legal, more, no_move_is_left, reason,
    taken, winning_moves, wins_too,
};
use crate::error::Error;
use crate::game::Play;
use crate::game::moves::{Move, Position};
use crate::game::rules::{Fold, Rules};
use crate::problem::Problem;
use crate::question::{Claim, Reported};

/// Reads the piles of the position: hands each, with how many come before it, to a function, as long as
/// that says so.
type Read<'r> = dyn FnMut(&mut dyn FnMut(u64, u64) -> bool) -> Result<(), Error> + 'r;

/// A position, about whose moves answers differ.
struct Giant<'a, 'r> {
    problem: &'a Problem,
    rules: &'a Rules,
    play: Play,
    position: Position<'a>,
    read: &'a mut Read<'r>,
}

/// Explains, in lines, what is wrong with a wrong answer.
///
/// # Errors
/// Those of `read`.
pub(super) fn explain(
    problem: &Problem,
    rules: &Rules,
    wrong: &WrongAnswer<'_>,
    read: &mut Read<'_>,
) -> Result<Vec<String>, Error> {
    let Rules::Piles { rule, play } = rules else {
        return Ok(vec![
            "there are too many persons to look for moves".to_owned(),
        ]);
    };
    let mut position = Position::new(rule, *play);
    let mut some_move = None;
    read(&mut |before, pile| {
        position.add(pile);
        if some_move.is_none() {
            let take = rule.largest_take(pile);
            some_move = take.map(|take| Move::leave(before as usize, pile, pile - take));
        }
        true
    })?;
    let wins = play.first_wins(&position.tally());
    let Some(some_move) = some_move else {
        return Ok(vec![no_move_is_left(wins).to_owned()]);
    };
    let mut giant = Giant {
        problem,
        rules,
        play: *play,
        position,
        read,
    };
    match wrong.claim() {
        Claim::Count if wins => giant.count(),
        Claim::Move(reported) => giant.one_move(reported, some_move),
        Claim::Moves(claim) if problem.question.lists_moves() && (wins || !claim.is_empty()) => {
            giant.list(&claim)
        }
        Claim::Count | Claim::Moves(_) | Claim::Other => giant.position(some_move),
    }
}

impl Giant<'_, '_> {
    fn wins(&self, position: Position<'_>) -> bool {
        self.play.first_wins(&position.tally())
    }

    fn reason(&self, position: Position<'_>) -> String {
        reason(self.rules, &Fold::Piles(position.tally()))
    }

    /// A winning move, and why it wins.
    fn proof(&self, position: Position<'_>, step: Move) -> String {
        format!("{}: {}", taken(step), self.reason(position.after(step)))
    }

    /// The pile number `number`, counted from 1, if there is one.
    fn pile(&mut self, number: u64) -> Result<Option<u64>, Error> {
        let mut actual = None;
        (self.read)(&mut |before, pile| {
            if before + 1 == number {
                actual = Some(pile);
            }
            actual.is_none()
        })?;
        Ok(actual)
    }

    /// The first winning move in `position`, which is this one after the move `made`.
    fn winning(
        &mut self,
        position: Position<'_>,
        made: Option<Move>,
    ) -> Result<Option<Move>, Error> {
        let mut actual = None;
        (self.read)(&mut |before, pile| {
            let made = made.filter(|made| made.pile as u64 == before);
            let pile = made.map_or(pile, |made| made.left);
            let take = position.winning_takes(pile).next();
            actual = take.map(|take| Move::leave(before as usize, pile, pile - take));
            actual.is_none()
        })?;
        Ok(actual)
    }

    /// A losing move, and the reply that wins.
    fn refutation(&mut self, step: Move) -> Result<String, Error> {
        let after = self.position.after(step);
        let reply = match self.winning(after, Some(step))? {
            Some(reply) => format!("the reply is {}", self.proof(after, reply)),
            None => LAST_STONE.to_owned(),
        };
        Ok(format!("{}; {reply}", taken(step)))
    }

    /// Why the position is won or lost; if it is lost, with the reply to `tried`.
    fn position(&mut self, tried: Move) -> Result<Vec<String>, Error> {
        if self.wins(self.position) {
            let step = self.winning(self.position, None)?;
            let proof = step.map(|step| self.proof(self.position, step));
            let line = proof.map(|proof| format!("the player to move wins: {proof}"));
            return Ok(line.into_iter().collect());
        }
        Ok(vec![
            format!("every move loses: {}", self.reason(self.position)),
            format!("for example {}", self.refutation(tried)?),
        ])
    }

    /// The right answer is the number of winning moves.
    fn count(&mut self) -> Result<Vec<String>, Error> {
        let (mut count, mut first) = (0, Vec::new());
        let position = self.position;
        (self.read)(&mut |before, pile| {
            for take in position.winning_takes(pile) {
                count += 1;
                if first.len() < TOLD {
                    first.push(Move::leave(before as usize, pile, pile - take));
                }
            }
            true
        })?;
        Ok(winning_moves(
            self.rules,
            count,
            first.into_iter().map(taken),
        ))
    }

    /// The wrong answer is one move; `other` is some move.
    fn one_move(&mut self, (number, take): Reported, other: Move) -> Result<Vec<String>, Error> {
        let pile = self.pile(number)?;
        let step = match legal(self.rules, number, pile, take) {
            Ok(step) => step,
            Err(why) => return Ok([vec![why], self.position(other)?].concat()),
        };
        if !self.wins(self.position) {
            return self.position(step);
        }
        if self.wins(self.position.after(step)) {
            return Ok([vec![self.refutation(step)?], self.position(other)?].concat());
        }
        if self.winning(self.position, None)? == Some(step) {
            return Ok(vec!["the move is right, what follows it is not".to_owned()]);
        }
        let wins_too = wins_too(self.problem, &taken(step));
        Ok([vec![wins_too], self.position(other)?].concat())
    }

    /// The wrong answer is a list of moves, and so is the right one.
    fn list(&mut self, claim: &[Reported]) -> Result<Vec<String>, Error> {
        let question = &self.problem.question;
        let leaves = question.reports_sizes();
        let mut claimed: HashMap<Reported, u64> = HashMap::new();
        for &claims in claim {
            *claimed.entry(claims).or_default() += 1;
        }
        let (mut missing, mut missing_count) = (Vec::new(), 0);
        let position = self.position;
        (self.read)(&mut |before, pile| {
            for take in position.winning_takes(pile) {
                let step = Move::leave(before as usize, pile, pile - take);
                let claims = question.to_reported(&step, pile);
                if let Some(count) = claimed.get_mut(&claims).filter(|count| **count > 0) {
                    *count -= 1;
                    continue;
                }
                missing_count += 1;
                if missing.len() < TOLD {
                    missing.push((claims, step));
                }
            }
            true
        })?;
        let mut lines = Vec::new();
        if !self.wins(position) {
            lines.push(format!("every move loses: {}", self.reason(position)));
        }
        for (claims, step) in missing {
            let claims = question.write_reported(claims);
            lines.push(format!(
                "{claims} is missing: {}",
                self.proof(position, step)
            ));
        }
        lines.extend(more(missing_count, "missing"));
        let wrong = claimed.into_iter().filter(|&(_, count)| count > 0);
        let mut wrong: Vec<_> = wrong.collect();
        wrong.sort_unstable();
        let wrong_count = wrong.iter().map(|&(_, count)| count as usize).sum();
        for &(claims, _) in wrong.iter().take(TOLD) {
            let step = if leaves {
                self.leaving(claims)?
            } else {
                let pile = self.pile(claims.0)?;
                legal(self.rules, claims.0, pile, claims.1)
            };
            let why = match step {
                Err(why) => why,
                Ok(step) if self.wins(position.after(step)) => self.refutation(step)?,
                Ok(_) => TOO_OFTEN.to_owned(),
            };
            lines.push(format!(
                "{} is wrong: {why}",
                question.write_reported(claims)
            ));
        }
        lines.extend(more(wrong_count, "wrong"));
        if missing_count == 0 && wrong_count == 0 {
            lines.push(in_other_order(self.problem));
        }
        Ok(lines)
    }

    /// The move that leaves `left` of the first pile of `size`.
    fn leaving(&mut self, (size, left): Reported) -> Result<Result<Move, String>, Error> {
        let mut actual = None;
        (self.read)(&mut |before, pile| {
            if pile == size {
                actual = Some(before as usize);
            }
            actual.is_none()
        })?;
        Ok(match actual {
            None => Err(format!("there is no pile of {size}")),
            Some(_) if left >= size => Err("that is no move".to_owned()),
            Some(pile) => legal(self.rules, pile as u64 + 1, Some(size), size - left),
        })
    }
}
