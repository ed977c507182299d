//! `bouton source <PROBLEM>`: a single file to submit.

use super::answer::stdout;
use crate::error::Error;
use crate::problem::Problem;

/// A language of submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLanguage {
    /// C89 that is also C++98, which every judge accepts.
    C,
    /// Rust that uses only the standard library.
    Rust,
}

/// Writes the accepted program of `problem` in `language`.
///
/// # Errors
/// If writing fails.
pub fn run(problem: &Problem, language: SourceLanguage) -> Result<(), Error> {
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
    let mut answers = stdout()?;
    answers.text(source.as_bytes());
    answers.flush()
}
