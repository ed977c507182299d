//! `bouton solve`: explains a position, or answers one for each line of standard input.

mod batch;
mod json;
mod options;
mod play;
mod position;
mod text;

pub use options::{RuleOption, SolveOptions};

use options::{Ask, Task};
use play::{Line, Player};
use position::Shown;

use super::answer::stdout;
use crate::error::Error;
use crate::game::laying_out;
use crate::game::rules::{Fold, Rules, Turn};
use crate::output::answers::Answers;

/// A list of winning moves ends after so many, and counts the others.
const MOST_LISTED: usize = 10_000;

/// A list of moves, each with the piles after it, ends where it has about so many numbers; one move it has
/// always.
const MOST_NUMBERS: usize = 1_000_000;

/// Does what `options` ask.
///
/// # Errors
/// The options or the piles make no sense, or reading or writing fails.
pub fn run(options: &SolveOptions) -> Result<(), Error> {
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

/// Answers the position of the command line.
fn explain(
    mut rules: Rules,
    question: Ask,
    options: &SolveOptions,
    answers: &mut Answers<'_>,
) -> Result<(), Error> {
    let mut position = Shown::start(&rules);
    for (i, &pile) in options.piles.iter().enumerate() {
        let added = position.add(&mut rules, pile);
        added.map_err(|kind| Error::Usage(format!("PILE {}: {kind}", i + 1)))?;
    }
    let end = position.end(&rules);
    end.map_err(|kind| Error::Usage(format!("--hill: {kind}")))?;
    let explained = Explained {
        rules: &rules,
        fold: &position.fold,
        piles: &options.piles,
        line: options.line,
    };
    match (question, options.json) {
        (Ask::NimSum, false) => text::nim_sum(&explained, answers),
        (Ask::NimSum, true) => json::nim_sum(&explained, answers),
        (Ask::Everything, false) => text::explain(&explained, answers),
        (Ask::Everything, true) => json::explain(&explained, answers),
    }
    Ok(())
}

/// A position of which everything is told.
struct Explained<'a> {
    rules: &'a Rules,
    fold: &'a Fold,
    piles: &'a [u64],
    /// Whether a line of best play is told too.
    line: bool,
}

impl Explained<'_> {
    /// The nim-sum of what the piles are worth, if that is the Grundy value of the position.
    fn grundy(&self) -> Option<u64> {
        self.rules.grundy(self.fold)
    }

    fn winner(&self) -> Player {
        Player::First.if_wins(self.rules.first_wins(self.fold))
    }

    /// How many moves are listed at most.
    fn most_turns(&self) -> usize {
        (MOST_NUMBERS / self.piles.len().max(1)).clamp(1, MOST_LISTED)
    }

    /// The first winning moves.
    fn turns(&self) -> impl Iterator<Item = Turn> {
        self.rules.winning(self.piles).take(self.most_turns())
    }

    /// How many winning moves there are behind the first `listed`.
    fn more_turns(&self, listed: usize) -> u128 {
        if listed < self.most_turns() {
            return 0;
        }
        self.rules.count_winning(self.piles) - listed as u128
    }

    /// A line of best play.
    fn line_of_play(&self) -> Line<'_> {
        Line::new(self.rules, self.piles, self.most_turns())
    }
}
