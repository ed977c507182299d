//! `bouton completions SHELL`: a script that completes command lines.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::{Shell, generate};

use crate::error::Error;
use crate::output;
use crate::problem;

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
    pub(crate) fn run(&self, bouton: Command) -> Result<(), Error> {
        // The page has no shell, and no room for this.
        if cfg!(target_family = "wasm") {
            return Err(Error::Usage("there is no shell".to_owned()));
        }
        // A problem stands where a command does.
        let problem = Arg::new("problem").value_parser(PossibleValuesParser::new(problem::names()));
        let mut script = Vec::new();
        generate(self.shell, &mut bouton.arg(problem), "bouton", &mut script);
        output::write_to_stdout(&script)
    }
}
