//! What `test` and `stress` share: which program is judged, and how much it may use.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::commands::values::positive;
use crate::error::Error;
use crate::interrupt::{self, Interrupt};
use crate::judge::judgement::Judgement;
use crate::judge::process::{Isolation, RunLimits, Stamp};
use crate::judge::submission::{Program, Submission, link_of};
use crate::judge::verdict::Verdict;
use crate::problem::{Files, Problem};
use crate::report::text;
use crate::text::{printable, say, unless_page};
use crate::words::t;

/// How much more time programs have that an interpreter or a virtual machine runs: what HDU gives to Java, and
/// `HackerRank` to Python.
const SLOW: u32 = 5;

/// The memory of programs that an interpreter or a virtual machine runs: these need more than judges count.
const INTERPRETED: u64 = 1 << 30;

/// How much more time programs have that sanitizers watch: these take two to four times as long.
const SANITIZED: u32 = 4;

/// The interval between looks at a source file, with `--watch`.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The program, and how it is judged.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub(crate) struct Judging {
    /// A source file (.c .cpp .cc .cxx .rs .py .java), which is compiled, or an executable file
    #[arg(value_name = "SOURCE", conflicts_with = "command")]
    pub source: Vec<PathBuf>,

    /// CPU time limit of each run; default: the problem's own limit, or 5 times that for interpreters and virtual
    /// machines
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,

    /// Memory limit of each run, exact from 8 MiB on; default: the problem's own limit, or 1024 for interpreters and
    /// virtual machines
    #[arg(long, value_name = "MIB", value_parser = positive)]
    memory_limit: Option<u64>,

    /// Isolate the program from the system; --help says how far
    #[arg(long, hide = cfg!(not(target_os = "linux")))]
    isolate: bool,

    /// Compile C and C++ with address and undefined-behavior sanitizers: what they report is an RTE. Four times the
    /// time, no memory limit
    #[arg(long, conflicts_with = "command", requires = "source")]
    sanitize: bool,

    /// Judge again whenever SOURCE changes, until Ctrl-C
    #[arg(long, conflicts_with = "command", requires = "source")]
    pub watch: bool,

    /// Print one JSON object per line; --help lists its keys
    #[arg(long)]
    pub json: bool,

    /// The program and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| t!("expected a number of seconds, such as 2 or 0.5").to_owned())
}

impl Judging {
    /// Whether this program itself is judged.
    pub(crate) fn is_bouton(&self) -> bool {
        self.source.is_empty() && self.command.is_empty()
    }

    /// What programs on `problem` are judged with. With `--isolate` they see neither the folder of the problem's tests
    /// nor `hidden`. Their output may have up to `output` bytes more than twice the expected answers.
    pub(crate) fn bench<'a>(
        &'a self,
        problem: &'a Problem,
        hidden: Option<&Path>,
        output: u64,
        interrupt: &'a Interrupt,
    ) -> Result<Bench<'a>, Error> {
        let own = match &problem.files {
            Files::In(folder) => Some(folder.join("data")),
            Files::Embedded(_) | Files::None => None,
        };
        let hidden: Vec<_> = hidden.map(Path::to_owned).into_iter().chain(own).collect();
        let isolation = self.isolate.then(|| Isolation::new(&hidden));
        Ok(Bench {
            judging: self,
            problem,
            isolation: isolation.transpose()?,
            output,
            interrupt,
        })
    }

    /// What to do about a failure of this submission: the compiler may have warned, sanitizers may know more of a
    /// crash, and `stress` finds a smallest input.
    pub(crate) fn advice(
        &self,
        Submission { problem, program, .. }: &Submission<'_>,
        failure: Option<&Judgement>,
        with_stress: bool,
    ) -> String {
        if self.is_bouton() {
            let own = t!("no SOURCE or COMMAND was given: these are bouton's own answers");
            return own.to_owned() + "\n";
        }
        let Some(verdict) = failure.map(|failure| failure.verdict) else {
            return String::new();
        };
        if let Verdict::JudgeError | Verdict::CompileError = verdict {
            return String::new();
        }
        let mut advice = text::warnings(program);
        let comparison = failure.and_then(|failure| failure.comparison.as_ref());
        if comparison.is_none_or(|comparison| comparison.actual_answers == 0) {
            advice += &self.opened(program).unwrap_or_default();
        }
        let mut line = vec!["bouton".into(), "stress".into(), problem.argument.clone()];
        line.extend(self.isolate.then(|| "--isolate".into()));
        line.extend((!self.command.is_empty()).then(|| "--".into()));
        let source = self.source.iter().take(1).map(OsString::from);
        line.extend(source.chain(self.command.iter().cloned()));
        let is_crash = verdict == Verdict::RunTimeError;
        if is_crash && program.can_be_sanitized && !program.is_sanitized {
            let mut line = line.clone();
            line[1] = "test".into();
            line.insert(3, "--sanitize".into());
            let command = for_shell(&line);
            advice += &(t!("find out why: {command}", command) + "\n");
        }
        if with_stress {
            let command = for_shell(&line);
            advice += &(t!("find a smallest input: {command}", command) + "\n");
        }
        advice
    }

    /// That the program opens files, where judges use none.
    fn opened(&self, program: &Program) -> Option<String> {
        let (line, opened) = program.opens.as_ref()?;
        let place = format!("{}:{line}", self.source.first()?.display());
        let files = t!(
            "{place} opens {opened}: judges give the input on standard input, and read standard output",
            place,
            opened
        );
        Some(printable(&files) + "\n")
    }

    /// What the source is now. `None` if it is not there.
    fn stamp(&self) -> Option<Stamp> {
        let source = self.source.first()?;
        Some(Stamp::of(source, &source.metadata().ok()?))
    }
}

/// What is the same for all programs that a command judges.
pub(crate) struct Bench<'a> {
    judging: &'a Judging,
    problem: &'a Problem,
    isolation: Option<Isolation>,
    output: u64,
    interrupt: &'a Interrupt,
}

impl<'a> Bench<'a> {
    /// Passes the program to `judge`, and returns whether it was accepted. With `--watch`, repeats this whenever the
    /// source changes, whatever is wrong meanwhile.
    pub(crate) fn each_time(
        &self,
        mut judge: impl FnMut(&Submission<'a>) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let source = self.judging.source.first().map(PathBuf::as_path);
        let mut stamp = self.judging.stamp();
        // A source that cannot be used from the start is a mistake on the command line.
        let mut submission = Ok(self.submission(source)?);
        loop {
            match submission.and_then(|submission| judge(&submission)) {
                is_accepted if !self.judging.watch => return is_accepted,
                // Nobody reads the reports, or a signal came: there is nothing to go on for.
                Err(error @ (Error::Interrupted { .. } | Error::ClosedPipe)) => return Err(error),
                Err(error) => say(&error.to_string()),
                Ok(_) => {}
            }
            let file = source.unwrap_or("".as_ref()).display();
            say(&t!("waiting for {file} to change", file));
            interrupt::say_of_work(String::new);
            let judged = stamp.take();
            // One that is half written is judged again soon.
            while stamp.is_none() || stamp == judged {
                std::thread::sleep(POLL_INTERVAL);
                self.interrupt.check()?;
                stamp = self.judging.stamp();
            }
            submission = self.submission(source);
        }
    }

    /// The program in the file `source`, or else the command or this program, with its limits.
    pub(crate) fn submission(&self, source: Option<&Path>) -> Result<Submission<'a>, Error> {
        let Self { judging, problem, .. } = *self;
        let isolation = self.isolation.as_ref();
        // With several, their rows say it.
        if let Some((source, file)) = source.and_then(|source| Some((source, link_of(source)?)))
            && (judging.source.len() == 1 || judging.json)
        {
            let (link, file) = (source.display(), file.display());
            say(&t!("{link} is a link to {file}", link, file));
        }
        let program = match source {
            Some(source) => Program::of_file(source, judging.sanitize, isolation, self.interrupt)?,
            None if judging.is_bouton() => Program::bouton(problem)?,
            None => Program::given(judging.command.clone())?,
        };
        let slow = match program {
            _ if program.is_sanitized => SANITIZED,
            _ if program.is_interpreted => SLOW,
            _ => 1,
        };
        let memory = match judging.memory_limit {
            Some(mebibytes) => Some(mebibytes.saturating_mul(1 << 20)),
            None if program.is_sanitized => None,
            None if program.is_interpreted => Some(INTERPRETED),
            None => Some(problem.memory_limit()),
        };
        let arguments = program.is_interpreted || judging.is_bouton();
        let isolation = isolation.filter(|_| program.errors.is_none());
        let isolation =
            isolation.map(|isolation| isolation.of(&program.command, program.runs_alone(), arguments, None));
        let limits = RunLimits {
            cpu: judging.time_limit.unwrap_or(problem.time_limit() * slow),
            memory,
            output: self.output,
            temporary: None,
            isolation: isolation.transpose()?,
        };
        Ok(Submission {
            problem,
            program,
            limits,
            interrupt: self.interrupt,
        })
    }
}

/// A command line as one types it.
fn for_shell(words: &[OsString]) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./+:=,@%".contains(c);
    let quoted = |word: &OsString| match printable(&word.to_string_lossy()) {
        word if !word.is_empty() && word.chars().all(is_plain) => word,
        word => format!("'{}'", word.replace('\'', "'\\''")),
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// The help that these share with `diff`.
pub(crate) const LIKELY: &str = unless_page(
    "\
If answers are wrong, all answers of the run are looked at once more, and at most two lines say which mistake \
explains every one of them, of at least 8 cases: likely: these are the answers of Nim, ... With --json, likely is \
the list of these, empty if nothing fits, and null if all was accepted, each with its kind: constant, swapped, \
normal, misere, nim, sum, piles and won-piles (odd: won or lost), any-pile, first-pile, last-pile, largest-pile, \
remainder (modulus), last-move, from-zero, count (by), overflow (bits), state (case), stops (case), extra.",
);

/// The help that `test` and `stress` share.
pub(crate) const HELP: &str = unless_page(
    "\
SOURCE is compiled as judges do (C and C++ with -O2; the public class of a Java program is Main) and runs in an \
empty folder. The environment variables CC, CXX, RUSTC, PYTHON, JAVAC and JAVA choose other compilers, with options \
if needed: CC='gcc -m32'.

Verdicts: AC accepted, PE presentation error, WA wrong answer, TLE time limit exceeded, MLE memory limit \
exceeded, OLE output limit exceeded, RTE run-time error (a signal, or an exit code other than 0), CE compile \
error, JE judge error (the test itself is bad).

The limits are the problem's own where they are known, otherwise 1 s and 64 MiB, or 2 s and 256 MiB for a game of your \
own. Time is CPU time; a program that sleeps is stopped after sleeping for the time limit plus half a second. Memory \
is the largest resident set of all processes at once, with what is swapped out and large page tables; without \
--isolate, memory that no process has mapped (memfd, sockets, pipes, System V, files in /dev/shm) is not counted. \
Programs run by an interpreter or a virtual machine (.py, .java, a script, or a COMMAND such as python3) get 5 times \
the time and 1 GiB.

--json: all objects have the same keys, and null where a key does not apply: test (its name), file (the path \
of its input, if that is a file), verdict, error (what is wrong with the input), cpu and wall (seconds), memory \
(bytes), end (how the program ended), stderr (its last lines, or the compiler's messages), cases, different (number of \
cases that differ from the expected answers), expected_wrong (number of expected answers that are wrong), \
and for the first case that differs: case (its number), input, expected, actual, proof (why the right answer \
is right):
  {\"test\":\"sample 1\",\"file\":null,\"verdict\":\"AC\",\"error\":null,
   \"cpu\":0.003,\"wall\":0.004,\"memory\":1572864,\"end\":\"exit code 0\",
   \"stderr\":\"\",\"cases\":2,\"different\":0,\"expected_wrong\":0,
   \"case\":null,\"input\":null,\"expected\":null,\"actual\":null,
   \"proof\":null}

A program is judged on a copy of the input that it cannot write, and all processes that it starts count and are ended \
with it, on Linux even in sessions of their own, on Windows in a job; elsewhere those of its process group are ended. \
On Linux, more than 128 processes or 1,024 threads at once are TLE. A test whose files in --data change meanwhile is \
JE. A compiler has 30 s and 4 GiB. Apart from that, a malicious program can do anything that you can. With --isolate \
(Linux, with bubblewrap, bwrap), so much is kept from the program and from the compiler:
Files: only the system's (/usr, /etc, ...), those of the programs on PATH, and the folder of the program can be read, \
and none written; the folder of the tests is empty, but for the program.
Places to write: a new /tmp, /var/tmp and /dev/shm, of 64 MiB each, in memory, which the limit does not count.
Processes: none but its own, of which, with their threads, at most 256, for root as well, with at most 256 open files \
each.
Network, sockets, memfd, io_uring, ptrace, System V memory, messages and semaphores: none. Named pipes: those in the \
folder of the program; what is in pipes, and what the kernel keeps of files and locks, is not counted.
Environment: PATH, HOME, LANG, LC_ALL, LC_CTYPE, TZ, and what pyenv, rustup, asdf and JAVA_HOME need.
Rights: no capabilities and none to gain, and with bubblewrap 0.8 no further namespaces.
Not kept from it: what others can read of the system; the time of children that end within 50 ms and are not waited \
for; the load of the machine; what processors leak.",
);
