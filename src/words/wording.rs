//! Sentences that are chosen by conditions: rows of `statement.txt`.

use super::{fill_with, t, word};

/// The rows: place, conditions, sentence.
fn rows() -> impl Iterator<Item = [&'static str; 3]> {
    let lines = include_str!("statement.txt").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (head, sentence) = line.split_once('|')?;
        let (place, conditions) = head.split_once(' ')?;
        Some([place, conditions, sentence.trim()])
    })
}

/// All sentences that are more than a value, in English.
pub fn sentences() -> impl Iterator<Item = &'static str> {
    rows()
        .map(|[.., sentence]| sentence)
        .filter(|sentence| sentence.contains(' '))
}

/// What is true of something, and its values.
#[derive(Clone, Default)]
pub(crate) struct Wording {
    facts: Vec<String>,
    values: Vec<(&'static str, String)>,
}

impl Wording {
    /// The same, where those of these that are true hold as well.
    pub(crate) fn and<F: Into<String>>(&self, facts: impl IntoIterator<Item = (F, bool)>) -> Self {
        let mut more = self.clone();
        let holding = facts.into_iter().filter(|(_, is_true)| *is_true);
        more.facts.extend(holding.map(|(fact, _)| fact.into()));
        more
    }

    /// The same with more values.
    pub(crate) fn with<const N: usize>(&self, values: [(&'static str, String); N]) -> Self {
        let mut more = self.clone();
        more.values.splice(0..0, values);
        more
    }

    /// The sentence in a place, or its value; nothing if no row of it holds.
    pub(crate) fn say(&self, place: &str) -> String {
        if let Some((_, value)) = self.values.iter().find(|(name, _)| *name == place) {
            return value.clone();
        }
        let holds = |name: &str| self.facts.iter().any(|fact| fact == name);
        let row = rows().find(|[at, names, _]| *at == place && names.split_whitespace().all(holds));
        let text = row.map_or("", |[.., text]| if text.is_empty() { text } else { word(text) });
        fill_with(text, &|name| Some(self.say(name)))
    }

    /// What is said in these places, each sentence on a line of its own.
    pub(crate) fn lines<const N: usize>(&self, places: [&str; N]) -> String {
        lines(places.map(|place| self.say(place)))
    }
}

/// Each sentence on a line of its own.
pub(crate) fn lines(sentences: impl IntoIterator<Item = String>) -> String {
    let line = |sentence: String| {
        let mut chars = sentence.chars();
        let first = chars.next()?.to_uppercase();
        let end = if sentence.ends_with([':', '：']) { "" } else { t!(".") };
        Some(format!("{first}{}{end}\n", chars.as_str()))
    };
    sentences.into_iter().filter_map(line).collect()
}
