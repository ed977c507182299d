//! C++ that prints the answer to a case, for solutions.
//!
//! It uses the `position`, `answers` and `cases`, which counts them: see `solution.h` and `position.h`.

use std::fmt::Write as _;

use super::answer::{indented, text};
use crate::answer::Fact;
use crate::answer::template::{MoveList, Piece, Positions, Template, Text};

/// C++ that prints the answer to one of several positions of a case.
pub(super) fn of_position(template: &Template) -> String {
    let end = if template.has_lines_of_positions() {
        "\n"
    } else {
        ""
    };
    let words = [&template.won, &template.lost].map(|answer| {
        let word = answer.literal().unwrap_or_default();
        text(&(word.to_owned() + end))
    });
    format!(
        "answers.put(position.first_wins() ? {}), position.clear();",
        words.join(" : ")
    )
}

/// C++ that puts the answer to a case. To check how many moves win, which may take as long as there are moves, is not
/// asked of a validator: there `has_count` is false, and any number will do.
pub(super) fn of_case(template: &Template, has_count: bool) -> String {
    match &template.positions {
        Some(Positions { on_lines: true, .. }) => return String::new(),
        Some(_) => return "answers.put(\"\\n\");\n".to_owned(),
        None => {}
    }
    let mut code = String::new();
    if has_count && template.has(Fact::Count) {
        code += "Number count = count_winning_moves(position);\n";
    }
    let line = |text: &Text| {
        let pieces = pieces(&text.pieces, has_count);
        format!("{pieces}answers.put(\"\\n\");\n")
    };
    let (won, lost) = (line(&template.won), line(&template.lost));
    if let Some(MoveList { each, separator }) = &template.won.list {
        let _ = write!(
            code,
            "bool any = false;\n\
             position.winning_moves([&](const Move &move) {{\n\
             if (any) answers.put({});\nelse {{\n{}}}\nany = true;\n{}return true;\n}});\n\
             if (any) answers.put(\"\\n\");\nelse {{\n{lost}}}\n",
            text(&separator.to_string()),
            pieces(&template.won.pieces, has_count),
            pieces(each, has_count),
        );
        return indented(&code);
    }
    let condition = if template.names_moves() {
        code += "Move move(0, 0, 0);\n\
                 position.winning_moves([&](const Move &first) { move = first; return false; });\n";
        "move.take > 0"
    } else {
        "position.first_wins()"
    };
    if won == lost {
        code += &won;
    } else {
        let _ = write!(code, "if ({condition}) {{\n{won}}} else {{\n{lost}}}\n");
    }
    indented(&code)
}

fn pieces(pieces: &[Piece], has_count: bool) -> String {
    let mut code = String::new();
    for piece in pieces {
        let line = match piece {
            Piece::Literal(literal) => format!("answers.put({});\n", text(literal)),
            Piece::Value(value) if value.fact == Fact::Count && !has_count => {
                "answers.number();\n".to_owned()
            }
            Piece::Value(value) if value.is_list() => format!(
                "for (Number i = 1; i <= position.piles.size(); i++) {{\n\
                 if (i > 1) answers.put(\" \");\nanswers.put({});\n}}\n",
                value.cpp
            ),
            Piece::Value(value) => format!("answers.put({});\n", value.cpp),
        };
        code += &line;
    }
    code
}
