//! Where any winning move is right: our move in place of the one that an answer names.

use super::case::Cases;
use crate::answer::facts::{Facts, write};
use crate::decode::{is_white_space, words};
use crate::error::Error;
use crate::output::answers::Answers;

impl Cases<'_> {
    /// The answer `theirs` to case `number` with the words of our answer, if it names another winning move, and the rest
    /// of it is right.
    pub(super) fn with_our_move(
        &mut self,
        number: u64,
        ours: &[u8],
        theirs: &[u8],
    ) -> Result<Option<Vec<u8>>, Error> {
        if words(ours).eq(words(theirs)) || !self.read(number, 0)? {
            return Ok(None);
        }
        let (rules, piles) = (self.rules(), self.piles());
        let template = &self.problem.answer;
        let mut facts = Facts::of_piles(template, piles, rules);
        (facts.case, facts.first_wins) = (number, true);
        let is_theirs = rules.winning(piles).any(|turn| {
            facts.step = Some((turn[0], piles[turn[0].pile]));
            let mut answer = Answers::default();
            write(template, &facts, &mut answer);
            words(answer.pending()).eq(words(theirs))
        });
        let mut ours = words(ours);
        let runs = theirs.chunk_by(|&one, &next| is_white_space(one) == is_white_space(next));
        let replaced = runs.flat_map(|run| {
            if is_white_space(run[0]) {
                run
            } else {
                ours.next().unwrap_or_default()
            }
        });
        Ok(is_theirs.then(|| replaced.copied().collect()))
    }
}
