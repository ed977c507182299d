//! How many first moves win.

use std::collections::BTreeMap;

use super::cpp;
use super::state::cover_all;
use super::{Answering, Claim, Question, Solver, number};
use crate::decode::{Number, Slice};
use crate::error::{InputError, InputErrorKind};
use crate::frame::{Framing, WholeCases};
use crate::game::rules::Rules;
use crate::game::tally::{self, BitCounts};
use crate::game::{PileRule, Play};
use crate::output::answers::Answers;

/// `0..MOST`.
#[derive(Clone, Debug)]
pub struct WinningMoves {
    most: Option<String>,
}

impl WinningMoves {
    /// The name of the number in the input that no answer exceeds, if there is one.
    pub fn new(most: Option<&str>) -> Self {
        Self {
            most: most.map(str::to_owned),
        }
    }
}

impl Question for WinningMoves {
    fn solver(&self, rules: &Rules, framing: &Framing) -> Solver {
        match rules {
            Rules::Piles {
                rule: PileRule::Any,
                play: Play::Normal,
            } => Solver::NimMoves(Box::new(NimMoves(BitCounts::default()))),
            Rules::Hill { .. } => {
                let answering = HillPositions(Vec::new());
                Solver::general(rules, framing, answering)
            }
            Rules::Piles { .. } | Rules::Moore { .. } => {
                let answering = SizeCounts(BTreeMap::new());
                Solver::general(rules, framing, answering)
            }
        }
    }

    fn description(&self) -> String {
        "how many first moves win".to_owned()
    }

    fn answer_check(&self) -> String {
        let number = match &self.most {
            Some(most) => format!("number(\"winning moves\", 0, {})", cpp::number(most)),
            None => "digits(\"winning moves\")".to_owned(),
        };
        format!("answer.{number};\nanswer.newline();\n")
    }

    fn wrong_form(&self, text: &str, _right: &str, _is_cut: bool) -> Option<String> {
        let is_number = number(text).is_some();
        (!is_number).then(|| "an answer is a number".to_owned())
    }

    fn claim(&self, _text: &str, _is_cut: bool) -> Claim {
        Claim::Count
    }
}

/// How many first moves win at Nim.
pub struct NimMoves(BitCounts);

impl NimMoves {
    #[inline(always)]
    pub(super) fn piles<N: Number>(&mut self, piles: &[N]) {
        self.0.add(piles);
    }

    pub(super) fn finish(&mut self, answers: &mut Answers<'_>) {
        answers.number(self.0.winning_moves());
        self.0 = BitCounts::default();
    }

    #[inline(always)]
    pub(super) fn whole_cases<N: Number>(cases: &mut WholeCases<'_, N>, answers: &mut Answers<'_>) {
        let mut lines = answers.number_lines(cases.at_most());
        let mut longest = 0;
        while let Some(count) = cases.next_count() {
            longest = longest.max(count);
            while let Some((numbers, count)) = cases.next_up_to(longest) {
                lines.add(tally::winning_moves(numbers, count, longest));
            }
        }
        let used = lines.used();
        answers.added(used);
    }
}

/// For games in which piles of one size have the same moves: the number of piles of each size.
struct SizeCounts(BTreeMap<u64, u64>);

impl Answering for SizeCounts {
    fn piles(&mut self, rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
        cover_all(rules, piles)?;
        for pile in piles.iter() {
            *self.0.entry(pile).or_default() += 1;
        }
        Ok(())
    }

    fn late_rules(&mut self, rules: &mut Rules) -> Result<(), InputErrorKind> {
        let largest = self.0.last_key_value().map_or(0, |(&size, _)| size);
        Ok(rules.cover(largest)?)
    }

    fn finish(&mut self, rules: &Rules, _case: u64, answers: &mut Answers<'_>) {
        let count = rules.count_winning_of_sizes(&self.0);
        writeln!(answers, "{count}");
        self.0.clear();
    }
}

/// For the hill: the positions of the persons.
struct HillPositions(Vec<u64>);

impl Answering for HillPositions {
    fn piles(&mut self, _rules: &mut Rules, piles: Slice<'_>) -> Result<(), InputError> {
        self.0.extend(piles.iter());
        Ok(())
    }

    fn finish(&mut self, rules: &Rules, _case: u64, answers: &mut Answers<'_>) {
        let count = rules.count_winning(&self.0);
        writeln!(answers, "{count}");
        self.0.clear();
    }
}
