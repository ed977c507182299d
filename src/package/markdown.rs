//! Statements as Markdown, from the little `LaTeX` that statements use. Mathematics stays as it is.

use crate::problem::statement::{Block, blocks_of, plain_line};
use crate::words::{Language, in_language, t};

use super::Statement;

/// The statement, its samples and what explains them; `math` begins and ends mathematics within a line.
pub(super) fn text(statement: &Statement<'_>, math: &str) -> String {
    let Statement { language, .. } = *statement;
    let heading = |title: &str| format!("## {title}\n\n");
    let mut text = body(&statement.tex, language, math);
    text += &in_language(language, || heading(t!("Samples")));
    for ((input, output), number) in statement.samples.iter().zip(1..) {
        text += &fenced(&format!("input{number}"), input);
        text += &fenced(&format!("output{number}"), output);
    }
    if !statement.explanation.is_empty() {
        text += &in_language(language, || heading(t!("Explanation")));
        text += &body(&statement.explanation, language, math);
    }
    (text + &source(statement)).trim_end().to_owned() + "\n"
}

/// Where the problem is from, and who wrote its statement.
fn source(statement: &Statement<'_>) -> String {
    let Statement { problem, language, .. } = *statement;
    let name = in_language(language, || problem.judge_name());
    if name == problem.id {
        return String::new();
    }
    let source = match problem.url() {
        Some(url) => format!("[{name}]({url})"),
        None => name,
    };
    in_language(language, || {
        if problem.files.is_embedded() {
            t!(
                "Source: {source}. Statement by the Bouton contributors, CC BY 4.0.",
                source
            )
        } else {
            t!("Source: {source}.", source)
        }
    })
}

/// A block of code, which what is in it does not end.
fn fenced(kind: &str, code: &str) -> String {
    let longest = code.split(|c| c != '`').map(str::len).max();
    let fence = "`".repeat(3.max(longest.map_or(0, |len| len + 1)));
    format!("{fence}{kind}\n{code}{fence}\n\n")
}

/// The paragraphs, lists and headings of a text.
fn body(tex: &str, language: Language, math: &str) -> String {
    let mut text = String::new();
    for block in blocks_of(tex, language, |words| line(words, math)) {
        // Items of a list stand together.
        match block {
            Block::Heading(heading) => text.extend(["## ", &heading, "\n\n"]),
            Block::Table(rows) => text += &table(&rows),
            Block::Text {
                depth,
                is_item,
                text: words,
            } if is_item => {
                let indent = "  ".repeat(depth.saturating_sub(1));
                text.extend([&indent, "- ", &words, "\n"]);
            }
            Block::Text { text: words, .. } => text.extend([&words, "\n\n"]),
            Block::Gap if text.ends_with("\n\n") || text.is_empty() => {}
            Block::Gap => text += "\n",
        }
    }
    text.truncate(text.trim_end().len());
    text + "\n\n"
}

/// A table without a head, which Markdown has with an empty one; of a single column, a list.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let mut lines = match columns {
        0 | 1 => Vec::new(),
        _ => vec![
            format!("|{}", "  |".repeat(columns)),
            format!("|{}", " --- |".repeat(columns)),
        ],
    };
    lines.extend(rows.iter().map(|cells| match columns {
        0 | 1 => format!("- {}", cells.concat()),
        _ => format!("| {} |", cells.join(" | ")),
    }));
    lines.join("\n") + "\n\n"
}

/// A line with the marks of Markdown.
fn line(tex: &str, math: &str) -> String {
    let mut text = String::new();
    // The closing text for each open brace.
    let mut closers = Vec::new();
    let mut rest = tex;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = after;
        match c {
            '$' => {
                let (formula, after) = after.split_once('$').unwrap_or((after, ""));
                text.extend([math, formula, math]);
                rest = after;
            }
            '\\' if let Some(code) = after.strip_prefix("texttt{") => {
                let (code, after) = code.split_at(closing_brace(code));
                text += &marked_code(code);
                rest = after.strip_prefix('}').unwrap_or(after);
            }
            '\\' if let Some(emphasised) = after.strip_prefix("emph{") => {
                text.push('*');
                closers.push("*");
                rest = emphasised;
            }
            '\\' if let Some(item) = after.strip_prefix("item") => {
                text.push('-');
                rest = item;
            }
            '\\' => {
                let end = after.find(|c: char| !c.is_ascii_alphabetic());
                let end = match end.unwrap_or(after.len()) {
                    0 => after.chars().next().map_or(0, char::len_utf8),
                    letters => letters,
                };
                let (name, after) = after.split_at(end);
                text += &escaped(&plain_line(&format!("\\{name}")), math);
                rest = after;
            }
            '{' => closers.push(""),
            '}' => text += closers.pop().unwrap_or(""),
            '~' => text.push(' '),
            _ => text += &escaped(c.encode_utf8(&mut [0; 4]), math),
        }
    }
    text
}

/// Code between marks of Markdown.
fn marked_code(tex: &str) -> String {
    let quoted = plain_line(&format!("\\texttt{{{tex}}}"));
    let plain = quoted.trim_matches('\'');
    // A space within each mark does not count.
    if plain.contains('`') {
        format!("`` {plain} ``")
    } else {
        format!("`{plain}`")
    }
}

/// Where the brace that is open before `tex` is closed.
fn closing_brace(tex: &str) -> usize {
    let mut open = 1;
    let mut before = ' ';
    let closing = tex.find(|c| {
        open += match c {
            _ if before == '\\' => 0,
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        before = if before == '\\' { ' ' } else { c };
        open == 0
    });
    closing.unwrap_or(tex.len())
}

/// A text in which nothing has a meaning for Markdown.
fn escaped(text: &str, math: &str) -> String {
    let mut markdown = String::new();
    for c in text.chars() {
        if "\\`*_[]<>#|&".contains(c) || math.contains(c) {
            markdown.push('\\');
        }
        markdown.push(c);
    }
    markdown
}
