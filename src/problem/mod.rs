//! Judge problems: `game.toml`, the one description of each, and what else is in their folders.

mod folder;
mod forms;
mod framing;
pub mod game_toml;
pub mod judges;
pub mod layout;
pub mod statement;

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

use crate::error::Error;
use crate::frame::{Framing, Until};
use crate::game::rules::Rules;
use crate::output::answers::Answers;
use crate::question::{Answerer, Question};
use folder::FOLDERS;
pub use folder::Files;
use layout::{Layout, Mistake};

/// A judge problem under one of its names.
#[derive(Debug)]
pub struct Problem {
    /// Its id: the name of its folder.
    pub id: String,
    /// The name by which it was asked for: the id, an alias, or a path.
    pub name: String,
    /// Its other ids, each with the limits that it changes, if any.
    pub aliases: Vec<(String, Option<Layout>)>,
    /// The title under this name, if it is an alias with a title of its own.
    alias_title: Option<String>,
    /// The judge and the problem's number there.
    pub judge: String,
    /// How an input is laid out, with the limits of this name.
    pub layout: Layout,
    /// The same for a framer.
    pub framing: &'static Framing,
    /// What a move is, and who wins, without what the input gives.
    pub rules: Rules,
    /// What is asked.
    pub question: Box<dyn Question>,
    /// What else is in its folder.
    pub files: Files,
}

/// A sample of the judge: an input and the answers to it.
pub type Sample = (Cow<'static, str>, Cow<'static, str>);

impl Problem {
    /// What answers its cases, and adds to `answers`.
    pub fn answerer<'a, 'w>(&self, answers: &'a mut Answers<'w>) -> Answerer<'a, 'w> {
        Answerer::new(&*self.question, &self.rules, self.framing, answers)
    }

    /// The title of its statement, or that of the alias; the id, if there is none.
    pub fn title(&self) -> String {
        if let Some(title) = &self.alias_title {
            return title.clone();
        }
        let english = self.files.get("statement/problem.en.tex");
        english.map_or_else(|| self.id.clone(), |tex| statement::title(&tex).to_owned())
    }

    /// The value of `key` in its `problem.yaml`: the first line that starts with it.
    pub fn yaml(&self, key: &str) -> Option<String> {
        let yaml = self.files.get("problem.yaml")?;
        let mut lines = yaml.lines();
        lines.find_map(|line| Some(line.strip_prefix(key)?.strip_prefix(": ")?.to_owned()))
    }

    /// The page of the problem on its judge, where it is known.
    pub fn url(&self) -> Option<String> {
        self.yaml("  url")
    }

    /// The judge's samples, in the order of their names: those of the alias, if it has some of its own.
    pub fn samples(&self) -> Vec<Sample> {
        let of_alias = format!("aliases/{}", self.name);
        let has_own = !self.files.stems(&of_alias, ".in").is_empty();
        let folder = if has_own { &of_alias } else { "data/sample" };
        let sample = |stem: String| {
            let file = |ending| self.files.get(&format!("{folder}/{stem}.{ending}"));
            Some((file("in")?, file("ans")?))
        };
        let stems = self.files.stems(folder, ".in");
        stems.into_iter().filter_map(sample).collect()
    }

    /// What the input is, number by number.
    pub fn input(&self) -> String {
        let fields = &self.framing.fields;
        let case = crate::frame::describe(fields);
        let header = crate::frame::describe(&self.framing.header);
        match self.framing.until {
            Until::Eof if header.is_empty() => {
                format!("cases to the end of the input, each: {case}")
            }
            Until::Eof => format!("{header}, then cases to the end of the input, each: {case}"),
            Until::Zero if header.is_empty() => format!("cases up to a 0, each: {case}"),
            Until::Zero => format!("{header}, then cases up to a 0, each: {case}"),
            Until::One => format!("one case: {case}"),
            Until::Count => format!("{header}, then T cases, each: {case}"),
        }
    }
}

/// The ids of all problems that the program carries, each with its aliases.
pub fn ids() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    FOLDERS.iter().map(|folder| (folder.id, folder.aliases))
}

/// All problems that the program carries, under their ids.
pub fn all() -> impl Iterator<Item = &'static Problem> {
    ids().filter_map(|(id, _)| embedded(id))
}

/// The problem that the program carries under this id or alias.
///
/// # Panics
/// If there is a mistake in its `game.toml`.
pub fn embedded(name: &str) -> Option<&'static Problem> {
    static PARSED: Mutex<Option<HashMap<String, &'static Problem>>> = Mutex::new(None);
    let folder = FOLDERS
        .iter()
        .find(|folder| folder.id == name || folder.aliases.contains(&name))?;
    let mut parsed = PARSED.lock().unwrap_or_else(PoisonError::into_inner);
    let parsed = parsed.get_or_insert_with(HashMap::new);
    if let Some(problem) = parsed.get(name) {
        return Some(problem);
    }
    let files = Files::Embedded(folder.files);
    let text = files.get("game.toml").unwrap_or_default();
    let problem = match new(folder.id.to_owned(), name, &text, files) {
        Ok(problem) => problem,
        // The tests read all of them.
        Err(mistake) => panic!("problems/{}/game.toml: {mistake:?}", folder.id),
    };
    parsed.insert(name.to_owned(), problem);
    Some(problem)
}

/// Whether `name` is the path of a problem of the user's own, not an id.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', std::path::MAIN_SEPARATOR])
        || Path::new(name)
            .extension()
            .is_some_and(|extension| extension == "toml")
}

/// The problem with this id or alias, or in the folder or file at this path; none if it is an id that
/// nobody knows.
///
/// # Errors
/// The file cannot be read, or there is a mistake in it.
pub fn find(name: &str) -> Result<Option<&'static Problem>, Error> {
    if !is_path(name) {
        return Ok(embedded(name));
    }
    let given = Path::new(name);
    let (path, files) = if given.is_dir() {
        (given.join("game.toml"), Files::In(given.to_owned()))
    } else if given.file_name().is_some_and(|name| name == "game.toml") {
        let folder = given.parent().filter(|parent| *parent != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        (given.to_owned(), Files::In(folder.to_owned()))
    } else {
        (given.to_owned(), Files::None)
    };
    let shown = path.display().to_string();
    let bytes = fs::read(&path).map_err(|error| Error::io(&shown, error))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        let error = io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
        Error::io(&shown, error)
    })?;
    let problem = new(id_of(&path, &files), name, &text, files);
    problem.map(Some).map_err(|Mistake { offset, message }| {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        let column = before.len() - line_start + 1;
        Error::Usage(format!("{shown}:{line}:{column}: {message}"))
    })
}

/// The id of the problem in the file at `path`: the name of its folder, or its own.
fn id_of(path: &Path, files: &Files) -> String {
    let stem = match files {
        Files::In(folder) => {
            let folder = folder.canonicalize().unwrap_or_else(|_| folder.clone());
            folder.file_name().map(PathBuf::from)
        }
        Files::Embedded(_) | Files::None => path.file_stem().map(PathBuf::from),
    };
    stem.unwrap_or_default().display().to_string()
}

/// The problem that `text` describes. It stays for the rest of the run: a run has few of them.
fn new(id: String, name: &str, text: &str, files: Files) -> Result<&'static Problem, Mistake> {
    let toml = game_toml::parse(text)?;
    let other = toml.aliases.iter().find(|(alias, _)| alias == name);
    let limits = other.and_then(|(_, limits)| limits.clone());
    let title = toml.titles.into_iter().find(|(alias, _)| alias == name);
    let mut problem = Problem {
        judge: String::new(),
        alias_title: title.map(|(_, title)| title),
        name: name.to_owned(),
        layout: limits.unwrap_or(toml.layout),
        aliases: toml.aliases,
        framing: Box::leak(Box::new(toml.framing)),
        rules: toml.rules,
        question: toml.question,
        id,
        files,
    };
    problem.judge = problem.yaml("  name").unwrap_or_else(|| problem.id.clone());
    Ok(Box::leak(Box::new(problem)))
}
