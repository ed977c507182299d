//! The theories from which programs are made, against a search over moves: who wins, and which moves win, in the order
//! of the rules.

use std::collections::{BTreeMap, BTreeSet};

use bouton::internals::game::rule::{RULES, Rules};
use bouton::internals::solution::parse;
use bouton::internals::solution::theory;
use bouton::internals::solution::tree::{Expr, Function, Statement};

use crate::definition::{Position, Search, positions, up_to};
use crate::interpreter::{Machine, Value, Variables};

/// The functions of these files, of which the later ones replace the earlier ones, but for `prepare`, which goes on.
fn functions(files: &[&str]) -> Vec<Function> {
    let mut all: BTreeMap<String, Function> = BTreeMap::new();
    for name in files {
        let text = theory::text(name).unwrap_or_else(|| panic!("there is no theory {name}"));
        let file = parse::file(text).unwrap_or_else(|mistake| panic!("{name}.py:{mistake}"));
        if file.has("options") {
            all.remove("claims");
        }
        for mut function in file.functions {
            if let Some(before) = all.get(&function.name).filter(|_| function.name == "prepare") {
                function.body = [before.body.clone(), function.body].concat();
            }
            all.insert(function.name.clone(), function);
        }
    }
    all.into_values().collect()
}

/// A theory of a rule, and what stands for its names in capitals.
struct Theory {
    machine: Machine,
    /// Whether a position is one list.
    takes_list: bool,
    is_apart: bool,
}

impl Theory {
    fn new(rules: &Rules, candidate: &str, parameters: &str, all: &[Position]) -> Self {
        let largest = all.iter().flatten().copied().max().unwrap_or(0);
        let is_misere = rules.play == bouton::internals::game::Play::Misere;
        let takes = rules.takes_file();
        let takes = (!takes.is_empty()).then(|| format!("takes/{takes}"));
        let own: Vec<_> = candidate.split('+').collect();
        let is_apart = functions(&own).iter().any(|function| function.name == "grundy");
        let mut files = Vec::new();
        if is_apart {
            files.push("sum");
        }
        if is_apart && is_misere {
            files.push("misere");
        } else if is_apart && all.iter().all(|position| position.len() == 1) {
            files.push("alone");
        }
        files.extend(takes.as_deref());
        files.extend(own.iter().copied());
        let has_options = functions(&own).iter().any(|it| it.name == "options");
        let mut functions = functions(&files);
        if is_apart && takes.is_none() && !has_options {
            // Only who wins is asked of it, and what is claimed of its moves.
            functions.retain(|it| !["options", "moves"].contains(&&*it.name));
        }
        // What stands for this name is no number, but says something of the pile.
        let (parameters, is_won) = parameters.split_once("IS_WON=").unwrap_or((parameters, "True"));
        for function in &mut functions {
            if function.body == [Statement::Return(Expr::name("IS_WON"))] {
                function.body = vec![Statement::Return(parse::expr(is_won))];
            }
        }
        let mut machine = Machine::new(&functions);
        let empty = Value::List(Vec::new());
        machine.shared.insert("TAKES".to_owned(), empty);
        let mut set = |name: &str, value| machine.shared.insert(name.to_owned(), value);
        for (name, value) in [
            ("LARGEST", largest),
            ("TABLE", largest),
            ("ABOVE_LARGEST", (largest + 1).next_power_of_two()),
            ("BITS", (u64::BITS - largest.leading_zeros()).into()),
            ("LENGTH", 16),
            ("MOST", 100),
            ("ORDERED", 0),
            ("SORTED", 0),
            ("DISTINCT", 0),
            ("ABOVE_0", 0),
            ("MISERE", u64::from(is_misere)),
            ("MAY_LACK", 1),
            ("FEW", 1),
            ("POWERS_FIT", 0),
            ("ASKS_ALL", 1),
            ("COUNTED", 1),
        ] {
            set(name, Value::Number(value));
        }
        for parameter in parameters.split(' ').filter(|word| !word.is_empty()) {
            let (name, value) = parameter.split_once('=').unwrap();
            let list = value.strip_prefix('[').map(|list| {
                let numbers = list.trim_end_matches(']').split(',');
                Value::List(numbers.map(|number| number.parse().unwrap()).collect())
            });
            let value = list.unwrap_or_else(|| Value::Number(value.parse().unwrap()));
            set(name, value);
        }
        machine.prepare();
        let wins = functions.into_iter().find(|it| it.name == "wins");
        let parameters = wins.unwrap().parameters;
        let takes_list = ["piles", "cells"].contains(&&*parameters[0]);
        Self {
            machine,
            takes_list,
            is_apart,
        }
    }

    fn arguments(&self, position: &Position) -> Vec<Value> {
        if self.takes_list {
            return vec![Value::List(position.clone())];
        }
        position.iter().copied().map(Value::Number).collect()
    }

    /// Whether the player to move wins, and what the winning moves leave, if the theory says it.
    fn play(&mut self, position: &Position) -> (bool, Option<Vec<Position>>) {
        let arguments = self.arguments(position);
        let (wins, variables) = self.machine.call("wins", arguments);
        let mut afters = self.machine.has("moves").then(Vec::new);
        if let Some(afters) = &mut afters
            && wins > 0
        {
            for (name, values) in self.moves(variables) {
                afters.push(after(position, &name, &values));
            }
        }
        (wins > 0, afters)
    }

    fn moves(&mut self, variables: Variables) -> Vec<(String, Vec<Value>)> {
        self.machine.found.clear();
        if !self.is_apart || !self.takes_list {
            self.machine.go_on("moves", variables);
            let mut found = std::mem::take(&mut self.machine.found);
            for (_, values) in found.iter_mut().filter(|found| found.0 == "options") {
                values.insert(0, Value::Number(0));
            }
            return found;
        }
        // The pile of an option is the one that the loop over piles has come to.
        let Some(Value::List(piles)) = variables.get("piles") else {
            panic!("a sum has piles")
        };
        let mut all = Vec::new();
        for (index, &pile) in piles.iter().enumerate() {
            let mut here = variables.clone();
            here.insert("piles".to_owned(), Value::List(vec![pile]));
            self.machine.go_on("moves", here);
            let found = std::mem::take(&mut self.machine.found);
            all.extend(found.into_iter().map(|(_, mut values)| {
                values.insert(0, Value::Number(index as u64));
                ("options".to_owned(), values)
            }));
        }
        all
    }
}

impl Theory {
    /// What a function says that a move leaves of a pile: each time its parts, in order.
    fn left(&mut self, function: &str, arguments: Vec<Value>) -> BTreeSet<Vec<u64>> {
        self.machine.found.clear();
        self.machine.call(function, arguments);
        let found = std::mem::take(&mut self.machine.found).into_iter();
        let parts = found.map(|(_, values)| match &values[..] {
            [Value::List(parts), len] => parts[..number(len) as usize].to_vec(),
            numbers => numbers.iter().map(number).collect(),
        });
        parts.map(|parts| sort(&parts)).collect()
    }

    /// Checks that, of all parts of a pile, those are right to claim that are among its options.
    fn claims_are_options(&mut self, pile: u64, target: u64) {
        let of_pile = [Value::Number(pile), Value::Number(target)];
        let options = self.left("options", of_pile.to_vec());
        let most = self.machine.parameters("claims") - 3;
        let longest = if most == 0 { 4 } else { most };
        for parts in (1..=longest).flat_map(|count| positions(count, pile + 1)) {
            if !parts.is_sorted() {
                continue;
            }
            let mut arguments = of_pile.to_vec();
            if most == 0 {
                arguments.push(Value::List(parts.clone()));
            } else {
                arguments.push(Value::Number(parts.len() as u64));
                let zeros = [0].into_iter().cycle();
                let numbers = parts.iter().copied().chain(zeros).take(most);
                arguments.extend(numbers.map(Value::Number));
            }
            let claimed = !self.left("claims", arguments).is_empty();
            let is_option = options.contains(&parts);
            assert_eq!(claimed, is_option, "{pile} {target} {parts:?}");
        }
    }
}

fn number(value: &Value) -> u64 {
    match value {
        Value::Number(number) => *number,
        Value::List(_) => panic!("{value:?} is a list"),
    }
}

/// The position after a move that a theory has found.
fn after(position: &Position, name: &str, values: &[Value]) -> Position {
    let mut after = position.clone();
    match (name, values) {
        ("options", [index, Value::List(parts), len]) => {
            let (index, len) = (number(index) as usize, number(len) as usize);
            after.splice(index..=index, parts[..len].iter().copied());
        }
        ("options", _) => {
            let index = number(&values[0]) as usize;
            after.splice(index..=index, values[1..].iter().map(number));
        }
        ("leave_all", [Value::List(list)]) => {
            after.copy_from_slice(&list[..position.len()]);
        }
        ("leave_all", numbers) => after = numbers.iter().map(number).collect(),
        ("leave", changes) => {
            for change in changes.chunks(2) {
                after[number(&change[0]) as usize] = number(&change[1]);
            }
        }
        (name, _) => panic!("{name} is no move"),
    }
    after
}

fn sorted(positions: impl IntoIterator<Item = Position>) -> Vec<Position> {
    let mut positions = Vec::from_iter(positions);
    positions.sort_unstable();
    positions
}

/// Holds a theory to the search, and to the order of the rules' own moves.
fn agrees(rule: &str, candidate: &str, parameters: &str, all: &[Position]) {
    let mut rules = Rules::parse(rule).unwrap();
    assert!(rules.def.theories.contains(&candidate), "{rule} {candidate}");
    let mut search = Search::rule(rule);
    let largest = all.iter().flatten().copied().max().unwrap_or(0);
    let mut theory = Theory::new(&rules, candidate, parameters, all);
    if theory.machine.has("claims") && theory.machine.has("options") {
        for (pile, target) in (0..=largest.min(8)).flat_map(|pile| (0..6).map(move |to| (pile, to))) {
            theory.claims_are_options(pile, target);
        }
    }
    for position in all {
        let at = format!("{rule} {candidate} {position:?}");
        rules.cover(largest).unwrap();
        let (wins, afters) = theory.play(position);
        assert_eq!(wins, search.first_wins(position), "{at}");
        let Some(afters) = afters else { continue };
        let shown = |after: Position| rules.shown(&after).into_owned();
        let mut expected: Vec<_> = rules.game().winning(position).collect();
        if candidate == "last_take+last_take_first" {
            expected.truncate(1);
        }
        let expected = expected.iter().map(|turn| rules.game().after(position, turn));
        let expected: Vec<_> = expected.map(shown).collect();
        if rule == "wythoff" {
            // The smaller number first, and equal takes before the others.
            let pairs = |all: Vec<Position>| sorted(all.into_iter().map(|pair| sort(&pair)));
            assert_eq!(pairs(afters), pairs(expected), "{at}");
        } else if rule.starts_with("ring") {
            let rows = expected.into_iter().map(|rows| vec![rows[0]]);
            assert_eq!(afters, rows.collect::<Vec<_>>(), "{at}");
        } else {
            assert_eq!(afters, expected, "{at}");
        }
    }
}

fn sort(pair: &Position) -> Position {
    let mut sorted = pair.clone();
    sorted.sort_unstable();
    sorted
}

/// One number from `least` up to `most`.
fn alone(least: u64, most: u64) -> Vec<Position> {
    (least..=most).map(|pile| vec![pile]).collect()
}

/// Piles of several numbers, and larger ones for one and two.
fn piles(largest: u64) -> Vec<Position> {
    let mut all = up_to(3, 5);
    all.extend(positions(2, largest.min(14)));
    all.extend(alone(0, largest));
    all
}

/// Different numbers from 1 on that ascend, behind so many zeros at most.
fn ascending(count: usize, most: u64, zeros: usize) -> Vec<Position> {
    let mut all = up_to(count + zeros, most);
    all.retain(|cells| {
        let top = cells.iter().take_while(|cell| **cell == 0).count();
        top <= zeros && !cells.is_empty() && cells[top..].windows(2).all(|pair| pair[0] < pair[1])
    });
    all
}

/// Each theory, with a rule, what its names in capitals are, and the positions that it is asked for.
fn rows() -> Vec<(&'static str, &'static str, &'static str, Vec<Position>)> {
    let twos = |least: u64, most| {
        let mut all = positions(2, most);
        all.retain(|pair| pair.iter().all(|number| *number >= least));
        all
    };
    let kings = |king: usize, zeros| {
        let mut all = ascending(4, 6, zeros);
        all.retain(|cells| cells.len() >= king);
        all
    };
    let mut cells = positions(3, 8);
    cells.extend(up_to(4, 5));
    // The coins of one pair may be nearer to the end than those of the other are to each other.
    cells.extend(positions(4, 9).into_iter().filter(|cells| cells.is_sorted()));
    cells.retain(|cells| {
        let different: BTreeSet<_> = cells.iter().collect();
        different.len() == cells.len() && !different.contains(&0)
    });
    vec![
        ("nim", "nim", "", up_to(3, 7)),
        ("misere nim", "nim_misere", "", up_to(3, 7)),
        ("nim or split", "lasker", "", piles(14)),
        ("nim or split 3", "split_three", "", piles(13)),
        ("take {1,2} or split", "take_or_split", "TAKES=[1,2]", piles(16)),
        ("take {2,5} or split", "take_or_split", "TAKES=[2,5]", piles(16)),
        ("take 1..half or split", "take_or_split", "", piles(14)),
        (
            "take {3} or split",
            "take_or_split+periodic",
            "TAKES=[3] START=6 PERIOD=2",
            alone(0, 12),
        ),
        ("take {2,5} and split", "rows+take_and_split", "TAKES=[2,5]", piles(16)),
        (
            "take divisors and split",
            "rows+take_and_split",
            "INNER=0 PROPER=0",
            piles(12),
        ),
        (
            "take {1} and split",
            "rows+take_and_split+periodic",
            "TAKES=[1] START=0 PERIOD=2",
            piles(14),
        ),
        ("take 1..half", "take_half", "", piles(40)),
        ("take 1..2*last", "fibonacci", "", alone(1, 40)),
        ("take 1..2*last", "last_take+last_take_first", "K=2", alone(1, 40)),
        ("take 1..1*last", "last_take+last_take_all", "K=1", alone(1, 40)),
        ("take 1..3*last", "last_take+last_take_all", "K=3", alone(1, 40)),
        ("take 1..3", "take_up_to", "K=3", piles(14)),
        ("misere take 1..3", "take_up_to", "K=3", piles(14)),
        ("misere take 1..3", "take_up_to+misere_alone", "K=3", alone(0, 20)),
        ("take 2..5", "take_range", "P=2 Q=5", piles(20)),
        ("take 3..3", "take_range", "P=3 Q=3", piles(20)),
        ("misere take 2..5", "take_range", "P=2 Q=5", piles(20)),
        ("misere take 2..4", "take_range+misere_alone", "P=2 Q=4", alone(0, 20)),
        ("take {3}", "take_one", "TAKES=[3] K=3", piles(20)),
        ("misere take {3}", "take_one", "TAKES=[3] K=3", piles(20)),
        (
            "misere take {3}",
            "take_one+misere_alone",
            "TAKES=[3] K=3",
            alone(0, 20),
        ),
        ("take {1,2,6}", "one_two_k_alone", "K=6", alone(0, 30)),
        ("take {1,2,5}", "one_two_k_alone", "K=5", alone(0, 30)),
        (
            "take {1,3,4}",
            "take_period_alone",
            "IS_WON=pile % 7 != 0 and pile % 7 != 2",
            alone(0, 30),
        ),
        (
            "take {1,3,4}",
            "take_period",
            "TAKES=[1,3,4] PERIOD=7 VALUES=[0,1,0,1,2,3,2]",
            piles(20),
        ),
        (
            "misere take {2}",
            "take_period",
            "TAKES=[2] PERIOD=4 VALUES=[0,0,1,1]",
            piles(20),
        ),
        (
            "misere take {2}",
            "take_period+misere_alone",
            "TAKES=[2] PERIOD=4 VALUES=[0,0,1,1]",
            alone(0, 20),
        ),
        ("take {2,4,7}", "take_table", "TAKES=[7,2,2,4]", piles(30)),
        ("misere take {2,4,7}", "take_table", "TAKES=[2,4,7]", piles(30)),
        ("take {2,4,7}", "take_table_alone", "TAKES=[2,4,7]", alone(0, 30)),
        (
            "misere take {2,4,7}",
            "misere_table_alone",
            "TAKES=[2,4,7]",
            alone(0, 30),
        ),
        (
            "take {2,4,7}",
            "take_table+periodic",
            "TAKES=[2,4,7] START=8 PERIOD=3",
            piles(50),
        ),
        ("take primes", "take_table", "", piles(30)),
        ("misere take squares", "take_table", "", piles(30)),
        ("take powers of 1", "take_powers", "K=1", piles(20)),
        ("take powers of 2", "take_powers", "K=2", piles(20)),
        ("misere take powers of 4", "take_powers", "K=4", piles(20)),
        (
            "misere take powers of 3",
            "take_powers+misere_alone",
            "K=3",
            alone(0, 30),
        ),
        ("take divisors", "take_divisors", "INNER=0 PROPER=0", piles(40)),
        (
            "take proper divisors",
            "take_proper_divisors",
            "INNER=0 PROPER=1",
            piles(40),
        ),
        (
            "take inner divisors",
            "take_inner_divisors",
            "INNER=1 PROPER=1",
            piles(1030),
        ),
        ("take inner divisors", "inner_divisors_alone", "", alone(0, 150)),
        ("take coprime", "take_coprime", "", piles(40)),
        ("take coprime", "take_coprime", "", alone(0, 40)),
        ("octal 0.77", "octal+octal_moves", "DIGITS=[0,7,7]", alone(0, 20)),
        ("take prime powers", "take_modulo", "PERIOD=6", piles(20)),
        ("take odd", "take_modulo", "PERIOD=2", piles(12)),
        ("misere take odd", "take_modulo+misere_alone", "PERIOD=2", alone(0, 20)),
        ("take odd or split", "take_or_split", "", piles(14)),
        ("misere take primes and 1", "take_modulo", "PERIOD=4", piles(20)),
        (
            "misere take prime powers",
            "take_modulo+misere_alone",
            "PERIOD=6",
            alone(0, 20),
        ),
        ("leave divisors", "leave_divisors+prime_factors", "", piles(60)),
        ("leave divisors", "leave_divisors+prime_factors_table", "", piles(60)),
        ("take each once", "take_once", "", alone(0, 22)),
        ("moore 2", "moore", "K=2", up_to(3, 5)),
        ("moore 1", "moore+moore_moves", "K=1", up_to(3, 5)),
        ("moore 2", "moore+moore_moves", "K=2", up_to(3, 5)),
        ("moore 3", "moore+moore_moves", "K=3", up_to(4, 3)),
        ("misere moore 2", "moore+moore_misere", "K=2", up_to(3, 4)),
        ("misere moore 1", "moore+moore_misere+moore_moves", "K=1", up_to(3, 4)),
        ("misere moore 2", "moore+moore_misere+moore_moves", "K=2", up_to(3, 4)),
        ("misere moore 3", "moore+moore_misere+moore_moves", "K=3", up_to(4, 3)),
        ("split unequal", "split_unequal", "", piles(20)),
        ("split unequal", "split_unequal_alone", "", alone(0, 20)),
        ("split different", "split_different", "", piles(16)),
        (
            "split different",
            "split_different+split_different_moves",
            "",
            piles(16),
        ),
        ("two smaller", "two_smaller", "", up_to(2, 5)),
        ("octal 0.137", "octal", "DIGITS=[0,1,3,7]", piles(14)),
        ("octal 0.137", "octal+octal_moves", "DIGITS=[0,1,3,7]", piles(14)),
        ("octal 4.07", "octal+octal_moves", "DIGITS=[4,0,7]", piles(14)),
        ("octal 0.356", "octal+octal_moves", "DIGITS=[0,3,5,6]", piles(14)),
        (
            "octal 0.3",
            "octal+periodic",
            "DIGITS=[0,3] START=0 PERIOD=2",
            piles(14),
        ),
        (
            "octal 0.3",
            "octal+periodic+octal_moves",
            "DIGITS=[0,3] START=0 PERIOD=2",
            piles(14),
        ),
        ("kayles", "kayles", "", piles(14)),
        ("kayles", "kayles+periodic", "START=72 PERIOD=12", piles(14)),
        ("divide by 2..9", "division", "P=2 Q=9", alone(1, 200)),
        ("divide by 3..4", "division", "P=3 Q=4", alone(1, 200)),
        ("stairs 0", "stairs", "FIRST=0", up_to(4, 3)),
        ("stairs 1", "stairs", "FIRST=1", up_to(4, 3)),
        ("nim in order", "in_order", "", up_to(4, 3)),
        ("one each", "one_each", "", up_to(4, 3)),
        ("ring 1..1", "ring_up_to", "K=1", alone(1, 12)),
        ("ring 1..3", "ring_up_to", "K=3", alone(1, 12)),
        ("ring 2..4", "ring_range", "P=2 Q=4", alone(1, 12)),
        ("ring {3}", "ring_one", "K=3", alone(1, 14)),
        ("ring {2,5}", "rows+ring", "TAKES=[2,5]", alone(1, 14)),
        ("wythoff", "golden+wythoff", "", twos(0, 20)),
        ("wythoff", "wythoff_table", "", twos(0, 20)),
        ("wythoff", "golden+wythoff_far", "", twos(0, 20)),
        ("euclid", "euclid", "", twos(0, 20)),
        ("coins", "coins", "", cells.clone()),
        ("coins", "coins_moves", "", cells),
        ("hill 1", "hill", "KING=1", kings(1, 0)),
        ("hill 2", "hill", "KING=2", kings(2, 0)),
        ("hill 4", "hill", "KING=4", kings(4, 0)),
        ("hill 3", "hill_top", "KING=3", kings(3, 2)),
        ("hill 1", "hill_top+hill_moves", "KING=1", kings(1, 2)),
        ("hill 2", "hill_top+hill_moves", "KING=2", kings(2, 2)),
        ("hill 3", "hill_top+hill_moves", "KING=3", kings(3, 2)),
        ("hill 4", "hill_top+hill_moves", "KING=4", kings(4, 2)),
    ]
}

#[test]
fn theories_say_what_a_search_over_moves_says() {
    for (rule, candidate, parameters, all) in rows() {
        agrees(rule, candidate, parameters, &all);
    }
}

#[test]
fn every_theory_of_every_rule_is_held_to_the_definition() {
    let tested: BTreeSet<_> = rows().into_iter().map(|row| row.1).collect();
    for def in RULES {
        assert!(!def.theories.is_empty(), "{} has no theory", def.written);
        for candidate in def.theories {
            assert!(tested.contains(candidate), "{} {candidate}", def.written);
        }
    }
    let mut used: BTreeSet<_> = ["sum", "misere", "alone"].map(str::to_owned).into();
    used.extend(tested.iter().flat_map(|it| it.split('+')).map(str::to_owned));
    used.extend(RULES.iter().map(|def| format!("takes/{}", def.takes_file)));
    for name in theory::names() {
        assert!(used.contains(name), "no rule uses {name}.py");
    }
}

#[test]
fn every_theory_says_why_and_has_a_source() {
    let about = |name: &str| parse::file(theory::text(name).unwrap()).unwrap().about;
    for candidate in RULES.iter().flat_map(|def| def.theories) {
        let whys = candidate.split('+').filter(|name| about(name).lines().count() == 2);
        assert!(whys.count() > 0, "{candidate} does not say why");
    }
}

#[test]
fn no_file_of_a_theory_is_long() {
    for name in theory::names() {
        let lines = theory::text(name).unwrap().lines();
        let lines = lines.filter(|line| !line.is_empty()).count();
        assert!(lines <= 30, "{name}.py has {lines} lines");
    }
}

#[test]
fn operators_bind_as_in_python() {
    for (text, meant) in [
        (
            "a ^ b + 1 == c and not d or e",
            "(((a ^ (b + 1)) == c) and (not d)) or e",
        ),
        ("a - b - c", "(a - b) - c"),
        ("a | b & c ^ d", "a | ((b & c) ^ d)"),
        ("a << 1 + b", "a << (1 + b)"),
        ("a % b // c", "(a % b) // c"),
        ("x if a or b else y if c else z", "x if (a or b) else (y if c else z)"),
        ("not a == b", "not (a == b)"),
        ("[0] * (n + 1)", "[0] * (n + 1)"),
    ] {
        assert_eq!(parse::expr(text), parse::expr(meant), "{text}");
    }
}

#[test]
fn mistakes_are_located() {
    for (text, message) in [
        ("def f(a):\n    x = (1\n", "2:11: expected ), found the end of the line"),
        ("def f(a):\n    x ~ 1\n", "2:7: expected a word or a sign, found '~'"),
        ("def f(a):\nx = 1\n", "2:1: expected an indented line"),
        (
            "def f(a):\n  x = 1\n    y = 2\n",
            "3:5: expected a line with 2 spaces before it",
        ),
        ("\"\"\"A\nB\"\"\"\ndef f(a) x\n", "3:10: expected :, found x"),
        (
            "def f(a):\n    return a < b < c\n",
            "2:18: expected one comparison, or 'and' between two, found <",
        ),
        (
            "def f(a):\n    for x in 3:\n        break\n",
            "2:14: expected range(...), enumerate(LIST) or a list",
        ),
    ] {
        assert_eq!(parse::file(text).unwrap_err(), message, "{text}");
    }
}
