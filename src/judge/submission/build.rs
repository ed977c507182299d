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
const OUTPUT_BYTES: u64 = 1 << 30;

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
    let name = path.display().to_string();
    let compiler = installed(language, &language.compiler)?;
    let without = language.arguments(&compiler[0]);
    let mut arguments = without.to_vec();
    if sanitize {
        let sanitizers = language.sanitizers(&compiler[0]);
        arguments.extend(sanitizers.ok_or_else(|| no_sanitizers(&compiler))?);
    }
    let interpreter = language.interpreter.as_ref();
    let interpreter = interpreter.map(|(tool, _)| installed(language, tool));
    let interpreter = interpreter.transpose()?;
    let folder = TempDir::with_prefix("bouton-").map_err(Error::temporary_file)?;
    let source = copy(language, path, folder.path())?;
    let compile = |arguments: &[&str]| {
        let command = command(compiler.clone(), arguments, &source, folder.path());
        compile(&command, interrupt)
    };
    if let Err(messages) = compile(&arguments)? {
        // Of a program that compiles without them, the messages are about the sanitizers.
        if sanitize && compile(without)?.is_ok() {
            return Err(no_sanitizers(&compiler));
        }
        // The compiler knows the copy, the user the original.
        return Ok(Err(messages.replace(&source.display().to_string(), &name)));
    }
    let command = match (interpreter, &language.interpreter) {
        (Some(words), Some((_, arguments))) => command(words, arguments, &source, folder.path()),
        // Judges do not mind memory that is not freed.
        _ if sanitize => ["env", "ASAN_OPTIONS=detect_leaks=0"]
            .map(OsString::from)
            .into_iter()
            .chain([folder.path().join(PROGRAM).into()])
            .collect(),
        _ => vec![folder.path().join(PROGRAM).into()],
    };
    Ok(Ok(Program {
        command,
        name,
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
    let name = language.file_name.map(OsString::from);
    let copy = copies.join(name.unwrap_or(path.file_name().unwrap_or_default().to_owned()));
    fs::create_dir(&copies)
        .and_then(|()| fs::write(&copy, source))
        .map_err(Error::temporary_file)?;
    Ok(copy)
}

fn no_sanitizers(compiler: &[OsString]) -> Error {
    Error::Usage(t!(
        "'{compiler}' cannot compile with sanitizers: --sanitize needs a source in C or C++, and gcc or clang with its libraries",
        compiler = process::name(compiler)
    ))
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
    let run = process::run(command, None, &Snapshot::of(b"")?, &limits, interrupt)?;
    match run.end {
        End::Interrupted => return Err(interrupt.error()),
        End::Exited(0) => return Ok(Ok(())),
        End::Exited(_)
        | End::Signal(_)
        | End::TimedOut
        | End::TooMuchMemory
        | End::TooMuchOutput => {}
    }
    let mut messages = Vec::new();
    for file in [run.output, run.stderr] {
        let read = file.take(MESSAGES).read_to_end(&mut messages);
        read.map_err(Error::temporary_file)?;
    }
    let mut messages = String::from_utf8_lossy(&messages).into_owned();
    if !matches!(run.end, End::Exited(_)) {
        messages.extend([process::name(&command[..1]), format!(": {}\n", run.end)]);
    }
    Ok(Err(messages))
}

/// The command `words` with these arguments, in which names in angle brackets stand for paths.
fn command(
    mut words: Vec<OsString>,
    arguments: &[&str],
    source: &Path,
    folder: &Path,
) -> Vec<OsString> {
    words.extend(arguments.iter().map(|&argument| match argument {
        "<output>" => folder.join(PROGRAM).into(),
        // Microsoft's compiler knows a folder by its last separator.
        "<folder>" => folder.join("").into(),
        "<source>" => source.into(),
        argument => OsString::from(argument),
    }));
    words
}
