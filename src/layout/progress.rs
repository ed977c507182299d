//! What the numbers of an input so far say of the next one: the limits that depend on them, and whether it has to be
//! larger, different, or small enough for a sum. `validate` and whatever makes inputs ask the same.

use std::collections::HashSet;

use super::limit::{Limit, Named};
use super::{Layout, NumberItem, PileOf, Role};

/// The numbers so far.
pub(crate) struct Progress {
    /// The last value of each number.
    pub values: Vec<u64>,
    /// What the values of each number have together that has a limit over all cases.
    pub together: Vec<u64>,
    /// How many came of each number in its list, or in the repetitions of its group.
    counts: Vec<u64>,
    /// These, for numbers to which later ones refer element by element.
    elements: Vec<Option<Vec<u64>>>,
    /// The values so far of a number of which no two are equal.
    seen: HashSet<u64>,
    /// The number of cases that a lower limit has to allow, where it is not known yet how many there are.
    most_cases: Option<(usize, u64)>,
}

/// What a number breaks.
pub(crate) enum Broken {
    /// It is not above the last one, or not at least that.
    Order(u64),
    /// It is not different from another one.
    Taken,
    /// With it, the sum over all cases is this one, and larger than the other.
    Sum(u64, u64),
}

impl Progress {
    pub(crate) fn new(layout: &Layout) -> Self {
        let len = layout.numbers.len();
        let mut elements = vec![None; len];
        for number in &layout.numbers {
            let limits = [&number.low, &number.high];
            let names = limits.into_iter().flat_map(|limit| &limit.names).copied();
            for named in names.chain(number.differs_from).filter(|it| it.by_element) {
                elements[named.index] = Some(Vec::new());
            }
        }
        Self {
            values: vec![0; len],
            together: vec![0; len],
            counts: vec![0; len],
            elements,
            seen: HashSet::new(),
            most_cases: None,
        }
    }

    /// Says how many cases there may be, of which so many are known to come.
    pub(crate) fn expect_cases(&mut self, index: usize, least: u64, most: u64) {
        self.values[index] = least;
        self.most_cases = Some((index, most));
    }

    /// A list starts, or a group in which the number is.
    pub(crate) fn begin(&mut self, number: &NumberItem) {
        self.counts[number.index] = 0;
        self.elements[number.index].iter_mut().for_each(Vec::clear);
        if number.distinct {
            self.seen.clear();
        }
    }

    /// The value to which the next value of a number refers; 0 if that does not come before.
    fn referred(&self, number: &NumberItem, to: Named) -> u64 {
        match &self.elements[to.index] {
            Some(elements) if to.by_element => {
                let at = self.counts[number.index] as usize;
                elements.get(at).copied().unwrap_or(0)
            }
            _ => self.values[to.index],
        }
    }

    /// The limits of the next value of a number.
    pub(crate) fn limits(&self, number: &NumberItem) -> (i128, i128) {
        self.limits_after(number, |_| None)
    }

    /// The same, where some of the numbers that they name are known to be others.
    pub(crate) fn limits_after(&self, number: &NumberItem, known: impl Fn(usize) -> Option<u64>) -> (i128, i128) {
        let value = |named: Named| known(named.index).unwrap_or(self.referred(number, named));
        let limit = |limit: &Limit| limit.value(value);
        let most = |named: Named| match self.most_cases {
            Some((index, most)) if index == named.index => most,
            _ => value(named),
        };
        (number.low.value(most), limit(&number.high))
    }

    /// The value before the next one in its list or group, if there is one.
    pub(crate) fn last(&self, number: &NumberItem) -> Option<u64> {
        (self.counts[number.index] > 0).then_some(self.values[number.index])
    }

    /// The value from which the next one of a number has to differ: that at the other end of its pile.
    pub(crate) fn other(&self, number: &NumberItem) -> Option<u64> {
        let is_second = self.counts[number.index] % 2 == 1;
        match number.role {
            Role::PileOf(PileOf::Cells) => self.last(number).filter(|_| is_second),
            _ => number.differs_from.map(|first| self.referred(number, first)),
        }
    }

    /// The next value of a number, which is within its limits.
    pub(crate) fn add(&mut self, number: &NumberItem, value: u64) -> Result<(), Broken> {
        let index = number.index;
        let is_behind = |last: &u64| value < *last || value == *last && !number.may_repeat;
        if let Some(last) = self.last(number).filter(is_behind)
            && number.ascending
        {
            return Err(Broken::Order(last));
        }
        if self.other(number) == Some(value) || number.distinct && !self.seen.insert(value) {
            return Err(Broken::Taken);
        }
        if let Some(most) = number.most_together {
            let sum = self.together[index].saturating_add(value);
            if sum > most {
                return Err(Broken::Sum(sum, most));
            }
            self.together[index] = sum;
        }
        self.values[index] = value;
        self.counts[index] += 1;
        if let Some(elements) = &mut self.elements[index] {
            elements.push(value);
        }
        Ok(())
    }
}
