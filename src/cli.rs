//! The command line.

use std::ffi::{OsStr, OsString};
use std::io::LineWriter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::builder::{PossibleValue, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use clap_complete::Shell;

use crate::commands::answer::Destination;
use crate::commands::solve::{self, RuleOption};
use crate::commands::values::{
    KERNEL_VARIABLE, bytes, environment_kernel, kernel, number, piles, positive, range, takes,
    threads,
};
use crate::commands::{self, answer};
use crate::commands::{completions, diff, list, man, show, source, split, stress, test, validate};
use crate::decode::Kernel;
use crate::engine::RunOptions;
use crate::error::Error;
use crate::game::Play;
use crate::generate::{self, Shape};
use crate::help;
use crate::input::FilesStayUnchanged;
use crate::interrupt::Interrupt;
use crate::output;
use crate::package::{self, Format};
use crate::problem::names::{self, Meaning};
use crate::problem::statement;
use crate::problem::{self, Problem};
use crate::report::words::printable;

/// Does what the command line `args` says, and returns the exit code: 0 done, 1 not accepted,
/// 2 trouble.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    output::report_file_size_limit();
    let args: Vec<_> = args.into_iter().collect();
    match completions::answer(&args, command) {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        // The shell has no use for a message.
        Err(_) => return ExitCode::from(2),
    }
    let args = join_names(args);
    let name = args.get(1).and_then(|name| name.to_str());
    let runs_a_program = name.is_some_and(|name| name == "test" || name == "stress");
    let problem = match name.map(problem::find) {
        Some(Ok(problem)) => problem,
        Some(Err(error)) => return fail(&error.to_string()),
        None => None,
    };
    let matches = if let Some(problem) = problem {
        // Only what this run needs: to describe all commands takes longer than to answer a few cases.
        problem_command(problem)
            .bin_name(format!("bouton {}", problem.name))
            .mut_args(negative_numbers_are_values)
            .try_get_matches_from(&args[1..])
    } else {
        let command = command();
        let is_known = |name: &str| name == "help" || command.find_subcommand(name).is_some();
        if let Some(name) = name.filter(|name| !name.starts_with('-') && !is_known(name)) {
            let tools = command.get_subcommands();
            let tools = tools.map(|tool| tool.get_name().to_owned());
            return no_such_name("command or problem", name, tools);
        }
        command.try_get_matches_from(&args)
    };
    match matches {
        Ok(matches) => match dispatch(problem, &matches) {
            Ok(code) => code,
            Err(Error::ClosedPipe) => ExitCode::SUCCESS,
            Err(error @ Error::Interrupted(signal)) => {
                say(&error.to_string());
                end_by(signal)
            }
            Err(error) => fail(&error.to_string()),
        },
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Nothing was asked, so all that can be asked is shown.
            let _ = error.print();
            ExitCode::from(2)
        }
        Err(error) if error.kind() == NO_SUCH_PROBLEM => {
            let name = error
                .get(ContextKind::InvalidValue)
                .map(ToString::to_string);
            no_such_name("problem", &name.unwrap_or_default(), None)
        }
        Err(error) if error.use_stderr() => {
            let hint = match error.kind() {
                ErrorKind::UnknownArgument if runs_a_program => "; put your program after '--'",
                _ => "",
            };
            fail(&(one_line(&error, name) + hint))
        }
        // Help or version.
        Err(error) => match write_help(&error.render()) {
            Ok(()) | Err(Error::ClosedPipe) => ExitCode::SUCCESS,
            Err(error) => fail(&error.to_string()),
        },
    }
}

/// Joins the two words of a name such as `hdu 1850`, if that is the first name on the command line.
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
        if names::is_judge(&word) && matches!(names::meaning(&both), Meaning::Id(_)) {
            args.splice(i..=i + 1, [both.into()]);
            break;
        }
    }
    args
}

/// Reports that there is no `what` called `name`, and the name that comes closest.
fn no_such_name(what: &str, name: &str, others: impl IntoIterator<Item = String>) -> ExitCode {
    if let Meaning::Ambiguous(ids) = names::meaning(name) {
        return fail(&format!("'{name}' may be {}", ids.join(" or ")));
    }
    say(&format!(
        "there is no {what} '{name}' ('bouton list' lists the problems)"
    ));
    if let Some(closest) = names::closest(name, others) {
        say(&format!("did you mean '{closest}'?"));
    }
    ExitCode::from(2)
}

fn fail(message: &str) -> ExitCode {
    say(message);
    ExitCode::from(2)
}

/// Ends the program by `signal`, as if it had not been caught.
fn end_by(signal: i32) -> ExitCode {
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    let _ = signal;
    ExitCode::from(2)
}

/// Writes a line to standard error.
fn say(message: &str) {
    use std::io::Write;
    // Where even standard error cannot be written, the exit code remains.
    // In one piece, so that it is a line whatever else is written there.
    let line = format!("bouton: {}\n", printable(message));
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// A usage error of the command `name` on one line: what is wrong and the hint, without the usage that follows.
fn one_line(error: &clap::Error, name: Option<&str>) -> String {
    let text = error.render().to_string();
    let text = text.split("Usage:").next().unwrap_or(&text);
    let text = text.split("For more information").next().unwrap_or(text);
    let text = text.trim().trim_start_matches("error: ");
    let words: Vec<_> = text.split_whitespace().collect();
    let command = name.filter(|name| !name.starts_with('-'));
    let command = command.map_or_else(String::new, |name| format!(" {name}"));
    format!(
        "{} (see 'bouton{command} --help')",
        words.join(" ").replace(" tip:", "; tip:")
    )
}

fn dispatch(asked: Option<&'static Problem>, matches: &ArgMatches) -> Result<ExitCode, Error> {
    if let Some(problem) = asked {
        answer(problem, matches)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (name, matches) = matches.subcommand().expect("clap requires a command");
    match name {
        "list" => list(matches)?,
        "show" => show::run(
            problem(matches)?,
            language(matches, statement::Language::of_locale()),
        )?,
        "source" => source(matches)?,
        "solve" => solve::run(&solve_options(matches))?,
        "validate" => return validate(matches),
        "generate" => generate(matches)?,
        "diff" => return diff(matches),
        "stress" => return judged(matches, stress::StressOptions::run),
        "completions" => completions(matches)?,
        "man" => man(matches)?,
        "test" => return judged(matches, test::TestOptions::run),
        "split" => split(matches)?,
        "package" => package(matches)?,
        name => unreachable!("{name} is a problem, which has been looked up before"),
    }
    Ok(ExitCode::SUCCESS)
}

fn completions(matches: &ArgMatches) -> Result<(), Error> {
    let shell: Shell = *matches.get_one("shell").expect("clap requires a shell");
    let program = std::env::args_os().next().unwrap_or("bouton".into());
    write_to_stdout(&completions::script(shell, &program)?)
}

fn man(matches: &ArgMatches) -> Result<(), Error> {
    // A page is for every machine.
    let mut command = command().long_version(None);
    command.build();
    match matches.get_one::<PathBuf>("out-dir") {
        Some(folder) => man::write_all(&command, folder),
        None => man::show(&command, matches.get_one("command").map(String::as_str)),
    }
}

fn write_to_stdout(text: &[u8]) -> Result<(), Error> {
    use std::io::Write;
    output::stdout()?.write_all(text).map_err(Error::stdout)
}

/// Writes help or version, in color if that is enabled.
fn write_help(text: &StyledStr) -> Result<(), Error> {
    let text = match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => text.to_string(),
        _ => text.ansi().to_string(),
    };
    write_to_stdout(text.as_bytes())
}

/// Standard output for reports, which are written line by line.
fn lines() -> Result<LineWriter<output::Stdout>, Error> {
    output::stdout().map(LineWriter::new)
}

fn answer(problem: &Problem, matches: &ArgMatches) -> Result<(), Error> {
    answer::run(
        problem,
        &files(matches),
        &output(matches),
        options(matches)?,
    )
}

fn source(matches: &ArgMatches) -> Result<(), Error> {
    let to = match matches.get_one::<PathBuf>("output") {
        Some(file) => source::To::File(file),
        None if matches.get_flag("copy") => source::To::Clipboard,
        None => source::To::Stdout,
    };
    let language = language(matches, source::SourceLanguage::C);
    source::run(problem(matches)?, language, to)
}

/// Lists the problems that are named, or all.
fn list(matches: &ArgMatches) -> Result<(), Error> {
    let names = matches.get_many::<String>("problem").unwrap_or_default();
    let asked = names.filter_map(|name| problem::find(name).transpose());
    let mut problems = asked.collect::<Result<Vec<_>, _>>()?;
    if problems.is_empty() {
        problems = problem::all().collect();
    }
    list::run(
        &problems,
        matches.get_flag("json"),
        statement::Language::of_locale(),
    )
}

/// The problem that the argument PROBLEM names.
fn problem(matches: &ArgMatches) -> Result<&'static Problem, Error> {
    let name = matches.get_one::<String>("problem");
    let problem = name.map_or(Ok(None), |name| problem::find(name))?;
    problem.ok_or_else(|| Error::Usage("which PROBLEM? 'bouton list' lists them".to_owned()))
}

/// The option `--lang`.
fn language<L: Copy + Send + Sync + 'static>(matches: &ArgMatches, default: L) -> L {
    matches.get_one("lang").copied().unwrap_or(default)
}

fn validate(matches: &ArgMatches) -> Result<ExitCode, Error> {
    let layout = &problem(matches)?.layout;
    let as_json = matches.get_flag("json");
    let all = validate::run(layout, &files(matches), as_json, &mut lines()?)?;
    Ok(ExitCode::from(u8::from(!all)))
}

fn generate(matches: &ArgMatches) -> Result<(), Error> {
    let list = || Shape::ALL.map(|shape| format!("{:<8} {}\n", shape.name(), shape.about()));
    let name = matches.get_one::<String>("shape").expect("has a default");
    if name == "help" {
        return write_to_stdout(list().concat().as_bytes());
    }
    let shape = Shape::named(name).ok_or_else(|| {
        let names = Shape::ALL.map(Shape::name).join(", ");
        Error::Usage(format!("there is no shape '{name}': choose {names}"))
    })?;
    let problem = problem(matches)?;
    let options = generate::GenerateOptions {
        seed: matches.get_one("seed").copied().expect("has a default"),
        cases: matches.get_one("cases").copied(),
        bytes: matches.get_one("bytes").copied(),
        shape,
        piles: matches.get_one("piles").copied(),
        largest: matches.get_one("largest").copied(),
    };
    commands::generate::to_stdout(problem, &problem.layout, options)
}

fn diff(matches: &ArgMatches) -> Result<ExitCode, Error> {
    let file = |name| matches.get_one::<PathBuf>(name).map(PathBuf::as_path);
    let file_or_stdin = |name| file(name).unwrap_or(Path::new("-"));
    let accepted = diff::run(
        problem(matches)?,
        file_or_stdin("input"),
        file_or_stdin("expected"),
        file("actual"),
        options(matches)?,
        matches.get_flag("json"),
        &mut lines()?,
    )?;
    Ok(ExitCode::from(u8::from(!accepted)))
}

/// Judges a program as `run` does, and says by the exit code whether it was accepted.
fn judged<O: FromArgMatches>(
    matches: &ArgMatches,
    run: fn(&O, &'static Problem, &Interrupt) -> Result<bool, Error>,
) -> Result<ExitCode, Error> {
    let options =
        O::from_arg_matches(matches).map_err(|error| Error::Usage(one_line(&error, None)))?;
    let problem = problem(matches)?;
    let accepted = run(&options, problem, &Interrupt::on_signals()?)?;
    Ok(ExitCode::from(u8::from(!accepted)))
}

fn split(matches: &ArgMatches) -> Result<(), Error> {
    let path = |name| {
        let path = matches.get_one::<PathBuf>(name);
        path.expect("clap requires it").as_path()
    };
    let parts = *matches.get_one("parts").expect("clap requires it");
    let problem = problem(matches)?;
    split::run(problem, parts, path("out-dir"), path("file"))?;
    if parts > 1 && problem.question.is_numbered() {
        let id = &problem.name;
        say(&format!(
            "{id} numbers its answers: those of every part start at 1"
        ));
    }
    Ok(())
}

fn package(matches: &ArgMatches) -> Result<(), Error> {
    let folder = matches.get_one::<PathBuf>("dir");
    let format = matches.get_one::<String>("format");
    let format = Format::ALL
        .into_iter()
        .find(|known| format.is_some_and(|name| name == known.name()));
    package::run(
        problem(matches)?,
        folder.expect("clap requires it"),
        format.expect("clap knows the formats"),
    )
}

fn files(matches: &ArgMatches) -> Vec<PathBuf> {
    matches
        .get_many("files")
        .into_iter()
        .flatten()
        .cloned()
        .collect()
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

/// How the command line, or else the environment, wants the work to be done.
fn options(matches: &ArgMatches) -> Result<RunOptions, Error> {
    let name = matches.get_one::<String>("kernel");
    let map = matches.get_flag("mmap").then(|| {
        // SAFETY: that no process changes the files meanwhile is what the user promises with --mmap; its
        // help says what happens otherwise.
        unsafe { FilesStayUnchanged::promise() }
    });
    let mut options = RunOptions {
        kernel: kernel(name.map_or("auto", String::as_str))?,
        map,
        ..RunOptions::default()
    };
    if let Some(&threads) = matches.get_one::<u16>("threads") {
        options.threads = threads.into();
    }
    Ok(options)
}

fn output(matches: &ArgMatches) -> Destination {
    if let Some(file) = matches.get_one::<PathBuf>("output") {
        Destination::File(file.clone())
    } else if let Some(folder) = matches.get_one::<PathBuf>("out-dir") {
        Destination::Folder(folder.clone())
    } else {
        Destination::Stdout
    }
}

fn solve_options(matches: &ArgMatches) -> solve::SolveOptions {
    let number = |name| matches.get_one(name).copied();
    let games = [
        number("max-take").map(RuleOption::MaxTake),
        matches.get_one("take").cloned().map(RuleOption::Take),
        number("from").map(RuleOption::From),
        matches.get_flag("kayles").then_some(RuleOption::Kayles),
        number("hill").map(RuleOption::Hill),
        number("split").map(RuleOption::Split),
        matches.get_flag("xor").then_some(RuleOption::Xor),
    ];
    solve::SolveOptions {
        games: games.into_iter().flatten().collect(),
        play: if matches.get_flag("misere") {
            Play::Misere
        } else {
            Play::Normal
        },
        line: matches.get_flag("play"),
        json: matches.get_flag("json"),
        batch: matches.get_flag("batch"),
        piles: matches
            .get_many::<Vec<u64>>("piles")
            .into_iter()
            .flatten()
            .flatten()
            .copied()
            .collect(),
    }
}

/// The command line as clap describes it: a command for each row of the table of problems, and the
/// tools.
pub fn command() -> Command {
    help::complete(tree())
}

/// All commands, without the texts of the help that no option owns.
fn tree() -> Command {
    Command::new("bouton")
        .version(env!("CARGO_PKG_VERSION"))
        .long_version(version_and_kernel())
        .about("Solve judge problems of the Nim family: answer test data, judge programs, find counterexamples")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(problem::all().map(|problem| {
            let aliases = problem.aliases.iter().map(|(alias, _)| alias);
            problem_command(problem).visible_aliases(aliases)
        }))
        .subcommand(list_command())
        .subcommand(show_command())
        .subcommand(source_command())
        .subcommand(solve_command())
        .subcommand(validate_command())
        .subcommand(generate_command())
        .subcommand(diff_command())
        .subcommand(stress_command())
        .subcommand(
            Command::new("completions")
                .about("Write what completes commands and options in a shell")
                .arg(
                    Arg::new("shell")
                        .value_name("SHELL")
                        .help("The shell")
                        .required(true)
                        .value_parser(value_parser!(Shell)),
                ),
        )
        .subcommand(
            Command::new("man")
                .about("Show the manual page, or that of a command")
                .arg(Arg::new("command").value_name("COMMAND").help("Its name"))
                .arg(
                    Arg::new("out-dir")
                        .long("out-dir")
                        .value_name("DIR")
                        .help("Write all pages there: bouton.1, bouton-diff.1 and so on")
                        .conflicts_with("command")
                        .value_parser(value_parser!(PathBuf)),
                ),
        )
        .subcommand(test_command())
        .subcommand(split_command())
        .subcommand(package_command())
        .mut_subcommands(|command| command.mut_args(negative_numbers_are_values))
}

/// No option looks like a negative number: the parser of the value reports what it expected.
fn negative_numbers_are_values(arg: Arg) -> Arg {
    if arg.get_action().takes_values() {
        arg.allow_negative_numbers(true)
    } else {
        arg
    }
}

/// The argument `PROBLEM`, where an alias may have limits of its own.
fn problem_name_arg() -> Arg {
    problem_arg().value_parser(ProblemName)
}

/// The kind of the error of [`ProblemName`]: no other error has it, since unknown commands are found before.
const NO_SUCH_PROBLEM: ErrorKind = ErrorKind::InvalidSubcommand;

/// The name of a problem.
#[derive(Clone)]
struct ProblemName;

impl TypedValueParser for ProblemName {
    type Value = String;

    fn parse_ref(
        &self,
        _command: &Command,
        _arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let name = value.to_string_lossy();
        if problem::is_path(&name) {
            return Ok(name.into_owned());
        }
        if let Meaning::Id(id) = names::meaning(&name) {
            return Ok(id.to_owned());
        }
        let mut error = clap::Error::new(NO_SUCH_PROBLEM);
        error.insert(
            ContextKind::InvalidValue,
            ContextValue::String(name.into_owned()),
        );
        Err(error)
    }

    /// What a shell completes.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = |problem: &'static Problem| {
            let about = format!("{} {}", problem.judge, problem.title());
            let aliases = problem.aliases.iter().map(|(alias, _)| alias);
            let names = std::iter::once(&problem.id).chain(aliases);
            names.map(move |name| PossibleValue::new(name).help(about.clone()))
        };
        Some(Box::new(problem::all().flat_map(names)))
    }
}

fn validate_command() -> Command {
    Command::new("validate")
        .about("Check that inputs are laid out as the judge says, within the published limits")
        .arg(problem_name_arg())
        .arg(
            Arg::new("files")
                .value_name("FILE")
                .help("Inputs; \"-\" or none: standard input")
                .num_args(0..)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(json_arg("One JSON object for each FILE, not text for people"))
        .after_help(
            "Writes a line for each FILE, up to one that cannot be read: 'FILE: valid, 3 cases', or \
             'FILE:LINE:COLUMN: ' and the first thing that is wrong. The exit code is 0 if all are valid, 1 if one is not.\n\n\
             All is exact: line ends, single spaces, no leading zeros, the judge's limits. To \
             answer an input none of this is needed.\n\n\
             --json: the keys are file, valid, cases, line, column and message; null where there is \
             nothing to say.",
        )
}

fn generate_command() -> Command {
    Command::new("generate")
        .about("Write valid input of a problem, always the same from the same seed")
        // With '--shape help' there need not be a problem.
        .arg(problem_name_arg().required(false))
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .help("What all numbers come from")
                .default_value("0")
                .value_parser(number),
        )
        .arg(
            Arg::new("cases")
                .long("cases")
                .value_name("N")
                .help(
                    "How many cases; default: 100, or 10 if they may be long, or as many as the \
                     limits allow",
                )
                .value_parser(number),
        )
        .arg(
            Arg::new("bytes")
                .long("bytes")
                .value_name("SIZE")
                .help("Stop after the case that reaches this size, such as 64K, 500M or 1G")
                .conflicts_with("cases")
                .value_parser(bytes),
        )
        .arg(
            Arg::new("shape")
                .long("shape")
                .value_name("NAME")
                .help("What the cases are like; 'help' lists the shapes")
                .default_value("random"),
        )
        .arg(
            Arg::new("piles")
                .long("piles")
                .value_name("N|LOW..HIGH")
                .help(
                    "How many piles a position has, instead of the judge's limits and the shape's",
                )
                .value_parser(range),
        )
        .arg(
            Arg::new("largest")
                .long("largest")
                .value_name("N")
                .help("The largest pile that there may be, instead of their limit")
                .value_parser(number),
        )
        .after_help(
            "With --cases, --piles and --largest an input may be beyond the judge's limits, which answering \
             does not mind; 'validate' will say so. For a hill, piles are persons, and the largest \
             pile is the last cell.",
        )
}

fn split_command() -> Command {
    let required = |id: &'static str, help: &'static str| {
        Arg::new(id)
            .help(help)
            .required(true)
            .value_parser(value_parser!(PathBuf))
    };
    Command::new("split")
        .about("Cut an input at case boundaries into several valid inputs")
        .override_usage("bouton split <PROBLEM> --parts <N> --out-dir <DIR> <FILE>")
        .arg(problem_arg())
        .arg(required("file", "The input").value_name("FILE"))
        .arg(
            Arg::new("parts")
                .long("parts")
                .value_name("N")
                .help("How many parts: 1 to as many as there are cases")
                .required(true)
                .value_parser(positive),
        )
        .arg(
            required("out-dir", "Where the parts go; is made if need be")
                .long("out-dir")
                .value_name("DIR"),
        )
        .after_help(
            "The parts of big.in are DIR/big-1.in to DIR/big-8.in, or DIR/big-01.in to \
             DIR/big-12.in: in the order of their names. Files of these names are replaced.\n\n\
             The parts are of about equal size, and have at least one case each. The bytes of the \
             cases are not changed; what comes before and behind them is made for each part. The \
             parts appear when all are written: until then they are in a folder \
             DIR/.bouton-split-*, which stays only if the program is killed by SIGKILL. Whenever part 1 \
             is there, all are, and of one split.",
        )
}

fn package_command() -> Command {
    Command::new("package")
        .about("Write a whole ICPC problem package: statement, data, validators, submissions")
        .arg(problem_name_arg())
        .arg(
            Arg::new("dir")
                .value_name("DIR")
                .help("The package: a folder that is not there yet, or is empty")
                .required(true)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("VERSION")
                .help("The version of the package format: BAPCtools reads 2025-09, Kattis problemtools 2023-07-draft")
                .default_value(Format::Icpc2025.name())
                .value_parser(Format::ALL.map(Format::name)),
        )
        .after_help(PACKAGE_HELP)
}

const PACKAGE_HELP: &str = "\
The package has problem.yaml, statements, samples, secret data with answers, invalid inputs, validators of \
inputs and answers in C++, an output validator if several answers are right (any:LOSE), and the \
submissions of the problem's folder. What a folder of your own does not have is made up: a statement from \
rule and limits, a problem.yaml, a sample. Judge systems want DIR to be a name of a-z and 0-9.

DIR appears when it is complete; until then its files are in a folder .bouton-package-* beside it. The same \
version of bouton always writes the same bytes.";

fn list_command() -> Command {
    Command::new("list")
        .about("The table of problems: names, judge, rule, input, answer")
        .arg(
            problem_arg()
                .required(false)
                .num_args(0..)
                .help("Only these: ids, aliases, or paths of your own; default: all"),
        )
        .arg(json_arg("One array of objects, not text for people"))
}

fn show_command() -> Command {
    Command::new("show")
        .about("What a problem is: statement, limits, samples, where to submit")
        .arg(problem_arg())
        .arg(
            lang_arg(
                "en|zh",
                "The statement's language; default: that of your locale",
            )
            .value_parser(|name: &str| match name {
                "en" => Ok(statement::Language::English),
                "zh" => Ok(statement::Language::Chinese),
                _ => Err("statements are in en or zh"),
            }),
        )
}

fn source_command() -> Command {
    Command::new("source")
        .about("A single file to submit")
        .arg(problem_arg())
        .arg(
            lang_arg(
                "c|cpp|rust",
                "The program's language; default: c, which is C++ as well and what every judge takes",
            )
            .value_parser(|name: &str| match name {
                "c" | "cpp" | "c++" => Ok(source::SourceLanguage::C),
                "rust" | "rs" => Ok(source::SourceLanguage::Rust),
                _ => Err("programs are in c, cpp or rust"),
            }),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("FILE")
                .help("Write it there instead of standard output")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("copy")
                .long("copy")
                .help("Copy it to the clipboard of the terminal, which must understand OSC 52")
                .action(ArgAction::SetTrue)
                .conflicts_with("output"),
        )
}

fn problem_arg() -> Arg {
    Arg::new("problem")
        .value_name("PROBLEM")
        .help(
            "Its id, an alias, or the path of a game.toml or its folder; 'bouton list' lists them",
        )
        .required(true)
        // There are too many for the help.
        .hide_possible_values(true)
        .value_parser(ProblemName)
}

fn lang_arg(names: &'static str, help: &'static str) -> Arg {
    Arg::new("lang").long("lang").value_name(names).help(help)
}

/// How the work is done, which does not change what comes out.
fn work_args() -> [Arg; 3] {
    [
        Arg::new("threads")
            .short('j')
            .long("threads")
            .value_name("N")
            .help("Number of threads; default: automatic; 1: single-threaded")
            .value_parser(threads),
        Arg::new("mmap")
            .long("mmap")
            .action(ArgAction::SetTrue)
            .help(
                "Map files into memory instead of reading them: faster, but only for files that \
                 nobody changes meanwhile; truncating one kills the program",
            ),
        Arg::new("kernel")
            .long("kernel")
            .value_name("NAME")
            .env(KERNEL_VARIABLE)
            .hide_env(true)
            .help(format!(
                "Instruction set: auto (the last one that the machine has), {}; also \
                 BOUTON_KERNEL",
                Kernel::NAMES.join(", "),
            )),
    ]
}

fn diff_command() -> Command {
    let file = |id: &'static str, name: &'static str, help: &'static str| {
        Arg::new(id)
            .value_name(name)
            .help(help)
            .value_parser(value_parser!(PathBuf))
    };
    Command::new("diff")
        .about("Compare answers case by case, and prove which are right")
        .arg(problem_arg())
        .arg(file("input", "INPUT", "The cases").required(true))
        .arg(file("expected", "EXPECTED", "The expected answers").required(true))
        .arg(file(
            "actual",
            "ACTUAL",
            "The actual answers; without them, EXPECTED itself is checked",
        ))
        .arg(json_arg("One JSON object, not text for people (see below)"))
        .args(work_args())
        .after_help(
            "One of the files may be \"-\", standard input; all may be pipes, but INPUT is then copied \
             to a temporary file before the others are read. CRLF, blanks at line ends and blank \
             lines at the end are accepted; if other white space differs, the verdict is PE. The \
             exit code is 0 for AC, and 1 for PE, WA, and JE: EXPECTED itself is wrong, and ACTUAL \
             agrees with it.\n\n\
             --json: the keys are verdict, cases, different (how many cases have other answers than \
             expected), expected_wrong (how many expected answers are wrong), and of the first case that \
             differs: case (its number), input (its text), expected, actual, proof (why which is right); \
             null where there is nothing to say.",
        )
}

/// The option `--json`.
fn json_arg(help: &'static str) -> Arg {
    Arg::new("json")
        .long("json")
        .help(help)
        .action(ArgAction::SetTrue)
}

fn test_command() -> Command {
    test::TestOptions::augment_args(Command::new("test").arg(problem_name_arg()))
}

fn stress_command() -> Command {
    stress::StressOptions::augment_args(Command::new("stress").arg(problem_name_arg()))
}

fn problem_command(problem: &'static Problem) -> Command {
    Command::new(&problem.name)
        .about(format!("{} {}", problem.judge, problem.title()))
        .arg(
            Arg::new("files")
                .value_name("FILE")
                .help("Inputs, answered in order; \"-\" or none: standard input")
                .num_args(0..)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("FILE")
                .help("Write the answers there instead of standard output")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            Arg::new("out-dir")
                .long("out-dir")
                .value_name("DIR")
                .help("One answer file for each FILE: DIR/<stem>.ans")
                .conflicts_with("output")
                .requires("files")
                .value_parser(value_parser!(PathBuf)),
        )
        .args(work_args())
}

fn solve_command() -> Command {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .help(help)
            .action(ArgAction::SetTrue)
    };
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name(value)
            .help(help)
            .allow_negative_numbers(true)
            .value_parser(positive)
    };
    let rules = [
        flag(
            "misere",
            "Who takes the last stone loses (plain Nim, --max-take, --from)",
        ),
        option("max-take", "K", "A move takes from 1 to K stones of a pile"),
        option(
            "take",
            "S1,S2,...",
            "A move takes one of these numbers of stones of a pile",
        )
        .value_parser(takes),
        option(
            "from",
            "K",
            "A move takes stones from 1 to K piles (Moore's Nim)",
        ),
        flag(
            "kayles",
            "PILEs are rows of pins; a move takes one, or two neighbors",
        ),
        option(
            "hill",
            "KING",
            "PILEs are positions of persons, the top is 0, and who moves the \
            king to the top wins; KING counts from 1, the nearest to the top (HDU 4315)",
        ),
        option(
            "split",
            "M",
            "How to lay out M stones so that the player who moves second wins",
        ),
        flag(
            "xor",
            "Only the nim-sum: the unpaired number, the lost parity block",
        ),
    ];
    Command::new("solve")
        .about("Explain a position: who wins, why, and by which moves")
        .arg(
            Arg::new("piles")
                .value_name("PILE")
                .help("The piles of the position; several may stand in one argument")
                .num_args(0..)
                .value_parser(piles),
        )
        .args(rules.map(|rule| rule.help_heading("Rules, in place of plain Nim")))
        .args([
            flag(
                "play",
                "Also a line of best play, to the end or for 1000 moves",
            ),
            flag("json", "One object on one line, not text for people"),
            flag(
                "batch",
                "Read positions from standard input, one on each line, and write one \
                line for each: 'first' or 'second', who wins; an empty line is a position of no \
                piles",
            ),
        ])
        .after_help(SOLVE_HELP)
}

const SOLVE_HELP: &str = "\
Examples:
  bouton solve 14 21 39                  every winning move
  bouton solve --misere --play 3 5 7     and how the game may go on
  bouton solve --take 1,3,4 1000000000000000000
  bouton solve --batch --max-take 3 < positions

At most 10000 winning moves are listed, and the others counted; fewer of a position of more than 100 \
piles, so that an explanation has about a million numbers. In Moore's Nim one is listed. A pile may be \
any 64-bit number. With --take, one of 2^24 or more (2^30 divided by the number of takes, if there are \
more than 64) is answered if the Grundy values below that number have shown their period, as they do if no take \
is large. For this, takes that are larger than all piles do not count, and what divides all others \
divides the piles.";
