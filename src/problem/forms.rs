//! The forms of answers, as written in `game.toml`: one per kind of answer.

use super::layout::{Layout, Mistake, mistake};
use crate::game::rules::Rules;
use crate::question::Question;
use crate::question::all_moves::AllMoves;
use crate::question::any_move::AnyMove;
use crate::question::first_move::FirstMove;
use crate::question::leaves::Leaves;
use crate::question::letters::Letters;
use crate::question::move_and_piles::MoveAndPiles;
use crate::question::winner::Winner;
use crate::question::winning_moves::WinningMoves;

/// Parses a form of answer, as described in `problems/README.md`. It must make sense for cases of
/// `layout`, and for the rules; `count` is the name of the number of piles, if the input has it.
///
/// # Errors
/// The first mistake in it.
pub fn parse(
    text: &str,
    layout: &Layout,
    rules: &Rules,
    count: Option<&str>,
) -> Result<Box<dyn Question>, Mistake> {
    let start = text.len() - text.trim_start().len();
    let parsed = parse_trimmed(text.trim(), layout, rules, count);
    parsed.map_err(|mistake| Mistake {
        offset: start + mistake.offset,
        ..mistake
    })
}

fn parse_trimmed(
    text: &str,
    layout: &Layout,
    rules: &Rules,
    count: Option<&str>,
) -> Result<Box<dyn Question>, Mistake> {
    let single_moves = |question: Box<dyn Question>| {
        if rules.has_single_moves() {
            Ok(question)
        } else {
            mistake(
                0,
                "a move of this game is not a pile and a take: ask who wins",
            )
        }
    };
    match text {
        "@first_move" => single_moves(Box::new(FirstMove)),
        "@moves_and_rests" => single_moves(Box::new(Leaves)),
        "@all_moves" => single_moves(Box::new(AllMoves)),
        "@move_and_piles" if layout.cases().is_some() => {
            mistake(0, "the answer @move_and_piles is for inputs of one case")
        }
        "@move_and_piles" => single_moves(Box::new(MoveAndPiles)),
        _ if text.starts_with('@') => mistake(
            0,
            format!(
                "expected @first_move, @moves_and_rests, @all_moves or @move_and_piles, found '{text}'"
            ),
        ),
        _ => {
            if let Some(word) = text.strip_prefix("any:") {
                let lose = word_at(word, 4)?;
                let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
                if lose.split_whitespace().count() == 2 && lose.split_whitespace().all(is_number) {
                    let message =
                        format!("expected a word for a lost position, but '{lose}' is a move");
                    return mistake(4, message);
                }
                return single_moves(Box::new(AnyMove::new(lose)));
            }
            if let Some(times) = text.strip_prefix("WL*") {
                return if layout.has_group(times) {
                    Ok(Box::new(Letters::new(times)))
                } else {
                    mistake(
                        3,
                        format!("no group of the case is repeated '{times}' times"),
                    )
                };
            }
            if let Some((first, second)) = text.split_once('|') {
                return Ok(Box::new(winner(first, second)?));
            }
            if let Some(most) = text.strip_prefix("0..") {
                let is_name = layout.numbers().iter().any(|number| number.name == most);
                if !is_name && most.parse::<u64>().is_err() {
                    let message = format!(
                        "expected a number, or the name of one in the input, found '{most}'"
                    );
                    return mistake(3, message);
                }
                return if rules.counts_winning_moves() {
                    // What else is named need not be as large as the answers.
                    let one_per_pile = rules.has_one_winning_move_per_pile();
                    let most = count.filter(|&count| one_per_pile && count == most);
                    Ok(Box::new(WinningMoves::new(most)))
                } else {
                    mistake(
                        0,
                        "winning moves of this game are not counted: ask who wins",
                    )
                };
            }
            mistake(
                0,
                format!(
                    "expected FIRST|SECOND, Case#FIRST|SECOND, 0..NAME, WL*NAME, any:LOSE or @NAME, \
                     found '{text}'"
                ),
            )
        }
    }
}

/// Parses the form for who wins: `FIRST|SECOND` or `Case#FIRST|SECOND`.
fn winner(first: &str, second: &str) -> Result<Winner, Mistake> {
    let at_second = first.len() + 1;
    let (is_numbered, word) = match first.strip_prefix("Case#") {
        Some(word) => (true, word),
        None => (false, first),
    };
    let words = [
        word_at(word, first.len() - word.len())?,
        word_at(second, at_second)?,
    ];
    // White space alone makes no difference to a judge.
    if words[0].split_whitespace().eq(words[1].split_whitespace()) {
        let message = format!("expected another word than '{}'", words[0]);
        return mistake(at_second, message);
    }
    Ok(Winner::new(words, is_numbered))
}

/// Parses a word of an answer, in which `_` stands for a space.
fn word_at(text: &str, offset: usize) -> Result<String, Mistake> {
    let word = text.trim().replace('_', " ");
    if word.is_empty() {
        return mistake(offset, "expected a word, found nothing");
    }
    if word.contains('\n') {
        return mistake(offset, "expected a word, found the end of a line");
    }
    Ok(word)
}
