//! `problem.yaml`: what the package of a problem says about it.

use std::ops::RangeInclusive;

use yaml_rust2::scanner::ScanError;
use yaml_rust2::{Yaml, YamlLoader};

use crate::layout::{Mistake, mistake};
use crate::words::t;

/// The limits that make sense, in seconds or MiB.
pub(super) const LIMITS: RangeInclusive<f64> = 1e-3..=1e6;

pub(super) fn expected_seconds() -> &'static str {
    t!("expected a number of seconds from 0.001 to 1000000")
}

pub(super) fn expected_mebibytes() -> &'static str {
    t!("expected a number of MiB from 0.001 to 1000000")
}

/// What matters here of a `problem.yaml`.
#[derive(Debug)]
pub(crate) struct ProblemYaml {
    /// All that is written.
    pub written: Yaml,
    /// The limit of CPU time, in seconds.
    pub time_limit: Option<f64>,
    /// The limit of memory, in MiB.
    pub memory: Option<f64>,
    /// The judge, and the problem's number there; of several sources the first.
    pub source: Option<String>,
    /// The page of the problem there.
    pub url: Option<String>,
}

/// Parses `text`.
pub(crate) fn parse(text: &str) -> Result<ProblemYaml, Mistake> {
    let loaded = YamlLoader::load_from_str(text).map_err(|error| scan_error(text, &error))?;
    let written = loaded.into_iter().next().unwrap_or(Yaml::BadValue);
    let limits = &written["limits"];
    if !(limits.is_hash() || is_absent(limits)) {
        let expected = t!("expected limits such as 'time_limit: 1'");
        return mistake(position(text, "limits"), expected);
    }
    let source = match &written["source"] {
        Yaml::Array(sources) => sources.first().unwrap_or(&Yaml::BadValue),
        source => source,
    };
    let string = |yaml: &Yaml| yaml.as_str().map(str::to_owned);
    Ok(ProblemYaml {
        time_limit: limit(text, limits, "time_limit", expected_seconds())?,
        memory: limit(text, limits, "memory", expected_mebibytes())?,
        source: string(source).or_else(|| string(&source["name"])),
        url: string(&source["url"]),
        written,
    })
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
        None => mistake(position(text, key), expected),
        number => Ok(number),
    }
}

/// Where `key` stands first: a value that is loaded does not know its position.
fn position(text: &str, key: &str) -> usize {
    text.find(&format!("{key}:")).unwrap_or(0)
}

/// Markers count characters.
fn scan_error(text: &str, error: &ScanError) -> Mistake {
    let offset = text.char_indices().nth(error.marker().index());
    Mistake {
        offset: offset.map_or(text.len(), |(offset, _)| offset),
        message: error.info().to_owned(),
    }
}
