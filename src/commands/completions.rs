//! `bouton completions SHELL`: a script that completes command lines.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::{Shell, generate};

use crate::error::Error;
use crate::{output, problem};

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell: bash, elvish, fish, powershell or zsh
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
    pub(crate) fn run(&self, bouton: Command) -> Result<(), Error> {
        let names = || PossibleValuesParser::new(problem::names());
        let with_names = |arg: Arg| match arg.get_value_names() {
            Some([name]) if name == "PROBLEM" => arg.value_parser(names()),
            _ => arg,
        };
        // A problem stands where a command does.
        let bouton = bouton.arg(Arg::new("problem").value_parser(names()));
        let mut bouton = bouton.mut_subcommands(|command| command.mut_args(with_names));
        let mut script = Vec::new();
        generate(self.shell, &mut bouton, "bouton", &mut script);
        output::write_to_stdout(&script)
    }
}
