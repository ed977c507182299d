//! What a search tries, round by round.

use std::iter::Peekable;

use super::enumerate::Class;
use super::inputs::{CaseNumbers, Grammar};
use super::subject::{Candidate, Ending};
use crate::error::Error;
use crate::problem::Problem;
use crate::testdata::{self, Random, Shape, generate};

/// The maximum number of smallest cases, which every other round tries in order; fewer if each takes a run.
const SMALLEST: usize = 20_000;
const SMALLEST_ALONE: usize = 1500;

/// Those have at most so many more numbers than the least one, and a sum that is larger by as much, together.
const SMALLEST_BOTH: u64 = 63;

/// The maximum number of them in one input, and the minimum in one round.
const SMALLEST_TOGETHER: usize = 500;
const SMALLEST_IN_ROUND: usize = 15;

/// The approximate number of numbers of random inputs, except for those at the limits.
const NUMBERS: usize = 2000;

/// The number of structures, such as one pile or two, that numbers close to powers of two are tried in, and the number
/// of the smallest cases among which they are found.
const STRUCTURES: usize = 4;
const SMALL: usize = 2000;

/// The inputs of a round.
pub struct Round {
    /// The inputs.
    pub inputs: Vec<Candidate>,
    /// Where they come from.
    pub origin: Origin,
}

/// Where the inputs of a round come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// They are the smallest cases, in order.
    Smallest,
    /// One of the inputs that `bouton test` uses.
    TestData,
    /// The seed.
    Random,
}

/// What a search tries, whatever the program answers, until one input fails: it goes on forever.
pub struct Rounds<'p> {
    problem: &'p Problem,
    grammar: &'p Grammar,
    seed: u64,
    round: u64,
    pub(super) smallest: Peekable<Box<dyn Iterator<Item = CaseNumbers> + 'p>>,
    data: Box<dyn Iterator<Item = testdata::Cases> + 'p>,
}

impl<'p> Rounds<'p> {
    /// The rounds from `seed`; `grammar` is that of the problem.
    pub fn new(problem: &'p Problem, grammar: &'p Grammar, seed: u64) -> Self {
        let smallest: Box<dyn Iterator<Item = _>> = Box::new(smallest(grammar));
        Self {
            problem,
            grammar,
            seed,
            round: 0,
            smallest: smallest.peekable(),
            data: Box::new(testdata::inputs(problem)),
        }
    }
}

impl Iterator for Rounds<'_> {
    type Item = Result<Round, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.round += 1;
        let is_small = self.round % 2 == 1 && self.smallest.peek().is_some();
        let (origin, inputs) = if is_small {
            let inputs = inputs_of_cases(self.grammar, &mut self.smallest);
            (Origin::Smallest, Ok(inputs))
        } else if let Some(input) = self.data.next() {
            (Origin::TestData, Ok(vec![Candidate::whole(input.cases)]))
        } else {
            let input = random(self.problem, self.grammar, self.seed, self.round);
            (Origin::Random, input.map(|input| vec![input]))
        };
        Some(inputs.map(|inputs| Round { inputs, origin }))
    }
}

/// The smallest cases, in order: fewer numbers with a larger sum and more with a smaller one, alternating.
pub(super) fn smallest(grammar: &Grammar) -> impl Iterator<Item = CaseNumbers> {
    let most = match grammar.most_cases() {
        1 => SMALLEST_ALONE,
        _ => SMALLEST,
    };
    let least = (
        grammar.least.len() as u64,
        grammar.least.iter().sum::<u64>(),
    );
    let sizes = (0..SMALLEST_BOTH).flat_map(move |more| {
        let size = move |len| (least.0 + len, least.1.saturating_add(more - len));
        (0..=more).map(size)
    });
    let cases = sizes.flat_map(move |(len, sum)| {
        let inputs = Class::new(grammar, 1, len as usize, sum).flatten();
        inputs.flatten()
    });
    cases.take(most)
}

/// Cases with few numbers, one or two of which are close to a power of two: where small ones do not fail, such ones
/// may. If each takes a run, one of them. The smallest first.
pub(super) fn near_powers(grammar: &Grammar) -> Vec<CaseNumbers> {
    let powers = (0..u64::BITS).map(|bit| 1 << bit);
    let values = powers.flat_map(|power| [power - 1, power, power + 1]);
    let values: Vec<u64> = values.collect();
    let small = smallest(grammar).take(SMALL);
    let structures = small.filter_map(|case| {
        let parts = grammar.parts(&case);
        let is_least = parts.numbers.iter().all(|&at| parts.excesses[at] == 0);
        is_least.then_some((case, parts))
    });
    let mut cases = Vec::new();
    for (case, parts) in structures.take(STRUCTURES) {
        let (numbers, mut excesses) = (parts.numbers, parts.excesses);
        let near = |at: usize| {
            let low = case[at];
            values
                .iter()
                .filter_map(move |value| value.checked_sub(low))
        };
        for (i, &one) in numbers.iter().enumerate() {
            let others = if grammar.most_cases() > 1 { i } else { 0 };
            for excess in near(one) {
                excesses[one] = excess;
                cases.extend(grammar.with_excesses(&excesses));
                for &other in &numbers[..others] {
                    for excess in near(other) {
                        excesses[other] = excess;
                        cases.extend(grammar.with_excesses(&excesses));
                    }
                    excesses[other] = 0;
                }
            }
            excesses[one] = 0;
        }
    }
    cases.sort_by_cached_key(|case| (Candidate::alone(case.clone()).size(), case.clone()));
    cases
}

/// The inputs of a round that has the next of these cases.
fn inputs_of_cases(
    grammar: &Grammar,
    cases: &mut Peekable<impl Iterator<Item = CaseNumbers>>,
) -> Vec<Candidate> {
    let most = grammar.most_cases().min(SMALLEST_TOGETHER);
    let mut tests = Vec::new();
    while tests.len() * most < SMALLEST_IN_ROUND
        && let Some(first) = cases.next()
    {
        let mut together = vec![first];
        while together.len() < most
            && let Some(case) = cases.next_if(|case| grammar.go_together(&together[0], case))
        {
            together.push(case);
        }
        let least = together.len().max(grammar.least_cases());
        together.resize(least, together[0].clone());
        tests.push(Candidate::whole(together));
    }
    tests
}

/// The shapes of the random inputs, in turn.
const SHAPES: [Shape; 12] = [
    Shape::Small,
    Shape::Random,
    Shape::Small,
    Shape::Losing,
    Shape::Max,
    Shape::Small,
    Shape::Ones,
    Shape::Winning,
    Shape::Equal,
    Shape::Small,
    Shape::Zeros,
    Shape::Single,
];

/// The random input of a round: when all of the [test data](testdata::inputs) has been tried.
fn random(problem: &Problem, grammar: &Grammar, seed: u64, round: u64) -> Result<Candidate, Error> {
    let mut random = Random::new(seed.wrapping_add(round.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let shape = SHAPES[(round / 2) as usize % SHAPES.len()];
    let mut draw = drawn(problem, shape, random.bits())?;
    let (most, least) = (grammar.most_cases(), grammar.least_cases());
    let most = match shape {
        Shape::Max => most.min(3),
        // As many as the limits allow, if they allow for hundreds at most.
        Shape::Ones if most <= 1000 => most,
        _ => most.min(200),
    };
    let mut numbers = 0;
    let mut cases = Vec::new();
    while cases.len() < least || cases.len() < most && numbers < NUMBERS {
        let case = draw.next_case()?;
        numbers += case.len();
        cases.push(case);
    }
    let ending = match random.between(0, 7) {
        0 | 1 => Ending::NoLineEnd,
        2 if grammar.terminator().is_some() => Ending::NoZero,
        _ => Ending::Whole,
    };
    Ok(Candidate { cases, ending })
}

/// Draws cases of this shape, or small ones: not every problem has every shape.
fn drawn(problem: &Problem, shape: Shape, seed: u64) -> Result<generate::DrawnCases<'_>, Error> {
    let draw = |shape| {
        let options = generate::GenerateOptions {
            seed,
            shape,
            ..generate::GenerateOptions::default()
        };
        generate::cases(problem, &problem.layout, options)
    };
    draw(shape).or_else(|_| draw(Shape::Small))
}
