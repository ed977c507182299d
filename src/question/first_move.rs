//! `NO`, or `YES` and the first winning move: the first pile that has one, and the smallest take.

use super::state::{Sizes, cover_all};
use super::{AnswerLines, Answering, Claim, Question, Reported, Solver, lines, pair};
use crate::decode::Slice;
use crate::error::{InputError, InputErrorKind};
use crate::frame::Framing;
use crate::game::moves::Position;
use crate::game::rules::Rules;
use crate::output::answers::Answers;

/// `@first_move`.
#[derive(Clone, Copy, Debug)]
pub struct FirstMove;

const ANSWER_CHECK: &str = r#"
if (answer.one_of({"NO", "YES"}) == "YES") {
    answer.newline();
    Number pile = answer.number("pile", 1, LARGEST);
    answer.check(position.wins(pile, answer.number("take", 1, LARGEST)), "a move that wins");
} else {
    answer.check(!position.has_winning_move(), "YES and a move that wins");
}
answer.newline();
"#;

impl Question for FirstMove {
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver {
        let answering = Finder::new(|found, answers| match found {
            None => answers.text(b"NO\n"),
            Some((pile, take)) => {
                answers.text(b"YES\n");
                answers.numbers(pile, b' ', take, b'\n');
            }
        });
        Solver::general(rules, framing, answering)
    }

    fn description(&self) -> String {
        "NO, or YES and the first winning move: its pile, its take".to_owned()
    }

    fn answer_check(&self) -> String {
        ANSWER_CHECK.to_owned()
    }

    fn lines(&self) -> AnswerLines {
        AnswerLines::WordAndNumbers
    }

    fn claim(&self, text: &str, is_cut: bool) -> Claim {
        let mut lines = lines(text);
        let claim = match (lines.next(), lines.next()) {
            _ if is_cut => None,
            (Some("NO"), None) => Some(Claim::Moves(Vec::new())),
            (Some("YES"), Some(step)) => pair(step, ' ').map(Claim::Move),
            _ => None,
        };
        claim.unwrap_or(Claim::Other)
    }

    fn order(&self) -> &'static str {
        "the first pile, then the smallest take"
    }
}

/// Finds the first winning move. Memory grows with the number of different pile sizes.
pub(super) struct Finder<W> {
    sizes: Sizes,
    write: W,
}

impl<W: Fn(Option<Reported>, &mut Answers<'_>) + Send> Finder<W> {
    /// A finder that answers by passing the move to `write`.
    pub fn new(write: W) -> Self {
        Self {
            sizes: Sizes::default(),
            write,
        }
    }

    fn find(&self, rules: &Rules) -> Option<Reported> {
        let Rules::Piles { rule, play } = rules else {
            return None;
        };
        let mut position = Position::new(rule, *play);
        for (&size, group) in &self.sizes.0 {
            position.add_many(size, group.count);
        }
        // All piles of one size have the same moves.
        let winning = self.sizes.0.iter().filter_map(|(&size, group)| {
            let take = position.winning_takes(size).next()?;
            Some((group.first + 1, take))
        });
        winning.min()
    }
}

impl<W: Fn(Option<Reported>, &mut Answers<'_>) + Send> Answering for Finder<W> {
    fn piles(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
        cover_all(rules, piles)?;
        self.sizes.add(piles);
        Ok(())
    }

    fn late_rules(&mut self, rules: &mut Rules) -> Result<(), InputErrorKind> {
        self.sizes.cover(rules)
    }

    fn finish(&mut self, rules: &Rules, _case: u64, answers: &mut Answers<'_>) {
        (self.write)(self.find(rules), answers);
        self.sizes.clear();
    }
}
