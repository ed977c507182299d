//! Wrong programs by the hundred: each mistake that can make a difference within the limits of a problem must
//! make one on its test data, under every name of the problem, and on what `stress` tries.
//!
//! A mutant reads a case wrongly, or thinks wrongly about it. It is a function here, so that no compiler is
//! needed. A row of a table is one mutant, or one for each of some numbers. Where the limits leave no room for a
//! mistake, it is not possible, and there is no mutant.
#![expect(
    clippy::cast_precision_loss,
    reason = "that is the mistake of some of them"
)]

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, Mutex};

use bouton::answer::Fact;
use bouton::game::rule::Rules;
use bouton::game::{Play, hill};
use bouton::judge::stress::rounds;
use bouton::layout::{Parameter, Role};
use bouton::problem::Problem;
use bouton::testdata::grammar::Grammar;
use bouton::testdata::{self, Decoded, Limits};

use crate::harness::{folder, names, own_game, problems, some_of};

/// How many rounds `stress` has, unless an option says otherwise.
const ROUNDS: usize = 500;

/// A case, decoded.
#[derive(Clone)]
struct Case {
    /// The rules with what the case gives of them; all piles are covered.
    rules: Arc<Rules>,
    parameter: u64,
    set: Vec<u64>,
    positions: Vec<Vec<u64>>,
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Winner,
    Count,
    FirstMove,
    AllMoves,
}

/// Moves as a pile counted from 0 and a take.
type Moves = Vec<(usize, u64)>;

/// An answer, without its words.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Winners(Vec<bool>),
    Count(u128),
    Moves(Moves),
    /// The program printed nothing.
    Nothing,
}

/// What a case gives of the rules, a number and a set, and the largest pile that they cover.
type Given = (u64, Vec<u64>, u64);

/// A problem and what follows from its limits.
struct Subject {
    problem: &'static Problem,
    asked: Asked,
    limits: Limits,
    /// The largest size of a pile, or of a gap between persons.
    largest: u64,
    /// How many piles, and how many cases there may be.
    piles: u64,
    cases: u64,
    /// The rules that cases have given.
    known: Mutex<HashMap<Given, Arc<Rules>>>,
}

/// What a wrong program looks at: the cases of an input, and which is its turn. `n` is the number of its row.
struct Seen<'s> {
    n: u64,
    subject: &'s Subject,
    cases: &'s [Case],
    index: usize,
}

/// What is wrong about a program. `None` is a case that it reads as it is, so that it answers right.
#[derive(Clone, Copy)]
enum Wrong {
    /// It reads other sizes.
    Size(fn(&Seen, u64) -> u64),
    /// It reads other piles.
    Piles(fn(&Seen, &[u64]) -> Vec<u64>),
    /// It reads another case.
    Case(fn(&Seen) -> Option<Case>),
    /// It is wrong about who wins, but knows the moves of a position that it thinks won.
    Wins(fn(&Seen, &[u64]) -> bool),
    /// It prints other moves than it should.
    Moves(fn(&Seen, Moves) -> Moves),
    /// It counts the winning moves by the piles and their nim-sum.
    Count(fn(&[u64], u64) -> usize),
    /// It answers something else.
    Answer(fn(&Seen) -> Option<Answer>),
}

/// What the mutants are called, their numbers, where one is possible, and what is wrong about it.
type Row = (
    &'static str,
    &'static [u64],
    fn(&Subject, u64) -> bool,
    Wrong,
);

/// A wrong program.
struct Mutant {
    name: String,
    n: u64,
    wrong: Wrong,
}

impl Mutant {
    /// The wrong answer to a case.
    fn answer(&self, subject: &Subject, cases: &[Case], index: usize) -> Option<Answer> {
        let n = self.n;
        let (case, seen) = (
            &cases[index],
            Seen {
                n,
                subject,
                cases,
                index,
            },
        );
        let read = match self.wrong {
            Wrong::Answer(answer) => return answer(&seen),
            Wrong::Size(read) => with_sizes(case, &|size| read(&seen, size)),
            Wrong::Piles(read) => {
                let piles = case.positions.iter().map(|piles| read(&seen, piles));
                let positions: Vec<_> = piles.collect();
                (positions != case.positions).then(|| Case {
                    positions,
                    ..case.clone()
                })
            }
            Wrong::Case(read) => read(&seen),
            Wrong::Wins(wins) => {
                let wins = |piles: &Vec<u64>| wins(&seen, piles);
                let (lost, right) = (subject.lost(), subject.right(case));
                return Some(match right {
                    Answer::Winners(_) => {
                        Answer::Winners(case.positions.iter().map(wins).collect())
                    }
                    answer if wins(&case.positions[0]) == (answer != lost) => answer,
                    answer if answer == lost => Answer::Moves(vec![(usize::MAX, 0)]),
                    _ => lost,
                });
            }
            Wrong::Moves(choose) => {
                return Some(Answer::Moves(choose(&seen, moves(case).collect())));
            }
            Wrong::Count(count) => {
                let piles = &case.positions[0];
                return Some(Answer::Count(count(piles, xor(piles.clone())) as u128));
            }
        };
        read.map(|case| subject.right(&case))
    }
}

impl Seen<'_> {
    fn case(&self) -> &Case {
        &self.cases[self.index]
    }

    /// Whether the player to move wins these piles.
    fn right(&self, piles: &[u64]) -> bool {
        self.case().rules.first_wins(piles)
    }

    /// The Grundy values of piles, as the rules have them.
    fn values(&self, piles: &[u64]) -> Vec<u64> {
        let heaps = self.case().rules.heaps();
        let value = |&pile| heaps.as_ref().map_or(pile, |heaps| heaps.grundy_of(pile));
        piles.iter().map(value).collect()
    }

    /// Who wins by changed Grundy values, in this play or the other one.
    fn by_grundy(&self, is_other: bool, piles: &[u64], change: fn(u64, u64) -> u64) -> bool {
        let values = self.values(piles).into_iter();
        let values: Vec<_> = values.map(|value| change(value, self.n)).collect();
        let is_large = values.iter().any(|&value| value > 1);
        let is_normal = (self.case().rules.play() == Play::Normal) != is_other;
        (xor(values) != 0) == (is_normal || is_large)
    }

    /// Who wins in misère play, if it has an exception for these Grundy values.
    fn with_exception(&self, piles: &[u64], is_exception: fn(&[u64]) -> bool) -> bool {
        let values = self.values(piles);
        (xor(values.clone()) != 0) != is_exception(&values)
    }

    /// The first `count` piles.
    fn first(piles: &[u64], count: u64) -> Vec<u64> {
        piles[..piles.len().min(count as usize)].to_vec()
    }

    /// The case, whose positions have more piles if there is a case before it.
    fn with_before(&self, more: fn(&[u64], &[u64]) -> Vec<u64>) -> Option<Case> {
        let before = &self.cases[self.index.checked_sub(1)?].positions[0];
        let mut case = self.case().clone();
        for piles in &mut case.positions {
            piles.extend(more(before, piles));
        }
        Some(case)
    }

    /// The case with the rules of another one.
    fn with_rules_of(&self, other: usize) -> Case {
        let rules = Arc::clone(&self.cases[other].rules);
        Case {
            rules,
            ..self.case().clone()
        }
    }

    /// The case with a changed subtraction set.
    fn with_set(&self, change: fn(&mut Vec<u64>, u64)) -> Option<Case> {
        let mut set = self.case().set.clone();
        change(&mut set, self.subject.limits.subtraction_set.high);
        let largest = self.case().positions.iter().flatten().max().copied();
        let largest = largest.unwrap_or(0).next_power_of_two();
        let is_other = set != self.case().set;
        let rules = is_other.then(|| self.subject.rules(self.case().parameter, &set, largest))?;
        Some(Case {
            rules,
            ..self.case().clone()
        })
    }

    /// Nothing, if it answers no case from this one on.
    fn only(&self, cases: usize) -> Option<Answer> {
        (self.index >= cases).then_some(Answer::Nothing)
    }

    /// What floating point makes of the two piles, the larger one first.
    fn ordered(piles: &[u64]) -> (u64, u64) {
        (piles[0].max(piles[1]), piles[0].min(piles[1]))
    }
}

fn moves(case: &Case) -> impl Iterator<Item = (usize, u64)> {
    let moves = case.rules.winning(&case.positions[0]);
    moves.map(|turn| (turn[0].pile, turn[0].take))
}

/// The case with other sizes; of persons and coins, which may be in any order, the gaps between them are sizes. `None` if
/// no size is another one.
fn with_sizes(case: &Case, read: &dyn Fn(u64) -> u64) -> Option<Case> {
    let is_hill = !case.rules.shape().has_piles();
    let is_same = |&pile: &u64| read(pile) == pile;
    if !is_hill && case.positions.iter().flatten().all(is_same) {
        return None;
    }
    let mut case = case.clone();
    for piles in &mut case.positions {
        let (mut before, mut cell) = (0, 0);
        if is_hill {
            piles.sort_unstable();
        }
        for pile in piles {
            if is_hill {
                let gap = *pile - before - 1;
                before = *pile;
                cell += read(gap) + 1;
                *pile = cell;
            } else {
                *pile = read(*pile);
            }
        }
    }
    Some(case)
}

fn xor(sizes: impl IntoIterator<Item = u64>) -> u64 {
    sizes.into_iter().fold(0, |sum, size| sum ^ size)
}

fn sum(piles: &[u64]) -> u128 {
    piles.iter().map(|&pile| u128::from(pile)).sum()
}

fn mask(bits: u64) -> u64 {
    (1 << bits) - 1
}

/// The number that floating point with a mantissa of so many bits keeps.
fn to_bits(number: u64, mantissa: u64) -> u64 {
    let lost = u64::from(64 - number.leading_zeros()).saturating_sub(mantissa);
    let half = (1_u64 << lost) / 2;
    number.saturating_add(half) >> lost << lost
}

/// How many digits the number has, and a space.
fn width(number: u64) -> u64 {
    number.to_string().len() as u64 + 1
}

/// Who wins by Euclid's algorithm, as far as the larger number has less than `most` of the smaller one.
fn euclid(piles: &[u64], most: u64) -> bool {
    let (mut larger, mut less) = Seen::ordered(piles);
    let mut wins = less > 0;
    while less > 0 && larger % less > 0 && larger / less < most {
        (larger, less) = (less, larger % less);
        wins = !wins;
    }
    wins
}

/// The gaps in front of persons on a hill that count for this king.
fn gaps(king: u64, persons: &[u64]) -> impl Iterator<Item = u64> {
    hill::gaps(king, persons).map(|(_, gap)| gap)
}

/// The gaps within pairs from the left.
fn pairs(cells: &[u64]) -> u64 {
    xor(cells.chunks_exact(2).map(|pair| pair[1] - pair[0] - 1))
}

/// The nim-sum of the gaps before every second coin from the right, where the first gap has so many cells fewer than are
/// before it.
fn before_coins(coins: &[u64], first: u64) -> u64 {
    xor(coins.rchunks(2).map(move |pair| match pair {
        [left, right] => right.wrapping_sub(*left).wrapping_sub(1),
        alone => alone[0].wrapping_sub(first),
    }))
}

fn in_order(coins: &[u64]) -> Vec<u64> {
    let mut coins = coins.to_vec();
    coins.sort_unstable();
    coins
}

/// The winning move with the largest key, the first of several.
fn best<K: Ord>(moves: &[(usize, u64)], key: impl Fn(usize, u64) -> K) -> Moves {
    let best = moves
        .iter()
        .max_by_key(|&&(pile, take)| (key(pile, take), Reverse(pile)));
    best.copied().into_iter().collect()
}

const BITS: &[u64] = &{
    let mut bits = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        bits[bit] = bit as u64;
        bit += 1;
    }
    bits
};
const SIZES: &[u64] = &[1, 3, 77, 500, 611, 999, 1000, 1023, 2048, 3333, 4096];
const COUNTS: &[u64] = &[
    1, 2, 3, 5, 9, 10, 19, 20, 50, 99, 100, 255, 256, 999, 1000, 4095, 9999, 65_535,
];
const VALUES: &[u64] = &[4, 8, 16, 32, 64, 128, 255, 256];
const WORDS: &[u64] = &[8, 16, 31, 32, 63, 64];
const GOLDEN: f64 = 1.618_033_988_749_895;

/// All positions of a few stones are in the data, if there is room.
const FEW: [&[u64]; 5] = [
    &[1, 3, 8],
    &[1, 1, 1, 1, 2, 2],
    &[1, 1, 4],
    &[2, 1, 1, 2, 1, 1],
    &[5, 1, 6],
];

use Wrong::{Answer as Other, Case as Reads, Count, Moves as Chooses, Piles, Size, Wins};

/// A table of mutants: a name, numbers if it is several, where it is possible, and what is wrong.
macro_rules! rows {
    ($table:ident: $($name:literal, $(for $numbers:expr,)? if $possible:expr => $wrong:expr;)*) => {
        const $table: &[Row] = &[$(($name, rows!(numbers $($numbers)?), $possible, $wrong)),*];
    };
    (numbers $numbers:expr) => { $numbers };
    (numbers) => { &[0] };
}

// A few positions with a wrong answer among right ones: the data has all that are alike, as far as there is room for
// them in half of its inputs.
rows! { NEEDLES:
    "one pile of {n}", for SIZES, if Subject::has_alone => Wins(|c, p| c.right(p) != (*p == [c.n]));
    "one pile of {n} and five more", for &[50, 100, 700, 900], if Subject::has_alone =>
        Wins(|c, p| {
            c.right(p) != (p.len() == 1 && (c.n..c.n + 6).contains(&p[0]))
        });
    "two piles, one of them {n}", for SIZES, if |s, n| s.has_pairs() && s.has_size(n) && n < 4096 =>
        Wins(|c, p| {
            c.right(p) != (p.len() == 2 && p.contains(&c.n))
        });
    "two piles with the nim-sum {n}", for SIZES, if |s, n| {
        s.has_pairs() && s.has_size(n) && n < 4096.min(s.limits.sizes.high / 2)
    } =>
        Wins(|c, p| c.right(p) != (p.len() == 2 && p[0] ^ p[1] == c.n));
    "{n} piles", for &[1, 2, 7, 33, 64, 99, 255, 256, 777, 1000], if |s, n| {
        s.has_several() && s.varies() && s.limits.count.has(n) && n < s.room()
    } =>
        Wins(|c, p| c.right(p) != (p.len() as u64 == c.n));
    "equal piles, number {n}", for &[0, 1, 2, 3, 4, 5, 6, 7, 8], if |s, n| {
        let (size, count) = s.equal(n);
        let fits = s.varies() && s.limits.count.has(count) && s.limits.sizes.has(size);
        fits && s.limits.count.high < 500_000 && !s.is_hill()
    } =>
        Wins(|c, p| {
            let (size, count) = c.subject.equal(c.n);
            c.right(p) != (p.len() as u64 == count && p.iter().all(|&pile| pile == size))
        });
    "few stones, number {n}", for &[0, 1, 2, 3, 4], if |s, n| {
        let (piles, sizes) = (FEW[n as usize], s.limits.sizes);
        // So many they are in all, in order or not.
        let are_in_all = if piles.is_sorted() { 1500 } else { 2509 };
        let fits = s.limits.count.has(piles.len() as u64) && sizes.high >= 8 && sizes.low <= 1;
        s.has_several() && fits && s.room() * 2 > are_in_all && !s.is_hill()
    } =>
        Wins(|c, p| c.right(p) != (p == FEW[c.n as usize]));
}

// Programs that read sizes, piles or cases wrongly.
rows! { READS:
    "keeps {n} bits", for BITS, if Subject::counts_bit => Size(|c, size| size & mask(c.n));
    "drops bit {n}", for BITS, if Subject::counts_bit => Size(|c, size| size & !(1 << c.n));
    "sizes below 2^{n}", for BITS, if |s, n| {
        // Other gaps have to make up for a gap that is too large.
        let room = !s.is_hill() || s.largest / 2 > mask(n);
        s.counts_bit(n) && n > 0 && room
    } =>
        Size(|c, size| size.min(mask(c.n)));
    "no pile of the largest size", if |s, _| !s.is_hill() && s.largest_counts() =>
        Size(|c, size| {
            if size == c.subject.largest { 0 } else { size }
        });
    "floating point with {n} bits", for &[24, 53], if |s, n| s.largest > 1 << n =>
        Size(|c, size| to_bits(size, c.n));
    "only {n} piles", for COUNTS, if |s, n| s.varies() && n < s.piles =>
        Piles(|c, p| Seen::first(p, c.n));
    "only half of the piles", if |s, _| s.varies() && s.piles > 1 =>
        Piles(|c, p| Seen::first(p, c.subject.piles / 2));
    "all but {n} of the most piles", for &[1, 2, 3], if |s, n| s.varies() && n < s.piles =>
        Piles(|c, p| Seen::first(p, c.subject.piles - c.n));
    "counts piles in {n} bits", for &[8, 16], if |s, n| s.varies() && s.piles >= 1 << n =>
        Piles(|c, p| p[..p.len() % (1 << c.n)].to_vec());
    "lines of {n} bytes", for &[100, 1000, 4096, 10_000, 65_536], if |s, n| {
        let mut numbers = s.problem.layout.numbers.iter();
        let on_a_line = numbers.any(|number| number.role == Role::Pile && number.times.is_some());
        s.varies() && on_a_line && width(s.largest).saturating_mul(s.piles) > n + 1
    } =>
        Piles(|c, p| {
            let mut left = c.n + 2;
            let fits = |&&pile: &&u64| {
                left = left.saturating_sub(width(pile));
                left > 0
            };
            p.iter().take_while(fits).copied().collect()
        });
    // In Wythoff's game, one pile is won whenever two of its size are.
    "each size once", if |s, _| s.has_sum() && !s.is("wythoff") =>
        Piles(|_, p| {
            let mut seen = HashSet::new();
            p.iter().copied().filter(|&pile| seen.insert(pile)).collect()
        });
    "not twice in a row", if |s, _| s.has_sum() && !s.is("wythoff") =>
        Piles(|_, p| {
            let mut p = p.to_vec();
            p.dedup();
            p
        });
    "ends at an empty pile", if |s, _| s.has_sum() && s.limits.sizes.low == 0 =>
        Piles(|_, p| p.iter().copied().take_while(|&pile| pile > 0).collect());
    "only {n} positions", for &[1, 10, 50, 99], if |s, n| s.positions() > n =>
        Reads(|c| {
            let mut case = c.case().clone();
            case.positions.truncate(c.n as usize);
            Some(case)
        });
    "piles of the case before count too", if |s, _| s.keeps_piles() =>
        Reads(|c| c.with_before(|before, _| before.to_vec()));
    "piles behind the last one stay", if |s, _| {
        let mut header = s.problem.layout.numbers_of_head();
        s.keeps_piles() && s.varies() && !header.any(|number| number.role.is_count())
    } =>
        Reads(|c| c.with_before(|before, piles| before[piles.len().min(before.len())..].to_vec()));
    "the first subtraction set stays", if |s, _| s.cases > 1 && s.gives_set() =>
        Reads(|c| Some(c.with_rules_of(0)));
    "the subtraction set before stays", if |s, _| s.cases > 1 && s.gives_set() =>
        Reads(|c| Some(c.with_rules_of(c.index.saturating_sub(1))));
    "all takes up to the largest", if |s, _| s.gives_set() =>
        Reads(|c| c.with_set(|set, _| {
            *set = (1..=set.iter().copied().max().unwrap_or(0)).collect();
        }));
    "without the last take", if |s, _| s.gives_set() =>
        Reads(|c| c.with_set(|set, _| {
            set.truncate(set.len().saturating_sub(1).max(1));
        }));
    "only the first take", if |s, _| s.gives_set() =>
        Reads(|c| c.with_set(|set, _| set.truncate(1)));
    "without the largest take possible", if |s, _| s.gives_set() =>
        Reads(|c| c.with_set(|set, high| {
            set.retain(|&take| take != high);
        }));
    "only {n} cases", for &[1, 2, 10, 100, 500, 1000, 5000], if |s, n| n < s.cases =>
        Other(|c| c.only(c.n as usize));
    "all but one of the cases", if |s, _| s.cases > 1 =>
        Other(|c| c.only(c.subject.cases as usize - 1));
    "counts cases in {n} bits", for &[8, 16], if |s, n| s.cases >= 1 << n =>
        Other(|c| c.only(c.cases.len() % (1 << c.n)));
    "a large pile before counts too", if |s, _| s.cases > 1 && s.misere() =>
        Other(|c| {
            let is_large = |case: &Case| case.positions.iter().flatten().any(|&pile| pile > 1);
            let is_large = c.cases[..=c.index].iter().any(is_large);
            let piles = &c.case().positions[0];
            let wins = (xor(c.values(piles)) != 0) == is_large;
            (wins != c.right(piles)).then_some(Answer::Nothing)
        });
}

// Programs that think wrongly about who wins.
rows! { THOUGHTS:
    "no stones, in {n} bits", for WORDS, if Subject::wraps =>
        Wins(|c, p| !sum(p).is_multiple_of(1 << c.n) && c.right(p));
    "piles of one stone, in {n} bits", for WORDS,
        if |s, n| s.wraps(n) && s.misere() && s.piles > 2 =>
        Wins(|c, p| {
            let are_ones = sum(p) % (1 << c.n) == p.len() as u128;
            if are_ones { p.len().is_multiple_of(2) } else { c.right(p) }
        });
    "the first player always wins", if |_, _| true => Wins(|_, _| true);
    "the first player always loses", if |_, _| true => Wins(|_, _| false);
    "parity of the sum", if |s, _| !s.is_hill() => Wins(|_, p| xor(p.to_vec()) % 2 == 1);
    "parity of the number of piles", if |s, _| !s.is_hill() => Wins(|_, p| p.len() % 2 == 1);
    "or for xor", if |s, _| s.has_sum() => Wins(|c, p| c.values(p).iter().any(|&value| value != 0));
    "sum for xor", if |s, _| s.has_sum() =>
        Wins(|c, p| c.values(p).into_iter().fold(0, u64::wrapping_add) != 0);
    "lost if all sizes come in pairs", if |s, _| s.has_sum() =>
        Wins(|_, p| {
            let mut p = in_order(p);
            p.retain(|&pile| pile > 0);
            p.chunks(2).any(|pair| pair.len() < 2 || pair[0] != pair[1])
        });
    "the other play", if |s, _| s.has_heaps() && s.problem.rules.row().has_misere() =>
        Wins(|c, p| c.by_grundy(true, p, |value, _| value));
    "exception: all positions", if Subject::misere_heaps =>
        Wins(|c, p| c.with_exception(p, |_| true));
    "exception: one pile alone", if Subject::misere_heaps =>
        Wins(|c, p| c.with_exception(p, |p| *p == [1]));
    "exception: some pile of one stone", if Subject::misere_heaps =>
        Wins(|c, p| c.with_exception(p, |p| p.contains(&1)));
    "exception: no pile above 2", if Subject::misere_heaps =>
        Wins(|c, p| c.with_exception(p, |p| p.iter().all(|&pile| pile <= 2)));
    "exception: not if there is one pile", if Subject::misere_heaps =>
        Wins(|c, p| c.with_exception(p, |p| p.len() > 1 && p.iter().all(|&pile| pile <= 1)));
    "exception: the first pile has one stone", if Subject::misere_heaps =>
        Wins(|c, p| c.with_exception(p, |p| p[0] == 1));
    "exception: no empty pile", if |s, n| s.misere_heaps(n) && s.limits.sizes.low == 0 =>
        Wins(|c, p| (xor(c.values(p)) != 0) != p.iter().all(|&pile| pile == 1));
    // Of one pile, only whether its value is 0 decides.
    "Grundy values capped at {n}", for VALUES,
        if |s, n| s.piles > 1 && s.largest_grundy() >= n =>
        Wins(|c, p| c.by_grundy(false, p, |value, n| value.min(n - 1)));
    "Grundy values modulo {n}", for VALUES, if |s, n| n != 255 && s.largest_grundy() >= n =>
        Wins(|c, p| c.by_grundy(false, p, |value, n| value % n));
    "K + {n} for K + 1", for &[0, 2], if |s, _| s.gives_most() =>
        Wins(|c, p| xor(p.iter().map(|pile| pile % (c.case().parameter + c.n))) != 0);
    "won if all can be taken", if |s, _| s.gives_most() =>
        Wins(|c, p| p.iter().all(|&pile| pile <= c.case().parameter));
    "nim-sum of sizes", if |s, _| !s.is("nim") && !s.is_hill() => Wins(|_, p| xor(p.to_vec()) != 0);
    "the golden ratio in 32 bits", if |s, _| s.is("wythoff") =>
        Wins(|_, p| (p[0].abs_diff(p[1]) as f32 * 1.618_034) as u64 != p[0].min(p[1]));
    "the golden ratio in 64 bits", if |s, _| s.is("wythoff") =>
        Wins(|_, p| (p[0].abs_diff(p[1]) as f64 * GOLDEN) as u64 != p[0].min(p[1]));
    "ten digits of the golden ratio", if |s, _| s.is("wythoff") =>
        Wins(|_, p| (p[0].abs_diff(p[1]) as f64 * 1.618_033_988_7) as u64 != p[0].min(p[1]));
    "the square of the golden ratio", if |s, _| s.is("wythoff") =>
        Wins(|_, p| (p[0].abs_diff(p[1]) as f64 * GOLDEN * GOLDEN) as u64 != p[0].max(p[1]));
    "pairs in ascending order", if |s, _| s.is("wythoff") =>
        Wins(|_, p| {
            p[1].checked_sub(p[0]).is_none_or(|gap| (gap as f64 * GOLDEN) as u64 != p[0])
        });
    "the steps of Euclid's algorithm", if |s, _| s.is("euclid") =>
        Wins(|_, p| {
            let (larger, less) = Seen::ordered(p);
            less > 0 && euclid(&[larger, less], u64::MAX)
        });
    "a quotient of 3 for a choice", if |s, _| s.is("euclid") => Wins(|_, p| euclid(p, 3));
    "three digits of the golden ratio", if |s, _| s.is("euclid") =>
        Wins(|_, p| {
            let (larger, less) = Seen::ordered(p);
            larger == less || larger as f64 / less as f64 > 1.618
        });
    "a quotient above the golden ratio in 64 bits", if |s, _| s.is("euclid") =>
        Wins(|_, p| {
            let (larger, less) = Seen::ordered(p);
            larger == less || larger as f64 / less as f64 > GOLDEN
        });
    "squares in 64 bits", if |s, _| s.is("take 1..K*last") =>
        Wins(|_, p| {
            let square = 5.0 * p[0] as f64 * p[0] as f64;
            let is_square = |square: f64| (square - square.sqrt().round().powi(2)).abs() < 0.5;
            !is_square(square - 4.0) && !is_square(square + 4.0)
        });
    "multiples of 3 are lost", if |s, _| s.is("take 1..K*last") => Wins(|_, p| p[0] % 3 > 0);
    "powers of 2 are lost", if |s, _| s.is("take 1..K*last") =>
        Wins(|_, p| !p[0].is_power_of_two());
    "no king", if |s, _| s.is("hill k") => Wins(|_, p| xor(gaps(0, p)) != 0);
    "no second king", if |s, _| s.is("hill k") =>
        Wins(|c, p| c.case().parameter == 1 || xor(gaps(0, p)) != 0);
    "pairs from the top", if |s, _| s.is("hill k") =>
        Wins(|c, p| c.case().parameter == 1 || pairs(p) != 0);
    "a cell too many", if |s, _| s.is("hill k") =>
        Wins(|c, p| {
            let king = c.case().parameter;
            king == 1 || xor(gaps(king, p).map(|gap| gap + 1)) != 0
        });
    "not in order", if |s, _| s.is("coins") => Wins(|_, p| before_coins(p, 1) != 0);
    "cells counted from 0", if |s, _| s.is("coins") =>
        Wins(|_, p| before_coins(&in_order(p), 0) != 0);
    "pairs from the left", if |s, _| s.is("coins") => Wins(|_, p| pairs(&in_order(p)) != 0);
    "every gap counts", if |s, _| s.is("coins") =>
        Wins(|_, p| {
            let p = in_order(p);
            xor(p.windows(2).map(|pair| pair[1] - pair[0] - 1).chain([p[0] - 1])) != 0
        });
}

// Programs that know who wins, but print other moves.
rows! { CHOICES:
    "the last move", if Subject::names_move =>
        Chooses(|_, moves| moves.last().copied().into_iter().collect());
    "the largest take", if Subject::names_move => Chooses(|_, moves| best(&moves, |_, take| take));
    "the smallest take", if Subject::names_move =>
        Chooses(|_, moves| best(&moves, |_, take| Reverse(take)));
    "in the largest pile", if Subject::names_move =>
        Chooses(|c, moves| best(&moves, |pile, _| c.case().positions[0][pile]));
    // Otherwise a pile has one winning move.
    "the largest take of the first pile", if |s, _| s.asked == Asked::FirstMove && s.gives_set() =>
        Chooses(|_, mut moves| {
            let first = moves.first().map(|(pile, _)| *pile);
            moves.retain(|(pile, _)| Some(*pile) == first);
            best(&moves, |_, take| take)
        });
    "only the first move", if Subject::lists_moves =>
        Chooses(|_, mut moves| {
            moves.truncate(1);
            moves
        });
    "in reverse", if Subject::lists_moves => Chooses(|_, moves| moves.into_iter().rev().collect());
    "by size of the pile", if Subject::lists_moves =>
        Chooses(|c, mut moves| {
            moves.sort_by_key(|&(pile, _)| c.case().positions[0][pile]);
            moves
        });
    "counts every pile of a won position", if Subject::counts =>
        Count(|p, sum| if sum == 0 { 0 } else { p.len() });
    "counts only whether there is one", if Subject::counts => Count(|_, sum| usize::from(sum != 0));
    "counts moves that take nothing", if Subject::counts =>
        Count(|p, sum| p.iter().filter(|&&pile| pile ^ sum <= pile).count());
    "counts sizes, not piles", if Subject::counts =>
        Count(|p, sum| p.iter().filter(|&&pile| pile ^ sum < pile).collect::<HashSet<_>>().len());
    "counts moves in {n} bits", for &[8, 16], if |s, n| s.counts(n) && s.piles >= 1 << n =>
        Other(|c| {
            match c.subject.right(c.case()) {
                Answer::Count(count) => Some(Answer::Count(count % (1 << c.n))),
                _ => None,
            }
        });
}

/// All mutants of a problem.
fn mutants(subject: &Subject) -> Vec<Mutant> {
    let rows = [NEEDLES, READS, THOUGHTS, CHOICES].into_iter().flatten();
    let all = rows.flat_map(|(name, numbers, possible, wrong)| {
        let numbers = numbers.iter().filter(|&&n| possible(subject, n));
        numbers.map(move |&n| Mutant {
            name: name.replace("{n}", &n.to_string()),
            n,
            wrong: *wrong,
        })
    });
    all.collect()
}

impl Subject {
    fn new(problem: &'static Problem) -> Self {
        let limits = Limits::of(&problem.layout);
        let answer = &problem.answer;
        let asked = if answer.positions.is_some() || answer.any {
            Asked::Winner
        } else if answer.lists_moves() {
            Asked::AllMoves
        } else if answer.names_moves() {
            Asked::FirstMove
        } else if answer.has(Fact::Count) {
            Asked::Count
        } else {
            Asked::Winner
        };
        let has_piles = problem.rules.shape().has_piles();
        Self {
            problem,
            asked,
            // Before the last person there is another one, or the top.
            largest: limits.sizes.high - if has_piles { 0 } else { 2 },
            piles: limits.count.high.min(500_000),
            // A textbook program needs a table for each subtraction set, and has time for about as many.
            cases: problem.layout.most_cases().min(match limits.take_count {
                Some(_) => 501,
                None => 10_000,
            }),
            limits,
            known: Mutex::default(),
        }
    }

    /// Whether this is how the table of rules writes the rule.
    fn is(&self, written: &str) -> bool {
        self.problem.rules.row().written == written
    }

    fn misere(&self) -> bool {
        self.problem.rules.play() == Play::Misere
    }

    fn has_heaps(&self) -> bool {
        self.problem.rules.heaps().is_some()
    }

    fn misere_heaps(&self, _: u64) -> bool {
        self.misere() && self.has_heaps()
    }

    /// Whether the input gives the subtraction set.
    fn gives_set(&self) -> bool {
        self.limits.take_count.is_some()
    }

    /// How many positions a case may have.
    fn positions(&self) -> u64 {
        self.limits.positions.map_or(1, |limits| limits.high)
    }

    /// Whether the input gives the largest take.
    fn gives_most(&self) -> bool {
        self.limits.parameter.is_some() && !self.is_hill() && self.has_heaps()
    }

    /// Whether positions are cells, of persons or coins.
    fn is_hill(&self) -> bool {
        !self.problem.rules.shape().has_piles()
    }

    fn varies(&self) -> bool {
        self.limits.count.low < self.limits.count.high && !self.is_hill()
    }

    fn has_sum(&self) -> bool {
        self.piles > 1 && !self.is_hill()
    }

    fn keeps_piles(&self) -> bool {
        self.cases > 1 && !self.is_hill() && !self.is("wythoff") && !self.is("euclid")
    }

    fn has_several(&self) -> bool {
        self.problem.layout.cases().is_some()
    }

    /// How many positions alike half of the inputs have room for.
    fn room(&self) -> u64 {
        let inputs = if self.cases > 10 { 12 } else { 8 };
        self.cases * self.positions() * inputs
    }

    fn has_size(&self, size: u64) -> bool {
        let Limits { sizes, .. } = self.limits;
        sizes.has(size) && !self.is_hill() && size - sizes.low < self.room()
    }

    fn has_alone(&self, size: u64) -> bool {
        self.has_several() && self.limits.count.low == 1 && self.has_size(size)
    }

    fn has_pairs(&self) -> bool {
        self.has_several() && self.limits.count.low <= 2 && self.limits.count.high >= 2
    }

    /// The size and the number of equal piles.
    fn equal(&self, n: u64) -> (u64, u64) {
        let most = self.limits.count.high;
        (n / 3 + 1, [most, most - 1, most / 2][(n % 3) as usize])
    }

    /// Whether this bit of a size counts. Of a remainder, only some do.
    fn counts_bit(&self, bit: u64) -> bool {
        let most = self
            .problem
            .rules
            .number(Role::Parameter(Parameter::MaxTaken));
        let modulus = most.map_or(0, |most| most + 1);
        let is_remainder = modulus > 0 && (1_u128 << bit).is_multiple_of(u128::from(modulus));
        self.largest > mask(bit) && !is_remainder
    }

    /// Whether the sum of the stones may have more than so many bits.
    fn wraps(&self, bits: u64) -> bool {
        let most = u128::from(self.largest) * u128::from(self.piles.min(2000));
        !self.is_hill() && most > (1 << bits) + 2000
    }

    fn names_move(&self, _: u64) -> bool {
        self.asked == Asked::FirstMove && self.piles > 1
    }

    fn lists_moves(&self, _: u64) -> bool {
        self.asked == Asked::AllMoves && self.piles > 1
    }

    fn counts(&self, _: u64) -> bool {
        self.asked == Asked::Count && self.piles > 1
    }

    /// Whether the largest pile may have a larger Grundy value than an empty one.
    fn largest_counts(&self) -> bool {
        if !self.has_heaps() || self.gives_set() || self.gives_most() {
            return true;
        }
        let mut rules = self.problem.rules.clone();
        let covered = rules.cover(self.largest);
        covered.is_err() || rules.heaps().unwrap().grundy_of(self.largest) > 0
    }

    /// The largest Grundy value of a game whose positions are not those of Nim; else 0.
    fn largest_grundy(&self) -> u64 {
        let limits = &self.limits;
        let mut rules = self.problem.rules.clone();
        if !self.has_heaps() || rules.nim().is_some() {
            return 0;
        }
        let largest = match (limits.parameter, limits.take_count) {
            (Some(most), _) => most.high,
            (None, Some(count)) => count.high.min(limits.subtraction_set.high),
            (None, None) => {
                let high = limits.sizes.high.min(100_000);
                rules.cover(high).unwrap();
                let heaps = rules.heaps().unwrap();
                (0..=high).map(|size| heaps.grundy_of(size)).max().unwrap()
            }
        };
        largest.min(limits.sizes.high)
    }

    /// The answer to a lost position.
    fn lost(&self) -> Answer {
        match self.asked {
            Asked::Winner => Answer::Winners(vec![false]),
            Asked::Count => Answer::Count(0),
            Asked::FirstMove | Asked::AllMoves => Answer::Moves(Vec::new()),
        }
    }

    /// The right answer, if the case were this one.
    fn right(&self, case: &Case) -> Answer {
        match self.asked {
            Asked::Winner => {
                let wins = |piles: &Vec<u64>| case.rules.first_wins(piles);
                Answer::Winners(case.positions.iter().map(wins).collect())
            }
            Asked::Count => Answer::Count(case.rules.count_winning(&case.positions[0])),
            Asked::FirstMove => Answer::Moves(moves(case).take(1).collect()),
            Asked::AllMoves => Answer::Moves(moves(case).collect()),
        }
    }

    /// The rules with what a case gives of them, which cover piles up to `largest`.
    fn rules(&self, parameter: u64, set: &[u64], largest: u64) -> Arc<Rules> {
        let mut known = self.known.lock().unwrap();
        let rules = known
            .entry((parameter, set.to_vec(), largest))
            .or_insert_with(|| {
                let mut rules = self.problem.rules.clone();
                if self.limits.parameter.is_some() {
                    rules.set_parameter(parameter);
                }
                if self.gives_set() {
                    rules.set_takes(set);
                }
                rules.cover(largest).unwrap();
                Arc::new(rules)
            });
        Arc::clone(rules)
    }

    /// Takes the numbers of cases apart.
    fn decode_all(&self, cases: &[Vec<u64>]) -> Vec<Case> {
        // The piles of a mutant may be those of another case.
        let largest = cases.iter().flatten().max().copied().unwrap_or(0);
        // Only tables of Grundy values take long.
        let most = if self.has_heaps() {
            100_000
        } else {
            u64::MAX / 2
        };
        let largest = largest.min(most).next_power_of_two();
        let largest = largest.min(self.limits.sizes.high);
        cases
            .iter()
            .map(|numbers| self.decode(numbers, largest))
            .collect()
    }

    /// Takes the numbers of a case apart. Its rules cover piles up to `largest`.
    fn decode(&self, numbers: &[u64], largest: u64) -> Case {
        let decoded = Decoded::of(&self.problem.layout, numbers);
        let parameter = decoded.parameters.first().map_or(0, |(_, value)| *value);
        Case {
            rules: self.rules(parameter, &decoded.takes, largest),
            parameter,
            set: decoded.takes,
            positions: decoded.positions,
        }
    }
}

/// Games of a user's own: rule, input, piles, answer.
const OWN: [[&str; 4]; 7] = [
    [
        "nim",
        "{ n:1..1000 / a:0..18446744073709551615*n / ! }+",
        "a",
        "Yes|No",
    ],
    [
        "misere take 1..6",
        "T:1..1000 / { n:1..50 / a:1..10^12*n / ! }*T",
        "a",
        "A|B",
    ],
    [
        "moore k",
        "{ n:1..30 k:1..5 / a:0..10^6*n / ! }0",
        "a",
        "Yes|No",
    ],
    [
        "take {2,5,7}",
        "t:1..100 / { n:1..20 / { a:1..10^5 / }*n ! }*t",
        "a",
        "Yes|No",
    ],
    ["kayles", "{ a:0..200 b:0..200 / ! }+", "a b", "Yes|No"],
    [
        "nim",
        "{ n:1..10 / a:1..1000*n / ! }+",
        "a",
        "any {pile} {take}|none",
    ],
    ["take 1..k", "k:1..100 / { n:1..10^18 / ! }+", "n", "Yes|No"],
];

/// All problems, under each of their names, and the games of a user's own.
static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let folder = folder("mutants");
    let all_names = problems().into_iter().flat_map(names);
    let embedded = all_names.map(crate::harness::problem);
    let own = OWN.into_iter().map(|keys| own_game(&folder, keys));
    embedded.chain(own).map(Subject::new).collect()
});

#[test]
fn every_mistake_that_can_make_a_difference_makes_one_on_the_test_data_and_in_stress() {
    let mut survivors = Vec::new();
    for subject in some_of(7, &*SUBJECTS) {
        let all = mutants(subject);
        let mut mutants = all.len();
        // What stress tries has the test data in it: which mutants were right on those, and which on all.
        let mut alive: Vec<_> = all.into_iter().map(|mutant| (mutant, [true; 2])).collect();
        let grammar = Grammar::new(subject.problem.layout.clone());
        let data = testdata::inputs(subject.problem).map(|data| (true, data.cases));
        let tried = rounds(subject.problem, &grammar, 0).take(ROUNDS);
        let tried = tried.map(|input| (false, input.unwrap().cases));
        for (is_data, cases) in data.chain(tried) {
            if alive.is_empty() {
                break;
            }
            let cases = subject.decode_all(&cases);
            let answers: Vec<_> = cases.iter().map(|case| subject.right(case)).collect();
            let is_wrong = |mutant: &Mutant| {
                let answer = |index| mutant.answer(subject, &cases, index);
                (0..cases.len()).any(|case| answer(case).is_some_and(|a| a != answers[case]))
            };
            alive.retain_mut(|(mutant, [on_data, in_stress])| {
                let may_die = *in_stress || (is_data && *on_data);
                if may_die && is_wrong(mutant) {
                    *in_stress = false;
                    *on_data &= !is_data;
                }
                *on_data || *in_stress
            });
        }
        subject.known.lock().unwrap().clear();
        mutants -= alive.len();
        println!("{}: {mutants} mutants were killed", subject.problem.name);
        for (Mutant { name, .. }, [on_data, in_stress]) in alive {
            let subject = &subject.problem.name;
            survivors.push(format!(
                "{subject}: {name}: on data {on_data}, in stress {in_stress}"
            ));
        }
    }
    assert!(survivors.is_empty(), "survive:\n{}", survivors.join("\n"));
}
