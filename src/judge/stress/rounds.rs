//! What a search tries, whatever the program answers, until one input fails.

use std::iter;

use super::{ROUNDS, TOGETHER};
use crate::error::Error;
use crate::layout::Role;
use crate::problem::Problem;
use crate::testdata::draw::Draw;
use crate::testdata::enumerate::{large, small};
use crate::testdata::generate::GenerateOptions;
use crate::testdata::grammar::{Candidate, Ending, Grammar};
use crate::testdata::{self, CaseNumbers, CaseShape, Random, next_input};

/// The inputs that a search tries, in order; there is no end to them.
///
/// First come small cases, as many in one input as may be: the smallest of all; the
/// [special](crate::game::Game::special) positions of the game; and those of the smallest in which one number is
/// close to a power of two or to its limit. Inputs at the limits follow, the test data, and random inputs.
pub fn rounds<'p>(
    problem: &'p Problem,
    grammar: &'p Grammar,
    seed: u64,
) -> impl Iterator<Item = Result<Candidate, Error>> {
    let data = testdata::inputs(problem).map(|data| Candidate::whole(data.cases));
    // Each is made when it is asked for: those at the limits are large.
    let random = move |(shape, round)| random(problem, grammar, seed.wrapping_add(round), shape);
    let limits = [CaseShape::Max, CaseShape::Ones].into_iter().zip(0..).map(random);
    let random = SHAPES.iter().copied().cycle().zip(2..).map(random);
    let others = limits.chain(data.map(Ok)).chain(random);
    small_rounds(problem, grammar).map(Ok).chain(others)
}

/// Those of small cases, which come first.
pub fn small_rounds<'p>(problem: &'p Problem, grammar: &'p Grammar) -> impl Iterator<Item = Candidate> {
    let most = grammar.most_cases().min(TOGETHER);
    let each = ROUNDS as usize / 6 * most;
    // Where each takes a run, the smallest are half of the usual number of rounds: of five numbers, all up to a sum of
    // 9 are among them. Elsewhere, a program may be wrong about a case only if there is no other.
    let (first, alone) = match most {
        1 => (ROUNDS as usize / 2, 0),
        _ => (each, ROUNDS as usize / 16),
    };
    let all = |_: &Candidate| true;
    let together = move |cases| in_inputs(grammar, cases, most);
    let small = together(Box::new(small(grammar, all).take(first)))
        .chain(together(Box::new(special(problem, grammar).take(each))))
        .chain(together(Box::new(large(grammar).take(each))));
    let alone = in_inputs(grammar, Box::new(self::small(grammar, all).take(alone)), 1);
    let endings = Ending::all(grammar).into_iter().skip(1).map(|ending| Candidate {
        cases: vec![grammar.least.clone(); grammar.least_cases()],
        ending,
    });
    small.chain(alone).chain(endings)
}

/// The special positions of the game, where the numbers of a case are its piles.
pub(super) fn special<'p>(problem: &'p Problem, grammar: &'p Grammar) -> impl Iterator<Item = CaseNumbers> {
    let is_known = problem.rules.asks_of_input().next().is_none();
    let positions = is_known.then(|| problem.rules.game().special()).flatten();
    let before = grammar.fixed(&grammar.least);
    let row = problem.layout.row().iter().enumerate();
    let piles: Vec<_> = row
        .filter(|(_, role)| **role == Role::Pile)
        .map(|(at, _)| before + at)
        .collect();
    positions.into_iter().flatten().filter_map(move |position| {
        let mut case = grammar.least.clone();
        for (&at, &size) in piles.iter().zip(&position) {
            case[at] = size;
        }
        (piles.len() == position.len() && grammar.is_valid(&case)).then_some(case)
    })
}

/// Inputs of these cases, twice as many in each as in the one before, up to `most`.
pub(super) fn in_inputs<'g>(
    grammar: &'g Grammar,
    cases: Box<dyn Iterator<Item = CaseNumbers> + 'g>,
    most: usize,
) -> impl Iterator<Item = Candidate> + 'g {
    let mut cases = cases.map(|case| grammar.parts(&case)).peekable();
    let mut size = 1;
    iter::from_fn(move || {
        let together = next_input(&grammar.layout, &mut cases, size, |_| true)?;
        size = (2 * size).min(most as u64);
        Some(Candidate::whole(together))
    })
}

/// The shapes of the random inputs, in turn.
const SHAPES: &[CaseShape] = &[
    CaseShape::Small,
    CaseShape::Random,
    CaseShape::Losing,
    CaseShape::Max,
    CaseShape::Ones,
    CaseShape::Winning,
    CaseShape::Equal,
    CaseShape::Zeros,
];

/// A random input: of at most so many numbers, but for one long case, and of few cases as often as of many.
fn random(problem: &Problem, grammar: &Grammar, seed: u64, shape: CaseShape) -> Result<Candidate, Error> {
    /// As many numbers as small cases have together.
    const NUMBERS: usize = 4 * TOGETHER;
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let seed = random.bits();
    let draw = |shape| {
        let options = GenerateOptions {
            seed,
            shape,
            ..GenerateOptions::default()
        };
        Draw::new(problem, options)
    };
    // Not every problem has every shape.
    let mut draw = draw(shape).or_else(|_| draw(CaseShape::Small))?;
    let least = grammar.least_cases();
    // As many as the limits allow, if they allow for hundreds at most.
    let most = match grammar.most_cases() {
        most if shape == CaseShape::Ones && most <= 2 * TOGETHER => most,
        most => most.min(1 << random.between(0, 8)),
    };
    let mut numbers = 0;
    let mut cases = Vec::new();
    draw.expect_cases(most.max(least) as u64);
    while cases.len() < least || cases.len() < most && numbers < NUMBERS {
        let case = draw.case()?.case;
        numbers += case.len();
        cases.push(case);
    }
    // Each of those that are not whole in one of eight inputs.
    let ending = match random.between(0, 7) {
        0 | 1 => Ending::NoLineEnd,
        turn => Ending::all(grammar)
            .get(turn as usize)
            .copied()
            .unwrap_or(Ending::Whole),
    };
    Ok(Candidate { cases, ending })
}
