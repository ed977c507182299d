//! All rules: how each is written, what it says, and the game that it makes.

use super::{Make, RuleDef, Winner};
use crate::game::breaking::{Octal, Splits};
use crate::game::coins::Coins;
use crate::game::division::Division;
use crate::game::divisors::{self, Coprime};
use crate::game::each_once::EachOnce;
use crate::game::euclid::Euclid;
use crate::game::heap::{Heap, PileRule, Takes};
use crate::game::hill::Hill;
use crate::game::in_order::InOrder;
use crate::game::last_take::LastTake;
use crate::game::moore::Moore;
use crate::game::nim::{Lasker, Nim};
use crate::game::one_each::OneEach;
use crate::game::positions::{
    COINS, NUMBER, PEOPLE, PILE_AND_TAKE, PILES_AND_TAKES, PINS, REPLACED_PILES, RING, STAIRS, TWO_NUMBERS, TWO_PILES,
};
use crate::game::ring::StoneRing;
use crate::game::split_different::SplitDifferent;
use crate::game::split_three::SplitThree;
use crate::game::stairs::Stairs;
use crate::game::subtraction_set::SubtractionSet;
use crate::game::sum::Sum;
use crate::game::sums::Breaking;
use crate::game::takes::{self, Between, Closed, Half, Powers};
use crate::game::two_smaller::TwoSmaller;
use crate::game::unequal::Unequal;
use crate::game::wythoff::Wythoff;
use crate::game::{Changes, Game, Play};
use crate::layout::{Parameter, Role};

/// The game of piles with this rule.
fn sum(heap: impl Heap + 'static, play: Play) -> Box<dyn Game> {
    Box::new(Sum::new(heap, play))
}

/// The game with the takes of `heap`.
fn with_takes(heap: impl Heap + Clone + 'static, splits: Splits) -> Box<dyn Game> {
    match splits {
        Splits::No(play) => sum(heap, play),
        Splits::Or | Splits::And | Splits::Sides => breaking(heap, splits),
        Splits::Ring => Box::new(StoneRing::new(Box::new(heap.clone()), breaking(heap, Splits::And))),
    }
}

/// The game of taking and breaking with this rule.
fn breaking(rule: impl PileRule + 'static, splits: Splits) -> Box<dyn Game> {
    sum(Breaking::table(rule, splits), Play::Normal)
}

/// All rules. Of two that fit a text, the first one counts.
pub static RULES: &[RuleDef] = &[
    RuleDef::game(
        "nim",
        "a move takes one or more stones from {pile}",
        Changes::OnePile,
        |play| sum(Nim, play),
    )
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&["nim", "nim_misere"]),
    RuleDef::game(
        "nim or split",
        "a move takes one or more stones from {pile}, or divides one pile into two non-empty piles",
        Changes::Parts,
        |play| sum(Lasker, play),
    )
    .solved_by(&["lasker"]),
    RuleDef::game(
        "nim or split 3",
        "a move takes one or more stones from {pile}, or divides one pile into three non-empty piles",
        Changes::Parts,
        |play| sum(SplitThree, play),
    )
    .solved_by(&["split_three"]),
    RuleDef::new(
        "take SET or split",
        "{}, or divides one pile into two non-empty piles",
        Make::Split(Splits::Or),
    )
    .solved_by(&["take_or_split", "take_or_split+periodic"]),
    RuleDef::new(
        "take SET and split",
        "{}; it may then divide what is left of that pile into two non-empty piles",
        Make::Split(Splits::And),
    )
    .solved_by(&["rows+take_and_split", "rows+take_and_split+periodic"]),
    RuleDef::takes(
        "take 1..half",
        "a move takes at least one stone from {pile}, and at most half of its stones",
        |splits| with_takes(Half, splits),
    )
    .solved_by(&["take_half"])
    .taking("half"),
    RuleDef::game(
        "take 1..K*last",
        "the first move takes at least one stone and leaves at least one; each later move takes at least one \
         stone, and at most {} times as many as the move before",
        Changes::OnePile,
        |_| Box::new(LastTake::new(1)),
    )
    .with(&[Role::Parameter(Parameter::Factor)])
    .of(&PILE_AND_TAKE)
    .solved_by(&["fibonacci", "last_take+last_take_first", "last_take+last_take_all"]),
    RuleDef::takes("take 1..K", "a move takes 1 to {} stones from {pile}", |splits| {
        with_takes(Between::NONE, splits)
    })
    .with(&[Role::Parameter(Parameter::MaxTaken)])
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&["take_up_to+misere_alone", "take_up_to"])
    .taking("between"),
    RuleDef::takes("take P..Q", "a move takes {} to {} stones from {pile}", |splits| {
        with_takes(Between::NONE, splits)
    })
    .with(&[
        Role::Parameter(Parameter::MinTaken),
        Role::Parameter(Parameter::MaxTaken),
    ])
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&["take_range+misere_alone", "take_range"])
    .taking("between"),
    RuleDef::takes("take {1,3,4}", "a move takes exactly {} stones from {pile}", |splits| {
        with_takes(SubtractionSet::new(&[], false), splits)
    })
    .with(&[Role::Take])
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&[
        "one_two_k_alone",
        "take_one+misere_alone",
        "take_one",
        "take_period_alone",
        "take_period+misere_alone",
        "take_period",
        "misere_table_alone",
        "take_table_alone",
        "take_table",
        "take_table+periodic",
    ])
    .taking("listed"),
    RuleDef::takes(
        "take odd",
        "a move takes an odd number of stones from {pile}",
        |splits| {
            let odd = Closed {
                takes: |pile| Takes::Every(2, 1..=pile),
                grundy: |pile| pile % 2,
                period: Some(2),
                most: u64::MAX,
            };
            with_takes(odd, splits)
        },
    )
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&["take_modulo+misere_alone", "take_modulo"])
    .taking("odd"),
    RuleDef::takes(
        "take primes",
        "a move takes a prime number of stones from {pile}",
        |splits| with_takes(SubtractionSet::new(&takes::primes(), true), splits),
    )
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&["misere_table_alone", "take_table_alone", "take_table"])
    .taking("primes"),
    RuleDef::takes(
        "take squares",
        "a move takes a square number of stones (1, 4, 9 and so on) from {pile}",
        |splits| with_takes(SubtractionSet::new(&takes::squares(), true), splits),
    )
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&["misere_table_alone", "take_table_alone", "take_table"])
    .taking("squares"),
    RuleDef::takes(
        "take powers of B",
        "a move takes from {pile} a number of stones that is 1 or a power of {}",
        |splits| with_takes(Powers::default(), splits),
    )
    .with(&[Role::Parameter(Parameter::Base)])
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&["take_powers+misere_alone", "take_powers"])
    .taking("powers"),
    RuleDef::takes(
        "take divisors",
        "a move takes from {pile} a number of stones that divides the size of that pile",
        |splits| with_takes(divisors::DIVISORS, splits),
    )
    .solved_by(&["take_divisors"])
    .taking("divisors"),
    RuleDef::takes(
        "take proper divisors",
        "a move takes from {pile} a number of stones that divides the size of that pile and is smaller than \
         it",
        |splits| with_takes(divisors::PROPER_DIVISORS, splits),
    )
    .solved_by(&["take_proper_divisors"])
    .taking("divisors")
    .whose(&["PROPER"]),
    RuleDef::takes(
        "take inner divisors",
        "a move takes from {pile} a number of stones that divides the size of that pile and is neither 1 nor \
         that size",
        |splits| with_takes(divisors::INNER_DIVISORS, splits),
    )
    .solved_by(&["inner_divisors_alone", "take_inner_divisors"])
    .taking("divisors")
    .whose(&["PROPER", "INNER"]),
    RuleDef::takes(
        "take coprime",
        "a move takes from {pile} a number of stones that has no common divisor with the size of that pile \
         but 1",
        |splits| with_takes(Coprime::default(), splits),
    )
    .solved_by(&["take_coprime"])
    .taking("coprime"),
    RuleDef::takes(
        "take prime powers",
        "a move takes from {pile} a number of stones that is 1 or a power of a prime (2, 3, 4, 5, 7, 8, 9 \
         and so on)",
        |splits| with_takes(divisors::PRIME_POWERS, splits),
    )
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&["take_modulo+misere_alone", "take_modulo"])
    .taking("prime_powers"),
    RuleDef::takes(
        "take primes and 1",
        "a move takes from {pile} a number of stones that is 1 or a prime",
        |splits| with_takes(divisors::PRIMES_AND_ONE, splits),
    )
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&["take_modulo+misere_alone", "take_modulo"])
    .taking("primes_and_one"),
    RuleDef::game(
        "leave divisors",
        "a move leaves of {pile} a number of stones that divides its size and is smaller",
        Changes::OnePile,
        |play| sum(divisors::LEAVE_DIVISORS, play),
    )
    .solved_by(&["leave_divisors+prime_factors", "leave_divisors+prime_factors_table"]),
    RuleDef::game(
        "take each once",
        "a move takes one or more stones from {pile}, but not as many as a move took from that pile before",
        Changes::OnePile,
        |play| sum(EachOnce, play),
    )
    .of(&PILES_AND_TAKES)
    .solved_by(&["take_once"]),
    RuleDef::takes(
        "take s",
        "a move takes from {pile} a number of stones that is one of {}",
        |splits| with_takes(SubtractionSet::new(&[], false), splits),
    )
    .with(&[Role::Take])
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&["misere_table_alone", "take_table_alone", "take_table"])
    .taking("listed"),
    RuleDef::game(
        "moore K",
        "a move chooses at least one and at most {} piles, and takes one or more stones from each of them",
        Changes::TooManyPiles,
        |play| Box::new(Moore::new(1, play)),
    )
    .with(&[Role::Parameter(Parameter::MaxPiles)])
    .won_by(Winner::LastMoverOrNot)
    .solved_by(&[
        "moore+moore_misere",
        "moore+moore_misere+moore_moves",
        "moore",
        "moore+moore_moves",
    ]),
    RuleDef::game(
        "split unequal",
        "a move divides one pile into two non-empty piles of different sizes",
        Changes::Piles,
        |_| sum(Unequal::default(), Play::Normal),
    )
    .solved_by(&["split_unequal_alone", "split_unequal"]),
    RuleDef::game(
        "split different",
        "a move divides one pile into two or more piles, all of different sizes",
        Changes::Piles,
        |play| sum(SplitDifferent, play),
    )
    .solved_by(&["split_different", "split_different+split_different_moves"]),
    RuleDef::game(
        "two smaller",
        "a move puts at most two piles in the place of one pile, each smaller than that, even if they have \
         more stones together",
        Changes::Parts,
        |play| sum(TwoSmaller, play),
    )
    .of(&REPLACED_PILES)
    .solved_by(&["two_smaller"]),
    RuleDef::game(
        "octal CODE",
        "a move takes stones from one pile, and may divide what is left of it in two, as the digits of {} \
         allow",
        Changes::Piles,
        |_| breaking(Octal::default(), Splits::No(Play::Normal)),
    )
    .with(&[Role::Other])
    .solved_by(&[
        "octal",
        "octal+octal_moves",
        "octal+periodic",
        "octal+periodic+octal_moves",
    ]),
    RuleDef::game(
        "kayles",
        "a move knocks down one pin, or two neighbouring pins of the same row; pins with a gap between them \
         are not neighbours",
        Changes::Piles,
        |_| with_takes(SubtractionSet::new(&[1, 2], false), Splits::Sides),
    )
    .of(&PINS)
    .solved_by(&["kayles", "kayles+periodic"]),
    RuleDef::game(
        "divide by P..Q",
        "a move divides the number by a whole number from {} to {}, and rounds up; whoever reaches 1 wins",
        Changes::OnePile,
        |_| Box::new(Division::new(2, 2)),
    )
    .with(&[
        Role::Parameter(Parameter::LeastDivisor),
        Role::Parameter(Parameter::LargestDivisor),
    ])
    .of(&NUMBER)
    .won_by(Winner::InSentence)
    .solved_by(&["division"]),
    RuleDef::game(
        "stairs G",
        "the piles are on the steps of a staircase, the first on step {}, each next one a step higher; a \
         move takes one or more stones from {pile} to the next step below; on step 0 they stay",
        Changes::Piles,
        |_| Box::new(Stairs::new(1)),
    )
    .with(&[Role::Parameter(Parameter::Step)])
    .of(&STAIRS)
    .solved_by(&["stairs"]),
    RuleDef::game(
        "nim in order",
        "a move takes one or more stones from the first pile that has some",
        Changes::OnePile,
        |_| Box::new(InOrder::default()),
    )
    .solved_by(&["in_order"]),
    RuleDef::game(
        "one each",
        "a move chooses one or more piles that are not empty and takes one stone from each of them",
        Changes::Piles,
        |_| Box::new(OneEach::default()),
    )
    .solved_by(&["one_each"]),
    RuleDef::new(
        "ring SET",
        "the stones form a ring: {}, all of them neighbours, and gaps stay",
        Make::Split(Splits::Ring),
    )
    .of(&RING)
    .solved_by(&["ring_up_to", "ring_range", "ring_one", "rows+ring"]),
    RuleDef::game(
        "wythoff",
        "a move takes one or more stones from one of the two piles, or the same number, at least one, from \
         both",
        Changes::Piles,
        |_| Box::new(Wythoff),
    )
    .of(&TWO_PILES)
    .solved_by(&["golden+wythoff", "wythoff_table", "golden+wythoff_far"]),
    RuleDef::game(
        "euclid",
        "a move subtracts a positive multiple of the smaller number from the larger one, or of one from the \
         other if they are equal, so that the result is not negative; whoever makes a number 0 wins",
        Changes::OnePile,
        |_| Box::new(Euclid),
    )
    .of(&TWO_NUMBERS)
    .won_by(Winner::InSentence)
    .solved_by(&["euclid"]),
    RuleDef::game(
        "coins",
        "a move takes one coin any number of cells to the left, to a free cell, without passing another coin",
        Changes::OnePile,
        |_| Box::new(Coins),
    )
    .of(&COINS)
    .solved_by(&["coins", "coins_moves"]),
    RuleDef::game(
        "hill k",
        "a move takes one person any number of cells nearer to the top, without reaching or passing anyone \
         who is not at the top yet; person {}, counted from the top, is the king, and whoever moves the king \
         to the top wins",
        Changes::Piles,
        |_| Box::new(Hill::new(1)),
    )
    .with(&[Role::Parameter(Parameter::King)])
    .of(&PEOPLE)
    .won_by(Winner::InSentence)
    .solved_by(&["hill", "hill_top", "hill_top+hill_moves"]),
];
