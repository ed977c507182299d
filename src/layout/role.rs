//! What the numbers of a layout mean for the game.

use crate::error::InputErrorKind;
use crate::words::{english, word};

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
    /// Of so many piles of one size, as many as decide who wins in the same way: two cancel, but in misère play it
    /// matters that they are there.
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

/// What there is to say of a role; texts are English, for [`word`].
struct RoleRow {
    /// What such a number is called, in messages and statements.
    name: &'static str,
    /// The least number that makes sense. Who may be the king depends on how many people there are.
    least: u64,
    /// What a list of such numbers is a list of, and what that is called in messages.
    list: (CountOf, &'static str),
    /// Whether a position consists of such numbers.
    is_pile: bool,
    /// What the theories of `source` call it: of a range, both ends.
    in_theories: &'static [&'static str],
    /// The conditions of `statement.txt` that hold for it.
    conditions: &'static str,
}

impl RoleRow {
    const fn new(name: &'static str) -> Self {
        Self {
            name,
            least: 0,
            list: (CountOf::Numbers, english!("numbers")),
            is_pile: false,
            in_theories: &[],
            conditions: "",
        }
    }

    /// The same, with these conditions of `statement.txt`.
    const fn when(self, conditions: &'static str) -> Self {
        Self { conditions, ..self }
    }

    /// A part of the rules.
    const fn of_rules(least: u64, in_theories: &'static [&'static str], name: &'static str) -> Self {
        Self {
            least,
            in_theories,
            ..Self::new(name).when("parameter")
        }
    }

    /// What makes up positions, in lists of its own.
    const fn of_positions(counted: CountOf, in_list: &'static str, name: &'static str) -> Self {
        Self {
            list: (counted, in_list),
            is_pile: true,
            ..Self::new(name)
        }
    }

    /// What makes up positions, and is said to be numbers.
    const fn of_numbers(name: &'static str) -> Self {
        Self::of_positions(CountOf::Numbers, english!("numbers"), name)
    }

    const fn of_piles(name: &'static str) -> Self {
        Self::of_positions(CountOf::Piles, english!("piles"), name)
    }
}

impl Parameter {
    /// The row of a part of the rules.
    const fn row(self) -> RoleRow {
        match self {
            Self::King => RoleRow::of_rules(0, &["KING"], english!("the number of the king")),
            Self::MinTaken => RoleRow::of_rules(1, &["P"], english!("the least number of stones that a move may take")),
            Self::MaxTaken => RoleRow::of_rules(
                1,
                &["Q", "K"],
                english!("the largest number of stones that a move may take"),
            ),
            Self::Taken(_) => {
                RoleRow::of_rules(1, &[], english!("a number of stones that a move may take")).when("parameter taken")
            }
            Self::Base => RoleRow::of_rules(1, &["K"], english!("the number whose powers a move may take")),
            Self::Factor => RoleRow::of_rules(
                1,
                &["K"],
                english!("the factor by which a take may exceed the one before"),
            ),
            Self::MaxPiles => RoleRow::of_rules(
                1,
                &["K"],
                english!("the largest number of piles from which a move may take"),
            ),
            Self::LeastDivisor => RoleRow::of_rules(2, &["P"], english!("the least number by which a move may divide")),
            Self::LargestDivisor => {
                RoleRow::of_rules(2, &["Q"], english!("the largest number by which a move may divide"))
            }
            Self::Step => RoleRow::of_rules(0, &["FIRST"], english!("the step of the first pile")),
        }
    }

    /// What the theories of `source` call it.
    pub(crate) fn in_theories(self) -> &'static [&'static str] {
        self.row().in_theories
    }

    /// This number of an input.
    ///
    /// # Errors
    /// If it makes no sense.
    #[inline]
    pub(crate) fn check(self, found: u64) -> Result<u64, InputErrorKind> {
        match self.row().least {
            least if found >= least => Ok(found),
            1 => Err(InputErrorKind::TakeOfZero),
            least => Err(InputErrorKind::SmallDivisor { least, found }),
        }
    }
}

impl CountOf {
    /// The row of a number that says how many of something there are.
    const fn row(self) -> RoleRow {
        match self {
            Self::Takes => RoleRow::new(english!("the size of the subtraction set")).when("takes"),
            Self::Piles => RoleRow::new(english!("the number of piles")).when("piles"),
            Self::Persons => RoleRow::new(english!("the number of people")),
            Self::Groups => RoleRow::new(english!("the number of groups")).when("groups"),
            Self::Numbers => RoleRow::new(english!("the length of a list")).when("length"),
        }
    }
}

impl PileOf {
    /// The row of a number of which piles follow.
    const fn row(self) -> RoleRow {
        match self {
            Self::Less(_) => RoleRow::of_piles(english!("a number that is larger than the pile that it stands for"))
                .when("number sized"),
            Self::More(_) => {
                RoleRow::of_piles(english!("a number of which the size of a pile follows")).when("number sized")
            }
            Self::MoreOnce(_) => {
                RoleRow::of_numbers(english!("a number of which the size of a pile follows")).when("number sized once")
            }
            Self::MorePlace => RoleRow::of_piles(english!("a number to which its place is added")).when("number sized"),
            Self::Count(first) => {
                RoleRow::of_numbers(english!("how many piles of a size there are")).when(if first == 0 {
                    "number counts from-0"
                } else {
                    "number counts from-1"
                })
            }
            Self::Cells => RoleRow::of_numbers(english!("a cell")).when("number between"),
            Self::UpTo => RoleRow::of_numbers(english!("the size of the largest pile")).when("up-to"),
        }
    }
}

impl Role {
    /// What there is to say of it.
    const fn row(self) -> RoleRow {
        match self {
            Self::Cases => RoleRow::new(english!("the number of cases")),
            Self::Count(of) => of.row(),
            Self::Pile => RoleRow::of_piles(english!("the size of a pile")).when("pile"),
            Self::FirstCell => RoleRow::new(english!("a cell")).when("cell first"),
            Self::SecondCell => RoleRow::of_numbers(english!("a cell")).when("cell second"),
            Self::PileOf(of) => of.row(),
            Self::Person => RoleRow::of_positions(
                CountOf::Persons,
                english!("positions"),
                english!("the cells of the people"),
            )
            .when("person"),
            Self::Take => RoleRow {
                least: 1,
                list: (CountOf::Takes, english!("takes")),
                ..RoleRow::new(english!("the numbers of stones that a move may take")).when("take")
            },
            Self::Parameter(parameter) => parameter.row(),
            Self::Other => RoleRow::new(english!("a number")).when("number"),
        }
    }

    /// The conditions of `statement.txt` that hold for such a number.
    pub(crate) fn conditions(self) -> impl Iterator<Item = &'static str> {
        self.row().conditions.split_whitespace()
    }

    /// The least number that makes sense with this role.
    pub(crate) fn least(self) -> u64 {
        self.row().least
    }

    /// Whether a position consists of such numbers.
    pub fn is_pile(self) -> bool {
        self.row().is_pile
    }

    /// Whether it is a part of the rules.
    pub(crate) fn is_rule(self) -> bool {
        matches!(self, Self::Take | Self::Parameter(_))
    }

    /// Whether it says how many of something there are in a case.
    pub(crate) fn is_count(self) -> bool {
        matches!(self, Self::Count(_))
    }

    /// What a list of such numbers is a list of, and what that is called in messages.
    pub(super) fn in_list(self) -> (CountOf, &'static str) {
        let (counted, name) = self.row().list;
        (counted, word(name))
    }

    /// What such a number is called, in messages and statements.
    pub(crate) fn name(self) -> &'static str {
        word(self.row().name)
    }
}

/// How many cells there are between two. `None` if they are the same.
pub(crate) fn cells_between(one: u64, other: u64) -> Option<u64> {
    one.abs_diff(other).checked_sub(1)
}
