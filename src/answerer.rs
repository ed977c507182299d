//! The sink that answers: asks the game about every case, and puts the outcome into a judge's words.

use crate::answer::Answers;
use crate::decode::Number;
use crate::frame::{Sink, WholeCases};
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
    #[inline(always)]
    fn answer_winner(&mut self, first_wins: bool) {
        if let Question::Winner { first, second } = &self.problem.question {
            self.answers.line(if first_wins { first } else { second });
        }
    }
}

impl Sink for Answerer<'_, '_> {
    #[inline(always)]
    fn piles<N: Number>(&mut self, piece: &[N]) {
        match self.problem.question {
            Question::Winner { .. } => self.tally.add(piece),
            Question::WinningMoves => self.counts.add(piece),
        }
    }

    #[inline(always)]
    fn end_case(&mut self) {
        match self.problem.question {
            Question::Winner { .. } => {
                let tally = std::mem::take(&mut self.tally);
                self.answer_winner(self.problem.play.first_wins(&tally));
            }
            Question::WinningMoves => {
                let counts = std::mem::take(&mut self.counts);
                self.answers.number(counts.winning_moves());
            }
        }
    }

    #[inline(always)]
    fn whole_cases<N: Number>(&mut self, cases: &mut WholeCases<'_, N>) {
        match self.problem.question {
            Question::Winner { first, second } => {
                // Copies in local variables stay in registers; the compiler could not know that
                // writing an answer does not change what a reference leads to.
                let play = self.problem.play;
                let mut lines = self.answers.lines(cases.at_most());
                for (numbers, count) in cases {
                    let tally = Tally::of_first(numbers, count);
                    lines.add(if play.first_wins(&tally) {
                        &first
                    } else {
                        &second
                    });
                }
                let used = lines.used();
                self.answers.added(used);
            }
            Question::WinningMoves => {
                for (numbers, count) in cases {
                    self.answers.number(tally::winning_moves(numbers, count));
                }
            }
        }
    }
}
