//! The languages of source files, and how judges compile them.

use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::error::Error;
use crate::judge::process::find;
use crate::words::t;

/// What compiles and runs the programs of a programming language.
#[derive(Debug)]
pub(super) struct Toolchain {
    /// The name of the language.
    name: &'static str,
    /// What its source files end in.
    endings: &'static [&'static str],
    /// What a source file must be called, if not as it is.
    pub file_name: Option<&'static str>,
    /// What checks or compiles a source file.
    pub compiler: Tool,
    /// Its arguments: `<source>`, `<output>`, the executable file, and `<folder>`, where that is, stand for paths.
    pub arguments: &'static str,
    /// What runs the source or what it was compiled to, with its arguments. `None` if that is executable.
    pub interpreter: Option<(Tool, &'static str)>,
}

/// A program that must be installed.
#[derive(Debug)]
pub(super) struct Tool {
    /// The environment variable that names it, perhaps with arguments.
    pub variable: &'static str,
    /// Its names, if the variable is not set: the first that is installed.
    names: &'static [&'static str],
    /// What to install.
    package: &'static str,
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
const PYTHONS: &[&str] = if cfg!(windows) {
    &["py", "python", "python3"]
} else {
    &["python3"]
};

/// Compiles a file in memory, and shows nothing but what is wrong with it.
pub(super) const PYTHON_CHECK: &str = "\
import sys, traceback
try:
    compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')
except (SyntaxError, ValueError):
    sys.exit(''.join(traceback.format_exception_only(*sys.exc_info()[:2])))
";

/// All of them.
const TOOLCHAINS: [Toolchain; 5] = [
    Toolchain {
        name: "C",
        endings: &["c"],
        file_name: None,
        compiler: tool("CC", &["cc", "gcc", "clang"], "gcc or clang"),
        arguments: "-O2 -o <output> <source> -lm",
        interpreter: None,
    },
    Toolchain {
        name: "C++",
        endings: &["cpp", "cc", "cxx"],
        file_name: None,
        compiler: tool("CXX", &["c++", "g++", "clang++"], "g++ or clang"),
        arguments: "-O2 -o <output> <source>",
        interpreter: None,
    },
    Toolchain {
        name: "Rust",
        endings: &["rs"],
        file_name: None,
        compiler: tool("RUSTC", &["rustc"], "Rust"),
        arguments: "--edition=2021 --crate-name=submission -Copt-level=2 -o <output> <source>",
        interpreter: None,
    },
    Toolchain {
        name: "Python",
        endings: &["py"],
        file_name: None,
        compiler: tool("PYTHON", PYTHONS, "Python 3"),
        arguments: "-c <check> <source>",
        interpreter: Some((tool("PYTHON", PYTHONS, "Python 3"), "<source>")),
    },
    Toolchain {
        name: "Java",
        endings: &["java"],
        // Judges ask for this name of the public class, and Java for a file of that name.
        file_name: Some("Main.java"),
        compiler: tool("JAVAC", &["javac"], "a Java development kit"),
        arguments: "-encoding UTF-8 -d <folder> <source>",
        // As judges do: collect garbage in one thread, with a deep stack, and write no files elsewhere.
        interpreter: Some((
            tool("JAVA", &["java"], "Java"),
            "-XX:+UseSerialGC -XX:-UsePerfData -Xss64m -cp <folder> Main",
        )),
    },
];

/// What compiles and runs the source file `path`. `None` if it is not a source file.
pub(super) fn of(path: &Path) -> Option<&'static Toolchain> {
    let ending = path.extension()?.to_str()?;
    TOOLCHAINS
        .iter()
        .find(|toolchain| toolchain.endings.contains(&ending))
}

/// What source files end in.
pub(super) fn endings() -> String {
    let endings = TOOLCHAINS.iter().flat_map(|toolchain| toolchain.endings);
    let endings: Vec<_> = endings.map(|ending| format!(".{ending}")).collect();
    endings.join(" ")
}

/// What the names of interpreters and virtual machines start with.
const INTERPRETERS: &str = "python py pypy java node ruby perl php lua sh bash dash dotnet";

/// Whether `program` is an interpreter, or a file that names one in its first line.
pub(super) fn is_interpreter(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().unwrap_or_default();
    let name = name.to_string_lossy().to_ascii_lowercase();
    let name = name.strip_suffix(EXE_SUFFIX).unwrap_or(&name);
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let mut start = [0; 2];
    INTERPRETERS.split(' ').any(|known| known == name)
        || find(program)
            .and_then(|path| File::open(path).ok()?.read_exact(&mut start).ok())
            .is_some_and(|()| start == *b"#!")
}

impl Toolchain {
    /// The arguments after all others for sanitizers, which end the program at once and report lines of the source. The last
    /// of two optimizations counts.
    pub(super) fn sanitizers(&self) -> Option<&'static str> {
        let flags = "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all -g";
        ["C", "C++"].contains(&self.name).then_some(flags)
    }

    /// The words of the command of one of its tools. Files keep their meaning in another folder.
    pub(super) fn words(&self, tool: &Tool) -> Result<Vec<OsString>, Error> {
        let value = std::env::var(tool.variable).unwrap_or_default();
        let word = |word: &str| match Path::new(word) {
            path if path.components().count() > 1 && path.is_file() => {
                std::path::absolute(path).map_or(word.into(), OsString::from)
            }
            _ => word.into(),
        };
        let mut words: Vec<_> = value.split_whitespace().map(word).collect();
        if words.is_empty() {
            let mut names = tool.names.iter();
            let installed = names.find(|name| find(name.as_ref()).is_some());
            words.push(installed.unwrap_or(&tool.names[0]).into());
        }
        if find(&words[0]).is_none() {
            return Err(Error::Usage(t!(
                "{language} needs '{program}', which is not installed: install {package}, or set {variable}",
                language = self.name,
                program = words[0].display(),
                package = tool.package,
                variable = tool.variable
            )));
        }
        Ok(words)
    }
}
