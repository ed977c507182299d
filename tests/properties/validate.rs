//! `validate` finds what a naive parser of the layout finds; valid inputs are answered.

use bouton::engine::RunOptions;

use super::answering::{answer_input, check_pieces, check_text, file};
use super::{layout, problem};

/// The bytes: the problem, how many bytes are read at a time, then the text.
pub fn check(data: &[u8]) {
    let Some(([which, size], text)) = data.split_first_chunk() else {
        return;
    };
    let problem = problem(*which);
    let name = &problem.name;
    let toml = problem.files.get("game.toml").unwrap();
    let mut sections = toml.split("[alias.");
    let own = sections.next().unwrap();
    let input = value(own, "input").unwrap();
    let game = (value(own, "rule").unwrap(), value(own, "piles").unwrap());
    let limits = sections.find_map(|alias| value(alias.strip_prefix(&**name)?, "limits"));
    let naive = layout::check(input, limits.unwrap_or_default(), game, text);
    let shown = String::from_utf8_lossy(text);

    let layout = &problem.layout;
    let outcome = check_text(layout, text);
    let place = outcome.as_ref().map_err(|violation| {
        let position = violation.position;
        (position.line, position.column)
    });
    let naive_place = naive.as_ref().map_err(|&offset| {
        let before = &text[..offset];
        let lines = before.split(|&byte| byte == b'\n');
        let last = lines.clone().next_back().unwrap().len();
        (lines.count() as u64, last as u64 + 1)
    });
    assert_eq!(place, naive_place, "{name}: {shown:?}");

    let in_pieces = check_pieces(layout, text, 1 + usize::from(*size) % 17);
    assert_eq!(in_pieces, outcome, "{name}: {shown:?}");

    if outcome.is_ok() {
        let (answers, result) = answer_input(problem, &mut file(text), RunOptions::one_thread());
        assert!(result.is_ok(), "{name}: {shown:?}: {result:?}");
        assert!(answers.ends_with('\n'), "{name}: {shown:?}");
    }
}

/// The text of a key in a part of a `game.toml`.
fn value<'t>(toml: &'t str, key: &str) -> Option<&'t str> {
    let mut lines = toml.lines();
    let value = lines.find_map(|line| line.strip_prefix(key))?;
    Some(value.trim_start_matches([' ', '=']).trim_matches('"'))
}
