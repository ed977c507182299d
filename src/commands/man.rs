//! `bouton man`: manual pages.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};

use clap::builder::StyledStr;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use super::answer;
use crate::error::Error;
use crate::help::{self, ENVIRONMENT, EXIT_STATUS, GAME_TOML, rows};
use crate::output::{self, Output};
use crate::problem;

/// What the pages belong to.
const SOURCE: &str = concat!("bouton ", env!("CARGO_PKG_VERSION"));

/// Show the manual page of bouton, of a command or of game.toml
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// The command, or game.toml
    #[arg(value_name = "COMMAND")]
    command: Option<String>,

    /// Write all pages to DIR: bouton.1, bouton-diff.1 and so on
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out_dir: Option<PathBuf>,
}

const DETAILS: &str = "\
On a terminal, the page is shown with man(1) if there is one. Elsewhere, its source
is written, which 'man -l -' reads. On most systems, man(1) searches
~/.local/share/man if ~/.local/bin is in PATH.";

const EXAMPLES: &str = "\
bouton man diff  # show the manual page of a command
bouton man diff | man -Tpdf -l - > diff.pdf  # write it as a PDF document
bouton man --out-dir ~/.local/share/man/man1  # install all pages for man(1)";

impl ManArgs {
    /// Shows the page of a command of `bouton`, or its own: with man(1) if standard output is a terminal and
    /// man(1) is installed.
    pub(crate) fn run(&self, mut bouton: Command) -> Result<(), Error> {
        bouton.build();
        if let Some(folder) = &self.out_dir {
            output::make_folder(folder)?;
            let tools = bouton.get_subcommands().map(|tool| Some(tool.get_name()));
            for name in tools.chain([Some(GAME_TOML), None]) {
                let file = name.map_or("bouton.1".to_owned(), |name| format!("bouton-{name}.1"));
                Output::with(&folder.join(file), &page(&bouton, name)?)?.finish()?;
            }
            return Ok(());
        }
        let page = page(&bouton, self.command.as_deref())?;
        if io::stdout().is_terminal() && page_through(&page).is_ok() {
            return Ok(());
        }
        output::write_to_stdout(&page)
    }
}

fn page_through(page: &[u8]) -> io::Result<()> {
    let mut man = Process::new("man")
        .args(["-l", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = man.stdin.take() {
        // The pager may be left before the end.
        let _ = stdin.write_all(page);
    }
    if man.wait()?.success() {
        Ok(())
    } else {
        Err(io::ErrorKind::Other.into())
    }
}

/// The page of a command or topic, or of `bouton` itself, in the format of man(7).
fn page(bouton: &Command, name: Option<&str>) -> Result<Vec<u8>, Error> {
    let mut page = Vec::new();
    let written = match name {
        None => render(bouton, &mut page),
        Some(GAME_TOML) => render_game_toml(&mut page),
        Some(name) => match (bouton.find_subcommand(name), problem::find(name)?) {
            (Some(tool), _) => render(tool, &mut page),
            (None, Some(problem)) => render(&answer::command(&problem), &mut page),
            (None, None) => {
                return Err(Error::Usage(format!("there is no command '{name}'")));
            }
        },
    };
    written.map_err(Error::stdout)?;
    Ok(page)
}

fn render(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let usage = command.clone().render_usage().to_string();
    let command = command
        .clone()
        .override_usage(usage.trim_start_matches("Usage: ").to_owned());
    let man = Man::new(command.clone()).source(SOURCE);
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let mut examples = text(command.get_after_long_help());
    if command.has_subcommands() {
        man.render_subcommands_section(page)?;
        help::EXAMPLES.clone_into(&mut examples);
    }
    let mut rest = Roff::new();
    let details = text(command.get_after_help());
    if !details.is_empty() {
        rest.control("SH", ["DETAILS"]);
    }
    for paragraph in details.split("\n\n") {
        rest.control("PP", []).text([roman(paragraph)]);
    }
    for (heading, text) in [
        ("EXAMPLES", &*examples),
        ("EXIT STATUS", EXIT_STATUS),
        ("ENVIRONMENT", ENVIRONMENT),
    ] {
        if !text.is_empty() {
            rest.control("SH", [heading]);
        }
        for (left, right) in rows(text) {
            rest.control("TP", []).text([bold(left)]);
            rest.text([roman(right)]);
        }
    }
    rest.control("SH", ["SEE ALSO"]);
    rest.text([roman("bouton(1), bouton-game.toml(1)")]);
    rest.to_writer(page)
}

/// The reference of a `game.toml`, whose source is Markdown.
fn render_game_toml(page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("TH", ["bouton-game.toml", "1", "", SOURCE]);
    roff.control("SH", ["NAME"]);
    roff.text([roman("bouton-game.toml - a game of your own in a file")]);
    roff.control("SH", ["DESCRIPTION"]);
    let mut is_code = false;
    let mut lines = help::game_toml().lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            is_code = !is_code;
            roff.control(if is_code { "EX" } else { "EE" }, []);
        } else if is_code {
            roff.text([roman(line)]);
        } else if let Some(heading) = line.strip_prefix("### ") {
            roff.control("SH", [heading.to_uppercase().as_str()]);
        } else if let Some(row) = line.strip_prefix("| ") {
            // The heads of columns, and the line below them, say what can be seen.
            if lines.next_if(|next| next.starts_with("|---")).is_some() {
                continue;
            }
            let (left, right) = row.split_once(" | ").unwrap_or((row, ""));
            roff.control("TP", []).text(marked_up(left));
            roff.text(marked_up(right.trim_end_matches(" |")));
        } else if line.is_empty() {
            roff.control("PP", []);
        } else {
            roff.text(marked_up(line));
        }
    }
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman("bouton(1), bouton-show(1), bouton-validate(1)")]);
    roff.to_writer(page)
}

/// A line of Markdown, in which `code` is set in bold.
fn marked_up(line: &str) -> Vec<Inline> {
    let parts = line.split('`').map(|part| part.replace("\\|", "|"));
    let styles = [roman, bold].into_iter().cycle();
    let parts = styles.zip(parts).map(|(style, part)| style(part));
    parts.collect()
}
