//! `bouton completions SHELL`, and what the scripts that it writes call when somebody presses Tab.
//!
//! A script asks the program itself, with [`VARIABLE`] set and the words of the command line as arguments, so
//! that it never has to be made again: `clap_complete` finds the argument that is being typed, and
//! this module says which values it can have.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::builder::{EnumValueParser, PossibleValuesParser};
use clap::{Arg, ArgAction, Args, Command, ValueHint};
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use crate::commands::man::GAME_TOML;
use crate::decode::Kernel;
use crate::error::Error;
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
    let folder = std::env::current_dir().ok();
    CompleteEnv::with_factory(|| with_values(command()))
        .var(VARIABLE)
        .try_complete(known_problem(args.to_vec()), folder.as_deref())
}

/// `args` with the id of a problem in the place of another name or a path, so that what follows is completed as
/// for any problem. The words of the command line stand after `--`.
fn known_problem(mut args: Vec<OsString>) -> Vec<OsString> {
    let start = args.iter().position(|arg| arg == "--");
    // The last word is the one that is being typed, and may not be complete.
    if let Some(start) = start
        && let [_, _bouton, name, _, ..] = &mut args[start..]
    {
        let text = name.to_string_lossy();
        let any = || problem::ids().map(|(id, _)| id).next();
        let id = match names::meaning(&text) {
            Meaning::Id(id) => Some(id),
            _ if problem::is_path(name) => any(),
            Meaning::Ambiguous(_) | Meaning::Unknown => None,
        };
        if let Some(id) = id {
            *name = id.into();
        }
    }
    args
}

/// `command` with the values that its arguments can have.
fn with_values(command: Command) -> Command {
    let tools: Vec<_> = command
        .get_subcommands()
        .map(|tool| tool.get_name().to_owned())
        .filter(|name| problem::embedded(name).is_none())
        .collect();
    let help = || {
        let help = Arg::new("help").short('h').long("help");
        help.help("Print help").action(ArgAction::Help)
    };
    let version = Arg::new("version").short('V').long("version");
    let version = version.help("Print version").action(ArgAction::Version);
    // A game of the user's own stands where a command does.
    let game = Arg::new("game").add(ArgValueCompleter::new(own_games));
    command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args([game, help(), version])
        .mut_args(below_values)
        .mut_subcommands(|tool| {
            let name = tool.get_name().to_owned();
            tool.disable_help_flag(true)
                .arg(help())
                .mut_args(|arg| below_values(with_value(&name, &tools, arg)))
        })
}

/// Options are only offered where nothing else fits, or after a dash.
fn below_values(arg: Arg) -> Arg {
    if arg.is_positional() {
        arg
    } else {
        arg.hide(true)
    }
}

/// `arg` of the command called `command` with the values that it can have.
fn with_value(command: &str, tools: &[String], arg: Arg) -> Arg {
    let value_name = |arg: &Arg| {
        let names = arg.get_value_names().unwrap_or_default();
        names.first().map(ToString::to_string).unwrap_or_default()
    };
    let name = match arg.get_long() {
        Some(long) => format!("--{long}"),
        None => value_name(&arg),
    };
    match (command, name.as_str()) {
        (_, "PROBLEM") => arg.add(ArgValueCompleter::new(problems)),
        ("man", "COMMAND") => {
            let topics = tools.iter().map(String::as_str).chain([GAME_TOML]);
            arg.value_parser(PossibleValuesParser::new(
                topics.map(str::to_owned).collect::<Vec<_>>(),
            ))
        }
        (_, "--shape") => arg.value_parser(EnumValueParser::<Shape>::new()),
        (_, "--kernel") => {
            let kernels = Kernel::available().map(Kernel::name);
            arg.value_parser(PossibleValuesParser::new(
                ["auto"].into_iter().chain(kernels),
            ))
        }
        (_, "DIR" | "--out-dir" | "--data" | "--save") => arg.value_hint(ValueHint::DirPath),
        ("test" | "stress", "COMMAND") => arg.value_hint(ValueHint::FilePath),
        _ if arg.get_value_hint() == ValueHint::AnyPath => arg.value_hint(ValueHint::FilePath),
        _ => arg,
    }
}

/// The problems whose id or alias begins with `typed`, and paths.
fn problems(typed: &OsStr) -> Vec<CompletionCandidate> {
    let text = typed.to_string_lossy().to_lowercase();
    let candidate = |name: &'static str| {
        let problem = problem::embedded(name)?;
        Some(CompletionCandidate::new(name).help(Some(problem.title().into())))
    };
    let names = problem::ids().flat_map(|(id, aliases)| [&[id], aliases].concat());
    let names = names.filter(|name| name.starts_with(&text));
    names
        .filter_map(candidate)
        .chain(own_games(typed))
        .collect()
}

/// The paths that begin with `typed`, if it looks like a path.
fn own_games(typed: &OsStr) -> Vec<CompletionCandidate> {
    let text = typed.to_string_lossy();
    if text.starts_with('.') || text.contains(std::path::MAIN_SEPARATOR) {
        let is_game = |path: &Path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        };
        PathCompleter::any().filter(is_game).complete(typed)
    } else {
        Vec::new()
    }
}
