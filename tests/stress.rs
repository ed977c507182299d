//! `bouton stress`: finds what is wrong with a program, and the smallest input that shows it.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bouton::interrupt::Interrupt;
use bouton::judge::judgement::Judgement;
use bouton::judge::stress::enumerate::Class;
use bouton::judge::stress::inputs::{CaseNumbers, Grammar};
use bouton::judge::stress::{
    self, Candidate, Counterexample, Ending, Known, Rounds, SearchOptions, SearchResult,
};
use bouton::judge::verdict::Verdict;
use bouton::layout::Until;
use bouton::problem::Problem;

use crate::harness::{
    Run as _, answer, bouton, check_text, folder, is_long, problem, problems, rule, some_of, texts,
    wait_until,
};
use crate::submissions::{C, Program, STRICT_C, judge};

fn stress(id: &str, options: &[&str], command: &[&str]) -> Output {
    let mut stress = bouton();
    stress.args(["stress", id]).args(options);
    if !options.contains(&"--time-limit") {
        // The machine may be busy.
        stress.args(["--time-limit", "1000"]);
    }
    stress.arg("--").args(command).run().unwrap()
}

/// The input that `--save` kept in `folder`, where there is one, and the file that it is in.
fn saved(folder: &Path) -> (PathBuf, String) {
    let files = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let [answers, input] = &files[..] else {
        panic!("an input and its answers, not {files:?}");
    };
    let text = fs::read_to_string(input).unwrap();
    assert_eq!(answers, &input.with_extension("ans"));
    (input.clone(), text)
}

/// An input with one case of Nim.
fn input(problem: &Problem, piles: &[u64]) -> String {
    let between = if problem.id == "poj2234" || problem.id == "hfut2014d" {
        " "
    } else {
        "\n"
    };
    let piles: Vec<_> = piles.iter().map(u64::to_string).collect();
    let case = format!("{}{between}{}\n", piles.len(), piles.join(" "));
    match problem.layout.until() {
        Until::Eof | Until::One => case,
        Until::Zero => case + "0\n",
        Until::Count => "1\n".to_owned() + &case,
    }
}

/// All lists of `count` numbers up to `most` each, up to this sum.
fn lists(count: usize, most: u64, sum: u64) -> Vec<Vec<u64>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut lists_of_all = Vec::new();
    for first in 0..=most.min(sum) {
        for rest in lists(count - 1, most, sum - first) {
            lists_of_all.push([&[first][..], &rest].concat());
        }
    }
    lists_of_all
}

/// Complaints about inputs that are smaller than the one in `text`, a case of Nim, and wrong too; none
/// if that is too much to look at.
fn smaller(program: &Program, text: &str, folder: &Path) -> Option<Vec<String>> {
    let problem = program.problem;
    let layout = &problem.layout;
    let piles: Vec<u64> = {
        let mut numbers = text
            .split_whitespace()
            .map(|number| number.parse().unwrap());
        if problem.layout.until() == Until::Count {
            numbers.next();
        }
        let count: u64 = numbers.next().unwrap();
        numbers.take(count as usize).collect()
    };
    if text != input(problem, &piles) || piles.len() > 3 || piles.iter().sum::<u64>() > 12 {
        return None;
    }
    let fewer = (0..piles.len()).flat_map(|count| lists(count, 7, 14));
    let sum = piles.iter().sum::<u64>();
    let mut same = lists(piles.len(), 12, sum);
    same.retain(|list| list.iter().sum::<u64>() < sum);
    let mut complaints = Vec::new();
    let file = folder.join("smaller.in");
    for smaller in fewer.chain(same) {
        let text = input(problem, &smaller);
        if check_text(layout, text.as_bytes()).is_err() {
            continue;
        }
        fs::write(&file, &text).unwrap();
        if program.run(&file).output != answer(problem, &text).into_bytes() {
            complaints.push(format!("{} is wrong about {smaller:?} too", program.name()));
        }
    }
    Some(complaints)
}

/// What the last line says about smaller inputs, but for the sum.
const SMALLER: [&str; 3] = [
    "no smaller input fails",
    "a smaller failing input may exist",
    "a smaller failing input may exist, but only one of fewer numbers, whose sum is above ",
];

#[test]
#[ignore = "long: scripts/check --long"]
fn every_wrong_answer_is_found_and_shown_on_a_smallest_input() {
    let minimal = AtomicUsize::new(0);
    let said = SMALLER.map(|_| AtomicUsize::new(0));
    judge("wrong_answer", "c", &C, |program| {
        let problem = program.problem;
        let folder = program.executable.with_extension("found");
        let save = folder.to_str().unwrap();
        let command = program.executable.to_str().unwrap();
        let output = stress(&problem.id, &["--save", save], &[command]);
        let mut complaints = Vec::new();
        let mut complain = |complaint| complaints.push(format!("{} {complaint}", program.name()));
        let (out, err, code) = texts(&output);
        if code != 1 || !err.is_empty() || !(out.starts_with("WA: ") || out.starts_with("PE: ")) {
            complain("is not found");
            return complaints;
        }
        let about_smaller = out.lines().rev().nth(1).unwrap_or_default();
        let about_smaller = about_smaller.trim_end_matches(|c: char| c.is_ascii_digit());
        match SMALLER.iter().position(|&known| known == about_smaller) {
            Some(known) => drop(said[known].fetch_add(1, Ordering::Relaxed)),
            None => complain("is shown without a word on smaller inputs"),
        }
        let (file, text) = saved(&folder);
        if check_text(&problem.layout, text.as_bytes()).is_err() {
            complain("is shown on an input that is not valid");
        }
        let right = answer(problem, &text);
        if fs::read_to_string(file.with_extension("ans")).unwrap() != right {
            complain("has wrong answers saved");
        }
        if program.run(&file).output == right.as_bytes() {
            complain("is right about the input");
        }
        if rule(problem).ends_with("nim")
            && let Some(smaller) = smaller(program, &text, &folder)
        {
            minimal.fetch_add(1, Ordering::Relaxed);
            complaints.extend(smaller);
        }
        complaints
    });
    assert!(minimal.into_inner() >= if is_long() { 20 } else { 1 });
    assert!(!is_long() || said.iter().all(|times| times.load(Ordering::Relaxed) > 0));
}

#[test]
fn accepted_programs_are_right_in_every_round() {
    judge("accepted", "c", &STRICT_C, |program| {
        let command = program.executable.to_str().unwrap();
        let output = stress(
            &program.problem.id,
            &["--rounds", "40", "--seed", "5"],
            &[command],
        );
        let (out, err, code) = texts(&output);
        let fine = code == 0 && out.starts_with("AC: ") && err.is_empty();
        let complaint = (!fine).then(|| format!("{}: {out}{err}", program.name()));
        complaint.into_iter().collect()
    });
}

#[test]
fn the_same_seed_finds_the_same_input() {
    // Wrong about every won position in which some pile has more than 40 stones.
    let command = [
        "sh",
        "-c",
        r"while read n piles; do a=No; x=0
        for p in $piles; do x=$((x ^ p)); done
        [ $x != 0 ] && a=Yes
        for p in $piles; do [ $p -gt 40 ] && a=No; done
        echo $a; done",
    ];
    let actual = |seed| texts(&stress("poj2234", &["--seed", seed], &command));
    let (out, err, code) = actual("7");
    assert_eq!((err.as_str(), code), ("", 1));
    assert!(
        out.contains("\ninput, 1 case:\n  1 41\nexpected Yes"),
        "{out}"
    );
    assert_eq!(actual("7").0, out);
    assert!(actual("8").0.contains("\n  1 41\n"));
}

/// A program that does something worse than to be wrong where a pile has 13 stones.
fn with_13(what: &str) -> [String; 3] {
    let bouton = env!("CARGO_BIN_EXE_bouton");
    let script = format!(
        "input=$(cat); case \" $(echo $input) \" in *' 13 '*) {what};; esac; \
         echo \"$input\" | {bouton} poj2234"
    );
    ["sh".to_owned(), "-c".to_owned(), script]
}

#[test]
fn a_crash_is_shown_on_the_smallest_input_that_crashes() {
    let command = with_13("printf 'so \\033[31mfar\\n' >&2; kill -SEGV $$");
    let command = command.each_ref().map(String::as_str);
    let (out, err, code) = texts(&stress("poj2234", &[], &command));
    assert_eq!((err.as_str(), code), ("", 1));
    assert!(
        out.starts_with("RTE: killed by SIGSEGV\ninput, 1 case:\n  1 13\n"),
        "{out}"
    );
    // What a terminal would obey is only shown.
    assert!(out.contains("\n  so \\u{1b}[31mfar\n"), "{out}");
}

#[test]
#[ignore = "long: scripts/check --long"]
fn a_program_that_hangs_is_shown_on_the_smallest_input_on_which_it_hangs() {
    let command = with_13("sleep 1000");
    let command = command.each_ref().map(String::as_str);
    let (out, err, code) = texts(&stress("poj2234", &["--time-limit", "1"], &command));
    assert_eq!((err.as_str(), code), ("", 1));
    assert!(
        out.starts_with("TLE: time limit exceeded\ninput, 1 case:\n  1 13\n"),
        "{out}"
    );
}

#[test]
fn a_missing_last_line_end_is_tried_and_reported() {
    // Reads only lines that end.
    let script = format!(
        "while read line; do echo \"$line\"; done | {} poj2234",
        env!("CARGO_BIN_EXE_bouton")
    );
    let (out, _, code) = texts(&stress("poj2234", &[], &["sh", "-c", &script]));
    assert_eq!(code, 1);
    assert!(
        out.contains("\ninput, 1 case:\n  1 1\n  (the final newline is missing)\n"),
        "{out}"
    );
}

#[test]
fn what_cannot_be_run_is_trouble() {
    for command in ["./no-such-program", "/", "/etc/passwd"] {
        let (out, err, code) = texts(&stress("poj2234", &[], &[command]));
        assert_eq!((out.as_str(), code), ("", 2));
        assert!(
            err.starts_with("bouton: ") && err.lines().count() == 1,
            "{err}"
        );
        assert!(err.contains(command), "{err}");
    }
    let none = bouton().args(["stress", "poj2234"]).run().unwrap();
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn programs_that_never_read_or_write_or_stop_writing_get_their_verdict() {
    let verdict = |script: &str| {
        let output = stress("hdu1850", &["--time-limit", "1000"], &["sh", "-c", script]);
        let (out, err, code) = texts(&output);
        assert_eq!((err.as_str(), code), ("", 1), "{script}");
        out.lines().next().unwrap().to_owned()
    };
    assert_eq!(verdict("true"), "WA: wrong answer");
    assert_eq!(verdict("exec <&-; echo 1"), "WA: wrong answer");
    assert_eq!(verdict("echo oh >&2"), "WA: wrong answer");
    assert_eq!(verdict("exit 3"), "RTE: exit code 3");
    assert_eq!(verdict("exec yes"), "OLE: too much output");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_while_it_shrinks_shows_what_was_found_and_ends_by_the_signal() {
    let folder = crate::harness::folder("interrupted_shrinking");
    let (first, second) = (folder.join("first"), folder.join("second"));
    // It is wrong at once, and hangs from then on.
    let program = format!(
        "mkdir {} && echo wrong && exit; mkdir {}; exec sleep 1000000",
        first.display(),
        second.display()
    );
    let limit = ["--time-limit", "1000", "-j1"];
    let args = [
        &["stress", "poj2234"],
        &limit[..],
        &["--", "sh", "-c", &program],
    ]
    .concat();
    let mut child = crate::harness::start(&args);
    wait_until(&mut child, || second.exists());
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let ended = std::os::unix::process::ExitStatusExt::signal(&output.status);
    assert_eq!(ended, Some(rustix::process::Signal::INT.as_raw()));
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(report.starts_with("WA: wrong answer\ninput, "), "{report}");
    assert!(
        report.contains("a smaller failing input may exist"),
        "{report}"
    );
    // It is the input of a whole round.
    assert!(
        report.contains("more lines)\n  (--save DIR keeps the whole input, --json prints it)\n"),
        "{report}"
    );
    assert_eq!(output.stderr, b"bouton: interrupted after 1 round\n");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_it_and_the_program() {
    let marker = format!("{}", 1_000_000 + u64::from(std::process::id()));
    let mut child = crate::harness::start(&[
        "stress",
        "poj2234",
        "--time-limit",
        "1000",
        "--",
        "sleep",
        &marker,
    ]);
    let sleeps = || {
        let expected = format!("sleep\0{marker}\0");
        let processes = fs::read_dir("/proc").unwrap();
        let mut lines = processes.filter_map(|process| {
            // A process may be gone before it is looked at.
            fs::read_to_string(process.unwrap().path().join("cmdline")).ok()
        });
        lines.any(|line| line == expected)
    };
    wait_until(&mut child, sleeps);
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let ended = std::os::unix::process::ExitStatusExt::signal(&output.status);
    assert_eq!(ended, Some(rustix::process::Signal::INT.as_raw()));
    assert_eq!(output.stdout, b"0 rounds, 0 inputs, 0 cases, all right\n");
    assert_eq!(output.stderr, b"bouton: interrupted after 0 rounds\n");
    assert!(!sleeps());
}

#[test]
fn inputs_are_enumerated_in_order_each_once_and_all_are_valid() {
    for problem in problems() {
        let layout = &problem.layout;
        let grammar = Grammar::new(layout.clone());
        let mut seen = HashSet::new();
        for len in 1..=8 {
            for sum in 0..=11 {
                for cases in Class::new(&grammar, 1, len, sum) {
                    let [case] = &cases[..] else {
                        panic!("{cases:?}")
                    };
                    assert_eq!((case.len(), case.iter().sum::<u64>()), (len, sum));
                    assert!(grammar.is_valid(case));
                    let text = grammar.text(&cases);
                    let valid = check_text(layout, text.as_bytes());
                    assert!(valid.is_ok(), "{}: {text:?}: {valid:?}", problem.id);
                    assert!(seen.insert(text), "{}: {case:?} twice", problem.id);
                }
            }
        }
        assert!(seen.len() >= 9, "{}: {}", problem.id, seen.len());
    }
}

#[test]
fn no_input_is_left_out_of_the_enumeration() {
    let count = |id: &str, cases: usize, len: usize, sum: u64| {
        let grammar = Grammar::new(problem(id).layout.clone());
        Class::new(&grammar, cases, len, sum).count()
    };
    // 2 piles of at least 1 with the sum 5, and their number: 1 4, 2 3, 3 2, 4 1.
    assert_eq!(count("poj2234", 1, 3, 2 + 5), 4);
    // Piles may be empty: 0 3, 1 2, 2 1, 3 0.
    assert_eq!(count("hdu1849", 1, 3, 2 + 3), 4);
    // Two cases of one pile, 1 2 and 2 1.
    assert_eq!(count("poj2234", 2, 4, 2 + 3), 2);
    // Two persons on ascending cells: 1 5 or 2 4 if the first is the king, 1 4 or 2 3 if the second is.
    assert_eq!(count("hdu4315", 1, 4, 2 + 1 + 6), 4);
    // One take, one position of one pile: k = 1, s, m = 1, l = 1, h with s + h = 3, s at least 1.
    assert_eq!(count("hdu1536", 1, 5, 3 + 3), 3);
    // One pile and one take with a + b = 4; two piles and one take need a number more.
    assert_eq!(count("bzoj1874", 1, 4, 2 + 4), 3);
    // N = 2 for all cases; one case, with the piles 1 and 1, 1 and 2, or 2 and 1.
    assert_eq!(count("codingamemiserenim", 1, 3, 2 + 2), 1);
    assert_eq!(count("codingamemiserenim", 1, 3, 2 + 3), 2);
    assert_eq!(count("hdu1846", 1, 2, 4), 3);
    // A row of 3 cells with the pieces on 1 3 or 3 1, or of 4 with them on 1 2 or 2 1.
    assert_eq!(count("hdu1730", 1, 4, 1 + 3 + 4), 4);
}

#[test]
fn a_saved_input_is_not_overwritten_and_not_kept_twice() {
    let folder = folder("stress-saved");
    let save = folder.to_str().unwrap();
    let run = |script: &str| {
        let output = stress("poj2234", &["--save", save], &["sh", "-c", script]);
        assert_eq!(output.status.code(), Some(1));
    };
    run("echo Yes");
    run("echo Yes");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    run("read line; echo Yes; cat > /dev/null; echo No");
    assert!(folder.join("stress-0-1.in").exists() && folder.join("stress-0-1.ans").exists());
    // Answers without their input are somebody's, too.
    fs::remove_file(folder.join("stress-0-1.in")).unwrap();
    fs::write(folder.join("stress-0-1.ans"), "precious").unwrap();
    run("echo Yes");
    let answers = fs::read_to_string(folder.join("stress-0-1.ans")).unwrap();
    assert_eq!(answers, "precious");
}

#[test]
#[ignore = "long: scripts/check --long"]
fn without_a_final_newline_the_smallest_input_is_looked_for_as_well() {
    let bouton = env!("CARGO_BIN_EXE_bouton");
    // Without a final newline it is wrong about 7 and 9, and about 3 piles or more.
    let script = format!(
        "input=$(cat; echo x); set -- $input; case \"$*\" in '2 7 9 0x'|[3-9]' '*0x) echo 77;; \
         *) printf %s \"${{input%x}}\" | {bouton} hdu1850;; esac"
    );
    let (out, _, code) = texts(&stress("hdu1850", &[], &["sh", "-c", &script]));
    assert_eq!(code, 1);
    let input = "input, 1 case:\n  2\n  7 9\n  0\n  (the final newline is missing)\n";
    assert!(out.contains(input), "{out}");
}

#[test]
fn a_single_round_is_reported_as_one() {
    let bouton = env!("CARGO_BIN_EXE_bouton");
    let output = stress("luogup1247", &["--rounds", "1"], &[bouton, "luogup1247"]);
    let (claims, _, code) = texts(&output);
    assert_eq!(code, 0);
    assert!(
        claims.ends_with(" is right in 1 round, 15 inputs, 15 cases\n"),
        "{claims}"
    );
}

/// A mistake that nobody has made yet: where `wrong` is true of a position, the program answers nonsense, or
/// does worse. The C program decides by `c`, the same text.
struct Mistake {
    id: &'static str,
    what: What,
    c: &'static str,
    wrong: fn(&Numbers) -> bool,
    /// There are so few smaller inputs that all can be tried.
    proved: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Nonsense,
    Crash,
    Hang,
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

/// A table of mistakes. What is written once is true in Rust, about the numbers of a case, and in C.
macro_rules! mistakes {
    (|$n:ident, $k:ident, $x:ident, $s:ident, $m:ident, $a:ident|
        $($id:ident $what:ident $proved:literal: $wrong:expr;)*) => {
        [$(Mistake {
            id: stringify!($id),
            what: $what,
            c: stringify!($wrong),
            #[allow(unused_variables)]
            wrong: |&Numbers { n: $n, k: $k, x: $x, s: $s, m: $m, a: ref $a }| $wrong,
            proved: $proved,
        }),*]
    };
}

use What::{Crash, Hang, Nonsense};

const MISTAKES: [Mistake; 24] = mistakes! { |n, k, x, s, m, a|
    poj2234 Nonsense true: m > 40;
    poj2234 Crash false: n >= 3 && x == 5;
    poj2234 Hang true: a[0] == 9;
    hdu1850 Nonsense true: x == 0 && s > 5;
    hdu1850 Crash true: a[0] > a[1] && a[1] > 4;
    hdu1907 Nonsense true: (n == 1 && m == 4000) || (n == 2 && m == 1);
    hdu1907 Hang true: n == 2 && x == 6;
    hdu2509 Nonsense true: n > 2 && m < 2;
    hdu2509 Crash true: m == 99;
    hdu2509 Nonsense true: n == 2 && s == 13;
    hdu1846 Nonsense true: a[0] % (k + 1) == 5 && k > 6;
    hdu1846 Crash true: a[0] > 3 * k && k > 3;
    hdu1848 Nonsense true: x == 7 && m > 6;
    hdu1848 Hang true: a[2] > 4 && a[1] > 3;
    hdu1536 Nonsense true: k == 3 && a[0] > 4;
    hdu1536 Crash true: a[0] == 2 * k && k > 2;
    hdu2176 Nonsense false: n == 2 && a[0] == 3 && a[1] > 5;
    hdu2176 Crash false: x == 0 && n == 3;
    luogup1247 Nonsense false: x == 0;
    luogup1247 Crash false: n > 1 && a[1] == 7;
    bzoj1874 Nonsense true: a[0] == 6 && k == 4;
    bzoj1874 Crash false: n == 2 && m > 3;
    lightoj1253 Nonsense false: n == 3 && m == 2;
    any Nonsense true: n == 3 && x == 4;
};

/// A game of the user's own, where each winning move will do.
const ANY: &str = "rule = \"nim\"\n\
    input = \"T:1..200 / { n:1..4 / a:0..9*n / ! }*T\"\n\
    piles = \"a\"\n\
    answer = \"any {pile} {take}|lost\"\n";

/// What the numbers of a case mean, if it is one.
fn numbers(id: &str, case: &[u64]) -> Option<Numbers> {
    let piles = |low: u64, high: u64, least: u64, case: &[u64]| {
        let (&n, a) = case.split_first()?;
        let fine = n >= least && a.len() as u64 == n && a.iter().all(|a| (low..=high).contains(a));
        fine.then(|| a.to_vec())
    };
    let (k, a) = match id {
        "poj2234" => (0, piles(1, 10_000_000, 1, case)?),
        "hdu1850" => (0, piles(1, 1_000_000, 2, case)?),
        "hdu1907" => (0, piles(1, 4747, 1, case)?),
        "hdu2509" => (0, piles(1, 100, 1, case)?),
        "hdu2176" => (0, piles(1, 2_147_483_647, 1, case)?),
        "luogup1247" | "lightoj1253" => (0, piles(1, 1_000_000_000, 1, case)?),
        "any" => (0, piles(0, 9, 1, case).filter(|a| a.len() <= 4)?),
        "hdu1846" => match *case {
            [n, m] if n.min(m) > 0 && n.max(m) <= 1000 => (m, vec![n]),
            _ => return None,
        },
        "hdu1848" => match *case {
            [m, n, p] if m.min(n).min(p) > 0 => (0, vec![m, n, p]),
            _ => return None,
        },
        // The first number of the set, of one number, and one pile.
        "hdu1536" => match *case {
            [1, s, 1, 1, h] if s > 0 => (s, vec![h]),
            _ => return None,
        },
        "bzoj1874" => match *case {
            [1, a, 1, b] if a > 0 && (1..=10).contains(&b) => (b, vec![a]),
            [1, a, 2, b, c] if a > 0 && 0 < b && b < c && c <= 10 => (b, vec![a]),
            [2, a, b, 1, k] if a.min(b) > 0 && (1..=10).contains(&k) => (k, vec![a, b]),
            _ => return None,
        },
        _ => unreachable!("{id}"),
    };
    Some(Numbers {
        n: a.len() as u64,
        k,
        x: a.iter().fold(0, |x, a| x ^ a),
        s: a.iter().sum(),
        m: a.iter().copied().max()?,
        a,
    })
}

/// Adds all lists of `len` numbers with this sum to `list`, in lexicographic order, until `visit` says so.
fn each_list(
    list: &mut Vec<u64>,
    len: usize,
    sum: u64,
    visit: &mut dyn FnMut(&[u64]) -> bool,
) -> bool {
    if len == 1 {
        list.push(sum);
        let found = visit(list);
        list.pop();
        return found;
    }
    (0..=sum).any(|first| {
        list.push(first);
        let found = each_list(list, len - 1, sum - first, visit);
        list.pop();
        found
    })
}

/// The smallest wrong case: fewest numbers, then smallest sum, then lexicographic order.
fn smallest_wrong(mistake: &Mistake) -> Vec<u64> {
    for (len, sums) in [(2, 5000), (3, 120), (4, 40), (5, 24)] {
        for sum in 0..=sums {
            let mut found = None;
            let mut visit = |case: &[u64]| {
                let is_wrong = numbers(mistake.id, case).is_some_and(|p| (mistake.wrong)(&p));
                found = is_wrong.then(|| case.to_vec());
                is_wrong
            };
            // Of two numbers, the first is the number of piles, but for one problem.
            let single = mistake.id != "hdu1846" && len == 2;
            let is_found = if single && sum > 0 {
                visit(&[1, sum - 1])
            } else {
                each_list(&mut Vec::new(), len, sum, &mut visit)
            };
            if is_found {
                return found.unwrap();
            }
        }
    }
    panic!("{}: {} is never true", mistake.id, mistake.c);
}

/// One program with all mistakes: its arguments are the problem and the mistake.
fn program_with_mistakes(folder: &Path) -> PathBuf {
    let mut cases = String::new();
    for (i, mistake) in MISTAKES.iter().enumerate() {
        let act = match mistake.what {
            Nonsense => "nonsense = 1",
            Crash => "fflush(stdout), abort()",
            Hang => "for (;;)",
        };
        writeln!(cases, "case {i}: if ({}) {act}; break;", mistake.c).unwrap();
    }
    let source = folder.join("mistakes.c");
    fs::write(&source, MISTAKEN.replace("MISTAKES", &cases)).unwrap();
    let program = folder.join("mistakes");
    let mut cc = std::process::Command::new("cc");
    let status = cc.args(["-O1", "-o"]).arg(&program).arg(&source).end();
    assert!(status.unwrap().success());
    program
}

/// The source of that program, without the mistakes.
const MISTAKEN: &str = include_str!("mistakes.c");

#[test]
#[ignore = "long: scripts/check --long"]
fn what_is_found_is_what_an_exhaustive_search_finds() {
    let folder = folder("stress-mistakes");
    let own = folder.join("any");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("game.toml"), ANY).unwrap();
    let program = program_with_mistakes(&folder);
    let mut complaints = Vec::new();
    for (i, mistake) in some_of(6, MISTAKES.iter().enumerate()) {
        let name = match mistake.id {
            "any" => own.to_str().unwrap(),
            id => id,
        };
        let which = i.to_string();
        let command = [program.to_str().unwrap(), mistake.id, &which];
        let limit = if mistake.what == Hang { "0.2" } else { "1000" };
        let options = |jobs| ["--seed", "3", "--time-limit", limit, "-j", jobs, "--json"];
        let (out, err, code) = texts(&stress(name, &options("2"), &command));
        assert_eq!((err.as_str(), code), ("", 1), "{which}");
        let object: serde_json::Value = serde_json::from_str(&out).unwrap();
        let problem = match mistake.id {
            "any" => crate::harness::kept(bouton::problem::find(name).unwrap().unwrap()),
            id => problem(id),
        };
        let expected = Grammar::new(problem.layout.clone()).text(&[smallest_wrong(mistake)]);
        let verdict = match mistake.what {
            Nonsense => "WA",
            Crash => "RTE",
            Hang => "TLE",
        };
        let found = (&object["verdict"], &object["input"], &object["smallest"]);
        if found
            != (
                &verdict.into(),
                &expected.clone().into(),
                &mistake.proved.into(),
            )
        {
            complaints.push(format!(
                "{which} {}, {}: {found:?}, not {expected:?}, {}",
                mistake.id, mistake.c, mistake.proved
            ));
        }
        let (alone, _, _) = texts(&stress(name, &options("1"), &command));
        let alone: serde_json::Value = serde_json::from_str(&alone).unwrap();
        for key in [
            "input", "verdict", "rounds", "inputs", "right", "tried", "smallest",
        ] {
            assert_eq!(alone[key], object[key], "{which}: {key}");
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn an_input_never_has_fewer_cases_than_the_limits_ask_for() {
    let folder = folder("stress-three-cases");
    let game = "rule = \"nim\"\n\
                input = \"T:3..5 / { n:1..3 a:1..9*n / ! }*T\"\n\
                piles = \"a\"\n\
                answer = \"Yes|No\"\n";
    fs::write(folder.join("game.toml"), game).unwrap();
    let name = folder.to_str().unwrap();
    let always_yes = ["awk", "NR > 1 { print \"Yes\" }"];
    let (out, err, code) = texts(&stress(name, &["--json"], &always_yes));
    assert_eq!((err.as_str(), code), ("", 1));
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(object["input"], "3\n1 1\n1 1\n2 1 1\n");
    // No case is to blame for this one.
    let crash = ["sh", "-c", "exit 3"];
    let (out, _, code) = texts(&stress(name, &["--json"], &crash));
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&object["verdict"], code), (&"RTE".into(), 1));
    let input = object["input"].as_str().unwrap();
    assert!(input.starts_with("3\n"), "{input}");
}

/// What a search finds that has this verdict on inputs of which `is_wrong` is true, and how many runs it took with that
/// verdict, and with others.
fn search(
    id: &str,
    verdict: Verdict,
    interrupt: Option<&Interrupt>,
    is_wrong: impl Fn(&[CaseNumbers]) -> bool + Sync,
) -> (Counterexample, [usize; 2]) {
    let runs = [const { AtomicUsize::new(0) }; 2];
    let judge = |test: &Candidate| {
        let is_wrong = is_wrong(&test.cases);
        runs[usize::from(!is_wrong)].fetch_add(1, Ordering::Relaxed);
        let verdict = if is_wrong { verdict } else { Verdict::Accepted };
        Ok(Some(Judgement::of(verdict)))
    };
    let options = SearchOptions {
        seed: 0,
        rounds: None,
        jobs: 1,
        time_limit: Duration::from_secs(1),
        interrupt,
    };
    let result = stress::search(problem(id), &judge, options, |_| {}).unwrap();
    (result.found.unwrap(), runs.map(AtomicUsize::into_inner))
}

/// How a search ends for a program that is always right, and takes this CPU time for a run.
fn right_search(cpu: Duration, rounds: Option<u64>, jobs: usize) -> SearchResult {
    let judge = |_: &Candidate| {
        let judgement = Judgement::of(Verdict::Accepted);
        Ok(Some(Judgement { cpu, ..judgement }))
    };
    let options = SearchOptions {
        seed: 0,
        rounds,
        jobs,
        time_limit: Duration::from_secs(1),
        interrupt: None,
    };
    stress::search(problem("poj2234"), &judge, options, |_| {}).unwrap()
}

#[test]
fn a_slow_program_is_tried_for_less_than_a_minute_and_as_often_as_is_asked_for() {
    let slow = Duration::from_millis(900);
    let result = right_search(slow, None, 1);
    assert!(result.is_cut && (30..60).contains(&result.inputs));
    assert_eq!(right_search(slow, None, 8).inputs, result.inputs);
    let result = right_search(slow, Some(200), 2);
    assert_eq!((result.rounds, result.is_cut), (200, false));
}

#[test]
fn a_run_costs_a_step_of_time_so_that_the_load_makes_no_difference() {
    let tried = |cpu| right_search(Duration::from_millis(cpu), None, 1).inputs;
    assert_eq!(tried(41), tried(160));
    assert!(tried(161) < tried(160) && tried(160) < 500);
    assert_eq!((tried(1), tried(10)), (500, 500));
}

#[test]
fn shrinking_a_slow_wrong_program_takes_less_than_a_minute() {
    let spent = AtomicUsize::new(0);
    // Each run takes 150 ms, within the limit.
    let judge = |test: &Candidate| {
        spent.fetch_add(150, Ordering::Relaxed);
        let is_wrong = test.cases.iter().any(|case| case.len() > 3 && case[3] > 40);
        let verdict = if is_wrong {
            Verdict::WrongAnswer
        } else {
            Verdict::Accepted
        };
        let cpu = Duration::from_millis(150);
        Ok(Some(Judgement {
            cpu,
            ..Judgement::of(verdict)
        }))
    };
    let options = SearchOptions {
        seed: 0,
        rounds: None,
        jobs: 1,
        time_limit: Duration::from_secs(1),
        interrupt: None,
    };
    let result = stress::search(problem("poj2234"), &judge, options, |_| {}).unwrap();
    let found = result.found.unwrap().test.cases;
    assert_eq!(found.len(), 1);
    assert!(spent.into_inner() < 60_000);
}

#[test]
#[ignore = "long: scripts/check --long"]
fn of_large_cases_the_smallest_are_found() {
    fn any(wrong: impl Fn(&[u64]) -> bool + Sync) -> impl Fn(&[CaseNumbers]) -> bool + Sync {
        move |cases| cases.iter().any(|case| wrong(case))
    }
    let ones = |count| [&[count][..], &vec![1; count as usize]].concat();
    // Sizes have 24 bits, as in 32-bit floating point: 578 piles were left.
    let short = |pile: u64| {
        let lost = (64 - pile.leading_zeros()).saturating_sub(24);
        pile >> lost << lost
    };
    let float = move |case: &[u64]| {
        let sums = case[1..].iter().fold((0, 0), |(sum, other), &pile| {
            (sum ^ pile, other ^ short(pile))
        });
        (sums.0 == 0) != (sums.1 == 0)
    };
    let found = search("poj2975", Verdict::WrongAnswer, None, any(float)).0;
    assert_eq!(found.test.cases, [[2, 1 << 24, (1 << 24) + 1]]);
    // More than 256 piles of one stone.
    let many = |case: &[u64]| case[1..].iter().filter(|&&pile| pile == 1).count() > 256;
    let found = search("hdu1849", Verdict::WrongAnswer, None, any(many)).0;
    assert_eq!(found.test.cases, [ones(257)]);
    // A thousand persons, the last of which has a free cell before it: cells up to 99829 were left.
    let last = |case: &[u64]| matches!(case, [1000, .., one, other] if one + 1 < *other);
    let found = search("hdu4315", Verdict::WrongAnswer, None, any(last)).0;
    let cells = [1000, 1].into_iter().chain(1..1000).chain([1001]);
    let cells: Vec<u64> = cells.collect();
    assert_eq!(found.test.cases, [cells]);
    // One of three piles: one of 547 stones was left.
    let one = |case: &[u64]| case[2] % 199 == 149 && case[0] > 1;
    let found = search("hdu1848", Verdict::WrongAnswer, None, any(one)).0;
    assert_eq!(found.test.cases, [[2, 1, 149]]);
}

/// They are not among the smallest inputs, and to leave out a pile changes the nim-sum.
#[test]
fn of_large_piles_with_a_certain_nim_sum_few_are_left() {
    for id in ["poj2234", "luogup1247"] {
        for (least, mask, nim_sum) in [(2, u64::MAX, 0), (3, u64::MAX, 0), (4, 15, 5)] {
            let is_wrong = |case: &CaseNumbers| {
                let sum = case[1..].iter().fold(0, |sum, pile| sum ^ pile);
                case[0] >= least
                    && sum & mask == nim_sum
                    && case[1..].iter().any(|&m| m > 1_000_000)
            };
            let any = |cases: &[CaseNumbers]| cases.iter().any(is_wrong);
            let found = search(id, Verdict::WrongAnswer, None, any).0.test.cases;
            assert!(found.len() == 1 && found[0][0] == least, "{id}: {found:?}");
        }
    }
}

#[test]
fn a_program_that_reads_too_few_cases_is_shown_at_once() {
    let (found, [_, right]) = search("hdu1907", Verdict::WrongAnswer, None, |cases| {
        cases.len() > 473
    });
    assert_eq!(found.test.cases, vec![[1, 1]; 474]);
    assert_eq!(found.smaller.known, Known::Little);
    assert!(right < 4000, "{right} runs");
    let (found, _) = search("hdu1536", Verdict::WrongAnswer, None, |cases| {
        cases.len() > 60
    });
    assert_eq!(found.test.cases, vec![[1, 1, 1, 1, 0]; 61]);
}

#[test]
fn a_program_that_hangs_is_run_for_less_than_a_minute() {
    let is_slow = |cases: &[CaseNumbers]| cases.iter().flatten().any(|&number| number == 1234);
    let (found, [slow, right]) = search("hdu1907", Verdict::TimeLimitExceeded, None, is_slow);
    assert_eq!(found.test.cases, [[1, 1234]]);
    assert_eq!(found.smaller.known, Known::AllRight);
    assert!(
        slow < 40 && right < 4000,
        "{slow} timeouts, {right} other runs"
    );
    // Whatever it hangs on.
    let [least, most] = [1, 1000].map(|count| move |case: &CaseNumbers| case.len() > count);
    for is_slow in [least, most] {
        let is_slow = |cases: &[CaseNumbers]| cases.iter().any(is_slow);
        let (_, [slow, right]) = search("poj2975", Verdict::TimeLimitExceeded, None, is_slow);
        assert!(
            slow < 40 && right < 7000,
            "{slow} timeouts, {right} other runs"
        );
    }
}

#[test]
fn an_interrupt_ends_a_search_while_no_program_runs() {
    let interrupt = Interrupt::new();
    let (found, [wrong, _]) = search("hdu1536", Verdict::WrongAnswer, Some(&interrupt), |cases| {
        let is_wrong = cases.iter().any(|case| case.len() > 500);
        if is_wrong {
            interrupt.raise();
        }
        is_wrong
    });
    assert_eq!((wrong, found.smaller.known), (1, Known::Little));
}

#[test]
#[ignore = "long: scripts/check --long"]
fn an_input_that_ends_early_lacks_the_whole_terminator_or_its_newline() {
    for problem in problems() {
        let layout = &problem.layout;
        let grammar = Grammar::new(layout.clone());
        for round in Rounds::new(problem, 1).skip(60).take(30) {
            for mut test in round.unwrap().inputs {
                let early = test.input(&grammar);
                let missing = match test.ending {
                    Ending::Whole => String::new(),
                    Ending::NoLineEnd => "\n".to_owned(),
                    Ending::NoZero => format!("{}\n", vec!["0"; layout.zeros()].join(" ")),
                };
                test.ending = Ending::Whole;
                let whole = test.input(&grammar);
                assert_eq!(early + &missing, whole, "{}", problem.id);
                let valid = check_text(layout, whole.as_bytes());
                assert!(valid.is_ok(), "{}: {valid:?}", problem.id);
            }
        }
    }
}

#[test]
fn of_an_empty_last_line_only_the_newline_is_missing() {
    let folder = folder("stress-empty-line");
    let game = "rule = \"nim\"\ninput = \"{ n:0..5 / a:1..9*n / ! }+\"\n\
                piles = \"a\"\nanswer = \"Yes|No\"\n";
    fs::write(folder.join("game.toml"), game).unwrap();
    let problem = bouton::problem::find(folder.to_str().unwrap());
    let grammar = Grammar::new(problem.unwrap().unwrap().layout.clone());
    let ending = Ending::NoLineEnd;
    let cases = vec![vec![0]];
    assert_eq!(Candidate { cases, ending }.input(&grammar), "0\n");
    let cases = vec![vec![0], vec![1, 2]];
    assert_eq!(Candidate { cases, ending }.input(&grammar), "0\n\n1\n2");
}
