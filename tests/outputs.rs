//! Output files are complete or not there, whatever ends the program. `tests/sessions/outputs.txt` has the rest.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::harness::{Run as _, bouton, case, command, folder, run, start, wait_until};

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Starts the program with `args`, and waits until it has a temporary file in `folder`.
fn start_writing(args: &[&str], folder: &Path) -> Child {
    let mut child = start(args);
    let input = child.stdin.as_mut().unwrap();
    input.write_all(case(&[1]).repeat(100).as_bytes()).unwrap();
    let is_temporary = |name: &String| name.starts_with(".bouton-");
    wait_until(&mut child, || names(folder).iter().any(is_temporary));
    child
}

const ENDING: [Signal; 4] = [Signal::INT, Signal::TERM, Signal::HUP, Signal::KILL];

#[test]
fn a_signal_leaves_the_old_answers_and_no_others() {
    let folder = folder("outputs-signals");
    let (new, old) = (folder.join("new.ans"), folder.join("old.ans"));
    fs::write(&old, "precious").unwrap();
    for signal in ENDING {
        for output in [&new, &old] {
            let output = output.to_str().unwrap();
            let child = start_writing(&["poj2234", "-o", output], &folder);
            kill_process(Pid::from_child(&child), signal).unwrap();
            let ended = child.wait_with_output().unwrap();
            assert_eq!(ended.status.signal(), Some(signal.as_raw()));
            assert_eq!(fs::read_to_string(&old).unwrap(), "precious");
            let left = names(&folder);
            if signal == Signal::KILL {
                // This cannot be prevented.
                let temporary = folder.join(&left[0]);
                assert!(left[0].starts_with(".bouton-"), "{left:?}");
                fs::remove_file(temporary).unwrap();
                assert_eq!(left[1..], ["old.ans"]);
            } else {
                assert_eq!(left, ["old.ans"]);
            }
        }
    }
}

#[test]
fn ignored_signals_stay_ignored() {
    let folder = folder("outputs-ignored");
    let output = folder.join("x.ans");
    let script = "trap '' HUP; exec \"$0\" \"$@\"";
    let mut child = command("sh")
        .args(["-c", script])
        .arg(bouton().get_program())
        .args(["poj2234", "-o", output.to_str().unwrap()])
        .stdin(Stdio::piped())
        .start()
        .unwrap();
    wait_until(&mut child, || !names(&folder).is_empty());
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1 1\n").unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read_to_string(output).unwrap(), "Yes\n");
}

#[test]
fn answers_are_not_there_before_all_are() {
    let folder = folder("outputs-late");
    let output = folder.join("x.ans");
    let mut child = start_writing(&["poj2234", "-o", output.to_str().unwrap()], &folder);
    assert!(!output.exists());
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read_to_string(&output).unwrap(), "Yes\n".repeat(100));
    assert_eq!(names(&folder), ["x.ans"]);
}

#[test]
fn a_slow_reader_gets_everything_even_from_a_nonblocking_pipe() {
    let folder = folder("outputs-slow");
    let input = folder.join("x.in");
    fs::write(&input, case(&[1]).repeat(500_000)).unwrap();
    let generate = ["generate", "poj2234", "--cases", "10000"];
    for args in [&["poj2234", input.to_str().unwrap()][..], &generate] {
        let (mut reader, writer) = std::io::pipe().unwrap();
        rustix::io::ioctl_fionbio(&writer, true).unwrap();
        let mut child = bouton()
            .args(args)
            .stdout(OwnedFd::from(writer))
            .start()
            .unwrap();
        // The pipe is full before the first read.
        std::thread::sleep(Duration::from_millis(100));
        let mut all = Vec::new();
        reader.read_to_end(&mut all).unwrap();
        assert!(child.wait().unwrap().success(), "{args:?}");
        assert_eq!(all, run(args, b"").stdout, "{args:?}");
    }
}
