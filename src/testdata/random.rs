//! Numbers that look random and are the same forever: written-down seeds make data again.

/// The generator `SplitMix64` of Guy Steele, Doug Lea and Christine Flood ("Fast splittable pseudorandom number
/// generators", 2014). It is written out here because no later version of anything may change its numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator that starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.state;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`, each of them as likely, but for 1 in 2^64 / (high - low).
    ///
    /// The upper half of a product does what a remainder would, in a tenth of the time.
    #[inline]
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        let count = u128::from(high - low) + 1;
        low + ((u128::from(self.bits()) * count) >> 64) as u64
    }

    /// A number from `low` to `high`, where all numbers of binary digits are as likely; 0 has none.
    #[inline]
    pub(crate) fn of_any_length(&mut self, low: u64, high: u64) -> u64 {
        let digits = |number: u64| u64::from(64 - number.leading_zeros());
        let (least, most) = match self.between(digits(low), digits(high)) {
            0 => (0, 0),
            digits => (1 << (digits - 1), u64::MAX >> (64 - digits)),
        };
        self.between(low.max(least), high.min(most))
    }

    /// Puts numbers in a random order.
    pub(crate) fn shuffle(&mut self, numbers: &mut [u64]) {
        for last in (1..numbers.len()).rev() {
            numbers.swap(last, self.between(0, last as u64) as usize);
        }
    }

    /// Yes or no.
    #[inline]
    pub(crate) fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }
}
