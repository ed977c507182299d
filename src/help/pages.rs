//! Manual pages, which come with packages: they say what `--help` says.

use std::io;
use std::path::Path;

use clap::Command;
use clap::builder::StyledStr;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use super::{ENVIRONMENT, EXAMPLES, EXIT_STATUS, rows};
use crate::error::Error;
use crate::output;

/// What the pages belong to.
const SOURCE: &str = concat!("bouton ", env!("CARGO_PKG_VERSION"));

/// Writes all pages to `folder`: `bouton.1`, `bouton-diff.1` and so on.
pub(super) fn write(mut bouton: Command, folder: &Path) -> Result<(), Error> {
    bouton.build();
    output::make_folder(folder)?;
    let tools = bouton.get_subcommands();
    let tools = tools.map(|tool| (format!("bouton-{}.1", tool.get_name()), command(tool)));
    let others = [
        ("bouton.1".to_owned(), command(&bouton)),
        ("bouton-game.toml.1".to_owned(), Ok(game_toml())),
    ];
    for (name, page) in tools.chain(others) {
        let page = page.map_err(|error| Error::io(&name, error))?;
        output::write_file(&folder.join(name), &page)?;
    }
    Ok(())
}

/// The page of a command, or of `bouton` itself, in the format of man(7).
fn command(command: &Command) -> io::Result<Vec<u8>> {
    let usage = command.clone().render_usage().to_string();
    let command = command
        .clone()
        .override_usage(usage.trim_start_matches("Usage: ").to_owned());
    let man = Man::new(command.clone()).source(SOURCE);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let mut examples = text(command.get_after_long_help());
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
        EXAMPLES.clone_into(&mut examples);
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
    rest.to_writer(&mut page)?;
    Ok(page)
}

/// The page of `game.toml`, whose source is Markdown.
fn game_toml() -> Vec<u8> {
    let mut roff = Roff::new();
    roff.control("TH", ["bouton-game.toml", "1", "", SOURCE]);
    roff.control("SH", ["NAME"]);
    roff.text([roman("bouton-game.toml - a game of your own in a file")]);
    roff.control("SH", ["DESCRIPTION"]);
    let mut is_code = false;
    let mut lines = super::game_toml().lines().peekable();
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
    roff.render().into_bytes()
}

/// A line of Markdown, in which `code` is set in bold.
fn marked_up(line: &str) -> Vec<Inline> {
    let parts = line.split('`').map(|part| part.replace("\\|", "|"));
    let styles = [roman, bold].into_iter().cycle();
    let parts = styles.zip(parts).map(|(style, part)| style(part));
    parts.collect()
}
