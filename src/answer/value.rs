//! The values that may stand in the braces of an answer: a row for each.

use crate::game::positions::OF_STONES;
use crate::game::rule::Rules;
use crate::game::{Change, Changes, Play};
use crate::words::t;

/// A value that stands in braces.
#[derive(Debug, PartialEq)]
pub struct Value {
    /// The word in braces.
    pub name: &'static str,
    /// What a statement calls it.
    pub letter: &'static str,
    /// What it means, in English.
    pub meaning: &'static str,
    /// What it shows.
    pub(crate) fact: Fact,
}

/// What a value shows of a case or position: its row says it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Case,
    Count,
    Grundy,
    Pile,
    Take,
    Size,
    Left,
    After,
    /// The pile, counted from 0: what no judge asks for, and some programs print.
    PileFromZero,
}

/// All values.
pub static VALUES: &[Value] = &[
    Value {
        name: "case",
        letter: "k",
        meaning: "the number of the case, counted from $1$",
        fact: Fact::Case,
    },
    Value {
        name: "count",
        letter: "c",
        meaning: "the number of first moves that win",
        fact: Fact::Count,
    },
    Value {
        name: "grundy",
        letter: "g",
        meaning: "the Grundy value of the position",
        fact: Fact::Grundy,
    },
    Value {
        name: "pile",
        letter: "p",
        meaning: OF_STONES.pile,
        fact: Fact::Pile,
    },
    Value {
        name: "take",
        letter: "t",
        meaning: OF_STONES.take,
        fact: Fact::Take,
    },
    Value {
        name: "size",
        letter: "s",
        meaning: OF_STONES.size,
        fact: Fact::Size,
    },
    Value {
        name: "left",
        letter: "r",
        meaning: OF_STONES.left,
        fact: Fact::Left,
    },
    Value {
        name: "after",
        letter: "q",
        meaning: OF_STONES.after,
        fact: Fact::After,
    },
];

/// What stands in the place of `{pile}` in programs that count from 0.
static PILE_FROM_ZERO: Value = Value {
    name: "pile",
    letter: "p",
    meaning: "the pile of the winning move, counted from $0$",
    fact: Fact::PileFromZero,
};

impl Value {
    /// The same value, but a pile is counted from 0.
    pub(super) fn counted_from_zero(&'static self) -> &'static Self {
        if self.fact == Fact::Pile { &PILE_FROM_ZERO } else { self }
    }

    /// As it stands in an answer.
    pub(crate) fn in_braces(&self) -> String {
        format!("{{{}}}", self.name)
    }

    /// Whether it is a list, and not a number.
    pub(crate) fn is_list(&self) -> bool {
        self.fact == Fact::After
    }

    /// Whether only a won position has it.
    pub(crate) fn is_of_move(&self) -> bool {
        matches!(
            self.fact,
            Fact::Pile | Fact::Take | Fact::Size | Fact::Left | Fact::After | Fact::PileFromZero
        )
    }

    /// The value with this name, if positions have one under `rules`, or what is wrong with it.
    pub(super) fn named(name: &str, rules: &Rules) -> Result<&'static Self, String> {
        let Some(value) = VALUES.iter().find(|value| value.name == name) else {
            let message = t!(
                "expected one of {values}, found '{found}'",
                values = VALUES.iter().map(Self::in_braces).collect::<Vec<_>>().join(" "),
                found = format!("{{{name}}}")
            );
            let name = name.trim().to_lowercase();
            let close = VALUES.iter().find(|value| strsim::osa_distance(value.name, &name) <= 1);
            return Err(match close {
                Some(value) => message + t!("; ") + &t!("did you mean '{name}'?", name = value.in_braces()),
                None => message,
            });
        };
        match value.why_not(rules) {
            None => Ok(value),
            Some(reason) => Err(t!(
                "this rule has no value for '{value}': {reason}",
                value = value.in_braces(),
                reason
            )),
        }
    }

    /// Why positions have no such value under `rules`, if they have none.
    fn why_not(&self, rules: &Rules) -> Option<&'static str> {
        match self.fact {
            Fact::Count if rules.changes() == Changes::TooManyPiles => {
                Some(t!("winning moves may be too many to be counted"))
            }
            Fact::Grundy if rules.game().grundy(&[]).is_some() => None,
            Fact::Grundy if rules.play == Play::Misere => Some(t!("Grundy values say who wins in normal play")),
            Fact::Grundy => Some(t!("no Grundy values of its positions are known")),
            Fact::Pile | Fact::Take | Fact::Size | Fact::Left if !rules.has_takes() => {
                Some(t!("a move may do more than take stones from one pile"))
            }
            Fact::Case
            | Fact::Count
            | Fact::Pile
            | Fact::Take
            | Fact::Size
            | Fact::Left
            | Fact::After
            | Fact::PileFromZero => None,
        }
    }
}

impl Fact {
    /// The number that it is of a move in a pile of `size`, if it is one.
    #[inline(always)]
    pub(super) fn of(self, step: &Change, size: u64) -> Option<u64> {
        match self {
            Self::Pile => Some(step.pile as u64 + 1),
            Self::PileFromZero => Some(step.pile as u64),
            Self::Take => Some(step.take),
            Self::Size => Some(size),
            Self::Left => Some(step.left),
            Self::Case | Self::Count | Self::Grundy | Self::After => None,
        }
    }
}
