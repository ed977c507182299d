//! Cutting an input between its cases into several inputs.
//!
//! How many cases there are is only known at the end of the input. So it is read twice: first as if to answer it, which
//! shows whether it is valid, then to write the parts. They follow the judge's format, whatever white space the input
//! has; if that seems to be the judge's, [`cuts`](super::cuts) has found where bytes can be copied.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::cuts::Cuts;
use super::text::{FULL, InputText};
use crate::decode::Number;
use crate::engine::{self, RunOptions};
use crate::error::{Error, InputError};
use crate::input::{Count, Input};
use crate::layout::sink::{Sink, break_if};
use crate::layout::{Layout, Role};
use crate::output::answers::Answers;
use crate::output::staging::StagingDir;
use crate::problem::Problem;
use crate::words::{plural, t};

/// Cuts the input `file` of `problem` into `parts` inputs in `folder`, which must be new or empty, and appears when all
/// are written. Counts in `read` how many bytes are read.
///
/// # Errors
/// If inputs of the problem have a single case, or this one has fewer cases than parts; if `file` cannot be read, or is
/// bad input; if `folder` has files, or the parts cannot be written.
pub fn run(
    problem: &Problem,
    parts: u64,
    folder: &Path,
    file: &Path,
    read: &Count,
) -> Result<(), Error> {
    let layout = &problem.layout;
    if parts > 1 && layout.cases().is_none() {
        let message = t!(
            "an input of {name} is one case, which cannot be split",
            name = problem.name
        );
        return Err(Error::Usage(message));
    }
    let mut input = Input::named(file)?.counted(read).into_rereadable()?;
    let mut again = input.clone();
    let cuts = Cuts::find(problem, &input, parts)?;
    if let Some(cuts) = cuts {
        let staging = StagingDir::beside(folder, ".bouton-split-")?;
        let failed = |error| Error::writing(&folder.display().to_string(), error);
        for (number, cut) in (1..).zip(cuts.parts()) {
            let mut file = staging
                .create(name_of_part(file, number, parts).as_ref())
                .map_err(failed)?;
            cuts.write(layout, &input, cut, &mut file).map_err(failed)?;
        }
        return staging.rename(folder).map_err(failed);
    }
    let options = RunOptions::default();
    // It is bad input if it cannot be answered.
    let mut answerer = problem.answerer(Answers::new("nowhere".to_owned(), io::sink()));
    let cases = engine::run(layout, &mut input, &mut answerer, options)?;
    if cases < parts {
        let message = t!(
            "{name} has {cases}, too few for {parts}",
            name = input.name,
            cases = plural!(cases, "{cases} case", "{cases} cases"),
            parts = plural!(parts, "{parts} part", "{parts} parts"),
        );
        return Err(Error::Usage(message));
    }
    let staging = StagingDir::beside(folder, ".bouton-split-")?;
    let mut splitter = Splitter {
        layout,
        staging: &staging,
        file,
        cases,
        parts,
        number: 0,
        part: None,
        left: 0,
        numbers: Vec::new(),
        written: Ok(()),
    };
    let again = engine::run(layout, &mut again, &mut splitter, options)?;
    let failed = |error| Error::writing(&folder.display().to_string(), error);
    splitter.written.map_err(failed)?;
    if again != cases {
        return Err(Error::changed(&input.name));
    }
    staging.rename(folder).map_err(failed)
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

/// Writes the cases of an input to one part after the other.
struct Splitter<'p> {
    layout: &'p Layout,
    staging: &'p StagingDir,
    file: &'p Path,
    /// How many cases and parts there are.
    cases: u64,
    parts: u64,
    /// The number of the current part, counted from 1; what is not written of it; and how many cases it lacks.
    number: u64,
    part: Option<(File, InputText<'p>)>,
    left: u64,
    /// The numbers before all cases, except for how many there are, and then those of the current case.
    numbers: Vec<u64>,
    written: io::Result<()>,
}

impl Splitter<'_> {
    fn write_case(&mut self) -> io::Result<()> {
        let (file, text) = match &mut self.part {
            Some(part) if self.left > 0 => part,
            part => {
                self.number += 1;
                let has_one_more = self.number <= self.cases % self.parts;
                self.left = self.cases / self.parts + u64::from(has_one_more);
                let name = name_of_part(self.file, self.number, self.parts);
                let text = InputText::new(self.layout, self.left, &self.numbers);
                part.insert((self.staging.create(name.as_ref())?, text))
            }
        };
        text.case(&self.numbers);
        self.numbers.truncate(text.head);
        self.left -= 1;
        if self.left == 0 {
            text.end();
        } else if text.bytes.len() < FULL {
            return Ok(());
        }
        file.write_all(&text.bytes)?;
        text.bytes.clear();
        Ok(())
    }
}

impl Sink for Splitter<'_> {
    fn numbers<N: Number>(&mut self, role: Role, piece: &[N]) -> Result<(), InputError> {
        if role != Role::Cases {
            self.numbers
                .extend(piece.iter().map(|&number| number.into()));
        }
        Ok(())
    }

    fn end_case(&mut self) {
        if self.written.is_ok() {
            self.written = self.write_case();
        }
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.written.is_err())
    }
}
