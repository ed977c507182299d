//! `bouton diff` from a user's point of view: files, pipes, messages and exit codes.

use std::fs;
#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::process::Stdio;

#[cfg(unix)]
use crate::harness::{Run as _, bouton, command};
use crate::harness::{folder, run, texts};

const INPUT: &str = "2 45 45\n3 3 6 9\n2 1 1\n";
const RIGHT: &str = "No\nYes\nNo\n";
const WRONG: &str = "No\nNo\nNo\n";

#[cfg(unix)]
const WRONG_REPORT: &str = "\
WA: wrong answer
case 2, 1.in:2
  3 3 6 9
expected Yes (1.ans:2)
actual   No (1.out:2)
1.ans is right:
  the player to move wins: pile 3: take 4 -> 3 6 5: the nim-sum is 0
1 of 3 cases differs
";

/// Creates a folder with an input, the right answers, and wrong ones.
fn files(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    fs::write(folder.join("1.in"), INPUT).unwrap();
    fs::write(folder.join("1.ans"), RIGHT).unwrap();
    fs::write(folder.join("1.out"), WRONG).unwrap();
    folder
}

/// Runs `script`, in which `$bouton` is the program, and returns its standard output and error and its
/// exit code.
#[cfg(unix)]
fn shell(folder: &Path, script: &str) -> (String, String, i32) {
    let mut command = command("bash");
    command.current_dir(folder).args(["-c", script]);
    command.env("bouton", env!("CARGO_BIN_EXE_bouton"));
    texts(&command.stdin(Stdio::null()).run().unwrap())
}

#[cfg(unix)]
#[test]
fn the_exit_code_tells_whether_answers_are_accepted() {
    let folder = files("diff_exit_codes");
    let claims = |script: &str| shell(&folder, script);
    let good = |report: &str| (report.to_owned(), String::new(), 0);
    let bad = |report: &str| (report.to_owned(), String::new(), 1);
    assert_eq!(
        claims("$bouton diff poj2234 1.in 1.ans 1.ans"),
        good("AC: accepted, 3 cases\n")
    );
    assert_eq!(
        claims("$bouton diff poj2234 1.in 1.ans"),
        good("AC: accepted, 3 cases\n")
    );
    assert_eq!(
        claims("$bouton diff poj2234 1.in 1.ans 1.out"),
        bad(WRONG_REPORT)
    );
    let report = "\
PE: presentation error
case 1, 1.in:1
  2 45 45
expected \"No\" (1.ans:1)
actual   \" No\" after 1 blank line (stdin:2)
only white space differs from what is expected
1 answer differs in white space
";
    assert_eq!(
        claims("printf '\\n No\\r\\nYes  \\nNo' | $bouton diff poj2234 1.in 1.ans -"),
        bad(report)
    );
    let report = "\
WA: wrong answer
case 2, 1.in:2
  3 3 6 9
expected No (1.out:2)
actual   Yes (bouton)
bouton is right, 1.out is wrong:
  the player to move wins: pile 3: take 4 -> 3 6 5: the nim-sum is 0
1 of 3 cases differs
";
    assert_eq!(claims("$bouton diff poj2234 1.in 1.out"), bad(report));
}

#[cfg(unix)]
#[test]
fn too_few_and_too_many_answers_are_reported_as_such() {
    let folder = files("diff_counts");
    let claims = |actual: &str, lines: &[&str]| {
        fs::write(folder.join("actual"), actual).unwrap();
        let (report, error, code) = shell(&folder, "$bouton diff poj2234 1.in 1.ans actual");
        assert_eq!((error, code), (String::new(), 1));
        for line in lines {
            assert!(
                report.lines().any(|claims| claims == *line),
                "{line:?} of\n{report}"
            );
        }
    };
    claims(
        "No\nYes\n",
        &[
            "case 3, 1.in:3",
            "actual   nothing (actual)",
            "1 of 3 cases differs",
            "too few answers: actual has 2, 1.ans has 3",
        ],
    );
    claims(
        "",
        &[
            "3 of 3 cases differ; the next: 2, 3",
            "too few answers: actual has 0, 1.ans has 3",
        ],
    );
    claims(
        "No\nYes\nNo\nYes\nNo",
        &[
            "case 4",
            "expected nothing (1.ans)",
            "actual   Yes (actual:4)",
            "1.in has only 3 cases",
            "2 of 5 answers differ; the next: 5",
            "too many answers: actual has 5, 1.ans has 3",
        ],
    );
    // If there are too few expected answers, that is reported even where the others agree.
    fs::write(folder.join("short"), "No\nYes\n").unwrap();
    let (report, _, code) = shell(&folder, "$bouton diff poj2234 1.in short short");
    let start = "JE: judge error\nshort has 2 answers to 3 cases\n";
    assert!(report.starts_with(start) && code == 1, "{report}");
}

#[cfg(unix)]
#[test]
fn wrong_answers_that_are_expected_are_reported_where_the_others_differ_in_white_space() {
    let folder = files("diff_doubtful_white_space");
    fs::write(folder.join("white"), " No\nNo\nNo\n").unwrap();
    fs::write(folder.join("2.out"), "No\n No\nNo\n").unwrap();
    for other in ["white", "2.out"] {
        let script = format!("$bouton diff poj2234 1.in 1.out {other}");
        let (report, _, code) = shell(&folder, &script);
        assert_eq!(code, 1);
        assert!(report.starts_with("PE: presentation error\n"), "{report}");
        let expected_wrong = "\
1.out differs from the right answers in 1 case
case 2, 1.in:2
  3 3 6 9
expected No (1.out:2)
";
        assert!(report.contains(expected_wrong), "{report}");
        assert!(report.contains("\nthe right answer is Yes:\n"), "{report}");
    }
}

#[cfg(unix)]
#[test]
fn white_space_in_answers_is_that_of_inputs_and_what_does_not_show_is_written_out() {
    let folder = files("diff_white_space");
    for (actual, verdict, shown) in [
        ("No\x0b\nYes \x0c\nNo\t\x0b\n", "AC", None),
        (
            "No\n\x0bYes\nNo\n",
            "PE",
            Some("actual   \"\\u{b}Yes\" (-:2)"),
        ),
        (
            "No\nYes\u{a0}\nNo\n",
            "WA",
            Some("actual   Yes\\u{a0} (-:2)"),
        ),
        (
            "\u{feff}No\nYes\nNo\n",
            "WA",
            Some("actual   \\u{feff}No (-:1)"),
        ),
        (
            "No\nYes\u{200b}\nNo\n",
            "WA",
            Some("actual   Yes\\u{200b} (-:2)"),
        ),
    ] {
        fs::write(folder.join("2.out"), actual).unwrap();
        let (report, ..) = shell(&folder, "$bouton diff poj2234 1.in 1.ans 2.out");
        assert!(report.starts_with(verdict), "{actual:?}: {report}");
        let shown = shown.map(|shown| shown.replace('-', "2.out"));
        assert!(
            shown.is_none_or(|shown| report.contains(&shown)),
            "{report}"
        );
        assert!(!report.contains("letter case"), "{report}");
    }
}

#[cfg(unix)]
#[test]
fn where_long_answers_differ_is_shown() {
    let folder = files("diff_long");
    let piles: Vec<_> = (0..200).map(|i| (1_000_000 + 7 * i).to_string()).collect();
    fs::write(folder.join("2.in"), format!("201\n{} 3\n", piles.join(" "))).unwrap();
    let (right, ..) = shell(&folder, "$bouton luogup1247 2.in | tee 2.ans");
    let (report, ..) = shell(
        &folder,
        "sed 's/ 1000700 / 1000701 /' 2.ans > 2.out; $bouton diff luogup1247 2.in 2.ans 2.out",
    );
    assert!(right.contains(" 1000700 "));
    let difference = "\
first difference
  \"... 1000665 1000672 1000679 1000686 1000693 1000700 1000707 1000714 1000721 1000728 1000735 ...\" (2.ans:2)
  \"... 1000665 1000672 1000679 1000686 1000693 1000701 1000707 1000714 1000721 1000728 1000735 ...\" (2.out:2)
2.ans is right:
";
    assert!(report.contains(difference), "{report}");
    let input = format!("40\n{}\n0\n", "9 ".repeat(39) + "8");
    fs::write(folder.join("3.in"), input).unwrap();
    let (report, ..) = shell(
        &folder,
        "$bouton hdu2176 3.in > 3.ans; sed 20d 3.ans | sed '$s/$/./' > 3.out
        sed '30s/ /  /' 3.ans > 3.white; head -n 9 3.ans > 3.few
        for out in out white few; do $bouton diff hdu2176 3.in 3.ans 3.$out; done",
    );
    let differences: Vec<_> = report
        .lines()
        .filter(|line| line.starts_with("  \"") || line.starts_with("  nothing"))
        .collect();
    assert_eq!(
        differences,
        [
            "  \"9 8\" (3.ans:39)",
            "  \"9 8.\" (3.out:39)",
            "  \"9 8\" (3.ans:30)",
            "  \"9  8\" (3.white:30)",
            "  \"9 8\" (3.ans:10)",
            "  nothing more (3.few:10)",
        ],
        "{report}"
    );
}

#[cfg(unix)]
#[test]
fn expected_answers_that_are_wrong_are_a_judge_error_even_where_the_actual_ones_agree() {
    let folder = files("diff_doubtful");
    let report = "\
JE: judge error
1.out differs from the right answers in 1 case
case 2, 1.in:2
  3 3 6 9
expected No (1.out:2)
actual   No (1.out:2)
the right answer is Yes:
  the player to move wins: pile 3: take 4 -> 3 6 5: the nim-sum is 0
";
    let claims = shell(&folder, "$bouton diff poj2234 1.in 1.out 1.out");
    assert_eq!(claims, (report.to_owned(), String::new(), 1));
    let object: serde_json::Value =
        serde_json::from_str(&shell(&folder, "$bouton diff --json poj2234 1.in 1.out 1.out").0)
            .unwrap();
    assert_eq!(object["verdict"], "JE");
    assert_eq!(
        (&object["cases"], &object["expected_wrong"]),
        (&3.into(), &1.into())
    );
    assert_eq!(
        (&object["case"], &object["input"]),
        (&2.into(), &"3 3 6 9".into())
    );
    assert_eq!(
        (&object["expected"], &object["actual"]),
        (&"No".into(), &"No".into())
    );
    assert!(
        object["proof"]
            .as_str()
            .unwrap()
            .contains("pile 3: take 4 -> 3 6 5"),
        "{object}"
    );
    // Where the actual answers are right, nothing is reported twice.
    let report = "\
WA: wrong answer
case 2, 1.in:2
  3 3 6 9
expected No (1.out:2)
actual   Yes (1.ans:2)
1.ans is right, 1.out is wrong:
  the player to move wins: pile 3: take 4 -> 3 6 5: the nim-sum is 0
1 of 3 cases differs
1.out differs from the right answers in 1 case
";
    let claims = shell(&folder, "$bouton diff poj2234 1.in 1.out 1.ans");
    assert_eq!(claims, (report.to_owned(), String::new(), 1));
}

#[cfg(unix)]
#[test]
fn any_of_the_files_may_be_standard_input_or_a_pipe() {
    let folder = files("diff_pipes");
    for (script, name) in [
        ("$bouton diff poj2234 - 1.ans 1.out < 1.in", "1.in"),
        ("cat 1.in | $bouton diff poj2234 - 1.ans 1.out", "1.in"),
        ("$bouton diff poj2234 1.in - 1.out < 1.ans", "1.ans"),
        ("cat 1.ans | $bouton diff poj2234 1.in - 1.out", "1.ans"),
        ("cat 1.out | $bouton diff poj2234 1.in 1.ans -", "1.out"),
    ] {
        let report = WRONG_REPORT.replace(name, "stdin");
        assert_eq!(
            shell(&folder, script),
            (report, String::new(), 1),
            "{script}"
        );
    }
    let script = "$bouton diff poj2234 <(cat 1.in) <(cat 1.ans) <(cat 1.out)";
    let (report, error, code) = shell(&folder, script);
    let lines = |report: &str| -> Vec<String> {
        // Without names.
        let words = |line: &str| line.split([' ', ':']).next_back().unwrap().to_owned();
        report.lines().map(words).collect()
    };
    assert_eq!(lines(&report), lines(WRONG_REPORT));
    assert_eq!((error, code), (String::new(), 1));
    // Another program has read the first line: cases and lines count from there.
    let script = "tail -n +2 1.ans > rest; { read; $bouton diff poj2234 - rest 1.out; } < 1.in";
    let (report, _, code) = shell(&folder, script);
    assert!(
        report.contains("case 1, stdin:1\n  3 3 6 9\n") && code == 1,
        "{report}"
    );
}

#[test]
fn only_one_file_can_be_standard_input() {
    for args in [["-", "-", "x"], ["x", "-", "-"], ["-", "-", "-"]] {
        let output = texts(&run(&[&["diff", "poj2234"], &args[..]].concat(), b""));
        let message = "bouton: only one of the files can be standard input\n";
        assert_eq!(output, (String::new(), message.to_owned(), 2));
    }
}

#[test]
fn files_that_cannot_be_read_are_reported_by_name() {
    let folder = files("diff_unreadable");
    let name = |file: &str| folder.join(file).to_str().unwrap().to_owned();
    let [input, right, missing, dir] = ["1.in", "1.ans", "missing", ""].map(name);
    for (bad, why) in [
        (&missing, "No such file or directory"),
        (&dir, "Is a directory"),
    ] {
        for files in [
            [bad, &right, &right],
            [&input, bad, &right],
            [&input, &right, bad],
        ] {
            let args = files.map(String::as_str);
            let output = texts(&run(&[&["diff", "poj2234"], &args[..]].concat(), b""));
            assert_eq!(
                output,
                (String::new(), format!("bouton: {bad}: {why}\n"), 2)
            );
        }
    }
}

#[test]
fn bad_input_is_reported_with_its_position_and_no_verdict() {
    let folder = folder("diff_bad_input");
    let path = folder.join("bad.in");
    let name = path.to_str().unwrap();
    let answers = folder.join("answers");
    let answers = answers.to_str().unwrap();
    fs::write(answers, RIGHT).unwrap();
    let many = "1 1\n".repeat(2_000_000);
    for (input, message) in [
        (
            "2 45 45\n2 1 x\n",
            "2:5: expected a number, found 'x' (case 2)".to_owned(),
        ),
        (
            "2 45",
            "1:5: input ends inside the case: 1 of 2 piles read (case 1)".to_owned(),
        ),
        (
            &(many + "-"),
            "2000001:1: expected a number, found '-' (case 2000001)".to_owned(),
        ),
    ] {
        fs::write(&path, input).unwrap();
        for actual in [&[answers][..], &[]] {
            let args = [&["diff", "poj2234", name, answers], actual].concat();
            let output = texts(&run(&args, b""));
            assert_eq!(
                output,
                (String::new(), format!("bouton: {name}:{message}\n"), 2)
            );
        }
        let output = texts(&run(&["diff", "poj2234", "-", answers], input.as_bytes()));
        assert_eq!(
            output,
            (String::new(), format!("bouton: stdin:{message}\n"), 2)
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_unread_report_is_not_an_error_but_one_that_cannot_be_written_is() {
    let folder = files("diff_output");
    let command = |actual: &str| {
        let mut command = bouton();
        command
            .current_dir(&folder)
            .args(["diff", "poj2234", "1.in", "1.ans", actual]);
        command.stdin(Stdio::null()).stderr(Stdio::piped());
        command
    };
    for actual in ["1.ans", "1.out"] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = texts(&command(actual).stdout(full).run().unwrap());
        let message = "bouton: stdout: No space left on device\n".to_owned();
        assert_eq!(output, (String::new(), message, 2));
        let (reader, writer) = io_pipe();
        drop(reader);
        let output = texts(&command(actual).stdout(writer).run().unwrap());
        assert_eq!(output, (String::new(), String::new(), 0));
    }
}

#[cfg(target_os = "linux")]
fn io_pipe() -> (std::io::PipeReader, std::io::PipeWriter) {
    std::io::pipe().unwrap()
}

#[test]
fn an_unknown_problem_is_an_error_but_an_alias_is_not() {
    let folder = files("diff_names");
    let name = |file: &str| folder.join(file).to_str().unwrap().to_owned();
    let [input, right] = ["1.in", "1.ans"].map(name);
    let (report, error, code) = texts(&run(&["diff", "poj1", &input, &right], b""));
    assert_eq!((report, code), (String::new(), 2));
    assert!(error.contains("there is no problem 'poj1'"), "{error}");
    fs::write(&input, "1\n3\n4 4 7\n").unwrap();
    fs::write(&right, "John\n").unwrap();
    for alias in ["hdu1907", "poj3480", "luogup4279"] {
        let output = texts(&run(&["diff", alias, &input, &right], b""));
        assert_eq!(
            output,
            ("AC: accepted, 1 case\n".to_owned(), String::new(), 0)
        );
    }
}

#[cfg(unix)]
#[test]
fn an_answer_file_of_our_own_name_is_reported_like_any_other() {
    let folder = files("diff_own_name");
    let claims = shell(
        &folder,
        "cp 1.out bouton; $bouton diff poj2234 1.in 1.ans bouton",
    )
    .0;
    assert!(claims.contains("actual   No (bouton:2)"), "{claims}");
    let claims = shell(&folder, "$bouton diff poj2234 1.in 1.out").0;
    assert!(claims.contains("actual   Yes (bouton)"), "{claims}");
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "long: scripts/check --long"]
fn a_flood_without_newlines_is_compared_in_little_memory() {
    let folder = files("diff_flood");
    // The shell limits all memory that the program may allocate, threads included.
    let script =
        "head -c 300M /dev/zero | { ulimit -v 200000; $bouton diff -j 1 poj2234 1.in 1.ans -; }";
    let (report, error, code) = shell(&folder, script);
    assert_eq!((error, code), (String::new(), 1));
    assert!(
        report.contains("actual   \\u{0}") && report.len() < 3000,
        "{report}"
    );
    assert!(report.ends_with(
        "3 of 3 cases differ; the next: 2, 3\ntoo few answers: stdin has 1, 1.ans has 3\n"
    ));
}
