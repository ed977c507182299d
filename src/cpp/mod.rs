//! C++ for the validators of a package. Each is a single file that needs nothing but a compiler.
//!
//! All of them follow the layout of the input as [`Layout::walk`](crate::layout::Layout::walk) shows it, which
//! `bouton validate` does, too. What validators have in common is in `validation.h`, and for answers with moves in
//! `position.h` or in the file of the game.

mod answer;

use std::convert::Infallible;

use crate::game::period::Period;
use crate::game::{Changes, Play};
use crate::layout::{
    Limit, Named, NumberItem, Once, Parameter, PileOf, PileOrder, Repeat, Role, Walker,
};
use crate::problem::Problem;

const VALIDATION: &str = include_str!("validation.h");
const OUTPUT: &str = include_str!("output.h");
const MOVE: &str = include_str!("move.h");

/// Moves, the takes of the game, and its class `Position`.
fn position(problem: &Problem) -> String {
    let rules = &problem.rules;
    let class = match problem.layout.beside()[..] {
        [] => rules.def.cpp.class,
        [..] => include_str!("games/beside.h"),
    };
    let mut takes = rules.takes.cpp.takes.to_owned();
    if !takes.is_empty() {
        takes += "Named named;\n\n";
    }
    [MOVE, &takes, class].concat()
}

/// What programs call the numbers of a rule.
const MEMBERS: [(Role, &str); 9] = [
    (Role::Parameter(Parameter::MinTaken), "named.least"),
    (Role::Parameter(Parameter::MaxTaken), "named.most"),
    (Role::Parameter(Parameter::Base), "named.base"),
    (Role::Parameter(Parameter::MaxPiles), "position.most"),
    (Role::Parameter(Parameter::Factor), "position.factor"),
    (Role::Parameter(Parameter::King), "position.king"),
    (Role::Parameter(Parameter::LeastDivisor), "position.least"),
    (Role::Parameter(Parameter::LargestDivisor), "position.most"),
    (Role::Parameter(Parameter::Step), "position.first"),
];

/// The validator of inputs: the exit code is 42 for a valid one on standard input, else 43.
pub fn input_validator(problem: &Problem) -> String {
    let start = "int main()\n{\n    Text input(stdin);\n";
    let body = program(problem, None, start);
    format!("{VALIDATION}{body}    input.end();\n    return VALID;\n}}\n")
}

/// The validator of answers, which are on standard input; the first argument is the input.
pub fn answer_validator(problem: &Problem) -> String {
    // It finds our answers, and puts them where they are expected.
    let check = answer::of_case(&problem.answer, problem.rules.def.cpp.counts);
    let start = "int main(int argc, char **argv)\n{\n    if (argc < 2) return 1;\n    \
                 Text input(open_file(argv[1], \"rb\"), 1), answers(stdin);\n";
    let body = program(problem, Some(&check), start);
    let class = position(problem);
    format!(
        "{VALIDATION}{class}{body}    input.end();\n    answers.end();\n    return VALID;\n}}\n"
    )
}

/// How a judge calls a checker, and is answered by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// The package formats of ICPC: the arguments are the input, our answers and a folder for messages, the answers to
    /// judge are on standard input, and the exit code is 42 or 43.
    Icpc,
    /// That of testlib: the arguments are the input, the answers to judge and ours, and the exit code is 0 if they are
    /// right, or 1, with the reason on standard error.
    Testlib,
}

/// The checker of what submissions print, if several answers may be right.
///
/// # Errors
/// Why there is none.
pub fn checker(problem: &Problem, interface: Interface) -> Result<Option<String>, String> {
    let Some(check) = answer::of_output(&problem.answer, &problem.rules) else {
        return Ok(None);
    };
    let start = match interface {
        Interface::Icpc => {
            "int main(int argc, char **argv)\n{\n    if (argc < 4) return 1;\n    \
             Text input(open_file(argv[1], \"rb\"), 1);\n    Output output;\n    \
             reasons = open_file(std::string(argv[3]) + \"/judgemessage.txt\", \"w\");\n"
        }
        Interface::Testlib => {
            "int main(int argc, char **argv)\n{\n    \
             if (argc < 3 || !std::freopen(argv[2], \"rb\", stdin)) return 3;\n    \
             Text input(open_file(argv[1], \"rb\"), 3);\n    Output output;\n"
        }
    };
    let validation = match interface {
        Interface::Icpc => VALIDATION.to_owned(),
        Interface::Testlib => VALIDATION
            .replace("VALID = 42, INVALID = 43", "VALID = 0, INVALID = 1")
            .replace(
                "std::fprintf(reasons, \"%s\\n\", reason.c_str());",
                "std::fprintf(reasons, \"%s%s\\n\", code == INVALID ? \"wrong answer \" : \"FAIL \", reason.c_str());",
            ),
    };
    let ok = match interface {
        Interface::Icpc => "",
        Interface::Testlib => "    std::fprintf(stderr, \"ok all answers are right\\n\");\n",
    };
    let body = program(problem, Some(&check), start);
    let class = position(problem);
    Ok(Some(format!(
        "{validation}{class}{OUTPUT}{body}    input.end();\n    \
         if (!output.at_end()) refuse(\"there is something after the last answer\");\n{ok}    \
         return VALID;\n}}\n"
    )))
}

/// A program that checks an input, up to the end of that, if `main` has this `start`; the fields are those of
/// [`Writer`].
fn program(problem: &Problem, of_case: Option<&str>, start: &str) -> String {
    let mut writer = Writer {
        problem,
        of_case,
        code: String::new(),
        depth: 1,
    };
    let mut globals = String::from("\n// The last value of each number of the input.\n");
    for number in &problem.layout.numbers {
        globals.extend(["Number ", &number.name, "_;\n"]);
        if let Some(order) = Writer::order_in_group(number) {
            globals.extend([order, " ", &number.name, "_order;\n"]);
        }
        if writer.is_named_by_element(number) {
            globals.extend(["List ", &number.name, "_each;\n"]);
        }
        if Writer::has_each_its_limits(number) {
            globals.extend(["Number ", &number.name, "_at = 0;\n"]);
        }
        if writer.is_made(number) {
            globals.extend(["List ", &number.name, "_list;\n"]);
        }
        if number.most_together.is_some() {
            globals.extend(["Number ", &number.name, "_together = 0;\n"]);
        }
    }
    if of_case.is_some() {
        globals += "Number cases;\nPosition position;\n";
        writer.rules();
    }
    let Ok(()) = problem.layout.walk(&mut writer);
    format!("{globals}\n{start}{}", writer.code)
}

/// Writes what reads an input.
struct Writer<'p> {
    problem: &'p Problem,
    /// What it does with each complete case, whose position it keeps.
    of_case: Option<&'p str>,
    code: String,
    depth: usize,
}

impl<'p> Writer<'p> {
    /// What the rules say of moves.
    fn rules(&mut self) {
        let rules = &self.problem.rules;
        if rules.play == Play::Misere {
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
        let takes = &rules.takes.cpp;
        if rules.has_other_takes() {
            self.lines(rules.def.cpp.setup);
        }
        if !takes.takes.is_empty() && self.problem.layout.beside().is_empty() {
            self.line("position.named = &named;");
        }
        self.lines(takes.setup);
        let listed = (takes.list)();
        let list = rules.said(Role::Take).unwrap_or(&listed);
        if !list.is_empty() {
            self.list("takes", list);
        }
        if !rules.def.cpp.lost_alone.is_empty() {
            self.list("lost_alone", rules.def.cpp.lost_alone);
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
        let numbers = numbers.iter().map(|&number| answer::number(number));
        let numbers: Vec<_> = numbers.collect();
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

    /// The class of `validation.h` for the order that a number has to keep from one line of a group to the next.
    fn order_in_group(number: &NumberItem) -> Option<&'static str> {
        let has_order = number.times().is_none() && order(number) != "Any";
        has_order.then(|| order(number))
    }

    /// A set replaces the one before.
    fn begin_set(&mut self, number: &NumberItem) {
        if number.role == Role::Take && self.of_case.is_some() {
            self.line("position.takes.clear();");
        }
    }

    /// Whether what is read is kept in a list, from which piles are made.
    fn is_made(&self, number: &NumberItem) -> bool {
        match number.role {
            Role::Pile | Role::PileOf(_) if self.order(number).is_some() => {
                self.of_case.is_some() && !self.order(number).is_some_and(|order| order.is_row)
            }
            Role::FirstCell | Role::SecondCell | Role::PileOf(PileOf::Cells) => true,
            Role::PileOf(PileOf::UpTo) => false,
            Role::PileOf(_) => self.of_case.is_some(),
            _ => false,
        }
    }

    /// The order of the piles, if it is not that of the input and this number is one of them.
    fn order(&self, number: &NumberItem) -> Option<&'p PileOrder> {
        let order = self.problem.layout.order.as_ref();
        order.filter(|order| order.place(number.index).is_some())
    }

    /// The size of the pile of a number that stands alone and whose value is this.
    fn pile_of(number: &NumberItem, value: &str) -> String {
        match number.role {
            Role::PileOf(PileOf::Less(less)) => format!("{value} - {}", answer::number(less)),
            Role::PileOf(PileOf::More(more)) => format!("{value} + {}", answer::number(more)),
            _ => value.to_owned(),
        }
    }

    /// Makes the piles of a position that come in another order, and in several groups.
    fn make_ordered(&mut self, order: &PileOrder) {
        let numbers = &self.problem.layout.numbers;
        for run in &order.runs {
            let run: Vec<_> = order.names[run.clone()]
                .iter()
                .map(|&index| &numbers[index])
                .collect();
            let len = format!("{}_list.size()", run[0].name);
            self.line(&format!("for (size_t i = 0; i < {len}; i++) {{"));
            for number in &run {
                let pile = Self::pile_of(number, &format!("{}_list[i]", number.name));
                self.line(&format!("position.piles.push_back({pile});"));
            }
            self.line("}");
        }
        for &index in &order.names {
            self.line(&format!("{}_list.clear();", self.name(index)));
        }
    }

    /// Makes the piles of a position from the numbers that were read.
    fn make_piles(&mut self) {
        let order = self.problem.layout.order.as_ref();
        if let Some(order) = order.filter(|order| !order.is_row && self.of_case.is_some()) {
            return self.make_ordered(order);
        }
        let numbers = self.problem.layout.numbers.iter();
        let made: Vec<_> = numbers.filter(|number| self.is_made(number)).collect();
        for number in &made {
            let list = format!("{}_list", number.name);
            let between = "(one > other ? one - other : other - one) - 1".to_owned();
            let more = |more| ("i++", None, format!("{list}[i] + {more}"));
            let (step, ends, pile) = match number.role {
                Role::SecondCell => {
                    let first = number
                        .differs_from
                        .map_or("", |first| self.name(first.index));
                    let ends = format!("one = {first}_list[i], other = {list}[i]");
                    ("i++", Some(ends), between)
                }
                Role::PileOf(PileOf::Cells) => {
                    let ends = format!("one = {list}[i], other = {list}[i + 1]");
                    ("i += 2", Some(ends), between)
                }
                Role::PileOf(PileOf::Less(less)) => {
                    let pile = format!("{list}[i] - {}", answer::number(less));
                    ("i++", None, pile)
                }
                Role::PileOf(PileOf::More(by) | PileOf::MoreOnce(by)) => more(answer::number(by)),
                Role::PileOf(PileOf::MorePlace) => more("i + 1".to_owned()),
                Role::PileOf(PileOf::Count(from)) => ("i++", None, format!("i + {from}")),
                // The other end of a gap.
                _ => continue,
            };
            if let Role::PileOf(PileOf::MoreOnce(_)) = number.role {
                self.line("// Each number once.");
                self.line(&format!("std::sort({list}.begin(), {list}.end());"));
                let end = format!("std::unique({list}.begin(), {list}.end()), {list}.end()");
                self.line(&format!("{list}.erase({end});"));
            }
            self.line(&format!("for (size_t i = 0; i < {list}.size(); {step}) {{"));
            if let Some(ends) = ends {
                self.line(&format!("Number {ends};"));
                let what = format!("\"different numbers ({})\"", number.name);
                self.line(&format!("input.check(one != other, {what});"));
            }
            if let Role::PileOf(PileOf::Count(_)) = number.role {
                self.line("// Two piles of the same size cancel each other.");
                self.line(&format!(
                    "Number count = {list}[i] > 1 ? 2 - {list}[i] % 2 : {list}[i];"
                ));
                self.line(&format!(
                    "position.piles.insert(position.piles.end(), count, {pile});"
                ));
            } else if self.of_case.is_some() {
                self.line(&format!("position.piles.push_back({pile});"));
            }
            self.line("}");
        }
        for number in made {
            self.line(&format!("{}_list.clear();", number.name));
        }
    }

    fn name(&self, index: usize) -> &'p str {
        &self.problem.layout.numbers[index].name
    }

    /// A limit of a number, where this function takes one number from another.
    fn limit(&self, number: &NumberItem, limit: &Limit, minus: &str) -> String {
        let name = |named: &Named| match (self.name(named.index), named.by_element) {
            (name, true) => format!("{name}_each[{}_at]", number.name),
            (name, false) => format!("{name}_"),
        };
        let factor = answer::number(limit.factor);
        let product = |product, named| format!("times({product}, {})", name(named));
        let names = &limit.names[..];
        let product = match names {
            [] => factor,
            [only] if limit.factor == 1 => name(only),
            _ => names.iter().fold(factor, product),
        };
        let plus = u64::try_from(limit.plus.unsigned_abs()).unwrap_or(u64::MAX);
        let plus = answer::number(plus);
        match limit.plus {
            0 => product,
            1.. => format!("plus({product}, {plus})"),
            _ => format!("{minus}({product}, {plus})"),
        }
    }

    /// Whether each of its values has limits of its own.
    fn has_each_its_limits(number: &NumberItem) -> bool {
        let limits = [&number.low, &number.high].into_iter();
        let mut names = limits.flat_map(|limit| &limit.names);
        names.any(|named| named.by_element)
    }

    /// Starts a list, or a group with the number.
    fn begin_elements(&mut self, number: &NumberItem) {
        if Self::has_each_its_limits(number) {
            self.line(&format!("{}_at = 0;", number.name));
        }
        if self.is_named_by_element(number) {
            self.line(&format!("{}_each.clear();", number.name));
        }
    }

    /// Reads a list one number at a time, where each has limits of its own or limits others.
    fn each_number(&mut self, number: &NumberItem, length: &str, limits: &str, kept: Option<&str>) {
        let (name, order) = (&number.name, order(number));
        self.begin_elements(number);
        self.line(&format!("{order} {name}_in_list;"));
        let arguments = format!("{limits}, {name}_in_list");
        self.line(&format!("for (Number i = 0; i < {length}; i++) {{"));
        self.line(&format!("{name}_ = input.number({arguments});"));
        if let Some(kept) = kept {
            self.line(&format!("{kept}.push_back({name}_);"));
        }
        self.end_element(number);
        if number.are_positions && self.of_case.is_some() {
            self.line(&answer::of_position(&self.problem.answer));
        }
        self.line("}");
    }

    fn end_element(&mut self, number: &NumberItem) {
        let name = &number.name;
        if self.is_named_by_element(number) {
            self.line(&format!("{name}_each.push_back({name}_);"));
        }
        if Self::has_each_its_limits(number) {
            self.line(&format!("{name}_at++;"));
        }
    }

    /// Whether later numbers are limited by each of a number's own.
    fn is_named_by_element(&self, number: &NumberItem) -> bool {
        let mut numbers = self.problem.layout.numbers.iter();
        numbers.any(|other| {
            let limits = [&other.low, &other.high].into_iter();
            let mut names = limits.flat_map(|limit| &limit.names);
            names.any(|named| named.by_element && named.index == number.index)
        })
    }
}

/// The class of `validation.h` for the order of several numbers.
fn order(number: &NumberItem) -> &'static str {
    match number {
        number if number.ascending && number.may_repeat => "Rising",
        number if number.ascending => "Ascending",
        number if number.distinct => "Distinct",
        _ => "Any",
    }
}

impl Walker for Writer<'_> {
    type Stop = Infallible;

    fn number(&mut self, number: &NumberItem) -> Result<(), Infallible> {
        let name = &number.name;
        let list = format!("{name}_list");
        let kept = match number.role {
            _ if self.is_made(number) => Some(&*list),
            _ if self.of_case.is_none() || self.order(number).is_some() => None,
            Role::Pile | Role::Person => Some("position.piles"),
            Role::Take => Some("position.takes"),
            _ => None,
        };
        if number.times().is_some() {
            self.begin_set(number);
        }
        let is_list = number.times().is_some();
        let times = number.times().map(|times| match number.factor {
            1 => format!("{}_", self.name(times)),
            factor => format!("{factor} * {}_", self.name(times)),
        });
        let mut arguments = Vec::from_iter(times.clone());
        let low = self.limit(number, &number.low, "at_least");
        let high = self.limit(number, &number.high, "at_most");
        let limits = format!("\"{name}\", {low}, {high}");
        arguments.push(limits.clone());
        let has_limits = Self::has_each_its_limits(number) || self.is_named_by_element(number);
        let is_each = has_limits || number.are_positions;
        if let Some(times) = times.filter(|_| is_each) {
            self.each_number(number, &times, &limits, kept);
            return Ok(());
        }
        if is_list {
            arguments.push(format!("{}()", order(number)));
        } else if Self::order_in_group(number).is_some() {
            arguments.push(format!("{name}_order"));
        }
        let kept_list = kept.filter(|_| is_list);
        arguments.extend(kept_list.map(|kept| format!("&{kept}")));
        let function = if is_list { "numbers" } else { "number" };
        let arguments = arguments.join(", ");
        self.line(&format!("{name}_ = input.{function}({arguments});"));
        if let Some(most) = number.most_together {
            let (most, what) = (answer::number(most), format!("\"a smaller sum of {name}\""));
            self.line(&format!(
                "input.check({name}_ <= {most} - {name}_together, {what});"
            ));
            self.line(&format!("{name}_together += {name}_;"));
        }
        if let Some(kept) = kept.filter(|_| !is_list) {
            self.line(&format!("{kept}.push_back({name}_);"));
        }
        self.end_element(number);
        if let Role::Parameter(Parameter::Taken(nth)) = number.role
            && self.of_case.is_some()
        {
            self.line(&format!("position.takes[{nth}] = {name}_;"));
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
        self.line("input.newline();");
        Ok(())
    }

    fn row_end(&mut self) -> Result<(), Infallible> {
        if self.of_case.is_none() {
            return Ok(());
        }
        let layout = &self.problem.layout;
        if let Some(order) = layout.order.as_ref().filter(|order| order.is_row) {
            for &index in &order.names {
                let number = &layout.numbers[index];
                let pile = Self::pile_of(number, &format!("{}_", number.name));
                self.line(&format!("position.piles.push_back({pile});"));
            }
        }
        if !layout.beside().is_empty() {
            self.line("position.takes.resize(position.piles.size(), named);");
        }
        Ok(())
    }

    fn position_end(&mut self) -> Result<(), Infallible> {
        self.make_piles();
        if self.of_case.is_some() {
            self.line(&answer::of_position(&self.problem.answer));
        }
        Ok(())
    }

    fn case_end(&mut self) -> Result<(), Infallible> {
        if !self.problem.layout.positions() {
            self.make_piles();
        }
        if let Some(number) = self.problem.layout.up_to()
            && self.of_case.is_some()
        {
            self.line(&format!(
                "for (Number size = 1; size <= {}_; size++) {{",
                number.name
            ));
            self.line("position.piles.push_back(size);");
            self.line(&answer::of_position(&self.problem.answer));
            self.line("}");
        }
        if let Some(code) = self.of_case {
            self.line("cases++;");
            self.lines(code);
            self.line("position.clear();");
        }
        Ok(())
    }

    fn ascend_anew(&mut self, number: &NumberItem) {
        if let Some(order) = Self::order_in_group(number) {
            self.line(&format!("{}_order = {order}();", number.name));
        }
        if number.times().is_none() {
            self.begin_set(number);
            self.begin_elements(number);
        }
    }

    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Infallible> {
        let i = format!("i{}", self.depth);
        let times = repeat.times().map_or("", |times| self.name(times));
        let for_times = format!("for (Number {i} = 0; {i} < {times}_; {i}++) {{");
        let blank_line = "if (input.at_end()) break;\ninput.newline();\n}";
        let (head, end) = match repeat {
            Repeat::Times(_) => (&*for_times, "}"),
            Repeat::ToZero => ("do {", "} while (input.peek() != '0');"),
            Repeat::ToEnd => ("do {", "} while (!input.at_end());"),
            Repeat::ToEndWithBlankLines => ("for (;;) {", blank_line),
        };
        self.line(head);
        once(self)?;
        self.lines(end);
        Ok(())
    }

    fn zeros(&mut self, count: usize) -> Result<(), Infallible> {
        for _ in 0..count {
            self.line("input.number(\"the end of the cases\", 0, 0);");
        }
        Ok(())
    }
}
