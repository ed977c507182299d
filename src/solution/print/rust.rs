//! Rust of the edition of 2021, with its standard library alone.
//!
//! Numbers are `usize` if all of them are below 2^31, so that they can be places in lists. Else they are `u64`, but for
//! those that are nothing but places.

use std::collections::BTreeSet;

use super::{
    Lines, assignments, chosen_texts, escaped, has_length, heading, is_line_end, least_ranks,
    needed_later, pieces, printed_list, prints_often, rank, reads, sign,
};
use crate::solution::tree::{
    Block, Expr, Function, Operator, Program, Scalar, Statement, for_each_expr, for_each_statement,
    uses,
};

/// Writes a program.
pub(crate) fn print(program: &Program) -> String {
    let functions = program.functions.iter().chain([&program.main]);
    let is_wide = functions.flat_map(|function| function.types.values());
    let is_wide = is_wide.into_iter().any(|it| it.of == Scalar::Wide);
    let mut printer = Rust {
        number: if is_wide { "u64" } else { "usize" },
        ..Rust::default()
    };
    printer.collects = prints_often(&program.main.body);
    let reads_all = "use std::io::{read_to_string, stdin};";
    for line in [reads_all, ""] {
        printer.lines.add(0, line);
    }
    for (name, values) in &program.constants {
        let values: Vec<_> = values.iter().map(u64::to_string).collect();
        let kind = printer.number;
        let (len, values) = (values.len(), values.join(", "));
        let line = format!("const {name}: [{kind}; {len}] = [{values}];");
        printer.lines.add(0, line);
    }
    printer.lines.add(0, "");
    for function in &program.functions {
        printer.function(function);
    }
    printer.main(&program.main);
    heading(program, "// ") + &printer.lines.text()
}

#[derive(Default)]
struct Rust {
    lines: Lines,
    /// The type of numbers.
    number: &'static str,
    /// Whether what is printed is collected first.
    collects: bool,
    /// Of the function: its variables, those of them that are nothing but places, and those that are declared.
    function: Function,
    places: BTreeSet<String>,
    declared: Vec<String>,
}

impl Rust {
    fn start(&mut self, function: &Function) {
        self.function = function.clone();
        self.declared.clone_from(&function.parameters);
        self.places.clear();
        if self.number == "usize" {
            return;
        }
        for name in function.types.keys() {
            if !function.parameters.contains(name) && is_place(&function.body, name) {
                self.places.insert(name.clone());
            }
        }
    }

    fn function(&mut self, function: &Function) {
        self.start(function);
        let parameters = function.parameters.iter().map(|name| {
            let changes = assignments(&function.body, name) > 0;
            let mutable = if changes { "mut " } else { "" };
            format!("{mutable}{}: {}", name, self.number)
        });
        let parameters: Vec<_> = parameters.collect();
        let is_bool = function.returns.is_some_and(|it| it.of == Scalar::Bool);
        let returns = if is_bool { "bool" } else { self.number };
        let (name, parameters) = (&function.name, parameters.join(", "));
        self.lines
            .add(0, format!("fn {name}({parameters}) -> {returns} {{"));
        if let Some((Statement::Return(value), others)) = function.body.split_last() {
            self.statements(&others.to_vec(), 1);
            let value = self.expr(value, 0);
            self.lines.add(1, value);
        } else {
            self.block(&function.body, 1);
        }
        self.lines.add(0, "}");
        self.lines.add(0, "");
    }

    fn main(&mut self, main: &Function) {
        self.start(main);
        let numbers = format!(
            "let mut input = text.split_ascii_whitespace().map(|word| word.parse::<{}>().unwrap());",
            self.number
        );
        self.lines.add(0, "fn main() {");
        self.lines
            .add(1, "let text = read_to_string(stdin()).unwrap();");
        self.lines.add(1, numbers);
        if self.collects {
            self.lines.add(1, "let mut out = String::new();");
        }
        self.block(&main.body, 1);
        if self.collects {
            self.lines.add(1, "print!(\"{out}\");");
        }
        self.lines.add(0, "}");
    }

    /// Statements whose variables end with them.
    fn block(&mut self, block: &Block, depth: usize) {
        let before = self.declared.len();
        self.statements(block, depth);
        self.declared.truncate(before);
    }

    fn statements(&mut self, block: &Block, depth: usize) {
        let mut is_ended = false;
        for at in 0..block.len() {
            if std::mem::take(&mut is_ended) {
                continue;
            }
            if let Some((list, len)) = printed_list(&block[at]) {
                is_ended = is_line_end(block.get(at + 1));
                self.print_list(list, len, is_ended, depth);
                continue;
            }
            let function = self.function.clone();
            let new = function.types.keys();
            let new = new.filter(|name| !self.declared.contains(name));
            for name in needed_later(&block[at..], new) {
                let zero = match function.types[name].of {
                    Scalar::Bool => "false",
                    _ => "0",
                };
                let kind = if self.places.contains(name) {
                    "usize"
                } else {
                    self.number
                };
                let kind = if zero == "0" {
                    format!(": {kind}")
                } else {
                    String::new()
                };
                self.lines
                    .add(depth, format!("let mut {name}{kind} = {zero};"));
                self.declared.push(name.clone());
            }
            self.statement(block, at, depth);
        }
    }

    fn print_list(&mut self, list: &str, len: &Expr, ends: bool, depth: usize) {
        let slice = if has_length(&self.function.body, list, len) {
            String::new()
        } else {
            format!("[..{}]", self.place(len, 0))
        };
        let is_free = |name: &&&str| !self.function.types.contains_key(**name);
        let words = ["words", "shown"].iter().find(is_free).unwrap_or(&"words_");
        let numbers = format!("{list}{slice}.iter().map(ToString::to_string)");
        self.lines
            .add(depth, format!("let {words}: Vec<_> = {numbers}.collect();"));
        let line = match (self.collects, ends) {
            (true, true) => format!("out += &format!(\"{{}}\\n\", {words}.join(\" \"));"),
            (true, false) => format!("out += &{words}.join(\" \");"),
            (false, _) => {
                let ln = if ends { "ln" } else { "" };
                format!("print{ln}!(\"{{}}\", {words}.join(\" \"));")
            }
        };
        self.lines.add(depth, line);
    }

    fn braces(&mut self, head: &str, body: &Block, depth: usize) {
        self.lines.add(depth, format!("{head} {{"));
        self.block(body, depth + 1);
        self.lines.add(depth, "}");
    }

    /// `let`, and `mut` if a later statement changes it; nothing if the variable is there.
    fn declaration(&mut self, rest: &[Statement], name: &str) -> &'static str {
        if self.declared.iter().any(|own| own == name) {
            return "";
        }
        self.declared.push(name.to_owned());
        if assignments(rest, name) > 1 {
            "let mut "
        } else {
            "let "
        }
    }

    fn statement(&mut self, block: &Block, at: usize, depth: usize) {
        let rest = &block[at..];
        match &block[at] {
            Statement::Set(Expr::Name(name), value) => {
                let is_new = !self.declared.iter().any(|own| own == name);
                let declaration = self.declaration(rest, name);
                let value = self.assigned(name, value, is_new);
                self.lines
                    .add(depth, format!("{declaration}{name} = {value};"));
            }
            Statement::Set(to, value) => {
                let text = format!("{} = {};", self.expr(to, 0), self.expr(value, 0));
                self.lines.add(depth, text);
            }
            Statement::Change(to, operator, value) => {
                let (to, value) = (self.expr(to, 0), self.expr(value, 0));
                self.lines
                    .add(depth, format!("{to} {}= {value};", sign(*operator)));
            }
            Statement::If(test, then, otherwise) => {
                self.branches("", test, then, otherwise, depth);
            }
            Statement::While(test, body) => {
                let head = match test {
                    Expr::Bool(true) => "loop".to_owned(),
                    test => format!("while {}", self.expr(test, 0)),
                };
                self.braces(&head, body, depth);
            }
            Statement::For {
                name,
                start,
                end,
                step,
                body,
            } => self.for_range(name, [start, end, step], body, depth),
            Statement::ForEach {
                index,
                name,
                list,
                body,
            } => {
                self.declared.push(name.clone());
                let head = match index {
                    // What changes the list must not borrow it.
                    Some(index) if assignments(body, list) > 0 => {
                        self.declared.pop();
                        self.declared.extend([index.clone(), name.clone()]);
                        let item = Expr::Item(list.clone(), Box::new(Expr::name(&**index)));
                        let value = self.expr(&item, 0);
                        self.lines
                            .add(depth, format!("for {index} in 0..{list}.len() {{"));
                        self.lines.add(depth + 1, format!("let {name} = {value};"));
                        self.block(body, depth + 1);
                        self.lines.add(depth, "}");
                        self.declared.truncate(self.declared.len() - 2);
                        return;
                    }
                    Some(index) => {
                        self.declared.push(index.clone());
                        if self.number == "usize" || self.places.contains(index) {
                            format!("for ({index}, &{name}) in {list}.iter().enumerate()")
                        } else {
                            format!("for ({index}, &{name}) in (0..).zip(&{list})")
                        }
                    }
                    None => format!("for &{name} in &{list}"),
                };
                self.braces(&head, body, depth);
                self.declared
                    .truncate(self.declared.len() - 1 - usize::from(index.is_some()));
            }
            Statement::Break => self.lines.add(depth, "break;"),
            Statement::Return(value) => {
                let value = self.expr(value, 0);
                self.lines.add(depth, format!("return {value};"));
            }
            Statement::Sort(name) => self.lines.add(depth, format!("{name}.sort_unstable();")),
            Statement::Read(names) => {
                for name in names {
                    let declaration = self.declaration(rest, name);
                    let line = format!("{declaration}{name} = input.next().unwrap();");
                    self.lines.add(depth, line);
                }
            }
            Statement::Skip => self.lines.add(depth, "input.next();"),
            Statement::ReadList(name, len) => {
                let declaration = self.declaration(rest, name);
                let kind = if declaration.is_empty() {
                    String::new()
                } else {
                    format!(": Vec<{}>", self.number)
                };
                let len = self.place(len, 0);
                let line =
                    format!("{declaration}{name}{kind} = input.by_ref().take({len}).collect();");
                self.lines.add(depth, line);
            }
            Statement::WhileMore {
                names,
                to_zero,
                body,
            } => {
                let mutable = if assignments(body, &names[0]) > 0 {
                    "mut "
                } else {
                    ""
                };
                let first = &names[0];
                let filter = if *to_zero {
                    format!(".filter(|&{first}| {first} > 0)")
                } else {
                    String::new()
                };
                let before = self.declared.len();
                self.declared.push(names[0].clone());
                self.lines.add(
                    depth,
                    format!("while let Some({mutable}{first}) = input.next(){filter} {{"),
                );
                let mut inside = body.clone();
                if names.len() > 1 {
                    inside.insert(0, Statement::Read(names[1..].to_vec()));
                }
                self.block(&inside, depth + 1);
                self.lines.add(depth, "}");
                self.declared.truncate(before);
            }
            Statement::Out(parts) => self.out(parts, depth),
            Statement::Newline => {}
            other @ (Statement::ForYield { .. } | Statement::Yield(_) | Statement::Do(..)) => {
                unreachable!("{other:?} is put in place before")
            }
        }
    }

    fn branches(
        &mut self,
        before: &str,
        test: &Expr,
        then: &Block,
        otherwise: &Block,
        depth: usize,
    ) {
        let test = self.expr(test, 0);
        self.lines.add(depth, format!("{before}if {test} {{"));
        self.block(then, depth + 1);
        match &otherwise[..] {
            [] => self.lines.add(depth, "}"),
            [Statement::If(test, then, otherwise)] => {
                self.branches("} else ", test, then, otherwise, depth);
            }
            _ => {
                self.lines.add(depth, "} else {");
                self.block(otherwise, depth + 1);
                self.lines.add(depth, "}");
            }
        }
    }

    fn for_range(
        &mut self,
        name: &str,
        [start, end, step]: [&Expr; 3],
        body: &Block,
        depth: usize,
    ) {
        if let Some(([Statement::Read(names)], others)) = body.split_at_checked(1)
            && let [read] = &names[..]
            && (name == "_" || uses(body, name) == 0)
            && !reads(others)
            && assignments(others, read) == 0
            && *start == Expr::Number(0)
        {
            let end = self.place(end, 0);
            let before = self.declared.len();
            self.declared.push(read.clone());
            let head = format!("for {read} in input.by_ref().take({end})");
            self.braces(&head, &others.to_vec(), depth);
            self.declared.truncate(before);
            return;
        }
        let is_place = self.places.contains(name);
        let bound = |own: &Self, value: &Expr| {
            if is_place {
                own.place(value, 6)
            } else {
                own.expr(value, 6)
            }
        };
        let range = match end {
            Expr::Binary(Operator::Add, last, one) if **one == Expr::Number(1) => {
                format!("{}..={}", bound(self, start), bound(self, last))
            }
            Expr::Number(end) if end % 10 == 1 && *end > 1 => {
                format!("{}..={}", bound(self, start), end - 1)
            }
            end => format!("{}..{}", bound(self, start), bound(self, end)),
        };
        let range = match step {
            Expr::Number(1) => range,
            step => format!("({range}).step_by({})", self.place(step, 0)),
        };
        let used = name != "_" && uses(body, name) > 0;
        let shown = if used { name } else { "_" };
        self.declared.push(name.to_owned());
        self.braces(&format!("for {shown} in {range}"), body, depth);
        self.declared.pop();
    }

    fn out(&mut self, parts: &[Expr], depth: usize) {
        let parts = pieces(parts);
        if let [part] = &parts[..] {
            if let (Some((test, yes, no)), true) = (chosen_texts(part), self.collects) {
                let (yes, no) = (escaped(yes, '"'), escaped(no, '"'));
                let test = self.expr(test, 0);
                let line = format!("out += if {test} {{ \"{yes}\" }} else {{ \"{no}\" }};");
                return self.lines.add(depth, line);
            }
            if let (Expr::Text(text), true) = (part, self.collects) {
                let text = escaped(text, '"');
                return self.lines.add(depth, format!("out += \"{text}\";"));
            }
        }
        let (mut format, mut values) = (String::new(), String::new());
        for part in &parts {
            match part {
                Expr::Text(text) => format += &text.replace('{', "{{").replace('}', "}}"),
                Expr::Name(name) => {
                    format.extend(["{", name, "}"]);
                }
                value => {
                    format += "{}";
                    values.extend([", ", &*self.shown(value)]);
                }
            }
        }
        let line = if self.collects {
            format!("out += &format!(\"{}\"{values});", escaped(&format, '"'))
        } else if let Some(line) = format.strip_suffix('\n') {
            format!("println!(\"{}\"{values});", escaped(line, '"'))
        } else if let [one] = &parts[..]
            && let Some((test, yes, no)) = chosen_texts(one)
            && let (Some(yes), Some(no)) = (yes.strip_suffix('\n'), no.strip_suffix('\n'))
        {
            let (yes, no) = (escaped(yes, '"'), escaped(no, '"'));
            format!(
                "println!(\"{{}}\", if {} {{ \"{yes}\" }} else {{ \"{no}\" }});",
                self.expr(test, 0)
            )
        } else {
            format!("print!(\"{}\"{values});", escaped(&format, '"'))
        };
        self.lines.add(depth, line);
    }

    /// A value that is printed.
    fn shown(&self, value: &Expr) -> String {
        match chosen_texts(value) {
            Some((test, yes, no)) => {
                let (yes, no) = (escaped(yes, '"'), escaped(no, '"'));
                format!(
                    "if {} {{ \"{yes}\" }} else {{ \"{no}\" }}",
                    self.expr(test, 0)
                )
            }
            None => self.expr(value, 0),
        }
    }

    /// What a variable is set to.
    fn assigned(&self, name: &str, value: &Expr, is_new: bool) -> String {
        let is_wide = self.number == "u64";
        match value {
            Expr::Filled(zero, len) => {
                let kind = if is_wide && **zero == Expr::Number(0) {
                    "u64"
                } else {
                    ""
                };
                format!("vec![{}{kind}; {}]", self.expr(zero, 0), self.place(len, 0))
            }
            Expr::List(values) => {
                let values: Vec<_> = values.iter().map(|value| self.expr(value, 0)).collect();
                format!("[{}]", values.join(", "))
            }
            Expr::Number(number)
                if is_new && is_wide && !self.places.contains(name) && !self.is_compared(name) =>
            {
                format!("{number}{}", self.number)
            }
            value if self.places.contains(name) => self.place(value, 0),
            value => self.expr(value, 0),
        }
    }

    /// Whether something else says what type a variable has.
    fn is_compared(&self, name: &str) -> bool {
        let has_type = |value: &Expr| {
            value.any(&mut |part| match part {
                Expr::Name(other) => other != name && !self.places.contains(other),
                Expr::Item(..) | Expr::Call(..) => true,
                _ => false,
            })
        };
        let mut found = false;
        for_each_statement(&self.function.body, &mut |statement| {
            if let Statement::Set(to, value) | Statement::Change(to, _, value) = statement {
                found |= to.is_name(name) && has_type(value);
                found |= !to.is_name(name) && value.is_name(name);
            }
        });
        for_each_expr(&self.function.body, &mut |expr| {
            if let Expr::Binary(operator, one, other) = expr
                && !operator.is_logical()
                && !matches!(operator, Operator::ShiftLeft | Operator::ShiftRight)
            {
                found |=
                    one.uses(name) > 0 && has_type(other) || other.uses(name) > 0 && has_type(one);
            }
        });
        found
    }

    /// A value that is a place in a list, or a length.
    fn place(&self, value: &Expr, least: u8) -> String {
        let mut is_wide = false;
        value.any(&mut |part| {
            is_wide |= match part {
                Expr::Name(name) | Expr::Item(name, _) => {
                    self.number == "u64" && !self.places.contains(name)
                }
                Expr::Call(..) => self.number == "u64",
                _ => false,
            };
            false
        });
        if is_wide {
            let text = format!("{} as usize", self.expr(value, 9));
            return if least > 8 { format!("({text})") } else { text };
        }
        self.expr(value, least)
    }

    fn expr(&self, expr: &Expr, least: u8) -> String {
        let text = match expr {
            Expr::Number(number) => number.to_string(),
            Expr::Bool(is_so) => is_so.to_string(),
            Expr::Text(text) => format!("\"{}\"", escaped(text, '"')),
            Expr::Name(name) => name.clone(),
            Expr::Item(list, index) => format!("{list}[{}]", self.place(index, 0)),
            Expr::List(_) | Expr::Filled(..) => self.assigned("", expr, false),
            Expr::Not(value) => format!("!{}", self.expr(value, 9)),
            Expr::Binary(operator, left, right) => {
                let (of_left, of_right) = least_ranks(*operator, left);
                let (left, right) = (self.expr(left, of_left), self.expr(right, of_right));
                format!("{left} {} {right}", sign(*operator))
            }
            Expr::Choice(test, yes, no) => {
                let (test, yes, no) = (self.expr(test, 0), self.expr(yes, 0), self.expr(no, 0));
                let no = if no.starts_with("if ") {
                    no
                } else {
                    format!("{{ {no} }}")
                };
                format!("if {test} {{ {yes} }} else {no}")
            }
            Expr::Call(name, of) => match (&**name, &of[..]) {
                ("min", [one, other]) => self.method(one, "min", other),
                ("max", [one, other]) => self.method(one, "max", other),
                ("distance", [one, other]) => self.method(one, "abs_diff", other),
                (name, of) => {
                    let of: Vec<_> = of.iter().map(|value| self.expr(value, 0)).collect();
                    format!("{}({})", name, of.join(", "))
                }
            },
        };
        if rank(expr) < least {
            format!("({text})")
        } else {
            text
        }
    }

    fn method(&self, one: &Expr, name: &str, other: &Expr) -> String {
        // A number has no type yet.
        let (one, other) = match one {
            Expr::Number(_) if name != "abs_diff" => (other, one),
            _ => (one, other),
        };
        format!("{}.{name}({})", self.expr(one, 10), self.expr(other, 0))
    }
}

/// Whether a variable is nothing but a place in lists: it is set to constants, and counted up.
fn is_place(body: &[Statement], name: &str) -> bool {
    let (mut in_places, mut set) = (0, 0);
    for_each_expr(body, &mut |expr| {
        if let Expr::Item(_, index) = expr {
            in_places += index.uses(name);
        }
    });
    for_each_statement(body, &mut |statement| {
        set += match statement {
            Statement::Set(to, Expr::Number(_)) | Statement::Change(to, _, Expr::Number(_)) => {
                usize::from(to.is_name(name))
            }
            Statement::For {
                name: own,
                start,
                end,
                ..
            } if own == name => usize::from(start.uses(name) + end.uses(name) == 0),
            Statement::ForEach { index, .. } if index.as_deref() == Some(name) => 1,
            _ => 0,
        };
    });
    in_places > 0 && in_places + set == uses(body, name)
}
