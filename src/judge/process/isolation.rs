//! Keeps a program apart from the rest of the system, by bubblewrap.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{cannot_run, find};
use crate::error::{Error, reason};
use crate::words::t;

/// The shell is process 1 of the new namespace. So it waits for the program, which counts what that used; it cannot be
/// killed by it, and with it ends all that the program left behind. What it says itself is nobody's output.
/// `ulimit` limits processes and threads: the option is `-p` in dash, `-u` elsewhere. A Java virtual machine needs dozens.
const PROCESS_1: &str =
    "exec 3>&2 2>/dev/null; ulimit -u 256 || ulimit -p 256; (exec \"$@\" 2>&3 3>&-); exit $?";

/// Isolates a program: it sees only its own processes, has no network, cannot change files, and finds some
/// folders empty. At most 256 processes and threads run at once, unless they are root's.
#[derive(Clone, Debug)]
pub struct Isolation {
    hidden: Vec<PathBuf>,
}

impl Isolation {
    /// Isolation for `command`, in which the folders `hidden` are empty, but for those that we are in, or a file that it
    /// names.
    pub(crate) fn new(hidden: &[PathBuf], command: &[OsString]) -> Result<Self, Error> {
        // The shell around it would report this as a failure of the program.
        if find(&command[0]).is_none() {
            let reason = io::Error::other(t!("No such file or directory"));
            return Err(cannot_run(&command[0], &reason));
        }
        let needed = command.iter().map(Path::new).chain([Path::new(".")]);
        let needed: Vec<_> = needed.filter_map(|path| path.canonicalize().ok()).collect();
        // Bubblewrap knows no relative names.
        let hidden = hidden
            .iter()
            .filter_map(|folder| folder.canonicalize().ok());
        let mut hidden: Vec<_> = hidden.collect();
        hidden.retain(|folder| !needed.iter().any(|path| path.starts_with(folder)));
        let isolation = Self { hidden };
        let message = match isolation.command("true".as_ref()).output() {
            Ok(output) if output.status.success() => return Ok(isolation),
            Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            Err(error) => reason(&error),
        };
        Err(Error::Usage(t!(
            "--isolate: bubblewrap (bwrap) does not work here: {message}",
            message
        )))
    }

    /// A command that starts `program` isolated.
    pub(super) fn command(&self, program: &OsStr) -> Command {
        let mut command = Command::new("bwrap");
        command
            .args(["--unshare-all", "--as-pid-1", "--die-with-parent"])
            .args(["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"])
            .args(
                self.hidden
                    .iter()
                    .flat_map(|folder| [OsStr::new("--tmpfs"), folder.as_os_str()]),
            )
            .args(["--", "/bin/sh", "-c", PROCESS_1, "sh"])
            .arg(program);
        command
    }
}
