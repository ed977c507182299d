//! `bouton generate` writes valid input, and the same for ever.

use bouton::commands::generate::{self, Options, Shape};
use bouton::commands::validate::check_text;
use bouton::error::Error;
use bouton::layout::Layout;
use bouton::problems::{PROBLEMS, Question};
use bouton::random::Random;

use crate::harness::{answer, problem, run, texts};

/// The input, or why there is none.
fn input(name: &str, seed: u64, cases: Option<u64>, shape: Shape) -> Result<String, String> {
    let problem = problem(name);
    let options = Options { seed, cases, shape };
    let mut text = Vec::new();
    match generate::run(problem, &Layout::of(problem, name), options, &mut text) {
        Ok(()) => Ok(String::from_utf8(text).unwrap()),
        Err(Error::Usage(message)) => Err(message),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn whatever_is_generated_is_valid() {
    for problem in PROBLEMS {
        for name in problem.aliases.iter().chain([&problem.id]) {
            let layout = Layout::of(problem, name);
            for shape in Shape::ALL {
                for seed in 0..30 {
                    // The largest cases are some megabytes; a few of them are enough.
                    let cases = [None, Some(1), Some(2)][(seed % 3) as usize];
                    if seed > 2
                        && matches!(problem.id, "hdu2176" | "luogup1247" | "hdu1536")
                        && shape == Shape::Max
                    {
                        continue;
                    }
                    let Ok(text) = input(name, seed, cases, shape) else {
                        continue;
                    };
                    let outcome = check_text(&layout, text.as_bytes());
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

#[test]
fn only_shapes_that_make_no_sense_and_cases_beyond_the_limits_are_refused() {
    let mut refused = Vec::new();
    for problem in PROBLEMS {
        for shape in Shape::ALL {
            if input(problem.id, 1, Some(1), shape).is_err() && shape != Shape::Zeros {
                refused.push((problem.id, shape.name()));
            }
        }
    }
    assert_eq!(refused, [("hdu1846", "equal"), ("hdu1846", "single")]);
    for (id, most) in [("hdu1907", 474), ("bzoj1874", 1), ("codingamemiserenim", 5)] {
        assert!(input(id, 1, Some(most), Shape::Small).is_ok());
        let error = input(id, 1, Some(most + 1), Shape::Small).unwrap_err();
        let cases = if most == 1 { "case" } else { "cases" };
        assert_eq!(
            error,
            format!("the judge's limits allow {most} {cases} in one input")
        );
    }
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
    let lost = |line: &str| match problem.question {
        Question::Winner { .. } => {
            ["No", "Brother", "Bob", "Grass Win!", "Second", "second"].contains(&line)
        }
        Question::NumberedWinner { .. } => line.ends_with("Bob"),
        Question::WinningMoves => line == "0",
        Question::Letters => panic!("several answers on a line"),
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
        for shape in [Shape::Random, Shape::Small] {
            let (won, lost) = won_and_lost(id, shape, 100);
            assert!(won.min(lost) >= 25, "{id}: {won} won, {lost} lost");
        }
    }
}

#[test]
fn losing_positions_are_lost_and_winning_ones_won() {
    for problem in PROBLEMS {
        if !matches!(problem.question, Question::Letters) {
            assert_eq!(
                won_and_lost(problem.id, Shape::Losing, 1),
                (0, 1),
                "{}",
                problem.id
            );
            assert_eq!(
                won_and_lost(problem.id, Shape::Winning, 1),
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

/// Of one case of each shape with seed 42, and small cases with seed 43.
const SUMS: [(&str, u64); 17] = [
    ("poj2234", 5_853_402_264_878_938_208),
    ("hfut2014d", 13_005_399_028_830_837_452),
    ("hdu1850", 10_155_143_672_421_336_006),
    ("hdu1907", 9_247_219_593_863_165_880),
    ("hdu2509", 13_484_086_506_333_517_887),
    ("bzoj1874", 2_820_569_224_302_349_851),
    ("hdu4315", 5_273_241_526_886_097_474),
    ("hdu1849", 188_800_910_317_995_688),
    ("hdu2176", 881_524_329_699_164_000),
    ("luogup2197", 3_106_536_572_002_010_195),
    ("luogup1247", 1_262_026_729_631_213_363),
    ("lightoj1253", 12_742_599_596_922_321_401),
    ("hackerranknim", 11_384_616_257_547_702_973),
    ("hackerrankmiserenim", 12_742_599_596_922_321_401),
    ("codingamemiserenim", 18_440_315_333_506_307_840),
    ("hdu1536", 17_350_859_348_079_794_844),
    ("hdu1846", 9_789_812_623_592_746_217),
];

/// Seeds are written down where data is wanted again, so that nothing here may ever change. If this
/// fails, it is the generator that must be put right, not the numbers.
#[test]
fn a_seed_gives_the_same_input_for_ever() {
    assert_eq!(
        input("poj2234", 1, Some(4), Shape::Small).unwrap(),
        "3 7 3 4\n4 7 6 4 1\n4 3 1 5 1\n3 4 4 2\n"
    );
    let sums: Vec<_> = PROBLEMS
        .iter()
        .map(|problem| {
            let sums = Shape::ALL.map(|shape| {
                let text = input(problem.id, 42, Some(1), shape).unwrap_or_default()
                    + &input(problem.id, 43, None, Shape::Small).unwrap();
                checksum(&text)
            });
            let all = sums.iter().fold(0_u64, |all, sum| all.rotate_left(7) ^ sum);
            (problem.id, all)
        })
        .collect();
    assert_eq!(sums, SUMS);
}

#[test]
fn the_program_writes_what_the_library_makes() {
    let expected = input("hdu1850", 5, Some(3), Shape::Max).unwrap();
    let args = [
        "generate", "hdu1850", "--seed", "5", "--cases", "3", "--shape", "max",
    ];
    assert_eq!(texts(&run(&args, b"")), (expected, String::new(), 0));
    let (list, _, code) = texts(&run(&["generate", "--shape", "help"], b""));
    assert_eq!((list.lines().count(), code), (Shape::ALL.len(), 0));
    let (_, error, code) = texts(&run(&["generate", "hdu1850", "--shape", "round"], b""));
    assert!(error.starts_with("bouton: there is no shape 'round': choose random, small"));
    assert_eq!(code, 2);
    assert_eq!(run(&["generate"], b"").status.code(), Some(2));
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    use std::io::Read;
    use std::process::Stdio;
    let mut child = crate::harness::bouton()
        .args(["generate", "poj2234", "--cases", "1000000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 1000];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}
