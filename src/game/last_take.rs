//! One pile, and moves that depend on the last one: the first move takes at least 1 stone and leaves at least 1, each
//! later one takes from 1 to K times what the move before took. With K = 2 this is Fibonacci Nim.
//!
//! A. J. Schwenk, "Take-away games", Fibonacci Quarterly 8 (1970): let H be the sequence that starts with 1, and goes
//! on from a term h with h + g, g being the smallest term with K * g ≥ h. Every number is the sum of terms of H, each
//! larger than K times the next one, in exactly one way. The player to move wins if the smallest of them may be taken.
//!
//! A position is the pile and, after a move, what that took.

use std::collections::BTreeSet;

use super::{AllMoves, Change, Game, Moves, Positions, Reason, numbers};
use crate::error::NoPeriod;
use crate::layout::Role;
use crate::words::{agree, t};

/// The game, and the beginning of the sequence H. With a large K, many of its terms follow each other at the same
/// distance.
#[derive(Clone, Debug)]
pub(crate) struct LastTake {
    /// K.
    factor: u64,
    runs: Vec<Run>,
    /// The first term of the next run.
    next: u128,
    /// The run in which the distance of the last one is a term.
    of_step: usize,
    /// The largest number of runs, which are the values that are computed.
    most_runs: u64,
}

/// Terms at the same distance, up to the first one of the next run.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u64,
    step: u64,
}

/// Enough for piles up to 2^64 - 1 if K is at most 10^6: these need 17,307,622, which are 264 MiB.
const FULL: u64 = 18_000_000;

/// What is always computed: enough for piles up to 2^64 - 1 if K is at most 390.
const LEAST: u64 = 1 << 14;

impl LastTake {
    /// The game with this K.
    pub(crate) fn new(factor: u64) -> Self {
        Self {
            factor,
            runs: vec![Run { start: 1, step: 1 }],
            next: u128::from(factor) + 1,
            of_step: 0,
            most_runs: FULL,
        }
    }

    /// The run of this number, which is covered and not 0.
    #[inline]
    fn run(&self, number: u64) -> Run {
        self.runs[self.runs.partition_point(|run| run.start <= number) - 1]
    }

    /// The largest term up to `number`, which is covered and not 0.
    #[inline]
    fn up_to(&self, number: u64) -> u64 {
        let Run { start, step } = self.run(number);
        number - (number - start) % step
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

    /// The pile, and the most that may be taken from it.
    fn pile_and_most(&self, position: &[u64]) -> (u64, u64) {
        match *position {
            [pile, last, ..] => (pile, pile.min(last.saturating_mul(self.factor))),
            [pile] => (pile, pile.saturating_sub(1)),
            [] => (0, 0),
        }
    }
}

impl Game for LastTake {
    fn set(&mut self, _: Role, values: &[u64]) {
        // An input that gives 0 is refused.
        let factor = values.last().map_or(self.factor, |&factor| factor.max(1));
        if factor != self.factor {
            *self = Self {
                most_runs: self.most_runs,
                ..Self::new(factor)
            };
        }
    }

    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        while self.next <= largest.into() {
            if self.runs.len() as u64 >= self.most_runs {
                return Err(NoPeriod(self.next as u64));
            }
            let start = self.next as u64;
            let mut step = self.runs[self.runs.len() - 1].step;
            let reach = |step: u64| u128::from(self.factor) * u128::from(step);
            while reach(step) < start.into() {
                let next = self.runs.get(self.of_step + 1);
                self.of_step += usize::from(next.is_some_and(|next| next.start == step));
                step += self.runs[self.of_step].step;
            }
            let count = (reach(step) - u128::from(start)) / u128::from(step) + 1;
            self.next += count * u128::from(step);
            self.runs.push(Run { start, step });
        }
        Ok(())
    }

    fn limit(&mut self, rules: u64) {
        self.most_runs = (FULL / rules).max(LEAST);
    }

    fn first_wins(&self, position: &[u64]) -> bool {
        if let [pile] = *position {
            // Nothing but the whole pile may not be taken.
            return pile > 0 && self.up_to(pile) < pile;
        }
        let (pile, most) = self.pile_and_most(position);
        let sum = self.sum(pile);
        sum.last().is_some_and(|&smallest| smallest <= most)
    }

    /// Behind the pile is what the move took.
    fn after(&self, _: &[u64], turn: &[Change]) -> Vec<u64> {
        vec![turn[0].left, turn[0].take]
    }

    fn moves<'a>(&'a self, position: &'a [u64]) -> AllMoves<'a> {
        let (pile, most) = self.pile_and_most(position);
        Box::new((1..=most).map(move |take| vec![Change::leave(0, pile, pile - take)]))
    }

    /// If a take leaves terms that are all larger than K times the take, then the terms of what it takes continue them:
    /// it is the sum of the smallest terms of the pile.
    fn winning<'a>(&'a self, position: &'a [u64]) -> Moves<'a> {
        let (pile, most) = self.pile_and_most(position);
        let (terms, mut take) = (self.sum(pile), 0);
        let takes = (0..terms.len()).rev().filter_map(move |smallest| {
            take += terms[smallest];
            let above = smallest.checked_sub(1).map(|above| terms[above]);
            let wins = above.is_none_or(|above| above > self.factor.saturating_mul(take));
            wins.then_some(take)
        });
        let takes = takes.take_while(move |&take| take <= most);
        Box::new(takes.map(move |take| vec![Change::leave(0, pile, pile - take)]))
    }

    fn allows(&self, position: &[u64], _: usize, take: u64) -> bool {
        take <= self.pile_and_most(position).1
    }

    /// The lost piles, which are the terms of H, what is next to them, and the sums of two terms with one between,
    /// Lucas numbers if K is 2, and a half of these: √(5n² + 4) in floating point errs first at a half of the 39th.
    fn special(&self) -> Option<Positions<'static>> {
        /// The most terms.
        const TERMS: usize = 1 << 10;
        let mut game = Self {
            most_runs: LEAST,
            ..Self::new(self.factor)
        };
        // Where H is longer than may be computed, its beginning is enough.
        let _ = game.cover(u64::MAX);
        let after = |&term: &u64| term.checked_add(game.run(term).step);
        let terms: Vec<_> = std::iter::successors(Some(1), after).take(TERMS).collect();
        let near = |&term: &u64| term - 1..=term.saturating_add(1);
        let sums = terms
            .windows(3)
            .filter_map(|terms| terms[0].checked_add(terms[2]))
            .flat_map(|sum| [sum / 2, sum]);
        let piles: BTreeSet<_> = terms.iter().flat_map(near).chain(sums).collect();
        let piles = piles.into_iter().filter(|&pile| pile > 0);
        Some(Box::new(piles.map(|pile| vec![pile])))
    }

    fn why(&self, position: &[u64]) -> Reason {
        /// How many numbers of H are shown.
        const FEW: usize = 6;
        let (pile, most) = self.pile_and_most(position);
        let terms = self.sum(pile);
        if terms.is_empty() {
            return Reason::sentence(t!("nothing is left"));
        }
        let sequence = std::iter::successors(Some(1), |&term| Some(term + self.run(term).step))
            .take_while(|term| *term <= pile)
            .take(FEW);
        let sequence = numbers(&sequence.collect::<Vec<_>>());
        let least = terms[terms.len() - 1];
        let sum = match terms.len() {
            1 => t!("{pile} is one of the numbers {sequence} ...", pile, sequence),
            _ => agree(t!(
                "{pile} = {terms}, of the numbers {sequence} ..., each more than {factor} times the next",
                pile,
                terms = numbers(&terms).replace(' ', " + "),
                sequence,
                factor = self.factor
            )),
        };
        Reason::sentence(if least <= most {
            t!("{sum}; the smallest part, {least}, may be taken", sum, least)
        } else {
            t!(
                "{sum}; {least} would have to be taken, but a move may take at most {most}",
                sum,
                least,
                most
            )
        })
    }
}
