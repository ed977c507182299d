//! The command line: which command runs, how errors are reported, and the exit code. The arguments of each command are
//! in its file.
//!
//! It is read once, and nothing is taken out of it:
//!
//! ```text
//! words ──first──▶ a problem ──clap──▶ its options and files ──▶ answers
//!          └─────▶ a tool    ──clap──▶ its arguments         ──▶ what it does
//!                                └───▶ a mistake ──meant──▶ another reading, or a message
//! ```

pub(crate) mod global;
pub(crate) mod help;
mod meant;
mod mistake;
mod pages;
mod topics;

use std::ffi::OsString;
use std::io::Write as _;
use std::sync::Arc;

use clap::builder::OsStringValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, FromArgMatches, Subcommand};

use crate::commands::answer::AnswerArgs;
use crate::commands::{completions, diff, generate, list, package, show, solve, source, split, stress, test, validate};
use crate::decode::Kernel;
use crate::error::{Error, usage};
use crate::interrupt::{self, Interrupt};
use crate::problem::{self, Problem};
use crate::report;
use crate::text::say;
use crate::words::t;
use meant::{Wrong, is_option, two_words};
use topics::HelpArgs;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commands that are not problems, as `--help` lists them.
#[derive(Subcommand)]
enum Tool {
    List(list::ListArgs),
    Show(show::ShowArgs),
    Source(source::SourceArgs),
    Solve(solve::SolveArgs),
    Test(test::TestArgs),
    Stress(stress::StressArgs),
    Diff(diff::DiffArgs),
    Generate(generate::GenerateArgs),
    Validate(validate::ValidateArgs),
    Split(split::SplitArgs),
    Package(package::PackageArgs),
    Completions(completions::CompletionsArgs),
    Help(HelpArgs),
}

impl Tool {
    /// Runs the command. Returns whether everything was accepted, if it judges something.
    fn run(self) -> Result<bool, Error> {
        match self {
            // A page starts no programs, writes no folders and shows no help; without these commands it is smaller.
            Self::Stress(_)
            | Self::Test(_)
            | Self::Completions(_)
            | Self::Split(_)
            | Self::Package(_)
            | Self::Source(_)
            | Self::Help(_)
                if cfg!(target_family = "wasm") =>
            {
                return usage(t!("this command is not in the page"));
            }
            Self::Validate(args) => return args.run(),
            Self::Diff(args) => return args.run(),
            Self::Stress(args) => return args.run(&Interrupt::on_signals()),
            Self::Test(args) => return args.run(&Interrupt::on_signals()),
            // A manual page is for every machine.
            Self::Help(args) => args.run(tree().long_version(None))?,
            Self::List(args) => args.run()?,
            Self::Show(args) => args.run()?,
            Self::Source(args) => args.run()?,
            Self::Solve(args) => args.run()?,
            Self::Generate(args) => args.run()?,
            Self::Completions(args) => args.run(tree(), topics::topics())?,
            Self::Split(args) => args.run()?,
            Self::Package(args) => args.run()?,
        }
        Ok(true)
    }
}

/// Does what the command line `args` says, and returns the exit code: 0 done, 1 not accepted, 2 trouble.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    #[cfg(unix)]
    interrupt::report_limits();
    #[cfg(target_os = "wasi")]
    crate::output::find_temporary_folder();
    let words = with_values(args);
    global::look(&words);
    carry_out(&words)
}

/// The words of a command line, `--taken '- 1'` as `--taken='- 1'`: a dash and a space begin no option. What follows `--`
/// is as it is.
fn with_values(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    for word in args {
        let is_value = word.as_encoded_bytes().starts_with(b"- ") && words.iter().all(|word| word != "--");
        let takes_one = |option: &&mut OsString| {
            let option = option.as_encoded_bytes();
            option.starts_with(b"--") && !option.contains(&b'=')
        };
        match words.last_mut().filter(|option| is_value && takes_one(option)) {
            Some(option) => {
                option.push("=");
                option.push(word);
            }
            None => words.push(word),
        }
    }
    words
}

/// Does what `words` say, the first of which is the name of the program, and returns the exit code.
fn carry_out(words: &[OsString]) -> u8 {
    let first = match first(words) {
        Ok(first) => first,
        Err(error) => return misused(&error, words, None),
    };
    let problem = match first.map(|first| problem_of(&words[first..])).transpose() {
        Ok(problem) => problem.flatten(),
        Err(error) => return fail(&error.to_string()),
    };
    let done = if let (Some(first), Some((problem, len))) = (first, problem) {
        let line = &words[first + len..];
        let args = AnswerArgs::parse(&problem, line)
            .map_err(|error| help::with_marks(error, || AnswerArgs::help_command(&problem), line));
        args.map(|args| args.run(&problem).map(|()| true))
    } else {
        let tool = command().try_get_matches_from(words).and_then(|matches| {
            global::apply(&matches);
            Tool::from_arg_matches(&matches)
        });
        let tool = tool.map_err(|error| help::with_marks(error, command, words));
        if let Ok(Tool::Help(help)) = &tool
            && let Some(words) = help.command_line()
        {
            return carry_out(&words);
        }
        tool.map(Tool::run)
    };
    interrupt::wait_for_handler();
    match done {
        Ok(Ok(is_accepted)) => u8::from(!is_accepted),
        Ok(Err(Error::ClosedPipe)) => 0,
        Ok(Err(error @ Error::Interrupted { signal, .. })) => {
            say(&error.to_string());
            interrupt::end_by(signal)
        }
        Ok(Err(error)) => fail(&error.to_string()),
        Err(error) => misused(&error, words, first),
    }
}

/// Where the first word stands that is no option of every command, if it is a problem or a command.
fn first(words: &[OsString]) -> Result<Option<usize>, clap::Error> {
    let rest = Arg::new("rest")
        .num_args(1..)
        .trailing_var_arg(true)
        .allow_hyphen_values(true)
        .value_parser(OsStringValueParser::new());
    let head = global::with_options(Command::new("bouton").disable_help_flag(true));
    let matches = head.arg(rest).try_get_matches_from(words)?;
    global::apply(&matches);
    let rest = matches.get_raw("rest").map(|rest| words.len() - rest.len());
    Ok(rest.filter(|&first| !is_option(&words[first])))
}

/// The problem whose name is the first one or two of `words`, and how many these are.
fn problem_of(words: &[OsString]) -> Result<Option<(Arc<Problem>, usize)>, Error> {
    if let Some(problem) = problem::find(&words[0])? {
        return Ok(Some((problem, 1)));
    }
    let problem = two_words(words).map(problem::find).transpose()?;
    Ok(problem.flatten().map(|problem| (problem, 2)))
}

/// Reports that the arguments `words` make no sense, or writes the help that they ask for.
fn misused(error: &clap::Error, words: &[OsString], first: Option<usize>) -> u8 {
    let help = || help::in_lines(&error.render().ansi().to_string());
    if !error.use_stderr() {
        return match report::print(&help()) {
            Ok(()) | Err(Error::ClosedPipe) => 0,
            Err(error) => fail(&error.to_string()),
        };
    }
    if let ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand = error.kind() {
        // Nothing was asked, so all that can be asked is shown.
        let _ = anstream::stderr().write_all(help().as_bytes());
        return 2;
    }
    let bouton = &tree();
    let wrong = Wrong { words, first, bouton };
    match wrong.read(error) {
        Ok(words) => carry_out(&words),
        Err(said) => fail(&said),
    }
}

fn fail(message: &str) -> u8 {
    say(message);
    2
}

/// The command line as clap describes it, but for the commands of problems.
fn command() -> Command {
    help::complete(tree())
}

/// All texts of the command line, in English.
pub fn texts() -> Vec<String> {
    let bouton = help::mark(command());
    let answer = global::with_options(AnswerArgs::augment_args(Command::new("bouton")));
    let answer = help::mark(answer.about(""));
    let all = bouton.get_subcommands().chain([&bouton, &answer]).cloned();
    let helps: String = all
        .flat_map(|mut command| [command.render_help(), command.render_long_help()])
        .map(|help| help.to_string() + "\n")
        .collect();
    let text = |line| match help::parts(line) {
        (heading, None) => heading.trim().to_owned(),
        (_, Some(sentence)) => sentence.trim_start().to_owned(),
    };
    helps.lines().map(text).collect()
}

/// All commands, without the texts of the help that no option owns.
fn tree() -> Command {
    let tools = Tool::augment_subcommands(Command::new("bouton"));
    global::with_options(tools)
        .version(VERSION)
        .long_version(format!("{VERSION}\nkernel: {}", Kernel::best().name()))
        .about("Answer, judge and generate test data for online-judge problems of the Nim family")
        .override_usage("bouton <PROBLEM> [FILE]...\n       bouton <COMMAND> ...")
        .subcommand_help_heading("COMMANDS")
        .after_help(
            "A PROBLEM is an id such as hdu1850 ('bouton list' lists them), its number, its URL, or the path of your \
             own game.toml.",
        )
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
}
