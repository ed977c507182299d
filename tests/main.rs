//! All integration tests, in one binary; a module for each purpose.

mod allocation;
mod contract;
mod decoder;
mod definition;
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
mod split;
mod submissions;
mod threads;
mod validate;
