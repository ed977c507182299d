//! The printers: a file for each language, which writes a [`Program`] as somebody would write it there.
//!
//! What they share is here: the heading, parentheses, texts, and where a variable is declared.

pub(crate) mod c;
pub(crate) mod java;
pub(crate) mod python;
pub(crate) mod rust;

use super::tree::{
    Block, Expr, Function, Operator, Program, Scalar, Statement, for_each_statement,
};

/// The longest line of a heading.
const WIDTH: usize = 96;

/// The paragraphs of a program's heading, each line behind this mark.
fn heading(program: &Program, mark: &str) -> String {
    let mut text = String::new();
    for paragraph in &program.heading {
        for line in wrapped(paragraph) {
            text += format!("{mark}{line}").trim_end();
            text.push('\n');
        }
    }
    text
}

/// A paragraph in lines of about [`WIDTH`] columns, of which a Chinese character has two.
pub(super) fn wrapped(paragraph: &str) -> Vec<String> {
    let is_wide = |c: char| c >= '\u{2e80}';
    let width = |text: &str| -> usize { text.chars().map(|c| 1 + usize::from(is_wide(c))).sum() };
    let mut lines = vec![String::new()];
    let mut rest = paragraph.trim();
    while let Some(first) = rest.chars().next() {
        // Chinese may be broken behind any character, but not before a mark.
        let end = if is_wide(first) {
            let marks = ['，', '。', '；', '：', '、', '）', '”', '？'];
            let behind = rest[first.len_utf8()..].find(|c| !marks.contains(&c));
            behind.map_or(rest.len(), |at| first.len_utf8() + at)
        } else {
            rest.find(|c| c == ' ' || is_wide(c)).unwrap_or(rest.len())
        };
        let (word, others) = rest.split_at(end);
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && width(line) + width(word) > WIDTH {
            line.truncate(line.trim_end().len());
            lines.push(String::new());
        }
        let line = lines.last_mut().expect("there is a line");
        *line += word;
        rest = others.trim_start();
        if rest.len() < others.len() {
            line.push(' ');
        }
    }
    lines
}

/// Lines of code.
#[derive(Default)]
struct Lines(Vec<String>);

impl Lines {
    fn add(&mut self, depth: usize, text: impl AsRef<str>) {
        let text = text.as_ref();
        let indent = if text.is_empty() { 0 } else { 4 * depth };
        self.0.push(format!("{:indent$}{text}", ""));
    }

    /// All of them, without empty ones at the end, and never two empty ones.
    fn text(mut self) -> String {
        self.0
            .dedup_by(|next, line| next.is_empty() && line.is_empty());
        self.0.join("\n").trim_end().to_owned() + "\n"
    }
}

/// How strongly an expression holds together: operands that hold less need parentheses. Where languages differ, or a
/// reader might not know, there are some.
fn rank(expr: &Expr) -> u8 {
    match expr {
        Expr::Choice(..) => 0,
        Expr::Binary(Operator::Or, ..) => 1,
        Expr::Binary(Operator::And, ..) => 2,
        Expr::Binary(operator, ..) if operator.compares() => 4,
        Expr::Binary(Operator::Xor | Operator::BitAnd | Operator::BitOr, ..) => 3,
        Expr::Binary(Operator::ShiftLeft | Operator::ShiftRight, ..) => 6,
        Expr::Binary(Operator::Add | Operator::Subtract, ..) => 7,
        Expr::Binary(..) | Expr::Filled(..) => 8,
        Expr::Not(_) => 9,
        _ => 10,
    }
}

/// How strongly the operands of an operator must hold together.
fn least_ranks(operator: Operator, left: &Expr) -> (u8, u8) {
    let own = |rank: u8| match left {
        Expr::Binary(of_left, ..) if *of_left == operator || rank >= 7 => rank,
        _ => 9,
    };
    match operator {
        Operator::And | Operator::Or => match left {
            Expr::Binary(of_left, ..) if *of_left == operator => (1, 4),
            _ => (4, 4),
        },
        _ if operator.compares() => (6, 6),
        Operator::Add | Operator::Subtract => (own(7), 8),
        Operator::Multiply | Operator::Divide | Operator::Remainder | Operator::Power => {
            (own(8), 9)
        }
        Operator::ShiftLeft | Operator::ShiftRight => (9, 9),
        _ => (own(3), 9),
    }
}

/// An operator as C, Java and Rust write it.
fn sign(operator: Operator) -> &'static str {
    match operator {
        Operator::Divide => "/",
        Operator::And => "&&",
        Operator::Or => "||",
        _ => operator.text(),
    }
}

/// The text of a literal between these quotes, without them.
fn escaped(text: &str, quote: char) -> String {
    let mut literal = String::new();
    for c in text.chars() {
        match c {
            '\n' => literal += "\\n",
            _ if c == quote || c == '\\' => literal.extend(['\\', c]),
            _ => literal.push(c),
        }
    }
    literal
}

/// The texts that a condition chooses from, if an expression is that.
fn chosen_texts(expr: &Expr) -> Option<(&Expr, &str, &str)> {
    match expr {
        Expr::Choice(test, yes, no) => match (&**yes, &**no) {
            (Expr::Text(yes), Expr::Text(no)) => Some((test, yes, no)),
            _ => None,
        },
        _ => None,
    }
}

/// What is printed, with texts joined that follow each other, and with a text behind two that are chosen from.
fn pieces(parts: &[Expr]) -> Vec<Expr> {
    let mut joined: Vec<Expr> = Vec::new();
    for part in parts {
        let part = match part {
            Expr::Number(number) => Expr::Text(number.to_string()),
            part => part.clone(),
        };
        match (joined.last_mut(), part) {
            (Some(Expr::Text(text)), Expr::Text(more)) => *text += &more,
            (_, part) => joined.push(part),
        }
    }
    if let [chosen, Expr::Text(end)] = &joined[..]
        && let Some((test, yes, no)) = chosen_texts(chosen)
    {
        let [yes, no] = [yes, no].map(|text| Box::new(Expr::Text(text.to_owned() + end)));
        return vec![Expr::Choice(Box::new(test.clone()), yes, no)];
    }
    joined
}

/// Whether anything is printed again and again, so that it should be collected.
fn prints_often(block: &Block) -> bool {
    let mut prints = false;
    for_each_statement(block, &mut |statement| {
        let is_loop = !matches!(statement, Statement::If(..));
        let blocks = statement.blocks().into_iter().filter(|_| is_loop);
        for body in blocks {
            for_each_statement(body, &mut |inner| {
                prints |= matches!(inner, Statement::Out(_));
            });
        }
    });
    prints
}

/// The list whose numbers a loop prints with spaces between them, and how many of them it prints.
fn printed_list(statement: &Statement) -> Option<(&str, &Expr)> {
    let Statement::For {
        name,
        start,
        end,
        body,
        ..
    } = statement
    else {
        return None;
    };
    let [
        Statement::If(Expr::Binary(Operator::Greater, place, zero), then, none),
        Statement::Out(item),
    ] = &body[..]
    else {
        return None;
    };
    let [Expr::Item(list, index)] = &item[..] else {
        return None;
    };
    let is_behind_first = place.is_name(name) && [&**zero, start] == [&Expr::Number(0); 2];
    let is_space =
        then[..] == [Statement::Out(vec![Expr::Text(" ".to_owned())])] && none.is_empty();
    (is_behind_first && is_space && index.is_name(name)).then_some((list, end))
}

/// Whether a statement ends a line, and does nothing else.
fn is_line_end(statement: Option<&Statement>) -> bool {
    matches!(statement, Some(Statement::Out(parts)) if parts[..] == [Expr::Text("\n".to_owned())])
}

/// Whether a list is made with this length.
fn has_length(block: &[Statement], list: &str, len: &Expr) -> bool {
    let mut has = false;
    for_each_statement(block, &mut |statement| {
        has |= match statement {
            Statement::ReadList(own, own_len) => own == list && own_len == len,
            Statement::Set(Expr::Name(own), Expr::Filled(_, own_len)) => {
                own == list && **own_len == *len
            }
            Statement::Set(Expr::Name(own), Expr::List(items)) => {
                own == list && *len == Expr::Number(items.len() as u64)
            }
            _ => false,
        };
    });
    has
}

/// Names for what counts the rounds of a loop.
const INDICES: [&str; 8] = ["i", "j", "k", "p", "q", "r", "u", "v"];

/// Whether a function has a variable of this name that is not only the index of loops.
fn is_no_index(function: &Function, name: &str) -> bool {
    let mut counts = 0;
    for_each_statement(&function.body, &mut |statement| {
        counts += match statement {
            Statement::For { name: own, .. } => usize::from(own == name),
            Statement::ForEach { index, .. } => usize::from(index.as_deref() == Some(name)),
            _ => 0,
        };
    });
    function.parameters.iter().any(|own| own == name)
        || function
            .types
            .get(name)
            .is_some_and(|own| own.of == Scalar::Wide || own.is_list || counts == 0)
        || assignments(&function.body, name) > 0
}

/// The number of rounds, of a loop that needs no index: a variable that nothing else uses. What prints in it is a case.
fn counted_down<'s>(statement: &'s Statement, function: &Function) -> Option<(&'s str, &'s Block)> {
    let Statement::For {
        name,
        start,
        end: Expr::Name(times),
        body,
        ..
    } = statement
    else {
        return None;
    };
    let mut prints = false;
    for_each_statement(body, &mut |inner| {
        prints |= matches!(inner, Statement::Out(_));
    });
    let is_only_count =
        name == "_" && *start == Expr::Number(0) && super::tree::uses(&function.body, times) == 2;
    (prints && is_only_count).then_some((times, body))
}

/// Whether statements read anything.
fn reads(block: &[Statement]) -> bool {
    let mut found = false;
    for_each_statement(block, &mut |statement| {
        found |= matches!(
            statement,
            Statement::Read(_)
                | Statement::ReadList(..)
                | Statement::Skip
                | Statement::WhileMore { .. }
        );
    });
    found
}

/// How often statements give a value to a variable, or change its list.
fn assignments(block: &[Statement], name: &str) -> usize {
    let mut count = 0;
    for_each_statement(block, &mut |statement| {
        count += match statement {
            Statement::Set(to, _) | Statement::Change(to, ..) => {
                usize::from(matches!(to, Expr::Name(own) | Expr::Item(own, _) if own == name))
            }
            Statement::Sort(own) | Statement::ReadList(own, _) => usize::from(own == name),
            Statement::Read(names) | Statement::WhileMore { names, .. } => {
                names.iter().filter(|own| *own == name).count()
            }
            _ => 0,
        };
    });
    count
}

/// Whether a statement uses a variable at all.
fn mentions(statement: &Statement, name: &str) -> bool {
    super::tree::uses(std::slice::from_ref(statement), name) > 0
}

/// Whether a statement gives a variable its value without its old one.
fn sets(statement: &Statement, name: &str) -> bool {
    match statement {
        Statement::Set(Expr::Name(own), value) => own == name && value.uses(name) == 0,
        Statement::Read(names) => names.iter().any(|own| own == name),
        Statement::ReadList(own, _)
        | Statement::For { name: own, .. }
        | Statement::ForEach { name: own, .. } => own == name,
        _ => false,
    }
}

/// Whether a variable, where a statement uses it, has no value from before, and none that is needed after.
fn is_own(statement: &Statement, name: &str) -> bool {
    if let Statement::For { name: own, .. } = statement
        && own == name
    {
        return true;
    }
    if let Statement::ForEach {
        name: own, index, ..
    } = statement
        && (own == name || index.as_deref() == Some(name))
    {
        return true;
    }
    if let Statement::WhileMore { names, .. } = statement
        && names.iter().any(|own| own == name)
    {
        return true;
    }
    if statement.values().iter().any(|value| value.uses(name) > 0) {
        return false;
    }
    statement
        .blocks()
        .iter()
        .all(|block| is_own_in(block, name))
}

fn is_own_in(block: &[Statement], name: &str) -> bool {
    let mut first = block.iter().filter(|statement| mentions(statement, name));
    match first.next() {
        None => true,
        Some(statement) if sets(statement, name) => true,
        Some(statement) => {
            is_own(statement, name) && first.all(|next| sets(next, name) || is_own(next, name))
        }
    }
}

/// The variables that must be declared before the first of these statements, since that only sets them in a block, and
/// a later one needs them.
fn needed_later<'n>(
    rest: &[Statement],
    names: impl Iterator<Item = &'n String>,
) -> Vec<&'n String> {
    let Some((first, later)) = rest.split_first() else {
        return Vec::new();
    };
    let is_needed = |name: &&String| {
        let name = name.as_str();
        if first.blocks().is_empty() || !mentions(first, name) {
            return false;
        }
        let next = later.iter().find(|later| mentions(later, name));
        let stays = next.is_some_and(|next| !sets(next, name) && !is_own(next, name));
        stays || !is_own(first, name)
    };
    names.filter(is_needed).collect()
}
