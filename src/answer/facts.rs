//! What is kept of a position, what answers say of it, and how that is written.

use std::collections::BTreeMap;

use super::template::{Piece, Template};
use super::value::Fact;
use crate::decode::Slice;
use crate::error::InputError;
use crate::game::Change;
use crate::game::rule::Rules;
use crate::output::answers::Answers;

/// What is kept of the piles of a position.
pub(crate) enum Kept {
    /// What the game [folds](crate::game::Fold) them to, to decide who wins: constant memory.
    Fold,
    /// How many there are of each size, and the index of the first of them, for games in which these have the same
    /// moves, or whose rules come later; and how many there are in all.
    Sizes(BTreeMap<u64, (u64, usize)>, usize),
    /// All of them, also where the game has no fold.
    List(Vec<u64>),
}

impl Kept {
    /// What the answers of `template` are made from.
    pub(super) fn of(template: &Template, rules: &mut Rules, rules_come_last: bool) -> Self {
        let has = |fact| template.has(fact);
        let asks_for_all = template.lists_moves() || has(Fact::After);
        let asks_for_piles = template.names_moves() || has(Fact::Count) || has(Fact::Grundy);
        if asks_for_all || rules.game_mut().fold().is_none() || asks_for_piles && rules.game().heaps().is_none() {
            Self::List(Vec::new())
        } else if asks_for_piles || rules_come_last {
            Self::Sizes(BTreeMap::new(), 0)
        } else {
            Self::Fold
        }
    }

    /// Adds the next piles.
    pub(super) fn add(&mut self, piles: Slice<'_>, rules: &mut Rules) -> Result<(), InputError> {
        match self {
            Self::Fold => return rules.fold_of_position().add(piles),
            Self::Sizes(sizes, len) => {
                for pile in piles.iter() {
                    sizes.entry(pile).or_insert((0, *len)).0 += 1;
                    *len += 1;
                }
            }
            Self::List(list) => list.extend(piles.iter()),
        }
        Ok(())
    }

    /// The largest pile; 0 if that is not known.
    pub(super) fn largest(&self) -> u64 {
        match self {
            Self::Fold => 0,
            Self::Sizes(sizes, _) => sizes.last_key_value().map_or(0, |(&size, _)| size),
            Self::List(piles) => piles.iter().max().copied().unwrap_or(0),
        }
    }

    /// The piles, where all are kept.
    pub(crate) fn piles(&self) -> &[u64] {
        match self {
            Self::Fold | Self::Sizes(..) => &[],
            Self::List(piles) => piles,
        }
    }

    /// Whether the player to move wins the position, which ends.
    pub(super) fn first_wins(&self, rules: &mut Rules) -> bool {
        match self {
            Self::Fold => {}
            Self::Sizes(sizes, _) => {
                for (&size, &(count, _)) in sizes {
                    for _ in 0..count {
                        // They are covered.
                        let _ = rules.fold_of_position().add(Slice::Wide(&[size]));
                    }
                }
            }
            Self::List(piles) => return rules.game().first_wins(piles),
        }
        rules.fold_of_position().finish()
    }

    /// Forgets the position.
    pub(super) fn clear(&mut self) {
        match self {
            Self::Fold => {}
            Self::Sizes(..) => *self = Self::Sizes(BTreeMap::new(), 0),
            Self::List(piles) => piles.clear(),
        }
    }
}

/// What an answer is made from.
#[derive(Default)]
pub(crate) struct Facts<'k> {
    /// The number of the case, counted from 1.
    pub case: u64,
    /// Whether the position is answered as won.
    pub first_wins: bool,
    /// How many first moves win.
    count: u128,
    /// The Grundy value.
    grundy: u64,
    /// The winning move that is named, and the size of its pile.
    pub step: Option<(Change, u64)>,
    /// All piles, if they are kept.
    piles: &'k [u64],
    /// All of them after the winning move, where this may change more than one.
    pub after: Option<Vec<u64>>,
}

impl<'k> Facts<'k> {
    /// What answers of `template` say of the position that was read.
    pub(super) fn of(template: &Template, kept: &'k Kept, rules: &mut Rules, case: u64) -> Self {
        let mut facts = match kept {
            Kept::Fold => Self::default(),
            Kept::Sizes(sizes, _) => Self::of_sizes(template, sizes, rules),
            Kept::List(piles) => Self::of_piles(template, piles, rules),
        };
        facts.case = case;
        // A won position without a move is answered as lost.
        facts.first_wins = if template.names_moves() {
            facts.step.is_some()
        } else {
            kept.first_wins(rules)
        };
        facts
    }

    fn of_sizes(template: &Template, sizes: &BTreeMap<u64, (u64, usize)>, rules: &Rules) -> Self {
        let mut facts = Self::default();
        let Some(heaps) = rules.game().heaps() else {
            return facts;
        };
        let counts = sizes.iter().map(|(&size, &(count, _))| (size, count));
        let standing = heaps.standing(counts.clone());
        facts.grundy = standing.nim_sum;
        if template.has(Fact::Count) {
            let of_size = |(size, count)| u128::from(count) * heaps.count_in(standing, size);
            facts.count = counts.map(of_size).sum();
        }
        if template.names_moves() {
            // All piles of one size have the same moves.
            let firsts = sizes.iter().filter_map(|(&size, &(_, first))| {
                let change = heaps.winning_in(standing, size).next()?;
                Some((change.in_pile(first), size))
            });
            facts.step = firsts.min_by_key(|(step, _)| step.pile);
        }
        facts
    }

    /// The same for these piles, but for who wins and the number of the case.
    pub(crate) fn of_piles(template: &Template, piles: &'k [u64], rules: &Rules) -> Self {
        let mut facts = Self {
            piles,
            ..Self::default()
        };
        if template.has(Fact::Grundy) {
            facts.grundy = rules.game().grundy(piles).unwrap_or(0);
        }
        if template.has(Fact::Count) {
            facts.count = rules.game().count_winning(piles);
        }
        if template.names_moves() && !template.lists_moves() {
            let step = rules.game().winning(piles).next().map(|turn| turn[0]);
            facts.step = step.map(|step| (step, piles[step.pile]));
            if template.shows_positions() {
                facts.after = rules.game().afters(piles).next();
            }
        }
        facts
    }
}

impl Facts<'_> {
    /// Names this move.
    pub(crate) fn name(&mut self, turn: &[Change], template: &Template, rules: &Rules) {
        self.step = Some((turn[0], self.piles[turn[0].pile]));
        if template.shows_positions() {
            self.after = Some(rules.game().after(self.piles, turn));
        }
    }
}

/// The answer to a position, and whether it is that to one that is won.
pub(crate) fn answer_to(template: &Template, rules: &Rules, piles: &[u64], case: u64) -> (Vec<u8>, bool) {
    let mut answers = Answers::default();
    let first_wins = if template.lists_moves() {
        write_moves(template, rules, piles, case, &mut answers)
    } else {
        let mut facts = Facts::of_piles(template, piles, rules);
        facts.case = case;
        facts.first_wins = if template.names_moves() {
            facts.step.is_some()
        } else {
            rules.game().first_wins(piles)
        };
        write(template, &facts, &mut answers);
        facts.first_wins
    };
    (answers.pending().to_vec(), first_wins)
}

/// The answer to a position that is won, or that is lost, where it says nothing but that.
pub(crate) fn text_of(template: &Template, first_wins: bool, case: u64) -> Vec<u8> {
    let mut answers = Answers::default();
    let facts = Facts {
        case,
        first_wins,
        ..Facts::default()
    };
    write(template, &facts, &mut answers);
    answers.pending().to_vec()
}

/// The answer that names this winning move.
pub(crate) fn answer_with(template: &Template, rules: &Rules, piles: &[u64], case: u64, turn: &[Change]) -> Vec<u8> {
    let mut facts = Facts::of_piles(template, piles, rules);
    (facts.case, facts.first_wins) = (case, true);
    facts.name(turn, template, rules);
    let mut answers = Answers::default();
    write(template, &facts, &mut answers);
    answers.pending().to_vec()
}

/// Writes the answer.
pub(crate) fn write(template: &Template, facts: &Facts<'_>, answers: &mut Answers<'_>) {
    write_pieces(template.pieces(facts.first_wins), facts, answers);
    answers.text(b"\n");
}

fn write_pieces(pieces: &[Piece], facts: &Facts<'_>, answers: &mut Answers<'_>) {
    for piece in pieces {
        match piece {
            Piece::Literal(text) => answers.text(text.as_bytes()),
            Piece::Value(value) => write_value(value.fact, facts, answers),
        }
    }
}

fn write_value(fact: Fact, facts: &Facts<'_>, answers: &mut Answers<'_>) {
    match fact {
        Fact::Case => answers.digits(facts.case),
        Fact::Count => match u64::try_from(facts.count) {
            Ok(count) => answers.digits(count),
            Err(_) => write!(answers, "{}", facts.count),
        },
        Fact::Grundy => answers.digits(facts.grundy),
        Fact::Pile | Fact::Take | Fact::Size | Fact::Left | Fact::PileFromZero => {
            let number = facts.step.and_then(|(step, size)| fact.of(&step, size));
            answers.digits(number.unwrap_or(0));
        }
        Fact::After => match &facts.after {
            Some(after) => write_list(after, None, answers),
            None => write_list(facts.piles, facts.step, answers),
        },
    }
}

/// Writes the sizes of piles, after a move if there is one. The list may be as long as the input, and is not buffered
/// as a whole.
fn write_list(piles: &[u64], step: Option<(Change, u64)>, answers: &mut Answers<'_>) {
    for (index, &pile) in piles.iter().enumerate() {
        if index > 0 {
            answers.text(b" ");
        }
        let step = step.filter(|(step, _)| step.pile == index);
        answers.digits(step.map_or(pile, |(step, _)| step.left));
        answers.flush_if_full();
    }
}

/// The two numbers of a move that stand on each line, and the byte between them: since the loop over moves is as long
/// as the answers, these are written at once.
fn pair_on_each_line(template: &Template) -> Option<(Fact, u8, Fact)> {
    if let [Piece::Value(one), Piece::Literal(text), Piece::Value(other)] = &template.each[..]
        && let &[between] = text.as_bytes()
        && template.separator == '\n'
        && one.is_of_move()
        && other.is_of_move()
    {
        return Some((one.fact, between, other.fact));
    }
    None
}

/// Writes all winning moves, or that the position is lost; memory does not grow with them. Returns whether there are
/// any.
pub(super) fn write_moves(
    template: &Template,
    rules: &Rules,
    piles: &[u64],
    case: u64,
    answers: &mut Answers<'_>,
) -> bool {
    let mut any = false;
    let separator = template.separator as u8;
    let pair = pair_on_each_line(template);
    let mut facts = Facts {
        case,
        first_wins: true,
        ..Facts::of_piles(template, piles, rules)
    };
    let mut visit = |facts: &mut Facts<'_>, steps: &[Change]| {
        for step in steps {
            if !any {
                write_pieces(&template.won, facts, answers);
            } else if pair.is_none() {
                answers.text(&[separator]);
            }
            any = true;
            let size = piles[step.pile];
            if let Some((one, between, other)) = pair {
                let [one, other] = [one, other].map(|fact| fact.of(step, size).unwrap_or(0));
                answers.numbers(one, between, other, separator);
            } else {
                facts.step = Some((*step, size));
                write_pieces(&template.each, facts, answers);
            }
            answers.flush_if_full();
        }
    };
    if template.shows_positions() {
        for (turn, after) in rules.game().winning(piles).zip(rules.game().afters(piles)) {
            facts.after = Some(after);
            visit(&mut facts, &turn[..1]);
        }
    } else {
        rules.game().each_winning(piles, &mut |steps| visit(&mut facts, steps));
    }
    if !any {
        facts.first_wins = false;
        write(template, &facts, answers);
    } else if pair.is_none() {
        answers.text(b"\n");
    }
    any
}
