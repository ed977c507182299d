//! `bouton completions SHELL`: a script that completes command lines.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::{Shell, generate};

use super::answer::AnswerArgs;
use crate::error::Error;
use crate::text::unless_page;
use crate::{output, problem};

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell: bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL", ignore_case = true)]
    shell: Shell,
}

const DETAILS: &str = unless_page(
    "\
Completions work in shells that are started afterwards. Create the folder first if it does not exist (mkdir -p). \
In bash, they need the package bash-completion. Instead of writing a file, you can also add a line to the startup \
file of your shell: 'source <(bouton completions bash)' to ~/.bashrc, 'source <(bouton completions zsh)' to \
~/.zshrc after compinit, or 'bouton completions fish | source' to ~/.config/fish/config.fish.",
);

const EXAMPLES: &str = unless_page(
    "\
bouton completions bash > ~/.local/share/bash-completion/completions/bouton  # for bash
bouton completions zsh > ~/.zfunc/_bouton  # for zsh; ~/.zshrc needs fpath+=~/.zfunc before compinit
bouton completions fish > ~/.config/fish/completions/bouton.fish  # for fish",
);

impl CompletionsArgs {
    /// Writes the script that makes the shell complete the command line `bouton`, whose pages of help are called
    /// `topics`.
    pub(crate) fn run(&self, bouton: Command, topics: impl Iterator<Item = &'static str>) -> Result<(), Error> {
        let tools = bouton.get_subcommands().map(|tool| tool.get_name().to_owned());
        let topics: Vec<_> = tools.chain(topics.map(str::to_owned)).collect();
        let names = || PossibleValuesParser::new(problem::names());
        let with_values = |arg: Arg| match arg.get_id().as_str() {
            "problem" | "given" => arg.value_parser(names()),
            "topic" => arg.value_parser(PossibleValuesParser::new(&topics)),
            _ => arg,
        };
        // A problem stands where a command does: all of them have the same options.
        let mut ids = problem::names();
        let answering = Command::new(ids.next().expect("there are problems")).visible_aliases(ids);
        let answering = AnswerArgs::augment_args(answering).about("Answer the test cases of each FILE");
        let mut bouton = bouton
            .mut_subcommands(|command| command.mut_args(with_values))
            .subcommand(&answering);
        let mut script = Vec::new();
        generate(self.shell, &mut bouton, "bouton", &mut script);
        let script = String::from_utf8(script).expect("names and options are text");
        let script = match self.shell {
            Shell::Bash => with_files(&script, answering.get_name()),
            Shell::Fish => script + &arguments(&bouton),
            _ => script,
        };
        output::write_to_stdout(script.as_bytes())
    }
}

/// What the script for fish lacks: the values of arguments.
fn arguments(bouton: &Command) -> String {
    let lines = bouton.get_subcommands().filter_map(|command| {
        let values: Vec<_> = command
            .get_positionals()
            .flat_map(Arg::get_possible_values)
            .map(|value| value.get_name().to_owned())
            .collect();
        let has_some = !values.is_empty();
        let (name, values) = (command.get_name(), values.join(" "));
        has_some.then(|| format!("complete -c bouton -n \"__fish_bouton_using_subcommand {name}\" -a \"{values}\"\n"))
    });
    lines.collect()
}

/// The script for bash, where files may stand after a problem: that of `clap_complete` offers options and problems
/// there, and bash offers files only if nothing else fits. The command that stands for all problems is `answering`.
fn with_files(script: &str, answering: &str) -> String {
    const SECTION: &str = "\n        bouton__subcmd__";
    const EVERYTHING: &str = "\n            COMPREPLY=( $(compgen -W \"${opts}\" -- \"${cur}\") )";
    const NOTHING: &str = "\n            COMPREPLY=()";
    let sections = script.split(SECTION).enumerate();
    let sections = sections.map(|(index, section)| match section.split_once(')') {
        // It takes any number of problems.
        Some(("list", _)) => section.to_owned(),
        Some((name, _)) if name == answering => {
            let section = section.replacen(" || ${COMP_CWORD} -eq 2 ]]", " ]]", 1);
            section.replace(EVERYTHING, NOTHING)
        }
        // What comes before the first command of all.
        _ if index == 0 => section.to_owned(),
        _ => section.replace(EVERYTHING, NOTHING),
    });
    sections.collect::<Vec<_>>().join(SECTION)
}
