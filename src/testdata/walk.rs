//! The one walk through a layout that fills cases in and writes them down: all that this folder knows of how
//! layouts nest.

use crate::problem::layout::{Item, Layout, NumberItem, Repeat};

/// A part of a layout, in the order of an input.
pub(super) enum Part<'l> {
    /// A number, or a list of so many.
    Numbers(&'l NumberItem, u64),
    /// The end of a line.
    LineEnd,
    /// A group starts, which has these numbers among others.
    Group(Vec<&'l NumberItem>),
    /// The group that repeats as often as the number with this index says came once.
    Repeated(usize),
}

/// What is shown the parts of a layout, with the last value of each number, which it sets.
pub(super) type Visit<'v, 'l, E> = &'v mut dyn FnMut(Part<'l>, &mut [u64]) -> Result<(), E>;

/// Shows `visit` the parts of `items` in order.
pub(super) fn walk<'l, E>(
    items: &'l [Item],
    values: &mut [u64],
    visit: Visit<'_, 'l, E>,
) -> Result<(), E> {
    for item in items {
        match item {
            Item::Answer => {}
            Item::LineEnd => visit(Part::LineEnd, values)?,
            Item::Number(number) => {
                let count = number.times.map_or(1, |times| values[times]);
                visit(Part::Numbers(number, count), values)?;
            }
            Item::Group(items, Repeat::Times(times)) => {
                let numbers = items.iter().filter_map(|item| match item {
                    Item::Number(number) => Some(number),
                    Item::LineEnd | Item::Answer | Item::Group(..) => None,
                });
                visit(Part::Group(numbers.collect()), values)?;
                for _ in 0..values[*times] {
                    walk(items, values, visit)?;
                    visit(Part::Repeated(*times), values)?;
                }
            }
            Item::Group(..) => unreachable!("groups without a number hold whole cases"),
        }
    }
    Ok(())
}

/// The number that says how often the innermost group of a case comes which has the number with this index.
pub(super) fn group_of(layout: &Layout, index: usize) -> Option<usize> {
    fn find(items: &[Item], index: usize) -> Option<usize> {
        items.iter().find_map(|item| match item {
            Item::Group(items, repeat) => {
                let has_it = |item: &Item| matches!(item, Item::Number(n) if n.index == index);
                let here = repeat.times().filter(|_| items.iter().any(has_it));
                here.or_else(|| find(items, index))
            }
            Item::Number(_) | Item::LineEnd | Item::Answer => None,
        })
    }
    find(layout.case(), index)
}
