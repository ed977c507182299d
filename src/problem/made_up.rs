//! A statement for a game that has none. What is true of the game chooses its sentences in `src/words/statement.txt`.

mod input;

use super::Problem;
use super::statement::{escaped, in_mathematics};
use crate::answer::template::Piece;
use crate::answer::{Fact, VALUES, Value};
use crate::game::Play;
use crate::layout::{Layout, NumberItem, PileOf, Role, is_in_name};
use crate::words::wording::Wording;
use crate::words::{Language, in_language, t, word};

/// The statement in a language, as `LaTeX`.
pub(crate) fn statement(problem: &Problem, language: Language) -> String {
    in_language(language, || {
        let wording = wording(problem);
        format!(
            "\\problemname{{{}}}\n\n{}\n\
             \\begin{{Input}}\n{}\n\\end{{Input}}\n\n\
             \\begin{{Output}}\n{}\\end{{Output}}\n\n\
             \\section*{{{}}}\n{}",
            escaped(&problem.title_in(language)),
            rules(problem, &wording),
            input::input(&problem.layout, &wording).trim_end(),
            output(problem, &wording),
            t!("Limits"),
            input::limits(problem, &wording),
        )
    })
}

/// What is true of a problem.
pub(crate) fn wording(problem: &Problem) -> Wording {
    let (rules, layout, answer) = (&problem.rules, &problem.layout, &problem.answer);
    let (kind, positions) = (rules.positions, answer.positions.as_ref());
    Wording::default().and([
        ("says-who-wins", rules.says_who_wins()),
        ("misere", rules.play == Play::Misere),
        ("nim", rules.nim().is_some()),
        ("divides", rules.game().heaps().is_some() && !rules.has_single_moves()),
        ("one", has_one_pile(layout)),
        ("rows", kind.becomes_rows),
        ("stones", kind.has_stones),
        ("sides", kind.has_sides),
        ("cells", kind.cells.is_some()),
        ("in-any-order", kind.in_any_order),
        ("ordered", kind.order.is_some()),
        ("cases", layout.cases().is_some()),
        ("positions", layout.positions()),
        ("any", answer.any),
        ("any-after", kind.values.any_after.is_some()),
        ("no-move", !answer.names_moves()),
        ("listed", answer.lists_moves()),
        ("shown", answer.shows_positions()),
        ("counted", answer.has(Fact::Count)),
        ("valued-grundy", answer.has(Fact::Grundy)),
        ("letters", positions.is_some_and(|each| !each.on_lines)),
        ("each-on-lines", positions.is_some_and(|each| each.on_lines)),
    ])
}

/// Whether a position is a single pile.
fn has_one_pile(layout: &Layout) -> bool {
    let is_alone = |pile: &NumberItem| {
        let is_in_row = || !layout.positions() && layout.times_of_group(pile).is_some();
        pile.are_positions || pile.role == Role::PileOf(PileOf::UpTo) || pile.length.is_none() && !is_in_row()
    };
    let mut piles = layout.numbers.iter().filter(|number| number.role.is_pile());
    matches!((piles.next(), piles.next()), (Some(pile), None) if is_alone(pile))
}

/// What is played with, what a move is, and who wins.
fn rules(problem: &Problem, wording: &Wording) -> String {
    let (rules, numbers) = (&problem.rules, &problem.layout.numbers);
    let math = |hole: String| {
        let named = numbers.iter().find(|number| number.name == hole);
        let name = in_mathematics(&hole);
        match named.and_then(|list| input::last_place(&problem.layout, list)) {
            Some(last) => format!("${name}_1, \\dots, {name}_{{{last}}}$"),
            None if hole.contains(|c| !is_in_name(c)) => hole,
            None => format!("${name}$"),
        }
    };
    let is_only = has_one_pile(&problem.layout);
    wording
        .with([
            ("scene", word(rules.positions.scene[usize::from(!is_only)]).to_owned()),
            ("move", rules.move_sentence(is_only, math)),
        ])
        .lines(["opening", "move", "end", "play"])
}

/// What is to be printed.
fn output(problem: &Problem, wording: &Wording) -> String {
    let (answer, layout) = (&problem.answer, &problem.layout);
    let (won, lost) = (&answer.won, &answer.lost);
    let is_only = won == lost && matches!(won[..], [Piece::Value(_)]);
    let ends_line = matches!(won.last(), Some(Piece::Literal(text)) if text.ends_with('\n'));
    let is_break = |piece: &Piece| matches!(piece, Piece::Literal(text) if text.contains('\n'));
    let is_one_line = !answer.names_moves() && !won.iter().chain(lost).any(is_break);
    let meaning = |value| {
        let meant = word(meaning(value, problem)).to_owned();
        wording
            .and([("after", value.fact == Fact::After)])
            .with([("name", variable(value, layout)), ("list", meant)])
            .say(if is_only { "meaning" } else { "value" })
    };
    let values = VALUES.iter().filter(|value| answer.has(value.fact));
    let meanings: Vec<_> = values.map(meaning).collect();
    let order = problem.rules.positions.order.unwrap_or_default();
    let [order_listed, order_first] = order.map(|text| word(text).to_owned());
    wording
        .and([
            ("only", is_only),
            ("same", won == lost),
            ("one-line", is_one_line),
            ("in-line", !won.is_empty() && !ends_line),
            ("on-lines", answer.separator == '\n'),
            ("valued", !meanings.is_empty()),
        ])
        .with([
            ("start", printed(won, layout)),
            ("lost", printed(lost, layout)),
            ("each", printed(&answer.each, layout)),
            ("meanings", meanings.join(t!(", and "))),
            ("order-listed", order_listed),
            ("order-first", order_first),
        ])
        .lines(["output", "here", "which", "counts", "grundy"])
}

/// What a value means, in English.
fn meaning(value: &Value, problem: &Problem) -> &'static str {
    let values = &problem.rules.positions.values;
    match value.fact {
        Fact::Pile => values.pile,
        Fact::Take => values.take,
        Fact::Size => values.size,
        Fact::Left => values.left,
        Fact::After if problem.answer.any => values.any_after.unwrap_or(values.after),
        Fact::After => values.after,
        Fact::Case | Fact::Count | Fact::Grundy | Fact::PileFromZero => value.meaning,
    }
}

/// A text with variables for its values, in a sentence.
fn printed(text: &[Piece], layout: &Layout) -> String {
    let text = text.iter().map(|piece| match piece {
        Piece::Literal(text) => text.split('\n').map(escaped).collect::<Vec<_>>().join("\n"),
        Piece::Value(value) => variable(value, layout),
    });
    // Variables alone, or with signs between them, need no quotes.
    let quoted = |line: &str| {
        let mut words = line.split('$').step_by(2);
        let has_words = words.any(|text| text.contains(char::is_alphanumeric));
        if has_words || !line.is_empty() && !line.contains('$') {
            format!("\\texttt{{{line}}}")
        } else {
            line.to_owned()
        }
    };
    let next = |before: String, line: String| {
        if before.is_empty() {
            return line;
        }
        t!("{before}, and on the line after that {line}", before, line)
    };
    let lines = text.collect::<String>();
    lines.split('\n').map(quoted).reduce(next).unwrap_or_default()
}

/// The variable for a value, which no number of the input is called.
fn variable(value: &Value, layout: &Layout) -> String {
    let is_free = |name: &String| layout.numbers.iter().all(|number| number.name != *name);
    let names = [value.letter.to_owned(), value.letter.to_uppercase()];
    // No other value is called like one of these.
    let others = ('u'..='z').map(String::from);
    let name = names.into_iter().chain(others).find(is_free);
    format!("${}$", name.as_deref().unwrap_or(value.letter))
}
