//! The two questions that most inputs ask, who wins at Nim and how many moves win, compiled for each kernel.

use crate::decode::Number;
use crate::game::Play;
use crate::game::tally::{self, Tally};
use crate::layout::sink::WholeCases;
use crate::outcomes::OutcomeWords;
use crate::output::answers::Answers;

/// Answers who wins.
///
/// Compiled separately for each kind of `play`, so that nothing is done that its game does not need.
///
/// Where the first cases have one pile each, so do most others. Then there is nothing to fold, and where a case starts
/// does not depend on a number that has to be loaded first. Otherwise the inner loop ends at a case that is longer than
/// all before it, which is rare; within the loop all folds run as far as the longest case needs.
#[inline(always)]
pub(super) fn winners<N: Number>(
    play: Play,
    words: &OutcomeWords,
    cases: &mut WholeCases<'_, N>,
    answers: &mut Answers<'_>,
) {
    let mut words = answers.words(words, cases.at_most());
    while let Some(piles) = cases.next_four_of_one() {
        words.add_four(piles.map(|pile| Tally::of_one(pile.into()).first_wins(play)));
    }
    let mut longest = 0;
    while let Some(count) = cases.next_count() {
        longest = longest.max(count);
        while let Some((numbers, count)) = cases.next_up_to(longest) {
            words.add(Tally::of_first(numbers, count, longest).first_wins(play));
        }
    }
    let used = words.finish();
    answers.added(used);
}

/// Answers how many first moves win.
#[inline(always)]
pub(super) fn winning_moves<N: Number>(cases: &mut WholeCases<'_, N>, answers: &mut Answers<'_>) {
    let mut lines = answers.short_lines(cases.at_most());
    let mut longest = 0;
    while let Some(count) = cases.next_count() {
        longest = longest.max(count);
        while let Some((numbers, count)) = cases.next_up_to(longest) {
            lines.number(tally::winning_moves(numbers, count, longest));
        }
    }
    let used = lines.len;
    answers.added(used);
}
