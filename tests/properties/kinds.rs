//! What a problem is about, for tests that search or generate positions of their own.

use bouton::problem::Problem;

/// The rule in the problem's `game.toml`, read without using the program.
pub fn rule(problem: &Problem) -> String {
    key(problem, "rule")
}

/// Whether a set of takes makes a table of Grundy values.
pub fn has_set(problem: &Problem) -> bool {
    let rule = rule(problem);
    rule.starts_with("take ") && !rule.starts_with("take 1..")
}

/// What the judge asks, read from the problem's `game.toml` without using the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Who wins: the lines if the player to move does, and if not.
    Winner([String; 2]),
    /// The same after `Case 1: `.
    NumberedWinner([String; 2]),
    /// A letter for each position.
    Letters,
    /// A line for each position: these, if the player to move wins it, and if not.
    Lines([String; 2]),
    /// The number of winning moves.
    WinningMoves,
    /// `NO`, or `YES` and a line with a pile and a take.
    FirstMove,
    /// `No`, or `Yes` and lines with the size of a pile and what remains of it.
    Leaves,
    /// `lose`, or a line with a take and a pile, and one with the piles after it.
    MoveAndPiles,
    /// All winning moves on a line, or `CONCEDE`.
    AllMoves,
}

pub fn asked(problem: &Problem) -> Asked {
    let answer = key(problem, "answer");
    let answer = answer.as_str();
    let words = |answer: &str| {
        let (first, second) = answer.split_once('|')?;
        Some([first, second].map(|word| word.replace('_', " ")))
    };
    match answer {
        "YES/{pile} {take}|NO" => Asked::FirstMove,
        "Yes/{size} {left}/...|No" => Asked::Leaves,
        "{take} {pile}/{after}|lose" => Asked::MoveAndPiles,
        "{pile}:{take} ...|CONCEDE" => Asked::AllMoves,
        "{count}" => Asked::WinningMoves,
        "Case {case}: Alice|Case {case}: Bob" => {
            Asked::NumberedWinner(["Alice", "Bob"].map(str::to_owned))
        }
        "(1|2)*M" => Asked::Lines(["1", "2"].map(str::to_owned)),
        _ if answer.starts_with("WL*") => Asked::Letters,
        _ => match words(answer) {
            Some(words) if !answer.contains('{') => Asked::Winner(words),
            _ => panic!("{}: say here what is asked", problem.id),
        },
    }
}

/// The text of a key in the problem's `game.toml`, read without using the program.
pub fn key(problem: &Problem, key: &str) -> String {
    let toml = problem.files.get("game.toml").unwrap();
    let value = toml.lines().find_map(|line| line.strip_prefix(key));
    let value = value.unwrap().trim_start_matches([' ', '=']);
    value.trim_matches('"').to_owned()
}
