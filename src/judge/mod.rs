//! Judging programs of others: running them, comparing their answers, and looking for inputs on which they are wrong.

pub(crate) mod answer_text;
pub(crate) mod compare;
pub(crate) mod diagnosis;
pub(crate) mod judgement;
pub(crate) mod name;
pub(crate) mod process;
pub(crate) mod samples;
pub(crate) mod schedule;
pub(crate) mod stress;
pub(crate) mod submission;
pub(crate) mod suite;
pub(crate) mod verdict;
