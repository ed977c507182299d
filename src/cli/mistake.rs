//! What is wrong with a command line, in the language of the reader.

use std::error::Error as _;
use std::ffi::OsString;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::words::t;

/// One of the texts that clap has of a mistake; empty if there is none.
pub(super) fn text(error: &Error, kind: ContextKind) -> &str {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text,
        _ => "",
    }
}

/// Several of them.
fn list(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::Strings(texts) => Some(texts.join(t!(", "))),
        _ => None,
    }
}

/// What is wrong with a value, which is none of those that are possible.
fn impossible_value(argument: &str, value: &str, possible: Option<String>) -> String {
    let why = if value.is_empty() {
        t!("a value is required for '{argument}' but none was supplied", argument)
    } else {
        t!("invalid value '{value}' for '{argument}'", value, argument)
    };
    match possible.filter(|values| !values.is_empty()) {
        Some(values) => why + &t!(" [possible values: {values}]", values),
        None => why,
    }
}

/// That an argument is there besides others.
fn conflict(argument: &str, other: &str, others: Option<String>) -> String {
    match others {
        Some(others) => t!(
            "the argument '{argument}' cannot be used with: {others}",
            argument,
            others
        ),
        None if other == argument => t!("the argument '{argument}' cannot be used multiple times", argument),
        None => t!(
            "the argument '{argument}' cannot be used with '{other}'",
            argument,
            other
        ),
    }
}

/// An argument, or the environment variable that has its value, if no word has.
fn given(argument: &str) -> &str {
    let is_kernel = |word: &OsString| word.as_encoded_bytes().starts_with(b"--kernel");
    if argument.starts_with("--kernel") && !std::env::args_os().any(|word| is_kernel(&word)) {
        return "BOUTON_KERNEL";
    }
    argument
}

/// What is wrong, in a sentence.
pub(super) fn sentence(error: &Error) -> String {
    let argument = text(error, ContextKind::InvalidArg);
    let value = text(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidValue => impossible_value(argument, value, list(error, ContextKind::ValidValue)),
        ErrorKind::ValueValidation => t!(
            "invalid value '{value}' for '{argument}': {reason}",
            value,
            argument = given(argument),
            reason = error.source().map_or_else(String::new, ToString::to_string)
        ),
        ErrorKind::UnknownArgument => t!("unexpected argument '{argument}' found", argument),
        ErrorKind::ArgumentConflict => conflict(
            argument,
            text(error, ContextKind::PriorArg),
            list(error, ContextKind::PriorArg),
        ),
        ErrorKind::MissingRequiredArgument => t!(
            "the following required arguments were not provided: {arguments}",
            arguments = list(error, ContextKind::InvalidArg).unwrap_or_default()
        ),
        ErrorKind::TooManyValues => t!(
            "unexpected value '{value}' for '{argument}' found; no more were expected",
            value,
            argument
        ),
        ErrorKind::InvalidUtf8 => t!("invalid UTF-8 was detected in one or more arguments").to_owned(),
        ErrorKind::MissingSubcommand => t!("expected a command or a problem").to_owned(),
        // Nothing that our commands describe can be wrong in another way.
        _ => error.to_string().lines().next().unwrap_or_default().to_owned(),
    }
}
