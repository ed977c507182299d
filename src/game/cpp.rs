//! The C++ of a rule, from which the programs and validators of its problems are made.

use crate::text::unless_page;

/// Each row of the table of rules says what it is: there is no default that could be wrong.
#[derive(Debug)]
pub struct Cpp {
    /// The class `Position`.
    pub(crate) class: &'static str,
    /// The class `Named` of takes that are not a list; empty without one.
    pub(crate) takes: &'static str,
    /// Takes that are a list which goes on.
    pub(crate) list: fn() -> Vec<u64>,
    /// The piles that are lost if they are alone, as far as that is known.
    pub(crate) lost_alone: &'static [u64],
    /// What a program sets of these at the start.
    pub(crate) setup: &'static str,
    /// Whether winning moves are counted at once, whatever the piles: validators check that number.
    pub(crate) counts: bool,
}

impl Cpp {
    /// That of a game with a class of its own.
    pub(crate) const fn of_class(class: &'static str, counts: bool) -> Self {
        Self {
            class: unless_page(class),
            takes: "",
            list: Vec::new,
            lost_alone: &[],
            setup: "",
            counts,
        }
    }

    /// That of independent piles whose moves are these takes, or, if that is empty, a list that the rule or the input
    /// has.
    pub(crate) const fn of_takes(takes: &'static str, counts: bool) -> Self {
        Self {
            takes: unless_page(takes),
            ..Self::of_class(include_str!("../cpp/position.h"), counts)
        }
    }

    /// That of taking and breaking, with this `setup`.
    pub(crate) const fn breaking(setup: &'static str) -> Self {
        Self::of_class(include_str!("../cpp/games/breaking.h"), false).with(setup)
    }

    /// The same, with this `setup`.
    pub(crate) const fn with(self, setup: &'static str) -> Self {
        Self {
            setup: unless_page(setup),
            ..self
        }
    }

    /// The same for takes that are this list.
    pub(crate) const fn listing(self, list: fn() -> Vec<u64>) -> Self {
        Self { list, ..self }
    }
}
