//! `problem.yaml`: what the package of a problem says about it.

use yaml_rust2::YamlLoader;
use yaml_rust2::parser::{Event, Parser};
use yaml_rust2::scanner::{Marker, ScanError, TScalarStyle};

use crate::layout::{Mistake, mistake};
use crate::words::t;

/// What matters here of a `problem.yaml`.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct ProblemYaml {
    /// The limit of CPU time, in seconds.
    pub time_limit: Option<f64>,
    /// The limit of memory, in MiB.
    pub memory: Option<f64>,
    /// The judge, and the problem's number there; of several sources the first.
    pub source: Option<String>,
    /// The page of the problem there.
    pub url: Option<String>,
}

/// A collection that is open.
enum Open {
    Sequence,
    /// With the key whose value comes next, if it is not a key that comes next.
    Mapping(Option<String>),
}

/// More collections in one another are a mistake.
const MAX_DEPTH: usize = 64;

/// Parses `text`.
pub(crate) fn parse(text: &str) -> Result<ProblemYaml, Mistake> {
    // Its events, not a tree: they have positions. An alias could stand for gigabytes when a package is written.
    let mut parser = Parser::new_from_str(text);
    let mut yaml = ProblemYaml::default();
    let mut open = Vec::new();
    loop {
        let (event, marker) = parser
            .next_token()
            .map_err(|error| scan_error(text, &error))?;
        let at = offset(text, &marker);
        if open.len() > MAX_DEPTH {
            return mistake(at, t!("lists and mappings are nested too deeply"));
        }
        match event {
            // Keys that come twice are a mistake as well.
            Event::StreamEnd => {
                let loaded = YamlLoader::load_from_str(text);
                return loaded
                    .map(|_| yaml)
                    .map_err(|error| scan_error(text, &error));
            }
            Event::Nothing | Event::StreamStart | Event::DocumentStart | Event::DocumentEnd => {}
            Event::SequenceStart(..) => {
                yaml.see(&path(&open), &Node::Collection, at)?;
                open.push(Open::Sequence);
            }
            Event::MappingStart(..) => {
                yaml.see(&path(&open), &Node::Collection, at)?;
                open.push(Open::Mapping(None));
            }
            Event::SequenceEnd | Event::MappingEnd => {
                open.pop();
                // A collection may be a key, but none that matters.
                end_node(&mut open, String::new());
            }
            Event::Alias(_) => return mistake(at, t!("aliases are not supported")),
            Event::Scalar(scalar, style, ..) => {
                let is_key = matches!(open.last(), Some(Open::Mapping(None)));
                let is_null = style == TScalarStyle::Plain && ["", "~", "null"].contains(&&*scalar);
                if !is_key && !is_null {
                    yaml.see(&path(&open), &Node::Scalar(&scalar), at)?;
                }
                end_node(&mut open, scalar);
            }
        }
    }
}

/// Closes a node of the innermost collection, which becomes the next key if one is expected.
fn end_node(open: &mut [Open], node: String) {
    if let Some(Open::Mapping(key)) = open.last_mut() {
        *key = match key {
            Some(_) => None,
            None => Some(node),
        };
    }
}

/// The keys that lead to the next value. A list of values has no key of its own.
fn path(open: &[Open]) -> Vec<&str> {
    let keys = open.iter().filter_map(|open| match open {
        Open::Sequence => None,
        Open::Mapping(key) => Some(key.as_deref().unwrap_or_default()),
    });
    keys.collect()
}

/// A value.
enum Node<'a> {
    Scalar(&'a str),
    Collection,
}

impl ProblemYaml {
    /// Takes the value at `path`, if it matters.
    fn see(&mut self, path: &[&str], node: &Node<'_>, at: usize) -> Result<(), Mistake> {
        match (path, node) {
            (["limits", "time_limit"], node) => {
                self.time_limit = Some(number(node, "seconds", at)?);
            }
            (["limits", "memory"], node) => self.memory = Some(number(node, "MiB", at)?),
            (["limits"], Node::Scalar(_)) => {
                return mistake(at, t!("expected limits such as 'time_limit: 1'"));
            }
            (["source"] | ["source", "name"], Node::Scalar(name)) => {
                self.source.get_or_insert_with(|| (*name).to_owned());
            }
            (["source", "url"], Node::Scalar(url)) => {
                self.url.get_or_insert_with(|| (*url).to_owned());
            }
            _ => {}
        }
        Ok(())
    }
}

/// A limit, in this unit.
fn number(node: &Node<'_>, unit: &str, at: usize) -> Result<f64, Mistake> {
    let number = match node {
        Node::Scalar(scalar) => scalar.parse().ok(),
        Node::Collection => None,
    };
    match number {
        Some(number) if (1e-3..=1e6).contains(&number) => Ok(number),
        _ => mistake(
            at,
            format!("expected a number of {unit} from 0.001 to 1000000"),
        ),
    }
}

fn scan_error(text: &str, error: &ScanError) -> Mistake {
    Mistake {
        offset: offset(text, error.marker()),
        message: error.info().to_owned(),
    }
}

/// Markers count characters.
fn offset(text: &str, marker: &Marker) -> usize {
    let offset = text.char_indices().nth(marker.index());
    offset.map_or(text.len(), |(offset, _)| offset)
}
