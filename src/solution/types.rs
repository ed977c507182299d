//! The types of variables, as wide as the limits ask.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{
    Block, Expr, Function, Operator, Program, Scalar, Statement, Type, for_each_expr,
    for_each_statement,
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
    let highest = highs
        .numbers
        .values()
        .copied()
        .max()
        .unwrap_or(0)
        .max(highs.most);
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
        .map(|(name, numbers)| {
            let largest = numbers.iter().copied().max().unwrap_or(0);
            (name.clone(), scalar(largest.into()))
        })
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
    if largest >= WIDE {
        Scalar::Wide
    } else {
        Scalar::Int
    }
}

/// The lists that are made or read, with their lengths.
fn lists(block: &Block) -> Vec<(String, Expr)> {
    let mut lists = Vec::new();
    for_each_statement(block, &mut |statement| match statement {
        Statement::ReadList(list, len) => lists.push((list.clone(), len.clone())),
        Statement::Set(Expr::Name(list), Expr::Filled(_, len)) => {
            lists.push((list.clone(), (**len).clone()));
        }
        Statement::Set(Expr::Name(list), Expr::List(items)) => {
            lists.push((list.clone(), Expr::Number(items.len() as u64)));
        }
        _ => {}
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

fn infer(
    function: &mut Function,
    highs: &Highs,
    constants: &BTreeMap<String, Scalar>,
    signatures: &mut Signatures,
) {
    let mut types = std::mem::take(&mut function.types);
    if let Some((parameters, _)) = signatures.get(&function.name) {
        for (name, of) in function.parameters.iter().zip(parameters) {
            join(&mut types, name, *of, false);
        }
    }
    for name in &highs.wide {
        if super::tree::uses(&function.body, name) > 0 {
            join(&mut types, name, Scalar::Wide, false);
        }
    }
    let is_wide = highs.most >= 1 << 30;
    loop {
        let before = types.clone();
        let read = |name: &str| {
            highs
                .numbers
                .get(name)
                .map_or_else(|| scalar(highs.most), |high| scalar(*high))
        };
        for_each_statement(&function.body, &mut |statement| {
            let of = |expr: &Expr, types: &BTreeMap<String, Type>| {
                type_of(expr, types, constants, signatures)
            };
            match statement {
                Statement::Set(Expr::Name(name), value) => match value {
                    Expr::Filled(zero, _) => {
                        let zero = of(zero, &types);
                        join(&mut types, name, zero, true);
                    }
                    Expr::List(items) => {
                        for item in items {
                            let item = of(item, &types);
                            join(&mut types, name, item, true);
                        }
                    }
                    value => {
                        let own = of(value, &types).max(grown(name, value, highs));
                        join(&mut types, name, own, false);
                    }
                },
                Statement::Set(Expr::Item(list, _), value) => {
                    let own = of(value, &types).max(grown(list, value, highs));
                    join(&mut types, list, own, true);
                }
                Statement::Change(Expr::Name(name), operator, value) => {
                    let grows = matches!(
                        operator,
                        Operator::Add | Operator::Multiply | Operator::ShiftLeft
                    );
                    let own = of(value, &types);
                    let grown = if grows && highs.most >= WIDE && !is_small(value) {
                        Scalar::Wide
                    } else {
                        own
                    };
                    let grown = if *operator == Operator::Multiply && highs.most >= WIDE {
                        Scalar::Wide
                    } else {
                        grown
                    };
                    let shrinks = matches!(
                        operator,
                        Operator::Divide
                            | Operator::Remainder
                            | Operator::ShiftRight
                            | Operator::BitAnd
                            | Operator::Subtract
                    );
                    join(
                        &mut types,
                        name,
                        if shrinks { Scalar::Int } else { grown },
                        false,
                    );
                }
                Statement::Change(Expr::Item(list, _), _, value) => {
                    let value = of(value, &types);
                    join(&mut types, list, value, true);
                }
                Statement::For {
                    name, start, end, ..
                } => {
                    let range = of(start, &types).max(of(end, &types)).max(Scalar::Int);
                    if name != "_" {
                        join(&mut types, name, range, false);
                    }
                }
                Statement::ForEach {
                    index, name, list, ..
                } => {
                    if let Some(index) = index {
                        join(&mut types, index, Scalar::Int, false);
                    }
                    let item = list_of(list, &types, constants);
                    join(&mut types, name, item, false);
                }
                Statement::Read(names) | Statement::WhileMore { names, .. } => {
                    for name in names {
                        join(&mut types, name, read(name), false);
                    }
                }
                Statement::ReadList(list, _) => join(&mut types, list, read(list), true),
                _ => {}
            }
        });
        if is_wide {
            // A square may be larger than what it is compared with.
            for_each_expr(&function.body, &mut |value| {
                if let Expr::Binary(Operator::Multiply, one, other) = value
                    && !matches!(**one, Expr::Number(_))
                    && !matches!(**other, Expr::Number(_))
                    && type_of(value, &types, constants, signatures) < Scalar::Wide
                {
                    let mut names = read_in(one);
                    names.extend(read_in(other));
                    let own = names
                        .iter()
                        .find(|(name, _)| !highs.numbers.contains_key(name));
                    if let Some((name, is_list)) = own.or(names.first()) {
                        join(&mut types, name, Scalar::Wide, *is_list);
                    }
                }
            });
        }
        if types == before {
            break;
        }
    }
    let mut returns = None;
    for_each_statement(&function.body, &mut |statement| {
        if let Statement::Return(value) = statement {
            let of = type_of(value, &types, constants, signatures);
            returns = returns.max(Some(of));
        }
    });
    if let Some(of) = returns {
        function.returns = Some(Type { of, is_list: false });
        if let Some(signature) = signatures.get_mut(&function.name) {
            signature.1 = signature.1.max(of);
        }
    }
    for_each_expr(&function.body, &mut |value| {
        if let Expr::Call(name, arguments) = value
            && signatures.contains_key(name)
        {
            let of: Vec<_> = arguments
                .iter()
                .map(|argument| type_of(argument, &types, constants, signatures))
                .collect();
            if let Some(signature) = signatures.get_mut(name) {
                for (own, of) in signature.0.iter_mut().zip(of) {
                    *own = (*own).max(of);
                }
            }
        }
    });
    function.types = types;
}

/// What a variable or list needs that is set to a sum or product of itself and of something that is not small: no limit
/// says how often that is done, so that it may become as large as any number that comes up.
fn grown(name: &str, value: &Expr, highs: &Highs) -> Scalar {
    let grows = value.any(&mut |part| {
        matches!(
            part,
            Expr::Binary(Operator::Add | Operator::Multiply | Operator::ShiftLeft, one, other)
                if !is_small(one) && !is_small(other)
        )
    });
    let is_own = || read_in(value).iter().any(|(own, _)| own == name);
    if highs.most >= WIDE && grows && is_own() {
        Scalar::Wide
    } else {
        Scalar::Bool
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

fn join(types: &mut BTreeMap<String, Type>, name: &str, of: Scalar, is_list: bool) {
    let own = types.entry(name.to_owned()).or_insert(Type { of, is_list });
    own.of = own.of.max(of);
    own.is_list |= is_list;
}

fn list_of(
    list: &str,
    types: &BTreeMap<String, Type>,
    constants: &BTreeMap<String, Scalar>,
) -> Scalar {
    constants
        .get(list)
        .copied()
        .or_else(|| types.get(list).map(|own| own.of))
        .unwrap_or(Scalar::Bool)
}

/// What a value needs.
fn type_of(
    expr: &Expr,
    types: &BTreeMap<String, Type>,
    constants: &BTreeMap<String, Scalar>,
    signatures: &Signatures,
) -> Scalar {
    let of = |expr: &Expr| type_of(expr, types, constants, signatures);
    match expr {
        Expr::Number(number) => scalar((*number).into()),
        Expr::Bool(_) | Expr::Not(_) | Expr::Text(_) => Scalar::Bool,
        Expr::Name(name) => types.get(name).map_or(Scalar::Bool, |own| own.of),
        Expr::Item(list, _) => list_of(list, types, constants),
        Expr::List(items) => items.iter().map(of).max().unwrap_or(Scalar::Int),
        Expr::Filled(zero, _) => of(zero),
        Expr::Binary(operator, ..) if operator.compares() || operator.is_logical() => Scalar::Bool,
        Expr::Binary(Operator::Remainder, _, right) => of(right).max(Scalar::Int),
        Expr::Binary(Operator::BitAnd, left, right) => of(left).min(of(right)).max(Scalar::Int),
        Expr::Binary(Operator::ShiftRight, left, _) => of(left).max(Scalar::Int),
        Expr::Binary(_, left, right) => of(left).max(of(right)).max(Scalar::Int),
        Expr::Choice(_, yes, no) => of(yes).max(of(no)),
        Expr::Call(function, arguments) => match &**function {
            "len" => Scalar::Int,
            "min" | "max" | "distance" => arguments.iter().map(of).max().unwrap_or(Scalar::Int),
            claimed if claimed.starts_with("Claim::") => Scalar::Wide,
            function => signatures
                .get(function)
                .map_or(Scalar::Int, |signature| signature.1),
        },
    }
}

/// What a value is in a language that has the types of both sides: a remainder by a small number is wide if the number
/// is.
pub(super) fn of(expr: &Expr, function: &Function, program: &Program) -> Scalar {
    let of = |expr: &Expr| self::of(expr, function, program);
    match expr {
        Expr::Number(number) => scalar((*number).into()),
        Expr::Bool(_) | Expr::Not(_) | Expr::Text(_) => Scalar::Bool,
        Expr::Name(name) => function.types.get(name).map_or(Scalar::Int, |own| own.of),
        Expr::Item(list, _) => {
            let constant = program
                .constants
                .iter()
                .find(|constant| constant.0 == *list);
            match constant {
                Some((_, numbers)) => scalar(numbers.iter().copied().max().unwrap_or(0).into()),
                None => function.types.get(list).map_or(Scalar::Int, |own| own.of),
            }
        }
        Expr::List(items) => items.iter().map(of).max().unwrap_or(Scalar::Int),
        Expr::Filled(zero, _) => of(zero),
        Expr::Binary(operator, ..) if operator.compares() || operator.is_logical() => Scalar::Bool,
        Expr::Binary(Operator::ShiftLeft | Operator::ShiftRight, left, _) => {
            of(left).max(Scalar::Int)
        }
        Expr::Binary(_, left, right) => of(left).max(of(right)).max(Scalar::Int),
        Expr::Choice(_, yes, no) => of(yes).max(of(no)),
        Expr::Call(name, arguments) => match &**name {
            "len" => Scalar::Int,
            "min" | "max" | "distance" => arguments.iter().map(of).max().unwrap_or(Scalar::Int),
            claimed if claimed.starts_with("Claim::") => Scalar::Wide,
            name => {
                let called = program
                    .functions
                    .iter()
                    .find(|function| function.name == name);
                called
                    .and_then(|called| called.returns)
                    .map_or(Scalar::Int, |returns| returns.of)
            }
        },
    }
}
