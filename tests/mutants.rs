//! Wrong programs by the hundred: each mistake that can make a difference within the limits of a problem must
//! make one on its test data, under every name of the problem, and on what `stress` tries.
//!
//! A mutant reads a case wrongly, or thinks wrongly about it. It is a function here, so that no compiler is
//! needed. Where the limits leave no room for a mistake, it is not possible, and there is no mutant.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;
use std::fs;
use std::sync::{Arc, LazyLock, Mutex};

use bouton::answer::Fact;
use bouton::game::rule::Rules;
use bouton::game::{Play, hill};
use bouton::judge::stress::rounds;
use bouton::layout::{Layout, NumberItem, Once, Parameter, Repeat, Role, Walker};
use bouton::problem::{self, Problem};
use bouton::testdata::grammar::Grammar;
use bouton::testdata::{self, PositionLimits};

use crate::harness::{folder, kept, names, problems, some_of};

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

/// An answer, without its words.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Winners(Vec<bool>),
    Count(u128),
    /// Moves as a pile counted from 0 and a take.
    Moves(Vec<(usize, u64)>),
    /// The program printed nothing.
    Nothing,
}

/// A problem and what follows from its limits.
struct Subject {
    problem: &'static Problem,
    asked: Asked,
    limits: PositionLimits,
    /// The largest size of a pile, or of a gap between persons.
    largest: u64,
    /// How many piles, and how many cases there may be.
    piles: u64,
    cases: u64,
}

/// The rules that cases have given, by what they gave and by the largest pile that they cover.
type KnownRules = HashMap<(u64, Vec<u64>, u64), Arc<Rules>>;

/// A wrong answer to the case with an index among those of an input. `None` if this case is read as it is, so that
/// the answer is right.
type Wrong = Box<dyn Fn(&Subject, &[Case], usize) -> Option<Answer> + Send + Sync>;

/// A wrong program.
struct Mutant {
    family: &'static str,
    name: String,
    wrong: Wrong,
}

/// The mutants of a problem.
struct Mutants {
    all: Vec<Mutant>,
    /// That of the next ones.
    family: &'static str,
}

impl Mutants {
    /// Adds a mutant, if the mistake is possible.
    fn add(
        &mut self,
        name: impl Into<String>,
        possible: bool,
        wrong: impl Fn(&Subject, &[Case], usize) -> Option<Answer> + Send + Sync + 'static,
    ) {
        let mutant = Mutant {
            family: self.family,
            name: name.into(),
            wrong: Box::new(wrong),
        };
        self.all.extend(possible.then_some(mutant));
    }

    /// One that sees another case, if it does.
    fn reads(
        &mut self,
        name: impl Into<String>,
        possible: bool,
        read: impl Fn(&[Case], usize) -> Option<Case> + Send + Sync + 'static,
    ) {
        self.add(name, possible, move |subject, cases, index| {
            read(cases, index).map(|case| right(subject, &case))
        });
    }

    /// One that reads all sizes wrongly.
    fn sizes(
        &mut self,
        name: impl Into<String>,
        possible: bool,
        read: impl Fn(u64) -> u64 + Send + Sync + 'static,
    ) {
        self.reads(name, possible, move |cases, index| {
            with_sizes(&cases[index], &read)
        });
    }

    /// One that has other piles than the case.
    fn piles(
        &mut self,
        name: impl Into<String>,
        possible: bool,
        read: impl Fn(&[u64]) -> Vec<u64> + Send + Sync + 'static,
    ) {
        self.reads(name, possible, move |cases, index| {
            let mut case = cases[index].clone();
            for piles in &mut case.positions {
                *piles = read(piles);
            }
            (case.positions != cases[index].positions).then_some(case)
        });
    }

    /// One that answers only some of the cases of an input.
    fn answers(
        &mut self,
        name: impl Into<String>,
        possible: bool,
        is_answered: impl Fn(usize, usize) -> bool + Send + Sync + 'static,
    ) {
        self.add(name, possible, move |_, cases, index| {
            (!is_answered(index, cases.len())).then_some(Answer::Nothing)
        });
    }

    /// One that is wrong about who wins, but knows the moves of a position that it thinks won.
    fn winner(
        &mut self,
        name: impl Into<String>,
        possible: bool,
        wins: impl Fn(&Case, &[u64]) -> bool + Send + Sync + 'static,
    ) {
        self.add(name, possible, move |subject, cases, index| {
            let case = &cases[index];
            let wins = |piles: &Vec<u64>| wins(case, piles);
            Some(match right(subject, case) {
                Answer::Winners(_) => Answer::Winners(case.positions.iter().map(wins).collect()),
                answer if wins(&case.positions[0]) == (answer != lost(subject)) => answer,
                answer if answer == lost(subject) => Answer::Moves(vec![(usize::MAX, 0)]),
                _ => lost(subject),
            })
        });
    }

    /// One that prints other moves than it should.
    fn moves(
        &mut self,
        name: impl Into<String>,
        possible: bool,
        choose: impl Fn(&Case, Moves) -> Moves + Send + Sync + 'static,
    ) {
        self.add(name, possible, move |subject, cases, index| {
            let case = &cases[index];
            match right(subject, case) {
                Answer::Moves(_) => Some(Answer::Moves(choose(case, moves(case).collect()))),
                _ => None,
            }
        });
    }
}

/// Moves as a pile counted from 0 and a take.
type Moves = Vec<(usize, u64)>;

/// The answer to a lost position.
fn lost(subject: &Subject) -> Answer {
    match subject.asked {
        Asked::Winner => Answer::Winners(vec![false]),
        Asked::Count => Answer::Count(0),
        Asked::FirstMove | Asked::AllMoves => Answer::Moves(Vec::new()),
    }
}

fn moves(case: &Case) -> impl Iterator<Item = (usize, u64)> {
    let moves = case.rules.winning(&case.positions[0]);
    moves.map(|turn| (turn[0].pile, turn[0].take))
}

/// The right answer, if the case were this one.
fn right(subject: &Subject, case: &Case) -> Answer {
    match subject.asked {
        Asked::Winner => {
            let wins = |piles: &Vec<u64>| case.rules.first_wins(piles);
            Answer::Winners(case.positions.iter().map(wins).collect())
        }
        Asked::Count => Answer::Count(case.rules.count_winning(&case.positions[0])),
        Asked::FirstMove => Answer::Moves(moves(case).take(1).collect()),
        Asked::AllMoves => Answer::Moves(moves(case).collect()),
    }
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

/// The Grundy values of piles, as the rules have them.
fn values(case: &Case, piles: &[u64]) -> Vec<u64> {
    let heaps = case.rules.heaps();
    let value = |&pile| heaps.as_ref().map_or(pile, |heaps| heaps.grundy_of(pile));
    piles.iter().map(value).collect()
}

/// Who wins by a rule for changed Grundy values.
fn by_grundy(case: &Case, play: Play, piles: &[u64], change: impl Fn(u64) -> u64) -> bool {
    let values: Vec<_> = values(case, piles).into_iter().map(change).collect();
    let is_large = values.iter().any(|&value| value > 1);
    (xor(values) != 0) == (play == Play::Normal || is_large)
}

/// The number that floating point with a mantissa of so many bits keeps.
fn to_bits(number: u64, mantissa: u32) -> u64 {
    let lost = (64 - number.leading_zeros()).saturating_sub(mantissa);
    let half = (1_u64 << lost) / 2;
    number.saturating_add(half) >> lost << lost
}

/// How many digits the number has.
fn digits(number: u64) -> u64 {
    number.to_string().len() as u64
}

/// All mutants of a problem.
fn mutants(subject: &Subject) -> Vec<Mutant> {
    let mut all = Mutants {
        all: Vec::new(),
        family: "",
    };
    needles(subject, &mut all);
    wrapping_sums(subject, &mut all);
    misread_sizes(subject, &mut all);
    misread_piles(subject, &mut all);
    too_few_cases(subject, &mut all);
    kept_state(subject, &mut all);
    wrong_sums(subject, &mut all);
    wrong_misere(subject, &mut all);
    wrong_values(subject, &mut all);
    wrong_takes(subject, &mut all);
    wrong_formulas(subject, &mut all);
    wrong_cells(subject, &mut all);
    wrong_moves(subject, &mut all);
    all.all
}

/// Whether a mutant is wrong about these piles.
type IsNeedle = Box<dyn Fn(&[u64]) -> bool + Send + Sync>;

/// A few positions with a wrong answer among right ones: the data has all that are alike, as far as there is room for
/// them in half of its inputs.
fn needles(subject: &Subject, all: &mut Mutants) {
    all.family = "needles";
    let Subject { limits, cases, .. } = *subject;
    let sizes = limits.sizes;
    let inputs = if cases > 10 { 12 } else { 8 };
    let room = cases * limits.positions.map_or(1, |limits| limits.high) * inputs;
    let several = subject.problem.layout.cases().is_some();
    let alone = several && limits.count.low == 1;
    let pairs = several && limits.count.low <= 2 && limits.count.high >= 2;
    let mut add = |name: String, possible, is_needle: IsNeedle| {
        all.winner(name, possible, move |case, piles| {
            case.rules.first_wins(piles) != is_needle(piles)
        });
    };
    for size in [1, 3, 77, 500, 611, 999, 1000, 1023, 2048, 3333, 4096] {
        let possible = sizes.has(size) && !subject.is_hill() && size - sizes.low < room;
        let name = format!("one pile of {size}");
        let is_one = move |piles: &[u64]| *piles == [size];
        add(name, alone && possible, Box::new(is_one));
        let possible = pairs && possible && size < 4096;
        let name = format!("two piles, one of them {size}");
        let is_pair = move |piles: &[u64]| piles.len() == 2 && piles.contains(&size);
        add(name, possible, Box::new(is_pair));
        let name = format!("two piles with the nim-sum {size}");
        let is_sum = move |piles: &[u64]| piles.len() == 2 && piles[0] ^ piles[1] == size;
        add(name, possible && size < sizes.high / 2, Box::new(is_sum));
    }
    for first in [50, 100, 700, 900] {
        let name = format!("one pile of {first} to {}", first + 5);
        let is_one =
            move |piles: &[u64]| piles.len() == 1 && (first..first + 6).contains(&piles[0]);
        let possible = sizes.has(first) && !subject.is_hill() && first < room;
        add(name, alone && possible, Box::new(is_one));
    }
    for count in [1, 2, 7, 33, 64, 99, 255, 256, 777, 1000] {
        let possible = limits.count_varies && limits.count.has(count) && count < room;
        let has_so_many = move |piles: &[u64]| piles.len() as u64 == count;
        let name = format!("{count} piles");
        add(name, several && possible, Box::new(has_so_many));
    }
    let most = limits.count.high;
    for (size, count) in (1..=3).flat_map(|size| [(size, most), (size, most - 1), (size, most / 2)])
    {
        let fits = limits.count_varies && limits.count.has(count) && sizes.has(size);
        let possible = fits && most < 500_000 && !subject.is_hill() && subject.written() != "coins";
        let are_so = move |piles: &[u64]| {
            piles.len() as u64 == count && piles.iter().all(|&pile| pile == size)
        };
        add(
            format!("{count} piles of {size}"),
            possible,
            Box::new(are_so),
        );
    }
    let few: [&[u64]; 5] = [
        &[1, 3, 8],
        &[1, 1, 1, 1, 2, 2],
        &[1, 1, 4],
        &[2, 1, 1, 2, 1, 1],
        &[5, 1, 6],
    ];
    for position in few {
        // So many they are in all, in order or not.
        let are_in_all = if position.is_sorted() { 1500 } else { 2509 };
        let fits = limits.count.has(position.len() as u64) && sizes.high >= 8 && sizes.low <= 1;
        let possible = several && fits && room * 2 > are_in_all && !subject.is_hill();
        let is_this = move |piles: &[u64]| piles == position;
        add(format!("{position:?}"), possible, Box::new(is_this));
    }
}

/// Programs that take piles whose sum overflows for piles of one stone, or for empty ones.
fn wrapping_sums(subject: &Subject, all: &mut Mutants) {
    all.family = "wrapping sums";
    let most = u128::from(subject.largest) * u128::from(subject.piles.min(2000));
    let sum = |piles: &[u64]| piles.iter().map(|&pile| u128::from(pile)).sum::<u128>();
    for bits in [8, 16, 31, 32, 63, 64] {
        let wraps = !subject.is_hill() && most > (1 << bits) + 2000;
        let name = format!("no stones, in {bits} bits");
        all.winner(name, wraps, move |case, piles| {
            sum(piles) % (1 << bits) != 0 && case.rules.first_wins(piles)
        });
        let name = format!("piles of one stone, in {bits} bits");
        let possible = wraps && subject.misere() && subject.piles > 2;
        all.winner(name, possible, move |case, piles| {
            if sum(piles) % (1 << bits) == piles.len() as u128 {
                piles.len().is_multiple_of(2)
            } else {
                case.rules.first_wins(piles)
            }
        });
    }
}

fn misread_sizes(subject: &Subject, all: &mut Mutants) {
    let largest = subject.largest;
    // Of a remainder, only as many bits count.
    let most = Role::Parameter(Parameter::MaxTaken);
    let most = subject.problem.rules.number(most);
    let modulus = most.map_or(0, |most| most + 1);
    for bits in 0..64_u32 {
        let mask = (1_u64 << bits) - 1;
        let is_remainder = modulus > 0 && (1_u128 << bits).is_multiple_of(u128::from(modulus));
        let counts = largest > mask && !is_remainder;
        all.family = "low bits";
        let name = format!("keeps {bits} bits");
        all.sizes(name, counts, move |size| size & mask);
        all.family = "high bits";
        let name = format!("drops bit {bits}");
        all.sizes(name, counts, move |size| size & !(1 << bits));
        all.family = "off by one";
        // Other gaps have to make up for a gap that is too large.
        let room = !subject.is_hill() || largest / 2 > mask;
        let name = format!("sizes below 2^{bits}");
        all.sizes(name, counts && bits > 0 && room, move |size| size.min(mask));
    }
    let counts = !subject.is_hill() && subject.largest_counts();
    all.sizes("no pile of the largest size", counts, move |size| {
        if size == largest { 0 } else { size }
    });
    all.family = "rounding";
    for mantissa in [f32::MANTISSA_DIGITS, f64::MANTISSA_DIGITS] {
        let name = format!("floating point with {mantissa} bits");
        all.sizes(name, largest > 1 << mantissa, move |size| {
            to_bits(size, mantissa)
        });
    }
}

fn misread_piles(subject: &Subject, all: &mut Mutants) {
    let Subject { piles, limits, .. } = *subject;
    let varies = limits.count_varies && !subject.is_hill();
    let counts = [
        1, 2, 3, 5, 9, 10, 19, 20, 50, 99, 100, 255, 256, 999, 1000, 4095, 9999, 65_535,
    ];
    all.family = "first piles";
    for count in counts
        .into_iter()
        .chain([piles / 2, piles.saturating_sub(1)])
    {
        let name = format!("only {count} piles");
        let possible = varies && (1..piles).contains(&count);
        all.piles(name, possible, move |piles| {
            piles[..piles.len().min(count as usize)].to_vec()
        });
    }
    let positions = limits.positions.map_or(1, |limits| limits.high);
    for count in [1, 10, 50, 99] {
        let name = format!("only {count} positions");
        all.reads(name, positions > count, move |cases, index| {
            let mut case = cases[index].clone();
            case.positions.truncate(count as usize);
            Some(case)
        });
    }
    all.family = "off by one";
    for count in 1..4 {
        let name = format!("all but {count} of the largest number of piles");
        all.piles(name, varies && count < piles, move |of_case| {
            let most = (piles - count) as usize;
            of_case[..of_case.len().min(most)].to_vec()
        });
    }
    all.family = "counters";
    for bits in [8, 16] {
        let name = format!("counts piles in {bits} bits");
        all.piles(name, varies && piles >= 1 << bits, move |piles| {
            piles[..piles.len() % (1 << bits)].to_vec()
        });
        let name = format!("counts moves in {bits} bits");
        let possible = subject.asked == Asked::Count && piles >= 1 << bits;
        all.add(name, possible, move |subject, cases, index| {
            match right(subject, &cases[index]) {
                Answer::Count(count) => Some(Answer::Count(count % (1 << bits))),
                _ => None,
            }
        });
    }
    let mut numbers = subject.problem.layout.numbers.iter();
    let on_a_line = numbers.any(|number| number.role == Role::Pile && number.times.is_some());
    all.family = "buffers";
    for buffer in [100, 1000, 4096, 10_000, 65_536] {
        let longest = (digits(subject.largest) + 1).saturating_mul(piles);
        let name = format!("lines of {buffer} bytes");
        all.piles(name, on_a_line && longest > buffer + 1, move |piles| {
            let mut len = 0;
            let fits = |&&pile: &&u64| {
                len += digits(pile) + 1;
                len <= buffer + 1
            };
            piles.iter().take_while(fits).copied().collect()
        });
    }
    all.family = "equal piles";
    // In Wythoff's game, one pile is won whenever two of its size are.
    let several = piles > 1 && !subject.is_hill() && subject.written() != "wythoff";
    all.piles("each size once", several, |piles| {
        let mut seen = HashSet::new();
        let piles = piles.iter().copied();
        piles.filter(|&pile| seen.insert(pile)).collect()
    });
    all.piles("not twice in a row", several, |piles| {
        let mut piles = piles.to_vec();
        piles.dedup();
        piles
    });
    all.family = "empty piles";
    let zeros = limits.sizes.low == 0 && !subject.is_hill() && piles > 1;
    all.piles("end at the first one", zeros, |piles| {
        piles.iter().copied().take_while(|&pile| pile > 0).collect()
    });
}

fn too_few_cases(subject: &Subject, all: &mut Mutants) {
    let cases = subject.cases;
    all.family = "first cases";
    for most in [1, 2, 10, 100, 500, 1000, 5000, cases.saturating_sub(1)] {
        let possible = (1..cases).contains(&most);
        all.answers(format!("only {most} cases"), possible, move |index, _| {
            (index as u64) < most
        });
    }
    all.family = "counters";
    for bits in [8, 16] {
        let name = format!("counts cases in {bits} bits");
        all.answers(name, cases >= 1 << bits, move |index, cases| {
            index < cases % (1 << bits)
        });
    }
}

/// The case, whose positions have more piles if there is a case before it.
fn with_before(cases: &[Case], index: usize, more: fn(&[u64], &[u64]) -> Vec<u64>) -> Option<Case> {
    let before = &cases[index.checked_sub(1)?].positions[0];
    let mut case = cases[index].clone();
    for piles in &mut case.positions {
        piles.extend(more(before, piles));
    }
    Some(case)
}

fn kept_state(subject: &Subject, all: &mut Mutants) {
    all.family = "state";
    let several = subject.cases > 1;
    let is_pair = ["wythoff", "euclid"].contains(&subject.written());
    let has_piles = several && !subject.is_hill() && !is_pair;
    all.reads(
        "piles of the case before count too",
        has_piles,
        |cases, index| with_before(cases, index, |before, _| before.to_vec()),
    );
    let mut header = subject.problem.layout.numbers_of_head();
    let in_header = header.any(|number| number.role.is_count());
    let varies = has_piles && subject.limits.count_varies && !in_header;
    all.reads("piles behind the last one stay", varies, |cases, index| {
        with_before(cases, index, |before, piles| {
            before.iter().skip(piles.len()).copied().collect()
        })
    });
    let has_set = several && subject.gives_set();
    let with_rules_of = |cases: &[Case], index: usize, other: usize| {
        let rules = Arc::clone(&cases[other].rules);
        let case = cases[index].clone();
        Some(Case { rules, ..case })
    };
    all.reads(
        "the first subtraction set stays",
        has_set,
        move |cases, index| with_rules_of(cases, index, 0),
    );
    all.reads(
        "the subtraction set before stays",
        has_set,
        move |cases, index| with_rules_of(cases, index, index.saturating_sub(1)),
    );
    let misere = several && subject.misere();
    all.add(
        "a large pile before counts too",
        misere,
        |_, cases, index| {
            let is_large = |case: &Case| case.positions.iter().flatten().any(|&pile| pile > 1);
            let case = &cases[index];
            let is_large = cases[..=index].iter().any(is_large);
            let wins = (xor(values(case, &case.positions[0])) != 0) == is_large;
            (wins != case.rules.first_wins(&case.positions[0])).then_some(Answer::Nothing)
        },
    );
}

fn wrong_sums(subject: &Subject, all: &mut Mutants) {
    all.family = "sums";
    let is_sum = !subject.is_hill();
    let several = subject.piles > 1 && is_sum;
    all.winner("the first player always wins", true, |_, _| true);
    all.winner("the first player always loses", true, |_, _| false);
    all.winner("parity of the sum", is_sum, |_, piles| {
        xor(piles.to_vec()) % 2 == 1
    });
    all.winner("parity of the number of piles", is_sum, |_, piles| {
        piles.len() % 2 == 1
    });
    all.winner("or for xor", several, |case, piles| {
        values(case, piles).iter().any(|&value| value != 0)
    });
    all.winner("sum for xor", several, |case, piles| {
        let values = values(case, piles).into_iter();
        values.fold(0, u64::wrapping_add) != 0
    });
    all.winner("lost if all sizes come in pairs", several, |_, piles| {
        let mut piles: Vec<_> = piles.iter().copied().filter(|&pile| pile > 0).collect();
        piles.sort_unstable();
        let mut pairs = piles.chunks(2);
        pairs.any(|pair| pair.len() < 2 || pair[0] != pair[1])
    });
}

/// Whether Grundy values are an exception in misère play.
type Exception = fn(&[u64]) -> bool;

fn wrong_misere(subject: &Subject, all: &mut Mutants) {
    all.family = "misere";
    let rules = &subject.problem.rules;
    let has_heaps = rules.heaps().is_some();
    let has_both = has_heaps && rules.row().has_misere();
    all.winner("the other play", has_both, |case, piles| {
        let other = match case.rules.play() {
            Play::Normal => Play::Misere,
            Play::Misere => Play::Normal,
        };
        by_grundy(case, other, piles, |value| value)
    });
    let misere = subject.misere() && has_heaps;
    let exceptions: [(&str, Exception); 6] = [
        ("all positions", |_| true),
        ("one pile alone", |piles| *piles == [1]),
        ("some pile of one stone", |piles| piles.contains(&1)),
        ("no pile above 2", |piles| piles.iter().all(|&p| p <= 2)),
        ("not if there is one pile", |piles| {
            piles.len() > 1 && piles.iter().all(|&p| p <= 1)
        }),
        ("the first pile has one stone", |piles| piles[0] == 1),
    ];
    for (name, is_exception) in exceptions {
        let name = format!("exception: {name}");
        all.winner(name, misere, move |case, piles| {
            let values = values(case, piles);
            (xor(values.clone()) != 0) != is_exception(&values)
        });
    }
    let zeros = misere && subject.limits.sizes.low == 0;
    all.winner("exception: no empty pile", zeros, |case, piles| {
        (xor(values(case, piles)) != 0) != piles.iter().all(|&pile| pile == 1)
    });
}

fn wrong_values(subject: &Subject, all: &mut Mutants) {
    all.family = "Grundy values";
    let largest = subject.largest_grundy();
    for cap in [4, 8, 16, 32, 64, 128, 255, 256] {
        let possible = largest >= cap;
        // Of one pile, only whether its value is 0 decides.
        let several = possible && subject.piles > 1;
        all.winner(format!("capped at {cap}"), several, move |case, piles| {
            by_grundy(case, case.rules.play(), piles, |value| value.min(cap - 1))
        });
        let possible = possible && cap.is_power_of_two();
        all.winner(format!("modulo {cap}"), possible, move |case, piles| {
            by_grundy(case, case.rules.play(), piles, |value| value % cap)
        });
    }
}

/// Changes a subtraction set, in which there may be numbers up to the second argument.
type Change = fn(&mut Vec<u64>, u64);

fn wrong_takes(subject: &Subject, all: &mut Mutants) {
    all.family = "takes";
    let gives_most = subject.gives_most() && subject.problem.rules.heaps().is_some();
    for (name, more) in [("K for K + 1", 0), ("K + 2 for K + 1", 2)] {
        all.winner(name, gives_most, move |case, piles| {
            xor(piles.iter().map(|pile| pile % (case.parameter + more))) != 0
        });
    }
    all.winner("won if all can be taken", gives_most, |case, piles| {
        piles.iter().all(|&pile| pile <= case.parameter)
    });
    let changes: [(&str, Change); 4] = [
        ("all up to the largest", |set, _| {
            *set = (1..=set.iter().copied().max().unwrap_or(0)).collect();
        }),
        ("without the last", |set, _| {
            set.truncate(set.len().saturating_sub(1).max(1));
        }),
        ("only the first", |set, _| set.truncate(1)),
        ("without the largest possible", |set, high| {
            set.retain(|&take| take != high);
        }),
    ];
    for (name, change) in changes {
        let high = subject.limits.subtraction_set.high;
        let known = Mutex::new(HashMap::<Vec<u64>, Rules>::new());
        all.winner(name, subject.gives_set(), move |case, piles| {
            let mut set = case.set.clone();
            change(&mut set, high);
            if set.is_empty() || set == case.set {
                return !set.is_empty() && case.rules.first_wins(piles);
            }
            let mut known = known.lock().unwrap();
            let rules = known.entry(set).or_insert_with_key(|set| {
                let mut rules = (*case.rules).clone();
                rules.set_takes(set);
                rules
            });
            let largest = piles.iter().max().copied().unwrap_or(0);
            rules.cover(largest).unwrap();
            rules.first_wins(piles)
        });
    }
}

/// Whether the first player seems to win.
type Formula = fn(&[u64]) -> bool;

/// Formulas of other games, and those of the game that are not exact.
#[expect(
    clippy::cast_precision_loss,
    reason = "that is the mistake of some of them"
)]
fn wrong_formulas(subject: &Subject, all: &mut Mutants) {
    all.family = "formulas";
    let formulas: [(&str, &str, Formula); 13] = [
        ("", "of Nim", |piles| xor(piles.to_vec()) != 0),
        ("wythoff", "the golden ratio in 32 bits", |piles| {
            let less = piles[0].min(piles[1]);
            (piles[0].abs_diff(piles[1]) as f32 * 1.618_034) as u64 != less
        }),
        ("wythoff", "the golden ratio in 64 bits", |piles| {
            let k = piles[0].abs_diff(piles[1]) as f64;
            (k * (1.0 + 5_f64.sqrt()) / 2.0) as u64 != piles[0].min(piles[1])
        }),
        ("wythoff", "ten digits of the golden ratio", |piles| {
            let k = piles[0].abs_diff(piles[1]) as f64;
            (k * 1.618_033_988_7) as u64 != piles[0].min(piles[1])
        }),
        ("wythoff", "the square of the golden ratio", |piles| {
            let k = piles[0].abs_diff(piles[1]) as f64;
            let golden = f64::midpoint(1.0, 5_f64.sqrt());
            (k * golden * golden) as u64 != piles[0].max(piles[1])
        }),
        ("wythoff", "pairs in ascending order", |piles| {
            let gap = piles[1].checked_sub(piles[0]);
            gap.is_none_or(|gap| (gap as f64 * 1.618_033_988_749_895) as u64 != piles[0])
        }),
        ("euclid", "the steps of Euclid's algorithm", |piles| {
            let (mut larger, mut less) = (piles[0].max(piles[1]), piles[0].min(piles[1]));
            let mut is_odd = false;
            while less > 0 {
                (larger, less) = (less, larger % less);
                is_odd = !is_odd;
            }
            is_odd
        }),
        ("euclid", "a quotient of 3 for a choice", |piles| {
            let (mut larger, mut less) = (piles[0].max(piles[1]), piles[0].min(piles[1]));
            let mut wins = less > 0;
            while less > 0 && larger % less > 0 && larger / less < 3 {
                (larger, less) = (less, larger % less);
                wins = !wins;
            }
            wins
        }),
        ("euclid", "three digits of the golden ratio", |piles| {
            let (larger, less) = (piles[0].max(piles[1]), piles[0].min(piles[1]));
            larger == less || larger as f64 / less as f64 > 1.618
        }),
        ("euclid", "the golden ratio in 64 bits", |piles| {
            let (larger, less) = (piles[0].max(piles[1]), piles[0].min(piles[1]));
            larger == less || larger as f64 / less as f64 > f64::midpoint(1.0, 5_f64.sqrt())
        }),
        ("take 1..K*last", "squares in 64 bits", |piles| {
            let square = 5.0 * piles[0] as f64 * piles[0] as f64;
            ![square - 4.0, square + 4.0]
                .iter()
                .any(|square| (square - square.sqrt().round().powi(2)).abs() < 0.5)
        }),
        ("take 1..K*last", "multiples of 3 are lost", |piles| {
            piles[0] % 3 > 0
        }),
        ("take 1..K*last", "powers of 2 are lost", |piles| {
            !piles[0].is_power_of_two()
        }),
    ];
    let written = subject.written();
    for (of_game, name, wins) in formulas {
        let is_other = of_game.is_empty() && written != "nim" && !subject.is_hill();
        let possible = written == of_game || is_other;
        all.winner(name, possible, move |_, piles| wins(piles));
    }
}

/// Mistakes about persons on a hill and coins on a strip.
fn wrong_cells(subject: &Subject, all: &mut Mutants) {
    fn gaps(king: u64, persons: &[u64]) -> impl Iterator<Item = u64> {
        hill::gaps(king, persons).map(|(_, gap)| gap)
    }
    /// The gaps before every second coin from the right, where the first gap has so many cells fewer than are before it.
    fn piles(coins: &[u64], first: u64) -> impl Iterator<Item = u64> {
        coins.rchunks(2).map(move |pair| match pair {
            [left, right] => right.wrapping_sub(*left).wrapping_sub(1),
            alone => alone[0].wrapping_sub(first),
        })
    }
    /// The gaps within pairs from the left.
    fn pairs(cells: &[u64]) -> u64 {
        xor(cells.chunks_exact(2).map(|pair| pair[1] - pair[0] - 1))
    }
    fn in_order(coins: &[u64]) -> Vec<u64> {
        let mut coins = coins.to_vec();
        coins.sort_unstable();
        coins
    }
    let has_king = subject.is_hill() && subject.limits.parameter.is_some();
    all.family = "hill";
    all.winner("no king", has_king, |_, persons| xor(gaps(0, persons)) != 0);
    all.winner("no second king", has_king, |case, persons| {
        case.parameter == 1 || xor(gaps(0, persons)) != 0
    });
    all.winner("pairs from the top", has_king, |case, persons| {
        case.parameter == 1 || pairs(persons) != 0
    });
    all.winner("a cell too many", has_king, |case, persons| {
        let gaps = gaps(case.parameter, persons).map(|gap| gap + 1);
        case.parameter == 1 || xor(gaps) != 0
    });
    let coins = subject.is_hill() && !has_king;
    all.family = "coins";
    all.winner("not in order", coins, |_, coins| xor(piles(coins, 1)) != 0);
    all.winner("cells counted from 0", coins, |_, coins| {
        xor(piles(&in_order(coins), 0)) != 0
    });
    all.winner("pairs from the left", coins, |_, coins| {
        pairs(&in_order(coins)) != 0
    });
    all.winner("every gap counts", coins, |_, coins| {
        let coins = in_order(coins);
        let gaps = coins.windows(2).map(|pair| pair[1] - pair[0] - 1);
        xor(gaps.chain([coins[0] - 1])) != 0
    });
}

/// The one of the winning moves that is printed.
type Choice = fn(&Case, &Moves) -> Option<(usize, u64)>;

/// How many winning moves there seem to be, from the piles and their nim-sum.
type Count = fn(&[u64], u64) -> usize;

fn wrong_moves(subject: &Subject, all: &mut Mutants) {
    all.family = "moves";
    let several = subject.piles > 1;
    let first = subject.asked == Asked::FirstMove;
    let choices: [(&str, bool, Choice); 5] = [
        ("the last one", several, |_, moves| moves.last().copied()),
        ("the largest take", several, |_, moves| {
            let best = moves
                .iter()
                .max_by_key(|&&(pile, take)| (take, Reverse(pile)));
            best.copied()
        }),
        ("the smallest take", several, |_, moves| {
            moves
                .iter()
                .min_by_key(|&&(pile, take)| (take, pile))
                .copied()
        }),
        ("in the largest pile", several, |case, moves| {
            let size = |pile: usize| case.positions[0][pile];
            let best = moves
                .iter()
                .max_by_key(|&&(pile, _)| (size(pile), Reverse(pile)));
            best.copied()
        }),
        // Otherwise a pile has one winning move.
        (
            "the largest take of the first pile",
            subject.gives_set(),
            |_, moves| {
                let first = moves.first()?;
                moves
                    .iter()
                    .take_while(|(pile, _)| *pile == first.0)
                    .last()
                    .copied()
            },
        ),
    ];
    for (name, possible, choose) in choices {
        all.moves(name, first && possible, move |case, moves| {
            choose(case, &moves).into_iter().collect()
        });
    }
    let listed = subject.asked == Asked::AllMoves && several;
    all.moves("only the first one", listed, |_, mut moves| {
        moves.truncate(1);
        moves
    });
    all.moves("in reverse", listed, |_, moves| {
        moves.into_iter().rev().collect()
    });
    all.moves("by size of the pile", listed, |case, mut moves| {
        moves.sort_by_key(|&(pile, _)| case.positions[0][pile]);
        moves
    });
    let counts: [(&str, Count); 4] = [
        ("counts every pile of a won position", |piles, sum| {
            if sum == 0 { 0 } else { piles.len() }
        }),
        ("counts only whether there is one", |_, sum| {
            usize::from(sum != 0)
        }),
        ("counts moves that take nothing", |piles, sum| {
            piles.iter().filter(|&&pile| pile ^ sum <= pile).count()
        }),
        ("counts sizes, not piles", |piles, sum| {
            let winning = piles.iter().filter(|&&pile| pile ^ sum < pile);
            winning.collect::<HashSet<_>>().len()
        }),
    ];
    for (name, count) in counts {
        let counted = subject.asked == Asked::Count && several;
        all.add(name, counted, move |_, cases, index| {
            let piles = &cases[index].positions[0];
            Some(Answer::Count(count(piles, xor(piles.clone())) as u128))
        });
    }
}

impl Subject {
    fn new(problem: &'static Problem) -> Self {
        let limits = PositionLimits::of(&problem.layout);
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
        let is_hill = !problem.rules.shape().has_piles();
        Self {
            problem,
            asked,
            limits,
            // Before the last person there is another one, or the top.
            largest: limits.sizes.high - if is_hill { 2 } else { 0 },
            piles: limits.count.high.min(500_000),
            // A textbook program needs a table for each subtraction set, and has time for about as many.
            cases: problem.layout.most_cases().min(match limits.take_count {
                Some(_) => 501,
                None => 10_000,
            }),
        }
    }

    fn name(&self) -> &str {
        let name = self.problem.name.rsplit('/').next().unwrap();
        name.trim_end_matches(".toml")
    }

    /// The rule, as the table of rules writes it.
    fn written(&self) -> &'static str {
        self.problem.rules.row().written
    }

    fn misere(&self) -> bool {
        self.problem.rules.play() == Play::Misere
    }

    /// Whether the input gives the subtraction set.
    fn gives_set(&self) -> bool {
        self.limits.take_count.is_some()
    }

    /// Whether the input gives the largest take, or the number of piles of a move.
    fn gives_most(&self) -> bool {
        self.limits.parameter.is_some() && !self.is_hill()
    }

    fn is_hill(&self) -> bool {
        !self.problem.rules.shape().has_piles()
    }

    /// Whether the largest pile may have a larger Grundy value than an empty one.
    fn largest_counts(&self) -> bool {
        let is_known = !self.gives_set() && !self.gives_most();
        if self.problem.rules.heaps().is_none() || !is_known {
            return true;
        }
        let mut rules = self.problem.rules.clone();
        let covered = rules.cover(self.largest);
        covered.is_err() || rules.heaps().unwrap().grundy_of(self.largest) > 0
    }

    /// The largest Grundy value of a game whose positions are not those of Nim; else 0.
    fn largest_grundy(&self) -> u64 {
        let limits = self.limits;
        let mut rules = self.problem.rules.clone();
        if rules.heaps().is_none() || rules.nim().is_some() {
            return 0;
        }
        let largest = if self.gives_most() {
            limits.parameter.map_or(0, |limits| limits.high)
        } else if self.gives_set() {
            let count = limits.take_count.map_or(0, |limits| limits.high);
            count.min(limits.subtraction_set.high)
        } else {
            let high = limits.sizes.high.min(100_000);
            rules.cover(high).unwrap();
            let heaps = rules.heaps().unwrap();
            (0..=high).map(|size| heaps.grundy_of(size)).max().unwrap()
        };
        largest.min(limits.sizes.high)
    }

    /// Takes the numbers of cases apart. Rules that came before are taken from `known`.
    fn decode_all(&self, cases: &[Vec<u64>], known: &mut KnownRules) -> Vec<Case> {
        // The piles of a mutant may be those of another case.
        let largest = cases.iter().flatten().max().copied().unwrap_or(0);
        // Only tables of Grundy values take long.
        let has_table = self.problem.rules.heaps().is_some();
        let most = if has_table { 100_000 } else { u64::MAX / 2 };
        let largest = largest.min(most).next_power_of_two();
        let largest = largest.min(self.limits.sizes.high);
        let decode = |numbers: &Vec<u64>| self.decode(numbers, largest, known);
        cases.iter().map(decode).collect()
    }

    /// Takes the numbers of a case apart. Its rules cover piles up to `largest`.
    fn decode(&self, numbers: &[u64], largest: u64, known: &mut KnownRules) -> Case {
        let layout = &self.problem.layout;
        let mut decoding = Decoding {
            layout,
            next: numbers.iter(),
            values: vec![0; layout.numbers.len()],
            parameter: 0,
            set: Vec::new(),
            positions: vec![Vec::new()],
        };
        let Ok(()) = layout.walk_head(&mut decoding);
        let Ok(()) = layout.walk_case(&mut decoding);
        assert_eq!(decoding.next.next(), None, "{}", self.problem.name);
        let (parameter, set) = (decoding.parameter, decoding.set);
        let key = (parameter, set.clone(), largest);
        let rules = known.entry(key).or_insert_with(|| {
            let mut rules = self.problem.rules.clone();
            if self.limits.parameter.is_some() {
                rules.set_parameter(parameter);
            }
            if self.gives_set() {
                rules.set_takes(&set);
            }
            rules.cover(largest).unwrap();
            Arc::new(rules)
        });
        Case {
            rules: Arc::clone(rules),
            parameter,
            set,
            positions: decoding.positions,
        }
    }
}

/// Takes the numbers of a case apart.
struct Decoding<'n> {
    layout: &'n Layout,
    next: std::slice::Iter<'n, u64>,
    /// The last value of each number.
    values: Vec<u64>,
    parameter: u64,
    set: Vec<u64>,
    positions: Vec<Vec<u64>>,
}

impl Walker for Decoding<'_> {
    type Stop = Infallible;

    fn number(&mut self, number: &NumberItem) -> Result<(), Infallible> {
        if number.role == Role::Cases {
            return Ok(());
        }
        let count = number.times.map_or(1, |times| self.values[times]);
        for _ in 0..count {
            let value = *self.next.next().unwrap();
            self.values[number.index] = value;
            let piles = self.positions.last_mut().unwrap();
            match number.role {
                Role::Pile | Role::Person => piles.push(value),
                Role::SecondCell => {
                    let first = self.values[number.differs_from.unwrap()];
                    piles.push(first.abs_diff(value) - 1);
                }
                Role::Take => self.set.push(value),
                Role::Parameter(_) => self.parameter = value,
                _ => {}
            }
        }
        Ok(())
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Infallible> {
        let times = self.values[repeat.times().unwrap()];
        for left in (0..times).rev() {
            once(self)?;
            if self.layout.positions() && left > 0 {
                self.positions.push(Vec::new());
            }
        }
        Ok(())
    }
}

/// Games of a user's own: name, rule, input, piles, answer.
const OWN: &str = "
wide   ; nim              ; { n:1..1000 / a:0..18446744073709551615*n / ! }+       ; a   ; Yes|No
upto   ; misere take 1..6 ; T:1..1000 / { n:1..50 / a:1..10^12*n / ! }*T           ; a   ; A|B
moore  ; moore k          ; { n:1..30 k:1..5 / a:0..10^6*n / ! }0                  ; a   ; Yes|No
column ; take {2,5,7}     ; t:1..100 / { n:1..20 / { a:1..10^5 / }*n ! }*t         ; a   ; Yes|No
kayles ; kayles           ; { a:0..200 b:0..200 / ! }+                             ; a b ; Yes|No
any    ; nim              ; { n:1..10 / a:1..1000*n / ! }+                         ; a   ; any {pile} {take}|none
before ; take 1..k        ; k:1..100 / { n:1..10^18 / ! }+                         ; n   ; Yes|No
";

/// All problems, under each of their names, and the games of a user's own.
static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let folder = folder("mutants");
    let all_names = problems().into_iter().flat_map(names);
    let embedded = all_names.map(crate::harness::problem);
    let own = OWN.trim().lines().map(|line| {
        let columns: Vec<_> = line.split(';').map(str::trim).collect();
        let [name, rule, input, piles, answer] = columns[..] else {
            panic!("{line}")
        };
        let path = folder.join(format!("{name}.toml"));
        let text = format!(
            "rule = \"{rule}\"\ninput = \"{input}\"\npiles = \"{piles}\"\nanswer = \"{answer}\"\n"
        );
        fs::write(&path, text).unwrap();
        kept(problem::find(path.to_str().unwrap()).unwrap().unwrap())
    });
    embedded.chain(own).map(Subject::new).collect()
});

#[test]
fn every_mistake_that_can_make_a_difference_makes_one_on_the_test_data_and_in_stress() {
    let mut survivors = Vec::new();
    println!("mutants of each family that were killed");
    for subject in some_of(7, &*SUBJECTS) {
        let all = mutants(subject);
        // What stress tries has the test data in it: which mutants were right on those, and which on all.
        let mut alive: Vec<_> = all.iter().map(|mutant| (mutant, [true; 2])).collect();
        let mut known = HashMap::new();
        let grammar = Grammar::new(subject.problem.layout.clone());
        let data = testdata::inputs(subject.problem).map(|data| (true, data.cases));
        let tried = rounds(subject.problem, &grammar, 0).take(ROUNDS);
        let tried = tried.map(|input| (false, input.unwrap().cases));
        for (is_data, cases) in data.chain(tried) {
            if alive.is_empty() {
                break;
            }
            let cases = subject.decode_all(&cases, &mut known);
            let answers: Vec<_> = cases.iter().map(|case| right(subject, case)).collect();
            let is_wrong = |mutant: &Mutant| {
                let answer = |index| (mutant.wrong)(subject, &cases, index);
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
        let mut killed = BTreeMap::<&str, usize>::new();
        for mutant in &all {
            *killed.entry(mutant.family).or_default() += 1;
        }
        for (Mutant { family, name, .. }, [on_data, in_stress]) in alive {
            *killed.get_mut(family).unwrap() -= 1;
            survivors.push(format!(
                "{}: {family}: {name}: on data {on_data}, in stress {in_stress}",
                subject.name()
            ));
        }
        println!("{}: {killed:?}", subject.name());
    }
    assert!(survivors.is_empty(), "survive:\n{}", survivors.join("\n"));
}
