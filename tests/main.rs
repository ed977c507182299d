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
