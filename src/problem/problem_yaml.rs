//! `problem.yaml`: what the package of a problem says about it.

use std::ops::RangeInclusive;

use yaml_rust2::parser::{Event, Parser};
use yaml_rust2::scanner::ScanError;
use yaml_rust2::{Yaml, YamlLoader};

use super::published::Published;
use crate::layout::{Mistake, mistake};
use crate::words::{of_library, t};

/// The limits that make sense, in seconds or MiB.
pub(super) const LIMITS: RangeInclusive<f64> = 1e-3..=1e6;

pub(super) fn expected_seconds() -> &'static str {
    t!("expected a number of seconds from 0.001 to 1000000")
}

pub(super) fn expected_mebibytes() -> &'static str {
    t!("expected a number of MiB from 0.001 to 1000000")
}

/// Parses `text`: all that is written, and what matters here of that; of several sources the first.
pub(super) fn parse(text: &str) -> Result<(Yaml, Published), Mistake> {
    let loaded = YamlLoader::load_from_str(text).map_err(|error| scan_error(text, &error))?;
    let written = loaded.into_iter().next().unwrap_or(Yaml::BadValue);
    let limits = &written["limits"];
    if !(limits.is_hash() || is_absent(limits)) {
        let expected = t!("expected limits such as 'time_limit: 1'");
        return mistake(position(text, &["limits"]), expected);
    }
    let source = match &written["source"] {
        Yaml::Array(sources) => sources.first().unwrap_or(&Yaml::BadValue),
        source => source,
    };
    let string = |yaml: &Yaml| yaml.as_str().map(str::to_owned);
    let published = Published {
        time_limit: limit(text, limits, "time_limit", expected_seconds())?,
        memory_limit: limit(text, limits, "memory", expected_mebibytes())?,
        source: string(source).or_else(|| string(&source["name"])),
        url: string(&source["url"]),
        ..Published::default()
    };
    Ok((written, published))
}

fn is_absent(yaml: &Yaml) -> bool {
    yaml.is_null() || yaml.is_badvalue()
}

/// The limit `key`, if there is one; else what is `expected`.
fn limit(text: &str, limits: &Yaml, key: &str, expected: &str) -> Result<Option<f64>, Mistake> {
    let number = match &limits[key] {
        absent if is_absent(absent) => return Ok(None),
        Yaml::Integer(number) => u32::try_from(*number).ok().map(f64::from),
        Yaml::Real(number) | Yaml::String(number) => number.parse().ok(),
        _ => None,
    };
    match number.filter(|number| LIMITS.contains(number)) {
        None => mistake(position(text, &["limits", key]), expected),
        number => Ok(number),
    }
}

/// Where the key at the end of a path stands: a value that is loaded does not know its position.
fn position(text: &str, path: &[&str]) -> usize {
    let mut parser = Parser::new_from_str(text);
    // Of each mapping that is open, the key whose value comes next; of each list, nothing.
    let mut open: Vec<Option<Option<String>>> = Vec::new();
    // It was loaded before.
    while let Ok((event, mark)) = parser.next_token() {
        match (event, open.last_mut()) {
            (Event::StreamEnd, _) => break,
            (Event::MappingStart(..), _) => {
                open.push(Some(None));
                continue;
            }
            (Event::SequenceStart(..), _) => {
                open.push(None);
                continue;
            }
            (Event::Scalar(name, ..), Some(Some(key @ None))) => {
                *key = Some(name);
                let keys = open.iter().map(|key| key.as_ref()?.as_deref());
                if keys.eq(path.iter().map(|&key| Some(key))) {
                    return offset(text, mark.index());
                }
                continue;
            }
            (Event::MappingEnd | Event::SequenceEnd, _) => drop(open.pop()),
            _ => {}
        }
        // A value is complete.
        if let Some(Some(key)) = open.last_mut() {
            *key = None;
        }
    }
    0
}

/// Where the character with this index starts: markers count characters.
fn offset(text: &str, index: usize) -> usize {
    let found = text.char_indices().nth(index);
    found.map_or(text.len(), |(offset, _)| offset)
}

fn scan_error(text: &str, error: &ScanError) -> Mistake {
    // This one is written for whoever writes Rust.
    let message = match error.info() {
        info if info.ends_with("duplicated key in mapping") => t!("this key is repeated").to_owned(),
        info => of_library(t!("this is not YAML"), info),
    };
    Mistake {
        offset: offset(text, error.marker().index()),
        message,
    }
}
