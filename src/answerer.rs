//! The sink that answers: asks the game about every case, and puts the outcome into a judge's words.

use std::collections::BTreeMap;

use crate::answer::{Answers, Line};
use crate::decode::Number;
use crate::error::FlawKind;
use crate::frame::{List, Misfit, Param, Progress, Sink, WholeCases, each_whole};
use crate::game::hill::{self, Hill};
use crate::game::takes::{NoPeriod, Takes};
use crate::game::tally::{self, BitCounts, Tally};
use crate::game::{Play, Worth, moves};
use crate::problems::{Game, Problem, Question};

/// Answers the cases of a problem.
pub struct Answerer<'a, 'w> {
    problem: &'a Problem,
    answers: &'a mut Answers<'w>,
    /// Cases answered.
    complete: u64,
    case: Case,
}

/// What is known of the present case (or position) so far. Each question uses what it needs.
struct Case {
    /// What tells who wins.
    tally: Tally,
    /// What tells how many moves win.
    counts: BitCounts,
    /// All piles, where the answer names them.
    piles: Vec<u64>,
    /// Each size of a pile: whether an odd number of piles has it, and the first one that does.
    sizes: BTreeMap<u64, (bool, u64)>,
    /// How many piles there were.
    read: u64,
    /// The takes as they are read.
    given: Vec<u64>,
    /// The game that they make.
    takes: Takes,
    hill: Hill,
    /// How many takes or persons there are.
    count: u64,
    /// The cell of the last one that was read.
    last: u64,
    /// The only pile, and how many stones a move may take from it.
    pile: u64,
    most: u64,
}

impl Case {
    fn new() -> Self {
        Self {
            tally: Tally::default(),
            counts: BitCounts::default(),
            piles: Vec::new(),
            sizes: BTreeMap::new(),
            read: 0,
            given: Vec::new(),
            takes: Takes::new(&[]),
            hill: Hill::new(0),
            count: 0,
            last: 0,
            pile: 0,
            most: 0,
        }
    }

    /// Forgets what was read, keeps the memory.
    fn clear(&mut self) {
        self.tally = Tally::default();
        self.counts = BitCounts::default();
        self.piles.clear();
        self.sizes.clear();
        self.read = 0;
        self.given.clear();
        self.last = 0;
    }
}

impl Case {
    /// Adds the worths of piles of the game with the takes that were given.
    #[inline(always)]
    fn add_worths<N: Number>(&mut self, piece: &[N]) -> Result<(), Misfit> {
        let table = self.takes.table();
        let mut sum = 0;
        for (index, &pile) in piece.iter().enumerate() {
            let Some(&worth) = table.get(pile.into() as usize) else {
                self.tally.nim_sum ^= sum;
                let rest = self.add_new_worths(&piece[index..]);
                return rest.map_err(|misfit| misfit.behind(index));
            };
            sum ^= u64::from(worth);
        }
        self.tally.nim_sum ^= sum;
        Ok(())
    }

    /// As [`Case::add_worths`], where the table does not yet have all piles, or never will.
    #[cold]
    fn add_new_worths<N: Number>(&mut self, piece: &[N]) -> Result<(), Misfit> {
        for (index, &pile) in piece.iter().enumerate() {
            let pile = pile.into();
            self.takes
                .cover(pile)
                .map_err(|NoPeriod { worths }| Misfit {
                    index,
                    kind: FlawKind::NoWorth { worths },
                })?;
            self.tally.nim_sum ^= self.takes.worth(pile);
        }
        Ok(())
    }
}

impl<'a, 'w> Answerer<'a, 'w> {
    /// An answerer for `problem` that adds to `answers`.
    pub fn new(problem: &'a Problem, answers: &'a mut Answers<'w>) -> Self {
        Self {
            problem,
            answers,
            complete: 0,
            case: Case::new(),
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

    /// Whether the player to move wins the present case.
    fn first_wins(&self) -> bool {
        match self.problem.game {
            Game::Nim(play) => play.first_wins(&self.case.tally),
            Game::Takes => self.case.tally.nim_sum != 0,
            Game::Hill => self.case.hill.first_wins(),
            Game::UpTo => Worth::up_to(self.case.most).of(self.case.pile) != 0,
        }
    }

    /// `a pile take` for the first move that wins, where the takes were not known before the piles.
    fn answer_first_move(&mut self) {
        let Case { sizes, takes, .. } = &self.case;
        let odd = sizes.iter().filter(|(_, (odd, _))| *odd);
        let nim_sum = odd.fold(0, |sum, (&size, _)| sum ^ takes.worth(size));
        // All piles of one size have the same moves.
        let winning = sizes.iter().filter_map(|(&size, &(_, first))| {
            let wanted = takes.worth(size) ^ nim_sum;
            let wins = |&&take: &&u64| take <= size && takes.worth(size - take) == wanted;
            takes.takes().iter().find(wins).map(|&take| (first, take))
        });
        match winning.min() {
            None => self.answers.text(b"NO\n"),
            Some((pile, take)) => {
                self.answers.text(b"YES\n");
                self.answers.numbers(pile + 1, b' ', take, b'\n');
            }
        }
    }

    /// Every pile that has a winning move: its size, and what the move leaves.
    fn answer_leaves(&mut self) {
        let sum = self.case.tally.nim_sum;
        let Some(top) = sum.checked_ilog2() else {
            return self.answers.text(b"No\n");
        };
        self.answers.text(b"Yes\n");
        for &pile in self.case.piles.iter().filter(|&pile| pile >> top & 1 == 1) {
            self.answers.numbers(pile, b' ', pile ^ sum, b'\n');
            self.answers.relieve();
        }
    }

    /// The first winning move, `take pile`, and the piles after it.
    fn answer_move_and_piles(&mut self) {
        let sum = self.case.tally.nim_sum;
        let has_top = |top| {
            self.case
                .piles
                .iter()
                .position(move |pile| pile >> top & 1 == 1)
        };
        let Some(first) = sum.checked_ilog2().and_then(has_top) else {
            return self.answers.text(b"lose\n");
        };
        let pile = self.case.piles[first];
        self.case.piles[first] = pile ^ sum;
        self.answers
            .numbers(pile - (pile ^ sum), b' ', first as u64 + 1, b'\n');
        let last = self.case.piles.len() - 1;
        for (i, &pile) in self.case.piles.iter().enumerate() {
            let behind: &[u8] = if i < last { b" " } else { b"\n" };
            self.answers.digits(pile);
            self.answers.text(behind);
            // The answer may be as long as the input: it is not kept.
            self.answers.relieve();
        }
    }

    /// Every winning move as `pile:take`.
    fn answer_all_moves(&mut self, play: Play) {
        let mut none = true;
        for (i, winning) in moves::winning(&Worth::Any, play, &self.case.piles).enumerate() {
            if i > 0 {
                self.answers.text(b" ");
            }
            self.answers.digits(winning.pile as u64 + 1);
            self.answers.text(b":");
            self.answers.digits(winning.take);
            none = false;
        }
        self.answers.text(if none { b"CONCEDE\n" } else { b"\n" });
    }
}

impl Sink for Answerer<'_, '_> {
    #[inline(always)]
    fn numbers<N: Number>(&mut self, list: List, piece: &[N]) -> Result<(), Misfit> {
        let case = &mut self.case;
        match list {
            List::Takes => {
                if let Some(index) = piece.iter().position(|&take| take.into() == 0) {
                    return Err(Misfit {
                        index,
                        kind: FlawKind::TakesNothing,
                    });
                }
                case.given.extend(piece.iter().map(|&take| take.into()));
                if case.given.len() as u64 == case.count {
                    // Where the piles came before the takes, this is the time to look at them.
                    case.takes.reset(&case.given);
                    let largest = case.sizes.last_key_value().map_or(0, |(&size, _)| size);
                    if let Err(NoPeriod { worths }) = case.takes.cover(largest) {
                        let index = piece.len() - 1;
                        return Err(Misfit {
                            index,
                            kind: FlawKind::NoWorth { worths },
                        });
                    }
                }
            }
            List::Persons => {
                for (index, &cell) in piece.iter().enumerate() {
                    let found = cell.into();
                    let before = std::mem::replace(&mut case.last, found);
                    if !hill::is_behind(found, before) {
                        return Err(Misfit {
                            index,
                            kind: FlawKind::NotAscending {
                                found,
                                last: before,
                            },
                        });
                    }
                    case.hill.add(found);
                }
            }
            List::Piles => match self.problem.question {
                Question::WinningMoves => case.counts.add(piece),
                Question::Letters => return case.add_worths(piece),
                Question::FirstMove => {
                    for &pile in piece {
                        let (odd, _) = case.sizes.entry(pile.into()).or_insert((false, case.read));
                        *odd = !*odd;
                        case.read += 1;
                    }
                }
                Question::Leaves | Question::MoveAndPiles | Question::AllMoves => {
                    case.tally.add(piece);
                    case.piles.extend(piece.iter().map(|&pile| pile.into()));
                }
                Question::Winner { .. } | Question::NumberedWinner { .. } => case.tally.add(piece),
            },
        }
        Ok(())
    }

    fn count(&mut self, list: List, count: u64) {
        if list != List::Piles {
            self.case.count = count;
        }
        if list == List::Takes && count == 0 {
            self.case.takes.reset(&[]);
        }
    }

    fn param(&mut self, param: Param, value: u64) -> Result<(), FlawKind> {
        match param {
            Param::King if value == 0 || value > self.case.count => {
                return Err(FlawKind::NoKing {
                    king: value,
                    persons: self.case.count,
                });
            }
            Param::King => self.case.hill = Hill::new(value),
            Param::Pile => self.case.pile = value,
            Param::MostTaken => self.case.most = value,
        }
        Ok(())
    }

    #[inline(always)]
    fn end_position(&mut self) {
        let sum = std::mem::take(&mut self.case.tally).nim_sum;
        self.answers.text(if sum == 0 { b"L" } else { b"W" });
    }

    #[inline(always)]
    fn end_case(&mut self) {
        self.complete += 1;
        match &self.problem.question {
            Question::Winner { first, second } => {
                self.answers
                    .line(if self.first_wins() { first } else { second });
            }
            Question::NumberedWinner { first, second } => {
                self.answers.text(b"Case ");
                self.answers.digits(self.complete);
                self.answers.text(b": ");
                self.answers
                    .line(if self.first_wins() { first } else { second });
            }
            Question::WinningMoves => self.answers.number(self.case.counts.winning_moves()),
            Question::Letters => self.answers.text(b"\n"),
            Question::FirstMove => self.answer_first_move(),
            Question::Leaves => self.answer_leaves(),
            Question::MoveAndPiles => self.answer_move_and_piles(),
            Question::AllMoves => self.answer_all_moves(self.problem.play()),
        }
        self.case.clear();
    }

    fn relieve(&mut self) -> Progress {
        self.answers.relieve();
        Progress::unless(self.answers.failed())
    }

    fn before_wait(&mut self) -> Progress {
        self.answers.write_lines();
        Progress::unless(self.answers.failed())
    }

    #[inline(always)]
    fn whole_cases<N: Number>(&mut self, cases: &mut WholeCases<'_, N>) -> Result<(), Misfit> {
        match (self.problem.question, self.problem.game) {
            (Question::Winner { first, second }, Game::Nim(play)) => {
                // Copies in local variables: the compiler could not know that writing an answer does
                // not change what a reference leads to.
                let lines = [&first, &second];
                match play {
                    Play::Normal => {
                        self.answer_winners(cases, lines, |tally| Play::Normal.first_wins(tally));
                    }
                    Play::Misere => {
                        self.answer_winners(cases, lines, |tally| Play::Misere.first_wins(tally));
                    }
                }
            }
            (Question::WinningMoves, _) => {
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
            _ => each_whole(self, cases, Self::end_case)?,
        }
        Ok(())
    }
}
