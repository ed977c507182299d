//! `bouton help`: pages of their own, such as that of game.toml, beside the help of commands.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Command};

use super::help::heading;
use crate::error::{Error, usage};
use crate::report;
use crate::text::{WIDTH, unless_page, wrap};
use crate::words::{language, t};

/// Print this message or the help of a command, or of game.toml, nim-sum or grundy
#[derive(Debug, Args)]
pub(super) struct HelpArgs {
    /// A command, a problem, game.toml, nim-sum or grundy
    #[arg(value_name = "COMMAND")]
    topic: Vec<OsString>,

    /// Write all manual pages to DIR, for packages
    #[arg(long, value_name = "DIR", hide = true, conflicts_with = "topic")]
    man_pages: Option<PathBuf>,
}

impl HelpArgs {
    /// The command line that `help TOPIC` stands for, where TOPIC has one.
    pub(super) fn command_line(&self) -> Option<Vec<OsString>> {
        let has_none = self.man_pages.is_some() || self.page().is_some();
        let all = [&["bouton".into()], &self.topic[..], &["--help".into()]];
        (!has_none).then(|| all.concat())
    }

    /// The page of the topic, if it is one of its own.
    fn page(&self) -> Option<&'static str> {
        let topic = self.topic.first()?;
        let page = PAGES.iter().find(|(name, _)| topic == name);
        page.map(|(_, texts)| language().choose(*texts))
    }

    /// Prints the page of a topic, or writes the manual pages of `bouton`.
    pub(super) fn run(&self, bouton: Command) -> Result<(), Error> {
        if let Some(folder) = &self.man_pages {
            return super::pages::write(bouton, folder);
        }
        if let Some(argument) = self.topic.get(1) {
            let argument = argument.display();
            return usage(t!("unexpected argument '{argument}' found", argument));
        }
        let text = self.page().unwrap_or_default();
        // How a game.toml is written is a part of a document.
        let text = text.split("\n### What does not fit").next().unwrap_or(text);
        let section = text.split_once("\n## game.toml\n\n");
        let section = section.map(|(_, section)| section.split("\n## ").next().unwrap_or(section));
        let text = section.map_or_else(|| text.to_owned(), of_markdown);
        report::print(&text)
    }
}

/// The page whose name is `name` but for letter case, and signs between its words: `nim-sum` for `nimsum`.
pub(super) fn topic(name: &str) -> Option<&'static str> {
    let plain = |name: &str| {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    topics().find(|topic| plain(topic) == plain(name))
}

/// The names of all pages.
pub(super) fn topics() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|(name, _)| *name)
}

/// A document as a terminal shows it: rows of tables as those of examples, paragraphs in lines. What is code can be
/// copied, since it is not broken.
fn of_markdown(document: &str) -> String {
    const UNBROKEN: &str = "\u{a0}";
    let in_lines = |text: &str, margin: &str| {
        let mut parts: Vec<_> = text.split('`').map(str::to_owned).collect();
        let codes = parts.iter_mut().skip(1).step_by(2);
        codes.for_each(|code| *code = format!("'{}'", code.replace(' ', UNBROKEN)));
        let text = parts.concat();
        let lines = wrap(&text, WIDTH - margin.len())
            .into_iter()
            .map(|line| format!("{margin}{}\n", line.replace(UNBROKEN, " ")));
        lines.collect::<String>()
    };
    let (mut text, mut in_code, mut rows) = (String::new(), false, 0);
    for line in document.lines() {
        rows = if line.starts_with('|') { rows + 1 } else { 0 };
        if line.starts_with("```") {
            in_code = !in_code;
        } else if in_code {
            text.extend([line, "\n"]);
        } else if let Some(title) = line.strip_prefix("### ") {
            text += &heading(title);
        } else if rows > 0 {
            // The first row says what the columns are, the second one is a line.
            let row = line.replace("\\|", "\0");
            if let Some((left, right)) = row.trim_matches('|').split_once('|').filter(|_| rows > 2) {
                let [left, right] = [left, right].map(|cell| cell.trim().replace('\0', "|"));
                text.extend(["  ", &left.replace('`', ""), "\n"]);
                text += &in_lines(&right, "      ");
            }
        } else {
            text += &in_lines(line, "");
        }
    }
    text
}

/// What has a page of its own, in English and in Chinese.
const PAGES: &[(&str, [&str; 2])] = &[
    (
        "game.toml",
        [
            unless_page(include_str!("../../problems/README.md")),
            unless_page(include_str!("../../problems/README.zh-CN.md")),
        ],
    ),
    (
        "nim-sum",
        [
            unless_page(include_str!("topics/nim-sum.txt")),
            unless_page(include_str!("topics/nim-sum.zh.txt")),
        ],
    ),
    (
        "grundy",
        [
            unless_page(include_str!("topics/grundy.txt")),
            unless_page(include_str!("topics/grundy.zh.txt")),
        ],
    ),
];
