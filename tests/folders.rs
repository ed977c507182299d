//! The program embeds the folders under `problems/`, and answers their samples as stated there.

use std::collections::BTreeSet;
use std::fs;

use bouton::internals::problem::{self, Problem};

use crate::harness::{self, check_text, names, problem_folder, problems, root, run, texts};

#[test]
fn every_folder_is_a_problem_of_the_program() {
    let entries = fs::read_dir(root().join("problems")).unwrap();
    let folders = entries.map(|entry| entry.unwrap().path());
    let folders: BTreeSet<_> = folders.filter(|path| path.is_dir()).collect();
    let carried = problems().into_iter().map(problem_folder);
    assert_eq!(folders, carried.collect());
}

#[test]
fn every_name_finds_its_problem() {
    let mut names = BTreeSet::new();
    for (id, aliases) in problem::ids() {
        for &name in aliases.iter().chain([&id]) {
            let found = problem::find(name).unwrap().unwrap();
            assert_eq!((found.id.as_str(), found.name.as_str()), (id, name));
            assert!(names.insert(name), "{name} stands for two problems");
        }
    }
}

/// A user's own problem, in a folder or a file, equals the embedded one.
#[test]
fn every_folder_is_found_by_its_path_as_well_and_by_that_of_its_game_toml() {
    let shown = |problem: &Problem| {
        let names = (&problem.id, &problem.aliases, &problem.judge_name());
        let keys = (&problem.layout, &problem.rules, &problem.answer);
        format!("{names:?} {keys:?}")
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
fn the_samples_are_valid_and_answered_as_stated_under_every_name() {
    for name in problems().into_iter().flat_map(names) {
        let problem = harness::problem(name);
        for (input, expected) in problem.samples() {
            check_text(&problem.layout, input.as_bytes()).unwrap_or_else(|why| panic!("{name}: {why}"));
            let output = texts(&run(&[name], input.as_bytes()));
            assert_eq!(output, (expected, String::new(), 0), "{name}");
        }
    }
}

/// Those of a judge that can be found; where none is known, `bouton show` makes one.
#[test]
fn most_problems_have_a_sample() {
    let without = problems().into_iter().filter(|problem| problem.samples().is_empty());
    let without: Vec<_> = without.map(|problem| &*problem.id).collect();
    assert_eq!(without, ["hdu3537", "lightoj1199", "luogup4860", "uva10165"]);
}
