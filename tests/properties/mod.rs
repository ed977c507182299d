//! What must hold for every input, whatever its bytes. The tests replay the corpora of `tests/fuzz`
//! through these functions, and the fuzz targets search for bytes that make one of them panic.
//!
//! Each function takes the bytes of a fuzzer: a few that choose how it is done, then the text itself.
//! Bytes that are too few for that are accepted.

pub mod answering;
pub mod compare;
pub mod decode;
pub mod layout;
pub mod naive;
pub mod naive_compare;
pub mod problems;
pub mod validate;
pub mod whole;

use bouton::decode::Kernel;
use bouton::problems::{PROBLEMS, Problem};

/// One of the kernels that this machine can run.
fn kernel(byte: u8) -> Kernel {
    let kernels: Vec<Kernel> = Kernel::available().collect();
    kernels[usize::from(byte) % kernels.len()]
}

/// One of the problems, and a name that it has: its id or an alias.
fn problem(byte: u8) -> (&'static Problem, &'static str) {
    let problem = &PROBLEMS[usize::from(byte) % PROBLEMS.len()];
    let names: Vec<&str> = problem
        .aliases
        .iter()
        .chain([&problem.id])
        .copied()
        .collect();
    (
        problem,
        names[usize::from(byte) / PROBLEMS.len() % names.len()],
    )
}
