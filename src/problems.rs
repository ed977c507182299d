//! The table of judge problems: one row each.

use crate::answer::Line;
use crate::frame::Field::{Count, Piles};
use crate::frame::{Framing, Until};
use crate::game::Play;

/// What a judge wants to know of a position.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// Who wins.
    Winner {
        /// The line if the player to move wins.
        first: Line,
        /// The line if the other one wins.
        second: Line,
    },
    /// How many first moves win; 0 if the position is lost. Only for normal play.
    WinningMoves,
}

/// A judge problem.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// Its name on the command line and of its folder under `problems/`.
    pub id: &'static str,
    /// Ids of problems with the same input and output on other judges.
    pub aliases: &'static [&'static str],
    /// The judge and the problem's number there.
    pub judge: &'static str,
    /// Its title.
    pub title: &'static str,
    /// How its cases are laid out.
    pub framing: Framing,
    /// Who wins: the player who takes the last stone, or the other one.
    pub play: Play,
    /// What is asked.
    pub question: Question,
}

const fn winner(first: &str, second: &str) -> Question {
    Question::Winner {
        first: Line::new(first),
        second: Line::new(second),
    }
}

/// A case is a number of piles, then the piles.
const fn cases(until: Until) -> Framing {
    Framing {
        until,
        fields: &[Count, Piles],
    }
}

/// All problems.
pub const PROBLEMS: &[Problem] = &[
    Problem {
        id: "poj2234",
        aliases: &[],
        judge: "POJ 2234",
        title: "Matches Game",
        framing: cases(Until::Eof),
        play: Play::Normal,
        question: winner("Yes", "No"),
    },
    Problem {
        id: "hdu1850",
        aliases: &["poj2975"],
        judge: "HDU 1850",
        title: "Being a Good Boy in Spring Festival",
        framing: cases(Until::Zero),
        play: Play::Normal,
        question: Question::WinningMoves,
    },
    Problem {
        id: "hdu1907",
        aliases: &["poj3480", "luogup4279"],
        judge: "HDU 1907",
        title: "John",
        framing: cases(Until::Count),
        play: Play::Misere,
        question: winner("John", "Brother"),
    },
    Problem {
        id: "hdu2509",
        aliases: &[],
        judge: "HDU 2509",
        title: "Be the Winner",
        framing: cases(Until::Eof),
        play: Play::Misere,
        question: winner("Yes", "No"),
    },
];

/// The problem with this id or alias.
pub fn find(name: &str) -> Option<&'static Problem> {
    PROBLEMS
        .iter()
        .find(|p| p.id == name || p.aliases.contains(&name))
}
