//! The program `bouton`: arguments in, exit code out.

#![cfg_attr(all(target_os = "linux", target_env = "gnu"), no_main)]

mod memory;

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

/// The entry point of a C program. The standard library's own reads the map of the process to find the end of
/// the stack, and takes 0.1 ms, a third of what a run on a few cases takes beyond that of `true`.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[unsafe(no_mangle)]
extern "C" fn main() -> std::ffi::c_int {
    // SAFETY: no other thread runs yet, and ignoring a signal installs no handler. The standard library's entry
    // point does the same: a closed pipe is an error of writing.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
    // glibc has passed the arguments to the standard library before.
    let code = bouton::cli::run(std::env::args_os());
    std::process::exit(code.into());
}

/// The `pow` of C, with its name, types and meaning. Only the estimate of the time left on a progress bar needs it, and
/// libm takes 0.1 ms to load as a shared library.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[unsafe(no_mangle)]
extern "C" fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn main() -> std::process::ExitCode {
    bouton::cli::run(std::env::args_os()).into()
}
