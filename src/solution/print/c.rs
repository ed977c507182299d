//! C and C++: C89 with `long long`, which is C99 too, and C++98.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::super::tree::{Expr, Function, Operator, Program, Scalar, Statement, Type, for_each_statement, uses};
use super::super::types;
use super::{CURLY, Draft, Form, INDICES, Language, chosen_texts, heading, is_no_index, last_of, rank, sign, text_of};

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
    draft: Draft,
    program: &'p Program,
    /// Whether it is C++.
    plus: bool,
    /// The variables of C that are used, in order, with their types. Those of C++ are declared where they are set first.
    variables: Vec<(String, Type)>,
    /// What stands for the numbers of a list that a loop goes through.
    items: BTreeMap<String, String>,
    /// The indices of the loops around.
    open: Vec<String>,
    /// Arrays of C, which are global.
    arrays: Vec<String>,
    /// Headers and helpers.
    used: RefCell<BTreeSet<&'static str>>,
}

const INT: Type = Type {
    of: Scalar::Int,
    is_list: false,
};

impl<'p> C<'p> {
    fn of(program: &'p Program, plus: bool) -> Self {
        Self {
            draft: Draft::default(),
            program,
            plus,
            variables: Vec::new(),
            items: BTreeMap::new(),
            open: Vec::new(),
            arrays: Vec::new(),
            used: RefCell::default(),
        }
    }

    // ---- what stands around functions

    fn program(mut self) -> String {
        for function in &self.program.functions {
            self.function(function);
        }
        self.main();
        let mut lines = self.headers();
        lines.extend(self.constants());
        lines.append(&mut self.arrays);
        lines.push(String::new());
        if self.used.borrow().contains("compare") {
            lines.extend(self.comparison());
        }
        lines.append(&mut self.draft.lines);
        text_of(lines)
    }

    fn headers(&self) -> Vec<String> {
        let headers: &[&str] = if self.plus {
            &["algorithm", "cstdlib", "iostream", "vector"]
        } else {
            &["stdio.h", "stdlib.h", "string.h"]
        };
        let used = self.used.borrow();
        let is_used = |header: &&&str| used.contains(**header) || ["iostream", "stdio.h"].contains(*header);
        let headers = headers.iter().filter(is_used);
        let mut lines: Vec<_> = headers.map(|it| format!("#include <{it}>")).collect();
        lines.push(String::new());
        if self.plus {
            lines.extend(["using namespace std;", ""].map(str::to_owned));
        }
        lines
    }

    fn constants(&self) -> impl Iterator<Item = String> {
        self.program.constants.iter().map(|(name, numbers)| {
            let storage = if self.plus { "const" } else { "static const" };
            let of = self.scalar(types::scalar_of(numbers));
            let numbers: Vec<_> = numbers.iter().map(|number| self.number(*number)).collect();
            format!("{storage} {of} {name}[] = {{{}}};", numbers.join(", "))
        })
    }

    /// What sorts by: the numbers of the lists that are sorted have one type.
    fn comparison(&self) -> [String; 5] {
        let mut widest = Scalar::Int;
        let main = &self.program.main;
        for_each_statement(&main.body, &mut |statement| {
            if let Statement::Sort(list) = statement {
                widest = widest.max(main.types.get(list).map_or(Scalar::Int, |own| own.of));
            }
        });
        let number = self.scalar(widest);
        [
            "static int compare(const void *one, const void *other) {",
            &format!("    {number} x = *(const {number} *)one, y = *(const {number} *)other;"),
            "    return (x > y) - (x < y);",
            "}",
            "",
        ]
        .map(str::to_owned)
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

    fn type_of(&self, name: &str) -> Type {
        self.draft.type_of(name).unwrap_or(INT)
    }

    fn of_value(&self, expr: &Expr) -> Scalar {
        types::of(expr, &self.draft.function, self.program)
    }

    fn needs(&self, header: &'static str) {
        self.used.borrow_mut().insert(header);
    }

    // ---- functions

    fn function(&mut self, function: &Function) {
        self.start(function);
        let of = self.scalar(function.returns.map_or(Scalar::Int, |own| own.of));
        let parameters: Vec<_> = function
            .parameters
            .iter()
            .map(|name| format!("{} {name}", self.scalar(self.type_of(name).of)))
            .collect();
        let storage = if self.plus { "" } else { "static " };
        let (name, parameters) = (&function.name, parameters.join(", "));
        self.body(&format!("{storage}{of} {name}({parameters})"), None);
    }

    fn main(&mut self) {
        let main = &self.program.main;
        self.start(main);
        let parameters = if self.plus { "" } else { "void" };
        self.body(&format!("int {}({parameters})", main.name), Some("return 0;"));
    }

    fn start(&mut self, function: &Function) {
        self.draft.start(function);
        self.variables.clear();
        self.items.clear();
        self.open.clear();
    }

    fn body(&mut self, head: &str, end: Option<&str>) {
        let at = self.draft.lines.len();
        let body = self.draft.function.body.clone();
        self.draft.depth = 1;
        if self.plus {
            self.draft.lines.push(format!("{head} {{"));
            if end.is_some() && self.program.reads_much {
                self.line("ios::sync_with_stdio(false);");
                self.line("cin.tie(0);");
            }
            self.block(&body);
        } else {
            let (first, rest) = self.set_first(&body);
            self.block(rest);
            let mut declarations = vec![format!("{head} {{")];
            declarations.extend(self.declarations(&first));
            self.draft.lines.splice(at..at, declarations);
        }
        if let Some(end) = end {
            self.line(end);
        }
        self.draft.depth = 0;
        self.line("}");
        self.line("");
    }

    /// What is set first of all is set where it is declared; and the statements behind that.
    fn set_first<'b>(&mut self, body: &'b [Statement]) -> (BTreeMap<String, String>, &'b [Statement]) {
        let (mut first, mut body) = (BTreeMap::new(), body);
        while let [Statement::Set(Expr::Name(name), value), rest @ ..] = body
            && !self.type_of(name).is_list
            && !self.draft.is_declared(name)
            && !first.contains_key(name)
        {
            let text = self.expr(value, 0);
            self.variable(name);
            first.insert(name.clone(), format!("{name} = {text}"));
            body = rest;
        }
        (first, body)
    }

    /// The declarations of all variables. Values that are set use those before them: they come first.
    fn declarations(&self, first: &BTreeMap<String, String>) -> Vec<String> {
        let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, own) in &self.variables {
            let names = names.entry(self.scalar(own.of)).or_default();
            names.push(first.get(name).unwrap_or(name));
        }
        let names = names.iter();
        let mut lines: Vec<_> = names
            .map(|(of, names)| format!("    {of} {};", names.join(", ")))
            .collect();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines
    }

    /// A variable of C is declared at the start of its function.
    fn variable(&mut self, name: &str) {
        let own = self.type_of(name);
        self.typed_variable(name, own);
    }

    fn typed_variable(&mut self, name: &str, own: Type) {
        let mut parameters = self.draft.function.parameters.iter();
        let mut variables = self.variables.iter();
        if !parameters.any(|own| own == name) && !variables.any(|other| other.0 == name) {
            self.variables.push((name.to_owned(), own));
        }
    }

    /// The type before a variable of C++ where it is set first.
    fn declaration(&mut self, name: &str) -> String {
        if !self.plus {
            self.variable(name);
            return String::new();
        }
        if self.draft.is_declared(name) {
            return String::new();
        }
        self.draft.declared.push(name.to_owned());
        format!("{} ", self.scalar(self.type_of(name).of))
    }

    // ---- values

    /// A number for `min` or `max` of C++, which take two of one type.
    fn of_one_type(&self, value: &Expr, is_mixed: bool) -> String {
        let (text, of) = (self.expr(value, 0), self.of_value(value));
        let is_number = matches!(value, Expr::Number(_));
        let is_unsigned = self.program.is_unsigned;
        match (is_number, is_mixed && of != Scalar::Wide) {
            (true, true) => text + if is_unsigned { "ULL" } else { "LL" },
            (true, false) if is_unsigned && of == Scalar::Int => text + "u",
            (false, true) => format!("({})({text})", self.scalar(Scalar::Wide)),
            _ => text,
        }
    }

    /// The smaller or the larger one of two numbers.
    fn chosen_of(&self, name: &str, [one, other]: [&Expr; 2]) -> String {
        if self.plus {
            self.needs("algorithm");
            let is_mixed = self.of_value(one) != self.of_value(other);
            let [one, other] = [one, other].map(|value| self.of_one_type(value, is_mixed));
            return format!("{name}({one}, {other})");
        }
        let (one, other) = (self.expr(one, 6), self.expr(other, 6));
        let sign = if name == "min" { '<' } else { '>' };
        format!("({one} {sign} {other} ? {one} : {other})")
    }

    fn distance(&self, [one, other]: [&Expr; 2]) -> String {
        if self.program.is_unsigned {
            let (one, other) = (self.expr(one, 8), self.expr(other, 8));
            return format!("({one} > {other} ? {one} - {other} : {other} - {one})");
        }
        self.needs(if self.plus { "cstdlib" } else { "stdlib.h" });
        let is_wide = [one, other].map(|value| self.of_value(value) == Scalar::Wide);
        let is_long = !self.plus && is_wide != [false; 2];
        let (one, other) = (self.expr(one, 7), self.expr(other, 8));
        format!("{}({one} - {other})", if is_long { "llabs" } else { "abs" })
    }

    /// The length of a list.
    fn len(&self, list: &str) -> String {
        let len = self.draft.function.lengths.get(list);
        len.map_or_else(|| "0".to_owned(), |len| self.expr(len, 6))
    }

    // ---- lists

    /// A list of C is a global array of the largest length.
    fn array(&mut self, list: &str) {
        let of = match self.type_of(list).of {
            Scalar::Bool => "char",
            own => self.scalar(own),
        };
        let most = self.draft.function.most.get(list).copied().unwrap_or(1);
        let line = format!("static {of} {list}[{most}];");
        if !self.arrays.contains(&line) {
            self.arrays.push(line);
        }
    }

    /// Makes a list of this length.
    fn make_list(&mut self, list: &str, len: &Expr) {
        if self.plus {
            self.needs("vector");
            let of = self.scalar(self.type_of(list).of);
            self.line(format!("vector<{of}> {list}({});", self.expr(len, 0)));
        } else {
            self.array(list);
        }
    }

    /// Makes a list of zeros.
    fn make_filled(&mut self, list: &str, len: &Expr) {
        self.make_list(list, len);
        let is_main = self.draft.function.name == self.program.main.name;
        if !self.plus && (self.draft.depth > 1 || !is_main) {
            self.needs("string.h");
            let size = match len {
                Expr::Number(_) => format!("sizeof {list}"),
                len => format!("{} * sizeof {list}[0]", self.expr(len, 8)),
            };
            self.line(format!("memset({list}, 0, {size});"));
        }
    }

    fn make_of(&mut self, list: &str, items: &[Expr]) {
        let of = self.scalar(self.type_of(list).of);
        if self.plus {
            return self.line(format!("{of} {list}[] = {{{}}};", self.values(items)));
        }
        self.arrays.push(format!("static {of} {list}[{}];", items.len()));
        for (at, item) in items.iter().enumerate() {
            self.line(format!("{list}[{at}] = {};", self.expr(item, 0)));
        }
    }

    // ---- loops

    /// A name for the index of a loop.
    fn index(&self, body: &[Statement]) -> String {
        let is_free = |name: &&str| {
            !is_no_index(&self.draft.function, name)
                && !self.open.iter().any(|own| own == name)
                && uses(body, name) == 0
        };
        let mut names = INDICES.into_iter();
        names.find(is_free).unwrap_or("index").to_owned()
    }

    /// The declaration of an index in its loop, or its name in C.
    fn loop_index(&mut self, name: &str, of: Scalar) -> String {
        if !self.plus {
            self.typed_variable(name, Type { of, is_list: false });
        } else if !self.draft.is_declared(name) {
            return format!("{} {name}", self.scalar(of));
        }
        name.to_owned()
    }

    /// A loop with this index.
    fn loop_with(&mut self, i: &str, write: impl FnOnce(&mut Self)) {
        self.open.push(i.to_owned());
        self.within(&[i], write);
        self.open.pop();
    }

    /// A loop over a list, in whose body an item stands for its number, which may be read first.
    fn loop_over(&mut self, [i, len, list, name]: [&str; 4], reads: bool, body: &[Statement]) {
        let int = self.loop_index(i, Scalar::Int);
        let item = format!("{list}[{i}]");
        let read = reads.then(|| self.reading(&[&item], &[self.type_of(list).of]));
        let head = format!("for ({int} = 0; {i} < {len}; {i}++)");
        let before = self.items.insert(name.to_owned(), item);
        self.loop_with(i, |own| match read {
            Some(_) => own.braced(&head, read, body),
            None => own.nested(&head, body),
        });
        self.items.remove(name);
        self.items.extend(before.map(|before| (name.to_owned(), before)));
    }

    // ---- input

    /// Declares variables that are read, on a line for each type.
    fn declare_read(&mut self, names: &[String]) {
        if !self.plus {
            return names.iter().for_each(|name| self.variable(name));
        }
        for of in [Scalar::Int, Scalar::Wide] {
            let is_new = |name: &&String| self.type_of(name).of.max(Scalar::Int) == of && !self.draft.is_declared(name);
            let new: Vec<_> = names.iter().filter(is_new).cloned().collect();
            if !new.is_empty() {
                self.line(format!("{} {};", self.scalar(of), new.join(", ")));
                self.draft.declared.extend(new);
            }
        }
    }

    /// What reads numbers of these types.
    fn reading(&self, places: &[&str], types: &[Scalar]) -> String {
        if self.plus {
            return format!("cin >> {}", places.join(" >> "));
        }
        let formats: Vec<_> = types.iter().map(|of| self.format(*of)).collect();
        let places = places.join(", &");
        format!("scanf(\"{}\", &{places})", formats.join(" "))
    }

    /// What reads these variables.
    fn reading_names(&self, names: &[String]) -> String {
        let types: Vec<_> = names.iter().map(|name| self.type_of(name).of).collect();
        let names: Vec<_> = names.iter().map(|name| &**name).collect();
        self.reading(&names, &types)
    }

    // ---- output

    fn cout(&self, parts: &[Expr]) -> String {
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
                    (&yes[..yes.len() - 1], &no[..no.len() - 1], Some("'\\n'".to_owned()))
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

    fn printf(&self, parts: &[Expr]) -> String {
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
                let [yes, no] = [yes, no].map(|text| escaped(text.strip_suffix(end).unwrap_or(text), '"'));
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

impl Language for C<'_> {
    const FORM: Form = CURLY;

    fn draft(&self) -> &Draft {
        &self.draft
    }

    fn draft_mut(&mut self) -> &mut Draft {
        &mut self.draft
    }

    fn own(&self, expr: &Expr) -> Option<(String, u8)> {
        let text = match expr {
            Expr::Bool(is_so) if !self.plus => u8::from(*is_so).to_string(),
            Expr::Text(text) => format!("\"{}\"", escaped(text, '"')),
            _ => return None,
        };
        Some((text, rank(expr)))
    }

    fn number(&self, number: u64) -> String {
        match number {
            0..0x8000_0000 => number.to_string(),
            _ if self.program.is_unsigned => format!("{number}ULL"),
            _ => format!("{number}LL"),
        }
    }

    fn name(&self, name: &str) -> String {
        self.items.get(name).map_or(name, |item| item).to_owned()
    }

    fn choice(&self, test: &Expr, yes: &Expr, no: &Expr) -> String {
        let [test, yes, no] = [test, yes, no].map(|value| self.expr(value, 1));
        format!("{test} ? {yes} : {no}")
    }

    fn call(&self, name: &str, of: &[Expr]) -> String {
        match (name, of) {
            ("min" | "max", [one, other]) => self.chosen_of(name, [one, other]),
            ("distance", [one, other]) => self.distance([one, other]),
            (name, of) => format!("{name}({})", self.values(of)),
        }
    }

    fn declares(&self, name: &str) -> bool {
        self.plus && !self.items.contains_key(name)
    }

    fn zero(&self, name: &str) -> String {
        let of = self.type_of(name).of;
        let zero = if of == Scalar::Bool { "false" } else { "0" };
        format!("{} {name} = {zero};", self.scalar(of))
    }

    fn is_bare(&self, _: &[Statement], lines: usize) -> bool {
        lines == 1
    }

    /// A list that is read and then gone through is read in the same loop.
    fn together(&mut self, rest: &[Statement]) -> usize {
        let Some(next) = read_and_used(rest) else {
            return 0;
        };
        let (Statement::ReadList(list, len), Statement::ForEach { index, name, body, .. }) = (&rest[0], &rest[next])
        else {
            return 0;
        };
        self.declare_needed(rest);
        for between in 1..next {
            self.statement(&rest[between..]);
        }
        self.make_list(list, len);
        let i = index.clone().unwrap_or_else(|| self.index(body));
        let len = self.expr(len, 6);
        self.loop_over([&i, &len, list, name], true, body);
        next + 1
    }

    fn set(&mut self, to: &Expr, value: &Expr, _: &[Statement]) {
        match (to, value) {
            (Expr::Name(list), Expr::List(items)) => self.make_of(list, items),
            (Expr::Name(list), Expr::Filled(_, len)) => self.make_filled(list, len),
            (to, value) => {
                let value = self.expr(value, 0);
                let declaration = match to {
                    Expr::Name(name) => self.declaration(name),
                    _ => String::new(),
                };
                self.line(format!("{declaration}{} = {value};", self.expr(to, 0)));
            }
        }
    }

    fn changed(&self, to: &Expr, operator: Operator, value: &Expr) -> String {
        let to = self.expr(to, 0);
        match (operator, value) {
            (Operator::Add | Operator::Subtract, Expr::Number(1)) => {
                format!("{to}{0}{0}", sign(operator))
            }
            _ => format!("{to} {}= {}", sign(operator), self.expr(value, 0)),
        }
    }

    fn countdown(&self, times: &str) -> Option<String> {
        Some(format!("while ({times}--)"))
    }

    fn for_range(&mut self, name: &str, [start, end, step]: [&Expr; 3], body: &[Statement]) {
        let (i, of) = if name == "_" {
            (self.index(body), self.of_value(end).max(Scalar::Int))
        } else {
            (name.to_owned(), self.type_of(name).of)
        };
        let int = self.loop_index(&i, of);
        let from = self.expr(start, 0);
        let until = match last_of(end) {
            Some(last) => format!("{i} <= {}", self.expr(&last, 6)),
            None => format!("{i} < {}", self.expr(end, 6)),
        };
        let next = match step {
            Expr::Number(1) => format!("{i}++"),
            step => format!("{i} += {}", self.expr(step, 0)),
        };
        let head = format!("for ({int} = {from}; {until}; {next})");
        self.loop_with(&i, |own| own.nested(&head, body));
    }

    fn for_each(&mut self, index: Option<&str>, name: &str, list: &str, body: &[Statement]) {
        let i = index.map_or_else(|| self.index(body), str::to_owned);
        let len = self.len(list);
        self.loop_over([&i, &len, list, name], false, body);
    }

    fn sort(&mut self, list: &str) {
        let len = self.len(list);
        let is_array = matches!(self.draft.function.lengths.get(list), Some(Expr::Number(_)));
        if self.plus {
            self.needs("algorithm");
        } else {
            self.needs("stdlib.h");
            self.needs("compare");
        }
        self.line(match (self.plus, is_array) {
            (true, false) => format!("sort({list}.begin(), {list}.end());"),
            (true, true) => format!("sort({list}, {list} + {len});"),
            (false, _) => format!("qsort({list}, {len}, sizeof {list}[0], compare);"),
        });
    }

    fn read(&mut self, names: &[String], _: &[Statement]) {
        self.declare_read(names);
        self.ended(self.reading_names(names));
    }

    fn skip(&mut self) {
        if !self.plus {
            return self.line("scanf(\"%*s\");");
        }
        if !self.draft.is_declared("unused") {
            let of = if self.program.reads_wide {
                Scalar::Wide
            } else {
                Scalar::Int
            };
            self.line(format!("{} unused;", self.scalar(of)));
            self.draft.declared.push("unused".to_owned());
        }
        self.line("cin >> unused;");
    }

    fn read_list(&mut self, list: &str, len: &Expr, _: &[Statement]) {
        self.make_list(list, len);
        let (end, i) = (self.expr(len, 6), self.index(&[]));
        let int = self.loop_index(&i, Scalar::Int);
        self.line(format!("for ({int} = 0; {i} < {end}; {i}++)"));
        let read = self.reading(&[&format!("{list}[{i}]")], &[self.type_of(list).of]);
        self.draft.depth += 1;
        self.ended(read);
        self.draft.depth -= 1;
    }

    fn while_more(&mut self, names: &[String], to_zero: bool, mut body: &[Statement]) {
        let mut names = names.to_vec();
        if let [Statement::Read(more), rest @ ..] = body
            && !more.iter().any(|name| names.contains(name))
        {
            names.extend(more.iter().cloned());
            body = rest;
        }
        self.declare_read(&names);
        let reading = self.reading_names(&names);
        let count = if self.plus {
            String::new()
        } else {
            format!(" == {}", names.len())
        };
        let zero = match (to_zero, self.program.is_unsigned) {
            (false, _) => String::new(),
            (true, false) => format!(" && {} > 0", names[0]),
            (true, true) => format!(" && {} != 0", names[0]),
        };
        self.nested(&format!("while ({reading}{count}{zero})"), body);
    }

    fn out(&mut self, parts: &[Expr]) {
        self.line(if self.plus {
            self.cout(parts)
        } else {
            self.printf(parts)
        });
    }
}

/// Where the loop is that goes through the list which a statement reads, if only constants are set between the two.
fn read_and_used(block: &[Statement]) -> Option<usize> {
    let Statement::ReadList(list, _) = &block[0] else {
        return None;
    };
    let is_constant = |statement: &Statement| {
        matches!(
            statement,
            Statement::Set(Expr::Name(_), Expr::Number(_) | Expr::Bool(_))
        )
    };
    let next = (1..block.len()).find(|&next| !is_constant(&block[next]))?;
    let is_loop =
        matches!(&block[next], Statement::ForEach { list: over, body, .. } if over == list && uses(body, list) == 0);
    is_loop.then_some(next)
}
