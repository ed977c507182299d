//! `bouton solve`: explains a position.

mod options;
mod table;

pub use options::SolveArgs;

use options::Task;

use super::answer::stdout;
use crate::error::{Error, InputErrorKind};
use crate::game::rule::Rules;
use crate::game::{Game, hill};
use crate::output::Output;
use crate::output::answers::Answers;
use crate::problem::statement::Language;
use crate::report::solve::{self as report, Explained};
use crate::report::svg;

/// Carries out `options`.
pub(crate) fn run(options: &SolveArgs) -> Result<(), Error> {
    let task = options.task()?;
    let mut answers = stdout()?;
    match task {
        Task::Layout(stones) => {
            report::layout(stones, layout(stones), options.json, &mut answers);
        }
        Task::NimSum => {
            let sum = options.piles().iter().fold(0, |sum, pile| sum ^ pile);
            report::nim_sum(sum, options.json, &mut answers);
        }
        Task::Explain(rules) => explain(rules, options, &mut answers)?,
        Task::Table(rules, sizes) => table::list(rules, sizes, options, &mut answers)?,
    }
    answers.flush()
}

/// Lays out `stones`, at least one, in piles so that the player to move loses.
///
/// With two equal piles, every move in one is answered by the same move in the other. If the number of
/// stones is odd, so is the number of odd piles, and the nim-sum is never 0.
fn layout(stones: u64) -> Option<[u64; 2]> {
    stones.is_multiple_of(2).then_some([stones / 2; 2])
}

/// Explains the position on the command line.
fn explain(mut rules: Rules, options: &SolveArgs, answers: &mut Answers<'_>) -> Result<(), Error> {
    let mut piles = options.piles();
    check(&mut rules, &piles, "PILE")?;
    if let Some(to) = &options.to {
        check(&mut rules, to, "--to: pile")?;
        may_move(&rules, &piles, to)?;
        piles.clone_from(to);
    }
    let draw = || svg::position(&rules, &piles, Language::of_locale());
    if drawn(options, draw, answers)? {
        return Ok(());
    }
    let explained = Explained {
        rules: &rules,
        piles: &piles,
        line: options.play,
    };
    report::explain(&explained, options.json, answers);
    Ok(())
}

/// Checks that `piles`, each of them called `name` in errors, are a position, and makes `rules` ready for it.
fn check(rules: &mut Rules, piles: &[u64], name: &str) -> Result<(), Error> {
    let at =
        |index: usize, kind: InputErrorKind| Error::Usage(format!("{name} {}: {kind}", index + 1));
    if let Some(count) = rules
        .piles_in_position()
        .filter(|&count| count != piles.len())
    {
        let (rule, given) = (rules.written(), piles.len());
        let message = format!("'{rule}' is played with {count} piles, but {given} are given");
        return Err(Error::Usage(message));
    }
    if let Some(king) = rules.king() {
        for (index, &found) in piles.iter().enumerate() {
            let last = index.checked_sub(1).map_or(0, |before| piles[before]);
            if !hill::may_follow(found, last) {
                return Err(at(index, InputErrorKind::NotAscending { found, last }));
            }
        }
        let persons = piles.len() as u64;
        if king > persons {
            let kind = InputErrorKind::NoKing { king, persons };
            return Err(Error::Usage(format!("--hill: {kind}")));
        }
    }
    for (index, &cell) in piles.iter().enumerate().filter(|_| rules.are_distinct()) {
        if cell == 0 || piles[..index].contains(&cell) {
            return Err(at(index, InputErrorKind::NotFree { cell }));
        }
    }
    for (index, &pile) in piles.iter().enumerate() {
        rules
            .cover(pile)
            .map_err(|no_period| at(index, no_period.into()))?;
    }
    Ok(())
}

/// Checks that a move leads from `piles` to the piles `to`.
fn may_move(rules: &Rules, piles: &[u64], to: &[u64]) -> Result<(), Error> {
    /// So many take about a second.
    const MAX_TRIED: usize = 10_000_000;
    let words = |piles: &[u64]| {
        let words: Vec<_> = piles.iter().map(u64::to_string).collect();
        words.join(" ")
    };
    let both = piles.iter().zip(to).enumerate();
    let mut changed = both.filter(|(_, (pile, left))| pile != left);
    let may = match (changed.next(), changed.next()) {
        (Some((index, (&pile, &left))), None) if rules.has_single_moves() => {
            piles.len() == to.len() && left < pile && rules.allows(piles, index, pile - left)
        }
        _ if rules.has_single_moves() => false,
        _ => {
            let mut tried = Game::moves(&**rules, piles).take(MAX_TRIED).enumerate();
            match tried.find(|(n, turn)| n + 1 == MAX_TRIED || rules.after(piles, turn) == to) {
                Some((n, _)) if n + 1 == MAX_TRIED => {
                    let message = format!("--to: there are more than {MAX_TRIED} moves to look at");
                    return Err(Error::Usage(message));
                }
                found => found.is_some(),
            }
        }
    };
    let message = || format!("--to: no move leads from {} to {}", words(piles), words(to));
    may.then_some(()).ok_or_else(|| Error::Usage(message()))
}

/// Writes the picture where the options say. Returns whether it is printed, and nothing else is to be.
fn drawn(
    options: &SolveArgs,
    draw: impl FnOnce() -> String,
    answers: &mut Answers<'_>,
) -> Result<bool, Error> {
    let Some(file) = &options.svg else {
        return Ok(false);
    };
    if super::or_stdout(Some(file)).is_none() {
        answers.text(draw().as_bytes());
        return Ok(true);
    }
    Output::with(file, draw().as_bytes())?;
    Ok(false)
}
