//! Small steps on programs, after which they look as if a person had written them.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{Block, Expr, Function, Operator, Statement, binary, for_each_statement, uses};

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

fn fold_one(expr: &mut Expr) {
    let taken = std::mem::replace(expr, Expr::Bool(false));
    *expr = folded(taken);
}

fn folded(expr: Expr) -> Expr {
    match expr {
        Expr::Not(of) => match *of {
            Expr::Bool(value) => Expr::Bool(!value),
            Expr::Not(inner) => *inner,
            Expr::Binary(Operator::Equal, one, other) => binary(Operator::NotEqual, *one, *other),
            Expr::Binary(Operator::NotEqual, one, other) => binary(Operator::Equal, *one, *other),
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
            ("min", [Expr::Number(0), _] | [_, Expr::Number(0)]) => Expr::Number(0),
            _ => Expr::Call(function, of),
        },
        Expr::Binary(operator, one, other) => {
            computed(operator, &one, &other).unwrap_or_else(|| shortened(operator, *one, *other))
        }
        other => other,
    }
}

/// What an operator makes of two constants, if that is a value.
fn computed(operator: Operator, one: &Expr, other: &Expr) -> Option<Expr> {
    let ordering = match (one, other) {
        (Expr::Bool(a), Expr::Bool(b)) if matches!(operator, Operator::Equal | Operator::NotEqual) => a.cmp(b),
        (Expr::Number(a), Expr::Number(b)) if operator.compares() => a.cmp(b),
        (Expr::Number(a), Expr::Number(b)) => {
            return computed_number(operator, *a, *b).map(Expr::Number);
        }
        _ => return None,
    };
    Some(Expr::Bool(match operator {
        Operator::Equal => ordering.is_eq(),
        Operator::NotEqual => ordering.is_ne(),
        Operator::Less => ordering.is_lt(),
        Operator::LessOrEqual => ordering.is_le(),
        Operator::Greater => ordering.is_gt(),
        _ => ordering.is_ge(),
    }))
}

fn computed_number(operator: Operator, a: u64, b: u64) -> Option<u64> {
    match operator {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::Divide => a.checked_div(b),
        Operator::Remainder => a.checked_rem(b),
        Operator::Xor => Some(a ^ b),
        Operator::BitAnd => Some(a & b),
        Operator::BitOr => Some(a | b),
        Operator::ShiftLeft => a.checked_shl(u32::try_from(b).ok()?),
        Operator::ShiftRight => a.checked_shr(u32::try_from(b).ok()?),
        _ => None,
    }
}

/// An operator between two values that are not both constants, or what it always is.
fn shortened(operator: Operator, one: Expr, other: Expr) -> Expr {
    use Expr::{Binary, Bool, Number};
    use Operator::{
        Add, And, BitOr, Divide, Greater, Less, LessOrEqual, Multiply, Or, Remainder, ShiftLeft, ShiftRight, Subtract,
        Xor,
    };
    match (operator, one, other) {
        // What changes nothing.
        (Add | Subtract | Xor | BitOr | ShiftLeft | ShiftRight, rest, Number(0))
        | (Multiply | Divide, rest, Number(1))
        | (Add | Xor | BitOr, Number(0), rest)
        | (Multiply, Number(1), rest)
        | (And, Bool(true), rest)
        | (And, rest, Bool(true))
        | (Or, Bool(false), rest)
        | (Or, rest, Bool(false)) => rest,
        // What leaves nothing of the other side.
        (Remainder, _, Number(1)) | (Multiply, _, Number(0)) | (Multiply, Number(0), _) => Number(0),
        (Subtract, one, other) if one == other => Number(0),
        (And, Bool(false), _) | (And, _, Bool(false)) => Bool(false),
        (Or, Bool(true), _) | (Or, _, Bool(true)) => Bool(true),
        // (a + 2) - 1, (a - 1) + 1, (a - 2) + 1
        (outer @ (Add | Subtract), Binary(inner @ (Add | Subtract), a, b), Number(c)) if number(&b).is_some() => {
            moved(*a, [(inner, number(&b).unwrap_or(0)), (outer, c)])
        }
        // 1 + a: the name first.
        (Add, a @ Number(_), b @ (Expr::Name(_) | Expr::Item(..))) => binary(Add, b, a),
        // (a + b) - b, (a + b) - a, a - (a - b)
        (Subtract, Binary(Add, a, b), c) if *b == c => *a,
        (Subtract, Binary(Add, a, b), c) if *a == c => *b,
        (Subtract, a, Binary(Subtract, b, c)) if a == *b => *c,
        // Numbers have no sign.
        (LessOrEqual, Number(0), _) => Bool(true),
        // a < a + b
        (Less, a, Binary(Add, b, c)) if a == *b => binary(Greater, *c, Number(0)),
        // A value that is xored twice.
        (Xor, Binary(Xor, a, b), c) if *b == c => *a,
        (operator, one, other) => binary(operator, one, other),
    }
}

/// A value to which two numbers are added, or from which they are subtracted, one after the other.
fn moved(value: Expr, steps: [(Operator, u64); 2]) -> Expr {
    let by = steps.map(|(operator, by)| match operator {
        Operator::Add => i128::from(by),
        _ => -i128::from(by),
    });
    let sum = by[0] + by[1];
    let operator = if sum > 0 { Operator::Add } else { Operator::Subtract };
    match u64::try_from(sum.unsigned_abs()) {
        Ok(0) => value,
        Ok(by) => binary(operator, value, Expr::Number(by)),
        Err(_) => steps
            .into_iter()
            .fold(value, |value, (operator, by)| binary(operator, value, Expr::Number(by))),
    }
}

/// The same in statements; branches that are never or always taken, and loops that are never entered, go.
pub(super) fn fold_block(mut block: Block) -> Block {
    map_values(&mut block, &mut fold_one);
    let mut block = map_statements(block, &mut |statement| match statement {
        Statement::If(test, then, otherwise) => folded_if(test, then, otherwise),
        Statement::While(Expr::Bool(false), _) => Block::new(),
        Statement::For {
            name,
            start,
            end,
            step,
            body,
        } => folded_for(name, start, end, step, body),
        // x += 1 if test else 0
        Statement::Change(to, operator, Expr::Choice(test, more, none)) if *none == Expr::Number(0) => {
            let change = Statement::Change(to, operator, *more);
            vec![Statement::If(*test, vec![change], Block::new())]
        }
        other => vec![other],
    });
    end_at_exits(&mut block);
    block
}

fn folded_if(test: Expr, then: Block, otherwise: Block) -> Block {
    match test {
        Expr::Bool(true) => return then,
        Expr::Bool(false) => return otherwise,
        _ if then.is_empty() && otherwise.is_empty() => return Block::new(),
        _ => {}
    }
    if then.is_empty() {
        let mut not = Expr::Not(Box::new(test));
        fold(&mut not);
        return vec![Statement::If(not, otherwise, Block::new())];
    }
    // if a: if b: ...
    if let [Statement::If(other, inner, none)] = &then[..]
        && otherwise.is_empty()
        && none.is_empty()
        && !inner.is_empty()
    {
        let both = binary(Operator::And, test, other.clone());
        return vec![Statement::If(both, inner.clone(), Block::new())];
    }
    vec![Statement::If(test, then, otherwise)]
}

fn folded_for(name: String, start: Expr, end: Expr, step: Expr, mut body: Block) -> Block {
    if is_once(&start, &end) && !breaks(&body) {
        substitute(&mut body, &BTreeMap::from([(name, start)]));
        return fold_block(body);
    }
    if start == end {
        return Block::new();
    }
    // Counting by a loop what is known at once.
    if let [Statement::Change(count @ Expr::Name(_), Operator::Add, Expr::Number(1))] = &body[..]
        && step == Expr::Number(1)
    {
        let last = Expr::Call("max".to_owned(), vec![start.clone(), end]);
        let more = binary(Operator::Subtract, last, start);
        return vec![Statement::Change(count.clone(), Operator::Add, more)];
    }
    vec![Statement::For {
        name,
        start,
        end,
        step,
        body,
    }]
}

/// Takes away what stands behind `return` and `break`.
fn end_at_exits(block: &mut Block) {
    let is_exit = |statement: &Statement| matches!(statement, Statement::Return(_) | Statement::Break);
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
        Statement::Set(Expr::Item(_, index), value) | Statement::Change(Expr::Item(_, index), _, value) => {
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
        Statement::For { body, .. } | Statement::ForEach { body, .. } if body.is_empty() => Block::new(),
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
            .find_map(|at| joined(&block[at], &block[at + 1], whole).map(|new| (at, new)))
        else {
            return block;
        };
        block.splice(at..at + 2, [new]);
    }
}

/// The statement that two that follow each other become, if they do.
fn joined(first: &Statement, second: &Statement, whole: &dyn Fn(&str) -> usize) -> Option<Statement> {
    let Statement::Set(to @ Expr::Name(name), value) = first else {
        return None;
    };
    match second {
        Statement::Change(changed, operator, by) if changed == to && by.uses(name) == 0 => {
            let keeps = matches!(operator, Operator::Xor | Operator::Add | Operator::BitOr);
            let new = if keeps && *value == Expr::Number(0) {
                by.clone()
            } else {
                binary(*operator, value.clone(), by.clone())
            };
            Some(Statement::Set(to.clone(), new))
        }
        // What is set again at once.
        Statement::Set(again, other) if again == to && other.uses(name) == 0 && !has_call(value) => {
            Some(second.clone())
        }
        // It is used nowhere else but where it is set.
        _ if uses(std::slice::from_ref(second), name) == 1 && whole(name) == 2 && may_hold(second, name, value) => {
            let mut new = second.clone();
            let places = BTreeMap::from([(name.clone(), value.clone())]);
            for value in new.values_mut() {
                substitute_in(value, &places);
                fold(value);
            }
            Some(new)
        }
        _ => None,
    }
}

/// Whether a statement can still be read with this value in the place of the name.
fn may_hold(statement: &Statement, name: &str, value: &Expr) -> bool {
    let asks = |part: &Expr| matches!(part, Expr::Choice(test, ..) if test.uses(name) > 0);
    let values = statement.values();
    let has_room = match statement {
        Statement::If(..) => size(value) < 16 && !has_call(value),
        Statement::Out(_) | Statement::Set(..) => true,
        Statement::Change(..) | Statement::Return(_) => !has_call(value),
        _ => false,
    };
    // Nobody reads a choice in the condition of another one with ease.
    let nests =
        value.any(&mut |part| matches!(part, Expr::Choice(..))) && values.iter().any(|value| value.any(&mut { asks }));
    has_room
        && !nests
        && !matches!(value, Expr::List(_) | Expr::Filled(..))
        && set_name(statement) != Some(name)
        && values.iter().map(|value| value.uses(name)).sum::<usize>() == 1
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
        let next = (at + 1..block.len())
            .find(|&next| !matches!(&block[next], Statement::Set(_, value) if value.uses(list) == 0));
        if let Some(next) = next
            && whole(list) == 2
            && let Statement::ForEach {
                index,
                name,
                list: over,
                body,
            } = &block[next]
            && over == list
            && block[at + 1..next].iter().all(|between| stays(len, between))
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
