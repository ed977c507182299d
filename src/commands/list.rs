//! `bouton list`: the table of problems.

use super::answer::stdout;
use crate::error::Error;
use crate::output::answers::Answers;
use crate::problem::Problem;
use crate::problem::statement::Language;
use crate::report::json;

/// Writes the table of `problems`, for people with titles in `language`, or as one JSON array.
///
/// # Errors
/// If writing fails.
pub fn run(problems: &[&Problem], as_json: bool, language: Language) -> Result<(), Error> {
    let mut answers = stdout()?;
    if as_json {
        json::items(problems, &mut answers, |problem, answers| {
            object(problem, answers);
        });
        answers.text(b"\n");
    } else {
        text(problems, language, &mut answers);
    }
    answers.flush()
}

fn object(problem: &Problem, answers: &mut Answers<'_>) {
    answers.text(b"{\"id\":");
    json::string(&problem.id, answers);
    answers.text(b",\"aliases\":");
    json::items(&problem.aliases, answers, |(alias, _), answers| {
        json::string(alias, answers);
    });
    let rest = [
        ("judge", problem.judge.clone()),
        ("title", problem.title()),
        ("title_zh", problem.title_in(Language::Chinese)),
        ("rule", problem.rules.description()),
        ("input", problem.input()),
        ("answer", problem.question.description()),
    ];
    for (key, value) in rest {
        write!(answers, ",\"{key}\":");
        json::string(&value, answers);
    }
    answers.text(b"}");
}

/// Writes four lines per problem: its names in the left column, and what they stand for in the right
/// one.
fn text<'p>(problems: &[&'p Problem], language: Language, answers: &mut Answers<'_>) {
    let names = |problem: &'p Problem| {
        let aliases = problem.aliases.iter().map(|(alias, _)| alias.as_str());
        std::iter::once(problem.id.as_str()).chain(aliases)
    };
    let width = problems
        .iter()
        .flat_map(|problem| names(problem))
        .map(str::len)
        .max();
    let width = width.unwrap_or(0);
    for (i, problem) in problems.iter().enumerate() {
        if i > 0 {
            answers.text(b"\n");
        }
        let lines = [
            format!("{}: {}", problem.judge, problem.title_in(language)),
            format!("  rule    {}", problem.rules.description()),
            format!("  input   {}", problem.input()),
            format!("  answer  {}", problem.question.description()),
        ];
        let mut names = names(problem);
        for line in lines {
            let name = names.next().unwrap_or_default();
            writeln!(answers, "{name:width$}  {line}");
        }
        for name in names {
            writeln!(answers, "{name}");
        }
    }
}
