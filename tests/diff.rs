//! Answers are compared as by a naive comparer, which has all texts in memory.

use std::collections::HashMap;

use bouton::internals::engine::RunOptions;
use bouton::internals::input::Input;
use bouton::internals::judge::compare::{AnswerText, Comparison, compare};
use bouton::internals::judge::name::Name;
use bouton::internals::problem::Problem;
use bouton::internals::report::comparison;
use bouton::internals::testdata::generate::GenerateOptions;
use bouton::internals::testdata::{Bounds, CaseShape};

use crate::harness::{Random, answer, generated, of_shape, problem, problems, some_of};
use crate::properties::compare::check_changed;

/// Compares answers in memory.
pub fn compared(
    problem: &Problem,
    input: impl Into<Vec<u8>>,
    expected: impl Into<Vec<u8>>,
    actual: Option<impl Into<Vec<u8>>>,
) -> Comparison {
    let mut input = Input::from_bytes("input".to_owned(), input.into());
    let answered =
        |name: &str, bytes: Vec<u8>| AnswerText::new(Name::File(name.to_owned()), std::io::Cursor::new(bytes));
    let expected = answered("expected", expected.into());
    let actual = actual.map(|actual| answered("actual", actual.into()));
    let options = RunOptions {
        threads: Some(2),
        ..RunOptions::default()
    };
    compare(problem, &mut input, expected, actual, options).unwrap()
}

/// The report without colors.
pub fn report(comparison: &Comparison) -> String {
    anstream::adapter::strip_str(&comparison::text(comparison)).to_string()
}

/// The lines that say which answer to the first differing case is right, and why.
pub fn proof(comparison: &Comparison) -> Vec<String> {
    let proof = comparison::proof(comparison, comparison.first.as_ref().unwrap());
    proof.lines().map(str::to_owned).collect()
}

#[test]
fn answers_compare_as_the_naive_comparer_says_however_they_are_read() {
    let mut random = Random::new(1);
    let mut verdicts: HashMap<&str, u32> = HashMap::new();
    for problem in some_of(4, problems()) {
        for seed in some_of(16, 0..200) {
            let cases = problem
                .layout
                .cases()
                .map(|_| 1 + random.below(problem.layout.most_cases().min(20)));
            let of_piles = |piles| GenerateOptions {
                piles,
                largest: Some(9),
                ..of_shape(seed, cases, CaseShape::Random)
            };
            // Where positions have another number of piles, they have that.
            let few = generated(problem, of_piles(Some(Bounds { low: 1, high: 4 })));
            let input = few.or_else(|_| generated(problem, of_piles(None))).unwrap();
            let (right, input) = (answer(problem, &input), input.into_bytes());
            for _ in 0..7 {
                let count = 3 * random.below(5) as usize;
                let changes: Vec<_> = (0..count).map(|_| random.next() as u8).collect();
                let most = [0, 1, 3, 10, 255];
                let most = [*random.pick(&most), *random.pick(&most)];
                let has_actual = random.below(5) > 0;
                let right = right.as_bytes();
                let comparison = check_changed(problem, &input, right, &changes, most, has_actual);
                *verdicts.entry(comparison.verdict.short()).or_default() += 1;
            }
        }
    }
    // The test must have seen enough of each.
    for verdict in ["AC", "PE", "WA"] {
        assert!(verdicts[verdict] > 100, "{verdicts:?}");
    }
}

#[test]
fn the_same_words_in_the_same_order_are_a_presentation_error_and_other_words_a_wrong_answer() {
    for (id, input, actual, verdict) in [
        ("poj2234", "2 7 7", "N O", "WA"),
        ("poj2234", "2 7 7", "N\to\n", "WA"),
        ("poj2234", "2 7 7\n1 7", "NoYes", "WA"),
        ("poj2234", "2 7 7\n1 7", "No Yes", "PE"),
        ("poj2234", "2 7 7\n1 7", "No\n\n Yes", "PE"),
        ("poj2234", "2 7 7\n1 7\n2 7 7", "No Yes\nNo", "PE"),
        ("poj2234", "2 7 7\n1 7\n2 7 7", "No Yes\nYes", "WA"),
        ("poj2234", "2 7 7\n1 7\n2 7 7", "No Yes No Yes", "WA"),
        ("luogup1247", "2\n12 23", "1 12\n12 12", "WA"),
        ("luogup1247", "2\n12 23", "11 21212", "WA"),
        ("luogup1247", "2\n12 23", "11\n2 12\t12", "PE"),
        ("hdu1536", "1 1\n2\n1 1\n1 2\n0", "W L\n", "WA"),
        ("hdu1536", "1 1\n2\n1 1\n1 2\n0", " WL\n", "PE"),
    ] {
        let right = answer(problem(id), input);
        let comparison = compared(problem(id), input, right, Some(actual));
        assert_eq!(comparison.verdict.short(), verdict, "{actual:?}");
    }
}

#[test]
fn expected_answers_on_fewer_lines_are_right_even_where_all_others_are_wrong() {
    let input = "1 7\n2 7 7\n1 7\n".repeat(60);
    let expected = "Yes\nNo\nYes\n".repeat(60).replacen('\n', " ", 2);
    let actual = "x\n".repeat(180);
    let poj2234 = problem("poj2234");
    let comparison = compared(poj2234, &*input, &*expected, Some(&*actual));
    assert_eq!((comparison.different, comparison.expected_wrong), (180, 0));
    // Except for one, of which nothing is known before the last line.
    let expected = expected.trim_end().to_owned() + "?";
    let comparison = compared(poj2234, &*input, expected, Some(&*actual));
    assert!(comparison.expected_wrong > 0);
}
