//! Wrong programs by the hundred: each mistake that can make a difference within the limits of a problem must make one
//! on its test data, under every name of the problem, and so on what `stress` tries.
//!
//! A mutant reads a case wrongly, or thinks wrongly about it, as programs for any game may; what only programs for one
//! game get wrong is in its folder. It is a function here, so that no compiler is needed. A row of the table is one
//! mutant, or one for each of some numbers. Where the limits leave no room for a mistake, it is not possible, and there
//! is no mutant.
#![expect(clippy::cast_precision_loss, reason = "that is the mistake of some of them")]

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, Mutex};

use bouton::internals::game::Play;
use bouton::internals::game::rule::Rules;
use bouton::internals::layout::PileOf::{self, Cells, Count};
use bouton::internals::layout::{Parameter, Role};
use bouton::internals::problem::Problem;
use bouton::internals::testdata::{self, Bounds, Limits};

use crate::harness::{folder, names, own_game, problems, some_of};

/// A case, decoded.
#[derive(Clone)]
struct Case {
    /// The rules with what the case gives of them; all piles are covered.
    rules: Arc<Rules>,
    parameter: u64,
    positions: Vec<Vec<u64>>,
}

/// What a case gives of the rules, and the largest pile that they cover.
type Given = (String, u64);

/// Who wins each position, and the pile and the take of each winning move that is named.
type Answer = (Vec<bool>, Vec<(usize, u64)>);

/// A problem and what follows from its limits.
struct Subject {
    problem: &'static Problem,
    /// How many winning moves the answer to a case names.
    moves: usize,
    limits: Limits,
    /// The largest size of a pile, or of a gap between persons.
    largest: u64,
    /// How many piles, positions of a case, and cases there may be.
    piles: u64,
    positions: u64,
    cases: u64,
    is_misere: bool,
    /// Whether positions are piles, not cells of persons or coins; and whether each has a Grundy value.
    has_piles: bool,
    has_heaps: bool,
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

/// What is wrong about a program.
#[derive(Clone, Copy)]
enum Wrong {
    /// It reads other sizes.
    Size(fn(&Seen, u64) -> u64),
    /// It reads other piles.
    Piles(fn(&Seen, &[u64]) -> Vec<u64>),
    /// It reads another case. `None` is this one as it is.
    Reads(fn(&Seen) -> Option<Case>),
    /// It is wrong about who wins.
    Wins(fn(&Seen, &[u64]) -> bool),
    /// It does not answer the case.
    Fails(fn(&Seen) -> bool),
}
use Wrong::{Fails, Piles, Reads, Size, Wins};

/// Where a mutant with this number is possible.
type IsPossible = fn(&Subject, u64) -> bool;

/// What the mutants are called, their numbers, where one is possible, and what is wrong about it.
type Row = (&'static str, &'static [u64], IsPossible, Wrong);

impl Seen<'_> {
    fn case(&self) -> &Case {
        &self.cases[self.index]
    }

    /// Whether the answer to the case is wrong, where the right one is this.
    fn is_wrong(&self, wrong: Wrong, right: &Answer) -> bool {
        let case = self.case();
        let positions = &case.positions;
        let read = match wrong {
            Fails(fails) => return fails(self),
            Wins(wins) => return positions.iter().any(|p| wins(self, p) != self.right(p)),
            Size(read) => with_sizes(case, &|size| read(self, size)),
            Piles(read) => Some(Case {
                positions: positions.iter().map(|piles| read(self, piles)).collect(),
                ..case.clone()
            }),
            Reads(read) => read(self),
        };
        let is_other = |read: &Case| read.positions != *positions || matches!(wrong, Reads(_));
        let read = read.filter(is_other);
        read.is_some_and(|read| self.subject.right(&read) != *right)
    }

    /// Whether the player to move wins these piles.
    fn right(&self, piles: &[u64]) -> bool {
        self.case().rules.game().first_wins(piles)
    }

    /// The Grundy values of piles, as the rules have them.
    fn values(&self, piles: &[u64]) -> Vec<u64> {
        let heaps = self.case().rules.game().heaps();
        let alone = |pile| std::iter::once((pile, 1));
        let value = |&pile| heaps.map_or(pile, |heaps| heaps.standing(alone(pile)).nim_sum);
        piles.iter().map(value).collect()
    }

    /// Who wins by changed Grundy values, in this play or the other one.
    fn by_grundy(&self, is_other: bool, piles: &[u64], change: fn(u64, u64) -> u64) -> bool {
        let values = self.values(piles).into_iter();
        let values: Vec<_> = values.map(|value| change(value, self.n)).collect();
        let is_large = values.iter().any(|&value| value > 1);
        let is_normal = (self.case().rules.play == Play::Normal) != is_other;
        (xor(&values) != 0) == (is_normal || is_large)
    }

    /// Who wins in misère play, if it has an exception for these Grundy values.
    fn with_exception(&self, piles: &[u64], is_exception: fn(&[u64]) -> bool) -> bool {
        let values = self.values(piles);
        (xor(&values) != 0) != is_exception(&values)
    }
}

/// The case with other sizes; of persons and coins, which may be in any order, the gaps between them are sizes.
fn with_sizes(case: &Case, read: &dyn Fn(u64) -> u64) -> Option<Case> {
    let has_piles = case.rules.def.positions.has_piles();
    let is_same = |&pile: &u64| read(pile) == pile;
    if has_piles && case.positions.iter().flatten().all(is_same) {
        return None;
    }
    let mut case = case.clone();
    for piles in &mut case.positions {
        if has_piles {
            *piles = piles.iter().map(|&pile| read(pile)).collect();
            continue;
        }
        piles.sort_unstable();
        let (mut before, mut cell) = (0, 0);
        for pile in piles {
            cell += read(*pile - before - 1) + 1;
            before = *pile;
            *pile = cell;
        }
    }
    Some(case)
}

fn xor<'n>(sizes: impl IntoIterator<Item = &'n u64>) -> u64 {
    sizes.into_iter().fold(0, |sum, size| sum ^ size)
}

fn mask(bits: u64) -> u64 {
    (1 << bits) - 1
}

fn first(piles: &[u64], count: u64) -> Vec<u64> {
    piles[..piles.len().min(count as usize)].to_vec()
}

/// The number that floating point with a mantissa of so many bits keeps.
fn to_bits(number: u64, mantissa: u64) -> u64 {
    let lost = u64::from(64 - number.leading_zeros()).saturating_sub(mantissa);
    number.saturating_add((1 << lost) / 2) >> lost << lost
}

fn in_order(coins: &[u64]) -> Vec<u64> {
    let mut coins = coins.to_vec();
    coins.sort_unstable();
    coins
}

const BITS: &[u64] = &[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 23, 24, 26, 29, 30, 31, 32, 40, 47, 52, 53, 62,
    63,
];
const SIZES: &[u64] = &[1, 3, 77, 500, 611, 999, 1000, 1023, 2048, 3333, 4096];
const COUNTS: &[u64] = &[
    1, 2, 3, 5, 9, 10, 19, 20, 50, 99, 100, 255, 256, 999, 1000, 4095, 9999, 65_535,
];
const VALUES: &[u64] = &[4, 8, 16, 32, 64, 128, 256];

/// All positions of a few stones are in the data, if there is room.
const FEW: [&[u64]; 3] = [&[1, 3, 8], &[1, 1, 1, 1, 2, 2], &[1, 1, 4]];

/// A table of mutants: a name, numbers if it is several, where it is possible, and what is wrong.
macro_rules! rows {
    ($($name:literal, $(for $numbers:expr,)? if $possible:expr => $wrong:expr;)*) => {
        const ROWS: &[Row] = &[$(($name, rows!(numbers $($numbers)?), $possible, $wrong)),*];
    };
    (numbers $numbers:expr) => { $numbers };
    (numbers) => { &[0] };
}

rows! {
    // A few positions with a wrong answer among right ones: the data has all that are alike, as far as there is room
    // for them in half of its inputs.
    "one pile of {n}", for SIZES, if |s, n| s.limits.count.low == 1 && s.has_needle(n) =>
        Wins(|c, p| c.right(p) != (*p == [c.n]));
    "{n} piles", for &[1, 2, 7, 33, 64, 99, 255, 256, 777, 1000], if |s, n| {
        s.has_several() && s.varies() && s.limits.count.has(n) && n < s.room()
    } =>
        Wins(|c, p| c.right(p) != (p.len() as u64 == c.n));
    "few stones, number {n}", for &[0, 1, 2], if |s, n| {
        let sizes = s.limits.sizes;
        let fits = s.limits.count.has(FEW[n as usize].len() as u64) && sizes.has(8) && sizes.low <= 1;
        s.has_several() && fits && s.has_free_sizes() && s.room() > 1500 && s.has_piles && !s.are(Count(0))
    } =>
        Wins(|c, p| c.right(p) != (in_order(p) == FEW[c.n as usize]));

    // Programs that read sizes, piles or cases wrongly. Where an input is one case, there is no room for each bit.
    "keeps {n} bits", for BITS, if |s, n| s.counts_bit(n) && !s.is("one each") => Size(|c, size| size & mask(c.n));
    "drops bit {n}", for BITS, if |s, n| {
        s.has_several() && s.counts_bit(n) && (n == 0 || !s.is("one each"))
    } =>
        Size(|c, size| size & !(1 << c.n));
    // Other gaps have to make up for a gap that is too large.
    "sizes below 2^{n}", for BITS, if |s, n| {
        let has_room = s.has_piles && !s.are(Cells) || s.largest / 2 > mask(n);
        s.counts_bit(n) && n > 0 && has_room && n < s.last_border()
    } =>
        Size(|c, size| size.min(mask(c.n)));
    "no pile of the largest size", if |s, _| s.problem.rules.nim().is_some() =>
        Size(|c, size| if size == c.subject.largest { 0 } else { size });
    "floating point with {n} bits", for &[24, 53], if |s, n| s.largest > 1 << n && n < s.last_border() =>
        Size(|c, size| to_bits(size, c.n));
    "only {n} piles", for COUNTS, if |s, n| s.varies() && n < s.piles => Piles(|c, p| first(p, c.n));
    // The last pile of a staircase may be on a step that does not count.
    "all but {n} of the most piles", for &[1, 2, 3], if |s, n| {
        s.varies() && n < s.piles && (n > 1 || !s.is("stairs G"))
    } =>
        Piles(|c, p| first(p, c.subject.piles - c.n));
    "counts piles in {n} bits", for &[8, 16], if |s, n| s.varies() && s.piles >= 1 << n =>
        Piles(|c, p| p[..p.len() % (1 << c.n)].to_vec());
    // In Wythoff's game, one pile is won whenever two of its size are.
    "each size once", if |s, _| s.has_sum() && !s.is("wythoff") && !s.is("one each") =>
        Piles(|_, p| {
            let mut seen = HashSet::new();
            p.iter().copied().filter(|&pile| seen.insert(pile)).collect()
        });
    "ends at an empty pile", if |s, _| s.has_sum() && s.limits.sizes.low == 0 =>
        Piles(|_, p| p.iter().copied().take_while(|&pile| pile > 0).collect());
    "only {n} positions", for &[1, 10, 50, 99], if |s, n| s.positions > n =>
        Fails(|c| c.case().positions.len() as u64 > c.n);
    "piles of the case before count too", if |s, _| {
        s.cases > 1 && s.has_piles && !["wythoff", "euclid", "divide by P..Q"].iter().any(|rule| s.is(rule))
    } =>
        Reads(|c| {
            let before = &c.cases[c.index.checked_sub(1)?].positions[0];
            let mut case = c.case().clone();
            case.positions.iter_mut().for_each(|piles| piles.extend(before));
            Some(case)
        });
    "the first subtraction set stays", if |s, _| s.cases > 1 && s.gives_set() =>
        Reads(|c| {
            let rules = Arc::clone(&c.cases[0].rules);
            Some(Case { rules, ..c.case().clone() })
        });
    "only {n} cases", for &[1, 2, 10, 100, 500, 1000, 5000], if |s, n| n < s.cases =>
        Fails(|c| c.index as u64 >= c.n);
    "all but one of the cases", if |s, _| s.cases > 1 =>
        Fails(|c| c.index as u64 >= c.subject.cases - 1);
    "counts cases in {n} bits", for &[8, 16], if |s, n| s.cases >= 1 << n =>
        Fails(|c| c.index >= c.cases.len() % (1 << c.n));
    "a large pile before counts too", if |s, _| s.cases > 10 && s.is_misere =>
        Fails(|c| {
            let mut piles = c.cases[..=c.index].iter().flat_map(|case| &case.positions).flatten();
            let (is_large, piles) = (piles.any(|&pile| pile > 1), &c.case().positions[0]);
            ((xor(&c.values(piles)) != 0) == is_large) != c.right(piles)
        });

    // Programs that think wrongly about who wins.
    "the first player always wins", if |_, _| true => Wins(|_, _| true);
    "the first player always loses", if |_, _| true => Wins(|_, _| false);
    "parity of the sum", if |s, _| s.has_piles => Wins(|_, p| xor(p) % 2 == 1);
    "parity of the number of piles", if |s, _| s.has_piles => Wins(|_, p| p.len() % 2 == 1);
    "or for xor", if |s, _| s.has_sum() => Wins(|c, p| c.values(p).iter().any(|&value| value != 0));
    "sum for xor", if |s, _| s.has_sum() =>
        Wins(|c, p| c.values(p).into_iter().fold(0, u64::wrapping_add) != 0);
    "lost if all sizes come in pairs", if |s, _| s.has_sum() =>
        Wins(|_, p| {
            let mut p = in_order(p);
            p.retain(|&pile| pile > 0);
            p.chunks(2).any(|pair| pair.len() < 2 || pair[0] != pair[1])
        });
    "parity of the values", if |s, _| s.has_sum() && s.has_large_values() =>
        Wins(|c, p| xor(&c.values(p)) % 2 == 1);
    "parity of the number of won piles", if |s, _| s.has_sum() && s.has_large_values() =>
        Wins(|c, p| c.values(p).iter().filter(|&&value| value > 0).count() % 2 == 1);
    "the largest pile alone", if |s, _| s.has_sum() && s.has_heaps =>
        Wins(|c, p| p.iter().max().is_some_and(|&pile| c.values(&[pile])[0] > 0));
    "the other play", if |s, _| s.has_heaps && s.problem.rules.def.has_misere() =>
        Wins(|c, p| c.by_grundy(true, p, |value, _| value));
    "exception: all positions", if |s, _| s.is_misere && s.has_heaps =>
        Wins(|c, p| c.with_exception(p, |_| true));
    "exception: no pile above 2", if |s, _| s.is_misere && s.has_heaps =>
        Wins(|c, p| c.with_exception(p, |p| p.iter().all(|&pile| pile <= 2)));
    "exception: the first pile has one stone", if |s, _| s.is_misere && s.has_heaps =>
        Wins(|c, p| c.with_exception(p, |p| p[0] == 1));
    "exception: no empty pile", if |s, _| s.is_misere && s.has_heaps && s.limits.sizes.low == 0 =>
        Wins(|c, p| (xor(&c.values(p)) != 0) != p.iter().all(|&pile| pile == 1));
    // Of one pile, only whether its value is 0 decides.
    "Grundy values capped at {n}", for VALUES,
        if |s, n| s.piles > 1 && s.largest_grundy() >= n =>
        Wins(|c, p| c.by_grundy(false, p, |value, n| value.min(n - 1)));
    "Grundy values modulo {n}", for VALUES, if |s, n| s.has_several() && s.largest_grundy() >= n =>
        Wins(|c, p| c.by_grundy(false, p, |value, n| value % n));
    "K + {n} for K + 1", for &[0, 2], if |s, _| s.gives_most() =>
        Wins(|c, p| p.iter().fold(0, |sum, pile| sum ^ (pile % (c.case().parameter + c.n))) != 0);
    "nim-sum of sizes", if |s, _| !s.is("nim") && s.has_piles => Wins(|_, p| xor(p) != 0);
    "ten digits of the golden ratio", if |s, _| s.is("wythoff") =>
        Wins(|_, p| {
            let less = p[0].abs_diff(p[1]) as f64 * 1.618_033_988_7;
            less as u64 != p[0].min(p[1])
        });
}

impl Subject {
    fn new(problem: &'static Problem) -> Self {
        let limits = Limits::of(&problem.layout);
        let answer = &problem.answer;
        let moves = match (answer.names_moves() && !answer.any, answer.lists_moves()) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => usize::MAX,
        };
        let rules = &problem.rules;
        let has_piles = rules.def.positions.has_piles();
        Self {
            problem,
            moves,
            // Before the last person there is another one, or the top.
            largest: limits.sizes.high - if has_piles { 0 } else { 2 },
            piles: limits.count.high.min(500_000),
            positions: limits.positions.map_or(1, |limits| limits.high),
            is_misere: rules.play == Play::Misere,
            has_piles,
            has_heaps: rules.game().heaps().is_some(),
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
        self.problem.rules.def.written == written
    }

    /// Whether the input gives the subtraction set.
    fn gives_set(&self) -> bool {
        self.limits.take_count.is_some()
    }

    /// Whether the input gives the largest take.
    fn gives_most(&self) -> bool {
        let mut numbers = self.problem.layout.numbers.iter();
        let is_given = numbers.any(|number| number.role == Role::Parameter(Parameter::MaxTaken));
        is_given && self.has_piles && self.has_heaps
    }

    /// Whether the number of piles varies. Where they are counted by size, two of one size stand for more.
    fn varies(&self) -> bool {
        let Bounds { low, high } = self.limits.count;
        low < high && self.has_piles && !self.are(Count(0))
    }

    /// Whether the piles follow from numbers in this way.
    fn are(&self, of: PileOf) -> bool {
        let mut numbers = self.problem.layout.numbers.iter();
        numbers.any(|number| number.role == Role::PileOf(of))
    }

    /// From this bit on, no bit of a size makes a difference by itself.
    fn last_border(&self) -> u64 {
        match self.problem.rules.def.written {
            // Who wins depends on which piles are of one stone, and a ring of more is alike.
            "nim in order" | "ring SET" => 2,
            // The last pile that is lost alone has 1222 stones.
            "split unequal" if self.piles == 1 => 11,
            "divide by P..Q" => {
                let all = self.problem.rules.game().special().into_iter().flatten().flatten();
                let last = all.take_while(|&last| last <= self.largest).last();
                u64::from(64 - last.unwrap_or(0).leading_zeros())
            }
            _ => 64,
        }
    }

    fn has_sum(&self) -> bool {
        self.piles > 1 && self.has_piles
    }

    fn has_several(&self) -> bool {
        self.problem.layout.cases().is_some()
    }

    /// How many positions alike half of the inputs have room for.
    fn room(&self) -> u64 {
        self.cases * self.positions * 10
    }

    /// Whether there is room for a position with each size up to this one.
    fn has_needle(&self, size: u64) -> bool {
        let sizes = self.limits.sizes;
        let fits = sizes.has(size) && self.has_piles && size - sizes.low < self.room();
        self.has_several() && fits
    }

    /// Whether this bit of a size counts. Of a remainder, only some do.
    fn counts_bit(&self, bit: u64) -> bool {
        let most = Role::Parameter(Parameter::MaxTaken);
        let most = self.problem.rules.number(most);
        let modulus = match most {
            Some(most) => most + 1,
            // Lost is what divides by 4.
            None if self.is("take primes and 1") => 4,
            None => 0,
        };
        let is_remainder = modulus > 0 && (1_u128 << bit).is_multiple_of(u128::from(modulus));
        self.largest > mask(bit) && !is_remainder
    }

    /// The largest Grundy value, if the input gives the takes; else 0.
    fn largest_grundy(&self) -> u64 {
        let limits = &self.limits;
        let most = match (limits.take_count, limits.parameter) {
            (Some(count), _) => count.high.min(limits.subtraction_set.high),
            (None, Some(most)) if self.gives_most() => most.high,
            (None, _) => 0,
        };
        most.min(limits.sizes.high)
    }

    /// Whether a pile may have a Grundy value above 1.
    fn has_large_values(&self) -> bool {
        let mut rules = self.problem.rules.clone();
        let sizes = self.limits.sizes;
        let largest = sizes.high.min(sizes.low + 100);
        let Limits {
            take_count, parameter, ..
        } = &self.limits;
        if !self.has_heaps || take_count.is_some() || parameter.is_some() {
            return self.has_heaps;
        }
        let _ = rules.cover(largest);
        let mut values = (sizes.low..=largest).filter_map(|size| rules.game().grundy(&[size]));
        values.any(|value| value > 1)
    }

    /// Whether few piles may be as large as many: no limit of their cells depends on how many there are.
    fn has_free_sizes(&self) -> bool {
        let mut numbers = self.problem.layout.numbers.iter();
        numbers.all(|number| number.role != Role::SecondCell || number.high.number().is_some())
    }

    /// The right answer to this case.
    fn right(&self, case: &Case) -> Answer {
        let wins = |piles: &Vec<u64>| case.rules.game().first_wins(piles);
        let mut named = Vec::new();
        if self.moves > 0 {
            let moves = case.rules.game().winning(&case.positions[0]).take(self.moves);
            named.extend(moves.map(|turn| (turn[0].pile, turn[0].take)));
        }
        (case.positions.iter().map(wins).collect(), named)
    }

    /// The rules with what a case gives of them, which cover piles up to `largest`.
    fn rules(&self, given: &[(Role, Vec<u64>)], largest: u64) -> Arc<Rules> {
        let mut known = self.known.lock().unwrap();
        let rules = known.entry((format!("{given:?}"), largest));
        let rules = rules.or_insert_with(|| {
            let mut rules = self.problem.rules.clone();
            for (role, values) in given {
                rules.set(*role, values);
            }
            rules.cover(largest).unwrap();
            Arc::new(rules)
        });
        Arc::clone(rules)
    }

    /// Takes the numbers of cases apart.
    fn decode(&self, cases: &[Vec<u64>]) -> Vec<Case> {
        // The piles of a mutant may be those of another case.
        let largest = cases.iter().flatten().max().copied().unwrap_or(0);
        // Only tables of Grundy values take long.
        let most = if self.has_heaps { 1 << 20 } else { 1 << 63 };
        let largest = largest.min(most).next_power_of_two();
        let largest = largest.min(self.limits.sizes.high);
        let case = |numbers: &Vec<u64>| {
            let positions = testdata::positions(&self.problem.layout, numbers);
            let given = positions.first().map_or(&[][..], |position| &position.given);
            let parameter = given.iter().find(|(role, _)| *role != Role::Take);
            let parameter = parameter.map_or(0, |(_, values)| values[0]);
            Case {
                rules: self.rules(given, largest),
                parameter,
                positions: positions.into_iter().map(|one| one.piles).collect(),
            }
        };
        cases.iter().map(case).collect()
    }
}

/// Games of a user's own: rule, input, answer.
const OWN: &str = "\
nim; { n:1..1000 / a:0..18446744073709551615*n / ! }+; Yes|No
misere take 1..6; T:1..1000 / { n:1..50 / a:1..10^12*n / ! }*T; A|B
moore k; { n:1..30 k:1..5 / a:0..10^6*n / ! }0; Yes|No
take {2,5,7}; t:1..100 / { n:1..20 / { a:1..10^5 / }*n ! }*t; Yes|No
nim; { n:1..10 / a:1..1000*n / ! }+; any {pile} {take}|none
nim; { m:1..5 / { l:1..4 / { a:0..99 / }*l }*m ! }+; WL*m
take 1..k; k:1..100 / { a:1..10^18 / ! }+; Yes|No";

/// All problems, under each of their names, and the games of a user's own.
static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let folder = folder("mutants");
    let all_names = problems().into_iter().flat_map(names);
    let embedded = all_names.map(crate::harness::problem);
    let own = OWN.lines().map(|line| {
        let keys: Vec<_> = line.split("; ").collect();
        own_game(&folder, [keys[0], keys[1], "a", keys[2]])
    });
    embedded.chain(own).map(Subject::new).collect()
});

#[test]
fn every_mistake_that_can_make_a_difference_makes_one_on_the_test_data() {
    let mut survivors = Vec::new();
    for subject in some_of(48, &*SUBJECTS) {
        let all = ROWS.iter().flat_map(|row| row.1.iter().map(move |&n| (row, n)));
        let mut alive: Vec<_> = all.filter(|(row, n)| (row.2)(subject, *n)).collect();
        for data in testdata::generated(subject.problem) {
            if alive.is_empty() {
                break;
            }
            let cases = &subject.decode(&data.cases);
            let right: Vec<_> = cases.iter().map(|case| subject.right(case)).collect();
            alive.retain(|&(row, n)| {
                let seen = |index| Seen {
                    n,
                    subject,
                    cases,
                    index,
                };
                (0..cases.len()).all(|index| !seen(index).is_wrong(row.3, &right[index]))
            });
        }
        subject.known.lock().unwrap().clear();
        for (row, n) in alive {
            let mutant = row.0.replace("{n}", &n.to_string());
            survivors.push(format!("{}: {mutant}", subject.problem.name));
        }
    }
    assert!(survivors.is_empty(), "survive:\n{}", survivors.join("\n"));
}
