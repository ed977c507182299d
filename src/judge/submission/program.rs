//! A program that can be run: a command, or a source file, compiled in a temporary folder, which goes with the program.

use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::language::{self, Tool, is_interpreter};
use crate::error::{Error, byte_order_mark, usage};
use crate::interrupt::{Interrupt, TemporaryFolder};
use crate::judge::process::{self, Isolation, RunLimits, Snapshot, Termination};
use crate::problem::Problem;
use crate::words::t;

/// Something that can be run.
#[derive(Debug, Default)]
pub(crate) struct Program {
    /// The command with its arguments.
    pub command: Vec<OsString>,
    /// What it is called in reports.
    pub name: String,
    /// An interpreter or a virtual machine runs it, which needs more time, and memory that judges do not count.
    pub is_interpreted: bool,
    /// Sanitizers report its mistakes at the start of its standard error.
    pub is_sanitized: bool,
    /// Whether sanitizers could watch it.
    pub can_be_sanitized: bool,
    /// The first warnings of its compiler, each on a line.
    pub warnings: Vec<String>,
    /// The number of a line of its source that opens a file, and what that is called.
    pub opens: Option<(usize, String)>,
    /// What its compiler says of a source file that does not compile. Then there is nothing to run.
    pub errors: Option<String>,
    /// The command that starts it once for many inputs, if that can be.
    pub server: Option<Vec<OsString>>,
    /// Where it was compiled, which goes with it.
    scratch: Option<TemporaryFolder>,
}

/// The limits of a compiler: its CPU time, its memory, and the size of its messages, and of each file that it writes.
const COMPILER: RunLimits = RunLimits {
    cpu: Duration::from_secs(30),
    memory: Some(4 << 30),
    output: 1 << 28,
    temporary: None,
    isolation: None,
};

/// The maximum size of the messages that are shown.
const MESSAGES: u64 = 64 * 1024;

impl Program {
    /// The program that `command` runs, unless that is a source file.
    ///
    /// # Errors
    /// It is one.
    pub(crate) fn given(command: Vec<OsString>) -> Result<Self, Error> {
        let path = Path::new(&command[0]);
        if let [_] = &command[..]
            && path.is_file()
            && let Some(message) = language::is_source(path)
        {
            return Err(Error::Usage(message));
        }
        Ok(Self::of_command(command))
    }

    /// The program that `command` runs.
    fn of_command(command: Vec<OsString>) -> Self {
        Self {
            name: process::name(&command),
            is_interpreted: is_interpreter(&command[0]),
            command,
            ..Self::default()
        }
    }

    /// This program, when it answers `problem`.
    pub(crate) fn bouton(problem: &Problem) -> Result<Self, Error> {
        let program = env::current_exe().map_err(|error| Error::io("bouton", error))?;
        // With one thread, as judges run programs: how much memory several take depends on the system's scheduler.
        let command = vec![program.into(), problem.argument.clone(), "-j1".into()];
        Ok(Self {
            name: "bouton".to_owned(),
            ..Self::of_command(command)
        })
    }

    /// The program in the file `path`: a source file is compiled, anything else must be executable.
    pub(crate) fn of_file(
        path: &Path,
        sanitize: bool,
        isolation: Option<&Isolation>,
        interrupt: &Interrupt,
    ) -> Result<Self, Error> {
        let name = path.display().to_string();
        let io = |error| Error::io(&name, error);
        let file = path.metadata().map_err(io)?;
        if file.is_dir() {
            return usage(t!("{name} is a folder: give a file in it", name));
        }
        // To open a named pipe, say, may be to wait forever.
        if !file.is_file() {
            return usage(t!("{name} is not a regular file", name));
        }
        let compiler = language::compiler(path);
        if sanitize && compiler.and_then(Tool::sanitizers).is_none() {
            let message = t!("--sanitize needs a SOURCE in C or C++");
            return Err(Error::Usage(message.to_owned()));
        }
        if let Some(compiler) = compiler {
            return build(compiler, path, sanitize, isolation, interrupt);
        }
        if let Some(message) = language::how_to_run(path) {
            return Err(Error::Usage(message));
        }
        // A name without a folder would be looked for in PATH.
        let program = std::path::absolute(path).map_err(io)?;
        let program = Self::of_command(vec![program.into()]);
        Ok(Self { name, ..program })
    }

    /// Whether it is a single file to judges, and runs in an empty folder, where it finds nothing and leaves nothing.
    pub(crate) fn runs_alone(&self) -> bool {
        self.scratch.is_some()
    }
}

/// What a link to a submission leads to, which may be somebody else's.
pub(crate) fn link_of(path: &Path) -> Option<PathBuf> {
    let is_link = path.symlink_metadata().ok()?.is_symlink();
    is_link.then(|| fs::read_link(path).ok()).flatten()
}

/// The text of the source file `path`, as long as judges take at most.
fn read(path: &Path) -> Result<Vec<u8>, Error> {
    const MOST: u64 = 16 << 20;
    let name = path.display().to_string();
    let mut text = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST + 1).read_to_end(&mut text));
    read.map_err(|error| Error::io(&name, error))?;
    if text.len() as u64 > MOST {
        return usage(t!("{name} is larger than 16 MiB", name));
    }
    Ok(text)
}

/// Compiles a copy of the source file `path`, alone as judges get it: the original may change meanwhile.
fn build(
    compiler: Tool,
    path: &Path,
    sanitize: bool,
    isolation: Option<&Isolation>,
    interrupt: &Interrupt,
) -> Result<Program, Error> {
    let words = compiler.words()?;
    let interpreter = compiler
        .interpreter()
        .map(|tool| Ok((tool.words()?, tool.arguments)))
        .transpose()?;
    let text = read(path)?;
    // Judges ask for this name of the public class, and Java for a file of that name.
    let name = match compiler.language {
        "Java" => "Main.java".as_ref(),
        _ => path.file_name().unwrap_or_default(),
    };
    let place = Place::new(name, &text).map_err(Error::temporary_file)?;
    let folder = &place.folder();
    let sanitizers = compiler.sanitizers().filter(|_| sanitize);
    let command = place.command(words, compiler.arguments);
    let command = place.command(command, sanitizers.unwrap_or_default());
    let isolation = isolation.map(|isolation| isolation.of(&command, true, false, Some(folder)));
    let limits = RunLimits {
        temporary: Some(place.temporary.clone()),
        isolation: isolation.transpose()?,
        ..COMPILER
    };
    let code = String::from_utf8_lossy(&text);
    let (mut is_compiled, mut said) = compile(&command, &limits, interrupt)?;
    if !is_compiled {
        fs::write(&place.source, compiler.nothing).map_err(Error::temporary_file)?;
        is_working(&command, compile(&command, &limits, interrupt)?)?;
    } else if compiler.language == "Java" && !folder.join("Main.class").exists() {
        (is_compiled, said) = (false, no_main(folder, &code));
    }
    // The compiler knows the copy, the user the original.
    let [copy, original] = [&*place.source, path].map(|path| path.display().to_string());
    let said = said.replace(&copy, &original);
    let is_interpreted = interpreter.is_some();
    let command = match interpreter {
        Some((tool, arguments)) => place.command(tool, arguments),
        // Judges do not mind memory that is not freed.
        None if sanitize => place.command(vec!["env".into()], "ASAN_OPTIONS=detect_leaks=0 <output>"),
        None => place.command(Vec::new(), "<output>"),
    };
    let can_fork = cfg!(target_os = "linux") && compiler.language == "Python";
    // In a sandbox, it is not set.
    let folders = env::var_os("PYTHONPATH").filter(|_| limits.isolation.is_none());
    let server = can_fork.then(|| forking(folder, &command, folders));
    Ok(Program {
        server: server.transpose().map_err(Error::temporary_file)?,
        command,
        name: original,
        is_interpreted,
        is_sanitized: sanitize,
        can_be_sanitized: compiler.sanitizers().is_some(),
        warnings: warnings(&said),
        opens: language::opened_file(&code),
        errors: (!is_compiled).then(|| advice(said, path, &text, folder)),
        scratch: Some(place.scratch),
    })
}

/// The error that the compiler in this command does not work here, by what it `said` of a program that does nothing: it
/// may be the machine that fails, or what the user allows.
fn is_working(command: &[OsString], (is_able, said): (bool, String)) -> Result<(), Error> {
    if is_able {
        return Ok(());
    }
    let program = Path::new(&command[0]).display();
    let reason = said.lines().find(|line| !line.is_empty()).unwrap_or("-");
    usage(t!("{program} compiles nothing here: {reason}", program, reason))
}

/// What a compiler `said` of the source at `path`, which it did not take in this folder, and what to do about it.
fn advice(mut said: String, path: &Path, text: &[u8], folder: &Path) -> String {
    let code = String::from_utf8_lossy(text);
    let mark = byte_order_mark(text);
    if mark.is_some() && code.contains('\0') {
        // A compiler complains of each of its characters.
        said.clear();
    }
    if said.contains("should be declared in a file named") {
        said += &no_main(folder, &code);
    }
    if let Some(mark) = mark {
        let name = path.display();
        said += &(t!("{name} starts with {mark}: save it as UTF-8 without one", name, mark) + "\n");
    }
    said
}

/// Where a source file is compiled: a copy, in a folder of its own.
struct Place {
    scratch: TemporaryFolder,
    source: PathBuf,
    /// For what the compiler has no names for.
    temporary: PathBuf,
}

impl Place {
    /// One for a source file of this name with this text.
    fn new(name: &OsStr, text: &[u8]) -> io::Result<Self> {
        let scratch = TemporaryFolder::new()?;
        let [source, temporary] =
            [Path::new(name), "temporary".as_ref()].map(|name| scratch.path().join("source").join(name));
        let place = Self {
            scratch,
            source,
            temporary,
        };
        fs::create_dir(place.folder())?;
        fs::create_dir(&place.temporary)?;
        fs::write(&place.source, text)?;
        for path in [&place.folder(), &place.temporary, &place.source] {
            open_to_all(path)?;
        }
        Ok(place)
    }

    /// The folder. Nobody else gets into the one around it. In a sandbox, the compiler of root is somebody else.
    fn folder(&self) -> PathBuf {
        self.scratch.path().join("source")
    }

    /// These words and arguments, in which some stand for paths.
    fn command(&self, mut words: Vec<OsString>, arguments: &str) -> Vec<OsString> {
        words.extend(arguments.split_whitespace().map(|argument| match argument {
            "<output>" => self.folder().join(format!("program{EXE_SUFFIX}")).into(),
            "<folder>" => self.folder().into(),
            "<source>" => self.source.clone().into(),
            argument => OsString::from(argument),
        }));
        words
    }
}

/// What is to be done where a source in Java has no class Main in no package.
fn no_main(folder: &Path, code: &str) -> String {
    let package = language::package(code).filter(|name| is_in_package(folder, name));
    let what = match package {
        Some(name) => t!(
            "Main must be in no package, as judges ask: remove 'package {name};'",
            name
        ),
        None => t!("The class must be called Main, as judges ask: public class Main").to_owned(),
    };
    what + "\n"
}

/// Lets everybody read and write it, root who is somebody else in a sandbox, too.
fn open_to_all(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o777))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        Ok(())
    }
}

/// The `command` that runs a program in Python, when it is to fork for each input: with this folder in front of those
/// where Python looks for modules.
fn forking(folder: &Path, command: &[OsString], others: Option<OsString>) -> io::Result<Vec<OsString>> {
    let folder = folder.join("start");
    fs::create_dir(&folder)?;
    open_to_all(&folder)?;
    let hook = folder.join("sitecustomize.py");
    fs::write(&hook, include_bytes!("sitecustomize.py"))?;
    open_to_all(&hook)?;
    let mut folders = OsString::from("PYTHONPATH=");
    folders.push(folder);
    if let Some(others) = others {
        folders.push(":");
        folders.push(others);
    }
    let env = ["env".into(), folders];
    Ok(env.into_iter().chain(command.iter().cloned()).collect())
}

/// Whether the class Main was compiled as one of the package `name`.
fn is_in_package(folder: &Path, name: &str) -> bool {
    let folder = name
        .split('.')
        .fold(folder.to_owned(), |folder, part| folder.join(part));
    folder.join("Main.class").exists()
}

/// The first warnings among the messages of a compiler of C or C++.
fn warnings(messages: &str) -> Vec<String> {
    const MAX_WARNINGS: usize = 3;
    let warnings = messages.lines().filter(|line| line.contains(": warning: "));
    warnings.take(MAX_WARNINGS).map(str::to_owned).collect()
}

/// Runs a compiler. Returns whether the source compiles, and its messages.
fn compile(command: &[OsString], limits: &RunLimits, interrupt: &Interrupt) -> Result<(bool, String), Error> {
    let nothing = Snapshot::of("input".into(), b"")?;
    let run = process::run(command, None, &nothing, limits, interrupt)?;
    interrupt.check()?;
    let reason = format!("{}: {}\n", process::name(&command[..1]), run.end);
    let reason = match run.end {
        // What it said is without end, as a rule.
        Termination::Exceeded(_) => return Ok((false, reason)),
        Termination::Signal(_) => reason,
        Termination::Exited(_) | Termination::Interrupted => String::new(),
    };
    let mut messages = Vec::new();
    for file in [run.output, run.stderr] {
        let read = file.take(MESSAGES).read_to_end(&mut messages);
        read.map_err(Error::temporary_file)?;
    }
    let messages = String::from_utf8_lossy(&messages).into_owned() + &reason;
    Ok((run.end == Termination::Exited(0), messages))
}
