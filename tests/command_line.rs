//! Options that every command has, wherever they stand, and next to every option that has a value.

use std::path::Path;

use crate::harness::{Run as _, bouton, folder, run, texts};

/// Each option that every command has, and what a message about a missing value says with it.
const GLOBAL: &[(&str, &str)] = &[
    ("-q", "a value is required for"),
    ("--quiet", "a value is required for"),
    ("--color always", "a value is required for"),
    ("--lang zh", "缺少值"),
];

/// The options of a command that take a value, as its help shows them: `-o`, `--output`.
fn options_with_values(command: &str) -> Vec<String> {
    let (help, _, code) = texts(&run(&[command, "--help"], b""));
    assert_eq!(code, 0, "{command}");
    let lines = help.lines().map(str::trim_start);
    let lines = lines.filter(|line| line.starts_with('-') && line.ends_with('>'));
    let options = lines.flat_map(|line| {
        let names = line.split(" <").next().unwrap();
        names.split(", ").map(str::to_owned).collect::<Vec<_>>()
    });
    options.collect()
}

#[test]
fn an_option_of_every_command_is_never_the_value_of_another_option() {
    let mut tried = 0;
    for command in [
        "poj2234", "list", "solve", "source", "show", "test", "stress", "diff", "generate", "validate", "split",
        "package",
    ] {
        for option in options_with_values(command) {
            for (global, says) in GLOBAL {
                // What follows would be the value if the option of every command were taken away.
                let line = format!("{command} {option} {global} never");
                let args: Vec<_> = line.split(' ').collect();
                let (output, error, code) = texts(&run(&args, b""));
                assert_eq!((&output[..], code), ("", 2), "{line}");
                assert!(error.contains(says), "{line}: {error}");
                assert!(error.contains(&format!("{option} <")) || option.len() == 2, "{error}");
                tried += 1;
            }
        }
    }
    assert!(tried > 200, "{tried}");
}

/// What a command line prints, and its exit code.
fn prints(line: &str, folder: &Path, locale: &str) -> (String, String, i32) {
    let mut command = bouton();
    command.current_dir(folder).env("LC_ALL", locale);
    texts(&command.args(line.split(' ')).run().unwrap())
}

#[test]
fn an_option_of_every_command_may_stand_between_any_two_words() {
    let folder = folder("global_options");
    std::fs::write(folder.join("a.in"), "1 2 3\n").unwrap();
    std::fs::write(folder.join("bad.in"), "1 x\n").unwrap();
    std::fs::write(folder.join("a.ans"), "No\n").unwrap();
    for line in [
        "poj2234 -j 1 a.in bad.in",
        "hdu 1850 a.in",
        "poj2234 --jobs 1",
        "list --json hdu1850",
        "show poj 2234",
        "solve --rule wythoff 3 5",
        "solve --max-take 0 3",
        "source poj2234 --lang c",
        "diff poj2234 a.in a.ans a.ans",
        "validate poj2234 bad.in",
        "generate poj2234 --cases 2 --seed 4",
        "test mine.c",
        "tset",
        "help diff",
    ] {
        let words: Vec<_> = line.split(' ').collect();
        let pairs = words.windows(2).enumerate();
        let is_inside = |pair: &[&str]| {
            pair[0].starts_with('-') && pair[0] != "--json" || pair[0] == "hdu" || pair == ["poj", "2234"]
        };
        let inside: Vec<_> = pairs
            .filter(|(_, pair)| is_inside(pair))
            .map(|(at, _)| at + 1)
            .collect();
        for &(global, _) in GLOBAL {
            // A `--lang` of its own is that of a program.
            let locale = if global == "--lang zh" && !line.contains("json") {
                "zh_CN.UTF-8"
            } else {
                "C.UTF-8"
            };
            let expected = prints(line, &folder, locale);
            for at in (0..=words.len()).filter(|at| !inside.contains(at)) {
                let with = [&words[..at], &[global], &words[at..]].concat().join(" ");
                let (output, error, code) = prints(&with, &folder, "C.UTF-8");
                let plain = |text: String| anstream::adapter::strip_str(&text).to_string();
                // Which repeats the command line as it is.
                let is_repeated = line == "test mine.c";
                assert_eq!((plain(output), code), (expected.0.clone(), expected.2), "{with}");
                if !is_repeated {
                    assert_eq!(plain(error), expected.1, "{with}");
                }
            }
        }
    }
}
