//! What the numbers of a layout mean for the game.

use crate::error::InputErrorKind;
use crate::words::t;

/// What a number, or each number of a list, means for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// How many cases there are.
    Cases,
    /// How many of something there are in a case.
    Count(CountOf),
    /// The size of a pile.
    Pile,
    /// The cell at one end of a pile.
    FirstCell,
    /// The cell at its other end: the cells between the two are the pile.
    SecondCell,
    /// A number of which the size of a pile follows, or the sizes of several.
    PileOf(PileOf),
    /// The cell that a person stands on.
    Person,
    /// A number of stones that a move may take: one of the subtraction set.
    Take,
    /// A number that is a part of the rules.
    Parameter(Parameter),
    /// It does not matter for the game.
    Other,
}

/// What there may be several of in a case; the most important one first, which a number that counts several things
/// is said to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CountOf {
    /// The takes of a subtraction set.
    Takes,
    /// The piles of a list.
    Piles,
    /// Persons.
    Persons,
    /// A group.
    Groups,
    /// Numbers of a list that do not matter for the game.
    Numbers,
}

/// How the sizes of piles follow from a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileOf {
    /// The pile is smaller by this.
    Less(u64),
    /// The pile is larger by this.
    More(u64),
    /// The same, but a number that comes again in its list makes no pile.
    MoreOnce(u64),
    /// The pile is larger by the place of the number in its list, counted from 1.
    MorePlace,
    /// The number says how many piles there are whose size is its place in its list, counted from this.
    Count(u64),
    /// Each two numbers of a list are cells: those between them are a pile.
    Cells,
    /// There is a pile of each size from 1 to the number, and each of them is a position.
    UpTo,
}

impl PileOf {
    /// Of so many piles of one size, as many as decide who wins in the same way: two cancel, but in misère play
    /// it matters that they are there.
    pub(crate) fn enough(count: u64) -> usize {
        if count > 1 {
            2 - (count % 2) as usize
        } else {
            count as usize
        }
    }
}

/// A number that is a part of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The index of the king, counted from 1.
    King,
    /// The least number of stones that a move may take.
    MinTaken,
    /// The largest number of stones that a move may take.
    MaxTaken,
    /// One of the numbers of stones that a move may take, at this place in a set that the rule says.
    Taken(usize),
    /// The number whose powers a move may take.
    Base,
    /// How many times what the last move took a move may take.
    Factor,
    /// The largest number of piles that a move may reduce.
    MaxPiles,
    /// The least number by which a move may divide.
    LeastDivisor,
    /// The largest number by which a move may divide.
    LargestDivisor,
    /// The step of a staircase on which the first pile stands.
    Step,
}

impl Parameter {
    /// The least number that makes sense. Who may be the king depends on how many people there are.
    pub(crate) fn least(self) -> u64 {
        match self {
            Self::King | Self::Step => 0,
            Self::MinTaken
            | Self::MaxTaken
            | Self::Taken(_)
            | Self::Base
            | Self::Factor
            | Self::MaxPiles => 1,
            Self::LeastDivisor | Self::LargestDivisor => 2,
        }
    }

    /// This number of an input.
    ///
    /// # Errors
    /// If it makes no sense.
    pub(crate) fn check(self, found: u64) -> Result<u64, InputErrorKind> {
        match self.least() {
            least if found >= least => Ok(found),
            1 => Err(InputErrorKind::TakeOfZero),
            least => Err(InputErrorKind::SmallDivisor { least, found }),
        }
    }
}

impl Role {
    /// The least number that makes sense with this role.
    pub(crate) fn least(self) -> u64 {
        match self {
            Self::Take => 1,
            Self::Parameter(parameter) => parameter.least(),
            Self::Cases
            | Self::Count(_)
            | Self::Pile
            | Self::FirstCell
            | Self::SecondCell
            | Self::PileOf(_)
            | Self::Person
            | Self::Other => 0,
        }
    }

    /// Whether a position consists of such numbers.
    pub fn is_pile(self) -> bool {
        matches!(
            self,
            Self::Pile | Self::SecondCell | Self::PileOf(_) | Self::Person
        )
    }

    /// Whether it is a part of the rules.
    pub fn is_rule(self) -> bool {
        matches!(self, Self::Take | Self::Parameter(_))
    }

    /// Whether it says how many of something there are in a case.
    pub fn is_count(self) -> bool {
        matches!(self, Self::Count(_))
    }

    /// What a list of such numbers is a list of, and what that is called in messages.
    pub(super) fn in_list(self) -> (CountOf, &'static str) {
        match self {
            Self::Take => (CountOf::Takes, t!("takes")),
            Self::Pile | Self::PileOf(PileOf::Less(_) | PileOf::More(_) | PileOf::MorePlace) => {
                (CountOf::Piles, t!("piles"))
            }
            Self::Person => (CountOf::Persons, t!("positions")),
            Self::Cases
            | Self::Count(_)
            | Self::FirstCell
            | Self::SecondCell
            | Self::PileOf(PileOf::MoreOnce(_) | PileOf::Count(_) | PileOf::Cells | PileOf::UpTo)
            | Self::Parameter(_)
            | Self::Other => (CountOf::Numbers, t!("numbers")),
        }
    }

    /// What such a number is called, in messages and statements.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cases => t!("the number of cases"),
            Self::Count(CountOf::Takes) => t!("the size of the subtraction set"),
            Self::Count(CountOf::Piles) => t!("the number of piles"),
            Self::Count(CountOf::Persons) => t!("the number of people"),
            Self::Count(CountOf::Groups) => t!("the number of groups"),
            Self::Count(CountOf::Numbers) => t!("the length of a list"),
            Self::Pile => t!("the size of a pile"),
            Self::FirstCell | Self::SecondCell | Self::PileOf(PileOf::Cells) => t!("a cell"),
            Self::PileOf(PileOf::Less(_)) => {
                t!("a number that is larger than the pile that it stands for")
            }
            Self::PileOf(PileOf::More(_) | PileOf::MoreOnce(_)) => {
                t!("a number of which the size of a pile follows")
            }
            Self::PileOf(PileOf::MorePlace) => t!("a number to which its place is added"),
            Self::PileOf(PileOf::Count(_)) => t!("how many piles of a size there are"),
            Self::PileOf(PileOf::UpTo) => t!("the size of the largest pile"),
            Self::Person => t!("the cells of the people"),
            Self::Take => t!("the numbers of stones that a move may take"),
            Self::Parameter(Parameter::King) => t!("the number of the king"),
            Self::Parameter(Parameter::MinTaken) => {
                t!("the least number of stones that a move may take")
            }
            Self::Parameter(Parameter::MaxTaken) => {
                t!("the largest number of stones that a move may take")
            }
            Self::Parameter(Parameter::Taken(_)) => {
                t!("a number of stones that a move may take")
            }
            Self::Parameter(Parameter::Base) => t!("the number whose powers a move may take"),
            Self::Parameter(Parameter::Factor) => {
                t!("the factor by which a take may exceed the one before")
            }
            Self::Parameter(Parameter::MaxPiles) => {
                t!("the largest number of piles from which a move may take")
            }
            Self::Parameter(Parameter::LeastDivisor) => {
                t!("the least number by which a move may divide")
            }
            Self::Parameter(Parameter::LargestDivisor) => {
                t!("the largest number by which a move may divide")
            }
            Self::Parameter(Parameter::Step) => t!("the step of the first pile"),
            Self::Other => t!("a number"),
        }
    }
}

/// How many cells there are between two. `None` if they are the same.
pub(crate) fn cells_between(one: u64, other: u64) -> Option<u64> {
    one.abs_diff(other).checked_sub(1)
}
