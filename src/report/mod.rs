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
use std::path::Path;

use anstream::ColorChoice;
use clap::{Args, ValueEnum};

use crate::judge::stress::SearchResult;
use crate::words::arguments::LanguageArg;

/// How reports look: the arguments that every command has.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ReportArgs {
    /// Do not show progress
    #[arg(short, long, global = true, overrides_with = "quiet")]
    quiet: bool,

    #[arg(help = "When to use colors; auto means on a terminal, unless NO_COLOR is set")]
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    #[arg(
        hide_default_value = true,
        ignore_case = true,
        overrides_with = "color"
    )]
    color: Colors,

    #[command(flatten)]
    _language: LanguageArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colors {
    Auto,
    Always,
    Never,
}

impl ReportArgs {
    /// Makes everything that this process reports look so.
    pub(crate) fn apply(self) {
        if self.quiet {
            progress::be_quiet();
        }
        self.color.apply();
    }

    /// Applies `--color` of a command line that may have mistakes, so that it holds for the message as well.
    pub(crate) fn apply_color(words: &[OsString]) {
        let options = words.iter().take_while(|word| *word != "--");
        let mut options = options.filter_map(|word| word.to_str());
        while let Some(option) = options.next() {
            let when = match option.strip_prefix("--color") {
                Some("") => options.next(),
                Some(rest) => rest.strip_prefix('='),
                None => None,
            };
            if let Some(Ok(colors)) = when.map(|when| Colors::from_str(when, true)) {
                colors.apply();
            }
        }
    }
}

impl Colors {
    fn apply(self) {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// What there is to report of a search for a failing input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchReport<'a> {
    /// The name of the program.
    pub program: &'a str,
    /// What the random inputs came from.
    pub seed: u64,
    /// The result.
    pub result: &'a SearchResult,
    /// Where the input is kept.
    pub saved: Option<&'a Path>,
    /// Whether the search was interrupted.
    pub is_interrupted: bool,
}
