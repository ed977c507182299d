//! Where any winning move is right: our move in place of the one that an answer names.

use super::case::Case;
use crate::decode::{is_white_space, words};
use crate::engine::pipe::Checkpoint;
use crate::engine::window::Window;
use crate::error::Error;
use crate::game::Move;
use crate::input::Input;
use crate::problem::Problem;

/// Reads the cases of an input once more, as far as answers name other moves than ours.
pub(super) struct OtherMoves<'p> {
    problem: &'p Problem,
    window: Window<'p>,
    /// The start of the last case that was read.
    at: Checkpoint,
}

impl<'p> OtherMoves<'p> {
    pub(super) fn new(problem: &'p Problem, input: &'p Input) -> Result<Self, Error> {
        Ok(Self {
            problem,
            window: Window::of(input)?,
            at: Checkpoint::start(&problem.layout),
        })
    }

    /// The answer `theirs` to case `number` with the words of our answer, if it names another winning move, and the rest
    /// of it is right.
    pub(super) fn replaced(
        &mut self,
        number: u64,
        ours: &[u8],
        theirs: &[u8],
    ) -> Result<Option<Vec<u8>>, Error> {
        let template = &self.problem.answer;
        // How many numbers are the piles after a move cannot be seen in an answer.
        let has_after = template.has_piles();
        let claimed = template.named(&String::from_utf8_lossy(theirs));
        if claimed.is_none() && !has_after || words(ours).eq(words(theirs)) {
            return Ok(None);
        }
        let from = self.at.clone();
        let Some(case) = Case::read(self.problem, &mut self.window, from, number, 0)? else {
            return Ok(None);
        };
        self.at = case.start.clone();
        let is_theirs = |step: &Move| {
            let may_be =
                has_after || claimed == Some(template.claimed(step, case.piles[step.pile]));
            let answer = || template.naming(Some(*step), number, &case.rules, &case.piles);
            may_be && words(answer().pending()).eq(words(theirs))
        };
        let mut winning = case.rules.winning(&case.piles).map(|turn| turn[0]);
        if !winning.any(|step| is_theirs(&step)) {
            return Ok(None);
        }
        let mut ours = words(ours);
        let mut replaced = Vec::new();
        for part in theirs.split_inclusive(|&byte| is_white_space(byte)) {
            let end = part.iter().position(|&byte| is_white_space(byte));
            let (word, space) = part.split_at(end.unwrap_or(part.len()));
            if !word.is_empty() {
                replaced.extend_from_slice(ours.next().unwrap_or_default());
            }
            replaced.extend_from_slice(space);
        }
        Ok(Some(replaced))
    }
}
