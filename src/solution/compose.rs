//! Makes a program of a problem: its layout gives the loops that read, its theory who wins and by which moves, its
//! answer what is printed. All of them are statements of the small language.

use std::collections::{BTreeMap, BTreeSet};

use super::chosen::{Parameters, Theory, Value};
use super::parse::{expr, statements};
use super::passes::{
    assigned, fold, fold_block, map_statements, map_values, substitute, substitute_in, tidied,
};
use super::tree::{
    Block, Expr, Function, Operator, Program, Statement, for_each_expr, for_each_statement, uses,
};
use super::types;
use crate::answer::Fact;
use crate::answer::template::{Piece, Template};
use crate::game::Play;
use crate::game::rule::Rules;
use crate::layout::{Group, Item, Layout, Limit, NumberItem, Parameter, PileOf, Repeat, Role};
use crate::problem::Problem;
use crate::words::{language, t, translated};

/// Words of the five languages, and what their programs call things: numbers of an input get other names.
const RESERVED: &str = "abs abstract and append arrays as assert async auto await bool boolean break byte case catch char \
    cin class const continue cout crate def default del delete do double dyn elif else enum except exit export extends \
    extern false final finally float fn for friend from global goto if impl import in inline input inputs int integer \
    is islice iter lambda len let list long loop main map match math max min mod move mut namespace native new next \
    none nonlocal not null operator or out override package pass print printf private protected pub public puts raise \
    range read ref register return scanf self short signed sizeof sort static std stdin str string struct super switch \
    synchronized sys system template text this throw throws trait transient true try type typedef typename union unsafe \
    unsigned use using vec vector virtual void volatile where while with yield putchar memset numbers y0 y1 yn j0 j1 jn";

/// A list that has all piles of a position.
#[derive(Clone, Debug)]
struct Kept {
    list: String,
    /// How many piles are in it.
    len: Expr,
    /// Whether it is a list of the input, and not filled pile by pile.
    is_read: bool,
    /// Numbers of the rules that stand beside its piles, each with the list that has one for each pile.
    beside: Vec<(String, String)>,
}

impl Kept {
    /// What the rules say of the pile with this place.
    fn rules_of(&self, place: &Expr) -> Block {
        let set = |(name, list): &(String, String)| {
            let item = Expr::Item(list.clone(), Box::new(place.clone()));
            Statement::Set(Expr::name(&**name), item)
        };
        self.beside.iter().map(set).collect()
    }
}

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
    lengths: BTreeMap<String, Expr>,
    /// Why there is no program, if that was found while it was written.
    lacking: Option<String>,
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

/// The largest value of a number.
fn high(layout: &Layout, number: &NumberItem) -> u64 {
    layout.largest(&number.high)
}

/// The smallest value of a limit.
fn low(layout: &Layout, limit: &Limit) -> u64 {
    let least = limit.value(|named| low(layout, &layout.numbers[named.index].low));
    u64::try_from(least.max(0)).unwrap_or(u64::MAX)
}

/// Whether a limit is never below the number with this index.
fn is_at_least(limit: &Limit, index: usize) -> bool {
    matches!(&limit.names[..], [named] if named.index == index)
        && limit.factor > 0
        && limit.plus >= 0
}

/// Whether a limit is never above the number with this index.
fn is_at_most(limit: &Limit, index: usize) -> bool {
    matches!(&limit.names[..], [named] if named.index == index)
        && limit.factor == 1
        && limit.plus <= 0
}

/// The program that answers a problem's inputs.
///
/// # Errors
/// Why there is none.
pub fn compose(problem: &Problem) -> Result<Program, String> {
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
        kept: None,
        parts: Vec::new(),
        part: 0,
        are_named: false,
        prepared_behind: None,
        functions: Vec::new(),
        first_read: None,
        lengths: BTreeMap::new(),
        lacking: None,
    };
    composer.set_parameters();
    composer.choose()?;
    composer.put_theory_in_place();
    composer.program()
}

/// What the program calls each number, and all of these names.
fn names(layout: &Layout) -> (Vec<String>, BTreeSet<String>) {
    let mut taken = BTreeSet::new();
    let reserved: BTreeSet<_> = RESERVED.split_whitespace().collect();
    let mut name = |number: &NumberItem| {
        let mut name = number.name.to_lowercase();
        while reserved.contains(&*name) || taken.contains(&name) {
            name += "_";
        }
        taken.insert(name.clone());
        name
    };
    (layout.numbers.iter().map(&mut name).collect(), taken)
}

/// The lines of these parts, and of those in their groups.
fn numbers_in<'l>(layout: &'l Layout, items: &'l [Item]) -> Vec<&'l NumberItem> {
    let in_item = |item: &'l Item| match item {
        Item::Line(line) => layout.numbers[line.clone()].iter().collect(),
        Item::Group(group) => numbers_in(layout, &group.items),
    };
    items.iter().flat_map(in_item).collect()
}

/// Whether a number stands alone in one of these lines, and not in a group.
fn is_single_in(layout: &Layout, items: &[Item], number: &NumberItem) -> bool {
    number.length.is_none()
        && items.iter().any(|item| match item {
            Item::Line(line) => layout.numbers[line.clone()]
                .iter()
                .any(|other| other.index == number.index),
            Item::Group(_) => false,
        })
}

impl Composer<'_> {
    fn rules(&self) -> &Rules {
        &self.problem.rules
    }

    fn name(&self, index: usize) -> Expr {
        Expr::name(&*self.names[index])
    }

    /// A name that nothing has yet, which is one of these or a longer one.
    fn fresh(&mut self, names: &[&str]) -> String {
        let free = names.iter().find(|name| !self.taken.contains(**name));
        let mut name = free.unwrap_or(&names[0]).to_string();
        while self.taken.contains(&name) {
            name += "_";
        }
        self.taken.insert(name.clone());
        name
    }

    // ---- what is known

    /// The parts of the input that are a position: those of a case, or of a group of it.
    fn scope(&self) -> &[Item] {
        let layout = self.layout;
        let group = layout.case.iter().find_map(|item| match item {
            Item::Group(group) if group.is_position => Some(&*group.items),
            _ => None,
        });
        group.unwrap_or(&layout.case)
    }

    fn piles(&self) -> Vec<&NumberItem> {
        let numbers = self.layout.numbers.iter();
        numbers.filter(|number| number.role.is_pile()).collect()
    }

    /// How long a list is at most.
    fn most_of_list(&self, number: &NumberItem) -> u128 {
        number.length.map_or(1, |times| {
            u128::from(number.factor) * u128::from(high(self.layout, &self.layout.numbers[times]))
        })
    }

    /// The smallest and the largest pile, as far as the limits say.
    fn extremes(&self) -> (u64, u64) {
        let layout = self.layout;
        let mut extremes: Option<(u64, u64)> = None;
        for number in self.piles() {
            let (least, most) = (low(layout, &number.low), high(layout, number));
            let list = u64::try_from(self.most_of_list(number)).unwrap_or(u64::MAX);
            let (least, most) = match number.role {
                Role::SecondCell => {
                    let first = number
                        .differs_from
                        .map_or(0, |first| high(layout, &layout.numbers[first.index]));
                    (0, most.max(first).saturating_sub(1))
                }
                Role::PileOf(PileOf::Less(by)) => {
                    (least.saturating_sub(by), most.saturating_sub(by))
                }
                Role::PileOf(PileOf::More(by) | PileOf::MoreOnce(by)) => {
                    (least.saturating_add(by), most.saturating_add(by))
                }
                Role::PileOf(PileOf::MorePlace) => {
                    (least.saturating_add(1), most.saturating_add(list))
                }
                Role::PileOf(PileOf::Count(from)) => (from, (list + from).saturating_sub(1)),
                Role::PileOf(PileOf::Cells) => (0, most.saturating_sub(1)),
                Role::PileOf(PileOf::UpTo) => (1, most),
                _ => (least, most),
            };
            let (a, b) = extremes.unwrap_or((least, most));
            extremes = Some((a.min(least), b.max(most)));
        }
        extremes.unwrap_or((0, 0))
    }

    /// The most piles of a position, of a case, and of an input whose number of cases is limited.
    fn most_piles(&self) -> [u128; 3] {
        let layout = self.layout;
        let (mut position, mut case) = (0, 0);
        let mut sum = None;
        for number in self.piles() {
            if let Role::PileOf(PileOf::UpTo) = number.role {
                position += 1;
                case += u128::from(high(layout, number));
                continue;
            }
            let list = self.most_of_list(number);
            let counts = [number.length, layout.times_of_group(number)];
            let together = counts
                .into_iter()
                .flatten()
                .filter_map(|count| layout.numbers[count].most_together);
            sum = sum.or(together.min());
            let group = layout.case.iter().find_map(|item| match item {
                Item::Group(group) if group.has(number) => Some(group),
                _ => None,
            });
            let times = group.map_or(1, |group| {
                u128::from(high(layout, &layout.numbers[group.times]))
            });
            // A list with a number on each line is a group of its own.
            let times = if number.on_lines { 1 } else { times };
            let is_position = group.is_some_and(|group| group.is_position);
            if number.are_positions {
                position += 1;
                case += list;
                continue;
            }
            position += list.saturating_mul(if is_position { 1 } else { times });
            case += list.saturating_mul(times);
        }
        let cases = match layout.most_cases() {
            u64::MAX => 1,
            cases => u128::from(cases),
        };
        let all = sum.map_or(case.saturating_mul(cases), u128::from);
        [position, case, all]
    }

    /// What stands for the parameters of theories, and what is known of them.
    fn set_parameters(&mut self) {
        let layout = self.layout;
        let rules = self.rules().clone();
        let mut parameters = Parameters::default();
        let mut place = |name: &str, value: Expr, known: Value, text: String| {
            parameters.places.insert(name.to_owned(), value);
            parameters.values.insert(name.to_owned(), known);
            parameters.texts.insert(name.to_owned(), text);
        };
        let mut names_of_set = Vec::new();
        for argument in rules.arguments() {
            let found = layout
                .numbers
                .iter()
                .find(|number| number.role == argument.role);
            match (argument.role, &argument.values, found) {
                (Role::Take | Role::Other, Some(values), _) => {
                    let is_set = argument.role == Role::Take;
                    let mut values = values.clone();
                    // A number that is not known yet is 0.
                    if is_set && !values.contains(&0) {
                        values.sort_unstable();
                        values.dedup();
                    }
                    let name = if is_set { "TAKES" } else { "DIGITS" };
                    let list = values.iter().copied().map(Expr::Number).collect();
                    place(
                        name,
                        Expr::List(list),
                        Value::List(values.clone()),
                        argument.text.clone(),
                    );
                    if is_set {
                        let fixed = values.iter().copied().filter(|take| *take > 0).collect();
                        place(
                            "FIXED",
                            Expr::Bool(false),
                            Value::List(fixed),
                            String::new(),
                        );
                    }
                }
                (Role::Take, None, Some(list)) => {
                    let most = self.most_of_list(list);
                    let name = self.names[list.index].clone();
                    place("TAKES", Expr::name(&*name), Value::Length(most), name);
                    let is_sorted = list.ascending;
                    let is_distinct = list.is_ordered() && !list.may_repeat;
                    place(
                        "SORTED",
                        Expr::Bool(is_sorted),
                        Value::Bool(is_sorted),
                        String::new(),
                    );
                    place(
                        "DISTINCT",
                        Expr::Bool(is_distinct),
                        Value::Bool(is_distinct),
                        String::new(),
                    );
                }
                (Role::Parameter(Parameter::Taken(nth)), None, Some(number)) => {
                    names_of_set.push((nth, self.name(number.index), high(layout, number)));
                }
                (Role::Parameter(parameter), values, found) => {
                    let (value, most, text) = match (values, found) {
                        (Some(values), _) => {
                            (Expr::Number(values[0]), values[0], values[0].to_string())
                        }
                        (None, Some(number)) => (
                            self.name(number.index),
                            high(layout, number),
                            self.names[number.index].clone(),
                        ),
                        (None, None) => continue,
                    };
                    let names: &[&str] = match parameter {
                        Parameter::King => &["KING"],
                        Parameter::MinTaken | Parameter::LeastDivisor => &["P"],
                        Parameter::MaxTaken => &["Q", "K"],
                        Parameter::LargestDivisor => &["Q"],
                        Parameter::Base | Parameter::Factor | Parameter::MaxPiles => &["K"],
                        Parameter::Step => &["FIRST"],
                        Parameter::Taken(_) => continue,
                    };
                    for name in names {
                        place(
                            name,
                            value.clone(),
                            Value::Number(most.into()),
                            text.clone(),
                        );
                    }
                }
                _ => {}
            }
        }
        if let Some(Expr::List(list)) = parameters.places.get_mut("TAKES")
            && !names_of_set.is_empty()
        {
            for (nth, name, _) in &names_of_set {
                list[*nth] = name.clone();
            }
            let len = list.len() as u128;
            parameters.know("TAKES", Value::Length(len));
            if let [(_, name, most)] = &names_of_set[..] {
                parameters.put("K", name.clone(), Value::Number((*most).into()));
                parameters.texts.insert("K".to_owned(), name.to_string());
            }
        }
        if parameters.places.contains_key("K") && !parameters.places.contains_key("P") {
            let is_range = rules.takes.takes_file == "between";
            parameters.put(
                "P",
                Expr::Number(is_range.into()),
                Value::Number(is_range.into()),
            );
        }
        if let Some(Value::List(takes)) = parameters.values.get("TAKES").cloned() {
            let last = takes.last().copied().unwrap_or(0);
            let are_all = (1..).zip(&takes).all(|(take, own): (u64, _)| take == *own);
            if are_all || takes.len() == 1 {
                parameters.put(
                    "P",
                    Expr::Number(are_all.into()),
                    Value::Number(are_all.into()),
                );
                parameters.put("K", Expr::Number(last), Value::Number(last.into()));
                parameters.texts.insert("K".to_owned(), last.to_string());
            }
        }
        if let Some(Value::List(takes)) = parameters.values.get("TAKES").cloned() {
            let is_sorted = takes.is_sorted();
            let is_distinct = (1..takes.len()).all(|at| !takes[..at].contains(&takes[at]));
            for (name, holds) in [("SORTED", is_sorted), ("DISTINCT", is_distinct)] {
                parameters.places.insert(name.to_owned(), Expr::Bool(holds));
                parameters.know(name, Value::Bool(holds));
            }
        }
        for name in ["SORTED", "DISTINCT"] {
            if !parameters.places.contains_key(name) {
                parameters.places.insert(name.to_owned(), Expr::Bool(false));
                parameters.know(name, Value::Bool(false));
            }
        }
        if let Some(Value::List(digits)) = parameters.values.get("DIGITS").cloned() {
            parameters.know(
                "SPLITS",
                Value::Number(digits.first().copied().unwrap_or(0).into()),
            );
        }
        let of = |parameter| {
            layout
                .numbers
                .iter()
                .find(|number| number.role == Role::Parameter(parameter))
        };
        let [least_of, most_of] = match (of(Parameter::LeastDivisor), of(Parameter::LargestDivisor))
        {
            (None, None) => [of(Parameter::MinTaken), of(Parameter::MaxTaken)],
            divisors => [divisors.0, divisors.1],
        };
        let is_ordered = match (least_of, most_of) {
            (Some(least), Some(most)) => {
                is_at_least(&most.low, least.index)
                    || is_at_most(&least.high, most.index)
                    || low(layout, &most.low) >= high(layout, least)
            }
            (Some(least), None) => parameters.is_at_least("Q", high(layout, least)),
            (None, Some(most)) => {
                !parameters.is_at_least("P", low(layout, &most.low).saturating_add(1))
            }
            (None, None) => true,
        };
        let asks_of_case = layout.numbers.iter().any(|number| number.role.is_rule())
            && !layout.numbers_of_head().any(|number| number.role.is_rule());
        let (least, largest) = self.extremes();
        let [position, case, all] = self.most_piles();
        parameters
            .places
            .insert("LARGEST".to_owned(), Expr::Number(largest));
        parameters.know("LARGEST", Value::Number(largest.into()));
        parameters.know("LEAST", Value::Number(least.into()));
        parameters.know("PILES", Value::Number(all.max(case)));
        parameters.know(
            "CASES",
            Value::Number(match layout.most_cases() {
                u64::MAX => 1,
                cases => cases.into(),
            }),
        );
        let length = u64::try_from(position).unwrap_or(u64::MAX);
        parameters
            .places
            .insert("LENGTH".to_owned(), Expr::Number(length));
        parameters.know("LENGTH", Value::Number(position));
        let cases = match layout.most_cases() {
            u64::MAX => 1,
            cases => u128::from(cases),
        };
        parameters.know(
            "TABLES",
            Value::Number(if asks_of_case { cases } else { 1 }),
        );
        let bits = u64::from(64 - largest.leading_zeros()).max(1);
        parameters.put("BITS", Expr::Number(bits), Value::Number(bits.into()));
        let asked = Asked::of(self.template);
        let is_alone = position == 1;
        // Only moves have an order, and are counted once.
        let lists_moves = !matches!(asked, Asked::Winner | Asked::Grundy);
        if parameters.places.contains_key("TAKES") && !lists_moves {
            for name in ["SORTED", "DISTINCT"] {
                parameters.put(name, Expr::Bool(true), Value::Bool(true));
            }
        }
        for (name, holds) in [
            ("ALONE", is_alone),
            ("MISERE", rules.play == Play::Misere),
            ("ASKS_WINNER", asked == Asked::Winner),
            ("ASKS_GRUNDY", self.template.has(Fact::Grundy)),
            ("ASKS_COUNT", self.template.has(Fact::Count)),
            (
                "ASKS_MOVES",
                matches!(asked, Asked::FirstMove | Asked::AllMoves),
            ),
            ("COUNTED", self.template.has(Fact::Count)),
            ("ABOVE_0", least > 0),
            ("ASKS_ALL", asked == Asked::AllMoves),
            ("ORDERED", is_ordered),
            ("CONSTANTS", rules.asks_of_input().next().is_none()),
            ("INNER", rules.takes.written == "take inner divisors"),
            ("PROPER", rules.takes.written != "take divisors"),
            ("PRIMES", rules.takes.written == "take primes and 1"),
        ] {
            parameters.put(name, Expr::Bool(holds), Value::Bool(holds));
        }
        if let Some(Value::Number(factor)) = parameters.values.get("K").cloned() {
            let terms = lost_up_to(largest, u64::try_from(factor).unwrap_or(u64::MAX));
            parameters
                .places
                .insert("MOST".to_owned(), Expr::Number(terms));
            parameters.know("MOST", Value::Number(terms.into()));
        }
        let above = largest
            .checked_add(1)
            .and_then(u64::checked_next_power_of_two);
        let above = above.unwrap_or(1 << 63);
        parameters
            .places
            .insert("ABOVE_LARGEST".to_owned(), Expr::Number(above));
        parameters.know("ABOVE_LARGEST", Value::Number(above.into()));
        if rules.takes.written == "take primes and 1" || rules.takes.written == "take prime powers"
        {
            let period = if rules.takes.written == "take primes and 1" {
                4
            } else {
                6
            };
            parameters
                .places
                .insert("PERIOD".to_owned(), Expr::Number(period));
            parameters
                .texts
                .insert("PERIOD".to_owned(), period.to_string());
            parameters.know("PERIOD", Value::Number(period.into()));
        } else if matches!(parameters.values.get("TAKES"), Some(Value::List(_)))
            || rules.said(Role::Other).is_some()
            || rules.def.written == "kayles"
        {
            set_period(&mut parameters, &rules, largest);
        }
        self.parameters = parameters;
    }

    /// Chooses the first theory of the rule's row that can be used.
    fn choose(&mut self) -> Result<(), String> {
        let rules = &self.problem.rules;
        let takes = rules.takes.takes_file;
        let asked = Asked::of(self.template);
        let mut lacking = String::new();
        for names in rules.def.theories {
            self.set_table(names);
            let theory = match Theory::of(names, takes, &self.parameters) {
                Ok(theory) => theory,
                Err(condition) => {
                    lacking = condition;
                    continue;
                }
            };
            let has = |name: &str| theory.get(name).is_some();
            let has_moves = has("moves") && (!theory.calls("moves", "options") || has("options"));
            let counts = has("count") && has("moves");
            let suits = match asked {
                Asked::Winner | Asked::Grundy => has("wins"),
                Asked::Count => has_moves || counts,
                Asked::FirstMove | Asked::AllMoves => has_moves,
            };
            if suits {
                self.theory = theory;
                return Ok(());
            }
            if !theory.lacking.is_empty() {
                lacking = theory.lacking;
            }
        }
        Err(t!(
            "no program for this rule and this answer is known within these limits: it would need {condition}",
            condition = &*lacking
        ))
    }

    /// How large the table is that a theory would make.
    fn set_table(&mut self, names: &str) {
        let number = |name| match self.parameters.values.get(name) {
            Some(Value::Number(number)) => *number,
            _ => 0,
        };
        let table = if names.contains("periodic") {
            (number("START") + number("PERIOD")).saturating_sub(1)
        } else {
            number("LARGEST")
        };
        self.parameters.know("TABLE", Value::Number(table));
        let table = u64::try_from(table).unwrap_or(u64::MAX);
        self.parameters
            .places
            .insert("TABLE".to_owned(), Expr::Number(table));
    }

    /// Gives variables of the theory other names than those of the input, and puts what stands for its parameters in
    /// their places.
    fn put_theory_in_place(&mut self) {
        let reserved: BTreeSet<_> = RESERVED.split_whitespace().collect();
        let mut own = assigned(&self.theory.prepare);
        for function in self.theory.functions.values() {
            own.extend(assigned(&function.body));
            own.extend(function.parameters.clone());
        }
        let mut all: BTreeSet<_> = own.union(&self.taken).cloned().collect();
        let mut places = BTreeMap::new();
        for name in own {
            if !self.taken.contains(&name) && !reserved.contains(&*name) {
                continue;
            }
            let shorts = ["i", "j", "k", "x", "y", "p", "q", "r"];
            let free = shorts
                .iter()
                .find(|short| name.len() == 1 && !all.contains(**short));
            let mut other = free.map_or_else(|| format!("{name}_"), |short| (*short).to_owned());
            while all.contains(&other) {
                other += "_";
            }
            all.insert(other.clone());
            places.insert(name, Expr::Name(other));
        }
        for function in self.theory.functions.values_mut() {
            for parameter in &mut function.parameters {
                if let Some(Expr::Name(other)) = places.get(parameter) {
                    other.clone_into(parameter);
                }
            }
        }
        self.theory.put_in_place(&places);
        self.limit_table();
        self.theory.put_in_place(&self.parameters.places);
        self.fold_known();
        // What stands for a list of piles is put in place.
        all.retain(|name| name != "piles" && name != "cells");
        self.taken.extend(all);
    }

    /// Where the one pile comes before the takes, the table needs not go further than that.
    fn limit_table(&mut self) {
        let layout = self.layout;
        let last = layout
            .numbers
            .iter()
            .rfind(|number| number.role.is_rule())
            .map(|number| number.index);
        let piles: Vec<_> = self
            .piles()
            .into_iter()
            .map(|number| number.index)
            .collect();
        if let (Some(last), [pile]) = (last, &piles[..])
            && *pile < last
            && is_single_in(layout, self.scope(), &layout.numbers[*pile])
            && !layout.beside().contains(&layout.numbers[last].role)
        {
            let size = match layout.numbers[*pile].role {
                Role::PileOf(PileOf::UpTo) => self.name(*pile),
                _ => self.pile_of(*pile),
            };
            let is_periodic =
                self.parameters.values.get("TABLE") != self.parameters.values.get("LARGEST");
            if !is_periodic {
                substitute(
                    &mut self.theory.prepare,
                    &BTreeMap::from([("TABLE".to_owned(), size)]),
                );
            }
        }
    }

    /// Comparisons of the numbers of the rule that are decided by their limits.
    fn fold_known(&mut self) {
        let layout = self.layout;
        let rule = layout
            .numbers
            .iter()
            .filter(|number| number.role.is_rule() && number.length.is_none());
        let ranges: BTreeMap<_, _> = rule
            .map(|number| {
                (
                    self.names[number.index].clone(),
                    (low(layout, &number.low), high(layout, number)),
                )
            })
            .collect();
        let mut decide = |value: &mut Expr| {
            if let Expr::Binary(operator, name, number) = value
                && let (Expr::Name(name), Expr::Number(number)) = (&**name, &**number)
                && let Some((low, high)) = ranges.get(name)
            {
                let known = match operator {
                    Operator::Equal if number < low || number > high => Some(false),
                    Operator::NotEqual if number < low || number > high => Some(true),
                    Operator::Greater if low > number => Some(true),
                    Operator::Greater if high <= number => Some(false),
                    Operator::GreaterOrEqual if low >= number => Some(true),
                    Operator::Less if high < number => Some(true),
                    Operator::Less if low >= number => Some(false),
                    _ => None,
                };
                if let Some(known) = known {
                    *value = Expr::Bool(known);
                }
            }
        };
        for function in self.theory.functions.values_mut() {
            map_values(&mut function.body, &mut decide);
            function.body = fold_block(std::mem::take(&mut function.body));
        }
        self.theory.prepare = fold_block(std::mem::take(&mut self.theory.prepare));
    }

    // ---- the program

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
            name: "main".to_owned(),
            body,
            ..Function::default()
        };
        self.put_calls_in_place(&mut main.body);
        let mut lengths = std::mem::take(&mut self.lengths);
        put_lengths(&mut main.body, &mut lengths);
        let mut main = tidied(main);
        main.lengths = lengths;
        let mut functions: Vec<_> = std::mem::take(&mut self.functions)
            .into_iter()
            .map(tidied)
            .collect();
        let all = functions.clone();
        functions.retain(|function| {
            is_called(&main, &function.name)
                || all.iter().any(|other| is_called(other, &function.name))
        });
        let constants = self.constants(&mut main, &mut functions);
        let mut program = Program {
            heading: self.heading(),
            is_old: self.is_for_old_compilers(),
            reads_much: self.reads_much(),
            is_unsigned: false,
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
        let rule = self.rules().description();
        let mut capital = rule.chars();
        let rule = capital.next().map_or(String::new(), |first| {
            first.to_uppercase().collect::<String>() + capital.as_str()
        });
        let end = t!(".");
        let mut lines = vec![first, format!("{rule}{end}")];
        for why in &self.theory.whys {
            lines.push(self.filled(translated(why).unwrap_or(why)));
        }
        lines
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
                value.to_string()
            });
            text += &value;
            rest = after;
        }
        text + rest
    }

    /// The largest value of each number of the input, and of the piles.
    fn highs(&self) -> types::Highs {
        let layout = self.layout;
        let mut numbers: BTreeMap<String, u128> = BTreeMap::new();
        let (_, largest) = self.extremes();
        let most = self
            .theory
            .get("largest")
            .and_then(|function| match &function.body[..] {
                [Statement::Return(value)] => {
                    let mut known = self.parameters.clone();
                    for number in &layout.numbers {
                        known.know(
                            &self.names[number.index],
                            Value::Number(high(layout, number).into()),
                        );
                    }
                    known.number(value)
                }
                _ => None,
            });
        let most = most.unwrap_or(0).max(largest.into());
        for number in &layout.numbers {
            let own = u128::from(high(layout, number));
            let is_pile = number.role.is_pile() || number.role == Role::FirstCell;
            let is_of_rule = number.role.is_rule() && own >= 1 << 29;
            let is_wide = most >= 1 << 31
                && (is_pile || is_of_rule)
                && !matches!(number.role, Role::PileOf(PileOf::Count(_)));
            numbers.insert(
                self.names[number.index].clone(),
                if is_wide { own.max(most) } else { own },
            );
        }
        let [position, case, _] = self.most_piles();
        let _ = position;
        let mut loops = false;
        if let Some(options) = self.theory.get("options") {
            for_each_statement(&options.body, &mut |statement| {
                loops |= matches!(
                    statement,
                    Statement::For { .. } | Statement::While(..) | Statement::ForYield { .. }
                );
            });
        }
        let counted = if self.theory.get("count").is_some() {
            u128::MAX
        } else if loops {
            case.saturating_mul(u128::from(largest).saturating_mul(2))
        } else {
            case.saturating_mul(2)
        };
        let wide = if counted >= 1 << 31 {
            ["count", "ways"].map(str::to_owned).into()
        } else {
            BTreeSet::new()
        };
        types::Highs {
            numbers,
            most,
            wide,
        }
    }

    /// Whether the input may be so long that a fast reader pays.
    fn reads_much(&self) -> bool {
        let [_, case, all] = self.most_piles();
        case.max(all) >= 100_000
            || self.layout.most_cases() != u64::MAX && self.layout.most_cases() >= 100_000
    }

    /// Lists that never change become constants of the program.
    fn constants(
        &self,
        main: &mut Function,
        functions: &mut [Function],
    ) -> Vec<(String, Vec<u64>)> {
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
            let is_used = uses(&main.body, name) > 0
                || functions
                    .iter()
                    .any(|function| uses(&function.body, name) > 0);
            if let Some(mut numbers) = numbers.filter(|_| is_used) {
                if name == "TAKES" {
                    let (_, largest) = self.extremes();
                    if self.parameters.places.get("SORTED") == Some(&Expr::Bool(true)) {
                        numbers.retain(|take| *take <= largest);
                    }
                }
                main.lengths
                    .insert(name.to_owned(), Expr::Number(numbers.len() as u64));
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

    /// How the piles of a position come, and whether they are kept.
    fn plan(&mut self) {
        let layout = self.layout;
        // Tables that need numbers of the input are made behind the last one of these.
        let needed: BTreeSet<_> = layout
            .numbers
            .iter()
            .filter(|number| number.role.is_rule())
            .map(|number| self.names[number.index].clone())
            .collect();
        let mut used = false;
        let mut prepare = self.theory.prepare.clone();
        self.put_calls_in_place(&mut prepare);
        for name in &needed {
            used |= uses(&prepare, name) > 0;
        }
        if let Some(Expr::List(list)) = self.parameters.places.get("TAKES") {
            used |= list.iter().any(|item| matches!(item, Expr::Name(_)));
        }
        if used {
            self.prepared_behind = layout
                .numbers
                .iter()
                .rfind(|number| number.role.is_rule())
                .map(|number| number.index);
        }
        let piles: Vec<_> = self
            .piles()
            .into_iter()
            .map(|number| number.index)
            .collect();
        let scope = self.scope();
        self.are_named = piles
            .iter()
            .all(|&index| is_single_in(layout, scope, &layout.numbers[index]));
        if layout.numbers.iter().any(|number| number.are_positions) {
            self.are_named = true;
            return;
        }
        if layout.up_to().is_some() {
            return;
        }
        let asked = Asked::of(self.template);
        let asks_moves = !matches!(asked, Asked::Winner | Asked::Grundy);
        let has_list = self.position_parameters().len() == 1 && self.list_parameter().is_some();
        let order = layout.order.as_ref().filter(|order| !order.is_row);
        if order.is_some() && !has_list {
            let why = t!(
                "no program is known for piles that come in another order than that of the input"
            );
            self.lacking = Some(why.to_owned());
            return;
        }
        // One pile needs no list.
        let is_alone = self.are_named && piles.len() == 1 && self.fold().is_some();
        let needs_list = has_list
            && !is_alone
            && (asks_moves
                || self.fold().is_none()
                || order.is_some()
                || layout.completing.is_some() && !self.are_named);
        if !needs_list {
            return;
        }
        let list = match &piles[..] {
            [index]
                if layout.numbers[*index].length.is_some()
                    && !matches!(
                        layout.numbers[*index].role,
                        Role::SecondCell
                            | Role::PileOf(PileOf::Cells | PileOf::Count(_) | PileOf::MoreOnce(_))
                    )
                    && !self.is_in_rows(&layout.numbers[*index]) =>
            {
                Some(*index)
            }
            _ => None,
        };
        self.kept = Some(if let Some(index) = list {
            Kept {
                list: self.names[index].clone(),
                len: self.len(&layout.numbers[index]),
                is_read: true,
                beside: Vec::new(),
            }
        } else {
            let list = self.fresh(&["piles"]);
            let len = if self.are_named {
                Expr::Number(piles.len() as u64)
            } else {
                Expr::Name(self.fresh(&["total", "piles_read"]))
            };
            for _ in order.map_or(&[][..], |order| &order.runs) {
                let part = self.fresh(&["part", "other_part", "third_part"]);
                let count = self.fresh(&[&*format!("piles_of_{part}")]);
                self.parts.push((part, count));
            }
            let beside = if self.are_named {
                Vec::new()
            } else {
                self.rules_beside()
            };
            Kept {
                list,
                len,
                is_read: false,
                beside,
            }
        });
    }

    /// The numbers of the rules that stand beside the piles of a position that they are for, and names of lists of them.
    fn rules_beside(&mut self) -> Vec<(String, String)> {
        let layout = self.layout;
        if layout.positions() {
            return Vec::new();
        }
        let numbers = layout.numbers.iter();
        let beside = numbers.filter(|number| layout.is_beside(number));
        beside
            .map(|number| {
                let name = self.names[number.index].clone();
                let list = self.fresh(&[&*format!("{name}s"), &*format!("{name}_of_piles")]);
                (name, list)
            })
            .collect()
    }

    /// Whether a list stands in a group of rows that are one position.
    fn is_in_rows(&self, number: &NumberItem) -> bool {
        !number.on_lines
            && self.layout.case.iter().any(|item| match item {
                Item::Group(group) => group.has(number) && !group.is_position,
                Item::Line(_) => false,
            })
    }

    /// The length of a list.
    fn len(&self, number: &NumberItem) -> Expr {
        let Some(times) = number.length else {
            return Expr::Number(1);
        };
        let times = self.name(times);
        match number.factor {
            1 => times,
            factor => Expr::Binary(
                Operator::Multiply,
                Box::new(Expr::Number(factor)),
                Box::new(times),
            ),
        }
    }

    fn prepare(&self) -> Block {
        self.theory.prepare.clone()
    }

    // ---- reading

    /// All cases.
    fn cases(&mut self) -> Result<Block, String> {
        let layout = self.layout;
        let has_case = self.template.has(Fact::Case);
        let case = if has_case {
            self.fresh(&["test", "test_case"])
        } else {
            "_".to_owned()
        };
        let mut first = numbers_in(layout, &layout.case)
            .first()
            .map(|number| number.index);
        let repeat = match layout.cases() {
            None => {
                let mut body = Block::new();
                if has_case {
                    body.push(Statement::Set(Expr::Name(case.clone()), Expr::Number(1)));
                }
                body.extend(self.case(&case)?);
                return Ok(body);
            }
            Some(Repeat::Times(times)) => {
                let body = self.case(&case)?;
                let from = u64::from(has_case);
                let mut end = Expr::Binary(
                    Operator::Add,
                    Box::new(self.name(times)),
                    Box::new(Expr::Number(from)),
                );
                fold(&mut end);
                return Ok(vec![Statement::For {
                    name: case,
                    start: Expr::Number(from),
                    end,
                    step: Expr::Number(1),
                    body,
                }]);
            }
            Some(repeat) => repeat,
        };
        self.first_read = first;
        let mut body = self.case(&case)?;
        let mut all = Block::new();
        if has_case {
            all.push(Statement::Set(Expr::Name(case.clone()), Expr::Number(0)));
            body.insert(
                0,
                Statement::Change(Expr::Name(case), Operator::Add, Expr::Number(1)),
            );
        }
        let names = first
            .take()
            .map(|index| self.item_name(index))
            .into_iter()
            .collect();
        all.push(Statement::WhileMore {
            names,
            to_zero: repeat == Repeat::ToZero,
            body,
        });
        Ok(all)
    }

    /// The variable that one number of a list is read into, or a single number.
    fn item_name(&self, index: usize) -> String {
        match &self.kept {
            Some(kept) if kept.is_read && kept.list == self.names[index] => "first".to_owned(),
            _ if self.layout.numbers[index].role == Role::Take
                && self.layout.numbers[index].length.is_some() =>
            {
                "first".to_owned()
            }
            _ => self.names[index].clone(),
        }
    }

    fn case(&mut self, case: &str) -> Result<Block, String> {
        let layout = self.layout;
        let mut body = self.walk(&layout.case, true)?;
        if let Some(up_to) = layout.up_to() {
            let result = self.position_of_size(case)?;
            let end = Expr::Binary(
                Operator::Add,
                Box::new(self.name(up_to.index)),
                Box::new(Expr::Number(1)),
            );
            body.push(Statement::For {
                name: "pile".to_owned(),
                start: Expr::Number(1),
                end,
                step: Expr::Number(1),
                body: result,
            });
        } else if !layout.positions() {
            body.extend(self.result(case)?);
        }
        if self.template.positions.is_some() && !self.template.has_lines_of_positions() {
            body.push(Statement::Out(vec![Expr::Text("\n".to_owned())]));
        }
        Ok(body)
    }

    /// The statements that read these parts. If `is_scope`, the piles of a position may begin in them.
    fn walk(&mut self, items: &[Item], is_scope: bool) -> Result<Block, String> {
        let layout = self.layout;
        let mut block = Block::new();
        let mut begun = !is_scope
            || layout.up_to().is_some()
            || (layout.positions() && std::ptr::eq(items, &raw const *layout.case));
        for item in items {
            let numbers = numbers_in(layout, std::slice::from_ref(item));
            if !begun && !self.are_named && numbers.iter().any(|number| number.role.is_pile()) {
                begun = true;
                // What is read before the piles on the same line comes first.
                if let Item::Line(line) = item {
                    let at = line
                        .clone()
                        .find(|&index| layout.numbers[index].role.is_pile())
                        .unwrap_or(line.start);
                    for index in line.start..at {
                        block.extend(self.number(index));
                    }
                    block.extend(self.begin());
                    for index in at..line.end {
                        block.extend(self.number(index));
                        block.extend(self.pile_alone(index));
                    }
                    continue;
                }
                block.extend(self.begin());
            }
            match item {
                Item::Line(line) => {
                    for index in line.clone() {
                        block.extend(self.number(index));
                        if is_scope {
                            block.extend(self.pile_alone(index));
                        }
                    }
                }
                Item::Group(group) => block.extend(self.group(group)?),
            }
        }
        Ok(block)
    }

    /// What is done with a pile that stands alone, outside of the groups that have others.
    fn pile_alone(&mut self, index: usize) -> Block {
        let number = &self.layout.numbers[index];
        if self.are_named || !number.role.is_pile() || number.length.is_some() {
            return Block::new();
        }
        self.set_part(index);
        let pile = self.pile_of(index);
        self.each(pile, None)
    }

    fn group(&mut self, group: &Group) -> Result<Block, String> {
        let layout = self.layout;
        if group.is_list {
            return Ok(self.number(group.numbers.start));
        }
        let first_read = self
            .first_read
            .filter(|first| group.numbers.contains(first));
        self.first_read = self.first_read.filter(|_| first_read.is_none());
        let mut body = self.walk(&group.items, group.is_position)?;
        let has_single = |number: &&NumberItem| number.role.is_pile() && number.length.is_none();
        let singles = numbers_in(layout, &group.items)
            .into_iter()
            .filter(has_single);
        let mut singles: Vec<_> = singles.map(|number| number.index).collect();
        self.put_in_order(&mut singles);
        if group.is_position {
            let result = self.result("_")?;
            body.extend(result);
        } else {
            for index in singles {
                self.set_part(index);
                let pile = self.pile_of(index);
                body.extend(self.each(pile, None));
            }
        }
        let mut name = "_".to_owned();
        if let Some(first) = first_read {
            name = self.fresh(&["i", "row"]);
            let read = |statement: &Statement| matches!(statement, Statement::Read(names) if names[0] == self.names[first]);
            if let Some(at) = body.iter().position(read) {
                let later = Expr::Binary(
                    Operator::Greater,
                    Box::new(Expr::name(&*name)),
                    Box::new(Expr::Number(0)),
                );
                let read = body.remove(at);
                body.insert(at, Statement::If(later, vec![read], Block::new()));
            }
        }
        Ok(vec![Statement::For {
            name,
            start: Expr::Number(0),
            end: self.name(group.times),
            step: Expr::Number(1),
            body,
        }])
    }

    /// Reads a number or a list.
    fn number(&mut self, index: usize) -> Block {
        let number = &self.layout.numbers[index];
        let mut block = if number.length.is_some() {
            self.list(index)
        } else {
            self.single(index)
        };
        if self.prepared_behind == Some(index) {
            if let Some(list @ Expr::List(_)) = self.parameters.places.get("TAKES")
                && !matches!(self.parameters.values.get("TAKES"), Some(Value::List(_)))
            {
                block.push(Statement::Set(Expr::name("takes"), list.clone()));
            }
            block.extend(self.prepare());
        }
        block
    }

    fn single(&mut self, index: usize) -> Block {
        if self.first_read == Some(index) {
            self.first_read = None;
            return Block::new();
        }
        vec![Statement::Read(vec![self.names[index].clone()])]
    }

    /// The pile that a single number makes.
    fn pile_of(&self, index: usize) -> Expr {
        let number = &self.layout.numbers[index];
        let by = |operator, by| {
            Expr::Binary(
                operator,
                Box::new(self.name(index)),
                Box::new(Expr::Number(by)),
            )
        };
        match number.role {
            Role::PileOf(PileOf::Less(less)) => by(Operator::Subtract, less),
            Role::PileOf(PileOf::More(more)) => by(Operator::Add, more),
            Role::SecondCell => Self::between(
                number
                    .differs_from
                    .map_or(Expr::Number(0), |first| self.name(first.index)),
                self.name(index),
            ),
            _ => self.name(index),
        }
    }

    /// How many cells there are between two.
    fn between(one: Expr, other: Expr) -> Expr {
        let distance = Expr::Call("distance".to_owned(), vec![one, other]);
        Expr::Binary(
            Operator::Subtract,
            Box::new(distance),
            Box::new(Expr::Number(1)),
        )
    }

    /// A loop that reads a list, and does this with each number of it.
    fn loop_over(&mut self, index: usize, i: &str, mut body: Block) -> Statement {
        let number = &self.layout.numbers[index];
        let read = Statement::Read(vec![self.names[index].clone()]);
        let mut name = i.to_owned();
        if self.first_read == Some(index) {
            self.first_read = None;
            if name == "_" {
                name = self.fresh(&["i", "j"]);
            }
            let later = Expr::Binary(
                Operator::Greater,
                Box::new(Expr::name(&*name)),
                Box::new(Expr::Number(0)),
            );
            body.insert(0, Statement::If(later, vec![read], Block::new()));
        } else {
            body.insert(0, read);
        }
        Statement::For {
            name,
            start: Expr::Number(0),
            end: self.len(number),
            step: Expr::Number(1),
            body,
        }
    }

    /// Reads a list as it is.
    fn read_list(&mut self, index: usize) -> Block {
        let list = self.names[index].clone();
        let len = self.len(&self.layout.numbers[index]);
        self.lengths.insert(list.clone(), len.clone());
        if self.first_read != Some(index) {
            return vec![Statement::ReadList(list, len)];
        }
        self.first_read = None;
        let mut zeros = statements(
            "list = [0] * (count)\nfor i in range(count):\n if i > 0:\n  first = read()\n list[i] = first",
        );
        let i = self.fresh(&["i", "j"]);
        let places = BTreeMap::from([
            ("list".to_owned(), Expr::Name(list)),
            ("count".to_owned(), len),
            ("i".to_owned(), Expr::Name(i)),
        ]);
        substitute(&mut zeros, &places);
        zeros
    }

    fn list(&mut self, index: usize) -> Block {
        let layout = self.layout;
        self.set_part(index);
        let number = &layout.numbers[index];
        let name = self.name(index);
        let own = self.names[index].clone();
        let is_kept = self
            .kept
            .as_ref()
            .is_some_and(|kept| kept.is_read && kept.list == own);
        let by = |operator, by| {
            Expr::Binary(operator, Box::new(name.clone()), Box::new(Expr::Number(by)))
        };
        match number.role {
            Role::Take | Role::FirstCell
                if (self.theory_uses(&own) || number.role == Role::FirstCell) =>
            {
                return self.read_list(index);
            }
            Role::PileOf(PileOf::MoreOnce(more)) => {
                let mut block = self.read_list(index);
                block.extend(statements(&format!("{own}.sort()")));
                let i = self.fresh(&["i", "j"]);
                let item = expr(&format!("{own}[{i}]"));
                let pile =
                    Expr::Binary(Operator::Add, Box::new(item), Box::new(Expr::Number(more)));
                let each = self.each(pile, None);
                let mut once = statements(&format!(
                    "for {i} in range(count):\n if {i} == 0 or {own}[{i}] != {own}[{i} - 1]:\n  pass"
                ));
                if let Some(Statement::For { end, body, .. }) = once.first_mut() {
                    *end = self.len(number);
                    if let Some(Statement::If(_, then, _)) = body.first_mut() {
                        *then = each;
                    }
                }
                block.extend(once);
                return block;
            }
            Role::PileOf(PileOf::Count(from)) => {
                let i = self.fresh(&["i", "j"]);
                let mut pile = Expr::Binary(
                    Operator::Add,
                    Box::new(Expr::name(&*i)),
                    Box::new(Expr::Number(from)),
                );
                fold(&mut pile);
                let is_misere = self.rules().play == Play::Misere;
                let each = self.each(pile, None);
                let test = if is_misere {
                    expr(&format!("{own} > 0"))
                } else {
                    expr(&format!("{own} % 2 == 1"))
                };
                let each = if is_misere {
                    vec![Statement::For {
                        name: "_".to_owned(),
                        start: Expr::Number(0),
                        end: expr(&format!("2 - {own} % 2")),
                        step: Expr::Number(1),
                        body: each,
                    }]
                } else {
                    each
                };
                let body = vec![Statement::If(test, each, Block::new())];
                return vec![self.loop_over(index, &i, body)];
            }
            Role::PileOf(PileOf::Cells) => {
                let right = self.fresh(&["right", "other"]);
                let pile = Self::between(Expr::name(&*right), name.clone());
                let mut body = vec![Statement::Read(vec![right.clone()])];
                if number.ascending && !number.may_repeat {
                    let pile = expr(&format!("{right} - {own} - 1"));
                    body.extend(self.each(pile, None));
                } else {
                    body.extend(self.each(pile, None));
                }
                let mut over = self.loop_over(index, "_", body);
                if let Statement::For { end, .. } = &mut over {
                    let times = number
                        .length
                        .map_or(Expr::Number(1), |times| self.name(times));
                    *end = match number.factor / 2 {
                        1 => times,
                        factor => Expr::Binary(
                            Operator::Multiply,
                            Box::new(Expr::Number(factor)),
                            Box::new(times),
                        ),
                    };
                }
                return vec![over];
            }
            Role::SecondCell => {
                let i = self.fresh(&["i", "j"]);
                let first = number
                    .differs_from
                    .map_or(String::new(), |first| self.names[first.index].clone());
                let pile = Self::between(expr(&format!("{first}[{i}]")), name);
                let body = self.each(pile, None);
                return vec![self.loop_over(index, &i, body)];
            }
            role if role.is_pile() && is_kept => {
                let mut block = self.read_list(index);
                let change = match role {
                    Role::PileOf(PileOf::Less(less)) => format!("-= {less}"),
                    Role::PileOf(PileOf::More(more)) => format!("+= {more}"),
                    Role::PileOf(PileOf::MorePlace) => "+= i + 1".to_owned(),
                    _ => return block,
                };
                let i = self.fresh(&["i", "j"]);
                let change = change.replace('i', &i);
                let mut over =
                    statements(&format!("for {i} in range(count):\n {own}[{i}] {change}"));
                if let Some(Statement::For { end, .. }) = over.first_mut() {
                    *end = self.len(number);
                }
                block.extend(over);
                return block;
            }
            _ if number.are_positions => {
                let body = match self.condition(Some(vec![name])) {
                    Ok((mut block, won)) => {
                        block.extend(self.print_position(won));
                        block
                    }
                    Err(why) => {
                        self.lacking = Some(why);
                        Block::new()
                    }
                };
                return vec![self.loop_over(index, "_", body)];
            }
            role if role.is_pile() => {
                let needs_place = role == Role::PileOf(PileOf::MorePlace);
                let needs_index = needs_place || self.fold_index();
                let i = if needs_index {
                    self.fresh(&["i", "j"])
                } else {
                    "_".to_owned()
                };
                let pile = match role {
                    Role::PileOf(PileOf::Less(less)) => by(Operator::Subtract, less),
                    Role::PileOf(PileOf::More(more)) => by(Operator::Add, more),
                    Role::PileOf(PileOf::MorePlace) => expr(&format!("{own} + {i} + 1")),
                    _ => name.clone(),
                };
                let is_in_rows = self.is_in_rows(number);
                let body = self.each(pile, Some(i.clone()).filter(|_| !is_in_rows));
                return vec![self.loop_over(index, &i, body)];
            }
            _ => {}
        }
        if self.first_read == Some(index) {
            return vec![self.loop_over(index, "_", Block::new())];
        }
        vec![Statement::For {
            name: "_".to_owned(),
            start: Expr::Number(0),
            end: self.len(number),
            step: Expr::Number(1),
            body: vec![Statement::Skip],
        }]
    }

    /// Whether the theory uses a number or list of the input.
    fn theory_uses(&self, name: &str) -> bool {
        uses(&self.theory.prepare, name) > 0
            || self
                .theory
                .functions
                .values()
                .any(|function| uses(&function.body, name) > 0)
    }

    // ---- positions

    /// The function that says who wins.
    fn winning(&self) -> &Function {
        self.theory
            .get("wins")
            .or_else(|| self.theory.get("value"))
            .expect("a theory says who wins")
    }

    fn position_parameters(&self) -> &[String] {
        &self.winning().parameters
    }

    /// The parameter that is a list of piles or cells, if it is one.
    fn list_parameter(&self) -> Option<&str> {
        let first = self.position_parameters().first()?;
        ["piles", "cells"]
            .iter()
            .find(|name| first.starts_with(**name))
            .map(|_| &**first)
    }

    /// The parts of the function that says who wins, if it goes through the piles once: what comes before, the loop,
    /// and what comes after.
    fn fold(&self) -> Option<(Block, Statement, Block)> {
        let list = self.list_parameter()?;
        let body = &self.winning().body;
        let at = body.iter().position(
            |statement| matches!(statement, Statement::ForEach { list: over, .. } if over == list),
        )?;
        (uses(body, list) == 1).then(|| {
            (
                body[..at].to_vec(),
                body[at].clone(),
                body[at + 1..].to_vec(),
            )
        })
    }

    /// Whether the loop of the fold needs the place of each pile.
    fn fold_index(&self) -> bool {
        matches!(
            self.fold(),
            Some((_, Statement::ForEach { index: Some(_), .. }, _))
        )
    }

    /// What comes before the piles of a position.
    fn begin(&mut self) -> Block {
        if let Some(kept) = self.kept.clone() {
            if kept.is_read || self.are_named {
                return Block::new();
            }
            let [position, ..] = self.most_piles();
            let most = u64::try_from(position).unwrap_or(u64::MAX);
            let list = Expr::Filled(
                Box::new(Expr::Number(0)),
                Box::new(self.length_of_rows().unwrap_or(Expr::Number(most))),
            );
            let lists = kept.beside.into_iter().map(|(_, list)| list);
            let lists = [kept.list].into_iter().chain(lists);
            let mut block = Block::new();
            for name in lists {
                self.lengths.insert(name.clone(), kept.len.clone());
                block.push(Statement::Set(Expr::Name(name), list.clone()));
            }
            block.push(Statement::Set(kept.len, Expr::Number(0)));
            for (part, count) in self.parts.clone() {
                self.lengths.insert(part.clone(), Expr::name(&*count));
                block.push(Statement::Set(Expr::Name(part), list.clone()));
                block.push(Statement::Set(Expr::Name(count), Expr::Number(0)));
            }
            return block;
        }
        let Some((before, each, _)) = self.fold() else {
            return Block::new();
        };
        let mut block = before;
        if let Statement::ForEach {
            index: Some(index), ..
        } = each
            && self.counts_piles()
        {
            block.push(Statement::Set(Expr::Name(index), Expr::Number(0)));
        }
        block
    }

    /// Whether piles are counted by the program, since they do not come as one list.
    fn counts_piles(&self) -> bool {
        self.piles()
            .iter()
            .any(|number| self.is_in_rows(number) || number.length.is_none())
            && !self.are_named
    }

    /// How many piles rows have together, if the input says it before.
    fn length_of_rows(&self) -> Option<Expr> {
        let layout = self.layout;
        let piles = self.piles();
        let [number] = &piles[..] else {
            return None;
        };
        let group = layout.case.iter().find_map(|item| match item {
            Item::Group(group) if group.has(number) => Some(group),
            _ => None,
        });
        let Some(group) = group.filter(|group| !group.is_list) else {
            return Some(match number.role {
                Role::PileOf(PileOf::Cells) => {
                    let half = number.factor / 2;
                    let times = number
                        .length
                        .map_or(Expr::Number(1), |times| self.name(times));
                    if half == 1 {
                        times
                    } else {
                        Expr::Binary(
                            Operator::Multiply,
                            Box::new(Expr::Number(half)),
                            Box::new(times),
                        )
                    }
                }
                _ => self.len(number),
            });
        };
        if group.is_position {
            return number.length.map(|_| self.len(number));
        }
        match number.length {
            None => Some(self.name(group.times)),
            Some(times) if times < group.numbers.start => Some(Expr::Binary(
                Operator::Multiply,
                Box::new(self.name(group.times)),
                Box::new(self.len(number)),
            )),
            Some(_) => None,
        }
    }

    /// What is done with a pile of a position, whose place in a list is this.
    fn each(&mut self, pile: Expr, place: Option<String>) -> Block {
        if let Some(kept) = self.kept.clone() {
            if kept.is_read {
                return Block::new();
            }
            if let Some((part, count)) = self.parts.get(self.part) {
                let item = Expr::Item(part.clone(), Box::new(Expr::name(&**count)));
                let one = Expr::Number(1);
                return vec![
                    Statement::Set(item, pile),
                    Statement::Change(Expr::name(&**count), Operator::Add, one),
                ];
            }
            let Expr::Name(len) = &kept.len else {
                return Block::new();
            };
            let item = |list: &str| Expr::Item(list.to_owned(), Box::new(kept.len.clone()));
            let mut block = vec![Statement::Set(item(&kept.list), pile)];
            for (name, list) in &kept.beside {
                block.push(Statement::Set(item(list), Expr::name(&**name)));
            }
            let one = Expr::Number(1);
            block.push(Statement::Change(Expr::name(&**len), Operator::Add, one));
            return block;
        }
        let Some((
            _,
            Statement::ForEach {
                index, name, body, ..
            },
            _,
        )) = self.fold()
        else {
            return Block::new();
        };
        let mut block = Block::new();
        let mut body = body;
        let mut places = BTreeMap::new();
        let used: usize = uses(&body, &name);
        let changed = assigned(&body).contains(&name);
        if changed || used > 1 && !matches!(pile, Expr::Name(_) | Expr::Number(_)) {
            block.push(Statement::Set(Expr::Name(name.clone()), pile));
        } else {
            places.insert(name.clone(), pile);
        }
        let counts = self.counts_piles();
        if let Some(index) = &index
            && let Some(place) = place.filter(|_| !counts)
        {
            places.insert(index.clone(), Expr::Name(place));
        }
        substitute(&mut body, &places);
        block.extend(body);
        if let Some(index) = index.filter(|_| counts) {
            block.push(Statement::Change(
                Expr::Name(index),
                Operator::Add,
                Expr::Number(1),
            ));
        }
        block
    }

    /// The names of a position of single numbers, as the theory gets them.
    fn single_piles(&self) -> Vec<Expr> {
        let mut indices: Vec<_> = self
            .piles()
            .into_iter()
            .map(|number| number.index)
            .collect();
        self.put_in_order(&mut indices);
        indices
            .into_iter()
            .map(|index| self.pile_of(index))
            .collect()
    }

    /// The indices of single numbers, in the order of their names in `piles`.
    fn put_in_order(&self, indices: &mut [usize]) {
        if let Some(order) = &self.layout.order {
            indices.sort_by_key(|index| order.place(*index));
        }
    }

    /// Statements after which it is known who wins, and whether the player to move does: all piles have been read.
    fn condition(&mut self, sizes: Option<Vec<Expr>>) -> Result<(Block, Expr), String> {
        let singles = sizes.unwrap_or_else(|| {
            if self.are_named {
                self.single_piles()
            } else {
                Vec::new()
            }
        });
        let is_value = self.theory.get("wins").is_none();
        let done = |mut block: Block, value: Expr| {
            let value = if is_value {
                Expr::Binary(
                    Operator::NotEqual,
                    Box::new(value),
                    Box::new(Expr::Number(0)),
                )
            } else {
                value
            };
            block = fold_block(block);
            (block, value)
        };
        let asks_moves = matches!(
            Asked::of(self.template),
            Asked::Count | Asked::FirstMove | Asked::AllMoves
        );
        if self.list_parameter().is_some() {
            let mut block = Block::new();
            if let Some(kept) = self.kept.clone() {
                if !kept.is_read && self.are_named {
                    block.push(Statement::Set(
                        Expr::Name(kept.list.clone()),
                        Expr::List(singles),
                    ));
                    self.lengths.insert(kept.list.clone(), kept.len.clone());
                }
                block.extend(self.put_parts_together(&kept));
                let mut body = self.winning().body.clone();
                let parameter = self.list_parameter().unwrap_or_default().to_owned();
                self.over_kept(&mut body, &parameter, &kept);
                let value = ending(&mut body, "wins")?;
                block.extend(body);
                return Ok(done(block, value));
            }
            let Some((_, _, rest)) = self.fold() else {
                return Err("a theory needs a list".to_owned());
            };
            if self.are_named || self.layout.up_to().is_some() {
                if let Some((before, ..)) = self.fold() {
                    block.extend(before);
                }
                for (place, pile) in singles.into_iter().enumerate() {
                    let mut each = self.each(pile, None);
                    if let Some((
                        _,
                        Statement::ForEach {
                            index: Some(index), ..
                        },
                        _,
                    )) = self.fold()
                    {
                        let places = BTreeMap::from([(index, Expr::Number(place as u64))]);
                        substitute(&mut each, &places);
                    }
                    block.extend(each);
                }
            }
            let mut rest = rest;
            let value = ending(&mut rest, "wins")?;
            block.extend(rest);
            return Ok(done(block, value));
        }
        let function = self.winning().clone();
        let places: BTreeMap<_, _> = function
            .parameters
            .iter()
            .cloned()
            .zip(singles.iter().cloned())
            .collect();
        let mut body = function.body.clone();
        if asks_moves || body.len() == 1 || uses_lists(&body) && !has_early_return(&body) {
            let changed = assigned(&body);
            let mut block = Block::new();
            let mut kept_places = places.clone();
            for (name, value) in places {
                if changed.contains(&name) {
                    block.push(Statement::Set(Expr::Name(name.clone()), value));
                    kept_places.remove(&name);
                }
            }
            substitute(&mut body, &kept_places);
            let value = ending(&mut body, "wins")?;
            block.extend(body);
            return Ok(done(block, value));
        }
        let name = if is_value {
            "grundy_value"
        } else {
            "first_wins"
        };
        let call = self.call(name, &function, singles);
        Ok(done(Block::new(), call))
    }

    /// Fills the list of kept piles with those of its parts.
    fn put_parts_together(&mut self, kept: &Kept) -> Block {
        let mut block = Block::new();
        for (part, count) in self.parts.clone() {
            let i = self.fresh(&["i", "j"]);
            self.taken.remove(&i);
            let next = Expr::Item(kept.list.clone(), Box::new(kept.len.clone()));
            let pile = Expr::Item(part, Box::new(Expr::name(&*i)));
            block.push(Statement::For {
                name: i,
                start: Expr::Number(0),
                end: Expr::Name(count),
                step: Expr::Number(1),
                body: vec![
                    Statement::Set(next, pile),
                    Statement::Change(kept.len.clone(), Operator::Add, Expr::Number(1)),
                ],
            });
        }
        block
    }

    /// The pile that is read next is the number with this index, or one of that list.
    fn set_part(&mut self, index: usize) {
        let order = self.layout.order.as_ref();
        if let Some(order) = order
            && let Some(place) = order.place(index)
        {
            let part = order.runs.iter().position(|run| run.contains(&place));
            self.part = part.unwrap_or(0);
        }
    }

    /// Goes through the list of kept piles in the place of this parameter.
    fn over_kept(&mut self, body: &mut Block, parameter: &str, kept: &Kept) {
        let places = BTreeMap::from([(parameter.to_owned(), Expr::name(&*kept.list))]);
        substitute(body, &places);
        self.lengths.insert(kept.list.clone(), kept.len.clone());
        if kept.is_read || self.are_named {
            return;
        }
        // The list may be longer than the position.
        let taken = std::mem::take(body);
        let mut fresh = || "i".to_owned();
        *body = map_statements(taken, &mut |statement| match statement {
            Statement::ForEach {
                index,
                name,
                list,
                mut body,
            } if list == kept.list => {
                let i = index.unwrap_or_else(&mut fresh);
                let item = Expr::Item(list, Box::new(Expr::name(&*i)));
                if assigned(&body).contains(&name) {
                    body.insert(0, Statement::Set(Expr::Name(name), item));
                } else {
                    substitute(&mut body, &BTreeMap::from([(name, item)]));
                }
                body.splice(0..0, kept.rules_of(&Expr::name(&*i)));
                vec![Statement::For {
                    name: i,
                    start: Expr::Number(0),
                    end: kept.len.clone(),
                    step: Expr::Number(1),
                    body,
                }]
            }
            other => vec![other],
        });
    }

    /// A call of a function of the theory, which becomes one of the program; numbers of the input that it needs are
    /// parameters of it.
    fn call(&mut self, name: &str, function: &Function, arguments: Vec<Expr>) -> Expr {
        let mut function = function.clone();
        name.clone_into(&mut function.name);
        let mut body = std::mem::take(&mut function.body);
        self.put_calls_in_place(&mut body);
        function.body = body;
        let extra = self.extra_parameters(&function);
        function.parameters.extend(extra.clone());
        if !self
            .functions
            .iter()
            .any(|other| other.name == function.name)
        {
            self.functions.push(function);
        }
        let arguments = arguments
            .into_iter()
            .chain(extra.into_iter().map(Expr::Name));
        Expr::Call(name.to_owned(), arguments.collect())
    }

    fn extra_parameters(&self, function: &Function) -> Vec<String> {
        let own = assigned(&function.body);
        let is_extra = |name: &&String| {
            !own.contains(*name)
                && !function.parameters.contains(name)
                && uses(&function.body, name) > 0
        };
        self.names.iter().filter(is_extra).cloned().collect()
    }

    /// Puts functions of one `return` in the place of their calls, `takes` in the place of loops over them, and makes
    /// others functions of the program.
    fn put_calls_in_place(&mut self, block: &mut Block) {
        let taken = std::mem::take(block);
        let takes = self.theory.get("takes").cloned();
        let mut all = map_statements(taken, &mut |statement| match (statement, &takes) {
            (
                Statement::ForYield {
                    name,
                    function,
                    arguments,
                    body,
                },
                Some(takes),
            ) if function == "takes" => {
                let mut inner = takes.body.clone();
                let places: BTreeMap<_, _> =
                    takes.parameters.iter().cloned().zip(arguments).collect();
                substitute(&mut inner, &places);
                map_statements(inner, &mut |statement| match statement {
                    Statement::Yield(mut values) if values.len() == 1 => {
                        let value = values.remove(0);
                        let mut body = body.clone();
                        if matches!(value, Expr::Name(_)) || uses(&body, &name) == 1 {
                            substitute(&mut body, &BTreeMap::from([(name.clone(), value)]));
                        } else {
                            body.insert(0, Statement::Set(Expr::Name(name.clone()), value));
                        }
                        body
                    }
                    other => vec![other],
                })
            }
            (other, _) => vec![other],
        });
        // A set with names is a list of the program.
        let is_made = self.parameters.places.get("TAKES").is_some_and(|list| matches!(list, Expr::List(items) if items.iter().any(|item| matches!(item, Expr::Name(_)))));
        let lists = &self.parameters.places;
        let rename = |statement: Statement| match statement {
            Statement::ForEach {
                index,
                name,
                list,
                body,
            } if list == "TAKES" && is_made => Statement::ForEach {
                index,
                name,
                list: "takes".to_owned(),
                body,
            },
            other => other,
        };
        all = map_statements(all, &mut |statement| vec![rename(statement)]);
        map_values(&mut all, &mut |value| {
            // Constant lists keep their names in capitals.
            if let Expr::Call(function, of) = value
                && function == "len"
                && let [Expr::List(items)] = &of[..]
            {
                *value = Expr::Number(items.len() as u64);
            }
        });
        let _ = lists;
        let mut changed = true;
        while changed {
            changed = false;
            let functions = self.theory.functions.clone();
            let mut calls: Vec<(String, Vec<Expr>)> = Vec::new();
            for_each_expr(&all, &mut |value| {
                if let Expr::Call(name, arguments) = value
                    && functions.contains_key(name)
                {
                    calls.push((name.clone(), arguments.clone()));
                }
            });
            for (name, arguments) in calls {
                let function = &functions[&name];
                let own = function.parameters.len();
                let new = match &function.body[..] {
                    [Statement::Return(value)] => {
                        let places: BTreeMap<_, _> = function
                            .parameters
                            .iter()
                            .cloned()
                            .zip(arguments.iter().cloned())
                            .collect();
                        let mut value = value.clone();
                        substitute_in(&mut value, &places);
                        value
                    }
                    _ if arguments.len() == own => {
                        let call = self.call(&name, function, arguments.clone());
                        if matches!(&call, Expr::Call(_, all) if all.len() == own) {
                            continue;
                        }
                        call
                    }
                    _ => continue,
                };
                let old = Expr::Call(name, arguments);
                map_values(&mut all, &mut |value| {
                    if *value == old {
                        *value = new.clone();
                        changed = true;
                    }
                });
            }
        }
        *block = all;
    }

    // ---- answers

    /// What is printed for each of the piles 1 to n.
    fn position_of_size(&mut self, case: &str) -> Result<Block, String> {
        let (mut block, won) = self.condition(Some(vec![Expr::name("pile")]))?;
        block.extend(self.print_position(won));
        let _ = case;
        Ok(block)
    }

    fn print_position(&self, won: Expr) -> Block {
        let end = if self.template.has_lines_of_positions() {
            "\n"
        } else {
            ""
        };
        let words = self.template.words().unwrap_or_default();
        let [yes, no] = words.map(|word| vec![Expr::Text(word.to_owned() + end)]);
        print_either(won, yes, no)
    }

    /// What is printed for a position.
    fn result(&mut self, case: &str) -> Result<Block, String> {
        let (mut block, won) = self.condition(None)?;
        if self.template.positions.is_some() {
            block.extend(self.print_position(won));
            return Ok(block);
        }
        let template = self.template;
        let asked = Asked::of(template);
        let grundy = template.has(Fact::Grundy).then(|| value_of(&won)).flatten();
        if template.has(Fact::Count) {
            let count = self.fresh(&["count", "ways"]);
            block.push(Statement::Set(Expr::name(&*count), Expr::Number(0)));
            let counting = self.count(&count)?;
            block.extend(self.if_won(&won, counting));
            self.lengths
                .entry(String::new())
                .or_insert(Expr::name(&*count));
        }
        let count = self.lengths.remove("").unwrap_or(Expr::Number(0));
        let values = Values {
            case: Expr::name(case),
            count,
            grundy,
        };
        let pieces = |pieces: &[Piece]| values.parts(pieces);
        let (mut yes, mut no) = (pieces(&template.won), pieces(&template.lost));
        if asked != Asked::AllMoves {
            yes.push(Expr::Text("\n".to_owned()));
        }
        no.push(Expr::Text("\n".to_owned()));
        let may_lack = self.rules().play == Play::Misere && self.extremes().0 == 0;
        match asked {
            Asked::Winner | Asked::Grundy | Asked::Count => {
                if yes == no {
                    block.push(Statement::Out(yes));
                } else {
                    block.extend(print_either(won, yes, no));
                }
            }
            Asked::FirstMove => {
                let mut hook = |composer: &mut Self, step: &Step| {
                    composer.print_move(&template.won, &values, step, "\n")
                };
                let moves = self.moves(&mut hook)?;
                let found = self.fresh(&["found", "is_found"]);
                let is_flagged = may_lack || needs_flag(&moves, 0);
                let mut then = Block::new();
                if is_flagged {
                    then.push(Statement::Set(Expr::name(&*found), Expr::Bool(false)));
                }
                let first = first_step(moves, 0, Some(&*found).filter(|_| is_flagged));
                then.extend(if may_lack {
                    self.if_won(&won, first)
                } else {
                    first
                });
                if may_lack {
                    block.extend(then);
                    let not = Expr::Not(Box::new(Expr::name(&*found)));
                    block.push(Statement::If(not, vec![Statement::Out(no)], Block::new()));
                } else {
                    block.push(Statement::If(won, then, vec![Statement::Out(no)]));
                }
            }
            Asked::AllMoves => {
                let separator = template.separator.to_string();
                let printed = self.fresh(&["printed", "is_printed"]);
                let is_line = separator == "\n" && !may_lack;
                let mut hook = |composer: &mut Self, step: &Step| {
                    if is_line {
                        return composer.print_move(&template.each, &values, step, "\n");
                    }
                    let mut block = Block::new();
                    let before = if may_lack { yes.clone() } else { Vec::new() };
                    let first = if before.is_empty() {
                        Block::new()
                    } else {
                        vec![Statement::Out(before)]
                    };
                    let next = vec![Statement::Out(vec![Expr::Text(separator.clone())])];
                    block.push(Statement::If(Expr::name(&*printed), next, first));
                    block.extend(composer.print_move(&template.each, &values, step, ""));
                    block.push(Statement::Set(Expr::name(&*printed), Expr::Bool(true)));
                    block
                };
                let moves = all_steps(self.moves(&mut hook)?);
                let mut then = Block::new();
                if !yes.is_empty() && !may_lack {
                    then.push(Statement::Out(yes.clone()));
                }
                if !is_line {
                    then.push(Statement::Set(Expr::name(&*printed), Expr::Bool(false)));
                }
                then.extend(if may_lack {
                    self.if_won(&won, moves)
                } else {
                    moves
                });
                let end = vec![Statement::Out(vec![Expr::Text("\n".to_owned())])];
                if may_lack {
                    block.extend(then);
                    block.push(Statement::If(
                        Expr::name(&*printed),
                        end,
                        vec![Statement::Out(no)],
                    ));
                } else {
                    if !is_line {
                        then.extend(end);
                    }
                    block.push(Statement::If(won, then, vec![Statement::Out(no)]));
                }
            }
        }
        Ok(block)
    }

    /// The moves, which a theory of whole positions lists only where some win. Of independent piles, no move keeps the
    /// value of a pile.
    fn if_won(&self, won: &Expr, moves: Block) -> Block {
        if self.theory.get("grundy").is_some() {
            return moves;
        }
        vec![Statement::If(won.clone(), moves, Block::new())]
    }

    /// Counts the moves that win.
    fn count(&mut self, count: &str) -> Result<Block, String> {
        let one = Statement::Change(Expr::name(count), Operator::Add, Expr::Number(1));
        let mut hook = |_: &mut Self, _: &Step| vec![one.clone()];
        let moves = all_steps(self.moves(&mut hook)?);
        Ok(moves)
    }

    /// The moves that win, with what the hook makes of each of them in a `yield`-marked block.
    fn moves(&mut self, hook: &mut dyn FnMut(&mut Self, &Step) -> Block) -> Result<Block, String> {
        let Some(function) = self.theory.get("moves").cloned() else {
            return Err("the theory has no moves".to_owned());
        };
        let mut body = function.body.clone();
        let mut index_and_pile = None;
        if let Some(kept) = self.kept.clone() {
            let parameter = function.parameters.first().cloned().unwrap_or_default();
            let is_fold = |statement: &Statement| match statement {
                Statement::ForEach {
                    index: Some(index),
                    name,
                    ..
                } => Some((index.clone(), name.clone())),
                _ => None,
            };
            index_and_pile = body.iter().find_map(is_fold);
            self.over_kept(&mut body, &parameter, &kept);
        } else {
            let singles = self.single_piles();
            let only = singles.first().cloned();
            let places: BTreeMap<_, _> = function.parameters.iter().cloned().zip(singles).collect();
            substitute(&mut body, &places);
            // The one pile needs no loop.
            body = map_statements(body, &mut |statement| match (statement, &only) {
                (
                    Statement::ForEach {
                        index,
                        name,
                        mut body,
                        ..
                    },
                    Some(only),
                ) => {
                    let mut places = BTreeMap::from([(name, only.clone())]);
                    places.extend(index.map(|index| (index, Expr::Number(0))));
                    substitute(&mut body, &places);
                    body
                }
                (other, _) => vec![other],
            });
        }
        self.steps(body, index_and_pile.as_ref(), hook)
    }

    /// Puts moves in the place of what the theory says of them.
    fn steps(
        &mut self,
        body: Block,
        place: Option<&(String, String)>,
        hook: &mut dyn FnMut(&mut Self, &Step) -> Block,
    ) -> Result<Block, String> {
        let mut all = Block::new();
        for mut statement in body {
            for inner in statement.blocks_mut() {
                *inner = self.steps(std::mem::take(inner), place, hook)?;
            }
            match statement {
                Statement::Do(name, arguments) if name == "options" => {
                    let (pile, target) = (&arguments[0], &arguments[1]);
                    let index = place.map_or(Expr::Number(0), |place| Expr::name(&*place.0));
                    let has_count =
                        self.theory.get("count").is_some() && self.template.has(Fact::Count);
                    if let Some(count) = self.theory.get("count").cloned().filter(|_| has_count) {
                        let call = self.call_of(
                            "count",
                            "ways",
                            &count,
                            vec![pile.clone(), target.clone()],
                        );
                        let mut one = hook(self, &Step::none());
                        if let Some(Statement::Change(_, _, by)) = one.first_mut() {
                            *by = call;
                        }
                        all.extend(one);
                        continue;
                    }
                    let options = self
                        .theory
                        .get("options")
                        .cloned()
                        .ok_or("the theory has no options")?;
                    let mut inner = options.body.clone();
                    let mut places = BTreeMap::new();
                    // Of one pile alone, the nim-sum is its own value.
                    let own_value = Expr::Call("grundy".to_owned(), vec![pile.clone()]);
                    let target = match target {
                        Expr::Binary(Operator::Xor, value, sum)
                            if self.kept.is_none()
                                && **value == own_value
                                && matches!(**sum, Expr::Name(_)) =>
                        {
                            &Expr::Number(0)
                        }
                        target => target,
                    };
                    let [own, goal] = &options.parameters[..] else {
                        return Err("options have a pile and a target".to_owned());
                    };
                    let is_simple = matches!(pile, Expr::Name(_) | Expr::Item(..));
                    if is_simple && !assigned(&inner).contains(own) {
                        places.insert(own.clone(), pile.clone());
                    } else {
                        all.push(Statement::Set(Expr::name(&**own), pile.clone()));
                    }
                    if !matches!(target, Expr::Number(_))
                        && (uses(&inner, goal) > 1 || loops(&inner))
                    {
                        let mut value = target.clone();
                        fold(&mut value);
                        all.push(Statement::Set(Expr::name(&**goal), value));
                    } else {
                        places.insert(goal.clone(), target.clone());
                    }
                    substitute(&mut inner, &places);
                    self.put_takes_in_place(&mut inner);
                    let size = places.get(own).cloned().unwrap_or_else(|| pile.clone());
                    let mut yields = Vec::new();
                    let inner = map_statements(inner, &mut |statement| {
                        match statement {
                            Statement::Yield(parts) => yields.push((parts, false)),
                            Statement::Do(name, parts) if name == "leave_parts" => {
                                yields.push((parts, true));
                            }
                            other => return vec![other],
                        }
                        let nth = Expr::Number(yields.len() as u64 - 1);
                        vec![Statement::Do("step".to_owned(), vec![nth])]
                    });
                    let mut blocks = Vec::new();
                    for (parts, are_listed) in yields {
                        let step = Step {
                            index: index.clone(),
                            size: size.clone(),
                            parts,
                            are_listed,
                            ..Step::none()
                        };
                        blocks.push(hook(self, &step));
                    }
                    all.extend(put_steps(inner, &blocks));
                }
                Statement::Do(name, mut arguments) if name == "leave" => {
                    let (index, left) = (arguments.remove(0), arguments.remove(0));
                    let other =
                        (arguments.len() == 2).then(|| (arguments.remove(0), arguments.remove(0)));
                    let size = match &self.kept {
                        Some(kept) => Expr::Item(kept.list.clone(), Box::new(index.clone())),
                        None => match (self.single_piles(), &index) {
                            (piles, Expr::Number(index)) => piles[*index as usize].clone(),
                            (piles, _) => piles[0].clone(),
                        },
                    };
                    let step = Step {
                        index,
                        size,
                        parts: vec![left],
                        other,
                        ..Step::none()
                    };
                    all.push(step_of(hook(self, &step)));
                }
                Statement::Do(name, arguments) if name == "leave_all" => {
                    let step = Step {
                        whole: Some(arguments),
                        ..Step::none()
                    };
                    all.push(step_of(hook(self, &step)));
                }
                other => all.push(other),
            }
        }
        Ok(all)
    }

    fn call_of(
        &mut self,
        _name: &str,
        new: &str,
        function: &Function,
        arguments: Vec<Expr>,
    ) -> Expr {
        if let [Statement::Return(value)] = &function.body[..] {
            let places: BTreeMap<_, _> =
                function.parameters.iter().cloned().zip(arguments).collect();
            let mut value = value.clone();
            substitute_in(&mut value, &places);
            return value;
        }
        self.call(new, function, arguments)
    }

    fn put_takes_in_place(&mut self, block: &mut Block) {
        self.put_calls_in_place(block);
    }

    /// Prints a move.
    fn print_move(&mut self, pieces: &[Piece], values: &Values, step: &Step, end: &str) -> Block {
        let mut block = Block::new();
        let mut parts = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Value(value) if value.fact == Fact::After => {
                    if let Some(whole) = &step.whole
                        && !(whole.len() == 1 && matches!(whole[0], Expr::Name(_)))
                    {
                        for (nth, part) in whole.iter().enumerate() {
                            if nth > 0 {
                                parts.push(Expr::Text(" ".to_owned()));
                            }
                            parts.push(part.clone());
                        }
                        continue;
                    }
                    if self.kept.is_none() && step.are_listed {
                        block.push(Statement::Out(std::mem::take(&mut parts)));
                        block.extend(self.print_listed(step));
                        continue;
                    }
                    if self.kept.is_none() {
                        let mut after = self.single_piles();
                        if let [_] = &after[..] {
                            after.clone_from(&step.parts);
                        }
                        for (nth, part) in after.into_iter().enumerate() {
                            if nth > 0 {
                                parts.push(Expr::Text(" ".to_owned()));
                            }
                            parts.push(part);
                        }
                        continue;
                    }
                    if !parts.is_empty() {
                        block.push(Statement::Out(std::mem::take(&mut parts)));
                    }
                    block.extend(self.print_after(step));
                }
                Piece::Value(value) if value.is_of_move() => parts.push(step.value(value.fact)),
                other => parts.extend(values.parts(std::slice::from_ref(other))),
            }
        }
        if !end.is_empty() {
            parts.push(Expr::Text(end.to_owned()));
        }
        if !parts.is_empty() {
            block.push(Statement::Out(parts));
        }
        block
    }

    /// Prints what a move leaves of a pile, if that is a list.
    fn print_listed(&mut self, step: &Step) -> Block {
        let m = self.fresh(&["m", "h"]);
        self.taken.remove(&m);
        let [list, count] = &step.parts[..] else {
            unreachable!("a list and how many numbers of it");
        };
        statements(&format!(
            "for {m} in range({count}):\n if {m} > 0:\n  out(\" \")\n out({list}[{m}])"
        ))
    }

    /// Prints all piles after a move.
    fn print_after(&mut self, step: &Step) -> Block {
        let kept = self.kept.clone().expect("positions of lists are kept");
        let j = self.fresh(&["j", "k"]);
        self.taken.remove(&j);
        let list = match &step.whole {
            Some(whole) => match &whole[0] {
                Expr::Name(name) => name.clone(),
                _ => kept.list.clone(),
            },
            None => kept.list.clone(),
        };
        let item = Expr::Item(list, Box::new(Expr::name(&*j)));
        let is = |place: &Expr| {
            Expr::Binary(
                Operator::Equal,
                Box::new(Expr::name(&*j)),
                Box::new(place.clone()),
            )
        };
        let print = if step.whole.is_some() {
            vec![Statement::Out(vec![item])]
        } else if let [left] = &step.parts[..] {
            let mut value = item;
            if let Some((place, more)) = &step.other {
                value = Expr::Choice(Box::new(is(place)), Box::new(more.clone()), Box::new(value));
            }
            let value = Expr::Choice(
                Box::new(is(&step.index)),
                Box::new(left.clone()),
                Box::new(value),
            );
            vec![Statement::Out(vec![value])]
        } else if step.are_listed {
            vec![Statement::If(
                is(&step.index),
                self.print_listed(step),
                vec![Statement::Out(vec![item])],
            )]
        } else {
            let mut parts = Vec::new();
            for (nth, part) in step.parts.iter().enumerate() {
                if nth > 0 {
                    parts.push(Expr::Text(" ".to_owned()));
                }
                parts.push(part.clone());
            }
            vec![Statement::If(
                is(&step.index),
                vec![Statement::Out(parts)],
                vec![Statement::Out(vec![item])],
            )]
        };
        let mut body = statements(&format!("if {j} > 0:\n out(\" \")"));
        body.extend(print);
        vec![Statement::For {
            name: j,
            start: Expr::Number(0),
            end: kept.len,
            step: Expr::Number(1),
            body,
        }]
    }
}

/// A move.
#[derive(Clone, Debug)]
struct Step {
    /// The place of the pile, from 0.
    index: Expr,
    size: Expr,
    /// What it leaves of that.
    parts: Vec<Expr>,
    /// Whether these are a list and how many numbers of it they are.
    are_listed: bool,
    /// Another pile that it changes.
    other: Option<(Expr, Expr)>,
    /// The whole position after it.
    whole: Option<Vec<Expr>>,
}

impl Step {
    fn none() -> Self {
        Self {
            index: Expr::Number(0),
            size: Expr::Number(0),
            parts: Vec::new(),
            are_listed: false,
            other: None,
            whole: None,
        }
    }

    fn value(&self, fact: Fact) -> Expr {
        let left = self.parts.first().cloned().unwrap_or(Expr::Number(0));
        let mut value = match fact {
            Fact::Pile => Expr::Binary(
                Operator::Add,
                Box::new(self.index.clone()),
                Box::new(Expr::Number(1)),
            ),
            Fact::PileFromZero => self.index.clone(),
            Fact::Size => self.size.clone(),
            Fact::Left => left,
            Fact::Take => Expr::Binary(
                Operator::Subtract,
                Box::new(self.size.clone()),
                Box::new(left),
            ),
            Fact::Case | Fact::Count | Fact::Grundy | Fact::After => Expr::Number(0),
        };
        fold(&mut value);
        value
    }
}

/// What is printed that is not of a move.
struct Values {
    case: Expr,
    count: Expr,
    grundy: Option<Expr>,
}

impl Values {
    fn parts(&self, pieces: &[Piece]) -> Vec<Expr> {
        let part = |piece: &Piece| match piece {
            Piece::Literal(text) => Expr::Text(text.clone()),
            Piece::Value(value) => match value.fact {
                Fact::Case => self.case.clone(),
                Fact::Count => self.count.clone(),
                _ => self.grundy.clone().unwrap_or(Expr::Number(0)),
            },
        };
        pieces.iter().map(part).collect()
    }
}

/// How many lost piles there are of `take 1..K*last` up to the first that is not below `largest`.
fn lost_up_to(largest: u64, factor: u64) -> u64 {
    let mut lost = vec![1_u64];
    let mut least = 0;
    while lost[lost.len() - 1] < largest && lost.len() < 20_000_000 {
        let last = lost[lost.len() - 1];
        while factor.saturating_mul(lost[least]) < last {
            least += 1;
        }
        lost.push(last.saturating_add(lost[least]));
    }
    lost.len() as u64 + 1
}

/// The period of a rule that says all of itself, if piles may be larger than that.
fn set_period(parameters: &mut Parameters, rules: &Rules, largest: u64) {
    if largest < 64 {
        return;
    }
    let Some((period, _)) = rules.proven_period() else {
        return;
    };
    let end = period.start + period.len;
    if end > largest {
        return;
    }
    parameters
        .places
        .insert("PERIOD".to_owned(), Expr::Number(period.len));
    parameters
        .places
        .insert("START".to_owned(), Expr::Number(period.start));
    parameters.know("PERIOD", Value::Number(period.len.into()));
    parameters.know("START", Value::Number(period.start.into()));
    parameters
        .texts
        .insert("PERIOD".to_owned(), period.len.to_string());
    if end > 1000 {
        return;
    }
    let mut rules = rules.in_normal_play();
    if rules.cover(end).is_err() {
        return;
    }
    let values: Option<Vec<_>> = (0..end).map(|pile| rules.grundy(&[pile])).collect();
    let Some(values) = values else {
        return;
    };
    let lost: Vec<_> = (0..end)
        .filter(|&pile| values[pile as usize] == 0)
        .collect();
    if period.start == 0 && lost.len() <= 3 {
        let is_not = |lost: &u64| format!("pile % {} != {lost}", period.len);
        let tests: Vec<_> = lost.iter().map(is_not).collect();
        parameters
            .places
            .insert("IS_WON".to_owned(), expr(&tests.join(" and ")));
        parameters.know("IS_WON", Value::Bool(true));
    }
    let list = values.iter().copied().map(Expr::Number).collect();
    parameters
        .places
        .insert("VALUES".to_owned(), Expr::List(list));
    parameters.know("VALUES", Value::List(values));
}

/// Whether statements use lists.
fn uses_lists(block: &[Statement]) -> bool {
    let mut found = false;
    for_each_expr(block, &mut |value| {
        found |= matches!(value, Expr::Item(..) | Expr::Filled(..) | Expr::List(_));
    });
    found
}

/// Whether a block may return before its end.
fn has_early_return(block: &[Statement]) -> bool {
    let mut returns = 0;
    for_each_statement(block, &mut |statement| {
        returns += usize::from(matches!(statement, Statement::Return(_)));
    });
    returns > 1
}

/// Whether there is a loop in it.
fn loops(block: &[Statement]) -> bool {
    let mut found = false;
    for_each_statement(block, &mut |statement| {
        found |= matches!(
            statement,
            Statement::For { .. }
                | Statement::While(..)
                | Statement::ForEach { .. }
                | Statement::ForYield { .. }
        );
    });
    found
}

/// Takes the `return` at the end of a block from it.
fn ending(block: &mut Block, name: &str) -> Result<Expr, String> {
    match block.pop() {
        Some(Statement::Return(value)) => Ok(value),
        _ => Err(format!("{name} ends without a value")),
    }
}

/// The Grundy value, of a condition that it is not 0.
fn value_of(won: &Expr) -> Option<Expr> {
    match won {
        Expr::Binary(Operator::NotEqual, value, zero) if **zero == Expr::Number(0) => {
            Some((**value).clone())
        }
        _ => None,
    }
}

/// Prints one text or another: what they have in common once.
fn print_either(won: Expr, mut yes: Vec<Expr>, mut no: Vec<Expr>) -> Block {
    let mut head = Vec::new();
    while !yes.is_empty() && !no.is_empty() && yes[0] == no[0] {
        head.push(yes.remove(0));
        no.remove(0);
    }
    let join = |parts: Vec<Expr>| {
        let mut all: Vec<Expr> = Vec::new();
        for part in parts {
            match (all.last_mut(), part) {
                (Some(Expr::Text(text)), Expr::Text(more)) => *text += &more,
                (_, part) => all.push(part),
            }
        }
        all
    };
    let (yes, no) = (join(yes), join(no));
    let ([Expr::Text(a)], [Expr::Text(b)]) = (&yes[..], &no[..]) else {
        let (mut then, mut otherwise) = (head.clone(), head);
        then.extend(yes);
        otherwise.extend(no);
        return vec![Statement::If(
            won,
            vec![Statement::Out(join(then))],
            vec![Statement::Out(join(otherwise))],
        )];
    };
    if (a.trim_end().contains('\n') || b.trim_end().contains('\n')) && head.is_empty() {
        let [then, otherwise] =
            [a, b].map(|text| vec![Statement::Out(vec![Expr::Text(text.clone())])]);
        return vec![Statement::If(won, then, otherwise)];
    }
    let (mut a, mut b) = (a.as_str(), b.as_str());
    if !head.is_empty() {
        let same = a
            .bytes()
            .zip(b.bytes())
            .take_while(|(one, other)| one == other)
            .count();
        let cut = a.as_bytes()[..same]
            .iter()
            .rposition(|byte| *byte == b' ')
            .map_or(0, |at| at + 1);
        if cut > 0 {
            head.push(Expr::Text(a[..cut].to_owned()));
            (a, b) = (&a[cut..], &b[cut..]);
        }
    }
    let ends = a.ends_with('\n') && b.ends_with('\n');
    if ends {
        (a, b) = (&a[..a.len() - 1], &b[..b.len() - 1]);
    }
    let [yes, no] = [a, b].map(|text| Box::new(Expr::Text(text.to_owned())));
    let mut parts = head;
    parts.push(Expr::Choice(Box::new(won), yes, no));
    if ends {
        parts.push(Expr::Text("\n".to_owned()));
    }
    vec![Statement::Out(join(parts))]
}

/// A move with what is done with it: until it is known which moves matter, a choice that is always taken.
fn step_of(block: Block) -> Statement {
    Statement::If(Expr::Bool(true), block, vec![Statement::Yield(Vec::new())])
}

/// What is done with a move.
fn done_with(statement: &Statement) -> Option<&Block> {
    match statement {
        Statement::If(Expr::Bool(true), block, mark)
            if mark[..] == [Statement::Yield(Vec::new())] =>
        {
            Some(block)
        }
        _ => None,
    }
}

/// All moves matter.
fn all_steps(block: Block) -> Block {
    map_statements(block, &mut |statement| match done_with(&statement) {
        Some(block) => block.clone(),
        None => vec![statement],
    })
}

fn has_step(statement: &Statement) -> bool {
    done_with(statement).is_some()
        || statement
            .blocks()
            .into_iter()
            .any(|block| block.iter().any(has_step))
}

/// Whether a variable must say that a move was found: loops are left only one by one.
fn needs_flag(block: &[Statement], depth: usize) -> bool {
    block.iter().enumerate().any(|(at, statement)| {
        let is_loop = !matches!(statement, Statement::If(..));
        if done_with(statement).is_some() {
            return depth > 1;
        }
        let has_more =
            depth == 0 && is_loop && has_step(statement) && block[at + 1..].iter().any(has_step);
        let depth = depth + usize::from(is_loop);
        has_more
            || statement
                .blocks()
                .into_iter()
                .any(|block| needs_flag(block, depth))
    })
}

/// Only the first move matters.
fn first_step(block: Block, depth: usize, found: Option<&str>) -> Block {
    let mut all = Block::new();
    let mut rest = block.into_iter();
    while let Some(mut statement) = rest.next() {
        if !has_step(&statement) {
            all.push(statement);
            continue;
        }
        if let Some(done) = done_with(&statement) {
            all.extend(done.clone());
            if let Some(found) = found {
                all.push(Statement::Set(Expr::name(found), Expr::Bool(true)));
            }
            if depth > 0 {
                all.push(Statement::Break);
            }
            return all;
        }
        let is_loop = !matches!(statement, Statement::If(..));
        for inner in statement.blocks_mut() {
            *inner = first_step(std::mem::take(inner), depth + usize::from(is_loop), found);
        }
        let more: Block = rest.clone().collect();
        let has_more = more.iter().any(has_step);
        let is_found = found.map(Expr::name);
        match (statement, is_found) {
            (statement, Some(found)) if is_loop && depth > 0 => {
                all.push(statement);
                all.push(Statement::If(found, vec![Statement::Break], Block::new()));
            }
            (statement, Some(found_name)) if is_loop && has_more => {
                all.push(statement);
                let not = Expr::Not(Box::new(found_name));
                all.push(Statement::If(
                    not,
                    first_step(more, depth, found),
                    Block::new(),
                ));
                return all;
            }
            (Statement::If(test, then, otherwise), _)
                if depth == 0 && has_more && otherwise.is_empty() =>
            {
                all.push(Statement::If(test, then, first_step(more, depth, found)));
                return all;
            }
            (statement, _) => all.push(statement),
        }
    }
    all
}

/// Puts what is done with each move of a theory's options in its place.
fn put_steps(block: Block, blocks: &[Block]) -> Block {
    map_statements(block, &mut |statement| match &statement {
        Statement::Do(name, numbers) if name == "step" => match &numbers[..] {
            [Expr::Number(nth)] => vec![step_of(blocks[*nth as usize].clone())],
            _ => vec![statement],
        },
        _ => vec![statement],
    })
}

/// Puts the lengths of lists in the place of `len(...)`, and notes those that the program makes.
fn put_lengths(block: &mut Block, lengths: &mut BTreeMap<String, Expr>) {
    for_each_statement(block, &mut |statement| {
        if let Statement::Set(Expr::Name(name), value) = statement {
            match value {
                Expr::Filled(_, times) => {
                    lengths
                        .entry(name.clone())
                        .or_insert_with(|| (**times).clone());
                }
                Expr::List(items) => {
                    lengths
                        .entry(name.clone())
                        .or_insert(Expr::Number(items.len() as u64));
                }
                _ => {}
            }
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
    let mut found = false;
    for_each_expr(&function.body, &mut |value| {
        found |= matches!(value, Expr::Call(own, _) if own == name);
    });
    found
}
