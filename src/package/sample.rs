//! Samples for a problem that has none, and what explains samples.

use super::answers;
use crate::error::Error;
use crate::game::rule::Rules;
use crate::input::{Count, Input};
use crate::judge::compare::positions;
use crate::problem::made_up::lines;
use crate::problem::{Problem, Sample};
use crate::testdata::CaseShape;
use crate::testdata::generate::{self, GenerateOptions};
use crate::words::{Language, in_language, t};

/// A position of a sample: the rules, which cover the piles, and the piles.
type Position = (Rules, Vec<u64>);

/// The samples of a problem; if it has none, small ones, with a position that is won by a move, and one that is lost by
/// any.
pub(crate) fn samples(problem: &Problem) -> Result<Vec<Sample>, Error> {
    /// So many inputs are tried.
    const TRIED: u64 = 16;
    let own = problem.samples();
    if !own.is_empty() {
        return Ok(own);
    }
    let mut best: Vec<Sample> = Vec::new();
    let mut shown = [false; 2];
    for seed in 0..TRIED {
        let sample = sample(problem, seed)?;
        let seen = outcomes(&positions_of(problem, &sample)?);
        let shows_both = seen == [true, true];
        // Where a sample has one position, two are needed.
        let is_one = problem.layout.cases().is_none() && problem.answer.positions.is_none();
        let shows_more = (0..2).any(|wins| seen[wins] && !shown[wins]);
        if shows_both || seed == 0 {
            best.clear();
        }
        if shows_both || seed == 0 || is_one && shows_more {
            best.push(sample);
            shown = [0, 1].map(|wins| seen[wins] || is_one && shown[wins]);
        }
        if shown == [true, true] {
            break;
        }
    }
    Ok(best)
}

/// A few small cases.
fn sample(problem: &Problem, seed: u64) -> Result<Sample, Error> {
    let layout = &problem.layout;
    let options = GenerateOptions {
        seed,
        shape: CaseShape::Small,
        cases: Some(3.max(layout.least_cases()).min(layout.most_cases())),
        ..GenerateOptions::default()
    };
    let mut input = Vec::new();
    generate::run(problem, options, &mut input, &Count::default())?;
    let answers = answers(problem, "data/sample/1", &input)?;
    let text = |bytes| String::from_utf8(bytes).expect("an input and its answers are text");
    Ok((text(input), text(answers)))
}

/// The first positions of a sample.
fn positions_of(problem: &Problem, (input, _): &Sample) -> Result<Vec<Position>, Error> {
    /// The most that are looked at.
    const MOST: u64 = 8;
    let input = Input::from_bytes("sample".to_owned(), input.as_bytes());
    positions(problem, &input, MOST)
}

/// Whether one of these positions is lost by any move, and whether one is won by a move.
fn outcomes(positions: &[Position]) -> [bool; 2] {
    let outcome = |(rules, piles): &Position| {
        let has_moves = rules.moves(piles).next().is_some();
        has_moves.then(|| rules.first_wins(piles))
    };
    [false, true].map(|wins| {
        positions
            .iter()
            .any(|position| outcome(position) == Some(wins))
    })
}

/// Sentences on the first won and the first lost position of these samples, as `LaTeX`.
pub(crate) fn explanation(
    problem: &Problem,
    samples: &[Sample],
    language: Language,
) -> Result<String, Error> {
    /// The most piles of a position that can be followed.
    const MOST_PILES: usize = 12;
    let mut explained = [false; 2];
    let mut sentences = Vec::new();
    for (sample, number) in samples.iter().zip(1..) {
        for ((rules, piles), index) in positions_of(problem, sample)?.iter().zip(1..) {
            let wins = rules.first_wins(piles);
            let is_explained = explained[usize::from(wins)] || piles.len() > MOST_PILES;
            let what = in_language(language, || outcome(rules, piles));
            let Some(what) = what.filter(|_| !is_explained) else {
                continue;
            };
            explained[usize::from(wins)] = true;
            sentences.push(in_language(language, || {
                match (
                    samples.len(),
                    &problem.answer.positions,
                    problem.layout.cases(),
                ) {
                    (2.., Some(_), _) => t!(
                        "in position {number} of sample {sample}, {what}",
                        number = index,
                        sample = number,
                        what
                    ),
                    (2.., None, _) => t!("in sample {number}, {what}", number, what),
                    (_, Some(_), _) => t!("in position {number}, {what}", number = index, what),
                    (_, None, Some(_)) => t!("in case {number}, {what}", number = index, what),
                    (_, None, None) => what,
                }
            }));
        }
    }
    Ok(in_language(language, || lines(sentences)))
}

/// Why the first player wins or loses a position in which there are moves.
fn outcome(rules: &Rules, piles: &[u64]) -> Option<String> {
    let best = rules.best(piles)?;
    let moving = rules.in_sentence(piles, &best);
    if rules.first_wins(piles) {
        return Some(t!("the first player wins by {moving}", moving));
    }
    let after = rules.after(piles, &best);
    let Some(reply) = rules.winning(&after).next() else {
        return Some(t!("every move loses, for example {moving}", moving));
    };
    let replying = rules.in_sentence(&after, &reply);
    Some(t!(
        "every move loses; {moving}, for example, is answered by {replying}",
        moving,
        replying
    ))
}
