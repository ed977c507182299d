//! `bouton source <PROBLEM>`: a single file to submit.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use crate::error::Error;
use crate::output::{self, Output};
use crate::problem::Problem;
use crate::problem::judges::judge;

/// A language of submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLanguage {
    /// C89 that is also C++98, which every judge accepts.
    C,
    /// Rust that uses only the standard library.
    Rust,
}

/// Where the source goes.
#[derive(Clone, Copy, Debug)]
pub enum To<'a> {
    /// Standard output.
    Stdout,
    /// A file.
    File(&'a Path),
    /// The clipboard of the terminal.
    Clipboard,
}

/// Writes the accepted program of `problem` in `language`. Where that is not what standard output is for, says
/// where to submit it.
///
/// # Errors
/// If writing fails, or there is no such program, or no terminal to copy with.
pub fn run(problem: &Problem, language: SourceLanguage, to: To<'_>) -> Result<(), Error> {
    let ending = match language {
        SourceLanguage::C => "c",
        SourceLanguage::Rust => "rs",
    };
    let path = format!("submissions/accepted/{}.{ending}", problem.id);
    let source = problem.files.get(&path).ok_or_else(|| {
        Error::Usage(format!(
            "{} has no program to submit: no {path}",
            problem.name
        ))
    })?;
    match to {
        To::Stdout => output::stdout()?
            .write_all(source.as_bytes())
            .map_err(Error::stdout)?,
        To::File(path) => {
            let mut file = Output::create(path)?;
            let written = file.write_all(source.as_bytes());
            written.map_err(|error| Error::writing(file.name(), error))?;
            file.finish()?;
        }
        To::Clipboard => copy(source.as_bytes())?,
    }
    let is_piped = matches!(to, To::Stdout) && !io::stdout().is_terminal();
    if let Some(page) = page(problem).filter(|_| !is_piped) {
        // To say so is a courtesy: the source itself has been written.
        let _ = writeln!(io::stderr(), "submit at {page}");
    }
    Ok(())
}

/// The page on which `problem` is submitted.
fn page(problem: &Problem) -> Option<String> {
    let by_number =
        judge(&problem.name).and_then(|(judge, number)| Some(judge.page?.to_owned() + number));
    by_number.or_else(|| problem.url())
}

/// Asks the terminal to put `text` into its clipboard, with the control sequence OSC 52.
fn copy(text: &[u8]) -> Result<(), Error> {
    if !io::stderr().is_terminal() {
        let message = "there is no terminal to copy with: leave out --copy, or use -o FILE";
        return Err(Error::Usage(message.to_owned()));
    }
    let sequence = format!("\x1b]52;c;{}\x07", base64(text));
    let written = io::stderr().write_all(sequence.as_bytes());
    written.map_err(|error| Error::io("the terminal", error))
}

/// `bytes` in base64, as RFC 4648 has it.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = three
            .iter()
            .fold(0, |bits, &byte| bits << 8 | u32::from(byte))
            << (8 * (3 - three.len()));
        for digit in 0..4 {
            text.push(if digit <= three.len() {
                DIGITS[(bits >> (18 - 6 * digit) & 63) as usize].into()
            } else {
                '='
            });
        }
    }
    text
}
