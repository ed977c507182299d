//! What the input gives of a rule may stand before, between or behind the piles, in the header or in each case.

use std::fs;
use std::path::Path;

use bouton::decode::Kernel;
use bouton::input::Input;
use bouton::problem::Problem;

use crate::forms::programs_are_right;
use crate::harness::{answer_parallel, count_valid, folder, own_game};
use crate::judges::{Searches, is_answered, judged, small_inputs};

/// Rules, and what of a case stands in any order: parts of the rule, and then the piles, which are a, or a and b.
const GAMES: &str = "\
take p..q; p:1..3; q:1..4; a:0..9
take p..q or split; p:1..2; q:1..3; a:0..6
take 1..k; k:1..4; n:1..3 a:0..6*n
misere take 1..k; k:1..3; n:1..3 / { a:0..5 / }*n
take 1..k; k:1..4; n:1..2 / { w:7..8 a:0..6 / }*n; b:0..6
take s; c:0..2 s:1..4*c; n:1..3 a:0..6*n
take s and split; c:0..2 / { s:1..3 / }*c; a:0..6
take s or split; c:0..2 s:1..3*c; a:0..5; b:0..5
take powers of k; k:1..3; a:0..5; b:0..5
take {1,p,q}; p:1..4; q:1..4; n:1..2 a:0..7*n
take {2,p} or split; p:1..3; a:0..5
take 1..k*last; k:1..3; a:2..9
moore k; k:1..2; n:1..3 a:0..3*n
hill k; k:1..2; n:2..3 a:0..5<*n";

/// What is asked of a position, and what that needs: one pile that is left of each move, or a Grundy value.
const ANSWERS: &str = "\
Yes|No
{count}
{pile} {take}|no
{pile}:{take} ...|no
any {pile} {take}|no
{grundy}";

/// All orders of these.
fn orders<'w>(words: &[&'w str]) -> Vec<Vec<&'w str>> {
    if words.is_empty() {
        return vec![Vec::new()];
    }
    let first = |at: usize| {
        let mut rest = words.to_vec();
        let first = rest.remove(at);
        let rest = orders(&rest).into_iter();
        rest.map(move |rest| [&[first], &rest[..]].concat())
    };
    (0..words.len()).flat_map(first).collect()
}

/// The inputs in which a case has these in this order: all of them in the case, some before the cases, or each in a
/// position of its own; and what may be asked.
fn layouts(words: &[&str]) -> Vec<(String, bool)> {
    let is_pile = |word: &str| word.contains("a:") || word.contains("b:");
    let piles = words.iter().position(|word| is_pile(word)).unwrap();
    let mut layouts = Vec::new();
    for head in 0..=piles {
        let [before, case] = [&words[..head], &words[head..]].map(|part| part.join(" / "));
        let before = if head > 0 { before + " / " } else { before };
        layouts.push((format!("{before}{{ {case} / ! }}+"), false));
        let has_groups = case.contains('{');
        if !has_groups && case.matches("a:").count() + case.matches("b:").count() == 1 {
            let group = format!("{{ j:1..2 / {before}{{ {case} / }}*j ! }}+");
            layouts.push((group, true));
        }
    }
    for (layout, _) in &mut layouts {
        // What ends a line is not followed by another end.
        while layout.contains("}*n /") || layout.contains("}*c /") {
            *layout = layout.replace("}*n /", "}*n").replace("}*c /", "}*c");
        }
    }
    layouts
}

/// The games in every order, with the answers that may be asked for.
fn games() -> impl Iterator<Item = [String; 4]> {
    GAMES.lines().flat_map(|game| {
        let words: Vec<_> = game.split("; ").collect();
        let (rule, words) = words.split_first().unwrap();
        let piles = if game.contains("b:") { "a b" } else { "a" };
        let layouts = orders(words).into_iter().flat_map(|order| layouts(&order));
        let rule = rule.to_string();
        layouts.flat_map(move |(layout, are_positions)| {
            let rule = rule.clone();
            let is_simple = rule.starts_with("take") && !rule.ends_with("split");
            let answers = ANSWERS.lines().enumerate().filter(move |(at, _)| match at {
                0 => !are_positions,
                1 => !are_positions && !rule.starts_with("moore") && !rule.starts_with("hill"),
                2..=4 => !are_positions && is_simple || rule.starts_with("misere"),
                _ => !are_positions && rule.starts_with("take") && !rule.ends_with("last"),
            });
            let answers: Vec<_> = if are_positions {
                vec!["WL*j", "(1|2)*j"]
            } else {
                answers.map(|(_, answer)| answer).collect()
            };
            let rule = game.split("; ").next().unwrap();
            let game = move |answer: &str| [rule, &layout, piles, answer].map(str::to_owned);
            answers.into_iter().map(game).collect::<Vec<_>>()
        })
    })
}

#[test]
fn rules_are_complete_whatever_stands_between_them_and_the_piles() {
    let folder = folder("orders");
    let mut searches = Searches::default();
    let mut count = 0;
    for [rule, layout, piles, form] in games() {
        let problem = own_game(&folder, [&rule, &layout, piles.as_str(), &form]);
        for (cases, text) in small_inputs(problem, 24) {
            assert_eq!(count_valid(problem, &text), cases.len() as u64, "{layout}");
            let right = judged(problem, &cases, &mut searches);
            is_answered(problem, &text, &right, &[text.len(), 5]);
            if cases.len() > 1 {
                is_answered_by_threads(problem, &folder, &text, &right);
                count += 1;
            }
        }
    }
    assert!(count > 1000, "{count}");
}

/// Checks that several threads answer a file in `folder` with this text so, which is called `in`.
pub fn is_answered_by_threads(problem: &Problem, folder: &Path, text: &str, right: &str) {
    let input = folder.join("in");
    fs::write(&input, text).unwrap();
    let file = Input::open(&input).unwrap();
    for (threads, size, map) in [(3, 16, false), (2, 40, true)] {
        let (found, error) = answer_parallel(Kernel::best(), problem, &file, size, threads, map);
        assert_eq!(
            (&*found, error),
            (right, None),
            "{} {text}",
            problem.written_input
        );
    }
}

#[test]
fn programs_in_cpp_read_rules_and_piles_in_any_order() {
    let folder = folder("orders-cpp");
    let rows = "\
take p..q; { p:1..3 a:0..9 q:1..4 / ! }+; {count}
take p..q or split; q:1..3 / { a:0..6 p:1..2 / ! }+; {grundy}
take s; { j:1..2 / { a:0..9 c:0..2 s:1..4*c / }*j ! }+; WL*j
take s and split; { j:1..2 / { c:0..2 s:1..4*c a:0..9 / }*j ! }+; WL*j";
    for (number, row) in rows.lines().enumerate() {
        let keys: Vec<_> = row.split("; ").collect();
        let own = folder.join(format!("own{number}"));
        fs::create_dir(&own).unwrap();
        let problem = own_game(&own, [keys[0], keys[1], "a", keys[2]]);
        programs_are_right(&own, problem);
    }
}
