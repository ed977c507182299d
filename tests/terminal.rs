//! What commands show on a terminal: progress of long work, and colors.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::harness::{Run as _, bouton, folder, make_pipe, texts};

/// A new terminal: our side, and that of a program.
pub fn terminal() -> (File, File) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let theirs = File::options().read(true).write(true).open(name).unwrap();
    (File::from(ours), theirs)
}

/// All that a terminal shows, until no program has it any more.
pub fn shown(mut terminal: File) -> String {
    let mut text = Vec::new();
    // It ends with an error.
    let _ = terminal.read_to_end(&mut text);
    String::from_utf8(text).unwrap()
}

/// Starts `command` with a terminal as standard error. The rest are pipes.
fn on_terminal(command: &mut Command) -> (Child, File) {
    let (ours, theirs) = terminal();
    let child = command
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(theirs)
        .start()
        .unwrap();
    // The command keeps its copy of the terminal, until it gets another output.
    command.stderr(Stdio::null());
    (child, ours)
}

#[test]
#[ignore = "long: scripts/check --long"]
fn work_that_takes_more_than_a_second_shows_how_far_it_is() {
    for line in ["poj2234", "validate poj2234", "diff poj2234 - ANSWERS"] {
        let answers = folder("progress").join("answers");
        std::fs::write(&answers, "Yes\n").unwrap();
        let answers = answers.display().to_string();
        let args = line.replace("ANSWERS", &answers);
        let (mut child, mut terminal) = on_terminal(bouton().args(args.split(' ')));
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"1 5\n").unwrap();
        // The input ends only when something is shown.
        let mut first = [0; 64];
        let len = terminal.read(&mut first).unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}");
        let text = String::from_utf8_lossy(&first[..len]).into_owned() + &shown(terminal);
        assert!(text.contains(" bytes, "), "{line}: {text:?}");
        let has_speed = text.contains(" bytes/s") || text.contains(" byte/s");
        assert!(has_speed, "{line}: {text:?}");
        // The line is cleared at the end.
        assert!(text.ends_with("\u{1b}[2K"), "{line}: {text:?}");
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn progress_is_shown_neither_in_a_file_nor_when_quiet_nor_of_short_work() {
    let longer_than_a_second = Duration::from_millis(1300);
    let feed = |child: &mut Child, time| {
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"1 5\n").unwrap();
        std::thread::sleep(time);
    };
    for (option, time) in [("-q", longer_than_a_second), ("-j2", Duration::ZERO)] {
        let (mut child, terminal) = on_terminal(bouton().args(["poj2234", option]));
        feed(&mut child, time);
        assert_eq!(texts(&child.wait_with_output().unwrap()).0, "Yes\n");
        assert_eq!(shown(terminal), "", "{option}");
    }
    let mut child = crate::harness::start(&["poj2234"]);
    feed(&mut child, longer_than_a_second);
    let output = texts(&child.wait_with_output().unwrap());
    assert_eq!(output, ("Yes\n".to_owned(), String::new(), 0));
}

/// Reads `terminal` until it shows `expected`, and returns all that it showed.
fn read_until(terminal: &mut File, expected: &str) -> String {
    let mut text = String::new();
    while !text.contains(expected) {
        let mut more = [0; 256];
        let len = terminal.read(&mut more).expect(&text);
        text += std::str::from_utf8(&more[..len]).unwrap();
    }
    text
}

#[test]
#[ignore = "long: scripts/check --long"]
fn judging_and_searching_show_how_far_they_are() {
    let folder = folder("progress_of_judging");
    for (name, input) in [("1", "1 1\n"), ("2", "2 1 2\n")] {
        std::fs::write(folder.join(name).with_extension("in"), input).unwrap();
        std::fs::write(folder.join(name).with_extension("ans"), "Yes\n").unwrap();
    }
    // They wait for a line at a gate, but for the first test.
    let judged = "read first; [ \"$first\" = '1 1' ] || read line < $GATE; echo Yes";
    let right = format!(
        "read line < $GATE; exec {} poj2234",
        env!("CARGO_BIN_EXE_bouton")
    );
    let data = folder.display().to_string();
    for (command, program, line) in [
        (["test", "--data", &data], judged, "1 of 2 tests, "),
        (["stress", "--rounds", "2"], &*right, "0 of 2 rounds"),
    ] {
        // Each has a gate of its own: lines stay in a pipe that a process elsewhere still holds.
        let gate = folder.join(command[0]);
        make_pipe(&gate);
        // Opened for both, it stays open, and opening it does not wait.
        let mut lines = File::options().read(true).write(true).open(&gate).unwrap();
        let mut bouton = bouton();
        bouton.args(command).args(["--time-limit", "1000"]);
        bouton.args(["poj2234", "--", "sh", "-c", program]);
        bouton.env("GATE", &gate);
        let (mut child, mut terminal) = on_terminal(&mut bouton);
        let mut text = read_until(&mut terminal, line);
        lines.write_all(&[b'\n'; 1000]).unwrap();
        text += &shown(terminal);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{text:?}");
        assert!(text.ends_with("\u{1b}[2K"), "{text:?}");
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn the_time_left_is_shown_where_the_size_is_known() {
    let (mut child, mut terminal) =
        on_terminal(bouton().args(["generate", "poj2234", "--bytes", "100M"]));
    // What is generated is not read until something is shown.
    let mut first = [0; 64];
    let len = terminal.read(&mut first).unwrap();
    drop(child.stdin.take());
    drop(child.stdout.take());
    child.wait().unwrap();
    let text = String::from_utf8_lossy(&first[..len]).into_owned() + &shown(terminal);
    assert!(text.contains("% of 100 MB, "), "{text:?}");
    assert!(text.contains(" left"), "{text:?}");
}

#[test]
fn on_a_terminal_there_are_colors_unless_the_environment_wants_none() {
    for (variable, expected) in [("NO_COLOR", false), ("NOTHING", true)] {
        let mut command = bouton();
        command.args(["poj2234", "no-such-file"]).env(variable, "1");
        let (mut child, terminal) = on_terminal(&mut command);
        child.wait().unwrap();
        assert_eq!(shown(terminal).contains("\u{1b}["), expected, "{variable}");
    }
}
