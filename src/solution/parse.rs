//! Reads the small language: see the head of [`tree`](super::tree).

use super::tree::{Block, Expr, Function, OPERATORS, Operator, Statement, binary};
use crate::layout::is_in_name;

/// A file of the small language.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Its docstring.
    pub about: String,
    /// What must hold for it to be used.
    pub conditions: Vec<Expr>,
    /// Its functions, in order.
    pub functions: Vec<Function>,
}

impl File {
    /// Whether it has this function.
    pub fn has(&self, name: &str) -> bool {
        self.functions.iter().any(|function| function.name == name)
    }
}

/// A line with its number, counted from 1, and how far it is indented.
struct Line<'t> {
    number: usize,
    indent: usize,
    text: &'t str,
}

/// Reads a file.
///
/// # Errors
/// The first mistake, with its line and column.
pub fn file(text: &str) -> Result<File, String> {
    let mut file = File::default();
    let mut rest = text;
    let mut skipped = 0;
    if let Some(doc) = text.strip_prefix("\"\"\"") {
        let end = doc.find("\"\"\"").ok_or("1:1: the docstring does not end")?;
        // A long line goes on behind a backslash, as in Python.
        file.about = doc[..end].replace("\\\n", "");
        skipped = doc[..end].matches('\n').count();
        rest = &doc[end + 3..];
    }
    let lines = rest.lines().enumerate().filter_map(|(index, line)| {
        let text = line.trim_start();
        let is_code = !text.is_empty() && !text.starts_with('#');
        is_code.then_some(Line {
            number: skipped + index + 1,
            indent: line.len() - text.len(),
            text: text.trim_end(),
        })
    });
    let mut parser = Parser {
        lines: lines.collect(),
        at: 0,
    };
    while let Some(line) = parser.lines.get(parser.at) {
        let mut words = Words::of(line)?;
        if words.take("assert") {
            file.conditions.push(words.expr(0)?);
            words.end()?;
            parser.at += 1;
        } else {
            file.functions.push(parser.function()?);
        }
    }
    Ok(file)
}

/// Reads statements that the composer writes.
///
/// # Panics
/// If they have a mistake.
pub fn statements(text: &str) -> Block {
    let indented = format!("def part():\n {}", text.replace('\n', "\n "));
    let mut file = file(&indented).unwrap_or_else(|mistake| panic!("{mistake} in\n{text}"));
    file.functions.remove(0).body
}

/// Reads a value that the composer writes.
///
/// # Panics
/// If it has a mistake.
pub fn expr(text: &str) -> Expr {
    let line = Line {
        number: 1,
        indent: 0,
        text,
    };
    let read = || {
        let mut words = Words::of(&line)?;
        let expr = words.expr(0)?;
        words.end()?;
        Ok(expr)
    };
    read().unwrap_or_else(|mistake: String| panic!("{mistake} in {text}"))
}

struct Parser<'t> {
    lines: Vec<Line<'t>>,
    at: usize,
}

impl<'t> Parser<'t> {
    fn function(&mut self) -> Result<Function, String> {
        let line = &self.lines[self.at];
        let mut words = Words::of(line)?;
        words.expect("def")?;
        let name = words.name()?;
        words.expect("(")?;
        let mut parameters = Vec::new();
        while !words.take(")") {
            parameters.push(words.name()?);
            if !words.take(",") {
                words.expect(")")?;
                break;
            }
        }
        words.expect(":")?;
        words.end()?;
        let indent = line.indent;
        let body = self.block(indent)?;
        Ok(Function {
            name,
            parameters,
            body,
            ..Function::default()
        })
    }

    /// The block behind a line with this indent, which is the current one.
    fn block(&mut self, outer: usize) -> Result<Block, String> {
        let head = self.lines[self.at].number;
        self.at += 1;
        let Some(indent) = self
            .lines
            .get(self.at)
            .map(|line| line.indent)
            .filter(|indent| *indent > outer)
        else {
            return Err(format!("{}:1: expected an indented line", head + 1));
        };
        let mut block = Block::new();
        while let Some(line) = self.lines.get(self.at).filter(|line| line.indent > outer) {
            if line.indent != indent {
                return Err(format!(
                    "{}:{}: expected a line with {indent} spaces before it",
                    line.number,
                    line.indent + 1
                ));
            }
            if line.text == "pass" {
                self.at += 1;
            } else {
                block.push(self.statement()?);
            }
        }
        Ok(block)
    }

    /// The block of a statement that starts with a head, which ends here.
    fn body(&mut self, mut words: Words<'t>) -> Result<Block, String> {
        words.expect(":")?;
        words.end()?;
        let indent = self.lines[self.at].indent;
        self.block(indent)
    }

    fn statement(&mut self) -> Result<Statement, String> {
        let mut words = Words::of(&self.lines[self.at])?;
        let keyword = words.peek();
        if ["if", "elif", "while", "for"].contains(&keyword) {
            words.skip();
        }
        match keyword {
            "if" | "elif" => self.branches(words),
            "while" => self.while_loop(words),
            "for" => self.for_loop(words),
            _ => {
                self.at += 1;
                let statement = words.simple()?;
                words.end()?;
                Ok(statement)
            }
        }
    }

    fn branches(&mut self, mut words: Words<'t>) -> Result<Statement, String> {
        let indent = self.lines[self.at].indent;
        let test = words.expr(0)?;
        let then = self.body(words)?;
        let next = self.lines.get(self.at).filter(|line| line.indent == indent);
        let otherwise = match next.map(|line| line.text) {
            Some("else:") => self.block(indent)?,
            Some(other) if other.starts_with("elif ") => vec![self.statement()?],
            _ => Block::new(),
        };
        Ok(Statement::If(test, then, otherwise))
    }

    fn while_loop(&mut self, mut words: Words<'t>) -> Result<Statement, String> {
        let test = words.expr(0)?;
        let body = self.body(words)?;
        let (to_zero, names) = match test {
            Expr::Call(function, names) if function == "more" => (false, names),
            Expr::Call(function, names) if function == "more_than_zero" => (true, names),
            test => return Ok(Statement::While(test, body)),
        };
        Ok(Statement::WhileMore {
            names: names.iter().map(name_of).collect::<Result<_, _>>()?,
            to_zero,
            body,
        })
    }

    fn for_loop(&mut self, mut words: Words<'t>) -> Result<Statement, String> {
        let mut name = words.name()?;
        let mut index = None;
        if words.take(",") {
            index = Some(std::mem::replace(&mut name, words.name()?));
        }
        words.expect("in")?;
        let start = words.column();
        let over = words.expr(0)?;
        let body = self.body(words)?;
        let list = match (over, &index) {
            (Expr::Call(function, of), None) if function == "range" => {
                return range(name, of, body);
            }
            (Expr::Call(function, of), Some(_)) if function == "enumerate" && of.len() == 1 => name_of(&of[0])?,
            (Expr::Name(list), None) => list,
            (Expr::Call(function, arguments), None) => {
                return Ok(Statement::ForYield {
                    name,
                    function,
                    arguments,
                    body,
                });
            }
            _ => {
                return Err(format!("{start}: expected range(...), enumerate(LIST) or a list"));
            }
        };
        Ok(Statement::ForEach {
            index,
            name,
            list,
            body,
        })
    }
}

/// A loop over `range(end)`, `range(start, end)` or `range(start, end, step)`.
fn range(name: String, of: Vec<Expr>, body: Block) -> Result<Statement, String> {
    let mut of = of.into_iter();
    let (start, end, step) = match (of.next(), of.next(), of.next()) {
        (Some(end), None, _) => (None, end, None),
        (Some(start), Some(end), step) => (Some(start), end, step),
        (None, ..) => return Err("range has no end".to_owned()),
    };
    Ok(Statement::For {
        name,
        start: start.unwrap_or(Expr::Number(0)),
        end,
        step: step.unwrap_or(Expr::Number(1)),
        body,
    })
}

fn name_of(expr: &Expr) -> Result<String, String> {
    match expr {
        Expr::Name(name) => Ok(name.clone()),
        other => Err(format!("expected a name, found {other:?}")),
    }
}

/// The words of a line that are left, each with its column.
struct Words<'t> {
    line: usize,
    all: Vec<(usize, &'t str)>,
    at: usize,
    end: usize,
}

/// The length of the first word of a text.
fn word_len(text: &str) -> Result<usize, String> {
    const SIGNS: [&str; 37] = [
        "//=", "<<=", ">>=", "**", "//", "<<", ">>", "==", "!=", "<=", ">=", "+=", "-=", "*=", "%=", "^=", "&=", "|=",
        "+", "-", "*", "%", "^", "&", "|", "<", ">", "=", "(", ")", "[", "]", ",", ":", ".", "{", "}",
    ];
    let first = text.chars().next().unwrap_or(' ');
    if is_in_name(first) {
        return Ok(text.find(|c| !is_in_name(c)).unwrap_or(text.len()));
    }
    if first == '"' {
        let mut is_escaped = false;
        let end = text[1..].find(|c| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        return end.map(|end| end + 2).ok_or("the text does not end".to_owned());
    }
    let sign = SIGNS.iter().find(|sign| text.starts_with(**sign));
    sign.map(|sign| sign.len())
        .ok_or_else(|| format!("expected a word or a sign, found {first:?}"))
}

impl<'t> Words<'t> {
    fn of(line: &Line<'t>) -> Result<Self, String> {
        let mut all = Vec::new();
        let mut rest = line.text;
        while !rest.is_empty() && !rest.starts_with('#') {
            let column = line.indent + line.text.len() - rest.len() + 1;
            let len = word_len(rest).map_err(|it| format!("{}:{column}: {it}", line.number))?;
            all.push((column, &rest[..len]));
            rest = rest[len..].trim_start_matches(' ');
        }
        Ok(Self {
            line: line.number,
            all,
            at: 0,
            end: line.indent + line.text.len() + 1,
        })
    }

    fn peek(&self) -> &'t str {
        self.all.get(self.at).map_or("", |word| word.1)
    }

    fn skip(&mut self) {
        self.at += 1;
    }

    /// Goes on if this word is next.
    fn take(&mut self, word: &str) -> bool {
        let is_next = self.peek() == word && self.at < self.all.len();
        self.at += usize::from(is_next);
        is_next
    }

    /// The line and column of the next word.
    fn column(&self) -> String {
        let column = self.all.get(self.at).map_or(self.end, |word| word.0);
        format!("{}:{column}", self.line)
    }

    fn mistake<T>(&self, expected: &str) -> Result<T, String> {
        let found = if self.at < self.all.len() {
            self.peek()
        } else {
            "the end of the line"
        };
        Err(format!("{}: expected {expected}, found {found}", self.column()))
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.take(word) { Ok(()) } else { self.mistake(word) }
    }

    fn end(&self) -> Result<(), String> {
        if self.at >= self.all.len() {
            Ok(())
        } else {
            self.mistake("the end of the line")
        }
    }

    fn name(&mut self) -> Result<String, String> {
        const KEYWORDS: [&str; 15] = [
            "and", "or", "not", "if", "elif", "else", "for", "in", "while", "def", "return", "break", "yield", "pass",
            "assert",
        ];
        let word = self.peek();
        let starts = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !starts || KEYWORDS.contains(&word) {
            return self.mistake("a name");
        }
        self.skip();
        Ok(word.to_owned())
    }

    /// A statement on one line.
    fn simple(&mut self) -> Result<Statement, String> {
        if self.take("break") {
            return Ok(Statement::Break);
        }
        if self.take("return") {
            return Ok(Statement::Return(self.expr(0)?));
        }
        if self.take("yield") {
            return Ok(Statement::Yield(self.list("")?));
        }
        if self.take("assert") {
            return Ok(Statement::Do("assert".to_owned(), vec![self.expr(0)?]));
        }
        let column = self.column();
        let to = self.primary()?;
        if let Expr::Call(function, of) = to {
            return Ok(match (&*function, &of[..]) {
                ("read", []) => Statement::Skip,
                ("newline", []) => Statement::Newline,
                ("out", _) => Statement::Out(of),
                _ => Statement::Do(function, of),
            });
        }
        if self.take(".") {
            for word in ["sort", "(", ")"] {
                self.expect(word)?;
            }
            return Ok(Statement::Sort(name_of(&to)?));
        }
        if !matches!(to, Expr::Name(_) | Expr::Item(..)) {
            return Err(format!("{column}: expected a statement"));
        }
        self.assignment(to)
    }

    /// What is set or changed behind its name.
    fn assignment(&mut self, to: Expr) -> Result<Statement, String> {
        let sign = self.peek();
        if self.take("=") {
            return Ok(match (to, self.expr(0)?) {
                (Expr::Name(name), Expr::Call(function, of)) if function == "read" && of.is_empty() => {
                    Statement::Read(vec![name])
                }
                (Expr::Name(name), Expr::Call(function, mut of)) if function == "reads" && of.len() == 1 => {
                    Statement::ReadList(name, of.remove(0))
                }
                (to, value) => Statement::Set(to, value),
            });
        }
        let operator = sign.strip_suffix('=').and_then(operator_of);
        let Some(operator) = operator.filter(|operator| !operator.compares()) else {
            return self.mistake("= or an operator with =");
        };
        self.skip();
        Ok(Statement::Change(to, operator, self.expr(0)?))
    }

    /// Values with commas between them, up to this word.
    fn list(&mut self, end: &str) -> Result<Vec<Expr>, String> {
        let mut values = Vec::new();
        while self.peek() != end {
            values.push(self.expr(0)?);
            if !self.take(",") {
                break;
            }
        }
        if !end.is_empty() {
            self.expect(end)?;
        }
        Ok(values)
    }

    /// A value whose operators bind at least as strongly as this: 0 `if`, 1 `or`, 2 `and`, 3 `not`, 4 comparisons, 5
    /// `|`, 6 `^`, 7 `&`, 8 shifts, 9 sums, 10 products, 11 powers.
    fn expr(&mut self, least: u8) -> Result<Expr, String> {
        let mut value = if self.peek() == "not" {
            self.skip();
            Expr::Not(Box::new(self.expr(3)?))
        } else {
            self.primary()?
        };
        loop {
            let word = self.peek();
            if word == "if" && least == 0 {
                self.skip();
                let test = self.expr(1)?;
                self.expect("else")?;
                let otherwise = self.expr(0)?;
                let parts = [test, value, otherwise].map(Box::new);
                let [test, value, otherwise] = parts;
                return Ok(Expr::Choice(test, value, otherwise));
            }
            let Some(operator) = operator_of(word).filter(|operator| operator.binding() >= least) else {
                return Ok(value);
            };
            self.skip();
            let right = self.expr(operator.binding() + 1)?;
            if operator.compares() && operator_of(self.peek()).is_some_and(Operator::compares) {
                return self.mistake("one comparison, or 'and' between two");
            }
            value = binary(operator, value, right);
        }
    }

    fn primary(&mut self) -> Result<Expr, String> {
        let word = self.peek();
        if self.take("(") {
            let value = self.expr(0)?;
            self.expect(")")?;
            return Ok(value);
        }
        if self.take("[") {
            let mut values = self.list("]")?;
            if values.len() == 1 && self.take("*") {
                let times = self.expr(11)?;
                return Ok(Expr::Filled(Box::new(values.remove(0)), Box::new(times)));
            }
            return Ok(Expr::List(values));
        }
        if self.take("True") || self.take("False") {
            return Ok(Expr::Bool(word == "True"));
        }
        if let Some(literal) = self.literal()? {
            return Ok(literal);
        }
        let Ok(name) = self.name() else {
            return self.mistake("a value");
        };
        if self.take("(") {
            return Ok(Expr::Call(name, self.list(")")?));
        }
        if self.take("[") {
            let index = self.expr(0)?;
            self.expect("]")?;
            return Ok(Expr::Item(name, Box::new(index)));
        }
        Ok(Expr::Name(name))
    }

    /// A number or a text, if that is next.
    fn literal(&mut self) -> Result<Option<Expr>, String> {
        let word = self.peek();
        let quoted = word.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        let literal = if let Some(text) = quoted {
            let escapes = [("\\n", "\n"), ("\\\"", "\""), ("\\\\", "\\")];
            Expr::Text(
                escapes
                    .iter()
                    .fold(text.to_owned(), |text, (from, to)| text.replace(from, to)),
            )
        } else if word.starts_with(|c: char| c.is_ascii_digit()) {
            let Ok(number) = word.replace('_', "").parse() else {
                return self.mistake("a number below 2^64");
            };
            Expr::Number(number)
        } else {
            return Ok(None);
        };
        self.skip();
        Ok(Some(literal))
    }
}

fn operator_of(word: &str) -> Option<Operator> {
    let mut operators = OPERATORS.iter();
    operators.find(|operator| operator.1 == word).map(|operator| operator.0)
}
