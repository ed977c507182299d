//! What the rules say about positions, against a search over moves: who wins, how many moves win, which
//! ones, which first, and what they leave.

use bouton::game;
use bouton::game::heap::Heap;
use bouton::game::rule::Rules;
use bouton::game::subtraction_set::{Period, SubtractionSet};

use bouton::decode::Slice;

use crate::definition::{self, Position, Search, mex, positions};
use crate::harness::Random;

/// All positions of up to `piles` piles of up to `largest` stones.
fn up_to(piles: usize, largest: u64) -> Vec<Position> {
    (0..=piles)
        .flat_map(|piles| positions(piles, largest))
        .collect()
}

/// The rules that are written so in a `game.toml`.
fn rules(rule: &str) -> Rules {
    Rules::parse(rule).unwrap()
}

/// Checks every result of `rules` for `position` against `search`.
#[track_caller]
fn agrees(rules: &mut Rules, search: &mut Search, position: &Position) {
    rules
        .cover(position.iter().copied().max().unwrap_or(0))
        .unwrap();
    let first_wins = search.first_wins(position);
    assert_eq!(
        rules.first_wins(position),
        first_wins,
        "{rules:?} {position:?}"
    );
    rules.add(Slice::Wide(position)).unwrap();
    assert_eq!(rules.finish(), first_wins, "{rules:?} {position:?}");
    if let Some(value) = rules.grundy(position) {
        assert_eq!(value, search.grundy(position), "{rules:?} {position:?}");
    }
    // The moves of the program are the definition, too.
    let mut moves = rules
        .moves(position)
        .map(|turn| rules.after(position, &turn))
        .collect::<Vec<_>>();
    let mut defined = search.moves(position);
    moves.sort_unstable();
    defined.sort_unstable();
    assert_eq!(moves, defined, "{rules:?} {position:?}");

    let turns: Vec<_> = rules.winning(position).collect();
    for turn in &turns {
        for step in turn {
            let left = step.left + step.right.unwrap_or(0);
            assert!(step.take > 0 || step.right.is_some());
            assert_eq!(step.take + left, position[step.pile]);
        }
        assert!(turn.is_sorted_by(|a, b| a.pile < b.pile));
    }
    assert!(turns.is_sorted_by_key(|turn| (turn[0].pile, turn[0].take)));
    assert_eq!(rules.count_winning(position), turns.len() as u128);
    assert_eq!(
        rules.best(position).filter(|_| first_wins).as_ref(),
        turns.first()
    );

    let mut expected = search.won_by(position);
    let mut found: Vec<_> = turns
        .iter()
        .map(|turn| rules.after(position, turn))
        .collect();
    if rules.lists_all_winning() {
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{rules:?} {position:?}");
    } else {
        // One of them suffices.
        assert_eq!(
            found.len(),
            usize::from(!expected.is_empty()),
            "{position:?}"
        );
        assert!(
            found.iter().all(|after| expected.contains(after)),
            "{rules:?} {position:?}"
        );
    }
}

/// Best play is legal, and the winner makes the last move or, in misère play, the one before.
#[track_caller]
fn plays_to_the_end(rules: &Rules, search: &Search, position: &Position) {
    let first_wins = rules.first_wins(position);
    let mut first_moves = true;
    let mut now = position.clone();
    while let Some(turn) = rules.best(&now) {
        let next = rules.after(&now, &turn);
        assert!(search.moves(&now).contains(&next), "{now:?} {turn:?}");
        now = next;
        first_moves = !first_moves;
    }
    assert!(search.moves(&now).is_empty(), "{now:?}");
    assert_eq!(
        first_moves == search.misere,
        first_wins,
        "{rules:?} {position:?}"
    );
}

/// Plays these positions by a rule as its definition says.
fn play_by(rule: &str, all: impl IntoIterator<Item = Position>) {
    let (mut rules, mut search) = (rules(rule), Search::rule(rule));
    for position in all {
        agrees(&mut rules, &mut search, &position);
        plays_to_the_end(&rules, &search, &position);
    }
}

/// Rules with or without `misere`.
const PLAYS: [&str; 2] = ["", "misere "];

#[test]
fn games_of_piles_are_played_as_the_definition_says() {
    for play in PLAYS {
        play_by(&format!("{play}nim"), up_to(4, 7));
        for most in 1..=5 {
            // Beyond the remainder, too.
            let all = up_to(3, 2 * most + 2).into_iter();
            let all = all.chain(positions(4, most + 2));
            play_by(&format!("{play}take 1..{most}"), all);
        }
        for most in 1..=3 {
            let sorted = |(piles, largest)| {
                let all = positions(piles, largest).into_iter();
                all.filter(|position| position.is_sorted())
            };
            let more = [(4, 5), (5, 3), (7, 2)].into_iter().flat_map(sorted);
            let all = up_to(4, 3).into_iter().chain(more);
            play_by(&format!("{play}moore {most}"), all);
        }
    }
    for set in small_sets() {
        let all = up_to(3, 7).into_iter().chain(positions(1, 60));
        play_by(&takes(&set), all);
    }
    for rule in ["kayles", "nim or split"] {
        play_by(rule, up_to(3, 7).into_iter().chain(positions(1, 24)));
    }
    play_by("wythoff", positions(2, 24));
    play_by("euclid", positions(2, 40));
    let are_different = |cells: &Position| {
        (0..cells.len()).all(|i| cells[i] > 0 && !cells[..i].contains(&cells[i]))
    };
    let cells = up_to(3, 9).into_iter().chain(positions(4, 6));
    play_by("coins", cells.filter(are_different));
    for persons in 1..=4 {
        for king in 1..=persons {
            let all = positions(persons, 9).into_iter().filter(on_a_hill);
            play_by(&format!("hill {king}"), all);
        }
    }
}

#[test]
fn a_winning_move_may_leave_a_pile_of_a_larger_remainder() {
    // With up to 2 taken from 3 and 2, the sum of the remainders is 2, whose top bit only the second
    // pile has. Yet the first one has a winning move too: from the remainder 0 to 2.
    let rules = rules("take 1..2");
    let turns: Vec<_> = rules.winning(&[3, 2]).collect();
    assert_eq!(turns.len(), 2);
    assert_eq!(game::after(&[3, 2], &turns[0]), [2, 2]);
}

#[test]
fn a_coin_moves_from_the_last_cell_of_the_longest_strip() {
    let (rules, last) = (rules("coins"), u64::MAX);
    let turns: Vec<_> = rules.winning(&[last, 1]).collect();
    assert_eq!(game::after(&[last, 1], &turns[0]), [2, 1]);
}

#[test]
fn a_limit_that_does_not_bind_is_no_limit() {
    let limited = rules(&format!("take 1..{}", u64::MAX));
    let barely = rules(&format!("take 1..{}", u64::MAX - 1));
    let plain = rules("nim");
    for position in [vec![u64::MAX - 1, 5], vec![1 << 63, 1 << 63], vec![3, 4, 5]] {
        let turns: Vec<_> = plain.winning(&position).collect();
        assert_eq!(limited.winning(&position).collect::<Vec<_>>(), turns);
        assert_eq!(barely.winning(&position).collect::<Vec<_>>(), turns);
    }
}

/// All nonempty sets of takes from 1 to 6.
fn small_sets() -> impl Iterator<Item = Vec<u64>> {
    (1_u32..64).map(|set| (1..=6).filter(|take| set >> (take - 1) & 1 == 1).collect())
}

/// The rule for a subtraction set.
fn takes(set: &[u64]) -> String {
    let set: Vec<_> = set.iter().map(u64::to_string).collect();
    format!("take {{{}}}", set.join(","))
}

/// Sets of takes with a name.
const NAMED: [&str; 15] = [
    "1..half",
    "1..1",
    "2..2",
    "2..3",
    "2..5",
    "3..4",
    "primes",
    "squares",
    "powers of 1",
    "powers of 2",
    "powers of 3",
    "powers of 4",
    "powers of 6",
    "divisors",
    "proper divisors",
];

#[test]
fn sets_of_takes_with_a_name_are_played_as_the_definition_says() {
    for set in NAMED {
        let rule = format!("take {set}");
        play_by(&rule, up_to(2, 12).into_iter().chain(positions(3, 6)));
        let (mut rules, mut search) = (rules(&rule), Search::rule(&rule));
        let allowed = definition::takes(set, |_| Vec::new());
        for pile in 0..60 {
            rules.cover(pile).unwrap();
            let expected = search.grundy(&vec![pile]);
            assert_eq!(rules.grundy(&[pile]), Some(expected), "{rules:?} {pile}");
            for take in 1..=pile {
                let is_allowed = allowed(pile, take);
                assert_eq!(
                    rules.allows(&[pile], 0, take),
                    is_allowed,
                    "{rules:?} {pile} {take}"
                );
            }
        }
    }
}

#[test]
fn huge_piles_of_games_with_a_closed_form_are_answered_at_once() {
    let huge = u64::MAX;
    for (rule, pile, value) in [
        (
            "take 1000000000000..2000000000000",
            huge,
            huge % 3_000_000_000_000 / 1_000_000_000_000,
        ),
        ("take 1..18446744073709551615", huge, huge),
        ("take 18446744073709551615..18446744073709551615", huge, 1),
        ("take powers of 2", huge, huge % 3),
        ("take powers of 4294967296", (1 << 32) * 3 + 2, 2),
        ("take 1..half", huge, 0),
        ("take 1..half", huge - 1, huge / 2),
        ("take divisors", 1 << 63, 64),
        ("take proper divisors", 3 << 62, 62),
    ] {
        let rules = rules(rule);
        assert_eq!(rules.grundy(&[pile]), Some(value), "{rule}");
        // Together with a pile of value 1, and alone.
        for piles in [vec![pile], vec![pile, 2], vec![pile, pile]] {
            let turns: Vec<_> = rules.winning(&piles).take(100).collect();
            for turn in &turns {
                let after = game::after(&piles, turn);
                assert!(!rules.first_wins(&after), "{rule} {piles:?} {turn:?}");
                assert!(
                    rules.allows(&piles, turn[0].pile, turn[0].take),
                    "{rule} {turn:?}"
                );
            }
            assert_eq!(
                !turns.is_empty(),
                rules.first_wins(&piles),
                "{rule} {piles:?}"
            );
            let count = rules.count_winning(&piles);
            assert!(
                count == turns.len() as u128 || turns.len() == 100,
                "{rule} {count}"
            );
        }
    }
    // 2^64 - 59 is prime, and 4294967291 the largest prime below 2^32.
    let divisors = rules("take divisors");
    let takes = |pile: u64| {
        divisors
            .moves(&[pile])
            .map(|turn| turn[0].take)
            .collect::<Vec<_>>()
    };
    assert_eq!(takes(huge - 58), [1, huge - 58]);
    let prime = 4_294_967_291;
    assert_eq!(takes(prime * prime), [1, prime, prime * prime]);
    assert_eq!(takes(897_612_484_786_617_600).len(), 103_680);
}

#[test]
fn moores_game_with_one_pile_a_move_is_nim() {
    let mut random = Random::new(4);
    for play in PLAYS {
        let [nim, moore] = ["nim", "moore 1"].map(|rule| rules(&format!("{play}{rule}")));
        for _ in 0..2000 {
            let bits = 1 + random.below(64);
            let position: Vec<_> = (0..random.below(6))
                .map(|_| random.of_length_up_to(bits))
                .collect();
            let wins = |rules: &Rules| rules.first_wins(&position);
            assert_eq!(wins(&moore), wins(&nim), "{position:?}");
            let turn = moore.winning(&position).next();
            assert!(turn.is_none_or(|turn| nim.winning(&position).any(|other| other == turn)));
        }
    }
}

#[test]
fn moores_game_with_as_many_piles_as_you_like_is_won_at_once() {
    for most in [3, u64::MAX - 1, u64::MAX] {
        for (play, last) in PLAYS.into_iter().zip(0..) {
            let rules = rules(&format!("{play}moore {most}"));
            let turn = rules.winning(&[7, u64::MAX, 3]).next().unwrap();
            let after = game::after(&[7, u64::MAX, 3], &turn);
            assert_eq!(after.iter().sum::<u64>(), last);
        }
    }
}

/// Plays all small positions; the number of piles does not matter to games that divide them.
fn play_small(rule: &str) {
    play_by(rule, up_to(3, 6).into_iter().chain(positions(1, 16)));
}

const CODES: [&str; 14] = [
    "0.77", "0.07", "0.137", "0.6", "0.007", "4.07", "4.3333", "0.3", "0.123", "4.4", "0.45",
    "0.0", "0.156", "4.0",
];

#[test]
fn games_that_divide_piles_are_played_as_the_definition_says() {
    play_small("split unequal");
    for code in CODES {
        play_small(&format!("octal {code}"));
    }
    for set in NAMED.into_iter().chain(["{1,2}", "{2,5,3}", "{4}", "1..3"]) {
        play_small(&format!("take {set} and split"));
        play_small(&format!("take {set} or split"));
    }
}

/// Grundy values by mex over all pairs.
fn plain(code: &str, len: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for pile in 0..len as u64 {
        let mut seen = vec![false; 1 << 12];
        for parts in definition::octal(code, pile) {
            let sum = parts
                .iter()
                .fold(0, |sum, &part| sum ^ values[part as usize]);
            seen[sum as usize] = true;
        }
        values.push(seen.iter().position(|seen| !seen).unwrap() as u64);
    }
    values
}

#[test]
fn tables_with_a_sparse_space_and_without_have_the_values_of_plain_mex() {
    for code in CODES
        .into_iter()
        .chain(["0.16", "0.376", "0.354", "0.777", "0.4563721"])
    {
        let mut rules = rules(&format!("octal {code}"));
        for (pile, value) in (0..).zip(plain(code, 1500)) {
            rules.cover(pile).unwrap();
            assert_eq!(rules.grundy(&[pile]), Some(value), "{code} {pile}");
        }
    }
}

/// Guy and Smith, and later authors.
#[test]
fn published_periods_of_octal_games_are_found_and_proven() {
    for (code, period, start) in [
        ("0.77", 12, 71),
        ("0.07", 34, 53),
        ("0.137", 34, 52),
        ("0.055", 148, 259),
        ("0.156", 349, 3479),
        ("0.644", 442, 3256),
        ("0.356", 142, 7315),
        ("0.165", 1550, 5181),
    ] {
        let mut rules = rules(&format!("octal {code}"));
        rules.cover(u64::MAX).unwrap();
        let (found, theorem) = rules.heaps().unwrap().period().unwrap();
        assert_eq!((found.len, found.start), (period, start), "{code}");
        assert_eq!(theorem, "Guy and Smith 1956");
        let last = start + (u64::MAX - start) % period;
        assert_eq!(rules.grundy(&[u64::MAX]), rules.grundy(&[last]), "{code}");
    }
}

#[test]
fn moves_of_huge_piles_are_found_and_counted_by_the_period() {
    for rule in [
        "octal 0.137",
        "octal 0.07",
        "octal 0.77",
        "take {1,2} and split",
        "take {1,3} or split",
        "octal 0.055",
    ] {
        let mut rules = rules(rule);
        rules.cover(u64::MAX).unwrap();
        // The same number as one by one, where that is possible.
        for (pile, target) in [(1500, 0), (1501, 1), (1503, 5), (2000, 2), (10, 1)] {
            let piles = [pile, target];
            let count = rules.count_winning(&piles);
            let one_by_one = rules
                .moves(&piles)
                .filter(|turn| !rules.first_wins(&game::after(&piles, turn)));
            assert_eq!(count, one_by_one.count() as u128, "{rule} {piles:?}");
            assert_eq!(count, rules.winning(&piles).count() as u128);
        }
        for turn in rules.winning(&[u64::MAX, 3]).take(3000) {
            let after = game::after(&[u64::MAX, 3], &turn);
            assert!(!rules.first_wins(&after), "{rule} {turn:?}");
        }
    }
}

#[test]
fn without_a_proven_period_a_pile_beyond_the_table_has_no_value() {
    for rule in [
        "take {1,5000000} and split",
        "take 1..half and split",
        "take divisors and split",
        "take 1..18446744073709551615 and split",
    ] {
        let mut rules = rules(rule);
        rules.begin_case(u64::MAX);
        let no_period = rules.cover(u64::MAX).unwrap_err();
        // What is known stays known.
        assert!(no_period.grundy_values > 500, "{rule} {no_period:?}");
        assert_eq!(rules.cover(no_period.grundy_values - 1), Ok(()), "{rule}");
    }
    // Smaller piles than all takes have no moves.
    let mut rules = rules("take {1000000000000} and split");
    rules.cover(999_999_999_999).unwrap();
    assert_eq!(rules.grundy(&[999_999_999_999]), Some(0));
}

#[test]
fn winning_moves_in_long_rows_of_kayles_are_found_and_counted_at_once() {
    let mut rules = self::rules("kayles");
    rules.cover(u64::MAX).unwrap();
    let long = 1_000_000_000_000_000_000;
    // In the first position every twelfth split of the long row wins, in the second one only a few
    // splits near its ends.
    for (rows, few) in [([long, 0], false), ([long, 5], true)] {
        let mut found = 0;
        for turn in rules.winning(&rows).take(10_000) {
            let after = game::after(&rows, &turn);
            assert!(!rules.first_wins(&after));
            found += 1;
        }
        let count = rules.count_winning(&rows);
        assert_eq!(count.min(10_000), found);
        assert_eq!(count < u128::from(long / 12), few);
    }
}

/// Whether the position is one that the judge uses, or that arises from one: only the top holds several
/// persons.
pub fn on_a_hill(position: &Position) -> bool {
    position.is_sorted_by(|a, b| a < b || (*a == 0 && *b == 0))
}

#[test]
fn winning_moves_of_huge_piles_in_lasker_s_nim_are_found_and_counted_at_once() {
    let rules = rules("nim or split");
    let huge = (1 << 60) + 7;
    for position in [[huge, 5], [huge, huge + 1], [huge, 1 << 50]] {
        let turns: Vec<_> = rules.winning(&position).take(1000).collect();
        assert_eq!(
            rules.count_winning(&position).min(1000),
            turns.len() as u128
        );
        for turn in turns {
            assert!(!rules.first_wins(&game::after(&position, &turn)));
        }
    }
}

#[test]
fn lost_pairs_of_wythoff_s_game_are_exact_up_to_the_largest_piles() {
    let rules = rules("wythoff");
    // The pairs are complementary, and differ by 0, 1, 2 and so on: they can be listed without the golden ratio.
    let mut used = std::collections::HashSet::new();
    let mut next = 0;
    for difference in 0..20_000 {
        while !used.insert(next) {
            next += 1;
        }
        used.insert(next + difference);
        let pair = [next + difference, next];
        assert!(!rules.first_wins(&pair), "{pair:?}");
        assert!(rules.first_wins(&[pair[0] + 1, pair[1]]));
    }
    // A won position has a move to a lost one, and one with equal differences has only that.
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let pair = [0, 1].map(|_| random.of_length_up_to(64));
        let turns: Vec<_> = rules.winning(&pair).collect();
        assert_eq!(turns.is_empty(), !rules.first_wins(&pair), "{pair:?}");
        for turn in turns {
            let after = game::after(&pair, &turn);
            assert!(!rules.first_wins(&after), "{pair:?} {after:?}");
            // Neighbours of a lost position are won.
            assert!(after[0] == 0 || rules.first_wins(&[after[0] - 1, after[1]]));
        }
    }
    // The largest pile is in a lost pair, too: 11400714819323198485 is 7046029254386353130 times the golden ratio.
    let largest = [u64::MAX, u64::MAX - 4];
    let turns: Vec<_> = rules.winning(&largest).collect();
    assert_eq!(turns.len(), 2, "{turns:?}");
    let after: Vec<_> = turns
        .iter()
        .map(|turn| game::after(&largest, turn))
        .collect();
    assert_eq!(after, [[10, 6], [u64::MAX, 11_400_714_819_323_198_485]]);
}

#[test]
fn euclid_allows_what_the_definition_says() {
    let (rules, search) = (rules("euclid"), Search::rule("euclid"));
    for position in positions(2, 40) {
        let moves = search.moves(&position);
        for (index, take) in (0..2).flat_map(|i| (1..=position[i]).map(move |take| (i, take))) {
            let mut after = position.clone();
            after[index] -= take;
            let is_allowed = rules.allows(&position, index, take);
            assert_eq!(is_allowed, moves.contains(&after), "{position:?}");
        }
    }
}

#[test]
fn huge_numbers_of_euclid_are_exact() {
    let rules = rules("euclid");
    // Ratios of neighbours in the Fibonacci sequence are in turn below and above the golden ratio.
    let (mut one, mut other) = (1_u64, 2_u64);
    let mut is_below = false;
    while let Some(next) = one.checked_add(other) {
        (one, other, is_below) = (other, next, !is_below);
        assert_eq!(rules.first_wins(&[other, one]), !is_below, "{other} {one}");
    }
    assert!(rules.first_wins(&[u64::MAX, u64::MAX]));
    assert!(!rules.first_wins(&[u64::MAX, u64::MAX - 1]));
    let mut random = Random::new(4);
    for _ in 0..2000 {
        let pair = [0, 1].map(|_| random.of_length_up_to(64));
        let turns: Vec<_> = rules.winning(&pair).collect();
        assert_eq!(turns.is_empty(), !rules.first_wins(&pair), "{pair:?}");
        for turn in turns {
            assert!(!rules.first_wins(&rules.after(&pair, &turn)), "{pair:?}");
        }
    }
}

#[test]
fn moves_that_depend_on_the_last_take_are_made_as_the_definition_says() {
    for factor in 1..=7 {
        let rule = format!("take 1..{factor}*last");
        play_by(&rule, positions(1, 60));
        let (mut rules, mut search) = (rules(&rule), Search::rule(&rule));
        rules.cover(60).unwrap();
        for pile in 0..=60 {
            for last in 1..=12 {
                agrees_after_moves(&rules, &mut search, &vec![pile, last]);
            }
        }
    }
}

/// As [`agrees`], for a position that cannot be read.
#[track_caller]
fn agrees_after_moves(rules: &Rules, search: &mut Search, position: &Position) {
    let after = |turn: game::Turn| rules.after(position, &turn);
    assert_eq!(
        rules.first_wins(position),
        search.first_wins(position),
        "{rules:?} {position:?}"
    );
    assert_eq!(
        rules.moves(position).map(after).collect::<Vec<_>>(),
        search.moves(position)
    );
    assert_eq!(
        rules.winning(position).map(after).collect::<Vec<_>>(),
        search.won_by(position)
    );
}

#[test]
fn lost_sizes_of_fibonacci_nim_are_the_fibonacci_numbers_up_to_the_largest() {
    let mut rules = rules("take 1..2*last");
    rules.cover(u64::MAX).unwrap();
    let (mut one, mut other) = (1_u64, 2_u64);
    while let Some(next) = one.checked_add(other) {
        assert!(
            !rules.first_wins(&[one]) && rules.first_wins(&[next + one]),
            "{one}"
        );
        (one, other) = (other, next);
    }
    let mut doubling = self::rules("take 1..1*last");
    doubling.cover(u64::MAX).unwrap();
    assert!(!doubling.first_wins(&[1 << 63]) && doubling.first_wins(&[u64::MAX]));
}

#[test]
fn the_last_take_may_allow_very_large_ones() {
    for factor in [1_000, 100_000, 1 << 45, u64::MAX] {
        let mut rules = rules(&format!("take 1..{factor}*last"));
        let largest = u64::MAX;
        rules.cover(largest).unwrap();
        // All sizes up to K + 1 are lost, and of those after it every second one.
        let next = |n: u64| factor.checked_add(n).map(|size| rules.first_wins(&[size]));
        assert_eq!(
            [next(0), next(1)].map(|wins| wins.unwrap_or(false)),
            [false, false]
        );
        assert_eq!(
            [next(2), next(3)].map(|wins| wins.unwrap_or(true)),
            [true, factor == u64::MAX]
        );
    }
    let mut rules = rules(&format!("take 1..{}*last", 1_u64 << 30));
    assert!(rules.cover(u64::MAX).is_err());
    assert!(rules.cover(1 << 45).is_ok());
}

/// The Grundy values of piles up to `largest`, from the definition.
fn grundy_values(set: &[u64], largest: u64) -> Vec<u64> {
    let mut grundy_values: Vec<u64> = Vec::new();
    for pile in 0..=largest {
        let subtraction_set = set.iter().filter(|&&take| take <= pile);
        let next: Vec<_> = subtraction_set
            .map(|take| grundy_values[(pile - take) as usize])
            .collect();
        grundy_values.push(mex(&next));
    }
    grundy_values
}

/// The period of `set`, after comparing all Grundy values that it implies with the definition.
fn period(set: &[u64]) -> (u64, u64) {
    let mut subtraction_set = SubtractionSet::new(set);
    subtraction_set.cover(u64::MAX).unwrap();
    let Period { start, len } = subtraction_set.period_below_end().unwrap();
    let grundy_values = grundy_values(set, start + 3 * len + 200);
    for (pile, &grundy) in grundy_values.iter().enumerate() {
        assert_eq!(
            subtraction_set.grundy(pile as u64),
            grundy,
            "{set:?} {pile}"
        );
    }
    // Nothing shorter repeats, and nothing repeats earlier.
    let repeats = |from: u64, len: u64| {
        let tail = &grundy_values[from as usize..];
        tail[..tail.len() - len as usize] == tail[len as usize..]
    };
    assert!(repeats(start, len));
    assert!((1..len).all(|shorter| !repeats(start, shorter)), "{set:?}");
    assert!(start == 0 || !repeats(start - 1, len), "{set:?}");
    (start, len)
}

#[test]
fn periods_of_subtraction_sets_are_found_and_are_the_shortest() {
    for set in small_sets() {
        period(&set);
    }
    for (set, start, len) in [
        (&[1][..], 0, 2),
        (&[1, 2, 3], 0, 4),
        (&[1, 3, 4], 0, 7),
        (&[2, 3], 0, 5),
        (&[2, 4, 7], 8, 3),
        (&[4], 0, 8),
        (&[3, 7], 0, 10),
        (&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0, 11),
    ] {
        assert_eq!(period(set), (start, len), "{set:?}");
    }
    // More takes than a machine word has bits.
    let many: Vec<_> = (1..=200).collect();
    assert_eq!(period(&many), (0, 201));
}

#[test]
fn grundy_values_of_any_subtraction_set_are_those_of_the_definition_however_far_they_are_needed() {
    let mut random = Random::new(7);
    let mut subtraction_set = SubtractionSet::new(&[]);
    // Few and many takes; smaller than a block of piles, larger, and both; Grundy values up to 100.
    for (count, largest) in [
        (3, 40),
        (5, 2000),
        (20, 33),
        (100, 150),
        (100, 3000),
        (100, 100_000),
    ] {
        for base in [0, 31, 500] {
            let set: Vec<_> = (0..count)
                .map(|_| base + 1 + random.below(largest))
                .collect();
            subtraction_set.reset(&set);
            let grundy_values = grundy_values(&set, 3000);
            for pile in [0, 1, 31, 32, 33, 700, 2999] {
                subtraction_set.cover(pile).unwrap();
                for pile in 0..=pile {
                    assert_eq!(
                        subtraction_set.grundy(pile),
                        grundy_values[pile as usize],
                        "{set:?} {pile}"
                    );
                }
            }
        }
    }
}

#[test]
fn takes_in_any_order_and_repeated_are_a_set() {
    let mut subtraction_set = SubtractionSet::new(&[4, 1, 0, 3, 1]);
    assert_eq!(subtraction_set.numbers(), [1, 3, 4]);
    subtraction_set.cover(u64::MAX).unwrap();
    assert_eq!(
        subtraction_set.grundy(1_000_000_000_000_000_000),
        subtraction_set.grundy(1_000_000_000_000_000_000 % 7)
    );
    subtraction_set.reset(&[2]);
    subtraction_set.cover(10).unwrap();
    assert_eq!(
        (0..6)
            .map(|pile| subtraction_set.grundy(pile))
            .collect::<Vec<_>>(),
        [0, 0, 1, 1, 0, 0]
    );
    subtraction_set.reset(&[]);
    subtraction_set.cover(u64::MAX).unwrap();
    assert_eq!(subtraction_set.grundy(u64::MAX), 0);
}

#[test]
fn a_table_is_computed_no_further_than_needed() {
    let mut subtraction_set = SubtractionSet::new(&[1, 1_000_000_000_000]);
    subtraction_set.cover(1000).unwrap();
    assert_eq!(subtraction_set.grundy(1000), 0);
    assert_eq!(subtraction_set.period_below_end(), None);
    let mut subtraction_set = SubtractionSet::new(&[1, 1_000_000]);
    subtraction_set.cover(u64::MAX).unwrap();
    assert_eq!(
        subtraction_set.period_below_end(),
        Some(Period {
            start: 0,
            len: 1_000_001
        })
    );
}

#[test]
fn piles_smaller_than_all_takes_need_no_table() {
    let mut subtraction_set = SubtractionSet::new(&[1 << 40, 1 << 50]);
    subtraction_set.cover((1 << 40) - 1).unwrap();
    assert_eq!(subtraction_set.table(), [0]);
    assert_eq!(subtraction_set.grundy((1 << 40) - 1), 0);
    subtraction_set.cover(1 << 40).unwrap();
    assert_eq!(subtraction_set.grundy(1 << 40), 1);
    assert_eq!(subtraction_set.grundy((1 << 40) - 1), 0);
}

/// What judges have: up to a hundred takes of up to a million stones, in any number of cases.
#[test]
fn the_tables_of_many_sets_share_the_work_but_piles_of_a_million_stones_always_have_theirs() {
    let set: Vec<_> = (0..100)
        .map(|take| 9901 + take * take * 7 % 100_000)
        .collect();
    let limits = [1, 2, 3, 100, u64::MAX].map(|nth| {
        let mut subtraction_set = SubtractionSet::new(&set);
        subtraction_set.set_share(nth);
        subtraction_set.cover(1_000_000).unwrap();
        subtraction_set.limit()
    });
    let most = (1 << 28) / 100;
    assert_eq!(limits, [most, most / 2, 1 << 20, 1 << 20, 1 << 20]);
    // What the cases before have left does not count.
    let mut subtraction_set = SubtractionSet::new(&[1, 1 << 30]);
    subtraction_set.cover(1 << 23).unwrap();
    subtraction_set.set_share(100);
    assert!(subtraction_set.table().len() <= 1 << 20);
}

#[test]
fn without_a_period_the_table_has_a_limit() {
    let subtraction_set: Vec<_> = (0..4096).map(|i| 1_000_000_000 + i).collect();
    let mut subtraction_set = SubtractionSet::new(&subtraction_set);
    assert_eq!(subtraction_set.limit(), 1 << 18);
    subtraction_set.cover(subtraction_set.limit() - 1).unwrap();
    assert_eq!(
        subtraction_set
            .cover(2_000_000_000)
            .unwrap_err()
            .grundy_values,
        1 << 18
    );
    assert_eq!(SubtractionSet::new(&[1]).limit(), 1 << 24);
}

#[test]
fn takes_larger_than_all_piles_do_not_count_in_the_search_for_a_period() {
    let far = 1_000_000_000_000;
    let mut subtraction_set = SubtractionSet::new(&[far]);
    subtraction_set.cover(far - 1).unwrap();
    assert_eq!(
        [0, 17, far - 1].map(|pile| subtraction_set.grundy(pile)),
        [0; 3]
    );
    assert_eq!(
        (subtraction_set.end(), subtraction_set.limit()),
        (Some(far), 1 << 24)
    );
    let (mut subtraction_set, mut near) = (
        SubtractionSet::new(&[far, 4, 1, far + 9, 3]),
        SubtractionSet::new(&[1, 3, 4]),
    );
    near.cover(u64::MAX).unwrap();
    for pile in [5, 20_000, 1 << 24, far - 1] {
        subtraction_set.cover(pile).unwrap();
        assert_eq!(subtraction_set.grundy(pile), near.grundy(pile), "{pile}");
    }
    assert_eq!(subtraction_set.period_below_end(), near.period_below_end());
    // A pile that allows another take makes it count.
    assert_eq!(
        subtraction_set.cover(far).unwrap_err().grundy_values,
        1 << 24
    );
}

#[test]
fn a_narrowed_table_still_has_all_grundy_values_up_to_the_largest_pile() {
    // So many takes that a table of all of them is short, and the larger half are not moves at first.
    let set: Vec<u64> = (1..=100_000)
        .map(|i| if i <= 7 { i } else { i + 12_000 })
        .collect();
    let mut subtraction_set = SubtractionSet::new(&set);
    let mut near = SubtractionSet::new(&[1, 2, 3, 4, 5, 6, 7]);
    near.cover(u64::MAX).unwrap();
    for pile in [10_000, 10_738, 11_000, 12_007] {
        subtraction_set.cover(pile).unwrap();
        for pile in [pile, 3, 9_999] {
            assert_eq!(subtraction_set.grundy(pile), near.grundy(pile), "{pile}");
        }
        // The table does not have Grundy values of piles that allow more takes.
        assert!(subtraction_set.table().len() <= 12_008);
    }
    assert_eq!(subtraction_set.end(), Some(12_008));
    subtraction_set.cover(12_008).unwrap();
    // From there, moves lead to the Grundy values 1 to 7, and to 0.
    assert_eq!(
        (subtraction_set.grundy(12_008), subtraction_set.end()),
        (8, Some(12_009))
    );
}

#[test]
fn takes_with_a_common_divisor_are_divided_by_it_to_search_for_a_period() {
    for set in [&[1][..], &[2], &[1, 2], &[3, 5], &[1, 3, 4], &[2, 4, 7]] {
        let mut small = SubtractionSet::new(set);
        small.cover(u64::MAX).unwrap();
        for unit in [1_000_000_007, u64::MAX / 8] {
            let large: Vec<_> = set.iter().map(|take| take * unit).collect();
            let mut subtraction_set = SubtractionSet::new(&large);
            for pile in [
                5,
                unit - 1,
                unit,
                2 * unit + 1,
                7 * unit - 1,
                7 * unit + 3,
                u64::MAX,
            ] {
                subtraction_set.cover(pile).unwrap();
                assert_eq!(
                    subtraction_set.grundy(pile),
                    small.grundy(pile / unit),
                    "{set:?} {pile}"
                );
            }
            // All smaller piles are covered too.
            for pile in 0..8 {
                assert_eq!(
                    subtraction_set.grundy(pile * unit),
                    small.grundy(pile),
                    "{set:?} {pile}"
                );
            }
        }
    }
}

#[test]
fn grundy_values_are_those_of_the_definition_however_takes_and_piles_grow() {
    let mut random = Random::new(6);
    for _ in 0..300 {
        let unit = 1 + random.below(4);
        let mut set: Vec<_> = (0..=random.below(4))
            .map(|_| unit * (1 + random.below(30)))
            .collect();
        let expected = grundy_values(&set, 300);
        // The same game with stones by the billion, and with a take that is out of reach.
        for take in &mut set {
            *take *= 1_000_000_000;
        }
        set.push(301_000_000_000);
        let mut subtraction_set = SubtractionSet::new(&set);
        let mut largest = 0;
        for _ in 0..5 {
            largest = 300.min(largest + random.below(100));
            let pile = largest * 1_000_000_000 + random.below(1_000_000_000);
            subtraction_set.cover(pile).unwrap();
            for smaller in 0..=largest {
                let grundy = subtraction_set.grundy(smaller * 1_000_000_000);
                assert_eq!(grundy, expected[smaller as usize], "{set:?} {smaller}");
            }
        }
    }
}
