//! `bouton source <PROBLEM>`: a single file to submit.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::or_stdout;
use super::values::ProblemArg;
use crate::cli::global::languages;
use crate::cpp;
use crate::error::{Error, usage};
use crate::output;
use crate::report::progress::is_quiet;
use crate::words::{Language, t};

/// A language of submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SourceLanguage {
    /// C89, which every judge accepts
    C,
    /// The same, which is also C++98
    #[value(alias = "c++")]
    Cpp,
    /// Rust with only the standard library
    #[value(alias = "rs")]
    Rust,
}

/// Print a single-file solution, ready to submit
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct SourceArgs {
    #[command(flatten)]
    problem: ProblemArg,

    /// Language of the source: c, cpp or rust; default: c, which is also valid C++ and accepted by every judge, or
    /// cpp for a game of your own
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

const EXAMPLES: &str = "\
bouton source poj2234 > matches.c  # write a C file
bouton source hdu1907 --lang rust  # print a Rust file";

impl SourceArgs {
    /// Writes the accepted program, and where to submit it unless standard output is piped or `--quiet` is given.
    ///
    /// # Errors
    /// If writing fails, or there is no such program, or no terminal to copy with.
    pub(crate) fn run(&self) -> Result<(), Error> {
        let problem = &self.problem.problem;
        let named = |name: &String| SourceLanguage::from_str(name, true).ok();
        let lang = self.lang.iter().rev().find_map(named);
        let is_rust = lang == Some(SourceLanguage::Rust);
        let ending = if is_rust { "rs" } else { "c" };
        let path = format!("submissions/accepted/{}.{ending}", problem.id);
        let source = match (problem.files.get(&path), lang) {
            (Some(source), _) => source,
            (None, None | Some(SourceLanguage::Cpp)) => cpp::solution(problem),
            (None, Some(SourceLanguage::C | SourceLanguage::Rust)) => {
                return usage(t!(
                    "{problem} has no {path}: bouton writes it in C++ (--lang cpp)",
                    path,
                    problem = problem.name
                ));
            }
        };
        let source = source.as_bytes();
        let output = or_stdout(self.output.as_deref());
        if let Some(path) = output {
            output::write_file(path, source)?;
        } else if self.copy {
            copy(source)?;
        } else {
            output::write_to_stdout(source)?;
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
