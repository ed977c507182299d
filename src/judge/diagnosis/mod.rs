//! Which mistake is it? Most wrong programs follow a wrong theory that is known, and their answers show which one.
//!
//! ```text
//! inputs, answers ──case──▶ cases ──▶ theories: which of them explain every answer? ──▶ likely
//! ```
//!
//! It begins when an answer is wrong, and looks at all inputs of a run once more. A theory that one answer contradicts
//! is dropped, so that what is left in the end explains all of them.

mod case;
mod theories;

use std::cell::LazyCell;
use std::iter;
use std::ops::ControlFlow;

use serde_json::{Map, Value, json};

use crate::error::Error;
use crate::input::Input;
use crate::problem::Problem;
use crate::testdata::enumerate::small;
use crate::testdata::grammar::{Candidate, Grammar};
use crate::testdata::next_input;
use crate::words::{fill, plural, t, word};
use case::{Case, Ends, each_case};
use theories::{EXTRA, KINDS, STATE, STOPS, Theory};

pub(crate) use theories::Kind;

/// How many numbers are looked at, each by all theories that are left: less than 1 s.
const WORK: u64 = 1 << 25;

/// How many cases a theory must explain.
const MIN_CASES: u64 = 8;

/// How many kinds are named.
const MAX_NAMED: usize = 2;

/// How many small cases show whether two theories are the same, and how many a run should have.
pub(crate) const SMALL_CASES: usize = 200;

/// A mistake that explains all answers of a run.
#[derive(Clone, Debug)]
pub struct Likely {
    /// Its kind.
    kind: &'static Kind,
    /// What there is to know besides.
    pub detail: Detail,
    /// How many cases it explains.
    cases: u64,
}

/// What there is to know of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Nothing more.
    None,
    /// Whether positions with an odd number are won, or lost.
    Odd {
        /// Won.
        won: bool,
    },
    /// By what the pile is divided.
    Modulus(u64),
    /// By how much counts are too large.
    By(i128),
    /// Numbers of more bits are wrong.
    Bits {
        /// How many bits.
        bits: u32,
        /// What has more.
        quantity: Quantity,
        /// The number of cases above that are answered wrongly.
        wrong: u64,
        /// The number of all cases above.
        above: u64,
    },
    /// In which case.
    Case(u64),
    /// In a position of which case.
    Position(u64),
}

/// What overflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A number of the input.
    Number,
    /// The sum of the numbers of a case.
    Sum,
    /// The product of its two numbers.
    Product,
}

impl Detail {
    /// In which of the ways that its kind has a sentence for.
    fn way(self) -> usize {
        match self {
            Self::Bits { quantity, .. } => quantity as usize,
            Self::By(by) => usize::from(by < 0),
            Self::Position(_) => 1,
            _ => 0,
        }
    }

    /// What sentences say of it, by name.
    fn values(self) -> Vec<(&'static str, String)> {
        match self {
            Self::None => Vec::new(),
            Self::Odd { won } => {
                let parity = if won { t!("is odd") } else { t!("is even") };
                vec![("parity", parity.to_owned())]
            }
            Self::Modulus(modulus) => vec![("modulus", modulus.to_string())],
            Self::By(by) => vec![("by", by.unsigned_abs().to_string())],
            Self::Bits { bits, wrong, .. } => {
                vec![("power", format!("2^{bits}")), ("wrong", wrong.to_string())]
            }
            Self::Case(case) | Self::Position(case) => vec![("case", case.to_string())],
        }
    }
}

impl Likely {
    /// The name of its kind, which is never translated.
    pub fn kind(&self) -> &'static str {
        self.kind.name
    }

    /// What it is called.
    pub(crate) fn title(&self) -> &'static str {
        word(self.kind.title)
    }

    /// What is said of it.
    pub(crate) fn sentence(&self) -> String {
        let count = match self.detail {
            Detail::Bits { above, .. } => above,
            _ => self.cases,
        };
        let cases = plural!(count, "{count} case", "{count} cases");
        let mut values = self.detail.values();
        values.push(("cases", cases));
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, value as _)).collect();
        fill(word(self.kind.sentences[self.detail.way()]), &values)
    }

    /// As an object of JSON.
    pub fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("kind".to_owned(), self.kind.name.into());
        let more = match self.detail {
            Detail::None => None,
            Detail::Odd { won } => Some(("odd", json!(if won { "won" } else { "lost" }))),
            Detail::Modulus(modulus) => Some(("modulus", json!(modulus))),
            Detail::By(by) => Some(("by", json!(by as i64))),
            Detail::Bits { bits, .. } => Some(("bits", json!(bits))),
            Detail::Case(case) | Detail::Position(case) => Some(("case", json!(case))),
        };
        object.extend(more.map(|(key, value)| (key.to_owned(), value)));
        Value::Object(object)
    }
}

/// What a program answered to an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Answered {
    /// It did not come to an answer.
    #[default]
    Nothing,
    /// What is right.
    Right,
    /// This.
    Text(Vec<u8>),
    /// More than is looked at again.
    TooMuch,
}

/// The case that a report shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Its number in the input, counted from 1.
    pub case: u64,
    /// Which of its positions, counted from 0.
    pub position: usize,
    /// Which answer it has, counted from 1.
    pub answer: u64,
    /// Whether it was answered, and not only should have been.
    pub is_answered: bool,
    /// Whether the answer may be right but for the number of the case, or for what is between its letters.
    pub may_be_form: bool,
}

/// Looks at the answers of a run, input by input.
pub struct Diagnosis<'p> {
    problem: &'p Problem,
    /// The theories that explain all answers so far.
    left: Vec<(&'static Kind, Box<dyn Theory>)>,
    ends: Ends,
    /// How many cases are won, and lost, of those that were answered.
    won: u64,
    lost: u64,
    /// Whether it is only the ends of the answers that may be wrong: all others are right.
    may_stop: bool,
    may_go_on: bool,
    work: u64,
    /// Whether not all could be looked at, so that nothing can be said.
    is_cut: bool,
}

impl<'p> Diagnosis<'p> {
    /// Before any input.
    pub fn new(problem: &'p Problem) -> Self {
        let theories = KINDS.iter().filter_map(|kind| Some((kind, (kind.theory)(problem)?)));
        Self {
            problem,
            left: theories.collect(),
            ends: Ends::default(),
            won: 0,
            lost: 0,
            may_stop: true,
            may_go_on: true,
            work: WORK,
            is_cut: false,
        }
    }

    /// Whether more answers make no difference.
    pub(crate) fn is_over(&self) -> bool {
        self.is_cut || self.left.is_empty() && !self.may_stop && !self.may_go_on
    }

    /// Looks at the answers to one more input.
    ///
    /// # Errors
    /// If the input is bad, or cannot be read.
    pub fn add(&mut self, input: &mut Input, answered: Answered) -> Result<(), Error> {
        let answers = match answered {
            _ if self.is_over() => return Ok(()),
            Answered::Nothing => return Ok(()),
            Answered::Right => None,
            Answered::Text(text) => Some(text),
            Answered::TooMuch => {
                self.is_cut = true;
                return Ok(());
            }
        };
        let Self { left, won, lost, .. } = self;
        let may_be_ends = self.may_stop || self.may_go_on;
        let mut visit = |case: &Case<'_>| {
            *(if case.is_won() { &mut *won } else { &mut *lost }) += 1;
            left.retain_mut(|(_, theory)| theory.explains(case));
            if left.is_empty() && !may_be_ends {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let (ends, is_whole) = each_case(self.problem, input, answers, &mut self.work, &mut visit)?;
        self.is_cut |= self.work == 0 || !is_whole && !self.left.is_empty();
        self.may_stop &= ends.wrong == 0 && !ends.is_long && (!ends.is_short || ends.answered > 0);
        self.may_go_on &= ends.wrong == 0 && !ends.is_short;
        if ends.is_long {
            self.left.clear();
        }
        self.ends.wrong += ends.wrong;
        self.ends.is_short |= ends.is_short;
        self.ends.is_long |= ends.is_long;
        Ok(())
    }

    /// What explains all answers, where this wrong one is shown. Whether it is right if its case is the only one, and
    /// the same again if not, is asked only if nothing else explains it: a mistake of form may not show in a single case
    /// either, but nothing is left from the cases before.
    ///
    /// # Errors
    /// Those of asking that.
    pub fn likely(
        self,
        shown: Option<Shown>,
        is_right_alone: impl FnOnce() -> Result<bool, Error>,
    ) -> Result<Vec<Likely>, Error> {
        let cases = self.won + self.lost;
        let of = |name: &str, detail| {
            let kind = KINDS.iter().find(|kind| kind.name == name);
            kind.map(|kind| Likely { kind, detail, cases })
        };
        let is_enough = cases >= MIN_CASES && self.won > 0 && self.lost > 0;
        let mut likely = if is_enough && self.ends.wrong > 0 && !self.is_cut {
            self.theories(cases)
        } else {
            Vec::new()
        };
        if self.may_stop && self.ends.is_short && !self.is_cut {
            let first = shown.map(|shown| shown.answer).filter(|&first| first > 1);
            likely.extend(first.and_then(|first| of(STOPS, Detail::Case(first))));
        } else if self.may_go_on && self.ends.is_long && cases > 0 && !self.is_cut {
            likely.extend(of(EXTRA, Detail::None));
        } else if likely.is_empty()
            && let Some(shown) = shown
            && shown.is_answered
            && !shown.may_be_form
            && (shown.case > 1 || shown.position > 0)
            && is_right_alone()?
        {
            let detail = if shown.position > 0 {
                Detail::Position(shown.case)
            } else {
                Detail::Case(shown.case)
            };
            likely.extend(of(STATE, detail));
        }
        Ok(likely)
    }

    /// The first theories that explain all of the `cases`, each different from those before it.
    fn theories(&self, cases: u64) -> Vec<Likely> {
        let small = LazyCell::new(|| small_texts(self.problem));
        let mut named: Vec<&dyn Theory> = Vec::new();
        let mut likely = Vec::new();
        for (kind, theory) in &self.left {
            if named.len() < MAX_NAMED
                && let Some(detail) = theory.detail()
                && !named.iter().any(|other| self.is_same(*other, &**theory, &small))
            {
                named.push(&**theory);
                likely.push(Likely { kind, detail, cases });
            }
        }
        likely
    }

    /// Whether two theories are the same: they answer the smallest cases alike.
    fn is_same(&self, one: &dyn Theory, other: &dyn Theory, small: &[String]) -> bool {
        let (mut compared, mut differ, mut work) = (0, 0, WORK);
        let mut visit = |case: &Case<'_>| {
            if let (Some(one), Some(other)) = (one.says(case), other.says(case)) {
                compared += 1;
                differ += u64::from(one != other);
            }
            ControlFlow::Continue(())
        };
        let seen = small.iter().try_for_each(|text| {
            let mut input = Input::from_bytes("input".to_owned(), text.as_bytes());
            each_case(self.problem, &mut input, None, &mut work, &mut visit).map(drop)
        });
        seen.is_ok() && compared > 0 && differ == 0
    }
}

/// The texts of the smallest inputs.
fn small_texts(problem: &Problem) -> Vec<String> {
    let grammar = Grammar::new(problem.layout.clone());
    let inputs = small_inputs(&grammar, SMALL_CASES);
    inputs.map(|test| test.input(&grammar)).collect()
}

/// The smallest cases, as many in an input as may be, up to so many in all.
pub(crate) fn small_inputs(grammar: &Grammar, most: usize) -> impl Iterator<Item = Candidate> {
    let mut cases = small(grammar, |_| true)
        .take(most)
        .map(|case| grammar.parts(&case))
        .peekable();
    iter::from_fn(move || {
        let together = next_input(&grammar.layout, &mut cases, most as u64, |_| true)?;
        Some(Candidate::whole(together))
    })
}
