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
    rule, some_of, start,
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

/// The input and the number that exceeds the limits, or why there is none.
fn generated(
    problem: &Problem,
    options: GenerateOptions,
) -> Result<(String, Option<String>), String> {
    let mut text = Vec::new();
    match generate::run(problem, &problem.layout, options, &mut text) {
        Ok(exceeds) => Ok((String::from_utf8(text).unwrap(), exceeds)),
        Err(Error::Usage(message)) => Err(message),
        Err(error) => panic!("{error}"),
    }
}

/// The input, or why there is none.
fn with(name: &str, options: GenerateOptions) -> Result<String, String> {
    generated(problem(name), options).map(|(text, _)| text)
}

fn input(name: &str, seed: u64, cases: Option<u64>, shape: Shape) -> Result<String, String> {
    with(name, of_shape(seed, cases, shape))
}

#[test]
fn whatever_is_generated_is_valid() {
    for name in some_of(4, problems()).flat_map(names) {
        let layout = &problem(name).layout;
        for (shape, seed) in Shape::all().flat_map(|shape| (0..12).map(move |seed| (shape, seed))) {
            // The largest cases are some megabytes; a few of them are enough.
            let cases = [None, Some(1), Some(2)][(seed % 3) as usize];
            if seed > 1 && shape == Shape::Max {
                continue;
            }
            let Ok(text) = input(name, seed, cases, shape) else {
                continue;
            };
            let outcome = check_text(layout, text.as_bytes());
            let what = format!("{name} --shape {} --seed {seed}", shape.name());
            let outcome = outcome.unwrap_or_else(|violation| panic!("{what}: {violation}"));
            assert_eq!(outcome, cases.unwrap_or(outcome), "{what}");
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
    // The validator adds 1 to ascending numbers: those to 2^64 - 1 are in other tests.
    let asked = [
        (None, None),
        (None, Some(9)),
        (Some((1, 2)), None),
        (Some((90, 130)), Some(u64::MAX - 1)),
        (Some((2000, 2100)), Some(4096)),
        (Some((3, 3)), Some(1)),
        (None, Some(1 << 40)),
        (None, Some(10_000_000)),
        (Some((1, 1)), Some(130)),
    ];
    let all = problems()
        .into_iter()
        .flat_map(|problem| asked.map(|asked| (problem, asked)));
    for (seed, (problem, (piles, largest))) in some_of(5, all.enumerate()) {
        let options = |shape| GenerateOptions {
            piles: piles.map(|(low, high)| Bounds { low, high }),
            largest,
            ..of_shape(seed as u64, Some(1), shape)
        };
        // Some of a hundred positions of thousands of piles are enough.
        let many = problem.id == "hdu1536" && piles >= Some((90, 130));
        let has_table = has_set(problem);
        let has_places = ["coins", "hill k"].contains(&&*rule(problem));
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
                if many && shape != Shape::Small {
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
                        || has_table && largest > Some(10_000_000)
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

#[test]
fn what_is_beyond_the_limits_is_reported_is_answered_and_is_not_valid() {
    for (name, cases, bytes, piles, largest, exceeds) in [
        ("hdu1907", None, None, None, None, None),
        ("hdu1907", Some(474), None, Some(47), Some(4747), None),
        ("hdu1907", Some(475), None, None, None, Some("T")),
        ("hdu1907", None, Some(300_000), None, None, Some("T")),
        ("hdu1907", None, None, Some(48), None, Some("N")),
        ("hdu1907", None, None, None, Some(4748), Some("a")),
        (
            "poj2234",
            Some(5),
            None,
            Some(20),
            Some(u64::MAX),
            Some("a"),
        ),
        ("hdu1850", Some(5), None, Some(5000), None, Some("M")),
        (
            "hdu4315",
            Some(5),
            None,
            Some(2000),
            Some(1_000_000),
            Some("N"),
        ),
        (
            "hdu1536",
            Some(5),
            None,
            Some(1000),
            Some(100_000),
            Some("l"),
        ),
    ] {
        let options = GenerateOptions {
            bytes,
            piles: piles.map(|piles| Bounds {
                low: piles,
                high: piles,
            }),
            largest,
            ..of_shape(0, cases, Shape::Max)
        };
        let (text, reported) = generated(problem(name), options).unwrap();
        assert_eq!(reported.as_deref(), exceeds, "{name} {options:?}");
        assert!(!answer(problem(name), &text).is_empty(), "{name}");
        let is_valid = check_text(&problem(name).layout, text.as_bytes()).is_ok();
        assert_eq!(is_valid, exceeds.is_none(), "{name} {options:?}");
    }
}

#[test]
fn all_that_is_asked_for_comes_up_whatever_the_shape_is() {
    for (name, shape) in [
        ("poj2234", Shape::Small),
        ("hdu1850", Shape::Small),
        ("hdu2176", Shape::Winning),
        ("hdu1849", Shape::Losing),
        ("hdu4315", Shape::Lengths),
    ] {
        let options = GenerateOptions {
            piles: Some(Bounds {
                low: 2000,
                high: 2003,
            }),
            largest: Some(100_000),
            ..of_shape(0, Some(100), shape)
        };
        let text = with(name, options).unwrap();
        let numbers = |line: &str| -> Vec<u64> {
            let numbers = line.split(' ');
            numbers.map(|number| number.parse().unwrap()).collect()
        };
        // Where the piles have a line of their own, it is the second one of the case.
        let lines_of_a_case = if name == "poj2234" { 1 } else { 2 };
        let lines = text.lines().step_by(lines_of_a_case).take(100);
        let counts: BTreeSet<u64> = lines.map(|line| numbers(line)[0]).collect();
        assert_eq!(counts, BTreeSet::from([2000, 2001, 2002, 2003]), "{name}");
        assert!(
            text.lines().flat_map(numbers).max() > Some(90_000),
            "{name}"
        );
    }
}

#[test]
fn all_lengths_of_sizes_are_as_likely() {
    let options = GenerateOptions {
        largest: Some(u64::MAX >> 1),
        ..of_shape(0, Some(3000), Shape::Lengths)
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
    let expected = lengths.iter().sum::<u32>() / 63;
    let near = expected * 7 / 10..expected * 13 / 10;
    assert_eq!((lengths[0], lengths[64]), (0, 0));
    let are_near = lengths[1..=63].iter().all(|n| near.contains(n));
    assert!(are_near, "{expected} expected: {lengths:?}");
}

/// How many answers to positions of this shape say that the player to move wins, and how many that he loses.
fn won_and_lost(problem: &Problem, options: GenerateOptions) -> (usize, usize) {
    let (text, _) = generated(problem, options).unwrap();
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
            let (won, lost) = won_and_lost(problem(id), of_shape(7, Some(100), shape));
            assert!(won.min(lost) >= 25, "{id}: {won} won, {lost} lost");
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
        if !problem.layout.positions {
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
        let path = folder.join(format!("moore{k}.toml"));
        let toml = format!(
            "rule = 'misere moore {k}'\ninput = '{{ n:1..20 / a:1..9*n / ! }}+'\npiles = 'a'\nanswer = 'won|lost'\n"
        );
        std::fs::write(&path, toml).unwrap();
        let moore = bouton::problem::find(&path).unwrap().unwrap();
        let (text, _) = generated(&moore, of_shape(0, Some(50), Shape::Losing)).unwrap();
        assert_eq!(answer(&moore, &text), "lost\n".repeat(50), "{k}");
    }
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
    assert_eq!(all, 2_142_566_437_965_383_166);
}

/// The layout, where an input may have as many cases as anybody wants.
fn any_number_of_cases(problem: &Problem) -> Layout {
    let count = problem.layout.case_count();
    let any = Bounds {
        low: 1,
        high: u64::MAX,
    };
    let limits = count.map(|count| (count.name.as_str(), any));
    with_limits(&problem.id, &Vec::from_iter(limits))
}

#[test]
fn an_input_may_have_more_cases_than_the_judge_allows() {
    let problems = problems().into_iter();
    for problem in problems.filter(|problem| problem.layout.case_count().is_some()) {
        let cases = problem.layout.most_cases() + 1;
        let text = input(&problem.id, 1, Some(cases), Shape::Small).unwrap();
        let outcome = check_text(&any_number_of_cases(problem), text.as_bytes());
        assert_eq!(outcome, Ok(cases));
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
            let is_short = fewer.is_ok_and(|fewer| fewer.len() as u64 <= bytes + 12);
            assert!(cases == 1 || is_short, "{}", problem.id);
        }
    }
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
