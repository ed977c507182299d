//! C and C++: C89 with `long long`, which is C99 too, and C++98.

use std::collections::{BTreeMap, BTreeSet};

use super::super::tree::{
    Block, Expr, Function, Operator, Program, Scalar, Statement, Type, for_each_statement, uses,
};
use super::super::types;
use super::{
    INDICES, Lines, chosen_texts, counted_down, heading, is_no_index, least_ranks, needed_later,
    pieces, rank, sign,
};

/// `text` in a literal, without the trigraphs of old C such as `??!`, which stand for other characters.
fn escaped(text: &str, quote: char) -> String {
    let literal = super::escaped(text, quote);
    if literal.contains("??") {
        literal.replace('?', "\\?")
    } else {
        literal
    }
}

/// Writes a program in C.
pub(in super::super) fn print(program: &Program) -> String {
    let text = C::of(program, false).program();
    let mut heading = heading(program, " * ");
    heading.truncate(heading.trim_end().len());
    format!("/*\n{heading}\n */\n{text}")
}

/// Writes a program in C++.
pub(in super::super) fn print_cpp(program: &Program) -> String {
    heading(program, "// ") + &C::of(program, true).program()
}

struct C<'p> {
    program: &'p Program,
    /// Whether it is C++.
    plus: bool,
    lines: Lines,
    /// Of the current function.
    function: Function,
    /// Variables that are declared, in C++; in C those that are used, in order, with their types.
    declared: Vec<String>,
    variables: Vec<(String, Type)>,
    /// What stands for the numbers of a list that a loop goes through.
    items: BTreeMap<String, String>,
    /// The indices of the loops around.
    open: Vec<String>,
    /// Arrays of C, which are global.
    arrays: Vec<String>,
    /// Headers and helpers.
    used: BTreeSet<&'static str>,
}

const INT: Type = Type {
    of: Scalar::Int,
    is_list: false,
};

impl<'p> C<'p> {
    fn of(program: &'p Program, plus: bool) -> Self {
        Self {
            program,
            plus,
            lines: Lines::default(),
            function: Function::default(),
            declared: Vec::new(),
            variables: Vec::new(),
            items: BTreeMap::new(),
            open: Vec::new(),
            arrays: Vec::new(),
            used: BTreeSet::new(),
        }
    }

    fn program(mut self) -> String {
        for function in &self.program.functions {
            self.function(function);
        }
        self.main();
        let mut head = Vec::new();
        let headers: &[&str] = if self.plus {
            &["algorithm", "cstdlib", "iostream", "vector"]
        } else {
            &["stdio.h", "stdlib.h", "string.h"]
        };
        for header in headers {
            if self.used.contains(header) || ["iostream", "stdio.h"].contains(header) {
                head.push(format!("#include <{header}>"));
            }
        }
        head.push(String::new());
        if self.plus {
            head.extend(["using namespace std;".to_owned(), String::new()]);
        }
        for (name, numbers) in &self.program.constants {
            let numbers: Vec<_> = numbers.iter().map(|number| self.number(*number)).collect();
            let largest = self
                .program
                .constants
                .iter()
                .find(|own| own.0 == *name)
                .and_then(|own| own.1.iter().max());
            let of = if largest.is_some_and(|largest| *largest >= 1 << 31) {
                Scalar::Wide
            } else {
                Scalar::Int
            };
            let storage = if self.plus { "const" } else { "static const" };
            head.push(format!(
                "{storage} {} {name}[] = {{{}}};",
                self.scalar(of),
                numbers.join(", ")
            ));
        }
        head.extend(self.arrays.clone());
        head.push(String::new());
        if self.used.contains("compare") {
            let number = self.scalar(self.widest_sorted());
            head.extend([
                "static int compare(const void *one, const void *other) {".to_owned(),
                format!("    {number} x = *(const {number} *)one, y = *(const {number} *)other;"),
                "    return (x > y) - (x < y);".to_owned(),
                "}".to_owned(),
                String::new(),
            ]);
        }
        let mut lines = Lines::default();
        for line in head.into_iter().chain(self.lines.0) {
            lines.0.push(line);
        }
        lines.text()
    }

    /// The numbers of the lists that are sorted: they have one type.
    fn widest_sorted(&self) -> Scalar {
        let mut widest = Scalar::Int;
        let main = &self.program.main;
        for_each_statement(&main.body, &mut |statement| {
            if let Statement::Sort(list) = statement {
                widest = widest.max(main.types.get(list).map_or(Scalar::Int, |own| own.of));
            }
        });
        widest
    }

    fn scalar(&self, of: Scalar) -> &'static str {
        match (of, self.program.is_unsigned) {
            (Scalar::Bool, _) if self.plus => "bool",
            (Scalar::Bool, _) => "int",
            (Scalar::Int, false) => "int",
            (Scalar::Int, true) => "unsigned",
            (Scalar::Wide, false) => "long long",
            (Scalar::Wide, true) => "unsigned long long",
        }
    }

    fn format(&self, of: Scalar) -> &'static str {
        match (of, self.program.is_unsigned) {
            (Scalar::Wide, false) => "%lld",
            (Scalar::Wide, true) => "%llu",
            (_, false) => "%d",
            (_, true) => "%u",
        }
    }

    fn number(&self, number: u64) -> String {
        match number {
            0..0x8000_0000 => number.to_string(),
            _ if self.program.is_unsigned => format!("{number}ULL"),
            _ => format!("{number}LL"),
        }
    }

    fn type_of(&self, name: &str) -> Type {
        self.function.types.get(name).copied().unwrap_or(INT)
    }

    fn of_value(&self, expr: &Expr) -> Scalar {
        types::of(expr, &self.function, self.program)
    }

    // ---- functions

    fn start(&mut self, function: &Function) {
        self.function = function.clone();
        self.declared.clone_from(&function.parameters);
        self.variables.clear();
        self.items.clear();
        self.open.clear();
    }

    fn function(&mut self, function: &Function) {
        self.start(function);
        let of = function.returns.map_or(Scalar::Int, |own| own.of);
        let parameters = function.parameters.iter();
        let parameters: Vec<_> = parameters
            .map(|name| format!("{} {name}", self.scalar(self.type_of(name).of)))
            .collect();
        let storage = if self.plus { "" } else { "static " };
        let head = format!(
            "{storage}{} {}({})",
            self.scalar(of),
            function.name,
            parameters.join(", ")
        );
        self.body(&head, function, None);
    }

    fn main(&mut self) {
        let main = self.program.main.clone();
        self.start(&main);
        let parameters = if self.plus { "" } else { "void" };
        let head = format!("int {}({parameters})", main.name);
        self.body(&head, &main, Some("return 0;"));
    }

    fn body(&mut self, head: &str, function: &Function, end: Option<&str>) {
        let at = self.lines.0.len();
        if self.plus {
            self.lines.add(0, format!("{head} {{"));
            if end.is_some() && self.program.reads_much {
                self.lines.add(1, "ios::sync_with_stdio(false);");
                self.lines.add(1, "cin.tie(0);");
            }
            self.block(&function.body, 1);
        } else {
            // What is set first of all is set where it is declared.
            let mut first: Vec<(String, String)> = Vec::new();
            let mut body = &function.body[..];
            while let [Statement::Set(Expr::Name(name), value), rest @ ..] = body
                && !self.type_of(name).is_list
                && !function.parameters.contains(name)
                && !first.iter().any(|own| own.0 == *name)
            {
                let text = self.expr(value, 0);
                self.variable(name);
                first.push((name.clone(), text));
                body = rest;
            }
            self.block(&body.to_vec(), 1);
            let mut declarations = vec![format!("{head} {{")];
            let variables = self.variables.clone();
            let mut names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
            for (name, own) in &variables {
                let set = first.iter().find(|own| own.0 == *name);
                let text = set.map_or(name.clone(), |own| format!("{name} = {}", own.1));
                names.entry(self.scalar(own.of)).or_default().push(text);
            }
            // Values that are set use those before them: they come first.
            for (of, names) in names {
                declarations.push(format!("    {of} {};", names.join(", ")));
            }
            if declarations.len() > 1 {
                declarations.push(String::new());
            }
            self.lines.0.splice(at..at, declarations);
        }
        if let Some(end) = end {
            self.lines.add(1, end);
        }
        self.lines.add(0, "}");
        self.lines.add(0, "");
    }

    /// A variable of C is declared at the start of its function.
    fn variable(&mut self, name: &str) {
        if self.function.parameters.iter().any(|own| own == name) {
            return;
        }
        let own = self.type_of(name);
        if !self.variables.iter().any(|other| other.0 == name) {
            self.variables.push((name.to_owned(), own));
        }
    }

    /// The type before a variable of C++ where it is set first.
    fn declaration(&mut self, name: &str) -> String {
        if !self.plus {
            self.variable(name);
            return String::new();
        }
        if self.declared.iter().any(|own| own == name) {
            return String::new();
        }
        self.declared.push(name.to_owned());
        format!("{} ", self.scalar(self.type_of(name).of))
    }

    // ---- values

    fn expr(&mut self, expr: &Expr, least: u8) -> String {
        let text = self.bare(expr);
        if rank(expr) < least {
            format!("({text})")
        } else {
            text
        }
    }

    fn bare(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Number(number) => self.number(*number),
            Expr::Bool(value) if self.plus => value.to_string(),
            Expr::Bool(value) => u8::from(*value).to_string(),
            Expr::Text(text) => format!("\"{}\"", escaped(text, '"')),
            Expr::Name(name) => self.items.get(name).unwrap_or(name).clone(),
            Expr::Item(list, index) => {
                let index = self.expr(index, 0);
                format!("{list}[{index}]")
            }
            Expr::Not(of) => format!("!{}", self.expr(of, 9)),
            Expr::Binary(operator, left, right) => {
                let (own, other) = least_ranks(*operator, left);
                let left = self.expr(left, own);
                let right = self.expr(right, other);
                format!("{left} {} {right}", sign(*operator))
            }
            Expr::Choice(test, yes, no) => {
                let (test, yes, no) = (self.expr(test, 1), self.expr(yes, 1), self.expr(no, 1));
                format!("{test} ? {yes} : {no}")
            }
            Expr::Call(name, arguments) => self.call(name, arguments),
            Expr::List(_) | Expr::Filled(..) => unreachable!("lists are only set"),
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expr]) -> String {
        let widths: Vec<_> = arguments
            .iter()
            .map(|argument| self.of_value(argument))
            .collect();
        match name {
            "min" | "max" if self.plus => {
                self.used.insert("algorithm");
                let wide = self.scalar(Scalar::Wide);
                let is_mixed = widths.iter().any(|own| *own != widths[0]);
                let texts: Vec<_> = arguments
                    .iter()
                    .zip(&widths)
                    .map(|(argument, own)| {
                        let is_number = matches!(argument, Expr::Number(_));
                        if !is_mixed || *own == Scalar::Wide {
                            let is_int = is_number && *own == Scalar::Int;
                            let unsigned = is_int && self.program.is_unsigned;
                            self.expr(argument, 0) + if unsigned { "u" } else { "" }
                        } else if is_number {
                            let suffix = if self.program.is_unsigned {
                                "ULL"
                            } else {
                                "LL"
                            };
                            self.expr(argument, 0) + suffix
                        } else {
                            format!(
                                "{}({})",
                                if wide.contains(' ') {
                                    format!("({wide})")
                                } else {
                                    wide.to_owned()
                                },
                                self.expr(argument, 0)
                            )
                        }
                    })
                    .collect();
                format!("{name}({})", texts.join(", "))
            }
            "min" | "max" => {
                let (one, other) = (self.expr(&arguments[0], 6), self.expr(&arguments[1], 6));
                let sign = if name == "min" { '<' } else { '>' };
                format!("({one} {sign} {other} ? {one} : {other})")
            }
            "distance" if self.program.is_unsigned => {
                let (one, other) = (self.expr(&arguments[0], 8), self.expr(&arguments[1], 8));
                format!("({one} > {other} ? {one} - {other} : {other} - {one})")
            }
            "distance" => {
                self.used
                    .insert(if self.plus { "cstdlib" } else { "stdlib.h" });
                let (one, other) = (self.expr(&arguments[0], 7), self.expr(&arguments[1], 8));
                let is_long = !self.plus && widths.contains(&Scalar::Wide);
                format!("{}({one} - {other})", if is_long { "llabs" } else { "abs" })
            }
            name => {
                let texts: Vec<_> = arguments
                    .iter()
                    .map(|argument| self.expr(argument, 0))
                    .collect();
                format!("{name}({})", texts.join(", "))
            }
        }
    }

    /// The length of a list.
    fn len(&mut self, list: &str) -> String {
        let len = self.function.lengths.get(list).cloned();
        len.map_or_else(|| "0".to_owned(), |len| self.expr(&len, 6))
    }

    // ---- statements

    fn block(&mut self, block: &Block, depth: usize) {
        let before = self.declared.len();
        let mut at = 0;
        while at < block.len() {
            if self.plus {
                self.declare_needed(&block[at..], depth);
            }
            if let Some(next) = read_and_used(block, at) {
                for between in &block[at + 1..next] {
                    self.statement(between, depth);
                }
                self.read_and_use(&block[at], &block[next], depth);
                at = next + 1;
                continue;
            }
            self.statement(&block[at], depth);
            at += 1;
        }
        self.declared.truncate(before);
    }

    /// Declares variables that a later statement needs, too.
    fn declare_needed(&mut self, rest: &[Statement], depth: usize) {
        let function = self.function.clone();
        let new = function
            .types
            .keys()
            .filter(|name| !self.declared.contains(name) && !self.items.contains_key(*name))
            .filter(|name| !function.types[*name].is_list);
        for name in needed_later(rest, new) {
            let of = self.type_of(name).of;
            let zero = if of == Scalar::Bool { "false" } else { "0" };
            self.lines
                .add(depth, format!("{} {name} = {zero};", self.scalar(of)));
            self.declared.push(name.clone());
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        match statement {
            Statement::Set(to, value) => self.set(to, value, depth),
            Statement::Change(to, operator, value) => {
                let to = self.expr(to, 0);
                let line = match (operator, value) {
                    (Operator::Add, Expr::Number(1)) => format!("{to}++;"),
                    (Operator::Subtract, Expr::Number(1)) => format!("{to}--;"),
                    _ => {
                        let value = self.expr(value, 0);
                        format!("{to} {}= {value};", sign(*operator))
                    }
                };
                self.lines.add(depth, line);
            }
            Statement::If(..) => self.choice(statement, depth),
            Statement::While(test, body) => {
                let test = self.expr(test, 0);
                self.braces(&format!("while ({test})"), body, depth);
            }
            Statement::For {
                name,
                start,
                end,
                step,
                body,
            } => match counted_down(statement, &self.function) {
                Some((times, body)) => self.braces(&format!("while ({times}--)"), body, depth),
                None => self.for_loop(name, [start, end, step], body, depth),
            },
            Statement::ForEach {
                index,
                name,
                list,
                body,
            } => {
                let i = index.clone().unwrap_or_else(|| self.index(body));
                let len = self.len(list);
                self.loop_over(&i, &len, list, name, body, depth);
            }
            Statement::Break => self.lines.add(depth, "break;"),
            Statement::Return(value) => {
                let value = self.expr(value, 0);
                self.lines.add(depth, format!("return {value};"));
            }
            Statement::Sort(list) => self.sort(list, depth),
            Statement::Read(names) => self.read(names, depth),
            Statement::Skip => self.skip(depth),
            Statement::ReadList(list, len) => {
                let end = self.list(list, len, depth);
                let i = self.index(&Block::new());
                let int = self.loop_index(&i);
                let read = self.read_one(&format!("{list}[{i}]"), self.type_of(list).of);
                self.lines
                    .add(depth, format!("for ({int} = 0; {i} < {end}; {i}++)"));
                self.lines.add(depth + 1, read);
            }
            Statement::WhileMore {
                names,
                to_zero,
                body,
            } => self.while_more(names, *to_zero, body, depth),
            Statement::Out(parts) => self.out(parts, depth),
            Statement::Do(name, arguments) => {
                let call = self.call(name, arguments);
                self.lines.add(depth, format!("{call};"));
            }
            Statement::Newline | Statement::ForYield { .. } | Statement::Yield(_) => {
                unreachable!("programs that are printed have none")
            }
        }
    }

    fn set(&mut self, to: &Expr, value: &Expr, depth: usize) {
        match (to, value) {
            (Expr::Name(list), Expr::List(items)) => {
                let texts: Vec<_> = items.iter().map(|item| self.expr(item, 0)).collect();
                let of = self.scalar(self.type_of(list).of);
                if self.plus {
                    self.lines
                        .add(depth, format!("{of} {list}[] = {{{}}};", texts.join(", ")));
                } else {
                    self.arrays
                        .push(format!("static {of} {list}[{}];", items.len()));
                    for (at, text) in texts.iter().enumerate() {
                        self.lines.add(depth, format!("{list}[{at}] = {text};"));
                    }
                }
            }
            (Expr::Name(list), Expr::Filled(_, len)) => {
                let own = self.type_of(list).of;
                if self.plus {
                    self.used.insert("vector");
                    let len = self.expr(len, 0);
                    self.lines.add(
                        depth,
                        format!("vector<{}> {list}({len});", self.scalar(own)),
                    );
                    return;
                }
                self.array(list);
                if depth > 1 || !self.is_main() {
                    self.used.insert("string.h");
                    let size = match &**len {
                        Expr::Number(_) => format!("sizeof {list}"),
                        len => format!("{} * sizeof {list}[0]", self.expr(len, 8)),
                    };
                    self.lines.add(depth, format!("memset({list}, 0, {size});"));
                }
            }
            (Expr::Name(name), value) => {
                let value = self.expr(value, 0);
                let declaration = self.declaration(name);
                self.lines
                    .add(depth, format!("{declaration}{name} = {value};"));
            }
            (to, value) => {
                let (to, value) = (self.expr(to, 0), self.expr(value, 0));
                self.lines.add(depth, format!("{to} = {value};"));
            }
        }
    }

    fn is_main(&self) -> bool {
        self.function.name == self.program.main.name
    }

    /// A list of C is a global array of the largest length.
    fn array(&mut self, list: &str) {
        let own = self.type_of(list).of;
        let of = if own == Scalar::Bool {
            "char"
        } else {
            self.scalar(own)
        };
        let most = self.function.most.get(list).copied().unwrap_or(1);
        let line = format!("static {of} {list}[{most}];");
        if !self.arrays.contains(&line) {
            self.arrays.push(line);
        }
    }

    /// Makes a list that is read, and returns its length.
    fn list(&mut self, list: &str, len: &Expr, depth: usize) -> String {
        let text = self.expr(len, 0);
        if self.plus {
            self.used.insert("vector");
            let of = self.scalar(self.type_of(list).of);
            self.lines
                .add(depth, format!("vector<{of}> {list}({text});"));
        } else {
            self.array(list);
        }
        self.expr(len, 6)
    }

    fn sort(&mut self, list: &str, depth: usize) {
        let len = self.len(list);
        if self.plus {
            self.used.insert("algorithm");
            let is_vector = !matches!(self.function.lengths.get(list), Some(Expr::Number(_)));
            let line = if is_vector {
                format!("sort({list}.begin(), {list}.end());")
            } else {
                format!("sort({list}, {list} + {len});")
            };
            self.lines.add(depth, line);
        } else {
            self.used.extend(["stdlib.h", "compare"]);
            self.lines.add(
                depth,
                format!("qsort({list}, {len}, sizeof {list}[0], compare);"),
            );
        }
    }

    fn choice(&mut self, statement: &Statement, depth: usize) {
        let Statement::If(test, then, otherwise) = statement else {
            return;
        };
        let text = self.expr(test, 0);
        if otherwise.is_empty() {
            return self.braces(&format!("if ({text})"), then, depth);
        }
        self.lines.add(depth, format!("if ({text}) {{"));
        self.block(then, depth + 1);
        let mut otherwise = otherwise;
        while let [Statement::If(test, then, more)] = &otherwise[..] {
            let text = self.expr(test, 0);
            self.lines.add(depth, format!("}} else if ({text}) {{"));
            self.block(then, depth + 1);
            otherwise = more;
        }
        if !otherwise.is_empty() {
            self.lines.add(depth, "} else {");
            self.block(otherwise, depth + 1);
        }
        self.lines.add(depth, "}");
    }

    /// A block behind a head, without braces if it is one line.
    fn braces(&mut self, head: &str, body: &Block, depth: usize) {
        self.lines.add(depth, head);
        let at = self.lines.0.len();
        self.block(body, depth + 1);
        let lines = self.lines.0.len() - at;
        if lines != 1 {
            self.lines.0[at - 1] += " {";
            self.lines.add(depth, "}");
        }
    }

    /// A name for the index of a loop.
    fn index(&self, body: &Block) -> String {
        let is_free = |name: &&str| {
            !is_no_index(&self.function, name)
                && !self.open.iter().any(|own| own == name)
                && uses(body, name) == 0
        };
        let mut names = INDICES.into_iter();
        names.find(is_free).unwrap_or("index").to_owned()
    }

    /// The declaration of an index in its loop, or its name in C.
    fn loop_index(&mut self, name: &str) -> String {
        self.typed_index(name, Scalar::Int)
    }

    fn typed_index(&mut self, name: &str, of: Scalar) -> String {
        if self.plus {
            let is_outside = self.declared.iter().any(|own| own == name);
            return if is_outside {
                name.to_owned()
            } else {
                format!("{} {name}", self.scalar(of))
            };
        }
        if !self.variables.iter().any(|other| other.0 == name)
            && !self.function.parameters.iter().any(|own| own == name)
        {
            self.variables
                .push((name.to_owned(), Type { of, is_list: false }));
        }
        name.to_owned()
    }

    fn for_loop(&mut self, name: &str, [start, end, step]: [&Expr; 3], body: &Block, depth: usize) {
        let of = if name == "_" {
            self.of_value(end).max(Scalar::Int)
        } else {
            self.type_of(name).of
        };
        let i = if name == "_" {
            self.index(body)
        } else {
            name.to_owned()
        };
        let int = self.typed_index(&i, of);
        let from = self.expr(start, 0);
        let is_down =
            matches!(step, Expr::Binary(Operator::Subtract, zero, _) if **zero == Expr::Number(0));
        let until = match end {
            Expr::Binary(Operator::Add, end, one) if **one == Expr::Number(1) => {
                let end = self.expr(end, 6);
                format!("{i} <= {end}")
            }
            Expr::Number(end) if *end > 1 && end % 10 == 1 => {
                format!("{i} <= {}", self.number(end - 1))
            }
            end => {
                let end = self.expr(end, 6);
                format!("{i} < {end}")
            }
        };
        let next = match step {
            Expr::Number(1) => format!("{i}++"),
            step => {
                let step = self.expr(step, 0);
                format!("{i} += {step}")
            }
        };
        debug_assert!(!is_down, "loops go up");
        self.open.push(i.clone());
        if self.plus {
            self.declared.push(i.clone());
        }
        self.braces(
            &format!("for ({int} = {from}; {until}; {next})"),
            body,
            depth,
        );
        if self.plus {
            self.declared.pop();
        }
        self.open.pop();
    }

    /// A loop over a list, in whose body an item stands for its number.
    fn loop_over(
        &mut self,
        i: &str,
        len: &str,
        list: &str,
        name: &str,
        body: &Block,
        depth: usize,
    ) {
        let int = self.loop_index(i);
        self.open.push(i.to_owned());
        if self.plus {
            self.declared.push(i.to_owned());
        }
        let before = self.items.insert(name.to_owned(), format!("{list}[{i}]"));
        self.braces(&format!("for ({int} = 0; {i} < {len}; {i}++)"), body, depth);
        self.items.remove(name);
        self.items
            .extend(before.map(|before| (name.to_owned(), before)));
        if self.plus {
            self.declared.pop();
        }
        self.open.pop();
    }

    /// Reads a list, and uses each number at once.
    fn read_and_use(&mut self, read: &Statement, used: &Statement, depth: usize) {
        let (
            Statement::ReadList(list, len),
            Statement::ForEach {
                index, name, body, ..
            },
        ) = (read, used)
        else {
            return;
        };
        let end = self.list(list, len, depth);
        let i = index.clone().unwrap_or_else(|| self.index(body));
        let int = self.loop_index(&i);
        let read = self.read_one(&format!("{list}[{i}]"), self.type_of(list).of);
        self.lines
            .add(depth, format!("for ({int} = 0; {i} < {end}; {i}++) {{"));
        self.lines.add(depth + 1, read);
        self.open.push(i.clone());
        if self.plus {
            self.declared.push(i.clone());
        }
        self.items.insert(name.clone(), format!("{list}[{i}]"));
        self.block(body, depth + 1);
        self.items.remove(name);
        if self.plus {
            self.declared.pop();
        }
        self.open.pop();
        self.lines.add(depth, "}");
    }

    fn read_one(&self, to: &str, of: Scalar) -> String {
        if self.plus {
            format!("cin >> {to};")
        } else {
            format!("scanf(\"{}\", &{to});", self.format(of))
        }
    }

    /// Declares variables that are read, on a line for each type.
    fn declare_read(&mut self, names: &[String], depth: usize) {
        if !self.plus {
            for name in names {
                self.variable(name);
            }
            return;
        }
        for of in [Scalar::Int, Scalar::Wide] {
            let is_new = |name: &&String| {
                self.type_of(name).of.max(Scalar::Int) == of && !self.declared.contains(name)
            };
            let new: Vec<_> = names.iter().filter(is_new).cloned().collect();
            if !new.is_empty() {
                self.lines
                    .add(depth, format!("{} {};", self.scalar(of), new.join(", ")));
                self.declared.extend(new);
            }
        }
    }

    /// What reads these numbers.
    fn reading(&self, names: &[String]) -> String {
        if self.plus {
            return format!("cin >> {}", names.join(" >> "));
        }
        let formats: Vec<_> = names
            .iter()
            .map(|name| self.format(self.type_of(name).of))
            .collect();
        let names: Vec<_> = names.iter().map(|name| format!("&{name}")).collect();
        format!("scanf(\"{}\", {})", formats.join(" "), names.join(", "))
    }

    fn read(&mut self, names: &[String], depth: usize) {
        self.declare_read(names, depth);
        let line = self.reading(names) + ";";
        self.lines.add(depth, line);
    }

    fn skip(&mut self, depth: usize) {
        if self.plus {
            let name = "unused".to_owned();
            let new = !self.declared.contains(&name);
            if new {
                let of = if self.program.reads_wide {
                    Scalar::Wide
                } else {
                    Scalar::Int
                };
                self.lines
                    .add(depth, format!("{} unused;", self.scalar(of)));
                self.declared.push(name);
            }
            self.lines.add(depth, "cin >> unused;");
        } else {
            self.lines.add(depth, "scanf(\"%*s\");");
        }
    }

    fn while_more(&mut self, names: &[String], to_zero: bool, body: &Block, depth: usize) {
        let mut names = names.to_vec();
        let mut body = &body[..];
        if let [Statement::Read(more), rest @ ..] = body
            && !more.iter().any(|name| names.contains(name))
        {
            names.extend(more.iter().cloned());
            body = rest;
        }
        self.declare_read(&names, depth);
        let reading = self.reading(&names);
        let count = if self.plus {
            String::new()
        } else {
            format!(" == {}", names.len())
        };
        let zero = if to_zero {
            format!(" && {} > 0", names[0])
        } else {
            String::new()
        };
        let zero = if self.program.is_unsigned {
            zero.replace("> 0", "!= 0")
        } else {
            zero
        };
        self.braces(
            &format!("while ({reading}{count}{zero})"),
            &body.to_vec(),
            depth,
        );
    }

    fn out(&mut self, parts: &[Expr], depth: usize) {
        let parts = pieces(parts);
        let line = if self.plus {
            self.cout(&parts)
        } else {
            self.printf(&parts)
        };
        self.lines.add(depth, line);
    }

    fn cout(&mut self, parts: &[Expr]) -> String {
        let quoted = |text: &str| match text.len() {
            1 => format!("'{}'", escaped(text, '\'')),
            _ => format!("\"{}\"", escaped(text, '"')),
        };
        let mut shown = Vec::new();
        for part in parts {
            if let Some((test, yes, no)) = chosen_texts(part) {
                let test = self.expr(test, 1);
                // What both end with is printed behind them.
                let is_line = |text: &str| text.ends_with('\n') && text.len() > 1;
                let (yes, no, end) = if is_line(yes) && is_line(no) {
                    (
                        &yes[..yes.len() - 1],
                        &no[..no.len() - 1],
                        Some("'\\n'".to_owned()),
                    )
                } else {
                    (yes, no, None)
                };
                let (yes, no) = if yes.len() == 1 && no.len() == 1 {
                    (quoted(yes), quoted(no))
                } else {
                    (
                        format!("\"{}\"", escaped(yes, '"')),
                        format!("\"{}\"", escaped(no, '"')),
                    )
                };
                shown.push(format!("({test} ? {yes} : {no})"));
                shown.extend(end);
            } else if let Expr::Text(text) = part {
                shown.push(quoted(text));
            } else {
                shown.push(self.expr(part, 7));
            }
        }
        format!("cout << {};", shown.join(" << "))
    }

    fn printf(&mut self, parts: &[Expr]) -> String {
        let is_byte = |text: &str| text.len() == 1;
        let line = |text: &str| {
            text.strip_suffix('\n')
                .map(|text| format!("\"{}\"", escaped(text, '"')))
        };
        if let [part] = parts {
            if let Expr::Text(text) = part {
                return match line(text) {
                    _ if is_byte(text) => format!("putchar('{}');", escaped(text, '\'')),
                    Some(line) => format!("puts({line});"),
                    None => format!("printf(\"{}\");", escaped(text, '"').replace('%', "%%")),
                };
            }
            if let Some((test, yes, no)) = chosen_texts(part) {
                let test = self.expr(test, 1);
                if is_byte(yes) && is_byte(no) {
                    let (yes, no) = (escaped(yes, '\''), escaped(no, '\''));
                    return format!("putchar({test} ? '{yes}' : '{no}');");
                }
                if let (Some(yes), Some(no)) = (line(yes), line(no)) {
                    return format!("puts({test} ? {yes} : {no});");
                }
            }
        }
        let (mut format, mut values) = (String::new(), String::new());
        for part in parts {
            if let Expr::Text(text) = part {
                format += &escaped(text, '"').replace('%', "%%");
            } else if let Some((test, yes, no)) = chosen_texts(part) {
                let end = if yes.ends_with('\n') && no.ends_with('\n') {
                    "\n"
                } else {
                    ""
                };
                let [yes, no] =
                    [yes, no].map(|text| escaped(text.strip_suffix(end).unwrap_or(text), '"'));
                format += "%s";
                format += &escaped(end, '"');
                let test = self.expr(test, 1);
                values += &format!(", {test} ? \"{yes}\" : \"{no}\"");
            } else {
                format += self.format(self.of_value(part));
                values += ", ";
                values += &self.expr(part, 0);
            }
        }
        format!("printf(\"{format}\"{values});")
    }
}

/// Where the loop is that goes through the list which a statement reads, if only constants are set between the two.
fn read_and_used(block: &Block, at: usize) -> Option<usize> {
    let Statement::ReadList(list, _) = &block[at] else {
        return None;
    };
    let is_constant = |statement: &Statement| {
        matches!(
            statement,
            Statement::Set(Expr::Name(_), Expr::Number(_) | Expr::Bool(_))
        )
    };
    let next = (at + 1..block.len()).find(|&next| !is_constant(&block[next]))?;
    let is_loop = matches!(&block[next], Statement::ForEach { list: over, body, .. } if over == list && uses(body, list) == 0);
    is_loop.then_some(next)
}
