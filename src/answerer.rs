//! The sink that answers: asks the game about every case, and puts the outcome into a judge's words.

use crate::answer::Answers;
use crate::frame::{Number, Sink};
use crate::game::tally::{self, BitCounts, Tally};
use crate::problems::{Problem, Question};

/// Answers the cases of a problem.
pub struct Answerer<'a, 'w> {
    problem: &'a Problem,
    /// Of the present case so far: what tells who wins.
    tally: Tally,
    /// Of the present case so far: what tells how many moves win.
    counts: BitCounts,
    answers: &'a mut Answers<'w>,
}

impl<'a, 'w> Answerer<'a, 'w> {
    /// An answerer for `problem` that adds to `answers`.
    pub fn new(problem: &'a Problem, answers: &'a mut Answers<'w>) -> Self {
        Self {
            problem,
            tally: Tally::default(),
            counts: BitCounts::default(),
            answers,
        }
    }

    /// Where the answers are.
    pub fn answers(&mut self) -> &mut Answers<'w> {
        self.answers
    }

    /// Answers who wins.
    #[inline]
    fn answer_winner(&mut self, tally: &Tally) {
        if let Question::Winner { first, second } = &self.problem.question {
            self.answers.line(if self.problem.play.first_wins(tally) {
                first
            } else {
                second
            });
        }
    }
}

impl Sink for Answerer<'_, '_> {
    #[inline]
    fn piles<N: Number>(&mut self, piece: &[N]) {
        match self.problem.question {
            Question::Winner { .. } => self.tally.add(piece),
            Question::WinningMoves => self.counts.add(piece),
        }
    }

    #[inline]
    fn end_case(&mut self) {
        match self.problem.question {
            Question::Winner { .. } => {
                let tally = std::mem::take(&mut self.tally);
                self.answer_winner(&tally);
            }
            Question::WinningMoves => {
                let counts = std::mem::take(&mut self.counts);
                self.answers.number(counts.winning_moves());
            }
        }
    }

    #[inline]
    fn whole_case<N: Number>(&mut self, numbers: &[N], count: usize) {
        match self.problem.question {
            Question::Winner { .. } => self.answer_winner(&Tally::of_first(numbers, count)),
            Question::WinningMoves => {
                self.answers.number(tally::winning_moves(&numbers[..count]));
            }
        }
    }
}
