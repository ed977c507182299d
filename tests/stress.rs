//! `bouton stress`: finds what is wrong with a program, and the smallest input that shows it. What a user sees of it
//! is in `tests/sessions/stress.txt`.

use std::fs;
use std::process::{Child, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bouton::engine::RunOptions;
use bouton::input::Input;
use bouton::interrupt::Interrupt;
use bouton::judge::compare::{Answered, Comparison, Name, compare};
use bouton::judge::judgement::Judgement;
use bouton::judge::stress::enumerate::Class;
use bouton::judge::stress::inputs::{CaseNumbers, Grammar};
use bouton::judge::stress::{self, Candidate, Ending, Known, Rounds, SearchOptions, SearchResult};
use bouton::judge::verdict::Verdict;
use bouton::problem::Problem;

use crate::harness::{
    Run as _, answer, bouton, check_text, folder, kept, problem, problems, some_of, texts,
    wait_until,
};
use crate::submissions::{C, STRICT_C, judge};

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

/// The embedded problem with this id, or the game of the user's own.
fn find(id: &str) -> &'static Problem {
    let text = match id {
        "wide" => WIDE,
        "any" => ANY,
        id => return problem(id),
    };
    let file = folder(&format!("stress-{id}")).join("game.toml");
    fs::write(&file, text).unwrap();
    let found = bouton::problem::find(file.to_str().unwrap());
    kept(found.unwrap().unwrap())
}

/// A search for a program that gives this verdict on cases of which `is_wrong` is true of their numbers and index.
struct Search<W> {
    problem: &'static Problem,
    verdict: Verdict,
    is_wrong: W,
    /// What each run takes.
    cpu: Duration,
    rounds: Option<u64>,
    jobs: usize,
}

/// What came of it, and how many runs ended with that verdict, and with others.
struct Searched {
    result: SearchResult,
    runs: [usize; 2],
}

impl<W: Fn(&[u64], usize) -> bool + Sync> Search<W> {
    fn of(id: &str, verdict: Verdict, is_wrong: W) -> Self {
        Self {
            problem: find(id),
            verdict,
            is_wrong,
            cpu: Duration::from_millis(1),
            rounds: None,
            jobs: 1,
        }
    }

    fn run(&self, interrupt: Option<&Interrupt>) -> Searched {
        let grammar = Grammar::new(self.problem.layout.clone());
        let runs = [const { AtomicUsize::new(0) }; 2];
        let judge = |test: &Candidate| {
            let cases = &test.cases;
            let wrong = (0..cases.len()).find(|&index| (self.is_wrong)(&cases[index], index));
            runs[usize::from(wrong.is_none())].fetch_add(1, Ordering::Relaxed);
            let verdict = wrong.map_or(Verdict::Accepted, |_| self.verdict);
            let is_compared = verdict == Verdict::WrongAnswer;
            let wrong = wrong.filter(|_| is_compared);
            Ok(Some(Judgement {
                cpu: self.cpu,
                comparison: wrong.map(|wrong| compared(self.problem, &grammar, cases, wrong)),
                ..Judgement::of(verdict)
            }))
        };
        let options = SearchOptions {
            seed: 0,
            rounds: self.rounds,
            jobs: self.jobs,
            time_limit: Duration::from_secs(1),
            interrupt,
        };
        let result = stress::search(self.problem, &judge, options, |_| {}).unwrap();
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
    let right = |cases: &[CaseNumbers]| match cases {
        [] => String::new(),
        cases => answer(problem, &grammar.text(cases)),
    };
    let answered = |text: String| Answered {
        name: Name::Ours,
        source: Box::new(std::io::Cursor::new(text.into_bytes())),
    };
    let actual = right(&cases[..wrong]) + "nonsense\n";
    let mut input = Input::from_bytes("input".to_owned(), grammar.text(cases).into_bytes());
    let (right, actual) = (answered(right(cases)), answered(actual));
    compare(
        problem,
        &mut input,
        right,
        Some(actual),
        RunOptions::default(),
    )
    .unwrap()
}

/// A mistake that nobody has made yet.
struct Mistake {
    id: &'static str,
    verdict: Verdict,
    /// Whether the program does not know the answer to a position.
    is_wrong: fn(&Numbers) -> bool,
    /// There are so few smaller inputs that all can be tried.
    proved: bool,
}

/// What a mistake may look at: the piles, and the number that the rule takes from the input.
struct Numbers {
    n: u64,
    a: Vec<u64>,
    k: u64,
    /// The nim-sum, the sum, and the largest of the piles.
    x: u64,
    s: u64,
    m: u64,
}

/// The table of mistakes: the condition is about the numbers of a position.
macro_rules! mistakes {
    (|$n:ident, $k:ident, $x:ident, $s:ident, $m:ident, $a:ident|
        $($id:ident $verdict:ident $proved:literal: $wrong:expr;)*) => {
        [$(Mistake {
            id: stringify!($id),
            verdict: Verdict::$verdict,
            #[allow(unused_variables)]
            is_wrong: |&Numbers { n: $n, k: $k, x: $x, s: $s, m: $m, a: ref $a }| $wrong,
            proved: $proved,
        }),*]
    };
}

const MISTAKES: [Mistake; 24] = mistakes! { |n, k, x, s, m, a|
    poj2234 WrongAnswer true: m > 40;
    poj2234 RunTimeError false: n >= 3 && x == 5;
    poj2234 TimeLimitExceeded true: a[0] == 9;
    hdu1850 WrongAnswer true: x == 0 && s > 5;
    hdu1850 RunTimeError true: a[0] > a[1] && a[1] > 4;
    hdu1907 WrongAnswer true: (n == 1 && m == 4000) || (n == 2 && m == 1);
    hdu1907 TimeLimitExceeded true: n == 2 && x == 6;
    hdu2509 WrongAnswer true: n > 2 && m < 2;
    hdu2509 RunTimeError true: m == 99;
    hdu2509 WrongAnswer true: n == 2 && s == 13;
    hdu1846 WrongAnswer true: a[0] % (k + 1) == 5 && k > 6;
    hdu1846 RunTimeError true: a[0] > 3 * k && k > 3;
    hdu1848 WrongAnswer true: x == 7 && m > 6;
    hdu1848 TimeLimitExceeded true: a[2] > 4 && a[1] > 3;
    hdu1536 WrongAnswer true: k == 3 && a[0] > 4;
    hdu1536 RunTimeError true: a[0] == 2 * k && k > 2;
    hdu2176 WrongAnswer false: n == 2 && a[0] == 3 && a[1] > 5;
    hdu2176 RunTimeError false: x == 0 && n == 3;
    luogup1247 WrongAnswer false: x == 0;
    luogup1247 RunTimeError false: n > 1 && a[1] == 7;
    bzoj1874 WrongAnswer true: a[0] == 6 && k == 4;
    bzoj1874 RunTimeError false: n == 2 && m > 3;
    lightoj1253 WrongAnswer false: n == 3 && m == 2;
    any WrongAnswer true: n == 3 && x == 4;
};

/// The positions of a case, and the first number of its rule: of a subtraction set, the first.
fn positions(id: &str, case: &[u64]) -> Vec<(u64, Vec<u64>)> {
    match id {
        "hdu1846" => vec![(case[1], vec![case[0]])],
        "hdu1848" => vec![(0, case.to_vec())],
        "bzoj1874" => {
            let (piles, set) = case[1..].split_at(case[0] as usize);
            vec![(set[1], piles.to_vec())]
        }
        "hdu1536" => {
            let mut rest = &case[2 + case[0] as usize..];
            let mut positions = Vec::new();
            while let Some((&count, piles)) = rest.split_first() {
                let (piles, others) = piles.split_at(count as usize);
                positions.push((case[1], piles.to_vec()));
                rest = others;
            }
            positions
        }
        _ => vec![(0, case[1..].to_vec())],
    }
}

impl Mistake {
    fn is_in(&self, case: &[u64]) -> bool {
        positions(self.id, case).into_iter().any(|(k, a)| {
            (self.is_wrong)(&Numbers {
                n: a.len() as u64,
                k,
                x: a.iter().fold(0, |x, a| x ^ a),
                s: a.iter().sum(),
                m: a.iter().copied().max().unwrap_or(0),
                a,
            })
        })
    }

    /// The smallest case that has it: fewest numbers, then smallest sum, then lexicographic order.
    fn smallest(&self, grammar: &Grammar) -> Vec<CaseNumbers> {
        let sizes = [(2, 5000), (3, 120), (4, 40), (5, 24)];
        let classes = sizes.into_iter().flat_map(|(len, most)| {
            (0..=most).flat_map(move |sum| Class::new(grammar, 1, len, sum).flatten())
        });
        let mut wrong = classes.filter(|cases| self.is_in(&cases[0]));
        wrong.next().unwrap()
    }
}

#[test]
fn what_is_found_is_what_an_exhaustive_search_finds() {
    for (i, mistake) in some_of(6, MISTAKES.iter().enumerate()) {
        let mut search = Search::of(mistake.id, mistake.verdict, |case, _| mistake.is_in(case));
        let grammar = Grammar::new(search.problem.layout.clone());
        let searched = search.run(None);
        let found = searched.result.found.unwrap();
        let what = format!("{i}: {}", mistake.id);
        assert_eq!(found.test.cases, mistake.smallest(&grammar), "{what}");
        let is_proved = found.smaller.known == Known::AllRight;
        assert_eq!(is_proved, mistake.proved, "{what}: {:?}", found.smaller);
        assert_eq!(searched.result.judgement.verdict, mistake.verdict);
        // That many runs go on at once makes no difference.
        search.jobs = 3;
        let other = search.run(None);
        let same = other.result.found.unwrap();
        assert_eq!(
            (same.test, same.smaller.tried),
            (found.test, found.smaller.tried)
        );
        assert_eq!(other.result.inputs, searched.result.inputs, "{what}");
    }
}

fn ones(count: u64) -> Vec<u64> {
    [&[count][..], &vec![1; count as usize]].concat()
}

#[test]
fn of_large_cases_the_smallest_are_found() {
    let wrong = Verdict::WrongAnswer;
    // Sizes have 24 bits, as in 32-bit floating point: 578 piles were left.
    let short = |pile: u64| {
        let lost = (64 - pile.leading_zeros()).saturating_sub(24);
        pile >> lost << lost
    };
    let float = |case: &[u64], _| {
        let sums = case[1..].iter().fold((0, 0), |(sum, other), &pile| {
            (sum ^ pile, other ^ short(pile))
        });
        (sums.0 == 0) != (sums.1 == 0)
    };
    let found = Search::of("poj2975", wrong, float).cases();
    assert_eq!(found, [[2, 1 << 24, (1 << 24) + 1]]);
    // More than 256 piles of one stone.
    let many = |case: &[u64], _| case[1..].iter().filter(|&&pile| pile == 1).count() > 256;
    assert_eq!(Search::of("hdu1849", wrong, many).cases(), [ones(257)]);
    // A thousand persons, the last of which has a free cell before it: cells up to 99829 were left.
    let last = |case: &[u64], _| matches!(case, [1000, .., one, other] if one + 1 < *other);
    let cells = [1000, 1].into_iter().chain(1..1000).chain([1001]);
    let cells: Vec<u64> = cells.collect();
    assert_eq!(Search::of("hdu4315", wrong, last).cases(), [cells]);
    // One of three piles: one of 547 stones was left.
    let one = |case: &[u64], _| case[2] % 199 == 149 && case[0] > 1;
    assert_eq!(Search::of("hdu1848", wrong, one).cases(), [[2, 1, 149]]);
}

/// They are not among the smallest inputs, and to leave out a pile changes the nim-sum.
#[test]
fn of_large_piles_with_a_certain_nim_sum_few_are_left() {
    for id in ["poj2234", "luogup1247"] {
        for (least, mask, nim_sum) in [(2, u64::MAX, 0), (3, u64::MAX, 0), (4, 15, 5)] {
            let is_wrong = |case: &[u64], _| {
                let sum = case[1..].iter().fold(0, |sum, pile| sum ^ pile);
                let is_large = case[1..].iter().any(|&pile| pile > 1_000_000);
                case[0] >= least && sum & mask == nim_sum && is_large
            };
            let found = Search::of(id, Verdict::WrongAnswer, is_wrong).cases();
            assert!(found.len() == 1 && found[0][0] == least, "{id}: {found:?}");
        }
    }
}

#[test]
fn of_several_cases_as_few_as_possible_are_left() {
    // It reads too few cases.
    let programs = [
        ("hdu1536", Verdict::WrongAnswer, 61, &[1, 1, 1, 1, 0][..]),
        ("hdu1907", Verdict::WrongAnswer, 474, &[1, 1]),
        ("poj2234", Verdict::RunTimeError, 2, &[1, 1]),
    ];
    for (id, verdict, least, case) in some_of(2, programs) {
        let searched = Search::of(id, verdict, |_, index| index + 1 >= least).run(None);
        let found = searched.result.found.unwrap();
        assert_eq!(found.test.cases, vec![case.to_vec(); least]);
        assert_eq!(found.smaller.known, Known::Little);
        let [_, right] = searched.runs;
        assert!(right < 4000, "{id}: {right} runs");
    }
}

#[test]
fn a_program_that_hangs_is_run_for_less_than_a_minute() {
    type IsSlow = fn(&[u64], usize) -> bool;
    // On one size, on every case, on large ones, and on many cases.
    let programs: [(&str, IsSlow, Option<&[u64]>); 6] = [
        ("hdu1907", |case, _| case.contains(&1234), Some(&[1, 1234])),
        ("poj2234", |case, _| case.contains(&77), Some(&[1, 77])),
        ("hdu1536", |case, _| case.contains(&77), None),
        ("poj2975", |_, _| true, Some(&[1, 1])),
        ("poj2975", |case, _| case.len() > 1000, None),
        ("poj2234", |_, index| index > 300, None),
    ];
    for (id, is_slow, expected) in some_of(2, programs) {
        let searched = Search::of(id, Verdict::TimeLimitExceeded, is_slow).run(None);
        let found = searched.result.found.unwrap();
        if let Some(case) = expected {
            assert_eq!(found.test.cases, [case]);
        }
        // A timeout takes a second, and another run counts as 10 ms.
        let [slow, right] = searched.runs;
        let cost = 1000 * slow + 10 * right;
        assert!(cost < 58_000, "{id}: {slow} timeouts, {right} other runs");
    }
}

#[test]
fn a_slow_program_is_tried_for_less_than_a_minute_and_as_often_as_is_asked_for() {
    let slow = |millis, rounds, jobs| {
        let search = Search {
            cpu: Duration::from_millis(millis),
            rounds,
            jobs,
            ..Search::of("poj2234", Verdict::WrongAnswer, |_, _| false)
        };
        search.run(None).result
    };
    let result = slow(900, None, 1);
    assert!(result.is_cut && (30..60).contains(&result.inputs));
    assert_eq!(slow(900, None, 8).inputs, result.inputs);
    let result = slow(900, Some(200), 2);
    assert_eq!((result.rounds, result.is_cut), (200, false));
    // A run costs a step of time, so that the load makes no difference.
    let tried = |millis| slow(millis, None, 1).inputs;
    assert_eq!(tried(41), tried(160));
    assert!(tried(161) < tried(160) && tried(160) < 500);
    assert_eq!((tried(1), tried(10)), (500, 500));
    // It is wrong, and slow to shrink.
    let search = Search {
        cpu: Duration::from_millis(150),
        ..Search::of("poj2234", Verdict::WrongAnswer, |case, _| {
            case.len() > 3 && case[3] > 40
        })
    };
    let Searched { result, runs } = search.run(None);
    assert_eq!(result.found.unwrap().test.cases.len(), 1);
    assert!(runs.iter().sum::<usize>() * 150 < 60_000, "{runs:?}");
}

#[test]
fn an_interrupt_ends_a_search_while_no_program_runs() {
    let interrupt = Interrupt::new();
    let search = Search::of("hdu1536", Verdict::RunTimeError, |case, _| {
        if case.len() > 500 {
            interrupt.raise();
        }
        case.len() > 500
    });
    let Searched { result, runs } = search.run(Some(&interrupt));
    let known = result.found.unwrap().smaller.known;
    assert_eq!((runs[0], known), (1, Known::Little));
}

#[test]
fn inputs_are_enumerated_in_order_each_once_and_all_are_valid() {
    for problem in problems().into_iter().chain([find("wide")]) {
        let grammar = Grammar::new(problem.layout.clone());
        let mut count = 0;
        for (len, sum) in (1..=8).flat_map(|len| (0..=11).map(move |sum| (len, sum))) {
            let inputs: Vec<_> = Class::new(&grammar, 1, len, sum).flatten().collect();
            assert!(inputs.is_sorted_by(|one, other| one < other));
            for cases in &inputs {
                assert_eq!(cases.len(), 1);
                assert_eq!((cases[0].len(), cases[0].iter().sum::<u64>()), (len, sum));
                let text = grammar.text(cases);
                let valid = check_text(&problem.layout, text.as_bytes());
                assert!(valid.is_ok(), "{}: {text:?}: {valid:?}", problem.id);
            }
            count += inputs.len();
        }
        assert!(count >= 9, "{}: {count}", problem.id);
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
        let class = Class::new(&grammar, cases, len, sum);
        assert_eq!(
            class.flatten().count(),
            expected,
            "{id} {cases} {len} {sum}"
        );
    }
    // Sizes that leave a part of the sum are not tried.
    let grammar = Grammar::new(find("wide").layout.clone());
    assert!(Class::new(&grammar, 1, 2, 1 << 40).count() < 10);
}

#[test]
fn an_input_that_ends_early_lacks_the_whole_terminator_or_its_newline() {
    for problem in some_of(4, problems()) {
        let grammar = Grammar::new(problem.layout.clone());
        for round in Rounds::new(problem, &grammar, 1).skip(60).take(30) {
            for mut test in round.unwrap().inputs {
                let early = test.input(&grammar);
                let missing = match test.ending {
                    Ending::Whole => String::new(),
                    Ending::NoLineEnd => "\n".to_owned(),
                    Ending::NoZero => vec!["0"; problem.layout.zeros()].join(" ") + "\n",
                };
                test.ending = Ending::Whole;
                let whole = test.input(&grammar);
                assert_eq!(early + &missing, whole, "{}", problem.id);
                let valid = check_text(&problem.layout, whole.as_bytes());
                assert!(valid.is_ok(), "{}: {valid:?}", problem.id);
            }
        }
    }
    // Of an empty last line only the newline is missing.
    let grammar = Grammar::new(find("wide").layout.clone());
    let ending = Ending::NoLineEnd;
    let text = |cases| Candidate { cases, ending }.input(&grammar);
    assert_eq!(text(vec![vec![0]]), "0\n");
    assert_eq!(text(vec![vec![0], vec![1, 2]]), "0\n\n1\n2");
}

fn stress(id: &str, options: &[&str], command: &str) -> Output {
    let mut stress = bouton();
    stress.args(["stress", id]).args(options);
    // The machine may be busy.
    stress.args(["--time-limit", "1000", "--", command]);
    stress.run().unwrap()
}

#[test]
#[ignore = "long: scripts/check --long"]
fn every_wrong_answer_is_found_and_shown_on_an_input_that_is_saved() {
    judge("wrong_answer", "c", &C, |program| {
        let problem = program.problem;
        let folder = program.executable.with_extension("found");
        let save = ["--save", folder.to_str().unwrap()];
        let output = stress(&problem.id, &save, program.executable.to_str().unwrap());
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
            && program.run(&file).output != right.as_bytes();
        if !is_fine {
            complaints.push(format!("{} is not wrong about {text}", program.name()));
        }
        complaints
    });
}

#[test]
fn accepted_programs_are_right_in_every_round() {
    judge("accepted", "c", &STRICT_C, |program| {
        let command = program.executable.to_str().unwrap();
        let options = ["--rounds", "40", "--seed", "5"];
        let (out, err, code) = texts(&stress(&program.problem.id, &options, command));
        let fine = code == 0 && out.starts_with("AC: ") && err.is_empty();
        let complaint = (!fine).then(|| format!("{}: {out}{err}", program.name()));
        complaint.into_iter().collect()
    });
}

/// Starts a search, and interrupts it when it is where it should be: its output and the last line of its report.
#[cfg(target_os = "linux")]
fn interrupted(command: &[&str], is_there: impl Fn() -> bool) -> (String, String) {
    let search = ["stress", "poj2234", "--time-limit", "1000", "-j1", "--"];
    let mut child: Child = crate::harness::start(&[&search, command].concat());
    wait_until(&mut child, is_there);
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let ended = std::os::unix::process::ExitStatusExt::signal(&output.status);
    assert_eq!(ended, Some(rustix::process::Signal::INT.as_raw()));
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (out, err)
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_while_it_shrinks_shows_what_was_found_and_ends_by_the_signal() {
    let folder = folder("interrupted_shrinking");
    let (first, second) = (folder.join("first"), folder.join("second"));
    // It is wrong at once, and hangs from then on.
    let program = format!(
        "mkdir {} && echo wrong && exit; mkdir {}; exec sleep 1000000",
        first.display(),
        second.display()
    );
    let (out, err) = interrupted(&["sh", "-c", &program], || second.exists());
    assert!(out.starts_with("WA: wrong answer\ninput, "), "{out}");
    assert!(out.contains("a smaller failing input may exist"), "{out}");
    // It is the input of a whole round.
    let whole = "more lines)\n  (--save DIR keeps the whole input, --json prints it)\n";
    assert!(out.contains(whole), "{out}");
    assert_eq!(err, "bouton: interrupted after 1 round\n");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_it_and_the_program() {
    let marker = format!("{}", 1_000_000 + u64::from(std::process::id()));
    let expected = format!("sleep\0{marker}\0");
    let sleeps = || {
        let processes = fs::read_dir("/proc").unwrap();
        let mut lines = processes.filter_map(|process| {
            // A process may be gone before it is looked at.
            fs::read_to_string(process.unwrap().path().join("cmdline")).ok()
        });
        lines.any(|line| line == expected)
    };
    let (out, err) = interrupted(&["sleep", &marker], sleeps);
    assert_eq!(out, "0 rounds, 0 inputs, 0 cases, all right\n");
    assert_eq!(err, "bouton: interrupted after 0 rounds\n");
    assert!(!sleeps());
}
