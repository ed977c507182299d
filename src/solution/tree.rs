//! The small language in which theories are written, and the one form of every program before a printer writes it.
//!
//! Its text is a strict subset of Python's (`parse.rs` reads it). Numbers are unsigned, of up to 64 bits: a difference
//! is never below 0. Lists have one size, which they are made with. There are no other values but truth values; texts
//! stand only in what is printed.
//!
//! ```text
//! file      = docstring condition* function*    docstring: line 1 the rule, the others why, with a source;
//!                                               a line goes on behind a backslash
//! condition = "assert" e                        when a theory can be used, or the function at whose start it stands
//! function  = "def" NAME "(" names ")" ":" block
//! statement = x = e | x[i] = e | x OP= e | if/elif/else | while e | for x in range(e[, e[, step]]) | for x in LIST
//!           | for i, x in enumerate(LIST) | for x in f(e, ...) | break | return e | x.sort() | yield e, ...
//!           | leave(e, ...) | f(e, ...)
//! e         = number | True | False | NAME | x[i] | [e] * e | [e, ...] | a if c else b | and or not
//!           | == != < <= > >= | + - * // % ^ & | << >> ** | min max distance len | f(e, ...)
//! ```
//!
//! Names in capitals are parameters, which become numbers, or numbers or lists of the input. What reads and prints is
//! written by the composer alone: `x = read()`, `x = reads(n)`, `while more(x)`, `while more_than_zero(x)`,
//! `out("text", e, ...)` and `newline()`.

use std::collections::BTreeMap;

/// Statements that are indented alike.
pub type Block = Vec<Statement>;

/// A program that is ready to be printed.
// Each flag is a condition of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug)]
pub struct Program {
    /// The comment at its start: a paragraph each.
    pub heading: Vec<String>,
    /// Whether it is for compilers of C89 and C++98 as well.
    pub is_old: bool,
    /// Whether the input may be so long that a fast reader pays.
    pub reads_much: bool,
    /// Whether some numbers need the 64th bit: [`Scalar::Wide`] is unsigned.
    pub is_unsigned: bool,
    /// Whether some number of the input may need 64 bits.
    pub reads_wide: bool,
    /// About how often what it repeats most is done, at most.
    pub steps: u128,
    /// Whether that is for each case, of which there may be any number.
    pub are_of_case: bool,
    /// Lists that never change, in capitals.
    pub constants: Vec<(String, Vec<u64>)>,
    /// Functions of numbers, which use no list but constants; each only calls those before it.
    pub functions: Vec<Function>,
    /// What the program does; it has no parameters, and returns nothing.
    pub main: Function,
}

/// A function, or a part of a theory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    /// What it is called.
    pub name: String,
    /// Its parameters, which are numbers.
    pub parameters: Vec<String>,
    /// What it does.
    pub body: Block,
    /// The types of its parameters and variables. Those of theories have none yet.
    pub types: BTreeMap<String, Type>,
    /// What it returns.
    pub returns: Option<Type>,
    /// The largest length that each list may have within the limits.
    pub most: BTreeMap<String, u64>,
    /// The length of each list.
    pub lengths: BTreeMap<String, Expr>,
}

/// A step of a program.
#[derive(Clone, Debug, PartialEq)]
// The fields are named as in the text beside them.
#[allow(missing_docs)]
pub enum Statement {
    /// `x = e` or `x[i] = e`. The first one of a variable declares it.
    Set(Expr, Expr),
    /// `x OP= e` or `x[i] OP= e`, where the operator is one of arithmetic or bits.
    Change(Expr, Operator, Expr),
    /// `if e: ... else: ...`; an `elif` is an `else` with nothing but another one of these.
    If(Expr, Block, Block),
    /// `while e`.
    While(Expr, Block),
    /// `for x in range(start, end, step)`: up to the end, without it. If the name is `_`, it is not used.
    For {
        name: String,
        start: Expr,
        end: Expr,
        step: Expr,
        body: Block,
    },
    /// `for x in LIST`, or `for i, x in enumerate(LIST)`.
    ForEach {
        index: Option<String>,
        name: String,
        list: String,
        body: Block,
    },
    /// `for x in f(e, ...)`: for each number that a part of the theory yields, which the composer puts in place.
    ForYield {
        name: String,
        function: String,
        arguments: Vec<Expr>,
        body: Block,
    },
    /// Ends the innermost loop.
    Break,
    /// `return e`.
    Return(Expr),
    /// Sorts the numbers of a list, the smallest first.
    Sort(String),
    /// `yield e, ...`, a move: the composer puts what the answer needs in its place.
    Yield(Vec<Expr>),
    /// `f(e, ...)`: `leave`, or a part of a theory that the composer puts in place, such as `options`.
    Do(String, Vec<Expr>),
    /// `x = read()` for each of these names, which are read one after the other.
    Read(Vec<String>),
    /// A number is read, and not used: `read()`.
    Skip,
    /// `x = reads(e)`: a list of so many numbers.
    ReadList(String, Expr),
    /// `while more(x, y)` and `while more_than_zero(x, y)`: as long as the input has these numbers, and, if `to_zero`,
    /// the first of them is not 0.
    WhileMore {
        names: Vec<String>,
        to_zero: bool,
        body: Block,
    },
    /// Prints these parts one after the other: texts, conditional texts, and numbers. A line ends with "\n".
    Out(Vec<Expr>),
    /// A line of the input ends here; only validators ask.
    Newline,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number as it is written.
    Number(u64),
    /// `True` or `False`.
    Bool(bool),
    /// A part of what is printed.
    Text(String),
    /// A variable, or a parameter in capitals.
    Name(String),
    /// `x[i]`.
    Item(String, Box<Expr>),
    /// `[e, ...]`.
    List(Vec<Expr>),
    /// `[e] * n`, where `e` is 0 or False.
    Filled(Box<Expr>, Box<Expr>),
    /// `not e`.
    Not(Box<Expr>),
    /// `e OP e`.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `a if c else b`, as c, a, b.
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `min`, `max` and `distance` of two numbers, `len` of a list, or a function.
    Call(String, Vec<Expr>),
}

/// What two values are joined by: Python's operators.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    /// `//`, which rounds down.
    Divide,
    Remainder,
    /// `**`, only in conditions.
    Power,
    Xor,
    BitAnd,
    BitOr,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
}

/// Each operator as it is written.
pub(crate) const OPERATORS: [(Operator, &str); 19] = [
    (Operator::Add, "+"),
    (Operator::Subtract, "-"),
    (Operator::Multiply, "*"),
    (Operator::Divide, "//"),
    (Operator::Remainder, "%"),
    (Operator::Power, "**"),
    (Operator::Xor, "^"),
    (Operator::BitAnd, "&"),
    (Operator::BitOr, "|"),
    (Operator::ShiftLeft, "<<"),
    (Operator::ShiftRight, ">>"),
    (Operator::Equal, "=="),
    (Operator::NotEqual, "!="),
    (Operator::Less, "<"),
    (Operator::LessOrEqual, "<="),
    (Operator::Greater, ">"),
    (Operator::GreaterOrEqual, ">="),
    (Operator::And, "and"),
    (Operator::Or, "or"),
];

/// What a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// What it is, or each number of it.
    pub of: Scalar,
    /// Whether it is a list.
    pub is_list: bool,
}

/// What a number is, or each number of a list; the later ones hold what the earlier ones do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scalar {
    /// A truth value.
    Bool,
    /// Always below 2^31.
    Int,
    /// 64 bits.
    Wide,
}

impl Operator {
    /// Python's text of it.
    pub fn text(self) -> &'static str {
        OPERATORS[self as usize].1
    }

    /// Whether the result is a truth value of two numbers.
    pub(crate) fn compares(self) -> bool {
        self >= Self::Equal && self <= Self::GreaterOrEqual
    }

    /// How strongly it binds in Python.
    pub(crate) fn binding(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Equal | Self::NotEqual | Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => 4,
            Self::BitOr => 5,
            Self::Xor => 6,
            Self::BitAnd => 7,
            Self::ShiftLeft | Self::ShiftRight => 8,
            Self::Add | Self::Subtract => 9,
            Self::Multiply | Self::Divide | Self::Remainder => 10,
            Self::Power => 11,
        }
    }

    /// Whether both sides are truth values, and the result is one.
    pub(crate) fn is_logical(self) -> bool {
        matches!(self, Self::And | Self::Or)
    }
}

/// A list of parts of a node, and the same list of parts that may be changed.
macro_rules! in_both_ways {
    ($about:literal, $name:ident, $changed:ident, $part:ty, $node:ident => $list:expr) => {
        #[doc = concat!($about, ".")]
        pub fn $name(&$node) -> Vec<&$part> {
            $list
        }

        #[doc = concat!($about, ", to be changed.")]
        pub fn $changed(&mut $node) -> Vec<&mut $part> {
            $list
        }
    };
}

impl Expr {
    /// A variable.
    pub fn name(name: impl Into<String>) -> Self {
        Self::Name(name.into())
    }

    /// Whether it is this name.
    pub fn is_name(&self, name: &str) -> bool {
        matches!(self, Self::Name(own) if own == name)
    }

    in_both_ways! {
        "Its parts", parts, parts_mut, Expr,
        self => match self {
            Self::Number(_) | Self::Bool(_) | Self::Text(_) | Self::Name(_) => Vec::new(),
            Self::Item(_, part) | Self::Not(part) => vec![part],
            Self::List(parts) | Self::Call(_, parts) => Vec::from_iter(parts),
            Self::Filled(one, other) | Self::Binary(_, one, other) => vec![one, other],
            Self::Choice(test, yes, no) => vec![test, yes, no],
        }
    }

    /// Whether it, or a part of it at any depth, is so.
    pub fn any(&self, is: &mut dyn FnMut(&Expr) -> bool) -> bool {
        is(self) || self.parts().into_iter().any(|part| part.any(is))
    }

    /// How often it uses this variable.
    pub fn uses(&self, name: &str) -> usize {
        let here = match self {
            Self::Name(own) | Self::Item(own, _) => usize::from(own == name),
            _ => 0,
        };
        here + self.parts().into_iter().map(|part| part.uses(name)).sum::<usize>()
    }
}

impl Statement {
    in_both_ways! {
        "The blocks in it", blocks, blocks_mut, Block,
        self => match self {
            Self::If(_, then, otherwise) => vec![then, otherwise],
            Self::While(_, body)
            | Self::For { body, .. }
            | Self::ForEach { body, .. }
            | Self::ForYield { body, .. }
            | Self::WhileMore { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    in_both_ways! {
        "Its own values, not those in its blocks; what is set is one of them", values, values_mut, Expr,
        self => match self {
            Self::Set(to, value) | Self::Change(to, _, value) => vec![to, value],
            Self::If(test, ..) | Self::While(test, _) => vec![test],
            Self::For {
                start, end, step, ..
            } => vec![start, end, step],
            Self::Return(value) | Self::ReadList(_, value) => vec![value],
            Self::ForYield { arguments, .. } => Vec::from_iter(arguments),
            Self::Yield(values) | Self::Do(_, values) | Self::Out(values) => Vec::from_iter(values),
            Self::ForEach { .. }
            | Self::Break
            | Self::Sort(_)
            | Self::Read(_)
            | Self::Skip
            | Self::WhileMore { .. }
            | Self::Newline => Vec::new(),
        }
    }

    /// Whether it reads anything of the input.
    pub(crate) fn reads(&self) -> bool {
        matches!(
            self,
            Self::Read(_) | Self::ReadList(..) | Self::Skip | Self::WhileMore { .. }
        )
    }

    /// The list that it makes or reads, and how long that is.
    pub(crate) fn list_made(&self) -> Option<(&String, Expr)> {
        match self {
            Self::ReadList(list, len) => Some((list, len.clone())),
            Self::Set(Expr::Name(list), Expr::Filled(_, len)) => Some((list, (**len).clone())),
            Self::Set(Expr::Name(list), Expr::List(items)) => Some((list, Expr::Number(items.len() as u64))),
            _ => None,
        }
    }

    in_both_ways! {
        "The names that it gives values to, or goes through, without those in its blocks, and without what it sets",
        names, names_mut, String,
        self => match self {
            Self::For { name, .. }
            | Self::ForYield { name, .. }
            | Self::Sort(name)
            | Self::ReadList(name, _) => vec![name],
            Self::ForEach {
                index, name, list, ..
            } => {
                let mut names = Vec::from_iter(index);
                names.extend([name, list]);
                names
            }
            Self::Read(names) | Self::WhileMore { names, .. } => Vec::from_iter(names),
            _ => Vec::new(),
        }
    }
}

/// An operator between two values.
pub(crate) fn binary(operator: Operator, one: Expr, other: Expr) -> Expr {
    Expr::Binary(operator, Box::new(one), Box::new(other))
}

/// Whether a condition holds of one of these statements, or of one in their blocks.
pub(crate) fn any_statement(block: &[Statement], holds: &dyn Fn(&Statement) -> bool) -> bool {
    let holds_in = |statement: &Statement| {
        let mut blocks = statement.blocks().into_iter();
        holds(statement) || blocks.any(|inner| any_statement(inner, holds))
    };
    block.iter().any(holds_in)
}

/// Whether a condition holds of a value in these statements, or of a part of one.
pub(crate) fn any_expr(block: &[Statement], holds: &dyn Fn(&Expr) -> bool) -> bool {
    any_statement(block, &|statement| {
        let mut values = statement.values().into_iter();
        values.any(|value| value.any(&mut |part| holds(part)))
    })
}

/// Calls `visit` with each statement, before those in its blocks.
pub(crate) fn for_each_statement<'b>(block: &'b [Statement], visit: &mut dyn FnMut(&'b Statement)) {
    for statement in block {
        visit(statement);
        for inner in statement.blocks() {
            for_each_statement(inner, visit);
        }
    }
}

/// Calls `visit` with each value, before its parts.
pub(crate) fn for_each_expr<'b>(block: &'b [Statement], visit: &mut dyn FnMut(&'b Expr)) {
    fn all<'b>(expr: &'b Expr, visit: &mut dyn FnMut(&'b Expr)) {
        visit(expr);
        for part in expr.parts() {
            all(part, visit);
        }
    }
    for_each_statement(block, &mut |statement| {
        for value in statement.values() {
            all(value, visit);
        }
    });
}

/// How often statements use this variable: those that only set it, too.
pub(crate) fn uses(block: &[Statement], name: &str) -> usize {
    let mut count = 0;
    for_each_statement(block, &mut |statement| {
        count += statement.names().into_iter().filter(|own| *own == name).count();
        let values = statement.values();
        count += values.into_iter().map(|value| value.uses(name)).sum::<usize>();
    });
    count
}

/// As it is written in the small language, with no more parentheses than needed.
impl std::fmt::Display for Expr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = |part: &Expr, least: u8| {
            let own = match part {
                Expr::Choice(..) => 0,
                Expr::Not(_) => 3,
                Expr::Binary(operator, ..) => operator.binding(),
                Expr::Filled(..) => 10,
                _ => 12,
            };
            if own < least {
                format!("({part})")
            } else {
                part.to_string()
            }
        };
        let list = |parts: &[Expr]| {
            let parts: Vec<_> = parts.iter().map(ToString::to_string).collect();
            parts.join(", ")
        };
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Bool(true) => f.write_str("True"),
            Self::Bool(false) => f.write_str("False"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Name(name) => f.write_str(name),
            Self::Item(list, index) => write!(f, "{list}[{index}]"),
            Self::List(items) => write!(f, "[{}]", list(items)),
            Self::Filled(zero, times) => write!(f, "[{zero}] * {}", side(times, 11)),
            Self::Not(of) => write!(f, "not {}", side(of, 3)),
            Self::Binary(operator, left, right) => {
                let own = operator.binding();
                // Comparisons do not follow each other.
                let left = side(left, own + u8::from(operator.compares()));
                write!(f, "{left} {} {}", operator.text(), side(right, own + 1))
            }
            Self::Choice(test, yes, no) => {
                write!(f, "{} if {} else {}", side(yes, 1), side(test, 1), side(no, 0))
            }
            Self::Call(name, arguments) => write!(f, "{name}({})", list(arguments)),
        }
    }
}
