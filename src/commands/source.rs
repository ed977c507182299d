//! `bouton source <PROBLEM>`: a single file to submit.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::or_stdout;
use super::values::ProblemArg;
use crate::cli::global::languages;
use crate::error::{Error, usage};
use crate::output;
use crate::report::progress::is_quiet;
use crate::solution::{self, SourceLanguage};
use crate::text::unless_page;
use crate::words::{Language, t};

/// Print the program that one would submit
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct SourceArgs {
    #[command(flatten)]
    problem: ProblemArg,

    /// Language of the source: c, cpp, rust, python or java; default: by the suffix of FILE, else cpp
    #[arg(long, value_name = "LANG", ignore_case = true)]
    #[arg(value_parser = languages::<SourceLanguage>(Language::value_variants()))]
    lang: Vec<String>,

    /// Write the source to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Copy the source to the clipboard, if the terminal supports OSC 52
    #[arg(long, conflicts_with = "output")]
    copy: bool,
}

const EXAMPLES: &str = unless_page(
    "\
bouton source poj2234                # print the C++ that one would submit
bouton source hdu1907 -o john.py     # write a Python file
bouton source ./my-game --lang java  # the same for a game of your own",
);

impl SourceArgs {
    /// The language that `--lang` says, or else the suffix of the file; C++ if neither does.
    fn language(&self) -> Result<SourceLanguage, Error> {
        let named = |name: &String| SourceLanguage::from_str(name, true).ok();
        let said = self.lang.iter().rev().find_map(named);
        let path = or_stdout(self.output.as_deref());
        let suffix = path.and_then(|path| path.extension()?.to_str());
        let is_it = |language: &&SourceLanguage| suffix.is_some_and(|suffix| language.suffixes().contains(&suffix));
        let by_suffix = SourceLanguage::value_variants().iter().find(is_it).copied();
        match (said, by_suffix) {
            (Some(said), Some(other)) if said != other => usage(t!(
                "--lang {lang} contradicts the suffix of {file}",
                lang = said.suffixes()[0],
                file = path.unwrap_or(Path::new("")).display()
            )),
            (Some(language), _) | (None, Some(language)) => Ok(language),
            (None, None) => Ok(SourceLanguage::Cpp),
        }
    }

    /// Writes the accepted program, and where to submit it unless standard output is piped or `--quiet` is given.
    ///
    /// # Errors
    /// If writing fails, or there is no such program, or no terminal to copy with.
    pub(crate) fn run(&self) -> Result<(), Error> {
        let problem = &self.problem.problem;
        let source = solution::source(problem, self.language()?).or_else(usage)?;
        let output = or_stdout(self.output.as_deref());
        if let Some(path) = output {
            output::write_file(path, source.as_bytes())?;
        } else if self.copy {
            copy(source.as_bytes())?;
        } else {
            output::write_to_stdout(source.as_bytes())?;
        }
        let to_stdout = output.is_none() && !self.copy;
        let is_hidden = is_quiet() || to_stdout && !io::stdout().is_terminal();
        if let Some(page) = problem.url().filter(|_| !is_hidden) {
            // To say so is a courtesy: the source itself has been written.
            let _ = writeln!(io::stderr(), "{}", t!("submit at {page}", page));
        }
        Ok(())
    }
}

/// Asks the terminal to put `text` into its clipboard, with the control sequence OSC 52.
fn copy(text: &[u8]) -> Result<(), Error> {
    if !io::stderr().is_terminal() {
        return usage(t!(
            "there is no terminal to copy with: leave out --copy, or use -o FILE"
        ));
    }
    let sequence = format!("\x1b]52;c;{}\x07", base64(text));
    let written = io::stderr().write_all(sequence.as_bytes());
    written.map_err(|error| Error::io(t!("the terminal"), error))
}

/// `bytes` in base64, as RFC 4648 has it.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let mut bits = [0; 4];
        bits[1..=three.len()].copy_from_slice(three);
        let bits = u32::from_be_bytes(bits);
        let digits = (0..=three.len()).map(|at| DIGITS[(bits >> (18 - 6 * at) & 63) as usize]);
        text.extend(digits.map(char::from));
        text += &"=="[..3 - three.len()];
    }
    text
}
