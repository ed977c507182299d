//! The options of `solve`, and which of them are incompatible.

use clap::Args;

use crate::commands::values::{piles, positive, takes};
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

/// Explain a position: who wins, why, and by which moves
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub struct SolveArgs {
    /// The piles of the position; several may stand in one argument
    #[arg(value_name = "PILE", value_parser = piles)]
    piles: Vec<Piles>,

    /// Also a line of best play, to the end or for 1000 moves
    #[arg(long)]
    pub play: bool,

    /// One object on one line, not text for people
    #[arg(long)]
    pub json: bool,

    /// Read positions from standard input, one on each line, and write one line for each: 'first' or
    /// 'second', who wins; an empty line is a position of no piles
    #[arg(long)]
    pub batch: bool,

    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Rules, in place of plain Nim")]
struct RuleArgs {
    /// Who takes the last stone loses (plain Nim, --max-take, --from)
    #[arg(long)]
    misere: bool,

    /// A move takes from 1 to K stones of a pile
    #[arg(long, value_name = "K", value_parser = positive)]
    max_take: Option<u64>,

    /// A move takes one of these numbers of stones of a pile
    #[arg(long, value_name = "S1,S2,...", value_parser = takes)]
    take: Option<Takes>,

    /// A move takes stones from 1 to K piles (Moore's Nim)
    #[arg(long, value_name = "K", value_parser = positive)]
    from: Option<u64>,

    /// PILEs are rows of pins; a move takes one, or two neighbors
    #[arg(long)]
    kayles: bool,

    /// PILEs are positions of persons, the top is 0, and who moves the king to the top wins; KING counts
    /// from 1, the nearest to the top (HDU 4315)
    #[arg(long, value_name = "KING", value_parser = positive)]
    hill: Option<u64>,

    /// How to lay out M stones so that the player who moves second wins
    #[arg(long, value_name = "M", value_parser = positive)]
    split: Option<u64>,

    /// Only the nim-sum: the unpaired number, the lost parity block
    #[arg(long)]
    xor: bool,
}

/// The value of one argument, which clap would take for several if it were called a vector.
type Piles = Vec<u64>;
type Takes = Vec<u64>;

const DETAILS: &str = "\
At most 10000 winning moves are listed, and the others counted; fewer of a position of more than 100 \
piles, so that an explanation has about a million numbers. In Moore's Nim one is listed. A pile may be \
any 64-bit number. With --take, one of 2^24 or more (2^30 divided by the number of takes, if there are \
more than 64) is answered if the Grundy values below that number have shown their period, as they do if no take \
is large. For this, takes that are larger than all piles do not count, and what divides all others \
divides the piles.";

const EXAMPLES: &str = "\
bouton solve 14 21 39  # who wins, the nim-sum, every winning move
bouton solve --misere --play 3 5  # misère Nim, with a line of best play
bouton solve --take 1,3,4 --json 10 7  # a subtraction game, for a program
bouton solve --batch --max-take 3 < positions  # who wins each of many positions";

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

impl RuleArgs {
    /// The options that replace plain Nim; more than one is an error.
    fn games(&self) -> Vec<RuleOption> {
        let games = [
            self.max_take.map(RuleOption::MaxTake),
            self.take.clone().map(RuleOption::Take),
            self.from.map(RuleOption::From),
            self.kayles.then_some(RuleOption::Kayles),
            self.hill.map(RuleOption::Hill),
            self.split.map(RuleOption::Split),
            self.xor.then_some(RuleOption::Xor),
        ];
        games.into_iter().flatten().collect()
    }
}

impl SolveArgs {
    /// The piles of the position.
    pub fn piles(&self) -> Vec<u64> {
        self.piles.concat()
    }

    /// Determines the task.
    ///
    /// # Errors
    /// If the options are incompatible; the text says why, and what to do instead.
    pub fn task(&self) -> Result<Task, Error> {
        let games = self.rules.games();
        let play = if self.rules.misere {
            Play::Misere
        } else {
            Play::Normal
        };
        if let [one, other, ..] = &games[..] {
            let (one, other) = (one.option(), other.option());
            return usage(&format!(
                "{one} and {other} are two games: give one of them"
            ));
        }
        let game = games.first();
        if let Some(game) = game
            && play == Play::Misere
            && let Some(reason) = game.only_normal()
        {
            let option = game.option();
            return usage(&format!(
                "--misere does not go with {option}: {reason}; it goes with plain Nim, --max-take \
                 and --from"
            ));
        }
        if let Some(game @ (RuleOption::Split(_) | RuleOption::Xor)) = game
            && self.play
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
            rules: rules(game, play),
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
