//! Threads and mapped files change neither the answers nor the errors reported.

use std::fs;
use std::io::{Read, Seek, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use bouton::internals::decode::{Kernel, Slice};
use bouton::internals::engine::pipe::Pipe;
use bouton::internals::engine::{RunOptions, file};
use bouton::internals::error::InputError;
use bouton::internals::input::Input;
use bouton::internals::layout::Role;
use bouton::internals::layout::sink::Sink;

#[cfg(target_os = "linux")]
use crate::harness::command;
use crate::harness::{Run as _, answer_chunks, bouton, folder, problem, run, some_of, start, texts};
#[cfg(target_os = "linux")]
use crate::properties::answering::answer_input;
use crate::properties::answering::answer_parallel;

/// Each case has a subtraction set of its own, and the tables of all of them share the work.
#[test]
fn where_threads_begin_does_not_change_which_piles_are_too_large_for_a_set() {
    let path = folder("sets").join("input");
    let (kernel, problem) = (Kernel::best(), problem("hdu1536"));
    let line = "3 9 700001 20\n2\n2 5 7\n1 30000\n";
    let large = |pile: u64| format!("2 11 9999991\n1\n2 3 {pile}\n");
    // Takes of which each is needed, and no period below the limit.
    let needed = "3 1 3 16000000\n1\n1 17000000\n".to_owned();
    // The same, but a table is long enough.
    let long = "3 1 3 1500000\n1\n1 1600000\n".to_owned();
    let inputs = [
        (2, needed, false),
        (0, large((1 << 24) - 1), true),
        // These have a period, since the large take does not count.
        (300, large(9_999_990), true),
        (300, large((1 << 17) - 1), true),
        (1, large((1 << 22) - 1), true),
        (2, long, true),
    ];
    for (before, case, is_answered) in some_of(3, inputs) {
        let input = line.repeat(before) + &case + &line.repeat(300) + "0\n";
        fs::write(&path, &input).unwrap();
        let expected = answer_chunks(kernel, problem, [input.as_bytes()]);
        let bad_case = expected.1.as_ref().map(|(_, _, case)| *case);
        let expected_case = (!is_answered).then_some(before as u64 + 1);
        assert_eq!(bad_case, expected_case, "{case}");
        for (size, threads) in some_of(2, [(500, 1), (700, 3), (5000, 2)]) {
            let input = Input::open(&path).unwrap();
            let outcome = answer_parallel(kernel, problem, &input, size, threads, false);
            assert_eq!(outcome, expected, "{before} {case} {size} {threads}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_byte_order_mark_is_one_even_if_it_arrives_in_pieces() {
    // Each packet is read by itself.
    let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::DIRECT).unwrap();
    let mut writer = fs::File::from(writer);
    for byte in b"\xef\xbb\xbf" {
        writer.write_all(&[*byte]).unwrap();
    }
    drop(writer);
    let mut input = Input::new("stdin".to_owned(), fs::File::from(reader));
    let (_, result) = answer_input(problem("poj2234"), &mut input, RunOptions::one_thread());
    let error = result.unwrap_err().to_string();
    assert_eq!(error, "stdin:1:1: found a UTF-8 byte-order mark (case 1)");
}

/// Where mapped pages are released, nothing beyond the end of the map may be touched.
#[test]
fn a_mapped_file_may_end_anywhere_around_the_pages_that_are_released() {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    let folder = folder.unwrap();
    let path = folder.path().join("input");
    let window: i64 = 64 << 20;
    // 1024 bytes each.
    let case = format!("1 1\n{}", "\n".repeat(1020));
    fs::write(&path, case.repeat(65 << 10)).unwrap();
    let file = fs::File::options().write(true).open(&path).unwrap();
    // It only gets shorter.
    for kilobytes in [1, 0, -1, -8, -450, -600] {
        let len = window + 1024 * kilobytes;
        file.set_len(len as u64).unwrap();
        for threads in ["1", "2"] {
            let name = path.to_str().unwrap();
            let output = run(&["poj2234", "--mmap", "-j", threads, name], b"");
            let answers = "Yes\n".repeat(len as usize / case.len());
            let is_right = texts(&output) == (answers, String::new(), 0);
            assert!(is_right, "{kilobytes} {threads}");
        }
    }
}

/// The help forbids this; but the worst result is an error or a wrong answer.
#[test]
fn a_mapped_file_that_is_overwritten_does_not_make_the_program_panic() {
    let folder = folder("overwritten");
    let path = folder.join("input");
    // Every digit may become a separator and vice versa, even at the ends of chunks.
    let texts_of_same_length = ["1 1 1 1 ".repeat(1 << 17), " 1 1 1 1".repeat(1 << 17)];
    fs::write(&path, &texts_of_same_length[0]).unwrap();
    let overwritten = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut file = fs::File::options().write(true).open(&path).unwrap();
            while !overwritten.load(Ordering::Relaxed) {
                for text in &texts_of_same_length {
                    file.rewind().unwrap();
                    file.write_all(text.as_bytes()).unwrap();
                }
            }
        });
        for round in 0..20 {
            let threads = ["1", "2"][round % 2];
            let name = path.to_str().unwrap();
            let output = run(&["poj2234", "--mmap", "-j", threads, name], b"");
            let (_, error, code) = texts(&output);
            let is_reported = code == 2 && error.starts_with("bouton: ");
            assert!(code == 0 || is_reported, "{code} {error}");
        }
        overwritten.store(true, Ordering::Relaxed);
    });
}

/// Whoever writes the input may wait for the answers so far before it writes more.
#[test]
fn whatever_came_through_a_pipe_is_answered_before_more_is_waited_for() {
    let cases = 1_000_000;
    for threads in ["1", "2", "4"] {
        let mut child = start(&["poj2234", "-j", threads]);
        let mut input = child.stdin.take().unwrap();
        let mut output = child.stdout.take().unwrap();
        for count in [1, cases, 1, cases, cases, 3] {
            std::thread::scope(|scope| {
                scope.spawn(|| input.write_all("1 1\n".repeat(count).as_bytes()).unwrap());
                let mut answers = vec![0; "Yes\n".len() * count];
                output.read_exact(&mut answers).unwrap();
                let expected = "Yes\n".repeat(count);
                assert!(answers == expected.as_bytes(), "{threads} {count}");
            });
        }
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn a_shared_file_is_left_where_reading_ended() {
    let folder = folder("shared_file");
    let path = folder.join("input");
    // The end of the file ends the cases of one problem, a 0 those of the other.
    for (id, last) in [("poj2234", "1 1\n"), ("hdu1850", "0\n")] {
        fs::write(&path, "1 1\n".repeat(2_000_000) + last).unwrap();
        for flags in [&["-j", "1"][..], &["-j", "2"], &["--mmap"]] {
            let mut file = fs::File::open(&path).unwrap();
            let mut command = bouton();
            command.arg(id).args(flags).stdin(file.try_clone().unwrap());
            assert!(command.run().unwrap().status.success());
            assert_eq!(file.read(&mut [0]).unwrap(), 0, "{id} {flags:?}");
        }
    }
}

/// Panics at a case; how many there were before.
struct Panics(u64);

impl Sink for Panics {
    fn numbers(&mut self, _: Role, _: Slice<'_>) -> Result<(), InputError> {
        Ok(())
    }

    fn place(&mut self, _: usize) {}

    fn end_row(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    fn end_case(&mut self) {
        self.0 += 1;
        assert!(self.0 < 1000, "as this test wants it");
    }
}

#[test]
fn a_thread_that_panics_leaves_no_other_waiting() {
    let path = folder("panics").join("input");
    fs::write(&path, "1 1\n".repeat(10_000)).unwrap();
    let (kernel, layout) = (Kernel::best(), &problem("poj2234").layout);
    for threads in [1, 2, 4] {
        let work = || {
            let input = Input::open(&path).unwrap();
            let chunks = input.chunks(100, None).unwrap();
            let mut sink = Panics(0);
            let mut pipe = Pipe::new(kernel, layout, &mut sink);
            let _ = file::run(&chunks, threads, &mut pipe);
        };
        assert!(std::panic::catch_unwind(work).is_err());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn more_threads_than_processors_cost_nothing() {
    let script = "ulimit -v 700000; printf '2 1 1\\n' | \"$0\" poj2234 -j 65535";
    let mut shell = command("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_bouton")]);
    let output = texts(&shell.run().unwrap());
    assert_eq!(output, ("No\n".to_owned(), String::new(), 0));
}
