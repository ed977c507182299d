//! The program from a user's point of view: arguments, files, pipes, messages and exit codes.

use std::fs;
use std::io::{Read, Write};
use std::process::Child;
#[cfg(unix)]
use std::process::{Command, Stdio};

use bouton::game::rule::ROWS;

use crate::harness::{Run as _, bouton, folder, records, run, start, texts};

/// Answers `input` passed to `bouton <id>` on standard input: output, error, exit code.
fn on_stdin(id: &str, input: &str) -> (String, String, i32) {
    texts(&run(&[id], input.as_bytes()))
}

#[track_caller]
fn good(id: &str, input: &str, answers: &str) {
    assert_eq!(
        on_stdin(id, input),
        (answers.to_owned(), String::new(), 0),
        "{input:?}"
    );
}

#[track_caller]
fn bad(id: &str, input: &str, answers: &str, message: &str) {
    let message = format!("bouton: {message}\n");
    assert_eq!(
        on_stdin(id, input),
        (answers.to_owned(), message, 2),
        "{input:?}"
    );
}

#[test]
fn inputs_are_answered_as_the_table_says() {
    for (words, expected) in records(include_str!("tables/answers.txt")) {
        let [id, input] = &words[..] else {
            panic!("{words:?}");
        };
        let lines = expected.lines().filter(|line| *line != "(nothing)");
        let lines = lines.map(|line| line.to_owned() + "\n");
        let (error, answers): (String, String) =
            lines.partition(|line| line.starts_with("bouton: "));
        let code = if error.is_empty() { 0 } else { 2 };
        assert_eq!(on_stdin(id, input), (answers, error, code), "{words:?}");
    }
}

#[test]
fn no_input_has_no_answers() {
    for id in ["poj2234", "hdu1850", "hdu1907", "hdu2509"] {
        good(id, "", "");
        good(id, " \r\n\t\n", "");
    }
}

#[test]
fn limits_of_the_judge_are_not_enforced() {
    let piles = vec!["123456789"; 30_000].join(" ");
    good("poj2234", &format!("30000 {piles}"), "No\n");
}

#[test]
fn a_byte_order_mark_is_reported_by_name() {
    bad(
        "poj2234",
        "\u{feff}2 45 45\n",
        "",
        "stdin:1:1: found a UTF-8 byte-order mark (case 1)",
    );
    for (mark, next) in [(b"\xff\xfe", b"1\0"), (b"\xfe\xff", b"\x001")] {
        let output = texts(&run(&["poj2234"], &[&mark[..], next].concat()));
        let message = "bouton: stdin:1:1: found a UTF-16 byte-order mark (case 1)\n";
        assert_eq!(output, (String::new(), message.to_owned(), 2));
    }
    let output = texts(&run(&["poj2234"], b"\xff1"));
    let message = "bouton: stdin:1:1: expected a number, found byte 0xff (case 1)\n";
    assert_eq!(output, (String::new(), message.to_owned(), 2));
    // Elsewhere it is a byte like any other.
    bad(
        "poj2234",
        " \u{feff}2",
        "",
        "stdin:1:2: expected a number, found byte 0xef (case 1)",
    );
}

#[test]
fn a_byte_order_mark_that_comes_byte_by_byte_is_reported_by_name() {
    let mut child = start(&["poj2234"]);
    for byte in "\u{feff}1 2\n".bytes() {
        // It may have stopped reading.
        let _ = child.stdin.as_mut().unwrap().write_all(&[byte]);
        wait_until_read(&mut child);
    }
    let (_, error, code) = texts(&child.wait_with_output().unwrap());
    let message = "bouton: stdin:1:1: found a UTF-8 byte-order mark (case 1)\n";
    assert_eq!((error.as_str(), code), (message, 2));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "long: scripts/check --long"]
fn millions_of_cases_without_a_number_are_answered_in_little_memory() {
    let script = "ulimit -v 200000; printf '0 20000000' | \"$0\" codingamemiserenim -j 1 | tail -1";
    let mut command = crate::harness::command("sh");
    command.args(["-c", script]).arg(bouton().get_program());
    let (answers, error, _) = texts(&command.run().unwrap());
    assert_eq!((answers.as_str(), error.as_str()), ("CONCEDE\n", ""));
}

#[test]
fn cases_and_groups_without_numbers_do_not_come_without_end() {
    let path = folder("endless").join("game.toml");
    let game = |input: &str, answer: &str| {
        let game =
            format!("rule = \"nim\"\ninput = \"{input}\"\npiles = \"a\"\nanswer = \"{answer}\"\n");
        fs::write(&path, game).unwrap();
        path.to_str().unwrap()
    };
    let check = |problem: &str, input: &str, expected: &str| {
        let (answers, error, code) = texts(&run(&[problem], input.as_bytes()));
        assert_eq!((answers.as_str(), code), ("", 2), "{problem} {input}");
        assert_eq!(error, format!("bouton: stdin:{expected} (case 1)\n"));
    };
    let too_often =
        "what has no numbers may come 100000000 times at most, found 18446744073709551615";
    check(
        "codingamemiserenim",
        "0 18446744073709551615\n",
        &format!("1:3: {too_often}"),
    );
    let list = "n:0..5 / { m:0..9 / { a:0..9*n / }*m ! }+";
    let problem = game(list, "WL*m");
    check(
        problem,
        "0\n18446744073709551615\n1 1\n",
        &format!("2:1: {too_often}"),
    );
    let problem = game("n:0..5 / { a:0..9*n / ! }+", "W|L");
    check(
        problem,
        "0\n",
        "1:1: the cases have no numbers, so that they have no end",
    );
}

#[test]
fn a_number_that_is_too_large_is_reported_at_its_first_digit() {
    let message = "number is larger than 18446744073709551615";
    bad(
        "poj2234",
        "1 1\n2 3 18446744073709551616\n",
        "Yes\n",
        &format!("stdin:2:5: {message} (case 2)"),
    );
    bad(
        "poj2234",
        "1 00099999999999999999999 ",
        "",
        &format!("stdin:1:3: {message} (case 1)"),
    );
}

#[test]
fn a_bad_byte_on_a_far_line_is_found_in_a_file_and_in_a_pipe() {
    let folder = folder("far_line");
    let file = folder.join("far.in");
    let name = file.to_str().unwrap();
    let mut text = "2 45 45\n".repeat(100_000);
    text.push_str("\n\n 1 7?");
    fs::write(&file, &text).unwrap();
    let message = "100003:5: expected a number, found '?' (case 100001)";
    bad(
        "poj2234",
        &text,
        &"No\n".repeat(100_000),
        &format!("stdin:{message}"),
    );
    let (answers, error, code) = texts(&run(&["poj2234", name], b""));
    assert_eq!((error, code), (format!("bouton: {name}:{message}\n"), 2));
    assert_eq!(answers, "No\n".repeat(100_000));
    // Redirected after another program has read the first line: lines count from there.
    let mut input = fs::File::open(&file).unwrap();
    input.read_exact(&mut [0; 8]).unwrap();
    let output = bouton().arg("poj2234").stdin(input).run().unwrap();
    let message = "bouton: stdin:100002:5: expected a number, found '?' (case 100000)\n";
    assert_eq!(texts(&output).1, message);
}

#[test]
fn files_are_answered_in_order_each_with_a_framing_of_its_own() {
    let folder = folder("several_files");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let a = file("a.in", "1\n1\n1\n");
    let b = file("b.in", "1\n2 1 1 trailing words");
    let run_with = |args: &[&str], input: &str| texts(&run(args, input.as_bytes()));
    let both = ("Brother\nJohn\n".to_owned(), String::new(), 0);
    assert_eq!(run_with(&["hdu1907", &a, &b], ""), both);
    assert_eq!(run_with(&["hdu1907", "-", &b], "1\n1\n1\n"), both);
    let one = ("John\n".to_owned(), String::new(), 0);
    assert_eq!(run_with(&["hdu1907", "-"], "1\n2\n1 1\n"), one);

    let out = folder.join("out.ans");
    let out = out.to_str().unwrap();
    assert_eq!(
        run_with(&["hdu1907", &a, &b, "-o", out], ""),
        (String::new(), String::new(), 0)
    );
    assert_eq!(fs::read_to_string(out).unwrap(), "Brother\nJohn\n");

    let answers = folder.join("answers");
    let dir = answers.to_str().unwrap();
    assert_eq!(
        run_with(&["hdu1907", &a, &b, "--out-dir", dir], ""),
        (String::new(), String::new(), 0)
    );
    assert_eq!(
        fs::read_to_string(answers.join("a.ans")).unwrap(),
        "Brother\n"
    );
    assert_eq!(fs::read_to_string(answers.join("b.ans")).unwrap(), "John\n");
}

#[test]
fn files_that_cannot_be_used_are_reported_by_name() {
    let folder = folder("unusable");
    let name = |file: &str| folder.join(file).to_str().unwrap().to_owned();
    let input = name("1.in");
    fs::write(&input, "1 1\n").unwrap();
    fs::create_dir(name("other")).unwrap();
    fs::write(name("other/1.in"), "1 1\n").unwrap();
    let error = |args: &[&str]| {
        let (answers, error, code) = texts(&run(args, b""));
        assert_eq!(code, 2, "{error}");
        assert_eq!(error.lines().count(), 1);
        (answers, error)
    };
    let missing = name("missing.in");
    let claims = (
        String::new(),
        format!("bouton: {missing}: No such file or directory\n"),
    );
    assert_eq!(error(&["poj2234", &missing]), claims);
    // The cases before it are answered.
    assert_eq!(
        error(&["poj2234", &input, &missing]),
        ("Yes\n".to_owned(), claims.1.clone())
    );
    // A missing input does not truncate the output.
    fs::write(name("old.ans"), "precious").unwrap();
    assert_eq!(
        error(&["poj2234", &missing, "-o", &name("old.ans")]),
        claims
    );
    assert_eq!(fs::read_to_string(name("old.ans")).unwrap(), "precious");

    let dir = name("");
    assert_eq!(
        error(&["poj2234", &dir]).1,
        format!("bouton: {dir}: Is a directory\n")
    );
    let nowhere = name("no/where.ans");
    let claims = format!("bouton: {nowhere}: No such file or directory\n");
    assert_eq!(error(&["poj2234", &input, "-o", &nowhere]).1, claims);
    let claims = format!("bouton: {input} is an input: write the answers to another file\n");
    assert_eq!(error(&["poj2234", &input, "-o", &input]).1, claims);
    assert_eq!(fs::read_to_string(&input).unwrap(), "1 1\n");
    assert!(
        error(&["poj2234", &input, &name("other/1.in"), "--out-dir", &dir])
            .1
            .contains("both be answered in")
    );
    assert!(
        error(&["poj2234", "-", "--out-dir", &dir])
            .1
            .contains("give FILEs")
    );
    assert!(
        error(&["poj2234", &input, "--out-dir", &dir, "-o", "x"])
            .1
            .contains("cannot be used with")
    );
    assert!(
        error(&["poj2234", "--frobnicate"])
            .1
            .contains("--frobnicate")
    );
}

#[cfg(unix)]
#[test]
fn an_output_is_never_an_input_whatever_it_is_called() {
    let folder = folder("same_file");
    let input = folder.join("a.in");
    fs::write(&input, "1 1\n").unwrap();
    let links = [folder.join("a.ans"), folder.join("soft")];
    fs::hard_link(&input, &links[0]).unwrap();
    std::os::unix::fs::symlink(&input, &links[1]).unwrap();
    let refuses = |stdin: bool, output: &[&str]| {
        let mut command = bouton();
        command.arg("poj2234").current_dir(&folder).args(output);
        if stdin {
            command.stdin(fs::File::open(&input).unwrap());
        } else {
            command.arg("a.in");
        }
        let (answers, error, code) = texts(&command.run().unwrap());
        assert_eq!((answers.as_str(), code), ("", 2), "{output:?}");
        assert!(error.ends_with(" is an input: write the answers to another file\n"));
        assert_eq!(fs::read_to_string(&input).unwrap(), "1 1\n");
    };
    for output in ["a.in", "./a.in", "a.ans", "soft"] {
        refuses(false, &["-o", output]);
        refuses(true, &["-o", output]);
        refuses(true, &["-", "-o", output]);
    }
    refuses(false, &["--out-dir", "."]);
}

#[cfg(target_os = "linux")]
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_mapped_is_read() {
    for options in [&[][..], &["--mmap"]] {
        let output = run(&[&["poj2234", "/proc/self/status"], options].concat(), b"");
        let (answers, error, code) = texts(&output);
        assert_eq!((answers.as_str(), code), ("", 2));
        let message = "bouton: /proc/self/status:1:1: expected a number, found 'N' (case 1)\n";
        assert_eq!(error, message);
    }
}

#[cfg(unix)]
#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut child = bouton()
        .arg("poj2234")
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .start()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"1 1\n").unwrap();
    let output = texts(&child.wait_with_output().unwrap());
    assert_eq!(
        output,
        (
            String::new(),
            "bouton: stdout: No space left on device\n".to_owned(),
            2
        )
    );
    let output = texts(&run(&["poj2234", "-o", "/dev/full"], b"1 1\n"));
    assert_eq!(
        output,
        (
            String::new(),
            "bouton: /dev/full: No space left on device\n".to_owned(),
            2
        )
    );
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    let mut child = start(&["poj2234"]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // Until the program has ended, which closes its end of this pipe.
    while input.write_all(&b"1 1\n".repeat(10_000)).is_ok() {}
    drop(input);
    let output = texts(&child.wait_with_output().unwrap());
    assert_eq!(output, (String::new(), String::new(), 0));
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_the_program_even_if_it_waits_for_input() {
    for args in [&["poj2234"][..], &["hdu1850", "-j", "1"]] {
        let mut child = start(args);
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"1 1\n").unwrap();
        let mut output = child.stdout.take().unwrap();
        output.read_exact(&mut [0]).unwrap();
        drop(output);
        // The input stays open. What another test is just starting has a copy of the output for a moment, so one answer
        // may still get through.
        while child.try_wait().unwrap().is_none() {
            let _ = input.write_all(b"1 1\n");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert!(child.wait().unwrap().success(), "{args:?}");
    }
}

/// A running program that a person talks to.
pub struct Dialogue {
    pub child: Child,
    answers: std::sync::mpsc::Receiver<u8>,
}

impl Dialogue {
    pub fn new(args: &[&str]) -> Self {
        let mut child = start(args);
        let mut output = child.stdout.take().unwrap();
        let (sender, answers) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut byte = [0];
            while output.read(&mut byte).is_ok_and(|len| len == 1) && sender.send(byte[0]).is_ok() {
            }
        });
        Self { child, answers }
    }

    pub fn say(&mut self, text: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(text.as_bytes()).unwrap();
        input.flush().unwrap();
    }

    #[track_caller]
    pub fn hear(&self, text: &str) {
        for expected in text.bytes() {
            assert_eq!(self.answers.recv(), Ok(expected), "of {text:?}");
        }
    }

    /// Waits until the program has read everything sent, where that can be observed.
    pub fn wait_until_read(&mut self) {
        wait_until_read(&mut self.child);
    }
}

/// Waits until `child` has read all of its standard input, or has ended: on Linux both ends of a pipe
/// know whether it is empty.
fn wait_until_read(child: &mut Child) {
    #[cfg(target_os = "linux")]
    while child.try_wait().unwrap().is_none()
        && rustix::io::ioctl_fionread(child.stdin.as_ref().unwrap()).unwrap() > 0
    {
        std::thread::yield_now();
    }
    #[cfg(not(target_os = "linux"))]
    let _ = child;
}

#[test]
fn a_case_is_answered_as_soon_as_it_is_complete() {
    let mut dialogue = Dialogue::new(&["poj2234"]);
    dialogue.say("2 45 45\n");
    dialogue.hear("No\n");
    dialogue.say("3 3 6 9\n2 1 1\n1");
    dialogue.hear("Yes\nNo\n");
    dialogue.say(" 5\n");
    dialogue.hear("Yes\n");
    drop(dialogue.child.stdin.take());
    assert!(dialogue.child.wait().unwrap().success());
}

#[test]
fn a_case_that_arrives_byte_by_byte_is_answered_with_its_last_byte() {
    let mut dialogue = Dialogue::new(&["poj2234"]);
    for byte in "2 45 45".split_inclusive("") {
        dialogue.say(byte);
        dialogue.wait_until_read();
    }
    // Another digit may follow, and it does: an earlier answer would be wrong.
    dialogue.say("0");
    dialogue.wait_until_read();
    dialogue.say(" ");
    dialogue.hear("Yes\n");
    drop(dialogue.child.stdin.take());
    assert!(dialogue.child.wait().unwrap().success());
}

#[test]
fn the_program_ends_with_the_last_case_while_its_input_stays_open() {
    for (id, input, answers) in [
        ("hdu1850", "3\n5 7 9\n0\n", "1\n"),
        ("hdu1907", "1\n1\n1\n", "Brother\n"),
    ] {
        let mut dialogue = Dialogue::new(&[id]);
        dialogue.say(input);
        dialogue.hear(answers);
        assert!(dialogue.child.wait().unwrap().success());
    }
}

#[test]
fn bad_input_is_reported_while_the_input_stays_open() {
    let mut dialogue = Dialogue::new(&["poj2234"]);
    dialogue.say("1 x");
    assert_eq!(dialogue.child.wait().unwrap().code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn running_out_of_memory_is_an_error() {
    let place = folder("contract_memory");
    let path = |name| place.join(name).display().to_string();
    let case = "1 ".repeat(12_000_000);
    std::fs::write(path("case"), format!("12000000 {case}0")).unwrap();
    std::fs::write(path("answer"), "No\n".repeat(2)).unwrap();
    let (case, answer) = (path("case"), path("answer"));
    let names = || {
        let names = std::fs::read_dir(&place).unwrap();
        names
            .map(|entry| entry.unwrap().file_name())
            .collect::<Vec<_>>()
    };
    let before = names();
    for args in [
        format!("hdu2176 {case}"),
        format!("hdu2176 -j 1 {case}"),
        format!("hdu2176 {case} -o {}", path("output")),
        format!("luogup1247 {case}"),
        format!("luogup1247 -o {} {case}", path("piles.ans")),
        format!("diff hdu2176 {case} {answer}"),
        format!("split hdu1536 --parts 2 --out-dir {} {case}", path("parts")),
    ] {
        let script = format!(
            "ulimit -v 90000; exec {} {args}",
            env!("CARGO_BIN_EXE_bouton")
        );
        let output = Command::new("sh").args(["-c", &script]).run().unwrap();
        let message = "bouton: out of memory\n".to_owned();
        assert_eq!(texts(&output), (String::new(), message, 2), "{args}");
        assert!(
            args.starts_with("split") || names() == before,
            "{args}: {:?}",
            names()
        );
    }
    let parts = std::fs::read_dir(path("parts")).map_or(0, Iterator::count);
    assert_eq!(parts, 0);
}

#[test]
fn help_and_version_are_not_errors() {
    for args in [&["--help"][..], &["--version"], &["poj2234", "--help"]] {
        let (text, error, code) = texts(&run(args, b""));
        assert!(!text.is_empty());
        assert_eq!((error, code), (String::new(), 0));
    }
}

#[test]
fn the_version_names_the_kernel_in_use_and_manual_pages_do_not() {
    let version = |kernel: &str| {
        let mut command = bouton();
        let output = command.arg("--version").env("BOUTON_KERNEL", kernel);
        let (text, _, code) = texts(&output.run().unwrap());
        assert_eq!(code, 0);
        text
    };
    assert!(version("portable").contains("\nkernel: portable (this machine can run: portable"));
    assert!(version("sse").contains("\nkernel: BOUTON_KERNEL: there is no kernel 'sse'"));
    let (page, ..) = texts(&run(&["man"], b""));
    assert!(!page.contains("portable"), "{page}");
}

#[test]
fn every_known_shell_has_a_script_that_completes() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (text, err, code) = texts(&run(&["completions", shell], b""));
        assert_eq!((err.as_str(), code), ("", 0));
        assert!(text.contains("BOUTON_COMPLETE"), "{shell}: {text}");
    }
    let (text, err, code) = texts(&run(&["completions", "cobol"], b""));
    assert_eq!((text.as_str(), code), ("", 2));
    assert!(err.contains("bash"), "{err}");
}

#[test]
fn every_command_has_a_manual_page() {
    let (page, err, code) = texts(&run(&["man"], b""));
    assert_eq!((err.as_str(), code), ("", 0));
    let commands = ["list", "diff", "test", "stress", "man"];
    for command in commands {
        assert!(
            page.contains(&format!("bouton\\-{command}(1)")),
            "{command}"
        );
        let (page, err, code) = texts(&run(&["man", command], b""));
        assert_eq!((err.as_str(), code), ("", 0), "{command}");
        for section in [
            "SYNOPSIS",
            "EXAMPLES",
            "\"EXIT STATUS\"",
            "ENVIRONMENT",
            "\"SEE ALSO\"",
        ] {
            assert!(
                page.contains(&format!(".SH {section}")),
                "{command} {section}"
            );
        }
    }
    let (page, ..) = texts(&run(&["man", "hdu1850"], b""));
    assert!(page.contains("Being a Good Boy"), "{page}");
    assert!(page.contains("\\-\\-out\\-dir"), "{page}");
    let folder = folder("man");
    let written = run(&["man", "--out-dir", folder.to_str().unwrap()], b"");
    assert_eq!(texts(&written), (String::new(), String::new(), 0));
    let diff = fs::read_to_string(folder.join("bouton-diff.1")).unwrap();
    assert_eq!(diff, texts(&run(&["man", "diff"], b"")).0);
    let title = concat!(
        ".TH bouton-diff 1  \"bouton ",
        env!("CARGO_PKG_VERSION"),
        "\""
    );
    assert!(diff.contains(title), "{diff}");
    assert!(folder.join("bouton.1").is_file());
    assert_eq!(texts(&run(&["man", "cobol"], b"")).2, 2);
}

#[test]
fn the_manual_page_of_game_toml_has_every_rule() {
    let (page, err, code) = texts(&run(&["man", "game.toml"], b""));
    assert_eq!((err.as_str(), code), ("", 0));
    for row in ROWS {
        let written = row.written.replace('-', "\\-");
        assert!(page.contains(&written), "{written}\n{page}");
    }
    for section in ["RULE", "INPUT", "PILES", "ANSWER", "ALIASES"] {
        assert!(page.contains(&format!(".SH {section}\n")), "{page}");
    }
    // No markup of the source is left.
    assert!(!page.contains('`') && !page.contains("\n| "), "{page}");
    let folder = folder("man-game-toml");
    run(&["man", "--out-dir", folder.to_str().unwrap()], b"");
    let file = fs::read_to_string(folder.join("bouton-game.toml.1")).unwrap();
    assert_eq!(file, page);
}

#[test]
fn a_manual_page_names_the_values_of_options_and_sorts_commands() {
    let plain = |page: &str| {
        page.replace("\\fB", "")
            .replace("\\fI", "")
            .replace("\\fR", "")
    };
    let (page, ..) = texts(&run(&["man", "test"], b""));
    let first = page.lines().next().unwrap();
    assert_eq!(first, ".\\\" To read this page: bouton man test | man -l -");
    for part in ["[\\-\\-data DIR]", "PROBLEM [SOURCE] [\\-\\- COMMAND...]"] {
        assert!(plain(&page).contains(part), "{page}");
    }
    assert!(page.contains("XDG_CACHE_HOME"), "{page}");
    let (page, ..) = texts(&run(&["man"], b""));
    let section = page.split(".SH COMMANDS").nth(1).unwrap();
    let section = section.split(".SH").next().unwrap();
    let names = section.lines().filter_map(|line| line.strip_prefix("\\fB"));
    let names: Vec<_> = names
        .filter(|name| name.starts_with(char::is_lowercase))
        .collect();
    assert!(names.len() >= 13 && names.is_sorted(), "{names:?}");
}
