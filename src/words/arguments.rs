//! The texts of the command line that clap writes, in the language of the reader.

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, error};

use super::Language;

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
                .value_parser(clap::builder::EnumValueParser::<Language>::new())
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
