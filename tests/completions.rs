//! Completions, in the shells themselves: what Tab makes of a command line.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::harness::{Run as _, bouton, command, folder, run, texts};
use crate::terminal::terminal;

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

/// A folder with some files.
fn place(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::create_dir(folder.join("game")).unwrap();
    for file in ["big.in", "nim.cpp", "losing.in", "game/game.toml"] {
        fs::write(folder.join(file), "").unwrap();
    }
    folder
}

/// What the program says may stand in the place of the last of `words`, as the script of a shell asks it.
fn asked(folder: &Path, words: &[&str]) -> Vec<String> {
    let output = bouton()
        .args(["--", "bouton"])
        .args(words)
        .env("BOUTON_COMPLETE", "fish")
        .current_dir(folder)
        .run();
    let (text, error, code) = texts(&output.unwrap());
    assert_eq!((error, code), (String::new(), 0));
    let words = text.lines().map(|line| line.split('\t').next().unwrap());
    words.map(str::to_owned).collect()
}

#[test]
fn problems_values_and_files_are_completed_where_they_go() {
    let folder = place("completions");
    for (typed, completed) in COMPLETED {
        let words: Vec<_> = typed.split(' ').skip(1).collect();
        // A shell inserts what several candidates have in common.
        let expected: &[&str] = match *typed {
            "bouton test poj29" => &["poj2960", "poj2975"],
            "bouton hdu1850 --out" => &["--output", "--out-dir"],
            _ if completed.is_empty() => &[],
            _ => &[completed],
        };
        assert_eq!(asked(&folder, &words), expected, "{typed}");
    }
    let files = ["big.in", "losing.in", "nim.cpp", "game/"];
    let mut found = asked(&folder, &["hdu1850", ""]);
    found.sort_by_key(|name| name.ends_with('/'));
    assert_eq!(found, files);
    let options = asked(&folder, &["hdu1850", "--"]);
    assert!(
        options.iter().all(|word| word.starts_with("--")),
        "{options:?}"
    );
    for option in ["--out-dir", "--threads", "--kernel", "--help"] {
        assert!(options.iter().any(|word| word == option), "{option}");
    }
    let first = asked(&folder, &[""]);
    assert!(first.iter().all(|word| !word.starts_with('-')), "{first:?}");
    assert!(
        ["poj2234", "solve"]
            .iter()
            .all(|name| first.iter().any(|word| word == name))
    );
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

/// Asserts that Tab completes the command lines in an interactive `shell`, which starts with `setup`.
fn assert_completed(shell: &str, options: &[&str], setup: &str) {
    if command(shell).args(["-c", "true"]).run().is_err() {
        eprintln!("skipped: there is no {shell} here");
        return;
    }
    let (ours, theirs) = terminal();
    let program = Path::new(env!("CARGO_BIN_EXE_bouton")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let stream = || theirs.try_clone().unwrap();
    let mut command = command(shell);
    command.args(options).env("PATH", path).env("TERM", "dumb");
    command.current_dir(place(&format!("completions_{shell}")));
    command.stdin(stream()).stdout(stream()).stderr(stream());
    let mut child = command.start().unwrap();
    let mut keys = ours.try_clone().unwrap();
    let mut screen = Screen(ours);
    // What is typed before the prompt is there may be lost. The prompt is not what the line shows that sets it.
    writeln!(keys, "{setup}; PS1='<rea''dy>'").unwrap();
    screen.until("<ready>");
    for (typed, completed) in COMPLETED.iter().step_by(4) {
        // The line is only printed: Ctrl-A goes to its start, Ctrl-E to its end.
        writeln!(keys, "{typed}\t\x01printf '<%s>\\n' + \"$(echo \x05)\"").unwrap();
        screen.until("<+>\r\n<");
        let line = screen.until(">\r\n");
        let (before, word) = typed.rsplit_once(' ').unwrap();
        let word = if completed.is_empty() {
            word
        } else {
            completed
        };
        assert_eq!(line, format!("{before} {word}>\r\n"), "{typed}");
        screen.until("<ready>");
    }
    writeln!(keys, "exit").unwrap();
    child.wait().unwrap();
}

#[test]
fn bash_completes_what_the_program_says() {
    let setup = "source <(bouton completions bash); bind 'set bell-style none'";
    assert_completed("bash", &["--norc", "--noprofile", "-i"], setup);
}

#[test]
fn zsh_completes_what_the_program_says() {
    let setup = "autoload -Uz compinit; compinit -u -D; source <(bouton completions zsh); \
                 setopt no_auto_menu no_auto_list; unsetopt beep; bindkey -e";
    assert_completed("zsh", &["-f", "-i"], setup);
}

#[test]
fn completing_for_an_unknown_shell_is_an_error() {
    let mut command = bouton();
    command
        .args(["--", "bouton", ""])
        .env("BOUTON_COMPLETE", "cobol");
    assert_eq!(
        texts(&command.run().unwrap()),
        (String::new(), String::new(), 2)
    );
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (script, error, code) = texts(&run(&["completions", shell], b""));
        assert_eq!((error.as_str(), code), ("", 0));
        assert!(script.contains("BOUTON_COMPLETE"), "{shell}: {script}");
    }
}
