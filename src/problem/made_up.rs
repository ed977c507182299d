//! A statement for a game that has none, made up from its rules, its layout and its limits.

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
        format!(
            "\\problemname{{{}}}\n\n{}\n\
             \\begin{{Input}}\n{}\\end{{Input}}\n\n\
             \\begin{{Output}}\n{}\\end{{Output}}\n\n\
             \\section*{{{}}}\n{}",
            escaped(&problem.title_in(language)),
            rules(problem),
            input::input(problem),
            output(problem),
            t!("Limits"),
            input::limits(problem),
        )
    })
}

/// Each sentence on a line of its own.
pub(crate) fn lines(sentences: impl IntoIterator<Item = String>) -> String {
    let sentences = sentences.into_iter();
    let sentences = sentences.filter(|sentence| !sentence.is_empty());
    let line = |sentence: String| {
        let mut chars = sentence.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        let end = if sentence.ends_with([':', '：']) {
            ""
        } else {
            t!(".")
        };
        first.collect::<String>() + chars.as_str() + end + "\n"
    };
    sentences.map(line).collect()
}

/// Whether a position is a single pile.
fn has_one_pile(layout: &Layout) -> bool {
    let mut piles = layout.numbers.iter().filter(|number| number.role.is_pile());
    let is_alone = |pile: &NumberItem| {
        pile.are_positions
            || pile.role == Role::PileOf(PileOf::UpTo)
            || pile.length.is_none()
                && layout
                    .times_of_group(pile)
                    .is_none_or(|_| layout.positions())
    };
    piles.next().is_some_and(is_alone) && piles.next().is_none()
}

/// What a condition of sentences is called, and whether it holds.
type Condition = (&'static str, fn(&Problem) -> bool);

const FACTS: [Condition; 20] = [
    ("says-who-wins", |problem| problem.rules.says_who_wins()),
    ("misere", |problem| problem.rules.play == Play::Misere),
    ("nim", |problem| problem.rules.nim().is_some()),
    ("divides", divides),
    ("one", |problem| has_one_pile(&problem.layout)),
    ("rows", |problem| problem.rules.positions.becomes_rows),
    ("stones", |problem| problem.rules.positions.has_stones),
    ("sides", |problem| problem.rules.positions.has_sides),
    ("cells", |problem| problem.rules.positions.cells.is_some()),
    ("in-any-order", |problem| {
        problem.rules.positions.in_any_order
    }),
    ("ordered", |problem| problem.rules.positions.order.is_some()),
    ("cases", |problem| problem.layout.cases().is_some()),
    ("positions", |problem| problem.layout.positions()),
    ("any", |problem| problem.answer.any),
    ("any-after", |problem| {
        problem.rules.positions.values.any_after.is_some()
    }),
    ("no-move", |problem| !problem.answer.names_moves()),
    ("listed", |problem| problem.answer.lists_moves()),
    ("shown", |problem| problem.answer.shows_positions()),
    ("counted", |problem| problem.answer.has(Fact::Count)),
    ("valued-grundy", |problem| problem.answer.has(Fact::Grundy)),
];

fn divides(Problem { rules, .. }: &Problem) -> bool {
    rules.game().heaps().is_some() && !rules.has_single_moves()
}

/// What is true of a problem.
pub(crate) fn wording(problem: &Problem) -> Wording {
    let facts = FACTS
        .into_iter()
        .fold(Wording::default(), |wording, (name, holds)| {
            wording.and(name, holds(problem))
        });
    let on_lines = problem
        .answer
        .positions
        .as_ref()
        .map(|positions| positions.on_lines);
    facts
        .and("letters", on_lines == Some(false))
        .and("each-on-lines", on_lines == Some(true))
}

/// What is played with, what a move is, and who wins.
fn rules(problem: &Problem) -> String {
    let (rules, layout) = (&problem.rules, &problem.layout);
    let math = |hole: String| {
        let named = layout.numbers.iter().find(|number| number.name == hole);
        match named.and_then(|list| Some((list, list.length?))) {
            Some((list, length)) => all_of(list, &layout.numbers[length]),
            None if hole.contains(|c| !is_in_name(c)) => hole,
            None => format!("${}$", in_mathematics(&hole)),
        }
    };
    let is_only = has_one_pile(layout);
    let scene = word(rules.positions.scene[usize::from(!is_only)]);
    let wording = wording(problem).with("scene", scene);
    let [opening, end, play] = ["opening", "end", "play"].map(|place| wording.say(place));
    lines([opening, rules.move_sentence(is_only, math), end, play])
}

/// What is to be printed.
fn output(problem: &Problem) -> String {
    let (answer, layout) = (&problem.answer, &problem.layout);
    let has_lines = |pieces: &[Piece]| {
        let is_end = |piece: &Piece| matches!(piece, Piece::Literal(text) if text.contains('\n'));
        pieces.iter().any(is_end)
    };
    let ends_line = matches!(answer.won.last(), Some(Piece::Literal(text)) if text.ends_with('\n'));
    let only = match &answer.won[..] {
        [Piece::Value(value)] if answer.won == answer.lost => Some(*value),
        _ => None,
    };
    let mut wording = wording(problem)
        .and("only", only.is_some())
        .and("same", answer.won == answer.lost)
        .and(
            "one-line",
            !answer.names_moves() && !has_lines(&answer.won) && !has_lines(&answer.lost),
        )
        .and("in-line", !answer.won.is_empty() && !ends_line)
        .and("on-lines", answer.separator == '\n')
        .with("start", printed(&answer.won, layout))
        .with("lost", printed(&answer.lost, layout))
        .with("each", printed(&answer.each, layout));
    if let Some(order) = problem.rules.positions.order {
        wording = wording
            .with("order-listed", word(order[0]))
            .with("order-first", word(order[1]));
    }
    if let Some(value) = only {
        let meaning = meaning(&wording, value, problem);
        wording = wording.with("meaning", meaning);
    }
    let values = VALUES.iter().filter(|value| answer.has(value.fact));
    let meanings = values.map(|value| {
        let said = wording.clone().with("name", variable(value, layout));
        said.with("meaning", meaning(&wording, value, problem))
            .say("value")
    });
    let meanings = meanings.reduce(|all, next| all + t!(", and ") + &next);
    let wording = wording
        .and("valued", meanings.is_some())
        .with("meanings", meanings.unwrap_or_default());
    lines(["output", "here", "which", "counts", "grundy"].map(|place| wording.say(place)))
}

/// What a value means.
fn meaning(wording: &Wording, value: &Value, problem: &Problem) -> String {
    let values = &problem.rules.positions.values;
    let list = word(match value.fact {
        Fact::Pile => values.pile,
        Fact::Take => values.take,
        Fact::Size => values.size,
        Fact::Left => values.left,
        Fact::After => values
            .any_after
            .filter(|_| problem.answer.any)
            .unwrap_or(values.after),
        Fact::Case | Fact::Count | Fact::Grundy | Fact::PileFromZero => value.meaning,
    });
    wording
        .clone()
        .and("after", value.fact == Fact::After)
        .with("list", list)
        .say("meaning")
}

/// A text with variables for its values, in a sentence.
fn printed(pieces: &[Piece], layout: &Layout) -> String {
    let pieces = pieces.iter().map(|piece| match piece {
        Piece::Literal(text) => text.split('\n').map(escaped).collect::<Vec<_>>().join("\n"),
        Piece::Value(value) => variable(value, layout),
    });
    let text = pieces.collect::<String>();
    // Variables alone, or with signs between them, need no quotes.
    let has_words = |line: &str| {
        line.split('$')
            .step_by(2)
            .any(|text| text.contains(char::is_alphanumeric))
    };
    let lines = text.split('\n').map(|line| match line {
        line if has_words(line) || !line.is_empty() && !line.contains('$') => {
            format!("\\texttt{{{line}}}")
        }
        line => line.to_owned(),
    });
    let next = |before: String, line: String| {
        if before.is_empty() {
            return line;
        }
        t!("{before}, and on the line after that {line}", before, line)
    };
    lines.reduce(next).unwrap_or_default()
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

/// All numbers of a list.
fn all_of(list: &NumberItem, length: &NumberItem) -> String {
    let (name, mut length) = (in_mathematics(&list.name), in_mathematics(&length.name));
    if list.factor > 1 {
        length = format!("{}{length}", list.factor);
    }
    format!("${name}_1, \\dots, {name}_{{{length}}}$")
}
