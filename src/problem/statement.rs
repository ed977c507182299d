//! Statements as plain text: converts the little `LaTeX` that the packages use for a terminal.

use crate::text::{WIDTH, columns, wrap};
use crate::words::Language;

/// A space at which no line is broken: one within mathematics.
const TIED: char = '\u{a0}';

impl Language {
    /// The path of the statement in a problem's folder.
    pub(crate) fn statement(self) -> &'static str {
        self.choose(["statement/problem.en.tex", "statement/problem.zh.tex"])
    }
}

/// A part of a statement. Spaces at which no line is broken are kept.
pub(crate) enum Block {
    /// `Input`, `Output`, or that of a section.
    Heading(String),
    /// A paragraph, or an item of so many lists around it.
    Text { depth: usize, is_item: bool, text: String },
    /// The cells of each row of a table.
    Table(Vec<Vec<String>>),
    /// An empty line in the source.
    Gap,
}

/// The parts of the statement `tex`, without its title.
pub(crate) fn blocks(tex: &str, language: Language) -> Vec<Block> {
    blocks_of(tex, language, plain_line)
}

/// The same with each line of a paragraph as `written` has it.
pub(crate) fn blocks_of(tex: &str, language: Language, written: impl Fn(&str) -> String) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph = Vec::new();
    // The number of lists that are open.
    let mut depth: usize = 0;
    let mut rows: Option<Vec<Vec<String>>> = None;
    let is_text = |line: &&str| !line.starts_with("\\problemname");
    for line in tex.lines().filter(is_text).chain([""]) {
        if let Some(rows) = rows.as_mut().filter(|_| line != "\\end{tabular}") {
            let cells = line.trim_end_matches("\\\\").split('&');
            rows.push(cells.map(|cell| written(cell.trim())).collect());
            continue;
        }
        let starts_anew = ["\\begin{", "\\end{", "\\section*{"]
            .iter()
            .any(|start| line.starts_with(start));
        if !starts_anew && !line.is_empty() {
            paragraph.push(written(line.trim()));
            continue;
        }
        join(&paragraph, depth, language, &mut blocks);
        paragraph.clear();
        let section = line.strip_prefix("\\section*{").and_then(|line| line.strip_suffix('}'));
        blocks.extend(section.map(|heading| Block::Heading(heading.to_owned())));
        match line {
            "" => blocks.push(Block::Gap),
            "\\begin{itemize}" => depth += 1,
            "\\end{itemize}" => depth = depth.saturating_sub(1),
            "\\begin{Input}" => blocks.push(Block::Heading(language.choose(["Input", "输入"]).to_owned())),
            "\\begin{Output}" => blocks.push(Block::Heading(language.choose(["Output", "输出"]).to_owned())),
            _ if line.starts_with("\\begin{tabular}") => rows = Some(Vec::new()),
            _ => blocks.extend(rows.take().map(Block::Table)),
        }
    }
    // The last one is that of the end.
    blocks.pop();
    blocks
}

/// Joins the sentences of a paragraph, with spaces between them in English. An item starts anew.
fn join(sentences: &[String], depth: usize, language: Language, blocks: &mut Vec<Block>) {
    let start = blocks.len();
    for sentence in sentences {
        let item = sentence.strip_prefix("- ");
        match blocks[start..].last_mut() {
            Some(Block::Text { text, .. }) if item.is_none() => {
                text.extend([language.choose([" ", ""]), sentence]);
            }
            _ => blocks.push(Block::Text {
                depth,
                is_item: item.is_some(),
                text: item.unwrap_or(sentence).to_owned(),
            }),
        }
    }
}

/// Converts the statement `tex`, without its title, to plain text of whole lines. Paragraphs are filled.
pub fn plain(tex: &str, language: Language) -> String {
    let mut text = String::new();
    for block in blocks(tex, language) {
        // A paragraph or heading is separated from preceding text by an empty line.
        let is_apart = text.is_empty() || text.ends_with("\n\n");
        if !is_apart && matches!(block, Block::Heading(_) | Block::Gap) {
            text.push('\n');
        }
        match block {
            Block::Heading(heading) => text.extend([&heading, "\n"]),
            Block::Text {
                depth,
                is_item,
                text: words,
            } => {
                let mark = if is_item { "- " } else { "" };
                text += &fill(&format!("{mark}{words}"), depth);
            }
            Block::Table(rows) => text += &table(&rows),
            Block::Gap => {}
        }
    }
    text.replace(TIED, " ")
}

/// Rows whose columns stand below each other: the first and the last as wide as they need, what is too long between
/// them in several lines.
fn table(rows: &[Vec<String>]) -> String {
    const GAP: usize = 2;
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| columns(cell))
            .max()
    };
    let [name, meaning, limits] = [0, 1, 2].map(|column| width(column).unwrap_or_default());
    let meaning = meaning.min(WIDTH.saturating_sub(name + limits + 3 * GAP).max(WIDTH / 4));
    let pad = |text: &str, width: usize| " ".repeat(width.saturating_sub(columns(text)) + GAP);
    let line = |cells: [&str; 3]| {
        let [first, second, third] = cells;
        let text = format!("  {first}{}{second}{}{third}", pad(first, name), pad(second, meaning));
        text.trim_end_matches(' ').to_owned() + "\n"
    };
    let in_lines = |row: &Vec<String>| {
        let cell = |column: usize| row.get(column).map_or("", String::as_str);
        let parts = wrap(cell(1), meaning);
        let first = line([cell(0), parts[0], cell(2)]);
        parts[1..].iter().fold(first, |text, part| text + &line(["", part, ""]))
    };
    rows.iter().map(in_lines).collect()
}

/// The title of the statement `tex`.
pub(crate) fn title(tex: &str) -> &str {
    let title = tex
        .lines()
        .find_map(|line| line.strip_prefix("\\problemname{")?.strip_suffix('}'));
    title.unwrap_or_default()
}

/// Converts a line to text without macros.
pub(crate) fn plain_line(line: &str) -> String {
    let mut text = String::new();
    // The closing text for each open brace.
    let mut closers = Vec::new();
    let mut in_mathematics = false;
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                // The name of a macro is a word, or one character that stands for itself.
                let end = rest.find(|c: char| !c.is_ascii_alphabetic());
                let len = match end.unwrap_or(rest.len()) {
                    0 => rest.chars().next().map_or(0, char::len_utf8),
                    letters => letters,
                };
                let (name, after) = rest.split_at(len);
                rest = after;
                match rest.strip_prefix('{').filter(|_| name == "texttt") {
                    Some(argument) => {
                        text.push('\'');
                        closers.push("'");
                        rest = argument;
                    }
                    None => text += symbol(name),
                }
            }
            '$' => {
                in_mathematics = !in_mathematics;
                // What is not printed as it stands there, between quotes.
                if closers.contains(&"'") {
                    text.push(if in_mathematics { '<' } else { '>' });
                }
            }
            ' ' if in_mathematics => text.push(TIED),
            '{' => closers.push(""),
            '}' => text += closers.pop().unwrap_or(""),
            '~' => text.push(TIED),
            _ => text.push(c),
        }
    }
    text
}

/// The text for the macro `name`; an unknown macro becomes its name.
fn symbol(name: &str) -> &str {
    match name {
        "le" | "leq" => "≤",
        "ge" | "geq" => "≥",
        "ne" | "neq" => "≠",
        "dots" | "ldots" => "...",
        "cdot" => "·",
        "times" => "×",
        "oplus" => "xor",
        "item" => "-",
        // A terminal shows no emphasis that every font has.
        "emph" | "mathit" => "",
        _ => name,
    }
}

/// Breaks what is longer than a line. An item of the `depth` lists around it stands as deep as that.
fn fill(words: &str, depth: usize) -> String {
    let indent = "  ".repeat(depth.min(WIDTH / 4));
    let mut text = String::new();
    let mut start = indent.strip_prefix("  ").unwrap_or_default();
    for part in wrap(words, WIDTH - indent.len()) {
        text.extend([start, part, "\n"]);
        start = &indent;
    }
    text
}

/// A number as a person writes it: `10^9`, `2·10^5`, `2^62` or `2^63-1` for large ones.
pub(crate) fn short(number: impl Into<u128>) -> String {
    let number = number.into();
    let digits = number.to_string();
    let (first, zeros) = digits.split_at(1);
    if digits.len() > 4 && zeros.bytes().all(|digit| digit == b'0') {
        let exponent = zeros.len();
        match first {
            "1" => return format!("10^{exponent}"),
            _ if exponent > 4 => return format!("{first}·10^{exponent}"),
            _ => {}
        }
    }
    match number.count_ones() {
        ones @ 31.. if ones == number.trailing_ones() => format!("2^{ones}-1"),
        1 if number.trailing_zeros() >= 31 => format!("2^{}", number.trailing_zeros()),
        _ => digits,
    }
}

/// A text in which nothing has a meaning for `LaTeX`.
pub(super) fn escaped(text: &str) -> String {
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

/// A limit in mathematics.
pub(super) fn limit(number: u64) -> String {
    let short = short(number).replace('·', " \\cdot ");
    let Some((base, exponent)) = short.split_once('^') else {
        return short;
    };
    let end = exponent.find('-').unwrap_or(exponent.len());
    let (exponent, rest) = exponent.split_at(end);
    format!("{base}^{{{exponent}}}{rest}")
}

/// A name of the input in mathematics, where letters side by side would be a product.
pub(super) fn in_mathematics(name: &str) -> String {
    let name = name.replace('_', "\\_");
    match name.len() {
        1 => name,
        _ => format!("\\mathit{{{name}}}"),
    }
}
