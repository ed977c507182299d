//! C++ that checks answers, for the validators of packages; and texts and numbers as C++ writes them.
//!
//! What is written here uses `answer`, a text that is read strictly, `cases`, which counts them, and the `position`:
//! see `validation.h`, `position.h` and `output.h` in `src/package`.

use std::fmt::Write as _;

use super::template::{MoveList, Piece, Positions, Template, Text, Value};

/// A text as C++ writes it.
pub(crate) fn text(text: &str) -> String {
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
pub(crate) fn literal(number: u64) -> String {
    // Without a suffix, a constant is signed.
    let suffix = if number > i64::MAX as u64 { "u" } else { "" };
    format!("{number}{suffix}")
}

impl Template {
    /// C++ that reads the answer to a case from `answer`, and refuses what cannot be one.
    pub(crate) fn answer_check(&self) -> String {
        indented(&self.unindented_check())
    }

    fn unindented_check(&self) -> String {
        if let Some(Positions { times, on_lines }) = &self.positions {
            let each = if *on_lines {
                let words =
                    [&self.won, &self.lost].map(|answer| answer.literal().unwrap_or_default());
                let words = words.map(text).join(", ");
                format!("{{\nanswer.one_of({{{words}}});\nanswer.newline();\n}}\n")
            } else {
                "answer.word(answer.peek() == 'W' ? \"W\" : \"L\");\nanswer.newline();\n".to_owned()
            };
            return format!("for (Number i = 0; i < {times}_; i++) {each}");
        }
        let (before, won, lost) = self.without_common_start();
        let mut code = pieces(&before);
        if let (Some(won), Some(lost)) = (won.literal(), lost.literal())
            && !won.contains('\n')
            && !lost.contains('\n')
        {
            let words = [won, lost].map(text);
            return code
                + &format!(
                    "answer.one_of({{{}}});\nanswer.newline();\n",
                    words.join(", ")
                );
        }
        if won == lost {
            return code + &alternative(&won);
        }
        let (first, then, otherwise) = match (starts_with(&won), starts_with(&lost)) {
            (_, Some(first)) => (first, &lost, &won),
            (Some(first), None) => (first, &won, &lost),
            (None, None) => ('0', &won, &lost),
        };
        let wins = if self.names_moves() {
            "answer.check(position.has_winning_move(), \"the other answer\");\n"
        } else {
            ""
        };
        let loses = wins.replace("position", "!position");
        let check = |text: &Text| if *text == won { wins } else { &loses };
        let condition = match first {
            '\n' => "answer.peek() == '\\n'".to_owned(),
            first => format!("answer.peek() == {}", character(first)),
        };
        let _ = write!(
            code,
            "if ({condition}) {{\n{}{}}} else {{\n{}{}}}\n",
            check(then),
            alternative(then),
            check(otherwise),
            alternative(otherwise),
        );
        code
    }

    /// What both texts start with, and the rest of each.
    fn without_common_start(&self) -> (Vec<Piece>, Text, Text) {
        let (mut won, mut lost) = (self.won.clone(), self.lost.clone());
        let mut before = Vec::new();
        let has_more = |text: &Text| text.pieces.len() > 1 || text.list.is_some();
        while has_more(&won) && has_more(&lost) && won.pieces.first() == lost.pieces.first() {
            before.push(won.pieces.remove(0));
            lost.pieces.remove(0);
        }
        if let (Some(Piece::Literal(one)), Some(Piece::Literal(other))) =
            (won.pieces.first_mut(), lost.pieces.first_mut())
        {
            let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b);
            let common = same.count();
            // Whole words are easier to read in messages.
            let mut spaces = one.rmatch_indices([' ', '\n']).map(|(at, _)| at + 1);
            let common = spaces.find(|&end| end <= common).unwrap_or(0);
            if common > 0 && common < one.len() && common < other.len() {
                before.push(Piece::Literal(one[..common].to_owned()));
                one.replace_range(..common, "");
                other.replace_range(..common, "");
            }
        }
        (before, won, lost)
    }

    /// C++ that reads `output`, what a program has printed, if several answers to a case may be right.
    pub(crate) fn output_check(&self) -> Option<String> {
        if !self.any {
            return None;
        }
        let read = |text: &Text| {
            let mut code = String::new();
            for piece in &text.pieces {
                match piece {
                    Piece::Literal(literal) => {
                        for word in literal.split_whitespace() {
                            let _ = writeln!(
                                code,
                                "    if (output.word() != {}) refuse(\"case \" + std::to_string(cases) + \": expected \" + {0});",
                                self::text(word)
                            );
                        }
                    }
                    Piece::Value(value) => {
                        let _ = writeln!(code, "    Number {} = output.number();", value.name());
                    }
                }
            }
            code
        };
        let take = if self.won.has(Value::Take) {
            "take"
        } else {
            "position.piles[pile - 1] - left"
        };
        Some(format!(
            "if (!position.has_winning_move()) {{\n{}}} else {{\n{}    \
             if (pile < 1 || pile > position.piles.size() || !position.wins(pile, {take}))\n        \
             refuse(\"case \" + std::to_string(cases) + \" is won, but not by this move\");\n}}\n",
            read(&self.lost),
            read(&self.won),
        ))
    }
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

/// The first character of a text, unless it is a number.
fn starts_with(text: &Text) -> Option<char> {
    match text.pieces.first() {
        Some(Piece::Literal(literal)) => literal.chars().next(),
        None if text.list.is_none() => Some('\n'),
        Some(Piece::Value(_)) | None => None,
    }
}

fn character(c: char) -> String {
    match c {
        '\'' | '\\' => format!("'\\{c}'"),
        c if c.is_ascii() => format!("'{c}'"),
        c => format!("{}", c.to_string().as_bytes()[0]),
    }
}

/// Reads one of the two texts, and the end of its last line.
fn alternative(text: &Text) -> String {
    let mut code = pieces(&text.pieces);
    if text.list.is_none() {
        code += &checks(text, "");
        code += "answer.newline();\n";
        return code;
    }
    if let Some(MoveList { each, separator }) = &text.list {
        let by_size = !text.has(Value::Pile);
        code += if by_size {
            "List::size_type index = 0;\n"
        } else {
            "Number last_pile = 0, last_take = 0;\n"
        };
        code += "for (bool more = true; more;) {\n";
        code += &pieces(each);
        let take = if text.has(Value::Take) {
            "take"
        } else {
            "size - left"
        };
        if by_size {
            let _ = write!(
                code,
                "while (index < position.piles.size() && (position.piles[index] != size || !position.wins(index + 1, {take})))\n    \
                 index++;\n\
                 answer.check(index < position.piles.size(), \"winning moves in the order of the piles\");\n"
            );
        } else {
            code += &checks(
                text,
                "answer.check(pile > last_pile || (pile == last_pile && take > last_take), \"moves to ascend\");\n\
                 last_pile = pile;\nlast_take = take;\n",
            );
        }
        code += match separator {
            '\n' => "answer.newline();\nmore = answer.peek() >= '0' && answer.peek() <= '9';\n}\n",
            _ => {
                "more = answer.peek() == ' ';\nif (more) answer.word(\" \");\n}\nanswer.newline();\n"
            }
        };
    }
    code
}

/// Checks the move that has been read.
fn checks(text: &Text, more: &str) -> String {
    if !text.values().any(Value::is_of_move) {
        return String::new();
    }
    let mut code = String::new();
    if !text.has(Value::Pile) {
        // Any pile of that size will do.
        code += "Number pile = 1;\n\
                 while (pile < position.piles.size() && position.piles[pile - 1] != size) pile++;\n";
    }
    if !text.has(Value::Take) {
        code += if text.has(Value::Left) && !text.has(Value::Size) {
            "answer.check(pile <= position.piles.size() && left < position.piles[pile - 1], \"a move\");\n\
             Number take = position.piles[pile - 1] - left;\n"
        } else {
            "Number take = size - left;\n"
        };
    }
    code + more + "answer.check(position.wins(pile, take), \"a move that wins\");\n"
}

fn pieces(pieces: &[Piece]) -> String {
    let mut code = String::new();
    for piece in pieces {
        match piece {
            Piece::Literal(literal) => {
                for (i, line) in literal.split('\n').enumerate() {
                    if i > 0 {
                        code += "answer.newline();\n";
                    }
                    if !line.is_empty() {
                        let _ = writeln!(code, "answer.word({});", text(line));
                    }
                }
            }
            Piece::Value(Value::Case) => code += "answer.number(\"case\", cases, cases);\n",
            Piece::Value(Value::Count) => {
                code += "answer.digits(\"winning moves\");\n";
            }
            Piece::Value(Value::Grundy) => {
                code += "answer.number(\"Grundy value\", 0, LARGEST);\n";
            }
            Piece::Value(Value::After) => {
                code += "for (Number i = 1; i <= position.piles.size(); i++) {\n    \
                         Number left = position.piles[i - 1] - (i == pile ? take : 0);\n    \
                         if (i > 1) answer.word(\" \");\n    \
                         answer.number(\"pile after the move\", left, left);\n}\n";
            }
            Piece::Value(value) => {
                let name = value.name();
                let low = u8::from(*value != Value::Left);
                let _ = writeln!(
                    code,
                    "Number {name} = answer.number(\"{name}\", {low}, LARGEST);"
                );
            }
        }
    }
    code
}
