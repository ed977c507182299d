//! Texts and numbers as C++ writes them, for the validators of packages.

use std::fmt::Write;

/// A text as C++ writes it.
pub fn text(text: &str) -> String {
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

/// A number, or the last value of the number of the input with this name. No keyword ends with `_`.
pub fn number(text: &str) -> String {
    match text.parse() {
        Ok(number) => literal(number),
        Err(_) => format!("{text}_"),
    }
}

/// A number as C++ writes it.
pub fn literal(number: u64) -> String {
    // Without a suffix, a constant is signed.
    let suffix = if number > i64::MAX as u64 { "u" } else { "" };
    format!("{number}{suffix}")
}
