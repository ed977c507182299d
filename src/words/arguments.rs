//! The texts of the command line, all of which clap writes, in the language of the reader.

use std::fmt::Display;

use clap::builder::{Resettable, Str, StyledStr};
use clap::{Arg, Command};

use super::{Language, fill, language, translated, word};
use crate::text::{WIDTH, is_wide, may_break};

/// What clap itself says in help.
const HELP: [&str; 7] = [
    "Usage:",
    "Arguments:",
    "Options:",
    "Print help (see a summary with '-h')",
    "Print help (see more with '--help')",
    "Print help",
    "Print version",
];

/// What clap says of mistakes.
const MISTAKES: [&str; 10] = [
    "a value is required for '{argument}' but none was supplied",
    "a value is required for '{argument}' but none was supplied [possible values: {values}]",
    "invalid value '{value}' for '{argument}': {reason}",
    "invalid value '{value}' for '{argument}' [possible values: {values}]",
    "unexpected argument '{argument}' found",
    "the argument '{argument}' cannot be used multiple times",
    "the argument '{argument}' cannot be used with '{other}'",
    "the following required arguments were not provided: {arguments}",
    "unexpected value '{value}' for '{argument}' found; no more were expected",
    "invalid UTF-8 was detected in one or more arguments",
];

/// `command` with its texts in the language of the reader.
pub(crate) fn translate(command: Command) -> Command {
    if language() == Language::English {
        return command;
    }
    // Two columns for most characters, which are a character and a space to clap; punctuation has no space.
    let command = command.max_term_width(WIDTH - 6);
    with_texts(command, &mut |text| {
        spaced(translated(text).unwrap_or(text))
    })
}

/// `command` with each line of its texts as `say` makes it, but for those that are indented; of an example, only what
/// follows the `#`.
fn with_texts(mut command: Command, say: &mut dyn FnMut(&str) -> String) -> Command {
    let about = lines(command.get_about(), say);
    let long_about = lines(command.get_long_about(), say);
    let after_help = lines(command.get_after_help(), say);
    let after_long_help = lines(command.get_after_long_help(), say);
    command = command.about(about).long_about(long_about);
    command = command
        .after_help(after_help)
        .after_long_help(after_long_help);
    let texts_of_argument = |arg: Arg| {
        let help = lines(arg.get_help(), say);
        let long_help = lines(arg.get_long_help(), say);
        let heading = arg
            .get_help_heading()
            .map(|heading| Str::from(say(heading)));
        let arg = arg.help(help).long_help(long_help);
        arg.help_heading(Resettable::from(heading))
    };
    command
        .mut_args(texts_of_argument)
        .mut_subcommands(|command| with_texts(command, say))
}

fn lines(text: Option<&StyledStr>, say: &mut dyn FnMut(&str) -> String) -> Resettable<StyledStr> {
    let mut line = |line: &str| match line.split_once("  # ") {
        Some((example, about)) => format!("{example}  # {}", say(about)),
        None if line.is_empty() || line.starts_with(' ') => line.to_owned(),
        None => say(line),
    };
    let text = text.map(ToString::to_string);
    let lines = text.map(|text| {
        text.split('\n')
            .map(&mut line)
            .collect::<Vec<_>>()
            .join("\n")
    });
    lines.map(StyledStr::from).into()
}

/// `text` with a space wherever a line may be broken between East Asian characters: clap breaks lines at spaces only.
fn spaced(text: &str) -> String {
    let mut spaced = String::new();
    let mut before = ' ';
    for c in text.chars() {
        if is_wide(before) && is_wide(c) && may_break(before, c) {
            spaced.push(' ');
        }
        spaced.push(c);
        before = c;
    }
    spaced
}

/// Help that clap wrote, without [spaces](spaced) at which no line was broken.
pub(crate) fn tidy(help: String) -> String {
    if language() == Language::English {
        return help;
    }
    let help = HELP
        .iter()
        .fold(help, |help, text| help.replace(text, word(text)));
    // What clap writes after a heading.
    let help = help.replace("）:", "）：");
    let chars: Vec<_> = help.chars().collect();
    let is_needed = |&at: &usize| {
        let is_wide = |at: usize| chars.get(at).is_some_and(|&c| is_wide(c));
        chars[at] != ' ' || at == 0 || !is_wide(at - 1) || !is_wide(at + 1)
    };
    let kept = (0..chars.len()).filter(is_needed);
    kept.map(|at| chars[at]).collect()
}

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

/// All texts of `command`, and of clap itself, in English.
pub(crate) fn texts(command: Command) -> Vec<String> {
    let mut texts: Vec<_> = HELP
        .iter()
        .chain(&MISTAKES)
        .map(ToString::to_string)
        .collect();
    with_texts(command, &mut |text| {
        texts.push(text.to_owned());
        text.to_owned()
    });
    texts
}
