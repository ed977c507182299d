//! The loops that read an input.

use std::collections::BTreeMap;

use super::Composer;
use super::limits::numbers_in;
use crate::answer::Fact;
use crate::game::Play;
use crate::layout::{Group, Item, NumberItem, PileOf, Repeat, Role};

use crate::solution::parse::{expr, statements};
use crate::solution::passes::{binary, fold, substitute};
use crate::solution::tree::{Block, Expr, Operator, Statement, uses};

impl Composer<'_> {
    /// All cases.
    pub(super) fn cases(&mut self) -> Result<Block, String> {
        let layout = self.layout;
        let has_case = self.template.has(Fact::Case);
        let case = if has_case {
            self.fresh(&["test", "test_case"])
        } else {
            "_".to_owned()
        };
        let mut first = numbers_in(layout, &layout.case)
            .first()
            .map(|number| number.index);
        let repeat = match layout.cases() {
            None => {
                let mut body = Block::new();
                if has_case {
                    body.push(Statement::Set(Expr::Name(case.clone()), Expr::Number(1)));
                }
                body.extend(self.case(&case)?);
                return Ok(body);
            }
            Some(Repeat::Times(times)) => {
                let body = self.case(&case)?;
                let from = u64::from(has_case);
                let mut end = binary(Operator::Add, self.name(times), Expr::Number(from));
                fold(&mut end);
                return Ok(vec![Statement::For {
                    name: case,
                    start: Expr::Number(from),
                    end,
                    step: Expr::Number(1),
                    body,
                }]);
            }
            Some(repeat) => repeat,
        };
        self.first_read = first;
        self.first_name = self.fresh(&["first", "first_number"]);
        let mut body = self.case(&case)?;
        let mut all = Block::new();
        if has_case {
            all.push(Statement::Set(Expr::Name(case.clone()), Expr::Number(0)));
            body.insert(
                0,
                Statement::Change(Expr::Name(case), Operator::Add, Expr::Number(1)),
            );
        }
        let names = first
            .take()
            .map(|index| self.item_name(index))
            .into_iter()
            .collect();
        all.push(Statement::WhileMore {
            names,
            to_zero: repeat == Repeat::ToZero,
            body,
        });
        Ok(all)
    }

    /// The variable that one number of a list is read into, or a single number.
    fn item_name(&self, index: usize) -> String {
        match &self.kept {
            Some(kept) if kept.is_read && kept.list == self.names[index] => self.first_name.clone(),
            _ if self.layout.numbers[index].role == Role::Take
                && self.layout.numbers[index].length.is_some() =>
            {
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
        let first_read = self
            .first_read
            .filter(|first| group.numbers.contains(first));
        self.first_read = self.first_read.filter(|_| first_read.is_none());
        let mut body = self.walk(&group.items, group.is_position)?;
        let has_single = |number: &&NumberItem| number.role.is_pile() && number.length.is_none();
        let singles = numbers_in(layout, &group.items)
            .into_iter()
            .filter(has_single);
        let mut singles: Vec<_> = singles.map(|number| number.index).collect();
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
            let read = |statement: &Statement| matches!(statement, Statement::Read(names) if names[0] == self.names[first]);
            if let Some(at) = body.iter().position(read) {
                let later = binary(Operator::Greater, Expr::name(&*name), Expr::Number(0));
                let read = body.remove(at);
                body.insert(at, Statement::If(later, vec![read], Block::new()));
            }
        }
        Ok(vec![Statement::For {
            name,
            start: Expr::Number(0),
            end: self.name(group.times),
            step: Expr::Number(1),
            body,
        }])
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
        Statement::For {
            name,
            start: Expr::Number(0),
            end: self.len(number),
            step: Expr::Number(1),
            body,
        }
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
        let mut zeros = statements(
            "list = [0] * (count)\nfor i in range(count):\n if i > 0:\n  first = read()\n list[i] = first",
        );
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

    fn list(&mut self, index: usize) -> Block {
        let layout = self.layout;
        self.set_part(index);
        let number = &layout.numbers[index];
        let name = self.name(index);
        let own = self.names[index].clone();
        let is_kept = self
            .kept
            .as_ref()
            .is_some_and(|kept| kept.is_read && kept.list == own);
        let by = |operator, by| binary(operator, name.clone(), Expr::Number(by));
        match number.role {
            Role::Take | Role::FirstCell
                if (self.theory_uses(&own) || number.role == Role::FirstCell) =>
            {
                return self.read_list(index);
            }
            Role::PileOf(PileOf::MoreOnce(more)) => {
                let mut block = self.read_list(index);
                block.extend(statements(&format!("{own}.sort()")));
                let i = self.fresh(&["i", "j"]);
                let item = expr(&format!("{own}[{i}]"));
                let pile = binary(Operator::Add, item, Expr::Number(more));
                let each = self.each(pile, None);
                let mut once = statements(&format!(
                    "for {i} in range(count):\n if {i} == 0 or {own}[{i}] != {own}[{i} - 1]:\n  pass"
                ));
                if let Some(Statement::For { end, body, .. }) = once.first_mut() {
                    *end = self.len(number);
                    if let Some(Statement::If(_, then, _)) = body.first_mut() {
                        *then = each;
                    }
                }
                block.extend(once);
                return block;
            }
            Role::PileOf(PileOf::Count(from)) => {
                let i = self.fresh(&["i", "j"]);
                let mut pile = binary(Operator::Add, Expr::name(&*i), Expr::Number(from));
                fold(&mut pile);
                let is_misere = self.rules().play == Play::Misere;
                let each = self.each(pile, None);
                let test = if is_misere {
                    expr(&format!("{own} > 0"))
                } else {
                    expr(&format!("{own} % 2 == 1"))
                };
                let each = if is_misere {
                    vec![Statement::For {
                        name: "_".to_owned(),
                        start: Expr::Number(0),
                        end: expr(&format!("2 - {own} % 2")),
                        step: Expr::Number(1),
                        body: each,
                    }]
                } else {
                    each
                };
                let body = vec![Statement::If(test, each, Block::new())];
                return vec![self.loop_over(index, &i, body)];
            }
            Role::PileOf(PileOf::Cells) => {
                let right = self.fresh(&["right", "other"]);
                let pile = Self::between(Expr::name(&*right), name.clone());
                let mut body = vec![Statement::Read(vec![right.clone()])];
                if number.ascending && !number.may_repeat {
                    let pile = expr(&format!("{right} - {own} - 1"));
                    body.extend(self.each(pile, None));
                } else {
                    body.extend(self.each(pile, None));
                }
                let mut over = self.loop_over(index, "_", body);
                if let Statement::For { end, .. } = &mut over {
                    let times = number
                        .length
                        .map_or(Expr::Number(1), |times| self.name(times));
                    *end = match number.factor / 2 {
                        1 => times,
                        factor => binary(Operator::Multiply, Expr::Number(factor), times),
                    };
                }
                return vec![over];
            }
            Role::SecondCell => {
                let i = self.fresh(&["i", "j"]);
                let first = number
                    .differs_from
                    .map_or(String::new(), |first| self.names[first.index].clone());
                let pile = Self::between(expr(&format!("{first}[{i}]")), name);
                let body = self.each(pile, None);
                return vec![self.loop_over(index, &i, body)];
            }
            role if role.is_pile() && is_kept => {
                let mut block = self.read_list(index);
                let change = match role {
                    Role::PileOf(PileOf::Less(less)) => format!("-= {less}"),
                    Role::PileOf(PileOf::More(more)) => format!("+= {more}"),
                    Role::PileOf(PileOf::MorePlace) if !self.adds_places_later() => {
                        "+= i + 1".to_owned()
                    }
                    _ => return block,
                };
                let i = self.fresh(&["i", "j"]);
                let change = change.replace('i', &i);
                let mut over =
                    statements(&format!("for {i} in range(count):\n {own}[{i}] {change}"));
                if let Some(Statement::For { end, .. }) = over.first_mut() {
                    *end = self.len(number);
                }
                block.extend(over);
                return block;
            }
            _ if number.are_positions => {
                let body = match self.condition(Some(vec![name])) {
                    Ok((mut block, won)) => {
                        block.extend(self.print_position(won));
                        block
                    }
                    Err(why) => {
                        self.lacking = Some(why);
                        Block::new()
                    }
                };
                return vec![self.loop_over(index, "_", body)];
            }
            role if role.is_pile() => {
                let needs_place = role == Role::PileOf(PileOf::MorePlace);
                let needs_index = needs_place || self.fold_index();
                let i = if needs_index {
                    self.fresh(&["i", "j"])
                } else {
                    "_".to_owned()
                };
                let pile = match role {
                    Role::PileOf(PileOf::Less(less)) => by(Operator::Subtract, less),
                    Role::PileOf(PileOf::More(more)) => by(Operator::Add, more),
                    Role::PileOf(PileOf::MorePlace) => expr(&format!("{own} + {i} + 1")),
                    _ => name.clone(),
                };
                let is_in_rows = self.is_in_rows(number);
                let body = self.each(pile, Some(i.clone()).filter(|_| !is_in_rows));
                return vec![self.loop_over(index, &i, body)];
            }
            _ => {}
        }
        if self.first_read == Some(index) {
            return vec![self.loop_over(index, "_", Block::new())];
        }
        vec![Statement::For {
            name: "_".to_owned(),
            start: Expr::Number(0),
            end: self.len(number),
            step: Expr::Number(1),
            body: vec![Statement::Skip],
        }]
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
