//! Wrong theories, a row each: for which problems one has a meaning, how it answers a case, and what is said of it.
//!
//! Most ask the right machinery another question: the same rule in the other play, Nim on the same piles, one pile
//! alone. None knows a game of its own.

use std::borrow::Cow;
use std::collections::HashSet;

use super::case::{Case, Said, is_outcome, joined};
use super::{Detail, Quantity};
use crate::answer::facts::answer_with;
use crate::answer::{Fact, Template};
use crate::game::Play;
use crate::game::rule::Rules;
use crate::layout::case::GivenRules;
use crate::problem::Problem;
use crate::words::english;

/// A kind of mistake.
#[derive(Debug)]
pub(crate) struct Kind {
    /// Its name in JSON, which is never translated.
    pub(crate) name: &'static str,
    /// What it is called, in English.
    pub(super) title: &'static str,
    /// What is said of a run, in English: one for each [way](Detail::way) in which it comes.
    pub(super) sentences: &'static [&'static str],
    /// The theory for a problem for which it has a meaning.
    pub(super) theory: fn(&Problem) -> Option<Box<dyn Theory>>,
}

/// How a kind of mistake answers.
pub(super) trait Theory: Send + Sync {
    /// What it answers to a case. `None` if that does not follow from the case and what was answered before.
    fn says(&self, case: &Case<'_>) -> Option<Said>;

    /// Whether it explains what was answered to a case, after all before it.
    fn explains(&mut self, case: &Case<'_>) -> bool {
        self.says(case).is_some_and(|said| case.is(&said))
    }

    /// What there is to know of it after all cases. `None` if these are not enough.
    fn detail(&self) -> Option<Detail> {
        Some(Detail::None)
    }
}

/// One that answers a case by itself.
struct Plain<F>(F);

impl<F: Fn(&Case<'_>) -> Option<Said> + Send + Sync> Theory for Plain<F> {
    fn says(&self, case: &Case<'_>) -> Option<Said> {
        self.0(case)
    }
}

/// Says who wins, where nothing else is asked for.
fn wins(problem: &Problem, wins: fn(&Case<'_>) -> bool) -> Option<Box<dyn Theory>> {
    let theory = Plain(move |case: &Case<'_>| Some(Said::Wins(wins(case))));
    is_outcome(&problem.answer).then(|| Box::new(theory) as _)
}

/// Whether positions are piles of stones.
fn has_stones(problem: &Problem) -> bool {
    problem.rules.positions.has_stones
}

/// Says that a position is won if a number is odd, or if it is even.
struct Odd {
    parity: fn(&Case<'_>) -> bool,
    /// Whether odd may be won, or lost.
    won: bool,
    lost: bool,
}

fn odd(problem: &Problem, is_odd: fn(&Case<'_>) -> bool) -> Option<Box<dyn Theory>> {
    let theory = Odd {
        parity: is_odd,
        won: true,
        lost: true,
    };
    (is_outcome(&problem.answer) && has_stones(problem)).then(|| Box::new(theory) as _)
}

impl Theory for Odd {
    fn says(&self, case: &Case<'_>) -> Option<Said> {
        Some(Said::Wins((self.parity)(case) == self.won))
    }

    fn explains(&mut self, case: &Case<'_>) -> bool {
        let is_odd = (self.parity)(case);
        self.won &= case.is(&Said::Wins(is_odd));
        self.lost &= case.is(&Said::Wins(!is_odd));
        self.won || self.lost
    }

    fn detail(&self) -> Option<Detail> {
        Some(Detail::Odd { won: self.won })
    }
}

/// Plays by other rules.
struct Under {
    rules: Rules,
    /// What the input gave of them.
    given: GivenRules,
}

fn under(rules: Option<Rules>) -> Option<Box<dyn Theory>> {
    let theory = Under {
        rules: rules?,
        given: GivenRules::new(),
    };
    Some(Box::new(theory))
}

impl Under {
    /// Sets what the input gives of these rules, which may be less than it gives of the right ones.
    fn set(rules: &mut Rules, case: &Case<'_>) -> bool {
        for (role, values) in case.given {
            if rules.asks_of_input().any(|part| part.role == *role) {
                rules.set(*role, values);
            }
        }
        Self::cover(rules, case)
    }

    fn cover(rules: &mut Rules, case: &Case<'_>) -> bool {
        let largest = case.piles.iter().max().copied().unwrap_or(0);
        rules.cover(largest).is_ok()
    }
}

impl Theory for Under {
    fn says(&self, case: &Case<'_>) -> Option<Said> {
        let mut rules = self.rules.clone();
        Self::set(&mut rules, case).then(|| case.said_by(&rules, case.piles))
    }

    fn explains(&mut self, case: &Case<'_>) -> bool {
        let is_known = if self.given == *case.given {
            Self::cover(&mut self.rules, case)
        } else {
            self.given.clone_from(case.given);
            Self::set(&mut self.rules, case)
        };
        is_known && case.is_right_by(&self.rules)
    }
}

/// Knows one pile alone: that with this index among the piles, if some have stones.
fn alone(problem: &Problem, pile: fn(&[u64]) -> Option<usize>) -> Option<Box<dyn Theory>> {
    let theory = Plain(move |case: &Case<'_>| {
        let index = pile(case.piles);
        Some(match index {
            Some(index) => case.said_by(case.rules, &lone(case, index)),
            None => case.said_by(case.rules, case.piles),
        })
    });
    (has_stones(problem) && !problem.answer.names_moves()).then(|| Box::new(theory) as _)
}

/// The position in which all other piles than this one are empty, or are not there, where that is the same.
fn lone<'c>(case: &Case<'c>, index: usize) -> Cow<'c, [u64]> {
    let positions = case.rules.positions;
    let before = if case.are_rules_beside {
        index
    } else if positions.passes_on {
        // On a staircase, two steps higher is the same.
        index % 2
    } else if positions.count == Some(2) {
        1
    } else {
        return Cow::Borrowed(&case.piles[index..=index]);
    };
    let mut piles = vec![0; before];
    piles.push(case.piles[index]);
    Cow::Owned(piles)
}

/// The piles with stones that are won by themselves.
fn won_piles(case: &Case<'_>) -> impl Iterator<Item = usize> {
    let piles = (0..case.piles.len()).filter(|&index| case.piles[index] > 0);
    piles.filter(|&index| case.rules.game().first_wins(&lone(case, index)))
}

/// Always answers the same, but for the number of the case.
#[derive(Default)]
struct Constant {
    first: Option<Vec<u8>>,
}

impl Theory for Constant {
    fn says(&self, case: &Case<'_>) -> Option<Said> {
        let first = self.first.as_ref()?;
        let is_first = |wins: &bool| case.without_number(&case.text_of(*wins)) == *first;
        let wins = [true, false]
            .into_iter()
            .find(is_first)
            .filter(|_| is_outcome(&case.problem.answer));
        Some(wins.map_or_else(|| Said::Text(first.clone()), Said::Wins))
    }

    fn explains(&mut self, case: &Case<'_>) -> bool {
        let answer = case.without_number(&case.answer());
        *self.first.get_or_insert_with(|| answer.clone()) == answer
    }
}

/// Knows the remainder of a single pile.
struct Remainder {
    /// For each modulus from 2 on that may be it, the answer to each remainder.
    answers: Vec<Option<Vec<Option<Said>>>>,
    piles: HashSet<u64>,
    /// The first answer, and whether there was another one.
    first: Option<Said>,
    differs: bool,
}

/// The largest modulus that is named, and how many times as many piles are needed.
const MAX_MODULUS: usize = 64;
const PILES: usize = 4;

impl Remainder {
    fn new() -> Self {
        let answers = (2..=MAX_MODULUS).map(|modulus| Some(vec![None; modulus]));
        Self {
            answers: answers.collect(),
            piles: HashSet::new(),
            first: None,
            differs: false,
        }
    }

    fn smallest(&self) -> Option<&Vec<Option<Said>>> {
        self.answers.iter().flatten().next()
    }
}

impl Theory for Remainder {
    fn says(&self, case: &Case<'_>) -> Option<Said> {
        let answers = self.smallest()?;
        let &[pile] = case.piles else { return None };
        answers[(pile % answers.len() as u64) as usize].clone()
    }

    fn explains(&mut self, case: &Case<'_>) -> bool {
        let &[pile] = case.piles else { return false };
        let said = if is_outcome(&case.problem.answer) {
            let mut both = [true, false].into_iter().map(Said::Wins);
            both.find(|said| case.is(said))
        } else {
            Some(Said::Text(joined(&case.answer())))
        };
        let Some(said) = said else { return false };
        if self.piles.len() < PILES * MAX_MODULUS {
            self.piles.insert(pile);
        }
        self.differs |= *self.first.get_or_insert_with(|| said.clone()) != said;
        for answers in &mut self.answers {
            let is_it = answers.as_mut().is_some_and(|answers| {
                let index = (pile % answers.len() as u64) as usize;
                *answers[index].get_or_insert_with(|| said.clone()) == said
            });
            if !is_it {
                *answers = None;
            }
        }
        self.smallest().is_some()
    }

    fn detail(&self) -> Option<Detail> {
        let modulus = self.smallest()?.len();
        let is_known = self.differs && self.piles.len() >= PILES * modulus;
        is_known.then_some(Detail::Modulus(modulus as u64))
    }
}

/// Names the last winning move. A position with more of them says nothing.
fn last_move(case: &Case<'_>) -> Said {
    const MAX_MOVES: usize = 1 << 20;
    let (template, rules) = (&case.problem.answer, case.rules);
    let mut turns = rules.game().winning(case.piles).take(MAX_MOVES + 1);
    let Some(first) = turns.next() else {
        return Said::Text(joined(&case.right_text()));
    };
    let last = turns.fold(first, |_, turn| turn);
    let text = answer_with(template, rules, case.piles, case.number, &last);
    Said::Text(joined(&text))
}

/// Counts piles from 0, as this template does.
struct FromZero(Template);

impl Theory for FromZero {
    fn says(&self, _: &Case<'_>) -> Option<Said> {
        None
    }

    fn explains(&mut self, case: &Case<'_>) -> bool {
        case.is_right_with(&self.0)
    }
}

/// Adds a number to each count of a won position.
#[derive(Default)]
struct Count {
    by: Option<i128>,
}

impl Theory for Count {
    fn says(&self, _: &Case<'_>) -> Option<Said> {
        None
    }

    fn explains(&mut self, case: &Case<'_>) -> bool {
        if !case.is_won() {
            return case.is_right();
        }
        let template = &case.problem.answer;
        let numbers = |text: &[u8]| template.claimed_numbers(&String::from_utf8_lossy(text));
        let (Some(right), Some(ours)) = (numbers(&case.right_text()), numbers(&case.answer())) else {
            return false;
        };
        right.into_iter().zip(ours).all(|((fact, right), (_, answered))| {
            let by = i128::from(answered) - i128::from(right);
            match fact {
                Fact::Count => *self.by.get_or_insert(by) == by,
                _ => by == 0,
            }
        })
    }

    fn detail(&self) -> Option<Detail> {
        self.by.filter(|&by| by != 0).map(Detail::By)
    }
}

/// Knows quantities of so many bits alone.
struct Overflow {
    /// Whether moves are about the product of two numbers, so that programs multiply by the golden ratio.
    has_product: bool,
    sum: Sizes,
    product: Sizes,
    /// The least bits of the largest number of those cases that were answered wrongly.
    largest: u32,
}

impl Overflow {
    fn new() -> Self {
        Self {
            has_product: false,
            sum: Sizes::new(),
            product: Sizes::new(),
            largest: u32::MAX,
        }
    }
}

/// The bits that a sum may have, but for a sign, and a product, the most first.
const SUMS: &[u32] = &[63, 53, 32, 31];
const PRODUCTS: &[u32] = &[64, 63, 53, 32, 31];

/// How many cases were answered rightly, and how many there are, by the number of bits of a quantity, of all and of those
/// that are lost; and the least of one that was answered wrongly.
struct Sizes {
    right: [u64; 129],
    all: [u64; 129],
    right_lost: [u64; 129],
    lost: [u64; 129],
    wrong: u32,
}

impl Sizes {
    fn new() -> Self {
        Self {
            right: [0; 129],
            all: [0; 129],
            right_lost: [0; 129],
            lost: [0; 129],
            wrong: u32::MAX,
        }
    }

    fn add(&mut self, bits: u32, is_right: bool, is_lost: bool) {
        self.all[bits as usize] += 1;
        self.lost[bits as usize] += u64::from(is_lost);
        self.right_lost[bits as usize] += u64::from(is_lost && is_right);
        if is_right {
            self.right[bits as usize] += 1;
        } else {
            self.wrong = self.wrong.min(bits);
        }
    }

    /// Whether most cases with more bits that are lost were answered wrongly.
    fn are_mostly_wrong(&self, bits: u32) -> bool {
        let above = |counts: &[u64]| counts[bits as usize + 1..].iter().sum::<u64>();
        2 * above(&self.right_lost) < above(&self.lost)
    }

    /// The largest of these limits of bits that may be the one, and how many cases exceed it.
    #[expect(clippy::cast_precision_loss, reason = "counts of cases are below 2^53")]
    fn limit(&self, limits: &[u32], quantity: impl Fn(u32) -> Quantity) -> Option<(u64, Detail)> {
        /// How many bits fewer those cases have that show that it is not another limit.
        const NEAR: u32 = 8;
        /// How many cases are needed that are right, and that are wrong.
        const FEW: u64 = 3;
        /// How unlikely it must be that mistakes at random are all above.
        const UNLIKELY: f64 = 0.1;
        let sum = |counts: &[u64]| counts.iter().sum::<u64>();
        // Real exponents would need a library that each start of the program loads: 0.08 of 0.5 ms.
        let chance = |share: f64, count: u64| share.powi(i32::try_from(count).unwrap_or(i32::MAX));
        limits.iter().find_map(|&bits| {
            let split = bits as usize + 1;
            let near = sum(&self.right[split - NEAR as usize..split]);
            let above = sum(&self.all[split..]);
            let wrong = above - sum(&self.right[split..]);
            let share = above as f64 / sum(&self.all) as f64;
            let is_chance = chance(share, wrong) > UNLIKELY;
            // Nor may it be that those above were right by chance up to the first wrong one.
            let first = (self.wrong as usize).clamp(split, self.all.len());
            let rest = sum(&self.right[first..]) as f64 / sum(&self.all[first..]).max(1) as f64;
            let is_other = chance(rest, sum(&self.right[split..first])) <= UNLIKELY;
            let detail = Detail::Bits {
                bits,
                quantity: quantity(bits),
                wrong,
                above,
            };
            let is_it = self.wrong > bits && wrong >= FEW && near >= FEW && !is_chance && !is_other;
            is_it.then_some((above, detail))
        })
    }
}

impl Theory for Overflow {
    fn says(&self, _: &Case<'_>) -> Option<Said> {
        None
    }

    fn explains(&mut self, case: &Case<'_>) -> bool {
        let bits = |number: u128| u128::BITS - number.leading_zeros();
        let is_right = case.is_right();
        let is_lost = case.product.is_some() && !case.is_won();
        self.sum.add(bits(case.sum), is_right, is_lost);
        self.product.add(bits(case.product.unwrap_or(0)), is_right, is_lost);
        self.has_product |= case.product.is_some();
        if !is_right {
            self.largest = self.largest.min(bits(case.largest));
        }
        self.sum.wrong.max(self.product.wrong) > 31
    }

    fn detail(&self) -> Option<Detail> {
        let number_or_sum = |bits| {
            if self.largest > bits {
                Quantity::Number
            } else {
                Quantity::Sum
            }
        };
        let of_sum = self.sum.limit(SUMS, number_or_sum);
        let of_product = self.product.limit(PRODUCTS, |_| Quantity::Product);
        // Rounding goes wrong now and then, products that overflow mostly, and numbers that do in most lost cases: by other
        // numbers, nearly each is won.
        let is_mostly_wrong =
            |detail: &Detail| matches!(detail, Detail::Bits { wrong, above, .. } if 2 * wrong > *above);
        let of_product = of_product.filter(|(_, detail)| is_mostly_wrong(detail));
        let overflows =
            |detail: &Detail| matches!(*detail, Detail::Bits { bits, .. } if self.sum.are_mostly_wrong(bits));
        let of_sum = of_sum.filter(|(_, detail)| !self.has_product || overflows(detail));
        // Of both, it is the one that fewer cases exceed.
        let all = [of_sum, of_product].into_iter().flatten();
        all.min_by_key(|(above, _)| *above).map(|(_, detail)| detail)
    }
}

/// All kinds, in the order in which they are named. The last ones are not about single cases.
pub(super) static KINDS: &[Kind] = &[
    Kind {
        name: "constant",
        title: english!("always the same"),
        sentences: &[english!("the answers are always the same, in all {cases}")],
        theory: |_| Some(Box::new(Constant::default())),
    },
    Kind {
        name: "swapped",
        title: english!("won and lost swapped"),
        sentences: &[english!("these are the answers of the other player, in all {cases}")],
        theory: |problem| wins(problem, |case| !case.is_won()),
    },
    Kind {
        name: "normal",
        title: english!("normal play"),
        sentences: &[english!(
            "these are the answers of normal play, in all {cases} (misère: who takes the last stone loses)"
        )],
        theory: |problem| {
            let is_misere = problem.rules.play == Play::Misere;
            under(is_misere.then(|| problem.rules.in_normal_play()))
        },
    },
    Kind {
        name: "misere",
        title: english!("misère play"),
        sentences: &[english!(
            "these are the answers of misère play, in all {cases} (normal play: who takes the last stone wins)"
        )],
        theory: |problem| {
            let has_meaning = !problem.answer.has(Fact::Grundy);
            under(problem.rules.in_misere_play().filter(|_| has_meaning))
        },
    },
    Kind {
        name: "nim",
        title: english!("Nim"),
        sentences: &[english!(
            "these are the answers of Nim, the xor of the pile sizes, in all {cases} (the rule is another one)"
        )],
        theory: |problem| {
            let rules = &problem.rules;
            let is_other = rules.positions.has_piles() && rules.nim() != Some(Play::Normal);
            under(Rules::parse("nim").ok().filter(|_| is_other))
        },
    },
    Kind {
        name: "sum",
        title: english!("parity of the stones"),
        sentences: &[english!(
            "the answers say that the player to move wins if the number of all stones {parity}, in all {cases}"
        )],
        theory: |problem| {
            odd(problem, |case| {
                case.piles.iter().fold(0, |sum, pile| sum ^ pile) % 2 == 1
            })
        },
    },
    Kind {
        name: "piles",
        title: english!("parity of the piles"),
        sentences: &[english!(
            "the answers say that the player to move wins if the number of piles with stones {parity}, in all {cases}"
        )],
        theory: |problem| {
            odd(problem, |case| {
                case.piles.iter().filter(|&&pile| pile > 0).count() % 2 == 1
            })
        },
    },
    Kind {
        name: "won-piles",
        title: english!("parity of the piles that are won by themselves"),
        sentences: &[english!(
            "the answers say that the player to move wins if the number of piles that are won by themselves {parity}, \
             in all {cases}"
        )],
        theory: |problem| odd(problem, |case| won_piles(case).count() % 2 == 1),
    },
    Kind {
        name: "any-pile",
        title: english!("any pile that is won by itself"),
        sentences: &[english!(
            "the answers say that the player to move wins if at least one pile is won by itself, in all {cases}"
        )],
        theory: |problem| {
            let theory = wins(problem, |case| won_piles(case).next().is_some());
            theory.filter(|_| has_stones(problem))
        },
    },
    Kind {
        name: "first-pile",
        title: english!("the first pile alone"),
        sentences: &[english!(
            "these are the answers to the first pile alone, in all {cases}"
        )],
        theory: |problem| alone(problem, |piles| piles.iter().position(|&pile| pile > 0)),
    },
    Kind {
        name: "last-pile",
        title: english!("the last pile alone"),
        sentences: &[english!("these are the answers to the last pile alone, in all {cases}")],
        theory: |problem| alone(problem, |piles| piles.iter().rposition(|&pile| pile > 0)),
    },
    Kind {
        name: "largest-pile",
        title: english!("the largest pile alone"),
        sentences: &[english!(
            "these are the answers to the largest pile alone, in all {cases}"
        )],
        theory: |problem| {
            alone(problem, |piles| {
                let largest = piles.iter().max().filter(|&&pile| pile > 0)?;
                piles.iter().position(|pile| pile == largest)
            })
        },
    },
    Kind {
        name: "remainder",
        title: english!("a remainder of the pile"),
        sentences: &[english!(
            "the answers depend on nothing but the remainder of the pile modulo {modulus}, in all {cases}"
        )],
        theory: |_| Some(Box::new(Remainder::new())),
    },
    Kind {
        name: "last-move",
        title: english!("the last winning move"),
        sentences: &[english!(
            "the answers name the last winning move, where the first one is asked for, in all {cases}"
        )],
        theory: |problem| {
            let template = &problem.answer;
            let has_meaning = template.names_moves() && !template.any && !template.lists_moves();
            has_meaning.then(|| Box::new(Plain(|case: &Case<'_>| Some(last_move(case)))) as _)
        },
    },
    Kind {
        name: "from-zero",
        title: english!("piles counted from 0"),
        sentences: &[english!(
            "the answers are right but for piles that are counted from 0, in all {cases}"
        )],
        theory: |problem| Some(Box::new(FromZero(problem.answer.with_piles_from_zero()?))),
    },
    Kind {
        name: "count",
        title: english!("a count that is off"),
        sentences: &[
            english!("the counts are too large by {by} in each won position, in all {cases}"),
            english!("the counts are too small by {by} in each won position, in all {cases}"),
        ],
        theory: |problem| {
            let has_count = problem.answer.has(Fact::Count);
            has_count.then(|| Box::new(Count::default()) as _)
        },
    },
    Kind {
        name: "overflow",
        title: english!("overflow"),
        sentences: &[
            english!(
                "a number overflows: {wrong} answers are wrong in the {cases} above {power}, and none in the others"
            ),
            english!("a sum overflows: {wrong} answers are wrong in the {cases} above {power}, and none in the others"),
            english!(
                "a product overflows: {wrong} answers are wrong in the {cases} above {power}, and none in the others"
            ),
        ],
        theory: |_| Some(Box::new(Overflow::new())),
    },
    Kind {
        name: STATE,
        title: english!("something left from the cases before"),
        sentences: &[
            english!(
                "the case is answered rightly when it is the only one: something is left from the cases before, in a \
                 variable or unread"
            ),
            english!(
                "the position is answered rightly when it is the only one: something is left from the positions before, \
                 in a variable or unread"
            ),
        ],
        theory: |_| None,
    },
    Kind {
        name: STOPS,
        title: english!("answers that stop"),
        sentences: &[english!(
            "the answers are right as far as they go, but end before case {case}"
        )],
        theory: |_| None,
    },
    Kind {
        name: EXTRA,
        title: english!("more lines than answers"),
        sentences: &[english!("the answers are right, but more lines follow")],
        theory: |_| None,
    },
];

/// Those that are about a whole run.
pub(super) const STATE: &str = "state";
pub(super) const STOPS: &str = "stops";
pub(super) const EXTRA: &str = "extra";
