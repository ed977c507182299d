//! Programs that beginners write, most of them wrong: which mistake is said of each? Those in Python answer some of the
//! data in one session of Python; the long test judges all of them as `bouton test` does, on the same data.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Deserializer, Value, json};

use crate::diagnosis::{Subject, all_short};
use crate::harness::{Run as _, bouton, command, folder, own_file, problem, root, some_of};

/// A program, and the kind of mistake that it has: `-` if it has none of them, `right` if it is right.
struct Program {
    problem: String,
    language: String,
    kind: String,
    source: String,
}

/// The parts of a file of this folder, each below its heading.
fn parts(file: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("tests/beginners").join(file)).unwrap();
    let parts = text.split("## ").skip(1).map(|part| part.split_once('\n').unwrap());
    let parts = parts.map(|(heading, text)| (heading.to_owned(), text.trim_end().to_owned()));
    parts.collect()
}

fn programs() -> Vec<Program> {
    let programs = parts("programs.txt").into_iter().map(|(heading, source)| {
        let words: Vec<_> = heading.split(' ').map(str::to_owned).collect();
        let [problem, language, kind] = words.try_into().unwrap();
        Program {
            problem,
            language,
            kind,
            source,
        }
    });
    programs.collect()
}

impl Program {
    /// What is wrong about what was found, whatever the number of a case, and the bits where none are expected.
    fn complaint(&self, found: &str) -> Option<String> {
        let kind = self.kind.as_str();
        let is_it = match kind {
            "right" => found == "-",
            "state" | "stops" | "overflow" => found.split(':').next() == Some(kind),
            _ => found == kind,
        };
        let start: String = self.source.chars().take(60).collect();
        (!is_it).then(|| format!("{} {kind}: {found} {start:?}", self.problem))
    }
}

/// Problems, and games that are no problem of a judge, each in a folder below this one, with some of their data.
struct Subjects(PathBuf, HashMap<String, Subject>);

impl Subjects {
    fn of(&mut self, name: &str) -> &Subject {
        let Self(all, subjects) = self;
        subjects.entry(name.to_owned()).or_insert_with(|| {
            let Some(name) = name.strip_prefix("own:") else {
                return Subject::of(problem(name));
            };
            let games = parts("games.txt");
            let (_, text) = games.iter().find(|(game, _)| game == name).unwrap();
            let folder = all.join(name);
            fs::create_dir(&folder).unwrap();
            Subject::of(own_file(&folder, text))
        })
    }
}

/// A session of Python, which runs programs on inputs.
fn session() -> Option<impl FnMut(&str, &[&str]) -> Vec<Option<String>>> {
    let mut python = command("python3");
    python.arg(root().join("tests/beginners/session.py"));
    let python = python.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut python = python.spawn().ok()?;
    let mut to = python.stdin.take().unwrap();
    let from = Deserializer::from_reader(python.stdout.take().unwrap());
    let mut from = from.into_iter::<Vec<Option<String>>>();
    Some(move |source: &str, inputs: &[&str]| {
        let program = json!({ "source": source, "inputs": inputs });
        writeln!(to, "{program}").unwrap();
        from.next().unwrap().unwrap()
    })
}

#[test]
fn the_mistakes_of_beginners_are_recognised_from_their_answers() {
    let Some(mut answers) = session() else {
        println!("SKIPPED: no python3 to run programs with");
        return;
    };
    let mut subjects = Subjects(folder("beginners"), HashMap::new());
    // What is left from the cases before is asked of the program once more.
    let is_in_session = |program: &Program| program.language == "py" && program.kind != "state";
    let programs = programs().into_iter().filter(is_in_session);
    let complaints = some_of(8, programs).filter_map(|program| {
        let subject = subjects.of(&program.problem);
        program.complaint(&subject.likely(answers(&program.source, &subject.inputs())))
    });
    let complaints: Vec<_> = complaints.collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
#[ignore = "long: scripts/check --long"]
fn the_mistakes_of_beginners_are_recognised_by_judging_their_programs() {
    let all = folder("beginners_judged");
    let mut subjects = Subjects(all.clone(), HashMap::new());
    let mut complaints = Vec::new();
    for (index, program) in some_of(3, programs().into_iter().enumerate()) {
        let data = all.join(format!("data-{}", program.problem.replace(':', "-")));
        let subject = subjects.of(&program.problem);
        if !data.exists() {
            fs::create_dir(&data).unwrap();
            for (index, (input, right)) in subject.inputs().iter().zip(subject.right()).enumerate() {
                fs::write(data.join(format!("{index:02}.in")), input).unwrap();
                fs::write(data.join(format!("{index:02}.ans")), right).unwrap();
            }
        }
        let source = all.join(format!("{index}.{}", program.language));
        fs::write(&source, &program.source).unwrap();
        let name = match program.problem.strip_prefix("own:") {
            Some(name) => all.join(name),
            None => PathBuf::from(&program.problem),
        };
        let (verdict, found) = judged(&name, &data, &source);
        let expected = if program.kind == "right" { "AC" } else { "WA" };
        if verdict != expected {
            complaints.push(format!("{} is {verdict}", source.display()));
        }
        complaints.extend(program.complaint(&found));
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The verdict of `bouton test`, and the mistakes that it finds likely.
fn judged(problem: &Path, data: &Path, source: &Path) -> (String, String) {
    let mut command = bouton();
    command.arg("test").arg(problem).arg("--data").arg(data);
    let output = command.args(["--json", "--time-limit", "10"]).arg(source).run();
    let report = String::from_utf8(output.unwrap().stdout).unwrap();
    let lines = report.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let objects: Vec<_> = lines.collect();
    let verdicts = objects.iter().filter_map(|object| object["verdict"].as_str());
    let verdict = verdicts
        .max_by_key(|verdict| (*verdict != "AC", *verdict != "WA"))
        .unwrap();
    let likely = objects.last().unwrap()["likely"].as_array().into_iter().flatten();
    (verdict.to_owned(), all_short(likely.cloned()))
}
