//! `bouton generate` writes valid input, and the same forever.

use std::collections::BTreeSet;

use bouton::error::Error;
use bouton::layout::{Layout, Limit, NumberItem};
use bouton::problem::Problem;
use bouton::testdata::Random;
use bouton::testdata::{
    Bounds, Shape,
    generate::{self, GenerateOptions},
};

use crate::harness::{
    self, Asked, answer, asked, check_text, has_set, names, plain_problems, problem, problems,
    rule, run, some_of, start, texts,
};

/// The input, or why there is none.
fn input(name: &str, seed: u64, cases: Option<u64>, shape: Shape) -> Result<String, String> {
    let options = GenerateOptions {
        seed,
        cases,
        shape,
        ..GenerateOptions::default()
    };
    with(name, options)
}

/// The same with all options.
fn with(name: &str, options: GenerateOptions) -> Result<String, String> {
    let problem = problem(name);
    let mut text = Vec::new();
    match generate::run(problem, &problem.layout, options, &mut text) {
        Ok(()) => Ok(String::from_utf8(text).unwrap()),
        Err(Error::Usage(message)) => Err(message),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn whatever_is_generated_is_valid() {
    for problem in some_of(4, problems()) {
        for name in names(problem) {
            let layout = &harness::problem(name).layout;
            for shape in Shape::all() {
                for seed in 0..30 {
                    // The largest cases are some megabytes; a few of them are enough.
                    let cases = [None, Some(1), Some(2)][(seed % 3) as usize];
                    if seed > 2
                        && matches!(
                            problem.id.as_str(),
                            "hdu2176" | "hdu3032" | "luogup1247" | "hdu1536"
                        )
                        && shape == Shape::Max
                    {
                        continue;
                    }
                    let Ok(text) = input(name, seed, cases, shape) else {
                        continue;
                    };
                    let outcome = check_text(layout, text.as_bytes());
                    let shape = shape.name();
                    let outcome = outcome.unwrap_or_else(|violation| {
                        panic!("{name} --shape {shape} --seed {seed}: {violation}")
                    });
                    if let Some(cases) = cases {
                        assert_eq!(outcome, cases, "{name} --shape {shape} --seed {seed}");
                    }
                }
            }
        }
    }
}

/// The layout with other limits of the numbers with these names.
fn with_limits(name: &str, limits: &[(&str, Bounds)]) -> Layout {
    let mut layout = Layout::clone(&problem(name).layout);
    for number in &mut layout.numbers {
        let other = limits.iter().find(|(name, _)| *name == number.name);
        if let Some((_, Bounds { low, high })) = other {
            number.low = Limit::Number(*low);
            number.high = Limit::Number(*high);
        }
    }
    layout
}

/// The numbers that are piles.
fn piles_of(layout: &Layout) -> impl Iterator<Item = &NumberItem> {
    layout.numbers.iter().filter(|number| number.role.is_pile())
}

/// How many piles each case has, if they stand alone.
fn piles_alone(problem: &Problem) -> Option<usize> {
    let (count, sizes) = names_of_piles(&problem.layout);
    count.is_none().then_some(sizes.len())
}

/// What a layout calls the number of piles, if there is one, and their sizes.
fn names_of_piles(layout: &Layout) -> (Option<&str>, Vec<&str>) {
    let sizes: Vec<_> = piles_of(layout)
        .map(|number| number.name.as_str())
        .collect();
    let count = piles_of(layout).find_map(|number| {
        let of_group = layout.times_of_group(number).filter(|_| !layout.positions);
        layout.length(number).or(of_group)
    });
    (
        count.map(|count| layout.numbers[count].name.as_str()),
        sizes,
    )
}

#[test]
fn whatever_number_of_piles_and_largest_pile_make_sense_are_kept_to_and_all_else_is_valid() {
    let piles = [(1, 1), (1, 2), (3, 3), (90, 130), (2000, 2100)];
    // The validator adds 1 to ascending numbers: those to 2^64 - 1 are in other tests.
    let largest = [1, 2, 3, 9, 130, 4096, 10_000_000, 1 << 40, u64::MAX - 1];
    let asked = piles.map(Some).into_iter().chain([None]);
    let asked = asked.flat_map(|piles| {
        let largest = largest.map(Some).into_iter().chain([None]);
        largest.map(move |largest| (piles, largest))
    });
    for (seed, (piles, largest)) in some_of(3, asked.enumerate()) {
        let options = |shape| GenerateOptions {
            seed: seed as u64,
            cases: Some(1),
            shape,
            piles: piles.map(|(low, high)| Bounds { low, high }),
            largest,
            ..GenerateOptions::default()
        };
        for problem in problems() {
            // Some of a hundred positions of thousands of piles are enough, and some Grundy values of large
            // piles.
            let many = problem.id == "hdu1536" && piles >= Some((90, 130));
            let has_table = has_set(problem);
            let has_places = ["coins", "hill k"].contains(&&*rule(problem));
            let large = has_table && largest >= Some(1 << 20) && seed % 10 > 0;
            for name in names(problem) {
                let published = &harness::problem(name).layout;
                let (count, sizes) = names_of_piles(published);
                let alone = piles_alone(problem);
                let is_one_pile = alone == Some(1);
                let low_of = |name| {
                    let numbers = &published.numbers;
                    let number = numbers.iter().find(|number| number.name == name);
                    number.and_then(|number| number.low.number()).unwrap()
                };
                // Cells keep their limits, whatever the piles between them.
                let are_cells = piles_of(published).any(|pile| pile.differs_from.is_some());
                let mut limits = Vec::new();
                limits.extend(count.zip(options(Shape::Random).piles));
                if let Some(high) = largest {
                    for &size in sizes.iter().filter(|_| !are_cells) {
                        limits.push((
                            size,
                            Bounds {
                                low: low_of(size),
                                high,
                            },
                        ));
                    }
                }
                let layout = with_limits(name, &limits);
                for shape in Shape::all() {
                    if large || many && shape != Shape::Small {
                        continue;
                    }
                    let persons = match (piles, shape) {
                        (Some((_, high)), _) => high,
                        (None, Shape::Small) => 4,
                        (None, Shape::Single) => 1,
                        (None, _) => 1000,
                    };
                    let senseless = match shape {
                        Shape::Zeros => !are_cells && low_of(sizes[0]) > 0,
                        Shape::Single => piles.is_some() || alone.is_some(),
                        Shape::Equal => is_one_pile,
                        Shape::Ones => largest.is_some() && !has_places,
                        _ => false,
                    } || largest.is_some_and(|largest| largest < low_of(sizes[0]))
                        || alone.is_some() && piles.is_some()
                        || has_table && alone.is_none() && largest > Some(10_000_000)
                        // Nobody knows who wins on a strip of so many cells.
                        || problem.id == "poj3537" && largest > Some(4096)
                        || has_places && largest.is_some_and(|largest| persons > largest);
                    let outcome = match with(name, options(shape)) {
                        Ok(text) => check_text(&layout, text.as_bytes())
                            .map_err(|violation| violation.to_string()),
                        Err(_) if senseless => continue,
                        Err(message) => Err(message),
                    };
                    let expected = if senseless { Err(String::new()) } else { Ok(1) };
                    assert_eq!(outcome, expected, "{name} {:?}", options(shape));
                }
            }
        }
    }
}

#[test]
fn what_is_beyond_the_limits_is_answered_and_is_not_valid() {
    for (name, piles, largest) in [
        ("poj2234", 1000, None),
        ("poj2234", 20, Some(u64::MAX)),
        ("hdu1850", 5000, None),
        ("hdu1907", 48, None),
        ("hdu4315", 2000, Some(1_000_000)),
        ("hdu2176", 3, Some(u64::MAX)),
        ("hdu1536", 1000, Some(100_000)),
    ] {
        let options = GenerateOptions {
            cases: Some(5),
            shape: Shape::Max,
            piles: Some(Bounds {
                low: piles,
                high: piles,
            }),
            largest,
            ..GenerateOptions::default()
        };
        let text = with(name, options).unwrap();
        let answers = answer(problem(name), &text);
        assert!(answers.lines().count() >= 5, "{name}");
        let layout = &problem(name).layout;
        assert!(check_text(layout, text.as_bytes()).is_err(), "{name}");
    }
}

#[test]
fn all_numbers_of_a_range_of_piles_come_up() {
    for (name, shape) in [
        ("poj2234", Shape::Random),
        ("hdu1850", Shape::Small),
        ("hdu2176", Shape::Winning),
        ("hdu1849", Shape::Losing),
        ("hdu4315", Shape::Lengths),
    ] {
        let options = GenerateOptions {
            cases: Some(100),
            shape,
            piles: Some(Bounds {
                low: 2000,
                high: 2003,
            }),
            ..GenerateOptions::default()
        };
        let text = with(name, options).unwrap();
        let first = |line: &str| line.split(' ').next().unwrap().parse::<u64>().unwrap();
        // Where the piles have a line of their own, it is the second one of the case.
        let lines_of_a_case = if name == "poj2234" { 1 } else { 2 };
        let lines = text.lines().step_by(lines_of_a_case).take(100);
        let counts: BTreeSet<u64> = lines.map(first).collect();
        assert_eq!(counts, BTreeSet::from([2000, 2001, 2002, 2003]), "{name}");
    }
}

#[test]
fn a_shape_does_not_narrow_what_is_asked_for() {
    let options = GenerateOptions {
        cases: Some(20),
        shape: Shape::Small,
        piles: Some(Bounds { low: 90, high: 100 }),
        largest: Some(1000),
        ..GenerateOptions::default()
    };
    let text = with("poj2234", options).unwrap();
    let numbers = || text.split_whitespace().map(|n| n.parse::<u64>().unwrap());
    assert!(text.lines().all(|line| line.split(' ').count() > 90));
    assert!(numbers().filter(|&size| size > 500).count() > 500);
    assert!(numbers().all(|number| number <= 1000));
}

#[test]
fn all_lengths_of_sizes_are_as_likely() {
    let options = GenerateOptions {
        cases: Some(3000),
        shape: Shape::Lengths,
        largest: Some(u64::MAX >> 1),
        ..GenerateOptions::default()
    };
    let text = with("poj2234", options).unwrap();
    let mut lengths = [0; 65];
    for line in text.lines() {
        // Without the last pile, which is often what the others leave.
        let sizes: Vec<u64> = line.split(' ').map(|n| n.parse().unwrap()).collect();
        for size in &sizes[1..sizes.len() - 1] {
            lengths[(64 - size.leading_zeros()) as usize] += 1;
        }
    }
    let all: u32 = lengths.iter().sum();
    let expected = all / 63;
    assert_eq!((lengths[0], lengths[64]), (0, 0));
    assert!(
        lengths[1..=63]
            .iter()
            .all(|&n| n > expected * 7 / 10 && n < expected * 13 / 10),
        "{expected} expected: {lengths:?}"
    );
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let asked = |name, shape, piles: Option<(u64, u64)>, largest| {
        let options = GenerateOptions {
            shape,
            piles: piles.map(|(low, high)| Bounds { low, high }),
            largest,
            ..GenerateOptions::default()
        };
        with(name, options).unwrap_err()
    };
    let random = Shape::Random;
    let wrong_piles = "--piles must be at least 1, with the lower number first";
    for problem in problems() {
        for piles in [(0, 0), (0, 5), (5, 3), (u64::MAX, 1)] {
            let error = asked(&problem.id, random, Some(piles), None);
            assert_eq!(error, wrong_piles, "{}", problem.id);
        }
        let (_, sizes) = names_of_piles(&problem.layout);
        let mut numbers = problem.layout.numbers.iter();
        let size = numbers.find(|number| number.name == sizes[0]).unwrap();
        let least = size.low.number().unwrap().max(1);
        assert_eq!(
            asked(&problem.id, random, None, Some(0)),
            format!("--largest is at least {least} for {}", problem.id)
        );
        for piles in [(u64::MAX, u64::MAX), (1, u64::MAX)] {
            let error = asked(&problem.id, random, Some(piles), None);
            let piles = u64::MAX;
            let who = if problem.id == "poj1704" {
                "coins"
            } else {
                "persons"
            };
            let expected = match (piles_alone(problem), problem.id.as_str()) {
                (Some(1), id) => format!("{id} has no --piles: every position is one pile there"),
                (Some(n), id) => format!("{id} has no --piles: every position has {n} piles there"),
                (None, "hdu4315" | "poj1704") => format!(
                    "{piles} {who} stand on as many cells: --largest is at least {piles}, or --piles smaller"
                ),
                _ => format!(
                    "a position of {piles} piles does not fit into memory: at most 100000000 do"
                ),
            };
            assert_eq!(error, expected);
        }
    }
    assert_eq!(
        asked("hdu1848", Shape::Single, None, None),
        "hdu1848 has no shape 'single': every position has 3 piles there"
    );
    assert_eq!(
        asked("poj2234", Shape::Single, Some((3, 5)), None),
        "the shape 'single' has as few piles as can be: no --piles"
    );
    assert_eq!(
        asked("poj2234", Shape::Ones, None, Some(5)),
        "the shape 'ones' has piles of one stone: no --largest"
    );
    assert_eq!(
        asked("hdu1536", random, None, Some(10_000_001)),
        "--largest is at most 10000000 for hdu1536: the Grundy values of all piles are computed"
    );
    assert_eq!(
        asked("hdu4315", Shape::Small, None, Some(3)),
        "4 persons stand on as many cells: --largest is at least 4, or --piles smaller"
    );
    assert_eq!(
        asked("poj2234", Shape::Zeros, None, Some(5)),
        "poj2234 has no shape 'zeros': no pile may be empty there"
    );
}

#[test]
fn what_an_alias_cannot_have_is_reported_by_the_name_of_the_alias() {
    for (args, message) in [
        (
            ["poj2975", "--shape", "zeros"],
            "poj2975 has no shape 'zeros'",
        ),
        (
            ["poj3480", "--largest", "0"],
            "--largest is at least 1 for poj3480",
        ),
        (
            ["poj2960", "--largest", "10000001"],
            "--largest is at most 10000000 for poj2960",
        ),
    ] {
        let (_, error, code) = texts(&run(&[&["generate"], &args[..]].concat(), b""));
        assert!(error.starts_with(&format!("bouton: {message}")), "{error}");
        assert_eq!(code, 2);
    }
}

#[test]
fn only_shapes_that_make_no_sense_are_refused() {
    let mut refused = Vec::new();
    for problem in problems() {
        for shape in Shape::all() {
            if input(&problem.id, 1, Some(1), shape).is_err() && shape != Shape::Zeros {
                refused.push((problem.id.as_str(), shape.name()));
            }
        }
    }
    let problems = problems().into_iter();
    let expected = problems.flat_map(|problem| {
        let id = problem.id.as_str();
        let shapes: &[&str] = match piles_alone(problem) {
            None => &[],
            Some(1) => &["equal", "single"],
            Some(_) => &["single"],
        };
        shapes.iter().map(move |shape| (id, (*shape).to_owned()))
    });
    assert_eq!(refused, expected.collect::<Vec<_>>());
    assert_eq!(
        input("bzoj1874", 1, Some(2), Shape::Small).unwrap_err(),
        "an input of bzoj1874 has 1 case"
    );
    assert!(input("poj2234", 1, Some(0), Shape::Small).is_err());
    assert_eq!(
        input("poj2234", 1, None, Shape::Zeros).unwrap_err(),
        "poj2234 has no shape 'zeros': no pile may be empty there"
    );
}

/// How many answers say that the player to move wins, and how many that he loses.
fn won_and_lost(id: &str, shape: Shape, cases: u64) -> (usize, usize) {
    let problem = problem(id);
    let answers = answer(problem, &input(id, 7, Some(cases), shape).unwrap());
    let lost = |line: &str| match asked(problem) {
        Asked::Winner([_, second]) | Asked::Lines([_, second]) => line == second,
        Asked::NumberedWinner(_) => line.ends_with("Bob"),
        Asked::WinningMoves => line == "0",
        Asked::Letters => panic!("several answers on a line"),
        _ => ["NO", "No", "lose", "CONCEDE"].contains(&line),
    };
    let lost = answers.lines().filter(|line| lost(line)).count();
    (cases as usize - lost, lost)
}

#[test]
fn about_half_of_random_positions_are_lost() {
    for id in [
        "poj2234",
        "hdu1850",
        "hdu1907",
        "hdu2509",
        "hdu4315",
        "hdu1849",
        "lightoj1253",
        "hackerranknim",
        "hackerrankmiserenim",
        "hdu1846",
    ] {
        for shape in [Shape::Random, Shape::Small, Shape::Lengths] {
            let (won, lost) = won_and_lost(id, shape, 100);
            assert!(won.min(lost) >= 25, "{id}: {won} won, {lost} lost");
        }
    }
}

#[test]
fn losing_positions_are_lost_and_winning_ones_won() {
    for problem in problems() {
        if !problem.layout.positions {
            assert_eq!(
                won_and_lost(&problem.id, Shape::Losing, 1),
                (0, 1),
                "{}",
                problem.id
            );
            assert_eq!(
                won_and_lost(&problem.id, Shape::Winning, 1),
                (1, 0),
                "{}",
                problem.id
            );
        }
    }
    for id in ["poj2234", "hdu1850", "hdu2509", "hdu4315"] {
        assert_eq!(won_and_lost(id, Shape::Losing, 1000), (0, 1000));
        assert_eq!(won_and_lost(id, Shape::Winning, 1000), (1000, 0));
    }
}

#[test]
fn the_largest_numbers_of_the_limits_come_up() {
    let lines = |shape| {
        let inputs = (1..=50).map(|seed| input("hdu1846", seed, Some(100), shape).unwrap());
        inputs.collect::<String>()
    };
    for shape in [Shape::Random, Shape::Max] {
        let lines = lines(shape);
        assert!(lines.contains(" 1000\n") && lines.contains("\n1000 "));
    }
}

#[test]
fn piles_of_one_or_two_stones_are_lost_and_won_as_well_if_any_number_of_them_is() {
    for problem in plain_problems() {
        for (shape, lost) in [(Shape::Losing, true), (Shape::Winning, false)] {
            for largest in [1, 2] {
                let options = GenerateOptions {
                    seed: 7,
                    cases: Some(100),
                    shape,
                    largest: Some(largest),
                    ..GenerateOptions::default()
                };
                let answers = answer(problem, &with(&problem.id, options).unwrap());
                let is_lost = |line: &str| ["No", "0", "Brother"].contains(&line);
                assert_eq!(
                    answers.lines().map(is_lost).collect::<Vec<_>>(),
                    [lost; 100],
                    "{} {} {largest}",
                    problem.id,
                    shape.name()
                );
            }
        }
    }
}

#[test]
fn whatever_exceeds_the_limits_is_reported_with_the_name_of_the_number() {
    let exceeds = |name, cases, bytes, piles: Option<u64>, largest| {
        let options = GenerateOptions {
            cases,
            bytes,
            shape: Shape::Max,
            piles: piles.map(|piles| Bounds {
                low: piles,
                high: piles,
            }),
            largest,
            ..GenerateOptions::default()
        };
        let layout = &problem(name).layout;
        let mut text = Vec::new();
        let exceeds = generate::run_and_check(problem(name), layout, options, &mut text).unwrap();
        assert_eq!(exceeds.is_some(), check_text(layout, &text).is_err());
        exceeds
    };
    assert_eq!(exceeds("hdu1907", None, None, None, None), None);
    assert_eq!(
        exceeds("hdu1907", Some(474), None, Some(47), Some(4747)),
        None
    );
    assert_eq!(
        exceeds("hdu1907", Some(475), None, None, None).unwrap(),
        "T"
    );
    assert_eq!(
        exceeds("hdu1907", None, Some(300_000), None, None).unwrap(),
        "T"
    );
    assert_eq!(exceeds("hdu1907", None, None, Some(48), None).unwrap(), "N");
    assert_eq!(
        exceeds("hdu1907", None, None, None, Some(4748)).unwrap(),
        "a"
    );
}

#[test]
fn as_many_piles_as_no_memory_holds_are_refused_at_once() {
    let options = GenerateOptions {
        piles: Some(Bounds {
            low: 9_000_000_000_000,
            high: 9_000_000_000_000,
        }),
        ..GenerateOptions::default()
    };
    assert_eq!(
        with("hdu2176", options).unwrap_err(),
        "a position of 9000000000000 piles does not fit into memory: at most 100000000 do"
    );
}

#[test]
fn losing_positions_of_misere_moore_are_lost_however_many_piles_a_move_changes() {
    let folder = harness::folder("losing_moore");
    for k in [2, 30, 1000] {
        let path = folder.join(format!("moore{k}.toml"));
        let toml = format!(
            "rule = \"misere moore {k}\"\ninput = \"{{ n:1..20 / a:1..9*n / ! }}+\"\npiles = \"a\"\nanswer = \"won|lost\"\n"
        );
        std::fs::write(&path, toml).unwrap();
        let problem = bouton::problem::find(path.to_str().unwrap())
            .unwrap()
            .unwrap();
        let options = GenerateOptions {
            shape: Shape::Losing,
            cases: Some(50),
            ..GenerateOptions::default()
        };
        let mut text = Vec::new();
        generate::run(&problem, &problem.layout, options, &mut text).unwrap();
        let answers = answer(&problem, std::str::from_utf8(&text).unwrap());
        assert_eq!(answers, "lost\n".repeat(50), "{k}");
    }
}

/// The numbers that the authors' C program (public domain, Sebastiano Vigna) gives.
#[test]
fn the_random_numbers_are_those_of_splitmix64() {
    let mut random = Random::new(1_234_567);
    assert_eq!(
        [
            random.bits(),
            random.bits(),
            random.bits(),
            random.bits(),
            random.bits()
        ],
        [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ]
    );
}

/// A checksum of a text (FNV-1a).
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Whoever wrote down a seed wants the same data again. If this fails, the bytes of every seed have changed:
/// put the generator right, or say so in the changelog.
#[test]
fn a_seed_always_gives_the_same_input() {
    assert_eq!(
        input("poj2234", 1, Some(4), Shape::Small).unwrap(),
        "4 4 7 4 7\n3 2 4 6\n2 4 2\n4 5 2 7 4\n"
    );
    let mut all = 0_u64;
    for problem in problems() {
        for shape in Shape::all() {
            let text = input(&problem.id, 42, Some(1), shape).unwrap_or_default();
            assert_eq!(
                text,
                input(&problem.id, 42, Some(1), shape).unwrap_or_default()
            );
            all = all.rotate_left(7) ^ checksum(&text);
        }
    }
    assert_eq!(all, 6_401_728_641_363_962_351);
}

/// The layout, where an input may have as many cases as anybody wants.
fn any_number_of_cases(problem: &Problem) -> Layout {
    let numbers = &problem.layout.numbers;
    let count = numbers
        .iter()
        .find(|number| problem.layout.counts_cases(number));
    let any = Bounds {
        low: 1,
        high: u64::MAX,
    };
    let limits = count.map(|count| (count.name.as_str(), any));
    with_limits(&problem.id, &Vec::from_iter(limits))
}

#[test]
fn an_input_may_have_more_cases_than_the_judge_allows() {
    for problem in problems() {
        if problem.layout.case_count().is_some() {
            let cases = problem.layout.most_cases() + 1;
            let text = input(&problem.id, 1, Some(cases), Shape::Small).unwrap();
            assert_eq!(
                check_text(&any_number_of_cases(problem), text.as_bytes()),
                Ok(cases)
            );
            assert!(check_text(&problem.layout, text.as_bytes()).is_err());
        }
    }
}

#[test]
fn an_input_of_so_many_bytes_ends_after_the_case_that_reaches_them() {
    for problem in problems() {
        for bytes in [1, 100, 5000] {
            let options = GenerateOptions {
                bytes: Some(bytes),
                ..GenerateOptions::default()
            };
            let text = with(&problem.id, options).unwrap();
            let cases = check_text(&any_number_of_cases(problem), text.as_bytes());
            let cases = cases.unwrap_or_else(|violation| panic!("{}: {violation}", problem.id));
            if problem.layout.cases().is_none() {
                assert_eq!(cases, 1);
                continue;
            }
            // What comes behind the last case is not counted, and the number of cases is a digit or two.
            assert!(text.len() as u64 + 20 >= bytes, "{}", problem.id);
            let fewer = input(&problem.id, 0, Some(cases - 1), Shape::Random);
            assert!(
                fewer.is_err() || fewer.unwrap().len() as u64 <= bytes + 12,
                "{}",
                problem.id
            );
        }
    }
}

#[test]
fn the_program_writes_what_the_library_makes() {
    let expected = input("hdu1850", 5, Some(3), Shape::Max).unwrap();
    let args = [
        "generate", "hdu1850", "--seed", "5", "--cases", "3", "--shape", "max",
    ];
    assert_eq!(texts(&run(&args, b"")), (expected, String::new(), 0));
    for (piles, low, high) in [("3..50", 3, 50), ("0040", 40, 40)] {
        let options = GenerateOptions {
            piles: Some(Bounds { low, high }),
            largest: Some(u64::MAX),
            ..GenerateOptions::default()
        };
        let expected = with("hdu1850", options).unwrap();
        let largest = u64::MAX.to_string();
        let args = [
            "generate",
            "hdu1850",
            "--piles",
            piles,
            "--largest",
            &largest,
        ];
        let note = "bouton: this input exceeds the judge's limits of a: 'bouton validate hdu1850' rejects it\n";
        assert_eq!(texts(&run(&args, b"")), (expected, note.to_owned(), 0));
    }
    for args in [
        ["--piles", "x"],
        ["--piles", "3.."],
        ["--piles", "1..2..3"],
        ["--piles", "5..3"],
        ["--piles", "0"],
        ["--largest", "0"],
        ["--largest", "18446744073709551616"],
        ["--bytes", "K"],
        ["--bytes", "5X"],
        ["--bytes", "99999999999999999999G"],
    ] {
        let (text, error, code) = texts(&run(&[&["generate", "hdu1850"], &args[..]].concat(), b""));
        assert_eq!((text.as_str(), code), ("", 2), "{args:?}");
        assert!(
            error.starts_with("bouton: ") && error.contains(args[0]),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let (text, _, code) = texts(&run(&["generate", "poj2234", "--bytes", "64K"], b""));
    assert!(
        (64_000..64_400).contains(&text.len()) && code == 0,
        "{}",
        text.len()
    );
    let (list, _, code) = texts(&run(&["generate", "--shape", "help"], b""));
    assert_eq!((list.lines().count(), code), (Shape::all().count(), 0));
    let (_, error, code) = texts(&run(&["generate", "hdu1850", "--shape", "round"], b""));
    assert!(error.starts_with("bouton: there is no shape 'round': choose random, small"));
    assert_eq!(code, 2);
    assert_eq!(run(&["generate"], b"").status.code(), Some(2));
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    use std::io::Read;
    let mut child = start(&["generate", "poj2234", "--cases", "1000000000000"]);
    let mut start = [0; 1000];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}
