//! The sink that answers: asks the game about every case, and puts the outcome into a judge's words.

use crate::answer::{Answers, Line};
use crate::decode::Number;
use crate::frame::{Sink, WholeCases};
use crate::game::Play;
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

    /// Answers who wins each of the cases. The compiler makes this anew for each `first_wins`, so that
    /// nothing is done that its game does not need.
    ///
    /// The inner loop ends where a case is longer than all before it. That is seldom, and within the
    /// loop the folds all go on as far as the longest case needs.
    #[inline(always)]
    fn answer_winners<N: Number>(
        &mut self,
        cases: &mut WholeCases<'_, N>,
        [first, second]: [&Line; 2],
        first_wins: impl Fn(&Tally) -> bool,
    ) {
        let mut lines = self.answers.lines(cases.at_most());
        let mut longest = 0;
        while let Some(count) = cases.next_count() {
            longest = longest.max(count);
            while let Some((numbers, count)) = cases.next_up_to(longest) {
                let tally = Tally::of_first(numbers, count, longest);
                lines.add(if first_wins(&tally) { first } else { second });
            }
        }
        let used = lines.used();
        self.answers.added(used);
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
                // Copies in local variables: the compiler could not know that writing an answer does
                // not change what a reference leads to.
                let lines = [&first, &second];
                match self.problem.play {
                    Play::Normal => {
                        self.answer_winners(cases, lines, |tally| Play::Normal.first_wins(tally));
                    }
                    Play::Misere => {
                        self.answer_winners(cases, lines, |tally| Play::Misere.first_wins(tally));
                    }
                }
            }
            Question::WinningMoves => {
                let mut lines = self.answers.lines(cases.at_most());
                let mut longest = 0;
                while let Some(count) = cases.next_count() {
                    longest = longest.max(count);
                    while let Some((numbers, count)) = cases.next_up_to(longest) {
                        lines.add_number(tally::winning_moves(numbers, count, longest));
                    }
                }
                let used = lines.used();
                self.answers.added(used);
            }
        }
    }
}
