//! The `problem.yaml` of a package: that of the problem's folder, with what it lacks, as values.

use yaml_rust2::yaml::Hash;
use yaml_rust2::{Yaml, YamlEmitter};

use super::Contents;
use crate::problem::{OWN_MEBIBYTES, OWN_SECONDS, Problem};
use crate::words::{Language, in_language};

/// The output limit in MiB where nothing else is said.
const DEFAULT_OUTPUT: usize = 8;

/// Who wrote what is published with the program.
const OURS: &str = "Bouton contributors";

/// The text for a package.
pub(super) fn text(contents: &Contents<'_>) -> String {
    let Contents {
        problem,
        longest_answers,
        ..
    } = *contents;
    let mut yaml = Hash::new();
    set(&mut yaml, "problem_format_version", contents.format.name);
    let written = problem.yaml.clone().and_then(Yaml::into_hash);
    let mut written = written.unwrap_or_default();
    written.remove(&string("problem_format_version"));
    yaml.extend(written);
    let uuid = match yaml.get(&string("uuid")) {
        Some(own) => own.as_str().map(str::to_owned).unwrap_or_default(),
        // That of a published problem stays the same when its file changes.
        None if problem.files.is_embedded() => uuid(&[problem.id_at_judge()]),
        None => uuid(&[&problem.id, &problem.toml]),
    };
    let title = |language| problem.title_in(language).replace(char::is_control, " ");
    let [english, chinese] = [Language::English, Language::Chinese].map(title);
    for (key, value) in [
        ("type", string("pass-fail")),
        ("name", map([("en", &*english), ("zh", &*chinese)])),
        ("uuid", string(&uuid)),
        ("license", string("unknown")),
        ("limits", Yaml::Hash(Hash::new())),
    ] {
        if !yaml.contains_key(&string(key)) {
            yaml.insert(string(key), value);
        }
    }
    if problem.files.is_embedded() {
        let name = in_language(Language::English, || problem.judge_name());
        let url = problem.url();
        let url = url.as_ref().map(|url| ("url", &**url));
        let source = map([("name", &*name)].into_iter().chain(url));
        yaml.insert(string("source"), source);
        yaml.insert(string("credits"), map([("authors", OURS)]));
        set(&mut yaml, "license", "cc by");
        set(&mut yaml, "rights_owner", OURS);
    }
    if let Some(limits) = yaml.get_mut(&string("limits")) {
        if limits.is_null() {
            *limits = Yaml::Hash(Hash::new());
        }
        if let Yaml::Hash(limits) = limits {
            set_limits(limits, problem, longest_answers);
        }
    }
    let mut text = String::new();
    let written = YamlEmitter::new(&mut text).dump(&Yaml::Hash(yaml));
    written.expect("memory can be written");
    text.trim_start_matches("---\n").to_owned() + "\n"
}

/// What a package of a problem of one's own needs, and a limit of output that its answers keep to.
fn set_limits(limits: &mut Hash, problem: &Problem, longest_answers: usize) {
    let is_made_up = limits.is_empty() && !problem.files.is_embedded();
    if problem.files.is_embedded() {
        let seconds = problem.time_limit().as_secs_f64().to_string();
        limits.insert(string("time_limit"), Yaml::Real(seconds));
        // Judges of today count the virtual machine of Java as well.
        let memory = (problem.memory_limit() >> 20).max(OWN_MEBIBYTES as u64);
        limits.insert(string("memory"), Yaml::Integer(memory as i64));
    }
    let output = DEFAULT_OUTPUT.max((longest_answers >> 20) * 2 + 2);
    let is_long = output > DEFAULT_OUTPUT;
    for (key, value, is_needed) in [
        ("time_limit", OWN_SECONDS.to_string(), is_made_up),
        ("memory", OWN_MEBIBYTES.to_string(), is_made_up),
        ("output", output.to_string(), is_made_up || is_long),
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

fn string(text: &str) -> Yaml {
    Yaml::String(text.to_owned())
}

fn map<'a>(entries: impl IntoIterator<Item = (&'a str, &'a str)>) -> Yaml {
    let entries = entries.into_iter();
    Yaml::Hash(
        entries
            .map(|(key, value)| (string(key), string(value)))
            .collect(),
    )
}

fn set(yaml: &mut Hash, key: &str, value: &str) {
    yaml.replace(string(key), string(value));
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
