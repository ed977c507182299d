//! Windows: programs under test, the worst of them first, and what else is special there.
//!
//! `scripts/check-windows` runs these under Wine, with the programs compiled by MinGW. Wine does not limit the number
//! of processes of a job, so that only Windows itself can show these.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use bouton::internals::interrupt::Interrupt;
use bouton::internals::judge::process::{Run, RunLimits, Snapshot, Termination, run};
use bouton::internals::judge::verdict::Verdict::{MemoryLimitExceeded, TimeLimitExceeded};

use crate::harness::{Run as _, bouton, folder, root, run as run_bouton, texts};

/// The compiled `tests/hostile_windows.c`: the file that `BOUTON_HOSTILE` names, or made by `gcc`.
static HOSTILE: LazyLock<PathBuf> = LazyLock::new(|| {
    if let Some(compiled) = std::env::var_os("BOUTON_HOSTILE") {
        return compiled.into();
    }
    let program = folder("windows").join("hostile.exe");
    let source = root().join("tests/hostile_windows.c");
    let mut compiler = Command::new("gcc");
    compiler.args(["-O1", "-o"]).args([&program, &source]);
    let compiled = compiler.run().expect("gcc is installed");
    assert!(compiled.status.success(), "{compiled:?}");
    program
});

const LIMITS: RunLimits = RunLimits {
    cpu: Duration::from_secs(1000),
    memory: None,
    output: 1 << 20,
    temporary: None,
    isolation: None,
};

/// The limits with so much CPU time.
fn of_cpu(cpu: Duration) -> RunLimits {
    RunLimits { cpu, ..LIMITS }
}

/// Runs a program of `tests/hostile_windows.c`, one at a time: time limits need a machine that is not too busy.
#[track_caller]
fn hostile(program: &[&str], limits: &RunLimits) -> Run {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let words = program.iter().map(OsString::from);
    let command: Vec<_> = [HOSTILE.clone().into()].into_iter().chain(words).collect();
    let input = Snapshot::of("input".into(), b"1 1\n").unwrap();
    run(&command, None, &input, limits, &Interrupt::default()).unwrap()
}

#[test]
fn each_program_ends_as_reported_and_no_dialog_waits() {
    for (program, end, errors) in [
        (&["exit_code", "3"][..], "exit code 3", ""),
        (&["only_complain"], "exit code 0", "what a day\r\n"),
        (&["access_nothing"], "access violation (0xC0000005)", ""),
        (&["divide_by_zero"], "integer division by zero (0xC0000094)", ""),
        (&["overflow_stack"], "stack overflow (0xC00000FD)", ""),
        (&["flood"], "output limit exceeded", ""),
    ] {
        let mut run = hostile(program, &LIMITS);
        let mut found = String::new();
        run.stderr.read_to_string(&mut found).unwrap();
        assert_eq!((&*run.end.to_string(), &*found), (end, errors));
    }
    let unknown = Termination::Signal(0xC012_3456_u32 as i32);
    assert_eq!(unknown.to_string(), "exception 0xC0123456");
}

#[test]
fn a_busy_program_is_stopped_by_its_cpu_time() {
    let cpu = Duration::from_millis(300);
    let run = hostile(&["spin"], &of_cpu(cpu));
    assert_eq!(run.end, Termination::Exceeded(TimeLimitExceeded));
    assert!(run.cpu >= cpu, "{:?}", run.cpu);
}

#[test]
fn a_sleeping_program_is_stopped_though_it_uses_no_cpu_time() {
    // To start takes Wine a while.
    let cpu = Duration::from_secs(2);
    let run = hostile(&["hang"], &of_cpu(cpu));
    assert_eq!(run.end, Termination::Exceeded(TimeLimitExceeded));
    assert!(run.cpu < cpu, "{:?}", run.cpu);
}

#[test]
fn a_program_that_eats_memory_is_stopped() {
    let memory = Some(256 << 20);
    let run = hostile(&["eat_memory"], &RunLimits { memory, ..LIMITS });
    assert_eq!(run.end, Termination::Exceeded(MemoryLimitExceeded));
    assert!(run.peak_memory > Some(200 << 20), "{:?}", run.peak_memory);
}

#[test]
fn what_a_program_leaves_behind_is_ended() {
    let held = folder("windows-left").join("held");
    let run = hostile(&["leave_child", held.to_str().unwrap()], &LIMITS);
    assert_eq!(run.end, Termination::Exited(0));
    // While it lived, no one else could open this.
    File::options().write(true).open(&held).unwrap();
}

#[test]
fn what_a_program_that_is_stopped_has_started_is_ended() {
    let mut run = hostile(&["breed"], &of_cpu(Duration::from_secs(2)));
    let mut count = String::new();
    run.output.read_to_string(&mut count).unwrap();
    if !count.trim().is_empty() {
        // The job allows 64, this one among them; it may be stopped before. Wine does not count.
        let count: u32 = count.trim().parse().unwrap();
        assert!(count <= 63 || count == 100, "{count}");
    }
}

#[test]
fn bouton_passes_its_own_tests_and_stress_finds_only_what_is_wrong() {
    let bouton = bouton();
    let bouton = bouton.get_program().to_str().unwrap();
    let hostile = HOSTILE.to_str().unwrap();
    for (tool, command, expected) in [
        ("test", &[bouton, "poj2234"][..], 0),
        ("stress", &[bouton, "poj2234"], 0),
        ("stress", &[hostile, "exit_code", "0"], 1),
    ] {
        // To start takes Wine a while.
        let options = [tool, "poj2234", "--time-limit", "60", "--"];
        let output = run_bouton(&[&options[..], command].concat(), b"");
        let (text, error, code) = texts(&output);
        assert_eq!((error.as_str(), code), ("", expected), "{text}");
    }
}

#[test]
fn files_may_be_named_with_either_separator_and_devices_are_not_files() {
    let folder = folder("windows-separators");
    fs::write(folder.join("a.in"), "1 1\n").unwrap();
    let path = folder.to_str().unwrap().replace('/', "\\");
    for input in [format!("{path}\\a.in"), format!("{path}/a.in")] {
        let output = texts(&run_bouton(&["poj2234", &input], b""));
        assert_eq!(output, ("Yes\n".to_owned(), String::new(), 0));
        let arguments = ["poj2234", "-o", &input.replace(".in", ".ans"), &input];
        assert_eq!(texts(&run_bouton(&arguments, b"")).2, 0);
    }
    assert_eq!(fs::read(folder.join("a.ans")).unwrap(), b"Yes\n");
    assert_eq!(texts(&run_bouton(&["poj2234", "NUL"], b"")).2, 0);
}
