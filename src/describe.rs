//! Problems in words, made from their rows: the rule, the shape of the input, the answer.

use crate::frame::{Field, List, Param, Until};
use crate::game::Play;
use crate::problems::{Game, Problem, Question};

impl Problem {
    /// What a move is and who wins, in one sentence.
    pub fn rule(&self) -> &'static str {
        match self.game {
            Game::Nim(Play::Normal) => "normal Nim: whoever takes the last stone wins",
            Game::Nim(Play::Misere) => "misère Nim: whoever takes the last stone loses",
            Game::Takes => "a move takes one of the given numbers of stones; who cannot move loses",
            Game::UpTo => {
                "one pile, and a move takes from 1 to the given number of stones; who cannot move \
                 loses"
            }
            Game::Hill => "people climb to cell 0, the top; whoever moves the king there wins",
        }
    }

    /// What the input is, number by number.
    pub fn input(&self) -> String {
        let case = fields(self.framing.fields);
        match self.framing.until {
            Until::Eof => format!("cases to the end of the input, each: {case}"),
            Until::Zero => format!("cases up to a 0, each: {case}"),
            Until::One => format!("one case: {case}"),
            Until::Count => {
                let mut header = fields(self.framing.header);
                if !header.is_empty() {
                    header += ", ";
                }
                format!("{header}T, then T cases, each: {case}")
            }
        }
    }

    /// What is printed for a case.
    pub fn answer(&self) -> String {
        match &self.question {
            Question::Winner { first, second } => format!(
                "{} if the first player wins, else {}",
                first.word(),
                second.word()
            ),
            Question::NumberedWinner { first, second } => format!(
                "Case 1: {} if the first player wins, else Case 1: {}",
                first.word(),
                second.word()
            ),
            Question::Letters => "a letter for each position: W if it is won, else L".to_owned(),
            Question::WinningMoves => "how many first moves win".to_owned(),
            Question::FirstMove => {
                "NO, or YES and the first winning move: its pile, its take".to_owned()
            }
            Question::Leaves => {
                "No, or Yes and all winning moves: the pile's size, what is left of it".to_owned()
            }
            Question::MoveAndPiles => {
                "lose, or the first winning move (its take, its pile) and the piles after it"
                    .to_owned()
            }
            Question::AllMoves => "all winning moves as pile:take, or CONCEDE".to_owned(),
        }
    }
}

/// Fields one after another; those of a position in brackets.
fn fields(fields: &[Field]) -> String {
    let mut text = String::new();
    for field in fields {
        let words = match field {
            Field::Count(List::Piles | List::Persons) => "n",
            Field::Count(List::Takes) => "k",
            Field::Numbers(List::Piles) => "n piles",
            Field::Numbers(List::Persons) => "the cells of n persons",
            Field::Numbers(List::Takes) => "k takes",
            Field::Param(Param::King) => "which person is the king",
            Field::Param(Param::Pile) => "the pile",
            Field::Param(Param::MostTaken) => "the largest take",
            Field::Positions => "m, then m positions (",
            Field::Again(_) => ")",
        };
        if !(text.is_empty() || text.ends_with('(') || words == ")") {
            text += ", ";
        }
        text += words;
    }
    text
}
