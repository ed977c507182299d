//! The texts of `--help` and of the manual pages that no option owns: groups, examples, exit status.

use std::ffi::OsString;
use std::path::PathBuf;

use anstream::adapter::strip_str;
use clap::builder::{Resettable, StyledStr, Styles};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};

use crate::error::{Error, usage};
use crate::report;
use crate::text::{WIDTH, columns, unless_page, wrap};
use crate::words::{language, t, translated};

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
        let lines = wrap(&text, WIDTH - margin.len()).into_iter();
        let lines = lines.map(|line| format!("{margin}{}\n", line.replace(UNBROKEN, " ")));
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
            let row = row.trim_matches('|').split_once('|').filter(|_| rows > 2);
            if let Some((left, right)) = row {
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

/// What the commands of `bouton --help` are for, from the first one of each group on.
const GROUPS: &[(&str, &str)] = &[
    ("list", "Answer:"),
    ("test", "Practise:"),
    ("generate", "Test data:"),
    ("completions", "Shell:"),
];

/// Examples of everyday use.
pub(super) const EXAMPLES: &str = "\
bouton hdu1850 < big.in > big.ans  # answer a test file
bouton test poj2234 mine.cpp  # judge your program
bouton stress hdu1907 mine.py  # find a smallest input on which it fails";

/// What the exit codes mean.
pub(super) const EXIT_STATUS: &str = "\
0  # Done; for diff, test, stress and validate: everything was accepted.
1  # diff, test, stress: something was not accepted, or the expected answers are wrong; validate: not valid.
2  # Trouble: bad usage, bad input, a file that cannot be read or written.";

/// The variables of the environment that matter.
pub(super) const ENVIRONMENT: &str = "\
BOUTON_KERNEL  # The instruction set to use if --kernel is not given.
CC, CXX, RUSTC, PYTHON, JAVAC, JAVA  # The compilers and interpreters that test and stress use.
LC_ALL, LC_MESSAGES, LANG  # The language of titles and statements: Chinese or English.
NO_COLOR  # If set, output has no colors.
TMPDIR  # The folder for temporary files; default: /tmp.";

/// Rows such as examples, each a line of `text`: a command line or a name, and what it does or means.
pub(super) fn rows(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| line.split_once("  # "))
}

/// `command` with all that `--help` says: `-h` is short, `--help` adds details and examples.
pub(super) fn complete(command: Command) -> Command {
    let template = overview(&command);
    command.help_template(template).mut_subcommands(details)
}

/// `tool` with its details and examples in `--help` only.
fn details(tool: Command) -> Command {
    let Some(examples) = tool.get_after_long_help().map(ToString::to_string) else {
        return tool;
    };
    let details = tool.get_after_help();
    let details = details.map(|text| marked(&text.to_string()) + "\n\n");
    let long = details.unwrap_or_default() + &listed(&examples);
    tool.after_help("").after_long_help(StyledStr::from(long))
}

fn heading(text: &str) -> String {
    let style = *Styles::styled().get_header();
    format!("{style}{text}{style:#}\n")
}

/// Examples, with what each does below it.
fn listed(examples: &str) -> String {
    let row = |(command, about)| format!("  {command}\n      {}\n", marked(about));
    let rows = rows(examples).map(row);
    [heading("Examples:")].into_iter().chain(rows).collect()
}

/// The template of `bouton --help`: examples, then the commands in groups.
fn overview(command: &Command) -> StyledStr {
    let literal = *Styles::styled().get_literal();
    let mut text = String::from("{about}\n\n{usage-heading} {usage}\n\n") + &listed(EXAMPLES);
    let row = |name, about: &str| format!("  {literal}{name:<11}{literal:#}  {}\n", marked(about));
    for tool in command.get_subcommands() {
        let name = tool.get_name();
        if let Some((_, group)) = GROUPS.iter().find(|(first, _)| *first == name) {
            text.extend(["\n", &heading(group)]);
        }
        if name == GROUPS[0].0 {
            text += &row(
                "<PROBLEM>",
                "Answer the test cases of each FILE, or of standard input",
            );
        }
        let about = tool.get_about().map(ToString::to_string);
        text += &row(name, &about.unwrap_or_default());
    }
    text.extend(["\n", &heading("Options:"), "{options}{after-help}"]);
    StyledStr::from(text)
}

/// What stands before each sentence of help until it is printed: its lines start where it does. Of texts, only rows of
/// their own have it.
pub(crate) const MARK: char = '\u{2060}';

/// Each line of a text of help in the language of the reader, marked.
fn marked(text: &str) -> String {
    let said = |line: &str| {
        let (left, sentence) = parts(line);
        let (left, sentence) = sentence.map_or(("", left), |sentence| (left, sentence));
        format!("{left}{MARK}{}", translated(sentence).unwrap_or(sentence))
    };
    text.lines().map(said).collect::<Vec<_>>().join("\n")
}

/// `command` with all that clap says of it marked.
pub(super) fn mark(mut command: Command) -> Command {
    let said = |text: Option<&StyledStr>| {
        let text = text.map(|text| StyledStr::from(marked(&text.to_string())));
        Resettable::from(text)
    };
    let of_arg = |arg: Arg| {
        let (help, long) = (said(arg.get_help()), said(arg.get_long_help()));
        arg.help(help).long_help(long)
    };
    let of_command = |command: Command| {
        let (about, long) = (said(command.get_about()), said(command.get_long_about()));
        command.about(about).long_about(long).mut_args(of_arg)
    };
    // What clap adds, such as the option --help.
    command.build();
    let after = said(command.get_after_help());
    of_command(command)
        .after_help(after)
        .mut_subcommands(of_command)
}

/// `error`, whose text is marked if it is the help that `line` asks of a command.
pub(super) fn with_marks(
    error: clap::Error,
    command: impl FnOnce() -> Command,
    line: &[OsString],
) -> clap::Error {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand};
    match error.kind() {
        DisplayHelp | DisplayHelpOnMissingArgumentOrSubcommand => {
            let asked = mark(command()).try_get_matches_from(line);
            asked.expect_err("it asks for help")
        }
        _ => error,
    }
}

/// A line of help that clap wrote, before the sentence in it, and the sentence.
pub(super) fn parts(line: &str) -> (&str, Option<&str>) {
    line.split_once(MARK)
        .map_or((line, None), |(margin, sentence)| (margin, Some(sentence)))
}

/// Help that clap wrote, with its headings in the language of the reader and its sentences broken into lines. clap
/// itself breaks lines at spaces only, which Chinese has none of.
pub(super) fn in_lines(help: &str) -> String {
    // With a style, the space is behind that.
    let help = help
        .replace("Usage: ", t!("Usage: "))
        .replace("Usage:", t!("Usage:"));
    let line = |line: &str| match parts(line) {
        (margin, Some(sentence)) => {
            let indent = columns(&strip_str(margin).to_string());
            let lines = wrap(sentence, WIDTH - indent).join(&format!("\n{:indent$}", ""));
            format!("{margin}{lines}\n")
        }
        (heading, None) => {
            let plain = strip_str(heading).to_string();
            let said = translated(&plain).unwrap_or(&plain);
            heading.replace(&plain, said) + "\n"
        }
    };
    help.lines().map(line).collect()
}
