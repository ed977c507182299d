//! `bouton list`: the table of problems.

use super::answer::stdout;
use super::json;
use crate::answer::Answers;
use crate::error::Error;
use crate::problems::{PROBLEMS, Problem};

/// Writes the table, for people or as one JSON array.
///
/// # Errors
/// Writing fails.
pub fn run(as_json: bool) -> Result<(), Error> {
    let mut answers = stdout()?;
    if as_json {
        json::items(PROBLEMS, &mut answers, object);
        answers.text(b"\n");
    } else {
        text(&mut answers);
    }
    answers.flush()
}

fn object(problem: &Problem, answers: &mut Answers<'_>) {
    answers.text(b"{\"id\":");
    json::string(problem.id, answers);
    answers.text(b",\"aliases\":");
    json::items(problem.aliases, answers, |alias, answers| {
        json::string(alias, answers);
    });
    let rest = [
        ("judge", problem.judge),
        ("title", problem.title()),
        ("rule", problem.rule()),
        ("input", &problem.input()),
        ("answer", &problem.answer()),
    ];
    for (key, value) in rest {
        write!(answers, ",\"{key}\":");
        json::string(value, answers);
    }
    answers.text(b"}");
}

/// A row is four lines: on the left its names, below each other, and on the right what they stand for.
fn text(answers: &mut Answers<'_>) {
    let names = PROBLEMS
        .iter()
        .flat_map(|p| p.aliases.iter().chain([&p.id]));
    let width = names.map(|name| name.len()).max().unwrap_or(0);
    for (i, problem) in PROBLEMS.iter().enumerate() {
        if i > 0 {
            answers.text(b"\n");
        }
        let lines = [
            format!("{}: {}", problem.judge, problem.title()),
            format!("  rule    {}", problem.rule()),
            format!("  input   {}", problem.input()),
            format!("  answer  {}", problem.answer()),
        ];
        let mut names = [problem.id]
            .into_iter()
            .chain(problem.aliases.iter().copied());
        for line in lines {
            let name = names.next().unwrap_or_default();
            writeln!(answers, "{name:width$}  {line}");
        }
        for name in names {
            writeln!(answers, "{name}");
        }
    }
}
