//! The programs of the packages, compiled as their heads say and judged on all data: what is accepted
//! is right, and wrong answers are wrong.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use bouton::problem::Problem;
use serde_json::Value;

use crate::harness::{Run as _, bouton, folder, problem_folder, problems, some_of, untidy};

/// A language in the strictness that a submission has to stand.
pub struct Language {
    name: &'static str,
    compiler: &'static str,
    flags: &'static str,
}

pub const STRICT_C: Language = Language {
    name: "C89",
    compiler: "cc",
    flags: "-std=c89 -pedantic -Wall -Wextra -Werror -O1",
};

/// The same files as C++: judges compile a C file with what they have.
const STRICT_CPP: Language = Language {
    name: "C++98",
    compiler: "c++",
    flags: "-x c++ -std=c++98 -pedantic -Wall -Wextra -Werror -O1",
};

const RUST: Language = Language {
    name: "Rust",
    compiler: "rustc",
    flags: "--edition 2021 -D warnings -C opt-level=1 -C debuginfo=0",
};

pub const C: Language = Language {
    name: "C",
    compiler: "cc",
    flags: "-Wall -Wextra -Werror -O1",
};

impl Language {
    /// Compiles a program; the complaint if that says anything.
    fn compile(&self, program: &Program) -> Result<(), String> {
        let output = Command::new(self.compiler)
            .args(self.flags.split(' '))
            .arg("-o")
            .args([&program.executable, &program.source])
            .run()
            .unwrap();
        if output.status.success() && output.stderr.is_empty() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("{} as {}: {said}", program.name(), self.name))
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

    /// The verdict on each test of its problem, with the name of the test.
    fn verdicts(&self, time_limit: &str) -> Vec<(String, String)> {
        let mut command = bouton();
        command.args([
            "test",
            &self.problem.id,
            "--json",
            "--time-limit",
            time_limit,
            "--",
        ]);
        let output = command.arg(&self.executable).run().unwrap();
        let report = String::from_utf8(output.stdout).unwrap();
        let objects = report
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let verdict = |object: Value| Some((text(&object["test"])?, text(&object["verdict"])?));
        objects.filter_map(verdict).collect()
    }
}

/// Compiles submissions of `kind` that `language` can compile (all in `scripts/check --long`) and does to each what
/// `check` does, on all processors. Panics with all complaints.
pub fn each_program(
    kind: &str,
    extension: &str,
    language: &Language,
    check: impl Fn(&Program) -> Vec<String> + Sync,
) {
    if Command::new(language.compiler)
        .arg("--version")
        .run()
        .is_err()
    {
        // Not `eprintln!`: the test harness would swallow it, as the test passes.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: there is no {}, so {kind}/*.{extension} were not tested as {}",
            language.compiler,
            language.name
        );
        return;
    }
    let test = std::thread::current()
        .name()
        .unwrap_or("judge")
        .replace("::", "-");
    let executables = folder(&test);
    let mut programs = Vec::new();
    for problem in problems() {
        let submissions = problem_folder(problem).join("submissions").join(kind);
        let entries = fs::read_dir(submissions).unwrap();
        let sources = entries.map(|entry| entry.unwrap().path());
        let mut sources: Vec<_> = sources
            .filter(|path| path.extension().is_some_and(|ending| ending == extension))
            .collect();
        sources.sort();
        assert!(!sources.is_empty(), "{} has no {kind}", problem.id);
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
                    let found = match language.compile(program) {
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

/// Complaints about a program that has to answer everything, tidy or not.
fn mistakes_of_accepted(program: &Program) -> Vec<String> {
    let verdicts = program.verdicts("100").into_iter();
    let wrong = verdicts.filter(|(_, verdict)| verdict != "AC");
    let tidy = wrong.map(|(test, verdict)| format!("{} is {verdict} on {test}", program.name()));
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
#[ignore = "long: scripts/check --long"]
fn accepted_c_files_are_c89_and_cpp98_and_answer_everything() {
    for language in [STRICT_C, STRICT_CPP] {
        each_program("accepted", "c", &language, mistakes_of_accepted);
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn accepted_rust_files_answer_everything() {
    each_program("accepted", "rs", &RUST, mistakes_of_accepted);
}

#[test]
#[ignore = "long: scripts/check --long"]
fn every_wrong_answer_is_wrong_about_some_of_the_test_data_and_never_crashes() {
    each_program("wrong_answer", "c", &C, |program| {
        let mut complaints = Vec::new();
        let mut wrong_about = Vec::new();
        for (test, verdict) in program.verdicts("100") {
            match verdict.as_str() {
                "AC" => {}
                "WA" | "PE" => wrong_about.push(test),
                _ => complaints.push(format!("{} is {verdict} on {test}", program.name())),
            }
        }
        wrong_about.retain(|test| !test.starts_with("sample "));
        if wrong_about.is_empty() {
            complaints.push(format!("{} is right about all test data", program.name()));
        }
        // A hack is for a mistake that the generated data does not find.
        let stem = program.source.file_stem().unwrap().to_str().unwrap();
        let path = format!("hacks/{stem}.in");
        let has_hack = program.problem.files.bytes(&path).is_ok();
        if has_hack && wrong_about.iter().any(|test| !test.starts_with("hack-")) {
            complaints.push(format!("{} needs no hack", program.name()));
        }
        complaints
    });
}
