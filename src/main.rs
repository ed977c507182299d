//! The program `bouton`: arguments in, exit code out.

mod memory;

use std::process::ExitCode;

/// Called by the loader before anything else, since the standard library would hide that standard output
/// is closed.
#[cfg(unix)]
#[used]
#[cfg_attr(
    target_vendor = "apple",
    unsafe(link_section = "__DATA,__mod_init_func")
)]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static BEFORE_MAIN: extern "C" fn() = bouton::output::occupy_closed_descriptors;

#[global_allocator]
static ALLOCATOR: memory::OrExit = memory::OrExit;

fn main() -> ExitCode {
    // There is no other, and the standard library panics when it is asked.
    #[cfg(target_os = "wasi")]
    let _ = tempfile::env::override_temp_dir(std::path::Path::new("/tmp"));
    bouton::cli::run(std::env::args_os())
}
