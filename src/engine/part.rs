//! Answers one of several parts of a file, for machines that share the file and nothing else.
//!
//! The bytes of the file are cut into equal parts. A part answers the cases from the first place at or after its start
//! where cases seem to begin, up to that place of the next part. It ends well only if a case ends exactly there. So if
//! all parts end well, their answers, one after the other, are those of the file: the first part begins with the first
//! case, and each other one where the part before it has shown that a case ends.
//!
//! Where cases seem to begin depends on the file and the start alone, so two parts that meet agree on it.

use std::ops::Range;
use std::sync::Arc;

use crate::answer::Fact;
use crate::decode::{Chunk, Kernel, is_white_space};
use crate::engine::guess::{Probe, find};
use crate::engine::pipe::{Checkpoint, End, Pipe};
use crate::engine::{RunOptions, feed, kernel_for, resume};
use crate::error::{Error, InputError, usage};
use crate::input::{ChunkBuffer, Input};
use crate::layout::checker::lines_of_cases;
use crate::layout::framer::Framer;
use crate::layout::sink::{Discard, Sink};
use crate::layout::{Layout, Repeat};
use crate::problem::Problem;
use crate::words::t;

/// How many bytes are searched for a line from which on so many cases are valid, or at least end where lines do; more
/// bytes only for larger cases. A wrong guess soon fails, or ends where a case does, and is right from there on: so
/// cases seem to begin where the last of them ends.
const WINDOWS: &[(usize, u64)] = &[(SMALLEST, 16), (4 << 20, 4), (LARGEST, 2)];
const SMALLEST: usize = 256 << 10;
const LARGEST: usize = 64 << 20;

/// One of several parts of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which, counted from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

/// Passes the cases of `part` of `input` to `sink`. It is an error if that cannot be answered in parts, or a guess was
/// wrong; if no part fails, all guesses were right.
pub(super) fn run<S: Sink + Send>(
    part: Part,
    problem: &Problem,
    input: &Input,
    sink: &mut S,
    options: RunOptions,
) -> Result<(), Error> {
    check(problem, input)?;
    let (layout, kernel) = (&problem.layout, kernel_for(input, options));
    // What comes before the cases is a part of each.
    let (end, mut start) = resume(input, Checkpoint::start(layout), 0, sink)?;
    let first = match end {
        End::Paused(first) => first,
        End::Done => return Ok(()),
        End::Bad(error) => return Err(input.error(error, 1)),
    };
    start.framer().pause_after(u64::MAX);
    let mut pipe = Pipe::new(kernel, layout, sink);
    let file = PartedFile {
        input,
        layout,
        kernel,
        options,
        // Not a guess: a part of an empty file has no answers.
        len: input.known_len()?.unwrap_or(0),
        first,
        framer: start.framer().clone(),
    };
    let range = file.start(part.number - 1, part.of)?..file.start(part.number, part.of)?;
    if range.start > range.end {
        let message = t!("no two parts agree on where cases begin here");
        return Err(file.refused(range.end, message));
    }
    file.feed(range.clone(), &mut pipe)?;
    if pipe.checkpoint().framer().is_done() {
        file.check_end(range, pipe.checkpoint().complete())?;
    }
    Ok(())
}

/// Checks that inputs of `problem` can be answered in parts, and that this one can be read in any order.
fn check(problem: &Problem, input: &Input) -> Result<(), Error> {
    let name = &problem.name;
    let why = match problem.layout.cases() {
        _ if input.part(0..0).is_none() => t!("{name} can be read only once", name = input.name),
        _ if problem.answer.has(Fact::Case) => t!("{name} numbers its answers", name),
        None => t!("an input of {name} is one case", name),
        Some(Repeat::Times(_)) => t!("an input of {name} starts with the number of cases", name),
        Some(Repeat::ToEnd | Repeat::ToEndWithBlankLines | Repeat::ToZero) => return Ok(()),
    };
    usage(t!("{why}, so --part cannot answer it: cut it with 'bouton split'", why))
}

/// The first end of the cases from a line of `bytes` on, as `follow` finds it.
fn first_end(bytes: &[u8], mut follow: impl FnMut(Range<usize>, &mut usize) -> Option<usize>) -> Option<usize> {
    let within = [64 << 10, bytes.len()];
    let mut left = (4 * bytes.len()).max(1 << 20);
    let Range { mut start, mut end } = find(bytes, &within, left, &mut follow)?;
    // From a later line on, cases may end earlier. So a later start is never before an earlier one.
    while let Some(newline) = memchr::memchr(b'\n', &bytes[start..end - 1])
        && left > 0
    {
        start += newline + 1;
        end = end.min(follow(start..bytes.len(), &mut left).unwrap_or(end));
    }
    Some(end)
}

/// A file of which parts are answered.
struct PartedFile<'f> {
    input: &'f Input,
    layout: &'f Arc<Layout>,
    kernel: Kernel,
    options: RunOptions,
    len: u64,
    /// Where the first case starts, and the state there.
    first: u64,
    framer: Framer,
}

impl PartedFile<'_> {
    /// Where cases seem to begin after part `number` of `of`.
    fn start(&self, number: u64, of: u64) -> Result<u64, Error> {
        let cut = u128::from(self.len) * u128::from(number) / u128::from(of);
        let cut = cut as u64;
        if number == of {
            return Ok(self.len);
        }
        if cut <= self.first {
            return Ok(self.first);
        }
        let mut head = vec![0; self.first as usize];
        self.input.read_at(0, &mut head)?;
        let mut buffer = ChunkBuffer::new(0);
        // A line starts at the cut if another ends before it.
        let mut at = cut - 1;
        'long_line: loop {
            let mut is_last = false;
            for must_be_valid in [true, false] {
                for &(size, cases) in WINDOWS {
                    buffer.reserve(size);
                    let len = self.input.read_at(at, &mut buffer.bytes()[..size])?;
                    let chunk = Chunk::new(buffer.filled(), len);
                    is_last = len < size;
                    let end = if must_be_valid {
                        self.end_of_valid(chunk, &head, cases)
                    } else if len < SMALLEST {
                        None
                    } else {
                        self.end_of_some(chunk, cases)
                    };
                    if let Some(end) = end {
                        return Ok(at + end as u64);
                    }
                    let line = memchr::memrchr(b'\n', chunk.bytes()).map(|newline| newline + 1);
                    if is_last {
                        break;
                    }
                    if line.is_none_or(|line| size == LARGEST && line < size / 2) {
                        at += line.unwrap_or(len) as u64;
                        continue 'long_line;
                    }
                }
            }
            if is_last {
                return Ok(self.len);
            }
            let message = t!("no place was found from here on where cases seem to begin");
            return Err(self.refused(at, message));
        }
    }

    /// The first place in `chunk` where so many valid `cases` end.
    fn end_of_valid(&self, chunk: Chunk<'_>, head: &[u8], cases: u64) -> Option<usize> {
        first_end(chunk.bytes(), |range, left| {
            let bytes = &chunk.bytes()[range.clone()];
            let mut rest = bytes;
            let lines = lines_of_cases(self.layout, head, &mut rest, cases);
            *left = left.saturating_sub(bytes.len() - rest.len());
            let last = lines.ok()?.checked_sub(1)?;
            let newline = memchr::memchr_iter(b'\n', bytes).nth(last as usize)?;
            Some(range.start + newline + 1)
        })
    }

    /// The first place in `chunk` where so many `cases` end, each where a line does.
    fn end_of_some(&self, chunk: Chunk<'_>, cases: u64) -> Option<usize> {
        let mut discard = Discard;
        let mut probe = Probe::new(self.kernel, &self.framer, &mut discard);
        first_end(chunk.bytes(), |range, left| {
            probe.follow(chunk, range, cases, false, left)
        })
    }

    fn bytes(&self, range: &Range<u64>) -> Result<Input, Error> {
        let bytes = self.input.part(range.clone());
        bytes.ok_or_else(|| Error::changed(&self.input.name))
    }

    /// Feeds `pipe` the bytes in `range`, where cases seem to begin and to end. Returns how many there are.
    fn feed<S: Sink + Send>(&self, range: Range<u64>, pipe: &mut Pipe<'_, S>) -> Result<u64, Error> {
        pipe.restart(&self.framer);
        let mut bytes = self.bytes(&range)?;
        let end = feed(&mut bytes, pipe, self.options)?;
        let checkpoint = pipe.checkpoint();
        let complete = checkpoint.complete();
        let is_read = checkpoint.offset() == range.end - range.start;
        let End::Bad(error) = end else {
            let is_whole = is_read || checkpoint.framer().is_done();
            return is_whole
                .then_some(complete)
                .ok_or_else(|| Error::changed(&self.input.name));
        };
        let at = range.start + error.at;
        if at == range.end && at < self.len {
            return Err(self.refused(at, t!("a case goes on where the next part begins")));
        }
        // The number of the case is known only if one begins at the start of the range.
        let before = match self.first..range.start {
            before if before.is_empty() => 0,
            before => self.feed(before, &mut Pipe::new(self.kernel, self.layout, &mut Discard))?,
        };
        let error = InputError { at, ..error };
        Err(self.input.error(error, before + complete + 1))
    }

    /// Checks that nothing is lost if parts behind the 0 that ends the cases are answered: it follows `complete` cases
    /// from the start of `range` on.
    fn check_end(&self, range: Range<u64>, complete: u64) -> Result<(), Error> {
        let mut discard = Discard;
        let mut before_zero = Checkpoint::at(0, self.framer.clone());
        before_zero.framer().pause_after(complete);
        let mut pipe = Pipe::resume(self.kernel, before_zero, &mut discard);
        let mut bytes = self.bytes(&range)?;
        let End::Paused(zero) = feed(&mut bytes, &mut pipe, self.options)? else {
            return Err(Error::changed(&self.input.name));
        };
        let mut at = range.start + zero;
        let mut buffer = vec![0; 256 << 10];
        loop {
            let len = self.input.read_at(at, &mut buffer)?;
            let is_more = |&byte: &u8| byte != b'0' && !is_white_space(byte);
            if let Some(more) = buffer[..len].iter().position(is_more) {
                let message = t!("other parts may answer what follows the 0 that ends the cases");
                return Err(self.refused(at + more as u64, message));
            }
            if len < buffer.len() {
                return Ok(());
            }
            at += len as u64;
        }
    }

    /// An error in a guess where cases begin, found at the offset `at`.
    fn refused(&self, at: u64, message: &str) -> Error {
        match self.input.position(at) {
            Ok(position) => Error::Part {
                name: self.input.name.clone(),
                position,
                message: message.to_owned(),
            },
            Err(error) => error,
        }
    }
}
