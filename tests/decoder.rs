//! Every kernel decodes as the naive reader does, however the input is cut, including invalid input.
//!
//! An input is passed to `poj2234`, with a first number that counts all that follow: the answers and the error with its
//! position are compared, for valid and invalid input alike.

use bouton::internals::decode::{Kernel, STEP};

use crate::harness::{Random, answer_chunks, numbers, plain_problems, problem, some_of};
use crate::properties::{answering, naive};

/// Compares what every kernel makes of `input`, in pieces of each of these sizes, with the naive implementation.
#[track_caller]
fn check(id: &str, input: &[u8], sizes: impl IntoIterator<Item = usize>) {
    let expected = naive::run(id, input).unwrap();
    for size in sizes {
        for kernel in Kernel::available() {
            let found = answer_chunks(kernel, problem(id), input.chunks(size));
            let shown = String::from_utf8_lossy(input);
            assert_eq!(found, expected, "{kernel:?} {size} {shown:?}");
        }
    }
}

const WHITE: &[u8] = b" \t\n\r\x0b\x0c";

/// Kinds of input: how many digits and how much space there are at most, how many zeros are in front of a number, and
/// in how many of them a byte is invalid.
const KINDS: &str = "\
    1 1 0 0, 3 1 0 0, 4 3 0 0, 8 1 0 0, 9 2 0 0, 16 1 0 0, 17 1 0 0, 19 90 0 0, 20 1 0 0, 22 1 0 0, \
    6 2 30 0, 3 2 140 0, 5 2 0 60, 20 2 3 200";

/// Generates `len` bytes of a kind.
fn input(kind: &str, len: usize, random: &mut Random) -> Vec<u8> {
    let [digits, space, zeros, bad_in] = numbers(kind).try_into().unwrap();
    let mut input = Vec::new();
    while input.len() < len {
        if random.below(4) > 0 && zeros > 0 {
            input.resize(input.len() + random.below(zeros) as usize, b'0');
        }
        for _ in 0..=random.below(digits) {
            input.push(b'0' + random.below(10) as u8);
        }
        for _ in 0..=random.below(space) {
            input.push(*random.pick(WHITE));
        }
        if bad_in > 0 && random.below(bad_in) == 0 {
            input.push(random.next() as u8);
        }
    }
    input.truncate(len);
    input
}

#[test]
fn inputs_of_many_kinds_are_decoded_as_the_naive_reader_does_wherever_they_are_cut() {
    let mut random = Random::new(1);
    let steps = [STEP - 1, STEP, STEP + 1, 2 * STEP, 5 * STEP + 77];
    for kind in KINDS.split(", ") {
        for len in (0..=300).chain(steps) {
            let problem = plain_problems().nth(random.below(4) as usize).unwrap();
            for _ in 0..if len > 300 { 1 } else { 2 } {
                let mut input = input(kind, len, &mut random);
                let size = 1 + random.below(64) as usize;
                check(&problem.id, &input, [len.max(1), size]);
                // Around the vectors of each kernel, at every place.
                if matches!(len % 32, 0 | 1 | 31) && len <= 130 {
                    check(&problem.id, &input, some_of(5, 1..=len + 1));
                }
                input.push(b' ');
                check_values(&input);
            }
        }
    }
}

#[test]
fn every_byte_is_distinguished_at_every_offset_of_a_window() {
    let mut text = b"1 23 456 7890 12345 678901 ".repeat(8);
    text.truncate(192);
    for at in 0..text.len() {
        for byte in 0..=255 {
            let mut input = text.clone();
            input[at] = byte;
            check("poj2234", &input, [input.len()]);
        }
    }
}

/// Compares the numbers of a block that every kernel decodes, and its first error, with those of the naive reader.
#[track_caller]
fn check_values(block: &[u8]) {
    let expected = naive::values(block);
    for kernel in Kernel::available() {
        // The bytes after a block must not matter.
        let decoded = answering::decode(kernel, block, b'7');
        let shown = String::from_utf8_lossy(block);
        assert_eq!(decoded, expected, "{kernel:?}: {shown:?}");
    }
}

#[test]
fn long_numbers_have_the_right_value_or_are_too_large_wherever_they_lie() {
    let mut random = Random::new(5);
    let round = [1844, 1845].map(|start| start * 10u128.pow(16));
    let round = round.into_iter().chain([1 << 32, 1 << 63, 1 << 64]);
    let around = (0..=20).map(|log| 10u128.pow(log)).chain(round);
    let around = around.flat_map(|around| [around - 1, around, around + 1]);
    let any = (1..22).map(|log| u128::from(random.next()) * 100 % 10u128.pow(log));
    let mut tokens: Vec<_> = around.chain(any).map(|value| value.to_string()).collect();
    let lens = "9 16 17 19 20 21 24 25 63 64 65 127 128 129 200".split(' ');
    for len in lens.map(|len| len.parse().unwrap()) {
        tokens.push("9".repeat(len));
        tokens.push("0".repeat(len));
        tokens.push(format!("{:0len$}", random.next() >> 40));
        tokens.push(format!("{:0len$}", u64::MAX));
    }
    for token in &tokens {
        for offset in 0..=130 {
            for around in ["1234567890", "31415926535897932", "5 "] {
                let block = format!("{around:>offset$} {token}\n{around} ");
                check_values(block.as_bytes());
            }
        }
    }
}

#[test]
fn a_number_may_be_longer_than_a_step() {
    let zeros = "0".repeat(3 * STEP);
    for last in ["7", "18446744073709551615", "18446744073709551616", "7x"] {
        let input = format!("1 {zeros}5\n2 {zeros}{last} 7 ");
        let sizes = [1, 100, STEP - 1, STEP, STEP + 1, input.len()];
        check("poj2234", input.as_bytes(), sizes);
    }
}

#[test]
fn a_case_may_be_cut_anywhere_even_inside_its_many_piles() {
    let mut random = Random::new(4);
    for problem in plain_problems() {
        for bits in [1, 3, 20, 26, 64] {
            let mut case = |len: u64| {
                let piles = (0..len).map(|_| random.of_length_up_to(bits));
                let mut piles: Vec<_> = piles.collect();
                // Lost positions are rare; this one is lost, unless all piles are ones.
                let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
                piles.extend(len.is_multiple_of(2).then_some(sum));
                piles
            };
            let cases: Vec<Vec<u64>> = [5000, 4999, 6, 17, 33, 5000, 60].map(&mut case).into();
            let input = naive::layout(&problem.id, &cases);
            let sizes = [97, 4096, 10_000, 1 << 20];
            check(&problem.id, input.as_bytes(), sizes);
        }
    }
}

#[test]
fn cases_of_one_pile_are_answered_right_whatever_comes_between_them() {
    let others: [&[u64]; 5] = [&[], &[0], &[1, 1], &[3, 1, 2], &[2, 2, 2, 2]];
    for problem in plain_problems() {
        for (at, other) in (0..100).flat_map(|at| others.map(|other| (at, other))) {
            // Cases of no piles end those of some problems.
            let cases = (0..at / 10).chain(0..=at % 10).map(|pile| vec![pile % 3]);
            let mut cases: Vec<_> = cases.collect();
            cases[at as usize / 10] = other.to_vec();
            // What looks like more cases comes after the last.
            let input = naive::layout(&problem.id, &cases) + "1 2 1 2 1 2 1 2";
            check(&problem.id, input.as_bytes(), [input.len(), 100]);
        }
    }
}
