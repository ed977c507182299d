//! Makes a program of a problem: its layout gives the loops that read, its theory who wins and by which moves, its
//! answer what is printed. All of them are statements of the small language.

mod answer;
mod checks;
mod counters;
mod limits;
mod moves;
mod names;
mod parameters;
mod place;
mod position;
mod read;
mod refusals;

use std::collections::{BTreeMap, BTreeSet};

use self::limits::high;
use self::moves::loops;
use self::names::{names, unlike};
use self::position::Kept;
use super::chosen::{Parameters, Theory, Value};
use super::parse::expr;
use super::passes::{fold, map_values, substitute_in, tidied};
use super::tree::{Block, Expr, Function, Operator, Program, Statement, any_expr, for_each_statement, uses};
use super::types;
use crate::answer::Fact;
use crate::answer::template::Template;
use crate::game::rule::Rules;
use crate::layout::{Layout, NumberItem, PileOf, Role, is_in_name};
use crate::problem::Problem;
use crate::problem::statement::short;
use crate::words::{language, t, translated};

/// Writes the statements of a program.
struct Composer<'p> {
    problem: &'p Problem,
    layout: &'p Layout,
    template: &'p Template,
    /// What the program calls each number.
    names: Vec<String>,
    /// All names in use.
    taken: BTreeSet<String>,
    theory: Theory,
    parameters: Parameters,
    /// What makes the list of takes, if some of them are numbers of the input.
    made_takes: Option<Statement>,
    kept: Option<Kept>,
    /// Where piles of several groups come in another order: the list of each part, and how many piles it has; and the
    /// part that is read.
    parts: Vec<(String, String)>,
    part: usize,
    /// Whether the piles of a position are single numbers, which are used where all of them have been read.
    are_named: bool,
    /// The index of the number behind which tables are made, if they need numbers of the input.
    prepared_behind: Option<usize>,
    functions: Vec<Function>,
    /// The first number of a case, which was read to see whether there is one, if it stands in a list or a group.
    first_read: Option<usize>,
    /// What is read to see whether there is a case, if that belongs into a list.
    first_name: String,
    lengths: BTreeMap<String, Expr>,
    /// Why there is no program, if that was found while it was written.
    lacking: Option<String>,
    /// Whether it reads answers, of which several may be right, and does not print them.
    checks: bool,
    /// What it has read of a claim, where moves are looked for that are this one.
    claim: Option<checks::Claim>,
}

/// What the answer is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// Who wins.
    Winner,
    Grundy,
    Count,
    FirstMove,
    AllMoves,
}

impl Asked {
    fn of(template: &Template) -> Self {
        if template.lists_moves() {
            Self::AllMoves
        } else if template.names_moves() {
            Self::FirstMove
        } else if template.has(Fact::Count) {
            Self::Count
        } else if template.has(Fact::Grundy) {
            Self::Grundy
        } else {
            Self::Winner
        }
    }
}

/// The program that answers a problem's inputs.
///
/// # Errors
/// Why there is none.
pub fn compose(problem: &Problem) -> Result<Program, String> {
    composed(problem, false)
}

/// The program that checks answers to a problem's inputs, of which any is right: see [`checks`].
///
/// # Errors
/// Why there is none.
pub(crate) fn compose_checker(problem: &Problem) -> Result<Program, String> {
    composed(problem, true)
}

fn composed(problem: &Problem, checks: bool) -> Result<Program, String> {
    let layout = &*problem.layout;
    let (names, taken) = names(layout);
    let mut composer = Composer {
        problem,
        layout,
        template: &problem.answer,
        names,
        taken,
        theory: Theory::default(),
        parameters: Parameters::default(),
        made_takes: None,
        kept: None,
        parts: Vec::new(),
        part: 0,
        are_named: false,
        prepared_behind: None,
        functions: Vec::new(),
        first_read: None,
        first_name: String::new(),
        lengths: BTreeMap::new(),
        lacking: None,
        checks,
        claim: None,
    };
    composer.set_parameters();
    composer.choose()?;
    composer.put_theory_in_place();
    composer.program()
}

impl Composer<'_> {
    /// What the answers are asked for. Whoever checks them needs all moves.
    fn asked(&self) -> Asked {
        if self.checks {
            Asked::AllMoves
        } else {
            Asked::of(self.template)
        }
    }

    /// Whether moves are asked for, and not only who wins.
    fn lists_moves(&self) -> bool {
        !matches!(self.asked(), Asked::Winner | Asked::Grundy)
    }

    /// Whether each case says something of the rule.
    fn asks_of_case(&self) -> bool {
        let is_rule = |number: &NumberItem| number.role.is_rule();
        self.layout.numbers.iter().any(is_rule) && !self.layout.numbers_of_head().any(is_rule)
    }

    fn rules(&self) -> &Rules {
        &self.problem.rules
    }

    fn name(&self, index: usize) -> Expr {
        Expr::name(&*self.names[index])
    }

    /// This name, or a longer one if the input has it.
    fn unnamed(&self, name: &str) -> String {
        unlike(name, |name| self.names.iter().any(|own| own == name))
    }

    /// A name that nothing has yet, which is one of these or a longer one.
    fn fresh(&mut self, names: &[&str]) -> String {
        let free = names.iter().find(|name| !self.taken.contains(**name));
        let name = unlike(free.unwrap_or(&names[0]), |name| self.taken.contains(name));
        self.taken.insert(name.clone());
        name
    }

    fn program(mut self) -> Result<Program, String> {
        self.plan();
        let mut body = Block::new();
        if self.prepared_behind.is_none() {
            body.extend(self.prepare());
        }
        let head = self.walk(&self.layout.head.clone(), false)?;
        body.extend(head);
        let cases = self.cases()?;
        body.extend(cases);
        if let Some(why) = self.lacking.take() {
            return Err(why);
        }
        let mut main = Function {
            name: if self.checks { "judge" } else { "main" }.to_owned(),
            body,
            ..Function::default()
        };
        self.put_calls_in_place(&mut main.body);
        let mut lengths = std::mem::take(&mut self.lengths);
        put_lengths(&mut main.body, &mut lengths);
        let mut main = tidied(main);
        self.name_counters(&mut main.body);
        main.lengths = lengths;
        let mut functions: Vec<_> = std::mem::take(&mut self.functions).into_iter().map(tidied).collect();
        let all = functions.clone();
        functions.retain(|function| {
            is_called(&main, &function.name) || all.iter().any(|other| is_called(other, &function.name))
        });
        let constants = self.constants(&mut main, &mut functions);
        let mut program = Program {
            heading: self.heading(),
            is_old: self.is_for_old_compilers(),
            reads_much: self.reads_much(),
            is_unsigned: false,
            reads_wide: false,
            steps: self.theory.steps(&self.parameters, self.lists_moves()),
            are_of_case: self.asks_of_case() && self.layout.most_cases() == u64::MAX,
            constants,
            functions,
            main,
        };
        let highs = self.highs();
        types::set(&mut program, &highs);
        Ok(program)
    }

    /// Whether its judge's compilers are old.
    fn is_for_old_compilers(&self) -> bool {
        const OLD: [&str; 7] = ["poj", "hdu", "uva", "zoj", "timus", "hfut", "bzoj"];
        let id = self.problem.id_at_judge();
        self.problem.files.is_embedded() && OLD.iter().any(|judge| id.starts_with(judge))
    }

    /// The comment at the start.
    fn heading(&self) -> Vec<String> {
        let problem = self.problem;
        let title = problem.title_in(language());
        let judge = problem.judge_name();
        let first = if judge == title {
            title
        } else {
            format!("{judge}: {title}")
        };
        let rule = self.rules().described(|numbers| self.in_own_names(numbers));
        let mut capital = rule.chars();
        let rule = capital.next().map_or(String::new(), |first| {
            first.to_uppercase().collect::<String>() + capital.as_str()
        });
        let end = t!(".");
        let mut lines = vec![first, format!("{rule}{end}")];
        for why in &self.theory.whys {
            lines.push(self.filled(translated(why).unwrap_or(why)));
        }
        if let Some(name) = self.piles().first().filter(|_| self.adds_places_later()) {
            let name = &*self.names[name.index];
            lines.push(t!(
                "The coin of the i-th number stands on cell {name} + i, with i from 1 on.",
                name
            ));
        }
        lines.extend(self.what_piles_are());
        lines
    }

    /// What a pile is, where that is no number of the input.
    fn what_piles_are(&self) -> Option<String> {
        let are_cells = |number: &NumberItem| matches!(number.role, Role::SecondCell | Role::PileOf(PileOf::Cells));
        if self.layout.numbers.iter().any(are_cells) {
            return Some(t!("The free cells between the two pieces of a pair are a pile of stones.").to_owned());
        }
        let Role::PileOf(PileOf::Count(start)) = self.piles().first()?.role else {
            return None;
        };
        Some(t!(
            "The i-th number, with i from {start} on, counts the piles of i stones.",
            start
        ))
    }

    /// What names numbers of the rule, with what the program calls them: `1 to k` for `1 to K`.
    fn in_own_names(&self, text: &str) -> String {
        let is_of_rule = |role| self.rules().asks_of_input().any(|part| part.role == role);
        let words = text.split_inclusive(|c| !is_in_name(c)).map(|word| {
            let len = word.find(|c| !is_in_name(c)).unwrap_or(word.len());
            let (name, end) = word.split_at(len);
            let mut numbers = self.layout.numbers.iter().zip(&self.names);
            let own = numbers.find(|(it, _)| it.name == name && is_of_rule(it.role));
            own.map_or(name, |(_, own)| own).to_owned() + end
        });
        words.collect()
    }

    /// A docstring with what stands for its names in braces.
    fn filled(&self, about: &str) -> String {
        let mut text = String::new();
        let mut rest = about;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            text += before;
            let value = self.parameters.texts.get(name).cloned().unwrap_or_else(|| {
                let mut value = expr(name);
                substitute_in(&mut value, &self.parameters.places);
                fold(&mut value);
                match value {
                    Expr::Number(number) => short(number),
                    value => value.to_string(),
                }
            });
            text += &value;
            rest = after;
        }
        text + rest
    }

    /// The largest value of each number of the input, and of the piles.
    fn highs(&self) -> types::Highs {
        let most = self.largest_number();
        let mut numbers: BTreeMap<String, u128> = BTreeMap::new();
        for number in &self.layout.numbers {
            let own = u128::from(high(self.layout, number));
            let is_pile = number.role.is_pile() || number.role == Role::FirstCell;
            let is_of_rule = number.role.is_rule() && own >= 1 << 29;
            let is_wide =
                most >= 1 << 31 && (is_pile || is_of_rule) && !matches!(number.role, Role::PileOf(PileOf::Count(_)));
            numbers.insert(
                self.names[number.index].clone(),
                if is_wide { own.max(most) } else { own },
            );
        }
        if self.checks {
            // A claim may have any number.
            numbers.insert("Claim::number".to_owned(), u64::MAX.into());
        }
        let wide = if self.most_counted() >= 1 << 31 {
            ["count", "ways"].map(str::to_owned).into()
        } else {
            BTreeSet::new()
        };
        types::Highs { numbers, most, wide }
    }

    /// The largest number that comes up: that of the theory, if it says one, or the largest pile.
    fn largest_number(&self) -> u128 {
        let (_, largest) = self.extremes();
        let function = self.theory.get("largest");
        let Some([Statement::Return(value)]) = function.map(|function| &function.body[..]) else {
            return largest.into();
        };
        let mut known = self.parameters.clone();
        for number in &self.layout.numbers {
            let most = high(self.layout, number);
            known.know(&self.names[number.index], Value::Number(most.into()));
        }
        known.number(value).unwrap_or(0).max(largest.into())
    }

    /// How many moves are counted at most: of each pile one or two, unless the theory goes through its options.
    fn most_counted(&self) -> u128 {
        if self.theory.get("count").is_some() {
            return u128::MAX;
        }
        let options = self.theory.get("options");
        let (_, largest) = self.extremes();
        let of_pile = match options {
            Some(options) if loops(&options.body) => u128::from(largest),
            _ => 1,
        };
        let [_, case, _] = self.most_piles();
        case.saturating_mul(of_pile.saturating_mul(2))
    }

    /// Whether the input may be so long that a fast reader pays.
    fn reads_much(&self) -> bool {
        let [_, case, all] = self.most_piles();
        case.max(all) >= 100_000 || self.layout.most_cases() != u64::MAX && self.layout.most_cases() >= 100_000
    }

    /// Lists that never change become constants of the program.
    fn constants(&self, main: &mut Function, functions: &mut [Function]) -> Vec<(String, Vec<u64>)> {
        let mut constants = Vec::new();
        for name in ["TAKES", "DIGITS", "VALUES"] {
            let Some(Expr::List(list)) = self.parameters.places.get(name) else {
                continue;
            };
            let numbers: Option<Vec<_>> = list
                .iter()
                .map(|item| match item {
                    Expr::Number(number) => Some(*number),
                    _ => None,
                })
                .collect();
            let is_used = uses(&main.body, name) > 0 || functions.iter().any(|function| uses(&function.body, name) > 0);
            if let Some(mut numbers) = numbers.filter(|_| is_used) {
                if name == "TAKES" {
                    let (_, largest) = self.extremes();
                    if self.parameters.places.get("SORTED") == Some(&Expr::Bool(true)) {
                        let first = numbers[0];
                        numbers.retain(|take| *take <= largest || *take == first);
                    }
                }
                main.lengths.insert(name.to_owned(), Expr::Number(numbers.len() as u64));
                for function in &mut *functions {
                    function
                        .lengths
                        .insert(name.to_owned(), Expr::Number(numbers.len() as u64));
                }
                constants.push((name.to_owned(), numbers));
            }
        }
        constants
    }
}

/// A loop that counts from 0 up to `end`.
fn for_range(name: String, end: Expr, body: Block) -> Statement {
    Statement::For {
        name,
        start: Expr::Number(0),
        end,
        step: Expr::Number(1),
        body,
    }
}

/// Counts one more in a variable.
fn one_more(count: Expr) -> Statement {
    Statement::Change(count, Operator::Add, Expr::Number(1))
}

/// Puts the lengths of lists in the place of `len(...)`, and notes those that the program makes.
fn put_lengths(block: &mut Block, lengths: &mut BTreeMap<String, Expr>) {
    for_each_statement(block, &mut |statement| {
        if !statement.reads()
            && let Some((list, len)) = statement.list_made()
        {
            lengths.entry(list.clone()).or_insert(len);
        }
    });
    map_values(block, &mut |value| {
        if let Expr::Call(function, of) = value
            && function == "len"
            && let [Expr::Name(list)] = &of[..]
            && let Some(len) = lengths.get(list)
        {
            *value = len.clone();
        }
    });
}

/// Whether a function is called.
fn is_called(function: &Function, name: &str) -> bool {
    any_expr(
        &function.body,
        &|value| matches!(value, Expr::Call(own, _) if own == name),
    )
}
