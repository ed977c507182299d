//! Properties that hold for every input, whatever its bytes. The tests replay the corpora of `tests/fuzz` through these
//! functions, and the fuzz targets search for bytes that make one of them panic.
//!
//! Each function takes the bytes of a fuzzer: a few that choose how it runs, then the text itself. Too few bytes are
//! accepted.

pub mod answering;
pub mod compare;
pub mod decode;
pub mod naive;
pub mod naive_compare;
pub mod problems;
pub mod validate;
pub mod whole;

use std::collections::BTreeMap;
use std::sync::Mutex;

use bouton::internals::decode::Kernel;
use bouton::internals::problem::{self, Problem};

/// One of the kernels that this machine can run.
fn kernel(byte: u8) -> Kernel {
    let kernels: Vec<Kernel> = Kernel::available().collect();
    kernels[usize::from(byte) % kernels.len()]
}

/// The embedded problem with this id or alias, for as long as the tests run.
pub fn embedded(name: &str) -> Option<&'static Problem> {
    static KEPT: Mutex<BTreeMap<String, &'static Problem>> = Mutex::new(BTreeMap::new());
    let mut kept = KEPT.lock().unwrap();
    if let Some(problem) = kept.get(name) {
        return Some(problem);
    }
    let problem = Box::leak(Box::new(problem::embedded(name)?));
    kept.insert(name.to_owned(), problem);
    Some(problem)
}

/// One of the problems, under one of its names: its id or an alias.
fn problem(byte: u8) -> &'static Problem {
    let ids: Vec<_> = problem::ids().collect();
    let (id, aliases) = ids[usize::from(byte) % ids.len()];
    let names = [aliases, &[id]].concat();
    embedded(names[usize::from(byte) / ids.len() % names.len()]).unwrap()
}

/// The text of a key in the problem's `game.toml`, read without using the program.
pub fn key(problem: &Problem, key: &str) -> String {
    let toml = problem.files.get("game.toml").unwrap();
    let value = toml.lines().find_map(|line| line.strip_prefix(key));
    let value = value.unwrap().trim_start_matches([' ', '=']);
    value.trim_matches('"').to_owned()
}

/// Whether a set of takes makes a table of Grundy values.
fn has_set(problem: &Problem) -> bool {
    let rule = key(problem, "rule");
    rule.starts_with("take ") && !rule.starts_with("take 1..")
}

/// Whether an input may take some seconds: those in which Grundy values of huge piles are looked for in vain, and those
/// with more answers than anybody needs.
pub fn takes_long(problem: &Problem, input: &[u8]) -> bool {
    let is_long = |number: &[u8]| number.len() > 4;
    let has_table = has_set(problem) || key(problem, "rule").starts_with("octal");
    (has_table || problem.id == "codingamemiserenim") && input.split(|byte| !byte.is_ascii_digit()).any(is_long)
}
