//! Cutting an input between its cases into several inputs.
//!
//! How many cases there are is only known at the end of the input. So it is read once as if to answer it, which shows
//! whether it is bad, with the state of the run kept here and there; then the start of each part is found from the last
//! state before it. The bytes of the cases are copied as they are, after those that precede all cases, with another
//! number of cases where there is one.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::path::Path;

use super::input_text::ending;
use crate::decode::{Chunk, Kernel, Slice, is_white_space};
use crate::engine::pipe::{Checkpoint, End, Pipe};
use crate::engine::resume;
use crate::error::{Error, InputError};
use crate::input::{ChunkBuffer, Count, Input};
use crate::layout::sink::{Discard, Sink};
use crate::layout::{Layout, Repeat, Role};
use crate::output::answers::Answers;
use crate::output::{close, staging::StagingDir};
use crate::problem::Problem;
use crate::words::{plural, t};

/// Bytes per read.
const CHUNK: usize = 512 * 1024;

/// How many states of the run are kept.
const MARKS: usize = 1024;

/// Cuts the input `file` of `problem` into `parts` inputs in `folder`, which must be new or empty, and appears when all
/// are written. Counts in `read` how many bytes are read.
///
/// # Errors
/// If inputs of the problem have a single case, or this one has fewer cases than parts; if `file` cannot be read, or is
/// bad input; if `folder` has files, or the parts cannot be written.
pub fn run(problem: &Problem, parts: u64, folder: &Path, file: &Path, read: &Count) -> Result<(), Error> {
    let layout = &problem.layout;
    if parts > 1 && layout.cases().is_none() {
        let message = t!(
            "an input of {name} is one case, which cannot be split",
            name = problem.name
        );
        return Err(Error::Usage(message));
    }
    let input = Input::named(file)?.counted(read).into_rereadable()?;
    let (cases, marks) = marks(problem, &input)?;
    if cases < parts {
        let message = t!(
            "{name} has {cases}, too few for {parts}",
            name = input.name,
            cases = plural!(cases, "{cases} case", "{cases} cases"),
            parts = plural!(parts, "{parts} part", "{parts} parts"),
        );
        return Err(Error::Usage(message));
    }
    let splitter = Splitter {
        layout,
        input: &input,
        head: head(&input, &marks[0])?,
        ending: ending(layout),
    };
    splitter.split(parts, cases, &marks, file, folder)
}

/// Reads all of an input as if to answer it: the number of its cases, and states of the run, the first one at the
/// start.
fn marks(problem: &Problem, input: &Input) -> Result<(u64, Vec<Checkpoint>), Error> {
    // It is bad input if it cannot be answered.
    let mut answerer = problem.answerer(Answers::new("nowhere".to_owned(), io::sink()));
    let mut pipe = Pipe::new(Kernel::best(), &problem.layout, &mut answerer);
    let (mut marks, mut stride) = (Vec::new(), 1);
    let mut buffer = ChunkBuffer::new(CHUNK);
    let mut len = 0;
    let end = loop {
        if (len / CHUNK as u64).is_multiple_of(stride) {
            marks.push(pipe.checkpoint().clone());
        }
        if marks.len() == MARKS {
            let mut keep = [true, false].into_iter().cycle();
            marks.retain(|_| keep.next() == Some(true));
            stride *= 2;
        }
        let read = input.read_at(len, &mut buffer.bytes()[..CHUNK])?;
        len += read as u64;
        if read == 0 {
            break pipe.finish();
        }
        if let ControlFlow::Break(end) = pipe.feed(Chunk::new(buffer.filled(), read)) {
            break end;
        }
    };
    let cases = pipe.checkpoint().complete();
    match end {
        End::Bad(error) => Err(input.error(error, cases + 1)),
        End::Done | End::Paused(_) => Ok((cases, marks)),
    }
}

/// The name of the file of a part, so that a shell sorts all names correctly.
fn name_of_part(file: &Path, number: u64, parts: u64) -> OsString {
    let stem = match file.file_stem() {
        Some(stem) if file != Path::new("-") => stem,
        _ => "stdin".as_ref(),
    };
    let width = parts.to_string().len();
    // A name need not be UTF-8.
    let mut name = stem.to_owned();
    name.push(format!("-{number:0width$}.in"));
    name
}

/// What precedes all cases: the bytes up to the number of cases, and those after it. Where they have no number of
/// cases, all of them are before it.
fn head(input: &Input, start: &Checkpoint) -> Result<[Vec<u8>; 2], Error> {
    let mut numbers = Numbers::default();
    let (_, first) = resume(input, start.clone(), 0, &mut numbers)?;
    let mut bytes = vec![0; first.offset() as usize];
    let read = input.read_at(0, &mut bytes)?;
    bytes.truncate(read);
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let from = bytes.iter().position(is_digit).unwrap_or(bytes.len());
    let bytes = &bytes[from..];
    let Some(nth) = numbers.cases else {
        return Ok([bytes.to_vec(), Vec::new()]);
    };
    let mut at = 0;
    for _ in 0..nth {
        at += bytes[at..].iter().take_while(|byte| is_digit(byte)).count();
        at += bytes[at..].iter().take_while(|byte| !is_digit(byte)).count();
    }
    let digits = bytes[at..].iter().take_while(|byte| is_digit(byte)).count();
    Ok([bytes[..at].to_vec(), bytes[at + digits..].to_vec()])
}

/// Writes parts of an input.
struct Splitter<'p> {
    layout: &'p Layout,
    input: &'p Input,
    /// As [`head`].
    head: [Vec<u8>; 2],
    /// What follows the last case.
    ending: String,
}

impl Splitter<'_> {
    /// Writes so many parts of all `cases` to `folder`, each named for `file`.
    fn split(&self, parts: u64, cases: u64, marks: &[Checkpoint], file: &Path, folder: &Path) -> Result<(), Error> {
        let staging = StagingDir::beside(folder, ".bouton-split-")?;
        let failed = |error| Error::writing(&folder.display().to_string(), error);
        let (mut before, mut start) = (0, self.start_of(0, marks)?);
        for number in 1..=parts {
            let after = number * (cases / parts) + number.min(cases % parts);
            let end = if number < parts {
                self.start_of(after, marks)?
            } else {
                self.end(cases, marks)?
            };
            let mut part = staging
                .create(name_of_part(file, number, parts).as_ref())
                .map_err(failed)?;
            let written = self.write(after - before, start..end, number == parts, &mut part);
            written.and_then(|()| close(part)).map_err(failed)?;
            (before, start) = (after, end);
        }
        staging.rename(folder).map_err(failed)
    }

    /// The last state before so many cases are complete.
    fn mark(complete: u64, marks: &[Checkpoint]) -> Checkpoint {
        let mark = marks.iter().rposition(|mark| mark.complete() < complete);
        marks[mark.unwrap_or(0)].clone()
    }

    /// The offset of the first number after so many cases.
    fn start_of(&self, complete: u64, marks: &[Checkpoint]) -> Result<u64, Error> {
        let mark = Self::mark(complete, marks);
        let (_, start) = resume(self.input, mark, complete, &mut Discard)?;
        Ok(start.offset())
    }

    /// The offset of what follows all of so many cases and the white space after them.
    fn end(&self, cases: u64, marks: &[Checkpoint]) -> Result<u64, Error> {
        if self.layout.case_count().is_none() {
            return self.start_of(cases, marks);
        }
        let mark = Self::mark(cases - 1, marks);
        // After the last of them, nothing is read: it ends with its last number.
        let (_, last) = resume(self.input, mark, cases - 1, &mut Discard)?;
        let mut numbers = Numbers::default();
        resume(self.input, last.clone(), cases, &mut numbers)?;
        let (mut at, mut left, mut is_inside) = (last.offset(), numbers.count, false);
        let mut buffer = vec![0; CHUNK];
        loop {
            let read = self.input.read_at(at, &mut buffer)?;
            for &byte in &buffer[..read] {
                let is_digit = byte.is_ascii_digit();
                left -= u64::from(is_inside && !is_digit);
                is_inside = is_digit;
                if left == 0 && !is_white_space(byte) {
                    return Ok(at);
                }
                at += 1;
            }
            if read == 0 {
                return Ok(at);
            }
        }
    }

    /// Writes the part of so many cases that has these bytes.
    fn write(&self, cases: u64, range: Range<u64>, is_last: bool, part: &mut File) -> io::Result<()> {
        let [before, after] = &self.head;
        part.write_all(before)?;
        if self.layout.case_count().is_some() {
            part.write_all(cases.to_string().as_bytes())?;
        }
        part.write_all(after)?;
        // What comes last, which may have to end its line, or be an empty line between two cases.
        let mut tail = [0; 64];
        let len = (range.end - range.start).min(tail.len() as u64);
        let tail = &mut tail[..len as usize];
        let read = self.input.read_at(range.end - len, tail);
        if !read.is_ok_and(|read| read as u64 == len) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let has_blank_line = self.layout.cases() == Some(Repeat::ToEndWithBlankLines);
        let blank_line = [&b"\n\r\n"[..], b"\n\n"].into_iter().find(|end| tail.ends_with(end));
        let blanks = tail.iter().rev().take_while(|byte| b" \t".contains(byte));
        let cut = match blank_line {
            Some(end) if has_blank_line && !is_last => end.len() - 1,
            _ => blanks.count(),
        };
        self.input.copy(range.start..range.end - cut as u64, part)?;
        if !tail[..tail.len() - cut].ends_with(b"\n") && len > 0 {
            part.write_all(b"\n")?;
        }
        part.write_all(self.ending.as_bytes())
    }
}

/// Counts numbers.
#[derive(Default)]
struct Numbers {
    count: u64,
    /// How many came before the number of cases.
    cases: Option<u64>,
}

impl Sink for Numbers {
    fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        if role == Role::Cases {
            self.cases = Some(self.count);
        }
        self.count += piece.len() as u64;
        Ok(())
    }

    fn place(&mut self, _: usize) {}

    fn end_row(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    fn end_case(&mut self) {}
}
