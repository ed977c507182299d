//! `game.toml`: the one description of a judge problem.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::answer::{Template, answers_of_positions};
use crate::game::rule::{self, Rules};
use crate::layout::{Layout, Mistake, Role, mistake};

/// The contents of a `game.toml`.
#[derive(Debug)]
pub(crate) struct GameToml {
    /// The rules, except for what the input gives.
    pub rules: Rules,
    /// The layout of an input, with the limits of the problem itself.
    pub layout: Layout,
    /// What is printed for a case.
    pub answer: Template,
    /// Other ids, each with the limits that it changes, if any.
    pub aliases: Vec<(String, Option<Layout>)>,
    /// Aliases that have another title, each with that.
    pub titles: Vec<(String, AliasTitle)>,
}

/// The keys, in the order of the documentation.
const KEYS: [&str; 5] = ["rule", "input", "piles", "answer", "alias"];

/// Parses `text`.
pub(crate) fn parse(text: &str) -> Result<GameToml, Mistake> {
    let document = DeTable::parse(text).map_err(|error| Mistake {
        offset: error.span().map_or(0, |span| span.start),
        message: error.message().to_owned(),
    })?;
    let table = document.get_ref();
    for key in table.keys() {
        if !KEYS.contains(&key.get_ref().as_ref()) {
            let message = format!(
                "there is no key '{}': expected {}",
                key.get_ref(),
                KEYS.join(", ")
            );
            return mistake(key.span().start, message);
        }
    }
    let value = |key| StringValue::of(text, table, key);
    let input = value("input")?;
    let mut layout = input.locate(Layout::parse(&input.text))?;
    let mut names = layout.numbers.iter().map(|number| &number.name);
    if let Some(name) = names.find(|name| rule::is_word(name)) {
        let message = format!("'{name}' is a word of a rule, and cannot be a name");
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
            let message = format!(
                "'{}' comes after the positions that need it: each position is answered when it has been read",
                part.name
            );
            return mistake(rule.start + part.offset, message);
        }
    }
    let in_group = layout.has_piles_in_group();
    // Persons stand on one hill, but rows of piles are one position.
    let is_several = in_group && layout.has_pile_list() && !rules.has_piles();
    if layout.positions != in_group && (layout.positions || is_several) {
        let message = if in_group {
            "a case has several positions, one for each repetition of a group: the answer is WL*NAME or (WON|LOST)*NAME"
        } else {
            "an answer for each position needs the piles in a group of the case"
        };
        return mistake(answer.start, message);
    }
    input.locate(layout.set_counts())?;
    let (aliases, titles) = match table.get("alias") {
        None => (Vec::new(), Vec::new()),
        Some(aliases) => parse_aliases(text, aliases, &layout)?,
    };
    Ok(GameToml {
        rules,
        layout,
        answer: template,
        aliases,
        titles,
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
            return mistake(0, format!("expected a line {key} = \"...\""));
        };
        Self::new(file, key, value)
    }

    fn new(file: &str, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Self, Mistake> {
        let Range { start, end } = value.span();
        let Some(text) = value.get_ref().as_str() else {
            return mistake(start, format!("expected a text between quotes for '{key}'"));
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

/// An alias, and the layout with its limits if they are others.
type AliasLimits = (String, Option<Layout>);

/// An alias, and its title.
type Titled = (String, AliasTitle);

/// The title of an alias, where it is not that of the problem.
#[derive(Debug, Default)]
pub(crate) struct AliasTitle {
    /// In all languages, or in all but Chinese.
    pub title: Option<String>,
    /// In Chinese.
    pub chinese: Option<String>,
}

fn parse_aliases(
    file: &str,
    aliases: &Spanned<DeValue<'_>>,
    layout: &Layout,
) -> Result<(Vec<AliasLimits>, Vec<Titled>), Mistake> {
    let Some(table) = aliases.get_ref().as_table() else {
        return mistake(aliases.span().start, "expected tables [alias.ID]");
    };
    let (mut parsed, mut titles) = (Vec::new(), Vec::new());
    // In the order of the file, since the table sorts them.
    let mut in_order: Vec<_> = table.iter().collect();
    in_order.sort_by_key(|(id, _)| id.span().start);
    for (id, alias) in in_order {
        let start = alias.span().start;
        let Some(keys) = alias.get_ref().as_table() else {
            return mistake(start, format!("expected a table [alias.{}]", id.get_ref()));
        };
        let is_known = |key: &str| ["limits", "title", "title_zh"].contains(&key);
        if let Some(other) = keys.keys().find(|key| !is_known(key.get_ref())) {
            let message = format!(
                "there is no key '{}': expected limits, title or title_zh",
                other.get_ref()
            );
            return mistake(other.span().start, message);
        }
        let title = |key| {
            let value = keys
                .get(key)
                .map(|value| StringValue::new(file, key, value));
            Ok(value.transpose()?.map(|value| value.text))
        };
        let title = AliasTitle {
            title: title("title")?,
            chinese: title("title_zh")?,
        };
        titles.push((id.get_ref().to_string(), title));
        let limits = match keys.get("limits") {
            None => None,
            Some(value) => {
                let value = StringValue::new(file, "limits", value)?;
                let mut layout = layout.clone();
                value.locate(layout.set_limits(&value.text))?;
                Some(layout)
            }
        };
        parsed.push((id.get_ref().to_string(), limits));
    }
    Ok((parsed, titles))
}
