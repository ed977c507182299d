//! The options that every command has. They may stand anywhere before `--`, and hold for messages about the command
//! line as well.

use std::ffi::OsString;

use anstream::ColorChoice;
use clap::builder::{EnumValueParser, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, ColorChoice as Colors, Command, ValueEnum};

use crate::report::progress;
use crate::words::{Language, set_language};

/// `command` with these options, and arguments as we describe them.
pub(crate) fn with_options(command: Command) -> Command {
    let option = |name, value| {
        let option = Arg::new(name).long(name).value_name(value);
        option.global(true).action(ArgAction::Append)
    };
    let command = command
        .args([
            Arg::new("quiet")
                .short('q')
                .long("quiet")
                .global(true)
                .action(ArgAction::SetTrue)
                .overrides_with("quiet")
                .help("Do not show progress"),
            option("color", "WHEN")
                .value_parser(EnumValueParser::<Colors>::new())
                .ignore_case(true)
                .help("When to use colors: auto, always or never; auto means on a terminal, unless NO_COLOR is set"),
            option("lang", "en|zh")
                .value_parser(languages::<Language>(&[]))
                .ignore_case(true)
                .help("Language: en or zh; default: that of the locale"),
        ])
        .term_width(0)
        .mut_args(as_ours);
    command.mut_subcommands(|command| command.mut_args(as_ours))
}

/// Help says itself which values are possible, and which one is the default. No option looks like a negative number:
/// the parser of its value reports what it expected.
fn as_ours(arg: Arg) -> Arg {
    if !arg.get_action().takes_values() {
        return arg;
    }
    arg.hide_possible_values(true)
        .hide_default_value(true)
        .allow_negative_numbers(true)
}

/// The values of `--lang`: the languages `of` something, and those that everybody may ask for. They are names, since
/// all commands must have the same type for an option.
pub(crate) fn languages<T: ValueEnum>(also: &[Language]) -> PossibleValuesParser {
    let of = T::value_variants().iter().filter_map(T::to_possible_value);
    let also = also.iter().filter_map(Language::to_possible_value);
    PossibleValuesParser::new(of.chain(also))
}

/// Applies each valid `--color` and `--lang` in a command line, and takes nothing away: that it makes sense is seen
/// later. With `--json` everything is in English: programs read it.
pub(super) fn look(words: &[OsString]) {
    let words: Vec<_> = words
        .iter()
        .map(|word| word.to_str().unwrap_or_default())
        .take_while(|word| *word != "--")
        .collect();
    set_language(Language::of_locale());
    for (at, &word) in words.iter().enumerate() {
        let next = || words.get(at + 1).copied().unwrap_or_default();
        let (option, value) = word.split_once('=').unwrap_or_else(|| (word, next()));
        match option {
            "--color" => {
                let colors = Colors::from_str(value, true).map(|colors| match colors {
                    Colors::Auto => ColorChoice::Auto,
                    Colors::Always => ColorChoice::Always,
                    Colors::Never => ColorChoice::Never,
                });
                let _ = colors.map(ColorChoice::write_global);
            }
            "--lang" => {
                let _ = Language::from_str(value, true).map(set_language);
            }
            _ => {}
        }
    }
    // The page shows to people what it reads as JSON.
    if words.contains(&"--json") && !cfg!(target_family = "wasm") {
        set_language(Language::English);
    }
}

/// Applies the option that is left.
pub(crate) fn apply(matches: &ArgMatches) {
    if matches.get_flag("quiet") {
        progress::be_quiet();
    }
}
