//! The moves that win: where the theory lists them, and what is done with each.

use std::collections::BTreeMap;

use super::Composer;
use crate::answer::Fact;
use crate::solution::passes::{assigned, fold, map_statements, substitute};
use crate::solution::tree::{Block, Expr, Operator, Statement, any_statement, binary, uses};

/// A move.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The place of the pile, from 0.
    pub(super) index: Expr,
    pub(super) size: Expr,
    /// What it leaves of that.
    pub(super) parts: Vec<Expr>,
    /// Whether these are a list and how many numbers of it they are.
    pub(super) are_listed: bool,
    /// Another pile that it changes.
    pub(super) other: Option<(Expr, Expr)>,
    /// The whole position after it.
    pub(super) whole: Option<Vec<Expr>>,
    /// Whether it is known to be the one that is claimed, as far as its pile and its parts go.
    pub(super) is_claimed: bool,
}

impl Step {
    pub(super) fn none() -> Self {
        Self {
            index: Expr::Number(0),
            size: Expr::Number(0),
            parts: Vec::new(),
            are_listed: false,
            other: None,
            whole: None,
            is_claimed: false,
        }
    }

    pub(super) fn value(&self, fact: Fact) -> Expr {
        let left = self.parts.first().cloned().unwrap_or(Expr::Number(0));
        let mut value = match fact {
            Fact::Pile => binary(Operator::Add, self.index.clone(), Expr::Number(1)),
            Fact::PileFromZero => self.index.clone(),
            Fact::Size => self.size.clone(),
            Fact::Left => left,
            Fact::Take => binary(Operator::Subtract, self.size.clone(), left),
            Fact::Case | Fact::Count | Fact::Grundy | Fact::After => Expr::Number(0),
        };
        fold(&mut value);
        value
    }
}

impl Composer<'_> {
    /// The moves that win, with what the hook makes of each of them in a `yield`-marked block.
    pub(super) fn moves(&mut self, hook: &mut dyn FnMut(&mut Self, &Step) -> Block) -> Result<Block, String> {
        let Some(function) = self.theory.get("moves").cloned() else {
            return Err("the theory has no moves".to_owned());
        };
        let mut body = function.body.clone();
        let mut index_and_pile = None;
        if let Some(kept) = self.kept.clone() {
            let parameter = function.parameters.first().cloned().unwrap_or_default();
            let is_fold = |statement: &Statement| match statement {
                Statement::ForEach {
                    index: Some(index),
                    name,
                    ..
                } => Some((index.clone(), name.clone())),
                _ => None,
            };
            index_and_pile = body.iter().find_map(is_fold);
            self.over_kept(&mut body, &parameter, &kept);
        } else {
            let singles = self.single_piles();
            let only = singles.first().cloned();
            let places: BTreeMap<_, _> = function.parameters.iter().cloned().zip(singles).collect();
            substitute(&mut body, &places);
            // The one pile needs no loop.
            body = map_statements(body, &mut |statement| match (statement, &only) {
                (
                    Statement::ForEach {
                        index, name, mut body, ..
                    },
                    Some(only),
                ) => {
                    let mut places = BTreeMap::from([(name, only.clone())]);
                    places.extend(index.map(|index| (index, Expr::Number(0))));
                    substitute(&mut body, &places);
                    body
                }
                (other, _) => vec![other],
            });
        }
        self.steps(body, index_and_pile.as_ref(), hook)
    }

    /// Puts moves in the place of what the theory says of them.
    fn steps(
        &mut self,
        body: Block,
        place: Option<&(String, String)>,
        hook: &mut dyn FnMut(&mut Self, &Step) -> Block,
    ) -> Result<Block, String> {
        let mut all = Block::new();
        for mut statement in body {
            for inner in statement.blocks_mut() {
                *inner = self.steps(std::mem::take(inner), place, hook)?;
            }
            match statement {
                Statement::Do(name, arguments) if name == "options" => {
                    let [pile, target] = &arguments[..] else {
                        return Err("options have a pile and a target".to_owned());
                    };
                    all.extend(self.options(pile, target, place, hook)?);
                }
                Statement::Do(name, arguments) if name == "leave" => {
                    let step = self.step_of_pile(arguments, place);
                    all.push(step_of(hook(self, &step)));
                }
                Statement::Do(name, arguments) if name == "leave_all" => {
                    let step = Step {
                        whole: Some(arguments),
                        ..Step::none()
                    };
                    all.push(step_of(hook(self, &step)));
                }
                other => all.push(other),
            }
        }
        Ok(all)
    }

    /// The moves of one pile that give it this value: those that the theory lists, or the claimed one.
    fn options(
        &mut self,
        pile: &Expr,
        target: &Expr,
        place: Option<&(String, String)>,
        hook: &mut dyn FnMut(&mut Self, &Step) -> Block,
    ) -> Result<Block, String> {
        let index = place.map_or(Expr::Number(0), |place| Expr::name(&*place.0));
        if let Some(block) = self.claimed_options(pile, target, &index, hook) {
            return Ok(block);
        }
        let options = self.theory.get("options").cloned().ok_or("the theory has no options")?;
        let [own, goal] = &options.parameters[..] else {
            return Err("options have a pile and a target".to_owned());
        };
        let mut body = options.body;
        let (mut all, places) = self.given_options(&body, (own, pile), (goal, target));
        substitute(&mut body, &places);
        self.put_calls_in_place(&mut body);
        self.decide(&mut body);
        let step = Step {
            index,
            size: places.get(own).unwrap_or(pile).clone(),
            ..Step::none()
        };
        let (body, steps) = numbered_steps(body, &step);
        let blocks: Vec<_> = steps.iter().map(|step| hook(self, step)).collect();
        all.extend(put_steps(body, &blocks));
        Ok(all)
    }

    /// What options are given of a pile and the value that it is to have: variables that are set before them, and what
    /// is put in the place of the others.
    fn given_options(
        &self,
        options: &[Statement],
        (own, pile): (&String, &Expr),
        (goal, target): (&String, &Expr),
    ) -> (Block, BTreeMap<String, Expr>) {
        let (mut before, mut places) = (Block::new(), BTreeMap::new());
        // Of one pile alone, the nim-sum is its own value.
        let own_value = Expr::Call("grundy".to_owned(), vec![pile.clone()]);
        let is_alone = self.kept.is_none();
        let target = match target {
            Expr::Binary(Operator::Xor, value, sum)
                if is_alone && **value == own_value && matches!(**sum, Expr::Name(_)) =>
            {
                &Expr::Number(0)
            }
            target => target,
        };
        let is_simple = matches!(pile, Expr::Name(_) | Expr::Item(..));
        if is_simple && !assigned(options).contains(own) {
            places.insert(own.clone(), pile.clone());
        } else {
            before.push(Statement::Set(Expr::name(&**own), pile.clone()));
        }
        let is_repeated = uses(options, goal) > 1 || loops(options);
        if is_repeated && !matches!(target, Expr::Number(_)) {
            let mut value = target.clone();
            fold(&mut value);
            before.push(Statement::Set(Expr::name(&**goal), value));
        } else {
            places.insert(goal.clone(), target.clone());
        }
        (before, places)
    }

    /// The move that leaves so many of the pile with this index, and perhaps changes another one.
    fn step_of_pile(&self, mut arguments: Vec<Expr>, place: Option<&(String, String)>) -> Step {
        let index = arguments.remove(0);
        let left = arguments.remove(0);
        let mut other = arguments.into_iter();
        let other = other.next().zip(other.next());
        let is_read = self.kept.as_ref().is_some_and(|kept| kept.is_read);
        let own = place.filter(|own| is_read && index == Expr::name(&*own.0));
        let size = match (&self.kept, own) {
            // The pile that a loop goes through has a name.
            (_, Some(own)) => Expr::name(&*own.1),
            (Some(kept), _) => Expr::Item(kept.list.clone(), Box::new(index.clone())),
            (None, _) => match (self.single_piles(), &index) {
                (piles, Expr::Number(index)) => piles[*index as usize].clone(),
                (piles, _) => piles[0].clone(),
            },
        };
        Step {
            index,
            size,
            parts: vec![left],
            other,
            ..Step::none()
        }
    }
}

/// Options with the number of a move in the place of each, and these moves, which are else as `step`.
fn numbered_steps(options: Block, step: &Step) -> (Block, Vec<Step>) {
    let mut steps = Vec::new();
    let options = map_statements(options, &mut |statement| {
        let (parts, are_listed) = match statement {
            Statement::Yield(parts) => (parts, false),
            Statement::Do(name, parts) if name == "leave_parts" => (parts, true),
            other => return vec![other],
        };
        let nth = Expr::Number(steps.len() as u64);
        steps.push(Step {
            parts,
            are_listed,
            ..step.clone()
        });
        vec![Statement::Do("step".to_owned(), vec![nth])]
    });
    (options, steps)
}

/// A move with what is done with it: until it is known which moves matter, a choice that is always taken.
fn step_of(block: Block) -> Statement {
    Statement::If(Expr::Bool(true), block, vec![Statement::Yield(Vec::new())])
}

/// What is done with a move.
fn done_with(statement: &Statement) -> Option<&Block> {
    match statement {
        Statement::If(Expr::Bool(true), block, mark) if mark[..] == [Statement::Yield(Vec::new())] => Some(block),
        _ => None,
    }
}

/// All moves matter.
pub(super) fn all_steps(block: Block) -> Block {
    map_statements(block, &mut |statement| match done_with(&statement) {
        Some(block) => block.clone(),
        None => vec![statement],
    })
}

fn has_step(statement: &Statement) -> bool {
    done_with(statement).is_some() || statement.blocks().into_iter().any(|block| block.iter().any(has_step))
}

/// A loop that the first move leaves whenever it is gone through asks only whether it is gone through.
pub(super) fn without_loops_of_one(block: Block) -> Block {
    map_statements(block, &mut |statement| match statement {
        Statement::For {
            name, start, end, body, ..
        } if name != "_"
            && body
                .split_last()
                .is_some_and(|(last, before)| done_with(last).is_some() && !before.iter().any(has_step)) =>
        {
            let value = Expr::name(&*name);
            let is_there = match end {
                Expr::Binary(Operator::Add, last, one) if *one == Expr::Number(1) => {
                    binary(Operator::LessOrEqual, value.clone(), *last)
                }
                end => binary(Operator::Less, value.clone(), end),
            };
            vec![
                Statement::Set(value, start),
                Statement::If(is_there, body, Block::new()),
            ]
        }
        other => vec![other],
    })
}

/// Whether a variable must say that a move was found: loops are left only one by one.
pub(super) fn needs_flag(block: &[Statement], depth: usize) -> bool {
    block.iter().enumerate().any(|(at, statement)| {
        let is_loop = !matches!(statement, Statement::If(..));
        if done_with(statement).is_some() {
            return depth > 1;
        }
        let has_more = depth == 0 && is_loop && has_step(statement) && block[at + 1..].iter().any(has_step);
        let depth = depth + usize::from(is_loop);
        has_more || statement.blocks().into_iter().any(|block| needs_flag(block, depth))
    })
}

/// Only the first move matters: `found` is the variable that says whether there was one, and whether it is needed behind
/// all of them.
pub(super) fn first_step(block: Block, depth: usize, found: Option<(&str, bool)>) -> Block {
    let mut all = Block::new();
    let mut rest = block.into_iter();
    while let Some(statement) = rest.next() {
        if !has_step(&statement) {
            all.push(statement);
            continue;
        }
        if let Some(done) = done_with(&statement) {
            all.extend(done.clone());
            all.extend(ends_with_step(depth, found));
            return all;
        }
        let more = rest.as_slice();
        let has_more = more.iter().any(has_step);
        let is_loop = !matches!(statement, Statement::If(..));
        let is_asked = is_loop && depth == 0 && has_more;
        let inside = found.map(|found| (found.0, found.1 || is_asked));
        let statement = first_step_in(statement, depth + usize::from(is_loop), inside);
        match (statement, found) {
            (statement, Some((found, _))) if is_loop && depth > 0 => {
                all.push(statement);
                let leave = vec![Statement::Break];
                all.push(Statement::If(Expr::name(found), leave, Block::new()));
            }
            (statement, Some((name, is_needed))) if is_loop && has_more => {
                all.push(statement);
                let not = Expr::Not(Box::new(Expr::name(name)));
                let found = (is_needed || needs_flag(more, depth)).then_some((name, is_needed));
                let then = first_step(more.to_vec(), depth, found);
                all.push(Statement::If(not, then, Block::new()));
                return all;
            }
            (Statement::If(test, then, otherwise), _) if depth == 0 && has_more && otherwise.is_empty() => {
                let otherwise = first_step(more.to_vec(), depth, found);
                all.push(Statement::If(test, then, otherwise));
                return all;
            }
            (statement, _) => all.push(statement),
        }
    }
    all
}

/// The same in the blocks of a statement.
fn first_step_in(mut statement: Statement, depth: usize, found: Option<(&str, bool)>) -> Statement {
    for inner in statement.blocks_mut() {
        *inner = first_step(std::mem::take(inner), depth, found);
    }
    statement
}

/// What follows a move if no other one matters: what leaves the outermost loop itself is asked for only behind it.
fn ends_with_step(depth: usize, found: Option<(&str, bool)>) -> Block {
    let found = found.filter(|found| found.1 || depth > 1);
    let set = found.map(|(found, _)| Statement::Set(Expr::name(found), Expr::Bool(true)));
    let leave = (depth > 0).then_some(Statement::Break);
    set.into_iter().chain(leave).collect()
}

/// `found = False`, `if test: ..., found = True`, `if not found: ...` becomes `if test: ..., else: ...`.
pub(super) fn without_flag(mut block: Block, name: &str) -> Block {
    let flag = Expr::name(name);
    let is_set = |statement: &Statement, to: bool| *statement == Statement::Set(flag.clone(), Expr::Bool(to));
    let ends_by_it = |statement: &Statement| {
        matches!(statement, Statement::If(_, then, none)
            if none.is_empty() && then.last().is_some_and(|last| is_set(last, true)))
    };
    let asks = |statement: &Statement| matches!(statement, Statement::If(Expr::Not(of), _, none) if **of == flag && none.is_empty());
    if uses(&block, name) == 3
        && let [.., found, rest] = &block[..]
        && ends_by_it(found)
        && asks(rest)
        && let Some(Statement::If(_, no, _)) = block.pop()
        && let Some(Statement::If(_, then, otherwise)) = block.last_mut()
    {
        then.pop();
        *otherwise = no;
        block.retain(|statement| !is_set(statement, false));
    }
    block
}

/// Puts what is done with each move of a theory's options in its place.
fn put_steps(block: Block, blocks: &[Block]) -> Block {
    map_statements(block, &mut |statement| match &statement {
        Statement::Do(name, numbers) if name == "step" => match &numbers[..] {
            [Expr::Number(nth)] => vec![step_of(blocks[*nth as usize].clone())],
            _ => vec![statement],
        },
        _ => vec![statement],
    })
}

/// Whether there is a loop in it.
pub(super) fn loops(block: &[Statement]) -> bool {
    any_statement(block, &|statement| {
        matches!(
            statement,
            Statement::For { .. } | Statement::While(..) | Statement::ForEach { .. } | Statement::ForYield { .. }
        )
    })
}
