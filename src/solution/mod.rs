//! Programs that answer a problem's inputs, in five languages.
//!
//! ```text
//! game.toml ── layout ──▶ loops that read ─┐
//!              rule ────▶ theory ──────────┼─▶ one program of a small language ─▶ C, C++, Rust, Python, Java
//!              answer ──▶ what is printed ─┘
//! ```
//!
//! * [`tree`] is the small language, whose text [`parse`] reads; [`theory`] has what is known of each game in it;
//! * `chosen` chooses the theory that is good within the limits, `compose` makes the program, `passes` make it short,
//!   and `types` as narrow as the limits allow;
//! * [`mod@print`] has a file for each language.

// Arms and names stand in the order in which somebody looks for them; numbers that are no places are small.
#![allow(
    clippy::similar_names,
    clippy::match_same_arms,
    clippy::format_push_string,
    clippy::cast_possible_truncation
)]

mod chosen;
mod compose;
pub(crate) mod parse;
mod passes;
pub(crate) mod print;
pub(crate) mod theory;
pub(crate) mod tree;
mod types;

use clap::ValueEnum;

use crate::problem::Problem;
use crate::words::t;
pub use compose::compose;
pub(crate) use compose::compose_checker;
use tree::Program;

/// A language of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SourceLanguage {
    /// C89 or C99
    C,
    /// C++11; C++98 for old judges
    #[value(alias = "c++", alias = "cc")]
    Cpp,
    /// Rust with only the standard library
    #[value(alias = "rs")]
    Rust,
    /// Python 3.8 with only the standard library
    #[value(alias = "py")]
    Python,
    /// Java 8; its class is Main
    Java,
}

impl SourceLanguage {
    /// The suffixes of its files, the usual one first.
    pub(crate) fn suffixes(self) -> &'static [&'static str] {
        match self {
            Self::C => &["c"],
            Self::Cpp => &["cpp", "cc", "cxx"],
            Self::Rust => &["rs"],
            Self::Python => &["py"],
            Self::Java => &["java"],
        }
    }

    /// What a file is called that has such a program: that of Java is named after its class.
    pub(crate) fn file(self) -> String {
        let name = if self == Self::Java { "Main" } else { "solution" };
        format!("{name}.{}", self.suffixes()[0])
    }
}

/// The program that answers a problem's inputs, or why there is none.
pub(crate) fn source(problem: &Problem, language: SourceLanguage) -> Result<String, String> {
    let mut program = unless_page(problem, compose)?;
    if language == SourceLanguage::Python {
        program.heading.extend(slowness(&program, problem));
    }
    let print = match language {
        SourceLanguage::C => print::c::print,
        SourceLanguage::Cpp => print::c::print_cpp,
        SourceLanguage::Rust => print::rust::print,
        SourceLanguage::Python => print::python::print,
        SourceLanguage::Java => print::java::print,
    };
    Ok(print(&program))
}

/// What the head of a program in Python says of its time, if that may be more than the limit.
fn slowness(program: &Program, problem: &Problem) -> Option<String> {
    // A step of such a loop takes CPython 3.11 about 40 ns, as measured on a server of 2025.
    let milliseconds = program.steps / 25_000;
    // Without a limit of the cases, an input has some of them.
    let cases = if program.are_of_case { 10 } else { 1 };
    if milliseconds.saturating_mul(cases) <= problem.time_limit().as_millis() {
        return None;
    }
    let seconds = milliseconds.div_ceil(1000);
    // Two digits say enough.
    let unit = 10_u128.pow(seconds.checked_ilog10().unwrap_or(0).saturating_sub(1));
    let seconds = seconds.next_multiple_of(unit);
    Some(if program.are_of_case {
        t!("In Python, a large case may take about {seconds} s.", seconds)
    } else {
        t!("In Python, the largest input may take about {seconds} s.", seconds)
    })
}

/// The same in C++ as a function `solve`, or why there is none.
pub(crate) fn part_of_validator(problem: &Problem) -> Result<String, String> {
    let mut program = unless_page(problem, compose)?;
    "solve".clone_into(&mut program.main.name);
    Ok(print::c::print_cpp(&program))
}

/// The function `judge` of the checker of answers of which any is right, in C++, or why there is none.
pub(crate) fn checker(problem: &Problem) -> Result<String, String> {
    unless_page(problem, compose_checker).map(|program| print::c::print_cpp(&program))
}

/// A program. The page has them all in a file of their own, which is far smaller than what makes them.
fn unless_page(problem: &Problem, compose: fn(&Problem) -> Result<Program, String>) -> Result<Program, String> {
    if cfg!(target_family = "wasm") {
        return Err(t!("this command is not in the page").to_string());
    }
    compose(problem)
}
