//! The table of problems and the folders under `problems/` are one to one, and the samples are
//! answered as they say.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bouton::problems::PROBLEMS;

use crate::harness::{answer, run, texts};

fn problems_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("problems")
}

#[test]
fn every_problem_has_a_folder_and_every_folder_a_problem() {
    let folders: BTreeSet<String> = fs::read_dir(problems_folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    let rows: BTreeSet<String> = PROBLEMS
        .iter()
        .map(|problem| problem.id.to_owned())
        .collect();
    assert_eq!(folders, rows);
}

#[test]
fn no_name_stands_for_two_problems() {
    let names: Vec<_> = PROBLEMS
        .iter()
        .flat_map(|p| p.aliases.iter().chain([&p.id]))
        .collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}

#[test]
fn every_folder_has_a_statement_limits_and_a_sample() {
    for problem in PROBLEMS {
        let folder = problems_folder().join(problem.id);
        for file in [
            "problem.yaml",
            "layout.txt",
            "statement/problem.en.tex",
            "statement/problem.zh.tex",
            "data/sample/1.in",
            "data/sample/1.ans",
        ] {
            let file = folder.join(file);
            assert!(
                fs::metadata(&file).is_ok_and(|file| file.len() > 0),
                "{} is missing",
                file.display()
            );
        }
    }
}

#[test]
fn the_samples_are_answered_as_they_say_under_every_name() {
    for problem in PROBLEMS {
        for entry in fs::read_dir(problems_folder().join(problem.id).join("data/sample")).unwrap() {
            let input = entry.unwrap().path();
            if input.extension().is_some_and(|extension| extension == "in") {
                let expected = fs::read_to_string(input.with_extension("ans")).unwrap();
                let text = fs::read_to_string(&input).unwrap();
                assert_eq!(answer(problem, &text), expected, "{}", input.display());
                for name in problem.aliases.iter().chain([&problem.id]) {
                    let output = texts(&run(&[name, input.to_str().unwrap()], b""));
                    assert_eq!(output, (expected.clone(), String::new(), 0));
                }
            }
        }
    }
}
