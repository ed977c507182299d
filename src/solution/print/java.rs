//! Java 8, with its standard library alone: the class `Main`.

use super::{
    INDICES, Lines, chosen_texts, counted_down, escaped, heading, is_no_index, least_ranks,
    needed_later, pieces, prints_often, rank, sign,
};
use crate::solution::tree::{
    Block, Expr, Function, Operator, Program, Scalar, Statement, Type, for_each_statement, uses,
};

/// Writes a program.
pub(crate) fn print(program: &Program) -> String {
    let mut printer = Java {
        is_unsigned: program.is_unsigned,
        constants: program.constants.iter().map(|it| it.0.clone()).collect(),
        functions: program.functions.clone(),
        collects: prints_often(&program.main.body),
        ..Java::default()
    };
    for function in &program.functions {
        printer.function(function);
    }
    printer.main(&program.main);
    let mut sorts = false;
    for_each_statement(&program.main.body, &mut |statement| {
        sorts |= matches!(statement, Statement::Sort(_));
    });
    let mut head = Lines::default();
    head.add(0, "import java.io.*;");
    if sorts {
        head.add(0, "import java.util.Arrays;");
    }
    head.add(0, "");
    head.add(0, "public class Main {");
    for (name, values) in &program.constants {
        let kind = Java::kind_of(Scalar::Wide, values.iter().any(|value| *value >= 1 << 31));
        let values: Vec<_> = values.iter().map(|value| number(*value)).collect();
        let line = format!("static final {kind}[] {name} = {{{}}};", values.join(", "));
        head.add(1, line);
    }
    printer.reader(&program.main, &mut head);
    head.0.extend(printer.lines.0);
    while head.0.last().is_some_and(String::is_empty) {
        head.0.pop();
    }
    head.add(0, "}");
    heading(program, "// ") + &head.text()
}

#[derive(Default)]
struct Java {
    lines: Lines,
    is_unsigned: bool,
    constants: Vec<String>,
    functions: Vec<Function>,
    /// Whether what is printed is collected first.
    collects: bool,
    /// Of the function: itself, and the variables that are declared.
    function: Function,
    declared: Vec<String>,
}

impl Java {
    /// The type of such numbers.
    fn kind_of(of: Scalar, is_wide: bool) -> &'static str {
        match of {
            Scalar::Bool => "boolean",
            Scalar::Wide if is_wide => "long",
            Scalar::Int | Scalar::Wide => "int",
        }
    }

    fn kind(of: Option<Type>) -> &'static str {
        let of = of.map_or(Scalar::Int, |it| it.of);
        Self::kind_of(of, true)
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        self.function.types.get(name).copied()
    }

    /// What reads the next number, and whether that is the end.
    fn reader(&self, main: &Function, head: &mut Lines) {
        let (mut waits, mut is_wide, mut reads) = (false, false, false);
        for_each_statement(&main.body, &mut |statement| {
            let names: Vec<_> = match statement {
                Statement::Read(names) => names.iter().collect(),
                Statement::WhileMore { names, .. } => {
                    waits = true;
                    names.iter().collect()
                }
                Statement::ReadList(name, _) => vec![name],
                Statement::Skip => {
                    reads = true;
                    Vec::new()
                }
                _ => Vec::new(),
            };
            reads |= !names.is_empty();
            is_wide |= names.iter().any(|name| {
                main.types
                    .get(*name)
                    .is_some_and(|it| it.of == Scalar::Wide)
            });
        });
        if !reads {
            return;
        }
        let lines: &[&str] = match (is_wide, waits, self.is_unsigned) {
            (false, false, _) => &[
                "static final StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));",
                "",
                "static int next() throws IOException {",
                "    in.nextToken();",
                "    return (int) in.nval;",
                "}",
            ],
            (false, true, _) => &[
                "static final StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));",
                "",
                "static int next() throws IOException {",
                "    return in.nextToken() == StreamTokenizer.TT_EOF ? -1 : (int) in.nval;",
                "}",
            ],
            (true, false, _) => &[
                "static final InputStream in = new BufferedInputStream(System.in);",
                "",
                "static long next() throws IOException {",
                "    int c = in.read();",
                "    while (c < '0') c = in.read();",
                "    long number = 0;",
                "    for (; c >= '0'; c = in.read()) number = 10 * number + c - '0';",
                "    return number;",
                "}",
            ],
            (true, true, false) => &[
                "static final InputStream in = new BufferedInputStream(System.in);",
                "",
                "static long next() throws IOException {",
                "    int c = in.read();",
                "    while (c >= 0 && c < '0') c = in.read();",
                "    if (c < 0) return -1;",
                "    long number = 0;",
                "    for (; c >= '0'; c = in.read()) number = 10 * number + c - '0';",
                "    return number;",
                "}",
            ],
            (true, true, true) => &[
                "static final InputStream in = new BufferedInputStream(System.in);",
                "static boolean ended;",
                "",
                "static long next() throws IOException {",
                "    int c = in.read();",
                "    while (c >= 0 && c < '0') c = in.read();",
                "    ended = c < 0;",
                "    long number = 0;",
                "    for (; c >= '0'; c = in.read()) number = 10 * number + c - '0';",
                "    return number;",
                "}",
            ],
        };
        for line in lines {
            head.add(1, line);
        }
        head.add(0, "");
    }

    /// Whether the reader's numbers are long.
    fn reads_long(&self) -> bool {
        let mut is_wide = false;
        for_each_statement(&self.function.body, &mut |statement| {
            if let Statement::Read(_) | Statement::WhileMore { .. } | Statement::ReadList(..) =
                statement
            {
                let names = statement.names();
                is_wide |= names
                    .iter()
                    .any(|name| self.type_of(name).is_some_and(|it| it.of == Scalar::Wide));
            }
        });
        is_wide
    }

    /// The next number, for this variable.
    fn next(&self, name: &str) -> &'static str {
        let is_long = self.type_of(name).is_some_and(|it| it.of == Scalar::Wide);
        if self.reads_long() && !is_long {
            "(int) next()"
        } else {
            "next()"
        }
    }

    fn start(&mut self, function: &Function) {
        self.function = function.clone();
        self.declared.clone_from(&function.parameters);
    }

    fn function(&mut self, function: &Function) {
        self.start(function);
        let parameters = function.parameters.iter();
        let parameters =
            parameters.map(|name| format!("{} {}", Self::kind(self.type_of(name)), name_of(name)));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let returns = Self::kind(function.returns);
        let head = format!(
            "static {returns} {}({parameters}) {{",
            name_of(&function.name)
        );
        self.lines.add(1, head);
        self.block(&function.body, 2);
        self.lines.add(1, "}");
        self.lines.add(0, "");
    }

    fn main(&mut self, main: &Function) {
        self.start(main);
        self.lines.add(
            1,
            "public static void main(String[] args) throws IOException {",
        );
        if self.collects {
            self.lines
                .add(2, "StringBuilder out = new StringBuilder();");
        }
        self.block(&main.body, 2);
        if self.collects {
            self.lines.add(2, "System.out.print(out);");
        }
        self.lines.add(1, "}");
    }

    /// Statements whose variables end with them.
    fn block(&mut self, block: &Block, depth: usize) {
        let before = self.declared.len();
        for at in 0..block.len() {
            let types = self.function.types.clone();
            let new = types.keys().filter(|name| !self.declared.contains(name));
            for name in needed_later(&block[at..], new) {
                let kind = Self::kind(self.type_of(name));
                let zero = if kind == "boolean" { "false" } else { "0" };
                self.lines
                    .add(depth, format!("{kind} {} = {zero};", name_of(name)));
                self.declared.push(name.clone());
            }
            if let Some(text) = self.statement(&block[at], depth) {
                self.lines.add(depth, text);
            }
        }
        self.declared.truncate(before);
    }

    /// A block behind `head`: without braces if it is one short statement.
    fn braces(&mut self, head: &str, body: &Block, depth: usize) {
        if is_bare(body) {
            self.lines.add(depth, head);
            return self.block(body, depth + 1);
        }
        self.lines.add(depth, format!("{head} {{"));
        self.block(body, depth + 1);
        self.lines.add(depth, "}");
    }

    /// The type of a variable that is not there yet, with a space behind.
    fn declaration(&mut self, name: &str) -> String {
        if self.declared.iter().any(|own| own == name) {
            return String::new();
        }
        self.declared.push(name.to_owned());
        let list = if self.type_of(name).is_some_and(|it| it.is_list) {
            "[]"
        } else {
            ""
        };
        format!("{}{list} ", Self::kind(self.type_of(name)))
    }

    /// Its line, unless it has several, which are added.
    fn statement(&mut self, statement: &Statement, depth: usize) -> Option<String> {
        Some(match statement {
            Statement::Set(Expr::Name(name), value) => {
                let kind = Self::kind(self.type_of(name));
                let declaration = self.declaration(name);
                let value = match value {
                    Expr::Filled(_, len) => format!("new {kind}[{}]", self.place(len)),
                    Expr::List(values) => {
                        let values: Vec<_> = values
                            .iter()
                            .map(|value| self.narrow(value, kind))
                            .collect();
                        let start = if declaration.is_empty() {
                            format!("new {kind}[] ")
                        } else {
                            String::new()
                        };
                        format!("{start}{{{}}}", values.join(", "))
                    }
                    value => self.narrow(value, kind),
                };
                format!("{declaration}{} = {value};", name_of(name))
            }
            Statement::Set(to, value) => {
                let kind = if self.is_long(to) { "long" } else { "int" };
                format!("{} = {};", self.expr(to, 0), self.narrow(value, kind))
            }
            Statement::Change(to, operator, value) => self.change(to, *operator, value),
            Statement::If(test, then, otherwise) => {
                self.branches("", test, then, otherwise, depth);
                return None;
            }
            Statement::While(test, body) => {
                let head = format!("while ({})", self.expr(test, 0));
                self.braces(&head, body, depth);
                return None;
            }
            Statement::For {
                name,
                start,
                end,
                step,
                body,
            } => {
                match counted_down(statement, &self.function) {
                    Some((times, body)) => {
                        let sign = if self.is_unsigned { "!=" } else { ">" };
                        let head = format!("while ({}-- {sign} 0)", name_of(times));
                        self.braces(&head, body, depth);
                    }
                    None => self.for_range(name, [start, end, step], body, depth),
                }
                return None;
            }
            Statement::ForEach {
                index,
                name,
                list,
                body,
            } => {
                self.for_each(index.as_deref(), name, list, body, depth);
                return None;
            }
            Statement::Break => "break;".to_owned(),
            Statement::Return(value) => {
                let kind = Self::kind(self.function.returns);
                format!("return {};", self.narrow(value, kind))
            }
            Statement::Sort(name) => format!("Arrays.sort({});", name_of(name)),
            Statement::Read(names) => {
                for name in names {
                    let declaration = self.declaration(name);
                    let line = format!("{declaration}{} = {};", name_of(name), self.next(name));
                    self.lines.add(depth, line);
                }
                return None;
            }
            Statement::Skip => "next();".to_owned(),
            Statement::ReadList(name, len) => {
                let declaration = self.declaration(name);
                let (kind, len) = (Self::kind(self.type_of(name)), self.place(len));
                let list = name_of(name);
                self.lines
                    .add(depth, format!("{declaration}{list} = new {kind}[{len}];"));
                let index = self.free_index(statement);
                format!(
                    "for (int {index} = 0; {index} < {len}; {index}++) {list}[{index}] = {};",
                    self.next(name)
                )
            }
            Statement::WhileMore {
                names,
                to_zero,
                body,
            } => {
                self.while_more(names, *to_zero, body, depth);
                return None;
            }
            Statement::Out(parts) => self.out(parts),
            Statement::Newline => return None,
            other @ (Statement::ForYield { .. } | Statement::Yield(_) | Statement::Do(..)) => {
                unreachable!("{other:?} is put in place before")
            }
        })
    }

    fn change(&self, to: &Expr, operator: Operator, value: &Expr) -> String {
        let target = self.expr(to, 0);
        let divides = matches!(operator, Operator::Divide | Operator::Remainder);
        if self.is_unsigned && divides && self.is_long(to) {
            let whole = Expr::Binary(operator, Box::new(to.clone()), Box::new(value.clone()));
            return format!("{target} = {};", self.expr(&whole, 0));
        }
        if let (Expr::Number(1), Operator::Add | Operator::Subtract) = (value, operator) {
            return format!("{target}{0}{0};", sign(operator));
        }
        // An assignment with an operator makes an int of what is long, as it should.
        format!("{target} {}= {};", sign(operator), self.expr(value, 0))
    }

    fn branches(
        &mut self,
        before: &str,
        test: &Expr,
        then: &Block,
        otherwise: &Block,
        depth: usize,
    ) {
        let head = format!("{before}if ({})", self.expr(test, 0));
        if before.is_empty() && otherwise.is_empty() {
            return self.braces(&head, then, depth);
        }
        self.lines.add(depth, format!("{head} {{"));
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

    /// A name for a place that nothing uses here.
    fn free_index(&self, statement: &Statement) -> &'static str {
        let is_free = |name: &&str| {
            !self.declared.iter().any(|own| own == name)
                && !is_no_index(&self.function, name)
                && !super::mentions(statement, name)
        };
        INDICES.into_iter().find(is_free).unwrap_or("index")
    }

    fn for_range(
        &mut self,
        name: &str,
        [start, end, step]: [&Expr; 3],
        body: &Block,
        depth: usize,
    ) {
        let whole = Statement::While(Expr::Bool(true), body.clone());
        let is_used = name != "_" && uses(body, name) > 0;
        let name = if is_used {
            name.to_owned()
        } else {
            self.free_index(&whole).to_owned()
        };
        let shown = name_of(&name);
        let is_long = is_used && self.type_of(&name).is_some_and(|it| it.of == Scalar::Wide)
            || self.is_long(start);
        let kind = if is_long { "long" } else { "int" };
        let limit = match end {
            Expr::Binary(Operator::Add, last, one) if **one == Expr::Number(1) => {
                self.compared(&name, Operator::LessOrEqual, last, is_long)
            }
            Expr::Number(end) if end % 10 == 1 && *end > 1 => {
                format!("{shown} <= {}", number(end - 1))
            }
            end => self.compared(&name, Operator::Less, end, is_long),
        };
        let forward = match step {
            Expr::Number(1) => format!("{shown}++"),
            step => format!("{shown} += {}", self.expr(step, 0)),
        };
        let start = self.narrow(start, kind);
        self.declared.push(name);
        self.braces(
            &format!("for ({kind} {shown} = {start}; {limit}; {forward})"),
            body,
            depth,
        );
        self.declared.pop();
    }

    fn compared(&self, name: &str, operator: Operator, other: &Expr, is_long: bool) -> String {
        if self.is_unsigned && (is_long || self.is_long(other)) {
            let sign = sign(operator);
            return format!(
                "Long.compareUnsigned({}, {}) {sign} 0",
                name_of(name),
                self.expr(other, 0)
            );
        }
        format!(
            "{} {} {}",
            name_of(name),
            sign(operator),
            self.expr(other, 6)
        )
    }

    fn for_each(
        &mut self,
        index: Option<&str>,
        name: &str,
        list: &str,
        body: &Block,
        depth: usize,
    ) {
        let kind = Self::kind(self.type_of(list));
        let list = self.list(list);
        self.declared.push(name.to_owned());
        match index {
            None => self.braces(
                &format!("for ({kind} {} : {list})", name_of(name)),
                body,
                depth,
            ),
            Some(index) => {
                self.declared.push(index.to_owned());
                let i = name_of(index);
                self.lines.add(
                    depth,
                    format!("for (int {i} = 0; {i} < {list}.length; {i}++) {{"),
                );
                self.lines.add(
                    depth + 1,
                    format!("{kind} {} = {list}[{i}];", name_of(name)),
                );
                self.block(body, depth + 1);
                self.lines.add(depth, "}");
                self.declared.pop();
            }
        }
        self.declared.pop();
    }

    fn while_more(&mut self, names: &[String], to_zero: bool, body: &Block, depth: usize) {
        let first = name_of(&names[0]);
        let next = self.next(&names[0]);
        let mut inside = body.clone();
        if names.len() > 1 {
            inside.insert(0, Statement::Read(names[1..].to_vec()));
        }
        let before = self.declared.len();
        let declaration = self.declaration(&names[0]);
        let head = if self.is_unsigned && self.reads_long() {
            let goes_on = if to_zero {
                format!("{first} != 0")
            } else {
                "!ended".to_owned()
            };
            format!("for ({declaration}{first} = {next}; {goes_on}; {first} = {next})")
        } else {
            if !declaration.is_empty() {
                self.lines.add(depth, format!("{declaration}{first};"));
            }
            format!(
                "while (({first} = {next}) {} 0)",
                if to_zero { ">" } else { ">=" }
            )
        };
        self.lines.add(depth, format!("{head} {{"));
        self.block(&inside, depth + 1);
        self.lines.add(depth, "}");
        self.declared.truncate(before);
    }

    fn out(&self, parts: &[Expr]) -> String {
        let parts = pieces(parts);
        if !self.collects {
            return self.print(&parts);
        }
        let mut text = "out".to_owned();
        for part in &parts {
            text.extend([".append(", &*self.shown(part), ")"]);
        }
        text + ";"
    }

    /// What prints these parts at once.
    fn print(&self, parts: &[Expr]) -> String {
        let mut parts = parts.to_vec();
        let mut name = "print";
        let texts = match &mut parts[..] {
            [.., Expr::Text(text)] => vec![text],
            [Expr::Choice(_, yes, no)] => match (&mut **yes, &mut **no) {
                (Expr::Text(yes), Expr::Text(no)) => vec![yes, no],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        if !texts.is_empty() && texts.iter().all(|text| text.ends_with('\n')) {
            name = "println";
            for text in texts {
                text.pop();
            }
        }
        parts.retain(|part| *part != Expr::Text(String::new()));
        let is_text = |part: &Expr| matches!(part, Expr::Text(_)) || chosen_texts(part).is_some();
        let mut shown: Vec<_> = parts
            .iter()
            .map(|part| match part {
                Expr::Text(text) => format!("\"{}\"", escaped(text, '"')),
                part if parts.len() > 1 && rank(part) < 8 => format!("({})", self.shown(part)),
                part => self.shown(part),
            })
            .collect();
        if parts.len() > 1 && !is_text(&parts[0]) && !is_text(&parts[1]) {
            shown.insert(0, "\"\"".to_owned());
        }
        format!("System.out.{name}({});", shown.join(" + "))
    }

    /// A part of what is printed.
    fn shown(&self, part: &Expr) -> String {
        if let Some((test, yes, no)) = chosen_texts(part) {
            let quote = if yes.len() == 1 && no.len() == 1 {
                '\''
            } else {
                '"'
            };
            let (yes, no) = (escaped(yes, quote), escaped(no, quote));
            let test = self.expr(test, 1);
            return format!("{test} ? {quote}{yes}{quote} : {quote}{no}{quote}");
        }
        match part {
            Expr::Text(text) => {
                let quote = if text.len() == 1 { '\'' } else { '"' };
                format!("{quote}{}{quote}", escaped(text, quote))
            }
            part if self.is_unsigned && self.is_long(part) => {
                format!("Long.toUnsignedString({})", self.expr(part, 0))
            }
            part => self.expr(part, 0),
        }
    }

    fn list(&self, name: &str) -> String {
        if self.constants.iter().any(|own| own == name) {
            name.to_owned()
        } else {
            name_of(name)
        }
    }

    /// Whether Java takes a value for a long one.
    fn is_long(&self, expr: &Expr) -> bool {
        let of = |name: &str| self.type_of(name).is_some_and(|it| it.of == Scalar::Wide);
        match expr {
            Expr::Number(number) => *number >= 1 << 31,
            Expr::Name(name) | Expr::Item(name, _) => of(name),
            Expr::Bool(_) | Expr::Text(_) | Expr::Not(_) | Expr::List(_) | Expr::Filled(..) => {
                false
            }
            Expr::Binary(operator, ..) if operator.compares() || operator.is_logical() => false,
            Expr::Binary(Operator::ShiftLeft | Operator::ShiftRight, one, _) => self.is_long(one),
            Expr::Binary(_, one, other) => self.is_long(one) || self.is_long(other),
            Expr::Choice(_, yes, no) => self.is_long(yes) || self.is_long(no),
            Expr::Call(name, of) => {
                let mut functions = self.functions.iter();
                match functions.find(|function| function.name == *name) {
                    Some(function) => function.returns.is_some_and(|it| it.of == Scalar::Wide),
                    None => of.iter().any(|value| self.is_long(value)),
                }
            }
        }
    }

    /// A value for a variable of this type.
    fn narrow(&self, value: &Expr, kind: &str) -> String {
        if kind == "int" && self.is_long(value) {
            return format!("(int) {}", self.expr(value, 9));
        }
        self.expr(value, 0)
    }

    /// A value that is a place in a list, or a length.
    fn place(&self, value: &Expr) -> String {
        self.narrow(value, "int")
    }

    fn expr(&self, expr: &Expr, least: u8) -> String {
        if let Some(call) = self.unsigned(expr) {
            let compares = matches!(expr, Expr::Binary(operator, ..) if operator.compares());
            return if compares && least > 4 {
                format!("({call})")
            } else {
                call
            };
        }
        let text = match expr {
            Expr::Number(value) => number(*value),
            Expr::Bool(is_so) => is_so.to_string(),
            Expr::Text(text) => format!("\"{}\"", escaped(text, '"')),
            Expr::Name(name) => self.list(name),
            Expr::Item(list, index) => format!("{}[{}]", self.list(list), self.place(index)),
            Expr::List(_) | Expr::Filled(..) => {
                unreachable!("a list is only what a variable is set to")
            }
            Expr::Not(value) => format!("!{}", self.expr(value, 9)),
            Expr::Binary(operator, left, right) => {
                let (of_left, of_right) = least_ranks(*operator, left);
                let (left, right) = (self.expr(left, of_left), self.expr(right, of_right));
                let sign = if *operator == Operator::ShiftRight {
                    ">>>"
                } else {
                    sign(*operator)
                };
                format!("{left} {sign} {right}")
            }
            Expr::Choice(test, yes, no) => {
                let (test, yes, no) = (self.expr(test, 1), self.expr(yes, 1), self.expr(no, 0));
                format!("{test} ? {yes} : {no}")
            }
            Expr::Call(name, of) => match (&**name, &of[..]) {
                ("min" | "max", [one, other]) => {
                    format!(
                        "Math.{name}({}, {})",
                        self.expr(one, 0),
                        self.expr(other, 0)
                    )
                }
                ("distance", [one, other]) => {
                    format!("Math.abs({} - {})", self.expr(one, 7), self.expr(other, 8))
                }
                (name, of) => {
                    let mut functions = self.functions.iter();
                    let function = functions.find(|function| function.name == name);
                    let of = of.iter().enumerate().map(|(at, value)| {
                        let parameter = function.and_then(|it| {
                            it.parameters.get(at).and_then(|name| it.types.get(name))
                        });
                        self.narrow(value, Self::kind(parameter.copied()))
                    });
                    format!("{}({})", name_of(name), of.collect::<Vec<_>>().join(", "))
                }
            },
        };
        if rank(expr) < least {
            format!("({text})")
        } else {
            text
        }
    }

    /// What Java does for numbers of 64 bits without a sign, if an expression needs it.
    fn unsigned(&self, expr: &Expr) -> Option<String> {
        if !self.is_unsigned {
            return None;
        }
        let pair =
            |one: &Expr, other: &Expr| format!("{}, {}", self.expr(one, 0), self.expr(other, 0));
        let is_less =
            |one: &Expr, other: &Expr| format!("Long.compareUnsigned({}) < 0", pair(one, other));
        match expr {
            Expr::Binary(operator, one, other) if self.is_long(one) || self.is_long(other) => {
                match operator {
                    Operator::Divide => Some(format!("Long.divideUnsigned({})", pair(one, other))),
                    Operator::Remainder => {
                        Some(format!("Long.remainderUnsigned({})", pair(one, other)))
                    }
                    Operator::Less
                    | Operator::LessOrEqual
                    | Operator::Greater
                    | Operator::GreaterOrEqual => Some(format!(
                        "Long.compareUnsigned({}) {} 0",
                        pair(one, other),
                        sign(*operator)
                    )),
                    _ => None,
                }
            }
            Expr::Call(name, of) if of.iter().any(|value| self.is_long(value)) => {
                match (&**name, &of[..]) {
                    ("min", [one, other]) => Some(format!(
                        "({} ? {} : {})",
                        is_less(one, other),
                        self.expr(one, 1),
                        self.expr(other, 1)
                    )),
                    ("max", [one, other]) => Some(format!(
                        "({} ? {} : {})",
                        is_less(one, other),
                        self.expr(other, 1),
                        self.expr(one, 1)
                    )),
                    ("distance", [one, other]) => Some(format!(
                        "({} ? {} - {} : {} - {})",
                        is_less(one, other),
                        self.expr(other, 7),
                        self.expr(one, 8),
                        self.expr(one, 7),
                        self.expr(other, 8)
                    )),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// A literal.
fn number(value: u64) -> String {
    let suffix = if value >= 1 << 31 { "L" } else { "" };
    format!("{}{suffix}", value.cast_signed())
}

/// A name as Java writes it: `nim_sum` is `nimSum`.
fn name_of(name: &str) -> String {
    let mut camel = String::new();
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        match letters.next_if(|next| letter == '_' && next.is_ascii_lowercase()) {
            Some(next) => camel.push(next.to_ascii_uppercase()),
            None => camel.push(letter),
        }
    }
    camel
}

/// Whether a block is one short statement.
fn is_bare(block: &Block) -> bool {
    match &block[..] {
        [Statement::Out(parts)] => parts.len() < 6,
        [Statement::Read(names)] => names.len() == 1,
        [
            Statement::Set(..)
            | Statement::Change(..)
            | Statement::Break
            | Statement::Return(_)
            | Statement::Sort(_)
            | Statement::Skip,
        ] => true,
        _ => false,
    }
}
