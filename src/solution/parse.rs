//! Reads the small language: see the head of [`tree`](super::tree).

use super::tree::{Block, Expr, Function, OPERATORS, Operator, Statement};
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
        let end = doc
            .find("\"\"\"")
            .ok_or("1:1: the docstring does not end")?;
        doc[..end].clone_into(&mut file.about);
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
        let keyword = words.all.first().map_or("", |word| word.1);
        match keyword {
            "if" | "elif" => {
                let indent = self.lines[self.at].indent;
                words.skip();
                let test = words.expr(0)?;
                let then = self.body(words)?;
                let next = self.lines.get(self.at).filter(|line| line.indent == indent);
                let otherwise = match next.map(|line| line.text) {
                    Some("else:") => self.block(indent)?,
                    Some(other) if other.starts_with("elif ") => vec![self.statement()?],
                    _ => Block::new(),
                };
                return Ok(Statement::If(test, then, otherwise));
            }
            "while" => {
                words.skip();
                let test = words.expr(0)?;
                let body = self.body(words)?;
                return match test {
                    Expr::Call(function, names)
                        if function == "more" || function == "more_than_zero" =>
                    {
                        let names = names.iter().map(name_of).collect::<Result<_, _>>()?;
                        Ok(Statement::WhileMore {
                            names,
                            to_zero: function != "more",
                            body,
                        })
                    }
                    test => Ok(Statement::While(test, body)),
                };
            }
            "for" => {
                words.skip();
                return self.for_loop(words);
            }
            _ => {}
        }
        self.at += 1;
        let statement = words.simple(keyword)?;
        words.end()?;
        Ok(statement)
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
        match over {
            Expr::Call(function, mut of) if function == "range" && index.is_none() => {
                let step = if of.len() > 2 {
                    of.remove(2)
                } else {
                    Expr::Number(1)
                };
                let start = if of.len() > 1 {
                    of.remove(0)
                } else {
                    Expr::Number(0)
                };
                let end = of.pop().ok_or("range has no end")?;
                Ok(Statement::For {
                    name,
                    start,
                    end,
                    step,
                    body,
                })
            }
            Expr::Call(function, of)
                if function == "enumerate" && of.len() == 1 && index.is_some() =>
            {
                let list = name_of(&of[0])?;
                Ok(Statement::ForEach {
                    index,
                    name,
                    list,
                    body,
                })
            }
            Expr::Name(list) if index.is_none() => Ok(Statement::ForEach {
                index,
                name,
                list,
                body,
            }),
            Expr::Call(function, arguments) if index.is_none() => Ok(Statement::ForYield {
                name,
                function,
                arguments,
                body,
            }),
            _ => Err(format!(
                "{start}: expected range(...), enumerate(LIST) or a list"
            )),
        }
    }
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

impl<'t> Words<'t> {
    fn of(line: &Line<'t>) -> Result<Self, String> {
        const SIGNS: [&str; 37] = [
            "//=", "<<=", ">>=", "**", "//", "<<", ">>", "==", "!=", "<=", ">=", "+=", "-=", "*=",
            "%=", "^=", "&=", "|=", "+", "-", "*", "%", "^", "&", "|", "<", ">", "=", "(", ")",
            "[", "]", ",", ":", ".", "{", "}",
        ];
        let mut words = Vec::new();
        let mut at = 0;
        let text = line.text;
        while at < text.len() {
            let rest = &text[at..];
            let first = rest.chars().next().unwrap_or(' ');
            let len = if first == ' ' {
                at += 1;
                continue;
            } else if first == '#' {
                break;
            } else if is_in_name(first) {
                rest.find(|c| !is_in_name(c)).unwrap_or(rest.len())
            } else if first == '"' {
                let mut is_escaped = false;
                let end = rest[1..].find(|c| {
                    let ends = c == '"' && !is_escaped;
                    is_escaped = c == '\\' && !is_escaped;
                    ends
                });
                end.map(|end| end + 2).ok_or(format!(
                    "{}:{}: the text does not end",
                    line.number,
                    line.indent + at + 1
                ))?
            } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                sign.len()
            } else {
                let column = line.indent + at + 1;
                return Err(format!(
                    "{}:{column}: expected a word or a sign, found {first:?}",
                    line.number
                ));
            };
            words.push((line.indent + at + 1, &rest[..len]));
            at += len;
        }
        Ok(Self {
            line: line.number,
            all: words,
            at: 0,
            end: line.indent + text.len() + 1,
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
        Err(format!(
            "{}: expected {expected}, found {found}",
            self.column()
        ))
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.take(word) {
            Ok(())
        } else {
            self.mistake(word)
        }
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
            "and", "or", "not", "if", "elif", "else", "for", "in", "while", "def", "return",
            "break", "yield", "pass", "assert",
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
    fn simple(&mut self, keyword: &str) -> Result<Statement, String> {
        match keyword {
            "break" => {
                self.skip();
                return Ok(Statement::Break);
            }
            "return" => {
                self.skip();
                return Ok(Statement::Return(self.expr(0)?));
            }
            "yield" => {
                self.skip();
                return Ok(Statement::Yield(self.list("")?));
            }
            "assert" => {
                self.skip();
                return Ok(Statement::Do("assert".to_owned(), vec![self.expr(0)?]));
            }
            _ => {}
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
            self.expect("sort")?;
            self.expect("(")?;
            self.expect(")")?;
            return Ok(Statement::Sort(name_of(&to)?));
        }
        if !matches!(to, Expr::Name(_) | Expr::Item(..)) {
            return Err(format!("{column}: expected a statement"));
        }
        let sign = self.peek();
        if self.take("=") {
            return Ok(match (to, self.expr(0)?) {
                (Expr::Name(name), Expr::Call(function, of))
                    if function == "read" && of.is_empty() =>
                {
                    Statement::Read(vec![name])
                }
                (Expr::Name(name), Expr::Call(function, mut of))
                    if function == "reads" && of.len() == 1 =>
                {
                    Statement::ReadList(name, of.remove(0))
                }
                (to, value) => Statement::Set(to, value),
            });
        }
        let operator = sign
            .strip_suffix('=')
            .and_then(|sign| operator_of(sign).filter(|of| !of.compares()));
        let Some(operator) = operator else {
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

    /// A value whose operators bind at least as strongly as this: 0 `if`, 1 `or`, 2 `and`, 3 `not`, 4 comparisons,
    /// 5 `|`, 6 `^`, 7 `&`, 8 shifts, 9 sums, 10 products, 11 powers.
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
                return Ok(Expr::Choice(
                    Box::new(test),
                    Box::new(value),
                    Box::new(otherwise),
                ));
            }
            let Some(operator) = operator_of(word).filter(|operator| operator.binding() >= least)
            else {
                return Ok(value);
            };
            self.skip();
            let right = self.expr(operator.binding() + 1)?;
            if operator.compares() && operator_of(self.peek()).is_some_and(Operator::compares) {
                return self.mistake("one comparison, or 'and' between two");
            }
            value = Expr::Binary(operator, Box::new(value), Box::new(right));
        }
    }

    fn primary(&mut self) -> Result<Expr, String> {
        let word = self.peek();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let Ok(number) = word.replace('_', "").parse() else {
                return self.mistake("a number below 2^64");
            };
            self.skip();
            return Ok(Expr::Number(number));
        }
        if let Some(text) = word
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'))
        {
            self.skip();
            let text = text
                .replace("\\n", "\n")
                .replace("\\\"", "\"")
                .replace("\\\\", "\\");
            return Ok(Expr::Text(text));
        }
        match word {
            "(" => {
                self.skip();
                let value = self.expr(0)?;
                self.expect(")")?;
                return Ok(value);
            }
            "[" => {
                self.skip();
                let mut values = self.list("]")?;
                if values.len() == 1 && self.take("*") {
                    let times = self.expr(11)?;
                    return Ok(Expr::Filled(Box::new(values.remove(0)), Box::new(times)));
                }
                return Ok(Expr::List(values));
            }
            "True" | "False" => {
                self.skip();
                return Ok(Expr::Bool(word == "True"));
            }
            _ => {}
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
}

fn operator_of(word: &str) -> Option<Operator> {
    let mut operators = OPERATORS.iter();
    operators
        .find(|operator| operator.1 == word)
        .map(|operator| operator.0)
}
