//! Rust of the edition of 2021, with its standard library alone.
//!
//! Numbers are `usize` if all of them are below 2^31, so that they can be places in lists. Else they are `u64`, but for
//! those that are nothing but places.

use std::collections::BTreeSet;

use super::{
    CURLY, Draft, Form, Language, assignments, chosen_texts, escaped, heading, last_of, list_printed, prints_often,
    read_others, reads_one, text_of, uses_index,
};
use crate::solution::tree::{
    Expr, Function, Operator, Program, Scalar, Statement, for_each_expr, for_each_statement, uses,
};

/// Writes a program.
pub(crate) fn print(program: &Program) -> String {
    let functions = program.functions.iter().chain([&program.main]);
    let mut types = functions.flat_map(|function| function.types.values());
    let is_wide = types.any(|it| it.of == Scalar::Wide);
    let mut printer = Rust {
        number: if is_wide { "u64" } else { "usize" },
        collects: prints_often(&program.main.body),
        ..Rust::default()
    };
    printer.line("use std::io::{read_to_string, stdin};");
    printer.line("");
    for (name, values) in &program.constants {
        let values: Vec<_> = values.iter().map(u64::to_string).collect();
        let kind = printer.number;
        let (len, values) = (values.len(), values.join(", "));
        printer.line(format!("const {name}: [{kind}; {len}] = [{values}];"));
    }
    printer.line("");
    for function in &program.functions {
        printer.function(function);
    }
    printer.main(&program.main);
    heading(program, "// ") + &text_of(printer.draft.lines)
}

#[derive(Default)]
struct Rust {
    draft: Draft,
    /// The type of numbers.
    number: &'static str,
    /// Whether what is printed is collected first.
    collects: bool,
    /// The variables of the function that are nothing but places.
    places: BTreeSet<String>,
}

impl Rust {
    fn start(&mut self, function: &Function) {
        self.draft.start(function);
        let is_place = |name: &&String| {
            self.number == "u64" && !function.parameters.contains(name) && is_place(&function.body, name)
        };
        self.places = function.types.keys().filter(is_place).cloned().collect();
        without_mixed(&mut self.places, &function.body);
    }

    fn function(&mut self, function: &Function) {
        self.start(function);
        let parameters = function.parameters.iter().map(|name| {
            let mutable = mutable(assignments(&function.body, name) > 0);
            format!("{mutable}{name}: {}", self.number)
        });
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let is_bool = function.returns.is_some_and(|it| it.of == Scalar::Bool);
        let returns = if is_bool { "bool" } else { self.number };
        self.line(format!("fn {}({parameters}) -> {returns} {{", function.name));
        self.draft.depth = 1;
        if let Some((Statement::Return(value), others)) = function.body.split_last() {
            self.statements(others);
            self.line(self.expr(value, 0));
        } else {
            self.block(&function.body);
        }
        self.draft.depth = 0;
        self.line("}");
        self.line("");
    }

    fn main(&mut self, main: &Function) {
        self.start(main);
        let number = self.number;
        self.line("fn main() {");
        self.draft.depth = 1;
        self.line("let text = read_to_string(stdin()).unwrap();");
        self.line(format!(
            "let mut input = text.split_ascii_whitespace().map(|word| word.parse::<{number}>().unwrap());"
        ));
        if self.collects {
            self.line("let mut out = String::new();");
        }
        self.block(&main.body);
        if self.collects {
            self.line("print!(\"{out}\");");
        }
        self.draft.depth = 0;
        self.line("}");
    }

    /// `let`, and `mut` if a later statement changes it; nothing if the variable is there.
    fn declaration(&mut self, rest: &[Statement], name: &str) -> String {
        if self.draft.is_declared(name) {
            return String::new();
        }
        self.draft.declared.push(name.to_owned());
        format!("let {}", mutable(assignments(rest, name) > 1))
    }

    /// Whether the numbers of a variable are the places of lists.
    fn is_usize(&self, name: &str) -> bool {
        self.number == "usize" || self.places.contains(name)
    }

    /// Texts that a condition chooses from.
    fn either(&self, (test, yes, no): (&Expr, &str, &str)) -> String {
        let (test, yes, no) = (self.expr(test, 0), escaped(yes, '"'), escaped(no, '"'));
        format!("if {test} {{ \"{yes}\" }} else {{ \"{no}\" }}")
    }

    /// What is printed as a format, and its values.
    fn format(&self, parts: &[Expr]) -> (String, String) {
        let (mut format, mut values) = (String::new(), String::new());
        for part in parts {
            match part {
                Expr::Text(text) => format += &text.replace('{', "{{").replace('}', "}}"),
                Expr::Name(name) => format.extend(["{", name, "}"]),
                value => {
                    let chosen = chosen_texts(value).map(|texts| self.either(texts));
                    let shown = chosen.unwrap_or_else(|| self.expr(value, 0));
                    format += "{}";
                    values.extend([", ", &shown]);
                }
            }
        }
        (format, values)
    }

    /// A value that is a place in a list, or a length.
    fn as_place(&self, value: &Expr, least: u8) -> String {
        let is_wide = value.any(&mut |part| match part {
            Expr::Name(name) | Expr::Item(name, _) => !self.is_usize(name),
            Expr::Call(..) => self.number == "u64",
            _ => false,
        });
        if !is_wide {
            return self.expr(value, least);
        }
        let text = format!("{} as usize", self.expr(value, 9));
        if least > 8 { format!("({text})") } else { text }
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
                format!("vec![{}{kind}; {}]", self.expr(zero, 0), self.place(len))
            }
            Expr::List(values) => format!("[{}]", self.values(values)),
            Expr::Number(number) if is_new && is_wide && !self.places.contains(name) && !self.is_compared(name) => {
                format!("{number}{}", self.number)
            }
            value if self.places.contains(name) => self.place(value),
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
        for_each_statement(&self.draft.function.body, &mut |statement| {
            if let Statement::Set(to, value) | Statement::Change(to, _, value) = statement {
                found |= to.is_name(name) && has_type(value);
                found |= !to.is_name(name) && value.is_name(name);
            }
        });
        for_each_expr(&self.draft.function.body, &mut |expr| {
            if let Expr::Binary(operator, one, other) = expr
                && !operator.is_logical()
                && !matches!(operator, Operator::ShiftLeft | Operator::ShiftRight)
            {
                found |= one.uses(name) > 0 && has_type(other) || other.uses(name) > 0 && has_type(one);
            }
        });
        found
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

impl Language for Rust {
    const FORM: Form = Form {
        condition: ["", ""],
        ..CURLY
    };

    fn draft(&self) -> &Draft {
        &self.draft
    }

    fn draft_mut(&mut self) -> &mut Draft {
        &mut self.draft
    }

    fn place(&self, value: &Expr) -> String {
        self.as_place(value, 0)
    }

    fn list(&self, list: &Expr) -> String {
        self.assigned("", list, false)
    }

    fn choice(&self, test: &Expr, yes: &Expr, no: &Expr) -> String {
        let (test, yes, no) = (self.expr(test, 0), self.expr(yes, 0), self.expr(no, 0));
        let no = if no.starts_with("if ") {
            no
        } else {
            format!("{{ {no} }}")
        };
        format!("if {test} {{ {yes} }} else {no}")
    }

    fn call(&self, name: &str, of: &[Expr]) -> String {
        match (name, of) {
            ("min" | "max", [one, other]) => self.method(one, name, other),
            ("distance", [one, other]) => self.method(one, "abs_diff", other),
            (name, of) => format!("{name}({})", self.values(of)),
        }
    }

    fn zero(&self, name: &str) -> String {
        if self.draft.type_of(name).is_some_and(|own| own.of == Scalar::Bool) {
            return format!("let mut {name} = false;");
        }
        let kind = if self.is_usize(name) { "usize" } else { "u64" };
        format!("let mut {name}: {kind} = 0;")
    }

    fn together(&mut self, rest: &[Statement]) -> usize {
        let Some((list, len, ends)) = list_printed(rest, &self.draft.function) else {
            return 0;
        };
        let slice = len.map_or_else(String::new, |len| format!("[..{}]", self.place(len)));
        let is_free = |name: &&&str| self.draft.type_of(name).is_none();
        let words = ["words", "shown"].iter().find(is_free).unwrap_or(&"words_");
        let numbers = format!("{list}{slice}.iter().map(ToString::to_string)");
        let line = match (self.collects, ends) {
            (true, true) => format!("out += &format!(\"{{}}\\n\", {words}.join(\" \"));"),
            (true, false) => format!("out += &{words}.join(\" \");"),
            (false, true) => format!("println!(\"{{}}\", {words}.join(\" \"));"),
            (false, false) => format!("print!(\"{{}}\", {words}.join(\" \"));"),
        };
        self.line(format!("let {words}: Vec<_> = {numbers}.collect();"));
        self.line(line);
        1 + usize::from(ends)
    }

    fn set(&mut self, to: &Expr, value: &Expr, rest: &[Statement]) {
        let Expr::Name(name) = to else {
            return self.line(format!("{} = {};", self.expr(to, 0), self.expr(value, 0)));
        };
        let is_new = !self.draft.is_declared(name);
        let declaration = self.declaration(rest, name);
        let value = self.assigned(name, value, is_new);
        self.line(format!("{declaration}{name} = {value};"));
    }

    fn while_head(&self, test: &Expr) -> String {
        match test {
            Expr::Bool(true) => "loop".to_owned(),
            test => format!("while {}", self.expr(test, 0)),
        }
    }

    fn for_range(&mut self, name: &str, [start, end, step]: [&Expr; 3], body: &[Statement]) {
        if let Some((read, others)) = reads_one(name, start, body)
            && assignments(others, read) == 0
        {
            let head = format!("for {read} in input.by_ref().take({})", self.place(end));
            return self.within(&[read], |own| own.nested(&head, others));
        }
        let bound = |value: &Expr| {
            if self.places.contains(name) {
                self.as_place(value, 6)
            } else {
                self.expr(value, 6)
            }
        };
        let range = match last_of(end) {
            Some(last) => format!("{}..={}", bound(start), bound(&last)),
            None => format!("{}..{}", bound(start), bound(end)),
        };
        let range = match step {
            Expr::Number(1) => range,
            step => format!("({range}).step_by({})", self.place(step)),
        };
        let shown = if uses_index(name, body) { name } else { "_" };
        let head = format!("for {shown} in {range}");
        self.within(&[name], |own| own.nested(&head, body));
    }

    fn for_each(&mut self, index: Option<&str>, name: &str, list: &str, body: &[Statement]) {
        let Some(index) = index else {
            let head = format!("for &{name} in &{list}");
            return self.within(&[name], |own| own.nested(&head, body));
        };
        // What changes the list must not borrow it.
        if assignments(body, list) > 0 {
            let head = format!("for {index} in 0..{list}.len()");
            let place = self.place(&Expr::name(index));
            let item = format!("let {name} = {list}[{place}]");
            return self.within(&[index, name], |own| own.braced(&head, Some(item), body));
        }
        let pairs = if self.is_usize(index) {
            format!("{list}.iter().enumerate()")
        } else {
            format!("(0..).zip(&{list})")
        };
        let head = format!("for ({index}, &{name}) in {pairs}");
        self.within(&[name, index], |own| own.nested(&head, body));
    }

    fn sort(&mut self, list: &str) {
        self.line(format!("{list}.sort_unstable();"));
    }

    fn read(&mut self, names: &[String], rest: &[Statement]) {
        for name in names {
            let declaration = self.declaration(rest, name);
            self.line(format!("{declaration}{name} = input.next().unwrap();"));
        }
    }

    fn skip(&mut self) {
        self.line("input.next();");
    }

    fn read_list(&mut self, list: &str, len: &Expr, rest: &[Statement]) {
        let declaration = self.declaration(rest, list);
        let kind = if declaration.is_empty() {
            String::new()
        } else {
            format!(": Vec<{}>", self.number)
        };
        let len = self.place(len);
        self.line(format!(
            "{declaration}{list}{kind} = input.by_ref().take({len}).collect();"
        ));
    }

    fn while_more(&mut self, names: &[String], to_zero: bool, body: &[Statement]) {
        let first = &*names[0];
        let mutable = mutable(assignments(body, first) > 0);
        let filter = if to_zero {
            format!(".filter(|&{first}| {first} > 0)")
        } else {
            String::new()
        };
        let head = format!("while let Some({mutable}{first}) = input.next(){filter}");
        self.within(&[first], |own| own.nested(&head, &read_others(names, body)));
    }

    fn out(&mut self, parts: &[Expr]) {
        let (format, values) = self.format(parts);
        let chosen = match parts {
            [one] => chosen_texts(one),
            _ => None,
        };
        let line = match (parts, chosen) {
            (_, Some(texts)) if self.collects => format!("out += {};", self.either(texts)),
            ([Expr::Text(text)], _) if self.collects => {
                format!("out += \"{}\";", escaped(text, '"'))
            }
            _ if self.collects => {
                format!("out += &format!(\"{}\"{values});", escaped(&format, '"'))
            }
            (_, Some((test, yes, no))) if yes.ends_with('\n') && no.ends_with('\n') => {
                let [yes, no] = [yes, no].map(|text| &text[..text.len() - 1]);
                format!("println!(\"{{}}\", {});", self.either((test, yes, no)))
            }
            _ => match format.strip_suffix('\n') {
                Some(line) => format!("println!(\"{}\"{values});", escaped(line, '"')),
                None => format!("print!(\"{}\"{values});", escaped(&format, '"')),
            },
        };
        self.line(line);
    }
}

fn mutable(changes: bool) -> &'static str {
    if changes { "mut " } else { "" }
}

/// How often an index uses a variable, where that is no place in another list.
fn uses_itself(index: &Expr, name: &str) -> usize {
    match index {
        Expr::Item(..) => 0,
        index if index.is_name(name) => 1,
        index => index.parts().into_iter().map(|part| uses_itself(part, name)).sum(),
    }
}

/// Leaves the variables that meet only each other and constants in an index, since a sum has one type.
fn without_mixed(places: &mut BTreeSet<String>, body: &[Statement]) {
    fn note(value: &Expr, names: &mut Vec<String>, places: &BTreeSet<String>) -> bool {
        match value {
            Expr::Item(..) => false,
            Expr::Name(name) => {
                names.push(name.clone());
                places.contains(name)
            }
            value => {
                let mut are_all = true;
                for part in value.parts() {
                    are_all &= note(part, names, places);
                }
                are_all
            }
        }
    }
    loop {
        let mut mixed = Vec::new();
        for_each_expr(body, &mut |expr| {
            if let Expr::Item(_, index) = expr {
                let mut names = Vec::new();
                if !note(index, &mut names, places) {
                    mixed.extend(names);
                }
            }
        });
        let before = places.len();
        places.retain(|name| !mixed.contains(name));
        if places.len() == before {
            return;
        }
    }
}

/// Whether a variable is nothing but a place in lists: it is set to constants, and counted up.
fn is_place(body: &[Statement], name: &str) -> bool {
    let (mut in_places, mut set) = (0, 0);
    for_each_expr(body, &mut |expr| {
        if let Expr::Item(_, index) = expr {
            in_places += uses_itself(index, name);
        }
    });
    for_each_statement(body, &mut |statement| {
        set += match statement {
            Statement::Set(to, Expr::Number(_)) | Statement::Change(to, _, Expr::Number(_)) => {
                usize::from(to.is_name(name))
            }
            Statement::For {
                name: own, start, end, ..
            } if own == name => usize::from(start.uses(name) + end.uses(name) == 0),
            Statement::ForEach { index, .. } if index.as_deref() == Some(name) => 1,
            _ => 0,
        };
    });
    in_places > 0 && in_places + set == uses(body, name)
}
