//! Every judge problem, as its statement says: whole inputs, answered by a search over moves.

use std::collections::HashMap;
use std::fmt::Write as _;

use bouton::decode::Kernel;
use bouton::layout::Until;
use bouton::problem::Problem;

use crate::definition::{self, Position, Search, positions};
use crate::games::on_a_hill;
use crate::harness::{
    Asked, Random, answer, answer_chunks, asked, plain_problems, problem, problems, row, rule, run,
    texts,
};
use crate::properties::naive;

/// The answers to `input`, by searching.
#[derive(Default)]
struct Judge {
    /// The search of each game, with what a case gives of it.
    known: HashMap<String, Search>,
}

impl Judge {
    /// The search of a problem's game, as its statement says; `given` is what a case gives of it.
    fn search(&mut self, problem: &Problem, given: &[u64]) -> &mut Search {
        let key = format!("{} {given:?}", problem.id);
        self.known.entry(key).or_insert_with(|| {
            let given = given.to_vec();
            let mut search = match problem.id.as_str() {
                "hdu2999" => Search::ordered(move |row| definition::neighbours(&given, row)),
                "poj3537" => Search::ordered(definition::crosses),
                "hdu2509" => Search::new(definition::apples),
                _ => Search::of(&rule(problem), |_| given.clone()),
            };
            search.misere = rule(problem).starts_with("misere");
            search
        })
    }

    fn answer(&mut self, problem: &Problem, input: &str) -> String {
        let (id, until) = (problem.id.as_str(), problem.layout.until());
        let mut numbers = input
            .split_ascii_whitespace()
            .map(|word| word.parse::<u64>().unwrap());
        let mut text = String::new();
        let mut next = || numbers.next();
        let width = if id == "codingamemiserenim" {
            next()
        } else {
            None
        };
        let cases = match until {
            Until::Count => next().unwrap(),
            Until::One => 1,
            Until::Eof | Until::Zero => u64::MAX,
        };
        for case in 1..=cases {
            let Some(first) = (if width.is_some() { width } else { next() }) else {
                break;
            };
            if first == 0 && until == Until::Zero {
                break;
            }
            let words = |wins: bool, first: &str, second: &str| {
                format!("{}\n", if wins { first } else { second })
            };
            if let Some(row) = row(problem) {
                let (mut piles, mut given) = (Position::new(), Vec::new());
                for (i, is_pile) in row.into_iter().enumerate() {
                    let number = if i == 0 { first } else { next().unwrap() };
                    let list = if is_pile { &mut piles } else { &mut given };
                    list.push(number);
                }
                if id == "poj3537" {
                    piles = vec![0; piles[0] as usize];
                }
                let Asked::Winner([first, second]) = asked(problem) else {
                    panic!("{id}: say here what its statement asks");
                };
                let wins = self.search(problem, &given).first_wins(&piles);
                text += &words(wins, &first, &second);
                continue;
            }
            let mut list = |len: u64| (0..len).map(|_| next().unwrap()).collect::<Vec<_>>();
            if id == "hdu1536" {
                let takes = list(first);
                for _ in 0..list(1)[0] {
                    let len = list(1)[0];
                    let wins = self.search(problem, &takes).first_wins(&list(len));
                    text.push(if wins { 'W' } else { 'L' });
                }
                text.push('\n');
                continue;
            }
            if id == "hdu2999" {
                let takes = list(first);
                for _ in 0..list(1)[0] {
                    let row = vec![1; list(1)[0] as usize];
                    let wins = self.search(problem, &takes).first_wins(&row);
                    text += &words(wins, "1", "2");
                }
                continue;
            }
            if id == "hdu1730" {
                let _length = list(1);
                let cells = list(2 * first);
                let piles = cells.chunks(2).map(|pair| pair[0].abs_diff(pair[1]) - 1);
                let wins = self.search(problem, &[]).first_wins(&piles.collect());
                text += &words(wins, "I WIN!", "BAD LUCK!");
                continue;
            }
            if id == "uva10404" {
                let len = list(1)[0];
                let takes = list(len);
                let wins = self.search(problem, &takes).first_wins(&vec![first]);
                text += &words(wins, "Stan wins", "Ollie wins");
                continue;
            }
            let mut given = if id == "hdu4315" { list(1) } else { Vec::new() };
            let piles: Position = list(first);
            if id == "bzoj1874" {
                let len = list(1)[0];
                given = list(len);
            }
            let search = self.search(problem, &given);
            let line = match id {
                "bzoj1874" => {
                    let winning = search.winning(&piles);
                    let first = winning.first();
                    first.map_or("NO\n".to_owned(), |(i, take)| {
                        format!("YES\n{} {take}\n", i + 1)
                    })
                }
                "hdu1850" => format!("{}\n", search.winning_moves(&piles)),
                "hdu2176" => {
                    let moves = search.winning(&piles);
                    let lines = moves
                        .iter()
                        .map(|&(i, take)| format!("{} {}\n", piles[i], piles[i] - take));
                    words(!moves.is_empty(), "Yes", "No") + &lines.collect::<String>()
                }
                "luogup1247" => match search.winning(&piles).first() {
                    None => "lose\n".to_owned(),
                    Some(&(i, take)) => {
                        let mut after = piles.clone();
                        after[i] -= take;
                        let after: Vec<_> = after.iter().map(u64::to_string).collect();
                        format!("{take} {}\n{}\n", i + 1, after.join(" "))
                    }
                },
                "codingamemiserenim" => {
                    let moves = search.winning(&piles);
                    let moves: Vec<_> = moves
                        .iter()
                        .map(|(i, take)| format!("{}:{take}", i + 1))
                        .collect();
                    words(!moves.is_empty(), &moves.join(" "), "CONCEDE")
                }
                "lightoj1253" => {
                    let wins = search.first_wins(&piles);
                    format!("Case {case}: {}", words(wins, "Alice", "Bob"))
                }
                // The samples and the search in the problem's folder say whether its row is right.
                _ => {
                    let Asked::Winner([first, second]) = asked(problem) else {
                        panic!("{id}: say here what its statement asks");
                    };
                    words(search.first_wins(&piles), &first, &second)
                }
            };
            text += &line;
        }
        text
    }
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

/// A small random input of `problem`.
fn small_input(problem: &Problem, random: &mut Random) -> String {
    let (id, until) = (problem.id.as_str(), problem.layout.until());
    let mut numbers = Vec::new();
    let piles = |random: &mut Random, most: u64, size: u64| -> Vec<u64> {
        (0..random.below(most + 1))
            .map(|_| random.below(size + 1))
            .collect()
    };
    let with_count = |list: &[u64]| [&[list.len() as u64], list].concat();
    let subtraction_set = |random: &mut Random| -> Vec<u64> {
        (0..=random.below(4)).map(|_| 1 + random.below(6)).collect()
    };
    let most = if until == Until::One { 1 } else { 5 };
    let cases = random.below(6).min(most);
    let width = 1 + random.below(3);
    if id == "codingamemiserenim" {
        numbers.push(width);
    }
    if until == Until::Count {
        numbers.push(cases);
    }
    let zero_ends = until == Until::Zero;
    for _ in 0..cases {
        if let Some(row) = row(problem) {
            let (least, most) = match id {
                "poj3537" => (3, 13),
                _ if row.len() > 2 => (u64::from(zero_ends), 12),
                _ => (u64::from(zero_ends), 30),
            };
            numbers.extend(row.iter().map(|&is_pile| {
                if is_pile {
                    least + random.below(most)
                } else {
                    random.below(7)
                }
            }));
            continue;
        }
        match id {
            "codingamemiserenim" => numbers.extend((0..width).map(|_| random.below(8))),
            "hdu1536" => {
                numbers.extend(with_count(&subtraction_set(random)));
                let positions = random.below(5);
                numbers.push(positions);
                for _ in 0..positions {
                    numbers.extend(with_count(&piles(random, 3, 9)));
                }
            }
            "hdu2999" => {
                numbers.extend(with_count(&subtraction_set(random)));
                let rows = random.below(5);
                numbers.push(rows);
                numbers.extend((0..rows).map(|_| 1 + random.below(11)));
            }
            "bzoj1874" => {
                numbers.extend(with_count(&piles(random, 4, 8)));
                let mut subtraction_set = subtraction_set(random);
                subtraction_set.sort_unstable();
                subtraction_set.dedup();
                numbers.extend(with_count(&subtraction_set));
            }
            "hdu4315" => {
                let mut cells: Vec<u64> = (0..=random.below(4)).map(|_| random.below(9)).collect();
                cells.sort_unstable();
                cells.dedup();
                if cells[0] == 0 && cells.len() == 1 {
                    cells[0] = 3;
                }
                let at_top = u64::from(cells[0] == 0);
                numbers.extend([
                    cells.len() as u64,
                    1 + at_top + random.below(cells.len() as u64 - at_top),
                ]);
                numbers.extend(cells);
            }
            "poj1704" => {
                let mut cells: Vec<u64> = (1..10).collect();
                for i in (1..cells.len()).rev() {
                    cells.swap(i, random.below(i as u64 + 1) as usize);
                }
                cells.truncate(random.below(5) as usize);
                numbers.extend(with_count(&cells));
            }
            "hdu1730" => {
                let rows = random.below(5);
                numbers.extend([rows, 8]);
                for _ in 0..rows {
                    let one = 1 + random.below(8);
                    let other = 1 + (one + random.below(7)) % 8;
                    numbers.extend([one, other]);
                }
            }
            "uva10404" => {
                numbers.push(random.below(30));
                numbers.extend(with_count(&subtraction_set(random)));
            }
            _ => {
                let mut piles = piles(random, 4, 7);
                if zero_ends && piles.is_empty() {
                    piles.push(random.below(5));
                }
                numbers.extend(with_count(&piles));
            }
        }
    }
    if zero_ends && random.below(4) > 0 {
        numbers.push(0);
    }
    spaced(random, &numbers)
}

#[test]
fn every_problem_is_answered_as_its_statement_says_however_the_input_is_cut() {
    let mut random = Random::new(21);
    let mut judge = Judge::default();
    for problem in problems() {
        for _ in 0..400 {
            let input = small_input(problem, &mut random);
            let expected = judge.answer(problem, &input);
            let size = 1 + random.below(input.len() as u64 + 1) as usize;
            for kernel in Kernel::available() {
                for size in [size, 1, input.len().max(1)] {
                    let chunks = input.as_bytes().chunks(size);
                    let (text, result) = answer_chunks(kernel, problem, chunks);
                    assert_eq!(
                        (text, result),
                        (expected.clone(), Ok(())),
                        "{} {input:?}",
                        problem.id
                    );
                }
            }
        }
    }
}

#[test]
fn cases_of_one_pile_are_answered_right_whatever_comes_between_them() {
    let mut judge = Judge::default();
    let others: [&[u64]; 5] = [&[], &[0], &[1, 1], &[3, 1, 2], &[2, 2, 2, 2]];
    for (id, counts_cases, zero_ends) in [
        ("poj2234", false, false),
        ("hdu2509", false, false),
        ("hdu1849", false, true),
        ("hdu1907", true, false),
    ] {
        for (before, after) in (0..10).flat_map(|before| (0..10).map(move |after| (before, after)))
        {
            for other in others {
                let one_pile = |at: u64| vec![1, at % 3];
                let mut cases: Vec<Vec<u64>> = (0..before).map(one_pile).collect();
                cases.push([&[other.len() as u64], other].concat());
                cases.extend((0..after).map(one_pile));
                let count = counts_cases.then_some(cases.len() as u64);
                let end = zero_ends.then_some(0);
                // What looks like more cases, but comes after the last.
                let rest = if counts_cases || zero_ends { 8 } else { 0 };
                let numbers = count.into_iter().chain(cases.concat()).chain(end);
                let numbers = numbers.chain((0..rest).map(|i| 1 + i % 2));
                let words: Vec<_> = numbers.map(|number| number.to_string()).collect();
                let input = words.join(
                    "
",
                ) + "
";
                let expected = judge.answer(problem(id), &input);
                for kernel in Kernel::available() {
                    let (text, result) = answer_chunks(kernel, problem(id), [input.as_bytes()]);
                    assert_eq!((text, result), (expected.clone(), Ok(())), "{id} {input:?}");
                }
            }
        }
    }
}

#[test]
fn random_large_positions_are_answered_as_by_the_naive_implementation() {
    let mut random = Random::new(7);
    for problem in plain_problems() {
        for _ in 0..300 {
            let bits = 1 + random.below(64);
            let cases: Vec<Position> = (0..=random.below(60))
                .map(|_| {
                    let piles = 1 + random.of_length_up_to(8);
                    let mut piles: Vec<_> =
                        (0..piles).map(|_| random.of_length_up_to(bits)).collect();
                    if random.below(2) == 0 {
                        // Lost positions are rare; this one is lost, unless all piles are ones.
                        let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
                        piles.push(sum);
                    }
                    piles
                })
                .collect();
            let input = naive::layout(&problem.id, &cases);
            assert_eq!(
                answer(problem, &input),
                naive::answer(&problem.id, &cases),
                "{input}"
            );
        }
    }
}

#[test]
fn a_pile_of_any_size_is_answered_at_once_where_takes_are_limited() {
    let huge = 10u64.pow(18);
    assert_eq!(
        answer(problem("hdu1846"), &format!("2\n{huge} 9\n{huge} 1000\n")),
        "second\nfirst\n"
    );
    let input = format!("2 2 5\n3\n1 {huge}\n2 {huge} {huge}\n1 {}\n0\n", huge + 2);
    let mut search = Search::rule("take {2,5}");
    let mut grundy = |pile: u64| search.grundy(&vec![pile % 7 + 70]);
    let letters: String = [grundy(huge), 0, grundy(huge + 2)]
        .iter()
        .map(|&grundy| if grundy == 0 { 'L' } else { 'W' })
        .collect();
    assert_eq!(answer(problem("hdu1536"), &input), format!("{letters}\n"));
    // With 32 bits, it would be 1 and 3.
    let larger = 1 << 32;
    let answers = answer(
        problem("hdu1536"),
        &format!("2 2 5\n1\n1 {}\n0\n", larger + 1),
    );
    assert_eq!((grundy(larger + 1) > 0, &*answers), (true, "W\n"));
    let answers = answer(problem("hdu1847"), &format!("{}\n", larger + 3));
    assert_eq!(((larger + 3) % 3, &*answers), (1, "Kiki\n"));
    let many = format!("1\n{huge}\n2\n1\n3\n");
    assert_eq!(answer(problem("bzoj1874"), &many), "NO\n");
}

#[test]
fn the_top_of_the_hill_holds_any_number_of_persons() {
    let problem = problem("hdu4315");
    for persons in 1..=4 {
        for king in 1..=persons {
            let mut search = Search::rule(&format!("hill {king}"));
            let (mut input, mut expected) = (String::new(), String::new());
            for cells in positions(persons, 7) {
                if cells[0] > 0 || !on_a_hill(&cells) {
                    continue;
                }
                let cells_text: Vec<_> = cells.iter().map(u64::to_string).collect();
                writeln!(input, "{persons} {king}\n{}", cells_text.join(" ")).unwrap();
                let alice = search.first_wins(&cells);
                expected += if alice { "Alice\n" } else { "Bob\n" };
            }
            assert_eq!(answer(problem, &input), expected, "{king} of {persons}");
        }
    }
}

#[test]
fn a_number_out_of_place_is_found_in_a_large_file_too() {
    use std::fmt::Write as _;
    let folder = crate::harness::folder("out_of_place");
    let path = folder.join("hill.in");
    let mut text = String::new();
    for i in 0..150_000u64 {
        writeln!(text, "2 1\n{} {}", i, if i == 140_000 { i } else { i + 1 }).unwrap();
    }
    std::fs::write(&path, &text).unwrap();
    let name = path.to_str().unwrap();
    for flags in [&["-j", "1"][..], &["-j", "2"], &["--mmap"]] {
        let output = texts(&run(&[&["hdu4315", name], flags].concat(), b""));
        let message = "expected a position larger than 140000, found 140000 (case 140001)";
        assert_eq!(output.1, format!("bouton: {name}:280002:8: {message}\n"));
        assert_eq!(output.0.lines().count(), 140_000);
    }
}
