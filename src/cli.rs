//! The command line: which command runs, how errors are reported, and the exit code. The arguments of each
//! command are in its file.

use std::ffi::OsString;

use anstream::{AutoStream, ColorChoice};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ErrorKind};
use clap::{Args, Command, FromArgMatches, Subcommand};

use crate::commands::answer::{self, AnswerArgs};
use crate::commands::completions::{self, CompletionsArgs};
use crate::commands::diff::DiffArgs;
use crate::commands::generate::GenerateArgs;
use crate::commands::list::ListArgs;
use crate::commands::man::ManArgs;
use crate::commands::negative_numbers_are_values;
use crate::commands::package::PackageArgs;
use crate::commands::show::ShowArgs;
use crate::commands::solve::{self, SolveArgs};
use crate::commands::source::SourceArgs;
use crate::commands::split::SplitArgs;
use crate::commands::stress::StressArgs;
use crate::commands::test::TestArgs;
use crate::commands::validate::ValidateArgs;
use crate::commands::values::{ProblemName, environment_kernel};
use crate::decode::Kernel;
use crate::error::Error;
use crate::help;
use crate::interrupt::Interrupt;
use crate::output;
use crate::problem;
use crate::problem::names::{self, Meaning};
use crate::report::ReportArgs;
use crate::text::{WIDTH, say};

/// The commands that are not problems.
#[derive(Subcommand)]
enum Tool {
    List(ListArgs),
    Show(ShowArgs),
    Source(SourceArgs),
    Solve(SolveArgs),
    Validate(ValidateArgs),
    Generate(GenerateArgs),
    Diff(DiffArgs),
    Stress(StressArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Test(TestArgs),
    Split(SplitArgs),
    Package(PackageArgs),
}

impl Tool {
    /// Runs the command. Returns whether everything was accepted, if that is the question.
    fn run(self) -> Result<bool, Error> {
        match self {
            Self::Validate(args) => return args.run(),
            Self::Diff(args) => return args.run(),
            Self::Stress(args) => return args.run(&Interrupt::on_signals()?),
            Self::Test(args) => return args.run(&Interrupt::on_signals()?),
            Self::List(args) => args.run()?,
            Self::Show(args) => args.run()?,
            Self::Source(args) => args.run()?,
            Self::Solve(args) => solve::run(&args)?,
            Self::Generate(args) => args.run()?,
            Self::Completions(args) => args.run()?,
            // A page is for every machine.
            Self::Man(args) => args.run(tree().long_version(None))?,
            Self::Split(args) => args.run()?,
            Self::Package(args) => args.run()?,
        }
        Ok(true)
    }
}

/// Does what the command line `args` says, and returns the exit code: 0 done, 1 not accepted,
/// 2 trouble.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    output::report_file_size_limit();
    output::find_temporary_folder();
    let args: Vec<_> = args.into_iter().collect();
    match completions::answer(&args, command) {
        Ok(false) => {}
        Ok(true) => return 0,
        // The shell has no use for a message.
        Err(_) => return 2,
    }
    let args = join_names(args);
    let name = args.get(1).and_then(|name| name.to_str());
    let done = match name.map(problem::find) {
        Some(Err(error)) => return fail(&error.to_string()),
        Some(Ok(Some(problem))) => AnswerArgs::parse(problem, &args[1..])
            .map(|arguments| arguments.run(problem).map(|()| true)),
        Some(Ok(None)) | None => {
            let command = command();
            let is_known = |name: &str| name == "help" || command.find_subcommand(name).is_some();
            if let Some(name) = name.filter(|name| !name.starts_with('-') && !is_known(name)) {
                return no_such_name("command or problem", name);
            }
            let matches = command.try_get_matches_from(&args);
            let tool = matches.and_then(|matches| {
                ReportArgs::from_arg_matches(&matches)?.apply();
                Tool::from_arg_matches(&matches)
            });
            tool.map(Tool::run)
        }
    };
    match done {
        Ok(Ok(true) | Err(Error::ClosedPipe)) => 0,
        Ok(Ok(false)) => 1,
        Ok(Err(error @ Error::Interrupted(signal))) => {
            say(&error.to_string());
            end_by(signal)
        }
        Ok(Err(error)) => fail(&error.to_string()),
        Err(error) => misused(&error, name),
    }
}

/// Reports that the arguments of the command `name` make no sense, or writes the help that they ask for.
fn misused(error: &clap::Error, name: Option<&str>) -> u8 {
    match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Nothing was asked, so all that can be asked is shown.
            let _ = error.print();
            2
        }
        ProblemName::UNKNOWN => {
            // The second one is that of `bouton help NAME`, or of a name that is not UTF-8.
            let unknown = [
                (ContextKind::InvalidValue, "problem"),
                (ContextKind::InvalidSubcommand, "command or problem"),
            ];
            let unknown = unknown
                .into_iter()
                .find_map(|(kind, what)| Some((what, error.get(kind)?.to_string())));
            let (what, name) = unknown.unwrap_or_default();
            no_such_name(what, &name)
        }
        ErrorKind::UnknownArgument if matches!(name, Some("test" | "stress")) => {
            fail(&(one_line(error, name) + "; put your program after '--'"))
        }
        _ if error.use_stderr() => fail(&one_line(error, name)),
        // Help or version.
        _ => match write_help(&error.render()) {
            Ok(()) | Err(Error::ClosedPipe) => 0,
            Err(error) => fail(&error.to_string()),
        },
    }
}

/// Joins the two words of a name such as `hdu 1850` or `P 2197`, if that is the first name on the command line.
fn join_names(mut args: Vec<OsString>) -> Vec<OsString> {
    let text = |arg: &OsString| arg.to_str().map(str::to_owned);
    for i in 1..args.len().saturating_sub(1) {
        let (Some(word), Some(number)) = (text(&args[i]), text(&args[i + 1])) else {
            continue;
        };
        if word == "--"
            || problem::is_path(&word)
            || matches!(names::meaning(&word), Meaning::Id(_))
        {
            break;
        }
        let both = format!("{word}{number}");
        let is_name = match names::meaning(&both) {
            Meaning::Id(_) => names::is_judge(&word) || word.eq_ignore_ascii_case("p"),
            Meaning::Ambiguous(_) | Meaning::Unknown => {
                names::is_judge(&word) && number.starts_with(|c: char| c.is_ascii_digit())
            }
        };
        if is_name {
            args.splice(i..=i + 1, [both.into()]);
            break;
        }
    }
    args
}

/// Reports that there is no `what` called `name`, and which names may be meant: of problems with that in their
/// titles, or else the one that comes closest.
fn no_such_name(what: &str, name: &str) -> u8 {
    if let Meaning::Ambiguous(ids) = names::meaning(name) {
        return fail(&format!("'{name}' may be {}", ids.join(" or ")));
    }
    if names::is_judge(name) {
        return fail(&format!(
            "'{name}' is a judge: add the number or name of a problem ('bouton list' lists them)"
        ));
    }
    say(&format!(
        "there is no {what} '{name}' ('bouton list' lists the problems)"
    ));
    let command = command();
    let tools = command.get_subcommands().map(Command::get_name);
    let tools = tools.map(str::to_owned).filter(|_| what != "problem");
    let mut meant = names::titled(name);
    if meant.is_empty() {
        meant.extend(names::closest(name, tools));
    }
    if !meant.is_empty() {
        say(&format!("did you mean '{}'?", meant.join("' or '")));
    }
    2
}

fn fail(message: &str) -> u8 {
    say(message);
    2
}

/// Ends the program by `signal`, as if it had not been caught.
fn end_by(signal: i32) -> u8 {
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    let _ = signal;
    // There Ctrl-C ends a program with an exit code that does not fit a byte.
    #[cfg(windows)]
    std::process::exit(windows_sys::Win32::Foundation::STATUS_CONTROL_C_EXIT);
    #[cfg(not(windows))]
    2
}

/// A usage error of the command `name` on one line: what is wrong and the first tip, without the usage that
/// follows.
fn one_line(error: &clap::Error, name: Option<&str>) -> String {
    let text = error.render().to_string();
    let text = text.split("Usage:").next().unwrap_or(&text);
    let text = text.split("For more information").next().unwrap_or(text);
    let text = text.trim().trim_start_matches("error: ");
    let words = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut parts = text.split("tip:").map(words);
    let mut line = parts.next().unwrap_or_default();
    if let Some(tip) = parts.next() {
        line = line + "; tip: " + &tip;
    }
    let command = name.filter(|name| !name.starts_with('-'));
    let command = command.map_or_else(String::new, |name| format!(" {name}"));
    format!("{line} (see 'bouton{command} --help')")
}

/// Writes help or version, in color if that is enabled.
fn write_help(text: &StyledStr) -> Result<(), Error> {
    let text = match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => text.to_string(),
        _ => text.ansi().to_string(),
    };
    output::write_to_stdout(text.as_bytes())
}

/// The version, and which kernel works here.
fn version_and_kernel() -> String {
    let kernel = environment_kernel();
    let kernel = kernel.map_or_else(|error| error.to_string(), |kernel| kernel.name().to_owned());
    let available = Kernel::available().map(Kernel::name).collect::<Vec<_>>();
    format!(
        "{}\nkernel: {kernel} (this machine can run: {})",
        env!("CARGO_PKG_VERSION"),
        available.join(", ")
    )
}

/// The command line as clap describes it: a command for each problem, and the tools.
pub fn command() -> Command {
    help::complete(tree())
}

/// All commands, without the texts of the help that no option owns.
fn tree() -> Command {
    let problems = Command::new("bouton").subcommands(problem::all().map(|problem| {
        let aliases = problem.aliases.iter().map(|(alias, _)| alias);
        answer::command(problem).visible_aliases(aliases)
    }));
    ReportArgs::augment_args(Tool::augment_subcommands(problems))
        .mut_subcommands(|command| command.mut_args(negative_numbers_are_values))
        .max_term_width(WIDTH)
        .version(env!("CARGO_PKG_VERSION"))
        .long_version(version_and_kernel())
        .about("Answer, judge and generate test data for online-judge problems of the Nim family")
        .subcommand_required(true)
        .arg_required_else_help(true)
}
