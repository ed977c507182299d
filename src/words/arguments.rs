//! The texts of the command line, all of which clap writes, in the language of the reader.

use std::error::Error as _;
use std::fmt::Write as _;

use clap::builder::{EnumValueParser, PossibleValue};
use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, error};

use super::{Language, language, t, translated};
use crate::text::{WIDTH, is_wide, may_break};

/// The option `--lang` that every command has. [`take_language`](super::take_language) has taken all that make sense
/// out of the command line, so that it is here for the help and the message; 'source' has another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LanguageArg;

impl Args for LanguageArg {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new("lang")
                .long("lang")
                .value_name("en|zh")
                .global(true)
                .value_parser(EnumValueParser::<Language>::new())
                .ignore_case(true)
                .hide_possible_values(true)
                .help("Language: en or zh; default: that of the locale"),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for LanguageArg {
    fn from_arg_matches(_: &ArgMatches) -> Result<Self, error::Error> {
        Ok(Self)
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), error::Error> {
        Ok(())
    }
}

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

/// `command` with each of its texts as `say` makes it: in help that has several lines, each line is one, but for those
/// that are indented; of an example, only what follows the `#`.
pub(crate) fn with_texts(mut command: Command, say: &mut dyn FnMut(&str) -> String) -> Command {
    if let Some(text) = command.get_about().map(ToString::to_string) {
        command = command.about(say(&text));
    }
    if let Some(text) = command.get_long_about().map(ToString::to_string) {
        command = command.long_about(lines(&text, say));
    }
    if let Some(text) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(lines(&text, say));
    }
    if let Some(text) = command.get_after_long_help().map(ToString::to_string) {
        let rows = text.lines().map(|line| match line.split_once("  # ") {
            Some((example, about)) => format!("{example}  # {}", say(about)),
            None => line.to_owned(),
        });
        let rows: Vec<_> = rows.collect();
        command = command.after_long_help(rows.join("\n"));
    }
    command
        .mut_args(|arg| with_texts_of_argument(arg, say))
        .mut_subcommands(|command| with_texts(command, say))
}

fn with_texts_of_argument(mut arg: Arg, say: &mut dyn FnMut(&str) -> String) -> Arg {
    let mut more = String::new();
    if language() == Language::Chinese && arg.get_action().takes_values() {
        let values = arg.get_possible_values();
        if !values.is_empty() && !arg.is_hide_possible_values_set() {
            let values: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
            let _ = write!(
                more,
                " [{}]",
                t!("possible values: {values}", values = values.join(", "))
            );
        }
        if let [value] = arg.get_default_values()
            && !arg.is_hide_default_value_set()
        {
            let value = value.to_string_lossy();
            let _ = write!(more, " [{}]", t!("default: {value}", value = value));
        }
        arg = arg.hide_possible_values(true).hide_default_value(true);
    }
    if let Some(text) = arg.get_help().map(ToString::to_string) {
        arg = arg.help(say(&text) + &more);
    }
    if let Some(text) = arg.get_long_help().map(ToString::to_string) {
        arg = arg.long_help(lines(&text, say) + &more);
    }
    if let Some(heading) = arg.get_help_heading().map(str::to_owned) {
        arg = arg.help_heading(say(&heading));
    }
    arg
}

fn lines(text: &str, say: &mut dyn FnMut(&str) -> String) -> String {
    let lines = text.split('\n').map(|line| {
        if line.is_empty() || line.starts_with(' ') {
            line.to_owned()
        } else {
            say(line)
        }
    });
    lines.collect::<Vec<_>>().join("\n")
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

/// What clap itself says in help.
const HEADINGS: [&str; 3] = ["Usage:", "Arguments:", "Options:"];
const OPTIONS: [&str; 4] = [
    "Print help (see a summary with '-h')",
    "Print help (see more with '--help')",
    "Print help",
    "Print version",
];

/// Help that clap wrote, without [spaces](spaced) at which no line was broken.
pub(crate) fn tidy(help: String) -> String {
    if language() == Language::English {
        return help;
    }
    let own = HEADINGS.into_iter().chain(OPTIONS);
    let help = own.fold(help, |help, text| help.replace(text, super::word(text)));
    // What clap writes after a heading.
    let help = help.replace("）:\n", "）：\n");
    let chars: Vec<_> = help.chars().collect();
    let is_needed = |at: usize| {
        chars[at] != ' '
            || at == 0
            || !is_wide(chars[at - 1])
            || !chars.get(at + 1).is_some_and(|&c| is_wide(c))
    };
    let kept = (0..chars.len()).filter(|&at| is_needed(at));
    kept.map(|at| chars[at]).collect()
}

/// What is wrong with a command line, in a sentence.
pub(crate) fn message(error: &clap::Error) -> String {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let argument = text(ContextKind::InvalidArg);
    let value = text(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => t!(
            "a value is required for '{argument}' but none was supplied",
            argument = argument
        ),
        ErrorKind::InvalidValue => {
            let wrong = t!(
                "invalid value '{value}' for '{argument}'",
                value = value,
                argument = argument
            );
            match text(ContextKind::ValidValue) {
                values if values.is_empty() => wrong,
                values => format!(
                    "{wrong} [{}]",
                    t!("possible values: {values}", values = values)
                ),
            }
        }
        ErrorKind::ValueValidation => {
            let reason = error.source().map(ToString::to_string);
            t!(
                "invalid value '{value}' for '{argument}': {reason}",
                value = value,
                argument = argument,
                reason = reason.unwrap_or_default()
            )
        }
        ErrorKind::UnknownArgument => t!(
            "unexpected argument '{argument}' found",
            argument = argument
        ),
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg);
            if other == argument {
                t!(
                    "the argument '{argument}' cannot be used multiple times",
                    argument = argument
                )
            } else {
                t!(
                    "the argument '{argument}' cannot be used with '{other}'",
                    argument = argument,
                    other = other
                )
            }
        }
        ErrorKind::MissingRequiredArgument => t!(
            "the following required arguments were not provided: {arguments}",
            arguments = argument
        ),
        ErrorKind::TooManyValues => t!(
            "unexpected value '{value}' for '{argument}' found; no more were expected",
            value = value,
            argument = argument
        ),
        ErrorKind::InvalidUtf8 => {
            t!("invalid UTF-8 was detected in one or more arguments").to_owned()
        }
        _ => {
            let text = error.render().to_string();
            let (paragraph, _) = text.split_once("\n\n").unwrap_or((&text, ""));
            let paragraph = paragraph.trim_start_matches("error: ");
            paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
        }
    }
}

/// All texts of `command`, and of clap itself, in English.
pub fn texts(command: Command) -> Vec<String> {
    let own = HEADINGS.into_iter().chain(OPTIONS);
    let mut texts: Vec<_> = own.map(str::to_owned).collect();
    with_texts(command, &mut |text| {
        texts.push(text.to_owned());
        text.to_owned()
    });
    texts
}
