//! What the limits of an input say of its piles.

use super::Composer;
use crate::game::Play;
use crate::layout::{Item, Layout, Limit, NumberItem, PileOf, Role};
use crate::solution::tree::{Expr, Operator, binary};

/// The largest value of a number.
pub(super) fn high(layout: &Layout, number: &NumberItem) -> u64 {
    layout.largest(&number.high)
}

/// The smallest value of a limit.
pub(super) fn low(layout: &Layout, limit: &Limit) -> u64 {
    let least = limit.value(|named| low(layout, &layout.numbers[named.index].low));
    u64::try_from(least.max(0)).unwrap_or(u64::MAX)
}

/// Whether a limit is never below the number with this index.
pub(super) fn is_at_least(limit: &Limit, index: usize) -> bool {
    matches!(&limit.names[..], [named] if named.index == index) && limit.factor > 0 && limit.plus >= 0
}

/// Whether a limit is never above the number with this index.
pub(super) fn is_at_most(limit: &Limit, index: usize) -> bool {
    matches!(&limit.names[..], [named] if named.index == index) && limit.factor == 1 && limit.plus <= 0
}

/// The lines of these parts, and of those in their groups.
pub(super) fn numbers_in<'l>(layout: &'l Layout, items: &'l [Item]) -> Vec<&'l NumberItem> {
    let in_item = |item: &'l Item| match item {
        Item::Line(line) => layout.numbers[line.clone()].iter().collect(),
        Item::Group(group) => numbers_in(layout, &group.items),
    };
    items.iter().flat_map(in_item).collect()
}

/// Whether a number stands alone in one of these lines, and not in a group.
pub(super) fn is_single_in(layout: &Layout, items: &[Item], number: &NumberItem) -> bool {
    number.length.is_none()
        && items.iter().any(|item| match item {
            Item::Line(line) => layout.numbers[line.clone()]
                .iter()
                .any(|other| other.index == number.index),
            Item::Group(_) => false,
        })
}

impl Composer<'_> {
    /// The parts of the input that are a position: those of a case, or of a group of it.
    pub(super) fn scope(&self) -> &[Item] {
        let layout = self.layout;
        let group = layout.case.iter().find_map(|item| match item {
            Item::Group(group) if group.is_position => Some(&*group.items),
            _ => None,
        });
        group.unwrap_or(&layout.case)
    }

    pub(super) fn piles(&self) -> Vec<&NumberItem> {
        let numbers = self.layout.numbers.iter();
        numbers.filter(|number| number.role.is_pile()).collect()
    }

    /// How long a list is at most.
    pub(super) fn most_of_list(&self, number: &NumberItem) -> u128 {
        number.length.map_or(1, |times| {
            u128::from(number.factor) * u128::from(high(self.layout, &self.layout.numbers[times]))
        })
    }

    /// The smallest and the largest pile, as far as the limits say.
    pub(super) fn extremes(&self) -> (u64, u64) {
        let layout = self.layout;
        let mut extremes: Option<(u64, u64)> = None;
        for number in self.piles() {
            let (least, most) = (low(layout, &number.low), high(layout, number));
            let list = u64::try_from(self.most_of_list(number)).unwrap_or(u64::MAX);
            let (least, most) = match number.role {
                Role::SecondCell => {
                    let first = number
                        .differs_from
                        .map_or(0, |first| high(layout, &layout.numbers[first.index]));
                    (0, most.max(first).saturating_sub(1))
                }
                Role::PileOf(PileOf::Less(by)) => (least.saturating_sub(by), most.saturating_sub(by)),
                Role::PileOf(PileOf::More(by) | PileOf::MoreOnce(by)) => {
                    (least.saturating_add(by), most.saturating_add(by))
                }
                Role::PileOf(PileOf::MorePlace) => (least.saturating_add(1), most.saturating_add(list)),
                Role::PileOf(PileOf::Count(from)) => (from, (list + from).saturating_sub(1)),
                Role::PileOf(PileOf::Cells) => (0, most.saturating_sub(1)),
                Role::PileOf(PileOf::UpTo) => (1, most),
                _ => (least, most),
            };
            let (a, b) = extremes.unwrap_or((least, most));
            extremes = Some((a.min(least), b.max(most)));
        }
        extremes.unwrap_or((0, 0))
    }

    /// Whether each position is one number, and not a list that may be shorter.
    pub(super) fn is_alone(&self) -> bool {
        let piles = self.piles();
        let is_one = |number: &&NumberItem| match number.role {
            Role::PileOf(PileOf::UpTo) => true,
            _ => number.are_positions || is_single_in(self.layout, self.scope(), number),
        };
        matches!(&piles[..], [pile] if is_one(pile))
    }

    /// Whether some position is won without a move, since whoever cannot move wins.
    pub(super) fn may_lack_moves(&self) -> bool {
        let least_take = self.parameters.number(&Expr::name("MIN_TAKE"));
        let (least, _) = self.extremes();
        let has_moves = least_take.is_some_and(|take| take <= least.into());
        self.rules().play == Play::Misere && (!has_moves || self.may_be_empty())
    }

    /// Whether a position may have no piles.
    fn may_be_empty(&self) -> bool {
        let layout = self.layout;
        self.piles().into_iter().all(|number| {
            let mut counts = [number.length, layout.times_of_group(number)].into_iter().flatten();
            counts.any(|count| low(layout, &layout.numbers[count].low) == 0)
        })
    }

    /// The most piles of a position, of a case, and of an input whose number of cases is limited.
    pub(super) fn most_piles(&self) -> [u128; 3] {
        let layout = self.layout;
        let (mut position, mut case) = (0, 0);
        let mut sum = None;
        for number in self.piles() {
            if let Role::PileOf(PileOf::UpTo) = number.role {
                position += 1;
                case += u128::from(high(layout, number));
                continue;
            }
            let list = self.most_of_list(number);
            let counts = [number.length, layout.times_of_group(number)];
            let together = counts
                .into_iter()
                .flatten()
                .filter_map(|count| layout.numbers[count].most_together);
            sum = sum.or(together.min());
            let group = layout.case.iter().find_map(|item| match item {
                Item::Group(group) if group.has(number) => Some(group),
                _ => None,
            });
            let times = group.map_or(1, |group| u128::from(high(layout, &layout.numbers[group.times])));
            // A list with a number on each line is a group of its own.
            let times = if number.on_lines { 1 } else { times };
            let is_position = group.is_some_and(|group| group.is_position);
            if number.are_positions {
                position += 1;
                case += list;
                continue;
            }
            position += list.saturating_mul(if is_position { 1 } else { times });
            case += list.saturating_mul(times);
        }
        let piles = u128::from(self.piles_of_count());
        (position, case) = (position.saturating_mul(piles), case.saturating_mul(piles));
        let all = sum.map_or(case.saturating_mul(self.most_cases()), u128::from);
        [position, case, all]
    }

    /// How many cases an input has at most; 1 if nothing limits them.
    pub(super) fn most_cases(&self) -> u128 {
        match self.layout.most_cases() {
            u64::MAX => 1,
            cases => cases.into(),
        }
    }

    /// The length of a list.
    pub(super) fn len(&self, number: &NumberItem) -> Expr {
        self.times(number, number.factor)
    }

    /// How many pairs of numbers are in a list.
    pub(super) fn len_in_pairs(&self, number: &NumberItem) -> Expr {
        self.times(number, number.factor / 2)
    }

    /// So many times the number that says the length of a list; 1 for a number that stands alone.
    fn times(&self, number: &NumberItem, factor: u64) -> Expr {
        let Some(times) = number.length else {
            return Expr::Number(1);
        };
        let times = self.name(times);
        match factor {
            1 => times,
            factor => binary(Operator::Multiply, Expr::Number(factor), times),
        }
    }

    /// Whether a list stands in a group of rows that are one position.
    pub(super) fn is_in_rows(&self, number: &NumberItem) -> bool {
        !number.on_lines
            && self.layout.case.iter().any(|item| match item {
                Item::Group(group) => group.has(number) && !group.is_position,
                Item::Line(_) => false,
            })
    }

    /// Whether the piles of a position are one list, each larger than the one before.
    pub(super) fn are_ascending(&self) -> bool {
        match &self.piles()[..] {
            [number] => {
                let adds_place = number.role == Role::PileOf(PileOf::MorePlace);
                number.ascending
                    && (adds_place || !number.may_repeat)
                    && number.length.is_some()
                    && !self.is_in_rows(number)
            }
            _ => false,
        }
    }

    /// How many piles rows have together, if the input says it before.
    pub(super) fn length_of_rows(&self) -> Option<Expr> {
        let of = |len| match self.piles_of_count() {
            1 => len,
            piles => binary(Operator::Multiply, Expr::Number(piles), len),
        };
        self.numbers_of_rows().map(of)
    }

    /// How many piles a number makes at most: in misère play, one that counts piles leaves one or two of them.
    fn piles_of_count(&self) -> u64 {
        let is_count = |number: &&NumberItem| matches!(number.role, Role::PileOf(PileOf::Count(_)));
        let are_counts = self.piles().iter().any(is_count);
        1 + u64::from(are_counts && self.rules().play == Play::Misere)
    }

    /// How many numbers are read for the piles of a position, if the input says it before.
    fn numbers_of_rows(&self) -> Option<Expr> {
        let layout = self.layout;
        let piles = self.piles();
        let [number] = &piles[..] else {
            return None;
        };
        let group = layout.case.iter().find_map(|item| match item {
            Item::Group(group) if group.has(number) => Some(group),
            _ => None,
        });
        let Some(group) = group.filter(|group| !group.is_list) else {
            return Some(match number.role {
                Role::PileOf(PileOf::Cells) => self.len_in_pairs(number),
                _ => self.len(number),
            });
        };
        if group.is_position {
            return number.length.map(|_| self.len(number));
        }
        match number.length {
            None => Some(self.name(group.times)),
            Some(times) if times < group.numbers.start => {
                Some(binary(Operator::Multiply, self.name(group.times), self.len(number)))
            }
            Some(_) => None,
        }
    }
}
