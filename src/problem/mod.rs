//! Judge problems: `game.toml`, the one description of each, and the other files in their folders.

mod folder;
pub(crate) mod game_toml;
pub(crate) mod judges;
pub(crate) mod made_up;
pub(crate) mod names;
mod problem_yaml;
mod published;
pub(crate) mod statement;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::answer::{Answerer, Template};
use crate::error::{Error, byte_order_mark, shown_byte};
use crate::game::rule::Rules;
use crate::layout::{Layout, Mistake, mistake};
use crate::output::answers::Answers;
use crate::text::line_ends;
use crate::words::{Language, t};
pub(crate) use folder::Files;
use folder::{FOLDERS, Folder};
use judges::Judge;
use published::Published;
use yaml_rust2::Yaml;

/// A judge problem under one of its names.
#[derive(Debug)]
pub struct Problem {
    /// The id: the name of its folder.
    pub id: String,
    /// The name that was used: the id, an alias, or a path.
    pub name: String,
    /// The name or path as an argument, even if it is not UTF-8.
    pub argument: OsString,
    /// The ids of the same problem elsewhere.
    pub aliases: Vec<String>,
    /// What is known of it at the judge of this name, or what its `problem.yaml` says of that.
    published: Published,
    /// The layout of an input, with the limits of this name.
    pub layout: Arc<Layout>,
    /// The layout as its `game.toml` has it, on one line.
    pub written_input: String,
    /// The rule as its `game.toml` has it.
    pub written_rule: String,
    /// What a move is, and who wins, except for what the input gives.
    pub rules: Rules,
    /// What is printed for a case.
    pub answer: Template,
    /// Its `game.toml`.
    pub toml: String,
    /// The other files of its folder.
    pub files: Files,
    /// Its `problem.yaml`, which a user's own problem may have.
    pub(crate) yaml: Option<Yaml>,
}

/// The limits of a user's own problem where its `problem.yaml` says nothing: those of most contests, which suit Java
/// and Python as well.
pub(crate) const OWN_SECONDS: f64 = 2.0;
/// See [`OWN_SECONDS`].
pub(crate) const OWN_MEBIBYTES: f64 = 256.0;

/// One of the judge's samples: an input and its answers.
pub(crate) type Sample = (String, String);

impl Problem {
    /// Returns a sink that answers the cases, and adds to `answers`.
    pub fn answerer<'w>(&self, answers: Answers<'w>) -> Answerer<'_, 'w> {
        Answerer::new(&self.answer, &self.rules, &self.layout, answers)
    }

    /// Whether the name is an alias.
    pub(crate) fn is_alias(&self) -> bool {
        self.aliases.contains(&self.name)
    }

    /// Its id, and its aliases.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let aliases = self.aliases.iter().map(|alias| &**alias);
        std::iter::once(&*self.id).chain(aliases)
    }

    /// The id under which it is submitted: that of the alias, if the name is one.
    pub(crate) fn id_at_judge(&self) -> &str {
        if self.is_alias() { &self.name } else { &self.id }
    }

    /// Its judge, and its number there. A user's own problem has a judge only if its id has a number.
    fn judge(&self) -> Option<(&'static Judge, String)> {
        let is_known = |number: &str| self.files.is_embedded() || number.bytes().any(|byte| byte.is_ascii_digit());
        judges::judge(self.id_at_judge()).filter(|(_, number)| is_known(number))
    }

    /// The judge, and the problem's number there, under this name.
    pub fn judge_name(&self) -> String {
        let of_judge = |(judge, number): (&Judge, String)| format!("{}{number}", judge.name);
        let own = self.published.source.clone();
        let name = own.or_else(|| self.judge().map(of_judge));
        name.map_or_else(|| self.id.clone(), |name| judges::in_words(&name))
    }

    /// The title under this name in `language`, or else in another one, or the id if there is none.
    pub fn title_in(&self, language: Language) -> String {
        let [title, chinese] = self.published.titles.each_ref().map(Option::as_ref);
        if let Some(title) = language.choose([title, chinese.or(title)]) {
            return title.clone();
        }
        let mut languages = language.and_others();
        let tex = languages.find_map(|language| self.files.get(language.statement()));
        tex.map_or_else(|| self.id.clone(), |tex| statement::title(&tex).to_owned())
    }

    /// The statement of its folder in `language`, as `LaTeX`. It is the story of one judge: an alias has none.
    pub(crate) fn statement(&self, language: Language) -> Option<String> {
        let is_told = !self.is_alias();
        is_told.then(|| self.files.get(language.statement()))?
    }

    /// What its judge usually allows, or for a problem of the user's own what most contests do.
    fn usual_limits(&self) -> (f64, f64) {
        let judge = self.judge().filter(|_| self.files.is_embedded());
        judge.map_or((OWN_SECONDS, OWN_MEBIBYTES), |(judge, _)| judge.limits)
    }

    /// The judge's limit of CPU time, for programs that are compiled.
    pub fn time_limit(&self) -> Duration {
        let own = self.published.time_limit;
        Duration::from_secs_f64(own.unwrap_or(self.usual_limits().0))
    }

    /// The judge's limit of memory in bytes, for programs that are compiled.
    pub fn memory_limit(&self) -> u64 {
        let own = self.published.memory_limit;
        (own.unwrap_or(self.usual_limits().1) * f64::from(1 << 20)) as u64
    }

    /// The page of the problem on its judge, if known.
    pub fn url(&self) -> Option<String> {
        let own = self.published.url.clone();
        own.or_else(|| {
            let (judge, number) = self.judge()?;
            judge.addresses(&number).next()
        })
    }

    /// The judge's samples: those of the `game.toml`, or else of files in the order of their names, and those of the
    /// alias, if it has some of its own.
    pub fn samples(&self) -> Vec<Sample> {
        if !self.published.samples.is_empty() {
            return self.published.samples.clone();
        }
        let of_alias = format!("aliases/{}", self.name);
        let has_own = !self.files.stems(&of_alias).is_empty();
        let folder = if has_own { &of_alias } else { "data/sample" };
        let sample = |stem: String| {
            let file = |ending| self.files.get(&format!("{folder}/{stem}.{ending}"));
            Some((file("in")?, file("ans")?))
        };
        let stems = self.files.stems(folder);
        stems.into_iter().filter_map(sample).collect()
    }
}

/// The ids of all embedded problems, each with its aliases.
pub fn ids() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    FOLDERS.iter().map(|folder| (folder.id, folder.aliases))
}

/// The ids and aliases of all embedded problems.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ids().flat_map(|(id, aliases)| std::iter::once(id).chain(aliases.iter().copied()))
}

/// All embedded problems, under their ids.
pub(crate) fn all() -> impl Iterator<Item = Arc<Problem>> {
    ids().filter_map(|(id, _)| embedded(id))
}

/// The embedded problem with this id or alias.
///
/// # Panics
/// If there is a mistake in its `game.toml`.
pub fn embedded(name: &str) -> Option<Arc<Problem>> {
    let is_meant = |folder: &&Folder| folder.id == name || folder.aliases.contains(&name);
    let folder = FOLDERS.iter().find(is_meant)?;
    let files = Files::Embedded(folder.files);
    let problem = game_toml::parse(folder.id.to_owned(), name.as_ref(), folder.toml, files);
    Some(Arc::new(problem.expect("the tests read all of them")))
}

/// Whether `name` is the path of a user's own problem, rather than an id.
pub(crate) fn is_path(name: &OsStr) -> bool {
    let is_separator = |&byte: &u8| std::path::is_separator(byte.into());
    let has_separator = name.as_encoded_bytes().iter().any(is_separator);
    let is_address = name.to_str().and_then(names::address).is_some();
    !is_address && (has_separator || is_toml(Path::new(name)))
}

/// Whether `path` is called as a `game.toml` is.
pub(crate) fn is_toml(path: &Path) -> bool {
    path.extension() == Some("toml".as_ref())
}

/// The problem that `name` [means](names::meaning), or in the folder or file at this path. `None` if there is no such
/// problem, or more than one.
///
/// # Errors
/// If the file cannot be read, or there is a mistake in it.
pub fn find(name: impl AsRef<OsStr>) -> Result<Option<Arc<Problem>>, Error> {
    let name = name.as_ref();
    if !is_path(name) {
        return Ok(match name.to_str().map(names::meaning) {
            Some(names::Meaning::Id(id)) => embedded(id),
            Some(names::Meaning::Ambiguous(_) | names::Meaning::Unknown) | None => None,
        });
    }
    let given = Path::new(name);
    let path = if given.is_dir() {
        &given.join("game.toml")
    } else {
        given
    };
    let is_in_folder = path.file_name().is_some_and(|name| name == "game.toml");
    let folder = path
        .parent()
        .filter(|parent| *parent != Path::new(""))
        .unwrap_or(Path::new("."));
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let (files, id) = if is_in_folder {
        (Files::In(folder.to_owned()), whole.file_name())
    } else {
        (Files::None, path.file_stem())
    };
    let id = id.unwrap_or_default().display().to_string();
    let mut problem =
        read(path, |text| game_toml::parse(id, name, text, files)).map_err(|error| or_file_beside(error, given))?;
    if let Files::In(folder) = &problem.files {
        let path = folder.join("problem.yaml");
        if path.exists() {
            let (yaml, published) = read(&path, problem_yaml::parse)?;
            problem.yaml = Some(yaml);
            // An alias is on another judge, of which the file says nothing.
            if !problem.is_alias() {
                problem.published = problem.published.or(published);
            }
        }
    }
    Ok(Some(Arc::new(problem)))
}

/// The error that nothing lies at `path`, with the file that is meant, if its name was given without `.toml`.
fn or_file_beside(error: Error, path: &Path) -> Error {
    let with_ending = path.with_extension("toml");
    if path.extension().is_some() || path.exists() || !with_ending.is_file() {
        return error;
    }
    let meant = t!("did you mean '{name}'?", name = with_ending.display());
    Error::Usage(error.to_string() + t!("; ") + &meant)
}

/// The most bytes of a `game.toml` or `problem.yaml`. What follows takes time that grows with the square of the names
/// in a layout.
const MAX_BYTES: u64 = 1 << 16;

/// What `parse` makes of the text of the file at `path`.
fn read<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T, Mistake>) -> Result<T, Error> {
    let shown = path.display().to_string();
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map(|file| file.take(MAX_BYTES + 1));
    file.and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(|error| Error::io(&shown, error))?;
    parsed(&shown, &bytes, parse)
}

/// The problem that `bytes` describe: those of a `game.toml` in no folder, which errors call by this name.
pub(crate) fn described_by(bytes: &[u8]) -> Result<Problem, Error> {
    let name = "game.toml";
    parsed(name, bytes, |text| {
        game_toml::parse("game".to_owned(), name.as_ref(), text, Files::None)
    })
}

/// What `parse` makes of the text that `bytes` are, those of a file that errors call `shown`.
fn parsed<T>(shown: &str, bytes: &[u8], parse: impl FnOnce(&str) -> Result<T, Mistake>) -> Result<T, Error> {
    let parsed = match std::str::from_utf8(bytes) {
        _ if bytes.len() as u64 > MAX_BYTES => mistake(0, t!("it is larger than 64 KiB")),
        Ok(text) => parse(text),
        Err(error) => {
            let offset = error.valid_up_to();
            let mark = byte_order_mark(bytes).filter(|_| offset == 0);
            let found = mark.map_or_else(|| shown_byte(bytes[offset]), str::to_owned);
            let message = t!("expected UTF-8 text, found {found}", found);
            mistake(offset, message)
        }
    };
    parsed.map_err(|Mistake { offset, message }| {
        let before = &bytes[..offset.min(bytes.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let line = line_ends(before) + 1;
        let column = before.len() - line_start + 1;
        Error::Usage(format!("{shown}:{line}:{column}: {message}"))
    })
}
