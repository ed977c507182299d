//! `bouton stress`: finds what is wrong with a program, and the smallest input that shows it. What a user sees of it
//! is in `tests/sessions/stress.txt`.

use std::collections::HashSet;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bouton::internals::judge::compare::Comparison;
use bouton::internals::judge::judgement::Judgement;
use bouton::internals::judge::stress::{self, SearchOptions, SearchResult, Smaller, rounds, small_rounds};
use bouton::internals::judge::verdict::Verdict::{self, RunTimeError, TimeLimitExceeded, WrongAnswer};
use bouton::internals::problem::Problem;
use bouton::internals::testdata::enumerate::{Layer, inputs};
use bouton::internals::testdata::grammar::{Candidate, Ending, Grammar};
use bouton::internals::testdata::{self, CaseNumbers};

use crate::diff;
use crate::harness::{
    Run as _, answer, bouton, check_text, count_valid, folder, numbers, own_game, problem, problems, some_of, texts,
    wait_until, words,
};
#[cfg(target_os = "linux")]
use crate::interrupts::interrupt;
use crate::submissions::{C, each_program};

/// The embedded problem with this id, or a game of the user's own: with numbers up to 2^64 - 1, one in which each
/// winning move will do, and one with 20 cases.
fn find(id: &str) -> &'static Problem {
    let (input, answer) = match id {
        "wide" => ("{ n:0..1000 / a:0..18446744073709551615*n / ! }+", "Yes|No"),
        "any" => ("T:1..200 / { n:1..4 / a:0..9*n / ! }*T", "any {pile} {take}|lost"),
        "tiny" => ("{ n:1..2 / a:0..3*n / ! }+", "Yes|No"),
        id => return problem(id),
    };
    own_game(&folder(&format!("stress-{id}")), ["nim", input, "a", answer])
}

/// Whether a program is wrong about a case of an input.
type IsWrong = fn(&[CaseNumbers], usize) -> bool;

/// A search for a program that gives this verdict where `is_wrong` is true of all cases and the index of one.
struct Search<W> {
    problem: &'static Problem,
    verdict: Verdict,
    is_wrong: W,
    is_compiled: bool,
    jobs: usize,
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

    /// What comes of it, and how many runs ended with that verdict, and with others.
    fn run(&self, rounds: Option<u64>) -> (SearchResult, [usize; 2]) {
        let runs = [const { AtomicUsize::new(0) }; 2];
        let judge = |test: &Candidate| {
            let wrong = self.wrong(&test.cases);
            runs[usize::from(wrong.is_none())].fetch_add(1, Ordering::Relaxed);
            let verdict = wrong.map_or(Verdict::Accepted, |_| self.verdict);
            let wrong = wrong.filter(|_| verdict == WrongAnswer);
            Ok(Some(Judgement {
                comparison: wrong.map(|wrong| self.compared(&test.cases, wrong)),
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
        // An interrupt shows what is known by then.
        let mut known = Vec::new();
        let progress = |result: SearchResult| known.extend(result.found.map(|found| found.test));
        let result = stress::search(self.problem, &judge, options, &|| false, progress);
        let result = result.unwrap();
        assert_eq!(known.last(), result.found.as_ref().map(|found| &found.test));
        (result, runs.map(AtomicUsize::into_inner))
    }

    /// How answers compare that are nonsense from this case on.
    fn compared(&self, cases: &[CaseNumbers], wrong: usize) -> Comparison {
        let grammar = Grammar::new(self.problem.layout.clone());
        let input = |count| Candidate::whole(cases[..count].to_vec()).input(&grammar);
        let right = |count| match count {
            0 => String::new(),
            count => answer(self.problem, &input(count)),
        };
        let (expected, actual) = (right(cases.len()), right(wrong) + "nonsense\n");
        diff::compared(self.problem, input(cases.len()), expected, Some(actual))
    }

    /// Checks that these cases are found, however many runs go on at once, and that there is no other input among all
    /// of up to its size if that is said. Returns whether it is.
    #[track_caller]
    fn finds(&mut self, expected: &str) -> bool {
        let (result, _) = self.run(None);
        let found = result.found.as_ref().unwrap();
        let cases = found.test.cases.iter().map(|case| words(case));
        let cases: Vec<_> = cases.collect();
        assert_eq!(cases.join(" / "), expected);
        assert_eq!(result.judgement.verdict, self.verdict);
        if found.smaller == Smaller::NoneFails {
            let grammar = Grammar::new(self.problem.layout.clone());
            let size = found.test.size();
            let all = inputs(&grammar, 1..=size.0, usize::MAX, |other| other <= size).unwrap();
            let mut wrong = (all.into_iter()).filter(|test| self.wrong(&test.cases).is_some());
            assert_eq!(wrong.next().unwrap().cases, found.test.cases, "{expected}");
        }
        self.jobs = 3;
        let (other, _) = self.run(None);
        let same = other.found.as_ref().unwrap();
        assert_eq!(same.test, found.test);
        assert_eq!(same.smaller, found.smaller, "{expected}");
        let steps = |result: &SearchResult| (result.tried, result.rounds);
        assert_eq!(steps(&other), steps(&result), "{expected}");
        found.smaller == Smaller::NoneFails
    }
}

fn nim_sum(case: &[u64]) -> u64 {
    grundy(case, |pile| pile)
}

/// The nim-sum of Grundy values of piles, after their number.
fn grundy(case: &[u64], value: impl Fn(u64) -> u64) -> u64 {
    case[1..].iter().fold(0, |sum, &pile| sum ^ value(pile))
}

/// Mistakes that nobody has made yet: the problem, the verdict, the smallest input that shows it, and whether a program
/// does not know the answer to a case.
type Mistake = (&'static str, Verdict, &'static str, fn(&[u64]) -> bool);

const MISTAKES: [Mistake; 16] = [
    ("poj2234", WrongAnswer, "1 41", |c| c.iter().any(|&pile| pile > 40)),
    ("poj2234", RunTimeError, "3 1 1 5", |c| c[0] >= 3 && nim_sum(c) == 5),
    ("hdu1850", WrongAnswer, "2 3 3", |c| nim_sum(c) == 0 && c[1] > 2),
    ("hdu1850", RunTimeError, "2 6 5", |c| c[1] > c[2] && c[2] > 4),
    ("hdu1907", WrongAnswer, "1 4000", |c| matches!(c, [1, 4000] | [2, 1, 1])),
    ("hdu2509", WrongAnswer, "3 1 1 1", |c| {
        c[0] > 2 && c[1..].iter().all(|&pile| pile < 2)
    }),
    ("hdu1846", WrongAnswer, "5 7", |c| c[0] % (c[1] + 1) == 5 && c[1] > 6),
    ("hdu1848", TimeLimitExceeded, "1 4 5", |c| c[2] > 4 && c[1] > 3),
    ("hdu1536", WrongAnswer, "1 3 1 1 5", |c| {
        c[1] == 3 && c.last() > Some(&4)
    }),
    ("hdu2176", WrongAnswer, "2 3 6", |c| c[..2] == [2, 3] && c[2] > 5),
    ("luogup1247", WrongAnswer, "2 1 1", |c| nim_sum(c) == 0),
    ("luogup1247", RunTimeError, "2 1 7", |c| c[0] > 1 && c[2] == 7),
    ("bzoj1874", WrongAnswer, "2 1 4 1 1", |c| {
        c[0] == 2 && (c[1] > 3 || c[2] > 3)
    }),
    ("any", WrongAnswer, "3 0 0 4", |c| c[0] == 3 && nim_sum(c) == 4),
    // Each input is one small case, of which only one is wrong.
    ("bzoj1874", WrongAnswer, "2 1 4 1 2", |c| *c == [2, 1, 4, 1, 2]),
    ("luogup1247", WrongAnswer, "3 2 1 3", |c| *c == [3, 2, 1, 3]),
];

#[test]
fn the_smallest_input_is_found_that_shows_a_mistake_about_a_case() {
    for (id, verdict, expected, is_in) in some_of(4, MISTAKES) {
        Search::of(id, verdict, |cases, at| is_in(&cases[at])).finds(expected);
    }
}

#[test]
fn a_program_that_is_wrong_about_a_few_small_cases_is_found_whatever_runs_it() {
    let few: [(&str, &str, IsWrong); 6] = [
        ("poj2234", "1 77", |c, at| c[at] == [1, 77]),
        ("poj2234", "2 1 56", |c, at| c[at][0] == 2 && c[at][1] + c[at][2] == 57),
        ("hdu1846", "77 1", |c, at| c[at][0] == 77),
        ("hdu1846", "1 56", |c, at| c[at].iter().sum::<u64>() == 57),
        ("hdu1527", "0 57", |c, at| c[at].iter().sum::<u64>() == 57),
        ("hdu1527", "77 0", |c, at| c[at] == [77, 0]),
    ];
    for (id, expected, is_wrong) in some_of(3, few) {
        for is_compiled in [true, false] {
            let mut search = Search::of(id, WrongAnswer, is_wrong);
            search.is_compiled = is_compiled;
            search.finds(expected);
        }
    }
}

#[test]
fn a_program_that_is_wrong_where_a_case_stands_is_found_there() {
    let placed: [(&str, &str, IsWrong); 9] = [
        ("tiny", "1 2", |c, at| at == 0 && c[0] == [1, 2]),
        ("tiny", "2 0 2", |c, _| c.len() == 1 && c[0] == [2, 0, 2]),
        ("tiny", "1 0 / 1 3", |c, at| at == 1 && c[1] == [1, 3]),
        ("tiny", "2 1 1", |c, at| at + 1 == c.len() && c[at] == [2, 1, 1]),
        ("tiny", "1 0 / 1 1", |c, at| {
            at > 0 && at + 1 == c.len() && c[at] == [1, 1]
        }),
        ("tiny", "1 2 / 1 0", |c, at| at == 0 && c.len() > 1 && c[0] == [1, 2]),
        ("tiny", "1 2 / 1 1", |c, at| {
            at > 0 && c[at - 1] == [1, 2] && c[at] == [1, 1]
        }),
        ("tiny", "1 0 / 1 1 / 1 0", |c, at| {
            at == 1 && c.len() > 2 && c[1] == [1, 1]
        }),
        ("poj2234", "1 30", |c, at| {
            c[at].contains(&50) || at == 0 && c[at] == [1, 30]
        }),
    ];
    for (id, expected, is_wrong) in some_of(3, placed) {
        for is_compiled in [true, false] {
            let mut search = Search::of(id, WrongAnswer, is_wrong);
            search.is_compiled = is_compiled;
            assert!(search.finds(expected), "{expected}");
        }
    }
}

#[test]
fn of_large_cases_the_smallest_are_found() {
    let ones = format!("257{}", " 1".repeat(257));
    let ascending = words(&(1..999).collect::<Vec<_>>());
    let hill = format!("1000 1 {ascending} 999 1001");
    let coins = format!("1000 {ascending} 1000 999");
    let large: [(&str, &str, IsWrong); 6] = [
        // The golden ratio with three decimals: 618033985 and 999999994 were left.
        ("luogup2252", "376 609", |c, at| {
            let (less, apart) = (c[at][0].min(c[at][1]), c[at][0].abs_diff(c[at][1]));
            let right = u64::midpoint(apart, (5 * apart * apart).isqrt());
            (right == less) != (apart * 1618 / 1000 == less)
        }),
        // Sizes have 24 bits, as in 32-bit floating point: 578 piles were left.
        ("poj2975", "2 16777216 16777217", |c, at| {
            let lost = |pile: u64| (64 - pile.leading_zeros()).saturating_sub(24);
            let short = |&pile: &u64| pile >> lost(pile) << lost(pile);
            let short: Vec<_> = c[at].iter().map(short).collect();
            (nim_sum(&c[at]) == 0) != (nim_sum(&short) == 0)
        }),
        // More than 256 piles of one stone.
        ("hdu1849", &ones, |c, at| {
            c[at][1..].iter().filter(|&&pile| pile == 1).count() > 256
        }),
        // A thousand persons, the last of which has a free cell before it: cells up to 99829 were left.
        ("hdu4315", &hill, |c, at| {
            c[at][0] == 1000 && c[at][1000] + 1 < c[at][1001]
        }),
        // One of three piles: one of 547 stones was left.
        ("hdu1848", "2 1 149", |c, at| c[at][2] % 199 == 149 && c[at][0] > 1),
        // A thousand coins that are not in order.
        ("poj1704", &coins, |c, at| c[at][0] == 1000 && !c[at][1..].is_sorted()),
    ];
    for (id, expected, is_wrong) in some_of(4, large) {
        let (result, _) = Search::of(id, WrongAnswer, is_wrong).run(None);
        assert_eq!(words(&result.found.unwrap().test.cases.concat()), expected);
    }
}

/// They are not among the smallest inputs, and to leave out a pile changes the nim-sum.
#[test]
fn of_large_piles_with_a_certain_nim_sum_few_are_left() {
    for id in some_of(2, ["poj2234", "luogup1247"]) {
        for (least, mask, expected) in some_of(2, [(2, u64::MAX, 0), (3, u64::MAX, 0), (4, 15, 5)]) {
            let is_wrong = |cases: &[CaseNumbers], at: usize| {
                let case = &cases[at];
                let is_large = case[1..].iter().any(|&pile| pile > 1_000_000);
                case[0] >= least && nim_sum(case) & mask == expected && is_large
            };
            let (result, _) = Search::of(id, WrongAnswer, is_wrong).run(None);
            let found = result.found.unwrap().test.cases;
            assert!(found.len() == 1 && found[0][0] == least, "{id}: {found:?}");
        }
    }
}

#[test]
fn where_inputs_of_two_cases_were_tried_one_case_may_be_longer_than_the_other() {
    let unequal = [vec![1, 1], vec![2, 1, 2]];
    let mut search = Search::of("poj2234", WrongAnswer, |cases, at| at >= 20 || cases == unequal);
    search.is_compiled = false;
    assert_eq!(search.run(None).0.found.unwrap().test.cases, unequal);
}

#[test]
fn of_several_cases_as_few_as_possible_are_left_of_slow_programs_too() {
    // It reads too few cases, or dies there.
    let cases = [("hdu1536", "1 1 1 1 0"), ("hdu1907", "1 1"), ("poj2234", "1 1")];
    for (id, case) in some_of(3, cases) {
        for read in some_of(2, [1, 2, 60, 473]) {
            for verdict in [WrongAnswer, RunTimeError] {
                let mut search = Search::of(id, verdict, |_, at| at >= read);
                search.is_compiled = false;
                let (result, _) = search.run(None);
                let found = result.found.unwrap();
                let cases: Vec<_> = found.test.cases.iter().map(|case| words(case)).collect();
                assert_eq!(cases, vec![case; read + 1]);
                assert!(
                    found.smaller != Smaller::NoneFails && result.tried < 1000,
                    "{id} {read}"
                );
            }
        }
    }
}

#[test]
fn a_program_that_hangs_is_run_for_about_a_minute() {
    // On one size, on every case, on large ones, and on many cases.
    let programs: [(&str, Option<&[u64]>, IsWrong); 6] = [
        ("hdu1907", Some(&[1, 1234]), |c, at| c[at].contains(&1234)),
        ("poj2234", Some(&[1, 77]), |c, at| c[at].contains(&77)),
        ("hdu1536", None, |c, at| c[at].contains(&77)),
        ("poj2975", Some(&[1, 1]), |_, _| true),
        ("poj2975", None, |c, at| c[at].len() > 1000),
        ("poj2234", None, |_, at| at > 300),
    ];
    for (id, expected, is_slow) in some_of(3, programs) {
        let (result, [slow, right]) = Search::of(id, TimeLimitExceeded, is_slow).run(None);
        let found = result.found.unwrap().test.cases;
        let is_right = expected.is_none_or(|case| found == [case]);
        assert!(is_right, "{id}: {found:?}");
        // A timeout takes a second, and another run at most 10 ms.
        let cost = 1000 * slow + 10 * right;
        assert!(cost < 70_000, "{id}: {slow} timeouts, {right} other runs");
    }
}

/// A right program in Python, but for what is before it and what it does for each case in which `piles` are so.
const PYTHON: &str = "import atexit, functools, operator, os, subprocess, sys, threading, time\n\
    class Last:\n\
    \x20   def __del__(self): print('No')\n\
    BEFORE\n\
    for line in sys.stdin:\n\
    \x20   piles = list(map(int, line.split()))[1:]\n\
    \x20   if sum(piles) == 5: TRICK\n\
    \x20   print('Yes' if functools.reduce(operator.xor, piles) else 'No')\n";

#[cfg(target_os = "linux")]
#[test]
fn a_program_in_python_gets_the_verdict_of_a_start_where_it_forks() {
    let folder = folder("stress_forks");
    let source = folder.join("it.py");
    let parents = folder.join("parents");
    let judged = |before: &str, trick: &str, python: &str| {
        fs::write(&source, PYTHON.replace("BEFORE", before).replace("TRICK", trick)).unwrap();
        let mut stress = bouton();
        stress.args("stress poj2234 --json --time-limit 100 --rounds 16 --jobs 1".split(' '));
        let (report, error, _) = texts(&stress.arg(&source).env("PYTHON", python).run().unwrap());
        assert_eq!(error, "");
        let mut report: serde_json::Value = serde_json::from_str(&report).unwrap();
        // Where it was compiled is in the traceback.
        for other in ["cpu", "wall", "memory", "runs", "runs_cpu", "stderr"] {
            report[other].take();
        }
        report
    };
    let is_forked = "'python' in open(f'/proc/{os.getppid()}/comm').read()";
    let note = format!(
        "print(os.getppid(), file=open({:?}, 'a')) if {is_forked} else 0",
        parents.display().to_string()
    );
    let leaves = "subprocess.Popen(['sleep', '100'], start_new_session=True)";
    let seen = "print('No') if os.path.exists('left') else open('left', 'w').close()";
    let programs = [
        (&*note, "pass", "AC"),
        (leaves, "pass", "AC"),
        (seen, "pass", "AC"),
        (&format!("if {is_forked}: print('No')"), "pass", "AC"),
        (&format!("if {is_forked}: sys.exit(3)"), "pass", "AC"),
        (&format!("if {is_forked}: os.kill(os.getppid(), 9)"), "pass", "AC"),
        ("", "sys.exit(3)", "RTE"),
        (&format!("if {is_forked}: time.sleep(100)"), "pass", "AC"),
        ("", "os._exit(0)", "WA"),
        ("", "1 / 0", "RTE"),
        ("", "last = Last()", "WA"),
        ("", "atexit.register(print, 'No')", "WA"),
        ("", "threading.Timer(0.1, print, 'No').start()", "WA"),
        ("", "sys.setrecursionlimit(50); f = lambda: f(); f()", "RTE"),
    ];
    for (before, trick, verdict) in some_of(12, programs) {
        let forked = judged(before, trick, "python3");
        assert_eq!(forked["verdict"], verdict, "{before}{trick}");
        if verdict != "AC" {
            // It ignores what makes it fork.
            let started = judged(before, trick, "python3 -E");
            assert_eq!(forked, started, "{before}{trick}");
        }
    }
    // Where it may, it does fork.
    let parents = fs::read_to_string(parents).unwrap();
    assert!(parents.lines().count() > 4, "{parents}");
    assert!(parents.lines().collect::<HashSet<_>>().len() == 1);
}

#[test]
fn a_search_has_as_many_rounds_as_are_asked_for() {
    let search = Search::of("poj2234", WrongAnswer, |_, _| false);
    let counts = [Some(1), None, Some(700)].map(|rounds| search.run(rounds).0.rounds);
    assert_eq!(counts, [1, 500, 700]);
}

/// So it finds all that the test data finds.
#[test]
fn what_stress_tries_has_the_test_data_in_it() {
    for problem in some_of(2, ["hdu1907", "luogup1247"]).map(problem) {
        let grammar = Grammar::new(problem.layout.clone());
        let tried = rounds(problem, &grammar, 0).take(500);
        let tried: Vec<_> = tried.map(Result::unwrap).collect();
        assert!(tried.iter().any(|test| test.ending == Ending::NoLineEnd));
        let tried: HashSet<_> = tried.into_iter().map(|test| test.cases).collect();
        for data in testdata::inputs(problem) {
            assert!(tried.contains(&data.cases), "{} {}", problem.id, data.name);
        }
    }
}

/// All lists of so many numbers with a sum of at most `sum`, in lexicographic order.
fn lists(len: usize, sum: u64) -> Vec<CaseNumbers> {
    let Some(len) = len.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let more = |first| {
        lists(len, sum - first)
            .into_iter()
            .map(move |rest| [&[first], &*rest].concat())
    };
    (0..=sum).flat_map(more).collect()
}

#[test]
fn inputs_are_enumerated_in_order_each_once_and_none_of_the_valid_ones_is_left_out() {
    for problem in some_of(16, problems()).chain([find("wide"), find("poj1704"), find("hdu1536")]) {
        let grammar = Grammar::new(problem.layout.clone());
        let key = |test: &Candidate| (test.size(), test.cases.clone());
        let fits = |(_, numbers, sum): (usize, usize, u64)| numbers <= 5 && sum <= 10;
        let valid: Vec<_> = (1..=5)
            .flat_map(|len| lists(len, 10))
            .filter(|case| grammar.is_valid(case))
            .collect();
        let alone = valid.iter().map(|case| vec![case.clone()]);
        let pairs = valid
            .iter()
            .flat_map(|one| valid.iter().map(|other| vec![one.clone(), other.clone()]));
        for (count, cases) in (1..).zip([alone.collect::<Vec<_>>(), pairs.collect()]) {
            let expected = cases
                .into_iter()
                .filter(|cases| grammar.is_input(cases))
                .map(Candidate::whole);
            let mut expected: Vec<_> = expected.filter(|test| fits(test.size())).collect();
            if expected.is_empty() {
                continue;
            }
            expected.sort_by_cached_key(key);
            let all = inputs(&grammar, count..=count, usize::MAX, fits).unwrap();
            assert!(all == expected, "{}: {all:?}, not {expected:?}", problem.id);
            for test in all.iter().step_by(7) {
                count_valid(problem, &test.input(&grammar));
            }
            // Those of each number of numbers are found by themselves as well.
            for some in all.chunk_by(|one, other| one.size().1 == other.size().1) {
                let layer = Layer::new(&grammar, count, some[0].size().1).take_while(|test| test.size().2 <= 10);
                assert!(layer.eq(some.iter().cloned()), "{}: {:?}", problem.id, some[0]);
            }
        }
    }
}

/// Problems, and all inputs of a size, in order; `/` stands between cases.
const OF_A_SIZE: &str = "\
poj2234: 2 1 4, 2 2 3, 2 3 2, 2 4 1
poj2234: 1 1 / 1 2, 1 2 / 1 1
poj2234: 1 1 / 2 1 2, 1 1 / 2 2 1, 1 2 / 2 1 1, 2 1 1 / 1 2, 2 1 2 / 1 1, 2 2 1 / 1 1
hdu1849: 2 0 3, 2 1 2, 2 2 1, 2 3 0
hdu4315: 2 1 1 5, 2 1 2 4, 2 2 1 4, 2 2 2 3
hdu1536: 1 1 1 1 2, 1 2 1 1 1, 1 3 1 1 0
bzoj1874: 1 1 1 3, 1 2 1 2, 1 3 1 1
codingamemiserenim: 2 1 1
codingamemiserenim: 2 1 2, 2 2 1
hdu1846: 1 3, 2 2, 3 1
hdu1730: 1 3 1 3, 1 3 3 1, 1 4 1 2, 1 4 2 1
wide: 0 / 1 7, 1 7 / 0";

#[test]
fn no_input_is_left_out_of_the_enumeration() {
    for row in OF_A_SIZE.lines() {
        let (id, expected) = row.split_once(": ").unwrap();
        let grammar = Grammar::new(find(id).layout.clone());
        let expected = expected.split(", ");
        let expected = expected.map(|cases| cases.split(" / ").map(numbers).collect());
        let expected = expected.map(Candidate::whole);
        let expected: Vec<_> = expected.collect();
        let size = expected[0].size();
        let is_small = |other: (usize, usize, u64)| other.1 <= size.1 && other.2 <= size.2;
        let mut all = inputs(&grammar, 1..=size.0, usize::MAX, is_small).unwrap();
        all.retain(|test| test.size() == size);
        assert_eq!(all, expected, "{row}");
        let layer = Layer::new(&grammar, size.0, size.1).map_while(|test| (test.size().2 <= size.2).then_some(test));
        let of_size = layer.filter(|test| test.size().2 == size.2);
        assert_eq!(of_size.collect::<Vec<_>>(), expected, "{row}");
    }
    // There are too many.
    let grammar = Grammar::new(find("wide").layout.clone());
    assert!(inputs(&grammar, 1..=1, 1000, |size| size.1 <= 2).is_none());
    // Those of a thousand numbers are given up sooner: of all, none was found in ten minutes.
    let long = own_game(
        &folder("stress_long"),
        ["nim", "{ n:1000..1000 / a:1..9*n / ! }+", "a", "{count}"],
    );
    let count = Layer::new(&Grammar::new(long.layout.clone()), 1, 1001).count();
    assert!((10..10_000).contains(&count), "{count}");
}

#[test]
fn an_input_that_ends_early_lacks_the_whole_terminator_or_its_newline() {
    for problem in some_of(4, problems()) {
        let grammar = Grammar::new(problem.layout.clone());
        let zeros = vec!["0"; problem.layout.zeros()].join(" ") + "\n";
        let mut test = small_rounds(problem, &grammar).nth(1).unwrap();
        test.ending = Ending::Whole;
        let whole = test.input(&grammar);
        count_valid(problem, &whole);
        let no_zero = (problem.layout.zeros() > 0).then_some((Ending::NoZero, &*zeros));
        for (ending, missing) in [(Ending::NoLineEnd, "\n")].into_iter().chain(no_zero) {
            test.ending = ending;
            let early = test.input(&grammar);
            assert_eq!(early + missing, whole, "{}", problem.id);
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
    let mut child = crate::harness::start(&[&search[..], &["sh", "-c", &program]].concat());
    wait_until(&mut child, || second.exists());
    let (out, err) = interrupt(child, rustix::process::Signal::INT);
    let is_shown = out.starts_with("WA: wrong answer\ninput, 8 cases:\n");
    assert!(is_shown && out.contains("a smaller input may fail"), "{out}");
    assert_eq!(err, "bouton: interrupted after 4 rounds\n");
}

/// The Grundy value of a pile in Lasker's Nim.
fn lasker(size: u64) -> u64 {
    match size % 4 {
        0 if size > 0 => size - 1,
        3 => size + 1,
        _ => size,
    }
}

/// Who wins the subtractive Euclidean game, where twice the smaller number is this.
fn wins_euclid([a, b]: [u64; 2], twice: fn(u64) -> i64) -> bool {
    let (mut a, mut b, mut wins) = (a.max(b), a.min(b), true);
    while a % b != 0 && (a as i64) < twice(b) {
        (a, b, wins) = (b, a - b, !wins);
    }
    wins
}

/// The smaller number of a pair in Wythoff's game that is lost, and is so far apart.
fn golden(apart: u64) -> u64 {
    u64::midpoint(apart, (5 * apart * apart).isqrt())
}

fn is_fibonacci(n: u64) -> bool {
    let (mut a, mut b) = (1, 1);
    while b < n {
        (a, b) = (b, a + b);
    }
    b == n
}

// The programs err because they compute in floating point.
#[allow(clippy::cast_precision_loss, clippy::float_cmp)]
/// Few inputs show these mistakes, and their numbers depend on each other. A program that takes 50 ms to start has a
/// third of the runs.
#[test]
fn rare_inputs_are_made_as_small_as_can_be_of_slow_programs_too() {
    let rare: [(&str, &str, IsWrong); 11] = [
        // `a >= 2 * b`, if an `int` has 32 bits.
        ("hdu1525", "1073741824 1073741825", |c, at| {
            let [a, b] = [c[at][0], c[at][1]];
            wins_euclid([a, b], |b| i64::from(2_i32.wrapping_mul(b as i32))) != wins_euclid([a, b], |b| 2 * b as i64)
        }),
        // One rule is missing for large piles, or all are.
        ("hdu3032", "2 1073741827 1073741828", |c, at| {
            let wrong = |size| {
                if size >= 1 << 30 && size % 4 == 3 {
                    size
                } else {
                    lasker(size)
                }
            };
            (grundy(&c[at], wrong) == 0) != (grundy(&c[at], lasker) == 0)
        }),
        ("hdu3032", "3 1 1000002 1000003", |c, at| {
            let wrong = |size| if size > 1_000_000 { size } else { lasker(size) };
            (grundy(&c[at], wrong) == 0) != (grundy(&c[at], lasker) == 0)
        }),
        ("hdu1846", "991 1", |c, at| c[at][0] > 990 && c[at][0] % 2 == 1),
        // Is 5n² ± 4 a square, in floating point?
        ("hdu2516", "70711162", |c, at| {
            let n = c[at][0] as f64;
            let is_square = |x: f64| x.sqrt() == x.sqrt().floor();
            let is_found = is_square(5.0 * n * n + 4.0) || is_square(5.0 * n * n - 4.0);
            is_found != is_fibonacci(c[at][0])
        }),
        // The golden ratio with five decimals, and as a `float`.
        ("hdu1527", "986 1596", |c, at| {
            let (less, apart) = (c[at][0].min(c[at][1]), c[at][0].abs_diff(c[at][1]));
            (less == golden(apart)) != (less == apart * 161_803 / 100_000)
        }),
        ("luogup2252", "4180 6764", |c, at| {
            let (less, apart) = (c[at][0].min(c[at][1]), c[at][0].abs_diff(c[at][1]));
            (less == golden(apart)) != (less == (apart as f32 * 1.618_034) as u64)
        }),
        ("poj2234", "2 1 56", |c, at| c[at][0] == 2 && c[at][1] + c[at][2] == 57),
        ("poj2234", "2 1 82", |c, at| c[at][0] == 2 && c[at][1] + c[at][2] == 83),
        // Rows are sorted as a whole.
        ("hdu1730", "2 2 1 2 1 2", |c, at| {
            let gaps = c[at][2..].chunks(2).map(|row| row[0].abs_diff(row[1]) - 1);
            c[at][0] > 1 && gaps.fold(0, |sum, gap| sum ^ gap) == 0
        }),
        ("hdu1730", "2 4 1 3 1 4", |c, at| {
            let gaps = c[at][2..].chunks(2).map(|row| row[0].abs_diff(row[1]) - 1);
            c[at][0] > 1 && gaps.sum::<u64>() > 2
        }),
    ];
    for (id, expected, is_wrong) in some_of(6, rare) {
        for is_compiled in [true, false] {
            let mut search = Search::of(id, WrongAnswer, is_wrong);
            search.is_compiled = is_compiled;
            let found = search.run(None).0.found.unwrap().test.cases;
            assert_eq!(words(&found.concat()), expected);
        }
    }
}
