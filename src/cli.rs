//! The command line: which command runs, how errors are reported, and the exit code. The arguments of each
//! command are in its file.

use std::error::Error as _;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::Write as _;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Command, FromArgMatches, Subcommand};

use crate::commands::answer::AnswerArgs;
use crate::commands::{
    as_ours, completions, diff, generate, list, package, show, solve, source, split, stress, test,
    validate,
};
use crate::decode::Kernel;
use crate::error::{Error, usage};
use crate::help::{self, HelpArgs};
use crate::interrupt::{self, Interrupt};
use crate::output;
use crate::problem;
use crate::problem::names::{self, Meaning};
use crate::report;
use crate::text::{colored, say};
use crate::words::arguments::{MISTAKES, message};
use crate::words::t;

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
            // A page starts no programs and writes no folders; without these commands it is smaller.
            Self::Stress(_)
            | Self::Test(_)
            | Self::Completions(_)
            | Self::Split(_)
            | Self::Package(_)
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
            Self::Completions(args) => args.run(tree())?,
            Self::Split(args) => args.run()?,
            Self::Package(args) => args.run()?,
        }
        Ok(true)
    }
}

/// Does what the command line `args` says, and returns the exit code: 0 done, 1 not accepted,
/// 2 trouble.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    #[cfg(unix)]
    interrupt::report_limits();
    #[cfg(target_os = "wasi")]
    output::find_temporary_folder();
    let mut words: Vec<_> = args.into_iter().collect();
    report::apply_early(&mut words);
    help::ask_topic(&mut words);
    carry_out(&words)
}

/// Does what `words` say, the first of which is the name of the program, and returns the exit code.
fn carry_out(words: &[OsString]) -> u8 {
    let problem = match first(words).map(problem::find).transpose() {
        Ok(problem) => problem.flatten(),
        Err(error) => return fail(&error.to_string()),
    };
    let done = if let Some(problem) = problem {
        let args = AnswerArgs::parse(&problem, &words[1..]);
        args.map(|args| args.run(&problem).map(|()| true))
    } else {
        let tool = command().try_get_matches_from(words).and_then(|matches| {
            report::apply(&matches);
            Tool::from_arg_matches(&matches)
        });
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
        Err(error) => match with_name_of_two_words(words).filter(|_| error.use_stderr()) {
            Some(words) => carry_out(&words),
            None => misused(&error, words),
        },
    }
}

/// The first word after the name of the program, which is a problem or a command, unless it is an option.
fn first(words: &[OsString]) -> Option<&OsString> {
    words.get(1).filter(|word| !help::is_option(word))
}

/// `words`, which make no sense as they are, with the first two that are a name such as `hdu 1850` as one.
fn with_name_of_two_words(words: &[OsString]) -> Option<Vec<OsString>> {
    let options = words.iter().take_while(|word| *word != "--").count();
    let mut pairs = words[..options].windows(2).enumerate().skip(1);
    let (at, name) = pairs.find_map(|(at, pair)| {
        let name = names::of_two_words(pair[0].to_str()?, pair[1].to_str()?)?;
        Some((at, OsString::from(name)))
    })?;
    Some([&words[..at], &[name], &words[at + 2..]].concat())
}

/// Reports that the arguments `words` make no sense, or writes the help that they ask for.
fn misused(error: &clap::Error, words: &[OsString]) -> u8 {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text,
        _ => "",
    };
    let help = || help::translate(&error.render().ansi().to_string());
    match (error.kind(), error.source()) {
        (ErrorKind::ValueValidation, Some(why))
            if text(ContextKind::InvalidArg).contains("PROBLEM") =>
        {
            let name = text(ContextKind::InvalidValue);
            fail(&no_such_name(why.to_string(), name, words, 2))
        }
        // What is wrong with an option in front shows where nothing follows it.
        (ErrorKind::InvalidSubcommand, _) if first(words).is_none() => {
            carry_out(&words[..words.len().min(4) - 1])
        }
        (ErrorKind::InvalidSubcommand, _) => {
            let name = words[1].to_string_lossy();
            let why = t!("there is no command or problem '{name}'", name);
            fail(&no_such_name(why, &name, words, 1))
        }
        (ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, _) => {
            // Nothing was asked, so all that can be asked is shown.
            let _ = anstream::stderr().write_all(help().as_bytes());
            2
        }
        _ if error.use_stderr() => fail(&one_line(error, words)),
        _ => match output::write_to_stdout(&colored(&help())) {
            Ok(()) | Err(Error::ClosedPipe) => 0,
            Err(error) => fail(&error.to_string()),
        },
    }
}

/// Says that PROBLEM comes first, with `words` as they would be with one at `at`: the one that stands elsewhere, or
/// a placeholder.
fn problem_first(words: &[OsString], at: usize) -> String {
    let words = words.iter().map(|word| word.to_string_lossy().into_owned());
    let mut words: Vec<_> = words.collect();
    "bouton".clone_into(&mut words[0]);
    let is_problem = |word: &String| {
        word.parse::<u64>().is_err() && matches!(names::meaning(word), Meaning::Id(_))
    };
    let mut rest = words[at..].iter().take_while(|word| *word != "--");
    let problem = match rest.position(is_problem) {
        Some(misplaced) => words.remove(at + misplaced),
        None => "PROBLEM".to_owned(),
    };
    words.insert(at, problem);
    t!("PROBLEM comes first: {command}", command = words.join(" "))
}

/// Says `why` no problem is called `name`, nor a command if that stands at 1 in `words`, and which name comes closest. If
/// it is a file, PROBLEM was forgotten at `at`.
fn no_such_name(why: String, name: &str, words: &[OsString], at: usize) -> String {
    let path = Path::new(name);
    let is_path = problem::is_path(name.as_ref());
    let is_other = problem::is_toml(path) || names::address(name).is_some();
    let is_file = path.extension().is_some() && !is_other;
    let meant = if path.join("game.toml").is_file() {
        Some(format!("./{name}"))
    } else {
        let bouton = tree();
        let tools = bouton.get_subcommands().filter(|_| at == 1);
        names::closest(name, tools.map(|tool| tool.get_name().to_owned()))
    };
    let has_more = words.get(at + 1).is_some_and(|word| !help::is_option(word));
    match names::meaning(name) {
        _ if is_file => with_tip(why, Some(problem_first(words, at))),
        _ if is_path => why,
        Meaning::Ambiguous(ids) => {
            let ids = ids.join(t!(" or "));
            t!("'{name}' may be {ids}", name, ids)
        }
        _ if names::is_judge(name) => t!(
            "'{name}' is a judge: add the number or name of a problem ('bouton list' lists them)",
            name
        ),
        _ if has_more && meant.is_none() => with_tip(why, Some(problem_first(words, at))),
        _ => t!(
            "{error} ('bouton list' lists the problems)",
            error = with_tip(why, meant.map(did_you_mean))
        ),
    }
}

fn did_you_mean(name: impl Display) -> String {
    t!("did you mean '{name}'?", name)
}

fn with_tip(error: String, tip: Option<String>) -> String {
    match tip {
        Some(tip) => error + t!("; ") + &tip,
        None => error,
    }
}

fn fail(message: &str) -> u8 {
    say(message);
    2
}

/// A usage error on one line: what is wrong and a tip, without the usage that follows.
fn one_line(error: &clap::Error, words: &[OsString]) -> String {
    let line = message(error);
    let command = first(words).and_then(|name| name.to_str());
    let tip = match (error.get(ContextKind::SuggestedArg), command) {
        _ if line.ends_with("<PROBLEM>") && words.len() > 2 => Some(problem_first(words, 2)),
        _ if error.kind() != ErrorKind::UnknownArgument => None,
        (Some(similar), _) => Some(did_you_mean(similar)),
        (None, None) => Some(t!("the options of a command come after its name").to_owned()),
        (None, Some("test" | "stress")) => Some(t!("put your program after '--'").to_owned()),
        (None, Some(_)) => None,
    };
    let command = command.map_or_else(String::new, |name| format!(" {name}"));
    t!(
        "{error} (see 'bouton{command} --help')",
        error = with_tip(line, tip),
        command
    )
}

/// The command line as clap describes it, but for the commands of problems.
fn command() -> Command {
    help::complete(tree())
}

/// All texts of the command line, in English.
pub fn texts() -> Vec<String> {
    let mut bouton = command();
    bouton.build();
    let answer = AnswerArgs::augment_args(Command::new("bouton").term_width(0));
    let answer = answer.mut_args(as_ours).about("");
    let all = bouton.get_subcommands().chain([&bouton, &answer]).cloned();
    let helps = all.flat_map(|mut command| [command.render_help(), command.render_long_help()]);
    let helps: String = helps.map(|help| help.to_string() + "\n").collect();
    let lines = helps.lines().map(|line| &line[help::margin(line)..]);
    lines.chain(MISTAKES).map(str::to_owned).collect()
}

/// All commands, without the texts of the help that no option owns.
fn tree() -> Command {
    let tools = Tool::augment_subcommands(Command::new("bouton"));
    report::with_options(tools)
        .mut_args(as_ours)
        .mut_subcommands(|command| command.mut_args(as_ours))
        .term_width(0)
        .version(VERSION)
        .long_version(format!("{VERSION}\nkernel: {}", Kernel::best().name()))
        .about("Answer, judge and generate test data for online-judge problems of the Nim family")
        .override_usage("bouton <PROBLEM> [FILE]...\n       bouton <COMMAND> ...")
        .subcommand_help_heading("COMMANDS")
        .after_help(
            "A PROBLEM is an id such as hdu1850 ('bouton list' lists them), its number, its URL, or the path of your own \
             game.toml.",
        )
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
}
