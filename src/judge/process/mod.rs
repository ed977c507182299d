//! Runs a command on an input, within limits, and says how that ended.
//!
//! Whatever the program does, the run ends soon after its time limit, and none of its processes remains:
//!
//! * The time limit counts CPU time, so a busy machine makes no difference. A program is stopped as well after sleeping
//!   for that time and half a second more, and, where that is not seen, after ten times as long. Waiting for a
//!   processor is no sleep: who does that is stopped after a hundred times as long, and many that take it from each
//!   other when they have waited for so long together.
//! * Its standard input is a copy that cannot be written, its standard output and standard error are files without
//!   names. So it may write any amount, never read, or close its streams: no process waits for another.
//! * An output file cannot grow beyond the limit, and its size is checked from time to time.
//! * On Linux all processes that it starts count, and are killed when it ends, by itself or not, or when we do,
//!   whatever session they are in. On Windows it is in a job, which no process can leave. Elsewhere its process group
//!   is killed, and the time of children counts that were waited for.
//!
//! This alone does not keep a program from reading and writing files, or from killing other processes of the user, this
//! one included. On Linux, [`Isolation`] does.

#[cfg_attr(not(target_os = "linux"), path = "no_isolation.rs")]
mod isolation;
#[cfg_attr(not(target_os = "linux"), path = "no_server.rs")]
mod server;
mod snapshot;
#[cfg_attr(windows, path = "windows.rs")]
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(any(unix, windows)), path = "nowhere.rs")]
mod system;
mod usage;

use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::error::{Error, reason};
use crate::interrupt::Interrupt;
use crate::judge::verdict::Verdict;
use crate::words::t;
pub(crate) use isolation::Isolation;
pub(crate) use server::Server;
pub use snapshot::Snapshot;
pub(crate) use snapshot::Stamp;
use system::Child;
#[cfg(target_os = "linux")]
pub use system::put_first;
#[cfg(unix)]
pub use system::{be_keeper, keep_by};
pub use usage::{Idle, State, Usage};

/// How much a program may use.
#[derive(Clone, Debug)]
pub struct RunLimits {
    /// CPU time: user and system time of the program and of all processes that it starts.
    pub cpu: Duration,
    /// Peak memory of these at once, in bytes, of which [`SMALL`] are always allowed. `None` for no limit.
    pub memory: Option<u64>,
    /// Bytes of standard output, and as many of standard error.
    pub output: u64,
    /// Where it finds a place for temporary files, if not where all do: a compiler's own.
    pub temporary: Option<PathBuf>,
    /// How it is isolated, if it is.
    pub isolation: Option<Isolation>,
}

/// Less memory is not known exactly: the kernel counts what a program has had from this one, and that only roughly.
const SMALL: u64 = 8 << 20;

/// The maximum number of its processes and of all their threads, where nothing else bounds them: a look at so many takes
/// 20 ms, and those that multiply must be ended before they are all that runs on the machine. No program for a judge
/// has so many processes; a thread for each processor is usual.
#[cfg(target_os = "linux")]
const MAX_PROCESSES: usize = 128;
#[cfg(target_os = "linux")]
const MAX_THREADS: usize = 1024;

/// The interval between looks at a running program: what it uses, and how much it wrote.
const LOOK: Duration = Duration::from_millis(50);

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By itself, with this exit code.
    Exited(i32),
    /// By this signal, which was not ours; on Windows by this exception.
    Signal(i32),
    /// It exceeded a limit: this is the verdict. It was killed if it did not end then.
    Exceeded(Verdict),
    /// It was killed because a signal interrupted the run.
    Interrupted,
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match *self {
            Self::Exited(code) => t!("exit code {code}", code),
            Self::Signal(signal) => system::ended_by(signal),
            Self::Exceeded(verdict) => verdict.name().to_owned(),
            Self::Interrupted => t!("interrupted").to_owned(),
        })
    }
}

/// Why a program was stopped that had not used up its CPU time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopReason {
    /// The machine was busy with others.
    #[default]
    MachineBusy,
    /// It did nothing: it slept, or waited for something else than a processor.
    Idle,
    /// It had too many processes or threads.
    TooManyProcesses,
}

/// What a run left.
#[derive(Debug)]
pub struct Run {
    /// How it ended.
    pub end: Termination,
    /// What it wrote to standard output, to be read from the start: at most one byte more than the limit, where the
    /// system keeps that.
    pub output: File,
    /// What it wrote to standard error, to be read from the start.
    pub stderr: File,
    /// User and system time of it and of all processes that it started.
    pub cpu: Duration,
    /// Wall-clock time.
    pub wall: Duration,
    /// Why it exceeded its limit of time, if it did not by its CPU time.
    pub stop_reason: StopReason,
    /// The most memory in bytes that it had at once, with all processes that it started (resident set), where the
    /// system reports it.
    pub peak_memory: Option<u64>,
}

impl RunLimits {
    /// The most time for which it may sleep.
    fn most_sleep(&self) -> Duration {
        self.cpu.saturating_add(Duration::from_millis(500))
    }

    /// The most time for which it may do what cannot be seen, such as waiting for a disk.
    fn most_unknown(&self) -> Duration {
        let most = self.cpu.saturating_mul(10);
        most.saturating_add(Duration::from_secs(30))
    }

    /// The most wall-clock time, and the most time for which all its threads together compute or could: on a machine
    /// that is so busy, nothing is known of a program.
    fn longest(&self) -> Duration {
        self.most_unknown().saturating_mul(10)
    }

    /// Whether this is more time than it may use.
    fn is_over(&self, used: &Usage) -> bool {
        used.cpu > self.cpu || used.busy > Some(self.longest())
    }

    /// The verdict on a program that has used so much, if that exceeds a limit.
    fn exceeded(&self, used: &Usage, written: u64) -> Option<Verdict> {
        let memory = self.memory.map(|most| most.max(SMALL));
        match used {
            _ if written > self.output => Some(Verdict::OutputLimitExceeded),
            _ if memory.is_some() && used.peak_memory > memory => Some(Verdict::MemoryLimitExceeded),
            _ if used.are_too_many || self.is_over(used) => Some(Verdict::TimeLimitExceeded),
            _ => None,
        }
    }
}

/// A program to start.
struct Start<'a> {
    /// Its words, of which the first is found as a shell would.
    #[cfg_attr(not(any(unix, windows)), expect(dead_code, reason = "nothing is started"))]
    words: &'a [OsString],
    /// The folder in which it starts, if not the current one.
    folder: Option<&'a Path>,
    /// Its standard input, standard output and standard error.
    streams: [File; 3],
    limits: &'a RunLimits,
}

impl Start<'_> {
    /// Sets all of that for `command`, except the words.
    #[cfg_attr(not(any(unix, windows)), expect(dead_code, reason = "nothing is started"))]
    fn prepare(self, command: &mut Command) {
        let [stdin, output, stderr] = self.streams;
        command.stdin(stdin).stdout(output).stderr(stderr);
        if let Some(folder) = self.folder {
            command.current_dir(folder);
        }
        if let Some(folder) = &self.limits.temporary {
            command.envs(TEMPORARY.map(|name| (name, folder)));
        }
    }
}

/// The environment variables that name the folder for temporary files.
const TEMPORARY: [&str; 3] = ["TMPDIR", "TMP", "TEMP"];

/// Runs `command`, its first word found as a shell would, on `input`, in this `folder` or else where we are. May be
/// called from several threads at once. Soon after an interrupt, the run ends.
///
/// # Errors
/// The command cannot be started, or no temporary file be made.
///
/// # Panics
/// If the command has no words.
pub fn run(
    command: &[OsString],
    folder: Option<&Path>,
    input: &Snapshot,
    limits: &RunLimits,
    interrupt: &Interrupt,
) -> Result<Run, Error> {
    let written = Written::new()?;
    let stdin = input.open()?;
    let [output, stderr] = written.again()?;
    let streams = [stdin, output, stderr];
    let start = Instant::now();
    let fails = |error: io::Error| cannot_run(&command[0], &error);
    let child = Child::start(Start {
        words: command,
        folder,
        streams,
        limits,
    });
    let mut child = child.map_err(fails)?;
    let (seen, stop_reason, exceeded) = watch(&mut child, limits, &written, start, interrupt)?;
    let (wall, is_interrupted) = (start.elapsed(), interrupt.is_raised());
    let (end, used) = child.end(seen).map_err(|error| match said(&written.stderr) {
        words if words.is_empty() => fails(error),
        words => fails(io::Error::other(format!("{}: {words}", reason(&error)))),
    })?;
    // It may have gone beyond a limit and ended before we looked.
    let exceeded = limits.exceeded(&used, written.len()?).or(exceeded);
    let end = match (exceeded, end) {
        _ if is_interrupted => Termination::Interrupted,
        (Some(verdict), _) => Termination::Exceeded(verdict),
        (None, end) => end,
    };
    Ok(Run {
        stop_reason,
        ..written.run(end, &used, wall)?
    })
}

/// Looks at a program until it ends, exceeds a limit, or is to be interrupted. Returns what it was seen to use, and
/// whether it exceeded a limit and why.
fn watch(
    child: &mut Child,
    limits: &RunLimits,
    written: &Written,
    start: Instant,
    interrupt: &Interrupt,
) -> Result<(Usage, StopReason, Option<Verdict>), Error> {
    let (mut seen, mut idle) = (Usage::default(), Idle::default());
    let (mut stop_reason, mut exceeded) = (StopReason::default(), None);
    let mut looked = start;
    // A short run would not notice an interrupt.
    while !interrupt.is_raised() && exceeded.is_none() && !child.ends_within(LOOK) {
        let now = child.usage(limits);
        let since = looked.elapsed();
        looked += since;
        idle.add(since, &seen, &now);
        seen = seen.max(now);
        exceeded = limits.exceeded(&seen, written.len()?);
        if seen.are_too_many {
            stop_reason = StopReason::TooManyProcesses;
        } else if idle.slept > limits.most_sleep() || idle.unknown > limits.most_unknown() {
            stop_reason = StopReason::Idle;
        }
        if stop_reason != StopReason::MachineBusy || start.elapsed() > limits.longest() {
            exceeded.get_or_insert(Verdict::TimeLimitExceeded);
        }
    }
    Ok((seen, stop_reason, exceeded))
}

/// What a program writes to: two files.
struct Written {
    output: File,
    stderr: File,
}

impl Written {
    fn new() -> Result<Self, Error> {
        let [output, stderr] = [unnamed(), unnamed()].map(|file| file.map_err(Error::temporary_file));
        Ok(Self {
            output: output?,
            stderr: stderr?,
        })
    }

    /// The same files, for the program.
    fn again(&self) -> Result<[File; 2], Error> {
        let [output, stderr] = [&self.output, &self.stderr].map(File::try_clone);
        let both = output.and_then(|output| Ok([output, stderr?]));
        both.map_err(Error::temporary_file)
    }

    /// The length of the longer one.
    fn len(&self) -> Result<u64, Error> {
        Ok(len(&self.output)?.max(len(&self.stderr)?))
    }

    /// What a run left that ended like this.
    fn run(mut self, end: Termination, used: &Usage, wall: Duration) -> Result<Run, Error> {
        for file in [&mut self.output, &mut self.stderr] {
            file.rewind().map_err(Error::temporary_file)?;
        }
        Ok(Run {
            end,
            output: self.output,
            stderr: self.stderr,
            cpu: used.cpu,
            wall,
            stop_reason: StopReason::default(),
            peak_memory: used.peak_memory,
        })
    }
}

/// A file without a name for what a program writes. On Linux it is in memory: other programs could fill the disk, and
/// this one would be judged for it.
fn unnamed() -> io::Result<File> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{MemfdFlags, memfd_create};
        Ok(memfd_create("output", MemfdFlags::CLOEXEC)?.into())
    }
    #[cfg(not(target_os = "linux"))]
    tempfile::tempfile()
}

/// The first line of what was written to a file, to say why a sandbox failed.
fn said(mut file: &File) -> String {
    let _ = file.rewind();
    let line = BufReader::new(file.take(1000))
        .split(b'\n')
        .next()
        .and_then(Result::ok)
        .unwrap_or_default();
    String::from_utf8_lossy(&line).into_owned()
}

/// The length of a file without a name.
pub(crate) fn len(file: &File) -> Result<u64, Error> {
    let metadata = file.metadata();
    metadata.map_or_else(|error| Err(Error::temporary_file(error)), |file| Ok(file.len()))
}

/// What a command is called in reports: its words.
pub(crate) fn name(command: &[OsString]) -> String {
    let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// The file that a shell would run as `name`: one that can be executed.
pub(crate) fn find(name: &OsStr) -> Option<PathBuf> {
    let mut path = PathBuf::from(name);
    if path.extension().is_none() {
        path.as_mut_os_string().push(EXE_SUFFIX);
    }
    let folders = match path.components().count() {
        1 => std::env::var_os("PATH").unwrap_or_default(),
        _ => OsString::new(),
    };
    let mut files = std::env::split_paths(&folders).map(|folder| folder.join(&path));
    files.find(|path| is_executable(path))
}

/// Whether it is a file that may be executed.
pub(crate) fn is_executable(path: &Path) -> bool {
    #[cfg(unix)]
    if rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_err() {
        return false;
    }
    path.is_file()
}

/// The error that `name` could not be started.
fn cannot_run(name: &OsStr, error: &io::Error) -> Error {
    Error::Usage(t!(
        "cannot run '{program}': {reason}",
        program = name.display(),
        reason = reason(error)
    ))
}
