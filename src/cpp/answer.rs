//! C++ that puts answers into `answers` or `output`, which print them or expect them; and texts and numbers as C++
//! writes them.
//!
//! It uses the `position`, and `cases`, which counts them: see `solution.h`, `validation.h`, `position.h` and
//! `output.h`.

use std::fmt::Write as _;
use std::slice;

use crate::answer::template::{PerPosition, Piece, Template};
use crate::answer::{AnswerLines, Fact};
use crate::game::Changes;
use crate::game::rule::Rules;

/// A text as C++ writes it.
fn text(text: &str) -> String {
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
pub(super) fn number(number: u64) -> String {
    // Without a suffix, a constant is signed.
    let suffix = if number > i64::MAX as u64 { "u" } else { "" };
    format!("{number}{suffix}")
}

/// C++ that puts these pieces of a template into `to`. Without `has_count`, any number will do for that of winning
/// moves.
fn put(template: &Template, to: &str, pieces: &[Piece], has_count: bool) -> String {
    let lines = pieces.iter().map(|piece| match piece {
        Piece::Literal(literal) => format!("{to}.put({});\n", text(literal)),
        Piece::Value(value) if value.fact == Fact::Count && !has_count => {
            format!("{to}.number();\n")
        }
        Piece::Value(value) if value.is_list() && template.shows_positions() => format!(
            "bool is_first = true;\n\
             for (Number pile : position.after(move)) {{\n\
             if (!is_first) {to}.put(\" \");\n{to}.put(pile);\nis_first = false;\n}}\n"
        ),
        Piece::Value(value) if value.is_list() => format!(
            "for (Number i = 1; i <= position.piles.size(); i++) {{\n\
             if (i > 1) {to}.put(\" \");\n{to}.put({});\n}}\n",
            value.cpp
        ),
        Piece::Value(value) => format!("{to}.put({});\n", value.cpp),
    });
    lines.collect()
}

fn count_moves(template: &Template) -> &'static str {
    if template.has(Fact::Count) {
        "Number count = count_winning_moves(position);\n"
    } else {
        ""
    }
}

/// C++ that puts the answer to one of several positions of a case.
pub(super) fn of_position(template: &Template) -> String {
    let end = if template.has_lines_of_positions() {
        "\n"
    } else {
        ""
    };
    let words = template.words().unwrap_or_default();
    let [won, lost] = words.map(|word| text(&(word.to_owned() + end)));
    format!("answers.put(position.first_wins() ? {won} : {lost}), position.clear();")
}

/// C++ that puts the answer to a case. To check how many moves win, which may take as long as there are moves, is not
/// asked of a validator: there `has_count` is false.
pub(super) fn of_case(template: &Template, has_count: bool) -> String {
    match &template.positions {
        Some(PerPosition { on_lines: true, .. }) => return String::new(),
        Some(_) => return "answers.put(\"\\n\");\n".to_owned(),
        None => {}
    }
    let mut code = String::new();
    if has_count {
        code += count_moves(template);
    }
    let put = |pieces: &[Piece]| put(template, "answers", pieces, has_count);
    let [won, lost] =
        [&template.won, &template.lost].map(|pieces| put(pieces) + "answers.put(\"\\n\");\n");
    if template.lists_moves() {
        return code
            + &format!(
                "bool any = false;\n\
                 position.winning_moves([&](const Move &move) {{\n\
                 if (any) answers.put({});\nelse {{\n{}}}\nany = true;\n{}return true;\n}});\n\
                 if (any) answers.put(\"\\n\");\nelse {{\n{lost}}}\n",
                text(&template.separator.to_string()),
                put(&template.won),
                put(&template.each),
            );
    }
    if won == lost {
        return code + &won;
    }
    let condition = if template.names_moves() {
        code += "Move move(0, 0, 0);\n\
                 position.winning_moves([&](const Move &first) { move = first; return false; });\n";
        "move.pile > 0"
    } else {
        "position.first_wins()"
    };
    code + &format!("if ({condition}) {{\n{won}}} else {{\n{lost}}}\n")
}

/// C++ that reads `output`, what a program has printed, if several answers to a case may be right.
pub(super) fn of_output(template: &Template, rules: &Rules) -> Option<String> {
    if !template.any {
        return None;
    }
    let is_apart = rules.game().heaps().is_some() || rules.changes() == Changes::TooManyPiles;
    let mut leads = None;
    // The conditions under which what was read names a `move`.
    let mut is_right = Vec::new();
    let read = (0..).zip(&template.won).map(|(index, piece)| {
        let value = match piece {
            Piece::Value(value) if value.is_of_move() => value,
            Piece::Value(_) | Piece::Literal(_) => {
                return put(template, "output", slice::from_ref(piece), true);
            }
        };
        let (name, cpp) = (format!("{}_{index}", value.name), value.cpp);
        if value.is_list() && template.shows_positions() {
            if is_apart {
                leads = Some(format!("is_right = leads_to(position, {name});\n"));
            } else {
                is_right.push(format!("are_after(position, move, {name})"));
            }
            // Where answers have lines that start with numbers, they end at one that does not.
            let has_lines = matches!(
                template.lines,
                AnswerLines::All | AnswerLines::WordAndNumbers
            );
            let in_any_order = if rules.positions.in_any_order {
                format!("std::sort({name}.begin(), {name}.end());\n")
            } else {
                String::new()
            };
            format!("List {name} = output.numbers({has_lines});\n{in_any_order}")
        } else if value.is_list() {
            is_right.push(format!("are({name}, [&](Number i) {{ return {cpp}; }})"));
            format!(
                "List {name};\n\
                 while ({name}.size() < position.piles.size()) {{\n\
                 if (!{name}.empty()) output.put(\" \");\n{name}.push_back(output.number());\n}}\n"
            )
        } else {
            is_right.push(format!("{cpp} == {name}"));
            format!("Number {name} = output.number();\n")
        }
    });
    let won: String = read.collect();
    let judged = leads.unwrap_or_else(|| {
        format!(
            "position.winning_moves([&](const Move &move) {{\n\
             is_right = {};\nreturn !is_right;\n}});\n",
            is_right.join(" && ")
        )
    });
    Some(format!(
        "{}output.begin(cases);\n\
         bool is_won = false, is_right = false;\n\
         position.winning_moves([&](const Move &) {{ is_won = true; return false; }});\n\
         if (is_won) {{\n{won}{judged}\
         if (!is_right) output.expected(\"a move that wins\");\n\
         }} else {{\n{}}}\noutput.end();\n",
        count_moves(template),
        put(template, "output", &template.lost, true),
    ))
}
