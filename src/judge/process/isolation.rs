//! Keeps a program apart from the rest of the system, by bubblewrap.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
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
        if cfg!(not(target_os = "linux")) {
            return Err(Error::Usage(t!("--isolate needs Linux").to_owned()));
        }
        let needed = command.iter().map(Path::new).chain([Path::new(".")]);
        let needed: Vec<_> = needed.filter_map(|path| path.canonicalize().ok()).collect();
        let hidden = hidden.iter().filter_map(|path| path.canonicalize().ok());
        let is_hidden = |folder: &PathBuf| !needed.iter().any(|path| path.starts_with(folder));
        let isolation = Self {
            hidden: hidden.filter(is_hidden).collect(),
        };
        let trouble = |what: &str| Err(Error::Usage(t!("--isolate: {reason}", reason = what)));
        match isolation.command(OsStr::new("true")).output() {
            Ok(output) if output.status.success() => Ok(isolation),
            Ok(output) => {
                let message = String::from_utf8_lossy(&output.stderr);
                trouble(&t!(
                    "bubblewrap does not work here: {message}",
                    message = message.trim()
                ))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => trouble(t!(
                "it needs bubblewrap, whose program bwrap is not in PATH; install the package 'bubblewrap'"
            )),
            Err(error) => trouble(&t!("bwrap cannot be started: {error}", error = error)),
        }
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
