//! A program that is started once, and forks for each input: it says how each of these runs ended.

use std::ffi::OsString;
use std::io::Read;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::{Duration, Instant};

use super::system::{Child, Report, is_readable_within, send_with_files};
use super::{Isolation, LOOK, Run, RunLimits, Snapshot, Start, Usage, Written, cannot_run, unnamed};
use crate::error::Error;
use crate::interrupt::Interrupt;

/// Who takes more CPU time need not save a start. On a busy machine it takes longer by the clock.
const LONGEST: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A running server.
pub(crate) struct Server {
    /// `None` when it was ended.
    child: Option<Child>,
    /// Leads to its standard error, the one stream that programs do not ask for its kind.
    socket: UnixStream,
    /// Those of its runs, without that of time, which all of them share.
    limits: RunLimits,
}

impl Server {
    /// Starts one, in this `folder` or else where we are, whose runs have these limits.
    pub(crate) fn start(command: &[OsString], folder: Option<&Path>, limits: &RunLimits) -> Result<Self, Error> {
        let (socket, theirs) = UnixStream::pair().map_err(Error::temporary_file)?;
        let _ = socket.set_read_timeout(Some(LONGEST_WAIT));
        let stdin = Snapshot::of("input".into(), b"")?.open()?;
        let output = unnamed().map_err(Error::temporary_file)?;
        let isolation = limits.isolation.clone();
        let limits = &RunLimits {
            isolation: isolation.map(Isolation::for_any_thread),
            ..limits.clone()
        };
        let child = Child::start(Start {
            words: command,
            folder,
            streams: [stdin, output, OwnedFd::from(theirs).into()],
            limits,
        });
        Ok(Self {
            child: Some(child.map_err(|error| cannot_run(&command[0], &error))?),
            socket,
            limits: RunLimits {
                cpu: Duration::MAX,
                ..limits.clone()
            },
        })
    }

    /// Has it run on `input`. `None` if it is not known how that ended; then it is no server any more.
    pub(crate) fn run(&mut self, input: &Snapshot, interrupt: &Interrupt) -> Result<Option<Run>, Error> {
        let written = Written::new()?;
        let start = Instant::now();
        let stdin = input.open()?;
        let files = [&stdin, &written.output, &written.stderr].map(AsFd::as_fd);
        let Some(report) = self.report(&files, start, interrupt) else {
            self.end();
            return Ok(None);
        };
        let run = written.run(report.end(), &report.used, start.elapsed());
        run.map(Some)
    }

    /// What it says of a run with these standard streams.
    fn report(&mut self, files: &[BorrowedFd<'_>; 3], start: Instant, interrupt: &Interrupt) -> Option<Report> {
        let child = self.child.as_mut()?;
        send_with_files(&self.socket, b".", files).ok()?;
        let mut before = None;
        while !is_readable_within(&self.socket, LOOK) {
            let now = child.usage(&self.limits);
            let cpu = now.cpu.saturating_sub(*before.get_or_insert(now.cpu));
            let used = Usage {
                cpu: Duration::ZERO,
                ..now
            };
            let is_late = cpu > LONGEST || start.elapsed() > LONGEST_WAIT;
            if is_late || interrupt.is_raised() || self.limits.exceeded(&used, 0).is_some() {
                return None;
            }
        }
        let mut report = [0; Report::LEN];
        self.socket.read_exact(&mut report).ok()?;
        Some(Report::from_bytes(report))
    }

    fn end(&mut self) {
        let child = self.child.take();
        let _ = child.map(|child| child.end(Usage::default()));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}
