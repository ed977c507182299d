//! `bouton stress`: looks for an input on which a program is wrong, and makes it small.

pub mod inputs;
mod shrink;
mod subject;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use self::inputs::{CaseNumbers, Grammar};
use self::shrink::Shrunk;
use self::subject::{Ending, Fault, Subject, Test, right_answers};
use crate::commands::make_folder;
use crate::data;
use crate::error::Error;
use crate::generate::random::Random;
use crate::generate::{self, Shape};
use crate::interrupt::Interrupt;
use crate::judge::process;
use crate::output::Output;
use crate::problem::Problem;
use crate::problem::layout::Layout;
use crate::report::words::{counted, last_lines};

/// What to do.
#[derive(Clone, Debug)]
pub struct StressOptions {
    /// What the random cases come from.
    pub seed: u64,
    /// How often the program is run before it is taken to be right.
    pub rounds: u64,
    /// How long it may run each time.
    pub time_limit: Duration,
    /// Where to keep an input on which it is wrong.
    pub save: Option<PathBuf>,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

/// A failing input is made smaller at this cost at most, as [`Subject::spent`] counts it. No clock
/// decides what is found.
const SHRINK_COST: u64 = 5000;

/// Every other round tries the smallest inputs in order, up to so many.
const SMALLEST: usize = 20_000;

/// So many of them, or as many as the limits allow, are in one input.
const SMALLEST_TOGETHER: usize = 500;

/// Random inputs have about so many numbers, if they are not to be as large as can be.
const NUMBERS: usize = 2000;

/// Looks for an input on which the program is wrong, and writes what it finds to `out`. Returns whether
/// the program was right on all.
///
/// # Errors
/// The program cannot be started, or a file not be written.
pub fn run(
    problem: &'static Problem,
    layout: &Layout,
    options: &StressOptions,
    out: &mut impl Write,
) -> Result<bool, Error> {
    let interrupt = Interrupt::on_signals()?;
    let grammar = Grammar::new(layout.clone());
    let mut subject = Subject {
        problem,
        grammar: &grammar,
        command: &options.command,
        time_limit: options.time_limit,
        interrupt: &interrupt,
        runs: 0,
        answered: 0,
        slowest: Duration::ZERO,
        spent: 0,
        most_spent: u64::MAX,
    };
    let mut smallest = Smallest::new(&grammar);
    let mut data = data::inputs(problem);
    let mut shown = Shown::new();
    for round in 1..=options.rounds {
        shown.progress(round, options.rounds);
        let test = match smallest.next(&grammar) {
            Some(test) if round % 2 == 1 => test,
            _ => match data.next() {
                Some(input) => Test {
                    cases: input.cases,
                    ending: Ending::Whole,
                },
                None => random(problem, layout, &grammar, options.seed, round)?,
            },
        };
        if let Some(failure) = subject.run(&test)? {
            shown.clear();
            subject.most_spent = subject.spent + SHRINK_COST;
            let shrunk = shrink::shrink(&mut subject, failure)?;
            report(&grammar, options, round, &shrunk, out).map_err(Error::stdout)?;
            if let Some(folder) = &options.save {
                let input = shrunk.failure.test.input(&grammar);
                let saved = save(problem, folder, options.seed, input.as_bytes())?;
                writeln!(out, "saved {saved}").map_err(Error::stdout)?;
            }
            return Ok(false);
        }
        if interrupt.is_raised() {
            shown.clear();
            return Err(interrupt.error());
        }
    }
    shown.clear();
    let command = process::name(&options.command);
    let rounds = counted(options.rounds, "round", "rounds");
    let cases = counted(subject.answered, "case", "cases");
    writeln!(out, "AC: {command} is right in {rounds}, {cases}").map_err(Error::stdout)?;
    Ok(true)
}

/// The smallest inputs, in order.
struct Smallest {
    cases: std::vec::IntoIter<CaseNumbers>,
    waiting: Option<CaseNumbers>,
}

impl Smallest {
    fn new(grammar: &Grammar) -> Self {
        let mut cases = Vec::new();
        // Fewer numbers with a larger sum and more with a smaller one, alternating.
        'all: for both in 2..=64_u64 {
            for len in 1..=both {
                let go_on = grammar.each(1, len as usize, both - len, &mut |input| {
                    cases.push(input[0].clone());
                    cases.len() < SMALLEST
                });
                if !go_on {
                    break 'all;
                }
            }
        }
        Self {
            cases: cases.into_iter(),
            waiting: None,
        }
    }

    /// An input with the next ones.
    fn next(&mut self, grammar: &Grammar) -> Option<Test> {
        let first = self.waiting.take().or_else(|| self.cases.next())?;
        let mut cases = vec![first];
        while cases.len() < grammar.most_cases().min(SMALLEST_TOGETHER) {
            match self.cases.next() {
                Some(case) if grammar.go_together(&cases[0], &case) => cases.push(case),
                other => {
                    self.waiting = other;
                    break;
                }
            }
        }
        Some(Test {
            cases,
            ending: Ending::Whole,
        })
    }
}

/// The shapes of the random inputs, in turn.
const SHAPES: [Shape; 12] = [
    Shape::Small,
    Shape::Random,
    Shape::Small,
    Shape::Losing,
    Shape::Max,
    Shape::Small,
    Shape::Ones,
    Shape::Winning,
    Shape::Equal,
    Shape::Small,
    Shape::Zeros,
    Shape::Single,
];

/// The random input of a round: when all of the [test data](data::inputs) has been tried.
fn random(
    problem: &Problem,
    layout: &Layout,
    grammar: &Grammar,
    seed: u64,
    round: u64,
) -> Result<Test, Error> {
    let mut random = Random::new(seed.wrapping_add(round.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let shape = SHAPES[(round / 2) as usize % SHAPES.len()];
    let mut draw = drawn(problem, layout, shape, random.bits())?;
    let most = grammar.most_cases();
    let most = match shape {
        Shape::Max => most.min(3),
        // As many as the limits allow, if they allow for hundreds at most.
        Shape::Ones if most <= 1000 => most,
        _ => most.min(200),
    };
    let mut numbers = 0;
    let mut cases = Vec::new();
    while cases.len() < most && (numbers < NUMBERS || cases.is_empty()) {
        let case = varied(grammar, draw.next_case()?, &mut random);
        numbers += case.len();
        cases.push(case);
    }
    let ending = match random.between(0, 7) {
        0 | 1 => Ending::NoLineEnd,
        2 if grammar.ends_with_zero() => Ending::NoZero,
        _ => Ending::Whole,
    };
    Ok(Test { cases, ending })
}

/// Draws cases of this shape, or small ones: not every problem has every shape.
fn drawn<'l>(
    problem: &Problem,
    layout: &'l Layout,
    shape: Shape,
    seed: u64,
) -> Result<generate::DrawnCases<'l>, Error> {
    let options = |shape| generate::GenerateOptions {
        seed,
        shape,
        ..generate::GenerateOptions::default()
    };
    generate::cases(problem, layout, options(shape))
        .or_else(|_| generate::cases(problem, layout, options(Shape::Small)))
}

/// The same case, or one whose lists are in order.
fn varied(grammar: &Grammar, case: CaseNumbers, random: &mut Random) -> CaseNumbers {
    match random.between(0, 7) {
        2 => sorted(grammar, case, false),
        3 => sorted(grammar, case, true),
        _ => case,
    }
}

/// The same case with its lists in order, or in reverse.
fn sorted(grammar: &Grammar, case: CaseNumbers, reverse: bool) -> CaseNumbers {
    let mut sorted = case.clone();
    for list in grammar.counted_lists(&case) {
        if let (Some(first), Some(last)) = (list.parts.first(), list.parts.last())
            && list.len() == list.parts.len()
        {
            let list = &mut sorted[first.start..last.end];
            list.sort_unstable();
            if reverse {
                list.reverse();
            }
        }
    }
    if grammar.is_valid(&sorted) {
        sorted
    } else {
        case
    }
}

/// So many lines of an input are shown.
const LINES: usize = 20;

fn report(
    grammar: &Grammar,
    options: &StressOptions,
    round: u64,
    shrunk: &Shrunk,
    out: &mut impl Write,
) -> io::Result<()> {
    let Shrunk {
        failure,
        tried,
        is_cut,
    } = shrunk;
    let command = process::name(&options.command);
    let short = failure.fault.short();
    match &failure.fault {
        Fault::Answers(comparison) => {
            let name = comparison.verdict.name();
            writeln!(out, "{short}: {name}")?;
        }
        Fault::End(end, _) => writeln!(out, "{short}: {end}")?,
    }
    let input = failure.test.input(grammar);
    let (cases, _, _) = failure.test.size();
    writeln!(out, "input, {}:", counted(cases as u64, "case", "cases"))?;
    let lines: Vec<_> = input.lines().collect();
    for line in lines.iter().take(LINES) {
        let cut: String = line.chars().take(200).collect();
        if cut.len() == line.len() {
            writeln!(out, "  {line}")?;
        } else {
            writeln!(out, "  {cut} ... ({} characters)", line.len())?;
        }
    }
    if lines.len() > LINES {
        let more = (lines.len() - LINES) as u64;
        writeln!(out, "  ... ({})", counted(more, "more line", "more lines"))?;
    }
    match failure.test.ending {
        Ending::Whole => {}
        Ending::NoLineEnd => writeln!(out, "  (the last line has no end)")?,
        Ending::NoZero => writeln!(out, "  (there is no 0 behind the last case)")?,
    }
    match &failure.fault {
        Fault::Answers(comparison) => {
            if let Some(first) = &comparison.first
                && failure.test.cases.len() > 1
            {
                writeln!(out, "case {}:", first.case)?;
            }
            comparison.write_first(out)?;
        }
        Fault::End(end, errors) => {
            writeln!(out, "{command}: {end}")?;
            for line in last_lines(errors, LINES) {
                writeln!(out, "  {line}")?;
            }
        }
    }
    let tried = match tried {
        0 => String::new(),
        1 => "; one smaller input was tried".to_owned(),
        _ => format!("; {tried} smaller inputs were tried"),
    };
    let cut = if *is_cut { "; there may be others" } else { "" };
    writeln!(out, "seed {}, round {round}{tried}{cut}", options.seed)
}

/// Keeps an input and the right answers to it in `folder`, under a name that is still free or has the
/// same input; says where.
fn save(problem: &Problem, folder: &Path, seed: u64, input: &[u8]) -> Result<String, Error> {
    let written = |path: &Path, bytes: &[u8]| {
        let mut file = Output::create(path)?;
        let written = file.write_all(bytes);
        written.map_err(|error| Error::writing(file.name(), error))?;
        Ok::<_, Error>(file)
    };
    make_folder(folder)?;
    let answers = right_answers(problem, process::temporary(input)?)?;
    for number in 1.. {
        let path = folder.join(format!("stress-{seed}-{number}.in"));
        let answer_path = path.with_extension("ans");
        let is_there = std::fs::read(&path).is_ok_and(|there| there == input);
        if !is_there {
            if answer_path.exists() {
                continue;
            }
            if !written(&path, input)?.finish_as_new()? {
                continue;
            }
        }
        written(&answer_path, &answers)?.finish()?;
        return Ok(format!("{} and {}", path.display(), answer_path.display()));
    }
    unreachable!("there are always more numbers")
}

/// The line on a terminal that says how far the work is.
struct Shown {
    on_terminal: bool,
    last: Instant,
    any: bool,
}

impl Shown {
    fn new() -> Self {
        Self {
            on_terminal: io::IsTerminal::is_terminal(&io::stderr()),
            last: Instant::now(),
            any: false,
        }
    }

    fn progress(&mut self, round: u64, rounds: u64) {
        if self.on_terminal && self.last.elapsed() > Duration::from_millis(100) {
            self.last = Instant::now();
            self.any = true;
            // If it cannot be shown, nothing is lost.
            let _ = write!(io::stderr(), "\rround {round} of {rounds} ");
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.any) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
