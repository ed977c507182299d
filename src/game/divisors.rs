//! Sets of takes that depend on the divisors of a pile, or consist of primes, and the closed forms of their Grundy
//! values.

use std::sync::LazyLock;

use super::heap::{Heap, Parts, PileRule, Rests, Takes, cover_up_to};
use super::period::Period;
use super::takes::{Closed, powers};
use crate::error::NoPeriod;

/// A move takes a divisor of the pile, which may be the pile itself.
///
/// If a divisor d of n has fewer factors 2 than n, n - d has as many as d; if it has as many, n - d has more, or is 0.
/// So the Grundy value is the number of factors 2, and one more if a pile may be taken as a whole.
pub(crate) const DIVISORS: Closed = Closed {
    takes: |pile| Takes::List(divisors(pile).into()),
    grundy: |pile| {
        if pile == 0 {
            0
        } else {
            u64::from(pile.trailing_zeros()) + 1
        }
    },
    period: None,
    most: u64::MAX,
};

/// The same, but not the pile itself.
pub(crate) const PROPER_DIVISORS: Closed = Closed {
    takes: |pile| {
        let mut divisors = divisors(pile);
        divisors.pop();
        Takes::List(divisors.into())
    },
    grundy: |pile| (DIVISORS.grundy)(pile).saturating_sub(1),
    ..DIVISORS
};

/// The same, but neither the pile itself nor 1.
///
/// Let n be 2^k m with an odd m. A divisor 2^j e with j < k leaves 2^j times an odd number that is at least m, and one
/// with j = k leaves 2^k (m - e), with more factors 2. So if the value is k wherever m is 17 or more, it is where m is
/// so for the next size: all values below k are reached, and k only from exceptions with a smaller m, which is at most
/// 15. What these are follows a rule from k = 6 on. Compared with their moves by mex, as far as these are listed.
pub(crate) const INNER_DIVISORS: Closed = Closed {
    takes: |pile| {
        let mut divisors = divisors(pile);
        divisors.pop();
        divisors.retain(|&divisor| divisor > 1);
        Takes::List(divisors.into())
    },
    grundy: |pile| {
        /// For 2^k times 1, 3, 5 and so on up to 15, from k = 1 on.
        const FIRST: [[u64; 8]; 5] = [
            [0, 2, 1, 1, 1, 1, 1, 1],
            [1, 3, 3, 2, 2, 2, 2, 2],
            [0, 4, 4, 4, 4, 4, 3, 4],
            [2, 3, 3, 5, 5, 5, 5, 5],
            [0, 6, 6, 6, 6, 6, 6, 6],
        ];
        if pile == 0 {
            return 0;
        }
        let twos = u64::from(pile.trailing_zeros());
        let odd = pile >> twos;
        match (twos, odd) {
            (1..=5, ..=15) => FIRST[twos as usize - 1][odd as usize / 2],
            (6.., 1) => (twos - 1) * (1 - twos % 2),
            (6.., 3) => twos - 2,
            (6.., 5) => twos + 2,
            (6.., 7..=15) => twos + 1,
            _ => twos,
        }
    },
    ..DIVISORS
};

/// A move leaves a proper divisor of the pile: it takes away one prime factor or more, so that the Grundy value is
/// their number.
pub(crate) const LEAVE_DIVISORS: Closed = Closed {
    takes: |pile| {
        let smaller = divisors(pile).into_iter().rev().skip(1);
        Takes::List(smaller.map(|divisor| pile - divisor).collect())
    },
    grundy: |pile| {
        let mut primes = Vec::new();
        if pile > 0 {
            factor(pile, &mut primes);
        }
        primes.len() as u64
    },
    ..DIVISORS
};

/// Of larger piles, moves that win would have to be sought too long: they are tried one by one.
const MAX_TRIED: u64 = 1 << 26;

/// A move takes a power of a prime, or 1: all of 1 to 5, and no multiple of 6.
pub(crate) const PRIME_POWERS: Closed = Closed {
    takes: |pile| Takes::Fitting(pile, Box::new(|take| take == 1 || prime_of(take).is_some())),
    grundy: |pile| pile % 6,
    period: Some(6),
    most: MAX_TRIED,
};

/// A move takes a prime, or 1: all of 1 to 3, and no multiple of 4.
pub(crate) const PRIMES_AND_ONE: Closed = Closed {
    takes: |pile| Takes::Fitting(pile, Box::new(|take| take == 1 || prime_of(take) == Some(take))),
    grundy: |pile| pile % 4,
    period: Some(4),
    most: MAX_TRIED,
};

/// A move takes a number of stones that has no common divisor with the pile.
///
/// Such a take leaves a number that has no common divisor with it, either. So an odd pile whose smallest prime factor
/// is the i-th prime reaches no other pile of which that is so, but 2, 1 and each odd prime before it: its value is i,
/// since that of 1 is 1, and that of even numbers 0, as these reach odd ones only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coprime {
    /// Those of odd piles that have been asked for.
    values: &'static [u32],
}

/// The values of few odd piles, and of all that are answered, 32 MiB: a program has one table, however often it has the
/// rule.
static COPRIME: [LazyLock<Vec<u32>>; 2] = [
    LazyLock::new(|| smallest_primes(1 << 15)),
    LazyLock::new(|| smallest_primes(1 << 23)),
];

/// Of the first odd numbers, the index of the smallest prime factor among the primes, and 1 of 1.
fn smallest_primes(len: usize) -> Vec<u32> {
    let mut values = vec![0; len];
    values[0] = 1;
    let mut index = 1;
    for at in 1..len {
        if values[at] > 0 {
            continue;
        }
        index += 1;
        values[at] = index;
        let number = 2 * at + 1;
        for multiple in (number.saturating_mul(number) / 2..len).step_by(number) {
            if values[multiple] == 0 {
                values[multiple] = index;
            }
        }
    }
    values
}

impl PileRule for Coprime {
    fn rests(&self, pile: u64) -> Rests<'_> {
        let mut primes = Vec::new();
        factor(pile, &mut primes);
        primes.dedup();
        // A greatest common divisor would take five times as long.
        let fits = move |take: u64| !primes.iter().any(|&prime| take.is_multiple_of(prime));
        vec![(Takes::Fitting(pile, Box::new(fits)), Parts::ONE)]
    }
}

impl Heap for Coprime {
    fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        let is_enough = |table: &&LazyLock<Vec<u32>>| largest / 2 < table.len() as u64;
        cover_up_to((1 << 24) - 1, largest)?;
        if largest / 2 >= self.values.len() as u64 {
            let table = COPRIME.iter().find(is_enough);
            self.values = table.map_or(&[], |table| table.as_slice());
        }
        Ok(())
    }

    fn grundy(&self, pile: u64) -> u64 {
        if pile % 2 == 1 {
            self.values[pile as usize / 2].into()
        } else {
            0
        }
    }

    fn period(&self) -> Option<(Period, &'static str)> {
        None
    }
}

/// The divisors of a number, in ascending order; 0 has none.
pub(crate) fn divisors(number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    factor(number, &mut primes);
    let mut divisors = Vec::from_iter((number > 0).then_some(1));
    for prime in primes {
        divisors.extend_from_within(..);
        let more = divisors.len() / 2;
        divisors[more..].iter_mut().for_each(|divisor| *divisor *= prime);
        divisors.sort_unstable();
        divisors.dedup();
    }
    divisors
}

/// Adds the prime factors of a number, by Pollard's rho method once no factor is small.
fn factor(mut number: u64, primes: &mut Vec<u64>) {
    for small in 2..100 {
        while number > 1 && number.is_multiple_of(small) {
            primes.push(small);
            number /= small;
        }
    }
    if number < 100 * 100 || is_prime(number) {
        primes.extend((number > 1).then_some(number));
        return;
    }
    let step = |x, shift| (multiply(x, x, number) + shift) % number;
    for shift in 1..100 {
        let (mut slow, mut fast, mut common) = (2, 2, 1);
        while common == 1 {
            slow = step(slow, shift);
            fast = step(step(fast, shift), shift);
            common = greatest_common_divisor(slow.abs_diff(fast), number);
        }
        if common < number {
            factor(common, primes);
            factor(number / common, primes);
            return;
        }
    }
    unreachable!("a composite number of 64 bits has a factor that one of 99 sequences finds");
}

/// The prime of which a number is a power, but for 1.
fn prime_of(number: u64) -> Option<u64> {
    if let Some(small) = (2..100).find(|&small| number.is_multiple_of(small)) {
        return powers(small).any(|power| power == number).then_some(small);
    }
    let mut primes = Vec::new();
    factor(number, &mut primes);
    primes.dedup();
    primes.pop().filter(|_| primes.is_empty())
}

/// Whether an odd number above 100 is prime, by the test of Miller and Rabin with the bases that decide it for all
/// numbers of 64 bits (Sorenson and Webster 2015).
fn is_prime(number: u64) -> bool {
    let twos = (number - 1).trailing_zeros();
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
        let (mut power, mut square, mut exponent) = (1, base, (number - 1) >> twos);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = multiply(power, square, number);
            }
            square = multiply(square, square, number);
            exponent /= 2;
        }
        power == 1
            || (0..twos).any(|_| {
                let is_minus_one = power == number - 1;
                power = multiply(power, power, number);
                is_minus_one
            })
    })
}

fn multiply(one: u64, other: u64, modulus: u64) -> u64 {
    (u128::from(one) * u128::from(other) % u128::from(modulus)) as u64
}

/// The greatest common divisor; that of 0 and `n` is `n`.
pub(crate) fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}
