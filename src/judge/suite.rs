//! The tests on which a submission is judged: those of a problem, or the files of a folder.

use std::collections::HashSet;
use std::fs::Metadata;
use std::io;
use std::iter;
use std::path::Path;
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use crate::error::{Error, usage};
use crate::judge::name::Name;
use crate::judge::process::{Snapshot, Stamp};
use crate::problem::{Files, Problem};
use crate::testdata;
use crate::words::t;

/// What the answer files of `X.in` are called, the better one first: `X.out` may also be what some program wrote.
const ANSWERS: [&str; 2] = ["ans", "out"];

/// Folders of problem packages whose files are wrong on purpose.
const NO_TESTS: &[&str] = &["invalid_input", "invalid_answer", "invalid_output"];

/// Tests that belong together.
pub(crate) struct Suite<'p> {
    /// Those that are files, samples first, then by name, numbers by size.
    files: Vec<TestFiles>,
    /// The others: those that are kept, and those that are made when they are asked for.
    kept: Vec<Arc<Test>>,
    made: Made<'p>,
    /// The problem of these, and the names of files that take the place of some.
    own: Option<(&'p Problem, HashSet<String>)>,
    /// Inputs without an answer file, in the same order.
    pub without_answers: Vec<String>,
}

impl Suite<'_> {
    /// Makes all tests, for several programs.
    pub(crate) fn keep(&mut self) -> Result<(), Error> {
        let made = self.made.by_ref().map(|test| test.map(Arc::new));
        self.kept = made.collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Lets tests that are not kept be made again.
    pub(crate) fn rewind(&mut self) {
        if let Some((problem, files)) = &self.own
            && self.kept.is_empty()
        {
            self.made = made(problem, files.clone());
        }
    }

    /// All tests, in the order in which they are judged. What is not kept is made once.
    pub(crate) fn tests(&mut self) -> impl Iterator<Item = Result<Arc<Test>, Error>> + Send {
        let files = self.files.iter().map(opened);
        let made = self.made.by_ref().map(|test| test.map(Arc::new));
        files.chain(self.kept.iter().cloned().map(Ok)).chain(made)
    }
}

/// An input and the expected answers.
#[derive(Debug)]
pub(crate) struct Test {
    /// The name of the input below the folder.
    pub name: String,
    /// The cases.
    pub input: Snapshot,
    /// The expected answers; `None` is our own.
    pub expected: Option<Snapshot>,
}

/// The files of a test, as they were before any program ran: its name, its input, and the expected answers.
type TestFiles = (String, [Stamp; 2]);

/// The tests in `folder`; if none is given, the samples of `problem` and [its test data](testdata::tests) with our
/// answers, and in a folder of the user's own the answers that are there.
pub(crate) fn suite<'p>(problem: &'p Problem, folder: Option<&Path>) -> Result<Suite<'p>, Error> {
    if let Some(folder) = folder {
        let (files, without_answers) = with_answers(folder)?;
        if files.is_empty() {
            let folder = folder.display();
            return usage(t!("{folder} has no tests: no X.in with X.ans or X.out", folder));
        }
        return Ok(Suite {
            files,
            kept: Vec::new(),
            made: Box::new(iter::empty()),
            own: None,
            without_answers,
        });
    }
    let own = match &problem.files {
        Files::In(folder) => Some(folder.join("data")).filter(|data| data.exists()),
        Files::Embedded(_) | Files::None => None,
    };
    let files = own.map_or(Ok(Vec::new()), |data| Ok(with_answers(&data)?.0))?;
    let names: HashSet<_> = files.iter().map(|(name, ..)| name.clone()).collect();
    Ok(Suite {
        files,
        kept: Vec::new(),
        made: made(problem, names.clone()),
        own: Some((problem, names)),
        without_answers: Vec::new(),
    })
}

/// Tests that are made.
type Made<'p> = Box<dyn Iterator<Item = Result<Test, Error>> + Send + 'p>;

/// The samples of `problem` that are in no file, and its test data, but for what is in `files` of its folder.
fn made(problem: &Problem, files: HashSet<String>) -> Made<'_> {
    let samples = problem.samples().into_iter().zip(1..).map(|((input, answers), k)| {
        let answers = Some(answers.as_bytes());
        in_memory(format!("sample {k}"), input.as_bytes(), answers)
    });
    // In a folder of its own, they are files.
    let has_data = matches!(&problem.files, Files::In(folder) if folder.join("data").exists());
    let samples = samples.filter(move |_| !has_data);
    let is_new = move |name: &str| !files.contains(&format!("secret/{name}.in"));
    // The statements of ours say that some judges' data are so.
    let is_ours = matches!(problem.files, Files::Embedded(_));
    let without_zeros = is_ours.then(|| testdata::without_zeros(problem)).flatten();
    let made = testdata::tests(problem)
        .chain(without_zeros.map(Ok))
        .filter(move |test| test.as_ref().map_or(true, |test| is_new(&test.name)))
        .map(|test| {
            let test = test?;
            in_memory(test.name, &test.input, None)
        });
    Box::new(samples.chain(made))
}

fn in_memory(name: String, input: &[u8], answers: Option<&[u8]>) -> Result<Test, Error> {
    let expected = answers.map(|answers| Snapshot::of(expected_output(&name), answers));
    Ok(Test {
        input: Snapshot::of(Name::Other(name.clone()), input)?,
        expected: expected.transpose()?,
        name,
    })
}

/// What the expected answers of a test that is not in files are called.
pub(crate) fn expected_output(test: &str) -> Name {
    Name::Other(t!("expected output of {test}", test))
}

fn opened((name, [input, expected]): &TestFiles) -> Result<Arc<Test>, Error> {
    Ok(Arc::new(Test {
        name: name.clone(),
        input: Snapshot::at(input)?,
        expected: Some(Snapshot::at(expected)?),
    }))
}

/// The inputs `*.in` in `folder` and below that have answers, and the names of the others. Links to other folders are
/// not followed.
fn with_answers(folder: &Path) -> Result<(Vec<TestFiles>, Vec<String>), Error> {
    let is_wanted = |entry: &DirEntry| entry.depth() == 0 || !NO_TESTS.iter().any(|name| entry.file_name() == *name);
    let mut inputs = Vec::new();
    for entry in WalkDir::new(folder).into_iter().filter_entry(is_wanted) {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).display().to_string();
            let error = error.into_io_error().unwrap_or(io::ErrorKind::Other.into());
            Error::io(&path, error)
        })?;
        let input = entry.into_path();
        if input.is_dir() || input.extension().is_none_or(|ending| ending != "in") {
            continue;
        }
        let shown = input.display().to_string();
        let file = input.metadata().map_err(|error| Error::io(&shown, error))?;
        // To open what is no file, a named pipe say, may be to wait forever.
        if !file.is_file() {
            return usage(t!("{name} is not a regular file", name = shown));
        }
        let name = input.strip_prefix(folder).unwrap_or(&input);
        inputs.push((name.display().to_string(), Stamp::of(&input, &file)));
    }
    inputs.sort_by_cached_key(|(name, _)| order(name));
    let (mut tests, mut without_answers) = (Vec::new(), Vec::new());
    for (name, input) in inputs {
        let answers = ANSWERS.iter().find_map(|ending| {
            let path = input.path.with_extension(ending);
            let file = path.metadata().ok().filter(Metadata::is_file)?;
            Some(Stamp::of(&path, &file))
        });
        match answers {
            Some(answers) => tests.push((name, [input, answers])),
            None => without_answers.push(name),
        }
    }
    Ok((tests, without_answers))
}

/// The key by which tests are sorted: samples first, then by name, numbers by size.
fn order(name: &str) -> (bool, String) {
    let parts = name
        .as_bytes()
        .chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit());
    let padded = parts.map(|part| match String::from_utf8_lossy(part) {
        number if part[0].is_ascii_digit() => format!("{number:0>20}"),
        text => text.into_owned(),
    });
    (!name.starts_with("sample"), padded.collect())
}
