//! What people and programs see: the only place that knows words, widths and colors.
//!
//! ```text
//! judgements, comparisons, results ──┬──▶ text, in color
//!                                    └──▶ json
//! ```

mod board;
pub mod comparison;
pub(crate) mod json;
pub(crate) mod list;
pub(crate) mod progress;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod text;

use std::ffi::OsString;

use anstream::ColorChoice;
use clap::builder::EnumValueParser;
use clap::{Arg, ArgAction, ArgMatches, ColorChoice as Colors, Command, ValueEnum};

use crate::words::{Language, set_language};

/// `command` with the options that every command has. Of these, [`apply_early`] has already taken what makes sense out of
/// the command line, but for a `-q` behind other letters: they are here for the help and for messages.
pub(crate) fn with_options(command: Command) -> Command {
    let option = |name, value| Arg::new(name).long(name).value_name(value).global(true);
    command.args([
        Arg::new("quiet")
            .short('q')
            .long("quiet")
            .global(true)
            .action(ArgAction::SetTrue)
            .overrides_with("quiet")
            .help("Do not show progress"),
        option("color", "WHEN")
            .value_parser(EnumValueParser::<Colors>::new())
            .help("When to use colors: auto, always or never; auto means on a terminal, unless NO_COLOR is set"),
        option("lang", "en|zh")
            .value_parser(EnumValueParser::<Language>::new())
            .help("Language: en or zh; default: that of the locale"),
    ])
}

/// Takes each `--quiet`, `-q`, and valid `--color` and `--lang` out of a command line and applies it, and for lack of a
/// language that of the locale. So they may stand anywhere before `--`, hold for errors in the command line as well, and
/// 'source' can have another `--lang`. With `--json` everything is in English: programs read it.
pub(crate) fn apply_early(words: &mut Vec<OsString>) {
    set_language(Language::of_locale());
    let mut is_json = false;
    let mut at = 1;
    while at < words.len() && words[at] != "--" {
        let word = words[at].to_str().unwrap_or_default();
        is_json |= word == "--json";
        if word == "--quiet" || word.len() > 1 && word.trim_end_matches('q') == "-" {
            progress::be_quiet();
            words.remove(at);
            continue;
        }
        let (option, value, end) = match word.split_once('=') {
            Some((option, value)) => (option, Some(value), at + 1),
            None => (
                word,
                words.get(at + 1).and_then(|word| word.to_str()),
                at + 2,
            ),
        };
        let value = value.unwrap_or_default();
        let applied = match option {
            "--color" => Colors::from_str(value, true).map(apply_colors),
            "--lang" => Language::from_str(value, true).map(set_language),
            _ => Err(String::new()),
        };
        if applied.is_ok() {
            words.drain(at..end);
        } else {
            at += 1;
        }
    }
    // The page shows to people what it reads as JSON.
    if is_json && !cfg!(target_family = "wasm") {
        set_language(Language::English);
    }
}

fn apply_colors(colors: Colors) {
    match colors {
        Colors::Auto => ColorChoice::Auto,
        Colors::Always => ColorChoice::Always,
        Colors::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Applies the other [options](with_options).
pub(crate) fn apply(matches: &ArgMatches) {
    if matches.get_flag("quiet") {
        progress::be_quiet();
    }
}
