//! Replays the corpora of `tests/fuzz`, inputs that are kept from fuzzing, and what is like them.

use std::fs;

use crate::harness::{Random, is_long, root, some_of};
use crate::properties::{compare, decode, problems, validate, whole};

/// Separated by `|`.
const PIECES: &str = "| \n|-1|\u{feff}|99999999999999999999|1e9|00000000|18446744073709551616";
const BYTES: &[u8] = b" \n09x\0\x80/:\x0b\x0c\x1f!";

/// One of the seeds with some bytes changed, removed, repeated or replaced.
pub fn mutate(random: &mut Random, seeds: &[impl AsRef<[u8]>]) -> Vec<u8> {
    let pieces: Vec<_> = PIECES.split('|').collect();
    let mut input = random.pick(seeds).as_ref().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(input.len() as u64 + 1) as usize;
        let end = (at + random.below(6) as usize).min(input.len());
        match random.below(7) {
            0 => drop(input.drain(at..end)),
            1 => input.truncate(at),
            2 => drop(input.splice(at..end, random.pick(&pieces).bytes())),
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
            _ => drop(input.splice(at..at, random.pick(&pieces).bytes())),
        }
    }
    input
}

/// Replays the corpus of a fuzz target, or each `step`th of its inputs, then `rounds` mutations of it; all of it, and a
/// hundred times as many mutations, in `scripts/check --long`.
fn replay(target: &str, step: usize, rounds: u64, check: fn(&[u8])) {
    let check = |data: &[u8]| {
        let passed = std::panic::catch_unwind(|| check(data)).is_ok();
        assert!(passed, "b\"{}\"", data.escape_ascii());
    };
    let folder = root().join("tests/fuzz/corpus");
    let files = fs::read_dir(folder.join(target)).unwrap();
    let corpus = files.map(|file| fs::read(file.unwrap().path()).unwrap());
    let mut corpus: Vec<_> = corpus.collect();
    corpus.sort();
    assert!(corpus.len() > 10, "{} files of {target}", corpus.len());
    for data in some_of(step, &corpus) {
        check(data);
    }
    let mut random = Random::new(77);
    for _ in 0..if is_long() { 100 * rounds } else { rounds } {
        check(&mutate(&mut random, &corpus));
    }
}

#[test]
fn every_kernel_decodes_the_corpus_as_the_naive_reader_does() {
    replay("decode", 1, 2000, decode::check);
}

#[test]
fn every_problem_answers_the_corpus_alike_however_it_is_read() {
    replay("whole", 1, 1000, whole::check);
}

#[test]
fn answers_of_the_corpus_compare_as_the_naive_comparer_says() {
    replay("compare", 1, 1000, compare::check);
}

#[test]
fn validating_the_corpus_finds_what_a_naive_reading_of_the_layout_finds() {
    replay("validate", 1, 1000, validate::check);
}

#[test]
fn whatever_is_generated_from_the_corpus_is_valid_and_answered_alike() {
    replay("problems", 2, 4, problems::check);
}
