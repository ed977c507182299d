//! What answers say of a position, and how it is written.

use std::collections::BTreeMap;

use super::template::{MoveList, Piece, Template};
use super::value::{Fact, Shown};
use crate::decode::Slice;
use crate::game::Move;
use crate::game::rule::Rules;
use crate::output::answers::Answers;

/// What the answers of a template say of a position, besides who wins.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
pub(super) struct Needs {
    count: bool,
    grundy: bool,
    /// The first winning move.
    first_move: bool,
    /// All winning moves.
    all_moves: bool,
    /// The piles.
    piles: bool,
}

impl Needs {
    pub(super) fn of(template: &Template) -> Self {
        let all_moves = template.lists_moves();
        Self {
            count: template.has(Fact::Count),
            grundy: template.has(Fact::Grundy),
            first_move: template.names_moves() && !all_moves,
            all_moves,
            piles: template.has_piles(),
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
        let asks_for_moves = needs.first_move || needs.count;
        let asks_for_all = needs.all_moves || needs.piles;
        if asks_for_all || rules.fold().is_none() || asks_for_moves && rules.heaps().is_none() {
            Self::List(Vec::new())
        } else if asks_for_moves || needs.grundy || rules_come_last {
            Self::Sizes(Sizes::default())
        } else {
            Self::Fold
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
            let size = self.counts.entry(pile);
            size.or_insert(SizeCount { count: 0, first }).count += 1;
            self.piles += 1;
        }
    }

    fn counts(&self) -> impl Iterator<Item = (u64, u64)> {
        self.counts.iter().map(|(&size, group)| (size, group.count))
    }
}

/// What an answer is made from.
#[derive(Debug, Default)]
pub struct Facts {
    /// The number of the case, counted from 1.
    pub case: u64,
    /// Whether the position is answered as won.
    pub first_wins: bool,
    /// How many first moves win.
    pub count: u128,
    /// The Grundy value.
    pub grundy: u64,
    /// The winning move that is named, and the size of its pile.
    pub step: Option<(Move, u64)>,
    /// The piles.
    pub piles: Vec<u64>,
}

impl Facts {
    /// Those of the position that was read, which ends.
    pub(super) fn of(kept: &mut Kept, rules: &mut Rules, needs: Needs, case: u64) -> Self {
        let mut facts = match kept {
            Kept::Fold => Self::default(),
            Kept::Sizes(sizes) => Self::of_sizes(sizes, rules, needs),
            Kept::List(piles) => Self::of_piles(piles, rules, needs),
        };
        facts.case = case;
        facts.first_wins = kept.first_wins(rules);
        if needs.first_move {
            // A won position without a move is answered as lost.
            facts.first_wins = facts.step.is_some();
        }
        facts
    }

    fn of_sizes(sizes: &Sizes, rules: &Rules, needs: Needs) -> Self {
        let mut facts = Self::default();
        let Some(heaps) = rules.heaps() else {
            return facts;
        };
        let standing = heaps.standing(&mut sizes.counts());
        facts.grundy = standing.nim_sum();
        if needs.count {
            let of_size = |(size, count)| u128::from(count) * heaps.count(standing, size);
            facts.count = sizes.counts().map(of_size).sum();
        }
        if needs.first_move {
            // All piles of one size have the same moves.
            let firsts = sizes.counts.iter().filter_map(|(&size, group)| {
                let change = heaps.first(standing, size)?;
                Some((change.in_pile(group.first as usize), size))
            });
            facts.step = firsts.min_by_key(|(step, _)| step.pile);
        }
        facts
    }

    fn of_piles(piles: &[u64], rules: &Rules, needs: Needs) -> Self {
        let mut facts = Self::default();
        if needs.grundy {
            facts.grundy = rules.grundy(piles).unwrap_or(0);
        }
        if needs.count {
            facts.count = rules.count_winning(piles);
        }
        if needs.first_move {
            let step = rules.winning(piles).next().map(|turn| turn[0]);
            facts.step = step.map(|step| (step, piles[step.pile]));
        }
        if needs.piles {
            facts.piles = piles.to_vec();
        }
        facts
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
            Piece::Value(value) => value,
        };
        match value.shown {
            Shown::Number(number) => {
                let number = number(facts);
                match u64::try_from(number) {
                    Ok(number) => answers.digits(number),
                    Err(_) => write!(answers, "{number}"),
                }
            }
            Shown::Part(part) => {
                let number = facts.step.map(|(step, size)| part.of(&step, size));
                answers.digits(number.unwrap_or(0));
            }
            Shown::List(number) => {
                for index in 0..facts.piles.len() {
                    if index > 0 {
                        answers.text(b" ");
                    }
                    answers.digits(number(facts, index));
                    // The answer may be as long as the input, so it is not buffered as a whole.
                    answers.flush_if_full();
                }
            }
        }
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
            Piece::Value(one),
            Piece::Literal(between),
            Piece::Value(other),
        ] if between.len() == 1 && separator == b'\n' => match (one.shown, other.shown) {
            (Shown::Part(one), Shown::Part(other)) => Some((one, between.as_bytes()[0], other)),
            _ => None,
        },
        _ => None,
    };
    let mut facts = Facts {
        case,
        first_wins: true,
        ..Facts::of_piles(piles, rules, Needs::of(template))
    };
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
    /// The answer to case `case` that names the winning move `step`, or says that the position is lost.
    pub(crate) fn naming(
        &self,
        step: Option<Move>,
        case: u64,
        rules: &Rules,
        piles: &[u64],
    ) -> Answers<'static> {
        let needs = Needs {
            first_move: false,
            ..Needs::of(self)
        };
        let facts = Facts {
            case,
            first_wins: step.is_some(),
            step: step.map(|step| (step, piles[step.pile])),
            ..Facts::of_piles(piles, rules, needs)
        };
        let mut answers = Answers::default();
        write(self, &facts, &mut answers);
        answers
    }
}
