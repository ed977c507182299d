//! Bouton answers bulk test cases of the Nim family of judge problems.
//!
//! Data flows one way, and each step is a module that knows only the one before it:
//!
//! ```text
//! bytes ──input──▶ chunks ──decode──▶ integers ──frame──▶ cases ──game──▶ outcome ──answer──▶ text
//! ```
//!
//! * [`input`] opens files and standard input, reads chunks, and finds the line and column of an error;
//! * [`decode`] turns the bytes of a chunk into integers, and knows nothing of test cases;
//! * [`frame`] cuts integers into test cases by a grammar that is data, and knows nothing of games;
//! * [`game`] folds the piles of a case into an outcome, and knows nothing of text;
//! * [`answerer`] asks the game what the problem asks, and [`answer`] buffers the text;
//! * [`pipe`] couples decoding and framing, [`parallel`] does it with threads around a [`ring`], [`run`] does it all with one input; [`problems`] is the table of judge problems, one row each;
//! * [`describe`] puts a row into words, [`packages`] and [`statement`] are its folder, [`judges`] where to submit;
//! * [`layout`] is how judges lay out inputs, and their limits: what an input is validated against and generated from, with [`random`] numbers;
//! * [`compare`] holds answers against the right ones, and explains the first that is wrong;
//! * [`program`] runs somebody's program on an input, within limits, and says how that ended;
//! * [`output`] is where results go: standard output, and files that are complete or not there;
//! * [`window`] looks again at any part of a file;
//! * [`words`] are texts that several reports need;
//! * [`commands`] are what the command line offers, [`cli`] is the command line itself.
//!
//! The games are those of Charles L. Bouton, "Nim, a game with a complete mathematical theory",
//! Annals of Mathematics 3 (1901), and their relatives.

pub mod answer;
pub mod cli;
pub mod commands;
pub mod compare;
pub mod decode;
pub mod error;
pub mod frame;
pub mod game;
pub mod input;
pub mod output;
pub mod parallel;
pub mod pipe;
pub mod problem;
pub mod program;
pub mod question;
pub mod random;
pub mod ring;
pub mod run;
pub mod threads;
pub mod window;
pub mod words;
