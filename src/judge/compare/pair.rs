//! How the answers of two texts compare: case by case, and as streams of words.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::text::{Answer, common};
use crate::decode::words;
use crate::judge::verdict::Verdict;

/// The answers to one case, of which at least two differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The number of the case, counted from 1.
    pub case: u64,
    /// The right answer. It is missing if there is no such case.
    pub right: Answer,
    /// The expected answer.
    pub expected: Answer,
    /// The actual answer. A copy of the right one if there are no actual ones.
    pub actual: Answer,
}

impl Difference {
    /// Whether one of them is right, except for white space.
    pub(crate) fn is_right(&self, answer: &Answer) -> bool {
        answer.verdict(&self.right) != Verdict::WrongAnswer
    }

    /// The offset of the first difference: between the expected answer and the actual one, or else the right one.
    pub(crate) fn first_difference(&self) -> usize {
        let [right, expected, actual] = [&self.right, &self.expected, &self.actual];
        let other = if expected.bytes == actual.bytes {
            right
        } else {
            actual
        };
        common(&expected.bytes, [&other.bytes, &other.bytes])
    }
}

/// Cases with different answers: how many, and the first.
#[derive(Debug, Default)]
pub(super) struct Differences {
    pub count: u64,
    pub first: Option<Difference>,
}

/// How two texts compare so far, apart from white space.
#[derive(Debug, Default)]
enum Alike {
    /// They have the same words.
    #[default]
    Same,
    /// One has words that the other may still have: hashes of the words of both since they were the same.
    Open([DefaultHasher; 2]),
    /// They differ, whatever follows.
    Different,
}

/// The result so far of comparing the answers of two texts.
#[derive(Debug, Default)]
pub(super) struct Pair {
    alike: Alike,
    /// The cases that differ only in white space, and the others that differ.
    pub but_for_white_space: Differences,
    pub different: Differences,
}

impl Pair {
    /// Adds the answers to one case, two of which are those of these texts.
    pub(super) fn add(&mut self, case: u64, answers: &[Answer; 3], texts: [usize; 2]) {
        let [one, other] = texts.map(|text| &answers[text]);
        let verdict = one.verdict(other);
        if verdict != Verdict::Accepted {
            let differences = if verdict == Verdict::WrongAnswer {
                &mut self.different
            } else {
                &mut self.but_for_white_space
            };
            differences.count += 1;
            differences.first.get_or_insert_with(|| {
                let [right, expected, actual] = answers.clone();
                Difference {
                    case,
                    right,
                    expected,
                    actual,
                }
            });
        }
        if verdict == Verdict::WrongAnswer && matches!(self.alike, Alike::Same) {
            let mut pairs = words(&one.bytes).zip(words(&other.bytes));
            self.alike = if pairs.any(|(one, other)| one != other) {
                Alike::Different
            } else {
                Alike::Open(Default::default())
            };
        }
        if let Alike::Open(hashes) = &mut self.alike {
            for (hash, answer) in hashes.iter_mut().zip([one, other]) {
                words(&answer.bytes).for_each(|word| word.hash(hash));
            }
            if hashes[0].finish() == hashes[1].finish() {
                self.alike = Alike::Same;
            }
        }
    }

    /// Whether equal answers that follow change nothing.
    pub(super) fn is_settled(&self) -> bool {
        !matches!(self.alike, Alike::Open(_))
    }

    /// The verdict, if the texts end here.
    pub(super) fn verdict(&self) -> Verdict {
        match self.alike {
            _ if self.different.count + self.but_for_white_space.count == 0 => Verdict::Accepted,
            Alike::Same => Verdict::PresentationError,
            Alike::Open(_) | Alike::Different => Verdict::WrongAnswer,
        }
    }

    /// The first difference that matters for the verdict.
    pub(super) fn first(&self) -> Option<&Difference> {
        let matters = self.verdict() == Verdict::PresentationError;
        let white_space = self.but_for_white_space.first.iter().filter(|_| matters);
        let firsts = self.different.first.iter().chain(white_space);
        firsts.min_by_key(|first| first.case)
    }
}
