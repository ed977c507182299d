//! Programs under test, the worst of them first: whatever they do, the run ends in time, reports what happened, and
//! leaves nothing behind.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bouton::internals::interrupt::Interrupt;
use bouton::internals::judge::process::State::{self, *};
#[cfg(target_os = "linux")]
use bouton::internals::judge::process::put_first;
use bouton::internals::judge::process::{Idle, Run, RunLimits, Snapshot, Termination, Usage, keep_by, run};
use bouton::internals::judge::verdict::Verdict::TimeLimitExceeded;

use crate::harness::{Run as _, folder, root, some_of};

/// The compiled `tests/hostile.c`.
pub static HOSTILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = folder("program").join("hostile");
    let source = root().join("tests/hostile.c");
    let mut compiler = Command::new("cc");
    compiler.args("-Wall -Wextra -Werror -O1 -pthread -o".split(' '));
    let compiled = compiler.args([&program, &source]).run().unwrap();
    assert!(compiled.status.success(), "{compiled:?}");
    program
});

/// Runs programs one at a time: what one leaves behind for a moment must not be blamed on another, and time limits need
/// a machine that is not too busy. `mark` is the name of the test.
struct Judge {
    mark: &'static str,
    limits: RunLimits,
    interrupt: Interrupt,
    _alone: MutexGuard<'static, ()>,
}

/// More CPU time than any program uses here.
const FOREVER: Duration = Duration::from_secs(10_000);

impl Judge {
    /// With this time limit and output limit.
    fn new(mark: &'static str, cpu: Duration, output: u64) -> Self {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        keep_by(env!("CARGO_BIN_EXE_bouton").as_ref()).unwrap();
        let limits = RunLimits {
            cpu,
            memory: None,
            output,
            temporary: None,
            isolation: None,
        };
        Self {
            mark,
            limits,
            interrupt: Interrupt::default(),
            _alone: alone,
        }
    }

    /// A mark in the environment of this test's processes: its name, and our process id, which no other has.
    fn mark(&self) -> String {
        format!("BOUTON_MARK={}-{}", self.mark, std::process::id())
    }

    /// Runs a program of `tests/hostile.c`, and checks that it left nothing behind.
    #[track_caller]
    fn hostile(&self, program: &str) -> Run {
        let words = [HOSTILE.to_str().unwrap()].into_iter();
        let words: Vec<_> = words.chain(program.split(' ')).collect();
        let run = self.run(&words, &snapshot(b"1 1\n"));
        nothing_is_left(&self.mark());
        run
    }

    fn run(&self, words: &[&str], input: &Snapshot) -> Run {
        let mark = self.mark();
        let words = ["env", &mark].into_iter().chain(words.iter().copied());
        let command: Vec<_> = words.map(OsString::from).collect();
        run(&command, None, input, &self.limits, &self.interrupt).unwrap()
    }
}

/// The processes whose environment has this mark, if there is a `/proc`.
pub fn marked(mark: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let found = entries.map(|entry| entry.path()).filter(|process| {
        let environment = fs::read(process.join("environ")).unwrap_or_default();
        let mut entries = environment.split(|&b| b == 0);
        entries.any(|entry| entry == mark.as_bytes())
    });
    let states = found.map(|process| fs::read_to_string(process.join("stat")));
    states.map(Result::unwrap_or_default).collect()
}

/// Fails if a process with this mark is left. What was killed ends once it is scheduled again.
#[track_caller]
pub fn nothing_is_left(mark: &str) {
    let start = Instant::now();
    while let Some(process) = marked(mark).pop() {
        assert!(start.elapsed() < Duration::from_secs(60), "left: {process}");
        std::thread::yield_now();
    }
}

fn snapshot(text: &[u8]) -> Snapshot {
    Snapshot::of("input".into(), text).unwrap()
}

/// What it wrote to standard output and standard error; what is not UTF-8 is replaced.
fn texts(run: &mut Run) -> [String; 2] {
    [&mut run.output, &mut run.stderr].map(|file| {
        let mut text = Vec::new();
        file.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    })
}

#[test]
fn each_program_ends_as_reported_and_nothing_is_left_of_it() {
    let judge = Judge::new("ends", FOREVER, 10_000);
    let much = "f".repeat(10_001);
    let (enough, one_more) = ("x".repeat(10_000), "x".repeat(10_001));
    let ends = [
        ("exit_code 0", "exit code 0", "", ""),
        ("exit_code 3", "exit code 3", "", ""),
        ("dereference_null", "killed by SIGSEGV", "", ""),
        ("write_bytes 10000", "exit code 0", &enough, "10000"),
        ("write_bytes 10002", "output limit exceeded", &one_more, "10001"),
        ("flood", "output limit exceeded", &much, ""),
        ("flood_ignoring_signals", "output limit exceeded", &much, ""),
        ("flood_errors", "output limit exceeded", "", &much),
        ("seek_far", "output limit exceeded", "", ""),
        ("leave_child", "exit code 0", "left\n", ""),
        ("leave_child_in_group", "exit code 0", "", ""),
    ];
    for (program, end, output, errors) in ends {
        let mut run = judge.hostile(program);
        assert_eq!(run.end.to_string(), end, "{program}");
        assert!(texts(&mut run) == [output, errors], "{program}");
    }
    // Real-time signals have no names.
    assert_eq!(Termination::Signal(8).to_string(), "killed by SIGFPE");
    assert_eq!(Termination::Signal(63).to_string(), "killed by signal 63");
    for (script, end, errors) in [
        ("kill -9 $$", "killed by SIGKILL", ""),
        ("exec <&-; echo a day >&2", "exit code 0", "a day\n"),
        (r"printf '\377!' >&2", "exit code 0", "\u{fffd}!"),
    ] {
        let mut run = judge.run(&["sh", "-c", script], &snapshot(b""));
        let [_, found] = texts(&mut run);
        assert_eq!((&*run.end.to_string(), &*found), (end, errors));
    }
}

#[test]
fn a_program_that_does_not_end_is_killed_with_all_that_it_started() {
    let judge = Judge::new("hangs", Duration::from_millis(100), 1 << 20);
    let programs = "hang,hang_with_child,fork_bomb 7,hang_ignoring_signals,spin,spin_in_children 63";
    for program in some_of(3, programs.split(',')) {
        let run = judge.hostile(program);
        assert_eq!(run.end, Termination::Exceeded(TimeLimitExceeded), "{program}");
        assert!(run.wall >= judge.limits.cpu);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_sleeps_and_computes_in_turn_is_stopped_for_its_sleep() {
    let limits = Duration::from_millis(500);
    let judge = Judge::new("sleeps", limits, 1 << 20);
    let run = judge.hostile("sleep_and_compute");
    assert_eq!(run.end, Termination::Exceeded(TimeLimitExceeded));
    // It had slept for nine times as long.
    assert!(run.cpu < limits / 2, "{:?}", run.cpu);
}

#[test]
fn a_program_that_ends_by_itself_after_too_much_cpu_time_has_exceeded_its_limit() {
    let judge = Judge::new("late", Duration::from_millis(1), 1 << 20);
    for _ in 0..20 {
        let run = judge.hostile("exit_code 0");
        let is_late = run.cpu > judge.limits.cpu;
        assert_eq!(
            run.end == Termination::Exceeded(TimeLimitExceeded),
            is_late,
            "{:?}",
            run.cpu
        );
    }
}

#[test]
fn an_input_is_the_same_for_every_run() {
    let judge = Judge::new("input", FOREVER, 1 << 20);
    let lines = b"1 1\n".repeat(100_000);
    let input = snapshot(&lines);
    assert_eq!(input.len().unwrap(), lines.len() as u64);
    // It need not be read either.
    for program in ["cat", "echo 7 >&0; cat", "head -c 1", "true"] {
        judge.run(&["sh", "-c", program], &input);
        let mut left = Vec::new();
        input.open().unwrap().read_to_end(&mut left).unwrap();
        assert!(left == lines, "{program}");
    }
    let [copy, _] = texts(&mut judge.run(&["cat"], &input));
    assert!(copy.as_bytes() == lines);
}

#[test]
fn peak_memory_is_measured() {
    let judge = Judge::new("memory", FOREVER, 1 << 20);
    // What this process has is not counted.
    let ours = vec![1_u8; 128 << 20];
    let peak = judge.hostile("take_memory 64").peak_memory.unwrap();
    assert!((64 << 20..72 << 20).contains(&peak), "{peak}");
    assert_eq!(ours.last(), Some(&1));
}

#[test]
fn a_program_gets_no_files_of_ours_or_of_another_run() {
    let judge = Judge::new("files", FOREVER, 1 << 20);
    let _open = snapshot(b"");
    // Nor of the process that started us, which may have left some open.
    let [files, _] = texts(&mut judge.hostile("list_files"));
    assert_eq!(files, "0 1 2 ");
}

#[test]
fn an_interrupt_ends_the_run_at_once_and_all_later_ones() {
    let judge = Judge::new("interrupt", FOREVER, 1 << 20);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while marked(&judge.mark()).is_empty() {
                std::thread::yield_now();
            }
            judge.interrupt.raise();
        });
        assert_eq!(judge.hostile("hang_with_child").end, Termination::Interrupted);
    });
    // Also one that would be over before it is looked at.
    assert_eq!(judge.hostile("exit_code 0").end, Termination::Interrupted);
}

/// For how long a program slept of which each look, every 50 ms, says its state and for how long it was busy since the
/// look before.
fn slept(looks: &[(State, u64)]) -> Duration {
    let (mut idle, mut seen) = (Idle::default(), Usage::default());
    seen.busy = Some(Duration::ZERO);
    for &(state, busy) in looks {
        let busy = seen.busy.map(|before| before + Duration::from_millis(busy));
        let now = Usage { busy, state, ..seen };
        idle.add(Duration::from_millis(50), &seen, &now);
        seen = now;
    }
    idle.slept
}

#[test]
fn who_waits_for_a_processor_does_not_sleep() {
    for (looks, milliseconds) in [
        (&[(Sleeping, 0), (Sleeping, 20)][..], 80),
        (&[(Runnable, 0), (Sleeping, 0)], 100),
        (&[(Runnable, 0), (Runnable, 100), (Runnable, 0)], 0),
        (&[(Runnable, 0), (Runnable, 0), (Runnable, 60)], 50),
        (&[(Runnable, 0), (AlwaysRunnable, 0), (Sleeping, 60)], 40),
        (&[(AlwaysRunnable, 0); 100], 0),
    ] {
        assert_eq!(slept(looks), Duration::from_millis(milliseconds), "{looks:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn processes_of_a_thread_that_runs_before_all_others_do_not() {
    let in_thread = || {
        if !put_first(0, true) {
            println!("skipped: only root runs before others");
            return;
        }
        let output = Command::new("cat").arg("/proc/thread-self/stat").run().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let (_, fields) = text.rsplit_once(") ").unwrap();
        // The third field is the first of these, and the policy is the 41st.
        assert_eq!(fields.split(' ').nth(41 - 3), Some("0"), "{text}");
    };
    std::thread::spawn(in_thread).join().unwrap();
}
