//! What a program has used so far, and for how long it did nothing.

use std::time::Duration;

/// What a program, with all that it started, has used so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// User and system time.
    pub cpu: Duration,
    /// The time for which its threads computed or could have. `None` where that is not known.
    pub busy: Option<Duration>,
    /// The most memory that it had at once, in bytes, if that is known.
    pub peak_memory: Option<u64>,
    /// What its threads do now.
    pub state: State,
    /// Whether there are more processes or threads than it may have.
    pub are_too_many: bool,
}

/// What the threads of a program do when they are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// It is not known, or one waits for a disk.
    #[default]
    Unknown,
    /// None of them computes, waits for a processor, or waits for a disk.
    Sleeping,
    /// One computes or waits for a processor.
    Runnable,
    /// And has done nothing else since the last look.
    AlwaysRunnable,
}

impl Usage {
    /// The larger of each.
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            cpu: self.cpu.max(other.cpu),
            busy: self.busy.max(other.busy),
            peak_memory: self.peak_memory.max(other.peak_memory),
            state: State::Unknown,
            are_too_many: self.are_too_many || other.are_too_many,
        }
    }
}

/// For how long a program did nothing, as far as looks at it tell.
#[derive(Default)]
pub struct Idle {
    /// For how long it slept, as far as is known.
    pub slept: Duration,
    /// For how long it may have slept, or waited for a disk.
    pub(super) unknown: Duration,
    /// The time for which it slept, or waited for a processor and still does: the kernel counts a wait when it is over.
    open: Duration,
}

impl Idle {
    /// Adds the time `since` the last look, by which it had used what was `seen`.
    pub fn add(&mut self, since: Duration, seen: &Usage, now: &Usage) {
        let (Some(before), Some(busy)) = (seen.busy, now.busy) else {
            match now.state {
                State::Unknown => self.unknown += since,
                State::Sleeping if now.cpu <= seen.cpu => self.slept += since,
                State::Sleeping | State::Runnable | State::AlwaysRunnable => {}
            }
            return;
        };
        let mut busy = busy.saturating_sub(before);
        if now.state == State::AlwaysRunnable {
            // A machine can also take a processor without counting that, if it is a virtual one.
            busy = busy.max(since);
        }
        self.open = (self.open + since).saturating_sub(busy);
        let waits = match now.state {
            State::AlwaysRunnable => self.open,
            // What was open at the last look is counted by now.
            State::Runnable => self.open.min(since),
            State::Sleeping | State::Unknown => Duration::ZERO,
        };
        self.slept += self.open.saturating_sub(waits);
        self.open = waits;
    }
}
