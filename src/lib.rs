//! Bouton answers test data for online-judge problems of the Nim family, and judges programs on it.
//!
//! Data flows one way, and each step knows only the ones before it:
//!
//! ```text
//! bytes ──input──▶ chunks ──decode──▶ integers ──frame──▶ cases ──question (asks game)──▶ text
//! ```
//!
//! * [`input`] opens and reads files and standard input, and finds the line and column of an error;
//! * [`decode`] turns bytes into integers, and knows nothing of test cases;
//! * [`frame`] cuts integers into test cases by a grammar that is data, and knows nothing of games;
//! * [`game`] says who wins a position and by which moves, one file per game, and knows nothing of text;
//! * [`question`] is what a judge asks, one file per kind of answer: the only place that knows how an
//!   answer is written;
//! * [`engine`] takes one input through all of these steps, with one thread or several, and rereads
//!   parts of it;
//! * [`problem`] reads `game.toml`, the one description of a judge problem, and embeds the folders of
//!   `problems/`;
//! * [`testdata`] makes valid inputs from seeds, and the tests on which submissions are judged;
//! * [`judge`] runs submissions, compares answers, explains differences, and searches for inputs on
//!   which a submission is wrong;
//! * [`output`] writes answers and files, [`report`] has what several reports share, `text` is for people,
//!   `work` counts how far long work is, and [`interrupt`] ends it early;
//! * [`commands`] has one file per command, [`cli`] is the command line itself.
//!
//! The games are those of Charles L. Bouton, "Nim, a game with a complete mathematical theory",
//! Annals of Mathematics 3 (1901), and their relatives.

pub mod answer;
pub mod cli;
pub mod commands;

pub mod decode;
pub mod engine;
pub mod error;
pub mod frame;
pub mod game;
mod help;
pub mod input;
pub mod interrupt;
pub mod judge;
pub mod output;
pub mod package;
pub mod problem;
pub mod report;
pub mod testdata;
pub(crate) mod text;
pub(crate) mod threads;
pub(crate) mod work;
