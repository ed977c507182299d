//! C++ for a game: a program that answers its inputs, and the validators of its package. Each is a single file that
//! needs nothing but a compiler.
//!
//! All of them follow the layout of the input as [`Layout::walk`](crate::layout::Layout::walk) shows it, which
//! `bouton validate` does, too. What validators have in common is in `validation.h`, and for answers with moves in
//! `position.h` or in the file of the game.

mod answer;

use std::convert::Infallible;

use crate::game::cpp::CppTakes;
use crate::game::period::Period;
use crate::game::rule::Rules;
use crate::game::{Changes, Play};
use crate::layout::{Limit, NumberItem, Once, Parameter, Repeat, Role, Walker};
use crate::problem::Problem;
use crate::words::{Language, in_language};

const VALIDATION: &str = include_str!("validation.h");
const SOLUTION: &str = include_str!("solution.h");
const OUTPUT: &str = include_str!("output.h");
const MOVE: &str = include_str!("move.h");
/// Moves, the takes of the game, and its class `Position`.
fn position(rules: &Rules) -> String {
    let takes = match rules.takes_def().cpp.takes {
        CppTakes::Named(class, _) => format!("{class}Named named;\n\n"),
        CppTakes::None | CppTakes::Set | CppTakes::Listed(_) => String::new(),
    };
    [MOVE, &takes, rules.def().cpp.class].concat()
}

/// What programs call the numbers of a rule.
const MEMBERS: [(Role, &str); 6] = [
    (Role::Parameter(Parameter::MinTaken), "named.least"),
    (Role::Parameter(Parameter::MaxTaken), "named.most"),
    (Role::Parameter(Parameter::Base), "named.base"),
    (Role::Parameter(Parameter::MaxPiles), "position.most"),
    (Role::Parameter(Parameter::Factor), "position.factor"),
    (Role::Parameter(Parameter::King), "position.king"),
];

/// A program that answers the input.
pub(crate) fn solution(problem: &Problem) -> String {
    let what = in_language(Language::English, || problem.rules.description());
    let what = format!("// {}: {what}.\n", problem.title()).replace('\n', " ");
    let print = answer::of_case(&problem.answer, true);
    let body = Writer::program(problem, false, Some(&print), "");
    let class = position(&problem.rules);
    format!(
        "{}\n{SOLUTION}{class}{body}    return 0;\n}}\n",
        what.trim_end()
    )
}

/// The validator of inputs: the exit code is 42 for a valid one on standard input, else 43.
pub fn input_validator(problem: &Problem) -> String {
    let body = Writer::program(problem, true, None, "    Text input(stdin);\n");
    format!("{VALIDATION}{body}    input.end();\n    return VALID;\n}}\n")
}

/// The validator of answers, which are on standard input; the first argument is the input.
pub fn answer_validator(problem: &Problem) -> String {
    // It finds our answers, and puts them where they are expected.
    let check = answer::of_case(&problem.answer, problem.rules.def().cpp.counts);
    let body = Writer::program(
        problem,
        true,
        Some(&check),
        "    if (argc < 2) return 1;\n    Text input(open_file(argv[1], \"rb\"), 1), answers(stdin);\n",
    );
    let class = position(&problem.rules);
    format!(
        "{VALIDATION}{class}{body}    input.end();\n    answers.end();\n    return VALID;\n}}\n"
    )
}

/// The validator of what submissions print, if several answers may be right. The arguments are the input, our
/// answers and a folder for messages; the answers to judge are on standard input.
pub fn output_validator(problem: &Problem) -> Option<String> {
    let check = answer::of_output(&problem.answer)?;
    let body = Writer::program(
        problem,
        true,
        Some(&check),
        "    if (argc < 4) return 1;\n    Text input(open_file(argv[1], \"rb\"), 1);\n    Output output;\n    \
         reasons = open_file(std::string(argv[3]) + \"/judgemessage.txt\", \"w\");\n",
    );
    let class = position(&problem.rules);
    Some(format!(
        "{VALIDATION}{class}{OUTPUT}{body}    input.end();\n    \
         if (!output.at_end()) refuse(\"there is something after the last answer\");\n    \
         return VALID;\n}}\n"
    ))
}

/// Writes the program that reads an input.
struct Writer<'p> {
    problem: &'p Problem,
    /// Whether it checks the input. Else it only reads the numbers.
    is_strict: bool,
    /// What it does with each complete case, whose position it keeps.
    of_case: Option<&'p str>,
    code: String,
    depth: usize,
}

impl<'p> Writer<'p> {
    /// The program up to the end of the input; `start` opens the files.
    fn program(
        problem: &'p Problem,
        is_strict: bool,
        of_case: Option<&'p str>,
        start: &str,
    ) -> String {
        let mut writer = Self {
            problem,
            is_strict,
            of_case,
            code: String::new(),
            depth: 1,
        };
        if of_case.is_some() {
            writer.rules();
        }
        let Ok(()) = problem.layout.walk(&mut writer);
        let mut program = String::from("\n// The last value of each number of the input.\n");
        for number in &problem.layout.numbers {
            program.extend(["Number ", &number.name, "_;\n"]);
            if let Some(order) = writer.order_in_group(number) {
                program.extend([order, " ", &number.name, "_order;\n"]);
            }
        }
        let (globals, arguments) = match (of_case, is_strict) {
            (None, _) => ("", ""),
            (Some(_), true) => (
                "Number cases;\nPosition position;\n",
                "int argc, char **argv",
            ),
            (Some(_), false) => (
                "Number cases;\nInput input;\nAnswers answers;\nPosition position;\n",
                "",
            ),
        };
        program + globals + "\nint main(" + arguments + ")\n{\n" + start + &writer.code
    }

    /// What the rules say of moves.
    fn rules(&mut self) {
        let rules = &self.problem.rules;
        if rules.play() == Play::Misere {
            self.line("position.misere = true;");
        }
        for (role, member) in MEMBERS {
            if let Some(number) = rules.number(role) {
                self.line(&format!("{member} = {};", answer::number(number)));
            }
        }
        if let Some(digits) = rules.said(Role::Other) {
            self.list("code", digits);
        }
        self.lines(rules.def().cpp.setup);
        match rules.takes_def().cpp.takes {
            CppTakes::None => {}
            CppTakes::Set => {
                if let Some(takes) = rules.said(Role::Take) {
                    self.list("takes", takes);
                }
            }
            CppTakes::Listed(numbers) => self.list("takes", &numbers()),
            CppTakes::Named(_, setup) => {
                self.line("position.named = &named;");
                self.lines(setup);
            }
        }
        if let Changes::Piles = rules.changes()
            && let Some((Period { start, len }, _)) = rules.proven_period()
        {
            self.line(&format!(
                "position.known_start = {start}, position.known_period = {len};"
            ));
        }
    }

    /// A line that sets a member of the position.
    fn list(&mut self, member: &str, numbers: &[u64]) {
        let numbers: Vec<_> = numbers
            .iter()
            .map(|&number| answer::number(number))
            .collect();
        self.line(&format!("position.{member} = {{{}}};", numbers.join(", ")));
    }

    /// A line, with four spaces for each brace that is open.
    fn line(&mut self, line: &str) {
        self.depth -= usize::from(line.starts_with('}'));
        self.code.extend([&"    ".repeat(self.depth), line, "\n"]);
        self.depth += usize::from(line.ends_with('{'));
    }

    fn lines(&mut self, code: &str) {
        code.lines().for_each(|line| self.line(line));
    }

    fn block(&mut self, head: &str, once: Once<'_, Self>, last: &str) -> Result<(), Infallible> {
        self.line(head);
        once(self)?;
        self.line(last);
        Ok(())
    }

    /// The class of `validation.h` for the order that a number has to keep from one line of a group to the next.
    fn order_in_group(&self, number: &NumberItem) -> Option<&'static str> {
        let has_order = number.times.is_none() && order(number) != "Any";
        (self.is_strict && has_order).then(|| order(number))
    }

    fn name(&self, index: usize) -> &'p str {
        &self.problem.layout.numbers[index].name
    }

    fn limit(&self, limit: Limit) -> String {
        match limit {
            Limit::Number(number) => answer::number(number),
            Limit::Value(index) => format!("{}_", self.name(index)),
        }
    }
}

/// The class of `validation.h` for the order of several numbers.
fn order(number: &NumberItem) -> &'static str {
    match number {
        number if number.ascending => "Ascending",
        number if number.distinct => "Distinct",
        _ => "Any",
    }
}

impl Walker for Writer<'_> {
    type Stop = Infallible;

    fn number(&mut self, number: &NumberItem) -> Result<(), Infallible> {
        let name = &number.name;
        let first = number.differs_from.map(|first| self.name(first));
        let kept = match number.role {
            Role::Pile | Role::SecondCell | Role::Person => Some("position.piles"),
            Role::Take => Some("position.takes"),
            _ => None,
        };
        let kept = kept.filter(|_| self.of_case.is_some());
        let mut arguments = Vec::from_iter(self.is_strict.then(|| format!("\"{name}\"")));
        arguments.extend(number.times.map(|times| format!("{}_", self.name(times))));
        if self.is_strict {
            arguments.extend([number.low, number.high].map(|limit| self.limit(limit)));
        }
        if number.times.is_some() {
            arguments.extend(self.is_strict.then(|| format!("{}()", order(number))));
            arguments.extend(kept.map(|kept| format!("&{kept}")));
            let arguments = arguments.join(", ");
            self.line(&format!("{name}_ = input.numbers({arguments});"));
        } else {
            let order = self.order_in_group(number);
            arguments.extend(order.map(|_| format!("{name}_order")));
            let arguments = arguments.join(", ");
            self.line(&format!("{name}_ = input.number({arguments});"));
            if let Some(first) = first.filter(|_| self.is_strict) {
                self.line(&format!(
                    "input.check({first}_ != {name}_, \"different numbers ({name})\");"
                ));
            }
            if let Some(kept) = kept {
                let pile = first.map_or(format!("{name}_"), |first| {
                    format!("({first}_ > {name}_ ? {first}_ - {name}_ : {name}_ - {first}_) - 1")
                });
                self.line(&format!("{kept}.push_back({pile});"));
            }
        }
        let mut members = MEMBERS.iter().filter(|_| self.of_case.is_some());
        if let Some((_, member)) = members.find(|(role, _)| *role == number.role) {
            self.line(&format!("{member} = {name}_;"));
            if member.starts_with("named") && self.problem.rules.has_other_takes() {
                self.line("position.forget();");
            }
        }
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Infallible> {
        if self.is_strict {
            self.line("input.newline();");
        }
        Ok(())
    }

    fn case_end(&mut self) -> Result<(), Infallible> {
        if let Some(code) = self.of_case {
            self.line("cases++;");
            self.lines(code);
            self.line("position.clear();");
            let mut numbers = self.problem.layout.numbers_of_case();
            if numbers.any(|number| number.role == Role::Take) {
                self.line("position.takes.clear();");
            }
        }
        Ok(())
    }

    fn ascend_anew(&mut self, number: &NumberItem) {
        if let Some(order) = self.order_in_group(number) {
            self.line(&format!("{}_order = {order}();", number.name));
        }
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Infallible> {
        match repeat {
            Repeat::Times(times) => {
                let i = format!("i{}", self.depth);
                let head = format!(
                    "for (Number {i} = 0; {i} < {}_; {i}++) {{",
                    self.name(times)
                );
                let answer = &self.problem.answer;
                let positions = answer.positions.as_ref();
                let is_position = self.of_case.is_some()
                    && positions.is_some_and(|positions| positions.times == self.name(times));
                let once: Once<'_, Self> = &mut |writer| {
                    once(writer)?;
                    if is_position {
                        writer.line(&answer::of_position(answer));
                    }
                    Ok(())
                };
                self.block(&head, once, "}")
            }
            Repeat::ToEnd | Repeat::ToEndWithBlankLines | Repeat::ToZero if !self.is_strict => {
                let end = match repeat {
                    Repeat::ToZero => "while (input.peek() != '0' && input.peek() != EOF) {",
                    _ => "while (input.peek() != EOF) {",
                };
                self.block(end, once, "}")
            }
            Repeat::ToEnd => self.block("do {", once, "} while (!input.at_end());"),
            Repeat::ToEndWithBlankLines => self.block(
                "for (;;) {",
                &mut |writer| {
                    once(writer)?;
                    writer.line("if (input.at_end()) break;");
                    writer.line("input.newline();");
                    Ok(())
                },
                "}",
            ),
            Repeat::ToZero => self.block("do {", once, "} while (input.peek() != '0');"),
        }
    }

    fn zeros(&mut self, count: usize) -> Result<(), Infallible> {
        for _ in 0..if self.is_strict { count } else { 0 } {
            self.line("input.number(\"the end of the cases\", 0, 0);");
        }
        Ok(())
    }
}
