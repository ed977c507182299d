//! `bouton package`: a whole ICPC problem package, of which only what people write is kept anywhere.

mod invalid;
mod problem_yaml;

use std::path::Path;

use clap::ValueEnum;

use crate::cpp;
use crate::engine;
use crate::engine::pipe::Checkpoint;
use crate::engine::window::Window;
use crate::error::Error;
use crate::game::Move;
use crate::input::Input;
use crate::judge::compare::case::Case;
use crate::layout::checker::check_text;
use crate::output::staging::StagingDir;
use crate::problem::made_up;
use crate::problem::{Problem, Sample};
use crate::testdata;
use crate::testdata::{
    Shape,
    generate::{self},
};
use crate::words::{Language, t};

/// A version of the package format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Which `BAPCtools` reads
    #[value(name = "2025-09")]
    Icpc2025,
    /// Which Kattis' problemtools read
    #[value(name = "2023-07-draft")]
    Draft2023,
}

impl Format {
    /// As `problem.yaml` calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Icpc2025 => "2025-09",
            Self::Draft2023 => "2023-07-draft",
        }
    }
}

/// What is compared besides the words themselves.
const VALIDATOR_FLAGS: &str = "case_sensitive";

/// Writes the package of `problem` as the folder `folder`, which appears when it is complete.
///
/// # Errors
/// The folder is there and not empty, the problem's own data are not valid, or something cannot be written.
pub fn run(problem: &Problem, folder: &Path, format: Format) -> Result<(), Error> {
    let staging = StagingDir::beside(folder, ".bouton-package-")?;
    let write = |path: &str, bytes: &[u8]| {
        let written = staging.write(path, bytes);
        written.map_err(|error| Error::writing(&folder.join(path).display().to_string(), error))
    };
    Package { problem, format }.write(&write)?;
    staging
        .rename(folder)
        .map_err(|error| Error::writing(&folder.display().to_string(), error))
}

/// The sample of the package of a problem that has none of its own.
pub(crate) fn sample(problem: &Problem) -> Result<Sample, Error> {
    let format = Format::Icpc2025;
    Package { problem, format }.made_up_sample()
}

/// Takes the files of a package: their paths and contents.
type Write<'w> = &'w dyn Fn(&str, &[u8]) -> Result<(), Error>;

struct Package<'p> {
    problem: &'p Problem,
    format: Format,
}

impl Package<'_> {
    fn write(&self, write: Write<'_>) -> Result<(), Error> {
        self.write_statements(write)?;
        let (sample, longest_answers) = self.write_data(write)?;
        let yaml = problem_yaml::text(self.problem, self.format, longest_answers);
        write("problem.yaml", yaml.as_bytes())?;
        self.write_validators(write)?;
        match self.format {
            Format::Icpc2025 => {
                let arguments = format!("output_validator_args: [{VALIDATOR_FLAGS}]\n");
                write("data/test_group.yaml", arguments.as_bytes())?;
                for (name, input) in invalid::inputs(&self.problem.layout, &sample) {
                    write(&format!("data/invalid_input/{name}.in"), input.as_bytes())?;
                }
                self.write_outputs(write)?;
            }
            Format::Draft2023 => {
                let flags = format!("output_validator_flags: {VALIDATOR_FLAGS}\n");
                write("data/testdata.yaml", flags.as_bytes())?;
            }
        }
        self.write_submissions(write)
    }

    fn write_statements(&self, write: Write<'_>) -> Result<(), Error> {
        let problem = self.problem;
        let mut any = false;
        for language in [Language::English, Language::Chinese] {
            if let Some(tex) = problem.statement(language) {
                any = true;
                write(language.statement(), tex.as_bytes())?;
            }
        }
        if any {
            return Ok(());
        }
        let languages: &[Language] = if problem_yaml::has_chinese_title(problem) {
            &[Language::English, Language::Chinese]
        } else {
            &[Language::English]
        };
        for &language in languages {
            let tex = made_up::statement(problem, language);
            write(language.statement(), tex.as_bytes())?;
        }
        Ok(())
    }

    /// Writes samples and secret data, and returns the input of the first sample, and how many bytes the
    /// longest answers have.
    fn write_data(&self, write: Write<'_>) -> Result<(String, usize), Error> {
        let problem = self.problem;
        let mut samples = problem.samples();
        if samples.is_empty() {
            samples.push(self.made_up_sample()?);
        }
        for (number, (input, answers)) in (1..).zip(&samples) {
            let path = format!("data/sample/{number}");
            self.check(&path, input.as_bytes())?;
            write(&format!("{path}.in"), input.as_bytes())?;
            write(&format!("{path}.ans"), answers.as_bytes())?;
        }
        let mut longest_answers = 0;
        for test in testdata::tests(problem) {
            let test = test?;
            // Judges want no input twice; a sample may have been made up here.
            if *test.input == *samples[0].0.as_bytes() {
                continue;
            }
            let path = format!("data/secret/{}", test.name);
            self.check(&path, &test.input)?;
            write(&format!("{path}.in"), &test.input)?;
            let answers = self.answers(&path, &test.input)?;
            longest_answers = longest_answers.max(answers.len());
            write(&format!("{path}.ans"), &answers)?;
        }
        Ok((samples.swap_remove(0).0.into_owned(), longest_answers))
    }

    /// A few small cases.
    fn made_up_sample(&self) -> Result<Sample, Error> {
        let input = self.small_input(0, 3)?;
        let answers = self.answers("data/sample/1", &input)?;
        let text = |bytes| String::from_utf8(bytes).expect("an input and its answers are text");
        Ok((text(input).into(), text(answers).into()))
    }

    /// An input of about `cases` small cases.
    fn small_input(&self, seed: u64, cases: u64) -> Result<Vec<u8>, Error> {
        let layout = &self.problem.layout;
        let options = generate::GenerateOptions {
            seed,
            shape: Shape::Small,
            cases: Some(cases.max(layout.least_cases()).min(layout.most_cases())),
            ..generate::GenerateOptions::default()
        };
        let mut input = Vec::new();
        generate::run(self.problem, layout, options, &mut input)?;
        Ok(input)
    }

    /// Our answers to an input in memory, which errors call `name`.
    fn answers(&self, name: &str, input: &[u8]) -> Result<Vec<u8>, Error> {
        let input = Input::from_bytes(name.to_owned(), input);
        let (text, result) = engine::answers_to(self.problem, input);
        result.map(|()| text)
    }

    /// The answers that name the moves which `choose` returns.
    fn other_answers(&self, input: &[u8], choose: Choose) -> Result<Vec<u8>, Error> {
        let Problem { layout, answer, .. } = self.problem;
        let input = Input::from_bytes("memory".to_owned(), input);
        let mut window = Window::of(&input)?;
        let mut at = Checkpoint::start(layout);
        let mut text = Vec::new();
        for number in 1.. {
            let Some(case) = Case::read(self.problem, &mut window, at, number, 0)? else {
                break;
            };
            let winning = case.rules.winning(&case.piles).map(|turn| turn[0]);
            let step = choose(&winning.collect::<Vec<_>>(), &case.piles);
            let answer = answer.naming(step, number, &case.rules, &case.piles);
            text.extend_from_slice(answer.pending());
            at = case.start;
        }
        Ok(text)
    }

    /// Makes sure that an input of the package is valid.
    fn check(&self, name: &str, input: &[u8]) -> Result<(), Error> {
        match check_text(&self.problem.layout, input) {
            Ok(_) => Ok(()),
            Err(violation) => Err(Error::Usage(t!(
                "{problem}: {name}.in is not valid: {violation}",
                problem = self.problem.name,
                name = name,
                violation = violation,
            ))),
        }
    }

    fn write_validators(&self, write: Write<'_>) -> Result<(), Error> {
        let problem = self.problem;
        write(
            "input_validators/input_validator.cpp",
            cpp::input_validator(problem).as_bytes(),
        )?;
        // The older format has none.
        if self.format == Format::Icpc2025 {
            write(
                "answer_validators/answer_validator.cpp",
                cpp::answer_validator(problem).as_bytes(),
            )?;
        }
        match cpp::output_validator(problem) {
            Some(validator) => write(
                "output_validator/output_validator.cpp",
                validator.as_bytes(),
            ),
            None => Ok(()),
        }
    }

    /// Where several answers are right: outputs that the output validator must accept, or refuse.
    fn write_outputs(&self, write: Write<'_>) -> Result<(), Error> {
        /// The number of inputs that are tried to tell right from wrong.
        const ATTEMPTS: u64 = 100;
        let problem = self.problem;
        let others = OTHER_ANSWERS.iter().filter(|_| problem.answer.any);
        for &(name, is_right, choose) in others {
            let folder = if is_right { "valid" } else { "invalid" };
            for seed in 0..ATTEMPTS {
                let input = self.small_input(seed, 20)?;
                let right = self.answers(name, &input)?;
                let other = self.other_answers(&input, choose)?;
                if other != right {
                    let path = format!("data/{folder}_output/{name}");
                    write(&format!("{path}.in"), &input)?;
                    write(&format!("{path}.ans"), &right)?;
                    write(&format!("{path}.out"), &other)?;
                    break;
                }
            }
        }
        Ok(())
    }

    fn write_submissions(&self, write: Write<'_>) -> Result<(), Error> {
        for path in self.problem.files.below("submissions") {
            let folder = path.split('/').nth(1).unwrap_or_default();
            let is_known = matches!(folder, "accepted" | "wrong_answer");
            if is_known || self.format == Format::Icpc2025 {
                write(&path, &self.problem.files.bytes(&path)?)?;
            }
        }
        if self.problem.files.below(ACCEPTED).is_empty() {
            let solution = cpp::solution(self.problem);
            write(&format!("{ACCEPTED}/solution.cpp"), solution.as_bytes())?;
        }
        Ok(())
    }
}

/// Where the right programs of a problem are.
const ACCEPTED: &str = "submissions/accepted";

/// Chooses the move of an answer from the winning ones, given the piles.
type Choose = fn(&[Move], &[u64]) -> Option<Move>;

/// Answers other than ours where several are right: the name of each, whether it is right where it differs from ours, and
/// how it chooses a move.
const OTHER_ANSWERS: [(&str, bool, Choose); 4] = [
    ("last_winning_move", true, |winning, _| {
        winning.last().copied()
    }),
    ("first_losing_move", false, |winning, piles| {
        let losing = takes(piles).find(|step| !winning.contains(step));
        losing.filter(|_| !winning.is_empty())
    }),
    ("never_a_move", false, |_, _| None),
    ("always_a_move", false, |winning, piles| {
        winning.first().copied().or_else(|| takes(piles).next())
    }),
];

/// All moves that take stones from one pile, whether the rules allow them or not.
fn takes(piles: &[u64]) -> impl Iterator<Item = Move> {
    let of_pile = |(index, &pile): (usize, &u64)| {
        (1..=pile).map(move |take| Move::leave(index, pile, pile - take))
    };
    piles.iter().enumerate().flat_map(of_pile)
}
