//! What clap says of mistakes in a command line, in the language of the reader.

use std::fmt::Display;

use super::{fill, translated};

/// What it says, with names for what stands in braces.
pub(crate) const MISTAKES: [&str; 11] = [
    "a value is required for '{argument}' but none was supplied",
    "a value is required for '{argument}' but none was supplied [possible values: {values}]",
    "invalid value '{value}' for '{argument}': {reason}",
    "invalid value '{value}' for '{argument}' [possible values: {values}]",
    "unexpected argument '{argument}' found",
    "the argument '{argument}' cannot be used multiple times",
    "the argument '{argument}' cannot be used with '{other}'",
    "the argument '{argument}' cannot be used with: {others}",
    "the following required arguments were not provided: {arguments}",
    "unexpected value '{value}' for '{argument}' found; no more were expected",
    "invalid UTF-8 was detected in one or more arguments",
];

/// What is wrong with a command line, in a sentence.
pub(crate) fn message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.trim_start_matches("error: ");
    let mut lines = text.lines().take_while(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default().to_owned();
    let items: Vec<_> = lines.map(str::trim).collect();
    let english = [first, items.join(", ")].join(" ");
    let english = english.trim_end();
    let translated = MISTAKES.iter().find_map(|mistake| {
        let values = values_in(english, mistake)?;
        let values = values
            .iter()
            .map(|(name, value)| (*name, value as &dyn Display));
        Some(fill(translated(mistake)?, &values.collect::<Vec<_>>()))
    });
    translated.unwrap_or_else(|| english.to_owned())
}

/// What stands in `text` where `template` has names in braces, if it is otherwise the same.
fn values_in<'a>(text: &'a str, template: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let mut parts = template.split(['{', '}']);
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    while let (Some(name), Some(after)) = (parts.next(), parts.next()) {
        let end = if after.is_empty() {
            rest.len()
        } else {
            rest.find(after)?
        };
        values.push((name, &rest[..end]));
        rest = &rest[end + after.len()..];
    }
    rest.is_empty().then_some(values)
}
