//! A case of an input as reports show it and as it is answered: its text, a board, and the moves that are right in it.

use std::ops::Range;

use crate::decode::{is_white_space, words};
use crate::engine::lookup::CaseLookup;
use crate::error::Error;
use crate::judge::answer_text::trimmed;
use crate::layout::Role;
use crate::testdata::grammar::{Candidate, Grammar};
use crate::testdata::input_text::ending;

/// A position with more piles, or more takes, is not for a board.
const MAX_ON_BOARD: usize = 100;

/// What a report shows of a case.
#[derive(Clone, Debug)]
pub struct CaseExcerpt {
    /// The line of its first number.
    pub line: u64,
    /// The text as it is in the input, or the beginning of a long one.
    pub text: String,
    /// The rule of the position that the answers are about, with what the input gives of it, and the piles, or the
    /// cells of coins or persons; `None` if they are too many for a board.
    pub position: Option<(String, Vec<u64>)>,
}

impl CaseLookup<'_> {
    /// The input that has nothing but the case, or this one of its positions if each has an answer of its own. `None`
    /// if the number of cases cannot be found in it, or that of the positions.
    pub(super) fn alone(&self, position: usize) -> Result<Option<Vec<u8>>, Error> {
        let layout = &self.problem.layout;
        let mut head = self.text(self.head())?;
        let mut counted = None;
        if let Some(count) = layout.case_count() {
            let before: Vec<_> = layout
                .numbers_of_head()
                .take_while(|number| number.index != count.index)
                .collect();
            let are_single = before.iter().all(|number| number.length.is_none());
            let place = before.len();
            let Some(word) = words(&head)
                .nth(place)
                .filter(|_| are_single && layout.least_cases() == 1)
            else {
                return Ok(None);
            };
            let start = word.as_ptr() as usize - head.as_ptr() as usize;
            head.splice(start..start + word.len(), *b"1");
            counted = Some(place);
        }
        let case = self.text(self.range())?;
        if self.problem.answer.positions.is_some() {
            let numbers = [&head, &b" "[..], &case].concat();
            let numbers = words(&numbers)
                .enumerate()
                .filter(|(place, _)| Some(*place) != counted)
                .map(|(_, word)| String::from_utf8_lossy(word).parse().ok());
            let grammar = Grammar::new(layout.clone());
            let case = numbers.collect::<Option<Vec<_>>>();
            let case = case.and_then(|case| grammar.with_position(&case, position));
            return Ok(case.map(|case| Candidate::whole(vec![case]).input(&grammar).into_bytes()));
        }
        let text = [&head, trimmed(&case), b"\n", ending(layout).as_bytes()].concat();
        Ok(Some(text))
    }

    /// What is shown of the case.
    pub(super) fn excerpt(&mut self) -> Result<CaseExcerpt, Error> {
        const LONGEST: u64 = 64 * 1024;
        let Range { start, end } = self.range();
        let len = end - start;
        let bytes = self.text(start..start + len.min(LONGEST))?;
        let mut text = String::from_utf8_lossy(trimmed(&bytes)).into_owned();
        if len > LONGEST {
            // Its last number may be cut.
            text.truncate(text.rfind(char::is_whitespace).unwrap_or(0));
            text += " ...";
        }
        let position = self.input().position(start)?;
        Ok(CaseExcerpt {
            line: position.line,
            text,
            position: self.position(),
        })
    }

    /// Where any winning move is right: the answer `theirs` to case `number` with the words of our answer, if it names
    /// another winning move, and the rest of it is right.
    pub(super) fn with_our_move(&mut self, number: u64, ours: &[u8], theirs: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        if words(ours).eq(words(theirs)) || !self.read(number, 0)? {
            return Ok(None);
        }
        let template = &self.problem.answer;
        let is_theirs = template.is_winning_answer(self.rules(), self.piles(), number, theirs);
        let mut ours = words(ours);
        let runs = theirs.chunk_by(|&one, &next| is_white_space(one) == is_white_space(next));
        let mut replaced: Vec<_> = runs
            .flat_map(|run| {
                if is_white_space(run[0]) {
                    run
                } else {
                    ours.next().unwrap_or_default()
                }
            })
            .copied()
            .collect();
        // Their move may leave fewer piles than ours, or more.
        for word in ours {
            replaced.push(b' ');
            replaced.extend(word);
        }
        replaced.truncate(replaced.trim_ascii_end().len());
        Ok(is_theirs.then_some(replaced))
    }

    /// The rule and the piles, unless these are too many for a board.
    fn position(&self) -> Option<(String, Vec<u64>)> {
        let rule = self.rules().text_with(|role| {
            let mut values = self.given(role).to_vec();
            if role != Role::Take {
                // Those of several piles are no rule for all of them.
                return <[u64; 1]>::try_from(values).ok().map(|[value]| value.to_string());
            }
            values.sort_unstable();
            values.dedup();
            let takes: Vec<_> = values.iter().map(u64::to_string).collect();
            let fits = (1..=MAX_ON_BOARD).contains(&takes.len());
            fits.then(|| format!("{{{}}}", takes.join(",")))
        })?;
        let piles = self.piles().to_vec();
        let fits = (1..=MAX_ON_BOARD).contains(&piles.len());
        fits.then_some((rule, piles))
    }
}
