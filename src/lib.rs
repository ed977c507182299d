//! Bouton answers test data for online-judge problems of the Nim family, and judges programs on it.
//!
//! Data flows one way, and each step knows only the ones before it:
//!
//! ```text
//! bytes ──input──▶ chunks ──decode──▶ integers ──layout──▶ cases ──answer (asks game)──▶ text
//! ```
//!
//! * [`input`] opens and reads files, standard input and bytes in memory, and finds the line and column of an error;
//! * [`decode`] turns bytes into integers, and knows nothing of test cases;
//! * [`layout`] is the one grammar of inputs: it cuts integers into test cases, checks inputs, and leads whatever
//!   else goes through one; it knows nothing of games but the roles that numbers have in them;
//! * [`game`] says who wins a position and by which moves: the table of rules, and one file per game;
//! * [`answer`] is how answers are written: a template, from whose one parse come the writer, the reader of what
//!   submissions claim, the C++ of validators, and the description;
//! * [`engine`] takes one input through all of these steps, with one thread or several, and rereads
//!   parts of it;
//! * [`problem`] reads `game.toml`, the one description of a judge problem, and embeds the folders of
//!   `problems/`;
//! * [`testdata`] makes valid inputs from seeds, and the tests on which submissions are judged;
//! * [`solution`] writes the program that one would submit, in five languages, and [`package`] has it checked by judges;
//! * [`judge`] runs submissions, compares answers, explains differences, and searches for inputs on
//!   which a submission is wrong;
//! * [`words`] are the sentences for people, in English and Chinese;
//! * [`output`] writes answers and files, [`report`] has what several reports share, `text` is for people,
//!   [`interrupt`] ends work early, and without [`memory`] the program ends;
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
pub mod game;
pub mod input;
pub mod interrupt;
pub mod judge;
pub mod layout;
pub mod memory;
pub(crate) mod outcomes;
pub mod output;
pub mod package;
pub mod problem;
pub mod report;
pub mod solution;
pub mod testdata;
pub(crate) mod text;
pub(crate) mod threads;
pub mod words;
