//! A number becomes itself divided by one of P to Q, rounded up; whoever reaches 1 wins.
//!
//! From 2 to Q, the first move reaches 1. If all numbers above x, up to x Q, are won, then those above x Q, up to x P
//! Q, can only be left to these, and are lost; and those above x P Q, up to x P Q Q, can be left to the lost ones, each
//! by some divisor.

use super::{AllMoves, Change, Game, Move, Moves, Positions, Reason};
use crate::layout::{Parameter, Role};
use crate::words::t;

/// The game. To divide by 1 is not a move: no input may say so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division {
    least: u64,
    most: u64,
}

impl Division {
    pub(crate) fn new(least: u64, most: u64) -> Self {
        Self { least, most }
    }

    /// The first and the last number of those around it that are won or lost as it is, and whether they are won.
    fn around(self, number: u64) -> (u128, u128, bool) {
        let (least, most) = (u128::from(self.least), u128::from(self.most));
        let (mut low, mut high, mut is_won) = (0, 1, false);
        while high < number.into() && least <= most {
            is_won = !is_won;
            (low, high) = (high, high * if is_won { most } else { least });
        }
        (low + 1, high, is_won)
    }

    /// What may be left of a number: by divisors up to the root, and then the numbers that larger ones leave, which are
    /// all up to some one.
    fn lefts(self, number: u64) -> impl DoubleEndedIterator<Item = u64> {
        let number = number.max(1);
        let left = move |divisor: u64| number.div_ceil(divisor);
        let least = self.least;
        let most = self.most.min(number.max(least));
        let root = number.isqrt().clamp(least - 1, most.max(least) - 1);
        let is_new = move |divisor: &u64| *divisor == least || left(*divisor) < left(divisor - 1);
        let by_divisor = (least..=root).filter(is_new).map(left);
        let next = if root < least { number } else { left(root) };
        let smaller = left(most.max(1))..=left(root + 1).min(next - 1);
        let smaller = smaller.rev().filter(move |_| root < most);
        by_divisor.chain(smaller)
    }
}

/// The move that leaves so much of a number.
fn leave(number: u64, left: u64) -> Move {
    vec![Change::take(number, number - left)]
}

impl Game for Division {
    fn set(&mut self, role: Role, values: &[u64]) {
        for &value in values {
            if role == Role::Parameter(Parameter::LeastDivisor) {
                self.least = value;
            } else {
                self.most = value;
            }
        }
    }

    fn first_wins(&self, numbers: &[u64]) -> bool {
        numbers.first().is_some_and(|&number| self.around(number).2)
    }

    fn moves<'a>(&'a self, numbers: &'a [u64]) -> AllMoves<'a> {
        let number = numbers.first().copied().unwrap_or(0);
        Box::new(self.lefts(number).map(move |left| leave(number, left)))
    }

    /// What divisors leave is the less the larger they are: of all that may be left, the lost ones stand together.
    fn winning<'a>(&'a self, numbers: &'a [u64]) -> Moves<'a> {
        let number = numbers.first().copied().unwrap_or(0);
        let (low, _, is_won) = self.around(number);
        let (first, last, _) = self.around(u64::try_from(low - 1).unwrap_or(u64::MAX));
        let divisor = u128::from(number).div_ceil(last);
        let game = Self::new(self.least.max(divisor as u64), self.most);
        let is_lost = move |&left: &u64| u128::from(left) >= first;
        let lefts = is_won.then(|| game.lefts(number).take_while(is_lost));
        Box::new(lefts.into_iter().flatten().map(move |left| leave(number, left)))
    }

    /// The last of the numbers that are won, or lost, as those before them are.
    fn special(&self) -> Option<Positions<'static>> {
        let game = Self::new(self.least, self.most.max(2));
        let next = move |&last: &u64| u64::try_from(game.around(last.checked_add(1)?).1).ok();
        let lasts = std::iter::successors(Some(1), next).take(u64::BITS as usize);
        Some(Box::new(lasts.map(|last| vec![last])))
    }

    fn why(&self, numbers: &[u64]) -> Reason {
        let number = numbers.first().copied().unwrap_or(0);
        let (low, high, is_won) = self.around(number);
        Reason::sentence(if number <= 1 {
            t!("1 has been reached").to_owned()
        } else if is_won {
            t!("numbers from {low} to {high} are won", low, high)
        } else {
            t!("numbers from {low} to {high} are lost", low, high)
        })
    }
}
