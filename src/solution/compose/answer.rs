//! What is printed for a position.

use super::moves::{Step, all_steps, first_step, needs_flag, without_flag, without_loops_of_one};
use super::{Asked, Composer, for_range};
use crate::answer::Fact;
use crate::answer::template::Piece;
use crate::solution::parse::statements;
use crate::solution::passes::{binary, fold_block};
use crate::solution::tree::{Block, Expr, Operator, Statement};

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
        let [yes, no] = words.map(|word| vec![Expr::Text(word.to_owned() + end)]);
        print_either(won, yes, no)
    }

    /// What is printed for a position.
    pub(super) fn result(&mut self, case: &str) -> Result<Block, String> {
        let (mut block, won) = self.condition(None)?;
        if self.template.positions.is_some() {
            block.extend(self.print_position(won));
            return Ok(block);
        }
        let template = self.template;
        let asked = self.asked();
        let grundy = template.has(Fact::Grundy).then(|| value_of(&won)).flatten();
        let mut count = Expr::Number(0);
        if template.has(Fact::Count) {
            let name = self.fresh(&["count", "ways"]);
            count = Expr::name(&*name);
            block.push(Statement::Set(count.clone(), Expr::Number(0)));
            let counting = self.count(&name)?;
            block.extend(self.if_won(&won, counting));
        }
        let values = Values {
            case: Expr::name(case),
            count,
            grundy,
        };
        let pieces = |pieces: &[Piece]| values.parts(pieces);
        let (mut yes, mut no) = (pieces(&template.won), pieces(&template.lost));
        if asked != Asked::AllMoves {
            yes.push(Expr::Text("\n".to_owned()));
        }
        no.push(Expr::Text("\n".to_owned()));
        let may_lack = self.may_lack_moves();
        if self.checks {
            block.extend(self.checked(&won, &values, may_lack)?);
            return Ok(block);
        }
        match asked {
            Asked::Winner | Asked::Grundy | Asked::Count => {
                if yes == no {
                    block.push(Statement::Out(yes));
                } else {
                    block.extend(print_either(won, yes, no));
                }
            }
            Asked::FirstMove => {
                let behind = self.shown_behind()?;
                let mut hook = |composer: &mut Self, step: &Step| match &behind {
                    Some(shown) => {
                        let before = &template.won[..template.won.len() - 1];
                        let mut block = composer.print_move(before, &values, step, "");
                        block.extend(composer.done(step, shown));
                        block
                    }
                    None => composer.print_move(&template.won, &values, step, "\n"),
                };
                let moves = without_loops_of_one(self.moves(&mut hook)?);
                let found = self.fresh(&["found", "is_found"]);
                let is_flagged = may_lack || needs_flag(&moves, 0);
                let mut then = behind.as_ref().map_or(Block::new(), |it| it.start.clone());
                if is_flagged {
                    then.push(Statement::Set(Expr::name(&*found), Expr::Bool(false)));
                }
                let first = first_step(moves, 0, is_flagged.then_some((&*found, may_lack)));
                then.extend(if may_lack {
                    self.if_won(&won, first)
                } else {
                    first
                });
                let end = behind.map_or(Block::new(), |it| it.end);
                if may_lack {
                    block.extend(then);
                    let flag = found.clone();
                    let found = Expr::name(&*found);
                    let no = vec![Statement::Out(no)];
                    block.push(if end.is_empty() {
                        Statement::If(Expr::Not(Box::new(found)), no, Block::new())
                    } else {
                        Statement::If(found, end, no)
                    });
                    block = without_flag(fold_block(block), &flag);
                } else {
                    then.extend(end);
                    block.push(Statement::If(won, then, vec![Statement::Out(no)]));
                }
            }
            Asked::AllMoves => {
                let separator = template.separator.to_string();
                let printed = self.fresh(&["printed", "is_printed"]);
                let is_line = separator == "\n" && !may_lack;
                let mut hook = |composer: &mut Self, step: &Step| {
                    if is_line {
                        return composer.print_move(&template.each, &values, step, "\n");
                    }
                    let mut block = Block::new();
                    let before = if may_lack { yes.clone() } else { Vec::new() };
                    let first = if before.is_empty() {
                        Block::new()
                    } else {
                        vec![Statement::Out(before)]
                    };
                    let next = vec![Statement::Out(vec![Expr::Text(separator.clone())])];
                    block.push(Statement::If(Expr::name(&*printed), next, first));
                    block.extend(composer.print_move(&template.each, &values, step, ""));
                    block.push(Statement::Set(Expr::name(&*printed), Expr::Bool(true)));
                    block
                };
                let moves = all_steps(self.moves(&mut hook)?);
                let mut then = Block::new();
                if !yes.is_empty() && !may_lack {
                    then.push(Statement::Out(yes.clone()));
                }
                if !is_line {
                    then.push(Statement::Set(Expr::name(&*printed), Expr::Bool(false)));
                }
                then.extend(if may_lack {
                    self.if_won(&won, moves)
                } else {
                    moves
                });
                let end = vec![Statement::Out(vec![Expr::Text("\n".to_owned())])];
                if may_lack {
                    block.extend(then);
                    block.push(Statement::If(
                        Expr::name(&*printed),
                        end,
                        vec![Statement::Out(no)],
                    ));
                } else {
                    if !is_line {
                        then.extend(end);
                    }
                    block.push(Statement::If(won, then, vec![Statement::Out(no)]));
                }
            }
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
        let one = Statement::Change(Expr::name(count), Operator::Add, Expr::Number(1));
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
                    if let Some(whole) = &step.whole
                        && !(whole.len() == 1 && matches!(whole[0], Expr::Name(_)))
                    {
                        for (nth, part) in whole.iter().enumerate() {
                            if nth > 0 {
                                parts.push(Expr::Text(" ".to_owned()));
                            }
                            parts.push(part.clone());
                        }
                        continue;
                    }
                    if self.kept.is_none() && step.are_listed {
                        block.push(Statement::Out(std::mem::take(&mut parts)));
                        block.extend(self.print_listed(step));
                        continue;
                    }
                    if self.kept.is_none() {
                        let mut after = self.single_piles();
                        // A place that is no number is that of the only pile.
                        let nth = |place: &Expr| match place {
                            Expr::Number(nth) => *nth as usize,
                            _ => 0,
                        };
                        if let Some((place, more)) = &step.other {
                            after[nth(place)] = more.clone();
                        }
                        let moved = nth(&step.index);
                        after.splice(moved..=moved, step.parts.iter().cloned());
                        for (nth, part) in after.into_iter().enumerate() {
                            if nth > 0 {
                                parts.push(Expr::Text(" ".to_owned()));
                            }
                            parts.push(part);
                        }
                        continue;
                    }
                    if !parts.is_empty() {
                        block.push(Statement::Out(std::mem::take(&mut parts)));
                    }
                    block.extend(self.print_after(step));
                }
                Piece::Value(value) if value.is_of_move() => parts.push(step.value(value.fact)),
                other => parts.extend(values.parts(std::slice::from_ref(other))),
            }
        }
        if !end.is_empty() {
            parts.push(Expr::Text(end.to_owned()));
        }
        if !parts.is_empty() {
            block.push(Statement::Out(parts));
        }
        block
    }

    /// How all piles are shown behind the search. `None` if they are not asked for at the end, or if the only move is
    /// shown more simply where it is found.
    fn shown_behind(&mut self) -> Result<Option<ShownBehind>, String> {
        let asks_after =
            |piece: &Piece| matches!(piece, Piece::Value(value) if value.fact == Fact::After);
        let (true, Some(kept)) = (
            self.template.won.last().is_some_and(asks_after),
            self.kept.clone(),
        ) else {
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
            other.is_some_and(|(_, more)| {
                !matches!(more, Expr::Name(_)) && !matches!(step.parts[0], Expr::Name(_))
            })
        };
        if most > 1 && steps.len() == 1 || steps.iter().any(|step| is_other(step) || clashes(step))
        {
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
            let place = self.fresh(&["divided", "place"]);
            let names = ["second", "third"].into_iter().take(most - 1);
            let parts: Vec<_> = names.map(|name| self.fresh(&[name])).collect();
            let mut all = vec![(place.clone(), kept.len)];
            all.extend(parts.iter().map(|part| (part.clone(), Expr::Number(0))));
            let set = all
                .into_iter()
                .map(|(name, value)| Statement::Set(Expr::Name(name), value));
            shown.start = set.collect();
            if let Some(Statement::For { name, body, .. }) = shown.end.first_mut() {
                let texts = parts
                    .iter()
                    .flat_map(|part| [Expr::Text(" ".to_owned()), Expr::name(&**part)]);
                let is_here = binary(Operator::Equal, Expr::name(&**name), Expr::name(&*place));
                body.push(Statement::If(
                    is_here,
                    vec![Statement::Out(texts.collect())],
                    Block::new(),
                ));
            }
            shown.divided = Some((place, parts));
        }
        shown
            .end
            .push(Statement::Out(vec![Expr::Text("\n".to_owned())]));
        Ok(Some(shown))
    }

    /// Makes a move in the list of the piles.
    fn done(&self, step: &Step, shown: &ShownBehind) -> Block {
        let mut block = Block::new();
        if let Some((place, others)) = shown.divided.as_ref().filter(|_| step.parts.len() > 1) {
            block.push(Statement::Set(Expr::name(&**place), step.index.clone()));
            let parts = others.iter().zip(&step.parts[1..]);
            block.extend(
                parts.map(|(name, part)| Statement::Set(Expr::name(&**name), part.clone())),
            );
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
        let is = |place: &Expr| binary(Operator::Equal, Expr::name(&*j), place.clone());
        let print = if step.whole.is_some() {
            vec![Statement::Out(vec![item])]
        } else if let [left] = &step.parts[..] {
            let mut value = item;
            if let Some((place, more)) = &step.other {
                value = Expr::Choice(Box::new(is(place)), Box::new(more.clone()), Box::new(value));
            }
            let value = Expr::Choice(
                Box::new(is(&step.index)),
                Box::new(left.clone()),
                Box::new(value),
            );
            vec![Statement::Out(vec![value])]
        } else if step.are_listed {
            vec![Statement::If(
                is(&step.index),
                self.print_listed(step),
                vec![Statement::Out(vec![item])],
            )]
        } else {
            let mut parts = Vec::new();
            for (nth, part) in step.parts.iter().enumerate() {
                if nth > 0 {
                    parts.push(Expr::Text(" ".to_owned()));
                }
                parts.push(part.clone());
            }
            vec![Statement::If(
                is(&step.index),
                vec![Statement::Out(parts)],
                vec![Statement::Out(vec![item])],
            )]
        };
        let mut body = statements(&format!("if {j} > 0:\n out(\" \")"));
        body.extend(print);
        vec![for_range(j, kept.len, body)]
    }
}

/// The Grundy value, of a condition that it is not 0.
fn value_of(won: &Expr) -> Option<Expr> {
    match won {
        Expr::Binary(Operator::NotEqual, value, zero) if **zero == Expr::Number(0) => {
            Some((**value).clone())
        }
        _ => None,
    }
}

/// Prints one text or another: what they have in common once.
fn print_either(won: Expr, mut yes: Vec<Expr>, mut no: Vec<Expr>) -> Block {
    let mut head = Vec::new();
    while !yes.is_empty() && !no.is_empty() && yes[0] == no[0] {
        head.push(yes.remove(0));
        no.remove(0);
    }
    let join = |parts: Vec<Expr>| {
        let mut all: Vec<Expr> = Vec::new();
        for part in parts {
            match (all.last_mut(), part) {
                (Some(Expr::Text(text)), Expr::Text(more)) => *text += &more,
                (_, part) => all.push(part),
            }
        }
        all
    };
    let (yes, no) = (join(yes), join(no));
    let ([Expr::Text(a)], [Expr::Text(b)]) = (&yes[..], &no[..]) else {
        let (mut then, mut otherwise) = (head.clone(), head);
        then.extend(yes);
        otherwise.extend(no);
        return vec![Statement::If(
            won,
            vec![Statement::Out(join(then))],
            vec![Statement::Out(join(otherwise))],
        )];
    };
    if (a.trim_end().contains('\n') || b.trim_end().contains('\n')) && head.is_empty() {
        let [then, otherwise] =
            [a, b].map(|text| vec![Statement::Out(vec![Expr::Text(text.clone())])]);
        return vec![Statement::If(won, then, otherwise)];
    }
    let (mut a, mut b) = (a.as_str(), b.as_str());
    if !head.is_empty() {
        let same = a
            .bytes()
            .zip(b.bytes())
            .take_while(|(one, other)| one == other)
            .count();
        let cut = a.as_bytes()[..same]
            .iter()
            .rposition(|byte| *byte == b' ')
            .map_or(0, |at| at + 1);
        if cut > 0 {
            head.push(Expr::Text(a[..cut].to_owned()));
            (a, b) = (&a[cut..], &b[cut..]);
        }
    }
    let ends = a.ends_with('\n') && b.ends_with('\n');
    if ends {
        (a, b) = (&a[..a.len() - 1], &b[..b.len() - 1]);
    }
    let [yes, no] = [a, b].map(|text| Box::new(Expr::Text(text.to_owned())));
    let mut parts = head;
    parts.push(Expr::Choice(Box::new(won), yes, no));
    if ends {
        parts.push(Expr::Text("\n".to_owned()));
    }
    vec![Statement::Out(join(parts))]
}
