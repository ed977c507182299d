//! `bouton solve`: explains a position.

use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::values::{piles, positive, range, taken};
use crate::decode::Slice;
use crate::error::{Error, usage};
use crate::game::each_once;
use crate::game::legal::Legal;
use crate::game::rule::{Rules, meant};
use crate::game::{Change, Play, numbers};
use crate::interrupt;
use crate::layout::{Mistake, Parameter, Role};
use crate::output::write_to_stdout;
use crate::problem::{self, Problem};
use crate::report::solve::{self as report, Explained};
use crate::report::write;
use crate::testdata::Bounds;
use crate::text::unless_page;
use crate::words::{plural, t};

/// What makes no sense where the answer is known without a rule.
const QUESTIONS: &[&str] = &[
    "play", "board", "last", "taken", "to", "table", "rule", "misere", "max_take", "take", "from", "kayles", "hill",
];

/// Explain a position: who wins, why, and by which moves
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct SolveArgs {
    /// Piles of the position, one argument may hold several; before them, a problem or a game.toml whose rule they
    /// are played by
    #[arg(value_name = "PILE", value_parser = given)]
    given: Vec<Given>,

    /// Also show a line of best play, up to 1000 moves
    #[arg(long)]
    play: bool,

    /// Print one JSON object on one line; --help shows one of each kind
    #[arg(long)]
    json: bool,

    /// With --json: also the legal moves, columns and reasons that a picture of the position needs
    #[arg(long, requires = "json")]
    board: bool,

    /// The move before took N stones (take 1..K*last)
    #[arg(long, value_name = "N", value_parser = positive)]
    last: Option<u64>,

    /// What moves took from each pile before (take each once): '1,3 -' for 1 and 3 from the first, none from the second
    #[arg(long, value_name = "TAKES", value_parser = taken)]
    taken: Option<Taken>,

    /// Explain the position with these piles instead; an error if no move leads there
    #[arg(long, value_name = "PILES", value_parser = piles)]
    to: Option<Piles>,

    /// List the Grundy values of piles of N to M stones, and their period if one is proven
    #[arg(long, value_name = "N..M", value_parser = range, conflicts_with_all = ["play", "board", "last", "taken", "to"])]
    table: Option<Bounds>,

    /// Show how to lay out M stones so that the second player wins at plain Nim
    #[arg(long, value_name = "M", value_parser = positive)]
    #[arg(conflicts_with_all = ["play", "board", "last", "taken", "to", "table", "given", "xor"])]
    split: Option<u64>,

    /// Print only the nim-sum: the bitwise XOR of all PILEs
    #[arg(long, conflicts_with_all = QUESTIONS)]
    xor: bool,

    #[command(flatten)]
    rules: RuleArgs,
}

/// Only one of these can be given, but for `--misere`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules, instead of plain Nim")]
struct RuleArgs {
    /// A rule as in a game.toml, such as 'take {1,3,4}' or wythoff; see 'bouton help game.toml'
    #[arg(long, value_name = "RULE", group = "rules")]
    rule: Option<String>,

    /// Whoever takes the last stone loses (plain Nim, --max-take, --take, --from)
    #[arg(long)]
    misere: bool,

    /// A move takes from 1 to K stones from a pile
    #[arg(long, value_name = "K", group = "rules", value_parser = positive)]
    max_take: Option<u64>,

    /// A move takes one of these numbers of stones from a pile
    #[arg(long, value_name = "S1,S2,...", group = "rules")]
    take: Option<String>,

    /// A move takes stones from 1 to K piles (Moore's Nim)
    #[arg(long, alias = "moore", value_name = "K", group = "rules", value_parser = positive)]
    from: Option<u64>,

    /// PILEs are rows of pins; a move takes one pin, or two neighbours
    #[arg(long, group = "rules")]
    kayles: bool,

    /// PILEs are positions of people on a hill with its top at 0; whoever moves the king to the top wins; KING counts
    /// from 1, nearest to the top (HDU 4315)
    #[arg(long, value_name = "KING", group = "rules", value_parser = positive)]
    hill: Option<u64>,
}

/// What an argument of the position is.
#[derive(Clone, Debug)]
enum Given {
    Piles(Piles),
    Problem(Arc<Problem>),
}

/// Piles, or the name or path of a problem, which no pile looks like.
fn given(text: &str) -> Result<Given, String> {
    let is_name = text.starts_with(char::is_alphabetic) || problem::is_path(text.as_ref());
    let problem = is_name.then(|| problem::find(text));
    match problem {
        Some(Ok(Some(problem))) => Ok(Given::Problem(problem)),
        Some(Err(error)) => Err(error.to_string()),
        Some(Ok(None)) | None => piles(text).map(Given::Piles),
    }
}

/// The value of one argument, which clap would take for several if it were called a vector.
type Piles = Vec<u64>;
type Taken = Vec<Vec<u64>>;

const DETAILS: &str = unless_page(
    "\
At most 10000 winning moves are listed, and the others counted; fewer for positions of more than 100 piles. For \
Moore's Nim one is listed. Where moves divide a pile, they are listed up to 10^6 stones, or 10^4 where two parts are \
free to choose. A pile may be any 64-bit number if its Grundy value has a formula or a proven period.

--json: piles count from 1; grundy may be null; moves that may change several piles, or divide one, have piles and \
takes; more counts the moves that are not listed:
  {\"winner\":\"first\",\"grundy\":2,\"moves\":[{\"pile\":1,\"take\":2,\"after\":[1,4,5]}]}
  {\"winner\":\"first\",\"grundy\":null,
   \"moves\":[{\"piles\":[1,2],\"takes\":[1,1],\"after\":[0,0,1]}],\"more\":7}
With --play (over: the line is the whole game), --split (null: there is no such layout), --xor and --table (null: no \
period is proven):
  {...,\"play\":[{\"player\":\"first\",\"pile\":1,\"take\":2,\"after\":[1,4,5]}],
   \"over\":false}
  {\"piles\":[5,5]}
  {\"xor\":4}
  {\"from\":0,\"grundy\":[0,1,2],\"period\":3,\"period_from\":0,\"theorem\":\"closed form\"}",
);

const EXAMPLES: &str = unless_page(
    "\
bouton solve 14 21 39  # show who wins, the nim-sum, and every winning move
bouton solve --misere --play 3 5  # misère Nim, with a line of best play
bouton solve --take 1,3,4 --json 10 7  # a subtraction game, as JSON
bouton solve --rule wythoff 5 9  # any rule that a game.toml may have
bouton solve --take 1,3,4 --table 0..99  # Grundy values, ten a line, and the period",
);

impl SolveArgs {
    /// Explains what the options ask for.
    pub(crate) fn run(&self) -> Result<(), Error> {
        interrupt::listen();
        if let Some(stones) = self.split {
            if self.rules.parse()?.nim() != Some(Play::Normal) {
                return usage(t!("--split is about plain Nim: leave out other rules"));
            }
            // With two equal piles, every move in one is answered by the same move in the other. If the number of
            // stones is odd, so is the number of odd piles, and the nim-sum is never 0.
            let layout = stones.is_multiple_of(2).then_some([stones / 2; 2]);
            return report::layout(stones, layout, self.json);
        }
        let (problem, piles) = self.position()?;
        if self.table.is_some() && !piles.is_empty() {
            return usage(t!(
                "--table is about single piles of any size: give only a rule with it"
            ));
        } else if self.table.is_none() && piles.is_empty() {
            return usage(t!("give the piles of a position, as in 'bouton solve 3 4 5'"));
        }
        if self.xor {
            let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
            let text = || format!("{sum}\n");
            return write(self.json, || json!({ "xor": sum }), text);
        }
        let rules = match problem {
            Some(problem) => self.rules.of_problem(problem)?,
            None => self.rules.parse()?,
        };
        match self.table {
            Some(sizes) => self.table(rules, sizes),
            None => self.explain(rules, piles),
        }
    }

    /// The problem, if there is one, and the piles, which come after it.
    fn position(&self) -> Result<(Option<&Problem>, Vec<u64>), Error> {
        let (problem, rest) = match &self.given[..] {
            [Given::Problem(problem), rest @ ..] => (Some(&**problem), rest),
            all => (None, all),
        };
        let piles = rest.iter().map(|given| match given {
            Given::Piles(piles) => Ok(&piles[..]),
            Given::Problem(_) => usage(t!("give one problem, before the piles")),
        });
        Ok((problem, piles.collect::<Result<Vec<_>, _>>()?.concat()))
    }

    /// Explains the position.
    fn explain(&self, mut rules: Rules, mut piles: Vec<u64>) -> Result<(), Error> {
        // A picture has no options or arguments that a message could name.
        let name = if self.board { t!("row") } else { "PILE" };
        check(&mut rules, &piles, name)?;
        if let Some(last) = self.last {
            piles.push(last);
            if rules.shown(&piles).len() == piles.len() {
                return usage(t!("--last: only moves of 'take 1..K*last' depend on the move before"));
            }
        }
        if let Some(taken) = &self.taken {
            piles = with_taken(&rules, &piles, taken)?;
        }
        if let Some(to) = &self.to {
            let name = if self.board { name } else { t!("--to: pile") };
            check(&mut rules, to, name)?;
            piles = match (after_move(&rules, &piles, to), &to[..]) {
                (Ok(after), _) => after,
                (Err(why), [to]) => {
                    return usage(match meant_to(&mut rules, &piles, *to).map(|to| numbers(&to)) {
                        Some(to) => {
                            t!("{why}; its PILES are one argument: --to '{to}'", why, to)
                        }
                        None => why,
                    });
                }
                (Err(why), _) => return usage(why),
            };
        }
        let explained = Explained {
            rules: &rules,
            piles: &piles,
            with_play: self.play,
            with_board: self.board,
        };
        write_to_stdout(explained.written(self.json).as_bytes())
    }

    /// Lists the Grundy values of piles of these sizes.
    fn table(&self, mut rules: Rules, Bounds { low, high }: Bounds) -> Result<(), Error> {
        /// The most values in a list.
        const MAX_LISTED: u64 = 1_000_000;
        if low > high || high - low >= MAX_LISTED {
            return usage(t!(
                "--table: expected at most {most} sizes, the smallest first, as in 0..99",
                most = MAX_LISTED
            ));
        }
        rules
            .cover(high)
            .or_else(|why| usage(t!("{name}: {why}", name = "--table", why)))?;
        let values = (low..=high).map(|size| rules.game().grundy(&[size]));
        let Some(values) = values.collect::<Option<Vec<_>>>() else {
            return usage(t!(
                "--table: by this rule, Grundy values of single piles do not decide who wins"
            ));
        };
        report::table(&rules, low, &values, self.json)
    }
}

impl RuleArgs {
    /// The options that stand for a rule: what the rule has before their value, the value if they are given, and which
    /// number of the input of a problem they say instead.
    fn short_forms(&self) -> [(&'static str, &'static str, Option<String>, Option<Role>); 6] {
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let parameter = |parameter| Some(Role::Parameter(parameter));
        let take = self.take.as_ref().map(|takes| format!("{{{takes}}}"));
        let [max_take, from, hill] = [self.max_take, self.from, self.hill].map(number);
        let [max_taken, max_piles, king] = [Parameter::MaxTaken, Parameter::MaxPiles, Parameter::King].map(parameter);
        [
            ("--rule", "", self.rule.clone(), None),
            ("--max-take", "take 1..", max_take, max_taken),
            ("--take", "take ", take, Some(Role::Take)),
            ("--from", "moore ", from, max_piles),
            ("--kayles", "kayles", self.kayles.then(String::new), None),
            ("--hill", "hill ", hill, king),
        ]
    }

    /// The rules of a problem, with the number that its input would give.
    fn of_problem(&self, problem: &Problem) -> Result<Rules, Error> {
        let (name, rule) = (&problem.name, &problem.written_rule);
        let forms = self.short_forms();
        let form = |role| forms.iter().find(|(.., of)| *of == Some(role));
        let value = |role| form(role)?.2.clone();
        let asks = || problem.rules.asks_of_input();
        if let Some(part) = asks().find(|part| value(part.role).is_none()) {
            return usage(t!(
                "the input of {problem} says what '{name}' is in '{rule}': give it by {option}",
                problem = name,
                name = part.text,
                rule,
                option = form(part.role).map_or("--rule", |form| form.0)
            ));
        }
        let given = forms.iter().find(|(_, _, value, _)| value.is_some());
        // Only one is given, so it is the one that is asked for.
        let given = given.filter(|_| asks().next().is_none());
        let misere = self.misere.then_some("--misere");
        if let Some(option) = given.map(|form| form.0).or(misere) {
            return usage(t!(
                "{option} does not go with the rule of {problem}: '{rule}'",
                option,
                problem = name,
                rule
            ));
        }
        let text = problem
            .rules
            .text_with(value)
            .expect("all that the input gives was given");
        let mut rules = Rules::parse(&text).or_else(|mistake| usage(mistake.message))?;
        rules.positions = problem.rules.positions;
        Ok(rules)
    }

    /// The rules that the options say.
    fn parse(&self) -> Result<Rules, Error> {
        let mut forms = self.short_forms().into_iter();
        let given = forms.find_map(|(option, rule, value, _)| Some((option, rule, value?)));
        let (option, rule, value) = given.unwrap_or(("nim", "nim", String::new()));
        let misere = if self.misere { "misere " } else { "" };
        let text = format!("{misere}{rule}{value}");
        let rules = Rules::parse(&text)
            .or_else(|Mistake { message, .. }| usage(t!("{name}: {why}", name = option, why = message)))?;
        if let Some(part) = rules.asks_of_input().next() {
            let mut message = t!(
                "{option}: there is no input that could say what '{name}' is: give a number",
                option,
                name = part.text
            );
            if let Some(rule) = meant(&text) {
                message = message + t!("; ") + &t!("did you mean '{name}'?", name = rule);
            }
            return usage(message);
        }
        Ok(rules)
    }
}

/// Checks that `piles`, each of them called `name` in errors, are a position, and makes `rules` ready for it.
pub(crate) fn check(rules: &mut Rules, piles: &[u64], name: &str) -> Result<(), Error> {
    /// The moves in rows of so many stones are found within a moment.
    const LARGEST_ROW: u64 = 1_000_000;
    // After its first move, a ring is some rows.
    let is_broken_ring = rules.positions.becomes_rows && piles.len() > 1;
    if is_broken_ring && piles.iter().any(|&row| row > LARGEST_ROW) {
        return usage(t!(
            "{name}: several numbers are the rows that moves left of a ring: expected at most {most} stones in each",
            name,
            most = LARGEST_ROW
        ));
    }
    if let Some(count) = rules.positions.count
        && count != piles.len()
        && !is_broken_ring
    {
        return usage(plural!(
            count,
            "'{rule}' is played with {count} pile, not {given}",
            "'{rule}' is played with {count} piles, not {given}",
            rule = rules.def.written,
            given = piles.len()
        ));
    }
    if rules.first_step().is_some() && !rules.game().lists_moves(piles) {
        return usage(t!(
            "{name}: the piles of a staircase have more than {most} stones together",
            name,
            most = u64::MAX
        ));
    }
    let mut legal = Legal::new(rules.positions, false);
    if let Some(king) = rules.king() {
        let is_there = legal.count_of_persons(piles.len() as u64, king);
        is_there.or_else(|why| usage(t!("{name}: {why}", name = "--hill", why)))?;
    }
    for (number, &pile) in (1..).zip(piles) {
        let checked = legal
            .piles(Slice::Wide(&[pile]))
            .map_err(|error| error.kind)
            .and_then(|()| Ok(rules.cover(pile)?));
        let name = format!("{name} {number}");
        checked.or_else(|why| usage(t!("{name}: {why}", name, why)))?;
    }
    Ok(())
}

/// The position of these piles from which moves took so much before.
fn with_taken(rules: &Rules, piles: &[u64], taken: &Taken) -> Result<Vec<u64>, Error> {
    if rules.taken(piles).is_none() {
        return usage(t!("--taken: only moves of 'take each once' depend on all takes before"));
    }
    let pairs = piles.iter().zip(taken);
    let used: Option<Vec<_>> = pairs.map(|(&pile, taken)| each_once::used(pile, taken)).collect();
    used.filter(|used| used.len() == taken.len() && used.len() == piles.len())
        .map_or_else(
            || {
                usage(t!(
                    "--taken: expected what moves took from each of {count} piles of at most {most} stones at the \
                    start",
                    count = piles.len(),
                    most = each_once::MOST
                ))
            },
            Ok,
        )
}

/// The piles of `--to` that are meant, if each of its numbers was an argument, so that but for the first, `to`, they
/// count as piles: `3 4 5 --to 3 4 1`, or `--to 3 4 1 3 4 5`.
fn meant_to(rules: &mut Rules, piles: &[u64], to: u64) -> Option<Vec<u64>> {
    let count = piles.len().div_ceil(2);
    let ways = [piles.split_at(count), {
        let (rest, piles) = piles.split_at(piles.len() - count);
        (piles, rest)
    }];
    ways.into_iter().find_map(|(piles, rest)| {
        let to = [&[to], rest].concat();
        check(rules, piles, "PILE").ok()?;
        check(rules, &to, "PILE").ok()?;
        after_move(rules, piles, &to).ok()?;
        Some(to)
    })
}

/// The position after the move that leads from a position to the piles `to`.
fn after_move(rules: &Rules, position: &[u64], to: &[u64]) -> Result<Vec<u64>, String> {
    /// So many take about a second.
    const MAX_TRIED: usize = 10_000_000;
    let piles = rules.shown(position);
    let mut moves = if rules.has_single_moves() {
        // There may be as many moves as stones, but only one in the first pile that changes.
        let mut pairs = piles.iter().zip(to).enumerate();
        let changed = pairs
            .find(|(_, (pile, left))| pile != left)
            .filter(|&(index, (pile, left))| left < pile && rules.game().allows(position, index, pile - left));
        let turn = changed.map(|(index, (&pile, &left))| vec![Change::leave(index, pile, left)]);
        Box::new(turn.into_iter())
    } else {
        rules.game().moves(position)
    };
    let mut tried = moves
        .by_ref()
        .take(MAX_TRIED)
        .map(|turn| rules.game().after(position, &turn));
    if let Some(after) = tried.find(|after| *rules.shown(after) == *to) {
        return Ok(after);
    }
    drop(tried);
    Err(if moves.next().is_some() {
        t!("--to: there are more than {most} moves to look at", most = MAX_TRIED)
    } else {
        let (from, to) = (numbers(&piles), numbers(to));
        t!("--to: no move leads from {from} to {to}", from, to)
    })
}
