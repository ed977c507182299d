//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use crate::commands::answer::{self, Options, Output};
use crate::decode::Kernel;
use crate::error::Error;
use crate::problems::{self, PROBLEMS, Problem};

/// Does what the command line `args` says, and returns the exit code: 0 done, 1 not accepted,
/// 2 trouble.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    match command().try_get_matches_from(args) {
        Ok(matches) => match dispatch(&matches) {
            Ok(()) | Err(Error::ClosedPipe) => ExitCode::SUCCESS,
            Err(error) => fail(&error.to_string()),
        },
        Err(error) if error.use_stderr() => fail(&one_line(&error)),
        // Help or version; if nobody reads it, that is no trouble.
        Err(error) => {
            let _ = error.print();
            ExitCode::SUCCESS
        }
    }
}

fn fail(message: &str) -> ExitCode {
    use std::io::Write;
    // Where even standard error cannot be written, the exit code remains.
    let _ = writeln!(std::io::stderr(), "bouton: {message}");
    ExitCode::from(2)
}

/// A usage error on one line: what is wrong and the hint, without the usage that follows.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.split("Usage:").next().unwrap_or(&text);
    let text = text.split("For more information").next().unwrap_or(text);
    let text = text.trim().trim_start_matches("error: ");
    let words: Vec<_> = text.split_whitespace().collect();
    format!(
        "{} (see 'bouton --help')",
        words.join(" ").replace(" tip:", "; tip:")
    )
}

fn dispatch(matches: &ArgMatches) -> Result<(), Error> {
    let (name, matches) = matches.subcommand().expect("clap requires a command");
    let problem = problems::find(name).expect("every command is a problem");
    answer::run(
        problem,
        &files(matches),
        &output(matches),
        options(matches)?,
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

/// How the command line, or else the environment, wants the work to be done.
fn options(matches: &ArgMatches) -> Result<Options, Error> {
    let name = matches
        .get_one::<String>("kernel")
        .map_or("auto", String::as_str);
    let kernel = if name == "auto" {
        Kernel::best()
    } else {
        let names = || Kernel::ALL.map(Kernel::name).join(", ");
        let kernel = Kernel::ALL.into_iter().find(|kernel| kernel.name() == name);
        kernel.ok_or_else(|| {
            Error::Usage(format!(
                "there is no kernel '{name}': choose auto, {}",
                names()
            ))
        })?
    };
    if !kernel.is_available() {
        let best = Kernel::best().name();
        return Err(Error::Usage(format!(
            "this machine cannot run the kernel {name}: choose auto, which is {best} here"
        )));
    }
    let threads = matches
        .get_one::<u16>("threads")
        .map_or_else(default_threads, |&n| n.into());
    Ok(Options {
        kernel,
        threads,
        mmap: matches.get_flag("mmap"),
    })
}

/// As many threads as there are processors, but no more than four: then reading from the page cache is
/// what limits.
fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get().min(4))
}

fn output(matches: &ArgMatches) -> Output {
    if let Some(file) = matches.get_one::<PathBuf>("output") {
        Output::File(file.clone())
    } else if let Some(folder) = matches.get_one::<PathBuf>("out-dir") {
        Output::Folder(folder.clone())
    } else {
        Output::Stdout
    }
}

/// The command line as clap describes it: a command for each row of the table of problems.
pub fn command() -> Command {
    Command::new("bouton")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Answers bulk test cases of the Nim family of judge problems")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(PROBLEMS.iter().map(problem_command))
}

fn problem_command(problem: &Problem) -> Command {
    Command::new(problem.id)
        .visible_aliases(problem.aliases)
        .about(format!("{} {}", problem.judge, problem.title))
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
        .arg(
            Arg::new("threads")
                .short('j')
                .long("threads")
                .value_name("N")
                .help("Decoding threads; default: as many as help; 1: only the calling thread")
                .value_parser(value_parser!(u16).range(1..)),
        )
        .arg(
            Arg::new("mmap")
                .long("mmap")
                .action(ArgAction::SetTrue)
                .help(
                    "Map files instead of reading them: faster, but a file that is cut short \
                     meanwhile kills the program",
                ),
        )
        .arg(
            Arg::new("kernel")
                .long("kernel")
                .value_name("NAME")
                .env("BOUTON_KERNEL")
                .hide_env(true)
                .help(format!(
                    "Instruction set: auto (here {}), {}; also BOUTON_KERNEL",
                    Kernel::best().name(),
                    Kernel::ALL.map(Kernel::name).join(", "),
                )),
        )
}
