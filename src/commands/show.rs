//! `bouton show <PROBLEM>`: what the problem is, and where to submit a program.

use super::answer::stdout;
use crate::error::Error;
use crate::output::answers::Answers;
use crate::problem::judges::judge;
use crate::problem::layout::{Layout, Limit, NumberItem};
use crate::problem::statement::{Language, plain, title};
use crate::problem::{Files, Problem, embedded};

/// The words around a statement.
struct Words {
    limits: &'static str,
    sample: &'static str,
    answers: &'static str,
    submit: &'static str,
    aliases: &'static str,
    source: &'static str,
}

const ENGLISH: Words = Words {
    limits: "Limits",
    sample: "Sample input",
    answers: "Sample output",
    submit: "Where to submit",
    aliases: "Also there: the same input and output, perhaps other limits",
    source: "A file to submit",
};

const CHINESE: Words = Words {
    limits: "范围",
    sample: "样例输入",
    answers: "样例输出",
    submit: "提交",
    aliases: "同样的题目（输入输出相同，数据范围可能不同）",
    source: "可提交的程序",
};

/// Writes the statement of `problem` in `language`, its limits and samples, and where to submit.
///
/// # Errors
/// Writing fails.
pub fn run(problem: &Problem, language: Language) -> Result<(), Error> {
    // The statement is that of the problem, and its limits are: those of aliases come behind it.
    let itself = match problem.files {
        Files::Embedded(_) => embedded(&problem.id),
        Files::In(_) | Files::None => None,
    };
    let problem = itself.unwrap_or(problem);
    let mut answers = stdout()?;
    show(problem, language, &mut answers);
    answers.flush()
}

fn show(problem: &Problem, language: Language, answers: &mut Answers<'_>) {
    let (file, words) = match language {
        Language::English => ("statement/problem.en.tex", ENGLISH),
        Language::Chinese => ("statement/problem.zh.tex", CHINESE),
    };
    let Some(tex) = problem.files.get(file) else {
        return without_statement(problem, &words, answers);
    };
    write!(answers, "{}: {}\n\n", problem.judge, title(&tex));
    write!(answers, "{}", plain(&tex, language));
    limits(problem, &words, answers);
    samples(problem, &words, answers);
    write!(answers, "\n{}\n", words.submit);
    let url = problem.url();
    place(
        &problem.id,
        &problem.judge,
        url.as_deref(),
        language,
        answers,
    );
    if !problem.aliases.is_empty() {
        write!(answers, "\n{}\n", words.aliases);
    }
    for (alias, layout) in &problem.aliases {
        if let Some((judge, number)) = judge(alias) {
            let url = judge.page.map(|page| format!("{page}{number}"));
            let name = format!("{}{number} ({alias})", judge.name);
            place(alias, &name, url.as_deref(), language, answers);
            if let Some(layout) = layout {
                writeln!(
                    answers,
                    "    {}",
                    ranges(layout, Some(&problem.layout)).join(", ")
                );
            }
        }
    }
    write!(answers, "\n{}\n", words.source);
    write!(
        answers,
        "  bouton source {0}              C, C++\n  bouton source {0} --lang rust  Rust\n",
        problem.id
    );
}

/// What is known of a problem without a statement.
fn without_statement(problem: &Problem, words: &Words, answers: &mut Answers<'_>) {
    writeln!(answers, "{}\n", problem.judge);
    writeln!(answers, "rule    {}", problem.rules.description());
    writeln!(answers, "input   {}", problem.input());
    writeln!(answers, "answer  {}", problem.question.description());
    limits(problem, words, answers);
    samples(problem, words, answers);
}

fn limits(problem: &Problem, words: &Words, answers: &mut Answers<'_>) {
    let ranges = ranges(&problem.layout, None).join(", ");
    write!(answers, "\n{}\n{ranges}\n", words.limits);
}

fn samples(problem: &Problem, words: &Words, answers: &mut Answers<'_>) {
    for (input, output) in problem.samples() {
        write!(answers, "\n{}\n{input}", words.sample);
        write!(answers, "\n{}\n{output}", words.answers);
    }
}

/// A judge, the problem's page there, and what it compiles.
fn place(id: &str, name: &str, url: Option<&str>, language: Language, answers: &mut Answers<'_>) {
    write!(answers, "  {name}");
    if let Some(url) = url {
        write!(answers, ": {url}");
    }
    answers.text(b"\n");
    if let Some((judge, _)) = judge(id) {
        let languages = match language {
            Language::English => judge.languages,
            Language::Chinese => judge.languages_in_chinese,
        };
        writeln!(answers, "    {languages}");
    }
}

/// The limits of the numbers of a layout, such as `1 ≤ M ≤ 20`; if there is another one, only those that
/// it has not.
fn ranges(layout: &Layout, other: Option<&Layout>) -> Vec<String> {
    let numbers = layout.numbers();
    let others = other.map(Layout::numbers);
    let is_same = |number: &NumberItem| {
        let others = others.as_ref();
        others.is_some_and(|others| {
            let other = others[number.index];
            (other.low, other.high) == (number.low, number.high)
        })
    };
    let limit = |limit| match limit {
        Limit::Number(number) => short(number),
        Limit::Value(index) => numbers[index].name.clone(),
    };
    let ranges = numbers.iter().filter(|number| !is_same(number));
    ranges
        .map(|number| {
            format!(
                "{} ≤ {} ≤ {}",
                limit(number.low),
                number.name,
                limit(number.high)
            )
        })
        .collect()
}

/// A number, as a power of ten if it is a large one.
fn short(number: u64) -> String {
    let exponent = number.checked_ilog10().unwrap_or(0);
    if exponent >= 4 && number == 10_u64.pow(exponent) {
        format!("10^{exponent}")
    } else {
        number.to_string()
    }
}
