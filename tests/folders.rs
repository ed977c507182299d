//! The program embeds the folders under `problems/`, and answers their samples as stated there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bouton::problem::{self, Problem};

use crate::harness::{answer, names, problem_folder, problems, run, texts};

/// The names of the folders under `problems/`.
fn folders() -> BTreeSet<String> {
    fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("problems"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect()
}

#[test]
fn every_folder_is_a_problem_of_the_program() {
    let carried = problems().into_iter().map(|problem| problem.id.clone());
    assert_eq!(folders(), carried.collect());
}

#[test]
fn every_name_finds_its_problem() {
    for (id, aliases) in problem::ids() {
        for &name in aliases.iter().chain([&id]) {
            let found = crate::harness::kept(problem::find(name).unwrap().unwrap());
            assert_eq!((found.id.as_str(), found.name.as_str()), (id, name));
            assert!(names(found).eq(aliases.iter().copied().chain([id])));
        }
    }
    for name in ["", "poj", "poj22340", "hdu2234"] {
        assert!(problem::find(name).unwrap().is_none(), "{name:?}");
    }
}

/// A user's own problem, in a folder or a file, equals the embedded one.
#[test]
fn every_folder_is_found_by_its_path_as_well_and_by_that_of_its_game_toml() {
    let shown = |problem: &Problem| {
        let names = (&problem.id, &problem.aliases, &problem.judge());
        let input = &problem.layout;
        format!(
            "{names:?} {input:?} {:?} {:?}",
            problem.rules, problem.answer
        )
    };
    for problem in problems() {
        let folder = problem_folder(problem);
        for path in [folder.clone(), folder.join("game.toml")] {
            let found = problem::find(path.to_str().unwrap()).unwrap().unwrap();
            assert_eq!(shown(&found), shown(problem));
            assert_eq!(found.samples(), problem.samples());
        }
    }
}

#[test]
fn no_name_stands_for_two_problems() {
    let names: Vec<_> = problems().into_iter().flat_map(names).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}

#[test]
fn every_folder_has_a_statement_limits_and_a_sample() {
    for problem in problems() {
        let folder = problem_folder(problem);
        for file in [
            "problem.yaml",
            "game.toml",
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
fn the_samples_are_answered_as_stated_under_every_name() {
    for problem in problems() {
        for entry in fs::read_dir(problem_folder(problem).join("data/sample")).unwrap() {
            let input = entry.unwrap().path();
            if input.extension().is_some_and(|extension| extension == "in") {
                let expected = fs::read_to_string(input.with_extension("ans")).unwrap();
                let text = fs::read_to_string(&input).unwrap();
                assert_eq!(answer(problem, &text), expected, "{}", input.display());
                for name in names(problem) {
                    let output = texts(&run(&[name, input.to_str().unwrap()], b""));
                    assert_eq!(output, (expected.clone(), String::new(), 0));
                }
            }
        }
    }
}
