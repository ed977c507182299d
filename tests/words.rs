//! Sentences for people: each exists in English and in Chinese.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use bouton::internals::answer::VALUES;
use bouton::internals::game::rule::RULES;
use bouton::internals::problem::judges::JUDGES;
use bouton::internals::solution::{parse, theory};
use bouton::internals::words::wording;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::harness::{Run as _, command, root, texts};

/// What systems say of files, by glibc or by musl.
const OF_FILES: &str = "\
    No such file or directory|Permission denied|Is a directory|Not a directory|File exists|Directory not empty|\
    File too large|No space left on device|Read-only file system|Broken pipe|Input/output error|I/O error|\
    Too many open files|No file descriptors available";

/// The sentences of a file, and their Chinese.
fn entries(file: &str) -> BTreeMap<String, String> {
    let table = DeTable::parse(file).unwrap().into_inner();
    let text = |value: &DeValue| value.as_str().unwrap().to_owned();
    let entry = |(english, chinese): (Spanned<Cow<str>>, Spanned<DeValue>)| {
        (english.into_inner().into_owned(), text(chinese.get_ref()))
    };
    table.into_iter().map(entry).collect()
}

/// A sentence is a literal after `t!(` or `english!(`, or the last one of those with which a `plural!(` starts.
#[test]
fn each_sentence_is_in_both_languages_with_the_same_placeholders() {
    let file = include_str!("../src/words/zh.toml");
    let chinese = entries(file);
    let mut in_use = sentences_in_code();
    in_use.extend(OF_FILES.split('|').map(str::to_owned));
    in_use.extend(messages_of_toml());
    in_use.extend(wording::sentences().map(str::to_owned));
    in_use.extend(bouton::internals::testdata::sentences().map(|(_, about)| about));
    let rules = RULES.iter().map(|row| row.sentence);
    let values = VALUES.iter().map(|value| value.meaning);
    let notes = JUDGES.iter().filter_map(|judge| judge.note);
    let tables = rules.chain(values).chain(notes);
    in_use.extend(tables.map(str::to_owned));
    // Why a theory is right is printed at the start of programs.
    let theories = theory::names().filter_map(theory::text);
    let abouts = theories.map(|text| parse::file(text).unwrap().about);
    in_use.extend(abouts.filter_map(|about| Some(about.split_once('\n')?.1.to_owned())));
    // The build of the program for the page leaves out what only the page's own scripts say, and help.
    for name in ["page", "commands (help)"] {
        let (_, section) = file.split_once(&format!("\n# {name}\n")).unwrap();
        let section = section.split("\n# ").next().unwrap();
        let section = entries(section);
        let said: Vec<_> = section.keys().filter(|text| in_use.contains(*text)).collect();
        assert!(said.is_empty(), "not only {name} says these: {said:#?}");
    }
    in_use.extend(sentences_of_page());
    // Lines of help are sentences, but for names of options, arguments and commands, and JSON.
    let is_sentence = |text: &String| {
        !text.is_empty()
            && !text.starts_with(['<', '[', '{', '"'])
            && !text.starts_with("bouton ")
            && !text.starts_with("Usage: ")
            && (!text.starts_with('-') || text.contains(": "))
    };
    let texts = bouton::internals::cli::texts().into_iter();
    let of_command_line: BTreeSet<_> = texts.filter(is_sentence).collect();
    // Elsewhere the help says nothing of isolation.
    let of_help = of_command_line.iter().filter(|_| cfg!(target_os = "linux"));
    let all = in_use.iter().chain(of_help);
    let missing: Vec<_> = all.filter(|text| !chinese.contains_key(*text)).collect();
    assert!(missing.is_empty(), "not in src/words/zh.toml: {missing:#?}");
    // Of what the reader of YAML says, what is likely is enough.
    in_use.extend(messages_of("yaml-rust2", "ScanError::new("));
    let is_used = |text: &&String| in_use.contains(*text) || of_command_line.contains(*text);
    let unused: Vec<_> = chinese.keys().filter(|text| !is_used(text)).collect();
    assert!(unused.is_empty(), "nothing says these: {unused:#?}");
    for (english, chinese) in &chinese {
        let (ours, theirs) = (placeholders(english), placeholders(chinese));
        assert_eq!(ours, theirs, "placeholders of {english:?} and {chinese:?}");
    }
}

fn sentences_in_code() -> BTreeSet<String> {
    let mut sentences = BTreeSet::new();
    let source = root().join("src");
    for file in walkdir::WalkDir::new(source) {
        let file = file.expect("it can be read");
        if file.path().extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let code = fs::read_to_string(file.path()).expect("it is UTF-8");
        // The macros themselves, and their examples, are no sentences.
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let lines = code.lines().filter(is_code);
        let code: String = lines.flat_map(|line| [line, "\n"]).collect();
        let calls = ["t!(", "plural!(", "english!("];
        for (start, call) in calls.iter().flat_map(|call| code.match_indices(call)) {
            let before = code[..start].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let arguments = &code[start + call.len()..];
            let found = if call == "plural!(" {
                let one = arguments.find('"').map(|at| &arguments[at..]);
                one.and_then(literal)
                    .and_then(|(_, rest)| literal(rest.trim_start().strip_prefix(',')?))
            } else {
                let found = literal(arguments);
                if call == "t!("
                    && let Some((sentence, rest)) = &found
                    && rest.trim_start_matches([',', '\n', ' ']).starts_with(')')
                {
                    assert!(placeholders(sentence).is_empty(), "no values: {sentence}");
                }
                found
            };
            sentences.extend(found.map(|(sentence, _)| sentence));
        }
    }
    sentences
}

/// All that the readers of TOML can say, but for dates: what is wrong with one is only called that.
fn messages_of_toml() -> BTreeSet<String> {
    let mut messages = messages_of("toml_parser", "ParseError::new(");
    messages.append(&mut messages_of("toml_parser", "invalid_description"));
    messages.append(&mut messages_of("toml_parser", "key(tokens, "));
    messages.append(&mut messages_of("toml", "ParseError::new("));
    let types = "array boolean datetime float inline_table integer string".split(' ');
    let extended = "cannot extend value of type {} with a dotted key";
    assert!(messages.remove(extended), "{messages:?}");
    messages.extend(types.map(|name| extended.replace("{}", &name.replace('_', " "))));
    messages
}

/// The texts behind `call` in the source of a crate: among the arguments, or as the result of the function.
fn messages_of(name: &str, call: &str) -> BTreeSet<String> {
    let mut messages = BTreeSet::new();
    for file in walkdir::WalkDir::new(source_of(name).join("src")) {
        let file = file.expect("it can be read");
        let code = fs::read_to_string(file.path()).unwrap_or_default();
        for (at, _) in code.match_indices(call) {
            let rest = &code[at + call.len()..];
            let text = rest.find(['"', ')']).map(|at| &rest[at..]);
            if let Some((text, _)) = text.and_then(literal) {
                messages.insert(text);
            } else if let Some(rest) = rest.strip_prefix("(&self) -> &'static str {") {
                let body = rest.split("\n    }\n").next().unwrap();
                messages.extend(body.split('"').skip(1).step_by(2).map(str::to_owned));
            }
        }
    }
    messages
}

/// The folder of a crate that is used, where cargo keeps it.
fn source_of(name: &str) -> PathBuf {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let named = format!("name = \"{name}\"\nversion = \"");
    let version = lock.split_once(&named).unwrap().1.split('"').next().unwrap();
    let of_user = || PathBuf::from(std::env::var_os("HOME").unwrap()).join(".cargo");
    let cargo = std::env::var_os("CARGO_HOME").map_or_else(of_user, PathBuf::from);
    let registries = fs::read_dir(cargo.join("registry/src")).unwrap();
    let mut folders = registries.map(|registry| registry.unwrap().path().join(format!("{name}-{version}")));
    folders.find(|folder| folder.is_dir()).expect("it was compiled")
}

/// What `scripts/page-words` finds, which fails where there is no Chinese.
fn sentences_of_page() -> BTreeSet<String> {
    let script = root().join("scripts/page-words");
    let (output, error, code) = texts(&command("python3").arg(script).run().unwrap());
    assert_eq!(code, 0, "{error}");
    let words = output.split_once('=').unwrap().1.trim_end();
    let words: serde_json::Map<_, _> = serde_json::from_str(words.trim_end_matches(';')).unwrap();
    words.into_iter().map(|(english, _)| english).collect()
}

/// The text of the literal with which `code` starts, and what follows it.
fn literal(code: &str) -> Option<(String, &str)> {
    let mut text = String::new();
    let mut chars = code.trim_start().strip_prefix('"')?.chars();
    loop {
        match chars.next()? {
            '"' => return Some((text, chars.as_str())),
            '\\' => match chars.next()? {
                '\n' => chars = chars.as_str().trim_start().chars(),
                'n' => text.push('\n'),
                c => text.push(c),
            },
            c => text.push(c),
        }
    }
}

/// The names in braces, as often as they come.
fn placeholders(sentence: &str) -> BTreeMap<&str, usize> {
    let mut names = BTreeMap::new();
    let parts = sentence.split('{').skip(1);
    let names_of_parts = parts.filter_map(|part| part.split_once('}'));
    for (name, _) in names_of_parts.filter(|(name, _)| !name.is_empty()) {
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if is_name && !name.starts_with(|c: char| c.is_numeric()) {
            *names.entry(name).or_default() += 1;
        }
    }
    names
}
