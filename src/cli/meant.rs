//! What somebody may have meant by a command line that makes no sense.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Command, Error};

use super::mistake::{sentence, text};
use super::topics;
use crate::game::rule::{Rules, meant};
use crate::problem;
use crate::problem::judges;
use crate::problem::names::{self, Meaning};
use crate::words::t;

/// Words for what a command does, and the command.
const COMMANDS: &[(&str, &str)] = &[
    ("check", "test"),
    ("judge", "test"),
    ("verify", "validate"),
    ("compare", "diff"),
    ("hack", "stress"),
    ("gen", "generate"),
    ("random", "generate"),
    ("explain", "solve"),
    ("statement", "show"),
    ("problem", "show"),
    ("code", "source"),
    ("solution", "source"),
    ("submit", "source"),
    ("export", "package"),
    ("version", "--version"),
    ("game", "help game.toml"),
];

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

    /// The option of the command that has the word of `option` in its name: `--time-limit` for `--limit`.
    fn with_word(&self, option: &str) -> Option<String> {
        let word = option.strip_prefix("--")?;
        let command = self.bouton.find_subcommand(self.command()?)?;
        let mut options = command.get_arguments().filter_map(Arg::get_long);
        let option = options.find(|option| option.split('-').any(|part| part == word))?;
        Some(format!("--{option}"))
    }

    /// The option whose name stands behind one `-`: `--version` for `-version`.
    fn with_one_dash(&self) -> Option<String> {
        let names = self.words.iter().filter_map(|word| word.to_str()?.strip_prefix('-'));
        let command = self.command().and_then(|name| self.bouton.find_subcommand(name));
        let options = command.unwrap_or(self.bouton).get_arguments().filter_map(Arg::get_long);
        let known: Vec<_> = options.chain(["help", "version"]).collect();
        let name = names
            .map(|name| name.split('=').next().unwrap_or(name))
            .find(|name| known.contains(name))?;
        Some(format!("--{name}"))
    }

    /// Where an argument stands.
    fn place_of(&self, argument: &str) -> Option<usize> {
        let mut words = self.words.iter();
        words.rposition(|word| word.to_string_lossy() == argument)
    }

    /// The command line that was meant, if a name stands there in two words, such as `hdu 1850`.
    ///
    /// # Errors
    /// All that there is to say of it, if not.
    pub(super) fn read(&self, error: &Error) -> Result<Vec<OsString>, String> {
        if let Some(words) = self.with_name_of_two_words(error) {
            return Ok(words);
        }
        let (argument, value) = (
            text(error, ContextKind::InvalidArg),
            text(error, ContextKind::InvalidValue),
        );
        let after_command = self.after_command();
        let why = sentence(error);
        let why = match (error.kind(), self.first) {
            (ErrorKind::InvalidSubcommand, Some(first)) => {
                let two = two_words(&self.words[first..]);
                let name = two.unwrap_or_else(|| self.words[first].to_string_lossy().into());
                let why = t!("there is no command or problem '{name}'", name);
                return Err(self.no_such_name(why, &name, first));
            }
            (ErrorKind::ValueValidation, _) if argument.contains("PROBLEM") => {
                let why = std::error::Error::source(error).map(ToString::to_string);
                return Err(self.no_such_name(why.unwrap_or_default(), value, after_command));
            }
            (ErrorKind::MissingRequiredArgument, _) if why.ends_with("<PROBLEM>") => {
                // An option of every command, with its value, is nothing that stands before PROBLEM.
                let mut pairs = self.words[after_command - 1..].windows(2);
                let has_others = pairs.any(|pair| {
                    let is_of_option = pair[0] == "--lang" || pair[0] == "--color";
                    !is_of_option && !is_option(&pair[1])
                });
                if has_others {
                    self.problem_first(why, after_command)
                } else {
                    why
                }
            }
            (ErrorKind::UnknownArgument, _) => {
                let suggested = text(error, ContextKind::SuggestedArg);
                self.no_such_argument(why, argument, suggested)
            }
            _ => why,
        };
        let command = self.command().map(|name| format!(" {name}"));
        Err(t!(
            "{error} (see 'bouton{command} --help')",
            error = why,
            command = command.unwrap_or_default()
        ))
    }

    /// Says `why` there is no such `argument`, and what comes closest, or what clap suggests.
    fn no_such_argument(&self, why: String, argument: &str, suggested: &str) -> String {
        let suggested = Some(suggested.to_owned()).filter(|suggested| !suggested.is_empty());
        let similar = self.with_one_dash().or(suggested);
        match self.command() {
            _ if let Some(similar) = similar.or_else(|| self.with_word(argument)) => or_similar(why, &similar),
            None => or(why, t!("the options of a command come after its name")),
            Some("test" | "stress") => or(why, t!("put your program after '--'")),
            Some(_) => why,
        }
    }

    /// Where the words after the command start.
    fn after_command(&self) -> usize {
        self.first.map_or(1, |first| first + 1)
    }

    /// The command line with one word in place of two, a judge that is no problem, or a number that is one argument too
    /// many, and the word beside it.
    fn with_name_of_two_words(&self, error: &Error) -> Option<Vec<OsString>> {
        let argument = text(error, ContextKind::InvalidArg);
        let at = match error.kind() {
            ErrorKind::ValueValidation if !argument.starts_with('-') => {
                self.place_of(text(error, ContextKind::InvalidValue))?
            }
            ErrorKind::UnknownArgument => self.place_of(argument)? - 1,
            _ => return None,
        };
        if at < self.after_command() {
            return None;
        }
        let name = [OsString::from(two_words(&self.words[at..])?)];
        Some([&self.words[..at], &name, &self.words[at + 2..]].concat())
    }

    /// Says `why` there is no problem `name`, nor a command if a command may stand at `at`, and what comes closest. If
    /// it is a file, PROBLEM was forgotten at `at`.
    fn no_such_name(&self, why: String, name: &str, at: usize) -> String {
        let path = Path::new(name);
        let is_other = problem::is_toml(path) || names::address(name).is_some();
        let why = match names::meaning(name) {
            _ if path.extension().is_some() && !is_other => return self.problem_first(why, at),
            _ if problem::is_path(name.as_ref()) => return why,
            Meaning::Ambiguous(ids) => {
                let ids = ids.join(t!(" or "));
                return t!("'{name}' may be {ids}", name, ids);
            }
            _ if names::is_judge(name) => {
                return t!(
                    "'{name}' is a judge: add the number or name of a problem ('bouton list' lists them)",
                    name
                );
            }
            _ if path.join("game.toml").is_file() => or_similar(why, &format!("./{name}")),
            _ if path.with_extension("toml").is_file() => or_similar(why, &format!("{name}.toml")),
            _ => {
                let has_more = self.words.get(at + 1).is_some_and(|word| !is_option(word));
                let at_judge = names::at_judge(name);
                let why = match &at_judge {
                    Some((judge, number)) => t!(
                        "bouton knows problems of {judge}, but not {problem}",
                        judge = judge.in_words(),
                        problem = judges::in_words(&format!("{}{number}", judge.name))
                    ),
                    None => why,
                };
                match (self.similar(name, at), at_judge) {
                    (Some(similar), _) => or_similar(why, &similar),
                    (None, Some((judge, _))) => {
                        let name = judge.prefix.strip_suffix('p').unwrap_or(judge.prefix);
                        return t!("{error} ('bouton list {name}' lists them)", error = why, name);
                    }
                    (None, None) if has_more && !matches!(self.command(), Some("list" | "help")) => {
                        return self.problem_first(why, at);
                    }
                    (None, None) => why,
                }
            }
        };
        t!("{error} ('bouton list' lists the problems)", error = why)
    }

    /// What comes closest to the unknown `name` at `at`, where a command may stand if it is the first word.
    fn similar(&self, name: &str, at: usize) -> Option<String> {
        let is_first = Some(at) == self.first;
        let tools = || self.bouton.get_subcommands().filter(|_| is_first);
        let page = || Some(format!("help {}", topics::topic(name).filter(|_| is_first)?));
        let of_tool = || {
            tools().find_map(|tool| {
                let mut options = tool.get_arguments().filter_map(Arg::get_long);
                let option = options.find(|option| *option == name)?;
                Some(format!("{} --{option}", tool.get_name()))
            })
        };
        let of_rule = || match Rules::parse(name) {
            Ok(_) if is_first => Some(format!("list {name}")),
            Err(_) if self.command() == Some("list") => meant(name),
            Ok(_) | Err(_) => None,
        };
        let for_it = || {
            let (_, command) = COMMANDS.iter().find(|(word, _)| *word == name)?;
            is_first.then(|| (*command).to_owned())
        };
        page()
            .or_else(of_tool)
            .or_else(of_rule)
            .or_else(for_it)
            .or_else(|| names::closest(name, tools().map(|tool| tool.get_name().to_owned())))
    }

    /// `why`, and the command line with PROBLEM at `at`: the problem that stands elsewhere, or a placeholder.
    fn problem_first(&self, why: String, at: usize) -> String {
        let mut words: Vec<_> = self
            .words
            .iter()
            .map(|word| word.to_string_lossy())
            .map(String::from)
            .collect();
        "bouton".clone_into(&mut words[0]);
        let command = self.command().and_then(|name| self.bouton.find_subcommand(name));
        let takes_value = |word: &str| {
            let mut options = command
                .iter()
                .flat_map(|command| command.get_arguments())
                .filter(|option| option.get_action().takes_values());
            options.any(|option| {
                let long = option.get_long().map(|name| format!("--{name}"));
                let short = option.get_short().map(|name| format!("-{name}"));
                [long, short].iter().flatten().any(|name| name == word)
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
        let command = words.join(" ");
        or(why, &t!("PROBLEM comes first: {command}", command))
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

/// What is wrong, and what to do instead.
fn or(why: String, tip: &str) -> String {
    why + t!("; ") + tip
}

/// What is wrong, and a name or an option that is almost the same.
fn or_similar(why: String, name: &str) -> String {
    or(why, &t!("did you mean '{name}'?", name))
}
