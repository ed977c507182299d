//! The one walk through a layout.

use super::{Item, Layout, NumberItem, Repeat};

/// What goes through an input in the order of its [`Layout`], unless it stops early. One that reads or makes an input
/// repeats a group as often as it is there; one that writes a program shows it once, inside of a loop.
pub(crate) trait Walker: Sized {
    /// Why it stops early.
    type Stop;

    /// A number, or a list. Numbers of one line are separated by a space.
    fn number(&mut self, number: &NumberItem) -> Result<(), Self::Stop>;

    /// The end of a line.
    fn line_end(&mut self) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// A row of piles is complete, in whatever order they came, and the rules that stand beside them.
    fn row_end(&mut self) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// A position is complete that has an answer of its own.
    fn position_end(&mut self) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// A case is complete.
    fn case_end(&mut self) -> Result<(), Self::Stop> {
        Ok(())
    }

    /// A number of a group that follows, which may be to ascend from one repetition to the next.
    fn ascend_anew(&mut self, _number: &NumberItem) {}

    /// A group that repeats like this; `once` goes through it once. Where there are empty lines between the
    /// repetitions, they are a part of this.
    fn repeat(&mut self, repeat: Repeat, once: Once<'_, Self>) -> Result<(), Self::Stop>;

    /// This many zeros after the last case.
    fn zeros(&mut self, _count: usize) -> Result<(), Self::Stop> {
        Ok(())
    }
}

/// Leads a [`Walker`] through a group once.
pub(crate) type Once<'o, W> = &'o mut dyn FnMut(&mut W) -> Result<(), <W as Walker>::Stop>;

impl Layout {
    /// Shows `walker` all parts of an input, in order.
    pub(crate) fn walk<W: Walker>(&self, walker: &mut W) -> Result<(), W::Stop> {
        self.walk_head(walker)?;
        let Some(repeat) = self.cases else {
            return self.walk_case(walker);
        };
        walker.repeat(repeat, &mut |walker| self.walk_case(walker))?;
        if repeat == Repeat::ToZero {
            walker.zeros(self.zeros())?;
            walker.line_end()?;
        }
        Ok(())
    }

    /// Shows `walker` what precedes the first case.
    pub(crate) fn walk_head<W: Walker>(&self, walker: &mut W) -> Result<(), W::Stop> {
        self.walk_items(&self.head, walker)
    }

    /// Shows `walker` a case.
    pub(crate) fn walk_case<W: Walker>(&self, walker: &mut W) -> Result<(), W::Stop> {
        self.walk_items(&self.case, walker)?;
        if self.case_is_row() {
            walker.row_end()?;
        }
        walker.case_end()
    }

    fn walk_items<W: Walker>(&self, items: &[Item], walker: &mut W) -> Result<(), W::Stop> {
        for item in items {
            match item {
                Item::Line(line) => {
                    let mut numbers = self.numbers[line.clone()].iter();
                    numbers.try_for_each(|number| walker.number(number))?;
                    walker.line_end()?;
                }
                Item::Group(group) => {
                    let numbers = self.numbers[group.numbers.clone()].iter();
                    for number in numbers.filter(|number| number.on_lines == group.is_list) {
                        walker.ascend_anew(number);
                    }
                    let mut once = |walker: &mut W| {
                        self.walk_items(&group.items, walker)?;
                        if group.is_row {
                            walker.row_end()?;
                        }
                        if group.is_position {
                            walker.position_end()?;
                        }
                        Ok(())
                    };
                    walker.repeat(Repeat::Times(group.times), &mut once)?;
                }
            }
        }
        Ok(())
    }
}
