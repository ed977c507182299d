//! The C++ of a rule, from which the programs and validators of its problems are made.

/// Each row of the table of rules says what it is: there is no default that could be wrong.
#[derive(Debug)]
pub struct Cpp {
    /// The class `Position`.
    pub(crate) class: &'static str,
    /// What a program sets of it at the start.
    pub(crate) setup: &'static str,
    /// Whether winning moves are counted at once, whatever the piles: validators check that number.
    pub(crate) counts: bool,
    pub(crate) takes: CppTakes,
}

/// The takes of a rule, of which others may be made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CppTakes {
    /// The rule is no set of takes.
    None,
    /// A list that the rule or the input has.
    Set,
    /// A list of numbers with a name, which goes on.
    Listed(fn() -> Vec<u64>),
    /// A class `Named`, and what a program sets of it.
    Named(&'static str, &'static str),
}

impl Cpp {
    /// That of independent piles whose moves are these takes.
    pub(crate) const fn of_takes(takes: CppTakes, counts: bool) -> Self {
        let setup = match takes {
            CppTakes::Set | CppTakes::Listed(_) => "position.has_set = true;",
            CppTakes::None | CppTakes::Named(..) => "",
        };
        Self {
            class: include_str!("../cpp/position.h"),
            setup,
            counts,
            takes,
        }
    }

    /// That of a game with a class of its own.
    pub(crate) const fn of_class(class: &'static str, counts: bool) -> Self {
        Self {
            class,
            setup: "",
            counts,
            takes: CppTakes::None,
        }
    }

    /// That of taking and breaking, with this `setup`.
    pub(crate) const fn breaking(setup: &'static str) -> Self {
        Self {
            setup,
            ..Self::of_class(include_str!("../cpp/games/breaking.h"), false)
        }
    }
}
