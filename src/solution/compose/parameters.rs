//! What stands for the parameters of theories, and which theory is good within the limits.

use super::checks::says_parts;
use super::limits::{high, is_at_least, is_at_most, low};
use super::refusals::refusal;
use super::{Asked, Composer};
use crate::answer::Fact;
use crate::game::Play;
use crate::game::rule::Rules;
use crate::layout::{Parameter, Role};
use crate::solution::chosen::{Parameters, Theory, Value};
use crate::solution::parse::expr;
use crate::solution::tree::{Expr, Statement};

impl Composer<'_> {
    /// What stands for the parameters of theories, and what is known of them.
    pub(super) fn set_parameters(&mut self) {
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
                    let range = (low(layout, &number.low), high(layout, number));
                    names_of_set.push((nth, self.name(number.index), range));
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
                    for name in parameter.in_theories() {
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
        if let Some(Expr::List(list)) = parameters
            .places
            .get("TAKES")
            .filter(|_| !names_of_set.is_empty())
        {
            // A set with names is a list of the program.
            let mut list = list.clone();
            let mut ranges: Vec<_> = list
                .iter()
                .map(|take| match take {
                    Expr::Number(take) => (*take, *take),
                    _ => (0, u64::MAX),
                })
                .collect();
            for (nth, name, range) in &names_of_set {
                list[*nth] = name.clone();
                ranges[*nth] = *range;
            }
            // Where the limits leave no doubt of their order, nothing need be sorted.
            let mut sorted: Vec<_> = ranges.into_iter().zip(list.clone()).collect();
            sorted.sort_by_key(|take| take.0);
            let each_next = |holds: fn(u64, u64) -> bool| {
                let mut pairs = sorted.windows(2);
                pairs.all(|pair| holds(pair[0].0.1, pair[1].0.0))
            };
            let is_sorted = each_next(|one, next| one <= next);
            if is_sorted {
                list = sorted.iter().map(|take| take.1.clone()).collect();
            }
            parameters.put_condition("SORTED", is_sorted);
            parameters.put_condition("DISTINCT", each_next(|one, next| one < next));
            let takes = Expr::Name(self.fresh(&["takes"]));
            parameters.put("TAKES", takes.clone(), Value::Length(list.len() as u128));
            self.made_takes = Some(Statement::Set(takes, Expr::List(list)));
            if let [(_, name, (_, most))] = &names_of_set[..] {
                parameters.put("K", name.clone(), Value::Number((*most).into()));
                parameters.texts.insert("K".to_owned(), name.to_string());
            }
        }
        if parameters.places.contains_key("K") && !parameters.places.contains_key("P") {
            let most = Role::Parameter(Parameter::MaxTaken);
            let is_range = rules
                .arguments()
                .iter()
                .any(|argument| argument.role == most);
            parameters.put_number("P", is_range.into());
        }
        if let Some(Value::List(takes)) = parameters.values.get("TAKES").cloned() {
            let last = takes.last().copied().unwrap_or(0);
            let are_all = (1..).zip(&takes).all(|(take, own): (u64, _)| take == *own);
            if are_all || takes.len() == 1 {
                parameters.put_number("P", are_all.into());
                parameters.put_number("K", last);
                parameters.texts.insert("K".to_owned(), last.to_string());
            }
        }
        if let Some(Value::List(takes)) = parameters.values.get("TAKES").cloned() {
            let is_sorted = takes.is_sorted();
            let is_distinct = (1..takes.len()).all(|at| !takes[..at].contains(&takes[at]));
            for (name, holds) in [("SORTED", is_sorted), ("DISTINCT", is_distinct)] {
                parameters.put_condition(name, holds);
            }
        }
        for name in ["SORTED", "DISTINCT"] {
            if !parameters.places.contains_key(name) {
                parameters.put_condition(name, false);
            }
        }
        if let Some(Value::List(digits)) = parameters.values.get("DIGITS").cloned() {
            parameters.know(
                "SPLITS",
                Value::Number(digits.first().copied().unwrap_or(0).into()),
            );
        }
        self.parameters = parameters;
        self.set_limits();
    }

    /// What the limits of the input and the answer say.
    fn set_limits(&mut self) {
        let layout = self.layout;
        let rules = self.rules().clone();
        let mut parameters = std::mem::take(&mut self.parameters);
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
        let asks_of_case = self.asks_of_case();
        let (least, largest) = self.extremes();
        let [position, case, all] = self.most_piles();
        parameters.put_number("LARGEST", largest);
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
        parameters.put_number("BITS", bits);
        let asked = self.asked();
        let is_alone = self.is_alone();
        // Only moves have an order, and are counted once.
        let lists_moves = self.lists_moves();
        if !parameters.places.contains_key("TAKES") && self.are_ascending() {
            parameters.put_condition("SORTED", true);
        }
        if parameters.places.contains_key("TAKES") && !lists_moves {
            for name in ["SORTED", "DISTINCT"] {
                parameters.put_condition(name, true);
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
            (
                "FEW",
                largest <= 10_000 && all.max(case).saturating_mul(largest.into()) <= 100_000_000,
            ),
            ("ASKS_ALL", asked == Asked::AllMoves),
            ("ORDERED", is_ordered),
            ("CONSTANTS", rules.asks_of_input().next().is_none()),
            ("INNER", rules.has_takes_where("INNER")),
            ("PROPER", rules.has_takes_where("PROPER")),
        ] {
            parameters.put_condition(name, holds);
        }
        let needs_lost = rules.def.theories.contains(&"last_take+last_take_all");
        if let Some(Value::Number(factor)) =
            parameters.values.get("K").cloned().filter(|_| needs_lost)
        {
            let terms = lost_up_to(largest, u64::try_from(factor).unwrap_or(u64::MAX));
            parameters.put_number("MOST", terms);
        }
        parameters.know("ROOT", Value::Number(largest.isqrt().into()));
        let powers_fit = match parameters.values.get("K") {
            Some(Value::Number(base)) => base.saturating_mul(largest.into()) < 1 << 63,
            _ => false,
        };
        parameters.put_condition("POWERS_FIT", powers_fit);
        let above = largest
            .checked_add(1)
            .and_then(u64::checked_next_power_of_two);
        let above = above.unwrap_or(1 << 63);
        parameters.put_number("ABOVE_LARGEST", above);
        // A table that is small needs no period, which is searched for among far more piles.
        let needs_period = largest > 10_000 || rules.def.theories.contains(&"take_period");
        if matches!(parameters.values.get("TAKES"), Some(Value::List(_)))
            || rules.said(Role::Other).is_some()
            || rules.positions.has_sides
        {
            if needs_period {
                set_period(&mut parameters, &rules, largest);
            }
        } else if let Some(period) = rules.modulus() {
            parameters.put_number("PERIOD", period);
        }
        self.parameters = parameters;
    }

    /// Chooses the first theory of the rule's row that can be used.
    pub(super) fn choose(&mut self) -> Result<(), String> {
        let rules = &self.problem.rules;
        let takes = rules.takes.takes_file;
        let asked = self.asked();
        let mut lacking = Vec::new();
        for names in rules.def.theories {
            self.set_table(names);
            let theory = match Theory::of(names, takes, &mut self.parameters) {
                Ok(theory) => theory,
                Err(condition) => {
                    lacking.push((condition, self.parameters.clone()));
                    continue;
                }
            };
            let has = |name: &str| theory.get(name).is_some();
            let claims =
                self.checks && has("claims") && says_parts(self.template) && !self.may_lack_moves();
            let has_options = has("options") || claims;
            let has_moves = has("moves") && (!theory.calls("moves", "options") || has_options);
            let suits = match asked {
                Asked::Winner | Asked::Grundy => has("wins"),
                Asked::Count | Asked::FirstMove | Asked::AllMoves => has_moves,
            };
            if suits {
                let least_take = match theory.get("least_take").map(|it| &it.body[..]) {
                    Some([Statement::Return(value)]) => self.parameters.evaluate(value),
                    _ => Some(Value::Number(1)),
                };
                self.parameters
                    .values
                    .extend(least_take.map(|take| ("LEAST_TAKE".to_owned(), take)));
                self.theory = theory;
                let may_lack = self.may_lack_moves();
                self.parameters.put_condition("MAY_LACK", may_lack);
                return Ok(());
            }
            let conditions = theory.lacking.into_iter();
            lacking.extend(conditions.map(|condition| (condition, self.parameters.clone())));
        }
        Err(refusal(&lacking))
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
}

/// How many lost piles there are of `take 1..K*last` up to the first that is not below `largest`.
fn lost_up_to(largest: u64, factor: u64) -> u64 {
    let mut lost = vec![1_u64];
    let mut least = 0;
    while lost[lost.len() - 1] < largest && lost.len() <= 10_000_000 {
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
    parameters.put_number("PERIOD", period.len);
    parameters.put_number("START", period.start);
    if end > 1000 {
        return;
    }
    let mut rules = rules.in_normal_play();
    if rules.cover(end).is_err() {
        return;
    }
    let values: Option<Vec<_>> = (0..end).map(|pile| rules.game().grundy(&[pile])).collect();
    let Some(values) = values else {
        return;
    };
    let lost: Vec<_> = (0..end)
        .filter(|&pile| values[pile as usize] == 0)
        .collect();
    if period.start == 0 && lost.len() <= 3 {
        let is_not = |lost: &u64| format!("pile % {} != {lost}", period.len);
        let tests = match lost.last() {
            // The smallest remainders are lost.
            Some(&last) if last > 0 && last + 1 == lost.len() as u64 => {
                vec![format!("pile % {} > {last}", period.len)]
            }
            _ => lost.iter().map(is_not).collect(),
        };
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
