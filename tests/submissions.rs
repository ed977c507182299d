//! The wrong programs of the packages, judged on all data.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

use bouton::internals::problem::Problem;
use serde_json::Value;

use crate::harness::{Run as _, bouton, folder, problem_folder, problems, root, some_of};

/// A language in the strictness that a submission has to stand: its name, its compiler, and flags of that.
type Language = [&'static str; 3];

pub const C: Language = ["C", "cc", "-Wall -Wextra -Werror -O1"];

/// A submission, and what it is compiled to.
pub struct Program {
    pub problem: &'static Problem,
    source: PathBuf,
    pub executable: PathBuf,
}

impl Program {
    /// Compiles it; the complaint if that says anything.
    fn compile(&self, [name, compiler, flags]: Language) -> Result<(), String> {
        let mut command = Command::new(compiler);
        command.args(flags.split(' ')).arg("-o");
        let output = command.args([&self.executable, &self.source]).run();
        let output = output.unwrap();
        if output.status.success() && output.stderr.is_empty() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("{} as {name}: {said}", self.name()))
    }

    pub fn run(&self, input: &Path) -> Output {
        let mut command = Command::new(&self.executable);
        let mut output = command.stdin(File::open(input).unwrap()).run().unwrap();
        if cfg!(windows) {
            // Standard output is text there, whose lines end with a carriage return and a newline.
            output.stdout.retain(|byte| *byte != b'\r');
        }
        output
    }

    /// Where it is, as a person would say it.
    pub fn name(&self) -> String {
        let path = self.source.strip_prefix(root().join("problems")).unwrap();
        path.display().to_string()
    }

    /// The kinds of mistakes that its head names.
    fn kinds(&self) -> String {
        let text = fs::read_to_string(&self.source).unwrap();
        let kinds = text.lines().find_map(|line| line.strip_prefix(" * Kind: "));
        kinds.unwrap_or_default().to_owned()
    }

    /// The verdict on each test of its problem, with the name of the test, and the kinds of mistakes that are likely.
    fn verdicts(&self) -> (Vec<(String, String)>, String) {
        let mut command = bouton();
        command.args(["test", &self.problem.id, "--json"]);
        command.args(["--time-limit", "100", "--"]);
        let output = command.arg(&self.executable).run().unwrap();
        let report = String::from_utf8(output.stdout).unwrap();
        let lines = report.lines();
        let objects = lines.map(|line| serde_json::from_str(line).unwrap());
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let verdict = |object: Value| Some((text(&object["test"])?, text(&object["verdict"])?));
        let objects: Vec<Value> = objects.collect();
        let likely = objects.last().map_or(&Value::Null, |all| &all["likely"]);
        let kinds = likely.as_array().into_iter().flatten();
        let kinds: Vec<_> = kinds.filter_map(|likely| likely["kind"].as_str()).collect();
        let kinds = kinds.join(", ");
        (objects.into_iter().filter_map(verdict).collect(), kinds)
    }
}

/// Compiles submissions of `kind` that `language` can compile (all in `scripts/check --long`) and does to each what
/// `check` does, on all processors. Panics with all complaints.
pub fn each_program(kind: &str, extension: &str, language: Language, check: impl Fn(&Program) -> Vec<String> + Sync) {
    let [name, compiler, _] = language;
    if Command::new(compiler).arg("--version").run().is_err() {
        // Not `eprintln!`: the test harness would swallow it, as the test passes.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: there is no {compiler}, so {kind}/*.{extension} were not tested as {name}"
        );
        return;
    }
    let executables = folder(&format!("{kind}-{name}-{}", std::process::id()));
    let mut programs = Vec::new();
    for problem in problems() {
        let submissions = problem_folder(problem).join("submissions").join(kind);
        // What bouton writes itself is tested below.
        let Ok(entries) = fs::read_dir(submissions) else {
            continue;
        };
        let sources = entries.map(|entry| entry.unwrap().path());
        let is_in_it = |path: &PathBuf| path.extension().is_some_and(|ending| ending == extension);
        let before = programs.len();
        for source in sources.filter(is_in_it) {
            let name = source.file_stem().unwrap().to_str().unwrap();
            programs.push(Program {
                problem,
                executable: executables.join(format!("{}-{name}", problem.id)),
                source,
            });
        }
        assert!(programs.len() > before, "{} has no {kind}", problem.id);
    }
    programs.sort_by_key(Program::name);
    let next = Mutex::new(some_of(12, &programs));
    let complaints = Mutex::new(Vec::new());
    let work = || {
        let next = || next.lock().unwrap().next();
        while let Some(program) = next() {
            let outcome = program.compile(language);
            let found = outcome.map_or_else(|complaint| vec![complaint], |()| check(program));
            complaints.lock().unwrap().extend(found);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut complaints = complaints.into_inner().unwrap();
    complaints.sort();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
    fs::remove_dir_all(executables).unwrap();
}

#[test]
#[ignore = "long: scripts/check --long"]
fn every_wrong_answer_is_wrong_about_some_of_the_test_data_and_never_crashes() {
    each_program("wrong_answer", "c", C, |program| {
        let mut complaints = Vec::new();
        let mut wrong_about = Vec::new();
        let (verdicts, kinds) = program.verdicts();
        if kinds != program.kinds() {
            complaints.push(format!("{}: its kind is {kinds:?}", program.name()));
        }
        for (test, verdict) in verdicts {
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
