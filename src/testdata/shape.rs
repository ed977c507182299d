//! What cases are like.

use super::random::Random;

/// What cases are like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Everything within the limits.
    #[default]
    Random,
    /// A few piles of a few stones.
    Small,
    /// As many piles as the limits allow, and sizes close to the largest.
    Max,
    /// All piles of one stone.
    Ones,
    /// All piles of the same size.
    Equal,
    /// Half of the piles empty.
    Zeros,
    /// As few piles as the limits allow.
    Single,
    /// The player to move loses.
    Losing,
    /// The player to move wins.
    Winning,
    /// Sizes of few digits are as likely as sizes of many.
    Lengths,
}

/// All shapes in the order of [`Shape`], each with its name on the command line and what it is.
const TABLE: [(Shape, &str, &str); 10] = [
    (
        Shape::Random,
        "random",
        "everything within the limits, about half of the positions lost (default)",
    ),
    (
        Shape::Small,
        "small",
        "up to four piles of a few stones, about half of the positions lost",
    ),
    (
        Shape::Max,
        "max",
        "as many piles as the limits allow, and sizes close to the largest",
    ),
    (Shape::Ones, "ones", "piles of one stone"),
    (
        Shape::Equal,
        "equal",
        "all piles of a position are of the same size",
    ),
    (
        Shape::Zeros,
        "zeros",
        "half of the piles are empty (where the limits allow that)",
    ),
    (Shape::Single, "single", "as few piles as the limits allow"),
    (
        Shape::Losing,
        "losing",
        "the player to move loses, if the limits allow that",
    ),
    (
        Shape::Winning,
        "winning",
        "the player to move wins, if the limits allow that",
    ),
    (
        Shape::Lengths,
        "lengths",
        "sizes of few digits are as likely as of many, about half of the positions lost",
    ),
];

impl Shape {
    /// All shapes.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::Random; TABLE.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = TABLE[index].0;
            index += 1;
        }
        all
    };

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// What it is, in a line.
    pub(crate) fn about(self) -> &'static str {
        TABLE[self as usize].2
    }

    /// The shape with this name, in any letter case.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let mut shapes = Self::ALL.into_iter();
        shapes.find(|shape| shape.name().eq_ignore_ascii_case(name))
    }

    /// Whether it says of every position who wins.
    pub(super) fn promises(self) -> bool {
        matches!(self, Self::Losing | Self::Winning)
    }

    /// Whether positions should be lost. `None` if it does not matter.
    pub(super) fn lost(self, random: &mut Random) -> Option<bool> {
        match self {
            Self::Losing => Some(true),
            Self::Winning => Some(false),
            Self::Random | Self::Small | Self::Max | Self::Zeros | Self::Lengths => {
                Some(random.coin())
            }
            Self::Ones | Self::Equal | Self::Single => None,
        }
    }
}
