//! All inputs from the smallest one on: fewest cases first, then fewest numbers, then smallest sum, then lexicographic
//! order.

use std::cell::Cell;
use std::iter;
use std::ops::RangeInclusive;

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
    let (mut found, mut steps) = (Vec::new(), 0);
    // The beginnings of inputs, whose last case may be incomplete.
    let mut open = vec![Candidate::whole(vec![Vec::new()])];
    while let Some(mut start) = open.pop() {
        let last = start.cases.len() - 1;
        if let Some((low, high)) = grammar.next(&start.cases[last]) {
            for value in low..=high {
                let mut next = start.clone();
                next.cases[last].push(value);
                let mut whole = next.with(last, grammar.least_from(&next.cases[last]));
                let count = whole.cases.len().max(*cases.start());
                whole.cases.resize(count, grammar.least.clone());
                if !fits(whole.size()) {
                    break;
                }
                open.push(next);
                steps += 1;
                // Each beginning is that of an input at least.
                if steps > MOST_STEPS || found.len() + open.len() > most {
                    return None;
                }
            }
        } else if grammar.is_valid(&start.cases[last]) {
            if cases.contains(&(last + 1)) {
                found.push(start.clone());
            }
            if last + 1 < *cases.end() {
                let head = start.cases[0][..grammar.fixed(&start.cases[0])].to_vec();
                start.cases.push(head);
                open.push(start);
            }
        }
    }
    found.sort_by_cached_key(|test| (test.size(), test.cases.clone()));
    (found.len() <= most).then_some(found)
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
