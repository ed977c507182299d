//! From a source file to a program: compiled in a temporary folder, which goes with the program.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use super::Program;
use super::language::{Tool, Toolchain};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::judge::process::{self, End, Limits, Snapshot, find};
use crate::words::t;

/// The name of the executable file.
const PROGRAM: &str = if cfg!(windows) {
    "program.exe"
} else {
    "program"
};

/// The limit of CPU time of a compiler.
const TIME: Duration = Duration::from_secs(60);

/// The maximum size of its messages, and of each file that it writes.
const OUTPUT_BYTES: u64 = 1 << 28;

/// The maximum size of the messages that are shown.
const MESSAGES: u64 = 64 * 1024;

/// What came of a source file: a program, or what the compiler says.
pub(crate) type Built = Result<Program, String>;

/// Compiles the source file `path`.
pub(super) fn build(
    language: &Toolchain,
    path: &Path,
    sanitize: bool,
    interrupt: &Interrupt,
) -> Result<Built, Error> {
    let compiler = installed(language, &language.compiler)?;
    let mut arguments = language.arguments.to_vec();
    if sanitize {
        arguments.extend(language.sanitizers().into_iter().flatten());
    }
    let interpreter = match &language.interpreter {
        Some((tool, arguments)) => Some((installed(language, tool)?, *arguments)),
        None => None,
    };
    let folder = TempDir::with_prefix("bouton-").map_err(Error::temporary_file)?;
    let source = copy(language, path, folder.path())?;
    let words = |words, arguments: &[&str]| with_paths(words, arguments, &source, folder.path());
    let compile = |arguments: &[&str]| compile(&words(compiler.clone(), arguments), interrupt);
    if let Err(messages) = compile(&arguments)? {
        // Of a program that compiles without them, the messages are about the sanitizers.
        if sanitize && compile(language.arguments)?.is_ok() {
            return Err(Error::Usage(t!(
                "'{compiler}' cannot compile with sanitizers: install their libraries, or set {variable}",
                compiler = process::name(&compiler),
                variable = language.compiler.variable
            )));
        }
        // The compiler knows the copy, the user the original.
        let [copy, original] = [&*source, path].map(|path| path.display().to_string());
        return Ok(Err(messages.replace(&copy, &original)));
    }
    let command = match interpreter {
        Some((tool, arguments)) => words(tool, arguments),
        // Judges do not mind memory that is not freed.
        None if sanitize => words(
            vec!["env".into()],
            &["ASAN_OPTIONS=detect_leaks=0", "<output>"],
        ),
        None => words(Vec::new(), &["<output>"]),
    };
    Ok(Ok(Program {
        command,
        name: path.display().to_string(),
        is_interpreted: language.interpreter.is_some(),
        runs_alone: true,
        is_sanitized: sanitize,
        _scratch: Some(folder),
    }))
}

/// Copies the source file `path`, alone as judges get it, to a folder in `folder`: the original may change meanwhile.
fn copy(language: &Toolchain, path: &Path, folder: &Path) -> Result<PathBuf, Error> {
    let source = fs::read(path).map_err(|error| Error::io(&path.display().to_string(), error))?;
    let copies = folder.join("source");
    let name = path.file_name().unwrap_or_default();
    let copy = copies.join(language.file_name.map_or(name, AsRef::as_ref));
    fs::create_dir(&copies)
        .and_then(|()| fs::write(&copy, source))
        .map_err(Error::temporary_file)?;
    Ok(copy)
}

/// The words of the command of `tool`.
fn installed(language: &Toolchain, tool: &Tool) -> Result<Vec<OsString>, Error> {
    let words = tool.words();
    if find(&words[0]).is_none() {
        return Err(Error::Usage(t!(
            "{language} needs '{program}', which is not installed: install {package}, or set {variable}",
            language = language.name,
            program = words[0].display(),
            package = tool.package,
            variable = tool.variable
        )));
    }
    Ok(words)
}

/// Runs a compiler. Returns its messages if the source does not compile.
fn compile(command: &[OsString], interrupt: &Interrupt) -> Result<Result<(), String>, Error> {
    let limits = Limits {
        cpu: TIME,
        memory: None,
        output: OUTPUT_BYTES,
        isolation: None,
    };
    let nothing = Snapshot::of("input".into(), b"")?;
    let run = process::run(command, None, &nothing, &limits, interrupt)?;
    let reason = match run.end {
        End::Interrupted => return Err(interrupt.error()),
        End::Exited(0) => return Ok(Ok(())),
        End::Exited(_) => String::new(),
        End::Signal(_) | End::TimedOut | End::TooMuchMemory | End::TooMuchOutput => {
            format!("{}: {}\n", process::name(&command[..1]), run.end)
        }
    };
    let mut messages = Vec::new();
    for file in [run.output, run.stderr] {
        let read = file.take(MESSAGES).read_to_end(&mut messages);
        read.map_err(Error::temporary_file)?;
    }
    Ok(Err(
        String::from_utf8_lossy(&messages).into_owned() + &reason
    ))
}

/// The command `words` with these arguments, in which names in angle brackets stand for paths.
fn with_paths(
    mut words: Vec<OsString>,
    arguments: &[&str],
    source: &Path,
    folder: &Path,
) -> Vec<OsString> {
    words.extend(arguments.iter().map(|&argument| match argument {
        "<output>" => folder.join(PROGRAM).into(),
        "<folder>" => folder.into(),
        "<source>" => source.into(),
        argument => OsString::from(argument),
    }));
    words
}
