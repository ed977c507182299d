//! Who wins: one of two words, possibly after the number of the case.

use super::cpp;
use super::state::{CaseRules, Piles};
use super::{Answering, Question, Solver};
use crate::decode::{Number, Slice};
use crate::error::{InputError, InputErrorKind};
use crate::frame::{Field, Framing, Param, WholeCases};
use crate::game::rules::Rules;
use crate::game::subtraction_set::in_table;
use crate::game::tally::Tally;
use crate::game::{PileRule, Play};
use crate::output::answers::Answers;
use crate::output::words::Words;

/// `FIRST|SECOND` or `Case#FIRST|SECOND`.
#[derive(Clone, Debug)]
pub struct Winner {
    /// The words if the first player wins, and if not.
    words: [String; 2],
    is_numbered: bool,
}

impl Winner {
    /// The question with these words if the first player wins, and if not, possibly after the number of
    /// the case.
    pub fn new(words: [String; 2], is_numbered: bool) -> Self {
        Self { words, is_numbered }
    }

    /// The answers, if they are nothing but short words.
    fn short_words(&self) -> Option<Words> {
        let [first, second] = &self.words;
        (!self.is_numbered).then(|| Words::new([first, second]))?
    }
}

impl Question for Winner {
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver {
        let short = self.short_words();
        let tally = Tally::default();
        match (rules, short) {
            (
                Rules::Piles {
                    rule: PileRule::Any,
                    play,
                },
                Some(words),
            ) if framing.width() == 0 => match play {
                Play::Normal => Solver::Nim(NimWinner { words, tally }),
                Play::Misere => Solver::MisereNim(MisereWinner(NimWinner { words, tally })),
            },
            (_, short) => {
                let rules = CaseRules::new(rules, framing);
                let answering = GeneralWinner {
                    piles: rules.fold(),
                    words: self.words.clone().map(|word| word + "\n"),
                    is_numbered: self.is_numbered,
                    short,
                };
                Solver::General(rules, Box::new(answering))
            }
        }
    }

    fn description(&self) -> String {
        let [first, second] = &self.words;
        let number = if self.is_numbered { "Case 1: " } else { "" };
        format!("{number}{first} if the first player wins, else {number}{second}")
    }

    fn answer_check(&self) -> String {
        let number = if self.is_numbered {
            "answer.word(\"Case \" + std::to_string(cases) + \": \");\n"
        } else {
            ""
        };
        let [first, second] = self.words.each_ref().map(|word| cpp::text(word));
        format!("{number}answer.one_of({{{first}, {second}}});\nanswer.newline();\n")
    }

    fn is_numbered(&self) -> bool {
        self.is_numbered
    }

    fn wrong_form(&self, text: &str, right: &str, _is_cut: bool) -> Option<String> {
        let number = if self.is_numbered {
            right.split_inclusive(": ").next().unwrap_or_default()
        } else {
            ""
        };
        let [first, second] = [0, 1].map(|i: usize| format!("{number}{}", self.words[i]));
        let is_one = text == first || text == second;
        (!is_one).then(|| format!("an answer to this case is {first} or {second}"))
    }
}

/// Decides who wins at normal Nim.
pub struct NimWinner {
    words: Words,
    tally: Tally,
}

impl NimWinner {
    #[inline(always)]
    pub(super) fn piles<N: Number>(&mut self, piles: &[N]) {
        self.tally.add(piles);
    }

    pub(super) fn finish(&mut self, answers: &mut Answers<'_>) {
        self.answer(answers, |tally| Play::Normal.first_wins(tally));
    }

    #[inline(always)]
    fn answer(&mut self, answers: &mut Answers<'_>, first_wins: impl Fn(&Tally) -> bool) {
        let tally = std::mem::take(&mut self.tally);
        answers.word(&self.words, first_wins(&tally));
    }

    #[inline(always)]
    pub(super) fn whole_cases<N: Number>(
        &self,
        cases: &mut WholeCases<'_, N>,
        answers: &mut Answers<'_>,
    ) {
        self.answer_all(cases, answers, |tally| Play::Normal.first_wins(tally));
    }

    /// Compiled separately for each `first_wins`, so that nothing is done that its game does not need.
    ///
    /// Where the first cases have one pile each, so do most others. Then there is nothing to fold, and where
    /// a case starts does not depend on a number that has to be loaded first. Otherwise the inner loop ends
    /// at a case that is longer than all before it, which is rare; within the loop all folds run as far as
    /// the longest case needs.
    #[inline(always)]
    fn answer_all<N: Number>(
        &self,
        cases: &mut WholeCases<'_, N>,
        answers: &mut Answers<'_>,
        first_wins: impl Fn(&Tally) -> bool,
    ) {
        let mut words = answers.words(&self.words, cases.at_most());
        while let Some(piles) = cases.next_four_of_one() {
            words.add_four(piles.map(|pile| first_wins(&Tally::of_one(pile.into()))));
        }
        let mut longest = 0;
        while let Some(count) = cases.next_count() {
            longest = longest.max(count);
            while let Some((numbers, count)) = cases.next_up_to(longest) {
                words.add(first_wins(&Tally::of_first(numbers, count, longest)));
            }
        }
        let used = words.finish();
        answers.added(used);
    }
}

/// Decides who wins at misère Nim.
pub struct MisereWinner(NimWinner);

impl MisereWinner {
    #[inline(always)]
    pub(super) fn piles<N: Number>(&mut self, piles: &[N]) {
        self.0.piles(piles);
    }

    pub(super) fn finish(&mut self, answers: &mut Answers<'_>) {
        self.0
            .answer(answers, |tally| Play::Misere.first_wins(tally));
    }

    #[inline(always)]
    pub(super) fn whole_cases<N: Number>(
        &self,
        cases: &mut WholeCases<'_, N>,
        answers: &mut Answers<'_>,
    ) {
        self.0
            .answer_all(cases, answers, |tally| Play::Misere.first_wins(tally));
    }
}

/// Decides who wins, for any rules.
struct GeneralWinner {
    piles: Piles,
    /// The words with newlines.
    words: [String; 2],
    is_numbered: bool,
    /// The words again, if the answers are nothing but short ones.
    short: Option<Words>,
}

impl Answering for GeneralWinner {
    fn piles(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
        self.piles.add(rules, piles)
    }

    fn late_rules(&mut self, rules: &mut Rules) -> Result<(), InputErrorKind> {
        self.piles.cover(rules)
    }

    fn finish(&mut self, rules: &Rules, case: u64, answers: &mut Answers<'_>) {
        if self.is_numbered {
            answers.text(b"Case ");
            answers.digits(case);
            answers.text(b": ");
        }
        let wins = self.piles.first_wins(rules);
        self.piles.clear();
        answers.text(self.words[usize::from(!wins)].as_bytes());
    }

    fn rows(
        &mut self,
        rules: &mut Rules,
        fields: &[Field],
        rows: Slice<'_>,
        answers: &mut Answers<'_>,
    ) -> usize {
        let Some(words) = &self.short else {
            return 0;
        };
        match rows {
            Slice::Narrow(rows) => {
                answer_rows(rules, fields, rows, words, answers, |pile, most| {
                    most.checked_add(1).map_or(pile, |modulus| pile % modulus)
                })
            }
            Slice::Wide(rows) => answer_rows(rules, fields, rows, words, answers, |pile, most| {
                // No pile is as large as 2^64.
                most.checked_add(1).map_or(pile, |modulus| pile % modulus)
            }),
        }
    }
}

/// Answers all `rows`, and returns their number. Returns 0 if they are neither all piles nor a pile and the
/// largest take, or if a pile is not covered.
///
/// `grundy_below` gives the Grundy value of a pile from the largest take: with the width of the numbers, since
/// a division of 64 bits takes twice as long as one of 32.
fn answer_rows<N: Number>(
    rules: &mut Rules,
    fields: &[Field],
    rows: &[N],
    words: &Words,
    answers: &mut Answers<'_>,
    grundy_below: impl Fn(N, N) -> N,
) -> usize {
    const PILE: Field = Field::Param(Param::Pile);
    const MOST: Field = Field::Param(Param::MaxTaken);
    let Rules::Piles { rule, play } = rules else {
        return 0;
    };
    let rows = Rows {
        numbers: rows,
        width: fields.len(),
        play: *play,
    };
    match (fields, rule) {
        ([PILE, MOST], PileRule::Any | PileRule::Below(_)) => {
            rows.answer_each(words, answers, |&[pile, most]| {
                [grundy_below(pile, most).into()]
            })
        }
        ([MOST, PILE], PileRule::Any | PileRule::Below(_)) => {
            rows.answer_each(words, answers, |&[most, pile]| {
                [grundy_below(pile, most).into()]
            })
        }
        (fields, rule) if fields.iter().all(|field| *field == PILE) => {
            // At least the largest, and less than twice as large: a maximum would be found one by one.
            let union = rows.numbers.iter().fold(0, |all, &pile| all | pile.into());
            if rule.cover(union).is_err() {
                return 0;
            }
            match rule {
                PileRule::Set(set) => {
                    let (set, table) = (&*set, set.table());
                    rows.answer_piles(words, answers, |pile| {
                        in_table(table, pile).unwrap_or_else(|| set.grundy(pile))
                    })
                }
                PileRule::Any | PileRule::Below(_) | PileRule::Kayles => {
                    rows.answer_piles(words, answers, |pile| rule.grundy(pile))
                }
            }
        }
        _ => 0,
    }
}

/// Cases of `width` numbers each.
struct Rows<'r, N> {
    numbers: &'r [N],
    width: usize,
    play: Play,
}

impl<N: Number> Rows<'_, N> {
    /// Answers cases that consist of piles, if there are few in each.
    #[inline(always)]
    fn answer_piles(
        self,
        words: &Words,
        answers: &mut Answers<'_>,
        grundy: impl Fn(u64) -> u64,
    ) -> usize {
        let grundy = |pile: N| grundy(pile.into());
        match self.width {
            1 => self.answer_each(words, answers, |piles: &[_; 1]| piles.map(grundy)),
            2 => self.answer_each(words, answers, |piles: &[_; 2]| piles.map(grundy)),
            3 => self.answer_each(words, answers, |piles: &[_; 3]| piles.map(grundy)),
            4 => self.answer_each(words, answers, |piles: &[_; 4]| piles.map(grundy)),
            _ => 0,
        }
    }

    /// Answers all cases, and returns their number. `grundy` gives the Grundy values of the piles of one.
    #[inline(always)]
    fn answer_each<const W: usize, const P: usize>(
        self,
        words: &Words,
        answers: &mut Answers<'_>,
        grundy: impl Fn(&[N; W]) -> [u64; P],
    ) -> usize {
        let (rows, _) = self.numbers.as_chunks();
        let mut room = answers.words(words, rows.len());
        let first_wins = |row: &[N; W]| {
            let mut tally = Tally::default();
            for grundy in grundy(row) {
                tally.add_one(grundy);
            }
            self.play.first_wins(&tally)
        };
        let (fours, rest) = rows.as_chunks();
        for four in fours {
            room.add_four(four.each_ref().map(first_wins));
        }
        for row in rest {
            room.add(first_wins(row));
        }
        let used = room.finish();
        answers.added(used);
        rows.len()
    }
}
