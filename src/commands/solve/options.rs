//! The options of `solve`, and which of them are incompatible.

use clap::Args;

use crate::commands::values::{piles, positive, takes};
use crate::error::Error;
use crate::game::rules::Rules;
use crate::game::subtraction_set::SubtractionSet;
use crate::game::{PileRule, Play};

/// Explain a position: who wins, why, and by which moves
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub struct SolveArgs {
    /// Piles of the position; one argument may hold several
    #[arg(value_name = "PILE", value_parser = piles)]
    piles: Vec<Piles>,

    /// Also show a line of best play, up to 1000 moves
    #[arg(long)]
    pub play: bool,

    /// Print one JSON object on one line
    #[arg(long)]
    pub json: bool,

    /// Read positions from standard input, one per line, and print who wins each, 'first' or 'second'; an
    /// empty line is a position without piles
    #[arg(long)]
    pub batch: bool,

    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Rules, instead of plain Nim")]
struct RuleArgs {
    /// Whoever takes the last stone loses (plain Nim, --max-take, --from)
    #[arg(long)]
    misere: bool,

    /// A move takes from 1 to K stones from a pile
    #[arg(long, value_name = "K", value_parser = positive)]
    max_take: Option<u64>,

    /// A move takes one of these numbers of stones from a pile
    #[arg(long, value_name = "S1,S2,...", value_parser = takes)]
    take: Option<Takes>,

    /// A move takes stones from 1 to K piles (Moore's Nim)
    #[arg(long, value_name = "K", value_parser = positive)]
    from: Option<u64>,

    /// PILEs are rows of pins; a move takes one pin, or two neighbours
    #[arg(long)]
    kayles: bool,

    /// PILEs are positions of people on a hill with its top at 0; whoever moves the king to the top wins;
    /// KING counts from 1, nearest to the top (HDU 4315)
    #[arg(long, value_name = "KING", value_parser = positive)]
    hill: Option<u64>,

    /// Show how to lay out M stones so that the second player wins
    #[arg(long, value_name = "M", value_parser = positive)]
    split: Option<u64>,

    /// Print only the nim-sum (such as an unpaired number, or a lost parity block)
    #[arg(long)]
    xor: bool,
}

/// The value of one argument, which clap would take for several if it were called a vector.
type Piles = Vec<u64>;
type Takes = Vec<u64>;

const DETAILS: &str = "\
At most 10000 winning moves are listed, and the others counted; fewer for positions of more than 100 piles, \
so that an explanation has at most about a million numbers. For Moore's Nim one is listed. A pile may be any \
64-bit number. With --take, a pile of 2^24 or more (2^30 divided by the size of the subtraction set, if that \
is more than 64) is answered if the Grundy values below that show a period, as they do unless the set has \
large numbers. Numbers larger than all piles are ignored for this, and a common divisor is divided out.";

const EXAMPLES: &str = "\
bouton solve 14 21 39  # show who wins, the nim-sum, and every winning move
bouton solve --misere --play 3 5  # misère Nim, with a line of best play
bouton solve --take 1,3,4 --json 10 7  # a subtraction game, as JSON
bouton solve --batch --max-take 3 < positions  # print who wins each of many positions";

/// The task that the options describe.
#[derive(Clone, Debug)]
pub enum Task {
    /// Lay out this many stones.
    Layout(u64),
    /// Answer positions.
    Answer {
        /// The rules.
        rules: Rules,
        /// What to answer.
        question: Ask,
    },
}

/// What to answer about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Everything.
    Everything,
    /// Only the nim-sum.
    NimSum,
}

/// An option that replaces plain Nim.
struct Replacement {
    option: &'static str,
    /// Why there is no misère play with it, if there is none.
    only_normal: Option<&'static str>,
    task: Task,
}

impl RuleArgs {
    /// The options that replace plain Nim; more than one is an error.
    fn replacements(&self, play: Play) -> Vec<Replacement> {
        let with = |option, only_normal, task| Replacement {
            option,
            only_normal,
            task,
        };
        let take = |set: &Takes| piles_by(PileRule::Set(Box::new(SubtractionSet::new(set))), play);
        let all = [
            self.max_take
                .map(|most| with("--max-take", None, piles_by(PileRule::up_to(most), play))),
            self.take.as_ref().map(|set| {
                let reason = "misère play of a subtraction set follows no known rule";
                with("--take", Some(reason), take(set))
            }),
            self.from
                .map(|most| with("--from", None, everything(Rules::Moore { most, play }))),
            self.kayles.then(|| {
                let reason = "misère Kayles does not follow the Grundy values of its rows";
                with("--kayles", Some(reason), piles_by(PileRule::Kayles, play))
            }),
            self.hill.map(|king| {
                let reason = "on the hill the king decides, whoever moves last";
                with("--hill", Some(reason), everything(Rules::Hill { king }))
            }),
            self.split.map(|stones| {
                let reason = "its layouts are for normal play";
                with("--split", Some(reason), Task::Layout(stones))
            }),
            self.xor.then(|| {
                let rule = PileRule::Any;
                let task = Task::Answer {
                    rules: Rules::Piles { rule, play },
                    question: Ask::NimSum,
                };
                with("--xor", Some("a nim-sum is the same in both"), task)
            }),
        ];
        all.into_iter().flatten().collect()
    }
}

fn everything(rules: Rules) -> Task {
    Task::Answer {
        rules,
        question: Ask::Everything,
    }
}

fn piles_by(rule: PileRule, play: Play) -> Task {
    everything(Rules::Piles { rule, play })
}

impl SolveArgs {
    /// The piles of the position.
    pub fn piles(&self) -> Vec<u64> {
        self.piles.concat()
    }

    /// Determines the task.
    pub fn task(&self) -> Result<Task, Error> {
        let play = if self.rules.misere {
            Play::Misere
        } else {
            Play::Normal
        };
        let mut replacements = self.rules.replacements(play).into_iter();
        let Some(replacement) = replacements.next() else {
            self.check_source()?;
            return Ok(piles_by(PileRule::Any, play));
        };
        let Replacement {
            option,
            only_normal,
            task,
        } = replacement;
        if let Some(other) = replacements.next() {
            return usage(&format!(
                "{option} and {} are different games: give only one of them",
                other.option
            ));
        }
        if let (Play::Misere, Some(reason)) = (play, only_normal) {
            return usage(&format!(
                "--misere cannot be used with {option}: {reason}; it can be used with plain Nim, --max-take \
                 and --from"
            ));
        }
        let question = match &task {
            Task::Layout(_) => None,
            Task::Answer { question, .. } => Some(*question),
        };
        if self.play && question != Some(Ask::Everything) {
            return usage(&format!(
                "--play cannot be used with {option}: there are no moves to show"
            ));
        }
        if question.is_some() {
            self.check_source()?;
        } else if self.batch || !self.piles.is_empty() {
            return usage("--split lays out its own stones: give no piles and no --batch");
        }
        Ok(task)
    }

    /// Checks that it is clear where the piles come from.
    fn check_source(&self) -> Result<(), Error> {
        match (self.batch, self.piles.is_empty()) {
            (true, false) => usage("--batch reads positions from standard input: give no piles"),
            (true, true) if self.play && !self.json => {
                usage("--play with --batch needs --json: a line of text has no room for it")
            }
            (false, true) => usage(
                "give the piles of a position, as in 'bouton solve 3 4 5', or --batch to read \
                 positions from standard input",
            ),
            _ => Ok(()),
        }
    }
}

fn usage<T>(text: &str) -> Result<T, Error> {
    Err(Error::Usage(text.to_owned()))
}
