//! Which mistake is it? Wrong answers of each kind, made here without a look at how they are recognised, on problems of
//! each kind of layout and of answer; answers that are nearly of a kind; and right ones.

use std::fs;

use bouton::game::rule::Rules;
use bouton::input::Input;
use bouton::judge::diagnosis::{Answered, Diagnosis, Shown};
use bouton::layout::Position;
use bouton::problem::Problem;
use bouton::testdata::grammar::{Candidate, Grammar};
use bouton::testdata::{self, positions};

use serde_json::Value;

use crate::harness::{answer, folder, own_file, problem, root};

/// A problem, with some of its test data.
struct Subject {
    problem: &'static Problem,
    tests: Vec<Test>,
}

/// An input, its cases with the positions of each, and the right answers.
struct Test {
    input: String,
    cases: Vec<Vec<Position>>,
    right: String,
}

/// The most numbers of a test, and tests of a problem.
const NUMBERS: usize = 1000;
const TESTS: usize = 16;

impl Subject {
    fn of(problem: &'static Problem) -> Self {
        let grammar = Grammar::new(problem.layout.clone());
        let tests = testdata::generated(problem).take(TESTS).map(|mut test| {
            // Of a long one, some cases that are spread evenly.
            let numbers: usize = test.cases.iter().map(Vec::len).sum();
            let step = numbers.div_ceil(NUMBERS).min(test.cases.len());
            test.cases = test.cases.into_iter().step_by(step).collect();
            let cases = test.cases.iter();
            let cases = cases.map(|case| positions(&problem.layout, case)).collect();
            let input = Candidate::whole(test.cases).input(&grammar);
            let right = answer(problem, &input);
            Test {
                input,
                cases,
                right,
            }
        });
        Self {
            problem,
            tests: tests.collect(),
        }
    }

    /// The kinds that explain these answers to the tests, with what is known of each.
    fn likely(&self, answers: impl Fn(&Test) -> String) -> Vec<String> {
        let mut diagnosis = Diagnosis::new(self.problem);
        for test in &self.tests {
            let answers = answers(test);
            let answered = if answers == test.right {
                Answered::Right
            } else {
                Answered::Text(answers.into_bytes())
            };
            let mut input = Input::from_bytes("input".to_owned(), test.input.as_bytes());
            diagnosis.add(&mut input, answered).unwrap();
        }
        let shown = Shown {
            case: 2,
            is_answered: true,
        };
        let likely = diagnosis.likely(Some(shown), || Ok(false)).unwrap();
        likely.iter().map(|it| short(&it.json())).collect()
    }

    /// The answers of the same problem by another rule.
    fn by_rule(&self, rule: &str) -> &'static Problem {
        let path = root()
            .join("problems")
            .join(&self.problem.id)
            .join("game.toml");
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().take_while(|line| !line.starts_with('['));
        let other: String = lines
            .map(|line| match line.split_once('=') {
                Some((key, _)) if key.trim() == "rule" => format!("rule = \"{rule}\"\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        let name = format!("diagnosis_{}_{}", self.problem.id, rule.replace(' ', "_"));
        own_file(&folder(&name), &other)
    }

    /// Answers that are nothing but who wins, by `wins` for each position.
    fn who_wins(&self, test: &Test, wins: impl Fn(&Rules, &[u64]) -> bool) -> String {
        let written = &self.problem.answer.written;
        let (is_lines, [won, lost]) = match written.rsplit_once('*') {
            Some((words, _)) => match words.strip_prefix('(') {
                Some(words) => (true, halves(words.trim_end_matches(')'))),
                None => (false, [words[..1].to_owned(), words[1..].to_owned()]),
            },
            None => (true, halves(written)),
        };
        let mut said = String::new();
        for (case, number) in test.cases.iter().zip(1..) {
            for position in case {
                let mut rules = self.problem.rules.clone();
                for (role, values) in &position.given {
                    rules.set(*role, values);
                }
                let largest = position.piles.iter().max().copied().unwrap_or(0);
                rules.cover(largest).unwrap();
                let word = if wins(&rules, &position.piles) {
                    &won
                } else {
                    &lost
                };
                let word = word.replace("{case}", &format!("{number}"));
                said += &word;
                if is_lines {
                    said.push('\n');
                }
            }
            if !is_lines {
                said.push('\n');
            }
        }
        said
    }
}

fn halves(text: &str) -> [String; 2] {
    let (won, lost) = text.split_once('|').unwrap();
    [won, lost].map(|text| text.replace('_', " ").replace('/', "\n"))
}

/// Wrong answers to a test.
type Answers = fn(&Subject, &Test) -> String;

fn sum(piles: &[u64]) -> u64 {
    piles.iter().fold(0, |sum, pile| sum ^ (pile % 2))
}

/// Whether a pile with stones is won by itself.
fn wins_alone(rules: &Rules, piles: &[u64], index: usize) -> bool {
    let mut alone = vec![0; piles.len()];
    alone[index] = piles[index];
    piles[index] > 0 && rules.game().first_wins(&alone)
}

fn won_piles(rules: &Rules, piles: &[u64]) -> usize {
    (0..piles.len())
        .filter(|&index| wins_alone(rules, piles, index))
        .count()
}

fn filled(piles: &[u64]) -> Vec<usize> {
    (0..piles.len()).filter(|&index| piles[index] > 0).collect()
}

/// Whether the pile that is chosen among those with stones is won by itself; if there is none, the right answer.
fn one_wins(rules: &Rules, piles: &[u64], index: Option<usize>) -> bool {
    index.map_or_else(
        || rules.game().first_wins(piles),
        |index| wins_alone(rules, piles, index),
    )
}

/// An object of JSON as a word: `sum:won`.
fn short(object: &Value) -> String {
    let values = object.as_object().unwrap().values();
    let words = values.map(|value| value.as_str().map_or(value.to_string(), str::to_owned));
    words.collect::<Vec<_>>().join(":")
}

/// The sum of piles, modulo 2^64.
fn sum_of(piles: &[u64]) -> u64 {
    piles.iter().fold(0, |sum, pile| sum.wrapping_add(*pile))
}

/// Programs that are wrong in another way, or nearly of a kind: the problem, what is said, and the answers.
const OTHERS: &[(&str, &str, Answers)] = &[
    // A theory about piles. Of two that are one for a problem, the first is named.
    ("lightoj1253", "constant", |s, t| s.who_wins(t, |_, _| true)),
    ("cses1730", "swapped", |s, t| {
        s.who_wins(t, |rules, piles| !rules.game().first_wins(piles))
    }),
    ("hdu1536", "swapped", |s, t| {
        s.who_wins(t, |rules, piles| !rules.game().first_wins(piles))
    }),
    ("hdu1848", "nim", |s, t| {
        s.who_wins(t, |_, piles| {
            piles.iter().fold(0, |all, pile| all ^ pile) != 0
        })
    }),
    ("lightoj1253", "sum:won", |s, t| {
        s.who_wins(t, |_, piles| sum(piles) == 1)
    }),
    ("hdu1536", "sum:lost", |s, t| {
        s.who_wins(t, |_, piles| sum(piles) == 0)
    }),
    ("luogup2197", "piles:won", |s, t| {
        s.who_wins(t, |_, piles| filled(piles).len() % 2 == 1)
    }),
    ("poj2234", "piles:lost", |s, t| {
        s.who_wins(t, |rules, piles| won_piles(rules, piles).is_multiple_of(2))
    }),
    ("hdu1848", "won-piles:won", |s, t| {
        s.who_wins(t, |rules, piles| won_piles(rules, piles) % 2 == 1)
    }),
    ("hdu1907", "won-piles:lost", |s, t| {
        s.who_wins(t, |rules, piles| won_piles(rules, piles).is_multiple_of(2))
    }),
    ("hdu1848", "any-pile", |s, t| {
        s.who_wins(t, |rules, piles| won_piles(rules, piles) > 0)
    }),
    ("luogup2197", "any-pile", |s, t| {
        s.who_wins(t, |rules, piles| won_piles(rules, piles) > 0)
    }),
    ("hdu1848", "first-pile", |s, t| {
        s.who_wins(t, |rules, piles| {
            one_wins(rules, piles, filled(piles).first().copied())
        })
    }),
    ("hackerrankmiserenim", "last-pile", |s, t| {
        s.who_wins(t, |rules, piles| {
            one_wins(rules, piles, filled(piles).last().copied())
        })
    }),
    ("hdu1848", "largest-pile", |s, t| {
        let largest = |piles: &[u64]| filled(piles).into_iter().max_by_key(|&at| piles[at]);
        s.who_wins(t, |rules, piles| one_wins(rules, piles, largest(piles)))
    }),
    // The same rule in the other play, whatever is asked for.
    ("hdu1907", "normal", |s, t| {
        answer(s.by_rule("nim"), &t.input)
    }),
    ("hackerrankmiserenim", "normal", |s, t| {
        answer(s.by_rule("nim"), &t.input)
    }),
    ("codingamemiserenim", "normal", |s, t| {
        answer(s.by_rule("nim"), &t.input)
    }),
    ("luogup1247", "misere", |s, t| {
        answer(s.by_rule("misere nim"), &t.input)
    }),
    ("hdu1850", "misere", |s, t| {
        answer(s.by_rule("misere nim"), &t.input)
    }),
    ("hdu2176", "misere", |s, t| {
        answer(s.by_rule("misere nim"), &t.input)
    }),
    ("hdu1848", "misere", |s, t| {
        answer(
            s.by_rule("misere take {1,2,3,5,8,13,21,34,55,89,144,233,377,610,987}"),
            &t.input,
        )
    }),
    ("hdu1846", "misere", |s, t| {
        answer(s.by_rule("misere take 1..m"), &t.input)
    }),
    // Nim where moves are asked for, or counted.
    ("bzoj1874", "nim", |s, t| answer(s.by_rule("nim"), &t.input)),
    // Another rule that is no kind.
    ("hdu1848", "-", |s, t| {
        answer(s.by_rule("take {1,2,3}"), &t.input)
    }),
    ("poj2234", "-", |s, t| {
        answer(s.by_rule("moore 2"), &t.input)
    }),
    ("cses1730", "-", |s, t| {
        answer(s.by_rule("nim or split"), &t.input)
    }),
    // Counts.
    ("hdu1850", "count:1", |_, t| {
        counts(t, |count| count + u64::from(count > 0))
    }),
    ("hdu1850", "-", |_, t| counts(t, |count| count + 1)),
    ("hdu1850", "-", |_, t| counts(t, |count| 2 * count)),
    ("hdu1850", "-", |_, t| counts(t, |count| count.min(1))),
    ("hdu1850", "constant", |_, t| counts(t, |_| 1)),
    // A single pile.
    ("hdu1846", "-", |s, t| {
        s.who_wins(t, |_, piles| piles[0] % 65 > 2)
    }),
    ("atcoderdpk", "-", |s, t| {
        s.who_wins(t, |rules, piles| {
            !rules.game().first_wins(piles) ^ (piles[0] == 5)
        })
    }),
    ("hdu1847", "remainder:5", |s, t| {
        s.who_wins(t, |_, piles| piles[0] % 5 > 1)
    }),
    ("hdu1847", "sum:won", |s, t| {
        s.who_wins(t, |_, piles| piles[0] % 2 == 1)
    }),
    // Nearly of a kind: wrong about one case, or about those of one kind.
    ("poj2234", "-", |s, t| {
        s.who_wins(t, |rules, piles| {
            rules.game().first_wins(piles) == (sum_of(piles) % 8 == 3)
        })
    }),
    ("poj2234", "-", |s, t| {
        s.who_wins(t, |_, piles| (sum(piles) == 1) ^ (sum_of(piles) % 8 == 3))
    }),
    ("poj2234", "-", |s, t| {
        s.who_wins(t, |_, piles| {
            piles.iter().fold(0, |all, pile| all | pile) % 2 == 1
        })
    }),
    ("poj2234", "-", |s, t| {
        s.who_wins(t, |_, piles| !sum_of(piles).is_multiple_of(3))
    }),
    ("poj2234", "-", |s, t| {
        s.who_wins(t, |_, piles| piles.len() % 3 > 0)
    }),
    ("hdu1849", "-", |s, t| {
        s.who_wins(t, |_, piles| piles.len() % 2 == 1)
    }),
    ("hdu1848", "-", |s, t| {
        s.who_wins(t, |rules, piles| won_piles(rules, piles) > 1)
    }),
    ("hdu1848", "-", |s, t| {
        s.who_wins(t, |rules, piles| wins_alone(rules, piles, 1))
    }),
    ("hdu1907", "-", |s, t| {
        s.who_wins(t, |rules, piles| {
            rules.game().first_wins(piles) ^ piles.contains(&1)
        })
    }),
    ("hdu1907", "-", |s, t| {
        s.who_wins(t, |_, piles| piles.iter().min() > Some(&1))
    }),
    ("lightoj1253", "-", |s, t| {
        s.who_wins(t, |_, piles| {
            piles.iter().max().is_some_and(|most| most % 2 == 0)
        })
    }),
    ("hdu1527", "-", |s, t| {
        s.who_wins(t, |_, piles| !piles[0].abs_diff(piles[1]).is_multiple_of(3))
    }),
    ("timus1087", "-", |s, t| {
        s.who_wins(t, |_, piles| piles[0] % 9 == 1)
    }),
    // The order of moves, and how piles are counted.
    ("bzoj1874", "from-zero", |_, t| {
        numbers_of_moves(t, |[pile, take]| [pile - 1, take])
    }),
    ("bzoj1874", "-", |_, t| {
        numbers_of_moves(t, |[pile, take]| [pile + 1, take])
    }),
    // Words that no judge prints, and letters in another case.
    ("poj2234", "-", |_, t| t.right.to_lowercase()),
    ("poj2234", "constant", |_, t| {
        t.right.lines().map(|_| "maybe\n").collect()
    }),
    ("hdu1848", "-", |_, t| {
        t.right
            .replace("Fibo", "Nacci")
            .replacen("Nacci", "Fibo", 1)
    }),
    // Too few answers, and too many.
    ("poj2234", "stops:2", |_, t| {
        t.right.split_inclusive('\n').take(3).collect()
    }),
    ("poj2234", "-", |_, t| {
        t.right.split_inclusive('\n').skip(3).collect()
    }),
    ("poj2234", "extra", |_, t| format!("{}No\n", t.right)),
    ("poj2234", "-", |_, t| format!("No\n{}", t.right)),
    ("luogup2197", "extra", |_, t| format!("{}Yes\n", t.right)),
    ("hdu1850", "extra", |_, t| format!("{}0\n", t.right)),
    ("luogup1247", "-", |_, t| format!("x {}", t.right)),
    // Digits that are others.
    ("hdu2176", "-", |_, t| t.right.replace('9', "8")),
];

/// The numbers of a test whose answers are one on each line, changed.
fn counts(test: &Test, change: fn(u64) -> u64) -> String {
    let lines = test
        .right
        .lines()
        .map(|line| format!("{}\n", change(line.parse().unwrap())));
    lines.collect()
}

/// The moves of a test, changed: lines of two numbers.
fn numbers_of_moves(test: &Test, change: fn([u64; 2]) -> [u64; 2]) -> String {
    let lines = test.right.lines().map(|line| match line.split_once(' ') {
        Some((one, other)) => {
            let [one, other] = change([one, other].map(|number| number.parse().unwrap()));
            format!("{one} {other}\n")
        }
        None => format!("{line}\n"),
    });
    lines.collect()
}

#[test]
fn programs_that_are_wrong_in_another_way_are_recognised_and_those_that_are_nearly_of_a_kind_are_not()
 {
    let mut complaints = Vec::new();
    for (id, expected, answers) in OTHERS {
        let subject = Subject::of(problem(id));
        if subject
            .tests
            .iter()
            .all(|test| answers(&subject, test) == test.right)
        {
            complaints.push(format!("{id}: right, expected {expected}"));
        }
        let found = subject.likely(|test| answers(&subject, test)).join("+");
        let found = if found.is_empty() { "-" } else { &found };
        if found != *expected {
            let tests = subject.tests.len();
            complaints.push(format!(
                "{id}: {found}, expected {expected}, of {tests} tests"
            ));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
