//! The theory that a problem uses: which one can be used within its limits, and what stands for its parameters.

use std::collections::BTreeMap;

use super::parse::{self, File};
use super::passes::substitute;
use super::theory;
use super::tree::{Expr, Function, Operator, Statement, any_statement};

/// What is known of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Theory {
    /// Why it is so, from the most general to the most special reason.
    pub whys: Vec<String>,
    /// The condition that keeps it from having a function that it has in other cases.
    pub lacking: Option<Expr>,
    /// Its functions.
    pub functions: BTreeMap<String, Function>,
    /// The conditions of each of its functions, and those of its files under no name.
    pub conditions: BTreeMap<String, Vec<Expr>>,
    /// The bodies of `prepare` in all of its files.
    pub prepare: Vec<Statement>,
}

/// What a parameter may be, as far as the limits say it: the largest number, whether something holds, or a list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// A number.
    Number(u128),
    /// A truth value.
    Bool(bool),
    /// The numbers of a list.
    List(Vec<u64>),
    /// A list of the input, of at most this length.
    Length(u128),
}

/// The parameters of theories.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameters {
    /// What is put in the place of each.
    pub places: BTreeMap<String, Expr>,
    /// What conditions know of them.
    pub values: BTreeMap<String, Value>,
    /// The texts that stand in docstrings for names in braces.
    pub texts: BTreeMap<String, String>,
}

impl Parameters {
    /// A number or truth value that only conditions ask for.
    pub(super) fn know(&mut self, name: &str, value: Value) {
        self.values.insert(name.to_owned(), value);
    }

    /// What stands in the place of a name, and what is known of it.
    pub(super) fn put(&mut self, name: &str, place: Expr, value: Value) {
        self.places.insert(name.to_owned(), place);
        self.know(name, value);
    }

    /// A number that stands in the place of a name.
    pub(super) fn put_number(&mut self, name: &str, number: u64) {
        self.put(name, Expr::Number(number), Value::Number(number.into()));
    }

    /// A condition that stands in the place of a name.
    pub(super) fn put_condition(&mut self, name: &str, holds: bool) {
        self.put(name, Expr::Bool(holds), Value::Bool(holds));
    }

    /// Whether a number is known, and never below this.
    pub(super) fn is_at_least(&self, name: &str, least: u64) -> bool {
        matches!(self.places.get(name), Some(Expr::Number(number)) if *number >= least)
    }

    /// The value of a condition, or of a number in it. `None` if it asks for what is not there.
    pub(super) fn evaluate(&self, expr: &Expr) -> Option<Value> {
        use Value::{Bool, List, Number};
        Some(match expr {
            Expr::Number(number) => Number((*number).into()),
            Expr::Bool(value) => Bool(*value),
            Expr::Name(name) => self.values.get(name)?.clone(),
            Expr::List(numbers) => {
                let number = |expr| match self.evaluate(expr)? {
                    Number(number) => u64::try_from(number).ok(),
                    _ => None,
                };
                List(numbers.iter().map(number).collect::<Option<_>>()?)
            }
            Expr::Not(of) => match self.evaluate(of)? {
                Bool(value) => Bool(!value),
                _ => return None,
            },
            Expr::Choice(test, yes, no) => match self.evaluate(test)? {
                Bool(true) => self.evaluate(yes)?,
                Bool(false) => self.evaluate(no)?,
                _ => return None,
            },
            Expr::Binary(Operator::And, one, other) => match self.evaluate(one) {
                Some(Bool(true)) => self.evaluate(other)?,
                _ => Bool(false),
            },
            Expr::Binary(Operator::Or, one, other) => match self.evaluate(one) {
                Some(Bool(true)) => Bool(true),
                _ => self.evaluate(other)?,
            },
            Expr::Binary(operator, one, other) => match (self.evaluate(one)?, self.evaluate(other)?) {
                (Number(one), Number(other)) => number_of(*operator, one, other)?,
                (one, other) if *operator == Operator::Equal => Bool(one == other),
                (one, other) if *operator == Operator::NotEqual => Bool(one != other),
                _ => return None,
            },
            Expr::Call(function, of) => Number(self.called(function, of)?),
            _ => return None,
        })
    }

    /// The value of `len`, `min` or `max`.
    fn called(&self, function: &str, of: &[Expr]) -> Option<u128> {
        use Value::{Length, List, Number};
        let of: Vec<_> = of.iter().map(|of| self.evaluate(of)).collect::<Option<_>>()?;
        match (function, &of[..]) {
            ("len", [List(numbers)]) => Some(numbers.len() as u128),
            ("len", [Length(length)]) => Some(*length),
            ("min", [List(numbers)]) => Some((*numbers.iter().min()?).into()),
            ("min", [Number(one), Number(other)]) => Some(*one.min(other)),
            ("max", [Number(one), Number(other)]) => Some(*one.max(other)),
            _ => None,
        }
    }

    /// The first condition that does not hold.
    fn unmet<'c>(&self, conditions: &'c [Expr]) -> Option<&'c Expr> {
        conditions.iter().find(|condition| !self.holds(condition))
    }

    /// Whether a condition holds.
    pub(super) fn holds(&self, condition: &Expr) -> bool {
        self.evaluate(condition) == Some(Value::Bool(true))
    }

    /// The number, or the largest one that it may be.
    pub(super) fn number(&self, expr: &Expr) -> Option<u128> {
        match self.evaluate(expr)? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }
}

/// What an operator makes of two numbers.
fn number_of(operator: Operator, one: u128, other: u128) -> Option<Value> {
    use Value::{Bool, Number};
    Some(match operator {
        Operator::Add => Number(one.saturating_add(other)),
        Operator::Subtract => Number(one.saturating_sub(other)),
        Operator::Multiply => Number(one.saturating_mul(other)),
        Operator::Divide => Number(one.checked_div(other)?),
        Operator::Remainder => Number(one.checked_rem(other)?),
        Operator::Power => Number(one.saturating_pow(u32::try_from(other).ok()?)),
        Operator::Equal => Bool(one == other),
        Operator::NotEqual => Bool(one != other),
        Operator::Less => Bool(one < other),
        Operator::LessOrEqual => Bool(one <= other),
        Operator::Greater => Bool(one > other),
        Operator::GreaterOrEqual => Bool(one >= other),
        _ => return None,
    })
}

/// A file of theories.
fn file(name: &str) -> File {
    let text = theory::text(name).unwrap_or_else(|| panic!("there is no theory {name}"));
    parse::file(text).unwrap_or_else(|mistake| panic!("theory/{name}.py:{mistake}"))
}

impl Theory {
    /// The theory of these files, joined by `+`, and of what a move `takes`, or a condition of it that does not hold.
    pub(super) fn of(names: &str, takes: &str, parameters: &mut Parameters) -> Result<Self, Expr> {
        let own: Vec<_> = names.split('+').map(file).collect();
        let common = Self::common(&own, parameters);
        let takes = (!takes.is_empty()).then(|| file(&format!("takes/{takes}")));
        // A file that says who wins takes the place of what is common.
        let decides = own.iter().any(|file| file.has("wins"));
        let replaced = if decides { common.len() } else { 0 };
        let files: Vec<_> = common.into_iter().chain(takes).chain(own).collect();
        for function in files.iter().flat_map(|file| &file.functions) {
            if function.name == "most_takes"
                && let [Statement::Return(value)] = &function.body[..]
                && let Some(most) = parameters.evaluate(value)
            {
                parameters.know("MAX_TAKES", most);
            }
        }
        let mut theory = Self::default();
        for (nth, file) in files.into_iter().enumerate() {
            if let Some(condition) = parameters.unmet(&file.conditions) {
                return Err(condition.clone());
            }
            let whole = theory.conditions.entry(String::new()).or_default();
            whole.extend(file.conditions.clone());
            if let Some((_, why)) = file.about.split_once('\n').filter(|_| nth >= replaced) {
                theory.whys.push(why.to_owned());
            }
            if file.has("options") {
                // What is claimed of moves is looked for among these.
                theory.functions.remove("claims");
            }
            for function in file.functions {
                theory.add(function, parameters);
            }
        }
        Ok(theory)
    }

    /// What games of several piles have in common. Who wins is said by what comes last.
    fn common(own: &[File], parameters: &Parameters) -> Vec<File> {
        let holds = |name: &str| parameters.holds(&Expr::name(name));
        let is_sum = own.iter().any(|file| file.has("grundy"));
        let is_misere = holds("MISERE");
        let is_alone = holds("ALONE") && !holds("ASKS_WINNER") && !holds("ASKS_GRUNDY");
        let common = [
            ("sum", is_sum),
            ("misere", is_sum && is_misere),
            ("alone", is_sum && is_alone && !is_misere),
        ];
        let common = common.iter().filter(|common| common.1);
        common.map(|common| file(common.0)).collect()
    }

    /// Adds a function in the place of the one before it, if the conditions at its start hold; else there is none.
    fn add(&mut self, mut function: Function, parameters: &Parameters) {
        let is_condition = |statement: &&Statement| matches!(statement, Statement::Do(name, _) if name == "assert");
        let conditions: Vec<_> = function
            .body
            .iter()
            .take_while(is_condition)
            .flat_map(Statement::values)
            .cloned()
            .collect();
        function.body.drain(..conditions.len());
        let own = &mut self.conditions;
        own.insert(function.name.clone(), conditions.clone());
        if let Some(condition) = parameters.unmet(&conditions) {
            self.lacking = Some(condition.clone());
            self.functions.remove(&function.name);
        } else if function.name == "prepare" {
            self.prepare.extend(function.body);
        } else {
            self.functions.insert(function.name.clone(), function);
        }
    }

    /// About how often what a program of it repeats most is done, at most: what its conditions limit.
    pub(super) fn steps(&self, parameters: &Parameters, lists_moves: bool) -> u128 {
        let of_moves = |name: &str| ["options", "moves", "claims"].contains(&name);
        let used = self
            .conditions
            .iter()
            .filter(|(name, _)| lists_moves || !of_moves(name));
        let all = used.flat_map(|(_, conditions)| conditions);
        all.map(|condition| steps_of(condition, parameters)).max().unwrap_or(0)
    }

    /// Puts what stands for the parameters in their places.
    pub(super) fn put_in_place(&mut self, places: &BTreeMap<String, Expr>) {
        for function in self.functions.values_mut() {
            substitute(&mut function.body, places);
        }
        substitute(&mut self.prepare, places);
    }

    /// Whether a function of it uses another one.
    pub(super) fn calls(&self, name: &str, other: &str) -> bool {
        let is_call = |it: &Statement| matches!(it, Statement::Do(own, _) if own == other);
        let function = self.get(name);
        function.is_some_and(|function| any_statement(&function.body, &is_call))
    }

    /// A function, if it has one.
    pub(super) fn get(&self, name: &str) -> Option<&Function> {
        self.functions.get(name)
    }
}

/// What a condition limits.
fn steps_of(condition: &Expr, parameters: &Parameters) -> u128 {
    match condition {
        Expr::Binary(Operator::And, one, other) => steps_of(one, parameters).max(steps_of(other, parameters)),
        Expr::Binary(Operator::LessOrEqual, steps, _) => parameters.number(steps).unwrap_or(0),
        _ => 0,
    }
}
