//! Why an answer is right and another one is not: the moves that prove it.

use super::case::{Case, Excerpt};
use super::{Difference, Side, trimmed, words};
use crate::answer::{Claim, Claimed, Value};
use crate::error::InputErrorKind;
use crate::game::Move;
use crate::game::rule::Rules;
use crate::problem::Problem;

/// The maximum number of listed moves that are kept.
const MAX_MOVES_KEPT: usize = 3;

/// The maximum number of piles that are kept with a move.
const MAX_PILES_KEPT: usize = 12;

/// A statement that proves an answer right, or another one wrong.
#[derive(Clone, Debug)]
pub enum Proof {
    /// Only white space differs from what is expected.
    OnlyWhiteSpace,
    /// The input of this name has only this number of cases.
    NoSuchCase(String, u64),
    /// Only letter case differs from the right answer.
    LetterCase,
    /// The answer does not have the form of answers to this case, as the question describes it.
    WrongForm(String),
    /// Only this number of letters of a long answer is kept, and all of them are right.
    FirstLettersRight(u64),
    /// The answer does not have one letter for each position.
    LetterCount {
        /// The number of positions.
        positions: u64,
        /// The number of letters.
        letters: u64,
    },
    /// The following is about one of several positions.
    Position {
        /// Its number, counted from 1.
        number: usize,
        /// Whether the player to move wins.
        is_won: bool,
        /// Its piles, if they are kept.
        piles: Option<Excerpt>,
    },
    /// The rules have no known Grundy values for these piles.
    NoGrundyValue(InputErrorKind),
    /// The case has this number of numbers, which are too many to look for moves.
    TooLarge(u64),
    /// The player to move wins with this move.
    Wins(WinningMove),
    /// There is no move; whether that wins.
    NoMoveLeft(bool),
    /// Every move loses.
    EveryMoveLoses(String),
    /// A move that shows that every move loses.
    ForExample(Refutation),
    /// The claimed move is not legal.
    Illegal(Illegal),
    /// The claimed move loses.
    Refuted(Refutation),
    /// The claimed move is the one asked for; the rest of the answer is wrong.
    RightMove,
    /// The piles after that move, which are a part of the answer.
    PilesAfter(Excerpt),
    /// The claimed move wins, but the problem asks for the first one in this order.
    WinsToo(Step, &'static str),
    /// The number of winning moves.
    Count {
        /// That number.
        count: u128,
        /// If each makes a nim-sum 0: whether that is one of Grundy values.
        nim_sum: Option<bool>,
        /// The first of them.
        first: Vec<Step>,
    },
    /// A winning move that a list does not have, as answers write it.
    Missing(String, WinningMove),
    /// The number of other moves that are missing, or wrong.
    More(usize, &'static str),
    /// A listed move that is wrong, as answers write it.
    Wrong(String, Objection),
    /// All moves are right, but they are not in this order.
    OtherOrder(&'static str),
}

/// A move in words, and what remains after it.
pub(crate) type Step = String;

/// A move, and why the position after it is lost.
#[derive(Clone, Debug)]
pub struct WinningMove {
    /// The move.
    pub step: Step,
    /// Why it wins.
    pub leaves: String,
}

/// A losing move, and the reply that wins.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The move.
    pub step: Step,
    /// The reply. `None` if the move takes the last stone in misère play.
    pub reply: Option<WinningMove>,
}

/// Why a move is not legal.
#[derive(Clone, Debug)]
pub enum Illegal {
    /// There is no pile with this number.
    NoPile(u64),
    /// There is no pile of this size.
    NoPileOf(u64),
    /// It takes nothing.
    TakesNothing,
    /// It leaves as much as there was, or more.
    NotAMove,
    /// It takes more than the pile has.
    TooMany {
        /// The number of the pile.
        number: u64,
        /// What it has.
        pile: u64,
        /// What the move takes.
        take: u64,
    },
    /// No move takes this number of stones.
    Forbidden(u64),
}

/// What is wrong with a move in a list.
#[derive(Clone, Debug)]
pub enum Objection {
    /// It is not legal.
    Illegal(Illegal),
    /// It is right, but listed more often than there are such moves.
    TooOften,
    /// It loses.
    Loses(Refutation),
}

/// Explains why the right answer to `case` is right, or to its position with an index if each has an answer of its own,
/// and what is wrong with the wrong one.
pub(crate) fn explain(
    problem: &Problem,
    case: &Case,
    position: usize,
    difference: &Difference,
) -> Vec<Proof> {
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
                    proof.extend(why.map(|why| *why));
                    return proof;
                }
            }
            is_won = wrong.right.as_bytes()[index] == b'W';
        }
        proof.push(Proof::Position {
            number: index + 1,
            is_won,
            piles: (!case.is_cut).then(|| case.piles(index).into()),
        });
    }
    let rules = match case.rules(index) {
        Ok(rules) => rules,
        Err(no_grundy_value) => return vec![Proof::NoGrundyValue(no_grundy_value)],
    };
    if case.is_cut {
        proof.push(Proof::TooLarge(case.excerpt.numbers.count));
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
    fn form(&self) -> Option<Proof> {
        if self.text.is_empty() {
            return None;
        }
        let folded = |text: &str| text.to_ascii_lowercase().into_bytes();
        let [right, wrong] = [&self.right, &self.text].map(|text| folded(text));
        if !self.is_cut && words(&right).eq(words(&wrong)) {
            return Some(Proof::LetterCase);
        }
        let form = self.problem.answer.wrong_form(&self.text, self.is_cut);
        form.map(Proof::WrongForm)
    }

    /// The first letter that is wrong or missing, counted from 0.
    ///
    /// # Errors
    /// If no letter is known to be wrong: what is wrong instead, unless that is their form.
    fn letter(&self) -> Result<usize, Option<Box<Proof>>> {
        let letters = |text: &str| words(text.as_bytes()).collect::<Vec<_>>().concat();
        let (right, wrong) = (letters(&self.right), letters(&self.text));
        let known = if self.is_cut {
            right.len().min(wrong.len())
        } else {
            right.len()
        };
        let differs = (0..known).find(|&i| wrong.get(i) != Some(&right[i]));
        differs.ok_or_else(|| {
            let why = if self.is_cut {
                Proof::FirstLettersRight(known as u64)
            } else if wrong.len() == known {
                return None;
            } else {
                Proof::LetterCount {
                    positions: known as u64,
                    letters: wrong.len() as u64,
                }
            };
            Some(Box::new(why))
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
    fn explain(&self, wrong: &WrongAnswer<'_>) -> Vec<Proof> {
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
    fn position(&self, tried: Option<Move>) -> Vec<Proof> {
        let piles = self.piles;
        let Some(best) = self.rules.best(self.piles) else {
            return vec![Proof::NoMoveLeft(self.first_wins(piles))];
        };
        if self.first_wins(piles) {
            return vec![Proof::Wins(self.winning_move(&best, piles))];
        }
        let tried = tried.map_or(best, |step| vec![step]);
        vec![
            Proof::EveryMoveLoses(self.rules.why_lost(piles)),
            Proof::ForExample(self.refutation(&tried)),
        ]
    }

    /// A winning move in `piles`.
    fn winning_move(&self, turn: &[Move], piles: &[u64]) -> WinningMove {
        WinningMove {
            step: self.step(turn, piles),
            leaves: self.rules.why_lost(&self.rules.after(piles, turn)),
        }
    }

    fn refutation(&self, turn: &[Move]) -> Refutation {
        let after = self.rules.after(self.piles, turn);
        let reply = self.rules.winning(&after).next();
        Refutation {
            step: self.step(turn, self.piles),
            reply: reply.map(|reply| self.winning_move(&reply, &after)),
        }
    }

    /// A move in `piles`, in words.
    fn step(&self, turn: &[Move], piles: &[u64]) -> Step {
        self.rules.describe(piles, turn, MAX_PILES_KEPT)
    }

    /// The move that takes `take` from pile `number`, counted from 1, if it is legal.
    fn legal(&self, number: u64, take: u64) -> Result<Move, Illegal> {
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let pile = index.and_then(|index| self.piles.get(index)).copied();
        let Some(pile) = pile else {
            return Err(Illegal::NoPile(number));
        };
        if take == 0 {
            return Err(Illegal::TakesNothing);
        }
        if take > pile {
            return Err(Illegal::TooMany { number, pile, take });
        }
        if !self.rules.allows(self.piles, number as usize - 1, take) {
            return Err(Illegal::Forbidden(take));
        }
        Ok(Move::leave(number as usize - 1, pile, pile - take))
    }

    /// Explains a wrong answer that is one move.
    fn one_move(&self, claimed: Claimed) -> Vec<Proof> {
        let (mut proof, mut tried) = (Vec::new(), None);
        match self.claimed(claimed) {
            Err(illegal) => proof.push(Proof::Illegal(illegal)),
            Ok(step) => {
                let after = self.rules.after(self.piles, &[step]);
                let first = self.rules.winning(self.piles).next();
                if self.first_wins(&after) {
                    // If all moves lose, this one is the example.
                    tried = Some(step);
                    if self.first_wins(self.piles) {
                        proof.push(Proof::Refuted(self.refutation(&[step])));
                    }
                } else if first.is_some_and(|first| first[0] == step) {
                    proof.push(Proof::RightMove);
                    if self.problem.answer.has(Value::After) {
                        proof.push(Proof::PilesAfter(self.rules.shown(&after).into()));
                    }
                    return proof;
                } else {
                    let order = self.problem.answer.order();
                    proof.push(Proof::WinsToo(self.step(&[step], self.piles), order));
                }
            }
        }
        proof.extend(self.position(tried));
        proof
    }

    /// Explains a right answer that is the number of winning moves.
    fn count(&self) -> Vec<Proof> {
        let count = self.rules.count_winning(self.piles);
        if count == 0 {
            return self.position(None);
        }
        let turns = self.rules.winning(self.piles).take(MAX_MOVES_KEPT);
        vec![Proof::Count {
            count,
            nim_sum: self
                .rules
                .grundy(self.piles)
                .map(|_| self.rules.nim().is_none()),
            first: turns.map(|turn| self.step(&turn, self.piles)).collect(),
        }]
    }

    /// Explains a list of moves that is wrong.
    fn list(&self, claim: &[Claimed]) -> Vec<Proof> {
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
                Some(_) => Proof::EveryMoveLoses(self.rules.why_lost(self.piles)),
                None => Proof::NoMoveLeft(self.first_wins(self.piles)),
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
            proof.push(Proof::Missing(write(claims), step));
        }
        if let Some(more @ 1..) = missing.len().checked_sub(MAX_MOVES_KEPT) {
            proof.push(Proof::More(more, "missing"));
        }
        for &claim in wrong.iter().take(MAX_MOVES_KEPT) {
            let objection = match self.claimed(claim) {
                Err(illegal) => Objection::Illegal(illegal),
                Ok(step) if winning.contains(&step) => Objection::TooOften,
                Ok(step) => Objection::Loses(self.refutation(&[step])),
            };
            proof.push(Proof::Wrong(write(claim), objection));
        }
        if let Some(more @ 1..) = wrong.len().checked_sub(MAX_MOVES_KEPT) {
            proof.push(Proof::More(more, "wrong"));
        }
        if missing.is_empty() && wrong.is_empty() {
            proof.push(Proof::OtherOrder(template.order()));
        }
        proof
    }

    /// The move that an answer claims, if it is legal.
    fn claimed(&self, claimed: Claimed) -> Result<Move, Illegal> {
        let number = match (claimed.pile, claimed.size) {
            (Some(number), _) => number,
            (None, Some(size)) => {
                let index = self.piles.iter().position(|&pile| pile == size);
                index.ok_or(Illegal::NoPileOf(size))? as u64 + 1
            }
            (None, None) => 0,
        };
        let index = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let pile = index.and_then(|index| self.piles.get(index)).copied();
        let pile = pile.ok_or(Illegal::NoPile(number))?;
        let is_right = claimed.size.is_none_or(|size| size == pile);
        let take = match (claimed.take, claimed.left) {
            (Some(take), left)
                if is_right && left.is_none_or(|left| left.checked_add(take) == Some(pile)) =>
            {
                take
            }
            (None, Some(left)) if is_right && left < pile => pile - left,
            (_, _) => return Err(Illegal::NotAMove),
        };
        self.legal(number, take)
    }
}
