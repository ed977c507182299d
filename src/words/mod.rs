//! Sentences for people, in English and in Chinese.
//!
//! The English stands where it is said, and is the key of the Chinese in `src/words/zh.toml`. In English nothing is
//! looked up: [`t!`] is a literal, or `format!`, whose arguments the compiler checks.
//!
//! ```text
//! use crate::words::{plural, t};
//!
//! t!("no smaller input fails")                          // &'static str; no `{name}` in it
//! t!("the nim-sum is {sum}", sum = nim_sum)             // String; braces that mean themselves are doubled
//! t!("{step}: {why}", step, why = reason.lost)          // a variable that has the name of the placeholder
//! plural!(n, "{n} test, {bad} failed", "{n} tests, {bad} failed", bad = failed)  // String; the plural is the key
//! #[error("{}", t!("expected a number, found {found}", found = shown_byte(*.0)))]  // of thiserror: `.0` is a field
//! ```
//!
//! A value is a whole phrase or a number: never part of a word, and never an English word that has not been through
//! [`t!`] itself. What a table holds in English is translated when it is printed, by [`word`]; `tests/words.rs` must
//! then know the table.

pub(crate) mod wording;

use std::cell::Cell;
use std::fmt::Display;
use std::sync::Mutex;

use clap::ValueEnum;

use crate::text::is_wide;
use crate::threads::lock;

// `TEXT` and `ENTRIES`, made from zh.toml.
include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// A sentence in the language of the reader.
macro_rules! t {
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
    ($text:literal $(,)?) => { $crate::words::word($text) };
    ($text:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        // All values before all names: a value may mention what has the name of another one.
        match ($(&$crate::words::t!(@value $name $(= $value)?),)+) {
            ($($name,)+) => match $crate::words::translated($text) {
                None => format!($text, $($name = $name),+),
                Some(text) => $crate::words::fill(text, &[$((stringify!($name), $name)),+]),
            }
        }
    };
}

/// A sentence whose English depends on a count, which both its forms show. The second one is the key.
macro_rules! plural {
    ($count:ident, $($rest:tt)+) => { $crate::words::plural!($count = $count, $($rest)+) };
    ($count:ident = $number:expr, $one:literal, $many:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        match (&$number, $(&$crate::words::t!(@value $name $(= $value)?),)*) {
            ($count, $($name,)*) => match $crate::words::translated($many) {
                None if *$count == 1 => format!($one, $count = $count $(, $name = $name)*),
                None => format!($many, $count = $count $(, $name = $name)*),
                Some(text) => {
                    $crate::words::fill(text, &[(stringify!($count), $count) $(, (stringify!($name), $name))*])
                }
            }
        }
    };
}

/// A sentence of a table, which is translated when it is printed.
macro_rules! english {
    ($text:literal $(,)?) => {
        $text
    };
}

pub(crate) use {english, plural, t};

/// A language of readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English
    #[value(name = "en")]
    English,
    /// Chinese
    #[value(name = "zh")]
    Chinese,
}

impl Language {
    /// This language, then the others.
    pub(crate) fn and_others(self) -> impl Iterator<Item = Self> {
        [self, Self::English, Self::Chinese].into_iter()
    }

    /// One of two, in English and in Chinese.
    pub(crate) fn choose<T>(self, [english, chinese]: [T; 2]) -> T {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }

    /// The language of the user's locale, as the environment says: Chinese if `LC_ALL`, else `LC_MESSAGES`, else `LANG`
    /// is one of Chinese.
    pub(crate) fn of_locale() -> Self {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        match ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set) {
            Some(locale) if locale.to_lowercase().starts_with("zh") => Self::Chinese,
            _ => Self::English,
        }
    }
}

/// What this process says is in this language.
static LANGUAGE: Mutex<Language> = Mutex::new(Language::English);

thread_local! {
    /// What this thread says [in](in_language) one language.
    static SPEAKING: Cell<Option<Language>> = const { Cell::new(None) };
}

/// Runs `say`, all of whose sentences are in `language`: JSON is in English, and a package has statements in both.
pub(crate) fn in_language<T>(language: Language, say: impl FnOnce() -> T) -> T {
    let before = SPEAKING.replace(Some(language));
    let said = say();
    SPEAKING.set(before);
    said
}

/// The language of the reader.
pub(crate) fn language() -> Language {
    SPEAKING.get().unwrap_or_else(|| *lock(&LANGUAGE))
}

/// Makes everything that this process says be in `language`.
pub(crate) fn set_language(language: Language) {
    *lock(&LANGUAGE) = language;
}

/// `english` in the language of the reader.
pub(crate) fn word(english: &'static str) -> &'static str {
    translated(english).unwrap_or(english)
}

/// The Chinese of `english`, if the reader's language is Chinese.
pub(crate) fn translated(english: &str) -> Option<&'static str> {
    (language() == Language::Chinese).then(|| chinese(english)).flatten()
}

/// What a library says of a `mistake`, behind that name for it, in the language of the reader. Of what has no Chinese,
/// only the name is left.
pub(crate) fn of_library(mistake: &str, said: &str) -> String {
    match (language(), translated(said)) {
        (Language::English, _) => said.to_owned(),
        (Language::Chinese, None) => mistake.to_owned(),
        (Language::Chinese, Some(said)) => format!("{mistake}：{said}"),
    }
}

/// What English says in the place of a number and the plural behind it.
const COUNTED: &[(&str, &str, &str)] = &[
    ("1", "stones", "1 stone"),
    ("1", "piles", "1 pile"),
    ("1", "cases", "1 case"),
    ("1", "sizes", "1 size"),
    ("1", "moves", "1 move"),
    ("1", "takes", "1 take"),
    ("1", "numbers", "1 number"),
    ("1", "positions", "1 position"),
    ("1", "times", ""),
    ("2", "times", "twice"),
];

/// `text`, in which counted words are in the plural, with those in the singular that ask for it.
pub(crate) fn agree(mut text: String) -> String {
    for &(number, many, one) in COUNTED {
        for shown in [number.to_owned(), format!("${number}$")] {
            let singular = one.replace(number, &shown);
            let space = if singular.is_empty() { "" } else { " " };
            text = text.replace(&format!(" {shown} {many}"), &format!("{space}{singular}"));
        }
    }
    text
}

/// The Chinese of `english`, if there is some.
fn chinese(english: &str) -> Option<&'static str> {
    let text = |[start, end]: [u32; 2]| &TEXT[start as usize..end as usize];
    let found = ENTRIES.binary_search_by(|[start, end, _]| text([*start, *end]).cmp(english));
    let [_, start, end] = ENTRIES[found.ok()?];
    Some(text([start, end]))
}

/// `text` with `values` in the place of their names in braces.
#[cold]
pub(crate) fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    fill_with(text, &|name| {
        let (_, value) = values.iter().find(|(known, _)| *known == name)?;
        Some(value.to_string())
    })
}

/// `text` with values in the place of their names in braces. A space between a value and the text stands only where
/// one of the two characters next to it is not East Asian: a name may be `a.in` or `答案`.
fn fill_with(text: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(['{', '}']) {
        filled += before;
        let named = after
            .split_once('}')
            .and_then(|(name, after)| Some((value(name)?, after)));
        let Some((value, after)) = named else {
            // A brace that means itself is doubled.
            filled += &after[..1];
            rest = &after[1..];
            continue;
        };
        let text = filled.strip_suffix(' ').unwrap_or_default();
        if value.starts_with(is_wide) && text.ends_with(is_wide) {
            filled.pop();
        }
        filled += &value;
        rest = match after.strip_prefix(' ') {
            Some(text) if value.ends_with(is_wide) && text.starts_with(is_wide) => text,
            _ => after,
        };
    }
    filled + rest
}
