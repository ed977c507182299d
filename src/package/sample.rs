//! Samples for a problem that has none, and what explains samples.

use std::collections::HashSet;

use super::answers;
use crate::answer::Fact;
use crate::engine::lookup::positions;
use crate::error::Error;
use crate::game::Move;
use crate::game::rule::Rules;
use crate::input::{Count, Input};
use crate::problem::made_up::wording;
use crate::problem::{Problem, Sample};
use crate::testdata::CaseShape;
use crate::testdata::generate::{self, GenerateOptions};
use crate::words::wording::{Wording, lines};
use crate::words::{Language, in_language};

/// A position of a sample: the rules, which cover the piles, and the piles.
type Position = (Rules, Vec<u64>);

/// The samples of a problem; if it has none, small ones, with a position that is won by a move, and one that is lost by
/// any.
pub(crate) fn samples(problem: &Problem) -> Result<Vec<Sample>, Error> {
    /// So many inputs are tried.
    const TRIED: u64 = 32;
    let own = problem.samples();
    if !own.is_empty() {
        return Ok(own);
    }
    // Where a sample has one position, two are needed.
    let is_one = problem.layout.cases().is_none() && problem.answer.positions.is_none();
    let has_zeros = problem.answer.has(Fact::After) || problem.answer.has(Fact::Left);
    let mut best: Vec<(Shown, Sample)> = Vec::new();
    for seed in 0..TRIED {
        let sample = sample(problem, seed)?;
        let positions = positions_of(problem, &sample)?;
        let [lost, won] = outcomes(&positions);
        let mut seen = HashSet::new();
        let shown = Shown {
            both: lost && won,
            distinct: positions.iter().all(|(_, piles)| seen.insert(piles.clone())),
            zero: !has_zeros || sample.1.split_whitespace().any(|word| word == "0"),
            outcomes: [lost, won],
        };
        if is_one && !shown.both {
            // One of each outcome; of two, the one that shows a 0.
            let same = best.iter().position(|(other, _)| other.outcomes == shown.outcomes);
            match same {
                None => best.push((shown, sample)),
                Some(at) if won && shown.zero && !best[at].0.zero => best[at] = (shown, sample),
                Some(_) => {}
            }
        } else if best.first().is_none_or(|(other, _)| *other < shown) {
            best = vec![(shown, sample)];
        }
        let is_enough = |(shown, _): &(Shown, Sample)| shown.both && shown.distinct && shown.zero;
        if best.iter().any(is_enough) {
            break;
        }
    }
    best.sort_by_key(|(shown, _)| std::cmp::Reverse(shown.outcomes));
    Ok(best.into_iter().map(|(_, sample)| sample).collect())
}

/// What a sample shows; the more, the better, the first first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shown {
    /// Positions that are lost and won.
    both: bool,
    /// No position twice.
    distinct: bool,
    /// A pile that a move empties, where answers show it.
    zero: bool,
    /// Whether there is a position that is lost, and one that is won.
    outcomes: [bool; 2],
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
        let has_moves = rules.game().moves(piles).next().is_some();
        has_moves.then(|| rules.game().first_wins(piles))
    };
    [false, true].map(|wins| positions.iter().any(|position| outcome(position) == Some(wins)))
}

/// Sentences on the first won and the first lost position of these samples, as `LaTeX`.
pub(crate) fn explanation(problem: &Problem, samples: &[Sample], language: Language) -> Result<String, Error> {
    /// The most piles of a position that can be followed.
    const MAX_PILES: usize = 12;
    let mut explained = [false; 2];
    let mut sentences = Vec::new();
    for (sample, number) in samples.iter().zip(1..) {
        for ((rules, piles), index) in positions_of(problem, sample)?.iter().zip(1..) {
            let wins = rules.game().first_wins(piles);
            let is_explained = explained[usize::from(wins)] || piles.len() > MAX_PILES;
            let why = in_language(language, || outcome(problem, rules, piles));
            let Some(why) = why.filter(|_| !is_explained) else {
                continue;
            };
            explained[usize::from(wins)] = true;
            let wording = wording(problem).and([("several", samples.len() > 1)]).with([
                ("why", why),
                ("number", index.to_string()),
                ("sample", number.to_string()),
            ]);
            sentences.push(in_language(language, || wording.say("explained")));
        }
    }
    Ok(in_language(language, || lines(sentences)))
}

/// The winning move that answers to `problem` show, or else the best move.
fn shown_move(problem: &Problem, rules: &Rules, piles: &[u64]) -> Option<Move> {
    let stones = |position: &[u64]| {
        let mut piles: Vec<_> = position.iter().copied().filter(|&pile| pile > 0).collect();
        piles.sort_unstable();
        piles
    };
    let shown = match &problem.answer {
        answer if answer.shows_positions() => {
            let after = stones(&rules.game().afters(piles).next()?);
            let mut turns = rules.game().winning(piles);
            turns.find(|turn| stones(&rules.game().after(piles, turn)) == after)
        }
        answer if answer.names_moves() => rules.game().winning(piles).next(),
        _ => None,
    };
    shown.or_else(|| rules.game().best(piles))
}

/// Why the first player wins or loses a position in which there are moves.
fn outcome(problem: &Problem, rules: &Rules, piles: &[u64]) -> Option<String> {
    let best = if rules.game().first_wins(piles) {
        shown_move(problem, rules, piles)?
    } else {
        rules.game().best(piles)?
    };
    let is_won = rules.game().first_wins(piles);
    let after = rules.game().after(piles, &best);
    let reply = rules.game().winning(&after).next().filter(|_| !is_won);
    let replying = reply.map(|reply| rules.in_sentence(&after, &reply));
    let wording = Wording::default()
        .and([("won", is_won), ("answered", replying.is_some())])
        .with([
            ("moving", rules.in_sentence(piles, &best)),
            ("replying", replying.unwrap_or_default()),
        ]);
    Some(wording.say("why"))
}
