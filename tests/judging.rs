//! `bouton test` as its users meet it: data of all layouts, programs of all kinds, verdicts, reports.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::harness::{Run as _, bouton, command, folder, make_pipe, problems, run, some_of, texts};
use crate::program::{HOSTILE, marked, without_threads};

/// Test files, and a place for temporary ones, of one test.
struct Place {
    folder: PathBuf,
}

impl Place {
    /// Tests with these files, the path and the text of each.
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = folder(&format!("judging_{name}"));
        fs::create_dir(folder.join("tmp")).unwrap();
        for (file, text) in files {
            let file = folder.join("data").join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        Self { folder }
    }

    /// Right answers to tests `1` to `count` of POJ 2234.
    fn with_tests(name: &str, count: u64) -> Self {
        let place = Self::new(name, &[]);
        fs::create_dir(place.data()).unwrap();
        for k in 1..=count {
            fs::write(place.data().join(format!("{k}.in")), format!("1 {k}\n")).unwrap();
            fs::write(place.data().join(format!("{k}.ans")), "Yes\n").unwrap();
        }
        place
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// `bouton test poj2234` on the files, with these options.
    fn command(&self, options: &[&str], subject: &[&str]) -> Command {
        let mut command = bouton();
        command.args(["test", "poj2234", "--data"]).arg(self.data());
        if !options.contains(&"--time-limit") {
            // The machine may be busy.
            command.args(["--time-limit", "1000"]);
        }
        command.args(options);
        if !subject.is_empty() {
            command.arg("--").args(subject);
        }
        command.env("TMPDIR", self.folder.join("tmp"));
        command.env("BOUTON_MARK", self.mark());
        command.stdin(Stdio::null());
        command
    }

    /// What all processes of this place have in their environment.
    fn mark(&self) -> String {
        format!("{}-{}", self.folder.display(), std::process::id())
    }

    /// Nothing is left but what was there before.
    #[track_caller]
    fn is_clean(&self) {
        let mark = format!("BOUTON_MARK={}", self.mark());
        assert_eq!(marked(&mark), Vec::<String>::new(), "processes left");
        let left = fs::read_dir(self.folder.join("tmp")).unwrap().count();
        assert_eq!(left, 0, "temporary files left");
    }

    #[track_caller]
    fn judge(&self, options: &[&str], subject: &[&str]) -> (String, String, i32) {
        let output = texts(&self.command(options, subject).run().unwrap());
        self.is_clean();
        output
    }

    /// As [`Place::judge`], with a program of `tests/hostile.c`.
    #[track_caller]
    fn hostile(&self, options: &[&str], program: &str) -> (String, String, i32) {
        let hostile = HOSTILE.to_str().unwrap();
        let subject: Vec<_> = [hostile].into_iter().chain(program.split(' ')).collect();
        self.judge(options, &subject)
    }
}

/// The verdict, the name and the reason of each test in a report.
fn lines(report: &str) -> Vec<String> {
    let lines = report.lines().take_while(|line| !line.is_empty());
    let without_measures = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        assert!(words[1].parse::<f64>().is_ok() && words[2] == "s", "{line}");
        // Of a run that is too short to look at, our own memory may hide that of the program.
        let rest = if words[3] == "-" {
            &words[4..]
        } else {
            assert!(
                words[3].parse::<f64>().is_ok() && words[4] == "MiB",
                "{line}"
            );
            &words[5..]
        };
        let words: Vec<_> = [words[0]].iter().chain(rest).copied().collect();
        words.join(" ")
    };
    lines.map(without_measures).collect()
}

/// What a report says after its lines, without the measures in the summary.
/// What is said below the summary if no program was given.
const BOUTON: &str = "no SOURCE or COMMAND was given: these are bouton's own answers\n";

fn summary(report: &str) -> String {
    let (_, after) = report.split_once("\n\n").unwrap();
    let lines = after.split_inclusive('\n');
    let is_summary = |line: &&str| !line.starts_with("slowest ") && *line != BOUTON;
    lines.filter(is_summary).collect()
}

fn objects(report: &str) -> Vec<Value> {
    let lines = report.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn the_built_in_solver_is_accepted_on_all_data_of_every_problem() {
    for problem in some_of(5, problems()) {
        let (report, error, code) = texts(&run(
            &["test", &problem.id, "-j", "2", "--time-limit", "1000"],
            b"",
        ));
        assert_eq!((error.as_str(), code), ("", 0), "{report}");
        let lines = lines(&report);
        assert!(lines.iter().all(|line| line.starts_with("AC ")), "{report}");
        assert!(lines[0].starts_with("AC sample 1"), "{report}");
        let count = lines.len();
        assert_eq!(summary(&report), format!("{count} of {count} accepted\n"));
        assert!(report.ends_with(BOUTON), "{report}");
        assert!(count > 5);
    }
}

#[test]
fn wherever_bouton_is_run_the_tests_of_a_problem_are_the_same() {
    let elsewhere = folder("judging_elsewhere");
    for id in ["poj2234", "poj2975"] {
        let options = ["test", id, "--time-limit", "1000"];
        let here = texts(&run(&options, b""));
        let output = bouton().args(options).current_dir(&elsewhere).run();
        let (report, error, code) = texts(&output.unwrap());
        assert_eq!((error.as_str(), code), ("", 0));
        assert_eq!(lines(&report), lines(&here.0));
    }
}

#[test]
fn tests_of_all_layouts_are_found_samples_first_and_numbers_by_size() {
    let names = [
        // As online-judge-tools has them.
        "10.in",
        "10.out",
        "2.in",
        "2.ans",
        "002b.in",
        "002b.ans",
        "sample-2.in",
        "sample-2.out",
        "sample-1.in",
        "sample-1.out",
        // As problem packages have them.
        "data/sample/3.in",
        "data/sample/3.ans",
        "data/secret/group 1/b.in",
        "data/secret/group 1/b.ans",
        "data/secret/a10.in",
        "data/secret/a10.ans",
        "data/secret/a9.in",
        "data/secret/a9.ans",
        "data/invalid_output/1.in",
        "data/invalid_output/1.ans",
        // Neither is a test.
        "data/invalid_input/bad.in",
        "readme.txt",
        "only.ans",
    ];
    let text = |name: &str| match Path::new(name).extension().unwrap().to_str() {
        Some("in") => "1 1\n",
        _ => "Yes\n",
    };
    let files: Vec<_> = names.iter().map(|name| (*name, text(name))).collect();
    let place = Place::new("layouts", &files);
    // A circle of folders, and a folder that looks like an input.
    std::os::unix::fs::symlink(place.data(), place.data().join("data/circle")).unwrap();
    fs::create_dir(place.data().join("folder.in")).unwrap();
    let (report, error, code) = place.judge(&[], &[]);
    assert_eq!((error.as_str(), code), ("", 0), "{report}");
    assert_eq!(
        lines(&report),
        [
            "AC data/sample/3.in",
            "AC sample-1.in",
            "AC sample-2.in",
            "AC 2.in",
            "AC 002b.in",
            "AC 10.in",
            "AC data/secret/a9.in",
            "AC data/secret/a10.in",
            "AC data/secret/group 1/b.in",
        ]
    );
    assert_eq!(summary(&report), "9 of 9 accepted\n");
}

#[test]
fn answers_in_ans_are_better_than_those_in_out() {
    let files = [("1.in", "1 1\n"), ("1.ans", "Yes\n"), ("1.out", "No\n")];
    let (report, _, code) = Place::new("ans", &files).judge(&[], &[]);
    assert_eq!((lines(&report), code), (vec!["AC 1.in".to_owned()], 0));
}

#[test]
fn inputs_without_answers_are_counted_and_named() {
    let files = [
        ("1.in", "1 1\n"),
        ("1.ans", "Yes\n"),
        ("b.in", ""),
        ("a/a.in", ""),
    ];
    let place = Place::new("without_answers", &files);
    let (report, _, code) = place.judge(&[], &[]);
    assert_eq!(code, 0);
    assert_eq!(
        summary(&report),
        "1 of 1 accepted\n\
         2 inputs have no answers, .ans or .out, and could not be judged: a/a.in, b.in\n"
    );
    let (report, _, _) = place.judge(&["--json"], &[]);
    assert_eq!(
        objects(&report)[1]["skipped"],
        serde_json::json!(["a/a.in", "b.in"])
    );
}

#[test]
fn with_first_the_report_ends_with_the_first_test_that_is_not_accepted() {
    let place = Place::with_tests("first", 5);
    fs::write(place.data().join("3.ans"), "No\n").unwrap();
    let claims = |jobs: &str| {
        let (report, error, code) = place.judge(&["--first", "-j", jobs], &["echo", "Yes"]);
        assert_eq!((error.as_str(), code), ("", 1));
        let verdicts = lines(&report).into_iter();
        let verdicts: Vec<_> = verdicts.map(|line| line[..2].to_owned()).collect();
        (
            verdicts,
            summary(&report).lines().next().unwrap().to_owned(),
        )
    };
    let verdicts = ["AC", "AC", "JE"].map(str::to_owned).to_vec();
    let summary = "2 of 3 accepted (1 JE), 2 not judged".to_owned();
    for jobs in ["1", "4"] {
        assert_eq!(
            claims(jobs),
            (verdicts.clone(), summary.clone()),
            "-j {jobs}"
        );
    }
    let all = place.judge(&["--first", "--json"], &["echo", "Yes"]).0;
    assert_eq!(objects(&all).last().unwrap()["tests"], 5);
}

#[test]
fn tests_that_are_not_files_have_no_path_and_their_lines_are_given_in_words() {
    let place = Place::new("not_files", &[]);
    let judge = |options: &[&str]| {
        let mut command = bouton();
        command.args(["test", "poj2234"]).args(options);
        command.env("TMPDIR", place.folder.join("tmp"));
        texts(&command.args(["--", "echo", "Yes"]).run().unwrap()).0
    };
    let report = judge(&["--first"]);
    let end = &report[report.find("\nWA: ").unwrap()..];
    let expected = "\
\nWA: wrong answer
case 1, sample 1, line 1
  2 45 45
expected No (answers to sample 1, line 1)
actual   Yes (echo Yes, line 1)
answers to sample 1 are right:
";
    assert!(end.starts_with(expected), "{end}");
    assert!(
        end.contains("too few answers: echo Yes has 1, answers to sample 1 have "),
        "{end}"
    );
    let objects = objects(&judge(&["--json", "--first"]));
    assert_eq!(
        (&objects[0]["test"], &objects[0]["file"]),
        (&"sample 1".into(), &Value::Null)
    );
}

#[test]
fn a_folder_without_tests_is_an_error() {
    let place = Place::new("no_tests", &[("notes.txt", "")]);
    let data = place.data().display().to_string();
    let claims = |text: &str| (String::new(), format!("bouton: {text}\n"), 2);
    assert_eq!(
        place.judge(&[], &[]),
        claims(&format!("{data} has no tests: no X.in with X.ans or X.out"))
    );
    fs::write(place.data().join("1.in"), "").unwrap();
    assert_eq!(
        place.judge(&[], &[]),
        claims(&format!(
            "{data} has inputs, such as 1.in, but no answers (.ans or .out); bouton's own: \
             bouton poj2234 --out-dir '{data}' '{data}'/*.in"
        ))
    );
    let missing = Place::new("no_folder", &[]);
    let data = missing.data().display().to_string();
    assert_eq!(
        missing.judge(&[], &[]),
        claims(&format!("{data}: No such file or directory"))
    );
    assert_eq!(missing.judge(&["--json"], &[]).2, 2);
}

#[cfg(unix)]
#[test]
fn an_input_that_is_no_file_is_reported_and_not_left_out() {
    let place = Place::with_tests("no_file", 1);
    let input = place.data().join("2.in");
    fs::write(place.data().join("2.ans"), "Yes\n").unwrap();
    std::os::unix::fs::symlink("nowhere", &input).unwrap();
    let (report, error, code) = place.judge(&[], &["echo", "Yes"]);
    assert_eq!((report.as_str(), code), ("", 2));
    let name = input.display();
    assert!(error.starts_with(&format!("bouton: {name}: ")), "{error}");
    fs::remove_file(&input).unwrap();
    make_pipe(&input);
    let claims = place.judge(&[], &["echo", "Yes"]);
    let error = format!("bouton: {name} is not a regular file\n");
    assert_eq!(claims, (String::new(), error, 2));
}

#[test]
fn a_wrong_answer_is_explained_as_diff_explains_it() {
    let files = [
        ("1.in", "1 1\n2 1 1\n"),
        ("1.ans", "Yes\nNo\n"),
        ("2.in", "1 1\n2 1 1\n2 1 2\n"),
        ("2.ans", "Yes\nNo\nYes\n"),
        ("3.in", "2 2 2\n"),
        ("3.ans", "No\n"),
    ];
    let place = Place::new("wrong", &files);
    // Takes every position for lost but the first.
    let subject = "read a; echo Yes; while read a; do echo No; done";
    let (report, error, code) = place.judge(&[], &["sh", "-c", subject]);
    assert_eq!((error.as_str(), code), ("", 1));
    assert_eq!(
        lines(&report),
        [
            "AC 1.in",
            "WA 2.in case 3: expected Yes, actual No",
            "WA 3.in expected No, actual Yes"
        ]
    );
    let actual = place.folder.join("found");
    fs::write(&actual, "Yes\nNo\nNo\n").unwrap();
    let path = |name: &str| place.data().join(name).to_str().unwrap().to_owned();
    let actual = actual.to_str().unwrap();
    let (diff, _, _) = texts(&run(
        &["diff", "poj2234", &path("2.in"), &path("2.ans"), actual],
        b"",
    ));
    // Of the program, which is no file that an editor could open, the line is given in words.
    let diff = diff.replace(&format!("{actual}:"), &format!("sh -c {subject}, line "));
    assert_eq!(
        summary(&report),
        format!("1 of 3 accepted (2 WA)\n\n{diff}")
    );
    assert!(diff.starts_with("WA: wrong answer\ncase 3, "), "{diff}");
}

#[test]
fn white_space_is_a_presentation_error() {
    let files = [("1.in", "1 1\n2 1 1\n"), ("1.ans", "Yes\nNo\n")];
    let place = Place::new("presentation", &files);
    let (report, _, code) = place.judge(&[], &["echo", "Yes No"]);
    assert_eq!(
        (lines(&report), code),
        (
            vec!["PE 1.in case 1: expected \"Yes\", actual \"Yes No\"".to_owned()],
            1
        )
    );
    assert!(summary(&report).starts_with("0 of 1 accepted (1 PE)\n\nPE: presentation error\n"));
    // This is what Windows writes.
    let (report, _, code) = place.judge(&[], &["printf", r"Yes\r\nNo\r\n"]);
    assert_eq!((lines(&report), code), (vec!["AC 1.in".to_owned()], 0));
}

#[test]
fn expected_answers_that_are_wrong_are_a_judge_error_whatever_the_program_does() {
    let place = Place::new("expected_wrong", &[("1.in", "1 1\n"), ("1.ans", "No\n")]);
    for subject in ["echo No", "echo Yes", "kill -SEGV $$", "sleep 100", "yes"] {
        let options = ["--time-limit", "0.1"];
        let (report, error, code) = place.judge(&options, &["sh", "-c", subject]);
        assert_eq!((error.as_str(), code), ("", 1));
        assert_eq!(lines(&report), ["JE 1.in an expected answer is wrong"]);
        let summary = summary(&report);
        assert!(
            summary.starts_with("0 of 1 accepted (1 JE)\n\nJE: judge error\n"),
            "{report}"
        );
        assert!(
            summary.contains("the player to move wins: pile 1: take 1"),
            "{report}"
        );
        let options = ["--time-limit", "0.1", "--json"];
        let (report, _, _) = place.judge(&options, &["sh", "-c", subject]);
        let object = &objects(&report)[0];
        assert_eq!(object["verdict"], "JE");
        assert_eq!(object["expected_wrong"], 1);
        assert_eq!(
            (&object["input"], &object["expected"]),
            (&"1 1".into(), &"No".into())
        );
    }
}

#[test]
fn an_expected_answer_that_is_missing_is_a_judge_error() {
    let files = [("1.in", "1 1\n1 2\n"), ("1.ans", "Yes\n")];
    let place = Place::new("expected_missing", &files);
    for answers in ["Yes", "Yes\nYes"] {
        let (report, _, code) = place.judge(&[], &["echo", answers]);
        assert_eq!(lines(&report), ["JE 1.in an expected answer is wrong"]);
        assert_eq!(code, 1);
    }
}

#[test]
fn a_program_that_empties_the_files_of_its_test_is_not_accepted() {
    for (files, is_own) in [("1", true), ("2", false)] {
        let place = Place::with_tests(&format!("empties_{files}"), 2);
        let program = format!("empty_files {}", place.data().join(files).display());
        let (report, error, code) = place.hostile(&["-j", "1"], &program);
        assert!(report.starts_with("WA "), "{report}");
        if is_own {
            assert_eq!(lines(&report).len(), 2, "{report}");
            assert_eq!((error.as_str(), code), ("", 1));
        } else {
            // Nothing is said of a test that a program damaged before it was read.
            let name = place.data().join("2.in").display().to_string();
            let claims = format!("bouton: {name}: it was changed while the tests were running\n");
            assert_eq!((error, code), (claims, 2));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_cannot_write_to_the_input_of_its_user_through_its_standard_input() {
    let place = Place::with_tests("writes_input", 1);
    let (report, error, code) = place.hostile(&[], "empty_input");
    assert_eq!((error.as_str(), code), ("", 1));
    assert_eq!(lines(&report), ["WA 1.in expected Yes, actual nothing"]);
    let input = fs::read_to_string(place.data().join("1.in")).unwrap();
    assert_eq!(input, "1 1\n");
}

#[cfg(target_os = "linux")]
#[test]
fn where_no_thread_can_be_started_tests_are_judged_all_the_same() {
    let place = Place::with_tests("no_threads", 9);
    for jobs in ["1", "4"] {
        let command = place.command(&["-j", jobs], &["echo", "Yes"]);
        let Some(mut command) = without_threads(&command) else {
            return;
        };
        let (report, error, code) = texts(&command.run().unwrap());
        assert_eq!((error.as_str(), code), ("", 0));
        assert_eq!(summary(&report), "9 of 9 accepted\n");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_temporary_folder_is_trouble_of_the_judge_and_no_fault_of_the_program() {
    let place = Place::with_tests("disk_full", 2);
    let folder = place.folder.join("tmp");
    let shown = folder.display();
    // A folder with little room, that only these processes see.
    let small = |command: &Command| {
        let mut small = crate::harness::command("unshare");
        let mount = format!("mount -t tmpfs -o size=256k none '{shown}' && exec \"$@\"");
        small.args(["--map-root-user", "--mount", "sh", "-c", &mount, "sh"]);
        small.arg(command.get_program()).args(command.get_args());
        small.env("TMPDIR", &folder);
        texts(&small.run().unwrap())
    };
    if small(&Command::new("true")).2 != 0 {
        println!("skipped: no folder with little room can be made here");
        return;
    }
    let claims = format!("bouton: temporary file in {shown}: No space left on device\n");
    // It fails, or ends well all the same.
    for subject in [
        "head -c 1000000 /dev/zero",
        "head -c 1000000 /dev/zero; exit 0",
    ] {
        let command = place.command(&[], &["sh", "-c", subject]);
        assert_eq!(
            small(&command),
            (String::new(), claims.clone(), 2),
            "{subject}"
        );
        let mut command = bouton();
        command.args(["stress", "poj2234", "--", "sh", "-c", subject]);
        assert_eq!(
            small(&command),
            (String::new(), claims.clone(), 2),
            "{subject}"
        );
    }
    let command = place.command(&[], &["echo", "Yes"]);
    let (report, error, code) = small(&command);
    assert_eq!(
        (summary(&report).as_str(), error.as_str(), code),
        ("2 of 2 accepted\n", "", 0)
    );
}

#[test]
fn a_bad_exit_code_is_a_run_time_error_whatever_the_answers() {
    let place = Place::with_tests("exit_code", 1);
    let (report, _, code) = place.judge(&[], &["sh", "-c", "echo Yes; exit 3"]);
    assert_eq!(lines(&report), ["RTE 1.in run-time error: exit code 3"]);
    let input = place.data().join("1.in").display().to_string();
    assert_eq!(
        summary(&report),
        format!(
            "0 of 1 accepted (1 RTE)\n\n\
             RTE: run-time error\n\
             {input}: exit code 3\n\
             its answers are right, but a judge expects exit code 0\n\
             it wrote nothing to standard error\n"
        )
    );
    assert_eq!(code, 1);
    let (report, _, _) = place.judge(&[], &["sh", "-c", "exit 3"]);
    assert!(!report.contains("its answers are right"));
}

#[test]
fn of_a_crash_the_signal_and_the_end_of_standard_error_are_reported() {
    let place = Place::with_tests("crash", 2);
    let subject = r"seq 20 >&2; printf '\033[31mred\a\n' >&2; kill -SEGV $$";
    let (report, _, code) = place.judge(&[], &["sh", "-c", subject]);
    assert_eq!(code, 1);
    assert_eq!(
        lines(&report),
        [
            "RTE 1.in run-time error: killed by SIGSEGV",
            "RTE 2.in run-time error: killed by SIGSEGV"
        ]
    );
    let end = "the end of its standard error:\n  12\n  13\n  14\n  15\n  16\n  17\n  18\n  19\n  \
               20\n  \\u{1b}[31mred\\u{7}\n";
    assert!(report.ends_with(end), "{report}");
}

#[test]
fn programs_that_do_not_end_in_time_are_reported_and_killed() {
    let place = Place::with_tests("hangs", 2);
    for program in ["hang", "hang_ignoring_signals", "hang_with_child", "spin"] {
        let (report, error, code) = place.hostile(&["--time-limit", "0.25", "-j", "2"], program);
        assert_eq!((error.as_str(), code), ("", 1));
        for (line, test) in lines(&report).iter().zip(["1.in", "2.in"]) {
            let start = format!("TLE {test} time limit exceeded: ");
            let reason = line
                .strip_prefix(&start)
                .unwrap_or_else(|| panic!("{line}"));
            let is_sleeper = reason.starts_with("it slept, ");
            assert_eq!(is_sleeper, program != "spin", "{line}");
        }
        assert!(summary(&report).starts_with("0 of 2 accepted (2 TLE)\n\nTLE: time limit"));
    }
}

#[test]
fn programs_that_flood_their_output_are_reported_and_killed() {
    let place = Place::with_tests("floods", 1);
    for program in ["flood", "flood_ignoring_signals", "flood_errors"] {
        let (report, error, code) = place.hostile(&[], program);
        assert_eq!((error.as_str(), code), ("", 1), "{program}");
        assert_eq!(lines(&report), ["OLE 1.in output limit exceeded"]);
    }
}

#[test]
fn programs_that_misbehave_otherwise_are_judged_by_their_answers() {
    let place = Place::with_tests("misbehaves", 2);
    for program in ["leave_child", "close_stdin", "only_complain"] {
        let (report, error, code) = place.hostile(&[], program);
        assert_eq!((error.as_str(), code), ("", 1), "{program}");
        assert!(
            summary(&report).starts_with("0 of 2 accepted (2 WA)"),
            "{report}"
        );
    }
    let subject = format!("{} leave_daemon; echo Yes", HOSTILE.display());
    let (report, _, code) = place.judge(&["-j", "2"], &["sh", "-c", &subject]);
    assert_eq!((summary(&report).as_str(), code), ("2 of 2 accepted\n", 0));
}

#[test]
fn a_command_that_cannot_be_run_is_an_error() {
    let place = Place::with_tests("cannot_run", 3);
    for jobs in ["1", "3"] {
        let (report, error, code) = place.judge(&["-j", jobs], &["/no/such/program"]);
        assert_eq!((report.as_str(), code), ("", 2));
        assert_eq!(
            error,
            "bouton: cannot run '/no/such/program': there is no such file\n"
        );
    }
    let (_, error, code) = texts(&run(&["test", "poj2234", "./a.out"], b""));
    assert_eq!(error, "bouton: ./a.out: No such file or directory\n");
    assert_eq!(code, 2);
    // More than one word, and no `--`.
    let (_, error, code) = texts(&run(&["test", "poj2234", "python3", "a.py"], b""));
    assert!(error.contains("unexpected argument 'a.py'"), "{error}");
    assert!(error.contains("put your program after '--'"), "{error}");
    assert_eq!(code, 2);
}

#[test]
fn a_bad_input_is_reported_with_its_place_after_all_others_were_judged() {
    let files = [
        ("1.in", "1 1\n1 x\n"),
        ("1.ans", "Yes\n"),
        ("2.in", "1 1\n"),
        ("2.ans", "Yes\n"),
    ];
    let place = Place::new("bad_input", &files);
    let claims = format!(
        "{}:2:3: expected a number, found 'x' (case 2)",
        place.data().join("1.in").display()
    );
    for subject in [&[][..], &["echo", "Yes"]] {
        let (report, error, code) = place.judge(&[], subject);
        assert_eq!((error, code), (format!("bouton: {claims}\n"), 2));
        assert_eq!(
            lines(&report),
            [format!("JE 1.in {claims}"), "AC 2.in".to_owned()]
        );
        assert_eq!(summary(&report), "1 of 2 accepted (1 JE)\n");
    }
    // Nor is a program to blame that crashes, hangs or floods on it.
    for subject in ["kill -SEGV $$", "exec sleep 100", "exec yes", "echo Yes"] {
        let options = ["--json", "--time-limit", "0.5"];
        let (report, _, code) = place.judge(&options, &["sh", "-c", subject]);
        assert_eq!(code, 2);
        let objects = objects(&report);
        assert_eq!(objects[0]["verdict"], "JE", "{subject}");
        assert_eq!(objects[0]["error"], claims, "{subject}");
        // No more are judged than have a verdict.
        assert_eq!(objects[2]["judged"], 1, "{subject}");
    }
}

#[cfg(unix)]
#[test]
fn no_name_breaks_a_line_of_the_report() {
    let name = "a\nb\u{1b}[31m";
    let (input, answers) = (format!("{name}.in"), format!("{name}.ans"));
    let place = Place::new("broken_name", &[(&input, "1 1\n"), (&answers, "Yes\n")]);
    let (report, _, _) = place.judge(&[], &["sh", "-c", "echo No\n"]);
    assert!(!report.contains('\u{1b}'), "{report}");
    for line in [
        "0 of 1 accepted (1 WA)",
        "slowest ",
        "case 1, ",
        "expected Yes (",
        "actual   No (sh -c echo No\\n, line 1)",
    ] {
        let line = report.lines().find(|claims| claims.starts_with(line));
        assert!(line.is_some(), "{report}");
    }
    assert_eq!(report.matches(r"a\nb\u{1b}[31m.").count(), 6, "{report}");
}

#[test]
fn times_must_be_numbers_of_seconds() {
    for wrong in ["0", "-1", "inf", "nan", "", "1s", "99999999999999999999999"] {
        let limit = format!("--time-limit={wrong}");
        let (report, error, code) = texts(&run(&["test", "poj2234", &limit], b""));
        assert_eq!((report.as_str(), code), ("", 2), "{wrong}");
        assert!(error.contains("expected a number of seconds"), "{error}");
    }
    for right in [".5", "2", "2.25"] {
        let limit = format!("--time-limit={right}");
        // Whether that is enough depends on how busy the machine is.
        let (_, error, code) = texts(&run(&["test", "poj2234", &limit], b""));
        assert!(error.is_empty() && code < 2, "{right}: {error}");
    }
}

#[test]
fn a_kernel_that_does_not_exist_is_trouble_and_no_verdict() {
    let place = Place::with_tests("kernel", 1);
    let mut command = place.command(&[], &[]);
    let output = command.env("BOUTON_KERNEL", "sse").run().unwrap();
    let (report, error, code) = texts(&output);
    assert_eq!((report.as_str(), code), ("", 2));
    assert!(
        error.starts_with("bouton: BOUTON_KERNEL: there is no kernel 'sse'"),
        "{error}"
    );
    // Other programs have nothing to do with it.
    let mut command = place.command(&[], &["echo", "Yes"]);
    let output = command.env("BOUTON_KERNEL", "sse").run().unwrap();
    let (report, _, code) = texts(&output);
    assert_eq!((report.contains(BOUTON), code), (false, 0), "{report}");
}

#[test]
fn objects_describe_each_test_and_then_all() {
    let files = [
        ("1.in", "1 1\n"),
        ("1.ans", "Yes\n"),
        ("2 \"\u{e9}\n.in", "2 1 1\n1 2\n1 3\n"),
        ("2 \"\u{e9}\n.ans", "No\nYes\nYes\n"),
    ];
    let place = Place::new("objects", &files);
    let subject = r#"cat > /dev/null; printf 'a "b"\t\001\n' >&2; echo Yes"#;
    let (report, error, code) = place.judge(&["--json"], &["sh", "-c", subject]);
    assert_eq!((error.as_str(), code), ("", 1));
    let objects = objects(&report);
    assert_eq!(objects.len(), 3);
    for object in &objects[..2] {
        assert!(object["cpu"].as_f64().unwrap() > 0.0);
        assert!(object["wall"].as_f64().unwrap() > 0.0);
        assert!(object["memory"].as_u64().unwrap() > 100_000);
        assert_eq!(object["end"], "exit code 0");
        assert_eq!(object["stderr"], "a \"b\"\t\u{1}\n");
    }
    let first = |object: &Value| {
        ["test", "verdict", "cases", "different", "case"].map(|key| object[key].clone())
    };
    let expected = serde_json::json!(["1.in", "AC", 1, 0, null]);
    assert_eq!(Value::from(first(&objects[0]).to_vec()), expected);
    let expected = serde_json::json!(["2 \"\u{e9}\n.in", "WA", 3, 3, 1]);
    assert_eq!(Value::from(first(&objects[1]).to_vec()), expected);
    let input = place.data().join("1.in").display().to_string();
    assert_eq!(objects[0]["file"], input);
    let explained = ["input", "expected", "actual"].map(|key| objects[1][key].clone());
    assert_eq!(
        Value::from(explained.to_vec()),
        serde_json::json!(["2 1 1", "No", "Yes"])
    );
    let proof = objects[1]["proof"].as_str().unwrap();
    assert!(
        proof.contains("every move loses: the nim-sum is 0"),
        "{proof}"
    );
    // Every key is in every object.
    let keys = |object: &Value| {
        object
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&objects[0]), keys(&objects[1]));
    let all = serde_json::json!(
        {"tests": 2, "judged": 2, "accepted": 1, "skipped": []}
    );
    assert_eq!(objects[2], all);
}

#[test]
fn objects_describe_runs_that_ended_badly() {
    let place = Place::with_tests("objects_badly", 1);
    for (program, limit, verdict, end) in [
        ("hang", "0.5", "TLE", "time limit exceeded"),
        ("take_memory 100", "1000", "MLE", "memory limit exceeded"),
        ("flood", "1000", "OLE", "too much output"),
        ("dereference_null", "1000", "RTE", "killed by SIGSEGV"),
        ("exit_code 9", "1000", "RTE", "exit code 9"),
    ] {
        let (report, _, code) = place.hostile(&["--json", "--time-limit", limit], program);
        let objects = objects(&report);
        assert_eq!(objects[0]["verdict"], verdict);
        assert_eq!(objects[0]["end"], end);
        assert_eq!(code, 1);
    }
}

#[test]
fn columns_are_aligned() {
    let files = [
        ("1.in", "1 1\n"),
        ("1.ans", "Yes\n"),
        ("a/long/\u{e9}\u{e9}\u{e9}.in", "2 1 1\n"),
        ("a/long/\u{e9}\u{e9}\u{e9}.ans", "No\n"),
        ("b.in", "2 1 1\n"),
        ("b.ans", "No\n"),
    ];
    let (report, _, _) = Place::new("columns", &files).judge(&[], &["echo", "Yes"]);
    let column = |line: &str, what: &str| {
        let at = line.find(what).unwrap_or_else(|| panic!("{report}"));
        line[..at].chars().count()
    };
    let lines: Vec<_> = report.lines().take(3).collect();
    let columns: Vec<_> = lines[1..]
        .iter()
        .map(|line| column(line, "expected"))
        .collect();
    assert_eq!(columns[0], columns[1], "{report}");
    for what in [" s ", " MiB "] {
        let columns = [0, 1, 2].map(|k| column(lines[k], what));
        assert!(columns.iter().all(|&at| at == columns[0]), "{report}");
    }
}

#[test]
fn several_jobs_report_in_the_order_of_the_tests() {
    let place = Place::with_tests("jobs", 9);
    // The first tests take longest.
    let subject = "read a b; sleep 0.0$((9 - b)); echo Yes";
    let mut reports = Vec::new();
    for jobs in ["1", "4", "100"] {
        let (report, error, code) = place.judge(&["-j", jobs], &["sh", "-c", subject]);
        assert_eq!((error.as_str(), code), ("", 0));
        reports.push((lines(&report), summary(&report)));
    }
    let expected: Vec<_> = (1..=9).map(|k| format!("AC {k}.in")).collect();
    for (lines, summary) in reports {
        assert_eq!(lines, expected);
        assert_eq!(summary, "9 of 9 accepted\n");
    }
    assert_eq!(texts(&run(&["test", "poj2234", "-j", "0"], b"")).2, 2);
}

#[test]
fn memory_is_that_of_the_program_and_not_ours() {
    // After a comparison, what it needed must not be counted.
    let place = Place::with_tests("memory", 4);
    let (report, _, _) = place.judge(&["--json"], &["echo", "Yes"]);
    for object in &objects(&report)[..4] {
        let memory = object["memory"].as_u64().unwrap();
        assert!((200_000..6_000_000).contains(&memory), "{report}");
    }
    let (report, _, _) = place.hostile(&["--json", "--memory-limit", "100"], "take_memory 64");
    assert!(objects(&report)[0]["memory"].as_u64().unwrap() > 64 << 20);
}

/// A judge at work, whose first test is done.
fn at_work(place: &Place, options: &[&str], subject: &str) -> (Child, BufReader<ChildStdout>) {
    let mut command = place.command(options, &["sh", "-c", subject]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.start().unwrap();
    let mut report = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    report.read_line(&mut line).unwrap();
    assert!(line.starts_with("AC "), "{line}");
    (child, report)
}

fn send(signal: &str, child: &Child) {
    // Every shell knows how, but not every machine has the program.
    let kill = format!("kill {signal} {}", child.id());
    let killed = Command::new("sh").args(["-c", &kill]).end();
    assert!(killed.unwrap().success());
}

/// The first test is answered, the others hang.
fn only_first() -> String {
    let hostile = HOSTILE.display();
    format!("read a b; echo Yes; [ $b = 1 ] || {hostile} hang_with_daemon")
}

#[test]
fn an_interrupt_kills_what_runs_and_sums_up_what_is_known() {
    let place = Place::with_tests("interrupt", 5);
    // Whoever is impatient sends two.
    for (signal, number, jobs, times) in [
        ("-INT", 2, "1", 1),
        ("-TERM", 15, "2", 1),
        ("-HUP", 1, "1", 1),
        ("-INT", 2, "1", 2),
    ] {
        let options = ["--time-limit", "10000", "-j", jobs];
        let (mut child, mut report) = at_work(&place, &options, &only_first());
        for _ in 0..times {
            send(signal, &child);
        }
        let ended = child.wait().unwrap().signal();
        place.is_clean();
        let mut text = String::new();
        report.read_to_string(&mut text).unwrap();
        let text = text.trim_start();
        assert!(
            text.starts_with("1 of 1 accepted, 4 not judged\nslowest "),
            "{text}"
        );
        let mut error = String::new();
        child.stderr.unwrap().read_to_string(&mut error).unwrap();
        assert_eq!(
            (error.as_str(), ended),
            ("bouton: interrupted after 1 test\n", Some(number))
        );
    }
}

#[test]
fn what_was_ignored_from_the_start_stays_ignored() {
    let place = Place::with_tests("nohup", 2);
    let subject = "read a b; echo Yes; [ $b = 1 ] || sleep 0.5";
    let judge = place.command(&[], &["sh", "-c", subject]);
    let mut command = command("sh");
    command.args(["-c", "trap '' HUP CHLD; exec \"$@\"", "sh"]);
    command.arg(judge.get_program()).args(judge.get_args());
    let mut child = command.stdout(Stdio::piped()).start().unwrap();
    let mut report = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    report.read_line(&mut text).unwrap();
    send("-HUP", &child);
    report.read_to_string(&mut text).unwrap();
    assert_eq!(summary(&text), "2 of 2 accepted\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_under_test_does_not_outlive_a_judge_that_is_killed() {
    let place = Place::with_tests("killed", 3);
    let hostile = HOSTILE.display();
    let subject = format!("read a b; echo Yes; [ $b = 1 ] || exec {hostile} hang");
    let (mut child, _report) = at_work(&place, &["--time-limit", "10000"], &subject);
    send("-KILL", &child);
    child.wait().unwrap();
    let mark = format!("BOUTON_MARK={}", place.mark());
    // The signal ends it once it is scheduled again.
    while !marked(&mark).is_empty() {
        std::thread::yield_now();
    }
    place.is_clean();
}

/// Sessions that began outside of it have no number there.
#[cfg(target_os = "linux")]
#[test]
fn in_a_container_what_is_left_behind_is_found_as_well() {
    let place = Place::with_tests("container", 4);
    let container = || {
        let mut unshare = command("unshare");
        unshare.args(["--pid", "--fork", "--mount-proc"]);
        unshare
    };
    if !container()
        .arg("true")
        .run()
        .is_ok_and(|output| output.status.success())
    {
        println!("skipped: no container can be made here");
        return;
    }
    let subject = format!("{} leave_daemon; echo Yes", HOSTILE.display());
    // The judge is the first process of all there, or has children that are not its own.
    let shell = "\"$@\" && [ $(ls -d /proc/[1-9]* | wc -l) -le 4 ]";
    for first in [&[][..], &["sh", "-c", shell, "sh"]] {
        for jobs in ["1", "3"] {
            let judge = place.command(&["-j", jobs], &["sh", "-c", &subject]);
            let mut container = container();
            container.args(first);
            container.arg(judge.get_program()).args(judge.get_args());
            let (report, error, code) = texts(&container.run().unwrap());
            assert_eq!((error.as_str(), code), ("", 0));
            assert_eq!(summary(&report), "4 of 4 accepted\n");
        }
    }
}

/// A root with the system's programs and nothing else, and the current folder `/work` in it. Then a command.
#[cfg(target_os = "linux")]
const BARE_ROOT: &str = r#"set -e
work=$1; shift
mount -t tmpfs none "$work/root"
for folder in /bin /lib /lib64 /usr /dev; do
    if [ -L "$folder" ]; then
        cp -P "$folder" "$work/root$folder"
    elif [ -d "$folder" ]; then
        mkdir "$work/root$folder" && mount --rbind "$folder" "$work/root$folder"
    fi
done
mkdir "$work/root/work" && mount --bind "$work" "$work/root/work"
exec chroot "$work/root" sh -c 'cd /work && exec "$@"' sh "$@""#;

#[cfg(target_os = "linux")]
#[test]
fn without_tmp_and_proc_the_current_folder_holds_temporary_files() {
    let place = Place::with_tests("bare_root", 2);
    fs::create_dir(place.folder.join("root")).unwrap();
    // The current folder itself must do: a program that lies elsewhere is not there.
    let program = env!("CARGO_BIN_EXE_bouton");
    fs::copy(program, place.folder.join("bouton")).unwrap();
    let in_bare_root = |arguments: &[&str]| {
        let mut unshare = command("unshare");
        unshare.args(["--map-root-user", "--mount", "sh", "-c", BARE_ROOT, "sh"]);
        unshare.arg(&place.folder).args(arguments);
        unshare
            .env_remove("TMPDIR")
            .env("PATH", "/work:/usr/bin:/bin");
        texts(&unshare.run().unwrap())
    };
    if in_bare_root(&["true"]).2 != 0 {
        println!("skipped: no other root can be made here");
        return;
    }
    let test = ["test", "poj2234", "--time-limit", "1000", "--data", "data"];
    // Answers of its own, for which it must find itself, and those of another program.
    for subject in [&[][..], &["--", "echo", "Yes"]] {
        for program in ["bouton", "./bouton"] {
            let command = [&[program], &test[..], subject].concat();
            let (report, error, code) = in_bare_root(&command);
            assert_eq!((error.as_str(), code), ("", 0), "{command:?}");
            assert_eq!(summary(&report), "2 of 2 accepted\n");
        }
    }
    let named = ["env", "TMPDIR=/nowhere", "bouton"];
    let (_, error, code) = in_bare_root(&[&named[..], &test[..]].concat());
    let message = "bouton: temporary file in /nowhere: No such file or directory\n";
    assert_eq!((error.as_str(), code), (message, 2));
    let left = fs::read_dir(&place.folder).unwrap().count();
    assert_eq!(left, 4, "temporary files left");
}

#[test]
fn a_reader_that_goes_away_ends_the_judge_quietly() {
    let place = Place::with_tests("reader", 20);
    for jobs in ["1", "3"] {
        let subject = "echo Yes; sleep 0.02";
        let (mut child, report) = at_work(&place, &["-j", jobs], subject);
        drop(report);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let mut error = String::new();
        child.stderr.unwrap().read_to_string(&mut error).unwrap();
        assert_eq!(error, "");
        place.is_clean();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    let place = Place::with_tests("full", 2);
    for options in [&[][..], &["--json"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = place.command(options, &["echo", "Yes"]);
        let output = command.stdout(full).run().unwrap();
        let claims = "bouton: stdout: No space left on device\n".to_owned();
        assert_eq!(texts(&output), (String::new(), claims, 2));
    }
}

const GREEN: &str = "\u{1b}[32mAC \u{1b}[0m";

#[test]
fn colours_are_only_where_they_are_wanted() {
    let place = Place::with_tests("colours", 1);
    let with = |name: &str, value: &str| {
        let mut command = place.command(&[], &["echo", "Yes"]);
        texts(&command.env(name, value).run().unwrap()).0
    };
    assert!(!with("NO_COLOR", "").contains('\u{1b}'));
    assert!(!with("CLICOLOR", "1").contains('\u{1b}'));
    assert!(with("CLICOLOR_FORCE", "1").starts_with(GREEN));
}

/// What `command` shows on a terminal of its own.
fn on_terminal(command: &mut Command) -> String {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let terminal = File::options().read(true).write(true).open(name).unwrap();
    let status = command.stdout(terminal).end();
    // The command keeps a copy of the terminal, until it gets another output.
    command.stdout(Stdio::null());
    status.unwrap();
    let mut shown = Vec::new();
    // It ends with an error when nobody has the other side any more.
    let _ = File::from(ours).read_to_end(&mut shown);
    String::from_utf8(shown).unwrap()
}

#[test]
fn on_a_terminal_there_are_colours() {
    let place = Place::with_tests("terminal", 2);
    let shown = |variables: &[(&str, &str)]| {
        let mut command = place.command(&[], &["echo", "Yes"]);
        command.env("TERM", "xterm");
        command.envs(variables.iter().copied());
        on_terminal(&mut command)
    };
    let text = shown(&[]);
    assert!(text.starts_with(GREEN), "{text:?}");
    for (variable, value) in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let text = shown(&[(variable, value)]);
        assert!(text.starts_with("AC"), "{text:?}");
        assert!(!text.contains("\u{1b}[3"), "{text:?}");
    }
}

#[test]
fn every_option_is_in_the_help() {
    let (help, _, code) = texts(&run(&["test", "--help"], b""));
    for word in [
        "--data",
        "--time-limit",
        "--memory-limit",
        "--jobs",
        "--json",
        "--watch",
        "--isolate",
        "SOURCE",
        "COMMAND",
        "OLE",
        "jq",
        "expected_wrong",
    ] {
        assert!(help.contains(word), "{word}");
    }
    assert_eq!(code, 0);
    assert!(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("problems")
            .exists()
    );
}
