//! `bouton test` where a session cannot show it: hostile programs, isolation, signals, files that change, and machines
//! that lack something.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::harness::{Run as _, bouton, command, folder, game_toml, is_long, open_pipe, some_of, texts, wait_until};
use crate::program::{HOSTILE, nothing_is_left};

/// A folder with test files, and a place for temporary ones, of one test; and the user who judges there, if that is
/// another.
struct Place(PathBuf, Option<u32>);

impl Place {
    /// Right answers to tests `1` to `count` of POJ 2234.
    fn new(name: &str, count: u64) -> Self {
        let folder = folder(&format!("judging_{name}"));
        for name in ["tmp", "data"] {
            fs::create_dir(folder.join(name)).unwrap();
        }
        let place = Self(folder, None);
        for k in 1..=count {
            place.write(&format!("data/{k}.in"), &format!("1 {k}\n"));
            place.write(&format!("data/{k}.ans"), "Yes\n");
        }
        place
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    /// Writes a program.
    fn write_program(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt as _;
        self.write(name, text);
        let program = self.0.join(name);
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        program
    }

    /// A gate, and a program that answers, but waits there for a line before it ends, except for the first test.
    fn gate(&self) -> (File, String) {
        let path = self.0.join("gate");
        let answer = "read a b; echo Yes; [ $b = 1 ] || read line";
        let program = format!("{answer} < {}", path.display());
        (open_pipe(&path), program)
    }

    /// `bouton test poj2234` on the files, with these options or this source file, or a command.
    fn command(&self, options: &[&str], subject: &[&str]) -> Command {
        let mut command = bouton();
        command.args(["test", "poj2234", "--data", "data"]);
        if !options.contains(&"--time-limit") {
            // The machine may be busy.
            command.args(["--time-limit", "1000"]);
        }
        command.args(options);
        if !subject.is_empty() {
            command.arg("--").args(subject);
        }
        command.current_dir(&self.0);
        command.env("TMPDIR", self.0.join("tmp"));
        command.env("BOUTON_MARK", self.mark());
        command.stdin(Stdio::null());
        if let Some(user) = self.1 {
            command.uid(user).gid(user);
        }
        command
    }

    /// Whether another user can judge here, who does so from now on: only root can say so.
    fn is_of_another_user(&mut self) -> bool {
        use std::os::unix::fs::PermissionsExt as _;
        if !rustix::process::geteuid().is_root() {
            return false;
        }
        self.1 = Some(65534);
        fs::set_permissions(self.0.join("tmp"), fs::Permissions::from_mode(0o777)).unwrap();
        let started = self.command(&[], &["true"]).run();
        if let Err(error) = &started {
            println!("skipped: another user than root: {error}");
        }
        started.is_ok()
    }

    /// What all processes of this place have in their environment.
    fn mark(&self) -> String {
        format!("{}-{}", self.0.display(), std::process::id())
    }

    /// Nothing is left but what was there before.
    #[track_caller]
    fn is_clean(&self) {
        nothing_is_left(&format!("BOUTON_MARK={}", self.mark()));
        let left = fs::read_dir(self.0.join("tmp")).unwrap().count();
        assert_eq!(left, 0, "temporary files left");
    }

    /// Whether programs can be isolated here.
    fn can_isolate(&self) -> bool {
        let (_, error, code) = texts(&self.command(&["--isolate"], &[]).run().unwrap());
        if code == 2 {
            let is_said = error.starts_with("bouton: --isolate: ") && error.contains("bubblewrap");
            assert!(is_said, "{error}");
            println!("skipped: {error}");
        }
        code != 2
    }

    /// What it prints.
    #[track_caller]
    fn judge(&self, options: &[&str], subject: &[&str]) -> String {
        let (report, error, _) = texts(&self.command(options, subject).run().unwrap());
        assert_eq!(error, "");
        self.is_clean();
        report
    }

    /// The verdict on the first test, and the reason.
    #[track_caller]
    fn verdict(&self, options: &[&str], subject: &[&str]) -> String {
        let report = self.judge(&[&["-v"], options].concat(), subject);
        let (measures, reason) = report.lines().next().unwrap().split_once("1.in").unwrap();
        let verdict = measures.split(' ').next().unwrap();
        format!("{verdict} {}", reason.trim()).trim_end().to_owned()
    }
}

/// Tests at a place of whoever runs this, and beside it, since most of the time nothing is computed, at one of another
/// user.
fn for_each_user(name: &str, count: u64, test: impl Fn(&Place) + Sync) {
    std::thread::scope(|scope| {
        scope.spawn(|| test(&Place::new(name, count)));
        let mut place = Place::new(&format!("{name}_of_another_user"), count);
        if place.is_of_another_user() {
            test(&place);
        }
    });
}

/// A command of `tests/hostile.c`.
fn hostile(program: &str) -> Vec<&str> {
    let words = [HOSTILE.to_str().unwrap()].into_iter();
    words.chain(program.split(' ')).collect()
}

/// Whether a report says that all of so many tests are accepted.
#[track_caller]
fn is_accepted(report: &str, count: u64) {
    let expected = format!("{count} of {count} accepted\nslowest ");
    assert!(report.contains(&expected), "{report}");
}

/// Programs of `tests/hostile.c`, and how their verdicts and the reasons begin.
const VERDICTS: &[[&str; 2]] = &[
    ["read_sparsely 100", "MLE memory limit exceeded: 64.0 MiB"],
    ["take_memory 100", "MLE memory limit exceeded: 64.0 MiB"],
    ["take_memory_twice 40", "MLE memory limit exceeded: 64.0 MiB"],
    ["take_memory_as_daemon 100", "MLE memory limit exceeded: 64.0 MiB"],
    ["hang_with_child", "TLE time limit exceeded: it slept or waited, "],
    ["stop_parent", "TLE time limit exceeded: it slept or waited, "],
    ["sleep_in_vfork", "TLE time limit exceeded: it slept or waited, "],
    ["sleep_and_compute", "TLE time limit exceeded: it slept or waited, "],
    ["spin", "TLE time limit exceeded: 0.050 s"],
    ["multiply 1000", "TLE time limit exceeded: "],
    ["spin_in_children 63", "TLE time limit exceeded: "],
    ["spin_as_daemon", "TLE time limit exceeded: 0.050 s"],
    ["share_work 100", "TLE time limit exceeded: 0.050 s"],
    ["share_work_quietly 200", "TLE time limit exceeded: 0.050 s"],
    ["flood", "OLE output limit exceeded"],
    ["flood_errors", "OLE output limit exceeded"],
    ["dereference_null", "RTE run-time error: killed by SIGSEGV"],
    ["raise_signal 24", "RTE run-time error: killed by SIGXCPU"],
    ["exit_code 139", "RTE run-time error: exit code 139"],
    ["exit_code 9", "RTE run-time error: exit code 9"],
    ["leave_child", "WA case 1: expected Yes, actual left"],
    ["leave_daemon", "AC"],
    ["write_input", "AC"],
];

fn whatever_a_program_does_its_verdict_says(place: &Place, options: &[&str]) {
    // The first user gets all, since most of it depends neither on who that is nor on isolation.
    let step = if place.1.is_some() || !options.is_empty() { 5 } else { 1 };
    for [program, expected] in some_of(step, VERDICTS) {
        let is_late = expected.starts_with("TLE");
        let limit = if is_late { "0.05" } else { "1000" };
        let options = [options, &["--time-limit", limit, "-j", "2"]].concat();
        let verdict = place.verdict(&options, &hostile(program));
        assert!(verdict.starts_with(expected), "{program}: {verdict}");
    }
}

#[test]
fn whatever_a_program_does_its_verdict_says_and_nothing_is_left_of_it() {
    for_each_user("verdicts", if is_long() { 2 } else { 1 }, |place| {
        whatever_a_program_does_its_verdict_says(place, &[]);
    });
}

/// What programs of `tests/hostile.c` do to the process that keeps them.
const TRICKS: &[&str] = &[
    "signals",
    "signals_of_child",
    "signals_of_thread",
    "signals_of_kernel",
    "signals_without_end",
    "limits",
    "small_limits",
    "priorities",
    "traced",
    "sibling",
    "stopped",
    "renamed",
];

/// The same in Python: what is done to the keeper, `k`.
const PYTHON_TRICKS: &[&str] = &[
    "for s in range(1, 65):\n        if k == 1 or s not in (9, 19): os.kill(k, s)",
    "t = threading.Thread(target=lambda: [os.kill(k, s) for s in (1, 2, 7, 11, 15, 17, 29)])\n    t.start(); t.join()",
    "if os.fork() == 0:\n        while True: os.kill(k, 11); os.kill(k, 7)",
    "if k == 1 and os.fork() == 0:\n        while True: os.kill(k, 19)",
    "for r in range(16):\n        if k == 1 or r not in (0, 15): resource.prlimit(k, r, (0, 0))",
    "os.sched_setscheduler(k, os.SCHED_IDLE, os.sched_param(0)); os.sched_setaffinity(k, {0})",
    "os.setpriority(os.PRIO_PROCESS, k, 19)",
    "c.ptrace(0, 0, 0, 0); os.kill(os.getpid(), 18)",
];

#[test]
fn what_a_program_does_to_its_keeper_changes_no_verdict() {
    for_each_user("tricks", 1, |place| {
        let ways: [&[&str]; 2] = [&[], &["--isolate"]];
        let count = if place.can_isolate() { 2 } else { 1 };
        for (way, trick) in ways[..count]
            .iter()
            .flat_map(|&way| some_of(4, TRICKS).map(move |trick| (way, trick)))
        {
            for (end, expected) in [
                ("0", "AC"),
                ("3", "RTE run-time error: exit code 3"),
                ("abort", "RTE run-time error: killed by SIGABRT"),
                ("spin", "TLE time limit exceeded: 0.050 s (1 case, 2 numbers)"),
            ] {
                let limit = if end == "spin" { "0.05" } else { "1000" };
                let options = [way, &["--time-limit", limit]].concat();
                let verdict = place.verdict(&options, &hostile(&format!("right_but {trick} {end}")));
                assert_eq!(verdict, expected, "{way:?} {trick}");
            }
        }
        for (way, trick) in ways[..count]
            .iter()
            .flat_map(|&way| some_of(4, PYTHON_TRICKS).map(move |trick| (way, trick)))
        {
            let start = "import ctypes, os, resource, sys, threading\n\
                c, k = ctypes.CDLL(None), os.getppid()";
            for (end, expected) in [("pass", "AC"), ("sys.exit(3)", "RTE run-time error: exit code 3")] {
                let text =
                    format!("{start}\ntry:\n    {trick}\nexcept OSError: pass\nprint('Yes', flush=True)\n{end}\n");
                place.write("trick.py", &text);
                let verdict = place.verdict(&[way, &["trick.py"]].concat(), &[]);
                assert_eq!(verdict, expected, "{way:?} {trick}");
            }
        }
    });
}

/// Sends signals to the zygote of its judge, and keeps a note of each one that it finds.
const TO_ZYGOTE: &str = "import os\n\
    def parent(p): return open(f'/proc/{p}/stat').read().rsplit(') ', 1)[1].split(' ')[1]\n\
    judge = parent(os.getppid())\n\
    for p in set(filter(str.isdigit, os.listdir('/proc'))) - {str(os.getppid())}:\n\
    \x20   try:\n\
    \x20       if parent(p) == judge and '.zygote' in open(f'/proc/{p}/cmdline').read():\n\
    \x20           open(FOUND, 'a').write('.')\n\
    \x20           for _ in range(COUNT): os.kill(int(p), SIGNAL)\n\
    \x20   except OSError: pass\n\
    print('Yes')\n";

#[cfg(target_os = "linux")]
#[test]
fn what_a_program_does_to_the_zygote_changes_no_verdict() {
    for_each_user("zygote", 3, |place| {
        let found = place.0.join("tmp/found");
        let path = format!("{:?}", found.display().to_string());
        let signals = [
            ("1", "9", "1"),
            ("1", "15", "1"),
            ("2", "19", "20000"),
            ("1", "19", "1"),
        ];
        for (jobs, signal, count) in some_of(if place.1.is_some() { 2 } else { 1 }, signals) {
            let text = TO_ZYGOTE.replace("SIGNAL", signal).replace("COUNT", count);
            place.write("to_zygote.py", &text.replace("FOUND", &path));
            let (report, error, _) = texts(&place.command(&["-j", jobs, "to_zygote.py"], &[]).run().unwrap());
            assert_eq!(error, "");
            is_accepted(&report, 3);
            assert!(!fs::read(&found).unwrap().is_empty(), "signal {signal}");
            fs::remove_file(&found).unwrap();
            place.is_clean();
        }
    });
}

/// Runs a command and prints its exit code and the processes that it left, which become children of this one.
const LEFT: &str = "import ctypes, os, subprocess, sys\n\
    ctypes.CDLL(None).prctl(36, 1)\n\
    print(subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode)\n\
    print(open(f'/proc/{os.getpid()}/task/{os.getpid()}/children').read())\n";

#[cfg(target_os = "linux")]
#[test]
fn a_judge_waits_for_all_that_it_has_started() {
    let place = Place::new("left", 2);
    let judge = place.command(&[], &["echo", "Yes"]);
    let mut python = command("python3");
    python
        .arg("-c")
        .arg(LEFT)
        .arg(judge.get_program())
        .args(judge.get_args());
    let output = python.current_dir(&place.0).stdin(Stdio::null()).run().unwrap();
    assert_eq!(texts(&output).0, "0\n\n");
}

/// Starts processes without end, in a session of each, unless there were so many.
const MULTIPLY: &str = "import mmap, os\n\
    count = mmap.mmap(-1, COUNT)\n\
    while count.find(b'\\0') >= 0:\n\
    \x20   count[count.find(b'\\0')] = 1\n\
    \x20   if os.fork() == 0: os.setsid()\n\
    while True: pass\n";

#[cfg(target_os = "linux")]
#[test]
fn programs_that_multiply_are_ended_however_they_do_it_and_none_of_them_is_left() {
    for_each_user("bombs", 1, |place| {
        let options = ["--time-limit", "1000", "--memory-limit", "4096"];
        let count = if is_long() { "1000" } else { "200" };
        let in_sessions = format!("multiply_in_sessions {count}");
        let bombs = [
            "fork_bomb 9",
            "multiply 1000",
            &*in_sessions,
            "spin_in_children 150",
            "start_threads 1500",
        ];
        for bomb in some_of(if place.1.is_some() { 5 } else { 1 }, bombs) {
            let verdict = place.verdict(&options, &hostile(bomb));
            let expected = "TLE time limit exceeded: it had too many processes or threads at once";
            assert!(verdict.starts_with(expected), "{bomb}: {verdict}");
        }
        if place.1.is_none() || is_long() {
            place.write("multiply.py", &MULTIPLY.replace("COUNT", count));
            let verdict = place.verdict(&[&options[..], &["multiply.py"]].concat(), &[]);
            assert!(verdict.starts_with("TLE "), "{verdict}");
        }
        for ended in ["run_away 1000000", "leave_ended 300"] {
            assert_eq!(place.verdict(&options, &hostile(ended)), "AC", "{ended}");
        }
    });
}

/// A program that is right.
const RIGHT: &str = "import functools, operator, sys\n\
    for line in sys.stdin:\n\
    \x20   x = functools.reduce(operator.xor, map(int, line.split()[1:]))\n\
    \x20   print('Yes' if x else 'No')\n";

#[cfg(target_os = "linux")]
#[test]
fn isolated_programs_get_the_verdicts_that_others_get_and_cannot_harm_their_judge() {
    let place = Place::new("isolated", 1);
    if !place.can_isolate() {
        return;
    }
    for_each_user("isolated_verdicts", if is_long() { 2 } else { 1 }, |place| {
        if place.can_isolate() {
            whatever_a_program_does_its_verdict_says(place, &["--isolate"]);
        }
    });
    place.write("right.py", RIGHT);
    place.write(
        "right.c",
        "#include <stdio.h>\nint main(void) { puts(\"Yes\"); return 0; }\n",
    );
    place.write("right.rs", "fn main() { println!(\"Yes\"); }\n");
    for right in [&["right.py"][..], &["right.c"], &["right.rs"], &[]] {
        let options = [&["--isolate"], right].concat();
        assert_eq!(place.verdict(&options, &[]), "AC", "{right:?}");
    }
    // The shell around it would say that it was aborted.
    let abort = ["python3", "-c", "import os; os.abort()"];
    let report = place.judge(&["--isolate"], &abort);
    assert!(report.contains(": killed by SIGABRT\nfind "), "{report}");
    let missing = place.command(&["--isolate"], &["./nothing"]).run();
    let reported = "bouton: cannot run './nothing': No such file or directory\n".to_owned();
    assert_eq!(texts(&missing.unwrap()), (String::new(), reported, 2));

    let verdict = |harm: &str| {
        let start = "import os, signal\n\
            def fails(harm, *arguments):\n\
            \x20   try: harm(*arguments)\n\
            \x20   except OSError: return\n\
            \x20   os._exit(7)\n";
        place.write("harm.py", &format!("{start}{harm}\nprint('Yes')\n"));
        place.verdict(&["--isolate", "harm.py"], &[])
    };
    place.write("precious", "precious");
    let judge = std::process::id();
    let folder = place.0.display();
    for harm in [
        "if os.fork() == 0: os.setsid(); signal.pause()",
        "if os.fork() == 0: signal.pause()\nos.kill(-1, signal.SIGKILL)",
        &format!("fails(open, '{folder}/data/1.ans')"),
        &format!("fails(open, '{folder}/precious', 'w')"),
        &format!("fails(open, '{folder}/new', 'w')"),
        &format!("fails(os.unlink, '{folder}/precious')"),
        &format!("fails(os.kill, {judge}, 0)"),
        "import resource\nfor limit in range(16):\n\
        \x20   try: resource.prlimit(os.getppid(), limit, (0, 0))\n\
        \x20   except OSError: pass",
        "for s in range(1, 65): os.kill(os.getppid(), s)",
    ] {
        assert_eq!(verdict(harm), "AC", "{harm}");
    }
    // The judge would die of it: the signal goes to all processes of its group, too.
    let killed = "RTE run-time error: killed by SIGKILL";
    assert_eq!(verdict("os.kill(0, signal.SIGKILL)"), killed);
    let precious = fs::read_to_string(place.0.join("precious"));
    assert_eq!(precious.unwrap(), "precious");
}

#[cfg(target_os = "linux")]
#[test]
fn isolated_programs_reach_nothing_of_the_host_and_gain_no_rights() {
    use std::os::unix::net::UnixListener;
    let place = Place::new("apart", 1);
    if !place.can_isolate() {
        return;
    }
    let outside = folder("judging_outside");
    fs::write(outside.join("precious"), "precious").unwrap();
    std::os::unix::fs::symlink(place.0.join("data/1.ans"), place.0.join("link")).unwrap();
    let sockets = [outside.join("socket"), place.0.join("socket")];
    let _listeners = sockets.each_ref().map(|path| UnixListener::bind(path).unwrap());
    let [outside_socket, own_socket] = sockets.map(|path| path.display().to_string());
    let pipe = outside.join("pipe");
    let _reader = open_pipe(&pipe);
    let write_to_pipe = format!("write_to_pipe {}", pipe.display());
    let verdict = |options: &[&str], attack| place.verdict(options, &hostile(attack));
    let reached = "WA case 1: expected Yes, actual No";
    assert_eq!(verdict(&[], &write_to_pipe), reached, "without isolation it is");
    for attack in [
        &format!("connect_to {outside_socket}"),
        &format!("connect_to {own_socket}"),
        &write_to_pipe,
        &format!("see {}/precious", outside.display()),
        "see data/1.ans",
        "see link",
        "empty_file data/1.ans",
        "know BOUTON_MARK",
        "use_scratch",
        "gain_rights",
        "take_unmapped",
    ] {
        assert_eq!(verdict(&["--isolate"], attack), "AC", "{attack}");
    }
    // The limit refuses some of them, unless the judge sees before that they are too many.
    let many = place.verdict(&["--isolate"], &hostile("start_many 300"));
    let is_ended = many.starts_with("TLE time limit exceeded: it had too many processes");
    assert!(many == "AC" || is_ended, "{many}");
}

#[cfg(target_os = "linux")]
#[test]
fn isolated_programs_read_no_test_behind_a_link_and_are_judged_wherever_they_lie() {
    use std::os::unix::fs::symlink;
    let place = Place::new("links", 1);
    if !place.can_isolate() {
        return;
    }
    place.write("a.in", "1 2\n");
    place.write("a.ans", "Yes\n");
    place.write_program("cat", "#!/bin/sh\ncat \"$@\" && echo No || echo Yes\n");
    for file in ["a.in", "a.ans"] {
        symlink(format!("../{file}"), place.0.join("data").join(file)).unwrap();
    }
    let again = folder("judging_links_again").join("link");
    symlink(&place.0, &again).unwrap();
    for (program, file) in [
        (place.0.join("cat"), place.0.join("a.ans")),
        (again.join("cat"), again.join("a.ans")),
        (again.join("cat"), again.join("data/a.ans")),
    ] {
        let words = [program, file].map(|path| path.display().to_string());
        let report = place.judge(&["-v", "--isolate"], &[&words[0], &words[1]]);
        let shown = report.contains("Yes, actual No");
        assert!(!shown, "{words:?}: {report}");
    }
    fs::hard_link(place.0.join("a.ans"), place.0.join("b.ans")).unwrap();
    let (_, error, code) = texts(&place.command(&["--isolate"], &["true"]).run().unwrap());
    let is_said = error.starts_with("bouton: --isolate: data/a.ans has a further name");
    assert!(is_said && code == 2, "{error}");

    let data = Place::new("places", 1);
    let folders = ["/tmp", "/var/tmp", "/dev/shm", "/srv", "/opt", "/home", "/root"];
    for folder in some_of(2, folders) {
        let Ok(folder) = tempfile::tempdir_in(folder) else {
            continue;
        };
        let link = again.with_file_name("place");
        let _ = fs::remove_file(&link);
        symlink(folder.path(), &link).unwrap();
        fs::write(folder.path().join("right.py"), RIGHT).unwrap();
        fs::copy(&*HOSTILE, folder.path().join("hostile")).unwrap();
        fs::create_dir(folder.path().join("data")).unwrap();
        for file in ["data/1.in", "data/1.ans"] {
            fs::copy(data.0.join(file), folder.path().join(file)).unwrap();
        }
        for name in [folder.path(), &link] {
            for program in [&["right.py"][..], &["--", "./hostile", "right_but", "nothing"]] {
                let mut command = data.command(&["--isolate"], &[]);
                command.args(program).current_dir(name).env("TMPDIR", name);
                let (report, error, _) = texts(&command.run().unwrap());
                assert_eq!(error, "", "{name:?}");
                is_accepted(&report, 1);
            }
        }
    }
}

#[test]
fn a_source_is_a_regular_file_of_at_most_16_mebibytes_and_a_link_says_what_it_leads_to() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    let place = Place::new("irregular", 1);
    place.write("right.py", RIGHT);
    let path = |name: &str| place.0.join(name);
    let _pipe = open_pipe(&path("pipe.c"));
    let _listener = UnixListener::bind(path("socket.c")).unwrap();
    fs::create_dir(path("folder.c")).unwrap();
    File::create(path("big.c")).unwrap().set_len((16 << 20) + 1).unwrap();
    symlink("/dev/zero", path("zero.py")).unwrap();
    symlink("right.py", path("bob.py")).unwrap();
    let sources = "pipe.c socket.c folder.c big.c zero.py bob.py";
    let sources: Vec<_> = sources.split(' ').collect();
    let (report, error, code) = texts(&place.command(&sources, &[]).run().unwrap());
    let rows: Vec<_> = report.lines().take(6).collect();
    for (row, (file, why)) in rows.iter().zip([
        ("pipe.c", "is not a regular file"),
        ("socket.c", "is not a regular file"),
        ("folder.c", "is a folder: give a file in it"),
        ("big.c", "is larger than 16 MiB"),
        ("zero.py", "is not a regular file"),
    ]) {
        let is_said = row.contains(&why[..15]) && row.len() <= 80;
        let is_reported = error.contains(&format!("{file} {why}\n"));
        assert!(is_said && is_reported, "{report}{error}");
    }
    assert!(
        rows[5].starts_with("AC") && rows[5].ends_with("bob.py -> right.py"),
        "{report}"
    );
    assert_eq!(code, 2);
    let (_, error, code) = texts(&place.command(&["bob.py"], &[]).run().unwrap());
    assert_eq!((&*error, code), ("bouton: bob.py is a link to right.py\n", 0));
}

#[cfg(target_os = "linux")]
#[test]
fn isolated_compilers_do_not_see_the_answers() {
    let place = Place::new("compiler", 1);
    if !place.can_isolate() {
        return;
    }
    let answers = place.0.join("data/1.ans").display().to_string();
    let include = format!(
        "#include <stdio.h>\n__asm__(\".globl text\\ntext: .incbin \\\"{answers}\\\"\\n.byte 0\");\n\
        extern char text[];\nint main(void) {{ fputs(text, stdout); return 0; }}\n"
    );
    place.write("a.c", &include);
    let rust = format!("fn main() {{ print!(\"{{}}\", include_str!(\"{answers}\")); }}\n");
    place.write("a.rs", &rust);
    for source in ["a.c", "a.rs"] {
        // Else, they are what can be read.
        let report = place.judge(&["-v", source], &[]);
        assert!(report.starts_with("AC "), "{report}");
        let report = place.judge(&["--isolate", source], &[]);
        assert!(report.contains("CE: compile error"), "{report}");
    }
}

#[test]
fn a_file_that_changes_while_it_is_judged_is_bad_also_if_its_times_are_what_they_were() {
    let place = Place::new("changed", 2);
    // The second test was not judged yet.
    for (name, verdicts) in [("1.ans", "JE AC"), ("2.in", "AC JE"), ("1.in", "JE AC")] {
        let attack = format!("empty_file data/{name}");
        let script = "[ -s \"$3\" ] && \"$@\" > /dev/null; echo Yes";
        let words = [&["sh", "-c", script, "sh"], &hostile(&attack)[..]].concat();
        let (report, error, code) = texts(&place.command(&["-v"], &words).run().unwrap());
        let found = report.lines().take(2).map(|line| line.split(' ').next().unwrap());
        let changed = format!("data/{name} changed while it was judged");
        assert!(report.contains(&changed) && code == 2, "{report}");
        assert_eq!(error, format!("bouton: {changed}\n"));
        assert_eq!(found.collect::<Vec<_>>().join(" "), verdicts, "{report}");
        let text = if name.ends_with("in") {
            format!("1 {}\n", &name[..1])
        } else {
            "Yes\n".into()
        };
        place.write(&format!("data/{name}"), &text);
    }
}

#[test]
fn whoever_kills_its_keeper_is_killed_as_well() {
    let place = Place::new("keeper", 1);
    let verdict = place.verdict(&[], &hostile("kill_parent"));
    assert_eq!(verdict, "RTE run-time error: killed by SIGKILL");
}

#[test]
fn an_interrupt_while_compiling_leaves_nothing() {
    let place = Place::new("compiling", 1);
    place.write("a.c", "");
    let compiler = compiler_after(&place, ": > \"$TMPDIR/left\"\nsleep 1000");
    for tool in ["test", "stress"] {
        let mut command = bouton();
        command.args([tool, "poj2234", "--json", "a.c"]);
        command.current_dir(&place.0).env("CC", &compiler);
        command.env("TMPDIR", place.0.join("tmp"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.start().unwrap();
        wait_until(&mut child, || {
            let entries = walkdir::WalkDir::new(place.0.join("tmp"));
            let mut entries = entries.into_iter().flatten();
            entries.any(|entry| entry.file_name() == "left")
        });
        send(Signal::INT, &child);
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.signal(), Some(Signal::INT.as_raw()));
        let report = String::from_utf8(ended.stdout).unwrap();
        let is_said = report.contains("\"verdict\":null");
        assert_eq!(is_said, tool == "stress", "{report}");
        place.is_clean();
    }
}

/// A compiler for C that first does what `script` says.
fn compiler_after(place: &Place, script: &str) -> PathBuf {
    place.write_program("cc.sh", &format!("#!/bin/sh\n{script}\nexec cc \"$@\"\n"))
}

#[test]
fn an_interrupt_ends_work_that_does_not_look_at_it_and_leaves_nothing() {
    let place = Place::new("stuck", 1);
    place.write(
        "game.toml",
        &game_toml([
            "take primes",
            "{ n:1..100000 / a:1..10000000*n / ! }+",
            "a",
            "any {pile} {take}|no",
        ]),
    );
    // Its test data take a few seconds.
    let mut command = bouton();
    command.args(["test", "./"]).current_dir(&place.0);
    command.env("TMPDIR", place.0.join("tmp"));
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.start().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    send(Signal::TERM, &child);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.signal(), Some(Signal::TERM.as_raw()));
    assert!(ended.stderr.starts_with(b"bouton: interrupted"));
    place.is_clean();
}

#[test]
fn tools_that_do_not_work_here_are_no_fault_of_the_program() {
    let place = Place::new("tools", 1);
    place.write("a.c", "int main(void) { return 7; }");
    place.write("wrong.c", "int main(");
    let silent = place.write_program("bwrap", "#!/bin/sh\nexit 1\n");
    let judge = |options: &[&str], name, value: &str| {
        let run = place.command(options, &[]).env(name, value).run();
        texts(&run.unwrap())
    };
    let (report, error, code) = judge(&["a.c", "wrong.c"], "CC", "false");
    // A row of the report has 80 columns; standard error says it whole.
    assert_eq!(report.matches("compiles nothing").count(), 2, "{report}");
    assert!(error.ends_with("compiles nothing here: -\n"), "{error}");
    assert_eq!(code, 2);
    let path = format!("{}:/usr/bin:/bin", silent.parent().unwrap().display());
    let (_, error, code) = judge(&["--isolate", "a.c"], "PATH", &path);
    let reason = "bubblewrap (bwrap) does not work here: exit status: 1\n";
    assert!(cfg!(not(target_os = "linux")) || error.ends_with(reason), "{error}");
    assert_eq!(code, 2);
}

#[test]
fn several_sources_are_compiled_at_once_and_reported_in_order() {
    let place = Place::new("together", 1);
    let sources = ["c.c", "b.c", "a.c"];
    for (code, name) in (1..).zip(sources) {
        place.write(name, &format!("int main(void) {{ return {code}; }}"));
    }
    // The first two wait for each other.
    let started = place.0.join("started");
    let started = started.display();
    let compiler = compiler_after(
        &place,
        &format!(": > {started}.$$; while [ $(ls {started}.* | wc -l) -lt 2 ]; do sleep 0.01; done"),
    );
    let options = [&["-j", "2"], &sources[..]].concat();
    let (report, error, code) = texts(&place.command(&options, &[]).env("CC", compiler).run().unwrap());
    let rows: Vec<_> = report.lines().take(3).collect();
    for (row, name) in rows.iter().zip(sources) {
        assert!(row.starts_with("RTE ") && row.contains(name), "{report}");
    }
    assert_eq!((&*error, code), ("", 1));
    place.is_clean();
}

#[cfg(target_os = "linux")]
#[test]
fn isolated_programs_are_found_in_relative_folders_on_path() {
    let place = Place::new("relative", 1);
    if !place.can_isolate() {
        return;
    }
    fs::create_dir(place.0.join("bin")).unwrap();
    place.write_program("bin/right", "#!/bin/sh\necho Yes\n");
    let path = format!("bin:{}", std::env::var("PATH").unwrap());
    let report = place.command(&["--isolate"], &["right"]).env("PATH", path).run();
    let (report, error, _) = texts(&report.unwrap());
    assert_eq!(error, "");
    is_accepted(&report, 1);
}

#[test]
fn a_source_that_cannot_be_judged_as_it_is_says_what_to_do() {
    let place = Place::new("sources", 1);
    let known = "is none of .c .cpp .cc .cxx .rs .py .java";
    for (name, advice) in [
        ("a.js", "put what runs it after '--': -- node a.js"),
        ("a.kt", "compile it, and give the executable file"),
    ] {
        place.write(name, "print");
        let (_, error, code) = texts(&place.command(&[name], &[]).run().unwrap());
        assert_eq!((error, code), (format!("bouton: {name} {known}: {advice}\n"), 2));
    }
    // A shell would not run it either.
    fs::create_dir(place.0.join("bin")).unwrap();
    place.write("bin/cc", "");
    place.write("a.c", "int main(void) { return 7; }");
    let path = format!("{}:{}", place.0.join("bin").display(), std::env::var("PATH").unwrap());
    let report = place.command(&["a.c"], &[]).env("PATH", path).run().unwrap();
    assert!(texts(&report).0.contains("exit code 7"), "{report:?}");
    if command("javac").arg("-version").run().is_ok() {
        for class in some_of(2, ["class", "public class"]) {
            let text = format!("{class} A {{ public static void main(String[] a) {{ }} }}");
            place.write("a.java", &text);
            let report = place.judge(&["a.java"], &[]);
            let advice = "The class must be called Main, as judges ask: public class Main";
            assert!(
                report.contains("CE: compile error") && report.contains(advice),
                "{report}"
            );
        }
    }
}

#[test]
fn with_watch_a_program_is_judged_again_whenever_it_changes_whatever_is_wrong_with_it() {
    let place = Place::new("watch", 1);
    let path = place.0.join("a.py");
    let wrong = "pass";
    for tool in some_of(2, ["test", "stress"]) {
        place.write("a.py", wrong);
        let mut command = bouton();
        command.args([tool, "poj2234", "a.py", "--watch", "--json"]);
        if tool == "test" {
            command.args(["--data", "data", "--time-limit", "1000"]);
        }
        command.current_dir(&place.0);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.start().unwrap();
        let lines = |pipe: Box<dyn Read>| BufReader::new(pipe).lines().map(Result::unwrap);
        let mut report = lines(Box::new(child.stdout.take().unwrap()));
        let mut errors = lines(Box::new(child.stderr.take().unwrap()));
        let mut is_next = |verdict: &str| {
            let line = report.find(|line| line.contains("\"verdict\"")).unwrap();
            let expected = format!("\"verdict\":\"{verdict}\"");
            assert!(line.contains(&expected), "{expected}: {line}");
        };
        let mut is_said = |start: &str| errors.find(|line| line.starts_with(start)).unwrap();
        is_next("WA");
        is_said("bouton: waiting for a.py to change");
        place.write("a.py", RIGHT);
        is_next("AC");
        place.write("a.py", "print(");
        is_next("CE");
        // A folder in its place cannot be read, whoever tries.
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        is_said("bouton: a.py is a folder");
        fs::remove_dir(&path).unwrap();
        // As editors do: a new file gets the name.
        place.write("new", wrong);
        fs::rename(place.0.join("new"), &path).unwrap();
        is_next("WA");
        send(Signal::INT, &child);
        assert_eq!(child.wait().unwrap().signal(), Some(Signal::INT.as_raw()));
        is_said("bouton: interrupted");
    }
}

#[test]
fn memory_is_that_of_the_program_and_not_ours() {
    // After a comparison, what it needed must not be counted.
    let place = Place::new("memory", 4);
    let report = place.judge(&["--json"], &["echo", "Yes"]);
    for object in report.lines().take(4) {
        let object: Value = serde_json::from_str(object).unwrap();
        let memory = object["memory"].as_u64().unwrap();
        assert!((200_000..6_000_000).contains(&memory), "{report}");
    }
}

/// A judge at work, whose first test is done.
fn at_work(place: &Place, options: &[&str], subject: &str) -> (Child, BufReader<ChildStdout>) {
    let options = [options, &["-v"]].concat();
    let mut command = place.command(&options, &["sh", "-c", subject]);
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
    let subject = format!("read a b; echo Yes; [ $b = 1 ] || {hostile} hang_with_child");
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
        assert!(text.starts_with("\n1 of 1 accepted\nslowest "), "{text}");
        assert_eq!(ended.stderr, b"bouton: interrupted after 1 test\n");
        assert_eq!(ended.status.signal(), Some(signal.as_raw()));
    }
}

#[test]
fn an_interrupt_of_a_class_counts_the_programs_that_were_not_judged() {
    let place = Place::new("class", 1);
    place.write_program("right", "#!/bin/sh\necho Yes\n");
    let programs = ["right", "a", "b", "c", "d", "e"];
    for name in &programs[1..] {
        place.write_program(name, "#!/bin/sh\nexec sleep 1000\n");
    }
    for (signal, jobs) in [(Signal::INT, "1"), (Signal::TERM, "3")] {
        let mut command = place.command(&[&["-j", jobs], &programs[..]].concat(), &[]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.start().unwrap();
        let mut report = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        report.read_line(&mut text).unwrap();
        assert!(text.starts_with("AC ") && text.ends_with("right\n"), "{text}");
        send(signal, &child);
        report.read_to_string(&mut text).unwrap();
        let expected = "\n1 of 6 programs accepted (5 not judged)\nslowest ";
        assert!(text.contains(expected), "{text}");
        assert_eq!(child.wait().unwrap().signal(), Some(signal.as_raw()));
        place.is_clean();
    }
}

#[test]
fn an_interrupt_while_a_table_is_computed_sums_up_what_is_known() {
    let place = Place::new("table", 1);
    place.write(
        "game.toml",
        &game_toml(["take squares", "{ n:1..1 / a:1..1374000*n / ! }+", "a", "Yes|No"]),
    );
    // It takes more time than there is after an interrupt.
    place.write("data/2.in", "1 1374000\n");
    place.write("data/2.ans", "Yes\n");
    place.write("broken.c", "int main(");
    place.write_program("right", "#!/bin/sh\necho Yes\n");
    for (subject, first, summaries) in [
        ("-v -- echo Yes", "AC ", ["1 of 1 accepted", "2 of 2 accepted"]),
        (
            "broken.c right",
            "CE ",
            [
                "0 of 2 programs accepted (1 CE, 1 not judged)",
                "1 of 2 programs accepted (1 CE)",
            ],
        ),
    ] {
        let mut command = bouton();
        command.args("test ./ --data data -j 1 --time-limit 1000".split(' '));
        command.args(subject.split(' ')).current_dir(&place.0);
        command.env("TMPDIR", place.0.join("tmp"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.start().unwrap();
        let mut report = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        report.read_line(&mut text).unwrap();
        assert!(text.starts_with(first), "{text}");
        send(Signal::TERM, &child);
        report.read_to_string(&mut text).unwrap();
        let ended = child.wait_with_output().unwrap();
        // A fast machine has the table by then.
        let is_known = text.lines().any(|line| summaries.contains(&line));
        assert!(is_known, "{text}");
        assert_eq!(ended.status.signal(), Some(Signal::TERM.as_raw()));
        place.is_clean();
    }
}

#[test]
fn what_was_ignored_from_the_start_stays_ignored() {
    let place = Place::new("nohup", 2);
    let (mut gate, waits) = place.gate();
    let judge = place.command(&["-v"], &["sh", "-c", &waits]);
    let mut command = command("sh");
    command.args(["-c", "trap '' HUP CHLD; exec \"$@\"", "sh"]);
    command.arg(judge.get_program()).args(judge.get_args());
    command.current_dir(&place.0).stdout(Stdio::piped());
    let mut child = command.start().unwrap();
    let mut report = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    report.read_line(&mut text).unwrap();
    send(Signal::HUP, &child);
    gate.write_all(b"\n").unwrap();
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
    place.is_clean();
}

#[test]
fn a_reader_that_goes_away_ends_the_judge_quietly() {
    let place = Place::new("reader", 20);
    let (mut gate, waits) = place.gate();
    let (child, report) = at_work(&place, &["-j", "3"], &waits);
    drop(report);
    gate.write_all(&[b'\n'; 20]).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), &*ended.stderr), (Some(0), &b""[..]));
    place.is_clean();
}
