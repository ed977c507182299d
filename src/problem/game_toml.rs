//! `game.toml`: the one description of a judge problem.

use std::ffi::OsStr;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::problem_yaml::{LIMITS, expected_mebibytes, expected_seconds};
use super::published::Published;
use super::{Files, Problem, Sample};
use crate::answer::{Fact, Template, VALUES, answers_of_positions};
use crate::error::{half_width, is_full_width};
use crate::game::positions::{Cells, PIECES};
use crate::game::rule::{Rules, meant};
use crate::layout::{Bindings, Layout, Mistake, Quoted, Role, mistake};
use crate::words::{of_library, t};

/// The keys, in the order of the documentation.
const KEYS: &[&str] = &["rule", "input", "piles", "answer", "sums", "alias"];

/// The keys that an alias may have as well.
const PUBLISHED: &[&str] = &[
    "title",
    "title_zh",
    "source",
    "url",
    "time_limit",
    "memory_limit",
    "sample",
];

/// The problem `id` that `text` describes, under the name or path `name`.
pub(super) fn parse(id: String, name: &OsStr, text: &str, files: Files) -> Result<Problem, Mistake> {
    let document = DeTable::parse(text).map_err(|error| mistake_in_toml(text, &error))?;
    let table = document.get_ref();
    check_keys(table, &[KEYS, PUBLISHED].concat())?;
    let value = |key| match table.get(key) {
        Some(value) => quoted(text, key, value),
        None => mistake(0, t!("expected a line {key} = \"...\"", key)),
    };
    let (input, piles) = (value("input")?, value("piles")?);
    let (answer, rule) = (value("answer")?, value("rule")?);
    let mut rules = rule.locate(Rules::parse(rule.text))?;
    let mut layout = parse_input(input, piles, answer, rule, &rules)?;
    if layout.numbers.iter().any(|number| number.role == Role::SecondCell) {
        rules.positions = &PIECES;
    }
    if let Some(sums) = table.get("sums") {
        layout.set_sums(quoted(text, "sums", sums)?)?;
    }
    if !layout.beside().is_empty() {
        rules.put_beside_piles();
    }
    let template = Template::parse(answer, &layout, &rules)?;
    rules.ask(template.asks_for_moves(), template.shows_positions());
    let argument = name.to_owned();
    let name = name.to_string_lossy().into_owned();
    let elsewhere = parse_aliases(text, table, &layout)?;
    let aliases = elsewhere.iter().map(|(id, ..)| id.clone()).collect();
    let mut published = Published::of(text, table)?;
    if let Some((_, own_layout, own)) = elsewhere.into_iter().find(|(id, ..)| *id == name) {
        layout = own_layout;
        // What an alias leaves open is as for the problem itself, unless that is about its judge.
        published = own.or(Published {
            titles: published.titles,
            samples: published.samples,
            ..Published::default()
        });
    }
    let words: Vec<_> = input.text.split_whitespace().collect();
    Ok(Problem {
        published,
        layout: Arc::new(layout),
        id,
        name,
        argument,
        aliases,
        written_input: words.join(" "),
        written_rule: rule.text.to_owned(),
        rules,
        answer: template,
        toml: text.to_owned(),
        files,
        yaml: None,
    })
}

/// The layout of `input`, in which these are the piles, and the other names are those of this rule.
fn parse_input(
    input: Quoted<'_>,
    piles: Quoted<'_>,
    answer: Quoted<'_>,
    rule: Quoted<'_>,
    rules: &Rules,
) -> Result<Layout, Mistake> {
    let parts = rules.asks_of_input().map(|part| {
        let name = &rule.text[part.offset..][..part.text.len()];
        (name, part.role)
    });
    // Of a move or of the moves, piles are named or counted.
    let asks_for_piles = VALUES
        .iter()
        .any(|value| (value.is_of_move() || value.fact == Fact::Count) && answer.text.contains(&value.in_braces()));
    let bindings = Bindings {
        piles,
        in_list: match rules.king() {
            Some(_) => Role::Person,
            None => Role::Pile,
        },
        count: rules.positions.count,
        are_distinct: rules.positions.cells == Some(Cells::Distinct),
        asks_for_no_pile: rules.game().heaps().is_some() && !asks_for_piles,
        may_be_beside: rules.may_be_beside_piles(),
        rule,
        parts: parts.collect(),
        answer,
        positions: answers_of_positions(answer.text).map(|(.., times)| times),
        meant: &|| meant(rule.text),
        is_taken: &|name| rules.has_word(name),
    };
    Layout::parse(input, &bindings)
}

/// What is wrong with a text that is no TOML.
fn mistake_in_toml(text: &str, error: &toml::de::Error) -> Mistake {
    let offset = error.span().map_or(0, |span| span.start);
    let message = of_library(t!("this is not TOML"), error.message());
    mistake_of_quotes(text, offset).unwrap_or(Mistake { offset, message })
}

/// What is wrong with the line at `offset`, if it is no TOML because of its quotes or other signs.
fn mistake_of_quotes(text: &str, offset: usize) -> Option<Mistake> {
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?;
    if line.trim_start().starts_with("//") {
        let at = start + line.len() - line.trim_start().len();
        return mistake::<()>(at, t!("a comment starts with '#', not with '//'")).err();
    }
    let quote = match open_quote(line) {
        Ok(quote) => quote,
        Err((at, full)) => return Some(full_width(start + at, full)),
    };
    let end = line.find(['=', ':'])?;
    let (key, value) = (line[..end].trim(), line[end + 1..].split('#').next()?.trim());
    let is_key = KEYS.iter().chain(PUBLISHED).any(|known| *known == key) || key == "limits";
    if is_key && line[end..].starts_with(':') {
        return mistake::<()>(start + end, t!("expected '=' after '{key}', found ':'", key)).err();
    }
    if is_key && !value.starts_with(['"', '\'', '[']) {
        let at = line.rfind(value).filter(|_| !value.is_empty()).unwrap_or(line.len());
        let message = t!("expected a text between quotes for '{key}'", key);
        let message = match value.trim_matches(['"', '\'']) {
            "" => message,
            value => t!("{message}: {key} = \"{value}\"", message, key, value),
        };
        return mistake::<()>(start + at, message).err();
    }
    let (opening, quote) = quote?;
    mistake::<()>(
        start + opening,
        t!("the text that starts here does not end with {quote}", quote),
    )
    .err()
}

/// The quote of a line that is not closed, and its place. An error is the place of a sign that looks like another.
fn open_quote(line: &str) -> Result<Option<(usize, char)>, (usize, char)> {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        let half = half_width(c);
        match quote {
            None if c == '#' => break,
            None if matches!(c, '"' | '\'') => quote = Some((at, c)),
            None if half != c => return Err((at, c)),
            Some((_, open)) if c == open => quote = None,
            // It is a part of a text that ends.
            Some((_, open)) if line[at..].contains(open) => {}
            Some((_, open)) if c != half && half == open => return Err((at, c)),
            None | Some(_) => {}
        }
    }
    Ok(quote)
}

/// The mistake of a sign that looks like another.
fn full_width(offset: usize, full: char) -> Mistake {
    let half = half_width(full);
    let message = if is_full_width(full) {
        t!("expected '{half}', found the full-width '{full}'", half, full)
    } else {
        t!("expected '{half}', found '{full}'", half, full)
    };
    Mistake { offset, message }
}

/// Checks that a table has no other keys.
fn check_keys(table: &DeTable<'_>, known: &[&str]) -> Result<(), Mistake> {
    let is_known = |key: &str| known.contains(&key);
    let Some(other) = table.keys().find(|key| !is_known(key.get_ref())) else {
        return Ok(());
    };
    let key = other.get_ref();
    let changes = |known: &&&str| strsim::osa_distance(&key.to_lowercase(), known);
    let meant = known.iter().min_by_key(changes);
    let message = match meant.filter(|meant| changes(meant) <= meant.len() / 3) {
        Some(meant) => t!("there is no key '{key}': did you mean '{meant}'?", key, meant),
        None => t!(
            "there is no key '{key}': expected {keys}",
            key,
            keys = known.join(t!(", "))
        ),
    };
    mistake(other.span().start, message)
}

/// The value of a key, which is a string.
fn quoted<'t>(file: &str, key: &str, value: &'t Spanned<DeValue<'_>>) -> Result<Quoted<'t>, Mistake> {
    let Range { start, end } = value.span();
    let Some(text) = value.get_ref().as_str() else {
        let message = t!("expected a text between quotes for '{key}'", key);
        return mistake(start, message);
    };
    // After the quotes; a text with escapes is not found in the file.
    let inside = file[start..end].find(text).unwrap_or(1).max(1);
    let quoted = Quoted {
        text,
        start: start + inside,
    };
    // Words of an answer may be Chinese, as those of titles are.
    let is_full = |(_, c): &(usize, char)| match key {
        "rule" | "input" | "piles" | "limits" => half_width(*c) != *c,
        "answer" => *c == '｜',
        _ => false,
    };
    match text.char_indices().find(is_full) {
        None => Ok(quoted),
        Some((at, full)) => Err(full_width(quoted.start + at, full)),
    }
}

impl Published {
    /// What the keys of a table say.
    fn of(file: &str, table: &DeTable<'_>) -> Result<Self, Mistake> {
        let text = |key| {
            let value = table.get(key).map(|value| quoted(file, key, value));
            Ok(value.transpose()?.map(|value| value.text.to_owned()))
        };
        let limit = |key, expected| {
            let number = |value: &Spanned<DeValue<'_>>| {
                let number = match value.get_ref() {
                    DeValue::Integer(number) => number.as_str().parse().ok(),
                    DeValue::Float(number) => number.as_str().parse().ok(),
                    _ => None,
                };
                let number = number.filter(|number| LIMITS.contains(number));
                number.map_or_else(|| mistake(value.span().start, expected), Ok)
            };
            table.get(key).map(number).transpose()
        };
        Ok(Self {
            titles: [text("title")?, text("title_zh")?],
            source: text("source")?,
            url: text("url")?,
            time_limit: limit("time_limit", expected_seconds())?,
            memory_limit: limit("memory_limit", expected_mebibytes())?,
            samples: samples(file, table.get("sample"))?,
        })
    }

    /// This, and what `other` says of what it leaves open.
    pub(super) fn or(self, other: Self) -> Self {
        let (has_titles, has_samples) = (self.titles != [None, None], !self.samples.is_empty());
        Self {
            titles: if has_titles { self.titles } else { other.titles },
            source: self.source.or(other.source),
            url: self.url.or(other.url),
            time_limit: self.time_limit.or(other.time_limit),
            memory_limit: self.memory_limit.or(other.memory_limit),
            samples: if has_samples { self.samples } else { other.samples },
        }
    }
}

/// The samples, each as `"INPUT -> ANSWERS"`, where `/` ends a line; one, or a list.
fn samples(file: &str, value: Option<&Spanned<DeValue<'_>>>) -> Result<Vec<Sample>, Mistake> {
    let all = match value {
        None => &[][..],
        Some(value) => match value.get_ref() {
            DeValue::Array(samples) => samples,
            _ => std::slice::from_ref(value),
        },
    };
    let lines = |text: &str| {
        let lines = text.split('/').map(|line| line.trim().to_owned() + "\n");
        lines.collect::<String>()
    };
    let sample = |value: &Spanned<DeValue<'_>>| {
        let is_text = value.get_ref().as_str().is_some();
        let written = is_text.then(|| quoted(file, "sample", value)).transpose()?;
        match written.and_then(|written| written.text.split_once("->")) {
            Some((input, answers)) => Ok((lines(input), lines(answers))),
            None => mistake(
                written.map_or(value.span().start, |written| written.start),
                t!("expected an input and its answers, as in '2 / 2 3 -> Yes'"),
            ),
        }
    };
    all.iter().map(sample).collect()
}

/// The same problem elsewhere: its ids, each with the layout with its limits, and what is known of it there.
fn parse_aliases(
    file: &str,
    table: &DeTable<'_>,
    layout: &Layout,
) -> Result<Vec<(String, Layout, Published)>, Mistake> {
    let Some(aliases) = table.get("alias") else {
        return Ok(Vec::new());
    };
    // In the order of the file, since the table sorts them.
    let mut in_order: Vec<_> = as_table(aliases)?.iter().collect();
    in_order.sort_by_key(|(id, _)| id.span().start);
    let parsed = in_order.into_iter().map(|(id, alias)| {
        let keys = as_table(alias)?;
        check_keys(keys, &[&["limits"][..], PUBLISHED].concat())?;
        let layout = match keys.get("limits") {
            Some(limits) => layout.with_limits(quoted(file, "limits", limits)?)?,
            None => layout.clone(),
        };
        Ok((id.get_ref().to_string(), layout, Published::of(file, keys)?))
    });
    parsed.collect()
}

fn as_table<'t, 'f>(value: &'t Spanned<DeValue<'f>>) -> Result<&'t DeTable<'f>, Mistake> {
    match value.get_ref().as_table() {
        Some(table) => Ok(table),
        None => mistake(value.span().start, t!("expected tables [alias.ID]")),
    }
}
