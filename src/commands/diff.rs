//! `bouton diff`: compares answers case by case, and explains the first wrong one.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::answer::{WorkArgs, meter};
use super::values::ProblemArg;
use crate::engine::RunOptions;
use crate::error::Error;
use crate::input::Input;
use crate::judge::compare::{Answered, compare};
use crate::judge::verdict::Verdict;
use crate::output;
use crate::problem::Problem;
use crate::report;
use crate::report::json::{self, DifferenceObject};
use crate::text::colored;
use crate::words::t;

/// Compare answers case by case, and prove which are right
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
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

const DETAILS: &str = "\
One of the files may be \"-\", standard input. All may be pipes; INPUT is then copied to a temporary file \
first. CRLF, blanks at line ends and blank lines at the end are accepted; if there is other white space between \
the same words, the verdict is PE. The exit code is 0 for AC, and 1 for PE, WA and JE (EXPECTED is wrong, and ACTUAL agrees with \
it).

--json: the keys are verdict, cases, different (number of cases that differ), expected_wrong (number of \
expected answers that are wrong), and for the first case that differs: case (its number), input, expected, \
actual, proof (why the right answer is right), position (the rule and the piles, as 'solve' takes them, if they are \
at most 100); null where a key does not apply:
  {\"verdict\":\"WA\",\"cases\":1,\"different\":1,\"expected_wrong\":0,\"case\":1,\"input\":\"2 1 1\",
   \"expected\":\"No\",\"actual\":\"Yes\",\"proof\":\"a.ans is right: ...\",\"position\":{\"rule\":\"nim\",\"piles\":[1,1]}}";

const EXAMPLES: &str = "\
bouton diff poj2234 big.in big.ans big.out  # show the first case that differs, and who is right
bouton diff poj2234 big.in big.ans  # check the expected answers themselves";

impl DiffArgs {
    /// Compares the answers. Returns whether they are accepted.
    pub(crate) fn run(&self) -> Result<bool, Error> {
        run(
            &self.problem.problem,
            &self.input,
            &self.expected,
            self.actual.as_deref(),
            self.work.options()?,
            self.json,
            &mut output::stdout()?,
        )
    }
}

/// Compares the answers in `actual`, or else the right ones, with those in `expected`, and writes the
/// report to `out`. Returns whether they are accepted.
///
/// # Errors
/// If the input is bad, a file cannot be read, or `out` cannot be written.
pub fn run(
    problem: &Problem,
    input: &Path,
    expected: &Path,
    actual: Option<&Path>,
    options: RunOptions,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<bool, Error> {
    let files: Vec<_> = [input, expected].into_iter().chain(actual).collect();
    if files.iter().filter(|&&file| file == Path::new("-")).count() > 1 {
        let message = t!("only one of the files can be standard input").to_owned();
        return Err(Error::Usage(message));
    }
    let meter = meter(&files, false);
    let open = |file: &Path| Ok(Input::named(file)?.counted(&meter.done));
    let input = open(input)?;
    let expected = Answered::of(open(expected)?);
    let actual = actual
        .map(|actual| open(actual).map(Answered::of))
        .transpose()?;
    let mut input = input.into_rereadable()?;
    let comparison = compare(problem, &mut input, expected, actual, options);
    drop(meter);
    let comparison = comparison?;
    let verdict = comparison.verdict;
    let text = if as_json {
        (json::text(&DifferenceObject::of(&comparison)) + "\n").into_bytes()
    } else {
        colored(&report::comparison::text(&comparison))
    };
    let written = out.write_all(&text).and_then(|()| out.flush());
    written.map_err(Error::stdout)?;
    Ok(verdict == Verdict::Accepted)
}
