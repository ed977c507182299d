//! Python 3.8, with its standard library alone.

use super::{
    Lines, chosen_texts, escaped, has_length, heading, is_line_end, least_ranks, pieces,
    printed_list, rank, reads,
};
use crate::solution::tree::{Block, Expr, Function, Operator, Program, Statement, uses};

/// Writes a program.
pub(crate) fn print(program: &Program) -> String {
    let mut printer = Python::default();
    for function in &program.functions {
        let parameters: Vec<_> = function.parameters.clone();
        let (name, parameters) = (&function.name, parameters.join(", "));
        printer.lines.add(0, format!("def {name}({parameters}):"));
        printer.block(&function.body, 1);
        for _ in 0..2 {
            printer.lines.0.push(String::new());
        }
    }
    printer.main(&program.main);
    let mut lines = vec!["import sys".to_owned()];
    if printer.slices {
        lines.push("from itertools import islice".to_owned());
    }
    lines.push(String::new());
    for (name, values) in &program.constants {
        let values: Vec<_> = values.iter().map(u64::to_string).collect();
        lines.push(format!("{name} = [{}]", values.join(", ")));
    }
    if !program.constants.is_empty() {
        lines.push(String::new());
    }
    lines.push(String::new());
    lines.extend(printer.lines.0);
    heading(program, "# ") + &lines.join("\n") + "\n"
}

#[derive(Default)]
struct Python {
    lines: Lines,
    /// Whether `islice` is used.
    slices: bool,
    /// The statements of the main function.
    main: Block,
}

impl Python {
    fn main(&mut self, main: &Function) {
        self.lines.add(0, "def main():");
        self.main.clone_from(&main.body);
        let reads = "numbers = map(int, sys.stdin.buffer.read().split())";
        self.lines.add(1, reads);
        self.block(&main.body, 1);
        for line in ["", "", "main()"] {
            self.lines.add(0, line);
        }
    }

    fn block(&mut self, block: &Block, depth: usize) {
        let before = self.lines.0.len();
        let mut rest = &block[..];
        while let [statement, others @ ..] = rest {
            rest = others;
            if let Some((list, len)) = printed_list(statement) {
                let slice = if has_length(&self.main, list, len) {
                    String::new()
                } else {
                    format!("[:{}]", Self::expr(len, 0))
                };
                let ends = is_line_end(others.first());
                let end = if ends { "" } else { ", end=\"\"" };
                self.lines.add(depth, format!("print(*{list}{slice}{end})"));
                rest = &others[usize::from(ends)..];
            } else {
                self.statement(statement, depth);
            }
        }
        if self.lines.0.len() == before {
            self.lines.add(depth, "pass");
        }
    }

    fn indented(&mut self, head: impl AsRef<str>, body: &Block, depth: usize) {
        self.lines.add(depth, head);
        self.block(body, depth + 1);
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        let line = match statement {
            Statement::Set(to, value) => {
                format!("{} = {}", Self::expr(to, 0), Self::expr(value, 0))
            }
            Statement::Change(to, operator, value) => {
                let (to, value) = (Self::expr(to, 0), Self::expr(value, 0));
                format!("{to} {}= {value}", operator.text())
            }
            Statement::If(test, then, otherwise) => {
                return self.branches("if", test, then, otherwise, depth);
            }
            Statement::While(test, body) => {
                let head = format!("while {}:", Self::expr(test, 0));
                return self.indented(head, body, depth);
            }
            Statement::For {
                name,
                start,
                end,
                step,
                body,
            } => return self.for_range(name, [start, end, step], body, depth),
            Statement::ForEach {
                index,
                name,
                list,
                body,
            } => {
                let (name, list) = (name, list);
                let head = match index {
                    Some(index) => format!("for {index}, {name} in enumerate({list}):"),
                    None => format!("for {name} in {list}:"),
                };
                return self.indented(head, body, depth);
            }
            Statement::Break => "break".to_owned(),
            Statement::Return(value) => format!("return {}", Self::expr(value, 0)),
            Statement::Sort(name) => format!("{name}.sort()"),
            Statement::Read(names) => {
                for name in names {
                    self.lines.add(depth, format!("{name} = next(numbers)"));
                }
                return;
            }
            Statement::Skip => "next(numbers)".to_owned(),
            Statement::ReadList(name, len) => {
                self.slices = true;
                let len = Self::expr(len, 0);
                format!("{name} = list(islice(numbers, {len}))")
            }
            Statement::WhileMore {
                names,
                to_zero,
                body,
            } => {
                let first = &names[0];
                let head = if *to_zero {
                    format!("while {first} := next(numbers, 0):")
                } else {
                    format!("for {first} in numbers:")
                };
                let mut inside = body.clone();
                if names.len() > 1 {
                    inside.insert(0, Statement::Read(names[1..].to_vec()));
                }
                return self.indented(head, &inside, depth);
            }
            Statement::Out(parts) => Self::out(parts),
            Statement::Newline => return,
            other @ (Statement::ForYield { .. } | Statement::Yield(_) | Statement::Do(..)) => {
                unreachable!("{other:?} is put in place before")
            }
        };
        self.lines.add(depth, line);
    }

    fn branches(&mut self, word: &str, test: &Expr, then: &Block, otherwise: &Block, depth: usize) {
        let head = format!("{word} {}:", Self::expr(test, 0));
        self.indented(head, then, depth);
        match &otherwise[..] {
            [] => {}
            [Statement::If(test, then, otherwise)] => {
                self.branches("elif", test, then, otherwise, depth);
            }
            _ => self.indented("else:", otherwise, depth),
        }
    }

    fn for_range(
        &mut self,
        name: &str,
        [start, end, step]: [&Expr; 3],
        body: &Block,
        depth: usize,
    ) {
        let is_used = name != "_" && uses(body, name) > 0;
        if let Some(([Statement::Read(names)], others)) = body.split_at_checked(1)
            && let ([read], false) = (&names[..], is_used)
            && !reads(others)
            && *start == Expr::Number(0)
        {
            self.slices = true;
            let end = Self::expr(end, 0);
            let head = format!("for {read} in islice(numbers, {end}):");
            return self.indented(head, &others.to_vec(), depth);
        }
        let name = if is_used { name } else { "_" };
        let (first, last) = (Self::expr(start, 0), Self::expr(end, 0));
        let range = match (start, step) {
            (Expr::Number(0), Expr::Number(1)) => last,
            (_, Expr::Number(1)) => format!("{first}, {last}"),
            (_, step) => format!("{first}, {last}, {}", Self::expr(step, 0)),
        };
        self.indented(format!("for {name} in range({range}):"), body, depth);
    }

    fn out(parts: &[Expr]) -> String {
        let mut parts = pieces(parts);
        let mut end = ", end=\"\"";
        // A line ends by itself.
        match &mut parts[..] {
            [.., Expr::Text(text)] if text.ends_with('\n') => {
                text.pop();
                end = "";
            }
            [Expr::Choice(test, yes, no)] => {
                if let (Expr::Text(yes), Expr::Text(no)) = (&**yes, &**no)
                    && let (Some(yes), Some(no)) = (yes.strip_suffix('\n'), no.strip_suffix('\n'))
                {
                    let test = Self::expr(test, 1);
                    let (yes, no) = (escaped(yes, '"'), escaped(no, '"'));
                    return format!("print(\"{yes}\" if {test} else \"{no}\")");
                }
            }
            _ => {}
        }
        parts.retain(|part| *part != Expr::Text(String::new()));
        match &parts[..] {
            [] => "print()".to_owned(),
            [part] => format!("print({}{end})", Self::expr(part, 0)),
            // Before 3.12, braces of an f-string hold no backslash.
            parts if parts.iter().any(is_escaped) => {
                let values: Vec<_> = parts.iter().map(|part| Self::expr(part, 0)).collect();
                format!("print({}, sep=\"\"{end})", values.join(", "))
            }
            parts => {
                let pieces = parts.iter().map(|part| match (part, chosen_texts(part)) {
                    (Expr::Text(text), _) => {
                        escaped(text, '"').replace('{', "{{").replace('}', "}}")
                    }
                    (_, Some((test, yes, no))) => {
                        let (yes, no) = (escaped(yes, '\''), escaped(no, '\''));
                        format!("{{'{yes}' if {} else '{no}'}}", Self::expr(test, 1))
                    }
                    (value, None) => format!("{{{}}}", Self::expr(value, 0)),
                });
                format!("print(f\"{}\"{end})", pieces.collect::<String>())
            }
        }
    }

    fn expr(expr: &Expr, least: u8) -> String {
        let text = match expr {
            Expr::Number(number) => number.to_string(),
            Expr::Bool(true) => "True".to_owned(),
            Expr::Bool(false) => "False".to_owned(),
            Expr::Text(text) => format!("\"{}\"", escaped(text, '"')),
            Expr::Name(name) => name.clone(),
            Expr::Item(list, index) => format!("{list}[{}]", Self::expr(index, 0)),
            Expr::List(values) => {
                let values: Vec<_> = values.iter().map(|value| Self::expr(value, 0)).collect();
                format!("[{}]", values.join(", "))
            }
            Expr::Filled(value, len) => {
                format!("[{}] * {}", Self::expr(value, 0), Self::expr(len, 9))
            }
            Expr::Not(value) => format!("not {}", Self::expr(value, 4)),
            Expr::Binary(operator, left, right) => {
                let (mut of_left, mut of_right) = least_ranks(*operator, left);
                // As a reader of Python expects it, 'and' holds together more than 'or' does, and 'not' more than both.
                if operator.is_logical() {
                    let is_or = *operator == Operator::Or;
                    (of_left, of_right) = if is_or { (1, 2) } else { (2, 4) };
                }
                let (left, right) = (Self::expr(left, of_left), Self::expr(right, of_right));
                format!("{left} {} {right}", operator.text())
            }
            Expr::Choice(test, yes, no) => {
                let (test, yes, no) = (Self::expr(test, 1), Self::expr(yes, 1), Self::expr(no, 0));
                format!("{yes} if {test} else {no}")
            }
            Expr::Call(name, of) => match (&**name, &of[..]) {
                ("distance", [one, other]) => {
                    format!("abs({} - {})", Self::expr(one, 7), Self::expr(other, 8))
                }
                (name, of) => {
                    let of: Vec<_> = of.iter().map(|value| Self::expr(value, 0)).collect();
                    format!("{}({})", name, of.join(", "))
                }
            },
        };
        let own = match expr {
            Expr::Not(_) => 4,
            expr => rank(expr),
        };
        if own < least {
            format!("({text})")
        } else {
            text
        }
    }
}

/// Whether texts are chosen from that have a backslash in a literal.
fn is_escaped(part: &Expr) -> bool {
    let has = |text: &str| escaped(text, '\'').contains('\\');
    chosen_texts(part).is_some_and(|(_, yes, no)| has(yes) || has(no))
}
