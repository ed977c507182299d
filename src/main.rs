//! The program `bouton`: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    bouton::cli::run(std::env::args_os())
}
