//! The program under test: is it wrong on an input?

use std::ffi::OsString;
use std::io::Seek;
use std::time::{Duration, Instant};

use super::inputs::{Case, Grammar};
use crate::answer::Answers;
use crate::compare::{Answered, Comparison, Verdict, compare};
use crate::decode::Kernel;
use crate::error::Error;
use crate::input::Input;
use crate::problem::Problem;
use crate::program::{self, End, Interrupt, Limits};
use crate::run::{self, answer};

/// A program may write so many bytes more than twice the right answers.
const MORE_OUTPUT: u64 = 16 << 20;

/// Small inputs are answered by the calling thread.
const WORK: run::Options = run::Options {
    kernel: Kernel::PORTABLE,
    threads: 1,
    map: None,
};

/// An input, as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its cases, at least one.
    pub cases: Vec<Case>,
    /// How it ends.
    pub ending: Ending,
}

/// How an input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As it should.
    Whole,
    /// The last line has no end.
    NoLineEnd,
    /// The 0 behind the last case is missing, as in real data.
    NoZero,
}

impl Test {
    /// Its text.
    pub fn input(&self, grammar: &Grammar) -> String {
        let mut input = grammar.text(&self.cases);
        match self.ending {
            Ending::Whole => {}
            Ending::NoLineEnd => input.truncate(input.trim_end().len()),
            Ending::NoZero => input.truncate(input.len() - "0\n".len()),
        }
        input
    }

    /// What shrinking makes smaller: the number of cases, of their numbers, and the sum of those.
    pub fn size(&self) -> (usize, usize, u64) {
        let len = self.cases.iter().map(Vec::len).sum();
        let numbers = self.cases.iter().flatten();
        let sum = numbers.fold(0, |sum: u64, &number| sum.saturating_add(number));
        (self.cases.len(), len, sum)
    }
}

/// What the program did wrong.
#[derive(Debug)]
pub enum Fault {
    /// Its answers are not the right ones.
    Answers(Box<Comparison>),
    /// It did not end well; what it wrote to standard error.
    End(End, String),
}

impl Fault {
    /// As judges abbreviate it.
    pub fn short(&self) -> &'static str {
        match self {
            Self::Answers(comparison) => comparison.verdict.short(),
            Self::End(End::TimedOut, _) => "TLE",
            Self::End(End::TooMuchOutput, _) => "OLE",
            Self::End(..) => "RTE",
        }
    }
}

/// An input on which the program is wrong.
#[derive(Debug)]
pub struct Failure {
    /// The input.
    pub test: Test,
    /// What is wrong.
    pub fault: Fault,
}

impl Failure {
    /// The first cases with wrong answers, counted from 0, as far as that can be known.
    pub fn suspects(&self) -> Vec<usize> {
        match &self.fault {
            Fault::End(..) => Vec::new(),
            Fault::Answers(comparison) => {
                let first = comparison.first.iter().map(|first| first.case);
                let differing = comparison.differing.iter().copied();
                let mut cases: Vec<_> = first
                    .chain(differing)
                    // Answers may be too many.
                    .map(|case| (case as usize - 1).min(self.test.cases.len() - 1))
                    .collect();
                cases.sort_unstable();
                cases.dedup();
                cases
            }
        }
    }
}

/// The program under test.
pub struct Subject<'a> {
    pub problem: &'static Problem,
    pub grammar: &'a Grammar,
    pub command: &'a [OsString],
    pub time_limit: Duration,
    pub interrupt: &'a Interrupt,
    /// How often it was run.
    pub runs: u64,
    /// How many cases it answered right.
    pub answered: u64,
    /// The longest time that it took for that, and the shortest.
    pub slowest: Duration,
    pub fastest: Duration,
    /// How long it took for each number, at most.
    pub pace: Duration,
    /// When to stop.
    pub deadline: Option<Instant>,
}

impl Subject<'_> {
    /// Whether there is no time for another run.
    pub fn must_stop(&self) -> bool {
        self.interrupt.is_raised() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// So many numbers it reads in a part of its time limit that is not long.
    pub fn handy_numbers(&self) -> usize {
        let time = self.time_limit.min(Duration::from_secs(2)) / 8;
        (time.as_nanos() / self.pace.as_nanos().max(1)) as usize
    }

    /// Runs the program on `test`; what is wrong, if something is.
    ///
    /// # Errors
    /// It cannot be started, or there is no place for temporary files.
    pub fn run(&mut self, test: &Test) -> Result<Option<Failure>, Error> {
        let mut file = program::temporary(test.input(self.grammar).as_bytes())?;
        let copy = |file: &std::fs::File| {
            let copy = file.try_clone();
            copy.map_err(Error::temporary_file)
        };
        let right = right_answers(self.problem, copy(&file)?)?;
        let rewind = |file: &mut std::fs::File| {
            let rewound = file.rewind();
            rewound.map_err(Error::temporary_file)
        };
        rewind(&mut file)?;
        let limits = Limits {
            time: self.time_limit,
            output: 2 * right.len() as u64 + MORE_OUTPUT,
        };
        let run = program::run(self.command, copy(&file)?, &limits, self.interrupt)?;
        self.runs += 1;
        let failure = |fault| {
            let test = test.clone();
            Ok(Some(Failure { test, fault }))
        };
        match run.end {
            End::Exited(0) => {}
            End::Interrupted => return Ok(None),
            end => return failure(Fault::End(end, run.errors)),
        }
        rewind(&mut file)?;
        let wanted = Answered {
            name: None,
            source: Box::new(std::io::Cursor::new(right)),
        };
        let found = Answered {
            name: Some(program::name(self.command)),
            source: Box::new(run.output),
        };
        let mut input = Input::new("input".to_owned(), file);
        let comparison = compare(self.problem, &mut input, wanted, Some(found), WORK)?;
        if comparison.verdict == Verdict::Accepted {
            self.answered += test.cases.len() as u64;
            self.slowest = self.slowest.max(run.wall);
            self.fastest = self.fastest.min(run.wall);
            let (_, numbers, _) = test.size();
            let more = run.wall.saturating_sub(self.fastest);
            self.pace = self.pace.max(more / numbers.max(1000) as u32);
            return Ok(None);
        }
        failure(Fault::Answers(Box::new(comparison)))
    }
}

/// The right answers to the input in `file`.
///
/// # Errors
/// The input cannot be read.
pub fn right_answers(problem: &Problem, file: std::fs::File) -> Result<Vec<u8>, Error> {
    let mut right = Vec::new();
    let mut answers = Answers::new("memory".to_owned(), &mut right);
    let mut input = Input::new("input".to_owned(), file);
    let answered = answer(problem, &mut input, &mut answers, WORK);
    drop(answers);
    answered.map(|()| right)
}
