//! Python 3.8, with its standard library alone.

use super::{
    Draft, Form, Language, chosen_texts, escaped, heading, least_ranks, list_printed, read_others, reads_one,
    uses_index,
};
use crate::solution::tree::{Expr, Operator, Program, Statement};

/// Writes a program.
pub(crate) fn print(program: &Program) -> String {
    let mut printer = Python::default();
    for function in &program.functions {
        let (name, parameters) = (&function.name, function.parameters.join(", "));
        printer.draft.start(function);
        printer.nested(&format!("def {name}({parameters})"), &function.body);
        printer.draft.lines.extend(["", ""].map(str::to_owned));
    }
    printer.draft.start(&program.main);
    printer.line("def main():");
    printer.line("    numbers = map(int, sys.stdin.buffer.read().split())");
    printer.draft.depth = 1;
    printer.block(&program.main.body);
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
    lines.extend(printer.draft.lines);
    heading(program, "# ") + &lines.join("\n") + "\n\n\nmain()\n"
}

#[derive(Default)]
struct Python {
    draft: Draft,
    /// Whether `islice` is used.
    slices: bool,
}

impl Language for Python {
    const FORM: Form = Form {
        condition: ["", ""],
        open: ":",
        close: None,
        empty: Some("pass"),
        else_if: "elif",
        otherwise: "else",
        end: "",
        not: ("not ", 4),
        bools: ["False", "True"],
    };

    fn draft(&self) -> &Draft {
        &self.draft
    }

    fn draft_mut(&mut self) -> &mut Draft {
        &mut self.draft
    }

    fn list(&self, list: &Expr) -> String {
        match list {
            Expr::Filled(value, len) => {
                format!("[{}] * {}", self.expr(value, 0), self.expr(len, 9))
            }
            Expr::List(items) => format!("[{}]", self.values(items)),
            other => unreachable!("{other} is no list"),
        }
    }

    fn sign(&self, operator: Operator) -> &'static str {
        operator.text()
    }

    /// As a reader of Python expects it, 'and' holds together more than 'or' does, and 'not' more than both.
    fn least_ranks(&self, operator: Operator, left: &Expr) -> (u8, u8) {
        match operator {
            Operator::Or => (1, 2),
            Operator::And => (2, 4),
            _ => least_ranks(operator, left),
        }
    }

    fn choice(&self, test: &Expr, yes: &Expr, no: &Expr) -> String {
        let (test, yes, no) = (self.expr(test, 1), self.expr(yes, 1), self.expr(no, 0));
        format!("{yes} if {test} else {no}")
    }

    fn call(&self, name: &str, of: &[Expr]) -> String {
        match (name, of) {
            ("distance", [one, other]) => {
                format!("abs({} - {})", self.expr(one, 7), self.expr(other, 8))
            }
            (name, of) => format!("{name}({})", self.values(of)),
        }
    }

    fn declares(&self, _: &str) -> bool {
        false
    }

    fn together(&mut self, rest: &[Statement]) -> usize {
        let Some((list, len, ends)) = list_printed(rest, &self.draft.function) else {
            return 0;
        };
        let slice = len.map_or_else(String::new, |len| format!("[:{}]", self.expr(len, 0)));
        let end = if ends { "" } else { ", end=\"\"" };
        let line = format!("print(*{list}{slice}{end})");
        self.line(line);
        1 + usize::from(ends)
    }

    fn set(&mut self, to: &Expr, value: &Expr, _: &[Statement]) {
        self.line(format!("{} = {}", self.expr(to, 0), self.expr(value, 0)));
    }

    fn for_range(&mut self, name: &str, [start, end, step]: [&Expr; 3], body: &[Statement]) {
        if let Some((read, others)) = reads_one(name, start, body) {
            self.slices = true;
            let head = format!("for {read} in islice(numbers, {})", self.expr(end, 0));
            return self.nested(&head, others);
        }
        let name = if uses_index(name, body) { name } else { "_" };
        let (first, last) = (self.expr(start, 0), self.expr(end, 0));
        let range = match (start, step) {
            (Expr::Number(0), Expr::Number(1)) => last,
            (_, Expr::Number(1)) => format!("{first}, {last}"),
            (_, step) => format!("{first}, {last}, {}", self.expr(step, 0)),
        };
        self.nested(&format!("for {name} in range({range})"), body);
    }

    fn for_each(&mut self, index: Option<&str>, name: &str, list: &str, body: &[Statement]) {
        let head = match index {
            Some(index) => format!("for {index}, {name} in enumerate({list})"),
            None => format!("for {name} in {list}"),
        };
        self.nested(&head, body);
    }

    fn sort(&mut self, list: &str) {
        self.line(format!("{list}.sort()"));
    }

    fn read(&mut self, names: &[String], _: &[Statement]) {
        for name in names {
            self.line(format!("{name} = next(numbers)"));
        }
    }

    fn skip(&mut self) {
        self.line("next(numbers)");
    }

    fn read_list(&mut self, list: &str, len: &Expr, _: &[Statement]) {
        self.slices = true;
        self.line(format!("{list} = list(islice(numbers, {}))", self.expr(len, 0)));
    }

    fn while_more(&mut self, names: &[String], to_zero: bool, body: &[Statement]) {
        let first = &names[0];
        let head = if to_zero {
            format!("while {first} := next(numbers, 0)")
        } else {
            format!("for {first} in numbers")
        };
        self.nested(&head, &read_others(names, body));
    }

    fn out(&mut self, parts: &[Expr]) {
        self.line(self.printed(parts.to_vec()));
    }
}

impl Python {
    /// What prints these parts.
    fn printed(&self, mut parts: Vec<Expr>) -> String {
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
                    let test = self.expr(test, 1);
                    let (yes, no) = (escaped(yes, '"'), escaped(no, '"'));
                    return format!("print(\"{yes}\" if {test} else \"{no}\")");
                }
            }
            _ => {}
        }
        parts.retain(|part| *part != Expr::Text(String::new()));
        match &parts[..] {
            [] => "print()".to_owned(),
            [part] => format!("print({}{end})", self.expr(part, 0)),
            // Before 3.12, braces of an f-string hold no backslash.
            parts if parts.iter().any(is_escaped) => {
                format!("print({}, sep=\"\"{end})", self.values(parts))
            }
            parts => {
                let pieces = parts.iter().map(|part| match (part, chosen_texts(part)) {
                    (Expr::Text(text), _) => escaped(text, '"').replace('{', "{{").replace('}', "}}"),
                    (_, Some((test, yes, no))) => {
                        let (yes, no) = (escaped(yes, '\''), escaped(no, '\''));
                        format!("{{'{yes}' if {} else '{no}'}}", self.expr(test, 1))
                    }
                    (value, None) => format!("{{{}}}", self.expr(value, 0)),
                });
                format!("print(f\"{}\"{end})", pieces.collect::<String>())
            }
        }
    }
}

/// Whether texts are chosen from that have a backslash in a literal.
fn is_escaped(part: &Expr) -> bool {
    let has = |text: &str| escaped(text, '\'').contains('\\');
    chosen_texts(part).is_some_and(|(_, yes, no)| has(yes) || has(no))
}
