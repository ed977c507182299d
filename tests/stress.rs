//! `bouton stress`: finds what is wrong with a program, and the smallest input that shows it. What a user sees of it
//! is in `tests/sessions/stress.txt`.

use std::fs;
use std::process::Child;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bouton::engine::RunOptions;
use bouton::input::Input;
use bouton::judge::compare::{Answered, Comparison, compare};
use bouton::judge::judgement::Judgement;
use bouton::judge::name::Name;
use bouton::judge::stress::{self, Counterexample, SearchOptions, SearchResult, rounds};
use bouton::judge::verdict::Verdict::{self, RunTimeError, TimeLimitExceeded, WrongAnswer};
use bouton::problem::Problem;
use bouton::testdata::CaseNumbers;
use bouton::testdata::enumerate::{inputs, smallest};
use bouton::testdata::grammar::{Candidate, Ending, Grammar};

use crate::harness::{
    Run as _, answer, bouton, check_text, folder, kept, problem, problems, some_of, texts,
    wait_until,
};
use crate::submissions::{C, each_program};

/// Every case may have more piles, and numbers up to 2^64 - 1.
const WIDE: &str = "rule = \"nim\"\n\
    input = \"{ n:0..1000 / a:0..18446744073709551615*n / ! }+\"\n\
    piles = \"a\"\n\
    answer = \"Yes|No\"\n";

/// A game in which each winning move will do.
const ANY: &str = "rule = \"nim\"\n\
    input = \"T:1..200 / { n:1..4 / a:0..9*n / ! }*T\"\n\
    piles = \"a\"\n\
    answer = \"any {pile} {take}|lost\"\n";

/// There are 20 cases.
const TINY: &str = "rule = \"nim\"\n\
    input = \"{ n:1..2 / a:0..3*n / ! }+\"\n\
    piles = \"a\"\n\
    answer = \"Yes|No\"\n";

/// The embedded problem with this id, or the game of the user's own.
fn find(id: &str) -> &'static Problem {
    let text = match id {
        "wide" => WIDE,
        "any" => ANY,
        "tiny" => TINY,
        id => return problem(id),
    };
    let file = folder(&format!("stress-{id}")).join("game.toml");
    fs::write(&file, text).unwrap();
    let found = bouton::problem::find(file.to_str().unwrap());
    kept(found.unwrap().unwrap())
}

/// A search for a program that gives this verdict where `is_wrong` is true of all cases and the index of one.
struct Search<W> {
    problem: &'static Problem,
    verdict: Verdict,
    is_wrong: W,
    is_compiled: bool,
    jobs: usize,
}

/// What came of it, and how many runs ended with that verdict, and with others.
struct Searched {
    result: SearchResult,
    runs: [usize; 2],
}

impl<W: Fn(&[CaseNumbers], usize) -> bool + Sync> Search<W> {
    fn of(id: &str, verdict: Verdict, is_wrong: W) -> Self {
        Self {
            problem: find(id),
            verdict,
            is_wrong,
            is_compiled: true,
            jobs: 1,
        }
    }

    /// The first case about which the program is wrong.
    fn wrong(&self, cases: &[CaseNumbers]) -> Option<usize> {
        (0..cases.len()).find(|&index| (self.is_wrong)(cases, index))
    }

    fn run(&self, rounds: Option<u64>) -> Searched {
        let grammar = Grammar::new(self.problem.layout.clone());
        let runs = [const { AtomicUsize::new(0) }; 2];
        let judge = |test: &Candidate| {
            let cases = &test.cases;
            let wrong = self.wrong(cases);
            runs[usize::from(wrong.is_none())].fetch_add(1, Ordering::Relaxed);
            let verdict = wrong.map_or(Verdict::Accepted, |_| self.verdict);
            let is_compared = verdict == WrongAnswer;
            let wrong = wrong.filter(|_| is_compared);
            Ok(Some(Judgement {
                comparison: wrong.map(|wrong| compared(self.problem, &grammar, cases, wrong)),
                ..Judgement::of(verdict)
            }))
        };
        let options = SearchOptions {
            seed: 0,
            rounds,
            jobs: self.jobs,
            time_limit: Duration::from_secs(1),
            runs: if self.is_compiled { 6000 } else { 2000 },
        };
        let result = stress::search(self.problem, &judge, options, |_, _| {}).unwrap();
        let runs = runs.map(AtomicUsize::into_inner);
        Searched { result, runs }
    }

    /// The cases that are found.
    fn cases(&self) -> Vec<CaseNumbers> {
        self.run(None).result.found.unwrap().test.cases
    }
}

/// How answers compare that are nonsense from this case on.
fn compared(
    problem: &Problem,
    grammar: &Grammar,
    cases: &[CaseNumbers],
    wrong: usize,
) -> Comparison {
    let text = |cases: &[CaseNumbers]| Candidate::whole(cases.to_vec()).input(grammar);
    let right = |cases: &[CaseNumbers]| match cases {
        [] => String::new(),
        cases => answer(problem, &text(cases)),
    };
    let answered = |text: String| Answered {
        name: Name::Ours,
        source: Box::new(std::io::Cursor::new(text.into_bytes())),
    };
    let expected = answered(right(cases));
    let actual = answered(right(&cases[..wrong]) + "nonsense\n");
    let mut input = Input::from_bytes("input".to_owned(), text(cases).into_bytes());
    compare(
        problem,
        &mut input,
        expected,
        Some(actual),
        RunOptions::default(),
    )
    .unwrap()
}

/// A mistake that nobody has made yet: the problem, the verdict, and whether a program does not know the answer to a case.
type Mistake = (&'static str, Verdict, fn(&[u64]) -> bool);

fn nim_sum(case: &[u64]) -> u64 {
    case[1..].iter().fold(0, |sum, pile| sum ^ pile)
}

const MISTAKES: [Mistake; 14] = [
    ("poj2234", WrongAnswer, |c| c.iter().any(|&pile| pile > 40)),
    ("poj2234", RunTimeError, |c| c[0] >= 3 && nim_sum(c) == 5),
    ("hdu1850", WrongAnswer, |c| {
        nim_sum(c) == 0 && c[1..].iter().sum::<u64>() > 5
    }),
    ("hdu1850", RunTimeError, |c| c[1] > c[2] && c[2] > 4),
    ("hdu1907", WrongAnswer, |c| {
        matches!(c, [1, 4000] | [2, 1, 1])
    }),
    ("hdu2509", WrongAnswer, |c| {
        c[0] > 2 && c[1..].iter().all(|&pile| pile < 2)
    }),
    ("hdu1846", WrongAnswer, |c| {
        c[0] % (c[1] + 1) == 5 && c[1] > 6
    }),
    ("hdu1848", TimeLimitExceeded, |c| c[2] > 4 && c[1] > 3),
    ("hdu1536", WrongAnswer, |c| c[1] == 3 && c.last() > Some(&4)),
    (
        "hdu2176",
        WrongAnswer,
        |c| matches!(c, [2, 3, other] if *other > 5),
    ),
    ("luogup1247", WrongAnswer, |c| nim_sum(c) == 0),
    ("luogup1247", RunTimeError, |c| c[0] > 1 && c[2] == 7),
    ("bzoj1874", WrongAnswer, |c| {
        c[0] == 2 && (c[1] > 3 || c[2] > 3)
    }),
    ("any", WrongAnswer, |c| c[0] == 3 && nim_sum(c) == 4),
];

/// Where a case stands that a program is wrong about, of a game with 20 cases.
type Placed = fn(&[CaseNumbers], usize) -> bool;

const PLACED: [(Placed, &[&[u64]]); 8] = [
    (|c, at| at == 0 && c[0] == [1, 2], &[&[1, 2]]),
    (|c, _| c.len() == 1 && c[0] == [2, 0, 2], &[&[2, 0, 2]]),
    (|c, at| at == 1 && c[1] == [1, 3], &[&[1, 0], &[1, 3]]),
    (
        |c, at| at + 1 == c.len() && c[at] == [2, 1, 1],
        &[&[2, 1, 1]],
    ),
    (
        |c, at| at > 0 && at + 1 == c.len() && c[at] == [1, 1],
        &[&[1, 0], &[1, 1]],
    ),
    (
        |c, at| at == 0 && c.len() > 1 && c[0] == [1, 2],
        &[&[1, 2], &[1, 0]],
    ),
    (
        |c, at| at > 0 && c[at - 1] == [1, 2] && c[at] == [1, 1],
        &[&[1, 2], &[1, 1]],
    ),
    (
        |c, at| at == 1 && c.len() > 2 && c[1] == [1, 1],
        &[&[1, 0], &[1, 1], &[1, 0]],
    ),
];

/// What is called smallest is: there is no other among all inputs of up to its size.
fn check_smallest<W: Fn(&[CaseNumbers], usize) -> bool + Sync>(
    search: &mut Search<W>,
    what: &str,
) -> Counterexample {
    let grammar = Grammar::new(search.problem.layout.clone());
    let searched = search.run(None);
    let found = searched.result.found.unwrap();
    assert_eq!(searched.result.judgement.verdict, search.verdict);
    if found.is_smallest {
        let size = found.test.size();
        let all = inputs(&grammar, 1..=size.0, usize::MAX, |other| other <= size).unwrap();
        let first = all
            .into_iter()
            .find(|test| search.wrong(&test.cases).is_some());
        assert_eq!(first.unwrap().cases, found.test.cases, "{what}");
    }
    // That many runs go on at once makes no difference.
    search.jobs = 3;
    let other = search.run(None).result;
    let same = other.found.unwrap();
    assert_eq!(
        (same.test, other.tried),
        (found.test.clone(), searched.result.tried),
        "{what}"
    );
    assert_eq!(same.is_smallest, found.is_smallest);
    assert_eq!(other.rounds, searched.result.rounds, "{what}");
    found
}

#[test]
fn what_is_found_is_what_an_exhaustive_search_finds() {
    for (id, verdict, is_in) in some_of(4, MISTAKES) {
        let is_wrong = |cases: &[CaseNumbers], at: usize| is_in(&cases[at]);
        let mut search = Search::of(id, verdict, is_wrong);
        let found = check_smallest(&mut search, id).test.cases;
        let grammar = Grammar::new(search.problem.layout.clone());
        // There are too many pairs with large sums to go through where both may be anything.
        let sizes = [(2, 200), (2, 5000), (3, 80), (4, 40), (5, 24)];
        let mut expected = sizes.into_iter().filter_map(|(len, most)| {
            let is_small = |size: (usize, usize, u64)| size.1 <= len && size.2 <= most;
            let all = inputs(&grammar, 1..=1, usize::MAX, is_small).unwrap();
            all.into_iter().find(|test| is_in(&test.cases[0]))
        });
        assert_eq!(found, expected.next().unwrap().cases, "{id}");
    }
}

#[test]
fn a_mistake_about_one_small_case_is_found_where_an_input_is_a_single_case() {
    for id in ["bzoj1874", "luogup1247"] {
        let grammar = Grammar::new(find(id).layout.clone());
        let mut all = smallest(&grammar, 1..=1, (1, usize::MAX, u64::MAX));
        let wrong = all.nth(124).unwrap().cases;
        let search = Search::of(id, WrongAnswer, |cases, _| cases == wrong);
        assert_eq!(search.cases(), wrong, "{id}");
    }
}

#[test]
fn a_program_that_is_wrong_where_a_case_stands_is_found_there() {
    let beyond: Placed = |c, at| c[at].contains(&50) || at == 0 && c[at] == [1, 30];
    let placed = PLACED.map(|(is_wrong, expected)| ("tiny", is_wrong, expected));
    let smallest: &[&[u64]] = &[&[1, 30]];
    let beyond = ("poj2234", beyond, smallest);
    for (i, (id, is_wrong, expected)) in placed.into_iter().chain([beyond]).enumerate() {
        for is_compiled in [true, false] {
            let mut search = Search::of(id, WrongAnswer, is_wrong);
            search.is_compiled = is_compiled;
            let found = check_smallest(&mut search, &i.to_string());
            assert_eq!(
                (found.test.cases, found.is_smallest),
                (expected.iter().map(|case| case.to_vec()).collect(), true),
                "{i}"
            );
        }
    }
}

fn ones(count: u64) -> Vec<u64> {
    [&[count][..], &vec![1; count as usize]].concat()
}

#[test]
fn of_large_cases_the_smallest_are_found() {
    // Sizes have 24 bits, as in 32-bit floating point: 578 piles were left.
    let short = |pile: u64| {
        let lost = (64 - pile.leading_zeros()).saturating_sub(24);
        pile >> lost << lost
    };
    let float = |cases: &[CaseNumbers], at: usize| {
        let sums = cases[at][1..].iter().fold((0, 0), |(sum, other), &pile| {
            (sum ^ pile, other ^ short(pile))
        });
        (sums.0 == 0) != (sums.1 == 0)
    };
    let found = Search::of("poj2975", WrongAnswer, float).cases();
    assert_eq!(found, [[2, 1 << 24, (1 << 24) + 1]]);
    // More than 256 piles of one stone.
    let many = |cases: &[CaseNumbers], at: usize| {
        cases[at][1..].iter().filter(|&&pile| pile == 1).count() > 256
    };
    assert_eq!(
        Search::of("hdu1849", WrongAnswer, many).cases(),
        [ones(257)]
    );
    // The golden ratio with three decimals: 618033985 and 999999994 were left.
    let golden = |cases: &[CaseNumbers], at: usize| {
        let (one, other) = (cases[at][0], cases[at][1]);
        let apart = one.abs_diff(other);
        let right = u64::midpoint(apart, (5 * apart * apart).isqrt());
        (right == one.min(other)) != (apart * 1618 / 1000 == one.min(other))
    };
    let found = Search::of("luogup2252", WrongAnswer, golden).cases();
    assert_eq!(found, [[376, 609]]);
    // A thousand persons, the last of which has a free cell before it: cells up to 99829 were left.
    let last = |cases: &[CaseNumbers], at: usize| matches!(cases[at][..], [1000, .., one, other] if one + 1 < other);
    let cells = [1000, 1].into_iter().chain(1..1000).chain([1001]);
    let cells: Vec<u64> = cells.collect();
    assert_eq!(Search::of("hdu4315", WrongAnswer, last).cases(), [cells]);
    // A thousand coins that are not in order.
    let coins =
        |cases: &[CaseNumbers], at: usize| cases[at][0] == 1000 && !cases[at][1..].is_sorted();
    let cells: Vec<u64> = [1000]
        .into_iter()
        .chain(1..999)
        .chain([1000, 999])
        .collect();
    assert_eq!(Search::of("poj1704", WrongAnswer, coins).cases(), [cells]);
    // One of three piles: one of 547 stones was left.
    let one = |cases: &[CaseNumbers], at: usize| cases[at][2] % 199 == 149 && cases[at][0] > 1;
    assert_eq!(
        Search::of("hdu1848", WrongAnswer, one).cases(),
        [[2, 1, 149]]
    );
}

/// They are not among the smallest inputs, and to leave out a pile changes the nim-sum.
#[test]
fn of_large_piles_with_a_certain_nim_sum_few_are_left() {
    for id in ["poj2234", "luogup1247"] {
        for (least, mask, expected) in [(2, u64::MAX, 0), (3, u64::MAX, 0), (4, 15, 5)] {
            let is_wrong = |cases: &[CaseNumbers], at: usize| {
                let case = &cases[at];
                let is_large = case[1..].iter().any(|&pile| pile > 1_000_000);
                case[0] >= least && nim_sum(case) & mask == expected && is_large
            };
            let found = Search::of(id, WrongAnswer, is_wrong).cases();
            assert!(found.len() == 1 && found[0][0] == least, "{id}: {found:?}");
        }
    }
}

#[test]
fn of_several_cases_as_few_as_possible_are_left_of_slow_programs_too() {
    // It reads too few cases, or dies there.
    for (id, case) in some_of(
        2,
        [
            ("hdu1536", &[1, 1, 1, 1, 0][..]),
            ("hdu1907", &[1, 1]),
            ("poj2234", &[1, 1]),
        ],
    ) {
        for verdict in [WrongAnswer, RunTimeError] {
            for read in [1, 2, 60, 473] {
                let mut search = Search::of(id, verdict, |_, at| at >= read);
                search.is_compiled = false;
                let searched = search.run(None);
                let found = searched.result.found.unwrap();
                assert_eq!(found.test.cases, vec![case.to_vec(); read + 1]);
                assert!(!found.is_smallest);
                assert!(
                    searched.result.tried < 1000,
                    "{id}: {}",
                    searched.result.tried
                );
            }
        }
    }
}

#[test]
fn a_program_that_hangs_is_run_for_about_a_minute() {
    type IsSlow = fn(&[CaseNumbers], usize) -> bool;
    // On one size, on every case, on large ones, and on many cases.
    let programs: [(&str, IsSlow, Option<&[u64]>); 6] = [
        ("hdu1907", |c, at| c[at].contains(&1234), Some(&[1, 1234])),
        ("poj2234", |c, at| c[at].contains(&77), Some(&[1, 77])),
        ("hdu1536", |c, at| c[at].contains(&77), None),
        ("poj2975", |_, _| true, Some(&[1, 1])),
        ("poj2975", |c, at| c[at].len() > 1000, None),
        ("poj2234", |_, at| at > 300, None),
    ];
    for (id, is_slow, expected) in some_of(2, programs) {
        let searched = Search::of(id, TimeLimitExceeded, is_slow).run(None);
        let found = searched.result.found.unwrap();
        if let Some(case) = expected {
            assert_eq!(found.test.cases, [case]);
        }
        // A timeout takes a second, and another run at most 10 ms.
        let [slow, right] = searched.runs;
        let cost = 1000 * slow + 10 * right;
        assert!(cost < 70_000, "{id}: {slow} timeouts, {right} other runs");
    }
}

#[test]
fn a_search_has_as_many_rounds_as_are_asked_for() {
    let search = Search::of("poj2234", WrongAnswer, |_, _| false);
    let tried = |rounds| search.run(rounds).result.rounds;
    assert_eq!(
        (tried(Some(1)), tried(None), tried(Some(700))),
        (1, 500, 700)
    );
}

#[test]
fn inputs_are_enumerated_in_order_each_once_and_all_are_valid() {
    for problem in some_of(4, problems()).chain([find("wide")]) {
        let grammar = Grammar::new(problem.layout.clone());
        let is_small = |size: (usize, usize, u64)| size.1 <= 8 && size.2 <= 20;
        let all = inputs(&grammar, 1..=1, usize::MAX, is_small).unwrap();
        let key = |test: &Candidate| (test.size(), test.cases.clone());
        assert!(all.is_sorted_by(|one, other| key(one) < key(other)));
        for test in all {
            let text = test.input(&grammar);
            let valid = check_text(&problem.layout, text.as_bytes());
            assert!(valid.is_ok(), "{}: {text:?}: {valid:?}", problem.id);
        }
        let few = smallest(&grammar, 1..=1, (1, usize::MAX, u64::MAX)).take(300);
        let few: Vec<_> = few.flat_map(|test| test.cases).collect();
        let weight = |case: &CaseNumbers| case.len() as u64 + case.iter().sum::<u64>();
        assert!(few.is_sorted_by_key(weight) && few.iter().all(|case| grammar.is_valid(case)));
    }
}

#[test]
fn no_input_is_left_out_of_the_enumeration() {
    for (id, cases, len, sum, expected) in [
        // 2 piles of at least 1 with the sum 5, and their number: 1 4, 2 3, 3 2, 4 1.
        ("poj2234", 1, 3, 2 + 5, 4),
        // Piles may be empty: 0 3, 1 2, 2 1, 3 0.
        ("hdu1849", 1, 3, 2 + 3, 4),
        // Two cases of one pile, 1 2 and 2 1.
        ("poj2234", 2, 4, 2 + 3, 2),
        // Two persons on ascending cells: 1 5 or 2 4 if the first is the king, 1 4 or 2 3 if the second is.
        ("hdu4315", 1, 4, 2 + 1 + 6, 4),
        // One take, one position of one pile: k = 1, s, m = 1, l = 1, h with s + h = 3, s at least 1.
        ("hdu1536", 1, 5, 3 + 3, 3),
        // One pile and one take with a + b = 4; two piles and one take need a number more.
        ("bzoj1874", 1, 4, 2 + 4, 3),
        // N = 2 for all cases; one case, with the piles 1 and 1, 1 and 2, or 2 and 1.
        ("codingamemiserenim", 1, 3, 2 + 2, 1),
        ("codingamemiserenim", 1, 3, 2 + 3, 2),
        ("hdu1846", 1, 2, 4, 3),
        // A row of 3 cells with the pieces on 1 3 or 3 1, or of 4 with them on 1 2 or 2 1.
        ("hdu1730", 1, 4, 1 + 3 + 4, 4),
        // No piles and one pile, in either order.
        ("wide", 2, 3, 1 + 7, 2),
    ] {
        let grammar = Grammar::new(find(id).layout.clone());
        let all = inputs(&grammar, 1..=cases, usize::MAX, |size| {
            size.1 <= len && size.2 <= sum
        });
        let mut all = all.unwrap();
        all.retain(|test| test.size() == (cases, len, sum));
        assert_eq!(all.len(), expected, "{id} {cases} {len} {sum}");
    }
    // There are too many.
    let grammar = Grammar::new(find("wide").layout.clone());
    assert!(inputs(&grammar, 1..=1, 1000, |size| size.1 <= 2).is_none());
}

#[test]
fn an_input_that_ends_early_lacks_the_whole_terminator_or_its_newline() {
    for problem in some_of(4, problems()) {
        let grammar = Grammar::new(problem.layout.clone());
        let zeros = vec!["0"; problem.layout.zeros()].join(" ") + "\n";
        for test in rounds(problem, &grammar, 1).skip(60).step_by(10).take(40) {
            let mut test = test.unwrap();
            let early = test.input(&grammar);
            let missing = match test.ending {
                Ending::Whole => "",
                Ending::NoLineEnd => "\n",
                Ending::NoZero => &zeros,
            };
            test.ending = Ending::Whole;
            let whole = test.input(&grammar);
            assert_eq!(early + missing, whole, "{}", problem.id);
            let valid = check_text(&problem.layout, whole.as_bytes());
            assert!(valid.is_ok(), "{}: {valid:?}", problem.id);
        }
    }
    // Of an empty last line only the newline is missing.
    let grammar = Grammar::new(find("wide").layout.clone());
    let ending = Ending::NoLineEnd;
    let text = |cases| Candidate { cases, ending }.input(&grammar);
    assert_eq!(text(vec![vec![0]]), "0\n");
    assert_eq!(text(vec![vec![0], vec![1, 2]]), "0\n\n1\n2");
}

#[test]
#[ignore = "long: scripts/check --long"]
fn every_wrong_answer_is_found_and_shown_on_an_input_that_is_saved() {
    each_program("wrong_answer", "c", C, |program| {
        let problem = program.problem;
        let folder = program.executable.with_extension("found");
        let mut stress = bouton();
        stress.args(["stress", &problem.id, "--save"]).arg(&folder);
        // The machine may be busy.
        stress.args(["--time-limit", "1000", "--"]);
        let output = stress.arg(&program.executable).run().unwrap();
        let (out, err, code) = texts(&output);
        let is_wrong = out.starts_with("WA: ") || out.starts_with("PE: ");
        let mut complaints = Vec::new();
        if code != 1 || !err.is_empty() || !is_wrong {
            complaints.push(format!("{} is not found: {out}{err}", program.name()));
            return complaints;
        }
        let file = folder.join("stress-0-1.in");
        let text = fs::read_to_string(&file).unwrap();
        let right = answer(problem, &text);
        let is_fine = check_text(&problem.layout, text.as_bytes()).is_ok()
            && fs::read_to_string(file.with_extension("ans")).unwrap() == right
            && program.run(&file).stdout != right.as_bytes();
        if !is_fine {
            complaints.push(format!("{} is not wrong about {text}", program.name()));
        }
        complaints
    });
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_while_it_shrinks_shows_what_was_found_and_ends_by_the_signal() {
    let folder = folder("interrupted_shrinking");
    let (first, second) = (folder.join("first"), folder.join("second"));
    // It is wrong about eight cases, and hangs from then on.
    let program = format!(
        "in=$(cat); [ $(echo \"$in\" | wc -l) -lt 8 ] && [ ! -e {first} ] && {{ echo \"$in\" | {bouton} poj2234; exit; }}
        mkdir {first} && echo wrong && exit; mkdir {second}; exec sleep 1000000",
        bouton = env!("CARGO_BIN_EXE_bouton"),
        first = first.display(),
        second = second.display(),
    );
    let search = ["stress", "poj2234", "--time-limit", "1000", "-j1", "--"];
    let mut child: Child = crate::harness::start(&[&search[..], &["sh", "-c", &program]].concat());
    wait_until(&mut child, || second.exists());
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let ended = std::os::unix::process::ExitStatusExt::signal(&output.status);
    assert_eq!(ended, Some(rustix::process::Signal::INT.as_raw()));
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(
        out.starts_with("WA: wrong answer\ninput, 8 cases:\n"),
        "{out}"
    );
    assert!(out.contains("a smaller input may fail"), "{out}");
    assert_eq!(err, "bouton: interrupted after 4 rounds\n");
}
