//! Where any winning move is right: the answers of a submission, with our moves in place of its winning ones.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use super::Name;
use super::texts::AnswerText;
use crate::answer::Answerer;
use crate::answer::general::General;
use crate::decode::Kernel;
use crate::engine::pipe::{Checkpoint, End, Pipe};
use crate::engine::window::Window;
use crate::error::Error;
use crate::input::Input;
use crate::output::answers::Answers;
use crate::problem::Problem;

/// The bytes of the input that are answered at a time.
const STEP: u64 = 64 * 1024;

/// A longer answer is copied as it is.
const LONGEST: usize = 1 << 20;

/// Reads the answers of a submission while the input is answered once more.
pub(crate) struct OurMoves {
    input: Input,
    /// How far the input was answered; `None` at its end.
    checkpoint: Option<Checkpoint>,
    answerer: Answerer<'static, 'static>,
    theirs: Arc<Mutex<AnswerText>>,
    /// What was made of the answers, and how much of that was read.
    made: Made,
    read: usize,
}

type Made = Arc<Mutex<Vec<u8>>>;

/// A writer to memory that is shared.
struct Memory(Made);

impl io::Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl OurMoves {
    /// The answers of `source` to `input`, which can be read again.
    pub(crate) fn new(
        problem: &Problem,
        input: &Input,
        name: Option<Name>,
        source: Box<dyn Read + Send>,
    ) -> Result<Self, Error> {
        let lines = problem.answer.lines;
        let theirs = Arc::new(Mutex::new(AnswerText::new(name, source)));
        let answers = Arc::clone(&theirs);
        let next = move || {
            let mut text = lock(&answers);
            // What cannot be read is reported when the rest is.
            let answer = text.answer(lines, LONGEST).ok()??;
            let mut bytes = vec![b'\n'; answer.blank_lines as usize];
            bytes.extend_from_slice(text.bytes(answer));
            while let Some(more) = text.rest(lines).ok()? {
                bytes.extend_from_slice(text.bytes(more));
            }
            Some(bytes)
        };
        let made = Made::default();
        let solver = General::new(&problem.rules, &problem.layout, &problem.answer);
        let answers = Answers::new("memory".to_owned(), Memory(Arc::clone(&made)));
        Ok(Self {
            input: input.again()?,
            checkpoint: Some(Checkpoint::start(&problem.layout)),
            answerer: Answerer::of(solver.replacing(Box::new(next)), answers),
            theirs,
            made,
            read: 0,
        })
    }

    /// Answers the next part of the input.
    fn step(&mut self, checkpoint: Checkpoint) -> Result<(), Error> {
        let mut pipe = Pipe::resume(Kernel::best(), checkpoint, &mut self.answerer);
        let start = pipe.checkpoint().offset();
        let mut window = Window::of(&self.input)?;
        let flow = window.feed(&mut pipe, start + STEP)?;
        let next = pipe.checkpoint().clone();
        match flow {
            ControlFlow::Continue(()) if next.offset() > start => self.checkpoint = Some(next),
            ControlFlow::Continue(()) | ControlFlow::Break(End::Done | End::Paused(_)) => {
                let _ = pipe.finish();
            }
            // That is reported when it is answered.
            ControlFlow::Break(End::Bad(_)) => {}
        }
        self.answerer.answers().flush()
    }
}

impl Read for OurMoves {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let mut made = lock(&self.made);
            let rest = &made[self.read..];
            if !rest.is_empty() {
                let len = rest.len().min(bytes.len());
                bytes[..len].copy_from_slice(&rest[..len]);
                self.read += len;
                return Ok(len);
            }
            made.clear();
            self.read = 0;
            drop(made);
            let Some(checkpoint) = self.checkpoint.take() else {
                // What follows the last answer.
                let mut theirs = lock(&self.theirs);
                let rest = theirs.see(1).map_err(io::Error::other)?;
                let len = rest.len().min(bytes.len());
                bytes[..len].copy_from_slice(&rest[..len]);
                theirs.take(len);
                return Ok(len);
            };
            self.step(checkpoint).map_err(io::Error::other)?;
        }
    }
}
