//! The command line: which command runs, how errors are reported, and the exit code. The arguments of each
//! command are in its file.

use std::error::Error as _;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;

use clap::builder::Resettable;
use clap::error::{ContextKind, ErrorKind};
use clap::{Args, Command, FromArgMatches, Subcommand};

use crate::commands::answer::AnswerArgs;
use crate::commands::values::{NoProblem, environment_kernel};
use crate::commands::{
    as_ours, completions, diff, generate, list, package, show, solve, source, split, stress, test,
    validate,
};
use crate::decode::Kernel;
use crate::error::Error;
use crate::help::{self, HelpArgs};
use crate::interrupt::{self, Interrupt};
use crate::output;
use crate::problem;
use crate::problem::names::{self, Meaning};
use crate::report;
use crate::text::{WIDTH, colored, say};
use crate::words::arguments::{self, message, tidy, translate};
use crate::words::t;

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
    /// Runs the command. Returns the exit code if it did its work.
    fn run(self) -> Result<u8, Error> {
        let code = |is_accepted: bool| u8::from(!is_accepted);
        match self {
            // A page starts no programs and writes no folders; without these commands it is smaller.
            Self::Stress(_)
            | Self::Test(_)
            | Self::Completions(_)
            | Self::Split(_)
            | Self::Package(_)
                if cfg!(target_family = "wasm") =>
            {
                return Err(Error::Usage(
                    t!("this command is not in the page").to_owned(),
                ));
            }
            Self::Validate(args) => return args.run().map(code),
            Self::Diff(args) => return args.run().map(code),
            Self::Stress(args) => return args.run(&Interrupt::on_signals()).map(code),
            Self::Test(args) => return args.run(&Interrupt::on_signals()).map(code),
            // A manual page is for every machine.
            Self::Help(args) => {
                if let Some(words) = args.run(tree().long_version(None))? {
                    return Ok(carry_out(words));
                }
            }
            Self::List(args) => args.run()?,
            Self::Show(args) => args.run()?,
            Self::Source(args) => args.run()?,
            Self::Solve(args) => args.run()?,
            Self::Generate(args) => args.run()?,
            Self::Completions(args) => args.run(tree())?,
            Self::Split(args) => args.run()?,
            Self::Package(args) => args.run()?,
        }
        Ok(0)
    }
}

/// Does what the command line `args` says, and returns the exit code: 0 done, 1 not accepted,
/// 2 trouble.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    output::report_file_size_limit();
    #[cfg(target_os = "wasi")]
    output::find_temporary_folder();
    let mut words: Vec<_> = args.into_iter().collect();
    report::apply_early(&mut words);
    carry_out(words)
}

/// Does what `words` say, the first of which is the name of the program, and returns the exit code.
fn carry_out(mut words: Vec<OsString>) -> u8 {
    let is_quiet = |word: &&OsString| *word == "-q" || *word == "--quiet";
    let mut at = 1 + words.iter().skip(1).take_while(is_quiet).count();
    if words.get(at).is_some_and(|word| word == "--") {
        words.remove(at);
    } else if words.get(at).is_some_and(is_option) {
        // Help or a mistake, of which what follows is no part.
        words.truncate(at + 2);
        at = words.len();
    }
    let problem = match words.get(at).map(problem::find).transpose() {
        Ok(problem) => problem.flatten(),
        Err(error) => return fail(&error.to_string()),
    };
    let done = if let Some(problem) = problem {
        // What stands before the name are options of every command.
        words[1..=at].rotate_right(1);
        AnswerArgs::parse(&problem, &words[1..])
            .map(|arguments| arguments.run(&problem).map(|()| 0))
    } else {
        let command = command();
        let tools: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
        if let Some(name) = words.get(at).map(|name| name.to_string_lossy())
            && !tools.contains(&&*name)
        {
            if let Some(words) = with_name_of_two_words(&words) {
                return carry_out(words);
            }
            let unknown = t!("there is no command or problem '{name}'", name = name);
            return no_such_name(unknown, &name, &words, at, &tools);
        }
        let tool = command.try_get_matches_from(&words).and_then(|matches| {
            report::apply(&matches);
            Tool::from_arg_matches(&matches)
        });
        tool.map(Tool::run)
    };
    interrupt::wait_for_handler();
    match done {
        Ok(Ok(code)) => code,
        Ok(Err(Error::ClosedPipe)) => 0,
        Ok(Err(error @ Error::Interrupted { signal, .. })) => {
            say(&error.to_string());
            interrupt::end_by(signal)
        }
        Ok(Err(error)) => fail(&error.to_string()),
        Err(error) => match with_name_of_two_words(&words).filter(|_| error.use_stderr()) {
            Some(words) => carry_out(words),
            None => misused(&error, &words, at),
        },
    }
}

fn is_option(word: &OsString) -> bool {
    word.as_encoded_bytes().starts_with(b"-") && word != "-"
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

/// Reports that the arguments `words` make no sense, or writes the help that they ask for. The name of the
/// command is that at `at`.
fn misused(error: &clap::Error, words: &[OsString], at: usize) -> u8 {
    if let Some(why) = error.source().and_then(|error| error.downcast_ref()) {
        let name = match why {
            NoProblem::Unknown(name) => name.into(),
            NoProblem::BadFile(path, _) => path.to_string_lossy(),
        };
        return no_such_name(why.to_string(), &name, words, at + 1, &[]);
    }
    match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Nothing was asked, so all that can be asked is shown.
            let text = tidy(error.render().ansi().to_string());
            let _ = anstream::stderr().write_all(text.as_bytes());
            2
        }
        ErrorKind::MissingSubcommand => {
            fail(t!("give a PROBLEM or a command (see 'bouton --help')"))
        }
        _ if error.use_stderr() => fail(&one_line(error, words, at)),
        _ => {
            let help = tidy(error.render().ansi().to_string());
            match output::write_to_stdout(&colored(&help)) {
                Ok(()) | Err(Error::ClosedPipe) => 0,
                Err(error) => fail(&error.to_string()),
            }
        }
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

/// Reports `why` no problem is called `name`, which stands at `at` in `words`, nor one of `tools`, and which name
/// comes closest. If it is a file, PROBLEM was forgotten before it.
fn no_such_name(why: String, name: &str, words: &[OsString], at: usize, tools: &[&str]) -> u8 {
    let path = Path::new(name);
    let is_path = problem::is_path(name.as_ref());
    let is_other = problem::is_toml(path) || path.is_dir() || names::address(name).is_some();
    let is_file = !is_other && (path.extension().is_some() || path.exists());
    let meant = names::closest(name, tools.iter().map(ToString::to_string)).filter(|_| !is_path);
    let has_more = words.len() > at + 1 && !is_path;
    let did_you_mean = |name: &str| t!("did you mean '{name}'?", name = name);
    let message = match names::meaning(name) {
        Meaning::Ambiguous(ids) if !is_path => {
            let ids = ids.join(t!(" or "));
            t!("'{name}' may be {ids}", name = name, ids = ids)
        }
        _ if names::is_judge(name) => t!(
            "'{name}' is a judge: add the number or name of a problem ('bouton list' lists them)",
            name = name
        ),
        _ if !is_path && path.join("game.toml").is_file() => {
            why + t!("; ") + &did_you_mean(&format!("./{name}"))
        }
        _ if is_file || has_more && meant.is_none() => why + t!("; ") + &problem_first(words, at),
        _ if is_path => why,
        _ => {
            say(&t!(
                "{error} ('bouton list' lists the problems)",
                error = why
            ));
            if let Some(name) = meant {
                say(&did_you_mean(&name));
            }
            return 2;
        }
    };
    fail(&message)
}

fn fail(message: &str) -> u8 {
    say(message);
    2
}

/// A usage error on one line: what is wrong and a tip, without the usage that follows. The command is that at
/// `at` in `words`.
fn one_line(error: &clap::Error, words: &[OsString], at: usize) -> String {
    let mut line = message(error);
    let command = words.get(at).and_then(|name| name.to_str());
    let lacks_problem = line.ends_with("<PROBLEM>") && words.len() > at + 1;
    let first = lacks_problem.then(|| problem_first(words, at + 1));
    if let Some(tip) = first.or_else(|| tip(error, command)) {
        line = line + t!("; ") + &tip;
    }
    let command = command.map_or_else(String::new, |name| format!(" {name}"));
    t!(
        "{error} (see 'bouton{command} --help')",
        error = line,
        command = command
    )
}

/// What may be meant by an option that `command` does not have.
fn tip(error: &clap::Error, command: Option<&str>) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    if let Some(similar) = error.get(ContextKind::SuggestedArg) {
        return Some(t!("did you mean '{name}'?", name = similar));
    }
    let option = error.get(ContextKind::InvalidArg)?.to_string();
    let name = option.trim_start_matches('-');
    match command {
        None if Tool::has_subcommand(name) => Some(t!(
            "did you mean '{name}'?",
            name = format_args!("bouton {name}")
        )),
        None => Some(t!("the options of a command come after its name").to_owned()),
        Some("test" | "stress") => Some(t!("put your program after '--'").to_owned()),
        Some(_) => None,
    }
}

/// The version, and which kernel works here.
fn version_and_kernel() -> String {
    let kernel = match environment_kernel() {
        Ok(kernel) => kernel.unwrap_or_else(Kernel::best).name().to_owned(),
        Err(error) => error.to_string(),
    };
    let available = Kernel::available().map(Kernel::name).collect::<Vec<_>>();
    format!(
        "{}\nkernel: {kernel} (this machine can run: {})",
        env!("CARGO_PKG_VERSION"),
        available.join(", ")
    )
}

/// The command line as clap describes it, but for the commands of problems.
fn command() -> Command {
    help::complete(translate(tree()))
}

/// All texts of the command line, in English.
pub fn texts() -> Vec<String> {
    // Its title is that of a problem.
    let answer = AnswerArgs::augment_args(Command::new("bouton")).about(Resettable::Reset);
    let mut texts = [tree(), answer].map(arguments::texts).concat();
    texts.extend(help::texts().map(str::to_owned));
    texts
}

/// All commands, without the texts of the help that no option owns.
fn tree() -> Command {
    let tools = Tool::augment_subcommands(Command::new("bouton"));
    report::with_options(tools)
        .mut_args(as_ours)
        .mut_subcommands(|command| command.mut_args(as_ours))
        .max_term_width(WIDTH)
        .version(env!("CARGO_PKG_VERSION"))
        .long_version(version_and_kernel())
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
