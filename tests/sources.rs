//! The programs that `source` writes: compiled as strictly as judges do, and right about all test data.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bouton::internals::problem::Problem;

use crate::harness::{Run as _, answer, bouton, folder, names, own_game, problems, some_of, texts};

/// A language: its name, the file of its program, and what compiles that without a word.
type Language = (&'static str, &'static str, &'static str);

const LANGUAGES: [Language; 5] = [
    (
        "c",
        "solution.c",
        "cc -std=c99 -Wall -Wextra -pedantic -Werror -O1 solution.c -o solution",
    ),
    (
        "cpp",
        "solution.cpp",
        "c++ -std=c++11 -Wall -Wextra -pedantic -Werror -O1 solution.cpp -o solution",
    ),
    (
        "rust",
        "solution.rs",
        "rustc --edition 2021 -D warnings -C opt-level=1 solution.rs -o solution",
    ),
    (
        "python",
        "solution.py",
        "python3 -W error -m py_compile solution.py",
    ),
    ("java", "Main.java", "javac -Xlint:all -Werror Main.java"),
];

/// For the judges whose compilers are old.
const OLD: [(&str, &str); 2] = [
    (
        "c",
        "cc -std=gnu89 -Wall -Wextra -Werror -fsyntax-only solution.c",
    ),
    (
        "cpp",
        "c++ -std=c++98 -Wall -Wextra -Werror -fsyntax-only solution.cpp",
    ),
];

/// Runs a command line in a folder; `None` if there is no such program, else what it says.
fn run_in(folder: &Path, line: &str) -> Option<(String, bool)> {
    let mut words = line.split(' ');
    let mut command = Command::new(words.next()?);
    command.args(words).current_dir(folder);
    if Command::new(command.get_program())
        .arg("--version")
        .run()
        .is_err()
    {
        return None;
    }
    let output = command.run().ok()?;
    let said = [output.stdout, output.stderr].concat();
    Some((
        String::from_utf8_lossy(&said).into_owned(),
        output.status.success(),
    ))
}

/// Writes the program of a problem in a folder, and compiles it; whether there is a compiler.
#[track_caller]
fn is_compiled(folder: &Path, name: &str, (language, file, compiler): Language) -> bool {
    let mut source = bouton();
    source.args(["source", name, "--lang", language, "-q", "-o"]);
    let (out, err, code) = texts(&source.arg(folder.join(file)).run().unwrap());
    assert_eq!((&*out, &*err, code), ("", "", 0), "{name} in {language}");
    let Some((said, is_good)) = run_in(folder, compiler) else {
        return false;
    };
    assert!(is_good && said.is_empty(), "{name} in {language}: {said}");
    let is_old = ["poj", "hdu", "uva", "zoj", "timus", "hfut", "bzoj"]
        .iter()
        .any(|judge| name.starts_with(judge));
    if let Some((_, compiler)) = OLD.iter().find(|old| is_old && old.0 == language) {
        let said = run_in(folder, compiler);
        assert_eq!(
            said,
            Some((String::new(), true)),
            "{name} in {language}: {said:?}"
        );
    }
    true
}

/// How many lines of code there are, which an answer of this kind may have at most.
fn lines_of_code(text: &str) -> usize {
    let mut is_comment = false;
    let is_code = |line: &&str| {
        let line = line.trim();
        is_comment |= line.starts_with("/*");
        let counts =
            !is_comment && !line.is_empty() && !line.starts_with("//") && !line.starts_with("# ");
        is_comment &= !line.ends_with("*/");
        counts
    };
    text.lines().filter(is_code).count()
}

/// Runs the program on an input.
fn answers_of(folder: &Path, language: &str, input: &Path) -> String {
    let mut command = match language {
        "python" => {
            let mut command = Command::new("python3");
            command.arg(folder.join("solution.py"));
            command
        }
        "java" => {
            let mut command = Command::new("java");
            command.args(["-cp"]).arg(folder).arg("Main");
            command
        }
        _ => Command::new(folder.join("solution")),
    };
    let input = fs::File::open(input).unwrap();
    let output = command.stdin(input).run().unwrap();
    String::from_utf8_lossy(&output.stdout).replace('\r', "")
}

/// Checks a program on samples and on some generated cases.
#[track_caller]
fn is_right(folder: &Path, problem: &'static Problem, name: &str, language: Language) {
    if !is_compiled(folder, name, language) {
        return;
    }
    let samples = problem.samples().into_iter();
    let mut inputs: Vec<String> = samples.map(|sample| sample.0).collect();
    // Small numbers, and all that the limits allow.
    for options in [&["--seed", "1", "--largest", "7"][..], &["--seed", "2"]] {
        let mut generate = bouton();
        generate.args(["generate", name, "--bytes", "2000"]);
        generate.args(options);
        let (input, _, code) = texts(&generate.run().unwrap());
        inputs.extend((code == 0).then_some(input));
    }
    let file: PathBuf = folder.join("in");
    for input in inputs {
        fs::write(&file, &input).unwrap();
        let expected = answer(problem, &input);
        let actual = answers_of(folder, language.0, &file);
        assert!(
            actual == expected,
            "{name} in {}, {input:.300}:\n{expected:.300}\n{actual:.300}",
            language.0
        );
    }
}

/// One problem of each kind: who wins by a formula, by a table, by a function; all moves, the first, how many; rows,
/// zeros, letters, lines, gaps, counts, names.
const KINDS: [&str; 14] = [
    "cses1730",
    "hdu1850",
    "hdu2176",
    "bzoj1874",
    "luogup1247",
    "codingamemiserenim",
    "hdu1536",
    "hdu2177",
    "hdu1730",
    "hackerranknimble",
    "hdu2486",
    "hdu3537",
    "hdu1851",
    "spojmcoins",
];

#[test]
fn programs_of_each_kind_are_right_in_c_and_python() {
    let folder = folder("sources");
    for name in KINDS {
        let problem = crate::harness::problem(name);
        is_right(&folder, problem, name, LANGUAGES[0]);
        is_right(&folder, problem, name, LANGUAGES[3]);
    }
}

#[test]
fn numbers_of_64_bits_that_a_program_makes_of_small_ones_are_right_in_c() {
    let folder = folder("grown");
    for answer in ["{take}|lose", "{count}"] {
        let keys = ["take 1..K*last", "{ n:2..10^15 K:1..5 / ! }+", "n", answer];
        let problem = own_game(&folder, keys);
        is_right(&folder, problem, &folder.to_string_lossy(), LANGUAGES[0]);
    }
}

#[test]
fn one_program_is_right_in_each_language() {
    let folder = folder("five-languages");
    for language in LANGUAGES {
        is_right(
            &folder,
            crate::harness::problem("hdu1536"),
            "hdu1536",
            language,
        );
    }
}

#[test]
fn each_problem_has_programs_that_are_no_longer_than_one_would_write() {
    let mut lengths = Vec::new();
    for name in problems().into_iter().flat_map(names) {
        for (language, ..) in LANGUAGES {
            let mut source = bouton();
            source.args(["source", name, "--lang", language]);
            let (text, err, code) = texts(&source.run().unwrap());
            assert_eq!((&*err, code), ("", 0), "{name} in {language}");
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest < Some(140), "{name} in {language}: {text}");
            lengths.push((lines_of_code(&text), name, language));
        }
    }
    lengths.sort_unstable();
    let (most, ..) = lengths[lengths.len() - 1];
    let (median, ..) = lengths[lengths.len() / 2];
    assert!(
        most <= 60 && median <= 25,
        "{:?}",
        &lengths[lengths.len() - 9..]
    );
}

#[test]
#[ignore = "long: scripts/check --long"]
fn all_programs_are_accepted_in_five_languages() {
    let folder = folder("all-sources");
    for name in some_of(50, problems().into_iter().flat_map(names)) {
        for language in LANGUAGES {
            if !is_compiled(&folder, name, language) {
                continue;
            }
            let mut judged = bouton();
            judged.args(["test", name]).arg(folder.join(language.1));
            let (out, err, code) = texts(&judged.run().unwrap());
            // Python takes its time for the largest data of some of them.
            let is_slow = language.0 == "python" && out.contains("TLE") && !out.contains("WA");
            assert!(
                err.is_empty() && (code == 0 || is_slow),
                "{name} in {}: {out}{err}",
                language.0
            );
        }
    }
}

#[test]
#[ignore = "long: scripts/check --long"]
fn programs_of_own_games_are_right_in_five_languages() {
    let folder = folder("own-sources");
    for keys in some_of(10, crate::programs::own_games()) {
        let keys = [0, 1, 2, 3].map(|key| &*keys[key]);
        let problem = own_game(&folder, keys);
        for language in LANGUAGES {
            is_right(&folder, problem, &folder.to_string_lossy(), language);
        }
    }
}
