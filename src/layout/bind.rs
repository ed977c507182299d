//! Gives the numbers of a layout their roles.

use std::sync::Arc;

use crate::words::t;

use super::framer::Program;
use super::{
    CountOf, Group, Item, Layout, Limit, Mistake, NumberItem, Quoted, Repeat, Role, Syntax, groups,
};

/// What the rest of a `game.toml` says about the numbers of an input.
pub(crate) struct Bindings<'t> {
    /// The names of the numbers that are piles.
    pub piles: Quoted<'t>,
    /// The role of each number in a list of piles.
    pub in_list: Role,
    /// How many numbers that stand alone are a position, if always as many.
    pub count: Option<usize>,
    /// Whether no two piles may be equal, or 0.
    pub are_distinct: bool,
    pub rule: Quoted<'t>,
    /// The parts of the rule that are names, each with its role: that of a number, or the list of takes.
    pub parts: Vec<(&'t str, Role)>,
    pub answer: Quoted<'t>,
    /// The part of the answer that is a name, if each repetition of a group is a position: of the number that says how
    /// often that comes.
    pub positions: Option<&'t str>,
}

impl Bindings<'_> {
    /// Whether piles may stand in rows or alone: persons stand on one hill, and coins on one strip.
    fn may_be_rows(&self) -> bool {
        self.in_list == Role::Pile && !self.are_distinct
    }
}

impl Syntax<'_> {
    /// The layout in which each number has its role.
    ///
    /// # Errors
    /// If the bindings make no sense in this layout, or a number has several roles.
    pub(crate) fn bind(self, bindings: &Bindings<'_>) -> Result<Layout, Mistake> {
        let Self { text, mut layout } = self;
        if let Some(times) = bindings.positions {
            let numbers = &layout.numbers;
            let is_meant = |item: &&mut Item| matches!(item, Item::Group(group) if numbers[group.times].name == times);
            let Some(Item::Group(group)) = layout.case.iter_mut().find(is_meant) else {
                let message = t!("no group of the case is repeated '{times}' times", times);
                return bindings.answer.mistake(times, message);
            };
            group.is_position = true;
        }
        layout.set_piles(bindings)?;
        for &(name, role) in &bindings.parts {
            layout.set_part(bindings.rule, name, role)?;
        }
        layout.check_places(bindings)?;
        layout.completing = layout.completing();
        layout.set_counts(text)?;
        layout.program = Arc::new(Program::new(&layout));
        Ok(layout)
    }
}

impl Layout {
    /// Gives the numbers that the key `piles` names their role.
    fn set_piles(&mut self, bindings: &Bindings<'_>) -> Result<(), Mistake> {
        let &Bindings { piles, in_list, .. } = bindings;
        if piles.text.starts_with('|') && in_list == Role::Pile && bindings.count.is_none() {
            return self.set_cells(piles);
        }
        let (mut lists, mut singles) = (0, 0);
        for name in piles.text.split_whitespace() {
            let index = self.index(piles, name)?;
            let number = &mut self.numbers[index];
            let is_list = number.length.is_some();
            number.role = if is_list { in_list } else { Role::Pile };
            number.distinct = bindings.are_distinct;
            number.ascending |= number.role == Role::Person;
            if bindings.are_distinct && number.low == Limit::Number(0) {
                let message = t!("coins are on cells from 1 on, but the lower limit is 0");
                return piles.mistake(piles.text, message);
            }
            lists += usize::from(is_list);
            singles += usize::from(!is_list);
        }
        let expected = match bindings.count {
            Some(count) if lists == 0 && singles == count => return Ok(()),
            None if lists == 1 && singles == 0 => return Ok(()),
            None if lists == 0 && singles > 0 && bindings.may_be_rows() => return Ok(()),
            Some(count) => t!(
                "expected as many names of numbers as there are piles: {count}",
                count
            ),
            None if bindings.may_be_rows() => t!(
                "expected the name of the list that has the piles, or of numbers that stand alone"
            )
            .to_owned(),
            None => t!("expected the name of the list that has the piles").to_owned(),
        };
        piles.mistake(piles.text, expected)
    }

    /// Makes the cells between two numbers a pile, as in `|a-b|-1`.
    fn set_cells(&mut self, piles: Quoted<'_>) -> Result<(), Mistake> {
        let expected =
            t!("expected |A-B|-1, where A and then B are single numbers of the same group");
        let names = piles.text.strip_prefix('|');
        let names = names.and_then(|text| text.strip_suffix("|-1")?.split_once('-'));
        let Some((first, second)) = names else {
            return piles.mistake(piles.text, expected);
        };
        let (first, second) = (self.index(piles, first)?, self.index(piles, second)?);
        let group = |index| groups(&self.case).position(|group| group.numbers.contains(&index));
        let may_be_cell = |&index: &usize| {
            let number = &self.numbers[index];
            number.length.is_none() && !number.ascending
        };
        let may_be_cells = [first, second].iter().all(may_be_cell);
        if first >= second || group(first) != group(second) || !may_be_cells {
            return piles.mistake(piles.text, expected);
        }
        self.numbers[first].role = Role::FirstCell;
        self.numbers[second].role = Role::SecondCell;
        self.numbers[second].differs_from = Some(first);
        Ok(())
    }

    /// Gives the number or list `name` of the rule this role.
    fn set_part(&mut self, text: Quoted<'_>, name: &str, role: Role) -> Result<(), Mistake> {
        let index = self.index(text, name)?;
        let number = &mut self.numbers[index];
        let message = match (number.length, role) {
            _ if number.role.is_rule() => t!("'{name}' stands twice in the rule", name),
            _ if number.role != Role::Other => t!("'{name}' is a pile", name),
            (None, Role::Take) => t!("expected a list, '{name}' is a number", name),
            (Some(_), Role::Take) | (None, _) => {
                number.role = role;
                return Ok(());
            }
            (Some(_), _) => t!("expected a number, '{name}' is a list", name),
        };
        text.mistake(name, message)
    }

    /// The index of the number or list with this name, which is a part of `text`.
    pub(super) fn index(&self, text: Quoted<'_>, name: &str) -> Result<usize, Mistake> {
        let names = self.numbers.iter().map(|number| &*number.name);
        if let Some(index) = names.clone().position(|other| other == name) {
            return Ok(index);
        }
        let message = t!(
            "there is no '{name}' in the input: expected one of {names}",
            name,
            names = names.collect::<Vec<_>>().join(t!(", "))
        );
        text.mistake(name, message)
    }

    /// Checks that each case has piles, and each position all that the rule needs.
    fn check_places(&self, bindings: &Bindings<'_>) -> Result<(), Mistake> {
        let &Bindings { piles, answer, .. } = bindings;
        let is_pile = |number: &NumberItem| number.role.is_pile() || number.role == Role::FirstCell;
        if let Some(number) = self.numbers_of_head().find(|number| is_pile(number)) {
            let message = t!(
                "'{name}' comes before the cases, but each case has piles of its own",
                name = number.name
            );
            return piles.mistake(piles.text, message);
        }
        for &(name, _) in &bindings.parts {
            let is_it = |number: &NumberItem| number.name == name;
            let has_it = |group: &&Group| self.numbers[group.numbers.clone()].iter().any(is_it);
            let mut groups = groups(self.head.iter().chain(&self.case));
            if groups.find(has_it).is_some_and(|group| !group.is_position) {
                let message = t!(
                    "'{name}' would be given several times: expected it outside of the group that is repeated",
                    name
                );
                return bindings.rule.mistake(name, message);
            }
        }
        let has_pile = |group: &&Group| self.numbers[group.numbers.clone()].iter().any(is_pile);
        let group = groups(&self.case).find(has_pile);
        let mut piles = self.numbers.iter().filter(|number| number.role.is_pile());
        let has_list = piles.any(|number| number.length.is_some());
        if bindings.positions.is_some() {
            let Some(group) = group.filter(|group| group.is_position) else {
                let message =
                    t!("an answer for each position needs the piles in a group of the case");
                return answer.mistake(answer.text, message);
            };
            let later = &self.numbers[group.numbers.end..];
            let is_late = |name: &str| later.iter().any(|number| number.name == name);
            if let Some((name, _)) = bindings.parts.iter().find(|(name, _)| is_late(name)) {
                let message = t!(
                    "'{name}' comes after the positions that need it: each position is answered when it has been read",
                    name
                );
                return bindings.rule.mistake(name, message);
            }
        } else if group.is_some() && has_list && !bindings.may_be_rows() {
            let message = t!(
                "a case has several positions, one for each repetition of a group: the answer is WL*NAME or (WON|LOST)*NAME"
            );
            return answer.mistake(answer.text, message);
        }
        Ok(())
    }

    /// The role of the last part of the rules, if a pile comes before it.
    fn completing(&self) -> Option<Role> {
        let last = self.numbers.iter().rfind(|number| number.role.is_rule())?;
        let mut before = self.numbers[..last.index].iter();
        before
            .any(|number| number.role.is_pile())
            .then_some(last.role)
    }

    /// Gives the numbers that say how many of something there are their role. A mistake is reported at the start of the
    /// `text`.
    fn set_counts(&mut self, text: Quoted<'_>) -> Result<(), Mistake> {
        for index in 0..self.numbers.len() {
            let cases = (self.cases == Some(Repeat::Times(index))).then_some(Role::Cases);
            let others = self.counted_by(index).map(Role::Count);
            let Some(counted) = cases.or(others) else {
                continue;
            };
            let NumberItem { name, role, .. } = &mut self.numbers[index];
            if *role != Role::Other || cases.and(others).is_some() {
                let message = t!(
                    "'{name}' says how many of something there are, and cannot mean something else too",
                    name
                );
                return text.mistake(text.text, message);
            }
            *role = counted;
        }
        Ok(())
    }

    /// What the number with this index counts other than cases; of several things the most important one.
    fn counted_by(&self, index: usize) -> Option<CountOf> {
        let numbers = self.numbers.iter();
        let lists = numbers.filter(|list| list.length == Some(index));
        let groups = groups(self.head.iter().chain(&self.case));
        let groups = groups.filter(|group| group.times == index);
        let groups = groups.map(|_| CountOf::Groups);
        lists.map(|list| list.role.in_list().0).chain(groups).min()
    }
}
