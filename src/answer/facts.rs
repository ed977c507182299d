//! What answers say of a position, and how it is written.

use std::collections::BTreeMap;

use super::template::{MoveList, Piece, Template, Value};
use crate::decode::Slice;
use crate::game::Move;
use crate::game::rule::Rules;
use crate::output::answers::Answers;

/// Chooses the move of an answer from the winning ones, given the piles: other answers than ours.
pub(crate) type Choose = fn(&[Move], &[u64]) -> Option<Move>;

/// What the answers of a template say of a position, besides who wins.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
pub(super) struct Needs {
    count: bool,
    grundy: bool,
    /// The winning move, or all of them.
    moves: bool,
    all_moves: bool,
    /// The piles.
    piles: bool,
}

impl Needs {
    pub(super) fn of(template: &Template) -> Self {
        let has = |value| template.has(value);
        Self {
            count: has(Value::Count),
            grundy: has(Value::Grundy),
            moves: template.names_moves(),
            all_moves: template.lists_moves(),
            piles: has(Value::After),
        }
    }
}

/// What is kept of the piles of a position.
pub(super) enum Kept {
    /// What the game [folds](crate::game::Fold) them to, to decide who wins: constant memory.
    Fold,
    /// The number of piles of each size, for games in which these have the same moves, or whose rules come later.
    Sizes(Sizes),
    /// All of them, also where the game has no fold.
    List(Vec<u64>),
}

impl Kept {
    /// What answers with these needs are made from.
    pub(super) fn of(needs: Needs, rules: &mut Rules, rules_come_last: bool) -> Self {
        if needs.all_moves || needs.piles || rules.fold().is_none() {
            return Self::List(Vec::new());
        }
        match (needs.moves || needs.count, rules.heaps()) {
            (true, None) => Self::List(Vec::new()),
            (true, Some(_)) => Self::Sizes(Sizes::default()),
            (false, _) if rules_come_last || needs.grundy => Self::Sizes(Sizes::default()),
            (false, _) => Self::Fold,
        }
    }

    /// The largest pile; 0 if that is not known.
    pub(super) fn largest(&self) -> u64 {
        match self {
            Self::Fold => 0,
            Self::Sizes(sizes) => sizes.counts.last_key_value().map_or(0, |(&size, _)| size),
            Self::List(piles) => piles.iter().max().copied().unwrap_or(0),
        }
    }

    /// Whether the player to move wins the position, which ends.
    pub(super) fn first_wins(&mut self, rules: &mut Rules) -> bool {
        match self {
            Self::Fold => {}
            Self::Sizes(sizes) => {
                for (size, count) in std::mem::take(sizes).counts() {
                    for _ in 0..count {
                        // They are covered.
                        let _ = rules.fold_of_position().add(Slice::Wide(&[size]));
                    }
                }
            }
            Self::List(piles) => {
                let wins = rules.first_wins(piles);
                piles.clear();
                return wins;
            }
        }
        rules.fold_of_position().finish()
    }
}

/// The number of piles of each size.
#[derive(Debug, Default)]
pub(super) struct Sizes {
    counts: BTreeMap<u64, SizeCount>,
    piles: u64,
}

/// The piles of one size.
#[derive(Clone, Copy, Debug)]
struct SizeCount {
    /// The number of piles.
    count: u64,
    /// The number of piles before the first of them.
    first: u64,
}

impl Sizes {
    pub(super) fn add(&mut self, piles: Slice<'_>) {
        for pile in piles.iter() {
            let first = self.piles;
            let group = self
                .counts
                .entry(pile)
                .or_insert(SizeCount { count: 0, first });
            group.count += 1;
            self.piles += 1;
        }
    }

    fn counts(&self) -> impl Iterator<Item = (u64, u64)> {
        self.counts.iter().map(|(&size, group)| (size, group.count))
    }
}

/// What an answer is made from.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub case: u64,
    pub first_wins: bool,
    count: u128,
    grundy: u64,
    /// The winning move that is asked for, and the size of its pile.
    step: Option<(Move, u64)>,
    /// The piles before that, if they are needed.
    piles: Vec<u64>,
}

impl Facts {
    /// Those of the position that was read, which ends. Of several winning moves, `choose` may choose another one than the
    /// first.
    pub(super) fn of(
        kept: &mut Kept,
        rules: &mut Rules,
        needs: Needs,
        choose: Option<Choose>,
        case: u64,
    ) -> Self {
        let mut facts = Self {
            case,
            ..Self::default()
        };
        match kept {
            Kept::Fold => {}
            Kept::Sizes(sizes) => facts.find_from_sizes(sizes, rules, needs),
            Kept::List(piles) => facts.find_from_piles(piles, rules, needs, choose),
        }
        if let (true, Kept::List(piles)) = (needs.piles, &*kept) {
            facts.piles.clone_from(piles);
        }
        facts.first_wins = kept.first_wins(rules);
        if needs.moves {
            // A won position without a move is answered as lost.
            facts.first_wins = facts.step.is_some();
        }
        facts
    }

    fn find_from_sizes(&mut self, sizes: &Sizes, rules: &Rules, needs: Needs) {
        let Some(heaps) = rules.heaps() else { return };
        let standing = heaps.standing(&mut sizes.counts());
        self.grundy = standing.nim_sum();
        if needs.count {
            let of_size = |(size, count)| u128::from(count) * heaps.count(standing, size);
            self.count = sizes.counts().map(of_size).sum();
        }
        if needs.moves {
            // All piles of one size have the same moves.
            let firsts = sizes.counts.iter().filter_map(|(&size, group)| {
                let change = heaps.first(standing, size)?;
                Some((group.first, size, change))
            });
            let first = firsts.min_by_key(|&(index, ..)| index);
            self.step = first.map(|(index, size, change)| (change.in_pile(index as usize), size));
        }
    }

    fn find_from_piles(
        &mut self,
        piles: &[u64],
        rules: &Rules,
        needs: Needs,
        choose: Option<Choose>,
    ) {
        if needs.grundy {
            self.grundy = rules.grundy(piles).unwrap_or(0);
        }
        if needs.count {
            self.count = rules.count_winning(piles);
        }
        if needs.moves {
            let mut winning = rules.winning(piles).map(|turn| turn[0]);
            let step = match choose {
                Some(choose) => choose(&winning.collect::<Vec<_>>(), piles),
                None => winning.next(),
            };
            self.step = step.map(|step| (step, piles[step.pile]));
        }
    }
}

/// Writes the answer.
pub(super) fn write(template: &Template, facts: &Facts, answers: &mut Answers<'_>) {
    let text = if facts.first_wins {
        &template.won
    } else {
        &template.lost
    };
    write_pieces(&text.pieces, facts, answers);
    answers.text(b"\n");
}

fn write_pieces(pieces: &[Piece], facts: &Facts, answers: &mut Answers<'_>) {
    for piece in pieces {
        let value = match piece {
            Piece::Literal(text) => {
                answers.text(text.as_bytes());
                continue;
            }
            Piece::Value(value) => *value,
        };
        match value {
            Value::Case => answers.digits(facts.case),
            Value::Count => write!(answers, "{}", facts.count),
            Value::Grundy => answers.digits(facts.grundy),
            Value::Move(part) => {
                let number = facts.step.map(|(step, size)| part.of(&step, size));
                answers.digits(number.unwrap_or(0));
            }
            Value::After => write_list(&facts.piles, facts.step, answers),
        }
    }
}

/// Writes the piles, after a move if there is one.
fn write_list(piles: &[u64], step: Option<(Move, u64)>, answers: &mut Answers<'_>) {
    for (index, &pile) in piles.iter().enumerate() {
        if index > 0 {
            answers.text(b" ");
        }
        let changed = step.filter(|(step, _)| step.pile == index);
        answers.digits(changed.map_or(pile, |(step, _)| step.left));
        // The answer may be as long as the input, so it is not buffered as a whole.
        answers.flush_if_full();
    }
}

/// Writes all winning moves, or that the position is lost; memory does not grow with them.
pub(super) fn write_moves(
    template: &Template,
    list: &MoveList,
    (rules, piles): (&Rules, &[u64]),
    case: u64,
    answers: &mut Answers<'_>,
) {
    let mut any = false;
    let separator = list.separator as u8;
    // Since this loop is as long as the answers, two numbers on a line are written at once.
    let pair = match &list.each[..] {
        [
            Piece::Value(Value::Move(one)),
            Piece::Literal(between),
            Piece::Value(Value::Move(other)),
        ] if between.len() == 1 && separator == b'\n' => {
            Some((*one, between.as_bytes()[0], *other))
        }
        _ => None,
    };
    let mut facts = Facts {
        case,
        first_wins: true,
        ..Facts::default()
    };
    let needs = Needs {
        moves: false,
        ..Needs::of(template)
    };
    facts.find_from_piles(piles, rules, needs, None);
    rules.each_winning(piles, &mut |steps| {
        for step in steps {
            if !any {
                write_pieces(&template.won.pieces, &facts, answers);
            } else if pair.is_none() {
                answers.text(&[separator]);
            }
            any = true;
            let size = piles[step.pile];
            if let Some((one, between, other)) = pair {
                answers.numbers(one.of(step, size), between, other.of(step, size), separator);
            } else {
                facts.step = Some((*step, size));
                write_pieces(&list.each, &facts, answers);
            }
            answers.flush_if_full();
        }
    });
    if !any {
        facts.first_wins = false;
        write(template, &facts, answers);
    } else if pair.is_none() {
        answers.text(b"\n");
    }
}

impl Template {
    /// The answer to case `case` that names the winning move `step`.
    pub(crate) fn naming(
        &self,
        step: Move,
        case: u64,
        rules: &Rules,
        piles: &[u64],
    ) -> Answers<'static> {
        let count = self.has(Value::Count).then(|| rules.count_winning(piles));
        let grundy = rules.grundy(piles).filter(|_| self.has(Value::Grundy));
        let facts = Facts {
            case,
            first_wins: true,
            count: count.unwrap_or(0),
            grundy: grundy.unwrap_or(0),
            step: Some((step, piles[step.pile])),
            piles: piles.to_vec(),
        };
        let mut answers = Answers::default();
        write_pieces(&self.won.pieces, &facts, &mut answers);
        answers
    }
}
