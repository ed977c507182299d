//! All integration tests, in one binary; a module for each purpose.

mod allocation;
mod contract;
mod decoder;
mod definition;
mod diff;
mod diff_command;
mod diff_explanations;
mod diff_large;
mod folders;
mod games;
mod generate;
mod harness;
mod judges;
mod mutated;
mod naive;
mod positions;
mod show;
mod solve;
mod submissions;
mod threads;
mod validate;
