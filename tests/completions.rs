//! Completions, in the shells themselves: what Tab makes of a command line.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{Run as _, command, folder, run, texts};

/// What is typed before Tab, and the whole word that it becomes. The folder has the files `big.in`, `nim.cpp`
/// and `losing.in`, and `game/game.toml`.
const COMPLETED: &[(&str, &str)] = &[
    // Problems and aliases, in the place of a command and as an argument.
    ("bouton luogup124", "luogup1247"),
    ("bouton show luogup124", "luogup1247"),
    ("bouton test poj29", ""),
    ("bouton test poj297", "poj2975"),
    ("bouton list hdu1850 cod", "codingamemiserenim"),
    ("bouton gener", "generate"),
    // A path only where it looks like one.
    ("bouton validate ./ga", "./game/"),
    ("bouton validate ./game/", "./game/game.toml"),
    ("bouton ./game/", "./game/game.toml"),
    ("bouton validate bi", ""),
    // The values of options.
    ("bouton generate hdu1850 --shape lo", "losing"),
    ("bouton generate hdu1850 --shape wi", "winning"),
    ("bouton hdu1850 --kernel port", "portable"),
    ("bouton source hdu1850 --lang ru", "rust"),
    ("bouton show hdu1850 --lang z", "zh"),
    ("bouton package hdu1850 nim --format 2023", "2023-07-draft"),
    ("bouton generate hdu1850 --seed b", ""),
    ("bouton hdu1850 --out", ""),
    ("bouton hdu1850 --out-", "--out-dir"),
    ("bouton split hdu1850 --out-dir g", "game/"),
    ("bouton split hdu1850 --out-dir b", ""),
    // Commands behind another one.
    ("bouton man sp", "split"),
    ("bouton help stre", "stress"),
    ("bouton completions z", "zsh"),
    // Files, also of a problem of one's own or under another name.
    ("bouton hdu1850 b", "big.in"),
    ("bouton HDU1850 b", "big.in"),
    ("bouton ./game b", "big.in"),
    ("bouton validate hdu1850 b", "big.in"),
    ("bouton test hdu1850 n", "nim.cpp"),
    ("bouton stress hdu1850 -- n", "nim.cpp"),
];

/// A folder with some files, and the path that finds the program.
fn place(shell: &str) -> (PathBuf, String) {
    let folder = folder(&format!("completions_{shell}"));
    fs::create_dir(folder.join("game")).unwrap();
    for file in ["big.in", "nim.cpp", "losing.in", "game/game.toml"] {
        fs::write(folder.join(file), "").unwrap();
    }
    let program = Path::new(env!("CARGO_BIN_EXE_bouton")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    (folder, path)
}

/// Whether this machine has `shell`; says so if not.
fn is_missing(shell: &str) -> bool {
    let found = Command::new(shell).args(["-c", "true"]).run();
    if found.is_err() {
        eprintln!("skipped: there is no {shell} here");
    }
    found.is_err()
}

/// What each of the command lines of [`COMPLETED`] is after Tab in an interactive `shell`, which starts with
/// `setup`.
fn after_tab(shell: &str, options: &[&str], setup: &str) -> Vec<String> {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let (folder, path) = place(shell);
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let terminal = || File::options().read(true).write(true).open(&name).unwrap();
    let mut child = command(shell)
        .args(options)
        .current_dir(&folder)
        .env("PATH", path)
        .env("TERM", "dumb")
        .stdin(terminal())
        .stdout(terminal())
        .stderr(terminal())
        .start()
        .unwrap();
    let mut keys = File::from(ours.try_clone().unwrap());
    let mut screen = Screen(File::from(ours));
    // What is typed before the prompt is there may be lost. The prompt is not what the line shows that sets it.
    writeln!(keys, "{setup}; PS1='<rea''dy>'").unwrap();
    screen.until("<ready>");
    let mut lines = Vec::new();
    for (i, (typed, _)) in COMPLETED.iter().enumerate() {
        // The line is only printed: Ctrl-A goes to its start, Ctrl-E to its end.
        writeln!(keys, "{typed}\t\x01printf '<%s>\\n' {i} \"$(echo \x05)\"").unwrap();
        screen.until(&format!("<{i}>\r\n<"));
        lines.push(screen.until(">\r\n").trim_end_matches(">\r\n").to_owned());
        screen.until("<ready>");
    }
    writeln!(keys, "exit").unwrap();
    child.wait().unwrap();
    lines
}

/// What a terminal shows.
struct Screen(File);

impl Screen {
    /// Reads up to the next `end`, which is a part of what is returned.
    fn until(&mut self, end: &str) -> String {
        let mut shown = Vec::new();
        while !shown.ends_with(end.as_bytes()) {
            let mut byte = [0];
            self.0.read_exact(&mut byte).expect("the shell still runs");
            shown.push(byte[0]);
        }
        String::from_utf8_lossy(&shown).into_owned()
    }
}

/// Asserts that every word of [`COMPLETED`] is completed.
#[track_caller]
fn assert_completed(lines: &[String]) {
    assert_eq!(lines.len(), COMPLETED.len());
    for ((typed, completed), line) in COMPLETED.iter().zip(lines) {
        let (before, word) = typed.rsplit_once(' ').unwrap();
        let word = if completed.is_empty() {
            word
        } else {
            completed
        };
        assert_eq!(line, &format!("{before} {word}"), "{typed}");
    }
}

#[test]
fn bash_completes_problems_values_and_files_where_they_go() {
    if is_missing("bash") {
        return;
    }
    let setup = "source <(bouton completions bash); bind 'set bell-style none'";
    assert_completed(&after_tab("bash", &["--norc", "--noprofile", "-i"], setup));
}

#[test]
fn zsh_completes_problems_values_and_files_where_they_go() {
    if is_missing("zsh") {
        return;
    }
    let setup = "autoload -Uz compinit; compinit -u -D; source <(bouton completions zsh); \
                 setopt no_auto_menu no_auto_list; unsetopt beep; bindkey -e";
    assert_completed(&after_tab("zsh", &["-f", "-i"], setup));
}

#[test]
fn fish_completes_problems_values_and_files_where_they_go() {
    if is_missing("fish") {
        return;
    }
    let (folder, path) = place("fish");
    for (typed, completed) in COMPLETED {
        let output = command("fish")
            .args(["--no-config", "-c"])
            .arg("bouton completions fish | source; complete -C $argv[1]")
            .arg(typed)
            .current_dir(&folder)
            .env("PATH", &path)
            .env("HOME", &folder)
            .run()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let words = text.lines().map(|line| line.split('\t').next().unwrap());
        let words: Vec<_> = words.collect();
        // Bash and zsh insert what several candidates have in common.
        let expected: &[&str] = match *typed {
            "bouton test poj29" => &["poj2960", "poj2975"],
            "bouton hdu1850 --out" => &["--output", "--out-dir"],
            _ if completed.is_empty() => &[],
            _ => &[completed],
        };
        assert_eq!(words, expected, "{typed}");
    }
}

#[test]
fn options_are_completed_after_a_dash_and_files_without_one() {
    let (folder, _) = place("dash");
    let asked = |words: &[&str]| {
        let output = command(env!("CARGO_BIN_EXE_bouton"))
            .args(["--", "bouton"])
            .args(words)
            .env("BOUTON_COMPLETE", "fish")
            .current_dir(&folder)
            .run()
            .unwrap();
        let (text, error, code) = texts(&output);
        assert_eq!((error, code), (String::new(), 0));
        let words = text.lines().map(|line| line.split('\t').next().unwrap());
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        asked(&["hdu1850", ""]),
        ["big.in", "game/", "losing.in", "nim.cpp"]
    );
    let options = asked(&["hdu1850", "--"]);
    assert!(
        options.iter().all(|word| word.starts_with("--")),
        "{options:?}"
    );
    for option in ["--out-dir", "--threads", "--kernel", "--help"] {
        assert!(options.iter().any(|word| word == option), "{option}");
    }
    assert!(asked(&[""]).iter().all(|word| !word.starts_with('-')));
}

#[test]
fn completing_for_an_unknown_shell_is_an_error() {
    let output = command(env!("CARGO_BIN_EXE_bouton"))
        .args(["--", "bouton", ""])
        .env("BOUTON_COMPLETE", "cobol")
        .run()
        .unwrap();
    assert_eq!(texts(&output), (String::new(), String::new(), 2));
}

#[test]
fn how_to_install_the_completions_is_in_their_help() {
    let (help, _, _) = texts(&run(&["completions", "--help"], b""));
    for shell in ["bash", "zsh", "fish"] {
        let line = format!("bouton completions {shell} > ");
        assert!(help.contains(&line), "{help}");
    }
}
