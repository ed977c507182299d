//! The commands, one file each.

pub(crate) mod answer;
pub(crate) mod completions;
pub(crate) mod diff;
pub(crate) mod generate;
pub(crate) mod judging;
pub(crate) mod list;
pub(crate) mod package;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod source;
pub(crate) mod split;
pub(crate) mod stress;
pub(crate) mod test;
pub(crate) mod validate;
pub(crate) mod values;

use std::path::Path;

/// The file that an option `-o` names. `None` is standard output, which `-` names as well.
fn or_stdout(output: Option<&Path>) -> Option<&Path> {
    output.filter(|path| *path != Path::new("-"))
}
