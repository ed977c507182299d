//! `bouton completions SHELL`, and what the scripts that it writes call when somebody presses Tab.
//!
//! A script asks the program itself, with [`VARIABLE`] set and the words of the command line as arguments, so
//! that it never has to be made again: `clap_complete` finds the argument that is being typed, and
//! this module says which values it can have.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::builder::EnumValueParser;
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use super::answer::AnswerArgs;
use crate::decode::Kernel;
use crate::error::Error;
use crate::help::GAME_TOML;
use crate::output;
use crate::problem;
use crate::problem::names::{self, Meaning};
use crate::testdata::Shape;

/// Names the shell that asks for completions.
const VARIABLE: &str = "BOUTON_COMPLETE";

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", ignore_case = true)]
    shell: Shell,
}

const DETAILS: &str = "\
Completions work in shells that are started afterwards. Create the folder first if it does not exist (mkdir -p). \
In bash, they need the package bash-completion. Instead of writing a file, you can also add a line to the startup \
file of your shell: 'source <(bouton completions bash)' to ~/.bashrc, 'source <(bouton completions zsh)' to \
~/.zshrc after compinit, or 'bouton completions fish | source' to ~/.config/fish/config.fish.";

const EXAMPLES: &str = "\
bouton completions bash > ~/.local/share/bash-completion/completions/bouton  # for bash
bouton completions zsh > ~/.zfunc/_bouton  # for zsh; ~/.zshrc needs fpath+=~/.zfunc before compinit
bouton completions fish > ~/.config/fish/completions/bouton.fish  # for fish";

impl CompletionsArgs {
    /// Writes the script that makes the shell complete the command line `bouton`.
    pub(crate) fn run(&self) -> Result<(), Error> {
        let program = std::env::args_os().next().unwrap_or("bouton".into());
        // A name without a folder is looked up in the PATH, also later.
        let program = if Path::new(&program).components().count() > 1 {
            std::path::absolute(&program).map_err(Error::stdout)?
        } else {
            program.into()
        };
        let name = self.shell.to_string();
        let shells = Shells::builtins();
        let completer = shells
            .completer(&name)
            .ok_or_else(|| Error::Usage(format!("there is no completion for {name}")))?;
        let mut script = Vec::new();
        let program = program.to_string_lossy();
        completer
            .write_registration(VARIABLE, "bouton", "bouton", &program, &mut script)
            .map_err(Error::stdout)?;
        if self.shell == Shell::Zsh {
            // As a file `_bouton` in $fpath, it is run as a function when it is first needed.
            script.extend_from_slice(
                b"if [[ ${funcstack[1]} = _bouton ]]; then _clap_dynamic_completer_bouton; fi\n",
            );
        }
        output::write_to_stdout(&script)
    }
}

/// Writes the completions, if a shell asks for them, and says whether one did. `args` are all arguments, and
/// `command` describes the command line.
///
/// # Errors
/// If there is nothing to complete, or standard output cannot be written.
pub(crate) fn answer(args: &[OsString], command: fn() -> Command) -> Result<bool, clap::Error> {
    // No shell runs WebAssembly, and the page has no room for this.
    if cfg!(target_family = "wasm") || std::env::var_os(VARIABLE).is_none() {
        return Ok(false);
    }
    let mut args = args.to_vec();
    // The words of the command line are behind `--`, and the last one is being typed.
    let start = args.iter().position(|arg| arg == "--");
    if let Some(start) = start
        && let [_, _bouton, name, _, ..] = &mut args[start..]
        && (problem::is_path(name)
            || matches!(names::meaning(&name.to_string_lossy()), Meaning::Id(_)))
    {
        *name = PROBLEM.into();
    }
    let folder = std::env::current_dir().ok();
    CompleteEnv::with_factory(|| with_values(command()))
        .var(VARIABLE)
        .try_complete(args, folder.as_deref())
}

/// The command that stands for those of all problems.
const PROBLEM: &str = "<PROBLEM>";

/// `command` with the values that its arguments can have.
fn with_values(command: Command) -> Command {
    let topics = command
        .get_subcommands()
        .map(|tool| tool.get_name().to_owned());
    let topics: Vec<_> = topics.chain([GAME_TOML.to_owned()]).collect();
    let of_problem = AnswerArgs::augment_args(Command::new(PROBLEM).hide(true));
    // A problem stands where a command does.
    let mut command = command
        .subcommand(of_problem)
        .arg(Arg::new("problem").value_name("PROBLEM"));
    command.build();
    let with_value = |arg: Arg| with_value(&topics, arg);
    command
        .mut_args(with_value)
        .mut_subcommands(|tool| tool.mut_args(with_value))
}

/// `arg` with the values that it can have; `topics` are those of help.
fn with_value(topics: &[String], arg: Arg) -> Arg {
    let names = arg.get_value_names().unwrap_or_default();
    let name = names.first().map_or(String::new(), ToString::to_string);
    let candidates = |names: &[&str]| {
        let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
        ArgValueCandidates::new(move || names.iter().map(CompletionCandidate::new).collect())
    };
    // Options are only offered where nothing else fits, or after a dash.
    let is_option = !arg.is_positional();
    let arg = arg.hide(is_option);
    match (arg.get_long(), name.as_str()) {
        (Some("kernel"), _) => {
            let kernels: Vec<_> = Kernel::available()
                .map(Kernel::name)
                .chain(["auto"])
                .collect();
            arg.add(candidates(&kernels))
        }
        (Some("shape"), _) => arg.value_parser(EnumValueParser::<Shape>::new()),
        (_, "PROBLEM") => arg.add(ArgValueCompleter::new(problems)),
        (_, "COMMAND") if !arg.is_last_set() => {
            let topics: Vec<_> = topics.iter().map(String::as_str).collect();
            arg.add(candidates(&topics))
        }
        (_, "DIR") => arg.value_hint(ValueHint::DirPath),
        (_, "COMMAND") => arg.value_hint(ValueHint::FilePath),
        _ if arg.get_value_hint() == ValueHint::AnyPath => arg.value_hint(ValueHint::FilePath),
        _ => arg,
    }
}

/// The problems whose id or alias begins with `typed`, and the paths that do, if it looks like a path.
fn problems(typed: &OsStr) -> Vec<CompletionCandidate> {
    let text = typed.to_string_lossy().to_lowercase();
    if text.starts_with('.') || text.contains(std::path::MAIN_SEPARATOR) {
        return PathCompleter::any()
            .filter(problem::is_toml)
            .complete(typed);
    }
    let names = problem::ids().flat_map(|(id, aliases)| [&[id], aliases].concat());
    let candidates = names
        .filter(|name| name.starts_with(&text))
        .filter_map(|name| {
            let title = problem::embedded(name)?.title();
            Some(CompletionCandidate::new(name).help(Some(title.into())))
        });
    candidates.collect()
}
