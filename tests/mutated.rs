//! Bad input never panics, and is reported as the naive reader reports it.

use bouton::decode::Kernel;

use crate::harness::{Random, answer_chunks, plain_problems, problems};
use crate::properties::{naive, takes_long};

/// Two million inputs in all, two decodings of each by every kernel.
const ROUNDS: u64 = 2_000_000;

const SEEDS: &[&[u8]] = &[
    b"2 45 45\n3 3 6 9\n",
    b"3\n5 7 9\n0\n",
    b"2\n3\n3 5 1\n1\n1\n",
    b"2\r\n2 2\r\n\r\n1\r\n3\r\n",
    b"1 18446744073709551615\n1 99999999\n2 100000000 0000000000000000000000000000001\n0\n",
    b"20 1 22 333 4444 55555 666666 7777777 88888888 999999999 1 2 3 4 5 6 7 8 9 10 11\n",
];

const PIECES: &[&[u8]] = &[
    b"",
    b" ",
    b"\n",
    b"0",
    b"9",
    b"-1",
    b"x",
    b"\0",
    b"\xef\xbb\xbf",
    b"99999999999999999999",
    b"1e9",
    b"00000000",
    b"18446744073709551616",
    b"\x80",
    b"/",
    b":",
    b"\x0b",
    b"\x0c",
    b"\x1f",
    b"!",
];

/// One of the seeds with some bytes changed, removed, repeated or replaced.
pub fn mutate(random: &mut Random, seeds: &[impl AsRef<[u8]>]) -> Vec<u8> {
    let mut input = random.pick(seeds).as_ref().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(input.len() as u64 + 1) as usize;
        let end = (at + random.below(6) as usize).min(input.len());
        match random.below(7) {
            0 => drop(input.drain(at..end)),
            1 => input.truncate(at),
            2 => drop(input.splice(at..end, random.pick(PIECES).iter().copied())),
            3 if at < input.len() => input[at] = random.next() as u8,
            4 => {
                let piece = random.pick(seeds).as_ref();
                drop(input.splice(at..at, piece.iter().copied()));
            }
            5 => {
                // Another digit often leaves the input valid.
                if let Some(byte) = input.get_mut(at).filter(|byte| byte.is_ascii_digit()) {
                    *byte = b'0' + random.below(10) as u8;
                }
            }
            _ => drop(input.splice(at..at, random.pick(PIECES).iter().copied())),
        }
    }
    input
}

#[test]
fn mutated_inputs_never_panic_and_are_reported_exactly() {
    mutated_inputs_are_reported_exactly(ROUNDS / 40);
}

#[test]
#[ignore = "long: scripts/check --long"]
fn millions_of_mutated_inputs_never_panic_and_are_reported_exactly() {
    mutated_inputs_are_reported_exactly(ROUNDS);
}

fn mutated_inputs_are_reported_exactly(rounds: u64) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                let mut random = Random::new(thread);
                for round in 0..rounds / threads {
                    let problem = plain_problems().nth((round % 4) as usize).unwrap();
                    let input = mutate(&mut random, SEEDS);
                    let (text, trouble) = naive::run(&problem.id, &input);
                    let size = 1 + random.below(input.len() as u64 + 1) as usize;
                    for kernel in Kernel::available() {
                        for size in [size, input.len().max(1)] {
                            let outcome = answer_chunks(kernel, problem, input.chunks(size));
                            let error = outcome.1.err();
                            let error =
                                error.map(|(error, case)| (error.at, error.kind.to_string(), case));
                            let shown = String::from_utf8_lossy(&input);
                            assert_eq!(
                                (&outcome.0, &error),
                                (&text, &trouble),
                                "{} {shown:?}",
                                problem.id
                            );
                        }
                    }
                }
            });
        }
    });
}

/// The other problems have no naive reader, but they must not panic either, and must be the same
/// however they are cut.
#[test]
fn mutated_inputs_of_every_problem_are_reported_the_same_wherever_they_are_cut() {
    let mut random = Random::new(77);
    let problems = problems();
    for round in 0..20_000 {
        let problem = *random.pick(&problems);
        let input = mutate(&mut random, SEEDS);
        if takes_long(problem, &input) {
            continue;
        }
        let size = 1 + random.below(input.len() as u64 + 1) as usize;
        let outcomes: Vec<_> = Kernel::available()
            .flat_map(|kernel| {
                [size, input.len().max(1)]
                    .map(|size| answer_chunks(kernel, problem, input.chunks(size)))
            })
            .collect();
        let shown = String::from_utf8_lossy(&input);
        for outcome in &outcomes {
            assert_eq!(
                outcome, &outcomes[0],
                "{} round {round}: {shown:?}",
                problem.id
            );
        }
    }
}
