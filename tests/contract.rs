//! The program from a user's point of view: arguments, files, pipes, messages and exit codes.

use std::io::{Read, Write};
use std::process::Child;
#[cfg(target_os = "linux")]
use std::process::Command;

use crate::harness::{Run as _, bouton, folder, records, run, start, texts};

/// Answers `input` passed to `bouton <id>` on standard input: output, error, exit code.
fn on_stdin(id: &str, input: &str) -> (String, String, i32) {
    texts(&run(&[id], input.as_bytes()))
}

#[test]
fn inputs_are_answered_as_the_table_says() {
    for (words, expected) in records(include_str!("tables/answers.txt")) {
        let [id, input] = &words[..] else {
            panic!("{words:?}");
        };
        let lines = expected.lines().filter(|line| *line != "(nothing)");
        let lines = lines.map(|line| line.to_owned() + "\n");
        let (error, answers): (String, String) =
            lines.partition(|line| line.starts_with("bouton: "));
        let code = if error.is_empty() { 0 } else { 2 };
        assert_eq!(on_stdin(id, input), (answers, error, code), "{words:?}");
    }
}

#[test]
fn a_byte_order_mark_is_reported_by_name_even_if_it_comes_byte_by_byte() {
    for (bytes, message) in [
        (&b"\xff\xfe1\0"[..], "found a UTF-16 byte-order mark"),
        (b"\xfe\xff\x001", "found a UTF-16 byte-order mark"),
        (b"\xef\xbb\xbf1 2\n", "found a UTF-8 byte-order mark"),
        (b"\xff1", "expected a number, found byte 0xff"),
    ] {
        let mut child = start(&["poj2234"]);
        for &byte in bytes {
            // It may have stopped reading.
            let _ = child.stdin.as_mut().unwrap().write_all(&[byte]);
            wait_until_read(&mut child);
        }
        let (_, error, code) = texts(&child.wait_with_output().unwrap());
        let message = format!("bouton: stdin:1:1: {message} (case 1)\n");
        assert_eq!((error, code), (message, 2));
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "long: scripts/check --long"]
fn millions_of_cases_without_a_number_are_answered_in_little_memory() {
    let script = "ulimit -v 200000; printf '0 20000000' | \"$0\" codingamemiserenim -j 1 | tail -1";
    let mut command = crate::harness::command("sh");
    command.args(["-c", script]).arg(bouton().get_program());
    let (answers, error, _) = texts(&command.run().unwrap());
    assert_eq!((answers.as_str(), error.as_str()), ("CONCEDE\n", ""));
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_the_program_even_if_it_waits_for_input() {
    for args in [&["poj2234"][..], &["hdu1850", "-j", "1"]] {
        let mut child = start(args);
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"1 1\n").unwrap();
        let mut output = child.stdout.take().unwrap();
        output.read_exact(&mut [0]).unwrap();
        drop(output);
        // The input stays open. What another test is just starting has a copy of the output for a moment, so one answer
        // may still get through.
        while child.try_wait().unwrap().is_none() {
            let _ = input.write_all(b"1 1\n");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert!(child.wait().unwrap().success(), "{args:?}");
    }
}

/// A running program that a person talks to.
pub struct Dialogue {
    pub child: Child,
    answers: std::sync::mpsc::Receiver<u8>,
}

impl Dialogue {
    pub fn new(args: &[&str]) -> Self {
        let mut child = start(args);
        let mut output = child.stdout.take().unwrap();
        let (sender, answers) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut byte = [0];
            while output.read(&mut byte).is_ok_and(|len| len == 1) && sender.send(byte[0]).is_ok() {
            }
        });
        Self { child, answers }
    }

    pub fn say(&mut self, text: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(text.as_bytes()).unwrap();
        input.flush().unwrap();
    }

    #[track_caller]
    pub fn hear(&self, text: &str) {
        for expected in text.bytes() {
            assert_eq!(self.answers.recv(), Ok(expected), "of {text:?}");
        }
    }

    /// Waits until the program has read everything sent, where that can be observed.
    pub fn wait_until_read(&mut self) {
        wait_until_read(&mut self.child);
    }
}

/// Waits until `child` has read all of its standard input, or has ended: on Linux both ends of a pipe
/// know whether it is empty.
fn wait_until_read(child: &mut Child) {
    #[cfg(target_os = "linux")]
    while child.try_wait().unwrap().is_none()
        && rustix::io::ioctl_fionread(child.stdin.as_ref().unwrap()).unwrap() > 0
    {
        std::thread::yield_now();
    }
    #[cfg(not(target_os = "linux"))]
    let _ = child;
}

#[test]
fn a_case_is_answered_as_soon_as_it_is_complete() {
    let mut dialogue = Dialogue::new(&["poj2234"]);
    dialogue.say("2 45 45\n");
    dialogue.hear("No\n");
    dialogue.say("3 3 6 9\n2 1 1\n1");
    dialogue.hear("Yes\nNo\n");
    dialogue.say(" 5\n");
    dialogue.hear("Yes\n");
    drop(dialogue.child.stdin.take());
    assert!(dialogue.child.wait().unwrap().success());
}

#[test]
fn a_case_that_arrives_byte_by_byte_is_answered_with_its_last_byte() {
    let mut dialogue = Dialogue::new(&["poj2234"]);
    for byte in "2 45 45".split_inclusive("") {
        dialogue.say(byte);
        dialogue.wait_until_read();
    }
    // Another digit may follow, and it does: an earlier answer would be wrong.
    dialogue.say("0");
    dialogue.wait_until_read();
    dialogue.say(" ");
    dialogue.hear("Yes\n");
    drop(dialogue.child.stdin.take());
    assert!(dialogue.child.wait().unwrap().success());
}

#[test]
fn the_program_ends_with_the_last_case_or_a_mistake_while_its_input_stays_open() {
    for (id, input, answers, code) in [
        ("hdu1850", "3\n5 7 9\n0\n", "1\n", 0),
        ("hdu1907", "1\n1\n1\n", "Brother\n", 0),
        ("poj2234", "1 5\n1 x", "Yes\n", 2),
    ] {
        let mut dialogue = Dialogue::new(&[id]);
        dialogue.say(input);
        dialogue.hear(answers);
        assert_eq!(dialogue.child.wait().unwrap().code(), Some(code));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn running_out_of_memory_is_an_error() {
    let place = folder("contract_memory");
    let path = |name| place.join(name).display().to_string();
    let case = "1 ".repeat(12_000_000);
    std::fs::write(path("case"), format!("12000000 {case}0")).unwrap();
    std::fs::write(path("answer"), "No\n".repeat(2)).unwrap();
    let (case, answer) = (path("case"), path("answer"));
    let names = || {
        let names = std::fs::read_dir(&place).unwrap();
        names
            .map(|entry| entry.unwrap().file_name())
            .collect::<Vec<_>>()
    };
    let before = names();
    for args in [
        format!("hdu2176 -j 1 {case}"),
        format!("hdu2176 {case} -o {}", path("output")),
        format!("luogup1247 -o {} {case}", path("piles.ans")),
        format!("diff hdu2176 {case} {answer}"),
        format!("split hdu1536 --parts 2 --out-dir {} {case}", path("parts")),
    ] {
        let script = format!(
            "ulimit -v 90000; exec {} {args}",
            env!("CARGO_BIN_EXE_bouton")
        );
        let output = Command::new("sh").args(["-c", &script]).run().unwrap();
        let message = "bouton: out of memory\n".to_owned();
        assert_eq!(texts(&output), (String::new(), message, 2), "{args}");
        assert!(
            args.starts_with("split") || names() == before,
            "{args}: {:?}",
            names()
        );
    }
    let parts = std::fs::read_dir(path("parts")).map_or(0, Iterator::count);
    assert_eq!(parts, 0);
}
