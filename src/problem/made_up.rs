//! A statement for a game that has none, made up from its rules, its layout and its limits.

use std::convert::Infallible;
use std::fmt::Write as _;

use super::Problem;
use super::statement::short;
use crate::answer::Value;
use crate::game::Play;
use crate::layout::{
    CountOf, Group, Layout, Limit, NumberItem, Once, Parameter, Repeat, Role, Walker,
};
use crate::words::{Language, in_language};

/// The statement in a language, as `LaTeX`.
pub fn statement(problem: &Problem, language: Language) -> String {
    let mut input = InputDescription {
        language,
        layout: &problem.layout,
        has_coins: problem.rules.are_distinct(),
        line: Vec::new(),
        text: String::new(),
    };
    let Ok(()) = problem.layout.walk(&mut input);
    let divides = problem.rules.heaps().is_some() && !problem.rules.has_single_moves();
    let counted = if problem.answer.has(Value::Pile) {
        ["Piles are counted from $1$.\n", "各堆从 $1$ 开始编号。\n"]
    } else if problem.answer.has(Value::Count) && divides {
        [
            "To divide a pile into $a$ and $b$, and into $b$ and $a$, counts as two moves.\n",
            "把一堆分成两堆时，两堆的次序不同算两种走法。\n",
        ]
    } else {
        ["", ""]
    };
    let answer = match language {
        Language::English => {
            let answer = escaped(&problem.answer.description());
            format!("The answer to a case is {answer}.")
        }
        Language::Chinese => {
            let answer = escaped(&problem.answer.chinese_description());
            format!("对每组数据，{answer}。")
        }
    };
    format!(
        "\\problemname{{{}}}\n\n{}{}\n\n\
         \\begin{{Input}}\n{}\n\\begin{{itemize}}\n{}\\end{{itemize}}\n\\end{{Input}}\n\n\
         \\begin{{Output}}\n{answer}\n{}\\end{{Output}}\n",
        escaped(&problem.title_in(language)),
        rules(problem, language),
        language.choose(["Both players play perfectly.", "双方都采取最优策略。"]),
        language.choose(["The lines of the input are:", "输入各行依次为："]),
        input.text,
        language.choose(counted),
    )
}

/// A text in which nothing has a meaning for `LaTeX`.
fn escaped(text: &str) -> String {
    let mut tex = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => tex.extend(['\\', c]),
            '~' | '^' => tex.extend(['\\', c, '{', '}']),
            '\\' => tex += "\\textbackslash{}",
            c if c.is_control() => tex.push(' '),
            _ => tex.push(c),
        }
    }
    tex
}

/// A limit, as a power of ten if it is a large one.
fn limit(number: u64) -> String {
    let short = short(number);
    match short.split_once('^') {
        Some((base, exponent)) => format!("{base}^{{{exponent}}}"),
        None => short,
    }
}

/// What a move is, and who wins.
fn rules(problem: &Problem, language: Language) -> String {
    let rules = &problem.rules;
    let math = |hole: String| {
        let is_list = hole.contains(' ');
        if is_list {
            hole
        } else {
            format!("${}$", hole.replace('_', "\\_"))
        }
    };
    let moves = match language {
        Language::English => {
            let moves = in_language(language, || rules.move_sentence(false, math));
            let (first, rest) = moves.split_at(1);
            format!("{}{rest}.", first.to_uppercase())
        }
        Language::Chinese => in_language(language, || rules.move_sentence(false, math)) + "。",
    };
    let things = match rules.king() {
        Some(_) => ["are people on a hill", "山上站着一些人"],
        None if rules.are_distinct() => ["are coins on a strip", "纸带上有一些硬币"],
        None if rules.piles_in_position() == Some(1) => ["is a pile of stones", "有一堆石子"],
        None => ["are piles of stones", "有若干堆石子"],
    };
    let things = language.choose(things);
    let start = match language {
        Language::English => format!("There {things}, and two players move in turn."),
        Language::Chinese => format!("{things}，两人轮流走。"),
    };
    let end = match rules.play() {
        _ if rules.says_who_wins() => ["", ""],
        Play::Normal => ["Whoever cannot move loses.\n", "无法走的一方输。\n"],
        Play::Misere => ["Whoever cannot move wins.\n", "无法走的一方获胜。\n"],
    };
    format!("{start}\n{moves}\n{}", language.choose(end))
}

/// Describes an input line by line, as items of a list.
struct InputDescription<'p> {
    language: Language,
    layout: &'p Layout,
    has_coins: bool,
    /// The parts of the present line.
    line: Vec<String>,
    text: String,
}

impl InputDescription<'_> {
    fn name(&self, index: usize) -> String {
        self.layout.numbers[index].name.replace('_', "\\_")
    }

    fn limit(&self, of: Limit) -> String {
        match of {
            Limit::Number(number) => limit(number),
            Limit::Value(index) => self.name(index),
        }
    }

    /// Whether the piles of a position are in rows.
    fn has_rows(&self) -> bool {
        let is_row = |number: &NumberItem| {
            let is_list = number.times.is_some() && self.layout.times_of_group(number).is_some();
            number.role == Role::Pile && is_list
        };
        !self.layout.positions && self.layout.numbers.iter().any(is_row)
    }

    fn item(&mut self, item: &str) {
        writeln!(self.text, "\\item {item}").expect("memory can be written");
    }
}

/// What a number, or each of a list, is, if it matters for the game: in English and in Chinese.
fn meaning(role: Role, is_list: bool) -> [&'static str; 2] {
    match role {
        Role::Cases => ["the number of cases", "数据组数"],
        Role::Count(CountOf::Piles) => ["the number of piles", "堆数"],
        Role::Count(CountOf::Takes) => ["the number of takes", "可取颗数的个数"],
        Role::Count(CountOf::Persons) => ["the number of persons", "人数"],
        Role::Pile if is_list => ["the sizes of the piles", "各堆的石子数"],
        Role::Pile => ["the size of a pile", "一堆的石子数"],
        Role::Take => ["how many stones a move may take", "每步可取的颗数"],
        Role::Person => ["the cells of the persons", "各人所在的格子"],
        Role::FirstCell => ["a cell", "一个格子"],
        Role::SecondCell => [
            "another cell: the cells between the two are the stones of a pile",
            "与前者不同的格子：两者之间的格子数就是一堆的石子数",
        ],
        Role::Parameter(Parameter::MinTaken) => [
            "the least number of stones that a move may take",
            "每步至少取的颗数",
        ],
        Role::Parameter(Parameter::Base) => [
            "the number whose powers a move may take",
            "每步所取颗数是它的幂",
        ],
        Role::Parameter(Parameter::MaxTaken) => {
            ["the most stones that a move may take", "每步至多取的颗数"]
        }
        Role::Parameter(Parameter::Factor) => [
            "how many times the last move a move may take",
            "每步至多取上一步的多少倍",
        ],
        Role::Parameter(Parameter::MaxPiles) => [
            "the most piles that a move may change",
            "每步至多从多少堆中取",
        ],
        Role::Parameter(Parameter::King) => ["which person is the king", "国王是第几个人"],
        Role::Count(CountOf::Groups | CountOf::Numbers) | Role::Other => ["", ""],
    }
}

impl Walker for InputDescription<'_> {
    type Stop = Infallible;

    fn number(&mut self, number: &NumberItem) -> Result<(), Infallible> {
        let name = self.name(number.index);
        let (low, high) = (self.limit(number.low), self.limit(number.high));
        let is_list = self.layout.length(number).is_some();
        let meaning = match (self.has_coins, number.role) {
            (true, Role::Pile) => ["the cells of the coins", "各硬币所在的格子"],
            (true, Role::Count(CountOf::Piles)) => ["the number of coins", "硬币数"],
            (_, Role::Count(CountOf::Piles)) if self.has_rows() => {
                ["the number of piles in each row", "每行的堆数"]
            }
            (_, Role::Count(CountOf::Groups)) if self.has_rows() => ["the number of rows", "行数"],
            (_, role) => meaning(role, is_list),
        };
        let order = if number.ascending {
            ["each larger than the one before", "依次递增"]
        } else if number.distinct {
            ["all different", "互不相同"]
        } else {
            ["", ""]
        };
        let limits = match number.times {
            None => [
                format!("${name}$ (${low} \\le {name} \\le {high}$)"),
                format!("${name}$（${low} \\le {name} \\le {high}$）"),
            ],
            Some(times) => {
                let times = self.name(times);
                [
                    format!(
                        "${times}$ numbers ${name}$ (each at least ${low}$ and at most ${high}$)"
                    ),
                    format!("${times}$ 个数 ${name}$（每个不小于 ${low}$，不大于 ${high}$）"),
                ]
            }
        };
        let limits = self.language.choose(limits);
        let mut parts = vec![&*limits];
        parts.extend([meaning, order].map(|words| self.language.choose(words)));
        parts.retain(|part| !part.is_empty());
        self.line
            .push(parts.join(self.language.choose([", ", "，"])));
        Ok(())
    }

    fn line_end(&mut self) -> Result<(), Infallible> {
        let line = std::mem::take(&mut self.line).join(self.language.choose(["; ", "；"]));
        self.item(&line);
        Ok(())
    }

    fn repeat(&mut self, group: &Group, once: Once<'_, Self>) -> Result<(), Infallible> {
        let head = match group.repeat {
            Repeat::Times(times) => {
                let words = self.language.choose(["times:", "次："]);
                format!("${}$ {words}", self.name(times))
            }
            Repeat::ToEnd => self.language.choose([
                "cases up to the end of the file, each of them:",
                "多组数据，直到文件结束，每组：",
            ]).to_owned(),
            Repeat::ToEndWithBlankLines => self.language.choose([
                "cases up to the end of the file, with an empty line between two cases, each of them:",
                "多组数据，直到文件结束，两组之间有一个空行，每组：",
            ]).to_owned(),
            Repeat::ToZero => {
                self.language.choose(["one or more cases, each of them:", "一组或多组数据，每组："]).to_owned()
            }
        };
        self.item(&head);
        self.text += "\\begin{itemize}\n";
        once(self)?;
        self.text += "\\end{itemize}\n";
        Ok(())
    }

    fn zeros(&mut self, count: usize) -> Result<(), Infallible> {
        let zeros = vec!["0"; count].join(" ");
        let end = self
            .language
            .choose([", which ends the input", "，表示输入结束"]);
        self.line.push(format!("\\texttt{{{zeros}}}{end}"));
        Ok(())
    }
}
