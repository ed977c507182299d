//! The program from a user's point of view: arguments, files, pipes, messages and exit codes.

use std::io::{Read, Write};
use std::process::Child;

#[cfg(target_os = "linux")]
use crate::harness::{Run as _, command, folder};
use crate::harness::{records, run, start, texts};

#[test]
fn inputs_are_answered_as_the_table_says() {
    for (words, expected) in records(include_str!("tables/answers.txt")) {
        let lines = expected.lines().filter(|line| *line != "(nothing)");
        let lines = lines.map(|line| line.to_owned() + "\n");
        let (error, answers): (String, String) = lines.partition(|line| line.starts_with("bouton: "));
        let code = if error.is_empty() { 0 } else { 2 };
        let output = texts(&run(&[&words[0]], words[1].as_bytes()));
        assert_eq!(output, (answers, error, code), "{words:?}");
    }
}

/// Each pipeline needs little memory, whatever the size of its input.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "long: scripts/check --long"]
fn memory_does_not_grow_with_the_cases_or_with_the_piles_of_a_case() {
    for (input, id, last) in [
        ("printf '0 20000000'", "codingamemiserenim", "CONCEDE\n"),
        ("yes '3 3 6 9' | head -c 1G", "poj2234", "Yes\n"),
        (
            "echo 100000001; yes 7 | head -100000000; printf '1 0'",
            "hdu1850",
            "100000001\n",
        ),
    ] {
        let pipeline = format!("ulimit -v 200000; {{ {input}; }} | \"$0\" {id} -j 1 | tail -1");
        let mut shell = command("sh");
        shell.args(["-c", &pipeline, env!("CARGO_BIN_EXE_bouton")]);
        let (answers, error, _) = texts(&shell.run().unwrap());
        assert_eq!((&*answers, &*error), (last, ""), "{input}");
    }
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

/// Waits until `child` has read all of its standard input, or has ended: on Linux both ends of a pipe know whether it
/// is empty.
fn wait_until_read(child: &mut Child) {
    #[cfg(target_os = "linux")]
    while child.try_wait().unwrap().is_none() && rustix::io::ioctl_fionread(child.stdin.as_ref().unwrap()).unwrap() > 0
    {
        std::thread::yield_now();
    }
    #[cfg(not(target_os = "linux"))]
    let _ = child;
}

/// While the input stays open.
#[test]
fn a_case_is_answered_when_it_is_complete_and_the_program_ends_with_the_last_one_or_a_mistake() {
    // What is said, and what is then heard before more is said.
    let as_lines = [
        ("2 45 45\n", "No\n"),
        ("3 3 6 9\n2 1 1\n1", "Yes\nNo\n"),
        (" 5\n", "Yes\n"),
    ];
    // Another digit may follow, and it does: an earlier answer would be wrong.
    let text = "2 45 450 ";
    let answers = |at: usize| ["", "Yes\n"][usize::from(at + 1 == text.len())];
    let by_bytes = (0..text.len()).map(|at| (&text[at..=at], answers(at)));
    let by_bytes: Vec<_> = by_bytes.collect();
    for (id, dialogue, code) in [
        ("poj2234", &as_lines[..], None),
        ("poj2234", &by_bytes, None),
        ("hdu1850", &[("3\n5 7 9\n0\n", "1\n")], Some(0)),
        ("hdu1907", &[("1\n1\n1\n", "Brother\n")], Some(0)),
        ("poj2234", &[("1 5\n1 x", "Yes\n")], Some(2)),
    ] {
        let mut child = start(&[id]);
        let mut output = child.stdout.take().unwrap();
        for (text, answers) in dialogue {
            let input = child.stdin.as_mut().unwrap();
            input.write_all(text.as_bytes()).unwrap();
            wait_until_read(&mut child);
            // One at a time, since another answer may be shorter.
            for expected in answers.bytes() {
                let mut heard = [0];
                output.read_exact(&mut heard).unwrap();
                assert_eq!(heard, [expected], "{id} {text:?}");
            }
        }
        let open = child.stdin.take().filter(|_| code.is_some());
        let ended = child.wait().unwrap().code();
        assert_eq!(ended, code.or(Some(0)), "{id}");
        drop(open);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn running_out_of_memory_is_an_error_and_leaves_no_results() {
    let place = folder("contract_memory");
    let case = format!("12000000 {}0", "1 ".repeat(12_000_000));
    std::fs::write(place.join("case"), case).unwrap();
    std::fs::write(place.join("answer"), "No\nNo\n").unwrap();
    for args in [
        "hdu2176 -j 1 case",
        "hdu2176 -j 1 --lang zh case",
        "luogup1247 -o piles.ans case",
        "diff hdu2176 case answer",
        "split hdu1536 --parts 2 --out-dir parts case",
    ] {
        let script = format!("ulimit -v 90000; exec \"$0\" {args}");
        let mut shell = command("sh");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_bouton")]);
        let output = texts(&shell.current_dir(&place).run().unwrap());
        let said = if args.contains("zh") {
            "bouton: 内存不足\n"
        } else {
            "bouton: out of memory\n"
        };
        assert_eq!((&*output.0, &*output.1, output.2), ("", said, 2), "{args}");
        let results = ["piles.ans", "parts"].map(|name| place.join(name).exists());
        assert_eq!(results, [false; 2], "{args}");
    }
}
