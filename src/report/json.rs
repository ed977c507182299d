//! The parts of JSON that the commands write.

use crate::output::answers::Answers;

/// Writes a list of numbers.
pub fn list(numbers: &[u64], answers: &mut Answers<'_>) {
    items(numbers, answers, |&number, answers| answers.digits(number));
}

/// Writes a list whose items are written by `write`.
pub fn items<T>(items: &[T], answers: &mut Answers<'_>, write: impl Fn(&T, &mut Answers<'_>)) {
    answers.text(b"[");
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            answers.text(b",");
        }
        write(item, answers);
    }
    answers.text(b"]");
}

/// Writes a number, or `null`.
pub fn optional(number: Option<u64>, answers: &mut Answers<'_>) {
    match number {
        Some(number) => answers.digits(number),
        None => answers.text(b"null"),
    }
}

/// Writes a string.
pub fn string(text: &str, answers: &mut Answers<'_>) {
    answers.text(b"\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(answers, "\\{c}"),
            c if c.is_control() => write!(answers, "\\u{:04x}", u32::from(c)),
            c => write!(answers, "{c}"),
        }
    }
    answers.text(b"\"");
}
