//! The languages of source files, and how judges compile them.

use std::collections::BTreeMap;
use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use crate::error::Error;
use crate::judge::process::{find, is_executable};
use crate::threads::lock;
use crate::words::t;

/// A program that must be installed: what checks or compiles the source files of a language, or what runs them then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tool {
    /// The name of the language.
    pub language: &'static str,
    /// What its source files end in. An interpreter has none.
    endings: &'static [&'static str],
    /// The environment variable that names it, perhaps with arguments.
    variable: &'static str,
    /// Its names, if the variable is not set: the first that is installed.
    names: &'static [&'static str],
    /// What to install.
    package: fn() -> &'static str,
    /// Its arguments, each behind a space: `<source>`, `<output>`, the executable file, and `<folder>`, where that is,
    /// stand for paths.
    pub arguments: &'static str,
    /// The text of a program that does nothing.
    pub nothing: &'static str,
}

/// Java runs as judges run it: it collects garbage in one thread, has a deep stack, and writes no files elsewhere. Who
/// reads a number does not look whether there is one, on which judges do not insist.
const TOOLS: [Tool; 7] = [
    Tool {
        language: "C",
        endings: &[".c"],
        variable: "CC",
        names: &["cc", "gcc", "clang"],
        package: || t!("gcc or clang"),
        arguments: "-O2 -Wall -Wno-unused-result -o <output> <source> -lm",
        nothing: "int main(void) { return 0; }",
    },
    Tool {
        language: "C++",
        endings: &[".cpp", ".cc", ".cxx"],
        variable: "CXX",
        names: &["c++", "g++", "clang++"],
        package: || t!("g++ or clang"),
        arguments: "-O2 -Wall -Wno-unused-result -o <output> <source>",
        nothing: "int main() {}",
    },
    Tool {
        language: "Rust",
        endings: &[".rs"],
        variable: "RUSTC",
        names: &["rustc"],
        package: || "Rust",
        arguments: "--edition=2021 --crate-name=submission -Copt-level=2 -o <output> <source>",
        nothing: "fn main() {}",
    },
    Tool {
        language: "Python",
        endings: &[".py"],
        variable: "PYTHON",
        names: PYTHON,
        package: || "Python 3",
        arguments: "-m py_compile <source>",
        nothing: "",
    },
    Tool {
        language: "Python",
        endings: &[],
        variable: "PYTHON",
        names: PYTHON,
        package: || "Python 3",
        arguments: "<source>",
        nothing: "",
    },
    Tool {
        language: "Java",
        endings: &[".java"],
        variable: "JAVAC",
        names: &["javac"],
        package: || t!("a Java development kit"),
        arguments: "-J-XX:TieredStopAtLevel=1 -J-XX:-UsePerfData -encoding UTF-8 -d <folder> <source>",
        nothing: "class Main { public static void main(String[] a) {} }",
    },
    Tool {
        language: "Java",
        endings: &[],
        variable: "JAVA",
        names: &["java"],
        package: || "Java",
        arguments: "-XX:+UseSerialGC -XX:-UsePerfData -Xss64m -cp <folder> Main",
        nothing: "",
    },
];

/// On Windows, python3.exe may be a stub that opens a shop.
const PYTHON: &[&str] = if cfg!(windows) {
    &["py", "python", "python3"]
} else {
    &["python3"]
};

/// What compiles the source file `path`. `None` if it is not a source file.
pub(super) fn compiler(path: &Path) -> Option<Tool> {
    let ending = path.extension()?.to_str()?;
    let is_known = |known: &str| known.strip_prefix('.') == Some(ending);
    let mut tools = TOOLS.into_iter();
    tools.find(|tool| tool.endings.iter().any(|known| is_known(known)))
}

/// How other languages are run, by what their source files end in. Nothing stands for those that are compiled.
const OTHERS: [(&[&str], &str); 12] = [
    (&["js", "mjs", "ts"], "node"),
    (&["go"], "go run"),
    (&["rb"], "ruby"),
    (&["php"], "php"),
    (&["pl"], "perl"),
    (&["lua"], "lua"),
    (&["sh"], "sh"),
    (&["hs"], "runghc"),
    (&["ml"], "ocaml"),
    (&["jl"], "julia"),
    (&["kts"], "kotlin"),
    (&["kt", "pas", "cs", "d", "swift", "scala", "zig"], ""),
];

/// All that source files end in.
fn endings() -> String {
    let endings = TOOLS.iter().flat_map(|tool| tool.endings).copied();
    endings.collect::<Vec<_>>().join(" ")
}

/// That a command is a source file, if it is one and says not itself what runs it.
pub(super) fn is_source(path: &Path) -> Option<String> {
    let is_known = compiler(path).is_some() && !names_its_interpreter(path);
    is_known.then(|| t!("{file} is a source file: give it without '--'", file = path.display()))
}

/// What to do with `path`, which is no source file of a row here. `None` if it can be run.
pub(super) fn how_to_run(path: &Path) -> Option<String> {
    if names_its_interpreter(path) {
        return None;
    }
    let (file, known) = (path.display(), endings());
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let small = path.with_extension(ending.to_lowercase());
    let other = |path: &Path| {
        let ending = path.extension()?.to_str()?;
        OTHERS.iter().find(|(known, _)| known.contains(&ending))
    };
    if small != path && (compiler(&small).is_some() || other(&small).is_some()) {
        let small = small.display();
        return Some(t!(
            "{file}: expected an ending in small letters: rename it to {small}",
            file,
            small
        ));
    }
    if ending == "toml" {
        return Some(t!(
            "{file} is a problem, no program: expected a SOURCE that ends in one of {known}",
            file,
            known
        ));
    }
    Some(match other(path) {
        None if is_executable(path) => return None,
        None => t!(
            "{file} is not executable, and ends in none of {known}: rename it if it is a source file",
            file,
            known
        ),
        Some((_, "")) => t!(
            "{file} is none of {known}: compile it, and give the executable file",
            file,
            known
        ),
        Some((_, runner)) => t!(
            "{file} is none of {known}: put what runs it after '--': -- {runner} {file}",
            file,
            known,
            runner
        ),
    })
}

/// The package that a class of Java is in, by its source.
pub(super) fn package(code: &str) -> Option<&str> {
    let mut lines = code.lines().map(str::trim);
    lines.find_map(|line| Some(line.strip_prefix("package ")?.split_once(';')?.0.trim()))
}

/// How programs open a file; behind this is its name, between quotes.
const OPENING: [&str; 7] = [
    "fstream",
    "freopen(",
    "fopen(",
    "open(",
    "File(",
    "FileReader(",
    "FileInputStream(",
];

/// The first line of a program that opens a file, and the name of that.
pub(super) fn opened_file(code: &str) -> Option<(usize, String)> {
    let opened = |line: &str| {
        let line = line.split("//").next()?.trim_start();
        let is_comment = line.starts_with('#');
        let calls = OPENING.iter().filter_map(|call| Some((call, line.split_once(call)?.1)));
        let mut names = calls.filter_map(|(call, behind)| {
            let has_name = !call.ends_with('(');
            let behind = if has_name {
                behind.split_once(['(', '{'])?.1
            } else {
                behind
            };
            let text = behind.trim_start();
            let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            Some(text[1..].split_once(quote)?.0)
        });
        let name = names.find(|name| !name.starts_with("/dev/"))?;
        (!is_comment).then(|| name.to_owned())
    };
    let mut lines = (1..).zip(code.lines());
    lines.find_map(|(number, line)| Some((number, opened(line)?)))
}

/// Whether a file says in its first line what runs it.
fn names_its_interpreter(path: &Path) -> bool {
    let mut start = [0; 2];
    let file = File::open(path);
    file.is_ok_and(|mut file| file.read_exact(&mut start).is_ok()) && start == *b"#!"
}

/// What the names of interpreters and virtual machines start with.
const INTERPRETERS: &str = "python py pypy java node ruby perl php lua sh bash dash dotnet";

/// Whether `program` is an interpreter, or a file that names one in its first line.
pub(super) fn is_interpreter(program: &OsStr) -> bool {
    let name = Path::new(program)
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_ascii_lowercase();
    let name = name
        .strip_suffix(EXE_SUFFIX)
        .unwrap_or(&name)
        .trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    INTERPRETERS.split(' ').any(|known| known == name) || find(program).is_some_and(|path| names_its_interpreter(&path))
}

/// The Python that a script starts, as that of pyenv does, which takes several times as long as Python: what this says
/// itself is that of a virtual environment, too.
fn behind(script: PathBuf) -> PathBuf {
    static KNOWN: Mutex<BTreeMap<PathBuf, PathBuf>> = Mutex::new(BTreeMap::new());
    let mut known = lock(&KNOWN);
    let ask = |script: &PathBuf| {
        let mut python = Command::new(script);
        python.args(["-S", "-c", "import sys; print(sys.executable)"]);
        python.stdin(Stdio::null()).stderr(Stdio::null());
        let said = String::from_utf8(python.output().ok()?.stdout).ok()?;
        let program = PathBuf::from(said.trim_end());
        program.is_absolute().then(|| find(program.as_ref()))?
    };
    let program = known.entry(script).or_insert_with_key(|script| {
        let program = ask(script);
        program.unwrap_or(script.clone())
    });
    program.clone()
}

impl Tool {
    /// What runs what it compiles. `None` if that is executable.
    pub(super) fn interpreter(self) -> Option<Self> {
        let mut tools = TOOLS.into_iter();
        tools.find(|tool| tool.endings.is_empty() && tool.language == self.language)
    }

    /// The arguments after all others for sanitizers, which end the program at once and report lines of the source. The
    /// last of two optimizations counts.
    pub(super) fn sanitizers(self) -> Option<&'static str> {
        let flags = "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all -g";
        ["C", "C++"].contains(&self.language).then_some(flags)
    }

    /// The words of its command.
    pub(super) fn words(self) -> Result<Vec<OsString>, Error> {
        let value = std::env::var(self.variable).unwrap_or_default();
        let mut words: Vec<_> = value.split_whitespace().map(OsString::from).collect();
        if words.is_empty() {
            let installed = self.names.iter().find(|name| find(name.as_ref()).is_some());
            words.extend(installed.or(self.names.first()).map(OsString::from));
        }
        // It keeps its meaning in another folder.
        let program = find(&words[0]).map(std::path::absolute);
        if let Some(Ok(program)) = program {
            let is_script = self.language == "Python" && names_its_interpreter(&program);
            words[0] = if is_script { behind(program) } else { program }.into();
            return Ok(words);
        }
        Err(Error::Usage(t!(
            "{language} needs '{program}', which is not installed: install {package}, or set {variable}",
            language = self.language,
            program = words[0].display(),
            package = (self.package)(),
            variable = self.variable
        )))
    }
}
