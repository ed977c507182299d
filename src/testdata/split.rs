//! Cutting an input between its cases into several inputs.
//!
//! The start of a case is only known after reading everything before it. So the file is read twice:
//! first as if to answer it, which shows whether it is valid and how many cases it has, then to find the
//! starts of the parts. The cases are copied as bytes; what comes before and after all cases is written
//! anew for every part.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use super::text::InputWriter;
use crate::decode::{Kernel, Number, is_white_space};
use crate::engine::pipe::{Checkpoint, Checkpoints, End, Pipe};
use crate::engine::window::Window;
use crate::engine::{self, RunOptions};
use crate::error::{Error, InputError};
use crate::input::{Count, Input};
use crate::layout::sink::{Discard, Sink};
use crate::layout::{Layout, Repeat, Role};
use crate::output::answers::Answers;
use crate::output::staging::StagingDir;
use crate::problem::Problem;
use crate::words::{plural, t};

/// Cuts the input `file` of `problem` into `parts` inputs in `folder`, which must be new or empty, and appears when all
/// are written. Counts in `read` how many bytes are read.
///
/// # Errors
/// If inputs of the problem have a single case, or this one has fewer cases than parts; if `file` is not
/// a file, cannot be read, or is bad input; if `folder` has files, or the parts cannot be written.
pub fn run(
    problem: &Problem,
    parts: u64,
    folder: &Path,
    file: &Path,
    read: &Count,
) -> Result<(), Error> {
    if parts > 1 && problem.layout.cases().is_none() {
        let message = t!(
            "an input of {name} is one case, which cannot be split",
            name = problem.name
        );
        return Err(Error::Usage(message));
    }
    // What is written is what was checked.
    let state = || fs::metadata(file).map(|state| (state.len(), state.modified().ok()));
    let before = state().ok();
    let mut input = open(file)?.counted(read);
    let mut checkpoints = Checkpoints::default();
    let cases = check(problem, &mut input, &mut checkpoints)?;
    if cases < parts {
        let message = t!(
            "{name} has {cases}, too few for {parts}",
            name = input.name,
            cases = plural!(cases, "{cases} case", "{cases} cases"),
            parts = plural!(parts, "{parts} part", "{parts} parts"),
        );
        return Err(Error::Usage(message));
    }
    let mut window = Window::of(&input)?;
    let (start, envelope) = first_case(problem, &mut window)?;

    let staging = StagingDir::beside(folder, ".bouton-split-")?;
    let mut checkpoint = start;
    for part in 1..=parts {
        let complete = (u128::from(cases) * u128::from(part)).div_ceil(parts.into()) as u64;
        let next = advance(&checkpoint, &mut window, &checkpoints, complete)?;
        let name = part_name(file, part, parts);
        let count = next.complete() - checkpoint.complete();
        let last = window.trim_end(next.offset(), is_white_space)?;
        let bytes = checkpoint.offset()..last.max(checkpoint.offset());
        let is_separated =
            part < parts && problem.layout.cases() == Some(Repeat::ToEndWithBlankLines);
        let blank_lines = if problem.layout.may_have_empty_lines() {
            lines(&mut window, last..next.offset())?.saturating_sub(1 + u64::from(is_separated))
        } else {
            0
        };
        let file = staging.create(name.as_ref());
        let written =
            file.and_then(|file| envelope.write(count, bytes.clone(), blank_lines, &input, file));
        let written = written.map_err(|error| writing(&folder.join(&name), error))?;
        // Every case has bytes.
        if bytes.is_empty() || written < bytes.end - bytes.start {
            return Err(Error::changed(&input.name));
        }
        checkpoint = next;
    }
    if state().ok() != before {
        return Err(Error::changed(&input.name));
    }
    staging
        .rename(folder)
        .map_err(|error| writing(folder, error))
}

/// Opens the input, if it can be read twice.
fn open(file: &Path) -> Result<Input, Error> {
    // Opening a named pipe would wait for a writer. A file whose metadata cannot be read cannot be
    // opened either, which reports the reason.
    let regular = fs::metadata(file).map_or(true, |metadata| metadata.is_file());
    let stdin = file == Path::new("-");
    if stdin || !regular {
        let name = if stdin { Path::new("stdin") } else { file };
        return Err(Error::Usage(t!(
            "{name} cannot be split, which requires reading it twice: give a regular file",
            name = name.display()
        )));
    }
    Input::open(file)
}

fn writing(path: &Path, error: io::Error) -> Error {
    Error::writing(&path.display().to_string(), error)
}

/// Reads all of `input`, records `checkpoints`, and returns the number of cases.
///
/// # Errors
/// As for answering it.
fn check(
    problem: &Problem,
    input: &mut Input,
    checkpoints: &mut Checkpoints,
) -> Result<u64, Error> {
    let options = RunOptions::default();
    let mut answerer = problem.answerer(Answers::new("nowhere".to_owned(), io::sink()));
    engine::run(&problem.layout, input, &mut answerer, options, checkpoints)
}

/// Finds the start of the first case, and what comes before and after the cases.
fn first_case<'p>(
    problem: &'p Problem,
    window: &mut Window<'_>,
) -> Result<(Checkpoint, Envelope<'p>), Error> {
    let mut header = Header::default();
    let mut pipe = Pipe::new(Kernel::best(), &problem.layout, &mut header);
    pipe.checkpoint().framer().pause_after(0);
    let end = window.feed_all(&mut pipe)?;
    let framer = pipe.checkpoint().framer().clone();
    if header.0 == [0] && problem.layout.is_one_list() {
        return Err(Error::Usage(t!(
            "the cases of {name} have no numbers, so that there is nothing to split",
            name = window.input().name
        )));
    }
    let envelope = Envelope {
        layout: &problem.layout,
        header: header.0,
        line_end: line_end(window)?,
    };
    match end {
        End::Paused(offset) => Ok((Checkpoint::at(offset, framer), envelope)),
        // There was a case when the input was first read.
        End::Done | End::Bad(_) => Err(Error::changed(&window.input().name)),
    }
}

/// Advances from `checkpoint` to the case after `complete` complete ones, or to whatever follows the last case. Starts
/// from one of `checkpoints` if that is nearer.
fn advance(
    checkpoint: &Checkpoint,
    window: &mut Window<'_>,
    checkpoints: &Checkpoints,
    complete: u64,
) -> Result<Checkpoint, Error> {
    let nearer = checkpoints.before(complete + 1);
    let nearer = nearer.filter(|nearer| nearer.offset() > checkpoint.offset());
    let mut start = nearer.unwrap_or(checkpoint).clone();
    start.framer().ignore_case_end();
    let mut discard = Discard;
    let mut pipe = Pipe::resume(Kernel::best(), start, &mut discard);
    pipe.checkpoint().framer().pause_after(complete);
    let offset = match window.feed_all(&mut pipe)? {
        End::Paused(offset) => offset,
        // Anything may follow the last case. Digits followed by an invalid byte are not a number.
        End::Bad(error) => window.trim_end(error.at, |byte| byte.is_ascii_digit())?,
        End::Done => pipe.checkpoint().offset(),
    };
    let checkpoint = Checkpoint::at(offset, pipe.checkpoint().framer().clone());
    if checkpoint.complete() == complete {
        Ok(checkpoint)
    } else {
        Err(Error::changed(&window.input().name))
    }
}

/// The number of line ends in a range.
fn lines(window: &mut Window<'_>, mut range: Range<u64>) -> Result<u64, Error> {
    let mut count = 0;
    while !range.is_empty() {
        let bytes = window.bytes(range.start, range.end)?;
        if bytes.is_empty() {
            break;
        }
        count += bytecount::count(bytes, b'\n') as u64;
        range.start += bytes.len() as u64;
    }
    Ok(count)
}

/// The line ending of the first line of the input, which is used for all lines written for a part.
fn line_end(window: &mut Window<'_>) -> Result<&'static str, Error> {
    let mut at = 0;
    loop {
        let bytes = window.bytes(at, u64::MAX)?;
        if bytes.is_empty() {
            return Ok("\n");
        }
        if let Some(lf) = memchr::memchr(b'\n', bytes) {
            let lf = at + lf as u64;
            let before = window.trim_end(lf, |byte| byte == b'\r')?;
            return Ok(if before < lf { "\r\n" } else { "\n" });
        }
        at += bytes.len() as u64;
    }
}

/// What comes before and after the cases of every part.
struct Envelope<'p> {
    layout: &'p Layout,
    /// The numbers before the first case, except for the number of cases.
    header: Vec<u64>,
    line_end: &'static str,
}

impl Envelope<'_> {
    /// The text before `count` cases.
    fn before(&self, count: u64) -> String {
        let mut before = Vec::new();
        let mut text = InputWriter::new(self.layout, &mut before);
        let written = text.start(count, &self.header);
        written
            .and_then(|()| text.finish())
            .expect("memory can be written");
        let before = String::from_utf8(before).expect("an input is digits, spaces and line ends");
        before.replace('\n', self.line_end)
    }

    /// Writes a part with `count` cases, which are the bytes `cases` of `input` and so many blank lines, to `file`.
    /// Returns the number of these bytes copied: fewer if the input has fewer.
    fn write(
        &self,
        count: u64,
        cases: Range<u64>,
        blank_lines: u64,
        input: &Input,
        mut file: File,
    ) -> io::Result<u64> {
        let line_end = self.line_end;
        let mut after = line_end.to_owned();
        if self.layout.cases() == Some(Repeat::ToZero) {
            after += &vec!["0"; self.layout.zeros()].join(" ");
            after += line_end;
        }
        file.write_all(self.before(count).as_bytes())?;
        let copied = input.copy(cases, &mut file)?;
        for _ in 0..blank_lines {
            file.write_all(line_end.as_bytes())?;
        }
        file.write_all(after.as_bytes())?;
        Ok(copied)
    }
}

/// The name of a part of `file`, counted from 1: so that a shell sorts all names correctly.
fn part_name(file: &Path, part: u64, parts: u64) -> OsString {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    let width = parts.to_string().len();
    name.push(format!("-{part:0width$}.in"));
    name
}

/// Collects all numbers before the first case, except for the number of cases.
#[derive(Default)]
struct Header(Vec<u64>);

impl Sink for Header {
    fn numbers<N: Number>(&mut self, role: Role, piece: &[N]) -> Result<(), InputError> {
        let is_kept = role != Role::Cases;
        let numbers = piece.iter().map(|&number| number.into());
        self.0.extend(numbers.filter(|_| is_kept));
        Ok(())
    }

    fn end_case(&mut self) {}
}
