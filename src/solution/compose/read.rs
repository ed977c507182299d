//! The loops that read an input.

use std::collections::BTreeMap;

use super::limits::numbers_in;
use super::position::Kept;
use super::{Composer, for_range, one_more};
use crate::answer::Fact;
use crate::game::Play;
use crate::layout::{Group, Item, NumberItem, PileOf, Repeat, Role};
use crate::solution::parse::{expr, statements};
use crate::solution::passes::{fold, substitute};
use crate::solution::tree::{Block, Expr, Operator, Statement, binary, uses};

impl Composer<'_> {
    /// All cases.
    pub(super) fn cases(&mut self) -> Result<Block, String> {
        let has_case = self.template.has(Fact::Case);
        let case = if has_case {
            self.fresh(&["test", "test_case"])
        } else {
            "_".to_owned()
        };
        match self.layout.cases() {
            None => {
                let mut body = Block::new();
                if has_case {
                    body.push(Statement::Set(Expr::Name(case.clone()), Expr::Number(1)));
                }
                body.extend(self.case(&case)?);
                Ok(body)
            }
            Some(Repeat::Times(times)) => {
                let body = self.case(&case)?;
                let from = u64::from(has_case);
                let mut end = binary(Operator::Add, self.name(times), Expr::Number(from));
                fold(&mut end);
                Ok(vec![Statement::For {
                    name: case,
                    start: Expr::Number(from),
                    end,
                    step: Expr::Number(1),
                    body,
                }])
            }
            Some(repeat) => self.cases_while_more(&case, repeat == Repeat::ToZero),
        }
    }

    /// Cases of which nothing says how many there are: the first number of each says whether there is one.
    fn cases_while_more(&mut self, case: &str, to_zero: bool) -> Result<Block, String> {
        let numbers = numbers_in(self.layout, &self.layout.case);
        let first = numbers.first().map(|number| number.index);
        self.first_read = first;
        self.first_name = self.fresh(&["first", "first_number"]);
        let mut body = self.case(case)?;
        let mut all = Block::new();
        if self.template.has(Fact::Case) {
            let case = Expr::name(case);
            all.push(Statement::Set(case.clone(), Expr::Number(0)));
            body.insert(0, one_more(case));
        }
        let names = first.map(|index| self.item_name(index));
        all.push(Statement::WhileMore {
            names: names.into_iter().collect(),
            to_zero,
            body,
        });
        Ok(all)
    }

    /// The variable that one number of a list is read into, or a single number.
    fn item_name(&self, index: usize) -> String {
        match &self.kept {
            Some(kept) if kept.is_read && kept.list == self.names[index] => self.first_name.clone(),
            _ if self.layout.numbers[index].role == Role::Take && self.layout.numbers[index].length.is_some() => {
                self.first_name.clone()
            }
            _ => self.names[index].clone(),
        }
    }

    fn case(&mut self, case: &str) -> Result<Block, String> {
        let layout = self.layout;
        let mut body = self.walk(&layout.case, true)?;
        if let Some(up_to) = layout.up_to() {
            let pile = self.unnamed("pile");
            let result = self.position_of_size(&pile)?;
            let end = binary(Operator::Add, self.name(up_to.index), Expr::Number(1));
            body.push(Statement::For {
                name: pile,
                start: Expr::Number(1),
                end,
                step: Expr::Number(1),
                body: result,
            });
        } else if !layout.positions() {
            body.extend(self.result(case)?);
        }
        if self.template.positions.is_some() && !self.template.has_lines_of_positions() {
            body.push(Statement::Out(vec![Expr::Text("\n".to_owned())]));
        }
        Ok(body)
    }

    /// The statements that read these parts. If `is_scope`, the piles of a position may begin in them.
    pub(super) fn walk(&mut self, items: &[Item], is_scope: bool) -> Result<Block, String> {
        let layout = self.layout;
        let mut block = Block::new();
        let mut begun = !is_scope
            || layout.up_to().is_some()
            || (layout.positions() && std::ptr::eq(items, &raw const *layout.case));
        for item in items {
            let numbers = numbers_in(layout, std::slice::from_ref(item));
            if !begun && !self.are_named && numbers.iter().any(|number| number.role.is_pile()) {
                begun = true;
                // What is read before the piles on the same line comes first.
                if let Item::Line(line) = item {
                    let at = line
                        .clone()
                        .find(|&index| layout.numbers[index].role.is_pile())
                        .unwrap_or(line.start);
                    for index in line.start..at {
                        block.extend(self.number(index));
                    }
                    block.extend(self.begin());
                    for index in at..line.end {
                        block.extend(self.number(index));
                        block.extend(self.pile_alone(index));
                    }
                    continue;
                }
                block.extend(self.begin());
            }
            match item {
                Item::Line(line) => {
                    for index in line.clone() {
                        block.extend(self.number(index));
                        if is_scope {
                            block.extend(self.pile_alone(index));
                        }
                    }
                }
                Item::Group(group) => block.extend(self.group(group)?),
            }
        }
        Ok(block)
    }

    /// What is done with a pile that stands alone, outside of the groups that have others.
    fn pile_alone(&mut self, index: usize) -> Block {
        let number = &self.layout.numbers[index];
        if self.are_named || !number.role.is_pile() || number.length.is_some() {
            return Block::new();
        }
        self.set_part(index);
        let pile = self.pile_of(index);
        self.each(pile, None)
    }

    fn group(&mut self, group: &Group) -> Result<Block, String> {
        let layout = self.layout;
        if group.is_list {
            return Ok(self.number(group.numbers.start));
        }
        let first_read = self.first_read.filter(|first| group.numbers.contains(first));
        self.first_read = self.first_read.filter(|_| first_read.is_none());
        let mut body = self.walk(&group.items, group.is_position)?;
        let has_single = |number: &&NumberItem| number.role.is_pile() && number.length.is_none();
        let mut singles: Vec<_> = numbers_in(layout, &group.items)
            .into_iter()
            .filter(has_single)
            .map(|number| number.index)
            .collect();
        self.put_in_order(&mut singles);
        if group.is_position {
            let result = self.result("_")?;
            body.extend(result);
        } else {
            for index in singles {
                self.set_part(index);
                let pile = self.pile_of(index);
                body.extend(self.each(pile, None));
            }
        }
        let mut name = "_".to_owned();
        if let Some(first) = first_read {
            name = self.fresh(&["i", "row"]);
            let read =
                |statement: &Statement| matches!(statement, Statement::Read(names) if names[0] == self.names[first]);
            if let Some(at) = body.iter().position(read) {
                let later = binary(Operator::Greater, Expr::name(&*name), Expr::Number(0));
                let read = body.remove(at);
                body.insert(at, Statement::If(later, vec![read], Block::new()));
            }
        }
        Ok(vec![for_range(name, self.name(group.times), body)])
    }

    /// Reads a number or a list.
    pub(super) fn number(&mut self, index: usize) -> Block {
        let number = &self.layout.numbers[index];
        let mut block = if number.length.is_some() {
            self.list(index)
        } else {
            self.single(index)
        };
        if self.prepared_behind == Some(index) {
            block.extend(self.made_takes.clone());
            block.extend(self.prepare());
        }
        block
    }

    fn single(&mut self, index: usize) -> Block {
        if self.first_read == Some(index) {
            self.first_read = None;
            return Block::new();
        }
        vec![Statement::Read(vec![self.names[index].clone()])]
    }

    /// The pile that a single number makes.
    pub(super) fn pile_of(&self, index: usize) -> Expr {
        let number = &self.layout.numbers[index];
        let by = |operator, by| binary(operator, self.name(index), Expr::Number(by));
        match number.role {
            Role::PileOf(PileOf::Less(less)) => by(Operator::Subtract, less),
            Role::PileOf(PileOf::More(more)) => by(Operator::Add, more),
            Role::SecondCell => Self::between(
                number
                    .differs_from
                    .map_or(Expr::Number(0), |first| self.name(first.index)),
                self.name(index),
            ),
            _ => self.name(index),
        }
    }

    /// How many cells there are between two.
    fn between(one: Expr, other: Expr) -> Expr {
        let distance = Expr::Call("distance".to_owned(), vec![one, other]);
        binary(Operator::Subtract, distance, Expr::Number(1))
    }

    /// A loop that reads a list, and does this with each number of it.
    fn loop_over(&mut self, index: usize, i: &str, mut body: Block) -> Statement {
        let number = &self.layout.numbers[index];
        let read = Statement::Read(vec![self.names[index].clone()]);
        let mut name = i.to_owned();
        if self.first_read == Some(index) {
            self.first_read = None;
            if name == "_" {
                name = self.fresh(&["i", "j"]);
            }
            let later = binary(Operator::Greater, Expr::name(&*name), Expr::Number(0));
            body.insert(0, Statement::If(later, vec![read], Block::new()));
        } else {
            body.insert(0, read);
        }
        for_range(name, self.len(number), body)
    }

    /// Reads a list as it is.
    fn read_list(&mut self, index: usize) -> Block {
        let list = self.names[index].clone();
        let len = self.len(&self.layout.numbers[index]);
        self.lengths.insert(list.clone(), len.clone());
        if self.first_read != Some(index) {
            return vec![Statement::ReadList(list, len)];
        }
        self.first_read = None;
        let mut zeros =
            statements("list = [0] * (count)\nfor i in range(count):\n if i > 0:\n  first = read()\n list[i] = first");
        let i = self.fresh(&["i", "j"]);
        let places = BTreeMap::from([
            ("list".to_owned(), Expr::Name(list)),
            ("count".to_owned(), len),
            ("i".to_owned(), Expr::Name(i)),
            ("first".to_owned(), Expr::name(&*self.first_name)),
        ]);
        substitute(&mut zeros, &places);
        zeros
    }

    /// Reads a list, and does what is done with each pile that its numbers make.
    fn list(&mut self, index: usize) -> Block {
        self.set_part(index);
        let number = &self.layout.numbers[index];
        let own = &self.names[index];
        let is_own = |kept: &Kept| kept.is_read && kept.list == *own;
        match number.role {
            Role::FirstCell => self.read_list(index),
            Role::Take if self.theory_uses(own) => self.read_list(index),
            Role::PileOf(PileOf::MoreOnce(more)) => self.list_of_different(index, more),
            Role::PileOf(PileOf::Count(from)) => self.list_of_counts(index, from),
            Role::PileOf(PileOf::Cells) => self.list_of_pairs(index),
            Role::SecondCell => self.list_of_second_cells(index),
            role if role.is_pile() && self.kept.as_ref().is_some_and(is_own) => self.kept_list(index),
            _ if number.are_positions => self.list_of_positions(index),
            role if role.is_pile() => self.list_of_piles(index),
            _ => self.unused_list(index),
        }
    }

    /// Sorts a list, and takes each number of it once, with so much added to it.
    fn list_of_different(&mut self, index: usize, more: u64) -> Block {
        let own = self.names[index].clone();
        let len = self.len(&self.layout.numbers[index]);
        let mut block = self.read_list(index);
        block.extend(statements(&format!("{own}.sort()")));
        let i = self.fresh(&["i", "j"]);
        let item = expr(&format!("{own}[{i}]"));
        let each = self.each(binary(Operator::Add, item, Expr::Number(more)), None);
        let is_new = expr(&format!("{i} == 0 or {own}[{i}] != {own}[{i} - 1]"));
        let new = Statement::If(is_new, each, Block::new());
        block.push(for_range(i, len, vec![new]));
        block
    }

    /// A list of how many piles there are of each size, from this one on: of equal piles, two cancel out. In misère
    /// play, where two piles are not the same as none, one or two of them are left.
    fn list_of_counts(&mut self, index: usize, from: u64) -> Block {
        let own = self.names[index].clone();
        let i = self.fresh(&["i", "j"]);
        let mut pile = binary(Operator::Add, Expr::name(&*i), Expr::Number(from));
        fold(&mut pile);
        let each = self.each(pile, None);
        let (test, each) = if self.rules().play == Play::Misere {
            let left = expr(&format!("2 - {own} % 2"));
            let some = for_range("_".to_owned(), left, each);
            (expr(&format!("{own} > 0")), vec![some])
        } else {
            (expr(&format!("{own} % 2 == 1")), each)
        };
        let body = vec![Statement::If(test, each, Block::new())];
        vec![self.loop_over(index, &i, body)]
    }

    /// A list of cells, of which two and two have a pile between them.
    fn list_of_pairs(&mut self, index: usize) -> Block {
        let number = &self.layout.numbers[index];
        let right = self.fresh(&["right", "other"]);
        let pile = if number.ascending && !number.may_repeat {
            expr(&format!("{right} - {} - 1", self.names[index]))
        } else {
            Self::between(Expr::name(&*right), self.name(index))
        };
        let mut body = vec![Statement::Read(vec![right])];
        body.extend(self.each(pile, None));
        let mut over = self.loop_over(index, "_", body);
        if let Statement::For { end, .. } = &mut over {
            *end = self.len_in_pairs(number);
        }
        vec![over]
    }

    /// A list of cells, each with one of a list that has been read before.
    fn list_of_second_cells(&mut self, index: usize) -> Block {
        let i = self.fresh(&["i", "j"]);
        let first = self.layout.numbers[index]
            .differs_from
            .map_or(String::new(), |first| self.names[first.index].clone());
        let pile = Self::between(expr(&format!("{first}[{i}]")), self.name(index));
        let body = self.each(pile, None);
        vec![self.loop_over(index, &i, body)]
    }

    /// A list that has all piles of a position when each of its numbers is made the pile that it stands for.
    fn kept_list(&mut self, index: usize) -> Block {
        let mut block = self.read_list(index);
        let number = &self.layout.numbers[index];
        let change = match number.role {
            Role::PileOf(PileOf::Less(less)) => format!("-= {less}"),
            Role::PileOf(PileOf::More(more)) => format!("+= {more}"),
            Role::PileOf(PileOf::MorePlace) if !self.adds_places_later() => "+= i + 1".to_owned(),
            _ => return block,
        };
        let i = self.fresh(&["i", "j"]);
        let change = change.replace('i', &i);
        let body = statements(&format!("{}[{i}] {change}", self.names[index]));
        block.push(for_range(i, self.len(number), body));
        block
    }

    /// A list of which each number is a position, whose result is printed.
    fn list_of_positions(&mut self, index: usize) -> Block {
        let body = match self.position_of_size(&self.names[index].clone()) {
            Ok(block) => block,
            Err(why) => {
                self.lacking = Some(why);
                Block::new()
            }
        };
        vec![self.loop_over(index, "_", body)]
    }

    /// A list of which each number is a pile of the position.
    fn list_of_piles(&mut self, index: usize) -> Block {
        let number = &self.layout.numbers[index];
        let has_place = number.role == Role::PileOf(PileOf::MorePlace);
        let i = if has_place || self.fold_index() {
            self.fresh(&["i", "j"])
        } else {
            "_".to_owned()
        };
        let pile = if has_place {
            expr(&format!("{} + {i} + 1", self.names[index]))
        } else {
            self.pile_of(index)
        };
        let place = (!self.is_in_rows(number)).then(|| i.clone());
        let body = self.each(pile, place);
        vec![self.loop_over(index, &i, body)]
    }

    /// A list that says nothing of who wins.
    fn unused_list(&mut self, index: usize) -> Block {
        if self.first_read == Some(index) {
            return vec![self.loop_over(index, "_", Block::new())];
        }
        let len = self.len(&self.layout.numbers[index]);
        vec![for_range("_".to_owned(), len, vec![Statement::Skip])]
    }

    /// Whether the theory uses a number or list of the input.
    fn theory_uses(&self, name: &str) -> bool {
        uses(&self.theory.prepare, name) > 0
            || self
                .theory
                .functions
                .values()
                .any(|function| uses(&function.body, name) > 0)
    }

    pub(super) fn prepare(&self) -> Block {
        self.theory.prepare.clone()
    }
}
