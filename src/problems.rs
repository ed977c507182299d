//! The table of judge problems: one row each.

use crate::answer::Line;
use crate::frame::Field::{Again, Count, Numbers, Param, Positions};
use crate::frame::List::{Persons, Piles, Takes};
use crate::frame::Param::{King, MostTaken, Pile};
use crate::frame::{Field, Framing, Until};
use crate::game::Play;
use crate::packages::{Package, package};
use crate::statement;

/// What a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Nim: any number of stones of one pile.
    Nim(Play),
    /// As many stones of one pile as one of the takes of the case says; who cannot move loses.
    Takes,
    /// One pile, from one stone to as many as the case says; who cannot move loses.
    UpTo,
    /// Climbing the hill: who moves the king to the top wins.
    Hill,
}

/// What a judge wants to know of a position, and how the answer is written.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// Who wins.
    Winner {
        /// The line if the player to move wins.
        first: Line,
        /// The line if the other one wins.
        second: Line,
    },
    /// Who wins, behind `Case 1: `.
    NumberedWinner {
        /// The line if the player to move wins, behind that.
        first: Line,
        /// The line if the other one wins, behind that.
        second: Line,
    },
    /// For each position of a case `W` or `L`, and a line end.
    Letters,
    /// How many first moves win; 0 if the position is lost.
    WinningMoves,
    /// `NO`, or `YES` and a line `pile take`: the first pile with a winning move, the smallest take.
    FirstMove,
    /// `No`, or `Yes` and for each winning move a line: the pile's size, and what is left of it.
    Leaves,
    /// `lose`, or a line `take pile` for the first pile with a winning move, and a line with the piles
    /// after it.
    MoveAndPiles,
    /// All winning moves as `pile:take` on a line, or `CONCEDE`.
    AllMoves,
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
    /// How its cases are laid out.
    pub framing: Framing,
    /// What a move is.
    pub game: Game,
    /// What is asked.
    pub question: Question,
    /// What the program carries of its folder.
    pub package: Package,
}

impl Problem {
    /// The title of its statement.
    pub fn title(&self) -> &'static str {
        statement::title(self.package.english)
    }

    /// Who wins: the player who moves last, or the other one.
    pub fn play(&self) -> Play {
        match self.game {
            Game::Nim(play) => play,
            Game::Takes | Game::UpTo | Game::Hill => Play::Normal,
        }
    }
}

const fn winner(first: &str, second: &str) -> Question {
    Question::Winner {
        first: Line::new(first),
        second: Line::new(second),
    }
}

/// Cases without a header.
const fn framing(until: Until, fields: &'static [Field]) -> Framing {
    Framing {
        header: &[],
        until,
        fields,
    }
}

/// A case is a number of piles, then the piles.
const fn cases(until: Until) -> Framing {
    framing(until, &[Count(Piles), Numbers(Piles)])
}

const NORMAL: Game = Game::Nim(Play::Normal);
const MISERE: Game = Game::Nim(Play::Misere);

/// All problems: those of the documents first.
pub const PROBLEMS: &[Problem] = &[
    Problem {
        id: "poj2234",
        aliases: &[],
        judge: "POJ 2234",
        framing: cases(Until::Eof),
        game: NORMAL,
        question: winner("Yes", "No"),
        package: package!("poj2234"),
    },
    Problem {
        id: "hfut2014d",
        aliases: &[],
        judge: "HFUT 2014 Jingsheng Cup D",
        framing: cases(Until::Eof),
        game: NORMAL,
        question: winner("Yes", "No"),
        package: package!("hfut2014d"),
    },
    Problem {
        id: "hdu1850",
        aliases: &["poj2975"],
        judge: "HDU 1850",
        framing: cases(Until::Zero),
        game: NORMAL,
        question: Question::WinningMoves,
        package: package!("hdu1850"),
    },
    Problem {
        id: "hdu1907",
        aliases: &["poj3480", "luogup4279"],
        judge: "HDU 1907",
        framing: cases(Until::Count),
        game: MISERE,
        question: winner("John", "Brother"),
        package: package!("hdu1907"),
    },
    Problem {
        id: "hdu2509",
        aliases: &[],
        judge: "HDU 2509",
        framing: cases(Until::Eof),
        game: MISERE,
        question: winner("Yes", "No"),
        package: package!("hdu2509"),
    },
    Problem {
        id: "bzoj1874",
        aliases: &[],
        judge: "BZOJ 1874",
        framing: framing(
            Until::One,
            &[Count(Piles), Numbers(Piles), Count(Takes), Numbers(Takes)],
        ),
        game: Game::Takes,
        question: Question::FirstMove,
        package: package!("bzoj1874"),
    },
    Problem {
        id: "hdu4315",
        aliases: &[],
        judge: "HDU 4315",
        framing: framing(Until::Eof, &[Count(Persons), Param(King), Numbers(Persons)]),
        game: Game::Hill,
        question: winner("Alice", "Bob"),
        package: package!("hdu4315"),
    },
    Problem {
        id: "hdu1849",
        aliases: &[],
        judge: "HDU 1849",
        framing: cases(Until::Zero),
        game: NORMAL,
        question: winner("Rabbit Win!", "Grass Win!"),
        package: package!("hdu1849"),
    },
    Problem {
        id: "hdu2176",
        aliases: &[],
        judge: "HDU 2176",
        framing: cases(Until::Zero),
        game: NORMAL,
        question: Question::Leaves,
        package: package!("hdu2176"),
    },
    Problem {
        id: "luogup2197",
        aliases: &[],
        judge: "Luogu P2197",
        framing: cases(Until::Count),
        game: NORMAL,
        question: winner("Yes", "No"),
        package: package!("luogup2197"),
    },
    Problem {
        id: "luogup1247",
        aliases: &[],
        judge: "Luogu P1247",
        framing: cases(Until::One),
        game: NORMAL,
        question: Question::MoveAndPiles,
        package: package!("luogup1247", "1", "2"),
    },
    Problem {
        id: "lightoj1253",
        aliases: &[],
        judge: "LightOJ 1253",
        framing: cases(Until::Count),
        game: MISERE,
        question: Question::NumberedWinner {
            first: Line::new("Alice"),
            second: Line::new("Bob"),
        },
        package: package!("lightoj1253"),
    },
    Problem {
        id: "hackerranknim",
        aliases: &[],
        judge: "HackerRank nim-game-1",
        framing: cases(Until::Count),
        game: NORMAL,
        question: winner("First", "Second"),
        package: package!("hackerranknim"),
    },
    Problem {
        id: "hackerrankmiserenim",
        aliases: &[],
        judge: "HackerRank misere-nim-1",
        framing: cases(Until::Count),
        game: MISERE,
        question: winner("First", "Second"),
        package: package!("hackerrankmiserenim"),
    },
    Problem {
        id: "codingamemiserenim",
        aliases: &[],
        judge: "CodinGame misere-nim",
        framing: Framing {
            header: &[Count(Piles)],
            until: Until::Count,
            fields: &[Numbers(Piles)],
        },
        game: MISERE,
        question: Question::AllMoves,
        package: package!("codingamemiserenim"),
    },
    Problem {
        id: "hdu1536",
        aliases: &["poj2960"],
        judge: "HDU 1536",
        framing: framing(
            Until::Zero,
            &[
                Count(Takes),
                Numbers(Takes),
                Positions,
                Count(Piles),
                Numbers(Piles),
                Again(3),
            ],
        ),
        game: Game::Takes,
        question: Question::Letters,
        package: package!("hdu1536"),
    },
    Problem {
        id: "hdu1846",
        aliases: &[],
        judge: "HDU 1846",
        framing: framing(Until::Count, &[Param(Pile), Param(MostTaken)]),
        game: Game::UpTo,
        question: winner("first", "second"),
        package: package!("hdu1846"),
    },
];

/// The problem with this id or alias.
pub fn find(name: &str) -> Option<&'static Problem> {
    PROBLEMS
        .iter()
        .find(|p| p.id == name || p.aliases.contains(&name))
}
