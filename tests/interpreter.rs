//! Runs the small language of theories and programs, so that what they say can be tested without a compiler.
//!
//! A difference below 0, a number above 2^64 - 1 or a place outside of a list ends the test: in no language of programs
//! these are right.

use std::collections::{HashMap, VecDeque};

use bouton::internals::solution::parse;
use bouton::internals::solution::tree::{Block, Expr, Function, Operator, Program, Statement};

/// What a variable holds; truth values are 0 and 1.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number or a truth value.
    Number(u64),
    /// A list.
    List(Vec<u64>),
}

/// Variables by name.
pub type Variables = HashMap<String, Value>;

/// What a statement makes of those behind it.
enum Flow {
    Next,
    Break,
    Return(u64),
}

/// The functions, the variables that all of them see, and what was read, printed and found.
pub struct Machine {
    functions: HashMap<String, Function>,
    /// Parameters, and the lists that `prepare` made.
    pub shared: Variables,
    /// Of each call that has not returned.
    own: Vec<Variables>,
    input: VecDeque<u64>,
    printed: String,
    /// What was yielded or left: the name of the statement, and its values.
    pub found: Vec<(String, Vec<Value>)>,
}

impl Machine {
    /// A machine with these functions.
    pub fn new<'f>(functions: impl IntoIterator<Item = &'f Function>) -> Self {
        let functions = functions.into_iter();
        Self {
            functions: functions.map(|it| (it.name.clone(), it.clone())).collect(),
            shared: Variables::new(),
            own: vec![Variables::new()],
            input: VecDeque::new(),
            printed: String::new(),
            found: Vec::new(),
        }
    }

    /// What a program prints for these numbers.
    pub fn answers(program: &Program, input: impl IntoIterator<Item = u64>) -> String {
        let mut machine = Self::new(&program.functions);
        for (name, values) in &program.constants {
            let list = Value::List(values.clone());
            machine.shared.insert(name.clone(), list);
        }
        machine.input = input.into_iter().collect();
        machine.run(&program.main.body);
        assert!(machine.input.is_empty() || machine.input.iter().all(|number| *number == 0));
        machine.printed
    }

    /// Whether there is a function with this name.
    pub fn has(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    /// How many parameters a function has.
    pub fn parameters(&self, name: &str) -> usize {
        self.functions[name].parameters.len()
    }

    /// Runs a function's statements among the variables that all see.
    pub fn prepare(&mut self) {
        if let Some(prepare) = self.functions.get("prepare").cloned() {
            self.run(&prepare.body);
            let made = std::mem::take(&mut self.own[0]);
            self.shared.extend(made);
        }
    }

    /// What a function returns, and its variables after it.
    pub fn call(&mut self, name: &str, arguments: Vec<Value>) -> (u64, Variables) {
        let function = self.functions.get(name).cloned();
        let function = function.unwrap_or_else(|| panic!("there is no function {name}"));
        assert_eq!(function.parameters.len(), arguments.len(), "{name}");
        let parameters = function.parameters.iter().cloned();
        self.own.push(parameters.zip(arguments).collect());
        let flow = self.run(&function.body);
        let own = self.own.pop().unwrap();
        let returned = if let Flow::Return(value) = flow { value } else { 0 };
        (returned, own)
    }

    /// Runs the statements of a function among these variables.
    pub fn go_on(&mut self, name: &str, variables: Variables) {
        let function = self.functions[name].clone();
        self.own.push(variables);
        self.run(&function.body);
        self.own.pop();
    }

    fn run(&mut self, block: &Block) -> Flow {
        for statement in block {
            match self.step(statement) {
                Flow::Next => {}
                flow => return flow,
            }
        }
        Flow::Next
    }

    /// Runs the body of a loop; whether the loop ends.
    fn turn(&mut self, body: &Block) -> Option<Flow> {
        match self.run(body) {
            Flow::Next => None,
            Flow::Break => Some(Flow::Next),
            returned @ Flow::Return(_) => Some(returned),
        }
    }

    fn step(&mut self, statement: &Statement) -> Flow {
        match statement {
            Statement::Set(to, value) => {
                let value = self.value(value);
                self.set(to, value);
            }
            Statement::Change(to, operator, value) => {
                let old = self.number(to);
                let value = self.number(value);
                self.set(to, Value::Number(operate(*operator, old, value)));
            }
            Statement::If(test, then, otherwise) => {
                let is_so = self.number(test) > 0;
                return self.run(if is_so { then } else { otherwise });
            }
            Statement::While(test, body) => {
                while self.number(test) > 0 {
                    if let Some(flow) = self.turn(body) {
                        return flow;
                    }
                }
            }
            Statement::For {
                name,
                start,
                end,
                step,
                body,
            } => {
                let (mut at, end) = (self.number(start), self.number(end));
                let step = self.number(step);
                while at < end {
                    self.set(&Expr::name(name), Value::Number(at));
                    if let Some(flow) = self.turn(body) {
                        return flow;
                    }
                    at += step;
                }
            }
            Statement::ForEach {
                index,
                name,
                list,
                body,
            } => {
                for at in 0..self.list(list).len() {
                    let number = self.list(list)[at];
                    self.set(&Expr::name(name), Value::Number(number));
                    if let Some(index) = index {
                        self.set(&Expr::name(index), Value::Number(at as u64));
                    }
                    if let Some(flow) = self.turn(body) {
                        return flow;
                    }
                }
            }
            Statement::ForYield {
                name,
                function,
                arguments,
                body,
            } => {
                for values in self.yielded(function, arguments) {
                    self.set(&Expr::name(name), values[0].clone());
                    if let Some(flow) = self.turn(body) {
                        return flow;
                    }
                }
            }
            Statement::Break => return Flow::Break,
            Statement::Return(value) => return Flow::Return(self.number(value)),
            Statement::Sort(name) => self.list(name).sort_unstable(),
            Statement::Yield(values) => self.find("yield", values),
            Statement::Do(name, values) => match &**name {
                "assert" => {}
                _ if self.has(name) => {
                    for values in self.yielded(name, values) {
                        self.found.push((name.clone(), values));
                    }
                }
                _ => self.find(name, values),
            },
            Statement::Read(names) => {
                for name in names {
                    let number = self.input.pop_front().expect("the input has no more");
                    self.set(&Expr::name(name), Value::Number(number));
                }
            }
            Statement::Skip => {
                self.input.pop_front().expect("the input has no more");
            }
            Statement::ReadList(name, len) => {
                let len = self.number(len) as usize;
                assert!(len <= self.input.len(), "the input has no more");
                let list = self.input.drain(..len).collect();
                self.set(&Expr::name(name), Value::List(list));
            }
            Statement::WhileMore { names, to_zero, body } => {
                while self.input.len() >= names.len() && !(*to_zero && self.input[0] == 0) {
                    self.step(&Statement::Read(names.clone()));
                    if let Some(flow) = self.turn(body) {
                        return flow;
                    }
                }
            }
            Statement::Out(parts) => {
                for part in parts {
                    let text = self.text(part);
                    self.printed += &text;
                }
            }
            Statement::Newline => {}
        }
        Flow::Next
    }

    fn find(&mut self, name: &str, values: &[Expr]) {
        let values = values.iter().map(|value| self.value(value)).collect();
        self.found.push((name.to_owned(), values));
    }

    /// What a function yields.
    fn yielded(&mut self, function: &str, arguments: &[Expr]) -> Vec<Vec<Value>> {
        let arguments = arguments.iter().map(|value| self.value(value)).collect();
        let before = std::mem::take(&mut self.found);
        self.call(function, arguments);
        let yielded = std::mem::replace(&mut self.found, before);
        yielded.into_iter().map(|(_, values)| values).collect()
    }

    fn text(&mut self, part: &Expr) -> String {
        match part {
            Expr::Text(text) => text.clone(),
            Expr::Choice(test, yes, no) => {
                let is_so = self.number(test) > 0;
                self.text(if is_so { yes } else { no })
            }
            number => self.number(number).to_string(),
        }
    }

    fn variable(&mut self, name: &str) -> &mut Value {
        // What `prepare` and the program itself have set, its functions see too.
        let last = self.own.len() - 1;
        let mut places = [last, 0].into_iter();
        match places.find(|&place| self.own[place].contains_key(name)) {
            Some(place) => self.own[place].get_mut(name),
            None => self.shared.get_mut(name),
        }
        .unwrap_or_else(|| panic!("{name} has no value"))
    }

    fn list(&mut self, name: &str) -> &mut Vec<u64> {
        match self.variable(name) {
            Value::List(list) => list,
            Value::Number(_) => panic!("{name} is no list"),
        }
    }

    fn set(&mut self, to: &Expr, value: Value) {
        match (to, value) {
            (Expr::Name(name), value) => {
                let own = self.own.last_mut().unwrap();
                own.insert(name.clone(), value);
            }
            (Expr::Item(name, index), Value::Number(number)) => {
                let index = self.number(index) as usize;
                self.list(name)[index] = number;
            }
            (to, value) => panic!("{value:?} cannot be put into {to:?}"),
        }
    }

    fn number(&mut self, expr: &Expr) -> u64 {
        match self.value(expr) {
            Value::Number(number) => number,
            Value::List(_) => panic!("{expr:?} is a list"),
        }
    }

    fn value(&mut self, expr: &Expr) -> Value {
        Value::Number(match expr {
            Expr::Number(number) => *number,
            Expr::Bool(is_so) => u64::from(*is_so),
            Expr::Text(text) => panic!("'{text}' is no number"),
            Expr::Name(name) => return self.variable(name).clone(),
            Expr::Item(name, index) => {
                let index = self.number(index) as usize;
                self.list(name)[index]
            }
            Expr::List(values) => {
                let numbers = values.iter().map(|value| self.number(value));
                return Value::List(numbers.collect());
            }
            Expr::Filled(value, len) => {
                let len = self.number(len) as usize;
                return Value::List(vec![self.number(value); len]);
            }
            Expr::Not(value) => u64::from(self.number(value) == 0),
            Expr::Choice(test, yes, no) => {
                let is_so = self.number(test) > 0;
                return self.value(if is_so { yes } else { no });
            }
            Expr::Binary(Operator::And, one, other) => u64::from(self.number(one) > 0 && self.number(other) > 0),
            Expr::Binary(Operator::Or, one, other) => u64::from(self.number(one) > 0 || self.number(other) > 0),
            Expr::Binary(operator, one, other) => {
                let one = self.number(one);
                operate(*operator, one, self.number(other))
            }
            Expr::Call(name, of) => match (&**name, &of[..]) {
                ("len", [Expr::Name(list)]) => self.list(list).len() as u64,
                ("min", [one, other]) => self.number(one).min(self.number(other)),
                ("max", [one, other]) => self.number(one).max(self.number(other)),
                ("distance", [one, other]) => self.number(one).abs_diff(self.number(other)),
                (name, of) => {
                    let arguments = of.iter().map(|value| self.value(value)).collect();
                    self.call(name, arguments).0
                }
            },
        })
    }
}

/// The result of an operator that is no `and` or `or`.
fn operate(operator: Operator, one: u64, other: u64) -> u64 {
    let result = match operator {
        Operator::Add => one.checked_add(other),
        Operator::Subtract => one.checked_sub(other),
        Operator::Multiply => one.checked_mul(other),
        Operator::Divide => one.checked_div(other),
        Operator::Remainder => one.checked_rem(other),
        Operator::Power => one.checked_pow(other.try_into().unwrap()),
        Operator::Xor => Some(one ^ other),
        Operator::BitAnd => Some(one & other),
        Operator::BitOr => Some(one | other),
        Operator::ShiftLeft => one.checked_shl(other.try_into().unwrap()),
        Operator::ShiftRight => one.checked_shr(other.try_into().unwrap()),
        Operator::Equal => Some(u64::from(one == other)),
        Operator::NotEqual => Some(u64::from(one != other)),
        Operator::Less => Some(u64::from(one < other)),
        Operator::LessOrEqual => Some(u64::from(one <= other)),
        Operator::Greater => Some(u64::from(one > other)),
        Operator::GreaterOrEqual => Some(u64::from(one >= other)),
        Operator::And | Operator::Or => unreachable!("their second side may not be asked"),
    };
    result.unwrap_or_else(|| panic!("{one} {} {other} is no number", operator.text()))
}

#[test]
fn a_docstring_goes_on_behind_a_backslash() {
    let file = parse::file("\"\"\"a rule\nwhy, \\\nat length\"\"\"\nassert K <= 9\n").unwrap();
    assert_eq!(file.about, "a rule\nwhy, at length");
    assert_eq!(file.conditions.len(), 1);
    let mistake = parse::file("\"\"\"a \\\nrule\"\"\"\nassert K <=\n").unwrap_err();
    assert!(mistake.starts_with("3:"), "{mistake}");
}

#[test]
fn programs_read_and_print() {
    let body = parse::statements(
        "t = read()\nfor _ in range(t):\n    n = read()\n    a = reads(n)\n    a.sort()\n    for x in a:\n        \
         out(x, \" \")\n    out(\"even\" if n % 2 == 0 else \"odd\", \"\\n\")",
    );
    let main = Function {
        body,
        ..Function::default()
    };
    let program = Program {
        heading: Vec::new(),
        is_old: false,
        reads_much: false,
        is_unsigned: false,
        reads_wide: false,
        steps: 0,
        are_of_case: false,
        constants: Vec::new(),
        functions: Vec::new(),
        main,
    };
    let printed = Machine::answers(&program, [2, 3, 9, 1, 5, 0]);
    assert_eq!(printed, "1 5 9 odd\neven\n");
}
