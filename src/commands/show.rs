//! `bouton show <PROBLEM>`: what the problem is, and where to submit a program.

use super::answer::stdout;
use crate::answer::Answers;
use crate::error::Error;
use crate::judges::judge;
use crate::problems::Problem;
use crate::statement::{Language, plain, title};

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
    let mut answers = stdout()?;
    show(problem, language, &mut answers);
    answers.flush()
}

fn show(problem: &Problem, language: Language, answers: &mut Answers<'_>) {
    let package = &problem.package;
    let (tex, words) = match language {
        Language::English => (package.english, ENGLISH),
        Language::Chinese => (package.chinese, CHINESE),
    };
    write!(answers, "{}: {}\n\n", problem.judge, title(tex));
    write!(answers, "{}", plain(tex, language));
    write!(
        answers,
        "\n{}\n{}\n",
        words.limits,
        limits(package.input()).join(", ")
    );
    for sample in package.samples {
        write!(answers, "\n{}\n{}", words.sample, sample.input);
        write!(answers, "\n{}\n{}", words.answers, sample.answers);
    }
    write!(answers, "\n{}\n", words.submit);
    place(problem.id, problem.judge, package.url(), language, answers);
    if !problem.aliases.is_empty() {
        write!(answers, "\n{}\n", words.aliases);
    }
    for alias in problem.aliases {
        if let Some((judge, number)) = judge(alias) {
            let url = judge.page.map(|page| format!("{page}{number}"));
            let name = format!("{}{number} ({alias})", judge.name);
            place(alias, &name, url.as_deref(), language, answers);
            if let Some(words) = package.limits_of(alias) {
                writeln!(answers, "    {}", limits(words).join(", "));
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

/// The limits in the words of a `layout.txt`, such as `1 ≤ M ≤ 20`.
fn limits(layout: &str) -> Vec<String> {
    let words = layout.split_whitespace();
    words
        .filter_map(|word| {
            // Such as `a:1..10^7*n`; what follows the limits is how many, or `<` for ascending.
            let (name, range) = word.split_once(':')?;
            let (least, most) = range.split_once("..")?;
            let most = most.split(['*', '<']).next()?;
            Some(format!("{least} ≤ {name} ≤ {most}"))
        })
        .collect()
}
