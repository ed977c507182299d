//! Sentences for people: each exists in English and in Chinese.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use bouton::answer::VALUES;
use bouton::game::rule::RULES;
use bouton::problem::judges::JUDGES;
use bouton::testdata::Shape;
use clap::ValueEnum;

/// A sentence is a literal after `t!(`, or the last one of those with which a `plural!(` starts.
#[test]
fn each_sentence_is_in_both_languages_with_the_same_placeholders() {
    let chinese = chinese();
    let mut in_use = sentences_in_code();
    in_use.extend(sentences_of_page());
    let shapes = Shape::value_variants().iter();
    let shapes = shapes.filter_map(Shape::to_possible_value);
    in_use.extend(shapes.filter_map(|shape| shape.get_help().map(ToString::to_string)));
    let rules = RULES.iter().map(|row| row.sentence);
    let values = VALUES.iter().map(|value| value.meaning);
    let notes = JUDGES.iter().filter_map(|judge| judge.note);
    let tables = rules.chain(values).chain(notes);
    in_use.extend(tables.map(str::to_owned));
    // Lines of help are sentences, but for names of options, arguments and commands, and JSON.
    let is_sentence = |text: &String| {
        !text.is_empty()
            && !text.starts_with(['<', '[', '{', '"'])
            && !text.starts_with("bouton ")
            && !text.starts_with("Usage: ")
            && !(text.starts_with('-') && !text.contains(": "))
    };
    let texts = bouton::cli::texts().into_iter();
    let of_command_line: BTreeSet<_> = texts.filter(is_sentence).collect();
    // Elsewhere the help says nothing of isolation.
    let of_help = of_command_line.iter().filter(|_| cfg!(target_os = "linux"));
    let missing: Vec<_> = in_use
        .iter()
        .chain(of_help)
        .filter(|sentence| !chinese.contains_key(*sentence))
        .collect();
    assert!(missing.is_empty(), "not in src/words/zh.toml: {missing:#?}");
    let unused: Vec<_> = chinese
        .keys()
        .filter(|sentence| !in_use.contains(*sentence) && !of_command_line.contains(*sentence))
        .collect();
    assert!(unused.is_empty(), "nothing says these: {unused:#?}");
    for (english, chinese) in &chinese {
        let (ours, theirs) = (placeholders(english), placeholders(chinese));
        assert_eq!(ours, theirs, "placeholders of {english:?} and {chinese:?}");
    }
}

/// `src/words/zh.toml`, by the English.
fn chinese() -> BTreeMap<String, String> {
    let text = include_str!("../src/words/zh.toml");
    let lines = text.lines().filter(|line| line.starts_with('"'));
    let pair = |line| {
        let (english, rest) = literal(line).expect(line);
        let (chinese, _) = literal(rest.trim_start_matches(" = ")).expect(line);
        (english, chinese)
    };
    lines.map(pair).collect()
}

fn sentences_in_code() -> BTreeSet<String> {
    let mut sentences = BTreeSet::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in walkdir::WalkDir::new(source) {
        let file = file.expect("it can be read");
        if file.path().extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let code = fs::read_to_string(file.path()).expect("it is UTF-8");
        // The macros themselves, and their examples, are no sentences.
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code: String = code
            .lines()
            .filter(is_code)
            .map(|line| line.to_owned() + "\n")
            .collect();
        for (start, call) in ["t!(", "plural!("]
            .iter()
            .flat_map(|call| code.match_indices(call))
        {
            let before = code[..start].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let arguments = &code[start + call.len()..];
            let found = if call == "t!(" {
                literal(arguments)
            } else {
                let one = arguments.find('"').map(|at| &arguments[at..]);
                one.and_then(literal)
                    .and_then(|(_, rest)| literal(rest.trim_start().strip_prefix(',')?))
            };
            sentences.extend(found.map(|(sentence, _)| sentence));
        }
    }
    sentences
}

/// What `scripts/page-words` finds: literals in `t("...")` and the like, and texts and attributes that are translated.
fn sentences_of_page() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
    let mut sentences = BTreeSet::new();
    for file in fs::read_dir(folder).expect("it can be read") {
        let path = file.expect("it can be read").path();
        let calls: &[_] = match path.extension().and_then(|end| end.to_str()) {
            Some("js") => &["t(", "k(", "text("],
            Some("html") => &[" data-t>", " data-label=", " data-hint="],
            _ => continue,
        };
        let text = fs::read_to_string(path).expect("it is UTF-8");
        for (start, call) in calls.iter().flat_map(|call| text.match_indices(call)) {
            let (before, rest) = (&text[..start], &text[start + call.len()..]);
            let is_part = before.ends_with(|c: char| c.is_alphanumeric() || "_.".contains(c));
            let sentence = match call {
                " data-t>" => rest.split_once('<').map(|(text, _)| text.to_owned()),
                _ if is_part && !call.starts_with(' ') || !rest.starts_with('"') => None,
                _ => literal(rest).map(|(text, _)| text),
            };
            sentences.extend(sentence);
        }
    }
    sentences
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
