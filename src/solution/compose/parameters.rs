//! What stands for the parameters of theories, and which theory is good within the limits.

use super::checks::says_parts;
use super::limits::{high, is_at_least, is_at_most, low};
use super::refusals::refusal;
use super::{Asked, Composer};
use crate::answer::Fact;
use crate::game::Play;
use crate::game::positions::Memory;
use crate::game::rule::{Argument, Rules};
use crate::layout::{NumberItem, Parameter, Role};
use crate::solution::chosen::{Parameters, Theory, Value};
use crate::solution::parse::expr;
use crate::solution::tree::{Expr, Statement};

impl Parameters {
    /// What docstrings say for a name in braces.
    fn say(&mut self, name: &str, text: String) {
        self.texts.insert(name.to_owned(), text);
    }
}

/// A take of the rule's set that is a number of the input.
struct NamedTake {
    /// Its place in the set.
    nth: usize,
    /// What the program calls it.
    name: Expr,
    /// The smallest and the largest number that it may be.
    range: (u64, u64),
}

impl Composer<'_> {
    /// What stands for the parameters of theories, and what is known of them.
    pub(super) fn set_parameters(&mut self) {
        let arguments = self.problem.rules.arguments().iter();
        let named: Vec<_> = arguments.filter_map(|argument| self.set_argument(argument)).collect();
        self.make_takes(&named);
        self.set_range_of_takes();
        self.set_order_of_takes();
        if let Some(Value::List(digits)) = self.parameters.values.get("DIGITS") {
            let splits = digits.first().copied().unwrap_or(0);
            self.parameters.know("SPLITS", Value::Number(splits.into()));
        }
        self.set_sizes();
        self.set_order_of_piles();
        self.set_conditions();
        self.set_bounds();
        self.set_repetition();
    }

    /// What a part of the rule says, which is in its text or a number of the input. A take that has a name is one of
    /// several: it is given back.
    fn set_argument(&mut self, argument: &Argument) -> Option<NamedTake> {
        let layout = self.layout;
        let mut numbers = layout.numbers.iter();
        let found = numbers.find(|number| number.role == argument.role);
        match (argument.role, &argument.values, found) {
            (Role::Take | Role::Other, Some(values), _) => self.set_list(argument, values),
            (Role::Take, None, Some(list)) => self.set_list_of_input(list),
            (Role::Parameter(Parameter::Taken(nth)), None, Some(number)) => {
                return Some(NamedTake {
                    nth,
                    name: self.name(number.index),
                    range: (low(layout, &number.low), high(layout, number)),
                });
            }
            (Role::Parameter(parameter), Some(values), _) => {
                let value = values[0];
                self.set_number(parameter.in_theories(), &Expr::Number(value), value);
            }
            (Role::Parameter(parameter), None, Some(number)) => {
                let name = self.name(number.index);
                self.set_number(parameter.in_theories(), &name, high(layout, number));
            }
            _ => {}
        }
        None
    }

    /// A set of takes, or the digits of a code, that the rule says.
    fn set_list(&mut self, argument: &Argument, values: &[u64]) {
        let parameters = &mut self.parameters;
        let is_set = argument.role == Role::Take;
        let mut values = values.to_vec();
        // A number that is not known yet is 0.
        if is_set && !values.contains(&0) {
            values.sort_unstable();
            values.dedup();
        }
        if is_set {
            let fixed = values.iter().copied().filter(|take| *take > 0).collect();
            parameters.put("FIXED", Expr::Bool(false), Value::List(fixed));
        }
        let name = if is_set { "TAKES" } else { "DIGITS" };
        let list = values.iter().copied().map(Expr::Number).collect();
        parameters.put(name, Expr::List(list), Value::List(values));
        parameters.say(name, argument.text.clone());
    }

    /// A set of takes that is a list of the input.
    fn set_list_of_input(&mut self, list: &NumberItem) {
        let most = self.most_of_list(list);
        let name = self.names[list.index].clone();
        let parameters = &mut self.parameters;
        parameters.put("TAKES", Expr::name(&*name), Value::Length(most));
        parameters.say("TAKES", name);
        parameters.put_condition("SORTED", list.ascending);
        parameters.put_condition("DISTINCT", list.is_ordered() && !list.may_repeat);
    }

    /// A number of the rule that theories call so: the program's name for it, or its value, and its largest value.
    fn set_number(&mut self, names: &[&str], value: &Expr, most: u64) {
        for name in names {
            self.parameters.put(name, value.clone(), Value::Number(most.into()));
            self.parameters.say(name, value.to_string());
        }
    }

    /// A set that has numbers of the input is a list that the program makes.
    fn make_takes(&mut self, named: &[NamedTake]) {
        let Some(Expr::List(list)) = self.parameters.places.get("TAKES") else {
            return;
        };
        if named.is_empty() {
            return;
        }
        let range = |take: &Expr| match take {
            Expr::Number(take) => (*take, *take),
            _ => (0, u64::MAX),
        };
        let mut takes: Vec<_> = list.iter().map(|it| (range(it), it.clone())).collect();
        for take in named {
            takes[take.nth] = (take.range, take.name.clone());
        }
        // Where the limits leave no doubt of their order, nothing need be sorted.
        let mut sorted = takes.clone();
        sorted.sort_by_key(|take| take.0);
        let each_next = |holds: fn(u64, u64) -> bool| {
            let mut pairs = sorted.windows(2);
            pairs.all(|pair| holds(pair[0].0.1, pair[1].0.0))
        };
        let is_sorted = each_next(|one, next| one <= next);
        let parameters = &mut self.parameters;
        parameters.put_condition("SORTED", is_sorted);
        parameters.put_condition("DISTINCT", each_next(|one, next| one < next));
        let takes = if is_sorted { sorted } else { takes };
        let list: Vec<_> = takes.into_iter().map(|take| take.1).collect();
        let name = Expr::Name(self.fresh(&["takes"]));
        let length = Value::Length(list.len() as u128);
        self.parameters.put("TAKES", name.clone(), length);
        self.made_takes = Some(Statement::Set(name, Expr::List(list)));
        if let [take] = named {
            self.set_number(&["K"], &take.name, take.range.1);
        }
    }

    /// Whether a move takes all numbers from 1 to `K`, or `K` alone, if it is one of these: `P` is 1 or 0.
    fn set_range_of_takes(&mut self) {
        let arguments = self.problem.rules.arguments();
        let parameters = &mut self.parameters;
        if parameters.places.contains_key("K") && !parameters.places.contains_key("P") {
            let most = Role::Parameter(Parameter::MaxTaken);
            let is_range = arguments.iter().any(|argument| argument.role == most);
            parameters.put_number("P", is_range.into());
        }
        if let Some(Value::List(takes)) = parameters.values.get("TAKES") {
            let last = takes.last().copied().unwrap_or(0);
            let are_all = (1..).zip(takes).all(|(take, own): (u64, _)| take == *own);
            if are_all || takes.len() == 1 {
                parameters.put_number("P", are_all.into());
                parameters.put_number("K", last);
                parameters.say("K", last.to_string());
            }
        }
    }

    /// Whether takes ascend, and no two of them are equal: known of those that the rule says, unless it is set already.
    fn set_order_of_takes(&mut self) {
        let parameters = &mut self.parameters;
        if let Some(Value::List(takes)) = parameters.values.get("TAKES") {
            let is_sorted = takes.is_sorted();
            let is_distinct = (1..takes.len()).all(|at| !takes[..at].contains(&takes[at]));
            parameters.put_condition("SORTED", is_sorted);
            parameters.put_condition("DISTINCT", is_distinct);
        }
        for name in ["SORTED", "DISTINCT"] {
            if !parameters.places.contains_key(name) {
                parameters.put_condition(name, false);
            }
        }
    }

    /// How large piles are, and how many there are.
    fn set_sizes(&mut self) {
        let cases = self.most_cases();
        let tables = if self.asks_of_case() { cases } else { 1 };
        let (least, largest) = self.extremes();
        let [position, case, all] = self.most_piles();
        let bits = u64::from(64 - largest.leading_zeros()).max(1);
        let length = Expr::Number(u64::try_from(position).unwrap_or(u64::MAX));
        let parameters = &mut self.parameters;
        parameters.put_number("LARGEST", largest);
        parameters.put_number("BITS", bits);
        parameters.put("LENGTH", length, Value::Number(position));
        for (name, number) in [
            ("LEAST", least.into()),
            ("PILES", all.max(case)),
            ("CASES", cases),
            ("TABLES", tables),
        ] {
            parameters.know(name, Value::Number(number));
        }
    }

    /// Where nothing is asked of takes, `SORTED` is said of the piles; takes of which no move is printed need no order,
    /// since only moves have one, and are counted once.
    fn set_order_of_piles(&mut self) {
        let has_takes = self.parameters.places.contains_key("TAKES");
        if !has_takes && self.are_ascending() {
            self.parameters.put_condition("SORTED", true);
        }
        if has_takes && !self.lists_moves() {
            self.parameters.put_condition("SORTED", true);
            self.parameters.put_condition("DISTINCT", true);
        }
    }

    /// What theories ask of the rule, of the limits and of the answer.
    fn set_conditions(&mut self) {
        let rules = &self.problem.rules;
        let asked = self.asked();
        let (least, largest) = self.extremes();
        let [_, case, all] = self.most_piles();
        let piles = all.max(case);
        let counts = self.template.has(Fact::Count);
        let all_moves = asked == Asked::AllMoves;
        let is_few = largest <= 10_000 && piles.saturating_mul(largest.into()) <= 100_000_000;
        for (name, holds) in [
            ("ALONE", self.is_alone()),
            ("MISERE", rules.play == Play::Misere),
            ("ASKS_WINNER", asked == Asked::Winner),
            ("ASKS_GRUNDY", self.template.has(Fact::Grundy)),
            ("ASKS_COUNT", counts),
            ("ASKS_MOVES", all_moves || asked == Asked::FirstMove),
            ("ASKS_ALL", all_moves),
            ("COUNTED", counts),
            ("ABOVE_0", least > 0),
            ("FEW", is_few),
            ("ORDERED", self.is_range_ordered()),
            ("CONSTANTS", rules.asks_of_input().next().is_none()),
            ("INNER", rules.has_takes_where("INNER")),
            ("PROPER", rules.has_takes_where("PROPER")),
        ] {
            self.parameters.put_condition(name, holds);
        }
    }

    /// Whether the smallest number that a move takes, or divides by, is never above the largest.
    fn is_range_ordered(&self) -> bool {
        let layout = self.layout;
        let of = |parameter| {
            let role = Role::Parameter(parameter);
            layout.numbers.iter().find(|number| number.role == role)
        };
        let [least, most] = match (of(Parameter::LeastDivisor), of(Parameter::LargestDivisor)) {
            (None, None) => [of(Parameter::MinTaken), of(Parameter::MaxTaken)],
            divisors => [divisors.0, divisors.1],
        };
        let parameters = &self.parameters;
        match (least, most) {
            (Some(least), Some(most)) => {
                is_at_least(&most.low, least.index)
                    || is_at_most(&least.high, most.index)
                    || low(layout, &most.low) >= high(layout, least)
            }
            (Some(least), None) => parameters.is_at_least("Q", high(layout, least)),
            (None, Some(most)) => !parameters.is_at_least("P", low(layout, &most.low).saturating_add(1)),
            (None, None) => true,
        }
    }

    /// Numbers that follow from the largest pile, for the sizes of tables and of types.
    fn set_bounds(&mut self) {
        let (_, largest) = self.extremes();
        let factor = match self.parameters.values.get("K") {
            Some(Value::Number(factor)) => Some(*factor),
            _ => None,
        };
        let needs_lost = self.problem.rules.positions.memory == Memory::LastTake;
        let parameters = &mut self.parameters;
        if let Some(factor) = factor.filter(|_| needs_lost) {
            let factor = u64::try_from(factor).unwrap_or(u64::MAX);
            parameters.put_number("MOST", lost_up_to(largest, factor));
        }
        parameters.know("ROOT", Value::Number(largest.isqrt().into()));
        let fits = |base: u128| base.saturating_mul(largest.into()) < 1 << 63;
        parameters.put_condition("POWERS_FIT", factor.is_some_and(fits));
        let next = largest.checked_add(1);
        let above = next.and_then(u64::checked_next_power_of_two);
        parameters.put_number("ABOVE_LARGEST", above.unwrap_or(1 << 63));
    }

    /// After how many piles Grundy values repeat, if a theory asks for it.
    fn set_repetition(&mut self) {
        let rules = &self.problem.rules;
        let (_, largest) = self.extremes();
        let has_takes = matches!(self.parameters.values.get("TAKES"), Some(Value::List(_)));
        // Else a table that is small needs no period, which is searched for among far more piles.
        let needs_period = largest > 10_000 || has_takes;
        if has_takes || rules.said(Role::Other).is_some() || rules.positions.has_sides {
            if needs_period {
                set_period(&mut self.parameters, rules, largest);
            }
        } else if let Some(period) = rules.modulus() {
            self.parameters.put_number("PERIOD", period);
        }
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
            let claims = self.checks && has("claims") && says_parts(self.template) && !self.may_lack_moves();
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
                    .extend(least_take.map(|take| ("MIN_TAKE".to_owned(), take)));
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
        let place = Expr::Number(u64::try_from(table).unwrap_or(u64::MAX));
        self.parameters.put("TABLE", place, Value::Number(table));
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
    let lost: Vec<_> = (0..end).filter(|&pile| values[pile as usize] == 0).collect();
    if period.start == 0 && lost.len() <= 3 {
        let is_not = |lost: &u64| format!("pile % {} != {lost}", period.len);
        let tests = match lost.last() {
            // The smallest remainders are lost.
            Some(&last) if last > 0 && last + 1 == lost.len() as u64 => {
                vec![format!("pile % {} > {last}", period.len)]
            }
            _ => lost.iter().map(is_not).collect(),
        };
        let is_won = expr(&tests.join(" and "));
        parameters.put("IS_WON", is_won, Value::Bool(true));
    }
    let list = values.iter().copied().map(Expr::Number).collect();
    parameters.put("VALUES", Expr::List(list), Value::List(values));
}
