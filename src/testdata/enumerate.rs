//! All inputs from the smallest one on: fewest cases first, then fewest numbers, then smallest sum, then lexicographic
//! order.

use std::cell::Cell;
use std::iter;
use std::ops::{ControlFlow, RangeInclusive};

use super::grammar::{Candidate, Grammar};

/// How many beginnings of inputs are looked at in one enumeration at most. That takes half a second.
const MOST_STEPS: usize = 1 << 18;

/// All inputs of so many `cases` whose size `fits`, in order; what does not fit must not be a part of anything that does.
/// `None` if they are more than `most`, or take too long to find.
pub fn inputs(
    grammar: &Grammar,
    cases: RangeInclusive<usize>,
    most: usize,
    fits: impl Fn((usize, usize, u64)) -> bool,
) -> Option<Vec<Candidate>> {
    let mut enumeration = Enumeration {
        grammar,
        cases,
        most,
        fits,
        steps: 0,
        found: Vec::new(),
    };
    let first = Candidate::whole(vec![Vec::new()]);
    if enumeration.extend(first).is_break() {
        return None;
    }
    let mut found = enumeration.found;
    found.sort_by_cached_key(|test| (test.size(), test.cases.clone()));
    Some(found)
}

/// The inputs of so many `cases` and a size up to `limit`, those with fewer numbers and a larger sum, and those with more and a smaller one, in
/// turn.
pub fn smallest(
    grammar: &Grammar,
    cases: RangeInclusive<usize>,
    limit: (usize, usize, u64),
) -> impl Iterator<Item = Candidate> {
    let weight = |(_, len, sum): (usize, usize, u64)| sum.saturating_add(len as u64);
    let mut least = 0;
    let mut most = weight(Candidate::whole(vec![grammar.least.clone(); *cases.start()]).size());
    let mut is_over = false;
    let layers = iter::from_fn(move || {
        if is_over {
            return None;
        }
        let are_all = Cell::new(true);
        let fits = |size| {
            let is_light = weight(size) <= most;
            are_all.set(are_all.get() && (is_light || size > limit));
            is_light && size <= limit
        };
        let mut layer = inputs(grammar, cases.clone(), usize::MAX, fits)?;
        layer.retain(|test| weight(test.size()) >= least);
        layer.sort_by_cached_key(|test| weight(test.size()));
        least = most + 1;
        // Where few have each weight, those that are smaller are gone through again for a quarter more, not for each.
        most += if layer.len() < 1000 { 1 + most / 4 } else { 1 };
        is_over = are_all.get();
        Some(layer)
    });
    layers.flatten()
}

struct Enumeration<'g, F> {
    grammar: &'g Grammar,
    cases: RangeInclusive<usize>,
    most: usize,
    fits: F,
    steps: usize,
    found: Vec<Candidate>,
}

impl<F: Fn((usize, usize, u64)) -> bool> Enumeration<'_, F> {
    /// Adds all inputs that begin like this one, whose last case may be incomplete.
    fn extend(&mut self, mut start: Candidate) -> ControlFlow<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.found.len() > self.most {
            return ControlFlow::Break(());
        }
        let last = start.cases.len() - 1;
        if let Some((low, high)) = self.grammar.next(&start.cases[last]) {
            for value in low..=high {
                let mut next = start.clone();
                next.cases[last].push(value);
                let mut whole = next.with(last, self.grammar.least_from(&next.cases[last]));
                let count = whole.cases.len().max(*self.cases.start());
                whole.cases.resize(count, self.grammar.least.clone());
                if !(self.fits)(whole.size()) {
                    break;
                }
                self.extend(next)?;
            }
        } else if self.grammar.is_valid(&start.cases[last]) {
            if self.cases.contains(&(last + 1)) {
                self.found.push(start.clone());
            }
            if last + 1 < *self.cases.end() {
                let fixed = self.grammar.fixed(&start.cases[0]);
                let head = start.cases[0][..fixed].to_vec();
                start.cases.push(head);
                self.extend(start)?;
            }
        }
        ControlFlow::Continue(())
    }
}
