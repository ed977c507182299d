//! `bouton man`: manual pages.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};

use clap::{Arg, Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

use crate::error::Error;
use crate::help::{self, ENVIRONMENT, EXIT_STATUS, examples};
use crate::output::{self, Output};
use crate::problem;

/// The page about files with own games, `bouton-game.toml.1`.
pub(crate) const GAME_TOML: &str = "game.toml";

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
            let topics = tools(&bouton).chain([GAME_TOML]).map(Some);
            for name in std::iter::once(None).chain(topics) {
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

/// The commands that have a page, sorted: not those of the problems, which are all alike.
fn tools(bouton: &Command) -> impl Iterator<Item = &str> {
    let names = bouton.get_subcommands().map(Command::get_name);
    let tools = names.filter(|name| *name != "help" && problem::embedded(name).is_none());
    tools.collect::<BTreeSet<_>>().into_iter()
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

/// A page in the format of man(7).
fn page(bouton: &Command, name: Option<&str>) -> Result<Vec<u8>, Error> {
    let mut page = Vec::new();
    let command = match name {
        None => bouton.clone(),
        Some(GAME_TOML) => {
            render_game_toml(&mut page).map_err(Error::stdout)?;
            return Ok(page);
        }
        Some(name) => {
            let found = bouton.find_subcommand(name).cloned();
            found.ok_or_else(|| Error::Usage(format!("there is no command '{name}'")))?
        }
    };
    render(bouton, &command, &mut page).map_err(Error::stdout)?;
    Ok(page)
}

/// A command with its options and their values; not those that every command has.
fn usage(command: &Command) -> Vec<Inline> {
    let mut words = vec![bold(command.get_bin_name().unwrap_or_default())];
    let is_everywhere = |arg: &Arg| ["quiet", "color", "help"].contains(&arg.get_id().as_str());
    let options = command
        .get_arguments()
        .filter(|arg| !(arg.is_positional() || arg.is_hide_set() || is_everywhere(arg)));
    for arg in options.chain(command.get_positionals()) {
        let short = arg.get_short().map(|short| format!("-{short}"));
        let name = short.or_else(|| Some(format!("--{}", arg.get_long()?)));
        let name = name.or_else(|| arg.is_last_set().then(|| "--".to_owned()));
        let values = arg.get_value_names();
        let values = values.filter(|_| arg.get_action().takes_values());
        let is_list = arg.is_positional()
            && arg
                .get_num_args()
                .is_some_and(|count| count.max_values() > 1);
        let (open, close) = if arg.is_required_set() {
            (" ", "")
        } else {
            (" [", "]")
        };
        words.push(roman(open));
        words.extend(name.as_deref().map(bold));
        words.extend((name.is_some() && values.is_some()).then(|| roman(" ")));
        words.extend(values.map(|names| italic(names.join(" "))));
        words.push(roman(if is_list { "..." } else { "" }));
        words.push(roman(close));
    }
    words
}

fn render(bouton: &Command, command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let name = command.get_name();
    let argument = Some(name).filter(|name| *name != "bouton");
    // The first thing that is seen of it in a pager.
    let argument = argument.map_or_else(String::new, |name| format!(" {name}"));
    writeln!(
        page,
        ".\\\" To read this page: bouton man{argument} | man -l -"
    )?;
    let title = if name == "bouton" {
        name.to_owned()
    } else {
        format!("bouton-{name}")
    };
    let man = Man::new(command.clone())
        .title(title.clone())
        .source(concat!("bouton ", env!("CARGO_PKG_VERSION")));
    man.render_title(page)?;
    man.render_name_section(page)?;
    if name == "bouton" {
        let mut synopsis = Roff::new();
        synopsis.control("SH", ["SYNOPSIS"]);
        synopsis.text([bold("bouton"), roman(" PROBLEM [OPTIONS] [FILE]...")]);
        synopsis.control("br", []);
        synopsis.text([bold("bouton"), roman(" COMMAND ...")]);
        synopsis.to_writer(page)?;
    } else {
        let mut synopsis = Roff::new();
        synopsis.control("SH", ["SYNOPSIS"]).text(usage(command));
        synopsis.to_writer(page)?;
    }
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    let mut rest = Roff::new();
    if name == "bouton" {
        rest.control("SH", ["COMMANDS"]);
        for tool in tools(bouton) {
            let about = bouton.find_subcommand(tool).and_then(Command::get_about);
            rest.control("TP", []).text([bold(tool)]);
            rest.text([roman(about.map(ToString::to_string).unwrap_or_default())]);
        }
        rest.control("TP", []).text([bold("PROBLEM")]);
        rest.text([roman("An id that bouton-list(1) lists, its number, the address of its page, or the path of a game.toml: answers its test cases; 'bouton man hdu1850' shows the options.")]);
    }
    if let Some(details) = command.get_after_help() {
        rest.control("SH", ["DETAILS"]);
        for paragraph in details.to_string().split("\n\n") {
            rest.control("PP", []).text([roman(paragraph)]);
        }
    }
    let mut section = |heading: &str, rows: &[(&str, &str)]| {
        if !rows.is_empty() {
            rest.control("SH", [heading]);
        }
        for (left, right) in rows {
            rest.control("TP", []).text([bold(*left)]);
            rest.text([roman(*right)]);
        }
    };
    let text = match command.get_after_long_help() {
        _ if name == "bouton" => help::EXAMPLES.to_owned(),
        text => text.map(ToString::to_string).unwrap_or_default(),
    };
    section("EXAMPLES", &examples(&text));
    section("EXIT STATUS", EXIT_STATUS);
    section("ENVIRONMENT", ENVIRONMENT);
    rest.control("SH", ["SEE ALSO"]);
    let topics = tools(bouton).chain([GAME_TOML]);
    let others =
        std::iter::once("bouton".to_owned()).chain(topics.map(|topic| format!("bouton-{topic}")));
    let others = others
        .filter(|other| *other != title)
        .map(|other| format!("{other}(1)"));
    rest.text([roman(others.collect::<Vec<_>>().join(", "))]);
    rest.to_writer(page)
}

/// The reference of a `game.toml`, whose source is Markdown.
fn render_game_toml(page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    let source = concat!("bouton ", env!("CARGO_PKG_VERSION"));
    roff.control("TH", ["bouton-game.toml", "1", "", source]);
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
