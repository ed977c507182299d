//! The test data of a problem: valid, the same every time, and for the limits of the name that was used.

use std::collections::HashSet;
use std::fs;

use bouton::internals::game::rule::Rules;
use bouton::internals::layout::Position;
use bouton::internals::problem::Problem;
use bouton::internals::testdata::{self, CaseNumbers};

use crate::harness::{check_text, folder, names, own_game, problem, problems, run, some_of, texts};

fn tests(problem: &Problem) -> Vec<testdata::TestInput> {
    testdata::tests(problem).map(Result::unwrap).collect()
}

#[test]
fn all_test_data_is_valid_and_no_two_inputs_are_equal() {
    for problem in some_of(15, problems()) {
        for name in names(problem) {
            let problem = crate::harness::problem(name);
            let (mut seen, mut called) = (HashSet::new(), HashSet::new());
            for test in tests(problem) {
                let what = format!("{name} {}", test.name);
                let checked = check_text(&problem.layout, &test.input);
                assert!(checked.is_ok(), "{what}: {checked:?}");
                assert!(called.insert(test.name), "{what} is another input, too");
                assert!(seen.insert(test.input), "{what} is there twice");
            }
            // Where an input has many cases, few are enough.
            let has_many = problem.layout.most_cases() >= 100;
            let most = if has_many { 60 } else { 250 };
            assert!((8..=most).contains(&seen.len()), "{name}: {}", seen.len());
        }
    }
}

#[test]
fn an_alias_has_test_data_for_its_own_limits() {
    let largest = |name| {
        let inputs = testdata::inputs(problem(name));
        let cases: Vec<_> = inputs.flat_map(|input| input.cases).collect();
        let piles = cases.iter().map(Vec::len).max().unwrap() - 1;
        (piles, cases.concat().into_iter().max().unwrap())
    };
    assert_eq!(largest("hdu1850"), (100, 1_000_000));
    assert_eq!(largest("poj2975"), (1000, 1_000_000_000));
    assert_eq!(largest("hdu1907"), (47, 4747));
    assert_eq!(largest("poj3480"), (50, 5000));
}

/// So that a program that clears an array for each case, or is quadratic in all of them, takes too long.
#[test]
fn the_data_have_as_many_cases_and_as_much_in_all_of_them_as_the_judge_allows() {
    // The most cases of an input, and the most that the numbers at this place in its cases have together.
    let most = |name: &str, place: usize| {
        let together = |cases: &[CaseNumbers]| cases.iter().map(|case| case[place]).sum::<u64>();
        let inputs: Vec<_> = testdata::inputs(problem(name)).collect();
        let cases = inputs.iter().map(|input| input.cases.len()).max();
        let sums = inputs.iter().map(|input| together(&input.cases)).max();
        (cases.unwrap(), sums.unwrap())
    };
    assert_eq!(most("cses1730", 0), (200_000, 200_000));
    assert_eq!(most("codeforces1382b", 0), (1000, 100_000));
    assert_eq!(most("lightoj1296", 0), (1000, 1_000_000));
    assert_eq!(most("luogup4860", 0).0, 100_000);
    // Of a single pile, as far as a textbook program has time for it.
    let (_, stones) = most("uva10404", 0);
    assert!(stones > 40_000_000, "{stones}");
}

#[test]
fn a_folder_of_the_users_own_has_its_inputs_and_hacks_as_tests_too() {
    let folder = folder("own_tests");
    fs::create_dir_all(folder.join("data/secret")).unwrap();
    fs::create_dir_all(folder.join("hacks")).unwrap();
    for (name, text) in [
        ("data/secret/mine.in", "3\n7 7 5\n"),
        ("data/secret/answered.in", "3\n7 7 4\n"),
        ("data/secret/answered.ans", "Y\n"),
        ("hacks/overflow.in", "3\n7 7 6\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let own = own_game(&folder, ["nim", "{ n:1..3 / a:1..7*n / ! }+", "a", "Y|N"]);
    let names: Vec<_> = tests(own).into_iter().map(|test| test.name).collect();
    assert_eq!(names[..3], ["hack-overflow", "answered", "mine"]);
    assert!(names.iter().any(|name| name == "few-stones"), "{names:?}");
    let (text, _, code) = texts(&run(&["test", folder.to_str().unwrap(), "--verbose"], b""));
    assert_eq!(code, 0, "{text}");
    for name in ["hack-overflow", "mine", "secret/answered.in"] {
        let is_judged = |line: &&str| line.starts_with("AC ") && line.ends_with(name);
        let times = text.lines().filter(is_judged).count();
        assert_eq!(times, 1, "{name}\n{text}");
    }
}

/// A program that computes the Grundy values of all piles for each case, as every blog has it, takes about a nanosecond
/// for each take that it tries and some for each pile: an input leaves it a quarter of a second.
#[test]
fn no_input_has_more_subtraction_sets_than_a_textbook_program_has_time_for() {
    for name in ["hdu1536", "poj2960"] {
        for input in testdata::inputs(problem(name)) {
            let steps: u64 = input.cases.iter().map(|case| 10_000 * (case[0] + 8)).sum();
            assert!(steps < 70_000_000, "{name} {}: {steps}", input.name);
        }
    }
}

/// The rules of a position of `problem`, for its piles.
fn rules_of(problem: &Problem, position: &Position) -> Rules {
    let mut rules = problem.rules.clone();
    for (role, values) in &position.given {
        rules.set(*role, values);
    }
    let largest = position.piles.iter().max().copied().unwrap_or(0);
    rules.cover(largest).unwrap();
    rules
}

/// All generated cases of a problem, and what its input is called in messages.
fn cases(problem: &Problem) -> impl Iterator<Item = (String, CaseNumbers)> {
    testdata::generated(problem).flat_map(|input| {
        let name = input.name;
        let cases = input.cases.into_iter();
        cases.map(move |case| (name.clone(), case))
    })
}

/// As everybody writes it: `x ^= b - w - 1`.
#[test]
fn the_textbook_program_of_lightoj_1186_is_right_about_all_data_where_a_move_remains() {
    let problem = problem("lightoj1186");
    for (name, case) in cases(problem) {
        let (white, black) = case[1..].split_at(case[0] as usize);
        let gaps: Vec<_> = white.iter().zip(black).map(|(w, b)| b - w - 1).collect();
        let wins = gaps.iter().fold(0, |x, gap| x ^ gap) != 0;
        let [position] = &testdata::positions(&problem.layout, &case)[..] else {
            panic!("{name}: one position");
        };
        let rules = rules_of(problem, position);
        assert_eq!(rules.game().first_wins(&position.piles), wins, "{name}");
        assert!(gaps.iter().any(|gap| *gap > 0), "{name}: {case:?}");
    }
}

#[test]
fn programs_with_a_wrong_period_are_wrong_about_the_data_of_spoj_mcoins() {
    let problem = problem("spojmcoins");
    let periods: [fn(u64, u64) -> u64; 5] = [|k, l| k + l, |_, l| l + 1, |k, _| k + 1, |_, l| l, |k, l| k + l + 1];
    let mut wrong = [0; 5];
    for (_, case) in cases(problem) {
        let positions = testdata::positions(&problem.layout, &case);
        let rules = rules_of(problem, positions.iter().max_by_key(|it| it.piles[0]).unwrap());
        let wins = |pile: u64| rules.game().first_wins(&[pile]);
        for (wrong, period) in wrong.iter_mut().zip(&periods) {
            let is_wrong = |pile: u64| wins(pile) != wins(pile % period(case[0], case[1]));
            *wrong += usize::from(positions.iter().any(|it| is_wrong(it.piles[0])));
        }
    }
    assert!(wrong.iter().all(|wrong| *wrong >= 3), "{wrong:?}");
}

#[test]
fn a_third_of_the_inputs_of_tessoku_book_a34_have_piles_with_three_values() {
    let problem = problem("atcodertessokubookah");
    let (mut all, mut several) = (0, 0);
    for (_, case) in cases(problem) {
        for position in testdata::positions(&problem.layout, &case) {
            let rules = rules_of(problem, &position);
            let value = |&pile: &u64| rules.game().grundy(&[pile]).unwrap();
            let values: HashSet<_> = position.piles.iter().map(value).collect();
            all += 1;
            several += usize::from(values.len() >= 3);
        }
    }
    assert!(3 * several >= all, "{several} of {all}");
}
