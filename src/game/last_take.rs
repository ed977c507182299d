//! One pile, and moves that depend on the last one: the first move takes at least 1 stone and leaves at least 1, each
//! later one takes from 1 to K times what the move before took. With K = 2 this is Fibonacci Nim.
//!
//! A. J. Schwenk, "Take-away games", Fibonacci Quarterly 8 (1970): let H be the sequence that starts with 1, and goes on
//! from a term h with h + g, g being the smallest term with K * g ≥ h. Every number is the sum of terms of H, each larger
//! than K times the next one, in exactly one way. The player to move wins if the smallest of them may be taken.
//!
//! A position is the pile and, after a move, what that took.

use std::collections::BTreeSet;

use super::period::{NoPeriod, Share};
use super::{Game, Move, Moves, Positions, Reason, Turns};
use crate::layout::Role;
use crate::words::t;

/// The game.
#[derive(Clone, Debug)]
pub(crate) struct LastTake {
    /// K.
    factor: u64,
    terms: Terms,
}

/// The beginning of the sequence H.
///
/// With a large K, many terms follow each other at the same distance.
#[derive(Clone, Debug)]
struct Terms {
    runs: Vec<Run>,
    /// The first term of the next run.
    next: u128,
    /// The distance of terms in the last run, and the run in which this distance is a term.
    step: (u64, usize),
    /// The largest number of runs, which are the values that are computed.
    most_runs: u64,
}

/// Terms at the same distance, up to the first one of the next run.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u64,
    step: u64,
}

/// Enough for piles up to 2^64 - 1 if K is at most 100,000.
const FULL: u64 = 1 << 22;

/// What is always computed: enough for piles up to 2^64 - 1 if K is at most 390.
const LEAST: u64 = 1 << 14;

impl Terms {
    fn new(most_runs: u64) -> Self {
        Self {
            runs: Vec::new(),
            next: 1,
            step: (1, 0),
            most_runs,
        }
    }

    /// Computes all terms up to `largest`.
    fn cover(&mut self, factor: u64, largest: u64) -> Result<(), NoPeriod> {
        while self.next <= largest.into() {
            if self.runs.len() as u64 >= self.most_runs {
                return Err(NoPeriod::From(self.next as u64));
            }
            let start = self.next as u64;
            let (mut step, mut run) = self.step;
            let reach = |step: u64| u128::from(factor) * u128::from(step);
            while reach(step) < start.into() {
                step += self.runs[run].step;
                let end = self.runs.get(run + 1).map_or(start, |next| next.start);
                run += usize::from(step == end);
            }
            self.step = (step, run);
            self.runs.push(Run { start, step });
            let count = (reach(step) - u128::from(start)) / u128::from(step) + 1;
            self.next += count * u128::from(step);
        }
        Ok(())
    }

    /// The largest term up to `number`, which is covered and not 0.
    #[inline]
    fn up_to(&self, number: u64) -> u64 {
        let run = self.runs.partition_point(|run| run.start <= number) - 1;
        let Run { start, step } = self.runs[run];
        number - (number - start) % step
    }

    /// All terms that have been computed, in ascending order.
    fn all(&self) -> impl Iterator<Item = u64> {
        let ends = self.runs[1..].iter().map(|run| u128::from(run.start));
        let ends = ends.chain([self.next]);
        self.runs.iter().zip(ends).flat_map(|(run, end)| {
            let terms = (u128::from(run.start)..end).step_by(run.step as usize);
            terms.map_while(|term| u64::try_from(term).ok())
        })
    }

    /// The terms whose sum is `number`, the largest first.
    fn sum(&self, mut number: u64) -> Vec<u64> {
        let mut terms = Vec::new();
        while number > 0 {
            let term = self.up_to(number);
            terms.push(term);
            number -= term;
        }
        terms
    }
}

impl LastTake {
    /// The game in which a move takes no more than the last one took, until the factor is set.
    pub(crate) fn new() -> Self {
        Self {
            factor: 1,
            terms: Terms::new(FULL),
        }
    }

    /// The pile, and the most that may be taken from it.
    fn pile_and_most(&self, position: &[u64]) -> (u64, u64) {
        match *position {
            [pile, last, ..] => (pile, pile.min(last.saturating_mul(self.factor))),
            [pile] => (pile, pile.saturating_sub(1)),
            [] => (0, 0),
        }
    }

    /// What winning moves take. If a take leaves terms that are all larger than K times the take, then the terms of what it
    /// takes continue them: it is the sum of the smallest terms of the pile.
    fn winning_takes(&self, position: &[u64]) -> impl Iterator<Item = u64> {
        let (pile, most) = self.pile_and_most(position);
        let (terms, factor, mut take) = (self.terms.sum(pile), self.factor, 0);
        let sums = (0..terms.len()).rev().filter_map(move |smallest| {
            take += terms[smallest];
            let above = smallest.checked_sub(1).map(|above| terms[above]);
            let wins = above.is_none_or(|above| above > factor.saturating_mul(take));
            Some(take).filter(|_| wins)
        });
        sums.take_while(move |&take| take <= most)
    }
}

impl Game for LastTake {
    fn set(&mut self, _: Role, values: &[u64]) {
        // An input that gives 0 is refused.
        let factor = values.last().map_or(self.factor, |&factor| factor.max(1));
        if factor != self.factor {
            self.factor = factor;
            self.terms = Terms::new(self.terms.most_runs);
        }
    }

    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        self.terms.cover(self.factor, largest)
    }

    fn limit(&mut self, share: Share) {
        self.terms.most_runs = share.of(FULL, LEAST);
        if self.terms.runs.len() as u64 > self.terms.most_runs {
            // Which piles are answered must not depend on what other cases have left.
            self.terms = Terms::new(self.terms.most_runs);
        }
    }

    fn first_wins(&self, position: &[u64]) -> bool {
        if let [pile] = *position {
            // Nothing but the whole pile may not be taken.
            return pile > 0 && self.terms.up_to(pile) < pile;
        }
        let (pile, most) = self.pile_and_most(position);
        let sum = self.terms.sum(pile);
        sum.last().is_some_and(|&smallest| smallest <= most)
    }

    fn moves<'a>(&'a self, position: &'a [u64]) -> Moves<'a> {
        let (pile, most) = self.pile_and_most(position);
        Box::new((1..=most).map(move |take| vec![Move::leave(0, pile, pile - take)]))
    }

    fn winning<'a>(&'a self, position: &'a [u64]) -> Turns<'a> {
        let (pile, _) = self.pile_and_most(position);
        let takes = self.winning_takes(position);
        Box::new(takes.map(move |take| vec![Move::leave(0, pile, pile - take)]))
    }

    fn allows(&self, position: &[u64], _: usize, take: u64) -> bool {
        take <= self.pile_and_most(position).1
    }

    fn why(&self, position: &[u64]) -> Reason {
        let (pile, most) = self.pile_and_most(position);
        let terms = self.terms.sum(pile);
        let words: Vec<_> = terms.iter().map(u64::to_string).collect();
        let terms_text = words.join(" + ");
        let Some(&smallest) = terms.last() else {
            return Reason::sentence(t!("nothing is left"), t!("nothing is left"));
        };
        let sentence = if smallest <= most {
            t!(
                "{pile} = {terms}, each more than {factor} times the next; a move may take up to {most}, at least {smallest}",
                pile = pile,
                terms = terms_text,
                factor = self.factor,
                most = most,
                smallest = smallest
            )
        } else {
            t!(
                "{pile} = {terms}, each more than {factor} times the next; a move may take up to {most}, less than {smallest}",
                pile = pile,
                terms = terms_text,
                factor = self.factor,
                most = most,
                smallest = smallest
            )
        };
        let lost = if terms.len() == 1 && position.len() == 1 {
            t!("{pile} is a lost size", pile = pile)
        } else {
            t!(
                "{pile} stones are a sum with the smallest part {smallest}, and a move may take up to {most}",
                pile = pile,
                smallest = smallest,
                most = most
            )
        };
        Reason::sentence(sentence, lost)
    }
}

/// The lost piles, which are the terms of H, what is next to them, and the sums of two terms with one between: Lucas
/// numbers, if K is 2.
pub(crate) fn special(factor: u64) -> Positions<'static> {
    /// The most terms.
    const TERMS: usize = 1 << 10;
    let mut terms = Terms::new(LEAST);
    // Where H is longer than may be computed, its beginning is enough.
    let _ = terms.cover(factor.max(1), u64::MAX);
    let terms: Vec<_> = terms.all().take(TERMS).collect();
    let near = |&term: &u64| term - 1..=term.saturating_add(1);
    let sums = terms
        .windows(3)
        .filter_map(|terms| terms[0].checked_add(terms[2]));
    let piles: BTreeSet<_> = terms.iter().flat_map(near).chain(sums).collect();
    let piles = piles.into_iter().filter(|&pile| pile > 0);
    Box::new(piles.map(|pile| vec![pile]))
}
