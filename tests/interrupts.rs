//! Whichever signal ends long work, the last line on standard error says how far it was, and files are complete or not
//! there. `test`, `stress` and `package` have tests of their own.

use std::fs::{self, File};
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::harness::{Run as _, bouton, folder, names_in, run, start, wait_until};

const SIGNALS: [Signal; 4] = [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT];

/// Ends `child` by `signal`, and returns what it wrote to standard output and standard error.
pub fn interrupt(child: Child, signal: Signal) -> (String, String) {
    kill_process(Pid::from_child(&child), signal).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(signal.as_raw()));
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

/// Writes more than pipes hold. So when this returns, most of it was read.
fn feed(child: &mut Child) {
    let input = child.stdin.as_mut().unwrap();
    input.write_all(&b"1 5\n".repeat(1 << 20)).unwrap();
}

/// Whether `error` says how much was done, a large number of bytes.
#[track_caller]
fn says(error: &str, done: &str) {
    let start = format!("bouton: interrupted after {done} ");
    let is_said = error.starts_with(&start) && error.ends_with("B\n");
    assert!(is_said, "{error}");
}

#[test]
fn whatever_reads_or_writes_says_how_much() {
    let folder = folder("interrupted_reading");
    let answers = folder.join("answers");
    fs::write(&answers, "Yes\n".repeat(1 << 20)).unwrap();
    let diff = format!("diff poj2234 - {}", answers.display());
    let lines = ["poj2234", "poj2234 -j1 --quiet", "validate poj2234", &diff];
    for (line, signal) in lines.iter().zip(SIGNALS.into_iter().cycle()) {
        let mut command = bouton();
        command.args(line.split(' ')).stdin(Stdio::piped());
        command.stdout(File::create(folder.join("output")).unwrap());
        let mut child = command.stderr(Stdio::piped()).start().unwrap();
        feed(&mut child);
        says(&interrupt(child, signal).1, "reading");
    }
    let mut child = start(&["generate", "poj2234", "--bytes", "100M"]);
    let mut output = child.stdout.take().unwrap();
    output.read_exact(&mut vec![0; 4 << 20]).unwrap();
    says(&interrupt(child, Signal::HUP).1, "writing");
}

#[test]
fn a_signal_leaves_the_old_answers_and_no_others() {
    let folder = folder("interrupted_answers");
    let (new, old) = (folder.join("new.ans"), folder.join("old.ans"));
    fs::write(&old, "precious").unwrap();
    let is_temporary = |name: &String| name.starts_with(".bouton-");
    for signal in SIGNALS.into_iter().chain([Signal::KILL]) {
        for output in [&new, &old] {
            let mut child = start(&["poj2234", "-o", output.to_str().unwrap()]);
            child.stdin.as_mut().unwrap().write_all(b"1 5\n").unwrap();
            wait_until(&mut child, || names_in(&folder).iter().any(is_temporary));
            interrupt(child, signal);
            assert_eq!(fs::read_to_string(&old).unwrap(), "precious");
            let mut left = names_in(&folder);
            if signal == Signal::KILL {
                // This cannot be prevented.
                let temporary = left.remove(0);
                assert!(is_temporary(&temporary), "{temporary}");
                fs::remove_file(folder.join(temporary)).unwrap();
            }
            assert_eq!(left, ["old.ans"]);
        }
    }
}

#[test]
fn split_says_how_much_it_read_and_leaves_no_parts() {
    let folder = folder("interrupted_split");
    let (input, parts) = (folder.join("big.in"), folder.join("parts"));
    fs::write(&input, b"1 5\n".repeat(1 << 20)).unwrap();
    let count = |folder: &Path| names_in(folder).len();
    for signal in SIGNALS {
        let mut command = bouton();
        command.args(["split", "poj2234", "--parts", "400", "--out-dir"]);
        command.arg(&parts).arg(&input).stderr(Stdio::piped());
        let mut child = command.start().unwrap();
        // Then it writes the parts, in a folder that gets its name when they are complete.
        wait_until(&mut child, || count(&folder) > 1);
        kill_process(Pid::from_child(&child), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        if parts.exists() {
            assert_eq!(count(&parts), 400);
            fs::remove_dir_all(&parts).unwrap();
        } else {
            assert_eq!(output.status.signal(), Some(signal.as_raw()));
            says(&String::from_utf8(output.stderr).unwrap(), "reading");
        }
        assert_eq!(count(&folder), 1, "only the input is left");
    }
}

/// A pipe into which no byte more fits.
fn full_pipe() -> (PipeReader, PipeWriter) {
    let (reader, mut writer) = std::io::pipe().unwrap();
    rustix::io::ioctl_fionbio(&writer, true).unwrap();
    while writer.write(b"\n").is_ok() {}
    rustix::io::ioctl_fionbio(&writer, false).unwrap();
    (reader, writer)
}

#[test]
fn the_third_signal_ends_the_program_even_if_nobody_reads_its_report() {
    const TESTS: usize = 20;
    let (data, runs) = (folder("interrupted_data"), folder("interrupted_runs"));
    for test in 0..TESTS {
        fs::write(data.join(format!("{test}.in")), "1 5\n").unwrap();
        fs::write(data.join(format!("{test}.ans")), "Yes\n").unwrap();
    }
    let (reader, writer) = full_pipe();
    let program = format!("echo Yes; : > {}/$$", runs.display());
    let mut command = bouton();
    command.args(["test", "poj2234", "-v", "--data"]).arg(&data);
    command.args(["--", "sh", "-c", &program]).stdout(writer);
    let mut child = command.stderr(Stdio::null()).start().unwrap();
    // Tests go on while the line of the first one waits for its reader.
    wait_until(&mut child, || fs::read_dir(&runs).unwrap().count() == TESTS);
    for signal in SIGNALS {
        kill_process(Pid::from_child(&child), signal).unwrap();
    }
    let ended_by = child.wait().unwrap().signal().unwrap();
    let is_one = SIGNALS.map(Signal::as_raw).contains(&ended_by);
    assert!(is_one, "{ended_by}");
    drop(reader);
}

#[test]
fn a_signal_that_also_ends_the_input_ends_the_program() {
    let output = folder("interrupted_with_its_writer").join("x.ans");
    let mut child = start(&["poj2234", "-o", output.to_str().unwrap()]);
    feed(&mut child);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().signal(), Some(libc::SIGINT));
    assert!(!output.exists());
}

#[test]
fn a_slow_reader_gets_everything_even_from_a_nonblocking_pipe() {
    let folder = folder("slow_reader");
    let input = folder.join("x.in");
    fs::write(&input, "1 5\n".repeat(500_000)).unwrap();
    let generate = ["generate", "poj2234", "--cases", "10000"];
    for args in [&["poj2234", input.to_str().unwrap()][..], &generate] {
        let (mut reader, writer) = std::io::pipe().unwrap();
        rustix::io::ioctl_fionbio(&writer, true).unwrap();
        let mut command = bouton();
        let mut child = command.args(args).stdout(writer).start().unwrap();
        drop(command);
        // The pipe is full before the first read.
        std::thread::sleep(Duration::from_millis(100));
        let mut all = Vec::new();
        reader.read_to_end(&mut all).unwrap();
        assert!(child.wait().unwrap().success(), "{args:?}");
        assert_eq!(all, run(args, b"").stdout, "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn solve_says_that_it_was_interrupted() {
    let mut command = bouton();
    // Grundy values of so many piles take longer than this test.
    command.args(["solve", "--rule", "take squares", "--table", "0..87000"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.start().unwrap();
    let status = format!("/proc/{}/status", child.id());
    // SIGINT is caught from some time after the start on.
    let is_caught = || {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:\t"));
        caught.is_some_and(|mask| u64::from_str_radix(mask, 16).unwrap() & 1 << 1 != 0)
    };
    wait_until(&mut child, is_caught);
    assert_eq!(interrupt(child, Signal::INT).1, "bouton: interrupted\n");
}
