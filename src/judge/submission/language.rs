//! The languages of source files, and how judges compile them.

use std::borrow::Cow;
use std::env::consts::EXE_EXTENSION;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::judge::process::find;

/// A programming language, and what compiles and runs it.
#[derive(Debug)]
pub(crate) struct Toolchain {
    /// Its name.
    pub name: &'static str,
    /// What its source files end in.
    pub endings: &'static [&'static str],
    /// What checks or compiles a source file.
    pub compiler: Tool,
    /// The arguments of that; [`OUTPUT`], [`FOLDER`] and [`SOURCE`] stand for paths.
    arguments: &'static [&'static str],
    /// What runs the compiled file. `None` if it is executable.
    pub interpreter: Option<Tool>,
}

/// A program that must be installed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// The environment variable that names it, perhaps with arguments.
    pub variable: &'static str,
    /// Its names, if the variable is not set: the first that is installed.
    names: &'static [&'static str],
    /// What to install.
    pub package: &'static str,
}

/// Stands for the executable file.
pub(crate) const OUTPUT: &str = "<output>";
/// Stands for the folder that the executable file is in.
pub(crate) const FOLDER: &str = "<folder>";
/// Stands for the source file.
pub(crate) const SOURCE: &str = "<source>";

const PYTHON: Tool = Tool {
    variable: "PYTHON",
    // On Windows, python3.exe may be a stub that opens a shop.
    names: on_windows(&["py", "python", "python3"], &["python3"]),
    package: "Python 3",
};

/// Compiles a file in memory, and shows nothing but what is wrong with it.
const PYTHON_CHECK: &str = "\
import sys, traceback
try:
    compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')
except (SyntaxError, ValueError):
    sys.exit(''.join(traceback.format_exception_only(*sys.exc_info()[:2])))
";

/// The arguments of Microsoft's compiler, for C and C++.
const MSVC: &[&str] = &[
    "/nologo", "/O2", "/EHsc", "/Fe:", OUTPUT, "/Fo:", FOLDER, SOURCE,
];

const fn on_windows(
    windows: &'static [&'static str],
    others: &'static [&'static str],
) -> &'static [&'static str] {
    if cfg!(windows) { windows } else { others }
}

/// All of them.
const TOOLCHAINS: [Toolchain; 5] = [
    Toolchain {
        name: "C",
        endings: &["c"],
        compiler: Tool {
            variable: "CC",
            names: on_windows(&["gcc", "clang", "cl"], &["cc"]),
            package: "gcc or clang",
        },
        arguments: &["-O2", "-o", OUTPUT, SOURCE, "-lm"],
        interpreter: None,
    },
    Toolchain {
        name: "C++",
        endings: &["cpp", "cc", "cxx"],
        compiler: Tool {
            variable: "CXX",
            names: on_windows(&["g++", "clang++", "cl"], &["c++"]),
            package: "g++ or clang",
        },
        arguments: &["-O2", "-o", OUTPUT, SOURCE],
        interpreter: None,
    },
    Toolchain {
        name: "Rust",
        endings: &["rs"],
        compiler: Tool {
            variable: "RUSTC",
            names: &["rustc"],
            package: "Rust",
        },
        arguments: &[
            "--edition=2021",
            "--crate-name=submission",
            "-Copt-level=2",
            "-o",
            OUTPUT,
            SOURCE,
        ],
        interpreter: None,
    },
    Toolchain {
        name: "Python",
        endings: &["py"],
        compiler: PYTHON,
        arguments: &["-c", PYTHON_CHECK, SOURCE],
        interpreter: Some(PYTHON),
    },
    Toolchain {
        name: "Java",
        endings: &["java"],
        compiler: Tool {
            variable: "JAVAC",
            names: &["javac"],
            package: "a Java development kit",
        },
        arguments: &["-encoding", "UTF-8", "-d", FOLDER, SOURCE],
        interpreter: Some(Tool {
            variable: "JAVA",
            names: &["java"],
            package: "Java",
        }),
    },
];

/// The toolchain for the source file `path`. `None` if it is not a source file.
pub(crate) fn of(path: &Path) -> Option<&'static Toolchain> {
    let ending = path.extension()?.to_str()?;
    TOOLCHAINS
        .iter()
        .find(|language| language.endings.contains(&ending))
}

/// What source files end in.
pub(crate) fn endings() -> String {
    let endings = TOOLCHAINS.iter().flat_map(|language| language.endings);
    let endings: Vec<_> = endings.map(|ending| format!(".{ending}")).collect();
    endings.join(" ")
}

/// What the names of interpreters and virtual machines start with.
const INTERPRETERS: [&str; 13] = [
    "python", "py", "pypy", "java", "node", "ruby", "perl", "php", "lua", "sh", "bash", "dash",
    "dotnet",
];

/// Whether `command` runs an interpreter, or a file that names one in its first line.
pub fn is_interpreter(command: &[OsString]) -> bool {
    use std::io::Read;
    let Some(program) = command.first() else {
        return false;
    };
    let name = stem(program);
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let mut start = [0; 2];
    INTERPRETERS.contains(&name)
        || find(program)
            .and_then(|path| std::fs::File::open(path).ok()?.read_exact(&mut start).ok())
            .is_some_and(|()| start == *b"#!")
}

impl Toolchain {
    /// The arguments of the compiler `program`; [`OUTPUT`], [`FOLDER`] and [`SOURCE`] stand for paths.
    pub(crate) fn arguments(&self, program: &OsStr) -> &'static [&'static str] {
        let is_msvc = cfg!(windows) && stem(program) == "cl";
        if is_msvc { MSVC } else { self.arguments }
    }
}

/// The name of the program `path` without its folder, and without `.exe` on Windows.
fn stem(path: &OsStr) -> Cow<'_, str> {
    let path = Path::new(path);
    let is_executable = |ending: &OsStr| ending.eq_ignore_ascii_case(EXE_EXTENSION);
    let name = if path.extension().is_some_and(is_executable) {
        path.file_stem()
    } else {
        path.file_name()
    };
    name.unwrap_or_default().to_string_lossy()
}

impl Tool {
    /// The words of its command.
    pub(crate) fn words(&self) -> Vec<OsString> {
        let value = std::env::var_os(self.variable).unwrap_or_default();
        let words = match value.to_str() {
            Some(text) => text.split_whitespace().map(OsString::from).collect(),
            None => vec![value],
        };
        if words.is_empty() {
            let mut installed = self
                .names
                .iter()
                .filter(|name| find(name.as_ref()).is_some());
            let name = installed.next().unwrap_or(&self.names[0]);
            vec![name.into()]
        } else {
            words
        }
    }
}

/// The public class of a Java program: its file must have that name.
pub(crate) fn public_class(source: &str) -> Option<String> {
    let code = without_comments(source);
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut words = code.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    while words.any(|word| word == "public") {
        let mut next = words.clone();
        let kind = next.find(|word| !["final", "abstract", "sealed", "strictfp"].contains(word));
        if kind.is_some_and(|kind| ["class", "record", "enum", "interface"].contains(&kind)) {
            return next.next().map(str::to_owned);
        }
    }
    None
}

/// `source` without comments, as far as they matter here: `//` in a text hides the rest of its line.
fn without_comments(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some(start) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        code.push_str(&rest[..start]);
        code.push(' ');
        let end = if rest[start..].starts_with("//") {
            rest[start..].find('\n').map(|len| start + len)
        } else {
            rest[start + 2..].find("*/").map(|len| start + 2 + len + 2)
        };
        rest = end.map_or("", |end| &rest[end..]);
    }
    code + rest
}
