//! Which mistake is it? Wrong answers of each kind, made here without a look at how they are recognised, on problems of
//! each kind of layout and of answer; answers that are nearly of a kind; and right ones.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::fs;

use bouton::internals::game::rule::Rules;
use bouton::internals::input::Input;
use bouton::internals::judge::diagnosis::{Answered, Diagnosis, Likely, Shown};
use bouton::internals::layout::Position;
use bouton::internals::problem::Problem;
use bouton::internals::testdata::grammar::{Candidate, Grammar};
use bouton::internals::testdata::{self, CaseNumbers, positions};

use serde_json::Value;

use crate::harness::{Random, answer, folder, own_file, problem, root, some_of};

/// A problem, with some of its test data.
pub struct Subject {
    problem: &'static Problem,
    tests: Vec<Test>,
}

/// An input, its cases with the positions of each, and the right answers.
struct Test {
    input: String,
    cases: Vec<Vec<Position>>,
    right: String,
}

/// The most numbers of a test, and tests of a problem with many cases in a file, and with one.
const NUMBERS: usize = 1000;
const TESTS: [usize; 2] = [12, 24];

/// The longest input and answers of a test.
const BYTES: usize = 1 << 16;

impl Subject {
    pub fn of(problem: &'static Problem) -> Self {
        let grammar = Grammar::new(problem.layout.clone());
        let tests = testdata::generated(problem).filter_map(|mut test| {
            // Of a long one, some cases that are spread evenly.
            let numbers: usize = test.cases.iter().map(Vec::len).sum();
            let step = numbers.div_ceil(NUMBERS).min(test.cases.len());
            test.cases = test.cases.into_iter().step_by(step).collect();
            let numbers: usize = test.cases.iter().map(Vec::len).sum();
            (numbers < BYTES / 8).then_some(test.cases)
        });
        // Of many tests, too.
        let most = TESTS[usize::from(problem.layout.cases().is_none())];
        let (mut kept, mut step) = (Vec::new(), 1);
        for (index, test) in tests.enumerate() {
            if kept.len() == 2 * most {
                step *= 2;
                kept = kept.into_iter().step_by(2).collect();
            }
            if index % step == 0 {
                kept.push(test);
            }
        }
        let step = kept.len().div_ceil(most);
        let tests = kept.into_iter().step_by(step).filter_map(|cases| {
            let positions = |case: &CaseNumbers| positions(&problem.layout, case);
            let positions = cases.iter().map(positions).collect();
            let input = Candidate::whole(cases).input(&grammar);
            let right = answer(problem, &input);
            (right.len() < BYTES).then_some(Test {
                input,
                cases: positions,
                right,
            })
        });
        Self {
            problem,
            tests: tests.collect(),
        }
    }

    /// The inputs of the tests.
    pub fn inputs(&self) -> Vec<&str> {
        self.tests.iter().map(|test| &*test.input).collect()
    }

    /// The right answers to them.
    pub fn right(&self) -> impl Iterator<Item = &str> {
        self.tests.iter().map(|test| &*test.right)
    }

    /// The kinds that explain these answers to the tests, with what is known of each; `-` if there are none.
    pub fn likely(&self, answers: impl IntoIterator<Item = Option<String>>) -> String {
        let mut diagnosis = Diagnosis::new(self.problem);
        for (test, answers) in self.tests.iter().zip(answers) {
            let answered = match answers {
                None => Answered::Nothing,
                Some(answers) if answers == test.right => Answered::Right,
                Some(answers) => Answered::Text(answers.into_bytes()),
            };
            let mut input = Input::from_bytes("input".to_owned(), test.input.as_bytes());
            diagnosis.add(&mut input, answered).unwrap();
        }
        let shown = Shown {
            case: 2,
            position: 0,
            answer: 2,
            is_answered: true,
            may_be_form: false,
        };
        let likely = diagnosis.likely(Some(shown), || Ok(false)).unwrap();
        all_short(likely.iter().map(Likely::json))
    }

    /// The answers of the same problem by another rule.
    fn by_rule(&self, rule: &str) -> &'static Problem {
        let path = root().join("problems").join(&self.problem.id).join("game.toml");
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
                let word = if wins(&rules, &position.piles) { &won } else { &lost };
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

/// Several of them: `sum:won+piles:won`, or `-` if there are none.
pub fn all_short(objects: impl IntoIterator<Item = Value>) -> String {
    let all: Vec<_> = objects.into_iter().map(|object| short(&object)).collect();
    if all.is_empty() { "-".to_owned() } else { all.join("+") }
}

/// The sum of piles, modulo 2^64.
fn sum_of(piles: &[u64]) -> u64 {
    piles.iter().fold(0, |sum, pile| sum.wrapping_add(*pile))
}

/// Programs that play by another rule: the problem, what is said, and that rule.
const BY_RULE: &[[&str; 3]] = &[
    ["hdu1907", "normal", "nim"],
    ["hackerrankmiserenim", "normal", "nim"],
    ["codingamemiserenim", "normal", "nim"],
    ["luogup1247", "misere", "misere nim"],
    ["hdu1850", "misere", "misere nim"],
    ["hdu2176", "misere", "misere nim"],
    [
        "hdu1848",
        "misere",
        "misere take {1,2,3,5,8,13,21,34,55,89,144,233,377,610,987}",
    ],
    ["hdu1846", "misere", "misere take 1..m"],
    ["bzoj1874", "nim", "nim"],
    ["hdu1848", "-", "take {1,2,3}"],
    ["poj2234", "-", "moore 2"],
    ["cses1730", "-", "nim or split"],
    ["timus1087", "normal", "take k"],
    ["uva10404", "misere", "misere take s"],
];

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
        s.who_wins(t, |_, piles| piles.iter().fold(0, |all, pile| all ^ pile) != 0)
    }),
    ("lightoj1253", "sum:won", |s, t| {
        s.who_wins(t, |_, piles| sum(piles) == 1)
    }),
    ("hdu1536", "sum:lost", |s, t| s.who_wins(t, |_, piles| sum(piles) == 0)),
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
        s.who_wins(t, |rules, piles| one_wins(rules, piles, filled(piles).first().copied()))
    }),
    ("hackerrankmiserenim", "last-pile", |s, t| {
        s.who_wins(t, |rules, piles| one_wins(rules, piles, filled(piles).last().copied()))
    }),
    ("hdu1848", "largest-pile", |s, t| {
        let largest = |piles: &[u64]| filled(piles).into_iter().max_by_key(|&at| piles[at]);
        s.who_wins(t, |rules, piles| one_wins(rules, piles, largest(piles)))
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
    ("hdu1846", "-", |s, t| s.who_wins(t, |_, piles| piles[0] % 65 > 2)),
    ("atcoderdpk", "-", |s, t| {
        s.who_wins(t, |rules, piles| !rules.game().first_wins(piles) ^ (piles[0] == 5))
    }),
    ("hdu1847", "remainder:5", |s, t| {
        s.who_wins(t, |_, piles| piles[0] % 5 > 1)
    }),
    ("hdu1847", "sum:won", |s, t| s.who_wins(t, |_, piles| piles[0] % 2 == 1)),
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
        s.who_wins(t, |_, piles| piles.iter().fold(0, |all, pile| all | pile) % 2 == 1)
    }),
    ("poj2234", "-", |s, t| {
        s.who_wins(t, |_, piles| !sum_of(piles).is_multiple_of(3))
    }),
    ("poj2234", "-", |s, t| s.who_wins(t, |_, piles| piles.len() % 3 > 0)),
    ("hdu1849", "-", |s, t| s.who_wins(t, |_, piles| piles.len() % 2 == 1)),
    ("hdu1848", "-", |s, t| {
        s.who_wins(t, |rules, piles| won_piles(rules, piles) > 1)
    }),
    ("hdu1848", "-", |s, t| {
        s.who_wins(t, |rules, piles| wins_alone(rules, piles, 1))
    }),
    ("hdu1907", "-", |s, t| {
        s.who_wins(t, |rules, piles| rules.game().first_wins(piles) ^ piles.contains(&1))
    }),
    ("hdu1907", "-", |s, t| {
        s.who_wins(t, |_, piles| piles.iter().min() > Some(&1))
    }),
    ("lightoj1253", "-", |s, t| {
        s.who_wins(t, |_, piles| piles.iter().max().is_some_and(|most| most % 2 == 0))
    }),
    ("hdu1527", "-", |s, t| {
        s.who_wins(t, |_, piles| !piles[0].abs_diff(piles[1]).is_multiple_of(3))
    }),
    ("timus1087", "-", |s, t| s.who_wins(t, |_, piles| piles[0] % 9 == 1)),
    // A product, and another limit.
    ("hdu1525", "overflow:31", |s, t| wrong_from(s, t, 1 << 31)),
    ("51nod1185", "overflow:63", |s, t| wrong_from(s, t, 1 << 63)),
    ("hdu1525", "-", |s, t| wrong_from(s, t, 1 << 26)),
    // Numbers of 31 bits; what is rounded is wrong now and then.
    ("51nod1185", "overflow:31", |s, t| {
        s.who_wins(t, |rules, piles| {
            let low = [piles[0] % (1 << 31), piles[1] % (1 << 31)];
            rules.game().first_wins(&low)
        })
    }),
    ("51nod1185", "-", |s, t| {
        s.who_wins(t, |rules, piles| {
            rules.game().first_wins(piles) ^ (piles[1] > 1 << 32 && sum_of(piles).is_multiple_of(50))
        })
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
        t.right.replace("Fibo", "Nacci").replacen("Nacci", "Fibo", 1)
    }),
    // Too few answers, and too many.
    ("poj2234", "stops:2", |_, t| {
        t.right.split_inclusive('\n').take(3).collect()
    }),
    ("poj2234", "-", |_, t| t.right.split_inclusive('\n').skip(3).collect()),
    ("poj2234", "extra", |_, t| format!("{}No\n", t.right)),
    ("poj2234", "-", |_, t| format!("No\n{}", t.right)),
    ("luogup2197", "extra", |_, t| format!("{}Yes\n", t.right)),
    ("hdu1850", "extra", |_, t| format!("{}0\n", t.right)),
    ("luogup1247", "-", |_, t| format!("x {}", t.right)),
    // Digits that are others.
    ("hdu2176", "-", |_, t| t.right.replace('9', "8")),
];

/// Right answers up to a product of the two numbers, and the other ones from there on.
fn wrong_from(subject: &Subject, test: &Test, least: u128) -> String {
    subject.who_wins(test, |rules, piles| {
        let product = u128::from(piles[0]) * u128::from(piles[1]);
        rules.game().first_wins(piles) == (product < least)
    })
}

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
fn programs_that_are_wrong_in_another_way_are_recognised_and_those_that_are_nearly_of_a_kind_are_not() {
    let mut subjects = HashMap::new();
    let mut complaints = Vec::new();
    let mut check = |id: &'static str, expected: &str, answers: &dyn Fn(&Subject, &Test) -> String| {
        let subject: &Subject = subjects.entry(id).or_insert_with(|| Subject::of(problem(id)));
        let answers = |test: &Test| answers(subject, test);
        if subject.tests.iter().all(|test| answers(test) == test.right) {
            complaints.push(format!("{id}: right, expected {expected}"));
        }
        let found = subject.likely(subject.tests.iter().map(|test| Some(answers(test))));
        if found != expected {
            let tests = subject.tests.len();
            complaints.push(format!("{id}: {found}, expected {expected}, of {tests} tests"));
        }
    };
    for (id, expected, answers) in some_of(4, OTHERS) {
        check(id, expected, answers);
    }
    for [id, expected, rule] in BY_RULE {
        let other = OnceCell::new();
        check(id, expected, &|subject, test| {
            answer(other.get_or_init(|| subject.by_rule(rule)), &test.input)
        });
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn nothing_is_said_of_answers_that_are_wrong_at_random_or_in_other_places_or_written_otherwise() {
    /// The lines of wrong answers, from those of the right ones.
    type Wrong = fn(&mut Random, &[&str]) -> Vec<String>;
    fn at_random(random: &mut Random, percent: u64, lines: &[&str]) -> Vec<String> {
        let lines = lines.iter().map(|line| {
            let is_other = random.below(100) < percent;
            // Of a single answer, nothing is known but that it is another one.
            let other = if lines.len() > 1 { *random.pick(lines) } else { "0" };
            (if is_other { other } else { line }).to_owned()
        });
        lines.collect()
    }
    fn each(lines: &[&str], change: impl Fn(&str) -> String) -> Vec<String> {
        lines.iter().map(|line| change(line)).collect()
    }
    const WRONG: &[(&str, Wrong)] = &[
        ("1 of 100", |random, lines| at_random(random, 1, lines)),
        ("half", |random, lines| at_random(random, 50, lines)),
        ("shifted", |_, lines| {
            let mut lines = each(lines, str::to_owned);
            lines.rotate_right(1);
            lines
        }),
        ("doubled", |_, lines| each(lines, |line| format!("{line}\n{line}"))),
        ("padded", |_, lines| each(lines, |line| format!("0{line}"))),
        ("reversed", |_, lines| each(lines, |line| line.chars().rev().collect())),
        ("the first is missing", |_, lines| each(&lines[1..], str::to_owned)),
        ("all but letters", |_, lines| each(lines, |line| line[1..].to_owned())),
    ];
    let mut complaints = Vec::new();
    for id in [
        "poj2234",
        "hdu1848",
        "acwing891",
        "hdu1536",
        "kattissnim",
        "hdu1850",
        "uva1482",
        "lightoj1253",
        "51nod1185",
        "hdu1846",
        "cses2207",
        "hdu2486",
        "codingamemiserenim",
        "hdu1851",
    ] {
        let subject = Subject::of(problem(id));
        for (name, wrong) in WRONG {
            let mut random = Random::new(1);
            let answers = subject.tests.iter().map(|test| {
                let lines: Vec<_> = test.right.lines().collect();
                Some(wrong(&mut random, &lines).join("\n") + "\n")
            });
            let found = subject.likely(answers);
            // A file with a single case has its right answer first.
            let is_right_first = (id, *name) == ("acwing891", "doubled");
            if found != if is_right_first { "extra" } else { "-" } {
                complaints.push(format!("{id}, {name}: {found}"));
            }
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
