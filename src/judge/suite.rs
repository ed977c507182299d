//! The tests on which a submission is judged: those of a problem, or the files of a folder.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::engine;
use crate::error::Error;
use crate::input::Input;
use crate::judge::compare::Name;
use crate::judge::process::Snapshot;
use crate::problem::{Files, Problem};
use crate::testdata::{self, TestInput};
use crate::text::printable;
use crate::words::t;

/// What the answer files of `X.in` are called, the better one first: `X.out` may also be what some
/// program wrote.
const ANSWERS: [&str; 2] = ["ans", "out"];

/// Folders of problem packages whose files are wrong on purpose.
const NO_TESTS: [&str; 3] = ["invalid_input", "invalid_answer", "invalid_output"];

/// Tests that belong together.
pub(crate) struct Suite<'p> {
    /// In the order in which they are judged: samples first, then by name, numbers by size. Each is made when it
    /// is asked for.
    pub tests: Box<dyn Iterator<Item = Result<Test, Error>> + Send + 'p>,
    /// How wide the names of all tests are at most.
    pub name_width: usize,
    /// The number of tests, where none has to be made to know it.
    pub len: Option<usize>,
    /// Inputs without an answer file, in the same order.
    pub without_answers: Vec<String>,
}

impl<'p> Suite<'p> {
    fn new(
        first: Vec<Test>,
        others: impl Iterator<Item = Result<Test, Error>> + Send + 'p,
    ) -> Self {
        let names = first.iter().map(|test| printable(&test.name));
        Self {
            name_width: names.map(|name| name.chars().count()).max().unwrap_or(0),
            len: None,
            tests: Box::new(first.into_iter().map(Ok).chain(others)),
            without_answers: Vec::new(),
        }
    }
}

/// An input and the expected answers.
#[derive(Debug)]
pub(crate) struct Test {
    /// The name of the input below the folder.
    pub name: String,
    /// The cases.
    pub input: Source,
    /// The expected answers. `None` for bouton's own.
    pub answers: Option<Source>,
}

impl Test {
    /// The name of the input in messages.
    pub(crate) fn input_name(&self) -> Name {
        match &self.input {
            Source::File(path) => Name::File(path.display().to_string()),
            Source::Memory(_) => Name::Other(self.name.clone()),
        }
    }

    /// The name of the expected answers in messages.
    pub(crate) fn answers_name(&self) -> Name {
        match &self.answers {
            Some(Source::File(path)) => Name::File(path.display().to_string()),
            Some(Source::Memory(_)) | None => {
                Name::Other(t!("expected output of {test}", test = self.name))
            }
        }
    }

    /// The input and the expected answers.
    ///
    /// # Errors
    /// They cannot be opened.
    pub(crate) fn open(&self, problem: &Problem) -> Result<[Snapshot; 2], Error> {
        let input = self.input.open()?;
        let answers = if let Some(answers) = &self.answers {
            answers.open()?
        } else {
            let input = Input::new("input".to_owned(), input.open()?);
            // That it is bad is reported when it is judged.
            Snapshot::of(&engine::answers_to(problem, input).0)?
        };
        Ok([input, answers])
    }
}

/// Where a text is.
#[derive(Debug)]
pub(crate) enum Source {
    /// In a file.
    File(PathBuf),
    /// In memory.
    Memory(Cow<'static, [u8]>),
}

impl Source {
    fn open(&self) -> Result<Snapshot, Error> {
        match self {
            Self::File(path) => Snapshot::at(path),
            Self::Memory(text) => Snapshot::of(text),
        }
    }
}

/// The tests in `folder`; if none is given, the samples of `problem` and [its test data](testdata::tests), and in
/// a folder of the user's own the answers that are there.
pub(crate) fn suite<'p>(problem: &'p Problem, folder: Option<&Path>) -> Result<Suite<'p>, Error> {
    if let Some(folder) = folder {
        return in_folder(problem, folder);
    }
    let own = match &problem.files {
        Files::In(folder) => Some(folder.join("data")).filter(|data| data.exists()),
        Files::Embedded(_) | Files::None => None,
    };
    let first = match own {
        Some(data) => with_answers(&data)?.0,
        None => samples(problem),
    };
    let is_there: HashSet<_> = first.iter().map(|test| test.name.clone()).collect();
    let others = testdata::tests(problem).filter_map(move |test| match test {
        Ok(TestInput { name, .. }) if is_there.contains(&format!("secret/{name}.in")) => None,
        Ok(TestInput { name, input }) => Some(Ok(Test {
            input: Source::Memory(input),
            answers: None,
            name,
        })),
        Err(error) => Some(Err(error)),
    });
    let mut suite = Suite::new(first, others);
    suite.name_width = suite.name_width.max(testdata::longest_name(problem));
    Ok(suite)
}

fn samples(problem: &Problem) -> Vec<Test> {
    let samples = problem.samples().into_iter().zip(1..);
    let in_memory = |text: Cow<'static, str>| Source::Memory(text.into_owned().into_bytes().into());
    let tests = samples.map(|((input, answers), k)| Test {
        name: format!("sample {k}"),
        input: in_memory(input),
        answers: Some(in_memory(answers)),
    });
    tests.collect()
}

fn in_folder(problem: &Problem, folder: &Path) -> Result<Suite<'static>, Error> {
    let (tests, without_answers) = with_answers(folder)?;
    if tests.is_empty() {
        let shown = folder.display();
        return Err(Error::Usage(match without_answers.first() {
            Some(name) => {
                let input = folder.join(name);
                let folder = input.parent().unwrap_or(folder).display();
                t!(
                    "{shown} has inputs, such as {name}, but no answers (.ans or .out); bouton's own: bouton {problem} --out-dir '{folder}' '{folder}'/*.in",
                    shown = shown,
                    name = name,
                    problem = problem.name,
                    folder = folder
                )
            }
            None => t!(
                "{folder} has no tests: no X.in with X.ans or X.out",
                folder = shown
            ),
        }));
    }
    let len = Some(tests.len());
    let suite = Suite::new(tests, std::iter::empty());
    Ok(Suite {
        len,
        without_answers,
        ..suite
    })
}

/// The inputs in `folder` that have answers, and the names of the others.
fn with_answers(folder: &Path) -> Result<(Vec<Test>, Vec<String>), Error> {
    let mut inputs = inputs(folder)?;
    inputs.sort_by_cached_key(|input| order(input.strip_prefix(folder).unwrap_or(input)));
    let mut tests = Vec::new();
    let mut without_answers = Vec::new();
    for input in inputs {
        let name = input.strip_prefix(folder).unwrap_or(&input);
        let name = name.display().to_string();
        let mut answers = ANSWERS.iter().map(|ending| input.with_extension(ending));
        match answers.find(|answers| answers.is_file()) {
            Some(answers) => tests.push(Test {
                name,
                input: Source::File(input),
                answers: Some(Source::File(answers)),
            }),
            None => without_answers.push(name),
        }
    }
    Ok((tests, without_answers))
}

/// The files `*.in` in `folder` and below, where links lead to folders too.
fn inputs(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let is_input = |path: &Path| path.extension().is_some_and(|ending| ending == "in");
    let is_wanted = |entry: &DirEntry| {
        entry.depth() == 0 || !NO_TESTS.iter().any(|name| entry.file_name() == *name)
    };
    let mut inputs = Vec::new();
    let entries = WalkDir::new(folder).follow_links(true).into_iter();
    for entry in entries.filter_entry(is_wanted) {
        match entry {
            Ok(entry) if entry.file_type().is_dir() || !is_input(entry.path()) => {}
            Ok(entry) if entry.file_type().is_file() => inputs.push(entry.into_path()),
            // To open what is no file, a named pipe say, may be to wait forever.
            Ok(entry) => {
                let name = entry.path().display();
                return Err(Error::Usage(t!(
                    "{name} is not a regular file",
                    name = name
                )));
            }
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                let is_circle = error.loop_ancestor().is_some();
                // A link that leads back or nowhere is no test.
                if !is_circle && (!path.is_symlink() || is_input(&path)) {
                    let error = error.into_io_error().unwrap_or(io::ErrorKind::Other.into());
                    return Err(Error::io(&path.display().to_string(), error));
                }
            }
        }
    }
    Ok(inputs)
}

/// The key by which tests are sorted: samples first, then by name, numbers by size.
fn order(name: &Path) -> (bool, Vec<String>, PathBuf) {
    let stem = name.with_extension("");
    let parts = stem.iter().map(|part| part.to_string_lossy().into_owned());
    let parts: Vec<_> = parts.collect();
    let (last, folders) = parts.split_last().expect("it has a name");
    let in_samples = folders
        .iter()
        .any(|folder| folder == "sample" || folder == "samples");
    let is_sample = in_samples || last.starts_with("sample");
    let keys = parts.iter().map(|part| with_long_numbers(part));
    (!is_sample, keys.collect(), name.to_owned())
}

/// `name` with numbers of 20 digits, so that `2` comes before `10`.
fn with_long_numbers(name: &str) -> String {
    let mut key = String::new();
    let is_other = |c: char| !c.is_ascii_digit();
    // Each part is the digits of a number, if any, and the character after it.
    for part in name.split_inclusive(is_other) {
        let number = part.trim_end_matches(is_other);
        if !number.is_empty() {
            let digits = number.trim_start_matches('0');
            key.extend([&"0".repeat(20_usize.saturating_sub(digits.len())), digits]);
        }
        key += &part[number.len()..];
    }
    key
}
