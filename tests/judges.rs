//! Inputs answered by a search over moves, as the layout and the answer of a problem say; and every judge problem by it.

use std::collections::{BTreeMap, HashMap};

use bouton::decode::Kernel;
use bouton::problem::Problem;

use crate::definition::{self, Position, Search};
use crate::harness::{Random, answer_chunks, problem, problems};
use crate::properties::kinds::key;

/// What was read last of each name: all of it for a list or a column.
type Values = BTreeMap<String, Vec<u64>>;

/// The searches of all games, with what a case gives of them.
#[derive(Default)]
pub struct Searches(HashMap<String, Search>);

impl Searches {
    /// The search of a problem's game, as its statement says; `values` has what a case gives of it.
    fn of(&mut self, problem: &Problem, rule: &str, values: &Values) -> &mut Search {
        let given: Vec<_> = values
            .iter()
            .filter(|(name, _)| has_name(rule, name))
            .collect();
        let key = format!("{} {rule} {given:?}", problem.id);
        self.0.entry(key).or_insert_with(|| {
            let mut search = match problem.id.as_str() {
                "hdu2999" => {
                    let takes = given[0].1.clone();
                    Search::ordered(move |row| definition::neighbours(&takes, row))
                }
                "poj3537" => Search::ordered(definition::crosses),
                // Apples that are taken side by side leave two piles.
                "hdu2509" => Search::rule("nim and split"),
                _ => Search::of(rule, |name| values[name].clone()),
            };
            search.misere = rule.starts_with("misere");
            search
        })
    }
}

/// Whether a rule has this name of a number in the input.
fn has_name(rule: &str, name: &str) -> bool {
    let mut words = rule.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| word == name)
}

/// An input that is read, or made, word by word of the problem's layout.
struct Judge<'j> {
    problem: &'j Problem,
    searches: &'j mut Searches,
    /// The keys of its `game.toml`.
    rule: &'j str,
    piles_key: &'j str,
    answer: &'j str,
    /// The numbers that are yet to be read; if there is something random, they are made instead.
    numbers: std::vec::IntoIter<u64>,
    random: Option<&'j mut Random>,
    made: Vec<u64>,
    values: Values,
    /// What was read of the case.
    piles: Position,
    cases: u64,
    text: String,
}

impl Judge<'_> {
    fn next(&mut self, name: &str, is_first: bool, is_count: bool) -> Option<u64> {
        if self.random.is_none() {
            return self.numbers.next();
        }
        let values = &self.values;
        let read = |name: &str| values.get(name).map_or(0, |read| read[read.len() - 1]);
        let last = self.piles.last().copied().unwrap_or(0);
        let is_take = has_name(self.rule, name) && !self.rule.contains("..");
        let random = self.random.as_mut()?;
        let mut below = |bound| random.below(bound);
        let number = match (self.rule, name) {
            // A person may be at the top before the king is.
            ("hill k", "k") => 1 + below(read("N")),
            ("hill k", "x") if self.piles.is_empty() && read("k") > 1 => below(4),
            ("hill k", "x") => last + 1 + below(3),
            ("coins", "P") => loop {
                let cell = 1 + below(9);
                if !self.piles.contains(&cell) {
                    break cell;
                }
            },
            _ if is_count => below(5),
            ("nim", "b") => 1 + (read("a") + below(7)) % 8,
            _ if self.rule.starts_with("octal") => 3 + below(11),
            _ if is_take => 1 + below(6),
            _ => below(9),
        };
        let is_positive = self.problem.layout.zeros() > 0 || self.rule == "hill k";
        let number = number.max((is_first && is_positive).into());
        self.made.push(number);
        Some(number)
    }

    /// What was read last of a name.
    fn last(&self, name: &str) -> u64 {
        *self.values[name].last().unwrap()
    }

    /// Goes through the words, as long as there are numbers.
    fn read(&mut self, words: &[&str], is_column: bool, all: &str) -> Option<()> {
        let mut at = 0;
        while at < words.len() {
            match words[at] {
                "/" => {}
                "!" => self.end_case(),
                "{" => {
                    let mut depth = 0;
                    let is_end = |word: &&str| {
                        depth += i32::from(*word == "{") - i32::from(word.starts_with('}'));
                        depth == 0
                    };
                    let end = at + words[at..].iter().position(is_end).unwrap();
                    self.group(&words[at + 1..end], words[end], all)?;
                    at = end;
                }
                word => {
                    let (name, rest) = word.split_once(':').unwrap();
                    let times = rest.split_once('*').map(|(_, times)| self.last(times));
                    if times.is_some() || !is_column {
                        self.values.insert(name.to_owned(), Vec::new());
                    }
                    let is_count = all.contains(&format!("*{name} "));
                    for _ in 0..times.unwrap_or(1) {
                        let number = self.next(name, at == 0, is_count)?;
                        self.number(name, number);
                    }
                }
            }
            at += 1;
        }
        Some(())
    }

    fn group(&mut self, words: &[&str], end: &str, all: &str) -> Option<()> {
        if let Some(times) = end.strip_prefix("}*") {
            let is_column = !words.contains(&"!");
            let names = words.iter().filter_map(|word| word.split_once(':'));
            for (name, _) in names.filter(|_| is_column) {
                self.values.insert(name.to_owned(), Vec::new());
            }
            for _ in 0..self.last(times) {
                self.read(words, is_column, all)?;
                if self.answer.ends_with(&format!("*{times}")) {
                    self.end_position();
                }
            }
            return Some(());
        }
        let is_made = self.random.is_some();
        for _ in 0..if is_made { 4 } else { usize::MAX } {
            let next = self.numbers.as_slice().first();
            if !is_made && (next.is_none() || end == "}0" && next == Some(&0)) {
                break;
            }
            self.read(words, false, all)?;
        }
        Some(())
    }

    fn number(&mut self, name: &str, number: u64) {
        self.values.get_mut(name).unwrap().push(number);
        match self.piles_key {
            "|a-b|-1" if name == "b" => self.piles.push(self.last("a").abs_diff(number) - 1),
            piles if piles.split(' ').any(|pile| pile == name) => self.piles.push(number),
            _ => {}
        }
    }

    /// The position that was read, and the search of its game.
    fn position(&mut self) -> (Position, &mut Search) {
        let piles = std::mem::take(&mut self.piles);
        let position = match self.problem.id.as_str() {
            "hdu2999" => vec![1; piles[0] as usize],
            "poj3537" => vec![0; piles[0] as usize],
            _ => piles,
        };
        let search = self.searches.of(self.problem, self.rule, &self.values);
        (position, search)
    }

    fn end_position(&mut self) {
        let (position, search) = self.position();
        let wins = search.first_wins(&position);
        let (words, _) = self.answer.rsplit_once('*').unwrap();
        let (won, lost) = match words.trim_matches(['(', ')']).split_once('|') {
            Some((won, lost)) => (format!("{won}\n"), format!("{lost}\n")),
            None => (words[..1].to_owned(), words[1..].to_owned()),
        };
        self.text += if wins { &won } else { &lost };
    }

    fn end_case(&mut self) {
        self.cases += 1;
        if !self.answer.contains('*') {
            let answer = self.answer_to_case();
            self.text += &answer.replace('_', " ").replace('/', "\n");
        }
        if !self.answer.contains(")*") {
            self.text.push('\n');
        }
    }

    fn answer_to_case(&mut self) -> String {
        let (answer, case) = (self.answer, self.cases.to_string());
        let (piles, search) = self.position();
        let answer = answer.trim_start_matches("any ");
        let (won, lost) = answer.split_once('|').unwrap_or((answer, answer));
        let text = if search.first_wins(&piles) { won } else { lost };
        let mut text = text.replace("{case}", &case);
        if text.contains("{count}") {
            text = text.replace("{count}", &search.winning_moves(&piles).to_string());
        }
        // What stands for a move begins with the first of these.
        let parts = ["{pile}", "{take}", "{size}", "{left}"];
        let Some(start) = parts.iter().filter_map(|part| text.find(part)).min() else {
            return text;
        };
        let (head, step) = text.split_at(start);
        let show = |form: &str, &(index, take): &(usize, u64)| {
            let mut after = piles.clone();
            after[index] -= take;
            let after: Vec<_> = after.iter().map(u64::to_string).collect();
            form.replace("{pile}", &(index + 1).to_string())
                .replace("{take}", &take.to_string())
                .replace("{size}", &piles[index].to_string())
                .replace("{left}", &(piles[index] - take).to_string())
                .replace("{after}", &after.join(" "))
        };
        let moves = search.winning(&piles);
        match (step.strip_suffix("..."), moves.first()) {
            // Without stones, in misère play.
            (_, None) => lost.to_owned(),
            (None, Some(first)) => head.to_owned() + &show(step, first),
            (Some(all), Some(_)) => {
                let (each, separator) = all.split_at(all.len() - 1);
                let shown: Vec<_> = moves.iter().map(|step| show(each, step)).collect();
                head.to_owned() + &shown.join(separator)
            }
        }
    }
}

/// The answers to an input by searching.
pub fn judged(problem: &Problem, input: &str, searches: &mut Searches) -> String {
    let numbers = input.split_whitespace().map(|word| word.parse().unwrap());
    judge(problem, numbers.collect(), None, searches).1
}

/// The answers to `numbers` of an input by searching, or to random ones, and the numbers.
fn judge(
    problem: &Problem,
    numbers: Vec<u64>,
    random: Option<&mut Random>,
    searches: &mut Searches,
) -> (Vec<u64>, String) {
    let [input, rule, piles, answer] =
        ["input", "rule", "piles", "answer"].map(|name| key(problem, name));
    let words: Vec<&str> = input.split_whitespace().collect();
    let mut judge = Judge {
        problem,
        searches,
        rule: &rule,
        piles_key: &piles,
        answer: &answer,
        numbers: numbers.into_iter(),
        random,
        made: Vec::new(),
        values: Values::new(),
        piles: Vec::new(),
        cases: 0,
        text: String::new(),
    };
    judge.read(&words, false, &(input.clone() + " "));
    (judge.made, judge.text)
}

/// Numbers and white space around them.
fn spaced(random: &mut Random, numbers: &[u64]) -> String {
    let mut text = String::new();
    for number in numbers {
        text += &number.to_string();
        let space: &&str = random.pick(&[" ", " ", " ", "\n", "\r\n", "  ", "\n\n", "\t"]);
        text += space;
    }
    text
}

/// Checks that every kernel answers `input` so, cut in chunks of these sizes.
#[track_caller]
pub fn is_answered(problem: &Problem, input: &str, expected: &str, sizes: &[usize]) {
    for kernel in Kernel::available() {
        for &size in sizes {
            let (answers, end) = answer_chunks(kernel, problem, input.as_bytes().chunks(size));
            assert_eq!(
                (&*answers, end),
                (expected, Ok(())),
                "{} {input:?}",
                problem.id
            );
        }
    }
}

#[test]
fn every_problem_is_answered_as_its_statement_says_however_the_input_is_cut() {
    let mut random = Random::new(21);
    let mut searches = Searches::default();
    for problem in problems() {
        for _ in 0..400 {
            let (mut numbers, expected) =
                judge(problem, Vec::new(), Some(&mut random), &mut searches);
            if problem.layout.zeros() > 0 && random.below(4) > 0 {
                // What follows the 0 is not read.
                numbers.extend([0, 7].iter().take(1 + random.below(2) as usize));
            }
            let input = spaced(&mut random, &numbers);
            let size = 1 + random.below(input.len() as u64 + 1) as usize;
            is_answered(problem, &input, &expected, &[size, 1, input.len().max(1)]);
        }
    }
}

#[test]
fn cases_of_one_pile_are_answered_right_whatever_comes_between_them() {
    let mut searches = Searches::default();
    for id in ["poj2234", "hdu2509", "hdu1849", "hdu1907"] {
        let problem = problem(id);
        let others: [&[u64]; 5] = [&[0], &[1, 0], &[2, 1, 1], &[3, 3, 1, 2], &[4, 2, 2, 2, 2]];
        for (at, other) in (0..100).flat_map(|at| others.map(|other| (at, other))) {
            let one_pile = |at: u64| [1, at % 3];
            let (before, after) = (at / 10, at % 10);
            let before = (0..before).flat_map(one_pile);
            let cases = before
                .chain(other.iter().copied())
                .chain((0..after).flat_map(one_pile));
            let count = problem.layout.case_count().map(|_| at / 10 + 1 + at % 10);
            let end = (problem.layout.zeros() > 0).then_some(0);
            // What looks like more cases, but comes after the last.
            let rest = [1, 2, 1, 2, 1, 2, 1, 2].into_iter();
            let rest = rest.filter(|_| count.or(end).is_some());
            let numbers: Vec<_> = count
                .into_iter()
                .chain(cases)
                .chain(end)
                .chain(rest)
                .collect();
            let input = spaced(&mut Random::new(at), &numbers);
            let expected = judged(problem, &input, &mut searches);
            is_answered(problem, &input, &expected, &[input.len()]);
        }
    }
}
