//! The solver for any answer and any game: a [reader](Reader) of cases, and what answers [say](Facts) of them.

use std::sync::Arc;

use super::facts::{self, Choose, Facts, Kept, Needs};
use super::reader::Reader;
use super::template::{Positions, Template, Text};
use crate::decode::Slice;
use crate::error::InputError;
use crate::game::period::Share;
use crate::game::rule::Rules;
use crate::layout::{Layout, Role};
use crate::output::answers::Answers;
use crate::output::words::Words;

/// Answers cases from the numbers of an input.
pub(crate) struct General {
    reader: Reader,
    template: Arc<Template>,
    needs: Needs,
    choose: Option<Choose>,
    /// Both texts, if they are nothing but short words.
    words: Option<Words>,
}

impl General {
    /// A solver for cases with this layout, answered like `template`.
    pub(crate) fn new(rules: &Rules, layout: &Layout, template: &Arc<Template>) -> Self {
        let needs = Needs::of(template);
        let kept = |rules: &mut Rules, come_last| Kept::of(needs, rules, come_last);
        Self {
            reader: Reader::new(rules, layout, kept),
            template: Arc::clone(template),
            needs,
            choose: None,
            words: template.short_words(),
        }
    }

    /// As [`Reader::begin_case`].
    pub(crate) fn begin_case(&mut self, share: Share) {
        self.reader.begin_case(share);
    }

    /// One that answers with the moves that `choose` returns.
    #[must_use]
    pub(crate) fn choosing(mut self, choose: Choose) -> Self {
        self.choose = Some(choose);
        self.reader.kept = Kept::List(Vec::new());
        self
    }

    /// Receives the next numbers with this role.
    pub(super) fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        self.reader.numbers(role, piece)
    }

    /// Answers the first of some cases that consist of the single numbers `row`, and returns how many it answered. The
    /// others arrive number by number.
    pub(crate) fn rows(
        &mut self,
        row: &[Role],
        rows: Slice<'_>,
        answers: &mut Answers<'_>,
    ) -> usize {
        // Only who wins matters then, and no piles are kept between cases.
        let Some(words) = &self.words else {
            return 0;
        };
        let mut room = answers.words(words, rows.len() / row.len());
        let decided = self.reader.rules.rows(row, rows, &mut room);
        let used = room.finish();
        answers.added(used);
        decided
    }

    /// Ends the current one of several positions of a case.
    pub(crate) fn end_position(&mut self, answers: &mut Answers<'_>) {
        let Reader { kept, rules, .. } = &mut self.reader;
        let text = if kept.first_wins(rules) {
            &self.template.won
        } else {
            &self.template.lost
        };
        self.reader.end_position();
        let text = text.literal().unwrap_or_default();
        if self.template.has_lines_of_positions() {
            answers.open_line(text.as_bytes());
        } else {
            answers.text(text.as_bytes());
        }
    }

    /// Answers the current case, whose number counted from 1 is `case`.
    pub(crate) fn end_case(&mut self, case: u64, answers: &mut Answers<'_>) {
        match &self.template.positions {
            Some(Positions { on_lines: true, .. }) => answers.close_lines(),
            Some(_) => answers.text(b"\n"),
            None => self.answer(case, answers),
        }
        self.reader.end_case();
    }

    fn answer(&mut self, case: u64, answers: &mut Answers<'_>) {
        let Reader { kept, rules, .. } = &mut self.reader;
        if let (Some(list), Kept::List(piles)) = (&self.template.won.list, &mut *kept) {
            let position = (&*rules, &piles[..]);
            facts::write_moves(&self.template, list, position, case, answers);
            piles.clear();
            return;
        }
        let facts = Facts::of(kept, rules, self.needs, self.choose, case);
        facts::write(&self.template, &facts, answers);
    }
}

impl Template {
    /// Both texts, if they are nothing but short words.
    pub(super) fn short_words(&self) -> Option<Words> {
        let is_line = |text: &Text| {
            text.literal()
                .filter(|text| !text.contains('\n'))
                .map(str::to_owned)
        };
        let (won, lost) = (is_line(&self.won)?, is_line(&self.lost)?);
        Words::new([&won, &lost]).filter(|_| self.positions.is_none())
    }
}
