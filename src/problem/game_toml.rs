//! `game.toml`: the one description of a judge problem.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::answer::{Template, answers_of_positions};
use crate::game::rule::{self, Rules};
use crate::layout::{Layout, Mistake, Role, mistake};
use crate::words::{Language, t};

/// The contents of a `game.toml`.
#[derive(Debug)]
pub(crate) struct GameToml {
    /// The rule as it is written.
    pub rule: String,
    /// The rules, except for what the input gives.
    pub rules: Rules,
    /// The layout of an input, with the limits of the problem itself.
    pub layout: Layout,
    /// What is printed for a case.
    pub answer: Template,
    /// The same problem elsewhere.
    pub aliases: Vec<Alias>,
    /// Its title, where it is not that of the statement.
    pub title: Title,
}

/// The keys, in the order of the documentation.
const KEYS: [&str; 7] = [
    "rule", "input", "piles", "answer", "title", "title_zh", "alias",
];

/// Parses `text`.
pub(crate) fn parse(text: &str) -> Result<GameToml, Mistake> {
    let document = DeTable::parse(text).map_err(|error| Mistake {
        offset: error.span().map_or(0, |span| span.start),
        message: t!("{why}", why = error.message()),
    })?;
    let table = document.get_ref();
    for key in table.keys() {
        if !KEYS.contains(&key.get_ref().as_ref()) {
            let message = t!(
                "there is no key '{key}': expected {keys}",
                key = key.get_ref(),
                keys = KEYS.join(", ")
            );
            return mistake(key.span().start, message);
        }
    }
    let value = |key| StringValue::of(text, table, key);
    let input = value("input")?;
    let mut layout = input.locate(Layout::parse(&input.text))?;
    let mut names = layout.numbers.iter().map(|number| &number.name);
    if let Some(name) = names.find(|name| rule::is_word(name)) {
        let message = t!(
            "'{name}' is a word of a rule, and cannot be a name",
            name = name
        );
        let pattern = format!("{name}:");
        let starts = input.text.match_indices(&pattern);
        let mut starts = starts.map(|(at, _)| at);
        let offset = starts.find(|&at| !input.text[..at].ends_with(char::is_alphanumeric));
        return mistake(input.start + offset.unwrap_or(0), message);
    }
    let answer = value("answer")?;
    if let Some((_, times)) = answers_of_positions(&answer.text) {
        layout.set_positions(times);
    }
    let rule = value("rule")?;
    let rules = rule.locate(Rules::parse(&rule.text))?;
    let piles = value("piles")?;
    let of_piles = if rules.king().is_none() {
        Role::Pile
    } else {
        Role::Person
    };
    piles.locate(layout.set_piles(&piles.text, of_piles, rules.piles_in_position()))?;
    if rules.are_distinct() {
        piles.locate(layout.set_distinct())?;
    }
    for part in rules.asks_of_input() {
        rule.locate(layout.set_rule(part.name, part.offset, part.number))?;
    }
    piles.locate(layout.check_piles(&piles.text))?;
    let template = answer.locate(Template::parse(&answer.text, &layout, &rules))?;
    for part in rules.asks_of_input().filter(|_| layout.positions) {
        if layout.comes_late(part.name) {
            let message = t!(
                "'{name}' comes after the positions that need it: each position is answered when it has been read",
                name = part.name
            );
            return mistake(rule.start + part.offset, message);
        }
    }
    let in_group = layout.has_piles_in_group();
    // Persons stand on one hill, but rows of piles are one position.
    let is_several = in_group && layout.has_pile_list() && !rules.has_piles();
    if layout.positions != in_group && (layout.positions || is_several) {
        let message = if in_group {
            t!(
                "a case has several positions, one for each repetition of a group: the answer is WL*NAME or (WON|LOST)*NAME"
            )
        } else {
            t!("an answer for each position needs the piles in a group of the case")
        };
        return mistake(answer.start, message);
    }
    input.locate(layout.set_counts())?;
    let aliases = match table.get("alias") {
        None => Vec::new(),
        Some(aliases) => parse_aliases(text, aliases, &layout)?,
    };
    Ok(GameToml {
        rule: rule.text,
        rules,
        layout,
        answer: template,
        title: Title::of(text, table)?,
        aliases,
    })
}

/// The value of a key, which is a string.
struct StringValue {
    text: String,
    /// The offset of the text in the file.
    start: usize,
}

impl StringValue {
    fn of(file: &str, table: &DeTable<'_>, key: &str) -> Result<Self, Mistake> {
        let Some(value) = table.get(key) else {
            return mistake(0, t!("expected a line {key} = \"...\"", key = key));
        };
        Self::new(file, key, value)
    }

    fn new(file: &str, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, Mistake> {
        let Range { start, end } = value.span();
        let Some(text) = value.get_ref().as_str() else {
            return mistake(
                start,
                t!("expected a text between quotes for '{key}'", key = key),
            );
        };
        // After the quotes; a text with escapes is not found in the file.
        let inside = file[start..end]
            .find(text)
            .map_or(1, |inside| inside.max(1));
        Ok(Self {
            text: text.to_owned(),
            start: start + inside,
        })
    }

    /// Moves the offset of a mistake to count from the start of the file.
    fn locate<T>(&self, result: Result<T, Mistake>) -> Result<T, Mistake> {
        result.map_err(|mistake| Mistake {
            offset: self.start + mistake.offset,
            ..mistake
        })
    }
}

/// The same problem elsewhere.
#[derive(Debug)]
pub struct Alias {
    /// Its id there.
    pub id: String,
    /// The layout with its limits there, if they are others.
    pub layout: Option<Layout>,
    /// Its title there, if it is another one.
    pub title: Title,
}

/// A title, where it is not that of the statement.
#[derive(Clone, Debug, Default)]
pub struct Title {
    /// In all languages, or in all but Chinese.
    pub title: Option<String>,
    /// In Chinese.
    pub chinese: Option<String>,
}

impl Title {
    /// What `title` and `title_zh` of a table say.
    fn of(file: &str, table: &DeTable<'_>) -> Result<Self, Mistake> {
        let title = |key| {
            let value = table
                .get(key)
                .map(|value| StringValue::new(file, key, value));
            Ok(value.transpose()?.map(|value| value.text))
        };
        Ok(Self {
            title: title("title")?,
            chinese: title("title_zh")?,
        })
    }

    /// The title in this language, if there is one.
    pub(super) fn in_language(&self, language: Language) -> Option<&String> {
        match language {
            Language::English => self.title.as_ref(),
            Language::Chinese => self.chinese.as_ref().or(self.title.as_ref()),
        }
    }
}

fn parse_aliases(
    file: &str,
    aliases: &Spanned<DeValue<'_>>,
    layout: &Layout,
) -> Result<Vec<Alias>, Mistake> {
    let Some(table) = aliases.get_ref().as_table() else {
        return mistake(aliases.span().start, t!("expected tables [alias.ID]"));
    };
    let mut parsed = Vec::new();
    // In the order of the file, since the table sorts them.
    let mut in_order: Vec<_> = table.iter().collect();
    in_order.sort_by_key(|(id, _)| id.span().start);
    for (id, alias) in in_order {
        let start = alias.span().start;
        let Some(keys) = alias.get_ref().as_table() else {
            return mistake(
                start,
                t!("expected a table [alias.{id}]", id = id.get_ref()),
            );
        };
        let is_known = |key: &str| ["limits", "title", "title_zh"].contains(&key);
        if let Some(other) = keys.keys().find(|key| !is_known(key.get_ref())) {
            let message = t!(
                "there is no key '{key}': expected limits, title or title_zh",
                key = other.get_ref()
            );
            return mistake(other.span().start, message);
        }
        let limits = match keys.get("limits") {
            None => None,
            Some(value) => {
                let value = StringValue::new(file, "limits", value)?;
                let mut layout = layout.clone();
                value.locate(layout.set_limits(&value.text))?;
                Some(layout)
            }
        };
        parsed.push(Alias {
            id: id.get_ref().to_string(),
            layout: limits,
            title: Title::of(file, keys)?,
        });
    }
    Ok(parsed)
}
