//! Layouts in words, number by number.

use crate::words::t;

use super::{GroupKind, Item, Layout, NumberItem, Parameter, Repeat, Role};

impl Layout {
    /// Describes an input number by number.
    pub(crate) fn description(&self) -> String {
        let (head, case) = (self.describe(&self.head), self.describe(&self.case));
        let cases = match self.cases {
            None => t!("one case: {case}", case = case),
            Some(Repeat::ToEnd | Repeat::ToEndWithBlankLines) => {
                t!("cases to the end of the input, each: {case}", case = case)
            }
            Some(Repeat::ToZero) => t!("cases up to a 0, each: {case}", case = case),
            Some(Repeat::Times(count)) => t!(
                "{count} cases, each: {case}",
                count = self.numbers[count].name,
                case = case
            ),
        };
        if head.is_empty() {
            cases
        } else {
            t!("{header}, then {cases}", header = head, cases = cases)
        }
    }

    /// Describes `items` in order, with those of a group in brackets.
    fn describe(&self, items: &[Item]) -> String {
        // The name of a pile that stands alone.
        let pile = |item: &Item| match *item {
            Item::Number(index) => {
                let number = &self.numbers[index];
                (number.role == Role::Pile && number.times.is_none()).then_some(&*number.name)
            }
            Item::LineEnd | Item::Group(_) => None,
        };
        let items = items.iter().filter(|item| !matches!(item, Item::LineEnd));
        let items: Vec<_> = items.collect();
        let parts = items.chunk_by(|one, next| pile(one).is_some() && pile(next).is_some());
        let parts = parts.map(|part| {
            let piles: Vec<_> = part.iter().filter_map(|item| pile(item)).collect();
            match piles[..] {
                [] => part.iter().map(|item| self.describe_item(item)).collect(),
                [name] => t!("the pile {name}", name = name),
                _ => t!("the piles {names}", names = piles.join(", ")),
            }
        });
        let parts =
            parts.reduce(|before, words| t!("{before}, {words}", before = before, words = words));
        parts.unwrap_or_default()
    }

    fn describe_item(&self, item: &Item) -> String {
        match item {
            Item::Number(index) => self.describe_number(&self.numbers[*index]),
            Item::LineEnd => String::new(),
            Item::Group(group) => {
                let times = &self.numbers[group.times].name;
                let head = match group.kind {
                    GroupKind::Column => {
                        return self.describe_number(&self.numbers[group.numbers.start]);
                    }
                    GroupKind::Rows => t!("then {times} rows", times = times),
                    GroupKind::Positions => t!("then {times} positions", times = times),
                };
                head + t!(" (") + &self.describe(&group.items) + t!(")")
            }
        }
    }

    /// What the input is said to have where it has this number, or a list of such numbers.
    fn describe_number(&self, number: &NumberItem) -> String {
        let NumberItem { name, role, .. } = number;
        let times = number.length().map(|times| &self.numbers[times].name);
        match (role, times) {
            (Role::Person, Some(times)) => t!(
                "the cells {name} of {times} persons",
                name = name,
                times = times
            ),
            (_, Some(times)) => t!(
                "{times} {things} {name}",
                times = times,
                things = role.noun(),
                name = name
            ),
            (Role::FirstCell, None) => t!("a cell {name}", name = name),
            (Role::SecondCell, None) => {
                t!("another cell {name} with a pile between them", name = name)
            }
            (Role::Parameter(Parameter::King), None) => {
                t!("{name} (which person is the king)", name = name)
            }
            (Role::Parameter(_), None) => {
                t!("{name} ({limits})", name = name, limits = role.missing())
            }
            (_, None) => name.clone(),
        }
    }
}
