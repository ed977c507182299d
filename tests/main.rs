//! All integration tests, in one binary with a module for each purpose.

mod allocation;
#[cfg(unix)]
mod beginners;
mod command_line;
mod contract;
mod corpora;
#[cfg(unix)]
mod data;
mod decoder;
mod definition;
mod diagnosis;
mod diff;
mod diff_large;
mod explanations;
mod folders;
mod forms;
mod games;
mod generate;
mod harness;
mod interpreter;
#[cfg(unix)]
mod interrupts;
mod judges;
#[cfg(unix)]
mod judging;
mod mutants;
mod names;
mod orders;
mod own_games;
mod package;
mod parts;
#[cfg(unix)]
mod program;
mod programs;
mod properties;
#[cfg(unix)]
mod readme;
#[cfg(unix)]
mod sessions;
mod show;
mod solve;
mod sources;
mod split;
#[cfg(unix)]
mod stress;
mod submissions;
#[cfg(unix)]
mod terminal;
mod theories;
mod threads;
mod validate;
#[cfg(windows)]
mod windows;
#[cfg(unix)]
mod words;

/// Some tests wait most of the time. So there is one more thread than processors, unless the user sets a number.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = {
    extern "C" fn add_thread() {
        const COUNT: &str = "RUST_TEST_THREADS";
        if std::env::var_os(COUNT).is_none() {
            let processors = std::thread::available_parallelism().map_or(1, usize::from);
            // SAFETY: there is no other thread yet.
            unsafe { std::env::set_var(COUNT, (processors + 1).to_string()) };
        }
    }
    add_thread
};
