//! The validators of a package, in C++: each a single file that needs nothing but its compiler.
//!
//! All of them follow the layout of the input as [`Layout::walk`](crate::layout::Layout::walk) shows
//! it, which `bouton validate` does, too. What they have in common is in `validation.h`, and for answers with
//! moves in `position.h`.

use crate::answer::cpp::literal;
use std::convert::Infallible;
use std::fmt::Write as _;

use crate::game::{Play, takes};
use crate::layout::{Group, Limit, NumberItem, Once, Repeat, Role, Walker};
use crate::problem::Problem;

const VALIDATION: &str = include_str!("validation.h");
const POSITION: &str = include_str!("position.h");
const OUTPUT: &str = include_str!("output.h");

/// Sets of takes that have a name: what is in the holes of the rule, whether a take is allowed, and the Grundy value of a pile.
const NAMED_TAKES: [(&str, &str, &str, &str); 5] = [
    (
        "take 1..half",
        "",
        "return take <= pile / 2;",
        "while (pile % 2 == 1) pile /= 2; return pile / 2;",
    ),
    (
        "take P..Q",
        "const Number least = {}, most = {}; ",
        "return least <= take && take <= most;",
        "if (least > most) return Number(0); \
         return (least + most < least ? pile : pile % (least + most)) / least;",
    ),
    (
        "take powers of B",
        "const Number base = {}; ",
        "Number power = 1; while (base > 1 && power <= take / base) power *= base; return power == take;",
        "if (base % 2 == 1 || base == 0) return pile % 2; pile %= base + 1; return pile == base ? Number(2) : pile % 2;",
    ),
    (
        "take divisors",
        "",
        "return pile % take == 0;",
        "if (pile == 0) return Number(0); Number value = 1; for (; pile % 2 == 0; pile /= 2) value++; return value;",
    ),
    (
        "take proper divisors",
        "",
        "return take < pile && pile % take == 0;",
        "if (pile == 0) return Number(0); Number value = 0; for (; pile % 2 == 0; pile /= 2) value++; return value;",
    ),
];

/// The validator of inputs: the exit code is 42 for a valid one on standard input, else 43.
pub fn input_validator(problem: &Problem) -> String {
    let body = Writer::new(problem, None).program("    Text input(stdin);\n");
    format!("{VALIDATION}{body}    input.end();\n    return VALID;\n}}\n")
}

/// The validator of answers, which are on standard input; the first argument is the input.
pub fn answer_validator(problem: &Problem) -> String {
    let check = problem.answer.answer_check();
    let body = Writer::new(problem, Some(&check)).program(
        "    if (argc < 2) return 1;\n    Text input(open_file(argv[1], \"rb\"), 1), answer(stdin);\n",
    );
    let position = if problem.answer.names_moves() {
        POSITION
    } else {
        ""
    };
    format!(
        "{VALIDATION}{position}{body}    input.end();\n    answer.end();\n    return VALID;\n}}\n"
    )
}

/// The validator of what submissions print, if several answers may be right. The arguments are the input, our
/// answers and a folder for messages; the answers to judge are on standard input.
pub fn output_validator(problem: &Problem) -> Option<String> {
    let check = problem.answer.output_check()?;
    let body = Writer::new(problem, Some(&check)).program(
        "    if (argc < 4) return 1;\n    Text input(open_file(argv[1], \"rb\"), 1);\n    Output output;\n    \
         reasons = open_file(std::string(argv[3]) + \"/judgemessage.txt\", \"w\");\n",
    );
    Some(format!(
        "{VALIDATION}{POSITION}{OUTPUT}{body}    input.end();\n    \
         if (!output.word().empty()) refuse(\"there is something after the last answer\");\n    \
         return VALID;\n}}\n"
    ))
}

/// Writes the program that reads an input.
struct Writer<'p> {
    problem: &'p Problem,
    /// What to do with a complete case.
    check: Option<&'p str>,
    has_position: bool,
    code: String,
    depth: usize,
}

impl<'p> Writer<'p> {
    fn new(problem: &'p Problem, check: Option<&'p str>) -> Self {
        Self {
            problem,
            check,
            has_position: check.is_some() && problem.answer.names_moves(),
            code: String::new(),
            depth: 1,
        }
    }

    /// The program up to the end of the input; `start` opens the files.
    fn program(mut self, start: &str) -> String {
        self.rules();
        let Ok(()) = self.problem.layout.walk(&mut self);
        let mut program = String::from("\n// The last value of each number of the input.\n");
        for number in &self.problem.layout.numbers {
            writeln!(program, "Number {}_;", number.name).expect("memory can be written");
            if number.distinct {
                writeln!(
                    program,
                    "#include <set>\nList {0}_all;\nstd::set<Number> {0}_seen;",
                    number.name
                )
                .expect("memory can be written");
            }
            if number.ascending && number.times.is_none() {
                writeln!(program, "Last {}_last;", number.name).expect("memory can be written");
            }
        }
        let arguments = match self.check {
            Some(_) => {
                program += "Number cases;\n";
                "int argc, char **argv"
            }
            None => "",
        };
        if self.has_position {
            program += "Position position;\n";
        }
        program + "\nint main(" + arguments + ")\n{\n" + start + &self.code
    }

    /// What the rules say of moves.
    fn rules(&mut self) {
        let rules = &self.problem.rules;
        if !self.has_position {
            return;
        }
        if rules.play() == Play::Misere {
            self.line("position.misere = true;");
        }
        if rules.are_distinct() {
            self.line("position.has_coins = true;");
        }
        if let Some(most) = rules.number(Role::MaxTaken) {
            self.line(&format!("position.most = {};", literal(most)));
        }
        if rules.awaits_takes() || rules.takes().is_some() {
            self.line("position.has_set = true;");
        }
        let named = NAMED_TAKES
            .iter()
            .find(|(written, ..)| *written == rules.written());
        if let Some((_, holes, allows, value)) = named {
            let holes = rules.fill(holes, "", |hole| match hole.parse() {
                Ok(number) => literal(number),
                Err(_) => hole + "_",
            });
            self.line(&format!(
                "position.allows = [](Number pile, Number take) {{ {holes}(void)pile; {allows} }};"
            ));
            self.line(&format!(
                "position.value = [](Number pile) {{ {holes}{value} }};"
            ));
        }
        let numbered = match rules.written() {
            "take primes" => Some(takes::primes()),
            "take squares" => Some(takes::squares()),
            _ => None,
        };
        if numbered.is_some() {
            self.line("position.has_set = true;");
        }
        if let Some(takes) = numbered.as_deref().or(rules.takes()) {
            let takes: Vec<_> = takes.iter().map(|&take| literal(take)).collect();
            self.line(&format!("position.takes = {{{}}};", takes.join(", ")));
        }
    }

    fn line(&mut self, line: &str) {
        let indent = "    ".repeat(self.depth);
        self.code += &indent;
        self.code += line;
        self.code.push('\n');
    }

    fn block(&mut self, head: &str, once: Once<'_, Self>, last: &str) -> Result<(), Infallible> {
        self.line(head);
        self.depth += 1;
        once(self)?;
        self.depth -= 1;
        self.line(last);
        Ok(())
    }

    fn name(&self, index: usize) -> &'p str {
        &self.problem.layout.numbers[index].name
    }

    fn limit(&self, limit: Limit) -> String {
        match limit {
            Limit::Number(number) => literal(number),
            Limit::Value(index) => format!("{}_", self.name(index)),
        }
    }
}

impl Walker for Writer<'_> {
    type Stop = Infallible;

    fn number(&mut self, number: &NumberItem) -> Result<(), Infallible> {
        let name = &number.name;
        let limits = format!("{}, {}", self.limit(number.low), self.limit(number.high));
        let kept = match number.role {
            Role::Pile => Some("position.piles"),
            Role::Take => Some("position.takes"),
            _ => None,
        };
        let kept = kept.filter(|_| self.has_position);
        if let Some(times) = number.times {
            if number.distinct {
                self.line(&format!("{name}_all.clear();"));
            }
            let all = format!("{name}_all");
            let list = if number.distinct {
                Some(all.as_str())
            } else {
                kept
            };
            let mut rest = match (number.ascending, list) {
                (ascending, Some(kept)) => format!(", {ascending}, &{kept}"),
                (true, None) => ", true".to_owned(),
                (false, None) => String::new(),
            };
            rest = format!("{}_, {limits}{rest}", self.name(times));
            self.line(&format!("{name}_ = input.numbers(\"{name}\", {rest});"));
        } else {
            let last = if number.ascending {
                format!(", {name}_last")
            } else {
                String::new()
            };
            self.line(&format!(
                "{name}_ = input.number(\"{name}\", {limits}{last});"
            ));
            if let Some(kept) = kept {
                self.line(&format!("{kept}.push_back({name}_);"));
            }
        }
        if number.distinct {
            if number.times.is_some() {
                self.line(&format!("{name}_seen.clear();"));
            } else {
                self.line(&format!("{name}_all.assign(1, {name}_);"));
            }
            self.line(&format!("for (Number cell : {name}_all)"));
            self.line(&format!(
                "    input.check({name}_seen.insert(cell).second, \"different numbers ({name})\");"
            ));
            if let (Some(_), Some(kept)) = (number.times, kept) {
                self.line(&format!("{kept} = {name}_all;"));
            }
        }
        if self.has_position && number.role == Role::MaxTaken {
            self.line(&format!("position.most = {name}_;"));
        }
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Infallible> {
        self.line("input.newline();");
        Ok(())
    }

    fn case_end(&mut self) -> Result<(), Infallible> {
        let Some(check) = self.check else {
            return Ok(());
        };
        self.line("cases++;");
        for line in check.trim().lines() {
            self.line(line);
        }
        if self.has_position {
            self.line("position.clear();");
            let mut numbers = self.problem.layout.numbers_of_case();
            if numbers.any(|number| number.role == Role::Take) {
                self.line("position.takes.clear();");
            }
        }
        Ok(())
    }

    fn ascend_anew(&mut self, number: &NumberItem) {
        if number.distinct {
            self.line(&format!("{}_seen.clear();", number.name));
        }
        if number.ascending && number.times.is_none() {
            self.line(&format!("{}_last = Last();", number.name));
        }
    }

    fn repeat(&mut self, group: &Group, once: Once<'_, Self>) -> Result<(), Infallible> {
        match group.repeat {
            Repeat::Times(times) => {
                let i = format!("i{}", self.depth);
                let head = format!(
                    "for (Number {i} = 0; {i} < {}_; {i}++) {{",
                    self.name(times)
                );
                self.block(&head, once, "}")
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
        for _ in 0..count {
            self.line("input.number(\"the end of the cases\", 0, 0);");
        }
        Ok(())
    }
}
