//! Lists the folders under `problems/` and packs the files of them that the program carries, so that a new problem is a
//! new folder and no line of code; and the theories of games likewise.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let problems = root.join("problems");
    println!("cargo::rerun-if-changed=problems");
    println!("cargo::rerun-if-changed=src/words/zh.toml");
    link_unwinder();
    write_words(&root.join("src/words/zh.toml"));
    write_theories(&root.join("src/solution/theory"));
    write_folders(&problems);
}

/// Lists the folders of problems, and packs their files one after the other.
fn write_folders(problems: &Path) {
    let mut code = String::from("#[allow(clippy::unreadable_literal)]\npub(super) static FOLDERS: &[Folder] = &[\n");
    let mut texts = String::new();
    for folder in sorted(problems) {
        if !folder.join("game.toml").is_file() {
            continue;
        }
        let id = name(&folder);
        let toml = fs::read_to_string(folder.join("game.toml")).expect("game.toml can be read");
        let aliases: Vec<_> = toml.lines().filter_map(alias).collect();
        writeln!(
            code,
            "Folder {{ id: {id:?}, aliases: &{aliases:?}, toml: {toml:?}, files: &["
        )
        .expect("memory");
        for path in packed(&folder) {
            let file = folder.join(&path);
            if file.is_file() {
                let text = fs::read_to_string(&file).expect("it is UTF-8 text");
                let end = texts.len() + text.len();
                writeln!(code, "    ({path:?}, {}, {end}),", texts.len()).expect("memory");
                texts += &text;
            }
        }
        code += "] },\n";
    }
    code += "];\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let texts = miniz_oxide::deflate::compress_to_vec(texts.as_bytes(), 10);
    let written = fs::write(out.join("folders.rs"), code);
    written
        .and_then(|()| fs::write(out.join("texts.deflate"), texts))
        .expect("the output folder can be written");
}

/// The paths of the files in the folder of a problem that the program carries.
fn packed(folder: &Path) -> Vec<String> {
    let mut paths = vec!["game.toml".to_owned()];
    for part in ["statement", "data/sample", "hacks", "aliases", "submissions"] {
        // The page judges no programs, and packs none.
        if is_page() && part == "submissions" {
            continue;
        }
        for file in files(&folder.join(part)) {
            let path = file.strip_prefix(folder).expect("it is in the folder");
            // Paths on Windows have other separators.
            let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
            paths.push(names.join("/"));
        }
    }
    paths
}

/// Whether the program is built for the page.
fn is_page() -> bool {
    env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm")
}

/// Lists the theories, each with its name, which is its path without the ending.
fn write_theories(folder: &Path) {
    println!("cargo::rerun-if-changed=src/solution/theory");
    let mut code = String::from("static FILES: &[(&str, &str)] = &[\n");
    for file in files(folder) {
        let path = file.strip_prefix(folder).expect("it is in the folder");
        let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
        if let Some(name) = names.join("/").strip_suffix(".py") {
            let file = file.to_string_lossy();
            writeln!(code, "    ({name:?}, include_str!({file:?})),").expect("memory");
        }
    }
    code += "];\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("theories.rs"), code).expect("the output folder can be written");
}

/// Writes the table of sentences: one text with all of them, and where each English one and its Chinese are in it.
/// Without pointers, the loader has nothing to do for it.
fn write_words(path: &Path) {
    let words = fs::read_to_string(path).expect("zh.toml can be read");
    let mut pairs = BTreeMap::new();
    let mut section = "";
    for (number, line) in (1..).zip(words.lines()) {
        if line.starts_with('#') {
            section = line;
        }
        // The page has its own sentences in a file of scripts, zh.js, and shows no help.
        let is_elsewhere = is_page() && ["# page", "# commands (help)"].contains(&section);
        if line.is_empty() || line.starts_with('#') || is_elsewhere {
            continue;
        }
        let fail = |what| -> ! { panic!("{}:{number}: {what}: {line}", path.display()) };
        let pair = literal(line).and_then(|(english, rest)| {
            let (chinese, rest) = literal(rest.strip_prefix(" = ")?)?;
            rest.is_empty().then_some((english, chinese))
        });
        let Some((english, chinese)) = pair else {
            fail("expected \"English\" = \"Chinese\"")
        };
        // A merge may keep the same line twice.
        if *pairs.entry(english).or_insert_with(|| chinese.clone()) != chinese {
            fail("there is another translation of the same sentence");
        }
    }
    let mut text = String::new();
    let mut entries = Vec::new();
    for (english, chinese) in &pairs {
        let start = text.len();
        text += english;
        let middle = text.len();
        text += chinese;
        entries.push([start, middle, text.len()]);
    }
    let code = format!(
        "static TEXT: &str = {text:?};\n\
         #[allow(clippy::unreadable_literal)]\n\
         static ENTRIES: [[u32; 3]; {}] = {entries:?};\n",
        entries.len()
    );
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("words.rs"), code).expect("the output folder can be written");
}

/// The text of the literal at the start of `line`, and what follows it.
fn literal(line: &str) -> Option<(String, &str)> {
    let mut text = String::new();
    let mut chars = line.strip_prefix('"')?.chars();
    loop {
        match chars.next()? {
            '"' => return Some((text, chars.as_str())),
            '\\' => match chars.next()? {
                'n' => text.push('\n'),
                c @ ('"' | '\\') => text.push(c),
                _ => return None,
            },
            c => text.push(c),
        }
    }
}

/// Links the unwinder into release builds for GNU/Linux: as a shared library it takes 0.1 ms to load, and only a panic
/// needs it. A program at a fixed address would gain another 0.02 ms.
fn link_unwinder() {
    let is = |variable, value| env::var(variable).is_ok_and(|found| found == value);
    let is_gnu = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if is_gnu && is("PROFILE", "release") {
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
}

/// The id in a line `[alias.ID]`, behind which there may be a comment.
fn alias(line: &str) -> Option<&str> {
    let (id, rest) = line.trim().strip_prefix("[alias.")?.split_once(']')?;
    let rest = rest.trim_start();
    (rest.is_empty() || rest.starts_with('#')).then_some(id)
}

/// All files in `folder` and below.
fn files(folder: &Path) -> Vec<PathBuf> {
    let below = |path: PathBuf| {
        if path.is_dir() { files(&path) } else { vec![path] }
    };
    sorted(folder).into_iter().flat_map(below).collect()
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
