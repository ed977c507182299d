//! Positions on standard input, one per line.
//!
//! A line is read as a fold, so that it takes constant memory whatever its length; its piles are kept
//! only for a JSON object that lists moves.

use std::io::Read;

use super::Explained;
use super::options::{Ask, SolveArgs};
use super::position::LinePosition;
use crate::decode::{Digits, is_white_space};
use crate::error::{Error, InputError, InputErrorKind};
use crate::game::rules::Rules;
use crate::input::{Input, LineCounter};
use crate::output::answers::Answers;

/// Bytes per read.
const CHUNK: usize = 64 * 1024;

/// Answers the lines of standard input. An empty line is the position without piles, so that input and
/// output have the same lines.
///
/// # Errors
/// The first error. The answers of all lines before it have been written.
pub fn run(
    rules: Rules,
    question: Ask,
    options: &SolveArgs,
    answers: &mut Answers<'_>,
) -> Result<(), Error> {
    let mut input = Input::stdin()?;
    let mut lines = BatchSink {
        position: LinePosition::start(&rules),
        rules,
        question,
        options,
        answers,
        piles: Vec::new(),
        number: None,
        bytes: 0,
        line_start: 0,
        complete: 0,
    };
    let mut buffer = vec![0; CHUNK];
    let mut passed = LineCounter::default();
    loop {
        if input.would_block() {
            lines.answers.flush()?;
        }
        let (result, len) = match input.read(&mut buffer) {
            Ok(0) => (lines.finish(), 0),
            Ok(len) => (lines.feed(&buffer[..len]), len),
            Err(error) => {
                lines.answers.flush()?;
                return Err(Error::io(&input.name, error));
            }
        };
        if let Err(error) = result {
            lines.answers.flush()?;
            return Err(input.error(error, lines.complete + 1, passed, &buffer[..len]));
        }
        passed.advance(&buffer[..len]);
        if len == 0 || lines.answers.failed() {
            return lines.answers.flush();
        }
    }
}

/// The state of reading lines.
struct BatchSink<'a, 'w> {
    rules: Rules,
    question: Ask,
    options: &'a SolveArgs,
    answers: &'a mut Answers<'w>,
    /// The position on the current line so far.
    position: LinePosition,
    /// The piles of the current line so far, if they are needed.
    piles: Vec<u64>,
    /// An unfinished number, and its offset.
    number: Option<(Digits, u64)>,
    /// The number of bytes before.
    bytes: u64,
    /// The offset of the current line.
    line_start: u64,
    /// The number of lines answered.
    complete: u64,
}

impl BatchSink<'_, '_> {
    fn feed(&mut self, chunk: &[u8]) -> Result<(), InputError> {
        let start = self.bytes;
        self.bytes += chunk.len() as u64;
        let mut at = 0;
        while at < chunk.len() {
            let offset = start + at as u64;
            let rest = &chunk[at..];
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits > 0 {
                let more = Digits::new(&rest[..digits]);
                let (number, offset) = match self.number {
                    Some((number, offset)) => (number.then(more), offset),
                    None => (more, offset),
                };
                if number.value().is_none() {
                    let kind = InputErrorKind::TooLarge;
                    return Err(InputError::at_byte(offset, kind));
                }
                self.number = Some((number, offset));
                at += digits;
                continue;
            }
            let byte = rest[0];
            if !is_white_space(byte) {
                let kind = InputErrorKind::NotANumber(byte);
                return Err(InputError::at_byte(offset, kind));
            }
            self.end_number()?;
            if byte == b'\n' {
                self.end_line(offset)?;
                self.line_start = offset + 1;
            }
            at += 1;
        }
        Ok(())
    }

    /// Handles the end of the input, which ends an unfinished line.
    fn finish(&mut self) -> Result<(), InputError> {
        self.end_number()?;
        if self.line_start < self.bytes {
            self.end_line(self.bytes)?;
        }
        Ok(())
    }

    fn end_number(&mut self) -> Result<(), InputError> {
        if let Some((number, offset)) = self.number.take()
            && let Some(pile) = number.value()
        {
            let added = self.position.add(&mut self.rules, pile);
            added.map_err(|kind| InputError::at_byte(offset, kind))?;
            if self.options.json && self.question == Ask::Everything {
                self.piles.push(pile);
            }
        }
        Ok(())
    }

    fn end_line(&mut self, offset: u64) -> Result<(), InputError> {
        let end = self.position.end(&self.rules);
        end.map_err(|kind| InputError::at_byte(offset, kind))?;
        let explained = Explained {
            rules: &self.rules,
            fold: &self.position.fold,
            piles: &self.piles,
            line: self.options.play,
        };
        explained.write(self.question, self.options, self.answers);
        self.answers.flush_if_full();
        self.position = LinePosition::start(&self.rules);
        self.piles.clear();
        self.complete += 1;
        Ok(())
    }
}
