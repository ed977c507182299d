//! Small steps on programs, after which they look as if a person had written them.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{Block, Expr, Function, Operator, Statement, for_each_statement, uses};

/// Puts values in the places of names, in statements and all that is in them.
pub(super) fn substitute(block: &mut [Statement], places: &BTreeMap<String, Expr>) {
    for statement in block {
        for value in statement.values_mut() {
            substitute_in(value, places);
        }
        for name in statement.names_mut() {
            if let Some(Expr::Name(other)) = places.get(name) {
                other.clone_into(name);
            }
        }
        for inner in statement.blocks_mut() {
            substitute(inner, places);
        }
    }
}

/// The same in a value.
pub(super) fn substitute_in(expr: &mut Expr, places: &BTreeMap<String, Expr>) {
    match expr {
        Expr::Name(name) => {
            if let Some(value) = places.get(name) {
                *expr = value.clone();
            }
            return;
        }
        Expr::Item(name, _) => {
            if let Some(Expr::Name(other)) = places.get(name) {
                other.clone_into(name);
            }
        }
        _ => {}
    }
    for part in expr.parts_mut() {
        substitute_in(part, places);
    }
}

/// Changes each value, the parts of it first.
pub(super) fn map_values(block: &mut [Statement], change: &mut dyn FnMut(&mut Expr)) {
    for statement in block {
        for value in statement.values_mut() {
            map_value(value, change);
        }
        for inner in statement.blocks_mut() {
            map_values(inner, change);
        }
    }
}

/// The same in a value.
pub(super) fn map_value(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    for part in expr.parts_mut() {
        map_value(part, change);
    }
    change(expr);
}

/// Replaces statements, those in blocks first.
pub(super) fn map_statements(block: Block, change: &mut dyn FnMut(Statement) -> Block) -> Block {
    let mut all = Block::new();
    for mut statement in block {
        for inner in statement.blocks_mut() {
            *inner = map_statements(std::mem::take(inner), change);
        }
        all.extend(change(statement));
    }
    all
}

/// The number that a value is.
fn number(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Number(number) => Some(*number),
        _ => None,
    }
}

/// What can be said of a value at once: `1 - 0`, `x // 1`, `x and True`.
pub(super) fn fold(expr: &mut Expr) {
    map_value(expr, &mut fold_one);
}

/// An operator between two values.
pub(super) fn binary(operator: Operator, one: Expr, other: Expr) -> Expr {
    Expr::Binary(operator, Box::new(one), Box::new(other))
}

fn fold_one(expr: &mut Expr) {
    let taken = std::mem::replace(expr, Expr::Bool(false));
    *expr = folded(taken);
}

fn folded(expr: Expr) -> Expr {
    use Operator::{
        Add, And, BitAnd, BitOr, Divide, Equal, Greater, GreaterOrEqual, Less, LessOrEqual,
        Multiply, NotEqual, Or, Remainder, ShiftLeft, ShiftRight, Subtract, Xor,
    };
    match expr {
        Expr::Not(of) => match *of {
            Expr::Bool(value) => Expr::Bool(!value),
            Expr::Not(inner) => *inner,
            Expr::Binary(Equal, one, other) => Expr::Binary(NotEqual, one, other),
            Expr::Binary(NotEqual, one, other) => Expr::Binary(Equal, one, other),
            of => Expr::Not(Box::new(of)),
        },
        Expr::Choice(test, yes, no) => match *test {
            Expr::Bool(true) => *yes,
            Expr::Bool(false) => *no,
            _ if yes == no => *yes,
            test => Expr::Choice(Box::new(test), yes, no),
        },
        Expr::Call(function, of) => match (&*function, &of[..]) {
            ("min", [Expr::Number(one), Expr::Number(other)]) => Expr::Number(*one.min(other)),
            ("max", [Expr::Number(one), Expr::Number(other)]) => Expr::Number(*one.max(other)),
            ("len", [Expr::List(items)]) => Expr::Number(items.len() as u64),
            ("max", [Expr::Number(0), one] | [one, Expr::Number(0)]) => one.clone(),
            _ => Expr::Call(function, of),
        },
        Expr::Binary(operator, one, other) => {
            if let (Expr::Bool(one), Expr::Bool(other)) = (&*one, &*other) {
                match operator {
                    Equal => return Expr::Bool(one == other),
                    NotEqual => return Expr::Bool(one != other),
                    _ => {}
                }
            }
            let known = match (operator, number(&one), number(&other)) {
                (operator, Some(a), Some(b)) => match operator {
                    Add => a.checked_add(b).map(Expr::Number),
                    Subtract => a.checked_sub(b).map(Expr::Number),
                    Multiply => a.checked_mul(b).map(Expr::Number),
                    Divide => a.checked_div(b).map(Expr::Number),
                    Remainder => a.checked_rem(b).map(Expr::Number),
                    Xor => Some(Expr::Number(a ^ b)),
                    BitAnd => Some(Expr::Number(a & b)),
                    BitOr => Some(Expr::Number(a | b)),
                    ShiftLeft => u32::try_from(b)
                        .ok()
                        .and_then(|b| a.checked_shl(b))
                        .map(Expr::Number),
                    ShiftRight => u32::try_from(b)
                        .ok()
                        .and_then(|b| a.checked_shr(b))
                        .map(Expr::Number),
                    Equal => Some(Expr::Bool(a == b)),
                    NotEqual => Some(Expr::Bool(a != b)),
                    Less => Some(Expr::Bool(a < b)),
                    LessOrEqual => Some(Expr::Bool(a <= b)),
                    Greater => Some(Expr::Bool(a > b)),
                    GreaterOrEqual => Some(Expr::Bool(a >= b)),
                    _ => None,
                },
                (Add | Subtract | Xor | BitOr | ShiftLeft | ShiftRight, None, Some(0))
                | (Multiply | Divide, None, Some(1)) => return *one,
                (Add | Xor | BitOr, Some(0), None) | (Multiply, Some(1), None) => return *other,
                (Remainder, None, Some(1))
                | (Multiply, None, Some(0))
                | (Multiply, Some(0), None) => Some(Expr::Number(0)),
                (Subtract, None, None) if one == other => Some(Expr::Number(0)),
                _ => None,
            };
            if let Some(known) = known {
                return known;
            }
            match (operator, *one, *other) {
                (And, Expr::Bool(true), rest) | (And, rest, Expr::Bool(true)) => rest,
                (Or, Expr::Bool(false), rest) | (Or, rest, Expr::Bool(false)) => rest,
                (And, Expr::Bool(false), _) | (And, _, Expr::Bool(false)) => Expr::Bool(false),
                (Or, Expr::Bool(true), _) | (Or, _, Expr::Bool(true)) => Expr::Bool(true),
                // (a + 2) - 1, (a - 1) + 1, (a - 2) + 1
                (
                    outer @ (Add | Subtract),
                    Expr::Binary(inner @ (Add | Subtract), a, b),
                    Expr::Number(c),
                ) if number(&b).is_some() => {
                    let b = i128::from(number(&b).unwrap_or(0));
                    let signed = |operator, n: i128| if operator == Add { n } else { -n };
                    let sum = signed(inner, b) + signed(outer, c.into());
                    match u64::try_from(sum.unsigned_abs()) {
                        Ok(0) => *a,
                        Ok(by) if sum > 0 => binary(Add, *a, Expr::Number(by)),
                        Ok(by) => binary(Subtract, *a, Expr::Number(by)),
                        Err(_) => binary(
                            outer,
                            binary(inner, *a, Expr::Number(b as u64)),
                            Expr::Number(c),
                        ),
                    }
                }
                // 1 + a, and 1 ^ a: the name first.
                (
                    operator @ (Add | Multiply),
                    a @ Expr::Number(_),
                    b @ (Expr::Name(_) | Expr::Item(..)),
                ) if operator == Add => binary(operator, b, a),
                // (a + b) - b, (a + b) - a, a - (a - b)
                (Subtract, Expr::Binary(Add, a, b), c) if *b == c => *a,
                (Subtract, Expr::Binary(Add, a, b), c) if *a == c => *b,
                (Subtract, a, Expr::Binary(Subtract, b, c)) if a == *b => *c,
                // A value that is xored twice.
                (Xor, Expr::Binary(Xor, a, b), c) if *b == c => *a,
                (operator, one, other) => binary(operator, one, other),
            }
        }
        other => other,
    }
}

/// The same in statements; branches that are never or always taken, and loops that are never entered, go.
pub(super) fn fold_block(block: Block) -> Block {
    let mut block = block;
    map_values(&mut block, &mut fold_one);
    let mut block = map_statements(block, &mut |statement| match statement {
        Statement::If(Expr::Bool(true), then, _) => then,
        Statement::If(Expr::Bool(false), _, otherwise) => otherwise,
        Statement::If(_, then, otherwise) if then.is_empty() && otherwise.is_empty() => {
            Block::new()
        }
        Statement::If(test, then, otherwise) if then.is_empty() => {
            let mut not = Expr::Not(Box::new(test));
            fold(&mut not);
            vec![Statement::If(not, otherwise, Block::new())]
        }
        Statement::If(one, mut then, otherwise) if otherwise.is_empty() => match &mut then[..] {
            // if a: if b: ...
            [Statement::If(other, inner, none)] if none.is_empty() && !inner.is_empty() => {
                let both = binary(Operator::And, one, other.clone());
                vec![Statement::If(both, std::mem::take(inner), Block::new())]
            }
            _ => vec![Statement::If(one, then, otherwise)],
        },
        Statement::While(Expr::Bool(false), _) => Block::new(),
        // What would be done once, or never.
        Statement::For {
            name,
            start,
            end,
            body,
            ..
        } if is_once(&start, &end) && !breaks(&body) => {
            let mut body = body;
            substitute(&mut body, &BTreeMap::from([(name, start)]));
            fold_block(body)
        }
        Statement::For { start, end, .. } if start == end => Block::new(),
        // Counting by a loop what is known at once.
        Statement::For {
            start,
            end,
            step: Expr::Number(1),
            body,
            ..
        } if matches!(
            &body[..],
            [Statement::Change(
                Expr::Name(_),
                Operator::Add,
                Expr::Number(1)
            )]
        ) =>
        {
            let last = Expr::Call("max".to_owned(), vec![start.clone(), end]);
            let [Statement::Change(count, ..)] = &body[..] else {
                return Block::new();
            };
            let more = binary(Operator::Subtract, last, start);
            vec![Statement::Change(count.clone(), Operator::Add, more)]
        }
        // x += 1 if test else 0
        Statement::Change(to, operator, Expr::Choice(test, more, none))
            if *none == Expr::Number(0) =>
        {
            let change = Statement::Change(to, operator, *more);
            vec![Statement::If(*test, vec![change], Block::new())]
        }
        other => vec![other],
    });
    end_at_exits(&mut block);
    block
}

/// Takes away what stands behind `return` and `break`.
fn end_at_exits(block: &mut Block) {
    let is_exit =
        |statement: &Statement| matches!(statement, Statement::Return(_) | Statement::Break);
    if let Some(at) = block.iter().position(is_exit) {
        block.truncate(at + 1);
    }
    for inner in block.iter_mut().flat_map(Statement::blocks_mut) {
        end_at_exits(inner);
    }
}

/// Whether a loop from one number up to another is gone through once.
fn is_once(start: &Expr, end: &Expr) -> bool {
    matches!((start, end), (Expr::Number(start), Expr::Number(end)) if start + 1 == *end)
}

/// Whether a block leaves the loop around it.
fn breaks(block: &[Statement]) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Break => true,
        Statement::If(_, then, otherwise) => breaks(then) || breaks(otherwise),
        _ => false,
    })
}

/// Variables and lists that nothing reads go, with what is done to them.
fn without_unused(block: Block) -> Block {
    let mut read: BTreeSet<String> = BTreeSet::new();
    let mut note = |expr: &Expr| {
        expr.any(&mut |part| {
            if let Expr::Name(name) | Expr::Item(name, _) = part {
                read.insert(name.clone());
            }
            false
        });
    };
    for_each_statement(&block, &mut |statement| match statement {
        Statement::Set(Expr::Name(_), value) | Statement::Change(Expr::Name(_), _, value) => {
            note(value);
        }
        Statement::Set(Expr::Item(_, index), value)
        | Statement::Change(Expr::Item(_, index), _, value) => {
            note(index);
            note(value);
        }
        Statement::ForEach { list, .. } => note(&Expr::name(&**list)),
        statement => statement.values().into_iter().for_each(&mut note),
    });
    map_statements(block, &mut |statement| match &statement {
        Statement::Set(Expr::Name(name) | Expr::Item(name, _), value)
        | Statement::Change(Expr::Name(name) | Expr::Item(name, _), _, value)
            if !read.contains(name) && !has_call(value) =>
        {
            Block::new()
        }
        Statement::Sort(name) if !read.contains(name) => Block::new(),
        Statement::ForEach {
            index: Some(index),
            name,
            list,
            body,
        } if uses(body, index) == 0 && !body.is_empty() => {
            vec![Statement::ForEach {
                index: None,
                name: name.clone(),
                list: list.clone(),
                body: body.clone(),
            }]
        }
        Statement::For { body, .. } | Statement::ForEach { body, .. } if body.is_empty() => {
            Block::new()
        }
        _ => vec![statement],
    })
}

/// Whether an expression has a call of a function of the program, or of the input.
fn has_call(expr: &Expr) -> bool {
    expr.any(&mut |part| matches!(part, Expr::Call(name, _) if !["min", "max", "distance", "len"].contains(&&**name)))
}

/// How much there is to read in it.
fn size(expr: &Expr) -> usize {
    1 + expr.parts().into_iter().map(size).sum::<usize>()
}

/// The name that a statement sets, if it is a variable.
fn set_name(statement: &Statement) -> Option<&str> {
    match statement {
        Statement::Set(Expr::Name(name), _) => Some(name),
        _ => None,
    }
}

/// The names that are given a value somewhere in these statements.
pub(super) fn assigned(block: &[Statement]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for_each_statement(block, &mut |statement| match statement {
        Statement::Set(Expr::Name(name) | Expr::Item(name, _), _)
        | Statement::Change(Expr::Name(name) | Expr::Item(name, _), ..) => {
            names.insert(name.clone());
        }
        Statement::ForEach { index, name, .. } => {
            names.extend(index.clone());
            names.insert(name.clone());
        }
        other => names.extend(other.names().into_iter().cloned()),
    });
    names
}

/// Whether a value stays the same if this statement comes before it.
fn stays(value: &Expr, after: &Statement) -> bool {
    let changed = assigned(std::slice::from_ref(after));
    !changed.iter().any(|name| value.uses(name) > 0)
}

/// `x = x + e` becomes `x += e`; `x = 0`, `x ^= e` becomes `x = e`; and `x = e` that is used once, in the next
/// statement, goes into it; `x = e`, `x = f` becomes `x = f`. `whole` is the function, in which `x` may be used elsewhere.
pub(super) fn tidy(block: Block, whole: &dyn Fn(&str) -> usize) -> Block {
    let mut block = block;
    for statement in &mut block {
        for inner in statement.blocks_mut() {
            *inner = tidy(std::mem::take(inner), whole);
        }
        if let Statement::Set(to, Expr::Binary(operator, left, right)) = statement
            && to == &**left
            && !operator.compares()
            && !operator.is_logical()
        {
            *statement = Statement::Change(to.clone(), *operator, (**right).clone());
        }
    }
    loop {
        let Some((at, new)) = (0..block.len().saturating_sub(1))
            .find_map(|at| joined(&block, at, whole).map(|new| (at, new)))
        else {
            return block;
        };
        block.splice(at..at + 2, [new]);
    }
}

/// The statement that two that follow each other become, if they do.
fn joined(block: &[Statement], at: usize, whole: &dyn Fn(&str) -> usize) -> Option<Statement> {
    let (first, second) = (&block[at], &block[at + 1]);
    let name = set_name(first)?;
    let Statement::Set(to, value) = first else {
        return None;
    };
    if let Statement::Change(Expr::Name(changed), operator, by) = second
        && changed == name
        && by.uses(name) == 0
    {
        let is_neutral = *value == Expr::Number(0)
            && matches!(operator, Operator::Xor | Operator::Add | Operator::BitOr);
        let new = if is_neutral {
            by.clone()
        } else {
            binary(*operator, value.clone(), by.clone())
        };
        return Some(Statement::Set(to.clone(), new));
    }
    // What is set again at once.
    if let Statement::Set(Expr::Name(again), other) = second
        && again == name
        && other.uses(name) == 0
        && !has_call(value)
    {
        return Some(second.clone());
    }
    if has_call(value) && !matches!(second, Statement::Out(_) | Statement::Set(..)) {
        return None;
    }
    if matches!(value, Expr::List(_) | Expr::Filled(..)) {
        return None;
    }
    let here = uses(std::slice::from_ref(second), name);
    // It is used nowhere else but where it is set.
    if here != 1 || whole(name) != 2 {
        return None;
    }
    // Nobody reads a choice in the condition of another one with ease.
    let is_choice = |part: &Expr| matches!(part, Expr::Choice(..));
    let nests = |part: &Expr| matches!(part, Expr::Choice(test, ..) if test.uses(name) > 0);
    if value.any(&mut { is_choice })
        && second
            .values()
            .iter()
            .any(|value| value.any(&mut { nests }))
    {
        return None;
    }
    let is_in_values = second
        .values()
        .into_iter()
        .map(|value| value.uses(name))
        .sum::<usize>()
        == 1;
    let may_take = match second {
        Statement::If(..) => size(value) < 16,
        Statement::Out(_) | Statement::Set(..) | Statement::Change(..) | Statement::Return(_) => {
            true
        }
        _ => false,
    };
    if !is_in_values || !may_take || set_name(second) == Some(name) {
        return None;
    }
    let mut new = second.clone();
    let places = BTreeMap::from([(name.to_owned(), value.clone())]);
    for value in new.values_mut() {
        substitute_in(value, &places);
        fold(value);
    }
    Some(new)
}

/// A list that is read, and then only gone through once: each number is used when it has been read.
pub(super) fn fuse(block: Block, whole: &dyn Fn(&str) -> usize) -> Block {
    let mut block = block;
    for statement in &mut block {
        for inner in statement.blocks_mut() {
            *inner = fuse(std::mem::take(inner), whole);
        }
    }
    let mut at = 0;
    while at < block.len() {
        let Statement::ReadList(list, len) = &block[at] else {
            at += 1;
            continue;
        };
        let next = (at + 1..block.len()).find(
            |&next| !matches!(&block[next], Statement::Set(_, value) if value.uses(list) == 0),
        );
        if let Some(next) = next
            && whole(list) == 2
            && let Statement::ForEach {
                index,
                name,
                list: over,
                body,
            } = &block[next]
            && over == list
            && block[at + 1..next]
                .iter()
                .all(|between| stays(len, between))
        {
            let mut body = body.clone();
            let item = Expr::Name(list.clone());
            substitute(&mut body, &BTreeMap::from([(name.clone(), item)]));
            body.insert(0, Statement::Read(vec![list.clone()]));
            let fused = Statement::For {
                name: index.clone().unwrap_or_else(|| "_".to_owned()),
                start: Expr::Number(0),
                end: len.clone(),
                step: Expr::Number(1),
                body,
            };
            block[next] = fused;
            block.remove(at);
        } else {
            at += 1;
        }
    }
    block
}

/// A number that is read and never used is only skipped; several that are read after each other are read together.
pub(super) fn join_reads(block: Block, whole: &dyn Fn(&str) -> usize) -> Block {
    let mut all = Block::new();
    for mut statement in block {
        for inner in statement.blocks_mut() {
            *inner = join_reads(std::mem::take(inner), whole);
        }
        match (all.last_mut(), statement) {
            (_, Statement::Read(names)) if names.len() == 1 && whole(&names[0]) == 1 => {
                all.push(Statement::Skip);
            }
            (Some(Statement::Read(before)), Statement::Read(names))
                if !names.iter().any(|name| before.contains(name)) =>
            {
                before.extend(names);
            }
            (_, statement) => all.push(statement),
        }
    }
    all
}

/// All passes on a function.
pub(super) fn tidied(mut function: Function) -> Function {
    let mut body = fold_block(std::mem::take(&mut function.body));
    for _ in 0..3 {
        let copy = body.clone();
        let whole = |name: &str| uses(&copy, name);
        body = fuse(body, &whole);
        let copy = body.clone();
        let whole = |name: &str| uses(&copy, name);
        body = without_unused(fold_block(tidy(body, &whole)));
    }
    let copy = body.clone();
    let whole = |name: &str| uses(&copy, name);
    function.body = join_reads(body, &whole);
    function
}
