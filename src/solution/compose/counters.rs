//! The counters of loops: `i`, in a loop in it `j`, and `i` again in the next loop, as a person calls them.

use std::collections::{BTreeMap, BTreeSet};

use super::Composer;
use crate::solution::passes::substitute;
use crate::solution::tree::{Block, Expr, Statement, uses};

/// What counters are called, the outermost first.
const COUNTERS: [&str; 6] = ["i", "j", "k", "p", "q", "r"];

impl Composer<'_> {
    /// Gives each loop that counts by a name of one letter, which the input does not have, the first one that is free.
    pub(super) fn name_counters(&self, block: &mut Block) {
        let mut outside = BTreeMap::new();
        count_outside(block, &mut outside);
        let is_free =
            |name: &str| !self.names.iter().any(|own| own == name) && outside.get(name).is_none_or(|uses| *uses == 0);
        let free: Vec<_> = COUNTERS.into_iter().filter(|name| is_free(name)).collect();
        rename(block, &free, &BTreeSet::new());
    }
}

/// The counter of a loop, if it has one.
fn counter(statement: &mut Statement) -> Option<&mut String> {
    match statement {
        Statement::For { name, .. } if name != "_" => Some(name),
        Statement::ForEach { index, .. } => index.as_mut(),
        _ => None,
    }
}

/// How often each counter is used where it counts no loop.
fn count_outside(block: &[Statement], outside: &mut BTreeMap<String, usize>) {
    fn note(block: &[Statement], counters: &BTreeSet<&str>, outside: &mut BTreeMap<String, usize>) {
        for statement in block {
            let mut copy = statement.clone();
            let own = counter(&mut copy).cloned();
            for inner in copy.blocks_mut() {
                inner.clear();
            }
            for name in COUNTERS {
                let is_own = own.as_deref() == Some(name);
                let used = uses(std::slice::from_ref(&copy), name);
                if !counters.contains(name) && used > usize::from(is_own) {
                    *outside.entry(name.to_owned()).or_default() += 1;
                }
            }
            let mut inside = counters.clone();
            inside.extend(own.as_deref());
            for inner in statement.blocks() {
                note(inner, &inside, outside);
            }
        }
    }
    note(block, &BTreeSet::new(), outside);
}

fn rename(block: &mut Block, free: &[&str], around: &BTreeSet<String>) {
    for statement in block {
        let mut inside = around.clone();
        let own = counter(statement).cloned();
        if let Some(own) = &own {
            let mut new = own.clone();
            if free.contains(&&**own) {
                let other = free.iter().find(|name| !around.contains(**name));
                if let Some(other) = other {
                    (*other).clone_into(&mut new);
                }
            }
            if new != *own {
                // A loop in it that counts by that name gets another one first.
                let step = format!("{new} in it");
                swap(statement, &new, &step);
                swap(statement, own, &new);
                swap(statement, &step, own);
            }
            inside.insert(new);
        } else if matches!(statement, Statement::ForEach { .. }) {
            // In C and Java it is a loop that counts, too.
            let first = free.iter().find(|name| !around.contains(**name));
            inside.extend(first.map(|name| (*name).to_owned()));
        }
        for inner in statement.blocks_mut() {
            rename(inner, free, &inside);
        }
    }
}

/// Puts one name in the place of another one, in a loop and all that is in it.
fn swap(statement: &mut Statement, from: &str, to: &str) {
    let places = BTreeMap::from([(from.to_owned(), Expr::name(to))]);
    substitute(std::slice::from_mut(statement), &places);
}
