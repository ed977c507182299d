//! The formats of packages: a row for each, with what its judge looks for and where.
//!
//! A new format is a row, and for each of its own files a function that makes the text from the [`Contents`].

use clap::ValueEnum;
use clap::builder::PossibleValue;

use super::describe::{self, VALIDATOR_FLAGS};
use super::validators::{self, Interface};
use super::{Contents, Statement, markdown, problem_yaml};

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
    /// Whether its judges know the problem by the name of its folder, which then is of a-z and 0-9 alone.
    pub(super) is_named_by_folder: bool,
    /// What it has no place for, which is left out.
    pub lacks: &'static str,
    /// What depends on the package and its user has to know.
    pub(super) note: fn(&Contents<'_>) -> Option<String>,
    /// The statements, and what they are written in.
    pub(super) statement: (&'static str, fn(&Statement<'_>) -> String),
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

/// The newest format of the ICPC, whose paths others share.
const ICPC: Format = Format {
    name: "2025-09",
    judges: "BAPCtools, and what else reads the newest ICPC format",
    upload: "'bt run' in DIR judges the submissions, and 'bt zip' makes the file to upload",
    is_named_by_folder: true,
    lacks: "",
    note: |_| None,
    statement: ("statement/problem.{language}.tex", |statement| statement.tex()),
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
};

/// All formats, the usual one first.
pub(crate) static FORMATS: &[Format] = &[
    ICPC,
    Format {
        name: "2023-07-draft",
        judges: "Kattis problemtools, which know no newer ICPC format",
        upload: "'verifyproblem DIR' judges the submissions; upload a zip file of DIR",
        lacks: "no place for invalid inputs and answer validators, which are left out",
        invalid: None,
        files: &[
            ("problem.yaml", problem_yaml::text),
            ("input_validators/input_validator.cpp", input_validator),
            ("data/testdata.yaml", |_| {
                format!("output_validator_flags: {VALIDATOR_FLAGS}\n")
            }),
        ],
        ..ICPC
    },
    Format {
        name: "legacy",
        judges: "DOMjudge, Kattis and problemtools",
        upload: "upload a zip file of what is in DIR, whose name is that of DIR; DOMjudge shows statements of PDF only",
        lacks: "no place for invalid inputs and answer validators, which are left out",
        statement: ("problem_statement/problem.{language}.tex", |statement| statement.tex()),
        invalid: None,
        checker: ("output_validators/output_validator.cpp", Interface::Icpc),
        files: &[
            ("problem.yaml", describe::legacy),
            ("domjudge-problem.ini", describe::domjudge),
            ("input_validators/input_validator.cpp", input_validator),
        ],
        ..ICPC
    },
    Format {
        name: "dmoj",
        judges: "DMOJ, and sites that run its judge",
        upload: "move DIR into the problems of the judge; on the site, enter the code, which is the name of DIR, the \
                 limits, and the statement",
        lacks: "no place for invalid inputs and validators of inputs, which are left out",
        note: |contents| Some(describe::dmoj_limits(contents)),
        statement: ("statement/problem.{language}.md", |statement| {
            markdown::text(statement, "~")
        }),
        answers: "out",
        invalid: None,
        checker: ("checker.cpp", Interface::Testlib),
        files: &[("init.yml", describe::dmoj)],
        ..ICPC
    },
    Format {
        name: "hydro",
        judges: "Hydro, which schools host themselves",
        upload: "on the page of all problems, import a zip file of DIR",
        is_named_by_folder: false,
        lacks: "no place for invalid inputs and validators of inputs, which are left out; submissions are not read",
        note: describe::hydro_note,
        // Beside a problem.md, Hydro reads no other language.
        statement: ("problem_{language}.md", |statement| markdown::text(statement, "$")),
        sample: "testdata/{number}-sample",
        secret: "testdata/{number}-{name}",
        answers: "out",
        invalid: None,
        checker: ("testdata/checker.cc", Interface::Testlib),
        files: &[
            ("problem.yaml", describe::hydro),
            ("testdata/config.yaml", describe::hydro_config),
        ],
    },
    Format {
        name: "luogu",
        judges: "Luogu, where everybody may have problems",
        upload: "upload a zip file of what is in DIR/data as the data of a new problem, and paste the statement",
        is_named_by_folder: false,
        lacks: "no place for invalid inputs and validators of inputs, which are left out; submissions are not read",
        statement: ("problem_{language}.md", |statement| markdown::text(statement, "$")),
        // A name has one number.
        sample: "data/{number}",
        secret: "data/{number}",
        answers: "out",
        invalid: None,
        checker: ("data/checker.cpp", Interface::Testlib),
        files: &[("data/config.yml", describe::luogu)],
        ..ICPC
    },
];

fn input_validator(contents: &Contents<'_>) -> String {
    validators::input_validator(contents.problem)
}

fn answer_validator(contents: &Contents<'_>) -> String {
    // A game may have answers for which no program is known: then there is no such file.
    validators::answer_validator(contents.problem).unwrap_or_default()
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
        FORMATS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name))
    }
}
