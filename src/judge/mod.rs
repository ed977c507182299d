//! Judging programs of others: running them, comparing their answers, and looking for inputs on which they
//! are wrong.

pub mod compare;
pub mod diagnosis;
pub mod judgement;
pub mod name;
pub mod process;
pub(crate) mod samples;
pub(crate) mod schedule;
pub mod stress;
pub(crate) mod submission;
pub(crate) mod suite;
pub mod verdict;
