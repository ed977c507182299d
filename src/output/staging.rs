//! A folder for files that are to appear together: they are written there, and moved when all are complete.

use std::fs;
use std::io;
use std::path::Path;

use crate::error::{Error, usage};
use crate::interrupt::{TemporaryFolder, uninterrupted};
use crate::output::{close, make_folder};
use crate::words::t;

/// A folder that goes, with all that is still in it, when this does.
pub(crate) struct StagingDir(TemporaryFolder);

impl StagingDir {
    /// A new folder next to `folder`, whose [name](Self::rename) it is to have: nothing may be there, or an empty
    /// folder. Its own name starts with `prefix`. The folders on the way are made.
    pub(crate) fn beside(folder: &Path, prefix: &str) -> Result<Self, Error> {
        let name = folder.display();
        let parent = match (folder.file_name(), folder.parent()) {
            (Some(_), Some(parent)) if parent != Path::new("") => parent,
            (Some(_), _) => Path::new("."),
            (None, _) => {
                return usage(t!("{name} has no name of its own: give a new folder", name));
            }
        };
        match fs::read_dir(folder).map(|mut entries| entries.next()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(Error::io(&name.to_string(), error)),
            Ok(None) => {}
            Ok(Some(_)) => {
                return usage(t!("{name} is not empty: give a new folder", name));
            }
        }
        make_folder(parent)?;
        let made = TemporaryFolder::in_folder(parent, prefix);
        made.map(Self).map_err(|error| Error::writing(&name.to_string(), error))
    }

    /// Writes a file in it; folders on the way are made.
    pub(crate) fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.create(path.as_ref())?;
        io::Write::write_all(&mut file, bytes)?;
        close(file)
    }

    /// Makes a file in it; folders on the way are made.
    pub(crate) fn create(&self, path: &Path) -> io::Result<fs::File> {
        let path = self.0.path().join(path);
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
        uninterrupted(|| fs::rename(self.0.path(), to))
    }
}
