//! Bad input never panics, and is reported as the naive reader reports it.

use bouton::decode::Kernel;

use crate::harness::{Random, answer_chunks, is_long, plain_problems, problems};
use crate::properties::{naive, takes_long};

/// The number of inputs in `scripts/check --long`: two decodings of each by every kernel.
const ROUNDS: u64 = 2_000_000;

const SEEDS: &[&[u8]] = &[
    b"2 45 45\n3 3 6 9\n",
    b"3\n5 7 9\n0\n",
    b"2\n3\n3 5 1\n1\n1\n",
    b"2\r\n2 2\r\n\r\n1\r\n3\r\n",
    b"1 18446744073709551615\n1 99999999\n2 100000000 0000000000000000000000000000001\n0\n",
    b"20 1 22 333 4444 55555 666666 7777777 88888888 999999999 1 2 3 4 5 6 7 8 9 10 11\n",
];

const PIECES: [&[u8]; 8] = [
    b"",
    b" \n",
    b"-1",
    b"\xef\xbb\xbf",
    b"99999999999999999999",
    b"1e9",
    b"00000000",
    b"18446744073709551616",
];
const BYTES: &[u8] = b" \n09x\0\x80/:\x0b\x0c\x1f!";

/// One of the seeds with some bytes changed, removed, repeated or replaced.
pub fn mutate(random: &mut Random, seeds: &[impl AsRef<[u8]>]) -> Vec<u8> {
    let mut input = random.pick(seeds).as_ref().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(input.len() as u64 + 1) as usize;
        let end = (at + random.below(6) as usize).min(input.len());
        match random.below(7) {
            0 => drop(input.drain(at..end)),
            1 => input.truncate(at),
            2 => drop(input.splice(at..end, random.pick(&PIECES).iter().copied())),
            3 if at < input.len() => input[at] = *random.pick(BYTES),
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
            _ => drop(input.splice(at..at, random.pick(&PIECES).iter().copied())),
        }
    }
    input
}

/// Three of four inputs are of problems that have a naive reader; the others must not panic either.
#[test]
fn mutated_inputs_never_panic_and_are_reported_exactly_and_alike_wherever_they_are_cut() {
    let rounds = if is_long() { ROUNDS } else { ROUNDS / 80 };
    let (mut random, problems) = (Random::new(77), problems());
    let plain: Vec<_> = plain_problems().collect();
    for round in 0..rounds {
        let problem = *random.pick(if round % 4 > 0 { &plain } else { &problems });
        let input = mutate(&mut random, SEEDS);
        if takes_long(problem, &input) {
            continue;
        }
        let shown = String::from_utf8_lossy(&input);
        let sizes = [
            1 + random.below(input.len() as u64 + 1) as usize,
            input.len().max(1),
        ];
        let outcomes = Kernel::available().flat_map(|kernel| {
            sizes.map(|size| answer_chunks(kernel, problem, input.chunks(size)))
        });
        let outcomes: Vec<_> = outcomes.collect();
        let are_alike = outcomes.iter().all(|outcome| *outcome == outcomes[0]);
        assert!(are_alike, "{} {shown:?}: {outcomes:?}", problem.id);
        if let Some(expected) = naive::try_run(&problem.id, &input) {
            let (text, outcome) = outcomes[0].clone();
            let error = outcome.err();
            let error = error.map(|(error, case)| (error.at, error.kind.to_string(), case));
            assert_eq!((text, error), expected, "{} {shown:?}", problem.id);
        }
    }
}
