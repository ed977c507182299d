//! What the numbers of a layout mean for the game.

use crate::words::t;

use super::{Group, Item, Layout, Limit, Mistake, NumberItem, mistake, words};

/// What a number, or each number of a list, means for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// How many cases there are.
    Cases,
    /// How many of something there are in a case.
    Count(CountOf),
    /// The size of a pile.
    Pile,
    /// The cell at one end of a pile.
    FirstCell,
    /// The cell at its other end: the cells between the two are the pile.
    SecondCell,
    /// The cell that a person stands on.
    Person,
    /// A number of stones that a move may take: one of the subtraction set.
    Take,
    /// A number that is a part of the rules.
    Parameter(Parameter),
    /// It does not matter for the game.
    Other,
}

/// What there may be several of in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountOf {
    /// A group.
    Groups,
    /// The piles of a list.
    Piles,
    /// Persons.
    Persons,
    /// The takes of a subtraction set.
    Takes,
    /// Numbers of a list that do not matter for the game.
    Numbers,
}

/// A number that is a part of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The index of the king, counted from 1.
    King,
    /// The least number of stones that a move may take.
    MinTaken,
    /// The largest number of stones that a move may take.
    MaxTaken,
    /// The number whose powers a move may take.
    Base,
    /// How many times what the last move took a move may take.
    Factor,
    /// The largest number of piles that a move may reduce.
    MaxPiles,
}

impl Role {
    /// Whether a position consists of such numbers.
    pub fn is_pile(self) -> bool {
        matches!(self, Self::Pile | Self::SecondCell | Self::Person)
    }

    /// Whether it says how many of something there are in a case.
    pub fn is_count(self) -> bool {
        matches!(self, Self::Count(_))
    }

    /// The role of a number that says how many of these there are, with the rank of that meaning, if the number has
    /// several.
    fn counted(self) -> (u8, CountOf) {
        match self {
            Self::Take => (0, CountOf::Takes),
            Self::Pile => (1, CountOf::Piles),
            Self::Person => (1, CountOf::Persons),
            Self::Cases
            | Self::Count(_)
            | Self::FirstCell
            | Self::SecondCell
            | Self::Parameter(_)
            | Self::Other => (3, CountOf::Numbers),
        }
    }
}

impl Layout {
    /// Gives the numbers that the key `piles` names this role. If `count` is given, so many single numbers are a
    /// position.
    pub(crate) fn set_piles(
        &mut self,
        text: &str,
        role: Role,
        count: Option<usize>,
    ) -> Result<(), Mistake> {
        if text.starts_with('|') && role == Role::Pile && count.is_none() {
            return self.set_cells(text);
        }
        let (mut lists, mut singles) = (0, 0);
        for (offset, name) in words(text) {
            let (index, is_list) = self.named(name, offset)?;
            self.numbers[index].role = if is_list { role } else { Role::Pile };
            *if is_list { &mut lists } else { &mut singles } += 1;
            if lists > 0 && lists + singles > 1 {
                return mistake(offset, t!("expected one list, or numbers that stand alone"));
            }
        }
        if let Some(count) = count
            && (lists > 0 || singles != count)
        {
            let message = match count {
                1 => t!("expected the name of one number, the pile").to_owned(),
                _ => t!(
                    "expected the names of {count} numbers, each a pile",
                    count = count
                ),
            };
            return mistake(0, message);
        }
        if lists == 0 && (singles == 0 || role == Role::Person) {
            return mistake(0, t!("expected the name of the list that has the piles"));
        }
        Ok(())
    }

    /// Makes the cells between two numbers a pile, as in `|a-b|-1`.
    fn set_cells(&mut self, text: &str) -> Result<(), Mistake> {
        let expected =
            t!("expected |A-B|-1, where A and then B are single numbers of the same group");
        let names = text
            .strip_prefix('|')
            .and_then(|text| text.strip_suffix("|-1"));
        let Some((first, second)) = names.and_then(|names| names.split_once('-')) else {
            return mistake(0, expected);
        };
        let at_second = 1 + first.len() + 1;
        let (first, second) = (self.named(first, 1)?, self.named(second, at_second)?);
        let (one, other) = (&self.numbers[first.0], &self.numbers[second.0]);
        let is_pair = one.index < other.index && one.group == other.group;
        if first.1 || second.1 || !is_pair || one.ascending || other.ascending {
            return mistake(0, expected);
        }
        self.numbers[first.0].role = Role::FirstCell;
        self.numbers[second.0].role = Role::SecondCell;
        self.numbers[second.0].differs_from = Some(first.0);
        Ok(())
    }

    /// Says that the piles are a list of different numbers, from 1 on.
    pub(crate) fn set_distinct(&mut self) -> Result<(), Mistake> {
        let mut piles = self.numbers.iter().filter(|number| number.role.is_pile());
        let list = piles.find(|number| self.length(number).is_some());
        let Some((index, low)) = list.map(|list| (list.index, list.low)) else {
            return mistake(0, t!("expected the name of the list that has the piles"));
        };
        if low == Limit::Number(0) {
            let message = t!("coins are on cells from 1 on, but the lower limit is 0");
            return mistake(0, message);
        }
        self.numbers[index].distinct = true;
        Ok(())
    }

    /// Checks that the piles are a part of each case.
    pub(crate) fn check_piles(&self, text: &str) -> Result<(), Mistake> {
        let is_before = |name: &str| self.numbers_of_head().any(|number| number.name == name);
        let names = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let Some(name) = names.into_iter().find(|name| is_before(name)) else {
            return Ok(());
        };
        mistake(
            name.as_ptr() as usize - text.as_ptr() as usize,
            t!(
                "'{name}' comes before the cases, but each case has piles of its own",
                name = name
            ),
        )
    }

    /// Gives the number `name` this role; without one, it is the list of takes. The name is at `offset` in the rule.
    pub(crate) fn set_rule(
        &mut self,
        name: &str,
        offset: usize,
        role: Option<Role>,
    ) -> Result<(), Mistake> {
        let (index, is_list) = self.named(name, offset)?;
        let role = match (role, is_list) {
            _ if self.numbers[index].role != Role::Other => {
                return mistake(offset, t!("'{name}' is a pile", name = name));
            }
            (None, true) => Role::Take,
            (Some(role), false) => role,
            (None, false) => {
                return mistake(
                    offset,
                    t!("expected a list, '{name}' is a number", name = name),
                );
            }
            (Some(_), true) => {
                return mistake(
                    offset,
                    t!("expected a number, '{name}' is a list", name = name),
                );
            }
        };
        self.numbers[index].role = role;
        Ok(())
    }

    /// The index of the number or list with this name, and whether it is a list.
    fn named(&self, name: &str, offset: usize) -> Result<(usize, bool), Mistake> {
        let number = self.numbers.iter().find(|number| number.name == name);
        let Some(number) = number else {
            let names: Vec<_> = self.numbers.iter().map(|number| &*number.name).collect();
            let message = match &names[..] {
                [] => t!(
                    "there is no '{name}' in the input, which has no numbers",
                    name = name
                ),
                names => {
                    let names = names.join(", ");
                    t!(
                        "there is no '{name}' in the input: expected one of {names}",
                        name = name,
                        names = names
                    )
                }
            };
            return mistake(offset, message);
        };
        Ok((number.index, self.length(number).is_some()))
    }

    /// The group of a case that has the piles, if one does.
    fn pile_group(&self) -> Option<&Group> {
        let mut numbers = self.numbers_of_case();
        let group = numbers.find_map(|number| {
            let is_pile = number.role.is_pile();
            is_pile.then(|| self.group_in_case(number)).flatten()
        });
        group.map(|group| &self.groups[group])
    }

    /// Whether the piles are in a group of the case.
    pub(crate) fn has_piles_in_group(&self) -> bool {
        self.pile_group().is_some()
    }

    /// Whether the number or list with this name comes after the group with the piles.
    pub(crate) fn comes_late(&self, name: &str) -> bool {
        self.pile_group().is_some_and(|group| {
            let mut after = self.numbers_in(group.items.end..self.items.len());
            after.any(|number| number.name == name)
        })
    }

    /// Whether the piles are a list.
    pub(crate) fn has_pile_list(&self) -> bool {
        let mut numbers = self.numbers.iter();
        numbers.any(|number| number.role.is_pile() && self.length(number).is_some())
    }

    /// Gives all other numbers their role. A mistake is reported at the start of the layout.
    ///
    /// # Errors
    /// If a number has several roles, or the layout has features that a framer does not support.
    pub(crate) fn set_counts(&mut self) -> Result<(), Mistake> {
        let mut slots = 0;
        for at in 0..self.items.len() {
            let index = match self.items[at] {
                Item::Number(index) => index,
                Item::Group(group) => {
                    let Group { column, parent, .. } = self.groups[group];
                    if column.is_none() && parent.is_some_and(|parent| Some(parent) != self.cases) {
                        return mistake(
                            0,
                            t!("a group inside of a group of a case is not supported"),
                        );
                    }
                    continue;
                }
                Item::LineEnd | Item::Answer | Item::GroupEnd(_) => continue,
            };
            let number = &self.numbers[index];
            if self.length(number).is_some() {
                continue;
            }
            let (name, is_marked) = (&number.name, number.role != Role::Other);
            let role = match (self.counted_by(number), self.counts_cases(number)) {
                (None, false) => continue,
                (None, true) if !is_marked => Role::Cases,
                (Some(role), false) if !is_marked => role,
                (Some(_), true) if !is_marked => {
                    let message = t!(
                        "'{name}' says how many cases there are, and cannot say how many of something else too",
                        name = name
                    );
                    return mistake(0, message);
                }
                (_, _) => {
                    let message = t!(
                        "'{name}' says how many of something there are, and cannot mean something else too",
                        name = name
                    );
                    return mistake(0, message);
                }
            };
            self.numbers[index].role = role;
            if role.is_count() {
                self.numbers[index].slot = slots;
                slots += 1;
            }
            if slots > super::framer::SLOTS {
                let message = t!(
                    "more than {most} numbers say how many of something there are",
                    most = super::framer::SLOTS
                );
                return mistake(0, message);
            }
        }
        let is_single =
            |number: &&NumberItem| self.length(number).is_none() && !number.role.is_count();
        let in_groups = self
            .numbers_of_case()
            .any(|number| number.group != self.cases);
        let row: Vec<_> = self.numbers_of_case().filter(is_single).collect();
        let has_cells = row.iter().any(|number| number.role == Role::SecondCell);
        if row.len() == self.numbers_of_case().count() && !in_groups && !has_cells {
            self.row = row.iter().map(|number| number.role).collect();
        }
        Ok(())
    }

    /// The role of a number that counts something other than cases; if it counts several things, the most important
    /// one.
    fn counted_by(&self, number: &NumberItem) -> Option<Role> {
        let counts = |times: Option<usize>| times == Some(number.index);
        let lists = self.numbers.iter().filter(|list| counts(self.length(list)));
        let lists = lists.map(|list| list.role.counted());
        let groups = self.groups.iter().enumerate().filter(|(index, group)| {
            group.column.is_none() && Some(*index) != self.cases && counts(group.repeat.times())
        });
        let groups = groups.map(|_| (2, CountOf::Groups));
        let most = lists.chain(groups).min_by_key(|(rank, _)| *rank);
        most.map(|(_, of)| Role::Count(of))
    }
}

/// How many cells there are between two. `None` if they are the same.
pub(crate) fn cells_between(one: u64, other: u64) -> Option<u64> {
    one.abs_diff(other).checked_sub(1)
}
