//! `bouton test` where a session cannot show it: hostile programs, signals, and machines that lack something.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::harness::{Run as _, bouton, command, folder, problems, run, some_of, texts};
use crate::program::{HOSTILE, marked, without_threads};
use crate::terminal::{shown, terminal};

/// Test files, and a place for temporary ones, of one test.
struct Place {
    folder: PathBuf,
}

impl Place {
    /// Right answers to tests `1` to `count` of POJ 2234.
    fn new(name: &str, count: u64) -> Self {
        let folder = folder(&format!("judging_{name}"));
        let place = Self { folder };
        fs::create_dir(place.folder.join("tmp")).unwrap();
        fs::create_dir(place.data()).unwrap();
        for k in 1..=count {
            fs::write(place.data().join(format!("{k}.in")), format!("1 {k}\n")).unwrap();
            fs::write(place.data().join(format!("{k}.ans")), "Yes\n").unwrap();
        }
        place
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// `bouton test poj2234` on the files, with these options.
    fn command(&self, options: &[&str], subject: &[&str]) -> Command {
        let mut command = bouton();
        command.args(["test", "poj2234", "--data"]).arg(self.data());
        if !options.contains(&"--time-limit") {
            // The machine may be busy.
            command.args(["--time-limit", "1000"]);
        }
        command.args(options).arg("--").args(subject);
        command.env("TMPDIR", self.folder.join("tmp"));
        command.env("BOUTON_MARK", self.mark());
        command.stdin(Stdio::null());
        command
    }

    /// What all processes of this place have in their environment.
    fn mark(&self) -> String {
        format!("{}-{}", self.folder.display(), std::process::id())
    }

    /// Nothing is left but what was there before.
    #[track_caller]
    fn is_clean(&self) {
        let mark = format!("BOUTON_MARK={}", self.mark());
        assert_eq!(marked(&mark), [""; 0], "processes left");
        let left = fs::read_dir(self.folder.join("tmp")).unwrap().count();
        assert_eq!(left, 0, "temporary files left");
    }

    /// What it prints, and the exit code.
    #[track_caller]
    fn judge(&self, options: &[&str], subject: &[&str]) -> (String, i32) {
        let (report, error, code) = texts(&self.command(options, subject).run().unwrap());
        assert_eq!(error, "");
        self.is_clean();
        (report, code)
    }
}

/// Whether a report says that all of so many tests are accepted.
#[track_caller]
fn is_accepted(report: &str, count: u64) {
    let expected = format!("\n\n{count} of {count} accepted\nslowest ");
    assert!(report.contains(&expected), "{report}");
}

#[test]
fn the_built_in_solver_is_accepted_on_all_data_of_every_problem() {
    for problem in some_of(5, problems()) {
        let test = ["test", &problem.id, "-j", "2", "--time-limit", "1000"];
        let (report, error, code) = texts(&run(&test, b""));
        assert_eq!((error.as_str(), code), ("", 0), "{report}");
        let lines: Vec<_> = report.lines().take_while(|line| !line.is_empty()).collect();
        assert!(
            lines.len() > 5 && lines[0].contains("  sample 1"),
            "{report}"
        );
        for line in &lines {
            assert!(line.starts_with("AC  "), "{report}");
            // Columns are aligned.
            assert_eq!(line.find(" s  "), lines[0].find(" s  "), "{report}");
        }
        is_accepted(&report, lines.len() as u64);
    }
}

#[test]
fn whatever_a_program_does_its_verdict_says_and_nothing_is_left_of_it() {
    let place = Place::new("verdicts", 2);
    let hostile = HOSTILE.to_str().unwrap();
    let slept = "time limit exceeded: it slept, stopped after ";
    let verdicts = [
        (
            "take_memory 100",
            "MLE",
            "memory limit exceeded: 64.0 MiB",
            "memory limit exceeded",
        ),
        ("hang_with_daemon", "TLE", slept, "time limit exceeded"),
        (
            "spin",
            "TLE",
            "time limit exceeded: 0.250 s",
            "time limit exceeded",
        ),
        ("flood", "OLE", "output limit exceeded", "too much output"),
        (
            "flood_errors",
            "OLE",
            "output limit exceeded",
            "too much output",
        ),
        (
            "dereference_null",
            "RTE",
            "run-time error: killed by SIGSEGV",
            "killed by SIGSEGV",
        ),
        (
            "exit_code 9",
            "RTE",
            "run-time error: exit code 9",
            "exit code 9",
        ),
        (
            "leave_child",
            "WA",
            "expected Yes, actual left",
            "exit code 0",
        ),
        (
            "leave_daemon",
            "WA",
            "expected Yes, actual nothing",
            "exit code 0",
        ),
    ];
    for (program, verdict, reason, end) in verdicts {
        let words = [hostile].into_iter().chain(program.split(' '));
        let words: Vec<_> = words.collect();
        let limit = if verdict == "TLE" { "0.25" } else { "1000" };
        let (report, code) = place.judge(&["--time-limit", limit, "-j", "2"], &words);
        for (line, test) in report.lines().zip(["1.in", "2.in"]) {
            assert!(line.starts_with(verdict), "{program}: {line}");
            assert!(
                line.contains(&format!("  {test}  {reason}")),
                "{program}: {line}"
            );
        }
        assert_eq!(code, 1);
        let (report, _) = place.judge(&["--time-limit", limit, "--first", "--json"], &words);
        let object: Value = serde_json::from_str(report.lines().next().unwrap()).unwrap();
        assert_eq!(
            (&object["verdict"], &object["end"]),
            (&verdict.into(), &end.into())
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn where_no_thread_can_be_started_tests_are_judged_all_the_same() {
    let place = Place::new("no_threads", 9);
    let command = place.command(&["-j", "4"], &["echo", "Yes"]);
    if let Some(mut command) = without_threads(&command) {
        let (report, error, code) = texts(&command.run().unwrap());
        assert_eq!((error.as_str(), code), ("", 0));
        is_accepted(&report, 9);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_temporary_folder_is_trouble_of_the_judge_and_no_fault_of_the_program() {
    let place = Place::new("disk_full", 2);
    let folder = place.folder.join("tmp");
    let shown = folder.display();
    // A folder with little room, that only these processes see.
    let small = |command: &Command| {
        let mut small = crate::harness::command("unshare");
        let mount = format!("mount -t tmpfs -o size=256k none '{shown}' && exec \"$@\"");
        small.args(["--map-root-user", "--mount", "sh", "-c", &mount, "sh"]);
        small.arg(command.get_program()).args(command.get_args());
        texts(&small.env("TMPDIR", &folder).run().unwrap())
    };
    if small(&Command::new("true")).2 != 0 {
        println!("skipped: no folder with little room can be made here");
        return;
    }
    let claims = format!("bouton: temporary file in {shown}: No space left on device\n");
    // It fails, or ends well all the same.
    for subject in [
        "head -c 1000000 /dev/zero",
        "head -c 1000000 /dev/zero; exit 0",
    ] {
        let test = place.command(&[], &["sh", "-c", subject]);
        let mut stress = bouton();
        stress.args(["stress", "poj2234", "--", "sh", "-c", subject]);
        for command in [test, stress] {
            assert_eq!(
                small(&command),
                (String::new(), claims.clone(), 2),
                "{subject}"
            );
        }
    }
    let (report, error, code) = small(&place.command(&[], &["echo", "Yes"]));
    assert_eq!((error.as_str(), code), ("", 0));
    is_accepted(&report, 2);
}

#[test]
fn memory_is_that_of_the_program_and_not_ours() {
    // After a comparison, what it needed must not be counted.
    let place = Place::new("memory", 4);
    let (report, _) = place.judge(&["--json"], &["echo", "Yes"]);
    for object in report.lines().take(4) {
        let object: Value = serde_json::from_str(object).unwrap();
        let memory = object["memory"].as_u64().unwrap();
        assert!((200_000..6_000_000).contains(&memory), "{report}");
    }
}

/// A judge at work, whose first test is done.
fn at_work(place: &Place, options: &[&str], subject: &str) -> (Child, BufReader<ChildStdout>) {
    let mut command = place.command(options, &["sh", "-c", subject]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.start().unwrap();
    let mut report = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    report.read_line(&mut line).unwrap();
    assert!(line.starts_with("AC "), "{line}");
    (child, report)
}

fn send(signal: Signal, child: &Child) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

#[test]
fn an_interrupt_kills_what_runs_and_sums_up_what_is_known() {
    let place = Place::new("interrupt", 5);
    // The first test is answered, the others hang.
    let hostile = HOSTILE.display();
    let subject = format!("read a b; echo Yes; [ $b = 1 ] || {hostile} hang_with_daemon");
    // Whoever is impatient sends two.
    for (signal, jobs, times) in [
        (Signal::INT, "1", 1),
        (Signal::TERM, "2", 1),
        (Signal::HUP, "1", 1),
        (Signal::INT, "1", 2),
    ] {
        let options = ["--time-limit", "10000", "-j", jobs];
        let (child, mut report) = at_work(&place, &options, &subject);
        for _ in 0..times {
            send(signal, &child);
        }
        let ended = child.wait_with_output().unwrap();
        place.is_clean();
        let mut text = String::new();
        report.read_to_string(&mut text).unwrap();
        let expected = "\n1 of 1 accepted, 4 not judged\nslowest ";
        assert!(text.starts_with(expected), "{text}");
        assert_eq!(ended.stderr, b"bouton: interrupted after 1 test\n");
        assert_eq!(ended.status.signal(), Some(signal.as_raw()));
    }
}

#[test]
fn what_was_ignored_from_the_start_stays_ignored() {
    let place = Place::new("nohup", 2);
    let subject = "read a b; echo Yes; [ $b = 1 ] || sleep 0.5";
    let judge = place.command(&[], &["sh", "-c", subject]);
    let mut command = command("sh");
    command.args(["-c", "trap '' HUP CHLD; exec \"$@\"", "sh"]);
    command.arg(judge.get_program()).args(judge.get_args());
    let mut child = command.stdout(Stdio::piped()).start().unwrap();
    let mut report = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    report.read_line(&mut text).unwrap();
    send(Signal::HUP, &child);
    report.read_to_string(&mut text).unwrap();
    is_accepted(&text, 2);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_under_test_does_not_outlive_a_judge_that_is_killed() {
    let place = Place::new("killed", 3);
    let hostile = HOSTILE.display();
    let subject = format!("read a b; echo Yes; [ $b = 1 ] || exec {hostile} hang");
    let (mut child, _report) = at_work(&place, &["--time-limit", "10000"], &subject);
    send(Signal::KILL, &child);
    child.wait().unwrap();
    let mark = format!("BOUTON_MARK={}", place.mark());
    // The signal ends it once it is scheduled again.
    while !marked(&mark).is_empty() {
        std::thread::yield_now();
    }
    place.is_clean();
}

/// Sessions that began outside of it have no number there.
#[cfg(target_os = "linux")]
#[test]
fn in_a_container_what_is_left_behind_is_found_as_well() {
    let place = Place::new("container", 4);
    let container = || {
        let mut unshare = command("unshare");
        unshare.args(["--pid", "--fork", "--mount-proc"]);
        unshare
    };
    if !container()
        .arg("true")
        .run()
        .is_ok_and(|output| output.status.success())
    {
        println!("skipped: no container can be made here");
        return;
    }
    let subject = format!("{} leave_daemon; echo Yes", HOSTILE.display());
    // The judge is the first process of all there, or has children that are not its own.
    let shell = "\"$@\" && [ $(ls -d /proc/[1-9]* | wc -l) -le 4 ]";
    for first in [&[][..], &["sh", "-c", shell, "sh"]] {
        for jobs in ["1", "3"] {
            let judge = place.command(&["-j", jobs], &["sh", "-c", &subject]);
            let mut container = container();
            container.args(first);
            container.arg(judge.get_program()).args(judge.get_args());
            let (report, error, code) = texts(&container.run().unwrap());
            assert_eq!((error.as_str(), code), ("", 0));
            is_accepted(&report, 4);
        }
    }
}

/// A root with the system's programs and nothing else, and the current folder `/work` in it. Then a command.
#[cfg(target_os = "linux")]
const BARE_ROOT: &str = r#"set -e
work=$1; shift
mount -t tmpfs none "$work/root"
for folder in /bin /lib /lib64 /usr /dev; do
    if [ -L "$folder" ]; then
        cp -P "$folder" "$work/root$folder"
    elif [ -d "$folder" ]; then
        mkdir "$work/root$folder" && mount --rbind "$folder" "$work/root$folder"
    fi
done
mkdir "$work/root/work" && mount --bind "$work" "$work/root/work"
exec chroot "$work/root" sh -c 'cd /work && exec "$@"' sh "$@""#;

#[cfg(target_os = "linux")]
#[test]
fn without_tmp_and_proc_the_current_folder_holds_temporary_files() {
    let place = Place::new("bare_root", 2);
    fs::create_dir(place.folder.join("root")).unwrap();
    // The current folder itself must do: a program that lies elsewhere is not there.
    let program = env!("CARGO_BIN_EXE_bouton");
    fs::copy(program, place.folder.join("bouton")).unwrap();
    let in_bare_root = |arguments: &[&str]| {
        let mut unshare = command("unshare");
        unshare.args(["--map-root-user", "--mount", "sh", "-c", BARE_ROOT, "sh"]);
        unshare.arg(&place.folder).args(arguments);
        unshare
            .env_remove("TMPDIR")
            .env("PATH", "/work:/usr/bin:/bin");
        texts(&unshare.run().unwrap())
    };
    if in_bare_root(&["true"]).2 != 0 {
        println!("skipped: no other root can be made here");
        return;
    }
    let test = ["test", "poj2234", "--time-limit", "1000", "--data", "data"];
    // Answers of its own, for which it must find itself, and those of another program.
    for subject in [&[][..], &["--", "echo", "Yes"]] {
        for program in ["bouton", "./bouton"] {
            let command = [&[program], &test[..], subject].concat();
            let (report, error, code) = in_bare_root(&command);
            assert_eq!((error.as_str(), code), ("", 0), "{command:?}");
            is_accepted(&report, 2);
        }
    }
    let named = ["env", "TMPDIR=/nowhere", "bouton"];
    let (_, error, code) = in_bare_root(&[&named[..], &test[..]].concat());
    let message = "bouton: temporary file in /nowhere: No such file or directory\n";
    assert_eq!((error.as_str(), code), (message, 2));
    let left = fs::read_dir(&place.folder).unwrap().count();
    assert_eq!(left, 4, "temporary files left");
}

#[test]
fn a_reader_that_goes_away_ends_the_judge_quietly() {
    let place = Place::new("reader", 20);
    let (child, report) = at_work(&place, &["-j", "3"], "echo Yes; sleep 0.02");
    drop(report);
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), &*ended.stderr), (Some(0), &b""[..]));
    place.is_clean();
}

#[test]
fn on_a_terminal_there_are_colors() {
    let place = Place::new("terminal", 1);
    for (variables, start) in [
        (&[("TERM", "xterm")][..], "\u{1b}[32mAC \u{1b}[0m"),
        (&[("TERM", "xterm"), ("NO_COLOR", "1")], "AC "),
        (&[("TERM", "dumb")], "AC "),
    ] {
        let (ours, theirs) = terminal();
        let mut command = place.command(&[], &["echo", "Yes"]);
        command.envs(variables.iter().copied()).stdout(theirs);
        assert!(command.end().unwrap().success());
        // It keeps a copy of the terminal.
        drop(command);
        let text = shown(ours);
        assert!(text.starts_with(start), "{text:?}");
    }
}
