//! What judges other than those of the ICPC formats read of a problem, in the units of each.

use yaml_rust2::Yaml;
use yaml_rust2::yaml::Hash;

use super::problem_yaml::{emitted, map, set, string, title};
use super::{Contents, Test};
use crate::words::{Language, in_language, t};

/// The limit of time, for `DOMjudge`: in its format programs have none.
pub(super) fn domjudge(contents: &Contents<'_>) -> String {
    format!("timelimit='{}'\n", contents.seconds())
}

/// What is compared besides the words themselves.
pub(super) const VALIDATOR_FLAGS: &str = "case_sensitive";

/// The language of a submission by the ending of its file, as DMOJ calls it.
const DMOJ_LANGUAGES: &[(&str, &str)] = &[
    ("c", "C11"),
    ("cpp", "CPP17"),
    ("cc", "CPP17"),
    ("cxx", "CPP17"),
    ("rs", "RUST"),
    ("py", "PY3"),
    ("java", "JAVA"),
];

/// The codes that tests may have for submissions in a folder. After a sample that fails, others are skipped.
const DMOJ_CODES: &[(&str, &[&str])] = &[
    ("accepted", &["AC"]),
    ("wrong_answer", &["AC", "WA", "SC"]),
    ("time_limit_exceeded", &["AC", "TLE", "SC"]),
    ("run_time_error", &["AC", "RTE", "IR", "SC"]),
];

/// The `init.yml` of DMOJ. Its site has the limits; here they are those of the tests of submissions.
pub(super) fn dmoj(contents: &Contents<'_>) -> String {
    /// The most bytes that programs may write where nothing else is said.
    const OUTPUT: u64 = 24 << 20;
    let (seconds, kibibytes) = (contents.seconds(), contents.kibibytes());
    let test = |test: &Test| {
        let points = i64::from(!test.is_sample);
        map([
            ("in", string(&test.input())),
            ("out", string(&test.answers(contents.format))),
            ("points", Yaml::Integer(points)),
        ])
    };
    let submission = |path: &String| {
        let (folder, file) = path.strip_prefix("submissions/")?.split_once('/')?;
        let (_, codes) = DMOJ_CODES.iter().find(|(name, _)| *name == folder)?;
        let (_, ending) = file.rsplit_once('.')?;
        let (_, language) = DMOJ_LANGUAGES.iter().find(|(of, _)| *of == ending)?;
        let codes = codes.iter().map(|code| string(code));
        Some(map([
            ("source", string(path)),
            ("language", string(language)),
            ("time", Yaml::Real(seconds.to_string())),
            ("memory", Yaml::Integer(kibibytes as i64)),
            ("expect", list(codes)),
        ]))
    };
    let checker = if contents.has_checker() {
        let (path, _) = contents.format.checker;
        let arguments = [("files", path), ("lang", "CPP17"), ("type", "testlib")];
        let arguments = map(arguments.map(|(key, value)| (key, string(value))));
        map([("name", string("bridged")), ("args", arguments)])
    } else {
        string("standard")
    };
    let mut init = vec![
        ("checker", checker),
        ("test_cases", list(contents.tests.iter().map(test))),
        ("tests", list(contents.submissions.iter().filter_map(submission))),
    ];
    let output = contents.output_mebibytes() << 20;
    if output > OUTPUT {
        init.insert(1, ("output_limit_length", Yaml::Integer(output as i64)));
    }
    let note = in_language(Language::English, || dmoj_limits(contents));
    format!("# {note}\n{}", emitted(&map(init)))
}

/// What has to be entered on the site.
pub(super) fn dmoj_limits(contents: &Contents<'_>) -> String {
    t!(
        "to be entered on the site: time limit {seconds} s, memory limit {kibibytes} KiB",
        seconds = contents.seconds(),
        kibibytes = contents.kibibytes()
    )
}

/// The `problem.yaml` of Hydro, which has one title and tags.
pub(super) fn hydro(contents: &Contents<'_>) -> String {
    let Contents { problem, .. } = *contents;
    let mut yaml = Vec::new();
    let id = problem.id_at_judge();
    if id.starts_with(|c: char| c.is_ascii_alphabetic()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        yaml.push(("pid", string(id)));
    }
    yaml.push(("title", string(&title(problem, Language::Chinese))));
    let keywords = problem.yaml.as_ref().map(|yaml| &yaml["keywords"]);
    if let Some(keywords @ Yaml::Array(_)) = keywords {
        yaml.push(("tag", keywords.clone()));
    }
    emitted(&map(yaml))
}

/// The `config.yaml` of Hydro. All tests together give 100 points.
pub(super) fn hydro_config(contents: &Contents<'_>) -> String {
    let test = |test: &Test| {
        let [input, output] = [test.input(), test.answers(contents.format)];
        map([("input", file_name(&input)), ("output", file_name(&output))])
    };
    let mut config = vec![
        ("type", string("default")),
        ("time", string(&format!("{}s", contents.seconds()))),
        ("memory", string(&format!("{}m", contents.mebibytes()))),
    ];
    if contents.has_checker() {
        config.push(("checker_type", string("testlib")));
        config.push(("checker", file_name(contents.format.checker.0)));
    } else {
        config.push(("checker_type", string("default")));
    }
    let tests = map([
        ("id", Yaml::Integer(1)),
        ("type", string("min")),
        ("score", Yaml::Integer(100)),
        ("cases", list(contents.tests.iter().map(test))),
    ]);
    config.push(("subtasks", Yaml::Array(vec![tests])));
    emitted(&map(config))
}

/// That there is more than Hydro judges as it is installed.
pub(super) fn hydro_note(contents: &Contents<'_>) -> Option<String> {
    const TESTS: usize = 100;
    const SECONDS: f64 = 60.0;
    let tests = contents.tests.len();
    let seconds = (contents.problem.time_limit() * tests as u32).as_secs_f64();
    (tests > TESTS || seconds > SECONDS).then(|| {
        t!(
            "these are {tests} tests of {seconds} s together: of more than 100 or 60 s, Hydro judges only as many as its \
            settings testcases_max and total_time_limit allow",
            tests,
            seconds
        )
    })
}

/// The `config.yml` of Luogu: 100 points for all secret tests together.
pub(super) fn luogu(contents: &Contents<'_>) -> String {
    let samples = contents.samples.len();
    let secret = contents.tests.len() - samples;
    // The points of the first tests together.
    let points = |tests: usize| (tests * 100 / secret.max(1)) as i64;
    let milliseconds = (contents.seconds() * 1000.0).ceil() as i64;
    let test = |(index, test): (usize, &Test)| {
        let score = match index.checked_sub(samples) {
            Some(index) => points(index + 1) - points(index),
            None => 0,
        };
        let limits = map([
            ("timeLimit", Yaml::Integer(milliseconds)),
            ("memoryLimit", Yaml::Integer(contents.kibibytes() as i64)),
            ("score", Yaml::Integer(score)),
            ("subtaskId", Yaml::Integer(0)),
        ]);
        (file_name(&test.input()), limits)
    };
    let tests = contents.tests.iter().enumerate().map(test);
    let mut yaml = Hash::new();
    yaml.extend(tests);
    emitted(&Yaml::Hash(yaml))
}

/// The limits that a `problem.yaml` of the ICPC's `legacy` may have.
const LEGACY_LIMITS: &[&str] = &[
    "memory",
    "output",
    "code",
    "compilation_time",
    "compilation_memory",
    "validation_time",
    "validation_memory",
    "validation_output",
];

/// The `problem.yaml` of the ICPC's `legacy`: the names, authors, sources and keywords are texts.
pub(super) fn legacy(contents: &Contents<'_>) -> String {
    let written = super::problem_yaml::values(contents);
    let value = |key: &str| written.get(&string(key)).cloned().unwrap_or(Yaml::BadValue);
    let mut yaml = Hash::new();
    let keep = ["problem_format_version", "uuid", "license", "rights_owner"];
    let mut entries: Vec<_> = keep.map(|key| (key, value(key))).into();
    entries.insert(1, ("name", string(&title(contents.problem, Language::English))));
    let authors = match value("credits") {
        credits @ Yaml::Hash(_) => credits["authors"].clone(),
        credits => credits,
    };
    entries.push(("author", joined(&authors, ", ")));
    let source = match value("source") {
        Yaml::Array(sources) => sources.into_iter().next().unwrap_or(Yaml::BadValue),
        source => source,
    };
    entries.push(("source", joined(&source, ", ")));
    entries.push(("source_url", source["url"].clone()));
    entries.push(("keywords", joined(&value("keywords"), " ")));
    let limits = LEGACY_LIMITS
        .iter()
        .map(|&key| (key, value("limits")[key].clone()))
        .filter(|(_, limit)| !limit.is_badvalue());
    entries.push(("limits", map(limits)));
    let validation = if contents.has_checker() { "custom" } else { "default" };
    entries.push(("validation", string(validation)));
    entries.push(("validator_flags", string(VALIDATOR_FLAGS)));
    for (key, value) in entries {
        if !value.is_badvalue() && !value.is_null() {
            set(&mut yaml, key, value);
        }
    }
    emitted(&Yaml::Hash(yaml))
}

/// The name of the file at a path.
fn file_name(path: &str) -> Yaml {
    string(path.rsplit('/').next().unwrap_or(path))
}

fn list(values: impl Iterator<Item = Yaml>) -> Yaml {
    Yaml::Array(values.collect())
}

/// The texts of a list, or the names in it, as one text.
fn joined(values: &Yaml, between: &str) -> Yaml {
    match values {
        Yaml::Array(all) => {
            let texts: Vec<_> = all.iter().map(|value| joined(value, between)).collect();
            let texts: Vec<_> = texts.iter().filter_map(Yaml::as_str).collect();
            string(&texts.join(between))
        }
        Yaml::Hash(_) => values["name"].clone(),
        text => text.clone(),
    }
}
