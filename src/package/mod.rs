//! `bouton package`: a whole ICPC problem package, of which only what people write is kept anywhere.

mod invalid;
mod problem_yaml;
pub(crate) mod sample;

use std::path::Path;

use clap::ValueEnum;

use crate::cpp::{self, Interface};
use crate::engine;
use crate::error::{Error, usage};
use crate::input::Input;
use crate::judge::samples;
use crate::layout::checker::check_text;
use crate::output::staging::StagingDir;
use crate::problem::Problem;
use crate::problem::made_up;
use crate::solution::{self, SourceLanguage};
use crate::testdata;
use crate::words::{Language, in_language, t};

/// A version of the package format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Which `BAPCtools` reads
    #[value(name = "2025-09")]
    Icpc2025,
    /// Which Kattis' problemtools read
    #[value(name = "2023-07-draft")]
    Draft2023,
}

impl Format {
    /// As `problem.yaml` calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Icpc2025 => "2025-09",
            Self::Draft2023 => "2023-07-draft",
        }
    }
}

/// What is compared besides the words themselves.
const VALIDATOR_FLAGS: &str = "case_sensitive";

/// Writes the package of `problem` as the folder `folder`, which appears when it is complete.
///
/// # Errors
/// Judges do not take the folder's name, it is there and not empty, the problem's own data are not valid, or something
/// cannot be written.
pub fn run(problem: &Problem, folder: &Path, format: Format) -> Result<(), Error> {
    check_name(folder)?;
    samples::check(problem)?;
    let staging = StagingDir::beside(folder, ".bouton-package-")?;
    let write = |path: &str, bytes: &[u8]| {
        let written = staging.write(path, bytes);
        written.map_err(|error| Error::writing(&folder.join(path).display().to_string(), error))
    };
    write_all(problem, format, &write)?;
    staging
        .rename(folder)
        .map_err(|error| Error::writing(&folder.display().to_string(), error))
}

/// Checks that the name of `folder` may be that of a package, which judges know a problem by.
fn check_name(folder: &Path) -> Result<(), Error> {
    let whole = folder.canonicalize();
    let name = whole
        .as_deref()
        .unwrap_or(folder)
        .file_name()
        .unwrap_or_default();
    let is_taken = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let name = name.to_string_lossy();
    if !name.is_empty() && name.chars().all(is_taken) {
        return Ok(());
    }
    let refused = t!(
        "judges take no package that is called '{name}': expected a name of a-z and 0-9 only",
        name
    );
    let other: String = name
        .to_lowercase()
        .chars()
        .filter(|&c| is_taken(c))
        .collect();
    if other.is_empty() {
        return usage(refused);
    }
    let other = folder.with_file_name(other);
    usage(refused + t!("; ") + &t!("did you mean '{name}'?", name = other.display()))
}

/// Our answers to an input in memory, which errors call `name`.
fn answers(problem: &Problem, name: &str, input: &[u8]) -> Result<Vec<u8>, Error> {
    let input = Input::from_bytes(name.to_owned(), input);
    let (text, result) = engine::answers_to(problem, input);
    result.map(|()| text)
}

/// Takes the files of a package: their paths and contents.
type Write<'w> = &'w dyn Fn(&str, &[u8]) -> Result<(), Error>;

fn write_all(problem: &Problem, format: Format, write: Write<'_>) -> Result<(), Error> {
    write_statements(problem, write)?;
    let (sample, longest_answers) = write_data(problem, write)?;
    let yaml = problem_yaml::text(problem, format, longest_answers);
    write("problem.yaml", yaml.as_bytes())?;
    let validator = cpp::input_validator(problem);
    write("input_validators/input_validator.cpp", validator.as_bytes())?;
    let checker = cpp::checker(problem, Interface::Icpc).or_else(usage)?;
    if let Some(validator) = checker {
        write(
            "output_validator/output_validator.cpp",
            validator.as_bytes(),
        )?;
    }
    match format {
        Format::Icpc2025 => {
            let validator = cpp::answer_validator(problem);
            write(
                "answer_validators/answer_validator.cpp",
                validator.as_bytes(),
            )?;
            let arguments = format!("output_validator_args: [{VALIDATOR_FLAGS}]\n");
            write("data/test_group.yaml", arguments.as_bytes())?;
            for (name, input) in invalid::inputs(&problem.layout, &sample) {
                write(&format!("data/invalid_input/{name}.in"), input.as_bytes())?;
            }
        }
        Format::Draft2023 => {
            let flags = format!("output_validator_flags: {VALIDATOR_FLAGS}\n");
            write("data/testdata.yaml", flags.as_bytes())?;
        }
    }
    for path in problem.files.below("submissions") {
        write(&path, &problem.files.bytes(&path)?)?;
    }
    for &language in SourceLanguage::value_variants() {
        let name = language.file();
        // A game may have answers for which no program is known.
        if let Ok(source) = solution::source(problem, language)
            && !problem
                .files
                .below("submissions")
                .iter()
                .any(|path| path.ends_with(&format!("/accepted/{name}")))
        {
            write(&format!("submissions/accepted/{name}"), source.as_bytes())?;
        }
    }
    Ok(())
}

fn write_statements(problem: &Problem, write: Write<'_>) -> Result<(), Error> {
    let all = [Language::English, Language::Chinese];
    let has_own = all
        .iter()
        .any(|&language| problem.statement(language).is_some());
    let has_chinese = problem_yaml::has_chinese_title(problem);
    for language in all {
        let tex = match problem.statement(language) {
            Some(tex) => tex,
            None if has_own || (language == Language::Chinese && !has_chinese) => continue,
            None => {
                let samples = sample::samples(problem)?;
                let statement = made_up::statement(problem, language);
                let explanation = sample::explanation(problem, &samples, language)?;
                match in_language(language, || t!("Explanation")) {
                    _ if explanation.is_empty() => statement,
                    heading => format!("{statement}\n\\section*{{{heading}}}\n{explanation}"),
                }
            }
        };
        write(language.statement(), tex.as_bytes())?;
    }
    Ok(())
}

/// Writes samples and secret data, and returns the input of the first sample, and how many bytes the
/// longest answers have.
fn write_data(problem: &Problem, write: Write<'_>) -> Result<(String, usize), Error> {
    let write_test = |path: &str, input: &[u8], own: Option<&String>| {
        if let Err(violation) = check_text(&problem.layout, input) {
            return usage(t!(
                "{problem}: {name}.in is not valid: {violation}",
                problem = problem.name,
                name = path,
                violation,
            ));
        }
        write(&format!("{path}.in"), input)?;
        let answers = match own {
            Some(own) => own.clone().into_bytes(),
            None => answers(problem, path, input)?,
        };
        write(&format!("{path}.ans"), &answers)?;
        Ok(answers.len())
    };
    let mut samples = sample::samples(problem)?;
    for (number, (input, answers)) in (1..).zip(&samples) {
        let path = format!("data/sample/{number}");
        write_test(&path, input.as_bytes(), Some(answers))?;
    }
    let mut longest_answers = 0;
    for test in testdata::tests(problem) {
        let test = test?;
        let mut inputs = samples.iter().map(|(input, _)| input.as_bytes());
        // Judges want no input twice; a sample may have been made up here.
        if inputs.any(|input| test.input == input) {
            continue;
        }
        let path = format!("data/secret/{}", test.name);
        longest_answers = longest_answers.max(write_test(&path, &test.input, None)?);
    }
    Ok((samples.swap_remove(0).0, longest_answers))
}
