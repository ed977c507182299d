//! Which rule may be meant by a text that is none.
//!
//! What is proposed is made from the words of the text alone, in three steps: they are read as most people write them
//! ([`plain`]), a row of the table is sought that has the same words but for their spelling ([`respelled`]), and the
//! result must be a rule. So no word is lost and none changes its meaning: `nim or split 4` is not `nim or split 3`.

use super::written::{HOLES, fits, is_name, patterns, words};
use super::{RuleDef, Rules};
use crate::error::half_width;
use crate::words::t;

/// Says that there is no such rule as `text`, and which one may be meant.
pub(super) fn no_rule(text: &str) -> String {
    match meant(text) {
        Some(rule) => t!(
            "there is no rule '{text}'; did you mean '{rule}'? ('bouton help game.toml' lists the rules)",
            text,
            rule
        ),
        None => match form(text) {
            _ if text.is_empty() => {
                t!("expected a rule such as nim ('bouton help game.toml' lists the rules)").to_owned()
            }
            Some(form) => t!(
                "there is no rule '{text}': it is written '{form}' ('bouton help game.toml' lists the rules)",
                text,
                form
            ),
            None => t!(
                "there is no rule '{text}' ('bouton help game.toml' lists the rules)",
                text
            ),
        },
    }
}

/// The rule that may be meant by `text`.
pub fn meant(text: &str) -> Option<String> {
    let (misere, plain) = plain(text);
    if misere > 1 {
        return None;
    }
    let found: Vec<_> = words(&plain).into_iter().map(|(_, word)| word).collect();
    if let Some(rule) = named(&found).filter(|_| misere == 0) {
        return Some(rule.to_owned());
    }
    // A name alone is no set: that would be in the input.
    let in_front = found.first().filter(|first| !is_name(first) || is_of_rules(first));
    let with_take = in_front.map(|_| [&["take"], &found[..]].concat());
    let proposed = |found: &[&str]| {
        let spelled = patterns().filter_map(|(_, _, written)| respelled(&written, found));
        let rules = spelled.map(|(changes, rule)| {
            let misere = if misere > 0 { "misere " } else { "" };
            (changes, misere.to_owned() + &rule)
        });
        let rules = rules.filter(|(_, rule)| rule != text && Rules::parse(rule).is_ok());
        rules.min_by_key(|(changes, _)| *changes).map(|(_, rule)| rule)
    };
    proposed(&found).or_else(|| proposed(&with_take?))
}

/// Games that have the name of somebody, or of a series.
const NAMES: &[(&str, &str)] = &[
    ("lasker", "nim or split"),
    ("grundy", "split unequal"),
    ("fibonacci", "take 1..2*last"),
];

/// The rule of the game that these words name, such as `Lasker's Nim`.
fn named(found: &[&str]) -> Option<&'static str> {
    let found: Vec<_> = found.iter().map(|word| word.to_lowercase()).collect();
    let says_more = |word: &&String| !["nim", "game", "s"].contains(&&***word);
    match &found.iter().filter(says_more).collect::<Vec<_>>()[..] {
        [name] => NAMES.iter().find(|(known, _)| known == name).map(|(_, rule)| *rule),
        _ => None,
    }
}

/// How the one rule is written that has these words and something that is given: `moore K` for `moore`.
fn form(text: &str) -> Option<&'static str> {
    let found: Vec<_> = words(text).into_iter().map(|(_, word)| word).collect();
    let lacks_only_holes = |row: &&RuleDef| {
        let all = words(row.written).into_iter().map(|(_, word)| word);
        let (holes, fixed): (Vec<_>, Vec<_>) = all.partition(|word| HOLES.contains(word));
        !holes.is_empty() && fixed == found
    };
    let mut rows = super::RULES.iter().filter(lacks_only_holes);
    let row = rows.next()?;
    rows.next().is_none().then_some(row.written)
}

/// `found` in the spelling of a rule that is `written` so, and how many letters are others, if the words are the same.
fn respelled(written: &str, found: &[&str]) -> Option<(usize, String)> {
    let pattern = words(written);
    if pattern.len() != found.len() {
        return None;
    }
    let (mut changes, mut text) = (0, String::new());
    for ((_, word), found) in pattern.iter().zip(found) {
        let word = if HOLES.contains(word) {
            let is_other_word = is_name(found) && is_of_rules(found);
            (fits(word, found) && !is_other_word).then_some(*found)?
        } else {
            changes += misspelled(word, found)?;
            word
        };
        // As people write them: `1..3`, `1..2*last`.
        let is_close = [&*text, word].iter().any(|it| it.ends_with("..") || it.ends_with('*'));
        let space = if is_close || text.is_empty() { "" } else { " " };
        text = text + space + word;
    }
    Some((changes, text))
}

/// How many letters of `word` are others in `found`, if it may be misspelled so: none of a short word or a number.
fn misspelled(word: &str, found: &str) -> Option<usize> {
    let most = match word.len() {
        _ if !is_name(word) => 0,
        0..=2 => 0,
        3..=7 => 1,
        _ => 2,
    };
    let changes = strsim::osa_distance(word, &found.to_lowercase());
    (changes <= most).then_some(changes)
}

/// Whether this is a word of some rule, if misspelled.
fn is_of_rules(found: &str) -> bool {
    let is_one = |def: &RuleDef| {
        let mut words = words(def.written).into_iter().map(|(_, word)| word);
        words.any(|word| is_name(word) && !HOLES.contains(&word) && misspelled(word, found).is_some())
    };
    super::RULES.iter().any(is_one) || found == "misere"
}

/// How often `text` says `misere`, and the rest of it with ranges as `1..3` and sets as `{1,3,4}`, without signs that
/// say nothing.
fn plain(text: &str) -> (usize, String) {
    let all = tokens(text);
    let is_misere = |token: &&str| *token == "anti" || misspelled("misere", token).is_some();
    let others: Vec<_> = all
        .iter()
        .map(String::as_str)
        .filter(|token| !is_misere(token))
        .collect();
    let is_normal = |token: &&str| *token == "normal" && all.len() > 1;
    let others: Vec<_> = others.into_iter().filter(|token| !is_normal(token)).collect();
    let (mut rest, mut plain) = (&others[..], Vec::new());
    while let [first, others @ ..] = rest {
        // A name in front is no set.
        let is_of_takes = plain.last().map_or(!is_name(first), |before: &String| {
            ["take", "ring"].iter().any(|verb| misspelled(verb, before).is_some())
        });
        let (read, after) = match set(rest).filter(|_| is_of_takes).or_else(|| range(rest)) {
            Some((read, after)) => (read, after),
            None => ((*first).to_owned(), others),
        };
        if read.contains(|c: char| c.is_alphanumeric() || c == '*') {
            plain.push(read);
        }
        rest = after;
    }
    (
        all.iter().map(String::as_str).filter(is_misere).count(),
        plain.join(" "),
    )
}

/// The words, numbers and signs of a text, in the letters that most keyboards have.
fn tokens(text: &str) -> Vec<String> {
    let usual = |c: char| match c {
        'è' | 'é' | 'È' | 'É' => 'e',
        '–' | '—' | '−' | '~' | '～' => '-',
        '、' => ',',
        '…' | '‥' => '.',
        c => half_width(c),
    };
    let text: String = text.replace(['…', '‥'], "..").chars().map(usual).collect();
    let (mut tokens, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '^';
        let len = if first == '.' {
            rest.len() - rest.trim_start_matches('.').len()
        } else if is_word(first) {
            // A point is a part of a code such as 0.137, two are not.
            let mut ends = rest.match_indices(|c| !is_word(c));
            let end = ends.find(|&(at, sign)| sign != "." || !rest[at + 1..].starts_with(is_word));
            end.map_or(rest.len(), |(at, _)| at)
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(len);
        // `take1..3` and `moore2` lack a space.
        let letters = token.trim_end_matches(|c: char| c.is_ascii_digit());
        if token.to_lowercase() == "staircase" {
            tokens.push("stairs".to_owned());
        } else if !letters.is_empty() && letters != token && is_of_rules(letters) {
            tokens.push(letters.to_owned());
            tokens.push(token[letters.len()..].to_owned());
        } else {
            tokens.push(token.to_owned());
        }
        rest = after.trim_start();
    }
    tokens
}

/// Some of the tokens as a rule has them, and the tokens behind these.
type Reading<'r, 't> = (String, &'r [&'t str]);

/// A range, in one of the ways in which people write it.
fn range<'r, 't>(tokens: &'r [&'t str]) -> Option<Reading<'r, 't>> {
    let (least, most, after) = match tokens {
        ["up", "to", most, after @ ..]
        | ["at", "most", most, after @ ..]
        | ["<", "=", most, after @ ..]
        | ["≤", most, after @ ..] => (&"1", most, after),
        ["from", least, "to", most, after @ ..]
        | ["between", least, "and", most, after @ ..]
        | [least, "..", "=", most, after @ ..]
        | [least, "to" | "through" | "-" | ":" | ".." | "...", most, after @ ..] => (least, most, after),
        _ => return None,
    };
    let is_range = is_element(least) && (is_element(most) || *most == "half");
    is_range.then(|| (format!("{least}..{most}"), after))
}

/// A set, in one of the ways in which people write it, or a range in its place.
fn set<'r, 't>(tokens: &'r [&'t str]) -> Option<Reading<'r, 't>> {
    let (is_open, mut rest) = match tokens {
        ["{" | "[" | "(", rest @ ..] => (true, rest),
        _ => (false, tokens),
    };
    let closed = |rest: &'r [&'t str]| match rest {
        ["}" | "]" | ")", after @ ..] if is_open => after,
        _ => rest,
    };
    if let Some((range, after)) = range(rest) {
        return Some((range, closed(after)));
    }
    let mut elements = Vec::new();
    loop {
        let (start, is_separate) = match rest {
            _ if elements.is_empty() => (rest, true),
            ["," | ";", "and" | "or", rest @ ..] | ["," | ";" | "and" | "or", rest @ ..] => (rest, true),
            _ => (rest, false),
        };
        match start {
            // A name between numbers may be any word: `1 up 3`.
            [element, after @ ..] if is_element(element) && (is_separate || !is_name(element)) => {
                elements.push(*element);
                rest = after;
            }
            _ => break,
        }
    }
    let has_number = elements.iter().any(|element| !is_name(element));
    has_number.then(|| (format!("{{{}}}", elements.join(",")), closed(rest)))
}

/// Whether this is a number or a name of one, and not a word of a rule.
fn is_element(token: &str) -> bool {
    token.starts_with(char::is_alphanumeric) && !is_of_rules(token)
}
