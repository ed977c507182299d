//! The commands, one file each.

pub mod answer;
pub mod completions;
pub mod diff;
pub mod generate;
pub mod judging;
pub mod list;
pub mod man;
pub mod show;
pub mod solve;
pub mod source;
pub mod split;
pub mod stamp;
pub mod stress;
pub mod test;
pub mod validate;
pub mod values;

use std::path::Path;

use crate::error::Error;

/// Creates `folder` and its parents, unless they exist.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Error> {
    let name = folder.display().to_string();
    if folder.exists() && !folder.is_dir() {
        return Err(Error::Usage(format!("{name} is not a folder")));
    }
    std::fs::create_dir_all(folder).map_err(|error| Error::writing(&name, error))
}
