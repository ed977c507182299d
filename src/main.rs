//! The program `bouton`: arguments in, exit code out.

mod memory;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: memory::OrExit = memory::OrExit;

fn main() -> ExitCode {
    bouton::cli::run(std::env::args_os())
}
