//! What is printed for a position.

use super::moves::{Step, all_steps, first_step, needs_flag, without_flag, without_loops_of_one};
use super::{Asked, Composer, for_range, one_more};
use crate::answer::Fact;
use crate::answer::template::Piece;
use crate::solution::parse::statements;
use crate::solution::passes::fold_block;
use crate::solution::tree::{Block, Expr, Operator, Statement, binary};

/// How all piles after the first winning move are shown behind the search for it, which only changes them.
pub(super) struct ShownBehind {
    /// What comes before the search, and behind it.
    start: Block,
    end: Block,
    /// Where the pile is that was divided, and what its parts are but the first, if piles may be divided.
    divided: Option<(String, Vec<String>)>,
}

/// What is printed that is not of a move.
pub(super) struct Values {
    pub(super) case: Expr,
    pub(super) count: Expr,
    pub(super) grundy: Option<Expr>,
}

impl Values {
    pub(super) fn parts(&self, pieces: &[Piece]) -> Vec<Expr> {
        let part = |piece: &Piece| match piece {
            Piece::Literal(text) => Expr::Text(text.clone()),
            Piece::Value(value) => match value.fact {
                Fact::Case => self.case.clone(),
                Fact::Count => self.count.clone(),
                _ => self.grundy.clone().unwrap_or(Expr::Number(0)),
            },
        };
        pieces.iter().map(part).collect()
    }
}

impl Composer<'_> {
    /// What is printed for a position of this one pile.
    pub(super) fn position_of_size(&mut self, pile: &str) -> Result<Block, String> {
        let (mut block, won) = self.condition(Some(vec![Expr::name(pile)]))?;
        block.extend(self.print_position(won));
        Ok(block)
    }

    pub(super) fn print_position(&self, won: Expr) -> Block {
        let end = if self.template.has_lines_of_positions() {
            "\n"
        } else {
            ""
        };
        let words = self.template.words().unwrap_or_default();
        let [yes, no] = words.map(|word| vec![text(&(word.to_owned() + end))]);
        print_either(won, yes, no)
    }

    /// What is printed for a position.
    pub(super) fn result(&mut self, case: &str) -> Result<Block, String> {
        let (mut block, won) = self.condition(None)?;
        let template = self.template;
        if template.positions.is_some() {
            block.extend(self.print_position(won));
            return Ok(block);
        }
        let (counting, values) = self.values(case, &won)?;
        block.extend(counting);
        if self.checks {
            block.extend(self.checked(&won, &values, self.may_lack_moves())?);
            return Ok(block);
        }
        let (mut yes, mut no) = (values.parts(&template.won), values.parts(&template.lost));
        no.push(text("\n"));
        match self.asked() {
            Asked::Winner | Asked::Grundy | Asked::Count => {
                yes.push(text("\n"));
                block.extend(if yes == no {
                    out(yes)
                } else {
                    print_either(won, yes, no)
                });
                Ok(block)
            }
            Asked::FirstMove => self.print_first_move(block, won, &values, out(no)),
            Asked::AllMoves => self.print_all_moves(block, won, &values, yes, out(no)),
        }
    }

    /// What is printed of a position that is not of a move, and what counts the moves that win for it.
    fn values(&mut self, case: &str, won: &Expr) -> Result<(Block, Values), String> {
        let asks_grundy = self.template.has(Fact::Grundy);
        let mut values = Values {
            case: Expr::name(case),
            count: Expr::Number(0),
            grundy: asks_grundy.then(|| value_of(won)).flatten(),
        };
        let mut block = Block::new();
        if self.template.has(Fact::Count) {
            let name = self.fresh(&["count", "ways"]);
            values.count = Expr::name(&*name);
            block.push(Statement::Set(values.count.clone(), Expr::Number(0)));
            let counting = self.count(&name)?;
            block.extend(self.if_won(won, counting));
        }
        Ok((block, values))
    }

    /// Prints the first move that wins, or what is printed of a lost position.
    fn print_first_move(&mut self, mut block: Block, won: Expr, values: &Values, lost: Block) -> Result<Block, String> {
        let template = self.template;
        let behind = self.shown_behind()?;
        let mut hook = |composer: &mut Self, step: &Step| match &behind {
            Some(shown) => {
                let before = &template.won[..template.won.len() - 1];
                let mut block = composer.print_move(before, values, step, "");
                block.extend(composer.done(step, shown));
                block
            }
            None => composer.print_move(&template.won, values, step, "\n"),
        };
        let moves = without_loops_of_one(self.moves(&mut hook)?);
        let may_lack = self.may_lack_moves();
        let is_flagged = may_lack || needs_flag(&moves, 0);
        let name = self.fresh(&["found", "is_found"]);
        let found = Expr::name(&*name);
        let (mut then, end) = behind.map_or_else(Default::default, |it| (it.start, it.end));
        if is_flagged {
            then.push(Statement::Set(found.clone(), Expr::Bool(false)));
        }
        let first = first_step(moves, 0, is_flagged.then_some((&*name, may_lack)));
        if !may_lack {
            then.extend(first);
            then.extend(end);
            block.push(Statement::If(won, then, lost));
            return Ok(block);
        }
        block.extend(then);
        block.extend(self.if_won(&won, first));
        block.push(if end.is_empty() {
            Statement::If(Expr::Not(Box::new(found)), lost, Block::new())
        } else {
            Statement::If(found, end, lost)
        });
        Ok(without_flag(fold_block(block), &name))
    }

    /// Prints `yes` and all moves that win, or what is printed of a lost position.
    fn print_all_moves(
        &mut self,
        mut block: Block,
        won: Expr,
        values: &Values,
        yes: Vec<Expr>,
        lost: Block,
    ) -> Result<Block, String> {
        let template = self.template;
        let separator = template.separator.to_string();
        let may_lack = self.may_lack_moves();
        let are_lines = separator == "\n" && !may_lack;
        let printed = Expr::Name(self.fresh(&["printed", "is_printed"]));
        let is_said = !yes.is_empty();
        let yes = if is_said { out(yes) } else { Block::new() };
        // Where a won position may lack moves, nothing is printed of it before its first one.
        let none = Block::new();
        let (mut then, at_first) = if may_lack { (none, yes) } else { (yes, none) };
        let mut hook = |composer: &mut Self, step: &Step| {
            if are_lines {
                return composer.print_move(&template.each, values, step, "\n");
            }
            let next = out(vec![text(&separator)]);
            let mut block = vec![Statement::If(printed.clone(), next, at_first.clone())];
            block.extend(composer.print_move(&template.each, values, step, ""));
            block.push(Statement::Set(printed.clone(), Expr::Bool(true)));
            block
        };
        let moves = all_steps(self.moves(&mut hook)?);
        if !are_lines {
            then.push(Statement::Set(printed.clone(), Expr::Bool(false)));
        }
        let end = out(vec![text("\n")]);
        if may_lack {
            block.extend(then);
            block.extend(self.if_won(&won, moves));
            block.push(Statement::If(printed, end, lost));
        } else {
            then.extend(moves);
            if !are_lines {
                then.extend(end);
            }
            block.push(Statement::If(won, then, lost));
        }
        Ok(block)
    }

    /// The moves, which a theory of whole positions lists only where some win. Of independent piles, no move keeps the
    /// value of a pile.
    pub(super) fn if_won(&self, won: &Expr, moves: Block) -> Block {
        if self.theory.get("grundy").is_some() {
            return moves;
        }
        vec![Statement::If(won.clone(), moves, Block::new())]
    }

    /// Counts the moves that win.
    fn count(&mut self, count: &str) -> Result<Block, String> {
        let one = one_more(Expr::name(count));
        let mut hook = |_: &mut Self, _: &Step| vec![one.clone()];
        let moves = all_steps(self.moves(&mut hook)?);
        Ok(moves)
    }

    /// Prints a move.
    fn print_move(&mut self, pieces: &[Piece], values: &Values, step: &Step, end: &str) -> Block {
        let mut block = Block::new();
        let mut parts = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Value(value) if value.fact == Fact::After => {
                    if let Some(after) = self.piles_after(step) {
                        parts.extend(spaced(after));
                        continue;
                    }
                    if !parts.is_empty() {
                        block.extend(out(std::mem::take(&mut parts)));
                    }
                    block.extend(if self.kept.is_some() {
                        self.print_after(step)
                    } else {
                        self.print_listed(step)
                    });
                }
                Piece::Value(value) if value.is_of_move() => parts.push(step.value(value.fact)),
                other => parts.extend(values.parts(std::slice::from_ref(other))),
            }
        }
        if !end.is_empty() {
            parts.push(text(end));
        }
        if !parts.is_empty() {
            block.extend(out(parts));
        }
        block
    }

    /// All piles after a move, if they are no list.
    fn piles_after(&self, step: &Step) -> Option<Vec<Expr>> {
        if let Some(whole) = &step.whole
            && !matches!(&whole[..], [Expr::Name(_)])
        {
            return Some(whole.clone());
        }
        if self.kept.is_some() || step.are_listed {
            return None;
        }
        // A place that is no number is that of the only pile.
        let nth = |place: &Expr| match place {
            Expr::Number(nth) => *nth as usize,
            _ => 0,
        };
        let mut after = self.single_piles();
        if let Some((place, more)) = &step.other {
            after[nth(place)] = more.clone();
        }
        let moved = nth(&step.index);
        after.splice(moved..=moved, step.parts.iter().cloned());
        Some(after)
    }

    /// How all piles are shown behind the search. `None` if they are not asked for at the end, or if the only move is
    /// shown more simply where it is found.
    fn shown_behind(&mut self) -> Result<Option<ShownBehind>, String> {
        let asks_after = |piece: &Piece| matches!(piece, Piece::Value(value) if value.fact == Fact::After);
        let (true, Some(kept)) = (self.template.won.last().is_some_and(asks_after), self.kept.clone()) else {
            return Ok(None);
        };
        let mut steps = Vec::new();
        self.moves(&mut |_, step| {
            steps.push(step.clone());
            Block::new()
        })?;
        let most = steps.iter().map(|step| step.parts.len()).max().unwrap_or(0);
        let is_other = |step: &Step| step.whole.is_some() || step.are_listed;
        let clashes = |step: &Step| {
            let other = step.other.as_ref();
            other.is_some_and(|(_, more)| !matches!(more, Expr::Name(_)) && !matches!(step.parts[0], Expr::Name(_)))
        };
        if most > 1 && steps.len() == 1 || steps.iter().any(|step| is_other(step) || clashes(step)) {
            return Ok(None);
        }
        let mut shown = ShownBehind {
            start: Block::new(),
            end: self.print_after(&Step {
                whole: Some(vec![Expr::name(&*kept.list)]),
                ..Step::none()
            }),
            divided: None,
        };
        if most > 1 {
            self.show_divided(&mut shown, kept.len, most - 1);
        }
        shown.end.extend(out(vec![text("\n")]));
        Ok(Some(shown))
    }

    /// Shows so many other parts of the pile that a move divides behind its first part: until one is divided, its place
    /// is `len`, where no pile is.
    fn show_divided(&mut self, shown: &mut ShownBehind, len: Expr, others: usize) {
        let place = self.fresh(&["divided", "place"]);
        let names = ["second", "third"].into_iter().take(others);
        let parts: Vec<_> = names.map(|name| self.fresh(&[name])).collect();
        let set = |name: &String, value| Statement::Set(Expr::name(&**name), value);
        shown.start.push(set(&place, len));
        let zeros = parts.iter().map(|part| set(part, Expr::Number(0)));
        shown.start.extend(zeros);
        if let Some(Statement::For { name, body, .. }) = shown.end.first_mut() {
            let values = parts.iter().flat_map(|part| [text(" "), Expr::name(&**part)]);
            let is_here = binary(Operator::Equal, Expr::name(&**name), Expr::name(&*place));
            body.push(Statement::If(is_here, out(values.collect()), Block::new()));
        }
        shown.divided = Some((place, parts));
    }

    /// Makes a move in the list of the piles.
    fn done(&self, step: &Step, shown: &ShownBehind) -> Block {
        let mut block = Block::new();
        if let Some((place, others)) = shown.divided.as_ref().filter(|_| step.parts.len() > 1) {
            block.push(Statement::Set(Expr::name(&**place), step.index.clone()));
            let parts = others.iter().zip(&step.parts[1..]);
            block.extend(parts.map(|(name, part)| Statement::Set(Expr::name(&**name), part.clone())));
        }
        let list = self.kept.as_ref().map_or("", |kept| &*kept.list);
        let set = |place: &Expr, value: &Expr| {
            let item = Expr::Item(list.to_owned(), Box::new(place.clone()));
            Statement::Set(item, value.clone())
        };
        block.push(match &step.parts[0] {
            Expr::Binary(Operator::Subtract, pile, take) if **pile == step.size => {
                let item = Expr::Item(list.to_owned(), Box::new(step.index.clone()));
                Statement::Change(item, Operator::Subtract, (**take).clone())
            }
            left => set(&step.index, left),
        });
        if let Some((place, more)) = &step.other {
            // What one pile gets may be said by what the other one has.
            let at = if matches!(more, Expr::Name(_)) {
                block.len()
            } else {
                block.len() - 1
            };
            block.insert(at, set(place, more));
        }
        block
    }

    /// Prints what a move leaves of a pile, if that is a list.
    fn print_listed(&mut self, step: &Step) -> Block {
        let p = self.fresh(&["p", "nth"]);
        self.taken.remove(&p);
        let [list, count] = &step.parts[..] else {
            unreachable!("a list and how many numbers of it");
        };
        statements(&format!(
            "for {p} in range({count}):\n if {p} > 0:\n  out(\" \")\n out({list}[{p}])"
        ))
    }

    /// Prints all piles after a move.
    fn print_after(&mut self, step: &Step) -> Block {
        let kept = self.kept.clone().expect("positions of lists are kept");
        let j = self.fresh(&["j", "m", "place"]);
        self.taken.remove(&j);
        let list = match &step.whole {
            Some(whole) => match &whole[0] {
                Expr::Name(name) => name.clone(),
                _ => kept.list.clone(),
            },
            None => kept.list.clone(),
        };
        let item = Expr::Item(list, Box::new(Expr::name(&*j)));
        let mut body = statements(&format!("if {j} > 0:\n out(\" \")"));
        body.extend(self.print_pile_after(step, &j, item));
        vec![for_range(j, kept.len, body)]
    }

    /// Prints what a move leaves at the place `j`, where `item` is now.
    fn print_pile_after(&mut self, step: &Step, j: &str, item: Expr) -> Block {
        let is = |place: &Expr| binary(Operator::Equal, Expr::name(j), place.clone());
        let choice = |test, yes, no| Expr::Choice(Box::new(test), Box::new(yes), Box::new(no));
        if step.whole.is_some() {
            return out(vec![item]);
        }
        if let [left] = &step.parts[..] {
            let other = match &step.other {
                Some((place, more)) => choice(is(place), more.clone(), item),
                None => item,
            };
            return out(vec![choice(is(&step.index), left.clone(), other)]);
        }
        let moved = if step.are_listed {
            self.print_listed(step)
        } else {
            out(spaced(step.parts.clone()))
        };
        vec![Statement::If(is(&step.index), moved, out(vec![item]))]
    }
}

fn text(text: &str) -> Expr {
    Expr::Text(text.to_owned())
}

fn out(parts: Vec<Expr>) -> Block {
    vec![Statement::Out(parts)]
}

/// Parts with a space between two of them.
fn spaced(parts: Vec<Expr>) -> Vec<Expr> {
    let with_space = |part| [text(" "), part];
    parts.into_iter().flat_map(with_space).skip(1).collect()
}

/// The Grundy value, of a condition that it is not 0.
fn value_of(won: &Expr) -> Option<Expr> {
    match won {
        Expr::Binary(Operator::NotEqual, value, zero) if **zero == Expr::Number(0) => Some((**value).clone()),
        _ => None,
    }
}

/// Prints one text or another: what they have in common once.
fn print_either(won: Expr, mut yes: Vec<Expr>, mut no: Vec<Expr>) -> Block {
    let mut head = common_start(&mut yes, &mut no);
    let (yes, no) = (joined(yes), joined(no));
    let has_lines = |text: &str| text.trim_end().contains('\n');
    let (a, b) = match (&yes[..], &no[..]) {
        ([Expr::Text(a)], [Expr::Text(b)]) if !head.is_empty() || !has_lines(a) && !has_lines(b) => (&**a, &**b),
        _ => {
            let behind = |end| out(joined([&*head, end].concat()));
            return vec![Statement::If(won, behind(&*yes), behind(&*no))];
        }
    };
    let cut = if head.is_empty() { 0 } else { common_words(a, b) };
    if cut > 0 {
        head.push(text(&a[..cut]));
    }
    let (a, b) = (&a[cut..], &b[cut..]);
    let (words, end) = match (a.strip_suffix('\n'), b.strip_suffix('\n')) {
        (Some(a), Some(b)) => ([a, b], Some("\n")),
        _ => ([a, b], None),
    };
    let [yes, no] = words.map(|word| Box::new(text(word)));
    head.push(Expr::Choice(Box::new(won), yes, no));
    head.extend(end.map(text));
    out(joined(head))
}

/// Takes from both lists the parts that both start with.
fn common_start(one: &mut Vec<Expr>, other: &mut Vec<Expr>) -> Vec<Expr> {
    let pairs = one.iter().zip(&*other);
    let same = pairs.take_while(|(one, other)| one == other).count();
    other.drain(..same);
    one.drain(..same).collect()
}

/// The length of the words that both texts start with, with the space behind them.
fn common_words(one: &str, other: &str) -> usize {
    let pairs = one.bytes().zip(other.bytes());
    let same = pairs.take_while(|(one, other)| one == other).count();
    let last = one.as_bytes()[..same].iter().rposition(|byte| *byte == b' ');
    last.map_or(0, |at| at + 1)
}

/// Parts in which texts that follow one another are one.
fn joined(parts: Vec<Expr>) -> Vec<Expr> {
    let mut all: Vec<Expr> = Vec::new();
    for part in parts {
        match (all.last_mut(), part) {
            (Some(Expr::Text(text)), Expr::Text(more)) => *text += &more,
            (_, part) => all.push(part),
        }
    }
    all
}
