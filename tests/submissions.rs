//! The programs of the packages, compiled as their heads say and judged on all data: what is accepted
//! is right, searches over all moves are right wherever they answer, and wrong answers are wrong.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use bouton::engine;
use bouton::input::Input;
use bouton::problem::Problem;
use bouton::testdata::{self, TestInput};

use crate::harness::{Run as _, folder, problems, some_of, untidy};

/// A language in the strictness that a submission has to stand.
pub struct Language {
    name: &'static str,
    /// The programs that compile it; the first one that exists does.
    compilers: &'static [&'static str],
    flags: &'static [&'static str],
}

pub const STRICT_C: Language = Language {
    name: "C89",
    compilers: &["cc", "gcc"],
    flags: &[
        "-std=c89",
        "-pedantic",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-O1",
    ],
};

/// The same files as C++: judges compile a C file with what they have.
const STRICT_CPP: Language = Language {
    name: "C++98",
    compilers: &["c++", "g++"],
    flags: &[
        "-x",
        "c++",
        "-std=c++98",
        "-pedantic",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-O1",
    ],
};

const RUST: Language = Language {
    name: "Rust",
    compilers: &["rustc"],
    flags: &[
        "--edition",
        "2021",
        "-D",
        "warnings",
        "-C",
        "opt-level=1",
        "-C",
        "debuginfo=0",
    ],
};

pub const C: Language = Language {
    name: "C",
    compilers: &["cc", "gcc"],
    flags: &["-Wall", "-Wextra", "-Werror", "-O1"],
};

const CPP: Language = Language {
    name: "C++",
    compilers: &["c++", "g++"],
    flags: &["-Wall", "-Wextra", "-Werror", "-O1"],
};

impl Language {
    /// The first of its compilers that exists. If none does, says what is skipped.
    fn compiler(&self, what: &str) -> Option<&'static str> {
        let exists = |name: &&&str| Command::new(name).arg("--version").run().is_ok();
        let found = self.compilers.iter().find(exists).copied();
        if found.is_none() {
            let compilers = self.compilers.join(" or ");
            // Not `eprintln!`: the test harness would swallow it, as the test passes.
            let _ = writeln!(
                std::io::stderr(),
                "skipped: there is no {compilers}, so {what} were not tested as {}",
                self.name
            );
        }
        found
    }
}

/// A submission, and what it is compiled to.
pub struct Program {
    pub problem: &'static Problem,
    source: PathBuf,
    pub executable: PathBuf,
}

/// What a run of a program printed, and whether it ended well.
pub struct Run {
    pub output: Vec<u8>,
    success: bool,
}

impl Program {
    pub fn run(&self, input: &Path) -> Run {
        let output = Command::new(&self.executable)
            .stdin(File::open(input).unwrap())
            .run()
            .unwrap();
        let mut text = output.stdout;
        if cfg!(windows) {
            // Standard output is text there, whose lines end with a carriage return and a newline.
            text.retain(|byte| *byte != b'\r');
        }
        Run {
            output: text,
            success: output.status.success(),
        }
    }

    /// Where it is, as a person would say it.
    pub fn name(&self) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
        self.source
            .strip_prefix(folder)
            .unwrap()
            .display()
            .to_string()
    }

    /// The samples and the test data of its problem, written to files with the answers beside them. The samples
    /// come first.
    fn inputs(&self) -> Vec<PathBuf> {
        static WRITING: Mutex<()> = Mutex::new(());
        let folder = self
            .executable
            .with_file_name(format!("data-{}", self.problem.id));
        let _one_at_a_time = WRITING.lock().unwrap();
        let is_new = !folder.exists();
        fs::create_dir_all(&folder).unwrap();
        let samples = self.problem.samples().into_iter().zip(1..);
        let samples = samples.map(|((input, _), k)| TestInput {
            name: format!("sample-{k}"),
            input: input.into_owned().into_bytes().into(),
        });
        let tests = samples.chain(testdata::tests(self.problem).map(Result::unwrap));
        let path = |test: TestInput| {
            let path = folder.join(&test.name).with_extension("in");
            if is_new {
                let input = Input::from_bytes(test.name.clone(), &*test.input);
                let (answers, _) = engine::answers_to(self.problem, input);
                fs::write(path.with_extension("ans"), answers).unwrap();
                fs::write(&path, test.input).unwrap();
            }
            path
        };
        tests.map(path).collect()
    }

    /// Is its answer to this input exactly the one beside it?
    fn is_right(&self, input: &Path) -> Result<(), String> {
        let run = self.run(input);
        if !run.success {
            Err(format!("{} fails on {}", self.name(), input.display()))
        } else if run.output != expected(input) {
            Err(format!(
                "{} is wrong about {}",
                self.name(),
                input.display()
            ))
        } else {
            Ok(())
        }
    }
}

fn expected(input: &Path) -> Vec<u8> {
    fs::read(input.with_extension("ans"))
        .unwrap_or_else(|_| panic!("{} has no answers", input.display()))
}

/// The files of `folder` of the package of `problem` with one of the `extensions`, sorted.
fn files(problem: &Problem, folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("problems")
        .join(&problem.id)
        .join(folder);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            extension.is_some_and(|extension| extensions.contains(&extension))
        })
        .collect();
    files.sort();
    files
}

/// Compiles submissions of `kind` that `language` can compile (all in `scripts/check --long`) and does to each what
/// `check` does, on all processors. Panics with all complaints.
pub fn judge(
    kind: &str,
    extension: &str,
    language: &Language,
    check: impl Fn(&Program) -> Vec<String> + Sync,
) {
    let Some(compiler) = language.compiler(&format!("the files {kind}/*.{extension}")) else {
        return;
    };
    let test = std::thread::current()
        .name()
        .unwrap_or("judge")
        .replace("::", "-");
    let executables = folder(&test);
    let mut programs = Vec::new();
    for problem in problems() {
        let sources = files(problem, &format!("submissions/{kind}"), &[extension]);
        assert!(
            !sources.is_empty(),
            "{} has no {kind}/*.{extension}",
            problem.id
        );
        for source in sources {
            let name = source.file_stem().unwrap().to_str().unwrap();
            programs.push(Program {
                problem,
                executable: executables.join(format!("{}-{name}", problem.id)),
                source,
            });
        }
    }
    let next = Mutex::new(some_of(12, &programs));
    let complaints = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let program = next.lock().unwrap().next();
                    let Some(program) = program else { break };
                    let found = match compile(compiler, language, program) {
                        Ok(()) => check(program),
                        Err(complaint) => vec![complaint],
                    };
                    complaints.lock().unwrap().extend(found);
                }
            });
        }
    });
    let mut complaints = complaints.into_inner().unwrap();
    complaints.sort();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
    fs::remove_dir_all(executables).unwrap();
}

fn compile(compiler: &str, language: &Language, program: &Program) -> Result<(), String> {
    let output = Command::new(compiler)
        .args(language.flags)
        .arg("-o")
        .args([&program.executable, &program.source])
        .run()
        .unwrap();
    if output.status.success() && output.stderr.is_empty() {
        Ok(())
    } else {
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("{} as {}: {said}", program.name(), language.name))
    }
}

/// Complaints about a program that has to answer everything, tidy or not.
fn mistakes_of_accepted(program: &Program) -> Vec<String> {
    let inputs = program.inputs();
    let tidy = inputs
        .iter()
        .filter_map(|input| program.is_right(input).err());
    let (_, answers) = &program.problem.samples()[0];
    let file = program.executable.with_extension("in");
    let untidy = untidy(program.problem).into_iter().filter_map(|input| {
        fs::write(&file, &input).unwrap();
        let run = program.run(&file);
        let is_right = run.success && run.output == answers.as_bytes();
        (!is_right).then(|| format!("{} is wrong about {input:?}", program.name()))
    });
    tidy.chain(untidy).collect()
}

#[test]
fn accepted_c_files_are_c89_and_answer_everything() {
    judge("accepted", "c", &STRICT_C, mistakes_of_accepted);
}

#[test]
fn accepted_c_files_are_cpp98_too_and_answer_everything() {
    judge("accepted", "c", &STRICT_CPP, mistakes_of_accepted);
}

#[test]
#[ignore = "long: scripts/check --long"]
fn accepted_rust_files_answer_everything() {
    judge("accepted", "rs", &RUST, mistakes_of_accepted);
}

#[test]
#[ignore = "long: scripts/check --long"]
fn searches_over_all_moves_are_right_wherever_they_answer() {
    judge("brute_force", "cpp", &CPP, |program| {
        // A search over the positions of a large file fills the memory before it gives up.
        let mut inputs = program.inputs();
        inputs.retain(|input| std::fs::metadata(input).is_ok_and(|file| file.len() < 500));
        let runs: Vec<_> = inputs
            .iter()
            .map(|input| (input, program.run(input)))
            .collect();
        // A search that answered nothing would prove nothing.
        let silent = (!runs.iter().any(|(_, run)| run.success))
            .then(|| format!("{} answers nothing", program.name()));
        runs.iter()
            .filter(|(input, run)| run.success && run.output != expected(input))
            .map(|(input, _)| format!("{} is wrong about {}", program.name(), input.display()))
            .chain(silent)
            .collect()
    });
}

#[test]
#[ignore = "long: scripts/check --long"]
fn every_wrong_answer_is_wrong_about_some_of_the_test_data_and_never_crashes() {
    judge("wrong_answer", "c", &C, |program| {
        let mut complaints = Vec::new();
        let mut wrong_about = Vec::new();
        for input in program.inputs() {
            let run = program.run(&input);
            if !run.success {
                complaints.push(format!("{} fails on {}", program.name(), input.display()));
            }
            if run.output != expected(&input) {
                wrong_about.push(input.file_stem().unwrap().to_str().unwrap().to_owned());
            }
        }
        wrong_about.retain(|input| !input.starts_with("sample-"));
        if wrong_about.is_empty() {
            complaints.push(format!("{} is right about all test data", program.name()));
        }
        // A hack is for a mistake that the generated data does not find.
        let stem = program.source.file_stem().unwrap().to_str().unwrap();
        let path = format!("hacks/{stem}.in");
        let has_hack = program.problem.files.bytes(&path).is_ok();
        if has_hack && wrong_about.iter().any(|input| !input.starts_with("hack-")) {
            complaints.push(format!("{} needs no hack", program.name()));
        }
        complaints
    });
}
