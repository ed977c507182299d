//! How the answers of two texts compare: case by case, and as streams of words.

use super::texts::{Answer, Likeness};
use crate::decode::{is_white_space, words};
use crate::judge::verdict::Verdict;

/// The answers to one case, of which at least two differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The number of the case, counted from 1.
    pub case: u64,
    /// The right answer. It is missing if there is no such case.
    pub right: Side,
    /// The expected answer.
    pub expected: Side,
    /// The actual answer. A copy of the right one if there are no actual ones.
    pub actual: Side,
}

/// One of the answers that differ.
#[derive(Clone, Debug)]
pub struct Side {
    /// `None` if it is missing.
    pub answer: Option<Answer<'static>>,
    /// Whether it is right, except for white space.
    pub is_right: bool,
}

impl Difference {
    fn new(case: u64, answers: &[Option<Answer<'_>>; 3]) -> Self {
        let [right, expected, actual] = answers.each_ref().map(|answer| Side {
            answer: answer.as_ref().map(Answer::kept),
            is_right: Likeness::of(answer.as_ref(), answers[0].as_ref()) != Likeness::Different,
        });
        Self {
            case,
            right,
            expected,
            actual,
        }
    }
}

impl Side {
    /// The answer as text; empty if it is missing.
    pub(crate) fn text(&self) -> &[u8] {
        self.answer.as_ref().map_or(&[], |answer| &answer.bytes)
    }

    /// The line on which the answer starts, counted from 1; 0 if there is none.
    pub fn line(&self) -> u64 {
        self.answer.as_ref().map_or(0, |answer| answer.line)
    }
}

/// Cases with different answers: how many, and the first.
#[derive(Debug, Default)]
pub(super) struct Cases {
    pub count: u64,
    pub first: Option<Difference>,
}

/// How two texts compare so far, apart from white space.
#[derive(Debug)]
enum Alike {
    /// They have the same words.
    Same,
    /// One has words that the other may still have: the words of both since they were the same.
    Open([Words; 2]),
    /// They differ, whatever follows.
    Different,
}

/// The words of a text from some answer on.
#[derive(Debug)]
struct Words {
    /// By FNV-1a.
    hash: u64,
    /// Whether the last byte is in a word, which the next one may continue.
    in_word: bool,
}

impl Default for Words {
    fn default() -> Self {
        Self {
            hash: 0xcbf2_9ce4_8422_2325,
            in_word: false,
        }
    }
}

impl Words {
    fn add(&mut self, bytes: &[u8]) {
        let mut add = |byte: u8| {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        };
        for &byte in bytes {
            let in_word = !is_white_space(byte);
            if in_word && !self.in_word {
                add(b' ');
            }
            if in_word {
                add(byte);
            }
            self.in_word = in_word;
        }
    }
}

/// The result so far of comparing the answers of two texts.
#[derive(Debug)]
pub(super) struct Pair {
    /// Which of the three texts.
    texts: [usize; 2],
    alike: Alike,
    /// The cases that differ only in white space, and the others that differ.
    pub but_for_white_space: Cases,
    pub different: Cases,
}

impl Pair {
    pub(super) fn new(texts: [usize; 2]) -> Self {
        Self {
            texts,
            alike: Alike::Same,
            but_for_white_space: Cases::default(),
            different: Cases::default(),
        }
    }

    /// Adds the answers to one case.
    pub(super) fn add(&mut self, case: u64, answers: &[Option<Answer<'_>>; 3]) {
        let sides = self.texts.map(|text| answers[text].as_ref());
        let likeness = Likeness::of(sides[0], sides[1]);
        let cases = match likeness {
            Likeness::Same => None,
            Likeness::ButForWhiteSpace => Some(&mut self.but_for_white_space),
            Likeness::Different => Some(&mut self.different),
        };
        if let Some(cases) = cases {
            cases.count += 1;
            let difference = || Difference::new(case, answers);
            cases.first.get_or_insert_with(difference);
        }
        if likeness == Likeness::Different && matches!(self.alike, Alike::Same) {
            self.alike = Alike::after(sides);
        }
        if let Alike::Open(words) = &mut self.alike {
            for (words, answer) in words.iter_mut().zip(sides) {
                words.add(answer.map_or(&[], |answer| &answer.bytes));
            }
            if words[0].hash == words[1].hash {
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
        let both = [&self.but_for_white_space, &self.different];
        let is_any = self.verdict() == Verdict::PresentationError;
        let firsts = both[usize::from(!is_any)..].iter();
        let firsts = firsts.filter_map(|cases| cases.first.as_ref());
        firsts.min_by_key(|first| first.case)
    }
}

impl Alike {
    /// Of texts that had the same words before these answers, which have different ones.
    fn after(answers: [Option<&Answer<'_>>; 2]) -> Self {
        if let [Some(one), Some(other)] = answers {
            let mut pairs = words(&one.bytes).zip(words(&other.bytes));
            if one.is_too_long || other.is_too_long || pairs.any(|(one, other)| one != other) {
                return Self::Different;
            }
        }
        Self::Open(Default::default())
    }
}
