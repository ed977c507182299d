//! What commands show on a terminal: progress of long work, and colors.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::harness::{Run as _, bouton, folder, open_pipe, texts};

/// A new terminal: our side, and that of a program.
fn terminal() -> (File, File) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let theirs = File::options().read(true).write(true).open(name).unwrap();
    (File::from(ours), theirs)
}

/// All that a terminal shows, until no program has it any more.
fn shown(mut terminal: File) -> String {
    let mut text = Vec::new();
    // It ends with an error.
    let _ = terminal.read_to_end(&mut text);
    String::from_utf8(text).unwrap()
}

/// Starts `command` with a terminal as standard error. The rest are pipes.
fn on_terminal(command: &mut Command) -> (Child, File) {
    let (ours, theirs) = terminal();
    command.env("TERM", "xterm").stderr(theirs);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let child = command.start().unwrap();
    // The command keeps its copy of the terminal, until it gets another output.
    command.stderr(Stdio::null());
    (child, ours)
}

/// Work that ends when `go_on` was called shows `expected` before, and clears the line in the end.
#[track_caller]
fn shows(command: &mut Command, expected: &[&str], go_on: impl FnOnce(&mut Child)) {
    let (mut child, mut terminal) = on_terminal(command);
    let _ = child.stdin.as_mut().unwrap().write_all(b"1 5\n");
    let mut text = String::new();
    while !expected.iter().all(|expected| text.contains(expected)) {
        let mut more = [0; 256];
        let len = terminal.read(&mut more).expect(&text);
        text += std::str::from_utf8(&more[..len]).unwrap();
    }
    go_on(&mut child);
    text += &shown(terminal);
    assert!(text.ends_with("\u{1b}[2K"), "{text:?}");
    child.wait().unwrap();
}

#[test]
#[ignore = "long: scripts/check --long"]
fn work_that_takes_more_than_a_second_shows_how_far_it_is() {
    let folder = folder("progress");
    for (name, input) in [("1", "1 1\n"), ("2", "2 1 2\n")] {
        std::fs::write(folder.join(name).with_extension("in"), input).unwrap();
        std::fs::write(folder.join(name).with_extension("ans"), "Yes\n").unwrap();
    }
    let data = folder.display().to_string();
    let answers = format!("{data}/1.ans");
    for args in [
        &["poj2234"][..],
        &["validate", "poj2234"],
        &["diff", "poj2234", "-", &answers],
    ] {
        let end_input = |child: &mut Child| drop(child.stdin.take());
        shows(bouton().args(args), &[" bytes"], end_input);
    }
    let generate = ["generate", "poj2234", "--bytes", "100M"];
    let end_output = |child: &mut Child| drop(child.stdout.take());
    shows(bouton().args(generate), &["% of 100 MB"], end_output);
    // They wait for a line at a gate, but for the first test.
    let judged = "read first; [ \"$first\" = '1 1' ] || read line < $GATE; echo Yes";
    let right = "read line < $GATE; exec $BOUTON poj2234";
    for (args, program, line) in [
        (["test", "--data", &data], judged, "1 of 2 tests"),
        (["stress", "--rounds", "2"], right, "0 of 2 rounds"),
    ] {
        // Each has a gate of its own: lines stay in a pipe that a process elsewhere still holds.
        let gate = folder.join(args[0]);
        let mut lines = open_pipe(&gate);
        let mut bouton = bouton();
        bouton.args(args).args(["--time-limit", "1000"]);
        bouton.args(["poj2234", "--", "sh", "-c", program]);
        bouton.env("GATE", &gate);
        bouton.env("BOUTON", env!("CARGO_BIN_EXE_bouton"));
        shows(&mut bouton, &[line], |_| {
            lines.write_all(&[b'\n'; 1000]).unwrap();
        });
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

#[test]
fn on_a_terminal_there_are_colors_unless_the_environment_wants_none() {
    for (variables, expected) in [
        (&[("TERM", "xterm")][..], true),
        (&[("TERM", "xterm"), ("NO_COLOR", "1")], false),
        (&[("TERM", "dumb")], false),
    ] {
        // One writes to standard error, the other to standard output.
        for args in ["poj2234 no-such-file", "test poj2234 --first -- true"] {
            let (ours, theirs) = terminal();
            let mut command = bouton();
            command.args(args.split(' ')).envs(variables.to_vec());
            command.stdout(theirs.try_clone().unwrap()).stderr(theirs);
            command.run().unwrap();
            // It keeps a copy of the terminal.
            drop(command);
            let text = shown(ours);
            assert_eq!(text.contains("\u{1b}["), expected, "{args}: {text:?}");
        }
    }
}
