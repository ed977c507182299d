//! Wrong programs by the hundred: each mistake that can make a difference within the limits of a problem must
//! make one on its test data, under every name of the problem, and on what `stress` tries.
//!
//! A mutant reads a case wrongly, or thinks wrongly about it. It is a function here, so that no compiler is
//! needed. Where a mistake cannot make a difference, the limits say why.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use bouton::answer::Value;
use bouton::game::rule::Rules;
use bouton::game::{Play, hill};
use bouton::judge::judgement::Judgement;
use bouton::judge::stress::{self, Candidate, Origin, Round, Rounds, SearchOptions};
use bouton::judge::verdict::Verdict;
use bouton::layout::{Group, Layout, NumberItem, Once, Parameter, Role, Walker};
use bouton::problem::{self, Problem};
use bouton::testdata::PositionLimits;

use crate::harness::{folder, names, problems, some_of};

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

/// The mutants of a problem, and the mistakes that make no difference there.
#[derive(Default)]
struct Mutants {
    all: Vec<Mutant>,
    /// Family, name and reason.
    harmless: Vec<(&'static str, String, &'static str)>,
}

impl Mutants {
    /// Adds a mutant, unless there is a reason why it makes no difference.
    fn add(
        &mut self,
        family: &'static str,
        name: impl Into<String>,
        harmless: Option<&'static str>,
        wrong: impl Fn(&Subject, &[Case], usize) -> Answer + Send + Sync + 'static,
    ) {
        let wrong =
            move |subject: &Subject, cases: &[Case], index| Some(wrong(subject, cases, index));
        self.add_boxed(family, name.into(), harmless, Box::new(wrong));
    }

    fn add_boxed(
        &mut self,
        family: &'static str,
        name: String,
        harmless: Option<&'static str>,
        wrong: Wrong,
    ) {
        match harmless {
            Some(why) => self.harmless.push((family, name, why)),
            None => self.all.push(Mutant {
                family,
                name,
                wrong,
            }),
        }
    }

    /// One that reads all sizes wrongly.
    fn sizes(
        &mut self,
        family: &'static str,
        name: impl Into<String>,
        harmless: Option<&'static str>,
        read: impl Fn(u64) -> u64 + Send + Sync + 'static,
    ) {
        let wrong = move |subject: &Subject, cases: &[Case], index: usize| {
            let case = with_sizes(&cases[index], &read)?;
            Some(right(subject, &case))
        };
        self.add_boxed(family, name.into(), harmless, Box::new(wrong));
    }

    /// One that has other piles than the case.
    fn piles(
        &mut self,
        family: &'static str,
        name: impl Into<String>,
        harmless: Option<&'static str>,
        read: impl Fn(&[u64]) -> Vec<u64> + Send + Sync + 'static,
    ) {
        let wrong = move |subject: &Subject, cases: &[Case], index: usize| {
            let case = &cases[index];
            let positions: Vec<_> = case.positions.iter().map(|piles| read(piles)).collect();
            (positions != case.positions).then(|| {
                let rules = Arc::clone(&case.rules);
                let set = case.set.clone();
                let case = Case {
                    rules,
                    set,
                    positions,
                    ..*case
                };
                right(subject, &case)
            })
        };
        self.add_boxed(family, name.into(), harmless, Box::new(wrong));
    }

    /// One that is wrong about who wins, but knows the moves of a position that it thinks won.
    fn winner(
        &mut self,
        family: &'static str,
        name: impl Into<String>,
        harmless: Option<&'static str>,
        wins: impl Fn(&Case, &[u64]) -> bool + Send + Sync + 'static,
    ) {
        self.add(family, name, harmless, move |subject, cases, index| {
            let case = &cases[index];
            let wins = |piles: &Vec<u64>| wins(case, piles);
            match right(subject, case) {
                Answer::Winners(_) => Answer::Winners(case.positions.iter().map(wins).collect()),
                answer if wins(&case.positions[0]) == (answer != lost(subject)) => answer,
                answer if answer == lost(subject) => Answer::Moves(vec![(usize::MAX, 0)]),
                _ => lost(subject),
            }
        });
    }
}

/// The answer to a lost position.
fn lost(subject: &Subject) -> Answer {
    match subject.asked {
        Asked::Winner => Answer::Winners(vec![false]),
        Asked::Count => Answer::Count(0),
        Asked::FirstMove | Asked::AllMoves => Answer::Moves(Vec::new()),
    }
}

fn first_wins(rules: &Rules, piles: &[u64]) -> bool {
    rules.first_wins(piles)
}

fn moves(case: &Case) -> impl Iterator<Item = (usize, u64)> {
    let moves = case.rules.winning(&case.positions[0]);
    moves.map(|turn| (turn[0].pile, turn[0].take))
}

/// The right answer, if the case were this one.
fn right(subject: &Subject, case: &Case) -> Answer {
    match subject.asked {
        Asked::Winner => {
            let wins = |piles: &Vec<u64>| first_wins(&case.rules, piles);
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
    let is_hill = !case.rules.has_piles();
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

fn largest_move(case: &Case) -> Option<(usize, u64)> {
    let largest = moves(case).max_by_key(|&(pile, take)| (take, std::cmp::Reverse(pile)));
    largest.filter(|_| !case.positions[0].is_empty())
}

/// Grundy values of piles, as the rules have them.
fn grundy(case: &Case, pile: u64) -> u64 {
    let heaps = case.rules.heaps();
    heaps.map_or(pile, |heaps| heaps.grundy_of(pile))
}

/// Who wins by a rule for Grundy values.
fn by_grundy(case: &Case, piles: &[u64], change: impl Fn(u64) -> u64) -> bool {
    by_play(case, case.rules.play(), piles, change)
}

fn by_play(case: &Case, play: Play, piles: &[u64], change: impl Fn(u64) -> u64) -> bool {
    let values = piles.iter().map(|&pile| change(grundy(case, pile)));
    let (sum, large) = values.fold((0, false), |(sum, large), value| {
        (sum ^ value, large || value > 1)
    });
    match play {
        Play::Misere => (sum != 0) == large,
        Play::Normal => sum != 0,
    }
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

const TOO_SMALL: &str = "no size is as large";
const TOO_FEW_PILES: &str = "there are not as many piles";
const TOO_FEW_CASES: &str = "there are not as many cases";
const ONE_CASE: &str = "an input is one case";
const NOT_MISERE: &str = "it is normal play";
const OTHER_GAME: &str = "the game has no such rule";
const OTHER_QUESTION: &str = "nobody asks for it";
const SHORT_LINES: &str = "no line is as long";

fn unless(possible: bool, why: &'static str) -> Option<&'static str> {
    (!possible).then_some(why)
}

/// All mutants of a problem.
fn mutants(subject: &Subject) -> Mutants {
    let mut all = Mutants::default();
    misread_sizes(subject, &mut all);
    misread_piles(subject, &mut all);
    kept_state(subject, &mut all);
    wrong_rules(subject, &mut all);
    wrong_moves(subject, &mut all);
    needles(subject, &mut all);
    wrapping_sums(subject, &mut all);
    all
}

/// Whether a mutant is wrong for these piles.
type IsNeedle = Box<dyn Fn(&[u64]) -> bool + Send + Sync>;

/// A few positions with a wrong answer among right ones: the data has all that are alike, as far as there is room for
/// them in a few inputs.
fn needles(subject: &Subject, all: &mut Mutants) {
    let limits = subject.limits;
    let sizes = limits.sizes;
    // Half of all inputs.
    let inputs = if subject.cases > 10 { 12 } else { 8 };
    let room = subject.cases * limits.positions.map_or(1, |limits| limits.high) * inputs;
    let several = subject.problem.layout.cases().is_some();
    let alone = several && limits.count.low == 1;
    let pairs = several && limits.count.low <= 2 && limits.count.high >= 2;
    let mut add = |name: String, possible: bool, is_needle: IsNeedle| {
        let why = unless(possible, "there is no room for all of them");
        all.winner("needles", name, why, move |case, piles| {
            first_wins(&case.rules, piles) != is_needle(piles)
        });
    };
    let is_hill = subject.is_hill();
    for size in [1, 3, 77, 500, 611, 999, 1000, 1023, 2048, 3333, 4096] {
        let possible = sizes.has(size) && !is_hill && size - sizes.low < room;
        let name = format!("one pile of {size}");
        add(
            name,
            alone && possible,
            Box::new(move |piles| *piles == [size]),
        );
        let name = format!("two piles, one of them {size}");
        let is_pair = move |piles: &[u64]| piles.len() == 2 && piles.contains(&size);
        add(name, pairs && possible && size < 4096, Box::new(is_pair));
        let name = format!("two piles with the nim-sum {size}");
        let is_sum = move |piles: &[u64]| piles.len() == 2 && piles[0] ^ piles[1] == size;
        let possible = possible && size < sizes.high / 2 && size < 4096;
        add(name, pairs && possible, Box::new(is_sum));
    }
    for first in [50, 100, 700, 900] {
        let name = format!("one pile of {first} to {}", first + 5);
        let is_one =
            move |piles: &[u64]| piles.len() == 1 && (first..first + 6).contains(&piles[0]);
        let possible = sizes.has(first) && !is_hill && first < room;
        add(name, alone && possible, Box::new(is_one));
    }
    for count in [1, 2, 7, 33, 64, 99, 255, 256, 777, 1000] {
        let possible = limits.count_varies && limits.count.has(count) && count < room;
        let name = format!("{count} piles");
        let has_so_many = move |piles: &[u64]| piles.len() as u64 == count;
        add(name, several && possible, Box::new(has_so_many));
    }
    let few: [&[u64]; 5] = [
        &[1, 3, 8],
        &[1, 1, 1, 1, 2, 2],
        &[1, 1, 4],
        &[2, 1, 1, 2, 1, 1],
        &[5, 1, 6],
    ];
    for position in few {
        let len = position.len() as u64;
        // So many they are in all, in order or not.
        let are_in_all = if position.is_sorted() { 1500 } else { 2509 };
        let possible = limits.count.has(len) && sizes.high >= 8 && sizes.low <= 1;
        let possible = possible && room * 2 > are_in_all;
        let name = format!("{position:?}");
        add(
            name,
            several && possible && !is_hill,
            Box::new(move |piles| piles == position),
        );
    }
}

/// Programs that take piles whose sum overflows for piles of one stone, or for empty ones.
fn wrapping_sums(subject: &Subject, all: &mut Mutants) {
    let most = u128::from(subject.largest) * u128::from(subject.piles.min(2000));
    let is_hill = unless(!subject.is_hill(), OTHER_GAME);
    let sum = |piles: &[u64]| piles.iter().map(|&pile| u128::from(pile)).sum::<u128>();
    for bits in [8, 16, 31, 32, 63, 64] {
        let too_small = is_hill.or(unless(most > (1 << bits) + 2000, "no sum is as large"));
        all.winner(
            "wrapping sums",
            format!("no stones, in {bits} bits"),
            too_small,
            move |case, piles| sum(piles) % (1 << bits) != 0 && first_wins(&case.rules, piles),
        );
        all.winner(
            "wrapping sums",
            format!("piles of one stone, in {bits} bits"),
            too_small.or(unless(subject.misere() && subject.piles > 2, NOT_MISERE)),
            move |case, piles| {
                let are_ones = sum(piles) % (1 << bits) == piles.len() as u128;
                if are_ones {
                    piles.len().is_multiple_of(2)
                } else {
                    first_wins(&case.rules, piles)
                }
            },
        );
    }
}

fn misread_sizes(subject: &Subject, all: &mut Mutants) {
    let largest = subject.largest;
    // Of a remainder, only as many bits count.
    let most = subject
        .problem
        .rules
        .number(Role::Parameter(Parameter::MaxTaken));
    let modulus = most.map_or(0, |most| most + 1);
    let only_low = |bits: u32| {
        let divides = modulus > 0 && (1_u128 << bits).is_multiple_of(u128::from(modulus));
        unless(bits < 64 && largest >> bits > 0, TOO_SMALL)
            .or(divides.then_some("only the lower bits decide"))
    };
    for bits in 0..64_u32 {
        let mask = (1_u64 << bits) - 1;
        all.sizes(
            "low bits",
            format!("keeps {bits} bits"),
            only_low(bits),
            move |size| size & mask,
        );
        all.sizes(
            "high bits",
            format!("drops bit {bits}"),
            only_low(bits),
            move |size| size & !(1 << bits),
        );
        // Other gaps have to make up for a gap that is too large.
        let room = !subject.is_hill() || largest / 2 > mask;
        let why = unless(largest > mask && bits > 0, TOO_SMALL)
            .or(only_low(bits))
            .or(unless(room, "the gaps together are not as large"));
        all.sizes(
            "off by one",
            format!("sizes below 2^{bits}"),
            why,
            move |size| size.min(mask),
        );
    }
    let why = unless(largest > 1 << 24, TOO_SMALL);
    all.sizes("rounding", "32-bit floating point", why, |size| {
        to_bits(size, f32::MANTISSA_DIGITS)
    });
    let why = unless(largest > 1 << 53, TOO_SMALL);
    all.sizes("rounding", "64-bit floating point", why, |size| {
        to_bits(size, f64::MANTISSA_DIGITS)
    });
    if !subject.is_hill() {
        all.sizes(
            "off by one",
            "no pile of the largest size",
            unless(
                subject.largest_counts(),
                "the largest pile counts for nothing",
            ),
            move |size| {
                if size == largest { 0 } else { size }
            },
        );
    }
}

fn misread_piles(subject: &Subject, all: &mut Mutants) {
    let piles = subject.piles;
    let varies = subject.limits.count_varies && !subject.is_hill();
    let counts = [
        1, 2, 3, 5, 9, 10, 19, 20, 50, 99, 100, 255, 256, 999, 1000, 4095, 9999, 65_535,
    ]
    .into_iter()
    .chain([piles / 2, piles.saturating_sub(1)]);
    for count in counts {
        let name = format!("only {count} piles");
        let why = unless(varies && count < piles && count > 0, TOO_FEW_PILES);
        all.piles("first piles", name, why, move |piles| {
            piles[..piles.len().min(count as usize)].to_vec()
        });
        let name = format!("all but {count} of the largest number of piles");
        let why = unless(varies && count < piles && count < 4, TOO_FEW_PILES);
        all.piles("off by one", name, why, move |of_case| {
            let most = (piles - count) as usize;
            of_case[..of_case.len().min(most)].to_vec()
        });
    }
    for bits in [8, 16] {
        let name = format!("counts piles in {bits} bits");
        let why = unless(varies && piles >= 1 << bits, TOO_FEW_PILES);
        all.piles("counters", name, why, move |piles| {
            piles[..piles.len() % (1 << bits)].to_vec()
        });
        let cases = subject.cases;
        let name = format!("counts cases in {bits} bits");
        let why = unless(cases >= 1 << bits, TOO_FEW_CASES);
        all.add("counters", name, why, move |subject, cases, index| {
            if index < cases.len() % (1 << bits) {
                right(subject, &cases[index])
            } else {
                Answer::Nothing
            }
        });
        let name = format!("counts moves in {bits} bits");
        let why = unless(subject.asked == Asked::Count, OTHER_QUESTION)
            .or(unless(piles >= 1 << bits, TOO_FEW_PILES));
        all.add(
            "counters",
            name,
            why,
            move |subject, cases, index| match right(subject, &cases[index]) {
                Answer::Count(count) => Answer::Count(count % (1 << bits)),
                other => other,
            },
        );
    }
    for most in [
        1,
        2,
        10,
        100,
        500,
        1000,
        5000,
        subject.cases.saturating_sub(1),
    ] {
        let name = format!("only {most} cases");
        let why = unless(subject.cases > most && most > 0, TOO_FEW_CASES);
        all.add("first cases", name, why, move |subject, cases, index| {
            if (index as u64) < most {
                right(subject, &cases[index])
            } else {
                Answer::Nothing
            }
        });
    }
    let mut numbers = subject.problem.layout.numbers.iter();
    let on_a_line = numbers.any(|number| number.role == Role::Pile && number.times.is_some());
    for buffer in [100, 1000, 4096, 10_000, 65_536] {
        let longest = (digits(subject.largest) + 1).saturating_mul(piles);
        let why = unless(on_a_line && longest > buffer + 1, SHORT_LINES);
        all.piles(
            "buffers",
            format!("lines of {buffer} bytes"),
            why,
            move |piles| {
                let mut len = 0;
                let fits = |&&pile: &&u64| {
                    len += digits(pile) + 1;
                    len <= buffer + 1
                };
                piles.iter().take_while(fits).copied().collect()
            },
        );
    }
    let is_wythoff = subject.problem.rules.row().written == "wythoff";
    let several = unless(piles > 1 && !subject.is_hill(), TOO_FEW_PILES)
        .or(is_wythoff.then_some("one pile is won whenever two of its size are"));
    all.piles("equal piles", "each size once", several, |piles| {
        let mut seen = std::collections::HashSet::new();
        piles
            .iter()
            .copied()
            .filter(|&pile| seen.insert(pile))
            .collect()
    });
    all.piles("equal piles", "not twice in a row", several, |piles| {
        let mut piles = piles.to_vec();
        piles.dedup();
        piles
    });
    let zeros = subject.limits.sizes.low == 0 && !subject.is_hill();
    let no_zeros = unless(zeros && piles > 1, "no pile may be empty");
    all.piles("empty piles", "end at the first one", no_zeros, |piles| {
        piles.iter().copied().take_while(|&pile| pile > 0).collect()
    });
    let positions = subject.limits.positions.map_or(1, |limits| limits.high);
    for count in [1, 10, 50, 99] {
        let why = unless(positions > count, "a case has one position");
        let name = format!("only {count} positions");
        all.add("first piles", name, why, move |subject, cases, index| {
            let mut case = cases[index].clone();
            case.positions.truncate(count as usize);
            right(subject, &case)
        });
    }
}

fn kept_state(subject: &Subject, all: &mut Mutants) {
    let no_cases = unless(subject.cases > 1, ONE_CASE);
    let is_pair = ["wythoff", "euclid"].contains(&subject.problem.rules.row().written);
    let no_piles = no_cases
        .or(unless(!subject.is_hill(), OTHER_GAME))
        .or(unless(!is_pair, "the game has two piles"));
    all.add(
        "state",
        "piles of the case before count too",
        no_piles,
        |subject, cases, index| {
            let mut case = cases[index].clone();
            for piles in &mut case.positions {
                if let Some(before) = index.checked_sub(1).map(|before| &cases[before]) {
                    piles.extend(&before.positions[0]);
                }
            }
            right(subject, &case)
        },
    );
    let mut header = subject.problem.layout.numbers_of_head();
    let in_header = header.any(|number| number.role.is_count());
    let varies = no_piles.or(unless(
        subject.limits.count_varies && !in_header,
        "all cases of an input have as many piles",
    ));
    all.add(
        "state",
        "piles behind the last one stay",
        varies,
        |subject, cases, index| {
            let mut case = cases[index].clone();
            if let Some(before) = index.checked_sub(1).map(|before| &cases[before]) {
                for piles in &mut case.positions {
                    let rest = before.positions[0].iter().skip(piles.len());
                    piles.extend(rest.copied().collect::<Vec<_>>());
                }
            }
            right(subject, &case)
        },
    );
    let set = no_cases.or(unless(subject.gives_set(), OTHER_GAME));
    all.add(
        "state",
        "the first subtraction set stays",
        set,
        |subject, cases, index| {
            let rules = Arc::clone(&cases[0].rules);
            right(
                subject,
                &Case {
                    rules,
                    ..cases[index].clone()
                },
            )
        },
    );
    all.add(
        "state",
        "the subtraction set before stays",
        set,
        |subject, cases, index| {
            let rules = Arc::clone(&cases[index.saturating_sub(1)].rules);
            right(
                subject,
                &Case {
                    rules,
                    ..cases[index].clone()
                },
            )
        },
    );
    let misere = no_cases.or(unless(subject.misere(), NOT_MISERE));
    all.add(
        "state",
        "a large pile before counts too",
        misere,
        |subject, cases, index| {
            let before = &cases[..index];
            let large = before
                .iter()
                .any(|case| case.positions.concat().iter().any(|&pile| pile > 1));
            let case = &cases[index];
            let piles = &case.positions[0];
            let sum = piles.iter().fold(0, |sum, &pile| sum ^ grundy(case, pile));
            let wins = (sum != 0) == (large || piles.iter().any(|&pile| pile > 1));
            if wins == first_wins(&case.rules, piles) {
                right(subject, case)
            } else {
                Answer::Nothing
            }
        },
    );
}

/// Whether Grundy values are an exception in misère play.
type Exception = fn(&[u64]) -> bool;

fn wrong_rules(subject: &Subject, all: &mut Mutants) {
    let rules = &subject.problem.rules;
    all.winner("sums", "the first player always wins", None, |_, _| true);
    all.winner("sums", "the first player always loses", None, |_, _| false);
    let several = unless(subject.piles > 1, TOO_FEW_PILES);
    let hill = unless(!subject.is_hill(), OTHER_GAME);
    all.winner("sums", "parity of the sum", hill, |_, piles| {
        piles
            .iter()
            .fold(0_u64, |sum, &pile| sum.wrapping_add(pile))
            % 2
            == 1
    });
    all.winner("sums", "parity of the number of piles", hill, |_, piles| {
        piles.len() % 2 == 1
    });
    all.winner("sums", "or for xor", several.or(hill), |case, piles| {
        piles.iter().fold(0, |sum, &pile| sum | grundy(case, pile)) != 0
    });
    all.winner("sums", "sum for xor", several.or(hill), |case, piles| {
        let sum = piles
            .iter()
            .fold(0_u64, |sum, &pile| sum.wrapping_add(grundy(case, pile)));
        sum != 0
    });
    all.winner(
        "sums",
        "lost if all sizes come in pairs",
        several.or(hill),
        |_, piles| {
            let mut piles: Vec<_> = piles.iter().copied().filter(|&pile| pile > 0).collect();
            piles.sort_unstable();
            piles
                .chunks(2)
                .any(|pair| pair.len() < 2 || pair[0] != pair[1])
        },
    );
    let other = unless(
        rules.heaps().is_some() && rules.row().has_misere(),
        OTHER_GAME,
    );
    all.winner("misere", "the other play", other, |case, piles| {
        by_play(case, opposite(case.rules.play()), piles, |value| value)
    });
    let is_pile_rule = rules.heaps().is_some();
    let misere = unless(subject.misere() && is_pile_rule, NOT_MISERE);
    let sum = |case: &Case, piles: &[u64]| {
        piles.iter().fold(0, |sum, &pile| sum ^ grundy(case, pile)) != 0
    };
    all.winner("misere", "always inverted", misere, move |case, piles| {
        !sum(case, piles)
    });
    let thresholds: [(&str, Exception); 5] = [
        ("one pile alone", |piles| piles.len() == 1 && piles[0] == 1),
        ("some pile of one stone", |piles| piles.contains(&1)),
        ("no pile above 2", |piles| {
            piles.iter().all(|&pile| pile <= 2)
        }),
        ("not if there is one pile", |piles| {
            piles.len() > 1 && piles.iter().all(|&p| p <= 1)
        }),
        ("the first pile has one stone", |piles| piles[0] == 1),
    ];
    for (name, exception) in thresholds {
        let name = format!("exception: {name}");
        all.winner("misere", name, misere, move |case, piles| {
            let values: Vec<_> = piles.iter().map(|&pile| grundy(case, pile)).collect();
            sum(case, piles) != exception(&values)
        });
    }
    let zeros = misere.or(unless(
        subject.limits.sizes.low == 0,
        "no pile may be empty",
    ));
    all.winner(
        "misere",
        "exception: no empty pile",
        zeros,
        move |case, piles| sum(case, piles) != piles.iter().all(|&pile| pile == 1),
    );
    let most = unless(subject.gives_most() && is_pile_rule, OTHER_GAME);
    for (name, more) in [("K for K + 1", 0), ("K + 2 for K + 1", 2)] {
        all.winner("takes", name, most, move |case, piles| {
            let sum = piles
                .iter()
                .fold(0, |sum, &pile| sum ^ (pile % (case.parameter + more)));
            sum != 0
        });
    }
    all.winner("takes", "won if all can be taken", most, |case, piles| {
        piles.iter().all(|&pile| pile <= case.parameter)
    });
    let largest_value = largest_grundy(subject);
    for cap in [4, 8, 16, 32, 64, 128, 255, 256] {
        let too_large = unless(largest_value >= cap, "no Grundy value is as large");
        let alone = unless(
            subject.piles > 1,
            "of one pile, only whether its value is 0 decides",
        );
        let why = too_large.or(alone);
        all.winner(
            "Grundy values",
            format!("capped at {cap}"),
            why,
            move |case, piles| by_grundy(case, piles, |value| value.min(cap - 1)),
        );
        let why = too_large.or(unless(cap.is_power_of_two(), "not a number of bits"));
        all.winner(
            "Grundy values",
            format!("modulo {cap}"),
            why,
            move |case, piles| by_grundy(case, piles, |value| value % cap),
        );
    }
    wrong_sets(subject, all);
    wrong_cells(subject, all);
    wrong_formulas(subject, all);
}

/// Formulas of other games, and those of the game that are not exact.
#[expect(
    clippy::cast_precision_loss,
    reason = "that is the mistake of some of them"
)]
fn wrong_formulas(subject: &Subject, all: &mut Mutants) {
    let written = subject.problem.rules.row().written;
    let mut add = |name: &str, possible: bool, wins: fn(&[u64]) -> bool| {
        let why = unless(possible, OTHER_GAME);
        all.winner("formulas", name, why, move |_, piles| wins(piles));
    };
    let has_other = written != "nim" && !subject.is_hill();
    add("of Nim", has_other, |piles| {
        piles.iter().fold(0, |sum, pile| sum ^ pile) != 0
    });
    let is_wythoff = written == "wythoff";
    add("the golden ratio in 32 bits", is_wythoff, |piles| {
        let less = piles[0].min(piles[1]);
        (piles[0].abs_diff(piles[1]) as f32 * 1.618_034) as u64 != less
    });
    add("pairs in ascending order", is_wythoff, |piles| {
        let gap = piles[1].checked_sub(piles[0]);
        gap.is_none_or(|gap| (gap as f64 * 1.618_033_988_749_895) as u64 != piles[0])
    });
    let is_euclid = written == "euclid";
    add("the steps of Euclid's algorithm", is_euclid, |piles| {
        let (mut larger, mut less) = (piles[0].max(piles[1]), piles[0].min(piles[1]));
        let mut is_odd = false;
        while less > 0 {
            (larger, less) = (less, larger % less);
            is_odd = !is_odd;
        }
        is_odd
    });
    add("a quotient of 3 for a choice", is_euclid, |piles| {
        let (mut larger, mut less) = (piles[0].max(piles[1]), piles[0].min(piles[1]));
        let mut wins = less > 0;
        while less > 0 && larger % less > 0 && larger / less < 3 {
            (larger, less) = (less, larger % less);
            wins = !wins;
        }
        wins
    });
    let has_last = written == "take 1..K*last";
    add("multiples of 3 are lost", has_last, |piles| {
        piles[0] % 3 > 0
    });
    add("powers of 2 are lost", has_last, |piles| {
        !piles[0].is_power_of_two()
    });
}

/// The largest Grundy value of a game whose positions are not those of Nim; else 0.
fn largest_grundy(subject: &Subject) -> u64 {
    let limits = subject.limits;
    let rules = &subject.problem.rules;
    let largest = match rules.heaps() {
        Some(_) if rules.nim().is_some() => 0,
        Some(_) if subject.gives_most() => limits.parameter.map_or(0, |limits| limits.high),
        Some(_) if subject.gives_set() => {
            let count = limits.take_count.map_or(0, |limits| limits.high);
            count.min(limits.subtraction_set.high)
        }
        Some(_) => {
            let mut rules = rules.clone();
            let high = limits.sizes.high.min(100_000);
            rules.cover(high).unwrap();
            let heaps = rules.heaps().unwrap();
            (0..=high).map(|size| heaps.grundy_of(size)).max().unwrap()
        }
        None => 0,
    };
    largest.min(limits.sizes.high)
}

fn wrong_sets(subject: &Subject, all: &mut Mutants) {
    type Change = fn(&mut Vec<u64>);
    let changes: [(&str, Change); 4] = [
        ("all up to the largest", |set| {
            *set = (1..=set.iter().copied().max().unwrap_or(0)).collect();
        }),
        ("without the last", |set| {
            set.truncate(set.len().saturating_sub(1).max(1));
        }),
        ("only the first", |set| set.truncate(1)),
        ("without the largest possible", |_| {}),
    ];
    for (name, change) in changes {
        let why = unless(subject.gives_set(), OTHER_GAME);
        let high = subject.limits.subtraction_set.high;
        let known = Mutex::new(HashMap::<Vec<u64>, Rules>::new());
        all.winner("takes", name, why, move |case, piles| {
            let mut set = case.set.clone();
            change(&mut set);
            if name == "without the largest possible" {
                set.retain(|&take| take != high);
            }
            if set.is_empty() {
                return false;
            }
            if set == case.set {
                return first_wins(&case.rules, piles);
            }
            let mut known = known.lock().unwrap();
            let rules = known.entry(set).or_insert_with_key(|set| {
                let mut rules = (*case.rules).clone();
                rules.set_takes(set);
                rules
            });
            let largest = piles.iter().max().copied().unwrap_or(0);
            rules.cover(largest).unwrap();
            first_wins(rules, piles)
        });
    }
}

/// Mistakes about persons on a hill and coins on a strip.
fn wrong_cells(subject: &Subject, all: &mut Mutants) {
    fn sum(gaps: impl IntoIterator<Item = u64>) -> u64 {
        gaps.into_iter().fold(0, |sum, gap| sum ^ gap)
    }
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
    fn in_order(coins: &[u64]) -> Vec<u64> {
        let mut coins = coins.to_vec();
        coins.sort_unstable();
        coins
    }
    let has_king = subject.is_hill() && subject.limits.parameter.is_some();
    let hill = unless(has_king, OTHER_GAME);
    let coins = unless(subject.is_hill() && !has_king, OTHER_GAME);
    all.winner("hill", "no king", hill, |_, persons| {
        sum(gaps(0, persons)) != 0
    });
    all.winner("hill", "no second king", hill, |case, persons| {
        case.parameter == 1 || sum(gaps(0, persons)) != 0
    });
    all.winner("hill", "pairs from the top", hill, |case, persons| {
        let pairs = persons.chunks_exact(2);
        case.parameter == 1 || sum(pairs.map(|pair| pair[1] - pair[0] - 1)) != 0
    });
    all.winner("hill", "a cell too many", hill, |case, persons| {
        let gaps = gaps(case.parameter, persons).map(|gap| gap + 1);
        case.parameter == 1 || sum(gaps) != 0
    });
    all.winner("coins", "not in order", coins, |_, coins| {
        sum(piles(coins, 1)) != 0
    });
    all.winner("coins", "cells counted from 0", coins, |_, coins| {
        sum(piles(&in_order(coins), 0)) != 0
    });
    all.winner("coins", "pairs from the left", coins, |_, coins| {
        let coins = in_order(coins);
        let pairs = coins.chunks_exact(2);
        sum(pairs.map(|pair| pair[1] - pair[0] - 1)) != 0
    });
    all.winner("coins", "every gap counts", coins, |_, coins| {
        let coins = in_order(coins);
        let gaps = coins.windows(2).map(|pair| pair[1] - pair[0] - 1);
        sum(gaps.chain([coins[0] - 1])) != 0
    });
}

fn wrong_moves(subject: &Subject, all: &mut Mutants) {
    let first = unless(subject.asked == Asked::FirstMove, OTHER_QUESTION);
    let listed = unless(subject.asked == Asked::AllMoves, OTHER_QUESTION);
    let several = unless(subject.piles > 1, TOO_FEW_PILES);
    let chosen = move |choose: fn(&Case) -> Option<(usize, u64)>| {
        move |_: &Subject, cases: &[Case], index: usize| {
            Answer::Moves(choose(&cases[index]).into_iter().collect())
        }
    };
    all.add(
        "moves",
        "the last one",
        first.or(several),
        chosen(|case| moves(case).last()),
    );
    all.add(
        "moves",
        "the largest take",
        first.or(several),
        chosen(largest_move),
    );
    all.add(
        "moves",
        "the smallest take",
        first.or(several),
        chosen(|case| moves(case).min_by_key(|&(pile, take)| (take, pile))),
    );
    all.add(
        "moves",
        "in the largest pile",
        first.or(several),
        chosen(|case| {
            moves(case).max_by_key(|&(pile, _)| (case.positions[0][pile], std::cmp::Reverse(pile)))
        }),
    );
    all.add(
        "moves",
        "the largest take of the first pile",
        first.or(unless(subject.gives_set(), "a pile has one winning move")),
        chosen(|case| {
            let (pile, _) = moves(case).next()?;
            moves(case).take_while(|&(other, _)| other == pile).last()
        }),
    );
    all.add(
        "moves",
        "only the first one",
        listed.or(several),
        |subject, cases, index| match right(subject, &cases[index]) {
            Answer::Moves(moves) => Answer::Moves(moves.into_iter().take(1).collect()),
            other => other,
        },
    );
    all.add(
        "moves",
        "in reverse",
        listed.or(several),
        |subject, cases, index| match right(subject, &cases[index]) {
            Answer::Moves(moves) => Answer::Moves(moves.into_iter().rev().collect()),
            other => other,
        },
    );
    all.add(
        "moves",
        "by size of the pile",
        listed.or(several),
        |subject, cases, index| {
            let piles = &cases[index].positions[0];
            match right(subject, &cases[index]) {
                Answer::Moves(mut moves) => {
                    moves.sort_by_key(|&(pile, _)| piles[pile]);
                    Answer::Moves(moves)
                }
                other => other,
            }
        },
    );
    let count = unless(subject.asked == Asked::Count, OTHER_QUESTION).or(several);
    let sum = |piles: &[u64]| piles.iter().fold(0, |sum, pile| sum ^ pile);
    all.add(
        "moves",
        "counts every pile of a won position",
        count,
        move |_, cases, index| {
            let piles = &cases[index].positions[0];
            Answer::Count(if sum(piles) == 0 {
                0
            } else {
                piles.len() as u128
            })
        },
    );
    all.add(
        "moves",
        "counts only whether there is one",
        count,
        move |_, cases, index| Answer::Count(u128::from(sum(&cases[index].positions[0]) != 0)),
    );
    all.add(
        "moves",
        "counts moves that take nothing",
        count,
        move |_, cases, index| {
            let piles = &cases[index].positions[0];
            let counts = |&&pile: &&u64| pile ^ sum(piles) <= pile;
            Answer::Count(piles.iter().filter(counts).count() as u128)
        },
    );
    all.add(
        "moves",
        "counts sizes, not piles",
        count,
        move |_, cases, index| {
            let piles = &cases[index].positions[0];
            let winning = piles.iter().filter(|&&pile| pile ^ sum(piles) < pile);
            Answer::Count(winning.collect::<std::collections::HashSet<_>>().len() as u128)
        },
    );
}

fn opposite(play: Play) -> Play {
    match play {
        Play::Normal => Play::Misere,
        Play::Misere => Play::Normal,
    }
}

impl Subject {
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
        !self.problem.rules.has_piles()
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

    fn new(problem: &'static Problem) -> Self {
        let limits = PositionLimits::of(&problem.layout);
        let answer = &problem.answer;
        let asked = if answer.positions.is_some() || answer.any {
            Asked::Winner
        } else if answer.lists_moves() {
            Asked::AllMoves
        } else if answer.names_moves() {
            Asked::FirstMove
        } else if answer.has(Value::Count) {
            Asked::Count
        } else {
            Asked::Winner
        };
        let is_hill = !problem.rules.has_piles();
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

    /// Takes the numbers of a case apart. Rules that came before are taken from `known`, and cover piles up to
    /// `largest`.
    fn decode(&self, numbers: &[u64], largest: u64, known: &mut KnownRules) -> Case {
        let mut decoding = Decoding {
            layout: &self.problem.layout,
            next: numbers.iter().copied(),
            values: vec![0; self.problem.layout.numbers.len()],
            parameter: 0,
            set: Vec::new(),
            positions: vec![Vec::new()],
        };
        let Ok(()) = self.problem.layout.walk_head(&mut decoding);
        let Ok(()) = self.problem.layout.walk_case(&mut decoding);
        let Decoding {
            mut next,
            parameter,
            set,
            positions,
            ..
        } = decoding;
        assert_eq!(next.next(), None, "{}", self.problem.name);
        let rules = known
            .entry((parameter, set.clone(), largest))
            .or_insert_with(|| {
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
            positions,
        }
    }
}

/// Games of a user's own.
const OWN: [(&str, &str, &str, &str, &str); 7] = [
    (
        "wide",
        "nim",
        "{ n:1..1000 / a:0..18446744073709551615*n / ! }+",
        "a",
        "Yes|No",
    ),
    (
        "upto",
        "misere take 1..6",
        "T:1..1000 / { n:1..50 / a:1..10^12*n / ! }*T",
        "a",
        "A|B",
    ),
    (
        "moore",
        "moore k",
        "{ n:1..30 k:1..5 / a:0..10^6*n / ! }0",
        "a",
        "Yes|No",
    ),
    (
        "column",
        "take {2,5,7}",
        "t:1..100 / { n:1..20 / { a:1..10^5 / }*n ! }*t",
        "a",
        "Yes|No",
    ),
    (
        "kayles",
        "kayles",
        "{ a:0..200 b:0..200 / ! }+",
        "a b",
        "Yes|No",
    ),
    (
        "any",
        "nim",
        "{ n:1..10 / a:1..1000*n / ! }+",
        "a",
        "any {pile} {take}|none",
    ),
    (
        "before",
        "take 1..k",
        "k:1..100 / { n:1..10^18 / ! }+",
        "n",
        "Yes|No",
    ),
];

/// All problems, under each of their names, and the games of a user's own.
static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let folder = folder("mutants");
    let mut subjects = Vec::new();
    for problem in problems() {
        subjects.extend(names(problem).map(|name| Subject::new(crate::harness::problem(name))));
    }
    for (name, rule, input, piles, answer) in OWN {
        let path = folder.join(format!("{name}.toml"));
        let text = format!(
            "rule = \"{rule}\"\ninput = \"{input}\"\npiles = \"{piles}\"\nanswer = \"{answer}\"\n"
        );
        fs::write(&path, text).unwrap();
        let problem = crate::harness::kept(problem::find(path.to_str().unwrap()).unwrap().unwrap());
        subjects.push(Subject::new(problem));
    }
    subjects
});

impl Subject {
    fn name(&self) -> &str {
        let name = self.problem.name.rsplit('/').next().unwrap();
        name.trim_end_matches(".toml")
    }

    fn decode_all(&self, cases: &[Vec<u64>], known: &mut KnownRules) -> Vec<Case> {
        // The piles of a mutant may be those of another case.
        let largest = cases.iter().flatten().max().copied().unwrap_or(0);
        // Only tables of Grundy values take long.
        let has_table = self.problem.rules.heaps().is_some();
        let most = if has_table { 100_000 } else { u64::MAX / 2 };
        let largest = largest.min(most).next_power_of_two();
        let largest = largest.min(self.limits.sizes.high);
        let cases = cases.iter();
        cases
            .map(|numbers| self.decode(numbers, largest, known))
            .collect()
    }
}

impl Mutant {
    /// Whether its answers to these cases are the right ones.
    fn is_right(&self, subject: &Subject, cases: &[Case], right: &[Answer]) -> bool {
        let answer = |index| (self.wrong)(subject, cases, index);
        (0..cases.len()).all(|index| answer(index).is_none_or(|answer| answer == right[index]))
    }
}

/// How many rounds `stress` has, unless an option says otherwise.
const ROUNDS: u64 = 500;

#[test]
fn every_mistake_that_can_make_a_difference_makes_one_on_the_test_data_and_in_stress() {
    let mut complaints = Vec::new();
    println!("mutants killed/mistakes that the limits make harmless");
    for subject in some_of(7, &*SUBJECTS) {
        let name = subject.name();
        let Mutants { all, harmless } = mutants(subject);
        let mut row = BTreeMap::<&str, [usize; 2]>::new();
        for mutant in &all {
            row.entry(mutant.family).or_default()[0] += 1;
        }
        for (family, ..) in &harmless {
            row.entry(family).or_default()[1] += 1;
        }
        // What stress tries has the test data in it: which mutants were right on those, and which on all.
        let mut alive: Vec<_> = all.iter().map(|mutant| (mutant, [true; 2])).collect();
        let mut known = HashMap::new();
        for round in Rounds::new(subject.problem, 0).take(ROUNDS as usize) {
            if alive.is_empty() {
                break;
            }
            let Round { inputs, origin } = round.unwrap();
            for input in inputs {
                let cases = subject.decode_all(&input.cases, &mut known);
                let answers: Vec<_> = cases.iter().map(|case| right(subject, case)).collect();
                let is_data = origin == Origin::TestData;
                alive.retain_mut(|(mutant, [on_data, in_stress])| {
                    let may_die = *in_stress || (is_data && *on_data);
                    if may_die && !mutant.is_right(subject, &cases, &answers) {
                        *in_stress = false;
                        *on_data &= !is_data;
                    }
                    *on_data || *in_stress
                });
            }
        }
        for (mutant, [on_data, in_stress]) in alive {
            row.get_mut(mutant.family).unwrap()[0] -= 1;
            let (family, what) = (mutant.family, &mutant.name);
            complaints.push(format!(
                "{name}: {family}: {what}: on data {on_data}, in stress {in_stress}"
            ));
        }
        let cells = row
            .iter()
            .map(|(family, [killed, harmless])| format!("{family} {killed}/{harmless}"));
        println!("{name}: {}", cells.collect::<Vec<_>>().join(", "));
    }
    let complaints = complaints.join("\n");
    assert!(complaints.is_empty(), "survive:\n{complaints}\n");
}

#[test]
fn the_search_of_stress_finds_mutants_of_problems_with_small_inputs() {
    /// The search is interrupted after this number of runs from the first failure on: to shrink it to a smallest
    /// one takes long.
    const RUNS: usize = 10;
    // Those of problems with small inputs take least time.
    let subjects = SUBJECTS.iter();
    let small = subjects.filter(|subject| subject.piles * subject.cases <= 1000);
    let mut families = BTreeMap::<&str, (&Subject, Mutant)>::new();
    for subject in small {
        for mutant in mutants(subject).all {
            families.entry(mutant.family).or_insert((subject, mutant));
        }
    }
    for (family, (subject, mutant)) in families {
        let name = format!("{}: {family}: {}", subject.name(), mutant.name);
        let known = Mutex::default();
        let is_right = |input: &Candidate| {
            let cases = subject.decode_all(&input.cases, &mut known.lock().unwrap());
            let answers: Vec<_> = cases.iter().map(|case| right(subject, case)).collect();
            mutant.is_right(subject, &cases, &answers)
        };
        let runs = AtomicUsize::new(0);
        let judge = |input: &Candidate| {
            let before = runs.load(Ordering::Relaxed);
            if before == RUNS {
                return Ok(None);
            }
            let is_right = is_right(input);
            let is_wrong_or_later = !is_right || before > 0;
            runs.store(before + usize::from(is_wrong_or_later), Ordering::Relaxed);
            Ok(Some(Judgement::of(if is_right {
                Verdict::Accepted
            } else {
                Verdict::WrongAnswer
            })))
        };
        let options = SearchOptions {
            seed: 0,
            rounds: Some(ROUNDS),
            jobs: 1,
            time_limit: Duration::from_secs(1),
            interrupt: None,
        };
        let result = stress::search(subject.problem, &judge, options, |_| {}).unwrap();
        let found = result.found.unwrap_or_else(|| panic!("{name} survives"));
        assert!(!is_right(&found.test), "{name}: {:?}", found.test);
    }
}

/// Takes the numbers of a case apart.
struct Decoding<'n> {
    layout: &'n Layout,
    next: std::iter::Copied<std::slice::Iter<'n, u64>>,
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
            let value = self.next.next().unwrap();
            self.values[number.index] = value;
            match number.role {
                Role::Pile | Role::Person => self.positions.last_mut().unwrap().push(value),
                Role::SecondCell => {
                    let first = self.values[number.differs_from.unwrap()];
                    let pile = first.abs_diff(value) - 1;
                    self.positions.last_mut().unwrap().push(pile);
                }
                Role::Take => self.set.push(value),
                Role::Parameter(_) => self.parameter = value,
                _ => {}
            }
        }
        Ok(())
    }

    fn repeat(&mut self, group: &Group, once: Once<'_, Self>) -> Result<(), Infallible> {
        let times = self.values[group.repeat.times().unwrap()];
        for left in (0..times).rev() {
            once(self)?;
            if self.layout.positions && left > 0 {
                self.positions.push(Vec::new());
            }
        }
        Ok(())
    }
}
