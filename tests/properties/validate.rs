//! What `validate` says does not depend on how an input is read, nor on what follows the violation; what is valid is
//! answered.

use bouton::internals::engine::RunOptions;

use super::answering::{answer_input, check_pieces, check_text, file};
use super::problem;

/// The bytes: the problem, how many bytes are read at a time, then the text.
pub fn check(data: &[u8]) {
    let Some(([which, size], text)) = data.split_first_chunk() else {
        return;
    };
    let problem = problem(*which);
    let name = &problem.name;
    let shown = String::from_utf8_lossy(text);
    let layout = &problem.layout;
    let outcome = check_text(layout, text);
    let in_pieces = check_pieces(layout, text, 1 + usize::from(*size) % 17);
    assert_eq!(in_pieces, outcome, "{name}: {shown:?}");

    match outcome {
        Ok(_) => {
            let (answers, result) = answer_input(problem, &mut file(text), RunOptions::one_thread());
            assert!(result.is_ok(), "{name}: {shown:?}: {result:?}");
            assert!(answers.ends_with('\n'), "{name}: {shown:?}");
        }
        Err(violation) => {
            let place = violation.position;
            let lines = text.split_inclusive(|&byte| byte == b'\n');
            let before: usize = lines.take(place.line as usize - 1).map(<[u8]>::len).sum();
            let before = &text[..before + place.column as usize - 1];
            // Up to there it may be all of a valid input.
            if let Err(earlier) = check_text(layout, before) {
                assert_eq!(earlier.position, place, "{name}: {shown:?}");
            }
        }
    }
}
