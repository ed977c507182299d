//! The words of a proof.

use std::fmt::{self, Display, Formatter};

use crate::judge::compare::case::Excerpt;
use crate::judge::compare::explain::{Illegal, Objection, Proof, Refutation, WinningMove};
use crate::text::{counted, printable};

impl Display for Proof {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnlyWhiteSpace => f.write_str("only white space differs from what is expected"),
            Self::NoSuchCase(input, cases) => {
                let (input, cases) = (printable(input), counted(*cases, "case", "cases"));
                write!(f, "{input} has only {cases}")
            }
            Self::LetterCase => f.write_str("letter case matters"),
            Self::WrongForm(form) => f.write_str(form),
            Self::FirstLettersRight(known) => {
                let letters = counted(*known, "letter", "letters");
                write!(f, "the first {letters} are right")
            }
            Self::LetterCount { positions, letters } => {
                let positions = counted(*positions, "position", "positions");
                let letters = counted(*letters, "letter", "letters");
                write!(f, "the case has {positions}, the answer has {letters}")
            }
            Self::Position {
                number,
                is_won,
                piles,
            } => {
                let state = if *is_won { "won" } else { "lost" };
                write!(f, "position {number} is {state}")?;
                match piles {
                    Some(piles) if piles.count == 0 => f.write_str(": no piles"),
                    Some(piles) => write!(f, ": {piles}"),
                    None => Ok(()),
                }
            }
            Self::NoGrundyValue(error) => error.fmt(f),
            Self::TooLarge(numbers) => {
                let numbers = counted(*numbers, "number", "numbers");
                write!(f, "its {numbers} are too many to look for moves")
            }
            Self::Wins(winning) => write!(f, "the player to move wins: {winning}"),
            Self::NoMoveLeft(true) => f.write_str(
                "the player to move wins: no move is left, and the player who takes the last stone loses",
            ),
            Self::NoMoveLeft(false) => f.write_str("the player to move loses: no move is left"),
            Self::EveryMoveLoses(lost) => write!(f, "every move loses: {lost}"),
            Self::ForExample(refutation) => write!(f, "for example {refutation}"),
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::Refuted(refutation) => refutation.fmt(f),
            Self::RightMove => f.write_str("the move is right, but what follows it is not"),
            Self::PilesAfter(piles) => write!(f, "the piles after it are {piles}"),
            Self::WinsToo(step, order) => {
                write!(f, "{step} wins too, but the problem asks for {order}")
            }
            Self::Count {
                count,
                nim_sum,
                first,
            } => {
                let (moves, makes) = match count {
                    1 => ("move wins", "it makes"),
                    _ => ("moves win", "each makes"),
                };
                write!(f, "{count} {moves}")?;
                if let Some(of_grundy_values) = *nim_sum {
                    let nim_sum = nim_sum_of(of_grundy_values);
                    write!(f, ", {makes} the {nim_sum} 0")?;
                }
                f.write_str(":")?;
                for step in first {
                    write!(f, "\n  {step}")?;
                }
                match count - first.len() as u128 {
                    0 => Ok(()),
                    more => write!(f, "\n  and {more} more"),
                }
            }
            Self::Missing(claim, winning) => write!(f, "{claim} is missing: {winning}"),
            Self::More(1, what) => write!(f, "and 1 more is {what}"),
            Self::More(more, what) => write!(f, "and {more} more are {what}"),
            Self::Wrong(claim, objection) => write!(f, "{claim} is wrong: {objection}"),
            Self::OtherOrder(order) => {
                write!(f, "the moves are right, but they are expected {order}")
            }
        }
    }
}

fn nim_sum_of(grundy_values: bool) -> &'static str {
    if grundy_values {
        "nim-sum of the Grundy values"
    } else {
        "nim-sum"
    }
}

impl Display for WinningMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.step, self.leaves)
    }
}

impl Display for Refutation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let step = &self.step;
        match &self.reply {
            Some(reply) => write!(f, "{step}; the reply is {reply}"),
            None => write!(
                f,
                "{step}; that was the last stone, and whoever takes it loses"
            ),
        }
    }
}

impl Display for Illegal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPile(number) => write!(f, "there is no pile {number}"),
            Self::NoPileOf(size) => write!(f, "there is no pile of {size}"),
            Self::TakesNothing => f.write_str("a move takes at least one stone"),
            Self::NotAMove => f.write_str("that is not a move"),
            Self::TooMany { number, pile, take } => {
                write!(f, "pile {number} has only {pile}, not {take}")
            }
            Self::Forbidden(take) => write!(f, "no move takes {take}"),
        }
    }
}

impl Display for Objection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::TooOften => f.write_str("it is listed more often than there are such moves"),
            Self::Loses(refutation) => refutation.fmt(f),
        }
    }
}

/// The numbers on a line, without the middle of many.
impl Display for Excerpt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let line = |numbers: &mut dyn Iterator<Item = &u64>| {
            let words: Vec<_> = numbers.map(u64::to_string).collect();
            words.join(" ")
        };
        if self.is_whole() {
            return f.write_str(&line(&mut self.first.iter()));
        }
        let first = line(&mut self.first.iter().take(Self::KEPT));
        let left_out = self.count - (Self::KEPT + self.last.len()) as u64;
        let left_out = counted(left_out, "number", "numbers");
        let last = line(&mut self.last.iter());
        write!(f, "{first} ... ({left_out} left out) ... {last}")
    }
}
