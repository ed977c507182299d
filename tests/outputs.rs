//! Output files are complete or not there, and failing to write is an error.

use std::fs;
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::harness::{Run as _, bouton, case, command, folder, run, start, texts, wait_until};

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Runs the program in a shell after the command `first`.
fn after(first: &str, args: &[&str]) -> Output {
    command("sh")
        .args(["-c", &format!("{first}; exec \"$0\" \"$@\"")])
        .arg(bouton().get_program())
        .args(args)
        .stdin(Stdio::null())
        .run()
        .unwrap()
}

/// Starts the program with `args`, and waits until it has a temporary file in `folder`.
fn start_writing(args: &[&str], folder: &Path) -> Child {
    let mut child = start(args);
    let input = child.stdin.as_mut().unwrap();
    input.write_all(case(&[1]).repeat(100).as_bytes()).unwrap();
    let is_temporary = |name: &String| name.starts_with(".bouton-");
    wait_until(&mut child, || names(folder).iter().any(is_temporary));
    child
}

const ENDING: [Signal; 4] = [Signal::INT, Signal::TERM, Signal::HUP, Signal::KILL];

#[test]
fn a_signal_leaves_the_old_answers_and_no_others() {
    let folder = folder("outputs-signals");
    let (new, old) = (folder.join("new.ans"), folder.join("old.ans"));
    fs::write(&old, "precious").unwrap();
    for signal in ENDING {
        for output in [&new, &old] {
            let output = output.to_str().unwrap();
            let child = start_writing(&["poj2234", "-o", output], &folder);
            kill_process(Pid::from_child(&child), signal).unwrap();
            let ended = child.wait_with_output().unwrap();
            assert_eq!(ended.status.signal(), Some(signal.as_raw()));
            assert_eq!(fs::read_to_string(&old).unwrap(), "precious");
            let left = names(&folder);
            if signal == Signal::KILL {
                // This cannot be prevented.
                let temporary = folder.join(&left[0]);
                assert!(left[0].starts_with(".bouton-"), "{left:?}");
                fs::remove_file(temporary).unwrap();
                assert_eq!(left[1..], ["old.ans"]);
            } else {
                assert_eq!(left, ["old.ans"]);
            }
        }
    }
}

#[test]
fn ignored_signals_stay_ignored() {
    let folder = folder("outputs-ignored");
    let output = folder.join("x.ans");
    let script = "trap '' HUP; exec \"$0\" \"$@\"";
    let mut child = command("sh")
        .args(["-c", script])
        .arg(bouton().get_program())
        .args(["poj2234", "-o", output.to_str().unwrap()])
        .stdin(Stdio::piped())
        .start()
        .unwrap();
    wait_until(&mut child, || !names(&folder).is_empty());
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1 1\n").unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read_to_string(output).unwrap(), "Yes\n");
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder("outputs-dash");
    for (args, first) in [
        (["poj2234", "-o", "-"], "Yes\n"),
        (["source", "poj2234", "-o-"], "/*"),
    ] {
        let mut command = bouton();
        command.args(args).current_dir(&folder);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .start()
            .unwrap();
        // The second command does not read it.
        let _ = child.stdin.take().unwrap().write_all(b"1 1\n");
        let output = child.wait_with_output().unwrap();
        assert!(output.stdout.starts_with(first.as_bytes()), "{args:?}");
        assert_eq!(names(&folder), [""; 0], "{args:?}");
    }
}

#[test]
fn answers_are_not_there_before_all_are() {
    let folder = folder("outputs-late");
    let output = folder.join("x.ans");
    let mut child = start_writing(&["poj2234", "-o", output.to_str().unwrap()], &folder);
    assert!(!output.exists());
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read_to_string(&output).unwrap(), "Yes\n".repeat(100));
    assert_eq!(names(&folder), ["x.ans"]);
}

#[test]
fn after_bad_input_the_answers_before_it_are_kept_and_the_message_says_so() {
    let folder = folder("outputs-bad");
    let input = folder.join("x.in");
    let output = folder.join("x.ans");
    fs::write(&input, "1 1\n1 0\n1 x\n").unwrap();
    fs::write(&output, "old").unwrap();
    let (input, name) = (input.to_str().unwrap(), output.to_str().unwrap());
    let dir = folder.to_str().unwrap();
    let claims = format!(
        "bouton: {input}:3:3: expected a number, found 'x' (case 3); the answers before it are in {name}\n"
    );
    for to in [["-o", name], ["--out-dir", dir]] {
        let ended = texts(&run(&["poj2234", input, to[0], to[1]], b""));
        assert_eq!(ended, (String::new(), claims.clone(), 2));
        assert_eq!(fs::read_to_string(&output).unwrap(), "Yes\nNo\n");
        assert_eq!(names(&folder), ["x.ans", "x.in"]);
        fs::remove_file(&output).unwrap();
    }
}

#[test]
fn an_input_that_cannot_be_read_to_its_end_leaves_no_answer_file() {
    let folder = folder("outputs-unread");
    let (input, output) = (folder.join("x.in"), folder.join("x.ans"));
    fs::write(&input, "1 1\n").unwrap();
    let missing = folder.join("missing.in");
    let args = [&input, &missing].map(|path| path.to_str().unwrap());
    let ended = run(
        &["poj2234", args[0], args[1], "-o", output.to_str().unwrap()],
        b"",
    );
    let claims = format!("bouton: {}: No such file or directory\n", args[1]);
    assert_eq!(texts(&ended), (String::new(), claims, 2));
    assert_eq!(names(&folder), ["x.in"]);
}

#[test]
fn the_file_size_limit_is_reported() {
    let folder = folder("outputs-limit");
    let input = folder.join("x.in");
    fs::write(&input, case(&[1]).repeat(100_000)).unwrap();
    let (input, output) = (input.to_str().unwrap(), folder.join("x.ans"));
    let name = output.to_str().unwrap();
    fs::write(&output, "precious").unwrap();
    let ended = after("ulimit -f 8", &["poj2234", input, "-o", name]);
    let claims = format!("bouton: {name}: File too large\n");
    assert_eq!(texts(&ended), (String::new(), claims, 2));
    assert_eq!(fs::read_to_string(&output).unwrap(), "precious");
    assert_eq!(names(&folder), ["x.ans", "x.in"]);

    let out = format!("ulimit -f 8; exec > '{name}'");
    let ended = after(&out, &["poj2234", input]);
    assert_eq!(texts(&ended).1, "bouton: stdout: File too large\n");
    let split = ["split", "poj2234", "--parts", "2", "--out-dir", name, input];
    fs::remove_file(&output).unwrap();
    let ended = after("ulimit -f 8", &split);
    assert_eq!(
        texts(&ended).1,
        format!("bouton: {name}/x-1.in: File too large\n")
    );
    assert!(names(&output).is_empty());
}

#[test]
fn the_file_size_limit_still_ends_other_programs() {
    // The shell's exit code is 128 plus the signal number, 25, instead of that of a failed write.
    let write = "head -c 100000 /dev/zero > \"$0\"; exit $?";
    let file = folder("outputs-inherited").join("zeros");
    let subject = ["--", "sh", "-c", write, file.to_str().unwrap()];
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/problems/poj2234/data/sample");
    let args = [&["test", "poj2234", "--data", data][..], &subject].concat();
    let claims = texts(&after("ulimit -f 8", &args)).0;
    assert!(claims.contains("exit code 153"), "{claims}");
}

/// Command lines that write to standard output, with the files that they need in `folder`.
fn commands_with_output(folder: &Path) -> Vec<Vec<String>> {
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (input, empty, answers) = (
        file("1.in", "1 1\n"),
        file("empty", ""),
        file("1.ans", "Yes\n"),
    );
    let program = bouton().get_program().to_str().unwrap().to_owned();
    let dir = folder.to_str().unwrap();
    [
        "--help".to_owned(),
        "--version".to_owned(),
        "help solve".to_owned(),
        "poj2234 --help".to_owned(),
        "list".to_owned(),
        "list --json".to_owned(),
        "show poj2234".to_owned(),
        "source poj2234".to_owned(),
        "solve 3 4 5".to_owned(),
        "solve --json 3 4 5".to_owned(),
        "generate poj2234".to_owned(),
        "generate --shape help".to_owned(),
        "completions bash".to_owned(),
        "man".to_owned(),
        format!("validate poj2234 {input}"),
        format!("diff poj2234 {input} {answers}"),
        format!("poj2234 {input}"),
        format!("poj2234 {empty}"),
        format!("test poj2234 --data {dir}"),
        format!("test poj2234 --data {dir} --json"),
        format!("stress poj2234 --rounds 1 -- {program} poj2234"),
    ]
    .iter()
    .map(|line| line.split(' ').map(str::to_owned).collect())
    .collect()
}

#[test]
fn a_closed_standard_output_is_an_error_of_every_command() {
    let folder = folder("outputs-closed");
    for args in commands_with_output(&folder) {
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        for closed in ["exec >&-", "exec <&- >&-", "exec > /dev/null 1< /dev/null"] {
            let ended = texts(&after(closed, &args));
            let claims = "bouton: stdout: Bad file descriptor\n".to_owned();
            assert_eq!(ended, (String::new(), claims, 2), "{args:?} {closed}");
        }
        // Some programs pass it open for both directions to discard output.
        let code = after("exec 1<> /dev/null", &args).status.code();
        assert_eq!(code, Some(0), "{args:?}");
    }
}

#[test]
fn standard_output_may_be_closed_where_nothing_is_written_to_it() {
    let folder = folder("outputs-unneeded");
    let (input, output) = (folder.join("x.in"), folder.join("x.ans"));
    fs::write(&input, "1 1\n").unwrap();
    let args = [
        "poj2234",
        input.to_str().unwrap(),
        "-o",
        output.to_str().unwrap(),
    ];
    let ended = after("exec >&-", &args);
    assert_eq!(texts(&ended), (String::new(), String::new(), 0));
    assert_eq!(fs::read_to_string(output).unwrap(), "Yes\n");
}

#[test]
fn a_closed_standard_input_is_an_error() {
    let ended = texts(&after("exec <&-", &["poj2234"]));
    let claims = "bouton: stdin: Bad file descriptor\n".to_owned();
    assert_eq!(ended, (String::new(), claims, 2));
}

#[test]
fn a_full_disk_is_an_error_of_every_command() {
    for args in commands_with_output(&folder("outputs-full")) {
        // Writing nothing always succeeds.
        if args[1..].iter().any(|arg| arg.ends_with("empty")) {
            continue;
        }
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        let ended = texts(&after("exec > /dev/full", &args));
        let claims = "bouton: stdout: No space left on device\n".to_owned();
        assert_eq!(ended, (String::new(), claims, 2), "{args:?}");
    }
}

#[test]
fn a_slow_reader_gets_everything_even_from_a_nonblocking_pipe() {
    let folder = folder("outputs-slow");
    let input = folder.join("x.in");
    fs::write(&input, case(&[1]).repeat(500_000)).unwrap();
    let generate = ["generate", "poj2234", "--cases", "10000"];
    for args in [&["poj2234", input.to_str().unwrap()][..], &generate] {
        let (mut reader, writer) = std::io::pipe().unwrap();
        rustix::io::ioctl_fionbio(&writer, true).unwrap();
        let mut child = bouton()
            .args(args)
            .stdout(OwnedFd::from(writer))
            .start()
            .unwrap();
        // The pipe is full before the first read.
        std::thread::sleep(Duration::from_millis(100));
        let mut all = Vec::new();
        std::io::Read::read_to_end(&mut reader, &mut all).unwrap();
        assert!(child.wait().unwrap().success(), "{args:?}");
        assert_eq!(all, run(args, b"").stdout, "{args:?}");
    }
}

#[test]
fn a_replaced_file_keeps_its_permissions_and_a_new_one_has_the_usual_ones() {
    let folder = folder("outputs-permissions");
    let mode = |path: &PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    let (old, new, plain) = (folder.join("old"), folder.join("new"), folder.join("plain"));
    for path in [&old, &plain] {
        fs::write(path, "").unwrap();
    }
    fs::set_permissions(&old, fs::Permissions::from_mode(0o641)).unwrap();
    for path in [&old, &new] {
        let ended = run(&["poj2234", "-o", path.to_str().unwrap()], b"1 1\n");
        assert_eq!(texts(&ended), (String::new(), String::new(), 0));
        assert_eq!(fs::read_to_string(path).unwrap(), "Yes\n");
    }
    assert_eq!((mode(&old), mode(&new)), (0o641, mode(&plain)));
}

#[test]
fn links_to_files_stay_links() {
    let folder = folder("outputs-links");
    let path = |name: &str| folder.join(name);
    fs::create_dir(path("other")).unwrap();
    fs::write(path("other/old"), "old").unwrap();
    symlink("other/old", path("to-old")).unwrap();
    symlink("to-old", path("to-link")).unwrap();
    symlink("other/new", path("to-new")).unwrap();
    for (link, file) in [("to-link", "other/old"), ("to-new", "other/new")] {
        let ended = run(&["poj2234", "-o", path(link).to_str().unwrap()], b"1 1\n");
        assert_eq!(texts(&ended), (String::new(), String::new(), 0));
        assert!(path(link).is_symlink());
        assert_eq!(fs::read_to_string(path(file)).unwrap(), "Yes\n");
        assert!(!path(file).is_symlink());
    }
    assert_eq!(names(&path("other")), ["new", "old"]);
}

#[test]
fn pipes_and_devices_are_written_as_answers_are_known() {
    let folder = folder("outputs-pipe");
    let pipe = folder.join("pipe");
    crate::harness::make_pipe(&pipe);
    let mut child = start(&["poj2234", "-o", pipe.to_str().unwrap()]);
    let input = child.stdin.as_mut().unwrap();
    input.write_all(b"1 1\n").unwrap();
    let mut byte = [0; 4];
    // While the input stays open.
    let mut reader = fs::File::open(&pipe).unwrap();
    std::io::Read::read_exact(&mut reader, &mut byte).unwrap();
    assert_eq!(&byte, b"Yes\n");
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    let ended = run(&["poj2234", "-o", "/dev/stdout"], b"1 1\n");
    assert_eq!(texts(&ended), ("Yes\n".to_owned(), String::new(), 0));
    // Even if it is a file: it belongs to the shell.
    let file = folder.join("file");
    let ended = after(
        &format!(
            "echo kept > '{0}'; exec >> '{0}'; echo 1 1 | \"$0\" poj2234 -o /dev/fd/1; echo last; exit",
            file.display()
        ),
        &[],
    );
    assert_eq!(texts(&ended), (String::new(), String::new(), 0));
    assert!(fs::read_to_string(file).unwrap().ends_with("last\n"));
}

#[test]
#[ignore = "long: scripts/check --long"]
fn a_split_that_is_killed_leaves_no_mixture_of_parts() {
    const PARTS: usize = 3000;
    let folder = folder("outputs-split");
    let (input, out) = (folder.join("x.in"), folder.join("out"));
    let parts = PARTS.to_string();
    let args = [&input, &out].map(|path| path.to_str().unwrap());
    let args = [
        "split",
        "poj2234",
        "--parts",
        &parts,
        "--out-dir",
        args[1],
        args[0],
    ];
    let (old, new) = (case(&[1]), case(&[2]));
    for waits in 0..3 {
        let _ = fs::remove_dir_all(&out);
        fs::write(&input, old.repeat(PARTS)).unwrap();
        assert!(run(&args, b"").status.success());
        fs::write(&input, new.repeat(PARTS)).unwrap();
        let mut child = start(&args);
        // The first old part is removed, and later the last new one arrives: the program is killed in
        // between.
        let (first, last) = (out.join("x-0001.in"), out.join("x-3000.in"));
        let text = |path: &Path| fs::read_to_string(path).unwrap_or_default();
        while child.try_wait().unwrap().is_none()
            && (text(&first) == old || waits > 0 && text(&last) != new)
        {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let names = names(&out);
        let left: Vec<_> = names.iter().filter(|name| name.starts_with('x')).collect();
        let texts: Vec<_> = left.iter().map(|name| text(&out.join(name))).collect();
        assert!(texts.iter().all(|text| *text == texts[0]), "{left:?}");
        assert_eq!(left.len() == PARTS, first.exists(), "{left:?}");
    }
}
