//! From a source file to a program. What was compiled once is kept in the user's cache.
//!
//! An entry of the cache is a folder named for the hash of its key: what was compiled, how, and with which
//! compiler. The key is in the folder, and must be equal as a whole. A folder gets its name when it is
//! complete, and the file with the key has the time of its last use.

use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use super::Program;
use super::language::{self, FOLDER, OUTPUT, SOURCE, Tool, Toolchain};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::judge::process::{self, End, Limits, find};

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

/// What came of a source file.
#[derive(Debug)]
pub enum Built {
    /// A program.
    Program(Program),
    /// It does not compile; what the compiler says.
    Fails(String),
}

/// Compiles the source file `path`, unless it is cached.
///
/// # Panics
/// If it is no source file.
pub fn build(path: &Path, interrupt: &Interrupt) -> Result<Built, Error> {
    let language = language::of(path).expect("the caller looked");
    let name = path.display().to_string();
    let source = fs::read(path).map_err(|error| Error::io(&name, error))?;
    let compiler = installed(language, &language.compiler)?;
    let interpreter = language.interpreter.as_ref();
    let interpreter = interpreter.map(|tool| installed(language, tool));
    let interpreter = interpreter.transpose()?;
    let key = key(language, path, &compiler, &source);
    let mut hasher = DefaultHasher::new();
    hasher.write(&key);
    let entry = format!("{}-{:016x}", language.name, hasher.finish());

    let cache = cache_folder();
    let kept = cache.as_ref().map(|cache| cache.join(&entry));
    let is_kept = |folder: &Path| {
        // First of all, so that no other process takes it for old and removes it while it is run.
        renew(folder);
        let has_program = language.interpreter.is_some() || folder.join(PROGRAM).is_file();
        has_program && fs::read(folder.join(KEY)).is_ok_and(|there| there == key)
    };
    let (folder, scratch) = if let Some(folder) = kept.clone().filter(|folder| is_kept(folder)) {
        (folder, None)
    } else {
        let scratch = scratch(cache.as_deref())?;
        if let Some(messages) = compile(path, &source, compiler, scratch.path(), interrupt)? {
            return Ok(Built::Fails(messages));
        }
        let written = fs::write(scratch.path().join(KEY), &key);
        written.map_err(|error| Error::io(&scratch.path().display().to_string(), error))?;
        match kept {
            Some(folder) => keep(scratch, folder, &is_kept),
            None => (scratch.path().to_owned(), Some(scratch)),
        }
    };
    // It runs in another folder.
    let absolute = |path: &Path| {
        std::path::absolute(path).map_err(|error| Error::io(&path.display().to_string(), error))
    };
    let folder = absolute(&folder)?;
    let command = match interpreter {
        None => vec![folder.join(PROGRAM).into()],
        Some(mut words) => {
            for word in &mut words {
                let path = Path::new(word);
                if path.components().count() > 1 && path.is_file() {
                    *word = absolute(path)?.into();
                }
            }
            if language.name == "Java" {
                java(words, &folder, &source, path)
            } else {
                words.push(absolute(path)?.into());
                words
            }
        }
    };
    Ok(Built::Program(Program {
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
    let arguments = language.arguments(&compiler[0]);
    let mut key = format!("{} {arguments:?}", language.name).into_bytes();
    key.extend(path.file_name().unwrap_or_default().as_encoded_bytes());
    for word in compiler {
        key.push(b'\n');
        key.extend(word.as_encoded_bytes());
        let file = find(word).and_then(|path| path.canonicalize().ok());
        if let Some(path) = file
            && let Ok(file) = path.metadata()
        {
            let modified = file.modified().ok();
            let modified =
                modified.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
            let version = format!(" {} {} {modified:?}", path.display(), file.len());
            key.extend(version.into_bytes());
        }
    }
    // It chooses among the versions that rustup has.
    let toolchain = std::env::var_os("RUSTUP_TOOLCHAIN").unwrap_or_default();
    key.push(b'\n');
    key.extend(toolchain.as_encoded_bytes());
    key.push(b'\n');
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

/// An empty folder, in `cache` if possible.
fn scratch(cache: Option<&Path>) -> Result<TempDir, Error> {
    let in_cache = cache.and_then(|cache| TempDir::with_prefix_in(".new-", cache).ok());
    match in_cache {
        Some(folder) => Ok(folder),
        None => TempDir::with_prefix("bouton-").map_err(Error::temporary_file),
    }
}

/// Moves `scratch` to `folder` in the cache, and removes old entries. Returns where it is now, and the
/// temporary folder if it is still there.
fn keep(
    scratch: TempDir,
    folder: PathBuf,
    is_kept: &dyn Fn(&Path) -> bool,
) -> (PathBuf, Option<TempDir>) {
    let rename = || fs::rename(scratch.path(), &folder).is_ok();
    if !rename() {
        if is_kept(&folder) {
            // Another process has compiled it meanwhile, and may be running it.
            return (folder, None);
        }
        // It is damaged, or another program with the same hash, which can be compiled again.
        let _ = fs::remove_dir_all(&folder);
        if !rename() {
            return (scratch.path().to_owned(), Some(scratch));
        }
    }
    // It is no longer under its temporary name.
    let _ = scratch.keep();
    for entry in folder
        .parent()
        .and_then(|cache| fs::read_dir(cache).ok())
        .into_iter()
        .flatten()
    {
        if let Ok(entry) = entry
            && is_old(&entry.path()).unwrap_or(false)
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    (folder, None)
}

/// Notes that the entry `folder` of the cache is used now. If that fails, it may be made again one day.
fn renew(folder: &Path) {
    let key = fs::File::options().write(true).open(folder.join(KEY));
    let _ = key.and_then(|key| key.set_modified(SystemTime::now()));
}

/// Whether the entry `folder` of the cache, which may be incomplete, was not used for long. `None` if that
/// is not known.
fn is_old(folder: &Path) -> Option<bool> {
    let key = fs::metadata(folder.join(KEY));
    let used = key
        .or_else(|_| fs::metadata(folder))
        .ok()?
        .modified()
        .ok()?;
    Some(used.elapsed().ok()? > AGE)
}

/// Compiles `source`, the text of the file `path`, into `folder`. Returns the compiler's messages if it does
/// not compile.
fn compile(
    path: &Path,
    source: &[u8],
    compiler: Vec<OsString>,
    folder: &Path,
    interrupt: &Interrupt,
) -> Result<Option<String>, Error> {
    let language = language::of(path).expect("the caller looked");
    let trouble = |error| Error::io(&folder.display().to_string(), error);
    // A copy, alone in its folder: the original may change meanwhile, and judges get a single file.
    let name = match language::public_class(&String::from_utf8_lossy(source)) {
        Some(class) if language.name == "Java" => format!("{class}.java").into(),
        _ => path.file_name().unwrap_or_default().to_owned(),
    };
    let copies = folder.join("source");
    let copy = copies.join(name);
    fs::create_dir(&copies)
        .and_then(|()| fs::write(&copy, source))
        .map_err(trouble)?;
    let mut command = compiler;
    let arguments = language.arguments(&command[0]);
    command.extend(arguments.iter().map(|&argument| match argument {
        OUTPUT => folder.join(PROGRAM).into(),
        // Microsoft's compiler knows a folder by its last separator.
        FOLDER => folder.join("").into(),
        SOURCE => copy.clone().into(),
        argument => OsString::from(argument),
    }));
    let limits = Limits {
        cpu: TIME,
        memory: None,
        output: OUTPUT_BYTES,
        isolation: None,
    };
    let mut run = process::run(&command, None, process::temporary(b"")?, &limits, interrupt)?;
    if run.end == End::Interrupted {
        return Err(interrupt.error());
    }
    fs::remove_dir_all(&copies).map_err(trouble)?;
    if run.end == End::Exited(0) {
        return Ok(None);
    }
    let mut messages = Vec::new();
    let read = |file: &mut fs::File, messages: &mut Vec<u8>| -> io::Result<usize> {
        file.take(MESSAGES).read_to_end(messages)
    };
    read(&mut run.output, &mut messages)
        .and_then(|_| read(&mut run.stderr, &mut messages))
        .map_err(Error::temporary_file)?;
    // The compiler knows the copy, the user the original.
    let messages = String::from_utf8_lossy(&messages);
    let shown = path.display().to_string();
    let mut messages = messages.replace(&copy.display().to_string(), &shown);
    if !matches!(run.end, End::Exited(_)) {
        messages.extend([process::name(&command[..1]), format!(": {}\n", run.end)]);
    }
    Ok(Some(messages))
}

/// The command that runs the class with `main` in `folder`.
fn java(mut words: Vec<OsString>, folder: &Path, source: &[u8], path: &Path) -> Vec<OsString> {
    let mut classes = Vec::new();
    collect_classes(folder, "", &mut classes);
    classes.sort();
    let public = language::public_class(&String::from_utf8_lossy(source));
    let is_public =
        |class: &String| Some(class.rsplit('.').next().unwrap_or(class)) == public.as_deref();
    let class = classes.iter().find(|class| is_public(class));
    let class = class.or(classes.first()).cloned().unwrap_or_else(|| {
        let stem = path.file_stem().unwrap_or_default();
        public.unwrap_or_else(|| stem.to_string_lossy().into_owned())
    });
    // As judges do: collect garbage in one thread, with a deep stack, and write no files elsewhere.
    let options = ["-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xss64m", "-cp"];
    words.extend(options.map(OsString::from));
    words.extend([folder.into(), class.into()]);
    words
}

/// Adds the classes in `folder` that have `main`, each with its package.
fn collect_classes(folder: &Path, package: &str, classes: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            collect_classes(&path, &format!("{package}{name}."), classes);
        } else if let Some(class) = name.strip_suffix(".class") {
            let bytes = fs::read(&path).unwrap_or_default();
            let has = |text: &[u8]| memchr::memmem::find(&bytes, text).is_some();
            if has(b"\x00\x04main") && has(b"([Ljava/lang/String;)V") {
                classes.push(format!("{package}{class}"));
            }
        }
    }
}
