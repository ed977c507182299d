//! Compiles the layout of an input, and the meaning of its numbers for the game, to the grammar that the
//! framer follows, which has neither limits nor newlines.

use super::layout::{Item, Layout, Mistake, NumberItem, Repeat, has_answer, mistake, only_number};
use crate::frame::{Counted, Field, Framing, List, Param, SLOTS, Until};

/// What the numbers of an input mean for the game, by the indices of their names.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    /// Lists and their contents.
    pub lists: Vec<(usize, List)>,
    /// Single numbers.
    pub params: Vec<(usize, Param)>,
    /// Whether a group is a position of its own.
    pub positions: bool,
}

/// Compiles `layout` to a grammar. A mistake is reported at the start of the layout.
///
/// # Errors
/// If the layout has features that a framer does not support.
pub fn framing(layout: &Layout, roles: &Roles) -> Result<Framing, Mistake> {
    let mut compiler = Compiler {
        layout,
        roles,
        slots: Vec::new(),
    };
    let until = match layout.cases() {
        None => Until::One,
        Some((_, Repeat::ToEnd | Repeat::ToEndWithBlankLines)) => Until::Eof,
        Some((_, Repeat::ToZero)) => Until::Zero,
        Some((_, Repeat::Times(_))) => Until::Count,
    };
    let header = compiler.fields(layout.head())?;
    let fields = compiler.fields(layout.case())?;
    Ok(Framing {
        header,
        until,
        fields,
        positions: roles.positions,
    })
}

struct Compiler<'l> {
    layout: &'l Layout,
    roles: &'l Roles,
    /// The indices of the numbers that are counts, each at its slot.
    slots: Vec<usize>,
}

impl Compiler<'_> {
    fn fields(&mut self, items: &[Item]) -> Result<Vec<Field>, Mistake> {
        let mut fields = Vec::new();
        self.add(items, false, &mut fields)?;
        Ok(fields)
    }

    fn add(
        &mut self,
        items: &[Item],
        in_group: bool,
        fields: &mut Vec<Field>,
    ) -> Result<(), Mistake> {
        for item in items {
            match item {
                Item::LineEnd | Item::Answer => {}
                Item::Number(number) => fields.push(match number.times {
                    Some(times) => Field::Numbers(self.list(number.index), self.slot(times)?),
                    None => self.number(number)?,
                }),
                Item::Group(items, Repeat::Times(times)) => {
                    let slot = self.slot(*times)?;
                    // Numbers on consecutive lines are a list like any other.
                    if let Some(number) = only_number(items) {
                        fields.push(Field::Numbers(self.list(number.index), slot));
                        continue;
                    }
                    if in_group {
                        return mistake(0, "a group inside of a group of a case is not supported");
                    }
                    fields.push(Field::Group(slot));
                    let start = fields.len();
                    self.add(items, true, fields)?;
                    fields.push(Field::EndGroup(start));
                }
                Item::Group(..) => unreachable!("only the group of the cases repeats otherwise"),
            }
        }
        Ok(())
    }

    fn number(&mut self, number: &NumberItem) -> Result<Field, Mistake> {
        let index = number.index;
        let param = self.roles.params.iter().find(|(other, _)| *other == index);
        let is_cases = self.layout.counts_cases(number);
        let counted = self.counted(index);
        let field = match (counted, param) {
            (None, None) if is_cases => Field::Cases,
            (Some(_), None) if is_cases => {
                let message = format!(
                    "'{}' says how many cases there are, and cannot say how many of something else too",
                    number.name
                );
                return mistake(0, message);
            }
            (Some(counted), None) => Field::Count(counted, self.slot(index)?),
            (None, Some(&(_, param))) if !is_cases => Field::Param(param),
            (None, None) => Field::Param(Param::Other),
            (_, Some(_)) => {
                let message = format!(
                    "'{}' says how many of something there are, and cannot mean something else too",
                    number.name
                );
                return mistake(0, message);
            }
        };
        Ok(field)
    }

    /// The contents of the list with this index.
    fn list(&self, index: usize) -> List {
        let role = self.roles.lists.iter().find(|(other, _)| *other == index);
        role.map_or(List::Other, |&(_, list)| list)
    }

    /// The slot of the count with this index.
    fn slot(&mut self, index: usize) -> Result<usize, Mistake> {
        let slot = self.slots.iter().position(|&other| other == index);
        let slot = slot.unwrap_or(self.slots.len());
        if slot == self.slots.len() {
            self.slots.push(index);
        }
        if slot == SLOTS {
            return mistake(
                0,
                format!("more than {SLOTS} numbers say how many of something there are"),
            );
        }
        Ok(slot)
    }

    /// What the number with this index counts, except for cases; if it counts several things, the most
    /// important one.
    fn counted(&self, index: usize) -> Option<Counted> {
        let mut counted = Vec::new();
        for items in [self.layout.head(), self.layout.case()] {
            self.add_counted(items, index, &mut counted);
        }
        counted.into_iter().min_by_key(|counted| match counted {
            Counted::List(List::SubtractionSet) => 0,
            Counted::List(List::Piles | List::Persons) => 1,
            Counted::Group => 2,
            Counted::List(List::Other) => 3,
        })
    }

    fn add_counted(&self, items: &[Item], index: usize, counted: &mut Vec<Counted>) {
        for item in items {
            match item {
                Item::Number(number) if number.times == Some(index) => {
                    counted.push(Counted::List(self.list(number.index)));
                }
                Item::Group(items, repeat) => {
                    if repeat.times() == Some(index) && !has_answer(items) {
                        counted.push(only_number(items).map_or(Counted::Group, |number| {
                            Counted::List(self.list(number.index))
                        }));
                    }
                    self.add_counted(items, index, counted);
                }
                Item::Number(_) | Item::LineEnd | Item::Answer => {}
            }
        }
    }
}
