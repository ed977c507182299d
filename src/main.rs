//! The program `bouton`: arguments in, exit code out.

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
static MEMORY: bouton::memory::Memory = bouton::memory::Memory;

fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    bouton::judge::process::be_keeper();
    bouton::cli::run(std::env::args_os()).into()
}
