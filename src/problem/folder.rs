//! The folder of a problem: one that the program carries, or one of the user's own.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::{fs, io};

use walkdir::{DirEntry, WalkDir};

use crate::error::Error;

/// A folder that the program carries: those under `problems/`.
pub(super) struct Folder {
    /// Its name.
    pub id: &'static str,
    /// Other ids of the same problem.
    pub aliases: &'static [&'static str],
    /// Its `game.toml`.
    pub toml: &'static str,
    /// Its files.
    pub files: &'static [EmbeddedFile],
}

/// The path of a file, and where its text starts and ends in [`TEXTS`].
type EmbeddedFile = (&'static str, usize, usize);

include!(concat!(env!("OUT_DIR"), "/folders.rs"));

/// The texts of all files that the program carries. Compressed they take 27 KB instead of 192.
static TEXTS: LazyLock<String> = LazyLock::new(|| {
    let compressed = include_bytes!(concat!(env!("OUT_DIR"), "/texts.deflate"));
    let texts = miniz_oxide::inflate::decompress_to_vec(compressed);
    String::from_utf8(texts.expect("the build compressed it")).expect("the build read texts")
});

/// The files of a problem.
#[derive(Clone, Debug)]
pub enum Files {
    /// The program carries them.
    Embedded(&'static [EmbeddedFile]),
    /// They are in this folder.
    In(PathBuf),
    /// There are none but a `game.toml`.
    None,
}

impl Files {
    /// Whether the program carries them: the problem is a published one.
    pub(crate) fn is_embedded(&self) -> bool {
        matches!(self, Self::Embedded(_))
    }

    /// The text of the file at `path`, if there is one.
    pub fn get(&self, path: &str) -> Option<String> {
        String::from_utf8(self.bytes(path).ok()?).ok()
    }

    /// The bytes of the file at `path`.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn bytes(&self, path: &str) -> Result<Vec<u8>, Error> {
        let found = match self {
            Self::Embedded(files) => files.iter().find(|file| file.0 == path),
            Self::In(folder) => {
                let path = folder.join(path);
                return fs::read(&path).map_err(|error| Error::io(&path.display().to_string(), error));
            }
            Self::None => None,
        };
        match found {
            Some(&(_, start, end)) => Ok(TEXTS.as_bytes()[start..end].to_vec()),
            None => Err(Error::io(path, io::ErrorKind::NotFound.into())),
        }
    }

    /// The paths of all files in the folder `path` and below, sorted.
    pub(crate) fn below(&self, path: &str) -> Vec<String> {
        let mut paths: Vec<_> = match self {
            Self::Embedded(files) => {
                let start = format!("{path}/");
                let below = files.iter().filter(|(file, ..)| file.starts_with(&start));
                below.map(|(file, ..)| (*file).to_owned()).collect()
            }
            Self::In(folder) => {
                let entries = WalkDir::new(folder.join(path)).follow_links(true).into_iter().flatten();
                let files = entries.filter(|entry| entry.file_type().is_file());
                let path = |entry: DirEntry| {
                    let path = entry.path().strip_prefix(folder).ok()?;
                    let names = path.iter().map(OsStr::to_str);
                    Some(names.collect::<Option<Vec<_>>>()?.join("/"))
                };
                files.filter_map(path).collect()
            }
            Self::None => Vec::new(),
        };
        paths.sort();
        paths
    }

    /// The names of the inputs in the folder `path`, without `.in`, sorted.
    pub(crate) fn stems(&self, path: &str) -> Vec<String> {
        let paths = self.below(path).into_iter();
        let stem = |file: String| {
            let name = file.strip_prefix(path)?.strip_prefix('/')?;
            let stem = name.strip_suffix(".in")?;
            (!stem.contains('/')).then(|| stem.to_owned())
        };
        let mut stems: Vec<_> = paths.filter_map(stem).collect();
        stems.sort();
        stems
    }
}
