//! The formats of packages: a row for each, with what its judge looks for and where.
//!
//! A new format is a row, and for each of its own files a function that makes the text from the [`Contents`].

use clap::ValueEnum;
use clap::builder::PossibleValue;

use super::{Contents, problem_yaml};
use crate::cpp::{self, Interface};

/// A format of packages, with the paths of its files. In them `{name}` is the name of a test, `{number}` its number in
/// the package, and `{language}` that of a statement.
#[derive(Clone, Debug)]
pub struct Format {
    /// As `--format` and the judge call it.
    pub name: &'static str,
    /// Who takes it.
    pub judges: &'static str,
    /// How it is given to them.
    pub upload: &'static str,
    /// What it has no place for, which is left out.
    pub lacks: &'static str,
    /// The statements.
    pub(super) statement: &'static str,
    /// The samples, without ending.
    pub(super) sample: &'static str,
    /// The secret tests, without ending.
    pub(super) secret: &'static str,
    /// The ending of answers.
    pub(super) answers: &'static str,
    /// The invalid inputs, without ending.
    pub(super) invalid: Option<&'static str>,
    /// The checker, if several answers are right, and its interface.
    pub(super) checker: (&'static str, Interface),
    /// All other files.
    pub(super) files: &'static [(&'static str, Text)],
}

/// Makes the text of a file.
type Text = fn(&Contents<'_>) -> String;

/// All formats, the usual one first.
pub static FORMATS: [Format; 2] = [
    Format {
        name: "2025-09",
        judges: "BAPCtools and what else reads the ICPC problem package format of 2025",
        upload: "in DIR, 'bt run' judges the submissions, and 'bt zip' makes what is uploaded",
        lacks: "",
        statement: "statement/problem.{language}.tex",
        sample: "data/sample/{name}",
        secret: "data/secret/{name}",
        answers: "ans",
        invalid: Some("data/invalid_input/{name}"),
        checker: ("output_validator/output_validator.cpp", Interface::Icpc),
        files: &[
            ("problem.yaml", problem_yaml::text),
            ("input_validators/input_validator.cpp", input_validator),
            ("answer_validators/answer_validator.cpp", answer_validator),
            ("data/test_group.yaml", |_| {
                format!("output_validator_args: [{VALIDATOR_FLAGS}]\n")
            }),
        ],
    },
    Format {
        name: "2023-07-draft",
        judges: "Kattis problemtools, which know no newer format",
        upload: "'verifyproblem DIR' judges the submissions; a zip file of DIR is uploaded",
        lacks: "invalid inputs and answer validators",
        statement: "statement/problem.{language}.tex",
        sample: "data/sample/{name}",
        secret: "data/secret/{name}",
        answers: "ans",
        invalid: None,
        checker: ("output_validator/output_validator.cpp", Interface::Icpc),
        files: &[
            ("problem.yaml", problem_yaml::text),
            ("input_validators/input_validator.cpp", input_validator),
            ("data/testdata.yaml", |_| {
                format!("output_validator_flags: {VALIDATOR_FLAGS}\n")
            }),
        ],
    },
];

/// What is compared besides the words themselves.
pub(super) const VALIDATOR_FLAGS: &str = "case_sensitive";

fn input_validator(contents: &Contents<'_>) -> String {
    cpp::input_validator(contents.problem)
}

fn answer_validator(contents: &Contents<'_>) -> String {
    cpp::answer_validator(contents.problem)
}

impl Format {
    /// The format that is called so.
    ///
    /// # Panics
    /// If there is none.
    pub fn named(name: &str) -> &'static Self {
        let found = FORMATS.iter().find(|format| format.name == name);
        found.expect("a format of the table")
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &FORMATS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name))
    }
}
