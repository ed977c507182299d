//! The programs that `source` writes: compiled as strictly as judges do, and right about all test data.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bouton::internals::problem::Problem;

use crate::harness::{Run as _, answer, bouton, command, folder, names, own_game, problems, some_of, texts};

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
    ("python", "solution.py", "python3 -W error -m py_compile solution.py"),
    ("java", "Main.java", "javac -Xlint:all -Werror Main.java"),
];

/// For the judges whose compilers are old.
const OLD: [(&str, &str); 2] = [
    ("c", "cc -std=gnu89 -Wall -Wextra -Werror -fsyntax-only solution.c"),
    ("cpp", "c++ -std=c++98 -Wall -Wextra -Werror -fsyntax-only solution.cpp"),
];

/// Runs a command line in a folder; `None` if there is no such program, else what it says.
fn run_in(folder: &Path, line: &str) -> Option<(String, bool)> {
    let mut words = line.split(' ');
    let mut command = command(words.next()?);
    command.args(words).current_dir(folder);
    if Command::new(command.get_program()).arg("--version").run().is_err() {
        return None;
    }
    let output = command.run().ok()?;
    let said = [output.stdout, output.stderr].concat();
    Some((String::from_utf8_lossy(&said).into_owned(), output.status.success()))
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
        assert_eq!(said, Some((String::new(), true)), "{name} in {language}: {said:?}");
    }
    true
}

/// How many lines of code there are, which an answer of this kind may have at most.
fn lines_of_code(text: &str) -> usize {
    let mut is_comment = false;
    let is_code = |line: &&str| {
        let line = line.trim();
        is_comment |= line.starts_with("/*");
        let counts = !is_comment && !line.is_empty() && !line.starts_with("//") && !line.starts_with("# ");
        is_comment &= !line.ends_with("*/");
        counts
    };
    text.lines().filter(is_code).count()
}

/// Runs the program on an input.
fn answers_of(folder: &Path, language: &str, input: &Path) -> String {
    let mut command = match language {
        "python" => {
            let mut command = command("python3");
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
    for name in some_of(3, KINDS) {
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
fn places_in_places_of_lists_have_their_type_in_rust() {
    let folder = folder("places");
    for (rule, answer) in [("kayles", "{grundy}"), ("moore 2", "any {after}|lose")] {
        let keys = [rule, "{ n:1..6 / a:0..10^18*n / ! }+", "a", answer];
        let problem = own_game(&folder, keys);
        is_right(&folder, problem, &folder.to_string_lossy(), LANGUAGES[2]);
    }
}

#[test]
fn one_program_is_right_in_each_language() {
    let folder = folder("five-languages");
    for language in LANGUAGES {
        is_right(&folder, crate::harness::problem("hdu1536"), "hdu1536", language);
    }
}

/// How many lines a program may have that gives such answers, by what its C program does: it lists or counts moves,
/// makes a table, calls a function for its formula, or has the formula alone.
fn most_lines(answer: &str, c: &str, language: &str) -> usize {
    let of_moves = ["{count}", "{pile", "{take}", "{after}", "{size}", "{left}"];
    let is_list = |line: &&str| line.starts_with("static ") && line.ends_with("];");
    // What is read has the name of the statement, which is a letter.
    let is_table = |line: &str| {
        line.split(['[', ' '])
            .any(|word| word.len() > 1 && line.contains(&format!(" {word}[")))
    };
    let has_function = c.lines().any(|line| line.starts_with("static ") && line.ends_with('{'));
    if of_moves.iter().any(|value| answer.contains(value)) {
        60
    } else if c.lines().filter(is_list).any(is_table) {
        45
    } else if has_function || language == "java" {
        40
    } else if language == "cpp" {
        27
    } else {
        25
    }
}

#[test]
fn each_problem_has_programs_that_are_no_longer_than_one_would_write() {
    let mut lengths = Vec::new();
    for (problem, name) in problems()
        .into_iter()
        .flat_map(|it| names(it).map(move |name| (it, name)))
    {
        let mut c = String::new();
        for (language, ..) in LANGUAGES {
            let mut source = bouton();
            source.args(["source", name, "--lang", language]);
            let (text, err, code) = texts(&source.run().unwrap());
            assert_eq!((&*err, code), ("", 0), "{name} in {language}");
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest < Some(140), "{name} in {language}: {text}");
            if language == "c" {
                c.clone_from(&text);
            }
            let lines = lines_of_code(&text);
            let most = most_lines(&problem.answer.written, &c, language);
            assert!(lines <= most, "{lines} lines, not {most}: {name} in {language}: {text}");
            lengths.push(lines);
        }
    }
    lengths.sort_unstable();
    assert!(lengths[lengths.len() / 2] <= 25);
}

/// The program of a game of one's own in a language, or what is said instead.
#[track_caller]
fn source_of(folder: &Path, keys: [&str; 4], language: &str) -> String {
    own_game(folder, keys);
    let mut source = bouton();
    source.args(["source", "-q", "--lang", language]).arg(folder);
    let (out, err, code) = texts(&source.run().unwrap());
    assert_eq!(code == 0, err.is_empty(), "{keys:?}: {err}");
    out + &err
}

#[test]
fn numbers_that_are_too_large_for_a_program_are_named_in_words() {
    let folder = folder("refused-sources");
    for (keys, expected) in [
        (
            ["take odd", "{ n:1..5 / a:0..2^62*n / ! }+", "a", "{count}"],
            "the number of piles in all cases (5) times how many numbers a move may take (2^61) should be at most 10^8",
        ),
        (
            [
                "take s or split",
                "k:1..4 / s:1..9*k / n:1..5 / a:0..10^6*n / !",
                "a",
                "W|L",
            ],
            "the square of the largest pile (10^6) should be at most 4*10^9",
        ),
        (
            ["wythoff", "{ a:0..2^62 b:0..2^62 / ! }+", "a b", "{after}|no"],
            "the largest pile (2^62) should be at most 2^62-1",
        ),
    ] {
        let said = source_of(&folder, keys, "c");
        assert!(said.ends_with(&format!(": {expected}\n")), "{said}");
    }
}

#[test]
fn a_program_in_python_says_if_it_may_take_longer_than_the_limit() {
    let folder = folder("slow-sources");
    let keys = |largest: &'static str| ["take {1,2} or split", largest, "a", "W|L"];
    let slow = keys("{ n:1..4 / a:0..60000*n / ! }+");
    let says = "# In Python, the largest input may take about 36 s.";
    assert!(source_of(&folder, slow, "python").contains(says));
    assert!(!source_of(&folder, slow, "c").contains("Python"));
    let fast = keys("{ n:1..4 / a:0..600*n / ! }+");
    assert!(!source_of(&folder, fast, "python").contains("In Python"));
    let of_case = ["take s and split", "{ k:1..90 s:1..99*k / n:0..900 / ! }0", "n", "W|L"];
    let says = "# In Python, a large case may take about 1 s.";
    assert!(source_of(&folder, of_case, "python").contains(says));
}

#[test]
fn programs_do_only_what_the_limits_leave_to_do() {
    let folder = folder("known-sources");
    for (keys, language, has, lacks) in [
        (
            ["coins", "{ n:1..9 / a:0..9<=*n / ! }+", "a+i", "W|L"],
            "c",
            "a[i + 1] - a[i];",
            &["qsort"][..],
        ),
        (
            ["take {k,1}", "{ k:2..9 n:1..50 / ! }+", "n", "{take}|no"],
            "c",
            "takes[1] = k;",
            &["qsort"],
        ),
        (
            ["misere take P..Q", "{ P:1..9 Q:P..20 n:1..500 / ! }+", "n", "{take}|no"],
            "c",
            "",
            &["for (", "found"],
        ),
        (
            ["nim", "{ n:1..9 / a:0..9*n / ! }+", "a", "{after}|no"],
            "c",
            "",
            &["for (j"],
        ),
        (
            ["take 1..K", "{ n:0..99 K:1..99 / ! }+", "n", "{count}"],
            "rust",
            "",
            &["0 <="],
        ),
        // From 15857 stones on, some values of rows are above 511.
        (["ring {6}", "{ n:1..30000 / ! }+", "n", "W|L"], "c", "seen[60002]", &[]),
        (
            ["wythoff", "{ a:0..9 b:0..9 / ! }+", "a b", "W|L"],
            "c",
            "first_wins(int a, int b)",
            &[],
        ),
    ] {
        let program = source_of(&folder, keys, language);
        let has_none = lacks.iter().all(|lacking| !program.contains(lacking));
        assert!(program.contains(has) && has_none, "{keys:?}: {program}");
    }
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
    for keys in some_of(20, crate::programs::own_games()) {
        let keys = [0, 1, 2, 3].map(|key| &*keys[key]);
        let problem = own_game(&folder, keys);
        for language in LANGUAGES {
            is_right(&folder, problem, &folder.to_string_lossy(), language);
        }
    }
}
