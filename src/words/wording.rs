//! Sentences that are chosen by conditions: rows of `statement.txt`.

use std::fmt::Display;

use super::{fill, word};

struct Row {
    place: &'static str,
    conditions: &'static str,
    sentence: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    let lines = include_str!("statement.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let (head, sentence) = line.split_once('|')?;
        let (place, conditions) = head.split_once(' ')?;
        let sentence = sentence.trim();
        Some(Row {
            place,
            conditions,
            sentence,
        })
    })
}

/// All of them that are more than a value, in English.
pub fn sentences() -> impl Iterator<Item = &'static str> {
    let sentences = rows().map(|row| row.sentence);
    sentences.filter(|sentence| sentence.contains(' '))
}

/// What is true of something, and its values.
#[derive(Clone, Default)]
pub(crate) struct Wording {
    facts: Vec<&'static str>,
    values: Vec<(&'static str, String)>,
}

impl Wording {
    /// The same, where this is true as well, if it is.
    pub(crate) fn and(mut self, fact: &'static str, is_true: bool) -> Self {
        self.facts.extend(is_true.then_some(fact));
        self
    }

    /// The same with another value.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// The sentence in a place; nothing if none holds.
    pub(crate) fn say(&self, place: &str) -> String {
        let holds = |row: &Row| {
            let mut conditions = row.conditions.split_whitespace();
            conditions.all(|name| self.facts.contains(&name))
        };
        let row = rows().find(|row| row.place == place && holds(row));
        let Some(row) = row.filter(|row| !row.sentence.is_empty()) else {
            return String::new();
        };
        let text = word(row.sentence);
        let names = text
            .split('{')
            .skip(1)
            .filter_map(|part| Some(part.split_once('}')?.0));
        let values: Vec<_> = names.map(|name| (name, self.value(name))).collect();
        let values: Vec<_> = values
            .iter()
            .map(|(name, value)| (*name, value as &dyn Display))
            .collect();
        fill(text, &values)
    }

    fn value(&self, name: &str) -> String {
        let mut values = self.values.iter().rev();
        let value = values.find(|(known, _)| *known == name);
        value.map_or_else(|| self.say(name), |(_, value)| value.clone())
    }
}
