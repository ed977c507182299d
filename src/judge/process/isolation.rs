//! A sandbox for a program, by bubblewrap: a list of what is there.
//!
//! The folders of the system, those on PATH with what their links lead to, and the program's own can be read; a new
//! `/tmp` and `/dev/shm` can be written. Users, processes, network, IPC and the name of the host are apart, and no
//! rights can be gained. The first process is the keeper: it can tell a signal from an exit code, and counts what
//! orphans use.
//!
//! Landlock would need no bubblewrap. But it keeps neither processes nor memory apart and gives no `/tmp` of its own,
//! so that runs would be isolated half, without a user noticing.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs::{self, DirEntry, File};
use std::io::{self, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::process::geteuid;
use rustix::thread::{UnshareFlags, unshare_unsafe};
use walkdir::WalkDir;

use super::system::start_with;
use super::{cannot_run, find, is_executable};
use crate::error::{Error, reason, usage};
use crate::words::t;

/// The options of bubblewrap for all programs, but for those about users.
const APART: &str = "--die-with-parent --as-pid-1 --unshare-ipc --unshare-pid --unshare-net --unshare-uts \
    --unshare-cgroup-try --hostname sandbox --cap-drop ALL";

/// Folders that are new.
const NEW: &str = "--proc /proc --dev /dev --dir /run \
    --perms 1777 --size 67108864 --tmpfs /tmp --perms 0777 --dir /tmp/scratch \
    --perms 1777 --size 67108864 --tmpfs /var/tmp \
    --perms 1777 --size 67108864 --tmpfs /dev/shm";

/// Where a program starts that needs no folder of ours.
const SCRATCH: &str = "/tmp/scratch";

/// Where systems keep programs, libraries, and their settings.
const SYSTEM: &str = "/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /nix/store /gnu/store";

/// What several programs use, as the home folder and that for temporary files are: no folder around them is shown.
const SHARED: &str = "/tmp /var/tmp /dev/shm /run/user /proc/self /sys/kernel";

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

/// What files of tests end in.
const TEST: [&str; 3] = ["in", "ans", "out"];

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
    /// Folders and files that are empty, whatever is shown around them.
    hidden: BTreeSet<PathBuf>,
    /// For root, the namespace with those users.
    users: Option<Arc<File>>,
}

impl Isolation {
    /// Isolation by bubblewrap, in which the folders `hidden` are empty, and what links in them lead to.
    ///
    /// # Errors
    /// Bubblewrap is not installed, or may not do its work here. A test in these folders has further names.
    pub fn new(hidden: &[PathBuf]) -> Result<Self, Error> {
        let fails = |message: &str| {
            Error::Usage(t!(
                "--isolate: bubblewrap (bwrap) does not work here: {message}",
                message
            ))
        };
        if !Path::new("/proc/self").exists() {
            return Err(fails(t!("/proc is not mounted")));
        }
        let users = geteuid()
            .is_root()
            .then(user_namespace)
            .transpose()
            .map_err(|error| fails(&reason(&error)))?
            .flatten();
        let hidden: Vec<_> = hidden
            .iter()
            .map(|folder| with_targets(folder))
            .collect::<Result<_, _>>()?;
        let mut isolation = Self {
            options: Vec::new(),
            environment: vec![("HOME".into(), SCRATCH.into())],
            shown: BTreeSet::new(),
            hidden: hidden.into_iter().flatten().collect(),
            users: users.map(Arc::new),
        };
        isolation.show_tools();
        let mut message = String::new();
        for users in isolation.options_of_users() {
            isolation.options = words(APART).chain(words(&users)).collect();
            match isolation.probe() {
                Ok(()) => return Ok(isolation),
                Err(why) => message = why,
            }
        }
        Err(fails(&message))
    }

    /// The options that give the program users of its own, in the order in which they are tried.
    fn options_of_users(&self) -> Vec<String> {
        match &self.users {
            Some(users) => {
                let users = users.as_raw_fd();
                vec![format!("--userns {users} --cap-add CAP_SETUID --cap-add CAP_SETGID")]
            }
            // Before 0.8, bubblewrap does not know the second option.
            None => ["--unshare-user --disable-userns", "--unshare-user"]
                .map(str::to_owned)
                .to_vec(),
        }
    }

    /// Runs a program that does nothing with these options. An error is why bubblewrap does not.
    fn probe(&self) -> Result<(), String> {
        let mut probe = Command::new("bwrap");
        probe.args(&self.options);
        probe.args(words("--ro-bind / / --proc /proc --dev /dev true"));
        start_with(&mut probe, self.files().collect());
        let output = probe.output().map_err(|error| reason(&error))?;
        if output.status.success() {
            return Ok(());
        }
        let message = String::from_utf8_lossy(&output.stderr).trim().to_string();
        Err(if message.is_empty() {
            output.status.to_string()
        } else {
            message
        })
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
        // Where the program starts, a relative one would be another, and may be none.
        let here = env::current_dir().unwrap_or_default();
        let mut folders: Vec<_> = env::split_paths(&path).map(|folder| here.join(folder)).collect();
        folders.retain(|folder| folder.is_absolute() && folder.is_dir());
        for folder in folders.iter().filter(|folder| !is_system(folder)) {
            self.show_programs(folder);
            let is_link = |entry: &DirEntry| entry.file_type().is_ok_and(|kind| kind.is_symlink());
            for link in entries(folder).filter(is_link) {
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
        // It may be gone.
        let here = env::current_dir().unwrap_or("/".into());
        let words = command[1..].iter().map(|word| here.join(word));
        // One that is executable is a program that another one runs.
        let words = words.filter(|word| arguments || is_executable(word));
        let mut named: Vec<_> = words.chain([here.join(program)]).collect();
        if !is_alone {
            named.push(here.clone());
        }
        named.retain(|path| path.exists() && !is_system(path));
        let is_hidden = |path: &Path| self.hidden.iter().any(|hidden| path.starts_with(hidden));
        let (mut own, mut apart) = (BTreeSet::new(), Vec::new());
        for path in named {
            let real = path.canonicalize().unwrap_or_default();
            let up = usize::from(!real.is_dir());
            let folder = |path: &Path| path.ancestors().nth(up).map(Path::to_owned);
            match folder(&real).filter(|folder| !is_private(folder) && !is_hidden(folder)) {
                Some(real) => {
                    own.insert(real);
                    folder(&path).inspect(|name| isolation.show(name));
                }
                None if real.is_file() => apart.push(path),
                None => {}
            }
        }
        let start = scratch.unwrap_or(if is_alone { SCRATCH.as_ref() } else { &here });
        isolation.mount(&own, &apart, scratch, start);
        Ok(isolation)
    }

    /// The same for a program that goes on after the thread that starts it: its keeper sees that we end.
    pub(super) fn for_any_thread(mut self) -> Self {
        self.options.retain(|option| option != "--die-with-parent");
        self
    }

    /// Adds the options of bubblewrap for what is there: the program's `own` folders, and some files `apart`, whose
    /// folders are not.
    fn mount(&mut self, own: &BTreeSet<PathBuf>, apart: &[PathBuf], scratch: Option<&Path>, start: &Path) {
        self.options.extend(words(NEW));
        self.mount_shown();
        self.mount_closed(own);
        self.mount_hidden();
        for path in apart {
            self.mount_at("--ro-bind-try", path);
        }
        scratch.inspect(|folder| self.mount_at("--bind", folder));
        // Where we are may be shown to nobody, and is empty then.
        add(&mut self.options, "--dir", &[start]);
        for folder in ["/dev", "/"].map(Path::new) {
            add(&mut self.options, "--remount-ro", &[folder]);
        }
        add(&mut self.options, "--chdir", &[start]);
    }

    /// What is at a path is there, too.
    fn mount_at(&mut self, option: &str, path: &Path) {
        add(&mut self.options, option, &[path, path]);
    }

    /// The system, and what else is shown.
    fn mount_shown(&mut self) {
        for folder in SYSTEM.split(' ').map(Path::new) {
            match fs::read_link(folder) {
                Ok(target) => add(&mut self.options, "--symlink", &[&target, folder]),
                Err(_) => self.mount_at("--ro-bind-try", folder),
            }
        }
        // What is around others stands before them.
        let mut last: Option<&Path> = None;
        for path in &self.shown {
            if last.is_none_or(|last| !path.starts_with(last)) {
                last = Some(path);
                add(&mut self.options, "--ro-bind-try", &[path, path]);
            }
        }
    }

    /// What is in folders that are closed: root is somebody else there, who can read what all can, not what a temporary
    /// folder of root's is itself.
    fn mount_closed(&mut self, own: &BTreeSet<PathBuf>) {
        let mode = |folder: &Path| Some(folder.metadata().ok()?.permissions().mode());
        let is_closed = |folder: &Path| mode(folder).unwrap_or(0) & 0o005 != 0o005;
        for folder in own.iter().filter(|folder| is_closed(folder)) {
            if self.users.is_some() {
                add(&mut self.options, "--tmpfs", &[folder]);
                entries(folder).for_each(|entry| self.mount_at("--ro-bind-try", &entry.path()));
            }
        }
    }

    /// Nothing where something is hidden, also under the names of links that are shown.
    fn mount_hidden(&mut self) {
        let system = SYSTEM.split(' ').map(Path::new);
        for shown in system.chain(self.shown.iter().map(PathBuf::as_path)) {
            let real = shown.canonicalize().unwrap_or_default();
            for hidden in &self.hidden {
                let Ok(path) = hidden.strip_prefix(&real) else {
                    continue;
                };
                let path = shown.join(path);
                if hidden.is_dir() {
                    add(&mut self.options, "--tmpfs", &[&path]);
                } else {
                    add(&mut self.options, "--ro-bind", &["/dev/null".as_ref(), &path]);
                }
            }
        }
    }

    /// A command that runs the `keeper` of the program that this is for, and the user as which that runs. Adds the
    /// files that it needs.
    pub(super) fn command(&self, keeper: &Path, files: &mut Vec<RawFd>) -> (Command, Option<u32>) {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let user = FIRST_USER + NEXT.fetch_add(1, Ordering::Relaxed) % USERS;
        let mut bwrap = Command::new("bwrap");
        bwrap.args(&self.options).arg("--").arg(keeper);
        bwrap.env_clear().envs(self.environment.iter().cloned());
        files.extend(self.files());
        (bwrap, Some(self.users.as_ref().map_or(0, |_| user)))
    }

    /// What bubblewrap gets open.
    fn files(&self) -> impl Iterator<Item = RawFd> {
        self.users.iter().map(AsRawFd::as_raw_fd)
    }
}

/// Adds an option of bubblewrap with these paths, and before it one for the folder around what is bound: bubblewrap would
/// let nobody else into folders that it makes on the way.
fn add(options: &mut Vec<OsString>, option: &str, paths: &[&Path]) {
    let way = paths[1..].first().and_then(|path| path.parent());
    options.extend(way.iter().flat_map(|way| ["--dir".into(), way.into()]));
    options.push(option.into());
    options.extend(paths.iter().map(OsString::from));
}

fn words(text: &str) -> impl Iterator<Item = OsString> {
    text.split_whitespace().map(OsString::from)
}

fn entries(folder: &Path) -> impl Iterator<Item = DirEntry> {
    fs::read_dir(folder).into_iter().flatten().flatten()
}

/// A folder of tests, and the files elsewhere to which links in it lead.
fn with_targets(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let real = folder.canonicalize();
    let mut hidden: Vec<_> = real.into_iter().collect();
    for entry in WalkDir::new(folder).into_iter().flatten() {
        let (path, metadata) = (entry.path(), entry.path().metadata());
        let is_test = path
            .extension()
            .is_some_and(|ending| TEST.iter().any(|test| ending == *test));
        if is_test && metadata.is_ok_and(|file| file.is_file() && file.nlink() > 1) {
            return usage(t!(
                "--isolate: {file} has a further name (a hard link), by which programs could read it: copy it",
                file = path.display()
            ));
        }
        if entry.path_is_symlink() {
            hidden.extend(path.canonicalize());
        }
    }
    Ok(hidden)
}

fn is_system(path: &Path) -> bool {
    SYSTEM.split(' ').any(|folder| path.starts_with(folder))
}

/// Whether the home folder, or what several programs use, is in this folder.
fn is_private(folder: &Path) -> bool {
    let shared = SHARED.split(' ').map(PathBuf::from);
    let mut private = shared.chain([env::temp_dir()]).chain(env::home_dir());
    private.any(|private| {
        let real = private.canonicalize();
        private.starts_with(folder) || real.is_ok_and(|real| real.starts_with(folder))
    })
}

/// A namespace in which root has no rights outside, and there are [`USERS`], and no further namespaces. `None` if there
/// are no other users, as in some containers.
fn user_namespace() -> io::Result<Option<File>> {
    let limit = "/proc/sys/user/max_user_namespaces";
    // It has rights there once it is a program that was started by somebody there.
    let script = format!("read start && exec /bin/sh -c 'echo 0 > {limit} && echo done'");
    let mut helper = Command::new("/bin/sh");
    helper
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    // SAFETY: between fork and exec, this makes one system call.
    unsafe { helper.pre_exec(|| Ok(unshare_unsafe(UnshareFlags::NEWUSER)?)) };
    let mut helper = helper.spawn()?;
    let folder = PathBuf::from(format!("/proc/{}", helper.id()));
    let users = format!("0 0 1\n{FIRST_USER} {FIRST_USER} {USERS}");
    let are_there = ["uid_map", "gid_map"]
        .iter()
        .all(|map| fs::write(folder.join(map), &users).is_ok());
    let namespace = File::open(folder.join("ns/user"))?;
    if let Some(start) = helper.stdin.as_mut().filter(|_| are_there) {
        start.write_all(b"start\n")?;
    }
    let is_done = helper.wait_with_output()?.stdout == b"done\n";
    if are_there && !is_done {
        let message = t!("{file} cannot be written", file = limit);
        return Err(io::Error::other(message));
    }
    Ok(are_there.then_some(namespace))
}
