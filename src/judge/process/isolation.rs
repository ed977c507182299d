//! A sandbox for a program, by bubblewrap: a list of what is there.
//!
//! The folders of the system, those on PATH with what their links lead to, and the program's own can be read; a new
//! `/tmp` and `/dev/shm` can be written. Users, processes, network, IPC and the name of the host are apart, and no
//! rights can be gained. The first process is this program: it can tell a signal from an exit code, and counts what
//! orphans use.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::geteuid;
use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space, unshare_unsafe};
use walkdir::WalkDir;

use super::system::INIT;
use super::{cannot_run, find, is_executable};
use crate::error::{Error, reason};
use crate::words::t;

/// The options of bubblewrap for all programs, but for those about users.
const APART: &str = "--die-with-parent --as-pid-1 --unshare-ipc --unshare-pid --unshare-net --unshare-uts \
    --unshare-cgroup-try --hostname sandbox --cap-drop ALL";

/// Folders that are new.
const NEW: &str = "--proc /proc --dev /dev --dir /run --symlink /tmp /var/tmp \
    --perms 1777 --size 268435456 --tmpfs /tmp --perms 0777 --dir /tmp/scratch \
    --perms 1777 --size 268435456 --tmpfs /dev/shm";

/// Where a program starts that needs no folder of ours.
const SCRATCH: &str = "/tmp/scratch";

/// Where systems keep programs, libraries, and their settings.
const SYSTEM: &str = "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /nix/store /gnu/store";

/// What the programs in a folder `bin` find beside it: those of a C compiler, a JDK, and Python.
const BESIDE: &str = "lib lib64 libexec include conf jmods release pyvenv.cfg";

/// Where programs on PATH find what they stand for: a variable, and the folder in the home folder if that is not set.
const HOMES: [(&str, Option<&str>); 4] = [
    ("PYENV_ROOT", Some(".pyenv")),
    ("RUSTUP_HOME", Some(".rustup")),
    ("ASDF_DATA_DIR", Some(".asdf")),
    ("JAVA_HOME", None),
];

/// What else of the environment is kept.
const VARIABLES: &str = "LANG LC_ALL LC_CTYPE TZ PYENV_VERSION RUSTUP_TOOLCHAIN";

/// The most files of a program's folder among which sockets are looked for.
const FILES: usize = 20_000;

/// The users as which the programs of root run, in turn, as the limit of processes is one for each user, and none for
/// root.
const USERS: u32 = 64;
const FIRST_USER: u32 = 60_000;

/// How a program is isolated.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// The options of bubblewrap.
    options: Vec<OsString>,
    environment: Vec<(OsString, OsString)>,
    /// What can be read beside the system.
    shown: BTreeSet<PathBuf>,
    /// Folders that are empty, whatever is shown around them.
    hidden: Vec<PathBuf>,
    /// This program.
    init: Arc<File>,
    /// For root, the namespace with those users.
    users: Option<Arc<File>>,
}

impl Isolation {
    /// Isolation by bubblewrap, and by the `bouton` at `init`, in which the folders `hidden` are empty.
    ///
    /// # Errors
    /// Bubblewrap is not installed, or may not do its work here.
    pub fn new(init: &Path, hidden: &[PathBuf]) -> Result<Self, Error> {
        let fails = |message: &str| {
            Error::Usage(t!(
                "--isolate: bubblewrap (bwrap) does not work here: {message}",
                message
            ))
        };
        let users = has_users().then(|| user_namespace().map(Arc::new));
        let users = users.transpose().map_err(|error| fails(&reason(&error)))?;
        let init = File::open(init).map_err(|error| Error::io("bouton", error))?;
        let hidden = hidden
            .iter()
            .filter_map(|folder| folder.canonicalize().ok());
        let mut isolation = Self {
            options: Vec::new(),
            environment: vec![("HOME".into(), SCRATCH.into())],
            shown: BTreeSet::new(),
            hidden: hidden.collect(),
            init: Arc::new(init),
            users,
        };
        isolation.show_tools();
        // Before 0.8, it does not know the last one of the second.
        let users = match isolation.users {
            Some(_) => ["--cap-add CAP_SETUID --cap-add CAP_SETGID"].as_slice(),
            None => &["--unshare-user --disable-userns", "--unshare-user"],
        };
        let mut message = String::new();
        for users in users {
            isolation.options = words(APART).chain(words(users)).collect();
            let mut probe = Command::new("bwrap");
            probe.args(&isolation.options);
            probe.args(words("--ro-bind / / --proc /proc --dev /dev true"));
            let entered = isolation.clone();
            // SAFETY: between fork and exec, this makes two system calls.
            unsafe { probe.pre_exec(move || entered.enter()) };
            match probe.output() {
                Ok(output) if output.status.success() => return Ok(isolation),
                Ok(output) => message = String::from_utf8_lossy(&output.stderr).trim().to_string(),
                Err(error) => message = reason(&error),
            }
        }
        Err(fails(&message))
    }

    /// Shows the programs on PATH, and keeps the variables that they need.
    fn show_tools(&mut self) {
        for name in VARIABLES.split(' ') {
            let value = env::var_os(name).map(|value| (name.into(), value));
            self.environment.extend(value);
        }
        let home = env::home_dir().unwrap_or_default();
        for (name, default) in HOMES {
            let set = env::var_os(name).map(PathBuf::from);
            if let Some(folder) = set.or(default.map(|default| home.join(default)))
                && folder.is_dir()
            {
                self.show(&folder);
                self.environment.push((name.into(), folder.into()));
            }
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<_> = env::split_paths(&path).collect();
        folders.retain(|folder| folder.is_absolute() && folder.is_dir());
        for folder in folders.iter().filter(|folder| !is_system(folder)) {
            self.show_programs(folder);
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let is_link =
                |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_symlink());
            for link in entries.filter(is_link) {
                self.show_program(&link.path());
            }
        }
        let path = env::join_paths(folders).unwrap_or_default();
        self.environment.push(("PATH".into(), path));
    }

    /// Shows what a name leads to, and if that is one of several programs what these need.
    fn show_program(&mut self, program: &Path) {
        let program = program.canonicalize().unwrap_or_default();
        match program.parent() {
            Some(folder) if folder.ends_with("bin") => self.show_programs(folder),
            _ => self.show(&program),
        }
    }

    /// Shows a folder of programs, and what these find beside it.
    fn show_programs(&mut self, folder: &Path) {
        self.show(folder);
        let real = folder.canonicalize().unwrap_or_default();
        if real.ends_with("bin") && real.parent().is_some_and(|folder| !is_private(folder)) {
            for name in BESIDE.split(' ') {
                self.show(&real.with_file_name(name));
            }
        }
    }

    /// Shows a folder or a file, under its name and under that to which it leads.
    fn show(&mut self, path: &Path) {
        if let Ok(real) = path.canonicalize()
            && !is_private(&real)
        {
            let names = [real, path.to_owned()].into_iter();
            self.shown.extend(names.filter(|path| !is_system(path)));
        }
    }

    /// This isolation for one `command`, which sees the folder of the program, and unless it `is_alone` that in which
    /// we are; and if its `arguments` are the program to an interpreter, the folders of those. It may write in the
    /// folder `scratch`, if there is one.
    ///
    /// # Errors
    /// There is no such program.
    pub fn of(
        &self,
        command: &[OsString],
        is_alone: bool,
        arguments: bool,
        scratch: Option<&Path>,
    ) -> Result<Self, Error> {
        let Some(program) = find(&command[0]) else {
            let reason = io::Error::other(t!("No such file or directory"));
            return Err(cannot_run(&command[0], &reason));
        };
        let mut isolation = self.clone();
        isolation.show_program(&program);
        let here = env::current_dir().unwrap_or_default();
        let words = command[1..].iter().map(|word| here.join(word));
        // One that is executable is a program that another one runs.
        let words = words.filter(|word| arguments || (word.is_file() && is_executable(word)));
        let mut named: Vec<_> = words.chain([here.join(program)]).collect();
        if !is_alone {
            named.push(here.clone());
        }
        named.retain(|path| path.exists() && !is_system(path));
        let is_hidden = |path: &Path| self.hidden.iter().any(|hidden| path.starts_with(hidden));
        let (mut own, mut apart) = (BTreeSet::new(), Vec::new());
        for path in named {
            let real = path.canonicalize().unwrap_or_default();
            let folder = if real.is_dir() {
                Some(&*real)
            } else {
                real.parent()
            };
            let folder = folder.filter(|folder| !is_private(folder) && !is_hidden(folder));
            if let Some(folder) = folder {
                own.insert(folder.to_owned());
                let name = if real.is_dir() {
                    Some(&*path)
                } else {
                    path.parent()
                };
                name.inspect(|name| isolation.show(name));
            } else if real.is_file() {
                apart.push(path);
            }
        }
        let start = scratch.unwrap_or(if is_alone { SCRATCH.as_ref() } else { &here });
        let options = isolation.mounts(&own, &apart, scratch, start);
        isolation.options.extend(options);
        Ok(isolation)
    }

    /// The options of bubblewrap for what is there: the program's `own` folders, but for their sockets; and some files
    /// `apart`, whose folders are not.
    fn mounts(
        &self,
        own: &BTreeSet<PathBuf>,
        apart: &[PathBuf],
        scratch: Option<&Path>,
        start: &Path,
    ) -> Vec<OsString> {
        let mut options: Vec<_> = words(NEW).collect();
        let mut add = |option: &str, paths: &[&Path]| {
            options.push(option.into());
            options.extend(paths.iter().map(|path| path.as_os_str().to_owned()));
        };
        for folder in SYSTEM.split(' ').map(Path::new) {
            match fs::read_link(folder) {
                Ok(target) => add("--symlink", &[&target, folder]),
                Err(_) => add("--ro-bind-try", &[folder, folder]),
            }
        }
        // Bubblewrap would let nobody else into folders that it makes on the way.
        let ends = apart
            .iter()
            .map(PathBuf::as_path)
            .chain(scratch)
            .chain([start]);
        let ends = ends.chain(self.shown.iter().map(PathBuf::as_path));
        let way: BTreeSet<_> = ends.flat_map(|path| path.ancestors().skip(1)).collect();
        let is_shown =
            |path: &Path| is_system(path) || self.shown.iter().any(|shown| path.starts_with(shown));
        for folder in way.into_iter().skip(1).filter(|folder| !is_shown(folder)) {
            add("--perms", &["0755".as_ref()]);
            add("--dir", &[folder]);
        }
        // What is around others stands before them.
        let mut last: Option<&Path> = None;
        for path in &self.shown {
            if last.is_none_or(|last| !path.starts_with(last)) {
                last = Some(path);
                add("--ro-bind-try", &[path, path]);
            }
        }
        // Root is somebody else there, who can read what all can: not what a temporary folder of root's is itself.
        let is_closed = |folder: &&PathBuf| {
            let mode = folder
                .metadata()
                .map_or(0, |folder| folder.permissions().mode());
            self.users.is_some() && mode & 0o005 != 0o005
        };
        for folder in own.iter().filter(is_closed) {
            add("--perms", &["0755".as_ref()]);
            add("--tmpfs", &[folder]);
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                add("--ro-bind-try", &[&entry.path(), &entry.path()]);
            }
        }
        for folder in self.hidden.iter().filter(|folder| is_shown(folder)) {
            add("--tmpfs", &[folder]);
        }
        for path in apart {
            add("--ro-bind-try", &[path, path]);
        }
        for folder in own {
            let entries = WalkDir::new(folder).into_iter().take(FILES).flatten();
            for entry in entries.filter(|entry| entry.file_type().is_socket()) {
                add("--ro-bind", &["/dev/null".as_ref(), entry.path()]);
            }
        }
        if let Some(folder) = scratch {
            add("--bind", &[folder, folder]);
        }
        // Where we are may be shown to nobody, and is empty then.
        add("--dir", &[start]);
        for folder in ["/dev", "/"].map(Path::new) {
            add("--remount-ro", &[folder]);
        }
        add("--chdir", &[start]);
        options
    }

    /// A command that runs the one that this is for.
    pub(super) fn command(&self, command: &[OsString]) -> Command {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let user = FIRST_USER + NEXT.fetch_add(1, Ordering::Relaxed) % USERS;
        let mut bwrap = Command::new("bwrap");
        bwrap.args(&self.options);
        bwrap.args([
            "--",
            &format!("/proc/self/fd/{}", self.init.as_raw_fd()),
            INIT,
        ]);
        bwrap.arg(self.users.as_ref().map_or(0, |_| user).to_string());
        bwrap
            .args(command)
            .env_clear()
            .envs(self.environment.iter().cloned());
        bwrap
    }

    /// Makes this process, which has one thread and becomes bubblewrap, ready for that.
    pub(super) fn enter(&self) -> io::Result<()> {
        fcntl_setfd(&*self.init, FdFlags::empty())?;
        match &self.users {
            Some(users) => Ok(move_into_link_name_space(
                users.as_fd(),
                Some(LinkNameSpaceType::User),
            )?),
            None => Ok(()),
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = OsString> {
    text.split_whitespace().map(OsString::from)
}

fn is_system(path: &Path) -> bool {
    SYSTEM.split(' ').any(|folder| path.starts_with(folder))
}

/// Whether the home folder, or what several programs use, is in this folder.
fn is_private(folder: &Path) -> bool {
    let shared = [
        "/tmp",
        "/var/tmp",
        "/dev/shm",
        "/run/user",
        "/proc/self",
        "/sys/kernel",
    ]
    .map(PathBuf::from);
    let mut private = shared
        .into_iter()
        .chain([env::temp_dir()])
        .chain(env::home_dir());
    private.any(|private| {
        private.starts_with(folder)
            || private
                .canonicalize()
                .is_ok_and(|private| private.starts_with(folder))
    })
}

/// Whether this is root, and of more than itself: in some containers, there is no other user.
fn has_users() -> bool {
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let mut ranges = map.lines().filter_map(|line| {
        let mut numbers = line
            .split_whitespace()
            .map(|number| number.parse::<u32>().ok());
        Some((numbers.next()??, numbers.nth(1)??))
    });
    let last = FIRST_USER + USERS - 1;
    geteuid().is_root() && ranges.any(|(first, count)| first <= FIRST_USER && last - first < count)
}

/// A namespace in which root has no rights outside, and there are [`USERS`], and no further namespaces.
fn user_namespace() -> io::Result<File> {
    let limit = "/proc/sys/user/max_user_namespaces";
    let mut helper = Command::new("/bin/sh");
    // It has rights there once it is a program that was started by somebody there.
    let script = format!("read start; exec /bin/sh -c 'echo 0 > {limit} && echo done'");
    helper.args(["-c", &script]);
    helper
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    // SAFETY: between fork and exec, this makes one system call.
    unsafe { helper.pre_exec(|| Ok(unshare_unsafe(UnshareFlags::NEWUSER)?)) };
    let mut helper = helper.spawn()?;
    let of_helper = |name: &str| format!("/proc/{}/{name}", helper.id());
    for map in ["uid_map", "gid_map"] {
        let users = format!("0 0 1\n{FIRST_USER} {FIRST_USER} {USERS}");
        fs::write(of_helper(map), users)?;
    }
    let namespace = File::open(of_helper("ns/user"))?;
    let (mut start, mut done) = (helper.stdin.take(), Vec::new());
    start
        .iter_mut()
        .try_for_each(|start| start.write_all(b"start\n"))?;
    helper
        .stdout
        .take()
        .map(|mut output| output.read_to_end(&mut done))
        .transpose()?;
    helper.wait()?;
    match &*done {
        b"done\n" => Ok(namespace),
        _ => Err(io::Error::other(t!(
            "{file} cannot be written",
            file = limit
        ))),
    }
}
