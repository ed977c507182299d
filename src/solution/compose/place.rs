//! Puts a theory in the place where it is used: its names, its parameters, and the calls of its functions.

use std::collections::{BTreeMap, BTreeSet};

use super::Composer;
use super::limits::{high, is_single_in, low};
use super::names::{is_reserved, unlike};
use crate::layout::{PileOf, Role};
use crate::solution::passes::{assigned, fold_block, map_statements, map_value, map_values, substitute, substitute_in};
use crate::solution::tree::{Block, Expr, Function, Operator, Statement, any_statement, uses};

impl Composer<'_> {
    /// Gives variables of the theory other names than those of the input, and puts what stands for its parameters in
    /// their places.
    pub(super) fn put_theory_in_place(&mut self) {
        let mut own = assigned(&self.theory.prepare);
        for function in self.theory.functions.values() {
            own.extend(assigned(&function.body));
            own.extend(function.parameters.clone());
        }
        let mut all: BTreeSet<_> = own.union(&self.taken).cloned().collect();
        let mut places = BTreeMap::new();
        for name in own {
            if !self.taken.contains(&name) && !is_reserved(&name) {
                continue;
            }
            let shorts = ["i", "j", "k", "x", "y", "p", "q", "r"];
            let free = shorts.iter().find(|short| name.len() == 1 && !all.contains(**short));
            let other = unlike(free.unwrap_or(&&*name), |other| all.contains(other));
            all.insert(other.clone());
            places.insert(name, Expr::Name(other));
        }
        for function in self.theory.functions.values_mut() {
            for parameter in &mut function.parameters {
                if let Some(Expr::Name(other)) = places.get(parameter) {
                    other.clone_into(parameter);
                }
            }
        }
        self.theory.put_in_place(&places);
        self.limit_table();
        self.theory.put_in_place(&self.parameters.places);
        self.fold_known();
        // What stands for a list of piles is put in place.
        all.retain(|name| name != "piles" && name != "cells");
        self.taken.extend(all);
    }

    /// Where the one pile comes before the takes, the table needs not go further than that.
    fn limit_table(&mut self) {
        let layout = self.layout;
        let last = layout
            .numbers
            .iter()
            .rfind(|number| number.role.is_rule())
            .map(|number| number.index);
        let piles = self.pile_indices();
        if let (Some(last), [pile]) = (last, &piles[..])
            && *pile < last
            && is_single_in(layout, self.scope(), &layout.numbers[*pile])
            && !layout.beside().contains(&layout.numbers[last].role)
        {
            let size = match layout.numbers[*pile].role {
                Role::PileOf(PileOf::UpTo) => self.name(*pile),
                _ => self.pile_of(*pile),
            };
            let is_periodic = self.parameters.values.get("TABLE") != self.parameters.values.get("LARGEST");
            if !is_periodic {
                substitute(&mut self.theory.prepare, &BTreeMap::from([("TABLE".to_owned(), size)]));
            }
        }
    }

    /// Decides comparisons in the theory.
    fn fold_known(&mut self) {
        let mut functions = std::mem::take(&mut self.theory.functions);
        for function in functions.values_mut() {
            self.decide(&mut function.body);
        }
        self.theory.functions = functions;
        let mut prepare = std::mem::take(&mut self.theory.prepare);
        self.decide(&mut prepare);
        self.theory.prepare = prepare;
    }

    /// Comparisons of the numbers of the rule that are decided by their limits.
    pub(super) fn decide(&self, block: &mut Block) {
        let layout = self.layout;
        let rule = layout
            .numbers
            .iter()
            .filter(|number| number.role.is_rule() && number.length.is_none());
        let ranges: BTreeMap<_, _> = rule
            .map(|number| {
                (
                    self.names[number.index].clone(),
                    (low(layout, &number.low), high(layout, number)),
                )
            })
            .collect();
        let mut decide = |value: &mut Expr| {
            if let Expr::Binary(operator, name, number) = value
                && let (Expr::Name(name), Expr::Number(number)) = (&**name, &**number)
                && let Some((low, high)) = ranges.get(name)
            {
                let known = match operator {
                    Operator::Equal if number < low || number > high => Some(false),
                    Operator::NotEqual if number < low || number > high => Some(true),
                    Operator::Greater if low > number => Some(true),
                    Operator::Greater if high <= number => Some(false),
                    Operator::GreaterOrEqual if low >= number => Some(true),
                    Operator::Less if high < number => Some(true),
                    Operator::Less if low >= number => Some(false),
                    _ => None,
                };
                if let Some(known) = known {
                    *value = Expr::Bool(known);
                }
            }
        };
        *block = fold_block(std::mem::take(block));
        map_values(block, &mut decide);
        *block = fold_block(std::mem::take(block));
    }

    /// A call of a function of the theory, which becomes one of the program; numbers of the input that it needs are
    /// parameters of it.
    pub(super) fn call(&mut self, name: &str, function: &Function, arguments: Vec<Expr>) -> Expr {
        let mut function = function.clone();
        function.name = self.unnamed(name);
        name_as_given(&mut function, &arguments);
        self.put_calls_in_place(&mut function.body);
        let extra = self.extra_parameters(&function);
        function.parameters.extend(extra.clone());
        let all = arguments.into_iter().chain(extra.into_iter().map(Expr::Name));
        let call = Expr::Call(function.name.clone(), all.collect());
        if self.functions.iter().all(|other| other.name != function.name) {
            self.functions.push(function);
        }
        call
    }

    fn extra_parameters(&self, function: &Function) -> Vec<String> {
        let own = assigned(&function.body);
        let is_extra = |name: &&String| {
            !own.contains(*name) && !function.parameters.contains(name) && uses(&function.body, name) > 0
        };
        self.names.iter().filter(is_extra).cloned().collect()
    }

    /// Puts functions of one `return` in the place of their calls, `takes` in the place of loops over them, and makes
    /// others functions of the program.
    pub(super) fn put_calls_in_place(&mut self, block: &mut Block) {
        let mut all = std::mem::take(block);
        let functions = self.theory.functions.clone();
        // What is put in place may go through something itself.
        while goes_through_some(&all) {
            all = map_statements(all, &mut |statement| match statement {
                Statement::ForYield {
                    name,
                    function,
                    arguments,
                    body,
                } => {
                    let yielding = functions
                        .get(&function)
                        .cloned()
                        .expect("a theory has what it goes through");
                    let mut inner = yielding.body;
                    let places: BTreeMap<_, _> = yielding.parameters.into_iter().zip(arguments).collect();
                    substitute(&mut inner, &places);
                    map_statements(inner, &mut |statement| match statement {
                        Statement::Yield(mut values) if values.len() == 1 => {
                            let value = values.remove(0);
                            let mut body = body.clone();
                            if matches!(value, Expr::Name(_)) || uses(&body, &name) <= 1 {
                                substitute(&mut body, &BTreeMap::from([(name.clone(), value)]));
                            } else {
                                body.insert(0, Statement::Set(Expr::Name(name.clone()), value));
                            }
                            body
                        }
                        other => vec![other],
                    })
                }
                other => vec![other],
            });
        }
        map_values(&mut all, &mut |value| {
            // Constant lists keep their names in capitals.
            if let Expr::Call(function, of) = value
                && function == "len"
                && let [Expr::List(items)] = &of[..]
            {
                *value = Expr::Number(items.len() as u64);
            }
        });
        map_values(&mut all, &mut |value| self.put_call_in_place(value));
        *block = all;
    }

    /// Puts a function of one `return` in the place of a call, or makes it one of the program.
    fn put_call_in_place(&mut self, value: &mut Expr) {
        let Expr::Call(name, arguments) = value else {
            return;
        };
        let function = self.theory.get(name).cloned();
        if let Some(function) = function.filter(|it| it.parameters.len() == arguments.len()) {
            *value = self.called(name, &function, arguments.clone());
        }
    }

    /// What a function of the theory returns, or a call of it.
    pub(super) fn called(&mut self, name: &str, function: &Function, arguments: Vec<Expr>) -> Expr {
        let [Statement::Return(value)] = &function.body[..] else {
            return self.call(name, function, arguments);
        };
        let mut value = value.clone();
        let places = function.parameters.iter().cloned().zip(arguments);
        substitute_in(&mut value, &places.collect());
        map_value(&mut value, &mut |part| self.put_call_in_place(part));
        value
    }
}

/// Parameters of one letter are called what they are in the input, if that is what the function is given.
fn name_as_given(function: &mut Function, arguments: &[Expr]) {
    let is_short = |name: &String| name.len() == 1;
    let mut own = assigned(&function.body);
    own.extend(function.parameters.iter().cloned());
    let mut given = Vec::new();
    for argument in arguments {
        match argument {
            Expr::Name(name) if uses(&function.body, name) == 0 && !own.contains(name) && !given.contains(name) => {
                given.push(name.clone());
            }
            _ => return,
        }
    }
    if function.parameters.len() != given.len() || !function.parameters.iter().all(is_short) {
        return;
    }
    let names = function.parameters.iter().cloned();
    let places = names.zip(given.iter().cloned().map(Expr::Name)).collect();
    substitute(&mut function.body, &places);
    function.parameters = given;
}

/// Whether there is a loop over what a part of a theory yields.
fn goes_through_some(block: &[Statement]) -> bool {
    any_statement(block, &|statement| matches!(statement, Statement::ForYield { .. }))
}
