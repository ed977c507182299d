//! The tables of problems and of rules.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::game::rule::{RULES, RuleDef};
use crate::output::answers::Answers;
use crate::problem::Problem;
use crate::text::{WIDTH, columns, wrap};
use crate::words::{Language, in_language, language, t};

/// Writes all rules, as text or as one JSON array.
pub(crate) fn rules(as_json: bool, answers: &mut Answers<'_>) {
    if as_json {
        let sentence = |row: &RuleDef, language| in_language(language, || row.with_holes());
        let objects = RULES.iter().map(|row| {
            json!({
                "rule": row.written,
                "misere": row.has_misere(),
                "move": sentence(row, Language::English),
                "move_zh": sentence(row, Language::Chinese),
            })
        });
        writeln!(answers, "{}", objects.collect::<Value>());
        return;
    }
    for row in RULES {
        let text = row.with_holes();
        let lines = wrap(&text, WIDTH - 4).join("\n    ");
        writeln!(answers, "{}\n    {lines}", row.written);
    }
}

/// Writes problems as one JSON array.
pub(crate) fn objects(problems: &[Arc<Problem>], answers: &mut Answers<'_>) {
    let object = |problem: &Arc<Problem>| {
        let aliases = problem.aliases.iter().map(|alias| &alias.id);
        json!({
            "id": problem.id,
            "aliases": aliases.collect::<Vec<_>>(),
            "judge": problem.judge_name(),
            "title": problem.title_in(Language::English),
            "title_zh": problem.title_in(Language::Chinese),
            "rule": problem.rules.description(),
            "written": problem.written_rule,
            "input": problem.written_input,
            "answer": problem.answer.written,
        })
    };
    let objects = || problems.iter().map(object).collect::<Value>();
    writeln!(answers, "{}", in_language(Language::English, objects));
}

/// Writes the names of each problem in the left column, and what they stand for in the right one, which is
/// wrapped.
pub(crate) fn text(problems: &[Arc<Problem>], answers: &mut Answers<'_>) {
    let names = problems.iter().flat_map(|problem| problem.names());
    let width = names.map(str::len).max().unwrap_or(0);
    for (i, problem) in problems.iter().enumerate() {
        if i > 0 {
            answers.text(b"\n");
        }
        let title = format!("{}: {}", problem.judge_name(), problem.title_in(language()));
        let mut names = problem.names();
        for (mut label, text) in [
            ("", title),
            (t!("  rule    "), problem.rules.description()),
            (t!("  input   "), problem.written_input.clone()),
            (t!("  answer  "), problem.answer.written.clone()),
        ] {
            let columns = columns(label);
            for line in wrap(&text, WIDTH.saturating_sub(width + 2 + columns)) {
                let name = names.next().unwrap_or_default();
                writeln!(answers, "{name:width$}  {label}{line}");
                label = &"          "[..columns];
            }
        }
        for name in names {
            writeln!(answers, "{name}");
        }
    }
}
