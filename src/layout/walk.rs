//! The one walk through a layout.

use std::ops::Range;

use super::{Group, Item, Layout, NumberItem, Repeat};

/// What goes through an input in the order of its [`Layout`]. One that reads or makes an input repeats a group as
/// often as it is there; one that writes a program shows it once, inside of a loop.
pub trait Walker: Sized {
    /// Why it stops early.
    type Stop;

    /// A number, or a list. Numbers of one line are separated by a space.
    ///
    /// # Errors
    /// It stops here, as in what follows.
    fn number(&mut self, number: &NumberItem) -> Result<(), Self::Stop>;

    /// The end of a line.
    ///
    /// # Errors
    /// As above.
    fn line_end(&mut self) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// A case is complete.
    ///
    /// # Errors
    /// As above.
    fn case_end(&mut self) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// The number of a group that follows is to ascend from one repetition to the next.
    fn ascend_anew(&mut self, _number: &NumberItem) {}

    /// A group; `once` goes through it once. Where there are empty lines between the repetitions, they
    /// are a part of this.
    ///
    /// # Errors
    /// As above.
    fn repeat(&mut self, group: &Group, once: Once<'_, Self>) -> Result<(), Self::Stop>;

    /// This many zeros after the last case.
    ///
    /// # Errors
    /// As above.
    fn zeros(&mut self, _count: usize) -> Result<(), Self::Stop> {
        Ok(())
    }
}

/// Leads a [`Walker`] through a group once.
pub type Once<'o, W> = &'o mut dyn FnMut(&mut W) -> Result<(), <W as Walker>::Stop>;

impl Layout {
    /// Shows `walker` all parts of an input, in order.
    pub(crate) fn walk<W: Walker>(&self, walker: &mut W) -> Result<(), W::Stop> {
        self.walk_items(0..self.items.len(), walker)
    }

    /// Shows `walker` what precedes the first case.
    ///
    /// # Errors
    /// As above.
    pub fn walk_head<W: Walker>(&self, walker: &mut W) -> Result<(), W::Stop> {
        self.walk_items(self.head(), walker)
    }

    /// Shows `walker` a case.
    ///
    /// # Errors
    /// As above.
    pub fn walk_case<W: Walker>(&self, walker: &mut W) -> Result<(), W::Stop> {
        self.walk_items(self.case(), walker)
    }

    fn walk_items<W: Walker>(&self, items: Range<usize>, walker: &mut W) -> Result<(), W::Stop> {
        let mut at = items.start;
        while at < items.end {
            match self.items[at] {
                Item::Number(number) => walker.number(&self.numbers[number])?,
                Item::LineEnd => walker.line_end()?,
                Item::Answer => walker.case_end()?,
                Item::Group(index) => {
                    let group = &self.groups[index];
                    let is_in_it = |number: &&NumberItem| number.group == Some(index);
                    let numbers = self.numbers_in(group.items.clone()).filter(is_in_it);
                    for number in numbers.filter(|number| number.ascending || number.distinct) {
                        walker.ascend_anew(number);
                    }
                    let mut once = |walker: &mut W| self.walk_items(group.items.clone(), walker);
                    walker.repeat(group, &mut once)?;
                    if group.repeat == Repeat::ToZero {
                        walker.zeros(self.zeros())?;
                        walker.line_end()?;
                    }
                    at = group.items.end;
                }
                Item::GroupEnd(_) => {}
            }
            at += 1;
        }
        Ok(())
    }
}
