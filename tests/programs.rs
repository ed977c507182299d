//! The programs that `source` makes, run without a compiler: each must print what bouton answers.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bouton::internals::solution;

use crate::harness::{answer, folder, game_toml, own_game, records};
use crate::interpreter::Machine;
use crate::judges::small_inputs;

/// Games that programs trip over: rule, input, piles and answer.
pub fn own_games() -> impl Iterator<Item = [String; 4]> {
    let table = records(include_str!("tables/own_programs.txt"));
    let games = table.into_iter().map(|(words, _)| words.try_into());
    games.map(|game| game.expect("a game has four keys"))
}

/// Games of one's own in every framing with every kind of answer.
#[test]
fn programs_of_own_games_answer_as_bouton_does() {
    let folder = folder("programs");
    let table = records(include_str!("tables/games.txt")).into_iter();
    let rows = table.flat_map(|(rule, rows)| {
        let rows: Vec<_> = rows.lines().map(str::to_owned).collect();
        rows.into_iter().map(move |row| {
            let (form, input) = row.split_once("  ").unwrap();
            let piles = if input.contains("x:") { "x y z" } else { "a" };
            [&rule.join(" "), input.trim_start(), piles, form].map(str::to_owned)
        })
    });
    let mut refused = BTreeMap::new();
    let mut wrong = Vec::new();
    for [rule, input, piles, form] in rows.chain(own_games()) {
        let keys = [&*rule, &input, &piles, &form];
        let toml = game_toml(keys);
        let problem = own_game(&folder, keys);
        let composed = catch_unwind(AssertUnwindSafe(|| solution::compose(problem)));
        let program = match composed {
            Ok(Ok(program)) => program,
            Ok(Err(why)) => {
                refused.insert(toml, why);
                continue;
            }
            Err(_) => {
                wrong.push(format!("{toml}there is no program\n"));
                continue;
            }
        };
        for (_, text) in small_inputs(problem, 60) {
            let right = answer(problem, &text);
            let printed = catch_unwind(AssertUnwindSafe(|| {
                Machine::answers(&program, text.split_whitespace().map(|word| word.parse().unwrap()))
            }));
            match printed {
                Ok(printed) if printed == right => {}
                Ok(printed) => {
                    wrong.push(format!("{toml}{text}expected:\n{right}printed:\n{printed}"));
                    break;
                }
                Err(_) => {
                    wrong.push(format!("{toml}{text}does not end well\n"));
                    break;
                }
            }
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
    assert!(wrong.is_empty(), "{}", wrong.concat());
}
