//! Cutting an input between its cases into several inputs.
//!
//! How many cases there are is only known at the end of the input. So it is read twice: first as if to answer it, which
//! shows whether it is valid, then to write the parts. They follow the judge's format exactly, whatever white space the
//! input has.

use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::text::{InputText, ending};
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

/// Once this many bytes wait, they are written.
const FULL: usize = 64 * 1024;

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
    let mut writer = Splitter {
        layout,
        staging: &staging,
        stem: folder.join(Path::new(&input.name).file_stem().unwrap_or_default()),
        cases: cases.into(),
        parts: parts.into(),
        complete: 0,
        end: 0,
        path: PathBuf::new(),
        current: None,
        numbers: Vec::new(),
        written: Ok(()),
    };
    let again = engine::run(layout, &mut again, &mut writer, options)?;
    writer.written?;
    if again != cases {
        return Err(Error::changed(&input.name));
    }
    staging
        .rename(folder)
        .map_err(|error| Error::writing(&folder.display().to_string(), error))
}

/// Writes the cases of an input to one part after the other.
struct Splitter<'p> {
    layout: &'p Layout,
    staging: &'p StagingDir,
    /// The paths of all parts start like this.
    stem: PathBuf,
    /// How many cases and parts there are.
    cases: u128,
    parts: u128,
    /// How many cases are written, and how many at the end of the current part.
    complete: u128,
    end: u128,
    /// The current part.
    path: PathBuf,
    current: Option<(File, InputText<'p>)>,
    /// The numbers before all cases, except for how many there are, and then those of the current case.
    numbers: Vec<u64>,
    written: Result<(), Error>,
}

impl Splitter<'_> {
    fn write_case(&mut self) -> io::Result<()> {
        let (file, text) = match &mut self.current {
            Some(part) if self.complete < self.end => part,
            part => {
                let number = self.complete * self.parts / self.cases + 1;
                self.end = (self.cases * number).div_ceil(self.parts);
                // So that a shell sorts all names correctly.
                let width = self.parts.to_string().len();
                self.path = format!("{}-{number:0width$}.in", self.stem.display()).into();
                let file = self
                    .staging
                    .create(self.path.file_name().unwrap_or_default().as_ref())?;
                let count = (self.end - self.complete) as u64;
                part.insert((file, InputText::new(self.layout, count, &self.numbers)))
            }
        };
        text.case(&self.numbers);
        self.numbers.truncate(text.head);
        self.complete += 1;
        let is_last = self.complete == self.end;
        if is_last {
            text.bytes.extend(ending(self.layout).into_bytes());
        }
        if is_last || text.bytes.len() >= FULL {
            file.write_all(&text.bytes)?;
            text.bytes.clear();
        }
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
        // There are more if the file was changed meanwhile.
        if self.written.is_ok() && self.complete < self.cases {
            let written = self.write_case();
            let path = self.path.display();
            self.written = written.map_err(|error| Error::writing(&path.to_string(), error));
        }
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.written.is_err())
    }
}
