//! A folder for files that are to appear together: they are written there, and moved when all are complete.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::interrupt::{Temporary, uninterrupted};
use crate::output::make_folder;
use crate::words::t;

/// A folder that goes, with all that is still in it, when this does.
pub(crate) struct StagingDir {
    path: PathBuf,
    /// Its registration, which ends with it.
    _temporary: Temporary,
}

impl StagingDir {
    /// A new folder in `parent`, whose name starts with `prefix`.
    pub(crate) fn new(parent: &Path, prefix: &str) -> Result<Self, Error> {
        // Others may be there: of another run at the same time, or of one that was killed.
        let mut number = std::process::id();
        loop {
            let path = parent.join(format!("{prefix}{number}"));
            let made = Temporary::register(|| fs::create_dir(&path).map(|()| path));
            match made {
                Ok((path, temporary)) => {
                    return Ok(Self {
                        path,
                        _temporary: temporary,
                    });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(Error::writing(&parent.display().to_string(), error)),
            }
        }
    }

    /// A new folder next to `folder`, whose [name](Self::rename) it is to have: nothing may be there, or an empty folder.
    /// The folders on the way are made.
    pub(crate) fn beside(folder: &Path, prefix: &str) -> Result<Self, Error> {
        let name = folder.display();
        let refused = |why| Err(Error::Usage(why));
        let parent = match (folder.file_name(), folder.parent()) {
            (Some(_), Some(parent)) if parent != Path::new("") => parent,
            (Some(_), _) => Path::new("."),
            (None, _) => {
                return refused(t!(
                    "{name} has no name of its own: give a new folder",
                    name = name
                ));
            }
        };
        if folder.is_file() {
            return refused(t!("{name} is a file: give a new folder", name = name));
        }
        match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(Error::io(&name.to_string(), error)),
            Ok(mut entries) => {
                if entries.next().is_some() {
                    return refused(t!("{name} is not empty: give a new folder", name = name));
                }
            }
        }
        make_folder(parent)?;
        Self::new(parent, prefix)
    }

    /// Writes a file in it; folders on the way are made.
    pub(crate) fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        io::Write::write_all(&mut self.create(path.as_ref())?, bytes)
    }

    /// Makes a file in it; folders on the way are made.
    pub(crate) fn create(&self, path: &Path) -> io::Result<fs::File> {
        let path = self.path.join(path);
        uninterrupted(|| {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::File::create_new(path)
        })
    }

    /// Gives the folder itself the name `to`, which nothing or an empty folder has.
    pub(crate) fn rename(self, to: &Path) -> io::Result<()> {
        if cfg!(windows) {
            // There a folder replaces nothing, not even an empty one; this removes no other.
            let _ = fs::remove_dir(to);
        }
        uninterrupted(|| fs::rename(&self.path, to))
    }
}

impl Drop for StagingDir {
    fn drop(&mut self) {
        // If something is left in it, the work failed.
        let _ = fs::remove_dir_all(&self.path);
    }
}
