//! Programs that check answers of which several may be right: they read what a team claims where another program prints.
//!
//! What reads it is in `package/validators/checker.h`. Whether a claimed move wins is said by the theory: of independent
//! piles by its `claims`, where all moves may be too many; of a game whose moves are listed by `moves`; else by who
//! wins the position after it.

use std::collections::BTreeMap;

use super::answer::Values;
use super::moves::{Step, all_steps};
use super::position::{Kept, ending};
use super::{Composer, for_range};
use crate::answer::template::{Piece, Template};
use crate::answer::{AnswerLines, Fact};
use crate::solution::passes::{assigned, fold_block, map_statements, substitute};
use crate::solution::tree::{Block, Expr, Operator, Statement, binary};

/// What was read of a claim: the names of its numbers, and what they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Claim {
    numbers: Vec<(Fact, String)>,
    /// Whether all piles after the move are a part of it.
    has_after: bool,
}

impl Claim {
    fn number(&self, fact: Fact) -> Option<Expr> {
        let mut numbers = self.numbers.iter();
        let found = numbers.find(|number| number.0 == fact);
        found.map(|(_, name)| Expr::name(&**name))
    }

    /// Whether it is of this pile, as far as it says which.
    fn pile_tests(&self, pile: &Expr, index: &Expr) -> Vec<Expr> {
        let place = binary(Operator::Add, index.clone(), Expr::Number(1));
        let pairs = [(Fact::Pile, place), (Fact::Size, pile.clone())].into_iter();
        let tests = pairs.filter_map(|(fact, own)| Some(is_equal(self.number(fact)?, own)));
        tests.collect()
    }

    /// Whether it says what the move leaves of the pile.
    fn says_parts(&self) -> bool {
        self.has_after || self.number(Fact::Left).or(self.number(Fact::Take)).is_some()
    }
}

/// How the `claims` of a theory are given what is claimed of a pile.
#[derive(Default)]
struct ClaimedParts {
    /// What must hold, or the claim is of another pile or cannot be a move of it.
    guards: Vec<Expr>,
    /// What is set before.
    block: Block,
    /// What stands for the parameters that are not set.
    places: BTreeMap<String, Expr>,
}

impl ClaimedParts {
    fn set(&mut self, name: &str, value: Expr) {
        self.block.push(Statement::Set(Expr::name(name), value));
    }

    /// One part, which is claimed by what is left of the pile, or by what is taken from it. `None` if neither is.
    fn left(&mut self, claim: &Claim, names: &[String], pile: &Expr) -> Option<()> {
        let [parts, left, others @ ..] = names else {
            return None;
        };
        let value = if let Some(left) = claim.number(Fact::Left) {
            left
        } else {
            let take = claim.number(Fact::Take)?;
            let is_there = binary(Operator::LessOrEqual, take.clone(), pile.clone());
            self.guards.push(is_there);
            binary(Operator::Subtract, pile.clone(), take)
        };
        self.places.insert(parts.clone(), Expr::Number(1));
        self.set(left, value);
        let zeros = others.iter().map(|other| (other.clone(), Expr::Number(0)));
        self.places.extend(zeros);
        Some(())
    }
}

/// A function of `checker.h`.
fn call(name: &str, arguments: Vec<Expr>) -> Expr {
    Expr::Call(format!("Claim::{name}"), arguments)
}

/// A statement that calls one.
fn say(name: &str, arguments: Vec<Expr>) -> Statement {
    Statement::Do(format!("Claim::{name}"), arguments)
}

fn is_equal(one: Expr, other: Expr) -> Expr {
    binary(Operator::Equal, one, other)
}

/// Whether all of these hold.
fn all_of(tests: Vec<Expr>) -> Expr {
    let and = |one, other| binary(Operator::And, one, other);
    tests.into_iter().reduce(and).unwrap_or(Expr::Bool(true))
}

/// Whether answers say what a move leaves of a pile.
pub(super) fn says_parts(template: &Template) -> bool {
    [Fact::After, Fact::Left, Fact::Take]
        .into_iter()
        .any(|fact| template.has(fact))
}

impl Composer<'_> {
    /// Reads the answer to a case, which is won or lost, and judges it.
    pub(super) fn checked(&mut self, won: &Expr, values: &Values, may_lack: bool) -> Result<Block, String> {
        let template = self.template;
        let mut block = vec![say("begin", Vec::new())];
        let mut found = won.clone();
        if may_lack {
            found = Expr::Name(self.fresh(&["found", "is_found"]));
            block.extend(self.finds_move(won, &found)?);
        }
        let mut then = vec![say("won", Vec::new())];
        let mut claim = Claim::default();
        for piece in &template.won {
            then.push(self.read_piece(piece, values, &mut claim));
        }
        let right = Expr::Name(self.fresh(&["right", "is_right"]));
        then.extend(self.judged(&claim, &right)?);
        then.push(say("judge", vec![right]));
        let mut lost = vec![say("lost", Vec::new())];
        for piece in &template.lost {
            lost.push(self.read_piece(piece, values, &mut Claim::default()));
        }
        block.push(Statement::If(found, then, lost));
        block.push(say("end", Vec::new()));
        Ok(block)
    }

    /// Whether a move wins, where a position may be won because there is no move.
    fn finds_move(&mut self, won: &Expr, found: &Expr) -> Result<Block, String> {
        let mut block = vec![Statement::Set(found.clone(), Expr::Bool(false))];
        let yes = Statement::Set(found.clone(), Expr::Bool(true));
        let mut moves = all_steps(self.moves(&mut |_, _| vec![yes.clone()])?);
        let changed = assigned(&moves);
        let kept = self.kept.clone();
        if let Some(kept) = kept.filter(|kept| changed.contains(&kept.list)) {
            let list = Expr::name(&*kept.list);
            moves.insert(0, say("keep", vec![list.clone(), kept.len]));
            moves.push(say("put_back", vec![list]));
        }
        block.extend(self.if_won(won, moves));
        Ok(block)
    }

    /// Whether a claim is right: it is one of the moves that win, or wins where these are too many to be tried.
    fn judged(&mut self, claim: &Claim, right: &Expr) -> Result<Block, String> {
        let mut block = vec![Statement::Set(right.clone(), Expr::Bool(false))];
        if let Some(kept) = self.kept.clone().filter(|_| claim.has_after) {
            block.push(say("against", vec![Expr::name(&*kept.list), kept.len]));
        }
        if self.theory.get("most_changed").is_some() {
            block.extend(self.wins_after(right)?);
            return Ok(block);
        }
        let yes = Statement::Set(right.clone(), Expr::Bool(true));
        self.claim = Some(claim.clone());
        let moves = self.moves(&mut |composer, step| {
            let test = composer.is_claimed(claim, step);
            fold_block(vec![Statement::If(test, vec![yes.clone()], Block::new())])
        });
        self.claim = None;
        block.extend(all_steps(moves?));
        Ok(block)
    }

    /// Reads a part of an answer.
    fn read_piece(&mut self, piece: &Piece, values: &Values, claim: &mut Claim) -> Statement {
        match piece {
            Piece::Literal(text) => say("text", vec![Expr::Text(text.clone())]),
            Piece::Value(value) if value.fact == Fact::After => {
                claim.has_after = true;
                if !self.template.shows_positions() {
                    let singles = self.single_piles().len() as u64;
                    let kept = self.kept.clone().map(|kept| kept.len);
                    return say("list", vec![kept.unwrap_or(Expr::Number(singles))]);
                }
                let has_lines = matches!(self.template.lines, AnswerLines::All | AnswerLines::WordAndNumbers);
                say("lines", vec![Expr::Bool(has_lines)])
            }
            Piece::Value(value) if value.is_of_move() => {
                let name = self.fresh(&[&*format!("claimed_{}", value.name)]);
                claim.numbers.push((value.fact, name.clone()));
                Statement::Set(Expr::Name(name), call("number", Vec::new()))
            }
            Piece::Value(_) => say("value", values.parts(std::slice::from_ref(piece))),
        }
    }

    /// Whether a move is the one that is claimed.
    fn is_claimed(&self, claim: &Claim, step: &Step) -> Expr {
        let mut tests = Vec::new();
        for (fact, name) in &claim.numbers {
            // What says which pile it is, and what is left of it, has been used already.
            let is_used = match fact {
                Fact::Pile | Fact::Size => step.is_claimed,
                _ => false,
            };
            if !is_used {
                tests.push(is_equal(Expr::name(&**name), step.value(*fact)));
            }
        }
        if claim.has_after && !step.is_claimed {
            tests.push(self.is_after(step));
        }
        all_of(tests)
    }

    /// Whether a move leads to the claimed piles.
    fn is_after(&self, step: &Step) -> Expr {
        if let Some(whole) = &step.whole {
            return match (&whole[..], &self.kept) {
                ([Expr::Name(list)], Some(kept)) => call("is_all", vec![Expr::name(&**list), kept.len.clone()]),
                ([one, other], _) => call("is_pair", vec![one.clone(), other.clone()]),
                _ => Expr::Bool(false),
            };
        }
        let singles = self.single_piles();
        if self.kept.is_none() && singles.len() > 1 {
            // Each number is what is left of it if it is the one that changes.
            let left = &step.parts[0];
            let numbers = (0..).zip(singles).map(|(place, own)| {
                let is_here = is_equal(step.index.clone(), Expr::Number(place));
                let after = Expr::Choice(Box::new(is_here), Box::new(left.clone()), Box::new(own));
                is_equal(call("at_place", vec![Expr::Number(place)]), after)
            });
            return all_of(numbers.collect());
        }
        let mut arguments = vec![step.index.clone()];
        arguments.extend(step.parts.clone());
        match &step.other {
            Some((place, more)) => {
                arguments.extend([place.clone(), more.clone()]);
                call("changes", arguments)
            }
            None if step.are_listed => call("leaves_list", arguments),
            None => call("leaves", arguments),
        }
    }

    /// Tries only what is claimed of a pile, in the place of all options of it. `None` if these are to be tried.
    pub(super) fn claimed_options(
        &mut self,
        pile: &Expr,
        target: &Expr,
        index: &Expr,
        hook: &mut dyn FnMut(&mut Self, &Step) -> Block,
    ) -> Option<Block> {
        let claim = self.claim.clone()?;
        let function = self.theory.get("claims").cloned().filter(|_| claim.says_parts())?;
        let [own, goal, parts @ ..] = &function.parameters[..] else {
            unreachable!("claims have a pile, a target and parts")
        };
        let mut body = function.body;
        let mut read = ClaimedParts {
            guards: claim.pile_tests(pile, index),
            ..ClaimedParts::default()
        };
        if matches!(pile, Expr::Name(_) | Expr::Item(..)) {
            read.places.insert(own.clone(), pile.clone());
        } else {
            read.set(own, pile.clone());
        }
        read.set(goal, target.clone());
        if claim.has_after {
            self.read_parts(&mut read, parts, index);
        } else {
            read.left(&claim, parts, pile)?;
        }
        substitute(&mut body, &read.places);
        self.put_calls_in_place(&mut body);
        let mut step = Step {
            index: index.clone(),
            size: pile.clone(),
            is_claimed: true,
            ..Step::none()
        };
        body = map_statements(body, &mut |statement| match statement {
            Statement::Yield(parts) => {
                step.parts = parts;
                hook(self, &step)
            }
            Statement::Do(name, _) if name == "leave_parts" => hook(self, &step),
            other => vec![other],
        });
        read.block.extend(body);
        let test = all_of(read.guards);
        let block = vec![Statement::If(test, read.block, Block::new())];
        Some(fold_block(block))
    }

    /// The parts that a claim leaves of a pile with this index, of which all piles after the move tell: their number and
    /// each of them, or a list of them.
    fn read_parts(&mut self, read: &mut ClaimedParts, names: &[String], index: &Expr) {
        read.guards.push(call("fits", vec![index.clone()]));
        let count = call("parts", Vec::new());
        let (parts, numbers) = (&names[0], &names[1..]);
        if numbers.is_empty() {
            let nth = Expr::name("nth");
            let item = Expr::Item(parts.clone(), Box::new(nth.clone()));
            let zeros = Expr::Filled(Box::new(Expr::Number(0)), Box::new(count.clone()));
            read.set(parts, zeros);
            let body = vec![Statement::Set(item, call("part", vec![nth]))];
            read.block.push(for_range("nth".to_owned(), count.clone(), body));
            self.lengths.insert(parts.clone(), count);
            return;
        }
        read.set(parts, count);
        for (nth, number) in (0..).zip(numbers) {
            read.set(number, call("part", vec![Expr::Number(nth)]));
        }
    }

    /// Whether a move that makes some piles smaller leads to a lost position: all moves are too many to be tried.
    fn wins_after(&mut self, right: &Expr) -> Result<Block, String> {
        let most = self.theory.get("most_changed").map(|most| most.body.clone());
        let most = ending(&mut most.unwrap_or_default(), "most_changed")?;
        let Some(kept) = self.kept.clone() else {
            return Err("a theory needs a list".to_owned());
        };
        let after = self.fresh(&["after", "piles_after"]);
        let j = self.fresh(&["j", "k"]);
        let zeros = Expr::Filled(Box::new(Expr::Number(0)), Box::new(kept.len.clone()));
        let at = Expr::Item(after.clone(), Box::new(Expr::name(&*j)));
        let mut then = vec![
            Statement::Set(Expr::name(&*after), zeros),
            for_range(
                j.clone(),
                kept.len.clone(),
                vec![Statement::Set(at, call("at_place", vec![Expr::name(&*j)]))],
            ),
        ];
        // The variables of a second position have other names.
        let wins = self.theory.get("wins").cloned().unwrap_or_default();
        let mut body = wins.body;
        let variables = assigned(&body).into_iter().map(|name| {
            let other = self.fresh(&[&*format!("{name}_after")]);
            (name, Expr::Name(other))
        });
        let variables: BTreeMap<_, _> = variables.collect();
        substitute(&mut body, &variables);
        let copy = Kept {
            list: after,
            len: kept.len,
            is_read: true,
            beside: Vec::new(),
        };
        self.over_kept(&mut body, &wins.parameters[0], &copy);
        let value = ending(&mut body, "wins")?;
        then.extend(body);
        then.push(Statement::Set(right.clone(), Expr::Not(Box::new(value))));
        let fallen = || call("fallen", Vec::new());
        let legal = binary(
            Operator::And,
            binary(Operator::Greater, fallen(), Expr::Number(0)),
            binary(Operator::LessOrEqual, fallen(), most),
        );
        Ok(vec![Statement::If(legal, then, Block::new())])
    }
}
