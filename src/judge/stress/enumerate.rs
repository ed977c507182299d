//! All inputs from the smallest one on: fewest numbers first, then smallest sum, then lexicographic order.

use std::ops::RangeInclusive;
use std::{iter, mem};

use super::inputs::{CaseNumbers, Grammar};

/// The inputs with some number of cases, of numbers, and sum of these, in lexicographic order. It is an iterator over
/// the steps of the search for them, most of which find none.
///
/// They are built number by number, from the smallest on, as long as what the layout asks for next can have what
/// is left of the numbers and of the sum. No case is the beginning of another one, so the order of the numbers is
/// that of the cases.
pub struct Class<'g> {
    grammar: &'g Grammar,
    cases: usize,
    /// Of the numbers and of the sum, what is left.
    len: usize,
    sum: u64,
    /// The cases before the one that is built, and that.
    done: Vec<CaseNumbers>,
    case: CaseNumbers,
    /// The larger values of each number so far.
    larger: Vec<RangeInclusive<u64>>,
    is_over: bool,
    /// By how much the sum must be larger at least for other inputs.
    missing: Option<u64>,
    /// How many numbers the last step read, which is what takes time.
    read: u64,
}

/// A step of a search.
pub(crate) struct Step {
    /// The sum of the inputs that are looked for.
    pub sum: u64,
    /// How many numbers were read.
    pub read: u64,
    /// The input that was found, if one was.
    pub input: Option<Vec<CaseNumbers>>,
}

/// What reading a case costs even if it has no numbers.
const READ: u64 = 8;

/// What comes of the beginning of an input.
enum Next {
    /// It is one.
    Complete,
    /// The values of the next number, at least one.
    Number(RangeInclusive<u64>),
    /// Nothing; perhaps with a larger last number.
    Nothing,
    /// Nothing, nor with a larger last number.
    TooLarge,
}

impl Iterator for Class<'_> {
    /// An input, if this step found one.
    type Item = Option<Vec<CaseNumbers>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let mut input = None;
        match self.look() {
            Next::Complete => {
                input = Some(self.done.clone());
                self.increase_last();
            }
            Next::Number(values) => self.push(values),
            Next::Nothing => self.increase_last(),
            Next::TooLarge => {
                self.pop();
                self.increase_last();
            }
        }
        Some(input)
    }
}

impl<'g> Class<'g> {
    /// The inputs of `cases` cases with `len` numbers of this `sum`.
    pub fn new(grammar: &'g Grammar, cases: usize, len: usize, sum: u64) -> Self {
        Self {
            grammar,
            cases,
            len,
            sum,
            done: Vec::new(),
            case: Vec::new(),
            larger: Vec::new(),
            is_over: false,
            missing: None,
            read: 0,
        }
    }

    /// The steps of the search for all inputs of so many cases and numbers with these sums, the smallest first.
    pub(crate) fn of_sums(
        grammar: &'g Grammar,
        (cases, len): (usize, usize),
        sums: RangeInclusive<u64>,
    ) -> impl Iterator<Item = Step> {
        let class = move |sum| (sum, Self::new(grammar, cases, len, sum));
        let mut current = Some(class(*sums.start()));
        iter::from_fn(move || {
            loop {
                let (sum, search) = current.as_mut()?;
                if let Some(input) = search.next() {
                    let (sum, read) = (*sum, search.read);
                    return Some(Step { sum, read, input });
                }
                let next = search.step().and_then(|step| sum.checked_add(step));
                current = next.filter(|next| sums.contains(next)).map(class);
            }
        })
    }

    /// By how much larger the sum is of the next class with as many numbers that may have inputs. `None` if there is
    /// none. Known when there are no more inputs.
    fn step(&self) -> Option<u64> {
        self.missing
    }

    /// Adds the first of these values.
    fn push(&mut self, mut values: RangeInclusive<u64>) {
        let Some(number) = values.next() else { return };
        self.case.push(number);
        self.larger.push(values);
        self.len -= 1;
        self.sum -= number;
    }

    /// Takes the last number back; the values that are larger.
    fn pop(&mut self) -> Option<RangeInclusive<u64>> {
        if self.case.is_empty() {
            self.case = self.done.pop()?;
        }
        self.len += 1;
        self.sum += self.case.pop()?;
        self.larger.pop()
    }

    /// Goes to the next larger value of the last number that has one.
    fn increase_last(&mut self) {
        while let Some(values) = self.pop() {
            if !values.is_empty() {
                return self.push(values);
            }
        }
        self.is_over = true;
    }

    fn look(&mut self) -> Next {
        self.read = READ + self.case.len() as u64;
        let mut rest = self.grammar.rest(&self.case);
        if let Ok(None) = rest {
            self.done.push(mem::take(&mut self.case));
            if self.done.len() == self.cases {
                return match (self.len, self.sum) {
                    (0, 0) => Next::Complete,
                    _ => Next::Nothing,
                };
            }
            rest = self.grammar.rest(&[]);
        }
        let Ok(Some(mut next)) = rest else {
            return Next::Nothing;
        };
        let others = self.cases - self.done.len() - 1;
        if others > 0 {
            let case = &self.grammar.least;
            next.len.0 += (others * case.len()) as u64;
            next.len.1 = u64::MAX;
            next.sum.0 += others as u64 * case.iter().sum::<u64>();
            next.sum.1 = u64::MAX;
        }
        if let Some(first) = self.done.first()
            && let Some(&same) = first[..self.grammar.fixed(first)].get(self.case.len())
        {
            (next.low, next.high) = (same, same);
        }
        if next.len.1 < (self.len as u64).saturating_sub(1) {
            return Next::Nothing;
        }
        if next.len.0 >= self.len as u64 {
            return Next::TooLarge;
        }
        let least = next.sum.0.saturating_add(next.low);
        let Some(left) = self.sum.checked_sub(least) else {
            self.misses(least - self.sum);
            return Next::TooLarge;
        };
        let low = next.low.max(self.sum.saturating_sub(next.sum.1));
        let high = next.low.saturating_add(left);
        if next.high > high {
            self.misses(1);
        }
        let high = next.high.min(high);
        if low > high {
            return Next::Nothing;
        }
        Next::Number(low..=high)
    }

    fn misses(&mut self, sum: u64) {
        self.missing = Some(self.missing.map_or(sum, |least| least.min(sum)));
    }
}
