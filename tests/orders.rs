//! What the input gives of a rule may stand before, between or behind the piles, in the header or in each case.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use bouton::internals::decode::Kernel;
use bouton::internals::input::Input;
use bouton::internals::problem::Problem;
use bouton::internals::testdata::CaseShape;

use crate::forms::programs_are_right;
use crate::harness::{
    Random, answer_parallel, count_valid, folder, game_toml, generated, of_shape, own_game, some_of, words,
};
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
    for [rule, layout, piles, form] in some_of(8, games()) {
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
    assert!(count > 250, "{count}");
}

/// Checks that several threads answer a file in `folder` with this text so, which is called `in`.
pub fn is_answered_by_threads(problem: &Problem, folder: &Path, text: &str, right: &str) {
    let input = folder.join("in");
    fs::write(&input, text).unwrap();
    let file = Input::open(&input).unwrap();
    for (threads, size, map) in [(3, 16, false), (2, 40, true)] {
        let (found, error) = answer_parallel(Kernel::best(), problem, &file, size, threads, map);
        assert_eq!((&*found, error), (right, None), "{} {text}", problem.written_input);
    }
}

/// A rule, its piles in the order of their names, and answers. The piles are blocks of a case: numbers of a line, or of
/// each of n lines.
const NAMED: &str = "\
stairs 1; x y z; W|L; any {pile} {take}|L
stairs 0; x+1 y-1 / n*o z; W|L
nim in order; x y z; W|L; {pile} {take} {after}|L
nim; x y z; {pile} {take} {size} {left} {after}|L; {pile}:{take} ...|L; any {pile} {take}|L
nim; n*x y-1 / z; any {after}|L; {pile} {after}|L
nim; n*x y / m*z o; {pile} {after}|L
nim; n*x y z; {pile} {take}|L
misere nim; x / n*y o / z; {pile} {take} {after}|L
euclid; x+1 y+2; {after}|L
wythoff; x y; {after}|L
moore 2; n*x y z; any {after}|L
one each; x / n*y o; W|L
take {1,3}; x-1 y z; {pile} {take} {after}|L; {count}
take 1..k; n*x k y; {pile} {take} {after}|L; {count}
take {1,2} and split; x y; W|L; {count}; {after}|L
nim; n*x y; WL*n; (W|L)*n
stairs 1; n*x y z; WL*n";

/// A part of a case: how often it comes, if not once, and its names.
type Block<'t> = (Option<&'t str>, Vec<&'t str>);

/// The input that has these blocks, each with this order of its names.
fn written(blocks: &[(&Block<'_>, &[&str])]) -> String {
    let block = |((times, _), names): &(&Block<'_>, &[&str])| {
        let name = |name: &&str| format!("{}:2..6", &name[..1]);
        let names = names.iter().map(name).collect::<Vec<_>>().join(" ");
        match times {
            Some(times) => format!("{times}:1..2 / {{ {names} / }}*{times} "),
            None => names + " / ",
        }
    };
    format!("{{ {}! }}+", blocks.iter().map(block).collect::<String>())
}

/// A case of the input that has these blocks, where the names have these values.
fn case_in(blocks: &[(&Block<'_>, &[&str])], values: &HashMap<&str, [u64; 2]>) -> String {
    let line = |row: &[u64]| words(row) + "\n";
    let block = |((times, _), names): &(&Block<'_>, &[&str])| {
        let count = times.map(|times| values[times][0]);
        let rows = (0..count.unwrap_or(1) as usize).map(|row| {
            let row = names.iter().map(|name| values[name][row]);
            line(&row.collect::<Vec<_>>())
        });
        count.map_or_else(String::new, |count| line(&[count])) + &rows.collect::<String>()
    };
    blocks.iter().map(block).collect()
}

/// Each order in the input is compared with that in which the names stand there as in `piles`.
#[test]
fn the_order_of_the_names_is_that_of_the_piles_whatever_that_of_the_input() {
    let folder = folder("orders-named");
    let (mut random, mut count) = (Random::new(7), 0);
    for row in NAMED.lines() {
        let keys: Vec<_> = row.split("; ").collect();
        let (rule, blocks) = (keys[0], keys[1].split(" / "));
        let blocks: Vec<Block<'_>> = blocks
            .map(|block| match block.split_once('*') {
                Some((times, names)) => (Some(times), names.split(' ').collect()),
                None => (None, block.split(' ').collect()),
            })
            .collect();
        let piles = blocks.iter().flat_map(|(_, names)| names).copied();
        let piles: Vec<_> = piles.filter(|&name| !["k", "o"].contains(&name)).collect();
        let piles = piles.join(" ");
        let as_named: Vec<_> = blocks.iter().map(|block| (block, &block.1[..])).collect();
        let places: Vec<_> = ["0", "1", "2"][..blocks.len()].to_vec();
        for (answer, places) in keys[2..]
            .iter()
            .flat_map(|answer| orders(&places).into_iter().map(move |order| (*answer, order)))
        {
            let right = own_game(&folder, [rule, &written(&as_named), &piles, answer]);
            let names: Vec<_> = blocks.iter().map(|(_, names)| orders(names)).collect();
            for nth in 0..names.iter().map(Vec::len).max().unwrap() {
                let order = |place: &&str| {
                    let block = place.parse::<usize>().unwrap();
                    (&blocks[block], &names[block][nth % names[block].len()][..])
                };
                let other: Vec<_> = places.iter().map(order).collect();
                let problem = own_game(&folder, [rule, &written(&other), &piles, answer]);
                let (mut text, mut text_as_named) = (String::new(), String::new());
                for _ in 0..20 {
                    let times = blocks.iter().filter_map(|(times, _)| *times);
                    let counts = times.map(|times| (times, [1 + random.below(2), 0]));
                    let mut values: HashMap<_, _> = counts.collect();
                    for &name in blocks.iter().flat_map(|(_, names)| names) {
                        values.insert(name, [2 + random.below(5), 2 + random.below(5)]);
                    }
                    text += &case_in(&other, &values);
                    text_as_named += &case_in(&as_named, &values);
                }
                assert_eq!(count_valid(problem, &text), 20, "{}", problem.toml);
                let right = crate::harness::answer(right, &text_as_named);
                is_answered(problem, &text, &right, &[text.len(), 5]);
                is_answered_by_threads(problem, &folder, &text, &right);
                count += 1;
                for (seed, shape) in (0..).zip(CaseShape::all()) {
                    if let Ok(input) = generated(problem, of_shape(seed, Some(2), shape)) {
                        count_valid(problem, &input);
                    }
                }
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn names_of_piles_that_stand_twice_or_are_torn_apart_are_reported_where_they_stand() {
    let folder = folder("orders-mistakes");
    let rows = "\
{ a:0..9 b:0..9 / ! }+; b a b; 15: 'b' stands twice in piles
{ a:0..9 b:1..9 / ! }+; a b b-1; 15: 'b' stands twice in piles
{ n:1..9 a:0..9*n / ! }+; a a; 13: 'a' stands twice in piles
{ c:0..9 n:1..9 / { a:0..9 b:0..9 / }*n ! }+; a c b; 15: the names of numbers of one group stand side by side";
    for row in rows.lines() {
        let keys: Vec<_> = row.split("; ").collect();
        let path = folder.join("game.toml");
        fs::write(&path, game_toml(["nim", keys[0], keys[1], "W|L"])).unwrap();
        let error = bouton::internals::problem::find(&folder).unwrap_err().to_string();
        let (column, message) = keys[2].split_once(": ").unwrap();
        let expected = format!("game.toml:3:{column}: {message}");
        assert!(error.contains(&expected), "{error}: {expected}");
    }
}

#[test]
fn programs_in_cpp_read_rules_and_piles_in_any_order() {
    let folder = folder("orders-cpp");
    let rows = "\
take p..q; { p:1..3 a:0..9 q:1..4 / ! }+; a; {count}
take p..q or split; q:1..3 / { a:0..6 p:1..2 / ! }+; a; {grundy}
take s; { j:1..2 / { a:0..9 c:0..2 s:1..4*c / }*j ! }+; a; WL*j
take s and split; { j:1..2 / { c:0..2 s:1..4*c a:0..9 / }*j ! }+; a; WL*j
nim; { n:1..2 / { a:1..9 b:0..9 / }*n ! }+; b a-1; {pile} {take}|L
take {1,3}; { n:1..3 / a:1..9*n / ! }+; a; WL*n
take 1..k; { n:1..2 / { a:0..9 k:1..3 b:0..9 / }*n ! }+; b a; {pile} {take}|L
stairs 1; { j:1..2 / { a:0..9 b:0..9 c:0..9 / }*j ! }+; c a b; WL*j
take 2..k; { n:1..3 / { k:2..4 a:0..9 / }*n ! }+; a; {pile}:{take} ...|L
stairs 1; { n:1..2 / { x:0..9 y:0..9 / }*n z:0..9 / ! }+; x y z; W|L
stairs 1; { n:1..2 / { x:0..9 y:0..9 / }*n m:1..2 / { z:0..9 o:0..9 / }*m ! }+; z y x; W|L
nim; { n:1..2 / { x:0..9 y:1..9 / }*n z:0..9 / ! }+; z y-1 x; {pile} {take} {after}|L";
    let games = some_of(7, rows.lines()).enumerate().map(|(number, row)| {
        let keys: Vec<_> = row.split("; ").collect();
        let own = folder.join(format!("own{number}"));
        fs::create_dir(&own).unwrap();
        let problem = own_game(&own, [keys[0], keys[1], keys[2], keys[3]]);
        (own, problem)
    });
    programs_are_right(&folder, &games.collect::<Vec<_>>());
}
