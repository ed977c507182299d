//! The validator of inputs, in C++, which a package has. It is a single file that needs nothing but a compiler.
//!
//! It follows the layout of the input as [`Layout::walk`](crate::layout::Layout::walk) shows it, which `bouton
//! validate` does, too. What all of them have is in `input.h`.

use std::convert::Infallible;

use crate::layout::{Limit, Named, NumberItem, Once, PileOf, Repeat, Role, Walker};
use crate::problem::Problem;
use crate::text::unless_page;

const START: &str = unless_page(include_str!("input.h"));

/// The validator of inputs: the exit code is 42 for a valid one on standard input, else 43.
pub fn input_validator(problem: &Problem) -> String {
    let mut writer = Writer {
        problem,
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
        if is_cell(number) {
            globals.extend(["List ", &number.name, "_list;\n"]);
        }
        if number.most_together.is_some() {
            globals.extend(["Number ", &number.name, "_together = 0;\n"]);
        }
    }
    let Ok(()) = problem.layout.walk(&mut writer);
    let code = writer.code;
    format!("{START}{globals}\nint main()\n{{\n    Text input;\n{code}    input.end();\n    return VALID;\n}}\n")
}

/// A number as C++ writes it.
fn number_text(number: u64) -> String {
    // Without a suffix, a constant is signed.
    let suffix = if number > i64::MAX as u64 { "u" } else { "" };
    format!("{number}{suffix}")
}

/// Whether it is one of two cells that differ, with what is between them as a pile.
fn is_cell(number: &NumberItem) -> bool {
    matches!(
        number.role,
        Role::FirstCell | Role::SecondCell | Role::PileOf(PileOf::Cells)
    )
}

/// Writes what reads an input.
struct Writer<'p> {
    problem: &'p Problem,
    code: String,
    depth: usize,
}

impl<'p> Writer<'p> {
    /// A line, with four spaces for each brace that is open.
    fn line(&mut self, line: &str) {
        self.depth -= usize::from(line.starts_with('}'));
        self.code.extend([&"    ".repeat(self.depth), line, "\n"]);
        self.depth += usize::from(line.ends_with('{'));
    }

    fn lines(&mut self, code: &str) {
        code.lines().for_each(|line| self.line(line));
    }

    /// The class of `input.h` for the order that a number has to keep from one line of a group to the next.
    fn order_in_group(number: &NumberItem) -> Option<&'static str> {
        let has_order = number.times().is_none() && order(number) != "Any";
        has_order.then(|| order(number))
    }

    /// Two cells of a pile are not the same.
    fn compare_cells(&mut self) {
        let cells: Vec<_> = self
            .problem
            .layout
            .numbers
            .iter()
            .filter(|number| is_cell(number))
            .collect();
        for number in &cells {
            let name = &number.name;
            let (first, step, other) = match (number.role, &number.differs_from) {
                (Role::SecondCell, Some(first)) => (self.name(first.index), "i++", "i"),
                (Role::PileOf(_), _) => (&**name, "i += 2", "i + 1"),
                // The other end of a gap.
                _ => continue,
            };
            self.line(&format!("for (size_t i = 0; i < {name}_list.size(); {step})"));
            self.line(&format!(
                "    input.check({first}_list[i] != {name}_list[{other}], \"different numbers ({name})\");"
            ));
        }
        for number in cells {
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
        let factor = number_text(limit.factor);
        let product = |product, named| format!("times({product}, {})", name(named));
        let names = &limit.names[..];
        let product = match names {
            [] => factor,
            [only] if limit.factor == 1 => name(only),
            _ => names.iter().fold(factor, product),
        };
        let plus = u64::try_from(limit.plus.unsigned_abs()).unwrap_or(u64::MAX);
        let plus = number_text(plus);
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

/// The class of `input.h` for the order of several numbers.
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
        let kept = is_cell(number).then_some(&*list);
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
            let (most, what) = (number_text(most), format!("\"a smaller sum of {name}\""));
            self.line(&format!("input.check({name}_ <= {most} - {name}_together, {what});"));
            self.line(&format!("{name}_together += {name}_;"));
        }
        if let Some(kept) = kept.filter(|_| !is_list) {
            self.line(&format!("{kept}.push_back({name}_);"));
        }
        self.end_element(number);
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Infallible> {
        self.line("input.newline();");
        Ok(())
    }

    fn position_end(&mut self) -> Result<(), Infallible> {
        self.compare_cells();
        Ok(())
    }

    fn case_end(&mut self) -> Result<(), Infallible> {
        if !self.problem.layout.positions() {
            self.compare_cells();
        }
        Ok(())
    }

    fn ascend_anew(&mut self, number: &NumberItem) {
        if let Some(order) = Self::order_in_group(number) {
            self.line(&format!("{}_order = {order}();", number.name));
        }
        if number.times().is_none() {
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
