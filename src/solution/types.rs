//! The types of variables, as wide as the limits ask.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{
    Block, Expr, Function, Operator, Program, Scalar, Statement, Type, for_each_expr, for_each_statement, uses,
};

/// How large numbers may be.
#[derive(Clone, Debug, Default)]
pub(super) struct Highs {
    /// The numbers of the input by their names; piles as large as what is made of them.
    pub numbers: BTreeMap<String, u128>,
    /// No number that comes up is larger, but by a power of 2.
    pub most: u128,
    /// Variables of 64 bits.
    pub wide: BTreeSet<String>,
}

/// The least number that needs 64 bits.
const WIDE: u128 = 1 << 31;

/// What a function takes and returns.
type Signatures = BTreeMap<String, (Vec<Scalar>, Scalar)>;

/// Gives all variables of a program their types.
pub(super) fn set(program: &mut Program, highs: &Highs) {
    let highest = highs.numbers.values().copied().max().unwrap_or(0).max(highs.most);
    program.is_unsigned = highest >= 1 << 63;
    program.reads_wide = highs.numbers.values().any(|high| *high >= WIDE);
    let mut signatures = Signatures::new();
    for function in &program.functions {
        let parameters = vec![Scalar::Bool; function.parameters.len()];
        signatures.insert(function.name.clone(), (parameters, Scalar::Bool));
    }
    let constants: BTreeMap<_, _> = program
        .constants
        .iter()
        .map(|(name, numbers)| (name.clone(), scalar_of(numbers)))
        .collect();
    loop {
        let before = signatures.clone();
        for function in program.functions.iter_mut().chain([&mut program.main]) {
            infer(function, highs, &constants, &mut signatures);
        }
        if before == signatures {
            break;
        }
    }
    for function in program.functions.iter_mut().chain([&mut program.main]) {
        let lists: Vec<_> = lists(&function.body);
        for (list, len) in lists {
            function.most.insert(list, largest(&len, highs));
        }
    }
}

fn scalar(largest: u128) -> Scalar {
    if largest >= WIDE { Scalar::Wide } else { Scalar::Int }
}

/// What the numbers of a list need that never change.
pub(super) fn scalar_of(numbers: &[u64]) -> Scalar {
    scalar(numbers.iter().copied().max().unwrap_or(0).into())
}

/// The lists that are made or read, with their lengths.
fn lists(block: &Block) -> Vec<(String, Expr)> {
    let mut lists = Vec::new();
    for_each_statement(block, &mut |statement| {
        let made = statement.list_made();
        lists.extend(made.map(|(list, len)| (list.clone(), len)));
    });
    lists
}

/// The largest value of a length.
fn largest(len: &Expr, highs: &Highs) -> u64 {
    fn of(expr: &Expr, highs: &Highs) -> u128 {
        match expr {
            Expr::Number(number) => (*number).into(),
            Expr::Name(name) => highs.numbers.get(name).copied().unwrap_or(highs.most),
            Expr::Binary(operator, left, right) => {
                let (one, other) = (of(left, highs), of(right, highs));
                match operator {
                    Operator::Add => one.saturating_add(other),
                    Operator::Multiply => one.saturating_mul(other),
                    Operator::Subtract => match &**right {
                        Expr::Number(number) => one.saturating_sub((*number).into()),
                        _ => one,
                    },
                    Operator::Divide => one / other.max(1),
                    _ => one.max(other),
                }
            }
            _ => highs.most,
        }
    }
    u64::try_from(of(len, highs)).unwrap_or(u64::MAX)
}

/// Whether a value is never more than a constant that is small.
fn is_small(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) | Expr::Bool(_) => true,
        Expr::Binary(Operator::BitAnd | Operator::Remainder, _, right) => is_small(right),
        Expr::Choice(_, yes, no) => is_small(yes) && is_small(no),
        _ => false,
    }
}

/// What variables are, as far as it is known.
type Types = BTreeMap<String, Type>;

/// Finds the types of a function's variables: each is as wide as what it is set to somewhere.
struct Inference<'i> {
    types: Types,
    highs: &'i Highs,
    constants: &'i BTreeMap<String, Scalar>,
    signatures: &'i Signatures,
}

fn infer(function: &mut Function, highs: &Highs, constants: &BTreeMap<String, Scalar>, signatures: &mut Signatures) {
    let mut inference = Inference {
        types: std::mem::take(&mut function.types),
        highs,
        constants,
        signatures,
    };
    inference.variables(function);
    let returns = inference.returns(&function.body);
    let calls = inference.calls(&function.body);
    function.types = inference.types;
    if let Some(of) = returns {
        function.returns = Some(Type { of, is_list: false });
        if let Some(signature) = signatures.get_mut(&function.name) {
            signature.1 = signature.1.max(of);
        }
    }
    for (name, arguments) in calls {
        if let Some((parameters, _)) = signatures.get_mut(name) {
            for (own, of) in parameters.iter_mut().zip(arguments) {
                *own = (*own).max(of);
            }
        }
    }
}

impl Inference<'_> {
    /// Goes through the statements until no type gets wider.
    fn variables(&mut self, function: &Function) {
        let signatures = self.signatures;
        if let Some((parameters, _)) = signatures.get(&function.name) {
            for (name, of) in function.parameters.iter().zip(parameters) {
                self.join(name, *of, false);
            }
        }
        for name in &self.highs.wide {
            if uses(&function.body, name) > 0 {
                self.join(name, Scalar::Wide, false);
            }
        }
        loop {
            let before = self.types.clone();
            for_each_statement(&function.body, &mut |statement| self.statement(statement));
            if self.highs.most >= 1 << 30 {
                for_each_expr(&function.body, &mut |value| self.square(value));
            }
            if self.types == before {
                break;
            }
        }
    }

    /// A variable, or a list, holds such numbers, too.
    fn join(&mut self, name: &str, of: Scalar, is_list: bool) {
        let new = Type { of, is_list };
        let own = self.types.entry(name.to_owned()).or_insert(new);
        own.of = own.of.max(of);
        own.is_list |= is_list;
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Set(Expr::Name(name), value) => match value {
                Expr::Filled(zero, _) => self.join(name, self.of(zero), true),
                Expr::List(items) => {
                    for item in items {
                        self.join(name, self.of(item), true);
                    }
                }
                value => self.join(name, self.of(value).max(self.grown(name, value)), false),
            },
            Statement::Set(Expr::Item(list, _), value) => {
                self.join(list, self.of(value).max(self.grown(list, value)), true);
            }
            Statement::Change(Expr::Item(list, _), _, value) => {
                self.join(list, self.of(value), true);
            }
            Statement::Change(Expr::Name(name), operator, value) => {
                self.join(name, self.changed(*operator, value), false);
            }
            Statement::For { name, start, end, .. } if name != "_" => {
                let range = self.of(start).max(self.of(end)).max(Scalar::Int);
                self.join(name, range, false);
            }
            Statement::ForEach { index, name, list, .. } => {
                if let Some(index) = index {
                    self.join(index, Scalar::Int, false);
                }
                self.join(name, self.named(list), false);
            }
            Statement::Read(names) | Statement::WhileMore { names, .. } => {
                for name in names {
                    self.join(name, self.read(name), false);
                }
            }
            Statement::ReadList(list, _) => self.join(list, self.read(list), true),
            _ => {}
        }
    }

    /// What a number of the input needs.
    fn read(&self, name: &str) -> Scalar {
        let high = self.highs.numbers.get(name);
        scalar(high.copied().unwrap_or(self.highs.most))
    }

    /// What a variable needs that is changed by this operator and value.
    fn changed(&self, operator: Operator, value: &Expr) -> Scalar {
        let is_large = self.highs.most >= WIDE;
        match operator {
            Operator::Divide | Operator::Remainder | Operator::ShiftRight | Operator::BitAnd | Operator::Subtract => {
                Scalar::Int
            }
            Operator::Multiply if is_large => Scalar::Wide,
            Operator::Add | Operator::ShiftLeft if is_large && !is_small(value) => Scalar::Wide,
            _ => self.of(value),
        }
    }

    /// What a variable or list needs that is set to a sum or product of itself and of something that is not small: no
    /// limit says how often that is done, so that it may become as large as any number that comes up.
    fn grown(&self, name: &str, value: &Expr) -> Scalar {
        let grows = value.any(&mut |part| {
            matches!(
                part,
                Expr::Binary(Operator::Add | Operator::Multiply | Operator::ShiftLeft, one, other)
                    if !is_small(one) && !is_small(other)
            )
        });
        let is_own = || read_in(value).iter().any(|(own, _)| own == name);
        if self.highs.most >= WIDE && grows && is_own() {
            Scalar::Wide
        } else {
            Scalar::Bool
        }
    }

    /// A square may be larger than what it is compared with: one of its names is wide.
    fn square(&mut self, value: &Expr) {
        let Expr::Binary(Operator::Multiply, one, other) = value else {
            return;
        };
        let has_number = [one, other].map(|side| matches!(**side, Expr::Number(_)));
        if has_number != [false; 2] || self.of(value) == Scalar::Wide {
            return;
        }
        let names = read_in(value);
        let is_own = |(name, _): &&(String, bool)| !self.highs.numbers.contains_key(name);
        if let Some((name, is_list)) = names.iter().find(is_own).or(names.first()) {
            self.join(name, Scalar::Wide, *is_list);
        }
    }

    /// What the function returns, if it returns something.
    fn returns(&self, body: &Block) -> Option<Scalar> {
        let mut returns = None;
        for_each_statement(body, &mut |statement| {
            if let Statement::Return(value) = statement {
                returns = returns.max(Some(self.of(value)));
            }
        });
        returns
    }

    /// The functions that it calls, and what it gives them.
    fn calls<'b>(&self, body: &'b Block) -> Vec<(&'b String, Vec<Scalar>)> {
        let mut calls = Vec::new();
        for_each_expr(body, &mut |value| {
            if let Expr::Call(name, arguments) = value {
                calls.push((name, arguments.iter().map(|of| self.of(of)).collect()));
            }
        });
        calls
    }

    /// The numbers of a variable or a list.
    fn named(&self, name: &str) -> Scalar {
        let constant = self.constants.get(name).copied();
        let own = || self.types.get(name).map(|own| own.of);
        constant.or_else(own).unwrap_or(Scalar::Bool)
    }

    /// What a value needs.
    fn of(&self, expr: &Expr) -> Scalar {
        let known = Known {
            named: &|name| self.named(name),
            returns: &|name| self.signatures.get(name).map(|signature| signature.1),
            joined: &|operator, left, right| match operator {
                Operator::Remainder => right,
                Operator::BitAnd => left.min(right),
                Operator::ShiftRight => left,
                _ => left.max(right),
            },
        };
        known.of(expr)
    }
}

/// The variables and lists whose numbers make a value, and which of them are lists: an index chooses a number, and is
/// none of it.
fn read_in(value: &Expr) -> Vec<(String, bool)> {
    match value {
        Expr::Name(name) => vec![(name.clone(), false)],
        Expr::Item(list, _) => vec![(list.clone(), true)],
        value => value.parts().into_iter().flat_map(read_in).collect(),
    }
}

/// What a value is in a language that has the types of both sides: a remainder by a small number is wide if the number
/// is.
pub(super) fn of(expr: &Expr, function: &Function, program: &Program) -> Scalar {
    let known = Known {
        named: &|name| {
            let mut constants = program.constants.iter();
            match constants.find(|constant| constant.0 == name) {
                Some((_, numbers)) => scalar_of(numbers),
                None => function.types.get(name).map_or(Scalar::Int, |own| own.of),
            }
        },
        returns: &|name| {
            let mut functions = program.functions.iter();
            let called = functions.find(|function| function.name == name);
            called.and_then(|called| called.returns).map(|own| own.of)
        },
        joined: &|operator, left, right| match operator {
            Operator::ShiftLeft | Operator::ShiftRight => left,
            _ => left.max(right),
        },
    };
    known.of(expr)
}

/// What the type of a value follows from: those of names, what functions return, and how operators join two numbers.
struct Known<'k> {
    named: &'k dyn Fn(&str) -> Scalar,
    returns: &'k dyn Fn(&str) -> Option<Scalar>,
    joined: &'k dyn Fn(Operator, Scalar, Scalar) -> Scalar,
}

impl Known<'_> {
    fn of(&self, expr: &Expr) -> Scalar {
        let widest = |values: &[Expr]| values.iter().map(|value| self.of(value)).max();
        match expr {
            Expr::Number(number) => scalar((*number).into()),
            Expr::Bool(_) | Expr::Not(_) | Expr::Text(_) => Scalar::Bool,
            Expr::Name(name) | Expr::Item(name, _) => (self.named)(name),
            Expr::List(items) => widest(items).unwrap_or(Scalar::Int),
            Expr::Filled(zero, _) => self.of(zero),
            Expr::Binary(operator, ..) if operator.compares() || operator.is_logical() => Scalar::Bool,
            Expr::Binary(operator, left, right) => {
                (self.joined)(*operator, self.of(left), self.of(right)).max(Scalar::Int)
            }
            Expr::Choice(_, yes, no) => self.of(yes).max(self.of(no)),
            Expr::Call(name, arguments) => match &**name {
                "len" => Scalar::Int,
                "min" | "max" | "distance" => widest(arguments).unwrap_or(Scalar::Int),
                claimed if claimed.starts_with("Claim::") => Scalar::Wide,
                name => (self.returns)(name).unwrap_or(Scalar::Int),
            },
        }
    }
}
