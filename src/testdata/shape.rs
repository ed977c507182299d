//! What cases are like.

use crate::testdata::Random;

/// What cases are like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Everything within the limits, about as many positions lost as won.
    #[default]
    Random,
    /// Up to four piles of a few stones, about as many positions lost as won.
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
    /// Sizes of few digits are as likely as sizes of many, about as many positions lost as won.
    Lengths,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Self; 10] = [
        Self::Random,
        Self::Small,
        Self::Max,
        Self::Ones,
        Self::Equal,
        Self::Zeros,
        Self::Single,
        Self::Losing,
        Self::Winning,
        Self::Lengths,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Small => "small",
            Self::Max => "max",
            Self::Ones => "ones",
            Self::Equal => "equal",
            Self::Zeros => "zeros",
            Self::Single => "single",
            Self::Losing => "losing",
            Self::Winning => "winning",
            Self::Lengths => "lengths",
        }
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Random => {
                "everything within the limits, about half of the positions lost (default)"
            }
            Self::Small => "up to four piles of a few stones, about half of the positions lost",
            Self::Max => "as many piles as the limits allow, and sizes close to the largest",
            Self::Ones => "piles of one stone",
            Self::Equal => "all piles of a position are of the same size",
            Self::Zeros => "half of the piles are empty (where the limits allow that)",
            Self::Single => "as few piles as the limits allow",
            Self::Losing => "the player to move loses, if the limits allow that",
            Self::Winning => "the player to move wins, if the limits allow that",
            Self::Lengths => {
                "sizes of few digits are as likely as of many, about half of the positions lost"
            }
        }
    }

    /// The shape with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name() == name)
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
