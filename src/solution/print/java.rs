//! Java 8, with its standard library alone: the class `Main`.

use super::{
    CURLY, Draft, Form, INDICES, Language, chosen_texts, escaped, heading, is_no_index, last_of, mentions,
    prints_often, rank, read_others, sign, text_of, uses_index,
};
use crate::solution::tree::{
    Expr, Function, Operator, Program, Scalar, Statement, Type, any_statement, binary, for_each_statement,
};

/// Writes a program.
pub(crate) fn print(program: &Program) -> String {
    let mut printer = Java {
        is_unsigned: program.is_unsigned,
        constants: program.constants.iter().map(|it| it.0.clone()).collect(),
        functions: program.functions.clone(),
        input: Input::of(&program.main),
        collects: prints_often(&program.main.body),
        ..Java::default()
    };
    printer.line("import java.io.*;");
    let sorts = |statement: &Statement| matches!(statement, Statement::Sort(_));
    if any_statement(&program.main.body, &sorts) {
        printer.line("import java.util.Arrays;");
    }
    printer.line("");
    printer.line("public class Main {");
    printer.draft.depth = 1;
    for (name, values) in &program.constants {
        let is_wide = values.iter().any(|value| *value >= 1 << 31);
        let kind = if is_wide { "long" } else { "int" };
        let values: Vec<_> = values.iter().map(|value| number(*value)).collect();
        let line = format!("static final {kind}[] {name} = {{{}}};", values.join(", "));
        printer.line(line);
    }
    printer.reader();
    for function in &program.functions {
        printer.function(function);
    }
    printer.main(&program.main);
    printer.draft.depth = 0;
    printer.line("}");
    heading(program, "// ") + &text_of(printer.draft.lines)
}

#[derive(Default)]
struct Java {
    draft: Draft,
    is_unsigned: bool,
    constants: Vec<String>,
    functions: Vec<Function>,
    input: Input,
    /// Whether what is printed is collected first.
    collects: bool,
}

/// What a program reads.
#[derive(Default)]
struct Input {
    /// Whether it reads anything.
    is_read: bool,
    /// Whether some number needs a long.
    is_long: bool,
    /// Whether it goes on until the input ends.
    may_end: bool,
}

impl Input {
    fn of(main: &Function) -> Self {
        let mut input = Self::default();
        for_each_statement(&main.body, &mut |statement| {
            if statement.reads() {
                let types = statement.names();
                let mut types = types.iter().filter_map(|name| main.types.get(*name));
                input.is_read = true;
                input.is_long |= types.any(|own| own.of == Scalar::Wide);
                input.may_end |= matches!(statement, Statement::WhileMore { .. });
            }
        });
        input
    }
}

/// What reads numbers: a tokenizer where those are exact that it knows, which are below 2^53.
const TOKENS: [&str; 2] = [
    "static final StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));

static int next() throws IOException {",
    "}",
];
const NEXT_TOKEN: &str = "    in.nextToken();
    return (int) in.nval;";
const NEXT_TOKEN_OR_END: &str = "    return in.nextToken() == StreamTokenizer.TT_EOF ? -1 : (int) in.nval;";

/// A fast reader of long numbers, in which the lines in the middle skip what is before a number.
const BYTES: &str = "static final InputStream in = new BufferedInputStream(System.in);";
const NEXT_BYTES: [&str; 2] = [
    "
static long next() throws IOException {
    int c = in.read();",
    "    long number = 0;
    for (; c >= '0'; c = in.read()) number = 10 * number + c - '0';
    return number;
}",
];
const TO_NUMBER: &str = "    while (c < '0') c = in.read();";
const TO_NUMBER_OR_END: &str = "    while (c >= 0 && c < '0') c = in.read();";

impl Java {
    fn type_of(&self, name: &str) -> Option<Type> {
        self.draft.type_of(name)
    }

    /// What reads the next number, and whether that is the end.
    fn reader(&mut self) {
        let Input {
            is_read,
            is_long,
            may_end,
        } = self.input;
        let parts: &[&str] = match (is_long, may_end, self.is_unsigned) {
            _ if !is_read => return,
            (false, false, _) => &[TOKENS[0], NEXT_TOKEN, TOKENS[1]],
            (false, true, _) => &[TOKENS[0], NEXT_TOKEN_OR_END, TOKENS[1]],
            (true, false, _) => &[BYTES, NEXT_BYTES[0], TO_NUMBER, NEXT_BYTES[1]],
            (true, true, false) => &[
                BYTES,
                NEXT_BYTES[0],
                TO_NUMBER_OR_END,
                "    if (c < 0) return -1;",
                NEXT_BYTES[1],
            ],
            (true, true, true) => &[
                BYTES,
                "static boolean ended;",
                NEXT_BYTES[0],
                TO_NUMBER_OR_END,
                "    ended = c < 0;",
                NEXT_BYTES[1],
            ],
        };
        for line in parts.iter().flat_map(|part| part.split('\n')) {
            self.line(line);
        }
        self.line("");
    }

    /// The next number, for this variable.
    fn next(&self, name: &str) -> &'static str {
        if self.input.is_long && !self.draft.is_wide(name) {
            "(int) next()"
        } else {
            "next()"
        }
    }

    fn function(&mut self, function: &Function) {
        self.draft.start(function);
        let parameters: Vec<_> = function
            .parameters
            .iter()
            .map(|name| format!("{} {}", kind(self.type_of(name)), name_of(name)))
            .collect();
        let (returns, name) = (kind(function.returns), name_of(&function.name));
        let head = format!("static {returns} {name}({})", parameters.join(", "));
        self.braced(&head, None, &function.body);
        self.line("");
    }

    fn main(&mut self, main: &Function) {
        self.draft.start(main);
        self.line("public static void main(String[] args) throws IOException {");
        self.draft.depth += 1;
        if self.collects {
            self.line("StringBuilder out = new StringBuilder();");
        }
        self.block(&main.body);
        if self.collects {
            self.line("System.out.print(out);");
        }
        self.draft.depth -= 1;
        self.line("}");
    }

    /// The type of a variable that is not there yet, with a space behind.
    fn declaration(&mut self, name: &str) -> String {
        if self.draft.is_declared(name) {
            return String::new();
        }
        self.draft.declared.push(name.to_owned());
        let own = self.type_of(name);
        let list = if own.is_some_and(|own| own.is_list) { "[]" } else { "" };
        format!("{}{list} ", kind(own))
    }

    /// A name for a place that nothing uses here.
    fn free_index(&self, statements: &[Statement]) -> &'static str {
        let is_free = |name: &&str| {
            !self.draft.is_declared(name)
                && !is_no_index(&self.draft.function, name)
                && !statements.iter().any(|it| mentions(it, name))
        };
        INDICES.into_iter().find(is_free).unwrap_or("index")
    }

    fn compared(&self, name: &str, operator: Operator, other: &Expr, is_long: bool) -> String {
        let (name, sign) = (name_of(name), sign(operator));
        if self.is_unsigned && (is_long || self.is_long(other)) {
            let other = self.expr(other, 0);
            return format!("Long.compareUnsigned({name}, {other}) {sign} 0");
        }
        format!("{name} {sign} {}", self.expr(other, 6))
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
            let quote = if yes.len() == 1 && no.len() == 1 { '\'' } else { '"' };
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

    /// Whether Java takes a value for a long one.
    fn is_long(&self, expr: &Expr) -> bool {
        let of = |name: &str| self.type_of(name).is_some_and(|it| it.of == Scalar::Wide);
        match expr {
            Expr::Number(number) => *number >= 1 << 31,
            Expr::Name(name) | Expr::Item(name, _) => of(name),
            Expr::Bool(_) | Expr::Text(_) | Expr::Not(_) | Expr::List(_) | Expr::Filled(..) => false,
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

    /// What Java does for numbers of 64 bits without a sign, if an operator needs it.
    fn unsigned(&self, operator: Operator, one: &Expr, other: &Expr) -> Option<(String, u8)> {
        let pair = || format!("{}, {}", self.expr(one, 0), self.expr(other, 0));
        Some(match operator {
            Operator::Divide => (format!("Long.divideUnsigned({})", pair()), 10),
            Operator::Remainder => (format!("Long.remainderUnsigned({})", pair()), 10),
            Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => {
                let sign = sign(operator);
                (format!("Long.compareUnsigned({}) {sign} 0", pair()), 4)
            }
            _ => return None,
        })
    }

    /// The same of the smaller or larger one of two such numbers, or their distance.
    fn unsigned_call(&self, name: &str, of: &[Expr]) -> Option<String> {
        let [one, other] = of else {
            return None;
        };
        let between = |one, other| format!("{} - {}", self.expr(one, 7), self.expr(other, 8));
        let (less, not_less) = match name {
            "min" => (self.expr(one, 1), self.expr(other, 1)),
            "max" => (self.expr(other, 1), self.expr(one, 1)),
            "distance" => (between(other, one), between(one, other)),
            _ => return None,
        };
        let (one, other) = (self.expr(one, 0), self.expr(other, 0));
        let test = format!("Long.compareUnsigned({one}, {other}) < 0");
        Some(format!("({test} ? {less} : {not_less})"))
    }
}

impl Language for Java {
    const FORM: Form = CURLY;

    fn draft(&self) -> &Draft {
        &self.draft
    }

    fn draft_mut(&mut self) -> &mut Draft {
        &mut self.draft
    }

    fn own(&self, expr: &Expr) -> Option<(String, u8)> {
        match expr {
            Expr::Binary(operator, one, other) if self.is_unsigned && (self.is_long(one) || self.is_long(other)) => {
                self.unsigned(*operator, one, other)
            }
            Expr::Call(name, of) if self.is_unsigned && of.iter().any(|value| self.is_long(value)) => {
                self.unsigned_call(name, of).map(|text| (text, 10))
            }
            _ => None,
        }
    }

    fn number(&self, value: u64) -> String {
        number(value)
    }

    fn name(&self, name: &str) -> String {
        if self.constants.iter().any(|own| own == name) {
            name.to_owned()
        } else {
            name_of(name)
        }
    }

    /// A value that is a place in a list, or a length.
    fn place(&self, value: &Expr) -> String {
        self.narrow(value, "int")
    }

    fn sign(&self, operator: Operator) -> &'static str {
        match operator {
            Operator::ShiftRight => ">>>",
            _ => sign(operator),
        }
    }

    fn choice(&self, test: &Expr, yes: &Expr, no: &Expr) -> String {
        let (test, yes, no) = (self.expr(test, 1), self.expr(yes, 1), self.expr(no, 0));
        format!("{test} ? {yes} : {no}")
    }

    fn call(&self, name: &str, of: &[Expr]) -> String {
        match (name, of) {
            ("min" | "max", of) => format!("Math.{name}({})", self.values(of)),
            ("distance", [one, other]) => {
                format!("Math.abs({} - {})", self.expr(one, 7), self.expr(other, 8))
            }
            (name, of) => {
                let mut functions = self.functions.iter();
                let function = functions.find(|function| function.name == name);
                let of = of.iter().enumerate().map(|(at, value)| {
                    let parameter = function.and_then(|it| it.types.get(it.parameters.get(at)?).copied());
                    self.narrow(value, kind(parameter))
                });
                format!("{}({})", name_of(name), of.collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn zero(&self, name: &str) -> String {
        let kind = kind(self.type_of(name));
        let zero = if kind == "boolean" { "false" } else { "0" };
        format!("{kind} {} = {zero};", name_of(name))
    }

    fn is_bare(&self, body: &[Statement], _: usize) -> bool {
        is_bare(body)
    }

    fn set(&mut self, to: &Expr, value: &Expr, _: &[Statement]) {
        let Expr::Name(name) = to else {
            let kind = if self.is_long(to) { "long" } else { "int" };
            let line = format!("{} = {};", self.expr(to, 0), self.narrow(value, kind));
            return self.line(line);
        };
        let kind = kind(self.type_of(name));
        let declaration = self.declaration(name);
        let value = match value {
            Expr::Filled(_, len) => format!("new {kind}[{}]", self.place(len)),
            Expr::List(values) => {
                let values = values
                    .iter()
                    .map(|value| self.narrow(value, kind))
                    .collect::<Vec<_>>()
                    .join(", ");
                if declaration.is_empty() {
                    format!("new {kind}[] {{{values}}}")
                } else {
                    format!("{{{values}}}")
                }
            }
            value => self.narrow(value, kind),
        };
        self.line(format!("{declaration}{} = {value};", name_of(name)));
    }

    fn changed(&self, to: &Expr, operator: Operator, value: &Expr) -> String {
        let target = self.expr(to, 0);
        let divides = matches!(operator, Operator::Divide | Operator::Remainder);
        if self.is_unsigned && divides && self.is_long(to) {
            let whole = binary(operator, to.clone(), value.clone());
            return format!("{target} = {}", self.expr(&whole, 0));
        }
        if let (Expr::Number(1), Operator::Add | Operator::Subtract) = (value, operator) {
            return format!("{target}{0}{0}", sign(operator));
        }
        // An assignment with an operator makes an int of what is long, as it should.
        format!("{target} {}= {}", sign(operator), self.expr(value, 0))
    }

    fn countdown(&self, times: &str) -> Option<String> {
        let sign = if self.is_unsigned { "!=" } else { ">" };
        Some(format!("while ({}-- {sign} 0)", name_of(times)))
    }

    fn for_range(&mut self, name: &str, [start, end, step]: [&Expr; 3], body: &[Statement]) {
        let is_used = uses_index(name, body);
        let name = if is_used { name } else { self.free_index(body) };
        let shown = name_of(name);
        let is_long = is_used && self.draft.is_wide(name) || self.is_long(start);
        let kind = if is_long { "long" } else { "int" };
        let limit = match last_of(end) {
            Some(last @ Expr::Number(_)) => format!("{shown} <= {}", self.expr(&last, 0)),
            Some(last) => self.compared(name, Operator::LessOrEqual, &last, is_long),
            None => self.compared(name, Operator::Less, end, is_long),
        };
        let forward = match step {
            Expr::Number(1) => format!("{shown}++"),
            step => format!("{shown} += {}", self.expr(step, 0)),
        };
        let start = self.narrow(start, kind);
        let head = format!("for ({kind} {shown} = {start}; {limit}; {forward})");
        self.within(&[name], |own| own.nested(&head, body));
    }

    fn for_each(&mut self, index: Option<&str>, name: &str, list: &str, body: &[Statement]) {
        let kind = kind(self.type_of(list));
        let (list, shown) = (self.name(list), name_of(name));
        let Some(index) = index else {
            let head = format!("for ({kind} {shown} : {list})");
            return self.within(&[name], |own| own.nested(&head, body));
        };
        let i = name_of(index);
        let head = format!("for (int {i} = 0; {i} < {list}.length; {i}++)");
        let item = format!("{kind} {shown} = {list}[{i}]");
        self.within(&[name, index], |own| own.braced(&head, Some(item), body));
    }

    fn returned(&self, value: &Expr) -> String {
        self.narrow(value, kind(self.draft.function.returns))
    }

    fn sort(&mut self, list: &str) {
        self.line(format!("Arrays.sort({});", name_of(list)));
    }

    fn read(&mut self, names: &[String], _: &[Statement]) {
        for name in names {
            let declaration = self.declaration(name);
            self.line(format!("{declaration}{} = {};", name_of(name), self.next(name)));
        }
    }

    fn skip(&mut self) {
        self.line("next();");
    }

    fn read_list(&mut self, list: &str, len: &Expr, rest: &[Statement]) {
        let declaration = self.declaration(list);
        let (kind, len, next) = (kind(self.type_of(list)), self.place(len), self.next(list));
        let (list, i) = (name_of(list), self.free_index(&rest[..1]));
        self.line(format!("{declaration}{list} = new {kind}[{len}];"));
        self.line(format!("for (int {i} = 0; {i} < {len}; {i}++) {list}[{i}] = {next};"));
    }

    fn while_more(&mut self, names: &[String], to_zero: bool, body: &[Statement]) {
        let first = name_of(&names[0]);
        let next = self.next(&names[0]);
        let before = self.draft.declared.len();
        let declaration = self.declaration(&names[0]);
        let head = if self.is_unsigned && self.input.is_long {
            let goes_on = if to_zero {
                format!("{first} != 0")
            } else {
                "!ended".to_owned()
            };
            format!("for ({declaration}{first} = {next}; {goes_on}; {first} = {next})")
        } else {
            if !declaration.is_empty() {
                self.line(format!("{declaration}{first};"));
            }
            let sign = if to_zero { ">" } else { ">=" };
            format!("while (({first} = {next}) {sign} 0)")
        };
        self.braced(&head, None, &read_others(names, body));
        self.draft.declared.truncate(before);
    }

    fn out(&mut self, parts: &[Expr]) {
        let line = if self.collects {
            let parts = parts.iter().map(|part| format!(".append({})", self.shown(part)));
            format!("out{};", parts.collect::<String>())
        } else {
            self.print(parts)
        };
        self.line(line);
    }
}

/// The type of a variable, or of each number of a list.
fn kind(of: Option<Type>) -> &'static str {
    match of.map_or(Scalar::Int, |own| own.of) {
        Scalar::Bool => "boolean",
        Scalar::Int => "int",
        Scalar::Wide => "long",
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
fn is_bare(block: &[Statement]) -> bool {
    match block {
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
