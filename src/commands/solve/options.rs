//! The options of `solve`, and which of them are incompatible.

use crate::error::Error;
use crate::game::rules::Rules;
use crate::game::subtraction_set::SubtractionSet;
use crate::game::{PileRule, Play};

/// An option that replaces plain Nim.
#[derive(Clone, Debug)]
pub enum RuleOption {
    /// `--max-take`: the largest number of stones in a move.
    MaxTake(u64),
    /// `--take`: the numbers of stones that a move may take.
    Take(Vec<u64>),
    /// `--from`: the largest number of piles in a move.
    From(u64),
    /// `--kayles`: a move takes one stone or two neighbors from a row.
    Kayles,
    /// `--hill`: persons climb, and this one is the king.
    Hill(u64),
    /// `--split`: how to lay out this many stones.
    Split(u64),
    /// `--xor`: only the nim-sum.
    Xor,
}

impl RuleOption {
    fn option(&self) -> &'static str {
        match self {
            Self::MaxTake(_) => "--max-take",
            Self::Take(_) => "--take",
            Self::From(_) => "--from",
            Self::Kayles => "--kayles",
            Self::Hill(_) => "--hill",
            Self::Split(_) => "--split",
            Self::Xor => "--xor",
        }
    }

    /// Why the game is not supported in misère play, if it is not.
    fn only_normal(&self) -> Option<&'static str> {
        match self {
            Self::MaxTake(_) | Self::From(_) => None,
            Self::Take(_) => Some("misère play of a subtraction set follows no known rule"),
            Self::Kayles => Some("misère Kayles does not follow the Grundy values of its rows"),
            Self::Hill(_) => Some("on the hill the king decides, whoever moves last"),
            Self::Split(_) => Some("its layouts are for normal play"),
            Self::Xor => Some("a nim-sum is the same in both"),
        }
    }
}

/// The options of `solve`.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The options that replace plain Nim; more than one is an error.
    pub games: Vec<RuleOption>,
    /// Whether the player who takes the last stone wins.
    pub play: Play,
    /// `--play`: adds a line of best play.
    pub line: bool,
    /// `--json`: writes JSON objects instead of text.
    pub json: bool,
    /// `--batch`: reads positions from standard input.
    pub batch: bool,
    /// The position.
    pub piles: Vec<u64>,
}

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

impl SolveOptions {
    /// Determines the task.
    ///
    /// # Errors
    /// If the options are incompatible; the text says why, and what to do instead.
    pub fn task(&self) -> Result<Task, Error> {
        if let [one, other, ..] = &self.games[..] {
            let (one, other) = (one.option(), other.option());
            return usage(&format!(
                "{one} and {other} are two games: give one of them"
            ));
        }
        let game = self.games.first();
        if let Some(game) = game
            && self.play == Play::Misere
            && let Some(reason) = game.only_normal()
        {
            let option = game.option();
            return usage(&format!(
                "--misere does not go with {option}: {reason}; it goes with plain Nim, --max-take \
                 and --from"
            ));
        }
        if let Some(game @ (RuleOption::Split(_) | RuleOption::Xor)) = game
            && self.line
        {
            let option = game.option();
            return usage(&format!(
                "--play does not go with {option}: there are no moves to show"
            ));
        }
        if let Some(&RuleOption::Split(stones)) = game {
            if self.batch || !self.piles.is_empty() {
                return usage("--split lays out its own stones: give no piles and no --batch");
            }
            return Ok(Task::Layout(stones));
        }
        self.check_source()?;
        Ok(Task::Answer {
            rules: rules(game, self.play),
            question: match game {
                Some(RuleOption::Xor) => Ask::NimSum,
                _ => Ask::Everything,
            },
        })
    }

    /// Checks that it is clear where the piles come from.
    fn check_source(&self) -> Result<(), Error> {
        match (self.batch, self.piles.is_empty()) {
            (true, false) => usage("--batch reads positions from standard input: give no piles"),
            (true, true) if self.line && !self.json => {
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

fn rules(game: Option<&RuleOption>, play: Play) -> Rules {
    let rule = match game {
        Some(&RuleOption::From(most)) => return Rules::Moore { most, play },
        Some(&RuleOption::Hill(king)) => return Rules::Hill { king },
        Some(&RuleOption::MaxTake(most)) => PileRule::up_to(most),
        Some(RuleOption::Take(set)) => PileRule::Set(Box::new(SubtractionSet::new(set))),
        Some(RuleOption::Kayles) => PileRule::Kayles,
        Some(RuleOption::Xor | RuleOption::Split(_)) | None => PileRule::Any,
    };
    Rules::Piles { rule, play }
}
