//! `bouton generate` writes valid input, and the same forever.

use std::collections::BTreeSet;

use bouton::internals::problem::Problem;
use bouton::internals::testdata::generate::GenerateOptions;
use bouton::internals::testdata::{Bounds, CaseShape, Limits, Random};

use crate::harness::{
    self, answer, count_valid, generated, is_long, key, names, numbers, of_shape, own_game, plain_problems, problem,
    problem_folder, problems, problems_of_each_kind, some_of,
};

fn input(name: &str, seed: u64, cases: Option<u64>, shape: CaseShape) -> Result<String, String> {
    generated(problem(name), of_shape(seed, cases, shape))
}

/// Whatever numbers of cases and piles and largest piles the limits allow are kept to, and all else is refused.
#[test]
fn whatever_is_generated_is_valid_and_options_beyond_the_limits_are_refused() {
    for (seed, name) in (0..).zip(some_of(5, problems()).flat_map(names)) {
        let problem = problem(name);
        let Limits { count, sizes, .. } = Limits::of(&problem.layout);
        let mut random = Random::new(seed);
        let mut between = |low: u64, high: u64| low + random.bits() % (high - low + 1);
        for (turn, shape) in CaseShape::all().chain(CaseShape::all()).enumerate() {
            let few = count.high.min(count.low + 100);
            let low = between(count.low, few);
            let high = between(low, few);
            // Where piles differ, there have to be as many sizes.
            let largest = between(sizes.low.max(high.min(sizes.high)), sizes.high);
            // The largest cases are some megabytes.
            let is_few = turn % 4 > 0 || shape == CaseShape::Max;
            let cases = is_few.then_some(problem.layout.least_cases());
            let options = GenerateOptions {
                piles: (turn % 3 > 0).then_some(Bounds { low, high }),
                largest: (turn % 2 > 0).then_some(largest),
                ..of_shape(seed, cases, shape)
            };
            match generated(problem, options) {
                Err(message) if shape == CaseShape::Zeros && sizes.low > 0 => {
                    assert!(message.contains("limits"), "{message}");
                }
                text => {
                    let found = count_valid(problem, &text.unwrap());
                    assert_eq!(found, cases.unwrap_or(found), "{name} {options:?}");
                }
            }
        }
        let alike = |piles: u64| Bounds {
            low: piles,
            high: piles,
        };
        for (piles, largest, cases) in [
            (count.low.checked_sub(1), None, None),
            (count.high.checked_add(1), None, None),
            (None, sizes.high.checked_add(1), None),
            (None, None, problem.layout.most_cases().checked_add(1)),
        ] {
            let options = GenerateOptions {
                piles: piles.map(alike),
                largest,
                ..of_shape(0, cases, CaseShape::Random)
            };
            let is_beyond = piles.or(largest).or(cases).is_some();
            let is_refused = generated(problem, options).is_err();
            assert_eq!(is_refused, is_beyond, "{name} {options:?}");
        }
    }
}

/// A game with limits that are nearly none.
fn wide(folder: &str) -> &'static Problem {
    let input = "{ n:1..1000000 a:0..18446744073709551615*n / ! }+";
    own_game(&harness::folder(folder), ["nim", input, "a", "Yes|No"])
}

#[test]
fn all_that_is_asked_for_comes_up_whatever_the_shape_is() {
    let wide = wide("generate-all");
    for shape in [
        CaseShape::Small,
        CaseShape::Winning,
        CaseShape::Losing,
        CaseShape::Lengths,
    ] {
        let (low, high) = (2000, 2003);
        let options = GenerateOptions {
            piles: Some(Bounds { low, high }),
            largest: Some(100_000),
            ..of_shape(0, Some(100), shape)
        };
        let text = generated(wide, options).unwrap();
        let counts: BTreeSet<u64> = text.lines().map(|line| numbers(line)[0]).collect();
        assert!(counts.into_iter().eq(low..=high));
        assert!(text.lines().flat_map(numbers).max() > Some(90_000));
    }
}

#[test]
fn all_lengths_of_sizes_are_as_likely() {
    let options = GenerateOptions {
        largest: Some(u64::MAX >> 1),
        piles: Some(Bounds { low: 1, high: 20 }),
        ..of_shape(0, Some(3000), CaseShape::Lengths)
    };
    let text = generated(wide("generate-lengths"), options).unwrap();
    let mut lengths = [0; 65];
    for sizes in text.lines().map(numbers) {
        // Without the last pile, which is often what the others leave.
        for size in &sizes[1..sizes.len() - 1] {
            lengths[(64 - size.leading_zeros()) as usize] += 1;
        }
    }
    let expected = lengths.iter().sum::<u32>() / 64;
    let near = expected * 7 / 10..expected * 13 / 10;
    let are_near = lengths[1..=63].iter().all(|n| near.contains(n));
    assert!(are_near && lengths[64] == 0, "{expected}: {lengths:?}");
}

/// How many answers to positions of this shape say that the player to move wins, and how many that he loses.
fn won_and_lost(problem: &Problem, options: GenerateOptions) -> (usize, usize) {
    let text = generated(problem, options).unwrap();
    let answers = answer(problem, &text);
    let form = key(problem, "answer").replace('_', " ");
    let (_, lost) = form.rsplit_once('|').unwrap_or(("", "0"));
    // Behind the number of the case.
    let lost = lost.rsplit(": ").next();
    let is_lost = |line: &&str| line.rsplit(": ").next() == lost;
    let lost = answers.lines().filter(is_lost).count();
    (options.cases.unwrap() as usize - lost, lost)
}

#[test]
fn about_half_of_random_positions_are_lost() {
    for id in [
        "poj2234", "hdu1850", "hdu1907", "hdu2509", "hdu4315", "hdu1849", "hdu1846", "poj1704",
    ] {
        for shape in [CaseShape::Random, CaseShape::Small, CaseShape::Lengths] {
            let cases = problem(id).layout.most_cases().min(100);
            let (won, lost) = won_and_lost(problem(id), of_shape(7, Some(cases), shape));
            let are_many = won.min(lost) * 5 >= cases as usize;
            assert!(are_many, "{id}: {won} won, {lost} lost");
        }
    }
}

#[test]
fn losing_positions_are_lost_and_winning_ones_won() {
    let both = |problem: &Problem, cases: u64, largest: Option<u64>| {
        let count = cases as usize;
        for (shape, expected) in [(CaseShape::Losing, (0, count)), (CaseShape::Winning, (count, 0))] {
            let options = GenerateOptions {
                largest,
                ..of_shape(7, Some(cases), shape)
            };
            let counts = won_and_lost(problem, options);
            assert_eq!(counts, expected, "{} {options:?}", problem.id);
        }
    };
    // Of all rings of one problem, two are won; in the other, a case asks about all piles up to a size.
    let single = problems()
        .into_iter()
        .filter(|problem| !["poj2484", "cses1729"].contains(&&*problem.id));
    for problem in single.filter(|problem| !problem.layout.positions()) {
        both(problem, 1, None);
    }
    for id in ["poj2234", "hdu1850", "hdu2509", "hdu4315"] {
        both(problem(id), if is_long() { 1000 } else { 200 }, None);
    }
    // With piles of one or two stones as well, if any number of them is lost.
    for problem in some_of(6, plain_problems()) {
        both(problem, 100, Some(1));
        both(problem, 100, Some(2));
    }
    // However many piles a move changes.
    let folder = harness::folder("losing_moore");
    for k in some_of(2, [2, 30, 1000]) {
        let (rule, input) = (format!("misere moore {k}"), "{ n:1..20 / a:1..9*n / ! }+");
        let moore = own_game(&folder, [&rule, input, "a", "won|lost"]);
        let cases = if is_long() { 50 } else { 10 };
        let counts = won_and_lost(moore, of_shape(0, Some(cases as u64), CaseShape::Losing));
        assert_eq!(counts, (0, cases), "{k}");
    }
}

/// A set for which only small piles are answered says nothing of the sets after it.
#[test]
fn piles_are_as_large_as_the_set_of_their_own_case_allows() {
    let input = "{ n:1..3 / a:1..10^15*n / c:1..3 s:1..9*c / ! }+";
    let keys = ["take s or split", input, "a", "Yes|No"];
    let own = own_game(&harness::folder("generate-sets"), keys);
    let text = generated(own, of_shape(0, Some(60), CaseShape::Random)).unwrap();
    let piles = text.lines().skip(1).step_by(3);
    assert!(piles.skip(30).flat_map(numbers).max() > Some(10_u64.pow(14)));
}

/// Whoever wrote down a seed wants the same data again. If this fails, the bytes of every seed have changed:
/// put the generator right, or say so in the changelog. The checksum is FNV-1a.
#[test]
fn a_seed_always_gives_the_same_input() {
    let mut all = 0xcbf2_9ce4_8422_2325_u64;
    // Problems that are one file come every now and then; these have come since.
    let is_whole = |problem: &&'static Problem| {
        let has_wrong = problem_folder(problem).join("submissions/wrong_answer").exists();
        has_wrong && !["acwing894", "hdu2897"].contains(&&*problem.id)
    };
    for problem in problems().into_iter().filter(is_whole) {
        for shape in CaseShape::all() {
            let text = input(&problem.id, 42, Some(1), shape).unwrap_or_default();
            for byte in text.bytes() {
                all = (all ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    assert_eq!(all, 3_100_555_101_701_639_147);
}

#[test]
fn an_input_of_so_many_bytes_ends_after_the_case_that_reaches_them() {
    for problem in problems_of_each_kind() {
        let of_cases = |cases| input(&problem.id, 0, Some(cases), CaseShape::Random);
        // What comes behind the last case is not counted, and the number of cases is a digit or two.
        let is_short = |text: &String, bytes: u64| text.len() as u64 <= bytes + 12;
        for bytes in [1, 100, 5000] {
            let options = GenerateOptions {
                bytes: Some(bytes),
                ..GenerateOptions::default()
            };
            let Ok(text) = generated(problem, options) else {
                let whole = of_cases(problem.layout.most_cases()).unwrap();
                assert!(is_short(&whole, bytes), "{}", problem.id);
                continue;
            };
            assert!(text.len() as u64 + 20 >= bytes, "{}", problem.id);
            let cases = count_valid(problem, &text);
            let is_needed = || of_cases(cases - 1).is_ok_and(|fewer| is_short(&fewer, bytes));
            assert!(cases == 1 || is_needed(), "{}", problem.id);
        }
    }
}

/// Games whose limits leave little room, or what cannot be answered: rule, piles, layout.
const NARROW: &str = "\
coins; a; { n:1..5 / a:1..3*n / ! }+
coins; a; { n:1..5 k:2..3 / a:k..4*n / ! }+
take 4..e and split; g; e:4..8 / { q:1..100 r:1..4 b:1..1 / { g:1..1000000000*b / }*r ! }+
take s or split; a; { n:1..3 / a:1..10^15*n / c:1..3 s:1..9*c / ! }+
hill k; a; { k:1..2 n:1..5 / a:1..9<*n / ! }+
hill k; a; { n:1..5 k:1..n / a:1..9*n / ! }+
take 1..k*last; n; { n:2..10^18 k:1..9 / ! }+
nim; h; { m:2..3 / { l:2..3 / { h:1..9 / }*l }*m ! }+
nim; a; T:5..10 / { n:0..2 / a:0..2*n / ! }*T
nim; a; T:1..3 / { x:1..T a:0..2 / ! }*T
nim; a; T:1..4 K:T..9 / { n:1..K / a:0..2*n / ! }*T";

#[test]
fn whatever_is_generated_for_a_game_of_ones_own_is_valid_and_answered() {
    let folder = harness::folder("generate-narrow");
    for (row, game) in NARROW.lines().enumerate() {
        let keys: Vec<_> = game.split("; ").collect();
        let own = own_game(&folder, [keys[0], keys[2], keys[1], "{count}"]);
        let shapes = (0..).zip(CaseShape::all().chain(CaseShape::all()));
        // Each shape comes up for some of the games.
        let first = if is_long() { 0 } else { row % 14 };
        for (seed, shape) in some_of(14, shapes.skip(first)) {
            match generated(own, of_shape(seed, None, shape)) {
                Err(message) if shape == CaseShape::Zeros => {
                    assert!(message.contains("limits"), "{message}");
                }
                text => {
                    let text = text.unwrap();
                    count_valid(own, &text);
                    answer(own, &text);
                }
            }
        }
    }
    let input = "T:1000000000..10^10 / { n:1..5 / a:1..9*n / ! }*T";
    let own = own_game(&folder, ["nim", input, "a", "Yes|No"]);
    let message = generated(own, of_shape(0, Some(2), CaseShape::Random)).unwrap_err();
    let limits = "cases is 1000000000..10000000000";
    assert!(message.contains(limits), "{message}");
    let input = "T:1..18446744073709551615 / { n:1..5 / a:1..9*n / ! }*T";
    let own = own_game(&folder, ["nim", input, "a", "Yes|No"]);
    let bytes = GenerateOptions {
        bytes: Some(40),
        ..GenerateOptions::default()
    };
    assert!(count_valid(own, &generated(own, bytes).unwrap()) < 40);
}
