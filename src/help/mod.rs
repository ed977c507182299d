//! The texts of `--help` and of the manual pages that no option owns: groups, examples, exit status.

mod pages;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{StyledStr, Styles};
use clap::{Args, Command};

use crate::error::Error;
use crate::output;
use crate::text::{WIDTH, columns};
use crate::words::{language, t, word};

/// What is explained beside the commands: how a file with a game of one's own is written.
const GAME_TOML: &str = "game.toml";

/// How a `game.toml` is written, as `problems/README.md` says it.
fn game_toml() -> &'static str {
    let text = language().choose([
        include_str!("../../problems/README.md"),
        include_str!("../../problems/README.zh-CN.md"),
    ]);
    let section = text.split_once("\n## game.toml\n");
    let section = section.map_or(text, |(_, section)| section.trim_start());
    section
        .split("\n### What does not fit")
        .next()
        .unwrap_or(section)
}

/// Print this message or the help of a command, or of 'game.toml'
#[derive(Debug, Args)]
pub(crate) struct HelpArgs {
    /// A command, a problem, or game.toml
    #[arg(value_name = "COMMAND")]
    topic: Option<OsString>,

    /// Write all manual pages to DIR, for packages
    #[arg(long, value_name = "DIR", hide = true, conflicts_with = "topic")]
    man_pages: Option<PathBuf>,
}

impl HelpArgs {
    /// Prints the help on `game.toml`, or writes the manual pages of `bouton`. Otherwise returns the command line that asks
    /// for the help.
    pub(crate) fn run(self, bouton: Command) -> Result<Option<Vec<OsString>>, Error> {
        if let Some(folder) = &self.man_pages {
            pages::write(bouton, folder)?;
        } else if self.topic.as_ref().is_some_and(|topic| topic == GAME_TOML) {
            output::write_to_stdout(game_toml().as_bytes())?;
        } else {
            let words = [Some("bouton".into()), self.topic, Some("--help".into())];
            return Ok(Some(words.into_iter().flatten().collect()));
        }
        Ok(None)
    }
}

/// What the commands of `bouton --help` are for, from the first one of each group on.
const GROUPS: [(&str, &str); 4] = [
    ("list", "Answer:"),
    ("test", "Practise:"),
    ("generate", "Test data:"),
    ("completions", "Shell:"),
];

/// What `<PROBLEM>` does, in the place of all problems.
const PROBLEM: &str = "Answer the test cases of each FILE, or of standard input";

/// Examples of everyday use.
const EXAMPLES: &str = "\
bouton hdu1850 < big.in > big.ans  # answer a test file
bouton test poj2234 mine.cpp  # judge your program
bouton stress hdu1907 mine.py  # find a smallest input on which it fails";

/// The sentences of the overview, in English.
pub(crate) fn texts() -> impl Iterator<Item = &'static str> {
    let groups = GROUPS.map(|(_, group)| group);
    let examples = rows(EXAMPLES).into_iter().map(|(_, about)| about);
    groups.into_iter().chain(examples).chain([PROBLEM])
}

/// What the exit codes mean.
const EXIT_STATUS: &str = "\
0  # Done; for diff, test, stress and validate: everything was accepted.
1  # diff, test, stress: something was not accepted, or the expected answers are wrong; validate: not valid.
2  # Trouble: bad usage, bad input, a file that cannot be read or written.";

/// The variables of the environment that matter.
const ENVIRONMENT: &str = "\
BOUTON_KERNEL  # The instruction set to use if --kernel is not given.
CC, CXX, RUSTC, PYTHON, JAVAC, JAVA  # The compilers and interpreters that test and stress use.
LC_ALL, LC_MESSAGES, LANG  # The language of titles and statements: Chinese or English.
NO_COLOR  # If set, output has no colors.
TMPDIR  # The folder for temporary files; default: /tmp.";

/// Rows such as examples, each a line of `text`: a command line or a name, and what it does or means.
fn rows(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().filter_map(|line| line.split_once('#'));
    lines
        .map(|(name, about)| (name.trim(), about.trim()))
        .collect()
}

/// `command` with all that `--help` says: `-h` is short, `--help` adds details and examples.
pub(crate) fn complete(command: Command) -> Command {
    let template = overview(&command);
    command.help_template(template).mut_subcommands(details)
}

/// `tool` with its details and examples in `--help` only.
fn details(tool: Command) -> Command {
    let Some(examples) = tool.get_after_long_help().map(ToString::to_string) else {
        return tool;
    };
    let examples = headed(t!("Examples:"), &listed(&rows(&examples), &str::to_owned));
    let details = tool.get_after_help().map(|text| format!("{text}\n\n"));
    let long = details.unwrap_or_default() + &examples;
    tool.after_help("").after_long_help(StyledStr::from(long))
}

/// `lines` below a heading.
fn headed(heading: &str, lines: &str) -> String {
    let style = *Styles::styled().get_header();
    format!("{style}{heading}{style:#}\n{lines}")
}

/// Rows of two columns, or with the second one below the first if that would be wider than a terminal.
fn listed(rows: &[(&str, &str)], styled: &dyn Fn(&str) -> String) -> String {
    let width = rows.iter().map(|(left, _)| left.len()).max().unwrap_or(0);
    let fits = rows
        .iter()
        .all(|(_, right)| width + columns(right) + 4 <= WIDTH);
    let rows = rows.iter().map(|(left, right)| {
        if fits {
            let pad = " ".repeat(width - left.len());
            format!("  {}{pad}  {right}", styled(left))
        } else {
            format!("  {}\n      {right}", styled(left))
        }
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The template of `bouton --help`: examples, then the commands in groups.
fn overview(command: &Command) -> StyledStr {
    let literal = *Styles::styled().get_literal();
    let literally = |text: &str| format!("{literal}{text}{literal:#}");
    let examples = rows(EXAMPLES).into_iter();
    let examples: Vec<_> = examples.map(|(name, about)| (name, word(about))).collect();
    let examples = headed(t!("Examples:"), &listed(&examples, &literally));
    let mut text = format!("{{about}}\n\n{{usage-heading}} {{usage}}\n\n{examples}\n");
    let row = |name: &str, about: &str| {
        let pad = " ".repeat(11_usize.saturating_sub(name.len()));
        format!("  {}{pad}  {about}\n", literally(name))
    };
    for tool in command.get_subcommands() {
        let name = tool.get_name();
        if let Some((_, group)) = GROUPS.iter().find(|(first, _)| *first == name) {
            text.extend(["\n", &headed(word(group), "")]);
        }
        if name == GROUPS[0].0 {
            text += &row("<PROBLEM>", word(PROBLEM));
        }
        let about = tool.get_about().map(ToString::to_string);
        text += &row(name, &about.unwrap_or_default());
    }
    text.extend(["\n", &headed(word("Options:"), "{options}{after-help}")]);
    StyledStr::from(text)
}
