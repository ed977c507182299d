//! All inputs from the smallest one on: fewest numbers first, then smallest sum, then lexicographic order.

use super::inputs::{CaseNumbers, Grammar};

/// The inputs with some number of cases, of numbers, and sum of these, in lexicographic order.
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
    /// The largest value of each number so far.
    highs: Vec<u64>,
    /// Whether they are an input, which was returned.
    is_input: bool,
    /// By how much the sum must be larger at least for other inputs.
    missing: Option<u64>,
    /// How many numbers were read to find them, which is what takes time.
    pub read: u64,
}

/// What reading a case costs even if it has no numbers.
const READ: u64 = 8;

/// The maximum number of steps between two inputs, until the caller is asked whether to go on.
const STEPS: usize = 10_000;

/// What was found.
#[derive(Debug)]
pub(crate) enum Found {
    /// The next input.
    Input(Vec<CaseNumbers>),
    /// Nothing so far.
    Nothing,
    /// There are no more.
    End,
}

impl Iterator for Class<'_> {
    type Item = Vec<CaseNumbers>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.look_on() {
                Found::Input(cases) => return Some(cases),
                Found::Nothing => {}
                Found::End => return None,
            }
        }
    }
}

/// What comes of the beginning of an input.
enum Next {
    /// It is one.
    Complete,
    /// The limits of the next number.
    Number(u64, u64),
    /// Nothing; perhaps with a larger last number.
    Nothing,
    /// Nothing, nor with a larger last number.
    TooLarge,
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
            highs: Vec::new(),
            is_input: false,
            missing: None,
            read: 0,
        }
    }

    /// By how much larger the sum is of the next class with as many numbers that may have inputs. `None` if there is
    /// none. Known when there are no more inputs.
    pub(crate) fn step(&self) -> Option<u64> {
        self.missing
    }

    /// Looks for the next input, and returns after some steps whether there is one.
    pub(crate) fn look_on(&mut self) -> Found {
        if std::mem::take(&mut self.is_input) && !self.larger_last() {
            return Found::End;
        }
        for _ in 0..STEPS {
            let goes_on = match self.look() {
                Next::Complete => {
                    self.is_input = true;
                    return Found::Input(self.done.clone());
                }
                Next::Number(low, high) => {
                    self.push(low, high);
                    true
                }
                Next::Nothing => self.larger_last(),
                Next::TooLarge => {
                    self.pop();
                    self.larger_last()
                }
            };
            if !goes_on {
                return Found::End;
            }
        }
        Found::Nothing
    }

    fn push(&mut self, number: u64, high: u64) {
        self.case.push(number);
        self.highs.push(high);
        self.len -= 1;
        self.sum -= number;
    }

    /// Takes the last number back; its value, and its largest one.
    fn pop(&mut self) -> Option<(u64, u64)> {
        if self.case.is_empty() {
            self.case = self.done.pop()?;
        }
        let popped = self.case.pop().zip(self.highs.pop())?;
        self.len += 1;
        self.sum += popped.0;
        Some(popped)
    }

    /// Goes to the next larger value of the last number that has one; whether there is one.
    fn larger_last(&mut self) -> bool {
        while let Some((number, high)) = self.pop() {
            if number < high {
                self.push(number + 1, high);
                return true;
            }
        }
        false
    }

    fn look(&mut self) -> Next {
        self.read += READ + self.case.len() as u64;
        // The cases after this one.
        let others = self.cases - self.done.len() - 1;
        let mut rest = match self.grammar.rest(&self.case) {
            Ok(Some(rest)) => rest,
            Ok(None) if others > 0 => {
                self.done.push(std::mem::take(&mut self.case));
                return self.look();
            }
            Ok(None) if (self.len, self.sum) == (0, 0) => {
                self.done.push(std::mem::take(&mut self.case));
                return Next::Complete;
            }
            Ok(None) | Err(_) => return Next::Nothing,
        };
        // What follows this number has at least this sum, and at most that.
        let mut least = rest.sum.0.saturating_sub(rest.low);
        let mut most = match rest.sum.1 {
            u64::MAX => u64::MAX,
            sum => sum.saturating_sub(rest.high),
        };
        let mut least_len = rest.len.0;
        if others > 0 {
            let case = &self.grammar.least;
            least += others as u64 * case.iter().sum::<u64>();
            least_len += (others * case.len()) as u64;
            most = u64::MAX;
        } else if rest.len.1 < self.len as u64 {
            return Next::Nothing;
        }
        if let Some(first) = self.done.first()
            && let Some(&same) = first[..self.grammar.fixed(first)].get(self.case.len())
        {
            (rest.low, rest.high) = (same, same);
        }
        if least_len > self.len as u64 {
            return Next::TooLarge;
        }
        let Some(left) = self.sum.checked_sub(least.saturating_add(rest.low)) else {
            self.misses(least.saturating_add(rest.low) - self.sum);
            return Next::TooLarge;
        };
        if rest.high > rest.low.saturating_add(left) {
            self.misses(1);
        }
        let low = rest.low.max(self.sum.saturating_sub(most));
        let high = rest.high.min(rest.low.saturating_add(left));
        if low > high {
            return Next::Nothing;
        }
        Next::Number(low, high)
    }

    fn misses(&mut self, sum: u64) {
        self.missing = Some(self.missing.map_or(sum, |least| least.min(sum)));
    }
}
