//! Programs under test, the worst of them first: whatever they do, the run ends in time, reports what
//! happened, and leaves nothing behind.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bouton::interrupt::Interrupt;
use bouton::judge::process::{End, Limits, Run, Snapshot, run, temporary};

use crate::harness::{Run as _, folder};

/// The compiled `tests/hostile.c`.
pub static HOSTILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = folder("program").join("hostile");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile.c");
    let compiler = Command::new("cc")
        .args(["-Wall", "-Wextra", "-Werror", "-O1", "-o"])
        .args([&program, &source])
        .end();
    assert!(compiler.unwrap().success());
    program
});

/// Runs programs one at a time: what one leaves behind for a moment must not be blamed on another, and
/// time limits need a machine that is not too busy. `mark` is the name of the test.
struct Judge {
    mark: &'static str,
    limits: Limits,
    interrupt: Interrupt,
    _alone: MutexGuard<'static, ()>,
}

impl Judge {
    fn new(mark: &'static str) -> Self {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        LazyLock::force(&HOSTILE);
        Self {
            mark,
            limits: Limits {
                cpu: Duration::from_secs(10_000),
                memory: None,
                output: 1 << 20,
                isolation: None,
            },
            interrupt: Interrupt::new(),
            _alone: alone,
        }
    }

    /// With this time limit in milliseconds, and this output limit.
    fn limited(mark: &'static str, milliseconds: u64, output: u64) -> Self {
        Self {
            limits: Limits {
                cpu: Duration::from_millis(milliseconds),
                memory: None,
                output,
                isolation: None,
            },
            ..Self::new(mark)
        }
    }

    /// Runs a program of `tests/hostile.c` and checks what it left behind.
    #[track_caller]
    fn hostile(&self, program: &str) -> Run {
        let hostile = HOSTILE.to_str().unwrap();
        let words: Vec<_> = [hostile].into_iter().chain(program.split(' ')).collect();
        self.run(&words, temporary(b"1 1\n").unwrap())
    }

    /// A mark in the environment of this test's processes: its name, and our process id, which no other
    /// has.
    fn mark(&self) -> String {
        format!("BOUTON_MARK={}-{}", self.mark, std::process::id())
    }

    #[track_caller]
    fn run(&self, words: &[&str], input: File) -> Run {
        let mark = self.mark();
        let command: Vec<_> = ["env", &mark]
            .iter()
            .chain(words)
            .map(OsString::from)
            .collect();
        let run = run(&command, None, input, &self.limits, &self.interrupt).unwrap();
        assert_eq!(marked(&mark), Vec::<String>::new(), "left behind");
        run
    }
}

/// `command` without the ability to start threads. `None`, with a message, where that is impossible.
pub fn without_threads(command: &Command) -> Option<Command> {
    let limited = |name: &OsStr| {
        let mut limited = Command::new(&*HOSTILE);
        limited.arg("without_threads").arg(name);
        limited
    };
    let Some(0) = limited("true".as_ref()).end().unwrap().code() else {
        println!("skipped: threads cannot be forbidden here");
        return None;
    };
    let mut limited = limited(command.get_program());
    limited.args(command.get_args());
    Some(limited)
}

/// The processes whose environment has this mark, if there is a `/proc`.
pub fn marked(mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        if environment
            .split(|&b| b == 0)
            .any(|entry| entry == mark.as_bytes())
        {
            let status = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            found.push(status);
        }
    }
    found
}

fn text(run: &mut Run) -> String {
    let mut text = String::new();
    run.output.read_to_string(&mut text).unwrap();
    text
}

/// Why this command could not be run.
#[track_caller]
fn refusal(command: &[&str]) -> String {
    let command: Vec<_> = command.iter().map(OsString::from).collect();
    let limits = Limits {
        cpu: Duration::from_secs(10),
        memory: None,
        output: 1,
        isolation: None,
    };
    let interrupt = Interrupt::new();
    let run = run(&command, None, temporary(b"").unwrap(), &limits, &interrupt);
    run.unwrap_err().to_string()
}

#[test]
fn a_program_reads_its_input_and_its_output_can_be_read() {
    let judge = Judge::new("reads");
    let mut run = judge.run(&["cat"], temporary(b"3 3 6 9\n").unwrap());
    assert_eq!(run.end, End::Exited(0));
    assert_eq!(text(&mut run), "3 3 6 9\n");
    assert_eq!((run.output_len, run.errors.as_str()), (8, ""));
    assert!(run.wall > Duration::ZERO);
}

#[test]
fn a_program_that_never_reads_its_large_input_does_not_block() {
    let judge = Judge::new("never_reads");
    let input = temporary(&b"1 1\n".repeat(1 << 20)).unwrap();
    assert_eq!(judge.run(&["true"], input).end, End::Exited(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_cannot_write_to_an_input_that_is_temporary() {
    let judge = Judge::new("writes_input");
    for script in [
        "echo 7 >&0 || exit 3",
        "echo 7 > /dev/stdin || exit 3",
        "echo 7 >> /dev/stdin || exit 3",
    ] {
        let input = temporary(b"1 1\n").unwrap();
        let mut copy = input.try_clone().unwrap();
        let run = judge.run(&["sh", "-c", script], input);
        assert_ne!(run.end, End::Exited(0), "{script}");
        let mut left = String::new();
        copy.read_to_string(&mut left).unwrap();
        assert_eq!(left, "1 1\n", "{script}");
    }
}

#[test]
fn a_snapshot_stays_as_it_was_whatever_the_program_does_to_its_input() {
    let judge = Judge::new("empties_input");
    let text = b"1 1\n".repeat(100_000);
    for snapshot in [
        Snapshot::of(&text),
        Snapshot::of_file(&mut temporary(&text).unwrap(), "text"),
        Snapshot::on_disk(&mut &text[..], "text"),
    ] {
        let snapshot = snapshot.unwrap();
        assert_eq!(snapshot.len(), text.len() as u64);
        let hostile = HOSTILE.to_str().unwrap();
        let input = snapshot.for_program().unwrap();
        let run = judge.run(&[hostile, "empty_input"], input);
        assert_eq!(run.end, End::Exited(0));
        let mut left = Vec::new();
        snapshot.open().unwrap().read_to_end(&mut left).unwrap();
        assert!(left == text, "{}", run.errors);
        let mut run = judge.run(&["cat"], snapshot.for_program().unwrap());
        assert!(self::text(&mut run).as_bytes() == text);
    }
}

#[test]
fn a_program_may_close_its_input_early() {
    let mut run = Judge::new("closes_stdin").hostile("close_stdin");
    assert_eq!(
        (run.end, text(&mut run)),
        (End::Exited(0), "closed\n".to_owned())
    );
}

#[test]
fn a_program_that_writes_nothing_has_an_empty_output() {
    let mut run = Judge::new("writes_nothing").hostile("exit_code 0");
    assert_eq!((run.end, text(&mut run)), (End::Exited(0), String::new()));
}

#[test]
fn an_exit_code_is_reported() {
    let run = Judge::new("exit_code").hostile("exit_code 3");
    assert_eq!(run.end, End::Exited(3));
    assert_eq!(run.end.to_string(), "exit code 3");
}

#[test]
fn a_deadly_signal_is_reported_by_name() {
    let judge = Judge::new("signal");
    for (program, end) in [
        ("die_by_signal 6", "killed by SIGABRT"),
        ("die_by_signal 8", "killed by SIGFPE"),
        ("die_by_signal 9", "killed by SIGKILL"),
        ("dereference_null", "killed by SIGSEGV"),
    ] {
        assert_eq!(judge.hostile(program).end.to_string(), end);
    }
    // Real-time signals have no names.
    assert_eq!(End::Signal(63).to_string(), "killed by signal 63");
}

#[test]
fn standard_error_is_not_output() {
    let mut run = Judge::new("complains").hostile("only_complain");
    assert_eq!((run.end, text(&mut run)), (End::Exited(0), String::new()));
    assert_eq!(run.errors, "what a day\n");
}

#[test]
fn the_end_of_a_long_standard_error_is_kept() {
    let run = Judge::new("complains_at_length").hostile("complain_at_length 10000");
    assert!(run.errors.ends_with("complaint 9999\ncomplaint 10000\n"));
    assert_eq!(run.errors.len(), 4096);
}

#[test]
fn invalid_utf_8_on_standard_error_is_replaced() {
    let judge = Judge::new("not_utf_8");
    let run = judge.run(
        &["sh", "-c", r"printf '\377!' >&2"],
        temporary(b"").unwrap(),
    );
    assert_eq!(run.errors, "\u{fffd}!");
}

#[test]
#[ignore = "long: scripts/check --long"]
fn a_program_that_hangs_is_killed_when_its_time_is_over() {
    let judge = Judge::limited("hangs", 300, 1 << 20);
    for program in ["hang", "spin", "hang_ignoring_signals", "hang_with_child"] {
        let run = judge.hostile(program);
        assert_eq!(run.end, End::TimedOut, "{program}");
        assert!(run.wall >= judge.limits.cpu);
    }
}

#[test]
fn a_program_that_ends_by_itself_after_too_much_cpu_time_has_exceeded_its_limit() {
    let judge = Judge::limited("late", 1, 1 << 20);
    for _ in 0..100 {
        let run = judge.hostile("exit_code 0");
        let is_late = run.cpu > judge.limits.cpu;
        assert_eq!(run.end == End::TimedOut, is_late, "{:?}", run.cpu);
    }
}

#[test]
fn a_hundred_megabytes_of_output_are_accepted() {
    let judge = Judge::limited("megabytes", 10_000_000, 100 << 20);
    let mut run = judge.hostile("write_megabytes 100");
    assert_eq!((run.end, run.output_len), (End::Exited(0), 100 << 20));
    let mut last = [0; 10];
    std::io::Seek::seek(&mut run.output, std::io::SeekFrom::End(-10)).unwrap();
    run.output.read_exact(&mut last).unwrap();
    assert_eq!(&last, b"7777777777");
}

#[test]
fn a_flood_of_output_is_stopped_at_the_limit() {
    let judge = Judge::limited("floods", 10_000_000, 10_000);
    for (program, len) in [
        ("flood", 10_001),
        ("flood_ignoring_signals", 10_001),
        ("seek_far", 0),
    ] {
        let run = judge.hostile(program);
        assert_eq!(run.end, End::TooMuchOutput, "{program}");
        assert_eq!(run.output_len, len, "{program}");
    }
}

#[test]
fn a_flood_on_standard_error_is_stopped_too() {
    let run = Judge::limited("floods_errors", 10_000_000, 10_000).hostile("flood_errors");
    assert_eq!((run.end, run.output_len), (End::TooMuchOutput, 0));
    assert!(run.errors.ends_with("ffff"));
}

#[test]
fn output_up_to_the_limit_is_not_too_much() {
    let judge = Judge::limited("just_enough", 10_000_000, 100);
    let run = judge.hostile("write_bytes 100");
    assert_eq!((run.end, run.errors.as_str()), (End::Exited(0), "100"));
    let run = judge.hostile("write_bytes 102");
    assert_eq!((run.end, run.errors.as_str()), (End::TooMuchOutput, "101"));
    let none = Judge {
        limits: Limits {
            output: 0,
            ..judge.limits
        },
        ..judge
    };
    assert_eq!(none.hostile("exit_code 0").end, End::Exited(0));
    assert_eq!(none.hostile("write_bytes 1").end, End::TooMuchOutput);
}

#[test]
fn children_that_are_left_behind_are_killed_and_not_waited_for() {
    let judge = Judge::new("leaves_child");
    let mut run = judge.hostile("leave_child");
    assert_eq!(
        (run.end, text(&mut run)),
        (End::Exited(0), "left\n".to_owned())
    );
    for program in ["leave_child_in_group", "leave_hopper 0"] {
        assert_eq!(judge.hostile(program).end, End::Exited(0), "{program}");
    }
}

// Elsewhere they cannot be found.
#[cfg(target_os = "linux")]
#[test]
fn daemons_that_are_left_behind_are_found_and_killed() {
    let judge = Judge::new("leaves_daemon");
    for program in [
        "leave_daemon",
        "leave_daemon_with_children",
        "leave_hopper 1000",
    ] {
        assert_eq!(judge.hostile(program).end, End::Exited(0), "{program}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn daemons_of_a_program_that_hangs_are_killed_with_it() {
    let judge = Judge::limited("hangs_with_daemon", 300, 1 << 20);
    assert_eq!(judge.hostile("hang_with_daemon").end, End::TimedOut);
}

#[test]
fn a_small_fork_bomb_is_cleaned_up() {
    let judge = Judge::limited("fork_bomb", 500, 1 << 20);
    assert_eq!(judge.hostile("fork_bomb 7").end, End::TimedOut);
}

#[test]
fn peak_memory_is_measured() {
    let judge = Judge::new("memory");
    // More than other tests have in this process, of which a program is a copy when it starts.
    let peak = judge.hostile("take_memory 768").peak_memory.unwrap();
    assert!((768 << 20..832 << 20).contains(&peak), "{peak}");
}

#[test]
fn a_program_gets_no_files_of_ours_or_of_another_run() {
    let judge = Judge::new("files");
    let _open = temporary(b"").unwrap();
    let mut run = judge.hostile("list_files");
    // The process that started the tests may have left some open.
    let plain = Command::new(&*HOSTILE).arg("list_files").run().unwrap();
    assert_eq!(text(&mut run).as_bytes(), plain.stdout);
    assert!(plain.stdout.starts_with(b"0 1 2 "));
}

#[test]
fn an_interrupt_ends_the_run_at_once_and_all_later_ones() {
    let judge = Judge::new("interrupt");
    assert!(!judge.interrupt.is_raised());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mark = judge.mark();
            while marked(&mark).is_empty() {
                std::thread::yield_now();
            }
            judge.interrupt.raise();
        });
        let run = judge.hostile("hang_with_child");
        assert_eq!(run.end, End::Interrupted);
    });
    assert!(judge.interrupt.is_raised());
    assert_eq!(judge.hostile("hang").end, End::Interrupted);
}

#[test]
fn runs_on_several_threads_do_not_disturb_each_other() {
    let judge = Judge::limited("threads", 10_000_000, 1 << 20);
    let hostile = HOSTILE.to_str().unwrap();
    let mark = judge.mark();
    let end = |program: &str| {
        let words = ["env", &mark, hostile]
            .into_iter()
            .chain(program.split(' '));
        let command: Vec<_> = words.map(OsString::from).collect();
        let input = temporary(b"").unwrap();
        run(&command, None, input, &judge.limits, &judge.interrupt)
            .unwrap()
            .end
    };
    std::thread::scope(|scope| {
        // A daemon of a running program is not considered left behind.
        scope.spawn(|| assert_eq!(end("rely_on_daemon 1000"), End::Exited(0)));
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(end("leave_child"), End::Exited(0));
                    assert_eq!(end("leave_daemon"), End::Exited(0));
                    assert_eq!(end("exit_code 7"), End::Exited(7));
                }
            });
        }
    });
    assert_eq!(marked(&mark), Vec::<String>::new(), "left behind");
}

#[test]
fn children_of_others_in_this_process_are_left_alone() {
    let judge = Judge::new("foreign");
    let mut child = Command::new("sleep").arg("1000").start().unwrap();
    assert_eq!(judge.hostile("leave_child").end, End::Exited(0));
    assert_eq!(child.try_wait().unwrap(), None);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_program_that_cannot_be_run_is_reported_with_its_name_and_the_reason() {
    let _alone = Judge::new("refusals");
    let folder = folder("program_refusals");
    let name = |file: &str| folder.join(file).to_str().unwrap().to_owned();
    let missing = name("missing");
    assert_eq!(
        refusal(&[&missing]),
        format!("cannot run '{missing}': there is no such file")
    );
    assert_eq!(
        refusal(&["bouton-no-such-program"]),
        "cannot run 'bouton-no-such-program': it is not in PATH"
    );
    // The tests run in the folder of Cargo.toml.
    assert_eq!(
        refusal(&["Cargo.toml"]),
        "cannot run 'Cargo.toml': it is not in PATH; to run the one here, use ./Cargo.toml"
    );
    assert_eq!(
        refusal(&[&name("")]),
        format!("cannot run '{}': it is a directory", name(""))
    );
    let plain = name("plain");
    fs::write(&plain, "Not a program.\n").unwrap();
    assert_eq!(
        refusal(&[&plain]),
        format!("cannot run '{plain}': it is not executable")
    );
    let lost = name("lost");
    fs::write(&lost, "#!/no/such/interpreter\n").unwrap();
    // Written by another program, so that no process has the file open for writing when it is run.
    let chmod = Command::new("chmod").args(["+x", &lost]).end();
    assert!(chmod.unwrap().success());
    assert_eq!(
        refusal(&[&lost]),
        format!("cannot run '{lost}': what its first line names, or its loader, does not exist")
    );
    assert_eq!(refusal(&[]), "there is no command to run");
}
