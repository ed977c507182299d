//! The printers: a file for each language, which writes a [`Program`] as somebody would write it there.
//!
//! What they share is here: [`Language`] says what differs, and writes the rest: values and their parentheses, blocks,
//! branches, and where a variable is declared.

pub(crate) mod c;
pub(crate) mod java;
pub(crate) mod python;
pub(crate) mod rust;

use super::tree::{
    Expr, Function, Operator, Program, Scalar, Statement, Type, any_statement, for_each_statement, uses,
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

/// What has been written, and where the printer is.
#[derive(Default)]
struct Draft {
    lines: Vec<String>,
    /// How far the next line is indented.
    depth: usize,
    /// The function that is being written.
    function: Function,
    /// Its variables that are declared here.
    declared: Vec<String>,
}

impl Draft {
    fn add(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        let indent = if text.is_empty() { 0 } else { 4 * self.depth };
        self.lines.push(format!("{:indent$}{text}", ""));
    }

    /// Starts a function, in which its parameters are declared.
    fn start(&mut self, function: &Function) {
        self.function = function.clone();
        self.declared.clone_from(&function.parameters);
    }

    fn is_declared(&self, name: &str) -> bool {
        self.declared.iter().any(|own| own == name)
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        self.function.types.get(name).copied()
    }

    fn is_wide(&self, name: &str) -> bool {
        self.type_of(name).is_some_and(|own| own.of == Scalar::Wide)
    }
}

/// All lines, without empty ones at the end, and never two empty ones.
fn text_of(mut lines: Vec<String>) -> String {
    lines.dedup_by(|next, line| next.is_empty() && line.is_empty());
    lines.join("\n").trim_end().to_owned() + "\n"
}

/// How a language writes what all of them have.
struct Form {
    /// What stands around a condition.
    condition: [&'static str; 2],
    /// What stands behind the head of a block, and behind the block.
    open: &'static str,
    close: Option<&'static str>,
    /// A block in which nothing is done.
    empty: Option<&'static str>,
    else_if: &'static str,
    otherwise: &'static str,
    /// The end of a statement.
    end: &'static str,
    /// Its negation, and how strongly that holds together.
    not: (&'static str, u8),
    /// False and true.
    bools: [&'static str; 2],
}

/// How C, C++, Java and Rust write it.
const CURLY: Form = Form {
    condition: ["(", ")"],
    open: " {",
    close: Some("}"),
    empty: None,
    else_if: "} else if",
    otherwise: "} else",
    end: ";",
    not: ("!", 9),
    bools: ["false", "true"],
};

/// What a language writes in its own way, and, with that, what is alike in all of them.
///
/// A printer writes a program's functions by [`Language::block`], which calls the others for each statement.
trait Language {
    const FORM: Form;

    fn draft(&self) -> &Draft;
    fn draft_mut(&mut self) -> &mut Draft;

    // ---- values

    /// A value that only this language writes so, and how strongly that holds together.
    fn own(&self, _: &Expr) -> Option<(String, u8)> {
        None
    }

    fn number(&self, number: u64) -> String {
        number.to_string()
    }

    fn name(&self, name: &str) -> String {
        name.to_owned()
    }

    /// A place in a list.
    fn place(&self, place: &Expr) -> String {
        self.expr(place, 0)
    }

    /// A list, where it is a value.
    fn list(&self, list: &Expr) -> String {
        unreachable!("{list} is only what a variable is set to")
    }

    fn sign(&self, operator: Operator) -> &'static str {
        sign(operator)
    }

    fn least_ranks(&self, operator: Operator, left: &Expr) -> (u8, u8) {
        least_ranks(operator, left)
    }

    fn choice(&self, test: &Expr, yes: &Expr, no: &Expr) -> String;

    /// `min`, `max` and `distance` of two numbers, or a function of the program.
    fn call(&self, name: &str, of: &[Expr]) -> String {
        format!("{}({})", self.name(name), self.values(of))
    }

    /// Values with commas between them.
    fn values(&self, values: &[Expr]) -> String {
        let values: Vec<_> = values.iter().map(|value| self.expr(value, 0)).collect();
        values.join(", ")
    }

    /// A value, in parentheses if it holds together less strongly than this.
    fn expr(&self, expr: &Expr, least: u8) -> String {
        let (text, own) = self.own(expr).unwrap_or_else(|| {
            let text = match expr {
                Expr::Number(number) => self.number(*number),
                Expr::Bool(is_so) => Self::FORM.bools[usize::from(*is_so)].to_owned(),
                Expr::Text(text) => format!("\"{}\"", escaped(text, '"')),
                Expr::Name(name) => self.name(name),
                Expr::Item(list, index) => format!("{}[{}]", self.name(list), self.place(index)),
                Expr::List(_) | Expr::Filled(..) => self.list(expr),
                Expr::Not(of) => {
                    let (not, rank) = Self::FORM.not;
                    return (format!("{not}{}", self.expr(of, rank)), rank);
                }
                Expr::Binary(operator, left, right) => {
                    let ranks = self.least_ranks(*operator, left);
                    let (left, right) = (self.expr(left, ranks.0), self.expr(right, ranks.1));
                    format!("{left} {} {right}", self.sign(*operator))
                }
                Expr::Choice(test, yes, no) => self.choice(test, yes, no),
                Expr::Call(name, of) => self.call(name, of),
            };
            (text, rank(expr))
        });
        if own < least { format!("({text})") } else { text }
    }

    fn condition(&self, test: &Expr) -> String {
        let [before, behind] = Self::FORM.condition;
        format!("{before}{}{behind}", self.expr(test, 0))
    }

    // ---- statements

    /// Several statements that are written together: how many.
    fn together(&mut self, _: &[Statement]) -> usize {
        0
    }

    /// `x = e`; the statements behind it say how the variable is used later.
    fn set(&mut self, to: &Expr, value: &Expr, rest: &[Statement]);
    fn changed(&self, to: &Expr, operator: Operator, value: &Expr) -> String {
        let (to, value) = (self.expr(to, 0), self.expr(value, 0));
        format!("{to} {}= {value}", self.sign(operator))
    }
    fn while_head(&self, test: &Expr) -> String {
        format!("while {}", self.condition(test))
    }
    /// The head of a loop whose number of rounds, in this variable, nothing else asks for.
    fn countdown(&self, _: &str) -> Option<String> {
        None
    }
    fn for_range(&mut self, name: &str, range: [&Expr; 3], body: &[Statement]);
    fn for_each(&mut self, index: Option<&str>, name: &str, list: &str, body: &[Statement]);
    fn returned(&self, value: &Expr) -> String {
        self.expr(value, 0)
    }
    fn sort(&mut self, list: &str);
    fn read(&mut self, names: &[String], rest: &[Statement]);
    fn skip(&mut self);
    fn read_list(&mut self, list: &str, len: &Expr, rest: &[Statement]);
    fn while_more(&mut self, names: &[String], to_zero: bool, body: &[Statement]);
    fn out(&mut self, parts: &[Expr]);

    /// Whether a block of so many lines is written without its signs.
    fn is_bare(&self, _: &[Statement], _lines: usize) -> bool {
        false
    }

    /// Whether a variable must be declared before the block that sets it first.
    fn declares(&self, _: &str) -> bool {
        true
    }

    /// Declares a variable that has no value yet.
    fn zero(&self, _: &str) -> String {
        String::new()
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.draft_mut().add(text);
    }

    /// A line with the sign that ends a statement.
    fn ended(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        self.line(format!("{text}{}", Self::FORM.end));
    }

    /// The first of these statements.
    fn statement(&mut self, rest: &[Statement]) {
        match &rest[0] {
            Statement::Set(to, value) => self.set(to, value, rest),
            Statement::Change(to, operator, value) => {
                self.ended(self.changed(to, *operator, value));
            }
            Statement::If(test, then, otherwise) => self.branches(test, then, otherwise),
            Statement::While(test, body) => self.nested(&self.while_head(test), body),
            Statement::For {
                name,
                start,
                end,
                step,
                body,
            } => {
                let times = counted_down(&rest[0], &self.draft().function);
                match times.and_then(|times| self.countdown(times)) {
                    Some(head) => self.nested(&head, body),
                    None => self.for_range(name, [start, end, step], body),
                }
            }
            Statement::ForEach {
                index,
                name,
                list,
                body,
            } => self.for_each(index.as_deref(), name, list, body),
            Statement::Break => self.ended("break"),
            Statement::Return(value) => self.ended(format!("return {}", self.returned(value))),
            Statement::Sort(list) => self.sort(list),
            Statement::Read(names) => self.read(names, rest),
            Statement::Skip => self.skip(),
            Statement::ReadList(list, len) => self.read_list(list, len, rest),
            Statement::WhileMore { names, to_zero, body } => self.while_more(names, *to_zero, body),
            Statement::Out(parts) => self.out(&pieces(parts)),
            Statement::Do(name, of) => self.ended(self.call(name, of)),
            Statement::Newline => {}
            other @ (Statement::ForYield { .. } | Statement::Yield(_)) => {
                unreachable!("{other:?} is put in place before")
            }
        }
    }

    fn branches(&mut self, test: &Expr, then: &[Statement], mut otherwise: &[Statement]) {
        let form = Self::FORM;
        let head = format!("if {}", self.condition(test));
        if otherwise.is_empty() {
            return self.nested(&head, then);
        }
        self.opened(&head, None, then);
        while let [Statement::If(test, then, more)] = otherwise {
            let head = format!("{} {}", form.else_if, self.condition(test));
            self.opened(&head, None, then);
            otherwise = more;
        }
        if !otherwise.is_empty() {
            self.opened(form.otherwise, None, otherwise);
        }
        self.close();
    }

    /// A block behind its head, with the signs around it unless it is short.
    fn nested(&mut self, head: &str, body: &[Statement]) {
        let at = self.draft().lines.len();
        self.opened(head, None, body);
        let lines = &mut self.draft_mut().lines;
        let count = lines.len() - at - 1;
        let len = lines[at].len() - Self::FORM.open.len();
        if self.is_bare(body, count) {
            self.draft_mut().lines[at].truncate(len);
        } else {
            self.close();
        }
    }

    /// A block behind its head, with the signs around it, and with a line before its statements.
    fn braced(&mut self, head: &str, first: Option<String>, body: &[Statement]) {
        self.opened(head, first, body);
        self.close();
    }

    /// The same without the sign behind it.
    fn opened(&mut self, head: &str, first: Option<String>, body: &[Statement]) {
        self.line(format!("{head}{}", Self::FORM.open));
        self.draft_mut().depth += 1;
        if let Some(first) = first {
            self.ended(first);
        }
        self.block(body);
        self.draft_mut().depth -= 1;
    }

    /// The sign behind a block.
    fn close(&mut self) {
        if let Some(close) = Self::FORM.close {
            self.line(close);
        }
    }

    /// Statements whose variables end with them.
    fn block(&mut self, block: &[Statement]) {
        let (declared, lines) = (self.draft().declared.len(), self.draft().lines.len());
        self.statements(block);
        self.draft_mut().declared.truncate(declared);
        if let Some(empty) = Self::FORM.empty
            && self.draft().lines.len() == lines
        {
            self.line(empty);
        }
    }

    fn statements(&mut self, mut rest: &[Statement]) {
        while !rest.is_empty() {
            let mut done = self.together(rest);
            if done == 0 {
                self.declare_needed(rest);
                self.statement(rest);
                done = 1;
            }
            rest = &rest[done..];
        }
    }

    /// Declares variables that a later statement needs, too.
    fn declare_needed(&mut self, rest: &[Statement]) {
        let types = self.draft().function.types.clone();
        let new = types
            .iter()
            .filter(|(name, own)| !own.is_list && !self.draft().is_declared(name) && self.declares(name));
        for name in needed_later(rest, new.map(|(name, _)| name)) {
            self.line(self.zero(name));
            self.draft_mut().declared.push(name.clone());
        }
    }

    /// A block in which these variables are declared before it.
    fn within(&mut self, names: &[&str], write: impl FnOnce(&mut Self))
    where
        Self: Sized,
    {
        let before = self.draft().declared.len();
        let names = names.iter().map(|name| (*name).to_owned());
        self.draft_mut().declared.extend(names);
        write(self);
        self.draft_mut().declared.truncate(before);
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
        Operator::Multiply | Operator::Divide | Operator::Remainder | Operator::Power => (own(8), 9),
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
fn prints_often(block: &[Statement]) -> bool {
    any_statement(block, &|statement| {
        let is_loop = !matches!(statement, Statement::If(..));
        is_loop && statement.blocks().into_iter().any(|body| prints(body))
    })
}

/// Whether anything is printed.
fn prints(block: &[Statement]) -> bool {
    any_statement(block, &|statement| matches!(statement, Statement::Out(_)))
}

/// The list whose numbers a loop prints with spaces between them, and how many of them it prints.
fn printed_list(statement: &Statement) -> Option<(&str, &Expr)> {
    let Statement::For {
        name, start, end, body, ..
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
    let is_space = then[..] == [Statement::Out(vec![Expr::Text(" ".to_owned())])] && none.is_empty();
    (is_behind_first && is_space && index.is_name(name)).then_some((list, end))
}

/// Whether a statement ends a line, and does nothing else.
fn is_line_end(statement: Option<&Statement>) -> bool {
    matches!(statement, Some(Statement::Out(parts)) if parts[..] == [Expr::Text("\n".to_owned())])
}

/// Whether a list is made with this length.
fn has_length(block: &[Statement], list: &str, len: &Expr) -> bool {
    any_statement(block, &|statement| {
        let made = statement.list_made();
        made.is_some_and(|(own, own_len)| own == list && own_len == *len)
    })
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
fn counted_down<'s>(statement: &'s Statement, function: &Function) -> Option<&'s str> {
    let Statement::For {
        name,
        start: Expr::Number(0),
        end: Expr::Name(times),
        body,
        ..
    } = statement
    else {
        return None;
    };
    (prints(body) && name == "_" && uses(&function.body, times) == 2).then_some(times)
}

/// The last number of a range, where it reads better than the one behind it: `n` of `n + 1`, and 100 of 101.
fn last_of(end: &Expr) -> Option<Expr> {
    match end {
        Expr::Binary(Operator::Add, last, one) if **one == Expr::Number(1) => Some((**last).clone()),
        Expr::Number(end) if end % 10 == 1 && *end > 1 => Some(Expr::Number(end - 1)),
        _ => None,
    }
}

/// Whether a loop uses its number.
fn uses_index(name: &str, body: &[Statement]) -> bool {
    name != "_" && uses(body, name) > 0
}

/// The number that each round of a loop reads first, if that is all it reads, and what it does with it.
fn reads_one<'b>(name: &str, start: &Expr, body: &'b [Statement]) -> Option<(&'b str, &'b [Statement])> {
    match body {
        [Statement::Read(names), others @ ..]
            if names.len() == 1 && !uses_index(name, body) && !reads(others) && *start == Expr::Number(0) =>
        {
            Some((&names[0], others))
        }
        _ => None,
    }
}

/// A list of which all numbers, or so many, are printed by the first of these statements; and whether the next one
/// ends the line.
fn list_printed<'s>(rest: &'s [Statement], function: &Function) -> Option<(&'s str, Option<&'s Expr>, bool)> {
    let (list, len) = printed_list(&rest[0])?;
    let is_whole = has_length(&function.body, list, len);
    Some((list, (!is_whole).then_some(len), is_line_end(rest.get(1))))
}

/// The body of a loop that has read the first of these numbers, and reads the others.
fn read_others(names: &[String], body: &[Statement]) -> Vec<Statement> {
    let others = (names.len() > 1).then(|| Statement::Read(names[1..].to_vec()));
    others.into_iter().chain(body.iter().cloned()).collect()
}

/// Whether statements read anything.
fn reads(block: &[Statement]) -> bool {
    any_statement(block, &Statement::reads)
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
    uses(std::slice::from_ref(statement), name) > 0
}

/// Whether a statement gives a variable its value without its old one.
fn sets(statement: &Statement, name: &str) -> bool {
    match statement {
        Statement::Set(Expr::Name(own), value) => own == name && value.uses(name) == 0,
        Statement::Read(names) => names.iter().any(|own| own == name),
        Statement::ReadList(own, _) | Statement::For { name: own, .. } | Statement::ForEach { name: own, .. } => {
            own == name
        }
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
    if let Statement::ForEach { name: own, index, .. } = statement
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
    statement.blocks().iter().all(|block| is_own_in(block, name))
}

fn is_own_in(block: &[Statement], name: &str) -> bool {
    let mut first = block.iter().filter(|statement| mentions(statement, name));
    match first.next() {
        None => true,
        Some(statement) if sets(statement, name) => true,
        Some(statement) => is_own(statement, name) && first.all(|next| sets(next, name) || is_own(next, name)),
    }
}

/// The variables that must be declared before the first of these statements, since that only sets them in a block, and
/// a later one needs them.
fn needed_later<'n>(rest: &[Statement], names: impl Iterator<Item = &'n String>) -> Vec<&'n String> {
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
