//! `bouton generate` writes valid input, and the same forever.

use std::collections::BTreeSet;

use bouton::problem::Problem;
use bouton::testdata::generate::GenerateOptions;
use bouton::testdata::{Bounds, Limits, Random, Shape};

use crate::harness::{
    self, Asked, answer, asked, check_text, generated, names, own_game, plain_problems, problem,
    problems, some_of,
};

/// The options for an input of so many cases of a shape.
fn of_shape(seed: u64, cases: Option<u64>, shape: Shape) -> GenerateOptions {
    GenerateOptions {
        seed,
        cases,
        shape,
        ..GenerateOptions::default()
    }
}

fn input(name: &str, seed: u64, cases: Option<u64>, shape: Shape) -> Result<String, String> {
    generated(problem(name), of_shape(seed, cases, shape))
}

/// Whatever numbers of cases and piles and largest piles the limits allow are kept to, and all else is refused.
#[test]
fn whatever_is_generated_is_valid_and_options_beyond_the_limits_are_refused() {
    let all = some_of(5, problems()).flat_map(names);
    for (seed, name) in all.enumerate() {
        let problem = problem(name);
        let Limits { count, sizes, .. } = Limits::of(&problem.layout);
        let mut random = Random::new(seed as u64);
        let mut between = |low: u64, high: u64| low + random.bits() % (high - low + 1);
        for (turn, shape) in Shape::all().chain(Shape::all()).enumerate() {
            let few = count.low + 100;
            let low = between(count.low, count.high.min(few));
            let high = between(low, count.high.min(few));
            // Where piles differ, there have to be as many sizes.
            let largest = between(sizes.low.max(high.min(sizes.high)), sizes.high);
            let least = problem.layout.least_cases();
            // The largest cases are some megabytes.
            let cases = (turn % 4 > 0 || shape == Shape::Max).then_some(least);
            let options = GenerateOptions {
                piles: (turn % 3 > 0).then_some(Bounds { low, high }),
                largest: (turn % 2 > 0).then_some(largest),
                ..of_shape(seed as u64, cases, shape)
            };
            let what = format!("{name} {options:?}");
            match generated(problem, options) {
                Ok(text) => {
                    let outcome = check_text(&problem.layout, text.as_bytes());
                    let found = outcome.unwrap_or_else(|violation| panic!("{what}: {violation}"));
                    assert_eq!(found, cases.unwrap_or(found), "{what}");
                }
                Err(message) if shape == Shape::Zeros && sizes.low > 0 => {
                    assert!(message.contains("limits"), "{message}");
                }
                Err(message) => panic!("{what}: {message}"),
            }
        }
        let below = count.low.checked_sub(1);
        for (piles, largest) in [
            (below, None),
            (count.high.checked_add(1), None),
            (None, sizes.high.checked_add(1)),
        ] {
            let options = GenerateOptions {
                piles: piles.map(|piles| Bounds {
                    low: piles,
                    high: piles,
                }),
                largest,
                ..GenerateOptions::default()
            };
            let is_beyond = piles.is_some() || largest.is_some();
            assert_eq!(
                generated(problem, options).is_err(),
                is_beyond,
                "{name} {options:?}"
            );
        }
        let cases = problem.layout.most_cases().checked_add(1);
        if cases.is_some() {
            assert!(input(name, 0, cases, Shape::Random).is_err(), "{name}");
        }
    }
}

/// A game with limits that are nearly none.
fn wide(folder: &str) -> &'static Problem {
    let input = "{ n:1..1000000 a:0..18446744073709551615*n / ! }+";
    own_game(&harness::folder(folder), ["nim", input, "a", "Yes|No"])
}

fn numbers(line: &str) -> Vec<u64> {
    let numbers = line.split(' ');
    numbers.map(|number| number.parse().unwrap()).collect()
}

#[test]
fn all_that_is_asked_for_comes_up_whatever_the_shape_is() {
    let wide = wide("generate-all");
    for shape in [Shape::Small, Shape::Winning, Shape::Losing, Shape::Lengths] {
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
        ..of_shape(0, Some(3000), Shape::Lengths)
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
    assert!(
        are_near && lengths[64] == 0,
        "{expected} expected: {lengths:?}"
    );
}

/// How many answers to positions of this shape say that the player to move wins, and how many that he loses.
fn won_and_lost(problem: &Problem, options: GenerateOptions) -> (usize, usize) {
    let text = generated(problem, options).unwrap();
    let answers = answer(problem, &text);
    let lost = |line: &str| match asked(problem) {
        Asked::Winner([_, second]) | Asked::Lines([_, second]) => line == second,
        Asked::NumberedWinner(_) => line.ends_with("Bob"),
        Asked::WinningMoves => line == "0",
        Asked::Letters => panic!("several answers on a line"),
        _ => ["NO", "No", "lose", "CONCEDE"].contains(&line),
    };
    let lost = answers.lines().filter(|line| lost(line)).count();
    (options.cases.unwrap() as usize - lost, lost)
}

#[test]
fn about_half_of_random_positions_are_lost() {
    for id in [
        "poj2234", "hdu1850", "hdu1907", "hdu2509", "hdu4315", "hdu1849", "hdu1846", "poj1704",
    ] {
        for shape in [Shape::Random, Shape::Small, Shape::Lengths] {
            let cases = problem(id).layout.most_cases().min(100);
            let (won, lost) = won_and_lost(problem(id), of_shape(7, Some(cases), shape));
            assert!(
                won.min(lost) * 5 >= cases as usize,
                "{id}: {won} won, {lost} lost"
            );
        }
    }
}

#[test]
fn losing_positions_are_lost_and_winning_ones_won() {
    let both = |problem: &Problem, options: GenerateOptions| {
        let cases = options.cases.unwrap() as usize;
        for (shape, expected) in [(Shape::Losing, (0, cases)), (Shape::Winning, (cases, 0))] {
            let options = GenerateOptions { shape, ..options };
            let counts = won_and_lost(problem, options);
            assert_eq!(counts, expected, "{} {options:?}", problem.id);
        }
    };
    for problem in problems() {
        if !problem.layout.positions() {
            both(problem, of_shape(7, Some(1), Shape::Random));
        }
    }
    for id in ["poj2234", "hdu1850", "hdu2509", "hdu4315"] {
        both(problem(id), of_shape(7, Some(1000), Shape::Random));
    }
    // With piles of one or two stones as well, if any number of them is lost.
    for (problem, largest) in plain_problems().flat_map(|problem| [(problem, 1), (problem, 2)]) {
        let options = of_shape(7, Some(100), Shape::Random);
        let largest = Some(largest);
        both(problem, GenerateOptions { largest, ..options });
    }
    // However many piles a move changes.
    let folder = harness::folder("losing_moore");
    for k in [2, 30, 1000] {
        let input = "{ n:1..20 / a:1..9*n / ! }+";
        let moore = own_game(
            &folder,
            [&format!("misere moore {k}"), input, "a", "won|lost"],
        );
        let text = generated(moore, of_shape(0, Some(50), Shape::Losing)).unwrap();
        assert_eq!(answer(moore, &text), "lost\n".repeat(50), "{k}");
    }
}

/// A set for which only small piles are answered says nothing of the sets after it.
#[test]
fn piles_are_as_large_as_the_set_of_their_own_case_allows() {
    let input = "{ n:1..3 / a:1..10^15*n / c:1..3 s:1..9*c / ! }+";
    let keys = ["take s or split", input, "a", "Yes|No"];
    let own = own_game(&harness::folder("generate-sets"), keys);
    let text = generated(own, of_shape(0, Some(60), Shape::Random)).unwrap();
    let piles = text.lines().skip(1).step_by(3);
    assert!(piles.skip(30).flat_map(numbers).max() > Some(10_u64.pow(14)));
}

/// The numbers that the authors' C program (public domain, Sebastiano Vigna) gives.
#[test]
fn the_random_numbers_are_those_of_splitmix64() {
    let mut random = Random::new(1_234_567);
    for expected in [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ] {
        assert_eq!(random.bits(), expected);
    }
}

/// Whoever wrote down a seed wants the same data again. If this fails, the bytes of every seed have changed:
/// put the generator right, or say so in the changelog. The checksum is FNV-1a.
#[test]
fn a_seed_always_gives_the_same_input() {
    let mut all = 0xcbf2_9ce4_8422_2325_u64;
    for problem in problems() {
        for shape in Shape::all() {
            let text = input(&problem.id, 42, Some(1), shape).unwrap_or_default();
            for byte in text.bytes() {
                all = (all ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    assert_eq!(all, 14_586_812_465_066_229_332);
}

#[test]
fn an_input_of_so_many_bytes_ends_after_the_case_that_reaches_them() {
    for problem in problems() {
        for bytes in [1, 100, 5000] {
            let options = GenerateOptions {
                bytes: Some(bytes),
                ..GenerateOptions::default()
            };
            let most = problem.layout.most_cases();
            let text = match generated(problem, options) {
                Ok(text) => text,
                Err(message) => {
                    let whole = input(&problem.id, 0, Some(most), Shape::Random).unwrap();
                    assert!(
                        whole.len() as u64 <= bytes + 12,
                        "{}: {message}",
                        problem.id
                    );
                    continue;
                }
            };
            let cases = check_text(&problem.layout, text.as_bytes());
            let cases = cases.unwrap_or_else(|violation| panic!("{}: {violation}", problem.id));
            // What comes behind the last case is not counted, and the number of cases is a digit or two.
            assert!(text.len() as u64 + 20 >= bytes, "{}", problem.id);
            let fewer = input(&problem.id, 0, Some(cases - 1), Shape::Random);
            let is_short = fewer.is_ok_and(|fewer| fewer.len() as u64 <= bytes + 12);
            assert!(cases == 1 || is_short, "{}", problem.id);
        }
    }
}

/// Games whose limits leave little room, or what cannot be answered.
#[test]
fn whatever_is_generated_for_a_game_of_ones_own_is_valid_and_answered() {
    let own = |number: usize, keys| own_game(&harness::folder(&format!("generate-{number}")), keys);
    for (number, [rule, input, piles]) in [
        ["coins", "{ n:1..5 / a:1..3*n / ! }+", "a"],
        ["coins", "{ n:1..5 k:2..3 / a:k..4*n / ! }+", "a"],
        [
            "take 4..e and split",
            "e:4..8 / { q:1..100 r:1..4 b:1..1 / { g:1..1000000000*b / }*r ! }+",
            "g",
        ],
        [
            "take s or split",
            "{ n:1..3 / a:1..10^15*n / c:1..3 s:1..9*c / ! }+",
            "a",
        ],
        ["hill k", "{ k:1..2 n:1..5 / a:1..9<*n / ! }+", "a"],
        ["hill k", "{ n:1..5 k:1..n / a:1..9*n / ! }+", "a"],
        ["take 1..k*last", "{ n:2..10^18 k:1..9 / ! }+", "n"],
        ["nim", "{ m:2..3 / { l:2..3 / { h:1..9 / }*l }*m ! }+", "h"],
        ["nim", "T:5..10 / { n:0..2 / a:0..2*n / ! }*T", "a"],
        ["nim", "T:1..3 / { x:1..T a:0..2 / ! }*T", "a"],
    ]
    .into_iter()
    .enumerate()
    {
        let own = own(number, [rule, input, piles, "{count}"]);
        for (seed, shape) in (0..).zip(Shape::all().chain(Shape::all())) {
            let text = match generated(own, of_shape(seed, None, shape)) {
                Err(message) if shape == Shape::Zeros => {
                    assert!(message.contains("limits"), "{message}");
                    continue;
                }
                text => text.unwrap(),
            };
            let outcome = check_text(&own.layout, text.as_bytes());
            outcome.unwrap_or_else(|violation| panic!("{rule} {shape:?}: {violation}\n{text}"));
            answer(own, &text);
        }
    }
    let input = "T:1000000000..10^10 / { n:1..5 / a:1..9*n / ! }*T";
    let own = own(10, ["nim", input, "a", "Yes|No"]);
    let message = generated(own, of_shape(0, Some(2), Shape::Random)).unwrap_err();
    assert!(
        message.contains("cases is 1000000000..10000000000"),
        "{message}"
    );
}
