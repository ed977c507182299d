//! Bouton answers test data for online-judge problems of the Nim family, and judges programs on it.
//!
//! The program `bouton` is the main thing here; this is what other programs may ask:
//!
//! ```
//! # fn main() -> Result<(), bouton::Error> {
//! use bouton::{Problem, solve};
//!
//! let nim = Problem::find("poj2234")?;
//! assert_eq!(nim.answer(b"2 45 45\n3 3 6 9\n")?, b"No\nYes\n");
//!
//! let bachet = Problem::parse(
//!     r#"
//!     rule = "take 1..3"
//!     input = "{ n:1..1000 / ! }+"
//!     piles = "n"
//!     answer = "take {take}|resign"
//!     "#,
//! )?;
//! assert_eq!(bachet.answer(b"7 8")?, b"take 3\nresign\n");
//!
//! let position = solve("nim", &[3, 4, 5])?;
//! assert!(position.first_wins);
//! assert_eq!(position.after_winning, [[1, 4, 5]]);
//! # Ok(())
//! # }
//! ```
//!
//! The games are those of Charles L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3
//! (1901), and their relatives.
//!
//! # The code
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
//! * [`solution`] writes the program that one would submit, in five languages, and [`package`] has it checked by
//!   judges;
//! * [`judge`] runs submissions, compares answers, explains differences, and searches for inputs on
//!   which a submission is wrong;
//! * [`words`] are the sentences for people, in English and Chinese;
//! * [`output`] writes answers and files, [`report`] has what several reports share, `text` is for people,
//!   [`interrupt`] ends work early, and without [`memory`] the program ends;
//! * [`commands`] has one file per command, [`cli`] is the command line itself.
//!

// What is `pub` is for users, or for whoever is named in `internals`.
#![warn(unreachable_pub)]

mod answer;
mod cli;
mod commands;
mod decode;
mod engine;
mod error;
mod game;
mod input;
mod interrupt;
mod judge;
mod layout;
mod memory;
mod outcomes;
mod output;
mod package;
mod problem;
mod report;
mod solution;
mod testdata;
mod text;
mod threads;
mod words;

/// What the program `bouton` and the tests use, which may change at any time: a binary and its integration tests see
/// only what is public, and they are what this library is for.
#[doc(hidden)]
pub mod internals;

use std::sync::Arc;

use commands::values;
use game::rule::Rules;
use report::solve::Explained;

/// A judge problem, or a game of one's own.
#[derive(Clone, Debug)]
pub struct Problem(Arc<problem::Problem>);

impl Problem {
    /// The problem that `name` means, as on the command line: an id such as `poj2234` (`bouton list` lists them), an
    /// address at a judge, or the path of a `game.toml` or of its folder.
    ///
    /// # Errors
    /// If there is no such problem, or its file cannot be read or has a mistake.
    pub fn find(name: &str) -> Result<Self, Error> {
        let found = problem::find(name).map_err(Error)?;
        let unknown = || error::Error::Usage(values::no_problem(name.as_ref()));
        found.map(Self).ok_or_else(unknown).map_err(Error)
    }

    /// The problem that the text of a `game.toml` describes; `bouton help game.toml` says what is in one.
    ///
    /// # Errors
    /// If there is a mistake in it; the message says in which line and column.
    pub fn parse(game_toml: &str) -> Result<Self, Error> {
        let problem = problem::described_by(game_toml.as_bytes()).map_err(Error)?;
        Ok(Self(Arc::new(problem)))
    }

    /// The answers to the test cases of `input`: what the judge expects, byte for byte.
    ///
    /// # Errors
    /// If the input is bad; the message says where.
    pub fn answer(&self, input: &[u8]) -> Result<Vec<u8>, Error> {
        let input = input::Input::from_bytes("input".to_owned(), input);
        let (answers, result) = engine::answers_to(&self.0, input);
        result.map(|()| answers).map_err(Error)
    }
}

/// What there is to know of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether the player to move wins.
    pub first_wins: bool,
    /// The Grundy value, if that of the piles decides who wins by this rule.
    pub grundy: Option<u64>,
    /// The piles after each winning move, of which there are at most 10,000 here, and fewer of very many piles.
    pub after_winning: Vec<Vec<u64>>,
}

/// Solves the position of these piles by a rule that is written as in a `game.toml`, such as `nim` or `take 1..3`.
///
/// # Errors
/// If the rule has a mistake, or these are no piles of it.
pub fn solve(rule: &str, piles: &[u64]) -> Result<Solution, Error> {
    let mut rules = Rules::parse(rule)
        .map_err(|mistake| error::Error::Usage(mistake.message))
        .map_err(Error)?;
    commands::solve::check(&mut rules, piles, "pile").map_err(Error)?;
    let explained = Explained {
        rules: &rules,
        piles,
        with_play: false,
        with_board: false,
    };
    Ok(Solution {
        first_wins: rules.game().first_wins(piles),
        grundy: rules.game().grundy(piles),
        after_winning: explained.after_winning(),
    })
}

/// Why there is no answer: a sentence for people.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Error(error::Error);
