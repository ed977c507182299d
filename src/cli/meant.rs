//! What somebody may have meant by a command line that makes no sense.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ErrorKind};
use clap::{Command, Error};

use super::mistake::{sentence, text};
use crate::problem;
use crate::problem::names::{self, Meaning};
use crate::words::t;

/// What may have been meant.
pub(super) enum Meant {
    /// A name in two words, such as `hdu 1850`: the command line with one.
    TwoWords(Vec<OsString>),
    /// A problem that was forgotten, or that stands elsewhere: the command line with it where it belongs.
    ProblemFirst(String),
    /// Any of these problems.
    AnyOf(Vec<&'static str>),
    /// A problem of the judge with this name.
    OfJudge,
    /// A name or an option that is almost the same.
    Similar(String),
    /// An option of a command.
    AfterCommand,
    /// An option of the program that is judged.
    OfProgram,
    /// Nothing that we know.
    Nothing,
}

/// A command line that is wrong.
pub(super) struct Wrong<'a> {
    /// All words, the first of which is the name of the program.
    pub words: &'a [OsString],
    /// Where the command or problem stands.
    pub first: Option<usize>,
    /// The command line as it should be.
    pub bouton: &'a Command,
}

impl Wrong<'_> {
    /// The command or problem.
    fn command(&self) -> Option<&str> {
        self.words[self.first?].to_str()
    }

    /// Where an argument stands.
    fn place_of(&self, argument: &str) -> Option<usize> {
        let mut words = self.words.iter();
        words.rposition(|word| word.to_string_lossy() == argument)
    }

    /// What was meant, and all that there is to say of it.
    pub(super) fn explain(&self, error: &Error) -> (Meant, String) {
        let (argument, value) = (
            text(error, ContextKind::InvalidArg),
            text(error, ContextKind::InvalidValue),
        );
        let after_command = self.first.map_or(1, |first| first + 1);
        // A judge that is no problem, or a number that is one argument too many.
        let place = match error.kind() {
            ErrorKind::ValueValidation if !argument.starts_with('-') => self.place_of(value),
            ErrorKind::UnknownArgument => self.place_of(argument).map(|place| place - 1),
            _ => None,
        };
        if let Some(at) = place.filter(|&at| at >= after_command)
            && let Some(name) = two_words(&self.words[at..])
        {
            let name = [OsString::from(name)];
            let words = [&self.words[..at], &name, &self.words[at + 2..]].concat();
            return (Meant::TwoWords(words), String::new());
        }
        match (error.kind(), self.first) {
            (ErrorKind::InvalidSubcommand, Some(first)) => {
                let two = two_words(&self.words[first..]);
                let name = two.unwrap_or_else(|| self.words[first].to_string_lossy().into());
                let why = t!("there is no command or problem '{name}'", name);
                self.no_such_name(why, &name, first)
            }
            (ErrorKind::ValueValidation, _) if argument.contains("PROBLEM") => {
                let why = std::error::Error::source(error).map(ToString::to_string);
                self.no_such_name(why.unwrap_or_default(), value, after_command)
            }
            (ErrorKind::MissingRequiredArgument, _) => {
                let line = sentence(error);
                let is_problem = line.ends_with("<PROBLEM>");
                // An option of every command, with its value, is nothing that stands before PROBLEM.
                let pairs = self.words[after_command - 1..].windows(2);
                let mut others = pairs.filter(|pair| {
                    let is_of_option = pair[0] == "--lang" || pair[0] == "--color";
                    !is_of_option && !is_option(&pair[1])
                });
                let meant = if is_problem && others.next().is_some() {
                    self.problem_first(after_command)
                } else {
                    Meant::Nothing
                };
                self.with_help(line, meant)
            }
            (ErrorKind::UnknownArgument, _) => {
                let similar = text(error, ContextKind::SuggestedArg);
                let meant = match self.command() {
                    _ if !similar.is_empty() => Meant::Similar(similar.to_owned()),
                    None => Meant::AfterCommand,
                    Some("test" | "stress") => Meant::OfProgram,
                    Some(_) => Meant::Nothing,
                };
                self.with_help(sentence(error), meant)
            }
            _ => self.with_help(sentence(error), Meant::Nothing),
        }
    }

    /// Says what is wrong on one line, and where the help is.
    fn with_help(&self, why: String, meant: Meant) -> (Meant, String) {
        let command = self.command().map(|name| format!(" {name}"));
        let said = t!(
            "{error} (see 'bouton{command} --help')",
            error = with_tip(why, &meant),
            command = command.unwrap_or_default()
        );
        (meant, said)
    }

    /// Says `why` there is no problem `name`, nor a command if a command may stand at `at`, and what comes closest. If
    /// it is a file, PROBLEM was forgotten at `at`.
    fn no_such_name(&self, why: String, name: &str, at: usize) -> (Meant, String) {
        let path = Path::new(name);
        let is_path = problem::is_path(name.as_ref());
        let is_other = problem::is_toml(path) || names::address(name).is_some();
        let is_option = |word: &OsString| is_option(word);
        let meant = match names::meaning(name) {
            _ if path.extension().is_some() && !is_other => self.problem_first(at),
            _ if is_path => return (Meant::Nothing, why),
            Meaning::Ambiguous(ids) => Meant::AnyOf(ids),
            _ if names::is_judge(name) => Meant::OfJudge,
            _ if path.join("game.toml").is_file() => Meant::Similar(format!("./{name}")),
            _ => {
                let tools = self.bouton.get_subcommands();
                let tools = tools.filter(|_| Some(at) == self.first);
                let has_more = self.words.get(at + 1).is_some_and(|word| !is_option(word));
                match names::closest(name, tools.map(|tool| tool.get_name().to_owned())) {
                    Some(similar) => Meant::Similar(similar),
                    None if has_more => self.problem_first(at),
                    None => Meant::Nothing,
                }
            }
        };
        let said = match &meant {
            Meant::AnyOf(ids) => {
                let ids = ids.join(t!(" or "));
                t!("'{name}' may be {ids}", name, ids)
            }
            Meant::OfJudge => t!(
                "'{name}' is a judge: add the number or name of a problem ('bouton list' lists them)",
                name
            ),
            Meant::ProblemFirst(_) => with_tip(why, &meant),
            _ => t!(
                "{error} ('bouton list' lists the problems)",
                error = with_tip(why, &meant)
            ),
        };
        (meant, said)
    }

    /// The command line with PROBLEM at `at`: the problem that stands elsewhere, or a placeholder.
    fn problem_first(&self, at: usize) -> Meant {
        let words = self.words.iter().map(|word| word.to_string_lossy());
        let mut words: Vec<_> = words.map(String::from).collect();
        "bouton".clone_into(&mut words[0]);
        let command = self.command();
        let command = command.and_then(|name| self.bouton.find_subcommand(name));
        let takes_value = |word: &str| {
            let mut options = command.iter().flat_map(|command| command.get_arguments());
            options.any(|option| {
                let long = option
                    .get_long()
                    .is_some_and(|long| word == format!("--{long}"));
                let short = option
                    .get_short()
                    .is_some_and(|short| word == format!("-{short}"));
                (long || short) && option.get_action().takes_values()
            })
        };
        let is_problem = |place: &usize| {
            let word = &words[*place];
            word.parse::<u64>().is_err()
                && matches!(names::meaning(word), Meaning::Id(_))
                && !takes_value(&words[place - 1])
        };
        let end = words.iter().position(|word| word == "--");
        let problem = match (at..end.unwrap_or(words.len())).find(is_problem) {
            Some(misplaced) => words.remove(misplaced),
            None => "PROBLEM".to_owned(),
        };
        words.insert(at, problem);
        Meant::ProblemFirst(words.join(" "))
    }
}

/// The name that the first two of `words` are, if they are one.
pub(super) fn two_words(words: &[OsString]) -> Option<String> {
    let [first, second, ..] = words else {
        return None;
    };
    names::of_two_words(first.to_str()?, second.to_str()?)
}

/// Whether `word` is an option; `-` is standard input.
pub(super) fn is_option(word: &OsString) -> bool {
    word.as_encoded_bytes().starts_with(b"-") && word != "-"
}

/// `error`, and what to do instead.
fn with_tip(error: String, meant: &Meant) -> String {
    let tip = match meant {
        Meant::ProblemFirst(command) => t!("PROBLEM comes first: {command}", command),
        Meant::Similar(name) => t!("did you mean '{name}'?", name),
        Meant::AfterCommand => t!("the options of a command come after its name").to_owned(),
        Meant::OfProgram => t!("put your program after '--'").to_owned(),
        Meant::TwoWords(_) | Meant::AnyOf(_) | Meant::OfJudge | Meant::Nothing => return error,
    };
    error + t!("; ") + &tip
}
