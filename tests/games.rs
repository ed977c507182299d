//! What the rules say about positions, against a search over moves: who wins, how many moves win, which ones, which
//! first, and what they leave.

use std::collections::{BTreeSet, HashSet};

use bouton::internals::decode::Slice;
use bouton::internals::error::NoPeriod;
use bouton::internals::game::Changes;
use bouton::internals::game::period::{MANY, Period};
use bouton::internals::game::positions::PILES;
use bouton::internals::game::rule::Rules;
use bouton::internals::layout::{Parameter, Role};

use crate::definition::{self, Position, Search, mex, positions, up_to};
use crate::harness::{Random, numbers, some_of, words};

/// The rules that are written so in a `game.toml`.
fn rules(rule: &str) -> Rules {
    Rules::parse(rule).unwrap()
}

/// The rules, with all that is needed for the largest piles.
fn rules_for_huge_piles(rule: &str) -> Rules {
    let mut rules = rules(rule);
    rules.cover(u64::MAX).unwrap();
    rules
}

/// The Grundy value of a pile, which is covered first.
#[track_caller]
fn grundy(rules: &mut Rules, pile: u64) -> u64 {
    rules.cover(pile).unwrap();
    rules.game().grundy(&[pile]).unwrap()
}

/// These positions, and all of so many piles with so many stones at most.
fn and(mut all: Vec<Position>, others: &[(usize, u64)]) -> Vec<Position> {
    for &(piles, largest) in others {
        all.extend(positions(piles, largest));
    }
    all
}

/// Plays these positions by a rule as its definition says.
fn play_by(rule: &str, all: impl IntoIterator<Item = Position>) {
    let (mut rules, mut search) = (rules(rule), Search::rule(rule));
    for position in all {
        let largest = position.iter().copied().max();
        rules.cover(largest.unwrap_or(0)).unwrap();
        let at = format!("{rule} {position:?}");
        let first_wins = search.first_wins(&position);
        assert_eq!(rules.game().first_wins(&position), first_wins, "{at}");
        if let Some(fold) = rules.game_mut().fold() {
            fold.add(Slice::Wide(&position)).unwrap();
            assert_eq!(fold.finish(), first_wins, "{at}");
        }
        if let Some(value) = rules.game().grundy(&position) {
            assert_eq!(value, search.grundy(&position), "{at}");
        }
        // The moves of the program are the definition, too.
        let turns: Vec<_> = rules.game().moves(&position).collect();
        let after = turns.iter().map(|turn| rules.game().after(&position, turn));
        assert_eq!(sorted(after), sorted(search.moves(&position)), "{at}");
        if rules.has_single_moves() {
            let moves = turns.iter().map(|turn| (turn[0].pile, turn[0].take));
            let moves: HashSet<_> = moves.collect();
            for (index, &pile) in rules.shown(&position).iter().enumerate() {
                for take in 1..=pile {
                    // Of two equal numbers in Euclid, either may be taken from.
                    let is_same = rule == "euclid" && pile == position[0];
                    let is_move = moves.contains(&(if is_same { 0 } else { index }, take));
                    assert_eq!(rules.game().allows(&position, index, take), is_move, "{at} {take}");
                }
            }
        }
        winning_moves_agree(&rules, &mut search, &position, &at);
        // Best play is legal, and the winner makes the last move or, in misère play, the one before.
        let (mut first_moves, mut now) = (true, position);
        while let Some(turn) = rules.game().best(&now) {
            let next = rules.game().after(&now, &turn);
            assert!(search.moves(&now).contains(&next), "{at} {now:?} {turn:?}");
            (first_moves, now) = (!first_moves, next);
        }
        assert!(search.moves(&now).is_empty(), "{at} {now:?}");
        assert_eq!(first_moves == search.misere, first_wins, "{at}");
    }
}

#[track_caller]
fn winning_moves_agree(rules: &Rules, search: &mut Search, position: &Position, at: &str) {
    let turns: Vec<_> = rules.game().winning(position).collect();
    for turn in &turns {
        for step in turn {
            let left: u64 = step.parts().sum();
            assert!(step.take > 0 || step.parts().count() > 1, "{at}");
            let may_grow = rules.def.written == "two smaller";
            assert!(may_grow || step.take + left == position[step.pile], "{at}");
        }
        assert!(turn.is_sorted_by(|a, b| a.pile < b.pile), "{at}");
    }
    assert!(turns.is_sorted_by_key(|turn| (turn[0].pile, turn[0].take)));
    assert_eq!(rules.game().count_winning(position), turns.len() as u128, "{at}");
    let best = rules.game().best(position).filter(|_| !turns.is_empty());
    assert_eq!(best.as_ref(), turns.first(), "{at}");
    let found = sorted(turns.iter().map(|turn| rules.game().after(position, turn)));
    let expected = sorted(search.won_by(position));
    if rules.game().heaps().is_some() && std::ptr::eq(rules.def.positions, &raw const PILES) {
        assert!(!rules.game().leads_to(position, position), "{at}");
        for after in search.moves(position) {
            let is_right = expected.contains(&after);
            assert_eq!(rules.game().leads_to(position, &after), is_right, "{at} {after:?}");
        }
    }
    if rules.changes() == Changes::TooManyPiles {
        // One of them suffices.
        assert_eq!(found.len(), usize::from(!expected.is_empty()), "{at}");
        assert!(found.iter().all(|after| expected.contains(after)), "{at}");
    } else {
        assert_eq!(found, expected, "{at}");
    }
}

fn sorted(positions: impl IntoIterator<Item = Position>) -> Vec<Position> {
    let mut positions = Vec::from_iter(positions);
    positions.sort_unstable();
    positions
}

#[test]
fn games_of_piles_are_played_as_the_definition_says() {
    for play in ["", "misere "] {
        play_by(&format!("{play}nim"), and(up_to(3, 7), &[(4, 4)]));
        for most in 1..=5 {
            // Beyond the remainder, too.
            let all = and(up_to(3, 2 * most + 2), &[(4, most + 2)]);
            play_by(&format!("{play}take 1..{most}"), all);
        }
        for most in 1..=3 {
            let mut more = and(Vec::new(), &[(4, 5), (5, 3), (7, 2)]);
            more.retain(|position| position.is_sorted());
            let all = up_to(4, 3).into_iter().chain(more);
            play_by(&format!("{play}moore {most}"), all);
        }
    }
    for set in some_of(5, small_sets()) {
        play_by(&takes(&set), and(up_to(3, 7), &[(1, 60)]));
        play_by(&format!("misere {}", takes(&set)), up_to(3, 7));
    }
    for set in NAMED.split(", ") {
        let all = and(up_to(2, 12), &[(3, 6), (1, 60)]);
        play_by(&format!("take {set}"), all.clone());
        let misere = format!("misere take {set}");
        let depends_on_pile = set == "1..half" || set.ends_with("divisors") || set == "coprime";
        assert_eq!(Rules::parse(&misere).is_err(), depends_on_pile, "{set}");
        if !depends_on_pile {
            play_by(&misere, all);
        }
    }
}

#[test]
fn games_that_divide_piles_are_played_as_the_definition_says() {
    let own = ["kayles", "nim or split", "split unequal", "leave divisors"];
    let own = own.map(str::to_owned);
    let octal = CODES.split(", ").map(|code| format!("octal {code}"));
    let sets = NAMED.split(", ").chain(["{1,2}", "{2,5,3}", "{4}", "1..3"]);
    let splits = sets.flat_map(|set| ["and", "or"].map(|word| format!("take {set} {word} split")));
    for rule in own.into_iter().chain(some_of(5, octal.chain(splits))) {
        play_by(&rule, and(up_to(2, 6), &[(3, 4), (1, 24)]));
    }
    play_by("nim or split 3", and(up_to(2, 5), &[(3, 3), (1, 14)]));
    play_by("split different", and(up_to(2, 9), &[(1, 26)]));
    let mut three = rules("nim or split 3");
    let moves_of_one = Search::rule("nim or split 3");
    for (pile, value) in (0..).zip(by_mex(70, |pile| moves_of_one.moves(&vec![pile]))) {
        assert_eq!(grundy(&mut three, pile), value, "{pile}");
        for other in [0, 3, 7, 8, 16, 31, pile / 2] {
            let piles = [pile, other];
            let afters = three.game().moves(&piles).map(|turn| three.game().after(&piles, &turn));
            let count = afters.filter(|after| !three.game().first_wins(after)).count();
            assert_eq!(three.game().count_winning(&piles), count as u128, "{piles:?}");
            is_consistent(&three, &piles);
        }
    }
    // Piles become so many that only small ones can be searched.
    play_by("two smaller", and(up_to(2, 3), &[(1, 4)]));
    let (search, mut rules) = (Search::rule("two smaller"), rules("two smaller"));
    for (pile, value) in (0..).zip(by_mex(100, |pile| search.moves(&vec![pile]))) {
        assert_eq!(grundy(&mut rules, pile), value, "{pile}");
        for other in 1..=pile {
            is_consistent(&rules, &[pile, other, pile / 2]);
        }
    }
}

#[test]
fn the_first_winning_move_of_a_huge_number_is_found_at_once() {
    // Numbers to 2^32 are won, those to 2^33 lost, and all others of 64 bits won: by divisors of 2^30 and more.
    let rules = rules("divide by 2..4294967296");
    let position = [1 << 63];
    let turn = rules.game().winning(&position).next().unwrap();
    assert_eq!(rules.game().after(&position, &turn), [1 << 33]);
    assert!(rules.game().winning(&[1 << 33]).next().is_none());
}

#[test]
fn games_that_are_no_sums_of_piles_are_played_as_the_definition_says() {
    play_by("wythoff", positions(2, 24));
    for range in ["2..9", "2..2", "2..3", "3..5", "3..4", "4..4", "5..20"] {
        let numbers = (1..=500).map(|number| vec![number]);
        play_by(&format!("divide by {range}"), numbers);
    }
    for rule in ["stairs 0", "stairs 1", "nim in order", "one each"] {
        play_by(rule, and(up_to(3, 5), &[(4, 3)]));
    }
    for set in "1..1 1..2 1..5 2..2 2..5 3..3 {2,4} {1,4} primes {3,8,5}".split(' ') {
        let all = and(positions(1, 22), &[(2, 4), (3, 4)]);
        play_by(&format!("ring {set}"), all);
    }
    play_by("euclid", positions(2, 40));
    for factor in 1..=7 {
        let after_moves = (0..=60).flat_map(|pile| (1..=12).map(move |last| vec![pile, last]));
        let all = positions(1, 60).into_iter().chain(after_moves);
        play_by(&format!("take 1..{factor}*last"), all);
    }
    let are_different = |cells: &Position| (0..cells.len()).all(|i| cells[i] > 0 && !cells[..i].contains(&cells[i]));
    let cells = and(up_to(3, 9), &[(4, 6)]).into_iter();
    play_by("coins", cells.filter(are_different));
    for persons in 1..=4 {
        for king in 1..=persons {
            let all = positions(persons, 9).into_iter().filter(on_a_hill);
            play_by(&format!("hill {king}"), all);
        }
    }
}

#[test]
fn a_pile_of_which_no_number_is_taken_twice_has_the_value_of_the_most_takes_that_it_can_have() {
    play_by("take each once", and(up_to(3, 5), &[(1, 26)]));
    let (mut rules, search) = (rules("take each once"), Search::rule("take each once"));
    for pile in 0..64 {
        let all = search.moves(&vec![pile]).into_iter();
        let reached = all.map(|after| rules.game().grundy(&after).unwrap()).collect();
        let value = (0..64).find(|k| (k + 1) * (k + 2) / 2 > pile).unwrap();
        assert_eq!(grundy(&mut rules, pile), value, "{pile}");
        assert_eq!(mex(reached), value, "{pile}");
        is_consistent(&rules, &[pile, 60, 63]);
    }
    assert_eq!(rules.cover(64), Err(NoPeriod(64)));
}

/// Whether the position is one that the judge uses, or that arises from one: only the top holds several persons.
pub fn on_a_hill(position: &Position) -> bool {
    position.is_sorted_by(|a, b| a < b || (*a == 0 && *b == 0))
}

/// All nonempty sets of takes from 1 to 6.
fn small_sets() -> impl Iterator<Item = Vec<u64>> {
    (1_u32..64).map(|set| (1..=6).filter(|take| set >> (take - 1) & 1 == 1).collect())
}

/// The rule for a subtraction set.
fn takes(set: &[u64]) -> String {
    format!("take {{{}}}", words(set).replace(' ', ","))
}

/// Sets of takes with a name.
const NAMED: &str = "\
    1..half, 1..1, 2..2, 2..3, 2..5, 3..4, odd, primes, squares, powers of 1, powers of 2, \
    powers of 3, powers of 4, powers of 6, divisors, proper divisors, inner divisors, coprime, \
    prime powers, primes and 1";

const CODES: &str = "\
    0.77, 0.07, 0.137, 0.6, 0.007, 4.07, 4.3333, 0.3, 0.123, 4.4, 0.45, 0.0, 0.156, 4.0";

/// What can be said of a position with moves beyond number: some that win are listed exactly if there are any, they
/// leave lost positions, and are counted.
#[track_caller]
fn is_consistent(rules: &Rules, position: &[u64]) {
    const LISTED: usize = 1000;
    let at = format!("{:?} {position:?}", rules.def.written);
    let turns: Vec<_> = rules.game().winning(position).take(LISTED).collect();
    assert_eq!(!turns.is_empty(), rules.game().first_wins(position), "{at}");
    for turn in &turns {
        let after = rules.game().after(position, turn);
        assert!(!rules.game().first_wins(&after), "{at} {turn:?}");
        let is_allowed = || rules.game().allows(position, turn[0].pile, turn[0].take);
        assert!(!rules.has_single_moves() || is_allowed(), "{at} {turn:?}");
    }
    let count = rules.game().count_winning(position);
    let is_counted = count == turns.len() as u128 || turns.len() == LISTED && count > 1000;
    assert!(is_counted, "{at} {count}");
}

/// Rules of which the largest piles are known.
const HUGE: &str = "\
    nim, misere nim, take 1..7, misere take 1..1000000000000, take 1..18446744073709551614, \
    take 1..18446744073709551615, take 1000000000000..2000000000000, \
    take 18446744073709551615..18446744073709551615, take powers of 2, \
    take powers of 4294967296, take 1..half, take divisors, take proper divisors, \
    take inner divisors, leave divisors, take {1,3,4}, misere take {2,5,9}, misere take 3..1000000, moore 1, misere moore 2, \
    moore 18446744073709551615, octal 0.3, wythoff, euclid, coins, hill 3";

#[test]
fn winning_moves_of_huge_piles_are_found_and_counted_at_once() {
    let mut random = Random::new(3);
    for rule in HUGE.split(", ") {
        let rules = rules_for_huge_piles(rule);
        let pairs = [
            (u64::MAX, 2),
            (u64::MAX, 1),
            (u64::MAX, u64::MAX - 1),
            (10_u64.pow(18), 5),
        ];
        let mut all = pairs.map(|(one, other)| vec![one, other]).to_vec();
        if rules.def.positions.count != Some(2) {
            all.extend([vec![1, 5, u64::MAX], vec![u64::MAX]]);
        }
        all.extend((0..40).map(|_| [0; 2].map(|_| 1 + random.of_length_up_to(63)).to_vec()));
        for mut position in all {
            if !rules.def.positions.has_piles() {
                let persons = rules.king().is_some();
                position.extend([7, 9].into_iter().filter(|_| persons));
                position = Vec::from_iter(BTreeSet::from_iter(position));
            }
            is_consistent(&rules, &position);
        }
    }
}

#[test]
fn of_huge_piles_that_moves_divide_who_wins_is_known_but_moves_are_not_listed() {
    let rules_for_huge = [
        ("kayles", u64::MAX, 1_000_000),
        ("octal 0.137", u64::MAX, 1_000_000),
        ("take {1,3} or split", u64::MAX, 1_000_000),
        ("take 1..4 and split", 1_000_000, 1_000_000),
        ("split unequal", (1 << 20) - 1, 1_000_000),
        ("nim or split", u64::MAX - 1, 1_000_000),
        ("nim or split 3", u64::MAX - 1, 10_000),
        ("two smaller", 1 << 63, 10_000),
    ];
    for (rule, largest, listed) in some_of(3, rules_for_huge) {
        let mut rules = rules(rule);
        rules.cover(largest).unwrap();
        assert!(!rules.game().first_wins(&[largest, largest]), "{rule}");
        assert!(rules.game().first_wins(&[largest, largest, 3]), "{rule}");
        assert!(rules.game().lists_moves(&[5, listed]), "{rule}");
        assert!(!rules.game().lists_moves(&[5, listed + 1]), "{rule}");
        // Far below that, they are those that the definition finds.
        for piles in [[300, 0], [301, 1], [303, 5], [100, 100], [10, 1]] {
            let turns = rules.game().moves(&piles);
            let one_by_one = turns.filter(|turn| !rules.game().first_wins(&rules.game().after(&piles, turn)));
            let count = one_by_one.count();
            let counts = (rules.game().count_winning(&piles), rules.game().winning(&piles).count());
            assert_eq!(counts, (count as u128, count), "{rule} {piles:?}");
        }
    }
}

#[test]
fn huge_piles_have_the_values_of_closed_forms() {
    let huge = u64::MAX;
    let range = huge % 3_000_000_000_000 / 1_000_000_000_000;
    for (rule, pile, value) in [
        ("take 1000000000000..2000000000000", huge, range),
        ("take 1..18446744073709551615", huge, huge),
        ("take 1..18446744073709551614", huge, 0),
        ("take 18446744073709551615..18446744073709551615", huge, 1),
        ("take powers of 2", huge, huge % 3),
        ("take powers of 4294967296", (1 << 32) * 3 + 2, 2),
        ("take 1..half", huge, 0),
        ("take 1..half", huge - 1, huge / 2),
        ("take divisors", 1 << 63, 64),
        ("take proper divisors", 3 << 62, 62),
    ] {
        assert_eq!(rules(rule).game().grundy(&[pile]), Some(value), "{rule}");
    }
    // 2^64 - 59 is prime, and 4294967291 the largest prime below 2^32.
    let divisors = rules("take divisors");
    let takes = |pile: u64| -> Vec<_> {
        let piles = [pile];
        divisors.game().moves(&piles).map(|turn| turn[0].take).collect()
    };
    assert_eq!(takes(huge - 58), [1, huge - 58]);
    let prime = 4_294_967_291;
    assert_eq!(takes(prime * prime), [1, prime, prime * prime]);
    assert_eq!(takes(897_612_484_786_617_600).len(), 103_680);
}

#[test]
fn lost_pairs_of_wythoff_s_game_are_exact_up_to_the_largest_piles() {
    let rules = rules("wythoff");
    // The pairs are complementary, and differ by 0, 1, 2 and so on: they can be listed without the golden ratio.
    let (mut used, mut next) = (HashSet::new(), 0);
    for difference in 0..20_000 {
        while !used.insert(next) {
            next += 1;
        }
        used.insert(next + difference);
        let pair = [next + difference, next];
        assert!(!rules.game().first_wins(&pair), "{pair:?}");
        assert!(rules.game().first_wins(&[pair[0] + 1, pair[1]]));
    }
    // 11400714819323198485 is 7046029254386353130 times the golden ratio.
    let largest = [u64::MAX, u64::MAX - 4];
    let turns = rules.game().winning(&largest);
    let after: Vec<_> = turns.map(|turn| rules.game().after(&largest, &turn)).collect();
    assert_eq!(after, [[10, 6], [u64::MAX, 11_400_714_819_323_198_485]]);
}

#[test]
fn neighbours_among_the_fibonacci_numbers_are_in_turn_lost_and_won_in_euclid_and_lost_sizes_of_fibonacci_nim() {
    let (euclid, nim) = (rules("euclid"), rules_for_huge_piles("take 1..2*last"));
    let (mut one, mut other, mut is_below) = (1_u64, 2_u64, false);
    while let Some(next) = one.checked_add(other) {
        assert!(!nim.game().first_wins(&[one]) && nim.game().first_wins(&[next + one]));
        (one, other, is_below) = (other, next, !is_below);
        assert_eq!(euclid.game().first_wins(&[other, one]), !is_below, "{other} {one}");
    }
    assert!(euclid.game().first_wins(&[u64::MAX, u64::MAX]));
    assert!(!euclid.game().first_wins(&[u64::MAX, u64::MAX - 1]));
}

#[test]
fn games_whose_lost_positions_are_rare_list_them_from_the_smallest_to_the_largest() {
    for (rule, numbers) in [
        ("wythoff", 2),
        ("euclid", 2),
        ("take 1..2*last", 1),
        ("take 1..3*last", 1),
    ] {
        let rules = rules_for_huge_piles(rule);
        let listed: Vec<_> = rules.game().special().unwrap().collect();
        let sum = |position: &Position| position.iter().map(|&n| u128::from(n)).sum::<u128>();
        assert!(listed.is_sorted_by_key(sum));
        let all: HashSet<_> = listed.iter().collect();
        assert_eq!(all.len(), listed.len());
        // In Euclid lost positions are not rare, and only the largest ones are listed.
        let mut search = Search::rule(rule);
        let small = positions(numbers, 40).into_iter();
        let ordered = small.filter(|position| position[0] > 0 && position.is_sorted());
        let mut unlisted = ordered.filter(|position| rule != "euclid" && !all.contains(position));
        assert_eq!(unlisted.find(|position| !search.first_wins(position)), None);
    }
}

#[test]
fn the_last_take_may_allow_very_large_ones() {
    let doubling = rules_for_huge_piles("take 1..1*last");
    assert!(!doubling.game().first_wins(&[1 << 63]) && doubling.game().first_wins(&[u64::MAX]));
    for factor in [1_000, 1_000_000, 1 << 45, u64::MAX] {
        let rules = rules_for_huge_piles(&format!("take 1..{factor}*last"));
        // All sizes up to K + 1 are lost, and of those after it every second one.
        for (more, wins) in [(0, false), (1, false), (2, true), (3, false)] {
            let size = factor.checked_add(more);
            assert!(size.is_none_or(|size| rules.game().first_wins(&[size]) == wins));
        }
    }
    let mut rules = rules(&format!("take 1..{}*last", 1_u64 << 30));
    assert!(rules.cover(u64::MAX).is_err());
    assert!(rules.cover(1 << 45).is_ok());
}

/// The Grundy values of piles up to `largest`, of each of which `next` says what may be left.
fn by_mex(largest: u64, next: impl Fn(u64) -> Vec<Vec<u64>>) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for pile in 0..=largest {
        let sum = |parts: Vec<u64>| {
            let parts = parts.into_iter();
            parts.fold(0, |sum, part| sum ^ values[part as usize])
        };
        values.push(mex(next(pile).into_iter().map(sum).collect()));
    }
    values
}

/// Their closed form has exceptions, so that few sizes would not show what is wrong with it.
#[test]
fn inner_divisors_have_the_values_of_mex_up_to_a_hundred_thousand() {
    const LARGEST: usize = 100_000;
    let mut divisors = vec![Vec::new(); LARGEST + 1];
    for divisor in 2..=LARGEST / 2 {
        for multiple in (2 * divisor..=LARGEST).step_by(divisor) {
            divisors[multiple].push(divisor);
        }
    }
    let (mut values, rules) = (Vec::new(), rules("take inner divisors"));
    for (pile, divisors) in divisors.into_iter().enumerate() {
        let value = mex(divisors.iter().map(|take| values[pile - take]).collect());
        assert_eq!(rules.game().grundy(&[pile as u64]), Some(value), "{pile}");
        values.push(value);
    }
}

#[test]
fn tables_with_a_sparse_space_and_without_have_the_values_of_plain_mex() {
    for code in "0.07 0.137 0.45 4.4 0.16 0.376 0.777 0.4563721".split(' ') {
        let mut rules = rules(&format!("octal {code}"));
        for (pile, value) in (0..).zip(by_mex(1000, |pile| definition::octal(code, pile))) {
            assert_eq!(grundy(&mut rules, pile), value, "{code} {pile}");
        }
    }
}

/// So who wins with one pile of Grundy's game needs no table.
#[test]
fn no_pile_above_1222_of_grundy_s_game_is_lost_as_far_as_its_values_are_known() {
    let mut rules = rules("split unequal");
    rules.cover((1 << 20) - 1).unwrap();
    assert_eq!(rules.cover(1 << 20), Err(NoPeriod(1 << 20)));
    for pile in 0..1 << 20 {
        let fold = rules.game_mut().fold().unwrap();
        fold.add(Slice::Wide(&[pile])).unwrap();
        assert_eq!(fold.finish(), rules.game().first_wins(&[pile]), "{pile}");
    }
    let fold = rules.game_mut().fold().unwrap();
    for piles in [&[5][..], &[], &[7, 8], &[1222]] {
        fold.add(Slice::Wide(piles)).unwrap();
    }
    assert_eq!(fold.finish(), rules.game().first_wins(&[5, 7, 8, 1222]));
}

/// Guy and Smith, and later authors.
#[test]
fn published_periods_of_octal_games_are_found_and_proven() {
    let rows = "0.77: 12 71, 0.07: 34 53, 0.137: 34 52, 0.055: 148 259, 0.156: 349 3479, \
                0.644: 442 3256, 0.356: 142 7315, 0.165: 1550 5181, 0.16: 149459 105351, \
                0.56: 144 326640, 0.127: 4 46578";
    for (code, period) in rows.split(", ").map(|row| row.split_once(": ").unwrap()) {
        let [len, start]: [u64; 2] = numbers(period).try_into().unwrap();
        let rules = rules_for_huge_piles(&format!("octal {code}"));
        let period = rules.game().heaps().unwrap().period();
        let expected = (Period { start, len }, "Guy and Smith 1956");
        assert_eq!(period, Some(expected), "{code}");
        let last = start + (u64::MAX - start) % len;
        assert_eq!(rules.game().grundy(&[u64::MAX]), rules.game().grundy(&[last]), "{code}");
    }
}

#[test]
fn without_a_proven_period_a_pile_beyond_the_table_has_no_value() {
    for rule in [
        "take {1,5000000} and split",
        "take 1..half and split",
        "take divisors and split",
        "take primes and split",
        "take 1..18446744073709551615 and split",
    ] {
        let mut rules = rules(rule);
        rules.limit(MANY);
        assert!(rules.cover(u64::MAX).is_err(), "{rule}");
        let known = rules.largest_known(u64::MAX);
        assert!((900..1 << 21).contains(&known), "{rule} {known}");
        assert_eq!(rules.cover(known + 1), Err(NoPeriod(known + 1)), "{rule}");
        // What is known stays known.
        assert_eq!(rules.cover(known), Ok(()), "{rule}");
    }
}

/// A list of all takes would need terabytes.
#[test]
fn takes_that_are_sought_one_by_one_have_a_bound_and_need_no_memory() {
    for rule in some_of(3, ["take primes and 1", "take prime powers", "take coprime"]) {
        let mut taking = rules(rule);
        assert!(taking.cover(1_000_000_000_000).is_err(), "{rule}");
        let known = taking.largest_known(1_000_000_000_000);
        assert!(known > 10_000_000, "{rule} {known}");
        assert_eq!(taking.cover(known), Ok(()), "{rule}");
        for word in ["and", "or"] {
            let mut splitting = rules(&format!("{rule} {word} split"));
            assert_eq!(splitting.cover(200), Ok(()), "{rule}");
            assert!(splitting.cover(1_000_000_000_000).is_err(), "{rule}");
        }
    }
}

/// The bound is that of the table, whatever has been asked for before.
#[test]
fn a_rule_without_a_period_has_one_bound() {
    for (rule, bound) in [
        ("take primes", 131_040),
        ("take squares", 1_374_626),
        ("split unequal", 1 << 20),
    ] {
        for asked in [&[10_u64.pow(9)][..], &[5, 100_000, 10_u64.pow(18)]] {
            let mut rules = rules(rule);
            let errors = asked.iter().filter_map(|&asked| rules.cover(asked).err());
            assert_eq!(errors.collect::<Vec<_>>(), [NoPeriod(bound)], "{rule}");
        }
    }
}

/// The Grundy values of piles up to `largest`, from the definition.
fn grundy_values(set: &[u64], largest: u64) -> Vec<u64> {
    by_mex(largest, |pile| {
        let possible = set.iter().filter(|&&take| take <= pile);
        possible.map(|take| vec![pile - take]).collect()
    })
}

/// The rules of a subtraction set.
fn of_set(set: &[u64]) -> Rules {
    rules(&takes(set))
}

/// The period of `set`, after comparing all Grundy values that it implies with the definition.
fn period(set: &[u64]) -> (u64, u64) {
    let mut rules = of_set(set);
    rules.cover(u64::MAX).unwrap();
    let (Period { start, len }, theorem) = rules.game().heaps().unwrap().period().unwrap();
    let has_formula = set.starts_with(&[1, 2]) && set.len() == 3;
    assert_eq!(theorem == "closed form", has_formula, "{theorem}");
    let values = grundy_values(set, start + 3 * len + 200);
    for (pile, &value) in (0..).zip(&values) {
        assert_eq!(grundy(&mut rules, pile), value, "{set:?} {pile}");
    }
    // Nothing shorter repeats, and nothing repeats earlier.
    let repeats = |from: u64, len: u64| {
        let tail = &values[from as usize..];
        tail[..tail.len() - len as usize] == tail[len as usize..]
    };
    assert!(repeats(start, len));
    assert!((1..len).all(|shorter| !repeats(start, shorter)), "{set:?}");
    assert!(start == 0 || !repeats(start - 1, len), "{set:?}");
    (start, len)
}

#[test]
fn periods_of_subtraction_sets_are_found_and_are_the_shortest() {
    for set in some_of(3, small_sets()) {
        period(&set);
    }
    // The last one has more takes than a machine word has bits.
    let many: Vec<_> = (1..=200).collect();
    for (set, start, len) in [
        (&[1][..], 0, 2),
        (&[1, 3, 4], 0, 7),
        (&[2, 4, 7], 8, 3),
        (&[3, 7], 0, 10),
        (&many, 0, 201),
    ] {
        assert_eq!(period(set), (start, len), "{set:?}");
    }
    // A take as large as many tables.
    let rules = rules_for_huge_piles("take {1,1000000}");
    let (period, _) = rules.game().heaps().unwrap().period().unwrap();
    assert_eq!((period.start, period.len), (0, 1_000_001));
}

#[test]
fn grundy_values_of_any_subtraction_set_are_those_of_the_definition_however_takes_and_piles_grow() {
    const BILLION: u64 = 1_000_000_000;
    let mut random = Random::new(7);
    let mut rules = rules("take s");
    // Few and many takes, in any order and repeated; smaller than a block of piles, larger, and both; Grundy values up
    // to 100; and the same games with stones by the billion, and with a take that is out of reach.
    let limits = "0 1, 3 40, 5 2000, 20 33, 100 150, 100 3000, 100 100000".split(", ");
    for limits in limits.map(numbers) {
        let (count, largest) = (limits[0], limits[1]);
        for (base, unit) in [(0, 1), (31, 1), (500, 1), (0, BILLION)] {
            let takes = (0..count).map(|_| base + 1 + random.below(largest));
            let mut set: Vec<_> = takes.collect();
            let values = grundy_values(&set, 3000);
            for take in &mut set {
                *take *= unit;
            }
            set.extend((unit > 1).then_some(3001 * unit));
            rules.set_given(&set);
            // The table that is tried first is a short one.
            rules.limit(MANY);
            for largest in [0, 1, 31, 32, 33, 700, 2999] {
                for pile in (0..=largest).rev() {
                    let found = grundy(&mut rules, pile * unit + random.below(unit));
                    assert_eq!(found, values[pile as usize], "{set:?} {pile}");
                }
            }
        }
    }
    // Up to the largest pile.
    let unit = u64::MAX / 8;
    let mut large = of_set(&[unit, 3 * unit, 4 * unit]);
    for (units, more) in [(0, 5), (1, -1), (1, 0), (2, 1), (7, -1), (7, 3), (8, 7)] {
        let pile = (units * unit).saturating_add_signed(more);
        let small = grundy_values(&[1, 3, 4], 8)[(pile / unit) as usize];
        assert_eq!(grundy(&mut large, pile), small, "{pile}");
    }
}

#[test]
fn one_two_and_any_third_take_have_a_formula() {
    for third in 3..40 {
        let mut rules = of_set(&[1, 2, third]);
        for (pile, value) in (0..).zip(grundy_values(&[1, 2, third], 300)) {
            assert_eq!(grundy(&mut rules, pile), value, "{third} {pile}");
            // Far from all tables the same comes again.
            let far = pile + (1 << 40) / (third + 1) * (third + 1) * 3;
            assert_eq!(grundy(&mut rules, far), value, "{third} {far}");
        }
    }
    // Codeforces 1194D.
    let mut rules = rules("take s");
    for [pile, third, value] in [
        [0, 3, 0],
        [3, 3, 3],
        [3, 4, 0],
        [4, 4, 1],
        [999_999_999, 999_999_999, 3],
    ] {
        rules.set_given(&[1, 2, third]);
        assert_eq!(grundy(&mut rules, pile), value, "{pile} {third}");
    }
    let mut rules = of_set(&[2, 1, 1_000_000_000]);
    rules.cover(1 << 50).unwrap();
    is_consistent(&rules, &[(1 << 50) + 1, 5]);
}

#[test]
fn takes_larger_than_all_piles_do_not_count_in_the_search_for_a_period() {
    let far = 1_000_000_000_000;
    let (mut rules, mut near) = (of_set(&[far, 4, 1, far + 9, 3]), of_set(&[1, 3, 4]));
    for pile in [5, 20_000, 1 << 24, far - 1] {
        assert_eq!(grundy(&mut rules, pile), grundy(&mut near, pile), "{pile}");
    }
    // A pile that allows another take makes it count.
    assert_eq!(rules.cover(far), Err(NoPeriod(1 << 24)));
    // Where no take is allowed, no table is needed.
    let mut rules = of_set(&[1 << 40, 1 << 50]);
    for (pile, value) in [((1 << 40) - 1, 0), (1 << 40, 1), ((1 << 40) - 1, 0)] {
        assert_eq!(grundy(&mut rules, pile), value, "{pile}");
    }
    // So many takes that a table of all of them is short, and the larger half are not moves at first.
    let takes = (1..=100_000).map(|i| if i <= 7 { i } else { i + 12_000 });
    let set: Vec<u64> = takes.collect();
    let (mut rules, mut near) = (of_set(&set), of_set(&set[..7]));
    for pile in [10_000, 10_738, 11_000, 12_007, 3, 9_999] {
        assert_eq!(grundy(&mut rules, pile), grundy(&mut near, pile), "{pile}");
    }
    // From there, moves lead to the Grundy values 1 to 7, and to 0.
    assert_eq!(grundy(&mut rules, 12_008), 8);
}

/// What judges have, up to a hundred takes of up to a million stones in any number of cases, always has its values.
#[test]
fn without_a_period_the_table_has_a_limit_which_is_lower_for_one_of_many_rules() {
    let end = |rules: &mut Rules| rules.largest_known(u64::MAX) + 1;
    assert_eq!(end(&mut of_set(&[1, 1_000_000_000])), 1 << 24);
    for (count, values) in [(2, 1 << 23), (3, (1 << 24) / 3), (MANY, 1 << 20)] {
        let mut rules = of_set(&[1, 1_000_000_000]);
        rules.limit(count);
        assert_eq!(end(&mut rules), values, "{count}");
    }
    let many: Vec<_> = (0..4096).map(|i| 1 + i * i * 7 % 100_000).collect();
    assert!((1 << 18..1 << 19).contains(&end(&mut of_set(&many))));
    let judges = (0..100).map(|take| 9901 + take * take * 7 % 100_000);
    let mut rules = of_set(&judges.collect::<Vec<_>>());
    rules.limit(MANY);
    rules.cover(1_000_000).unwrap();
}

#[test]
fn a_part_that_a_rule_does_not_have_changes_nothing_when_it_is_set() {
    let foreign = [
        Role::Parameter(Parameter::Taken(3)),
        Role::Parameter(Parameter::King),
        Role::Parameter(Parameter::Base),
        Role::Cases,
    ];
    for rule in ["nim", "take 2..3", "take primes", "octal 0.137", "two smaller"] {
        let (mut own, mut other) = (rules(rule), rules(rule));
        for role in foreign {
            for values in [&[][..], &[2], &[9, 1]] {
                other.set(role, values);
            }
        }
        other.set_given(&[]);
        for pile in 0..9 {
            assert_eq!(grundy(&mut own, pile), grundy(&mut other, pile), "{rule} {pile}");
        }
    }
}
