//! What is wrong with a command line, in the language of the reader.

use std::error::Error as _;
use std::fmt::Display;

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

/// What is wrong, in a sentence.
pub(super) fn sentence(error: &Error) -> String {
    let argument = text(error, ContextKind::InvalidArg);
    let value = text(error, ContextKind::InvalidValue);
    let values = list(error, ContextKind::ValidValue).filter(|values| !values.is_empty());
    let possible = |why: String| match &values {
        Some(values) => why + &t!(" [possible values: {values}]", values),
        None => why,
    };
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => possible(t!(
            "a value is required for '{argument}' but none was supplied",
            argument
        )),
        ErrorKind::InvalidValue => possible(t!(
            "invalid value '{value}' for '{argument}'",
            value,
            argument
        )),
        ErrorKind::ValueValidation => {
            let reason: &dyn Display = match error.source() {
                Some(reason) => &reason.to_string(),
                None => &"",
            };
            t!(
                "invalid value '{value}' for '{argument}': {reason}",
                value,
                argument,
                reason
            )
        }
        ErrorKind::UnknownArgument => t!("unexpected argument '{argument}' found", argument),
        ErrorKind::ArgumentConflict => {
            let others = list(error, ContextKind::PriorArg);
            match (text(error, ContextKind::PriorArg), others) {
                (_, Some(others)) => t!(
                    "the argument '{argument}' cannot be used with: {others}",
                    argument,
                    others
                ),
                (other, None) if other == argument => t!(
                    "the argument '{argument}' cannot be used multiple times",
                    argument
                ),
                (other, None) => t!(
                    "the argument '{argument}' cannot be used with '{other}'",
                    argument,
                    other
                ),
            }
        }
        ErrorKind::MissingRequiredArgument => t!(
            "the following required arguments were not provided: {arguments}",
            arguments = list(error, ContextKind::InvalidArg).unwrap_or_default()
        ),
        ErrorKind::TooManyValues => t!(
            "unexpected value '{value}' for '{argument}' found; no more were expected",
            value,
            argument
        ),
        ErrorKind::InvalidUtf8 => {
            t!("invalid UTF-8 was detected in one or more arguments").to_owned()
        }
        ErrorKind::MissingSubcommand => t!("expected a command or a problem").to_owned(),
        // Nothing that our commands describe can be wrong in another way.
        _ => error
            .to_string()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned(),
    }
}
