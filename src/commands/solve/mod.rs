//! `bouton solve`: explains a position, or answers one for each line of standard input.

mod batch;
mod json;
mod options;
mod play;
mod position;
mod text;

pub use options::{Game, Options};

use options::{Question, Task};
use play::{Line, Player};
use position::Position;

use super::answer::stdout;
use crate::answer::Answers;
use crate::error::Error;
use crate::game::rules::{Fold, Rules, Turn};
use crate::game::{Worth, laying_out};

/// A list of winning moves of Kayles ends after so many, and counts the others.
const MOST_LISTED: usize = 10_000;

/// Does what `options` ask.
///
/// # Errors
/// The options or the piles make no sense, or reading or writing fails.
pub fn run(options: &Options) -> Result<(), Error> {
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
    question: Question,
    options: &Options,
    answers: &mut Answers<'_>,
) -> Result<(), Error> {
    let mut position = Position::start(&rules);
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
        (Question::NimSum, false) => text::nim_sum(&explained, answers),
        (Question::NimSum, true) => json::nim_sum(&explained, answers),
        (Question::Everything, false) => text::explain(&explained, answers),
        (Question::Everything, true) => json::explain(&explained, answers),
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

    /// The winning moves, of Kayles only the first ones.
    fn turns(&self) -> impl Iterator<Item = Turn> {
        let listed = if self.is_kayles() {
            MOST_LISTED
        } else {
            usize::MAX
        };
        self.rules.winning(self.piles).take(listed)
    }

    /// How many winning moves are not listed.
    fn more_turns(&self) -> u128 {
        if self.is_kayles() {
            let count = self.rules.count_winning(self.piles);
            count.saturating_sub(MOST_LISTED as u128)
        } else {
            0
        }
    }

    fn is_kayles(&self) -> bool {
        matches!(
            self.rules,
            Rules::Piles {
                worth: Worth::Kayles,
                ..
            }
        )
    }

    /// A line of best play.
    fn line_of_play(&self) -> Line<'_> {
        Line::new(self.rules, self.piles)
    }
}
