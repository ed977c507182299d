//! What the tests share: answering bytes in memory, cut as the test wants, and running the program.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use bouton::answer::Answers;
use bouton::commands::validate::{Violation, check};
use bouton::decode::{Kernel, PADDING};
use bouton::error::Flaw;
use bouton::frame::Progress;
use bouton::game::rules::Rules;
use bouton::game::{Play, Worth};
use bouton::input::{FilesStayUnchanged, Input};
use bouton::parallel::{self, Stop};
use bouton::pipe::{Chunk, Pipe};
use bouton::problem::layout::{Item, Layout};
use bouton::problem::{self, Problem};
use bouton::question::Answerer;
use bouton::random;

/// What came of an input: the answers, and the flaw with the case that it is in.
pub type Outcome = (String, Result<(), (Flaw, u64)>);

/// The problem with this id or alias, which the program carries.
pub fn problem(name: &str) -> &'static Problem {
    problem::embedded(name).unwrap()
}

/// All problems that the program carries, under their ids.
pub fn problems() -> Vec<&'static Problem> {
    problem::all().collect()
}

/// All names of a problem that the program carries: its aliases and its id.
pub fn names(problem: &'static Problem) -> impl Iterator<Item = &'static str> {
    let aliases = problem.aliases.iter().map(|(alias, _)| alias.as_str());
    aliases.chain([problem.id.as_str()])
}

/// The folder of a problem.
pub fn problem_folder(problem: &Problem) -> PathBuf {
    let problems = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    problems.join(&problem.id)
}

/// What a move is, for tests that search or draw positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Any number of stones of one pile.
    Nim(Play),
    /// As many stones of one pile as one of the takes of the case says.
    Takes,
    /// From one stone to as many as the case says.
    UpTo,
    /// Climbing the hill.
    Hill,
}

pub fn game(problem: &Problem) -> Game {
    match &problem.rules {
        Rules::Piles { worth, play } => match (worth, play) {
            (Worth::Any, _) => Game::Nim(*play),
            (Worth::Takes(_), Play::Normal) => Game::Takes,
            (Worth::Below(_), Play::Normal) => Game::UpTo,
            _ => panic!("{}: say here what a move is", problem.id),
        },
        Rules::Hill { .. } => Game::Hill,
        Rules::Moore { .. } => panic!("{}: say here what a move is", problem.id),
    }
}

/// Who wins: the player who moves last, or the other one.
pub fn play(problem: &Problem) -> Play {
    match game(problem) {
        Game::Nim(play) => play,
        Game::Takes | Game::UpTo | Game::Hill => Play::Normal,
    }
}

/// What the judge asks, read from the problem's `game.toml` without the help of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Who wins: the lines if the player to move does, and if not.
    Winner([String; 2]),
    /// The same behind `Case 1: `.
    NumberedWinner([String; 2]),
    /// A letter for each position.
    Letters,
    /// How many moves win.
    WinningMoves,
    /// `NO`, or `YES` and a line with a pile and a take.
    FirstMove,
    /// `No`, or `Yes` and lines with the size of a pile and what is left of it.
    Leaves,
    /// `lose`, or a line with a take and a pile, and one with the piles after it.
    MoveAndPiles,
    /// All winning moves on a line, or `CONCEDE`.
    AllMoves,
}

pub fn asked(problem: &Problem) -> Asked {
    let answer = key(problem, "answer");
    let answer = answer.as_str();
    let words = |answer: &str| {
        let (first, second) = answer.split_once('|')?;
        Some([first, second].map(|word| word.replace('_', " ")))
    };
    let numbered = answer.strip_prefix("Case#").and_then(words);
    match answer {
        "@first_move" => Asked::FirstMove,
        "@moves_and_rests" => Asked::Leaves,
        "@move_and_piles" => Asked::MoveAndPiles,
        "@all_moves" => Asked::AllMoves,
        _ if answer.starts_with("WL*") => Asked::Letters,
        _ if answer.starts_with("0..") => Asked::WinningMoves,
        _ => match (numbered, words(answer)) {
            (Some(words), _) => Asked::NumberedWinner(words),
            (None, Some(words)) => Asked::Winner(words),
            (None, None) => panic!("{}: say here what is asked", problem.id),
        },
    }
}

/// The text of a key in the problem's `game.toml`, read without the help of the program.
fn key(problem: &Problem, key: &str) -> String {
    let toml = problem.files.get("game.toml").unwrap().into_owned();
    let value = toml.lines().find_map(|line| line.strip_prefix(key));
    let value = value.unwrap().trim_start_matches([' ', '=']);
    value.trim_matches('"').to_owned()
}

/// If a case is a row of numbers that all stand alone: which of them are piles. Any other says how many
/// stones a move may take.
pub fn row(problem: &Problem) -> Option<Vec<bool>> {
    let piles = key(problem, "piles");
    let is_pile = |name: &str| piles.split(' ').any(|pile| pile == name);
    let items = problem.layout.case().iter();
    let items = items.filter(|item| !matches!(item, Item::LineEnd | Item::Answer));
    items
        .map(|item| match item {
            Item::Number(number) if number.times.is_none() => Some(is_pile(&number.name)),
            _ => None,
        })
        .collect()
}

/// The takes that the rule itself lists.
pub fn fixed_takes(problem: &Problem) -> Vec<u64> {
    let rule = key(problem, "rule");
    let set = rule
        .strip_prefix("take {")
        .and_then(|set| set.strip_suffix('}'));
    let takes = set.into_iter().flat_map(|set| set.split(','));
    takes.map(|take| take.parse().unwrap()).collect()
}

/// The problems whose cases are piles and whose answers are words or one number: those that
/// [`crate::naive`] knows.
pub fn plain_problems() -> impl Iterator<Item = &'static Problem> {
    ["poj2234", "hdu1850", "hdu1907", "hdu2509"]
        .into_iter()
        .map(problem)
}

/// Answers `chunks` as if each were what one read gave.
pub fn answer_chunks<'c>(
    kernel: Kernel,
    problem: &Problem,
    chunks: impl IntoIterator<Item = &'c [u8]>,
) -> Outcome {
    let mut text = Vec::new();
    let mut answers = Answers::new("memory".to_owned(), &mut text);
    let mut answerer = Answerer::new(problem, &mut answers);
    let mut pipe = Pipe::new(kernel, problem.framing, &mut answerer);
    let mut result = Ok(Progress::Open);
    for chunk in chunks {
        let mut padded = chunk.to_vec();
        // Padding that would show if it were taken for input.
        padded.resize(chunk.len() + PADDING, b'7');
        result = pipe.feed(Chunk::new(&padded, chunk.len()));
        if result != Ok(Progress::Open) {
            break;
        }
    }
    if result == Ok(Progress::Open) {
        result = pipe.finish();
    }
    let case = pipe.case();
    answers.flush().unwrap();
    drop(answers);
    let result = result.map(|_| ()).map_err(|flaw| (flaw, case));
    (String::from_utf8(text).unwrap(), result)
}

/// Answers the file `path` with threads that take chunks of `size` bytes.
pub fn answer_parallel(
    kernel: Kernel,
    problem: &Problem,
    path: &Path,
    size: usize,
    threads: usize,
    map: bool,
) -> Outcome {
    let mut text = Vec::new();
    let mut answers = Answers::new("memory".to_owned(), &mut text);
    let mut answerer = Answerer::new(problem, &mut answers);
    let mut pipe = Pipe::new(kernel, problem.framing, &mut answerer);
    let input = Input::open(path).unwrap();
    // SAFETY: nobody but the calling test knows the file.
    let map = map.then(|| unsafe { FilesStayUnchanged::promise() });
    let chunks = input.chunks(size, map).unwrap();
    let result = parallel::run(&chunks, threads, kernel, &mut pipe);
    let case = pipe.case();
    answers.flush().unwrap();
    drop(answers);
    let result = result.map_err(|stop| match stop {
        Stop::Flaw(flaw) => (flaw, case),
        Stop::Read(error) => panic!("{error}"),
    });
    (String::from_utf8(text).unwrap(), result)
}

/// Answers good input in one chunk with the best kernel.
pub fn answer(problem: &Problem, input: &str) -> String {
    let kernel = Kernel::best();
    let (text, result) = answer_chunks(kernel, problem, [input.as_bytes()]);
    assert_eq!(result, Ok(()), "{input:?}");
    text
}

/// The number of cases of a valid text, or its first violation.
pub fn check_text(layout: &Layout, mut text: &[u8]) -> Result<u64, Violation> {
    check(layout, |buffer| text.read(buffer)).unwrap()
}

/// One case of the simple layout: the number of piles, then the piles.
pub fn case(piles: &[u64]) -> String {
    let mut text = piles.len().to_string();
    for pile in piles {
        write!(text, " {pile}").unwrap();
    }
    text + "\n"
}

pub fn bouton() -> Command {
    command(env!("CARGO_BIN_EXE_bouton"))
}

/// `program`, whose texts have no colours, whatever whoever runs the tests wants to see in colour.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    for variable in ["CI", "CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR"] {
        command.env_remove(variable);
    }
    command
}

/// Starts the program, with pipes for standard input, output and error.
pub fn start(args: &[&str]) -> Child {
    bouton()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the program with `input` on standard input.
pub fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = start(args);
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Makes a pipe with this name.
pub fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

/// Standard output, standard error and exit code.
pub fn texts(output: &Output) -> (String, String, i32) {
    (
        String::from_utf8(output.stdout.clone()).unwrap(),
        String::from_utf8(output.stderr.clone()).unwrap(),
        output.status.code().unwrap(),
    )
}

/// A folder of this test alone, empty.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Numbers that look random and are the same in every run.
pub struct Random(random::Random);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(random::Random::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// One of `items`.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// A number with at most `bits` bits, all lengths equally likely.
    pub fn of_length_up_to(&mut self, bits: u64) -> u64 {
        self.next() >> (63 - self.below(bits))
    }
}
