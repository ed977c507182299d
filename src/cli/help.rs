//! The texts of `--help` and of the manual pages that no option owns: groups, examples, exit status.

use std::ffi::OsString;

use anstream::adapter::strip_str;
use clap::builder::{Resettable, StyledStr, Styles};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use crate::text::{MARK, WIDTH, columns, wrap};
use crate::words::{t, translated};

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
    let details = tool.get_after_help().map(|text| marked(&text.to_string()) + "\n\n");
    let long = details.unwrap_or_default() + &listed(&examples);
    tool.after_help("").after_long_help(StyledStr::from(long))
}

pub(super) fn heading(text: &str) -> String {
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
            text += &row("<PROBLEM>", "Answer the test cases of each FILE, or of standard input");
        }
        let about = tool.get_about().map(ToString::to_string);
        text += &row(name, &about.unwrap_or_default());
    }
    text.extend(["\n", &heading("Options:"), "{options}{after-help}"]);
    StyledStr::from(text)
}

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
    of_command(command).after_help(after).mut_subcommands(of_command)
}

/// `error`, whose text is marked if it is the help that `line` asks of a command.
pub(super) fn with_marks(error: clap::Error, command: impl FnOnce() -> Command, line: &[OsString]) -> clap::Error {
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
    let help = help.replace("Usage: ", t!("Usage: ")).replace("Usage:", t!("Usage:"));
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
