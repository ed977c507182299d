//! Judging programs of others: running them, comparing their answers, and looking for inputs on which they
//! are wrong.

pub mod compare;
pub mod judgement;
pub mod process;
pub mod stress;
pub(crate) mod submission;
pub mod verdict;
