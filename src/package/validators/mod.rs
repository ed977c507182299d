//! The validators and the checker of a package, in C++: single files that need nothing but a compiler.
//!
//! The validator of inputs comes from the layout (`input`). The others come from the theories of
//! [`solution`]: the validator of answers is the program of `bouton source` and compares what that prints, and the
//! checker is a program that reads what a team claims instead of printing it.

mod input;

pub use input::input_validator;

use crate::problem::Problem;
use crate::solution;
use crate::text::unless_page;
use crate::words::{Language, in_language};

/// How a judge calls a checker, and is answered by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// The package formats of ICPC: the arguments are the input, our answers and a folder for messages, the answers to
    /// judge are on standard input, and the exit code is 42 or 43.
    Icpc,
    /// That of testlib: the arguments are the input, the answers to judge and ours, and the exit code is 0 if they are
    /// right, 1 if not, and 2 if they are malformed; the reason is on standard error.
    Testlib,
}

impl Interface {
    fn text(self) -> &'static str {
        match self {
            Self::Icpc => unless_page(include_str!("icpc.h")),
            Self::Testlib => unless_page(include_str!("testlib.h")),
        }
    }
}

/// The validator of answers, which are on standard input; the first argument is the input.
///
/// # Errors
/// Why there is none.
pub fn answer_validator(problem: &Problem) -> Result<String, String> {
    let program = in_language(Language::English, || solution::part_of_validator(problem))?;
    let compare = unless_page(include_str!("answers.h"));
    let headers = "#include <fstream>\n#include <iterator>\n#include <sstream>\n#include <string>\n";
    Ok(format!("{headers}{program}\n{compare}"))
}

/// The checker of what submissions print, if several answers may be right.
///
/// # Errors
/// Why there is none.
pub fn checker(problem: &Problem, interface: Interface) -> Result<Option<String>, String> {
    if !problem.answer.any {
        return Ok(None);
    }
    let program = in_language(Language::English, || solution::checker(problem))?;
    let [claim, judge] = [
        unless_page(include_str!("checker.h")),
        unless_page(include_str!("judge.h")),
    ];
    let interface = interface.text();
    Ok(Some(format!("{interface}{claim}\n{program}\n{judge}")))
}
