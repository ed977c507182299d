//! The options of `solve`, and which of them are incompatible.

use std::path::PathBuf;

use clap::Args;

use crate::commands::values::{piles, positive, range, takes};
use crate::error::Error;
use crate::game::rule::Rules;
use crate::layout::Mistake;
use crate::testdata::Bounds;

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

    /// Draw it as an SVG file as well; "-": print that instead
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Explain the position with these piles instead; an error if no move leads there
    #[arg(long, value_name = "PILES", value_parser = piles)]
    pub to: Option<Piles>,

    /// List the Grundy values of piles of N to M stones, and their period if one is proven
    #[arg(long, value_name = "N..M", value_parser = range)]
    table: Option<Bounds>,

    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Rules, instead of plain Nim")]
struct RuleArgs {
    /// A rule as in a game.toml, such as 'take {1,3,4}' or wythoff; see 'bouton help game.toml'
    #[arg(long, value_name = "RULE")]
    rule: Option<String>,

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

    /// Print only the nim-sum: the bitwise XOR of all PILEs
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
bouton solve --rule wythoff 5 9  # any rule that a game.toml may have
bouton solve 14 21 39 --svg nim.svg  # also a picture of why the move wins
bouton solve --take 1,3,4 --table 0..99  # Grundy values, ten a line, and the period";

/// The task that the options describe.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// Lay out this many stones.
    Layout(u64),
    /// Compute the nim-sum of the piles.
    NimSum,
    /// Explain the position under these rules.
    Explain(Rules),
    /// List the Grundy values of piles of these sizes.
    Table(Rules, Bounds),
}

/// An option that replaces plain Nim.
struct Replacement {
    option: &'static str,
    /// Why there is no misère play with it, if there is none.
    only_normal: Option<&'static str>,
    task: Replaced,
}

/// What an option asks for.
enum Replaced {
    Rule(String),
    Layout(u64),
    NimSum,
}

impl RuleArgs {
    /// The options that replace plain Nim; more than one is an error.
    fn replacements(&self) -> Vec<Replacement> {
        let with = |option, only_normal, task| Replacement {
            option,
            only_normal,
            task,
        };
        let rule = |option, only_normal, rule| with(option, only_normal, Replaced::Rule(rule));
        let all = [
            self.rule.clone().map(|text| rule("--rule", None, text)),
            self.max_take
                .map(|most| rule("--max-take", None, format!("take 1..{most}"))),
            self.take.as_ref().map(|set| {
                let reason = "misère play of a subtraction set follows no known rule";
                let set: Vec<_> = set.iter().map(u64::to_string).collect();
                let text = format!("take {{{}}}", set.join(","));
                rule("--take", Some(reason), text)
            }),
            self.from
                .map(|most| rule("--from", None, format!("moore {most}"))),
            self.kayles.then(|| {
                let reason = "misère Kayles does not follow the Grundy values of its rows";
                rule("--kayles", Some(reason), "kayles".to_owned())
            }),
            self.hill.map(|king| {
                let reason = "on the hill the king decides, whoever moves last";
                rule("--hill", Some(reason), format!("hill {king}"))
            }),
            self.split.map(|stones| {
                let reason = "its layouts are for normal play";
                with("--split", Some(reason), Replaced::Layout(stones))
            }),
            self.xor.then(|| {
                let reason = "a nim-sum is the same in both";
                with("--xor", Some(reason), Replaced::NimSum)
            }),
        ];
        all.into_iter().flatten().collect()
    }
}

impl SolveArgs {
    /// The piles of the position.
    pub(crate) fn piles(&self) -> Vec<u64> {
        self.piles.concat()
    }

    /// Determines the task.
    pub(crate) fn task(&self) -> Result<Task, Error> {
        let mut replacements = self.rules.replacements().into_iter();
        let nim = Replacement {
            option: "nim",
            only_normal: None,
            task: Replaced::Rule("nim".to_owned()),
        };
        let Replacement {
            option,
            only_normal,
            task,
        } = replacements.next().unwrap_or(nim);
        if let Some(other) = replacements.next() {
            return usage(&format!(
                "{option} and {} are different games: give only one of them",
                other.option
            ));
        }
        if let (true, Some(reason)) = (self.rules.misere, only_normal) {
            return usage(&format!(
                "--misere cannot be used with {option}: {reason}; it can be used with plain Nim, --max-take \
                 and --from"
            ));
        }
        let is_rule = matches!(task, Replaced::Rule(_));
        if self.play && !is_rule {
            return usage(&format!(
                "--play cannot be used with {option}: there are no moves to show"
            ));
        }
        let is_layout = matches!(task, Replaced::Layout(_));
        if is_layout && !self.piles.is_empty() {
            return usage("--split lays out its own stones: give no piles");
        }
        let lists = self.piles.is_empty() && self.to.is_none() && !self.play && is_rule;
        if self.table.is_some() && !lists {
            return usage("--table is about single piles of any size: give only a rule with it");
        }
        if (self.svg.is_some() || self.to.is_some()) && !is_rule {
            return usage(&format!("--svg and --to cannot be used with {option}"));
        }
        if !is_layout && self.table.is_none() && self.piles.is_empty() {
            return usage("give the piles of a position, as in 'bouton solve 3 4 5'");
        }
        Ok(match task {
            Replaced::Layout(stones) => Task::Layout(stones),
            Replaced::NimSum => Task::NimSum,
            Replaced::Rule(text) => match self.table {
                Some(sizes) => Task::Table(self.parse(option, &text)?, sizes),
                None => Task::Explain(self.parse(option, &text)?),
            },
        })
    }

    fn parse(&self, option: &str, rule: &str) -> Result<Rules, Error> {
        let misere = if self.rules.misere { "misere " } else { "" };
        let parsed = Rules::parse(&format!("{misere}{rule}"));
        let rules =
            parsed.or_else(|Mistake { message, .. }| usage(&format!("{option}: {message}")))?;
        if let Some(part) = rules.asks_of_input().next() {
            return usage(&format!(
                "{option}: there is no input that could say what '{}' is: give a number",
                part.name
            ));
        }
        Ok(rules)
    }
}

fn usage<T>(text: &str) -> Result<T, Error> {
    Err(Error::Usage(text.to_owned()))
}
