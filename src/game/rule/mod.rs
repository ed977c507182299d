//! Rules: how each is written in a `game.toml`, what a move is, and which game it makes.
//!
//! The parser, the list of rules in messages and in the help, `solve --rule`, descriptions and statements are made from
//! [`RULES`].

mod meant;
mod sentence;
mod table;
mod written;

use std::borrow::Cow;

pub use meant::meant;
use meant::no_rule;
pub use table::RULES;
pub(crate) use written::Argument;
use written::{fitting, words};

use super::beside::Beside;
use super::breaking::Splits;
use super::each_once;
use super::heap::cover_up_to;
use super::period::Period;
use super::positions::{Memory, PILES, PositionKind};
use super::{Changes, Fold, Game, Play, numbers};
use crate::error::NoPeriod;
use crate::layout::{Mistake, Parameter, Role, mistake};
use crate::words::t;

/// A rule.
#[derive(Debug)]
pub struct RuleDef {
    /// How it is written. Some words stand for a number or a set, or for the name of one in the input.
    pub written: &'static str,
    /// What a move does. Each `{}` is the text in a hole, `{pile}` is one of the piles, or the only one.
    pub sentence: &'static str,
    /// The game, before it is [set](Game::set) what is in the holes.
    make: Make,
    /// What the number or the set in each hole is.
    holes: &'static [Role],
    /// What a position consists of.
    pub positions: &'static PositionKind,
    /// Who wins.
    winner: Winner,
    /// The files of `src/solution/theory` of which the first one that can be used makes its programs; `+` joins two.
    pub theories: &'static [&'static str],
    /// The file that says which takes there are, if this is a set of them, and which of its conditions hold.
    pub takes_file: &'static str,
    pub(crate) takes_where: &'static [&'static str],
}

/// Rules of piles from which a move takes stones, without holes, in normal play; and what others say besides.
impl RuleDef {
    const fn new(written: &'static str, sentence: &'static str, make: Make) -> Self {
        Self {
            written,
            sentence,
            make,
            holes: &[],
            positions: &PILES,
            winner: Winner::LastMover,
            theories: &[],
            takes_file: "",
            takes_where: &[],
        }
    }

    const fn solved_by(self, theories: &'static [&'static str]) -> Self {
        Self { theories, ..self }
    }

    const fn taking(self, takes_file: &'static str) -> Self {
        Self { takes_file, ..self }
    }

    const fn whose(self, takes_where: &'static [&'static str]) -> Self {
        Self { takes_where, ..self }
    }

    const fn game(
        written: &'static str,
        sentence: &'static str,
        changes: Changes,
        make: fn(Play) -> Box<dyn Game>,
    ) -> Self {
        Self::new(written, sentence, Make::Game(changes, make))
    }

    const fn takes(written: &'static str, sentence: &'static str, make: fn(Splits) -> Box<dyn Game>) -> Self {
        Self::new(written, sentence, Make::Takes(make))
    }

    const fn with(self, holes: &'static [Role]) -> Self {
        Self { holes, ..self }
    }

    const fn of(self, positions: &'static PositionKind) -> Self {
        Self { positions, ..self }
    }

    const fn won_by(self, winner: Winner) -> Self {
        Self { winner, ..self }
    }

    /// Whether who wins in misère play is known.
    pub fn has_misere(&self) -> bool {
        self.winner == Winner::LastMoverOrNot
    }
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Winner {
    /// Whoever makes the last move. No rule is known for misère play.
    LastMover,
    /// The same, or in misère play the other player.
    LastMoverOrNot,
    /// The sentence on a move says so.
    InSentence,
}

/// What makes the game of a rule.
#[derive(Clone, Copy, Debug)]
enum Make {
    /// A game, and what its moves change.
    Game(Changes, fn(Play) -> Box<dyn Game>),
    /// Independent piles by a set of takes, to which [`Make::Split`] may add something.
    Takes(fn(Splits) -> Box<dyn Game>),
    /// Another rule, which is in the hole, and this.
    Split(Splits),
}

/// The game of a rule with these takes, before it is [set](Game::set) what is in the holes.
fn game(def: &RuleDef, takes: &RuleDef, play: Play) -> Box<dyn Game> {
    match (def.make, takes.make) {
        (Make::Split(splits), Make::Takes(make)) => make(splits),
        (_, Make::Takes(make)) => make(Splits::No(play)),
        (_, Make::Game(_, make)) => make(play),
        (_, Make::Split(_)) => unreachable!("takes are not made from others"),
    }
}

/// The rules of a problem.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How the rule is written, and where that starts which says no more than what a move is.
    text: String,
    start: usize,
    /// The row of the table.
    pub def: &'static RuleDef,
    /// The row of the takes, if the rule is made from others, or else its own.
    pub(crate) takes: &'static RuleDef,
    /// Who wins.
    pub play: Play,
    /// What a position consists of: what the rule says, unless the piles are the cells between pieces.
    pub(crate) positions: &'static PositionKind,
    arguments: Vec<Argument>,
    /// The number that was given last, and the subtraction set, with a 0 for each name of which nothing was given yet.
    given: u64,
    set: Vec<u64>,
    /// The largest pile for which answers are known to what is asked.
    most: u64,
    game: Box<dyn Game>,
}

impl Rules {
    /// Parses a rule.
    ///
    /// # Errors
    /// The first mistake in it.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        let text = text.trim_end();
        let all = words(text);
        let (play, found) = match all.split_first() {
            Some(((_, "misere"), rest)) => (Play::Misere, rest),
            _ => (Play::Normal, &all[..]),
        };
        let start = found.first().map_or(text.len(), |(offset, _)| *offset);
        let Some((def, takes, holes)) = fitting(found) else {
            return mistake(start, no_rule(text.trim_start()));
        };
        let arguments = takes
            .holes
            .iter()
            .zip(holes)
            .map(|(&role, word)| Argument::all_in(role, word))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|mistake| with_range_that_was_meant(mistake, text))?
            .concat();
        if play == Play::Misere && !def.has_misere() {
            let known: Vec<_> = RULES
                .iter()
                .filter(|def| def.has_misere())
                .map(|def| def.written)
                .collect();
            let message = t!(
                "misere play of {rule} follows no known rule; it is known of {known}",
                rule = &text[start..],
                known = known.join(t!(", "))
            );
            return mistake(0, message);
        }
        let mut rules = Self {
            text: text.to_owned(),
            start,
            def,
            takes,
            play,
            positions: def.positions,
            arguments,
            given: 1,
            set: Vec::new(),
            most: u64::MAX,
            game: game(def, takes, play),
        };
        rules.set_said();
        match rules.empty_range() {
            Some(message) => mistake(start, message),
            None => Ok(rules),
        }
    }

    /// What is wrong if the rule allows no number, since the least one is larger than the largest.
    fn empty_range(&self) -> Option<String> {
        let empty = |least, most| {
            let number = |parameter| self.number(Role::Parameter(parameter));
            number(least).zip(number(most)).filter(|(least, most)| least > most)
        };
        if let Some((least, most)) = empty(Parameter::MinTaken, Parameter::MaxTaken) {
            return Some(t!(
                "no number of stones is at least {least} and at most {most}",
                least,
                most
            ));
        }
        let (least, most) = empty(Parameter::LeastDivisor, Parameter::LargestDivisor)?;
        Some(t!("no number is at least {least} and at most {most}", least, most))
    }

    /// Sets what the rule says itself.
    fn set_said(&mut self) {
        for argument in self.arguments.clone() {
            if let Some(values) = argument.values {
                self.set(argument.role, &values);
            }
        }
    }

    /// The game that is played.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// The same, to be read into.
    pub fn game_mut(&mut self) -> &mut dyn Game {
        &mut *self.game
    }

    /// As [`Game::limit`].
    pub fn limit(&mut self, rules: u64) {
        self.game.limit(rules);
    }

    /// The same rule, but whoever cannot move loses, with nothing that the input gives.
    pub(crate) fn in_normal_play(&self) -> Self {
        self.in_play(Play::Normal)
    }

    /// The same rule, but whoever cannot move wins, if it is one that was played in normal play.
    pub(crate) fn in_misere_play(&self) -> Option<Self> {
        let is_known = self.def.has_misere() && self.game.heaps().is_some();
        (is_known && self.play == Play::Normal).then(|| self.in_play(Play::Misere))
    }

    fn in_play(&self, play: Play) -> Self {
        let front = match play {
            Play::Normal => "",
            Play::Misere => "misere ",
        };
        let mut arguments = self.arguments.clone();
        for argument in &mut arguments {
            argument.offset = argument.offset - self.start + front.len();
        }
        let mut rules = Self {
            text: front.to_owned() + &self.text[self.start..],
            start: front.len(),
            play,
            arguments,
            given: 1,
            set: Vec::new(),
            most: u64::MAX,
            game: game(self.def, self.takes, play),
            ..self.clone()
        };
        rules.set_said();
        rules
    }

    /// The rule as it is written, with what `given` says in the place of each name of what the input gives. `None` if
    /// something is not given.
    pub(crate) fn text_with(&self, given: impl Fn(Role) -> Option<String>) -> Option<String> {
        let mut text = self.text.clone();
        for part in self.asks_of_input().rev() {
            let end = part.offset + part.text.len();
            text.replace_range(part.offset..end, &given(part.role)?);
        }
        Some(text)
    }

    /// The theory's file that says what a move takes; empty without one.
    pub fn takes_file(&self) -> &'static str {
        self.takes.takes_file
    }

    /// Whether the rule is made from others.
    pub(crate) fn has_other_takes(&self) -> bool {
        !std::ptr::eq(self.def, self.takes)
    }

    /// The period of the Grundy values and what proves it, if the rule says all of itself, and a period is proven
    /// within about a second.
    pub(crate) fn proven_period(&self) -> Option<(Period, &'static str)> {
        if self.asks_of_input().next().is_some() {
            return None;
        }
        let mut rules = self.clone();
        rules.game().heaps()?;
        // Without a period, the largest pile cannot be covered.
        let _ = rules.cover(u64::MAX);
        rules.game().heaps()?.period()
    }

    /// Whether the numbers of the rule may stand beside each pile.
    pub(crate) fn may_be_beside_piles(&self) -> bool {
        let most = Role::Parameter(Parameter::MaxTaken);
        self.def.holes.contains(&most) && self.play == Play::Normal
    }

    /// Makes the numbers that the input gives those of one pile each.
    pub(crate) fn put_beside_piles(&mut self) {
        self.game = Box::new(Beside::default());
        self.set_said();
    }

    /// Whether a condition that a file of takes names holds for those of this rule.
    pub(crate) fn has_takes_where(&self, condition: &str) -> bool {
        self.takes.takes_where.contains(&condition)
    }

    /// The modulus, if Grundy values are the remainders of the sizes.
    pub(crate) fn modulus(&self) -> Option<u64> {
        self.game.heaps()?.modulus()
    }

    /// Who wins, if this is Nim.
    pub fn nim(&self) -> Option<Play> {
        self.game.heaps()?.nim()
    }

    /// What is in the holes of the rule.
    pub(crate) fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// What the input gives of the rules.
    pub(crate) fn asks_of_input(&self) -> impl DoubleEndedIterator<Item = &Argument> {
        let arguments = self.arguments.iter();
        arguments.filter(|argument| argument.values.is_none())
    }

    /// Sets what the input gives of the rules, if it gives anything: a number, or the numbers of a set; several parts
    /// alike.
    pub fn set_given(&mut self, values: &[u64]) {
        let roles: Vec<_> = self.asks_of_input().map(|part| part.role).collect();
        for role in roles {
            let is_first = role == Role::Parameter(Parameter::MinTaken);
            let first = values.get(..1).unwrap_or_default();
            self.set(role, if is_first { first } else { values });
        }
    }

    /// Sets a part of the rules; what is no part of them changes nothing.
    pub fn set(&mut self, role: Role, values: &[u64]) {
        match role {
            Role::Parameter(Parameter::Taken(nth)) => {
                if let (Some(take), Some(&value)) = (self.set.get_mut(nth), values.last()) {
                    *take = value;
                    self.game.set(Role::Take, &self.set);
                }
            }
            role if self.has_hole(role) => {
                self.given = values.last().copied().unwrap_or(self.given);
                if role == Role::Take {
                    values.clone_into(&mut self.set);
                }
                self.game.set(role, values);
            }
            _ => {}
        }
    }

    /// The step of the first pile on a staircase.
    pub(crate) fn first_step(&self) -> Option<u64> {
        self.has_hole(Role::Parameter(Parameter::Step)).then_some(self.given)
    }

    /// The king among the people, counted from 1.
    pub fn king(&self) -> Option<u64> {
        self.has_hole(Role::Parameter(Parameter::King)).then_some(self.given)
    }

    fn has_hole(&self, role: Role) -> bool {
        self.takes.holes.contains(&role)
    }

    /// Whether some position of so many piles with stones is lost: none is if a move may take all of them.
    pub(crate) fn may_be_lost(&self, piles: u64) -> bool {
        let is_moore = self.changes() == Changes::TooManyPiles && self.play == Play::Normal;
        !is_moore || self.given < piles
    }

    /// What moves change.
    pub fn changes(&self) -> Changes {
        match (self.def.make, self.said(Role::Other)) {
            // The digits of a code may not allow to divide a pile.
            (Make::Game(..), Some(digits)) if digits.iter().all(|digit| digit & 4 == 0) => Changes::OnePile,
            (Make::Game(changes, _), _) => changes,
            (Make::Takes(_), _) => Changes::OnePile,
            (Make::Split(_), _) => Changes::Piles,
        }
    }

    /// Whether every move takes stones from one pile, and leaves one.
    pub fn has_single_moves(&self) -> bool {
        self.changes() == Changes::OnePile
    }

    /// Whether every move takes stones from one pile, if it may put them on another.
    pub(crate) fn has_takes(&self) -> bool {
        self.has_single_moves() || self.positions.passes_on
    }

    /// The piles of a position that is given or that a move leaves: all of its numbers, unless moves have a memory.
    pub fn shown<'p>(&self, position: &'p [u64]) -> Cow<'p, [u64]> {
        match self.positions.memory {
            Memory::None => position.into(),
            Memory::LastTake => position[..position.len().min(1)].into(),
            Memory::Takes => position.iter().map(|&pile| each_once::stones(pile)).collect(),
        }
    }

    /// What was taken of each pile, with commas or as `-`, if moves may not take as much again.
    pub(crate) fn taken(&self, position: &[u64]) -> Option<String> {
        let of_pile = |&pile: &u64| match &each_once::taken(pile)[..] {
            [] => "-".to_owned(),
            taken => numbers(taken).replace(' ', ","),
        };
        let taken = || position.iter().map(of_pile).collect::<Vec<_>>();
        (self.positions.memory == Memory::Takes).then(|| taken().join(" "))
    }

    /// The number or the numbers with this role, if the rule says them.
    pub(crate) fn said(&self, role: Role) -> Option<&[u64]> {
        let mut arguments = self.arguments.iter();
        let argument = arguments.find(|argument| argument.role == role)?;
        argument.values.as_deref()
    }

    /// The number with this role, if the rule says it.
    pub fn number(&self, role: Role) -> Option<u64> {
        self.said(role)?.first().copied()
    }

    /// The fold over the position that is read, for a game that has one.
    pub(crate) fn fold_of_position(&mut self) -> &mut dyn Fold {
        self.game_mut()
            .fold()
            .expect("the piles are kept as a list if there is none")
    }

    /// Says what is asked of each position: whether moves are counted or listed, and whether what they leave is shown.
    pub(crate) fn ask(&mut self, for_moves: bool, for_positions: bool) {
        self.most = match (for_moves, for_positions) {
            (_, true) => self.game.largest_shown(),
            (true, false) => self.game.largest_listed(),
            (false, false) => u64::MAX,
        };
    }

    /// The largest pile for which what is [asked](Self::ask) may be answered, whatever is given of the rules.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// Computes what is needed for piles up to `largest`.
    ///
    /// # Errors
    /// If it is too large to be answered.
    pub fn cover(&mut self, largest: u64) -> Result<(), NoPeriod> {
        cover_up_to(self.most, largest)?;
        self.game.cover(largest)
    }

    /// The largest pile up to `most` that is answered. To find out may take as long as to answer it.
    pub fn largest_known(&mut self, most: u64) -> u64 {
        match self.cover(most) {
            Ok(()) => most,
            // Perhaps not all of these are, either.
            Err(NoPeriod(end)) => self.largest_known(end - 1),
        }
    }

    /// Whether the rule is written so, in its file or in the table: `take 1..2` and `take 1..K`.
    pub(crate) fn is_written(&self, text: &str) -> bool {
        let texts = [&*self.text, self.def.written, self.takes.written];
        texts.iter().any(|own| own.eq_ignore_ascii_case(text))
    }

    /// Whether the rule has these words one after the other.
    pub(crate) fn has_words(&self, text: &str) -> bool {
        let plain = |text: &str| {
            let words = words(text).into_iter();
            words.map(|(_, word)| word.to_lowercase()).collect::<Vec<_>>()
        };
        let searched = plain(text);
        let mut texts = [&*self.text, self.def.written].into_iter().map(plain);
        !searched.is_empty() && texts.any(|text| text.windows(searched.len()).any(|words| words == searched))
    }

    /// Whether this is a word of the rule, such as `primes`: a name in the input would be mistaken for it.
    pub(crate) fn has_word(&self, name: &str) -> bool {
        let is_argument = self.arguments.iter().any(|argument| argument.text == name);
        !is_argument && words(&self.text).iter().any(|(_, word)| *word == name)
    }
}

/// The mistake in the rule `text`, with the rule that was meant if a range is not written as one.
fn with_range_that_was_meant(Mistake { offset, message }: Mistake, text: &str) -> Mistake {
    let message = match meant(text) {
        Some(rule) if rule.contains("..") => message + t!("; ") + &t!("did you mean '{name}'?", name = rule),
        _ => message,
    };
    Mistake { offset, message }
}
