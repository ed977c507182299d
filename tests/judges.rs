//! Cases answered by a search over moves, as the answer of a problem says; and every judge problem by it.

use std::collections::HashMap;

use bouton::internals::decode::Kernel;
use bouton::internals::judge::stress::small_rounds;
use bouton::internals::layout::{Parameter, Position as OfCase, Role};
use bouton::internals::problem::Problem;
use bouton::internals::testdata::grammar::{Candidate, Grammar};
use bouton::internals::testdata::{self, CaseNumbers};

use crate::definition::{self, Position, Search};
use crate::harness::{Random, answer_chunks, is_long, problems_of_each_kind, words};
use crate::properties::key;

/// The searches of all games, with what a case gives of them.
#[derive(Default)]
pub struct Searches(HashMap<String, Search>);

impl Searches {
    /// The search of a problem's game, as its statement says.
    fn of(&mut self, problem: &Problem, rule: &str, position: &OfCase) -> &mut Search {
        let (id, takes) = (&*problem.id, position.given(Role::Take).to_vec());
        let given = |name: &str| {
            let mut numbers = problem.layout.numbers.iter();
            let means = numbers.find(|number| number.name == name).unwrap().role;
            position.given(means).to_vec()
        };
        let key = format!("{id} {rule} {:?}", position.given);
        self.0.entry(key).or_insert_with(|| {
            let mut search = match id {
                "hdu2999" => {
                    let takes = takes.clone();
                    Search::ordered(move |row| definition::neighbours(&takes, row))
                }
                "poj3537" => Search::ordered(definition::crosses),
                // Apples that are taken side by side leave two piles.
                "hdu2509" => Search::rule("nim and split"),
                _ if !problem.layout.beside().is_empty() => {
                    let of = |parameter| {
                        let part = Role::Parameter(parameter);
                        let values = position.given(part);
                        if problem.layout.beside().contains(&part) {
                            return values.to_vec();
                        }
                        // One that stands elsewhere holds for all piles.
                        let said = values.first().copied().or(problem.rules.number(part));
                        vec![said.unwrap_or(1); 99]
                    };
                    let (least, most) = (of(Parameter::MinTaken), of(Parameter::MaxTaken));
                    Search::ordered(move |position| definition::ranges(&least, &most, position))
                }
                _ => Search::of(rule, given),
            };
            search.misere = rule.starts_with("misere");
            search
        })
    }
}

/// The answers to cases by searching.
pub fn judged(problem: &Problem, cases: &[CaseNumbers], searches: &mut Searches) -> String {
    let [rule, answer] = ["rule", "answer"].map(|name| key(problem, name));
    let mut text = String::new();
    for (case, number) in cases.iter().zip(1..) {
        let positions = testdata::positions(&problem.layout, case).into_iter();
        let positions = positions.map(|mut one| {
            let piles = std::mem::take(&mut one.piles);
            let piles = match &*problem.id {
                "hdu2999" => vec![1; piles[0] as usize],
                "poj3537" => vec![0; piles[0] as usize],
                _ => piles,
            };
            (one, piles)
        });
        let Some((words, _)) = answer.rsplit_once('*') else {
            for (given, piles) in positions {
                let search = searches.of(problem, &rule, &given);
                text += &answer_to_case(&answer, number, &piles, search);
                text.push('\n');
            }
            continue;
        };
        let words = words.trim_matches(['(', ')']);
        let (won, lost, end) = match words.split_once('|') {
            Some((won, lost)) => (format!("{won}\n"), format!("{lost}\n"), ""),
            None => (words[..1].to_owned(), words[1..].to_owned(), "\n"),
        };
        for (given, piles) in positions {
            text += if searches.of(problem, &rule, &given).first_wins(&piles) {
                &won
            } else {
                &lost
            };
        }
        text += end;
    }
    text
}

/// The answer to a case with one position.
fn answer_to_case(answer: &str, case: u64, piles: &Position, search: &mut Search) -> String {
    let answer = answer.trim_start_matches("any ").replace('_', " ");
    let answer = answer.replace('/', "\n");
    let answer = answer.replace("{case}", &case.to_string());
    let (won, lost) = answer.split_once('|').unwrap_or((&answer, &answer));
    if !search.first_wins(piles) {
        return lost.replace("{count}", "0").replace("{grundy}", "0");
    }
    let won = won.replace("{count}", &search.won_by(piles).len().to_string());
    let won = if won.contains("{grundy}") {
        won.replace("{grundy}", &search.grundy(piles).to_string())
    } else {
        won
    };
    // HDU 2177: two piles, the smaller first; equal takes come first in the definition, too.
    if let Some(head) = won.strip_suffix("{after}\n...") {
        let mut afters = search.moves(piles);
        afters.retain(|after| !search.first_wins(after));
        for after in &mut afters {
            after.sort_unstable();
        }
        if piles[0] == piles[1] {
            afters.dedup();
        }
        let afters: Vec<_> = afters.iter().map(|after| words(after)).collect();
        return head.to_owned() + &afters.join("\n");
    }
    // What stands for a move begins with the first of these.
    let parts = ["{pile}", "{take}", "{size}", "{left}"];
    let Some(start) = parts.iter().filter_map(|part| won.find(part)).min() else {
        return won;
    };
    let (head, form) = won.split_at(start);
    let show = |form: &str, (pile, take): (usize, u64)| {
        let mut after = piles.clone();
        after[pile] -= take;
        form.replace("{pile}", &(pile + 1).to_string())
            .replace("{take}", &take.to_string())
            .replace("{size}", &piles[pile].to_string())
            .replace("{left}", &after[pile].to_string())
            .replace("{after}", &words(&after))
    };
    let mut moves = search.winning(piles).into_iter();
    match (form.strip_suffix("..."), moves.len()) {
        // Without stones, in misère play.
        (_, 0) => lost.to_owned(),
        (None, _) => head.to_owned() + &show(form, moves.next().unwrap()),
        (Some(all), _) => {
            let (each, separator) = all.split_at(all.len() - 1);
            let shown: Vec<_> = moves.map(|step| show(each, step)).collect();
            head.to_owned() + &shown.join(separator)
        }
    }
}

/// The piles of a case that is one position, and where the moves from it lead: those that win, and those that do not.
pub fn moves_of(problem: &Problem, case: &CaseNumbers, searches: &mut Searches) -> (Position, [Vec<Position>; 2]) {
    let mut positions = testdata::positions(&problem.layout, case);
    let mut given = positions.remove(0);
    let piles = std::mem::take(&mut given.piles);
    let search = searches.of(problem, &key(problem, "rule"), &given);
    let (losing, winning) = search
        .moves(&piles)
        .into_iter()
        .partition(|after| search.first_wins(after));
    (piles, [winning, losing])
}

/// Inputs of cases that are small enough for a search, about so many in all, and their text.
pub fn small_inputs(problem: &Problem, count: usize) -> Vec<(Vec<CaseNumbers>, String)> {
    let grammar = Grammar::new(problem.layout.clone());
    let most = match &*problem.id {
        "hdu2999" | "poj3537" => 8,
        // Of one pile become two, of these four, and so on.
        "hdu3537" => 4,
        _ => 15,
    };
    let is_small = |case: &CaseNumbers| {
        let largest = case.iter().max().unwrap();
        case.len() < 12 && *largest <= most && case.iter().sum::<u64>() <= 2 * most
    };
    let (mut inputs, mut left) = (Vec::new(), count);
    for input in small_rounds(problem, &grammar).take(count) {
        let mut cases = input.cases;
        cases.retain(is_small);
        let least = problem.layout.least_cases() as usize;
        if left == 0 || cases.len() < least {
            break;
        }
        left = left.saturating_sub(cases.len());
        let text = Candidate::whole(cases.clone()).input(&grammar);
        inputs.push((cases, text));
    }
    inputs
}

/// Checks that every kernel answers `input` so, cut in chunks of these sizes.
#[track_caller]
pub fn is_answered(problem: &Problem, input: &str, expected: &str, sizes: &[usize]) {
    for kernel in Kernel::available() {
        for &size in sizes {
            let (answers, error) = answer_chunks(kernel, problem, input.as_bytes().chunks(size));
            let id = &problem.id;
            assert_eq!((&*answers, error), (expected, None), "{id} {input:?}");
        }
    }
}

#[test]
fn every_problem_is_answered_as_its_statement_says_however_the_input_is_cut() {
    let mut random = Random::new(21);
    let mut searches = Searches::default();
    let count = if is_long() { 1500 } else { 10 };
    for problem in problems_of_each_kind() {
        let has_end = problem.layout.zeros() > 0 || problem.layout.case_count().is_some();
        for (cases, text) in small_inputs(problem, count) {
            let mut input = String::new();
            // What follows the last case is not read.
            for word in text.split_whitespace().chain(has_end.then_some("x")) {
                let spaces = [" ", " ", " ", "\n", "\r\n", "  ", "\n\n", "\t"];
                input.extend([word, *random.pick(&spaces)]);
            }
            let expected = judged(problem, &cases, &mut searches);
            let size = 1 + random.below(input.len() as u64 + 1) as usize;
            is_answered(problem, &input, &expected, &[size, 1, input.len()]);
        }
    }
}
