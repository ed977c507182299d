//! Helpers shared by the tests: answering bytes in memory, cut in any way, and running the program.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use bouton::internals::decode::Kernel;
use bouton::internals::input::Count;
use bouton::internals::layout::Repeat;
use bouton::internals::problem::{self, Problem};
use bouton::internals::testdata::generate::{self, GenerateOptions};
use bouton::internals::testdata::{CaseShape, random};

pub use crate::properties::answering::{answer_chunks, answer_parallel, check_text};
pub use crate::properties::key;

/// The embedded problem with this id or alias.
pub fn problem(name: &str) -> &'static Problem {
    crate::properties::embedded(name).unwrap()
}

/// The text of a `game.toml`.
pub fn game_toml([rule, input, piles, answer]: [&str; 4]) -> String {
    format!("rule   = \"{rule}\"\ninput  = \"{input}\"\npiles  = \"{piles}\"\nanswer = \"{answer}\"\n")
}

/// The problem of a `game.toml` with these keys, which is written into `folder`.
pub fn own_game(folder: &Path, keys: [&str; 4]) -> &'static Problem {
    own_file(folder, &game_toml(keys))
}

/// The problem of a `game.toml` with this text, which is written into `folder`.
pub fn own_file(folder: &Path, text: &str) -> &'static Problem {
    std::fs::write(folder.join("game.toml"), text).unwrap();
    match problem::find(folder) {
        // For as long as the tests run.
        Ok(problem) => Box::leak(Box::new(problem.unwrap())),
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// The options for an input of so many cases of a shape.
pub fn of_shape(seed: u64, cases: Option<u64>, shape: CaseShape) -> GenerateOptions {
    GenerateOptions {
        seed,
        cases,
        shape,
        ..GenerateOptions::default()
    }
}

/// An input, or why the options leave none.
pub fn generated(problem: &Problem, options: GenerateOptions) -> Result<String, String> {
    let mut text = Vec::new();
    match generate::run(problem, options, &mut text, &Count::default()) {
        Ok(()) => Ok(String::from_utf8(text).unwrap()),
        Err(bouton::internals::error::Error::Usage(message)) => Err(message),
        Err(error) => panic!("{error}"),
    }
}

/// All embedded problems, under their ids.
pub fn problems() -> Vec<&'static Problem> {
    problem::ids().map(|(id, _)| problem(id)).collect()
}

/// One of the embedded problems for each kind of input and answer, whatever names, texts and limits they have; all of
/// them in `scripts/check --long`.
pub fn problems_of_each_kind() -> Vec<&'static Problem> {
    let mut seen = BTreeSet::new();
    let mut all = problems();
    all.retain(|problem| {
        let input = problem.written_input.split([' ', ':', '*', '<']);
        let is_word = |word: &str| word.starts_with(|c: char| c.is_alphanumeric());
        let input: Vec<_> = input.map(|word| if is_word(word) { "n" } else { word }).collect();
        let answer = problem.answer.written.replace(char::is_alphabetic, "");
        seen.insert((input.concat(), answer)) || is_long()
    });
    all
}

/// All names of an embedded problem: its aliases and its id.
pub fn names(problem: &'static Problem) -> impl Iterator<Item = &'static str> {
    let aliases = problem.aliases.iter().map(String::as_str);
    aliases.chain([problem.id.as_str()])
}

/// The folder of the crate.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of a problem.
pub fn problem_folder(problem: &Problem) -> PathBuf {
    root().join("problems").join(&problem.id)
}

/// A program in C++: the one with this number of those that are in an executable.
pub struct Cpp(PathBuf, usize);

impl Cpp {
    /// The words that start it.
    pub fn words(&self) -> [String; 2] {
        [self.0.display().to_string(), self.1.to_string()]
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.0);
        command.arg(self.1.to_string());
        command
    }

    /// Whether it is a validator that accepts what is on its standard input.
    pub fn accepts(&self, arguments: &[&Path], input: &Path) -> bool {
        let mut command = self.command();
        command.args(arguments).stdin(File::open(input).unwrap());
        match command.run().unwrap().status.code() {
            Some(42) => true,
            Some(43) => false,
            code => panic!("{:?} ended with {code:?}", self.words()),
        }
    }
}

/// What starts the program with the number that is the first argument.
const CPP_MAIN: &str = "
typedef int (*With)(int, char **);
typedef int (*Without)();
int start(With main, int argc, char **argv) { return main(argc, argv); }
int start(Without main, int, char **) { return main(); }

int main(int argc, char **argv)
{
    switch (std::atoi(argv[1])) {";

/// Compiles programs in C++ to one executable, each in a namespace of its own, since to read the headers takes most of
/// the time; none if there is no compiler.
pub fn compile_cpp(executable: &Path, programs: &[String]) -> Option<Vec<Cpp>> {
    let (mut headers, mut all) = (BTreeSet::from(["#include <cstdlib>"]), String::new());
    let mut main = CPP_MAIN.to_owned();
    for (number, program) in programs.iter().enumerate() {
        let (includes, lines): (Vec<_>, Vec<_>) = program.lines().partition(|line| line.starts_with("#include"));
        headers.extend(includes);
        let program = lines.join("\n");
        let parts: Vec<_> = program.split("int main(").collect();
        assert_eq!(parts.len(), 2, "one main function in {program}");
        let program = parts.join("int its_main(");
        // Only the function that is called main, the last one, may end without this.
        let program = program.trim_end().strip_suffix('}').unwrap();
        let name = format!("program{number}");
        all.extend(["namespace ", &name, " {\n", program, "return 0;\n}\n}\n"]);
        let case = format!("\n    case {number}: return start({name}::its_main, argc - 1, argv + 1);");
        main += &case;
    }
    let headers = Vec::from_iter(headers).join("\n");
    let source = executable.with_extension("cpp");
    std::fs::write(&source, format!("{headers}\n{all}{main}\n    }}\n}}\n")).unwrap();
    let mut compiler = Command::new("c++");
    compiler.args("-std=c++11 -pedantic -Wall -Wextra -Werror -o".split(' '));
    let Ok(output) = compiler.args([executable, &source]).run() else {
        println!("SKIPPED: no c++ to compile programs of packages with");
        return None;
    };
    assert!(output.status.success(), "{output:?}");
    let programs = (0..programs.len()).map(|number| Cpp(executable.to_owned(), number));
    Some(programs.collect())
}

/// The first sample of a problem as files of real judges often look: with CRLF, no final newline, blank lines, or no 0
/// at the end.
pub fn untidy(problem: &Problem) -> Vec<String> {
    let Some((input, _)) = &problem.samples().first().cloned() else {
        return Vec::new();
    };
    let mut untidy = vec![
        input.replace('\n', "\r\n"),
        input.trim_end().to_owned(),
        "\n".to_owned() + &input.replace('\n', " \n\n"),
    ];
    if problem.layout.cases() == Some(Repeat::ToZero) {
        let (cases, _) = input.trim_end().rsplit_once('\n').unwrap();
        untidy.push(cases.to_owned() + "\n");
    }
    untidy
}

/// The problems that the naive reader answers as well.
pub fn plain_problems() -> impl Iterator<Item = &'static Problem> {
    crate::properties::naive::plain_ids().map(problem)
}

/// The numbers in a text.
pub fn numbers(text: &str) -> Vec<u64> {
    let words = text.split(' ');
    words.map(|word| word.parse().unwrap()).collect()
}

/// Numbers as they stand in an input or a report.
pub fn words(numbers: &[u64]) -> String {
    let words: Vec<_> = numbers.iter().map(u64::to_string).collect();
    words.join(" ")
}

/// The number of cases of a text, which must be valid.
#[track_caller]
pub fn count_valid(problem: &Problem, text: &str) -> u64 {
    let count = check_text(&problem.layout, text.as_bytes());
    count.unwrap_or_else(|violation| panic!("{} {violation}: {text:.5000}", problem.id))
}

/// Answers valid input in one chunk with the best kernel.
pub fn answer(problem: &Problem, input: &str) -> String {
    let kernel = Kernel::best();
    let (text, error) = answer_chunks(kernel, problem, [input.as_bytes()]);
    assert_eq!(error, None, "{input:?}");
    text
}

/// How every test starts a program: as `spawn` and `output` do, but it waits while the machine has no process left, and
/// what it starts can be interrupted.
pub trait Run {
    /// As `spawn`; it dies with the test.
    fn start(&mut self) -> io::Result<Child>;
    /// As `output`.
    fn run(&mut self) -> io::Result<Output>;
}

impl Run for Command {
    fn start(&mut self) -> io::Result<Child> {
        patiently(mortal(self), Command::spawn)
    }

    /// Without anything to do in the child, the system need not copy what describes the memory of all tests for it,
    /// which took a tenth of the time of all.
    fn run(&mut self) -> io::Result<Output> {
        heed_signals();
        patiently(self, Command::output)
    }
}

/// Tries again for some minutes while there is no process left (`EAGAIN`).
fn patiently<T>(command: &mut Command, start: fn(&mut Command) -> io::Result<T>) -> io::Result<T> {
    for _ in 0..3000 {
        match start(command) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                std::thread::sleep(Duration::from_millis(100));
            }
            started => return started,
        }
    }
    start(command)
}

/// What a background job ignores, as under `nohup`, would be ignored by what it starts as well: these signals have
/// their defaults from now on.
fn heed_signals() {
    #[cfg(unix)]
    for signal in [libc::SIGINT, libc::SIGHUP] {
        // SAFETY: a signal may have its default action.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Has it die with the test.
#[cfg(unix)]
fn mortal(command: &mut Command) -> &mut Command {
    use std::os::unix::process::CommandExt as _;
    heed_signals();
    let prepare = || {
        #[cfg(target_os = "linux")]
        // SAFETY: this takes a signal, and touches no memory.
        unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        }
        Ok(())
    };
    // SAFETY: all that it calls may be called between `fork` and `exec`.
    unsafe { command.pre_exec(prepare) }
}

#[cfg(not(unix))]
fn mortal(command: &mut Command) -> &mut Command {
    command
}

/// Waits until something has happened that `child` does before it ends.
#[cfg(unix)]
pub fn wait_until(child: &mut Child, happened: impl Fn() -> bool) {
    while !happened() {
        let ended = child.try_wait().unwrap();
        assert!(ended.is_none() || happened(), "it ended early: {ended:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// What `work` makes of each item, two at a time: for work that mostly waits, while others wait or compute.
pub fn side_by_side<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, made) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let at = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(item) = items.get(at)
                {
                    let one = work(item);
                    made.lock().unwrap().insert(at, one);
                }
            });
        }
    });
    made.into_inner().unwrap().into_values().collect()
}

/// Whether this is `scripts/check --long`.
pub fn is_long() -> bool {
    std::env::args().any(|argument| argument == "--include-ignored")
}

/// All of `items` in `scripts/check --long`, and otherwise each `step`th of them, from the first one on.
pub fn some_of<I: IntoIterator>(step: usize, items: I) -> std::iter::StepBy<I::IntoIter> {
    items.into_iter().step_by(if is_long() { 1 } else { step })
}

/// The records of a table in `tests/tables`: the words of its first lines, and the indented lines below. A text in
/// quotes is a word, and may have the escapes of JSON.
pub fn records(table: &str) -> Vec<(Vec<String>, String)> {
    let mut records: Vec<(Vec<String>, String)> = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let last = records.last_mut();
        if let (Some(expected), Some((_, lines))) = (line.strip_prefix("    "), last) {
            let end = if lines.is_empty() { "" } else { "\n" };
            lines.extend([end, expected]);
            continue;
        }
        if records.last().is_none_or(|(_, lines)| !lines.is_empty()) {
            records.push(Default::default());
        }
        let (words, _) = records.last_mut().unwrap();
        for (part, is_quoted) in line.split('"').zip([false, true].into_iter().cycle()) {
            if is_quoted {
                words.push(serde_json::from_str(&format!("\"{part}\"")).unwrap());
            } else {
                words.extend(part.split_whitespace().map(str::to_owned));
            }
        }
    }
    records
}

pub fn bouton() -> Command {
    command(env!("CARGO_BIN_EXE_bouton"))
}

/// The search path for programs. If `python3` is a script that starts Python, as with pyenv, the folder of Python itself
/// comes first: the script takes 60 ms.
static PATH: LazyLock<OsString> = LazyLock::new(|| {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<_> = env::split_paths(&path).collect();
    let mut files = folders.iter().map(|folder| folder.join("python3"));
    let is_script = |file: &PathBuf| fs::read(file).is_ok_and(|text| text.starts_with(b"#!"));
    if let Some(script) = files.find(|file| file.is_file()).filter(is_script) {
        let name = "import os, sys; print(os.path.dirname(sys.executable))";
        let output = Command::new(script).args(["-c", name]).run().unwrap();
        // A script may have no Python to start.
        let folder = String::from_utf8(output.stdout).unwrap();
        folders.splice(..0, folder.lines().map(PathBuf::from));
    }
    env::join_paths(folders).unwrap()
});

/// Runs `program` without colors, whatever the environment of the tests asks for.
pub fn command(program: &str) -> Command {
    // For a name without a folder and with another PATH, the standard library would fork this large process.
    let mut files = env::split_paths(&*PATH).map(|folder| folder.join(program));
    let file = files.find(|file| file.is_file()).unwrap_or_else(|| program.into());
    let mut command = Command::new(file);
    command.env("PATH", &*PATH);
    let variables = "CI CLICOLOR CLICOLOR_FORCE NO_COLOR LC_ALL LC_MESSAGES LANG";
    for variable in variables.split(' ') {
        command.env_remove(variable);
    }
    command
}

/// Starts the program, with pipes for standard input, output and error: it ends when these do, as with the test.
pub fn start(args: &[&str]) -> Child {
    let mut command = bouton();
    command.args(args).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    heed_signals();
    patiently(&mut command, Command::spawn).unwrap()
}

/// Runs the program with `input` on standard input.
pub fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    // It may write before it has read everything, and may end before that.
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    })
}

/// A new named pipe. Opened for both, it stays open, and opening it does not wait.
#[cfg(unix)]
pub fn open_pipe(path: &Path) -> File {
    let made = Command::new("mkfifo").arg(path).run();
    assert!(made.unwrap().status.success());
    File::options().read(true).write(true).open(path).unwrap()
}

/// Standard output, standard error and exit code.
pub fn texts(output: &Output) -> (String, String, i32) {
    let text = |bytes: &[u8]| str::from_utf8(bytes).unwrap().to_owned();
    let code = output.status.code().unwrap();
    (text(&output.stdout), text(&output.stderr), code)
}

/// The names in a folder, sorted.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// An empty folder with this name: tests that run at once and ask for the same name get one each.
pub fn folder(name: &str) -> PathBuf {
    static ASKED: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());
    let count = *ASKED
        .lock()
        .unwrap()
        .entry(name.to_owned())
        .and_modify(|count| *count += 1)
        .or_insert(1);
    let name = if count == 1 {
        name.to_owned()
    } else {
        format!("{name}.{count}")
    };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Pseudorandom numbers that are the same in every run.
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
