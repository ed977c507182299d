//! How the answers of two texts compare: case by case, and as streams of words.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::decode::words;
use crate::judge::answer_text::{Answer, common};
use crate::judge::verdict::Verdict;

/// The answers to one case.
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
        let other = if expected.bytes == actual.bytes { right } else { actual };
        common(&expected.bytes, [&other.bytes, &other.bytes])
    }
}

/// How two texts compare so far.
#[derive(Debug, Default)]
pub(super) struct Pair {
    /// How many answers differ, and how many more only in white space.
    pub different: u64,
    pub but_for_white_space: u64,
    /// The first that differ, and the first that differ at least in white space.
    first_different: Option<Difference>,
    first: Option<Difference>,
    /// Whether their words differ, whatever follows.
    words_differ: bool,
    /// Whether only one text has some words so far, which may still come in the other.
    pub is_open: bool,
    /// Hashes of the words since these were the same.
    hashes: [DefaultHasher; 2],
}

impl Pair {
    /// Adds the answers to one case, of which `one` and `other` are those of these texts.
    pub(super) fn add(&mut self, answers: &Difference, one: &Answer, other: &Answer) {
        let verdict = one.verdict(other);
        if verdict != Verdict::Accepted {
            self.first.get_or_insert_with(|| answers.clone());
        }
        if verdict == Verdict::PresentationError {
            self.but_for_white_space += 1;
        }
        let is_wrong = verdict == Verdict::WrongAnswer;
        if is_wrong {
            self.different += 1;
            self.first_different.get_or_insert_with(|| answers.clone());
            if !self.words_differ && !self.is_open {
                let mut pairs = words(&one.bytes).zip(words(&other.bytes));
                self.words_differ = pairs.any(|(one, other)| one != other);
            }
        }
        if !self.words_differ && (is_wrong || self.is_open) {
            for (hash, answer) in self.hashes.iter_mut().zip([one, other]) {
                words(&answer.bytes).for_each(|word| word.hash(hash));
            }
            self.is_open = self.hashes[0].finish() != self.hashes[1].finish();
        }
    }

    /// The verdict, if the texts end here.
    pub(super) fn verdict(&self) -> Verdict {
        if self.first.is_none() {
            Verdict::Accepted
        } else if self.words_differ || self.is_open {
            Verdict::WrongAnswer
        } else {
            Verdict::PresentationError
        }
    }

    /// The first answers that differ as the verdict says.
    pub(super) fn first(&self) -> Option<&Difference> {
        match self.verdict() {
            Verdict::PresentationError => self.first.as_ref(),
            _ => self.first_different.as_ref(),
        }
    }
}
