//! The `problem.yaml` of a package: that of the problem's folder, with what it lacks, as values.

use yaml_rust2::yaml::Hash;
use yaml_rust2::{Yaml, YamlEmitter};

use super::Contents;
use crate::problem::Problem;
use crate::words::{Language, in_language};

/// The output limit in MiB where nothing else is said.
pub(super) const DEFAULT_OUTPUT: u64 = 8;

/// Who wrote what is published with the program.
const OURS: &str = "Bouton contributors";

/// The text for a package.
pub(super) fn text(contents: &Contents<'_>) -> String {
    emitted(&Yaml::Hash(values(contents)))
}

/// What it says.
pub(super) fn values(contents: &Contents<'_>) -> Hash {
    let Contents { problem, .. } = *contents;
    let mut yaml = Hash::new();
    set(&mut yaml, "problem_format_version", string(contents.format.name));
    let mut written = problem.yaml.clone().and_then(Yaml::into_hash).unwrap_or_default();
    written.remove(&string("problem_format_version"));
    yaml.extend(written);
    let [english, chinese] = [Language::English, Language::Chinese].map(|language| string(&title(problem, language)));
    for (key, value) in [
        ("type", string("pass-fail")),
        ("name", map([("en", english), ("zh", chinese)])),
        ("uuid", string(&uuid_of(problem))),
        ("license", string("unknown")),
        ("limits", Yaml::Hash(Hash::new())),
    ] {
        if !yaml.contains_key(&string(key)) {
            yaml.insert(string(key), value);
        }
    }
    let name = in_language(Language::English, || problem.judge_name());
    let has_source = yaml.contains_key(&string("source")) || name == problem.id;
    if problem.files.is_embedded() || !has_source {
        let url = problem.url();
        let url = url.map(|url| ("url", string(&url)));
        let source = map([("name", string(&name))].into_iter().chain(url));
        yaml.insert(string("source"), source);
    }
    if problem.files.is_embedded() {
        yaml.insert(string("credits"), map([("authors", string(OURS))]));
        set(&mut yaml, "license", string("cc by"));
        set(&mut yaml, "rights_owner", string(OURS));
    }
    if let Some(limits) = yaml.get_mut(&string("limits")) {
        if limits.is_null() {
            *limits = Yaml::Hash(Hash::new());
        }
        if let Yaml::Hash(limits) = limits {
            set_limits(limits, contents);
        }
    }
    yaml
}

/// The UUID of a problem that says none: that of a published one stays the same when its file changes.
fn uuid_of(problem: &Problem) -> String {
    if problem.files.is_embedded() {
        uuid(&[problem.id_at_judge()])
    } else {
        uuid(&[&problem.id, &problem.toml])
    }
}

/// What a package of a problem of one's own needs, and a limit of output that its answers keep to.
fn set_limits(limits: &mut Hash, contents: &Contents<'_>) {
    let is_embedded = contents.problem.files.is_embedded();
    let is_made_up = limits.is_empty() && !is_embedded;
    if is_embedded {
        limits.insert(string("time_limit"), Yaml::Real(contents.seconds().to_string()));
        limits.insert(string("memory"), Yaml::Integer(contents.mebibytes() as i64));
    }
    let output = contents.output_mebibytes();
    for (key, value, is_needed) in [
        ("time_limit", contents.seconds().to_string(), is_made_up),
        ("memory", contents.mebibytes().to_string(), is_made_up),
        ("output", output.to_string(), is_made_up || output > DEFAULT_OUTPUT),
    ] {
        if is_needed && !limits.contains_key(&string(key)) {
            limits.insert(string(key), Yaml::Real(value));
        }
    }
}

/// Whether titles in Chinese are wanted: judges expect a statement for each.
pub(super) fn has_chinese_title(problem: &Problem) -> bool {
    problem.yaml.as_ref().is_none_or(|yaml| {
        let name = &yaml["name"];
        name.is_badvalue() || !name["zh"].is_badvalue()
    })
}

/// The title in a language, on one line.
pub(super) fn title(problem: &Problem, language: Language) -> String {
    problem.title_in(language).replace(char::is_control, " ")
}

pub(super) fn string(text: &str) -> Yaml {
    Yaml::String(text.to_owned())
}

pub(super) fn map<'a>(entries: impl IntoIterator<Item = (&'a str, Yaml)>) -> Yaml {
    let entries = entries.into_iter();
    Yaml::Hash(entries.map(|(key, value)| (string(key), value)).collect())
}

pub(super) fn set(yaml: &mut Hash, key: &str, value: Yaml) {
    yaml.replace(string(key), value);
}

/// The text of a document.
pub(super) fn emitted(yaml: &Yaml) -> String {
    let mut text = String::new();
    let written = YamlEmitter::new(&mut text).dump(yaml);
    written.expect("memory can be written");
    text.trim_start_matches("---\n").to_owned() + "\n"
}

/// A UUID that depends on `parts` alone: version 8, by FNV-1a.
fn uuid(parts: &[&str]) -> String {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in parts.join("\0").bytes() {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    hash &= !(0xf << 76 | 0b11 << 62);
    hash |= 8 << 76 | 0b10 << 62;
    let mut hex = format!("{hash:032x}");
    for at in [20, 16, 12, 8] {
        hex.insert(at, '-');
    }
    hex
}
