//! The tables of problems and of rules.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::error::Error;
use crate::game::rule::{RULES, RuleDef};
use crate::problem::Problem;
use crate::text::{WIDTH, columns, wrap};
use crate::words::{Language, in_language, language, t};

/// Writes all rules, as text or as one JSON array.
pub(crate) fn rules(as_json: bool) -> Result<(), Error> {
    let sentence = |row: &RuleDef, language| in_language(language, || row.with_holes());
    let object = |row: &RuleDef| {
        json!({
            "rule": row.written,
            "misere": row.has_misere(),
            "move": sentence(row, Language::English),
            "move_zh": sentence(row, Language::Chinese),
        })
    };
    let block = |row: &RuleDef| {
        let text = row.with_holes();
        format!("{}\n    {}\n", row.written, wrap(&text, WIDTH - 4).join("\n    "))
    };
    super::write(
        as_json,
        || RULES.iter().map(object).collect(),
        || RULES.iter().map(block).collect(),
    )
}

/// Writes problems, as text or as one JSON array.
pub(crate) fn problems(problems: &[Arc<Problem>], as_json: bool) -> Result<(), Error> {
    let objects = || problems.iter().map(object).collect();
    super::write(as_json, || in_language(Language::English, objects), || text(problems))
}

fn object(problem: &Arc<Problem>) -> Value {
    json!({
        "id": problem.id,
        "aliases": problem.aliases,
        "judge": problem.judge_name(),
        "title": problem.title_in(Language::English),
        "title_zh": problem.title_in(Language::Chinese),
        "rule": problem.rules.description(),
        "written": problem.written_rule,
        "input": problem.written_input,
        "answer": problem.answer.written,
    })
}

/// The names of each problem in the left column, and what they stand for in the right one, which is wrapped.
fn text(problems: &[Arc<Problem>]) -> String {
    let names = problems.iter().flat_map(|problem| problem.names());
    let width = names.map(str::len).max().unwrap_or(0);
    let block = |problem: &Arc<Problem>| {
        let mut block = String::new();
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
                let _ = writeln!(block, "{name:width$}  {label}{line}");
                label = &"          "[..columns];
            }
        }
        names.for_each(|name| block.extend([name, "\n"]));
        block
    };
    problems.iter().map(block).collect::<Vec<_>>().join("\n")
}
