//! Positions: whether their piles are kept, what is done with each of them, and who wins.

use std::collections::BTreeMap;

use super::limits::is_single_in;
use super::{Composer, for_range, one_more};
use crate::layout::{NumberItem, PileOf, Role};
use crate::solution::chosen::Value;
use crate::solution::passes::{assigned, fold, fold_block, map_statements, map_values, substitute};
use crate::solution::tree::{Block, Expr, Function, Operator, Statement, any_expr, binary, for_each_statement, uses};
use crate::words::t;

/// A list that has all piles of a position.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) list: String,
    /// How many piles are in it.
    pub(super) len: Expr,
    /// Whether it is a list of the input, and not filled pile by pile.
    pub(super) is_read: bool,
    /// Numbers of the rules that stand beside its piles, each with the list that has one for each pile.
    pub(super) beside: Vec<(String, String)>,
}

impl Kept {
    /// What the rules say of the pile with this place.
    fn rules_of(&self, place: &Expr) -> Block {
        let set = |(name, list): &(String, String)| {
            let item = Expr::Item(list.clone(), Box::new(place.clone()));
            Statement::Set(Expr::name(&**name), item)
        };
        self.beside.iter().map(set).collect()
    }
}

impl Composer<'_> {
    /// Whether each pile is a number and its place, and the theory adds the places, most of which cancel out.
    pub(super) fn adds_places_later(&self) -> bool {
        let role = Role::PileOf(PileOf::MorePlace);
        matches!(&self.piles()[..], [number] if number.role == role)
            && self.parameters.values.get("SORTED") == Some(&Value::Bool(true))
            && !self.lists_moves()
    }

    /// How the piles of a position come, and whether they are kept.
    pub(super) fn plan(&mut self) {
        let layout = self.layout;
        self.prepared_behind = self.last_number_of_tables();
        let piles = self.pile_indices();
        let scope = self.scope();
        let is_single = |index: &usize| is_single_in(layout, scope, &layout.numbers[*index]);
        self.are_named = piles.iter().all(is_single);
        if layout.numbers.iter().any(|number| number.are_positions) {
            self.are_named = true;
            return;
        }
        if layout.up_to().is_some() {
            return;
        }
        let has_list = self.position_parameters().len() == 1 && self.list_parameter().is_some();
        let order = layout.order.as_ref().filter(|order| !order.is_row);
        if order.is_some() && !has_list {
            let why = t!("no program is known for piles that come in another order than that of the input");
            self.lacking = Some(why.to_owned());
            return;
        }
        // One pile needs no list.
        let is_alone = self.are_named && piles.len() == 1 && self.fold().is_some();
        let needs_list = has_list
            && !is_alone
            && (self.lists_moves()
                || self.fold().is_none()
                || order.is_some()
                || layout.completing.is_some() && !self.are_named);
        if needs_list {
            let runs = order.map_or(0, |order| order.runs.len());
            self.kept = Some(match self.list_of_all_piles() {
                Some(number) => Kept {
                    list: self.names[number.index].clone(),
                    len: self.len(number),
                    is_read: true,
                    beside: Vec::new(),
                },
                None => self.filled_list(piles.len(), runs),
            });
        }
    }

    /// The last number of the rule, behind which tables are made that need some of them.
    fn last_number_of_tables(&mut self) -> Option<usize> {
        let mut prepare = self.theory.prepare.clone();
        self.put_calls_in_place(&mut prepare);
        let numbers = self.layout.numbers.iter();
        let rule: Vec<_> = numbers.filter(|number| number.role.is_rule()).collect();
        let is_used = |number: &&NumberItem| uses(&prepare, &self.names[number.index]) > 0;
        let needs_some = self.made_takes.is_some() || rule.iter().any(is_used);
        let last = rule.last().filter(|_| needs_some);
        last.map(|number| number.index)
    }

    /// The list of the input that has all piles of a position, each as one number.
    fn list_of_all_piles(&self) -> Option<&NumberItem> {
        let piles = self.piles();
        let [number] = &piles[..] else {
            return None;
        };
        let is_else = matches!(
            number.role,
            Role::SecondCell | Role::PileOf(PileOf::Cells | PileOf::Count(_) | PileOf::MoreOnce(_))
        );
        let is_all = number.length.is_some() && !is_else && !self.is_in_rows(number);
        is_all.then_some(*number)
    }

    /// A list that is filled pile by pile, of so many single numbers, or in so many parts.
    fn filled_list(&mut self, singles: usize, parts: usize) -> Kept {
        let list = self.fresh(&["piles"]);
        let len = if self.are_named {
            Expr::Number(singles as u64)
        } else {
            Expr::Name(self.fresh(&["total", "piles_read"]))
        };
        for _ in 0..parts {
            let part = self.fresh(&["part", "other_part", "third_part"]);
            let count = self.fresh(&[&*format!("piles_of_{part}")]);
            self.parts.push((part, count));
        }
        let beside = if self.are_named {
            Vec::new()
        } else {
            self.rules_beside()
        };
        Kept {
            list,
            len,
            is_read: false,
            beside,
        }
    }

    /// The numbers of the rules that stand beside the piles of a position that they are for, and names of lists of them.
    fn rules_beside(&mut self) -> Vec<(String, String)> {
        let layout = self.layout;
        if layout.positions() {
            return Vec::new();
        }
        let numbers = layout.numbers.iter();
        let beside = numbers.filter(|number| layout.is_beside(number));
        beside
            .map(|number| {
                let name = self.names[number.index].clone();
                let list = self.fresh(&[&*format!("{name}s"), &*format!("{name}_of_piles")]);
                (name, list)
            })
            .collect()
    }

    /// The function that says who wins.
    fn winning(&self) -> &Function {
        self.theory
            .get("wins")
            .or_else(|| self.theory.get("value"))
            .expect("a theory says who wins")
    }

    fn position_parameters(&self) -> &[String] {
        &self.winning().parameters
    }

    /// The parameter that is a list of piles or cells, if it is one.
    fn list_parameter(&self) -> Option<&str> {
        let first = self.position_parameters().first()?;
        ["piles", "cells"]
            .iter()
            .find(|name| first.starts_with(**name))
            .map(|_| &**first)
    }

    /// The parts of the function that says who wins, if it goes through the piles once: what comes before, the loop,
    /// and what comes after.
    fn fold(&self) -> Option<(Block, Statement, Block)> {
        let list = self.list_parameter()?;
        let body = &self.winning().body;
        let at = body
            .iter()
            .position(|statement| matches!(statement, Statement::ForEach { list: over, .. } if over == list))?;
        (uses(body, list) == 1).then(|| (body[..at].to_vec(), body[at].clone(), body[at + 1..].to_vec()))
    }

    /// Whether the loop of the fold needs the place of each pile.
    pub(super) fn fold_index(&self) -> bool {
        matches!(self.fold(), Some((_, Statement::ForEach { index: Some(_), .. }, _)))
    }

    /// What comes before the piles of a position.
    pub(super) fn begin(&mut self) -> Block {
        if let Some(kept) = self.kept.clone() {
            if kept.is_read || self.are_named {
                return Block::new();
            }
            let [position, ..] = self.most_piles();
            let most = u64::try_from(position).unwrap_or(u64::MAX);
            let list = Expr::Filled(
                Box::new(Expr::Number(0)),
                Box::new(self.length_of_rows().unwrap_or(Expr::Number(most))),
            );
            let lists = kept.beside.into_iter().map(|(_, list)| list);
            let lists = [kept.list].into_iter().chain(lists);
            let mut block = Block::new();
            for name in lists {
                self.lengths.insert(name.clone(), kept.len.clone());
                block.push(Statement::Set(Expr::Name(name), list.clone()));
            }
            block.push(Statement::Set(kept.len, Expr::Number(0)));
            for (part, count) in self.parts.clone() {
                self.lengths.insert(part.clone(), Expr::name(&*count));
                block.push(Statement::Set(Expr::Name(part), list.clone()));
                block.push(Statement::Set(Expr::Name(count), Expr::Number(0)));
            }
            return block;
        }
        let Some((before, each, _)) = self.fold() else {
            return Block::new();
        };
        let mut block = before;
        if let Statement::ForEach { index: Some(index), .. } = each
            && self.counts_piles()
        {
            block.push(Statement::Set(Expr::Name(index), Expr::Number(0)));
        }
        block
    }

    /// Whether piles are counted by the program, since they do not come as one list.
    fn counts_piles(&self) -> bool {
        self.piles()
            .iter()
            .any(|number| self.is_in_rows(number) || number.length.is_none())
            && !self.are_named
    }

    /// What is done with a pile of a position, whose place in a list is this.
    pub(super) fn each(&mut self, pile: Expr, place: Option<String>) -> Block {
        match &self.kept {
            Some(kept) => self.keep(kept, pile),
            None => self.fold_in(pile, place),
        }
    }

    /// Puts a pile into the list that is filled, or into that of its part.
    fn keep(&self, kept: &Kept, pile: Expr) -> Block {
        if kept.is_read {
            return Block::new();
        }
        if let Some((part, count)) = self.parts.get(self.part) {
            let count = Expr::name(&**count);
            let item = Expr::Item(part.clone(), Box::new(count.clone()));
            return vec![Statement::Set(item, pile), one_more(count)];
        }
        if !matches!(kept.len, Expr::Name(_)) {
            return Block::new();
        }
        let item = |list: &str| Expr::Item(list.to_owned(), Box::new(kept.len.clone()));
        let mut block = vec![Statement::Set(item(&kept.list), pile)];
        for (name, list) in &kept.beside {
            block.push(Statement::Set(item(list), Expr::name(&**name)));
        }
        block.push(one_more(kept.len.clone()));
        block
    }

    /// What the loop of the fold does with a pile.
    fn fold_in(&self, pile: Expr, place: Option<String>) -> Block {
        let Some((_, each, _)) = self.fold() else {
            return Block::new();
        };
        let Statement::ForEach {
            index, name, mut body, ..
        } = each
        else {
            return Block::new();
        };
        let mut block = Block::new();
        let mut places = BTreeMap::new();
        let is_simple = matches!(pile, Expr::Name(_) | Expr::Number(_));
        if assigned(&body).contains(&name) || uses(&body, &name) > 1 && !is_simple {
            block.push(Statement::Set(Expr::Name(name), pile));
        } else {
            places.insert(name, pile);
        }
        let counts = self.counts_piles();
        if let Some(index) = &index
            && let Some(place) = place.filter(|_| !counts)
        {
            places.insert(index.clone(), Expr::Name(place));
        }
        substitute(&mut body, &places);
        block.extend(body);
        let counted = index.filter(|_| counts).map(Expr::Name);
        block.extend(counted.map(one_more));
        block
    }

    /// The names of a position of single numbers, as the theory gets them.
    pub(super) fn single_piles(&self) -> Vec<Expr> {
        let mut indices = self.pile_indices();
        self.put_in_order(&mut indices);
        indices.into_iter().map(|index| self.pile_of(index)).collect()
    }

    /// The indices of the numbers that are piles.
    pub(super) fn pile_indices(&self) -> Vec<usize> {
        let piles = self.piles().into_iter();
        piles.map(|number| number.index).collect()
    }

    /// The indices of single numbers, in the order of their names in `piles`.
    pub(super) fn put_in_order(&self, indices: &mut [usize]) {
        if let Some(order) = &self.layout.order {
            indices.sort_by_key(|index| order.place(*index));
        }
    }

    /// Statements after which it is known who wins, and whether the player to move does: all piles have been read.
    pub(super) fn condition(&mut self, sizes: Option<Vec<Expr>>) -> Result<(Block, Expr), String> {
        let (mut block, mut won) = self.who_wins(sizes)?;
        if won.any(&mut |part| matches!(part, Expr::Choice(..))) {
            let name = Expr::Name(self.fresh(&["won", "is_won"]));
            block.push(Statement::Set(name.clone(), won));
            won = name;
        }
        Ok((block, won))
    }

    fn who_wins(&mut self, sizes: Option<Vec<Expr>>) -> Result<(Block, Expr), String> {
        let singles = match sizes {
            Some(sizes) => sizes,
            None if self.are_named => self.single_piles(),
            None => Vec::new(),
        };
        if self.list_parameter().is_none() {
            return self.condition_of_numbers(singles);
        }
        if let Some(kept) = self.kept.clone() {
            return self.condition_of_kept(&kept, singles);
        }
        match self.fold() {
            Some(fold) => self.condition_of_fold(fold, singles),
            None => self.condition_of_list(singles),
        }
    }

    /// Who wins, where all piles are kept in a list.
    fn condition_of_kept(&mut self, kept: &Kept, singles: Vec<Expr>) -> Result<(Block, Expr), String> {
        let mut block = Block::new();
        if !kept.is_read && self.are_named {
            let list = Expr::name(&*kept.list);
            block.push(Statement::Set(list, Expr::List(singles)));
            self.lengths.insert(kept.list.clone(), kept.len.clone());
        }
        block.extend(self.put_parts_together(kept));
        let mut body = self.winning().body.clone();
        let parameter = self.list_parameter().unwrap_or_default().to_owned();
        self.over_kept(&mut body, &parameter, kept);
        if self.adds_places_later() {
            add_places(&mut body, &kept.list);
        }
        let value = ending(&mut body, "wins")?;
        block.extend(body);
        Ok((fold_block(block), value))
    }

    /// Who wins, where the theory goes through the piles once: those that were read by then have been gone through.
    fn condition_of_fold(
        &mut self,
        (before, over, mut rest): (Block, Statement, Block),
        singles: Vec<Expr>,
    ) -> Result<(Block, Expr), String> {
        let mut block = Block::new();
        if self.are_named || self.layout.up_to().is_some() {
            block.extend(before);
            for (place, pile) in (0..).zip(singles) {
                let mut each = self.each(pile, None);
                if let Statement::ForEach { index: Some(index), .. } = &over {
                    let places = BTreeMap::from([(index.clone(), Expr::Number(place))]);
                    substitute(&mut each, &places);
                }
                block.extend(each);
            }
        }
        let value = ending(&mut rest, "wins")?;
        block.extend(rest);
        Ok((fold_block(block), value))
    }

    /// Who wins, where the theory asks for numbers, and not for a list: its statements, or a call of them.
    fn condition_of_numbers(&mut self, singles: Vec<Expr>) -> Result<(Block, Expr), String> {
        let function = self.winning().clone();
        let mut body = function.body.clone();
        let is_inline = self.lists_moves() || body.len() == 1 || uses_lists(&body) && !has_early_return(&body);
        if !is_inline {
            let call = self.call("first_wins", &function, singles);
            return Ok((Block::new(), call));
        }
        let changed = assigned(&body);
        let given = function.parameters.into_iter().zip(singles);
        let (set, places): (BTreeMap<_, _>, _) = given.partition(|(name, _)| changed.contains(name));
        let set = set
            .into_iter()
            .map(|(name, value)| Statement::Set(Expr::Name(name), value));
        let mut block: Block = set.collect();
        substitute(&mut body, &places);
        let value = ending(&mut body, "wins")?;
        block.extend(body);
        Ok((fold_block(block), value))
    }

    /// The same for a theory that needs a list, where the position is one pile or several by name.
    fn condition_of_list(&mut self, piles: Vec<Expr>) -> Result<(Block, Expr), String> {
        let mut body = self.winning().body.clone();
        let parameter = self.list_parameter().unwrap_or_default().to_owned();
        let list = self.fresh(&["piles"]);
        let mut places = BTreeMap::from([(parameter, Expr::name(&*list))]);
        // What goes through the list is not what is in it.
        for name in assigned(&body) {
            if piles.iter().any(|pile| pile.uses(&name) > 0) {
                places.insert(name, Expr::Name(self.fresh(&["own", "number"])));
            }
        }
        substitute(&mut body, &places);
        let value = ending(&mut body, "wins")?;
        body.insert(0, Statement::Set(Expr::Name(list), Expr::List(piles)));
        Ok((fold_block(body), value))
    }

    /// Fills the list of kept piles with those of its parts.
    fn put_parts_together(&mut self, kept: &Kept) -> Block {
        let mut block = Block::new();
        for (part, count) in self.parts.clone() {
            let i = self.fresh(&["i", "j"]);
            self.taken.remove(&i);
            let next = Expr::Item(kept.list.clone(), Box::new(kept.len.clone()));
            let pile = Expr::Item(part, Box::new(Expr::name(&*i)));
            let body = vec![Statement::Set(next, pile), one_more(kept.len.clone())];
            block.push(for_range(i, Expr::Name(count), body));
        }
        block
    }

    /// The pile that is read next is the number with this index, or one of that list.
    pub(super) fn set_part(&mut self, index: usize) {
        let order = self.layout.order.as_ref();
        if let Some(order) = order
            && let Some(place) = order.place(index)
        {
            let part = order.runs.iter().position(|run| run.contains(&place));
            self.part = part.unwrap_or(0);
        }
    }

    /// Goes through the list of kept piles in the place of this parameter.
    pub(super) fn over_kept(&mut self, body: &mut Block, parameter: &str, kept: &Kept) {
        let places = BTreeMap::from([(parameter.to_owned(), Expr::name(&*kept.list))]);
        substitute(body, &places);
        self.lengths.insert(kept.list.clone(), kept.len.clone());
        if kept.is_read || self.are_named {
            return;
        }
        // The list may be longer than the position.
        let taken = std::mem::take(body);
        let unnamed = self.unnamed("i");
        *body = map_statements(taken, &mut |statement| match statement {
            Statement::ForEach {
                index,
                name,
                list,
                mut body,
            } if list == kept.list => {
                let i = index.unwrap_or_else(|| unnamed.clone());
                let item = Expr::Item(list, Box::new(Expr::name(&*i)));
                if assigned(&body).contains(&name) {
                    body.insert(0, Statement::Set(Expr::Name(name), item));
                } else {
                    substitute(&mut body, &BTreeMap::from([(name, item)]));
                }
                body.splice(0..0, kept.rules_of(&Expr::name(&*i)));
                vec![for_range(i, kept.len.clone(), body)]
            }
            other => vec![other],
        });
    }
}

/// Adds the place from 1 on to each number of a list that statements use.
fn add_places(block: &mut Block, numbers: &str) {
    map_values(block, &mut |value| match value {
        Expr::Item(list, place) if list == numbers => {
            let more = binary(Operator::Add, (**place).clone(), Expr::Number(1));
            *value = binary(Operator::Add, value.clone(), more);
        }
        Expr::Binary(Operator::Add | Operator::Subtract, ..) => {
            *value = without_opposites(value);
        }
        _ => {}
    });
}

/// A sum without what is added and taken away again.
fn without_opposites(sum: &Expr) -> Expr {
    fn note(value: &Expr, is_less: bool, terms: &mut Vec<(bool, Expr)>, number: &mut i128) {
        match value {
            Expr::Binary(operator @ (Operator::Add | Operator::Subtract), one, other) => {
                note(one, is_less, terms, number);
                note(other, is_less != (*operator == Operator::Subtract), terms, number);
            }
            Expr::Number(more) if is_less => *number -= i128::from(*more),
            Expr::Number(more) => *number += i128::from(*more),
            value => {
                let opposite = (!is_less, value.clone());
                match terms.iter().position(|term| *term == opposite) {
                    Some(at) => drop(terms.remove(at)),
                    None => terms.push((is_less, value.clone())),
                }
            }
        }
    }
    let (mut terms, mut number) = (Vec::new(), 0);
    note(sum, false, &mut terms, &mut number);
    let by = u64::try_from(number.unsigned_abs()).unwrap_or(u64::MAX);
    terms.push((number < 0, Expr::Number(by)));
    // Numbers have no sign: what is added comes first.
    terms.sort_by_key(|term| term.0);
    let mut terms = terms.into_iter();
    let Some((false, first)) = terms.next() else {
        return sum.clone();
    };
    let mut all = terms.fold(first, |all, (is_less, term)| {
        let operator = if is_less { Operator::Subtract } else { Operator::Add };
        binary(operator, all, term)
    });
    fold(&mut all);
    all
}

/// Whether statements use lists.
fn uses_lists(block: &[Statement]) -> bool {
    any_expr(block, &|value| {
        matches!(value, Expr::Item(..) | Expr::Filled(..) | Expr::List(_))
    })
}

/// Whether a block may return before its end.
fn has_early_return(block: &[Statement]) -> bool {
    let mut returns = 0;
    for_each_statement(block, &mut |statement| {
        returns += usize::from(matches!(statement, Statement::Return(_)));
    });
    returns > 1
}

/// Takes the `return` at the end of a block from it.
pub(super) fn ending(block: &mut Block, name: &str) -> Result<Expr, String> {
    match block.pop() {
        Some(Statement::Return(value)) => Ok(value),
        _ => Err(format!("{name} ends without a value")),
    }
}
