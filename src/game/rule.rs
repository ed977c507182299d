//! The table of rules: how each is written in a `game.toml`, what a move is, and which game it makes.
//!
//! The parser, the list of rules in messages and in the help, `solve --rule`, descriptions and statements are made from
//! [`RULES`].

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use super::beside::Beside;
use super::breaking::{MOST_DIGITS, Octal, Splits, octal_digits};
use super::coins::Coins;
use super::cpp::Cpp;
use super::division::{self, Division};
use super::divisors::{self, Coprime};
use super::each_once::{self, EachOnce};
use super::euclid::{self, Euclid};
use super::heap::{Heap, PileRule, Sum};
use super::hill::Hill;
use super::in_order::InOrder;
use super::last_take::{self, LastTake};
use super::moore::Moore;
use super::nim::{Lasker, Nim};
use super::one_each::OneEach;
use super::period::Period;
use super::ring::Ring;
use super::split_different::SplitDifferent;
use super::split_three::SplitThree;
use super::stairs::Stairs;
use super::subtraction_set::SubtractionSet;
use super::sums::Breaking;
use super::takes::{self, Between, Half, Powers};
use super::two_smaller::TwoSmaller;
use super::unequal::{self, Unequal};
use super::verb::Verb;
use super::wythoff::{self, Wythoff};
use super::{Changes, Fold, Game, Move, Play, Positions, numbers};
use crate::error::NoPeriod;
use crate::layout::{Mistake, Parameter, Role, half_width, mistake};
use crate::words::{t, word};

/// A rule.
#[derive(Debug)]
pub struct RuleDef {
    /// How it is written. A [hole](HOLES) stands for a number or a set, or for the name of one in the input.
    pub written: &'static str,
    /// What the number or the set in each hole is.
    pub holes: &'static [Role],
    /// What a position consists of.
    pub shape: Shape,
    /// What a move is called.
    pub verb: Verb,
    /// Who wins.
    pub winner: Winner,
    /// What a move does. Each `{}` is the text in a hole, `{pile}` is one of the piles, or the only one.
    pub sentence: &'static str,
    /// Its C++.
    pub(crate) cpp: Cpp,
    /// The game, before it is [set](Game::set) what is in the holes.
    make: Make,
}

/// What a position consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Any number of piles of stones.
    Piles,
    /// The same, but the stones are pins in a row.
    Pins,
    /// One pile, and behind it, after a move, what that took.
    PileAndTake,
    /// Piles, each with what moves took of it.
    PilesAndTakes,
    /// Two piles of stones.
    TwoPiles,
    /// Two numbers.
    Numbers,
    /// One number.
    Number,
    /// A ring of stones; after a move, at least two rows of them.
    Ring,
    /// Piles on the steps of a staircase.
    Stairs {
        /// The step of the first pile, 0 or 1.
        first: u64,
    },
    /// Coins on cells from 1 on, no two on the same one.
    Distinct,
    /// People on cells that ascend, but for those on cell 0.
    Ascending {
        /// Which of them is the king, counted from 1.
        king: u64,
    },
}

impl Shape {
    /// Whether a position consists of piles, not of persons or coins.
    pub fn has_piles(self) -> bool {
        !matches!(self, Self::Distinct | Self::Ascending { .. })
    }

    /// How many numbers a position has; `None` if it may have any number of them.
    pub fn count(self) -> Option<usize> {
        match self {
            Self::PileAndTake | Self::Number | Self::Ring => Some(1),
            Self::TwoPiles | Self::Numbers => Some(2),
            Self::Piles
            | Self::PilesAndTakes
            | Self::Pins
            | Self::Stairs { .. }
            | Self::Distinct
            | Self::Ascending { .. } => None,
        }
    }

    /// The step of the first pile on a staircase.
    pub(crate) fn first_step(self) -> Option<u64> {
        if let Self::Stairs { first } = self {
            Some(first)
        } else {
            None
        }
    }

    /// The king among the people, counted from 1.
    pub fn king(self) -> Option<u64> {
        if let Self::Ascending { king } = self {
            Some(king)
        } else {
            None
        }
    }
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
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
    /// A game: what its moves change, and its positions where who wins hangs on a single stone and random ones hardly
    /// ever meet that, if it has rare ones. Of two numbers, the smaller one is first.
    Game(
        Changes,
        Option<fn(&Rules) -> Positions<'static>>,
        fn(Play) -> Box<dyn Game>,
    ),
    /// Independent piles by a set of takes, to which [`Make::Split`] may add something.
    Takes(fn(Splits) -> Box<dyn Game>),
    /// Another rule, which is in the hole, and this.
    Split(Splits),
}

/// The game with the takes of `heap`.
fn with_takes<H: Heap>(heap: H, splits: Splits) -> Box<dyn Game> {
    match splits {
        Splits::No(play) => Box::new(Sum::new(heap, play)),
        Splits::Or | Splits::And | Splits::Sides => breaking(heap, splits),
        Splits::Ring => Box::new(Ring::new(
            Box::new(heap.clone()),
            breaking(heap, Splits::And),
        )),
    }
}

/// The game of taking and breaking with this rule.
fn breaking(rule: impl PileRule + 'static, splits: Splits) -> Box<dyn Game> {
    Box::new(Sum::new(Breaking::table(rule, splits), Play::Normal))
}

/// The text of a file of C++.
macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../cpp/", $name))
    };
}

/// The takes of rules on the divisors of a pile.
const DIVISORS_CPP: &str = concat!(file!("takes/divisors_of.h"), file!("takes/divisors.h"));

/// The rows that a ring becomes, and the ring.
const RING_CPP: &str = concat!(
    "namespace rows {\n",
    file!("games/breaking.h"),
    "}\n\n",
    file!("games/ring.h")
);

/// The words of [`RuleDef::written`] that stand for something else.
pub(crate) const HOLES: [&str; 10] = ["K", "P", "Q", "B", "k", "s", "{1,3,4}", "SET", "CODE", "G"];

impl RuleDef {
    /// Whether who wins in misère play is known.
    pub fn has_misere(&self) -> bool {
        self.winner == Winner::LastMoverOrNot
    }

    /// What a move does, with the names of the holes in it.
    pub(crate) fn with_holes(&self) -> String {
        let words = words(self.written).into_iter().map(|(_, word)| word);
        let holes = words.filter(|word| HOLES.contains(word));
        let holes = holes.map(|hole| match hole {
            "SET" => "take SET".to_owned(),
            "s" => numbers_of(hole),
            hole => hole.to_owned(),
        });
        in_holes(word(self.sentence), t!("one pile"), holes)
    }
}

/// A sentence with its holes filled, and the pile named.
fn in_holes(sentence: &str, pile: &str, holes: impl Iterator<Item = String>) -> String {
    let sentence = sentence.replace("{pile}", pile);
    let filled = holes.fold(sentence, |text, hole| text.replacen("{}", &hole, 1));
    filled.replace("exactly 1 stones", "exactly 1 stone")
}

/// All rules. Of two that fit a text, the first one counts.
pub static RULES: &[RuleDef] = &[
    RuleDef {
        written: "nim",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMoverOrNot,
        sentence: "a move takes one or more stones from {pile}",
        cpp: Cpp {
            setup: "position.takes_any = true;",
            ..Cpp::of_takes("", true)
        },
        make: Make::Game(Changes::OnePile, None, |play| Box::new(Sum::new(Nim, play))),
    },
    RuleDef {
        written: "nim or split",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move takes one or more stones from {pile}, or divides one pile into two non-empty piles",
        cpp: Cpp::of_class(file!("games/lasker.h"), true),
        make: Make::Game(Changes::Parts, None, |play| {
            Box::new(Sum::new(Lasker, play))
        }),
    },
    RuleDef {
        written: "nim or split 3",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move takes one or more stones from {pile}, or divides one pile into three non-empty piles",
        cpp: Cpp::of_class(file!("games/split_three.h"), true),
        make: Make::Game(Changes::Parts, None, |play| {
            Box::new(Sum::new(SplitThree, play))
        }),
    },
    RuleDef {
        written: "take SET or split",
        holes: &[Role::Take],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "{}, or divides one pile into two non-empty piles",
        cpp: Cpp::breaking("position.code = {4};\nposition.after_takes = 3;"),
        make: Make::Split(Splits::Or),
    },
    RuleDef {
        written: "take SET and split",
        holes: &[Role::Take],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "{}; it may then divide what is left of that pile into two non-empty piles",
        cpp: Cpp::breaking(""),
        make: Make::Split(Splits::And),
    },
    RuleDef {
        written: "take 1..half",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move takes at least one stone from {pile}, and at most half of its stones",
        cpp: Cpp::of_takes(file!("takes/half.h"), false),
        make: Make::Takes(|splits| with_takes(Half, splits)),
    },
    RuleDef {
        written: "take 1..K*last",
        holes: &[Role::Parameter(Parameter::Factor)],
        shape: Shape::PileAndTake,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "the first move takes at least one stone and leaves at least one; each later move takes at least one \
                  stone, and at most {} times as many as the move before",
        cpp: Cpp::of_class(file!("games/last_take.h"), true),
        make: Make::Game(
            Changes::OnePile,
            Some(|rules| last_take::special(rules.given)),
            |_| Box::new(LastTake::new(1, last_take::FULL)),
        ),
    },
    RuleDef {
        written: "take 1..K",
        holes: &[Role::Parameter(Parameter::MaxTaken)],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMoverOrNot,
        sentence: "a move takes 1 to {} stones from {pile}",
        cpp: Cpp::of_takes(file!("takes/range.h"), true),
        make: Make::Takes(|splits| with_takes(Between::default(), splits)),
    },
    RuleDef {
        written: "take P..Q",
        holes: &[
            Role::Parameter(Parameter::MinTaken),
            Role::Parameter(Parameter::MaxTaken),
        ],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMoverOrNot,
        sentence: "a move takes {} to {} stones from {pile}",
        cpp: Cpp::of_takes(file!("takes/range.h"), false),
        make: Make::Takes(|splits| with_takes(Between::default(), splits)),
    },
    RuleDef {
        written: "take {1,3,4}",
        holes: &[Role::Take],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMoverOrNot,
        sentence: "a move takes exactly {} stones from {pile}",
        cpp: Cpp::of_takes("", true),
        make: Make::Takes(|splits| with_takes(SubtractionSet::new(&[], false), splits)),
    },
    RuleDef {
        written: "take primes",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMoverOrNot,
        sentence: "a move takes a prime number of stones from {pile}",
        cpp: Cpp {
            list: takes::primes,
            ..Cpp::of_takes("", false)
        },
        make: Make::Takes(|splits| with_takes(SubtractionSet::new(&takes::primes(), true), splits)),
    },
    RuleDef {
        written: "take squares",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMoverOrNot,
        sentence: "a move takes a square number of stones (1, 4, 9 and so on) from {pile}",
        cpp: Cpp {
            list: takes::squares,
            ..Cpp::of_takes("", false)
        },
        make: Make::Takes(|splits| {
            with_takes(SubtractionSet::new(&takes::squares(), true), splits)
        }),
    },
    RuleDef {
        written: "take powers of B",
        holes: &[Role::Parameter(Parameter::Base)],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMoverOrNot,
        sentence: "a move takes from {pile} a number of stones that is 1 or a power of {}",
        cpp: Cpp::of_takes(file!("takes/powers.h"), false),
        make: Make::Takes(|splits| with_takes(Powers::default(), splits)),
    },
    RuleDef {
        written: "take divisors",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move takes from {pile} a number of stones that divides the size of that pile",
        cpp: Cpp::of_takes(DIVISORS_CPP, false),
        make: Make::Takes(|splits| with_takes(divisors::DIVISORS, splits)),
    },
    RuleDef {
        written: "take proper divisors",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move takes from {pile} a number of stones that divides the size of that pile and is smaller than \
                  it",
        cpp: Cpp {
            setup: "named.not_last = 1;",
            ..Cpp::of_takes(DIVISORS_CPP, false)
        },
        make: Make::Takes(|splits| with_takes(divisors::PROPER_DIVISORS, splits)),
    },
    RuleDef {
        written: "take inner divisors",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move takes from {pile} a number of stones that divides the size of that pile and is neither 1 nor \
                  that size",
        cpp: Cpp {
            setup: "named.not_first = named.not_last = 1;",
            ..Cpp::of_takes(DIVISORS_CPP, false)
        },
        make: Make::Takes(|splits| with_takes(divisors::INNER_DIVISORS, splits)),
    },
    RuleDef {
        written: "take coprime",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move takes from {pile} a number of stones that has no common divisor with the size of that pile \
                  but 1",
        cpp: Cpp::of_takes(file!("takes/coprime.h"), false),
        make: Make::Takes(|splits| with_takes(Coprime::new(), splits)),
    },
    RuleDef {
        written: "take prime powers",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMoverOrNot,
        sentence: "a move takes from {pile} a number of stones that is 1 or a power of a prime (2, 3, 4, 5, 7, 8, 9 \
                  and so on)",
        cpp: Cpp::of_takes(file!("takes/prime_powers.h"), false),
        make: Make::Takes(|splits| with_takes(divisors::PRIME_POWERS, splits)),
    },
    RuleDef {
        written: "take primes and 1",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMoverOrNot,
        sentence: "a move takes from {pile} a number of stones that is 1 or a prime",
        cpp: Cpp {
            setup: "named.are_primes = true;",
            ..Cpp::of_takes(file!("takes/prime_powers.h"), false)
        },
        make: Make::Takes(|splits| with_takes(divisors::PRIMES_AND_ONE, splits)),
    },
    RuleDef {
        written: "leave divisors",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move leaves of {pile} a number of stones that divides its size and is smaller",
        cpp: Cpp::of_takes(
            concat!(
                file!("takes/divisors_of.h"),
                file!("takes/leave_divisors.h")
            ),
            false,
        ),
        make: Make::Game(Changes::OnePile, None, |play| {
            Box::new(Sum::new(divisors::LEAVE_DIVISORS, play))
        }),
    },
    RuleDef {
        written: "take each once",
        holes: &[],
        shape: Shape::PilesAndTakes,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move takes one or more stones from {pile}, but not as many as a move took from that pile before",
        cpp: Cpp::of_takes(file!("takes/each_once.h"), true),
        make: Make::Game(Changes::OnePile, None, |play| {
            Box::new(Sum::new(EachOnce, play))
        }),
    },
    RuleDef {
        written: "take s",
        holes: &[Role::Take],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMoverOrNot,
        sentence: "a move takes from {pile} a number of stones that is one of {}",
        cpp: Cpp::of_takes("", true),
        make: Make::Takes(|splits| with_takes(SubtractionSet::new(&[], false), splits)),
    },
    RuleDef {
        written: "moore K",
        holes: &[Role::Parameter(Parameter::MaxPiles)],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMoverOrNot,
        sentence: "a move chooses at least one and at most {} piles, and takes one or more stones from each of them",
        cpp: Cpp::of_class(file!("games/moore.h"), false),
        make: Make::Game(Changes::TooManyPiles, None, |play| {
            Box::new(Moore::new(1, play))
        }),
    },
    RuleDef {
        written: "split unequal",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move divides one pile into two non-empty piles of different sizes",
        cpp: Cpp {
            lost_alone: &unequal::LOST,
            ..Cpp::breaking(
                "position.code = {4};\nposition.are_unequal = true, position.may_repeat = false;\n\
                 position.alone_below = 1 << 20;",
            )
        },
        make: Make::Game(Changes::Piles, None, |_| {
            Box::new(Sum::new(Unequal::new(), Play::Normal))
        }),
    },
    RuleDef {
        written: "split different",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move divides one pile into two or more piles, all of different sizes",
        cpp: Cpp::of_class(file!("games/split_different.h"), true),
        make: Make::Game(Changes::Piles, None, |play| {
            Box::new(Sum::new(SplitDifferent, play))
        }),
    },
    RuleDef {
        written: "two smaller",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Replace,
        winner: Winner::LastMover,
        sentence: "a move puts at most two piles in the place of one pile, each smaller than that, even if they have \
                  more stones together",
        cpp: Cpp::of_class(file!("games/two_smaller.h"), true),
        make: Make::Game(Changes::Parts, None, |play| {
            Box::new(Sum::new(TwoSmaller, play))
        }),
    },
    RuleDef {
        written: "octal CODE",
        holes: &[Role::Other],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move takes stones from one pile, and may divide what is left of it in two, as the digits of {} \
        allow",
        cpp: Cpp::breaking(""),
        make: Make::Game(Changes::Piles, None, |_| {
            breaking(Octal::default(), Splits::No(Play::Normal))
        }),
    },
    RuleDef {
        written: "kayles",
        holes: &[],
        shape: Shape::Pins,
        verb: Verb::KnockDown,
        winner: Winner::LastMover,
        sentence: "a move knocks down one pin, or two neighbouring pins of the same row; pins with a gap between them \
                   are not neighbours",
        cpp: Cpp::breaking("position.code = {0, 7, 7};\nposition.are_sides = true;"),
        make: Make::Game(Changes::Piles, None, |_| {
            with_takes(SubtractionSet::new(&[1, 2], false), Splits::Sides)
        }),
    },
    RuleDef {
        written: "divide by P..Q",
        holes: &[
            Role::Parameter(Parameter::LeastDivisor),
            Role::Parameter(Parameter::LargestDivisor),
        ],
        shape: Shape::Number,
        verb: Verb::Divide,
        winner: Winner::InSentence,
        sentence: "a move divides the number by a whole number from {} to {}, and rounds up; whoever reaches 1 wins",
        cpp: Cpp::of_class(file!("games/division.h"), true),
        make: Make::Game(
            Changes::OnePile,
            Some(|rules| {
                let least = rules.number(Role::Parameter(Parameter::LeastDivisor));
                let most = rules.number(Role::Parameter(Parameter::LargestDivisor));
                division::special(least.unwrap_or(2), most.unwrap_or(rules.given))
            }),
            |_| Box::new(Division::new(2, 2)),
        ),
    },
    RuleDef {
        written: "stairs G",
        holes: &[Role::Parameter(Parameter::Step)],
        shape: Shape::Stairs { first: 1 },
        verb: Verb::StepDown { first: 1 },
        winner: Winner::LastMover,
        sentence: "the piles are on the steps of a staircase, the first on step {}, each next one a step higher; a \
        move takes one or more stones from {pile} to the next step below; on step 0 they stay",
        cpp: Cpp::of_class(file!("games/stairs.h"), false),
        make: Make::Game(Changes::Piles, None, |_| Box::new(Stairs::new(1))),
    },
    RuleDef {
        written: "nim in order",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move takes one or more stones from the first pile that has some",
        cpp: Cpp::of_class(file!("games/in_order.h"), false),
        make: Make::Game(Changes::OnePile, None, |_| Box::new(InOrder::default())),
    },
    RuleDef {
        written: "one each",
        holes: &[],
        shape: Shape::Piles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move chooses one or more piles that are not empty and takes one stone from each of them",
        cpp: Cpp::of_class(file!("games/one_each.h"), true),
        make: Make::Game(Changes::Piles, None, |_| Box::new(OneEach::default())),
    },
    RuleDef {
        written: "ring SET",
        holes: &[Role::Take],
        shape: Shape::Ring,
        verb: Verb::FromRing,
        winner: Winner::LastMover,
        sentence: "the stones form a ring: {}, all of them neighbours, and gaps stay",
        cpp: Cpp::of_class(RING_CPP, true),
        make: Make::Split(Splits::Ring),
    },
    RuleDef {
        written: "wythoff",
        holes: &[],
        shape: Shape::TwoPiles,
        verb: Verb::Take,
        winner: Winner::LastMover,
        sentence: "a move takes one or more stones from one of the two piles, or the same number, at least one, from \
                  both",
        cpp: Cpp::of_class(file!("games/wythoff.h"), true),
        make: Make::Game(Changes::Piles, Some(|_| wythoff::special()), |_| {
            Box::new(Wythoff)
        }),
    },
    RuleDef {
        written: "euclid",
        holes: &[],
        shape: Shape::Numbers,
        verb: Verb::Subtract,
        winner: Winner::InSentence,
        sentence: "a move subtracts a positive multiple of the smaller number from the larger one, or of one from the \
                  other if they are equal, so that the result is not negative; whoever makes a number 0 wins",
        cpp: Cpp::of_class(file!("games/euclid.h"), false),
        make: Make::Game(Changes::OnePile, Some(|_| euclid::special()), |_| {
            Box::new(Euclid)
        }),
    },
    RuleDef {
        written: "coins",
        holes: &[],
        shape: Shape::Distinct,
        verb: Verb::Slide,
        winner: Winner::LastMover,
        sentence: "a move takes one coin any number of cells to the left, to a free cell, without passing another coin",
        cpp: Cpp::of_class(file!("games/coins.h"), false),
        make: Make::Game(Changes::OnePile, None, |_| Box::new(Coins)),
    },
    RuleDef {
        written: "hill k",
        holes: &[Role::Parameter(Parameter::King)],
        shape: Shape::Ascending { king: 1 },
        verb: Verb::Climb,
        winner: Winner::InSentence,
        sentence: "a move takes one person any number of cells nearer to the top, without reaching or passing anyone \
                  who is not at the top yet; person {}, counted from the top, is the king, and whoever moves the king \
                  to the top wins",
        cpp: Cpp::of_class(file!("games/hill.h"), true),
        make: Make::Game(Changes::Piles, None, |_| Box::new(Hill::new(1))),
    },
];

/// What is in a hole of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    /// What it is: a number of this role, the set of takes, or the digits of a code.
    pub role: Role,
    /// How it is written, and its offset in the rule.
    pub text: String,
    pub offset: usize,
    /// The number or numbers; `None` if they are those of the input that have the name `text`.
    pub values: Option<Vec<u64>>,
}

impl Argument {
    /// As in a sentence.
    fn words(&self) -> String {
        match self.set() {
            Some(set) => one_of(&set.split(',').map(str::trim).collect::<Vec<_>>()),
            None => self.text.clone(),
        }
    }

    /// What is in braces.
    fn set(&self) -> Option<&str> {
        self.text.strip_prefix('{')?.strip_suffix('}')
    }

    /// The names in a set, each an argument of its own.
    fn names(&self) -> Vec<Self> {
        let mut at = self.offset + 1;
        let parts = self.set().into_iter().flat_map(|set| set.split(','));
        let names = parts.enumerate().filter_map(|(nth, part)| {
            let (text, blanks) = (part.trim(), part.len() - part.trim_start().len());
            let offset = at + blanks;
            at += part.len() + 1;
            is_name(text).then(|| Self {
                role: Role::Parameter(Parameter::Taken(nth)),
                text: text.to_owned(),
                offset,
                values: None,
            })
        });
        names.collect()
    }
}

/// A list of the input, in a sentence.
fn numbers_of(list: &str) -> String {
    t!("the numbers {list}", list)
}

/// Whether this is not a number.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Words one of which is chosen: `1, 3 or 4`.
fn one_of(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => {
            t!("{others} or {last}", others = others.join(t!(", ")), last)
        }
        None => String::new(),
    }
}

/// The rules of a problem.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How the rule is written.
    text: String,
    def: &'static RuleDef,
    /// The row of the takes, if others are made from them, or else the same.
    takes: &'static RuleDef,
    play: Play,
    /// What a move is called: that of the rule, unless the piles are the cells between pieces.
    pub(crate) verb: Verb,
    arguments: Vec<Argument>,
    /// The number that was given last, and the subtraction set, with a 0 for each name of which nothing was given yet.
    given: u64,
    set: Vec<u64>,
    game: Box<dyn Game>,
}

impl Deref for Rules {
    type Target = dyn Game;

    fn deref(&self) -> &Self::Target {
        &*self.game
    }
}

impl DerefMut for Rules {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.game
    }
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
            return mistake(start, no_rule(&text[start..]));
        };
        let argument = |(&role, (offset, word)): (&Role, Word<'_>)| {
            Ok(Argument {
                role,
                text: word.to_owned(),
                offset,
                values: values(role, offset, word)?,
            })
        };
        let arguments = takes.holes.iter().zip(holes).map(argument);
        let mut arguments: Vec<_> = arguments.collect::<Result<_, Mistake>>()?;
        arguments.extend(
            arguments
                .iter()
                .flat_map(Argument::names)
                .collect::<Vec<_>>(),
        );
        if play == Play::Misere && !def.has_misere() {
            let known = RULES.iter().filter(|def| def.has_misere());
            let message = t!(
                "misere play of {rule} follows no known rule; it is known of {known}",
                rule = &text[start..],
                known = listed(known)
            );
            return mistake(0, message);
        }
        let splits = if let Make::Split(splits) = def.make {
            splits
        } else {
            Splits::No(play)
        };
        let game = match takes.make {
            Make::Game(_, _, make) => make(play),
            Make::Takes(make) => make(splits),
            Make::Split(_) => unreachable!("takes are not made from others"),
        };
        let mut rules = Self {
            text: text.to_owned(),
            def,
            takes,
            play,
            verb: def.verb,
            arguments,
            given: 1,
            set: Vec::new(),
            game,
        };
        for argument in rules.arguments.clone() {
            if let Some(values) = argument.values {
                rules.set(argument.role, &values);
            }
        }
        let number = |role| rules.number(Role::Parameter(role));
        if let (Some(least), Some(most)) =
            (number(Parameter::MinTaken), number(Parameter::MaxTaken))
            && least > most
        {
            let message = t!(
                "no number of stones is at least {least} and at most {most}",
                least,
                most
            );
            return mistake(start, message);
        }
        Ok(rules)
    }

    /// The same rule, but whoever cannot move loses.
    pub(crate) fn in_normal_play(&self) -> Self {
        let normal = self.text.trim_start().strip_prefix("misere");
        normal.map_or_else(
            || self.clone(),
            |rule| Self::parse(rule).expect("a part of a rule that was parsed"),
        )
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

    /// The row of the takes, if the rule is made from others, or else its own.
    pub(crate) fn takes_def(&self) -> &'static RuleDef {
        self.takes
    }

    /// Whether the rule is made from others.
    pub(crate) fn has_other_takes(&self) -> bool {
        !std::ptr::eq(self.def, self.takes)
    }

    /// The period of the Grundy values and what proves it, if the rule says all of itself, and a period is proven
    /// within some tenths of a second.
    pub(crate) fn proven_period(&self) -> Option<(Period, &'static str)> {
        if self.asks_of_input().next().is_some() {
            return None;
        }
        let mut rules = self.clone();
        rules.heaps()?;
        rules.limit(1);
        // Without a period, the largest pile cannot be covered.
        let _ = rules.cover(u64::MAX);
        rules.heaps()?.period()
    }

    /// Whether the numbers of the rule may stand beside each pile.
    pub(crate) fn may_be_beside_piles(&self) -> bool {
        let is_range = ["take 1..K", "take P..Q"].contains(&self.def.written);
        is_range && self.play == Play::Normal
    }

    /// Makes the numbers that the input gives those of one pile each.
    pub(crate) fn put_beside_piles(&mut self) {
        self.game = Box::new(Beside::default());
        for argument in self.arguments.clone() {
            if let Some(values) = argument.values {
                self.set(argument.role, &values);
            }
        }
    }

    /// Who wins, if this is Nim.
    pub fn nim(&self) -> Option<Play> {
        (self.def.written == "nim").then_some(self.play)
    }

    /// Who wins.
    pub fn play(&self) -> Play {
        self.play
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
            self.set(role, if is_first { &values[..1] } else { values });
        }
    }

    /// Sets a part of the rules.
    pub fn set(&mut self, role: Role, values: &[u64]) {
        if let [.., given] = values {
            self.given = *given;
        }
        if let Verb::StepDown { first } = &mut self.verb {
            *first = self.given;
        }
        match role {
            Role::Take => values.clone_into(&mut self.set),
            Role::Parameter(Parameter::Taken(nth)) => {
                self.set[nth] = self.given;
                return self.game.set(Role::Take, &self.set);
            }
            _ => {}
        }
        self.game.set(role, values);
    }

    /// What a position consists of.
    pub fn shape(&self) -> Shape {
        match self.def.shape {
            Shape::Ascending { .. } => Shape::Ascending { king: self.given },
            Shape::Stairs { .. } => Shape::Stairs { first: self.given },
            shape => shape,
        }
    }

    /// Whether some position of so many piles with stones is lost: none is if a move may take all of them.
    pub(crate) fn may_be_lost(&self, piles: u64) -> bool {
        let is_moore = self.changes() == Changes::TooManyPiles && self.play == Play::Normal;
        !is_moore || self.given < piles
    }

    /// What moves change.
    pub fn changes(&self) -> Changes {
        match self.def.make {
            Make::Takes(_) => Changes::OnePile,
            Make::Split(_) => Changes::Piles,
            Make::Game(changes, ..) => match self.said(Role::Other) {
                // The digits of a code may not allow to divide a pile.
                Some(digits) if digits.iter().all(|digit| digit & 4 == 0) => Changes::OnePile,
                Some(_) | None => changes,
            },
        }
    }

    /// Whether every move takes stones from one pile, and leaves one.
    pub fn has_single_moves(&self) -> bool {
        self.changes() == Changes::OnePile
    }

    /// Whether every move takes stones from one pile, if it may put them on another.
    pub fn has_takes(&self) -> bool {
        self.has_single_moves() || self.shape().first_step().is_some()
    }

    /// Positions in ascending order of their sums, where who wins hangs on a single stone, if the game has rare ones: a
    /// search for a small counterexample tries them one after another.
    pub fn special(&self) -> Option<Positions<'static>> {
        let Make::Game(_, Some(special), _) = self.def.make else {
            return None;
        };
        Some(special(self))
    }

    /// The piles of a position that is given or that a move leaves: all of its numbers, unless moves have a memory.
    pub fn shown<'p>(&self, position: &'p [u64]) -> Cow<'p, [u64]> {
        match self.def.shape {
            Shape::PileAndTake => position[..position.len().min(1)].into(),
            Shape::PilesAndTakes => position
                .iter()
                .map(|&pile| each_once::stones(pile))
                .collect(),
            _ => position.into(),
        }
    }

    /// What was taken of each pile, with commas or as `-`, if moves may not take as much again.
    pub(crate) fn taken(&self, position: &[u64]) -> Option<String> {
        let of_pile = |&pile: &u64| match &each_once::taken(pile)[..] {
            [] => "-".to_owned(),
            taken => numbers(taken).replace(' ', ","),
        };
        let taken = || position.iter().map(of_pile).collect::<Vec<_>>();
        (self.def.shape == Shape::PilesAndTakes).then(|| taken().join(" "))
    }

    /// A move in the words of the game, with the piles after it if they are at most `few`, or else with what it leaves
    /// of those it changes.
    pub(crate) fn describe(&self, position: &[u64], turn: &[Move], few: usize) -> String {
        let piles = self.shown(position);
        if piles.len() <= few {
            let after = self.after(position, turn);
            return self
                .verb
                .written(&piles, turn, &numbers(&self.shown(&after)));
        }
        let (steps, others) = turn.split_at(turn.len().min(few));
        let left: Vec<_> = steps.iter().flat_map(Move::parts).collect();
        let before: Vec<_> = steps.iter().map(|step| piles[step.pile]).collect();
        let (left, before) = (numbers(&left), numbers(&before));
        let changed = t!("{left} instead of {before}", left, before);
        let text = self.verb.written(&piles, steps, &changed);
        match others.len() {
            0 => text,
            more => text + &t!(" and {more} more", more),
        }
    }

    /// A move as a part of a sentence, as of [`describe`](Self::describe).
    pub(crate) fn in_sentence(&self, position: &[u64], turn: &[Move]) -> String {
        let after = self.after(position, turn);
        let after = numbers(&self.shown(&after));
        self.verb.in_sentence(&self.shown(position), turn, &after)
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
        self.fold()
            .expect("the piles are kept as a list if there is none")
    }

    /// The largest pile up to `most` that is answered. To find out may take as long as to answer it.
    pub fn largest_known(&mut self, most: u64) -> u64 {
        match self.cover(most) {
            Ok(()) => most,
            // Perhaps not all of these are, either.
            Err(NoPeriod(end)) => self.largest_known(end - 1),
        }
    }

    /// Whether this is a word of the rule, such as `primes`: a name in the input would be mistaken for it.
    pub(crate) fn has_word(&self, name: &str) -> bool {
        let is_argument = self.arguments.iter().any(|argument| argument.text == name);
        !is_argument && words(&self.text).iter().any(|(_, word)| *word == name)
    }

    /// What a move does; `hole` makes the text in a hole, and there is only one pile or more of them.
    pub(crate) fn move_sentence(&self, is_only: bool, hole: impl Fn(String) -> String) -> String {
        if let Some(digits) = self.said(Role::Other) {
            return octal_sentence(digits, hole);
        }
        if self.verb == Verb::Approach && self.nim().is_some() {
            return t!(
                "a move takes one of the two pieces of a row one or more cells closer to the other, but not onto its \
                cell"
            )
            .to_owned();
        }
        let divides = self.has_other_takes();
        let mut sentence = word(self.takes.sentence).to_owned();
        if divides {
            sentence = word(self.def.sentence).replace("{}", &sentence);
        }
        let pile = if self.def.shape == Shape::Ring {
            t!("it")
        } else if is_only && !divides {
            t!("the pile")
        } else {
            t!("one pile")
        };
        let arguments = self.arguments.iter().map(Argument::words);
        in_holes(&sentence, pile, arguments.map(hole))
    }

    /// The row of the table.
    pub fn def(&self) -> &'static RuleDef {
        self.def
    }

    /// Whether the sentence on a move says who wins.
    pub(crate) fn says_who_wins(&self) -> bool {
        self.def.winner == Winner::InSentence
    }

    /// Describes the rules in a sentence.
    pub(crate) fn description(&self) -> String {
        let is_list = |name: &str| {
            let mut given = self.asks_of_input();
            given.any(|part| part.role == Role::Take && part.text == name)
        };
        let hole = |hole: String| {
            if is_list(&hole) {
                numbers_of(&hole)
            } else {
                hole
            }
        };
        let moves = || self.move_sentence(false, hole);
        match (self.nim(), self.play) {
            (Some(Play::Normal), _) if self.verb == Verb::Take => {
                t!("normal Nim: whoever takes the last stone wins").to_owned()
            }
            (Some(Play::Misere), _) if self.verb == Verb::Take => {
                t!("misère Nim: whoever takes the last stone loses").to_owned()
            }
            _ if self.says_who_wins() => moves(),
            (_, Play::Normal) => t!("{moves}; whoever cannot move loses", moves = moves()),
            (_, Play::Misere) => t!(
                "{moves}; whoever makes the last move loses",
                moves = moves()
            ),
        }
    }
}

/// What the moves of an octal game are, by its digits; `hole` makes the text of numbers.
fn octal_sentence(digits: &[u64], hole: impl Fn(String) -> String) -> String {
    // What some digits say of a take. The others say what two of these do.
    let all: [(&[u64], &str); 6] = [
        (&[1, 5], t!("takes a whole pile of {}")),
        (&[2], t!("takes {} from a pile that has more")),
        (&[3], t!("takes {} from one pile")),
        (
            &[4, 5],
            t!("takes {} from one pile and divides what is left of it into two non-empty piles"),
        ),
        (
            &[6],
            t!(
                "takes {} from a pile that has more, and may divide what is left of it into two non-empty piles"
            ),
        ),
        (
            &[7],
            t!(
                "takes {} from one pile, and may divide what is left of it into two non-empty piles"
            ),
        ),
    ];
    let moves = all.into_iter().filter_map(|(allowed, text)| {
        let takes = (1..).zip(&digits[1..]);
        let takes = takes.filter(|(_, digit)| allowed.contains(digit));
        let takes: Vec<_> = takes.map(|(take, _): (u64, _)| take.to_string()).collect();
        let stones = match &takes.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => return None,
            ["1"] => t!("1 stone").to_owned(),
            takes => t!("{count} stones", count = hole(one_of(takes))),
        };
        Some(text.replace("{}", &stones))
    });
    let divides = t!("divides one pile into two non-empty piles").to_owned();
    let divides = (digits[0] == 4).then_some(divides);
    match &divides.into_iter().chain(moves).collect::<Vec<_>>()[..] {
        [] => t!("there is no move").to_owned(),
        moves => t!("a move {moves}", moves = moves.join(t!("; or it "))),
    }
}

/// A word and its offset.
type Word<'t> = (usize, &'t str);

/// The words of a rule: what stands between blanks, and `..`, `*` and sets, which may have blanks in them.
fn words(text: &str) -> Vec<Word<'_>> {
    let (mut words, mut rest) = (Vec::new(), text.trim_start());
    while !rest.is_empty() {
        let len = match rest.as_bytes() {
            [b'.', b'.', ..] => 2,
            [b'*', ..] => 1,
            [b'{', ..] => rest.find('}').map_or(rest.len(), |end| end + 1),
            _ => {
                let ends = [
                    rest.find(".."),
                    rest.find(['*', '{']),
                    rest.find(char::is_whitespace),
                ];
                ends.into_iter().flatten().min().unwrap_or(rest.len())
            }
        };
        words.push((text.len() - rest.len(), &rest[..len]));
        rest = rest[len..].trim_start();
    }
    words
}

/// How alike an unknown rule and the one that is suggested for it must be (Jaro-Winkler, from 0 to 1).
const ALIKE: f64 = 0.8;

/// The row that fits these words, that of its takes, and what is in the holes of these.
fn fitting<'t>(found: &[Word<'t>]) -> Option<(&'static RuleDef, &'static RuleDef, Vec<Word<'t>>)> {
    RULES.iter().find_map(|def| {
        let Make::Split(_) = def.make else {
            return Some((def, def, fit(def.written, found)?));
        };
        let taking = taking(def, found)?;
        let is_set = |def: &&RuleDef| matches!(def.make, Make::Takes(_));
        let mut takes = RULES.iter().filter(is_set);
        takes.find_map(|takes| Some((def, takes, fit(takes.written, &taking)?)))
    })
}

/// The words of the takes from which a rule that is written so with them is made, if it is this one.
fn taking<'t>(def: &RuleDef, found: &[Word<'t>]) -> Option<Vec<Word<'t>>> {
    let Some(split) = def.written.strip_prefix("take SET ") else {
        let (ring, set) = found.split_first()?;
        let is_ring = def.written.strip_suffix(" SET") == Some(ring.1);
        return is_ring.then(|| [&[(ring.0, "take")], set].concat());
    };
    let (taking, rest) = found.split_at_checked(found.len().checked_sub(2)?)?;
    fit(split, rest)?;
    Some(taking.to_vec())
}

/// Which of these words are in the holes of a rule that is `written` so, if they fit it.
fn fit<'t>(written: &str, found: &[Word<'t>]) -> Option<Vec<Word<'t>>> {
    let pattern = words(written);
    let fits = |((_, hole), (_, word)): (&Word<'_>, &Word<'_>)| match *hole {
        "s" => word.starts_with(|c: char| c.is_ascii_alphabetic()),
        "{1,3,4}" => word.starts_with('{') && word.ends_with('}'),
        hole => HOLES.contains(&hole) || hole == *word,
    };
    let is_fit = pattern.len() == found.len() && pattern.iter().zip(found).all(fits);
    let pairs = pattern.iter().zip(found.iter().copied());
    let holes = pairs.filter(|((_, hole), _)| HOLES.contains(hole));
    is_fit.then(|| holes.map(|(_, word)| word).collect())
}

/// Says that there is no such rule as `text`, and which one may be meant.
fn no_rule(text: &str) -> String {
    match meant(text) {
        Some(rule) => t!(
            "there is no rule '{text}'; did you mean '{rule}'? ('bouton help game.toml' lists the rules)",
            text,
            rule
        ),
        None => t!(
            "there is no rule '{text}' ('bouton help game.toml' lists the rules)",
            text
        ),
    }
}

/// The rule that may be meant by `text`: the same in the usual letters, with its braces, or with another first word; or
/// else one of the table that looks like it.
fn meant(text: &str) -> Option<String> {
    let usual = text.to_lowercase().replace(['è', 'é'], "e");
    let usual: String = usual.chars().map(half_width).collect();
    let (first, rest) = usual.split_once(' ').unwrap_or((&usual, ""));
    let firsts = RULES.iter().filter_map(|def| def.written.split(' ').next());
    let by_first = alike(first, firsts).map(|first| format!("{first} {rest}"));
    let in_braces =
        (first == "take").then(|| format!("{first} {{{}}}", rest.replace([' ', '{', '}'], "")));
    let corrected = [Some(usual.clone()), by_first, in_braces];
    let mut corrected = corrected
        .into_iter()
        .flatten()
        .map(|text| text.trim().to_owned());
    let parsed = corrected.find(|text| {
        let found = words(text.strip_prefix("misere ").unwrap_or(text));
        fitting(&found).is_some()
    });
    parsed.or_else(|| alike(&usual, RULES.iter().map(|def| def.written)).map(str::to_owned))
}

/// The one of `others` that is most like `text`, if any is.
fn alike<'o>(text: &str, others: impl Iterator<Item = &'o str>) -> Option<&'o str> {
    let likeness = |other: &&str| strsim::jaro_winkler(text, other);
    let best = others.max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    best.filter(|best| likeness(best) >= ALIKE)
}

/// How these rules are written.
fn listed<'d>(rules: impl Iterator<Item = &'d RuleDef>) -> String {
    rules
        .map(|def| def.written)
        .collect::<Vec<_>>()
        .join(t!(", "))
}

/// The numbers that `found` in a hole says; `None` if it is the name of a number or list in the input.
fn values(role: Role, offset: usize, found: &str) -> Result<Option<Vec<u64>>, Mistake> {
    if role == Role::Other {
        let message = t!(
            "expected an octal code such as 0.137 or 4.07, with up to {most} digits after the point, found '{found}'",
            most = MOST_DIGITS,
            found
        );
        return octal_digits(found).map_or(mistake(offset, message), |digits| Ok(Some(digits)));
    }
    if role == Role::Parameter(Parameter::Step) {
        return match found {
            "0" | "1" => Ok(Some(vec![u64::from(found == "1")])),
            _ => mistake(
                offset,
                t!(
                    "expected the step of the first pile, 0 or 1, found '{found}'",
                    found
                ),
            ),
        };
    }
    if is_name(found) {
        return Ok(None);
    }
    let set = found.strip_prefix('{').filter(|_| role == Role::Take);
    let set = set.and_then(|set| set.strip_suffix('}'));
    let mut at = offset + usize::from(set.is_some());
    let numbers = set.map_or(vec![found], |set| set.split(',').collect());
    let numbers = numbers.into_iter().map(|number| {
        let start = at;
        at += number.len() + 1;
        let found = number.trim();
        if set.is_some() && is_name(found) {
            return Ok(0);
        }
        if let Ok(number @ 1..) = found.parse()
            && !found.starts_with('+')
        {
            return Ok(number);
        }
        let mut message = t!(
            "expected a number from 1 to 2^64 - 1, found '{found}'",
            found
        );
        if let Some(name) = power(found) {
            message += t!("; ");
            message += &t!("did you mean '{name}'?", name);
        }
        mistake(start, message)
    });
    numbers.collect::<Result<_, _>>().map(Some)
}

/// The number that `text` says as `1e9` or `10^9`.
fn power(text: &str) -> Option<u64> {
    let (factor, base, exponent) = if let Some((factor, exponent)) = text.split_once(['e', 'E']) {
        (factor.parse().ok()?, 10, exponent)
    } else {
        let (base, exponent) = text.split_once('^')?;
        (1_u64, base.parse().ok()?, exponent)
    };
    let power = u64::checked_pow(base, exponent.parse().ok()?)?;
    factor.checked_mul(power)
}
