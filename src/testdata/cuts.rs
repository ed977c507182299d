//! Where an input that is laid out as its judge's can be cut.
//!
//! Then the parts are bytes of it, and need only be copied. That it is so is seen without a look at each number:
//! between two numbers is one space or line end, there are as many lines as the cases have, and each cut is where a
//! line starts. An input in which line ends and spaces have changed places within cases passes as well, and its parts
//! are as it is.

use std::fs::File;
use std::io::{self, Write};
use std::ops::{ControlFlow, Range};

use super::text::InputText;
use crate::decode::{Chunk, Kernel, Number};
use crate::engine::pipe::{End, Pipe};
use crate::engine::resume;
use crate::error::{Error, InputError};
use crate::input::{ChunkBuffer, Input};
use crate::layout::sink::{Discard, Sink};
use crate::layout::{Layout, Repeat, Role};
use crate::output::answers::Answers;
use crate::problem::Problem;
use crate::text::line_ends;

/// Bytes per read.
const CHUNK: usize = 512 * 1024;

/// How many states of the run are kept, from which a case is searched.
const MARKS: usize = 1024;

/// What may precede the cases or follow them, in bytes.
const AROUND: u64 = 4096;

/// Where the parts of an input start, and the last one ends.
pub(super) struct Cuts {
    /// The numbers before the cases, without how many these are.
    head: Vec<u64>,
    /// The number of cases before it, and its offset.
    cuts: Vec<(u64, u64)>,
}

impl Cuts {
    /// `None` if it is not laid out so, or has fewer cases than `parts`, or is bad.
    pub(super) fn find(
        problem: &Problem,
        input: &Input,
        parts: u64,
    ) -> Result<Option<Self>, Error> {
        let layout = &problem.layout;
        let Some(lines_of_case) = layout.lines_of_case() else {
            return Ok(None);
        };
        let mut answerer = problem.answerer(Answers::new("nowhere".to_owned(), io::sink()));
        let mut pipe = Pipe::new(Kernel::best(), layout, &mut answerer);
        let mut space = Space::new(has_blank_lines(layout));
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
            let chunk = Chunk::new(buffer.filled(), read);
            len += read as u64;
            if !space.is_plain(chunk.bytes()) {
                return Ok(None);
            }
            if read == 0 {
                break pipe.finish();
            }
            if let ControlFlow::Break(end) = pipe.feed(chunk) {
                break end;
            }
        };
        let cases = pipe.checkpoint().complete();
        if end != End::Done || cases < parts {
            return Ok(None);
        }
        let mut head = Head(Vec::new());
        let (_, first) = resume(input, marks[0].clone(), 0, &mut head)?;
        let first = first.offset();
        let mut cuts = vec![(0, first)];
        for part in 1..=parts {
            let before = part * (cases / parts) + part.min(cases % parts);
            let mark = marks.iter().rposition(|mark| mark.complete() < before);
            let mark = marks[mark.unwrap_or(0)].clone();
            let (_, cut) = resume(input, mark, before, &mut Discard)?;
            let mut byte_before = [0];
            input.read_at(cut.offset().saturating_sub(1), &mut byte_before)?;
            if byte_before != *b"\n" {
                return Ok(None);
            }
            cuts.push((before, cut.offset()));
        }
        let (_, last) = cuts[cuts.len() - 1];
        let around = [0..first, last..len];
        if around.iter().any(|range| range.end - range.start > AROUND) {
            return Ok(None);
        }
        for Range { start, end } in around {
            let read = input.read_at(start, &mut buffer.bytes()[..(end - start) as usize])?;
            space.lines -= line_ends(&buffer.filled()[..read]) as u64;
        }
        let blank = u64::from(has_blank_lines(layout));
        let lines = lines_of_case * cases + blank * (cases - 1);
        let head = head.0;
        Ok((space.lines == lines).then_some(Self { head, cuts }))
    }

    /// The parts.
    pub(super) fn parts(&self) -> impl Iterator<Item = [(u64, u64); 2]> {
        self.cuts.windows(2).map(|ends| [ends[0], ends[1]])
    }

    /// Writes a part.
    pub(super) fn write(
        &self,
        layout: &Layout,
        input: &Input,
        [(before, start), (after, end)]: [(u64, u64); 2],
        file: &mut File,
    ) -> io::Result<()> {
        let mut text = InputText::new(layout, after - before, &self.head);
        file.write_all(&text.bytes)?;
        text.bytes.clear();
        let is_last = self.cuts.last() == Some(&(after, end));
        // No blank line follows the last case.
        let blank = u64::from(has_blank_lines(layout) && !is_last);
        input.copy(start..end - blank, file)?;
        text.end();
        file.write_all(&text.bytes)
    }
}

fn has_blank_lines(layout: &Layout) -> bool {
    layout.cases() == Some(Repeat::ToEndWithBlankLines)
}

/// Looks whether the white space of an input is plain, without blanks at line ends, or leading zeros.
struct Space {
    has_blank_lines: bool,
    /// The last two bytes.
    last: [u8; 2],
    /// How many line ends there were.
    lines: u64,
}

impl Space {
    fn new(has_blank_lines: bool) -> Self {
        Self {
            has_blank_lines,
            // No white space comes first.
            last: *b"0 ",
            lines: 0,
        }
    }

    /// Whether it is in the next bytes; if there are none, whether the last one ends a line.
    fn is_plain(&mut self, bytes: &[u8]) -> bool {
        let [.., last] = self.last;
        let Some(first) = bytes.first_chunk::<2>() else {
            return bytes.is_empty() && last == b'\n';
        };
        let border = [self.last, *first].concat();
        self.last = *bytes.last_chunk().unwrap_or(&self.last);
        self.lines += line_ends(bytes) as u64;
        !self.has_odd(&border) && !self.has_odd(bytes)
    }

    /// Whether a byte that has another before and behind it is odd.
    // Without branches, many bytes are looked at together.
    #[allow(clippy::needless_bitwise_bool)]
    fn has_odd(&self, bytes: &[u8]) -> bool {
        let may_be_blank = if self.has_blank_lines { b'\n' } else { 0 };
        let is_odd = |((before, byte), after): ((&u8, &u8), &u8)| {
            let (is_space, is_line_end) = (*byte == b' ', *byte == b'\n');
            let is_digit = byte.wrapping_sub(b'0') < 10;
            let is_second = (*before <= b' ')
                & !is_digit
                & ((*byte != may_be_blank) | (*before != may_be_blank));
            let is_leading_zero = (*before <= b' ') & (*byte == b'0') & (*after > b' ');
            u8::from(!(is_space | is_line_end | is_digit) | is_second | is_leading_zero)
        };
        let after_first = bytes.iter().skip(1);
        let windows = bytes.iter().zip(after_first).zip(bytes.iter().skip(2));
        windows.fold(0, |odd, window| odd | is_odd(window)) != 0
    }
}

/// Takes the numbers before the cases.
struct Head(Vec<u64>);

impl Sink for Head {
    fn numbers<N: Number>(&mut self, role: Role, piece: &[N]) -> Result<(), InputError> {
        if role != Role::Cases {
            self.0.extend(piece.iter().map(|&number| number.into()));
        }
        Ok(())
    }

    fn end_case(&mut self) {}
}
