//! From a source file to a program. What was compiled once is kept in the user's cache.
//!
//! An entry of the cache is a folder named for the hash of its key: what was compiled, how, and with which
//! compiler. The key is in the folder, and must be equal as a whole. A folder gets its name when it is
//! complete, and the file with the key has the time of its last use.

use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use super::Program;
use super::language::{Tool, Toolchain, main_class};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::judge::process::{self, End, Limits, Snapshot, find};

/// The name of the executable file.
const PROGRAM: &str = if cfg!(windows) {
    "program.exe"
} else {
    "program"
};

/// The name of the file with the key.
const KEY: &str = "key";

/// The limit of CPU time of a compiler.
const TIME: Duration = Duration::from_secs(60);

/// The maximum size of its messages, and of each file that it writes.
const OUTPUT_BYTES: u64 = 1 << 30;

/// The maximum size of the messages that are shown.
const MESSAGES: u64 = 64 * 1024;

/// Entries of the cache that were not used for so long are removed.
const AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// What came of a source file: a program, or what the compiler says.
pub(crate) type Built = Result<Program, String>;

/// Compiles the source file `path`, unless it is cached.
pub(super) fn build(
    language: &Toolchain,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<Built, Error> {
    let name = path.display().to_string();
    let source = fs::read(path).map_err(|error| Error::io(&name, error))?;
    let compiler = installed(language, &language.compiler)?;
    let interpreter = language.interpreter.as_ref();
    let interpreter = interpreter.map(|(tool, _)| installed(language, tool));
    let interpreter = interpreter.transpose()?;
    let key = key(language, path, &compiler, &source);
    let cache = cache_folder();
    let kept = cache.as_ref().map(|cache| {
        let mut hasher = DefaultHasher::new();
        hasher.write(&key);
        cache.join(format!("{}-{:016x}", language.name, hasher.finish()))
    });
    let (folder, scratch) = match kept {
        Some(folder) if is_kept(language, &folder, &key) => (folder, None),
        kept => {
            let scratch = scratch(cache.as_deref())?;
            let built = compile(language, path, &source, compiler, scratch.path(), interrupt)?;
            if let Err(messages) = built {
                return Ok(Err(messages));
            }
            let written = fs::write(scratch.path().join(KEY), &key);
            written.map_err(|error| Error::io(&scratch.path().display().to_string(), error))?;
            keep(scratch, kept)
        }
    };
    // It runs in another folder.
    let absolute = |path: &Path| {
        std::path::absolute(path).map_err(|error| Error::io(&path.display().to_string(), error))
    };
    let folder = absolute(&folder)?;
    let command = match (interpreter, &language.interpreter) {
        (Some(words), Some((_, arguments))) => {
            command(words, arguments, &absolute(path)?, &source, &folder)
        }
        _ => vec![folder.join(PROGRAM).into()],
    };
    Ok(Ok(Program {
        command,
        name,
        is_interpreted: language.interpreter.is_some(),
        runs_alone: true,
        _scratch: scratch,
    }))
}

/// The words of the command of `tool`.
fn installed(language: &Toolchain, tool: &Tool) -> Result<Vec<OsString>, Error> {
    let words = tool.words();
    if find(&words[0]).is_none() {
        return Err(Error::Usage(format!(
            "{} needs '{}', which is not installed: install {}, or set {}",
            language.name,
            words[0].display(),
            tool.package,
            tool.variable
        )));
    }
    Ok(words)
}

/// Everything that the compiled program depends on. Path, size and time of the compiler's executable stand
/// for its version, so that nothing is run to look it up.
fn key(language: &Toolchain, path: &Path, compiler: &[OsString], source: &[u8]) -> Vec<u8> {
    let version = |word: &OsString| {
        let file = find(word)?.canonicalize().ok()?;
        let metadata = file.metadata().ok()?;
        Some((file, metadata.len(), metadata.modified().ok()))
    };
    let versions: Vec<_> = compiler.iter().map(version).collect();
    let arguments = language.arguments(&compiler[0]);
    // It chooses among the versions that rustup has.
    let toolchain = std::env::var_os("RUSTUP_TOOLCHAIN");
    let how = (compiler, versions, arguments, toolchain);
    let mut key = format!("{} {how:?} {:?}\n", language.name, path.file_name()).into_bytes();
    key.extend(source);
    key
}

/// The folder of compiled programs, created if it is missing. `None` if nothing can be cached.
fn cache_folder() -> Option<PathBuf> {
    let absolute = |name, below: &str| {
        let folder = PathBuf::from(std::env::var_os(name)?);
        folder.is_absolute().then(|| folder.join(below))
    };
    let folder = absolute("XDG_CACHE_HOME", "")
        .or_else(|| absolute("LOCALAPPDATA", "").filter(|_| cfg!(windows)))
        .or_else(|| absolute("HOME", ".cache"))?;
    let folder = folder.join("bouton").join("programs");
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}

/// Whether the entry `folder` of the cache is there and has the `key`. What is there otherwise is damaged, or another
/// program with the same hash: it is removed.
fn is_kept(language: &Toolchain, folder: &Path, key: &[u8]) -> bool {
    let key_file = folder.join(KEY);
    // It is used now: first of all, so that no other process takes it for old and removes it while it is run. If this
    // fails, it may be made again one day.
    let opened = fs::File::options().write(true).open(&key_file);
    let _ = opened.and_then(|file| file.set_modified(SystemTime::now()));
    let has_program = language.interpreter.is_some() || folder.join(PROGRAM).is_file();
    let is_kept = has_program && fs::read(key_file).is_ok_and(|there| there == key);
    if !is_kept {
        let _ = fs::remove_dir_all(folder);
    }
    is_kept
}

/// An empty folder, in `cache` if possible.
fn scratch(cache: Option<&Path>) -> Result<TempDir, Error> {
    let in_cache = cache.and_then(|cache| TempDir::with_prefix_in(".new-", cache).ok());
    match in_cache {
        Some(folder) => Ok(folder),
        None => TempDir::with_prefix("bouton-").map_err(Error::temporary_file),
    }
}

/// Moves `scratch` to the entry `kept` of the cache, and removes old entries. Returns where it is now, and the
/// temporary folder if it is still there: if nothing can be kept, or another process has compiled it meanwhile.
fn keep(scratch: TempDir, kept: Option<PathBuf>) -> (PathBuf, Option<TempDir>) {
    let is_there = |folder: &PathBuf| fs::rename(scratch.path(), folder).is_ok();
    let Some(folder) = kept.filter(is_there) else {
        return (scratch.path().to_owned(), Some(scratch));
    };
    // It is no longer under its temporary name.
    let _ = scratch.keep();
    let cache = folder.parent().and_then(|cache| fs::read_dir(cache).ok());
    for entry in cache.into_iter().flatten().flatten() {
        if is_old(&entry.path()).unwrap_or(false) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    (folder, None)
}

/// Whether the entry `folder` of the cache, which may be incomplete, was not used for long. `None` if that
/// is not known.
fn is_old(folder: &Path) -> Option<bool> {
    let used = fs::metadata(folder.join(KEY)).or_else(|_| fs::metadata(folder));
    let used = used.ok()?.modified().ok()?;
    Some(used.elapsed().ok()? > AGE)
}

/// Compiles `source`, the text of the file `path`, into `folder`. Returns the compiler's messages if it does
/// not compile.
fn compile(
    language: &Toolchain,
    path: &Path,
    source: &[u8],
    compiler: Vec<OsString>,
    folder: &Path,
    interrupt: &Interrupt,
) -> Result<Result<(), String>, Error> {
    let trouble = |error| Error::io(&folder.display().to_string(), error);
    // A copy, alone in its folder: the original may change meanwhile, and judges get a single file.
    let copies = folder.join("source");
    let class = (language.name == "Java")
        .then(|| main_class(source))
        .flatten();
    let name = class.and_then(|class| class.file_name).map(OsString::from);
    let copy = copies.join(name.unwrap_or(path.file_name().unwrap_or_default().to_owned()));
    fs::create_dir(&copies)
        .and_then(|()| fs::write(&copy, source))
        .map_err(trouble)?;
    let arguments = language.arguments(&compiler[0]);
    let command = command(compiler, arguments, &copy, source, folder);
    let limits = Limits {
        cpu: TIME,
        memory: None,
        output: OUTPUT_BYTES,
        isolation: None,
    };
    let run = process::run(&command, None, &Snapshot::of(b"")?, &limits, interrupt)?;
    if run.end == End::Interrupted {
        return Err(interrupt.error());
    }
    fs::remove_dir_all(&copies).map_err(trouble)?;
    if run.end == End::Exited(0) {
        return Ok(Ok(()));
    }
    let mut messages = Vec::new();
    for file in [run.output, run.stderr] {
        let read = file.take(MESSAGES).read_to_end(&mut messages);
        read.map_err(Error::temporary_file)?;
    }
    // The compiler knows the copy, the user the original.
    let messages = String::from_utf8_lossy(&messages);
    let shown = path.display().to_string();
    let mut messages = messages.replace(&copy.display().to_string(), &shown);
    if !matches!(run.end, End::Exited(_)) {
        messages.extend([process::name(&command[..1]), format!(": {}\n", run.end)]);
    }
    Ok(Err(messages))
}

/// The command `words` with these arguments, in which names in angle brackets stand for paths.
fn command(
    mut words: Vec<OsString>,
    arguments: &[&str],
    path: &Path,
    source: &[u8],
    folder: &Path,
) -> Vec<OsString> {
    words.extend(arguments.iter().map(|&argument| match argument {
        "<output>" => folder.join(PROGRAM).into(),
        // Microsoft's compiler knows a folder by its last separator.
        "<folder>" => folder.join("").into(),
        "<source>" => path.into(),
        "<class>" => match main_class(source) {
            Some(class) => class.name.into(),
            None => path.file_stem().unwrap_or_default().to_owned(),
        },
        argument => OsString::from(argument),
    }));
    words
}
