//! `bouton completions`: what completes commands and options in a shell.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::error::Error;
use crate::output;

/// Write what completes commands and options in a shell
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

const EXAMPLES: &str = "\
bouton completions bash > ~/.local/share/bash-completion/completions/bouton  # for bash
bouton completions zsh > ~/.zfunc/_bouton  # for zsh, with ~/.zfunc in $fpath
bouton completions fish > ~/.config/fish/completions/bouton.fish  # for fish";

impl CompletionsArgs {
    /// Writes the script that completes the command line `bouton`.
    pub fn run(&self, mut bouton: Command) -> Result<(), Error> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut bouton, "bouton", &mut text);
        output::write_to_stdout(&text)
    }
}
