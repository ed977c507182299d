//! `game.toml`: the one description of a judge problem.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::framing::{Roles, framing};
use super::layout::{Item, Layout, Mistake, NumberItem, mistake, numbers_of, only_number, words};
use crate::answer::Template;
use crate::frame::{Framing, List, Param};
use crate::game::rule::{FromInput, Rules};

/// The contents of a `game.toml`.
#[derive(Debug)]
pub struct GameToml {
    /// The rules, except for what the input gives.
    pub rules: Rules,
    /// The layout of an input, with the limits of the problem itself.
    pub layout: Layout,
    /// The layout, compiled for a framer.
    pub framing: Framing,
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
///
/// # Errors
/// The first mistake, with its offset in `text`.
pub fn parse(text: &str) -> Result<GameToml, Mistake> {
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
    let layout = input.locate(Layout::parse(&input.text))?;
    let rule = value("rule")?;
    let rules = rule.locate(Rules::parse(&rule.text))?;
    let piles = value("piles")?;
    let mut meaning = piles.locate(pile_roles(&piles.text, &layout, &rules))?;
    for part in rules.from_input() {
        rule.locate(add_input_role(&part, &layout, &mut meaning))?;
    }
    piles.locate(piles_in_case(&piles.text, &layout))?;
    let answer = value("answer")?;
    let template = answer.locate(Template::parse(&answer.text, &layout, &rules))?;
    let in_group = has_piles_in_group(&layout, &meaning);
    meaning.positions = template.letters.is_some();
    for part in rules.from_input().filter(|_| meaning.positions) {
        if rules_come_late(part.name, &layout, &meaning) {
            let message = format!("'{}' comes after the positions that need it", part.name);
            return mistake(rule.start + part.offset, message);
        }
    }
    if meaning.positions != in_group && (meaning.positions || has_list(&meaning)) {
        let message = if in_group {
            "a case has several positions, one for each repetition of a group: the answer is WL*NAME"
        } else {
            "a letter for each position needs the piles in a group of the case"
        };
        return mistake(answer.start, message);
    }
    let framing = input.locate(framing(&layout, &meaning))?;
    let (aliases, titles) = match table.get("alias") {
        None => (Vec::new(), Vec::new()),
        Some(aliases) => parse_aliases(text, aliases, &layout)?,
    };
    Ok(GameToml {
        rules,
        layout,
        framing,
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
pub struct AliasTitle {
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

/// Finds the number or list of the layout with this name, and whether it is a list.
fn named<'l>(
    layout: &'l Layout,
    name: &str,
    offset: usize,
) -> Result<(&'l NumberItem, bool), Mistake> {
    let numbers = layout.numbers();
    let Some(&number) = numbers.iter().find(|number| number.name == name) else {
        let names: Vec<_> = numbers.iter().map(|number| number.name.as_str()).collect();
        let message = format!(
            "there is no '{name}' in the input: expected one of {}",
            names.join(", ")
        );
        return mistake(offset, message);
    };
    let is_list = number.times.is_some() || layout.column_times(number.index).is_some();
    Ok((number, is_list))
}

/// Finds what the names in `piles` mean.
fn pile_roles(text: &str, layout: &Layout, rules: &Rules) -> Result<Roles, Mistake> {
    let list = match rules.king() {
        None => List::Piles,
        Some(_) => List::Persons,
    };
    let mut meaning = Roles::default();
    for (offset, name) in words(text) {
        let (number, is_list) = named(layout, name, offset)?;
        let index = number.index;
        if is_list {
            meaning.lists.push((index, list));
        } else {
            meaning.params.push((index, Param::Pile));
        }
        if meaning.lists.len() + meaning.params.len() > 1 && !meaning.lists.is_empty() {
            return mistake(offset, "expected one list, or numbers that stand alone");
        }
    }
    if let Some(count) = rules.piles_in_position()
        && (!meaning.lists.is_empty() || meaning.params.len() != count)
    {
        let message = format!("expected the names of {count} numbers, each a pile");
        return mistake(0, message);
    }
    if meaning.lists.is_empty() && (meaning.params.is_empty() || list == List::Persons) {
        return mistake(0, "expected the name of the list that has the piles");
    }
    Ok(meaning)
}

/// Checks that the piles are a part of each case.
fn piles_in_case(text: &str, layout: &Layout) -> Result<(), Mistake> {
    let case = numbers_of(layout.case());
    match words(text).find(|(_, name)| case.iter().all(|number| number.name != *name)) {
        None => Ok(()),
        Some((offset, name)) => mistake(
            offset,
            format!("'{name}' comes before the cases, but each case has piles of its own"),
        ),
    }
}

/// Adds the part of the rules that the input gives to `roles`.
fn add_input_role(
    from_input: &FromInput<'_>,
    layout: &Layout,
    roles: &mut Roles,
) -> Result<(), Mistake> {
    let (number, is_list) = named(layout, from_input.name, from_input.offset)?;
    let taken = roles.lists.iter().any(|(index, _)| *index == number.index)
        || roles.params.iter().any(|(index, _)| *index == number.index);
    if taken {
        return mistake(
            from_input.offset,
            format!("'{}' is a pile", from_input.name),
        );
    }
    match (from_input.number, is_list) {
        (None, true) => roles.lists.push((number.index, List::SubtractionSet)),
        (Some(param), false) => roles.params.push((number.index, param)),
        (None, false) => {
            return mistake(
                from_input.offset,
                format!("expected a list, '{}' is a number", from_input.name),
            );
        }
        (Some(_), true) => {
            return mistake(
                from_input.offset,
                format!("expected a number, '{}' is a list", from_input.name),
            );
        }
    }
    Ok(())
}

/// Whether the number or list with this name comes after the group with the piles.
fn rules_come_late(name: &str, layout: &Layout, roles: &Roles) -> bool {
    let has_piles = |item: &Item| match item {
        Item::Group(items, _) => numbers_of(items)
            .iter()
            .any(|number| is_pile(roles, number.index)),
        Item::Number(_) | Item::LineEnd | Item::Answer => false,
    };
    let after = layout
        .case()
        .iter()
        .skip_while(|item| !has_piles(item))
        .skip(1);
    let after: Vec<_> = after.cloned().collect();
    numbers_of(&after).iter().any(|number| number.name == name)
}

/// Whether the piles are in a group of the case.
fn has_piles_in_group(layout: &Layout, roles: &Roles) -> bool {
    layout.case().iter().any(|item| match item {
        Item::Group(items, _) if only_number(items).is_none() => {
            items.iter().any(|item| match item {
                Item::Number(number) => is_pile(roles, number.index),
                Item::Group(items, _) => {
                    only_number(items).is_some_and(|n| is_pile(roles, n.index))
                }
                Item::LineEnd | Item::Answer => false,
            })
        }
        _ => false,
    })
}

fn is_pile(roles: &Roles, index: usize) -> bool {
    let list = |&(other, list): &(usize, List)| other == index && list != List::SubtractionSet;
    let param = |&(other, param): &(usize, Param)| other == index && param == Param::Pile;
    roles.lists.iter().any(list) || roles.params.iter().any(param)
}

/// Whether the piles are a list.
fn has_list(roles: &Roles) -> bool {
    roles
        .lists
        .iter()
        .any(|&(_, list)| list != List::SubtractionSet)
}
