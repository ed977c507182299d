//! `bouton package`: a whole problem package, of which only what people write is kept anywhere.

mod format;
mod invalid;
mod problem_yaml;
pub(crate) mod sample;

use std::path::Path;

use clap::ValueEnum as _;

use crate::cpp;
use crate::engine;
use crate::error::{Error, usage};
use crate::input::Input;
use crate::judge::samples;
use crate::layout::checker::check_text;
use crate::output::staging::StagingDir;
use crate::problem::{Problem, Sample, made_up};
use crate::solution::{self, SourceLanguage};
use crate::testdata;
use crate::words::{Language, in_language, t};
pub use format::{FORMATS, Format};

/// Writes the package of `problem` as the folder `folder`, which appears when it is complete.
///
/// # Errors
/// Judges do not take the folder's name, it is there and not empty, the problem's own data are not valid, or something
/// cannot be written.
pub fn run(problem: &Problem, folder: &Path, format: &Format) -> Result<(), Error> {
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

/// What a package is described by.
#[derive(Debug)]
pub(crate) struct Contents<'p> {
    problem: &'p Problem,
    format: &'p Format,
    /// How many bytes the longest answers to a secret test have.
    longest_answers: usize,
}

fn write_all(problem: &Problem, format: &Format, write: Write<'_>) -> Result<(), Error> {
    let samples = sample::samples(problem)?;
    write_statements(problem, format, &samples, write)?;
    let contents = Contents {
        problem,
        format,
        longest_answers: write_data(problem, format, &samples, write)?,
    };
    if let Some(path) = format.invalid {
        for (name, input) in invalid::inputs(&problem.layout, &samples[0].0) {
            let path = path.replace("{name}", name);
            write(&format!("{path}.in"), input.as_bytes())?;
        }
    }
    let (path, interface) = format.checker;
    if let Some(checker) = cpp::checker(problem, interface).or_else(usage)? {
        write(path, checker.as_bytes())?;
    }
    for (path, text) in format.files {
        write(path, text(&contents).as_bytes())?;
    }
    write_submissions(problem, write)
}

/// Writes the submissions of the problem's folder, and in each language one that is right.
fn write_submissions(problem: &Problem, write: Write<'_>) -> Result<(), Error> {
    let own = problem.files.below("submissions");
    for path in &own {
        write(path, &problem.files.bytes(path)?)?;
    }
    for &language in SourceLanguage::value_variants() {
        let path = format!("submissions/accepted/{}", language.file());
        // A game may have answers for which no program is known. The same bytes come out for each reader.
        let source = in_language(Language::English, || solution::source(problem, language));
        if let Ok(source) = source
            && !own.contains(&path)
        {
            write(&path, source.as_bytes())?;
        }
    }
    Ok(())
}

fn write_statements(
    problem: &Problem,
    format: &Format,
    samples: &[Sample],
    write: Write<'_>,
) -> Result<(), Error> {
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
                let statement = made_up::statement(problem, language);
                let explanation = sample::explanation(problem, samples, language)?;
                match in_language(language, || t!("Explanation")) {
                    _ if explanation.is_empty() => statement,
                    heading => format!("{statement}\n\\section*{{{heading}}}\n{explanation}"),
                }
            }
        };
        let path = format
            .statement
            .replace("{language}", language.choose(["en", "zh"]));
        write(&path, tex.as_bytes())?;
    }
    Ok(())
}

/// Writes samples and secret data, and returns how many bytes the longest answers have.
fn write_data(
    problem: &Problem,
    format: &Format,
    samples: &[Sample],
    write: Write<'_>,
) -> Result<usize, Error> {
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
        write(&format!("{path}.{}", format.answers), &answers)?;
        Ok(answers.len())
    };
    for (number, (input, answers)) in (1..).zip(samples) {
        let path = format.sample.replace("{name}", &number.to_string());
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
        let path = format.secret.replace("{name}", &test.name);
        longest_answers = longest_answers.max(write_test(&path, &test.input, None)?);
    }
    Ok(longest_answers)
}
