//! What cases are like.

use clap::ValueEnum;

use super::random::Random;

/// What cases are like.
// The sentences on the shapes are those of `bouton generate --help`, from which the page has them as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CaseShape {
    /// Everything within the limits, about half of the positions lost
    #[default]
    Random,
    /// Up to four piles of a few stones, about half of the positions lost
    Small,
    /// As many piles as the limits allow, and sizes close to the largest
    Max,
    /// Piles of one stone
    Ones,
    /// All piles of a position are of the same size
    Equal,
    /// Half of the piles are empty (where the limits allow that)
    Zeros,
    /// As few piles as the limits allow
    Single,
    /// The player to move loses, if the limits allow that
    Losing,
    /// The player to move wins, if the limits allow that
    Winning,
    /// Sizes of few digits are as likely as of many, about half of the positions lost
    Lengths,
}

impl CaseShape {
    /// All shapes.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        Self::value_variants().iter().copied()
    }

    /// Its name on the command line.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// What its cases are like, in English.
    pub(crate) fn about(self) -> String {
        let value = self.to_possible_value();
        let help = value.and_then(|value| Some(value.get_help()?.to_string()));
        help.unwrap_or_default()
    }

    /// Whether positions should be lost. `None` if it does not matter.
    pub(super) fn lost(self, random: &mut Random) -> Option<bool> {
        match self {
            Self::Losing => Some(true),
            Self::Winning => Some(false),
            Self::Random | Self::Small | Self::Max | Self::Zeros | Self::Lengths => Some(random.coin()),
            Self::Ones | Self::Equal | Self::Single => None,
        }
    }
}
