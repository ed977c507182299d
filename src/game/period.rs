//! Periods of Grundy values, and how much is computed to find them.

/// From `start` on, the Grundy values repeat after every `len` piles. Both are minimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first pile of the first period.
    pub start: u64,
    /// The length of the period in piles.
    pub len: u64,
}

impl Period {
    /// The shortest period, up to `longest`, by which the last `enough` of some values repeat; at least one has to.
    ///
    /// That is the search of Knuth, Morris and Pratt for the last values among those before them, backwards: `borders`
    /// has how many of the values up to an index are those from the end on.
    pub(crate) fn of(values: &[u16], enough: usize, longest: usize) -> Option<Self> {
        let value = |at: usize| values[values.len() - 1 - at];
        let (mut borders, mut border) = (vec![0_u32], 0);
        for at in 1..values.len().min(longest + enough) {
            while border > 0 && value(at) != value(border) {
                border = borders[border - 1] as usize;
            }
            border += usize::from(value(at) == value(border));
            if border == enough {
                let (len, next) = (at + 1 - enough, at + 1);
                let more = (next..values.len()).take_while(|&at| value(at) == value(at - len));
                return Some(Self {
                    start: (values.len() - next - more.count()) as u64,
                    len: len as u64,
                });
            }
            borders.push(border as u32);
        }
        None
    }
}

/// How much may be computed for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// The most values of a table.
    pub values: u64,
    /// The most steps, about a nanosecond each.
    pub steps: u64,
}

/// So many rules that each may compute the least.
pub const MANY: u64 = u64::MAX;

impl Budget {
    /// What one of so many `rules` has of this budget: its part of the values, and of an eighth of the steps, but never
    /// less than `least`.
    pub(crate) fn share(self, rules: u64, least: Self) -> Self {
        Self {
            values: (self.values / rules).max(least.values),
            steps: (self.steps / 8 / rules).max(least.steps),
        }
    }
}
