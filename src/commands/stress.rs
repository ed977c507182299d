//! `bouton stress`: looks for an input on which a program is wrong, and shows the smallest that it found.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use crate::commands::judging::{self, Judging};
use crate::commands::{answer, make_folder};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::judge::judgement::Judgement;
use crate::judge::process;
use crate::judge::stress::{self, Ending, Found, Known, Outcome, right_answers};
use crate::judge::submission::Program;
use crate::judge::verdict::Verdict;
use crate::output::{self, Output};
use crate::problem::Problem;
use crate::report::json;
use crate::report::words::{counted, last_lines, printable};

/// The maximum output of a program: this, and twice the right answers.
const OUTPUT: u64 = 16 << 20;

/// The maximum number of lines of an input that are shown, and of their characters.
const LINES: usize = 20;
const WIDTH: usize = 200;

/// Search for a smallest input on which a program is wrong
#[derive(Clone, Debug, Args)]
#[command(after_help = format!("{DETAILS}\n\n{JSON}\n\n{}", judging::help()))]
pub struct StressOptions {
    #[command(flatten)]
    judging: Judging,

    /// What the random cases come from
    #[arg(long, value_name = "N", default_value = "0", value_parser = crate::commands::values::number)]
    seed: u64,

    /// How many inputs of many cases are tried; of problems with one case, 15 small ones count as one
    #[arg(long, value_name = "N", default_value = "500", value_parser = crate::commands::values::positive)]
    rounds: u64,

    /// How many runs go on at once; default: the number of processors. What is found does not depend on it
    #[arg(short, long, value_name = "N", value_parser = crate::commands::values::threads)]
    jobs: Option<u16>,

    /// Keep the input and the right answers there, for 'bouton test'
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
}

const DETAILS: &str = "\
Every other round has the smallest inputs in order, the others random ones, some of them at the problem's \
limits, some with a missing final newline. On a wrong answer, a crash, or a limit exceeded twice the smallest \
input is looked for: fewest cases, then fewest numbers, then the smallest sum of them, then the first in \
lexicographic order. The report says whether all smaller inputs were tried. What is found depends on the seed and \
on the program, not on the time that it takes, unless it is close to its time limit. The exit code is 1 then, \
and 0 if the program was right in all rounds.";

const JSON: &str = "\
The JSON object is that of 'bouton test' (see below), where input is the whole failing input, file is where \
--save kept it, and case counts within it. It has these keys besides: seed, rounds, inputs (how many of both \
there were), right (how many cases were answered right before), tried (how many smaller inputs were tried), \
smallest (true: no smaller input fails; false: one may).";

impl StressOptions {
    /// Looks for an input on which the program is wrong, and writes what it finds to standard output.
    /// Returns whether the program was right on all.
    ///
    /// # Errors
    /// The program cannot be run, a file cannot be written, or a signal interrupts the run.
    pub fn run(&self, problem: &'static Problem, interrupt: &Interrupt) -> Result<bool, Error> {
        if self.judging.is_bouton() {
            return Err(Error::Usage(
                "which program? give a source file, an executable file, or a command after '--'"
                    .to_owned(),
            ));
        }
        self.judging.each_time(problem, interrupt, |program| {
            let program = match program {
                Ok(program) => program,
                Err(messages) => {
                    self.compile_error(&Judgement::compile_error(messages))?;
                    return Ok(false);
                }
            };
            let outcome = self.search(problem, program, interrupt)?;
            let saved = match (&outcome.found, &self.save) {
                (Some(found), Some(folder)) => {
                    Some(save(problem, folder, self.seed, found.input.as_bytes())?)
                }
                _ => None,
            };
            if self.judging.json && outcome.found.is_none() && interrupt.is_raised() {
                // There is no verdict.
            } else if self.judging.json {
                self.write_json(&outcome, saved.as_deref())?;
            } else {
                let mut out = io::LineWriter::new(output::stdout()?);
                self.write_text(program, &outcome, saved.as_deref(), interrupt, &mut out)
                    .map_err(Error::stdout)?;
            }
            if outcome.found.is_none() && interrupt.is_raised() {
                return Err(interrupt.error());
            }
            Ok(outcome.found.is_none())
        })
    }

    fn search(
        &self,
        problem: &'static Problem,
        program: &Program,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Error> {
        let submission = self
            .judging
            .submission(problem, program, OUTPUT, &[], interrupt)?;
        let mut shown = Shown::new();
        let rounds = self.rounds;
        let jobs = match self.jobs {
            Some(jobs) => jobs.into(),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let (layout, seed) = (&problem.layout, self.seed);
        let outcome = stress::run(submission, layout, seed, rounds, jobs, |round| {
            shown.progress(round, rounds);
        });
        shown.clear();
        outcome
    }

    fn compile_error(&self, judgement: &Judgement) -> Result<(), Error> {
        if self.judging.json {
            return self.write_object(judgement, None, None, &Outcome::default());
        }
        let mut text: String = judgement
            .stderr
            .lines()
            .map(|line| printable(line) + "\n")
            .collect();
        let verdict = judgement.verdict;
        text.extend([verdict.short(), ": ", verdict.name(), "\n"]);
        output::stdout()?
            .write_all(text.as_bytes())
            .map_err(Error::stdout)
    }

    fn write_json(&self, outcome: &Outcome, saved: Option<&Path>) -> Result<(), Error> {
        match &outcome.found {
            Some(found) => self.write_object(&found.judgement, Some(found), saved, outcome),
            None => self.write_object(&Judgement::of(Verdict::Accepted), None, None, outcome),
        }
    }

    fn write_object(
        &self,
        judgement: &Judgement,
        found: Option<&Found>,
        saved: Option<&Path>,
        outcome: &Outcome,
    ) -> Result<(), Error> {
        let mut answers = answer::stdout()?;
        let saved = saved.map(|path| path.display().to_string());
        let input = found.map(|found| &found.input[..]);
        json::judgement(None, saved.as_deref(), judgement, input, &mut answers);
        write!(
            answers,
            ",\"seed\":{},\"rounds\":{},\"inputs\":{},\"right\":{}",
            self.seed, outcome.rounds, outcome.inputs, outcome.cases
        );
        answers.text(b",\"tried\":");
        json::optional(found.map(|found| found.smaller.tried), &mut answers);
        match found {
            Some(found) => write!(
                answers,
                ",\"smallest\":{}",
                found.smaller.known == Known::AllRight
            ),
            None => answers.text(b",\"smallest\":null"),
        }
        answers.text(b"}\n");
        answers.flush()
    }

    fn write_text(
        &self,
        program: &Program,
        outcome: &Outcome,
        saved: Option<&Path>,
        interrupt: &Interrupt,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let name = &program.name;
        let Some(found) = &outcome.found else {
            let rounds = counted(outcome.rounds, "round", "rounds");
            let inputs = counted(outcome.inputs, "input", "inputs");
            let cases = counted(outcome.cases, "case", "cases");
            if interrupt.is_raised() {
                return writeln!(out, "{rounds}, {inputs}, {cases}, all right");
            }
            return writeln!(out, "AC: {name} is right in {rounds}, {inputs}, {cases}");
        };
        let judgement = &found.judgement;
        let short = judgement.verdict.short();
        match judgement.end {
            Some(end) if judgement.comparison.is_none() || end != process::End::Exited(0) => {
                writeln!(out, "{short}: {end}")?;
            }
            _ => writeln!(out, "{short}: {}", judgement.verdict.name())?,
        }
        write_input(found, out)?;
        match (&judgement.comparison, judgement.end) {
            (Some(comparison), Some(process::End::Exited(0))) => {
                if let Some(first) = &comparison.first
                    && found.test.cases.len() > 1
                {
                    writeln!(out, "case {}:", first.case)?;
                }
                comparison.write_first(out)?;
            }
            (_, Some(end)) => {
                writeln!(out, "{name}: {end}")?;
                for line in last_lines(&judgement.stderr, LINES) {
                    writeln!(out, "  {line}")?;
                }
            }
            (_, None) => {}
        }
        let tried = match found.smaller.tried {
            0 => String::new(),
            1 => "; one smaller input was tried".to_owned(),
            tried => format!("; {tried} smaller inputs were tried"),
        };
        let known = match found.smaller.known {
            Known::AllRight => "no smaller input fails".to_owned(),
            Known::RightUpTo(sum) => format!(
                "a smaller failing input may exist, but only one whose numbers have a sum above {sum}"
            ),
            Known::Little => "a smaller failing input may exist".to_owned(),
        };
        writeln!(out, "seed {}, round {}{tried}", self.seed, outcome.rounds)?;
        writeln!(out, "{known}")?;
        match saved {
            Some(input) => {
                let answers = input.with_extension("ans");
                writeln!(out, "saved {} and {}", input.display(), answers.display())
            }
            None => Ok(()),
        }
    }
}

fn write_input(found: &Found, out: &mut impl Write) -> io::Result<()> {
    let cases = found.test.cases.len() as u64;
    writeln!(out, "input, {}:", counted(cases, "case", "cases"))?;
    let lines: Vec<_> = found.input.lines().collect();
    for line in lines.iter().take(LINES) {
        let cut: String = line.chars().take(WIDTH).collect();
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
    match found.test.ending {
        Ending::Whole => Ok(()),
        Ending::NoLineEnd => writeln!(out, "  (the last line has no end)"),
        Ending::NoZero => writeln!(out, "  (there is no 0 behind the last case)"),
    }
}

/// Keeps an input and the right answers to it in `folder`, under a name that is still free or has the
/// same input; says where.
fn save(problem: &Problem, folder: &Path, seed: u64, input: &[u8]) -> Result<PathBuf, Error> {
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
        return Ok(path);
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
