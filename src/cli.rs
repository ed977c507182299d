//! The command line: which command runs, how errors are reported, and the exit code. The arguments of each
//! command are in its file.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Args, Command, FromArgMatches, Subcommand};

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
use crate::interrupt::{self, Interrupt};
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
            Self::Stress(args) => return args.run(&Interrupt::on_signals()),
            Self::Test(args) => return args.run(&Interrupt::on_signals()),
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
    let mut words: Vec<_> = args.into_iter().collect();
    match completions::answer(&words, command) {
        Ok(false) => {}
        Ok(true) => return 0,
        // The shell has no use for a message.
        Err(_) => return 2,
    }
    let at = find_name(&mut words);
    ReportArgs::apply_color(&words);
    help_of(&mut words, at);
    let done = match words.get(at).map(problem::find) {
        Some(Err(error)) => return fail(&error.to_string()),
        Some(Ok(Some(problem))) => {
            words[1..=at].rotate_right(1);
            AnswerArgs::parse(&problem, &words[1..])
                .map(|arguments| arguments.run(&problem).map(|()| true))
        }
        Some(Ok(None)) | None => {
            let command = command();
            if let Some(name) = words.get(at).map(|name| name.to_string_lossy()) {
                if name == "help" && words.get(at + 1).is_some_and(|what| what == "game.toml") {
                    let written = output::write_to_stdout(help::game_toml().as_bytes());
                    return written.map_or_else(|error| fail(&error.to_string()), |()| 0);
                }
                let tool = command.find_subcommand(&*name);
                if tool.is_none() && name != "help" && !name.starts_with('-') {
                    return no_such_name("command or problem", &name, &words, at);
                }
                join_names(&command, tool.unwrap_or(&command), &mut words, at + 1);
            }
            let matches = command.try_get_matches_from(&words);
            let tool = matches.and_then(|matches| {
                ReportArgs::from_arg_matches(&matches)?.apply();
                Tool::from_arg_matches(&matches)
            });
            tool.map(Tool::run)
        }
    };
    interrupt::settle();
    match done {
        Ok(Ok(true) | Err(Error::ClosedPipe)) => 0,
        Ok(Ok(false)) => 1,
        Ok(Err(error @ Error::Interrupted { signal, .. })) => {
            say(&error.to_string());
            interrupt::end_by(signal)
        }
        Ok(Err(error)) => fail(&error.to_string()),
        Err(error) => misused(&error, &words, at),
    }
}

/// Makes `help PROBLEM`, where `help` stands at `at`, the same as `PROBLEM --help`, and `help --help` as `help help`.
fn help_of(words: &mut Vec<OsString>, at: usize) {
    if words.get(at).is_none_or(|word| word != "help") {
        return;
    }
    join_name(words, at + 1);
    match &words[at + 1..] {
        [option] if option == "--help" || option == "-h" => words[at + 1] = "help".into(),
        [name] if matches!(problem::find(name), Ok(Some(_))) => {
            words.remove(at);
            words.push("--help".into());
        }
        _ => {}
    }
}

/// Finds the name of a command or problem, behind the options that every command has: its index in `words`. If
/// it is of two words, joins them, and removes a `--` before it.
fn find_name(words: &mut Vec<OsString>) -> usize {
    let mut at = 1;
    // Where there are none, not even these options are described: that takes as long as to answer a few cases.
    if words.get(at).is_some_and(is_option) {
        let options = ReportArgs::augment_args(Command::new(""));
        let len = |word| length(&[&options], word);
        while let Some(len) = words.get(at).filter(|word| is_option(word)).and_then(len) {
            at += len;
        }
        if words.get(at).is_some_and(|word| word == "--") {
            words.remove(at);
        }
    }
    join_name(words, at);
    at
}

/// Joins the two words of a name such as `hdu 1850` that may start at `at`.
fn join_name(words: &mut Vec<OsString>, at: usize) {
    let [Some(judge), Some(number)] =
        [at, at + 1].map(|at| words.get(at).and_then(|word| word.to_str()))
    else {
        return;
    };
    if let Some(name) = names::of_two_words(judge, number) {
        words.splice(at..=at + 1, [name.into()]);
    }
}

/// Joins the two words of PROBLEM, the first argument of `tool` from `at` on that is not an option or its value,
/// or of all arguments of `list`.
fn join_names(bouton: &Command, tool: &Command, words: &mut Vec<OsString>, mut at: usize) {
    while let Some(word) = words.get(at).filter(|word| *word != "--") {
        if is_option(word) {
            at += length(&[tool, bouton], word).unwrap_or(1);
        } else {
            join_name(words, at);
            at += 1;
            if tool.get_name() != "list" {
                break;
            }
        }
    }
}

fn is_option(word: &OsString) -> bool {
    word.len() > 1 && word.as_encoded_bytes().starts_with(b"-")
}

/// The number of words of the option in `word`: two if its value is the next one. `None` if none of `commands`
/// has it.
fn length(commands: &[&Command], word: &OsString) -> Option<usize> {
    let takes_value = |is_meant: &dyn Fn(&Arg) -> bool| {
        let mut options = commands.iter().flat_map(|command| command.get_arguments());
        let option = options.find(|option| is_meant(option))?;
        Some(option.get_action().takes_values())
    };
    let word = word.to_str()?;
    if let Some(long) = word.strip_prefix("--") {
        let name = long.split('=').next();
        let takes_value = takes_value(&|option| option.get_long() == name)?;
        return Some(1 + usize::from(takes_value && !long.contains('=')));
    }
    let mut letters = word[1..].chars();
    while let Some(letter) = letters.next() {
        if takes_value(&|option| option.get_short() == Some(letter))? {
            // Its value is the rest of the word, if there is one.
            return Some(1 + usize::from(letters.as_str().is_empty()));
        }
    }
    Some(1)
}

/// Reports that the arguments `words` make no sense, or writes the help that they ask for. The name of the
/// command is that at `at`.
fn misused(error: &clap::Error, words: &[OsString], at: usize) -> u8 {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Nothing was asked, so all that can be asked is shown.
            let _ = error.print();
            2
        }
        // That of `bouton help NAME`.
        ErrorKind::InvalidSubcommand if error.get(ContextKind::InvalidSubcommand).is_some() => {
            let name = text(ContextKind::InvalidSubcommand);
            no_such_name("command or problem", &name, words, at)
        }
        ErrorKind::MissingSubcommand => fail("give a PROBLEM or a command (see 'bouton --help')"),
        ProblemName::UNKNOWN => {
            no_such_name("problem", &text(ContextKind::InvalidValue), words, at + 1)
        }
        ProblemName::BAD_FILE => {
            let path = text(ContextKind::InvalidValue);
            let mut message = text(ContextKind::Custom);
            let path = Path::new(&path);
            if path.extension().is_some() && !problem::is_toml(path) && !path.is_dir() {
                message = message + "; " + &problem_first(words, at + 1);
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
    format!("PROBLEM comes first: {}", words.join(" "))
}

/// Reports that there is no `what` called `name`, and which names may be meant: of problems with that in their
/// titles, or else the one that comes closest. If `name` is a file, PROBLEM was forgotten before it, at `at` in
/// `words`.
fn no_such_name(what: &str, name: &str, words: &[OsString], at: usize) -> u8 {
    if let Meaning::Ambiguous(ids) = names::meaning(name) {
        return fail(&format!("'{name}' may be {}", ids.join(" or ")));
    }
    if names::is_judge(name) {
        return fail(&format!(
            "'{name}' is a judge: add the number or name of a problem ('bouton list' lists them)"
        ));
    }
    let unknown = format!("there is no {what} '{name}'");
    let command = command();
    let tools = command.get_subcommands().map(Command::get_name);
    let tools = tools.map(str::to_owned).filter(|_| what != "problem");
    let mut meant = names::titled(name);
    if meant.is_empty() {
        meant.extend(names::closest(name, tools));
    }
    let path = Path::new(name);
    let is_file = names::address(name).is_none() && (path.extension().is_some() || path.exists());
    let has_more = words.len() > at + 1;
    if is_file || has_more && meant.is_empty() {
        return fail(&format!("{unknown}; {}", problem_first(words, at)));
    }
    say(&format!("{unknown} ('bouton list' lists the problems)"));
    if !meant.is_empty() {
        say(&format!("did you mean '{}'?", meant.join("' or '")));
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
    let text = error.render().to_string();
    let end = ["tip:", "Usage:", "For more information"];
    let end = end.iter().filter_map(|end| text.find(end)).min();
    let text = text[..end.unwrap_or(text.len())].trim_start_matches("error: ");
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let command = words.get(at).and_then(|name| name.to_str());
    let command = command.filter(|name| !name.starts_with('-'));
    let lacks_problem = line.ends_with("<PROBLEM>") && words.len() > at + 1;
    let first = lacks_problem.then(|| problem_first(words, at + 1));
    if let Some(tip) = first.or_else(|| tip(error, command)) {
        line = line + "; " + &tip;
    }
    let command = command.map_or_else(String::new, |name| format!(" {name}"));
    format!("{line} (see 'bouton{command} --help')")
}

/// Options that people try, and what there is instead.
const INSTEAD: &[(&str, &str)] = &[("--moore", "'--from'"), ("-v", "'bouton --version'")];

/// What may be meant by an option that `command` does not have.
fn tip(error: &clap::Error, command: Option<&str>) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let option = error.get(ContextKind::InvalidArg)?.to_string();
    let instead = INSTEAD.iter().find(|(tried, _)| *tried == option);
    let similar = || error.get(ContextKind::SuggestedArg);
    let tool = option.strip_prefix("--").filter(|_| command.is_none());
    let tool = tool.filter(|name| Tool::has_subcommand(name));
    let meant = match (instead, tool) {
        (Some((_, instead)), _) => (*instead).to_owned(),
        (None, Some(name)) => format!("'bouton {name}'"),
        (None, None) => match (similar(), command) {
            (Some(similar), _) => format!("'{similar}'"),
            (None, Some("test" | "stress")) => {
                return Some("put your program after '--'".to_owned());
            }
            (None, None) => return Some("the options of a command come after its name".to_owned()),
            (None, Some(_)) => return None,
        },
    };
    Some(format!("did you mean {meant}?"))
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

/// The command line as clap describes it: a command for each problem, and the tools.
pub(crate) fn command() -> Command {
    help::complete(tree())
}

/// All commands, without the texts of the help that no option owns.
fn tree() -> Command {
    let problems = Command::new("bouton").subcommands(problem::all().map(|problem| {
        let aliases = problem.aliases.iter().map(|(alias, _)| alias);
        answer::command(&problem).visible_aliases(aliases)
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
