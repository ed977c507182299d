//! `bouton package`: a whole problem package, of which only what people write is kept anywhere.

mod describe;
mod format;
mod invalid;
mod markdown;
mod problem_yaml;
pub(crate) mod sample;
pub(crate) mod validators;

use std::path::Path;

use clap::ValueEnum as _;

use crate::engine;
use crate::error::{Error, usage};
use crate::input::Input;
use crate::layout::checker::check_text;
use crate::output::staging::StagingDir;
use crate::problem::{OWN_MEBIBYTES, Problem, Sample, made_up};
use crate::solution::{self, SourceLanguage};
use crate::testdata;
use crate::words::{Language, in_language, t, word};
pub(crate) use format::FORMATS;
pub use format::Format;

/// Writes the package of `problem` as the folder `folder`, which appears when it is complete. Returns what its user has
/// to know. Samples of its own are written as they are: whether their answers are right, a judge knows.
///
/// # Errors
/// Judges do not take the folder's name, it is there and not empty, the problem's own data are not valid, or something
/// cannot be written.
pub fn run(problem: &Problem, folder: &Path, format: &Format) -> Result<Vec<String>, Error> {
    if format.is_named_by_folder {
        check_name(folder)?;
    }
    let staging = StagingDir::beside(folder, ".bouton-package-")?;
    let write = |path: &str, bytes: &[u8]| {
        let written = staging.write(path, bytes);
        written.map_err(|error| Error::writing(&folder.join(path).display().to_string(), error))
    };
    let notes = write_all(problem, format, &write)?;
    staging
        .rename(folder)
        .map_err(|error| Error::writing(&folder.display().to_string(), error))?;
    Ok(notes)
}

/// Checks that the name of `folder` may be that of a package, which judges know a problem by.
fn check_name(folder: &Path) -> Result<(), Error> {
    let whole = folder.canonicalize();
    let name = whole.as_deref().unwrap_or(folder).file_name().unwrap_or_default();
    let is_taken = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let name = name.to_string_lossy();
    if !name.is_empty() && name.chars().all(is_taken) {
        return Ok(());
    }
    let refused = t!(
        "judges take no package that is called '{name}': expected a name of a-z and 0-9 only",
        name
    );
    let other: String = name.to_lowercase().chars().filter(|&c| is_taken(c)).collect();
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
    samples: &'p [Sample],
    /// The samples, then the secret tests.
    tests: Vec<Test>,
    /// How many bytes the longest answers to a secret test have.
    longest_answers: usize,
    /// The paths of the submissions.
    submissions: Vec<String>,
}

/// A test by its path without ending.
#[derive(Debug)]
struct Test {
    path: String,
    is_sample: bool,
}

impl Test {
    fn input(&self) -> String {
        format!("{}.in", self.path)
    }

    fn answers(&self, format: &Format) -> String {
        format!("{}.{}", self.path, format.answers)
    }
}

impl Contents<'_> {
    /// Whether there is a checker.
    fn has_checker(&self) -> bool {
        self.problem.answer.any
    }

    /// The time limit.
    fn seconds(&self) -> f64 {
        self.problem.time_limit().as_secs_f64()
    }

    /// The memory limit.
    fn kibibytes(&self) -> u64 {
        let limit = self.problem.memory_limit().div_ceil(1 << 10);
        // Judges of today count the virtual machine of Java as well.
        let is_embedded = self.problem.files.is_embedded();
        let least = if is_embedded { (OWN_MEBIBYTES as u64) << 10 } else { 0 };
        limit.max(least)
    }

    fn mebibytes(&self) -> u64 {
        self.kibibytes().div_ceil(1 << 10)
    }

    /// A limit of output that the answers keep to.
    fn output_mebibytes(&self) -> u64 {
        let needed = (self.longest_answers as u64 >> 20) * 2 + 2;
        needed.max(problem_yaml::DEFAULT_OUTPUT)
    }
}

/// Writes all files, and returns what is to be said of them.
fn write_all(problem: &Problem, format: &Format, write: Write<'_>) -> Result<Vec<String>, Error> {
    let samples = &sample::samples(problem)?;
    write_statements(problem, format, samples, write)?;
    let (tests, longest_answers) = write_data(problem, format, samples, write)?;
    let contents = Contents {
        problem,
        format,
        samples,
        tests,
        longest_answers,
        submissions: write_submissions(problem, write)?,
    };
    if let Some(path) = format.invalid {
        for (name, input) in invalid::inputs(&problem.layout, &samples[0].0) {
            let path = path.replace("{name}", name);
            write(&format!("{path}.in"), input.as_bytes())?;
        }
    }
    let (path, interface) = format.checker;
    if let Some(checker) = validators::checker(problem, interface).or_else(usage)? {
        write(path, checker.as_bytes())?;
    }
    for (path, text) in format.files {
        let text = text(&contents);
        if !text.is_empty() {
            write(path, text.as_bytes())?;
        }
    }
    let lacks = Some(word(format.lacks)).filter(|lacks| !lacks.is_empty());
    let lacks = lacks.map(|lacks| format!("{}: {lacks}", format.name));
    // Then there are no submissions of ours and no validator of answers, for one reason.
    let lacking = solution::source(problem, SourceLanguage::Cpp).err();
    let notes = [lacks, (format.note)(&contents), lacking];
    Ok(notes.into_iter().flatten().collect())
}

/// Writes the submissions of the problem's folder, and in each language one that is right; returns their paths.
fn write_submissions(problem: &Problem, write: Write<'_>) -> Result<Vec<String>, Error> {
    let mut paths = problem.files.below("submissions");
    for path in &paths {
        check_file_name(path)?;
        write(path, &problem.files.bytes(path)?)?;
    }
    for &language in SourceLanguage::value_variants() {
        let path = format!("submissions/accepted/{}", language.file());
        // A game may have answers for which no program is known. The same bytes come out for each reader.
        let source = in_language(Language::English, || solution::source(problem, language));
        if let Ok(source) = source
            && !paths.contains(&path)
        {
            write(&path, source.as_bytes())?;
            paths.push(path);
        }
    }
    Ok(paths)
}

/// Checks that the name of a file of one's own is one that judges take.
fn check_file_name(path: &str) -> Result<(), Error> {
    let is_taken = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    let mut names = path.split('/');
    if names.all(|name| name.chars().all(is_taken) && !name.starts_with(['.', '-'])) {
        return Ok(());
    }
    usage(t!(
        "judges take no file that is called '{path}': expected a name of letters, digits, '_', '.' and '-'",
        path
    ))
}

/// A statement, of which a format makes its text.
struct Statement<'p> {
    problem: &'p Problem,
    language: Language,
    /// As `LaTeX`.
    tex: String,
    samples: &'p [Sample],
    /// What explains the samples, where the statement is made up.
    explanation: String,
}

impl Statement<'_> {
    /// The whole as `LaTeX`, in which packages show their samples by themselves.
    fn tex(&self) -> String {
        match in_language(self.language, || t!("Explanation")) {
            _ if self.explanation.is_empty() => self.tex.clone(),
            heading => format!("{}\n\\section*{{{heading}}}\n{}", self.tex, self.explanation),
        }
    }
}

fn write_statements(problem: &Problem, format: &Format, samples: &[Sample], write: Write<'_>) -> Result<(), Error> {
    let all = [Language::English, Language::Chinese];
    let has_own = all.iter().any(|&language| problem.statement(language).is_some());
    let has_chinese = problem_yaml::has_chinese_title(problem);
    for language in all {
        let (tex, explanation) = match problem.statement(language) {
            Some(tex) => (tex, String::new()),
            None if has_own || (language == Language::Chinese && !has_chinese) => continue,
            None => {
                let tex = made_up::statement(problem, language);
                (tex, sample::explanation(problem, samples, language)?)
            }
        };
        let statement = Statement {
            problem,
            language,
            tex,
            samples,
            explanation,
        };
        let (path, text) = format.statement;
        let path = path.replace("{language}", language.choose(["en", "zh"]));
        write(&path, text(&statement).as_bytes())?;
    }
    Ok(())
}

/// Writes samples and secret data, and returns them and how many bytes the longest answers have.
fn write_data(
    problem: &Problem,
    format: &Format,
    samples: &[Sample],
    write: Write<'_>,
) -> Result<(Vec<Test>, usize), Error> {
    let (mut tests, mut longest_answers) = (Vec::new(), 0);
    let mut write_test = |path: &str, name: &str, input: &[u8], own: Option<&String>| {
        let number = tests.len() + 1;
        let path = path.replace("{name}", name).replace("{number}", &number.to_string());
        if let Err(violation) = check_text(&problem.layout, input) {
            return usage(t!(
                "{problem}: {name}.in is not valid: {violation}",
                problem = problem.name,
                name = path,
                violation,
            ));
        }
        let is_sample = own.is_some();
        let answers = match own {
            Some(own) => own.clone().into_bytes(),
            None => answers(problem, &path, input)?,
        };
        if !is_sample {
            longest_answers = longest_answers.max(answers.len());
        }
        let test = Test { path, is_sample };
        write(&test.input(), input)?;
        write(&test.answers(format), &answers)?;
        tests.push(test);
        Ok(())
    };
    for (number, (input, answers)) in (1..).zip(samples) {
        let number = number.to_string();
        write_test(format.sample, &number, input.as_bytes(), Some(answers))?;
    }
    for test in testdata::tests(problem) {
        let test = test?;
        let mut inputs = samples.iter().map(|(input, _)| input.as_bytes());
        // Judges want no input twice; a sample may have been made up here.
        if inputs.any(|input| test.input == input) {
            continue;
        }
        check_file_name(&test.name)?;
        write_test(format.secret, &test.name, &test.input, None)?;
    }
    Ok((tests, longest_answers))
}
