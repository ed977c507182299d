//! Cutting an input between its cases into several inputs.
//!
//! The start of a case is only known after reading everything before it. So the file is read twice:
//! first as if to answer it, which shows whether it is valid and how many cases it has, then to find the
//! starts of the parts. The cases are copied as bytes; what comes before and after all cases is written
//! anew for every part.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::text::{InputText, ending};
use crate::decode::{Kernel, Number};
use crate::engine::pipe::{Checkpoint, End, Pipe};
use crate::engine::window::Window;
use crate::engine::{self, RunOptions};
use crate::error::{Error, InputError};
use crate::input::{Count, Input};
use crate::layout::sink::{Discard, Sink};
use crate::layout::{Repeat, Role};
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
    let mut input = open(file)?.counted(read);
    // It is bad input if it cannot be answered.
    let mut answerer = problem.answerer(Answers::new("nowhere".to_owned(), io::sink()));
    let cases = engine::run(
        &problem.layout,
        &mut input,
        &mut answerer,
        RunOptions::default(),
    )?;
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
    let (start, header) = first_case(problem, &mut window)?;

    let staging = StagingDir::beside(folder, ".bouton-split-")?;
    let mut checkpoint = start;
    for part in 1..=parts {
        let complete = (u128::from(cases) * u128::from(part)).div_ceil(parts.into()) as u64;
        let next = advance(checkpoint.clone(), &mut window, complete)?;
        let name = part_name(file, part, parts);
        let count = next.complete() - checkpoint.complete();
        let is_separated =
            part < parts && problem.layout.cases() == Some(Repeat::ToEndWithBlankLines);
        let (end, has_line_end) = end_of_part(&mut window, next.offset(), is_separated)?;
        let bytes = checkpoint.offset()..end.max(checkpoint.offset());
        let before = InputText::new(&problem.layout, count, &header);
        let write = || {
            let mut file = staging.create(name.as_ref())?;
            file.write_all(&before.bytes)?;
            let copied = input.copy(bytes.clone(), &mut file)?;
            file.write_all(if has_line_end { b"" } else { b"\n" })?;
            file.write_all(ending(&problem.layout).as_bytes())?;
            Ok(copied)
        };
        let written = write().map_err(|error| writing(&folder.join(&name), error))?;
        // Every case has bytes.
        if bytes.is_empty() || written < bytes.end - bytes.start {
            return Err(Error::changed(&input.name));
        }
        checkpoint = next;
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

/// Finds the start of the first case, and the numbers before it, except for the number of cases.
fn first_case(problem: &Problem, window: &mut Window<'_>) -> Result<(Checkpoint, Vec<u64>), Error> {
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
    match end {
        End::Paused(offset) => Ok((Checkpoint::at(offset, framer), header.0)),
        // There was a case when the input was first read.
        End::Done | End::Bad(_) => Err(Error::changed(&window.input().name)),
    }
}

/// Advances from `start` to the case after `complete` complete ones, or to whatever follows the last case.
fn advance(
    mut start: Checkpoint,
    window: &mut Window<'_>,
    complete: u64,
) -> Result<Checkpoint, Error> {
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

/// Where the part ends whose next case begins at `next`, and whether with a line end. There may be empty lines, of which
/// one is not a part of the case if it `is_separated`.
fn end_of_part(
    window: &mut Window<'_>,
    next: u64,
    is_separated: bool,
) -> Result<(u64, bool), Error> {
    let is_line_end = |window: &mut Window<'_>, end: u64| {
        let last = window.bytes(end.saturating_sub(1), end)?;
        Ok::<_, Error>(last == b"\n")
    };
    let mut end = window.trim_end(next, |byte| byte == b' ' || byte == b'\t')?;
    if is_separated && is_line_end(window, end)? {
        end = window.trim_end(end - 1, |byte| byte == b'\r')?;
    }
    Ok((end, is_line_end(window, end)?))
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
