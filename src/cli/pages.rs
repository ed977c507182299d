//! Manual pages, which come with packages: they say what `--help` says.

use std::io;
use std::path::Path;

use clap::Command;
use clap::builder::StyledStr;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::help::{ENVIRONMENT, EXAMPLES, EXIT_STATUS, rows};
use crate::error::Error;
use crate::output;
use crate::text::MARK;

/// Writes all pages to `folder`: `bouton.1`, `bouton-diff.1` and so on.
pub(super) fn write(mut bouton: Command, folder: &Path) -> Result<(), Error> {
    bouton.build();
    output::make_folder(folder)?;
    let tools = bouton
        .get_subcommands()
        .map(|tool| (format!("bouton-{}.1", tool.get_name()), command(tool)));
    let all = tools.chain([("bouton.1".to_owned(), command(&bouton))]);
    for (name, page) in all {
        let page = page.map_err(|error| Error::io(&name, error))?;
        output::write_file(&folder.join(name), &page)?;
    }
    Ok(())
}

/// The page of a command, or of `bouton` itself, in the format of man(7).
fn command(command: &Command) -> io::Result<Vec<u8>> {
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let after = text(command.get_after_help()).replace(MARK, "");
    let details = after.split_terminator("\n\n");
    let examples = if command.has_subcommands() {
        EXAMPLES.to_owned()
    } else {
        text(command.get_after_long_help())
    };
    let command = command.clone().after_help(None).after_long_help(None);
    let source = concat!("bouton ", env!("CARGO_PKG_VERSION"));
    let mut page = Vec::new();
    Man::new(command).source(source).render(&mut page)?;
    let mut rest = Roff::new();
    for (heading, rows) in [
        ("DETAILS", details.map(|text| ("", text)).collect()),
        ("EXAMPLES", rows(&examples).collect()),
        ("EXIT STATUS", rows(EXIT_STATUS).collect()),
        ("ENVIRONMENT", rows(ENVIRONMENT).collect()),
        ("SEE ALSO", vec![("", "bouton(1)")]),
    ] {
        if !rows.is_empty() {
            rest.control("SH", [heading]);
        }
        for (left, right) in rows {
            match left {
                "" => rest.control("PP", []),
                left => rest.control("TP", []).text([bold(left)]),
            };
            rest.text([roman(right)]);
        }
    }
    rest.to_writer(&mut page)?;
    Ok(page)
}
