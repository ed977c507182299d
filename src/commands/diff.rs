//! `bouton diff`: compares answers case by case, and explains the first wrong one.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;

use super::answer::{WorkArgs, meter};
use super::judging::LIKELY;
use super::values::ProblemArg;
use crate::decode::words;
use crate::engine;
use crate::error::{Error, usage};
use crate::input::Input;
use crate::judge::answer_text::AnswerText;
use crate::judge::compare::compare;
use crate::judge::diagnosis::{Answered, Diagnosis};
use crate::judge::name::Name;
use crate::judge::verdict::Verdict;
use crate::report::{self, json};
use crate::text::unless_page;
use crate::words::t;

/// Compare answers case by case, and prove which are right
#[derive(Debug, Args)]
#[command(after_help = format!("{DETAILS}\n\n{LIKELY}"), after_long_help = EXAMPLES)]
pub(crate) struct DiffArgs {
    #[command(flatten)]
    problem: ProblemArg,

    /// The input
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    /// The expected answers
    #[arg(value_name = "EXPECTED")]
    expected: PathBuf,

    /// The actual answers; without them, EXPECTED itself is checked
    #[arg(value_name = "ACTUAL")]
    actual: Option<PathBuf>,

    /// Print one JSON object; --help lists its keys
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    work: WorkArgs,
}

const DETAILS: &str = unless_page(
    "\
One of the files may be \"-\", standard input. All may be pipes; INPUT is then copied to a temporary file \
first. CRLF, blanks at line ends and blank lines at the end are accepted; if there is other white space between \
the same words, the verdict is PE. The exit code is 0 for AC, and 1 for PE, WA and JE (EXPECTED is wrong, and ACTUAL \
agrees with it).

--json: the keys are verdict, cases, different (number of cases that differ), expected_wrong (number of \
expected answers that are wrong), and for the first case that differs: case (its number), input, expected, \
actual, proof (why the right answer is right), position (the rule and the piles, as 'solve' takes them, if they are \
at most 100), likely; null where a key does not apply:
  {\"verdict\":\"WA\",\"cases\":1,\"different\":1,\"expected_wrong\":0,\"case\":1,
   \"input\":\"2 1 1\",\"expected\":\"No\",\"actual\":\"Yes\",
   \"proof\":\"a.ans is right: ...\",
   \"position\":{\"rule\":\"nim\",\"piles\":[1,1]},\"likely\":[]}",
);

const EXAMPLES: &str = unless_page(
    "\
bouton diff poj2234 big.in big.ans big.out  # show the first case that differs, and who is right
bouton diff poj2234 big.in big.ans  # check the expected answers themselves",
);

impl DiffArgs {
    /// Compares the answers, and writes the report to standard output. Returns whether they are accepted.
    pub(crate) fn run(&self) -> Result<bool, Error> {
        let options = self.work.options();
        let files: Vec<_> = [&self.input, &self.expected]
            .into_iter()
            .chain(&self.actual)
            .cloned()
            .collect();
        if files.iter().filter(|file| *file == Path::new("-")).count() > 1 {
            return usage(t!("only one of the files can be standard input"));
        }
        let meter = meter(&files, 1, false);
        let open = |file: &PathBuf| Ok::<_, Error>(Input::named(file)?.counted(&meter.done));
        let input = open(&self.input)?;
        let expected = open(&self.expected)?;
        let actual = self.actual.as_ref().map(open).transpose()?;
        let mut input = input.into_rereadable()?;
        let (expected, actual, again) = if let Some(actual) = actual {
            let (actual, again) = read_twice(actual);
            (AnswerText::of(expected), Some(actual), again)
        } else {
            let (expected, again) = read_twice(expected);
            (expected, None, again)
        };
        let comparison = compare(&self.problem.problem, &mut input, expected, actual, options);
        drop(meter);
        let mut comparison = comparison.map_err(|error| match (&error, self.exchanged(false)) {
            (Error::Input { .. }, Some(order)) => Error::Usage(t!("{error}; {order}", error, order)),
            _ => error,
        })?;
        if let Verdict::WrongAnswer | Verdict::JudgeError = comparison.verdict
            && let Some(order) = self.exchanged(true)
        {
            return usage(order);
        }
        if comparison.verdict != Verdict::Accepted {
            let mut diagnosis = Diagnosis::new(&self.problem.problem);
            if comparison.verdict == Verdict::WrongAnswer {
                diagnosis.add(&mut input, again.answered()?)?;
            }
            comparison.likely = Some(diagnosis.likely(comparison.shown(&self.problem.problem.answer), || Ok(false))?);
        }
        let text = || report::comparison::text(&comparison);
        report::write(self.json, || json::difference(&comparison), text)?;
        Ok(comparison.verdict == Verdict::Accepted)
    }

    /// The command line with the files in the right order, if INPUT was given in the place of answers: another file can
    /// be answered, with these answers if they must be `equal`. Large files are not looked at.
    fn exchanged(&self, equal: bool) -> Option<String> {
        const MAX_BYTES: u64 = 1 << 20;
        let read = |path: &PathBuf| {
            let is_small = path
                .metadata()
                .is_ok_and(|file| file.is_file() && file.len() <= MAX_BYTES);
            is_small.then(|| fs::read(path).ok())?
        };
        let given = read(&self.input)?;
        let mut files: Vec<_> = [&self.input, &self.expected].into_iter().chain(&self.actual).collect();
        let is_input = |path: &&PathBuf| {
            let bytes = read(path)?;
            let input = Input::from_bytes(String::new(), bytes.as_slice());
            let (answers, result) = engine::answers_to(&self.problem.problem, input);
            let is_it = result.is_ok() && !answers.is_empty() && (!equal || words(&answers).eq(words(&given)));
            is_it.then_some(())
        };
        let other = (1..files.len()).find(|&at| is_input(&files[at]).is_some())?;
        files.swap(0, other);
        let files: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
        let name = self.problem.problem.argument.display();
        let command = format!("bouton diff {name} {}", files.join(" "));
        Some(t!("INPUT comes before the answers: {command}", command))
    }
}

/// How many bytes of answers are looked at again.
const MAX_AGAIN: u64 = 64 << 20;

/// Answers that are read a second time, if some are wrong: the file, or what came through a pipe.
enum Again {
    File(Input),
    Pipe(Arc<Mutex<Vec<u8>>>),
}

impl Again {
    fn answered(self) -> Result<Answered, Error> {
        let text = match self {
            Self::File(file) => {
                let mut text = vec![0; file.len().min(MAX_AGAIN + 1) as usize];
                let len = file.read_at(0, &mut text)?;
                text.truncate(len);
                text
            }
            Self::Pipe(copy) => std::mem::take(&mut *copy.lock().unwrap_or_else(PoisonError::into_inner)),
        };
        let is_all = text.len() as u64 <= MAX_AGAIN;
        Ok(if is_all {
            Answered::Text(text)
        } else {
            Answered::TooMuch
        })
    }
}

/// A pipe, and a copy of what was read of it.
struct Copied(Input, Arc<Mutex<Vec<u8>>>);

impl Read for Copied {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.0.read(buffer)?;
        let mut copy = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        if copy.len() as u64 <= MAX_AGAIN {
            copy.extend_from_slice(&buffer[..len]);
        }
        Ok(len)
    }
}

/// The answers in a file, to be read now and perhaps once more.
fn read_twice(file: Input) -> (AnswerText, Again) {
    if file.can_be_read_again() {
        let again = file.clone();
        return (AnswerText::of(file), Again::File(again));
    }
    let copy = Arc::default();
    let name = Name::File(file.name.clone());
    let text = AnswerText::new(name, Copied(file, Arc::clone(&copy)));
    (text, Again::Pipe(copy))
}
