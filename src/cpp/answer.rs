//! C++ that checks answers, for the validators of packages; and texts and numbers as C++ writes them.
//!
//! What is written here uses `answer`, a text that is read strictly, `cases`, which counts them, and the `position`:
//! see `validation.h`, `position.h` and `output.h`.

use std::fmt::Write as _;

use crate::answer::Fact;
use crate::answer::template::{Piece, Template};

/// A text as C++ writes it.
pub(super) fn text(text: &str) -> String {
    let mut literal = "\"".to_owned();
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => literal.extend(['\\', byte.into()]),
            b' '..=b'~' => literal.push(byte.into()),
            _ => write!(literal, "\\{byte:03o}").expect("memory can be written"),
        }
    }
    literal + "\""
}

/// A number as C++ writes it.
pub(super) fn literal(number: u64) -> String {
    // Without a suffix, a constant is signed.
    let suffix = if number > i64::MAX as u64 { "u" } else { "" };
    format!("{number}{suffix}")
}

/// C++ that reads `output`, what a program has printed, if several answers to a case may be right.
pub(super) fn of_output(template: &Template) -> Option<String> {
    if !template.any {
        return None;
    }
    let count = if template.has(Fact::Count) {
        "Number count = count_winning_moves(position);\n"
    } else {
        ""
    };
    let (won, is_right) = reads(&template.won.pieces);
    let (lost, _) = reads(&template.lost.pieces);
    Some(indented(&format!(
        "{count}output.begin(cases);\n\
         bool is_won = false, is_right = false;\n\
         position.winning_moves([&](const Move &) {{ is_won = true; return false; }});\n\
         if (is_won) {{\n{won}\
         position.winning_moves([&](const Move &move) {{\n\
         is_right = {};\nreturn !is_right;\n}});\n\
         if (!is_right) output.expected(\"a move that wins\");\n\
         }} else {{\n{lost}}}\noutput.end();\n",
        is_right.join(" && "),
    )))
}

/// C++ that reads these pieces, and the conditions under which they name a `move`.
fn reads(pieces: &[Piece]) -> (String, Vec<String>) {
    let (mut code, mut conditions) = (String::new(), Vec::new());
    for (index, piece) in pieces.iter().enumerate() {
        let value = match piece {
            Piece::Literal(literal) => {
                let _ = writeln!(code, "output.text({});", text(literal));
                continue;
            }
            Piece::Value(value) => *value,
        };
        let (name, cpp) = (value.name, value.cpp);
        if value.is_list() {
            let _ = writeln!(
                code,
                "List {name}_{index};\n\
                 while ({name}_{index}.size() < position.piles.size()) {{\n\
                 if (!{name}_{index}.empty()) output.text(\" \");\n\
                 {name}_{index}.push_back(output.number());\n}}"
            );
            conditions.push(format!(
                "are({name}_{index}, [&](Number i) {{ return {cpp}; }})"
            ));
        } else if value.is_of_move() {
            let _ = writeln!(code, "Number {name}_{index} = output.number();");
            conditions.push(format!("{cpp} == {name}_{index}"));
        } else {
            let _ = writeln!(code, "output.number({cpp});");
        }
    }
    (code, conditions)
}

/// `code` with four spaces more for each brace that is open.
pub(super) fn indented(code: &str) -> String {
    let (mut text, mut depth) = (String::new(), 0_usize);
    for line in code.lines() {
        depth -= usize::from(line.starts_with('}'));
        text.extend([&"    ".repeat(depth), line, "\n"]);
        depth += usize::from(line.ends_with('{'));
    }
    text
}
