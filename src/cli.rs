//! The command line: which command runs, how errors are reported, and the exit code. The arguments of each
//! command are in its file.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use clap::builder::{Resettable, StyledStr};
use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Args, Command, FromArgMatches, Subcommand};

use crate::commands::answer::AnswerArgs;
use crate::commands::completions::CompletionsArgs;
use crate::commands::diff::DiffArgs;
use crate::commands::generate::GenerateArgs;
use crate::commands::list::ListArgs;
use crate::commands::negative_numbers_are_values;
use crate::commands::package::PackageArgs;
use crate::commands::show::ShowArgs;
use crate::commands::solve::SolveArgs;
use crate::commands::source::SourceArgs;
use crate::commands::split::SplitArgs;
use crate::commands::stress::StressArgs;
use crate::commands::test::TestArgs;
use crate::commands::validate::ValidateArgs;
use crate::commands::values::{ProblemName, environment_kernel};
use crate::decode::Kernel;
use crate::error::Error;
use crate::help::{self, HelpArgs};
use crate::interrupt::{self, Interrupt};
use crate::output;
use crate::problem;
use crate::problem::names::{self, Meaning};
use crate::report::ReportArgs;
use crate::text::{WIDTH, say};
use crate::words::arguments::{self, message, tidy, translate};
use crate::words::{t, take_language};

/// The commands that are not problems, as `--help` lists them.
#[derive(Subcommand)]
enum Tool {
    List(ListArgs),
    Show(ShowArgs),
    Source(SourceArgs),
    Solve(SolveArgs),
    Test(TestArgs),
    Stress(StressArgs),
    Diff(DiffArgs),
    Generate(GenerateArgs),
    Validate(ValidateArgs),
    Split(SplitArgs),
    Package(PackageArgs),
    Completions(CompletionsArgs),
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
    take_language(&mut words);
    ReportArgs::apply_color(&words);
    carry_out(words)
}

/// Does what `words` say, the first of which is the name of the program, and returns the exit code.
fn carry_out(mut words: Vec<OsString>) -> u8 {
    let everywhere = ReportArgs::augment_args(Command::new("bouton"));
    let mut at = find_name(&[&everywhere], &mut words, 1).unwrap_or(words.len().max(1));
    if words.get(at - 1).is_some_and(|word| word == "--") {
        at -= 1;
        words.remove(at);
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
        if let Some(name) = words.get(at).map(|name| name.to_string_lossy()) {
            let Some(tool) = command.find_subcommand(&*name) else {
                return no_such_name("command or problem", &name, &words, at);
            };
            let mut names = find_name(&[&command, tool], &mut words, at + 1);
            while let Some(name) = names.filter(|_| tool.get_name() == "list") {
                names = find_name(&[&command, tool], &mut words, name + 1);
            }
        }
        let matches = command.try_get_matches_from(&words);
        let tool = matches.and_then(|matches| {
            ReportArgs::from_arg_matches(&matches)?.apply();
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
        Err(error) => misused(&error, &words, at),
    }
}

/// The index of the first of `words`, from `start` on, that is neither an option of `commands` nor the value of one. If
/// it and the next one are a name such as `hdu 1850`, joins them.
fn find_name(commands: &[&Command], words: &mut Vec<OsString>, start: usize) -> Option<usize> {
    let mut at = start;
    while let word = words.get(at)?.to_string_lossy()
        && word.starts_with('-')
        && word != "-"
    {
        at += 1;
        if word == "--" {
            break;
        }
        at += usize::from(is_before_value(commands, &word)?);
    }
    let [judge, number] = [at, at + 1].map(|at| words.get(at));
    if let (Some(judge), Some(number)) = (judge?.to_str(), number.and_then(|word| word.to_str()))
        && let Some(name) = names::of_two_words(judge, number)
    {
        words.splice(at..=at + 1, [name.into()]);
    }
    Some(at)
}

/// Whether the value of the option `word` is the next word. `None` if `commands` have no such option.
fn is_before_value(commands: &[&Command], word: &str) -> Option<bool> {
    let takes_value = |is_it: &dyn Fn(&Arg) -> bool| {
        let mut all = commands.iter().flat_map(|command| command.get_arguments());
        Some(all.find(|arg| is_it(arg))?.get_action().takes_values())
    };
    if let Some(option) = word.strip_prefix("--") {
        let name = option.split('=').next();
        let takes_value = takes_value(&|arg| arg.get_long() == name)?;
        return Some(takes_value && !option.contains('='));
    }
    let mut letters = word[1..].chars();
    while let Some(letter) = letters.next() {
        if takes_value(&|arg| arg.get_short() == Some(letter))? {
            return Some(letters.as_str().is_empty());
        }
    }
    Some(false)
}

/// Reports that the arguments `words` make no sense, or writes the help that they ask for. The name of the
/// command is that at `at`.
fn misused(error: &clap::Error, words: &[OsString], at: usize) -> u8 {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Nothing was asked, so all that can be asked is shown.
            let text = match AutoStream::choice(&std::io::stderr()) {
                ColorChoice::Never => error.render().to_string(),
                _ => error.render().ansi().to_string(),
            };
            let _ = std::io::stderr().write_all(tidy(text).as_bytes());
            2
        }
        ErrorKind::MissingSubcommand => {
            fail(t!("give a PROBLEM or a command (see 'bouton --help')"))
        }
        ProblemName::UNKNOWN => {
            no_such_name("problem", &text(ContextKind::InvalidValue), words, at + 1)
        }
        ProblemName::BAD_FILE => {
            let path = text(ContextKind::InvalidValue);
            let mut message = text(ContextKind::Custom);
            let path = Path::new(&path);
            if path.extension().is_some() && !problem::is_toml(path) && !path.is_dir() {
                message = message + t!("; ") + &problem_first(words, at + 1);
            }
            fail(&message)
        }
        _ if error.use_stderr() => fail(&one_line(error, words, at)),
        // Help or version.
        _ => match write_help(&error.render()) {
            Ok(()) | Err(Error::ClosedPipe) => 0,
            Err(error) => fail(&error.to_string()),
        },
    }
}

/// Says that PROBLEM comes first, with `words` as they would be with one at `at`: the one that stands elsewhere, or
/// a placeholder.
fn problem_first(words: &[OsString], at: usize) -> String {
    let mut words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    words[0] = "bouton".into();
    let is_problem = |word: &Cow<'_, str>| {
        word.parse::<u64>().is_err() && matches!(names::meaning(word), Meaning::Id(_))
    };
    let rest = words[at..].iter().take_while(|word| *word != "--");
    let problem = match rest.clone().position(is_problem) {
        Some(misplaced) => words.remove(at + misplaced),
        None => "PROBLEM".into(),
    };
    words.insert(at, problem);
    t!("PROBLEM comes first: {command}", command = words.join(" "))
}

/// Reports that there is no `what` called `name`, and which name comes closest. If `name` is a file, PROBLEM was
/// forgotten before it, at `at` in `words`.
fn no_such_name(what: &str, name: &str, words: &[OsString], at: usize) -> u8 {
    if let Meaning::Ambiguous(ids) = names::meaning(name) {
        return fail(&t!(
            "'{name}' may be {ids}",
            name = name,
            ids = ids.join(t!(" or "))
        ));
    }
    if names::is_judge(name) {
        return fail(&t!(
            "'{name}' is a judge: add the number or name of a problem ('bouton list' lists them)",
            name = name
        ));
    }
    let unknown = if what == "problem" {
        t!("there is no problem '{name}'", name = name)
    } else {
        t!("there is no command or problem '{name}'", name = name)
    };
    let command = command();
    let tools = command.get_subcommands().map(Command::get_name);
    let tools = tools.map(str::to_owned).filter(|_| what != "problem");
    let meant = names::closest(name, tools);
    let path = Path::new(name);
    let is_file = names::address(name).is_none() && (path.extension().is_some() || path.exists());
    let has_more = words.len() > at + 1;
    if path.join("game.toml").is_file() {
        let near = t!("did you mean '{name}'?", name = format_args!("./{name}"));
        return fail(&(unknown + t!("; ") + &near));
    }
    if is_file || has_more && meant.is_none() {
        return fail(&(unknown + t!("; ") + &problem_first(words, at)));
    }
    say(&t!(
        "{error} ('bouton list' lists the problems)",
        error = unknown
    ));
    if let Some(name) = meant {
        say(&t!("did you mean '{name}'?", name = name));
    }
    2
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

/// Writes help or version, in color if that is enabled.
fn write_help(text: &StyledStr) -> Result<(), Error> {
    let text = match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => text.to_string(),
        _ => text.ansi().to_string(),
    };
    output::write_to_stdout(tidy(text).as_bytes())
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
    ReportArgs::augment_args(tools)
        .mut_subcommands(|command| command.mut_args(negative_numbers_are_values))
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
