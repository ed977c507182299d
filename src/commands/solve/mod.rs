//! `bouton solve`: explains a position, or answers one per line of standard input.

mod batch;
mod json;
mod options;
mod play;
mod position;
mod text;

pub use options::SolveArgs;

use options::{Ask, Task};
use play::{LineOfPlay, Player};
use position::LinePosition;

use super::answer::stdout;
use crate::error::Error;
use crate::game::laying_out;
use crate::game::rules::{Fold, Rules, Turn};
use crate::output::answers::Answers;

/// The maximum number of winning moves listed; the others are counted.
const MAX_LISTED: usize = 10_000;

/// The approximate maximum of numbers in a list of moves, each with the piles after it. At least one
/// move is listed.
const MAX_NUMBERS_LISTED: usize = 1_000_000;

/// Carries out `options`.
pub fn run(options: &SolveArgs) -> Result<(), Error> {
    let task = options.task()?;
    let mut answers = stdout()?;
    match task {
        Task::Layout(stones) if options.json => {
            json::layout(laying_out::lost(stones), &mut answers);
        }
        Task::Layout(stones) => text::layout(stones, laying_out::lost(stones), &mut answers),
        Task::Answer { rules, question } if options.batch => {
            batch::run(rules, question, options, &mut answers)?;
        }
        Task::Answer { rules, question } => explain(rules, question, options, &mut answers)?,
    }
    answers.flush()
}

/// Answers the position on the command line.
fn explain(
    mut rules: Rules,
    question: Ask,
    options: &SolveArgs,
    answers: &mut Answers<'_>,
) -> Result<(), Error> {
    let mut position = LinePosition::start(&rules);
    let piles = options.piles();
    for (i, &pile) in piles.iter().enumerate() {
        let added = position.add(&mut rules, pile);
        added.map_err(|kind| Error::Usage(format!("PILE {}: {kind}", i + 1)))?;
    }
    let end = position.end(&rules);
    end.map_err(|kind| Error::Usage(format!("--hill: {kind}")))?;
    let explained = Explained {
        rules: &rules,
        fold: &position.fold,
        piles: &piles,
        line: options.play,
    };
    explained.write(question, options, answers);
    Ok(())
}

/// A position to be explained.
struct Explained<'a> {
    rules: &'a Rules,
    fold: &'a Fold,
    piles: &'a [u64],
    /// Whether to include a line of best play.
    line: bool,
}

impl Explained<'_> {
    /// Writes what is asked, in a batch on one line.
    fn write(&self, question: Ask, options: &SolveArgs, answers: &mut Answers<'_>) {
        match (question, options.json) {
            (Ask::NimSum, false) => answers.number(self.grundy().unwrap_or(0)),
            (Ask::NimSum, true) => json::nim_sum(self, answers),
            (Ask::Everything, true) => json::explain(self, answers),
            (Ask::Everything, false) if options.batch => {
                writeln!(answers, "{}", self.winner().name());
            }
            (Ask::Everything, false) => text::explain(self, answers),
        }
    }

    /// The Grundy value of the position, if it decides who wins.
    fn grundy(&self) -> Option<u64> {
        self.rules.grundy(self.fold)
    }

    fn winner(&self) -> Player {
        Player::First.if_wins(self.rules.first_wins(self.fold))
    }

    /// The maximum number of moves listed.
    fn max_turns(&self) -> usize {
        (MAX_NUMBERS_LISTED / self.piles.len().max(1)).clamp(1, MAX_LISTED)
    }

    fn turns(&self) -> impl Iterator<Item = Turn> {
        self.rules.winning(self.piles).take(self.max_turns())
    }

    /// The number of winning moves after the first `listed`.
    fn more_turns(&self, listed: usize) -> u128 {
        if listed < self.max_turns() {
            return 0;
        }
        self.rules.count_winning(self.piles) - listed as u128
    }

    fn line_of_play(&self) -> LineOfPlay<'_> {
        LineOfPlay::new(self.rules, self.piles, self.max_turns())
    }
}
