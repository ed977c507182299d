//! The languages of source files, and how judges compile them.

use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::judge::process::find;

/// What compiles and runs the programs of a programming language.
#[derive(Debug)]
pub(crate) struct Toolchain {
    /// The name of the language.
    pub name: &'static str,
    /// What its source files end in.
    pub endings: &'static [&'static str],
    /// What a source file must be called, if not as it is.
    pub file_name: Option<&'static str>,
    /// What checks or compiles a source file.
    pub compiler: Tool,
    /// The arguments of that: `<source>`, `<output>`, the executable file, and `<folder>`, where that is, stand for paths.
    pub arguments: &'static [&'static str],
    /// What runs the source or what it was compiled to, with its arguments. `None` if that is executable.
    pub interpreter: Option<(Tool, &'static [&'static str])>,
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

const fn tool(
    variable: &'static str,
    names: &'static [&'static str],
    package: &'static str,
) -> Tool {
    Tool {
        variable,
        names,
        package,
    }
}

/// On Windows, python3.exe may be a stub that opens a shop.
const PYTHON: Tool = tool(
    "PYTHON",
    on_windows(&["py", "python", "python3"], &["python3"]),
    "Python 3",
);

/// Compiles a file in memory, and shows nothing but what is wrong with it.
const PYTHON_CHECK: &str = "\
import sys, traceback
try:
    compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')
except (SyntaxError, ValueError):
    sys.exit(''.join(traceback.format_exception_only(*sys.exc_info()[:2])))
";

/// What compilers of C and C++ are given after their arguments for sanitizers, which end the program at once and report lines
/// of the source. The last of two optimizations counts.
const SANITIZERS: &[&str] = &[
    "-O1",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-g",
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
        file_name: None,
        compiler: tool("CC", on_windows(&["gcc", "clang"], &["cc"]), "gcc or clang"),
        arguments: &["-O2", "-o", "<output>", "<source>", "-lm"],
        interpreter: None,
    },
    Toolchain {
        name: "C++",
        endings: &["cpp", "cc", "cxx"],
        file_name: None,
        compiler: tool(
            "CXX",
            on_windows(&["g++", "clang++"], &["c++"]),
            "g++ or clang",
        ),
        arguments: &["-O2", "-o", "<output>", "<source>"],
        interpreter: None,
    },
    Toolchain {
        name: "Rust",
        endings: &["rs"],
        file_name: None,
        compiler: tool("RUSTC", &["rustc"], "Rust"),
        arguments: &[
            "--edition=2021",
            "--crate-name=submission",
            "-Copt-level=2",
            "-o",
            "<output>",
            "<source>",
        ],
        interpreter: None,
    },
    Toolchain {
        name: "Python",
        endings: &["py"],
        file_name: None,
        compiler: PYTHON,
        arguments: &["-c", PYTHON_CHECK, "<source>"],
        interpreter: Some((PYTHON, &["<source>"])),
    },
    Toolchain {
        name: "Java",
        endings: &["java"],
        // Judges ask for this name of the public class, and Java for a file of that name.
        file_name: Some("Main.java"),
        compiler: tool("JAVAC", &["javac"], "a Java development kit"),
        arguments: &["-encoding", "UTF-8", "-d", "<folder>", "<source>"],
        // As judges do: collect garbage in one thread, with a deep stack, and write no files elsewhere.
        interpreter: Some((
            tool("JAVA", &["java"], "Java"),
            &[
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xss64m",
                "-cp",
                "<folder>",
                "Main",
            ],
        )),
    },
];

/// What compiles and runs the source file `path`. `None` if it is not a source file.
pub(crate) fn of(path: &Path) -> Option<&'static Toolchain> {
    let ending = path.extension()?.to_str()?;
    TOOLCHAINS
        .iter()
        .find(|toolchain| toolchain.endings.contains(&ending))
}

/// What source files end in.
pub(crate) fn endings() -> String {
    let endings = TOOLCHAINS.iter().flat_map(|toolchain| toolchain.endings);
    let endings: Vec<_> = endings.map(|ending| format!(".{ending}")).collect();
    endings.join(" ")
}

/// What the names of interpreters and virtual machines start with.
const INTERPRETERS: [&str; 13] = [
    "python", "py", "pypy", "java", "node", "ruby", "perl", "php", "lua", "sh", "bash", "dash",
    "dotnet",
];

/// Whether `program` is an interpreter, or a file that names one in its first line.
pub(super) fn is_interpreter(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().unwrap_or_default();
    let name = name.to_string_lossy().to_ascii_lowercase();
    let name = name.strip_suffix(EXE_SUFFIX).unwrap_or(&name);
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let mut start = [0; 2];
    INTERPRETERS.contains(&name)
        || find(program)
            .and_then(|path| File::open(path).ok()?.read_exact(&mut start).ok())
            .is_some_and(|()| start == *b"#!")
}

impl Toolchain {
    /// What the arguments are followed by for sanitizers, if there are any.
    pub(crate) fn sanitizers(&self) -> Option<&'static [&'static str]> {
        ["C", "C++"].contains(&self.name).then_some(SANITIZERS)
    }
}

impl Tool {
    /// The words of its command. Files keep their meaning in another folder.
    pub(crate) fn words(&self) -> Vec<OsString> {
        let value = std::env::var(self.variable).unwrap_or_default();
        let word = |word: &str| {
            let path = Path::new(word);
            let is_file = path.components().count() > 1 && path.is_file();
            let absolute = is_file.then(|| std::path::absolute(path).ok()).flatten();
            absolute.unwrap_or(path.to_owned()).into()
        };
        let words: Vec<_> = value.split_whitespace().map(word).collect();
        if words.is_empty() {
            let mut names = self.names.iter();
            let installed = names.find(|name| find(name.as_ref()).is_some());
            return vec![installed.unwrap_or(&self.names[0]).into()];
        }
        words
    }
}
