//! Threads and mapped files change nothing: not the answers, and not what is told of bad input.

use std::fs;

use bouton::decode::{Kernel, Number};
use bouton::frame::{List, Misfit, Progress, Sink};
use bouton::input::Input;
use bouton::parallel;
use bouton::pipe::Pipe;

use crate::harness::{
    Random, answer_chunks, answer_parallel, folder, plain_problems, problem, run, texts,
};
use crate::properties::naive;

/// A few thousand bytes, cut into very many chunks.
#[test]
fn chunks_of_any_size_are_put_together_in_order() {
    let folder = folder("small_chunks");
    let path = folder.join("input");
    let mut random = Random::new(11);
    let kernel = Kernel::best();
    for round in 0..60 {
        let problem = plain_problems().nth(random.below(4) as usize).unwrap();
        let bits = 1 + random.below(64);
        let cases: Vec<Vec<u64>> = (0..random.below(60))
            .map(|_| {
                (0..random.below(40))
                    .map(|_| random.of_length_up_to(bits))
                    .collect()
            })
            .collect();
        let mut input = naive::layout(problem.id, &cases).into_bytes();
        if round % 3 == 1 {
            let zeros = vec![b'0'; random.below(500) as usize];
            let at = random.below(input.len() as u64 + 1) as usize;
            drop(input.splice(at..at, zeros));
        }
        if round % 2 == 1 && !input.is_empty() {
            let at = random.below(input.len() as u64) as usize;
            input[at] = random.next() as u8;
        }
        fs::write(&path, &input).unwrap();
        let expected = answer_chunks(kernel, problem, [&input[..]]);
        for size in [1, 2, 7, 64, 100, 1000] {
            for (threads, map) in [(1, false), (2, false), (3, true), (8, false)] {
                let outcome = answer_parallel(kernel, problem, &path, size, threads, map);
                let shown = String::from_utf8_lossy(&input);
                assert_eq!(
                    outcome, expected,
                    "{} {size} {threads} {map} {shown:?}",
                    problem.id
                );
            }
        }
    }
}

/// A few megabytes through the program itself.
#[test]
fn the_program_answers_large_files_the_same_with_any_number_of_threads() {
    let folder = folder("large_files");
    let path = folder.join("large.in");
    let name = path.to_str().unwrap();
    let mut random = Random::new(12);
    for problem in plain_problems() {
        for bits in [6, 24, 64] {
            let cases: Vec<Vec<u64>> = (0..50_000)
                .map(|_| {
                    (0..random.below(20))
                        .map(|_| 1 + random.of_length_up_to(bits) / 2)
                        .collect()
                })
                .filter(|piles: &Vec<u64>| !piles.is_empty())
                .collect();
            let mut input = naive::layout(problem.id, &cases);
            let mut expected = (naive::answer(problem.id, &cases), String::new(), 0);
            for bad in [false, true] {
                if bad {
                    // In the middle of a line far inside; the answers are those of the naive way.
                    let at = input.len() * 2 / 3;
                    input.replace_range(at..at, "+");
                    let (answers, trouble) = naive::run(problem.id, input.as_bytes());
                    let (offset, message, case) = trouble.unwrap();
                    let before = &input[..offset as usize];
                    let line = before.matches('\n').count() + 1;
                    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
                    expected = (
                        answers,
                        format!("bouton: {name}:{line}:{column}: {message} (case {case})\n"),
                        2,
                    );
                }
                fs::write(&path, &input).unwrap();
                for kernel in Kernel::available() {
                    for flags in [
                        &["-j", "1"][..],
                        &["-j", "2"],
                        &["-j", "5"],
                        &["--mmap"],
                        &["-j", "1", "--mmap"],
                        &[],
                    ] {
                        let args = [&[problem.id, name, "--kernel", kernel.name()], flags].concat();
                        assert!(texts(&run(&args, b"")) == expected, "{args:?} {bad}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_file_that_is_shared_is_left_where_reading_ended() {
    use std::io::Read;
    let folder = folder("shared_file");
    let path = folder.join("input");
    // The end of the file ends the cases of the one, a 0 those of the other.
    for (id, last) in [("poj2234", "1 1\n"), ("hdu1850", "0\n")] {
        fs::write(&path, "1 1\n".repeat(2_000_000) + last).unwrap();
        for flags in [&["-j", "1"][..], &["-j", "2"], &["--mmap"]] {
            let mut file = fs::File::open(&path).unwrap();
            let mut command = crate::harness::bouton();
            let output = command
                .arg(id)
                .args(flags)
                .stdin(file.try_clone().unwrap())
                .output()
                .unwrap();
            assert!(output.status.success());
            assert_eq!(file.read(&mut [0]).unwrap(), 0, "{id} {flags:?}");
        }
    }
}

/// Feeds so many cases of one pile to `sink`, with threads that take chunks of `size` bytes.
fn feed<S: Sink + Send>(
    name: &str,
    cases: usize,
    size: usize,
    threads: usize,
    sink: &mut S,
) -> Result<(), parallel::Stop> {
    let path = folder(name).join("input");
    fs::write(&path, "1 1\n".repeat(cases)).unwrap();
    let input = Input::open(&path).unwrap();
    let chunks = input.chunks(size, false).unwrap();
    let kernel = Kernel::best();
    let mut pipe = Pipe::new(kernel, problem("poj2234").framing, sink);
    parallel::run(&chunks, threads, kernel, &mut pipe)
}

/// Counts cases, and wants no more of them as soon as it is asked.
struct Fed {
    cases: u64,
}

impl Sink for Fed {
    fn numbers<N: Number>(&mut self, _: List, _: &[N]) -> Result<(), Misfit> {
        Ok(())
    }

    fn end_case(&mut self) {
        self.cases += 1;
    }

    fn relieve(&mut self) -> Progress {
        Progress::Done
    }
}

#[test]
fn work_ends_when_its_results_are_not_wanted_any_more() {
    for threads in [1, 2, 4] {
        let mut fed = Fed { cases: 0 };
        let result = feed("unwanted", 100_000, 1000, threads, &mut fed);
        assert!(result.is_ok());
        assert!((1..=250).contains(&fed.cases), "{} cases", fed.cases);
    }
}

/// Panics at a case.
struct Panics {
    cases: u64,
}

impl Sink for Panics {
    fn numbers<N: Number>(&mut self, _: List, _: &[N]) -> Result<(), Misfit> {
        Ok(())
    }

    fn end_case(&mut self) {
        self.cases += 1;
        assert!(self.cases < 1000, "as this test wants it");
    }
}

#[test]
fn a_thread_that_panics_leaves_no_other_one_waiting() {
    for threads in [1, 2, 4] {
        let work = || feed("panics", 10_000, 100, threads, &mut Panics { cases: 0 });
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err());
    }
}
