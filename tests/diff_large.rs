//! Comparing large texts: a difference anywhere is found, its case is read again, and whatever is too large to keep is
//! not kept.

use bouton::internals::judge::verdict::Verdict;

use crate::allocation::peak_bytes;
use crate::diff::{compared, proof, report};
use crate::harness::{Random, answer, is_long, problem, some_of};

/// Problems, how many lines their answers have, how many answers a case has, what stands before the cases, and a case,
/// of which `#` is the number.
type Cases = (&'static str, usize, usize, &'static str, &'static str);

const CASES: [Cases; 5] = [
    ("poj2234", 1, 1, "", "2 # 7"),
    ("lightoj1253", 1, 1, "200000\n", "1 #"),
    ("hdu2176", 2, 1, "", "1 1#"),
    ("hdu1536", 1, 1, "", "1 1\n1\n1 #"),
    ("hdu2999", 1, 2, "", "1 1\n2 500 #"),
];

#[test]
fn a_difference_in_any_case_of_a_large_input_is_reported_with_that_case() {
    let mut random = Random::new(3);
    let count = if is_long() { 200_000 } else { 70_000 };
    for (id, lines, positions, head, form) in some_of(2, CASES) {
        let case = |i: usize| form.replace('#', &(i % 1000).to_string());
        let cases: Vec<_> = (0..count).map(|i| case(i) + "\n").collect();
        let input = head.to_owned() + &cases.concat();
        let right = answer(problem(id), &input);
        let right: Vec<_> = right.split_inclusive('\n').collect();
        let compared = |actual: &[&str]| compared(problem(id), &*input, right.concat(), Some(actual.concat()));
        for at in [0, count - 1, random.below(count as u64) as usize] {
            let mut actual = right.clone();
            let (number, place) = (at * positions, at * positions * lines);
            actual.splice(place..place + lines, ["?\n"]);
            let comparison = compared(&actual);
            let first = comparison.first.as_ref().unwrap().answers.case;
            assert_eq!((comparison.different, first), (1, number as u64 + 1));
            assert_eq!(comparison.cases, (count * positions) as u64);
            let line = head.lines().count() + at * case(at).lines().count() + 1;
            let shown = case(at).replace('\n', "\n  ");
            let shown = format!("case {}, input:{line}\n  {shown}\nexpected ", at + 1);
            let report = report(&comparison);
            assert!(report.contains(&shown), "{id}: {report}\n{shown}");
        }
        let comparison = compared(&vec!["?\n"; count * positions]);
        assert_eq!(comparison.different, (count * positions) as u64, "{id}");
        let crlf = right.concat().replace('\n', " \r\n");
        assert_eq!(compared(&[&crlf]).verdict, Verdict::Accepted, "{id}");
        let on_one_line = right.concat().replace('\n', " ");
        for (more, verdict) in [("", Verdict::PresentationError), ("x", Verdict::WrongAnswer)] {
            assert_eq!(compared(&[&on_one_line, more]).verdict, verdict, "{id}");
        }
    }
}

#[test]
fn blanks_at_line_ends_are_forgiven_however_many_there_are() {
    let input = "2 45 45\n4 3 3 6 9\n";
    let compared = |expected: &str, actual: &str| compared(problem("poj2234"), input, expected, Some(actual)).verdict;
    let right = "No\nYes\n";
    // As many as are read at once, a few more or less, and many more.
    for count in [65_535, 65_536, 65_537, 131_072, 1_000_000] {
        let blanks = " \t".repeat(count / 2) + &"\r".repeat(count % 2);
        for actual in [
            format!("No\nYes\n{blanks}"),
            format!("No\nYes\n{blanks}\n"),
            format!("No{blanks}\nYes{blanks}"),
            format!("No\nYes\n{blanks}\n\n{blanks}\n"),
        ] {
            assert_eq!(compared(right, &actual), Verdict::Accepted, "{count}");
            assert_eq!(compared(&actual, right), Verdict::Accepted, "{count}");
        }
        let before_a_word = format!("No\n{blanks}Yes\n");
        assert_eq!(compared(right, &before_a_word), Verdict::PresentationError);
    }
}

#[test]
fn a_case_of_millions_of_piles_is_explained_and_only_its_beginning_is_shown() {
    let count = (1 << 22) + 5;
    let input = format!("{count}{}\n", " 7".repeat(count));
    let compared = |answer: &str| compared(problem("poj2234"), &*input, answer, None::<&str>);
    let comparison = compared("No\n");
    assert_eq!(comparison.verdict, Verdict::WrongAnswer);
    let report = report(&comparison);
    let start = format!("\n  {count}{} ...\n", " 7".repeat(23));
    assert!(report.contains(&start), "{report}");
    let reason = &proof(&comparison)[1];
    let is_right = reason.contains("pile 1: take 7 -> 0 instead of 7: the nim-sum is 0");
    assert!(is_right, "{reason}");
    assert_eq!(compared("Yes\n").verdict, Verdict::Accepted);
}

#[test]
#[ignore = "long: scripts/check --long"]
fn an_answer_that_is_far_too_long_is_the_last_one_and_wrong() {
    for (id, input, expected) in [
        ("poj2234", "2 45 45\n3 3 6 9\n", "No\nYes\n"),
        ("hdu2176", "3\n4 4 7\n3\n1 2 3\n0\n", "Yes\n4 3\n4 3\n7 0\nNo\n"),
        ("luogup1247", "3\n4 4 7\n", "1 1\n3 4 7\n"),
    ] {
        let comparison = compared(problem(id), input, expected, Some("17".repeat(80_000_000)));
        let report = report(&comparison);
        assert_eq!(comparison.verdict, Verdict::WrongAnswer, "{id}");
        assert_eq!(comparison.actual_answers, 1);
        let reason = "the answer to one case is too long";
        assert!(report.contains(reason) && report.len() < 3000, "{report}");
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn only_the_difference_of_very_long_answers_is_reported() {
    let piles = 2_000_001;
    let giant = format!("{piles}{}\n", " 4123456789".repeat(piles));
    let input = format!("1 1\n{giant}2 1 1\n3 1 1 9\n0\n");
    let all_but_one = "4123456789 0\n".repeat(piles - 1);
    let start = "Yes\n1 0\nYes\n".to_owned() + &all_but_one;
    let last = "4123456789 0\n";
    let end = "No\nYes\n9 0\n";
    let right = [&start, last, end].concat();
    let hdu2176 = problem("hdu2176");
    let compare = |actual: &str| compared(hdu2176, &*input, &*right, Some(actual));
    let bytes = peak_bytes(|| assert_eq!(compare(&right).verdict, Verdict::Accepted));
    // The piles, and the three texts of the answer and a copy of each, in buffers of up to twice its size.
    let room = (piles.next_power_of_two() * 3 * 8 + 12 * right.len()) as u64;
    assert!(bytes < room, "{bytes} {room}");
    let line = 4 + piles as u64;
    for (actual, case, actual_line) in [
        ([&start, "4123456789 1\n", end].concat(), 2, 3),
        ([&start, last, last, end].concat(), 2, 3),
        ([&start, last, "Yes\n1 0\nYes\n9 0\n"].concat(), 3, line),
        ([&start, last, "No\nYes\n9 1\n"].concat(), 4, line + 1),
    ] {
        let comparison = compare(&actual);
        let first = &comparison.first.as_ref().unwrap().answers;
        assert_eq!((comparison.different, comparison.actual_answers), (1, 4));
        assert_eq!((first.case, first.actual.line), (case, actual_line));
        assert!(report(&comparison).len() < 2000);
    }
    // White space within it is found, too.
    let comparison = compare(&[&start, "4123456789  0\n", end].concat());
    assert_eq!(comparison.verdict, Verdict::PresentationError);
    assert_eq!(comparison.first.unwrap().answers.case, 2);
}
