//! The program `bouton`: arguments in, exit code out.
#![cfg_attr(all(target_os = "linux", target_env = "gnu"), no_main)]

/// Called by the loader before anything else, since the standard library would hide that standard output is closed.
#[cfg(unix)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static BEFORE_MAIN: extern "C" fn() = bouton::internals::output::occupy_closed_descriptors;

#[global_allocator]
static MEMORY: bouton::internals::memory::Memory = bouton::internals::memory::Memory;

/// What the C library calls, in the place of what the standard library does first: to say of a stack that overflowed
/// that it did, 10 system calls (75 instead of 85 for an empty input), of which one lists all mappings, took 0.1 of the
/// 0.36 ms that a case needed more than `true` on an AMD EPYC (Zen 5). The arguments are known without it here.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
// SAFETY: without the standard library's own start, nothing else is called `main`; and the C library calls it once, on
// the first thread, with arguments that may be ignored.
#[unsafe(no_mangle)]
extern "C" fn main() -> std::ffi::c_int {
    bouton::internals::output::report_closed_pipes();
    std::process::exit(run().into())
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn main() -> std::process::ExitCode {
    run().into()
}

fn run() -> u8 {
    #[cfg(unix)]
    bouton::internals::judge::process::be_keeper();
    bouton::internals::cli::run(std::env::args_os())
}
