//! What a user sees at a terminal is as `tests/sessions` shows it, and as the README does.
//!
//! A session is commands after `$ ` (`> ` continues one), each with what it prints, both streams in one, and its exit
//! code in brackets unless that is 0. A heading `## ` starts a session in an empty folder, in which the commands before
//! the first heading are run too. `...` stands for any lines, and `[..]` for anything within one.
//!
//! With `BOUTON_SESSIONS=write` in the environment, the files get what is printed now, for a reader of the change.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::harness::{Run as _, command, folder, root, side_by_side};

/// A command, and what it prints.
pub struct Step {
    /// The number of its line, counted from 1.
    pub line: usize,
    pub command: String,
    pub output: String,
}

impl Step {
    /// Adds the line with an index to the steps before it.
    pub fn add(steps: &mut Vec<Self>, index: usize, line: &str) {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Self {
                line: index + 1,
                command: command.to_owned(),
                output: String::new(),
            });
            return;
        }
        // What a file says before its first command is what it is about.
        let Some(step) = steps.last_mut() else { return };
        match line.strip_prefix("> ") {
            Some(more) if step.output.is_empty() => step.command.extend(["\n", more]),
            _ => step.output.extend([line, "\n"]),
        }
    }

    /// What the command prints in a folder, and its exit code in brackets unless that is 0.
    pub fn run(&self, folder: &Path) -> String {
        let bouton = Path::new(env!("CARGO_BIN_EXE_bouton")).parent().unwrap();
        let path = format!("PATH='{}':$PATH", bouton.display());
        let mut bash = command("bash");
        bash.args(["-c", &format!("{path}; exec 2>&1\n{}", self.command)]);
        bash.current_dir(folder);
        let output = bash.stdin(Stdio::null()).run().unwrap();
        let mut text = String::from_utf8(output.stdout).unwrap();
        let code = output.status.code().unwrap();
        if code != 0 {
            let is_open = !text.is_empty() && !text.ends_with('\n');
            text.extend([if is_open { "\n[" } else { "[" }, &code.to_string(), "]\n"]);
        }
        text
    }

    /// Whether `text` is what it prints.
    pub fn shows(&self, text: &str) -> bool {
        let [shown, text] = [&self.output, text].map(|text| text.trim_end().lines().collect());
        let (shown, text): (Vec<_>, Vec<_>) = (shown, text);
        is_as_shown(&shown, &text)
    }
}

/// Whether `text` is as `shown`, where `...` on a line of its own stands for any lines, and `[..]` for anything within
/// a line.
fn is_as_shown(shown: &[&str], text: &[&str]) -> bool {
    match (shown, text) {
        ([], []) => true,
        (["...", shown @ ..], _) => (0..=text.len()).any(|skip| is_as_shown(shown, &text[skip..])),
        ([first, shown @ ..], [line, text @ ..]) => is_line_as_shown(first, line) && is_as_shown(shown, text),
        _ => false,
    }
}

fn is_line_as_shown(shown: &str, line: &str) -> bool {
    let Some((before, after)) = shown.split_once("[..]") else {
        return shown == line;
    };
    line.strip_prefix(before).is_some_and(|rest| {
        let mut ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
        ends.any(|at| is_line_as_shown(after, &rest[at..]))
    })
}

/// A heading, and the steps below it.
#[derive(Default)]
struct Session {
    heading: String,
    steps: Vec<Step>,
}

/// The sessions of a file; the first one is what comes before the first heading.
fn sessions(text: &str) -> Vec<Session> {
    let mut sessions = vec![Session::default()];
    for (index, line) in text.lines().enumerate() {
        if let Some(heading) = line.strip_prefix("## ") {
            sessions.push(Session {
                heading: heading.to_owned(),
                steps: Vec::new(),
            });
        } else {
            Step::add(&mut sessions.last_mut().unwrap().steps, index, line);
        }
    }
    sessions
}

/// Runs the sessions of a file in `tests/sessions`.
fn run(name: &str) {
    let file = root().join(format!("tests/sessions/{name}.txt"));
    let text = fs::read_to_string(&file).unwrap();
    let sessions = sessions(&text);
    let (first, sessions) = sessions.split_first().unwrap();
    let sessions: Vec<_> = sessions.iter().enumerate().collect();
    let all_printed = side_by_side(&sessions, |&(index, session)| {
        let folder = folder(&format!("session-{name}-{index}"));
        let steps = first.steps.iter().chain(&session.steps);
        steps.map(|step| (step, step.run(&folder))).collect::<Vec<_>>()
    });
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let mut wrong = Vec::new();
    // From the last one on, so that numbers of lines are still right if what is printed is written.
    for ((_, session), printed) in sessions.iter().zip(&all_printed).rev() {
        for (step, printed) in printed.iter().rev() {
            if step.shows(printed) {
                continue;
            }
            let Step { line, command, .. } = step;
            let (shown, printed) = (step.output.trim_end(), printed.trim_end());
            wrong.push(format!(
                "{}\n{name}.txt:{line}: $ {command}\n--- shown\n{shown}\n--- printed\n{printed}\n",
                session.heading
            ));
            let start = line - 1 + command.lines().count();
            lines.splice(start..start + shown.lines().count(), printed.lines().map(str::to_owned));
        }
    }
    if std::env::var_os("BOUTON_SESSIONS").is_some_and(|value| value == "write") {
        fs::write(file, lines.join("\n") + "\n").unwrap();
    }
    wrong.reverse();
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

/// A test for each file, so that they run side by side.
macro_rules! sessions {
    ($($name:ident)*) => { $(#[test] fn $name() { run(stringify!($name)); })* };
}

sessions! { answers commands data diff outputs own_games packages sources statements stress test }

#[test]
fn each_file_of_sessions_has_a_test() {
    let files = fs::read_dir(root().join("tests/sessions")).unwrap();
    assert_eq!(files.count(), 11);
}

#[test]
fn omissions_in_a_session_are_marked() {
    assert!(is_as_shown(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(is_as_shown(&["a", "..."], &["a"]));
    assert!(!is_as_shown(&["a"], &["a", "b"]));
    assert!(!is_as_shown(&["a", "...", "d"], &["a", "b"]));
    assert!(is_line_as_shown("in [..] s", "in 0.31 s"));
    assert!(is_line_as_shown("a [..] b [..]", "a 1 b 2"));
    assert!(!is_line_as_shown("in [..] s", "in 0.31 ms"));
    assert!(!is_line_as_shown("in 1 s", "in 2 s"));
}
