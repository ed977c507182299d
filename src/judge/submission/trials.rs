//! A program on many small inputs, as `stress` tries them.
//!
//! To start Python takes several times as long as to answer one. So a program in Python is started once, and forks for
//! each input. Only right answers count there: whatever else a fork comes to, the program is started as usual; and if
//! it is right then, it does not fork again.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::Submission;
use crate::error::Error;
use crate::interrupt::TemporaryFolder;
use crate::judge::judgement::Judgement;
use crate::judge::process::{Run, Server, Snapshot};
use crate::judge::verdict::Verdict;
use crate::threads::lock;
use crate::words::t;

/// The program is started as usual so often first.
const FIRST: u64 = 8;

/// Larger inputs take longer than a start.
const MAX_BYTES: u64 = 1 << 16;

/// So often it may not be known how a fork ended: it takes long, or leaves something behind.
const MAX_FAILURES: u64 = 3;

/// So many forks have hashes alike.
const MAX_FORKS: u64 = 64;

/// What forks, the folder where it does, and how often it did.
type Forking = (Server, Option<TemporaryFolder>, u64);

/// A submission, and what it took to judge it so far.
pub(crate) struct Trials<'a> {
    submission: &'a Submission<'a>,
    /// The number of runs, and their CPU time in microseconds.
    runs: AtomicU64,
    cpu: AtomicU64,
    /// What waits for an input, and how often it was not known how a fork ended.
    forking: Mutex<Vec<Forking>>,
    failures: AtomicU64,
}

impl<'a> Trials<'a> {
    /// None so far.
    pub(crate) fn new(submission: &'a Submission<'a>) -> Self {
        Self {
            submission,
            runs: AtomicU64::new(0),
            cpu: AtomicU64::new(0),
            forking: Mutex::default(),
            failures: AtomicU64::new(0),
        }
    }

    /// Judges the program on the input that is this text. Returns `None` after an interrupt.
    pub(crate) fn judge(&self, text: &[u8]) -> Result<Option<Judgement>, Error> {
        let input = Snapshot::of(t!("input").into(), text)?;
        let is_right = |judged: &Judgement| judged.verdict == Verdict::Accepted;
        let forked = match self.fork(&input)? {
            Some(run) => self.counted(self.submission.judge_run(run, &input, None)?),
            None => None,
        };
        if forked.as_ref().is_some_and(is_right) {
            return Ok(forked);
        }
        let judged = self.counted(self.submission.judge(&input, None)?);
        if forked.is_some() && judged.as_ref().is_some_and(is_right) {
            self.failures.store(MAX_FAILURES, Relaxed);
        }
        Ok(judged)
    }

    /// The number of runs so far, and their CPU time.
    pub(crate) fn taken(&self) -> (u64, Duration) {
        let cpu = Duration::from_micros(self.cpu.load(Relaxed));
        (self.runs.load(Relaxed), cpu)
    }

    fn counted(&self, judged: Option<Judgement>) -> Option<Judgement> {
        let cpu = judged.as_ref().map_or(Duration::ZERO, |judged| judged.cpu);
        self.cpu.fetch_add(cpu.as_micros() as u64, Relaxed);
        self.runs.fetch_add(1, Relaxed);
        judged
    }

    /// The run of a fork on `input`, if there is one that has ended far from all limits.
    fn fork(&self, input: &Snapshot) -> Result<Option<Run>, Error> {
        let Submission {
            program,
            limits,
            interrupt,
            ..
        } = self.submission;
        let Some(command) = &program.server else {
            return Ok(None);
        };
        let is_worth_it = input.len()? <= MAX_BYTES && self.runs.load(Relaxed) >= FIRST;
        if !is_worth_it || self.failures.load(Relaxed) >= MAX_FAILURES {
            return Ok(None);
        }
        let waiting = lock(&self.forking).pop();
        let (mut server, folder, forks) = if let Some(waiting) = waiting {
            waiting
        } else {
            let folder = self.submission.folder()?;
            let path = folder.as_ref().map(TemporaryFolder::path);
            let Ok(server) = Server::start(command, path, limits) else {
                self.failures.fetch_add(1, Relaxed);
                return Ok(None);
            };
            (server, folder, 0)
        };
        let Some(run) = server.run(input, interrupt)? else {
            self.failures.fetch_add(1, Relaxed);
            return Ok(None);
        };
        if forks + 1 < MAX_FORKS {
            lock(&self.forking).push((server, folder, forks + 1));
        }
        let is_far = run.cpu < limits.cpu / 2 && run.peak_memory < limits.memory.map(|most| most / 2);
        Ok(is_far.then_some(run))
    }
}
