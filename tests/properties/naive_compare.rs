//! A second implementation of the comparison of answers: it has all texts in memory, and does not use any code of the
//! program.

use bouton::internals::judge::compare::Comparison;
use bouton::internals::judge::verdict::Verdict;
use bouton::internals::problem::Problem;

use super::key;

const WHITE_SPACE: &[u8] = b" \t\n\x0b\x0c\r";

/// Removes white space at the end of the text.
fn trimmed_end(mut text: &[u8]) -> &[u8] {
    while let Some((last, rest)) = text.split_last()
        && WHITE_SPACE.contains(last)
    {
        text = rest;
    }
    text
}

/// A text of answers, for the naive comparer.
pub struct Lines {
    /// Without white space at their ends.
    lines: Vec<Vec<u8>>,
    next: usize,
}

/// An answer: its lines, the line on which it starts, and the number of blank lines before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub text: Vec<u8>,
    pub line: usize,
    pub blank_lines: usize,
}

/// The words of a text.
pub fn words(text: &[u8]) -> Vec<&[u8]> {
    let mut words: Vec<&[u8]> = text.split(|byte| WHITE_SPACE.contains(byte)).collect();
    words.retain(|word| !word.is_empty());
    words
}

impl Lines {
    pub fn new(text: &[u8]) -> Self {
        let lines = text.split(|&byte| byte == b'\n');
        let mut lines: Vec<_> = lines.map(|line| trimmed_end(line).to_vec()).collect();
        lines.pop_if(|last| last.is_empty());
        Self { lines, next: 0 }
    }

    /// The next answer. A right answer is never taken for a blank line before another one.
    pub fn next(&mut self, problem: &Problem, is_right: bool, right: Option<&[u8]>) -> Option<Answer> {
        let rest = &self.lines[self.next..];
        if right == Some(b"") && !is_right {
            let line = self.next + 1;
            let is_there = rest.first().is_none_or(Vec::is_empty);
            self.next += usize::from(is_there && !rest.is_empty());
            return is_there.then_some(Answer {
                text: Vec::new(),
                line,
                blank_lines: 0,
            });
        }
        let blank_lines = rest.iter().take_while(|line| line.is_empty()).count();
        let blank_lines = if is_right { 0 } else { blank_lines };
        let rest = &rest[blank_lines..];
        if rest.is_empty() {
            self.next = self.lines.len();
            return None;
        }
        let is_number = |word: &&[u8]| word[0].is_ascii_digit();
        // Where an answer begins with a number, one word alone begins the next answer.
        let fewest = 1 + usize::from(key(problem, "answer").starts_with(|c: char| c.is_ascii_digit()));
        let is_more = |line: &Vec<u8>| {
            let words = words(line);
            words.len() >= fewest && (fewest > 1 || words.first().is_some_and(is_number))
        };
        let mut len = 1;
        if problem.layout.cases().is_none() {
            // There is just one answer.
            len = rest.len();
        } else if key(problem, "answer").contains("/...") {
            while let Some(filled) = rest[len..].iter().position(|line| !line.is_empty())
                && is_more(&rest[len + filled])
            {
                len += filled + 1;
            }
        }
        let text = trimmed_end(&rest[..len].join(&b'\n')).to_vec();
        let line = self.next + blank_lines + 1;
        self.next += blank_lines + len;
        Some(Answer {
            text,
            line,
            blank_lines,
        })
    }
}

/// Compares two answers: 0 if they are equal, 1 if they have the same words, else 2.
fn difference(one: Option<&Answer>, other: Option<&Answer>) -> u64 {
    let text = |answer: Option<&Answer>| answer.map_or(Vec::new(), |answer| answer.text.clone());
    let blank_lines = |answer: Option<&Answer>| answer.map(|answer| answer.blank_lines);
    if text(one) == text(other) && blank_lines(one) == blank_lines(other) {
        0
    } else if words(&text(one)) == words(&text(other)) {
        1
    } else {
        2
    }
}

/// The result of a comparison.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    pub verdict: Verdict,
    cases: u64,
    different: u64,
    but_for_white_space: u64,
    expected_answers: u64,
    actual_answers: u64,
    /// The first case that matters, and the lines on which the answers have it.
    first: Option<(u64, u64, u64)>,
    expected_wrong: u64,
}

impl Outcome {
    /// The result of the naive comparer.
    pub fn naively(problem: &Problem, right: &[u8], expected: &[u8], actual: Option<&[u8]>) -> Self {
        let compared = actual.unwrap_or(right);
        let texts_differ = words(expected) != words(compared);
        let expected_differs = words(expected) != words(right);
        let mut this = Self {
            verdict: Verdict::Accepted,
            cases: 0,
            different: 0,
            but_for_white_space: 0,
            expected_answers: 0,
            actual_answers: 0,
            first: None,
            expected_wrong: 0,
        };
        let mut first_expected_wrong = None;
        let mut lines = [right, expected, compared].map(Lines::new);
        for case in 1.. {
            let right = lines[0].next(problem, true, None);
            let right_text = right.as_ref().map(|right| &right.text[..]);
            let expected = lines[1].next(problem, false, right_text);
            let compared = if actual.is_some() {
                lines[2].next(problem, false, right_text)
            } else {
                right.clone()
            };
            if right.is_none() && expected.is_none() && compared.is_none() {
                break;
            }
            this.cases += u64::from(right.is_some());
            this.expected_answers += u64::from(expected.is_some());
            this.actual_answers += u64::from(compared.is_some());
            let difference_of_texts = difference(expected.as_ref(), compared.as_ref());
            match difference_of_texts {
                0 => {}
                1 => this.but_for_white_space += 1,
                _ => this.different += 1,
            }
            let line = |answer: Option<&Answer>| answer.map_or(0, |answer| answer.line as u64);
            let here = Some((case, line(expected.as_ref()), line(compared.as_ref())));
            if difference_of_texts > u64::from(texts_differ) {
                this.first = this.first.or(here);
            }
            if expected_differs && difference(expected.as_ref(), right.as_ref()) == 2 {
                this.expected_wrong += 1;
                first_expected_wrong = first_expected_wrong.or(here);
            }
        }
        if this.different + this.but_for_white_space > 0 {
            this.verdict = if texts_differ {
                Verdict::WrongAnswer
            } else {
                Verdict::PresentationError
            };
        } else if this.expected_wrong > 0 {
            this.verdict = Verdict::JudgeError;
            this.first = first_expected_wrong;
        }
        this
    }

    /// The result of the program.
    pub fn of(comparison: &Comparison) -> Self {
        let answers = comparison.first.as_ref().map(|first| &first.answers);
        let first = answers.map(|first| (first.case, first.expected.line, first.actual.line));
        Self {
            verdict: comparison.verdict,
            cases: comparison.cases,
            different: comparison.different,
            but_for_white_space: comparison.but_for_white_space,
            expected_answers: comparison.expected_answers,
            actual_answers: comparison.actual_answers,
            first,
            expected_wrong: comparison.expected_wrong,
        }
    }
}
