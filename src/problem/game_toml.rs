//! `game.toml`: the one description of a judge problem.

use std::ffi::OsStr;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Files, Problem};
use crate::answer::{Fact, Template, VALUES, answers_of_positions};
use crate::game::rule::{Rules, Shape};
use crate::game::verb::Verb;
use crate::layout::{Bindings, Layout, Mistake, Quoted, Role, Syntax, mistake};
use crate::words::{Language, t};

/// The keys, in the order of the documentation.
const KEYS: [&str; 8] = [
    "rule", "input", "piles", "answer", "sums", "title", "title_zh", "alias",
];

/// The problem `id` that `text` describes, under the name or path `name`.
pub(super) fn parse(
    id: String,
    name: &OsStr,
    text: &str,
    files: Files,
) -> Result<Arc<Problem>, Mistake> {
    let document = DeTable::parse(text).map_err(|error| Mistake {
        offset: error.span().map_or(0, |span| span.start),
        message: t!("{why}", why = error.message()),
    })?;
    let table = document.get_ref();
    check_keys(table, &KEYS)?;
    let value = |key| match table.get(key) {
        Some(value) => quoted(text, key, value),
        None => mistake(0, t!("expected a line {key} = \"...\"", key)),
    };
    let (input, piles) = (value("input")?, value("piles")?);
    let (answer, rule) = (value("answer")?, value("rule")?);
    let mut rules = rule.locate(Rules::parse(rule.text))?;
    let is_taken = |name: &str| rules.has_word(name);
    let positions = answers_of_positions(answer.text).map(|(.., times)| times);
    let syntax = Syntax::parse(input, positions, &is_taken)?;
    let parts = rules.asks_of_input().map(|part| {
        let name = &rule.text[part.offset..][..part.text.len()];
        (name, part.role)
    });
    let mut layout = syntax.bind(&Bindings {
        piles,
        in_list: match rules.shape().king() {
            Some(_) => Role::Person,
            None => Role::Pile,
        },
        count: rules.shape().count(),
        are_distinct: rules.shape() == Shape::Distinct,
        asks_for_no_pile: rules.heaps().is_some()
            && !VALUES.iter().any(|value| {
                (value.is_of_move() || value.fact == Fact::Count)
                    && answer.text.contains(&value.in_braces())
            }),
        may_be_beside: rules.may_be_beside_piles(),
        rule,
        parts: parts.collect(),
        answer,
        positions,
    })?;
    if layout
        .numbers
        .iter()
        .any(|number| number.role == Role::SecondCell)
    {
        rules.verb = Verb::Approach;
    }
    if let Some(sums) = table.get("sums") {
        layout.set_sums(quoted(text, "sums", sums)?)?;
    }
    if !layout.beside().is_empty() {
        rules.put_beside_piles();
    }
    let template = Template::parse(answer, &layout, &rules)?;
    let aliases = match table.get("alias") {
        None => Vec::new(),
        Some(aliases) => parse_aliases(text, aliases, &layout)?,
    };
    let argument = name.to_owned();
    let name = name.to_string_lossy().into_owned();
    let alias = aliases.iter().find(|alias| alias.id == name);
    let own_title = alias.map(|alias| alias.title.clone());
    let own_layout = alias.and_then(|alias| alias.layout.clone());
    let words: Vec<_> = input.text.split_whitespace().collect();
    Ok(Arc::new(Problem {
        title: match own_title.filter(|title| *title != Title::default()) {
            Some(title) => title,
            None => Title::of(text, table)?,
        },
        layout: Arc::new(own_layout.unwrap_or(layout)),
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
        yaml: OnceLock::new(),
    }))
}

/// Checks that a table has no other keys.
fn check_keys(table: &DeTable<'_>, known: &[&str]) -> Result<(), Mistake> {
    let is_known = |key: &str| known.contains(&key);
    let Some(other) = table.keys().find(|key| !is_known(key.get_ref())) else {
        return Ok(());
    };
    let message = t!(
        "there is no key '{key}': expected {keys}",
        key = other.get_ref(),
        keys = known.join(t!(", "))
    );
    mistake(other.span().start, message)
}

/// The value of a key, which is a string.
fn quoted<'t>(
    file: &str,
    key: &str,
    value: &'t Spanned<DeValue<'_>>,
) -> Result<Quoted<'t>, Mistake> {
    let Range { start, end } = value.span();
    let Some(text) = value.get_ref().as_str() else {
        let message = t!("expected a text between quotes for '{key}'", key);
        return mistake(start, message);
    };
    // After the quotes; a text with escapes is not found in the file.
    let inside = file[start..end].find(text).unwrap_or(1).max(1);
    Ok(Quoted {
        text,
        start: start + inside,
    })
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
            let value = table.get(key).map(|value| quoted(file, key, value));
            Ok(value.transpose()?.map(|value| value.text.to_owned()))
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

fn parse_aliases<'t>(
    file: &str,
    aliases: &'t Spanned<DeValue<'t>>,
    layout: &Layout,
) -> Result<Vec<Alias>, Mistake> {
    let table = |value: &'t Spanned<DeValue<'t>>| match value.get_ref().as_table() {
        Some(table) => Ok(table),
        None => mistake(value.span().start, t!("expected tables [alias.ID]")),
    };
    let mut parsed = Vec::new();
    // In the order of the file, since the table sorts them.
    let mut in_order: Vec<_> = table(aliases)?.iter().collect();
    in_order.sort_by_key(|(id, _)| id.span().start);
    for (id, alias) in in_order {
        let keys = table(alias)?;
        check_keys(keys, &["limits", "title", "title_zh"])?;
        let limits = keys.get("limits");
        let limits = limits.map(|value| layout.with_limits(quoted(file, "limits", value)?));
        parsed.push(Alias {
            id: id.get_ref().to_string(),
            layout: limits.transpose()?,
            title: Title::of(file, keys)?,
        });
    }
    Ok(parsed)
}
